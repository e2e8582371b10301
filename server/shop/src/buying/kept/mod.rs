//! Views of carts as they went out, kept until the cart is another one: what a view depends on is all in its key, so that a kept
//! one is what would be made anew, on every node. Memory, and nothing else, is what is lost with it.

mod lines;

use std::{
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use axum::body::Bytes;
use moka::sync::{Cache, CacheBuilder};

pub use lines::KeptLines;

use fieldhouse_kernel::http::prepared::{PLACE, bytes_kept};

use crate::finding::snapshot::Snapshot;

/// Bytes of all kept views together.
const ROOM: u64 = 6 * 1024 * 1024;

/// How long what nobody comes back to is kept: most carts are left for good, and each change of one leaves a view behind.
const LEFT: Duration = Duration::from_mins(5);

/// A place for what somebody works with: so many bytes at most, and nothing that was left.
fn room<K, V>(bytes: u64, weight: impl Fn(&K, &V) -> u32 + Send + Sync + 'static) -> Cache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    CacheBuilder::new(bytes).weigher(weight).time_to_idle(LEFT).build()
}

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
        Self { of: Mutex::default(), views: room(ROOM, weight) }
    }
}

impl KeptCarts {
    /// The view of a cart as it was seen, when it is kept.
    pub fn find(&self, catalog: &Arc<Snapshot>, key: &Key) -> Option<Bytes> {
        self.turn(catalog).and_then(|_turn| self.views.get(key))
    }

    /// Keeps the view of a cart as it was seen.
    pub fn keep(&self, catalog: &Arc<Snapshot>, key: Key, view: Bytes) {
        if let Some(_turn) = self.turn(catalog) {
            self.views.insert(key, view);
        }
    }

    /// What they take, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_kept(&self.views)
    }

    /// Nothing unless what is kept shows this catalogue, which stays so while the turn is held. The first to come with a newer one
    /// lets all others go.
    fn turn(&self, catalog: &Arc<Snapshot>) -> Option<MutexGuard<'_, Weak<Snapshot>>> {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = Arc::downgrade(catalog);
        if of.ptr_eq(&asked) {
            return Some(of);
        }
        // Who still works with an older one keeps nothing and finds nothing.
        let is_older = of.upgrade().is_some_and(|held| held.change > catalog.change);
        if !is_older {
            self.views.invalidate_all();
            *of = asked;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_bounded_and_what_was_left_goes() {
        let kept: Cache<u8, u32> = room(100, |_, weight| *weight);
        assert_eq!((kept.policy().max_capacity(), kept.policy().time_to_idle()), (Some(100), Some(LEFT)));
        kept.insert(1, 60);
        kept.insert(2, 60);
        kept.run_pending_tasks();
        assert_eq!(kept.weighted_size(), 60);
    }
}
