//! R29: a backup of a store that is open and busy comes back whole, and a damaged one does not come back at all.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Arc, Mutex},
};

use axum::http::StatusCode;
use fieldhouse_kernel::db::Db;
use fieldhouse_shop::{finding::catalog, schema};
use reqwest::{Client, Method};
use sea_orm::ConnectionTrait;

use crate::{
    fixture,
    kill::{Acknowledged, Shopper, Store, readiness},
    shopping::{assert_books_of, number_in, query},
};

/// Backups are files of SQLite, whichever database the other tests use.
fn sqlite(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// A store's file with a schema, an article or two and a row in the audit log, and a letter beside it.
async fn store_in(folder: &Path) -> PathBuf {
    let file = folder.join("store.db");
    let db = Db::connect(&sqlite(&file)).await.unwrap();
    schema::migrate(&db).await.unwrap();
    catalog::load_demo(&db, fixture::records()).await.unwrap();
    db.close().await.unwrap();
    let mail = folder.join("mail");
    fs::create_dir(&mail).unwrap();
    fs::write(mail.join("welcome.eml"), "Subject: Welcome\r\n\r\nHello\r\n").unwrap();
    fs::write(mail.join(".half"), "Subject: Not all of").unwrap();
    let invited = run(folder, &["staff", "invite", "--owner", "--email", "pat@store.example"]);
    assert!(invited.status.success(), "{invited:?}");
    file
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fieldhouse"))
        .args(words)
        .current_dir(folder)
        .env("DATABASE_URL", sqlite(&folder.join("store.db")))
        .env("FIELDHOUSE_MAIL", "file:mail")
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    let of = if output.status.success() { &output.stdout } else { &output.stderr };
    String::from_utf8(of.clone()).unwrap()
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The one backup there is.
fn only(backups: &Path) -> PathBuf {
    let names = names(backups);
    assert_eq!(names.len(), 1, "{names:?}");
    backups.join(names.first().unwrap())
}

/// Orders one after the other until the store is gone; those that were acknowledged.
async fn shop(mut shopper: Shopper, number: usize, placed: Arc<Mutex<Vec<String>>>, count: Arc<Acknowledged>) {
    for round in 0_usize.. {
        let Ok(body) = shopper.prepare(1 + round % 3, "none").await else { return };
        let key = format!("shopper-{number}-{round}");
        loop {
            let sent = shopper.send(Method::POST, "/api/orders", Some(&key), Some(&body)).await;
            let Ok((status, order)) = sent else { return };
            if status == StatusCode::CREATED {
                placed.lock().unwrap().push(order["id"].as_str().unwrap().to_owned());
                count.one_more();
                break;
            }
            assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{order}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r29_a_backup_under_load_has_every_order_acknowledged_before_and_restores_to_a_whole_store() {
    drop(rustls::crypto::ring::default_provider().install_default());
    let folder = tempfile::tempdir().unwrap();
    let file = store_in(folder.path()).await;
    let mail = format!("file:{}", folder.path().join("mail").display());
    let store = Store::open_with(&sqlite(&file), &[("FIELDHOUSE_MAIL", &mail)]).await;
    let (placed, count) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Acknowledged::default()));
    let client = Client::new();
    let shoppers: Vec<_> = (0..4)
        .map(|number| {
            let shopper = Shopper { client: client.clone(), origin: store.origin.clone(), cookie: String::new() };
            tokio::spawn(shop(shopper, number, Arc::clone(&placed), Arc::clone(&count)))
        })
        .collect();
    count.reach(5).await;
    let before = placed.lock().unwrap().clone();
    let home = folder.path().to_owned();
    let backed_up = tokio::task::spawn_blocking(move || run(&home, &["backup", "backups"])).await.unwrap();
    assert!(backed_up.status.success(), "{}", said(&backed_up));
    let after = placed.lock().unwrap().len();
    count.reach(after + 3).await;
    store.kill().await;
    for shopper in shoppers {
        shopper.await.unwrap();
    }

    let backup = only(&folder.path().join("backups"));
    let back = backup.to_str().unwrap();
    assert_eq!(fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o700, "nobody else reads it");
    let again = folder.path().join("again");
    let restored = run(folder.path(), &["restore", back, "--to", "again"]);
    assert!(restored.status.success(), "{}", said(&restored));
    assert_eq!(names(&again), BTreeSet::from(["fieldhouse.db", "mail"].map(str::to_owned)));
    let letters = names(&again.join("mail"));
    assert!(letters.contains("welcome.eml") && !letters.iter().any(|name| name.starts_with('.')), "{letters:?}");
    let db = Db::connect(&sqlite(&again.join("fieldhouse.db"))).await.unwrap();
    assert_books_of(db.read()).await;
    let rows = query(db.read(), "SELECT id FROM orders").await;
    let orders: BTreeSet<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let lost: Vec<_> = before.iter().filter(|id| !orders.contains(*id)).collect();
    assert!(lost.is_empty(), "{lost:?} of {} are not among {}", before.len(), orders.len());
    assert!(said(&restored).contains(&format!("orders: {},", orders.len())), "{}", said(&restored));
    db.close().await.unwrap();
    // And a store opens on it.
    let store = Store::open(&sqlite(&again.join("fieldhouse.db"))).await;
    let (ready, told) = readiness(&store.origin).await;
    assert_eq!(ready, 200, "{told}");
    store.kill().await;
}

/// Files of a folder and the one below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn r29_a_backup_that_was_cut_off_or_of_which_one_bit_is_another_is_refused_in_clear_words() {
    let folder = tempfile::tempdir().unwrap();
    store_in(folder.path()).await;
    assert!(run(folder.path(), &["backup", "backups"]).status.success());
    let backup = only(&folder.path().join("backups"));
    let restore = |told: &str| {
        let restored = run(folder.path(), &["restore", backup.to_str().unwrap(), "--to", "again"]);
        let words = said(&restored);
        assert!(!restored.status.success(), "{told}: {words}");
        assert_eq!(words.lines().count(), 1, "{told}: {words}");
        let again = folder.path().join("again");
        assert!(!again.exists() || names(&again).is_empty(), "{told}: something was restored");
        words
    };
    let all = files(&backup);
    let known = ["SHA256SUMS", "backup.json", "fieldhouse.db", "welcome.eml"];
    assert_eq!(all.len(), known.len(), "{all:?}");
    for file in all {
        let name = file.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&file).unwrap();
        for at in [0, bytes.len() / 2, bytes.len() - 2] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            fs::write(&file, flipped).unwrap();
            let words = restore(&format!("{name}, one bit at {at}"));
            assert!(words.contains("is damaged, nothing was restored"), "{words}");
        }
        for length in [0, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&file, &bytes[..length]).unwrap();
            let words = restore(&format!("{name}, cut off at {length}"));
            if ["fieldhouse.db", "welcome.eml"].contains(&name) {
                assert!(
                    words.contains(&format!("{name} is cut off after {length} of {} bytes", bytes.len())),
                    "{words}"
                );
            }
        }
        fs::remove_file(&file).unwrap();
        restore(&format!("{name}, gone"));
        fs::write(&file, bytes).unwrap();
    }
    let strange = backup.join("mail/strange.eml");
    fs::write(&strange, "Subject: ?").unwrap();
    assert!(restore("one letter more").contains("says nothing of mail/strange.eml"));
    fs::remove_file(strange).unwrap();

    // Nothing is wrong with it any more.
    let tried = run(folder.path(), &["restore", backup.to_str().unwrap(), "--test"]);
    assert!(said(&tried).contains("can be restored: orders: 0") && tried.status.success(), "{}", said(&tried));
    assert!(!folder.path().join("again").exists() || names(&folder.path().join("again")).is_empty());
}

#[tokio::test]
async fn r29_sums_that_fit_a_file_that_is_not_whole_help_nothing() {
    let folder = tempfile::tempdir().unwrap();
    store_in(folder.path()).await;
    assert!(run(folder.path(), &["backup", "backups"]).status.success());
    let backup = only(&folder.path().join("backups"));
    let database = backup.join("fieldhouse.db");
    let whole = fs::read(&database).unwrap();
    let summed = |bytes: &[u8]| {
        fs::write(&database, bytes).unwrap();
        let lines = fs::read_to_string(backup.join("SHA256SUMS")).unwrap();
        let sum = Command::new("sha256sum").arg("fieldhouse.db").current_dir(&backup).output().unwrap();
        let others = lines.lines().filter(|line| !line.ends_with("fieldhouse.db")).map(|line| format!("{line}\n"));
        let lines: String = others.chain([said(&sum)]).collect();
        fs::write(backup.join("SHA256SUMS"), lines).unwrap();
        // Their form is the one that `sha256sum` checks.
        let checked = Command::new("sha256sum").args(["-c", "SHA256SUMS"]).current_dir(&backup).output().unwrap();
        assert!(checked.status.success(), "{checked:?}");
        said(&run(folder.path(), &["restore", backup.to_str().unwrap(), "--test"]))
    };
    assert!(summed(&whole).contains("can be restored"));
    let mut pages = whole.clone();
    let page = whole.len() / 4096 / 2 * 4096;
    pages[page..page + 64].fill(0xff);
    assert!(summed(&pages).contains("is damaged, nothing was restored"));
    for (change, told) in [
        ("DELETE FROM audit_entry", "audit"),
        ("UPDATE audit_entry SET at = at + 1", "is not what was written"),
        ("DELETE FROM variant", "rows"),
    ] {
        fs::write(&database, &whole).unwrap();
        let db = Db::connect(&sqlite(&database)).await.unwrap();
        let tx = db.write().await.unwrap();
        tx.execute_unprepared(change).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await.unwrap();
        let words = summed(&fs::read(&database).unwrap());
        assert!(words.contains("nothing was restored") && words.contains(told), "{change}: {words}");
    }
}

#[tokio::test]
async fn backups_are_called_by_their_time_and_the_oldest_go() {
    let folder = tempfile::tempdir().unwrap();
    let file = store_in(folder.path()).await;
    let backups = folder.path().join("backups");
    for old in ["20200101T000000Z", "20210101T000000Z", "20220101T000000Z", "somebody else's", ".unfinished-x"] {
        fs::create_dir_all(backups.join(old)).unwrap();
        fs::write(backups.join(old).join("backup.json"), "{}").unwrap();
    }
    let backed_up = run(folder.path(), &["backup", "backups", "--keep", "2"]);
    assert!(backed_up.status.success(), "{}", said(&backed_up));
    let left = names(&backups);
    assert_eq!(left.len(), 3, "{left:?}");
    assert!(left.contains("20220101T000000Z") && left.contains("somebody else's"), "{left:?}");
    // Of one moment: nothing is beside the store's file that was not there, and it is as it was.
    let db = Db::connect(&sqlite(&file)).await.unwrap();
    assert_eq!(number_in(db.read(), "SELECT COUNT(*) AS n FROM audit_entry").await, 1);

    // Of all of them the newest is tried.
    let tried = run(folder.path(), &["restore", "backups", "--test"]);
    assert!(tried.status.success() && said(&tried).contains("audit log: 1"), "{}", said(&tried));

    // Which of them is the newest no clock says: one of a time that has not come stays behind one that was made after it.
    let made = left.iter().find(|name| name.starts_with("20") && !name.starts_with("2022")).unwrap();
    fs::rename(backups.join(made), backups.join("20990101T000000Z")).unwrap();
    let again = run(folder.path(), &["backup", "backups", "--keep", "2"]);
    assert!(again.status.success() && said(&again).contains("20220101T000000Z is gone"), "{}", said(&again));
    let tried = run(folder.path(), &["restore", "backups", "--test"]);
    assert!(said(&tried).contains("can be restored") && !said(&tried).contains("2099"), "{}", said(&tried));
    // What cannot be read could be the newest: it is not passed over in silence.
    let future = backups.join("20990101T000000Z/backup.json");
    let whole = fs::read(&future).unwrap();
    fs::write(&future, "{").unwrap();
    let tried = run(folder.path(), &["restore", "backups", "--test"]);
    assert!(said(&tried).contains("20990101T000000Z is damaged"), "{}", said(&tried));
    fs::write(&future, whole).unwrap();
    let before = names(&backups);
    // Their names are whole seconds.
    let mut last = run(folder.path(), &["backup", "backups", "--keep", "1"]);
    while said(&last).contains("is there already") {
        last = run(folder.path(), &["backup", "backups", "--keep", "1"]);
    }
    assert!(last.status.success(), "{}", said(&last));
    let left = names(&backups);
    assert_eq!(left.difference(&before).count(), 1, "the one that was just made stays: {left:?}");
    assert_eq!(left.len(), 2, "{left:?}");

    // Where something lies already nothing is put.
    let newest = left.iter().find(|name| name.starts_with("20")).unwrap();
    let refused = run(folder.path(), &["restore", backups.join(newest).to_str().unwrap(), "--to", "mail"]);
    assert!(said(&refused).contains("mail is not empty"), "{}", said(&refused));
    let server = Command::new(env!("CARGO_BIN_EXE_fieldhouse"))
        .args(["backup", "backups", "--database-url", "postgres://pat:s3cret@127.0.0.1:1/shop"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(!server.status.success());
    assert!(said(&server).contains("pg_basebackup") && !said(&server).contains("s3cret"), "{}", said(&server));
}

#[tokio::test]
async fn what_is_no_store_is_not_backed_up_and_what_is_no_backup_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    store_in(folder.path()).await;
    fs::write(folder.path().join("empty.db"), "").unwrap();
    let refused = run(folder.path(), &["backup", "backups", "--keep", "1", "--database-url", "sqlite:empty.db"]);
    assert!(!refused.status.success() && said(&refused).contains("empty.db is no store's"), "{}", said(&refused));
    assert_eq!(names(&folder.path().join("backups")), BTreeSet::new(), "nothing is left that would count as one");
    for (from, why) in [("nowhere", "there is no backup nowhere"), ("mail", "mail is no backup, and has none in it")] {
        let refused = run(folder.path(), &["restore", from, "--test"]);
        assert!(!refused.status.success() && said(&refused).contains(why), "{}", said(&refused));
    }
    let nameless = run(folder.path(), &["migrate", "--database-url", "sqlite:"]);
    assert!(!nameless.status.success() && said(&nameless).contains("names no file"), "{}", said(&nameless));
}
