//! What goes out about a product (cart §3, shell §3). Only shapes; the server fills them from its
//! snapshot, the browser reads them.

use serde::{Deserialize, Serialize};

use crate::{money::Cents, pricing::Tier};

/// A picture. Width and height are always known so that nothing jumps.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ImageView {
    /// Address, a path of this site.
    pub href: String,
    /// What it shows.
    pub alt: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The same picture in other widths, as the attribute `srcset` says it; empty where there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub srcset: String,
}

impl ImageView {
    /// Its narrowest file.
    pub fn smallest(&self) -> &str {
        self.srcset.split(' ').next().filter(|address| !address.is_empty()).unwrap_or(&self.href)
    }
}

/// A category on the way from the root, or in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CategoryView {
    /// Path of slugs: `football/practice/jerseys`.
    pub path: String,
    /// Shown name.
    pub name: String,
    /// Address: `/c/football/practice/jerseys/`.
    pub href: String,
}

/// The two prices of a tile (shell §3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TilePriceView {
    /// Base price of the cheapest variant; nothing when it has none.
    pub regular_price: Option<Cents>,
    /// Its discounted price, when there is one.
    pub discounted_price: Option<Cents>,
    /// True when variants differ in price: shown as 'From'.
    pub from: bool,
}

/// Title and brand on a tile (shell §3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductTextView {
    /// Product name.
    pub title: String,
    /// Manufacturer brand; a dash is shown when empty.
    pub brand: String,
}

/// A colour swatch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SwatchView {
    /// Colour name.
    pub title: String,
    /// Text for those who cannot see it.
    pub alt: String,
    /// CSS colours of the swatch, one or two: `#12355B`.
    pub hex: Vec<String>,
    /// The variant's own picture.
    pub image: Option<ImageView>,
}

/// A product in a list, a carousel or recently viewed (shell §3 'Product tile').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductTileView {
    /// Product id.
    pub pid: String,
    /// `/p/{slug}/`.
    pub href: String,
    /// Title and brand.
    pub product_text: ProductTextView,
    /// Prices.
    pub price: TilePriceView,
    /// Sku whose price is shown, and which is asked for a personal price.
    pub sku: String,
    /// Picture.
    pub default_image: ImageView,
    /// All colours, in order.
    pub colors: Vec<SwatchView>,
    /// Number of different sizes.
    pub sizes: u32,
    /// True when no variant can be bought now.
    pub out_of_stock: bool,
    /// True when it can only be ordered by phone.
    pub call_to_order: bool,
    /// Unit code (cart §9).
    pub unit_of_measure: String,
    /// Category names, root first.
    pub categories: Vec<String>,
    /// Short labels: 'New', 'Best seller'.
    pub flags: Vec<String>,
}

/// When an article comes back (cart §3: MM/DD/YYYY in variant data).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AvailabilityView {
    /// Two digits.
    pub month: String,
    /// Two digits.
    pub date: String,
    /// Four digits.
    pub year: String,
}

/// One attribute of a variant: `{"name":"color","value":"Navy"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AttributeView {
    /// One of the cart specification's attribute keys (cart §3), for example `size`.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// One size (one sku) of a variant on the product page (cart §3 'Product detail').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SizeView {
    /// Size as printed: 'YM', '2XL', '7 1/8'. 'One size' when there is only one.
    pub text: String,
    /// Stock keeping unit.
    pub sku: String,
    /// Base price; nothing when there is none.
    pub price: Option<Cents>,
    /// Discounted price, when there is one.
    pub discounted_price: Option<Cents>,
    /// Quantity prices of this sku, lowest quantity first.
    pub tiers: Vec<Tier>,
    /// True when it cannot be bought now.
    pub unavailable: bool,
    /// When it comes back, if known.
    pub availability: Option<AvailabilityView>,
    /// The same as MM/DD/YYYY, or empty.
    pub available_date: String,
    /// Minimum order quantity, 0 when none.
    pub min_order_qty: u32,
    /// Delivery unit, 0 or 1 when any quantity may be ordered.
    pub delivery_unit: u32,
}

/// The head of a variant group: one colour (or style) with its own picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductVariantView {
    /// Shown title: the colour, or the style.
    pub title: String,
    /// Sku of the first size.
    pub sku: String,
    /// Picture of this variant.
    pub default_image: ImageView,
    /// When it comes back, if all its sizes are out.
    pub availability: Option<AvailabilityView>,
    /// Minimum order quantity.
    pub min_order_qty: u32,
    /// Delivery unit.
    pub delivery_unit: u32,
}

/// One choice of the variant pickers with its sizes (cart §3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct VariantGroupView {
    /// Head.
    pub product_variant: ProductVariantView,
    /// Pictures of this variant, the first is the default.
    pub images: Vec<ImageView>,
    /// Swatch colours.
    pub hex: Vec<String>,
    /// Its sizes in size order.
    pub sizes: Vec<SizeView>,
    /// What this group has in common (colour, style, hand …).
    pub attributes_data: Vec<AttributeView>,
}

/// Everything the product page shows (cart §3 'Product detail').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductView {
    /// Product id; what recently viewed stores.
    pub id: String,
    /// Slug of the address.
    pub slug: String,
    /// Name.
    pub name: String,
    /// Brand; empty when none.
    pub brand: String,
    /// Second line under the name.
    pub subtitle: String,
    /// Paragraphs of plain text.
    pub description: Vec<String>,
    /// Bullet points.
    pub features: Vec<String>,
    /// Short labels.
    pub flags: Vec<String>,
    /// Style number shown as SKU.
    pub sku: String,
    /// `/p/{slug}/`.
    pub href: String,
    /// Lowest base price over the variants.
    pub regular_price: Option<Cents>,
    /// Lowest price over the variants at quantity 1, without personal prices.
    pub your_price: Option<Cents>,
    /// A line under the price, from data: 'Team prices from 24 pieces'.
    pub pricing_message: String,
    /// Shipping line: 'Ships in 2-3 weeks'.
    pub shipping_info: String,
    /// Manufacturer.
    pub manufacturer: String,
    /// Warnings that go with the product (choking hazard …).
    pub warnings: Vec<String>,
    /// Variant groups with sizes.
    pub variants: Vec<VariantGroupView>,
    /// Labels of the required free texts per piece: 'Name', 'Number'.
    pub free_form_options: Vec<String>,
    /// Only by phone.
    pub call_to_order: bool,
    /// Unit code (cart §9): 'EA', 'PR'.
    pub unit_of_measure: String,
    /// Trail, root first.
    pub categories: Vec<CategoryView>,
    /// Attributes of the whole product (material, age …).
    pub attributes: Vec<AttributeView>,
    /// Others from the same category.
    pub related: Vec<ProductTileView>,
}

/// `GET /api/wishlist`: what a visitor or a customer wishes for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WishlistView {
    /// Products, the newest first.
    pub items: Vec<ProductTileView>,
}
