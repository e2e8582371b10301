//! The audit log: written with the act, chained, and whatever is bent in it is found.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::staff::audit::{self, Actor, Entry, Verified, store};
use futures_util::future::join_all;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    desk::{acts, grants, member, owner},
    support::TestApp,
};

async fn verified(app: &TestApp) -> Verified {
    audit::verify(&app.state.db.moment().await.unwrap()).await.unwrap()
}

async fn write(app: &TestApp, action: &str) {
    let tx = app.state.db.write_durable().await.unwrap();
    let actor = Actor::system("test");
    let entry = Entry::new(&actor, action, ("thing", "1")).at(Site::US_GAMES).because("why");
    audit::append(&app.state, &tx, &entry.changed(json!({"a": 1}), json!({"a": 2, "password": "x"}))).await.unwrap();
    tx.commit().await.unwrap();
}

async fn sql(app: &TestApp, sql: &str) {
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn staff_audit_a_row_bent_in_any_column_is_found_and_named() {
    let app = TestApp::start().await;
    for action in ["a.one", "a.two", "a.three", "a.four"] {
        write(&app, action).await;
    }
    let Verified::Whole { rows: 4, head } = verified(&app).await else { panic!("not whole") };
    let texts = [
        "id",
        "actor_id",
        "actor_name",
        "on_behalf_of",
        "session",
        "network",
        "action",
        "subject_kind",
        "subject_id",
        "site",
        "before",
        "after",
        "reason",
        "request_id",
        "previous_hash",
        "hash",
    ];
    for column in texts {
        sql(&app, &format!("UPDATE audit_entry SET {column} = {column} || 'x' WHERE seq = 2")).await;
        assert!(matches!(verified(&app).await, Verified::Broken { seq: 2, .. }), "{column}");
        sql(
            &app,
            &format!("UPDATE audit_entry SET {column} = substr({column}, 1, length({column}) - 1) WHERE seq = 2"),
        )
        .await;
    }
    for (bend, back) in [("actor_kind = 'staff'", "actor_kind = 'system'"), ("at = at + 1", "at = at - 1")] {
        sql(&app, &format!("UPDATE audit_entry SET {bend} WHERE seq = 2")).await;
        assert!(matches!(verified(&app).await, Verified::Broken { seq: 2, .. }), "{bend}");
        sql(&app, &format!("UPDATE audit_entry SET {back} WHERE seq = 2")).await;
    }
    assert_eq!(verified(&app).await, Verified::Whole { rows: 4, head: head.clone() });
    // A row that was made anew from bent columns does not carry the ones behind it.
    let row = store::list_from(app.state.db.read(), 1, 1).await.unwrap().remove(0);
    let bent = store::EntryRow { reason: "another".to_owned(), ..row.clone() };
    sql(&app, &format!("UPDATE audit_entry SET reason = 'another', hash = '{}' WHERE seq = 2", bent.computed_hash()))
        .await;
    assert!(matches!(verified(&app).await, Verified::Broken { seq: 3, .. }));
    sql(&app, &format!("UPDATE audit_entry SET reason = 'why', hash = '{}' WHERE seq = 2", row.hash)).await;
    // Another place, a row that is gone in the middle, at the end, at the beginning.
    sql(&app, "UPDATE audit_entry SET seq = 9 WHERE seq = 2").await;
    assert!(matches!(verified(&app).await, Verified::Broken { seq: 2, .. }));
    sql(&app, "UPDATE audit_entry SET seq = 2 WHERE seq = 9").await;
    assert!(matches!(verified(&app).await, Verified::Whole { .. }));
    for (gone, named) in [("seq = 4", 4), ("seq = 3", 3), ("seq = 1", 1)] {
        sql(&app, &format!("DELETE FROM audit_entry WHERE {gone}")).await;
        assert!(
            matches!(verified(&app).await, Verified::Broken { seq, .. } if seq == named),
            "{gone}: {:?}",
            verified(&app).await
        );
    }
}

#[tokio::test]
async fn staff_audit_rivals_make_one_chain_and_what_was_rolled_back_leaves_no_gap() {
    let app = TestApp::start().await;
    let rivals = (0..24).map(|place| {
        let app = &app;
        async move {
            if place % 4 == 0 {
                let tx = app.state.db.write_durable().await.unwrap();
                let actor = Actor::system("test");
                audit::append(&app.state, &tx, &Entry::new(&actor, "a.dropped", ("thing", "1"))).await.unwrap();
            } else {
                write(app, "a.kept").await;
            }
        }
    });
    join_all(rivals).await;
    assert!(matches!(verified(&app).await, Verified::Whole { rows: 18, .. }), "{:?}", verified(&app).await);
    let rows = store::list_from(app.state.db.read(), 0, 100).await.unwrap();
    assert!(rows.iter().all(|row| row.action == "a.kept" && row.after == r#"{"a":2,"password":"***"}"#));
}

#[tokio::test]
async fn staff_audit_old_rows_go_from_the_beginning_and_the_rest_stays_whole() {
    let app = TestApp::start().await;
    write(&app, "a.old").await;
    write(&app, "a.old").await;
    app.state.clock.advance_seconds(7 * 365 * 86_400 + 3 * 86_400);
    write(&app, "a.new").await;
    fieldhouse_shop::pruning::sweep::sweep(&app.state).await.unwrap();
    assert!(matches!(verified(&app).await, Verified::Whole { rows: 1, .. }), "{:?}", verified(&app).await);
    write(&app, "a.new").await;
    assert!(matches!(verified(&app).await, Verified::Whole { rows: 2, .. }));
    sql(&app, "DELETE FROM audit_entry WHERE seq = 3").await;
    assert!(matches!(verified(&app).await, Verified::Broken { seq: 3, .. }));
}

#[tokio::test]
async fn staff_audit_every_act_tells_who_from_where_and_what_changed_and_no_secret() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    let agent = [("user-agent", "Mozilla/5.0 Firefox/140.0")];
    let body =
        json!({"email": "new@store.example", "name": "New", "roles": [{"role": "warehouse", "sites": ["usgames"]}]});
    let invited = owner.visitor.send(Method::POST, "/desk/api/staff", &agent, Some(&body)).await;
    assert_eq!(invited.status, StatusCode::OK, "{}", invited.text);
    let told = acts(&owner.visitor, "staff.invited").await;
    assert_eq!(told.len(), 2, "the owner by the command line, and the new one");
    let session = owner.visitor.get("/desk/api/session").await.json();
    assert_eq!((&told[0]["actorId"], &told[0]["actorKind"]), (&session["id"], &json!("staff")));
    assert_eq!(told[0]["requestId"], invited.headers["x-request-id"].to_str().unwrap());
    assert_eq!((&told[0]["subjectId"], &told[0]["before"]), (&invited.json()["id"], &Value::Null));
    assert_eq!(told[0]["after"]["roles"], json!([{"role": "warehouse", "sites": ["usgames"]}]));
    assert_eq!((&told[1]["actorKind"], &told[1]["actorName"]), (&json!("system"), &json!("command line")));
    let all = owner.visitor.get("/desk/api/audit?limit=200").await.text;
    for secret in [&owner.secret, &owner.recovery_codes[0], "argon2", crate::desk::DESK_PASSWORD] {
        assert!(!all.contains(secret), "{secret}");
    }
    // What was refused changed nothing and left no row.
    let before = owner.visitor.get("/desk/api/audit?limit=1").await.json()["entries"][0]["seq"].clone();
    let again = owner.visitor.send(Method::POST, "/desk/api/staff", &agent, Some(&body)).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert_eq!(owner.visitor.get("/desk/api/audit?limit=1").await.json()["entries"][0]["seq"], before);
}

#[tokio::test]
async fn staff_audit_is_read_page_by_page_ones_own_by_all_and_everybodys_by_few() {
    let app = TestApp::start().await;
    let owner = owner(&app).await;
    for _ in 0..7 {
        write(&app, "a.one").await;
    }
    let (mut seen, mut before) = (Vec::new(), String::new());
    loop {
        let page = owner.visitor.get(&format!("/desk/api/audit?action=a.one&limit=3{before}")).await.json();
        seen.extend(page["entries"].as_array().unwrap().iter().map(|row| row["seq"].as_i64().unwrap()));
        let Some(next) = page["next"].as_i64() else { break };
        before = format!("&before={next}");
    }
    assert_eq!(seen.len(), 7);
    assert!(seen.windows(2).all(|two| two[0] > two[1]), "{seen:?}");
    let count = async |query: &str| {
        let page = owner.visitor.get(&format!("/desk/api/audit?limit=200&{query}")).await.json();
        page["entries"].as_array().unwrap().len()
    };
    assert_eq!((count("site=usgames").await, count("site=fieldhouse").await, count("actor=test").await), (7, 0, 7));
    assert_eq!((count("subjectKind=thing&subjectId=1").await, count("subjectKind=thing&subjectId=2").await), (7, 0));
    assert_eq!(owner.visitor.get("/desk/api/audit?site=nowhere").await.status, StatusCode::BAD_REQUEST);
    let (id, clerk) = member(&app, "clerk@store.example", &grants(&[("warehouse", None)])).await;
    clerk.send(Method::POST, "/desk/api/sign-out", &[], None).await;
    let (_, clerk) = member(&app, "clerk@store.example", &grants(&[("warehouse", None)])).await;
    let own = clerk.get("/desk/api/audit?limit=200&actor=test").await.json();
    assert_eq!(own["entries"], json!([]), "nobody else's, whoever is asked for");
    let own = clerk.get("/desk/api/audit?limit=200").await.json();
    assert!(own["entries"].as_array().unwrap().iter().all(|row| row["actorId"] == id.as_str()));
    assert_eq!(own["entries"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn staff_audit_is_exported_whole_as_lines_that_anybody_can_check_and_the_export_is_written_down() {
    let app = TestApp::start().await;
    let (id, auditor) = member(&app, "auditor@store.example", &grants(&[("auditor", None)])).await;
    for _ in 0..1_005 {
        write(&app, "a.one").await;
    }
    let export = auditor.send(Method::POST, "/desk/api/audit/export", &[], None).await;
    assert_eq!(
        (export.status, &export.headers["content-type"]),
        (StatusCode::OK, &"application/x-ndjson".parse().unwrap())
    );
    let lines: Vec<Value> = export.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1_006, "the invitation and the rest, beyond one page");
    for (two, place) in lines.windows(2).zip(2_i64..) {
        assert_eq!((&two[1]["previousHash"], &two[1]["seq"]), (&two[0]["hash"], &json!(place)));
    }
    let told = acts(&auditor, "audit.exported").await;
    assert_eq!((told.len(), &told[0]["actorId"], &told[0]["after"]["rows"]), (1, &json!(id), &json!(1_006)));
    assert!(matches!(verified(&app).await, Verified::Whole { rows: 1_007, .. }));
}
