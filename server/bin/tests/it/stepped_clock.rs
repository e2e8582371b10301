//! R46: the real binary under libfaketime, its machine's clock set forward and back while it runs: sessions end when
//! they have to, and nothing falls over. What the clock of a test proves alone is in `lifetimes`.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use axum::http::StatusCode;
use fieldhouse_kernel::db::Db;
use fieldhouse_shop::{finding::catalog, schema};
use reqwest::{Client, Method, header};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, registration},
    databases::durable_database,
    fixture,
    shopping::assert_books_of,
};

/// The library for programs with threads, where Debian's package and its likes put it.
pub fn libfaketime() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|entry| entry.path());
    let places = folders.chain([PathBuf::from("/usr/lib"), PathBuf::from("/usr/local/lib")]);
    let found = places.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|library| library.exists());
    found.expect("This test needs libfaketime: install the package 'faketime' (scripts/test.sh does where it may).")
}

/// The binary on a free port, by a clock that this test sets.
struct Store {
    child: Child,
    origin: String,
    /// What libfaketime reads at each look at the clock: the difference to the machine's.
    offset: PathBuf,
}

impl Store {
    async fn open(url: &str, folder: &Path) -> Self {
        let (url, offset, mail) =
            (url.to_owned(), folder.join("offset"), format!("file:{}", folder.join("mail").display()));
        std::fs::write(&offset, "+0").unwrap();
        let open = move || {
            let mut child = Command::new(env!("CARGO_BIN_EXE_fieldhouse"))
                .args(["serve", "--port", "0"])
                .env("DATABASE_URL", url)
                .env("FIELDHOUSE_MAIL", mail)
                .env("FIELDHOUSE_DEMO", "false")
                .env("FIELDHOUSE_LIMITS", "all=1000000")
                .env("LD_PRELOAD", libfaketime())
                .env("FAKETIME_TIMESTAMP_FILE", &offset)
                .env("FAKETIME_NO_CACHE", "1")
                // A machine whose clock is set has a monotonic one that goes on.
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                .env("DONT_FAKE_MONOTONIC", "1")
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
            let told =
                lines.find(|line| line.contains("http://fieldhouse.localhost:")).expect("the store did not start");
            let port = told.rsplit(':').next().unwrap().trim_end_matches('/').to_owned();
            Self { child, origin: format!("http://127.0.0.1:{port}"), offset }
        };
        tokio::task::spawn_blocking(open).await.unwrap()
    }

    /// Sets the clock so many days off the machine's, for the next look at it.
    fn set(&self, days: i64) {
        // Whole at any moment: the store reads it all the time.
        let fresh = self.offset.with_extension("fresh");
        std::fs::write(&fresh, format!("{days:+}d")).unwrap();
        std::fs::rename(fresh, &self.offset).unwrap();
    }

    /// Stops in good order; what it logged meanwhile.
    async fn stop(mut self) -> String {
        let stop = move || {
            let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
            assert!(told.success());
            let mut log = String::new();
            self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
            let status = self.child.wait().unwrap();
            assert!(status.success(), "{status}: {log}");
            log
        };
        tokio::task::spawn_blocking(stop).await.unwrap()
    }
}

/// Somebody with a cookie jar that forgets nothing by itself, as an attacker's would not.
struct Browser {
    client: Client,
    origin: String,
    cookies: BTreeMap<String, String>,
}

impl Browser {
    fn at(store: &Store) -> Self {
        Self { client: Client::new(), origin: store.origin.clone(), cookies: BTreeMap::new() }
    }

    async fn send(&mut self, method: Method, path: &str, body: Option<&Value>) -> (StatusCode, Value) {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let mut request = self.client.request(method, format!("{}{path}", self.origin));
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.unwrap();
        assert!(!answer.status().is_server_error(), "{path}: {}", answer.status());
        for cookie in answer.headers().get_all(header::SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        let status = answer.status();
        (status, answer.json().await.unwrap_or_default())
    }

    async fn account(&mut self) -> StatusCode {
        self.send(Method::GET, "/api/account", None).await.0
    }

    async fn sign_in(&mut self) {
        let body = json!({"email": COACH, "password": PASSWORD});
        let (status, answer) = self.send(Method::POST, "/api/auth/signin", Some(&body)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }

    /// One ball more; the number of pieces.
    async fn add(&mut self) -> i64 {
        let body = json!({"lines": [{"sku": "BAL100", "quantity": 1}]});
        let (status, answer) = self.send(Method::POST, "/api/cart/lines", Some(&body)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        self.pieces().await
    }

    async fn pieces(&mut self) -> i64 {
        let (_, head) = self.send(Method::GET, "/api/cart/head", None).await;
        head["totalLineItemQuantity"].as_i64().unwrap_or_default()
    }
}

/// On PostgreSQL the time is the server's (`nodes`): setting a machine's clock changes nothing there.
mod on_sqlite {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn r46_the_machines_clock_is_set_while_the_store_runs_and_lifetimes_hold() {
        drop(rustls::crypto::ring::default_provider().install_default());
        let (url, folder) = durable_database().await;
        let db = Db::connect(&url).await.unwrap();
        schema::migrate(&db).await.unwrap();
        catalog::load_demo(&db, fixture::records()).await.unwrap();
        drop(db);
        let store = Store::open(&url, folder.path()).await;
        let (mut coach, mut silent, mut stranger) = (Browser::at(&store), Browser::at(&store), Browser::at(&store));
        let form = registration(COACH);
        let (status, answer) = coach.send(Method::POST, "/api/features/Account/register", Some(&form)).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        coach.sign_in().await;
        silent.sign_in().await;

        // A day forward and back, and a day behind: nobody is shut out, nothing is lost, and somebody new gets in.
        let mut pieces = 0;
        for days in [0, 1, 0, -1, 0, 1] {
            store.set(days);
            assert_eq!(coach.account().await, StatusCode::OK, "{days} days off");
            pieces += 1;
            assert_eq!(stranger.add().await, pieces, "{days} days off");
            Browser::at(&store).sign_in().await;
        }

        // Silent since the first day: the thirty days count by the clock that was set.
        store.set(29);
        assert_eq!(coach.account().await, StatusCode::OK, "silent for 28 days");
        assert_eq!(stranger.pieces().await, pieces);
        store.set(31);
        assert_eq!(silent.account().await, StatusCode::UNAUTHORIZED, "silent for more than 30 days");
        assert_eq!(coach.account().await, StatusCode::OK);
        // And ninety days after the sign-in however often it was used.
        for days in [58, 86, 89] {
            store.set(days);
            assert_eq!(coach.account().await, StatusCode::OK, "day {days}");
            assert_eq!(stranger.pieces().await, pieces, "day {days}");
        }
        store.set(91);
        assert_eq!(coach.account().await, StatusCode::UNAUTHORIZED, "more than 90 days after the sign-in");
        coach.sign_in().await;
        // A day back again, which is before that sign-in.
        store.set(90);
        assert_eq!(coach.account().await, StatusCode::OK);
        assert_eq!(stranger.pieces().await, pieces);

        let log = store.stop().await;
        assert!(!log.contains("panicked") && !log.contains("panic:"), "{log}");
        let years: Vec<&str> =
            log.lines().filter(|line| line.contains("/api/account")).map(|line| &line[..10]).collect();
        assert!(years.first() < years.last(), "the clock was never set: {years:?}");
        assert_books_of(Db::connect(&url).await.unwrap().read()).await;
    }
}
