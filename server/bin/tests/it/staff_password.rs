//! One's own password at the desk, changed by who knows it.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    desk::{DESK_PASSWORD, WithPassword, acts, code, grants, member, owner, put, try_in},
    support::{Answer, TestApp, Visitor},
};

const NEW: &str = "eleven quiet harbors";

async fn change(visitor: &Visitor, current: &str, new: &str) -> Answer {
    put(visitor, "/desk/api/password", &json!({"current": current, "new": new, "confirm": new})).await
}

fn codes(answer: &Answer) -> Vec<Value> {
    answer.json()["errors"].as_array().unwrap().iter().map(|error| error["code"].clone()).collect()
}

#[tokio::test]
async fn staff_a_password_is_changed_by_who_knows_it_and_ends_the_other_sessions() {
    let app = TestApp::start().await;
    let WithPassword { visitor, email, secret, .. } = owner(&app).await;
    assert_eq!(visitor.get("/desk/api/session").await.json()["hasPassword"], true);
    app.state.clock.advance_seconds(60);
    let other = app.visitor(Site::FIELDHOUSE);
    assert!(try_in(&other, &email, DESK_PASSWORD, &code(&app, &secret, 0)).await.status.is_success());

    let wrong = change(&visitor, "five red herrings", NEW).await;
    assert_eq!(
        (wrong.status, codes(&wrong)),
        (StatusCode::UNPROCESSABLE_ENTITY, vec![json!("current_password_wrong")])
    );
    let short = change(&visitor, DESK_PASSWORD, "short").await;
    assert_eq!((short.status, codes(&short)), (StatusCode::UNPROCESSABLE_ENTITY, vec![json!("password_too_short")]));
    let twice = json!({"current": DESK_PASSWORD, "new": NEW, "confirm": "another one"});
    let twice = put(&visitor, "/desk/api/password", &twice).await;
    assert_eq!(codes(&twice), [json!("password_not_match")]);
    assert_eq!(other.get("/desk/api/session").await.status, StatusCode::OK, "nothing happened yet");
    assert!(acts(&visitor, "staff.password_changed").await.is_empty());

    assert_eq!(change(&visitor, DESK_PASSWORD, NEW).await.status, StatusCode::NO_CONTENT);
    assert_eq!(visitor.get("/desk/api/session").await.status, StatusCode::OK, "this one stays");
    assert_eq!(other.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED);
    let told = acts(&visitor, "staff.password_changed").await;
    assert_eq!((told.len(), &told[0]["after"]), (1, &json!({"sessionsEnded": 1})));

    app.state.clock.advance_seconds(60);
    let old = try_in(&app.visitor(Site::FIELDHOUSE), &email, DESK_PASSWORD, &code(&app, &secret, 0)).await;
    assert_eq!(old.status, StatusCode::UNAUTHORIZED);
    let new = try_in(&app.visitor(Site::FIELDHOUSE), &email, NEW, &code(&app, &secret, 0)).await;
    assert!(new.status.is_success(), "{}", new.text);
}

#[tokio::test]
async fn staff_a_password_is_changed_by_who_showed_just_now_who_they_are_and_is_not_guessed() {
    let app = TestApp::start().await;
    let WithPassword { visitor, email, secret, .. } = owner(&app).await;
    app.state.clock.advance_seconds(16 * 60);
    let stale = change(&visitor, DESK_PASSWORD, NEW).await;
    assert_eq!((stale.status, stale.json()["code"].clone()), (StatusCode::FORBIDDEN, json!("reauthenticate")));
    let shown = json!({"email": email, "password": DESK_PASSWORD, "code": code(&app, &secret, 0)});
    let shown = visitor.post("/desk/api/session/confirm/password", &shown).await;
    assert!(shown.status.is_success(), "{}", shown.text);
    let mut last = change(&visitor, "five red herrings", NEW).await;
    for _ in 0..30 {
        if last.status != StatusCode::UNPROCESSABLE_ENTITY {
            break;
        }
        last = change(&visitor, "five red herrings", NEW).await;
    }
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS, "{}", last.text);
    let refused = change(&visitor, DESK_PASSWORD, NEW).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "nor by who knows it, for now");

    let (_, by_passkey) = member(&app, "passkey@store.example", &grants(&[("support", None)])).await;
    assert_eq!(by_passkey.get("/desk/api/session").await.json()["hasPassword"], false);
    let none = change(&by_passkey, "whatever it was", NEW).await;
    assert_eq!((none.status, none.json()["code"].clone()), (StatusCode::CONFLICT, json!("no_password")));
}
