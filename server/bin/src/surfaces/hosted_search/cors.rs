//! Which pages of other origins may search here. No cookie counts below `/1/`, so there is nothing a stranger's
//! page could do in somebody's name (R49); origins are a matter of who may show the store's hits.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use fieldhouse_kernel::failure::{Failure, FailureKind};

use fieldhouse_shop::config::hosted_search::HostedSearchConfig;

/// Seconds a browser may remember what a preflight said.
const REMEMBERED: &str = "86400";
const METHODS: &str = "GET, POST, OPTIONS";
const HEADERS: &str = "content-type, x-algolia-api-key, x-algolia-application-id, x-algolia-agent, x-algolia-usertoken";

/// Refuses a page of an origin that is neither ours nor configured.
pub fn check(config: &HostedSearchConfig, host: &str, headers: &HeaderMap) -> Result<(), Failure> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let own = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    if own.is_some_and(|own| own.eq_ignore_ascii_case(host)) || config.allows(origin) {
        return Ok(());
    }
    Err(Failure::new(FailureKind::Forbidden, "origin_refused", "Origin not allowed with this API key"))
}

/// The answer to a preflight.
pub fn preflight() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// Tells a browser that the page may read the answer.
pub fn finish(config: &HostedSearchConfig, request: Option<&HeaderValue>, preflight: bool, headers: &mut HeaderMap) {
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    let Some(origin) = request.filter(|origin| origin.to_str().is_ok_and(|origin| config.allows(origin))) else {
        return;
    };
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    headers.insert(HeaderName::from_static("timing-allow-origin"), origin.clone());
    if preflight {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(HEADERS));
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(REMEMBERED));
    }
}
