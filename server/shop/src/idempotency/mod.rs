//! A repeated request does its work once: the Idempotency-Key of a visitor, what was asked with it
//! and what was answered, written in the transaction of the work itself (R20).

pub mod store;

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::Body,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use base64::Engine as _;
use fieldhouse_kernel::{
    db::{Db, WriteTx},
    failure::{Failure, FailureKind},
};
use sea_orm::ConnectionTrait;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::owner::VisitorId;

/// A key as long as a hash in hexadecimal with room to spare; longer ones are a mistake.
const MAX_KEY: usize = 128;

/// Answers kept for one visitor at a time: far more than somebody who shops for two days needs (R79).
pub const MOST_KEPT: u64 = 2_000;

/// Bytes of an answer that is kept to be given again. Of a larger one it is kept that it was given: a few bytes asked would be
/// megabytes kept.
pub const LARGEST_KEPT: usize = 256 * 1024;

/// A request that may come twice.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    operation: &'static str,
    key: String,
    request_hash: String,
}

/// An answer given before, to be given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResponse {
    /// HTTP status.
    pub status: u16,
    /// JSON.
    pub body: String,
}

impl IntoResponse for StoredResponse {
    fn into_response(self) -> Response {
        let mut response = ([(header::CONTENT_TYPE, "application/json")], Body::from(self.body)).into_response();
        // What was kept is one of ours; another one would be told as 200.
        if let Ok(status) = self.status.try_into() {
            *response.status_mut() = status;
        }
        response
    }
}

impl StoredResponse {
    /// The answer of an act that was done.
    pub fn done(body: &impl Serialize) -> Result<Self, Failure> {
        Self::new(200, body)
    }

    /// The answer of an act that made something.
    pub fn created(body: &impl Serialize) -> Result<Self, Failure> {
        Self::new(201, body)
    }

    fn new(status: u16, body: &impl Serialize) -> Result<Self, Failure> {
        Ok(Self { status, body: serde_json::to_string(body).map_err(Failure::internal)? })
    }
}

impl IdempotencyKey {
    /// The key of a request, when it brought one, with what it asks for.
    pub fn read(
        headers: &HeaderMap,
        operation: &'static str,
        request: &impl Serialize,
    ) -> Result<Option<Self>, Failure> {
        let mut values = headers.get_all("idempotency-key").iter();
        let Some(value) = values.next() else { return Ok(None) };
        let key = value.to_str().ok().filter(|key| !key.is_empty() && key.len() <= MAX_KEY);
        let (Some(key), None) = (key, values.next()) else {
            return Err(Failure::malformed("The Idempotency-Key must be one text of 1 to 128 plain characters."));
        };
        let request = serde_json::to_vec(request).map_err(Failure::internal)?;
        let request_hash = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(&request));
        Ok(Some(Self { operation, key: key.to_owned(), request_hash }))
    }

    /// The key of a request that must bring one.
    pub fn required(headers: &HeaderMap, operation: &'static str, request: &impl Serialize) -> Result<Self, Failure> {
        Self::read(headers, operation, request)?.ok_or_else(|| {
            Failure::new(
                FailureKind::Malformed,
                "idempotency_key_missing",
                "This request needs an Idempotency-Key header.",
            )
        })
    }

    /// The answer given to this key before. Another request with the same key is refused.
    pub async fn find(&self, db: &impl ConnectionTrait, visitor: VisitorId) -> Result<Option<StoredResponse>, Failure> {
        let Some(row) = store::find(db, visitor, self.operation, &self.key).await? else { return Ok(None) };
        if row.request_hash != self.request_hash {
            return Err(Failure::new(
                FailureKind::Broken,
                "idempotency_key_reused",
                "This Idempotency-Key was used for another request.",
            ));
        }
        if row.body.is_empty() {
            let title = "This was done already. Please reload the page to see what became of it.";
            return Err(Failure::new(FailureKind::Conflict, "done_before", title));
        }
        let status = u16::try_from(row.status).map_err(Failure::internal)?;
        Ok(Some(StoredResponse { status, body: row.body }))
    }

    /// The same once it is sure that the work lasts.
    pub async fn find_lasting(&self, db: &Db, visitor: VisitorId) -> Result<Option<StoredResponse>, Failure> {
        if self.find(db.read(), visitor).await?.is_none() {
            return Ok(None);
        }
        // Asked for once more where that is made sure of: it may be another server.
        let tx = db.write_durable().await?;
        let answer = self.find(&*tx, visitor).await?;
        tx.commit_seen().await?;
        Ok(answer)
    }

    /// Keeps an answer within the transaction of the work; without a place for it the work is not done.
    pub async fn keep(
        &self,
        tx: &WriteTx,
        visitor: VisitorId,
        now: i64,
        answer: &StoredResponse,
    ) -> Result<(), Failure> {
        if store::is_full(tx, visitor, MOST_KEPT).await? {
            let title = "This is more than a store keeps for one visitor. Please try again later, or call us.";
            return Err(Failure::too_often("too_many_keys", title, 60 * 60 * 1000));
        }
        let given = StoredResponse { status: answer.status, body: String::new() };
        let kept = if answer.body.len() > LARGEST_KEPT { &given } else { answer };
        if self.insert(tx, visitor, now, kept).await? { Ok(()) } else { Err(in_progress()) }
    }

    /// Keeps an answer of an act that leaves more than its answer anyway: nobody counts how many. False when the key was
    /// used before.
    pub async fn insert(
        &self,
        tx: &WriteTx,
        visitor: VisitorId,
        now: i64,
        answer: &StoredResponse,
    ) -> Result<bool, Failure> {
        Ok(store::insert(tx, visitor, self.operation, &self.key, &self.request_hash, answer, now).await?)
    }
}

/// The keys being worked on in this process. A twin that comes meanwhile is told to come back; in
/// another process it waits at the row's primary key first.
#[derive(Debug, Clone, Default)]
pub struct Running(Arc<Mutex<HashSet<Entry>>>);

/// Whose key, for what, and the key.
type Entry = (VisitorId, &'static str, String);

/// Held while a key is worked on.
#[derive(Debug)]
pub struct InFlight {
    running: Running,
    entry: Entry,
}

impl Running {
    /// Starts the work of a key, unless it is under way.
    pub fn start(&self, visitor: VisitorId, keyed: &IdempotencyKey) -> Result<InFlight, Failure> {
        let entry = (visitor, keyed.operation, keyed.key.clone());
        if self.entries().insert(entry.clone()) {
            return Ok(InFlight { running: self.clone(), entry });
        }
        Err(in_progress())
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, HashSet<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The twin of this request was first: its answer is there in a moment.
pub fn in_progress() -> Failure {
    let title = "The same request is being worked on. Please ask again in a moment.";
    Failure { retry_after: Some(1), ..Failure::new(FailureKind::Conflict, "in_progress", title) }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.running.entries().remove(&self.entry);
    }
}
