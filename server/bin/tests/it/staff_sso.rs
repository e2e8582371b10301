//! Single sign-on at the desk, with a real issuer: `oidc-provider`, started by the test.

use std::{
    io::{BufRead, BufReader, Lines},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::Mutex,
};

use axum::{
    Router,
    http::{Method, StatusCode},
};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::config::Config;
use serde_json::{Value, json};

use crate::{
    desk::{acts, grants, member, put},
    erp_stub::{Manner, Stub, canary},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const HOST: &str = "fieldhouse.localhost:8420";

/// The issuer, as long as the test lasts.
pub struct Issuer {
    child: Child,
    /// What it says is heard until the end: a closed pipe would end it.
    _said: Lines<BufReader<ChildStdout>>,
    pub address: String,
}

impl Drop for Issuer {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Starts it with these people, by subject.
pub fn issuer(people: &Value) -> Issuer {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut child = Command::new("node")
        .args(["tests/sso/issuer.mjs", &format!("http://{HOST}/desk/api/sign-in/sso/callback")])
        .current_dir(root)
        .env("PEOPLE", people.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("node runs");
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut lines = said.by_ref().map_while(Result::ok);
    let address = lines.find(|line| line.starts_with("http://")).expect("the issuer listens");
    Issuer { child, _said: said, address }
}

fn people() -> Value {
    let person = |email: &str, verified: bool, groups: &[&str]| json!({"email": email, "email_verified": verified, "name": "Ann", "groups": groups});
    json!({
        "ann": person("ann@store.example", true, &["desk", "other"]),
        "imposter": person("ann@store.example", true, &["admins"]),
        "unverified": person("bob@store.example", false, &["desk"]),
        "elsewhere": person("cem@else.example", true, &["desk"]),
        "without": person("dee@store.example", true, &["other"]),
        "boss": person("boss@store.example", true, &["desk"]),
    })
}

/// The store with this issuer.
fn desk(app: &TestApp, issuer: &Issuer) -> Router {
    let config = Config {
        sso_issuer: issuer.address.clone(),
        sso_client_id: "desk".to_owned(),
        sso_client_secret: "desk-secret".to_owned(),
        sso_roles: vec!["desk=order_desk@usgames".to_owned(), "admins=owner".to_owned()],
        sso_domains: vec!["Store.Example".to_owned()],
        desk_host: HOST.to_owned(),
        ..app.state.config.clone()
    };
    surfaces::router(app.again(config), app.pages.clone())
}

/// Goes to the issuer as this subject; the path that it sends back to.
async fn leave(visitor: &Visitor, subject: &str) -> String {
    let left = visitor.get(&format!("/desk/api/sign-in/sso?email={subject}")).await;
    assert_eq!(left.status, StatusCode::SEE_OTHER, "{}", left.text);
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap();
    let (mut at, jar) = (left.headers["location"].to_str().unwrap().to_owned(), Mutex::new(Vec::<String>::new()));
    for asked in ["code_challenge_method=S256", "nonce=", "state=", "response_type=code"] {
        assert!(at.contains(asked), "{asked} in {at}");
    }
    for _ in 0..8 {
        if let Some(path) = at.strip_prefix(&format!("http://{HOST}")) {
            return path.to_owned();
        }
        let cookies = jar.lock().unwrap().join("; ");
        let answer = browser.get(&at).header("cookie", cookies).send().await.unwrap();
        for cookie in answer.headers().get_all("set-cookie") {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
            jar.lock().unwrap().push(pair);
        }
        let next = answer.headers()["location"].to_str().unwrap().to_owned();
        at = reqwest::Url::parse(&at).unwrap().join(&next).unwrap().to_string();
    }
    panic!("the issuer sends nobody back: {at}");
}

async fn come_back(router: &Router, subject: &str) -> (Visitor, Answer) {
    let visitor = Visitor::at(router.clone(), SITE);
    let path = leave(&visitor, subject).await;
    let answer = visitor.get(&path).await;
    (visitor, answer)
}

#[tokio::test]
async fn staff_sso_who_comes_from_an_allowed_domain_has_the_roles_of_their_groups() {
    let app = TestApp::start().await;
    let issuer = issuer(&people());
    let router = desk(&app, &issuer);
    let (ann, answer) = come_back(&router, "ann").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert!(answer.text.contains("url=/desk\""), "{}", answer.text);
    let session = ann.get("/desk/api/session").await.json();
    assert_eq!((&session["email"], &session["name"]), (&json!("ann@store.example"), &json!("Ann")));
    assert_eq!(
        (&session["signedInBy"], &session["roles"]),
        (&json!("sso"), &json!([{"role": "order_desk", "sites": ["usgames"]}]))
    );

    // Who is not to come in.
    for subject in ["unverified", "elsewhere", "without", "imposter"] {
        let (visitor, answer) = come_back(&router, subject).await;
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (StatusCode::UNAUTHORIZED, Some("sso_refused")),
            "{subject}"
        );
        assert_eq!(visitor.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED, "{subject}");
    }

    // What was given by hand goes with the next sign-in: the groups decide.
    let (_, owner) = member(&app, "owner@store.example", &grants(&[("owner", None)])).await;
    let id = session["id"].as_str().unwrap();
    let version = owner.get(&format!("/desk/api/staff/{id}")).await.json()["version"].clone();
    let body = json!({"version": version, "roles": [{"role": "warehouse"}]});
    assert_eq!(put(&owner, &format!("/desk/api/staff/{id}/roles"), &body).await.status, StatusCode::OK);
    let (ann, _) = come_back(&router, "ann").await;
    assert_eq!(ann.get("/desk/api/session").await.json()["roles"][0]["role"], "order_desk");
    let told = acts(&owner, "staff.roles_changed").await;
    assert_eq!(told[0]["actorName"], "single sign-on");

    // Suspended is suspended, whoever vouches.
    let version = owner.get(&format!("/desk/api/staff/{id}")).await.json()["version"].clone();
    let suspended = owner.post(&format!("/desk/api/staff/{id}/suspend"), &json!({"version": version})).await;
    assert_eq!(suspended.status, StatusCode::OK, "{}", suspended.text);
    assert_eq!(come_back(&router, "ann").await.1.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn staff_sso_a_way_back_counts_once_and_in_the_browser_it_began_in() {
    let app = TestApp::start().await;
    let issuer = issuer(&people());
    let router = desk(&app, &issuer);
    let (one, other) = (Visitor::at(router.clone(), SITE), Visitor::at(router.clone(), SITE));
    let path = leave(&one, "ann").await;
    assert_eq!(other.get(&path).await.status, StatusCode::UNAUTHORIZED, "another browser");
    leave(&other, "ann").await;
    assert_eq!(other.get(&path).await.status, StatusCode::UNAUTHORIZED, "another one's state");
    let forged = path.replace("state=", "state=x");
    assert_eq!(Visitor::at(router.clone(), SITE).get(&forged).await.status, StatusCode::UNAUTHORIZED);
    let held = one.cookie("fieldhouse-desk-sso").unwrap();
    assert_eq!(one.get(&path).await.status, StatusCode::OK);
    assert_eq!(one.cookie("fieldhouse-desk-sso"), None);
    let again = Visitor::at(router.clone(), SITE);
    again.forge_cookie("fieldhouse-desk-sso", &held);
    assert_eq!(again.get(&path).await.status, StatusCode::UNAUTHORIZED, "once");
    let late = Visitor::at(router, SITE);
    let answer = late.send(Method::GET, "/desk/api/sign-in/sso/callback?error=access_denied", &[], None).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn staff_sso_the_last_owner_stays_one_whatever_the_groups_say_and_no_issuer_is_no_way_in() {
    let app = TestApp::start().await;
    assert_eq!(app.visitor(SITE).get("/desk/api/sign-in/sso").await.status, StatusCode::NOT_FOUND);
    let issuer = issuer(&people());
    let router = desk(&app, &issuer);
    member(&app, "boss@store.example", &grants(&[("owner", None)])).await;
    let (boss, answer) = come_back(&router, "boss").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(boss.get("/desk/api/session").await.json()["roles"], json!([{"role": "owner", "sites": null}]));
    drop(issuer);
    let away = Visitor::at(router, SITE).get("/desk/api/sign-in/sso").await;
    assert_eq!(away.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn staff_sso_an_issuer_that_fails_is_left_alone_for_a_while() {
    let app = TestApp::start().await;
    let stub = Stub::start(Manner::ServerError, &canary().await.0).await;
    let config =
        Config { sso_issuer: stub.address.clone(), sso_client_id: "desk".to_owned(), ..app.state.config.clone() };
    let state = app.again(config);
    let router = surfaces::router(state.clone(), app.pages.clone());
    let leaves = async || Visitor::at(router.clone(), SITE).get("/desk/api/sign-in/sso").await.status;
    for _ in 0..8 {
        assert_eq!(leaves().await, StatusCode::SERVICE_UNAVAILABLE);
    }
    assert_eq!(stub.asked().len(), 5, "after five failures in a row it is not asked");
    state.clock.advance_seconds(11);
    assert_eq!(leaves().await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(stub.asked().len(), 6, "one question looks whether it is back");
    // One that sends people elsewhere, or never ends, is none.
    for manner in [Manner::Redirect, Manner::FiftyMegabytes, Manner::Html] {
        stub.behave(manner);
        state.clock.advance_seconds(11);
        assert_eq!(leaves().await, StatusCode::SERVICE_UNAVAILABLE, "{manner:?}");
    }
}
