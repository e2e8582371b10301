//! R64: sign-ins, refusals and limits that were hit are in the log: who and what, in ids, one event each; and nothing
//! of what anybody typed.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::config::{Config, limits::Limits};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, register, sign_in, try_sign_in},
    platform::{Client, ask, password_form},
    shopping::{add_one, check_out, place, placing, texts},
    support::{Answer, Kept, TestApp, Visitor},
};

const WRONG: &str = "seven blue llamas";

/// The log as machines read it.
struct Log {
    kept: Kept,
    /// All of it so far.
    all: String,
    _on: tracing::subscriber::DefaultGuard,
}

impl Log {
    async fn open(visitor: &Visitor) -> Self {
        // The first event of a kind decides who hears it: it must not be another test's while ours begins.
        try_sign_in(visitor, "nobody@club.example", WRONG).await;
        visitor.get("/api/account").await;
        let kept = Kept::default();
        let lines = kept.clone();
        let log = tracing_subscriber::fmt().json().flatten_event(true).with_writer(move || lines.clone()).finish();
        Self { kept, all: String::new(), _on: tracing::subscriber::set_default(log) }
    }

    /// What was told about the last request besides its own line, which has to be there.
    fn told(&mut self, answer: &Answer) -> Vec<Value> {
        let lines = self.kept.take();
        self.all.push_str(&lines);
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let of = |target: &str| lines.iter().filter(|line| line["target"] == target).cloned().collect::<Vec<_>>();
        assert_eq!(of("access").len(), 1, "{lines:?}");
        let told = of("trail");
        for event in &told {
            assert_eq!(event["status"], answer.status.as_u16(), "{event}");
            assert_eq!(event["id"], answer.headers["x-request-id"].to_str().unwrap(), "{event}");
        }
        told
    }

    /// The one event of the last request: event, outcome, actor, object and code.
    fn one(&mut self, answer: &Answer) -> [String; 5] {
        let told = self.told(answer);
        assert_eq!(told.len(), 1, "{} {told:?}", answer.status);
        ["event", "outcome", "actor", "object", "code"].map(|name| told[0][name].as_str().unwrap().to_owned())
    }

    /// Holds nothing of what was typed.
    fn close(self) {
        for typed in ["club.example", "llamas", "Margolis", "Bearer", "nobody@", "secret"] {
            assert!(!self.all.contains(typed), "{typed} in {}", self.all);
        }
    }
}

async fn id_of_customer(app: &TestApp) -> String {
    texts(app, "customer", "id").await.remove(0)
}

#[tokio::test]
async fn r64_every_sign_in_is_logged_with_who_and_which_account_and_how_it_ended() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    register(&app, site, COACH).await;
    let visitor = app.visitor(site);
    let mut log = Log::open(&visitor).await;
    let account = ["fieldhouse ", &id_of_customer(&app).await].concat();
    let event = |outcome: &str, actor: &str, object: &str, code: &str| {
        ["sign_in", outcome, actor, object, code].map(str::to_owned)
    };
    let unknown = try_sign_in(&visitor, "nobody@club.example", WRONG).await;
    assert_eq!(log.one(&unknown), event("refused", "nobody", "fieldhouse unknown", "login_error"));
    let wrong = try_sign_in(&visitor, COACH, WRONG).await;
    assert_eq!(log.one(&wrong), event("refused", "nobody", &account, "login_error"));
    // Whoever has a cart is told apart from others.
    let added = add_one(&visitor, "BAL100", 1).await;
    assert_eq!(log.told(&added), Vec::<Value>::new());
    let stranger = texts(&app, "cart", "visitor").await.remove(0);
    let right = sign_in(&visitor, COACH, PASSWORD).await;
    assert_eq!(log.one(&right), event("good", &stranger, &account, ""));
    // A new password signs in again.
    let new = json!({"currentPassword": PASSWORD, "newPassword": "nine green llamas"});
    let changed = visitor.post("/api/features/Account/update-password", &new).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    assert_eq!(log.one(&changed), event("good", &id_of_customer(&app).await, &account, ""));
    // By the customer API's two doors.
    let path = "/oauth/fieldhouse/customers/token";
    let refused = ask(&visitor, path, &password_form(COACH, WRONG)).await;
    assert_eq!(log.one(&refused), event("refused", "nobody", &account, "invalid_customer_account_credentials"));
    let given = ask(&visitor, path, &password_form(COACH, "nine green llamas")).await;
    assert_eq!(log.one(&given), event("good", "nobody", &account, ""));
    let client = Client::anonymous(&app, site).await;
    log.kept.take();
    let holder = texts(&app, "platform_grant", "visitor").await;
    let refused = client.post("/me/login", &json!({"email": COACH, "password": WRONG})).await;
    let [event_, outcome, actor, object, code] = log.one(&refused);
    assert_eq!([event_, outcome, object, code], ["sign_in", "refused", &account, "login_error"].map(str::to_owned));
    assert!(holder.contains(&actor), "{actor} of {holder:?}");
    // The tenth try and those after it wait.
    let mut last = try_sign_in(&visitor, COACH, WRONG).await;
    while last.status == StatusCode::UNAUTHORIZED {
        assert_eq!(log.one(&last)[1], "refused");
        last = try_sign_in(&visitor, COACH, WRONG).await;
    }
    let [event_, outcome, _, object, code] = log.one(&last);
    assert_eq!([event_, outcome, object, code], ["sign_in", "limited", &account, "too_many_tries"].map(str::to_owned));
    log.close();
}

#[tokio::test]
async fn r64_what_is_refused_is_logged_with_who_asked_for_what() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let owner = app.visitor(site);
    add_one(&owner, "BAL100", 2).await;
    let order =
        place(&owner, "one", &placing(&check_out(&owner).await)).await.json()["id"].as_str().unwrap().to_owned();
    let intruder = customer(&app, site, COACH).await;
    let (me, stranger) = (id_of_customer(&app).await, app.visitor(site));
    let mut log = Log::open(&stranger).await;
    let event = |actor: &str, object: &str, code: &str| ["request", "refused", actor, object, code].map(str::to_owned);
    let path = format!("/api/orders/{order}");
    let seen = owner.get(&path).await;
    assert_eq!((seen.status, log.told(&seen)), (StatusCode::OK, vec![]));
    let answer = intruder.get(&path).await;
    assert_eq!(log.one(&answer), event(&me, &format!("GET {path}"), "not_found"));
    let answer = stranger.get(&path).await;
    assert_eq!(log.one(&answer), event("nobody", &format!("GET {path}"), "not_found"));
    let answer = stranger.get("/api/account/addresses").await;
    assert_eq!(log.one(&answer), event("nobody", "GET /api/account/addresses", "sign_in_first"));
    let body = json!({"lines": [{"sku": "BAL100", "quantity": 1}]});
    let origin = [("origin", "https://evil.example")];
    let answer = intruder.send(Method::POST, "/api/cart/lines", &origin, Some(&body)).await;
    assert_eq!(log.one(&answer), event("nobody", "POST /api/cart/lines", "origin_refused"), "before anybody is known");
    let client = Client::customer(&app, site, COACH).await;
    log.kept.take();
    let answer = client.get(&format!("/me/orders/{order}")).await;
    assert_eq!(log.one(&answer), event(&me, &format!("GET /platform/fieldhouse/me/orders/{order}"), "not_found"));
    let forged = [("authorization", "Bearer secret")];
    let answer = stranger.send(Method::GET, "/platform/fieldhouse/me", &forged, None).await;
    assert_eq!(log.one(&answer), event("nobody", "GET /platform/fieldhouse/me", "invalid_token"));
    // What opens something to whoever knows it is not written down, not even when it does not.
    for start in ["/api/cart/shared/", "/api/invitations/"] {
        let answer = stranger.get(&[start, "secret"].concat()).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert!(log.told(&answer).iter().all(|event| event["object"] == ["GET ", start].concat().as_str()));
    }
    // Addresses where nothing is are the crawlers'.
    let answer = stranger.get("/api/nothing").await;
    assert_eq!((answer.status, log.told(&answer)), (StatusCode::NOT_FOUND, vec![]));
    log.close();
}

#[tokio::test]
async fn r64_a_limit_that_is_hit_is_logged_with_who_and_what() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    register(&app, site, COACH).await;
    let limits = Limits { sign_in: 3, newsletter: 1, token: 1, ..Limits::all(u32::MAX) };
    let state = app.again(Config { limits, ..app.state.config.clone() });
    let visitor = Visitor::at(surfaces::router(state, app.pages.clone()), site);
    let mut log = Log::open(&visitor).await;
    sign_in(&visitor, COACH, PASSWORD).await;
    log.kept.take();
    let me = id_of_customer(&app).await;
    try_sign_in(&visitor, COACH, PASSWORD).await;
    log.kept.take();
    let limited = try_sign_in(&visitor, COACH, PASSWORD).await;
    // No look at the tables for whoever asks too often: which account it was stays unknown.
    let expected = ["sign_in", "limited", "nobody", "fieldhouse unknown", "too_many_requests"].map(str::to_owned);
    assert_eq!(log.one(&limited), expected);
    let (path, body) = ("/api/features/Newsletter01", json!({"email": "news@club.example"}));
    assert!(visitor.post(path, &body).await.status.is_success());
    log.kept.take();
    let limited = visitor.post(path, &body).await;
    let object = ["POST ", path].concat();
    let expected = ["request", "limited", "nobody", &object, "too_many_requests"].map(str::to_owned);
    assert_eq!(log.one(&limited), expected);
    for _ in 0..9 {
        ask(&visitor, "/oauth/token", "grant_type=client_credentials").await;
    }
    log.kept.take();
    let limited = ask(&visitor, "/oauth/token", "grant_type=client_credentials").await;
    let expected = ["request", "limited", "nobody", "POST /oauth/token", "too_many_requests"].map(str::to_owned);
    assert_eq!(log.one(&limited), expected);
    let held = json!({"currentPassword": WRONG, "newPassword": "nine green llamas"});
    let limited = visitor.post("/api/features/Account/update-password", &held).await;
    let expected =
        ["request", "limited", me.as_str(), "POST /api/features/Account/update-password", "too_many_requests"];
    assert_eq!(log.one(&limited), expected.map(str::to_owned));
    log.close();
}
