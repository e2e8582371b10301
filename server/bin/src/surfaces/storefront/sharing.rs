//! Shared carts over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse, Response},
};
use fieldhouse_core::cart::{CopiedCartView, ShareDraft, ShareView, SharedCartView, SharesView};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};

use fieldhouse_shop::{idempotency::IdempotencyKey, session::Visitor, state::AppState};

/// Routes of shared carts.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_shares, share_cart))
        .routes(routes!(stop_sharing))
        .routes(routes!(show_shared))
        .routes(routes!(copy_shared))
}

/// The visitor's open links
#[utoipa::path(get, path = "/api/cart/shares", tag = "sharing", responses((status = 200, body = SharesView)))]
async fn list_shares(State(state): State<AppState>, visitor: Visitor) -> Result<Json<SharesView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::sharing::list(&state, &visitor).await?))
}

/// Shares the cart as it is now; the path is told only here
#[utoipa::path(
    post, path = "/api/cart/shares", tag = "sharing", request_body = ShareDraft,
    responses(
        (status = 201, body = ShareView), (status = 400, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "cart_empty, cart_share_too_many"),
    )
)]
async fn share_cart(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<ShareDraft>,
) -> Result<(StatusCode, Json<ShareView>), Failure> {
    Ok((StatusCode::CREATED, Json(fieldhouse_shop::buying::sharing::share(&state, &visitor, &draft).await?)))
}

/// Stops sharing
#[utoipa::path(
    delete, path = "/api/cart/shares/{id}", tag = "sharing", params(("id" = String, Path, description = "Share id")),
    responses((status = 200, body = SharesView), (status = 404, body = ProblemBody))
)]
async fn stop_sharing(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<SharesView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::sharing::stop(&state, &visitor, &id).await?))
}

/// What was shared, to read
#[utoipa::path(
    get, path = "/api/cart/shared/{token}", tag = "sharing",
    params(("token" = String, Path, description = "What the link carries")),
    responses((status = 200, body = SharedCartView), (status = 404, body = ProblemBody))
)]
async fn show_shared(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(token): ApiPath<String>,
) -> Result<Response, Failure> {
    let no_robots = [(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"))];
    Ok((no_robots, Json(fieldhouse_shop::buying::sharing::show(&state, &visitor, &token).await?)).into_response())
}

/// Adds what was shared to the visitor's cart, as far as it can be bought
#[utoipa::path(
    post, path = "/api/cart/shared/{token}/copy", tag = "sharing",
    params(
        ("token" = String, Path, description = "What the link carries"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a repeated request harmless"),
    ),
    responses(
        (status = 200, body = CopiedCartView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "The cart would hold too much"),
    )
)]
async fn copy_shared(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    ApiPath(token): ApiPath<String>,
) -> Result<Response, Failure> {
    let keyed = IdempotencyKey::read(&headers, "copy_shared", &fieldhouse_kernel::token::hash(&token))?;
    let answer = fieldhouse_shop::buying::sharing::copy(&state, &visitor, &token, keyed.as_ref()).await?;
    Ok((visitor.cookie(), answer).into_response())
}
