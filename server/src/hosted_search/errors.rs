//! Failures in the hosted service's form, `{message, status}`: the same problems, told at one place.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use http_body_util::BodyExt;
use serde::Serialize;

use crate::http::problem::{Cause, Problem, ProblemBody};

/// What a failure says.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HostedError {
    /// One sentence.
    pub message: String,
    /// HTTP status.
    pub status: u16,
}

/// No application, no key, or not one of ours.
pub fn wrong_key() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "wrong_key", "Invalid Application-ID or API key")
}

/// A right key, another brand's index.
pub fn not_with_this_key() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "wrong_index", "Index not allowed with this API key")
}

/// There is no such index.
pub fn no_index(name: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "not_found", format!("Index {name} does not exist"))
}

/// There is no such object.
pub fn no_object() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "not_found", "ObjectID does not exist")
}

/// What the service knows and we do not do, or what makes no sense.
pub fn invalid(message: impl Into<String>) -> Problem {
    Problem::malformed(message)
}

/// Tells a problem in the service's form; everything else passes.
pub async fn reshape(response: Response) -> Response {
    let problem = HeaderValue::from_static("application/problem+json");
    if response.headers().get(header::CONTENT_TYPE) != Some(&problem) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(body) = body.collect().await else { return (parts, Body::empty()).into_response() };
    let Ok(problem) = serde_json::from_slice::<ProblemBody>(&body.to_bytes()) else {
        return (parts, Body::empty()).into_response();
    };
    let told = HostedError { message: problem.title, status: problem.status };
    let mut response = (parts.status, axum::Json(told)).into_response();
    if let Some(wait) = parts.headers.get(header::RETRY_AFTER) {
        response.headers_mut().insert(header::RETRY_AFTER, wait.clone());
    }
    if let Some(cause) = parts.extensions.get::<Cause>() {
        response.extensions_mut().insert(cause.clone());
    }
    response
}
