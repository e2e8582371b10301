//! Failures in the platform's form: the same problems, told in another way, at one place for all of them.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::rule::FieldError;
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::problem,
};
use serde::Serialize;
use serde_json::Value;

/// What a failure says.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorResponse {
    /// HTTP status.
    pub status_code: u16,
    /// One sentence.
    pub message: String,
    /// At least one.
    pub errors: Vec<ErrorObject>,
    /// Of a token endpoint and of a refused token (RFC 6749 §5.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// With `error`.
    #[serde(rename = "error_description", skip_serializing_if = "Option::is_none")]
    pub error_description: Option<String>,
}

/// One thing that is wrong.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorObject {
    /// The platform's code.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// With `ConcurrentModification`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_version: Option<i64>,
    /// With `RequiredField`, `InvalidField`, `DuplicateField`, and `InvalidJsonInput` where it has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Always null: what was sent is not repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid_value: Option<Value>,
    /// Our own code of the broken rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl ErrorObject {
    fn new(code: &str, message: &str) -> Self {
        Self {
            code: code.to_owned(),
            message: message.to_owned(),
            current_version: None,
            field: None,
            invalid_value: None,
            rule: None,
        }
    }

    /// A broken rule of a field.
    fn broken(error: &FieldError) -> Self {
        let (code, invalid_value) = if error.code == "email_exists" {
            ("DuplicateField", None)
        } else if error.code == "current_password_wrong" {
            ("InvalidCurrentPassword", None)
        } else if error.code.starts_with("enter_") {
            ("RequiredField", None)
        } else {
            ("InvalidField", Some(Value::Null))
        };
        let field = place(error);
        Self { field, invalid_value, rule: Some(error.code.clone()), ..Self::new(code, &error.message) }
    }
}

/// Where in the body something is wrong.
fn place(error: &FieldError) -> Option<String> {
    Some(error.field.clone()).filter(|field| !field.is_empty())
}

/// A token endpoint's or a token's refusal, by its code in RFC 6749 and RFC 6750.
pub fn refused(kind: FailureKind, code: &'static str, message: impl Into<String>) -> Failure {
    Failure::new(kind, code, message)
}

/// Codes that clients know by RFC 6749, RFC 6750 and RFC 9470: they go out as they are.
const OAUTH: [&str; 10] = [
    "insufficient_scope",
    "insufficient_user_authentication",
    "invalid_client",
    "invalid_customer_account_credentials",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "invalid_token",
    "unsupported_grant_type",
    "unsupported_token_type",
];

/// The platform's code of ours.
fn code_of(failure: &Failure, status: u16) -> &'static str {
    match failure.code {
        "payment_in_use" => "ReferenceExists",
        _ if failure.current_version.is_some() => "ConcurrentModification",
        code if OAUTH.contains(&code) => code,
        "malformed" | "wrong_shape" => "InvalidJsonInput",
        "not_found" => "ResourceNotFound",
        "email_exists" => "DuplicateField",
        "login_error" | "token" => "InvalidCredentials",
        "sign_in_first" => "invalid_token",
        "too_large" => "ContentTooLarge",
        "unavailable" => "OverCapacity",
        "internal" | "too_many_tries" | "too_many_requests" => "General",
        _ if status == 409 => "InvalidOperation",
        _ => "InvalidInput",
    }
}

/// Says a failure in the platform's form.
pub fn error_response(failure: &Failure) -> Response {
    let said = body_of(failure);
    let status = StatusCode::from_u16(said.status_code).unwrap_or_else(|_| problem::status_of(failure));
    let mut response = (status, axum::Json(&said)).into_response();
    if status == StatusCode::UNAUTHORIZED {
        let asked = match failure.code {
            "invalid_client" => "Basic realm=\"platform\"",
            "insufficient_user_authentication" => {
                "Bearer realm=\"platform\", error=\"insufficient_user_authentication\", max_age=\"900\""
            }
            _ => "Bearer realm=\"platform\", error=\"invalid_token\"",
        };
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(asked));
    }
    response
}

fn body_of(failure: &Failure) -> ErrorResponse {
    let status = problem::status_of(failure).as_u16();
    let code = code_of(failure, status);
    // What is wrong with a request is 400 on the platform, whichever rule it breaks.
    let status_code = match (status, code) {
        (422, _) | (401, "InvalidCredentials") | (409, "DuplicateField") => 400,
        (status, _) => status,
    };
    let message = failure.error.as_deref().unwrap_or(&failure.title).to_owned();
    let errors = if failure.errors.is_empty() || failure.current_version.is_some() {
        let field = (code == "DuplicateField").then(|| "email".to_owned());
        vec![ErrorObject { current_version: failure.current_version, field, ..ErrorObject::new(code, &message) }]
    } else if code == "InvalidJsonInput" {
        let told = |error: &FieldError| ErrorObject { field: place(error), ..ErrorObject::new(code, &error.message) };
        failure.errors.iter().map(told).collect()
    } else {
        failure.errors.iter().map(ErrorObject::broken).collect()
    };
    let error = code.starts_with(|c: char| c.is_ascii_lowercase()).then(|| code.to_owned());
    let error_description = error.is_some().then(|| message.clone());
    ErrorResponse { status_code, message, errors, error, error_description }
}
