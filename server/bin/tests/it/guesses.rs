//! R73: codes cannot be searched for, at whichever door; and a code of a certificate holds with it alone.

use axum::{Router, http::StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    buying::certificates::store::CertificateRow,
    config::{Config, limits::Limits},
};
use serde_json::json;

use crate::{
    certificates::{certificate, issue, redeem},
    offers::{apply, codes, enroll, store},
    platform::Client,
    price_table::price,
    shopping::{add_one, cart},
    support::{Answer, TestApp, Visitor},
};

const LOOK_UP: &str = "/api/flyer-code/friendly/?input=";

/// The same store with the limits it has unless it is told others, but for look-ups by the minute.
async fn strict(app: &TestApp) -> Router {
    let state = app.again(Config {
        database_url: app.state.config.database_url.clone(),
        certificate_lookups_per_minute: u32::MAX,
        friendly_code_lookups_per_minute: u32::MAX,
        limits: Limits { code: 30, ..Limits::all(u32::MAX) },
        ..Config::default()
    });
    state.prices.refresh(&state).await.unwrap();
    surfaces::router(state, app.pages.clone())
}

fn assert_told_nothing(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{}", answer.text);
    assert_eq!(answer.json()["code"], "too_many_requests");
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 60);
}

/// Tries wrong codes until nothing more is told, each as somebody new of one address; how many were.
async fn exhaust(router: &Router, what: &str) -> usize {
    for number in 0..100_u8 {
        let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
        let guess = format!("{}{}", char::from(b'A' + number / 10), number % 10);
        let answer = match what {
            "typed" => apply(&visitor, &guess).await,
            "program" => enroll(&visitor, &guess).await,
            "looked up" => visitor.get(&format!("{LOOK_UP}wrong{guess}")).await,
            "certificate" => redeem(&visitor, &format!("GUESS-{guess}")).await,
            _ => {
                visitor.forge_cookie("flyercode", &guess);
                visitor.get("/api/cart/codes").await
            }
        };
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            return usize::from(number);
        }
    }
    100
}

#[tokio::test]
async fn r73_no_door_tells_whether_a_code_holds_after_too_many_wrong_ones() {
    for what in ["typed", "program", "looked up", "certificate", "cookies"] {
        let app = store().await;
        issue(&app, &[certificate("GC-100")]).await;
        let router = strict(&app).await;
        // Whose cookies say nothing is told nothing all the same: there it never ends.
        let tried = exhaust(&router, what).await;
        assert_eq!(tried, if what == "cookies" { 100 } else { 30 }, "{what}");
        // What is right is told no more than what is wrong, at none of the doors.
        let stranger = Visitor::at(router.clone(), Site::FIELDHOUSE);
        for answer in [
            apply(&stranger, "AB").await,
            apply(&stranger, "spring26").await,
            enroll(&stranger, "P-1").await,
            stranger.get(&format!("{LOOK_UP}spring26")).await,
            redeem(&stranger, "GC-100").await,
        ] {
            assert_told_nothing(&answer);
        }
        stranger.forge_cookie("flyercode", "AB");
        let seen = codes(&stranger).await;
        assert_eq!((&seen["flyerCode"], &seen["flyer"]), (&json!(""), &json!(null)), "{what}");
        stranger.forge_cookie("flyercode", "AB");
        let ask = json!({"storeKey": "fieldhouse", "sku": "BAL100", "quantity": 1});
        let priced = stranger.post("/api/erp/price-personalized/", &ask).await;
        assert_eq!(priced.json()["data"]["unitPrice"], json!(null), "{what}: {}", priced.text);
    }
}

/// Several nodes share a server; a file is one node's.
mod on_postgres {
    use fieldhouse_shop::pruning::sweep::sweep;

    use super::*;
    use crate::shopping::count;

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r78_codes_are_searched_for_no_longer_by_asking_at_another_node() {
        let app = store().await;
        let (one, other) = (strict(&app).await, strict(&app).await);
        let coach = Visitor::at(one.clone(), Site::FIELDHOUSE);
        add_one(&coach, "BAL100", 1).await;
        for _ in 0..3 {
            assert_eq!(enroll(&coach, "P-1").await.status, StatusCode::OK);
        }
        // What was right is given back beside the answer.
        while count(&app, "code_guess").await > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(exhaust(&one, "program").await, 30);
        assert_eq!(exhaust(&other, "program").await, 0);
        assert_told_nothing(&enroll(&Visitor::at(other, Site::FIELDHOUSE), "P-1").await);
        assert!(count(&app, "code_guess").await >= 30);
        app.state.clock.advance_seconds(3_600);
        sweep(&app.state).await.unwrap();
        assert_eq!(count(&app, "code_guess").await, 0, "an hour later nothing of it is left");
    }
}

#[tokio::test]
async fn r73_codes_asked_for_at_once_are_counted_before_any_is_judged() {
    let app = store().await;
    let router = strict(&app).await;
    let tried = (0..100_u8).map(|number| {
        let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
        async move { apply(&visitor, &format!("{}{}", char::from(b'A' + number / 10), number % 10)).await.status }
    });
    let told = futures_util::future::join_all(tried).await;
    let judged = told.iter().filter(|status| **status == StatusCode::UNPROCESSABLE_ENTITY).count();
    assert_eq!(judged, 30);
    assert!(
        told.iter().all(|status| [StatusCode::UNPROCESSABLE_ENTITY, StatusCode::TOO_MANY_REQUESTS].contains(status))
    );
}

#[tokio::test]
async fn r73_a_visitor_has_a_third_of_what_an_address_has() {
    let app = store().await;
    let router = strict(&app).await;
    let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    for number in 0..10 {
        assert_eq!(apply(&visitor, &format!("Y{number}")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_told_nothing(&apply(&visitor, "AB").await);
    // The others of the address go on.
    let other = Visitor::at(router, Site::FIELDHOUSE);
    add_one(&other, "BAL100", 1).await;
    assert_eq!(apply(&other, "AB").await.status, StatusCode::OK);
}

#[tokio::test]
async fn r73_a_cookie_that_is_over_is_no_guess_however_often_it_comes() {
    let app = store().await;
    let router = strict(&app).await;
    for _ in 0..60 {
        let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
        visitor.forge_cookie("flyercode", "ZZ");
        assert_eq!(visitor.get("/api/cart/codes").await.status, StatusCode::OK);
    }
    let visitor = Visitor::at(router, Site::FIELDHOUSE);
    assert_eq!(apply(&visitor, "AB").await.status, StatusCode::OK);
}

#[tokio::test]
async fn r73_a_code_of_a_certificate_is_refused_without_it() {
    let app = store().await;
    price(&app, "fieldhouse,TM,,,BAL100,,9.00,,\n").await;
    issue(&app, &[CertificateRow { flyer: "TM".to_owned(), ..certificate("GC-TM") }]).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    for code in ["TM", "tm", "Tm"] {
        let refused = apply(&visitor, code).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
        visitor.forge_cookie("flyercode", code);
        assert_eq!(codes(&visitor).await["flyerCode"], "", "nor by a cookie");
    }
    visitor.forge_cookie("flyercode", "TM");
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(cart(&visitor).await["custom"]["fields"]["flyer_code"], json!(null));
    // With the certificate it holds.
    assert_eq!(redeem(&visitor, "GC-TM").await.status, StatusCode::OK);
    assert_eq!(codes(&visitor).await["flyerCode"], "TM");
}

#[tokio::test]
async fn r73_a_program_cannot_set_codes_until_one_holds() {
    let app = store().await;
    issue(&app, &[CertificateRow { flyer: "TM".to_owned(), ..certificate("GC-TM") }]).await;
    let visitor = Visitor::at(strict(&app).await, Site::FIELDHOUSE);
    let form = "grant_type=client_credentials";
    let program = Client::given(visitor, "/oauth/fieldhouse/anonymous/token", form).await;
    let mut cart = program.good("/me/carts", &json!({"currency": "USD"})).await;
    let set = async |cart: &serde_json::Value, name: &str, value: &str| {
        let action = json!({"action": "setCustomField", "name": name, "value": value});
        let path = format!("/me/carts/{}", cart["id"].as_str().unwrap());
        program.post(&path, &json!({"version": cart["version"], "actions": [action]})).await
    };
    let refused = set(&cart, "flyer_code", "TM").await;
    assert!(refused.status.is_client_error(), "{}", refused.text);
    let mut tried = 0;
    for (number, name) in (0..40).zip(["flyer_code", "program_id", "friendly_flyer_code"].iter().cycle()) {
        let answer = set(&cart, name, &format!("G{number}")).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        cart = answer.json();
        tried += 1;
    }
    assert_eq!(tried, 9, "a third of thirty, with the code of the certificate");
}
