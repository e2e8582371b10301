//! The catalogue: an immutable snapshot of products, categories and assortments in memory.

pub mod record;

/// The snapshot.
#[derive(Debug, Default)]
pub struct Catalog {}

impl Catalog {
    /// Ready to be swapped.
    pub fn into_shared(self) -> arc_swap::ArcSwap<Self> {
        arc_swap::ArcSwap::from_pointee(self)
    }
}
