//! Sizes across the top with counts below, the commonest form of purchasing, put down as one row a count; and tables side by
//! side, put down one below the other. Not here: what the columns hold then (`columns`).

use super::{
    ColumnKind, RosterRow,
    columns::{join_headings, read_heading},
    folded, labels_sum, labels_total,
    size_words::{is_none, is_one_size, read_letter},
    words,
};
use crate::{catalog::ten_thousandths, text::is_blank};

/// Rows looked at for the sizes: a title or two stand above them.
const SIZES_WITHIN: usize = 10;

/// A table whose sizes stood across the top.
pub(super) struct Apart {
    /// Headings of its columns now.
    pub(super) labels: Vec<String>,
    /// One row for each count; rows without one as they were.
    pub(super) rows: Vec<RosterRow>,
    /// Rows of titles and headings above.
    pub(super) headings: usize,
}

/// A heading that is a size: its column, the size, and what is merged above it when that is no part of the size.
struct Heading {
    column: usize,
    size: String,
    group: String,
}

pub(super) fn read_across(rows: &[RosterRow]) -> Option<Apart> {
    (0..rows.len().min(SIZES_WITHIN)).find_map(|place| {
        let above = place.checked_sub(1).and_then(|above| rows.get(above));
        let (row, body) = (rows.get(place)?, rows.get(place.saturating_add(1)..)?);
        let labels = join_headings(above, row);
        let sizes = size_headings(&labels, row);
        // Below sizes stand counts; two letters in a player's row have another player's below them.
        let filled =
            || body.iter().flat_map(|row| sizes.iter().map(|it| row.cell(it.column))).filter(|cell| !is_blank(cell));
        let counts = filled().filter(|cell| read_count(cell, true).is_some()).count();
        let most = counts.saturating_mul(5) >= filled().count().saturating_mul(4);
        (sizes.len() >= 2 && counts > 0 && most).then(|| put_down(&labels, &sizes, body, place.saturating_add(1)))
    })
}

/// The pieces a cell below a size says: a number in whatever words, or, where no other cell has one, a mark for one;
/// empty when it says none.
fn read_count(cell: &str, marks: bool) -> Option<String> {
    let cell = cell.trim();
    if is_blank(cell) || is_none(cell) {
        return Some(String::new());
    }
    match cell {
        "x" | "X" | "✓" | "✔" if marks => Some("1".to_owned()),
        _ if cell.starts_with(|c: char| c.is_ascii_digit()) => Some(cell.to_owned()),
        _ => None,
    }
}

fn is_size(text: &str) -> bool {
    is_one_size(text) || text.split('/').all(|side| read_letter(side).is_some())
}

fn size_headings(labels: &[String], row: &RosterRow) -> Vec<Heading> {
    let cells = || row.cells.iter().map(|cell| cell.trim()).zip(labels).enumerate();
    let heading = |(column, (own, joined)): (usize, (&str, &String))| {
        let whole = is_size(joined);
        let group = joined.strip_suffix(own).filter(|_| !whole).unwrap_or_default().trim();
        let size = if whole { joined } else { own };
        Heading { column, size: size.to_owned(), group: group.to_owned() }
    };
    let letters: Vec<Heading> = cells().filter(|(_, (own, _))| is_size(own)).map(heading).collect();
    if letters.len() >= 2 {
        return letters;
    }
    // Shoes and waists: numbers that rise, beside a heading that is known for one.
    let numbers = cells().filter_map(|cell| Some((cell, ten_thousandths(cell.1.0)?)));
    let numbers: Vec<_> = numbers.collect();
    let rises = numbers.iter().zip(numbers.iter().skip(1)).all(|((_, one), (_, next))| one < next);
    let known = cells().any(|(_, (own, _))| read_heading(own).is_some() || own.eq_ignore_ascii_case("color"));
    if numbers.len() < 4 || !rises || !known {
        return Vec::new();
    }
    numbers.into_iter().map(|(cell, _)| heading(cell)).collect()
}

/// The pieces of one size in a row, when that is all its cell says.
fn plain_count(row: &RosterRow, size: &Heading) -> Option<u32> {
    let cell = row.cell(size.column).trim();
    if cell.is_empty() { Some(0) } else { cell.parse().ok() }
}

/// Whether each cell below a size is the sum of at least two rows above it.
fn adds_up(row: &RosterRow, above: &[&RosterRow], sizes: &[Heading]) -> bool {
    let sum = |size| above.iter().try_fold(0_u32, |sum, row| sum.checked_add(plain_count(row, size)?));
    above.len() >= 2 && sizes.iter().all(|size| plain_count(row, size).is_some_and(|pieces| sum(size) == Some(pieces)))
}

fn put_down(labels: &[String], sizes: &[Heading], body: &[RosterRow], headings: usize) -> Apart {
    let grouped = sizes.iter().any(|it| !it.group.is_empty());
    let heading_kinds: Vec<Option<ColumnKind>> = labels.iter().map(|label| read_heading(label)).collect();
    let others: Vec<usize> = (0..labels.len()).filter(|column| sizes.iter().all(|it| it.column != *column)).collect();
    let label = |column: &usize| {
        let label = labels.get(*column).map_or("", String::as_str);
        match read_heading(label) {
            // The sum of a row is none of its counts, and 'Size' stands over what the rows are.
            Some(ColumnKind::Quantity) => "Total".to_owned(),
            Some(ColumnKind::Size) => "Item".to_owned(),
            _ => label.to_owned(),
        }
    };
    let named = others.iter().map(label).chain(grouped.then(|| "Product".to_owned()));
    let labels = named.chain(["Size".to_owned(), "Quantity".to_owned()]).collect();
    let mut rows = Vec::new();
    let is_name = |column: usize| heading_kinds.get(column).copied().flatten() == Some(ColumnKind::Name);
    let mut above = Vec::new();
    // Among numbers a mark is a question.
    let numbered =
        |row: &RosterRow| sizes.iter().any(|size| row.cell(size.column).starts_with(|c: char| c.is_ascii_digit()));
    let marks = !body.iter().any(numbered);
    for row in body {
        // 'Qty' at the left of the only row says nothing about it.
        let kept = |column: &usize| Some(row.cell(*column)).filter(|it| read_heading(it) != Some(ColumnKind::Quantity));
        let kept: Vec<String> = others.iter().map(|column| kept(column).unwrap_or_default().to_owned()).collect();
        let mut counted = false;
        let alone = |cell: &str| body.len() == 1 && read_heading(cell) == Some(ColumnKind::Quantity);
        let is_sum = |(column, cell): (usize, &String)| {
            !alone(cell) && (labels_sum(cell) || (!is_name(column) && others.contains(&column) && labels_total(cell)))
        };
        let unnamed = |column: &usize| {
            let named = folded(row.cell(*column));
            named.starts_with("all") || !named.contains(char::is_alphabetic)
        };
        let total =
            row.cells.iter().enumerate().any(is_sum) || (others.iter().all(unnamed) && adds_up(row, &above, sizes));
        if !total {
            above.push(row);
        }
        for heading in sizes.iter().filter(|_| !total) {
            let cell = row.cell(heading.column);
            let pieces = read_count(cell, marks).unwrap_or_else(|| cell.to_owned());
            if !pieces.is_empty() {
                counted = true;
                let group = grouped.then(|| heading.group.clone());
                let cells = kept.iter().cloned().chain(group).chain([heading.size.clone(), pieces]);
                rows.push(RosterRow { cells: cells.collect() });
            }
        }
        if !counted {
            let blank = if grouped { 3 } else { 2 };
            rows.push(RosterRow { cells: kept.into_iter().chain(std::iter::repeat_n(String::new(), blank)).collect() });
        }
    }
    Apart { labels, rows, headings }
}

/// Tables side by side under headings of their own, 'Size Qty Size Qty', put down as one below the other. What stands
/// left of the first belongs to each; what each is about becomes a column where the heading of its sizes says so.
pub(super) fn read_beside(labels: &[String], body: &[RosterRow], headings: usize) -> Option<Apart> {
    let kind = |label: &String| read_heading(label).unwrap_or(ColumnKind::Text);
    let columns: Vec<(usize, ColumnKind)> =
        labels.iter().enumerate().filter(|(_, it)| !is_blank(it)).map(|(place, it)| (place, kind(it))).collect();
    let (shared, width) = (0..columns.len()).find_map(|first| {
        let (shared, rest) = columns.split_at_checked(first)?;
        let (_, head) = rest.first()?;
        let width = rest.iter().skip(1).position(|(_, kind)| kind == head)?.saturating_add(1);
        let one = rest.get(..width)?;
        let has = |wanted| one.iter().any(|(_, kind)| *kind == wanted);
        let lists = has(ColumnKind::Size) && (has(ColumnKind::Quantity) || has(ColumnKind::Name))
            || has(ColumnKind::Sku) && has(ColumnKind::Quantity);
        let alike = rest.iter().zip(one.iter().cycle()).all(|((_, kind), (_, other))| kind == other);
        // A player's number is the player's: two sizes beside one stay in one row.
        let numbered = shared.iter().any(|(_, kind)| *kind == ColumnKind::Number);
        (lists && alike && rest.len().is_multiple_of(width) && !numbered).then_some((first, width))
    })?;
    let (shared, rest) = columns.split_at_checked(shared)?;
    let label = |column: usize| labels.get(column).map_or("", String::as_str);
    let about = |table: &[(usize, ColumnKind)]| {
        let sized = table.iter().find(|(_, kind)| *kind == ColumnKind::Size).map_or("", |(column, _)| label(*column));
        words(sized).into_iter().filter(|word| word.starts_with(char::is_alphabetic)).collect::<Vec<_>>().join(" ")
    };
    // 'Youth' over sizes is a part of them, and no product.
    let is_cut = |about: &str| read_letter(&[about, " m"].concat()).is_some_and(|letter| letter.cut.is_some());
    let told = rest.chunks(width).map(about).any(|about| !about.is_empty() && !is_cut(&about));
    let named = |(column, kind): &(usize, ColumnKind)| {
        if *kind == ColumnKind::Size { "Size".to_owned() } else { label(*column).to_owned() }
    };
    let product = told.then(|| "Product".to_owned());
    let labels = shared.iter().map(named).chain(product).chain(rest.iter().take(width).map(named)).collect();
    let mut rows = Vec::new();
    for (place, table) in rest.chunks(width).enumerate() {
        let about = about(table);
        let (cut, product) = if is_cut(&about) { (about, String::new()) } else { (String::new(), about) };
        for row in body {
            let cells = |columns: &[(usize, ColumnKind)]| -> Vec<String> {
                let cell = |(column, kind): &(usize, ColumnKind)| match row.cell(*column) {
                    size if *kind == ColumnKind::Size && !is_blank(size) => {
                        [&cut, " ", size].concat().trim().to_owned()
                    }
                    cell => cell.to_owned(),
                };
                columns.iter().map(cell).collect()
            };
            let (left, held) = (cells(shared), cells(table));
            let blank = |cells: &[String]| cells.iter().all(|cell| is_blank(cell));
            if !blank(&held) || place == 0 && !blank(&left) {
                let product = told.then(|| product.clone());
                rows.push(RosterRow { cells: left.into_iter().chain(product).chain(held).collect() });
            }
        }
    }
    Some(Apart { labels, rows, headings })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::roster::{columns::guess_columns, sheet::read_text};

    /// Headings that were read, kinds of columns, rows.
    fn read(text: &str) -> (u32, String, Vec<String>) {
        let sheet = read_text(text);
        let guess = guess_columns(&sheet.rows);
        let kinds: Vec<String> =
            guess.columns.iter().map(|column| format!("{}:{:?}", column.label, column.kind)).collect();
        let rows = guess.rows.expect("sizes across the top");
        (guess.headings, kinds.join(" "), rows.iter().map(|row| row.cells.join("|")).collect())
    }

    fn rows(text: &str) -> Vec<String> {
        read(text).2
    }

    #[test]
    fn a_row_of_sums_is_none_of_the_rows_it_adds_up() {
        for sums in ["Team total,4,5,6", "Sum,4,5,6", ",4,5,6", "Total red,4,5,6", "All teams,4,5,6", "TTL,4,5,6"] {
            let sheet = ["Team,S,M,L\nRed,3,4,5\nBlue,1,1,1\n", sums, "\n"].concat();
            let counted: Vec<String> = rows(&sheet).into_iter().filter(|row| !row.ends_with("||")).collect();
            assert_eq!(counted.len(), 6, "{sums}: {counted:?}");
        }
        // A sum of the row beside it names nobody.
        let sheet = rows("Team,S,M,L,Total\nRed,3,4,5,12\nBlue,1,1,1,3\n,4,5,6,15\n");
        assert_eq!(sheet.iter().filter(|row| !row.ends_with("||")).count(), 6, "{sheet:?}");
        // One row alone has no sum, and a row of other numbers is an order.
        assert_eq!(rows("Team,S,M\nRed,3,4\n,3,4\n").len(), 4);
        assert_eq!(rows("Team,S,M\nRed,3,4\nBlue,1,1\n,4,6\n").len(), 6);
    }

    #[test]
    fn counts_below_sizes_become_a_row_each() {
        let (headings, kinds, rows) =
            read("Eagles spring order\nColor,YS,YM,Adult L,2XL,Total\nNavy,2,,4,0,6\nRed,-,1,x,3 pcs,5\n");
        assert_eq!((headings, kinds.as_str()), (2, "Color:Text Total:Ignore Size:Size Quantity:Quantity"));
        assert_eq!(rows, ["Navy|6|YS|2", "Navy|6|Adult L|4", "Red|5|YM|1", "Red|5|Adult L|x", "Red|5|2XL|3 pcs"]);
    }

    #[test]
    fn a_mark_is_one_piece_only_among_marks() {
        assert_eq!(rows("Name,S,M,L\nLee,x,,\nKim,,X,\n"), ["Lee|S|1", "Kim|M|1"]);
        assert_eq!(rows("Team,S,M\nHome,3,4\nAway,1,x\n"), ["Home|S|3", "Home|M|4", "Away|S|1", "Away|M|x"]);
    }

    #[test]
    fn totals_and_rows_without_counts_stay_as_they_are() {
        assert_eq!(
            rows("Item,S,M\nJersey,1,2\nTotal,1,2\nShorts,,\n"),
            ["Jersey|S|1", "Jersey|M|2", "Total||", "Shorts||"]
        );
        assert_eq!(rows("Size,S,M,L\nQty,2,4,6\n"), ["|S|2", "|M|4", "|L|6"]);
        assert_eq!(rows("Size,S,M,L\nCount,2,4,6\n"), ["|S|2", "|M|4", "|L|6"]);
        assert_eq!(rows("S,M,L\n2,4,6\n"), ["S|2", "M|4", "L|6"]);
    }

    #[test]
    fn what_is_merged_above_sizes_is_part_of_them_or_names_the_product() {
        assert_eq!(
            rows("Color\tYouth\t\tAdult\t\n\tS\tM\tS\tM\nNavy\t1\t2\t3\t4\n"),
            ["Navy|Youth S|1", "Navy|Youth M|2", "Navy|Adult S|3", "Navy|Adult M|4"]
        );
        let (_, kinds, rows) = read("Team,Jersey,,Shorts,\n,S,M,S,M\nU12,1,2,3,4\n");
        assert_eq!(kinds, "Team:Text Product:Text Size:Size Quantity:Quantity");
        assert_eq!(rows, ["U12|Jersey|S|1", "U12|Jersey|M|2", "U12|Shorts|S|3", "U12|Shorts|M|4"]);
    }

    #[test]
    fn tables_side_by_side_are_put_one_below_the_other() {
        let (headings, kinds, listed) = read("Order\nSize,Qty,,Size,Qty\nS,1,,L,3\nM,2,,XL,4\n,,,2XL,5\n");
        assert_eq!((headings, kinds.as_str()), (2, "Size:Size Qty:Quantity"));
        assert_eq!(listed, ["S|1", "M|2", "L|3", "XL|4", "2XL|5"]);
        let three = "Team,Size,Qty,Size,Qty,Size,Qty\nU12,YS,1,YM,2,YL,3\nU14,S,4,,,L,5\nTotal,,5,,2,,8\nNotes\n";
        let listed = rows(three);
        assert_eq!(listed[..4], ["U12|YS|1", "U14|S|4", "Total||5", "Notes||"]);
        assert_eq!(listed[4..], ["U12|YM|2", "Total||2", "U12|YL|3", "U14|L|5", "Total||8"]);
        assert_eq!(rows("SKU,Qty,SKU,Qty\nA-1,2,B-1,3\n"), ["A-1|2", "B-1|3"]);
        assert_eq!(rows("Name,#,Size,Name,#,Size\nLee,7,M,Reyes,8,L\n"), ["Lee|7|M", "Reyes|8|L"]);
        assert_eq!(rows("YM,4,S,6\nYL,2,M,1\n"), ["YM|4", "YL|2", "S|6", "M|1"]);
        assert_eq!(rows("Youth size,Qty,Adult size,Qty\nM,4,L,5\nL,1,,\n"), ["youth M|4", "youth L|1", "adult L|5"]);
        let (_, kinds, listed) = read("Jersey size,Qty,Shorts size,Qty\nM,4,L,5\n");
        assert_eq!(kinds, "Product:Text Size:Size Qty:Quantity");
        assert_eq!(listed, ["jersey|M|4", "short|L|5"]);
    }

    #[test]
    fn two_sizes_of_one_player_stay_in_one_row() {
        for table in [
            "Name,#,Jersey size,Qty,Shorts size,Qty\nLee,7,M,1,L,1\n",
            "Player,Jersey,Shorts\nLee,M,L\n",
            "Name,Jersey size,#,Shorts size,#\nLee,M,7,L,7\n",
            "First name,Last name,Size,Qty\nAnn,Lee,M,1\n",
            "Size,Qty,Size\nM,1,L\n",
            "7,M,1,L\n8,S,1,M\n",
            "Lee,7,YM,M\nReyes,12,L,2XL\n",
        ] {
            assert!(guess_columns(&read_text(table).rows).rows.is_none(), "{table}");
        }
    }

    #[test]
    fn numbers_that_rise_are_sizes_and_players_are_none() {
        assert_eq!(rows("Style #,8,8.5,9,10 1/2\nDD1364,1,,2,1\n"), ["DD1364|8|1", "DD1364|9|2", "DD1364|10 1/2|1"]);
        for table in ["Lee,7,M,L\nReyes,8,S,M\n", "Name,7,8,9\nLee,M,L,S\n", "Lee,4,M,L", "SKU,Qty\nA-1,2\n"] {
            assert!(read_across(&read_text(table).rows).is_none(), "{table}");
        }
    }

    proptest! {
        #[test]
        fn no_piece_is_lost_or_made(
            counts in prop::collection::vec(prop::collection::vec(prop::option::of(0_u32..30), 4), 1..12),
        ) {
            let cell = |count: &Option<u32>| count.map(|it| it.to_string()).unwrap_or_default();
            let lines: Vec<String> =
                counts.iter().map(|row| format!("Navy,{}", row.iter().map(cell).collect::<Vec<_>>().join(","))).collect();
            let table = read_text(&format!("Color,S,M,L,XL\n{}", lines.join("\n"))).rows;
            let asked: u32 = counts.iter().flatten().flatten().sum();
            let read = read_across(&table).map(|it| it.rows).unwrap_or_default();
            let pieces: u32 = read.iter().filter_map(|row| row.cells[2].parse::<u32>().ok()).sum();
            prop_assert_eq!(pieces, asked);
            prop_assert!(read.is_empty() || read.len() >= counts.len());
        }
    }
}
