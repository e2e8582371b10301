//! Drafts that only whoever holds a signed link sees, in that browser only: kept beside the documents,
//! shown in their place, never cached, never indexed (decisions: content).

use std::sync::Arc;

use anyhow::Context;
use axum::{
    Json, Router,
    extract::{FromRequestParts, Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::get,
};
use fieldhouse_core::{brand::Site, content::PreviewView};
use fieldhouse_kernel::{failure::Failure, http::cookies};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::{
    Contents,
    change::{self, Author, Report, Taking},
    check::Allowed,
    files::{self, Documents},
    store::{self, draft_row},
};
use crate::{
    catalog::prepared::Prepared,
    http::visitor::SiteOf,
    signing::{self, Purpose},
    state::AppState,
};

/// Paths of previews; what follows opens one.
pub const BELOW: &str = "/preview/";
/// Where a browser leaves the preview.
const LEAVE: &str = "/preview/leave";
/// With TLS the browser itself guarantees that no other host or path set it.
const SECURE_NAME: &str = "__Host-preview";
const PLAIN_NAME: &str = "preview";
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

/// The content a request sees: everybody's, or with the drafts of its signed link.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The content.
    pub contents: Arc<Contents>,
    /// True with drafts: what is made of it is this browser's alone.
    pub is_preview: bool,
}

impl FromRequestParts<AppState> for Seen {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let SiteOf(site) = SiteOf::from_request_parts(parts, state).await?;
        Ok(seen(state, site, &parts.headers).await)
    }
}

impl Seen {
    /// A view of the content as JSON: by its tag, so that who has it need not fetch it again; drafts are kept
    /// nowhere.
    pub fn answer(&self, view: &impl Serialize, headers: &HeaderMap) -> Result<Response, Failure> {
        if self.is_preview {
            return Ok(Json(view).into_response());
        }
        Ok(Prepared::tagged(view)?.answer(headers))
    }
}

const fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { PLAIN_NAME }
}

/// The content that a request with these headers sees at a site.
pub async fn seen(state: &AppState, site: Site, headers: &HeaderMap) -> Seen {
    let contents = state.contents.load_full();
    let link = cookies::only(headers, cookie_name(state.config.secure)).and_then(|link| std::str::from_utf8(link).ok());
    let Some(link) = link else { return Seen { contents, is_preview: false } };
    match with_drafts(state, site, link, &contents).await {
        Ok(Some(drafts)) => Seen { contents: drafts, is_preview: true },
        Ok(None) => Seen { contents, is_preview: false },
        Err(error) => {
            tracing::warn!(%error, "a draft could not be read; everybody's content is shown");
            Seen { contents, is_preview: false }
        }
    }
}

/// The content with the drafts of a link; nothing for a link that is none of this site, or over.
async fn with_drafts(
    state: &AppState,
    site: Site,
    link: &str,
    contents: &Arc<Contents>,
) -> anyhow::Result<Option<Arc<Contents>>> {
    let Some((subject, ends)) = signing::open(state, Purpose::Preview, link).await? else { return Ok(None) };
    let Some(id) = subject.strip_suffix(site.key()).and_then(|id| id.strip_suffix(':')) else { return Ok(None) };
    let key = (link.to_owned(), contents.version);
    if let Some(ready) = state.previews.0.get(&key) {
        return Ok(Some(ready));
    }
    let Some(draft) = store::find_draft(state.db.read(), id).await? else { return Ok(None) };
    let preview = PreviewView { until: Timestamp::from_second(ends)?.to_string(), leave_href: LEAVE.to_owned() };
    let drafts = Arc::new(contents.with_drafts(documents_of(state, &draft)?, preview));
    state.previews.0.insert(key, Arc::clone(&drafts));
    Ok(Some(drafts))
}

/// The documents of a draft, held to the rules again.
fn documents_of(state: &AppState, draft: &draft_row::Model) -> anyhow::Result<Documents> {
    let sites: Vec<Value> = serde_json::from_str(&draft.documents)?;
    let mut documents = Documents::default();
    for site in sites {
        documents.take("draft", &site.to_string(), None, None, Allowed { frames: &state.config.frames });
    }
    Ok(documents.finish()?)
}

/// Keeps documents, and what they take out, as a draft; tells its id.
pub async fn keep_draft(state: &AppState, drafts: &Documents, by: String) -> anyhow::Result<String> {
    let Documents { documents, removed, .. } = drafts;
    let about = Site::ALL.into_iter().filter(|site| drafts.are_about(*site));
    let sites: Vec<Value> = about.map(|site| files::write(site, documents, removed)).collect();
    let id = state.ids.random().to_string();
    let row = draft_row::Model {
        id: id.clone(),
        made_at: state.clock.millis(),
        made_by: by,
        documents: serde_json::to_string(&sites)?,
    };
    let tx = state.db.write().await?;
    store::insert_draft(&tx, row).await.context("cannot keep the draft")?;
    tx.commit().await?;
    Ok(id)
}

/// The documents of a kept draft.
pub async fn draft(state: &AppState, id: &str) -> anyhow::Result<Documents> {
    let draft = store::find_draft(state.db.read(), id).await.context("cannot read the draft")?;
    documents_of(state, &draft.with_context(|| format!("there is no draft {id:?}"))?)
}

/// Makes a draft everybody's: its documents are put in place, and what it takes out is gone.
pub async fn publish(state: &AppState, id: &str, by: String) -> anyhow::Result<Report> {
    let Documents { documents, removed, .. } = draft(state, id).await?;
    let versions = Some(state.config.content_versions);
    let how = Taking { remove: removed, versions, ..Taking::default() };
    let author = Author { by, act: format!("publish draft {id}"), now: state.clock.millis() };
    change::apply(&state.db, documents, how, author).await.context("the database refused")
}

/// The links of a draft, one for each site it is about, and when they end.
pub async fn links(
    state: &AppState,
    id: &str,
    drafts: &Documents,
    hours: u32,
) -> anyhow::Result<(Vec<String>, Timestamp)> {
    let ends = state.clock.now().as_second().saturating_add(i64::from(hours).saturating_mul(3600));
    let mut links = Vec::new();
    for site in Site::ALL.into_iter().filter(|site| drafts.are_about(*site)) {
        let signed = signing::sign(state, Purpose::Preview, &[id, ":", site.key()].concat(), ends).await?;
        links.push([&state.hosts.home(site, &state.config), BELOW, &signed].concat());
    }
    Ok((links, Timestamp::from_second(ends)?))
}

/// Opening and leaving previews.
pub fn router() -> Router<AppState> {
    Router::new().route(LEAVE, get(leave_preview)).route("/preview/{link}", get(open_preview))
}

/// Opens a preview in this browser; a link that was tampered with or is over is not there.
async fn open_preview(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    Path(link): Path<String>,
) -> Result<Response, Failure> {
    let contents = state.contents.load_full();
    let opened = with_drafts(&state, site, &link, &contents).await.map_err(Failure::internal)?;
    opened.ok_or_else(Failure::not_found)?;
    let ends = signing::open(&state, Purpose::Preview, &link).await.map_err(Failure::internal)?;
    let seconds = ends.map_or(0, |(_, ends)| ends.saturating_sub(state.clock.now().as_second()));
    home_with(&state, &link, seconds)
}

/// Leaves the preview.
async fn leave_preview(State(state): State<AppState>) -> Result<Response, Failure> {
    home_with(&state, "", 0)
}

fn home_with(state: &AppState, link: &str, seconds: i64) -> Result<Response, Failure> {
    let flag = if state.config.secure { "; Secure" } else { "" };
    let name = cookie_name(state.config.secure);
    let cookie = format!("{name}={link}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{flag}");
    let cookie = HeaderValue::try_from(cookie).map_err(Failure::internal)?;
    let headers = [(header::LOCATION, HeaderValue::from_static("/")), (header::SET_COOKIE, cookie)];
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}
