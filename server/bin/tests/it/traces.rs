//! Traces, as a collector gets them from the binary itself: a request is a part of its sender's trace, and what it asks of a system
//! upstream is a part of the request. And figures, which have a port of their own if they are told to.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
};

use axum::{
    Json, Router,
    body::Bytes,
    http::{HeaderMap, StatusCode},
    routing::{get, post},
};
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value as Any, trace::v1::Span,
};
use prost::Message;
use reqwest::Client;
use serde_json::json;
use tempfile::TempDir;
use tokio::{
    net::TcpListener,
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
};

use crate::accounts::{COACH, registration};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const SENDER: &str = "00f067aa0ba902b7";

async fn serve(router: Router) -> SocketAddr {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = port.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(port, router).await.unwrap() });
    address
}

/// A collector; what it gets, as it came.
async fn collector() -> (SocketAddr, UnboundedReceiver<(HeaderMap, Bytes)>) {
    let (got, all) = unbounded_channel();
    let take = async move |headers: HeaderMap, body: Bytes| {
        got.send((headers, body)).unwrap();
        StatusCode::OK
    };
    (serve(Router::new().route("/v1/traces", post(take))).await, all)
}

/// A service that knows friendly codes; what it is asked with.
async fn friendly_codes() -> (SocketAddr, UnboundedReceiver<HeaderMap>) {
    let (got, all) = unbounded_channel();
    let answer = async move |headers: HeaderMap| {
        got.send(headers).unwrap();
        Json(json!({"flyerCode": "T5"}))
    };
    (serve(Router::new().route("/flyer-code/friendly/", get(answer))).await, all)
}

/// What the doctor says of traces.
async fn doctor(endpoint: String) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    doctor.arg("doctor").current_dir(folder.path()).env_remove("DATABASE_URL");
    doctor.env("FIELDHOUSE_OTLP_ENDPOINT", endpoint);
    let said = tokio::task::spawn_blocking(move || doctor.output().unwrap().stdout).await.unwrap();
    let said = String::from_utf8(said).unwrap();
    said.lines().find(|line| line.contains("  traces ")).unwrap().to_owned()
}

/// A port that nobody has.
fn free_port() -> SocketAddr {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// The binary with settings; where it answers.
async fn start(settings: &[(&str, &str)]) -> (Child, String, TempDir) {
    drop(rustls::crypto::ring::default_provider().install_default());
    let (folder, address) = (tempfile::tempdir().unwrap(), free_port());
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldhouse"));
    command.current_dir(folder.path()).args(["serve", "--port", &address.port().to_string()]);
    command.env_remove("DATABASE_URL").env_remove("FIELDHOUSE_DEMO").envs(settings.iter().copied());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let said = BufReader::new(child.stdout.take().unwrap());
    let open = move || said.lines().map(Result::unwrap).any(|line| line.contains("The desk"));
    assert!(tokio::task::spawn_blocking(open).await.unwrap());
    (child, format!("http://{address}"), folder)
}

async fn stop(mut child: Child) {
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert!(tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap().success());
}

fn spans_of(body: Bytes) -> Vec<Span> {
    let mut spans = Vec::new();
    for resource in ExportTraceServiceRequest::decode(body).unwrap().resource_spans {
        let name = &resource.resource.as_ref().unwrap().attributes;
        assert!(name.iter().any(|pair| pair.key == "service.name"), "{name:?}");
        spans.extend(resource.scope_spans.into_iter().flat_map(|scope| scope.spans));
    }
    spans
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap()).collect()
}

fn said(span: &Span, key: &str) -> String {
    let value = span.attributes.iter().find(|pair| pair.key == key).unwrap().value.clone().unwrap().value.unwrap();
    match value {
        Any::StringValue(text) => text,
        Any::IntValue(number) => number.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_a_part_of_its_senders_trace_and_hands_it_on_to_whom_it_asks() {
    let ((collector, mut traces), (codes, mut asked)) = (collector().await, friendly_codes().await);
    let settings = [
        ("FIELDHOUSE_OTLP_ENDPOINT", format!("http://{collector}/")),
        ("FIELDHOUSE_FRIENDLY_CODES", format!("http://{codes}/")),
    ];
    let settings = settings.each_ref().map(|(name, value)| (*name, value.as_str()));
    let (store, origin, _folder) = start(&settings).await;
    let parent = format!("00-{TRACE}-{SENDER}-01");
    let secret = "/api/flyer-code/friendly/?input=SECRETWORD";
    let answer = Client::new().get([&origin, secret].concat()).header("traceparent", parent).send().await.unwrap();
    let request = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
    assert_eq!(answer.status().as_u16(), 200, "{}", answer.text().await.unwrap());
    let carried = asked.recv().await.unwrap()["traceparent"].to_str().unwrap().to_owned();
    // What waits is sent at the end.
    stop(store).await;

    let (mut spans, mut bytes) = (Vec::new(), Vec::new());
    while let Ok((headers, body)) = traces.try_recv() {
        assert_eq!(headers["content-type"], "application/x-protobuf");
        bytes.extend_from_slice(&body);
        spans.extend(spans_of(body));
    }
    let own = |name: &str| spans.iter().find(|span| span.name == name && hex(&span.trace_id) == TRACE).unwrap();
    let (server, client) = (own("GET /api/flyer-code/friendly/"), own("friendly-codes"));
    assert_eq!(hex(&server.parent_span_id), SENDER);
    assert_eq!(client.parent_span_id, server.span_id);
    assert_eq!(carried, format!("00-{TRACE}-{}-01", hex(&client.span_id)));
    assert_eq!(said(server, "http.response.status_code"), "200");
    assert_eq!(said(server, "fieldhouse.request"), request);
    assert_eq!(said(client, "http.response.status_code"), "200");
    assert!(!String::from_utf8_lossy(&bytes).contains("SECRETWORD"), "nothing that was typed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_for_later_is_a_part_of_the_trace_of_who_left_it() {
    let (collector, mut traces) = collector().await;
    let endpoint = format!("http://{collector}/");
    let (store, origin, _folder) = start(&[("FIELDHOUSE_OTLP_ENDPOINT", &endpoint)]).await;
    let parent = format!("00-{TRACE}-{SENDER}-01");
    let register = Client::new().post([&origin, "/api/features/Account/register"].concat());
    let answer = register.header("traceparent", parent).json(&registration(COACH)).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200, "{}", answer.text().await.unwrap());
    // The letter leaves beside the answer, and both are told within a batch or two.
    let mut spans: Vec<Span> = Vec::new();
    let find = |spans: &[Span], name: &str| {
        spans.iter().find(|span| span.name == name && hex(&span.trace_id) == TRACE).cloned()
    };
    let (request, letter) = loop {
        spans.extend(spans_of(traces.recv().await.unwrap().1));
        let request = find(&spans, "POST /api/features/Account/register");
        if let (Some(request), Some(letter)) = (request, find(&spans, "letters")) {
            break (request, letter);
        }
    };
    assert_eq!(hex(&request.parent_span_id), SENDER);
    assert_eq!(letter.parent_span_id, request.span_id);
    stop(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_or_asked_for_nothing_disturbs_nobody() {
    let endpoint = format!("http://{}", free_port());
    let (store, origin, _folder) = start(&[("FIELDHOUSE_OTLP_ENDPOINT", &endpoint)]).await;
    for _ in 0..20 {
        let answer = Client::new().get([&origin, "/api/shell"].concat()).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200);
    }
    stop(store).await;
    assert!(doctor(endpoint).await.starts_with("!!"));
    let (collector, mut traces) = collector().await;
    let endpoint = format!("http://{collector}");
    assert!(doctor(endpoint.clone()).await.contains("takes them"));
    assert!(traces.recv().await.unwrap().1.is_empty());
    let settings = [("FIELDHOUSE_OTLP_ENDPOINT", endpoint.as_str()), ("FIELDHOUSE_OTLP_PERCENT", "0")];
    let (store, origin, _folder) = start(&settings).await;
    let parent = format!("00-{TRACE}-{SENDER}-01");
    let asked = Client::new().get([&origin, "/api/shell"].concat()).header("traceparent", parent).send().await;
    assert_eq!(asked.unwrap().status().as_u16(), 200);
    stop(store).await;
    assert!(traces.try_recv().is_err(), "who sends a request does not decide what is traced");
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_with_a_port_of_their_own_are_there_whatever_the_host_and_nowhere_else() {
    let figures = free_port();
    let settings = [
        ("FIELDHOUSE_METRICS_LISTEN", figures.to_string()),
        ("FIELDHOUSE_HOSTS", "shop.example=fieldhouse".to_owned()),
    ];
    let settings = settings.each_ref().map(|(name, value)| (*name, value.as_str()));
    let (store, origin, _folder) = start(&settings).await;
    let client = Client::new();
    let answered = async |url: String, host: &'static str| {
        let answer = client.get(url).header("host", host).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    // As Prometheus asks: by the node's own address.
    let (status, text) = answered(format!("http://{figures}/metrics"), "10.0.0.7:9420").await;
    assert!(status == 200 && text.contains("fieldhouse_database_connections"), "{status} {text}");
    assert_eq!(answered(format!("http://{figures}/"), "shop.example").await.0, 404, "nothing but figures");
    let (status, text) = answered(format!("{origin}/metrics"), "shop.example").await;
    assert!(status == 404 && !text.contains("fieldhouse_database_connections"), "{status} {text}");
    stop(store).await;
}
