//! Checkout: shipping, payment, placement, freight and tax. Not here: the address form (`addresses`).

pub mod exemption;
pub mod freight;
pub mod look_up;
pub mod payment;
pub mod placement;
pub mod review;
pub mod shipping;
pub mod split;
pub mod step;
pub mod tax;

use serde::{Deserialize, Serialize};

use crate::{
    addresses::AddressFormDraft,
    cart::{CartCardView, SummaryView},
    certificates::held::CertificateLineView,
    money::Cents,
    orders::{
        buyers::{BoughtLineView, BoughtShipmentView, BuyerCreditView, BuyerNoteView},
        documents::PaperView,
        status::Lifecycle,
        views::SumView,
    },
    payments::PaymentInfoView,
    people::{ApprovalForecastView, OrderApprovalView, buying::BuyingView},
};

/// `PUT /api/checkout/shipping`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct ShippingDraft {
    /// Where the order confirmation goes.
    pub email: String,
    /// Ship-to, as typed.
    pub address: AddressFormDraft,
    /// Key of a shipping method of the freight table.
    pub method: String,
    /// Notes for the carrier, optional.
    #[serde(default)]
    pub instructions: String,
}

/// `PUT /api/checkout/payment`: a purchase order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct PaymentDraft {
    /// Purchase-order number.
    pub po_number: String,
    /// Name of the file with the purchase order, optional.
    #[serde(default)]
    pub po_file_name: String,
}

/// `POST /api/orders`, with an Idempotency-Key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct PlaceOrderDraft {
    /// The cart that was reviewed.
    pub cart_id: String,
    /// Its version then.
    pub cart_version: i64,
    /// The total the shopper saw; another one refuses the order with 409 and shows the difference.
    pub total_cents: Cents,
    /// The marks of what was reviewed, as the checkout told them; what has another mark now refuses the order
    /// with 409 and is named.
    pub reviewed: Vec<String>,
}

/// A part of the review with a mark that is another one once the part says something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReviewedView {
    /// 'Ship-to address'.
    pub name: String,
    /// To be repeated by placing.
    pub mark: String,
}

/// A way of shipping with its price for this cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShippingMethodView {
    /// Key.
    pub key: String,
    /// 'Standard (5-7 business days)'.
    pub label: String,
    /// Price for this cart.
    pub cents: Cents,
}

/// Steps of checkout in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CheckoutStep {
    /// `/checkout/shipping`
    Shipping,
    /// `/checkout/payment`
    Payment,
    /// `/checkout/review`
    Review,
}

/// `GET /api/checkout`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CheckoutView {
    /// The cart it is about.
    pub cart_id: String,
    /// Version of the cart.
    pub cart_version: i64,
    /// Pieces.
    pub total_line_item_quantity: u64,
    /// First step that still needs something.
    pub step: CheckoutStep,
    /// What was saved of shipping.
    pub shipping: Option<ShippingDraft>,
    /// What the shipping step begins with while nothing was saved.
    pub start: ShippingDraft,
    /// What was saved of payment.
    pub payment: Option<PaymentDraft>,
    /// False when certificates pay for all of it.
    pub payment_needed: bool,
    /// Payments of the cart: its certificates.
    pub payment_info: PaymentInfoView,
    /// Ways of shipping with prices.
    pub methods: Vec<ShippingMethodView>,
    /// Cards for review.
    pub items: Vec<CartCardView>,
    /// Sums with freight and tax where known.
    pub summary: SummaryView,
    /// Gross as far as known: before certificates.
    pub gross_cents: Cents,
    /// Total that placing must repeat.
    pub total_cents: Cents,
    /// For whom it is ordered; absent for who belongs to no business unit.
    pub buying: Option<BuyingView>,
    /// Placed as it is, the order will wait for approval.
    pub approval: Option<ApprovalForecastView>,
    /// What the review shows beside lines and total; placing repeats the marks.
    pub reviewed: Vec<ReviewedView>,
}

/// A placed order, `GET /api/orders/{id}`. Prices are those it was placed at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderView {
    /// Unguessable id of the address `/order?id=…`.
    pub id: String,
    /// Short number for people: 'FH-100023'.
    pub number: String,
    /// RFC 3339.
    pub placed_at: String,
    /// As [`crate::orders::status::order_status`] says it: 'Confirmed', 'Partly shipped', 'Delivered' …
    pub status: String,
    /// The one thing of its status that is stored.
    pub lifecycle: Lifecycle,
    /// It waits for something; why is the store's business.
    pub on_hold: bool,
    /// One more with each act; acts name the one they saw.
    pub version: i64,
    /// Whoever looks placed it; an approver and the holder of a link only read it.
    pub own: bool,
    /// 'Placed for you by the store.' where somebody of the store did it in the buyer's name; else empty.
    pub placed_by_text: String,
    /// Whoever looks may cancel it as it stands.
    pub may_cancel: bool,
    /// What that would do, in numbers; empty for who may not.
    pub cancel_text: String,
    /// What was decided, where somebody else has to approve it.
    pub approval: Option<OrderApprovalView>,
    /// Name of the business unit it is for; empty for an order for oneself.
    pub ordered_for: String,
    /// Site key.
    pub site: String,
    /// E-mail of the confirmation.
    pub email: String,
    /// Ship-to.
    pub ship_to: AddressFormDraft,
    /// Label of the shipping method.
    pub shipping_method: String,
    /// Notes for the carrier, or empty.
    pub instructions: String,
    /// Purchase-order number; empty when certificates paid for all of it.
    pub po_number: String,
    /// Name of the purchase order's file, or empty.
    pub po_file_name: String,
    /// Certificates it was paid with.
    pub certificates: Vec<CertificateLineView>,
    /// Pieces.
    pub total_line_item_quantity: u64,
    /// Cards as ordered.
    pub items: Vec<CartCardView>,
    /// Sums.
    pub summary: SummaryView,
    /// Total.
    pub total_cents: Cents,
    /// Below the total, where something was canceled or credited: what was taken off, and what it comes to after that.
    pub after_changes: Vec<SumView>,
    /// What became of its pieces, in words: '8 on the way, 3 still to come'.
    pub pieces_text: String,
    /// Its lines with what became of them. Lists of orders and letters leave lines, shipments and notes out.
    pub lines: Vec<BoughtLineView>,
    /// What left together, or is about to, in the order it was put together.
    pub shipments: Vec<BoughtShipmentView>,
    /// What can be printed of it; likewise left out of lists and letters.
    pub documents: Vec<PaperView>,
    /// What the store wrote to the buyer, the newest first.
    pub notes: Vec<BuyerNoteView>,
    /// What was credited for it, the newest first.
    pub credits: Vec<BuyerCreditView>,
    /// What is said of its confirmation when that was not sent; else empty.
    pub letter_note: String,
}

/// Said of an order that somebody of the store placed in its buyer's name, to the buyer and to others who see it.
pub fn placed_by_text(by_store: bool, own: bool) -> String {
    let text = match (by_store, own) {
        (false, _) => "",
        (true, true) => "Placed for you by the store.",
        (true, false) => "Placed by the store for its buyer.",
    };
    text.to_owned()
}

/// Said on the page of an order whose confirmation is kept: its mailbox got several letters within the hour.
const LETTER_HELD: &str = "We have sent several letters to this address within the last hour, \
    so the confirmation of this order was not sent. Everything it would say is on this page.";
/// Said on the page of an order whose brand sends no confirmations.
const LETTER_OFF: &str = "No confirmation is sent for this order. Everything it would say is on this page: please keep its address or number.";

/// What is said of the confirmation of an order that was kept, or that its brand does not send.
pub fn letter_note(held: bool, off: bool) -> &'static str {
    match (held, off) {
        (_, true) => LETTER_OFF,
        (true, false) => LETTER_HELD,
        (false, false) => "",
    }
}
