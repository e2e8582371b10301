//! `fieldhouse doctor` tells of the systems outside whether they answer, and never their tokens.

use std::process::Command;

use crate::erp_stub::{Manner, Stub, canary};

/// The lines of certificates and offer codes, asked of an address.
async fn lines(folder: &std::path::Path, address: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.arg("doctor").current_dir(folder).env_remove("DATABASE_URL");
    for system in ["FIELDHOUSE_CERTIFICATES", "FIELDHOUSE_FRIENDLY_CODES"] {
        command.env(system, address).env([system, "_TOKEN"].concat(), "canary-token");
    }
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(!told.contains("canary-token") && !String::from_utf8_lossy(&output.stderr).contains("canary-token"));
    let about = |line: &&str| line.contains("  certificates ") || line.contains("  offer codes ");
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
    assert_eq!(lines(folder.path(), "").await, [format!("ok certificates {own}"), format!("ok offer codes {own}")]);
    let (canary, _) = canary().await;
    let stub = Stub::start(Manner::Good, &canary).await;
    let address = stub.address.clone();
    let good = [format!("ok certificates {address} answers"), format!("ok offer codes {address} answers")];
    assert_eq!(lines(folder.path(), &address).await, good);
    stub.behave(Manner::ServerError);
    let status = "answered 500 Internal Server Error";
    let bad = [format!("!! certificates {address} {status}"), format!("!! offer codes {address} {status}")];
    assert_eq!(lines(folder.path(), &address).await, bad);
}
