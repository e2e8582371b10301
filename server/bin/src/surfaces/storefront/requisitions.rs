//! Saved lists over HTTP: for customers who have signed in.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use fieldhouse_core::{
    cart::{
        CopiedCartView,
        requisition::{RequisitionChange, RequisitionDraft, RequisitionView, RequisitionsView},
    },
    orders::reorder::ReorderDraft,
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};

use fieldhouse_shop::{buying::requisitions, idempotency::IdempotencyKey, people::account::Customer, state::AppState};

/// Routes of saved lists.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_lists, save_list))
        .routes(routes!(show_list, change_list, drop_list))
        .routes(routes!(order_list))
}

/// The customer's saved lists, and those of their business units
#[utoipa::path(
    get, path = "/api/account/lists", tag = "lists",
    responses((status = 200, body = RequisitionsView), (status = 401, body = ProblemBody))
)]
async fn list_lists(State(state): State<AppState>, customer: Customer) -> Result<Json<RequisitionsView>, Failure> {
    Ok(Json(requisitions::list(&state, &customer).await?))
}

/// Saves the cart, or an order, as a list
#[utoipa::path(
    post, path = "/api/account/lists", tag = "lists", request_body = RequisitionDraft,
    responses(
        (status = 201, body = RequisitionsView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn save_list(
    State(state): State<AppState>,
    customer: Customer,
    ApiJson(draft): ApiJson<RequisitionDraft>,
) -> Result<(StatusCode, Json<RequisitionsView>), Failure> {
    Ok((StatusCode::CREATED, Json(requisitions::save(&state, &customer, &draft).await?)))
}

/// A saved list with what became of its articles
#[utoipa::path(
    get, path = "/api/account/lists/{id}", tag = "lists", params(("id" = String, Path, description = "List id")),
    responses((status = 200, body = RequisitionView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn show_list(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<RequisitionView>, Failure> {
    Ok(Json(requisitions::show(&state, &customer, &id).await?))
}

/// Changes a list of one's own
#[utoipa::path(
    put, path = "/api/account/lists/{id}", tag = "lists", request_body = RequisitionChange,
    params(("id" = String, Path, description = "List id")),
    responses(
        (status = 200, body = RequisitionView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "list_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn change_list(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<RequisitionChange>,
) -> Result<Json<RequisitionView>, Failure> {
    Ok(Json(requisitions::change(&state, &customer, &id, &draft).await?))
}

/// Drops a list of one's own
#[utoipa::path(
    delete, path = "/api/account/lists/{id}", tag = "lists", params(("id" = String, Path, description = "List id")),
    responses((status = 200, body = RequisitionsView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn drop_list(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<RequisitionsView>, Failure> {
    Ok(Json(requisitions::forget(&state, &customer, &id).await?))
}

/// Puts articles of a list into the customer's cart, as far as they can be bought
#[utoipa::path(
    post, path = "/api/account/lists/{id}/cart", tag = "lists", request_body = ReorderDraft,
    params(
        ("id" = String, Path, description = "List id"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes a repeated request harmless"),
    ),
    responses(
        (status = 200, body = CopiedCartView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn order_list(
    State(state): State<AppState>,
    customer: Customer,
    headers: HeaderMap,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<ReorderDraft>,
) -> Result<Response, Failure> {
    let keyed = IdempotencyKey::read(&headers, "order_list", &(&id, &draft))?;
    let answer = requisitions::order(&state, &customer, &id, &draft, keyed.as_ref()).await?;
    Ok((customer.visitor.cookie(), answer).into_response())
}
