//! R24 of what is told to others: a burst of messages about many orders, and the real binary killed while it works it off. The ERP
//! gets each message, those about an order in their order, and takes each change once.
//!
//! `FIELDHOUSE_KILL_CYCLES` says how often, 3 when it does not; `FIELDHOUSE_BURST` how many messages, 240 when it does not.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    clock::{Clock, Ids},
    db::Db,
    jobs::{self, NewJob},
    upstream::{Limits, Upstream},
};
use fieldhouse_shop::{
    buying::orders::export::{CHANGED, ORDERS, send_due},
    finding::catalog,
    schema,
};
use reqwest::{Client, Method};
use sea_orm::ConnectionTrait;

use crate::{
    databases::durable_database,
    erp_stub::{Asked, Manner, Stub, canary},
    fixture,
    kill::{Shopper, Store},
    shopping::number_in,
    support::TestApp,
};

const SUBJECTS: usize = 12;
const CYCLES: usize = 3;
const BURST: usize = 240;

fn wanted(variable: &str, otherwise: usize) -> usize {
    std::env::var(variable).map_or(otherwise, |wanted| wanted.parse().unwrap())
}

/// Orders placed at the store that tells the ERP of them; their ids.
pub async fn placed(store: &Store) -> Vec<String> {
    let mut orders = Vec::new();
    for number in 0..SUBJECTS {
        let mut shopper = Shopper { client: Client::new(), origin: store.origin.clone(), cookie: String::new() };
        let body = shopper.prepare(1, "none").await.unwrap();
        let key = format!("order-{number}");
        let (status, order) = shopper.send(Method::POST, "/api/orders", Some(&key), Some(&body)).await.unwrap();
        assert_eq!(status, StatusCode::CREATED, "{order}");
        orders.push(order["id"].as_str().unwrap().to_owned());
    }
    orders
}

/// Leaves the burst in one transaction: message after message, turn by turn about each order.
async fn leave(db: &Db, orders: &[String], burst: usize) {
    let tx = db.write().await.unwrap();
    for sequence in 1..=burst {
        let (order, sequence) = (&orders[sequence % orders.len()], sequence.to_string());
        let message = NewJob {
            queue: &ORDERS,
            kind: CHANGED,
            site: Site::FIELDHOUSE.key(),
            subject: order,
            ordered_by: order,
            dedupe_key: Some(&sequence),
            counted_for: "",
            payload: sequence.clone(),
            held: false,
        };
        jobs::enqueue(&tx, &Clock::Machine, &Ids::Random, message).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// What the ERP heard about each order, in the order it came. What it hears again was the last it had heard: the answer to it went
/// down with the store.
fn heard(asked: &[Asked]) -> BTreeMap<String, Vec<usize>> {
    let mut heard: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for question in asked.iter().filter(|question| question.path == "/orders/changes/") {
        let sequence = question.body["sequence"].as_str().unwrap().parse().unwrap();
        let of_order = heard.entry(question.body["orderId"].as_str().unwrap().to_owned()).or_default();
        if of_order.last() != Some(&sequence) {
            of_order.push(sequence);
        }
    }
    heard
}

/// What a killed store had claimed is claimed by the next one when its time is up: it is.
async fn let_claims_end(db: &Db) {
    let now = Clock::Machine.millis();
    let sql = format!("UPDATE job SET due_at = {now} WHERE state = 'waiting' AND due_at > {now}");
    let tx = db.write().await.unwrap();
    tx.execute_unprepared(&sql).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r24_a_kill_amid_a_burst_loses_no_message_and_changes_no_order() {
    drop(rustls::crypto::ring::default_provider().install_default());
    let (cycles, burst) = (wanted("FIELDHOUSE_KILL_CYCLES", CYCLES), wanted("FIELDHOUSE_BURST", BURST));
    let (url, _folder) = durable_database().await;
    let db = Db::connect(&url).await.unwrap();
    schema::migrate(&db).await.unwrap();
    catalog::load_demo(&db, fixture::records()).await.unwrap();
    let stub = Stub::start(Manner::Good, &canary().await.0).await;
    let erp = [("FIELDHOUSE_ERP", stub.address.as_str())];
    let store = Store::open_with(&url, &erp).await;
    let orders = placed(&store).await;
    store.kill().await;
    leave(&db, &orders, burst).await;
    for cycle in 0..cycles {
        let_claims_end(&db).await;
        let before = stub.asked().len();
        let store = Store::open_with(&url, &erp).await;
        // Another part of the burst each time, and never all of it.
        stub.arrivals(before + burst / (cycles + 1) - cycle % 5).await;
        store.kill().await;
    }
    let_claims_end(&db).await;
    let mut app = TestApp::stocked().await;
    app.moved_to(&url).await;
    let behind = Clock::Machine.millis() - app.state.clock.millis();
    app.state.clock.advance_seconds(behind / 1000 + 1);
    let upstream = Upstream::new("erp-orders", &stub.address, "", Limits::default()).unwrap();
    let state = app.exporting_to(upstream);
    send_due(&state, state.erp_orders.as_ref().unwrap()).await.unwrap();

    let open = "SELECT COUNT(*) AS n FROM job WHERE queue = 'orders' AND state <> 'done'";
    assert_eq!(number_in(db.read(), open).await, 0);
    let heard = heard(&stub.asked());
    assert_eq!(heard.len(), orders.len());
    for (number, order) in orders.iter().enumerate() {
        let told: Vec<_> = (1..=burst).filter(|sequence| sequence % orders.len() == number).collect();
        assert_eq!(heard[order], told, "{order}");
    }
    let mut taken = stub.taken();
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len(), orders.len());
    // What was taken is in the log once, but for a kill between the log and the end of the job.
    let logged = "SELECT COUNT(DISTINCT data) AS n FROM event WHERE kind = 'order.change_taken'";
    assert_eq!(number_in(db.read(), logged).await, i64::try_from(burst).unwrap());
    let all = number_in(db.read(), "SELECT COUNT(*) AS n FROM event WHERE kind = 'order.change_taken'").await;
    assert!(all <= i64::try_from(burst + cycles).unwrap(), "{all}");
}
