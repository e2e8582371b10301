//! Orders over HTTP.

use axum::{Json, extract::State, http::HeaderMap};
use fieldhouse_core::checkout::{OrderView, PlaceOrderDraft};
use utoipa_axum::{router::OpenApiRouter, routes};

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
    OpenApiRouter::new().routes(routes!(place_order)).routes(routes!(show_order))
}

/// Makes the reviewed cart an order
#[utoipa::path(
    post, path = "/api/orders", tag = "orders", request_body = PlaceOrderDraft,
    params(("Idempotency-Key" = String, Header, description = "A repeated request gets the same answer")),
    responses(
        (status = 201, body = OrderView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "cart_changed, total_changed, already_placed, in_progress"),
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
