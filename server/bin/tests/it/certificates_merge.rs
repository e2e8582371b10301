//! Certificates where two carts become one at sign-in: the flyer of one that comes along takes over from
//! an ordinary code, and the undo of the merge gives each cart its own back.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::certificates::store::CertificateRow;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, register, sign_in},
    certificates::{certificate, issue, redeem},
    offers::apply,
    price_table::price,
    shopping::{add_one, assert_books, cart},
    support::{TestApp, Visitor},
};

const PRICES: &str = "fieldhouse,AB,,,BAL100,,29.99,,\nfieldhouse,CD,,,BAL100,,31.00,,\nfieldhouse,K7,,,BAL100,,35.00,,\n\
     fieldhouse,M3,,,BAL100,,31.00,,\n";

/// A customer with a cart on one device, and a visit with another that is about to sign in.
async fn two_carts() -> (TestApp, Visitor, Visitor) {
    let app = TestApp::stocked().await;
    price(&app, PRICES).await;
    let with_flyer = |number, flyer: &str| CertificateRow { flyer: flyer.to_owned(), ..certificate(number) };
    issue(&app, &[with_flyer("GC-AB", "AB"), with_flyer("GC-CD", "CD"), certificate("GC-PLAIN")]).await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let (held, brought) = (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    sign_in(&held, COACH, PASSWORD).await;
    add_one(&held, "BAL100", 2).await;
    add_one(&brought, "BAL100", 3).await;
    (app, held, brought)
}

async fn coded(visitor: &Visitor, code: &str) {
    let applied = apply(visitor, code).await;
    assert_eq!(applied.status, StatusCode::OK, "{}", applied.text);
}

async fn redeemed(visitor: &Visitor, number: &str) {
    let added = redeem(visitor, number).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
}

/// What is seen of a cart, without its version.
async fn seen(visitor: &Visitor) -> Value {
    let mut seen = cart(visitor).await;
    seen["version"] = Value::Null;
    seen
}

/// Offer code, the one a certificate locks, numbers of the certificates, and the total.
fn codes(cart: &Value) -> (String, String, Vec<String>, i64) {
    let payments = cart["paymentInfo"]["payments"].as_array().cloned().unwrap_or_default();
    let number = |payment: &Value| {
        payment["obj"]["custom"]["fields"]["certificate_number"].as_str().unwrap_or_default().to_owned()
    };
    (
        cart["custom"]["fields"]["flyer_code"].as_str().unwrap_or_default().to_owned(),
        cart["certFlyerCode"].as_str().unwrap_or_default().to_owned(),
        payments.iter().map(number).collect(),
        cart["totalCents"].as_i64().unwrap(),
    )
}

fn expected(flyer: &str, locked: &str, numbers: &[&str], total: i64) -> (String, String, Vec<String>, i64) {
    (flyer.to_owned(), locked.to_owned(), numbers.iter().map(|number| (*number).to_owned()).collect(), total)
}

/// Takes the merge back; both carts are as they were.
async fn part(app: &TestApp, (held, brought): (&Visitor, &Visitor), merged: &Value, before: [Value; 2]) {
    let back = brought.post("/api/cart/undo", &json!({"undo": merged["mergedUndo"]})).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.text);
    let [held_before, brought_before] = before;
    assert_eq!(seen(held).await, held_before);
    assert_books(app).await;
    brought.send(Method::POST, "/api/auth/signout", &[], None).await;
    assert_eq!(seen(brought).await, brought_before);
    assert_books(app).await;
}

#[tokio::test]
async fn a_certificates_flyer_takes_over_from_an_ordinary_code_and_its_lock_comes_along() {
    let (app, held, brought) = two_carts().await;
    coded(&held, "K7").await;
    redeemed(&brought, "GC-AB").await;
    let before = [seen(&held).await, seen(&brought).await];
    assert_eq!(codes(&before[0]), expected("K7", "", &[], 7_000));
    assert_eq!(codes(&before[1]), expected("AB", "AB", &["GC-AB"], 3 * 2_999));
    let merged = sign_in(&brought, COACH, PASSWORD).await.json();
    assert_eq!(codes(&cart(&brought).await), expected("AB", "AB", &["GC-AB"], 5 * 2_999));
    assert_eq!(codes(&cart(&held).await), codes(&cart(&brought).await), "on every device");
    let refused = apply(&held, "K7").await;
    assert_eq!(
        refused.json()["errors"][0]["message"],
        "Your current offer code is being used by a certificate in your cart. Please remove your certificate to change this code."
    );
    part(&app, (&held, &brought), &merged, before).await;
    // Nothing of the lock stays behind.
    coded(&held, "M3").await;
    assert_eq!(codes(&cart(&held).await), expected("M3", "", &[], 6_200));
}

#[tokio::test]
async fn a_certificates_flyer_that_is_there_stays() {
    for code in ["K7", "AB"] {
        let (app, held, brought) = two_carts().await;
        redeemed(&held, "GC-CD").await;
        let mut numbers = vec!["GC-CD"];
        if code == "AB" {
            redeemed(&brought, "GC-AB").await;
            numbers.push("GC-AB");
        } else {
            coded(&brought, code).await;
        }
        let before = [seen(&held).await, seen(&brought).await];
        let merged = sign_in(&brought, COACH, PASSWORD).await.json();
        assert_eq!(codes(&cart(&brought).await), expected("CD", "CD", &numbers, 5 * 3_100), "{code}");
        part(&app, (&held, &brought), &merged, before).await;
    }
}

#[tokio::test]
async fn a_certificate_without_a_flyer_leaves_the_code_alone() {
    let (app, held, brought) = two_carts().await;
    coded(&held, "K7").await;
    redeemed(&brought, "GC-PLAIN").await;
    let before = [seen(&held).await, seen(&brought).await];
    let merged = sign_in(&brought, COACH, PASSWORD).await.json();
    assert_eq!(codes(&cart(&brought).await), expected("K7", "", &["GC-PLAIN"], 5 * 3_500));
    part(&app, (&held, &brought), &merged, before).await;
}
