//! Account information and the address book: everyone's own, and nobody else's.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::pruning::prune;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, session_type, sign_in, try_sign_in},
    shopping::{broken, count, put, texts},
    support::{Answer, TestApp, Visitor},
};

const BOOK: &str = "/api/account/addresses";

fn information(version: i64) -> Value {
    json!({"version": version, "firstName": "Robin", "lastName": "Coach", "title": "Director", "email": COACH,
        "classification": "School"})
}

fn address(street: &str) -> Value {
    json!({"firstName": "Pat", "lastName": "Margolis", "phoneNumber": "214-555-0142", "address": street,
        "country": "us", "city": "Dallas", "state": "TX", "zip": "75201"})
}

async fn add(visitor: &Visitor, street: &str) -> Value {
    let added = visitor.post(BOOK, &address(street)).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let book = added.json();
    let all = book["addresses"].as_array().unwrap();
    all.iter().find(|entry| entry["address"]["address"] == street).unwrap().clone()
}

async fn act(visitor: &Visitor, method: Method, id: &str, tail: &str, body: Option<&Value>) -> Answer {
    visitor.send(method, &format!("{BOOK}/{id}{tail}"), &[], body).await
}

#[tokio::test]
async fn account_information_changes_at_the_version_that_was_seen() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    let seen = visitor.get("/api/account").await.json();
    assert_eq!(
        seen,
        json!({"firstName": "Pat", "lastName": "Margolis", "title": "Head Coach", "email": COACH,
            "classification": "Club", "taxExemptions": [], "version": 1})
    );
    let changed = put(&visitor, "/api/account", &information(1)).await.json();
    assert_eq!(changed["signedOut"], false);
    assert_eq!(changed["customer"]["firstName"], "Robin");
    assert_eq!(visitor.get("/api/account").await.json(), changed["customer"]);
    assert_eq!(visitor.get("/api/auth/session").await.json()["firstName"], "Robin");
    let late = put(&visitor, "/api/account", &information(1)).await;
    assert_eq!((late.status, &late.json()["currentVersion"]), (StatusCode::CONFLICT, &json!(2)));
    let mut empty = information(2);
    for field in ["firstName", "lastName", "title", "classification"] {
        empty[field] = json!(" ");
    }
    let fields: Vec<String> =
        broken(&put(&visitor, "/api/account", &empty).await).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["firstName", "lastName", "title", "classification"]);
    for flag in ["showCertReporting", "type", "businessUnit", "passwordHash", "id"] {
        let mut draft = information(2);
        draft[flag] = json!(true);
        assert_eq!(put(&visitor, "/api/account", &draft).await.status, StatusCode::BAD_REQUEST, "{flag} (R07)");
    }
}

#[tokio::test]
async fn r47_a_new_email_needs_the_password_signs_out_and_tells_the_old_address() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    customer(&app, Site::FIELDHOUSE, "taken@club.example").await;
    let mut draft = information(1);
    draft["email"] = json!("new@club.example");
    let without = put(&visitor, "/api/account", &draft).await;
    assert_eq!(broken(&without), [("password.current".into(), "enter_current_password".into())]);
    draft["currentPassword"] = json!("not the one at all");
    let wrong = put(&visitor, "/api/account", &draft).await;
    assert_eq!(broken(&wrong), [("password.current".into(), "current_password_wrong".into())]);
    draft["currentPassword"] = json!(PASSWORD);
    draft["email"] = json!("Taken@Club.Example");
    assert_eq!(broken(&put(&visitor, "/api/account", &draft).await), [("email".into(), "email_exists".into())]);
    for twin in ["new@club.example\u{212a}", "\u{212a}oach@club.example"] {
        draft["email"] = json!(twin);
        assert_eq!(broken(&put(&visitor, "/api/account", &draft).await), [("email".into(), "email_invalid".into())]);
    }
    draft["email"] = json!("New@Club.Example");
    let changed = put(&visitor, "/api/account", &draft).await.json();
    assert_eq!((&changed["signedOut"], &changed["customer"]["email"]), (&json!(true), &json!("new@club.example")));
    assert_eq!(session_type(&visitor).await, "anon");
    assert_eq!(try_sign_in(&visitor, COACH, PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    sign_in(&visitor, "new@club.example", PASSWORD).await;
    let told = letters(&app).await;
    let notice = told.iter().find(|letter| letter.contains("The email of your Fieldhouse account was changed"));
    assert!(notice.unwrap().contains(&format!("To: {COACH}")));
}

#[tokio::test]
async fn the_registered_address_is_the_default_and_others_come_after_it() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    let second = add(&visitor, "2 Second St").await;
    assert_eq!(second["addressType"], "ship-to");
    assert_eq!(second["label"], "ship to");
    assert_eq!((&second["isDefault"], &second["editable"]), (&json!(false), &json!(true)));
    assert_eq!(second["address"]["country"], "US", "stored in capitals");
    let mut third = address("3 Third St");
    third["setAsDefaultShipToAddress"] = json!(true);
    let book = visitor.post(BOOK, &third).await.json();
    let streets = |book: &Value| {
        let all = book["addresses"].as_array().unwrap();
        all.iter().map(|entry| entry["address"]["address"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(streets(&book), ["3 Third St", "100 Field Road", "2 Second St"], "the default first");
    assert_eq!(book["addresses"][0]["isDefault"], true);
    assert_eq!(visitor.get(BOOK).await.json(), book);

    let id = second["id"].as_str().unwrap();
    let changed = act(&visitor, Method::PUT, id, "", Some(&address("22 Second St"))).await.json();
    assert_eq!(streets(&changed), ["3 Third St", "100 Field Road", "22 Second St"]);
    let moved = act(&visitor, Method::POST, id, "/default", None).await.json();
    assert_eq!(streets(&moved)[0], "22 Second St");
    let first = moved["addresses"][1]["id"].as_str().unwrap();
    let removed = act(&visitor, Method::DELETE, first, "", None).await.json();
    assert_eq!(streets(&removed), ["22 Second St", "3 Third St"]);
    let refused = visitor
        .post(
            BOOK,
            &json!({"firstName": "", "lastName": "", "phoneNumber": "", "address": "",
        "country": "US", "city": "", "state": "", "zip": ""}),
        )
        .await;
    let messages: Vec<String> = refused.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["message"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        messages,
        [
            "Please enter your First Name",
            "Please enter your Last Name",
            "Please enter your Phone Number",
            "Please enter your Address",
            "Please enter your City",
            "Please select your State",
            "Zip/Postal Code is required",
        ]
    );
}

#[tokio::test]
async fn r06_the_default_address_is_read_only() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    let book = visitor.get(BOOK).await.json();
    assert_eq!(book["addresses"][0]["editable"], false);
    let id = book["addresses"][0]["id"].as_str().unwrap();
    for (method, tail, body) in
        [(Method::PUT, "", Some(address("9 Other St"))), (Method::DELETE, "", None), (Method::POST, "/default", None)]
    {
        let refused = act(&visitor, method, id, tail, body.as_ref()).await;
        assert_eq!((refused.status, &refused.json()["code"]), (StatusCode::CONFLICT, &json!("address_read_only")));
    }
    assert_eq!(visitor.get(BOOK).await.json(), book);
}

#[tokio::test]
async fn r02_r03_another_customers_address_does_not_exist() {
    let app = TestApp::start().await;
    let owner = customer(&app, Site::FIELDHOUSE, COACH).await;
    let id = add(&owner, "2 Second St").await["id"].as_str().unwrap().to_owned();
    let rows = texts(&app, "customer_address", "address").await;
    let other = customer(&app, Site::FIELDHOUSE, "other@club.example").await;
    let known = texts(&app, "customer_address", "address").await.len();
    for (method, tail, body) in
        [(Method::PUT, "", Some(address("9 Other St"))), (Method::DELETE, "", None), (Method::POST, "/default", None)]
    {
        let theirs = act(&other, method.clone(), &id, tail, body.as_ref()).await;
        let unused = "00000000-0000-4000-8000-000000000000";
        let nobodys = act(&other, method.clone(), unused, tail, body.as_ref()).await;
        assert_eq!(theirs.status, StatusCode::NOT_FOUND);
        assert_eq!(theirs.impersonal(), nobodys.impersonal());
        let stranger = act(&app.visitor(Site::FIELDHOUSE), method, &id, tail, body.as_ref()).await;
        assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
    }
    let after = texts(&app, "customer_address", "address").await;
    assert_eq!(after.len(), known);
    assert!(rows.iter().all(|row| after.contains(row)), "unchanged");
    assert_eq!(count(&app, "customer").await, 2);
}

#[tokio::test]
async fn a_removed_address_is_put_back_as_the_one_it_was() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    let id = add(&visitor, "2 Second St").await["id"].as_str().unwrap().to_owned();
    add(&visitor, "3 Third St").await;
    give_key(&app, &id, "HQ").await;
    let book = visitor.get(BOOK).await.json();
    assert_eq!(book["addresses"][1]["key"], "HQ");
    let removed = act(&visitor, Method::DELETE, &id, "", None).await.json();
    assert_eq!(removed["addresses"].as_array().unwrap().len(), 2);
    let other = customer(&app, Site::FIELDHOUSE, "other@club.example").await;
    let theirs = act(&other, Method::POST, &id, "/restore", None).await;
    let nobodys = act(&other, Method::POST, "00000000-0000-4000-8000-000000000000", "/restore", None).await;
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);
    assert_eq!(theirs.impersonal(), nobodys.impersonal(), "R03");
    for _ in 0..2 {
        assert_eq!(act(&visitor, Method::POST, &id, "/restore", None).await.json(), book, "with id, key and place");
    }
    assert_eq!(visitor.get(BOOK).await.json(), book);
    act(&visitor, Method::DELETE, &id, "", None).await;
    let third = book["addresses"][2]["id"].as_str().unwrap();
    give_key(&app, third, "HQ").await;
    let taken = act(&visitor, Method::POST, &id, "/restore", None).await;
    assert_eq!((taken.status, &taken.json()["code"]), (StatusCode::CONFLICT, &json!("address_key_taken")));
    give_key(&app, third, "BARN").await;
    app.state.clock.advance_seconds(86_401);
    assert_eq!(act(&visitor, Method::POST, &id, "/restore", None).await.status, StatusCode::NOT_FOUND, "for a day");
    assert_eq!(count(&app, "removed_address").await, 1);
    prune(&app.state).await.unwrap();
    assert_eq!(count(&app, "removed_address").await, 0);
}

#[tokio::test]
async fn the_last_twenty_removed_addresses_can_be_put_back() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    let mut ids = Vec::new();
    for street in 0..21 {
        app.state.clock.advance_seconds(1);
        let id = add(&visitor, &format!("{street} Second St")).await["id"].as_str().unwrap().to_owned();
        act(&visitor, Method::DELETE, &id, "", None).await;
        ids.push(id);
    }
    assert_eq!(count(&app, "removed_address").await, 20);
    assert_eq!(act(&visitor, Method::POST, &ids[0], "/restore", None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(act(&visitor, Method::POST, &ids[1], "/restore", None).await.status, StatusCode::OK);
}

/// As a file does that brings it.
async fn give_key(app: &TestApp, id: &str, key: &str) {
    let tx = app.state.db.write().await.unwrap();
    let sql = format!("UPDATE customer_address SET key = '{key}' WHERE id = '{id}'");
    tx.execute_unprepared(&sql).await.unwrap();
    tx.commit().await.unwrap();
}
