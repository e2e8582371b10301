//! The wishlist over HTTP; 404 where the brand has none.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use fieldhouse_core::catalog::WishlistView;
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use serde::Deserialize;

use fieldhouse_shop::{session::Visitor, state::AppState};

/// Routes of the wishlist.
pub fn router() -> Operations {
    Operations::new().routes(routes!(show_wishlist, add_wish)).routes(routes!(remove_wish))
}

/// A product for the wishlist.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WishDraft {
    /// Product id.
    product_id: String,
}

/// The visitor's wishlist
#[utoipa::path(get, path = "/api/wishlist", tag = "wishlist", responses((status = 200, body = WishlistView)))]
async fn show_wishlist(State(state): State<AppState>, visitor: Visitor) -> Result<Json<WishlistView>, Failure> {
    Ok(Json(fieldhouse_shop::finding::wishlist::view(&state, &visitor).await?))
}

/// Puts a product on the wishlist
#[utoipa::path(
    post, path = "/api/wishlist", tag = "wishlist", request_body = WishDraft,
    responses((status = 200, body = WishlistView), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn add_wish(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<WishDraft>,
) -> Result<Response, Failure> {
    let view = fieldhouse_shop::finding::wishlist::add(&state, &visitor, &draft.product_id).await?;
    Ok((visitor.cookie(), Json(view)).into_response())
}

/// Takes a product off the wishlist
#[utoipa::path(
    delete, path = "/api/wishlist/{id}", tag = "wishlist", params(("id" = String, Path, description = "Product id")),
    responses((status = 200, body = WishlistView))
)]
async fn remove_wish(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<WishlistView>, Failure> {
    Ok(Json(fieldhouse_shop::finding::wishlist::remove(&state, &visitor, &id).await?))
}
