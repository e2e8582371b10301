//! Extractors: the site a request is for.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Uri, header, request::Parts},
};
use fieldhouse_core::brand::Site;

use super::problem::Problem;
use crate::state::AppState;

/// The brand's storefront this request is for, by its `Host`.
#[derive(Debug, Clone, Copy)]
pub struct SiteOf(pub Site);

impl FromRequestParts<AppState> for SiteOf {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        state.hosts.site(host_of(&parts.headers, &parts.uri)).map(Self).ok_or_else(Problem::misdirected)
    }
}

/// The host a request names, with its port.
pub fn host_of<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> &'a str {
    let named = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    named.or_else(|| uri.authority().map(axum::http::uri::Authority::as_str)).unwrap_or_default()
}
