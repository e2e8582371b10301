//! Drafts that only whoever holds a signed link sees, in that browser only: kept beside the documents,
//! shown in their place, never cached, never indexed (decisions: content).

use std::sync::Arc;

use anyhow::Context;
use fieldhouse_core::{brand::Site, content::PreviewView};
use jiff::Timestamp;
use serde_json::Value;

use super::{
    Contents,
    change::{self, Author, ContentReport, Taking},
    check::Allowed,
    files::{self, Documents},
    store::{self, draft_row},
};
use crate::{env::Env, signing::Purpose};

/// Paths of previews; what follows opens one.
pub const BELOW: &str = "/preview/";
/// Where a browser leaves the preview.
pub const LEAVE: &str = "/preview/leave";
/// Previews kept ready.
const KEPT: u64 = 16;

/// Previews by their links and the change of the content under them.
#[derive(Debug)]
pub struct Previews(moka::sync::Cache<(String, i64), Arc<Contents>>);

impl Default for Previews {
    fn default() -> Self {
        Self(moka::sync::Cache::new(KEPT))
    }
}

/// The content with the drafts of a link; nothing for a link that is none of this site, or over.
pub async fn with_drafts(
    (env, previews): (&Env, &Previews),
    site: Site,
    link: &str,
    contents: &Arc<Contents>,
) -> anyhow::Result<Option<Arc<Contents>>> {
    let Some((subject, ends)) = env.open_signed(Purpose::Preview, link).await? else { return Ok(None) };
    let Some(id) = subject.strip_suffix(site.key()).and_then(|id| id.strip_suffix(':')) else { return Ok(None) };
    let key = (link.to_owned(), contents.version);
    if let Some(ready) = previews.0.get(&key) {
        return Ok(Some(ready));
    }
    let Some(draft) = store::find_draft(env.db.read(), id).await? else { return Ok(None) };
    let preview = PreviewView { until: Timestamp::from_second(ends)?.to_string(), leave_href: LEAVE.to_owned() };
    let drafts = Arc::new(contents.with_drafts(documents_of(env, &draft)?, preview));
    previews.0.insert(key, Arc::clone(&drafts));
    Ok(Some(drafts))
}

/// The documents of a draft, held to the rules again.
fn documents_of(env: &Env, draft: &draft_row::Model) -> anyhow::Result<Documents> {
    let sites: Vec<Value> = serde_json::from_str(&draft.documents)?;
    let mut documents = Documents::default();
    for site in sites {
        documents.take("draft", &site.to_string(), None, None, Allowed { frames: &env.config.frames });
    }
    Ok(documents.finish()?)
}

/// Keeps documents, and what they take out, as a draft; tells its id.
pub async fn keep_draft(env: &Env, drafts: &Documents, by: String) -> anyhow::Result<String> {
    let Documents { documents, removed, .. } = drafts;
    let about = Site::all().filter(|site| drafts.are_about(*site));
    let sites: Vec<Value> = about.map(|site| files::write(site, documents, removed)).collect();
    let id = env.ids.random().to_string();
    let row = draft_row::Model {
        id: id.clone(),
        made_at: env.clock.millis(),
        made_by: by,
        documents: serde_json::to_string(&sites)?,
    };
    let tx = env.db.write().await?;
    store::insert_draft(&tx, row).await.context("cannot keep the draft")?;
    tx.commit().await?;
    Ok(id)
}

/// The documents of a kept draft.
pub async fn draft(env: &Env, id: &str) -> anyhow::Result<Documents> {
    let draft = store::find_draft(env.db.read(), id).await.context("cannot read the draft")?;
    documents_of(env, &draft.with_context(|| format!("there is no draft {id:?}"))?)
}

/// Makes a draft everybody's: its documents are put in place, and what it takes out is gone.
pub async fn publish(env: &Env, id: &str, by: String) -> anyhow::Result<ContentReport> {
    let Documents { documents, removed, .. } = draft(env, id).await?;
    let versions = Some(env.config.content_versions);
    let how = Taking { remove: removed, versions, ..Taking::default() };
    let author = Author { by, act: format!("publish draft {id}"), now: env.clock.millis() };
    change::apply(&env.db, documents, how, author).await.context("the database refused")
}

/// The links of a draft, one for each site it is about, and when they end.
pub async fn links(env: &Env, id: &str, drafts: &Documents, hours: u32) -> anyhow::Result<(Vec<String>, Timestamp)> {
    let ends = env.clock.now().as_second().saturating_add(i64::from(hours).saturating_mul(3600));
    let mut links = Vec::new();
    for site in Site::all().filter(|site| drafts.are_about(*site)) {
        let signed = env.sign(Purpose::Preview, &[id, ":", site.key()].concat(), ends).await?;
        links.push([&env.hosts.home(site, &env.config), BELOW, &signed].concat());
    }
    Ok((links, Timestamp::from_second(ends)?))
}
