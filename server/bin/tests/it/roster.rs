//! Rosters on the server: many product numbers looked up at once, and many rows added in one commit.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    shopping::{assert_books, broken, cart, count},
    support::TestApp,
};

async fn articles(app: &TestApp, site: Site, skus: Value) -> Value {
    let answer = app.visitor(site).post("/api/catalog/articles", &json!({ "skus": skus })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["products"].clone()
}

#[tokio::test]
async fn a_list_of_product_numbers_is_looked_up_in_one_call() {
    let app = TestApp::stocked().await;
    let asked = json!(["jrs100-red-m", " BAL100 ", "NOPE-1", "JRS100 NAV/L", "JRS100-RED-M", "JRS100-RED-2XL", ""]);
    let products = articles(&app, Site::FIELDHOUSE, asked).await;
    let found: Vec<(&str, Vec<&str>)> = products
        .as_array()
        .unwrap()
        .iter()
        .map(|product| {
            let skus = product["articles"].as_array().unwrap().iter().map(|it| it["sku"].as_str().unwrap()).collect();
            (product["product"].as_str().unwrap(), skus)
        })
        .collect();
    assert_eq!(found, [("jrs100", vec!["JRS100-RED-M", "JRS100-NAV-L", "JRS100-RED-2XL"]), ("bal100", vec!["BAL100"])]);
    let first = &products[0]["articles"][0];
    assert_eq!((&first["price"], &first["minOrderQty"], &first["deliveryUnit"]), (&json!(2499), &json!(6), &json!(6)));
    assert_eq!(products[0]["articles"][2]["unavailable"], true);
}

#[tokio::test]
async fn a_style_number_brings_every_article_with_what_it_is_chosen_by() {
    let app = TestApp::stocked().await;
    let products = articles(&app, Site::FIELDHOUSE, json!(["JRS100-RED-M", "jrs100", "JRS100", "JRS100-RED-L"])).await;
    assert_eq!(products.as_array().unwrap().len(), 1);
    assert_eq!(products[0]["styleNumber"].as_str().unwrap().to_uppercase(), "JRS100");
    let all = products[0]["articles"].as_array().unwrap();
    let mut skus: Vec<&str> = all.iter().map(|it| it["sku"].as_str().unwrap()).collect();
    skus.sort_unstable();
    skus.dedup();
    assert_eq!(skus.len(), all.len(), "each once");
    let navy = all.iter().find(|it| it["sku"] == "JRS100-NAV-S").unwrap();
    let options: Vec<&str> = navy["options"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert!(options.contains(&"S") && options.contains(&"Navy"), "{options:?}");
    assert_eq!(articles(&app, Site::FIELDHOUSE, json!(["JRS100-RED-M"])).await[0]["styleNumber"], "");
}

#[tokio::test]
async fn what_another_site_sells_is_not_found() {
    let app = TestApp::stocked().await;
    assert_eq!(articles(&app, Site::FIELDHOUSE, json!(["CON100"])).await, json!([]));
    assert_eq!(
        articles(&app, Site::US_GAMES, json!(["CON100", "con 100"])).await[0]["articles"].as_array().unwrap().len(),
        1
    );
}

#[tokio::test]
async fn r61_a_list_beyond_a_roster_is_refused() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for skus in [json!(vec!["BAL100"; 2_001]), json!(["x".repeat(301)]), json!("BAL100"), json!([1])] {
        let answer = visitor.post("/api/catalog/articles", &json!({ "skus": skus })).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    }
    assert_eq!(articles(&app, Site::FIELDHOUSE, json!(vec!["BAL100"; 2_000])).await.as_array().unwrap().len(), 1);
}

/// Rows of a roster as one line a name, as a list of 2,000 different texts would be.
fn rows(number: usize, sku: &str) -> Value {
    (0..number)
        .map(|row| json!({"sku": sku, "quantity": 1, "freeForm": [[format!("PLAYER {row}"), row.to_string()]]}))
        .collect()
}

#[tokio::test]
async fn a_roster_is_one_commit_and_once_whatever_is_repeated() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let Some(sku) = named_sku(&app) else { panic!("the fixture has an article with name and number") };
    let body = json!({ "lines": rows(500, &sku) });
    for _ in 0..2 {
        let answer =
            visitor.send(Method::POST, "/api/cart/lines", &[("idempotency-key", "roster-1")], Some(&body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        assert_eq!(answer.json()["addedQuantity"], 500);
    }
    let cart = cart(&visitor).await;
    assert_eq!((&cart["totalLineItemQuantity"], &cart["lineCount"]), (&json!(500), &json!(500)));
    assert_books(&app).await;
}

#[tokio::test]
async fn one_wrong_row_of_a_roster_adds_none_and_every_wrong_row_is_named() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let Some(sku) = named_sku(&app) else { panic!("the fixture has an article with name and number") };
    let mut lines = rows(2_000, &sku);
    lines[7]["sku"] = json!("NOPE");
    lines[1_999]["freeForm"] = json!([["O\u{202e}NEIL", "9"]]);
    lines[12]["quantity"] = json!(-1);
    let answer = visitor.post("/api/cart/lines", &json!({ "lines": lines })).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let named = [
        ("lines.7.sku", "sku_unknown"),
        ("lines.12.quantity", "quantity_negative"),
        ("lines.1999.freeForm.0.0", "bidi_control"),
    ];
    assert_eq!(broken(&answer), named.map(|(field, code)| (field.to_owned(), code.to_owned())));
    assert_eq!(count(&app, "cart_line").await, 0);
    let whole = json!({ "lines": rows(2_001, &sku) });
    assert_eq!(broken(&visitor.post("/api/cart/lines", &whole).await)[0].1, "cart_too_many_lines");
}

/// An article that asks for a name and a number and can be bought singly.
pub fn named_sku(app: &TestApp) -> Option<String> {
    let catalog = app.state.catalog.load();
    let mut named = catalog.products_of(Site::FIELDHOUSE).filter(|product| product.facts.free_form_options.len() == 2);
    named.find_map(|product| {
        let single = product.variants.iter().find(|it| it.available && it.min_order_qty <= 1 && it.delivery_unit <= 1);
        single.map(|variant| variant.sku.to_string())
    })
}
