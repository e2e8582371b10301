//! R75: nobody's mailbox is filled, and no ERP, by whoever asks for letters and orders in others' names.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    config::{Config, limits::Limits},
    letters::worker,
};
use serde_json::{Value, json};

use crate::{
    desk_orders::{done, show, staff},
    shopping::{add_one, count, letters_left, number_in, place, placing, put, shipping},
    support::{Answer, TestApp, Visitor},
};

const STRANGER: &str = "stranger@elsewhere.example";

/// The same store with some limits as they are unless it is told others.
fn limited(app: &TestApp, limits: Limits) -> (fieldhouse_shop::state::AppState, axum::Router) {
    let state = app.again(Config {
        database_url: app.state.config.database_url.clone(),
        mail: app.state.config.mail.clone(),
        limits,
        ..Config::default()
    });
    (state.clone(), surfaces::router(state, app.pages.clone()))
}

async fn order(visitor: &Visitor, email: &str, key: &str) -> Answer {
    add_one(visitor, "BAL100", 1).await;
    let mut shipping = shipping();
    shipping["email"] = json!(email);
    assert_eq!(put(visitor, "/api/checkout/shipping", &shipping).await.status, StatusCode::OK);
    let review = put(visitor, "/api/checkout/payment", &json!({"poNumber": "PO-1"})).await.json();
    place(visitor, key, &placing(&review)).await
}

/// Everything that was sent to the stranger, under whichever spelling.
async fn received(app: &TestApp, state: &fieldhouse_shop::state::AppState) -> usize {
    worker::send_due(state).await.unwrap();
    let folder = std::fs::read_dir(app.mail_folder()).map(|files| files.map(|file| file.unwrap().path()).collect());
    let files: Vec<_> = folder.unwrap_or_default();
    let letters = files.iter().map(|file| std::fs::read_to_string(file).unwrap().to_lowercase());
    letters.filter(|letter| letter.lines().any(|line| line.starts_with("to:") && line.contains("stranger"))).count()
}

#[tokio::test]
async fn r75_a_mailbox_that_never_confirmed_gets_three_letters_an_hour_over_all_kinds() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (state, router) = limited(&app, Limits { letter: 3, ..Limits::all(u32::MAX) });
    let guest = || Visitor::at(router.clone(), site);
    // A newsletter, an order, and one with a note after a plus.
    let joined = guest().post("/api/features/Newsletter01", &json!({"email": STRANGER})).await;
    assert!(joined.status.is_success(), "{}", joined.text);
    for (number, email) in [STRANGER, "Stranger+1@elsewhere.example"].into_iter().enumerate() {
        let placed = order(&guest(), email, &format!("k{number}")).await;
        assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
        assert_eq!(placed.json()["letterNote"], "");
    }
    assert_eq!(received(&app, &state).await, 3);
    // An order beyond that is placed, its letter kept, and its page says so, now and later.
    let visitor = guest();
    let placed = order(&visitor, "stranger+2@elsewhere.example", "k3").await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert!(placed.json()["letterNote"].as_str().unwrap().contains("was not sent"), "{}", placed.text);
    let read = visitor.get(&format!("/api/orders/{}", placed.json()["id"].as_str().unwrap())).await;
    assert_eq!(read.json(), placed.json());
    // What is nothing but a letter is refused with a sentence, at another brand too.
    let other = Visitor::at(router.clone(), Site::US_GAMES);
    let refused = other.post("/api/features/Newsletter01", &json!({"email": "stranger+news@elsewhere.example"})).await;
    assert_eq!(
        (refused.status, refused.json()["code"].clone()),
        (StatusCode::TOO_MANY_REQUESTS, json!("too_many_letters"))
    );
    // A link that was asked for is answered as always.
    let asked = json!({"email": STRANGER, "storeKey": "fieldhouse"});
    assert!(guest().post("/api/features/Account/password-token", &asked).await.status.is_success());
    assert_eq!(received(&app, &state).await, 3);
    let kept = "SELECT COUNT(*) AS n FROM job WHERE state = 'held'";
    assert_eq!(number_in(app.state.db.read(), kept).await, 2);
    // Others get theirs, and an hour later so does this one.
    assert_eq!(order(&guest(), "other@elsewhere.example", "k4").await.json()["letterNote"], "");
    state.clock.advance_seconds(3600);
    assert_eq!(order(&guest(), STRANGER, "k5").await.json()["letterNote"], "");
    assert_eq!(received(&app, &state).await, 4);
}

#[tokio::test]
async fn what_the_house_writes_is_always_sent_and_takes_no_strangers_place() {
    let mut app = TestApp::stocked().await;
    let limits = Limits { letter: 3, ..Limits::all(u32::MAX) };
    app.reconfigure(|config| config.limits = limits);
    let desk = staff(&app, "manager").await;
    let placed = order(&app.visitor(Site::FIELDHOUSE), STRANGER, "k0").await;
    let id = placed.json()["id"].as_str().unwrap().to_owned();
    for nth in 0..5 {
        done(&desk, &id, "notes", json!({"text": format!("Note {nth}"), "public": true})).await;
    }
    assert_eq!(received(&app, &app.state).await, 6, "one of the order, and each note's");
    let seq = show(&desk, &id).await["timeline"][0]["sequence"].as_i64().unwrap();
    done(&desk, &id, &format!("events/{seq}/letter"), json!({})).await;
    assert_eq!(received(&app, &app.state).await, 7, "and the one that is sent again");
    for key in ["k1", "k2"] {
        let placed = order(&app.visitor(Site::FIELDHOUSE), STRANGER, key).await;
        assert_eq!(placed.json()["letterNote"], "", "what the house wrote is not counted");
    }
    let fourth = order(&app.visitor(Site::FIELDHOUSE), STRANGER, "k3").await;
    assert!(fourth.json()["letterNote"].as_str().unwrap().contains("was not sent"));
    done(&desk, &id, "notes", json!({"text": "One more", "public": true})).await;
    assert_eq!(received(&app, &app.state).await, 10, "also into a mailbox that is full");
}

#[tokio::test]
async fn r75_who_used_a_link_gets_every_letter() {
    let app = TestApp::stocked().await;
    let (state, router) = limited(&app, Limits { letter: 3, ..Limits::all(u32::MAX) });
    let tx = state.db.write().await.unwrap();
    fieldhouse_shop::mail::confirm(&state, &tx, STRANGER).await.unwrap();
    tx.commit().await.unwrap();
    for number in 0..5 {
        let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
        let placed = order(&visitor, "stranger+cup@elsewhere.example", &format!("k{number}")).await;
        assert_eq!(placed.json()["letterNote"], "", "{}", placed.text);
    }
    assert_eq!(received(&app, &state).await, 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r75_orders_placed_at_once_are_counted_one_after_the_other() {
    let app = TestApp::stocked().await;
    let (state, router) = limited(&app, Limits { letter: 3, ..Limits::all(u32::MAX) });
    let placed = (0..8).map(|number| {
        let router = router.clone();
        tokio::spawn(async move {
            let visitor = Visitor::at(router, Site::FIELDHOUSE);
            order(&visitor, &format!("stranger+{number}@elsewhere.example"), "k").await.status
        })
    });
    for status in futures_util::future::join_all(placed).await {
        assert_eq!(status.unwrap(), StatusCode::CREATED);
    }
    assert_eq!(received(&app, &state).await, 3);
    assert_eq!(count(&app, "orders").await, 8);
}

/// The e-mail of an order by its number.
type Emails<'a> = &'a dyn Fn(usize) -> String;

#[tokio::test]
async fn r75_guest_orders_are_limited_by_address_mailbox_and_site() {
    let wide = Limits::all(u32::MAX);
    let somebody = |number: usize| format!("guest{number}@elsewhere.example");
    let one = |_: usize| "stranger@elsewhere.example".to_owned();
    let noted = |number: usize| format!("stranger+{number}@elsewhere.example");
    let cases: [(&str, Limits, Emails<'_>); 4] = [
        ("address", Limits { guest_order: 3, ..wide }, &somebody),
        ("mailbox", Limits { guest_email: 3, ..wide }, &one),
        ("mailbox with notes", Limits { guest_email: 3, ..wide }, &noted),
        ("site", Limits { guest_site: 3, ..wide }, &somebody),
    ];
    for (what, limits, email) in cases {
        let app = TestApp::stocked().await;
        let (state, router) = limited(&app, limits);
        let guest = || Visitor::at(router.clone(), Site::FIELDHOUSE);
        for number in 0..3 {
            let placed = order(&guest(), &email(number), "k").await;
            assert_eq!(placed.status, StatusCode::CREATED, "{what}: {}", placed.text);
        }
        let late = guest();
        let refused: Value = {
            let answer = order(&late, &email(3), "k").await;
            assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{what}: {}", answer.text);
            assert!(answer.headers.contains_key("retry-after"));
            answer.json()
        };
        assert!(refused["title"].as_str().is_some_and(|title| !title.is_empty()), "{what}: {refused}");
        assert_eq!(count(&app, "orders").await, 3, "{what}");
        assert_eq!(letters_left(&app).await, 3, "{what}");
        // An hour later it goes through as it is.
        state.clock.advance_seconds(3600);
        let review = late.get("/api/checkout").await.json();
        let placed = place(&late, "later", &placing(&review)).await;
        assert_eq!(placed.status, StatusCode::CREATED, "{what}: {}", placed.text);
    }
}
