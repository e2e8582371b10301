//! Signed-in devices: listed with what their browsers say, ended one by one or all but this one; nobody else's.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, session_type, sign_in},
    platform::Client,
    shopping::texts,
    support::{TestApp, Visitor},
};

const DEVICES: &str = "/api/account/devices";
const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                     Version/18.1 Mobile/15E148 Safari/604.1";

/// A device that says this of itself, signed in.
async fn device(app: &TestApp, site: Site, said: &str) -> Visitor {
    let visitor = app.visitor(site);
    let body = json!({"email": COACH, "password": PASSWORD});
    let answer = visitor.send(Method::POST, "/api/auth/signin", &[("user-agent", said)], Some(&body)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    visitor
}

async fn devices(visitor: &Visitor) -> Vec<Value> {
    let answer = visitor.get(DEVICES).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["devices"].as_array().unwrap().clone()
}

async fn end(visitor: &Visitor, id: &str) -> StatusCode {
    visitor.send(Method::DELETE, &format!("{DEVICES}/{id}"), &[], None).await.status
}

#[tokio::test]
async fn a_customer_sees_the_devices_and_signs_one_out() {
    let app = TestApp::start().await;
    let here = customer(&app, Site::US_GAMES, COACH).await;
    let phone = device(&app, Site::US_GAMES, PHONE).await;
    let seen = devices(&here).await;
    let told: Vec<(&Value, &Value, &Value)> =
        seen.iter().map(|each| (&each["name"], &each["kind"], &each["current"])).collect();
    assert_eq!(
        told,
        [
            (&json!("An unknown device"), &json!("unknown"), &json!(true)),
            (&json!("Safari on iPhone"), &json!("phone"), &json!(false)),
        ]
    );
    assert_eq!(seen[1]["signedInAt"], "2026-11-20T12:00:00Z");
    assert_eq!(seen[1]["seenAt"], "2026-11-20T12:00:00Z");
    let current: Vec<Value> = devices(&phone).await.iter().map(|each| each["name"].clone()).collect();
    assert_eq!(current, ["Safari on iPhone", "An unknown device"], "this one is first");

    assert_eq!(end(&here, seen[1]["id"].as_str().unwrap()).await, StatusCode::NO_CONTENT);
    assert_eq!(session_type(&phone).await, "anon");
    assert_eq!(phone.get(DEVICES).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(devices(&here).await.len(), 1);
    assert_eq!(end(&here, seen[1]["id"].as_str().unwrap()).await, StatusCode::NOT_FOUND, "it is gone");
    // Ending this one is the sign-out.
    assert_eq!(end(&here, seen[0]["id"].as_str().unwrap()).await, StatusCode::NO_CONTENT);
    assert_eq!(here.cookie("fieldhouse"), None);
    assert_eq!(texts(&app, "session", "visitor").await, [""], "the browser left it");
}

#[tokio::test]
async fn all_others_are_signed_out_at_once_with_every_bearer_token() {
    let app = TestApp::start().await;
    let here = customer(&app, Site::FIELDHOUSE, COACH).await;
    let phone = device(&app, Site::FIELDHOUSE, PHONE).await;
    let program = Client::customer(&app, Site::FIELDHOUSE, COACH).await;
    assert_eq!(program.get("/me").await.status, StatusCode::OK);
    let left = here.post("/api/account/devices/sign-out-others", &json!(null)).await;
    assert_eq!(left.status, StatusCode::OK, "{}", left.text);
    assert_eq!(left.json()["devices"].as_array().unwrap().len(), 1);
    assert_eq!(session_type(&here).await, "customer");
    assert_eq!(session_type(&phone).await, "anon");
    assert_eq!(program.get("/me").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn r02_r03_another_customers_devices_do_not_exist() {
    let app = TestApp::start().await;
    let owner = customer(&app, Site::FIELDHOUSE, COACH).await;
    let other = customer(&app, Site::FIELDHOUSE, "other@club.example").await;
    // The same e-mail at another brand is another customer.
    let elsewhere = customer(&app, Site::US_GAMES, COACH).await;
    let id = devices(&owner).await[0]["id"].as_str().unwrap().to_owned();
    let made_up = "A".repeat(43);
    for stranger in [&other, &elsewhere] {
        assert!(devices(stranger).await.iter().all(|each| each["id"] != json!(id)));
        let refused = stranger.send(Method::DELETE, &format!("{DEVICES}/{id}"), &[], None).await;
        let unknown = stranger.send(Method::DELETE, &format!("{DEVICES}/{made_up}"), &[], None).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND);
        assert_eq!(refused.impersonal(), unknown.impersonal());
    }
    assert_eq!(app.visitor(Site::FIELDHOUSE).get(DEVICES).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(session_type(&owner).await, "customer");
}

#[tokio::test]
async fn r66_what_a_browser_says_of_itself_is_kept_short_and_shown_in_our_words() {
    let app = TestApp::start().await;
    let owner = customer(&app, Site::FIELDHOUSE, COACH).await;
    let hostile = ["<script>alert(1)</script>".to_owned(), "x".repeat(4_000), "Chrome/1 \"><img src=x>".to_owned()];
    for said in &hostile {
        device(&app, Site::FIELDHOUSE, said).await;
    }
    assert!(texts(&app, "session", "device").await.iter().all(|said| said.len() <= 300));
    let names: std::collections::BTreeSet<String> =
        devices(&owner).await.iter().map(|each| each["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["An unknown device", "Chrome"]);
    sign_in(&owner, COACH, PASSWORD).await;
}
