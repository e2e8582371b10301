//! The demo catalogue: a store's worth of team gear over the four brands, the same on every machine.
//! Records only; importing them is the catalogue's work.

pub mod certificates;
mod chance;
pub mod content;
mod copy;
pub mod customers;
mod families;
mod family;
pub mod images;
mod inbox;
pub mod loading;
mod makers;
pub mod offers;
pub mod orders;
mod palette;
pub mod prices;
mod sizes;
mod stock;
mod store;
mod style;
mod trees;

use fieldhouse_shop::finding::catalog::record::{CatalogRecords, CategoryRecord, ProductRecord};

/// Name of this source in an import.
pub const SOURCE: &str = "demo";

/// All categories and products.
pub fn records() -> CatalogRecords {
    CatalogRecords { categories: categories(), products: products() }
}

fn categories() -> Vec<CategoryRecord> {
    let mut categories = Vec::new();
    for (site, _, tree) in trees::TREES {
        for ((path, name), position) in trees::categories(tree).into_iter().zip(0..) {
            categories.push(CategoryRecord { path, name, position, sites: vec![*site] });
        }
    }
    categories
}

fn products() -> Vec<ProductRecord> {
    let styles = families::all().flat_map(|family| (0..family.models.len()).map(move |nth| (family, nth)));
    styles.enumerate().filter_map(|(number, (family, nth))| style::product(family, nth, number)).collect()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod content_tests;
