//! Orders over HTTP.

use axum::{Json, extract::State, http::HeaderMap};
use fieldhouse_core::{
    cart::CopiedCartView,
    checkout::{
        OrderView, PlaceOrderDraft,
        look_up::{OrderLinkView, OrderLookUpDraft},
    },
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::ClientAddress,
        extract::{ApiJson, ApiPath, ApiQuery},
        problem::ProblemBody,
    },
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use fieldhouse_shop::{
    buying::orders::{back, links},
    env::SiteOf,
    idempotency::{IdempotencyKey, StoredResponse},
    session::Visitor,
    state::AppState,
};

/// Routes of orders.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(place_order))
        .routes(routes!(show_order))
        .routes(routes!(look_up_order))
        .routes(routes!(put_into_cart))
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
) -> Result<StoredResponse, Failure> {
    let keyed = IdempotencyKey::required(&headers, "place_order", &draft)?;
    fieldhouse_shop::buying::checkout::place::place(&state, &visitor, &draft, &keyed).await
}

/// What opens an order beside being its owner.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OrderKey {
    /// The key of a signed link.
    #[serde(default)]
    key: String,
}

/// An order, for who placed it, who decides about it, or who holds its link
#[utoipa::path(
    get, path = "/api/orders/{id}", tag = "orders", params(("id" = String, Path, description = "Order id"), OrderKey),
    responses((status = 200, body = OrderView), (status = 404, body = ProblemBody, description = "Not there or not yours"))
)]
async fn show_order(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
    ApiQuery(OrderKey { key }): ApiQuery<OrderKey>,
) -> Result<Json<OrderView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::orders::load_order(&state, &visitor, &id, &key).await?))
}

/// Finds an order by its number and the e-mail of its confirmation
#[utoipa::path(
    post, path = "/api/order-look-ups", tag = "orders", request_body = OrderLookUpDraft,
    responses(
        (status = 200, body = OrderLinkView),
        (status = 404, body = ProblemBody, description = "No such order, or another e-mail"),
        (status = 422, body = ProblemBody), (status = 429, body = ProblemBody),
    )
)]
async fn look_up_order(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    from: ClientAddress,
    ApiJson(draft): ApiJson<OrderLookUpDraft>,
) -> Result<Json<OrderLinkView>, Failure> {
    Ok(Json(links::look_up(&state, (site, from), &draft).await?))
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
) -> Result<StoredResponse, Failure> {
    let keyed = IdempotencyKey::read(&headers, "put_into_cart", &id)?;
    back::put_into_cart(&state, &visitor, &id, keyed.as_ref()).await
}
