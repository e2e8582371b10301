//! How long sessions, tokens and links live: silent, in use, and when the clock is set (R46).

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::pruning::sweep::sweep;
use serde_json::json;

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, reset_token, session_type, sign_in},
    platform::{Client, ask},
    shopping::{add_one, count},
    support::{Answer, TestApp, Visitor},
};

const DAY: i64 = 86_400;

#[tokio::test]
async fn r46_a_session_in_daily_use_ends_ninety_days_after_the_sign_in() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, Site::FIELDHOUSE, COACH).await;
    add_one(&coach, "BAL100", 2).await;
    for day in 1..90 {
        app.state.clock.advance_seconds(DAY);
        assert_eq!(coach.get("/api/account").await.status, StatusCode::OK, "day {day}");
    }
    app.state.clock.advance_seconds(DAY - 1);
    assert_eq!(coach.get("/api/account").await.status, StatusCode::OK);
    app.state.clock.advance_seconds(1);
    assert_eq!(coach.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(session_type(&coach).await, "anon");
    assert_eq!(sweep(&app.state).await.unwrap(), 1);
    assert_eq!(count(&app, "session").await, 0);
    sign_in(&coach, COACH, PASSWORD).await;
    assert_eq!(coach.get("/api/cart/head").await.json()["totalLineItemQuantity"], 2, "the cart waited");
}

#[tokio::test]
async fn r46_a_stranger_keeps_the_cart_for_as_long_as_a_browser_keeps_the_cookie() {
    let app = TestApp::stocked().await;
    let stranger = app.visitor(Site::FIELDHOUSE);
    add_one(&stranger, "BAL100", 2).await;
    for _ in 0..19 {
        app.state.clock.advance_seconds(21 * DAY);
        assert_eq!(stranger.get("/api/cart/head").await.json()["totalLineItemQuantity"], 2);
    }
    app.state.clock.advance_seconds(DAY);
    assert_eq!(stranger.get("/api/cart/head").await.json()["id"], "", "after 400 days");
}

async fn renew(visitor: &Visitor, refresh: &str) -> Answer {
    ask(visitor, "/oauth/token", &["grant_type=refresh_token&refresh_token=", refresh].concat()).await
}

#[tokio::test]
async fn r46_a_grant_that_is_always_renewed_ends_ninety_days_after_the_password() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let mut refresh = client.refresh.clone();
    for _ in 0..4 {
        app.state.clock.advance_seconds(20 * DAY);
        let renewed = renew(&visitor, &refresh).await;
        assert_eq!(renewed.status, StatusCode::OK, "{}", renewed.text);
        assert_eq!(renewed.json()["expires_in"], 3600);
        refresh = renewed.json()["refresh_token"].as_str().unwrap().to_owned();
    }
    app.state.clock.advance_seconds(10 * DAY - 1800);
    let last = renew(&visitor, &refresh).await.json();
    assert_eq!(last["expires_in"], 1800, "no token outlives its grant");
    let text = |name: &str| last[name].as_str().unwrap().to_owned();
    let client = Client { token: text("access_token"), refresh: text("refresh_token"), ..client };
    assert_eq!(client.get("/me").await.status, StatusCode::OK);
    app.state.clock.advance_seconds(1800);
    assert_eq!(client.get("/me").await.status, StatusCode::UNAUTHORIZED);
    let late = renew(&visitor, &client.refresh).await;
    assert_eq!((late.status, &late.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_grant")));
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "platform_grant").await + count(&app, "platform_token").await, 0);
}

#[tokio::test]
async fn r46_a_clock_set_a_day_forward_and_back_shuts_nobody_out_and_revives_nothing() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, Site::FIELDHOUSE, COACH).await;
    let client = Client::customer(&app, Site::FIELDHOUSE, COACH).await;
    let stranger = app.visitor(Site::FIELDHOUSE);
    add_one(&stranger, "BAL100", 1).await;
    let before = letters(&app).await;
    let asked = json!({"email": COACH, "storeKey": "fieldhouse"});
    stranger.post("/api/features/Account/password-token", &asked).await;
    let link = json!({"password": "eight green llamas", "token": reset_token(&app, &before).await});
    let mut pieces = 1;
    for step in [DAY, -DAY, -DAY, DAY] {
        app.state.clock.advance_seconds(step);
        assert_eq!(coach.get("/api/account").await.status, StatusCode::OK, "{step}");
        add_one(&stranger, "BAL100", 1).await;
        pieces += 1;
        assert_eq!(stranger.get("/api/cart/head").await.json()["totalLineItemQuantity"], pieces, "{step}");
        sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await;
    }
    // A day ahead the access token and the link are over; the refresh token is not.
    app.state.clock.advance_seconds(DAY);
    assert_eq!(client.get("/me").await.status, StatusCode::UNAUTHORIZED);
    let late = stranger.post("/api/features/Account/create-password", &link).await;
    assert_eq!(late.status, StatusCode::BAD_REQUEST);
    assert_eq!(renew(&stranger, &client.refresh).await.status, StatusCode::OK);
    // What was swept away there stays away when the clock comes back.
    sweep(&app.state).await.unwrap();
    app.state.clock.advance_seconds(-DAY);
    assert_eq!(client.get("/me").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(coach.get("/api/account").await.status, StatusCode::OK);
}
