//! What nodes and the database they share are to each other: who takes steps of the schema, who works, whose clock counts,
//! and which of several servers is written to.

use std::process::{Command, Output};

use fieldhouse_kernel::db::Db;

use crate::databases::durable_database;

fn fieldhouse(url: &str, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.args(words).env("DATABASE_URL", url).env("FIELDHOUSE_DATABASE_WAIT", "0").output().unwrap()
}

#[tokio::test]
async fn a_node_told_to_takes_no_steps_of_the_schema() {
    let (url, _folder) = durable_database().await;
    let serve = ["serve", "--port", "0", "--no-migrate"];
    let refused = fieldhouse(&url, &serve);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && said.contains("steps behind this version: `fieldhouse migrate`"), "{said}");
    let db = Db::connect(&url).await.unwrap();
    assert!(fieldhouse_shop::schema::is_unprepared(&db).await.unwrap(), "it took none");
    assert!(fieldhouse(&url, &["migrate"]).status.success());
    let node = crate::kill::Store::open_with(&url, &[("FIELDHOUSE_NO_MIGRATE", "true")]).await;
    node.kill().await;
}

/// Several nodes share a server; a file is one node's.
mod on_postgres {
    use std::{fs, os::unix::fs::PermissionsExt, time::Duration};

    use axum::http::Method;
    use fieldhouse_core::brand::Site;
    use fieldhouse_kernel::{
        clock::Clock,
        db::{Connecting, Db, WriteTx, Writing},
    };
    use fieldhouse_shop::{finding::catalog, schema};
    use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
    use serde_json::json;

    use super::*;
    use crate::{
        databases::{Place, connection, durable_database, fresh_database},
        fixture,
        kill::{Store, readiness},
        kill_jobs::placed,
        relay::Relay,
        shopping::{add_one, check_out, number_in, place, placing},
        stepped_clock::libfaketime,
        support::TestApp,
    };

    const OPEN: &str = "SELECT COUNT(*) AS n FROM job WHERE queue = 'letters' AND state = 'waiting'";

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r78_a_node_whose_clock_is_off_and_that_leaves_work_to_others_makes_none_of_it_wait() {
        drop(rustls::crypto::ring::default_provider().install_default());
        let (url, _folder) = durable_database().await;
        let db = Db::connect(&url).await.unwrap();
        schema::migrate(&db).await.unwrap();
        catalog::load_demo(&db, fixture::records()).await.unwrap();
        let library = libfaketime();
        let ahead = [
            ("LD_PRELOAD", library.to_str().unwrap()),
            ("FAKETIME", "+10m"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
            ("DONT_FAKE_MONOTONIC", "1"),
            ("FIELDHOUSE_NO_WORKERS", "true"),
        ];
        let node = Store::open_with(&url, &ahead).await;
        let orders = placed(&node).await;
        let waiting = number_in(db.read(), OPEN).await;
        assert_eq!(waiting, i64::try_from(orders.len()).unwrap(), "nobody works here");
        let by_server = "SELECT COUNT(*) AS n FROM job \
                         WHERE ABS(due_at - extract(epoch FROM clock_timestamp()) * 1000) > 60000";
        assert_eq!(number_in(db.read(), by_server).await, 0, "due by the time of the server");
        let worker = Store::open(&url).await;
        while number_in(db.read(), OPEN).await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (well, told) = readiness(&node.origin).await;
        assert_eq!(well, 200, "{told}");
        worker.kill().await;
        node.kill().await;
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn the_clock_of_a_store_is_its_servers() {
        let (url, _folder) = fresh_database().await;
        let db = Db::connect(&url).await.unwrap();
        assert!(matches!(db.clock(), Clock::Server(_)));
        let now = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS n";
        let told = number_in(db.read(), now).await;
        assert!(db.clock().millis().abs_diff(told) < 1_000);
    }

    /// The same name at both servers of the tests, with a table in it.
    async fn two_servers() -> (String, String, String, Place) {
        let (one, place) = fresh_database().await;
        let (other, _other) = durable_database().await;
        let (server, name) = one.rsplit_once('/').unwrap();
        let other = other.rsplit_once('/').unwrap().0.to_owned();
        assert_ne!(server, other, "FIELDHOUSE_TEST_POSTGRES_DURABLE names another server");
        tell(&other, "postgres", &["CREATE DATABASE ", name].concat()).await;
        for server in [server, &other] {
            tell(server, name, "CREATE TABLE written (n bigint)").await;
        }
        (server.to_owned(), other, name.to_owned(), place)
    }

    async fn tell(server: &str, name: &str, what: &str) {
        let db = open(server, name).await;
        db.execute_unprepared(what).await.unwrap();
        db.close().await.unwrap();
    }

    async fn open(server: &str, name: &str) -> DatabaseConnection {
        connection([server, "/", name].concat()).await
    }

    /// As a server that follows another one, or one that no longer does.
    async fn may_be_written(server: &str, name: &str, may: bool) {
        let about = if may { "off" } else { "on" };
        let say = ["ALTER DATABASE ", name, " SET default_transaction_read_only = ", about].concat();
        tell(server, "postgres", &say).await;
        let end = ["SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '", name, "'"].concat();
        tell(server, "postgres", &end).await;
    }

    /// Until something holds that nobody tells of; a store may take five seconds for it.
    async fn soon(holds: impl AsyncFn() -> bool) {
        let held = async {
            while !holds().await {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(5), held).await.expect("within five seconds");
    }

    /// A server of this test's own, that syncs; it ends with it.
    struct Own(tempfile::TempDir);

    impl Own {
        fn start() -> (String, Self) {
            let folder = tempfile::tempdir().unwrap();
            let said = Self::tell("start", &folder.path().join("own"));
            (String::from_utf8(said.stdout).unwrap().trim().to_owned(), Self(folder))
        }

        /// What was written at it stays, and nothing more is written.
        fn follows(&self) {
            let said = Self::tell("follow", &self.0.path().join("own"));
            assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        }

        fn tell(what: &str, folder: &std::path::Path) -> Output {
            // PostgreSQL runs as somebody else, who has to come by.
            let within = folder.parent().unwrap();
            fs::set_permissions(within, fs::Permissions::from_mode(0o755)).unwrap();
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres.sh");
            Command::new("bash").arg(script).arg(what).arg(folder).output().unwrap()
        }
    }

    impl Drop for Own {
        fn drop(&mut self) {
            Self::tell("stop", &self.0.path().join("own"));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r27_while_no_server_stands_by_that_orders_wait_for_carts_go_on_and_nothing_else_hangs() {
        drop(rustls::crypto::ring::default_provider().install_default());
        let (url, _own) = Own::start();
        let server = url.rsplit_once('/').unwrap().0;
        let node = Store::open(&url).await;
        let db = Db::connect(&url).await.unwrap();
        assert_eq!((readiness(&node.origin).await.0, db.writing().await.unwrap()), (200, Writing::Open));
        tell(server, "postgres", "CREATE TABLE written (n bigint)").await;

        tell(server, "postgres", "ALTER SYSTEM SET synchronous_standby_names = 'away'").await;
        tell(server, "postgres", "SELECT pg_reload_conf()").await;
        soon(async || write(&db).await.is_err()).await;
        assert_eq!(db.writing().await.unwrap(), Writing::Alone);
        let (status, told) = readiness(&node.origin).await;
        assert!(status == 503 && told.contains("no server stands by"), "{status} {told}");
        let cart = db.write_soon().await.unwrap();
        cart.execute_unprepared("INSERT INTO written VALUES (2)").await.unwrap();
        cart.commit().await.unwrap();

        tell(server, "postgres", "ALTER SYSTEM RESET synchronous_standby_names").await;
        tell(server, "postgres", "SELECT pg_reload_conf()").await;
        soon(async || write(&db).await.is_ok()).await;
        assert_eq!((readiness(&node.origin).await.0, db.writing().await.unwrap()), (200, Writing::Open));
        node.kill().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r25_what_a_former_leader_alone_may_have_is_not_acknowledged() {
        let (url, own) = Own::start();
        let server = url.rsplit_once('/').unwrap().0;
        let db = Db::connect(&url).await.unwrap();
        schema::migrate(&db).await.unwrap();
        catalog::load_demo(&db, fixture::records()).await.unwrap();
        let mut app = TestApp::stocked().await;
        app.moved_to(&url).await;
        let visitor = app.visitor(Site::FIELDHOUSE);
        add_one(&visitor, "BAL100", 1).await;
        let draft = placing(&check_out(&visitor).await);
        let placed = place(&visitor, "order", &draft).await;
        assert_eq!(placed.status, 201, "{}", placed.text);
        let address = ["/api/orders/", placed.json()["id"].as_str().unwrap()].concat();
        let version = visitor.get(&address).await.json()["version"].clone();
        let (cancel, why) = ([&address, "/cancellation"].concat(), json!({"version": version, "note": ""}));
        let cancels = async || visitor.send(Method::POST, &cancel, &[("idempotency-key", "cancel")], Some(&why)).await;
        let canceled = cancels().await;
        assert_eq!(canceled.status, 200, "{}", canceled.text);

        own.follows();
        soon(async || visitor.get(&address).await.status == 200).await;
        for again in [place(&visitor, "order", &draft).await, place(&visitor, "new", &draft).await, cancels().await] {
            assert_eq!(again.status, 503, "{}", again.text);
        }

        tell(server, "postgres", "SELECT pg_promote()").await;
        soon(async || write_nothing(&app.state.db).await.is_ok()).await;
        assert_eq!(place(&visitor, "order", &draft).await.text, placed.text);
        let ordered = place(&visitor, "new", &draft).await;
        assert_eq!((ordered.status.as_u16(), &ordered.json()["code"]), (409, &json!("already_placed")));
        assert_eq!(cancels().await.text, canceled.text);
    }

    /// What is acknowledged because it was done before.
    async fn write_nothing(db: &Db) -> Result<(), DbErr> {
        db.write_durable().await?.commit_seen().await
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn what_is_acknowledged_as_seen_waits_as_what_is_written_does() {
        let (url, _own) = Own::start();
        let db = Db::connect(&url).await.unwrap();
        // Nobody else writes at this server.
        let written = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS n";
        let before = number_in(db.read(), written).await;
        write_nothing(&db).await.unwrap();
        assert!(number_in(db.read(), written).await > before);
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn commits_of_carts_and_sessions_wait_for_no_disk_and_all_others_do() {
        let (url, _place) = durable_database().await;
        let asked = async |tx: &WriteTx| {
            let ask = "SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN 0 ELSE 1 END::bigint AS n";
            number_in(&**tx, ask).await
        };
        for how in [Connecting::default(), Connecting { pooler: true, direct: &url, ..Connecting::default() }] {
            let db = Db::connect_as(&url, how).await.unwrap();
            for carts in [db.write_soon().await.unwrap(), db.write_soon_for(["one".to_owned()]).await.unwrap()] {
                assert_eq!(asked(&carts).await, 0, "{how:?}");
            }
            assert_eq!(asked(&db.write_at_end_for(["one".to_owned()]).await.unwrap()).await, 0, "{how:?}");
            for others in [db.write().await.unwrap(), db.write_for(["two".to_owned()]).await.unwrap()] {
                assert_eq!(asked(&others).await, 1, "{how:?}");
            }
            let orders = [db.write_durable().await.unwrap(), db.write_durable_for(["one".to_owned()]).await.unwrap()];
            for orders in orders {
                assert_eq!(asked(&orders).await, 1, "{how:?}");
            }
        }
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r77_a_node_that_goes_on_with_nothing_holds_nothing_for_long() {
        let (url, _place) = durable_database().await;
        let ask =
            "SELECT extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)::bigint AS n";
        for how in [Connecting::default(), Connecting { pooler: true, direct: &url, ..Connecting::default() }] {
            let db = Db::connect_as(&url, how).await.unwrap();
            let seconds = [
                number_in(&db.moment().await.unwrap(), ask).await,
                number_in(&*db.write_soon().await.unwrap(), ask).await,
                number_in(&*db.write_durable().await.unwrap(), ask).await,
            ];
            assert_eq!(seconds, [10; 3], "{how:?}");
        }
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn lists_are_not_read_from_another_database() {
        let (url, _place) = fresh_database().await;
        let (read, _other) = fresh_database().await;
        let refused = Db::connect_as(&url, Connecting { read: &read, ..Connecting::default() }).await;
        let told = refused.err().unwrap().to_string();
        assert!(told.contains("DATABASE_READ_URL leads to another database"), "{told}");
        let db = Db::connect_as(&url, Connecting { read: &url, ..Connecting::default() }).await.unwrap();
        let told = db.check_follower().await.unwrap_err().to_string();
        assert!(told.contains("follows nobody"), "{told}");
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn who_cannot_connect_is_told_why() {
        let nobody = Db::connect("postgres://fieldhouse@127.0.0.1:1/store").await.err().unwrap().to_string();
        assert!(nobody.contains("refused"), "{nobody}");
    }

    async fn write(db: &Db) -> Result<(), DbErr> {
        let tx = db.write().await?;
        tx.execute_unprepared("INSERT INTO written VALUES (1)").await?;
        tx.commit().await
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r27_of_several_servers_the_one_that_may_be_written_is_used_also_after_they_change_places() {
        let (one, other, name, _place) = two_servers().await;
        may_be_written(&one, &name, false).await;
        let host = |server: &str| server.rsplit_once('@').unwrap().1.to_owned();
        let (who, _) = one.rsplit_once('@').unwrap();
        let url = format!("{who}@{},{}/{name}?target_session_attrs=read-write", host(&one), host(&other));
        let db = Db::connect(&url).await.unwrap();
        write(&db).await.unwrap();
        assert!(!db.is_read_only().await.unwrap());

        may_be_written(&other, &name, false).await;
        may_be_written(&one, &name, true).await;
        soon(async || write(&db).await.is_ok()).await;
        let rows = "SELECT COUNT(*) AS n FROM written";
        for server in [&one, &other] {
            assert_eq!(number_in(&open(server, &name).await, rows).await, 1, "{server}");
        }
        assert!(!db.is_read_only().await.unwrap());
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r27_one_server_may_be_written_again_as_soon_as_it_allows_that() {
        let (url, _folder) = fresh_database().await;
        let (server, name) = url.rsplit_once('/').unwrap();
        tell(server, name, "CREATE TABLE written (n bigint)").await;
        may_be_written(server, name, false).await;
        let db = Db::connect(&url).await.unwrap();
        assert!(db.is_read_only().await.unwrap());
        write(&db).await.unwrap_err();
        // Nobody ends the sessions that began meanwhile.
        let allow = ["ALTER DATABASE ", name, " SET default_transaction_read_only = off"].concat();
        tell(server, "postgres", &allow).await;
        soon(async || !db.is_read_only().await.unwrap() && write(&db).await.is_ok()).await;
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r27_sessions_that_may_not_write_are_thrown_away_where_the_server_may_be_written() {
        let (url, _folder) = fresh_database().await;
        let (server, name) = url.rsplit_once('/').unwrap();
        tell(server, name, "CREATE TABLE written (n bigint)").await;
        let how = Connecting { connections: 1, ..Connecting::default() };
        let db = Db::connect_as(&url, how).await.unwrap();
        write(&db).await.unwrap();
        let tx = db.write().await.unwrap();
        tx.execute_unprepared("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY").await.unwrap();
        tx.commit().await.unwrap();
        write(&db).await.unwrap_err();
        assert!(!db.is_read_only().await.unwrap());
        soon(async || write(&db).await.is_ok()).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r27_a_node_starts_while_nothing_may_be_written_and_is_ready_as_soon_as_something_may() {
        drop(rustls::crypto::ring::default_provider().install_default());
        let (url, _folder) = durable_database().await;
        let (server, name) = url.rsplit_once('/').unwrap();
        schema::migrate(&Db::connect(&url).await.unwrap()).await.unwrap();
        may_be_written(server, name, false).await;
        let node = Store::open(&url).await;
        let (status, told) = readiness(&node.origin).await;
        assert!(status == 503 && told.contains("read-only"), "{status} {told}");
        may_be_written(server, name, true).await;
        soon(async || readiness(&node.origin).await.0 == 200).await;
        node.kill().await;
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn past_a_pooler_an_empty_database_is_prepared() {
        let (url, _folder) = fresh_database().await;
        let how = Connecting { connections: 1, pooler: true, direct: &url, ..Connecting::default() };
        let db = Db::connect_as(&url, how).await.unwrap();
        schema::migrate(&db).await.unwrap();
        assert!(!schema::is_unprepared(&db).await.unwrap());
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn a_way_past_a_pooler_leads_to_the_same_database() {
        let (url, _folder) = fresh_database().await;
        let (other, _other_folder) = fresh_database().await;
        let past = |direct| Connecting { connections: 1, pooler: true, direct, ..Connecting::default() };
        let refused = Db::connect_as(&url, past(&other)).await.err().unwrap().to_string();
        assert!(refused.contains("DATABASE_DIRECT_URL leads to another database"), "{refused}");
        Db::connect_as(&url, past(&url)).await.unwrap();
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn r27_a_connection_that_fell_silent_is_thrown_away() {
        let (url, _folder) = fresh_database().await;
        let relay = Relay::before(&url).await;
        let db = Db::connect(&relay.url).await.unwrap();
        let tx = db.write_soon().await.unwrap();
        relay.silent.send_replace(true);
        let asked = tokio::time::timeout(Duration::from_millis(50), tx.execute_unprepared("SELECT 1")).await;
        assert!(asked.is_err());
        drop(tx);
        let of_writer = || db.pools()[1].1;
        assert_eq!((of_writer().open, of_writer().in_use), (1, 1), "it is not known yet whether it is there");
        soon(async || of_writer().open == 0).await;
        relay.silent.send_replace(false);
        let tx = db.write_soon().await.unwrap();
        tx.execute_unprepared("SELECT 1").await.unwrap();
    }

    #[tokio::test]
    #[ignore = "on PostgreSQL: scripts/test.sh runs it there"]
    async fn behind_a_pooler_every_statement_is_in_a_transaction_that_ends() {
        let mut app = TestApp::stocked().await;
        let url = app.state.config.database_url.clone();
        let how = Connecting { connections: 2, pooler: true, direct: &url, ..Connecting::default() };
        app.connected_as(how).await;
        assert_eq!(app.state.db.pools()[0].1.most, 2);
        // A reading of one moment begins with nothing prepared either.
        let moment = app.state.db.moment().await.unwrap();
        let prepared = "SELECT COUNT(*) AS n FROM pg_prepared_statements";
        assert_eq!(number_in(&moment, prepared).await, 1, "the question itself");
        let level = "SELECT COUNT(*) AS n FROM pg_settings WHERE (name, setting) IN \
                     (('transaction_isolation', 'repeatable read'), ('transaction_read_only', 'on'))";
        assert_eq!(number_in(&moment, level).await, 2);
        moment.commit().await.unwrap();
        let shopper = app.visitor(Site::FIELDHOUSE);
        add_one(&shopper, "BAL100", 1).await;
        let review = check_out(&shopper).await;
        assert_eq!(place(&shopper, "pooled", &placing(&review)).await.status.as_u16(), 201);
        let limits = "SELECT setting::bigint AS n FROM pg_settings WHERE name = 'statement_timeout'";
        assert_eq!(number_in(app.state.db.read(), limits).await, 5_000);
        for _ in 0..2 {
            assert_eq!(
                number_in(app.state.db.read(), prepared).await,
                1,
                "the question itself: nothing is left behind"
            );
        }
    }
}
