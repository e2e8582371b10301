//! Rivals held between their check and their write until all have checked (R19): what comes of it is what comes
//! of them one after another.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::pauses::PausePoint;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, register, registration, reset_token, sign_in, try_sign_in},
    certificates::{certificate, issue, redeem},
    shopping::{add_one, assert_books, check_out, count, place, placing},
    support::{Answer, TestApp, Visitor},
};

const BOOK: &str = "/api/account/addresses";

fn statuses(answers: &[Answer]) -> Vec<u16> {
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    statuses
}

#[tokio::test]
async fn r19_of_rivals_who_register_one_address_one_has_the_account() {
    let app = TestApp::start().await;
    app.state.pauses.hold(PausePoint::Register, 4);
    let draft = registration(COACH);
    let rivals: Vec<Visitor> = (0..4).map(|_| app.visitor(Site::FIELDHOUSE)).collect();
    let answers = join_all(rivals.iter().map(|rival| rival.post("/api/features/Account/register", &draft))).await;
    assert_eq!(statuses(&answers), [200, 409, 409, 409]);
    for refused in answers.iter().filter(|answer| answer.status != StatusCode::OK) {
        assert!(refused.json()["error"].as_str().unwrap().starts_with("[0] "), "{}", refused.text);
    }
    assert_eq!((count(&app, "customer").await, count(&app, "customer_address").await), (1, 1));
    assert_eq!(letters(&app).await.len(), 1, "one welcome");
    sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await;
}

#[tokio::test]
async fn r19_of_rivals_with_one_link_one_sets_the_password() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let before = letters(&app).await;
    let asked = json!({"email": COACH, "storeKey": "fieldhouse"});
    app.visitor(Site::FIELDHOUSE).post("/api/features/Account/password-token", &asked).await;
    let token = reset_token(&app, &before).await;
    app.state.pauses.hold(PausePoint::Reset, 3);
    let passwords = ["eight green llamas", "nine green llamas", "eleven green llamas"];
    let rivals: Vec<Visitor> = passwords.iter().map(|_| app.visitor(Site::FIELDHOUSE)).collect();
    let bodies = passwords.map(|password| json!({"password": password, "token": token}));
    let tries = rivals.iter().zip(&bodies);
    let answers = join_all(tries.map(|(rival, body)| rival.post("/api/features/Account/create-password", body))).await;
    assert_eq!(statuses(&answers), [200, 400, 400]);
    for (password, answer) in passwords.iter().zip(&answers) {
        let signed = try_sign_in(&app.visitor(Site::FIELDHOUSE), COACH, password).await;
        assert_eq!(signed.status == StatusCode::OK, answer.status == StatusCode::OK, "{password}");
    }
    assert_eq!(letters(&app).await.len(), before.len() + 2, "the link and one notice");
}

#[tokio::test]
async fn r19_two_new_passwords_at_once_leave_one_that_counts() {
    let app = TestApp::start().await;
    let first = customer(&app, Site::FIELDHOUSE, COACH).await;
    let second = app.visitor(Site::FIELDHOUSE);
    sign_in(&second, COACH, PASSWORD).await;
    app.state.pauses.hold(PausePoint::UpdatePassword, 2);
    let passwords = ["eight green llamas", "nine green llamas"];
    let bodies = passwords.map(|password| json!({"currentPassword": PASSWORD, "newPassword": password}));
    let (one, two) = tokio::join!(
        first.post("/api/features/Account/update-password", &bodies[0]),
        second.post("/api/features/Account/update-password", &bodies[1]),
    );
    let answers = [one, two];
    assert_eq!(statuses(&answers), [200, 422]);
    for (password, answer) in passwords.iter().zip(&answers) {
        let signed = try_sign_in(&app.visitor(Site::FIELDHOUSE), COACH, password).await;
        assert_eq!(signed.status == StatusCode::OK, answer.status == StatusCode::OK, "{password}: {}", answer.text);
    }
    assert_eq!(try_sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await.status, StatusCode::UNAUTHORIZED);
}

/// A customer with a second and a third address; their ids.
async fn with_addresses(app: &TestApp) -> (Visitor, Vec<String>) {
    let coach = customer(app, Site::FIELDHOUSE, COACH).await;
    for street in ["200 Field Road", "300 Field Road"] {
        let answer = coach.post(BOOK, &address(street)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
    let book = coach.get(BOOK).await.json();
    let others = book["addresses"].as_array().unwrap().iter().filter(|entry| entry["isDefault"] == false);
    let ids = others.map(|entry| entry["id"].as_str().unwrap().to_owned()).collect();
    (coach, ids)
}

fn address(street: &str) -> Value {
    json!({"firstName": "Pat", "lastName": "Margolis", "company": "", "phoneNumber": "214-555-0142",
        "additionalPhoneNumber": "", "address": street, "address2": "", "country": "US", "city": "Austin",
        "state": "TX", "zip": "78701", "setAsDefaultShipToAddress": false})
}

#[tokio::test]
async fn r19_an_address_is_made_the_default_or_removed_never_both() {
    let app = TestApp::start().await;
    let (coach, ids) = with_addresses(&app).await;
    app.state.pauses.hold(PausePoint::DefaultAddress, 2);
    let (default, gone) = ([BOOK, "/", &ids[0], "/default"].concat(), [BOOK, "/", &ids[0]].concat());
    let (made, removed) =
        tokio::join!(coach.send(Method::POST, &default, &[], None), coach.send(Method::DELETE, &gone, &[], None));
    app.state.pauses.open(PausePoint::DefaultAddress);
    let book = coach.get(BOOK).await.json();
    let addresses = book["addresses"].as_array().unwrap();
    let defaults: Vec<&Value> = addresses.iter().filter(|entry| entry["isDefault"] == true).collect();
    assert_eq!(defaults.len(), 1, "{book}");
    match (made.status.as_u16(), removed.status.as_u16()) {
        (200, 409) => assert_eq!((addresses.len(), &defaults[0]["id"]), (3, &json!(ids[0]))),
        (404, 200) => assert!(addresses.len() == 2 && defaults[0]["id"] != json!(ids[0]), "{book}"),
        other => panic!("{other:?}: {} {}", made.text, removed.text),
    }
}

#[tokio::test]
async fn r19_of_two_defaults_at_once_the_later_stays() {
    let app = TestApp::start().await;
    let (coach, ids) = with_addresses(&app).await;
    app.state.pauses.hold(PausePoint::DefaultAddress, 2);
    let paths: Vec<String> = ids.iter().map(|id| [BOOK, "/", id, "/default"].concat()).collect();
    let answers = join_all(paths.iter().map(|path| coach.send(Method::POST, path, &[], None))).await;
    app.state.pauses.open(PausePoint::DefaultAddress);
    assert_eq!(statuses(&answers), [200, 200]);
    let book = coach.get(BOOK).await.json();
    let default = |entry: &&Value| entry["isDefault"] == true;
    assert_eq!(book["addresses"].as_array().unwrap().iter().filter(default).count(), 1, "{book}");
    assert_eq!(coach.get("/api/account").await.json()["version"], 5, "every change is a version of its own");
}

#[tokio::test]
async fn r19_a_certificate_redeemed_by_rivals_is_on_the_cart_once() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-100")]).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 2).await;
    app.state.pauses.hold(PausePoint::Redeem, 3);
    let answers = join_all((0..3).map(|_| redeem(&visitor, "GC-100"))).await;
    assert_eq!(statuses(&answers), [200, 422, 422]);
    assert_eq!(count(&app, "payment").await, 1);
    assert_books(&app).await;
}

#[tokio::test]
async fn r19_of_rivals_who_place_one_cart_one_has_the_order() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 2).await;
    let review = check_out(&visitor).await;
    app.state.pauses.hold(PausePoint::PlaceOrder, 3);
    let wanted = placing(&review);
    let answers = join_all(["one", "two", "three"].iter().map(|key| place(&visitor, key, &wanted))).await;
    assert_eq!(statuses(&answers), [201, 409, 409]);
    assert_eq!(count(&app, "orders").await, 1);
    assert_eq!(visitor.get("/api/cart/active").await.text, "null");
    assert_books(&app).await;
}
