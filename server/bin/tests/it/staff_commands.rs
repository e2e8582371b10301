//! The commands of staff and of the audit log, by the binary itself.

use std::{path::Path, process::Command};

use fieldhouse_kernel::db::Db;
use sea_orm::ConnectionTrait;
use serde_json::Value;

use crate::databases::durable_database;

/// What a command says, and whether it went well.
fn run(folder: &Path, database: &str, args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    let output = command
        .args(args)
        .current_dir(folder)
        .env("DATABASE_URL", database)
        .env("FIELDHOUSE_DESK_HOST", "desk.example")
        .env("FIELDHOUSE_SECURE", "true")
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

#[tokio::test]
async fn staff_commands_invite_list_suspend_and_verify_what_was_done() {
    let (database, folder) = durable_database().await;
    let run = |args: &[&str]| run(folder.path(), &database, args);
    assert!(run(&["migrate"]).0);
    let (good, said) = run(&["staff", "invite", "--owner", "--email", "Pat@Store.Example", "--name", "Pat"]);
    assert!(good && said.contains("https://desk.example/desk/invitation#"), "{said}");
    let (good, said) =
        run(&["staff", "invite", "--role", "warehouse", "--sites", "usgames", "--email", "sam@store.example"]);
    assert!(good, "{said}");
    for wrong in [
        &["--role", "nothing"][..],
        &["--role", "warehouse", "--sites", "nowhere"],
        &["--owner", "--role", "warehouse"],
        &[],
    ] {
        let (good, said) = run(&[&["staff", "invite", "--email", "x@store.example"], wrong].concat());
        assert!(!good, "{wrong:?}: {said}");
    }
    let (_, said) = run(&["staff", "list"]);
    assert!(said.contains("pat@store.example\tPat\tinvited\towner\n"), "{said}");
    assert!(said.contains("sam@store.example\tsam@store.example\tinvited\twarehouse@usgames"), "{said}");
    assert!(run(&["staff", "suspend", "sam@store.example"]).0);
    assert!(run(&["staff", "list"]).1.contains("\tsuspended\t"));
    assert!(run(&["staff", "restore", "sam@store.example"]).0);
    assert!(!run(&["staff", "suspend", "nobody@store.example"]).0);

    let (good, said) = run(&["audit", "verify"]);
    assert!(good && said.starts_with("4 rows"), "{said}");
    let (good, said) = run(&["audit", "export"]);
    let lines: Vec<Value> = said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!(good && lines.len() == 4, "{said}");
    assert_eq!(lines[2]["action"], "staff.suspended");
    let (_, said) = run(&["audit", "export"]);
    let row: Value = serde_json::from_str(said.lines().nth(4).unwrap()).unwrap();
    assert_eq!((&row["action"], &row["after"]["rows"]), (&"audit.exported".into(), &4.into()), "{said}");
    let db = Db::connect(&database).await.unwrap();
    let tx = db.write().await.unwrap();
    tx.execute_unprepared("UPDATE audit_entry SET actor_name = 'nobody' WHERE seq = 2").await.unwrap();
    tx.commit().await.unwrap();
    db.close().await.unwrap();
    let (good, said) = run(&["audit", "verify"]);
    assert!(!good && said.contains("row 2 of the audit log"), "{said}");
}
