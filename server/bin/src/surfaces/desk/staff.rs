//! Who works for the store, and the roles, over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    staff::{
        members::{self, InviteDraft, RolesDraft, StaffView, StateDraft},
        roles::{self, RolesView, StaffRoleDraft},
    },
    state::AppState,
};

use super::caller::{Staff, may};

/// Routes of staff and roles.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_staff, invite))
        .routes(routes!(show_staff))
        .routes(routes!(invite_again))
        .routes(routes!(change_roles))
        .routes(routes!(suspend))
        .routes(routes!(restore))
        .routes(routes!(list_roles))
        .routes(routes!(edit_role))
}

/// Everybody who works for the store
#[utoipa::path(
    get, path = "/desk/api/staff", tag = "desk",
    responses((status = 200, body = Vec<StaffView>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn list_staff(
    State(state): State<AppState>,
    _staff: Staff<may::StaffView>,
) -> Result<Json<Vec<StaffView>>, Failure> {
    Ok(Json(members::list(&state).await?))
}

/// One of them
#[utoipa::path(
    get, path = "/desk/api/staff/{id}", tag = "desk", params(("id" = String, Path, description = "Person")),
    responses(
        (status = 200, body = StaffView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn show_staff(
    State(state): State<AppState>,
    _staff: Staff<may::StaffView>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<StaffView>, Failure> {
    Ok(Json(members::show(&state, &id).await?))
}

/// Invites somebody by mail
#[utoipa::path(
    post, path = "/desk/api/staff", tag = "desk", request_body = InviteDraft,
    responses(
        (status = 200, body = StaffView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn invite(
    State(state): State<AppState>,
    staff: Staff<may::StaffManage>,
    ApiJson(draft): ApiJson<InviteDraft>,
) -> Result<Json<StaffView>, Failure> {
    Ok(Json(members::invite(&state, &staff, &draft).await?))
}

/// Invites somebody again, who was invited or lost what they sign in with
#[utoipa::path(
    post, path = "/desk/api/staff/{id}/invitation", tag = "desk", params(("id" = String, Path, description = "Person")),
    responses(
        (status = 200, body = StaffView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
    )
)]
async fn invite_again(
    State(state): State<AppState>,
    staff: Staff<may::StaffManage>,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<StaffView>, Failure> {
    Ok(Json(members::invite_again(&state, &staff, &id).await?))
}

/// Gives somebody other roles
#[utoipa::path(
    put, path = "/desk/api/staff/{id}/roles", tag = "desk", request_body = RolesDraft,
    params(("id" = String, Path, description = "Person")),
    responses(
        (status = 200, body = StaffView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change_roles(
    State(state): State<AppState>,
    staff: Staff<may::StaffManage>,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<RolesDraft>,
) -> Result<Json<StaffView>, Failure> {
    Ok(Json(members::change_roles(&state, &staff, (&id, &draft)).await?))
}

/// Suspends somebody, and ends their sessions
#[utoipa::path(
    post, path = "/desk/api/staff/{id}/suspend", tag = "desk", request_body = StateDraft,
    params(("id" = String, Path, description = "Person")),
    responses(
        (status = 200, body = StaffView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn suspend(
    State(state): State<AppState>,
    staff: Staff<may::StaffManage>,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<StateDraft>,
) -> Result<Json<StaffView>, Failure> {
    Ok(Json(members::set_suspended(&state, &staff, (&id, &draft, true)).await?))
}

/// Restores somebody who was suspended
#[utoipa::path(
    post, path = "/desk/api/staff/{id}/restore", tag = "desk", request_body = StateDraft,
    params(("id" = String, Path, description = "Person")),
    responses(
        (status = 200, body = StaffView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
    )
)]
async fn restore(
    State(state): State<AppState>,
    staff: Staff<may::StaffManage>,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<StateDraft>,
) -> Result<Json<StaffView>, Failure> {
    Ok(Json(members::set_suspended(&state, &staff, (&id, &draft, false)).await?))
}

/// The roles, and all that a role can allow
#[utoipa::path(
    get, path = "/desk/api/roles", tag = "desk",
    responses((status = 200, body = RolesView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn list_roles(State(state): State<AppState>, _staff: Staff<may::StaffView>) -> Result<Json<RolesView>, Failure> {
    Ok(Json(roles::list(&state).await?))
}

/// Makes a role, or another one of it
#[utoipa::path(
    put, path = "/desk/api/roles/{key}", tag = "desk", request_body = StaffRoleDraft,
    params(("key" = String, Path, description = "Key of the role")),
    responses(
        (status = 200, body = RolesView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn edit_role(
    State(state): State<AppState>,
    staff: Staff<may::RolesEdit>,
    ApiPath(key): ApiPath<String>,
    ApiJson(draft): ApiJson<StaffRoleDraft>,
) -> Result<Json<RolesView>, Failure> {
    Ok(Json(roles::edit(&state, &staff, (&key, &draft)).await?))
}
