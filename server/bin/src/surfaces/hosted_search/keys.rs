//! Who asks: the brand behind a public search-only key, sent as headers or in the query as clients do.

use axum::{extract::FromRequestParts, http::request::Parts};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};

use super::errors::wrong_key;
use fieldhouse_shop::state::AppState;

/// Names that clients send, in either place.
pub const APPLICATION: &str = "x-algolia-application-id";
const KEY: &str = "x-algolia-api-key";

/// The brand whose indexes the caller's key opens; the host says nothing here.
#[derive(Debug, Clone, Copy)]
pub struct KeyOf(pub Site);

impl FromRequestParts<AppState> for KeyOf {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let config = &state.config.hosted_search;
        let query = QueryPairs::parse(parts.uri.query().unwrap_or_default())?;
        let sent = |wanted: &str| {
            let header = parts.headers.get(wanted).and_then(|value| value.to_str().ok()).map(str::to_owned);
            header.or_else(|| {
                let named = query.0.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
                named.map(|(_, value)| value.clone())
            })
        };
        let application = sent(APPLICATION).is_some_and(|id| id.eq_ignore_ascii_case(&config.application_id));
        let site = sent(KEY).and_then(|key| config.site_of(&key));
        site.filter(|_| application).map(Self).ok_or_else(wrong_key)
    }
}
