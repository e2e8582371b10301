//! `fieldhouse doctor` tells of each part whether it works, changes nothing, and never tells a token.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::SystemTime,
};

use fieldhouse_kernel::db::Db;
use sea_orm::ConnectionTrait;

use crate::{
    databases::durable_database,
    erp_stub::{Manner, Stub, canary},
    staff_sso::issuer,
};
use fieldhouse_shop::schema;

fn fieldhouse(folder: &Path, what: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.arg(what).current_dir(folder).env_remove("DATABASE_URL").output().unwrap()
}

/// All there is below a folder, with its bytes and when it was changed; not what readers of SQLite share.
fn all_of(folder: &Path) -> BTreeMap<PathBuf, (SystemTime, Vec<u8>)> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        all.insert(folder.clone(), (folder.metadata().unwrap().modified().unwrap(), Vec::new()));
        for entry in std::fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if !entry.path().to_string_lossy().ends_with("-shm") {
                let changed = entry.metadata().unwrap().modified().unwrap();
                all.insert(entry.path(), (changed, std::fs::read(entry.path()).unwrap()));
            }
        }
    }
    all
}

#[tokio::test]
async fn in_a_fresh_folder_and_in_a_new_store_all_is_well_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let asked = || {
        let before = all_of(folder.path());
        let output = fieldhouse(folder.path(), "doctor");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && !told.contains("!!"), "{told}");
        assert!(all_of(folder.path()) == before, "something was changed");
        told
    };
    let told = asked();
    assert!(told.contains("not there yet, made at the first start"), "{told}");
    for part in ["disk", "storefront", "renderer", "certificates", "offer codes", "erp", "mail"] {
        assert!(told.contains(&format!("ok  {part:<12} ")), "{part}: {told}");
    }
    assert!(fieldhouse(folder.path(), "migrate").status.success());
    let told = asked();
    assert!(told.contains("at this version") && told.contains("0 products"), "{told}");
    assert!(told.contains("nothing was given up"), "{told}");
    assert!(told.contains("0 people have one-time codes"), "{told}");

    // A store that is open, with all its log.
    let url = format!("sqlite:{}", folder.path().join(".data/fieldhouse.db").display());
    let db = Db::connect(&url).await.unwrap();
    let tx = db.write().await.unwrap();
    for row in [
        "INSERT INTO job (id, queue, kind, site, subject, ordered_by, counted_for, payload, attempts, created_at, due_at, \
         state, state_at, last_error) VALUES ('m', 'orders', 'placed', 'usgames', 'o', 'o', '', '', 10, 1, 1, 'parked', \
         2, 'refused'), ('l', 'letters', 'welcome', 'usgames', 'c', '', 'pat@club.example', 'pat@club.example', 20, 1, 1, \
         'parked', 2, 'no answer')",
    ] {
        tx.execute_unprepared(row).await.unwrap();
    }
    tx.commit().await.unwrap();
    let output = fieldhouse(folder.path(), "doctor");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("!!  parked") && told.contains("given up: 1 in letters, 1 in orders"), "{told}");
    assert!(!output.status.success());
}

/// The lines of certificates, offer codes and the ERP, asked of an address.
async fn lines(folder: &Path, address: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.arg("doctor").current_dir(folder).env_remove("DATABASE_URL");
    for system in ["FIELDHOUSE_CERTIFICATES", "FIELDHOUSE_FRIENDLY_CODES", "FIELDHOUSE_ERP"] {
        command.env(system, address).env([system, "_TOKEN"].concat(), "canary-token");
    }
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(!told.contains("canary-token") && !String::from_utf8_lossy(&output.stderr).contains("canary-token"));
    let about = |line: &&str| ["  certificates ", "  offer codes ", "  erp "].iter().any(|part| line.contains(part));
    told.lines().filter(about).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_tells_whether_certificates_and_codes_can_be_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let migrated = Command::new(env!("CARGO_BIN_EXE_fieldhouse"))
        .arg("migrate")
        .current_dir(&folder)
        .env_remove("DATABASE_URL")
        .output();
    assert!(migrated.unwrap().status.success());
    let own = "looked up in the store's own table";
    let none = "ok erp none: prices and orders are the store's own".to_owned();
    let here = [format!("ok certificates {own}"), format!("ok offer codes {own}"), none];
    assert_eq!(lines(folder.path(), "").await, here);
    let (canary, _) = canary().await;
    let stub = Stub::start(Manner::Good, &canary).await;
    let address = stub.address.clone();
    let good = ["certificates", "offer codes", "erp"].map(|part| format!("ok {part} {address} answers"));
    assert_eq!(lines(folder.path(), &address).await, good);
    stub.behave(Manner::ServerError);
    let status = "answered 500 Internal Server Error";
    let bad = ["certificates", "offer codes", "erp"].map(|part| format!("!! {part} {address} {status}"));
    assert_eq!(lines(folder.path(), &address).await, bad);
}

/// The line of single sign-on, of an issuer at this address.
async fn sign_on(folder: &Path, address: &str, client: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.arg("doctor").current_dir(folder).env_remove("DATABASE_URL");
    command.env("FIELDHOUSE_SSO_ISSUER", address).env("FIELDHOUSE_SSO_CLIENT_ID", client);
    command.env("FIELDHOUSE_SSO_CLIENT_SECRET", "canary-token");
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(!told.contains("canary-token"));
    let line = told.lines().find(|line| line.contains("  sign-on ")).unwrap();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_tells_whether_the_issuer_of_single_sign_on_answers() {
    let folder = tempfile::tempdir().unwrap();
    let none = "ok sign-on none: staff sign in with passkeys, or passwords and codes";
    assert_eq!(sign_on(folder.path(), "", "desk").await, none);
    let issuer = issuer(&serde_json::json!({}));
    let address = issuer.address.as_str();
    let shown = if address.ends_with('/') { address.to_owned() } else { format!("{address}/") };
    assert_eq!(sign_on(folder.path(), address, "desk").await, format!("ok sign-on {shown} answers"));
    let missing = format!("!! sign-on {shown} FIELDHOUSE_SSO_CLIENT_ID is missing");
    assert_eq!(sign_on(folder.path(), address, "").await, missing);
    let stub = Stub::start(Manner::Html, &canary().await.0).await;
    let other = format!("!! sign-on {} answers what is no description of an issuer", stub.address);
    assert_eq!(sign_on(folder.path(), &stub.address, "desk").await, other);
    stub.behave(Manner::ServerError);
    let failing = format!("!! sign-on {} answered 500 Internal Server Error", stub.address);
    assert_eq!(sign_on(folder.path(), &stub.address, "desk").await, failing);
}

/// A SQLite file that may not be written is a folder that may not be.
mod on_postgres {
    use super::*;

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn it_tells_a_database_that_may_only_be_read() {
        let (url, folder) = durable_database().await;
        let db = Db::connect(&url).await.unwrap();
        schema::migrate(&db).await.unwrap();
        let name = url.rsplit_once('/').unwrap().1;
        let doctor_of = |url: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
            let output = command.arg("doctor").current_dir(folder.path()).env("DATABASE_URL", url).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let doctor = || doctor_of(&url);
        let told = doctor();
        assert!(told.contains("durability") && !told.contains("writing"), "{told}");
        assert!(told.contains("ok  standby      one server without a standby"), "{told}");
        // Whoever names several servers counts on one that takes over.
        let (who, rest) = url.split_once('@').unwrap();
        let server = rest.split('/').next().unwrap();
        let told = doctor_of(&[who, "@", server, ",", rest].concat());
        assert!(told.contains("!!  standby") && told.contains("synchronous_standby_names is empty"), "{told}");
        // A role of its own that may look and not write: what it cannot do is told, also where it cannot even look.
        let clerk = ["clerk_", name].concat();
        let schema_rights =
            ["CREATE ROLE ", &clerk, " LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ", &clerk].concat();
        db.read().execute_unprepared(&schema_rights).await.unwrap();
        let as_clerk = ["postgres://", &clerk, "@", rest].concat();
        let told = doctor_of(&as_clerk);
        assert!(
            told.contains("!!  database") && told.contains("may not read and write everything: account_try"),
            "{told}"
        );
        let revoked = ["REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM ", &clerk].concat();
        db.read().execute_unprepared(&revoked).await.unwrap();
        let told = doctor_of(&as_clerk);
        assert!(told.contains("may not read and write everything") && !told.contains("steps behind"), "{told}");
        let mut serve = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
        serve.args(["serve", "--port", "0", "--no-migrate"]).current_dir(folder.path()).env("DATABASE_URL", &as_clerk);
        assert!(!serve.output().unwrap().status.success(), "a node that can order nothing is not opened");
        db.read().execute_unprepared(&["DROP OWNED BY ", &clerk, "; DROP ROLE ", &clerk].concat()).await.unwrap();
        let only = ["ALTER DATABASE ", name, " SET default_transaction_read_only = on"].concat();
        db.read().execute_unprepared(&only).await.unwrap();
        let told = doctor();
        assert!(told.contains("!!  writing") && told.contains("may only be read"), "{told}");
    }
}

#[test]
fn letters_that_cannot_go_out_are_told_by_doctor_and_keep_a_store_from_starting() {
    let folder = tempfile::tempdir().unwrap();
    for (told, why) in [
        (("FIELDHOUSE_MAIL", "file:/proc/nope"), "letters cannot be written to /proc/nope"),
        (("FIELDHOUSE_MAIL", "file:"), "names no folder"),
        (("FIELDHOUSE_MAIL_FROM", "not an address"), "is not an e-mail address"),
    ] {
        for what in [&["doctor"][..], &["serve", "--port", "0"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
            let command = command.args(what).current_dir(folder.path()).env_remove("DATABASE_URL").env(told.0, told.1);
            let output = command.output().unwrap();
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(!output.status.success() && said.contains(why), "{what:?} {told:?}: {said}");
        }
    }
    assert!(!folder.path().join(".data").exists(), "the database is not touched");
}
