//! Extractors: the site a request is for, and the address it comes from.

use axum::{extract::FromRequestParts, http::request::Parts};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::{ClientAddress, host_of},
        problem,
    },
};

use crate::state::AppState;

/// The brand's storefront this request is for, by its `Host`.
#[derive(Debug, Clone, Copy)]
pub struct SiteOf(pub Site);

impl FromRequestParts<AppState> for SiteOf {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        state.hosts.site(host_of(&parts.headers, &parts.uri)).map(Self).ok_or_else(problem::misdirected)
    }
}

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self::of(&parts.headers, &parts.extensions, state.config.proxies))
    }
}
