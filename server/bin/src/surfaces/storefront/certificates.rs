//! Certificates over HTTP. Each look-up counts against whoever asks (R62).

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use fieldhouse_core::{
    account::AccountCertificatesView,
    cart::CartView,
    certificates::{AddCertificateDraft, CertificateDraft, CertificateQuestion, check_certificate_question},
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};

use fieldhouse_shop::{
    buying::cart::codes::claims,
    session::{
        Visitor,
        codes::{Codes, SetCodes},
        signed_in::SignedIn,
    },
    state::AppState,
};

/// Routes of certificates.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_own))
        .routes(routes!(show_certificate))
        .routes(routes!(add_certificate))
        .routes(routes!(remove_certificate))
}

/// The cookies of the codes as the cart says them: a certificate's flyer takes the ordinary one's place.
async fn settled(state: &AppState, visitor: &Visitor, codes: &Codes) -> Result<SetCodes, Failure> {
    let claimed = claims::judge(state, visitor, codes).await?;
    let cart = claims::open_cart(state, visitor).await?;
    Ok(codes.settle(&claims::verified(cart.as_ref(), &claimed.kept), state.config.secure))
}

/// The certificates of the customer's cart and orders
#[utoipa::path(
    get, path = "/api/account/certificates", tag = "certificates",
    responses((status = 200, body = AccountCertificatesView), (status = 401, body = ProblemBody))
)]
async fn list_own(
    State(state): State<AppState>,
    signed_in: SignedIn,
) -> Result<Json<AccountCertificatesView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::orders::certificates::list_own(&state, &signed_in).await?))
}

/// What a certificate is: for the certificate page (cart §7)
#[utoipa::path(
    post, path = "/api/features/CertificateInput", tag = "certificates", request_body = CertificateQuestion,
    responses(
        (status = 200, body = CertificateDraft, description = "Without a number when there is no such certificate"),
        (status = 400, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody),
        (status = 429, body = ProblemBody, description = "With Retry-After"),
    )
)]
async fn show_certificate(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(question): ApiJson<CertificateQuestion>,
) -> Result<Response, Failure> {
    let errors = check_certificate_question(&question, visitor.site);
    if !errors.is_empty() {
        return Err(Failure::broken(errors));
    }
    fieldhouse_shop::buying::cart::certificates::admit(&state, &visitor).await?;
    let answer = fieldhouse_shop::buying::cart::certificates::look_up_typed(&state, &visitor, &question).await?;
    Ok(([(axum::http::header::CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// Adds a certificate to the cart as a payment; its amount comes from the look-up
#[utoipa::path(
    post, path = "/api/cart/certificates", tag = "certificates", request_body = AddCertificateDraft,
    responses(
        (status = 200, body = CartView), (status = 400, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 503, body = ProblemBody), (status = 409, body = ProblemBody, description = "session_changed"),
        (status = 429, body = ProblemBody, description = "With Retry-After"),
    )
)]
async fn add_certificate(
    State(state): State<AppState>,
    visitor: Visitor,
    codes: Codes,
    ApiJson(draft): ApiJson<AddCertificateDraft>,
) -> Result<Response, Failure> {
    fieldhouse_shop::buying::cart::certificates::admit(&state, &visitor).await?;
    let cart = fieldhouse_shop::buying::cart::certificates::add(&state, &visitor, &draft).await?;
    let cookies = settled(&state, &visitor, &codes).await?;
    Ok((visitor.cookie(), cookies, Json(cart)).into_response())
}

/// Takes a certificate off the cart
#[utoipa::path(
    delete, path = "/api/cart/certificates/{id}", tag = "certificates",
    params(("id" = String, Path, description = "Payment id")),
    responses((status = 200, body = CartView), (status = 404, body = ProblemBody))
)]
async fn remove_certificate(
    State(state): State<AppState>,
    visitor: Visitor,
    codes: Codes,
    ApiPath(id): ApiPath<String>,
) -> Result<Response, Failure> {
    let cart = fieldhouse_shop::buying::cart::certificates::remove(&state, &visitor, &id).await?;
    Ok((settled(&state, &visitor, &codes).await?, Json(cart)).into_response())
}
