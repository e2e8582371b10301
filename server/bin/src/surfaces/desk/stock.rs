//! Stock that the store counts itself, over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::stock::drafts::{AdjustDraft, CountDraft, IncomingDraft, ReceiveDraft, StockNoteDraft};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath, ApiQuery},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    desk::{
        acts::Seen,
        stock::{
            self,
            view::{self, EntriesAsk, StockAsk, StockListView, StockView},
        },
    },
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of stock.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_stock))
        .routes(routes!(show_stock))
        .routes(routes!(count_stock))
        .routes(routes!(adjust_stock))
        .routes(routes!(end_stock))
        .routes(routes!(expect_stock))
        .routes(routes!(receive_stock))
        .routes(routes!(withdraw_stock))
}

/// Articles that the store counts itself, those that changed last first
#[utoipa::path(
    get, path = "/desk/api/stock", tag = "desk",
    params(
        ("q" = Option<String>, Query, description = "A fragment of sku or name"),
        ("show" = Option<String>, Query, description = "`out`, `low`, `incoming` or `late`; all of them without it"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses(
        (status = 200, body = StockListView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    )
)]
async fn list_stock(
    State(state): State<AppState>,
    staff: Staff<may::CatalogueView>,
    ApiQuery(ask): ApiQuery<StockAsk>,
) -> Result<Json<StockListView>, Failure> {
    Ok(Json(view::list(&state, &staff, &ask).await?))
}

/// An article with what is on its way and what happened to its stock
#[utoipa::path(
    get, path = "/desk/api/stock/{sku}", tag = "desk",
    params(
        ("sku" = String, Path, description = "Stock keeping unit"),
        ("before" = Option<i64>, Query, description = "`before` of the page before"),
    ),
    responses(
        (status = 200, body = StockView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn show_stock(
    State(state): State<AppState>,
    staff: Staff<may::CatalogueView>,
    ApiPath(sku): ApiPath<String>,
    ApiQuery(ask): ApiQuery<EntriesAsk>,
) -> Result<Json<StockView>, Failure> {
    Ok(Json(view::show(&state, &staff, &sku, &ask).await?))
}

/// Counts an article; the first count makes its stock the store's own
#[utoipa::path(
    post, path = "/desk/api/stock/{sku}/count", tag = "desk", request_body = Seen<CountDraft>,
    params(("sku" = String, Path, description = "Stock keeping unit")),
    responses(
        (status = 200, body = StockView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "stock_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn count_stock(
    State(state): State<AppState>,
    staff: Staff<may::StockAdjust>,
    ApiPath(sku): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<CountDraft>>,
) -> Result<Json<StockView>, Failure> {
    Ok(Json(stock::count(&state, &staff, &sku, asked).await?))
}

/// Puts an article's stock right, with a reason
#[utoipa::path(
    post, path = "/desk/api/stock/{sku}/adjust", tag = "desk", request_body = Seen<AdjustDraft>,
    params(("sku" = String, Path, description = "Stock keeping unit")),
    responses(
        (status = 200, body = StockView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "stock_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn adjust_stock(
    State(state): State<AppState>,
    staff: Staff<may::StockAdjust>,
    ApiPath(sku): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<AdjustDraft>>,
) -> Result<Json<StockView>, Failure> {
    Ok(Json(stock::adjust(&state, &staff, &sku, asked).await?))
}

/// Counts an article no more: it can be bought as it was imported
#[utoipa::path(
    post, path = "/desk/api/stock/{sku}/end", tag = "desk", request_body = Seen<StockNoteDraft>,
    params(("sku" = String, Path, description = "Stock keeping unit")),
    responses(
        (status = 200, body = StockView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "stock_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn end_stock(
    State(state): State<AppState>,
    staff: Staff<may::StockAdjust>,
    ApiPath(sku): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<StockNoteDraft>>,
) -> Result<Json<StockView>, Failure> {
    Ok(Json(stock::end(&state, &staff, &sku, asked).await?))
}

/// Notes what is on its way
#[utoipa::path(
    post, path = "/desk/api/stock/{sku}/incoming", tag = "desk", request_body = Seen<IncomingDraft>,
    params(("sku" = String, Path, description = "Stock keeping unit")),
    responses(
        (status = 200, body = StockView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "stock_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn expect_stock(
    State(state): State<AppState>,
    staff: Staff<may::StockAdjust>,
    ApiPath(sku): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<IncomingDraft>>,
) -> Result<Json<StockView>, Failure> {
    Ok(Json(stock::expect(&state, &staff, &sku, asked).await?))
}

/// Takes in what came of a delivery
#[utoipa::path(
    post, path = "/desk/api/stock/{sku}/incoming/{incoming}/receive", tag = "desk", request_body = Seen<ReceiveDraft>,
    params(
        ("sku" = String, Path, description = "Stock keeping unit"),
        ("incoming" = String, Path, description = "Delivery"),
    ),
    responses(
        (status = 200, body = StockView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "stock_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn receive_stock(
    State(state): State<AppState>,
    staff: Staff<may::StockAdjust>,
    ApiPath((sku, incoming)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<ReceiveDraft>>,
) -> Result<Json<StockView>, Failure> {
    Ok(Json(stock::receive(&state, &staff, (&sku, &incoming), asked).await?))
}

/// Notes that what is left of a delivery will not come
#[utoipa::path(
    post, path = "/desk/api/stock/{sku}/incoming/{incoming}/withdraw", tag = "desk", request_body = Seen<StockNoteDraft>,
    params(
        ("sku" = String, Path, description = "Stock keeping unit"),
        ("incoming" = String, Path, description = "Delivery"),
    ),
    responses(
        (status = 200, body = StockView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "stock_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn withdraw_stock(
    State(state): State<AppState>,
    staff: Staff<may::StockAdjust>,
    ApiPath((sku, incoming)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<StockNoteDraft>>,
) -> Result<Json<StockView>, Failure> {
    Ok(Json(stock::withdraw(&state, &staff, (&sku, &incoming), asked).await?))
}
