//! Reports at the desk that are not of amounts: searches without a result, and late shipments.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    desk::sales::{count_due, forget},
    finding::missed::{self, KEPT_DAYS, MOST_TEXTS, Missed, store::sums},
    pruning::prune,
};
use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, DbBackend, StatementBuilder};
use serde_json::{Value, json};

use crate::{
    desk::{acts, grants, member},
    desk_orders::{done, placed, staff},
    shopping::{number_in, query, texts},
    support::{TestApp, Visitor},
};

const DAY: i64 = 86_400;

async fn search(visitor: &Visitor, asked: &str) {
    let answer = visitor.get(&format!("/api/search?{asked}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{asked}: {}", answer.text);
}

async fn report(desk: &Visitor, path: &str) -> Value {
    let answer = desk.get(&format!("/desk/api/reports/{path}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    answer.json()
}

async fn rows(app: &TestApp) -> i64 {
    number_in(app.state.db.read(), "SELECT COUNT(*) AS n FROM missed_search").await
}

#[tokio::test]
async fn what_shoppers_look_for_and_do_not_find_is_told_and_nobody_is_in_it() {
    let app = TestApp::stocked().await;
    let shopper = app.visitor(Site::FIELDHOUSE);
    for asked in ["query=Zorbing", "query=+zorbing*", "query=ZORBING", "query=quidditch+hoop"] {
        search(&shopper, asked).await;
    }
    search(&app.visitor(Site::US_GAMES), "query=zorbing").await;
    // Found, narrowed down, a further page, no search, and what may say who it was.
    for asked in [
        "query=glove",
        "query=curling&brand=Nobody",
        "query=curling&page=2",
        "query=",
        "query=coach%40lincoln.example",
        "query=214+555+0199",
    ] {
        search(&shopper, asked).await;
    }
    assert_eq!(shopper.get("/api/search/suggest?query=curli").await.status, StatusCode::OK);
    assert_eq!(rows(&app).await, 0, "no search waits for a write");
    assert_eq!(missed::write(&app.state, &app.state.missed).await.unwrap(), 3);
    assert_eq!(missed::write(&app.state, &app.state.missed).await.unwrap(), 0, "written once");
    search(&shopper, "query=zorbing").await;
    missed::write(&app.state, &app.state.missed).await.unwrap();

    let desk = staff(&app, "owner").await;
    let told = report(&desk, "searches?days=1").await;
    let row = |row: &Value| (row["brand"].clone(), row["text"].clone(), row["searches"].clone());
    let found: Vec<_> = told["rows"].as_array().unwrap().iter().map(row).collect();
    assert_eq!(
        found,
        [
            (json!("Fieldhouse"), json!("zorbing"), json!(4)),
            (json!("Fieldhouse"), json!("quidditch hoop"), json!(1)),
            (json!("US Games"), json!("zorbing"), json!(1)),
        ]
    );
    assert_eq!(told["summary"], "6 searches found nothing.");
    assert_eq!(told["rows"][0]["last"], app.state.today().as_str());
    let file = desk.get("/desk/api/reports/searches.csv?site=usgames").await;
    assert!(
        file.text.ends_with(&format!("\"US Games\",\"zorbing\",\"1\",\"{}\"\r\n", app.state.today())),
        "{}",
        file.text
    );
    let before = report(&desk, "searches?from=2026-01-01&to=2026-02-01").await;
    assert_eq!((&before["rows"], &before["summary"]), (&json!([]), &json!("No search found nothing.")));

    let one = member(&app, "one@store.example", &grants(&[("content", Some(&[Site::US_GAMES]))])).await.1;
    assert_eq!(report(&one, "searches").await["rows"].as_array().unwrap().len(), 1);
    assert_eq!(one.get("/desk/api/reports/searches?site=fieldhouse").await.status, StatusCode::NOT_FOUND);

    app.state.clock.advance_seconds(KEPT_DAYS * DAY);
    prune(&app.state).await.unwrap();
    assert_eq!(rows(&app).await, 3, "kept for {KEPT_DAYS} days");
    app.state.clock.advance_seconds(DAY);
    prune(&app.state).await.unwrap();
    assert_eq!(rows(&app).await, 0);
}

#[tokio::test]
async fn several_nodes_add_up_and_nonsense_fills_no_more_than_a_days_texts() {
    let app = TestApp::start().await;
    let nodes: Vec<Missed> = (0..4).map(|_| Missed::default()).collect();
    let today = || app.state.today();
    for (node, missed) in nodes.iter().enumerate() {
        missed.count(Site::US_GAMES, "pickle ball", today());
        missed.count(Site::FIELDHOUSE, "pickle ball", today());
        for number in 0..150 {
            missed.count(Site::US_GAMES, &format!("nonsense {node}x{number}"), today());
        }
    }
    // The first knows it, so that there is room for it.
    missed::write(&app.state, &nodes[0]).await.unwrap();
    for written in join_all(nodes.iter().map(|missed| missed::write(&app.state, missed))).await {
        written.unwrap();
    }
    assert_eq!(rows(&app).await, i64::try_from(MOST_TEXTS).unwrap() + 1);
    let pickles = "SELECT CAST(SUM(searches) AS BIGINT) AS n FROM missed_search WHERE text = 'pickle ball'";
    assert_eq!(number_in(app.state.db.read(), pickles).await, 8);
}

#[tokio::test]
async fn a_question_for_searches_is_answered_by_an_index() {
    let app = TestApp::start().await;
    let backend = app.state.db.backend();
    let tx = app.state.db.write().await.unwrap();
    if backend == DbBackend::Postgres {
        // Tables of a few rows are read whole, index or none.
        tx.execute_unprepared("SET LOCAL enable_seqscan = off").await.unwrap();
    }
    let question = StatementBuilder::build(&sums(&[Site::FIELDHOUSE], ("2026-01-01", "2026-02-01"), 100), &backend);
    let (plan, column) = match backend {
        DbBackend::Postgres => ("EXPLAIN ", "QUERY PLAN"),
        _ => ("EXPLAIN QUERY PLAN ", "detail"),
    };
    let explained = sea_orm::Statement { sql: [plan, &question.sql].concat(), ..question };
    let rows = tx.query_all_raw(explained).await.unwrap();
    let plan: Vec<String> = rows.iter().map(|row| row.try_get("", column).unwrap()).collect();
    let plan = plan.join("\n");
    assert!(!plan.contains("Seq Scan") && !plan.contains("SCAN missed_search") && plan.contains("day"), "{plan}");
}

#[tokio::test]
async fn what_left_late_and_what_is_late_now_is_told_by_brand_and_month() {
    let app = TestApp::stocked().await;
    let first = staff(&app, "manager").await;
    // On November 20: one leaves the same day, one in two parts of which the second is late, one never.
    let (soon, parts, never) = (placed(&app).await, placed(&app).await, placed(&app).await);
    let leaves = async |desk: &Visitor, id: &str, lines: Value| {
        let order = done(desk, id, "shipments", json!({"lines": lines})).await;
        let shipments = order["shipments"].as_array().unwrap();
        let shipment = shipments.last().unwrap()["id"].as_str().unwrap().to_owned();
        done(desk, id, &format!("shipments/{shipment}/ship"), json!({})).await;
    };
    leaves(&first, &soon, json!([])).await;
    leaves(&first, &parts, json!([{"position": 1, "quantity": 12}])).await;
    app.state.clock.advance_seconds(7 * DAY);
    let second = member(&app, "second@store.example", &grants(&[("manager", None)])).await.1;
    let late = report(&second, "late").await;
    assert_eq!(late["summary"], "Nothing left in these days; no order of these days is late now.", "{late}");
    assert_eq!(late["pending"], 5, "what happened is not counted yet");
    app.state.clock.advance_seconds(5 * DAY);
    let desk = member(&app, "third@store.example", &grants(&[("manager", None)])).await.1;
    // On December 2.
    leaves(&desk, &parts, json!([])).await;
    let fresh = placed(&app).await;
    count_due(&app.state).await.unwrap();
    for _ in 0..2 {
        let late = report(&desk, "late").await;
        let row =
            |row: &Value| ["month", "brand", "shipments", "late", "share", "waiting"].map(|name| row[name].clone());
        let told: Vec<_> = late["rows"].as_array().unwrap().iter().map(row).collect();
        assert_eq!(
            told,
            [
                [json!("2026-12"), json!("Fieldhouse"), json!(1), json!(1), json!("100.0%"), json!(0)],
                [json!("2026-11"), json!("Fieldhouse"), json!(2), json!(0), json!("0.0%"), json!(1)],
            ]
        );
        assert_eq!(
            late["summary"],
            "1 of 3 shipments (33.3%) left later than 7 days after the order; 1 order of these days is late now."
        );
        assert_eq!((&late["pending"], &late["more"]), (&json!(0), &json!(false)));
        // The same when it is made anew.
        forget(&app.state).await.unwrap();
        count_due(&app.state).await.unwrap();
    }
    let queue = desk.get("/desk/api/orders?queue=late").await.json();
    let ids: Vec<_> = queue["orders"].as_array().unwrap().iter().map(|order| order["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [never.as_str()], "as the queue has it, {fresh} is not");
    let december = report(&desk, "late?from=2026-12-01").await;
    assert_eq!(december["rows"].as_array().unwrap().len(), 1);
    let file = desk.get("/desk/api/reports/late.csv").await;
    assert!(file.text.ends_with("\"2026-11\",\"Fieldhouse\",\"2\",\"0\",\"0.0%\",\"1\"\r\n"), "{}", file.text);
    let taken = acts(&desk, "report.exported").await;
    assert!(taken.len() == 1 && taken[0]["subjectId"].as_str().unwrap().starts_with("late-"), "{taken:?}");
    assert_eq!((&taken[0]["after"], &taken[0]["site"]), (&json!({"rows": 2}), &json!("")));
    assert_eq!(texts(&app, "sales_shipment_day", "day").await.len(), 2);
    let elsewhere = member(&app, "one@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await.1;
    assert_eq!(report(&elsewhere, "late").await["rows"], json!([]), "of brands that somebody sees");
    assert_eq!(elsewhere.get("/desk/api/reports/late?site=fieldhouse").await.status, StatusCode::NOT_FOUND);
    assert!(query(app.state.db.read(), "SELECT 1 FROM event WHERE to_count").await.is_empty());
}
