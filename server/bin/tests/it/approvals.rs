//! Orders that wait for approval: which ones, who decides, and that nothing leaves the house before.

use std::{sync::Arc, time::Duration};

use axum::http::{Method, StatusCode};
use fieldhouse_core::{brand::Site, people::MemberRole};
use fieldhouse_kernel::upstream::{Limits, Upstream};
use fieldhouse_server::surfaces;
use fieldhouse_shop::buying::{
    certificates::store::CertificateRow,
    orders::{
        approvals::store::{ApprovalRow, find_approval, insert_approval},
        export::send_due,
        store::{OrderRow, find_placed, insert_order},
    },
};
use serde_json::{Value, json};

use crate::{
    accounts::{customer, letters},
    business_units::{id_of, unit},
    certificates::{certificate, issue, redeem},
    erp_stub::{Manner, Stub, canary},
    fixture::repriced,
    people::join,
    shopping::{
        add, add_one, assert_books, broken, cart, check_out, count, lines, messages_left, place, placing, texts,
    },
    support::{Answer, TestApp, Visitor},
};

pub const BUYER: &str = "buyer@club.example";
pub const APPROVER: &str = "approver@club.example";
const APPROVALS: &str = "/api/account/approvals";

/// A unit whose buyers' orders above $10.00 need approval, with a buyer and an approver.
pub async fn school(app: &TestApp, site: Site) -> (Visitor, Visitor) {
    unit(app, site, "NORTH", &[]).await;
    let buyer = customer(app, site, BUYER).await;
    let approver = customer(app, site, APPROVER).await;
    join(app, site, BUYER, "NORTH", MemberRole::Buyer).await;
    join(app, site, APPROVER, "NORTH", MemberRole::Approver).await;
    limit(app, site, Some(1_000)).await;
    (buyer, approver)
}

pub async fn limit(app: &TestApp, site: Site, cents: Option<u32>) {
    let tx = app.state.db.write().await.unwrap();
    fieldhouse_shop::people::members::store::write_limit(&tx, &id_of(site, "NORTH"), cents.map(Into::into))
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// Orders some gloves.
pub async fn order(visitor: &Visitor, key: &str, pieces: i64) -> Value {
    add_one(visitor, "GLV100-L", pieces).await;
    let review = check_out(visitor).await;
    let answer = place(visitor, key, &placing(&review)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}

pub async fn decide(visitor: &Visitor, order: &Value, decision: &str, note: &str) -> Answer {
    let path = format!("{APPROVALS}/{}", order["id"].as_str().unwrap());
    visitor.post(&path, &json!({"decision": decision, "note": note})).await
}

async fn status(visitor: &Visitor, order: &Value) -> Value {
    visitor.get(&format!("/api/orders/{}", order["id"].as_str().unwrap())).await.json()["status"].clone()
}

#[tokio::test]
async fn a_buyers_order_above_the_limit_waits_is_approved_with_a_note_and_goes_its_way() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    let placed = order(&buyer, "one", 2).await;
    assert_eq!(placed["status"], "Waiting for approval");
    assert_eq!(placed["approval"], json!({"decision": "waiting", "unit": "NORTH School", "note": ""}));
    assert_eq!(messages_left(&app).await, 0, "nobody outside hears of it");
    assert_books(&app).await;
    let told = letters(&app).await;
    let to = |email: &str, text: &str| {
        told.iter().any(|letter| letter.contains(&format!("To: {email}")) && letter.contains(text))
    };
    assert!(to(APPROVER, "/my-account/approvals/") && to("coach@example.com", "Nothing is charged"), "{told:?}");

    let waiting = approver.get(APPROVALS).await.json();
    let seen = &waiting["orders"][0];
    assert_eq!(
        (&seen["order"]["number"], &seen["buyer"], &seen["unit"]),
        (&placed["number"], &json!("Pat Margolis"), &json!("NORTH School"))
    );
    assert_eq!((&seen["decision"], &seen["order"]["own"]), (&json!("waiting"), &json!(false)));
    assert_eq!(seen["order"]["totalLineItemQuantity"], 2);
    assert_eq!(seen["order"]["items"][0]["lineItems"][0]["sku"], "GLV100-L");

    let done = decide(&approver, &placed, "approved", "Within the budget.").await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(done.json()["orders"][0]["decision"], "approved");
    let shown = buyer.get(&format!("/api/orders/{}", placed["id"].as_str().unwrap())).await.json();
    assert_eq!(shown["status"], "Confirmed");
    assert_eq!(shown["approval"]["note"], "Within the budget.");
    assert!(texts(&app, "job", "kind").await.contains(&"order_placed".to_owned()));
    assert_books(&app).await;
    let decided = letters(&app).await;
    let both = decided.iter().filter(|letter| letter.contains("Within the budget.")).count();
    assert_eq!(both, 2, "buyer and approver");
    assert!(
        decided.iter().any(|letter| letter.contains("Thank you for your order. Its number is")),
        "the confirmation"
    );
    let again = decide(&approver, &placed, "declined", "No.").await;
    assert_eq!((again.status, again.json()["code"].clone()), (StatusCode::CONFLICT, json!("already_decided")));
    assert_eq!(status(&buyer, &placed).await, "Confirmed");
}

#[tokio::test]
async fn however_many_orders_their_buyer_canceled_what_waits_is_listed_and_counted() {
    let app = TestApp::stocked().await;
    let (buyer, approver) = school(&app, Site::FIELDHOUSE).await;
    let canceled = order(&buyer, "canceled", 2).await;
    let id = canceled["id"].as_str().unwrap();
    let body = json!({"version": canceled["version"], "note": ""});
    let path = format!("/api/orders/{id}/cancellation");
    let done = buyer.send(Method::POST, &path, &[("idempotency-key", "cancel")], Some(&body)).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    // As many more as a list is long.
    let (row, asked) = (
        find_placed(app.state.db.read(), id).await.unwrap().unwrap(),
        find_approval(app.state.db.read(), id).await.unwrap().unwrap(),
    );
    let tx = app.state.db.write().await.unwrap();
    for nth in 0..100 {
        let again = OrderRow {
            id: format!("{nth:08}-0000-4000-8000-000000000000"),
            number: format!("FH-9{nth:05}"),
            cart_id: format!("cart {nth}"),
            ..row.clone()
        };
        let asked = ApprovalRow { order_id: again.id.clone(), ..asked.clone() };
        assert!(insert_order(&tx, again).await.unwrap());
        insert_approval(&tx, asked).await.unwrap();
    }
    tx.commit().await.unwrap();
    app.state.clock.advance_seconds(1);
    let waiting = order(&buyer, "waiting", 2).await;
    let listed = approver.get(APPROVALS).await.json()["orders"].clone();
    let numbers: Vec<_> = listed.as_array().unwrap().iter().map(|seen| seen["order"]["number"].clone()).collect();
    assert_eq!(numbers, [waiting["number"].clone()]);
    assert_eq!(approver.get("/api/account/home").await.json()["waiting"], 1);
    decide(&approver, &waiting, "approved", "").await;
    assert_eq!(approver.get("/api/account/home").await.json()["waiting"], 0);
}

#[tokio::test]
async fn a_declined_order_gives_its_certificates_back() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    let pieces = 9;
    issue(&app, &[CertificateRow { value_cents: 500.into(), ..certificate("GC-5") }]).await;
    add_one(&buyer, "GLV100-L", pieces).await;
    assert_eq!(redeem(&buyer, "GC-5").await.status, StatusCode::OK);
    let placed = place(&buyer, "one", &placing(&check_out(&buyer).await)).await.json();
    assert_eq!(placed["status"], "Waiting for approval");
    // Reserved until then: nobody else uses it.
    assert_eq!(count(&app, "certificate_use").await, 1);
    let bare = decide(&approver, &placed, "declined", " ").await;
    assert_eq!(broken(&bare), [("note".to_owned(), "approval_note_missing".to_owned())]);
    let done = decide(&approver, &placed, "declined", "Over budget.").await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(status(&buyer, &placed).await, "Declined");
    assert_eq!(count(&app, "certificate_use").await, 0);
    assert_eq!(messages_left(&app).await, 0);
    assert_books(&app).await;
    assert_eq!(buyer.get("/api/account/certificates").await.json(), json!({"certificates": []}));
    let told = letters(&app).await;
    assert_eq!(told.iter().filter(|letter| letter.contains("Over budget.")).count(), 2, "buyer and approver");
    assert!(
        told.iter().any(|letter| letter.contains("Nothing is charged, and its gift certificates can be used again."))
    );
    let link = format!("/api/auth/signin?callbackUrl=%2Forder%3Fid%3D{}", placed["id"].as_str().unwrap());
    let linked = |letter: &&String| letter.contains("Over budget.") && letter.contains(&link);
    let to: Vec<_> = told.iter().filter(linked).collect();
    assert!(to.len() == 1 && to[0].contains("To: coach@example.com"), "only its buyer sees it: {to:?}");
    assert!(!told.iter().any(|letter| letter.contains("Thank you for your order. Its number is")));
    // Another order uses it.
    limit(&app, site, None).await;
    add_one(&buyer, "GLV100-L", 1).await;
    assert_eq!(redeem(&buyer, "GC-5").await.status, StatusCode::OK);
    let next = place(&buyer, "two", &placing(&check_out(&buyer).await)).await;
    assert_eq!(next.status, StatusCode::CREATED, "{}", next.text);
    assert_books(&app).await;
}

async fn put_into_cart(visitor: &Visitor, order: &Value, key: &str) -> Answer {
    let path = format!("/api/orders/{}/cart", order["id"].as_str().unwrap());
    visitor.send(Method::POST, &path, &[("idempotency-key", key)], None).await
}

#[tokio::test]
async fn a_declined_order_comes_back_into_the_cart_as_far_as_it_is_sold_and_is_taken_back() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    let wanted = json!([
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann", "7"], ["Bea", "8"]]},
        {"sku": "GLV100-L", "quantity": 3},
        {"sku": "BAL100", "quantity": 2},
    ]);
    assert_eq!(add(&buyer, wanted).await.status, StatusCode::OK);
    let placed = place(&buyer, "one", &placing(&check_out(&buyer).await)).await.json();
    let early = put_into_cart(&buyer, &placed, "early").await;
    assert_eq!(broken(&early), [(String::new(), "order_not_declined".to_owned())], "it waits");
    assert_eq!(decide(&approver, &placed, "declined", "Fewer gloves.").await.status, StatusCode::OK);
    let told = letters(&app).await;
    let declined: Vec<_> = told.iter().filter(|letter| letter.contains("Fewer gloves.")).collect();
    assert!(
        !declined.is_empty() && declined.iter().all(|letter| letter.contains("Nothing is charged.")),
        "{declined:?}"
    );

    // For everyone else it does not exist, approvers included.
    for visitor in [&approver, &app.visitor(site)] {
        let refused = put_into_cart(visitor, &placed, "other").await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{}", refused.text);
    }
    // With something in the cart already; the ball is not sold any more.
    add_one(&buyer, "GLV100-L", 1).await;
    let before = cart(&buyer).await;
    app.state.catalog.store(Arc::new(repriced(2, |variant| variant.available = variant.sku != "BAL100")));
    let back = put_into_cart(&buyer, &placed, "back").await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.text);
    let told = back.json();
    let left: Vec<_> = told["leftOut"].as_array().unwrap().iter().map(|line| line["sku"].clone()).collect();
    assert_eq!(left, ["BAL100"]);
    assert_eq!(told["leftOut"][0]["errors"][0]["code"], "article_unavailable", "{told}");
    assert_eq!(told["change"]["addedQuantity"], 5);
    let now = cart(&buyer).await;
    let pieces: Vec<_> = lines(&now).into_iter().map(|(sku, _, pieces)| (sku, pieces)).collect();
    assert_eq!(pieces, [("GLV100-L".to_owned(), 4), ("JRS200-NAV-S".to_owned(), 2)]);
    assert!(now.to_string().contains("Bea"), "names come along");
    assert_books(&app).await;
    // Asked again under the same key, nothing is added twice.
    assert_eq!(put_into_cart(&buyer, &placed, "back").await.text, back.text);
    assert_eq!(cart(&buyer).await["totalLineItemQuantity"], 6);

    let undone = buyer.post("/api/cart/undo", &json!({"undo": told["change"]["undo"]})).await;
    assert_eq!(undone.status, StatusCode::OK, "{}", undone.text);
    assert_eq!(lines(&cart(&buyer).await), lines(&before));
    assert_books(&app).await;
    let twice = buyer.post("/api/cart/undo", &json!({"undo": told["change"]["undo"]})).await;
    assert_eq!((twice.status, twice.json()["code"].clone()), (StatusCode::NOT_FOUND, json!("undo_gone")));
    // What was changed since belongs to both: it is not taken back.
    let again = put_into_cart(&buyer, &placed, "again").await.json();
    add_one(&buyer, "GLV100-R", 1).await;
    let late = buyer.post("/api/cart/undo", &json!({"undo": again["change"]["undo"]})).await;
    assert_eq!((late.status, late.json()["code"].clone()), (StatusCode::CONFLICT, json!("cart_changed")));
}

#[tokio::test]
async fn a_declined_order_comes_back_without_a_cart_too_and_is_ordered_again() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    let placed = order(&buyer, "one", 2).await;
    assert_eq!(decide(&approver, &placed, "declined", "Later.").await.status, StatusCode::OK);
    let back = put_into_cart(&buyer, &placed, "back").await.json();
    assert_eq!(back["leftOut"], json!([]));
    let undone = buyer.post("/api/cart/undo", &json!({"undo": back["change"]["undo"]})).await;
    assert_eq!(undone.status, StatusCode::OK, "{}", undone.text);
    assert_eq!(cart(&buyer).await["totalLineItemQuantity"], 0);
    put_into_cart(&buyer, &placed, "back again").await;
    limit(&app, site, None).await;
    let next = place(&buyer, "two", &placing(&check_out(&buyer).await)).await;
    assert_eq!(next.status, StatusCode::CREATED, "{}", next.text);
    assert_eq!(next.json()["status"], "Confirmed");
    assert_books(&app).await;
}

#[tokio::test]
async fn only_buyers_wait_and_only_others_of_the_unit_decide() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    assert_eq!(order(&approver, "one", 2).await["status"], "Confirmed");
    assert_eq!(order(&app.visitor(site), "two", 2).await["status"], "Confirmed", "a guest");
    let placed = order(&buyer, "three", 2).await;
    let stranger = customer(&app, site, "stranger@club.example").await;
    for visitor in [&stranger, &buyer] {
        let refused = decide(visitor, &placed, "approved", "").await;
        let unknown = decide(visitor, &json!({"id": "none"}), "approved", "").await;
        assert_eq!((refused.status, refused.impersonal()), (StatusCode::NOT_FOUND, unknown.impersonal()));
        assert_eq!(visitor.get(APPROVALS).await.json(), json!({"orders": []}));
    }
    // Who becomes an approver later does not approve their own.
    join(&app, site, BUYER, "NORTH", MemberRole::Approver).await;
    assert_eq!(buyer.get(APPROVALS).await.json()["orders"][0]["order"]["own"], true);
    let own = decide(&buyer, &placed, "approved", "").await;
    assert_eq!(broken(&own), [(String::new(), "approval_own_order".to_owned())]);
    // R09: an approver who is none any more decides nothing.
    join(&app, site, APPROVER, "NORTH", MemberRole::Buyer).await;
    assert_eq!(decide(&approver, &placed, "approved", "").await.status, StatusCode::NOT_FOUND);
    assert_eq!(status(&buyer, &placed).await, "Waiting for approval");
    let none = decide(&buyer, &placed, "waiting", "").await;
    assert_eq!(broken(&none), [("decision".to_owned(), "approval_decision_unknown".to_owned())]);
    limit(&app, site, Some(100_000_000)).await;
    assert_eq!(order(&approver, "four", 2).await["status"], "Confirmed", "up to the limit");
}

#[tokio::test]
async fn r19_of_two_who_decide_at_once_one_does() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    let other = customer(&app, site, "other@club.example").await;
    join(&app, site, "other@club.example", "NORTH", MemberRole::Administrator).await;
    for round in 0..5 {
        let placed = order(&buyer, &format!("round {round}"), 2).await;
        let (one, two) =
            tokio::join!(decide(&approver, &placed, "approved", ""), decide(&other, &placed, "declined", "No."));
        let mut done = [one.status, two.status];
        done.sort();
        assert_eq!(done, [StatusCode::OK, StatusCode::CONFLICT]);
        assert_books(&app).await;
    }
}

#[tokio::test]
async fn r31_the_erp_hears_of_an_order_only_when_it_is_approved() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let stub = Stub::start(Manner::Good, &canary().await.0).await;
    let limits = Limits { patience: Duration::from_secs(5), ..Limits::default() };
    let state = app.exporting_to(Upstream::new("erp-orders", &stub.address, "", limits).unwrap());
    let router = surfaces::router(state.clone(), Arc::clone(&app.pages));
    let (mut buyer, mut approver) = school(&app, site).await;
    buyer.turn_to(router.clone());
    approver.turn_to(router);
    let placed = order(&buyer, "one", 2).await;
    let erp = state.erp_orders.as_ref().unwrap();
    assert_eq!(send_due(&state, erp).await.unwrap(), 0);
    let done = decide(&approver, &placed, "approved", "").await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!(send_due(&state, erp).await.unwrap(), 1);
}
