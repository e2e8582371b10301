//! The cart over HTTP.

use axum::{
    Json,
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use fieldhouse_core::cart::{AddLinesDraft, CartChangeView, CartHeadView, CartView, ChangeLineDraft};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    http::{
        extract::{ApiJson, ApiPath, ApiQuery},
        problem::{Problem, ProblemBody},
    },
    idempotency::{Kept, Keyed},
    session::Visitor,
    state::AppState,
};

/// Routes of the cart.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(show_head))
        .routes(routes!(show_active))
        .routes(routes!(add_lines))
        .routes(routes!(change_line, remove_line))
        .routes(routes!(recalculate))
        .routes(routes!(show_types))
}

/// The header's part of the cart; no line is loaded for it
#[utoipa::path(get, path = "/api/cart/head", tag = "cart", responses((status = 200, body = CartHeadView)))]
async fn show_head(State(state): State<AppState>, visitor: Visitor) -> Result<Json<CartHeadView>, Problem> {
    Ok(Json(super::load_head(&state, &visitor).await?))
}

/// The visitor's cart, or null
#[utoipa::path(get, path = "/api/cart/active", tag = "cart", responses((status = 200, body = Option<CartView>)))]
async fn show_active(State(state): State<AppState>, visitor: Visitor) -> Result<Json<Option<CartView>>, Problem> {
    Ok(Json(super::find_cart(&state, &visitor).await?))
}

/// Adds lines: all of them or none
#[utoipa::path(
    post, path = "/api/cart/lines", tag = "cart", request_body = AddLinesDraft,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes a repeated request harmless")),
    responses(
        (status = 200, body = CartChangeView),
        (status = 400, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn add_lines(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    ApiJson(draft): ApiJson<AddLinesDraft>,
) -> Result<Response, Problem> {
    let keyed = Keyed::read(&headers, "add_lines", &draft)?;
    let answer: Kept = super::add_lines(&state, &visitor, &draft, keyed.as_ref()).await?;
    Ok((visitor.cookie(), answer).into_response())
}

/// Sets the quantity of a line seen at a version
#[utoipa::path(
    patch, path = "/api/cart/lines/{id}", tag = "cart", request_body = ChangeLineDraft,
    params(("id" = String, Path, description = "Line item id")),
    responses(
        (status = 200, body = CartChangeView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "With currentVersion"), (status = 422, body = ProblemBody),
    )
)]
async fn change_line(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<ChangeLineDraft>,
) -> Result<Json<CartChangeView>, Problem> {
    Ok(Json(super::change_line(&state, &visitor, &id, draft).await?))
}

/// The version a line was seen at.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct SeenQuery {
    /// Version of the cart.
    version: i64,
}

/// Removes a line seen at a version
#[utoipa::path(
    delete, path = "/api/cart/lines/{id}", tag = "cart",
    params(("id" = String, Path, description = "Line item id"), SeenQuery),
    responses(
        (status = 200, body = CartChangeView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "With currentVersion"),
    )
)]
async fn remove_line(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
    ApiQuery(seen): ApiQuery<SeenQuery>,
) -> Result<Json<CartChangeView>, Problem> {
    Ok(Json(super::remove_line(&state, &visitor, &id, seen.version).await?))
}

/// Which cart to price again (cart §7).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecalculateDraft {
    /// Cart id.
    cart_id: String,
}

/// Prices the cart again
#[utoipa::path(
    post, path = "/api/cart/recalculate", tag = "cart", request_body = RecalculateDraft,
    responses((status = 200, body = CartView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn recalculate(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<RecalculateDraft>,
) -> Result<Json<CartView>, Problem> {
    Ok(Json(super::recalculate(&state, &visitor, &draft.cart_id).await?))
}

/// `{"types":{"body":{"id":"…"}}}` (cart §7).
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CartTypesView {
    types: TypesView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct TypesView {
    body: TypeView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct TypeView {
    /// Id of the cart's custom type, the one that holds the codes.
    id: &'static str,
}

/// Id of the cart's custom type
#[utoipa::path(get, path = "/api/cart/types/", tag = "cart", responses((status = 200, body = CartTypesView)))]
async fn show_types() -> Json<CartTypesView> {
    Json(CartTypesView { types: TypesView { body: TypeView { id: super::fields::CART_TYPE } } })
}
