//! Traces by OTLP: one span a request, one a question to a system upstream and one a try of what was left for later, with the
//! context of W3C (`traceparent`) taken from who asks and handed on. Nothing is made while no collector is configured. A span
//! names routes, never addresses, and nothing that anybody typed (R64).

use std::{sync::OnceLock, time::Duration};

use anyhow::Context as _;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, header};
use bytes::Bytes;
use opentelemetry::{
    Context, KeyValue,
    propagation::TextMapPropagator,
    trace::{FutureExt, SpanKind, Status, TraceContextExt, Tracer, TracerProvider},
};
use opentelemetry_http::{HeaderExtractor, HeaderInjector, HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    propagation::TraceContextPropagator,
    trace::{Sampler, SdkTracer, SdkTracerProvider},
};
use reqwest::{Client, Url, redirect::Policy};
use tokio::runtime::Handle;

use crate::encryption;

/// For one batch. Whoever is slower loses it: nobody waits for a collector.
const PATIENCE: Duration = Duration::from_secs(5);
/// Of a collector's answer, which says little.
const ANSWER: usize = 64 * 1024;

/// The header that carries a trace.
const PARENT: HeaderName = HeaderName::from_static("traceparent");

/// What makes spans in this process; nothing before a collector was told.
static TRACER: OnceLock<SdkTracer> = OnceLock::new();

/// Keeps the export alive.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Sends what is still here. Waits for the collector, not for long.
    pub async fn close(self) {
        let closed = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(PATIENCE)).await;
        if !matches!(closed, Ok(Ok(()))) {
            tracing::warn!("the last traces were lost");
        }
    }
}

/// Starts to trace `percent` of a hundred requests, for the collector at an address; nothing for an empty one.
pub fn start(endpoint: &str, percent: u32) -> anyhow::Result<Option<Traces>> {
    if endpoint.is_empty() {
        return Ok(None);
    }
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(Sender::new()?)
        .with_endpoint(address(endpoint)?.as_str())
        .with_timeout(PATIENCE)
        .build()
        .context("traces cannot be sent")?;
    let resource = Resource::builder()
        .with_service_name("fieldhouse")
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .build();
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        // By the trace's id alone: nobody outside decides how much is sent, and all nodes decide alike.
        .with_sampler(Sampler::TraceIdRatioBased(f64::from(percent) / 100.0))
        .with_resource(resource)
        .build();
    // A second start in one process keeps the first.
    drop(TRACER.set(provider.tracer("fieldhouse")));
    Ok(Some(Traces(provider)))
}

/// Whether a collector takes traces: one with nothing in it is sent.
pub async fn try_out(endpoint: &str) -> anyhow::Result<()> {
    let request = Request::post(address(endpoint)?.as_str())
        .header(header::CONTENT_TYPE, "application/x-protobuf")
        .body(Bytes::new())?;
    let answer = Sender::new()?.send_bytes(request).await.map_err(|error| anyhow::anyhow!("{error}"))?;
    anyhow::ensure!(answer.status().is_success(), "it answers {}", answer.status());
    Ok(())
}

/// Where spans go: below the collector's address, as the protocol has it.
fn address(endpoint: &str) -> anyhow::Result<Url> {
    let mut address = Url::parse(endpoint).context("otlp_endpoint is no address")?;
    anyhow::ensure!(matches!(address.scheme(), "http" | "https"), "otlp_endpoint must be http(s)");
    if let Ok(mut path) = address.path_segments_mut() {
        path.pop_if_empty().extend(["v1", "traces"]);
    }
    Ok(address)
}

/// Sends batches. The exporter's own thread knows no runtime: the exchange runs on this one.
#[derive(Debug)]
struct Sender {
    http: Client,
    runtime: Handle,
}

impl Sender {
    fn new() -> anyhow::Result<Self> {
        encryption::install();
        let http = Client::builder().redirect(Policy::none()).no_proxy().timeout(PATIENCE).build()?;
        Ok(Self { http, runtime: Handle::try_current()? })
    }
}

#[async_trait::async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let request = reqwest::Request::try_from(request)?;
        let http = self.http.clone();
        let exchange = self.runtime.spawn(async move {
            let mut answer = http.execute(request).await?;
            let (status, mut body) = (answer.status(), Vec::new());
            while let Some(chunk) = answer.chunk().await? {
                if body.len().saturating_add(chunk.len()) <= ANSWER {
                    body.extend_from_slice(&chunk);
                }
            }
            Ok::<_, reqwest::Error>((status, Bytes::from(body)))
        });
        let (status, body) = exchange.await??;
        if !status.is_success() {
            tracing::warn!(%status, "the collector does not take traces");
        }
        let mut response = Response::new(body);
        *response.status_mut() = status;
        Ok(response)
    }
}

/// A span that has begun; nothing while nobody traces.
#[derive(Debug, Clone)]
pub struct Span(Option<Context>);

/// A request begins: a part of its sender's trace, when it has one.
pub fn answering(headers: &HeaderMap) -> Span {
    let Some(tracer) = TRACER.get() else { return Span(None) };
    let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), &HeaderExtractor(headers));
    let span = tracer.span_builder("request").with_kind(SpanKind::Server).start_with_context(tracer, &parent);
    Span(Some(parent.with_span(span)))
}

/// A question to a system upstream begins, as a part of what is done just now; `headers` carry that on.
pub fn asking(system: &'static str, headers: &mut HeaderMap) -> Span {
    let Some(tracer) = TRACER.get() else { return Span(None) };
    let parent = Context::current();
    let span = tracer.span_builder(system).with_kind(SpanKind::Client).start_with_context(tracer, &parent);
    let own = parent.with_span(span);
    TraceContextPropagator::new().inject_context(&own, &mut HeaderInjector(headers));
    Span(Some(own))
}

/// What is done just now, for who goes on with it later; nothing while nobody traces.
pub fn handed_on() -> String {
    if TRACER.get().is_none() {
        return String::new();
    }
    let mut headers = HeaderMap::new();
    TraceContextPropagator::new().inject_context(&Context::current(), &mut HeaderInjector(&mut headers));
    headers.get(PARENT).and_then(|context| context.to_str().ok()).unwrap_or_default().to_owned()
}

/// What was left for later is tried: a part of the trace of who left it.
pub fn trying(queue: &'static str, left_by: &str) -> Span {
    let Some(tracer) = TRACER.get() else { return Span(None) };
    let left_by = HeaderValue::from_str(left_by).map(|context| HeaderMap::from_iter([(PARENT, context)]));
    let headers = left_by.unwrap_or_default();
    let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), &HeaderExtractor(&headers));
    let span = tracer.span_builder(queue).with_kind(SpanKind::Consumer).start_with_context(tracer, &parent);
    Span(Some(parent.with_span(span)))
}

impl Span {
    /// Whether somebody traces.
    pub const fn is_made(&self) -> bool {
        self.0.is_some()
    }

    /// Does something as a part of it.
    pub async fn of<F: Future>(&self, act: F) -> F::Output {
        match &self.0 {
            None => act.await,
            Some(context) => act.with_context(context.clone()).await,
        }
    }

    /// A request was answered.
    pub fn answered(self, (method, route): (&str, &str), surface: &'static str, status: StatusCode, id: &str) {
        let Some(context) = self.0 else { return };
        let span = context.span();
        span.update_name([method, " ", route].concat());
        span.set_attribute(KeyValue::new("http.request.method", method.to_owned()));
        span.set_attribute(KeyValue::new("http.route", route.to_owned()));
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(status.as_u16())));
        span.set_attribute(KeyValue::new("fieldhouse.surface", surface));
        span.set_attribute(KeyValue::new("fieldhouse.request", id.to_owned()));
        if status.is_server_error() {
            span.set_status(Status::error(""));
        }
        span.end();
    }

    /// A try ended, well or not. Why not stands with the job: it may say what somebody typed.
    pub fn tried(self, well: bool) {
        let Some(context) = self.0 else { return };
        if !well {
            context.span().set_status(Status::error(""));
        }
        context.span().end();
    }

    /// A question was answered, or was not.
    pub fn asked(self, outcome: Result<u16, String>) {
        let Some(context) = self.0 else { return };
        match outcome {
            Ok(status) => {
                let status = KeyValue::new("http.response.status_code", i64::from(status));
                context.span().set_attribute(status);
            }
            Err(why) => context.span().set_status(Status::error(why)),
        }
        context.span().end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_go_below_the_collectors_address() {
        let below = |endpoint: &str| address(endpoint).map(String::from).map_err(|error| error.to_string());
        assert_eq!(below("http://127.0.0.1:4318").unwrap(), "http://127.0.0.1:4318/v1/traces");
        assert_eq!(below("https://traces.example/otlp/").unwrap(), "https://traces.example/otlp/v1/traces");
        assert!(below("traces.example").is_err() && below("file:traces").unwrap_err().contains("http(s)"));
    }

    #[tokio::test]
    async fn without_a_collector_nothing_is_made_and_nothing_handed_on() {
        assert!(start("", 100).unwrap().is_none());
        let mut headers = HeaderMap::new();
        let span = answering(&headers);
        let asked = span.of(async { asking("erp", &mut headers) }).await;
        assert!(span.0.is_none() && asked.0.is_none() && headers.is_empty());
        assert!(trying("letters", "").0.is_none() && handed_on().is_empty());
    }
}
