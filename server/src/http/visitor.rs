//! Extractors: the site a request is for.

use axum::{extract::FromRequestParts, http::request::Parts};
use fieldhouse_core::brand::Site;

use super::problem::Problem;
use crate::state::AppState;

/// The brand's storefront this request is for, by its `Host`.
#[derive(Debug, Clone, Copy)]
pub struct SiteOf(pub Site);

impl FromRequestParts<AppState> for SiteOf {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let host = parts
            .headers
            .get(axum::http::header::HOST)
            .and_then(|value| value.to_str().ok())
            .or_else(|| parts.uri.host())
            .unwrap_or_default();
        state.hosts.site(host).map(Self).ok_or_else(Problem::misdirected)
    }
}
