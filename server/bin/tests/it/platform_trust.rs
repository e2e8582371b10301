//! What the customer API does not tell or take: another store's, another customer's, another currency's.

use axum::http::{Method, StatusCode, header};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::ops::openapi;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, register},
    platform::{Client, PROJECT, ask, code, password_form},
    platform_payments::planned,
    shopping::{add_one, assert_books, check_out, count, place, placing, texts},
    support::TestApp,
};

const MADE_UP: &str = "00000000-0000-4000-8000-000000000000";

/// Every operation below the project: method and path after it.
fn operations() -> Vec<(Method, String)> {
    let document = serde_json::to_value(openapi::document()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(path) = path.strip_prefix("/platform/{projectKey}") else { continue };
        for method in item.as_object().unwrap().keys() {
            found.push((Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(), path.to_owned()));
        }
    }
    found
}

#[test]
fn every_call_of_account_7_and_cart_7_is_an_operation() {
    let known: Vec<String> = operations().iter().map(|(method, path)| format!("{method} {path}")).collect();
    for wanted in [
        "GET /me",
        "POST /me",
        "GET /me/orders/{id}",
        "GET /me/payments/{id}",
        "GET /me/payments",
        "DELETE /me/payments/{id}",
        "POST /me/payments",
        "GET /me/business-units",
        "GET /me/active-cart",
        "POST /me/carts",
        "POST /me/carts/{id}",
    ] {
        assert!(known.contains(&wanted.to_owned()), "{wanted} is missing: {known:?}");
    }
    // The ten update actions of account §7, as the description names them.
    let document = serde_json::to_value(openapi::document()).unwrap().to_string();
    for action in [
        "removeAddress",
        "setDefaultShippingAddress",
        "addAddress",
        "changeAddress",
        "addShippingAddressId",
        "setTitle",
        "setFirstName",
        "setLastName",
        "changeEmail",
        "setCustomField",
    ] {
        assert!(document.contains(&format!("\"{action}\"")), "{action}");
    }
}

#[tokio::test]
async fn r02_r04_no_operation_answers_below_another_store() {
    let app = TestApp::stocked().await;
    let ours = Client::registered(&app, Site::US_GAMES, COACH).await;
    // The same e-mail has an account, a cart, an order and a payment at the other store.
    let theirs = customer(&app, Site::FIELDHOUSE, COACH).await;
    add_one(&theirs, "BAL100", 2).await;
    let placed = place(&theirs, "one", &placing(&check_out(&theirs).await)).await.json();
    add_one(&theirs, "BAL100", 1).await;
    let their = Client::customer(&app, Site::FIELDHOUSE, COACH).await;
    let cart = their.get("/me/active-cart").await.json();
    let body = planned("SAP", "PURCHASE_ORDER", 1, &json!({"po_number": "PO-1"}));
    let payment = their.good("/me/payments", &body).await;
    let payments = their.get("/me/payments").await.json()["results"].clone();
    assert!(payments.as_array().unwrap().contains(&payment), "beside the one of the order");
    let me = their.me().await;
    let nothing = ours.get("/nothing").await.json();
    let operations = operations();
    assert!(operations.len() >= 17, "{operations:?}");
    for (method, path) in &operations {
        let id = match path.split('/').nth(2) {
            Some("carts") => &cart["id"],
            Some("orders") => &placed["id"],
            _ => &payment["id"],
        };
        let id = id.as_str().unwrap();
        let body = json!({"version": 1, "actions": []});
        let body = (method != Method::GET).then_some(&body);
        // Below the other store's address the token opens nothing, whatever is asked for.
        for store in ["key=fieldhouse", "key=athleticconnection", "key=USGAMES", "key=usgames%20", "id=usgames"] {
            let path = ["/in-store/", store, &path.replace("{id}", id)].concat();
            let answer = ours.send(method.clone(), &path, body).await;
            assert_eq!((answer.status.as_u16(), answer.json()), (404, nothing.clone()), "{method} {path}");
        }
        // And an id of the other store is one that was never given.
        if path.contains("{id}") {
            let query = if *method == Method::DELETE { "?version=1" } else { "" };
            for prefix in ["", "/in-store/key=usgames"] {
                let at = |id: &str| [prefix, &path.replace("{id}", id), query].concat();
                let (real, made_up) = (
                    ours.send(method.clone(), &at(id), body).await,
                    ours.send(method.clone(), &at(MADE_UP), body).await,
                );
                assert_eq!((real.status.as_u16(), real.json()), (404, made_up.json()), "{method} {path}");
            }
        }
    }
    assert_eq!(their.me().await, me);
    assert_eq!(their.get("/me/active-cart").await.json()["version"], cart["version"]);
    assert_eq!(their.get("/me/payments").await.json()["results"], payments);
    assert_books(&app).await;
}

#[tokio::test]
async fn r04_a_password_is_good_for_its_store_alone() {
    let app = TestApp::start().await;
    register(&app, Site::US_GAMES, COACH).await;
    let form = password_form(COACH, PASSWORD);
    for (host, path, status) in [
        (Site::US_GAMES, "/oauth/fieldhouse/customers/token", 200),
        (Site::FIELDHOUSE, "/oauth/fieldhouse/customers/token", 400),
        (Site::FIELDHOUSE, "/oauth/fieldhouse/in-store/key=usgames/customers/token", 200),
        (Site::US_GAMES, "/oauth/fieldhouse/in-store/key=fieldhouse/customers/token", 400),
        (Site::US_GAMES, "/oauth/fieldhouse/in-store/key=nowhere/customers/token", 404),
        (Site::US_GAMES, "/oauth/other/customers/token", 404),
    ] {
        let answer = ask(&app.visitor(host), path, &form).await;
        assert_eq!(answer.status.as_u16(), status, "{host:?} {path}: {}", answer.text);
    }
}

#[tokio::test]
async fn r39_r40_a_legacy_password_is_told_to_whoever_knows_it() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let digest = fieldhouse_shop::passwords::legacy_digest(
        fieldhouse_core::import::password_hash::HashStep::Sha256,
        "salt",
        "the old one",
    );
    let tx = app.state.db.write().await.unwrap();
    let sql = ["UPDATE customer SET password_hash = '', legacy_hash = 'sha256$salt$", &digest, "'"].concat();
    tx.execute_unprepared(&sql).await.unwrap();
    tx.commit().await.unwrap();
    let visitor = app.visitor(Site::FIELDHOUSE);
    let client = Client::anonymous(&app, Site::FIELDHOUSE).await;
    let token = async |email: &str, password: &str| {
        ask(&visitor, "/oauth/fieldhouse/customers/token", &password_form(email, password)).await
    };
    let login = async |email: &str, password: &str| {
        client.post("/me/login", &json!({"email": email, "password": password})).await
    };
    // A wrong password and an unknown address are one answer at either door.
    assert_eq!(token(COACH, "another one").await.json(), token("nobody@club.example", "another one").await.json());
    assert_eq!(login(COACH, "another one").await.json(), login("nobody@club.example", "another one").await.json());
    assert_eq!(count(&app, "password_token").await, 0);
    for answer in [token(COACH, "the old one").await, login(COACH, "the old one").await] {
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        let token = message.strip_prefix("token:").unwrap();
        assert!(token.len() >= 22 && !texts(&app, "password_token", "token_hash").await.contains(&token.to_owned()));
    }
    assert_eq!(count(&app, "password_token").await, 1, "the newest counts");
    assert_eq!(count(&app, "platform_grant").await, 1, "and nobody is signed in by it");
}

#[tokio::test]
async fn r15_money_of_another_currency_or_of_other_digits_is_refused() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::FIELDHOUSE).await;
    let fields = json!({"po_number": "PO-1"});
    let with = |over: Value| {
        let mut payment = planned("SAP", "PURCHASE_ORDER", 1_000, &fields);
        for (name, value) in over.as_object().unwrap() {
            payment["amountPlanned"][name] = value.clone();
        }
        payment
    };
    // Currencies of no, two and three digits; dollars that are not cents.
    for over in [
        json!({"currencyCode": "JPY", "fractionDigits": 0}),
        json!({"currencyCode": "JPY"}),
        json!({"currencyCode": "EUR", "fractionDigits": 2}),
        json!({"currencyCode": "KWD", "fractionDigits": 3}),
        json!({"currencyCode": "usd"}),
        json!({"currencyCode": ""}),
        json!({"fractionDigits": 0}),
        json!({"fractionDigits": 3}),
        json!({"type": "highPrecision"}),
        json!({"type": "highPrecision", "fractionDigits": 7}),
    ] {
        let refused = client.post("/me/payments", &with(over.clone())).await;
        assert_eq!(refused.status, 400, "{over}: {}", refused.text);
        code(&refused);
    }
    for over in [json!({"centAmount": 1.5}), json!({"centAmount": "1000"}), json!({"fractionDigits": -1})] {
        assert_eq!(client.post("/me/payments", &with(over.clone())).await.status, 400, "{over}");
    }
    for currency in ["JPY", "KWD", "EUR", "usd", ""] {
        let refused = client.post("/me/carts", &json!({"currency": currency})).await;
        assert_eq!(refused.status, 400, "{currency}: {}", refused.text);
    }
    assert_eq!(count(&app, "payment").await + count(&app, "cart").await, 0);
    let whole = client.good("/me/payments", &with(json!({"type": "centPrecision", "fractionDigits": 2}))).await;
    assert_eq!(whole["amountPlanned"]["fractionDigits"], 2);
    assert_eq!(
        (&whole["amountPlanned"]["type"], &whole["amountPlanned"]["currencyCode"]),
        (&json!("centPrecision"), &json!("USD"))
    );
}

#[tokio::test]
async fn r52_texts_come_back_as_data_whatever_they_hold() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    for text in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "</script><svg/onload=alert(1)>",
        "javascript:alert(1)//",
        "{{7*7}}${7*7}",
        "&lt;script&gt;",
    ] {
        let changed = client.change(json!([{"action": "setTitle", "title": text}])).await;
        let refused = changed.status == StatusCode::BAD_REQUEST;
        for answer in [changed, client.get("/me").await] {
            assert!(refused || answer.json()["title"] == text, "{}", answer.text);
            assert_eq!(answer.headers[header::CONTENT_TYPE], "application/json", "{text}");
            assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
            assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
        }
        // Nor is it repeated by an error.
        let query = [PROJECT, "/me/orders?sort=", "%3Cscript%3E"].concat();
        let bearer = ["Bearer ", &client.token].concat();
        let error = client.visitor.send(Method::GET, &query, &[("authorization", &bearer)], None).await;
        assert!(error.status == 400 && !error.text.contains("<script"), "{}", error.text);
    }
}
