//! The one body of every failure: `application/problem+json` (RFC 9457). A handler's failure travels in the answer's
//! extensions until the surface that was asked says it in its own form; this is the storefront's.

use std::sync::Arc;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::rule::FieldError;
use serde::{Deserialize, Serialize};

use super::audit;
use crate::failure::{Failure, FailureKind};

/// The JSON of a [`Failure`].
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemBody {
    /// Always `about:blank`: the code says more.
    #[serde(rename = "type")]
    pub kind: String,
    /// One sentence.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// Stable code.
    pub code: String,
    /// Of this request; the log has it too.
    pub request_id: String,
    /// Broken rules by field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// With a version conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_version: Option<i64>,
    /// With an order that exists already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// Of registration and create-password (account §7): `[0] …`, `[1] …`, or a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A failure on its way to the surface that says it.
#[derive(Debug, Clone)]
struct Unsaid(Arc<Failure>);

/// Why a request failed, for the logging middleware, in the answer's extensions.
#[derive(Debug, Clone)]
pub struct Cause(Arc<Failure>);

impl Cause {
    /// For the log; nothing when the failure has none.
    pub fn of(response: &Response) -> Option<String> {
        let Self(failure) = response.extensions().get()?;
        failure.cause.as_ref().map(|cause| format!("{cause:#}"))
    }
}

impl IntoResponse for Failure {
    /// Without words yet: the surface has them.
    fn into_response(self) -> Response {
        audit::refused(self.code);
        let mut response = status_of(&self).into_response();
        let failure = Arc::new(self);
        response.extensions_mut().insert(Cause(Arc::clone(&failure)));
        response.extensions_mut().insert(Unsaid(failure));
        response
    }
}

/// What HTTP alone knows of, by the failure's code.
const OF_HTTP: [(&str, StatusCode); 9] = [
    ("method_not_allowed", StatusCode::METHOD_NOT_ALLOWED),
    ("too_slow", StatusCode::REQUEST_TIMEOUT),
    ("too_large", StatusCode::PAYLOAD_TOO_LARGE),
    ("address_too_long", StatusCode::URI_TOO_LONG),
    ("not_json", StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ("not_a_form", StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ("compressed_body", StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ("unknown_host", StatusCode::MISDIRECTED_REQUEST),
    ("headers_too_large", StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE),
];

/// The status of a failure.
pub fn status_of(failure: &Failure) -> StatusCode {
    if let Some((_, status)) = OF_HTTP.iter().find(|(code, _)| *code == failure.code) {
        return *status;
    }
    match failure.kind {
        FailureKind::Malformed => StatusCode::BAD_REQUEST,
        FailureKind::Unauthenticated => StatusCode::UNAUTHORIZED,
        FailureKind::Forbidden => StatusCode::FORBIDDEN,
        FailureKind::NotFound => StatusCode::NOT_FOUND,
        FailureKind::Conflict => StatusCode::CONFLICT,
        FailureKind::Broken => StatusCode::UNPROCESSABLE_ENTITY,
        FailureKind::TooOften => StatusCode::TOO_MANY_REQUESTS,
        FailureKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        FailureKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Says a failure that was not said yet in a surface's form; every other answer passes.
pub fn say(mut response: Response, form: impl FnOnce(&Failure) -> Response) -> Response {
    let Some(Unsaid(failure)) = response.extensions_mut().remove() else { return response };
    let (parts, _) = response.into_parts();
    let mut said = form(&failure);
    // What went along stays; the length was that of no words at all.
    for (name, value) in parts.headers.iter().filter(|(name, _)| *name != header::CONTENT_LENGTH) {
        if !said.headers().contains_key(name) {
            said.headers_mut().append(name, value.clone());
        }
    }
    if let Some(seconds) = failure.retry_after {
        said.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    said.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    said.extensions_mut().extend(parts.extensions);
    said
}

/// The storefront's form, with the id that the log has too.
pub fn problem_json(failure: &Failure, request_id: &str) -> Response {
    let status = status_of(failure);
    let body = ProblemBody {
        kind: "about:blank".to_owned(),
        title: failure.title.clone(),
        status: status.as_u16(),
        code: failure.code.to_owned(),
        request_id: request_id.to_owned(),
        errors: failure.errors.clone(),
        current_version: failure.current_version,
        order_id: failure.order_id.as_deref().map(str::to_owned),
        error: failure.error.as_deref().map(str::to_owned),
    };
    let kind = HeaderValue::from_static("application/problem+json");
    (status, [(header::CONTENT_TYPE, kind)], axum::Json(body)).into_response()
}

/// The failure told by a page instead of JSON.
pub fn as_page(failure: Failure, page: String) -> Response {
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    say(failure.into_response(), |failure| (status_of(failure), [(header::CONTENT_TYPE, kind)], page).into_response())
}

/// Failures that only HTTP knows.
fn of_http(code: &'static str, title: &str) -> Failure {
    Failure::new(FailureKind::Malformed, code, title)
}

/// The host is not one of ours.
pub fn misdirected() -> Failure {
    of_http("unknown_host", "This host is not served here.")
}

/// The method does not exist here.
pub fn method_not_allowed() -> Failure {
    of_http("method_not_allowed", "This method does not exist here.")
}

/// Only JSON bodies are read.
pub fn not_json() -> Failure {
    of_http("not_json", "Only application/json bodies are read here.")
}

/// Only what HTML forms send is read.
pub fn not_a_form() -> Failure {
    of_http("not_a_form", "Only forms are read here.")
}

/// The body is compressed.
pub fn compressed_body() -> Failure {
    of_http("compressed_body", "Compressed bodies are not read here.")
}

/// The body is over the limit.
pub fn too_large() -> Failure {
    of_http("too_large", "The body is larger than 1 MiB.")
}

/// The body takes too long.
pub fn too_slow() -> Failure {
    of_http("too_slow", "The body did not arrive in time.")
}

/// The address is over the limit.
pub fn address_too_long() -> Failure {
    of_http("address_too_long", "The address is too long.")
}

/// The headers are over the limit.
pub fn headers_too_large() -> Failure {
    of_http("headers_too_large", "The headers are larger than 16 KiB.")
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::to_bytes, http::Request, routing::get};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_failure_that_came_through_routers_is_said_with_its_headers_and_its_own_length() {
        let router = Router::new().route("/", get(async || ([("x-tried", "twice")], Failure::sign_in_first())));
        let unsaid = router.oneshot(Request::new(axum::body::Body::empty())).await.unwrap();
        assert_eq!(unsaid.headers()[header::CONTENT_LENGTH], "0", "the router told the length of nothing");
        let said = say(unsaid, |failure| problem_json(failure, "id-1"));
        assert_eq!(said.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(said.headers()["x-tried"], "twice");
        assert_eq!(said.headers()[header::CONTENT_TYPE], "application/problem+json");
        assert!(!said.headers().contains_key(header::CONTENT_LENGTH));
        let body = to_bytes(said.into_body(), 10_000).await.unwrap();
        let body: ProblemBody = serde_json::from_slice(&body).unwrap();
        assert_eq!((body.code.as_str(), body.request_id.as_str()), ("sign_in_first", "id-1"));
    }

    #[test]
    fn every_kind_has_a_status_and_what_only_http_knows_its_own() {
        for (failure, status) in [
            (Failure::malformed("no"), 400),
            (Failure::sign_in_first(), 401),
            (Failure::new(FailureKind::Forbidden, "no", "No."), 403),
            (Failure::not_found(), 404),
            (Failure::conflict("no", "No.", 1), 409),
            (Failure::broken(Vec::new()), 422),
            (Failure::too_often("no", "No.", 1), 429),
            (Failure::internal(anyhow::anyhow!("no")), 500),
            (Failure::unavailable(anyhow::anyhow!("no")), 503),
            (method_not_allowed(), 405),
            (too_slow(), 408),
            (too_large(), 413),
            (address_too_long(), 414),
            (not_json(), 415),
            (not_a_form(), 415),
            (compressed_body(), 415),
            (misdirected(), 421),
            (headers_too_large(), 431),
        ] {
            assert_eq!(status_of(&failure).as_u16(), status, "{}", failure.code);
        }
    }
}
