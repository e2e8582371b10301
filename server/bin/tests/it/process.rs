//! The binary itself: start, stop and what it says when it cannot.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use fieldhouse_kernel::db::Db;
use sea_orm::ConnectionTrait;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{kill::readiness, shopping::number_in};

/// The store on a free port with a database of its own.
struct Running {
    child: Child,
    origin: String,
}

fn fieldhouse(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.current_dir(folder).env_remove("DATABASE_URL").env_remove("FIELDHOUSE_DEMO");
    // Whoever waits for a database says so.
    command.env("FIELDHOUSE_DATABASE_WAIT", "0");
    command
}

fn start(folder: &Path) -> Running {
    let mut command = fieldhouse(folder);
    let mut child =
        command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.map(Result::unwrap).find(|line| line.contains("http://fieldhouse.localhost:")).unwrap();
    let port = first.rsplit(':').next().unwrap().trim_end_matches('/').to_owned();
    Running { child, origin: format!("http://127.0.0.1:{port}") }
}

fn signal(child: &Child, name: &str) {
    let told = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(told.success());
}

fn terminate(child: &Child) {
    signal(child, "-TERM");
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("fieldhouse: ")).collect();
    assert_eq!(lines.len(), 1, "one sentence: {said}");
    assert!(!said.contains("panicked"), "{said}");
    lines[0].to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn r28_a_stop_under_load_breaks_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = start(folder.path());
    let (answered, broken) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let stopping = Arc::new(AtomicBool::new(false));
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = reqwest::Client::new();
    let shoppers: Vec<_> = (0..16)
        .map(|_| {
            let (client, url) = (client.clone(), format!("{}/api/shell", store.origin));
            let (answered, broken, stopping) = (Arc::clone(&answered), Arc::clone(&broken), Arc::clone(&stopping));
            tokio::spawn(async move {
                loop {
                    let answer = async { client.get(&url).send().await?.error_for_status()?.bytes().await };
                    match answer.await {
                        Ok(_) => answered.fetch_add(1, Ordering::Relaxed),
                        // Nobody listens any more: that is no broken answer.
                        Err(error) if error.is_connect() && stopping.load(Ordering::Relaxed) => return,
                        Err(_) => {
                            broken.fetch_add(1, Ordering::Relaxed);
                            return;
                        }
                    };
                }
            })
        })
        .collect();
    while answered.load(Ordering::Relaxed) < 200 {
        tokio::task::yield_now().await;
    }
    // By now a background task that has nothing to do would have come to its end.
    let (ready, told) = readiness(&store.origin).await;
    assert_eq!(ready, 200, "{told}");
    stopping.store(true, Ordering::Relaxed);
    terminate(&store.child);
    for shopper in shoppers {
        shopper.await.unwrap();
    }
    let status = tokio::task::spawn_blocking(move || store.child.wait().unwrap()).await.unwrap();
    assert!(status.success(), "{status}");
    assert_eq!(broken.load(Ordering::Relaxed), 0, "of {}", answered.load(Ordering::Relaxed));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_start_knows_no_customer_and_outlives_its_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = start(folder.path());
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = reqwest::Client::new();
    // The published password of a demo customer opens nothing.
    let sign_in = async || {
        let body = r#"{"email": "director@demo.example", "password": "seven green llamas"}"#;
        let url = format!("{}/api/auth/signin", store.origin);
        client.post(url).header("content-type", "application/json").body(body).send().await.unwrap().status().as_u16()
    };
    assert_eq!(sign_in().await, 401);
    signal(&store.child, "-HUP");
    assert_eq!(sign_in().await, 401, "still open");
    assert!(store.child.try_wait().unwrap().is_none());
    terminate(&store.child);
    assert!(tokio::task::spawn_blocking(move || store.child.wait().unwrap()).await.unwrap().success());
    let db = Db::connect(&format!("sqlite:{}", folder.path().join(".data/fieldhouse.db").display())).await.unwrap();
    for table in ["customer", "business_unit", "certificate", "product", "content_document"] {
        assert_eq!(number_in(db.read(), &["SELECT COUNT(*) AS n FROM ", table].concat()).await, 0, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_not_up_yet_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://team:s3cret@{}/store", server.local_addr().unwrap());
    // Whatever may change a store: an installation runs one after the other without knowing when its database is up.
    for words in [&["serve", "--port", "0"][..], &["migrate"], &["demo"], &["staff", "list"], &["reindex"]] {
        let waits = words != ["staff", "list"];
        let mut command = fieldhouse(folder.path());
        command.args(words).args(["--database-url", &url, "--database-wait", "600"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // It hangs up, as one that is starting does; whoever waits comes again.
        for _ in 0..if waits { 3 } else { 1 } {
            let accepted = tokio::time::timeout(std::time::Duration::from_mins(1), server.accept());
            drop(accepted.await.unwrap_or_else(|_| panic!("{words:?} did not come again")).unwrap());
        }
        if waits {
            assert!(child.try_wait().unwrap().is_none(), "{words:?}");
            child.kill().unwrap();
        }
        let said = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
        assert!(said.contains("waiting for the database") == waits && !said.contains("s3cret"), "{words:?}: {said}");
    }
}

/// The README's commands for an export, on a machine that has nothing yet: the dry run tells what would come and makes no
/// database, the import makes one.
#[test]
fn an_export_goes_in_where_there_is_no_database_yet() {
    let folder = tempfile::tempdir().unwrap();
    let here = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(path).display().to_string();
    let (file, mapping) = (here("tests/fixtures/exports/shopify.csv"), here("../import-mappings/shopify.toml"));
    let words = ["import", &file, "--mapping", &mapping, "--sites", "fieldhouse,usgames"];
    let told = |more: &[&str]| {
        let output = fieldhouse(folder.path()).args(words).args(more).output().unwrap();
        assert!(output.status.success(), "{more:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let dry = told(&["--dry-run"]);
    assert!(dry.contains("products: 2 would be added"), "{dry}");
    assert!(!folder.path().join(".data").exists(), "a dry run makes nothing");
    let first = told(&[]);
    assert!(first.contains("products: 2 were added"), "{first}");
    let nightly = told(&["--remove-missing"]);
    assert!(nightly.contains("2 are the same"), "{nightly}");
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_read_neither_make_a_database_nor_migrate_one() {
    let folder = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 5] = [
        &["export", "content", "out"],
        &["content", "history"],
        &["content", "show", "1"],
        &["change-requests", "list"],
        &["jobs", "list"],
    ];
    let run = |command: &[&str]| fieldhouse(folder.path()).args(command).output().unwrap();
    for command in commands {
        let said = refused(&run(command));
        assert!(said.contains("there is no database") && said.contains("fieldhouse migrate"), "{command:?}: {said}");
    }
    assert!(!folder.path().join(".data").exists());
    // Nor do those make one that change what is in a store: beside the store's own it would look as if they had done it.
    let changes: [&[&str]; 10] = [
        &["staff", "invite", "--owner", "--email", "pat@store.example"],
        &["staff", "suspend", "pat@store.example"],
        &["staff", "restore", "pat@store.example"],
        &["jobs", "retry", "7"],
        &["jobs", "drop", "7"],
        &["change-requests", "close", "7", "--status", "done"],
        &["content", "restore", "1"],
        &["content", "publish", "7"],
        &["sales", "rebuild"],
        &["reindex"],
    ];
    for command in changes {
        let said = refused(&run(command));
        assert!(said.contains("there is no database") && said.contains("fieldhouse migrate"), "{command:?}: {said}");
    }
    assert!(!folder.path().join(".data").exists());

    assert!(run(&["migrate"]).status.success());
    let file = folder.path().join(".data/fieldhouse.db");
    let db = Db::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let last = "(SELECT MAX(version) FROM seaql_migrations)";
    let tx = db.write().await.unwrap();
    tx.execute_unprepared(&["DELETE FROM seaql_migrations WHERE version = ", last].concat()).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await.unwrap();
    // A dry run into an older store would tell what another store would do.
    for command in commands.into_iter().chain([&["import", "customers", "customers.csv", "--dry-run"][..]]) {
        let said = refused(&run(command));
        assert!(said.contains("fieldhouse migrate") && said.contains("behind"), "{command:?}: {said}");
    }
}

/// Memory of a process, MiB: now (`VmRSS`) or at its highest (`VmHWM`).
fn memory(store: &Running, what: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", store.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() / 1024
}

/// Begins 200 requests with `head`, each followed by `body`, then sends `last` on all and gives the answers.
async fn two_hundred(store: &Running, head: &str, body: &[u8], last: &[u8]) -> Vec<String> {
    let address = store.origin.strip_prefix("http://").unwrap();
    let begun = (0..200).map(async |_| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(body).await.unwrap();
        stream
    });
    // All have sent what they may before one sends too much.
    let begun = futures_util::future::join_all(begun).await;
    let answers = begun.into_iter().map(async |mut stream| {
        stream.write_all(last).await.unwrap();
        let mut said = Vec::new();
        stream.read_to_end(&mut said).await.unwrap();
        String::from_utf8(said).unwrap()
    });
    futures_util::future::join_all(answers).await
}

#[tokio::test(flavor = "multi_thread")]
async fn r59_two_hundred_bodies_above_the_limit_are_413_in_bounded_memory() {
    const LIMIT: usize = 1024 * 1024;
    let folder = tempfile::tempdir().unwrap();
    let mut store = start(folder.path());
    let head = "POST /api/cart/lines HTTP/1.1\r\nHost: fieldhouse.localhost\r\nContent-Type: application/json\r\n\
                Connection: close\r\n";
    let refused = |answers: Vec<String>| {
        assert_eq!(answers.len(), 200);
        for answer in answers {
            assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("too_large"), "{answer}");
        }
    };
    let before = memory(&store, "VmRSS:");
    // A length that is told is refused before anything is read.
    refused(two_hundred(&store, &format!("{head}Content-Length: {}\r\n\r\n", LIMIT + 1), b"", b"").await);
    let told = memory(&store, "VmHWM:").saturating_sub(before);
    assert!(told < 32, "{told} MiB for 200 lengths");
    // One that is not is read up to the limit, and held once.
    let body = [format!("{LIMIT:x}\r\n").into_bytes(), vec![b' '; LIMIT]].concat();
    refused(two_hundred(&store, &format!("{head}Transfer-Encoding: chunked\r\n\r\n"), &body, b"\r\n1\r\n \r\n").await);
    let read = memory(&store, "VmHWM:").saturating_sub(before);
    assert!(read < 256, "{read} MiB for 200 bodies of 1 MiB and a byte");
    terminate(&store.child);
    assert!(tokio::task::spawn_blocking(move || store.child.wait().unwrap()).await.unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn an_import_is_nicer_than_a_store_on_the_same_machine() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("customers.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut import = fieldhouse(folder.path());
    let mut import = import.args(["import", "customers", "customers.csv"]).stderr(Stdio::null()).spawn().unwrap();
    // There is somebody to write to once it is read.
    let written = std::fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    let niceness = |thread: std::io::Result<std::fs::DirEntry>| {
        // One that was listed may have ended since.
        let told = std::fs::read_to_string(thread.unwrap().path().join("stat")).ok()?;
        let (name, rest) = told.rsplit_once(") ").unwrap();
        // The heap's own are there before anything of the store runs.
        (!name.contains("jemalloc")).then(|| rest.split(' ').nth(16).unwrap().to_owned())
    };
    let threads = std::fs::read_dir(format!("/proc/{}/task", import.id())).unwrap();
    let nice: Vec<String> = threads.filter_map(niceness).collect();
    assert!(nice.len() > 1 && nice.iter().all(|nice| nice == "10"), "{nice:?}");
    import.kill().unwrap();
    import.wait().unwrap();
    drop(written);
}

#[test]
fn a_busy_port_is_told_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = refused(&fieldhouse(folder.path()).args(["serve", "--port", &port]).output().unwrap());
    assert!(said.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{said}");
    assert!(!folder.path().join(".data").exists(), "the database is not touched");
}

#[test]
fn an_unreachable_database_is_told_in_one_sentence_without_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let url = "postgres://team:s3cret@127.0.0.1:1/store";
    let output = fieldhouse(folder.path()).args(["serve", "--port", "0", "--database-url", url]).output().unwrap();
    let said = refused(&output);
    assert!(said.contains("cannot open the database postgres://team@127.0.0.1:1/store"), "{said}");
    assert!(!said.contains("s3cret"));
}

#[test]
fn a_place_that_cannot_be_written_is_told_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be: also root cannot write there.
    std::fs::write(folder.path().join("blocked"), "").unwrap();
    let url = format!("sqlite:{}", folder.path().join("blocked/store.db").display());
    let said = refused(&fieldhouse(folder.path()).args(["migrate", "--database-url", &url]).output().unwrap());
    assert!(said.contains("cannot open the database sqlite:"), "{said}");
    // A disk that is always full.
    let said =
        refused(&fieldhouse(folder.path()).args(["migrate", "--database-url", "sqlite:/dev/full"]).output().unwrap());
    assert!(said.contains("database sqlite:/dev/full"), "{said}");
    let torn = folder.path().join("torn.db");
    std::fs::write(&torn, "this is not a database, and longer than its head would be".repeat(99)).unwrap();
    let url = format!("sqlite:{}", torn.display());
    let said =
        refused(&fieldhouse(folder.path()).args(["serve", "--port", "0", "--database-url", &url]).output().unwrap());
    assert!(said.contains("not a database"), "{said}");
}

#[test]
fn a_mistake_in_the_configuration_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("fieldhouse.toml"), "port = 80\n").unwrap();
    let said = refused(&fieldhouse(folder.path()).arg("migrate").output().unwrap());
    assert!(said.contains("fieldhouse.toml is not a valid configuration"), "{said}");
    let output = fieldhouse(folder.path()).args(["migrate", "--database-url", "mysql://x"]).output().unwrap();
    assert!(refused(&output).is_empty() || !output.status.success());
}
