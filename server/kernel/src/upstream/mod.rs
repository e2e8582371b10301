//! The one guard before every system upstream: time-out, bulkhead, breaker, sizes, one base address
//! and no other (R32-R36). What is asked and what an answer means is the feature's `client.rs`.

pub mod breaker;
pub mod cache;

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use anyhow::Context;
use axum::http;
use bytes::{Bytes, BytesMut};
use reqwest::{Client, Method, Response, StatusCode, Url, header, redirect::Policy};
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::Semaphore;

use self::breaker::Breaker;
use crate::{clock::Clock, encryption, traces};

/// What a system upstream may cost us.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For a whole exchange.
    pub patience: Duration,
    /// Exchanges at once; more are refused at once rather than queued.
    pub at_once: usize,
    /// Bytes of an answer.
    pub body: usize,
}

impl Default for Limits {
    /// A bit under the 2 s within which our own answer must be out (decisions: prices; R32).
    fn default() -> Self {
        Self { patience: Duration::from_millis(1_900), at_once: 20, body: 2 * 1024 * 1024 }
    }
}

/// Why there is no answer. It never holds what was asked or answered: it goes to the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    /// Failed too often lately and is left alone.
    #[error("is left alone after failures")]
    Open,
    /// As many exchanges as allowed are under way.
    #[error("has too many exchanges under way")]
    Busy,
    /// No whole answer in time.
    #[error("did not answer in time")]
    Late,
    /// No connection, or it broke.
    #[error("cannot be reached")]
    Unreachable,
    /// It refuses what was asked (4xx). The system itself works.
    #[error("refused with {}", named(*.0))]
    Refused(u16),
    /// Another status than was expected.
    #[error("answered {}", named(*.0))]
    Status(u16),
    /// More bytes than allowed.
    #[error("answered more than is taken")]
    TooLarge,
    /// Not what was agreed.
    #[error("answered what cannot be read")]
    Unreadable,
}

impl UpstreamError {
    /// True when it tells that the system is not well.
    const fn is_failure(self) -> bool {
        !matches!(self, Self::Open | Self::Busy | Self::Refused(_))
    }
}

/// One question.
#[derive(Debug)]
pub struct Question<'a> {
    /// GET or POST.
    pub method: Method,
    /// Path below the base, fixed by us.
    pub path: &'a str,
    /// Values of the query; encoded here.
    pub query: &'a [(&'a str, &'a str)],
    /// JSON.
    pub body: Option<Vec<u8>>,
    /// `Idempotency-Key`: what the system knows a repeated question by.
    pub key: Option<&'a str>,
    /// `If-None-Match`: the tag of the answer that is known already.
    pub known: Option<&'a str>,
}

/// An answer as it came.
#[derive(Debug)]
pub struct Reply {
    /// Status.
    pub status: u16,
    /// `ETag`.
    pub tag: Option<String>,
    /// Body.
    pub body: Bytes,
}

impl<'a> Question<'a> {
    /// A value posted as JSON.
    pub fn post(path: &'a str, body: &impl Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self {
            method: Method::POST,
            path,
            query: &[],
            body: Some(serde_json::to_vec(body)?),
            key: None,
            known: None,
        })
    }

    /// A look-up.
    pub const fn get(path: &'a str, query: &'a [(&'a str, &'a str)]) -> Self {
        Self { method: Method::GET, path, query, body: None, key: None, known: None }
    }
}

/// A system upstream.
#[derive(Debug)]
pub struct Upstream {
    /// What it is called in logs and metrics.
    pub name: &'static str,
    base: Url,
    token: Option<header::HeaderValue>,
    http: Client,
    turns: Semaphore,
    limits: Limits,
    /// Whether it is asked at all.
    pub breaker: Breaker,
    answered: AtomicU64,
    failed: AtomicU64,
}

impl Upstream {
    /// A system at a configured base address; `token` is sent as a bearer token.
    pub fn new(name: &'static str, base: &str, token: &str, limits: Limits) -> anyhow::Result<Self> {
        encryption::install();
        let mut base = Url::parse(base).with_context(|| format!("the address of {name} is none"))?;
        anyhow::ensure!(matches!(base.scheme(), "http" | "https"), "the address of {name} must be http(s)");
        anyhow::ensure!(
            base.username().is_empty() && base.password().is_none() && base.query().is_none(),
            "the address of {name} holds more than a place; a token has a setting of its own"
        );
        if !base.path().ends_with('/') {
            base.set_path(&[base.path(), "/"].concat());
        }
        let token = match token {
            "" => None,
            token => {
                let mut value = header::HeaderValue::from_str(&["Bearer ", token].concat())
                    .map_err(|_| anyhow::anyhow!("the token of {name} cannot be sent"))?;
                value.set_sensitive(true);
                Some(value)
            }
        };
        let http = Client::builder()
            // Only the configured base is ever asked: no redirect, no proxy of the environment (R36).
            .redirect(Policy::none())
            .no_proxy()
            .referer(false)
            .connect_timeout(limits.patience)
            .pool_max_idle_per_host(limits.at_once)
            .pool_idle_timeout(Duration::from_secs(30))
            .build()?;
        Ok(Self {
            name,
            base,
            token,
            http,
            turns: Semaphore::new(limits.at_once),
            limits,
            breaker: Breaker::default(),
            answered: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        })
    }

    /// Where it is, for people.
    pub fn address(&self) -> &str {
        self.base.as_str()
    }

    /// Exchanges that were answered well, and that failed.
    pub fn counts(&self) -> (u64, u64) {
        (self.answered.load(Ordering::Relaxed), self.failed.load(Ordering::Relaxed))
    }

    /// Asks; `read` makes the value of status and body. What it does not accept counts as a failure.
    pub async fn ask<T>(
        &self,
        clock: &Clock,
        question: Question<'_>,
        read: impl FnOnce(u16, &[u8]) -> Result<T, UpstreamError>,
    ) -> Result<T, UpstreamError> {
        self.ask_whole(clock, question, |reply| read(reply.status, &reply.body)).await
    }

    /// The same; `read` is also told the answer's tag.
    pub async fn ask_whole<T>(
        &self,
        clock: &Clock,
        question: Question<'_>,
        read: impl FnOnce(&Reply) -> Result<T, UpstreamError>,
    ) -> Result<T, UpstreamError> {
        let found = self.guarded(clock, async { self.exchange(question).await.and_then(|reply| read(&reply)) }).await;
        self.heard(found)
    }

    /// Asks a place that the system itself named, such as an endpoint of an issuer of single sign-on, under the same guard. It has
    /// to be encrypted, or at the host of the base. An answer is one of any status that tells nothing of the system's health.
    pub async fn ask_named(
        &self,
        clock: &Clock,
        request: http::Request<Vec<u8>>,
    ) -> Result<http::Response<Vec<u8>>, UpstreamError> {
        let exchange = async {
            let request = reqwest::Request::try_from(request).map_err(|_| UpstreamError::Unreadable)?;
            let url = request.url();
            if url.scheme() != "https" && (url.scheme(), url.host()) != (self.base.scheme(), self.base.host()) {
                return Err(UpstreamError::Unreadable);
            }
            let (status, headers, body) = self.traced(request).await?;
            match check_status(status.as_u16()) {
                Ok(()) | Err(UpstreamError::Refused(_)) => {}
                Err(outage) => return Err(outage),
            }
            let mut answer = http::Response::new(body.to_vec());
            *answer.status_mut() = status;
            *answer.headers_mut() = headers;
            Ok(answer)
        };
        let found = self.guarded(clock, exchange).await;
        self.heard(found)
    }

    fn heard<T>(&self, found: Result<T, UpstreamError>) -> Result<T, UpstreamError> {
        if let Err(outage) = &found {
            tracing::warn!(system = self.name, %outage, "no answer from a system upstream");
        }
        found
    }

    /// One exchange within the limits, when the system may be asked at all.
    async fn guarded<T>(
        &self,
        clock: &Clock,
        exchange: impl Future<Output = Result<T, UpstreamError>>,
    ) -> Result<T, UpstreamError> {
        let _turn = self.turns.try_acquire().map_err(|_| UpstreamError::Busy)?;
        if !self.breaker.admits(clock.millis()) {
            return Err(UpstreamError::Open);
        }
        let found = tokio::time::timeout(self.limits.patience, exchange).await.unwrap_or(Err(UpstreamError::Late));
        match &found {
            Err(outage) if outage.is_failure() => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                self.breaker.failed(clock.millis());
            }
            _ => {
                self.answered.fetch_add(1, Ordering::Relaxed);
                self.breaker.succeeded();
            }
        }
        found
    }

    async fn exchange(&self, question: Question<'_>) -> Result<Reply, UpstreamError> {
        let mut url = self.base.join(question.path).map_err(|_| UpstreamError::Unreachable)?;
        if !question.query.is_empty() {
            url.query_pairs_mut().extend_pairs(question.query);
        }
        let mut request = self.http.request(question.method, url).header(header::ACCEPT, "application/json");
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(key) = question.key {
            request = request.header("idempotency-key", key);
        }
        if let Some(tag) = question.known {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        if let Some(body) = question.body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body);
        }
        let request = request.build().map_err(|_| UpstreamError::Unreadable)?;
        let (status, headers, body) = self.traced(request).await?;
        let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned);
        Ok(Reply { status: status.as_u16(), tag, body })
    }

    /// Sends a request as a part of what is done just now, and reads its answer.
    async fn traced(
        &self,
        mut request: reqwest::Request,
    ) -> Result<(StatusCode, header::HeaderMap, Bytes), UpstreamError> {
        let span = traces::asking(self.name, request.headers_mut());
        let received = self.receive(self.http.execute(request)).await;
        span.asked(received.as_ref().map(|(status, ..)| status.as_u16()).map_err(ToString::to_string));
        received
    }

    /// Reads an answer, as far as it may be long.
    async fn receive(
        &self,
        sent: impl Future<Output = reqwest::Result<Response>>,
    ) -> Result<(StatusCode, header::HeaderMap, Bytes), UpstreamError> {
        let mut response = sent.await.map_err(|_| UpstreamError::Unreachable)?;
        // Compressed bodies are not asked for: a small answer that unpacks to gigabytes is not read (R33).
        if response.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(UpstreamError::Unreadable);
        }
        let most = self.limits.body;
        if response.content_length().is_some_and(|length| usize::try_from(length).is_ok_and(|length| length > most)) {
            return Err(UpstreamError::TooLarge);
        }
        let mut body = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(|_| UpstreamError::Unreachable)? {
            if body.len().saturating_add(chunk.len()) > most {
                return Err(UpstreamError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok((response.status(), std::mem::take(response.headers_mut()), body.freeze()))
    }
}

/// A status as people read it: `500 Internal Server Error`.
fn named(status: u16) -> String {
    StatusCode::from_u16(status).map_or_else(|_| status.to_string(), |status| status.to_string())
}

/// The JSON of a 200; another status or shape is an outage.
pub fn read_ok<T: DeserializeOwned>(status: u16, body: &[u8]) -> Result<T, UpstreamError> {
    check_status(status)?;
    if status != 200 {
        return Err(UpstreamError::Status(status));
    }
    serde_json::from_slice(body).map_err(|_| UpstreamError::Unreadable)
}

/// A 2xx passes; 4xx is a refusal, except those that ask for another try.
pub fn check_status(status: u16) -> Result<(), UpstreamError> {
    // It took too long there, or was asked too often: another time it may answer.
    let again = matches!(status, 408 | 429);
    match status {
        200..300 => Ok(()),
        400..500 if !again => Err(UpstreamError::Refused(status)),
        _ => Err(UpstreamError::Status(status)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(base: &str) -> anyhow::Result<Upstream> {
        Upstream::new("erp", base, "", Limits::default())
    }

    #[test]
    fn r36_only_a_plain_http_base_is_taken() {
        for base in [
            "ftp://erp.example/",
            "file:///etc/passwd",
            "erp.example",
            "http://user:pass@erp.example/",
            "http://erp.example/?to=x",
            "",
        ] {
            assert!(at(base).is_err(), "{base}");
        }
        assert_eq!(at("https://erp.example/api").unwrap().address(), "https://erp.example/api/");
    }

    #[test]
    fn a_refusal_is_not_a_failure_of_the_system() {
        for (status, refused) in
            [(400, true), (404, true), (408, false), (422, true), (429, false), (500, false), (302, false)]
        {
            let outage = check_status(status).unwrap_err();
            assert_eq!(!outage.is_failure(), refused, "{status}");
        }
        assert_eq!(read_ok::<u8>(204, b""), Err(UpstreamError::Status(204)));
        assert_eq!(read_ok::<u8>(200, b"<html>"), Err(UpstreamError::Unreadable));
    }

    #[test]
    fn r64_a_token_never_shows() {
        let upstream = Upstream::new("erp", "https://erp.example", "canary-token", Limits::default()).unwrap();
        assert!(!format!("{upstream:?}").contains("canary-token"));
    }
}
