//! Accounts over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use fieldhouse_core::{
    account::{
        AccountChangeView, AddressBookView, CustomerView, RegistrationDraft, ResetRequestDraft, SessionView,
        SignedInView,
    },
    addresses::AddressFormDraft,
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::ClientAddress,
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use serde::Serialize;

use fieldhouse_shop::{
    env::SiteOf,
    lockout::device::Asker,
    people::{
        account::{
            Customer, addresses,
            common::{self, PasswordCheckDraft, PasswordCheckView},
            information::{self, AccountDraft},
            registration,
            reset::{self, CreatePasswordDraft, UpdatePasswordDraft},
        },
        sign_in::{self, SignInRequest},
    },
    session::{Visitor, signed_in::SignedIn},
    state::AppState,
};

/// Routes of accounts.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(show_session))
        .routes(routes!(register))
        .routes(routes!(request_reset))
        .routes(routes!(create_password))
        .routes(routes!(update_password))
        .routes(routes!(check_password))
        .routes(routes!(show_account, change_account))
        .routes(routes!(list_addresses, add_address))
        .routes(routes!(change_address, remove_address))
        .routes(routes!(make_default))
        .routes(routes!(restore_address))
}

/// It was done.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct DoneView {
    /// Always true.
    ok: bool,
}

const DONE: Json<DoneView> = Json(DoneView { ok: true });

/// Signs in with e-mail and password
#[utoipa::path(
    post, path = "/api/auth/signin", tag = "account", request_body = SignInRequest,
    responses(
        (status = 200, body = SignedInView), (status = 400, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 401, body = ProblemBody, description = "login_error, or token with the error token:…"),
        (status = 429, body = ProblemBody), (status = 503, body = ProblemBody),
    )
)]
async fn sign_in(
    State(state): State<AppState>,
    mut visitor: Visitor,
    mut asker: Asker,
    ApiJson(request): ApiJson<SignInRequest>,
) -> Result<Response, Failure> {
    let view = sign_in::sign_in(&state, &mut visitor, &mut asker, request).await?;
    Ok((visitor.cookie(), asker.cookie(), Json(view)).into_response())
}

/// Signs this browser out
#[utoipa::path(post, path = "/api/auth/signout", tag = "account", responses((status = 204)))]
async fn sign_out(State(state): State<AppState>, mut visitor: Visitor) -> Result<Response, Failure> {
    sign_in::sign_out(&state, &mut visitor).await?;
    Ok((visitor.cookie(), StatusCode::NO_CONTENT).into_response())
}

/// Who the session belongs to
#[utoipa::path(get, path = "/api/auth/session", tag = "account", responses((status = 200, body = SessionView)))]
async fn show_session(State(state): State<AppState>, visitor: Visitor) -> Result<Json<SessionView>, Failure> {
    Ok(Json(fieldhouse_shop::people::account::session(&state, &visitor).await?))
}

/// Makes an account
#[utoipa::path(
    post, path = "/api/features/Account/register", tag = "account", request_body = RegistrationDraft,
    responses(
        (status = 200, body = DoneView), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "With the error [0] …: the e-mail has an account"),
        (status = 422, body = ProblemBody, description = "With an error, [1] … for a common password"),
        (status = 429, body = ProblemBody),
    )
)]
async fn register(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    address: ClientAddress,
    draft: Result<ApiJson<RegistrationDraft>, Failure>,
) -> Result<Json<DoneView>, Failure> {
    let ApiJson(draft) = draft.map_err(Failure::with_error)?;
    registration::register(&state, site, address, &draft).await.map_err(Failure::with_error)?;
    Ok(DONE)
}

/// Asks for a letter with a link to set a password; the answer tells nothing about accounts
#[utoipa::path(
    post, path = "/api/features/Account/password-token", tag = "account", request_body = ResetRequestDraft,
    responses(
        (status = 200, body = DoneView), (status = 400, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody),
    )
)]
async fn request_reset(
    State(state): State<AppState>,
    visitor: Visitor,
    address: ClientAddress,
    ApiJson(draft): ApiJson<ResetRequestDraft>,
) -> Result<Json<DoneView>, Failure> {
    reset::request(&state, &visitor, address, &draft).await?;
    Ok(DONE)
}

/// Sets a password with a token
#[utoipa::path(
    post, path = "/api/features/Account/create-password", tag = "account", request_body = CreatePasswordDraft,
    responses(
        (status = 200, body = DoneView), (status = 400, body = ProblemBody, description = "Expired or used"),
        (status = 422, body = ProblemBody, description = "With the error [1] …"), (status = 429, body = ProblemBody),
    )
)]
async fn create_password(
    State(state): State<AppState>,
    visitor: Visitor,
    address: ClientAddress,
    ApiJson(draft): ApiJson<CreatePasswordDraft>,
) -> Result<Json<DoneView>, Failure> {
    reset::create_password(&state, &visitor, address, &draft).await?;
    Ok(DONE)
}

/// Changes the password; a failure is a JSON string
#[utoipa::path(
    post, path = "/api/features/Account/update-password", tag = "account", request_body = UpdatePasswordDraft,
    responses(
        (status = 200, body = DoneView), (status = 401, body = ProblemBody),
        (status = 422, body = String, description = "A sentence: the present password is wrong, or [1] …"),
        (status = 429, body = ProblemBody),
    )
)]
async fn update_password(
    State(state): State<AppState>,
    mut customer: Customer,
    mut asker: Asker,
    ApiJson(draft): ApiJson<UpdatePasswordDraft>,
) -> Result<Response, Failure> {
    match reset::update_password(&state, (&mut customer.visitor, &customer.row), &mut asker, &draft).await? {
        Ok(()) => Ok((customer.visitor.cookie(), asker.cookie(), DONE).into_response()),
        Err(error) => Ok((StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response()),
    }
}

/// Judges a password while it is chosen, as it will be judged when it is set
#[utoipa::path(
    post, path = "/api/features/Account/password-check", tag = "account", request_body = PasswordCheckDraft,
    responses(
        (status = 200, body = PasswordCheckView), (status = 400, body = ProblemBody), (status = 429, body = ProblemBody),
    )
)]
async fn check_password(
    State(state): State<AppState>,
    address: ClientAddress,
    ApiJson(draft): ApiJson<PasswordCheckDraft>,
) -> Result<Json<PasswordCheckView>, Failure> {
    Ok(Json(common::check(&state, address, &draft).await?))
}

/// Account information
#[utoipa::path(
    get, path = "/api/account", tag = "account",
    responses((status = 200, body = CustomerView), (status = 401, body = ProblemBody))
)]
async fn show_account(State(state): State<AppState>, customer: Customer) -> Result<Json<CustomerView>, Failure> {
    Ok(Json(information::view(&state, &customer.row).await?))
}

/// Changes account information seen at a version
#[utoipa::path(
    put, path = "/api/account", tag = "account", request_body = AccountDraft,
    responses(
        (status = 200, body = AccountChangeView), (status = 401, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "With currentVersion"), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody),
    )
)]
async fn change_account(
    State(state): State<AppState>,
    mut customer: Customer,
    asker: Asker,
    ApiJson(draft): ApiJson<AccountDraft>,
) -> Result<Response, Failure> {
    let view = information::change(&state, &mut customer, &asker, draft).await?;
    Ok((customer.visitor.cookie(), Json(view)).into_response())
}

/// The address book
#[utoipa::path(
    get, path = "/api/account/addresses", tag = "account",
    responses((status = 200, body = AddressBookView), (status = 401, body = ProblemBody))
)]
async fn list_addresses(State(state): State<AppState>, customer: Customer) -> Result<Json<AddressBookView>, Failure> {
    Ok(Json(addresses::show(&state, &customer.row).await?))
}

/// Adds an address
#[utoipa::path(
    post, path = "/api/account/addresses", tag = "account", request_body = AddressFormDraft,
    responses(
        (status = 200, body = AddressBookView), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn add_address(
    State(state): State<AppState>,
    signed_in: SignedIn,
    ApiJson(draft): ApiJson<AddressFormDraft>,
) -> Result<Json<AddressBookView>, Failure> {
    Ok(Json(addresses::save(&state, &signed_in, None, &draft).await?))
}

/// Changes an address
#[utoipa::path(
    put, path = "/api/account/addresses/{id}", tag = "account", request_body = AddressFormDraft,
    params(("id" = String, Path, description = "Address id")),
    responses(
        (status = 200, body = AddressBookView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "Read-only"), (status = 422, body = ProblemBody),
    )
)]
async fn change_address(
    State(state): State<AppState>,
    signed_in: SignedIn,
    ApiPath(id): ApiPath<String>,
    ApiJson(draft): ApiJson<AddressFormDraft>,
) -> Result<Json<AddressBookView>, Failure> {
    Ok(Json(addresses::save(&state, &signed_in, Some(&id), &draft).await?))
}

/// Removes an address
#[utoipa::path(
    delete, path = "/api/account/addresses/{id}", tag = "account",
    params(("id" = String, Path, description = "Address id")),
    responses(
        (status = 200, body = AddressBookView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "Read-only"),
    )
)]
async fn remove_address(
    State(state): State<AppState>,
    signed_in: SignedIn,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<AddressBookView>, Failure> {
    Ok(Json(addresses::remove(&state, &signed_in, &id).await?))
}

/// Makes an address the default ship-to address
#[utoipa::path(
    post, path = "/api/account/addresses/{id}/default", tag = "account",
    params(("id" = String, Path, description = "Address id")),
    responses(
        (status = 200, body = AddressBookView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "It is the default already"),
    )
)]
async fn make_default(
    State(state): State<AppState>,
    signed_in: SignedIn,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<AddressBookView>, Failure> {
    Ok(Json(addresses::make_default(&state, &signed_in, &id).await?))
}

/// Puts an address back that was removed: the same one, where it was
#[utoipa::path(
    post, path = "/api/account/addresses/{id}/restore", tag = "account",
    params(("id" = String, Path, description = "Address id")),
    responses(
        (status = 200, body = AddressBookView), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "The book is full, or another address has its key"),
    )
)]
async fn restore_address(
    State(state): State<AppState>,
    signed_in: SignedIn,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<AddressBookView>, Failure> {
    Ok(Json(addresses::restore(&state, &signed_in, &id).await?))
}
