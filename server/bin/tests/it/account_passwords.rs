//! Passwords: by a link out of a letter, and by the present one.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use serde_json::json;

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, register, reset_token, session_type, sign_in, try_sign_in},
    shopping::{count, texts},
    support::{Answer, TestApp, Visitor},
};

const OTHER: &str = "nine purple giraffes";

async fn ask(visitor: &Visitor, email: &str) -> Answer {
    let body = json!({"email": email, "storeKey": "usgames"});
    visitor.post("/api/features/Account/password-token", &body).await
}

async fn create(visitor: &Visitor, token: &str, password: &str) -> Answer {
    visitor.post("/api/features/Account/create-password", &json!({"password": password, "token": token})).await
}

async fn update(visitor: &Visitor, current: &str, new: &str) -> Answer {
    let body = json!({"currentPassword": current, "newPassword": new});
    visitor.post("/api/features/Account/update-password", &body).await
}

#[tokio::test]
async fn r44_a_link_sets_the_password_once_and_ends_every_session() {
    let app = TestApp::start().await;
    let signed_in = customer(&app, Site::US_GAMES, COACH).await;
    let visitor = app.visitor(Site::US_GAMES);
    let before = letters(&app).await;
    assert_eq!(ask(&visitor, COACH).await.status, StatusCode::OK);
    assert_eq!(count(&app, "password_token").await, 0, "nothing that opens an account waits in a table");
    let token = reset_token(&app, &before).await;
    assert!(token.len() >= 43, "256 bits");
    assert!(texts(&app, "password_token", "token_hash").await.iter().all(|hash| *hash != token), "only a hash");

    assert_eq!(session_type(&signed_in).await, "customer");
    let set = create(&visitor, &token, OTHER).await;
    assert_eq!((set.status, set.json()), (StatusCode::OK, json!({"ok": true})));
    assert_eq!(session_type(&signed_in).await, "anon", "every session ended");
    assert_eq!(create(&visitor, &token, OTHER).await.json()["code"], "link_expired", "once");
    assert_eq!(try_sign_in(&visitor, COACH, PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    sign_in(&visitor, COACH, OTHER).await;
    let told = letters(&app).await;
    assert!(told.iter().any(|letter| letter.contains("Subject: Your US Games password was changed")));
}

#[tokio::test]
async fn r44_the_newest_link_wins_and_each_lives_thirty_minutes_at_its_store() {
    let app = TestApp::start().await;
    register(&app, Site::US_GAMES, COACH).await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::US_GAMES);
    let empty = letters(&app).await;
    ask(&visitor, COACH).await;
    let first = reset_token(&app, &empty).await;
    let before = letters(&app).await;
    ask(&visitor, COACH).await;
    let second = reset_token(&app, &before).await;
    assert_ne!(first, second);
    let expired = create(&visitor, &first, OTHER).await;
    assert_eq!(expired.status, StatusCode::BAD_REQUEST);
    assert!(!expired.json()["error"].as_str().unwrap().starts_with('['), "without a prefix: {}", expired.text);
    let elsewhere = create(&app.visitor(Site::FIELDHOUSE), &second, OTHER).await;
    assert_eq!(elsewhere.json()["code"], "link_expired", "bound to its store");
    app.state.clock.advance_seconds(30 * 60);
    assert_eq!(create(&visitor, &second, OTHER).await.json()["code"], "link_expired");
    for none in ["", "x", &"a".repeat(10_000)] {
        assert_eq!(create(&visitor, none, OTHER).await.json()["code"], "link_expired");
    }
}

#[tokio::test]
async fn r44_of_twenty_uses_at_once_one_succeeds() {
    let app = TestApp::start().await;
    register(&app, Site::US_GAMES, COACH).await;
    let visitor = app.visitor(Site::US_GAMES);
    let before = letters(&app).await;
    ask(&visitor, COACH).await;
    let token = reset_token(&app, &before).await;
    let uses = (0..20).map(|_| create(&visitor, &token, OTHER));
    let answers = futures_util::future::join_all(uses).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 1);
    assert!(answers.iter().all(|answer| answer.status.as_u16() < 500));
}

#[tokio::test]
async fn r40_asking_for_a_link_tells_nothing_about_accounts() {
    let app = TestApp::start().await;
    register(&app, Site::US_GAMES, COACH).await;
    let before = letters(&app).await.len();
    let (known, unknown) = (
        ask(&app.visitor(Site::US_GAMES), COACH).await,
        ask(&app.visitor(Site::US_GAMES), "nobody@club.example").await,
    );
    assert_eq!((known.status, &known.text), (unknown.status, &unknown.text));
    assert!(!known.headers.contains_key("set-cookie"));
    assert_eq!(letters(&app).await.len(), before + 1, "only one of them is written to");
    // However often it is asked: the same answer, but no flood of letters.
    for _ in 0..30 {
        assert_eq!(ask(&app.visitor(Site::US_GAMES), COACH).await.text, known.text);
    }
    assert!(letters(&app).await.len() <= before + 10);
    let broken = ask(&app.visitor(Site::US_GAMES), "nobody").await;
    assert_eq!(broken.json()["errors"][0]["field"], "email");
    let other = json!({"email": COACH, "storeKey": "fieldhouse"});
    let refused = app.visitor(Site::US_GAMES).post("/api/features/Account/password-token", &other).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "another store's key");
}

#[tokio::test]
async fn r44_the_link_names_the_configured_host() {
    let app = TestApp::start().await;
    register(&app, Site::US_GAMES, COACH).await;
    let body = json!({"email": COACH, "storeKey": ""});
    let headers = [("x-forwarded-host", "evil.example")];
    let visitor = app.visitor(Site::US_GAMES);
    let path = "/api/features/Account/password-token";
    let asked = visitor.send(axum::http::Method::POST, path, &headers, Some(&body)).await;
    assert_eq!(asked.status, StatusCode::OK);
    let all = letters(&app).await;
    let letter = all.iter().find(|letter| letter.contains("create-password")).unwrap();
    assert!(letter.contains("http://usgames.localhost:8420/account/create-password?token="), "{letter}");
    assert!(!letter.contains("evil.example"));
    // Whatever opens something by its address tells nobody what that was.
    for path in ["/account/create-password?token=x", "/account/invitation?token=x"] {
        let page = visitor.get(path).await;
        assert_eq!((page.status, &page.headers["referrer-policy"]), (StatusCode::OK, &"no-referrer".parse().unwrap()));
    }
}

#[tokio::test]
async fn r41_what_may_be_set_is_the_same_everywhere() {
    let app = TestApp::start().await;
    let visitor = customer(&app, Site::US_GAMES, COACH).await;
    let refusals = [
        ("elevenchars", "[1] Password must be at least 12 characters"),
        ("passwordpassword", "[1] New password is detected on a list of common passwords"),
        ("margolis2026!", "[1] New password is detected on a list of common passwords"),
    ];
    let long = "k3$Vq9!x".repeat(8) + "z";
    for (bad, told) in refusals.into_iter().chain([(&*long, "[1] Password must have a maximum of 64 characters")]) {
        let refused = update(&visitor, PASSWORD, bad).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        assert_eq!(refused.json(), json!(told), "a JSON string (account §7)");
    }
    let before = letters(&app).await;
    ask(&visitor, COACH).await;
    let token = reset_token(&app, &before).await;
    for (bad, told) in refusals {
        assert_eq!(create(&visitor, &token, bad).await.json()["error"], told);
    }
    // Blanks at the ends, an emoji and a decomposed letter: kept, counted and composed.
    let odd = " se\u{301}ven llamas 🦙 ";
    assert_eq!(create(&visitor, &token, odd).await.status, StatusCode::OK, "a refusal does not use the link up");
    let visitor = app.visitor(Site::US_GAMES);
    assert_eq!(try_sign_in(&visitor, COACH, odd.trim()).await.status, StatusCode::UNAUTHORIZED);
    sign_in(&visitor, COACH, " s\u{e9}ven llamas 🦙 ").await;
}

#[tokio::test]
async fn r41_a_password_is_judged_while_it_is_typed() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::US_GAMES);
    let check = async |password: &str, personal: &[&str]| {
        let body = json!({"password": password, "personal": personal});
        let answer = visitor.post("/api/features/Account/password-check", &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        assert!(!answer.text.contains(password), "what was typed comes back nowhere");
        answer.json()["errors"].clone()
    };
    assert_eq!(check("seven green llamas", &[]).await, json!([]));
    for (bad, personal, code) in [
        ("elevenchars", &[][..], "password_too_short"),
        ("elephant!7777", &[][..], "password_common"),
        ("mailcreated5240", &[][..], "password_common"),
        ("margolis2026!", &["pat.margolis@westhigh.org"][..], "password_common"),
    ] {
        let told = check(bad, personal).await;
        assert_eq!((&told[0]["field"], &told[0]["code"]), (&json!("password.new"), &json!(code)), "{bad}");
    }
    assert!(!app.visitor(Site::US_GAMES).get("/api/auth/session").await.headers.contains_key("set-cookie"));
    let signed_in = customer(&app, Site::US_GAMES, COACH).await;
    assert_eq!(update(&signed_in, PASSWORD, "elephant!7777").await.status, StatusCode::UNPROCESSABLE_ENTITY, "alike");
}

#[tokio::test]
async fn r37_a_changed_password_ends_all_other_sessions_and_signs_in_again() {
    let app = TestApp::start().await;
    let here = customer(&app, Site::US_GAMES, COACH).await;
    let there = app.visitor(Site::US_GAMES);
    sign_in(&there, COACH, PASSWORD).await;
    let wrong = update(&here, "not the one", OTHER).await;
    assert!(wrong.json().as_str().unwrap().starts_with("The given current password does not match"), "{}", wrong.text);
    let changed = update(&here, PASSWORD, OTHER).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    assert!(changed.headers.contains_key("set-cookie"), "a new id here");
    assert_eq!(session_type(&here).await, "customer");
    assert_eq!(session_type(&there).await, "anon");
    assert_eq!(there.get("/api/account").await.status, StatusCode::UNAUTHORIZED);
    let nobody = update(&app.visitor(Site::US_GAMES), OTHER, PASSWORD).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}
