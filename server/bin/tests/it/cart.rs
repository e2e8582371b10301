//! The cart over HTTP: adding, changing, removing, its limits and its races.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    fixture,
    shopping::{
        add, add_one, assert_books, broken, cart, check_out, count, lines, place, placing, remove, set_quantity,
        try_add,
    },
    support::{TestApp, Visitor},
};

#[tokio::test]
async fn lines_are_added_changed_and_removed_and_the_sums_follow() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert_eq!(visitor.get("/api/cart/active").await.text, "null");
    assert_eq!(visitor.get("/api/cart/head").await.json()["totalLineItemQuantity"], 0);

    let added = add(&visitor, json!([{"sku": "JRS100-NAV-S", "quantity": 12}, {"sku": "BAL100", "quantity": 2}])).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let change = added.json();
    assert_eq!((change["addedQuantity"].as_i64(), change["cards"].as_array().unwrap().len()), (Some(14), 2));
    assert_eq!(change["head"]["totalLineItemQuantity"], 14);
    assert_eq!(change["head"]["lineCount"], 2);

    // Twelve more in another colour: both colours reach the tier of 24 at 21.99.
    let pooled = add_one(&visitor, "JRS100-RED-L", 12).await.json();
    assert_eq!(pooled["cards"].as_array().unwrap().len(), 2, "both colours changed their price");
    let view = cart(&visitor).await;
    assert_eq!(view["totalMerchCents"], 24 * 2499 + 2 * 3999);
    assert_eq!(view["totalSavingsCents"], 24 * 300);
    assert_eq!(view["totalCents"], 24 * 2199 + 2 * 3999);
    assert_eq!(view["totalPriceString"], "$607.74");
    assert_eq!(view["store"]["key"], "fieldhouse");
    assert_eq!(view["version"], 2);
    assert_eq!(visitor.get("/api/cart/head").await.json()["summary"], view["summary"]);

    let (_, red, _) = lines(&view).into_iter().find(|(sku, ..)| sku == "JRS100-RED-L").unwrap();
    let fewer = set_quantity(&visitor, &red, 6, 2).await;
    assert_eq!(fewer.status, StatusCode::OK, "{}", fewer.text);
    let view = cart(&visitor).await;
    assert_eq!(view["totalCents"], 18 * 2499 + 2 * 3999, "below the tier again");

    let gone = remove(&visitor, &red, 3).await;
    assert_eq!(gone.status, StatusCode::OK, "{}", gone.text);
    assert_eq!(gone.json()["removedCards"].as_array().unwrap().len(), 1);
    let view = cart(&visitor).await;
    assert_eq!((view["lineCount"].as_i64(), view["version"].as_i64()), (Some(2), Some(4)));
    assert_eq!(view["totalCents"], 12 * 2499 + 2 * 3999);
    assert_books(&app).await;
}

#[tokio::test]
async fn the_same_article_added_again_is_the_same_line() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let twice = json!([{"sku": "BAL100", "quantity": 2}, {"sku": "bal100", "quantity": 3}]);
    assert_eq!(add(&visitor, twice).await.status, StatusCode::OK);
    add_one(&visitor, "BAL100", 4).await;
    let view = cart(&visitor).await;
    assert_eq!(lines(&view).iter().map(|(_, _, quantity)| *quantity).collect::<Vec<_>>(), [9]);
    assert_books(&app).await;
}

#[tokio::test]
async fn lines_with_other_texts_are_other_lines() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let line = |name: &str| json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [[name, "7"]]});
    assert_eq!(add(&visitor, json!([line("Ann"), line("Bea"), line("Ann")])).await.status, StatusCode::OK);
    let view = cart(&visitor).await;
    assert_eq!(view["items"].as_array().unwrap().len(), 1, "one card");
    assert_eq!(uuid::Uuid::parse_str(view["id"].as_str().unwrap()).unwrap().get_version_num(), 4, "122 random bits");
    let mut quantities: Vec<_> = lines(&view).iter().map(|(_, _, quantity)| *quantity).collect();
    quantities.sort_unstable();
    assert_eq!(quantities, [1, 2]);
    for missing in [json!([]), json!([["Ann"]]), json!([["Ann", " "]]), json!([["Ann", "7", "x"]])] {
        let body = json!([{"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": missing}]);
        let refused = add(&visitor, body).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{missing}: {}", refused.text);
        assert!(broken(&refused).iter().all(|(field, _)| field.starts_with("lines.0.freeForm")), "{}", refused.text);
    }
}

#[tokio::test]
async fn many_lines_come_whole_or_not_at_all_and_each_error_names_its_line() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let refused = add(
        &visitor,
        json!([
            {"sku": "BAL100", "quantity": 2},
            {"sku": "NOPE", "quantity": 1},
            {"sku": "JRS100-NAV-S", "quantity": 7},
            {"sku": "HLM100", "quantity": 1},
            {"sku": "BAL100", "quantity": -4},
        ]),
    )
    .await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let fields: Vec<_> = broken(&refused).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["lines.1.sku", "lines.2.quantity", "lines.3.sku", "lines.4.quantity"], "{}", refused.text);
    assert_eq!(count(&app, "cart_line").await, 0);
    assert_eq!(visitor.get("/api/cart/active").await.text, "null");
}

#[tokio::test]
async fn what_cannot_be_bought_is_refused_with_its_reason() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let mut codes = Vec::new();
    for sku in ["NOPE", "", "CON100", "HLM100", "MED100", "MED200", "NET100"] {
        let refused = try_add(&visitor, sku, 1).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{sku}");
        let broken = broken(&refused);
        assert_eq!(broken.len(), 1, "{sku}: {}", refused.text);
        assert_eq!(broken[0].0, "lines.0.sku", "{sku}");
        codes.push(broken[0].1.clone());
    }
    assert_eq!(codes[0], codes[2], "another site's article is as unknown as any");
    assert_eq!(lines(&cart(&visitor).await).len(), 1);
}

#[tokio::test]
async fn r10_amounts_are_never_taken_from_the_browser() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for field in ["price", "discountedPrice", "currency", "totalPrice", "lineTotal", "yourCents"] {
        let mut line = json!({"sku": "BAL100", "quantity": 1});
        line[field] = json!(1);
        let refused = add(&visitor, json!([line])).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}: {}", refused.text);
        let beside = json!({"lines": [{"sku": "BAL100", "quantity": 1}], field: 1});
        assert_eq!(visitor.post("/api/cart/lines", &beside).await.status, StatusCode::BAD_REQUEST, "{field}");
    }
    add_one(&visitor, "BAL100", 1).await;
    let (_, id, _) = lines(&cart(&visitor).await)[0].clone();
    let body = json!({"quantity": 2, "version": 1, "price": 1});
    let refused = visitor.send(Method::PATCH, &format!("/api/cart/lines/{id}"), &[], Some(&body)).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(cart(&visitor).await["totalCents"], 3999);
}

#[tokio::test]
async fn r13_quantities_that_are_none_are_refused_naming_the_field() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let (_, id, _) = lines(&cart(&visitor).await)[0].clone();
    let forty = "9".repeat(40);
    let numbers = [
        "-1",
        "0",
        "1.5",
        "\"1\"",
        "1e2",
        "null",
        "true",
        "[]",
        "10000",
        "2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "1e400",
        "-0.0",
        forty.as_str(),
    ];
    let headers: [(&str, &[u8]); 1] = [("content-type", b"application/json")];
    for number in numbers {
        let body = [r#"{"lines":[{"sku":"BAL100","quantity":"#, number, "}]}"].concat();
        let refused = visitor.send_bytes(Method::POST, "/api/cart/lines", &headers, body).await;
        assert!(refused.status.is_client_error(), "{number}: {}", refused.text);
        assert!(refused.text.contains("quantity"), "{number}: {}", refused.text);
        let body = [r#"{"version":1,"quantity":"#, number, "}"].concat();
        let refused = visitor.send_bytes(Method::PATCH, &format!("/api/cart/lines/{id}"), &headers, body).await;
        assert!(refused.status.is_client_error(), "{number}: {}", refused.text);
        assert!(refused.text.contains("quantity"), "{number}: {}", refused.text);
    }
    let missing = visitor.post("/api/cart/lines", &json!({"lines": [{"sku": "BAL100"}]})).await;
    assert_eq!(missing.status, StatusCode::BAD_REQUEST);
    assert!(missing.text.contains("quantity"), "{}", missing.text);
    for (sku, quantity, code) in [
        ("JRS100-NAV-S", 5, "quantity_below_minimum"),
        ("JRS100-NAV-S", 7, "quantity_not_a_multiple"),
        ("SCK100-BLK", 12, "quantity_below_minimum"),
        ("SCK100-BLK", 30, "quantity_not_a_multiple"),
    ] {
        let refused = try_add(&visitor, sku, quantity).await;
        assert_eq!(broken(&refused), [("lines.0.quantity".to_owned(), code.to_owned())], "{sku} × {quantity}");
    }
    let view = cart(&visitor).await;
    assert_eq!((view["version"].as_i64(), view["totalLineItemQuantity"].as_i64()), (Some(1), Some(1)));
}

#[tokio::test]
async fn r14_the_limits_of_a_line_hold_over_several_adds() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 9_999).await;
    let refused = try_add(&visitor, "BAL100", 1).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(broken(&refused), [("lines.0.quantity".to_owned(), "quantity_too_large".to_owned())]);
    let both = json!([{"sku": "GLV100-L", "quantity": 9_000}, {"sku": "GLV100-L", "quantity": 1_000}]);
    let refused = add(&visitor, both).await;
    assert_eq!(broken(&refused), [("lines.1.quantity".to_owned(), "quantity_too_large".to_owned())]);
    assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 9_999);
    assert_books(&app).await;
}

#[tokio::test]
async fn r14_a_cart_holds_two_thousand_lines_and_a_thousand_million_cents() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let named = |from: usize, to: usize| -> Value {
        (from..to)
            .map(|n| json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [[format!("P{n}"), "1"]]}))
            .collect()
    };
    assert_eq!(add(&visitor, named(0, 2_000)).await.status, StatusCode::OK);
    let refused = add(&visitor, named(2_000, 2_001)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(broken(&refused).len(), 1, "{}", refused.text);
    // One more piece of a line that is there is no new line.
    assert_eq!(add(&visitor, named(5, 6)).await.status, StatusCode::OK);
    let view = cart(&visitor).await;
    assert_eq!((view["lineCount"].as_i64(), view["totalLineItemQuantity"].as_i64()), (Some(2_000), Some(2_001)));

    let rich = app.visitor(Site::FIELDHOUSE);
    let refused = add(&rich, named(0, 2_001)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    // Too many are refused before any of them is looked at.
    let unknown: Value = (0..2_001).map(|n| json!({"sku": format!("NO{n}"), "quantity": 1})).collect();
    assert_eq!(broken(&add(&rich, unknown).await), [("lines".to_owned(), "cart_too_many_lines".to_owned())]);
    // Two lines of 9,999 gloves and thirteen of 9,999 jerseys are 959,754,015 cents; one more is too much.
    add(&rich, json!([{"sku": "GLV100-L", "quantity": 9_999}, {"sku": "GLV100-R", "quantity": 9_999}])).await;
    let jerseys = |from: usize, to: usize| -> Value {
        (from..to)
            .map(|n| json!({"sku": "JRS200-NAV-M", "quantity": 9_999, "freeForm": [[format!("P{n}"), "1"]]}))
            .collect()
    };
    assert_eq!(add(&rich, jerseys(0, 13)).await.status, StatusCode::OK);
    let before = cart(&rich).await;
    let refused = add(&rich, jerseys(13, 14)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    assert_eq!(cart(&rich).await, before, "nothing half done");
    assert_books(&app).await;
}

#[tokio::test]
async fn a_stale_version_is_refused_with_the_current_one() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let (_, id, _) = lines(&cart(&visitor).await)[0].clone();
    add_one(&visitor, "BAL100", 1).await;
    for refused in [set_quantity(&visitor, &id, 5, 1).await, remove(&visitor, &id, 1).await] {
        assert_eq!(refused.status, StatusCode::CONFLICT);
        let problem = refused.json();
        assert_eq!((problem["currentVersion"].as_i64(), problem["code"].as_str()), (Some(2), Some("cart_changed")));
    }
    let zero = set_quantity(&visitor, &id, 0, 2).await;
    assert_eq!(zero.status, StatusCode::UNPROCESSABLE_ENTITY, "removing is DELETE");
    assert_eq!(set_quantity(&visitor, &id, 5, 2).await.status, StatusCode::OK);
    assert_eq!(cart(&visitor).await["version"], 3, "refused changes leave the version alone");
    let missing = visitor.send(Method::DELETE, &format!("/api/cart/lines/{id}"), &[], None).await;
    assert_eq!(missing.status, StatusCode::BAD_REQUEST, "the version is not optional");
}

#[tokio::test]
async fn nobody_reaches_anothers_line() {
    let app = TestApp::stocked().await;
    let (owner, thief) = (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    add_one(&owner, "BAL100", 3).await;
    let (_, id, _) = lines(&cart(&owner).await)[0].clone();
    let before = cart(&owner).await;
    let unknown = uuid::Uuid::from_u128(7).to_string();
    for who in ["nobody", "somebody"] {
        if who == "somebody" {
            add_one(&thief, "BAL200-4", 1).await;
        }
        let taken = set_quantity(&thief, &id, 1, 1).await;
        let guessed = set_quantity(&thief, &unknown, 1, 1).await;
        assert_eq!((taken.status, taken.impersonal()), (StatusCode::NOT_FOUND, guessed.impersonal()), "{who}");
        let taken = remove(&thief, &id, 1).await;
        assert_eq!((taken.status, taken.impersonal()), (StatusCode::NOT_FOUND, guessed.impersonal()), "{who}");
        let taken = thief.post("/api/cart/recalculate", &json!({"cartId": before["id"]})).await;
        assert_eq!((taken.status, taken.impersonal()), (StatusCode::NOT_FOUND, guessed.impersonal()), "{who}");
    }
    assert_eq!(cart(&owner).await, before);
}

#[tokio::test]
async fn recalculating_gives_the_cart_and_changes_nothing_when_nothing_changed() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    let before = cart(&visitor).await;
    let answer = visitor.post("/api/cart/recalculate", &json!({"cartId": before["id"]})).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, before));
    let types = visitor.get("/api/cart/types/").await.json();
    assert!(!types["types"]["body"]["id"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn another_catalogue_reprices_the_cart_at_the_next_touch() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add(&visitor, json!([{"sku": "BAL100", "quantity": 2}, {"sku": "BAL200-4", "quantity": 1}])).await;
    let dearer = fixture::repriced(2, |variant| {
        if variant.sku == "BAL100" {
            variant.price = fieldhouse_core::money::Cents::new(5_000);
        }
        if variant.sku == "BAL200-4" {
            variant.available = false;
        }
    });
    app.state.catalog.store(Arc::new(dearer));
    let head = visitor.get("/api/cart/head").await.json();
    assert_eq!(head["summary"]["merchandise"]["cents"], 2 * 5_000 + 2_000, "in the header as well");
    let view = cart(&visitor).await;
    assert_eq!(view["totalMerchCents"], 2 * 5_000 + 2_000, "shown at today's price");
    let gone = &view["items"].as_array().unwrap()[1]["lineItems"][0];
    assert_eq!(gone["unavailable"], true);
    assert!(!gone["errors"].as_array().unwrap().is_empty(), "told, not dropped");
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(visitor.get("/api/cart/head").await.json()["summary"]["merchandise"]["cents"], 3 * 5_000 + 2_000);
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r16_of_rival_changes_at_one_version_exactly_one_wins() {
    let app = Arc::new(TestApp::stocked().await);
    let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
    add_one(&visitor, "BAL100", 1).await;
    let (_, id, _) = lines(&cart(&visitor).await)[0].clone();
    let clients = (0..50).map(|client| {
        let (visitor, id) = (Arc::clone(&visitor), id.clone());
        tokio::spawn(async move {
            let mut accepted = Vec::new();
            let mut seen = 1_i64;
            for update in 0..20 {
                let quantity = 1 + client * 20 + update;
                let answer = set_quantity(&visitor, &id, quantity, seen).await;
                let body = answer.json();
                match answer.status {
                    StatusCode::OK => {
                        seen = body["head"]["version"].as_i64().unwrap();
                        accepted.push((seen, quantity));
                    }
                    StatusCode::CONFLICT => {
                        let current = body["currentVersion"].as_i64().unwrap();
                        assert!(current > seen, "a conflict tells of a newer version");
                        seen = current;
                    }
                    other => panic!("{other}: {body}"),
                }
            }
            accepted
        })
    });
    let mut accepted: Vec<(i64, i64)> = Vec::new();
    for client in clients.collect::<Vec<_>>() {
        accepted.extend(client.await.unwrap());
    }
    accepted.sort_unstable();
    let versions: Vec<i64> = accepted.iter().map(|(version, _)| *version).collect();
    let gapless: Vec<i64> = (2..).take(accepted.len()).collect();
    assert_eq!(versions, gapless, "each accepted change is one version");
    let view = cart(&visitor).await;
    let (version, quantity) = accepted.last().unwrap();
    assert_eq!(view["version"].as_i64(), Some(*version));
    assert_eq!(lines(&view)[0].2, *quantity, "the last accepted one stands");
    assert_books(&app).await;
}

/// Fifty adds at once: the ids of the carts they went to.
async fn add_fifty(visitors: &[Arc<Visitor>]) -> std::collections::BTreeSet<String> {
    let adds: Vec<_> = (0..50)
        .map(|turn| {
            let visitor = Arc::clone(&visitors[turn % visitors.len()]);
            tokio::spawn(async move { add_one(&visitor, "BAL100", 1).await.json()["head"]["id"].to_string() })
        })
        .collect();
    let mut ids = std::collections::BTreeSet::new();
    for add in adds {
        ids.insert(add.await.unwrap());
    }
    ids
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r17_fifty_parallel_adds_make_fifty_pieces_in_one_cart() {
    let app = TestApp::stocked().await;
    let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
    // A session whose cart is gone: all fifty race to begin the next one.
    add_one(&visitor, "BAL100", 1).await;
    crate::shopping::forget_carts(&app).await;
    assert_eq!(add_fifty(&[Arc::clone(&visitor)]).await.len(), 1);
    assert_eq!(count(&app, "cart").await, 1);
    let view = cart(&visitor).await;
    assert_eq!(lines(&view).iter().map(|(_, _, quantity)| *quantity).collect::<Vec<_>>(), [50]);
    assert_eq!(view["version"], 50);
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r17_fifty_first_adds_after_an_order_make_one_cart() {
    let app = TestApp::stocked().await;
    let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
    add_one(&visitor, "BAL100", 3).await;
    let review = check_out(&visitor).await;
    assert_eq!(place(&visitor, "k", &placing(&review)).await.status, StatusCode::CREATED);
    // The session's only cart is an order now.
    let ids = add_fifty(&[Arc::clone(&visitor)]).await;
    assert_eq!(ids.len(), 1);
    assert!(!ids.contains(&review["cartId"].to_string()));
    assert_eq!(count(&app, "cart").await, 2);
    assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 50);
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r17_fifty_strangers_at_once_have_a_session_and_a_cart_each() {
    let app = TestApp::stocked().await;
    // Without a cookie nothing tells that two requests are one person's: all the store can promise is
    // that each is somebody whole.
    let strangers: Vec<_> = (0..50).map(|_| Arc::new(app.visitor(Site::FIELDHOUSE))).collect();
    assert_eq!(add_fifty(&strangers).await.len(), 50);
    assert_eq!((count(&app, "session").await, count(&app, "cart").await), (50, 50));
    for stranger in &strangers {
        assert_eq!(cart(stranger).await["totalLineItemQuantity"], 1);
    }
    assert_books(&app).await;
    // From then on the cookie does: of one of them, fifty more find the cart.
    assert_eq!(add_fifty(&strangers[..1]).await.len(), 1);
    assert_eq!(cart(&strangers[0]).await["totalLineItemQuantity"], 51);
    assert_books(&app).await;
}

#[tokio::test]
async fn r20_an_add_sent_twice_with_its_key_counts_once() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL200-4", 1).await;
    let body = json!({"lines": [{"sku": "BAL100", "quantity": 2}]});
    let key = [("idempotency-key", "add-1")];
    let first = visitor.send(Method::POST, "/api/cart/lines", &key, Some(&body)).await;
    let again = visitor.send(Method::POST, "/api/cart/lines", &key, Some(&body)).await;
    assert_eq!((first.status, first.json()), (StatusCode::OK, again.json()));
    let other = json!({"lines": [{"sku": "BAL100", "quantity": 3}]});
    let other_body = visitor.send(Method::POST, "/api/cart/lines", &key, Some(&other)).await;
    assert_eq!(other_body.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(other_body.json()["code"], "idempotency_key_reused");
    assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 3);
    // Another shopper's key is another key.
    let stranger = app.visitor(Site::FIELDHOUSE);
    add_one(&stranger, "BAL200-4", 1).await;
    let theirs = stranger.send(Method::POST, "/api/cart/lines", &key, Some(&body)).await;
    assert_ne!(theirs.json()["head"]["id"], first.json()["head"]["id"]);
    assert_eq!(cart(&stranger).await["totalLineItemQuantity"], 3);
    let long = "k".repeat(129);
    let too_long = visitor.send(Method::POST, "/api/cart/lines", &[("idempotency-key", &long)], Some(&body)).await;
    assert_eq!(too_long.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn r20_a_key_is_remembered_over_a_restart_and_for_a_day() {
    let mut app = TestApp::stocked().await;
    let mut visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL200-4", 1).await;
    let body = json!({"lines": [{"sku": "BAL100", "quantity": 2}]});
    let key = [("idempotency-key", "add-1")];
    let first = visitor.send(Method::POST, "/api/cart/lines", &key, Some(&body)).await.json();
    app.reopen().await;
    visitor.turn_to(app.router.clone());
    app.state.clock.advance_seconds(24 * 3600);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    let again = visitor.send(Method::POST, "/api/cart/lines", &key, Some(&body)).await.json();
    assert_eq!(again, first);
    assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 3);
}

#[tokio::test]
async fn an_empty_list_and_broken_bodies_are_refused() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert_eq!(add(&visitor, json!([])).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let headers: [(&str, &[u8]); 1] = [("content-type", b"application/json")];
    for body in
        ["", "{", "[]", "null", r#"{"lines":1}"#, r#"{"lines":[{}]}"#, r#"{"lines":[],"lines":[]}"#, "\u{feff}{}"]
    {
        let answer = visitor.send_bytes(Method::POST, "/api/cart/lines", &headers, body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}: {}", answer.text);
    }
    assert_eq!(count(&app, "cart").await, 0);
}

/// The texts of each line with its pieces, in the order of the cart.
fn texts_of(cart: &Value) -> Vec<(i64, Vec<String>)> {
    let lines = cart["items"].as_array().unwrap().iter().flat_map(|card| card["lineItems"].as_array().unwrap());
    let entry =
        |texts: &Value| texts.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect::<Vec<_>>().join(" ");
    lines
        .map(|line| {
            (line["quantity"].as_i64().unwrap(), line["freeForm"].as_array().unwrap().iter().map(entry).collect())
        })
        .collect()
}

#[tokio::test]
async fn texts_of_a_line_are_corrected_and_a_piece_is_added_with_its_text() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let sku = crate::roster::named_sku(&app).unwrap();
    add(&visitor, json!([{"sku": sku, "quantity": 2, "freeForm": [["LEE", "7"], ["KIM", "4"]]}])).await;
    let (_, id, _) = lines(&cart(&visitor).await)[0].clone();
    let change = |body: Value| {
        let (visitor, path) = (&visitor, format!("/api/cart/lines/{id}"));
        async move { visitor.send(Method::PATCH, &path, &[], Some(&body)).await }
    };
    let three = json!({"quantity": 3, "version": 1, "freeForm": [["LEE", "8"], ["KIM", "4"], ["CRUZ", "9"]]});
    let answer = change(three).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let lee = || vec!["LEE 8".to_owned(), "KIM 4".to_owned(), "CRUZ 9".to_owned()];
    assert_eq!(texts_of(&cart(&visitor).await), [(3, lee())]);
    for (body, field, code) in [
        (
            json!({"quantity": 4, "version": 2, "freeForm": [["LEE", "8"], ["KIM", "4"]]}),
            "freeForm",
            "free_form_piece_count",
        ),
        (json!({"quantity": 1, "version": 2, "freeForm": [["LEE", " "]]}), "freeForm.0.1", "free_form_required"),
        (json!({"quantity": 1, "version": 2, "freeForm": []}), "freeForm.0.0", "free_form_required"),
        (json!({"quantity": 1, "version": 2, "freeForm": [["LEE"]]}), "freeForm.0", "free_form_label_count"),
        (json!({"quantity": 0, "version": 2, "freeForm": [["LEE", "8"]]}), "quantity", "quantity_below_minimum"),
    ] {
        let refused = change(body).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(broken(&refused)[0], (field.to_owned(), code.to_owned()));
    }
    assert_eq!(texts_of(&cart(&visitor).await), [(3, lee())], "what was refused changed nothing");
    // Without texts only the quantity changes, which one text a piece does not allow.
    assert_eq!(broken(&change(json!({"quantity": 4, "version": 2})).await)[0].1, "free_form_piece_count");
    assert_books(&app).await;
}

#[tokio::test]
async fn a_line_whose_texts_become_those_of_another_joins_it() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let sku = crate::roster::named_sku(&app).unwrap();
    let line = |name: &str, quantity: i64| json!({"sku": sku, "quantity": quantity, "freeForm": [[name, "7"]]});
    add(&visitor, json!([line("LEE", 2), line("LEA", 1)])).await;
    let (_, id, _) = lines(&cart(&visitor).await)[1].clone();
    let body = json!({"quantity": 1, "version": 1, "freeForm": [["LEE", "7"]]});
    let answer = visitor.send(Method::PATCH, &format!("/api/cart/lines/{id}"), &[], Some(&body)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(texts_of(&cart(&visitor).await), [(3, vec!["LEE 7".to_owned()])]);
    // The same texts added once more are the same line, by its new texts.
    add(&visitor, json!([line("LEE", 1)])).await;
    assert_eq!(texts_of(&cart(&visitor).await), [(4, vec!["LEE 7".to_owned()])]);
    assert_books(&app).await;
}

#[tokio::test]
async fn hands_and_flavors_of_one_color_stand_in_one_card() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "GLV100-R", 1).await;
    let added = add_one(&visitor, "GLV100-L", 2).await.json();
    assert_eq!(added["removedCards"], json!([]));
    add(&visitor, json!([{"sku": "JRS100-NAV-S", "quantity": 6}, {"sku": "JRS100-RED-M", "quantity": 6}])).await;
    let view = cart(&visitor).await;
    let cards: Vec<(&str, usize)> = view["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| (card["color"].as_str().unwrap(), card["lineItems"].as_array().unwrap().len()))
        .collect();
    assert_eq!(cards, [("Tan", 2), ("Navy", 1), ("Red", 1)]);
    let keys: Vec<&str> = view["items"].as_array().unwrap().iter().map(|card| card["key"].as_str().unwrap()).collect();
    assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
}
