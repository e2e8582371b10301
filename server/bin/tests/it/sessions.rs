//! Sessions: begun by the first thing to remember, kept as a hash, ended by silence.

use axum::http::{Method, StatusCode, header};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::pruning::sweep::sweep;
use serde_json::json;

use crate::{
    kept_lines::as_visitor,
    shopping::{add_one, check_out, count, place, placing, texts},
    support::TestApp,
};

const DAY: i64 = 86_400;

#[tokio::test]
async fn looking_around_neither_sets_a_cookie_nor_writes_a_row() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for path in ["/api/cart/head", "/api/cart/active", "/api/cart/types/", "/api/checkout", "/api/orders/none"] {
        let answer = visitor.get(path).await;
        assert!(!answer.headers.contains_key(header::SET_COOKIE), "{path}");
        assert!(!answer.status.is_server_error(), "{path}");
    }
    let refused = visitor.post("/api/cart/lines", &json!({"lines": [{"sku": "NOPE", "quantity": 1}]})).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!refused.headers.contains_key(header::SET_COOKIE));
    assert_eq!(count(&app, "session").await, 0);
    assert_eq!(count(&app, "cart").await, 0);
}

#[tokio::test]
async fn the_first_line_begins_a_session_with_a_flagged_cookie() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let first = add_one(&visitor, "BAL100", 1).await;
    let cookie = first.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("fieldhouse="));
    for flag in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(flag), "{cookie}");
    }
    let second = add_one(&visitor, "BAL100", 1).await;
    assert!(!second.headers.contains_key(header::SET_COOKIE), "written once");
    assert_eq!(count(&app, "session").await, 1);
    // The table does not tell the id.
    let id = cookie.split(['=', ';']).nth(1).unwrap();
    let rows = texts(&app, "session", "id_hash").await;
    assert!(rows.iter().all(|hash| hash.len() == 43 && hash != id));
}

#[tokio::test]
async fn r48_broken_cookies_count_as_none() {
    let app = TestApp::stocked().await;
    let owner = app.visitor(Site::FIELDHOUSE);
    let first = add_one(&owner, "BAL100", 3).await;
    let good = first.headers[header::SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned();
    let long = format!("fieldhouse={}", "x".repeat(8_000));
    let unknown = "fieldhouse=AAAAAAAAAAAAAAAAAAAAAA".to_owned();
    let twice = format!("{good}; {good}");
    let two = format!("{good}; {unknown}");
    for cookie in [&long, &unknown, &twice, &two, &"fieldhouse=".to_owned(), &"fieldhouse=%00".to_owned()] {
        let stranger = app.visitor(Site::FIELDHOUSE);
        let answer = stranger.send(Method::GET, "/api/cart/head", &[("cookie", cookie)], None).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json()["id"], "");
        assert!(!answer.headers.contains_key(header::SET_COOKIE));
    }
    let raw = app.visitor(Site::FIELDHOUSE);
    let answer = raw.send_bytes(Method::GET, "/api/cart/head", &[("cookie", b"fieldhouse=\xff\xfe\x80")], "").await;
    assert_eq!((answer.status, answer.json()["id"].as_str()), (StatusCode::OK, Some("")));
    let answer = raw.send(Method::GET, "/api/cart/head", &[("cookie", &good)], None).await;
    assert_eq!(answer.json()["totalLineItemQuantity"], 3, "the good one still works");
}

#[tokio::test]
async fn a_session_of_one_site_is_nobody_at_another() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let first = add_one(&visitor, "BAL100", 2).await;
    let cookie = first.headers[header::SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned();
    let elsewhere = app.visitor(Site::US_GAMES);
    let head = elsewhere.send(Method::GET, "/api/cart/head", &[("cookie", &cookie)], None).await.json();
    assert_eq!(head["id"], "");
    let active = elsewhere.send(Method::GET, "/api/cart/active", &[("cookie", &cookie)], None).await;
    assert_eq!(active.text, "null");
}

#[tokio::test]
async fn a_session_ends_after_thirty_silent_days_and_is_forgotten_with_its_cart() {
    let app = TestApp::stocked().await;
    let (silent, lively) = (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    add_one(&silent, "BAL100", 1).await;
    add_one(&lively, "BAL100", 2).await;
    app.state.clock.advance_seconds(20 * DAY);
    assert_eq!(lively.get("/api/cart/head").await.json()["totalLineItemQuantity"], 2);
    app.state.clock.advance_seconds(10 * DAY);
    assert_eq!(silent.get("/api/cart/head").await.json()["id"], "", "thirty days without a visit");
    assert_eq!(lively.get("/api/cart/head").await.json()["totalLineItemQuantity"], 2, "a visit prolongs it");
    assert_eq!(sweep(&app.state).await.unwrap(), 1);
    assert_eq!(count(&app, "session").await, 1);
    assert_eq!(count(&app, "cart").await, 1);
    assert_eq!(count(&app, "cart_line").await, 1);
    assert_eq!(sweep(&app.state).await.unwrap(), 0);
}

#[tokio::test]
async fn a_wish_is_a_visit_and_what_it_writes_waits_for_nothing_of_its_own() {
    let app = TestApp::stocked().await;
    let shopper = app.visitor(Site::FIELDHOUSE);
    let ball = shopper.get("/api/catalog/products/BAL100").await.json()["id"].clone();
    add_one(&shopper, "BAL100", 1).await;
    app.state.clock.advance_seconds(20 * DAY);
    let wished = shopper.post("/api/wishlist", &json!({ "productId": ball })).await;
    assert_eq!(wished.status, StatusCode::OK, "{}", wished.text);
    app.state.clock.advance_seconds(20 * DAY);
    assert_eq!(shopper.get("/api/cart/head").await.json()["totalLineItemQuantity"], 1, "a visit prolongs it");

    let unread = as_visitor(&app, &shopper).await;
    let tx = app.state.db.write().await.unwrap();
    assert!(unread.remember(&tx).await.is_err(), "it would wait for a turn that is taken");
    drop(tx);
    unread.known().await.unwrap();
    let tx = app.state.db.write().await.unwrap();
    assert_eq!(unread.remember(&tx).await.unwrap(), unread.known().await.unwrap().unwrap());
}

#[tokio::test]
async fn an_ordered_cart_is_forgotten_in_time_and_its_order_is_not() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let review = check_out(&visitor).await;
    let order = place(&visitor, "k", &placing(&review)).await.json();
    for _ in 0..5 {
        app.state.clock.advance_seconds(20 * DAY);
        assert_eq!(visitor.get(&format!("/api/orders/{}", order["id"].as_str().unwrap())).await.json(), order);
        sweep(&app.state).await.unwrap();
    }
    assert_eq!(count(&app, "cart").await + count(&app, "cart_line").await + count(&app, "checkout").await, 0);
    let again = place(&visitor, "k2", &placing(&review)).await;
    assert_eq!(again.json()["code"], "already_placed", "even then");
    assert_eq!(count(&app, "order_line").await, 1);
}
