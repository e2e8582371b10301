//! Ordering by product number: finding the product a number means, and what its row shows (cart §3, §5).
//! Which options stay open is for the rules; the lines go into the cart by `POST /api/cart/lines`.

use std::collections::HashSet;

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, AvailableDate, size_order},
    pricing::lowest_price,
    quick_order::{
        OPTION_KINDS, QuickOrderAttributesView, QuickOrderPriceView, QuickOrderProductView, QuickOrderSkuView,
        QuickOrderVariantView,
    },
};

use crate::finding::catalog::{
    Catalog, Product, Variant,
    view::{attribute_view, product_href, product_image},
};

/// Attributes whose values are listed by size, not as they come.
const SIZED: [&str; 4] = ["size", "weight", "length", "age"];

/// The product a typed number means on a site: a sku, a style number or a product id, in either case.
pub fn find_by_number<'a>(catalog: &'a Catalog, site: Site, number: &str) -> Option<&'a Product> {
    catalog.sellable(site, number).map(|found| found.product).or_else(|| catalog.by_number(site, number))
}

/// What a quick-order row shows of a product.
pub fn quick_order_view(product: &Product) -> QuickOrderProductView {
    let facts = &product.facts;
    let colors: Vec<QuickOrderVariantView> = product
        .variants
        .iter()
        .zip(told_apart(product))
        .map(|(variant, attributes)| view(variant, attributes))
        .collect();
    let keys = |kind: &str| values(&colors, kind);
    QuickOrderProductView {
        id: facts.id.clone(),
        name: facts.name.clone(),
        brand: facts.brand.clone(),
        href: product_href(product),
        default_image: product_image(product),
        price: QuickOrderPriceView {
            regular_price: lowest_price(product.variants.iter().map(Variant::prices)).map(|price| price.base),
        },
        unit_of_measure: facts.unit_of_measure.clone(),
        call_to_order: facts.call_to_order,
        free_form_options: facts.free_form_options.clone(),
        has_variants: product.variants.len() > 1,
        master_variant_sku: product.variants.first().map_or_else(String::new, |variant| variant.sku.to_string()),
        color_keys: keys("color"),
        size_keys: keys("size"),
        hand_keys: keys("hand"),
        style_keys: keys("style"),
        age_keys: keys("age"),
        team_keys: keys("team"),
        number_keys: keys("number"),
        adult_or_youth_keys: keys("adultOrYouth"),
        power_source_keys: keys("powerSource"),
        flavor_keys: keys("flavor"),
        border_keys: keys("border"),
        grade_keys: keys("grade"),
        shoulder_pad_model_keys: keys("shoulderPadModel"),
        weight_keys: keys("weight"),
        length_keys: keys("length"),
        colors,
    }
}

fn view(variant: &Variant, attributes: Vec<AttributeView>) -> QuickOrderVariantView {
    QuickOrderVariantView {
        product_variant: QuickOrderSkuView {
            sku: variant.sku.to_string(),
            min_order_qty: variant.min_order_qty,
            delivery_unit: variant.delivery_unit,
            price: variant.price,
            discounted_price: variant.discounted_price,
            tiers: variant.tiers.to_vec(),
            available_date: variant.available_date().map_or_else(String::new, AvailableDate::text),
        },
        attributes_data: QuickOrderAttributesView { attributes, unavailable: !variant.available },
    }
}

/// The fifteen attributes of each variant. Where they do not tell two articles apart, the size says what
/// the product page says: the sku at last. Otherwise nobody could choose between them.
pub fn told_apart(product: &Product) -> Vec<Vec<AttributeView>> {
    let of = |variant: &Variant| -> Vec<AttributeView> {
        let known = variant.attributes.iter().filter(|it| OPTION_KINDS.contains(&&*it.name) && !it.value.is_empty());
        known.map(attribute_view).collect()
    };
    let all: Vec<Vec<AttributeView>> = product.variants.iter().map(of).collect();
    let mut seen = HashSet::new();
    let pairs = |attributes: &[AttributeView]| -> Vec<(String, String)> {
        attributes.iter().map(|it| (it.name.clone(), it.value.clone())).collect()
    };
    if all.iter().all(|attributes| seen.insert(pairs(attributes))) {
        return all;
    }
    let with_size = |(variant, mut attributes): (&Variant, Vec<AttributeView>)| {
        attributes.retain(|attribute| attribute.name != "size");
        attributes.push(AttributeView { name: "size".to_owned(), value: variant.size.to_string() });
        attributes
    };
    product.variants.iter().zip(all).map(with_size).collect()
}

/// The different values of an attribute.
fn values(colors: &[QuickOrderVariantView], kind: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for attribute in colors.iter().flat_map(|color| &color.attributes_data.attributes) {
        if attribute.name == kind && !values.contains(&attribute.value) {
            values.push(attribute.value.clone());
        }
    }
    if SIZED.contains(&kind) {
        values.sort_by(|a, b| size_order(a, b));
    }
    values
}
