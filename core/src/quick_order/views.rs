//! What goes out for a quick-order row (cart §3 'Quick-order product'). Only shapes.

use serde::{Deserialize, Serialize};

use crate::{
    catalog::{AttributeView, ImageView},
    money::Cents,
    pricing::Tier,
};

/// The price of a looked-up product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuickOrderPriceView {
    /// Lowest base price over the variants.
    pub regular_price: Option<Cents>,
}

/// One article of a looked-up product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuickOrderSkuView {
    /// Stock keeping unit.
    pub sku: String,
    /// Minimum order quantity, 0 when none.
    pub min_order_qty: u32,
    /// Delivery unit, 0 or 1 when any quantity may be ordered.
    pub delivery_unit: u32,
    /// Base price; nothing when there is none.
    pub price: Option<Cents>,
    /// Discounted price, when there is one.
    pub discounted_price: Option<Cents>,
    /// Quantity prices, lowest quantity first.
    pub tiers: Vec<Tier>,
    /// MM/DD/YYYY when it comes back, or empty.
    pub available_date: String,
}

/// What sets an article apart from the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuickOrderAttributesView {
    /// Those of the fifteen it has.
    pub attributes: Vec<AttributeView>,
    /// True when it cannot be bought now.
    pub unavailable: bool,
}

/// A variant of a looked-up product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuickOrderVariantView {
    /// The article.
    pub product_variant: QuickOrderSkuView,
    /// Its attributes.
    pub attributes_data: QuickOrderAttributesView,
}

/// A product looked up by its number. Each `…Keys` lists the values its variants have, in shown order;
/// an attribute no variant has is an empty list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuickOrderProductView {
    /// Product id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Brand; empty when none.
    pub brand: String,
    /// `/p/{slug}/`.
    pub href: String,
    /// Picture.
    pub default_image: ImageView,
    /// Price.
    pub price: QuickOrderPriceView,
    /// Unit code (cart §9).
    pub unit_of_measure: String,
    /// Only by phone.
    pub call_to_order: bool,
    /// Labels of the required free texts.
    pub free_form_options: Vec<String>,
    /// True when there is more than one article to choose from.
    pub has_variants: bool,
    /// Sku of the first article.
    pub master_variant_sku: String,
    /// Every article.
    pub colors: Vec<QuickOrderVariantView>,
    /// Colours.
    pub color_keys: Vec<String>,
    /// Sizes.
    pub size_keys: Vec<String>,
    /// Hands.
    pub hand_keys: Vec<String>,
    /// Styles.
    pub style_keys: Vec<String>,
    /// Ages.
    pub age_keys: Vec<String>,
    /// Teams.
    pub team_keys: Vec<String>,
    /// Numbers.
    pub number_keys: Vec<String>,
    /// Adult or youth.
    pub adult_or_youth_keys: Vec<String>,
    /// Power sources.
    pub power_source_keys: Vec<String>,
    /// Flavours.
    pub flavor_keys: Vec<String>,
    /// Borders.
    pub border_keys: Vec<String>,
    /// Grades.
    pub grade_keys: Vec<String>,
    /// Shoulder pad models.
    pub shoulder_pad_model_keys: Vec<String>,
    /// Weights.
    pub weight_keys: Vec<String>,
    /// Lengths.
    pub length_keys: Vec<String>,
}
