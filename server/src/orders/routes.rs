//! Orders over HTTP.

use axum::{Json, extract::State, http::HeaderMap};
use fieldhouse_core::{
    cart::CopiedCartView,
    checkout::{OrderView, PlaceOrderDraft},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::back;
use crate::{
    http::{
        extract::{ApiJson, ApiPath},
        problem::{Problem, ProblemBody},
    },
    idempotency::{Kept, Keyed},
    session::Visitor,
    state::AppState,
};

/// Routes of orders.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(place_order)).routes(routes!(show_order)).routes(routes!(put_into_cart))
}

/// Makes the reviewed cart an order
#[utoipa::path(
    post, path = "/api/orders", tag = "orders", request_body = PlaceOrderDraft,
    params(("Idempotency-Key" = String, Header, description = "A repeated request gets the same answer")),
    responses(
        (status = 201, body = OrderView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "cart_changed, review_changed, total_changed, already_placed, in_progress"),
        (status = 422, body = ProblemBody),
    )
)]
async fn place_order(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    ApiJson(draft): ApiJson<PlaceOrderDraft>,
) -> Result<Kept, Problem> {
    let keyed = Keyed::required(&headers, "place_order", &draft)?;
    super::place(&state, &visitor, &draft, &keyed).await
}

/// An order of the visitor
#[utoipa::path(
    get, path = "/api/orders/{id}", tag = "orders", params(("id" = String, Path, description = "Order id")),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody, description = "Not there or not yours"))
)]
async fn show_order(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<OrderView>, Problem> {
    Ok(Json(super::load_order(&state, &visitor, &id).await?))
}

/// Puts the lines of a declined order into the visitor's cart, as far as they can still be bought
#[utoipa::path(
    post, path = "/api/orders/{id}/cart", tag = "orders",
    params(
        ("id" = String, Path, description = "Order id"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a repeated request harmless"),
    ),
    responses(
        (status = 200, body = CopiedCartView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "Not declined, or the cart would hold too much"),
    )
)]
async fn put_into_cart(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    ApiPath(id): ApiPath<String>,
) -> Result<Kept, Problem> {
    let keyed = Keyed::read(&headers, "put_into_cart", &id)?;
    back::put_into_cart(&state, &visitor, &id, keyed.as_ref()).await
}
