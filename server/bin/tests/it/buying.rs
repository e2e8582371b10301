//! For whom an order is: a business unit, or oneself where that is allowed; what the review says of approval
//! beforehand; and that signing out is no way round a limit.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, business_units::PartyRole::SoldTo, people::MemberRole};
use fieldhouse_shop::people::{business_units::store::write_personal_orders, members::store::write_limit};
use serde_json::{Value, json};

use crate::{
    accounts::customer,
    business_units::{id_of, unit},
    people::join,
    price_table::price,
    shopping::{add_one, assert_books, broken, cart, check_out, count, place, placing, put, shipping},
    support::{Answer, TestApp, Visitor},
};

const BUYER: &str = "buyer@club.example";
const BUYER_PATH: &str = "/api/checkout/buyer";

/// What a unit allows.
async fn allow(app: &TestApp, site: Site, key: &str, limit: Option<u32>, personal: bool) {
    let tx = app.state.db.write().await.unwrap();
    write_limit(&tx, &id_of(site, key), limit.map(Into::into)).await.unwrap();
    write_personal_orders(&tx, &id_of(site, key), personal).await.unwrap();
    tx.commit().await.unwrap();
}

/// A buyer of NORTH, where orders above $10.00 need the approval of somebody.
async fn buyer(app: &TestApp, site: Site) -> Visitor {
    unit(app, site, "NORTH", &[]).await;
    unit(app, site, "NORTH", &[(SoldTo, "NORTH")]).await;
    let buyer = customer(app, site, BUYER).await;
    join(app, site, BUYER, "NORTH", MemberRole::Buyer).await;
    allow(app, site, "NORTH", Some(1_000), false).await;
    buyer
}

/// One more unit of the buyer's, without a limit.
async fn south(app: &TestApp, site: Site) {
    unit(app, site, "SOUTH", &[]).await;
    unit(app, site, "SOUTH", &[(SoldTo, "SOUTH")]).await;
    join(app, site, BUYER, "SOUTH", MemberRole::Buyer).await;
}

async fn choose(visitor: &Visitor, key: &str) -> Answer {
    put(visitor, BUYER_PATH, &json!({ "buysFor": key })).await
}

fn choices(review: &Value) -> Vec<String> {
    let choices = review["buying"]["choices"].as_array().unwrap();
    choices.iter().map(|choice| choice["key"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_review_says_beforehand_that_an_order_will_wait_and_who_approves() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let buyer = buyer(&app, site).await;
    customer(&app, site, "approver@club.example").await;
    join(&app, site, "approver@club.example", "NORTH", MemberRole::Approver).await;
    add_one(&buyer, "GLV100-L", 2).await;
    let review = check_out(&buyer).await;
    let who = "Pat Margolis can approve it; nothing is charged and nothing is sent before.";
    let text = format!("Orders for NORTH School above $10.00 need approval. {who}");
    let told = json!({"unit": "NORTH School", "above": 1000, "approvers": ["Pat Margolis"], "text": text});
    assert_eq!(review["approval"], told);
    assert_eq!(
        review["buying"],
        json!({"key": id_of(site, "NORTH"), "name": "NORTH School", "choices": []}),
        "who has one unit buys for it"
    );
    let placed = place(&buyer, "one", &placing(&review)).await.json();
    assert_eq!((&placed["status"], &placed["orderedFor"]), (&json!("Waiting for approval"), &json!("NORTH School")));
    // Up to the limit, nothing is said and nothing waits.
    allow(&app, site, "NORTH", Some(100_000_000), false).await;
    add_one(&buyer, "GLV100-L", 2).await;
    let review = check_out(&buyer).await;
    assert_eq!(review["approval"], Value::Null);
    assert_eq!(place(&buyer, "two", &placing(&review)).await.json()["status"], "Confirmed");
    let guest = app.visitor(site);
    add_one(&guest, "GLV100-L", 2).await;
    let review = check_out(&guest).await;
    assert_eq!((&review["approval"], &review["buying"]), (&Value::Null, &Value::Null));
    assert_books(&app).await;
}

#[tokio::test]
async fn one_orders_for_oneself_only_where_every_unit_allows_it() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let buyer = buyer(&app, site).await;
    add_one(&buyer, "GLV100-L", 2).await;
    for key in ["personal", "", "somebody"] {
        assert_eq!(
            broken(&choose(&buyer, key).await),
            [("buysFor".to_owned(), "buys_for_unknown".to_owned())],
            "{key}"
        );
    }
    allow(&app, site, "NORTH", Some(1_000), true).await;
    let review = check_out(&buyer).await;
    assert_eq!(choices(&review), [id_of(site, "NORTH").as_str(), "personal"]);
    let chosen = choose(&buyer, "personal").await;
    assert_eq!(chosen.status, StatusCode::OK, "{}", chosen.text);
    let chosen = chosen.json();
    assert_eq!((&chosen["buying"]["name"], &chosen["approval"]), (&json!("Myself"), &Value::Null));
    assert!(chosen["cartVersion"].as_i64() > review["cartVersion"].as_i64(), "what was reviewed is another order");
    let stale = place(&buyer, "stale", &placing(&review)).await;
    assert_eq!((stale.status, stale.json()["code"].clone()), (StatusCode::CONFLICT, json!("cart_changed")));
    // Taken back by the unit, the choice does not hold any more (R09).
    allow(&app, site, "NORTH", Some(1_000), false).await;
    let review = buyer.get("/api/checkout").await.json();
    assert_eq!((&review["buying"]["name"], &review["approval"]["above"]), (&json!("NORTH School"), &json!(1000)));
    allow(&app, site, "NORTH", Some(1_000), true).await;
    let review = buyer.get("/api/checkout").await.json();
    let placed = place(&buyer, "one", &placing(&review)).await.json();
    assert_eq!((&placed["status"], &placed["orderedFor"]), (&json!("Confirmed"), &json!("")));
    assert_eq!(placed["approval"], Value::Null);
    // The next cart begins for the unit again, and a second unit that does not allow it ends the choice.
    south(&app, site).await;
    add_one(&buyer, "GLV100-L", 2).await;
    let review = check_out(&buyer).await;
    assert_eq!(review["buying"]["name"], "NORTH School");
    assert_eq!(choices(&review), [id_of(site, "NORTH"), id_of(site, "SOUTH")]);
    assert_eq!(review["approval"]["above"], 1000);
    let chosen = choose(&buyer, &id_of(site, "SOUTH")).await.json();
    assert_eq!((&chosen["buying"]["name"], &chosen["approval"]), (&json!("SOUTH School"), &Value::Null));
    let placed = place(&buyer, "two", &placing(&chosen)).await.json();
    assert_eq!((&placed["status"], &placed["orderedFor"]), (&json!("Confirmed"), &json!("SOUTH School")));
    assert_books(&app).await;
}

#[tokio::test]
async fn contract_prices_follow_for_whom_one_orders() {
    let app = TestApp::stocked().await;
    // Personal prices are always asked for here.
    let site = Site::ATHLETIC_CONNECTION;
    price(&app, "athleticconnection,,,NORTH,BAL100,,30,,\nathleticconnection,,,SOUTH,BAL100,,25,,\n").await;
    let buyer = buyer(&app, site).await;
    south(&app, site).await;
    allow(&app, site, "NORTH", None, true).await;
    allow(&app, site, "SOUTH", None, true).await;
    add_one(&buyer, "BAL100", 2).await;
    check_out(&buyer).await;
    let paid = async |visitor: &Visitor| cart(visitor).await["totalCents"].as_i64().unwrap();
    assert_eq!(paid(&buyer).await, 6_000);
    let south = id_of(site, "SOUTH");
    for (key, cents) in [(south.as_str(), 5_000), ("personal", 7_998), (south.as_str(), 5_000)] {
        let chosen = choose(&buyer, key).await;
        assert_eq!(chosen.status, StatusCode::OK, "{}", chosen.text);
        assert_eq!(paid(&buyer).await, cents, "{key}");
        assert_eq!(buyer.get("/api/cart/head").await.json()["totalCents"], cents, "{key}");
        assert_books(&app).await;
    }
    let review = buyer.get("/api/checkout").await.json();
    let placed = place(&buyer, "one", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(placed.json()["orderedFor"], "SOUTH School");
}

#[tokio::test]
async fn a_guest_with_the_email_of_a_buyer_does_not_walk_round_the_limit() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    buyer(&app, site).await;
    let guest = app.visitor(site);
    add_one(&guest, "GLV100-L", 2).await;
    check_out(&guest).await;
    let mut theirs = shipping();
    theirs["email"] = json!("Buyer@Club.example");
    let shipped = put(&guest, "/api/checkout/shipping", &theirs).await;
    assert_eq!(shipped.status, StatusCode::OK, "the steps tell nothing");
    let refused = place(&guest, "one", &placing(&shipped.json())).await;
    assert_eq!(broken(&refused), [("shipping.email".to_owned(), "order_sign_in_first".to_owned())]);
    assert_eq!((count(&app, "orders").await, count(&app, "order_approval").await), (0, 0));
    // Another total is told first: whoever asks for e-mails has to place orders.
    let mut other = placing(&shipped.json());
    other["totalCents"] = json!(1);
    assert_eq!(place(&guest, "two", &other).await.json()["code"], "total_changed");
    // Where it would not wait, nobody has to sign in.
    allow(&app, site, "NORTH", Some(1_000), true).await;
    let placed = place(&guest, "three", &placing(&shipped.json())).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!((&placed.json()["status"], &placed.json()["orderedFor"]), (&json!("Confirmed"), &json!("")));
    // Nobody without an account is asked.
    let stranger = app.visitor(site);
    add_one(&stranger, "GLV100-L", 2).await;
    let placed = place(&stranger, "four", &placing(&check_out(&stranger).await)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(choose(&stranger, "personal").await.status, StatusCode::UNAUTHORIZED);
    assert_books(&app).await;
}

#[tokio::test]
async fn administrators_say_whether_people_may_order_for_themselves() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let buyer = buyer(&app, site).await;
    let path = format!("/api/account/people/{}/approval", id_of(site, "NORTH"));
    let draft = json!({"above": "25", "personalOrders": true});
    assert_eq!(put(&buyer, &path, &draft).await.status, StatusCode::NOT_FOUND);
    join(&app, site, BUYER, "NORTH", MemberRole::Administrator).await;
    let unit = put(&buyer, &path, &draft).await.json()["units"][0].clone();
    assert_eq!((&unit["approvalAbove"], &unit["personalOrders"]), (&json!(2500), &json!(true)));
    let unit = put(&buyer, &path, &json!({"above": ""})).await.json()["units"][0].clone();
    assert_eq!((&unit["approvalAbove"], &unit["personalOrders"]), (&Value::Null, &json!(false)));
}
