//! The text index as it comes to be: with a snapshot that takes the place of another one, or beside the first pages of a store
//! that starts, which find nothing by words. Whoever does, waits for it.

use std::{
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::text::TextIndex;
use crate::finding::catalog::{Catalog, Product};

/// What a text index is made of.
struct Source {
    products: Vec<Arc<Product>>,
    /// For each product the names of its categories and of those above them.
    categories: Vec<Vec<String>>,
}

/// The text index of a snapshot's products, or what it will be made of.
pub struct Words {
    index: OnceLock<Option<TextIndex>>,
    source: Mutex<Option<Source>>,
}

impl Words {
    /// The words of a catalogue, read when they are first asked for.
    pub fn of(catalog: &Catalog) -> Self {
        let products = catalog.products().to_vec();
        let categories = products.iter().map(|product| catalog.category_names(product)).collect();
        Self { index: OnceLock::new(), source: Mutex::new(Some(Source { products, categories })) }
    }

    /// True when nobody has to wait for it.
    pub fn are_read(&self) -> bool {
        self.index.get().is_some()
    }

    /// The index; none of no products. Waits while it is made.
    pub fn read(&self) -> Option<&TextIndex> {
        let index = self.index.get_or_init(|| {
            let source = self.source.lock().unwrap_or_else(PoisonError::into_inner).take();
            source.filter(|source| !source.products.is_empty()).and_then(Source::index)
        });
        index.as_ref()
    }
}

impl Source {
    fn index(self) -> Option<TextIndex> {
        let Self { products, categories } = self;
        TextIndex::build(products.iter().map(|product| &**product).zip(categories)).map_or_else(
            |error| {
                // In memory nothing can fail but the memory; lists and product pages work without words.
                tracing::error!(%error, "the text index could not be built");
                None
            },
            Some,
        )
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("are_read", &self.are_read()).finish_non_exhaustive()
    }
}
