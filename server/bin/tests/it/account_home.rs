//! The account's home: the last orders, what waits for a decision, and units with one's role.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, people::MemberRole};
use serde_json::json;

use crate::{
    accounts::customer,
    approvals::{APPROVER, BUYER, decide, order, school},
    people::join,
    support::TestApp,
};

const HOME: &str = "/api/account/home";

#[tokio::test]
async fn a_buyer_sees_the_last_five_orders_and_an_approver_what_waits() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    assert_eq!(buyer.get(HOME).await.json()["orders"], json!([]));
    let mut placed = Vec::new();
    for key in ["a", "b", "c", "d", "e", "f"] {
        app.state.clock.advance_seconds(1);
        placed.push(order(&buyer, key, 2).await);
    }
    let home = buyer.get(HOME).await.json();
    let newest: Vec<_> = placed.iter().rev().take(5).map(|order| order["number"].clone()).collect();
    let shown: Vec<_> = home["orders"].as_array().unwrap().iter().map(|order| order["number"].clone()).collect();
    assert_eq!(shown, newest);
    let (first, last) = (&home["orders"][0], &placed[5]);
    assert_eq!((&first["id"], &first["status"]), (&last["id"], &json!("Waiting for approval")));
    assert_eq!((&first["pieces"], &first["placedAt"]), (&json!(2), &json!("2026-11-20T12:00:06Z")));
    assert!(first["total"].as_str().unwrap().starts_with('$'), "{first}");
    assert_eq!(home["units"], json!([{"key": "NORTH", "name": "NORTH School", "role": "buyer"}]));
    assert_eq!(home["waiting"], 0, "a buyer decides about nothing");

    let home = approver.get(HOME).await.json();
    assert_eq!((&home["waiting"], &home["orders"]), (&json!(6), &json!([])));
    assert_eq!(home["units"][0]["role"], "approver");
    decide(&approver, &placed[0], "approved", "").await;
    assert_eq!(approver.get(HOME).await.json()["waiting"], 5);
    decide(&approver, &placed[5], "declined", "Too many").await;
    let ended = buyer.get(HOME).await.json()["orders"][0].clone();
    assert_eq!((&ended["number"], &ended["total"]), (&placed[5]["number"], &json!("")), "it did not cost nothing");
}

#[tokio::test]
async fn ones_own_order_waits_for_somebody_else_and_other_brands_are_other_accounts() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    order(&buyer, "one", 2).await;
    join(&app, site, BUYER, "NORTH", MemberRole::Approver).await;
    assert_eq!(buyer.get(HOME).await.json()["waiting"], 0);
    assert_eq!(approver.get(HOME).await.json()["waiting"], 1);
    let elsewhere = customer(&app, Site::US_GAMES, APPROVER).await;
    assert_eq!(elsewhere.get(HOME).await.json(), json!({"orders": [], "units": [], "waiting": 0}));
    assert_eq!(app.visitor(site).get(HOME).await.status, StatusCode::UNAUTHORIZED);
}
