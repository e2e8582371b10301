//! Lists of orders at the desk over HTTP: asked for, counted, kept under a name, and acted on as far as they were chosen.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::orders::{
    bulk::{BulkDraft, BulkView},
    views::{OrderListView, QueueCountView, QueuesView},
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath, ApiQuery},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    desk::{
        bulk,
        list::{self, ListAsk},
        saved::{self, SavedListDraft, SavedListView},
    },
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of lists.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_orders))
        .routes(routes!(count_orders))
        .routes(routes!(act_on_several))
        .routes(routes!(list_saved, keep_list))
        .routes(routes!(forget_list))
        .routes(routes!(list_queues))
}

/// Orders, the newest first
#[utoipa::path(
    get, path = "/desk/api/orders", tag = "desk",
    params(
        ("queue" = Option<String>, Query, description = "A queue's key, or `late`"),
        ("site" = Option<String>, Query, description = "Site key"),
        ("unit" = Option<String>, Query, description = "Key of a business unit"),
        ("email" = Option<String>, Query, description = "Of the buyer"),
        ("from" = Option<String>, Query, description = "First day, YYYY-MM-DD"),
        ("to" = Option<String>, Query, description = "Last day, YYYY-MM-DD"),
        ("hold" = Option<String>, Query, description = "Key of what it waits for"),
        ("owner" = Option<String>, Query, description = "Who looks after the hold: `me`, `nobody` or an id"),
        ("due" = Option<String>, Query, description = "`yes`: to be looked at again today or earlier"),
        ("waits" = Option<String>, Query, description = "What of it waits for somebody: `credit` or `edit`"),
        ("q" = Option<String>, Query, description = "Any fragment of anything on the order"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses(
        (status = 200, body = OrderListView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn list_orders(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiQuery(ask): ApiQuery<ListAsk>,
) -> Result<Json<OrderListView>, Failure> {
    Ok(Json(list::list(&state, &staff, &ask).await?))
}

/// How many orders a list has, counted to 10,000
#[utoipa::path(
    get, path = "/desk/api/orders/count", tag = "desk",
    responses((status = 200, body = QueueCountView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn count_orders(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiQuery(ask): ApiQuery<ListAsk>,
) -> Result<Json<QueueCountView>, Failure> {
    Ok(Json(list::count_listed(&state, &staff, &ask).await?))
}

/// Does something to several orders, each for itself
#[utoipa::path(
    post, path = "/desk/api/orders/bulk", tag = "desk", request_body = BulkDraft,
    responses(
        (status = 200, body = BulkView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn act_on_several(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiJson(draft): ApiJson<BulkDraft>,
) -> Result<Json<BulkView>, Failure> {
    Ok(Json(bulk::act(&state, &staff, &draft).await?))
}

/// Lists that somebody keeps, and those that others share
#[utoipa::path(
    get, path = "/desk/api/views", tag = "desk",
    responses(
        (status = 200, body = Vec<SavedListView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
    )
)]
async fn list_saved(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
) -> Result<Json<Vec<SavedListView>>, Failure> {
    Ok(Json(saved::list(&state, &staff).await?))
}

/// Keeps a list under a name
#[utoipa::path(
    post, path = "/desk/api/views", tag = "desk", request_body = SavedListDraft,
    responses(
        (status = 200, body = Vec<SavedListView>), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn keep_list(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiJson(draft): ApiJson<SavedListDraft>,
) -> Result<Json<Vec<SavedListView>>, Failure> {
    Ok(Json(saved::keep(&state, &staff, draft).await?))
}

/// Drops a list of one's own
#[utoipa::path(
    delete, path = "/desk/api/views/{id}", tag = "desk", params(("id" = String, Path, description = "List")),
    responses(
        (status = 200, body = Vec<SavedListView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn forget_list(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<Vec<SavedListView>>, Failure> {
    Ok(Json(saved::forget(&state, &staff, &id).await?))
}

/// How many orders wait in each queue
#[utoipa::path(
    get, path = "/desk/api/queues", tag = "desk",
    responses((status = 200, body = QueuesView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn list_queues(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
) -> Result<Json<QueuesView>, Failure> {
    Ok(Json(list::queues(&state, &staff).await?))
}
