//! Rosters: what the roster page needs to know of pasted product numbers. The rows themselves, with
//! their names, stay in the browser until they are added by `POST /api/cart/lines`.

use std::collections::HashMap;

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, AvailableDate},
    roster::{RosterArticle, RosterStyle},
};

use crate::{
    buying::quick_order::told_apart,
    finding::catalog::{Catalog, Product, Sellable, Variant},
};

/// Articles that the style numbers of one list bring: some four megabytes. Of those beyond, options are chosen one
/// product at a time.
const MAX_OF_STYLES: usize = 20_000;

/// The articles that product numbers mean on a site, by product in the order asked for. A number whose
/// punctuation differs finds its article too: the rules propose it. A style number brings all articles of its
/// product: the rules take the one a row tells, or ask for its options. Unknown ones are left out.
pub fn find_articles(catalog: &Catalog, site: Site, skus: &[String]) -> Vec<RosterStyle> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut found: Vec<RosterStyle> = Vec::new();
    let mut open = MAX_OF_STYLES;
    for sku in skus {
        let sku = sku.trim();
        let named = catalog.sellable(site, sku);
        let of_style = if named.is_none() { catalog.by_number(site, sku) } else { None };
        let article = named.or_else(|| if of_style.is_none() { catalog.sellable_loosely(site, sku) } else { None });
        let Some(product) = of_style.or_else(|| article.map(|it| it.product)) else { continue };
        let place = *places.entry(&product.facts.id).or_insert_with(|| {
            found.push(style(product));
            found.len().saturating_sub(1)
        });
        let Some(style) = found.get_mut(place) else { continue };
        if of_style.is_some() && style.style_number.is_empty() {
            style.style_number.clone_from(&product.facts.sku);
            if product.variants.len() <= open {
                open = open.saturating_sub(product.variants.len());
                style.articles = articles_with_options(product);
            }
        }
        if let Some(Sellable { variant, .. }) = article
            && style.articles.iter().all(|known| *known.sku != *variant.sku)
        {
            style.articles.push(roster_article(variant));
        }
    }
    found
}

fn articles_with_options(product: &Product) -> Vec<RosterArticle> {
    let article = |(variant, options): (&Variant, Vec<AttributeView>)| RosterArticle {
        options: options.into_iter().map(|option| option.value).collect(),
        ..roster_article(variant)
    };
    product.variants.iter().zip(told_apart(product)).map(article).collect()
}

fn style(product: &Product) -> RosterStyle {
    RosterStyle {
        product: product.facts.id.clone(),
        name: product.facts.name.clone(),
        free_form_options: product.facts.free_form_options.clone(),
        call_to_order: product.facts.call_to_order,
        size_column: None,
        in_cart: 0,
        style_number: String::new(),
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
        options: Vec::new(),
    }
}
