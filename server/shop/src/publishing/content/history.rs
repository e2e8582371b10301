//! What became of content: who changed what and when, any document as it was, and the way back.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::Context;
use fieldhouse_core::brand::Site;
use jiff::Timestamp;
use serde_json::Value;

use super::{
    change::{self, Author, ContentReport, Taking},
    check::{self, Allowed},
    document::{Address, DocumentKind},
    faults::Faults,
    store,
};
use crate::env::Env;

/// Documents named in a list of changes; the others are counted.
const NAMED: usize = 5;

/// The last changes, a line each, with the documents they changed.
pub async fn list(env: &Env, most: u64, site: Option<Site>) -> anyhow::Result<String> {
    let db = env.db.read();
    let changes = store::list_changes(db, most).await.context("cannot read the history")?;
    let numbers: Vec<i64> = changes.iter().map(|change| change.change).collect();
    let mut touched = store::list_changed(db, &numbers).await.context("cannot read the history")?;
    let mut told = String::new();
    for change in changes {
        let mut documents = touched.remove(&change.change).unwrap_or_default();
        documents.retain(|(of, ..)| site.is_none_or(|site| site.key() == of));
        if documents.is_empty() {
            continue;
        }
        let at = match change.made_at {
            0 => "-".to_owned(),
            millis => Timestamp::from_millisecond(millis).map(|at| at.to_string()).unwrap_or_default(),
        };
        let by = if change.made_by.is_empty() { "-" } else { &change.made_by };
        let count = documents.len();
        writeln!(
            told,
            "{:>5}  {at}  {by}  {}: {count} document{}",
            change.change,
            change.act,
            if count == 1 { "" } else { "s" }
        )?;
        for (site, kind, slug, gone) in documents.iter().take(NAMED) {
            let below = if slug.is_empty() { "" } else { "/" };
            writeln!(told, "         {site}/{kind}{below}{slug}{}", if *gone { " (removed)" } else { "" })?;
        }
        if count > NAMED {
            writeln!(told, "         and {} more", count.saturating_sub(NAMED))?;
        }
    }
    Ok(told.trim_end().to_owned())
}

/// Every document as it was after a change; nothing for one that was taken out by then.
async fn as_of(env: &Env, change: i64, of: Option<&Address>) -> anyhow::Result<BTreeMap<Address, Option<Value>>> {
    let db = env.db.read();
    let known = store::find_change(db, change).await.context("cannot read the history")?;
    known.with_context(|| format!("there is no change {change}; see `fieldhouse content history`"))?;
    let address = of.map(|of| (of.site.key(), of.kind.key(), of.slug.as_str()));
    let mut then = BTreeMap::new();
    for row in store::list_history(db, change, address).await.context("cannot read the history")? {
        let (Some(site), Some(kind)) = (Site::parse(&row.site), DocumentKind::parse(&row.kind)) else { continue };
        let json = row.json.as_deref().map(serde_json::from_str).transpose()?;
        then.insert(Address { site, kind, slug: row.slug }, json);
    }
    // What is not there was not there yet, or is kept no longer: the second must not pass for the first.
    for row in store::list_pruned(db, address).await.context("cannot read the history")? {
        let (Some(site), Some(kind)) = (Site::parse(&row.site), DocumentKind::parse(&row.kind)) else { continue };
        let address = Address { site, kind, slug: row.slug };
        anyhow::ensure!(
            then.contains_key(&address),
            "{address} as it was after change {change} is kept no longer: only what came after change {} is",
            row.until
        );
    }
    Ok(then)
}

/// A document as it was after a change, as JSON to read.
pub async fn show(env: &Env, change: i64, of: &Address) -> anyhow::Result<String> {
    let json = as_of(env, change, Some(of)).await?.remove(of).flatten();
    let json = json.with_context(|| format!("there was no {of} after change {change}"))?;
    Ok(serde_json::to_string_pretty(&json)?)
}

/// The documents that a change wrote or took out, a line each.
pub async fn show_change(env: &Env, change: i64) -> anyhow::Result<String> {
    let db = env.db.read();
    let made = store::find_change(db, change).await.context("cannot read the history")?;
    let made = made.with_context(|| format!("there is no change {change}; see `fieldhouse content history`"))?;
    let mut told =
        format!("change {change} by {}: {}", if made.made_by.is_empty() { "-" } else { &made.made_by }, made.act);
    for (site, kind, slug, gone) in store::list_changed(db, &[change]).await?.remove(&change).unwrap_or_default() {
        let below = if slug.is_empty() { "" } else { "/" };
        write!(told, "\n  {site}/{kind}{below}{slug}{}", if gone { " (removed)" } else { "" })?;
    }
    Ok(told)
}

/// Puts content back to what it was after a change: one document, or all of it. That is a change of its own.
pub async fn restore(env: &Env, change: i64, of: Option<&Address>, by: String) -> anyhow::Result<ContentReport> {
    let then = as_of(env, change, of).await?;
    if let Some(of) = of {
        anyhow::ensure!(then.contains_key(of), "there was no {of} at change {change}");
    }
    let (mut documents, mut remove, mut faults) = (Vec::new(), Vec::new(), Faults::default());
    for (address, json) in then {
        match json {
            Some(json) => {
                // An older store may have taken what this one refuses.
                let name = address.to_string();
                match check::check(address, json, Allowed { frames: &env.config.frames }) {
                    Ok((document, _)) => documents.push(document),
                    Err(errors) => faults.extend(&name, errors),
                }
            }
            None => remove.push(address),
        }
    }
    faults.into_result()?;
    let replace = if of.is_some() { Vec::new() } else { Site::all().collect() };
    let how = Taking { replace, remove, dry_run: false, versions: Some(env.config.content_versions) };
    let act = match of {
        Some(of) => format!("restore {of} of change {change}"),
        None => format!("restore change {change}"),
    };
    let author = Author { by, act, now: env.clock.millis() };
    change::apply(&env.db, documents, how, author).await.context("the database refused")
}
