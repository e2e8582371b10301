//! The one body of every failure: `application/problem+json`.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::rule::FieldError;
use serde::{Deserialize, Serialize};

/// A failure as it goes out. The cause stays here: it is logged once and never sent.
#[derive(Debug)]
pub struct Problem {
    /// HTTP status.
    pub status: StatusCode,
    /// Stable `snake_case` code.
    pub code: &'static str,
    /// One sentence for people.
    pub title: String,
    /// Broken rules by field.
    pub errors: Vec<FieldError>,
    /// With a version conflict.
    pub current_version: Option<i64>,
    /// With an order that exists already.
    pub order_id: Option<Box<str>>,
    /// Seconds to wait before another try.
    pub retry_after: Option<u32>,
    /// What the specification calls the `error` field (account §7): `[0] …`, `[1] …`.
    pub error: Option<Box<str>>,
    /// For the log only.
    pub cause: Option<anyhow::Error>,
}

/// The JSON of a [`Problem`].
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

/// The cause of a [`Problem`], handed to the logging middleware in the response's extensions.
#[derive(Debug, Clone)]
pub struct Cause(pub String);

impl Problem {
    /// The same with an `error` string, whatever went wrong: what registration answers (account §7).
    #[must_use]
    pub fn with_error(self) -> Self {
        let error = self.error.unwrap_or_else(|| self.title.clone().into());
        Self { error: Some(error), ..self }
    }

    /// What is said above a form: how many of its fields are broken, else what went wrong.
    pub fn said(&self) -> String {
        match self.errors.len() {
            0 => self.title.clone(),
            1 => "1 field needs your attention.".to_owned(),
            fields => format!("{fields} fields need your attention."),
        }
    }

    /// The same failure told by a page instead of JSON.
    pub fn as_page(self, page: String) -> Response {
        let mut response = self.into_response();
        *response.body_mut() = page.into();
        response.headers_mut().remove(header::CONTENT_LENGTH);
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        response
    }

    /// A failure with a status, a code and a sentence.
    pub fn new(status: StatusCode, code: &'static str, title: impl Into<String>) -> Self {
        Self {
            status,
            code,
            title: title.into(),
            errors: Vec::new(),
            current_version: None,
            order_id: None,
            retry_after: None,
            error: None,
            cause: None,
        }
    }

    /// Not there, or not yours: the two look the same.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
    }

    /// The host is not one of ours.
    pub fn misdirected() -> Self {
        Self::new(StatusCode::MISDIRECTED_REQUEST, "unknown_host", "This host is not served here.")
    }

    /// The body or the address could not be read.
    pub fn malformed(title: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", title)
    }

    /// Only JSON bodies are read.
    pub fn not_json() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", "Only application/json bodies are read here.")
    }

    /// The body is over the limit.
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "The body is larger than 1 MiB.")
    }

    /// The method does not exist here.
    pub fn method_not_allowed() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "This method does not exist here.")
    }

    /// Only for signed-in customers.
    pub fn sign_in_first() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "sign_in_first", "Please sign in.")
    }

    /// Rules were broken.
    pub fn broken(errors: Vec<FieldError>) -> Self {
        let title = errors.first().map_or_else(|| "A rule was broken.".to_owned(), |error| error.message.clone());
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "rule_broken", title) }
    }

    /// The thing changed since it was read.
    pub fn conflict(code: &'static str, title: impl Into<String>, current_version: i64) -> Self {
        Self { current_version: Some(current_version), ..Self::new(StatusCode::CONFLICT, code, title) }
    }

    /// A dependency is away; the same request may be tried again.
    pub fn unavailable(cause: impl Into<anyhow::Error>) -> Self {
        Self {
            retry_after: Some(2),
            cause: Some(cause.into()),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "Please try again in a moment.")
        }
    }

    /// A bug: no detail goes out.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong on our side.")
        }
    }
}

impl From<sea_orm::DbErr> for Problem {
    /// The database is away, full or slow: 503, so that the same request may be tried again.
    fn from(error: sea_orm::DbErr) -> Self {
        Self::unavailable(error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        super::trail::refused(self.code);
        let body = ProblemBody {
            kind: "about:blank".to_owned(),
            title: self.title,
            status: self.status.as_u16(),
            code: self.code.to_owned(),
            request_id: super::request_id::current(),
            errors: self.errors,
            current_version: self.current_version,
            order_id: self.order_id.map(String::from),
            error: self.error.map(String::from),
        };
        let mut response = (self.status, axum::Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(Cause(format!("{cause:#}")));
        }
        response
    }
}
