//! R30: stores as every released step of the schema left them, with their data (`fixtures/upgrade`, made by
//! `scripts/upgrade-fixture.mjs`), are brought up, serve, take an order, and are whole. Their steps never change.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use axum::http::StatusCode;
use reqwest::{Client, Method};
use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};
use serde_json::json;

use crate::{
    databases::{Place, connection, durable_database},
    first_start::{connect, killed_and_brought_up, moments, schema, time_to_migrate, whole_schema, whole_steps},
    kill::{Shopper, Store},
    shopping::{assert_books_but, number_in, placing, shipping},
};

/// Stores of earlier steps, by the last step they took.
fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/upgrade");
    let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    assert!(!all.is_empty());
    all
}

fn unpacked(file: &Path) -> Vec<u8> {
    let (mut bytes, packed) = (Vec::new(), fs::File::open(file).unwrap());
    brotli::Decompressor::new(packed, 64 * 1024).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The store as it was left, and the folder it lies in.
async fn put_back(fixture: &Path) -> (String, Place) {
    let (url, folder) = durable_database().await;
    if url.starts_with("sqlite:") {
        let mut tar = Command::new("tar").arg("-xC").arg(folder.path()).stdin(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut tar.stdin.take().unwrap(), &unpacked(&fixture.join("data.tar.br"))).unwrap();
        assert!(tar.wait().unwrap().success());
        return (format!("sqlite:{}", folder.path().join("fieldhouse.db").display()), folder);
    }
    let db = connection(&url).await;
    let dump = String::from_utf8(unpacked(&fixture.join("postgres.sql.br"))).unwrap();
    db.execute_unprepared(&dump).await.unwrap();
    db.close().await.unwrap();
    (url, folder)
}

fn fieldhouse(url: &str, folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    let mail = format!("file:{}", folder.join("mail").display());
    command.args(words).env("DATABASE_URL", url).env("FIELDHOUSE_MAIL", mail).env("FIELDHOUSE_DEMO", "false");
    command.output().unwrap()
}

/// Runs a command that has to work; what it said.
fn told(url: &str, folder: &Path, words: &[&str]) -> String {
    let output = fieldhouse(url, folder, words);
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{words:?}: {said}");
    said
}

async fn text(db: &DatabaseConnection, question: &str) -> String {
    let asked = Statement::from_string(db.get_database_backend(), question);
    db.query_one_raw(asked).await.unwrap().unwrap().try_get("", "it").unwrap()
}

/// What nobody may lose, counted.
async fn counted(db: &DatabaseConnection) -> Vec<(&'static str, i64)> {
    let mut counts = Vec::new();
    for table in ["orders", "order_line", "order_entry", "customer", "customer_address", "product", "variant"] {
        counts.push((table, number_in(db, &["SELECT COUNT(*) AS n FROM ", table].concat()).await));
    }
    counts
}

/// Of each store without `FIELDHOUSE_KILL_EVERY_MS`.
const KILLS: u32 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r30_a_kill_during_an_upgrade_leaves_whole_steps_and_a_store_that_is_brought_up_whole() {
    let steps = whole_steps().await;
    for fixture in fixtures() {
        let (undisturbed, _folder) = put_back(&fixture).await;
        for moment in moments(time_to_migrate(&undisturbed).await, KILLS) {
            let (url, _folder) = put_back(&fixture).await;
            let db = connect(&url).await;
            let before = counted(&db).await;
            db.close().await.unwrap();
            let db = killed_and_brought_up(moment, &url, &steps).await;
            assert_eq!(counted(&db).await, before, "killed after {moment:?}");
            db.close().await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn r30_a_store_of_every_released_schema_is_brought_up_serves_takes_an_order_and_is_whole() {
    drop(rustls::crypto::ring::default_provider().install_default());
    for fixture in fixtures() {
        let (url, folder) = put_back(&fixture).await;
        let here = folder.path();
        let db = connect(&url).await;
        let before = counted(&db).await;
        let sku = text(
            &db,
            "SELECT sku AS it FROM order_line JOIN orders ON orders.id = order_line.order_id \
             WHERE email = 'coach@example.com' ORDER BY sku LIMIT 1",
        )
        .await;
        let customer = text(
            &db,
            "SELECT customer.email AS it FROM orders JOIN customer ON customer.id = orders.visitor \
             WHERE orders.site = 'fieldhouse' AND customer.email LIKE '%@demo.example' ORDER BY 1 LIMIT 1",
        )
        .await;
        db.close().await.unwrap();

        let mail = format!("file:{}", here.join("mail").display());
        let store = Store::open_with(&url, &[("FIELDHOUSE_MAIL", &mail)]).await;
        let mut shopper = Shopper { client: Client::new(), origin: store.origin.clone(), cookie: String::new() };
        let lines = json!({"lines": [{"sku": sku, "quantity": 2}]});
        let (status, cart) = shopper.send(Method::POST, "/api/cart/lines", None, Some(&lines)).await.unwrap();
        assert_eq!(status, StatusCode::OK, "{cart}");
        shopper.send(Method::PUT, "/api/checkout/shipping", None, Some(&shipping())).await.unwrap();
        let payment = json!({"poNumber": "PO-30"});
        let (_, review) = shopper.send(Method::PUT, "/api/checkout/payment", None, Some(&payment)).await.unwrap();
        let body = placing(&review);
        let (status, placed) = shopper.send(Method::POST, "/api/orders", Some("upgrade"), Some(&body)).await.unwrap();
        assert_eq!(status, StatusCode::CREATED, "{placed}");
        // Who was a customer is one, with the orders of then.
        let known = json!({"email": customer, "password": "seven green llamas"});
        let (status, signed_in) = shopper.send(Method::POST, "/api/auth/signin", None, Some(&known)).await.unwrap();
        assert_eq!(status, StatusCode::OK, "{signed_in}");
        let (status, own) = shopper.send(Method::GET, "/api/account/orders", None, None).await.unwrap();
        assert_eq!(status, StatusCode::OK, "{own}");
        assert!(own["orders"].as_array().is_some_and(|orders| !orders.is_empty()), "{own}");
        store.stop().await;

        let said = told(&url, here, &["doctor"]);
        assert!(said.contains("at this version") && !said.contains("!!"), "{said}");
        let said = told(&url, here, &["audit", "verify"]);
        assert!(!said.is_empty());
        let db = connect(&url).await;
        assert_eq!(schema(&db).await, whole_schema().await, "as a schema made at once");
        let mut expected = before;
        for (table, count) in &mut expected {
            *count += i64::from(["orders", "order_line"].contains(table));
        }
        assert_eq!(counted(&db).await, expected);
        // The demo brings orders that nobody was written to about.
        assert_books_but(&db, "its letter").await;
        db.close().await.unwrap();
    }
}
