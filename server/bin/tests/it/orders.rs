//! Orders over HTTP: placed once, on what was reviewed, and read by their owner only.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use fieldhouse_core::{brand::Site, money::Cents};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    fixture,
    shopping::{
        add, add_one, assert_books, cart, check_out, count, lines, messages_left, place, placing, put, set_quantity,
        shipping, texts,
    },
    support::{TestApp, Visitor},
};

async fn nothing_stored(app: &TestApp, visitor: &Visitor, before: &Value) {
    assert_eq!(count(app, "orders").await, 0);
    assert_eq!(messages_left(app).await, 0);
    assert_eq!(&cart(visitor).await, before);
    assert_books(app).await;
}

#[tokio::test]
async fn from_the_first_line_to_the_confirmed_order() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let wanted = json!([
        {"sku": "JRS100-NAV-M", "quantity": 12}, {"sku": "JRS100-RED-L", "quantity": 12},
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann", "7"], ["Bea", "8"]]},
        {"sku": "BAL200-5", "quantity": 3},
    ]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    assert_eq!(review["step"], "review");
    let placed = place(&visitor, "journey", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    let order = placed.json();
    assert_eq!(order["number"], "FH-100001");
    assert_eq!(order["status"], "Confirmed");
    assert_eq!(order["placedAt"], "2026-11-20T12:00:00Z");
    assert_eq!(order["poNumber"], "PO-4711");
    assert_eq!(order["email"], "coach@example.com");
    assert_eq!(order["shipTo"]["address"], "100 Field Road");
    assert_eq!(order["totalLineItemQuantity"], 29);
    assert_eq!(order["items"], review["items"]);
    // Reckoned by hand: tier price, free texts, discount, freight by table, Texas tax on all.
    let goods = 24 * 2199 + 2 * 5499 + 3 * 1500;
    let freight = 4995;
    let tax = ((goods + freight) * 6250 + 50_000) / 100_000;
    assert_eq!(order["totalCents"], goods + freight + tax);
    assert_eq!(order["summary"]["merchandise"]["cents"], 24 * 2499 + 2 * 5499 + 3 * 2000);
    assert_eq!(order["summary"]["tax"]["label"], "Tax");

    let id = order["id"].as_str().unwrap();
    assert_eq!(visitor.get(&format!("/api/orders/{id}")).await.json(), order);
    assert_eq!(visitor.get("/api/cart/active").await.text, "null", "the cart became the order");
    assert_eq!(texts(&app, "job", "kind").await, ["order_placed"]);
    assert_eq!(texts(&app, "job", "subject").await, [id]);
    assert_books(&app).await;

    // The next add starts a new cart; a later catalogue changes no order.
    let following = add_one(&visitor, "BAL100", 1).await.json();
    assert_ne!(following["head"]["id"], review["cartId"]);
    assert_eq!(following["head"]["version"], 1);
    app.state.catalog.store(Arc::new(fixture::repriced(2, |variant| variant.price = Cents::new(1))));
    assert_eq!(visitor.get(&format!("/api/orders/{id}")).await.json(), order);
}

#[tokio::test]
async fn each_site_counts_its_own_orders() {
    let app = TestApp::stocked().await;
    for (site, number) in
        [(Site::FIELDHOUSE, "FH-100001"), (Site::US_GAMES, "UG-100001"), (Site::FIELDHOUSE, "FH-100002")]
    {
        let visitor = app.visitor(site);
        add_one(&visitor, "BAL100", 1).await;
        let review = check_out(&visitor).await;
        let order = place(&visitor, "k", &placing(&review)).await.json();
        assert_eq!((order["number"].as_str(), order["site"].as_str()), (Some(number), Some(site.key())));
    }
}

#[tokio::test]
async fn r02_r05_an_order_is_there_for_its_owner_only() {
    let app = TestApp::stocked().await;
    let (owner, other, nobody) =
        (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    add_one(&owner, "BAL100", 1).await;
    add_one(&other, "BAL100", 1).await;
    let review = check_out(&owner).await;
    let order = place(&owner, "k", &placing(&review)).await.json();
    let id = order["id"].as_str().unwrap();
    assert_eq!(uuid::Uuid::parse_str(id).unwrap().get_version_num(), 4, "122 random bits");
    let unused = uuid::Uuid::from_u128(0x4000_8000 << 64).to_string();
    for visitor in [&other, &nobody] {
        let theirs = visitor.get(&format!("/api/orders/{id}")).await;
        let nothing = visitor.get(&format!("/api/orders/{unused}")).await;
        assert_eq!(theirs.status, StatusCode::NOT_FOUND);
        assert_eq!(theirs.impersonal(), nothing.impersonal());
        let names = |answer: &crate::support::Answer| {
            answer.headers.keys().map(ToString::to_string).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(names(&theirs), names(&nothing));
    }
    for strange in ["..%2F", "1%20or%201%3D1", "%00", "null", &id.to_uppercase(), &format!("{id}%20")] {
        let answer = owner.get(&format!("/api/orders/{strange}")).await;
        assert!(answer.status.is_client_error(), "{strange}: {}", answer.text);
    }
}

#[tokio::test]
async fn r22_steps_cannot_be_skipped() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let made_up =
        json!({"cartId": "00000000-0000-4000-8000-000000000000", "cartVersion": 1, "totalCents": 0, "reviewed": []});
    assert_eq!(place(&visitor, "k0", &made_up).await.status, StatusCode::NOT_FOUND, "nothing to order");
    add_one(&visitor, "BAL100", 1).await;
    let before = cart(&visitor).await;
    let body = |review: &Value| placing(review);
    let review = visitor.get("/api/checkout").await.json();
    let refused = place(&visitor, "k1", &body(&review)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("no_address") && refused.text.contains("no_payment"), "{}", refused.text);
    put(&visitor, "/api/checkout/payment", &json!({"poNumber": "1"})).await;
    let refused = place(&visitor, "k2", &body(&visitor.get("/api/checkout").await.json())).await;
    assert!(refused.text.contains("no_address") && !refused.text.contains("no_payment"), "{}", refused.text);
    nothing_stored(&app, &visitor, &before).await;

    let shipped = app.visitor(Site::FIELDHOUSE);
    add_one(&shipped, "BAL100", 1).await;
    put(&shipped, "/api/checkout/shipping", &shipping()).await;
    let refused = place(&shipped, "k3", &body(&shipped.get("/api/checkout").await.json())).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("no_payment"), "{}", refused.text);

    // A cart whose last line was removed.
    let (_, line, _) = lines(&before)[0].clone();
    put(&visitor, "/api/checkout/shipping", &shipping()).await;
    crate::shopping::remove(&visitor, &line, 1).await;
    let mut empty = placing(&visitor.get("/api/checkout").await.json());
    empty["totalCents"] = json!(0);
    let refused = place(&visitor, "k4", &empty).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    assert!(refused.text.contains("cart_empty"), "{}", refused.text);
    assert_eq!(count(&app, "orders").await, 0);
}

#[tokio::test]
async fn r22_what_can_no_longer_be_bought_is_not_ordered() {
    for (change, code) in [("gone", "article_unavailable"), ("free", "price_not_available"), ("phone", "call_to_order")]
    {
        let app = TestApp::stocked().await;
        let visitor = app.visitor(Site::FIELDHOUSE);
        add(&visitor, json!([{"sku": "BAL100", "quantity": 1}, {"sku": "BAL200-4", "quantity": 1}])).await;
        check_out(&visitor).await;
        let mut records = fixture::records();
        let ball = records.products.iter_mut().find(|product| product.facts.sku == "BAL100").unwrap();
        match change {
            "gone" => ball.variants[0].available = false,
            "free" => ball.variants[0].price = Some(Cents::ZERO),
            _ => ball.facts.call_to_order = true,
        }
        app.state.catalog.store(Arc::new(fieldhouse_shop::finding::snapshot::Snapshot::build(2, records)));
        let before = cart(&visitor).await;
        let review = visitor.get("/api/checkout").await.json();
        let refused = place(&visitor, "k", &placing(&review)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{change}: {}", refused.text);
        assert!(refused.text.contains(code), "{change}: {}", refused.text);
        nothing_stored(&app, &visitor, &before).await;
    }
}

#[tokio::test]
async fn an_article_that_left_the_catalogue_is_told_and_not_ordered() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add(&visitor, json!([{"sku": "BAL100", "quantity": 1}, {"sku": "BAL200-4", "quantity": 1}])).await;
    check_out(&visitor).await;
    let mut records = fixture::records();
    records.products.retain(|product| product.facts.sku != "BAL100");
    app.state.catalog.store(Arc::new(fieldhouse_shop::finding::snapshot::Snapshot::build(2, records)));
    let view = cart(&visitor).await;
    assert_eq!(lines(&view).len(), 2, "told, not dropped");
    let review = visitor.get("/api/checkout").await.json();
    let refused = place(&visitor, "k", &placing(&review)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    let (_, line, _) = lines(&view).into_iter().find(|(sku, ..)| sku == "BAL100").unwrap();
    let removed = crate::shopping::remove(&visitor, &line, view["version"].as_i64().unwrap()).await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.text);
    let review = visitor.get("/api/checkout").await.json();
    assert_eq!(place(&visitor, "k2", &placing(&review)).await.status, StatusCode::CREATED);
    assert_books(&app).await;
}

#[tokio::test]
async fn an_order_is_placed_on_the_version_and_the_total_that_were_seen() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let stale = check_out(&visitor).await;
    add_one(&visitor, "BAL100", 1).await;
    let before = cart(&visitor).await;
    let refused = place(&visitor, "k1", &placing(&stale)).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(
        (refused.json()["code"].as_str(), refused.json()["currentVersion"].as_i64()),
        (Some("cart_changed"), Some(2))
    );

    let review = visitor.get("/api/checkout").await.json();
    let mut cheaper = placing(&review);
    cheaper["totalCents"] = json!(1);
    let refused = place(&visitor, "k2", &cheaper).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (StatusCode::CONFLICT, Some("total_changed")));
    nothing_stored(&app, &visitor, &before).await;

    // The price rises between review and placement: the difference is told, then accepted.
    app.state.catalog.store(Arc::new(fixture::repriced(2, |variant| {
        if variant.sku == "BAL100" {
            variant.price = Cents::new(4_999);
        }
    })));
    let refused = place(&visitor, "k3", &placing(&review)).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    assert_eq!(count(&app, "orders").await, 0);
    let told = refused.json();
    assert_eq!(told["errors"][0]["params"]["seen"], review["totalCents"]);
    let review = visitor.get("/api/checkout").await.json();
    assert_eq!(told["errors"][0]["params"]["current"], review["totalCents"]);
    assert_eq!(review["summary"]["merchandise"]["cents"], 2 * 4_999);
    let placed = place(&visitor, "k4", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(placed.json()["totalCents"], review["totalCents"]);
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r20_twins_place_one_order_and_hear_the_same() {
    let app = Arc::new(TestApp::stocked().await);
    let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
    add_one(&visitor, "BAL100", 1).await;
    let body = placing(&check_out(&visitor).await);
    // While the first is held back, a twin is told to come again.
    let held = app.state.db.write_durable().await.unwrap();
    // SQLite's one writer is taken by this alone; PostgreSQL has many, and waits for the row.
    held.execute_unprepared("UPDATE cart SET version = version").await.unwrap();
    let twin = || {
        let (visitor, body) = (Arc::clone(&visitor), body.clone());
        Box::pin(async move { place(&visitor, "twin", &body).await })
    };
    let (first, second) = match futures_util::future::select(twin(), twin()).await {
        futures_util::future::Either::Left((answer, waiting))
        | futures_util::future::Either::Right((answer, waiting)) => (answer, waiting),
    };
    assert_eq!((first.status, first.json()["code"].as_str()), (StatusCode::CONFLICT, Some("in_progress")));
    assert!(first.headers.contains_key("retry-after"));
    drop(held);
    assert_eq!(second.await.status, StatusCode::CREATED);
    let twins: Vec<_> = (0..10)
        .map(|_| {
            let (visitor, body) = (Arc::clone(&visitor), body.clone());
            tokio::spawn(async move {
                loop {
                    let answer = place(&visitor, "twin", &body).await;
                    if answer.status != StatusCode::CONFLICT {
                        return (answer.status, answer.text);
                    }
                    assert_eq!(answer.json()["code"], "in_progress", "{}", answer.text);
                    tokio::task::yield_now().await;
                }
            })
        })
        .collect();
    let mut answers = std::collections::BTreeSet::new();
    for answer in twins {
        let (status, text) = answer.await.unwrap();
        assert_eq!(status, StatusCode::CREATED, "{text}");
        answers.insert(text);
    }
    assert_eq!(answers.len(), 1, "the same answer to all");
    assert_eq!(count(&app, "orders").await, 1);

    let mut other = body.clone();
    other["totalCents"] = json!(5);
    let other_body = place(&visitor, "twin", &other).await;
    assert_eq!(other_body.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(other_body.json()["code"], "idempotency_key_reused");

    // Somebody else's key of the same name is another key.
    let neighbour = app.visitor(Site::FIELDHOUSE);
    add_one(&neighbour, "BAL100", 1).await;
    let theirs = placing(&check_out(&neighbour).await);
    assert_eq!(place(&neighbour, "twin", &theirs).await.status, StatusCode::CREATED);
    assert_eq!(count(&app, "orders").await, 2);

    // A day later the same request still gets the same answer; three days later the key is forgotten.
    app.state.clock.advance_seconds(86_400);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    let later = place(&visitor, "twin", &body).await;
    assert!(later.status == StatusCode::CREATED && answers.contains(&later.text));
    app.state.clock.advance_seconds(2 * 86_400);
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    let refused = place(&visitor, "twin", &body).await;
    assert_eq!(refused.json()["code"], "already_placed", "even then no second order");
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn r21_one_version_of_a_cart_becomes_one_order() {
    let app = Arc::new(TestApp::stocked().await);
    let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
    add_one(&visitor, "BAL100", 1).await;
    let body = placing(&check_out(&visitor).await);
    let without = visitor.send(Method::POST, "/api/orders", &[], Some(&body)).await;
    assert_eq!(
        (without.status, without.json()["code"].as_str()),
        (StatusCode::BAD_REQUEST, Some("idempotency_key_missing"))
    );
    let tabs: Vec<_> = (0..8)
        .map(|tab| {
            let (visitor, body) = (Arc::clone(&visitor), body.clone());
            tokio::spawn(async move { place(&visitor, &format!("tab-{tab}"), &body).await })
        })
        .collect();
    let mut placed = Vec::new();
    let mut refused = Vec::new();
    for tab in tabs {
        let answer = tab.await.unwrap();
        match answer.status {
            StatusCode::CREATED => placed.push(answer.json()["id"].clone()),
            StatusCode::CONFLICT => refused.push((answer.json()["code"].clone(), answer.json()["orderId"].clone())),
            other => panic!("{other}: {}", answer.text),
        }
    }
    assert_eq!((placed.len(), refused.len()), (1, 7));
    assert!(refused.iter().all(|(code, id)| code == "already_placed" && *id == placed[0]), "{refused:?}");
    assert_eq!(count(&app, "orders").await, 1);

    // Another visitor who names the ordered cart learns nothing.
    let other = app.visitor(Site::FIELDHOUSE);
    add_one(&other, "BAL100", 1).await;
    let taken = place(&other, "k", &body).await;
    assert_eq!(taken.status, StatusCode::NOT_FOUND, "{}", taken.text);
    assert!(!taken.text.contains(placed[0].as_str().unwrap()));
    assert_books(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn placing_and_changing_at_once_gives_one_or_the_other() {
    let app = Arc::new(TestApp::stocked().await);
    for round in 0..10 {
        let visitor = Arc::new(app.visitor(Site::FIELDHOUSE));
        add_one(&visitor, "BAL100", 1).await;
        let body = placing(&check_out(&visitor).await);
        let (_, line, _) = lines(&cart(&visitor).await)[0].clone();
        let placing = {
            let visitor = Arc::clone(&visitor);
            tokio::spawn(async move { place(&visitor, &format!("r{round}"), &body).await })
        };
        let changing = tokio::spawn(async move { set_quantity(&visitor, &line, 9, 1).await });
        let (placed, changed) = (placing.await.unwrap(), changing.await.unwrap());
        let outcome = (placed.status, changed.status);
        assert!(
            outcome == (StatusCode::CREATED, StatusCode::NOT_FOUND)
                || outcome == (StatusCode::CONFLICT, StatusCode::OK),
            "{outcome:?}: {} {}",
            placed.text,
            changed.text
        );
    }
    assert_books(&app).await;
}

#[tokio::test]
async fn r72_what_another_window_changed_after_the_review_is_not_placed_and_is_named() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let reviewed = check_out(&visitor).await;
    let other = |path: &[&str], value: &str| {
        let mut draft = shipping();
        let mut place = &mut draft;
        for name in path {
            place = &mut place[*name];
        }
        *place = json!(value);
        draft
    };
    let changes = [
        ("/api/checkout/shipping", other(&["address", "address"], "666 Elsewhere Rd"), "Ship-to address"),
        ("/api/checkout/shipping", other(&["email"], "somebody@else.example"), "E-mail"),
        ("/api/checkout/shipping", other(&["instructions"], "Leave it at the gate"), "Delivery notes"),
        ("/api/checkout/payment", json!({"poNumber": "PO-OTHER"}), "Purchase order"),
        ("/api/checkout/payment", json!({"poNumber": "PO-4711", "poFileName": "other.pdf"}), "Purchase order"),
    ];
    for (number, (path, draft, name)) in changes.into_iter().enumerate() {
        put(&visitor, path, &draft).await;
        let refused = place(&visitor, &format!("changed-{number}"), &placing(&reviewed)).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
        let told = refused.json();
        assert_eq!(told["code"], "review_changed");
        assert_eq!(told["errors"].as_array().unwrap().len(), 1, "{told}");
        assert_eq!(told["errors"][0]["message"], format!("{name} changed since you looked at this order"));
        put(&visitor, "/api/checkout/shipping", &shipping()).await;
        put(&visitor, "/api/checkout/payment", &json!({"poNumber": "PO-4711"})).await;
    }
    assert_eq!(count(&app, "orders").await, 0);
    // What was put back is what was seen.
    let placed = place(&visitor, "as seen", &placing(&reviewed)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(placed.json()["shipTo"]["address"], shipping()["address"]["address"]);
}

#[tokio::test]
async fn r72_an_order_without_what_was_reviewed_is_refused() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let mut body = placing(&check_out(&visitor).await);
    body["reviewed"] = json!([]);
    let refused = place(&visitor, "blind", &body).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (StatusCode::CONFLICT, Some("review_changed")));
    body.as_object_mut().unwrap().remove("reviewed");
    assert_eq!(place(&visitor, "older", &body).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(count(&app, "orders").await, 0);
}
