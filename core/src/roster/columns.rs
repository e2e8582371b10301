//! Which column holds what: guessed from headings and from what stands below them, in any order, with
//! headings or without. The shopper can correct every guess.

use serde::{Deserialize, Serialize};

use super::{ColumnKind, RosterColumn, RosterRow, RosterStyle, count, size_words::read_letter};
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
}

const GARMENTS: [&str; 36] = [
    "jersey",
    "jerseys",
    "shirt",
    "shirts",
    "tee",
    "top",
    "tops",
    "short",
    "shorts",
    "pant",
    "pants",
    "sock",
    "socks",
    "hoodie",
    "hood",
    "jacket",
    "warmup",
    "sweatshirt",
    "polo",
    "hat",
    "cap",
    "shoe",
    "shoes",
    "cleat",
    "cleats",
    "bottom",
    "bottoms",
    "singlet",
    "uniform",
    "glove",
    "gloves",
    "helmet",
    "skirt",
    "sweatpants",
    "belt",
    "home",
];

/// What a heading says its column holds.
fn read_heading(text: &str) -> Option<ColumnKind> {
    let lower = lower_case(text);
    if lower.len() > 60 {
        return None;
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let numbered = has(&["number", "no", "num", "nbr", "nr"]) || lower.contains('#');
    let article = has(&["item", "style", "product", "article", "part", "catalog", "material", "model"]);
    if has(&["sku", "skus"]) || (article && (numbered || has(&["code", "id"]))) {
        return Some(ColumnKind::Sku);
    }
    if has(&["qty", "quantity", "quantities", "pcs", "pieces", "count", "units", "amount"]) {
        return Some(ColumnKind::Quantity);
    }
    if has(&[
        "email",
        "mail",
        "phone",
        "parent",
        "guardian",
        "grade",
        "position",
        "age",
        "dob",
        "birth",
        "birthday",
        "address",
        "notes",
        "note",
        "paid",
        "price",
        "description",
        "gender",
    ]) || (article && has(&["name"]))
    {
        return Some(ColumnKind::Ignore);
    }
    if has(&["size", "sizes"]) {
        return Some(ColumnKind::Size);
    }
    if has(&[
        "name",
        "names",
        "player",
        "players",
        "athlete",
        "lastname",
        "surname",
        "last",
        "first",
        "firstname",
        "student",
        "member",
        "nickname",
    ]) && !numbered
    {
        return Some(ColumnKind::Name);
    }
    if numbered {
        return Some(ColumnKind::Number);
    }
    if has(&GARMENTS) && words.len() <= 3 {
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
        let mut seen = std::collections::BTreeSet::new();
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
            seen.insert(cell);
        }
        content.different = seen.len();
        content
    }

    /// Whether most of the filled cells are of a kind.
    fn mostly(self, number: usize) -> bool {
        number > 0 && number.saturating_mul(10) >= self.filled.saturating_mul(6)
    }
}

fn heading_row(rows: &[RosterRow]) -> Option<usize> {
    rows.iter().take(HEADINGS_WITHIN).position(|row| {
        let filled = row.cells.iter().filter(|cell| !is_blank(cell));
        let data = filled.clone().any(|cell| {
            let digits = cell.trim().bytes().all(|b| b.is_ascii_digit());
            digits || read_letter(cell).is_some()
        });
        let known = filled.clone().filter(|cell| read_heading(cell).is_some()).count();
        // One known heading among unknown ones is enough when nothing looks like a player's row.
        !data && (known >= 2 || (known == 1 && filled.count() <= 3))
    })
}

/// Guesses what a table holds.
pub fn guess_columns(rows: &[RosterRow]) -> RosterGuessView {
    let heading = heading_row(rows);
    let headings = heading.map_or(0, |place| place.saturating_add(1));
    let body = rows.get(headings..).unwrap_or_default();
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let named = heading.and_then(|place| rows.get(place));
    let mut columns: Vec<RosterColumn> = Vec::with_capacity(width);
    let mut contents = Vec::with_capacity(width);
    for column in 0..width {
        let label = named.map_or("", |row| row.cell(column)).trim().to_owned();
        let content = Content::of(body, column);
        let said = if label.is_empty() { None } else { read_heading(&label) };
        let kind = match said {
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
    RosterGuessView { headings: count(headings), columns }
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
    // Players have different numbers of two digits at most; quantities repeat.
    let players = has(columns, ColumnKind::Name) || has(columns, ColumnKind::Size);
    if players && !has(columns, ColumnKind::Sku) {
        take(
            columns,
            ColumnKind::Number,
            |content| {
                if content.mostly(content.short_numbers) { content.different } else { 0 }
            },
        );
    } else if !has(columns, ColumnKind::Sku) {
        // A list of product numbers that are digits only: the longer ones.
        take(columns, ColumnKind::Sku, |content| content.numbers.saturating_sub(content.short_numbers));
    }
    take(columns, ColumnKind::Quantity, |content| content.numbers);
}

/// The words of a heading or name, in the singular.
fn words(text: &str) -> Vec<String> {
    let lower = lower_case(text);
    let words = lower.split(|c: char| !c.is_alphanumeric()).map(|word| word.trim_end_matches('s').to_owned());
    words.filter(|word| !word.is_empty() && word != "size").collect()
}

/// The column each product takes its sizes from: the chosen one, else the one whose heading names it,
/// else the first that no other product takes, else the first.
pub(super) fn choose_size_columns(columns: &[RosterColumn], styles: &[RosterStyle]) -> Vec<Option<usize>> {
    let of_sizes = || columns.iter().enumerate().filter(|(_, column)| column.kind == ColumnKind::Size);
    let mut chosen: Vec<Option<usize>> = styles
        .iter()
        .map(|style| {
            let given = style.size_column.and_then(|column| usize::try_from(column).ok());
            if given.is_some() || style.articles.len() == 1 {
                return given.filter(|column| *column < columns.len());
            }
            let name = words(&style.name);
            let named = of_sizes().find(|(_, column)| words(&column.label).iter().any(|word| name.contains(word)));
            named.map(|(place, _)| place)
        })
        .collect();
    for place in 0..styles.len() {
        let open = chosen.get(place).is_some_and(Option::is_none)
            && styles.get(place).is_some_and(|it| it.articles.len() != 1);
        if open {
            let free = of_sizes().find(|(column, _)| !chosen.contains(&Some(*column))).or_else(|| of_sizes().next());
            if let Some(slot) = chosen.get_mut(place) {
                *slot = free.map(|(column, _)| column);
            }
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
            ("Name on back,Player,Uniform Number,Size,Team\nLEE,Ann Lee,3,M,A\n", 1, "Name Text Number Size Text"),
        ] {
            assert_eq!(guess(table), (headings, kinds.to_owned()), "{table}");
        }
    }

    #[test]
    fn without_headings_the_cells_tell() {
        for (table, kinds) in [
            ("Ann Lee,7,YM,M\nBo Reyes,12,L,2XL\n", "Name Number Size Size"),
            ("youth med\t7\tAnn\nAdult L\t8\tBo\n", "Size Number Name"),
            ("AB-100-NVY-M,12\nAB-100-NVY-L,6\n", "Sku Quantity"),
            ("12 AB-100-NVY-M\n", "Ignore"),
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
    }

    proptest! {
        #[test]
        fn every_column_gets_a_kind(rows in prop::collection::vec(prop::collection::vec("[ -~]{0,6}|Name|Size|7|YM", 0..5), 0..20)) {
            let rows: Vec<RosterRow> = rows.into_iter().map(|cells| RosterRow { cells }).collect();
            let guess = guess_columns(&rows);
            prop_assert_eq!(guess.columns.len(), rows.iter().map(|row| row.cells.len()).max().unwrap_or(0));
            prop_assert!(usize::try_from(guess.headings).unwrap() <= rows.len());
            for kind in [ColumnKind::Name, ColumnKind::Number, ColumnKind::Sku, ColumnKind::Quantity] {
                prop_assert!(guess.columns.iter().filter(|column| column.kind == kind).count() <= 1);
            }
        }
    }
}
