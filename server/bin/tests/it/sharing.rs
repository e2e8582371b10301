//! Shared carts: what a link shows and to whom, what a copy takes and leaves, how sharing ends.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::pruning::sweep::sweep;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, sign_in},
    price_table::price,
    shopping::{add, add_one, assert_books, broken, cart, count, lines, remove, texts},
    support::{Answer, TestApp, Visitor},
};

async fn share(visitor: &Visitor, with_texts: bool) -> Value {
    let shared = visitor.post("/api/cart/shares", &json!({ "withTexts": with_texts })).await;
    assert_eq!(shared.status, StatusCode::CREATED, "{}", shared.text);
    shared.json()
}

fn token_of(share: &Value) -> String {
    share["path"].as_str().unwrap().strip_prefix("/cart/shared/").unwrap().to_owned()
}

async fn open(visitor: &Visitor, token: &str) -> Answer {
    visitor.get(&format!("/api/cart/shared/{token}")).await
}

async fn copy(visitor: &Visitor, token: &str, key: &str) -> Answer {
    let path = format!("/api/cart/shared/{token}/copy");
    visitor.send(Method::POST, &path, &[("idempotency-key", key)], None).await
}

async fn coach(app: &TestApp) -> Visitor {
    let visitor = app.visitor(Site::FIELDHOUSE);
    let wanted = json!([
        {"sku": "JRS100-NAV-S", "quantity": 24},
        {"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["Ann Example", "7"]]},
        {"sku": "BAL100", "quantity": 2},
    ]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    visitor
}

#[tokio::test]
async fn a_link_shows_what_whoever_looks_would_pay() {
    let app = TestApp::stocked().await;
    price(&app, "athleticconnection,,,,BAL100,,37.99,,\n").await;
    let owner = app.visitor(Site::ATHLETIC_CONNECTION);
    add_one(&owner, "BAL100", 2).await;
    let token = token_of(&share(&owner, false).await);
    let shown = open(&app.visitor(Site::ATHLETIC_CONNECTION), &token).await.json();
    assert_eq!(shown["summary"], cart(&owner).await["summary"]);
    assert_eq!(shown["items"][0]["lineItems"][0]["unitPrice"]["discountedPrice"], 3799);
}

#[tokio::test]
async fn a_link_shows_the_cart_of_then_without_names_to_whoever_holds_it() {
    let app = TestApp::stocked().await;
    let owner = coach(&app).await;
    let token = token_of(&share(&owner, false).await);
    assert_eq!(token.len(), 43, "256 bits");
    let before = cart(&owner).await;
    let reader = app.visitor(Site::FIELDHOUSE);
    let shown = open(&reader, &token).await;
    assert_eq!(shown.status, StatusCode::OK, "{}", shown.text);
    assert_eq!(shown.headers["cache-control"], "no-store");
    assert_eq!(shown.headers["x-robots-tag"], "noindex");
    assert!(!shown.headers.contains_key("set-cookie"), "reading begins no session");
    let view = shown.json();
    assert_eq!(view["summary"], before["summary"]);
    assert_eq!(view["totalLineItemQuantity"], 27);
    assert!(!shown.text.contains("Ann Example") && view["withTexts"] == false, "names are personal");
    let ids: Vec<String> = lines(&before).into_iter().map(|(_, id, _)| id).collect();
    assert!(ids.iter().all(|id| !shown.text.contains(id)), "nothing that names the owner's lines");

    // Later changes of the cart are not shown; an ordered or emptied cart still is.
    assert_eq!(remove(&owner, &ids[0], 1).await.status, StatusCode::OK);
    assert_eq!(open(&reader, &token).await.json(), view);
    let with_names = token_of(&share(&owner, true).await);
    assert!(open(&reader, &with_names).await.text.contains("Ann Example"), "the owner asked for it");
    assert_eq!(texts(&app, "cart_share", "token_hash").await.iter().filter(|hash| hash.contains(&token)).count(), 0);
}

#[tokio::test]
async fn r02_r04_a_token_opens_one_cart_at_one_store_until_it_is_taken_back() {
    let app = TestApp::stocked().await;
    let owner = coach(&app).await;
    let first = share(&owner, false).await;
    let token = token_of(&first);
    let reader = app.visitor(Site::FIELDHOUSE);
    let nowhere = open(&reader, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
    let elsewhere = open(&app.visitor(Site::US_GAMES), &token).await;
    assert_eq!(elsewhere.impersonal(), nowhere.impersonal());
    for wrong in [&token[..42], &format!("{token}A"), &token.to_lowercase(), "%27%20OR%201%3D1", "..%2f..%2fhead"] {
        assert_eq!(open(&reader, wrong).await.status, StatusCode::NOT_FOUND, "{wrong}");
        assert_eq!(copy(&reader, wrong, "k").await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
    // Only the owner lists and ends it, and no list tells a token again.
    let listed = owner.get("/api/cart/shares").await.json();
    assert_eq!(listed["shares"][0]["id"], first["id"]);
    assert_eq!(listed["shares"][0]["path"], "");
    assert_eq!(reader.get("/api/cart/shares").await.json()["shares"], json!([]));
    add_one(&reader, "BAL100", 1).await;
    let path = format!("/api/cart/shares/{}", first["id"].as_str().unwrap());
    assert_eq!(reader.send(Method::DELETE, &path, &[], None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(open(&reader, &token).await.status, StatusCode::OK);
    let ended = owner.send(Method::DELETE, &path, &[], None).await;
    assert_eq!(ended.json()["shares"], json!([]));
    assert_eq!(open(&reader, &token).await.impersonal(), nowhere.impersonal());
    assert_eq!(copy(&reader, &token, "k").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_link_ends_after_ninety_days_and_is_forgotten() {
    let app = TestApp::stocked().await;
    let owner = coach(&app).await;
    let token = token_of(&share(&owner, false).await);
    app.state.clock.advance_seconds(90 * 86_400 - 1);
    assert_eq!(open(&app.visitor(Site::FIELDHOUSE), &token).await.status, StatusCode::OK);
    app.state.clock.advance_seconds(1);
    assert_eq!(open(&app.visitor(Site::FIELDHOUSE), &token).await.status, StatusCode::NOT_FOUND);
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "cart_share").await, 0);
}

#[tokio::test]
async fn twenty_links_are_open_at_once_and_an_empty_cart_is_not_shared() {
    let app = TestApp::stocked().await;
    let nobody = app.visitor(Site::FIELDHOUSE).post("/api/cart/shares", &json!({"withTexts": false})).await;
    assert_eq!(broken(&nobody), [("lines".to_owned(), "cart_empty".to_owned())]);
    let owner = coach(&app).await;
    for _ in 0..20 {
        share(&owner, false).await;
    }
    let refused = owner.post("/api/cart/shares", &json!({"withTexts": false})).await;
    assert_eq!(broken(&refused), [(String::new(), "cart_share_too_many".to_owned())]);
    assert_eq!(owner.get("/api/cart/shares").await.json()["shares"].as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn a_copy_is_checked_and_priced_anew_and_tells_what_it_left_out() {
    let app = TestApp::stocked().await;
    let owner = coach(&app).await;
    let token = token_of(&share(&owner, false).await);
    let reader = app.visitor(Site::FIELDHOUSE);
    add_one(&reader, "BAL100", 1).await;
    let copied = copy(&reader, &token, "once").await;
    assert_eq!(copied.status, StatusCode::OK, "{}", copied.text);
    let told = copied.json();
    assert_eq!(told["change"]["addedQuantity"], 26);
    let left: Vec<_> = told["leftOut"].as_array().unwrap().iter().map(|line| line["sku"].as_str().unwrap()).collect();
    assert_eq!(left, ["JRS200-NAV-S"], "its names were not shared");
    assert!(told["leftOut"][0]["errors"][0]["message"].as_str().unwrap().ends_with("(Required)"));
    assert_eq!(copy(&reader, &token, "once").await.json(), told, "the same key again adds nothing");
    let quantities: Vec<_> = lines(&cart(&reader).await).into_iter().map(|(sku, _, n)| (sku, n)).collect();
    assert_eq!(quantities, [("BAL100".to_owned(), 3), ("JRS100-NAV-S".to_owned(), 24)]);
    assert_eq!(cart(&owner).await["totalLineItemQuantity"], 27, "the owner's cart is as it was");

    let with_names = token_of(&share(&owner, true).await);
    let stranger = app.visitor(Site::FIELDHOUSE);
    let all = copy(&stranger, &with_names, "first").await;
    assert!(all.headers.contains_key("set-cookie"), "a first copy begins a session");
    assert_eq!(all.json()["leftOut"], json!([]));
    assert_eq!(cart(&stranger).await["totalMerchCents"], cart(&owner).await["totalMerchCents"]);
    assert_books(&app).await;
}

#[tokio::test]
async fn what_can_no_longer_be_bought_is_shown_but_not_copied() {
    let app = TestApp::stocked().await;
    let owner = coach(&app).await;
    let token = token_of(&share(&owner, true).await);
    // As if both articles had left the store since.
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared(
        "UPDATE cart_share SET lines = REPLACE(REPLACE(lines, 'BAL100', 'GONE-1'), 'JRS100-NAV-S', 'GONE-2')",
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let reader = app.visitor(Site::FIELDHOUSE);
    let shown = open(&reader, &token).await.json();
    assert_eq!(shown["lineCount"], 3);
    assert_eq!(shown["items"].as_array().unwrap().iter().filter(|card| card["href"] == "/").count(), 2);
    let told = copy(&reader, &token, "k").await.json();
    assert_eq!((told["change"]["addedQuantity"].as_i64(), told["leftOut"].as_array().unwrap().len()), (Some(1), 2));
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("UPDATE cart_share SET lines = REPLACE(lines, 'JRS200-NAV-S', 'GONE-3')").await.unwrap();
    tx.commit().await.unwrap();
    let nothing = app.visitor(Site::FIELDHOUSE);
    let told = copy(&nothing, &token, "k").await;
    assert_eq!((told.status, &told.json()["change"]), (StatusCode::OK, &Value::Null));
    assert_eq!(nothing.get("/api/cart/active").await.text, "null", "no cart for nothing");
}

#[tokio::test]
async fn links_of_a_visit_go_with_the_sign_in() {
    let app = TestApp::stocked().await;
    drop(customer(&app, Site::FIELDHOUSE, COACH).await);
    let owner = coach(&app).await;
    let first = share(&owner, false).await;
    sign_in(&owner, COACH, PASSWORD).await;
    assert_eq!(owner.get("/api/cart/shares").await.json()["shares"][0]["id"], first["id"]);
    let path = format!("/api/cart/shares/{}", first["id"].as_str().unwrap());
    assert_eq!(owner.send(Method::DELETE, &path, &[], None).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_page_of_a_link_is_kept_by_nobody_and_tells_nobody_where_it_was() {
    let app = TestApp::stocked().await;
    let page = app.visitor(Site::FIELDHOUSE).get("/cart/shared/a-secret-token").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.headers["cache-control"], "no-store");
    assert_eq!(page.headers["x-robots-tag"], "noindex");
    assert_eq!(page.headers["referrer-policy"], "no-referrer");
    assert!(!page.text.contains("a-secret-token"), "the renderer never heard of it");
}
