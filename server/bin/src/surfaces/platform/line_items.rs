//! Line items of carts and orders: one shape for both, from the cards the storefront shows.

use fieldhouse_core::{
    brand::Site,
    cart::{CartCardView, LineView},
    money::Cents,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::values::{Custom, Localized, Money, Reference, money, types};
use fieldhouse_shop::finding::catalog::{Catalog, Sellable};

/// A line (cart §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineItem {
    id: String,
    product_id: String,
    product_key: String,
    name: Localized,
    #[serde(skip_serializing_if = "Option::is_none")]
    product_slug: Option<Localized>,
    product_type: Reference,
    variant: Variant,
    price: Price,
    quantity: u32,
    total_price: Money,
    discounted_price_per_quantity: Vec<Value>,
    taxed_price_portions: Vec<Value>,
    per_method_tax_rate: Vec<Value>,
    state: Vec<Value>,
    price_mode: &'static str,
    #[serde(rename = "lineItemMode")]
    mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom: Option<Custom<LineFields>>,
}

/// Custom fields of a line: the free texts of all pieces, one after the other.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LineFields {
    /// In the order of the product's labels; again for each piece whose texts differ.
    pub free_form: Vec<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Variant {
    id: usize,
    sku: String,
    prices: Vec<Price>,
    images: Vec<Image>,
    attributes: Vec<Attribute>,
    #[serde(skip_serializing_if = "Option::is_none")]
    availability: Option<Availability>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Image {
    url: String,
    dimensions: Dimensions,
    label: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Dimensions {
    w: u32,
    h: u32,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Attribute {
    name: String,
    value: Value,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Availability {
    is_on_stock: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    restockable_in_days: Option<u32>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Price {
    id: String,
    value: Money,
    #[serde(skip_serializing_if = "Option::is_none")]
    discounted: Option<Discounted>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Discounted {
    value: Money,
    discount: Reference,
}

/// What lowers a price: our own rules, which are one thing to the platform.
const DISCOUNT: &str = "8f4c3a52-1c1e-4f0b-8c55-0b7c4a1d0e05";

/// Lines of cards.
pub fn line_items(cards: Vec<CartCardView>, catalog: &Catalog, site: Site, home: &str) -> Vec<LineItem> {
    let mut items = Vec::new();
    for mut card in cards {
        for line in std::mem::take(&mut card.line_items) {
            let sellable = catalog.sellable(site, &line.sku);
            items.push(line_item(&card, line, sellable, home));
        }
    }
    items
}

fn line_item(card: &CartCardView, line: LineView, sellable: Option<Sellable<'_>>, home: &str) -> LineItem {
    let total = line.line_price.discounted_price.unwrap_or(line.line_price.regular_price);
    let free_form: Vec<String> = line.free_form.iter().flatten().cloned().collect();
    LineItem {
        variant: variant(card, &line, sellable, home),
        price: price(&line.sku, line.unit_price.regular_price, line.unit_price.discounted_price),
        id: line.line_item_id,
        product_id: card.id.clone(),
        product_key: card.id.clone(),
        name: Localized { en: card.name.clone() },
        product_slug: (!card.product_slug.is_empty()).then(|| Localized { en: card.product_slug.clone() }),
        product_type: Reference { type_id: "product-type", id: types::PRODUCT.to_owned() },
        quantity: line.quantity,
        total_price: money(total),
        discounted_price_per_quantity: Vec::new(),
        taxed_price_portions: Vec::new(),
        per_method_tax_rate: Vec::new(),
        state: Vec::new(),
        price_mode: "Platform",
        mode: "Standard",
        custom: (!free_form.is_empty()).then(|| Custom::new(types::LINE_ITEM, LineFields { free_form })),
    }
}

fn price(sku: &str, base: Cents, lower: Option<Cents>) -> Price {
    Price {
        id: sku.to_owned(),
        value: money(base),
        discounted: lower.map(|lower| Discounted {
            value: money(lower),
            discount: Reference { type_id: "product-discount", id: DISCOUNT.to_owned() },
        }),
    }
}

/// The variant with the attributes of cart §3.
fn variant(card: &CartCardView, line: &LineView, sellable: Option<Sellable<'_>>, home: &str) -> Variant {
    let text = |name: &str, value: &str| {
        (!value.is_empty()).then(|| Attribute { name: name.to_owned(), value: Value::String(value.to_owned()) })
    };
    let mut attributes: Vec<Attribute> =
        [text("brandName", &card.brand), text("color", &card.color), text("size", &line.size)]
            .into_iter()
            .flatten()
            .chain(line.attributes.iter().filter_map(|attribute| text(&attribute.name, &attribute.value)))
            .collect();
    if !card.shipping_type.is_empty() {
        let value = serde_json::json!({ "key": card.shipping_type, "label": card.shipping_type });
        attributes.push(Attribute { name: "shippingMethod".to_owned(), value });
    }
    let place =
        sellable.and_then(|found| found.product.variants.iter().position(|variant| variant.sku == found.variant.sku));
    let images = card.image.iter().map(|image| Image {
        url: [home, &image.href].concat(),
        dimensions: Dimensions { w: image.width, h: image.height },
        label: image.alt.clone(),
    });
    Variant {
        id: place.map_or(1, |place| place.saturating_add(1)),
        sku: line.sku.clone(),
        prices: Vec::new(),
        images: images.collect(),
        attributes,
        availability: sellable.map(|found| Availability {
            is_on_stock: found.variant.available,
            restockable_in_days: found.variant.restockable_in_days,
        }),
    }
}
