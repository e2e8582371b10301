//! Changes of content: documents are taken over in one transaction, and what each change did is kept.

use std::{collections::BTreeMap, fmt};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::{Db, WriteTx};
use sea_orm::DbErr;
use serde_json::Value;

use super::{
    document::{Address, Document, DocumentKind},
    store::{self, change_row, row},
};

/// Who changes content, when, and by what.
#[derive(Debug, Clone, Default)]
pub struct Author {
    /// Who.
    pub by: String,
    /// What is done: `import usgames.json`.
    pub act: String,
    /// Milliseconds since 1970.
    pub now: i64,
}

/// How documents are taken over.
#[derive(Debug, Clone, Default)]
pub struct Taking {
    /// Sites whose other documents are taken out.
    pub replace: Vec<Site>,
    /// Documents that are taken out.
    pub remove: Vec<Address>,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Versions that are kept of a document, the one that is shown among them; all of them without a number.
    pub versions: Option<u32>,
}

/// What was changed, or would be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContentReport {
    /// Nothing was changed.
    pub dry_run: bool,
    /// New documents.
    pub added: Vec<Address>,
    /// Documents that say something else than before.
    pub changed: Vec<Address>,
    /// Documents that are gone.
    pub removed: Vec<Address>,
    /// Documents that are as before.
    pub unchanged: usize,
    /// Where something was taken out of HTML: document and path.
    pub cleaned: Vec<String>,
    /// The change's number; 0 when nothing was changed.
    pub change: i64,
}

impl fmt::Display for ContentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.dry_run { "would be" } else { "were" };
        let Self { added, changed, removed, unchanged, .. } = self;
        write!(f, "documents: {} {verb} added, {} changed, {} removed", added.len(), changed.len(), removed.len())?;
        write!(f, ", {unchanged} are the same")?;
        for (did, all) in [("added", added), ("changed", changed), ("removed", removed)] {
            for address in all {
                write!(f, "\n  {did} {address}")?;
            }
        }
        for place in &self.cleaned {
            write!(f, "\n  HTML was cleaned in {place}")?;
        }
        match self.change {
            0 => Ok(()),
            change => write!(f, "\nThis is change {change}; running stores show it within a second."),
        }
    }
}

/// A row as a document; nothing when no store of this version wrote it.
pub fn document_of(row: &row::Model) -> Option<Document> {
    let address =
        Address { site: Site::parse(&row.site)?, kind: DocumentKind::parse(&row.kind)?, slug: row.slug.clone() };
    Some(Document { address, json: serde_json::from_str(&row.json).ok()? })
}

fn row_of(document: &Document, version: i64) -> row::Model {
    let Address { site, kind, slug } = &document.address;
    row::Model {
        site: site.key().to_owned(),
        kind: kind.key().to_owned(),
        slug: slug.clone(),
        json: document.json.to_string(),
        version,
    }
}

/// Takes documents over: all or nothing, only what differs. What nobody changed is no change.
pub async fn apply(db: &Db, documents: Vec<Document>, how: Taking, author: Author) -> Result<ContentReport, DbErr> {
    let tx = db.write().await?;
    let report = apply_in(&tx, documents, how, author).await?;
    if report.change > 0 {
        tx.commit().await?;
    }
    Ok(report)
}

/// The same within an act of more; without a change in the report there is nothing to commit.
pub async fn apply_in(
    tx: &WriteTx,
    documents: Vec<Document>,
    how: Taking,
    author: Author,
) -> Result<ContentReport, DbErr> {
    // First the number: on PostgreSQL it is what other writers wait for.
    let change = store::update_change(tx).await?;
    let mut before: BTreeMap<Address, (i64, Value)> = BTreeMap::new();
    for row in store::list_documents(&**tx).await? {
        if let Some(Document { address, json }) = document_of(&row) {
            before.insert(address, (row.version, json));
        }
    }
    let mut report = ContentReport { dry_run: how.dry_run, ..ContentReport::default() };
    let (mut written, mut removed) = (Vec::new(), Vec::new());
    for document in documents {
        match before.remove(&document.address) {
            Some((_, json)) if json == document.json => report.unchanged = report.unchanged.saturating_add(1),
            Some((version, _)) => {
                written.push(row_of(&document, version.saturating_add(1)));
                report.changed.push(document.address);
            }
            None => {
                written.push(row_of(&document, 1));
                report.added.push(document.address);
            }
        }
    }
    for (address, (version, json)) in before {
        if how.replace.contains(&address.site) || how.remove.contains(&address) {
            removed.push(row_of(&Document { address: address.clone(), json }, version));
            report.removed.push(address);
        }
    }
    if how.dry_run || (written.is_empty() && removed.is_empty()) {
        return Ok(report);
    }
    let Author { by, act, now } = author;
    let made = change_row::Model { change, made_at: now, made_by: by, act };
    store::write_change(tx, made, &written, &removed).await?;
    if let Some(versions) = how.versions {
        store::delete_old_versions(tx, versions.max(1)).await?;
    }
    report.change = change;
    Ok(report)
}
