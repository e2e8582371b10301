//! `fieldhouse import certificates`: a file of certificates, whole or not at all. What a number, a day
//! or an amount is, is the rules' to say.

use std::{collections::HashMap, path::PathBuf};

use fieldhouse_core::{
    brand::{Site, brand},
    catalog::AvailableDate,
    certificates::{certificate_amount, is_certificate_number},
    offers::is_cookie_code,
    text::{is_bidi_control, is_control, parse_yes},
};
use fieldhouse_kernel::db::Db;

use super::store::{self, CertificateRow};
use crate::import::{
    Errors, ImportError, read_rows,
    report::{Counts, TableReport},
    rows::{Row, Source},
    spawn_blocking,
};

/// Columns a file must have; only `number`, `catalog` and `value` must be filled.
const COLUMNS: [&str; 10] = [
    "number",
    "catalog",
    "site_code",
    "status",
    "valid",
    "expires_on",
    "value",
    "organization",
    "participant",
    "flyer",
];
/// Characters of a name.
const MOST_LETTERS: usize = 200;

/// Imports a file: reads it whole, finds all its errors, then takes it over in one transaction. Certificates
/// that the file does not have stay: they may be in hands.
pub async fn import_certificates(db: &Db, file: PathBuf, dry_run: bool) -> Result<TableReport, ImportError> {
    let rows = spawn_blocking(move || read(file)).await?;
    apply(db, &rows, dry_run).await.map_err(ImportError::Database)
}

/// Takes certificates over in one transaction. A certificate that paid an order stays used.
pub async fn apply(db: &Db, rows: &[CertificateRow], dry_run: bool) -> Result<TableReport, sea_orm::DbErr> {
    let tx = db.write_durable().await?;
    let mut by_catalog: HashMap<&str, Vec<String>> = HashMap::new();
    for row in rows {
        by_catalog.entry(&row.catalog).or_default().push(row.number.clone());
    }
    let mut known: HashMap<Key, CertificateRow> = HashMap::new();
    for (catalog, numbers) in by_catalog {
        let there = store::list_certificates(&*tx, catalog, &numbers).await?;
        known.extend(there.into_iter().map(|row| (key(&row), row)));
    }
    let counts = Counts { missing: None, ..Counts::compare(known, rows.iter().map(|row| (key(row), row))) };
    if !dry_run {
        store::write_certificates(&tx, rows).await?;
        tx.commit().await?;
    }
    Ok(TableReport { what: "certificates", dry_run, counts })
}

type Key = (String, String);

fn key(row: &CertificateRow) -> Key {
    (row.catalog.clone(), row.number.clone())
}

fn read(file: PathBuf) -> Result<Vec<CertificateRow>, ImportError> {
    let mut errors = Errors::default();
    let mut found = Vec::new();
    let mut told: HashMap<Key, u64> = HashMap::new();
    read_rows(&Source::File(file), &COLUMNS, &mut errors, |row, errors| {
        let certificate = certificate(&row, errors);
        match told.insert(key(&certificate), row.number) {
            Some(before) => errors.record_twice(row.number, "number", before),
            None => found.push(certificate),
        }
    })?;
    errors.into_result()?;
    Ok(found)
}

/// A row as a certificate; what cannot be read is put down as an error.
fn certificate(row: &Row, errors: &mut Errors) -> CertificateRow {
    let mut refuse = |column: &str, message: &str| errors.push(row.number, column, message);
    let capitals = |column| row.text(column).to_ascii_uppercase();
    let (number, catalog, site_code, status) =
        (capitals("number"), capitals("catalog"), capitals("site_code"), capitals("status"));
    if !is_certificate_number(&number) {
        refuse("number", "it must be 1 to 40 letters, digits and dashes");
    }
    let of_catalog = || Site::all().map(brand).filter(|brand| *brand.certificate_catalog == *catalog);
    if of_catalog().next().is_none() {
        refuse("catalog", "it must be BS or US");
    } else if !site_code.is_empty() && !of_catalog().any(|brand| *brand.certificate_site_code == *site_code) {
        refuse("site_code", "it is no store of this catalog");
    }
    if !["", "C", "D", "E"].contains(&status.as_str()) {
        refuse("status", "it must be C, D, E or empty");
    }
    let is_valid = match row.text("valid") {
        "" => Some(true),
        valid => parse_yes(valid),
    };
    if is_valid.is_none() {
        refuse("valid", "it must be yes or no");
    }
    let expires_on = row.text("expires_on");
    if !expires_on.is_empty() && AvailableDate::parse_iso(expires_on).is_none() {
        refuse("expires_on", "it must be a day as YYYY-MM-DD");
    }
    let amount = certificate_amount(row.text("value"));
    if amount.is_none() {
        refuse("value", "it must be an amount of dollars above 0, such as 50.00");
    }
    for column in ["organization", "participant"] {
        let text = row.text(column);
        if text.chars().count() > MOST_LETTERS || text.chars().any(|c| is_control(c) || is_bidi_control(c)) {
            refuse(column, "it must be one line of at most 200 characters");
        }
    }
    let flyer = row.text("flyer");
    if !flyer.is_empty() && !is_cookie_code(flyer) {
        refuse("flyer", "it must be letters, digits, dashes, underscores and dots");
    }
    CertificateRow {
        catalog,
        number,
        site_code,
        status,
        is_valid: is_valid.unwrap_or_default(),
        expires_on: expires_on.to_owned(),
        value_cents: amount.unwrap_or_default().into(),
        organization: row.text("organization").to_owned(),
        participant: row.text("participant").to_owned(),
        flyer: flyer.to_owned(),
    }
}
