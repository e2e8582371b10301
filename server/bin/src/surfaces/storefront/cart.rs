//! The cart over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::cart::{AddLinesDraft, CartChangeView, CartHeadView, CartView, ChangeLineDraft};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath, ApiQuery},
        problem::ProblemBody,
    },
};
use serde::{Deserialize, Serialize};

use fieldhouse_shop::{
    buying::cart::{codes::claims, fields::CART_TYPE},
    idempotency::{IdempotencyKey, StoredResponse},
    session::{Visitor, codes::Codes},
    state::AppState,
};

/// Routes of the cart.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(show_head))
        .routes(routes!(show_active))
        .routes(routes!(add_lines, empty_cart))
        .routes(routes!(change_line, remove_line))
        .routes(routes!(remove_lines))
        .routes(routes!(undo))
        .routes(routes!(recalculate))
        .routes(routes!(show_types))
}

/// The header's part of the cart; no line is loaded for it while its prices hold
#[utoipa::path(get, path = "/api/cart/head", tag = "cart", responses((status = 200, body = CartHeadView)))]
async fn show_head(State(state): State<AppState>, visitor: Visitor) -> Result<Json<CartHeadView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::cart::load_head(&state, &visitor).await?))
}

/// The visitor's cart, or null
#[utoipa::path(get, path = "/api/cart/active", tag = "cart", responses((status = 200, body = Option<CartView>)))]
async fn show_active(State(state): State<AppState>, visitor: Visitor) -> Result<Response, Failure> {
    let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((json, fieldhouse_shop::buying::cart::active(&state, &visitor).await?).into_response())
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
    codes: Codes,
    headers: HeaderMap,
    ApiJson(draft): ApiJson<AddLinesDraft>,
) -> Result<Response, Failure> {
    let keyed = IdempotencyKey::read(&headers, "add_lines", &draft)?;
    let claimed = claims::judge(&state, &visitor, &codes).await?;
    let answer: StoredResponse =
        fieldhouse_shop::buying::cart::add_lines(&state, &visitor, &draft, keyed.as_ref(), &claimed.sure).await?;
    Ok((visitor.cookie(), codes.settle(&claimed.kept, state.config.secure), answer).into_response())
}

/// Sets the quantity of a line seen at a version, and its texts
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
) -> Result<StoredResponse, Failure> {
    StoredResponse::done(&fieldhouse_shop::buying::cart::change::change_line(&state, &visitor, &id, draft).await?)
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
) -> Result<Json<CartChangeView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::cart::change::remove_lines(&state, &visitor, &[&id], seen.version).await?))
}

/// Lines to take out together, a whole card for example.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RemoveLinesDraft {
    /// Line item ids; all of them are there, or nothing is taken out.
    line_item_ids: Vec<String>,
    /// Version of the cart they were seen at.
    version: i64,
}

/// Removes several lines seen at a version
#[utoipa::path(
    post, path = "/api/cart/removals", tag = "cart", request_body = RemoveLinesDraft,
    responses(
        (status = 200, body = CartChangeView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "With currentVersion"), (status = 422, body = ProblemBody),
    )
)]
async fn remove_lines(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<RemoveLinesDraft>,
) -> Result<Json<CartChangeView>, Failure> {
    let ids: Vec<&str> = draft.line_item_ids.iter().map(String::as_str).collect();
    Ok(Json(fieldhouse_shop::buying::cart::change::remove_lines(&state, &visitor, &ids, draft.version).await?))
}

/// Empties the cart seen at a version
#[utoipa::path(
    delete, path = "/api/cart/lines", tag = "cart", params(SeenQuery),
    responses(
        (status = 200, body = CartChangeView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "With currentVersion"),
    )
)]
async fn empty_cart(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(seen): ApiQuery<SeenQuery>,
) -> Result<Json<CartChangeView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::cart::change::empty(&state, &visitor, seen.version).await?))
}

/// What to take back.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UndoDraft {
    /// The `undo` of the answer that took something out, or the `mergedUndo` of a sign-in.
    undo: String,
}

/// Puts back what was taken out of the cart, or parts two carts that were merged
#[utoipa::path(
    post, path = "/api/cart/undo", tag = "cart", request_body = UndoDraft,
    responses(
        (status = 200, body = CartChangeView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody, description = "undo_gone: done already, too old, or not yours"),
        (status = 409, body = ProblemBody, description = "A merged cart was changed since, with currentVersion"),
        (status = 422, body = ProblemBody),
    )
)]
async fn undo(
    State(state): State<AppState>,
    mut visitor: Visitor,
    ApiJson(draft): ApiJson<UndoDraft>,
) -> Result<Json<CartChangeView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::cart::undo::undo(&state, &mut visitor, &draft.undo).await?))
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
) -> Result<Json<CartView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::cart::recalculate(&state, &visitor, &draft.cart_id).await?))
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
    Json(CartTypesView { types: TypesView { body: TypeView { id: CART_TYPE } } })
}
