//! Views of carts as they went out, kept until the cart is another one: what a view depends on is all in its key, so that a kept
//! one is what would be made anew, on every node. Memory, and nothing else, is what is lost with it.

mod lines;

use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::body::Bytes;
use moka::sync::Cache;

pub use lines::KeptLines;

use fieldhouse_kernel::http::prepared::PLACE;

use crate::finding::snapshot::Snapshot;

/// Bytes of all kept views together.
const ROOM: u64 = 16 * 1024 * 1024;

/// What a view is made of, beside the catalogue: all of the cart's row, whose version says which lines, and its owner's wishes.
pub type Key = (Vec<u8>, (i64, i64));

/// Views of carts at one catalogue.
pub struct KeptCarts {
    of: Mutex<Weak<Snapshot>>,
    views: Cache<Key, Bytes>,
}

impl Default for KeptCarts {
    fn default() -> Self {
        let weight = |(row, _): &Key, view: &Bytes| {
            let bytes = [PLACE, row.len(), view.len()].into_iter().fold(0, usize::saturating_add);
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        Self { of: Mutex::default(), views: Cache::builder().weigher(weight).max_capacity(ROOM).build() }
    }
}

impl KeptCarts {
    /// The view of a cart as it was seen, when it is kept.
    pub fn find(&self, catalog: &Arc<Snapshot>, key: &Key) -> Option<Bytes> {
        self.is_of(catalog).then(|| self.views.get(key)).flatten()
    }

    /// Keeps the view of a cart as it was seen.
    pub fn keep(&self, catalog: &Arc<Snapshot>, key: Key, view: Bytes) {
        if self.is_of(catalog) {
            self.views.insert(key, view);
        }
    }

    /// Whether what is kept shows this catalogue. The first to come with a newer one lets all others go.
    fn is_of(&self, catalog: &Arc<Snapshot>) -> bool {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = Arc::downgrade(catalog);
        if of.ptr_eq(&asked) {
            return true;
        }
        // Who still works with an older one keeps nothing and finds nothing.
        let is_older = of.upgrade().is_some_and(|held| held.change > catalog.change);
        if !is_older {
            self.views.invalidate_all();
            *of = asked;
        }
        false
    }
}
