//! Signing in at the desk, accepting an invitation, and showing once more who one is.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::{Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiQuery},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    staff::{
        factors::passkeys::{AnsweredDraft, AskedView},
        invitations::{self, AcceptedView, InvitationToken, InvitedView, StaffAcceptDraft, TotpView},
        own::{self, DeskSessionView},
        session,
        sign_in::{self, PasswordSignIn},
        sso::{self, Returned},
    },
    state::AppState,
};
use serde::Deserialize;

use super::caller::{AnyStaff, AtTheDoor};

/// Routes of signing in.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(sign_in_with_password))
        .routes(routes!(ask_passkey))
        .routes(routes!(sign_in_with_passkey))
        .routes(routes!(look_at_invitation))
        .routes(routes!(ask_invited_passkey))
        .routes(routes!(ask_invited_totp))
        .routes(routes!(accept_invitation))
        .routes(routes!(leave_for_sso))
        .routes(routes!(come_back_from_sso))
        .routes(routes!(confirm_with_password))
        .routes(routes!(confirm_with_passkey))
        .routes(routes!(sign_out))
}

fn entered(state: &AppState, token: &str) -> Response {
    (session::cookie(token, state.config.secure), StatusCode::NO_CONTENT).into_response()
}

/// Signs in at the desk with password and one-time or recovery code
#[utoipa::path(
    post, path = "/desk/api/sign-in/password", tag = "desk", request_body = PasswordSignIn,
    responses((status = 204), (status = 401, body = ProblemBody), (status = 429, body = ProblemBody))
)]
async fn sign_in_with_password(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<PasswordSignIn>,
) -> Result<Response, Failure> {
    Ok(entered(&state, &sign_in::with_password(&state, &who, &draft).await?))
}

/// Asks for a passkey: whoever has one at this host
#[utoipa::path(
    post, path = "/desk/api/sign-in/passkey/options", tag = "desk",
    responses((status = 200, body = AskedView), (status = 422, body = ProblemBody), (status = 429, body = ProblemBody))
)]
async fn ask_passkey(State(state): State<AppState>, AtTheDoor(who): AtTheDoor) -> Result<Json<AskedView>, Failure> {
    Ok(Json(sign_in::ask_passkey(&state, &who).await?))
}

/// Signs in at the desk with a passkey
#[utoipa::path(
    post, path = "/desk/api/sign-in/passkey", tag = "desk", request_body = AnsweredDraft,
    responses((status = 204), (status = 401, body = ProblemBody), (status = 429, body = ProblemBody))
)]
async fn sign_in_with_passkey(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    ApiJson(answer): ApiJson<AnsweredDraft>,
) -> Result<Response, Failure> {
    Ok(entered(&state, &sign_in::with_passkey(&state, &who, answer).await?))
}

/// An invitation to the desk, for whoever holds its link
#[utoipa::path(
    post, path = "/desk/api/invitations/look", tag = "desk", request_body = InvitationToken,
    responses((status = 200, body = InvitedView), (status = 404, body = ProblemBody))
)]
async fn look_at_invitation(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<InvitationToken>,
) -> Result<Json<InvitedView>, Failure> {
    Ok(Json(invitations::look(&state, &who, &draft).await?))
}

/// Asks the browser for the passkey of who is invited
#[utoipa::path(
    post, path = "/desk/api/invitations/passkey", tag = "desk", request_body = InvitationToken,
    responses((status = 200, body = AskedView), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn ask_invited_passkey(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<InvitationToken>,
) -> Result<Json<AskedView>, Failure> {
    Ok(Json(invitations::ask_passkey(&state, &who, &draft).await?))
}

/// A secret for the one-time codes of who is invited
#[utoipa::path(
    post, path = "/desk/api/invitations/codes", tag = "desk", request_body = InvitationToken,
    responses((status = 200, body = TotpView), (status = 404, body = ProblemBody))
)]
async fn ask_invited_totp(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<InvitationToken>,
) -> Result<Json<TotpView>, Failure> {
    Ok(Json(invitations::ask_totp(&state, &who, &draft).await?))
}

/// Accepts an invitation with a passkey, or with password and one-time codes; signs in
#[utoipa::path(
    post, path = "/desk/api/invitations/accept", tag = "desk", request_body = StaffAcceptDraft,
    responses(
        (status = 200, body = AcceptedView), (status = 404, body = ProblemBody, description = "Expired, used, or never there"),
        (status = 422, body = ProblemBody),
    )
)]
async fn accept_invitation(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<StaffAcceptDraft>,
) -> Result<Response, Failure> {
    let (token, view) = invitations::accept(&state, &who, draft).await?;
    Ok((session::cookie(&token, state.config.secure), Json(view)).into_response())
}

/// Sends the browser to the issuer of single sign-on
#[utoipa::path(
    get, path = "/desk/api/sign-in/sso", tag = "desk",
    params(("email" = Option<String>, Query, description = "Whom the issuer may expect")),
    responses((status = 303), (status = 404, body = ProblemBody, description = "There is none"), (status = 503, body = ProblemBody))
)]
async fn leave_for_sso(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    ApiQuery(query): ApiQuery<Hint>,
) -> Result<Response, Failure> {
    let (address, held) = sso::leave(&state, who.address, &query.email).await?;
    let location = HeaderValue::try_from(address).map_err(Failure::internal)?;
    let cookie = session::leaving_cookie(&held, state.config.secure);
    Ok((StatusCode::SEE_OTHER, cookie, [(header::LOCATION, location)]).into_response())
}

/// Whom the issuer of single sign-on may expect.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Hint {
    email: String,
}

/// Signs in who comes back from the issuer. The page it answers goes on to the desk: what a foreign page begins carries no
/// strict cookie yet.
#[utoipa::path(
    get, path = "/desk/api/sign-in/sso/callback", tag = "desk",
    params(
        ("code" = Option<String>, Query, description = "Of the issuer"),
        ("state" = Option<String>, Query, description = "As it was sent along"),
    ),
    responses((status = 200, body = String, content_type = "text/html"), (status = 401, body = ProblemBody))
)]
async fn come_back_from_sso(
    State(state): State<AppState>,
    AtTheDoor(who): AtTheDoor,
    headers: HeaderMap,
    Query(returned): Query<Returned>,
) -> Result<Response, Failure> {
    let held = session::read_leaving(&headers, state.config.secure).unwrap_or_default();
    let token = sso::come_back(&state, &who, (&held, &returned)).await?;
    let page = "<!doctype html><title>Signed in</title><meta http-equiv=\"refresh\" content=\"0;url=/desk\">\
                <p><a href=\"/desk\">To the desk</a></p>";
    let gone = session::leaving_removal(state.config.secure);
    Ok((session::cookie(&token, state.config.secure), gone, Html(page)).into_response())
}

/// Shows once more who one is, with password and code
#[utoipa::path(
    post, path = "/desk/api/session/confirm/password", tag = "desk", request_body = PasswordSignIn,
    responses((status = 200, body = DeskSessionView), (status = 401, body = ProblemBody), (status = 429, body = ProblemBody))
)]
async fn confirm_with_password(
    State(state): State<AppState>,
    staff: AnyStaff,
    AtTheDoor(who): AtTheDoor,
    ApiJson(draft): ApiJson<PasswordSignIn>,
) -> Result<Json<DeskSessionView>, Failure> {
    sign_in::confirm_password(&state, &staff, (who.address, &draft)).await?;
    Ok(Json(own::session(&state, &staff.confirmed(&state)).await?))
}

/// Shows once more who one is, with a passkey
#[utoipa::path(
    post, path = "/desk/api/session/confirm/passkey", tag = "desk", request_body = AnsweredDraft,
    responses((status = 200, body = DeskSessionView), (status = 401, body = ProblemBody), (status = 429, body = ProblemBody))
)]
async fn confirm_with_passkey(
    State(state): State<AppState>,
    staff: AnyStaff,
    AtTheDoor(who): AtTheDoor,
    ApiJson(answer): ApiJson<AnsweredDraft>,
) -> Result<Json<DeskSessionView>, Failure> {
    sign_in::confirm_passkey(&state, &staff, (&who, answer)).await?;
    Ok(Json(own::session(&state, &staff.confirmed(&state)).await?))
}

/// Signs out
#[utoipa::path(
    post, path = "/desk/api/sign-out", tag = "desk",
    responses((status = 204), (status = 401, body = ProblemBody))
)]
async fn sign_out(State(state): State<AppState>, staff: AnyStaff) -> Result<Response, Failure> {
    sign_in::end_session(&state, &staff, &staff.session.id).await?;
    Ok((session::removal(state.config.secure), StatusCode::NO_CONTENT).into_response())
}
