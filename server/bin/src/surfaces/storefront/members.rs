//! People of business units over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use fieldhouse_core::{
    account::{SessionView, SignedInView},
    people::{
        ApprovalsView, InvitationDraft, PeopleView, ReceivedInvitationView,
        approval::{ApprovalLimitDraft, DecisionDraft},
    },
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::ClientAddress,
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use serde::Deserialize;

use fieldhouse_shop::{
    buying::orders::approvals,
    env::SiteOf,
    people::{
        account::Customer,
        members::invitations::{self, AcceptDraft, RegisterInvitedDraft},
    },
    session::Visitor,
    state::AppState,
};

/// Routes of people.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_people))
        .routes(routes!(invite))
        .routes(routes!(withdraw_invitation))
        .routes(routes!(change_role, remove_member))
        .routes(routes!(limit_approval))
        .routes(routes!(show_invitation))
        .routes(routes!(accept_invitation))
        .routes(routes!(register_invited))
        .routes(routes!(list_approvals))
        .routes(routes!(decide_order))
}

/// A person's new role.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct RoleDraft {
    /// `buyer`, `approver` or `administrator`.
    role: String,
}

/// The business units the customer looks after, with their people
#[utoipa::path(
    get, path = "/api/account/people", tag = "people",
    responses((status = 200, body = PeopleView), (status = 401, body = ProblemBody))
)]
async fn list_people(State(state): State<AppState>, customer: Customer) -> Result<Json<PeopleView>, Failure> {
    Ok(Json(fieldhouse_shop::people::members::list(&state, &customer.row).await?))
}

/// Invites somebody by mail; the answer tells nothing about accounts
#[utoipa::path(
    post, path = "/api/account/people/{id}/invitations", tag = "people", request_body = InvitationDraft,
    params(("id" = String, Path, description = "Business unit")),
    responses(
        (status = 200, body = PeopleView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 429, body = ProblemBody),
    )
)]
async fn invite(
    State(state): State<AppState>,
    customer: Customer,
    from: ClientAddress,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<InvitationDraft>,
) -> Result<Json<PeopleView>, Failure> {
    Ok(Json(invitations::invite(&state, &customer, from, (&id, &draft)).await?))
}

/// Withdraws an invitation
#[utoipa::path(
    delete, path = "/api/account/people/{id}/invitations/{invitation}", tag = "people",
    params(
        ("id" = String, Path, description = "Business unit"),
        ("invitation" = String, Path, description = "Invitation"),
    ),
    responses((status = 200, body = PeopleView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn withdraw_invitation(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath((id, invitation)): ApiPath<(String, String)>,
) -> Result<Json<PeopleView>, Failure> {
    Ok(Json(invitations::withdraw(&state, &customer, (&id, &invitation)).await?))
}

/// Gives somebody another role
#[utoipa::path(
    put, path = "/api/account/people/{id}/members/{member}", tag = "people", request_body = RoleDraft,
    params(
        ("id" = String, Path, description = "Business unit"), ("member" = String, Path, description = "Person"),
    ),
    responses(
        (status = 200, body = PeopleView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "The last administrator stays one"),
    )
)]
async fn change_role(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath((id, member)): ApiPath<(String, String)>,
    ApiJson(draft): ApiJson<RoleDraft>,
) -> Result<Json<PeopleView>, Failure> {
    Ok(Json(
        fieldhouse_shop::people::members::change_member(&state, &customer, (&id, &member), Some(&draft.role)).await?,
    ))
}

/// Takes somebody out of a business unit
#[utoipa::path(
    delete, path = "/api/account/people/{id}/members/{member}", tag = "people",
    params(
        ("id" = String, Path, description = "Business unit"), ("member" = String, Path, description = "Person"),
    ),
    responses(
        (status = 200, body = PeopleView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "The last administrator stays"),
    )
)]
async fn remove_member(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath((id, member)): ApiPath<(String, String)>,
) -> Result<Json<PeopleView>, Failure> {
    Ok(Json(fieldhouse_shop::people::members::change_member(&state, &customer, (&id, &member), None).await?))
}

/// Says above which amount orders need approval
#[utoipa::path(
    put, path = "/api/account/people/{id}/approval", tag = "people", request_body = ApprovalLimitDraft,
    params(("id" = String, Path, description = "Business unit")),
    responses(
        (status = 200, body = PeopleView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn limit_approval(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<ApprovalLimitDraft>,
) -> Result<Json<PeopleView>, Failure> {
    Ok(Json(fieldhouse_shop::people::members::limit_approval(&state, &customer, &id, &draft).await?))
}

/// An invitation, for whoever holds its token
#[utoipa::path(
    get, path = "/api/invitations/{token}", tag = "people",
    params(("token" = String, Path, description = "What the link carries")),
    responses((status = 200, body = ReceivedInvitationView), (status = 404, body = ProblemBody))
)]
async fn show_invitation(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    ApiPath(token): ApiPath<String>,
) -> Result<Json<ReceivedInvitationView>, Failure> {
    Ok(Json(invitations::received(&state, site, &token).await?))
}

/// Accepts an invitation with the account that is signed in
#[utoipa::path(
    post, path = "/api/invitations/accept", tag = "people", request_body = AcceptDraft,
    responses(
        (status = 200, body = SessionView), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody, description = "Expired, withdrawn, used, or never there"),
        (status = 409, body = ProblemBody, description = "It is for another e-mail"),
    )
)]
async fn accept_invitation(
    State(state): State<AppState>,
    customer: Customer,
    ApiJson(draft): ApiJson<AcceptDraft>,
) -> Result<Json<SessionView>, Failure> {
    Ok(Json(invitations::accept(&state, &customer, &draft).await?))
}

/// Makes the account of an invited e-mail and accepts with it
#[utoipa::path(
    post, path = "/api/invitations/register", tag = "people", request_body = RegisterInvitedDraft,
    responses(
        (status = 200, body = SignedInView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "The e-mail has an account"), (status = 422, body = ProblemBody),
    )
)]
async fn register_invited(
    State(state): State<AppState>,
    mut visitor: Visitor,
    ApiJson(draft): ApiJson<RegisterInvitedDraft>,
) -> Result<Response, Failure> {
    let view = invitations::register(&state, &mut visitor, &draft).await?;
    Ok((visitor.cookie(), Json(view)).into_response())
}

/// Orders of the customer's business units that wait for approval, and those decided last
#[utoipa::path(
    get, path = "/api/account/approvals", tag = "people",
    responses((status = 200, body = ApprovalsView), (status = 401, body = ProblemBody))
)]
async fn list_approvals(State(state): State<AppState>, customer: Customer) -> Result<Json<ApprovalsView>, Failure> {
    Ok(Json(approvals::list(&state, &customer.row).await?))
}

/// Approves or declines an order
#[utoipa::path(
    post, path = "/api/account/approvals/{id}", tag = "people", request_body = DecisionDraft,
    params(("id" = String, Path, description = "Order id")),
    responses(
        (status = 200, body = ApprovalsView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "Somebody else has decided"), (status = 422, body = ProblemBody),
    )
)]
async fn decide_order(
    State(state): State<AppState>,
    customer: Customer,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<DecisionDraft>,
) -> Result<Json<ApprovalsView>, Failure> {
    Ok(Json(approvals::decide(&state, &customer, (&id, &draft)).await?))
}
