//! Personal prices over HTTP, in carts and in orders, from the store's own price conditions.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::pricing::PriceService;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{customer, register, sign_in},
    price_table::price,
    shopping::{add_one, assert_books, cart, check_out, count, lines, place, placing},
    support::{TestApp, Visitor},
};

pub const ALL: &str = "/api/erp/price-personalized/all/";
const ONE: &str = "/api/erp/price-personalized/";

pub fn question(site: &str, skus: &[&str]) -> Value {
    let product = |sku: &&str| json!({"sku": sku, "quantity": 1, "flyer": "ZZ", "programId": "X"});
    json!({"storeKey": site, "flyer": "ZZ", "programId": "X", "products": skus.iter().map(product).collect::<Vec<_>>()})
}

fn results(answer: &Value) -> Vec<(&str, Option<&str>, Option<i64>, &str)> {
    let result = |result: &'_ Value| -> Option<i64> { result["centAmount"].as_i64() };
    answer["data"]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            assert_eq!(line["currencyCode"], "USD");
            let message = line["metadata"]["messageCode"].as_str().unwrap();
            (line["sku"].as_str().unwrap(), line["unitPrice"].as_str(), result(line), message)
        })
        .collect()
}

/// Unit prices of a cart's lines: sku, base, yours.
fn units(cart: &Value) -> Vec<(String, i64, Option<i64>)> {
    let items = cart["items"].as_array().unwrap().iter();
    items
        .flat_map(|card| card["lineItems"].as_array().unwrap())
        .map(|line| {
            let price = &line["unitPrice"];
            let sku = line["sku"].as_str().unwrap().to_owned();
            (sku, price["regularPrice"].as_i64().unwrap(), price["discountedPrice"].as_i64())
        })
        .collect()
}

/// Makes somebody a buyer of a sold-to unit, as the import of customers does.
async fn sell_to(app: &TestApp, email: &str, unit: &str) {
    let tx = app.state.db.write().await.unwrap();
    let sql = ["UPDATE customer SET sold_to = '", unit, "' WHERE email = '", email, "'"].concat();
    tx.execute_unprepared(&sql).await.unwrap();
    tx.commit().await.unwrap();
}

/// Types a code into the promo-code box; nothing takes it away.
pub async fn apply(visitor: &Visitor, code: &str) {
    let answer = match code {
        "" => visitor.send(Method::DELETE, "/api/cart/flyer-code", &[], None).await,
        code => visitor.post("/api/cart/flyer-code", &json!({"code": code})).await,
    };
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
}

async fn recalculate(visitor: &Visitor) -> Value {
    let id = cart(visitor).await["id"].clone();
    let answer = visitor.post("/api/cart/recalculate", &json!({"cartId": id})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

const ROWS: &str = "fieldhouse,AB,,,BAL100,,29.99,,\nfieldhouse,AB,,,BAL200-4,,18,,\nfieldhouse,CD,,,BAL100,,25,,\n\
    fieldhouse,,,S-1,BAL100,,24,,\nathleticconnection,,,,BAL100,,37.99,,\nathleticconnection,,,S-1,BAL100,,35,,\n";

#[tokio::test]
async fn are_asked_for_with_a_code_and_answered_with_unit_price_and_message_code() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let skus = ["BAL100", "BAG100-BLK", "bal100", "NOT-SOLD"];
    // Without a code nobody is asked, whatever the question says of flyer and program id (R11).
    let answer = visitor.post(ALL, &question("fieldhouse", &skus)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert!(results(&answer.json()).iter().all(|(_, unit, cents, code)| (*unit, *cents, *code) == (None, None, "")));
    visitor.forge_cookie("flyercode", "AB");
    let answer = visitor.post(ALL, &question("fieldhouse", &skus)).await.json();
    assert_eq!(
        results(&answer),
        [
            ("BAL100", Some("29.99"), Some(2999), ""),
            ("BAG100-BLK", None, None, "ZW483"),
            ("bal100", Some("29.99"), Some(2999), ""),
            ("NOT-SOLD", None, None, ""),
        ]
    );
    let one = json!({"sku": "BAL100", "storeKey": "fieldhouse", "quantity": 3, "flyer": "AB", "programId": ""});
    let one = visitor.post(ONE, &one).await.json();
    assert_eq!((&one["data"]["unitPrice"], &one["data"]["currencyCode"]), (&json!("29.99"), &json!("USD")));
}

#[tokio::test]
async fn r11_another_store_or_a_forged_code_gives_no_other_price() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    visitor.forge_cookie("flyercode", "AB");
    for store in ["athleticconnection", "FIELDHOUSE", ""] {
        let answer = visitor.post(ALL, &question(store, &["BAL100"])).await;
        assert_eq!(
            (answer.status, answer.json()["code"].clone()),
            (StatusCode::UNPROCESSABLE_ENTITY, json!("store_mismatch"))
        );
    }
    for cookie in ["A B", "AB'--", "", "ZZ"] {
        visitor.forge_cookie("flyercode", cookie);
        let answer = visitor.post(ALL, &question("fieldhouse", &["BAL100"])).await.json();
        assert_eq!(answer["data"]["results"][0]["centAmount"], Value::Null, "{cookie}");
    }
    let forged = json!({"storeKey": "fieldhouse", "soldTo": "S-1", "products": [{"sku": "BAL100", "quantity": 1}]});
    assert_eq!(visitor.post(ALL, &forged).await.status, StatusCode::BAD_REQUEST);
    let many: Vec<String> = (0..2001).map(|number| format!("S{number}")).collect();
    let many = question("fieldhouse", &many.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(visitor.post(ALL, &many).await.json()["code"], "too_many_skus");
}

#[tokio::test]
async fn the_club_site_always_asks_and_takes_no_code() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::ATHLETIC_CONNECTION);
    visitor.forge_cookie("flyercode", "AB");
    let answer = visitor.post(ALL, &question("athleticconnection", &["BAL100"])).await.json();
    assert_eq!(results(&answer), [("BAL100", Some("37.99"), Some(3799), "")]);
    add_one(&visitor, "BAL100", 2).await;
    let shown = cart(&visitor).await;
    assert_eq!(units(&shown), [("BAL100".to_owned(), 3999, Some(3799))]);
    assert_eq!(shown["summary"]["savings"]["label"], "5% Off for Ordering Online");
    assert_eq!(shown["totalSavingsCents"], 400);
}

#[tokio::test]
async fn contract_prices_are_those_of_the_session_and_never_of_a_request() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let club = Site::ATHLETIC_CONNECTION;
    let buyer = customer(&app, club, "buyer@example.com").await;
    sell_to(&app, "buyer@example.com", "S-1").await;
    let other = customer(&app, club, "other@example.com").await;
    let asked = async |visitor: &Visitor| {
        visitor.post(ALL, &question("athleticconnection", &["BAL100"])).await.json()["data"]["results"][0]["centAmount"]
            .clone()
    };
    assert_eq!(asked(&buyer).await, 3500);
    assert_eq!(asked(&other).await, 3799);
    assert_eq!(asked(&app.visitor(club)).await, 3799);
}

#[tokio::test]
async fn a_carts_lines_cost_the_least_price_and_follow_the_codes() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 2).await;
    add_one(&visitor, "BAL200-4", 1).await;
    let line = |sku: &str, base, yours| (sku.to_owned(), base, yours);
    assert_eq!(units(&cart(&visitor).await), [line("BAL100", 3999, None), line("BAL200-4", 2000, Some(1500))]);
    // A code comes: the ball is cheaper, the other one has a better price already.
    apply(&visitor, "AB").await;
    let shown = recalculate(&visitor).await;
    assert_eq!(units(&shown), [line("BAL100", 3999, Some(2999)), line("BAL200-4", 2000, Some(1500))]);
    assert_eq!((&shown["items"][0]["promoCode"], &shown["items"][1]["promoCode"]), (&json!("AB"), &json!("")));
    assert_eq!(shown["items"][0]["lineItems"][0]["offerPrice"], 2999);
    assert_eq!(shown["pricesToBeConfirmed"], false);
    assert_eq!(visitor.get("/api/cart/head").await.json()["summary"]["savings"]["cents"], -2500);
    assert_books(&app).await;
    // A change of one line alone keeps the prices of all; so does a new line.
    add_one(&visitor, "BAL100", 1).await;
    add_one(&visitor, "BAG100-BLK", 1).await;
    let head = visitor.get("/api/cart/head").await.json();
    assert_eq!(head["summary"]["total"]["cents"], 3 * 2999 + 1500 + 4200);
    assert_books(&app).await;
    // Another code, and none.
    apply(&visitor, "CD").await;
    assert_eq!(units(&recalculate(&visitor).await)[0], line("BAL100", 3999, Some(2500)));
    apply(&visitor, "").await;
    let shown = recalculate(&visitor).await;
    assert_eq!((&units(&shown)[0], &shown["items"][0]["promoCode"]), (&line("BAL100", 3999, None), &json!("")));
    assert_books(&app).await;
    // What has not changed raises no version.
    assert_eq!(recalculate(&visitor).await["version"], shown["version"]);
}

/// Sum and unit prices of a change's answer, as the next look at the cart tells them.
async fn as_the_cart_says(visitor: &Visitor, change: &Value) -> (i64, Vec<i64>) {
    let shown = cart(visitor).await;
    assert_eq!(change["head"]["totalCents"], shown["totalCents"]);
    let yours = |price: &(String, i64, Option<i64>)| price.2.unwrap_or(price.1);
    let told = units(&json!({"items": change["cards"]}));
    let whole = units(&shown);
    assert!(told.iter().all(|line| whole.contains(line)), "{told:?} of {whole:?}");
    (shown["totalCents"].as_i64().unwrap(), whole.iter().map(yours).collect())
}

#[tokio::test]
async fn a_condition_that_changed_holds_for_every_line_at_the_next_change() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    apply(&visitor, "AB").await;
    add_one(&visitor, "BAL100", 2).await;
    add_one(&visitor, "BAL200-4", 1).await;
    let before = cart(&visitor).await;
    price(&app, "fieldhouse,AB,,,BAL100,,20,,\nfieldhouse,AB,,,BAL200-4,,10,,\n").await;
    let head = visitor.get("/api/cart/head").await.json();
    assert_eq!(head["totalCents"], 5000, "the header waits for no change");
    let other = lines(&before).into_iter().find(|(sku, ..)| sku == "BAL200-4").unwrap().1;
    let path = ["/api/cart/lines/", &other].concat();
    let draft = json!({"quantity": 2, "version": before["version"]});
    let changed = visitor.send(Method::PATCH, &path, &[], Some(&draft)).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    assert_eq!(as_the_cart_says(&visitor, &changed.json()).await, (6000, vec![2000, 1000]));
}

#[tokio::test]
async fn own_conditions_are_known_again_by_their_last_change_and_the_day() {
    let app = TestApp::stocked().await;
    price(&app, "athleticconnection,,,,BAL100,,30,,\n").await;
    let PriceService::Embedded(table) = &app.state.prices else { panic!("the store's own") };
    let mark = app.state.prices.mark(&app.state);
    assert!(mark.starts_with(&table.load().change.to_string()) && mark.ends_with(&app.state.today()), "{mark}");
}

#[tokio::test]
async fn the_header_follows_a_code_that_was_taken_out() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    apply(&visitor, "AB").await;
    add_one(&visitor, "BAL100", 2).await;
    for code in ["", "CD"] {
        apply(&visitor, code).await;
        let head = visitor.get("/api/cart/head").await.json();
        assert_eq!(head["totalCents"], cart(&visitor).await["totalCents"], "{code}");
    }
}

#[tokio::test]
async fn signing_in_and_out_changes_the_prices_of_the_cart() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let club = Site::ATHLETIC_CONNECTION;
    register(&app, club, "buyer@example.com").await;
    sell_to(&app, "buyer@example.com", "S-1").await;
    let visitor = app.visitor(club);
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(units(&cart(&visitor).await)[0].2, Some(3799));
    sign_in(&visitor, "buyer@example.com", "seven green llamas").await;
    assert_eq!(units(&cart(&visitor).await)[0].2, Some(3500));
    assert_eq!(units(&recalculate(&visitor).await)[0].2, Some(3500));
    assert_eq!(visitor.get("/api/cart/head").await.json()["summary"]["total"]["cents"], 3500);
    // A visit on another device meets the customer's cart: both lines at the customer's prices.
    let phone = app.visitor(club);
    add_one(&phone, "BAL100", 2).await;
    sign_in(&phone, "buyer@example.com", "seven green llamas").await;
    assert_eq!(lines(&cart(&phone).await).len(), 1);
    assert_eq!(units(&recalculate(&phone).await)[0].2, Some(3500));
    assert_eq!(phone.get("/api/cart/head").await.json()["summary"]["total"]["cents"], 3 * 3500);
    assert_books(&app).await;
}

#[tokio::test]
async fn a_line_that_is_put_back_costs_what_it_costs_then() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    visitor.forge_cookie("flyercode", "AB");
    add_one(&visitor, "BAL100", 1).await;
    let shown = cart(&visitor).await;
    let (line, version) = (lines(&shown)[0].1.clone(), shown["version"].as_i64().unwrap());
    let removed = crate::shopping::remove(&visitor, &line, version).await.json();
    apply(&visitor, "CD").await;
    let undone = visitor.post("/api/cart/undo", &json!({"undo": removed["undo"]})).await;
    assert_eq!(undone.status, StatusCode::OK, "{}", undone.text);
    assert_eq!(units(&cart(&visitor).await), [("BAL100".to_owned(), 3999, Some(2500))]);
    assert_books(&app).await;
}

#[tokio::test]
async fn an_order_is_placed_on_prices_asked_anew_and_a_difference_is_shown_first() {
    let app = TestApp::stocked().await;
    price(&app, ROWS).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    visitor.forge_cookie("flyercode", "AB");
    add_one(&visitor, "BAL100", 2).await;
    let review = check_out(&visitor).await;
    // The price changes while the shopper reads.
    price(&app, "fieldhouse,AB,,,BAL100,,28.00,,\n").await;
    let refused = place(&visitor, "first", &placing(&review)).await;
    assert_eq!((refused.status, refused.json()["code"].clone()), (StatusCode::CONFLICT, json!("total_changed")));
    assert_eq!(count(&app, "orders").await, 0);
    let review = visitor.get("/api/checkout").await.json();
    let placed = place(&visitor, "second", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(units(&placed.json()), [("BAL100".to_owned(), 3999, Some(2800))]);
}

#[tokio::test]
async fn r72_prices_that_come_to_the_same_total_are_shown_before_they_are_paid() {
    let app = TestApp::stocked().await;
    price(&app, "fieldhouse,AB,,,BAL100,,30,,\nfieldhouse,AB,,,BAL200-4,,12,,\n").await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    visitor.forge_cookie("flyercode", "AB");
    add_one(&visitor, "BAL100", 1).await;
    add_one(&visitor, "BAL200-4", 1).await;
    let seen = check_out(&visitor).await;
    price(&app, "fieldhouse,AB,,,BAL100,,28,,\nfieldhouse,AB,,,BAL200-4,,14,,\n").await;
    let refused = place(&visitor, "first", &placing(&seen)).await;
    assert_eq!((refused.status, refused.json()["code"].clone()), (StatusCode::CONFLICT, json!("review_changed")));
    assert_eq!(refused.json()["errors"][0]["message"], "Prices changed since you looked at this order");
    assert_eq!(count(&app, "orders").await, 0);
    let review = visitor.get("/api/checkout").await.json();
    assert_eq!(review["totalCents"], seen["totalCents"]);
    let placed = place(&visitor, "second", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
}

#[tokio::test]
async fn a_code_that_ended_gives_no_price_at_placement() {
    let app = TestApp::stocked().await;
    price(&app, "fieldhouse,AB,,,BAL100,,29.99,,2026-11-20\n").await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    visitor.forge_cookie("flyercode", "AB");
    add_one(&visitor, "BAL100", 1).await;
    let review = check_out(&visitor).await;
    app.state.clock.advance_seconds(86_400);
    let refused = place(&visitor, "late", &placing(&review)).await;
    assert_eq!(refused.json()["errors"][0]["code"], "offer_code_invalid", "{}", refused.text);
    assert_eq!(units(&cart(&visitor).await), [("BAL100".to_owned(), 3999, None)]);
}

#[tokio::test]
async fn five_hundred_skus_are_priced_in_one_question() {
    let app = TestApp::stocked().await;
    let rows = (0..500).fold(String::new(), |rows, number| {
        [rows, format!("fieldhouse,AB,,,S{number},,{}.50,,\n", number + 1)].concat()
    });
    price(&app, &rows).await;
    let skus = (0..500).map(|number| format!("S{number}")).collect();
    let codes = crate::price_table::codes("AB", "");
    let ask = fieldhouse_shop::buying::pricing::PriceAsk::new(
        Site::FIELDHOUSE,
        fieldhouse_shop::buying::pricing::Buyer::default(),
        codes,
        skus,
    );
    let answers = app.state.prices.personal(&app.state, &ask).await.unwrap();
    for (number, answer) in (0_i64..).zip(&answers) {
        assert_eq!(answer.unit_price.unwrap().get(), (number + 1) * 100 + 50);
    }
    assert_eq!(answers.len(), 500);
}
