//! `fieldhouse import offers` and `fieldhouse import flyers`: files of friendly codes and of what is
//! shown for a flyer, each whole or not at all. What a friendly code must be like is the rules' to say.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
    path::{Path, PathBuf},
};

use fieldhouse_core::{
    brand::Site,
    offers::{
        FlyerGroupView, FlyerLogoView, FriendlyCodeDraft, RedemptionLinkView, check_friendly_code, friendly_key,
        is_cookie_code,
    },
};

use super::store::{self, FriendlyRow, GroupRow};
use crate::{
    catalog::import::{
        Errors, ImportError, format_of,
        rows::{self, Row},
    },
    content::links,
    db::Db,
};

const FRIENDLY_COLUMNS: [&str; 6] = ["site", "code", "flyer_code", "start_date", "end_date", "error"];
const FLYER_COLUMNS: [&str; 7] =
    ["site", "flyer_code", "logo_url", "logo_title", "fine_print", "redemption_title", "redemption_href"];

/// What is imported and how.
#[derive(Debug, Clone)]
pub struct OfferImport {
    /// CSV or JSON-lines file.
    pub file: PathBuf,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Take out what the file does not have.
    pub remove_missing: bool,
}

/// What an import did, or would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferReport {
    /// What was imported.
    pub what: &'static str,
    /// Nothing was changed.
    pub dry_run: bool,
    /// New ones.
    pub added: usize,
    /// Those that say something else than before.
    pub changed: usize,
    /// Those that are as before.
    pub unchanged: usize,
    /// Those the file does not have.
    pub missing: usize,
    /// They were taken out.
    pub removed: bool,
}

impl fmt::Display for OfferReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.dry_run { "would be" } else { "were" };
        let gone = if self.removed { "removed" } else { "not in the file and kept" };
        write!(
            f,
            "{}: {} {verb} added, {} changed, {} {gone}, {} are the same",
            self.what, self.added, self.changed, self.missing, self.unchanged
        )
    }
}

/// Imports friendly codes: reads the file whole, finds all its errors, then takes it over in one transaction.
pub async fn import_friendly(db: &Db, import: OfferImport) -> Result<OfferReport, ImportError> {
    let OfferImport { file, dry_run, remove_missing: removed } = import;
    let rows = off_the_road(move || read_friendly(&file)).await?;
    let known = store::list_friendly(db.read()).await.map_err(ImportError::Database)?;
    let known = known.into_iter().map(|row| ((row.site.clone(), row.code.clone()), row)).collect();
    let keyed = rows.iter().map(|row| ((row.site.clone(), row.code.clone()), row));
    let report = compare("friendly codes", known, keyed, (dry_run, removed));
    if !dry_run {
        let tx = db.write().await.map_err(ImportError::Database)?;
        if removed {
            store::delete_friendly(&tx).await.map_err(ImportError::Database)?;
        }
        store::write_friendly(&tx, &rows).await.map_err(ImportError::Database)?;
        tx.commit().await.map_err(ImportError::Database)?;
    }
    Ok(report)
}

/// Imports what is shown for flyers. Rows of one flyer add up to its logos.
pub async fn import_flyers(db: &Db, import: OfferImport) -> Result<OfferReport, ImportError> {
    let OfferImport { file, dry_run, remove_missing: removed } = import;
    let rows = off_the_road(move || read_flyers(&file)).await?;
    let known = store::list_groups(db.read()).await.map_err(ImportError::Database)?;
    let known = known.into_iter().map(|row| ((row.site.clone(), row.flyer_code.clone()), row)).collect();
    let keyed = rows.iter().map(|row| ((row.site.clone(), row.flyer_code.clone()), row));
    let report = compare("flyers", known, keyed, (dry_run, removed));
    if !dry_run {
        let tx = db.write().await.map_err(ImportError::Database)?;
        if removed {
            store::delete_groups(&tx).await.map_err(ImportError::Database)?;
        }
        store::write_groups(&tx, &rows).await.map_err(ImportError::Database)?;
        tx.commit().await.map_err(ImportError::Database)?;
    }
    Ok(report)
}

async fn off_the_road<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, ImportError> + Send + 'static,
) -> Result<T, ImportError> {
    let read = tokio::task::spawn_blocking(read).await;
    read.map_err(|error| ImportError::Unreadable(format!("the file could not be read: {error}")))?
}

type Key = (String, String);

fn compare<'a, T: PartialEq + 'a>(
    what: &'static str,
    mut known: HashMap<Key, T>,
    rows: impl Iterator<Item = (Key, &'a T)>,
    (dry_run, removed): (bool, bool),
) -> OfferReport {
    let (mut added, mut changed, mut unchanged) = (0_usize, 0_usize, 0_usize);
    for (key, row) in rows {
        let count = match known.remove(&key) {
            None => &mut added,
            Some(before) if before == *row => &mut unchanged,
            Some(_) => &mut changed,
        };
        *count = count.saturating_add(1);
    }
    OfferReport { what, dry_run, added, changed, unchanged, missing: known.len(), removed }
}

/// Reads a file with fixed columns row by row; an empty one is an error.
fn each_row(file: &Path, columns: &[&str], take: impl FnMut(Row, &mut Errors)) -> Result<(), ImportError> {
    let format = format_of(file)
        .map_err(|_| ImportError::Unreadable("the file's name must end in .csv or .jsonl".to_owned()))?;
    let wanted: BTreeSet<String> = columns.iter().map(|column| (*column).to_owned()).collect();
    let mut errors = Errors::default();
    let count = rows::read(file, format, ',', &wanted, &mut errors, take)?;
    errors.into_result()?;
    if count == 0 {
        return Err(ImportError::Unreadable("the file has no rows".to_owned()));
    }
    Ok(())
}

fn read_friendly(file: &Path) -> Result<Vec<FriendlyRow>, ImportError> {
    let mut found = Vec::new();
    let mut told: HashMap<Key, u64> = HashMap::new();
    each_row(file, &FRIENDLY_COLUMNS, |row, errors| {
        let text = |column| row.text(column).to_owned();
        let draft = FriendlyCodeDraft {
            site: text("site"),
            code: text("code"),
            flyer_code: text("flyer_code"),
            start_date: text("start_date"),
            end_date: text("end_date"),
            error: text("error"),
        };
        let broken = check_friendly_code(&draft);
        for error in &broken {
            let column = if error.field == "flyerCode" { "flyer_code" } else { &error.field };
            errors.push(row.number, column, &error.message);
        }
        if !broken.is_empty() {
            return;
        }
        let code = friendly_key(&draft.code);
        if let Some(before) = told.insert((draft.site.clone(), code.clone()), row.number) {
            errors.push(row.number, "code", &format!("row {before} speaks of the same"));
            return;
        }
        let FriendlyCodeDraft { site, flyer_code, start_date, end_date, error, .. } = draft;
        found.push(FriendlyRow { site, code, flyer_code, start_date, end_date, error });
    })?;
    Ok(found)
}

fn read_flyers(file: &Path) -> Result<Vec<GroupRow>, ImportError> {
    let mut found: BTreeMap<Key, FlyerGroupView> = BTreeMap::new();
    each_row(file, &FLYER_COLUMNS, |row, errors| {
        let text = |column| row.text(column).to_owned();
        let (site, flyer_code) = (text("site"), text("flyer_code"));
        let (logo, redemption) = (text("logo_url"), text("redemption_href"));
        let mut wrong = false;
        let mut tell = |broken: bool, column: &str, message: &str| {
            if broken {
                errors.push(row.number, column, message);
                wrong = true;
            }
        };
        tell(Site::parse(&site).is_none(), "site", "There is no such site");
        tell(!is_cookie_code(&flyer_code), "flyer_code", "A flyer code is needed");
        // Pictures elsewhere would not be shown: a page shows nothing from another host.
        let own = logo.is_empty() || (logo.starts_with('/') && links::is_allowed(&logo));
        tell(!own, "logo_url", "A path of this store is needed");
        tell(!redemption.is_empty() && !links::is_allowed(&redemption), "redemption_href", "This link cannot be shown");
        if wrong {
            return;
        }
        let group = found.entry((site, flyer_code.clone())).or_default();
        group.flyer_code = flyer_code;
        if !logo.is_empty() {
            group.logos.push(FlyerLogoView { url: logo, title: text("logo_title") });
        }
        if !text("fine_print").is_empty() {
            group.fine_print = text("fine_print");
        }
        if !redemption.is_empty() {
            group.redemption_url = Some(RedemptionLinkView { title: text("redemption_title"), href: redemption });
        }
    })?;
    found
        .into_iter()
        .map(|((site, flyer_code), group)| {
            let content = serde_json::to_string(&group)
                .map_err(|error| ImportError::Unreadable(format!("a flyer cannot be kept: {error}")))?;
            Ok(GroupRow { site, flyer_code, content })
        })
        .collect()
}
