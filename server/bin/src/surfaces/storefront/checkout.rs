//! Checkout over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::{
    checkout::{CheckoutView, PaymentDraft, ShippingDraft},
    people::buying::BuyerDraft,
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiJson, problem::ProblemBody},
};

use fieldhouse_shop::{
    session::{Visitor, signed_in::SignedIn},
    state::AppState,
};

/// Routes of checkout.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(show))
        .routes(routes!(save_shipping))
        .routes(routes!(save_payment))
        .routes(routes!(choose_buyer))
}

/// The visitor's checkout
#[utoipa::path(
    get, path = "/api/checkout", tag = "checkout",
    responses((status = 200, body = CheckoutView), (status = 404, body = ProblemBody, description = "No cart"))
)]
async fn show(State(state): State<AppState>, visitor: Visitor) -> Result<Json<CheckoutView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::checkout::load(&state, &visitor).await?))
}

/// Saves the shipping step
#[utoipa::path(
    put, path = "/api/checkout/shipping", tag = "checkout", request_body = ShippingDraft,
    responses(
        (status = 200, body = CheckoutView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn save_shipping(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<ShippingDraft>,
) -> Result<Json<CheckoutView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::checkout::save_shipping(&state, &visitor, &draft).await?))
}

/// Saves the payment step
#[utoipa::path(
    put, path = "/api/checkout/payment", tag = "checkout", request_body = PaymentDraft,
    responses(
        (status = 200, body = CheckoutView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn save_payment(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<PaymentDraft>,
) -> Result<Json<CheckoutView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::checkout::save_payment(&state, &visitor, &draft).await?))
}

/// Says for whom the cart is ordered: a business unit, or oneself where that is allowed
#[utoipa::path(
    put, path = "/api/checkout/buyer", tag = "checkout", request_body = BuyerDraft,
    responses(
        (status = 200, body = CheckoutView), (status = 400, body = ProblemBody), (status = 401, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn choose_buyer(
    State(state): State<AppState>,
    signed_in: SignedIn,
    ApiJson(draft): ApiJson<BuyerDraft>,
) -> Result<Json<CheckoutView>, Failure> {
    Ok(Json(fieldhouse_shop::buying::checkout::choose_buyer(&state, &signed_in, &draft).await?))
}
