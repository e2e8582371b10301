//! `fieldhouse import prices`: a file of price conditions, whole or not at all. What a row must be
//! like is the rules' to say.

use std::{collections::HashMap, path::PathBuf};

use fieldhouse_core::pricing::{PriceCondition, PriceConditionDraft, parse_price_condition};
use fieldhouse_kernel::db::Db;
use fieldhouse_kernel::db::columns::Money;

use super::store::{self, condition_row};
use crate::import::{
    Errors, ImportError, TableImport, read_rows,
    report::{Counts, TableReport},
    rows::{Row, Source},
    spawn_blocking,
};

/// Columns a file must have; `minimum_quantity` and the codes may be empty.
const COLUMNS: [&str; 9] =
    ["site", "flyer_code", "program_id", "sold_to", "sku", "minimum_quantity", "unit_price", "valid_from", "valid_to"];

/// Imports a file: reads it whole, finds all its errors, then takes it over in one transaction.
pub async fn import_prices(db: &Db, import: TableImport) -> Result<TableReport, ImportError> {
    let TableImport { file, dry_run, remove_missing } = import;
    let conditions = spawn_blocking(move || read(file)).await?;
    apply(db, &conditions, dry_run, remove_missing).await.map_err(ImportError::Database)
}

/// Takes conditions over in one transaction.
pub async fn apply(
    db: &Db,
    conditions: &[PriceCondition],
    dry_run: bool,
    remove_missing: bool,
) -> Result<TableReport, sea_orm::DbErr> {
    let report = |counts| TableReport { what: "price conditions", dry_run, counts };
    if dry_run {
        return Ok(report(compare(store::list_rows(db.read()).await?, conditions, remove_missing)));
    }
    let tx = db.write().await?;
    let counts = compare(store::list_rows(&*tx).await?, conditions, remove_missing);
    if !counts.is_empty() {
        if remove_missing {
            store::delete_conditions(&tx).await?;
        }
        store::write_conditions(&tx, conditions).await?;
        tx.commit().await?;
    }
    Ok(report(counts))
}

fn compare(rows: Vec<condition_row::Model>, conditions: &[PriceCondition], removed: bool) -> Counts {
    let known = rows.into_iter().map(|row| {
        let says = (row.unit_price_cents, row.valid_to.clone());
        (condition_row::Model { unit_price_cents: Money::default(), valid_to: String::new(), ..row }, says)
    });
    Counts { removed, ..Counts::compare(known.collect(), conditions.iter().map(store::parts)) }
}

fn read(file: PathBuf) -> Result<Vec<PriceCondition>, ImportError> {
    let mut errors = Errors::default();
    let mut found = Vec::new();
    let mut told: HashMap<condition_row::Model, u64> = HashMap::new();
    read_rows(&Source::File(file), &COLUMNS, &mut errors, |row, errors| match parse_price_condition(&draft(&row)) {
        Ok(condition) => match told.insert(store::parts(&condition).0, row.number) {
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
