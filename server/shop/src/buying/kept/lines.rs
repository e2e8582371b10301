//! Lines of open carts, kept as they are at one version. Whatever changes a line steps its cart in the same transaction, so that
//! the lines of a cart at a version are always the same ones, on every node; they are found by all of its row, which is read
//! anew each time. Memory, and nothing else, is what is lost with them.

use std::{collections::HashMap, sync::Arc};

use fieldhouse_kernel::http::prepared::bytes_kept;
use moka::sync::Cache;

use super::room;
use crate::buying::cart_rows::{CartRow, LineRow};

/// Bytes of all kept lines together.
const ROOM: u64 = 4 * 1024 * 1024;
/// What a cart's row costs, and its place.
const CART: u32 = 1_000;
/// What a line costs beside its texts: ids, prices, and the words they are kept in.
const LINE: u32 = 600;

/// The lines of carts.
pub struct KeptLines(Cache<String, Arc<Kept>>);

struct Kept {
    cart: CartRow,
    lines: Arc<[LineRow]>,
}

impl Default for KeptLines {
    fn default() -> Self {
        let weight = |_: &String, kept: &Arc<Kept>| {
            let texts = |line: &LineRow| u32::try_from(line.free_form.len()).unwrap_or(u32::MAX).saturating_add(LINE);
            kept.lines.iter().map(texts).fold(CART, u32::saturating_add)
        };
        Self(room(ROOM, weight))
    }
}

impl KeptLines {
    /// The lines of a cart as it was read, in the order they were added, when they are kept.
    pub fn find(&self, cart: &CartRow) -> Option<Arc<[LineRow]>> {
        self.0.get(&cart.id).filter(|kept| kept.cart == *cart).map(|kept| Arc::clone(&kept.lines))
    }

    /// Keeps the lines of a cart as both were read.
    pub fn keep(&self, cart: CartRow, lines: Vec<LineRow>) -> Arc<[LineRow]> {
        let lines: Arc<[LineRow]> = lines.into();
        self.0.insert(cart.id.clone(), Arc::new(Kept { cart, lines: Arc::clone(&lines) }));
        lines
    }

    /// What they take, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_kept(&self.0)
    }

    /// Keeps the lines of a cart after its step, which was written: those of before, but for what changed of them.
    pub fn keep_changed(&self, cart: CartRow, before: &[LineRow], changed: Vec<LineRow>) {
        let mut changed: HashMap<String, LineRow> = changed.into_iter().map(|line| (line.id.clone(), line)).collect();
        let lines = before.iter().map(|line| changed.remove(&line.id).unwrap_or_else(|| line.clone()));
        self.keep(cart, lines.collect());
    }
}
