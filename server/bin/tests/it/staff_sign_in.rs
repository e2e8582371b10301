//! Signing in at the desk: invitations, passwords with codes, passkeys, sessions and their ends.

use axum::http::{Method, StatusCode, header};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::config::Config;
use serde_json::json;

use crate::{
    desk::{
        Authenticator, DESK_PASSWORD, OWNER, accept, acceptance, acts, code, grants, invited, member, owner, put,
        try_in,
    },
    shopping::texts,
    support::{TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

async fn ask(visitor: &Visitor, path: &str, body: Option<&serde_json::Value>) -> serde_json::Value {
    let asked = visitor.send(Method::POST, path, &[], body).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
    asked.json()
}

#[tokio::test]
async fn staff_an_invitation_counts_once_and_for_a_day_or_a_week() {
    let app = TestApp::start().await;
    let token = invited(&app, OWNER, &grants(&[("owner", None)])).await;
    let look =
        async |token: &str| app.visitor(SITE).post("/desk/api/invitations/look", &json!({"token": token})).await.status;
    assert_eq!(look(&token).await, StatusCode::OK);
    assert_eq!(look("made up").await, StatusCode::NOT_FOUND);
    let owner = accept(&app, OWNER, &token).await;
    assert_eq!(look(&token).await, StatusCode::NOT_FOUND);
    let again = owner.visitor.post("/desk/api/invitations/codes", &json!({"token": token})).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    let session = owner.visitor.get("/desk/api/session").await.json();
    assert_eq!((&session["email"], &session["roles"][0]["role"]), (&json!(OWNER), &json!("owner")));
    assert_eq!(owner.recovery_codes.len(), 10);

    for (email, role, lasts) in
        [("two@store.example", "owner", 86_400), ("three@store.example", "warehouse", 7 * 86_400)]
    {
        let token = invited(&app, email, &grants(&[(role, None)])).await;
        app.state.clock.advance_seconds(lasts - 1);
        assert_eq!(look(&token).await, StatusCode::OK, "{role}");
        app.state.clock.advance_seconds(1);
        assert_eq!(look(&token).await, StatusCode::NOT_FOUND, "{role}");
    }
}

#[tokio::test]
async fn staff_of_six_who_accept_the_same_invitation_at_once_one_does() {
    let app = TestApp::start().await;
    let token = invited(&app, OWNER, &grants(&[("owner", None)])).await;
    let mut bodies = Vec::new();
    for _ in 0..6 {
        let asked = app.visitor(SITE).post("/desk/api/invitations/codes", &json!({"token": token})).await.json();
        bodies.push(acceptance(&token, &asked, &code(&app, asked["secret"].as_str().unwrap(), 0)));
    }
    let rivals =
        bodies.iter().map(|body| async { app.visitor(SITE).post("/desk/api/invitations/accept", body).await.status });
    let answers = futures_util::future::join_all(rivals).await;
    assert_eq!(answers.iter().filter(|status| status.is_success()).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == StatusCode::NOT_FOUND).count(), 5, "{answers:?}");
}

#[tokio::test]
async fn staff_an_easily_guessed_password_and_a_wrong_first_code_are_refused() {
    let app = TestApp::start().await;
    let token = invited(&app, OWNER, &grants(&[("owner", None)])).await;
    let visitor = app.visitor(SITE);
    let asked = ask(&visitor, "/desk/api/invitations/codes", Some(&json!({"token": token}))).await;
    let secret = asked["secret"].as_str().unwrap();
    let good = acceptance(&token, &asked, &code(&app, secret, 0));
    let mut common = good.clone();
    common["password"]["new"] = json!("password password");
    common["password"]["confirm"] = json!("password password");
    let answer = visitor.post("/desk/api/invitations/accept", &common).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    let wrong = acceptance(&token, &asked, &code(&app, secret, 9));
    let answer = visitor.post("/desk/api/invitations/accept", &wrong).await;
    assert_eq!((answer.status, answer.json()["code"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("code_wrong")));
    let neither = visitor.post("/desk/api/invitations/accept", &json!({"token": token, "name": "Sam"})).await;
    assert_eq!(neither.status, StatusCode::BAD_REQUEST);
    assert_eq!(visitor.post("/desk/api/invitations/accept", &good).await.status, StatusCode::OK);
}

#[tokio::test]
async fn staff_a_code_counts_once_and_so_does_a_recovery_code() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let visitor = app.visitor(SITE);
    let status = async |password: &str, code: &str| try_in(&visitor, OWNER, password, code).await.status;
    assert_eq!(
        status(DESK_PASSWORD, &code(&app, &owner.secret, 0)).await,
        StatusCode::UNAUTHORIZED,
        "the first code was used"
    );
    let next = code(&app, &owner.secret, 1);
    assert_eq!(status("another password", &next).await, StatusCode::UNAUTHORIZED);
    assert_eq!(status(DESK_PASSWORD, &next).await, StatusCode::NO_CONTENT);
    assert_eq!(status(DESK_PASSWORD, &next).await, StatusCode::UNAUTHORIZED, "each step once");
    assert_eq!(
        status(DESK_PASSWORD, &code(&app, &owner.secret, 0)).await,
        StatusCode::UNAUTHORIZED,
        "nor one before it"
    );
    app.state.clock.advance_seconds(60);
    let rivals = code(&app, &owner.secret, 0);
    let both = futures_util::future::join_all(
        (0..4).map(|_| async { try_in(&app.visitor(SITE), OWNER, DESK_PASSWORD, &rivals).await.status }),
    );
    assert_eq!(both.await.iter().filter(|status| status.is_success()).count(), 1);

    let recovery = &owner.recovery_codes[3];
    assert_eq!(status(DESK_PASSWORD, &recovery.to_lowercase()).await, StatusCode::NO_CONTENT);
    assert_eq!(status(DESK_PASSWORD, recovery).await, StatusCode::UNAUTHORIZED);
    assert_eq!(status("another password", &owner.recovery_codes[4]).await, StatusCode::UNAUTHORIZED);
    assert_eq!(owner.visitor.get("/desk/api/session").await.json()["recoveryCodes"], 9);
    let fresh = owner.visitor.send(Method::POST, "/desk/api/recovery-codes", &[], None).await;
    assert_eq!(fresh.json()["recoveryCodes"].as_array().unwrap().len(), 10);
    assert_eq!(status(DESK_PASSWORD, &owner.recovery_codes[4]).await, StatusCode::UNAUTHORIZED, "replaced");
}

#[tokio::test]
async fn staff_whatever_is_wrong_is_one_answer_and_tries_are_counted() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let next = code(&app, &owner.secret, 1);
    let told = async |email: &str, password: &str, code: &str| {
        let answer = try_in(&app.visitor(SITE), email, password, code).await;
        (answer.status, answer.impersonal())
    };
    let unknown = told("nobody@store.example", DESK_PASSWORD, &next).await;
    assert_eq!(unknown.0, StatusCode::UNAUTHORIZED);
    assert_eq!(told(OWNER, "another password", &next).await, unknown);
    assert_eq!(told(OWNER, DESK_PASSWORD, "000000").await, unknown);
    assert_eq!(told("no email", DESK_PASSWORD, &next).await, unknown);
    for _ in 0..8 {
        assert_eq!(told(OWNER, "another password", &next).await, unknown);
    }
    let locked = try_in(&app.visitor(SITE), OWNER, DESK_PASSWORD, &next).await;
    assert_eq!(locked.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(locked.headers.contains_key(header::RETRY_AFTER));
    // Who reads the log knows of it: once for the wait that began, and of nobody who is no staff.
    let told = acts(&owner.visitor, "staff.sign_in_locked").await;
    assert_eq!((told.len(), &told[0]["after"]["email"]), (1, &json!(OWNER)), "{told:?}");
    assert_eq!((&told[0]["actorKind"], &told[0]["actorName"]), (&json!("system"), &json!("sign-in")));
    for _ in 0..12 {
        try_in(&app.visitor(SITE), "nobody@store.example", DESK_PASSWORD, &next).await;
    }
    assert_eq!(acts(&owner.visitor, "staff.sign_in_locked").await.len(), 1);
}

#[tokio::test]
async fn staff_secrets_of_codes_lie_sealed_and_another_key_opens_none() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let asked = ask(&owner.visitor, "/desk/api/codes/options", None).await;
    let fresh = asked["secret"].as_str().unwrap();
    for (table, column) in [("staff_totp", "secret"), ("staff_ceremony", "state")] {
        for stored in texts(&app, table, column).await {
            assert!(!stored.contains(&owner.secret) && !stored.contains(fresh), "{table}");
        }
    }
    // Another process over the same database reads them by the key that lies there.
    let again = app.again(app.state.config.clone());
    again.clock.advance_seconds(60);
    let visitor = Visitor::at(surfaces::router(again, app.pages.clone()), SITE);
    app.state.clock.advance_seconds(60);
    let now = code(&app, &owner.secret, 0);
    assert_eq!(try_in(&visitor, OWNER, DESK_PASSWORD, &now).await.status, StatusCode::NO_CONTENT);
    // With another key a code opens nothing, and a recovery code is the way in.
    let key = "another key of thirty-two letters".to_owned();
    let other = app.again(Config { secrets_key: key, ..app.state.config.clone() });
    let visitor = Visitor::at(surfaces::router(other, app.pages.clone()), SITE);
    let next = code(&app, &owner.secret, 1);
    assert_eq!(try_in(&visitor, OWNER, DESK_PASSWORD, &next).await.status, StatusCode::UNAUTHORIZED);
    let recovery = &owner.recovery_codes[0];
    assert_eq!(try_in(&visitor, OWNER, DESK_PASSWORD, recovery).await.status, StatusCode::NO_CONTENT);
    let back = app.visitor(SITE);
    assert_eq!(try_in(&back, OWNER, DESK_PASSWORD, &next).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn staff_a_session_ends_after_thirty_silent_minutes_and_after_twelve_hours() {
    let app = TestApp::start().await;
    let there = async |visitor: &Visitor| visitor.get("/desk/api/session").await.status == StatusCode::OK;
    let (_, silent) = member(&app, "silent@store.example", &grants(&[("warehouse", None)])).await;
    app.state.clock.advance_seconds(30 * 60 - 1);
    assert!(there(&silent).await);
    app.state.clock.advance_seconds(30 * 60 - 1);
    assert!(there(&silent).await, "it was used");
    app.state.clock.advance_seconds(30 * 60);
    assert!(!there(&silent).await);

    let (_, busy) = member(&app, "busy@store.example", &grants(&[("warehouse", None)])).await;
    for _ in 0..(12 * 4 - 1) {
        app.state.clock.advance_seconds(15 * 60);
        assert!(there(&busy).await);
    }
    app.state.clock.advance_seconds(15 * 60);
    assert!(!there(&busy).await, "twelve hours");
}

#[tokio::test]
async fn staff_dangerous_acts_want_somebody_who_showed_lately_who_they_are() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let invite = async || {
        let body = json!({"email": "new@store.example", "name": "New", "roles": [{"role": "warehouse"}]});
        owner.visitor.post("/desk/api/staff", &body).await
    };
    app.state.clock.advance_seconds(15 * 60 + 1);
    let refused = invite().await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (StatusCode::FORBIDDEN, Some("reauthenticate")));
    for (method, path) in [(Method::POST, "/desk/api/audit/export"), (Method::POST, "/desk/api/recovery-codes")] {
        let refused = owner.visitor.send(method, path, &[], None).await;
        assert_eq!(refused.json()["code"], "reauthenticate", "{path}");
    }
    assert_eq!(owner.visitor.get("/desk/api/staff").await.status, StatusCode::OK, "reading goes on");
    let confirm = async |password: &str, code: &str| {
        let body = json!({"email": OWNER, "password": password, "code": code});
        owner.visitor.post("/desk/api/session/confirm/password", &body).await.status
    };
    assert_eq!(confirm("another password", &code(&app, &owner.secret, 0)).await, StatusCode::UNAUTHORIZED);
    assert_eq!(invite().await.status, StatusCode::FORBIDDEN);
    assert_eq!(confirm(DESK_PASSWORD, &code(&app, &owner.secret, 0)).await, StatusCode::OK);
    assert_eq!(invite().await.status, StatusCode::OK);
    // Somebody else's password shows nothing of this one's owner.
    let token = invited(&app, "other@store.example", &grants(&[("owner", None)])).await;
    let other = accept(&app, "other@store.example", &token).await;
    app.state.clock.advance_seconds(15 * 60 + 1);
    let body = json!({"email": OWNER, "password": DESK_PASSWORD, "code": code(&app, &owner.secret, 0)});
    assert_eq!(other.visitor.post("/desk/api/session/confirm/password", &body).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn staff_a_passkey_signs_in_without_an_email_and_confirms() {
    let app = TestApp::start().await;
    let token = invited(&app, OWNER, &grants(&[("owner", None)])).await;
    let (visitor, passkey) = (app.visitor(SITE), Authenticator::new());
    let asked = ask(&visitor, "/desk/api/invitations/passkey", Some(&json!({"token": token}))).await;
    let made = json!({"token": token, "name": "Sam", "passkey": passkey.make(&asked)});
    let accepted = visitor.post("/desk/api/invitations/accept", &made).await;
    assert_eq!(accepted.status, StatusCode::OK, "{}", accepted.text);

    let other = app.visitor(SITE);
    let asked = ask(&other, "/desk/api/sign-in/passkey/options", None).await;
    let shown = passkey.show(&asked);
    let signed_in = other.post("/desk/api/sign-in/passkey", &shown).await;
    assert_eq!(signed_in.status, StatusCode::NO_CONTENT, "{}", signed_in.text);
    assert_eq!(other.get("/desk/api/session").await.json()["signedInBy"], "passkey");
    let replayed = app.visitor(SITE).post("/desk/api/sign-in/passkey", &shown).await;
    assert_eq!(replayed.status, StatusCode::UNAUTHORIZED, "an answer counts once");

    app.state.clock.advance_seconds(15 * 60 + 1);
    let options = other.send(Method::POST, "/desk/api/passkeys/options", &[], None).await;
    assert_eq!(options.json()["code"], "reauthenticate");
    let asked = ask(&other, "/desk/api/sign-in/passkey/options", None).await;
    let confirmed = other.post("/desk/api/session/confirm/passkey", &passkey.show(&asked)).await;
    assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.text);
    // A second one; the first may then go, the last may not.
    let second = Authenticator::new();
    let asked = ask(&other, "/desk/api/passkeys/options", None).await;
    let added = other.post("/desk/api/passkeys", &json!({"name": "Key ring", "answer": second.make(&asked)})).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let all = added.json();
    assert_eq!(all.as_array().unwrap().len(), 2);
    let remove = async |id: &serde_json::Value| {
        let path = format!("/desk/api/passkeys/{}", id.as_str().unwrap());
        other.send(Method::DELETE, &path, &[], None).await
    };
    assert_eq!(remove(&all[0]["id"]).await.status, StatusCode::OK);
    let last = remove(&all[1]["id"]).await;
    assert_eq!((last.status, last.json()["code"].as_str()), (StatusCode::CONFLICT, Some("last_way_in")));
    assert_eq!(acts(&other, "staff.passkey_removed").await.len(), 1);
}

#[tokio::test]
async fn staff_a_passkey_of_another_page_without_verification_or_of_somebody_else_is_refused() {
    let app = TestApp::start().await;
    let token = invited(&app, OWNER, &grants(&[("owner", None)])).await;
    let visitor = app.visitor(SITE);
    let make = async |passkey: &Authenticator| {
        let asked = ask(&visitor, "/desk/api/invitations/passkey", Some(&json!({"token": token}))).await;
        let body = json!({"token": token, "name": "Sam", "passkey": passkey.make(&asked)});
        visitor.post("/desk/api/invitations/accept", &body).await.status
    };
    let mut bare = Authenticator::new();
    bare.verifies = false;
    assert_eq!(make(&bare).await, StatusCode::UNAUTHORIZED);
    let mut elsewhere = Authenticator::new();
    "http://evil.example".clone_into(&mut elsewhere.origin);
    assert_eq!(make(&elsewhere).await, StatusCode::UNAUTHORIZED);
    let mut passkey = Authenticator::new();
    assert_eq!(make(&passkey).await, StatusCode::OK);

    let show = async |passkey: &Authenticator| {
        let visitor = app.visitor(SITE);
        let asked = ask(&visitor, "/desk/api/sign-in/passkey/options", None).await;
        visitor.post("/desk/api/sign-in/passkey", &passkey.show(&asked)).await.status
    };
    assert_eq!(show(&Authenticator::new()).await, StatusCode::UNAUTHORIZED, "nobody's");
    passkey.verifies = false;
    assert_eq!(show(&passkey).await, StatusCode::UNAUTHORIZED);
    (passkey.verifies, passkey.origin) = (true, "http://evil.example".to_owned());
    assert_eq!(show(&passkey).await, StatusCode::UNAUTHORIZED);
    "http://fieldhouse.localhost:8420".clone_into(&mut passkey.origin);
    assert_eq!(show(&passkey).await, StatusCode::NO_CONTENT);
    let asked = ask(&visitor, "/desk/api/sign-in/passkey/options", None).await;
    app.state.clock.advance_seconds(5 * 60);
    let late = visitor.post("/desk/api/sign-in/passkey", &passkey.show(&asked)).await;
    assert_eq!(late.status, StatusCode::UNAUTHORIZED, "five minutes");
}

#[tokio::test]
async fn staff_sessions_are_listed_and_ended_and_nobody_elses_can_be_named() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let second = app.visitor(SITE);
    assert_eq!(
        try_in(&second, OWNER, DESK_PASSWORD, &code(&app, &owner.secret, 1)).await.status,
        StatusCode::NO_CONTENT
    );
    let all = owner.visitor.get("/desk/api/sessions").await.json();
    let others: Vec<&serde_json::Value> =
        all.as_array().unwrap().iter().filter(|one| one["current"] == false).collect();
    assert_eq!((all.as_array().unwrap().len(), others.len()), (2, 1));
    let path = format!("/desk/api/sessions/{}", others[0]["id"].as_str().unwrap());
    let (_, stranger) = member(&app, "other@store.example", &grants(&[("manager", None)])).await;
    assert_eq!(stranger.send(Method::DELETE, &path, &[], None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(second.get("/desk/api/session").await.status, StatusCode::OK);
    assert_eq!(owner.visitor.send(Method::DELETE, &path, &[], None).await.status, StatusCode::OK);
    assert_eq!(second.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED);
    let out = owner.visitor.send(Method::POST, "/desk/api/sign-out", &[], None).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(out.headers[header::SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(owner.visitor.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn staff_the_cookie_goes_along_from_nowhere_else_and_a_forged_origin_is_refused() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let again = try_in(&app.visitor(SITE), OWNER, DESK_PASSWORD, &code(&app, &owner.secret, 1)).await;
    let cookie = again.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
    assert!(
        cookie.starts_with("fieldhouse-desk=") && cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"),
        "{cookie}"
    );
    let token = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let secure = Config { secure: true, ..app.state.config.clone() };
    let router = surfaces::router(app.again(secure), app.pages.clone());
    let secure = Visitor::at(router, SITE);
    secure.forge_cookie("fieldhouse-desk", &token);
    assert_eq!(secure.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED, "with TLS only the strict name");
    secure.forge_cookie("__Host-fieldhouse-desk", &token);
    assert_eq!(secure.get("/desk/api/session").await.status, StatusCode::OK);

    for headers in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let forged = owner.visitor.send(Method::POST, "/desk/api/sign-out", &[headers], None).await;
        assert_eq!((forged.status, forged.json()["code"].as_str()), (StatusCode::FORBIDDEN, Some("origin_refused")));
    }
    let form =
        owner.visitor.send_bytes(Method::POST, "/desk/api/sign-out", &[("content-type", b"text/plain")], "x").await;
    assert_eq!(form.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let answer = owner.visitor.get("/desk/api/session").await;
    assert_eq!(
        (answer.status, &answer.headers["cache-control"]),
        (StatusCode::OK, &header::HeaderValue::from_static("no-store"))
    );
    assert_eq!(answer.headers["referrer-policy"], "no-referrer");
    // A customer's cookie is nobody at the desk, and the desk's is nobody in the store.
    let shopper = crate::accounts::customer(&app, SITE, crate::accounts::COACH).await;
    assert_eq!(shopper.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(owner.visitor.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn staff_a_desk_with_a_host_of_its_own_is_nowhere_else() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let own = Config { desk_host: "usgames.localhost:8420".to_owned(), ..app.state.config.clone() };
    let router = surfaces::router(app.again(own), app.pages.clone());
    let token = owner.visitor.cookie("fieldhouse-desk").unwrap();
    let at = |site| {
        let visitor = Visitor::at(router.clone(), site);
        visitor.forge_cookie("fieldhouse-desk", &token);
        visitor
    };
    assert_eq!(at(Site::US_GAMES).get("/desk/api/session").await.status, StatusCode::OK);
    assert_eq!(at(Site::FIELDHOUSE).get("/desk/api/session").await.status, StatusCode::NOT_FOUND);
    assert_eq!(at(Site::US_GAMES).get("/api/shell").await.status, StatusCode::NOT_FOUND);
    assert_eq!(at(Site::US_GAMES).get("/healthz").await.status, StatusCode::OK);
    assert_eq!(at(Site::FIELDHOUSE).get("/api/shell").await.status, StatusCode::OK);
}

#[tokio::test]
async fn staff_the_way_back_in_ends_every_other_one() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let token = invited(&app, "lost@store.example", &grants(&[("support", None)])).await;
    let lost = accept(&app, "lost@store.example", &token).await;
    let id = lost.visitor.get("/desk/api/session").await.json()["id"].as_str().unwrap().to_owned();
    let again = owner.visitor.send(Method::POST, &format!("/desk/api/staff/{id}/invitation"), &[], None).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.text);
    let letters = crate::accounts::letters(&app).await;
    let link =
        letters.iter().find_map(|letter| letter.split("/desk/invitation#").nth(1)).expect("a letter with a link");
    let token: String = link.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect();
    let back = accept(&app, "lost@store.example", &token).await;
    assert_eq!(lost.visitor.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED);
    let old = try_in(&app.visitor(SITE), &lost.email, DESK_PASSWORD, &lost.recovery_codes[0]).await;
    assert_eq!(old.status, StatusCode::UNAUTHORIZED);
    assert_eq!(back.visitor.get("/desk/api/session").await.status, StatusCode::OK);
    let changed = put(&back.visitor, "/desk/api/codes", &json!({"ceremony": "x", "code": "1"})).await;
    assert_eq!(changed.status, StatusCode::UNPROCESSABLE_ENTITY);
}
