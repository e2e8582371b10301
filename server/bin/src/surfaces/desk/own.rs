//! What is one's own at the desk: who one is, sessions, passkeys, codes.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, http::StatusCode};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    staff::{
        factors::passkeys::AskedView,
        invitations::TotpView,
        own::{self, DeskSessionView, OwnSessionView, PasskeyDraft, PasskeyView, RecoveryCodesView, TotpDraft},
        password::{self, OwnPasswordDraft},
        sign_in,
    },
    state::AppState,
};

use super::caller::{AnyStaff, AtTheDoor};

/// Routes of what is one's own.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(show_session))
        .routes(routes!(list_sessions))
        .routes(routes!(end_session))
        .routes(routes!(list_passkeys, add_passkey))
        .routes(routes!(ask_passkey))
        .routes(routes!(remove_passkey))
        .routes(routes!(ask_totp))
        .routes(routes!(change_totp))
        .routes(routes!(replace_recovery_codes))
        .routes(routes!(change_password))
}

/// Who one is, and what one may do where
#[utoipa::path(
    get, path = "/desk/api/session", tag = "desk",
    responses((status = 200, body = DeskSessionView), (status = 401, body = ProblemBody))
)]
async fn show_session(State(state): State<AppState>, staff: AnyStaff) -> Result<Json<DeskSessionView>, Failure> {
    Ok(Json(own::session(&state, &staff).await?))
}

/// One's sessions
#[utoipa::path(
    get, path = "/desk/api/sessions", tag = "desk",
    responses((status = 200, body = Vec<OwnSessionView>), (status = 401, body = ProblemBody))
)]
async fn list_sessions(State(state): State<AppState>, staff: AnyStaff) -> Result<Json<Vec<OwnSessionView>>, Failure> {
    Ok(Json(own::list_sessions(&state, &staff).await?))
}

/// Ends one of them
#[utoipa::path(
    delete, path = "/desk/api/sessions/{id}", tag = "desk",
    params(("id" = String, Path, description = "Session")),
    responses((status = 200, body = Vec<OwnSessionView>), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn end_session(
    State(state): State<AppState>,
    staff: AnyStaff,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<Vec<OwnSessionView>>, Failure> {
    if !sign_in::end_session(&state, &staff, &id).await? {
        return Err(Failure::not_found());
    }
    Ok(Json(own::list_sessions(&state, &staff).await?))
}

/// One's passkeys
#[utoipa::path(
    get, path = "/desk/api/passkeys", tag = "desk",
    responses((status = 200, body = Vec<PasskeyView>), (status = 401, body = ProblemBody))
)]
async fn list_passkeys(State(state): State<AppState>, staff: AnyStaff) -> Result<Json<Vec<PasskeyView>>, Failure> {
    Ok(Json(own::list_passkeys(&state, &staff).await?))
}

/// Asks the browser for another passkey
#[utoipa::path(
    post, path = "/desk/api/passkeys/options", tag = "desk",
    responses(
        (status = 200, body = AskedView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn ask_passkey(
    State(state): State<AppState>,
    staff: AnyStaff,
    AtTheDoor(who): AtTheDoor,
) -> Result<Json<AskedView>, Failure> {
    Ok(Json(own::ask_passkey(&state, &staff, &who.host).await?))
}

/// Adds a passkey
#[utoipa::path(
    post, path = "/desk/api/passkeys", tag = "desk", request_body = PasskeyDraft,
    responses((status = 200, body = Vec<PasskeyView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn add_passkey(
    State(state): State<AppState>,
    staff: AnyStaff,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<PasskeyDraft>,
) -> Result<Json<Vec<PasskeyView>>, Failure> {
    Ok(Json(own::make_passkey(&state, &staff, (&who.host, draft)).await?))
}

/// Takes a passkey out; the last way in stays
#[utoipa::path(
    delete, path = "/desk/api/passkeys/{id}", tag = "desk",
    params(("id" = String, Path, description = "Passkey")),
    responses(
        (status = 200, body = Vec<PasskeyView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
    )
)]
async fn remove_passkey(
    State(state): State<AppState>,
    staff: AnyStaff,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<Vec<PasskeyView>>, Failure> {
    Ok(Json(own::remove_passkey(&state, &staff, &id).await?))
}

/// A new secret for one-time codes
#[utoipa::path(
    post, path = "/desk/api/codes/options", tag = "desk",
    responses((status = 200, body = TotpView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn ask_totp(State(state): State<AppState>, staff: AnyStaff) -> Result<Json<TotpView>, Failure> {
    Ok(Json(own::ask_totp(&state, &staff).await?))
}

/// Takes it over with its first code
#[utoipa::path(
    put, path = "/desk/api/codes", tag = "desk", request_body = TotpDraft,
    responses((status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn change_totp(
    State(state): State<AppState>,
    staff: AnyStaff,
    ApiJson(draft): ApiJson<TotpDraft>,
) -> Result<StatusCode, Failure> {
    own::make_totp(&state, &staff, &draft).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// New recovery codes in the place of all earlier ones
#[utoipa::path(
    post, path = "/desk/api/recovery-codes", tag = "desk",
    responses((status = 200, body = RecoveryCodesView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn replace_recovery_codes(
    State(state): State<AppState>,
    staff: AnyStaff,
) -> Result<Json<RecoveryCodesView>, Failure> {
    Ok(Json(own::replace_recovery_codes(&state, &staff).await?))
}

/// Changes one's password, and ends one's other sessions
#[utoipa::path(
    put, path = "/desk/api/password", tag = "desk", request_body = OwnPasswordDraft,
    responses(
        (status = 204), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 429, body = ProblemBody),
    )
)]
async fn change_password(
    State(state): State<AppState>,
    staff: AnyStaff,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<OwnPasswordDraft>,
) -> Result<StatusCode, Failure> {
    password::change(&state, &staff, (who.address, draft)).await?;
    Ok(StatusCode::NO_CONTENT)
}
