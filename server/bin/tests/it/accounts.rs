//! What tests of accounts have in common: somebody who registers and signs in.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::people::account::store::{confirm_customer, find_by_email};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, Visitor};

/// A password nobody guesses.
pub const PASSWORD: &str = "seven green llamas";
pub const COACH: &str = "coach@club.example";

/// A whole registration.
pub fn registration(email: &str) -> Value {
    json!({
        "email": email, "confirmEmail": email, "title": "Head Coach", "firstName": "Pat", "lastName": "Margolis",
        "phoneNumber": "214-555-0142", "classification": "Club", "company": "Lincoln High School",
        "address": "100 Field Road", "country": "US", "city": "Austin", "state": "TX", "zip": "78701",
        "password": {"change": false, "current": "", "new": PASSWORD, "confirm": PASSWORD},
    })
}

/// Registers; the account is there afterwards.
pub async fn register(app: &TestApp, site: Site, email: &str) {
    let answer = app.visitor(site).post("/api/features/Account/register", &registration(email)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
}

/// Notes that an e-mail is its customer's, as the link in the letter does.
pub async fn confirm(app: &TestApp, site: Site, email: &str) {
    let tx = app.state.db.write().await.unwrap();
    let found = find_by_email(&*tx, site, email).await.unwrap().unwrap();
    confirm_customer(&tx, &found.id, app.state.clock.millis()).await.unwrap();
    tx.commit().await.unwrap();
}

/// Tries to sign in.
pub async fn try_sign_in(visitor: &Visitor, email: &str, password: &str) -> Answer {
    visitor.post("/api/auth/signin", &json!({"email": email, "password": password})).await
}

/// Signs in.
pub async fn sign_in(visitor: &Visitor, email: &str, password: &str) -> Answer {
    let answer = try_sign_in(visitor, email, password).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer
}

/// A registered customer who has signed in.
pub async fn customer(app: &TestApp, site: Site, email: &str) -> Visitor {
    register(app, site, email).await;
    let visitor = app.visitor(site);
    sign_in(&visitor, email, PASSWORD).await;
    visitor
}

/// `anon` or `customer`.
pub async fn session_type(visitor: &Visitor) -> String {
    visitor.get("/api/auth/session").await.json()["type"].as_str().unwrap().to_owned()
}

/// Sends what is due and gives all letters, in no order.
pub async fn letters(app: &TestApp) -> Vec<String> {
    fieldhouse_shop::letters::worker::send_due(&app.state).await.unwrap();
    let Ok(files) = std::fs::read_dir(app.mail_folder()) else { return Vec::new() };
    files.map(|file| readable(&std::fs::read_to_string(file.unwrap().path()).unwrap())).collect()
}

/// Undoes quoted-printable, as far as our letters use it.
fn readable(letter: &str) -> String {
    letter.replace("=\r\n", "").replace("=3D", "=").replace("=C3=97", "\u{d7}")
}

/// The token of the newest link to set a password.
pub async fn reset_token(app: &TestApp, before: &[String]) -> String {
    let now = letters(app).await;
    let letter = now.iter().find(|letter| letter.contains("create-password?token=") && !before.contains(letter));
    let after = letter.expect("a letter with a link").split("create-password?token=").nth(1).unwrap().to_owned();
    after.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}
