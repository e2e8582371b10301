//! Orders that count together against a unit's limit: split ones, those of another account or e-mail of the same
//! person, to the same place, on the same purchase order.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, people::MemberRole};
use serde_json::{Value, json};

use crate::{
    accounts::customer,
    approvals::{BUYER, decide, limit, school},
    people::join,
    shopping::{add_one, check_out, place, placing, put, shipping},
    support::{Answer, TestApp, Visitor},
};

const WEEK: i64 = 7 * 86_400;

/// Where an order goes, to whom its news go, and its purchase order.
#[derive(Clone, Copy)]
struct Said {
    street: &'static str,
    email: &'static str,
    po: &'static str,
}

const USUAL: Said = Said { street: "100 Field Road", email: "coach@example.com", po: "PO-1" };

async fn review(visitor: &Visitor, said: Said) -> Value {
    add_one(visitor, "GLV100-L", 1).await;
    let mut draft = shipping();
    draft["address"]["address"] = json!(said.street);
    draft["email"] = json!(said.email);
    assert_eq!(put(visitor, "/api/checkout/shipping", &draft).await.status, StatusCode::OK);
    put(visitor, "/api/checkout/payment", &json!({"poNumber": said.po})).await.json()
}

async fn order(visitor: &Visitor, key: &str, said: Said) -> Answer {
    place(visitor, key, &placing(&review(visitor, said).await)).await
}

async fn status(visitor: &Visitor, key: &str, said: Said) -> Value {
    let answer = order(visitor, key, said).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()["status"].clone()
}

/// A school whose limit is one and a half of these orders.
async fn school_with_room_for_one(app: &TestApp) -> (Visitor, Visitor) {
    let (buyer, approver) = school(app, Site::FIELDHOUSE).await;
    let seen = app.visitor(Site::FIELDHOUSE);
    add_one(&seen, "GLV100-L", 1).await;
    let cents = u32::try_from(check_out(&seen).await["totalCents"].as_i64().unwrap()).unwrap();
    limit(app, Site::FIELDHOUSE, Some(cents * 3 / 2)).await;
    (buyer, approver)
}

#[tokio::test]
async fn an_order_that_is_split_waits_like_a_whole_one_and_the_review_says_so() {
    let app = TestApp::stocked().await;
    let (buyer, approver) = school_with_room_for_one(&app).await;
    assert_eq!(status(&buyer, "one", USUAL).await, "Confirmed");
    // Another place and another purchase order: it is still the same person.
    let apart = Said { street: "7 Harbor Lane", po: "PO-2", ..USUAL };
    let seen = review(&buyer, apart).await;
    let text = seen["approval"]["text"].as_str().unwrap();
    assert!(text.ends_with("before. Orders of the last 7 days count together with this one."), "{text}");
    let second = place(&buyer, "two", &placing(&seen)).await.json();
    assert_eq!(second["status"], "Waiting for approval");
    // What was seen by somebody counts no more.
    assert_eq!(decide(&approver, &second, "approved", "Fine.").await.status, StatusCode::OK);
    app.state.clock.advance_seconds(WEEK);
    assert_eq!(status(&buyer, "three", USUAL).await, "Confirmed", "a week later");
}

#[tokio::test]
async fn signing_out_and_a_note_after_a_plus_are_no_way_round() {
    let app = TestApp::stocked().await;
    let (buyer, _) = school_with_room_for_one(&app).await;
    let first = Said { street: "1 Elm Street", email: "buyer+1@club.example", po: "PO-9" };
    // Alone it is below the limit: guests may.
    let guest = app.visitor(Site::FIELDHOUSE);
    assert_eq!(status(&guest, "guest", first).await, "Confirmed");
    let again = order(&app.visitor(Site::FIELDHOUSE), "again", Said { email: "Buyer+2@club.example", ..first }).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", again.text);
    assert_eq!(again.json()["errors"][0]["code"], "order_sign_in_first");
    // What was ordered as a guest counts for the person who signs in.
    assert_eq!(status(&buyer, "signed in", USUAL).await, "Waiting for approval");
    assert!(BUYER.starts_with("buyer@"));
}

#[tokio::test]
async fn another_account_that_gives_the_buyers_email_counts_for_the_buyer() {
    let app = TestApp::stocked().await;
    let (buyer, _) = school_with_room_for_one(&app).await;
    let other = customer(&app, Site::FIELDHOUSE, "friend@elsewhere.example").await;
    let said = Said { street: "1 Elm Street", email: BUYER, po: "PO-9" };
    assert_eq!(status(&other, "friend", said).await, "Confirmed");
    assert_eq!(status(&buyer, "buyer", USUAL).await, "Waiting for approval");
}

#[tokio::test]
async fn one_place_and_one_purchase_order_of_a_unit_count_together() {
    for (what, second) in [
        ("place", Said { street: "100 field rd.", po: "PO-2", email: "second@example.com" }),
        ("purchase order", Said { street: "7 Harbor Lane", email: "second@example.com", ..USUAL }),
    ] {
        let app = TestApp::stocked().await;
        let site = Site::FIELDHOUSE;
        let (buyer, _) = school_with_room_for_one(&app).await;
        let colleague = customer(&app, site, "colleague@club.example").await;
        join(&app, site, "colleague@club.example", "NORTH", MemberRole::Buyer).await;
        assert_eq!(status(&buyer, "one", USUAL).await, "Confirmed");
        assert_eq!(status(&colleague, "two", second).await, "Waiting for approval", "{what}");
    }
    // Somebody else's order to elsewhere on another purchase order is theirs.
    let app = TestApp::stocked().await;
    let (buyer, _) = school_with_room_for_one(&app).await;
    let colleague = customer(&app, Site::FIELDHOUSE, "colleague@club.example").await;
    join(&app, Site::FIELDHOUSE, "colleague@club.example", "NORTH", MemberRole::Buyer).await;
    assert_eq!(status(&buyer, "one", USUAL).await, "Confirmed");
    let apart = Said { street: "7 Harbor Lane", email: "second@example.com", po: "PO-2" };
    assert_eq!(status(&colleague, "two", apart).await, "Confirmed");
}
