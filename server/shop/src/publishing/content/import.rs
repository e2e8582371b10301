//! `fieldhouse import content` and `fieldhouse export content`: files an operator edits, taken over whole or
//! not at all. What was exported and is imported again changes nothing.

use std::path::{Path, PathBuf};

use anyhow::Context;
use fieldhouse_core::brand::Site;

use super::{
    change::{self, Author, ContentReport, Taking, document_of},
    check::Allowed,
    document::Document,
    files::{self, Documents},
    store,
};
use crate::env::Env;

/// What is imported and how.
#[derive(Debug, Clone)]
pub struct ContentImport {
    /// A file, or a folder of them.
    pub path: PathBuf,
    /// Only what is this site's.
    pub site: Option<Site>,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Take out what the files' sites have and the files do not.
    pub remove_missing: bool,
    /// Who does it.
    pub by: String,
}

/// Reads and checks files away from the threads that answer.
pub async fn read(env: &Env, path: &Path, site: Option<Site>) -> anyhow::Result<Documents> {
    let (path, frames) = (path.to_owned(), env.config.frames.clone());
    let read = tokio::task::spawn_blocking(move || files::read(&path, site, Allowed { frames: &frames })).await;
    Ok(read.context("the files could not be read")??)
}

/// Imports files: reads them whole, finds all their errors, then takes them over in one transaction.
pub async fn import_content(env: &Env, import: ContentImport) -> anyhow::Result<ContentReport> {
    let ContentImport { path, site, dry_run, remove_missing, by } = import;
    let Documents { documents, removed, sites, cleaned, .. } = read(env, &path, site).await?;
    let replace = if remove_missing { sites.into_iter().collect() } else { Vec::new() };
    let how = Taking { replace, remove: removed, dry_run, versions: Some(env.config.content_versions) };
    let act = ["import ", &path.file_name().unwrap_or_default().to_string_lossy()].concat();
    let author = Author { by, act, now: env.clock.millis() };
    let report = change::apply(&env.db, documents, how, author).await.context("the database refused")?;
    Ok(ContentReport { cleaned, ..report })
}

/// Writes each site's documents into a file of the folder; tells the files.
pub async fn export_content(env: &Env, folder: &Path, site: Option<Site>) -> anyhow::Result<Vec<PathBuf>> {
    let rows = store::list_documents(env.db.read()).await.context("cannot read the content")?;
    let documents: Vec<Document> = rows.iter().filter_map(document_of).collect();
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut written = Vec::new();
    for site in Site::all().filter(|each| site.is_none_or(|only| only == *each)) {
        let file = folder.join([site.key(), ".json"].concat());
        let text = serde_json::to_string_pretty(&files::write(site, &documents, &[]))? + "\n";
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        written.push(file);
    }
    Ok(written)
}
