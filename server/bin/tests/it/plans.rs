//! Rows of tables that grow are found by an index. Each statement that the store runs, while people shop, staff work and what is
//! due is done, is explained by the database itself: none reads a table from end to end, and no page of a list sorts all of it.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    buying::orders::search::index_due,
    letters::worker::send_due,
    pruning::{prune, sweep::sweep},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TransactionTrait};
use serde_json::{Value, json};

use crate::{
    accounts::{confirm, customer},
    approvals::{decide, order, school},
    desk_orders::{done, placed, staff},
    shopping::{add_one, remove},
    support::{TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// Tables that the operator's files, the brands or the staff bound: read as a whole, they cost little.
const SMALL: &[&str] = &["desk_view", "staff", "staff_grant", "staff_role"];

/// What is read or sorted nevertheless, by a part of its statement, and why that costs little.
const BOUNDED: &[(&str, &str)] = &[
    (r#""order_approval"."decided_at" IS NULL ORDER BY"#, "what waits in somebody's units"),
    (r#""orders"."visitor" = ? AND (order_search MATCH"#, "what somebody ordered themselves"),
    ("WHERE to_index ORDER BY", "an index of what waits, and of nothing else"),
    ("WHERE to_count ORDER BY", "an index of what waits, and of nothing else"),
    ("WHERE to_count LIMIT", "an index of what waits, and of nothing else"),
];

/// What the plan of a statement costs more with each row, in words.
fn costly(plan: &str, sql: &str) -> Vec<String> {
    if BOUNDED.iter().any(|(part, _)| sql.contains(part)) {
        return Vec::new();
    }
    let is_page = sql.contains(" LIMIT ");
    // The newest by the table's own key: read from its end.
    let by_key = sql.contains("ORDER BY \"audit_entry\".\"seq\" DESC") && !sql.contains("WHERE");
    let wrong = |line: &str| {
        let words: Vec<_> = line.trim_start_matches([' ', '-', '>']).split_whitespace().collect();
        match words.as_slice() {
            // SQLite. A question to the index of fragments is no reading from end to end.
            ["SCAN", _, "VIRTUAL", "TABLE", "INDEX", how] => how.ends_with(':'),
            ["SCAN", table, ..] => {
                !(SMALL.contains(table)
                    || table.starts_with('(')
                    || *table == "CONSTANT"
                    || *table == "sub_query"
                    || by_key)
            }
            // PostgreSQL.
            ["Seq", "Scan", "on", table, ..] => !SMALL.contains(table),
            // Both.
            ["USE", "TEMP", "B-TREE", "FOR", "ORDER", "BY"] | ["Sort"] => is_page,
            _ => false,
        }
    };
    plan.lines().filter(|line| wrong(line)).map(str::to_owned).collect()
}

/// How the database runs a statement, a step a line; nothing for what reads no rows.
async fn plan(db: &DatabaseConnection, statement: &Statement) -> Option<String> {
    let sql = statement.sql.trim_start();
    let reads = ["SELECT", "UPDATE", "DELETE", "WITH"].iter().any(|word| sql.starts_with(word));
    if !reads {
        return None;
    }
    let sqlite = db.get_database_backend() == DbBackend::Sqlite;
    let explain = if sqlite { "EXPLAIN QUERY PLAN " } else { "EXPLAIN (COSTS OFF) " };
    let tx = db.begin().await.unwrap();
    if !sqlite {
        // What is read from end to end or sorted nevertheless has no other way.
        tx.execute_unprepared("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off").await.unwrap();
    }
    let asked = Statement { sql: [explain, sql].concat(), ..statement.clone() };
    let rows = tx.query_all_raw(asked).await.unwrap_or_else(|error| panic!("{error}: {sql}"));
    let step = |row| -> String { sea_orm::QueryResult::try_get_by_index(row, if sqlite { 3 } else { 0 }).unwrap() };
    let steps: Vec<_> = rows.iter().map(step).collect();
    tx.rollback().await.unwrap();
    Some(steps.join("\n"))
}

async fn get(visitor: &Visitor, path: &str) -> Value {
    let answer = visitor.get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    answer.json()
}

/// A day of the store, as far as it reads and writes.
async fn a_day(app: &TestApp) {
    let desk = staff(app, "owner").await;
    let (buyer, approver) = school(app, SITE).await;
    let waiting = order(&buyer, "one", 2).await;
    let id = placed(app).await;
    index_due(&app.state).await.unwrap();
    for query in [
        "",
        "queue=to_pick",
        "queue=late",
        "site=fieldhouse",
        "email=buyer@example.com",
        "hold=stock&owner=me&due=yes",
        "unit=x",
        "waits=credit",
        "waits=edit&site=usgames",
        "from=2026-11-01&to=2026-11-21",
        "q=PO-47",
        "q=PO-47&queue=to_pick",
        "after=1763640000000.x",
        "after=1763640000000.x&queue=to_pick",
    ] {
        get(&desk, &format!("/desk/api/orders?{query}")).await;
        if !query.starts_with("after") {
            get(&desk, &format!("/desk/api/orders/count?{query}")).await;
        }
    }
    for path in [
        "queues",
        "inbox",
        "jobs",
        "jobs?after=1763640000000.x",
        "messages?kind=form",
        "messages?kind=form&after=1763640000000.x",
        "messages?kind=change_request",
        "newsletter",
        "newsletter?q=office",
        "customers",
        "customers?q=coach",
        "stock",
        "stock?show=late",
        "stock?q=bal",
        "reports/late",
        "views",
        "audit?limit=50",
        "audit?action=order.placed&limit=50",
        "staff",
        "roles",
        "sessions",
        "passkeys",
    ] {
        get(&desk, &format!("/desk/api/{path}")).await;
    }
    decide(&approver, &waiting, "approved", "").await;
    let one = json!([{"position": 1, "quantity": 1}]);
    done(&desk, &id, "holds", json!({"kind": "stock", "reason": "Counted again"})).await;
    let waits = get(&desk, &format!("/desk/api/orders/{id}")).await;
    let hold = waits["holds"][0]["id"].as_str().unwrap();
    done(&desk, &id, &format!("holds/{hold}/close"), json!({})).await;
    let picked = done(&desk, &id, "shipments", json!({"lines": one})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    done(&desk, &id, "cancellations", json!({"reason": "stock", "note": "", "lines": one})).await;
    done(&desk, &id, "credits", json!({"amount": "5.00", "method": "terms_credit", "reason": "Late", "lines": []}))
        .await;
    get(&desk, &format!("/desk/api/orders/{id}/events?after=9")).await;
    get(&desk, &format!("/desk/api/orders/{id}/lines?after=0")).await;
    for path in [
        "account",
        "account/activity",
        "account/addresses",
        "account/approvals",
        "account/certificates",
        "account/devices",
        "account/home",
        "account/lists",
        "account/orders",
        "account/orders?q=PO-47",
        "account/people",
        "auth/session",
        "cart/active",
        "cart/codes",
        "cart/head",
        "cart/shares",
        "wishlist",
    ] {
        get(&buyer, &format!("/api/{path}")).await;
    }
    let own = waiting["id"].as_str().unwrap();
    get(&buyer, &format!("/api/orders/{own}")).await;
    get(&buyer, &format!("/api/orders/{own}/reorder")).await;
    send_due(&app.state).await.unwrap();
    index_due(&app.state).await.unwrap();
    sweep(&app.state).await.unwrap();
    prune(&app.state).await.unwrap();
}

#[tokio::test]
async fn what_grows_is_found_by_an_index() {
    let mut app = TestApp::stocked().await;
    let heard = app.statements().await;
    a_day(&app).await;
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    let statements = std::mem::take(&mut *heard.lock().unwrap());
    for statement in &statements {
        if !seen.insert(statement.sql.clone()) {
            continue;
        }
        let Some(plan) = plan(app.state.db.direct(), statement).await else { continue };
        let found = costly(&plan, &statement.sql);
        if !found.is_empty() {
            wrong.push(format!("{}\n  {}", statement.sql, found.join("\n  ")));
        }
    }
    // What no index answers is noticed.
    for sql in [
        "SELECT id FROM orders WHERE po_number = 'PO-47'",
        "SELECT id FROM orders WHERE site = 'usgames' ORDER BY total_cents LIMIT 9",
    ] {
        let db = app.state.db.direct();
        let plan = plan(db, &Statement::from_string(db.get_database_backend(), sql)).await.unwrap();
        assert_eq!(costly(&plan, sql).len(), 1, "{plan}");
    }
    assert!(seen.len() > 100, "{}", seen.len());
    assert!(wrong.is_empty(), "{} statements:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test]
async fn who_takes_a_line_out_finds_the_lines_of_its_product_by_the_index() {
    let mut app = TestApp::stocked().await;
    let heard = app.statements().await;
    let visitor = app.visitor(SITE);
    let added = add_one(&visitor, "BAL100", 1).await.json();
    let line = added["cards"][0]["lineItems"][0]["lineItemId"].as_str().unwrap();
    heard.lock().unwrap().clear();
    let taken = remove(&visitor, line, added["head"]["version"].as_i64().unwrap()).await;
    assert_eq!(taken.status, StatusCode::OK, "{}", taken.text);
    let statements = std::mem::take(&mut *heard.lock().unwrap());
    let held: Vec<_> = statements.iter().filter(|statement| statement.sql.contains(r#" AS "seen""#)).collect();
    assert_eq!(held.len(), 1);
    let plan = plan(app.state.db.direct(), held[0]).await.unwrap();
    let by_index = ["cart_line_pool (cart_id=? AND product_id=?)", "AND (product_id = "];
    assert!(by_index.iter().any(|part| plan.contains(part)), "{plan}");
    assert!(!plan.contains("CORRELATED"), "asked once, not for each line: {plan}");
}

#[tokio::test]
async fn what_a_buyer_ordered_themselves_is_not_counted_and_not_walked_for_what_they_ordered_as_a_guest() {
    let mut app = TestApp::stocked().await;
    let heard = app.statements().await;
    let as_guest = order(&app.visitor(SITE), "guest", 1).await;
    let email = as_guest["email"].as_str().unwrap();
    let buyer = customer(&app, SITE, email).await;
    confirm(&app, SITE, email).await;
    assert_eq!(order(&buyer, "own", 1).await["email"], email, "the e-mail leads to both");
    heard.lock().unwrap().clear();
    let listed = get(&buyer, "/api/account/orders").await;
    assert_eq!(listed["orders"].as_array().unwrap().len(), 2);
    get(&buyer, "/api/account/orders?after=1763640000000.x").await;
    let home = get(&buyer, "/api/account/home").await;
    assert_eq!(home["orders"].as_array().unwrap().len(), 1);
    let statements = std::mem::take(&mut *heard.lock().unwrap());
    let where_has = |part: &'static str| statements.iter().filter(move |statement| statement.sql.contains(part));
    let own: Vec<_> = where_has(r#""orders"."visitor" = "#).map(|statement| statement.sql.as_str()).collect();
    assert_eq!(own.len(), 3, "one for each: {own:#?}");
    assert!(own.iter().all(|sql| !sql.contains("COUNT(") && sql.contains(" LIMIT ")), "{own:#?}");
    // The first page and a later one: by an index that has no order of an account.
    let as_guest: Vec<_> = where_has(r#""orders"."email" = "#).collect();
    assert_eq!(as_guest.len(), 2);
    for statement in as_guest {
        let plan = plan(app.state.db.direct(), statement).await.unwrap();
        assert!(plan.contains("orders_guest"), "{}\n{plan}", statement.sql);
        assert!(costly(&plan, &statement.sql).is_empty(), "{}\n{plan}", statement.sql);
    }
}
