//! Signed-in devices over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use fieldhouse_core::account::device::DevicesView;
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiPath, problem::ProblemBody},
};

use fieldhouse_shop::{
    session::{devices, signed_in::SignedIn},
    state::AppState,
};

/// Routes of signed-in devices.
pub fn router() -> Operations {
    Operations::new().routes(routes!(list_devices)).routes(routes!(sign_out_device)).routes(routes!(sign_out_others))
}

/// The devices the customer has signed in on
#[utoipa::path(
    get, path = "/api/account/devices", tag = "account",
    responses((status = 200, body = DevicesView), (status = 401, body = ProblemBody))
)]
async fn list_devices(State(state): State<AppState>, signed_in: SignedIn) -> Result<Json<DevicesView>, Failure> {
    Ok(Json(devices::list(&state, &signed_in).await?))
}

/// Signs a device out
#[utoipa::path(
    delete, path = "/api/account/devices/{id}", tag = "account",
    params(("id" = String, Path, description = "Id of a device")),
    responses((status = 204), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn sign_out_device(
    State(state): State<AppState>,
    mut signed_in: SignedIn,
    ApiPath(id): ApiPath<String>,
) -> Result<Response, Failure> {
    devices::sign_out_one(&state, &mut signed_in, &id).await?;
    Ok((signed_in.visitor.cookie(), StatusCode::NO_CONTENT).into_response())
}

/// Signs every other device out
#[utoipa::path(
    post, path = "/api/account/devices/sign-out-others", tag = "account",
    responses((status = 200, body = DevicesView), (status = 401, body = ProblemBody))
)]
async fn sign_out_others(State(state): State<AppState>, signed_in: SignedIn) -> Result<Json<DevicesView>, Failure> {
    Ok(Json(devices::sign_out_others(&state, &signed_in).await?))
}
