//! `fieldhouse import certificates`: a file of certificates, whole or not at all. What a number, a day
//! or an amount is, is the rules' to say.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    path::{Path, PathBuf},
};

use fieldhouse_core::{
    brand::{Site, brand},
    catalog::AvailableDate,
    certificates::{certificate_amount, is_certificate_number},
    offers::is_cookie_code,
    text::{is_bidi_control, is_control},
};

use super::store::{self, CertificateRow};
use crate::{
    catalog::import::{
        Errors, ImportError, format_of,
        rows::{self, Row},
    },
    db::Db,
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

/// What is imported and how. Certificates that the file does not have stay: they may be in hands.
#[derive(Debug, Clone)]
pub struct CertificateImport {
    /// CSV or JSON-lines file.
    pub file: PathBuf,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
}

/// What an import did, or would do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CertificateReport {
    /// Nothing was changed.
    pub dry_run: bool,
    /// Certificates that are new.
    pub added: usize,
    /// Certificates that are others than before.
    pub changed: usize,
    /// Certificates that are as before.
    pub unchanged: usize,
}

impl fmt::Display for CertificateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.dry_run { "would be" } else { "were" };
        let Self { added, changed, unchanged, .. } = self;
        write!(f, "certificates: {added} {verb} added, {changed} changed, {unchanged} are the same")
    }
}

/// Imports a file: reads it whole, finds all its errors, then takes it over in one transaction.
pub async fn import_certificates(db: &Db, import: CertificateImport) -> Result<CertificateReport, ImportError> {
    let CertificateImport { file, dry_run } = import;
    let read = tokio::task::spawn_blocking(move || read(&file)).await;
    let rows = read.map_err(|error| ImportError::Unreadable(format!("the file could not be read: {error}")))??;
    take_over(db, &rows, dry_run).await.map_err(ImportError::Database)
}

/// Takes certificates over in one transaction. A certificate that paid an order stays used.
pub async fn take_over(db: &Db, rows: &[CertificateRow], dry_run: bool) -> Result<CertificateReport, sea_orm::DbErr> {
    let tx = db.write_durable().await?;
    let mut report = CertificateReport { dry_run, ..CertificateReport::default() };
    let mut by_catalog: HashMap<&str, Vec<String>> = HashMap::new();
    for row in rows {
        by_catalog.entry(&row.catalog).or_default().push(row.number.clone());
    }
    let mut known: HashMap<(String, String), CertificateRow> = HashMap::new();
    for (catalog, numbers) in by_catalog {
        let there = store::list_certificates(&*tx, catalog, &numbers).await?;
        known.extend(there.into_iter().map(|row| ((row.catalog.clone(), row.number.clone()), row)));
    }
    for row in rows {
        let count = match known.get(&(row.catalog.clone(), row.number.clone())) {
            None => &mut report.added,
            Some(before) if before == row => &mut report.unchanged,
            Some(_) => &mut report.changed,
        };
        *count = count.saturating_add(1);
    }
    if !dry_run {
        store::write_certificates(&tx, rows).await?;
        tx.commit().await?;
    }
    Ok(report)
}

fn read(file: &Path) -> Result<Vec<CertificateRow>, ImportError> {
    let format = format_of(file)
        .map_err(|_| ImportError::Unreadable("the file's name must end in .csv or .jsonl".to_owned()))?;
    let wanted: BTreeSet<String> = COLUMNS.map(str::to_owned).into();
    let mut errors = Errors::default();
    let mut found = Vec::new();
    let mut told: HashMap<(String, String), u64> = HashMap::new();
    rows::read(file, format, ',', &wanted, &mut errors, |row, errors| {
        let certificate = certificate(&row, errors);
        let key = (certificate.catalog.clone(), certificate.number.clone());
        match told.insert(key, row.number) {
            Some(before) => errors.push(row.number, "number", &format!("row {before} has the same certificate")),
            None => found.push(certificate),
        }
    })?;
    errors.into_result()?;
    if found.is_empty() {
        return Err(ImportError::Unreadable("the file has no certificates".to_owned()));
    }
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
    let brands = Site::ALL.map(brand);
    if !brands.iter().any(|brand| brand.certificate_catalog == catalog) {
        refuse("catalog", "it must be BS or US");
    } else if !site_code.is_empty()
        && !brands.iter().any(|b| b.certificate_catalog == catalog && b.certificate_site_code == site_code)
    {
        refuse("site_code", "it is no store of this catalog");
    }
    if !["", "C", "D", "E"].contains(&status.as_str()) {
        refuse("status", "it must be C, D, E or empty");
    }
    let is_valid = match row.text("valid").to_ascii_lowercase().as_str() {
        "" | "yes" | "true" | "1" => true,
        "no" | "false" | "0" => false,
        _ => {
            refuse("valid", "it must be yes or no");
            false
        }
    };
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
        is_valid,
        expires_on: expires_on.to_owned(),
        value_cents: amount.unwrap_or_default().get(),
        organization: row.text("organization").to_owned(),
        participant: row.text("participant").to_owned(),
        flyer: flyer.to_owned(),
    }
}
