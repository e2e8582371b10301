//! `fieldhouse import prices`: a file of price conditions, whole or not at all. What a row must be
//! like is the rules' to say.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    path::{Path, PathBuf},
};

use fieldhouse_core::pricing::{PriceCondition, PriceConditionDraft, parse_price_condition};

use super::store::{self, condition_row};
use crate::{
    catalog::import::{
        Errors, ImportError,
        rows::{self, Row},
    },
    db::Db,
};

/// Columns a file must have; `minimum_quantity` and the codes may be empty.
const COLUMNS: [&str; 9] =
    ["site", "flyer_code", "program_id", "sold_to", "sku", "minimum_quantity", "unit_price", "valid_from", "valid_to"];

/// What is imported and how.
#[derive(Debug, Clone)]
pub struct PriceImport {
    /// CSV or JSON-lines file.
    pub file: PathBuf,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Take out what the file does not have.
    pub remove_missing: bool,
}

/// What an import did, or would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceReport {
    /// Nothing was changed.
    pub dry_run: bool,
    /// Conditions that are new.
    pub added: usize,
    /// Conditions that say something else than before.
    pub changed: usize,
    /// Conditions that are as before.
    pub unchanged: usize,
    /// Conditions the file does not have.
    pub missing: usize,
    /// Those were taken out.
    pub removed: bool,
}

impl fmt::Display for PriceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.dry_run { "would be" } else { "were" };
        let gone = if self.removed { "removed" } else { "not in the file and kept" };
        write!(
            f,
            "price conditions: {} {verb} added, {} changed, {} {gone}, {} are the same",
            self.added, self.changed, self.missing, self.unchanged
        )
    }
}

/// Imports a file: reads it whole, finds all its errors, then takes it over in one transaction.
pub async fn import_prices(db: &Db, import: PriceImport) -> Result<PriceReport, ImportError> {
    let PriceImport { file, dry_run, remove_missing } = import;
    let read = tokio::task::spawn_blocking(move || read(&file)).await;
    let conditions =
        read.map_err(|error| ImportError::Unreadable(format!("the file could not be read: {error}")))??;
    take_over(db, &conditions, dry_run, remove_missing).await.map_err(ImportError::Database)
}

/// Takes conditions over in one transaction.
pub async fn take_over(
    db: &Db,
    conditions: &[PriceCondition],
    dry_run: bool,
    remove_missing: bool,
) -> Result<PriceReport, sea_orm::DbErr> {
    if dry_run {
        return Ok(compare(store::list_rows(db.read()).await?, conditions, dry_run, remove_missing));
    }
    let tx = db.write().await?;
    let report = compare(store::list_rows(&*tx).await?, conditions, dry_run, remove_missing);
    if report.added > 0 || report.changed > 0 || (report.removed && report.missing > 0) {
        if remove_missing {
            store::delete_conditions(&tx).await?;
        }
        store::write_conditions(&tx, conditions).await?;
        tx.commit().await?;
    }
    Ok(report)
}

fn compare(
    rows: Vec<condition_row::Model>,
    conditions: &[PriceCondition],
    dry_run: bool,
    removed: bool,
) -> PriceReport {
    let mut known: HashMap<_, _> = rows
        .into_iter()
        .map(|row| {
            let says = (row.unit_price_cents, row.valid_to.clone());
            (condition_row::Model { unit_price_cents: 0, valid_to: String::new(), ..row }, says)
        })
        .collect();
    let (mut added, mut changed, mut unchanged) = (0_usize, 0_usize, 0_usize);
    for condition in conditions {
        let (key, says) = store::parts(condition);
        let count = match known.remove(&key) {
            None => &mut added,
            Some(before) if before == says => &mut unchanged,
            Some(_) => &mut changed,
        };
        *count = count.saturating_add(1);
    }
    PriceReport { dry_run, added, changed, unchanged, missing: known.len(), removed }
}

fn read(file: &Path) -> Result<Vec<PriceCondition>, ImportError> {
    let format = crate::catalog::import::format_of(file)
        .map_err(|_| ImportError::Unreadable("the file's name must end in .csv or .jsonl".to_owned()))?;
    let wanted: BTreeSet<String> = COLUMNS.map(str::to_owned).into();
    let mut errors = Errors::default();
    let mut found = Vec::new();
    let mut told: HashMap<condition_row::Model, u64> = HashMap::new();
    rows::read(file, format, ',', &wanted, &mut errors, |row, errors| match parse_price_condition(&draft(&row)) {
        Ok(condition) => match told.insert(store::parts(&condition).0, row.number) {
            Some(before) => errors.push(row.number, "", &format!("row {before} speaks of the same")),
            None => found.push(condition),
        },
        Err(broken) => {
            for error in broken {
                errors.push(row.number, column_of(&error.field), &error.message);
            }
        }
    })?;
    errors.into_result()?;
    if found.is_empty() {
        return Err(ImportError::Unreadable("the file has no price conditions".to_owned()));
    }
    Ok(found)
}

fn draft(row: &Row) -> PriceConditionDraft {
    let text = |column| row.text(column).to_owned();
    PriceConditionDraft {
        site: text("site"),
        flyer_code: text("flyer_code"),
        program_id: text("program_id"),
        sold_to: text("sold_to"),
        sku: text("sku"),
        minimum_quantity: text("minimum_quantity"),
        unit_price: text("unit_price"),
        valid_from: text("valid_from"),
        valid_to: text("valid_to"),
    }
}

/// The column of a field of the draft.
fn column_of(field: &str) -> &str {
    let snake = |column: &str| {
        let mut parts = column.split('_');
        let mut camel = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (first, rest) = part.split_at_checked(1).unwrap_or((part, ""));
            camel.push_str(&first.to_ascii_uppercase());
            camel.push_str(rest);
        }
        camel
    };
    COLUMNS.into_iter().find(|column| snake(column) == field).unwrap_or_default()
}
