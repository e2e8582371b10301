//! Search over the snapshot: the text index, the facets, list pages and suggestions. Built with the
//! snapshot and replaced with it.

pub mod articles;
pub mod bits;
pub mod facets;
pub mod list;
pub mod marks;
mod naming;
mod ranking;
mod suggest;
pub mod synonyms;
mod text;
mod wanted;
mod words;

use std::sync::Arc;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    failure::Failure,
    http::prepared::{PLACE, PreparedAnswers, bytes_kept},
    turns::Length,
};

pub use self::ranking::RankedProducts;
use self::{bits::Bits, facets::Facets, list::ListRequest, synonyms::OtherWords, words::Words};
use crate::finding::catalog::{Catalog, Touched};

/// Bytes of list answers kept.
const LIST_ANSWERS: u64 = 4 * 1024 * 1024;
/// Bytes of suggestions kept: some thousand beginnings of what shoppers type.
const SUGGESTIONS: u64 = 8 * 1024 * 1024;

/// Bytes of what words find that are kept: another filter, another page and another order of the same words find it again.
const FOUND: u64 = 16 * 1024 * 1024;

/// What words find on a site, whatever is chosen of facets.
type Found = moka::sync::Cache<(Site, String, Vec<OtherWords>), Arc<RankedProducts>>;

/// What words find on a site is known by.
fn found_by(site: Site, request: &ListRequest) -> (Site, String, Vec<OtherWords>) {
    (site, request.query.clone(), request.others.clone())
}

/// Bytes of what words found, with its place: words that find nothing take one, too.
fn weight_found((_, query, others): &(Site, String, Vec<OtherWords>), found: &Arc<RankedProducts>) -> u32 {
    let bytes = [PLACE, weight_of(query, others), found.weight()].into_iter().fold(0, usize::saturating_add);
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Products among which a search takes a fraction of a millisecond.
const FEW_PRODUCTS: usize = 2_500;
/// Products of which it takes no longer to count facets than to hand that to a thread: where words need not be looked for.
const COUNTED_AT_ONCE: usize = 20_000;
/// Bytes that people ask with: words and what means the same, each looked for in the whole index, and what is chosen of facets.
const ASKED: usize = 128;

/// Bytes of words and of what means the same.
fn weight_of(query: &str, others: &[OtherWords]) -> usize {
    others.iter().map(OtherWords::weight).sum::<usize>().saturating_add(query.len())
}

/// What finds products by words, and what it found: neither knows prices or what can be bought.
#[derive(Debug, Clone)]
pub struct ByWords {
    words: Arc<Words>,
    /// Of these words, among these products.
    found: Found,
}

impl ByWords {
    /// That of a catalogue; its words are read when they are first asked for.
    fn of(catalog: &Catalog) -> Self {
        let found = moka::sync::Cache::builder().max_capacity(FOUND).weigher(weight_found).build();
        Self { words: Arc::new(Words::of(catalog)), found }
    }

    /// The same, read.
    pub fn read(catalog: &Catalog) -> Self {
        let by = Self::of(catalog);
        by.words.read();
        by
    }
}

/// Everything that finds products of one snapshot.
#[derive(Debug)]
pub struct SearchIndex {
    by: ByWords,
    facets: Facets,
    /// Answers of lists, as JSON.
    pub answers: PreparedAnswers<(Site, ListRequest)>,
    /// Answers while somebody types, as JSON.
    pub suggestions: PreparedAnswers<(Site, String, Vec<OtherWords>)>,
}

impl SearchIndex {
    /// Indexes the products of a catalogue; their words when they are first asked for.
    pub fn begin(catalog: &Catalog) -> Self {
        Self::of(ByWords::of(catalog), Facets::build(catalog.products(), catalog.categories()))
    }

    /// Reads the words, unless that was done: what is found by words waits for it.
    pub fn read_words(&self) {
        self.by.words.read();
    }

    /// True when what is found by words need not wait.
    pub fn has_read_words(&self) -> bool {
        self.by.words.are_read()
    }

    /// What is kept of answers, in bytes: of lists, of suggestions, and what words found.
    pub fn bytes(&self) -> [u64; 3] {
        [self.answers.bytes(), self.suggestions.bytes(), bytes_kept(&self.by.found)]
    }

    fn of(by: ByWords, facets: Facets) -> Self {
        let answers = PreparedAnswers::new(LIST_ANSWERS, |(_, request): &(Site, ListRequest)| request.weight());
        let suggestions = PreparedAnswers::new(SUGGESTIONS, |(_, query, others): &(Site, String, Vec<OtherWords>)| {
            weight_of(query, others)
        });
        Self { by, facets, answers, suggestions }
    }

    /// What finds the same products, of which others can be bought: words find what they found.
    #[must_use]
    pub fn restocked(&self, catalog: &Catalog) -> Self {
        Self::of(self.by.clone(), self.facets.restocked(catalog.products()))
    }

    /// What finds the same products, some of which cost something else or are told in other words: found they are by those
    /// that were read.
    #[must_use]
    pub fn with_changes(&self, catalog: &Catalog, touched: &Touched) -> Self {
        Self::of(self.by.clone(), self.facets.with_changes(catalog.products(), touched))
    }

    /// What finds the same products by these words.
    #[must_use]
    pub fn found_by(&self, words: ByWords) -> Self {
        Self::of(words, self.facets.clone())
    }

    /// The products a site sells that a list asks for by words, best first.
    fn found(&self, site: Site, request: &ListRequest, sold: &Bits) -> Result<Arc<RankedProducts>, Failure> {
        let key = found_by(site, request);
        if let Some(known) = self.by.found.get(&key) {
            return Ok(known);
        }
        let found = Arc::new(self.find(&request.query, &request.others, sold)?);
        self.by.found.insert(key, Arc::clone(&found));
        Ok(found)
    }

    /// How long it takes to answer a list.
    pub fn length_of_list(&self, site: Site, request: &ListRequest) -> Length {
        let is_found = request.query.is_empty() || self.by.found.contains_key(&found_by(site, request));
        self.length(if is_found { COUNTED_AT_ONCE } else { FEW_PRODUCTS }, request.weight())
    }

    /// How long it takes to suggest something for words and what means the same.
    pub fn length_of_suggestion(&self, query: &str, others: &[OtherWords]) -> Length {
        self.length(FEW_PRODUCTS, weight_of(query, others))
    }

    /// How long it takes to find what is asked for in so many bytes, where it is short among `few` products.
    fn length(&self, few: usize, asked: usize) -> Length {
        let is_short = self.facets.products <= few && asked <= ASKED && self.has_read_words();
        if is_short { Length::Short } else { Length::Long }
    }

    /// The facets of this snapshot.
    pub const fn facets(&self) -> &Facets {
        &self.facets
    }

    /// The products of `allowed` that a cleaned query finds, best first.
    pub fn find(&self, query: &str, others: &[OtherWords], allowed: &Bits) -> Result<RankedProducts, Failure> {
        self.find_first(query, others, allowed, usize::MAX)
    }

    /// The same, but only the first `most` of them.
    fn find_first(
        &self,
        query: &str,
        others: &[OtherWords],
        allowed: &Bits,
        most: usize,
    ) -> Result<RankedProducts, Failure> {
        let Some(text) = self.by.words.read() else { return Ok(RankedProducts::default()) };
        text.find(query, others, allowed, self.facets.popularity(), most).map_err(Failure::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_find_nothing_take_their_place_and_what_is_found_takes_more() {
        let weight = |found: RankedProducts| {
            usize::try_from(weight_found(&(Site::FIELDHOUSE, "qqxyzzy".to_owned(), Vec::new()), &Arc::new(found)))
                .unwrap()
        };
        let nothing = weight(RankedProducts::default());
        assert!(nothing > PLACE + size_of::<RankedProducts>(), "{nothing}");
        let words = vec!["qqxyzzy".to_owned()];
        let some = weight(RankedProducts { ranked: vec![0; 100], words, ..RankedProducts::default() });
        assert!(some >= nothing + 100 * size_of::<usize>() + size_of::<String>() + 7, "{some}");
    }
}
