//! Certificates and orders: looked up again at placement, used by one order however many want it.

use std::sync::Arc;

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::certificates::store::CertificateRow;
use serde_json::{Value, json};

use crate::{
    certificates::{certificate, issue, redeem},
    shopping::{add_one, assert_books, cart, check_out, count, number_in, place, placing, put, shipping, texts},
    support::{TestApp, Visitor},
};

async fn shipped(visitor: &Visitor) -> Value {
    let answer = put(visitor, "/api/checkout/shipping", &shipping()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

#[tokio::test]
async fn a_certificate_pays_a_part_and_is_redeemed_with_the_order() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-100")]).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    redeem(&visitor, "GC-100").await;
    let review = check_out(&visitor).await;
    assert_eq!((review["step"].as_str(), review["paymentNeeded"].as_bool()), (Some("review"), Some(true)));
    let placed = place(&visitor, "k", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    let order = placed.json();
    assert_eq!(order["certificates"][0]["certificateNumber"], "GC-100");
    assert_eq!(order["certificates"][0]["amount"], "$50.00");
    assert_eq!(order["certificates"][0]["remainder"], "");
    assert_eq!(order["summary"]["certificates"]["text"], "-$50.00");
    assert_eq!(order["totalCents"].as_i64().unwrap(), review["grossCents"].as_i64().unwrap() - 5_000);
    assert!(!placed.text.contains("J. Smith"));
    let id = order["id"].as_str().unwrap();
    assert_eq!(visitor.get(&format!("/api/orders/{id}")).await.json(), order);
    assert_eq!(texts(&app, "certificate_use", "order_id").await, [id]);
    assert_eq!(texts(&app, "payment", "order_id").await, [id, id], "the certificate and the purchase order");

    // Redeemed for everyone from now on.
    let other = app.visitor(Site::FIELDHOUSE);
    let question = json!({"certificateNumber": "GC-100", "catalog": "BS", "siteCode": "M_BSN2"});
    assert_eq!(other.post("/api/features/CertificateInput", &question).await.json()["status"], "C");
    assert_eq!(redeem(&other, "GC-100").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    // The letter tells of it.
    fieldhouse_shop::letters::worker::send_due(&app.state).await.unwrap();
    let letters = std::fs::read_dir(app.mail_folder()).unwrap();
    let letter = std::fs::read_to_string(letters.last().unwrap().unwrap().path()).unwrap();
    assert!(letter.contains("GC-100: $50.00") && letter.contains("PO-4711"), "{letter}");
    assert_books(&app).await;
}

#[tokio::test]
async fn what_certificates_pay_whole_is_ordered_without_a_purchase_order() {
    let app = TestApp::stocked().await;
    issue(&app, &[CertificateRow { value_cents: 20_000.into(), ..certificate("GC-BIG") }]).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    redeem(&visitor, "GC-BIG").await;
    let before = visitor.get("/api/checkout").await.json();
    assert_eq!((before["step"].as_str(), before["paymentNeeded"].as_bool()), (Some("shipping"), Some(true)));
    let review = shipped(&visitor).await;
    assert_eq!((review["step"].as_str(), review["paymentNeeded"].as_bool()), (Some("review"), Some(false)));
    assert_eq!(review["totalCents"], 0);
    let order = place(&visitor, "k", &placing(&review)).await;
    assert_eq!(order.status, StatusCode::CREATED, "{}", order.text);
    let order = order.json();
    assert_eq!((order["poNumber"].as_str(), order["totalCents"].as_i64()), (Some(""), Some(0)));
    let left = format!(
        "The remaining ${}.{:02} of this certificate cannot be used later",
        (20_000 - review["grossCents"].as_i64().unwrap()) / 100,
        (20_000 - review["grossCents"].as_i64().unwrap()) % 100
    );
    assert_eq!(order["certificates"][0]["remainder"], left);
    fieldhouse_shop::letters::worker::send_due(&app.state).await.unwrap();
    assert_books(&app).await;

    // Without enough of them a purchase order is asked for as ever.
    let other = app.visitor(Site::FIELDHOUSE);
    issue(&app, &[certificate("GC-100")]).await;
    add_one(&other, "BAL100", 3).await;
    redeem(&other, "GC-100").await;
    let review = shipped(&other).await;
    assert_eq!(review["step"], "payment");
    let refused = place(&other, "k", &placing(&review)).await;
    assert!(refused.text.contains("no_payment"), "{}", refused.text);
}

#[tokio::test]
async fn r22_a_certificate_that_can_no_longer_be_used_refuses_the_order() {
    for (state, row) in [
        ("voided", CertificateRow { status: "E".to_owned(), ..certificate("GC-100") }),
        ("expired", CertificateRow { expires_on: "2026-11-19".to_owned(), ..certificate("GC-100") }),
        ("switched off", CertificateRow { is_valid: false, ..certificate("GC-100") }),
    ] {
        let app = TestApp::stocked().await;
        issue(&app, &[certificate("GC-100")]).await;
        let visitor = app.visitor(Site::FIELDHOUSE);
        add_one(&visitor, "BAL100", 3).await;
        redeem(&visitor, "GC-100").await;
        let review = check_out(&visitor).await;
        let before = cart(&visitor).await;
        issue(&app, &[row]).await;
        let refused = place(&visitor, "k", &placing(&review)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{state}: {}", refused.text);
        let told = &refused.json()["errors"][0];
        assert_eq!(
            (told["field"].as_str(), told["code"].as_str()),
            (Some("certificates.0"), Some("certificate_not_usable"))
        );
        assert_eq!((count(&app, "orders").await, count(&app, "certificate_use").await), (0, 0), "{state}");
        assert_eq!(cart(&visitor).await, before, "{state}");
        assert_books(&app).await;
    }
}

#[tokio::test]
async fn r12_the_value_at_placement_counts_and_a_difference_is_shown_first() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-100")]).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    redeem(&visitor, "GC-100").await;
    let review = check_out(&visitor).await;
    issue(&app, &[CertificateRow { value_cents: 4_000.into(), ..certificate("GC-100") }]).await;
    let refused = place(&visitor, "k1", &placing(&review)).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    assert_eq!(count(&app, "orders").await, 0);
    let review = visitor.get("/api/checkout").await.json();
    assert_eq!(review["totalCents"].as_i64().unwrap(), review["grossCents"].as_i64().unwrap() - 4_000);
    let placed = place(&visitor, "k2", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(number_in(app.state.db.read(), "SELECT value_cents AS n FROM certificate_use").await, 4_000);
    assert_books(&app).await;
}

/// Rounds of the bounded double-spend test; `make bench` plays 200 with 50 rivals each.
const ROUNDS: usize = 8;
const RIVALS: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r18_a_certificate_wanted_by_many_carts_pays_one_order() {
    let app = Arc::new(TestApp::stocked().await);
    for round in 0..ROUNDS {
        let number = format!("RACE-{round}");
        issue(&app, &[certificate(&number)]).await;
        let mut rivals = Vec::new();
        for _ in 0..RIVALS {
            let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
            add_one(&visitor, "BAL100", 2).await;
            let held = redeem(&visitor, &number).await;
            assert_eq!(held.status, StatusCode::OK, "two carts may hold it: {}", held.text);
            let review = check_out(&visitor).await;
            rivals.push((visitor, placing(&review)));
        }
        let placements: Vec<_> = rivals
            .into_iter()
            .map(|(visitor, body)| {
                tokio::spawn(async move {
                    let answer = place(&visitor, "race", &body).await;
                    (visitor, answer)
                })
            })
            .collect();
        let mut winners = 0;
        for placement in placements {
            let (visitor, answer) = placement.await.unwrap();
            if answer.status == StatusCode::CREATED {
                winners += 1;
                continue;
            }
            assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text);
            assert_eq!(answer.json()["code"], "certificate_not_usable");
            assert_eq!(answer.json()["errors"][0]["field"], "certificates.0");
            assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 2, "nothing of the loser is lost");
        }
        assert_eq!(winners, 1, "round {round}");
    }
    let rounds = i64::try_from(ROUNDS).unwrap();
    assert_eq!((count(&app, "orders").await, count(&app, "certificate_use").await), (rounds, rounds));
    assert_books(&app).await;
}

#[tokio::test]
async fn a_loser_removes_the_certificate_and_orders_without_it() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-100")]).await;
    let (first, second) = (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    let mut reviews = Vec::new();
    for visitor in [&first, &second] {
        add_one(visitor, "BAL100", 2).await;
        redeem(visitor, "GC-100").await;
        reviews.push(check_out(visitor).await);
    }
    assert_eq!(place(&first, "k", &placing(&reviews[0])).await.status, StatusCode::CREATED);
    let lost = place(&second, "k", &placing(&reviews[1])).await;
    assert_eq!(
        lost.json()["errors"][0]["message"],
        "This certificate can no longer be used. Please remove it to place your order"
    );
    let held = cart(&second).await;
    let id = held["paymentInfo"]["payments"][0]["id"].as_str().unwrap();
    let removed = second.send(axum::http::Method::DELETE, &format!("/api/cart/certificates/{id}"), &[], None).await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.text);
    let review = second.get("/api/checkout").await.json();
    assert_eq!(review["totalCents"], review["grossCents"]);
    assert_eq!(place(&second, "k2", &placing(&review)).await.status, StatusCode::CREATED);
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_orders_that_want_the_same_certificates_never_wait_for_each_other() {
    let app = Arc::new(TestApp::stocked().await);
    for round in 0..6 {
        let numbers = [format!("A-{round}"), format!("B-{round}")];
        issue(&app, &numbers.clone().map(|number| certificate(&number))).await;
        let mut rivals = Vec::new();
        for order in [[0, 1], [1, 0]] {
            let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
            add_one(&visitor, "BAL100", 5).await;
            for place in order {
                assert_eq!(redeem(&visitor, &numbers[place]).await.status, StatusCode::OK);
            }
            let body = placing(&check_out(&visitor).await);
            rivals.push((visitor, body));
        }
        let placements: Vec<_> = rivals
            .into_iter()
            .map(|(visitor, body)| tokio::spawn(async move { place(&visitor, "k", &body).await.status }))
            .collect();
        let mut told = Vec::new();
        for rival in placements {
            told.push(rival.await.unwrap());
        }
        told.sort();
        assert_eq!(told, [StatusCode::CREATED, StatusCode::CONFLICT]);
    }
    assert_books(&app).await;
}
