//! How often friendly codes may be looked up: they are worth guessing (R62).

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::config::Config;

use crate::{
    offers::{apply, store},
    support::Visitor,
};

const LOOK_UP: &str = "/api/flyer-code/friendly/?input=";

#[tokio::test]
async fn r62_friendly_codes_are_limited_by_the_minute() {
    let app = store().await;
    let config = Config { database_url: app.state.config.database_url.clone(), ..Config::default() };
    let state = app.again(config);
    state.prices.refresh(&state).await.unwrap();
    let router = surfaces::router(state.clone(), app.pages.clone());
    let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
    for number in 0..9 {
        let answer = visitor.get(&format!("{LOOK_UP}guess{number}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.text);
    }
    assert_eq!(apply(&visitor, "spring26").await.status, StatusCode::OK, "applying looks up as well");
    // Another session does not help, nor does a claimed address.
    let fresh = Visitor::at(router, Site::FIELDHOUSE);
    for refused in [
        fresh.get(&format!("{LOOK_UP}spring26")).await,
        apply(&fresh, "spring26").await,
        fresh.send(Method::GET, &format!("{LOOK_UP}guess11"), &[("x-forwarded-for", "9.9.9.9")], None).await,
    ] {
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.text);
        assert_eq!(refused.headers["retry-after"], "60");
        assert_eq!(refused.json()["code"], "too_many_requests");
    }
    assert_eq!(visitor.cookie("flyercode").unwrap(), "SPR26", "the code there is stays");
    assert_eq!(apply(&fresh, "AB").await.status, StatusCode::OK, "what is not looked up is not counted");
    state.clock.advance_seconds(60);
    assert_eq!(apply(&fresh, "spring26").await.status, StatusCode::OK);
}
