//! Nothing grows without end (R79): every table has its row in docs/RETENTION.md, and 500 days later only records of
//! business are left of what visitors did.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    idempotency::MOST_KEPT,
    pruning::{prune, sweep::sweep},
};
use futures_util::future::{join, join_all};
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::json;

use crate::{
    accounts::{COACH, PASSWORD, letters, register, try_sign_in},
    shell::{contact, with_content},
    shopping::{add_one, assert_books, check_out, count, place, placing},
    support::TestApp,
};

const DOCUMENT: &str = include_str!("../../../../docs/RETENTION.md");

async fn tables(app: &TestApp) -> Vec<String> {
    let sql = if app.state.db.backend() == DbBackend::Sqlite {
        "SELECT name AS t FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
         AND name NOT GLOB 'order_search_*' AND name NOT GLOB 'customer_search_*'"
    } else {
        "SELECT table_name AS t FROM information_schema.tables WHERE table_schema = 'public'"
    };
    let statement = sea_orm::Statement::from_string(app.state.db.backend(), sql);
    let rows = app.state.db.read().query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get("", "t").unwrap()).collect()
}

#[tokio::test]
async fn r79_every_table_says_what_bounds_it_and_when_it_ends() {
    let app = TestApp::start().await;
    let tables = tables(&app).await;
    for table in &tables {
        assert!(DOCUMENT.contains(&format!("\n| `{table}` | ")), "{table} has no row in docs/RETENTION.md");
    }
    for named in DOCUMENT.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(name, _)| name)) {
        assert!(tables.iter().any(|table| table == named), "{named} is no table");
    }
}

#[tokio::test]
async fn r79_five_hundred_days_later_only_records_of_business_are_left() {
    let app = with_content().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let review = check_out(&visitor).await;
    let placed = place(&visitor, "key", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED);
    add_one(&visitor, "BAL100", 2).await;
    let liked = json!({"productId": "bal100"});
    visitor.post("/api/wishlist", &liked).await;
    visitor.post("/api/features/Newsletter01", &json!({"email": "pat@club.example"})).await;
    visitor.post("/api/features/Account/password-token", &json!({"email": COACH, "storeKey": "fieldhouse"})).await;
    try_sign_in(&visitor, COACH, "not the password").await;
    let sent = visitor.send(Method::POST, "/api/forms/contact", &[], Some(&contact(&json!({})))).await;
    assert!(sent.status.is_success(), "{}", sent.text);
    assert!(try_sign_in(&app.visitor(Site::FIELDHOUSE), COACH, PASSWORD).await.status.is_success());
    letters(&app).await;
    let ends = [
        "session",
        "cart",
        "cart_line",
        "checkout",
        "idempotency_key",
        "job",
        "form_submission",
        "password_token",
        "newsletter_subscription",
        "account_try",
        "known_device",
    ];
    for table in ends {
        assert!(count(&app, table).await > 0, "{table} has nothing to lose");
    }
    let orders = count(&app, "orders").await;
    app.state.clock.advance_seconds(500 * 86_400);
    sweep(&app.state).await.unwrap();
    assert!(prune(&app.state).await.unwrap() > 0);
    for table in ends.into_iter().chain(["wishlist_item"]) {
        assert_eq!(count(&app, table).await, 0, "{table}");
    }
    assert_eq!((count(&app, "orders").await, count(&app, "customer").await), (orders, 1));
    assert_eq!(prune(&app.state).await.unwrap(), 0);
}

/// Days between two rounds of visitors.
const STEP: i64 = 8;
/// Everything that ends has ended once by then.
const SETTLED: i64 = 420;

/// What somebody does who never comes back.
async fn visit(app: &TestApp, nth: i64) {
    let visitor = app.visitor(Site::FIELDHOUSE);
    let email = format!("visitor{nth}@club.example");
    let line = json!({"lines": [{"sku": "BAL100", "quantity": 1}]});
    let key = [("idempotency-key", "once")];
    for answer in [
        visitor.send(Method::POST, "/api/cart/lines", &[], Some(&line)).await,
        visitor.send(Method::POST, "/api/cart/lines", &key, Some(&line)).await,
        visitor.post("/api/wishlist", &json!({"productId": "bal100"})).await,
        visitor.post("/api/features/Newsletter01", &json!({"email": email})).await,
        visitor.post("/api/forms/contact", &contact(&json!({"email": email}))).await,
        visitor.post("/api/features/Account/password-token", &json!({"email": COACH, "storeKey": "fieldhouse"})).await,
    ] {
        assert!(answer.status.is_success(), "{nth}: {} {}", answer.status, answer.text);
    }
    assert_eq!(try_sign_in(&visitor, &email, "not the password").await.status, StatusCode::UNAUTHORIZED);
}

/// Rows of every table, and pages of the file where there is one.
async fn sizes(app: &TestApp) -> BTreeMap<String, i64> {
    let mut sizes = BTreeMap::new();
    for table in tables(app).await {
        sizes.insert(table.clone(), count(app, &table).await);
    }
    if app.state.db.backend() == DbBackend::Sqlite {
        let statement = sea_orm::Statement::from_string(DbBackend::Sqlite, "PRAGMA page_count");
        let row = app.state.db.read().query_one_raw(statement).await.unwrap().unwrap();
        sizes.insert("the file".to_owned(), row.try_get_by_index(0).unwrap());
    }
    sizes
}

#[tokio::test]
async fn r79_while_visitors_write_what_comes_of_age_goes_and_nothing_grows() {
    let app = with_content().await;
    register(&app, Site::FIELDHOUSE, COACH).await;
    let mut settled = None;
    for day in (0..=500).step_by(STEP.unsigned_abs().try_into().unwrap()) {
        let visits = join_all((0..4).map(|nth| visit(&app, day * 10 + nth)));
        let pruning = async {
            sweep(&app.state).await.unwrap();
            prune(&app.state).await.unwrap();
        };
        join(visits, pruning).await;
        letters(&app).await;
        if day >= SETTLED && settled.is_none() {
            settled = Some(sizes(&app).await);
        }
        app.state.clock.advance_seconds(STEP * 86_400);
    }
    let (settled, last) = (settled.unwrap(), sizes(&app).await);
    for (what, size) in &last {
        // How full the file's pages are depends on which rows went first.
        let most = if what == "the file" { settled[what] + settled[what] / 20 } else { settled[what] };
        assert!(*size <= most, "{what} has grown from {} to {size}", settled[what]);
    }
    for table in ["session", "cart_line", "idempotency_key", "job", "form_submission", "account_try"] {
        assert!(last[table] > 0, "{table} was not written");
    }
    app.state.clock.advance_seconds(500 * 86_400);
    sweep(&app.state).await.unwrap();
    prune(&app.state).await.unwrap();
    let quiet = sizes(&app).await;
    for (what, size) in &quiet {
        assert!(*size <= last[what], "{what} has grown from {} to {size}", last[what]);
    }
    assert_eq!((quiet["session"], quiet["cart"], quiet["job"], quiet["form_submission"]), (0, 0, 0, 0));
}

#[tokio::test]
async fn r79_what_is_kept_for_one_visitor_has_a_bound() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let add = async |key: &str| {
        let line = json!({"lines": [{"sku": "BAL100", "quantity": 1}]});
        visitor.send(Method::POST, "/api/cart/lines", &[("idempotency-key", key)], Some(&line)).await
    };
    assert_eq!(add("first").await.status, StatusCode::OK);
    let many = [
        "INSERT INTO idempotency_key (visitor, operation, key, request_hash, status, body, created_at) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ",
        &(MOST_KEPT - 1).to_string(),
        ") SELECT k.visitor, 'other', CAST(n.i AS TEXT), '', 200, '', k.created_at FROM n, idempotency_key k",
    ]
    .concat();
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared(&many).await.unwrap();
    tx.commit().await.unwrap();
    let refused = add("one more").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.text);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(add("first").await.status, StatusCode::OK, "what is kept is answered");
    assert_eq!(visitor.get("/api/cart/head").await.json()["totalLineItemQuantity"], 1, "nothing was done");
    app.state.clock.advance_seconds(3 * 86_400);
    sweep(&app.state).await.unwrap();
    assert_eq!(add("one more").await.status, StatusCode::OK);
    assert_books(&app).await;
}
