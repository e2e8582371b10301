//! A pasted text read as a table: comma, semicolon, tab or bar between cells, quotes as spreadsheets
//! write them. Any text gets an answer. Not here: files (`file`), what columns hold (`columns`).

use serde::{Deserialize, Serialize};

use super::{
    MAX_BYTES, MAX_CELL, MAX_COLUMNS, MAX_ROWS, MAX_SHEET_ROWS, RosterRow, SheetError, count, is_total,
    size_words::read_letter,
};
use crate::{
    rule::{Broken, FieldError},
    text::{is_blank, length},
};

/// A table as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterSheetView {
    /// Rows that hold something, equally long. None when there are errors.
    pub rows: Vec<RosterRow>,
    /// Rows without anything, which are left out.
    pub blank_rows: u32,
    /// Why it could not be read.
    pub errors: Vec<FieldError>,
}

/// Reads a pasted text.
pub fn read_text(text: &str) -> RosterSheetView {
    sheet_view(text_rows(text))
}

pub(super) fn sheet_view(read: Result<Rows, SheetError>) -> RosterSheetView {
    match read.and_then(Rows::finish) {
        Ok(sheet) => sheet,
        Err(error) => RosterSheetView { errors: vec![error.at("")], ..RosterSheetView::default() },
    }
}

/// Rows while they are read.
#[derive(Debug, Default)]
pub(super) struct Rows {
    held: Vec<Vec<String>>,
    /// Rows met so far, blank ones too.
    met: u32,
    blank: u32,
}

impl Rows {
    /// Takes a row over; a blank one is only counted.
    pub(super) fn push(&mut self, cells: Vec<String>) -> Result<(), SheetError> {
        self.met = self.met.saturating_add(1);
        let mut cells: Vec<String> = cells.into_iter().map(|cell| tidy(&cell)).collect();
        while cells.last().is_some_and(|cell| is_blank(cell)) {
            cells.pop();
        }
        if cells.is_empty() {
            self.blank = self.blank.saturating_add(1);
            return Ok(());
        }
        if let Some(column) = cells.iter().position(|cell| length(cell) > MAX_CELL) {
            return Err(SheetError::CellTooLong { row: self.met, column: count(column).saturating_add(1) });
        }
        if count(cells.len()) > MAX_COLUMNS {
            return Err(SheetError::TooManyColumns { maximum: MAX_COLUMNS });
        }
        if self.held.len() >= MAX_SHEET_ROWS {
            return Err(SheetError::TooManyRows { maximum: MAX_ROWS });
        }
        self.held.push(cells);
        Ok(())
    }

    fn finish(mut self) -> Result<RosterSheetView, SheetError> {
        let width = self.held.iter().map(Vec::len).max().unwrap_or(0);
        if width == 0 {
            return Err(SheetError::Empty);
        }
        for cells in &mut self.held {
            cells.resize(width, String::new());
        }
        Ok(RosterSheetView {
            rows: self.held.into_iter().map(|cells| RosterRow { cells }).collect(),
            blank_rows: self.blank,
            errors: Vec::new(),
        })
    }
}

/// A cell without blanks around and line ends within; the quote that protects a formula in an
/// exported file goes again.
fn tidy(cell: &str) -> String {
    let cell = cell.trim();
    let cell = match cell.strip_prefix('\'') {
        Some(rest) if super::export::is_formula(rest) => rest.trim(),
        _ => cell,
    };
    let cell = match without_unit(cell) {
        pieces if pieces.bytes().all(|b| b.is_ascii_digit()) => pieces,
        _ => cell,
    };
    if cell.contains(['\n', '\r', '\t', '\u{a0}']) {
        return cell
            .split(['\n', '\r', '\t', '\u{a0}', ' '])
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
    }
    cell.to_owned()
}

pub(super) fn text_rows(text: &str) -> Result<Rows, SheetError> {
    if text.len() > MAX_BYTES {
        return Err(SheetError::TooLarge);
    }
    if text.contains('\0') {
        return Err(SheetError::NotATable);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows = Rows::default();
    if !text.contains('\t')
        && let Some(list) = size_list(text)
    {
        for cells in list {
            rows.push(cells)?;
        }
        return Ok(rows);
    }
    let Some(between) = separator(text) else {
        let in_words = lists_quantities(text);
        for line in text.split(['\n', '\r']) {
            rows.push(if in_words { pieces_apart(line) } else { vec![unquoted(line)] })?;
        }
        return Ok(rows);
    };
    read_cells(text, between, &mut rows)?;
    Ok(rows)
}

/// What stands between cells: a tab wherever there is one, else what most lines agree on. A tab in some lines of a list of
/// articles and pieces parts words there, and makes no table of the others.
fn separator(text: &str) -> Option<char> {
    let lines = || text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).take(50);
    let having = |between: char| lines().filter(|line| line.contains(between)).count();
    let total = lines().count();
    let tabbed = having('\t');
    if text.contains('\t') {
        return (tabbed.saturating_mul(2) > total || !lists_quantities(text)).then_some('\t');
    }
    // A comma between last and first name does not make a table of one line in fifty.
    [';', '|', ',']
        .into_iter()
        .map(|between| (having(between), between))
        .filter(|(with, _)| *with > 0 && with.saturating_mul(2) >= total)
        .max_by_key(|(with, _)| *with)
        .map(|(_, between)| between)
}

/// 'ABC-123-M 12', '12 ABC-123-M', '3 x ABC-123-M' a line: no separator, but most lines begin or end in a number.
fn lists_quantities(text: &str) -> bool {
    let lines = || text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    let listed = lines().filter(|line| pieces_apart(line).len() == 2).count();
    listed > 0 && listed.saturating_mul(2) >= lines().count()
}

/// A number in front of a line or behind it put into a cell of its own, without the 'x', colon, dash, bracket or unit
/// beside it.
fn pieces_apart(line: &str) -> Vec<String> {
    let line = without_unit(line.trim());
    let times = |c: char| matches!(c, 'x' | 'X' | '×' | '*' | '(' | ')');
    let number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let behind = line.rsplit_once(char::is_whitespace).filter(|(_, last)| number(last.trim_matches(times)));
    let before = line.split_once(char::is_whitespace).filter(|(first, _)| number(first.trim_end_matches(times)));
    let alone = |word: &str| word.chars().all(|c| times(c) || matches!(c, '-' | '–' | '=' | ':'));
    match (before, behind) {
        // Of two numbers the shorter one is how many: '12 4100234'.
        (Some((first, rest)), behind)
            if behind.is_none_or(|(_, last)| rest.trim() == last && first.len() < last.len())
                || first.ends_with(times) =>
        {
            let rest = rest.trim_start();
            let rest =
                rest.split_once(char::is_whitespace).filter(|(word, _)| alone(word)).map_or(rest, |(_, rest)| rest);
            vec![rest.trim_start().to_owned(), first.trim_end_matches(times).to_owned()]
        }
        (_, Some((rest, last))) => {
            let rest = rest.trim_end();
            let rest =
                rest.rsplit_once(char::is_whitespace).filter(|(_, word)| alone(word)).map_or(rest, |(rest, _)| rest);
            let rest = rest.trim_end().trim_end_matches([':', '=', ',', ';']);
            vec![rest.trim_end().to_owned(), last.trim_matches(times).to_owned()]
        }
        _ => vec![line.to_owned()],
    }
}

/// '5 ea' without its unit.
fn without_unit(text: &str) -> &str {
    let unit = |word: &str| ["ea", "ea.", "each"].iter().any(|unit| word.eq_ignore_ascii_case(unit));
    let of_number = |text: &&str| text.ends_with(|c: char| c.is_ascii_digit());
    let parts = text.rsplit_once(char::is_whitespace).filter(|(_, word)| unit(word));
    parts.map(|(number, _)| number.trim_end()).filter(of_number).unwrap_or(text)
}

/// 'YM 4 / S 6', 'Navy: M 4, L 6': nothing but sizes with their counts, as rows under headings of our own.
fn size_list(text: &str) -> Option<Vec<Vec<String>>> {
    let mut list: Vec<Vec<String>> = Vec::new();
    for line in text.split(['\n', '\r']).filter(|line| !is_blank(line)) {
        let labelled = |(label, sizes): &(&str, &str)| {
            !is_blank(sizes) && !label.contains([',', ';', '/']) && read_letter(label).is_none() && !is_total(line)
        };
        let (label, sizes) = line.split_once(':').filter(labelled).unwrap_or(("", line));
        for part in sizes.split([',', ';']).filter(|part| !is_blank(part)) {
            let pairs = match size_count(part) {
                Some(pair) => vec![pair],
                None => part.split('/').flat_map(in_turn).map(|part| size_count(&part)).collect::<Option<Vec<_>>>()?,
            };
            list.extend(pairs.into_iter().map(|[size, pieces]| vec![label.trim().to_owned(), size, pieces]));
        }
    }
    let labelled = list.iter().any(|cells| cells.first().is_some_and(|label| !label.is_empty()));
    list.insert(0, ["Item", "Size", "Quantity"].map(str::to_owned).to_vec());
    if !labelled {
        for cells in &mut list {
            cells.remove(0);
        }
    }
    // A lone sum is no list of sizes.
    list.iter().skip(1).any(|cells| cells.last().is_some_and(|pieces| !pieces.is_empty())).then_some(list)
}

/// '4 YM 6 S' and 'YM 4 S 6': parts of a size and a count each, as the numbers part them.
fn in_turn(part: &str) -> Vec<String> {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let before = part.split_whitespace().next().is_some_and(is_number);
    let mut parts: Vec<String> = Vec::new();
    let mut open = false;
    for word in part.split_whitespace() {
        let number = is_number(word);
        match parts.last_mut().filter(|_| open && !(before && number)) {
            Some(last) => *last = [last.as_str(), " ", word].concat(),
            None => parts.push(word.to_owned()),
        }
        open = before || !number;
    }
    parts
}

/// 'YM 4', '4 YM', 'YM: 4', 'YM - 4'; 'Total 10', which orders nothing.
fn size_count(part: &str) -> Option<[String; 2]> {
    if is_total(part) {
        return Some([part.trim().to_owned(), String::new()]);
    }
    let plain = part.replace(['-', '=', ':'], " ");
    let [size, pieces] = <[String; 2]>::try_from(pieces_apart(&plain)).ok()?;
    (read_letter(&size).is_some() && pieces.len() <= 4).then_some([size, pieces])
}

fn unquoted(line: &str) -> String {
    let line = line.trim();
    match line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => line.to_owned(),
    }
}

fn read_cells(text: &str, between: char, rows: &mut Rows) -> Result<(), SheetError> {
    let mut rest = text;
    let mut cells = Vec::new();
    // Once a quote is found unclosed, quotes are characters like others: nothing is swallowed.
    let mut quotes = true;
    loop {
        let closed = if quotes && rest.starts_with('"') { quoted_cell(rest) } else { None };
        quotes = quotes && (closed.is_some() || !rest.starts_with('"'));
        let (mut cell, mut after) = closed.unwrap_or((String::new(), rest));
        let end = after.find([between, '\n', '\r']).unwrap_or(after.len());
        let (plain, beyond) = after.split_at_checked(end).unwrap_or((after, ""));
        cell.push_str(plain);
        after = beyond;
        cells.push(cell);
        // A row with more cells than any table is refused before it is held.
        if cells.len() > 20_000 {
            return Err(SheetError::TooManyColumns { maximum: MAX_COLUMNS });
        }
        let mut letters = after.chars();
        match letters.next() {
            Some(c) if c == between => rest = letters.as_str(),
            Some(c) => {
                rows.push(std::mem::take(&mut cells))?;
                let beyond = letters.as_str();
                rest = if c == '\r' { beyond.strip_prefix('\n').unwrap_or(beyond) } else { beyond };
                if rest.is_empty() {
                    return Ok(());
                }
            }
            None => return rows.push(cells),
        }
    }
}

/// A cell in quotes, and what follows it; nothing when it is never closed.
fn quoted_cell(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut cell = String::new();
    loop {
        let (before, after) = rest.split_once('"')?;
        cell.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None => return Some((cell, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        let sheet = read_text(text);
        assert!(sheet.errors.is_empty(), "{text:?}: {:?}", sheet.errors);
        sheet.rows.into_iter().map(|row| row.cells).collect()
    }

    fn code(text: &str) -> String {
        let sheet = read_text(text);
        assert!(sheet.rows.is_empty());
        sheet.errors.into_iter().map(|error| error.code).collect()
    }

    #[test]
    fn a_tab_in_one_line_of_a_list_takes_no_line_away() {
        let listed = |text: &str| cells(text).into_iter().map(|row| row.join("|")).collect::<Vec<_>>();
        assert_eq!(
            listed("3 HP1463-LL\n2 HP1463-FP\nTotal 5\n3\tHP1463-ORANG"),
            ["HP1463-LL|3", "HP1463-FP|2", "Total|5", "HP1463-ORANG|3"]
        );
        assert_eq!(listed("HP1463-LL 4\nHP1463-FP 2\nHP1463-ORANG\t3")[2], "HP1463-ORANG|3");
        // A table below its title stays one.
        assert_eq!(listed("Spring order\nA-1\t2\nA-2\t3")[1], "A-1|2");
    }

    #[test]
    fn r61_reads_the_spectrum_of_csv() {
        let table = [vec!["a", "b, c"], vec!["d \"e\"", "f g"]];
        for text in [
            "a,\"b, c\"\r\n\"d \"\"e\"\"\",\"f\r\ng\"\r\n",
            "a\tb, c\nd \"e\"\tf g",
            "a;\"b, c\"\r\"d \"\"e\"\"\";f g\r",
            "\u{feff}a|b, c\n\n , \nd \"e\"|f\u{a0}g\n".replace(" , ", " | ").as_str(),
        ] {
            assert_eq!(cells(text), table, "{text:?}");
        }
    }

    #[test]
    fn sizes_with_counts_are_a_list_with_a_sum_or_in_turn() {
        for text in ["YM 4 / S 6", "4 YM 6 S", "YM 4 S 6", "4 YM / 6 S", "YM: 4 S: 6", "YM 4\nS 6"] {
            let mut listed = cells(text);
            assert_eq!(listed.remove(0), ["Size", "Quantity"], "{text}");
            assert_eq!(listed, [["YM", "4"], ["S", "6"]], "{text}");
        }
        for sum in ["\nTotal 10", "\nTotal: 10", " / Total 10", ", total = 10", "\nGrand total: 10 pieces"] {
            let listed = cells(&["YM 4 / S 6", sum].concat());
            assert_eq!(listed[..3], [["Size", "Quantity"], ["YM", "4"], ["S", "6"]], "{sum}");
            assert!(listed.len() == 4 && listed[3][1].is_empty(), "{sum}: {listed:?}");
        }
        assert_eq!(cells("Navy: 4 Youth M 6 Adult L")[1..], [["Navy", "Youth M", "4"], ["Navy", "Adult L", "6"]]);
        for text in ["Total 10", "4 YM 6", "Ann 7 Bo 8", "YM S 4", "10 12"] {
            assert!(!cells(text).concat().contains(&"Size".to_owned()), "{text}");
        }
    }

    #[test]
    fn an_unclosed_quote_swallows_nothing() {
        assert_eq!(cells("\"Smith,7\nJones,8"), [["\"Smith", "7"], ["Jones", "8"]]);
        assert_eq!(cells("5\" ball,1\n6\" ball,2"), [["5\" ball", "1"], ["6\" ball", "2"]]);
    }

    #[test]
    fn a_list_of_skus_needs_no_separator() {
        assert_eq!(cells("AB-1 12\nAB-2  3\r\nAB-3"), [["AB-1", "12"], ["AB-2", "3"], ["AB-3", ""]]);
        assert_eq!(cells("Ann Smith\nBo Reyes"), [["Ann Smith"], ["Bo Reyes"]]);
        assert_eq!(
            cells("3 x AB-1\n2x AB-2\n12 AB-3\nAB-4 x 5\nAB-5 x6\n12 4100234\n4100235 7"),
            [
                ["AB-1", "3"],
                ["AB-2", "2"],
                ["AB-3", "12"],
                ["AB-4", "5"],
                ["AB-5", "6"],
                ["4100234", "12"],
                ["4100235", "7"]
            ]
        );
    }

    #[test]
    fn a_quantity_stands_in_brackets_behind_a_colon_or_dash_or_with_its_unit() {
        for text in [
            "CH-DGN-L (6)\nCH-DGN-M (12)",
            "CH-DGN-L: 6\nCH-DGN-M : 12",
            "CH-DGN-L - 6\nCH-DGN-M – 12 ea",
            "CH-DGN-L, 6 ea\nCH-DGN-M,12 EACH",
            "CH-DGN-L x 6 each\n12 × CH-DGN-M",
            "CH-DGN-L;6 ea\nCH-DGN-M;12",
        ] {
            assert_eq!(cells(text), [["CH-DGN-L", "6"], ["CH-DGN-M", "12"]], "{text}");
        }
        assert_eq!(
            cells("CH-1 (6)\nCH-2, 5 ea.\nCH-3: 3\nCH-4 - 2"),
            [["CH-1", "6"], ["CH-2", "5"], ["CH-3", "3"], ["CH-4", "2"]]
        );
        assert_eq!(cells("2XL (3)\nYM (4)"), [["Size", "Quantity"], ["2XL", "3"], ["YM", "4"]]);
        assert_eq!(cells("Ann\t5 ea\nBo each\t3 each"), [["Ann", "5"], ["Bo each", "3"]]);
    }

    #[test]
    fn sizes_with_counts_need_no_headings() {
        let four = [["Size", "Quantity"], ["YM", "4"], ["S", "6"]];
        for text in ["YM 4 / S 6", "YM 4, S 6", "4 YM\n6 x S", "YM - 4; S: 6\n", "YM=4 / S x 6"] {
            assert_eq!(cells(text), four, "{text}");
        }
        assert_eq!(cells("2XL 4"), [["Size", "Quantity"], ["2XL", "4"]]);
        assert_eq!(
            cells("Navy: M 4, Adult L 6\nRed: M 1"),
            [["Item", "Size", "Quantity"], ["Navy", "M", "4"], ["Navy", "Adult L", "6"], ["Red", "M", "1"]]
        );
        assert_eq!(cells("M,4\nL,6"), [["M", "4"], ["L", "6"]]);
        assert_eq!(cells("21\tYM\n22\tL"), [["21", "YM"], ["22", "L"]]);
        assert_eq!(cells("Lee M 4\nReyes L 6"), [["Lee M", "4"], ["Reyes L", "6"]]);
    }

    #[test]
    fn rows_are_made_equally_long_and_blank_ones_counted() {
        let sheet = read_text("a,b,c,,\n,,\n\u{200b},\nd\n");
        assert_eq!(sheet.blank_rows, 2);
        let widths: Vec<usize> = sheet.rows.iter().map(|row| row.cells.len()).collect();
        assert_eq!(widths, [3, 3]);
    }

    #[test]
    fn r61_hostile_tables_get_a_clear_error() {
        assert_eq!(code(&"a,1\n".repeat(10_001)), "roster_too_many_rows");
        assert_eq!(code(&format!("a,{}\n", "x".repeat(1_000_000))), "roster_cell_too_long");
        assert_eq!(code(&"x,".repeat(30_000)), "roster_too_many_columns");
        assert_eq!(code(&"x,y".repeat(50)), "roster_too_many_columns");
        assert_eq!(code("a\0b"), "roster_not_a_table");
        assert_eq!(code(" \n\t\n"), "roster_empty");
        assert_eq!(code(&"a".repeat(MAX_BYTES + 1)), "roster_too_large");
        let long = read_text(&format!("a,b\nc,{}", "x".repeat(301)));
        assert_eq!(long.errors[0].message, "The cell in row 2, column 2 is too long for a roster.");
    }

    proptest! {
        #[test]
        fn any_text_is_rows_or_errors(text in any::<String>()) {
            let sheet = read_text(&text);
            prop_assert_eq!(sheet.rows.is_empty(), !sheet.errors.is_empty());
        }

        #[test]
        fn no_line_of_a_plain_table_vanishes(lines in prop::collection::vec("[a-z]{1,6},[0-9]{1,2}", 1..40)) {
            let sheet = read_text(&lines.join("\n"));
            let read: Vec<String> = sheet.rows.iter().map(|row| row.cells.join(",")).collect();
            prop_assert_eq!(read, lines);
        }

        #[test]
        fn exported_rows_read_back(rows in prop::collection::vec(prop::collection::vec("[ -~é🏈]{0,8}", 3), 1..12)) {
            let rows: Vec<RosterRow> = rows.into_iter().map(|cells| RosterRow { cells }).collect();
            let tidied: Vec<Vec<String>> = rows.iter().map(|row| row.cells.iter().map(|cell| tidy(cell)).collect()).collect();
            let kept: Vec<Vec<String>> = tidied.into_iter().filter(|cells: &Vec<String>| cells.iter().any(|cell| !cell.is_empty())).collect();
            let sheet = read_text(&super::super::export::export_csv(&rows));
            if kept.is_empty() {
                prop_assert!(sheet.rows.is_empty());
            } else {
                let width = sheet.rows[0].cells.len();
                for (read, kept) in sheet.rows.iter().zip(&kept) {
                    prop_assert_eq!(&read.cells, &kept[..width]);
                }
                prop_assert_eq!(sheet.rows.len(), kept.len());
            }
        }
    }
}
