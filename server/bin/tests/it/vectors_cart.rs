//! The vectors of quantities, lines and carts, asked over HTTP: each vector's article becomes an article of the
//! catalogue, its draft a request, and the answer must say what the vector expects.

use std::sync::Arc;

use axum::http::StatusCode;
use fieldhouse_conformance::Vector;
use fieldhouse_core::{
    brand::Site,
    cart::{forecast::CartLineDraft, lines::ArticleDraft},
    catalog::AttributeView,
    money::Cents,
};
use fieldhouse_shop::finding::{
    catalog::record::{CatalogRecords, ProductFacts, ProductRecord, VariantRecord},
    snapshot::Snapshot,
};
use serde_json::{Value, json};

use crate::{
    shopping::{add, assert_books, cart, forget_carts, lines},
    support::{Answer, TestApp},
    vectors::vectors_of,
};

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap()
}

/// A product that every site sells.
fn product(id: &str, variants: Vec<VariantRecord>) -> ProductRecord {
    let facts = ProductFacts {
        id: id.to_lowercase(),
        slug: id.to_lowercase(),
        sku: id.to_owned(),
        name: id.to_owned(),
        sites: Site::BUILT_IN.to_vec(),
        ..ProductFacts::default()
    };
    ProductRecord { facts, variants }
}

/// A day as the catalogue holds it, from MM/DD/YYYY.
fn day(text: &str) -> Option<jiff::civil::Date> {
    (!text.is_empty()).then(|| jiff::civil::Date::strptime("%m/%d/%Y", text).unwrap())
}

/// The article of a vector, sold under a sku.
fn article(sku: &str, draft: ArticleDraft) -> ProductRecord {
    let variant = VariantRecord {
        sku: sku.to_owned(),
        price: draft.price,
        available: !draft.unavailable,
        restock_on: day(&draft.available_date),
        min_order_qty: draft.min_order_qty,
        delivery_unit: draft.delivery_unit,
        ..VariantRecord::default()
    };
    let mut product = product(sku, vec![variant]);
    product.facts.call_to_order = draft.call_to_order;
    product.facts.free_form_options = draft.free_form_options;
    product
}

fn selling(change: i64, products: Vec<ProductRecord>) -> Arc<Snapshot> {
    Arc::new(Snapshot::build(change, CatalogRecords { categories: Vec::new(), products }))
}

/// The errors of an answer as the rule itself says them: without the path of the line.
fn of_the_line(answer: &Answer) -> Value {
    let mut errors = answer.json()["errors"].clone();
    for error in errors.as_array_mut().unwrap() {
        let field = error["field"].as_str().unwrap().strip_prefix("lines.0.").unwrap().to_owned();
        error["field"] = json!(field);
    }
    errors
}

#[tokio::test]
async fn a_line_is_added_or_refused_over_http_as_the_vectors_say() {
    let app = TestApp::start().await;
    for (number, Vector { description, given, expect, .. }) in vectors_of("checkAddLine").into_iter().enumerate() {
        let sku = given[0]["sku"].as_str().unwrap();
        let sold = read::<Option<ArticleDraft>>(&given[1]).map(|draft| article(sku, draft));
        app.state.catalog.store(selling(i64::try_from(number).unwrap() + 2, sold.into_iter().collect()));
        let visitor = app.visitor(read::<Site>(&given[2]));
        let answer = add(&visitor, json!([given[0]])).await;
        if expect == json!([]) {
            assert_eq!(answer.status, StatusCode::OK, "{description}: {}", answer.text);
            assert_eq!(answer.json()["addedQuantity"], given[0]["quantity"], "{description}");
        } else {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{description}: {}", answer.text);
            assert_eq!(of_the_line(&answer), expect, "{description}");
            assert_eq!(visitor.get("/api/cart/active").await.text, "null", "{description}");
        }
    }
}

#[tokio::test]
async fn a_typed_quantity_is_judged_over_http_as_the_vectors_say() {
    let app = TestApp::start().await;
    let mut asked = 0;
    for Vector { description, given, expect, .. } in vectors_of("checkTypedQuantity") {
        // What is no whole number, and what is skipped, never leaves the form; the list judges when adding.
        let Ok(typed) = given[0].as_str().unwrap().trim().parse::<i64>() else { continue };
        let skipped = expect["quantity"] == json!(0) && expect["error"].is_null();
        if skipped || given[2] == json!("list") {
            continue;
        }
        asked += 1;
        let sent = if given[2] == json!("quickAdd") { typed.abs() } else { typed };
        let rule = read(&json!({
            "price": 100, "unavailable": false,
            "minOrderQty": given[1]["minOrderQty"], "deliveryUnit": given[1]["deliveryUnit"],
        }));
        app.state.catalog.store(selling(asked + 1, vec![article("TYPED", rule)]));
        let answer = add(&app.visitor(Site::FIELDHOUSE), json!([{"sku": "TYPED", "quantity": sent}])).await;
        if expect["error"].is_null() {
            assert_eq!(answer.status, StatusCode::OK, "{description}: {}", answer.text);
            assert_eq!(answer.json()["addedQuantity"], expect["quantity"], "{description}");
        } else {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{description}: {}", answer.text);
            assert_eq!(of_the_line(&answer), json!([expect["error"]]), "{description}");
        }
    }
    assert!(asked > 12, "only {asked} vectors could be asked");
}

/// The products of a vector's cart, one article a line; `plain` ones can be added whatever the vector says of them.
fn products_of(drafts: &[CartLineDraft], plain: bool) -> Vec<ProductRecord> {
    let mut products: Vec<ProductRecord> = Vec::new();
    for draft in drafts {
        let size = AttributeView { name: "size".to_owned(), value: draft.key.clone() };
        let variant = VariantRecord { sku: sku_of(draft), attributes: vec![size], ..VariantRecord::default() };
        let variant = if plain {
            VariantRecord { price: Cents::new(1), ..variant }
        } else {
            VariantRecord {
                price: draft.price,
                discounted_price: draft.offer_price,
                tiers: draft.tiers.clone(),
                available: !draft.unavailable,
                restock_on: day(&draft.available_date),
                min_order_qty: draft.min_order_qty,
                delivery_unit: draft.delivery_unit,
                ..variant
            }
        };
        let place = products.iter().position(|known| known.facts.sku == draft.product).unwrap_or_else(|| {
            products.push(product(&draft.product, Vec::new()));
            products.len() - 1
        });
        products[place].facts.call_to_order |= draft.call_to_order && !plain;
        products[place].variants.push(variant);
    }
    products
}

fn sku_of(draft: &CartLineDraft) -> String {
    format!("{}-{}", draft.product, draft.key)
}

#[tokio::test]
async fn a_cart_comes_to_what_the_vectors_say() {
    let app = TestApp::start().await;
    let mut asked = 0;
    for Vector { description, given, expect, .. } in vectors_of("evaluateCart") {
        let drafts: Vec<CartLineDraft> = read(&given[1]);
        if drafts.is_empty() || drafts.iter().any(|draft| draft.quantity > 9_999) {
            continue;
        }
        asked += 2;
        app.state.catalog.store(selling(asked, products_of(&drafts, true)));
        let visitor = app.visitor(read::<Site>(&given[0]));
        let wanted = drafts.iter().map(|draft| json!({"sku": sku_of(draft), "quantity": draft.quantity}));
        let added = add(&visitor, wanted.collect()).await;
        assert_eq!(added.status, StatusCode::OK, "{description}: {}", added.text);

        // The catalogue becomes the vector's, and the cart that is there is priced and judged by it.
        app.state.catalog.store(selling(asked + 1, products_of(&drafts, false)));
        let view = cart(&visitor).await;
        assert_eq!(view["totalMerchCents"], expect["merchandise"], "{description}");
        assert_eq!(view["totalSavingsCents"], expect["savings"], "{description}");
        assert_eq!(view["totalLineItemQuantity"], expect["totalLineItemQuantity"], "{description}");
        assert_eq!(sentences(&view["errors"]), sentences(&expect["errors"]), "{description}");
        assert_eq!(lines(&view).len(), drafts.len(), "{description}");

        let cards = view["items"].as_array().unwrap();
        let shown: Vec<&Value> = cards.iter().flat_map(|card| card["lineItems"].as_array().unwrap()).collect();
        for (draft, expected) in drafts.iter().zip(expect["lines"].as_array().unwrap()) {
            let line = shown.iter().find(|line| line["sku"] == json!(sku_of(draft))).unwrap();
            let nothing = json!({"regularPrice": 0, "discountedPrice": null});
            let unit = if expected["unitPrice"].is_null() { &nothing } else { &expected["unitPrice"] };
            assert_eq!(&line["unitPrice"], unit, "{description}, {}", draft.key);
            assert_eq!(line["linePrice"], expected["linePrice"], "{description}, {}", draft.key);
            assert_eq!(line["errors"], expected["errors"], "{description}, {}", draft.key);
        }
        let products = expect["products"].as_array().unwrap();
        assert_eq!(cards.len(), products.len(), "{description}");
        for (card, expected) in cards.iter().zip(products) {
            assert_eq!(
                card["id"].as_str().unwrap(),
                expected["product"].as_str().unwrap().to_lowercase(),
                "{description}"
            );
            for field in ["subtotal", "pooledQuantity", "nextTier"] {
                assert_eq!(card[field], expected[field], "{description}, {field}");
            }
        }
        forget_carts(&app).await;
    }
    assert!(asked > 30, "only {} carts could be filled", asked / 2);
    assert_books(&app).await;
}

/// What errors say, wherever they stand.
fn sentences(errors: &Value) -> Vec<(&Value, &Value)> {
    errors.as_array().unwrap().iter().map(|error| (&error["code"], &error["message"])).collect()
}
