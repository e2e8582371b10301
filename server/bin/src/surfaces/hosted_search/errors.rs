//! Failures in the hosted service's form, `{message, status}`: the same problems, told at one place.

use axum::response::{IntoResponse, Response};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::problem,
};
use serde::Serialize;

/// What a failure says.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HostedError {
    /// One sentence.
    pub message: String,
    /// HTTP status.
    pub status: u16,
}

/// No application, no key, or not one of ours.
pub fn wrong_key() -> Failure {
    Failure::new(FailureKind::Forbidden, "wrong_key", "Invalid Application-ID or API key")
}

/// A right key, another brand's index.
pub fn not_with_this_key() -> Failure {
    Failure::new(FailureKind::Forbidden, "wrong_index", "Index not allowed with this API key")
}

/// There is no such index.
pub fn no_index(name: &str) -> Failure {
    Failure::new(FailureKind::NotFound, "not_found", format!("Index {name} does not exist"))
}

/// There is no such object.
pub fn no_object() -> Failure {
    Failure::new(FailureKind::NotFound, "not_found", "ObjectID does not exist")
}

/// What the service knows and we do not do, or what makes no sense.
pub fn invalid(message: impl Into<String>) -> Failure {
    Failure::malformed(message)
}

/// Says a failure in the service's form.
pub fn message_and_status(failure: &Failure) -> Response {
    let status = problem::status_of(failure);
    let body = HostedError { message: failure.title.clone(), status: status.as_u16() };
    (status, axum::Json(body)).into_response()
}
