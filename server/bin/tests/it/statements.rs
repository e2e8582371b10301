//! How many statements an act is: what it costs on both databases, whatever the machine.

use std::sync::{Arc, Mutex};

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use sea_orm::Statement;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, register, try_sign_in},
    shopping::{add, add_one, lines, place, placing, put, shipping, texts},
    support::{Answer, TestApp},
};

const SITE: Site = Site::FIELDHOUSE;

/// What was heard since it was asked last.
struct Heard(Arc<Mutex<Vec<Statement>>>);

impl Heard {
    /// Fails when an act was more statements than it may be. What several nodes count together of its asker, before it begins
    /// and apart from it, is one statement a limit.
    fn at_most(&self, most: usize, act: &str) {
        let heard = std::mem::take(&mut *self.0.lock().unwrap());
        let (limits, heard): (Vec<_>, Vec<_>) =
            heard.into_iter().partition(|statement| statement.sql.contains("\"rate_count\""));
        let told: Vec<String> = heard.iter().map(|statement| statement.sql.chars().take(160).collect()).collect();
        assert!(!heard.is_empty() && heard.len() <= most, "{act}: {} statements\n{}", heard.len(), told.join("\n"));
        assert!(limits.len() <= 2, "{act}: {} limits", limits.len());
    }

    fn forget(&self) {
        self.0.lock().unwrap().clear();
    }
}

#[tokio::test]
async fn each_act_is_few_statements() {
    let mut app = TestApp::stocked().await;
    let heard = Heard(app.statements().await);
    let visitor = app.visitor(SITE);
    let ok = |answer: Answer| {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer
    };
    ok(add(&visitor, json!([{"sku": "BAL200-5", "quantity": 3}])).await);
    heard.at_most(3, "a new cart with a line");
    ok(add(&visitor, json!([{"sku": "GLV100-L", "quantity": 3}])).await);
    heard.at_most(4, "a line for a cart that is there");
    let named = |nth| json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [[format!("Player {nth}"), "7"]]});
    let many: Vec<Value> = (0..50).map(named).collect();
    ok(add(&visitor, json!(many)).await);
    heard.at_most(4, "fifty lines more in one call");
    ok(add(&app.visitor(SITE), json!(many)).await);
    heard.at_most(3, "a new cart with fifty lines");
    let cart = ok(visitor.get("/api/cart/active").await).json();
    heard.at_most(2, "a cart");
    // What a statement costs is pages as well: lines that are written together lie together in an index.
    let players: Vec<String> =
        lines(&cart).into_iter().filter(|(sku, ..)| sku == "JRS200-NAV-S").map(|(_, id, _)| id).collect();
    assert_eq!(players.len(), 50);
    assert!(players.is_sorted(), "{players:?}");
    assert_eq!(ok(visitor.get("/api/cart/active").await).json(), cart);
    heard.at_most(1, "the same cart once more");
    ok(visitor.get("/api/cart/head").await);
    heard.at_most(1, "the head of a cart");
    let line = cart["items"][0]["lineItems"][0]["lineItemId"].as_str().unwrap();
    let change = json!({"version": cart["version"], "quantity": 4});
    ok(visitor.send(Method::PATCH, &format!("/api/cart/lines/{line}"), &[], Some(&change)).await);
    heard.at_most(3, "another quantity");
    let changed = ok(visitor.get("/api/cart/active").await).json();
    assert_eq!(changed["items"][0]["lineItems"][0]["quantity"], 4, "what was kept is not shown any more");
    heard.at_most(1, "a cart whose lines a change has left");
    heard.forget();
    ok(put(&visitor, "/api/checkout/shipping", &shipping()).await);
    heard.at_most(5, "the shipping step");
    let review = ok(put(&visitor, "/api/checkout/payment", &json!({"poNumber": "PO-47"})).await).json();
    heard.at_most(5, "the payment step");
    let placed = place(&visitor, "one", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    heard.at_most(10, "an order");
}

#[tokio::test]
async fn who_comes_later_has_a_later_id_and_stands_behind_the_others_in_each_index_of_visitors() {
    let app = TestApp::stocked().await;
    let mut came: Vec<String> = Vec::new();
    for _ in 0..8 {
        add_one(&app.visitor(SITE), "BAL100", 1).await;
        let visitors = texts(&app, "cart", "visitor").await;
        came.extend(visitors.into_iter().find(|visitor| !came.contains(visitor)));
    }
    assert!(came.len() == 8 && came.is_sorted(), "{came:?}");
}

#[tokio::test]
async fn a_sign_in_is_few_statements() {
    let mut app = TestApp::stocked().await;
    register(&app, SITE, COACH).await;
    let heard = Heard(app.statements().await);
    let visitor = app.visitor(SITE);
    assert_eq!(try_sign_in(&visitor, COACH, PASSWORD).await.status, StatusCode::OK);
    heard.at_most(6, "a sign-in");
    assert_eq!(visitor.get("/api/auth/session").await.json()["type"], "customer");
    heard.at_most(2, "whose session it is");
}
