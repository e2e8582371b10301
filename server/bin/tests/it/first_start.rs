//! R71: the real binary killed while it prepares a database. A step of the schema is there whole or not at all,
//! and every folder starts again. A database that is ahead of the binary is left alone.
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
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use sea_orm_migration::MigratorTrait;

use crate::databases::{Place, connection, durable_database, fresh_database};

/// Of a database without the variable above.
const KILLS: u32 = 8;
/// The sites every store has, by their keys.
const BUILT_IN: [&str; 4] = ["athleticconnection", "fieldhouse", "usgames", "varsitybrands"];

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

pub async fn connect(url: &str) -> DatabaseConnection {
    connection(if url.starts_with("sqlite:") { [url, "?mode=rwc"].concat() } else { url.to_owned() }).await
}

/// Everything the schema consists of, in order.
pub async fn schema(db: &impl ConnectionTrait) -> Vec<String> {
    let question = match db.get_database_backend() {
        DbBackend::Sqlite => {
            "SELECT m.type || ' ' || m.name || ' ' || COALESCE(c.name || ' ' || c.type || c.pk, '') AS part \
             FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c ORDER BY 1"
        }
        _ => {
            "SELECT table_name || ' ' || column_name || ' ' || data_type AS part FROM information_schema.columns \
             WHERE table_schema = 'public' UNION ALL SELECT indexname || ' ' || indexdef FROM pg_indexes \
             WHERE schemaname = 'public' ORDER BY 1"
        }
    };
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), question)).await.unwrap();
    rows.iter().map(|row| row.try_get("", "part").unwrap()).collect()
}

/// Sites whose orders can be counted, in order.
async fn counted(db: &impl ConnectionTrait) -> Vec<String> {
    let question = match db.get_database_backend() {
        DbBackend::Sqlite => "SELECT site FROM order_number WHERE next = 100001 ORDER BY 1",
        _ => {
            "SELECT site FROM order_number JOIN pg_sequences ON sequencename = 'order_number_' || site \
             WHERE start_value = 100001 ORDER BY 1"
        }
    };
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), question)).await.unwrap();
    rows.iter().map(|row| row.try_get("", "site").unwrap()).collect()
}

/// The schema of this version, made at once.
pub async fn whole_schema() -> Vec<String> {
    let (url, _folder) = fresh_database().await;
    let db = connect(&url).await;
    Migrator::up(&db, None).await.unwrap();
    let parts = schema(&db).await;
    db.close().await.unwrap();
    parts
}

/// What a database may be left as: nothing, or the schema after each of its steps.
pub async fn whole_steps() -> Vec<Vec<String>> {
    let (url, _folder) = fresh_database().await;
    let db = connect(&url).await;
    let mut states = vec![Vec::new()];
    for _ in 0..schema::version() {
        Migrator::up(&db, Some(1)).await.unwrap();
        states.push(schema(&db).await);
    }
    db.close().await.unwrap();
    states
}

/// When to kill: moments spread over what took so long when nobody disturbed it; `FIELDHOUSE_KILL_EVERY_MS` says how many.
pub fn moments(whole: Duration, kills: u32) -> Vec<Duration> {
    let every =
        std::env::var("FIELDHOUSE_KILL_EVERY_MS").ok().map(|every| Duration::from_millis(every.parse().unwrap()));
    let every = every.unwrap_or(whole / kills);
    (0..10_000).map(|nth| every * nth).take_while(|moment| *moment <= whole).collect()
}

/// Prepares a database, is killed at a moment, and left a whole step of those there are; prepared again, it has the last of them. What
/// else is in it is the caller's to look at.
pub async fn killed_and_brought_up(moment: Duration, url: &str, steps: &[Vec<String>]) -> DatabaseConnection {
    let child = fieldhouse(url, &["migrate"]).spawn().unwrap();
    tokio::time::sleep(moment).await;
    kill(child);
    let db = connect(url).await;
    nobody_else(&db).await;
    let left = schema(&db).await;
    assert!(steps.contains(&left), "killed after {moment:?}: {left:?}");
    db.close().await.unwrap();
    time_to_migrate(url).await;
    let db = connect(url).await;
    assert_eq!(Some(&schema(&db).await), steps.last(), "killed after {moment:?}");
    db
}

/// [`migrate`] beside the test's own tasks.
pub async fn time_to_migrate(url: &str) -> Duration {
    let url = url.to_owned();
    tokio::task::spawn_blocking(move || migrate(&url)).await.unwrap()
}

/// Waits until PostgreSQL has noticed that its client is gone.
async fn nobody_else(db: &impl ConnectionTrait) {
    let others = "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE datname = current_database() \
                  AND pid <> pg_backend_pid() AND state <> 'idle'";
    while db.get_database_backend() == DbBackend::Postgres && count(db, others).await > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r71_a_kill_during_the_first_start_leaves_whole_steps_and_a_folder_that_starts() {
    let (whole, steps) = (whole_schema().await, whole_steps().await);
    assert_eq!(steps.last(), Some(&whole));
    let (undisturbed, _folder) = fresh_database().await;
    for moment in moments(time_to_migrate(&undisturbed).await, KILLS) {
        let (url, _folder) = fresh_database().await;
        let db = killed_and_brought_up(moment, &url, &steps).await;
        assert_eq!(counted(&db).await, BUILT_IN, "killed after {moment:?}");
        db.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r71_a_step_that_fails_leaves_nothing() {
    let (url, _folder) = fresh_database().await;
    let db = connect(&url).await;
    // The first step makes tables before this one, and cannot go on.
    db.execute_unprepared("CREATE TABLE orders (id TEXT)").await.unwrap();
    let before = schema(&db).await;
    let store = Db::connect(&url).await.unwrap();
    schema::migrate(&store).await.unwrap_err();
    assert_eq!(schema(&db).await, before, "the step that failed left something");
    db.execute_unprepared("DROP TABLE orders").await.unwrap();
    schema::migrate(&store).await.unwrap();
    assert_eq!(schema(&db).await, whole_schema().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_a_newer_version_is_left_alone() {
    let (url, _folder) = fresh_database().await;
    migrate(&url);
    let db = connect(&url).await;
    db.execute_unprepared("INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_later', 0)")
        .await
        .unwrap();
    db.close().await.unwrap();
    for words in [&["migrate"][..], &["serve", "--port", "0"], &["jobs", "list"], &["doctor"]] {
        let output = fieldhouse(&url, words).stderr(Stdio::piped()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(!output.status.success(), "{words:?}: {said}");
        assert!(
            said.contains("m9999_later") && said.contains("knows those up to m0004_told_in_other_words"),
            "{words:?}: {said}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_brand_that_is_added_is_counted_from_then_on_and_its_database_is_not_opened_without_it() {
    let (url, _folder) = fresh_database().await;
    migrate(&url);
    let brands = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/brands");
    for _ in 0..2 {
        assert!(fieldhouse(&url, &["migrate", "--brands", brands]).status().unwrap().success());
        let db = connect(&url).await;
        assert_eq!(counted(&db).await, ["athleticconnection", "clubhouse", "fieldhouse", "usgames", "varsitybrands"]);
        db.close().await.unwrap();
    }
    for words in [&["migrate"][..], &["serve", "--port", "0"], &["jobs", "list"]] {
        let output = fieldhouse(&url, words).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("the database has the site clubhouse"), "{words:?}: {said}");
    }
    // Its letters are its orders' for good: no other brand can come to have them, and no number comes twice.
    let folder = tempfile::tempdir().unwrap();
    let row = std::fs::read_to_string(Path::new(brands).join("clubhouse/brand.json")).unwrap();
    std::fs::create_dir(folder.path().join("clubhouse")).unwrap();
    std::fs::write(folder.path().join("clubhouse/brand.json"), row.replace("\"CH\"", "\"CB\"")).unwrap();
    let other = folder.path().to_str().unwrap();
    let output = fieldhouse(&url, &["migrate", "--brands", other]).stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("clubhouse in this database begin with CH"), "{said}");
    let listed = fieldhouse(&url, &["jobs", "list", "--brands", brands]).status().unwrap();
    assert!(listed.success());
    let absent = fieldhouse(&url, &["migrate", "--brands", "/no/such/folder"]).stderr(Stdio::piped()).output().unwrap();
    assert!(!absent.status.success() && String::from_utf8_lossy(&absent.stderr).contains("/no/such/folder"));
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
    assert_eq!(schema(&db).await, whole_schema().await);
}

/// Rows of a table.
async fn count(db: &impl ConnectionTrait, question: &str) -> i64 {
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), question)).await;
    row.ok().flatten().and_then(|row| row.try_get("", "n").ok()).unwrap_or_default()
}

/// A store killed when the demo's catalogue was there, and what that left.
async fn killed_while_loading() -> (String, Place, DatabaseConnection) {
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
