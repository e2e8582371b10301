//! `fieldhouse import offers` and `fieldhouse import flyers`: files of friendly codes and of what is
//! shown for a flyer, each whole or not at all. What a friendly code must be like is the rules' to say.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
};

use fieldhouse_core::{
    brand::Site,
    content::checks::is_allowed_link,
    offers::{
        FlyerGroupView, FlyerLogoView, FriendlyCodeDraft, RedemptionLinkView, check_friendly_code, friendly_key,
        is_cookie_code,
    },
};
use fieldhouse_kernel::db::Db;

use super::store::{self, FriendlyRow, GroupRow};
use crate::import::{
    Errors, ImportError, TableImport, read_rows,
    report::{Counts, TableReport},
    rows::Source,
    spawn_blocking,
};

const FRIENDLY_COLUMNS: [&str; 6] = ["site", "code", "flyer_code", "start_date", "end_date", "error"];
const FLYER_COLUMNS: [&str; 7] =
    ["site", "flyer_code", "logo_url", "logo_title", "fine_print", "redemption_title", "redemption_href"];

/// Imports friendly codes: reads the file whole, finds all its errors, then takes it over in one transaction.
pub async fn import_friendly(db: &Db, import: TableImport) -> Result<TableReport, ImportError> {
    let TableImport { file, dry_run, remove_missing: removed } = import;
    let rows = spawn_blocking(move || read_friendly(file)).await?;
    let known = store::list_friendly(db.read()).await.map_err(ImportError::Database)?;
    let known = known.into_iter().map(|row| ((row.site.clone(), row.code.clone()), row)).collect();
    let keyed = rows.iter().map(|row| ((row.site.clone(), row.code.clone()), row));
    let counts = Counts { removed, ..Counts::compare(known, keyed) };
    if !dry_run {
        let tx = db.write().await.map_err(ImportError::Database)?;
        if removed {
            store::delete_friendly(&tx).await.map_err(ImportError::Database)?;
        }
        store::write_friendly(&tx, &rows).await.map_err(ImportError::Database)?;
        tx.commit().await.map_err(ImportError::Database)?;
    }
    Ok(TableReport { what: "friendly codes", dry_run, counts })
}

/// Imports what is shown for flyers. Rows of one flyer add up to its logos.
pub async fn import_flyers(db: &Db, import: TableImport) -> Result<TableReport, ImportError> {
    let TableImport { file, dry_run, remove_missing: removed } = import;
    let rows = spawn_blocking(move || read_flyers(file)).await?;
    let known = store::list_groups(db.read()).await.map_err(ImportError::Database)?;
    let known = known.into_iter().map(|row| ((row.site.clone(), row.flyer_code.clone()), row)).collect();
    let keyed = rows.iter().map(|row| ((row.site.clone(), row.flyer_code.clone()), row));
    let counts = Counts { removed, ..Counts::compare(known, keyed) };
    if !dry_run {
        let tx = db.write().await.map_err(ImportError::Database)?;
        if removed {
            store::delete_groups(&tx).await.map_err(ImportError::Database)?;
        }
        store::write_groups(&tx, &rows).await.map_err(ImportError::Database)?;
        tx.commit().await.map_err(ImportError::Database)?;
    }
    Ok(TableReport { what: "flyers", dry_run, counts })
}

type Key = (String, String);

fn read_friendly(file: PathBuf) -> Result<Vec<FriendlyRow>, ImportError> {
    let mut errors = Errors::default();
    let mut found = Vec::new();
    let mut told: HashMap<Key, u64> = HashMap::new();
    read_rows(&Source::File(file), &FRIENDLY_COLUMNS, &mut errors, |row, errors| {
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
        errors.record_broken(row.number, &FRIENDLY_COLUMNS, &broken);
        if !broken.is_empty() {
            return;
        }
        let code = friendly_key(&draft.code);
        if let Some(before) = told.insert((draft.site.clone(), code.clone()), row.number) {
            errors.record_twice(row.number, "code", before);
            return;
        }
        let FriendlyCodeDraft { site, flyer_code, start_date, end_date, error, .. } = draft;
        found.push(FriendlyRow { site, code, flyer_code, start_date, end_date, error });
    })?;
    errors.into_result()?;
    Ok(found)
}

fn read_flyers(file: PathBuf) -> Result<Vec<GroupRow>, ImportError> {
    let mut errors = Errors::default();
    let mut found: BTreeMap<Key, FlyerGroupView> = BTreeMap::new();
    read_rows(&Source::File(file), &FLYER_COLUMNS, &mut errors, |row, errors| {
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
        let own = logo.is_empty() || (logo.starts_with('/') && is_allowed_link(&logo));
        tell(!own, "logo_url", "A path of this store is needed");
        tell(!redemption.is_empty() && !is_allowed_link(&redemption), "redemption_href", "This link cannot be shown");
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
    errors.into_result()?;
    found
        .into_iter()
        .map(|((site, flyer_code), group)| {
            let content = serde_json::to_string(&group)
                .map_err(|error| ImportError::Unreadable(format!("a flyer cannot be kept: {error}")))?;
            Ok(GroupRow { site, flyer_code, content })
        })
        .collect()
}
