//! What becomes of an order afterwards is said alike everywhere else: to its unit's limits, its approvers, the lists, the search.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::orders::search::index_due;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::letters,
    approvals::{decide, limit, order, school},
    desk_orders::{act, code, done, show, staff},
    shopping::{add, check_out, place, placing},
    support::{TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

fn id(order: &Value) -> &str {
    order["id"].as_str().unwrap()
}

fn raised(quantity: u32) -> Value {
    json!({"amounts": {"lines": [{"position": 1, "quantity": quantity}]}})
}

/// What an order of two pieces comes to, in cents; it waits for nobody.
async fn ordered(app: &TestApp, desk: &Visitor, buyer: &Visitor) -> (Value, u32) {
    limit(app, SITE, Some(1_000_000)).await;
    let placed = order(buyer, "one", 2).await;
    assert_eq!(placed["status"], "Confirmed");
    let total = show(desk, id(&placed)).await["order"]["total"].as_u64().unwrap();
    (placed, u32::try_from(total).unwrap())
}

#[tokio::test]
async fn a_canceled_order_counts_for_no_limit() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (buyer, _) = school(&app, SITE).await;
    let (first, total) = ordered(&app, &desk, &buyer).await;
    limit(&app, SITE, Some(total + total / 2)).await;
    let all = json!({"lines": [{"position": 1, "quantity": 2}], "reason": "stock"});
    assert_eq!(done(&desk, id(&first), "cancellations", all).await["lifecycle"], "cancelled");
    assert_eq!(order(&buyer, "two", 2).await["status"], "Confirmed");
    assert_eq!(order(&buyer, "three", 2).await["status"], "Waiting for approval", "the second one counts");
}

#[tokio::test]
async fn whoever_left_the_unit_orders_no_more_for_it_than_its_buyers() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (buyer, _) = school(&app, SITE).await;
    let (placed, total) = ordered(&app, &desk, &buyer).await;
    limit(&app, SITE, Some(total)).await;
    let needs_approval = async || {
        let told = act(&desk, id(&placed), "edits/preview", raised(9)).await.json();
        assert_eq!(told["preview"]["errors"], json!([]));
        told["preview"]["approval"].as_bool().unwrap()
    };
    assert!(needs_approval().await);
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("DELETE FROM business_unit_member WHERE role = 'buyer'").await.unwrap();
    tx.commit().await.unwrap();
    assert!(needs_approval().await);
}

#[tokio::test]
async fn a_letter_about_a_decision_is_not_written_while_the_order_waits_again() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (buyer, approver) = school(&app, SITE).await;
    let placed = order(&buyer, "one", 2).await;
    assert_eq!(decide(&approver, &placed, "approved", "").await.status, StatusCode::OK);
    // Before the letter left.
    let staged = act(&desk, id(&placed), "edits", raised(9)).await.json();
    let applied = format!("edits/{}/apply", staged["id"].as_str().unwrap());
    assert_eq!(done(&desk, id(&placed), &applied, json!({})).await["lifecycle"], "awaiting_approval");
    let told = letters(&app).await;
    assert!(!told.iter().any(|letter| letter.contains("was approved by")), "{told:#?}");
    assert_eq!(decide(&approver, &placed, "declined", "No.").await.status, StatusCode::OK);
    assert!(letters(&app).await.iter().any(|letter| letter.contains("was declined by Pat Margolis.")));
}

#[tokio::test]
async fn lists_say_what_an_order_comes_to_after_changes() {
    let app = TestApp::stocked().await;
    let (desk, finance) = (staff(&app, "manager").await, staff(&app, "finance").await);
    let (buyer, _) = school(&app, SITE).await;
    let (placed, total) = ordered(&app, &desk, &buyer).await;
    let listed = async || {
        let total = |page: Value| page["orders"][0]["total"].as_str().unwrap().to_owned();
        let own = total(buyer.get("/api/account/orders").await.json());
        assert_eq!(total(buyer.get("/api/account/home").await.json()), own);
        let desk = desk.get("/desk/api/orders").await.json()["orders"][0]["total"].as_i64().unwrap();
        assert_eq!(own, format!("${}.{:02}", desk / 100, desk % 100));
        own
    };
    let cents = i64::from(total);
    assert_eq!(listed().await, format!("${}.{:02}", cents / 100, cents % 100));
    let one = json!({"lines": [{"position": 1, "quantity": 1}], "reason": "stock"});
    done(&desk, id(&placed), "cancellations", one).await;
    done(&finance, id(&placed), "credits", json!({"amount": "1", "method": "store_credit", "reason": "Late"})).await;
    let seen = buyer.get(&format!("/api/orders/{}", id(&placed))).await.json();
    let after = seen["afterChanges"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&after["label"], &after["text"]), (&json!("Total after changes"), &json!(listed().await)));
    let rest = json!({"lines": [{"position": 1, "quantity": 1}], "reason": "stock"});
    assert_eq!(code(&act(&desk, id(&placed), "cancellations", rest).await).1, "cancel_credited");
}

#[tokio::test]
async fn names_are_found_with_and_without_their_accents() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let visitor = app.visitor(SITE);
    let wanted = json!([{"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["NÚÑEZ", "7"]]}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let placed = place(&visitor, "accents", &placing(&review)).await.json();
    index_due(&app.state).await.unwrap();
    for typed in ["nunez", "NUNEZ", "n%C3%BA%C3%B1ez", "Nun%C3%9Eez", "nu%C3%B1ez"] {
        let found = desk.get(&format!("/desk/api/orders?q={typed}")).await.json();
        let is_found = found["orders"][0]["number"] == placed["number"];
        assert_eq!(is_found, typed != "Nun%C3%9Eez", "{typed}: {found}");
    }
}

#[tokio::test]
async fn what_is_kept_for_others_has_bounds() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let kept = async |letters: usize| {
        let view = json!({"name": "Long", "shared": true, "ask": {"q": "x".repeat(letters)}});
        desk.post("/desk/api/views", &view).await.status
    };
    assert_eq!(kept(200).await, StatusCode::OK);
    assert_eq!(kept(201).await, StatusCode::BAD_REQUEST);
}
