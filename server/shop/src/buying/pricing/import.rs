//! `fieldhouse import prices`: a file of price conditions, whole or not at all. What a row must be
//! like is the rules' to say.

use std::{collections::HashMap, path::PathBuf};

use fieldhouse_core::pricing::{PriceCondition, PriceConditionDraft, parse_price_condition};
use fieldhouse_kernel::db::Db;

use super::store::{self, condition_row};
use crate::import::{
    Errors, ImportError, TableImport, read_rows,
    report::{Counts, Fate, TableReport},
    rows::{Row, Source},
    spawn_blocking,
};

/// Columns a file must have; `minimum_quantity` and the codes may be empty.
const COLUMNS: [&str; 9] =
    ["site", "flyer_code", "program_id", "sold_to", "sku", "minimum_quantity", "unit_price", "valid_from", "valid_to"];

/// Imports a file: reads it whole, finds all its errors, then takes it over.
pub async fn import_prices(db: &Db, import: TableImport) -> Result<TableReport, ImportError> {
    let TableImport { file, dry_run, remove_missing } = import;
    let conditions = spawn_blocking(move || read(file)).await?;
    apply(db, &conditions, dry_run, remove_missing).await.map_err(ImportError::Database)
}

/// Takes conditions over: what differs, in one transaction. Nobody waits while it is found out.
pub async fn apply(
    db: &Db,
    conditions: &[PriceCondition],
    dry_run: bool,
    remove_missing: bool,
) -> Result<TableReport, sea_orm::DbErr> {
    loop {
        let (change, known) = store::load_known(db).await?;
        let Plan { counts, written, missing } = plan(known, conditions, remove_missing);
        let done = dry_run || counts.is_empty() || store::take_over(db, change, written, &missing).await?;
        // When another one changed them meanwhile it is planned anew.
        if done {
            return Ok(TableReport { what: "price conditions", dry_run, counts });
        }
    }
}

/// What is to be done.
struct Plan {
    counts: Counts,
    /// New, or saying something else.
    written: Vec<condition_row::Model>,
    /// To be taken out.
    missing: Vec<condition_row::Model>,
}

fn plan(mut known: HashMap<condition_row::Model, store::Said>, conditions: &[PriceCondition], removed: bool) -> Plan {
    let mut counts = Counts { removed, ..Counts::default() };
    let mut written = Vec::new();
    for condition in conditions {
        let (key, said) = store::parts_of(condition);
        let fate = Fate::of(known.remove(&key).as_ref(), &said);
        counts.count(fate);
        if fate != Fate::Unchanged {
            written.push(condition_row::Model { unit_price_cents: said.0, valid_to: said.1, ..key });
        }
    }
    counts.missing = Some(known.len());
    let missing = if removed { known.into_keys().collect() } else { Vec::new() };
    Plan { counts, written, missing }
}

fn read(file: PathBuf) -> Result<Vec<PriceCondition>, ImportError> {
    let mut errors = Errors::default();
    let mut found = Vec::new();
    let mut told: HashMap<condition_row::Model, u64> = HashMap::new();
    read_rows(&Source::File(file), &COLUMNS, &mut errors, |row, errors| match parse_price_condition(&draft(&row)) {
        Ok(condition) => match told.insert(store::parts_of(&condition).0, row.number) {
            Some(before) => errors.record_twice(row.number, "", before),
            None => found.push(condition),
        },
        Err(broken) => errors.record_broken(row.number, &COLUMNS, &broken),
    })?;
    errors.into_result()?;
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
