//! Documents of orders for those who work for the store, as PDF over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    extract::State,
    http::{HeaderName, HeaderValue},
    response::Response,
};
use fieldhouse_core::orders::documents::PapersDraft;
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    desk::documents::{self, PackingSlipsDraft},
    state::AppState,
};

use super::caller::{Staff, may};
use crate::surfaces::pdf::pdf;

/// Of how many orders there is something in a file.
const PRINTED: HeaderName = HeaderName::from_static("printed-orders");

/// Routes of documents.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(show_document))
        .routes(routes!(show_packing_slip))
        .routes(routes!(show_credit_memo))
        .routes(routes!(print_packing_slips))
        .routes(routes!(print_papers))
}

/// A document of an order as PDF; those that tell amounts are for who sees amounts
#[utoipa::path(
    get, path = "/desk/api/orders/{id}/documents/{kind}", tag = "desk",
    params(
        ("id" = String, Path, description = "Order id"),
        ("kind" = String, Path, description = "acknowledgement, pick-list, roster or invoice"),
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody, description = "The order has none as it stands"),
        (status = 503, body = ProblemBody),
    )
)]
async fn show_document(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiPath((id, kind)): ApiPath<(String, String)>,
) -> Result<Response, Failure> {
    Ok(pdf(documents::document(&state, &staff, &id, &kind).await?))
}

/// The packing slip of a shipment as PDF
#[utoipa::path(
    get, path = "/desk/api/orders/{id}/shipments/{shipment}/packing-slip", tag = "desk",
    params(("id" = String, Path, description = "Order id"), ("shipment" = String, Path, description = "Shipment id")),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 503, body = ProblemBody),
    )
)]
async fn show_packing_slip(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiPath((id, shipment)): ApiPath<(String, String)>,
) -> Result<Response, Failure> {
    Ok(pdf(documents::packing_slip(&state, &staff, (&id, &shipment)).await?))
}

/// The memo of a credit as PDF, for who sees amounts
#[utoipa::path(
    get, path = "/desk/api/orders/{id}/credits/{credit}/memo", tag = "desk",
    params(("id" = String, Path, description = "Order id"), ("credit" = String, Path, description = "Credit id")),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 503, body = ProblemBody),
    )
)]
async fn show_credit_memo(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiPath((id, credit)): ApiPath<(String, String)>,
) -> Result<Response, Failure> {
    Ok(pdf(documents::credit_memo(&state, &staff, (&id, &credit)).await?))
}

/// The packing slips of up to 200 shipments as one PDF
#[utoipa::path(
    post, path = "/desk/api/packing-slips", tag = "desk", request_body = PackingSlipsDraft,
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody, description = "slips_unknown names which"),
        (status = 503, body = ProblemBody),
    )
)]
async fn print_packing_slips(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiJson(draft): ApiJson<PackingSlipsDraft>,
) -> Result<Response, Failure> {
    Ok(pdf(documents::packing_slips(&state, &staff, &draft).await?))
}

/// Documents of a kind of up to 200 orders as one PDF; what an order does not have as it stands is not in it
#[utoipa::path(
    post, path = "/desk/api/papers", tag = "desk", request_body = PapersDraft,
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf", description = "`Printed-Orders` says of how many orders"),
        (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "papers_unknown names which"), (status = 503, body = ProblemBody),
    )
)]
async fn print_papers(
    State(state): State<AppState>,
    staff: Staff<may::OrdersView>,
    ApiJson(draft): ApiJson<PapersDraft>,
) -> Result<Response, Failure> {
    let (file, orders) = documents::papers(&state, &staff, &draft).await?;
    let mut answer = pdf(file);
    answer.headers_mut().insert(PRINTED, HeaderValue::from(orders));
    Ok(answer)
}
