//! Address look-up over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::addresses::lookup::{AddressLookupDraft, AddressLookupView};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiJson, problem::ProblemBody},
};

use fieldhouse_shop::state::AppState;

/// The routes.
pub fn router() -> Operations {
    Operations::new().routes(routes!(look_up))
}

/// Looks an address of the United States up; the first entry of `lookups` has the suggestions, none
/// when it is right as typed or nothing can be said of it
#[utoipa::path(
    post, path = "/api/addresses/lookup", tag = "addresses", request_body = AddressLookupDraft,
    responses(
        (status = 200, body = AddressLookupView), (status = 400, body = ProblemBody), (status = 429, body = ProblemBody),
    )
)]
async fn look_up(
    State(state): State<AppState>,
    ApiJson(typed): ApiJson<AddressLookupDraft>,
) -> Result<Json<AddressLookupView>, Failure> {
    Ok(Json(fieldhouse_shop::people::addresses::look_up(&state, &state.verifier, &typed).await))
}
