//! Words that mean the same, as content says: in lists, suggestions and for clients of the hosted search service.

use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    finding::{
        catalog::record::{CatalogRecords, ProductFacts, ProductRecord, VariantRecord},
        snapshot::Snapshot,
    },
    publishing::content,
};
use serde_json::{Value, json};

use crate::{
    content::import_json,
    support::{TestApp, Visitor},
};

/// A store that sells products of these names at two brands, the first one the most popular.
async fn selling(names: &[&str]) -> TestApp {
    let product = |(nth, name): (usize, &&str)| ProductRecord {
        facts: ProductFacts {
            id: (*name).to_owned(),
            slug: format!("product-{nth}"),
            name: (*name).to_owned(),
            popularity: u32::try_from(100 - nth).unwrap(),
            sites: vec![Site::FIELDHOUSE, Site::US_GAMES],
            ..ProductFacts::default()
        },
        variants: vec![VariantRecord { sku: format!("SKU-{nth}"), ..VariantRecord::default() }],
    };
    let products = names.iter().enumerate().map(product).collect();
    let catalog = Snapshot::build(1, CatalogRecords { categories: Vec::new(), products });
    TestApp::start_with(catalog).await
}

async fn say(app: &TestApp, groups: &Value) {
    import_json(app, &json!({"site": "usgames", "synonyms": groups})).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
}

fn names(answer: &Value, name: &str) -> Vec<String> {
    answer["hits"].as_array().unwrap().iter().map(|hit| hit[name].as_str().unwrap().to_owned()).collect()
}

async fn listed(visitor: &Visitor, query: &str) -> Vec<String> {
    let address = format!("/api/search?query={}", query.replace(' ', "%20"));
    names(&visitor.get(&address).await.json(), "pid")
}

#[tokio::test]
async fn who_looks_for_one_word_finds_the_others_as_well_at_that_brand_alone() {
    let app = selling(&["Team Hoodie", "Hooded Sweatshirt", "Crewneck Sweatshirt", "Team Tee", "Teether"]).await;
    let (games, other) = (app.visitor(Site::US_GAMES), app.visitor(Site::FIELDHOUSE));
    assert_eq!(listed(&games, "hoodie").await, ["Team Hoodie"]);
    assert_eq!(listed(&games, "t-shirt").await, Vec::<String>::new());
    say(&app, &json!([{"words": ["hoodie", "hooded sweatshirt"]}, {"words": ["tee", "t-shirt", "tshirt"]}])).await;

    // As it was typed comes first; half of a phrase comes after it; nothing that only begins so.
    assert_eq!(listed(&games, "hoodie").await, ["Team Hoodie", "Hooded Sweatshirt"]);
    let found = listed(&games, "hooded sweatshirts").await;
    assert_eq!(found, ["Hooded Sweatshirt", "Team Hoodie", "Crewneck Sweatshirt"]);
    assert_eq!(listed(&games, "team t-shirts").await, ["Team Tee"]);
    assert_eq!(listed(&other, "hoodie").await, ["Team Hoodie"]);
    let page = games.get("/search/?query=hoodie").await;
    assert!(page.text.contains("Hooded Sweatshirt"), "the page the renderer makes");
    assert!(!other.get("/search/?query=hoodie").await.text.contains("Hooded Sweatshirt"));

    let suggested = games.get("/api/search/suggest?query=tshirt").await.json();
    assert_eq!(names(&suggested, "name"), ["Team Tee"]);
    assert_eq!(suggested["hits"][0]["highlights"], json!([{"start": 5, "end": 8}]), "what was found is marked");

    let key = [("x-algolia-api-key", "search-only-usgames"), ("x-algolia-application-id", "fieldhouse")];
    let body = json!({"query": "hoodie"});
    let hosted =
        games.send(axum::http::Method::POST, "/1/indexes/usgames_products/query", &key, Some(&body)).await.json();
    assert_eq!(names(&hosted, "name"), ["Team Hoodie", "Hooded Sweatshirt"]);
}

#[tokio::test]
async fn a_change_counts_at_once_although_answers_are_kept() {
    let app = selling(&["Team Slide", "Rubber Sandal"]).await;
    let games = app.visitor(Site::US_GAMES);
    for _ in 0..2 {
        assert_eq!(listed(&games, "slide").await, ["Team Slide"]);
    }
    say(&app, &json!([{"words": ["slide", "sandal"]}])).await;
    assert_eq!(listed(&games, "slide").await, ["Team Slide", "Rubber Sandal"]);
    assert_eq!(listed(&games, "sandals").await, ["Rubber Sandal", "Team Slide"]);
    import_json(&app, &json!({"site": "usgames", "remove": ["synonyms"]})).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    assert_eq!(listed(&games, "slide").await, ["Team Slide"]);
}
