//! Files of other releases: this one's are kept for their nodes and open pages, and theirs are answered here
//! (docs/decisions/0052).

use std::sync::Arc;

use axum::{
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{cached::Cached, prepared::bytes_kept},
};
use fieldhouse_shop::{
    publishing::builds::{self, Others as Known},
    state::AppState,
};
use sea_orm::DbErr;

use super::{
    assets::{DESK, STORE, cached},
    fallback::Pages,
};

/// Bytes kept in memory, all encodings counted.
const KEPT: u64 = 16 * 1024 * 1024;

/// What other releases have.
pub struct Others {
    known: Known,
    kept: moka::sync::Cache<String, Arc<Cached>>,
}

impl Default for Others {
    fn default() -> Self {
        let weigh = |_: &String, file: &Arc<Cached>| file.weight().try_into().unwrap_or(u32::MAX);
        let kept = moka::sync::Cache::builder().max_capacity(KEPT).weigher(weigh).build();
        Self { known: Known::default(), kept }
    }
}

/// Keeps this release's files for nodes and open pages of others. How many are new.
pub async fn keep(state: &AppState, pages: &Pages) -> Result<usize, DbErr> {
    let files = pages.assets.kept_for_others(STORE).chain(pages.desk.kept_for_others(DESK));
    builds::keep(state, &files.collect::<Vec<_>>()).await
}

impl Others {
    /// What the files kept in memory take, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_kept(&self.kept)
    }

    /// A file that this release does not have and another one had. That the database is away is told: who asks comes again.
    pub async fn answer(&self, state: &AppState, address: &str, asked: &HeaderMap) -> Response {
        match self.find(state, address).await {
            Ok(Some(file)) => file.answer(asked),
            Ok(None) => Failure::not_found().into_response(),
            Err(failure) => failure.into_response(),
        }
    }

    async fn find(&self, state: &AppState, address: &str) -> Result<Option<Arc<Cached>>, Failure> {
        if let Some(kept) = self.kept.get(address) {
            return Ok(Some(kept));
        }
        let Some(bytes) = self.known.find(state, address).await? else { return Ok(None) };
        let own = address.to_owned();
        let made = tokio::task::spawn_blocking(move || made_of(&own, bytes));
        let file = Arc::new(made.await.map_err(Failure::internal)?.map_err(Failure::internal)?);
        self.kept.insert(address.to_owned(), Arc::clone(&file));
        Ok(Some(file))
    }
}

/// A file with its smaller encodings made quickly.
fn made_of(address: &str, bytes: Vec<u8>) -> anyhow::Result<Cached> {
    let name = address.strip_prefix(DESK).or_else(|| address.strip_prefix(STORE)).unwrap_or(address);
    let plain = cached(name, bytes.into(), None)?;
    let (bytes, kind, cache) = (plain.identity, plain.content_type, plain.cache_control);
    // Pictures and fonts are small already.
    let text = kind.as_bytes().starts_with(b"text/") || kind == "application/wasm";
    Ok(if text { Cached::compressed(bytes, kind, cache) } else { Cached::plain(bytes, kind, cache) })
}
