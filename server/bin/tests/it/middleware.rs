//! What the floor refuses and what every answer carries, whatever the route.

use axum::{
    Router,
    body::Body,
    http::{Method, Request, StatusCode, header},
    routing::{get, post},
};
use fieldhouse_core::{brand::Site, cart::AddLinesDraft};
use fieldhouse_kernel::http::extract::{ApiJson, BODY_TIME};
use fieldhouse_server::surfaces::middleware::{self, ANSWER_TIME};
use fieldhouse_shop::{config::Config, state::AppState};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{Answer, Kept, TestApp};

/// A few routes of our own behind the store's floor.
fn routes(state: &AppState) -> Router {
    let echo = async |ApiJson(draft): ApiJson<AddLinesDraft>| axum::Json(draft);
    let router = Router::new()
        .route("/api/echo", post(echo))
        .route("/api/ok", get(async || "ok"))
        .route("/api/panic", get(async || -> &'static str { panic!("the cause, for the log only") }))
        .route("/api/never", get(async || std::future::pending::<&'static str>().await));
    middleware::under(router, state.clone(), None)
}

async fn ask(router: &Router, request: Request<Body>) -> Answer {
    let response = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    Answer {
        status: parts.status,
        headers: parts.headers,
        text: String::from_utf8(bytes.to_vec()).unwrap(),
        bytes: bytes.to_vec(),
    }
}

fn request(method: &str, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder().method(Method::from_bytes(method.as_bytes()).unwrap()).uri(path);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header(header::HOST, "fieldhouse.localhost:8420");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).unwrap()
}

const JSON: (&str, &str) = ("content-type", "application/json");
const BODY: &str = r#"{"lines":[{"sku":"a","quantity":1}]}"#;

/// Each refusal is a problem with a code and the id that the header and the log have too.
fn assert_problem(answer: &Answer, status: u16, code: &str) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "application/problem+json");
    let body = answer.json();
    assert_eq!(body["code"], code);
    assert_eq!(body["status"], status);
    assert_eq!(body["requestId"].as_str().unwrap(), answer.headers["x-request-id"].to_str().unwrap());
    assert_eq!(body["requestId"].as_str().unwrap().len(), 16);
}

#[tokio::test]
async fn r49_changes_are_only_taken_from_the_stores_own_pages() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    let own = "http://fieldhouse.localhost:8420";
    for headers in [
        &[][..],
        &[("origin", own)],
        &[("sec-fetch-site", "same-origin")],
        &[("origin", "https://Fieldhouse.localhost:8420")],
    ] {
        let headers = [&[JSON], headers].concat();
        assert_eq!(ask(&router, request("POST", "/api/echo", &headers, BODY)).await.status, 200, "{headers:?}");
    }
    for headers in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", "http://usgames.localhost:8420"),
        ("origin", "http://fieldhouse.localhost:8421"),
        ("origin", "http://fieldhouse.localhost:8420.evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("sec-fetch-site", "none"),
    ] {
        let answer = ask(&router, request("POST", "/api/echo", &[JSON, headers], BODY)).await;
        assert_problem(&answer, 403, "origin_refused");
    }
    // Behind TLS, a page that came over plain http is a stranger.
    let state = with_config(&app, |config| config.secure = true);
    let answer = ask(&routes(&state), request("POST", "/api/echo", &[JSON, ("origin", own)], BODY)).await;
    assert_problem(&answer, 403, "origin_refused");
}

#[tokio::test]
async fn r49_forms_and_plain_texts_are_not_read_and_reading_never_changes() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp"]
    {
        let answer = ask(&router, request("POST", "/api/echo", &[("content-type", kind)], BODY)).await;
        assert_problem(&answer, 415, "not_json");
    }
    let length = BODY.len().to_string();
    let answer = ask(&router, request("POST", "/api/echo", &[("content-length", &length)], BODY)).await;
    assert_problem(&answer, 415, "not_json");
    let visitor = app.visitor(Site::FIELDHOUSE);
    for operation in fieldhouse_server::surfaces::ops::openapi::document().paths.paths {
        let (path, item) = operation;
        if item.get.is_none() {
            let answer = visitor.get(&path.replace(['{', '}'], "")).await;
            // The sign-in page has the address of the call (account §2): a page, which changes nothing.
            if path == "/api/auth/signin" {
                assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
                assert!(!answer.headers.contains_key("set-cookie"));
                continue;
            }
            // The customer API says it in the form of its clients (account §7).
            if ["/platform/", "/oauth/"].iter().any(|door| path.starts_with(door)) {
                assert_eq!(answer.status, 405, "{path}");
                assert_eq!(answer.json()["statusCode"], 405, "{path}");
                continue;
            }
            // And the search for the hosted service's clients in theirs.
            if path.starts_with("/1/") {
                assert_eq!((answer.status.as_u16(), &answer.json()["status"]), (405, &405.into()), "{path}");
                continue;
            }
            assert_problem(&answer, 405, "method_not_allowed");
        }
    }
}

#[tokio::test]
async fn r51_every_answer_carries_the_same_guards() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    let big = "x".repeat(2 * 1024 * 1024);
    let mut answers = vec![
        ask(&router, request("GET", "/api/ok", &[], "")).await,
        ask(&router, request("GET", "/api/panic", &[], "")).await,
        ask(&router, request("GET", "/nothing", &[], "")).await,
        ask(&router, request("POST", "/api/echo", &[JSON, ("content-length", "2097152")], big)).await,
        ask(&router, request("GET", "/api/ok", &[("host", "evil.example")], "")).await,
        ask(&app.router, request("GET", "/healthz", &[], "")).await,
        ask(&app.router, request("GET", "//a//b", &[], "")).await,
        ask(&app.router, request("GET", "/images/jersey-front.svg", &[], "")).await,
        ask(&app.router, request("GET", "/robots.txt", &[], "")).await,
        ask(&app.router, request("GET", "/no/such/page", &[], "")).await,
        ask(&app.router, request("TRACE", "/", &[], "")).await,
    ];
    let tag = answers[8].headers["etag"].to_str().unwrap().to_owned();
    answers.push(ask(&app.router, request("GET", "/robots.txt", &[("if-none-match", &tag)], "")).await);
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    assert_eq!(statuses, [200, 500, 404, 413, 421, 200, 301, 200, 200, 404, 405, 304]);
    for answer in &answers {
        let headers = &answer.headers;
        let policy = headers["content-security-policy"].to_str().unwrap();
        for part in [
            "default-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe-inline"));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "strict-origin-when-cross-origin");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin");
        assert!(!headers.contains_key("strict-transport-security") && !headers.contains_key("server"));
        assert!(!headers.contains_key("x-powered-by"));
    }
    assert_eq!(answers[0].headers["cache-control"], "no-store");
    let secure = routes(&with_config(&app, |config| config.secure = true));
    let answer = ask(&secure, request("GET", "/api/ok", &[], "")).await;
    assert_eq!(answer.headers["strict-transport-security"], "max-age=31536000");
}

#[tokio::test]
async fn r57_addresses_that_are_not_text_are_refused() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    for path in ["/api/ok?q=%00", "/api/ok?q=%C0%AF", "/p/%ff/", "/p/%00", "/api/ok?q=%ED%A0%80"] {
        assert_problem(&ask(&router, request("GET", path, &[], "")).await, 400, "malformed");
    }
    assert_eq!(ask(&router, request("GET", "/api/ok?q=%F0%9F%8F%80", &[], "")).await.status, 200);
    let nul = r#"{"lines":[{"sku":"a\u0000","quantity":1}]}"#;
    assert_problem(&ask(&router, request("POST", "/api/echo", &[JSON], nul)).await, 400, "malformed");
}

#[tokio::test]
async fn r58_broken_bodies_are_400_and_name_the_place() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    for broken in
        ["{", "{]", "nul", "{\"lines\":[],}", "{\"lines\":01}", "\u{feff}{}", "{}{}", "{'lines':[]}", "[1,]", "\"\\x\""]
    {
        let answer = ask(&router, request("POST", "/api/echo", &[JSON], broken)).await;
        assert_eq!(answer.status, 400, "{broken}");
    }
    let answer = ask(&router, request("POST", "/api/echo", &[JSON], "[".repeat(100_000))).await;
    assert_eq!(answer.status, 400);
    let price = json!({"lines": [{"sku": "a", "quantity": 1, "price": 1}]}).to_string();
    let answer = ask(&router, request("POST", "/api/echo", &[JSON], price)).await;
    assert_problem(&answer, 400, "wrong_shape");
    assert_eq!(answer.json()["errors"][0]["field"], "lines.0.price");
    for quantity in ["1.5", "\"1\"", "1e2", "null", "1e400", "9223372036854775808", &"9".repeat(40)] {
        let body = format!("{{\"lines\":[{{\"sku\":\"a\",\"quantity\":{quantity}}}]}}");
        let answer = ask(&router, request("POST", "/api/echo", &[JSON], body)).await;
        assert_eq!(answer.status, 400, "{quantity}");
        // A number no JSON reader can hold is a syntax matter to ours.
        if quantity != "1e400" {
            assert_eq!(answer.json()["errors"][0]["field"], "lines.0.quantity", "{quantity}");
        }
    }
}

#[tokio::test]
async fn r59_what_is_too_large_is_refused_before_it_is_read() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    let big = "x".repeat(64 * 1024);
    let answer = ask(&router, request("GET", "/api/ok", &[("x-big", &big)], "")).await;
    assert_problem(&answer, 431, "headers_too_large");
    let answer = ask(&router, request("GET", &format!("/api/ok?q={}", &big[..62 * 1024]), &[], "")).await;
    assert_problem(&answer, 414, "address_too_long");
    let keys = vec!["a=1"; 10_000].join("&");
    assert_problem(&ask(&router, request("GET", &format!("/api/ok?{keys}"), &[], "")).await, 400, "malformed");
    let body = format!("{{\"lines\":[{}]}}", " ".repeat(1024 * 1024));
    // Told by its length, and found out while reading.
    let length = body.len().to_string();
    let told = request("POST", "/api/echo", &[JSON, ("content-length", &length)], body.clone());
    assert_problem(&ask(&router, told).await, 413, "too_large");
    let chunks = futures_util::stream::iter(
        body.into_bytes().chunks(4096).map(|c| Ok::<_, std::io::Error>(c.to_vec())).collect::<Vec<_>>(),
    );
    let streamed = request("POST", "/api/echo", &[JSON, ("transfer-encoding", "chunked")], Body::from_stream(chunks));
    assert_problem(&ask(&router, streamed).await, 413, "too_large");
    let packed = request("POST", "/api/echo", &[JSON, ("content-encoding", "gzip"), ("content-length", "36")], BODY);
    assert_problem(&ask(&router, packed).await, 415, "compressed_body");
    let ids = vec!["p"; 10_000].join(",");
    let answer = app.visitor(Site::FIELDHOUSE).get(&format!("/api/features/RecentlyViewed/?productIds={ids}")).await;
    assert_problem(&answer, 400, "malformed");
}

#[tokio::test]
async fn r60_a_body_that_drips_and_an_answer_that_never_comes_are_ended() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    // One blank, then never the next.
    let blank = futures_util::stream::iter([Ok::<_, std::io::Error>(" ")]);
    let drip = futures_util::StreamExt::chain(blank, futures_util::stream::pending());
    let dripping = request("POST", "/api/echo", &[JSON, ("transfer-encoding", "chunked")], Body::from_stream(drip));
    let never = request("GET", "/api/never", &[], "");
    let (dripping, never) = tokio::join!(ask(&router, dripping), ask(&router, never));
    assert_problem(&dripping, 408, "too_slow");
    assert_problem(&never, 503, "unavailable");
    // Both ended by their limits, and these are what is asked for.
    const { assert!(BODY_TIME.as_secs() < ANSWER_TIME.as_secs() && ANSWER_TIME.as_secs() <= 15) };
}

#[tokio::test]
async fn r63_a_panic_is_a_500_without_details_and_the_process_lives() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    let answer = ask(&router, request("GET", "/api/panic", &[], "")).await;
    assert_problem(&answer, 500, "internal");
    assert!(!answer.text.contains("cause") && !answer.text.contains("panic"));
    assert_eq!(ask(&router, request("GET", "/api/ok", &[], "")).await.status, 200);
}

#[tokio::test]
async fn r63_r64_the_log_has_the_cause_and_nothing_of_what_people_wrote() {
    let app = TestApp::start().await;
    let router = routes(&app.state);
    // The first event of a kind decides who hears it: it must not be another test's while ours begins.
    for path in ["/api/panic", "/api/shell"] {
        ask(&router, request("GET", path, &[], "")).await;
    }
    let log = Kept::default();
    let lines = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || lines.clone()).with_ansi(false).finish();
    let _on = tracing::subscriber::set_default(subscriber);
    ask(&router, request("GET", "/api/panic?email=canary@example.com", &[("cookie", "session=canary")], "")).await;
    let body = r#"{"lines":[{"sku":"canary","quantity":"canary"}]}"#;
    let refused = ask(&router, request("POST", "/api/echo?canary=1", &[JSON, ("authorization", "canary")], body)).await;
    ask(&router, request("GET", "/api/ok%0d%0aINFO%20forged", &[], "")).await;
    let log = log.take();
    assert!(log.contains("the cause, for the log only"), "{log}");
    assert!(log.contains(refused.headers["x-request-id"].to_str().unwrap()), "{log}");
    assert!(!log.contains("canary"), "{log}");
    assert_eq!(log.lines().count(), 3, "one line an answer: {log}");
}

#[tokio::test]
async fn r63_a_database_that_is_gone_is_a_503_and_pages_stay() {
    let app = TestApp::start().await;
    app.state.db.clone().close().await.unwrap();
    let visitor = app.visitor(Site::FIELDHOUSE);
    let ready = visitor.get("/readyz").await;
    assert_problem(&ready, 503, "unavailable");
    assert_eq!(ready.headers["retry-after"], "2");
    for path in ["/healthz", "/api/shell", "/robots.txt"] {
        assert_eq!(visitor.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn r67_nothing_but_the_store_is_served() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert!(!Config::default().development || cfg!(debug_assertions), "a release describes itself to nobody");
    let release =
        fieldhouse_server::surfaces::router(with_config(&app, |config| config.development = false), app.pages.clone());
    assert_problem(&ask(&release, request("GET", "/api/openapi.json", &[], "")).await, 404, "not_found");
    assert_eq!(visitor.get("/api/openapi.json").await.json()["info"]["title"], "Fieldhouse");
    for path in ["/metrics", "/debug", "/api/test", "/api", "/assets/", "/images/", "/.env", "/api/debug/panic"] {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
    for method in ["TRACE", "CONNECT", "OPTIONS", "PROPFIND", "get", "FOO"] {
        for path in ["/", "/api/shell", "/healthz"] {
            assert_problem(&ask(&app.router, request(method, path, &[], "")).await, 405, "method_not_allowed");
        }
    }
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let answer = ask(&app.router, request(method, "/", &[], "")).await;
        assert_problem(&answer, 405, "method_not_allowed");
        assert_eq!(answer.headers["allow"], "GET, HEAD");
        let answer = ask(&app.router, request(method, "/api/shell", &[], "")).await;
        assert_problem(&answer, 405, "method_not_allowed");
        assert!(answer.headers["allow"].to_str().unwrap().contains("GET"));
    }
}

#[tokio::test]
async fn an_unknown_host_is_nobodys_and_health_needs_none() {
    let app = TestApp::start().await;
    for host in ["evil.example", "fieldhouse.localhost.evil.example", ""] {
        let answer = ask(&app.router, request("GET", "/api/shell", &[("host", host)], "")).await;
        assert_problem(&answer, 421, "unknown_host");
    }
    let forged = [("x-forwarded-host", "usgames.localhost"), ("forwarded", "host=usgames.localhost")];
    let answer = ask(&app.router, request("GET", "/api/shell", &forged, "")).await;
    assert_eq!(answer.json()["brand"]["site"], "fieldhouse");
    assert_eq!(ask(&app.router, request("GET", "/healthz", &[("host", "10.0.0.7")], "")).await.status, 200);
    let mut twice = request("GET", "/api/shell", &[], "");
    twice.headers_mut().append(header::HOST, "usgames.localhost".parse().unwrap());
    assert_problem(&ask(&app.router, twice).await, 400, "malformed");
}

#[tokio::test]
async fn doubled_slashes_lead_to_the_one_address() {
    let app = TestApp::start().await;
    for (path, location) in [("//evil.example/", "/evil.example/"), ("/p///x?a=b//c", "/p/x?a=b//c"), ("///", "/")] {
        let answer = ask(&app.router, request("GET", path, &[], "")).await;
        assert_eq!(answer.status, StatusCode::MOVED_PERMANENTLY, "{path}");
        assert_eq!(answer.headers["location"], location);
    }
}

fn with_config(app: &TestApp, change: impl FnOnce(&mut Config)) -> AppState {
    let mut config = app.state.config.clone();
    change(&mut config);
    app.again(config)
}

#[test]
fn a_problem_says_nothing_but_what_it_should() {
    let document = serde_json::to_value(fieldhouse_server::surfaces::ops::openapi::document()).unwrap();
    let fields = document.pointer("/components/schemas/ProblemBody/properties").and_then(Value::as_object).unwrap();
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    assert_eq!(names, ["code", "currentVersion", "error", "errors", "orderId", "requestId", "status", "title", "type"]);
}
