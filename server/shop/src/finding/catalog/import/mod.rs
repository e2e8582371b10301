//! `fieldhouse import`: a foreign file becomes part of the catalogue, whole or not at all.

mod build;
mod cells;
pub mod mapping;
mod product;

use std::{collections::BTreeSet, fmt, path::PathBuf};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::Db;
use jiff::civil::Date;

use self::{
    build::{Builder, Built},
    mapping::Mapping,
};
use super::{Update, UpdateError, update::Changes};
use crate::{
    finding::pictures::{self, folder::Folder},
    import::{
        Errors, ImportError, Warnings,
        rows::{self, Shape, Source},
        spawn_blocking,
    },
};

/// What is imported and how.
#[derive(Debug, Clone)]
pub struct Import {
    /// The file.
    pub file: PathBuf,
    /// Its mapping file.
    pub mapping: PathBuf,
    /// Storefronts that sell it, instead of the mapping's.
    pub sites: Option<Vec<Site>>,
    /// Folder of the pictures the file names.
    pub pictures: Option<PathBuf>,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Take out what the source had before and the file has no longer.
    pub remove_missing: bool,
    /// The day by which dated prices are told.
    pub today: Date,
}

/// What an import did, or would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogReport {
    /// Rows read, the header included.
    pub rows: u64,
    /// Rows the mapping leaves out.
    pub skipped_rows: u64,
    /// Products the mapping leaves out as not sold.
    pub not_sold: usize,
    /// Pictures elsewhere that were left out.
    pub foreign_pictures: usize,
    /// Pictures the folder does not have: the placeholder stands in.
    pub missing_pictures: usize,
    /// Products left out for a cell that cannot be read, because the mapping chose so.
    pub left_out: usize,
    /// Articles left out alone for the same reason.
    pub left_out_articles: usize,
    /// What was put up with, and what must be known.
    pub warnings: Warnings,
    /// Nothing was changed.
    pub dry_run: bool,
    /// Numbers.
    pub changes: Changes,
}

impl fmt::Display for CatalogReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, counts) in [("products", &self.changes.products), ("variants", &self.changes.variants)] {
            writeln!(f, "{}", counts.line(name, self.dry_run))?;
            for example in &counts.examples {
                writeln!(f, "  {example}")?;
            }
        }
        write!(f, "{} rows read, {} left out by the mapping", self.rows, self.skipped_rows)?;
        if self.not_sold > 0 {
            write!(f, ", {} products not sold", self.not_sold)?;
        }
        if self.left_out > 0 {
            write!(f, ", {} products left out", self.left_out)?;
        }
        if self.left_out_articles > 0 {
            write!(f, ", {} variants left out", self.left_out_articles)?;
        }
        if self.foreign_pictures > 0 {
            write!(f, ", {} pictures elsewhere left out", self.foreign_pictures)?;
        }
        if self.missing_pictures > 0 {
            write!(f, ", {} pictures not found: the placeholder stands in", self.missing_pictures)?;
        }
        for line in self.warnings.lines() {
            write!(f, "\n  warning: {line}")?;
        }
        Ok(())
    }
}

/// Imports a file: reads it whole, finds all its errors, then takes it over.
pub async fn import(db: &Db, import: Import) -> Result<CatalogReport, ImportError> {
    let how = Update { remove_missing: import.remove_missing, dry_run: import.dry_run, ..Update::default() };
    let read = spawn_blocking(move || read(&import)).await?;
    let Built { records, places, not_sold, left_out, left_out_articles, pictures } = read.built;
    let dry_run = how.dry_run;
    let wanted = pictures.folder.wanted.into_values().collect();
    // Before the catalogue that names them; what is kept of a catalogue that is then refused waits for the next try.
    let refusals = pictures::take(db, wanted, dry_run).await.map_err(ImportError::Database)?;
    let mut errors = Errors::default();
    for (want, refused) in refusals {
        errors.push(want.row, &want.column, &format!("'{}': {refused}", want.text));
    }
    errors.into_result()?;
    match super::update(db, records, &Update { source: read.source, ..how }).await {
        Ok(changes) => Ok(CatalogReport {
            rows: read.rows,
            skipped_rows: read.skipped,
            not_sold,
            foreign_pictures: pictures.elsewhere,
            missing_pictures: pictures.missing,
            left_out,
            left_out_articles,
            warnings: read.warnings,
            dry_run,
            changes,
        }),
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
    warnings: Warnings,
}

fn read(import: &Import) -> Result<Read, ImportError> {
    let mapping = Mapping::load(&import.mapping)?;
    let untold = || ImportError::Mapping("the mapping must tell the 'format': \"csv\" or \"json-lines\"".to_owned());
    let format = mapping.format.or_else(|| rows::format_of(&import.file)).ok_or_else(untold)?;
    if import.sites.as_ref().unwrap_or(&mapping.sites).is_empty() {
        return Err(ImportError::Mapping("no site would sell the products: the mapping needs 'sites'".to_owned()));
    }
    let mut errors = Errors::default();
    let mut builder = Builder::new(&mapping, import.sites.clone(), import.today);
    let (optional, wanted): (BTreeSet<String>, BTreeSet<String>) =
        mapping.columns().into_iter().partition(|column| mapping.optional.contains(column));
    let take = |row, errors: &mut Errors| builder.take(row, errors);
    let source = Source::File(import.file.clone());
    let unfit = |error| match error {
        ImportError::Columns(names) => {
            ImportError::Mapping(format!("the file does not have the columns the mapping speaks of: {names}"))
        }
        other => other,
    };
    let shape = Shape { format, delimiter: mapping.delimiter, wanted: &wanted, optional: &optional };
    let rows = rows::read(&source, shape, &mut errors, take).map_err(unfit)?;
    let skipped = builder.skipped;
    let folder = Folder::open(import.pictures.as_deref())
        .map_err(|why| ImportError::Unreadable(format!("the folder of pictures: {why}")))?;
    let built = builder.finish(folder, &mut errors);
    let warnings = errors.take_warnings();
    errors.into_result()?;
    if built.records.products.is_empty() {
        return Err(ImportError::Unreadable("the file has no products".to_owned()));
    }
    Ok(Read { source: mapping.source, rows, skipped, built, warnings })
}
