//! What shoppers do with products, counted and used as the last word of a ranking.

use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    config::Config,
    finding::{
        analytics::{self, Act, Who},
        catalog,
        snapshot::Snapshot,
    },
    owner::VisitorId,
    pruning::prune,
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    fixture,
    shopping::{add_one, query},
    support::{Answer, TestApp, Visitor},
};

async fn tell(visitor: &Visitor, act: &str, product: &str) -> Answer {
    visitor.post("/api/analytics/events", &json!({"events": [{"act": act, "productId": product}]})).await
}

/// A store whose two medals are as relevant and as popular as each other.
async fn with_two_medals() -> TestApp {
    let app = TestApp::start().await;
    let mut records = fixture::records();
    for product in &mut records.products {
        product.facts.popularity = 10;
        if product.facts.id.starts_with("med") {
            "Medal".clone_into(&mut product.facts.name);
        }
    }
    catalog::load_demo(&app.state.db, records).await.unwrap();
    assert!(fieldhouse_shop::finding::snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    app
}

async fn medals(app: &TestApp) -> Vec<String> {
    let list = app.visitor(Site::FIELDHOUSE).get("/api/search?query=medal").await.json();
    list["hits"].as_array().unwrap().iter().map(|hit| hit["pid"].as_str().unwrap().to_owned()).collect()
}

async fn rank_anew(app: &TestApp) {
    analytics::write(&app.state, &app.state.interest).await.unwrap();
    catalog::reindex(&app.state.db).await.unwrap();
    assert!(fieldhouse_shop::finding::snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
}

#[tokio::test]
async fn what_was_added_to_carts_is_the_last_word_of_a_ranking() {
    let app = with_two_medals().await;
    let before = medals(&app).await;
    assert_eq!(before.len(), 2);
    let shopper = app.visitor(Site::FIELDHOUSE);
    add_one(&shopper, "BAG100-BLK", 1).await;
    assert_eq!(tell(&shopper, "addedToCart", &before[1]).await.status, 204);
    assert_eq!(medals(&app).await, before, "a snapshot does not change");
    rank_anew(&app).await;
    let turned: Vec<String> = before.iter().rev().cloned().collect();
    assert_eq!(medals(&app).await, turned);
    // The same counts give the same order, on any node and however often.
    let again = Snapshot::from_db(&app.state.db).await.unwrap();
    app.state.catalog.store(std::sync::Arc::new(again));
    assert_eq!(medals(&app).await, turned);
    // Five clicks weigh as much as the addition, a sixth more.
    for _ in 0..6 {
        tell(&app.visitor(Site::FIELDHOUSE), "click", &before[0]).await;
    }
    rank_anew(&app).await;
    assert_eq!(medals(&app).await, before);
    // Relevance still comes first: the bag was never clicked, and is what was asked for.
    let bags = app.visitor(Site::FIELDHOUSE).get("/api/search?query=bag").await.json();
    assert_eq!(bags["hits"][0]["pid"], "bag100");
}

#[tokio::test]
async fn a_row_is_a_site_a_product_a_day_and_two_numbers() {
    let app = with_two_medals().await;
    let shopper = app.visitor(Site::FIELDHOUSE);
    add_one(&shopper, "BAG100-BLK", 1).await;
    for _ in 0..3 {
        tell(&shopper, "addedToCart", "bag100").await;
        tell(&shopper, "click", "bag100").await;
    }
    // Nobody adds without a session; what is not sold here is not counted.
    tell(&app.visitor(Site::FIELDHOUSE), "addedToCart", "bag100").await;
    tell(&shopper, "click", "con100").await;
    tell(&shopper, "click", "nobody's business").await;
    assert!(analytics::write(&app.state, &app.state.interest).await.unwrap());
    assert!(!analytics::write(&app.state, &app.state.interest).await.unwrap(), "written once");
    app.state.clock.advance_seconds(86_400);
    tell(&shopper, "click", "bag100").await;
    analytics::write(&app.state, &app.state.interest).await.unwrap();
    tell(&app.visitor(Site::FIELDHOUSE), "click", "bag100").await;
    analytics::write(&app.state, &app.state.interest).await.unwrap();
    let rows = query(app.state.db.read(), "SELECT * FROM product_interest ORDER BY day").await;
    let shown: Vec<(String, String, String, i64, i64)> = rows
        .iter()
        .map(|row| {
            let text = |column| row.try_get::<String>("", column).unwrap();
            let number = |column| row.try_get::<i64>("", column).unwrap();
            (text("site"), text("product_id"), text("day"), number("clicks"), number("added"))
        })
        .collect();
    let row = |day: &str, clicks, added| ("fieldhouse".to_owned(), "bag100".to_owned(), day.to_owned(), clicks, added);
    assert_eq!(shown, [row("2026-11-20", 1, 1), row("2026-11-21", 2, 0)]);
    assert_eq!(rows[0].column_names().len(), 5, "nothing else is kept");
}

#[tokio::test]
async fn what_somebody_did_counts_once_a_day_over_all_nodes() {
    let app = with_two_medals().await;
    let nodes = [app.state.clone(), app.another_node().await];
    let (one, two) = (VisitorId(Uuid::from_u128(1)), VisitorId(Uuid::from_u128(2)));
    let everybody = [Who::Visitor(one), Who::Visitor(two), Who::Address(1), Who::Address(2), Who::Stranger];
    let days = [("2026-11-20", 0), ("2026-11-21", 86_400)];
    for (day, later) in days {
        for node in &nodes {
            node.clock.advance_seconds(later);
            for who in everybody {
                for act in [Act::Click, Act::AddedToCart] {
                    node.interest.count(Site::FIELDHOUSE, "bag100", act, who, day);
                    node.interest.count(Site::FIELDHOUSE, "bal100", act, who, day);
                    node.interest.count(Site::US_GAMES, "bag100", act, who, day);
                }
            }
        }
        let [written, also] = nodes.each_ref().map(|node| analytics::write(node, &node.interest));
        let (written, also) = tokio::join!(written, also);
        assert!(written.unwrap() && also.unwrap());
    }
    let rows = query(app.state.db.read(), "SELECT clicks, added FROM product_interest").await;
    let counts: Vec<(i64, i64)> =
        rows.iter().map(|row| (row.try_get("", "clicks").unwrap(), row.try_get("", "added").unwrap())).collect();
    // Strangers are not told from one another: theirs count wherever they were told.
    assert_eq!(counts, [(6, 4); 6]);
    // Of whom and what a mark is nobody learns; those of yesterday go.
    assert_eq!(query(app.state.db.read(), "SELECT mark FROM interest_mark").await.len(), 2 * 4 * 2 * 3);
    assert_eq!(prune(&app.state).await.unwrap(), 4 * 2 * 3);
    let marks = query(app.state.db.read(), "SELECT day, mark FROM interest_mark").await;
    assert_eq!(marks.len(), 4 * 2 * 3);
    for row in marks {
        assert_eq!(row.try_get::<String>("", "day").unwrap(), "2026-11-21");
        assert_eq!(row.try_get::<String>("", "mark").unwrap().len(), 22);
    }
}

#[tokio::test]
async fn days_that_no_longer_count_are_forgotten() {
    let app = with_two_medals().await;
    tell(&app.visitor(Site::FIELDHOUSE), "click", "bag100").await;
    analytics::write(&app.state, &app.state.interest).await.unwrap();
    app.state.clock.advance_seconds(90 * 86_400);
    analytics::turn_day(&app.state).await.unwrap();
    assert_eq!(query(app.state.db.read(), "SELECT day FROM product_interest").await.len(), 1);
    app.state.clock.advance_seconds(86_400);
    analytics::turn_day(&app.state).await.unwrap();
    assert!(query(app.state.db.read(), "SELECT day FROM product_interest").await.is_empty());
    assert!(
        fieldhouse_shop::finding::snapshot::refresh(&app.state, &app.state.catalog).await.unwrap(),
        "every node ranks anew"
    );
}

#[tokio::test]
async fn events_are_limited_and_an_unknown_field_or_act_is_refused() {
    let app = with_two_medals().await;
    let shopper = app.visitor(Site::FIELDHOUSE);
    add_one(&shopper, "BAG100-BLK", 1).await;
    let many = |count: usize| -> Value {
        json!({"events": (0..count).map(|_| json!({"act": "click", "productId": "bag100"})).collect::<Vec<_>>()})
    };
    assert_eq!(shopper.post("/api/analytics/events", &many(101)).await.status, 400);
    assert_eq!(shopper.post("/api/analytics/events", &many(100)).await.status, 204);
    let refused = shopper.post("/api/analytics/events", &many(21)).await;
    assert_eq!((refused.status.as_u16(), refused.headers["retry-after"].to_str().unwrap()), (429, "60"));
    assert_eq!(app.visitor(Site::FIELDHOUSE).post("/api/analytics/events", &many(1)).await.status, 204);
    for body in [
        json!({"events": [{"act": "bought", "productId": "bag100"}]}),
        json!({"events": [{"act": "click", "productId": "bag100", "email": "a@b.co"}]}),
        json!({"events": "click"}),
    ] {
        assert_eq!(tell_raw(&app, &body).await, 400, "{body}");
    }
}

async fn tell_raw(app: &TestApp, body: &Value) -> u16 {
    app.visitor(Site::FIELDHOUSE).post("/api/analytics/events", body).await.status.as_u16()
}

#[tokio::test]
async fn without_image_optimisation_every_picture_is_the_placeholder() {
    let app = TestApp::start().await;
    catalog::load_demo(&app.state.db, fixture::records()).await.unwrap();
    let placeholder = "/images/placeholder.svg";
    for (optimised, shown) in [(true, false), (false, true)] {
        let configured = app.again(Config { image_optimisation: optimised, ..app.state.config.clone() });
        app.state.catalog.store(std::sync::Arc::new(Snapshot::current(&configured).await.unwrap()));
        let visitor = app.visitor(Site::FIELDHOUSE);
        let product = visitor.get("/api/catalog/products/gridiron-practice-jersey").await.json();
        let list = visitor.get("/api/search?query=gridiron").await.json();
        let hits = visitor.get("/api/search/suggest?query=gridiron").await.json();
        let quick = visitor.get("/api/features/QuickOrder/?productId=JRS100").await.json();
        add_one(&visitor, "JRS100-NAV-M", 12).await;
        let cart = visitor.get("/api/cart/active").await.json();
        for picture in [
            &product["variants"][1]["productVariant"]["defaultImage"]["href"],
            &product["variants"][0]["images"][0]["href"],
            &list["hits"][0]["defaultImage"]["href"],
            &hits["hits"][0]["thumbnail"],
            &quick["defaultImage"]["href"],
            &cart["items"][0]["image"]["href"],
        ] {
            assert_eq!(picture == placeholder, shown, "{picture}");
        }
    }
}
