//! Edits of placed orders over HTTP: previewed without being written, staged, applied on the version they were previewed on.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, http::StatusCode};
use fieldhouse_core::orders::{
    edit::{OrderEditDraft, OrderEditPreviewView, OrderEditView},
    views::DeskOrderView,
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    desk::{
        acts::{NothingDraft, Seen},
        edits,
    },
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of edits.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(preview_edit))
        .routes(routes!(list_edits, stage_edit))
        .routes(routes!(apply_edit))
        .routes(routes!(discard_edit))
}

/// What an edit would make of an order; all that is wrong is told in the answer
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/edits/preview", tag = "desk", request_body = Seen<OrderEditDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = OrderEditPreviewView), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "order_changed"),
    )
)]
async fn preview_edit(
    State(state): State<AppState>,
    staff: Staff<may::OrdersEdit>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<OrderEditDraft>>,
) -> Result<Json<OrderEditPreviewView>, Failure> {
    Ok(Json(edits::preview(&state, &staff, &id, asked).await?))
}

/// The edits of an order, the newest first
#[utoipa::path(
    get, path = "/desk/api/orders/{id}/edits", tag = "desk", params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = Vec<OrderEditView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn list_edits(
    State(state): State<AppState>,
    staff: Staff<may::OrdersEdit>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<Vec<OrderEditView>>, Failure> {
    Ok(Json(edits::list(&state, &staff, &id).await?))
}

/// Stages an edit
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/edits", tag = "desk", request_body = Seen<OrderEditDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 201, body = OrderEditView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn stage_edit(
    State(state): State<AppState>,
    staff: Staff<may::OrdersEdit>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<OrderEditDraft>>,
) -> Result<(StatusCode, Json<OrderEditView>), Failure> {
    Ok((StatusCode::CREATED, Json(edits::stage(&state, &staff, &id, asked).await?)))
}

/// Applies a staged edit
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/edits/{edit}/apply", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("edit" = String, Path, description = "Edit id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "order_changed: the edit is stale; total_changed: prices are others"),
        (status = 422, body = ProblemBody),
    )
)]
async fn apply_edit(
    State(state): State<AppState>,
    staff: Staff<may::OrdersEdit>,
    ApiPath((id, edit)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(Box::pin(edits::apply(&state, &staff, (&id, &edit), asked)).await?))
}

/// Discards a staged edit
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/edits/{edit}/discard", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("edit" = String, Path, description = "Edit id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
    )
)]
async fn discard_edit(
    State(state): State<AppState>,
    staff: Staff<may::OrdersEdit>,
    ApiPath((id, edit)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(edits::discard(&state, &staff, (&id, &edit), asked).await?))
}
