//! The header's dropdown: a few hits with the matching parts of their names marked.

use fieldhouse_core::{
    brand::Site,
    search::{HighlightView, SuggestHitView, SuggestView, query::is_searchable},
};
use fieldhouse_kernel::failure::Failure;

use super::{SearchIndex, marks::Marker, synonyms::OtherWords};
use crate::finding::catalog::{Catalog, Product};

/// Hits of the dropdown.
const MOST_HITS: usize = 8;

impl SearchIndex {
    /// Hits for a cleaned query; none below three characters (shell §5).
    pub fn suggest(
        &self,
        catalog: &Catalog,
        site: Site,
        query: &str,
        others: &[OtherWords],
    ) -> Result<SuggestView, Failure> {
        if !is_searchable(query) {
            return Ok(SuggestView { query: String::new(), hits: Vec::new(), nb_hits: 0, redirect: String::new() });
        }
        let found = self.find_first(query, others, &self.facets.sold_by(site), MOST_HITS)?;
        let mut marker = Marker::new(&[found.words, found.others].concat());
        let products = found.ranked.iter().filter_map(|index| catalog.product(*index));
        Ok(SuggestView {
            hits: products.map(|product| hit(catalog, site, product, &mut marker)).collect(),
            nb_hits: u32::try_from(found.total).unwrap_or(u32::MAX),
            redirect: String::new(),
            query: query.to_owned(),
        })
    }
}

fn hit(catalog: &Catalog, site: Site, product: &Product, marker: &mut Marker) -> SuggestHitView {
    let tile = catalog.tile_view(site, product);
    SuggestHitView {
        name: product.facts.name.clone(),
        highlights: marker
            .marks(&product.facts.name)
            .into_iter()
            .filter_map(|mark| {
                Some(HighlightView { start: mark.start.try_into().ok()?, end: mark.end.try_into().ok()? })
            })
            .collect(),
        slug: product.facts.slug.clone(),
        price: tile.price.regular_price,
        discounted_price: tile.price.discounted_price,
        thumbnail: tile.default_image.smallest().to_owned(),
        master_variant: product.variants.first().map_or_else(String::new, |variant| variant.sku.to_string()),
        variant_skus: product.variants.iter().map(|variant| variant.sku.to_string()).collect(),
        call_to_order: product.facts.call_to_order,
    }
}
