//! R24 at the desk: the real binary killed while orders are released, held and let go on, edited, and their pieces picked, shipped,
//! delivered and cancelled. What was acknowledged is there, the ledger's sums hold, and each act has one event, one audit row
//! and, where its buyer is told, one letter.
//!
//! `FIELDHOUSE_KILL_CYCLES` says how often; 3 when it does not.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::http::StatusCode;
use fieldhouse_core::stock::drafts::Count;
use fieldhouse_kernel::{clock::Clock, db::Db};
use fieldhouse_shop::{
    desk::stock::write_count,
    finding::catalog,
    schema,
    staff::audit::{self, Verified},
};
use reqwest::{Client, Method};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    databases::durable_database,
    desk::{grants, member},
    desk_orders::assert_ledger_of,
    fixture,
    kill::{Acknowledged, Shopper, Store},
    shopping::{assert_books_of, number_in},
    support::TestApp,
};

const WORKERS: usize = 6;
const ORDERS: usize = 8;
const CYCLES: usize = 3;
const MOST_CYCLES: usize = 40;
/// Pieces of the article that is ordered and counted.
const COUNTED: u64 = 1000;

/// What a kill has to have met.
const ACTS: [&str; 7] = [
    "order.released",
    "shipment.shipped",
    "shipment.delivered",
    "order.cancelled",
    "order.edited",
    "order.held",
    "order.hold_released",
];
const EDITS: &str = "edits";
/// Orders wait for somebody to let them go.
const BY_HAND: [(&str, &str); 1] = [("FIELDHOUSE_RELEASE_BY_HAND", "true")];

/// What must hold of the log beside the orders: whatever is wrong is counted.
const LOG: &[(&str, &str)] = &[
    (
        "an order stands where its last event left it",
        "SELECT COUNT(*) AS n FROM orders o WHERE o.version <> (SELECT MAX(e.version) FROM event e WHERE e.subject = o.id)",
    ),
    (
        "an act of staff is one event",
        "SELECT COUNT(*) AS n FROM (SELECT subject, version FROM event WHERE actor_kind = 'staff' \
         AND kind <> 'order.completed' GROUP BY subject, version HAVING COUNT(*) > 1) twice",
    ),
    (
        "an act of staff has one audit row",
        "SELECT (SELECT COUNT(*) FROM event WHERE actor_kind = 'staff' AND kind <> 'order.completed') \
         - (SELECT COUNT(*) FROM audit_entry WHERE subject_kind = 'order' AND action <> 'order.edit_staged') AS n",
    ),
    (
        "what its buyer is told is one letter",
        "SELECT COUNT(*) AS n FROM event e \
         WHERE e.kind IN ('shipment.shipped', 'shipment.delivered', 'order.cancelled', 'order.edited') \
         AND (SELECT COUNT(*) FROM job j WHERE j.queue = 'letters' AND j.subject = CAST(e.seq AS TEXT) \
         AND j.kind IN ('order_shipped', 'order_delivered', 'order_cancelled', 'order_edited')) <> 1",
    ),
    (
        "an edit is staged with its audit row",
        "SELECT (SELECT COUNT(*) FROM order_edit) \
         - (SELECT COUNT(*) FROM audit_entry WHERE action = 'order.edit_staged') AS n",
    ),
    (
        "an edit is applied with its event, and once",
        "SELECT COUNT(*) AS n FROM orders o \
         WHERE (SELECT COUNT(*) FROM order_edit t WHERE t.order_id = o.id AND t.state = 'applied') \
         <> (SELECT COUNT(*) FROM event e WHERE e.subject = o.id AND e.kind = 'order.edited')",
    ),
    (
        "a hold is opened and closed with its event",
        "SELECT COUNT(*) AS n FROM orders o \
         WHERE (SELECT COUNT(*) FROM order_hold t WHERE t.order_id = o.id AND t.closed_at IS NULL) \
         <> (SELECT COUNT(*) FROM event e WHERE e.subject = o.id AND e.kind = 'order.held') \
         - (SELECT COUNT(*) FROM event e WHERE e.subject = o.id AND e.kind = 'order.hold_released')",
    ),
    (
        "an order is released with its event, and once",
        "SELECT COUNT(*) AS n FROM orders o WHERE (CASE WHEN o.released_at IS NULL THEN 0 ELSE 1 END) \
         <> (SELECT COUNT(*) FROM event e WHERE e.subject = o.id AND e.kind = 'order.released')",
    ),
    (
        "what left the house is not on hand",
        "SELECT COUNT(*) AS n FROM stock s WHERE s.on_hand <> 1000 - (SELECT SUM(l.shipped) FROM order_line l \
         WHERE l.sku = s.sku)",
    ),
    (
        "no entry is of no event",
        "SELECT COUNT(*) AS n FROM order_entry t WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.seq = t.event_seq)",
    ),
];

/// The next thing to do to an order as it stands; nothing when all is done.
fn next(order: &Value, (number, round): (usize, usize)) -> Option<(String, Value)> {
    let in_state = |state: &str| {
        let all = order["shipments"].as_array().unwrap();
        all.iter().find(|one| one["state"] == state).map(|one| one["id"].as_str().unwrap().to_owned())
    };
    if let Some(shipment) = in_state("picked") {
        return Some((format!("shipments/{shipment}/ship"), json!({})));
    }
    if let Some(shipment) = in_state("shipped").filter(|_| round.is_multiple_of(2)) {
        return Some((format!("shipments/{shipment}/deliver"), json!({})));
    }
    let holds = order["holds"].as_array().unwrap();
    if let Some(hold) = holds.iter().find(|hold| hold["closedAt"].is_null()) {
        return Some((format!("holds/{}/close", hold["id"].as_str().unwrap()), json!({})));
    }
    // Let go one after the other, so that kills meet it in each cycle.
    if order["order"]["queue"] == "to_release" && (number + round).is_multiple_of(4) {
        return Some(("release".to_owned(), json!({})));
    }
    let lines = json!([{"position": 1, "quantity": 1}]);
    let left = order["lines"][0]["toPick"].as_u64().unwrap();
    (left > 0).then(|| match (number + round) % 6 {
        2 => ("cancellations".to_owned(), json!({"reason": "stock", "note": "", "lines": lines})),
        3 => {
            let ledger = &order["lines"][0]["ledger"];
            let more = ledger["ordered"].as_u64().unwrap() - ledger["cancelled"].as_u64().unwrap_or_default() + 1;
            (
                EDITS.to_owned(),
                json!({"amounts": {"lines": [{"position": 1, "quantity": more}]}, "reason": "Asked for"}),
            )
        }
        4 => ("holds".to_owned(), json!({"kind": "stock", "reason": "Counted again"})),
        _ => ("shipments".to_owned(), json!({"lines": lines})),
    })
}

/// An act: what was answered, or nothing when the store is gone. An edit is staged first, and what counts is that it is applied.
async fn act(
    desk: &mut Shopper,
    path: &str,
    (act, draft): (&str, &Value),
    version: &Value,
) -> Option<(StatusCode, Value)> {
    let body = json!({"version": version, "draft": draft});
    let (status, told) = desk.send(Method::POST, &format!("{path}/{act}"), None, Some(&body)).await.ok()?;
    if act != EDITS || status != StatusCode::CREATED {
        return Some((status, told));
    }
    let apply = format!("{path}/{EDITS}/{}/apply", told["id"].as_str().unwrap());
    desk.send(Method::POST, &apply, None, Some(&json!({"version": version, "draft": {}}))).await.ok()
}

/// Works on orders until the store is gone, together with others; which version of which order was acknowledged.
async fn work(
    mut desk: Shopper,
    (number, orders): (usize, Vec<String>),
    noted: Arc<Mutex<BTreeMap<String, i64>>>,
    done: Arc<Acknowledged>,
) {
    for round in 0_usize.. {
        let id = &orders[(number + round) % orders.len()];
        let path = format!("/desk/api/orders/{id}");
        let Ok((status, order)) = desk.send(Method::GET, &path, None, None).await else { return };
        if status == StatusCode::SERVICE_UNAVAILABLE {
            continue;
        }
        assert_eq!(status, StatusCode::OK, "{order}");
        let Some((what, draft)) = next(&order, (number, round)) else { continue };
        let version = &order["order"]["version"];
        let Some((status, told)) = act(&mut desk, &path, (&what, &draft), version).await else { return };
        match status {
            StatusCode::OK => {
                let version = told["order"]["version"].as_i64().unwrap();
                let mut noted = noted.lock().unwrap();
                let seen = noted.entry(id.clone()).or_default();
                *seen = version.max(*seen);
                drop(noted);
                done.one_more();
            }
            // Somebody else was faster, or the database is busy.
            StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::SERVICE_UNAVAILABLE => {}
            other => panic!("{what}: {other} {told}"),
        }
    }
}

/// Somebody at the desk of a database, signed in by rows; their cookie. What is ordered is counted.
async fn staff_cookie(url: &str) -> String {
    let mut app = TestApp::start().await;
    app.moved_to(url).await;
    let (_, visitor) = member(&app, "owner@store.example", &grants(&[("owner", None)])).await;
    let tx = app.state.db.write().await.unwrap();
    // The binary's clock is the machine's.
    let now = Clock::Machine.millis();
    let count = Count { on_hand: COUNTED, low_at: 0, note: String::new() };
    let ball = ("BAL100", "Match Soccer Ball");
    write_count(&app.state, &tx, ball, (None, &count), ("", "")).await.unwrap();
    let sql = format!("UPDATE staff_session SET created_at = {now}, seen_at = {now}, confirmed_at = {now}");
    tx.execute_unprepared(&sql).await.unwrap();
    tx.commit().await.unwrap();
    format!("fieldhouse-desk={}", visitor.cookie("fieldhouse-desk").unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r24_a_kill_at_the_desk_loses_and_doubles_nothing() {
    drop(rustls::crypto::ring::default_provider().install_default());
    let cycles = std::env::var("FIELDHOUSE_KILL_CYCLES").map_or(CYCLES, |cycles| cycles.parse().unwrap());
    let (url, _folder) = durable_database().await;
    let db = Db::connect(&url).await.unwrap();
    schema::migrate(&db).await.unwrap();
    catalog::load_demo(&db, fixture::records()).await.unwrap();
    drop(db);
    let cookie = staff_cookie(&url).await;
    let client = Client::new();
    let store = Store::open_with(&url, &BY_HAND).await;
    let mut orders = Vec::new();
    for number in 0..ORDERS {
        let mut shopper = Shopper { client: client.clone(), origin: store.origin.clone(), cookie: String::new() };
        let body = shopper.prepare(60, "none").await.unwrap();
        let key = format!("order-{number}");
        let (status, order) = shopper.send(Method::POST, "/api/orders", Some(&key), Some(&body)).await.unwrap();
        assert_eq!(status, StatusCode::CREATED, "{order}");
        orders.push(order["id"].as_str().unwrap().to_owned());
    }
    store.kill().await;
    let noted = Arc::new(Mutex::new(BTreeMap::new()));
    for cycle in 0.. {
        let store = Store::open_with(&url, &BY_HAND).await;
        let done = Arc::new(Acknowledged::default());
        let workers: Vec<_> = (0..WORKERS)
            .map(|number| {
                let (client, origin) = (client.clone(), store.origin.clone());
                let desk = Shopper { client, origin, cookie: cookie.clone() };
                tokio::spawn(work(desk, (number, orders.clone()), Arc::clone(&noted), Arc::clone(&done)))
            })
            .collect();
        // Another moment each time, always with acts under way.
        done.reach(9 + 7 * cycle % 23).await;
        store.kill().await;
        for worker in workers {
            worker.await.unwrap();
        }
        let db = Db::connect(&url).await.unwrap();
        assert_books_of(db.read()).await;
        for (wrong, sql) in LOG {
            assert_eq!(number_in(db.read(), sql).await, 0, "{wrong}");
        }
        for id in &orders {
            assert_ledger_of(db.read(), id).await;
            let stored = number_in(db.read(), &format!("SELECT version AS n FROM orders WHERE id = '{id}'")).await;
            let acknowledged = noted.lock().unwrap().get(id).copied().unwrap_or_default();
            assert!(stored >= acknowledged, "{id}: {stored} of {acknowledged}");
        }
        assert!(matches!(audit::verify(db.read()).await.unwrap(), Verified::Whole { .. }));
        // Until each sort of act was among those that a kill met.
        let mut missing = Vec::new();
        for kind in ACTS {
            let told = number_in(db.read(), &format!("SELECT COUNT(*) AS n FROM event WHERE kind = '{kind}'")).await;
            missing.extend((told == 0).then_some(kind));
        }
        if missing.is_empty() && cycle + 1 >= cycles {
            return;
        }
        assert!(cycle < MOST_CYCLES, "never done: {missing:?}");
    }
}
