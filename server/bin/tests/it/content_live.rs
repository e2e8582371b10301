//! The binary itself: what the command line changes, every running store shows, on every page, caches
//! included. Two stores serve one database; nothing tells them but the database.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use crate::{content::page, databases::durable_database};

/// A store on a free port.
struct Store {
    child: Child,
    origin: String,
}

impl Drop for Store {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn fieldhouse(folder: &Path, url: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command
        .current_dir(folder)
        .env("DATABASE_URL", url)
        .env("FIELDHOUSE_DEMO", "false")
        .env("USER", "pat")
        .args(arguments);
    command
}

fn serve(folder: &Path, url: &str) -> Store {
    let mut command = fieldhouse(folder, url, &["serve", "--port", "0"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.map(Result::unwrap).find(|line| line.contains("http://fieldhouse.localhost:")).unwrap();
    let port = first.rsplit(':').next().unwrap().trim_end_matches('/').to_owned();
    Store { child, origin: format!("http://127.0.0.1:{port}") }
}

fn say(folder: &Path, url: &str, arguments: &[&str]) -> String {
    let output = fieldhouse(folder, url, arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    told
}

fn write(folder: &Path, what: &str) {
    let mut home = page("home", what);
    home["blocks"] = json!([{"kind": "text", "title": what, "paragraphs": [what]}]);
    let file = json!({"shell": {"announcement": what}, "pages": [home, page("about-us", what)]});
    std::fs::write(folder.join("fieldhouse.json"), file.to_string()).unwrap();
}

/// Asks until the answer says something; what it says then, and its tag.
async fn until(client: &reqwest::Client, url: &str, what: &str) -> String {
    loop {
        let answer = client.get(url).send().await.unwrap();
        let tag = answer.headers().get("etag").map(|tag| tag.to_str().unwrap().to_owned()).unwrap_or_default();
        if answer.text().await.unwrap().contains(what) {
            return tag;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_by_the_command_line_is_live_on_every_page_of_every_running_store() {
    let (url, _database) = durable_database().await;
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "First words");
    let at = folder.path();
    say(at, &url, &["import", "content", "fieldhouse.json"]);
    let stores = [serve(at, &url), serve(at, &url)];
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = reqwest::Client::new();
    let paths = ["/", "/about-us/", "/cart", "/api/shell", "/api/content/pages/home"];
    let mut tags = Vec::new();
    for store in &stores {
        for path in paths {
            // Asked twice: the second answer is the cache's.
            until(&client, &[&store.origin, path].concat(), "First words").await;
            tags.push(until(&client, &[&store.origin, path].concat(), "First words").await);
        }
    }
    write(at, "Second words");
    let told = say(at, &url, &["import", "content", at.to_str().unwrap()]);
    assert!(told.contains("0 were added, 3 changed, 0 removed") && told.contains("changed fieldhouse/shell"), "{told}");
    let mut tags = tags.into_iter();
    for store in &stores {
        for path in paths {
            let address = [&store.origin, path].concat();
            let tag = until(&client, &address, "Second words").await;
            let before = tags.next().unwrap();
            assert_ne!(tag, before, "{path}");
            let asked = client.get(&address).header("if-none-match", before).send().await.unwrap();
            assert_eq!(asked.status(), 200, "{path}");
            assert!(!asked.text().await.unwrap().contains("First words"), "{path}");
        }
    }
    // The way back is live as well, and the history tells of all three.
    let history = say(at, &url, &["content", "history"]);
    let second: Value = history.split_whitespace().next().unwrap().parse::<i64>().unwrap().into();
    let first = (second.as_i64().unwrap() - 1).to_string();
    assert!(history.contains("pat  import fieldhouse.json: 3 documents"), "{history}");
    assert!(say(at, &url, &["content", "show", &first, "fieldhouse/shell"]).contains("First words"));
    say(at, &url, &["content", "restore", &first]);
    for store in &stores {
        until(&client, &[&store.origin, "/"].concat(), "First words").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_previews_publishes_and_exports() {
    let (url, _database) = durable_database().await;
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write(at, "Live words");
    say(at, &url, &["import", "content", "fieldhouse.json"]);
    let store = serve(at, &url);
    write(at, "Drafted words");
    let dry = say(at, &url, &["import", "content", "fieldhouse.json", "--dry-run"]);
    assert!(dry.contains("0 would be added, 3 changed"), "{dry}");
    let told = say(at, &url, &["content", "preview", "fieldhouse.json", "--hours", "2"]);
    let link = told.lines().find(|line| line.starts_with("http://fieldhouse.localhost:")).unwrap();
    let path = &link[link.find("/preview/").unwrap()..];
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let opened = client.get([&store.origin, path].concat()).send().await.unwrap();
    assert_eq!(opened.status(), 303);
    let cookie = opened.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let seen = async |cookie: &str| {
        let asked = client.get([&store.origin, "/"].concat()).header("cookie", cookie);
        asked.send().await.unwrap().text().await.unwrap()
    };
    assert!(seen(&cookie).await.contains("Drafted words"));
    assert!(seen("a=b").await.contains("Live words"));
    let id = told.split_whitespace().skip_while(|word| *word != "Draft").nth(1).unwrap().trim_end_matches(';');
    assert!(say(at, &url, &["content", "preview", "--draft", id]).contains("/preview/"));
    assert!(say(at, &url, &["content", "publish", id]).contains("3 changed"));
    until(&client, &[&store.origin, "/"].concat(), "Drafted words").await;
    say(at, &url, &["export", "content", "out", "--site", "fieldhouse"]);
    let out: Value = serde_json::from_str(&std::fs::read_to_string(at.join("out/fieldhouse.json")).unwrap()).unwrap();
    assert_eq!(out["shell"]["announcement"], "Drafted words");
    assert!(
        say(at, &url, &["import", "content", "out"]).contains("0 were added, 0 changed, 0 removed, 3 are the same")
    );
    let mut refused = fieldhouse(at, &url, &["import", "content", "out"]);
    let refused = refused.env("FIELDHOUSE_CONTENT", "http://127.0.0.1:9/").output().unwrap();
    assert!(!refused.status.success());
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("content comes from http://127.0.0.1:9/: change it there")
    );
}
