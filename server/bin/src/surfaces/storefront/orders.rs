//! Orders over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::{
    cart::CopiedCartView,
    checkout::{
        OrderView, PlaceOrderDraft,
        look_up::{OrderLinkView, OrderLookUpDraft},
    },
    orders::{
        buyers::CancelOwnDraft,
        history::{HistoryDraft, HistoryView, csv_name, csv_of},
        reorder::{ReorderDraft, ReorderView},
        season::SeasonView,
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

use fieldhouse_shop::{
    buying::orders::{back, cancel, credits, documents, history, links, load_order, reorder as again, season},
    env::SiteOf,
    idempotency::{IdempotencyKey, StoredResponse},
    people::account::Customer,
    session::Visitor,
    state::AppState,
};

use crate::surfaces::pdf::pdf;

/// Routes of orders.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(place_order))
        .routes(routes!(show_order))
        .routes(routes!(look_up_order))
        .routes(routes!(put_into_cart))
        .routes(routes!(cancel_order))
        .routes(routes!(list_orders))
        .routes(routes!(export_lines))
        .routes(routes!(show_document))
        .routes(routes!(show_credit_memo))
        .routes(routes!(show_reorder, reorder))
        .routes(routes!(show_season))
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
    Ok(Json(load_order(&state, &visitor, &id, &key).await?))
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

/// Cancels all of an order of the visitor's own, as long as nobody works on it
#[utoipa::path(
    post, path = "/api/orders/{id}/cancellation", tag = "orders", request_body = CancelOwnDraft,
    params(
        ("id" = String, Path, description = "Order id"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request gets the same answer"),
    ),
    responses(
        (status = 200, body = OrderView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody, description = "Not there or not yours"),
        (status = 409, body = ProblemBody, description = "order_changed with currentVersion, in_progress"),
        (status = 422, body = ProblemBody, description = "It ended, or somebody works on it already"),
    )
)]
async fn cancel_order(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<CancelOwnDraft>,
) -> Result<StoredResponse, Failure> {
    let keyed = IdempotencyKey::read(&headers, "cancel_order", &(&id, &draft))?;
    cancel::cancel(&state, &visitor, (&id, &draft), keyed.as_ref()).await
}

/// The orders of the account, and those of its units where its role sees them, the newest first
#[utoipa::path(
    get, path = "/api/account/orders", tag = "account",
    params(
        ("state" = Option<String>, Query, description = "open, on_the_way, delivered or ended"),
        ("from" = Option<String>, Query, description = "First day"),
        ("to" = Option<String>, Query, description = "Last day"),
        ("po" = Option<String>, Query, description = "Purchase-order number"),
        ("unit" = Option<String>, Query, description = "Key of a business unit"),
        ("person" = Option<String>, Query, description = "Id of who placed it"),
        ("q" = Option<String>, Query, description = "Any fragment of anything on the order"),
        ("after" = Option<String>, Query, description = "The `next` of the page before"),
    ),
    responses(
        (status = 200, body = HistoryView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn list_orders(
    State(state): State<AppState>,
    Customer { visitor, row }: Customer,
    ApiQuery(draft): ApiQuery<HistoryDraft>,
) -> Result<Json<HistoryView>, Failure> {
    Ok(Json(history::list(&state, visitor.site, &row, &draft).await?))
}

/// The lines of an order as a file for spreadsheets, for whoever may see the order
#[utoipa::path(
    get, path = "/api/orders/{id}/lines.csv", tag = "orders",
    params(("id" = String, Path, description = "Order id"), OrderKey),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 404, body = ProblemBody, description = "Not there or not yours"),
    )
)]
async fn export_lines(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
    ApiQuery(OrderKey { key }): ApiQuery<OrderKey>,
) -> Result<Response, Failure> {
    let order = load_order(&state, &visitor, &id, &key).await?;
    let disposition = ["attachment; filename=\"", &csv_name(&order.number), "\""].concat();
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, csv_of(&order)).into_response())
}

/// A document of an order as PDF, for whoever may see the order
#[utoipa::path(
    get, path = "/api/orders/{id}/documents/{kind}", tag = "orders",
    params(
        ("id" = String, Path, description = "Order id"),
        ("kind" = String, Path, description = "acknowledgement, roster or invoice"), OrderKey,
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"),
        (status = 404, body = ProblemBody, description = "Not there, not yours, or the order has none as it stands"),
        (status = 503, body = ProblemBody),
    )
)]
async fn show_document(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath((id, kind)): ApiPath<(String, String)>,
    ApiQuery(OrderKey { key }): ApiQuery<OrderKey>,
) -> Result<Response, Failure> {
    Ok(pdf(documents::of_seen(&state, &visitor, (&id, &key), &kind).await?))
}

/// The memo of a credit as PDF, for whoever may see the order
#[utoipa::path(
    get, path = "/api/orders/{id}/credits/{credit}/memo", tag = "orders",
    params(
        ("id" = String, Path, description = "Order id"),
        ("credit" = String, Path, description = "Credit id"), OrderKey,
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"),
        (status = 404, body = ProblemBody, description = "Not there, not yours, or nothing was credited"),
        (status = 503, body = ProblemBody),
    )
)]
async fn show_credit_memo(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath((id, credit)): ApiPath<(String, String)>,
    ApiQuery(OrderKey { key }): ApiQuery<OrderKey>,
) -> Result<Response, Failure> {
    Ok(pdf(credits::memo_of_seen(&state, &visitor, (&id, &key), &credit).await?))
}

/// An order as it could be ordered again today, line by line
#[utoipa::path(
    get, path = "/api/orders/{id}/reorder", tag = "orders",
    params(("id" = String, Path, description = "Order id"), OrderKey),
    responses(
        (status = 200, body = ReorderView),
        (status = 404, body = ProblemBody, description = "Not there or not yours"),
    )
)]
async fn show_reorder(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
    ApiQuery(OrderKey { key }): ApiQuery<OrderKey>,
) -> Result<Json<ReorderView>, Failure> {
    Ok(Json(again::preview(&state, &visitor, &id, &key).await?))
}

/// Puts lines of an order into the visitor's cart, as far as they can still be bought
#[utoipa::path(
    post, path = "/api/orders/{id}/reorder", tag = "orders", request_body = ReorderDraft,
    params(
        ("id" = String, Path, description = "Order id"), OrderKey,
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a repeated request harmless"),
    ),
    responses(
        (status = 200, body = CopiedCartView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "Names that nobody checked, or the cart would hold too much"),
    )
)]
async fn reorder(
    State(state): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
    ApiPath(id): ApiPath<String>,
    ApiQuery(OrderKey { key }): ApiQuery<OrderKey>,
    ApiJson(draft): ApiJson<ReorderDraft>,
) -> Result<Response, Failure> {
    let keyed = IdempotencyKey::read(&headers, "reorder", &(&id, &draft))?;
    let answer = again::reorder(&state, &visitor, (&id, &key), &draft, keyed.as_ref()).await?;
    Ok((visitor.cookie(), answer).into_response())
}

/// An order as a new season begins: its products and players, for a roster to be compared with
#[utoipa::path(
    get, path = "/api/orders/{id}/season", tag = "orders",
    params(("id" = String, Path, description = "Order id"), OrderKey),
    responses(
        (status = 200, body = SeasonView),
        (status = 404, body = ProblemBody, description = "Not there or not yours"),
    )
)]
async fn show_season(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(id): ApiPath<String>,
    ApiQuery(OrderKey { key }): ApiQuery<OrderKey>,
) -> Result<Json<SeasonView>, Failure> {
    Ok(Json(season::begin(&state, &visitor, &id, &key).await?))
}
