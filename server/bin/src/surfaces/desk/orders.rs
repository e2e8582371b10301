//! Orders at the desk over HTTP. Each act names the version of the order that was seen; another one is answered 409, with who
//! changed what.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::orders::{
    hold::{HoldChangeDraft, HoldDraft},
    note::NoteDraft,
    refund::RefundDraft,
    views::{DeskOrderView, OrderEventView, OrderLinesView, OrderPickedView},
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
        acts::{self, CancelPiecesDraft, NothingDraft, RefundDecisionDraft, Seen, WithdrawalDraft},
        afterwards,
        colleagues::{self, ColleagueView},
        looks::{self, OrderLookView},
        page,
        shipping::{self, ParcelsDraft, PickDraft},
    },
    state::AppState,
};
use serde::Deserialize;

use super::caller::{ByItself, Staff, may};

/// Routes of orders.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(show_order))
        .routes(routes!(list_lines))
        .routes(routes!(list_events))
        .routes(routes!(look_at_order))
        .routes(routes!(hold_order))
        .routes(routes!(change_hold))
        .routes(routes!(list_colleagues))
        .routes(routes!(close_hold))
        .routes(routes!(release_order))
        .routes(routes!(cancel_pieces))
        .routes(routes!(undo_cancellation))
        .routes(routes!(resend_letter))
        .routes(routes!(add_note))
        .routes(routes!(credit_order))
        .routes(routes!(decide_credit))
        .routes(routes!(withdraw_credit))
        .routes(routes!(pick))
        .routes(routes!(pack))
        .routes(routes!(ship))
        .routes(routes!(deliver))
        .routes(routes!(note_exception))
        .routes(routes!(take_back))
        .routes(routes!(undo_shipment))
}

/// An order with its first lines and everything that happened to it
#[utoipa::path(
    get, path = "/desk/api/orders/{id}", tag = "desk", params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn show_order(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(page::show(&state, &staff, &id).await?))
}

/// Where a part of an order begins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct From<T> {
    /// The last one shown.
    after: T,
}

/// Lines of an order beyond the first
#[utoipa::path(
    get, path = "/desk/api/orders/{id}/lines", tag = "desk",
    params(
        ("id" = String, Path, description = "Order id"),
        ("after" = u32, Query, description = "Position of the last line shown"),
    ),
    responses(
        (status = 200, body = OrderLinesView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn list_lines(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiPath(id): ApiPath<String>,
    ApiQuery(from): ApiQuery<From<u32>>,
) -> Result<Json<OrderLinesView>, Failure> {
    Ok(Json(page::more_lines(&state, &staff, &id, from.after).await?))
}

/// What happened to an order before an event
#[utoipa::path(
    get, path = "/desk/api/orders/{id}/events", tag = "desk",
    params(
        ("id" = String, Path, description = "Order id"),
        ("after" = i64, Query, description = "Sequence of the last event shown"),
    ),
    responses(
        (status = 200, body = Vec<OrderEventView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn list_events(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiPath(id): ApiPath<String>,
    ApiQuery(from): ApiQuery<From<i64>>,
) -> Result<Json<Vec<OrderEventView>>, Failure> {
    Ok(Json(page::more_events(&state, &staff, &id, from.after).await?))
}

/// Says that somebody has an order open, and who else has; keeps no session alive
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/look", tag = "desk", params(("id" = String, Path, description = "Order")),
    responses(
        (status = 200, body = OrderLookView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn look_at_order(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView, ByItself>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<OrderLookView>, Failure> {
    Ok(Json(looks::look(&state, &staff, &id).await?))
}

/// Opens a hold
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/holds", tag = "desk", request_body = Seen<HoldDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn hold_order(
    State(state): State<AppState>,
    staff: Staff<may::OrdersHold>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<HoldDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::hold(&state, &staff, &id, asked).await?))
}

/// Hands a hold over, or puts it off
#[utoipa::path(
    put, path = "/desk/api/orders/{id}/holds/{hold}", tag = "desk", request_body = Seen<HoldChangeDraft>,
    params(("id" = String, Path, description = "Order id"), ("hold" = String, Path, description = "Hold id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn change_hold(
    State(state): State<AppState>,
    staff: Staff<may::OrdersHold>,
    ApiPath((id, hold)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<HoldChangeDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::change_hold(&state, &staff, (&id, &hold), asked).await?))
}

/// Who may look after the holds of an order
#[utoipa::path(
    get, path = "/desk/api/orders/{id}/colleagues", tag = "desk", params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = Vec<ColleagueView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn list_colleagues(
    State(state): State<AppState>,
    staff: Staff<may::OrdersHold>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<Vec<ColleagueView>>, Failure> {
    Ok(Json(colleagues::of_holds(&state, &staff, &id).await?))
}

/// Closes a hold; the last one lets the order go on
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/holds/{hold}/close", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("hold" = String, Path, description = "Hold id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn close_hold(
    State(state): State<AppState>,
    staff: Staff<may::OrdersHold>,
    ApiPath((id, hold)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::close_hold(&state, &staff, (&id, &hold), asked).await?))
}

/// Hands an order to picking and to the ERP
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/release", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn release_order(
    State(state): State<AppState>,
    staff: Staff<may::OrdersApproveRelease>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::release(&state, &staff, &id, asked).await?))
}

/// Cancels pieces; the buyer is told
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/cancellations", tag = "desk", request_body = Seen<CancelPiecesDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn cancel_pieces(
    State(state): State<AppState>,
    staff: Staff<may::OrdersCancel>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<CancelPiecesDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::cancel(&state, &staff, &id, asked).await?))
}

/// Takes a cancellation back within ten minutes
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/cancellations/{event}/undo", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("event" = i64, Path, description = "Sequence of its event")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn undo_cancellation(
    State(state): State<AppState>,
    staff: Staff<may::OrdersCancel>,
    ApiPath((id, event)): ApiPath<(String, i64)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(afterwards::undo_cancel(&state, &staff, (&id, event), asked).await?))
}

/// Sends the letter about an event once more
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/events/{event}/letter", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("event" = i64, Path, description = "Its sequence")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
    )
)]
async fn resend_letter(
    State(state): State<AppState>,
    staff: Staff<may::OrdersNote>,
    ApiPath((id, event)): ApiPath<(String, i64)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(afterwards::resend(&state, &staff, (&id, event), asked).await?))
}

/// Writes a note; a public one is mailed to the buyer
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/notes", tag = "desk", request_body = Seen<NoteDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn add_note(
    State(state): State<AppState>,
    staff: Staff<may::OrdersNote>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<NoteDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::note(&state, &staff, &id, asked).await?))
}

/// Credits an amount; above the caller's cap it waits for a second person
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/credits", tag = "desk", request_body = Seen<RefundDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn credit_order(
    State(state): State<AppState>,
    staff: Staff<may::RefundsCreate>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<RefundDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::refund(&state, &staff, &id, asked).await?))
}

/// Decides about a credit above somebody's cap
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/credits/{credit}/decision", tag = "desk", request_body = Seen<RefundDecisionDraft>,
    params(("id" = String, Path, description = "Order id"), ("credit" = String, Path, description = "Credit id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn decide_credit(
    State(state): State<AppState>,
    staff: Staff<may::RefundsApproveAboveCap>,
    ApiPath((id, credit)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<RefundDecisionDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::decide_refund(&state, &staff, (&id, &credit), asked).await?))
}

/// Takes a credit back that counted
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/credits/{credit}/withdrawal", tag = "desk", request_body = Seen<WithdrawalDraft>,
    params(("id" = String, Path, description = "Order id"), ("credit" = String, Path, description = "Credit id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn withdraw_credit(
    State(state): State<AppState>,
    staff: Staff<may::RefundsCreate>,
    ApiPath((id, credit)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<WithdrawalDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(acts::withdraw_refund(&state, &staff, (&id, &credit), asked).await?))
}

/// Takes pieces from the shelf into a new shipment; told is what that changed
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/shipments", tag = "desk", request_body = Seen<PickDraft>,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = OrderPickedView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn pick(
    State(state): State<AppState>,
    staff: Staff<may::ShipmentsWrite>,
    ApiPath(id): ApiPath<String>,
    ApiJson(asked): ApiJson<Seen<PickDraft>>,
) -> Result<Json<OrderPickedView>, Failure> {
    Ok(Json(shipping::pick(&state, &staff, &id, asked).await?))
}

/// Notes the parcels of a shipment
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/shipments/{shipment}/pack", tag = "desk", request_body = Seen<ParcelsDraft>,
    params(("id" = String, Path, description = "Order id"), ("shipment" = String, Path, description = "Shipment id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn pack(
    State(state): State<AppState>,
    staff: Staff<may::ShipmentsWrite>,
    ApiPath((id, shipment)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<ParcelsDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(shipping::pack(&state, &staff, (&id, &shipment), asked).await?))
}

/// Hands a shipment to the carrier; the buyer is told
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/shipments/{shipment}/ship", tag = "desk", request_body = Seen<ParcelsDraft>,
    params(("id" = String, Path, description = "Order id"), ("shipment" = String, Path, description = "Shipment id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn ship(
    State(state): State<AppState>,
    staff: Staff<may::ShipmentsWrite>,
    ApiPath((id, shipment)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<ParcelsDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(shipping::ship(&state, &staff, (&id, &shipment), asked).await?))
}

/// Notes that a shipment arrived; the buyer is told
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/shipments/{shipment}/deliver", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("shipment" = String, Path, description = "Shipment id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn deliver(
    State(state): State<AppState>,
    staff: Staff<may::ShipmentsWrite>,
    ApiPath((id, shipment)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(shipping::deliver(&state, &staff, (&id, &shipment), asked).await?))
}

/// Notes that something is wrong with a shipment on its way
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/shipments/{shipment}/exception", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("shipment" = String, Path, description = "Shipment id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn note_exception(
    State(state): State<AppState>,
    staff: Staff<may::ShipmentsWrite>,
    ApiPath((id, shipment)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(shipping::note_exception(&state, &staff, (&id, &shipment), asked).await?))
}

/// Notes that a shipment came back: its pieces are outstanding again
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/shipments/{shipment}/take-back", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("shipment" = String, Path, description = "Shipment id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn take_back(
    State(state): State<AppState>,
    staff: Staff<may::ShipmentsWrite>,
    ApiPath((id, shipment)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(shipping::take_back(&state, &staff, (&id, &shipment), asked).await?))
}

/// Undoes a shipment before it left
#[utoipa::path(
    post, path = "/desk/api/orders/{id}/shipments/{shipment}/undo", tag = "desk", request_body = Seen<NothingDraft>,
    params(("id" = String, Path, description = "Order id"), ("shipment" = String, Path, description = "Shipment id")),
    responses(
        (status = 200, body = DeskOrderView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody, description = "order_changed"),
        (status = 422, body = ProblemBody),
    )
)]
async fn undo_shipment(
    State(state): State<AppState>,
    staff: Staff<may::ShipmentsWrite>,
    ApiPath((id, shipment)): ApiPath<(String, String)>,
    ApiJson(asked): ApiJson<Seen<NothingDraft>>,
) -> Result<Json<DeskOrderView>, Failure> {
    Ok(Json(shipping::undo(&state, &staff, (&id, &shipment), asked).await?))
}
