//! Content of the sites.

/// All documents of all sites.
#[derive(Debug, Default)]
pub struct Contents {}

impl Contents {
    /// Ready to be swapped.
    pub fn into_shared(self) -> arc_swap::ArcSwap<Self> {
        arc_swap::ArcSwap::from_pointee(self)
    }
}
