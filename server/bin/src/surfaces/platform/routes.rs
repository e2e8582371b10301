//! The customer API over HTTP. Each operation also answers below `/in-store/key={storeKey}`, see the
//! [in-store address](super::in_store).

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, http::StatusCode};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::ClientAddress,
        extract::{ApiJson, ApiPath, QueryPairs},
    },
};

use super::{
    business_units::{self, BusinessUnitView},
    caller::{Bearer, BusinessUnits, CustomerOf, Orders, OrdersWithPayments, Payments, Profile, Shopper},
    carts::{self, CartDraft, CartUpdate, CartView},
    customers::{self, CustomerUpdate, CustomerView},
    errors::ErrorResponse,
    oauth,
    orders::{self, OrderView},
    payments::{self, PaymentDraft, PaymentView},
    sign_in::{self, LoginDraft, PasswordChange, PasswordReset, SignInResult, SignUpDraft},
    values::{self, Page},
};
use fieldhouse_shop::state::AppState;

/// Routes of the customer API and of its token endpoints.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(oauth::token))
        .routes(routes!(oauth::revoke))
        .routes(routes!(oauth::introspect))
        .routes(routes!(oauth::anonymous_token))
        .routes(routes!(oauth::anonymous_token_in_store))
        .routes(routes!(oauth::customer_token))
        .routes(routes!(oauth::customer_token_in_store))
        .routes(routes!(show_me, update_me))
        .routes(routes!(sign_up))
        .routes(routes!(log_in))
        .routes(routes!(change_password))
        .routes(routes!(reset_password))
        .routes(routes!(show_active_cart))
        .routes(routes!(list_carts, create_cart))
        .routes(routes!(show_cart, update_cart))
        .routes(routes!(list_business_units))
        .routes(routes!(show_business_unit))
        .routes(routes!(list_orders))
        .routes(routes!(show_order))
        .routes(routes!(list_payments, create_payment))
        .routes(routes!(show_payment, delete_payment))
}

/// What carts and orders can have in place (account §7).
const PAYMENTS: &str = "paymentInfo.payments[*]";

/// The resource a path names.
#[derive(serde::Deserialize)]
struct Named {
    id: String,
}

/// The customer
#[utoipa::path(
    get, path = "/platform/{projectKey}/me", tag = "platform", params(("projectKey" = String, Path)),
    responses((status = 200, body = CustomerView), (status = 401, body = ErrorResponse), (status = 404, body = ErrorResponse))
)]
async fn show_me(State(state): State<AppState>, customer: CustomerOf<Profile>) -> Result<Json<CustomerView>, Failure> {
    Ok(Json(customers::load(&state, customer.row).await?))
}

/// Changes the customer by update actions
#[utoipa::path(
    post, path = "/platform/{projectKey}/me", tag = "platform", params(("projectKey" = String, Path)),
    request_body = CustomerUpdate,
    responses(
        (status = 200, body = CustomerView), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 404, body = ErrorResponse), (status = 409, body = ErrorResponse, description = "ConcurrentModification"),
    )
)]
async fn update_me(
    State(state): State<AppState>,
    customer: CustomerOf<Profile>,
    ApiJson(draft): ApiJson<CustomerUpdate>,
) -> Result<Json<CustomerView>, Failure> {
    Ok(Json(customers::update(&state, customer, draft).await?))
}

/// Makes an account
#[utoipa::path(
    post, path = "/platform/{projectKey}/me/signup", tag = "platform", params(("projectKey" = String, Path)),
    request_body = SignUpDraft,
    responses(
        (status = 201, body = SignInResult), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
async fn sign_up(
    State(state): State<AppState>,
    bearer: Bearer<Profile>,
    address: ClientAddress,
    ApiJson(draft): ApiJson<SignUpDraft>,
) -> Result<(StatusCode, Json<SignInResult>), Failure> {
    Ok((StatusCode::CREATED, Json(sign_in::sign_up(&state, &bearer, address, draft).await?)))
}

/// Checks a password, and merges the anonymous cart
#[utoipa::path(
    post, path = "/platform/{projectKey}/me/login", tag = "platform", params(("projectKey" = String, Path)),
    request_body = LoginDraft,
    responses(
        (status = 200, body = SignInResult), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
async fn log_in(
    State(state): State<AppState>,
    bearer: Bearer<Profile>,
    address: ClientAddress,
    ApiJson(draft): ApiJson<LoginDraft>,
) -> Result<Json<SignInResult>, Failure> {
    Ok(Json(sign_in::log_in(&state, &bearer, address, draft).await?))
}

/// Sets another password
#[utoipa::path(
    post, path = "/platform/{projectKey}/me/password", tag = "platform", params(("projectKey" = String, Path)),
    request_body = PasswordChange,
    responses(
        (status = 200, body = CustomerView), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 409, body = ErrorResponse), (status = 429, body = ErrorResponse),
    )
)]
async fn change_password(
    State(state): State<AppState>,
    mut customer: CustomerOf<Profile>,
    address: ClientAddress,
    ApiJson(draft): ApiJson<PasswordChange>,
) -> Result<Json<CustomerView>, Failure> {
    Ok(Json(sign_in::change_password(&state, &mut customer, address, draft).await?))
}

/// Sets the password with a token out of a letter
#[utoipa::path(
    post, path = "/platform/{projectKey}/me/password/reset", tag = "platform", params(("projectKey" = String, Path)),
    request_body = PasswordReset,
    responses(
        (status = 200, body = CustomerView), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
async fn reset_password(
    State(state): State<AppState>,
    bearer: Bearer<Profile>,
    address: ClientAddress,
    ApiJson(draft): ApiJson<PasswordReset>,
) -> Result<Json<CustomerView>, Failure> {
    Ok(Json(sign_in::reset_password(&state, &bearer, address, draft).await?))
}

/// The active cart
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/active-cart", tag = "platform", params(("projectKey" = String, Path)),
    responses((status = 200, body = CartView), (status = 401, body = ErrorResponse), (status = 404, body = ErrorResponse))
)]
async fn show_active_cart(
    State(state): State<AppState>,
    shopper: Shopper<Orders>,
    query: QueryPairs,
) -> Result<Json<CartView>, Failure> {
    Ok(Json(carts::load_active(&state, &shopper, values::expands(&query, PAYMENTS)).await?))
}

/// Open carts
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/carts", tag = "platform", params(("projectKey" = String, Path)),
    responses((status = 200, body = Page<CartView>), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse))
)]
async fn list_carts(
    State(state): State<AppState>,
    shopper: Shopper<Orders>,
    query: QueryPairs,
) -> Result<Json<Page<CartView>>, Failure> {
    Ok(Json(carts::list(&state, &shopper, &query, values::expands(&query, PAYMENTS)).await?))
}

/// Makes the active cart
#[utoipa::path(
    post, path = "/platform/{projectKey}/me/carts", tag = "platform", params(("projectKey" = String, Path)),
    request_body = CartDraft,
    responses((status = 201, body = CartView), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse))
)]
async fn create_cart(
    State(state): State<AppState>,
    shopper: Shopper<Orders>,
    query: QueryPairs,
    ApiJson(draft): ApiJson<CartDraft>,
) -> Result<(StatusCode, Json<CartView>), Failure> {
    let expand = values::expands(&query, PAYMENTS);
    Ok((StatusCode::CREATED, Json(carts::create(&state, &shopper, draft, expand).await?)))
}

/// An open cart
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/carts/{id}", tag = "platform",
    params(("projectKey" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = CartView), (status = 401, body = ErrorResponse), (status = 404, body = ErrorResponse))
)]
async fn show_cart(
    State(state): State<AppState>,
    shopper: Shopper<Orders>,
    ApiPath(Named { id }): ApiPath<Named>,
    query: QueryPairs,
) -> Result<Json<CartView>, Failure> {
    Ok(Json(carts::load(&state, &shopper, &id, values::expands(&query, PAYMENTS)).await?))
}

/// Changes a cart by update actions
#[utoipa::path(
    post, path = "/platform/{projectKey}/me/carts/{id}", tag = "platform",
    params(("projectKey" = String, Path), ("id" = String, Path)), request_body = CartUpdate,
    responses(
        (status = 200, body = CartView), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 404, body = ErrorResponse), (status = 409, body = ErrorResponse, description = "ConcurrentModification"),
    )
)]
async fn update_cart(
    State(state): State<AppState>,
    shopper: Shopper<OrdersWithPayments>,
    ApiPath(Named { id }): ApiPath<Named>,
    query: QueryPairs,
    ApiJson(draft): ApiJson<CartUpdate>,
) -> Result<Json<CartView>, Failure> {
    Ok(Json(carts::update(&state, &shopper, &id, draft, values::expands(&query, PAYMENTS)).await?))
}

/// Business units, with `expand` on the parties they refer to
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/business-units", tag = "platform", params(("projectKey" = String, Path)),
    responses(
        (status = 200, body = Page<BusinessUnitView>), (status = 400, body = ErrorResponse),
        (status = 401, body = ErrorResponse), (status = 404, body = ErrorResponse),
    )
)]
async fn list_business_units(
    State(state): State<AppState>,
    customer: CustomerOf<BusinessUnits>,
    query: QueryPairs,
) -> Result<Json<Page<BusinessUnitView>>, Failure> {
    Ok(Json(business_units::list(&state, &customer.row, &query).await?))
}

/// A business unit, by its id or as `key=…`
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/business-units/{id}", tag = "platform",
    params(("projectKey" = String, Path), ("id" = String, Path)),
    responses(
        (status = 200, body = BusinessUnitView), (status = 401, body = ErrorResponse),
        (status = 404, body = ErrorResponse),
    )
)]
async fn show_business_unit(
    State(state): State<AppState>,
    customer: CustomerOf<BusinessUnits>,
    ApiPath(Named { id }): ApiPath<Named>,
    query: QueryPairs,
) -> Result<Json<BusinessUnitView>, Failure> {
    Ok(Json(business_units::load(&state, &customer.row, &id, &query).await?))
}

/// Orders, newest first unless another order is asked for
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/orders", tag = "platform", params(("projectKey" = String, Path)),
    responses((status = 200, body = Page<OrderView>), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse))
)]
async fn list_orders(
    State(state): State<AppState>,
    shopper: Shopper<Orders>,
    query: QueryPairs,
) -> Result<Json<Page<OrderView>>, Failure> {
    let expand = values::expands(&query, PAYMENTS);
    Ok(Json(orders::list(&state, &shopper, &query, expand).await?))
}

/// An order
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/orders/{id}", tag = "platform",
    params(("projectKey" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = OrderView), (status = 401, body = ErrorResponse), (status = 404, body = ErrorResponse))
)]
async fn show_order(
    State(state): State<AppState>,
    shopper: Shopper<Orders>,
    ApiPath(Named { id }): ApiPath<Named>,
    query: QueryPairs,
) -> Result<Json<OrderView>, Failure> {
    Ok(Json(orders::load(&state, &shopper, &id, values::expands(&query, PAYMENTS)).await?))
}

/// Payments, newest first: the last fifty
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/payments", tag = "platform", params(("projectKey" = String, Path)),
    responses((status = 200, body = Page<PaymentView>), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse))
)]
async fn list_payments(
    State(state): State<AppState>,
    shopper: Shopper<Payments>,
    query: QueryPairs,
) -> Result<Json<Page<PaymentView>>, Failure> {
    Ok(Json(payments::list(&state, &shopper, &query).await?))
}

/// Plans a payment
#[utoipa::path(
    post, path = "/platform/{projectKey}/me/payments", tag = "platform", params(("projectKey" = String, Path)),
    request_body = PaymentDraft,
    responses(
        (status = 201, body = PaymentView), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
async fn create_payment(
    State(state): State<AppState>,
    shopper: Shopper<Payments>,
    ApiJson(draft): ApiJson<PaymentDraft>,
) -> Result<(StatusCode, Json<PaymentView>), Failure> {
    if draft.is_certificate() {
        fieldhouse_shop::buying::cart::certificates::admit(&state, &shopper.caller.visitor).await?;
    }
    Ok((StatusCode::CREATED, Json(payments::create(&state, &shopper, draft).await?)))
}

/// A payment
#[utoipa::path(
    get, path = "/platform/{projectKey}/me/payments/{id}", tag = "platform",
    params(("projectKey" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = PaymentView), (status = 401, body = ErrorResponse), (status = 404, body = ErrorResponse))
)]
async fn show_payment(
    State(state): State<AppState>,
    shopper: Shopper<Payments>,
    ApiPath(Named { id }): ApiPath<Named>,
) -> Result<Json<PaymentView>, Failure> {
    Ok(Json(payments::load(&state, &shopper, &id).await?))
}

/// Deletes a payment seen at a version
#[utoipa::path(
    delete, path = "/platform/{projectKey}/me/payments/{id}", tag = "platform",
    params(("projectKey" = String, Path), ("id" = String, Path), ("version" = i64, Query)),
    responses(
        (status = 200, body = PaymentView), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 404, body = ErrorResponse), (status = 409, body = ErrorResponse, description = "ConcurrentModification, ReferenceExists"),
    )
)]
async fn delete_payment(
    State(state): State<AppState>,
    shopper: Shopper<Payments>,
    ApiPath(Named { id }): ApiPath<Named>,
    query: QueryPairs,
) -> Result<Json<PaymentView>, Failure> {
    Ok(Json(payments::delete(&state, &shopper, &id, values::version(&query)?).await?))
}
