//! A store whose port somebody else keeps, as systemd does: started anew, it refuses nobody, and it says how it stands.

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    os::{fd::OwnedFd, unix::net::UnixDatagram},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// As systemd starts it: the socket is descriptor 3, and the variables name this very process.
fn command(folder: &Path, port: &TcpListener, told: &[(&str, &str)]) -> Command {
    let socket: OwnedFd = port.try_clone().unwrap().into();
    let script = r#"export LISTEN_PID=$$; exec "$0" serve 3<&0 </dev/null"#;
    let mut command = Command::new("sh");
    command
        .args(["-c", script, env!("CARGO_BIN_EXE_fieldhouse")])
        .current_dir(folder)
        .env_remove("DATABASE_URL")
        .env_remove("FIELDHOUSE_DEMO")
        .env("LISTEN_FDS", "1")
        .envs(told.iter().copied())
        .stdin(Stdio::from(socket));
    command
}

fn start(folder: &Path, port: &TcpListener, told: &[(&str, &str)]) -> Child {
    command(folder, port, told).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

async fn stop(mut child: Child) {
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let ended = tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap();
    assert!(ended.success(), "{ended}");
}

#[tokio::test(flavor = "multi_thread")]
async fn r28_a_store_started_anew_on_a_port_that_is_kept_fails_no_request() {
    drop(rustls::crypto::ring::default_provider().install_default());
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", port.local_addr().unwrap());
    let mut store = start(folder.path(), &port, &[]);
    let client = reqwest::Client::new();
    let (answered, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let shoppers: Vec<_> = (0..8)
        .map(|_| {
            let (client, url) = (client.clone(), format!("{origin}/api/shell"));
            let (answered, done) = (Arc::clone(&answered), Arc::clone(&done));
            tokio::spawn(async move {
                while !done.load(Ordering::Relaxed) {
                    let answer = client.get(&url).send().await.and_then(reqwest::Response::error_for_status);
                    answer.unwrap().bytes().await.unwrap();
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    for _ in 0..3 {
        let enough = answered.load(Ordering::Relaxed) + 200;
        while answered.load(Ordering::Relaxed) < enough {
            tokio::task::yield_now().await;
        }
        stop(store).await;
        // Nobody serves now; whoever comes waits.
        let waiting = tokio::spawn(client.get(format!("{origin}/healthz")).send());
        store = start(folder.path(), &port, &[]);
        assert_eq!(waiting.await.unwrap().unwrap().status().as_u16(), 200);
    }
    done.store(true, Ordering::Relaxed);
    for shopper in shoppers {
        shopper.await.unwrap();
    }
    stop(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_started_it_hears_when_it_is_ready_that_it_is_well_and_when_it_stops() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let name = folder.path().join("notify");
    let manager = UnixDatagram::bind(&name).unwrap();
    manager.set_read_timeout(Some(std::time::Duration::from_mins(1))).unwrap();
    let told = [("NOTIFY_SOCKET", name.to_str().unwrap()), ("WATCHDOG_USEC", "300000")];
    let store = start(folder.path(), &port, &told);
    let hear = |manager: UnixDatagram| {
        let mut said = [0; 64];
        let length = manager.recv(&mut said).unwrap();
        (manager, String::from_utf8(said[..length].to_vec()).unwrap().trim().to_owned())
    };
    let (mut manager, first) = tokio::task::spawn_blocking(move || hear(manager)).await.unwrap();
    let mut heard = vec![first];
    while heard.iter().filter(|said| *said == "WATCHDOG=1").count() < 3 {
        let (again, said) = tokio::task::spawn_blocking(move || hear(manager)).await.unwrap();
        manager = again;
        heard.push(said);
    }
    assert!(heard.iter().any(|said| said == "READY=1"), "{heard:?}");
    stop(store).await;
    while heard.last().unwrap() != "STOPPING=1" {
        let (again, said) = tokio::task::spawn_blocking(move || hear(manager)).await.unwrap();
        manager = again;
        heard.push(said);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_to_listen_counts_for_nothing_beside_a_port_that_is_kept_and_the_store_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let served = port.local_addr().unwrap();
    for (listen, is_other) in [("127.0.0.1:9000".to_owned(), true), (served.to_string(), false)] {
        let mut command = command(folder.path(), &port, &[("FIELDHOUSE_LISTEN", &listen), ("FIELDHOUSE_LOG", "warn")]);
        let mut store = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(store.stdout.take().unwrap());
        let log = store.stderr.take().unwrap();
        let desk = tokio::task::spawn_blocking(move || {
            said.lines().map(Result::unwrap).find(|line| line.contains("The desk")).unwrap()
        });
        let desk = desk.await.unwrap();
        assert!(desk.ends_with(&format!("http://localhost:{}/desk", served.port())), "{desk}");
        stop(store).await;
        let log = std::io::read_to_string(log).unwrap();
        let warned = log.contains("listen and port count for nothing") && log.contains("127.0.0.1:9000");
        assert_eq!(warned, is_other, "{listen}: {log}");
    }
}

#[test]
fn what_cannot_be_listened_on_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"export LISTEN_PID=$$; exec "$0" serve 3</dev/null 4</dev/null"#;
    for (sockets, told) in [("1", "what was handed over cannot be listened on"), ("2", "2 sockets were handed over")] {
        let refused = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_fieldhouse")])
            .current_dir(folder.path())
            .env_remove("DATABASE_URL")
            .env("LISTEN_FDS", sockets)
            .output()
            .unwrap();
        let words = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && words.contains(told), "{words}");
    }
    assert!(!folder.path().join(".data").exists(), "the database is not touched");
}
