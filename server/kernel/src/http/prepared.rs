//! Answers that are the same for everybody, serialised once a snapshot and kept while there is room.

use std::hash::Hash;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::cached::{has, kept};
use crate::failure::Failure;

/// A JSON body ready to go out.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The body.
    pub json: Bytes,
    /// It tells that nothing was found.
    pub is_empty: bool,
    etag: Option<HeaderValue>,
}

/// Bytes of the tag: enough that two bodies never share one.
const TAG_BYTES: usize = 12;

/// Tells these bytes from any others; letters, digits, `-` and `_`.
pub fn tag_of(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(bytes).get(..TAG_BYTES).unwrap_or_default())
}

/// The JSON of `view`, to be kept.
pub fn json_of(view: &impl Serialize) -> Result<Bytes, Failure> {
    serde_json::to_vec(view).map(kept).map_err(Failure::internal)
}

impl Prepared {
    /// The body of `view`, as it is.
    pub fn new(view: &impl Serialize) -> Result<Self, Failure> {
        Ok(Self { json: json_of(view)?, is_empty: false, etag: None })
    }

    /// A body that is JSON already; it tells of something, or that nothing was found.
    pub fn from_json(json: String, is_empty: bool) -> Self {
        Self { json: kept(json.into_bytes()), is_empty, etag: None }
    }

    /// The body of `view` with a tag, so that who has it need not fetch it again.
    pub fn tagged(view: &impl Serialize) -> Result<Self, Failure> {
        let Self { json, .. } = Self::new(view)?;
        let etag = HeaderValue::try_from(format!("\"{}\"", tag_of(&json))).map_err(Failure::internal)?;
        Ok(Self { json, is_empty: false, etag: Some(etag) })
    }

    /// The answer to a request with these headers: 304 when the client has this very body.
    pub fn answer(self, request: &HeaderMap) -> Response {
        let known = self.etag.as_ref().is_some_and(|etag| has(request, etag));
        let (status, body) =
            if known { (StatusCode::NOT_MODIFIED, Body::empty()) } else { (StatusCode::OK, Body::from(self.json)) };
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        if !known {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=0, must-revalidate"));
        if let Some(etag) = self.etag {
            headers.insert(header::ETAG, etag);
        }
        response
    }
}

/// What an entry of a cache takes beside what it holds: its places in the table and in the two queues, and what counts its uses.
pub const PLACE: usize = 512;

/// What the entries of a cache are weighed by, all together: those that were just put in, too.
pub fn bytes_kept<K, V>(kept: &moka::sync::Cache<K, V>) -> u64
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    kept.run_pending_tasks();
    kept.weighted_size()
}

/// A bounded cache of prepared answers. It belongs to one snapshot and goes with it.
pub struct PreparedAnswers<K>(moka::sync::Cache<K, Prepared>);

impl<K: Hash + Eq + Send + Sync + 'static> PreparedAnswers<K> {
    /// A cache of at most `bytes` of bodies and keys.
    pub fn new(bytes: u64, key_bytes: fn(&K) -> usize) -> Self {
        let weigh = move |key: &K, answer: &Prepared| -> u32 {
            answer.json.len().saturating_add(key_bytes(key)).saturating_add(PLACE).try_into().unwrap_or(u32::MAX)
        };
        Self(moka::sync::Cache::builder().max_capacity(bytes).weigher(weigh).build())
    }

    /// What they take, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_kept(&self.0)
    }

    /// The answer of `key`, when it is there.
    pub fn get(&self, key: &K) -> Option<Prepared> {
        self.0.get(key)
    }

    /// The answer of `key`, made by `make` when it is not there.
    pub fn get_or_make(&self, key: K, make: impl FnOnce(&K) -> Result<Prepared, Failure>) -> Result<Prepared, Failure> {
        if let Some(answer) = self.0.get(&key) {
            return Ok(answer);
        }
        let answer = make(&key)?;
        self.0.insert(key, answer.clone());
        Ok(answer)
    }
}

impl<K> std::fmt::Debug for PreparedAnswers<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Answers")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_take_no_more_room_than_they_are_weighed_by() {
        let mut json = String::with_capacity(16 * 1024);
        json.push('1');
        for answer in [Prepared::from_json(json, false), Prepared::new(&1).unwrap()] {
            assert_eq!(answer.json.try_into_mut().unwrap().capacity(), 1);
        }
    }

    #[test]
    fn answers_take_their_place_however_short_they_are() {
        let room = u64::try_from(10 * PLACE).unwrap();
        let answers = PreparedAnswers::new(room, |_: &usize| 0);
        for key in 0..1_000 {
            answers.get_or_make(key, |_| Ok(Prepared::from_json("1".to_owned(), false))).unwrap();
        }
        answers.0.run_pending_tasks();
        assert!(answers.0.entry_count() < 10, "{}", answers.0.entry_count());
    }
}
