//! R77: what waits for a row somebody else holds keeps nobody else from anything. SQLite has one writer, and no rows to
//! wait for.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement, TransactionTrait};
use serde_json::{Value, json};

use crate::{
    certificates::{certificate, issue},
    databases::connection,
    shopping::{add_one, check_out, place, placing, put, shipping},
    support::{TestApp, Visitor},
};

/// More than all connections of a store together.
const SHOPPERS: usize = 40;

/// A transaction of another program at the same database.
async fn other_program(app: &TestApp) -> DatabaseTransaction {
    connection(&app.state.config.database_url).await.begin().await.unwrap()
}

/// How many of the store's connections wait for a row.
async fn waiting(tx: &DatabaseTransaction) -> i64 {
    let question = "SELECT COUNT(*) AS n FROM pg_stat_activity \
                    WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // Within a transaction the first answer is kept, unless it is thrown away.
    tx.execute_unprepared("SELECT pg_stat_clear_snapshot()").await.unwrap();
    let row = tx.query_one_raw(Statement::from_string(DbBackend::Postgres, question)).await.unwrap().unwrap();
    row.try_get("", "n").unwrap()
}

/// Units and mailboxes that the store holds.
async fn advisory_locks(tx: &DatabaseTransaction) -> i64 {
    let question = "SELECT COUNT(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND granted \
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let row = tx.query_one_raw(Statement::from_string(DbBackend::Postgres, question)).await.unwrap().unwrap();
    row.try_get("", "n").unwrap()
}

/// Pages, carts, checkout and readiness, and the order of somebody who wants nothing that is held.
async fn everything_else_goes_on(app: &TestApp) {
    let shopper = app.visitor(Site::FIELDHOUSE);
    add_one(&shopper, "BAL100", 1).await;
    for path in ["/readyz", "/healthz", "/api/cart/head", "/api/catalog/products/BAL100", "/search/?query=jersey"] {
        let answer = shopper.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    }
    let shipped = put(&shopper, "/api/checkout/shipping", &shipping()).await;
    assert_eq!(shipped.status, StatusCode::OK, "{}", shipped.text);
    let review = check_out(&shopper).await;
    let placed = place(&shopper, "meanwhile", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
}

mod on_postgres {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r77_no_order_waits_for_the_number_of_another() {
        let app = TestApp::stocked().await;
        let held = other_program(&app).await;
        held.execute_unprepared("SELECT * FROM order_number FOR UPDATE").await.unwrap();
        let mut numbers = Vec::new();
        for shopper in 0..3 {
            let visitor = app.visitor(Site::FIELDHOUSE);
            add_one(&visitor, "BAL100", 1).await;
            let review = check_out(&visitor).await;
            let placed = place(&visitor, &format!("k{shopper}"), &placing(&review)).await;
            assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
            numbers.push(placed.json()["number"].as_str().unwrap().to_owned());
        }
        assert_eq!(numbers, ["FH-100001", "FH-100002", "FH-100003"]);
        drop(held);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r77_orders_that_wait_for_one_row_leave_everything_else_alone() {
        let app = TestApp::stocked().await;
        issue(&app, &[certificate("GC-100")]).await;
        let mut orders: Vec<(Visitor, Value)> = Vec::new();
        for _ in 0..SHOPPERS {
            let visitor = app.visitor(Site::FIELDHOUSE);
            add_one(&visitor, "BAL100", 2).await;
            let draft = json!({"certificateNumber": "GC-100", "place": "order"});
            assert_eq!(visitor.post("/api/cart/certificates", &draft).await.status, StatusCode::OK);
            let review = check_out(&visitor).await;
            orders.push((visitor, placing(&review)));
        }

        // Somebody uses the certificate and does not come to an end.
        let held = other_program(&app).await;
        let used = "INSERT INTO certificate_use (catalog, number, order_id, value_cents, used_at) \
                    SELECT catalog, number, 'elsewhere', 1, 1 FROM certificate WHERE number = 'GC-100'";
        held.execute_unprepared(used).await.unwrap();
        let all = futures_util::future::join_all(orders.iter().map(async |(visitor, body)| {
            let answer = place(visitor, "blocked", body).await;
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{}", answer.text);
            assert!(answer.headers.contains_key("retry-after"));
        }));
        let others = async {
            while waiting(&held).await == 0 {
                tokio::task::yield_now().await;
            }
            assert_eq!(advisory_locks(&held).await, 0, "who waits for a certificate keeps no unit and no mailbox");
            for _ in 0..5 {
                everything_else_goes_on(&app).await;
                assert!(waiting(&held).await <= 1, "who waits for the same waits without a connection");
            }
        };
        futures_util::future::join(all, others).await;

        // It comes to nothing: one of the orders gets the certificate.
        held.rollback().await.unwrap();
        let mut won = 0;
        for (visitor, body) in &orders {
            let answer = place(visitor, "again", body).await;
            won += usize::from(answer.status == StatusCode::CREATED);
            assert!([StatusCode::CREATED, StatusCode::CONFLICT].contains(&answer.status), "{}", answer.text);
        }
        assert_eq!(won, 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r19_who_waited_for_a_cart_that_another_node_changes_goes_on_from_what_it_is_then() {
        let app = TestApp::stocked().await;
        let visitor = app.visitor(Site::FIELDHOUSE);
        add_one(&visitor, "BAL100", 1).await;
        let elsewhere = other_program(&app).await;
        elsewhere.execute_unprepared("UPDATE cart SET version = version + 1, total_quantity = 5").await.unwrap();
        elsewhere.execute_unprepared("UPDATE cart_line SET quantity = 5").await.unwrap();
        let line = json!({"lines": [{"sku": "BAL100", "quantity": 1}]});
        let change = async {
            while waiting(&elsewhere).await == 0 {
                tokio::task::yield_now().await;
            }
            elsewhere.commit().await.unwrap();
        };
        let (answer, ()) = tokio::join!(visitor.post("/api/cart/lines", &line), change);
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let cart = visitor.get("/api/cart/active").await.json();
        assert_eq!(cart["totalLineItemQuantity"], 6, "{cart}");
        assert_eq!(cart["items"][0]["lineItems"][0]["quantity"], 6);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r77_changes_that_wait_for_one_cart_leave_everything_else_alone() {
        let app = TestApp::stocked().await;
        let crowd = app.visitor(Site::FIELDHOUSE);
        add_one(&crowd, "BAL100", 1).await;
        let held = other_program(&app).await;
        held.execute_unprepared("SELECT * FROM cart FOR UPDATE").await.unwrap();
        let line = json!({"lines": [{"sku": "BAL100", "quantity": 1}]});
        let all = futures_util::future::join_all((0..SHOPPERS).map(async |_| {
            let answer = crowd.post("/api/cart/lines", &line).await;
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{}", answer.text);
        }));
        let others = async {
            while waiting(&held).await == 0 {
                tokio::task::yield_now().await;
            }
            for _ in 0..5 {
                everything_else_goes_on(&app).await;
                assert!(waiting(&held).await <= 1, "who waits for the same waits without a connection");
            }
        };
        futures_util::future::join(all, others).await;
        held.rollback().await.unwrap();
        add_one(&crowd, "BAL100", 1).await;
        assert_eq!(crowd.get("/api/cart/head").await.json()["totalLineItemQuantity"], 2);
    }
}
