//! What a product, a variant and a category are on their way in: the one shape that the demo
//! catalogue, the import and the database hand to the snapshot. Not here: how it is read or kept.

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, ImageView},
    money::Cents,
    pricing::Tier,
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A product with its variants.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ProductRecord {
    /// What is true of the whole product.
    pub facts: ProductFacts,
    /// Its articles in shown order: a colour's sizes one after the other, smallest first.
    pub variants: Vec<VariantRecord>,
}

/// What is true of a whole product (cart §3 'Product detail').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ProductFacts {
    /// Product id: never changes; what recently viewed stores. Letters, digits, `-`, `_`, `.`.
    pub id: String,
    /// Slug of `/p/{slug}/`: lower-case letters, digits and `-`; unique.
    pub slug: String,
    /// Style number, shown as SKU on the product page.
    pub sku: String,
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
    /// Short labels: 'New', 'Best seller'.
    pub flags: Vec<String>,
    /// A line under the price: 'Team prices from 24 pieces'.
    pub pricing_message: String,
    /// Shipping line: 'Ships in 2-3 weeks'.
    pub shipping_info: String,
    /// Label of the attribute shippingMethod (cart §3): the shipping type of a cart card.
    pub shipping_method: String,
    /// Manufacturer.
    pub manufacturer: String,
    /// Warnings (choking hazard …).
    pub warnings: Vec<String>,
    /// Labels of the required free texts per piece: 'Name', 'Number'.
    pub free_form_options: Vec<String>,
    /// Only by phone.
    pub call_to_order: bool,
    /// Unit code (cart §9): `EA`, `PR`. Empty is each.
    pub unit_of_measure: String,
    /// Attributes of the whole product (material …).
    pub attributes: Vec<AttributeView>,
    /// Words that find the product but are not shown.
    pub keywords: Vec<String>,
    /// Picture when a variant has none of its own.
    pub images: Vec<ImageView>,
    /// Paths of slugs, `football/practice/jerseys`; the first is the one of the breadcrumbs.
    pub categories: Vec<String>,
    /// Storefronts that sell it: a product is 'not there' on the others.
    pub sites: Vec<Site>,
    /// Larger is shown first where nothing else decides.
    pub popularity: u32,
    /// Day it came into the assortment; sorts 'newest'.
    pub added_on: Option<Date>,
}

/// Where a product stands: its addresses, what it is listed under, and its place in the orders of a list that are no order of
/// words.
type Place<'a> = (&'a [String], &'a [Site], &'a str, u32, Option<Date>);

impl ProductFacts {
    /// What finds it among others, but for words and prices.
    pub fn place(&self) -> ([&str; 3], Place<'_>) {
        let standing = (&*self.categories, &*self.sites, self.brand.as_str(), self.popularity, self.added_on);
        ([&self.id, &self.slug, &self.sku], standing)
    }
}

/// One article, one sku.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct VariantRecord {
    /// Stock keeping unit, unique over the whole catalogue. As printed, upper case.
    pub sku: String,
    /// Base price of one piece; nothing when there is none ('Price not available').
    pub price: Option<Cents>,
    /// Discounted price, when there is one.
    pub discounted_price: Option<Cents>,
    /// Quantity prices, lowest quantity first.
    pub tiers: Vec<Tier>,
    /// Can be bought now.
    pub available: bool,
    /// Day it comes back, when it is not available.
    pub restock_on: Option<Date>,
    /// Pieces in stock, when counted.
    pub stock: Option<u32>,
    /// Days until it can be had again after selling out (cart §3).
    pub restockable_in_days: Option<u32>,
    /// Minimum order quantity, 0 when none.
    pub min_order_qty: u32,
    /// Delivery unit: quantities are multiples of it; 0 or 1 when any.
    pub delivery_unit: u32,
    /// The variant attributes of cart §3 by their key: `color`, `size`, `hand`, `adultOrYouth` …
    pub attributes: Vec<AttributeView>,
    /// CSS colours of the swatch, one or two: `#12355B`.
    pub hex: Vec<String>,
    /// Own pictures; the first is the default.
    pub images: Vec<ImageView>,
}

impl Default for VariantRecord {
    fn default() -> Self {
        Self {
            sku: String::new(),
            price: None,
            discounted_price: None,
            tiers: Vec::new(),
            available: true,
            restock_on: None,
            stock: None,
            restockable_in_days: None,
            min_order_qty: 0,
            delivery_unit: 0,
            attributes: Vec::new(),
            hex: Vec::new(),
            images: Vec::new(),
        }
    }
}

/// A category. Its parent is the path without the last slug.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct CategoryRecord {
    /// Path of slugs, at most three deep in the demo: `football/practice/jerseys`.
    pub path: String,
    /// Shown name.
    pub name: String,
    /// Order among its siblings.
    pub position: u32,
    /// Storefronts whose tree it belongs to; empty means every one that sells something in it.
    pub sites: Vec<Site>,
}

/// A whole catalogue on its way in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogRecords {
    /// Categories, parents before children or not: paths tell.
    pub categories: Vec<CategoryRecord>,
    /// Products.
    pub products: Vec<ProductRecord>,
}
