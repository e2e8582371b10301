//! What a paper is made of, whatever it is about: whose, its title, facts in columns, a table with sums, words, places to sign.

/// A document of its own, with pages counted from 1.
#[derive(Debug, Clone, Default)]
pub struct Paper {
    /// Whose it is: the brand's name.
    pub brand: String,
    /// How they are reached.
    pub contact: Vec<String>,
    /// 'Packing slip'.
    pub title: String,
    /// What tells it from others of its kind: 'FH-100023', 'FH-100023 · Shipment 2'.
    pub number: String,
    /// 'November 23, 2026'.
    pub date: String,
    /// Facts, a list a column.
    pub columns: Vec<Vec<Fact>>,
    /// Its lines.
    pub table: Table,
    /// Words below, each with a heading.
    pub words: Vec<Fact>,
    /// What somebody writes on paper: 'Received by', 'Date'.
    pub signed: Vec<String>,
}

/// A label with what it is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fact {
    /// 'Ship to'.
    pub label: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// Lines with heads that are repeated on each page.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// From left to right.
    pub columns: Vec<Column>,
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// Labels and amounts, the last one strong. They are never alone on a page.
    pub sums: Vec<(String, String)>,
}

/// A column of a table.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its head.
    pub head: String,
    /// How wide.
    pub width: Width,
    /// What stands at its right edge: numbers.
    pub right: bool,
}

/// How wide a column is.
#[derive(Debug, Clone, Copy)]
pub enum Width {
    /// Points.
    Points(f32),
    /// So many parts of what is left.
    Parts(f32),
}

/// A row of a table.
#[derive(Debug, Clone)]
pub enum Row {
    /// What the rows below it have in common; it never ends a page, and is repeated where its rows go on.
    Group {
        /// 'Redzone Practice Jersey'.
        name: String,
        /// 'Color: Navy'.
        detail: String,
    },
    /// A line; never cut in half unless it is higher than a page.
    Line(Vec<Cell>),
}

/// A cell of a line.
#[derive(Debug, Clone)]
pub enum Cell {
    /// A text, with smaller ones below it.
    Text(String, Vec<String>),
    /// The same, as what the eye looks for.
    Strong(String, Vec<String>),
    /// A box to tick.
    Tick,
    /// A line to write on.
    Blank,
}

impl Cell {
    /// A text without anything below.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into(), Vec::new())
    }

    /// A strong text without anything below.
    pub fn strong(text: impl Into<String>) -> Self {
        Self::Strong(text.into(), Vec::new())
    }
}

impl Fact {
    /// A fact with lines that say something; nothing when there are none.
    pub fn told(label: &str, lines: impl IntoIterator<Item = impl Into<String>>) -> Option<Self> {
        let lines: Vec<String> = lines.into_iter().map(Into::into).filter(|line| !line.trim().is_empty()).collect();
        (!lines.is_empty()).then(|| Self { label: label.to_owned(), lines })
    }
}
