//! The rules of the order of results, as files without code: tests/ranking/rules.json. How good the order is over
//! whole catalogues is judged in tests/ranking.

use std::collections::BTreeMap;

use fieldhouse_core::{brand::Site, catalog::AttributeView};
use fieldhouse_shop::finding::{
    catalog::record::{CatalogRecords, ProductFacts, ProductRecord, VariantRecord},
    snapshot::Snapshot,
};
use serde::Deserialize;

use crate::support::TestApp;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    description: String,
    catalogue: Vec<Entry>,
    query: String,
    expect: Vec<String>,
    #[serde(default)]
    corrected: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    name: String,
    #[serde(default)]
    brand: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    keywords: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    popularity: u32,
    #[serde(default)]
    sku: String,
    /// Only another site sells it.
    #[serde(default)]
    elsewhere: bool,
}

fn record(entry: Entry) -> ProductRecord {
    let sku = if entry.sku.is_empty() { format!("sku-of-{}", entry.id) } else { entry.sku };
    let attributes = entry.options.into_iter().map(|(name, value)| AttributeView { name, value }).collect();
    ProductRecord {
        facts: ProductFacts {
            slug: entry.id.clone(),
            id: entry.id,
            sku: sku.clone(),
            name: entry.name,
            brand: entry.brand,
            description: vec![entry.description],
            keywords: entry.keywords,
            popularity: entry.popularity,
            sites: vec![if entry.elsewhere { Site::US_GAMES } else { Site::FIELDHOUSE }],
            ..ProductFacts::default()
        },
        variants: vec![VariantRecord { sku, attributes, ..VariantRecord::default() }],
    }
}

#[tokio::test]
async fn the_order_of_results_keeps_its_rules() {
    let rules: Vec<Rule> = serde_json::from_str(include_str!("../../../../tests/ranking/rules.json")).unwrap();
    assert!(rules.len() >= 25);
    let app = TestApp::start().await;
    let mut broken = Vec::new();
    for rule in rules {
        let products = rule.catalogue.into_iter().map(record).collect();
        let catalog = Snapshot::build(1, CatalogRecords { categories: Vec::new(), products });
        app.state.catalog.store(std::sync::Arc::new(catalog));
        let address = format!("/api/search?query={}", rule.query.replace(' ', "%20"));
        let answer = app.visitor(Site::FIELDHOUSE).get(&address).await.json();
        let found: Vec<&str> =
            answer["hits"].as_array().unwrap().iter().map(|hit| hit["pid"].as_str().unwrap()).collect();
        if found != rule.expect || answer["correctedQuery"] != rule.corrected {
            broken.push(format!("{}: {found:?}, corrected {}", rule.description, answer["correctedQuery"]));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
