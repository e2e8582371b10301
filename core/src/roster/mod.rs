//! Rosters: a pasted or dropped table read, its columns guessed, each row matched to articles,
//! checked and priced. Nothing vanishes: every row is ready or says what it needs. Not here: what a
//! cart line must be (`cart::lines`), which the finished lines are asked as the server will ask.

mod across;
pub mod columns;
pub mod evaluation;
pub mod export;
pub mod file;
mod fixes;
mod grouping;
mod judging;
pub mod matching;
pub mod sheet;
pub mod size_words;
mod views;
mod xlsx;
mod xml;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rule::{Broken, Param, broken_rules};
pub use views::{
    RosterArticle, RosterColumn, RosterDraft, RosterFix, RosterItemView, RosterLineView, RosterProblem,
    RosterProductView, RosterRowFix, RosterRowView, RosterStyle, RosterView,
};

/// Rows a roster may hold: as many as a cart has lines (decisions: prices).
pub const MAX_ROWS: u32 = 2_000;
/// Rows read of a table: a roster under its title and headings.
const MAX_SHEET_ROWS: usize = 2_010;
/// Columns of a table: a club's whole registration form, far from a spreadsheet's 16,384.
pub const MAX_COLUMNS: u32 = 40;
/// Unicode scalar values of a cell: a sentence of remarks, far above any name.
pub const MAX_CELL: u32 = 300;
/// Bytes of a text or file: 2,000 rows of registration forms.
pub const MAX_BYTES: usize = 4_000_000;

broken_rules! {
    /// Why a table cannot be read, or a roster not be ordered as a whole.
    pub enum SheetError {
        /// Nothing in it.
        Empty => "roster_empty", "There are no rows here. Copy the cells of your roster, headings included.";
        /// Larger than any roster.
        TooLarge => "roster_too_large", "This is too large for a roster. Please keep only the sheet with the players.";
        /// Too many rows.
        TooManyRows { maximum: u32 } => "roster_too_many_rows", "A roster holds at most {maximum} rows. Please split it.";
        /// Too many columns.
        TooManyColumns { maximum: u32 } => "roster_too_many_columns", "A roster holds at most {maximum} columns. Please keep only those needed.";
        /// A cell nobody typed.
        CellTooLong { row: u32, column: u32 } => "roster_cell_too_long", "The cell in row {row}, column {column} is too long for a roster.";
        /// Bytes that are no table.
        NotATable => "roster_not_a_table", "This is not a spreadsheet we can read. Use XLSX or CSV, or copy the cells and paste them.";
        /// The format before XLSX.
        OldWorkbook => "roster_old_workbook", "This is an old XLS workbook. Please save it as XLSX or CSV first.";
        /// A workbook that cannot be unpacked.
        Damaged => "roster_damaged", "This workbook is damaged. Please save it again, or copy the cells and paste them.";
        /// A column with sizes is missing.
        SizeColumnMissing => "roster_size_column_missing", "Choose the column that holds the sizes of this product.";
        /// No product was chosen.
        NothingChosen => "roster_nothing_chosen", "Choose at least one product, or a column with product numbers.";
    }
}

/// What a row of a roster needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowError {
    /// Nothing is ordered in it.
    Nothing,
    /// No size where one is needed.
    SizeMissing,
    /// A size the product does not come in.
    SizeUnknown {
        /// As typed.
        typed: String,
    },
    /// A number that another row has too.
    NumberTwice {
        /// The number.
        number: String,
        /// The other row, counted from 1.
        row: u32,
    },
    /// No product number where one is needed.
    SkuMissing,
    /// A line of totals.
    Total,
    /// A color or product that was not chosen.
    NotChosen {
        /// As typed.
        typed: String,
    },
    /// A style number whose options are not all told.
    OptionsMissing {
        /// The product.
        name: String,
    },
}

impl RowError {
    /// All codes, for the check that each one has a vector.
    pub const CODES: &'static [&'static str] = &[
        "roster_nothing_ordered",
        "roster_size_missing",
        "roster_size_unknown",
        "roster_number_twice",
        "roster_sku_missing",
        "roster_total",
        "roster_not_chosen",
        "roster_options_missing",
    ];
}

impl Broken for RowError {
    fn code(&self) -> &'static str {
        match self {
            Self::Nothing => "roster_nothing_ordered",
            Self::SizeMissing => "roster_size_missing",
            Self::SizeUnknown { .. } => "roster_size_unknown",
            Self::NumberTwice { .. } => "roster_number_twice",
            Self::SkuMissing => "roster_sku_missing",
            Self::Total => "roster_total",
            Self::NotChosen { .. } => "roster_not_chosen",
            Self::OptionsMissing { .. } => "roster_options_missing",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Nothing => "Nothing is ordered in this row".to_owned(),
            Self::SizeMissing => "Size is missing".to_owned(),
            Self::SizeUnknown { typed } => ["There is no size '", typed, "'"].concat(),
            Self::NumberTwice { number, row } => format!("Number {number} is also in row {row}"),
            Self::SkuMissing => "Product number is missing".to_owned(),
            Self::Total => "A line of totals: nothing is ordered in it".to_owned(),
            Self::NotChosen { typed } => ["None of the chosen products is '", typed, "'"].concat(),
            Self::OptionsMissing { name } => ["Choose the options of ", name].concat(),
        }
    }

    fn params(&self) -> BTreeMap<String, Param> {
        match self {
            Self::SizeUnknown { typed } | Self::NotChosen { typed } => crate::rule::text("typed", typed),
            Self::OptionsMissing { name } => crate::rule::text("name", name),
            Self::NumberTwice { number, row } => {
                let mut params = crate::rule::text("number", number);
                params.insert("row".to_owned(), Param::Number(i64::from(*row)));
                params
            }
            Self::Nothing | Self::SizeMissing | Self::SkuMissing | Self::Total => BTreeMap::new(),
        }
    }
}

/// One row of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterRow {
    /// Its cells.
    pub cells: Vec<String>,
}

impl RosterRow {
    fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

/// What a column holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub enum ColumnKind {
    /// Nothing that is ordered.
    #[default]
    Ignore,
    /// The name on the piece.
    Name,
    /// The number on the piece.
    Number,
    /// Sizes of one or several products.
    Size,
    /// Pieces.
    Quantity,
    /// Product numbers.
    Sku,
    /// Another text for the piece, told by the column's label.
    Text,
}

/// Lower-case letters and digits only: how headings, labels and skus are compared.
fn folded(text: &str) -> String {
    crate::text::lower_case(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What a label asks for on a piece: 'Player name', 'Number', or another text.
pub fn label_kind(label: &str) -> ColumnKind {
    let wanted = folded(label);
    if wanted.contains("number") {
        ColumnKind::Number
    } else if wanted.contains("name") {
        ColumnKind::Name
    } else {
        ColumnKind::Text
    }
}

/// A product number without punctuation and case: what a slip in a typed one leaves of it.
pub fn folded_sku(sku: &str) -> String {
    folded(sku)
}

/// The words of a heading, cell or name, in the singular.
fn words(text: &str) -> Vec<String> {
    let lower = crate::text::lower_case(text);
    let words = lower.split(|c: char| !c.is_alphanumeric()).map(|word| word.trim_end_matches('s').to_owned());
    words.filter(|word| !word.is_empty() && word != "size").collect()
}

fn letters_of(text: &str) -> String {
    folded(text).chars().filter(|c| !c.is_numeric()).collect()
}

/// 'Total', 'Grand Total:', 'Total 24', 'Total players', 'Total M', 'Count'; but not 'Total Johnson'.
fn is_total(text: &str) -> bool {
    let letters = letters_of(text);
    let of_more = letters.strip_prefix("grand").or_else(|| letters.strip_prefix("sub")).unwrap_or(&letters);
    let Some(what) = of_more.strip_prefix("total") else { return letters == "count" };
    what.is_empty() || is_of("s players pieces qty count all sall", what) || size_words::read_letter(what).is_some()
}

/// What stands where a player's name does: 'Team total', too; 'Sum' and 'TTL' may be one.
fn labels_sum(text: &str) -> bool {
    let letters = letters_of(text);
    is_total(text) || letters.ends_with("total") || letters.ends_with("totals") || is_of("sum ttl", &letters)
}

/// What stands in a column that names no player: 'Total Red', 'All' are sums there, too.
fn labels_total(text: &str) -> bool {
    let letters = letters_of(text);
    labels_sum(text) || letters.starts_with("total") || letters == "all"
}

/// Whether a word is one of a list with blanks between.
fn is_of(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
