//! R64: what people write is found in no log, no metric and no refusal: texts nobody else writes are sent
//! through every field, then looked for.

use axum::http::Method;
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::{self, pages::address::encode};
use fieldhouse_shop::config::Config;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, registration},
    hostile::{Operation, complete, operations, send, texts_in},
    import_tables::{ADDRESSES, CUSTOMERS, Kind, UNITS, bytes},
    platform::ask,
    shopping::{add_one, cart},
    support::{Answer, Kept, TestApp, Visitor},
};

/// In capitals and small letters nobody else writes so.
const MARK: &str = "cAnArY";
/// Where index names and filters are told back.
const HOSTED_SEARCH: &str = "/1/";
/// A test number of a payment card.
const CARD: &str = "4111 1111 1111 1111";
/// A password, a name, an e-mail, a token, a code, a card's number.
const CANARIES: [&str; 6] = [
    "cAnArY pass word 7!",
    "cAnArY",
    "cAnArY@club.example",
    "cAnArYcAnArYcAnArYcAnArYcAnArYcAnArYcAnArYc",
    "cAnArY-1",
    CARD,
];

/// A store with metrics whose log is kept.
struct Watched {
    app: TestApp,
    router: axum::Router,
    log: Kept,
    _on: tracing::subscriber::DefaultGuard,
}

impl Watched {
    async fn open() -> Self {
        let app = TestApp::stocked().await;
        let state = app.again(Config { metrics: true, ..app.state.config.clone() });
        let router = surfaces::router(state, app.pages.clone());
        // The first event of a kind decides who hears it: it must not be another test's while ours begins.
        Visitor::at(router.clone(), Site::FIELDHOUSE).get("/api/shell").await;
        let log = Kept::default();
        let lines = log.clone();
        let filter = tracing_subscriber::EnvFilter::new(
            "info,fieldhouse_server=trace,fieldhouse_shop=trace,fieldhouse_kernel=trace,fieldhouse_core=trace",
        );
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(move || lines.clone())
            .with_ansi(false)
            .finish();
        Self { app, router, log, _on: tracing::subscriber::set_default(subscriber) }
    }

    fn visitor(&self) -> Visitor {
        Visitor::at(self.router.clone(), Site::FIELDHOUSE)
    }

    /// Nothing of it was written down anywhere, though something was.
    async fn close(self, sent: &str) {
        let metrics = self.visitor().get("/metrics").await;
        assert_eq!(metrics.status, 200);
        clean(&format!("the metrics after {sent}"), &metrics.text);
        let log = self.log.take();
        assert!(log.lines().count() > 1, "{log}");
        clean(&format!("the log after {sent}"), &log);
    }
}

/// Holds none of the canaries, in whatever letters.
fn clean(what: &str, text: &str) {
    let lower = text.to_lowercase();
    for word in [MARK.to_lowercase().as_str(), "411111111111", "4111 1111 1111", "$argon2id"] {
        let at = lower.find(word).map(|at| lower.get(at.saturating_sub(200)..(at + 60).min(lower.len())));
        assert!(at.is_none(), "{what}: {at:?}");
    }
}

/// A refusal says nothing of what was sent.
fn judge(what: &str, answer: &Answer) {
    assert!(!answer.status.is_server_error(), "{what}: {} {}", answer.status, answer.text);
    if answer.status.is_client_error() {
        clean(what, &answer.text);
    }
}

/// As [`judge`]; the hosted search's refusals name the index or the filter as its clients expect.
fn judge_answer(operation: &Operation, place: &str, answer: &Answer) {
    if !operation.path.starts_with(HOSTED_SEARCH) {
        judge(&format!("{place} of {} {}", operation.method, operation.path), answer);
    }
}

/// Sends the canaries to all fields of all operations that are asked for: query and body, header and cookie.
async fn fly(visitor: &Visitor, cart: &Value, about: fn(&str) -> bool) -> usize {
    let mut sent = 0;
    for operation in operations() {
        if operation.path == "/api/auth/signout" || !about(&operation.path) {
            continue;
        }
        let path =
            operation.names.iter().fold(operation.path.clone(), |path, name| path.replace(&format!("{{{name}}}"), "a"));
        for text in CANARIES {
            for name in &operation.query {
                let path = format!("{path}?{name}={}", encode(text));
                let answer = send(visitor, &operation, &path, operation.body.as_ref()).await;
                judge_answer(&operation, &format!("{text:?} as {name}"), &answer);
                sent += 1;
            }
            let Some(body) = complete(&operation, cart) else { continue };
            let mut places = Vec::new();
            texts_in(&body, "", &mut places);
            for place in places {
                let mut body = body.clone();
                *body.pointer_mut(&place).unwrap() = json!(text);
                let answer = send(visitor, &operation, &path, Some(&body)).await;
                judge_answer(&operation, &format!("{text:?} at {place}"), &answer);
                sent += 1;
            }
        }
    }
    sent
}

#[tokio::test]
async fn r64_no_field_of_any_operation_shows_in_logs_metrics_or_refusals() {
    let watched = Watched::open().await;
    let visitor = watched.visitor();
    add_one(&visitor, "BAL100", 1).await;
    let sent = fly(&visitor, &cart(&visitor).await, |_| true).await;
    assert!(sent > CANARIES.len() * 60, "{sent}");
    watched.close("fields of visitors").await;
}

#[tokio::test]
async fn r64_no_field_of_a_customer_shows_in_logs_metrics_or_refusals() {
    let watched = Watched::open().await;
    customer(&watched.app, Site::FIELDHOUSE, COACH).await;
    let visitor = watched.visitor();
    crate::accounts::sign_in(&visitor, COACH, PASSWORD).await;
    add_one(&visitor, "BAL100", 1).await;
    let sent = fly(&visitor, &cart(&visitor).await, |path| path.to_lowercase().contains("account")).await;
    assert!(sent > CANARIES.len() * 20, "{sent}");
    watched.close("fields of customers").await;
}

#[tokio::test]
async fn r64_what_goes_through_shows_nowhere_either() {
    let watched = Watched::open().await;
    let visitor = watched.visitor();
    let email = "cAnArY@club.example";
    let mut form = registration(email);
    for field in ["firstName", "lastName", "title", "company", "address", "address2", "classification", "city"] {
        form[field] = json!("cAnArY");
    }
    let (right, wrong) = ("cAnArY seven green llamas", "cAnArY eight green llamas");
    form["password"] = json!({"change": false, "current": "", "new": right, "confirm": wrong});
    judge("registration", &visitor.post("/api/features/Account/register", &form).await);
    form["password"] = json!({"change": false, "current": "", "new": right, "confirm": right});
    for status in [200, 409] {
        let registered = visitor.post("/api/features/Account/register", &form).await;
        assert_eq!(registered.status, status, "{}", registered.text);
        judge("registration", &registered);
    }
    for (password, status) in [(wrong, 401), (right, 200)] {
        let answer = visitor.post("/api/auth/signin", &json!({"email": email, "password": password})).await;
        assert_eq!(answer.status, status, "{}", answer.text);
        judge("sign-in", &answer);
    }
    assert_eq!(crate::accounts::session_type(&visitor).await, "customer");
    let reset = json!({"email": email, "storeKey": "fieldhouse"});
    assert!(visitor.post("/api/features/Account/password-token", &reset).await.status.is_success());
    let joined = visitor.post("/api/features/Newsletter01", &json!({"email": email})).await;
    assert!(joined.status.is_success(), "{}", joined.text);
    // The letters are written, sent and lost: neither shows in the log.
    assert!(letters(&watched.app).await.iter().any(|letter| letter.contains("cAnArY")));
    let stranger = watched.visitor();
    for cookie in ["fieldhouse", "__Host-fieldhouse", "flyercode", "friendlyFlyercode", "programId"] {
        stranger.forge_cookie(cookie, "cAnArY-1");
    }
    judge("cookies", &stranger.get("/api/cart").await);
    let headers = [
        ("authorization", "Bearer cAnArY"),
        ("x-forwarded-for", "cAnArY"),
        ("user-agent", "cAnArY"),
        ("referer", "http://fieldhouse.localhost/cAnArY"),
        ("x-request-id", "cAnArY"),
        ("idempotency-key", "cAnArY"),
    ];
    for path in ["/api/cart", "/platform/fieldhouse/me", "/account/create-password?token=cAnArY"] {
        judge(path, &stranger.send(Method::GET, path, &headers, None).await);
    }
    let form = "grant_type=password&username=cAnArY%40club.example&password=cAnArY+pass+word";
    judge("a token", &ask(&stranger, "/oauth/fieldhouse/customers/token", form).await);
    judge(
        "a refresh token",
        &ask(&stranger, "/oauth/fieldhouse/token", "grant_type=refresh_token&refresh_token=cAnArY").await,
    );
    watched.close("what went through").await;
}

#[tokio::test]
async fn r64_a_refused_file_is_told_without_what_stands_in_it() {
    let watched = Watched::open().await;
    let app = &watched.app;
    let told = async |kind, text: String| {
        let refused = bytes(app, kind, "file.csv", text.as_bytes(), false).await.unwrap_err();
        clean("a refused file", &refused.to_string());
    };
    let all = |count: usize| [vec![MARK; count].join(","), "\n".to_owned()].concat();
    told(Kind::Customers, [CUSTOMERS, &all(10)].concat()).await;
    told(Kind::Units, [UNITS, &all(7)].concat()).await;
    told(Kind::Addresses, [ADDRESSES, &all(16)].concat()).await;
    let argon = "$argon2id$v=19$m=1,t=2,p=1$c2FsdHNhbHQ$cAnArY";
    for hash in ["cAnArY pass word 7!", argon, "cAnArY:salt:1"] {
        let row = format!("fieldhouse,cAnArY@club.example,cAnArY,cAnArY,=cAnArY,,,,\"{hash}\",\n");
        told(Kind::Customers, [CUSTOMERS, &row].concat()).await;
    }
    let row = "fieldhouse,cAnArY@club.example,cAnArY,cAnArY,,,,,,\n".repeat(2);
    told(Kind::Customers, [CUSTOMERS, &row].concat()).await;
    let good = [CUSTOMERS, "fieldhouse,cAnArY@club.example,cAnArY,cAnArY,cAnArY,cAnArY,,,,\n"].concat();
    bytes(app, Kind::Customers, "file.csv", good.as_bytes(), false).await.unwrap();
    watched.visitor().get("/api/shell").await;
    watched.close("imports").await;
}
