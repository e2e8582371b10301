//! Address look-up over HTTP: the offline verifier, a hosted one, and a hosted one that misbehaves
//! (account §3, §4, §7, R35).

use std::sync::{Arc, Mutex};

use axum::{Json, Router, extract::RawQuery, routing::get};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::config::Config;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::{TestApp, Visitor};

fn typed(street: &str, city: &str, zip: &str) -> Value {
    json!({"street": street, "street2": "", "city": city, "state": "TX", "zipCode": zip})
}

async fn suggestions(visitor: &Visitor, typed: &Value) -> Value {
    let answer = visitor.post("/api/addresses/lookup", typed).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let body = answer.json();
    assert_eq!(body["lookups"].as_array().map(Vec::len), Some(1));
    body["lookups"][0]["result"].clone()
}

/// A visitor of a store that asks a verifier at this place.
fn asking(app: &TestApp, address_verifier: String) -> Visitor {
    let state = app.again(Config { address_verifier, ..app.state.config.clone() });
    Visitor::at(surfaces::router(state, Arc::clone(&app.pages)), Site::US_GAMES)
}

/// A verifier on this machine; its place.
async fn verifier(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    place
}

/// One that answers everything with this status and body.
async fn answering(status: u16, body: &'static str) -> String {
    let status = axum::http::StatusCode::from_u16(status).unwrap();
    verifier(Router::new().route("/street-address", get(async move || (status, body)))).await
}

#[tokio::test]
async fn a_verifier_that_is_asked_stands_in_the_metrics() {
    let app = TestApp::start().await;
    let address_verifier = answering(200, "[]").await;
    let state = app.again(Config { address_verifier, metrics: true, ..app.state.config.clone() });
    let visitor = Visitor::at(surfaces::router(state, Arc::clone(&app.pages)), Site::US_GAMES);
    suggestions(&visitor, &typed("12 north main street", "Dallas", "75201")).await;
    let told = visitor.get("/metrics").await.text;
    for row in ["breaker{system=\"address-verifier\"} 0", "answered_total{system=\"address-verifier\"} 1"] {
        assert!(told.contains(row), "{row}: {told}");
    }
}

#[tokio::test]
async fn the_offline_verifier_answers_in_the_specifications_shape() {
    let app = TestApp::start().await;
    let found =
        suggestions(&app.visitor(Site::US_GAMES), &typed("12 north main street, apt 4b", "Dallas", "75201")).await;
    let expect = json!([{
        "streetNumber": "12", "streetName": "Main", "suffix": "St", "preDirection": "N", "postDirection": "",
        "deliveryLine1": "12 N Main St Apt 4B", "deliveryLine2": "", "city": "Dallas", "state": "TX", "zip": "75201",
    }]);
    assert_eq!(found, expect);
}

#[tokio::test]
async fn a_city_of_another_zip_code_is_suggested_both_ways() {
    let app = TestApp::start().await;
    let found = suggestions(&app.visitor(Site::US_GAMES), &typed("1 Main St", "Austin", "75201")).await;
    let places: Vec<_> = found.as_array().unwrap().iter().map(|s| (s["city"].clone(), s["zip"].clone())).collect();
    assert_eq!(places[0], (json!("Dallas"), json!("75201")));
    assert!(places.contains(&(json!("Austin"), json!("78701"))), "{places:?}");
}

#[tokio::test]
async fn an_address_that_is_right_has_an_empty_first_entry() {
    let app = TestApp::start().await;
    assert_eq!(suggestions(&app.visitor(Site::FIELDHOUSE), &typed("1 Main St", "Dallas", "75201")).await, json!([]));
}

#[tokio::test]
async fn hostile_addresses_are_answered() {
    let app = TestApp::start().await;
    let long = "1 ".repeat(5_000);
    for text in ["' OR 1=1 --", "\u{202e}1 niaM", "🏀 1 Main", "<script>1</script>", long.as_str(), "\n1 Main\n"] {
        let body = json!({"street": text, "street2": text, "city": text, "state": text, "zipCode": text});
        let answer = app.visitor(Site::FIELDHOUSE).post("/api/addresses/lookup", &body).await;
        assert!([200, 400, 413].contains(&answer.status.as_u16()), "{text:.20}: {}", answer.status);
    }
}

#[tokio::test]
async fn a_hosted_verifier_is_asked_and_only_what_differs_is_suggested() {
    let body = r#"[
        {"delivery_line_1": "1 Main St", "components": {"primary_number": "1", "street_name": "Main",
         "street_suffix": "St", "city_name": "Dallas", "state_abbreviation": "TX", "zipcode": "75201", "plus4_code": "1234"}},
        {"delivery_line_1": "1 MAIN STREET", "components": {"city_name": "Dallas", "state_abbreviation": "TX", "zipcode": "75201"}}
    ]"#;
    let app = TestApp::start().await;
    let found =
        suggestions(&asking(&app, answering(200, body).await), &typed("1 Main Street", "Dallas", "75201")).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["zip"], "75201-1234");
    assert_eq!(found[0]["deliveryLine1"], "1 Main St");
}

#[tokio::test]
async fn a_hosted_verifier_is_told_what_was_typed() {
    let (tell, told) = tokio::sync::oneshot::channel();
    let tell = Arc::new(Mutex::new(Some(tell)));
    let router = Router::new().route(
        "/street-address",
        get(async move |RawQuery(query): RawQuery| {
            let tell = tell.lock().unwrap().take();
            tell.unwrap().send(query.unwrap()).unwrap();
            Json(json!([]))
        }),
    );
    let app = TestApp::start().await;
    let visitor = asking(&app, verifier(router).await);
    suggestions(&visitor, &typed("1 Main & Co", "Dallas", "75201")).await;
    assert_eq!(told.await.unwrap(), "street=1+Main+%26+Co&street2=&city=Dallas&state=TX&zipcode=75201&candidates=5");
}

#[tokio::test]
async fn r35_a_verifier_that_is_down_or_talks_rubbish_suggests_nothing() {
    let app = TestApp::start().await;
    let wanted = typed("1 Main Street", "Dallas", "75201");
    for (status, body) in [
        (500, "oops"),
        (200, "<html>"),
        (200, "null"),
        (200, r#"{"lookups": []}"#),
        (200, r#"[{"delivery_line_1": 7}]"#),
        (
            200,
            r#"[{"delivery_line_1": "a\u0000b", "components": {"city_name": "", "state_abbreviation": "", "zipcode": ""}}]"#,
        ),
        (429, "[]"),
        (204, ""),
    ] {
        let visitor = asking(&app, answering(status, body).await);
        assert_eq!(suggestions(&visitor, &wanted).await, json!([]), "{status} {body}");
    }
    assert_eq!(suggestions(&asking(&app, "http://127.0.0.1:1/".to_owned()), &wanted).await, json!([]));
}
