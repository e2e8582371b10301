//! Rosters: what the roster page needs to know of pasted product numbers. The rows themselves, with
//! their names, stay in the browser until they are added by `POST /api/cart/lines`.

pub mod routes;

use std::collections::HashMap;

use fieldhouse_core::{
    brand::Site,
    catalog::AvailableDate,
    roster::{RosterArticle, RosterStyle},
};

use crate::catalog::{Catalog, Product, Sellable, Variant};

/// The articles that product numbers mean on a site, by product in the order asked for. A number whose
/// punctuation differs finds its article too: the rules propose it. Unknown ones are left out.
pub fn find_articles(catalog: &Catalog, site: Site, skus: &[String]) -> Vec<RosterStyle> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut found: Vec<RosterStyle> = Vec::new();
    for sku in skus {
        let sku = sku.trim();
        let article = catalog.sellable(site, sku).or_else(|| catalog.sellable_loosely(site, sku));
        let Some(Sellable { product, variant }) = article else { continue };
        let place = *places.entry(&product.facts.id).or_insert_with(|| {
            found.push(style(product));
            found.len().saturating_sub(1)
        });
        if let Some(style) = found.get_mut(place)
            && style.articles.iter().all(|known| *known.sku != *variant.sku)
        {
            style.articles.push(roster_article(variant));
        }
    }
    found
}

fn style(product: &Product) -> RosterStyle {
    RosterStyle {
        product: product.facts.id.clone(),
        name: product.facts.name.clone(),
        free_form_options: product.facts.free_form_options.clone(),
        call_to_order: product.facts.call_to_order,
        unit_of_measure: product.facts.unit_of_measure.clone(),
        size_column: None,
        in_cart: 0,
        articles: Vec::new(),
    }
}

fn roster_article(variant: &Variant) -> RosterArticle {
    RosterArticle {
        text: variant.size.to_string(),
        sku: variant.sku.to_string(),
        price: variant.price,
        discounted_price: variant.discounted_price,
        personal_price: None,
        tiers: variant.tiers.to_vec(),
        unavailable: !variant.available,
        available_date: variant.available_date().map_or_else(String::new, AvailableDate::text),
        min_order_qty: variant.min_order_qty,
        delivery_unit: variant.delivery_unit,
    }
}
