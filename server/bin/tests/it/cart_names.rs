//! A cart holds so many names and numbers and no more, whoever puts them there (R14); and what is added while somebody signs in is
//! theirs, or they are told that it is not.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::idempotency::LARGEST_KEPT;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, register, sign_in},
    shopping::{add, assert_books, cart, count, lines, query},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// A line of so many pieces, each with the longest name there is: 825 kB for 2,500.
fn team(sku: &str, from: usize, many: usize) -> Value {
    let texts: Vec<[String; 2]> = (from..from + many)
        .map(|nth| [format!("{nth:06}{}", "\u{1f3c0}".repeat(34)), "\u{1f3c0}".repeat(40)])
        .collect();
    json!({"sku": sku, "quantity": many, "freeForm": texts})
}

async fn put(visitor: &Visitor, line: Value) -> Answer {
    add(visitor, json!([line])).await
}

/// The beginning of what it says: the rest are names.
fn said(answer: &Answer) -> String {
    answer.text.chars().take(200).collect()
}

fn assert_ok(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::OK, "{}", said(answer));
}

fn assert_too_many(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", said(answer));
    assert!(answer.text.contains("cart_too_many_texts"), "{}", said(answer));
}

#[tokio::test]
async fn r14_a_cart_holds_so_many_names_and_no_more() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    for from in [0, 2_500] {
        assert_ok(&put(&visitor, team("JRS200-NAV-S", from, 2_500)).await);
    }
    let before = cart(&visitor).await;
    assert_too_many(&put(&visitor, team("JRS200-NAV-M", 5_000, 2_500)).await);
    assert_eq!(cart(&visitor).await, before);
    // By way of a line that is there, too; as many others in the place of those that are there is no more.
    let (_, line, ..) = lines(&before).remove(0);
    let change = async |from: usize, many: usize| {
        let version = cart(&visitor).await["version"].clone();
        let body = json!({"version": version, "quantity": many, "freeForm": team("", from, many)["freeForm"]});
        visitor.send(Method::PATCH, &format!("/api/cart/lines/{line}"), &[], Some(&body)).await
    };
    for many in [2_500, 2_000] {
        assert_ok(&change(100_000, many).await);
    }
    for (from, many) in [(200_000, 1_200), (300_000, 800)] {
        assert_ok(&put(&visitor, team("JRS200-NAV-M", from, many)).await);
    }
    assert_too_many(&change(100_000, 2_900).await);
    // What has no names has a place.
    assert_ok(&put(&visitor, json!({"sku": "BAL100", "quantity": 2})).await);
    assert_books(&app).await;
}

#[tokio::test]
async fn r14_carts_that_become_one_again_and_again_do_not_grow_by_names() {
    let app = TestApp::stocked().await;
    register(&app, SITE, COACH).await;
    let mut pieces = Vec::new();
    for from in [0, 10_000, 20_000, 30_000] {
        let visitor = app.visitor(SITE);
        for sku in ["JRS200-NAV-S", "JRS200-NAV-M"] {
            put(&visitor, team(sku, from, 2_500)).await;
        }
        let signed = sign_in(&visitor, COACH, PASSWORD).await.json();
        pieces.push(cart(&visitor).await["totalLineItemQuantity"].as_i64().unwrap());
        if from > 0 {
            let full = signed["merged"].as_str().unwrap().contains("a cart holds no more names and numbers");
            assert_eq!(full, from > 10_000, "{signed}");
        }
    }
    assert_eq!(pieces, [5_000, 10_000, 10_000, 10_000]);
}

#[tokio::test]
async fn a_line_that_two_carts_have_takes_as_many_names_as_pieces() {
    let app = TestApp::stocked().await;
    register(&app, SITE, COACH).await;
    let texts: Vec<[String; 2]> = (0..6_000).map(|nth| [format!("N{nth}"), (nth % 99).to_string()]).collect();
    let line = json!({"sku": "JRS200-NAV-S", "quantity": 6_000, "freeForm": texts});
    for _ in 0..2 {
        let visitor = app.visitor(SITE);
        assert_ok(&put(&visitor, line.clone()).await);
        sign_in(&visitor, COACH, PASSWORD).await;
    }
    let held = query(app.state.db.read(), "SELECT quantity, free_form FROM cart_line WHERE quantity > 6000").await;
    assert_eq!(held.len(), 1);
    let names: Vec<Vec<String>> = serde_json::from_str(&held[0].try_get::<String>("", "free_form").unwrap()).unwrap();
    assert_eq!((held[0].try_get::<i64>("", "quantity").unwrap(), names.len()), (9_999, 9_999));
}

#[tokio::test]
async fn of_a_large_answer_it_is_kept_that_it_was_given() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    let body = json!({"lines": [team("JRS200-NAV-S", 0, 2_500)]});
    let keyed = async |key: &str, body: &Value| {
        visitor.send(Method::POST, "/api/cart/lines", &[("idempotency-key", key)], Some(body)).await
    };
    let first = keyed("large", &body).await;
    assert_ok(&first);
    assert!(first.text.len() > LARGEST_KEPT);
    let again = keyed("large", &body).await;
    assert_eq!((again.status, again.json()["code"].as_str()), (StatusCode::CONFLICT, Some("done_before")));
    assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 2_500, "once");
    let small = json!({"lines": [{"sku": "BAL100", "quantity": 2}]});
    let (once, twice) = (keyed("small", &small).await, keyed("small", &small).await);
    assert_eq!((twice.status, twice.text), (StatusCode::OK, once.text));
    let kept = query(app.state.db.read(), "SELECT body FROM idempotency_key").await;
    let bytes: Vec<usize> = kept.iter().map(|row| row.try_get::<String>("", "body").unwrap().len()).collect();
    assert!(bytes.len() == 2 && bytes.iter().all(|bytes| *bytes <= LARGEST_KEPT), "{bytes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_added_while_somebody_signs_in_is_in_their_cart_or_refused() {
    let app = TestApp::stocked().await;
    register(&app, SITE, COACH).await;
    let mut expected = 0;
    for round in 0..8 {
        let visitor = app.visitor(SITE);
        assert_ok(&put(&visitor, json!({"sku": "BAL100", "quantity": 2})).await);
        expected += 2;
        let known = visitor.cookie("fieldhouse").unwrap();
        let beside: Vec<Visitor> = (0..8).map(|_| app.visitor(SITE)).collect();
        for one in &beside {
            one.forge_cookie("fieldhouse", &known);
        }
        let added = join_all(beside.iter().map(|one| put(one, json!({"sku": "BAL100", "quantity": 2}))));
        let (signed, added) = tokio::join!(sign_in(&visitor, COACH, PASSWORD), added);
        assert_eq!(signed.status, StatusCode::OK, "{}", signed.text);
        for (one, answer) in beside.iter().zip(&added) {
            let is_theirs = one.cookie("fieldhouse").as_ref() == Some(&known);
            match answer.status {
                StatusCode::OK if is_theirs => expected += 2,
                StatusCode::OK => {}
                _ => assert_eq!(answer.json()["code"], "session_changed", "{}", answer.text),
            }
        }
        assert_eq!(cart(&visitor).await["totalLineItemQuantity"], expected, "round {round}");
    }
    assert_books(&app).await;
    // No cart is nobody's.
    let left = "SELECT c.id FROM cart c WHERE c.status = 'open' AND NOT EXISTS (SELECT 1 FROM session s WHERE s.visitor = c.visitor) \
        AND NOT EXISTS (SELECT 1 FROM customer u WHERE u.id = c.visitor)";
    let waiting = count(&app, "cart_undo").await;
    let nobodys = query(app.state.db.read(), left).await.len();
    assert!(i64::try_from(nobodys).unwrap() <= waiting, "{nobodys} beside {waiting} that wait");
}

#[tokio::test]
async fn a_view_of_a_cart_shows_no_wish_that_a_merged_list_took_the_place_of() {
    let app = TestApp::stocked().await;
    register(&app, SITE, COACH).await;
    let (coach, stranger) = (app.visitor(SITE), app.visitor(SITE));
    sign_in(&coach, COACH, PASSWORD).await;
    assert_ok(&put(&coach, json!({"sku": "BAL100", "quantity": 2})).await);
    let wish = async |visitor: &Visitor, product: &str| {
        app.state.clock.advance_seconds(1);
        assert_ok(&visitor.post("/api/wishlist", &json!({"productId": product})).await);
    };
    wish(&coach, "bal100").await;
    wish(&stranger, "bag100").await;
    wish(&coach, "jrs100").await;
    assert_eq!(cart(&coach).await["items"][0]["isFavourite"], true);
    let gone = coach.send(Method::DELETE, "/api/wishlist/bal100", &[], None).await;
    assert_ok(&gone);
    // As many wishes as before, and the same was the last of them.
    sign_in(&stranger, COACH, PASSWORD).await;
    assert_eq!(cart(&coach).await["items"][0]["isFavourite"], false);
}
