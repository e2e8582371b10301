//! Which column holds what: guessed from headings and from what stands below them, in any order, with
//! headings or without. The shopper can correct every guess.

use serde::{Deserialize, Serialize};

use super::{
    ColumnKind, RosterColumn, RosterRow, RosterStyle, across, count,
    fixes::leading_digits,
    is_of,
    size_words::{cut_beside, read_letter},
    words,
};
use crate::text::{is_blank, lower_case};

/// Rows looked at for headings: a title or two stand above them.
const HEADINGS_WITHIN: usize = 10;
/// Rows looked at to tell what a column holds.
const LOOKED_AT: usize = 200;

/// What a table seems to be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterGuessView {
    /// Rows above the first one that orders: titles and headings.
    pub headings: u32,
    /// Columns, left to right.
    pub columns: Vec<RosterColumn>,
    /// The rows below the headings where sizes stood across the top, one for each count, or tables side by side, one below
    /// the other. Absent otherwise.
    pub rows: Option<Vec<RosterRow>>,
}

/// In the singular.
const GARMENTS: &str = "jersey shirt tee top short pant sock hoodie hood jacket warmup sweatshirt polo hat cap shoe cleat \
    bottom singlet uniform glove helmet skirt sweatpant belt home";

/// What a heading says its column holds.
pub(super) fn read_heading(text: &str) -> Option<ColumnKind> {
    let lower = lower_case(text);
    if lower.len() > 60 {
        return None;
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |wanted: &str| words.iter().any(|word| is_of(wanted, word));
    let numbered = has("number no num nbr nr") || lower.contains('#');
    let article = has("item style product article part catalog material model");
    if has("sku skus") || (article && (numbered || has("code id"))) {
        return Some(ColumnKind::Sku);
    }
    if has("qty quantity quantities pcs pieces count units amount") {
        return Some(ColumnKind::Quantity);
    }
    let aside = "email mail phone parent guardian grade position age dob birth birthday address notes note paid price total \
        description gender";
    if has(aside) || (article && has("name")) {
        return Some(ColumnKind::Ignore);
    }
    if has("size sizes") {
        return Some(ColumnKind::Size);
    }
    if has("name names player players athlete lastname surname last first firstname student member nickname")
        && !numbered
    {
        return Some(ColumnKind::Name);
    }
    if numbered {
        return Some(ColumnKind::Number);
    }
    if words.len() <= 3 && words.iter().any(|word| is_of(GARMENTS, word.trim_end_matches('s'))) {
        return Some(ColumnKind::Size);
    }
    if words.len() == 1 && article {
        return Some(ColumnKind::Sku);
    }
    None
}

/// How well a heading names what is printed: a surname rather than a first name.
fn name_rank(label: &str) -> u8 {
    let lower = lower_case(label);
    match lower.as_str() {
        _ if lower.contains("back") || lower.contains("jersey") || lower.contains("print") => 0,
        _ if lower.contains("last") || lower.contains("surname") => 1,
        _ if lower.contains("first") => 3,
        _ => 2,
    }
}

/// What the cells of a column are.
#[derive(Debug, Default, Clone, Copy)]
struct Content {
    filled: usize,
    sizes: usize,
    short_numbers: usize,
    numbers: usize,
    codes: usize,
    words: usize,
    different: usize,
}

impl Content {
    fn of(rows: &[RosterRow], column: usize) -> Self {
        let mut content = Self::default();
        // Few cells: a set would be 2 kB of the browser's file.
        let mut seen = Vec::new();
        for cell in rows.iter().take(LOOKED_AT).map(|row| row.cell(column).trim()).filter(|cell| !is_blank(cell)) {
            let add = |number: &mut usize| *number = number.saturating_add(1);
            add(&mut content.filled);
            let digits = cell.bytes().filter(u8::is_ascii_digit).count();
            if digits == cell.len() {
                add(&mut content.numbers);
                if digits <= 2 {
                    add(&mut content.short_numbers);
                }
            } else if read_letter(cell).is_some() {
                add(&mut content.sizes);
            } else if digits >= 2 && cell.len() >= 5 && !cell.contains(' ') {
                add(&mut content.codes);
            } else if digits == 0 {
                add(&mut content.words);
            }
            if !seen.contains(&cell) {
                seen.push(cell);
            }
        }
        content.different = seen.len();
        content
    }

    /// Whether most of the filled cells are of a kind.
    fn mostly(self, number: usize) -> bool {
        number > 0 && number.saturating_mul(10) >= self.filled.saturating_mul(6)
    }
}

/// How many cells of a row are known headings; nothing when it holds what a player's row would.
fn known_headings(row: &RosterRow) -> Option<usize> {
    let filled = || row.cells.iter().filter(|cell| !is_blank(cell));
    let data = filled().any(|cell| leading_digits(cell.trim()).1.is_empty() || read_letter(cell).is_some());
    let known = filled().filter(|cell| read_heading(cell).is_some()).count();
    // One known heading among unknown ones is enough when nothing looks like a player's row.
    (!data && (known >= 2 || (known == 1 && filled().count() <= 3))).then_some(known)
}

/// The headings of all columns, and how many rows they and the titles above them take. A heading that was merged
/// over several columns stands before the headings below it: 'Jersey' over 'Size' and '#'.
fn read_headings(rows: &[RosterRow]) -> Option<(Vec<String>, usize)> {
    let first = rows.iter().take(HEADINGS_WITHIN).position(|row| known_headings(row).is_some())?;
    let below = rows.iter().skip(first.saturating_add(1)).take(2);
    let more = below.take_while(|row| known_headings(row).is_some_and(|known| known >= 2)).count();
    let last = first.saturating_add(more);
    let above = last.checked_sub(1).filter(|_| more > 0).and_then(|above| rows.get(above));
    Some((join_headings(above, rows.get(last)?), last.saturating_add(1)))
}

/// Headings with those merged above them.
pub(super) fn join_headings(above: Option<&RosterRow>, row: &RosterRow) -> Vec<String> {
    // One cell at the left is a title.
    let above = above.filter(|above| above.cells.iter().skip(1).any(|cell| !is_blank(cell)));
    let mut group = "";
    let join = |(column, cell): (usize, &String)| {
        let over = above.map_or("", |above| above.cell(column)).trim();
        if !over.is_empty() {
            group = over;
        }
        match (group, cell.trim()) {
            (_, "") => over.to_owned(),
            ("", own) => own.to_owned(),
            (group, own) => [group, " ", own].concat(),
        }
    };
    row.cells.iter().enumerate().map(join).collect()
}

/// 'Color', 'Item': which product a row is about.
pub(super) fn tells_product(label: &str) -> bool {
    let words = words(label);
    words.len() == 1 && words.iter().all(|word| word == "colour" || is_of("color item product style article", word))
}

/// Guesses what a table holds.
pub fn guess_columns(rows: &[RosterRow]) -> RosterGuessView {
    let (labels, headings) = read_headings(rows).unwrap_or_default();
    let body = rows.get(headings..).unwrap_or_default();
    let made_up = if labels.is_empty() { paired_headings(rows) } else { Vec::new() };
    let above = if labels.is_empty() { &made_up } else { &labels };
    if let Some(apart) = across::read_beside(above, body, headings).or_else(|| across::read_across(rows)) {
        let guess = guess_below(&apart.rows, &apart.labels, apart.labels.len());
        return RosterGuessView { headings: count(apart.headings), rows: Some(apart.rows), ..guess };
    }
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let guess = guess_below(body, &labels, width);
    RosterGuessView { headings: count(headings), ..guess }
}

/// Headings for sizes with their counts beside them, of a table without any: 'YM,4,S,6'.
fn paired_headings(rows: &[RosterRow]) -> Vec<String> {
    let mut sized = false;
    let heading = |column| {
        let content = Content::of(rows, column);
        let beside = std::mem::replace(&mut sized, content.mostly(content.sizes));
        let said = match content.filled {
            0 => "",
            _ if sized => "Size",
            _ if beside && content.mostly(content.numbers) => "Quantity",
            _ => "#",
        };
        said.to_owned()
    };
    (0..rows.iter().map(|row| row.cells.len()).max().unwrap_or(0)).map(heading).collect()
}

/// Guesses what columns of these headings hold, with the rows below them.
fn guess_below(body: &[RosterRow], labels: &[String], width: usize) -> RosterGuessView {
    let mut columns: Vec<RosterColumn> = Vec::with_capacity(width);
    let mut contents = Vec::with_capacity(width);
    for column in 0..width {
        let label = labels.get(column).cloned().unwrap_or_default();
        let content = Content::of(body, column);
        let said = if label.is_empty() { None } else { read_heading(&label) };
        let kind = match said {
            // 'Item' over names of products, not over their numbers.
            Some(ColumnKind::Sku) if content.mostly(content.words) && tells_product(&label) => ColumnKind::Text,
            None | Some(ColumnKind::Ignore) if tells_cuts(&label, body, column) => ColumnKind::Text,
            Some(kind) => kind,
            None if content.mostly(content.sizes) => ColumnKind::Size,
            None if !label.is_empty() => ColumnKind::Text,
            None if content.mostly(content.codes) => ColumnKind::Sku,
            None if content.mostly(content.words) => ColumnKind::Name,
            None => ColumnKind::Ignore,
        };
        columns.push(RosterColumn { kind, label });
        contents.push(content);
    }
    choose_one(&mut columns, ColumnKind::Sku, |_| 0);
    choose_one(&mut columns, ColumnKind::Quantity, |_| 0);
    choose_one(&mut columns, ColumnKind::Number, |_| 0);
    choose_one(&mut columns, ColumnKind::Name, |column| name_rank(&column.label));
    read_numbers(&mut columns, &contents);
    RosterGuessView { columns, ..RosterGuessView::default() }
}

/// Whether a column says whom sizes are for; without a heading all that it says must be that.
fn tells_cuts(label: &str, body: &[RosterRow], column: usize) -> bool {
    let cells = || body.iter().take(LOOKED_AT).map(|row| row.cell(column)).filter(|cell| !is_blank(cell));
    let tells = |cell: &str| cut_beside(label, cell).is_some();
    cells().any(tells) && (!label.is_empty() || cells().all(tells))
}

/// Of several columns of a kind the best stays, the first of equals; the others hold other texts.
fn choose_one(columns: &mut [RosterColumn], kind: ColumnKind, rank: impl Fn(&RosterColumn) -> u8) {
    let of_kind = columns.iter().enumerate().filter(|(_, column)| column.kind == kind);
    let best = of_kind.min_by_key(|(place, column)| (rank(column), *place)).map(|(place, _)| place);
    for (place, column) in columns.iter_mut().enumerate() {
        if column.kind == kind && Some(place) != best {
            column.kind = if column.label.is_empty() { ColumnKind::Ignore } else { ColumnKind::Text };
        }
    }
}

/// Columns of bare numbers without a heading that says which.
fn read_numbers(columns: &mut [RosterColumn], contents: &[Content]) {
    let has = |columns: &[RosterColumn], kind| columns.iter().any(|column| column.kind == kind);
    let mut open: Vec<usize> = columns
        .iter()
        .zip(contents)
        .enumerate()
        .filter(|(_, (column, content))| {
            column.kind == ColumnKind::Ignore && column.label.is_empty() && content.mostly(content.numbers)
        })
        .map(|(place, _)| place)
        .collect();
    let mut take = |columns: &mut [RosterColumn], kind: ColumnKind, better: fn(&Content) -> usize| {
        if has(columns, kind) {
            return;
        }
        let best = open
            .iter()
            .copied()
            .max_by_key(|place| (contents.get(*place).map_or(0, better), std::cmp::Reverse(*place)));
        if let Some(column) = best.and_then(|place| columns.get_mut(place)) {
            column.kind = kind;
        }
        open.retain(|place| Some(*place) != best);
    };
    // Players have different numbers of two digits at most; quantities repeat. A size that stands once with a number
    // is ordered so many times.
    let repeats = |(column, content): (&RosterColumn, &Content)| {
        column.kind == ColumnKind::Size && content.different < content.filled
    };
    let players = has(columns, ColumnKind::Name) || columns.iter().zip(contents).any(repeats);
    if players && !has(columns, ColumnKind::Sku) {
        take(
            columns,
            ColumnKind::Number,
            |content| {
                if content.mostly(content.short_numbers) { content.different } else { 0 }
            },
        );
    } else if !has(columns, ColumnKind::Sku) && !has(columns, ColumnKind::Size) {
        // A list of product numbers that are digits only: the longer ones.
        take(columns, ColumnKind::Sku, |content| content.numbers.saturating_sub(content.short_numbers));
    }
    take(columns, ColumnKind::Quantity, |content| content.numbers);
}

/// How much of a product's name a heading says: its words, and one more where it says all of it.
fn said(style: &RosterStyle, heading: &str) -> usize {
    if style.articles.len() == 1 {
        return 0;
    }
    let (name, heading) = (words(&style.name), words(heading));
    let shared = heading.iter().filter(|word| name.contains(word)).count();
    shared.saturating_add(usize::from(shared > 0 && shared == name.len()))
}

/// The column each product takes its sizes from: the chosen one, else the one whose heading says most of its name, where it does not
/// say more of another's, else the first that names none and no other product takes, else the first that names none.
pub(super) fn choose_size_columns(columns: &[RosterColumn], styles: &[RosterStyle]) -> Vec<Option<usize>> {
    let of_sizes: Vec<(usize, &str, usize)> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.kind == ColumnKind::Size)
        .map(|(place, column)| {
            let most = styles.iter().map(|style| said(style, &column.label)).max().unwrap_or(0);
            (place, column.label.as_str(), most)
        })
        .collect();
    let given = |style: &RosterStyle| {
        style.size_column.and_then(|column| usize::try_from(column).ok()).filter(|column| *column < columns.len())
    };
    let mut chosen: Vec<Option<usize>> = styles.iter().map(given).collect();
    for (place, style) in styles.iter().enumerate() {
        if given(style).is_some() || style.articles.len() == 1 {
            continue;
        }
        let (mut named, mut free, mut nobodys, mut best) = (None, None, None, 0);
        for (column, heading, most) in &of_sizes {
            if *most == 0 {
                nobodys = nobodys.or(Some(*column));
                if free.is_none() && !chosen.contains(&Some(*column)) {
                    free = Some(*column);
                }
            } else if *most > best && said(style, heading) == *most {
                (named, best) = (Some(*column), *most);
            }
        }
        if let Some(slot) = chosen.get_mut(place) {
            *slot = named.or(free).or(nobodys);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::roster::sheet::read_text;

    fn guess(text: &str) -> (u32, String) {
        let guess = guess_columns(&read_text(text).rows);
        let kinds: Vec<String> = guess.columns.iter().map(|column| format!("{:?}", column.kind)).collect();
        (guess.headings, kinds.join(" "))
    }

    #[test]
    fn headings_say_what_columns_hold_in_any_order() {
        for (table, headings, kinds) in [
            ("Name,Number,Size\nAnn,7,YM\n", 1, "Name Number Size"),
            ("Shorts,Jersey,#,Player\nM,L,12,Ann\n", 1, "Size Size Number Name"),
            (
                "First Name,Last Name,Jersey #,Jersey Size,Email\nAnn,Lee,4,YM,a@b.c\n",
                1,
                "Text Name Number Size Ignore",
            ),
            ("Eagles 2026\nCoach: Reyes,,\nPlayer,No.,Jersey size\nAnn,7,YM\n", 3, "Name Number Size"),
            ("SKU\tQty\nAB-100-NVY-M\t12\n", 1, "Sku Quantity"),
            ("Item #,Description,Quantity\nAB-100,Jersey,12\n", 1, "Sku Ignore Quantity"),
            ("Player,,Uniform,,\nLast,First,Size,#,Qty\nLee,Ann,M,7,1\n", 2, "Name Text Size Number Quantity"),
            ("Eagles jersey order\nPlayer,#,Size\nLee,7,M\n", 2, "Name Number Size"),
            ("Item,Color,Size,Qty\nGame Jersey,Navy,M,4\n", 1, "Text Text Size Quantity"),
            ("Name on back,Player,Uniform Number,Size,Team\nLEE,Ann Lee,3,M,A\n", 1, "Name Text Number Size Text"),
        ] {
            assert_eq!(guess(table), (headings, kinds.to_owned()), "{table}");
        }
    }

    #[test]
    fn a_heading_merged_over_others_stands_before_each() {
        let table = "Player,,Jersey,,Shorts\nLast,#,Size,Qty,Size\nLee,7,M,1,L\n";
        let guess = guess_columns(&read_text(table).rows);
        let labels: Vec<&str> = guess.columns.iter().map(|column| column.label.as_str()).collect();
        assert_eq!(labels, ["Player Last", "Player #", "Jersey Size", "Jersey Qty", "Shorts Size"]);
        assert_eq!(guess.headings, 2);
    }

    #[test]
    fn without_headings_the_cells_tell() {
        for (table, kinds) in [
            ("Ann Lee,7,YM,M\nBo Reyes,12,L,2XL\n", "Name Number Size Size"),
            ("youth med\t7\tAnn\nAdult L\t8\tBo\n", "Size Number Name"),
            ("AB-100-NVY-M,12\nAB-100-NVY-L,6\n", "Sku Quantity"),
            ("12 AB-100-NVY-M\n", "Sku Quantity"),
            ("YM\t4\nS\t6\n", "Size Quantity"),
            ("7,YM\n12,YM\n9,L\n", "Number Size"),
            ("1,Ann,M,10\n1,Bo,L,11\n1,Cy,L,12\n", "Quantity Name Size Number"),
            ("4100234,12\n4100235,24\n", "Sku Quantity"),
        ] {
            assert_eq!(guess(table), (0, kinds.to_owned()), "{table}");
        }
    }

    #[test]
    fn headings_say_which_product_a_column_sizes() {
        let columns = guess_columns(&read_text("Shorts,Jersey size,Player\nM,L,Ann\n").rows).columns;
        let style = |name: &str, sizes: usize| RosterStyle {
            name: name.to_owned(),
            articles: vec![super::super::RosterArticle::default(); sizes],
            ..RosterStyle::default()
        };
        let chosen = choose_size_columns(
            &columns,
            &[style("Redzone Practice Jersey, Navy", 5), style("Court Short, Black", 5), style("Duffel", 1)],
        );
        assert_eq!(chosen, [Some(1), Some(0), None]);
        assert_eq!(
            choose_size_columns(&columns, &[style("Warm-up", 5), style("Jersey", 5), style("Socks", 3)]),
            [Some(0), Some(1), Some(0)]
        );
        let given = RosterStyle { size_column: Some(0), ..style("Jersey", 5) };
        assert_eq!(choose_size_columns(&columns, &[given]), [Some(0)]);
        let beyond = RosterStyle { size_column: Some(9), ..style("Jersey", 5) };
        assert_eq!(choose_size_columns(&columns, &[beyond]), [Some(1)]);
    }

    #[test]
    fn a_product_takes_its_own_column_and_never_that_of_another() {
        let head =
            "Name,\"Locker Room Tee, Purple size\",\"Locker Room Tee, Navy size\",Sideline Long-Sleeve Tee size\n";
        let columns = guess_columns(&read_text(&[head, "Ann,M,L,S\n"].concat()).rows).columns;
        let style = |name: &str| RosterStyle {
            name: name.to_owned(),
            articles: vec![super::super::RosterArticle::default(); 3],
            ..RosterStyle::default()
        };
        let (sideline, purple, navy) =
            (style("Sideline Long-Sleeve Tee"), style("Locker Room Tee, Purple"), style("Locker Room Tee, Navy"));
        let chosen = choose_size_columns(&columns, &[sideline.clone(), navy.clone(), purple.clone()]);
        assert_eq!(chosen, [Some(3), Some(2), Some(1)]);
        let all = [sideline, purple, navy, style("Sideline Long-Sleeve Tee, Kids"), style("Crew Socks")];
        assert_eq!(choose_size_columns(&columns, &all), [Some(3), Some(1), Some(2), None, None]);
        let black =
            choose_size_columns(&columns, &[style("Locker Room Tee, Black"), style("Sideline Long-Sleeve Tee")]);
        assert_eq!(black, [Some(1), Some(3)], "in another color it is the same product");
    }

    proptest! {
        #[test]
        fn every_column_gets_a_kind(rows in prop::collection::vec(prop::collection::vec("[ -~]{0,6}|Name|Size|7|YM", 0..5), 0..20)) {
            let rows: Vec<RosterRow> = rows.into_iter().map(|cells| RosterRow { cells }).collect();
            let guess = guess_columns(&rows);
            let widest = |rows: &[RosterRow]| rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
            match &guess.rows {
                None => prop_assert_eq!(guess.columns.len(), widest(&rows)),
                // Sizes across the top were put down as rows of their own, a column for each thing they say.
                Some(down) => prop_assert!(guess.columns.len() >= widest(down)),
            }
            prop_assert!(usize::try_from(guess.headings).unwrap() <= rows.len());
            for kind in [ColumnKind::Name, ColumnKind::Number, ColumnKind::Sku, ColumnKind::Quantity] {
                prop_assert!(guess.columns.iter().filter(|column| column.kind == kind).count() <= 1);
            }
        }
    }
}
