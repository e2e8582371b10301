//! SIGHUP to the binary itself: settings and the certificate are read again, whole or not at all.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use rcgen::{CertificateParams, CertifiedKey, KeyPair, date_time_ymd, generate_simple_self_signed};
use reqwest::{Certificate, Client};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::accounts::registration;

/// The store with a file of settings, and what it logs.
struct Store {
    child: Child,
    origin: String,
    log: UnboundedReceiver<String>,
}

impl Store {
    async fn start(folder: &Path, settings: &str) -> Self {
        drop(rustls::crypto::ring::default_provider().install_default());
        fs::write(folder.join("fieldhouse.toml"), settings).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_fieldhouse"))
            .current_dir(folder)
            .args(["serve", "--port", "0"])
            .env_remove("DATABASE_URL")
            .env_remove("FIELDHOUSE_DEMO")
            .env_remove("FIELDHOUSE_LIMITS")
            .env_remove("FIELDHOUSE_MAIL")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (lines, log) = unbounded_channel();
        let written = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || written.lines().map_while(Result::ok).all(|line| lines.send(line).is_ok()));
        let said = BufReader::new(child.stdout.take().unwrap());
        let open = tokio::task::spawn_blocking(move || {
            said.lines().map(Result::unwrap).find(|line| line.contains("://fieldhouse.localhost:")).unwrap()
        });
        let line = open.await.unwrap();
        let scheme = if line.contains("https://") { "https" } else { "http" };
        let port = line.rsplit(':').next().unwrap().trim_end_matches('/');
        Self { origin: format!("{scheme}://127.0.0.1:{port}"), child, log }
    }

    /// Has the settings read again; the line of the log that tells what became of it.
    async fn read_again(&mut self, folder: &Path, settings: &str) -> String {
        fs::write(folder.join("fieldhouse.toml"), settings).unwrap();
        self.hang_up().await
    }

    async fn hang_up(&mut self) -> String {
        self.signal("-HUP");
        loop {
            let line = self.log.recv().await.expect("the store is gone");
            if line.contains("SIGHUP") {
                return line;
            }
        }
    }

    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap().success());
    }

    async fn post(&self, path: &str, body: String) -> u16 {
        let request = Client::new().post([&self.origin, path].concat()).header("content-type", "application/json");
        request.body(body).send().await.unwrap().status().as_u16()
    }

    /// With the wrong password, as somebody else each time: nobody's account is locked by it.
    async fn sign_in(&self) -> u16 {
        static SOMEBODY: AtomicU32 = AtomicU32::new(0);
        let somebody = SOMEBODY.fetch_add(1, Ordering::Relaxed);
        let body = format!(r#"{{"email": "{somebody}@club.example", "password": "wrong horse"}}"#);
        self.post("/api/auth/signin", body).await
    }

    async fn stop(mut self) {
        self.signal("-TERM");
        assert!(tokio::task::spawn_blocking(move || self.child.wait().unwrap()).await.unwrap().success());
    }
}

const FIRST: &str = "log = \"info\"\nmail = \"file:first\"\n[limits]\nsign_in = 1\nregistration = 10\n";

#[tokio::test(flavor = "multi_thread")]
async fn at_sighup_limits_log_and_mail_are_others_and_a_setting_that_is_wrong_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mut store = Store::start(here, FIRST).await;
    assert_eq!([store.sign_in().await, store.sign_in().await], [401, 429]);

    let told = store.read_again(here, &FIRST.replace("sign_in = 1", "sign_in = 100")).await;
    assert!(told.contains("read again") && told.contains("limits"), "{told}");
    assert_eq!([store.sign_in().await, store.sign_in().await], [401, 401]);

    // Each is wrong in a way of its own; what is right beside it is not taken over either.
    for (wrong, why) in [
        ("mail = \"pigeon\"\n[limits]\nsign_in = 1\n", "mail address"),
        ("mail = \"file:\"\n[limits]\nsign_in = 1\n", "names no folder"),
        ("mail = \"file:/proc/nope\"\n[limits]\nsign_in = 1\n", "letters cannot be written to /proc/nope"),
        ("mail_from = \"not an address\"\n[limits]\nsign_in = 1\n", "not an e-mail address"),
        ("log = \"fieldhouse=loud\"\n[limits]\nsign_in = 1\n", "not a log filter"),
        ("[limits]\nsign_in = \"none\"\n", "not a valid configuration"),
        ("limit = 1\n", "not a valid configuration"),
        ("log = \"info\"\nmail = \"smtps://pat:s3cret@mail.example\n", "line 2, column"),
        ("erp_token = 5_551_212\n", "invalid type: integer, expected a string"),
        ("tls_certificate = \"shop.pem\"\n", "neither works without the other"),
    ] {
        let told = store.read_again(here, wrong).await;
        assert!(told.contains("the old ones stay") && told.contains(why), "{told}");
        assert!(!told.contains("s3cret") && !told.contains("5551212"), "no secret is logged: {told}");
        assert_eq!(store.sign_in().await, 401, "{wrong}");
    }

    // Another folder for letters, and a log that leaves answers out; what counts from the next start alone is named.
    let second = "log = \"warn\"\nmail = \"file:second\"\nproxies = 1\n[limits]\nsign_in = 100\nregistration = 10\n";
    let told = store.read_again(here, second).await;
    assert!(told.contains("log, mail;") && told.contains("after the next start: proxies"), "{told}");
    let body = registration("new@club.example").to_string();
    assert_eq!(store.post("/api/features/Account/register", body).await, 200);
    while !here.join("second").exists() {
        tokio::task::yield_now().await;
    }
    assert!(!here.join("first").exists());
    // At `warn` what is wrong is still told.
    fs::remove_file(here.join("fieldhouse.toml")).unwrap();
    let told = store.hang_up().await;
    assert!(told.contains("cannot be read again") && told.contains("cannot read fieldhouse.toml"), "{told}");
    let told = store.read_again(here, "limits = 7\n").await;
    assert!(told.contains("the old ones stay"), "{told}");
    store.stop().await;
}

/// A certificate for this machine with its key, written into the folder.
fn certificate(folder: &Path) -> Certificate {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    fs::write(folder.join("shop.pem"), cert.pem()).unwrap();
    fs::write(folder.join("shop.key"), signing_key.serialize_pem()).unwrap();
    Certificate::from_pem(cert.pem().as_bytes()).unwrap()
}

/// A browser that trusts this certificate and no other.
fn trusting(certificate: &Certificate) -> Client {
    Client::builder().tls_certs_only([certificate.clone()]).build().unwrap()
}

async fn answer(client: &Client, store: &Store) -> Option<u16> {
    client.get([&store.origin, "/api/shell"].concat()).send().await.ok().map(|answer| answer.status().as_u16())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_with_a_certificate_speaks_tls_itself_and_shows_another_one_after_sighup() {
    const SETTINGS: &str = "tls_certificate = \"shop.pem\"\ntls_key = \"shop.key\"\n";
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let first = certificate(here);
    let mut store = Store::start(here, SETTINGS).await;
    assert!(store.origin.starts_with("https:"));
    let early = trusting(&first);
    let answered = early.get([&store.origin, "/"].concat()).send().await.unwrap();
    assert!(answered.headers().contains_key("strict-transport-security"), "{:?}", answered.headers());
    assert_eq!(answered.text().await.unwrap().matches("http://").count(), 0, "every address of ours is https");
    let plain = Client::new().get(store.origin.replace("https", "http")).send().await;
    assert!(plain.is_err(), "nothing is said in the clear");

    // A key that is another one's: the certificate that was shown stays.
    let own_key = fs::read(here.join("shop.key")).unwrap();
    let second = certificate(here);
    let new_key = fs::read(here.join("shop.key")).unwrap();
    fs::write(here.join("shop.key"), own_key).unwrap();
    let told = store.read_again(here, SETTINGS).await;
    assert!(told.contains("the old ones stay") && told.contains("shop.key is not that of shop.pem"), "{told}");
    assert_eq!(answer(&trusting(&first), &store).await, Some(200));

    fs::write(here.join("shop.key"), &new_key).unwrap();
    let told = store.read_again(here, SETTINGS).await;
    assert!(told.contains("read again") && told.contains("the certificate"), "{told}");
    assert_eq!(answer(&trusting(&second), &store).await, Some(200));
    assert_eq!(answer(&trusting(&first), &store).await, None, "new connections see the new one");
    assert_eq!(answer(&early, &store).await, Some(200), "open ones go on");
    // One that has ended shows nobody anything.
    let whole = fs::read(here.join("shop.pem")).unwrap();
    let key = KeyPair::generate().unwrap();
    let mut ended = CertificateParams::new(["localhost".to_owned()]).unwrap();
    (ended.not_before, ended.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2020, 1, 10));
    fs::write(here.join("shop.pem"), ended.self_signed(&key).unwrap().pem()).unwrap();
    fs::write(here.join("shop.key"), key.serialize_pem()).unwrap();
    let told = store.read_again(here, SETTINGS).await;
    assert!(told.contains("the old ones stay") && told.contains("the certificate ended at 2020-01-10"), "{told}");
    assert_eq!(answer(&trusting(&second), &store).await, Some(200));
    fs::write(here.join("shop.pem"), whole).unwrap();
    fs::write(here.join("shop.key"), new_key).unwrap();
    let told = store.read_again(here, SETTINGS).await;
    assert!(told.contains("nothing is another") && !told.contains("the next start"), "{told}");
    let told = store.read_again(here, "").await;
    assert!(told.contains("speaks TLS itself is decided when it starts"), "{told}");
    store.stop().await;
}

#[test]
fn doctor_says_until_when_the_certificate_is_good_and_a_start_without_its_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    certificate(folder.path());
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
        let command = command.current_dir(folder.path()).args(words).env_remove("DATABASE_URL");
        let output =
            command.env("FIELDHOUSE_TLS_CERTIFICATE", "shop.pem").env("FIELDHOUSE_TLS_KEY", "shop.key").output();
        let output = output.unwrap();
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let (_, said) = run(&["doctor"]);
    assert!(said.contains("TLS of the store's own") && said.contains("shop.pem, until 4096-01-01"), "{said}");
    fs::write(folder.path().join("shop.key"), "no key").unwrap();
    let (_, said) = run(&["doctor"]);
    assert!(said.contains("!!  certificate") && said.contains("no key can be read from shop.key"), "{said}");
    let (started, said) = run(&["serve", "--port", "0"]);
    assert!(!started && said.contains("no key can be read from shop.key"), "{said}");
    assert!(!folder.path().join(".data").exists(), "the database is not touched");
}
