//! Opening and leaving a preview in a browser, and what a request sees of drafts.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{FromRequestParts, Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::get,
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    failure::Failure,
    http::{cookies, prepared::Prepared},
};
use serde::Serialize;

use fieldhouse_shop::{
    env::SiteOf,
    publishing::content::{
        Contents,
        preview::{LEAVE, with_drafts},
    },
    signing::Purpose,
    state::AppState,
};

/// With TLS the browser itself guarantees that no other host or path set it.
const SECURE_NAME: &str = "__Host-preview";
const PLAIN_NAME: &str = "preview";
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
    match with_drafts((state, &state.previews), site, link, &contents).await {
        Ok(Some(drafts)) => Seen { contents: drafts, is_preview: true },
        Ok(None) => Seen { contents, is_preview: false },
        Err(error) => {
            tracing::warn!(%error, "a draft could not be read; everybody's content is shown");
            Seen { contents, is_preview: false }
        }
    }
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
    let opened = with_drafts((&state, &state.previews), site, &link, &contents).await.map_err(Failure::internal)?;
    opened.ok_or_else(Failure::not_found)?;
    let ends = state.open_signed(Purpose::Preview, &link).await.map_err(Failure::internal)?;
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
