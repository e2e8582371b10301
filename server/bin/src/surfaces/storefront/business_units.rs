//! Change requests over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::{account::AddressBookView, business_units::ChangeRequestDraft};
use fieldhouse_kernel::{
    failure::Failure,
    http::{address::ClientAddress, extract::ApiJson, problem::ProblemBody},
};

use fieldhouse_shop::{limits::rate::Rated, people::account::Customer, state::AppState};

/// Routes of business units.
pub fn router() -> Operations {
    Operations::new().routes(routes!(request_change))
}

/// Asks the store to change sold to, bill to or payer
#[utoipa::path(
    post, path = "/api/account/change-requests", tag = "account", request_body = ChangeRequestDraft,
    responses(
        (status = 200, body = AddressBookView), (status = 401, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "An earlier one is open"), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody),
    )
)]
async fn request_change(
    State(state): State<AppState>,
    customer: Customer,
    address: ClientAddress,
    ApiJson(draft): ApiJson<ChangeRequestDraft>,
) -> Result<Json<AddressBookView>, Failure> {
    state.admit(Rated::ChangeRequest, address).await?;
    Ok(Json(fieldhouse_shop::people::change_requests::send(&state, &customer, &draft).await?))
}
