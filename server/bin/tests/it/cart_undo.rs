//! Nothing is lost: what was taken out of a cart, and a merge at sign-in, can be taken back.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use fieldhouse_core::{brand::Site, money::Cents};
use fieldhouse_shop::{owner::VisitorId, pruning::sweep::sweep, session::store::delete_of_customer};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, register, sign_in, try_sign_in},
    fixture,
    kept_lines::as_visitor,
    shopping::{
        add, add_one, assert_books, cart, check_out, count, lines, number_in, place, placing, remove, set_quantity,
        texts,
    },
    support::{Answer, TestApp, Visitor},
};

const DAY: i64 = 86_400;

async fn undo(visitor: &Visitor, id: &Value) -> Answer {
    visitor.post("/api/cart/undo", &json!({ "undo": id })).await
}

async fn empty(visitor: &Visitor, version: i64) -> Answer {
    visitor.send(Method::DELETE, &format!("/api/cart/lines?version={version}"), &[], None).await
}

/// A cart without its version: what the shopper sees of it.
fn seen(cart: &Value) -> Value {
    let mut seen = cart.clone();
    seen["version"] = Value::Null;
    seen
}

/// A cart with two sizes of one jersey, one of them with names, and a ball.
async fn team(app: &TestApp) -> Visitor {
    let visitor = app.visitor(Site::FIELDHOUSE);
    let wanted = json!([
        {"sku": "JRS100-NAV-S", "quantity": 12},
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann", "7"], ["Bea", "8"]]},
        {"sku": "JRS100-RED-L", "quantity": 12},
        {"sku": "BAL100", "quantity": 2},
    ]);
    let added = add(&visitor, wanted).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    assert_eq!(added.json()["undo"], "", "nothing was taken out");
    visitor
}

fn line_of(cart: &Value, sku: &str) -> String {
    lines(cart).into_iter().find(|(known, ..)| known == sku).unwrap().1
}

#[tokio::test]
async fn a_removed_line_comes_back_as_it_was_and_in_its_place() {
    let app = TestApp::stocked().await;
    let visitor = team(&app).await;
    let before = cart(&visitor).await;
    let gone = remove(&visitor, &line_of(&before, "JRS200-NAV-S"), 1).await.json();
    assert_eq!(gone["cards"], json!([]));
    assert_eq!(cart(&visitor).await["lineCount"], 3);
    let back = undo(&visitor, &gone["undo"]).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.text);
    assert_eq!(back.json()["addedQuantity"], 2);
    let after = cart(&visitor).await;
    assert_eq!(seen(&after), seen(&before), "ids, texts, order and sums");
    assert_eq!(after["version"], 3);
    assert_books(&app).await;
    let twice = undo(&visitor, &gone["undo"]).await;
    assert_eq!((twice.status, &twice.json()["code"]), (StatusCode::NOT_FOUND, &json!("undo_gone")));
    assert_eq!(cart(&visitor).await, after, "once only, and a refusal changes nothing");
}

#[tokio::test]
async fn a_whole_card_goes_and_comes_back_together() {
    let app = TestApp::stocked().await;
    let visitor = team(&app).await;
    let before = cart(&visitor).await;
    let ids = json!([line_of(&before, "JRS100-NAV-S"), line_of(&before, "JRS100-RED-L")]);
    let stale = visitor.post("/api/cart/removals", &json!({"lineItemIds": ids, "version": 7})).await;
    assert_eq!((stale.status, stale.json()["currentVersion"].as_i64()), (StatusCode::CONFLICT, Some(1)));
    let strange = json!([ids[0], "00000000-0000-4000-8000-000000000000"]);
    let refused = visitor.post("/api/cart/removals", &json!({"lineItemIds": strange, "version": 1})).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND, "all of them or none");
    let none = visitor.post("/api/cart/removals", &json!({"lineItemIds": [], "version": 1})).await;
    assert_eq!(none.status, StatusCode::UNPROCESSABLE_ENTITY);
    // More than a statement takes: refused before anybody is asked.
    let ids_of = |many: usize| (0..many).map(|nth| nth.to_string()).collect::<Vec<_>>();
    for (many, status) in [(2_000, 404), (2_001, 422), (40_000, 422)] {
        let refused = visitor.post("/api/cart/removals", &json!({"lineItemIds": ids_of(many), "version": 1})).await;
        assert_eq!(refused.status, status, "{many}: {}", refused.text);
        assert!(status == 404 || refused.text.contains("too_many_lines"), "{}", refused.text);
    }
    assert_eq!(cart(&visitor).await, before);

    let gone = visitor.post("/api/cart/removals", &json!({"lineItemIds": ids, "version": 1})).await;
    assert_eq!(gone.status, StatusCode::OK, "{}", gone.text);
    assert_eq!(gone.json()["removedCards"].as_array().unwrap().len(), 2);
    assert_eq!(cart(&visitor).await["totalCents"], before["totalCents"].as_i64().unwrap() - 24 * 2199);
    undo(&visitor, &gone.json()["undo"]).await;
    assert_eq!(seen(&cart(&visitor).await), seen(&before));
    assert_books(&app).await;
}

#[tokio::test]
async fn an_emptied_cart_comes_back_beside_what_was_added_since() {
    let app = TestApp::stocked().await;
    let visitor = team(&app).await;
    let before = cart(&visitor).await;
    assert_eq!(empty(&visitor, 9).await.status, StatusCode::CONFLICT);
    let emptied = empty(&visitor, 1).await.json();
    assert_eq!((emptied["head"]["lineCount"].as_i64(), &emptied["cards"]), (Some(0), &json!([])));
    assert_eq!(emptied["removedCards"].as_array().unwrap().len(), before["items"].as_array().unwrap().len());
    assert_eq!(empty(&visitor, 2).await.status, StatusCode::NOT_FOUND, "there is nothing to take out");
    assert_books(&app).await;

    // The same ball again, and another article: both stay.
    add_one(&visitor, "BAL100", 3).await;
    add_one(&visitor, "GLV100-L", 2).await;
    let back = undo(&visitor, &emptied["undo"]).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.text);
    let quantities: Vec<_> = lines(&cart(&visitor).await).into_iter().map(|(sku, _, n)| (sku, n)).collect();
    for expected in [("BAL100", 5), ("GLV100-L", 2), ("JRS100-NAV-S", 12), ("JRS200-NAV-S", 2), ("JRS100-RED-L", 12)] {
        assert!(quantities.contains(&(expected.0.to_owned(), expected.1)), "{expected:?} in {quantities:?}");
    }
    assert_books(&app).await;
}

#[tokio::test]
async fn r16_of_twenty_undos_at_once_one_counts() {
    let app = TestApp::stocked().await;
    let visitor = team(&app).await;
    let before = cart(&visitor).await;
    let emptied = empty(&visitor, 1).await.json();
    let answers = futures_util::future::join_all((0..20).map(|_| undo(&visitor, &emptied["undo"]))).await;
    let done = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(done, 1);
    assert!(answers.iter().all(|answer| [200, 404].contains(&answer.status.as_u16())));
    assert_eq!(seen(&cart(&visitor).await), seen(&before));
    assert_books(&app).await;
}

#[tokio::test]
async fn an_undo_is_its_owners_lasts_a_day_and_ends_with_the_cart() {
    let app = TestApp::stocked().await;
    let visitor = team(&app).await;
    let id = line_of(&cart(&visitor).await, "BAL100");
    let gone = remove(&visitor, &id, 1).await.json();
    let thief = app.visitor(Site::FIELDHOUSE);
    assert_eq!(undo(&thief, &gone["undo"]).await.status, StatusCode::NOT_FOUND);
    add_one(&thief, "BAL100", 1).await;
    assert_eq!(undo(&thief, &gone["undo"]).await.json()["code"], "undo_gone");
    assert_eq!(cart(&thief).await["totalLineItemQuantity"], 1);

    app.state.clock.advance_seconds(DAY);
    assert_eq!(undo(&visitor, &gone["undo"]).await.json()["code"], "undo_gone");
    assert_eq!(count(&app, "cart_undo").await, 1);
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "cart_undo").await, 0);

    // What was taken out of a cart that became an order does not come into the next one.
    let version = cart(&visitor).await["version"].as_i64().unwrap();
    let gone = remove(&visitor, &line_of(&cart(&visitor).await, "JRS200-NAV-S"), version).await.json();
    let review = check_out(&visitor).await;
    assert_eq!(place(&visitor, "order", &placing(&review)).await.status, StatusCode::CREATED);
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(undo(&visitor, &gone["undo"]).await.json()["code"], "undo_gone");
    assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 1);
    assert_books(&app).await;
}

#[tokio::test]
async fn twenty_changes_are_kept_a_visitor() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for round in 0..30 {
        app.state.clock.advance_seconds(1);
        add_one(&visitor, "BAL100", 1).await;
        let emptied = empty(&visitor, 2 * round + 1).await;
        assert_eq!(emptied.status, StatusCode::OK, "{}", emptied.text);
    }
    assert_eq!(count(&app, "cart_undo").await, 20);
}

/// A customer with a cart on one device and a stranger's cart on another, about to sign in.
async fn two_carts(app: &TestApp) -> (Visitor, Visitor) {
    register(app, Site::FIELDHOUSE, COACH).await;
    let first = app.visitor(Site::FIELDHOUSE);
    sign_in(&first, COACH, PASSWORD).await;
    add(&first, json!([{"sku": "BAL100", "quantity": 2}, {"sku": "JRS100-NAV-S", "quantity": 12}])).await;
    (first, team(app).await)
}

#[tokio::test]
async fn a_merge_is_taken_back_and_both_carts_are_exactly_as_before() {
    let app = TestApp::stocked().await;
    let (first, second) = two_carts(&app).await;
    let (held, brought) = (cart(&first).await, cart(&second).await);
    let signed = sign_in(&second, COACH, PASSWORD).await.json();
    assert_eq!(signed["merged"], "We added 28 items from this visit to the cart you had.");
    assert_eq!(cart(&second).await["totalLineItemQuantity"], 42);
    let back = undo(&second, &signed["mergedUndo"]).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.text);
    assert_eq!(seen(&cart(&second).await), seen(&held));
    assert_eq!(cart(&first).await, cart(&second).await, "on every device");
    assert_eq!(back.json()["head"]["version"], cart(&second).await["version"]);
    assert_books(&app).await;
    assert_eq!(undo(&second, &signed["mergedUndo"]).await.json()["code"], "undo_gone");

    // The visit's cart is back in this browser when the customer leaves it, and nowhere else.
    first.send(Method::POST, "/api/auth/signout", &[], None).await;
    assert_eq!(first.get("/api/cart/active").await.text, "null");
    let left = second.send(Method::POST, "/api/auth/signout", &[], None).await;
    assert!(left.headers["set-cookie"].to_str().unwrap().contains("HttpOnly"), "a new session");
    assert_eq!(seen(&cart(&second).await), seen(&brought));
    assert_eq!(second.get("/api/auth/session").await.json()["type"], "anon");
    // And merges again with the next sign-in.
    let again = sign_in(&second, COACH, PASSWORD).await.json();
    assert_eq!(again["merged"], signed["merged"]);
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r17_fifty_sign_ins_of_one_visit_at_once_merge_once() {
    let app = TestApp::stocked().await;
    let (_, second) = two_carts(&app).await;
    let answers = futures_util::future::join_all((0..50).map(|_| try_sign_in(&second, COACH, PASSWORD))).await;
    let merged = answers.iter().filter(|answer| {
        // Beyond ten at once they are guesses.
        assert!([200, 429].contains(&answer.status.as_u16()), "{}", answer.text);
        answer.status == StatusCode::OK && answer.json()["merged"] != ""
    });
    assert_eq!(merged.count(), 1);
    sign_in(&second, COACH, PASSWORD).await;
    assert_eq!(cart(&second).await["totalLineItemQuantity"], 42);
    assert_books(&app).await;
}

#[tokio::test]
async fn a_merged_cart_that_was_changed_since_stays_merged() {
    let app = TestApp::stocked().await;
    let (_, second) = two_carts(&app).await;
    let signed = sign_in(&second, COACH, PASSWORD).await.json();
    let merged = cart(&second).await;
    let version = merged["version"].as_i64().unwrap();
    assert_eq!(set_quantity(&second, &line_of(&merged, "BAL100"), 9, version).await.status, StatusCode::OK);
    let refused = undo(&second, &signed["mergedUndo"]).await;
    assert_eq!((refused.status, &refused.json()["code"]), (StatusCode::CONFLICT, &json!("cart_changed")));
    assert_eq!(cart(&second).await["totalLineItemQuantity"], 47);
    assert_books(&app).await;
}

#[tokio::test]
async fn a_merge_without_undo_leaves_no_second_cart_behind() {
    let app = TestApp::stocked().await;
    let (_, second) = two_carts(&app).await;
    let signed = sign_in(&second, COACH, PASSWORD).await.json();
    assert_eq!(count(&app, "cart").await, 2, "one waits");
    second.send(Method::POST, "/api/auth/signout", &[], None).await;
    assert_eq!(second.get("/api/cart/active").await.text, "null", "for nobody");
    app.state.clock.advance_seconds(DAY);
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "cart").await, 1);
    sign_in(&second, COACH, PASSWORD).await;
    assert_eq!(undo(&second, &signed["mergedUndo"]).await.json()["code"], "undo_gone");
    assert_eq!(cart(&second).await["totalLineItemQuantity"], 42);
}

#[tokio::test]
async fn a_cart_that_waits_for_a_browser_nobody_uses_is_forgotten() {
    let app = TestApp::stocked().await;
    let (first, second) = two_carts(&app).await;
    let signed = sign_in(&second, COACH, PASSWORD).await.json();
    undo(&second, &signed["mergedUndo"]).await;
    let open = "SELECT COUNT(*) AS n FROM cart WHERE status = 'open'";
    assert_eq!(number_in(app.state.db.read(), open).await, 2);
    app.state.clock.advance_seconds(40 * DAY);
    sweep(&app.state).await.unwrap();
    assert_eq!(number_in(app.state.db.read(), open).await, 1, "the customer's stays");
    sign_in(&first, COACH, PASSWORD).await;
    assert_eq!(cart(&first).await["totalLineItemQuantity"], 14);
    assert_books(&app).await;
}

#[tokio::test]
async fn a_session_that_was_ended_meanwhile_does_not_come_back_with_a_merge_that_is_taken_back() {
    let app = TestApp::stocked().await;
    let (_, second) = two_carts(&app).await;
    sign_in(&second, COACH, PASSWORD).await;
    let browser = as_visitor(&app, &second).await;
    let customer = browser.customer().await.unwrap().unwrap();
    let tx = app.state.db.write().await.unwrap();
    delete_of_customer(&tx, customer).await.unwrap();
    tx.commit().await.unwrap();
    let tx = app.state.db.write().await.unwrap();
    assert!(browser.await_return(&tx, VisitorId(customer.0)).await.is_err());
    tx.commit().await.unwrap();
    assert_eq!(texts(&app, "session", "visitor").await, [""], "but for the one that the sign-in left");
}

fn named(from: usize, to: usize) -> Value {
    (from..to).map(|n| json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [[format!("P{n}"), "1"]]})).collect()
}

/// Visits whose carts come together in one account's.
async fn visits(app: &TestApp, carts: &[Value]) -> (Visitor, Vec<Value>) {
    register(app, Site::FIELDHOUSE, COACH).await;
    let (mut last, mut told) = (app.visitor(Site::FIELDHOUSE), Vec::new());
    for lines in carts {
        last = app.visitor(Site::FIELDHOUSE);
        let added = add(&last, lines.clone()).await;
        assert_eq!(added.status, StatusCode::OK, "{}", added.text);
        told.push(sign_in(&last, COACH, PASSWORD).await.json()["merged"].clone());
    }
    (last, told)
}

#[tokio::test]
async fn two_carts_that_may_be_come_together_and_the_large_one_takes_no_further_line() {
    let app = TestApp::stocked().await;
    let (visitor, told) = visits(&app, &[named(0, 1_300), named(1_300, 2_600), named(2_599, 2_602)]).await;
    assert_eq!(
        told,
        [
            "",
            "We added 1300 items from this visit to the cart you had.",
            "We added 1 item from this visit to the cart you had. 2 items more did not fit: a cart holds at most 2,000 lines.",
        ]
    );
    let merged = cart(&visitor).await;
    assert_eq!((&merged["lineCount"], &merged["totalLineItemQuantity"]), (&json!(2_600), &json!(2_601)));
    assert_eq!(count(&app, "cart").await, 2, "the last visit's alone waits");
    assert_eq!(count(&app, "cart_undo").await, 1);
    assert_books(&app).await;
}

#[tokio::test]
async fn of_a_cart_of_two_and_a_half_thousand_lines_one_is_taken_out_after_all_prices_changed() {
    let app = TestApp::stocked().await;
    let (visitor, _) = visits(&app, &[named(0, 1_300), named(1_300, 2_600)]).await;
    let dearer = fixture::repriced(2, |variant| variant.price = variant.price.and_then(|_| Cents::new(5_000)));
    app.state.catalog.store(Arc::new(dearer));
    let merged = cart(&visitor).await;
    let version = merged["version"].as_i64().unwrap();
    let gone = remove(&visitor, &line_of(&merged, "JRS200-NAV-S"), version).await;
    assert_eq!(gone.status, StatusCode::OK, "{}", gone.text);
    assert_eq!(cart(&visitor).await["lineCount"], 2_599);
    assert_books(&app).await;
}
