//! Payments as they go out, in the shape the commerce platform gives them (cart §3, account §3). Not
//! here: which there are (the server), and what a certificate is worth (`certificates`).

pub mod card;

use serde::{Deserialize, Serialize};

use crate::money::Cents;

/// Method of a certificate's payment (cart §3).
pub const CERTIFICATE: &str = "CERTIFICATE";
/// Method of a purchase order's payment (account §7).
pub const PURCHASE_ORDER: &str = "PURCHASE_ORDER";
/// Interface of certificate and purchase-order payments (cart §3, account §7).
pub const SAP: &str = "SAP";
/// The one currency of payments (cart §9).
pub const CURRENCY: &str = "USD";
/// Digits of it after the point.
const FRACTION_DIGITS: u8 = 2;

/// An amount as the platform writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MoneyView {
    /// Cents.
    pub cent_amount: Cents,
    /// 2.
    pub fraction_digits: u8,
    /// `USD`.
    pub currency_code: String,
}

impl MoneyView {
    /// An amount in US dollars.
    pub fn new(cent_amount: Cents) -> Self {
        Self { cent_amount, fraction_digits: FRACTION_DIGITS, currency_code: CURRENCY.to_owned() }
    }
}

/// `paymentMethodInfo`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaymentMethodView {
    /// `CERTIFICATE`, `PURCHASE_ORDER`, or a card's type.
    pub method: String,
    /// `SAP`, or the card provider's.
    pub payment_interface: String,
}

/// `custom.fields` of a certificate's payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentFieldsView {
    /// Certificate number; empty on other payments.
    pub certificate_number: String,
}

/// `custom`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentCustomView {
    /// Fields.
    pub fields: PaymentFieldsView,
}

/// A payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    /// Method and interface.
    pub payment_method_info: PaymentMethodView,
    /// Planned amount.
    pub amount_planned: MoneyView,
    /// Custom fields.
    pub custom: PaymentCustomView,
}

/// A payment of a cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CartPaymentView {
    /// Payment id.
    pub id: String,
    /// The payment, expanded.
    pub obj: PaymentView,
}

/// `paymentInfo` of a cart (cart §3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentInfoView {
    /// Payments in the order they were added.
    pub payments: Vec<CartPaymentView>,
}
