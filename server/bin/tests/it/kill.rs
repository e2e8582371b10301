//! R24: the real binary killed while orders are placed. What was acknowledged is there once, what
//! was not is whole or absent, and the same request sent again gives the same order.
//!
//! `FIELDHOUSE_KILL_CYCLES` says how often; 5 when it does not.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::http::StatusCode;
use fieldhouse_kernel::db::Db;
use fieldhouse_shop::{buying::certificates::import, finding::catalog, schema};
use reqwest::{Client, Method, header};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::{
    certificates::certificate,
    databases::durable_database,
    fixture,
    shopping::{assert_books_of, number_in, placing, shipping},
};

const SHOPPERS: usize = 8;
const CYCLES: usize = 5;
/// Certificates of a shopper.
const ROUNDS: usize = 40;

/// Whether a store is ready, once the words of its catalogue are read, which pages do not wait for; and what it says.
pub async fn readiness(origin: &str) -> (u16, String) {
    loop {
        let told = reqwest::get(format!("{origin}/readyz")).await.unwrap();
        let (status, text) = (told.status().as_u16(), told.text().await.unwrap());
        if !text.contains("words of the catalog") {
            return (status, text);
        }
    }
}

/// The binary on a free port.
pub struct Store {
    child: Child,
    pub origin: String,
}

impl Store {
    /// Started and listening: it says so.
    pub async fn open(url: &str) -> Self {
        Self::open_with(url, &[]).await
    }

    /// The same, told more.
    pub async fn open_with(url: &str, told: &[(&str, &str)]) -> Self {
        let url = url.to_owned();
        let told: Vec<_> = told.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let open = move || {
            let mut child = Command::new(env!("CARGO_BIN_EXE_fieldhouse"))
                .args(["serve", "--port", "0"])
                .env("DATABASE_URL", url)
                .env("FIELDHOUSE_MAIL", concat!("file:", env!("CARGO_TARGET_TMPDIR"), "/mail"))
                .env("FIELDHOUSE_DEMO", "false")
                .env("FIELDHOUSE_CERTIFICATE_LOOKUPS", "1000000")
                .env("FIELDHOUSE_LIMITS", "all=1000000")
                .envs(told)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
            let told = lines.find(|line| line.contains("http://fieldhouse.localhost:")).unwrap();
            let port = told.rsplit(':').next().unwrap().trim_end_matches('/').to_owned();
            Self { child, origin: format!("http://127.0.0.1:{port}") }
        };
        tokio::task::spawn_blocking(open).await.unwrap()
    }

    /// Asked to end; it has to end well.
    pub async fn stop(mut self) {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap().success());
        assert!(tokio::task::spawn_blocking(move || self.child.wait().unwrap()).await.unwrap().success());
    }

    pub async fn kill(mut self) {
        self.child.kill().unwrap();
        tokio::task::spawn_blocking(move || self.child.wait().unwrap()).await.unwrap();
    }
}

/// A placement as its shopper knows it.
#[derive(Clone)]
struct Placement {
    cookie: String,
    key: String,
    body: Value,
    /// The answer that arrived, if one did.
    acknowledged: Option<Value>,
}

/// A shopper with a cookie; every request may find the store gone.
pub struct Shopper {
    pub client: Client,
    pub origin: String,
    pub cookie: String,
}

impl Shopper {
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> reqwest::Result<(StatusCode, Value)> {
        let mut request = self.client.request(method, format!("{}{path}", self.origin));
        if !self.cookie.is_empty() {
            request = request.header(header::COOKIE, &self.cookie);
        }
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        if let Some(cookie) = answer.headers().get(header::SET_COOKIE) {
            cookie.to_str().unwrap().split(';').next().unwrap().clone_into(&mut self.cookie);
        }
        Ok((answer.status(), answer.json().await?))
    }

    /// Fills a cart and goes through checkout: what placing will say.
    pub async fn prepare(&mut self, pieces: usize, certificate: &str) -> reqwest::Result<Value> {
        let lines = json!({"lines": [{"sku": "BAL100", "quantity": pieces}, {"sku": "GLV100-L", "quantity": 1}]});
        self.send(Method::POST, "/api/cart/lines", None, Some(&lines)).await?;
        // One that paid an order before an earlier kill is refused; then the order goes without.
        let certificate = json!({"certificateNumber": certificate, "place": "order"});
        let (status, _) = self.send(Method::POST, "/api/cart/certificates", None, Some(&certificate)).await?;
        assert!([StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY].contains(&status), "{status}");
        self.send(Method::PUT, "/api/checkout/shipping", None, Some(&shipping())).await?;
        let payment = json!({"poNumber": "PO-1"});
        let (status, review) = self.send(Method::PUT, "/api/checkout/payment", None, Some(&payment)).await?;
        assert_eq!(status, StatusCode::OK, "{review}");
        Ok(placing(&review))
    }
}

/// Shops until the store is gone; every placement is noted before it is sent.
async fn shop(mut shopper: Shopper, number: usize, noted: Arc<Mutex<Vec<Placement>>>, placed: Arc<Acknowledged>) {
    for round in 0_usize.. {
        let Ok(body) = shopper.prepare(1 + round % 3, &format!("K-{number}-{}", round % ROUNDS)).await else { return };
        let key = format!("shopper-{number}-{round}");
        let place = {
            let mut noted = noted.lock().unwrap();
            let cookie = shopper.cookie.clone();
            noted.push(Placement { cookie, key: key.clone(), body: body.clone(), acknowledged: None });
            noted.len() - 1
        };
        let order = loop {
            let Ok((status, order)) = shopper.send(Method::POST, "/api/orders", Some(&key), Some(&body)).await else {
                return;
            };
            // A busy database asks to come again: with the same key it is the same order.
            if status != StatusCode::SERVICE_UNAVAILABLE {
                assert_eq!(status, StatusCode::CREATED, "{order}");
                break order;
            }
        };
        noted.lock().unwrap()[place].acknowledged = Some(order);
        placed.one_more();
    }
}

/// What was acknowledged so far.
#[derive(Default)]
pub struct Acknowledged {
    count: AtomicUsize,
    changed: Notify,
}

impl Acknowledged {
    pub fn one_more(&self) {
        self.count.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_one();
    }

    pub async fn reach(&self, wanted: usize) {
        while self.count.load(Ordering::SeqCst) < wanted {
            self.changed.notified().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r24_a_kill_while_placing_loses_and_doubles_nothing() {
    drop(rustls::crypto::ring::default_provider().install_default());
    let cycles = std::env::var("FIELDHOUSE_KILL_CYCLES").map_or(CYCLES, |cycles| cycles.parse().unwrap());
    let (url, _folder) = durable_database().await;
    let db = Db::connect(&url).await.unwrap();
    schema::migrate(&db).await.unwrap();
    catalog::load_demo(&db, fixture::records()).await.unwrap();
    let numbers = (0..SHOPPERS).flat_map(|shopper| (0..ROUNDS).map(move |round| format!("K-{shopper}-{round}")));
    let certificates: Vec<_> = numbers.map(|number| certificate(&number)).collect();
    import::apply(&db, &certificates, false).await.unwrap();
    drop(db);
    let client = Client::new();
    let mut everything: Vec<Placement> = Vec::new();
    for cycle in 0..cycles {
        let store = Store::open(&url).await;
        let noted = Arc::new(Mutex::new(Vec::new()));
        let placed = Arc::new(Acknowledged::default());
        let shoppers: Vec<_> = (0..SHOPPERS)
            .map(|number| {
                let (client, origin) = (client.clone(), store.origin.clone());
                let shopper = Shopper { client, origin, cookie: String::new() };
                tokio::spawn(shop(shopper, number, Arc::clone(&noted), Arc::clone(&placed)))
            })
            .collect();
        // Another moment each time, always with requests under way.
        placed.reach(3 + 5 * cycle % 17).await;
        store.kill().await;
        for shopper in shoppers {
            shopper.await.unwrap();
        }
        everything.extend(noted.lock().unwrap().clone());

        let db = Db::connect(&url).await.unwrap();
        assert_books_of(db.read()).await;
        if db.backend() == sea_orm::DbBackend::Sqlite {
            let broken = "SELECT COUNT(*) AS n FROM pragma_integrity_check WHERE integrity_check <> 'ok'";
            assert_eq!(number_in(db.read(), broken).await, 0);
        }
        drop(db);

        let store = Store::open(&url).await;
        let mut orders: BTreeMap<String, String> = BTreeMap::new();
        for placement in &everything {
            let mut shopper =
                Shopper { client: client.clone(), origin: store.origin.clone(), cookie: placement.cookie.clone() };
            let (key, body) = (placement.key.as_str(), &placement.body);
            let (status, again) = shopper.send(Method::POST, "/api/orders", Some(key), Some(body)).await.unwrap();
            assert_eq!(status, StatusCode::CREATED, "{again}");
            if let Some(acknowledged) = &placement.acknowledged {
                assert_eq!(&again, acknowledged, "the same answer");
            }
            let id = again["id"].as_str().unwrap();
            let (status, read) = shopper.send(Method::GET, &format!("/api/orders/{id}"), None, None).await.unwrap();
            assert_eq!((status, &read), (StatusCode::OK, &again));
            let cart = body["cartId"].as_str().unwrap().to_owned();
            assert_eq!(orders.insert(cart, id.to_owned()), None, "one cart, one order");
        }
        let db = Db::connect(&url).await.unwrap();
        let stored = number_in(db.read(), "SELECT COUNT(*) AS n FROM orders").await;
        assert_eq!(usize::try_from(stored).unwrap(), orders.len(), "no order that nobody asked for");
        assert_books_of(db.read()).await;
        drop(db);
        store.kill().await;
    }
    assert!(everything.iter().any(|placement| placement.acknowledged.is_some()));
    let db = Db::connect(&url).await.unwrap();
    assert!(number_in(db.read(), "SELECT COUNT(*) AS n FROM certificate_use").await > 0, "certificates were used");
}
