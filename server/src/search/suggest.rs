//! The header's dropdown: a few hits with the matching parts of their names marked.

use fieldhouse_core::{
    brand::Site,
    search::{HighlightView, SuggestHitView, SuggestView, query::is_searchable},
};

use super::{
    SearchIndex,
    words::{Stems, words},
};
use crate::{
    catalog::{Catalog, Product},
    http::problem::Problem,
};

/// Hits of the dropdown.
const MOST_HITS: usize = 8;

impl SearchIndex {
    /// Hits for a cleaned query; none below three characters (shell §5).
    pub fn suggest(&self, catalog: &Catalog, site: Site, query: &str) -> Result<SuggestView, Problem> {
        if !is_searchable(query) {
            return Ok(SuggestView { query: String::new(), hits: Vec::new(), nb_hits: 0, redirect: String::new() });
        }
        let found = self.find(query, &self.facets.sold_by(site))?;
        let mut stems = Stems::default();
        let products = found.ranked.iter().take(MOST_HITS).filter_map(|index| catalog.product(*index));
        Ok(SuggestView {
            hits: products.map(|product| hit(catalog, site, product, &found.words, &mut stems)).collect(),
            nb_hits: u32::try_from(found.ranked.len()).unwrap_or(u32::MAX),
            redirect: String::new(),
            query: query.to_owned(),
        })
    }
}

fn hit(catalog: &Catalog, site: Site, product: &Product, words: &[String], stems: &mut Stems) -> SuggestHitView {
    let tile = catalog.tile_view(site, product);
    SuggestHitView {
        name: product.facts.name.clone(),
        highlights: highlights(&product.facts.name, words, stems),
        slug: product.facts.slug.clone(),
        price: tile.price.regular_price,
        discounted_price: tile.price.discounted_price,
        thumbnail: tile.default_image.smallest().to_owned(),
        master_variant: product.variants.first().map_or_else(String::new, |variant| variant.sku.to_string()),
        variant_skus: product.variants.iter().map(|variant| variant.sku.to_string()).collect(),
        call_to_order: product.facts.call_to_order,
    }
}

/// Where the words stand in a name: the beginning that was typed, or the whole word when only its
/// stem fits. In scalar values, in order.
fn highlights(name: &str, looked_for: &[String], stems: &mut Stems) -> Vec<HighlightView> {
    let mut marks = Vec::new();
    for word in words(name) {
        let begun = looked_for
            .iter()
            .filter(|typed| word.text.starts_with(typed.as_str()))
            .map(|typed| typed.chars().count())
            .max();
        let length = match begun {
            Some(letters) => letters,
            None if looked_for.iter().any(|typed| stems.stem(typed) == stems.stem(&word.text)) => usize::MAX,
            None => continue,
        };
        let end = word.end.min(word.start.saturating_add(length));
        if let (Ok(start), Ok(end)) = (u32::try_from(word.start), u32::try_from(end)) {
            marks.push(HighlightView { start, end });
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(name: &str, looked_for: &[&str]) -> Vec<(u32, u32)> {
        let looked_for: Vec<String> = looked_for.iter().map(|word| (*word).to_owned()).collect();
        let marks = highlights(name, &looked_for, &mut Stems::default());
        marks.into_iter().map(|mark| (mark.start, mark.end)).collect()
    }

    #[test]
    fn what_was_typed_is_marked_by_offsets() {
        assert_eq!(marked("Gridiron Practice Jersey", &["prac", "jerseys"]), [(9, 13), (18, 24)]);
        assert_eq!(marked("Été <b>Ball</b>", &["ete", "ball"]), [(0, 3), (7, 11)]);
        assert_eq!(marked("Ball", &["net"]), []);
    }
}
