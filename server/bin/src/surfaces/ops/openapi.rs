//! The description of all operations, built from the code.

use utoipa::openapi::InfoBuilder;

use axum::{Router, http::header, response::IntoResponse, routing::get};

use fieldhouse_shop::state::AppState;

/// All operations with their shapes.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut document = crate::surfaces::api().description();
    document.info = InfoBuilder::new()
        .title("Fieldhouse")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("The store's operations, of the storefront and of the customer API."))
        .build();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_speaks_of_this_store_alone() {
        let info = document().info;
        assert_eq!((&*info.title, &*info.version), ("Fieldhouse", env!("CARGO_PKG_VERSION")));
        assert!(info.contact.is_none() && info.license.is_none());
        assert!(info.description.unwrap().starts_with("The store's operations"));
    }
}
