//! How often an act asks for memory, and how many bytes it answers: what it costs on any machine. Counted on the thread that
//! answers, with the request made and the answer read; a bound is a fourth above what was counted when it was set.

use std::{future::poll_fn, pin::pin, task::Poll};

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use sea_orm::DbBackend;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, register, try_sign_in},
    shopping::{add, check_out, place, placing, put, shipping},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const LINES: usize = 50;
const READS: usize = 8;

/// What an act answers, and how often memory was asked for meanwhile.
async fn counted(act: impl Future<Output = Answer>) -> (Answer, u64) {
    let mut act = pin!(act);
    let mut times = 0;
    let answer = poll_fn(|context| {
        let mut polled = Poll::Pending;
        times += allocation_counter::measure(|| polled = act.as_mut().poll(context)).count_total;
        polled
    });
    (answer.await, times)
}

/// Fails when an act asks for memory more often, or answers more, than it may.
async fn at_most(what: &str, (times, bytes): (u64, usize), act: impl Future<Output = Answer>) -> Answer {
    let (answer, asked) = counted(act).await;
    assert!(
        [StatusCode::OK, StatusCode::CREATED].contains(&answer.status),
        "{what}: {} {}",
        answer.status,
        answer.text
    );
    assert!(asked > 0, "{what}: nothing is counted");
    assert!(asked <= times, "{what}: memory was asked for {asked} times, not {times}");
    assert!(answer.text.len() <= bytes, "{what}: {} bytes, not {bytes}", answer.text.len());
    answer
}

/// The same for what may be asked again and again: the least counts, as a connection that meets a statement for the first
/// time prepares it, and which connection answers is chance.
async fn read_at_most(what: &str, (times, bytes): (u64, usize), visitor: &Visitor, path: &str) {
    let mut least = u64::MAX;
    for _ in 0..READS {
        let (answer, asked) = counted(visitor.get(path)).await;
        assert_eq!(answer.status, StatusCode::OK, "{what}: {}", answer.text);
        assert!(answer.text.len() <= bytes, "{what}: {} bytes, not {bytes}", answer.text.len());
        least = least.min(asked);
    }
    assert!(least > 0, "{what}: nothing is counted");
    assert!(least <= times, "{what}: memory was asked for {least} times, not {times}");
}

#[tokio::test]
async fn each_act_asks_for_memory_seldom_and_answers_little() {
    let app = TestApp::stocked().await;
    let named =
        |nth: usize| json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [[format!("Player {nth}"), "7"]]});
    let many: Vec<Value> = (0..LINES).map(named).collect();
    // Statements are prepared, and what is made once is made.
    let other = app.visitor(SITE);
    add(&other, json!(many)).await;
    other.get("/api/cart/active").await;
    other.get("/api/search?query=jersey").await;
    add(&app.visitor(SITE), json!([{"sku": "BAL200-5", "quantity": 1}])).await;

    read_at_most("a product", (320, 8_000), &other, "/api/catalog/products/gridiron-practice-jersey").await;
    read_at_most("a search that was asked before", (80, 4_000), &other, "/api/search?query=jersey").await;
    at_most("words that nobody asked for before", (430, 4_000), other.get("/api/search?query=jerseys")).await;
    at_most("the same words, filtered", (257, 4_000), other.get("/api/search?query=jerseys&price=0-9000")).await;
    let visitor = app.visitor(SITE);
    // What is written together is handed over on SQLite, and asked by the request itself on PostgreSQL.
    let new = if app.state.db.backend() == DbBackend::Sqlite { 293 } else { 400 };
    at_most("a new cart with a line", (new, 1_900), add(&visitor, json!([{"sku": "BAL200-5", "quantity": 3}]))).await;
    at_most("fifty lines more", (7_100, 31_000), add(&visitor, json!(many))).await;
    let cart = at_most("a cart", (4_900, 32_500), visitor.get("/api/cart/active")).await.json();
    read_at_most("the same cart once more", (240, 32_500), &visitor, "/api/cart/active").await;
    let jerseys = cart["items"].as_array().unwrap().iter().find(|card| card["sku"] == "JRS200-NAV-S").unwrap();
    let line = jerseys["lineItems"][7]["lineItemId"].as_str().unwrap();
    let path = format!("/api/cart/lines/{line}");
    let change = json!({"version": cart["version"], "quantity": 1, "freeForm": [["Cleo", "9"]]});
    at_most(
        "a line among fifty of its product",
        (4_110, 31_000),
        visitor.send(Method::PATCH, &path, &[], Some(&change)),
    )
    .await;
    read_at_most("the head of a cart", (440, 700), &visitor, "/api/cart/head").await;
}

#[tokio::test]
async fn checkout_an_order_and_a_sign_in_ask_for_memory_seldom() {
    let app = TestApp::stocked().await;
    register(&app, SITE, COACH).await;
    let three = || json!([{"sku": "BAL200-5", "quantity": 3}, {"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["Cleo", "9"]]}]);
    // Statements are prepared, and what is made once is made.
    let other = app.visitor(SITE);
    add(&other, three()).await;
    let review = check_out(&other).await;
    place(&other, "first", &placing(&review)).await;
    try_sign_in(&app.visitor(SITE), COACH, PASSWORD).await;

    let visitor = app.visitor(SITE);
    add(&visitor, three()).await;
    // As above, what is written together.
    let of = |lite: u64, postgres: u64| if app.state.db.backend() == DbBackend::Sqlite { lite } else { postgres };
    let address = shipping();
    let shipped = put(&visitor, "/api/checkout/shipping", &address);
    at_most("the shipping step", (of(1_150, 1_400), 4_800), shipped).await;
    let paid = json!({"poNumber": "PO-47"});
    let paid = put(&visitor, "/api/checkout/payment", &paid);
    let review = at_most("the payment step", (of(960, 1_150), 4_800), paid).await.json();
    let order = placing(&review);
    at_most("an order", (of(2_780, 3_600), 4_800), place(&visitor, "one", &order)).await;
    let somebody = app.visitor(SITE);
    at_most("a sign-in", (of(660, 1_070), 280), try_sign_in(&somebody, COACH, PASSWORD)).await;
}
