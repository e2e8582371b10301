//! R71: the real binary killed while it prepares a database. A step of the schema is there whole or not at all, and
//! every folder starts again; so does one that a version without transactions left behind.
//!
//! `FIELDHOUSE_KILL_EVERY_MS` kills at every so many milliseconds instead of a few times along the way.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use fieldhouse_kernel::db::Db;
use fieldhouse_shop::schema::{self, migrations::Migrator};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use sea_orm_migration::{MigratorTrait, SchemaManager};

use crate::databases::{durable_database, fresh_database};

/// Of a database without the variable above.
const KILLS: usize = 8;
/// A schema with data that later steps move.
const OLDER: u32 = 13;

fn fieldhouse(url: &str, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command
        .args(words)
        .env("DATABASE_URL", url)
        .env("FIELDHOUSE_MAIL", concat!("file:", env!("CARGO_TARGET_TMPDIR"), "/mail"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// Runs `migrate` to its end; how long that took.
fn migrate(url: &str) -> Duration {
    let begun = Instant::now();
    let status = fieldhouse(url, &["migrate"]).status().unwrap();
    assert!(status.success(), "{url} does not start again: {status}");
    begun.elapsed()
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Waits until the store says where it listens.
fn open(child: &mut Child) {
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("http://fieldhouse.localhost:")), "the store does not open");
}

async fn connect(url: &str) -> DatabaseConnection {
    Database::connect(if url.starts_with("sqlite:") { [url, "?mode=rwc"].concat() } else { url.to_owned() })
        .await
        .unwrap()
}

/// Everything the schema consists of, in order.
async fn schema(db: &DatabaseConnection) -> Vec<String> {
    let question = match db.get_database_backend() {
        DbBackend::Sqlite => {
            "SELECT m.type || ' ' || m.name || ' ' || COALESCE(c.name || ' ' || c.type || c.pk, '') AS part \
             FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c ORDER BY 1"
        }
        _ => {
            "SELECT table_name || ' ' || column_name || ' ' || data_type AS part FROM information_schema.columns \
             WHERE table_schema = 'public' UNION ALL SELECT indexname || ' ' || indexdef FROM pg_indexes \
             WHERE schemaname = 'public' UNION ALL SELECT sequencename::text FROM pg_sequences ORDER BY 1"
        }
    };
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), question)).await.unwrap();
    rows.iter().map(|row| row.try_get("", "part").unwrap()).collect()
}

/// The schema of so many steps, made at once.
async fn schema_after(steps: u32) -> Vec<String> {
    let (url, _folder) = fresh_database().await;
    let db = connect(&url).await;
    Migrator::up(&db, Some(steps)).await.unwrap();
    let parts = schema(&db).await;
    db.close().await.unwrap();
    parts
}

/// Steps that a database notes as taken.
async fn steps_of(db: &DatabaseConnection) -> u32 {
    let taken = Migrator::get_applied_migrations_read_only(db).await.unwrap().len();
    u32::try_from(taken).unwrap()
}

/// An empty database, or one of an older version with a document and an order in it.
async fn prepared(older: bool) -> (String, tempfile::TempDir) {
    let (url, folder) = fresh_database().await;
    if older {
        let db = connect(&url).await;
        Migrator::up(&db, Some(OLDER)).await.unwrap();
        for row in [
            "INSERT INTO content_document (site, kind, slug, json, version) VALUES ('usgames', 'page', 'kept', '{}', 3)",
            "INSERT INTO order_number (site, prefix, next) VALUES ('kept', 'KP', 7)",
        ] {
            db.execute_unprepared(row).await.unwrap();
        }
        db.close().await.unwrap();
    }
    (url, folder)
}

async fn assert_kept(db: &DatabaseConnection) {
    let count = "SELECT COUNT(*) AS n FROM content_document WHERE slug = 'kept' AND version = 3";
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), count)).await.unwrap().unwrap();
    assert_eq!(row.try_get::<i64>("", "n").unwrap(), 1);
}

/// When to kill: moments spread over a start that nobody disturbs.
async fn moments(older: bool) -> Vec<Duration> {
    let (url, _folder) = prepared(older).await;
    let whole = tokio::task::spawn_blocking(move || migrate(&url)).await.unwrap();
    let every =
        std::env::var("FIELDHOUSE_KILL_EVERY_MS").ok().map(|every| Duration::from_millis(every.parse().unwrap()));
    let every = every.unwrap_or(whole / u32::try_from(KILLS).unwrap());
    (0..10_000).map(|nth| every * nth).take_while(|moment| *moment <= whole).collect()
}

/// Waits until PostgreSQL has noticed that its client is gone.
async fn nobody_else(db: &DatabaseConnection) {
    let others = "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE datname = current_database() \
                  AND pid <> pg_backend_pid() AND state <> 'idle'";
    while db.get_database_backend() == DbBackend::Postgres && count(db, others).await > 0 {
        tokio::task::yield_now().await;
    }
}

async fn survives_kills(older: bool) {
    let whole = schema_after(u32::MAX).await;
    let mut between = 0;
    for moment in moments(older).await {
        let (url, _folder) = prepared(older).await;
        let child = fieldhouse(&url, &["migrate"]).spawn().unwrap();
        tokio::time::sleep(moment).await;
        kill(child);
        let db = connect(&url).await;
        nobody_else(&db).await;
        let taken = steps_of(&db).await;
        if taken > 0 {
            assert_eq!(schema(&db).await, schema_after(taken).await, "killed after {moment:?}, in step {}", taken + 1);
        }
        between += u32::from(taken > 0 && taken < u32::try_from(Migrator::migrations().len()).unwrap());
        db.close().await.unwrap();
        let again = url.clone();
        tokio::task::spawn_blocking(move || migrate(&again)).await.unwrap();
        let db = connect(&url).await;
        assert_eq!(schema(&db).await, whole, "killed after {moment:?}");
        if older {
            assert_kept(&db).await;
        }
        db.close().await.unwrap();
    }
    println!("{between} kills fell between two steps");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r71_a_kill_during_the_first_start_leaves_whole_steps_and_a_folder_that_starts() {
    survives_kills(false).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r71_a_kill_during_an_upgrade_leaves_whole_steps_and_a_folder_that_starts() {
    survives_kills(true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r71_a_step_that_fails_leaves_nothing() {
    let (url, _folder) = fresh_database().await;
    let db = connect(&url).await;
    Migrator::up(&db, Some(OLDER)).await.unwrap();
    // One of the next steps adds columns to two tables, then finds no orders.
    db.execute_unprepared("ALTER TABLE orders RENAME TO hidden").await.unwrap();
    let store = Db::connect(&url).await.unwrap();
    schema::migrate(&store).await.unwrap_err();
    let taken = steps_of(&db).await;
    db.execute_unprepared("ALTER TABLE hidden RENAME TO orders").await.unwrap();
    assert_eq!(schema(&db).await, schema_after(taken).await, "the step that failed left something");
    schema::migrate(&store).await.unwrap();
    assert_eq!(schema(&db).await, schema_after(u32::MAX).await);
}

/// As a version that took its steps in no transaction was killed: a step done, or almost, and not noted.
#[tokio::test]
async fn r71_a_folder_killed_by_an_earlier_version_starts() {
    if std::env::var("FIELDHOUSE_TEST_POSTGRES").is_ok() {
        // PostgreSQL took its steps in transactions before.
        return;
    }
    let whole = schema_after(u32::MAX).await;
    let steps = Migrator::migrations();
    for (taken, step) in (1..).zip(&steps).skip(usize::try_from(OLDER).unwrap()) {
        for cut in ["before its note", "before a copy took its place", "before it made anything else than a copy"] {
            if cut == "before it made anything else than a copy" && !step.name().starts_with("m0024") {
                continue;
            }
            let (url, _folder) = prepared(true).await;
            let db = connect(&url).await;
            Migrator::up(&db, Some(taken - 1 - OLDER)).await.unwrap();
            match cut {
                "before its note" => step.up(&SchemaManager::new(&db)).await.unwrap(),
                "before a copy took its place" => {
                    step.up(&SchemaManager::new(&db)).await.unwrap();
                    let hidden = "ALTER TABLE content_document RENAME TO content_document_next";
                    db.execute_unprepared(hidden).await.map(drop).unwrap();
                }
                _ => {
                    let copied = "CREATE TABLE content_document_next AS SELECT * FROM content_document";
                    db.execute_unprepared(copied).await.map(drop).unwrap();
                }
            }
            db.close().await.unwrap();
            let store = Db::connect(&url).await.unwrap();
            let name = step.name();
            schema::migrate(&store).await.unwrap_or_else(|error| panic!("{name}, {cut}: {error}"));
            let db = connect(&url).await;
            assert_eq!(schema(&db).await, whole, "{name}, {cut}");
            assert_kept(&db).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r71_three_nodes_started_at_once_on_an_empty_database_all_live() {
    let (url, _folder) = durable_database().await;
    let started: Vec<Child> = (0..3)
        .map(|_| {
            let mut store = fieldhouse(&url, &["serve", "--port", "0"]);
            store.env("FIELDHOUSE_DEMO", "false").spawn().unwrap()
        })
        .collect();
    let opened = started.into_iter().map(|mut child| {
        tokio::task::spawn_blocking(move || {
            open(&mut child);
            child
        })
    });
    for child in futures_util::future::join_all(opened).await {
        kill(child.unwrap());
    }
    let db = connect(&url).await;
    assert_eq!(schema(&db).await, schema_after(u32::MAX).await);
}

/// Rows of a table.
async fn count(db: &DatabaseConnection, question: &str) -> i64 {
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), question)).await;
    row.ok().flatten().and_then(|row| row.try_get("", "n").ok()).unwrap_or_default()
}

/// A store killed when the demo's catalogue was there, and what that left.
async fn killed_while_loading() -> (String, tempfile::TempDir, DatabaseConnection) {
    let (url, folder) = durable_database().await;
    let child = serve_demo(&url);
    let db = loop {
        let file = url.strip_prefix("sqlite:").map(Path::new);
        if file.is_none_or(Path::exists) {
            break connect(&url).await;
        }
        tokio::task::yield_now().await;
    };
    while count(&db, "SELECT COUNT(*) AS n FROM product").await == 0 {
        tokio::task::yield_now().await;
    }
    kill(child);
    nobody_else(&db).await;
    (url, folder, db)
}

fn serve_demo(url: &str) -> Child {
    fieldhouse(url, &["serve", "--port", "0"]).env("FIELDHOUSE_DEMO", "true").spawn().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r71_a_demo_that_was_killed_while_it_was_loaded_is_loaded_at_the_next_start() {
    // A kill that came when all was there shows nothing: another one is tried.
    let (url, _folder, db) = loop {
        let left = killed_while_loading().await;
        if count(&left.2, "SELECT COUNT(*) AS n FROM certificate").await == 0 {
            break left;
        }
    };
    let mut child = serve_demo(&url);
    let child = tokio::task::spawn_blocking(move || {
        open(&mut child);
        child
    });
    kill(child.await.unwrap());
    for table in ["product", "customer", "certificate", "friendly_code", "price_condition"] {
        let question = ["SELECT COUNT(*) AS n FROM ", table].concat();
        assert!(count(&db, &question).await > 0, "{table}");
    }
    assert_eq!(count(&db, "SELECT COUNT(*) AS n FROM first_load").await, 0);
}
