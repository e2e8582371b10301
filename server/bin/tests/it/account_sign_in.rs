//! Registration, sign-in and sign-out: one answer for every failure, a new id at every sign-in, the
//! anonymous cart kept.

use axum::http::{Method, StatusCode, header};
use fieldhouse_core::{brand::Site, import::password_hash::HashStep};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, register, registration, session_type, sign_in, try_sign_in},
    shopping::{add_one, assert_books, cart, count, lines, texts},
    support::{Answer, TestApp},
    vectors::vectors_of,
};

fn cookie_of(answer: &Answer) -> String {
    answer.headers[header::SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_registered_customer_signs_in_at_their_brand_alone() {
    let app = TestApp::start().await;
    for site in Site::BUILT_IN {
        register(&app, site, "Coach@Club.Example").await;
        let visitor = app.visitor(site);
        let signed = sign_in(&visitor, " COACH@club.example ", PASSWORD).await.json();
        assert_eq!(
            signed,
            json!({"redirect": "/", "merged": "", "mergedUndo": "", "session": {"type": "customer", "email": COACH, "firstName": "Pat",
                "showCertReporting": false, "businessUnit": [], "seesPeople": false, "decidesOrders": false, "shopAs": false}})
        );
        assert_eq!(visitor.get("/api/auth/session").await.json(), signed["session"]);
    }
    assert_eq!(count(&app, "customer").await, 4);
    // Registered at the first brand only: not known at another.
    register(&app, Site::FIELDHOUSE, "only@club.example").await;
    let elsewhere = try_sign_in(&app.visitor(Site::US_GAMES), "only@club.example", PASSWORD).await;
    assert_eq!(elsewhere.status, StatusCode::UNAUTHORIZED);
    let hashes = texts(&app, "customer", "password_hash").await;
    assert!(hashes.iter().all(|hash| hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$")));
}

#[tokio::test]
async fn registration_tells_a_known_address_and_a_common_password_as_specified() {
    let app = TestApp::start().await;
    register(&app, Site::US_GAMES, COACH).await;
    let visitor = app.visitor(Site::US_GAMES);
    let again = visitor.post("/api/features/Account/register", &registration("COACH@club.example")).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert!(again.json()["error"].as_str().unwrap().starts_with("[0] "), "{}", again.text);
    for common in ["password1234", "margolis2026", "passwordpassword", "manchesterunited"] {
        let mut draft = registration("new@club.example");
        draft["password"] = json!({"new": common, "confirm": common});
        let refused = visitor.post("/api/features/Account/register", &draft).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        let error = refused.json()["error"].as_str().unwrap().to_owned();
        assert!(error.starts_with("[1] New password is detected on a list of common passwords"), "{common}: {error}");
    }
    let empty = json!({"email": "", "confirmEmail": "", "title": "", "firstName": "", "lastName": "", "phoneNumber": "",
        "classification": "", "address": "", "country": "", "city": "", "state": "", "zip": "", "password": {}});
    let refused = visitor.post("/api/features/Account/register", &empty).await.json();
    assert_eq!(refused["errors"].as_array().unwrap().len(), 14, "every required field at once");
    assert_eq!(refused["error"], refused["errors"][0]["message"]);
    // Whatever goes wrong, `error` is a string.
    let malformed = visitor.post("/api/features/Account/register", &json!({"email": 1})).await;
    assert_eq!(malformed.status, StatusCode::BAD_REQUEST);
    assert!(malformed.json()["error"].as_str().is_some_and(|error| !error.is_empty()), "{}", malformed.text);
    assert_eq!(count(&app, "customer").await, 1);
    assert_eq!(session_type(&visitor).await, "anon", "registering does not sign in");
}

#[tokio::test]
async fn r07_flags_cannot_be_registered() {
    let app = TestApp::start().await;
    for field in ["showCertReporting", "type", "businessUnit", "version", "id", "site", "passwordHash"] {
        let mut draft = registration(COACH);
        draft[field] = json!(true);
        let refused = app.visitor(Site::FIELDHOUSE).post("/api/features/Account/register", &draft).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}");
    }
    assert_eq!(count(&app, "customer").await, 0);
}

#[tokio::test]
async fn r40_a_wrong_password_and_an_unknown_address_are_one_answer() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let wrong = try_sign_in(&app.visitor(Site::FIELDHOUSE), COACH, "seven green lamas").await;
    let unknown = try_sign_in(&app.visitor(Site::FIELDHOUSE), "nobody@club.example", PASSWORD).await;
    assert_eq!((wrong.status, &wrong.json()["code"]), (StatusCode::UNAUTHORIZED, &json!("login_error")));
    assert_eq!(wrong.impersonal(), unknown.impersonal());
    let names = |answer: &Answer| answer.headers.keys().map(|name| name.as_str().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&wrong), names(&unknown));
    assert!(!wrong.headers.contains_key(header::SET_COOKIE));
}

#[tokio::test]
async fn r40_a_known_and_an_unknown_address_cost_the_same_work() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let long = "x".repeat(2_000);
    for password in ["seven green lamas", "", "wrong", long.as_str()] {
        for email in [COACH, "nobody@club.example"] {
            let before = app.state.passwords.computed();
            let answer = try_sign_in(&visitor, email, password).await;
            let refused = if password.is_empty() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::UNAUTHORIZED };
            assert_eq!(answer.status, refused, "{}", answer.text);
            let hashes = u64::from(!password.is_empty());
            assert_eq!(app.state.passwords.computed() - before, hashes, "{email}, {} letters", password.len());
        }
    }
}

#[tokio::test]
async fn r42_guessing_is_slowed_down_for_known_and_unknown_alike() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    for email in [COACH, "nobody@club.example"] {
        let visitor = app.visitor(Site::FIELDHOUSE);
        for _ in 0..10 {
            assert_eq!(try_sign_in(&visitor, email, "wrong").await.status, StatusCode::UNAUTHORIZED);
        }
        for forged in ["10.0.0.1", "10.0.0.2"] {
            let body = json!({"email": email, "password": PASSWORD});
            let headers = [("x-forwarded-for", forged)];
            let late = visitor.send(Method::POST, "/api/auth/signin", &headers, Some(&body)).await;
            assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS, "even the right one, whatever is claimed");
            assert_eq!(late.headers["retry-after"], "30");
        }
    }
    app.state.clock.advance_seconds(30);
    sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await;
}

#[tokio::test]
async fn r37_sign_in_changes_the_id_and_sign_out_ends_it() {
    let app = TestApp::stocked().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let planted = cookie_of(&add_one(&visitor, "BAL100", 1).await);
    let signed = cookie_of(&sign_in(&visitor, COACH, PASSWORD).await);
    assert_ne!(planted, signed);
    let thief = app.visitor(Site::FIELDHOUSE);
    let with = async |cookie: &str, path: &str| thief.send(Method::GET, path, &[("cookie", cookie)], None).await;
    assert_eq!(with(&planted, "/api/auth/session").await.json()["type"], "anon");
    assert_eq!(with(&planted, "/api/cart/active").await.text, "null");
    assert_eq!(with(&planted, "/api/account").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(with(&signed, "/api/account").await.status, StatusCode::OK);

    let out = visitor.send(Method::POST, "/api/auth/signout", &[], None).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(out.headers[header::SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(with(&signed, "/api/account").await.status, StatusCode::UNAUTHORIZED, "the old id is nobody's");
    assert_eq!(session_type(&visitor).await, "anon");
    // For a minute the ids are known as those that were left.
    let late = async |cookie: &str| {
        let line = json!({"lines": [{"sku": "BAL100", "quantity": 1}]});
        thief.send(Method::POST, "/api/cart/lines", &[("cookie", cookie)], Some(&line)).await
    };
    for left in [&planted, &signed] {
        let refused = late(left).await;
        assert_eq!(refused.json()["code"], "session_changed", "{}", refused.text);
        assert!(!refused.headers.contains_key(header::SET_COOKIE), "the browser keeps what the sign-in gave it");
    }
    assert_eq!([count(&app, "session").await, count(&app, "cart").await], [2, 1]);
    app.state.clock.advance_seconds(61);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "session").await, 0);
    assert!(late(&planted).await.headers.contains_key(header::SET_COOKIE), "somebody new by then");
    let by_get = visitor.get("/api/auth/signout").await;
    assert_eq!(by_get.status, StatusCode::METHOD_NOT_ALLOWED, "never by GET (R49)");
}

#[tokio::test]
async fn the_anonymous_cart_is_kept_at_sign_in_and_on_every_device() {
    let app = TestApp::stocked().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let first = app.visitor(Site::FIELDHOUSE);
    add_one(&first, "BAL100", 3).await;
    assert_eq!(sign_in(&first, COACH, PASSWORD).await.json()["merged"], "", "there was nothing to merge into");
    let second = app.visitor(Site::FIELDHOUSE);
    add_one(&second, "BAL100", 2).await;
    add_one(&second, "BAL200-4", 1).await;
    let merged = sign_in(&second, COACH, PASSWORD).await.json();
    assert_eq!(merged["merged"], "We added 3 items from this visit to the cart you had.");
    let quantities = |cart: &Value| lines(cart).into_iter().map(|(sku, _, n)| (sku, n)).collect::<Vec<_>>();
    let expected = [("BAL100".to_owned(), 5), ("BAL200-4".to_owned(), 1)];
    assert_eq!(quantities(&cart(&second).await), expected);
    assert_eq!(cart(&first).await, cart(&second).await, "one cart on both devices");
    assert_books(&app).await;

    // Signing out leaves the cart with the account.
    second.send(Method::POST, "/api/auth/signout", &[], None).await;
    assert_eq!(second.get("/api/cart/active").await.text, "null");
    assert_eq!(quantities(&cart(&first).await), expected);
    // And an account's cart outlives its sessions.
    app.state.clock.advance_seconds(40 * 86_400);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "session").await, 0);
    sign_in(&first, COACH, PASSWORD).await;
    assert_eq!(quantities(&cart(&first).await), expected);
}

#[tokio::test]
async fn r38_nobody_takes_another_cart_along() {
    let app = TestApp::stocked().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let owner = app.visitor(Site::FIELDHOUSE);
    let token = cookie_of(&add_one(&owner, "BAL100", 3).await).split_once('=').unwrap().1.to_owned();
    let thief = app.visitor(Site::FIELDHOUSE);
    let body = json!({"email": COACH, "password": PASSWORD, "anonymousToken": token});
    assert_eq!(thief.post("/api/auth/signin", &body).await.status, StatusCode::OK);
    assert_eq!(thief.get("/api/cart/active").await.text, "null");
    assert_eq!(cart(&owner).await["totalLineItemQuantity"], 3);
    // A customer who signs in as another takes nothing along either.
    let other = customer(&app, Site::FIELDHOUSE, "other@club.example").await;
    add_one(&other, "BAL100", 7).await;
    sign_in(&other, COACH, PASSWORD).await;
    assert_eq!(other.get("/api/cart/active").await.text, "null");
    sign_in(&other, "other@club.example", PASSWORD).await;
    assert_eq!(cart(&other).await["totalLineItemQuantity"], 7);
}

#[tokio::test]
async fn r50_only_paths_of_this_site_are_gone_to() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    for (asked, gone) in [
        ("/my-account/address-book/?a=1", "/my-account/address-book/?a=1"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("/%5cevil.example", "/"),
        ("/a\r\nLocation: x", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ] {
        let body = json!({"email": COACH, "password": PASSWORD, "callbackUrl": asked});
        let signed = app.visitor(Site::FIELDHOUSE).post("/api/auth/signin", &body).await;
        assert_eq!(signed.json()["redirect"], gone, "{asked}");
    }
    let twice =
        format!(r#"{{"email":"{COACH}","password":"{PASSWORD}","callbackUrl":"/a","callbackUrl":"//evil.example"}}"#);
    let headers: [(&str, &[u8]); 1] = [("content-type", b"application/json")];
    let visitor = app.visitor(Site::FIELDHOUSE);
    let answer = visitor.send_bytes(Method::POST, "/api/auth/signin", &headers, twice).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
    // The published ways, one of each few: all of them are asked of the rule itself.
    let signs_in = async |callback: &Value| {
        let body = json!({"email": COACH, "password": PASSWORD, "callbackUrl": callback});
        app.visitor(Site::FIELDHOUSE).post("/api/auth/signin", &body).await
    };
    for vector in vectors_of("safeRedirect").iter().step_by(16) {
        let signed = signs_in(&vector.given[0]).await;
        if signed.status.is_client_error() {
            assert!(vector.given[0].to_string().contains("\\u0000"), "{}: {}", vector.description, signed.text);
            continue;
        }
        assert_eq!(signed.json()["redirect"], vector.expect, "{}", vector.description);
    }
}

#[test]
fn r50_wherever_a_visitor_is_sent_a_browser_stays_at_this_site() {
    let home = reqwest::Url::parse("https://fieldhouse.localhost/api/auth/signin").unwrap();
    let vectors = vectors_of("safeRedirect");
    assert!(vectors.len() > 500, "{}", vectors.len());
    for vector in vectors {
        let sent = vector.expect.as_str().unwrap();
        let there = home.join(sent).unwrap();
        assert_eq!(there.origin(), home.origin(), "{}", vector.description);
        assert!(there.path().starts_with('/') && !there.path().starts_with("//"), "{}", vector.description);
        assert!(axum::http::HeaderValue::try_from(sent).is_ok() && sent.is_ascii(), "{}", vector.description);
    }
}

#[tokio::test]
async fn r39_a_legacy_account_gets_its_token_for_the_right_password_only() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let digest = fieldhouse_shop::passwords::legacy_digest(HashStep::Sha256, "salt", "the old one");
    let tx = app.state.db.write().await.unwrap();
    let sql = ["UPDATE customer SET password_hash = '', legacy_hash = 'sha256$salt$", &digest, "'"].concat();
    tx.execute_unprepared(&sql).await.unwrap();
    tx.commit().await.unwrap();
    let visitor = app.visitor(Site::FIELDHOUSE);
    let wrong = try_sign_in(&visitor, COACH, "another one").await;
    let unknown = try_sign_in(&visitor, "nobody@club.example", "another one").await;
    assert_eq!(wrong.impersonal(), unknown.impersonal());
    assert_eq!(count(&app, "password_token").await, 0);
    let right = try_sign_in(&visitor, COACH, "the old one").await;
    assert_eq!(right.status, StatusCode::UNAUTHORIZED);
    let error = right.json()["error"].as_str().unwrap().to_owned();
    let token = error.strip_prefix("token:").unwrap();
    let body = json!({"password": PASSWORD, "token": token});
    assert_eq!(visitor.post("/api/features/Account/create-password", &body).await.status, StatusCode::OK);
    sign_in(&visitor, COACH, PASSWORD).await;
    assert_eq!(try_sign_in(&visitor, COACH, "the old one").await.json()["code"], "login_error", "the old one is gone");
}

#[tokio::test]
async fn the_demo_customers_sign_in_at_every_brand() {
    let app = TestApp::start().await;
    for _ in 0..2 {
        fieldhouse_demo::customers::load(&app.state).await.unwrap();
    }
    assert_eq!(count(&app, "customer").await, 20, "loaded again, nobody is there twice");
    for site in Site::BUILT_IN {
        let buyer = app.visitor(site);
        sign_in(&buyer, "buyer@demo.example", PASSWORD).await;
        let book = buyer.get("/api/account/addresses").await.json();
        let own = |entry: &&Value| entry["businessUnitId"].is_null();
        let addresses = book["addresses"].as_array().unwrap();
        assert_eq!((addresses.iter().filter(own).count(), addresses.len()), (20, 22));
        let director = app.visitor(site);
        let signed = sign_in(&director, "director@demo.example", PASSWORD).await.json();
        assert_eq!(signed["session"]["showCertReporting"], true);
        let legacy = try_sign_in(&app.visitor(site), "legacy@demo.example", "from the old store").await;
        assert!(legacy.json()["error"].as_str().unwrap().starts_with("token:"));
    }
}

#[tokio::test]
async fn r49_sign_in_takes_json_from_this_store_only() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let body = json!({"email": COACH, "password": PASSWORD});
    for headers in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        let refused = visitor.send(Method::POST, "/api/auth/signin", &[headers], Some(&body)).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
    }
    let form = [("content-type", b"application/x-www-form-urlencoded".as_slice())];
    let refused = visitor.send_bytes(Method::POST, "/api/auth/signin", &form, "email=a&password=b").await;
    assert_eq!(refused.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}
