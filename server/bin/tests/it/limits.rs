//! What one address may do, what may be tried at one account, and the devices whose owner is not locked out
//! (R42, R62).

use axum::http::{HeaderMap, Method, StatusCode, header};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    config::{Config, limits::Limits},
    state::AppState,
};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, register, registration, reset_token, sign_in, try_sign_in},
    platform::{Client, ask},
    shell::with_content,
    shopping::{count, texts},
    support::{Answer, TestApp, Visitor},
};

const DEVICE: &str = "fieldhouse-device";
const REGISTER: &str = "/api/features/Account/register";

/// The store with the limits it ships with, but for those `told`; two proxies of ours in front say who asks.
fn limited(app: &TestApp, told: &[&str]) -> (AppState, axum::Router) {
    let mut limits = Limits::default();
    assert!(told.iter().all(|pair| limits.set(pair)));
    let config = Config { limits, proxies: 1, ..app.state.config.clone() };
    let state = app.again(config);
    (state.clone(), surfaces::router(state, app.pages.clone()))
}

/// POST from an address; what the asker claims stands before what the proxy of ours adds.
async fn from(visitor: &Visitor, address: &str, path: &str, body: &Value) -> Answer {
    let forwarded = ["9.9.9.9, ", address].concat();
    visitor.send(Method::POST, path, &[("x-forwarded-for", &forwarded)], Some(body)).await
}

fn assert_limited(answer: &Answer, seconds: &str, what: &str) {
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{what}: {}", answer.text);
    assert_eq!(answer.headers[header::RETRY_AFTER], seconds, "{what}");
    assert_eq!(answer.json()["code"], "too_many_requests", "{what}");
}

async fn lock(visitor: &Visitor, email: &str) {
    for _ in 0..10 {
        assert_eq!(try_sign_in(visitor, email, "wrong").await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(try_sign_in(visitor, email, PASSWORD).await.status, StatusCode::TOO_MANY_REQUESTS);
}

fn cookies(headers: &HeaderMap) -> Vec<String> {
    headers.get_all(header::SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn r42_tries_are_kept_over_a_restart() {
    let mut app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    for email in [COACH, "nobody@club.example"] {
        lock(&app.visitor(Site::FIELDHOUSE), email).await;
    }
    app.reopen().await;
    for email in [COACH, "nobody@club.example"] {
        let late = try_sign_in(&app.visitor(Site::FIELDHOUSE), email, PASSWORD).await;
        assert_eq!((late.status, late.headers["retry-after"].to_str().unwrap()), (StatusCode::TOO_MANY_REQUESTS, "30"));
    }
    let kept = texts(&app, "account_try", "subject_hash").await;
    assert_eq!(kept.len(), 3, "the registration and two names");
    assert!(kept.iter().all(|hash| hash.len() == 43 && !hash.contains('@')), "no name is kept: {kept:?}");
    app.state.clock.advance_seconds(30);
    sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await;
    assert_eq!(count(&app, "account_try").await, 2, "the owner's are forgotten");
    app.state.clock.advance_seconds(31 * 86_400);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "account_try").await, 0, "in time all are");
}

#[tokio::test]
async fn r42_a_lock_does_not_shut_out_the_owners_device() {
    let app = TestApp::start().await;
    let owner = customer(&app, Site::FIELDHOUSE, COACH).await;
    owner.send(Method::POST, "/api/auth/signout", &[], None).await;
    assert!(owner.cookie(DEVICE).is_some(), "signing out keeps the device known");
    lock(&app.visitor(Site::FIELDHOUSE), COACH).await;
    let signed = sign_in(&owner, COACH, PASSWORD).await;
    assert_eq!(cookies(&signed.headers).len(), 2, "the session's and the device's");
    let stranger = try_sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await;
    assert_eq!(stranger.status, StatusCode::TOO_MANY_REQUESTS, "the lock is still there for everyone else");
    // A known device has tries of its own: it is no way around the limit.
    lock(&owner, COACH).await;
    // And it is known for its own account alone.
    register(&app, Site::FIELDHOUSE, "other@club.example").await;
    lock(&app.visitor(Site::FIELDHOUSE), "other@club.example").await;
    assert_eq!(
        try_sign_in(&owner, "other@club.example", PASSWORD).await.status,
        StatusCode::TOO_MANY_REQUESTS,
        "a stranger's device"
    );
}

#[tokio::test]
async fn r42_r43_whoever_was_not_heard_did_not_guess() {
    let app = TestApp::start().await;
    let owner = customer(&app, Site::FIELDHOUSE, COACH).await;
    let stranger = app.visitor(Site::FIELDHOUSE);
    let crowd: Vec<_> = std::iter::from_fn(|| app.state.passwords.place().ok()).collect();
    assert!(!crowd.is_empty());
    for visitor in [&owner, &stranger] {
        for _ in 0..12 {
            let busy = try_sign_in(visitor, COACH, PASSWORD).await;
            assert_eq!(busy.status, StatusCode::SERVICE_UNAVAILABLE, "{}", busy.text);
        }
    }
    drop(crowd);
    for visitor in [&owner, &stranger] {
        sign_in(visitor, COACH, PASSWORD).await;
    }
}

#[tokio::test]
async fn r42_two_customers_of_one_device_are_both_known_there() {
    let app = TestApp::start().await;
    let shared = customer(&app, Site::FIELDHOUSE, COACH).await;
    register(&app, Site::FIELDHOUSE, "other@club.example").await;
    sign_in(&shared, "other@club.example", PASSWORD).await;
    for email in [COACH, "other@club.example"] {
        lock(&app.visitor(Site::FIELDHOUSE), email).await;
        sign_in(&shared, email, PASSWORD).await;
    }
    assert_eq!(count(&app, "known_device").await, 2);
}

#[tokio::test]
async fn r37_r42_a_planted_device_is_worth_nothing() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let owner = app.visitor(Site::FIELDHOUSE);
    let planted = "A".repeat(43);
    owner.forge_cookie(DEVICE, &planted);
    let signed = sign_in(&owner, COACH, PASSWORD).await;
    let first = owner.cookie(DEVICE).unwrap();
    assert_ne!(first, planted);
    let set = cookies(&signed.headers).into_iter().find(|cookie| cookie.starts_with(DEVICE)).unwrap();
    for flag in ["; Path=/", "; HttpOnly", "; SameSite=Lax"] {
        assert!(set.contains(flag), "{set}");
    }
    assert!(!texts(&app, "known_device", "device_hash").await.contains(&first), "only its hash is stored");
    sign_in(&owner, COACH, PASSWORD).await;
    let second = owner.cookie(DEVICE).unwrap();
    assert_ne!(first, second, "another name at every sign-in");
    lock(&app.visitor(Site::FIELDHOUSE), COACH).await;
    let long = "A".repeat(9_000);
    for forged in [planted.as_str(), &first, "", "A", &second[..42], &long, "' or 1=1 --"] {
        let thief = app.visitor(Site::FIELDHOUSE);
        thief.forge_cookie(DEVICE, forged);
        assert_eq!(try_sign_in(&thief, COACH, PASSWORD).await.status, StatusCode::TOO_MANY_REQUESTS, "{forged}");
    }
    sign_in(&owner, COACH, PASSWORD).await;
}

#[tokio::test]
async fn r42_r46_a_device_is_known_until_its_time_is_over_or_the_password_changes() {
    let app = TestApp::start().await;
    let owner = customer(&app, Site::FIELDHOUSE, COACH).await;
    app.state.clock.advance_seconds(179 * 86_400);
    lock(&app.visitor(Site::FIELDHOUSE), COACH).await;
    sign_in(&owner, COACH, PASSWORD).await;
    // With the present password another is set: this device stays known, all others are not any more.
    let left = app.visitor(Site::FIELDHOUSE);
    app.state.clock.advance_seconds(86_400);
    sign_in(&left, COACH, PASSWORD).await;
    let body = json!({"currentPassword": PASSWORD, "newPassword": "eight green llamas"});
    let changed = owner.post("/api/features/Account/update-password", &body).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    lock(&app.visitor(Site::FIELDHOUSE), COACH).await;
    let other = try_sign_in(&left, COACH, "eight green llamas").await;
    assert_eq!(other.status, StatusCode::TOO_MANY_REQUESTS, "not known any more");
    sign_in(&owner, COACH, "eight green llamas").await;
    // 180 days after the last sign-in it is a stranger's.
    app.state.clock.advance_seconds(180 * 86_400);
    lock(&app.visitor(Site::FIELDHOUSE), COACH).await;
    assert_eq!(try_sign_in(&owner, COACH, "eight green llamas").await.status, StatusCode::TOO_MANY_REQUESTS);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "known_device").await, 0);
}

#[tokio::test]
async fn r42_a_link_of_a_letter_forgets_every_device_and_every_try() {
    let app = TestApp::start().await;
    let owner = customer(&app, Site::FIELDHOUSE, COACH).await;
    let before = letters(&app).await;
    lock(&app.visitor(Site::FIELDHOUSE), COACH).await;
    let asked = json!({"email": COACH, "storeKey": "fieldhouse"});
    assert_eq!(owner.post("/api/features/Account/password-token", &asked).await.status, StatusCode::OK);
    let token = reset_token(&app, &before).await;
    let body = json!({"password": "eight green llamas", "token": token});
    let set = app.visitor(Site::FIELDHOUSE).post("/api/features/Account/create-password", &body).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.text);
    assert_eq!(count(&app, "known_device").await, 0);
    sign_in(&app.visitor(Site::FIELDHOUSE), COACH, "eight green llamas").await;
}

#[tokio::test]
async fn r42_an_address_tries_so_many_passwords_whichever_the_accounts() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let (state, router) = limited(&app, &["sign_in=5"]);
    let guesser = Visitor::at(router.clone(), Site::FIELDHOUSE);
    for number in 0..5 {
        let body = json!({"email": format!("coach{number}@club.example"), "password": PASSWORD});
        assert_eq!(from(&guesser, "10.0.0.1", "/api/auth/signin", &body).await.status, StatusCode::UNAUTHORIZED);
    }
    let right = json!({"email": COACH, "password": PASSWORD});
    let before = state.passwords.computed();
    let late = from(&guesser, "10.0.0.1", "/api/auth/signin", &right).await;
    assert_limited(&late, "60", "sign-in");
    let elsewhere = Visitor::at(router.clone(), Site::US_GAMES);
    assert_limited(&from(&elsewhere, "10.0.0.1", "/api/auth/signin", &right).await, "60", "at another site");
    assert_eq!(state.passwords.computed(), before, "and it costs no hash");
    // Passwords are tried where they are asked for, not at the sign-in alone.
    let token = json!({"password": PASSWORD, "token": "any"});
    let link = from(&guesser, "10.0.0.1", "/api/features/Account/create-password", &token).await;
    assert_limited(&link, "60", "create-password");
    assert_eq!(from(&guesser, "10.0.0.2", "/api/auth/signin", &right).await.status, StatusCode::OK, "somebody else");
    let body = json!({"currentPassword": "wrong", "newPassword": "eight green llamas"});
    let present = from(&guesser, "10.0.0.1", "/api/features/Account/update-password", &body).await;
    assert_limited(&present, "60", "update-password");
    state.clock.advance_seconds(60);
    let after = Visitor::at(router, Site::FIELDHOUSE);
    assert_eq!(from(&after, "10.0.0.1", "/api/auth/signin", &right).await.status, StatusCode::OK);
}

#[tokio::test]
async fn r62_five_accounts_an_hour_are_made_from_one_address() {
    let app = TestApp::start().await;
    let (state, router) = limited(&app, &[]);
    let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
    // What breaks a rule of the form is not counted: nothing was told of any account.
    for _ in 0..6 {
        let refused = from(&visitor, "10.0.0.1", REGISTER, &registration("no address")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    for number in 0..4 {
        let made = from(&visitor, "10.0.0.1", REGISTER, &registration(&format!("a{number}@club.example"))).await;
        assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    }
    let known = from(&visitor, "10.0.0.1", REGISTER, &registration("a0@club.example")).await;
    assert_eq!(known.status, StatusCode::CONFLICT);
    // Known and unknown alike are told nothing any more.
    for email in ["a0@club.example", "b0@club.example"] {
        assert_limited(&from(&visitor, "10.0.0.1", REGISTER, &registration(email)).await, "3600", email);
        let elsewhere = Visitor::at(router.clone(), Site::VARSITY_BRANDS);
        assert_limited(&from(&elsewhere, "10.0.0.1", REGISTER, &registration(email)).await, "3600", email);
    }
    assert_eq!(from(&visitor, "10.0.0.2", REGISTER, &registration("b0@club.example")).await.status, StatusCode::OK);
    state.clock.advance_seconds(3600);
    assert_eq!(from(&visitor, "10.0.0.1", REGISTER, &registration("c0@club.example")).await.status, StatusCode::OK);
    assert_eq!(count(&app, "customer").await, 6);
}

#[tokio::test]
async fn r62_what_leaves_a_letter_is_limited_by_address() {
    let app = with_content().await;
    let (state, router) = limited(&app, &["reset=3", "newsletter=3", "form=3", "change_request=3", "letter=1000"]);
    let coach = Visitor::at(router.clone(), Site::FIELDHOUSE);
    register(&app, Site::FIELDHOUSE, COACH).await;
    assert_eq!(
        from(&coach, "10.0.0.9", "/api/auth/signin", &json!({"email": COACH, "password": PASSWORD})).await.status,
        StatusCode::OK
    );
    let operations = [
        ("/api/features/Account/password-token", json!({"email": "a@club.example", "storeKey": "fieldhouse"})),
        ("/api/features/Newsletter01", json!({"email": "a@club.example"})),
        ("/api/forms/contact", json!({"website": "", "values": {}})),
        ("/api/account/change-requests", json!({"role": "sold-to", "message": "Please"})),
    ];
    for (path, body) in &operations {
        for _ in 0..3 {
            let answer = from(&coach, "10.0.0.1", path, body).await;
            assert_ne!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{path}: {}", answer.text);
        }
        let late = from(&coach, "10.0.0.1", path, body).await;
        assert_limited(&late, "3600", path);
        let other = from(&coach, "10.0.0.2", path, body).await;
        assert_ne!(other.json()["code"], "too_many_requests", "{path}: {}", other.text);
    }
    state.clock.advance_seconds(3600);
    for (path, body) in &operations {
        let later = from(&coach, "10.0.0.1", path, body).await;
        assert_ne!(later.status, StatusCode::TOO_MANY_REQUESTS, "{path}: {}", later.text);
    }
}

#[tokio::test]
async fn r62_tokens_of_the_customer_api_are_limited_by_address() {
    let app = TestApp::start().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    // Where nodes count together, that counts for an hour.
    app.state.clock.advance_seconds(3_600);
    let (state, router) = limited(&app, &["token=4", "sign_in=2", "registration=1"]);
    let at = |site| Visitor::at(router.clone(), site);
    let told = |answer: &Answer| {
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{}", answer.text);
        assert_eq!(answer.headers[header::RETRY_AFTER], "60");
        assert_eq!(answer.json()["statusCode"], 429);
        assert_eq!(answer.json()["errors"][0]["code"], "General");
    };
    for _ in 0..4 {
        let given =
            ask(&at(Site::FIELDHOUSE), "/oauth/fieldhouse/anonymous/token", "grant_type=client_credentials").await;
        assert_eq!(given.status, StatusCode::OK, "{}", given.text);
    }
    for path in [
        "/oauth/fieldhouse/anonymous/token",
        "/oauth/fieldhouse/in-store/key=usgames/anonymous/token",
        "/oauth/fieldhouse/customers/token",
        "/oauth/fieldhouse/in-store/key=usgames/customers/token",
        "/oauth/token",
        "/oauth/token/revoke",
    ] {
        told(&ask(&at(Site::FIELDHOUSE), path, "grant_type=client_credentials&token=a").await);
    }
    assert_eq!(count(&app, "platform_grant").await, 4);
    state.clock.advance_seconds(60);
    // The password of a customer is tried as often as at the storefront.
    let form = "grant_type=password&username=nobody%40club.example&password=wrong";
    for _ in 0..2 {
        let wrong = ask(&at(Site::FIELDHOUSE), "/oauth/fieldhouse/customers/token", form).await;
        assert_eq!(wrong.status, StatusCode::BAD_REQUEST, "{}", wrong.text);
    }
    told(&ask(&at(Site::FIELDHOUSE), "/oauth/fieldhouse/customers/token", form).await);
    let client = Client::with(at(Site::FIELDHOUSE), Client::anonymous(&app, Site::FIELDHOUSE).await);
    let login = json!({"email": COACH, "password": PASSWORD});
    told(&client.post("/me/login", &login).await);
    let reset = json!({"tokenValue": "any", "newPassword": PASSWORD});
    told(&client.post("/me/password/reset", &reset).await);
    let sign_up = |email: &str| {
        json!({"email": email, "password": PASSWORD, "firstName": "Pat", "lastName": "Margolis", "title": "Coach",
            "addresses": [{"firstName": "Pat", "lastName": "Margolis", "phone": "214-555-0142", "country": "US",
                "streetName": "100 Field Road", "city": "Austin", "state": "TX", "postalCode": "78701"}],
            "custom": {"type": {"key": "customer"}, "fields": {"customer_classification_id": "Club"}}})
    };
    let made = client.post("/me/signup", &sign_up("new@club.example")).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let late = client.post("/me/signup", &sign_up("newer@club.example")).await;
    assert_eq!((late.status, &late.headers["retry-after"]), (StatusCode::TOO_MANY_REQUESTS, &"3600".parse().unwrap()));
}

#[tokio::test]
async fn r40_a_device_cookie_makes_no_difference_between_known_and_unknown() {
    let app = TestApp::start().await;
    let thief = customer(&app, Site::FIELDHOUSE, "thief@club.example").await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let tries = count(&app, "account_try").await;
    let mut answers = Vec::new();
    for email in [COACH, "nobody@club.example"] {
        let before = app.state.passwords.computed();
        answers.push(try_sign_in(&thief, email, "wrong").await);
        assert_eq!(app.state.passwords.computed() - before, 1);
    }
    assert_eq!(answers[0].impersonal(), answers[1].impersonal());
    assert!(answers.iter().all(|answer| cookies(&answer.headers).is_empty()));
    assert_eq!(count(&app, "account_try").await, tries + 2, "one row each");
}

/// Several nodes share a server; a file is one node's.
mod on_postgres {
    use fieldhouse_shop::pruning::sweep::sweep;

    use super::*;

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r78_three_nodes_count_as_one() {
        let app = TestApp::start().await;
        register(&app, Site::FIELDHOUSE, COACH).await;
        let nodes = [0, 1, 2].map(|_| limited(&app, &["sign_in=7"]));
        let right = json!({"email": COACH, "password": PASSWORD});
        let ask = async |node: usize, address: &str, body: &Value| {
            let visitor = Visitor::at(nodes[node % 3].1.clone(), Site::FIELDHOUSE);
            from(&visitor, address, "/api/auth/signin", body).await
        };
        for number in 0..7 {
            let body = json!({"email": format!("coach{number}@club.example"), "password": PASSWORD});
            assert_eq!(ask(number, "10.0.0.1", &body).await.status, StatusCode::UNAUTHORIZED);
        }
        for (node, (state, _)) in nodes.iter().enumerate() {
            let computed = state.passwords.computed();
            // The second time the node knows by itself.
            for _ in 0..2 {
                assert_limited(&ask(node, "10.0.0.1", &right).await, "60", "at any node");
            }
            assert_eq!(state.passwords.computed(), computed, "and it costs no hash");
        }
        assert_eq!(ask(0, "10.0.0.2", &right).await.status, StatusCode::OK, "somebody else");

        // Newsletters: three an hour a mailbox.
        let subscribe = async |node: usize| {
            let visitor = Visitor::at(nodes[node % 3].1.clone(), Site::FIELDHOUSE);
            let body = json!({"email": "pat@club.example"});
            from(&visitor, "10.0.0.3", "/api/features/Newsletter01", &body).await.status
        };
        for node in 0..3 {
            assert_eq!(subscribe(node).await, StatusCode::OK);
        }
        for node in 0..3 {
            assert_eq!(subscribe(node).await, StatusCode::TOO_MANY_REQUESTS, "{node}");
        }
        let secrets = texts(&app, "rate_count", "counted").await;
        assert!(!secrets.is_empty() && secrets.iter().all(|text| !text.contains("10.0") && !text.contains("pat@")));

        for (state, _) in &nodes {
            state.clock.advance_seconds(3_600);
        }
        assert_eq!(ask(1, "10.0.0.1", &right).await.status, StatusCode::OK, "a minute later");
        sweep(&nodes[0].0).await.unwrap();
        assert_eq!(count(&app, "rate_count").await, 1, "windows that are over are gone");
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r78_who_looked_at_the_clock_before_the_window_began_and_counts_after_is_one_more_in_it() {
        let app = TestApp::start().await;
        let (ahead, behind) = (limited(&app, &["sign_in=3"]), limited(&app, &["sign_in=3"]));
        ahead.0.clock.advance_seconds(2);
        let wrong = json!({"email": "pat@club.example", "password": PASSWORD});
        let ask = async |node: &(AppState, axum::Router)| {
            from(&Visitor::at(node.1.clone(), Site::FIELDHOUSE), "10.0.0.1", "/api/auth/signin", &wrong).await.status
        };
        for node in [&ahead, &ahead, &behind] {
            assert_eq!(ask(node).await, StatusCode::UNAUTHORIZED);
        }
        assert_eq!([ask(&ahead).await, ask(&behind).await], [StatusCode::TOO_MANY_REQUESTS; 2]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r78_askers_at_all_nodes_at_once_are_counted_one_after_the_other() {
        let app = TestApp::start().await;
        let nodes = [0, 1, 2].map(|_| limited(&app, &["sign_in=7"]).1);
        let body = json!({"email": "coach@club.example", "password": "wrong"});
        let asked = (0..30).map(|number| {
            let visitor = Visitor::at(nodes[number % 3].clone(), Site::FIELDHOUSE);
            let body = &body;
            async move { from(&visitor, "10.0.0.1", "/api/auth/signin", body).await }
        });
        let told = futures_util::future::join_all(asked).await;
        let judged = told.iter().filter(|answer| answer.status == StatusCode::UNAUTHORIZED).count();
        assert_eq!(judged, 7, "{:?}", told.iter().map(|answer| answer.status).collect::<Vec<_>>());
    }
}
