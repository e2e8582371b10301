//! `fieldhouse import`: what all imports of files share. Rows as a stream, errors by row, one report.
//! Not here: what a file of a kind means (its feature).

pub(crate) mod batches;
pub mod report;
pub mod rows;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::PathBuf,
};

use fieldhouse_core::rule::FieldError;
use sea_orm::DbErr;

use rows::{Row, Shape, Source};

/// Errors of rows that are shown; the others are counted.
const SHOWN_ERRORS: usize = 100;

/// A file with fixed columns, and how it is taken over.
#[derive(Debug, Clone)]
pub struct TableImport {
    /// CSV or JSON-lines file.
    pub file: PathBuf,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Take out what the file does not have, where files can.
    pub remove_missing: bool,
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// As a spreadsheet counts.
    pub row: u64,
    /// Column, or empty for the whole row.
    pub column: String,
    /// Name of the broken rule; empty where only the sentence tells.
    pub code: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}", self.row)?;
        if !self.column.is_empty() {
            write!(f, ", {}", self.column)?;
        }
        write!(f, ": {}", self.message)?;
        if self.code.is_empty() { Ok(()) } else { write!(f, " ({})", self.code) }
    }
}

/// What was put up with: each kind once, with the first row it was met in and how often. A report tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Warnings {
    met: BTreeMap<(String, String, String), Met>,
}

/// Where a kind was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Met {
    first: u64,
    last: u64,
    count: usize,
}

impl Warnings {
    /// Puts a warning down.
    fn record(&mut self, row: u64, column: &str, code: &str, message: &str) {
        // Thousands of columns and messages would be a file of somebody who means harm.
        if self.met.len() >= MOST_WARNINGS {
            return;
        }
        let key = (code.to_owned(), column.to_owned(), message.to_owned());
        self.add(key, Met { first: row, last: row, count: 1 });
    }

    /// Adds to a kind. One cell may be read for several fields; it is counted once.
    fn add(&mut self, kind: (String, String, String), more: Met) {
        let met = self.met.entry(kind).or_insert(Met { count: 0, ..more });
        if met.count == 0 || met.last != more.first {
            met.count = met.count.saturating_add(more.count);
        }
        met.last = more.last;
    }

    /// How often a kind was met, by its code.
    pub fn count(&self, code: &str) -> usize {
        self.met.iter().filter(|((known, ..), _)| known == code).map(|(_, met)| met.count).sum()
    }

    /// A line each: `row 7, description: … (cell_stripped), and 12 more`.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.met.iter().map(|((code, column, message), met)| {
            let (code, column, message) = (code.clone(), column.clone(), message.clone());
            let first = RowError { row: met.first, column, code, message };
            if met.count > 1 { format!("{first}, and {} more", met.count.saturating_sub(1)) } else { first.to_string() }
        })
    }
}

/// Kinds of warnings that are told apart.
const MOST_WARNINGS: usize = 200;

/// Errors of rows: the first ones in full, all of them in number; and what was put up with.
#[derive(Debug, Default)]
pub struct Errors {
    shown: Vec<RowError>,
    total: usize,
    warnings: Warnings,
}

impl Errors {
    /// Puts an error down that has no code.
    pub fn push(&mut self, row: u64, column: &str, message: &str) {
        self.record(row, column, "", message);
    }

    /// Puts an error down, one of a cell that is read for several fields once. What stood in the cell is none of its
    /// business: it may be personal or secret.
    pub fn record(&mut self, row: u64, column: &str, code: &str, message: &str) {
        let (column, code, message) = (column.to_owned(), code.to_owned(), message.to_owned());
        self.add(RowError { row, column, code, message });
    }

    fn add(&mut self, error: RowError) {
        if self.shown.iter().rev().any(|known| *known == error) {
            return;
        }
        self.total = self.total.saturating_add(1);
        if self.shown.len() < SHOWN_ERRORS {
            self.shown.push(error);
        }
    }

    /// Puts down what is put up with.
    pub fn warn(&mut self, row: u64, column: &str, code: &str, message: &str) {
        self.warnings.record(row, column, code, message);
    }

    /// What was put up with so far; it is told once.
    pub fn take_warnings(&mut self) -> Warnings {
        std::mem::take(&mut self.warnings)
    }

    /// Takes over the errors and warnings of a part.
    pub fn absorb(&mut self, part: Self) {
        self.total = self.total.saturating_add(part.total.saturating_sub(part.shown.len()));
        for error in part.shown {
            self.add(error);
        }
        self.absorb_warnings(part.warnings);
    }

    fn absorb_warnings(&mut self, part: Warnings) {
        for (kind, met) in part.met {
            if self.warnings.met.len() < MOST_WARNINGS || self.warnings.met.contains_key(&kind) {
                self.warnings.add(kind, met);
            }
        }
    }

    /// What is wrong with a part that is left out: warnings instead of errors.
    pub fn leave_out(&mut self, part: Self) {
        self.absorb_warnings(part.warnings);
        for error in part.shown {
            self.warnings.record(error.row, &error.column, "left_out", &format!("left out: {}", error.message));
        }
    }

    /// Puts down that an earlier row speaks of the same.
    pub fn record_twice(&mut self, row: u64, column: &str, before: u64) {
        self.record(row, column, "row_twice", &format!("row {before} speaks of the same"));
    }

    /// Puts down that a row names a business unit nobody knows.
    pub fn record_unknown_unit(&mut self, row: u64, column: &str, key: &str) {
        let message = format!("There is no business unit {key} at this site");
        self.record(row, column, "import_unit_unknown", &message);
    }

    /// Puts the broken rules of a row down, each at its column.
    pub fn record_broken(&mut self, row: u64, columns: &[&str], broken: &[FieldError]) {
        for error in broken {
            self.record(row, column_of(columns, &error.field), &error.code, &error.message);
        }
    }

    /// Nothing is wrong so far.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// All errors, or nothing wrong.
    pub fn into_result(mut self) -> Result<(), ImportError> {
        if self.is_empty() {
            // Reports that have a place for warnings have taken them; the others tell them in the log.
            for line in self.warnings.lines() {
                tracing::warn!("{line}");
            }
            return Ok(());
        }
        self.shown.sort_by(|a, b| (a.row, &a.column).cmp(&(b.row, &b.column)));
        Err(ImportError::Rows { shown: self.shown, total: self.total })
    }
}

/// The column of a tax exemption, which files of before do not have.
pub const TAX_EXEMPT: &str = "tax_exempt";

/// Why an import did not happen. Nothing was changed.
#[derive(Debug)]
pub enum ImportError {
    /// The mapping file is wrong or does not fit the file.
    Mapping(String),
    /// The file lacks columns: their names.
    Columns(String),
    /// The file cannot be read at all.
    Unreadable(String),
    /// Rows are wrong.
    Rows {
        /// The first hundred, in order.
        shown: Vec<RowError>,
        /// All of them.
        total: usize,
    },
    /// The database refused.
    Database(DbErr),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mapping(why) => write!(f, "the mapping does not work: {why}"),
            Self::Columns(names) => write!(f, "the file does not have the columns {names}"),
            Self::Unreadable(why) => f.write_str(why),
            Self::Database(error) => write!(f, "the database refused: {error}"),
            Self::Rows { shown, total } => {
                writeln!(f, "{total} error{} in the file; nothing was changed", if *total == 1 { "" } else { "s" })?;
                for error in shown {
                    writeln!(f, "  {error}")?;
                }
                let more = total.saturating_sub(shown.len());
                if more > 0 { writeln!(f, "  and {more} more") } else { Ok(()) }
            }
        }
    }
}

impl std::error::Error for ImportError {}

/// Does work that blocks where it holds nobody up.
pub async fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ImportError> + Send + 'static,
) -> Result<T, ImportError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| ImportError::Unreadable(format!("the file could not be read: {error}")))?
}

/// Reads a table with fixed columns row by row; errors are collected. An empty one is an error.
pub fn read_rows(
    source: &Source,
    columns: &[&str],
    errors: &mut Errors,
    take: impl FnMut(Row, &mut Errors),
) -> Result<(), ImportError> {
    read_rows_with(source, (columns, &[]), errors, take)
}

/// Reads the rows of a file that must have some columns and may have others.
pub fn read_rows_with(
    source: &Source,
    (columns, optional): (&[&str], &[&str]),
    errors: &mut Errors,
    take: impl FnMut(Row, &mut Errors),
) -> Result<(), ImportError> {
    let format = match source {
        Source::Shipped(_) => Some(rows::Format::Csv),
        Source::File(file) => rows::format_of(file),
    };
    let untold = || ImportError::Unreadable("the file's name must end in .csv or .jsonl".to_owned());
    let wanted: BTreeSet<String> = columns.iter().map(|column| (*column).to_owned()).collect();
    let mut taken = false;
    let mut take = take;
    let optional: BTreeSet<String> = optional.iter().map(|column| (*column).to_owned()).collect();
    let shape = Shape { format: format.ok_or_else(untold)?, delimiter: ',', wanted: &wanted, optional: &optional };
    let count = rows::read(source, shape, errors, |row, errors| {
        taken = true;
        take(row, errors);
    })?;
    if errors.is_empty() && (count == 0 || !taken) {
        return Err(ImportError::Unreadable("the file has no rows".to_owned()));
    }
    Ok(())
}

/// The column of a draft's field: `unit_price` of `unitPrice`; empty when there is none.
fn column_of<'a>(columns: &[&'a str], field: &str) -> &'a str {
    let same = |column: &str| {
        column
            .split('_')
            .flat_map(str::chars)
            .map(|c| c.to_ascii_lowercase())
            .eq(field.chars().map(|c| c.to_ascii_lowercase()))
    };
    columns.iter().copied().find(|column| same(column)).unwrap_or_default()
}
