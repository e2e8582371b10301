//! The description of all operations, built from the code.

use axum::{Router, http::header, response::IntoResponse, routing::get};

use fieldhouse_shop::state::AppState;

/// All operations with their shapes.
pub fn document() -> utoipa::openapi::OpenApi {
    let (_, mut document) = crate::surfaces::api().split_for_parts();
    "Fieldhouse".clone_into(&mut document.info.title);
    document
}

/// `/api/openapi.json`, in development only (R67).
pub fn router() -> Router<AppState> {
    Router::new().route(
        "/api/openapi.json",
        get(async || {
            let json = document().to_json().unwrap_or_default();
            ([(header::CONTENT_TYPE, "application/json")], json).into_response()
        }),
    )
}
