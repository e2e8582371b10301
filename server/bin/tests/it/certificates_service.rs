//! Certificates of a service outside: asked as the specification says, believed about what a certificate
//! is worth, and when it is away, nothing is said of any certificate.

use std::sync::Arc;

use axum::http::StatusCode;
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{buying::orders::export::send_redemptions, config::Config};
use serde_json::{Value, json};

use crate::{
    certificates::redeem,
    desk_orders::{done, staff},
    erp_stub::{Manner, Stub, canary},
    shopping::{add_one, assert_books, cart, check_out, count, messages_left, place, placing, texts},
    support::{Answer, TestApp, Visitor},
};

/// Manners in which only a price can be wrong.
const OF_PRICES: [Manner; 7] = [
    Manner::Zero,
    Manner::OtherCurrency,
    Manner::NoCurrency,
    Manner::MissingSku,
    Manner::ExtraSku,
    Manner::DoubleSku,
    Manner::MarkupInMessage,
];

async fn started() -> (TestApp, Stub) {
    let (canary, _) = canary().await;
    let stub = Stub::start(Manner::Good, &canary).await;
    stub.charge(5_000);
    (TestApp::stocked().await, stub)
}

/// A store that asks the stub, its breaker closed.
fn router(app: &TestApp, stub: &Stub) -> axum::Router {
    let state = app.again(Config {
        certificates: stub.address.clone(),
        certificates_token: "canary-token".to_owned(),
        ..app.state.config.clone()
    });
    surfaces::router(state, Arc::clone(&app.pages))
}

async fn ask(visitor: &Visitor, site: Site, number: &str) -> Answer {
    let catalog = &brand(site).certificate_catalog;
    let question = json!({"certificateNumber": number, "catalog": catalog, "siteCode": site.key()});
    visitor.post("/api/features/CertificateInput", &question).await
}

fn assert_away(answer: &Answer, what: &str) {
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{what}: {}", answer.text);
    assert_eq!(answer.json()["title"], "Please try again in a moment.", "{what}");
    assert_eq!(answer.headers["retry-after"], "2", "{what}");
    assert!(!answer.text.to_lowercase().contains("valid"), "{what}: {}", answer.text);
}

#[tokio::test]
async fn it_is_asked_with_the_catalog_and_code_of_the_site() {
    let (app, stub) = started().await;
    let expected = [("BS", "M_BSN2"), ("US", "M_USG"), ("US", "M_TAC"), ("US", "VB")];
    for (site, (catalog, code)) in
        [Site::FIELDHOUSE, Site::US_GAMES, Site::ATHLETIC_CONNECTION, Site::VARSITY_BRANDS].into_iter().zip(expected)
    {
        let visitor = Visitor::at(router(&app, &stub), site);
        let told = ask(&visitor, site, " gc-100 ").await;
        let answer = json!({
            "certificateNumber": "GC-100", "isValid": true, "status": "", "expireDate": "12/31/2026",
            "redemptionValue": "50.00", "name1": "Lincoln Eagles", "name2": "J. Smith", "flyer": "AB",
        });
        assert_eq!((told.status, told.json()), (StatusCode::OK, answer));
        let added = redeem(&visitor, "gc-100").await;
        assert_eq!(added.status, StatusCode::OK, "{}", added.text);
        let payment = &added.json()["paymentInfo"]["payments"][0]["obj"];
        assert_eq!(payment["amountPlanned"]["centAmount"], 5_000);
        assert_eq!(added.json()["certFlyerCode"], "AB");
        let asked = stub.asked();
        let [by_page, by_box] = &asked[asked.len() - 2..] else { panic!("two questions") };
        let question = |code: &str| json!({"certificateNumber": "GC-100", "catalog": catalog, "siteCode": code});
        assert_eq!((&by_page.body, &by_box.body), (&question(site.key()), &question(code)));
        assert_eq!(by_page.path, "/features/CertificateInput");
        assert!(by_page.head.starts_with("POST ") && by_page.head.contains("authorization: Bearer canary-token"));
    }
    let asked = stub.asked().len();
    let visitor = Visitor::at(router(&app, &stub), Site::FIELDHOUSE);
    assert_eq!(redeem(&visitor, "GC-100/../x").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(stub.asked().len(), asked, "what cannot be a certificate is not asked for");
}

#[tokio::test]
async fn r12_an_order_takes_the_value_of_then_and_a_used_certificate_stays_used() {
    let (app, stub) = started().await;
    let visitor = Visitor::at(router(&app, &stub), Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    redeem(&visitor, "GC-100").await;
    let review = check_out(&visitor).await;
    stub.charge(4_000);
    let refused = place(&visitor, "k1", &placing(&review)).await;
    assert_eq!((refused.status, count(&app, "orders").await), (StatusCode::CONFLICT, 0), "{}", refused.text);
    let review = visitor.get("/api/checkout").await.json();
    assert_eq!(review["totalCents"].as_i64().unwrap(), review["grossCents"].as_i64().unwrap() - 4_000);
    let placed = place(&visitor, "k2", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(texts(&app, "certificate_use", "number").await, ["GC-100"]);
    // The service still calls it valid.
    let other = Visitor::at(router(&app, &stub), Site::FIELDHOUSE);
    let told = ask(&other, Site::FIELDHOUSE, "GC-100").await.json();
    assert_eq!((told["status"].as_str(), told["isValid"].as_bool()), (Some("C"), Some(false)));
    let again = redeem(&other, "gc-100").await;
    assert_eq!(again.json()["errors"][0]["message"], "Please enter a valid certificate number.");
    assert_books(&app).await;
}

#[tokio::test]
async fn r31_the_service_hears_of_a_redemption_once_however_often_it_is_told() {
    let (app, stub) = started().await;
    let visitor = Visitor::at(router(&app, &stub), Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    let plain = check_out(&visitor).await;
    assert_eq!(place(&visitor, "k0", &placing(&plain)).await.status, StatusCode::CREATED);
    add_one(&visitor, "BAL100", 3).await;
    redeem(&visitor, "GC-100").await;
    let review = check_out(&visitor).await;
    let placed = place(&visitor, "k1", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    let order = placed.json();
    let state = app.again(Config { certificates: stub.address.clone(), ..app.state.config.clone() });
    // The answer gets lost; it is told again, by the same key.
    stub.behave(Manner::HangsUp);
    assert_eq!(send_redemptions(&state).await.unwrap(), 0);
    assert_eq!(send_redemptions(&state).await.unwrap(), 0, "not before it is due");
    stub.behave(Manner::Good);
    state.clock.advance_seconds(700);
    assert_eq!(send_redemptions(&state).await.unwrap(), 1);
    state.clock.advance_seconds(86_400);
    assert_eq!(send_redemptions(&state).await.unwrap(), 0);
    let told: Vec<_> =
        stub.asked().into_iter().filter(|asked| asked.path == "/features/CertificateRedemption").collect();
    assert_eq!(told.len(), 2, "one order redeemed something");
    for asked in told {
        assert!(asked.head.contains(&format!("idempotency-key: {}", order["id"].as_str().unwrap())), "{}", asked.head);
        assert_eq!(asked.body["orderNumber"], order["number"]);
        let redeemed = json!([{"certificateNumber": "GC-100", "catalog": "BS", "amount": "50.00"}]);
        assert_eq!((&asked.body["storeKey"], &asked.body["certificates"]), (&json!("fieldhouse"), &redeemed));
    }
    assert_books(&app).await;
}

/// What the service was told of orders: where, by which key, and what.
fn told(stub: &Stub) -> Vec<(String, String, Value)> {
    let key = |head: &str| {
        let rest = head.split("idempotency-key: ").nth(1).unwrap();
        rest.split("\r\n").next().unwrap().to_owned()
    };
    let about_orders = stub.asked().into_iter().filter(|asked| asked.path != "/features/CertificateInput");
    about_orders.map(|asked| (asked.path, key(&asked.head), asked.body)).collect()
}

/// A store whose certificates are the stub's, with an order that GC-100 paid a part of.
async fn paid() -> (TestApp, Stub, Visitor, Value) {
    let (mut app, stub) = started().await;
    app.reconfigure(|config| config.certificates.clone_from(&stub.address));
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    redeem(&visitor, "GC-100").await;
    let review = check_out(&visitor).await;
    let placed = place(&visitor, "k1", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    (app, stub, visitor, placed.json())
}

/// Staff cancel all of it.
async fn cancel(app: &TestApp, order: &Value) {
    let desk = staff(app, "manager").await;
    let all = json!({"reason": "customer", "note": "", "lines": [{"position": 1, "quantity": 3}]});
    let ended = done(&desk, order["id"].as_str().unwrap(), "cancellations", all).await;
    assert_eq!(ended["order"]["queue"], "cancelled");
    assert_eq!(count(app, "certificate_use").await, 0);
}

#[tokio::test]
async fn of_an_order_that_staff_cancel_before_it_was_told_the_service_never_hears() {
    let (app, stub, visitor, order) = paid().await;
    assert_eq!(messages_left(&app).await, 1);
    cancel(&app, &order).await;
    assert_eq!(messages_left(&app).await, 0);
    assert_eq!(send_redemptions(&app.state).await.unwrap(), 0);
    assert!(told(&stub).is_empty());
    add_one(&visitor, "BAL100", 3).await;
    assert_eq!(redeem(&visitor, "GC-100").await.json()["certFlyerCode"], "AB", "another order uses it");
    assert_books(&app).await;
}

#[tokio::test]
async fn r31_the_service_hears_that_a_canceled_order_gives_its_certificates_back() {
    let (app, stub, _, order) = paid().await;
    assert_eq!(send_redemptions(&app.state).await.unwrap(), 1);
    cancel(&app, &order).await;
    assert_eq!(messages_left(&app).await, 2, "what it has, and that it is taken back");
    // The answer gets lost; it is told again, by the same key.
    stub.behave(Manner::HangsUp);
    assert_eq!(send_redemptions(&app.state).await.unwrap(), 0);
    stub.behave(Manner::Good);
    app.state.clock.advance_seconds(700);
    assert_eq!(send_redemptions(&app.state).await.unwrap(), 1);
    app.state.clock.advance_seconds(86_400);
    assert_eq!(send_redemptions(&app.state).await.unwrap(), 0);
    let told = told(&stub);
    let [(redeemed, by, _), (lost, key, body), (again, same, repeated)] = &told[..] else { panic!("{told:?}") };
    assert_eq!((redeemed.as_str(), json!(by)), ("/features/CertificateRedemption", order["id"].clone()));
    assert_eq!((lost.as_str(), again), ("/features/CertificateTakenBack", lost));
    assert!(key == same && key != by && body == repeated, "{told:?}");
    assert_eq!((&body["kind"], &body["orderId"]), (&json!("taken_back"), &order["id"]));
    assert_eq!((&body["orderNumber"], &body["storeKey"]), (&order["number"], &json!("fieldhouse")));
    assert_eq!(body["certificates"], json!([{"certificateNumber": "GC-100", "catalog": "BS", "amount": "50.00"}]));
    assert!(body["takenBackAt"].is_string(), "{body}");
    assert_books(&app).await;
}

#[tokio::test]
async fn a_redemption_that_may_have_been_told_is_taken_back_and_not_told_as_one_of_nothing() {
    let (app, stub, _, order) = paid().await;
    stub.behave(Manner::HangsUp);
    assert_eq!(send_redemptions(&app.state).await.unwrap(), 0);
    cancel(&app, &order).await;
    stub.behave(Manner::Good);
    app.state.clock.advance_seconds(700);
    // The first has nothing left to say.
    assert_eq!(send_redemptions(&app.state).await.unwrap(), 1);
    let paths: Vec<_> = told(&stub).into_iter().map(|(path, ..)| path).collect();
    assert_eq!(paths, ["/features/CertificateRedemption", "/features/CertificateTakenBack"]);
}

#[tokio::test]
async fn r33_whatever_the_service_does_no_certificate_is_called_invalid() {
    let app = TestApp::stocked().await;
    let (canary, mut hits) = canary().await;
    for manner in Manner::BAD.into_iter().filter(|manner| !OF_PRICES.contains(manner)) {
        let stub = Stub::start(manner, &canary).await;
        let visitor = Visitor::at(router(&app, &stub), Site::FIELDHOUSE);
        assert_away(&ask(&visitor, Site::FIELDHOUSE, "GC-100").await, &format!("{manner:?}"));
        assert_away(&redeem(&visitor, "GC-100").await, &format!("{manner:?}"));
        assert_eq!(stub.asked().len(), 2, "{manner:?}");
        assert_eq!(visitor.get("/api/cart/active").await.text, "null", "{manner:?}");
    }
    assert!(hits.try_recv().is_err(), "a redirect was followed");
    assert_eq!(count(&app, "payment").await, 0);
}

#[tokio::test]
async fn r33_no_order_is_placed_while_the_service_is_away_and_nothing_is_lost() {
    let (app, stub) = started().await;
    let mut visitor = Visitor::at(router(&app, &stub), Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    redeem(&visitor, "GC-100").await;
    let review = check_out(&visitor).await;
    let before = cart(&visitor).await;
    for manner in [Manner::Html, Manner::CutJson, Manner::Negative, Manner::ServerError, Manner::Forbidden] {
        stub.behave(manner);
        assert_away(&place(&visitor, "k", &placing(&review)).await, &format!("{manner:?}"));
        assert_eq!((count(&app, "orders").await, count(&app, "certificate_use").await), (0, 0), "{manner:?}");
        assert_eq!(cart(&visitor).await, before, "{manner:?}");
    }
    stub.behave(Manner::Good);
    visitor.turn_to(router(&app, &stub));
    let placed = place(&visitor, "k", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "the same key may be tried again: {}", placed.text);
    assert_books(&app).await;
}

#[tokio::test]
async fn r34_a_service_that_keeps_failing_is_left_alone() {
    let (app, stub) = started().await;
    let visitor = Visitor::at(router(&app, &stub), Site::FIELDHOUSE);
    stub.behave(Manner::ServerError);
    for _ in 0..8 {
        assert_away(&ask(&visitor, Site::FIELDHOUSE, "GC-100").await, "away");
    }
    assert_eq!(stub.asked().len(), 5);
    assert_eq!(visitor.get("/api/cart/active").await.json(), Value::Null, "the store goes on");
}
