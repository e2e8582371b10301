//! What goes out about a cart (cart §3). The storefront shows it, and never adds up money itself.

use serde::{Deserialize, Serialize};

use super::ordered::OptionView;
use crate::{
    catalog::{AttributeView, ImageView},
    money::Cents,
    payments::PaymentInfoView,
    pricing::Tier,
    rule::FieldError,
};

/// Base price of one piece or of a line, and what is paid when that is less.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PricePairView {
    /// Base.
    pub regular_price: Cents,
    /// Your price, when it is lower.
    pub discounted_price: Option<Cents>,
}

/// How many more pieces of any size reach the next tier, and what that saves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NextTierView {
    /// Pieces still missing over all variants of the product.
    pub more: u32,
    /// The tier's quantity.
    pub minimum_quantity: u32,
    /// The most that a piece then costs of those in the cart that gain; a size that is not in it may cost more.
    pub value: Cents,
    /// What the pieces already in the cart would cost less in all.
    pub saves: Cents,
}

/// One line of a card (cart §2 'Cart line card').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    /// Line item id.
    pub line_item_id: String,
    /// Stock keeping unit.
    pub sku: String,
    /// Size as printed, or empty.
    pub size: String,
    /// Pieces.
    pub quantity: u32,
    /// Price of one piece: base, and your price when lower.
    pub unit_price: PricePairView,
    /// Price of the line.
    pub line_price: PricePairView,
    /// Other attributes of the variant.
    pub attributes: Vec<AttributeView>,
    /// What was chosen, with labels, in the order of the specification.
    #[serde(default)]
    pub options: Vec<OptionView>,
    /// Free texts, see [`super::AddLineDraft::free_form`].
    pub free_form: Vec<Vec<String>>,
    /// MM/DD/YYYY when not in stock, or empty.
    pub available_date: String,
    /// True when it can no longer be bought; then `errors` says why.
    pub unavailable: bool,
    /// Minimum order quantity.
    pub min_order_qty: u32,
    /// Delivery unit.
    pub delivery_unit: u32,
    /// Quantity prices of this sku.
    pub tiers: Vec<Tier>,
    /// The lower of discounted and personal price, which holds at any quantity; nothing when there
    /// is neither. With `tiers` it lets the browser forecast the price of another quantity.
    pub offer_price: Option<Cents>,
    /// True while the price service could not be asked: the price shown is the base price, to be confirmed.
    #[serde(default)]
    pub price_to_be_confirmed: bool,
    /// What keeps this line from being ordered, empty when nothing.
    pub errors: Vec<FieldError>,
}

/// All lines of one product in one colour: a card (cart §3 'Cart product card').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CartCardView {
    /// Product id and variant group: unique in the cart.
    pub key: String,
    /// Product id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Brand, shown as a dash when empty.
    pub brand: String,
    /// Slug, or empty.
    pub product_slug: String,
    /// Picture.
    pub image: Option<ImageView>,
    /// Sku of the first line.
    pub sku: String,
    /// Colour, or empty.
    pub color: String,
    /// `/p/{sku}`, else `/p/{slug}`, else `/` (cart §2).
    pub href: String,
    /// Promo code that set a price here, or empty.
    pub promo_code: String,
    /// Shipping type label, or empty.
    pub shipping_type: String,
    /// Warnings.
    pub warnings: Vec<String>,
    /// On the wishlist.
    pub is_favourite: bool,
    /// Unit code.
    pub unit_of_measure: String,
    /// Labels of the free texts.
    pub free_form_options: Vec<String>,
    /// Sum of its lines.
    pub subtotal: PricePairView,
    /// Pieces of this product in the whole cart: the tier pool.
    pub pooled_quantity: u32,
    /// The way to the next tier, if there is one.
    pub next_tier: Option<NextTierView>,
    /// Lines in size order.
    pub line_items: Vec<LineView>,
}

/// A money line of the order summary; a missing value shows '--' or the given text (cart §9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SummaryLineView {
    /// Label as the site and page call for.
    pub label: String,
    /// Amount in cents, when known.
    pub cents: Option<Cents>,
    /// What is shown: '$12.00', '-$3.00', '--'.
    pub text: String,
    /// A remark: 'Calculated at checkout', or empty.
    pub note: String,
}

/// Merchandise, savings, certificates, freight, tax, total (cart §2 'Order summary').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SummaryView {
    /// Merchandise total: base × quantity.
    pub merchandise: SummaryLineView,
    /// Savings, when any.
    pub savings: Option<SummaryLineView>,
    /// Certificates, when any.
    pub certificates: Option<SummaryLineView>,
    /// Freight.
    pub freight: SummaryLineView,
    /// Tax.
    pub tax: SummaryLineView,
    /// Total.
    pub total: SummaryLineView,
}

/// The parts of a cart that fit in a header: no line is loaded for it while its prices hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CartHeadView {
    /// Cart id; empty when there is no cart yet.
    pub id: String,
    /// Version, raised by every change.
    pub version: i64,
    /// Pieces in all lines.
    pub total_line_item_quantity: u64,
    /// Lines.
    pub line_count: u32,
    /// Gross if known, else net: before certificates.
    pub total_cents: Cents,
    /// Sums.
    pub summary: SummaryView,
}

/// The whole cart, in the fields of cart §3. The answer of `GET /api/cart/active`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CartView {
    /// Cart id.
    pub id: String,
    /// Version.
    pub version: i64,
    /// Site key as `{"key": "fieldhouse"}`.
    pub store: StoreKeyView,
    /// Cards in the order their first line was added.
    pub items: Vec<CartCardView>,
    /// Pieces in all lines.
    pub total_line_item_quantity: u64,
    /// Lines.
    pub line_count: u32,
    /// Net total as text: '$1,234.50'.
    pub total_price_string: String,
    /// Σ base × quantity.
    pub total_merch_cents: Cents,
    /// Σ (base − your) × quantity.
    pub total_savings_cents: Cents,
    /// Gross if known, else net.
    pub total_cents: Cents,
    /// Payments: the certificates (cart §3).
    pub payment_info: PaymentInfoView,
    /// Sums as shown.
    pub summary: SummaryView,
    /// The custom type with the codes, once the cart has it.
    pub custom: Option<CartCustomView>,
    /// Flyer code of a certificate on the cart, or empty: while there is one the offer code is locked.
    pub cert_flyer_code: String,
    /// True while a line's price is to be confirmed.
    pub prices_to_be_confirmed: bool,
    /// What keeps the cart from being ordered as a whole, empty when nothing.
    pub errors: Vec<FieldError>,
}

/// `custom`: the type of the codes' fields and the fields that are set (cart §3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CartCustomView {
    /// Which type.
    #[serde(rename = "type")]
    pub kind: CustomTypeView,
    /// Its fields.
    pub fields: CustomFieldsView,
}

/// The cart's custom type as a reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CustomTypeView {
    /// Always `type`.
    pub type_id: String,
    /// Id of the type, as `GET /api/cart/types/` tells it.
    pub id: String,
}

/// The codes on a cart, each only when it is set; the names are the platform's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CustomFieldsView {
    /// Offer (flyer) code.
    pub flyer_code: Option<String>,
    /// What was typed when the flyer code was looked up.
    pub friendly_flyer_code: Option<String>,
    /// Program id.
    pub program_id: Option<String>,
}

/// `store.key` (cart §3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StoreKeyView {
    /// Site key.
    pub key: String,
}

/// What a change of the cart did: only what changed goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CartChangeView {
    /// The head after the change.
    pub head: CartHeadView,
    /// Cards that changed or are new, whole.
    pub cards: Vec<CartCardView>,
    /// Keys of cards that are gone.
    pub removed_cards: Vec<String>,
    /// Pieces added by this call.
    pub added_quantity: u64,
    /// Hands back what this call took out (`POST /api/cart/undo`); empty when it took nothing.
    pub undo: String,
}
