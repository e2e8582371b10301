//! `fieldhouse import`: a foreign file becomes part of the catalogue, whole or not at all.

mod build;
mod cells;
pub mod mapping;
pub mod rows;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use fieldhouse_core::brand::Site;
use sea_orm::DbErr;

use self::{
    build::{Builder, Built},
    mapping::{Format, Mapping},
};
use super::{
    Update, UpdateError,
    update::{Changes, Counts},
};
use crate::db::Db;

/// Errors of rows that are shown; the others are counted.
const SHOWN_ERRORS: usize = 100;

/// What is imported and how.
#[derive(Debug, Clone)]
pub struct Import {
    /// The file.
    pub file: PathBuf,
    /// Its mapping file.
    pub mapping: PathBuf,
    /// Storefronts that sell it, instead of the mapping's.
    pub sites: Option<Vec<Site>>,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Take out what the source had before and the file has no longer.
    pub remove_missing: bool,
}

/// What an import did, or would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Rows read, the header included.
    pub rows: u64,
    /// Rows the mapping leaves out.
    pub skipped_rows: u64,
    /// Products the mapping leaves out as not sold.
    pub not_sold: usize,
    /// Pictures elsewhere that were left out.
    pub foreign_pictures: usize,
    /// Nothing was changed.
    pub dry_run: bool,
    /// Numbers.
    pub changes: Changes,
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// As a spreadsheet counts.
    pub row: u64,
    /// Column, or empty for the whole row.
    pub column: String,
    /// What is wrong.
    pub message: String,
}

/// Errors of rows: the first ones in full, all of them in number.
#[derive(Debug, Default)]
pub struct Errors {
    shown: Vec<RowError>,
    total: usize,
}

impl Errors {
    /// Puts an error down.
    pub fn push(&mut self, row: u64, column: &str, message: &str) {
        self.total = self.total.saturating_add(1);
        if self.shown.len() < SHOWN_ERRORS {
            self.shown.push(RowError { row, column: column.to_owned(), message: message.to_owned() });
        }
    }

    const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// All errors, or nothing wrong.
    pub fn into_result(mut self) -> Result<(), ImportError> {
        if self.is_empty() {
            return Ok(());
        }
        self.shown.sort_by(|a, b| (a.row, &a.column).cmp(&(b.row, &b.column)));
        Err(ImportError::Rows { shown: self.shown, total: self.total })
    }
}

/// Why an import did not happen. Nothing was changed.
#[derive(Debug)]
pub enum ImportError {
    /// The mapping file is wrong or does not fit the file.
    Mapping(String),
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
            Self::Unreadable(why) => f.write_str(why),
            Self::Database(error) => write!(f, "the database refused: {error}"),
            Self::Rows { shown, total } => {
                writeln!(f, "{total} error{} in the file; nothing was changed", if *total == 1 { "" } else { "s" })?;
                for error in shown {
                    if error.column.is_empty() {
                        writeln!(f, "  row {}: {}", error.row, error.message)?;
                    } else {
                        writeln!(f, "  row {}, {}: {}", error.row, error.column, error.message)?;
                    }
                }
                let more = total.saturating_sub(shown.len());
                if more > 0 { writeln!(f, "  and {more} more") } else { Ok(()) }
            }
        }
    }
}

impl std::error::Error for ImportError {}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.dry_run { "would be" } else { "were" };
        for (name, counts) in [("products", &self.changes.products), ("variants", &self.changes.variants)] {
            let Counts { added, changed, unchanged, missing, removed, examples } = counts;
            let gone = if *removed { "removed" } else { "not in the file and kept" };
            writeln!(f, "{name}: {added} {verb} added, {changed} changed, {missing} {gone}, {unchanged} are the same")?;
            for example in examples {
                writeln!(f, "  {example}")?;
            }
        }
        write!(f, "{} rows read, {} left out by the mapping", self.rows, self.skipped_rows)?;
        if self.not_sold > 0 {
            write!(f, ", {} products not sold", self.not_sold)?;
        }
        if self.foreign_pictures > 0 {
            write!(f, ", {} pictures elsewhere left out", self.foreign_pictures)?;
        }
        Ok(())
    }
}

/// Imports a file: reads it whole, finds all its errors, then takes it over in one transaction.
pub async fn import(db: &Db, import: Import) -> Result<Report, ImportError> {
    let how = Update { remove_missing: import.remove_missing, dry_run: import.dry_run, ..Update::default() };
    let read = tokio::task::spawn_blocking(move || read(&import)).await;
    let read = read.map_err(|error| ImportError::Unreadable(format!("the file could not be read: {error}")))??;
    let Built { records, places, not_sold, foreign_pictures } = read.built;
    let dry_run = how.dry_run;
    match super::update(db, records, &Update { source: read.source, ..how }).await {
        Ok(changes) => {
            Ok(Report { rows: read.rows, skipped_rows: read.skipped, not_sold, foreign_pictures, dry_run, changes })
        }
        Err(UpdateError::Database(error)) => Err(ImportError::Database(error)),
        Err(UpdateError::Conflicts(conflicts)) => {
            let mut errors = Errors::default();
            for conflict in conflicts {
                let place = places.get(conflict.product);
                let variant = conflict.variant.and_then(|nth| place.and_then(|(_, rows)| rows.get(nth)).copied());
                errors.push(variant.or_else(|| place.map(|(row, _)| *row)).unwrap_or(0), "", &conflict.message);
            }
            Err(errors.into_result().err().unwrap_or(ImportError::Rows { shown: Vec::new(), total: 0 }))
        }
    }
}

struct Read {
    source: String,
    rows: u64,
    skipped: u64,
    built: Built,
}

fn read(import: &Import) -> Result<Read, ImportError> {
    let mapping = Mapping::load(&import.mapping)?;
    let format = mapping.format.map_or_else(|| format_of(&import.file), Ok)?;
    if import.sites.as_ref().unwrap_or(&mapping.sites).is_empty() {
        return Err(ImportError::Mapping("no site would sell the products: the mapping needs 'sites'".to_owned()));
    }
    let mut errors = Errors::default();
    let mut builder = Builder::new(&mapping, import.sites.clone());
    let wanted = mapping.columns();
    let take = |row, errors: &mut Errors| builder.take(row, errors);
    let rows = rows::read(&import.file, format, mapping.delimiter, &wanted, &mut errors, take)?;
    let skipped = builder.skipped;
    let built = builder.finish(&mut errors);
    errors.into_result()?;
    if built.records.products.is_empty() {
        return Err(ImportError::Unreadable("the file has no products".to_owned()));
    }
    Ok(Read { source: mapping.source, rows, skipped, built })
}

/// The format a file's name tells.
pub fn format_of(file: &Path) -> Result<Format, ImportError> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("csv") => Ok(Format::Csv),
        Some("jsonl" | "ndjson") => Ok(Format::JsonLines),
        _ => Err(ImportError::Mapping("the mapping must tell the 'format': \"csv\" or \"json-lines\"".to_owned())),
    }
}
