//! What a query finds, and in which order (decision 0006): first things first. Not here: which products a word
//! reaches, and what a product is worth to a query.

use std::{cmp::Reverse, io};

use super::{
    bits::Bits,
    synonyms::OtherWords,
    text::{Reach, TextIndex},
    wanted::Wanted,
};
use crate::words::{Stems, Word, compact, query_words};

/// Words of a query that are looked for.
pub(super) const MOST_WORDS: usize = 10;
/// Words of a query that may be misspelt: each is held against every word that is known.
const MOST_MISSPELT: usize = 3;
/// So many good ones are an answer; fewer are filled up.
const ENOUGH: usize = 10;
/// What a synonym is worth of a word as it was typed.
const OTHER: (u32, u32) = (4, 5);

/// What a query found.
#[derive(Debug, Default)]
pub struct RankedProducts {
    /// Products in order of relevance.
    pub ranked: Vec<usize>,
    /// How many there are in all.
    pub total: usize,
    /// The query with misspelt words replaced, or empty.
    pub corrected: String,
    /// The words that were looked for, corrected: for highlighting.
    pub words: Vec<String>,
    /// What was looked for beside them, for the same.
    pub others: Vec<String>,
}

impl RankedProducts {
    /// Bytes it takes.
    pub fn weight(&self) -> usize {
        let texts =
            self.words.iter().chain(&self.others).map(|word| word.capacity().saturating_add(size_of::<String>()));
        let products = self.ranked.capacity().saturating_mul(size_of::<usize>());
        [size_of::<Self>(), products, self.corrected.capacity()].into_iter().chain(texts).fold(0, usize::saturating_add)
    }
}

/// What decides the order, first things first; the smallest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    not_by_sku: bool,
    /// Without all words, or with some of them only in passing.
    not_good: bool,
    worth: Reverse<u64>,
    popularity: u32,
}

impl TextIndex {
    /// The products of `allowed` that a cleaned query finds, best first: those with all its words, and where few of
    /// them are good also what comes near. `others` stand for stretches of it. `popularity` orders what is otherwise
    /// equal, smaller first. Only the first `most` are told.
    pub fn find(
        &self,
        query: &str,
        others: &[OtherWords],
        allowed: &Bits,
        popularity: &[u32],
        most: usize,
    ) -> io::Result<RankedProducts> {
        let words = query_words(query, MOST_WORDS);
        if words.is_empty() {
            return Ok(RankedProducts::default());
        }
        let (mut reaches, neighbours) = self.reach_all(&words)?;
        self.reach_others(others, &mut reaches)?;
        let mut stems = Stems::default();
        let mut misspelt = 0;
        for (reach, word) in reaches.iter_mut().zip(&words) {
            // A word that is right is not corrected, also where nothing with it is sold.
            if misspelt < MOST_MISSPELT
                && allowed.iter().all(|product| reach.of(product) == 0)
                && !self.knows(&word.text, &mut stems)?
            {
                misspelt = misspelt.saturating_add(1);
                *reach = self.reach_misspelt(&word.text)?;
            }
        }
        let wanted = Wanted::read(query, &words, reaches, neighbours, allowed);
        let by_sku = self.containing_sku(&compact(query))?;
        let mut matched = allowed.clone();
        wanted.products.iter().for_each(|products| matched.intersect(products));
        let good = matched.iter().filter(|product| wanted.is_good(*product)).take(ENOUGH).count();
        matched.unite(&by_sku);
        matched.intersect(allowed);
        if good < ENOUGH && by_sku.is_empty() && words.len() > 1 {
            matched.unite(&near_misses(&wanted, allowed, good));
        }
        let mut ranked: Vec<(Rank, usize)> = matched
            .iter()
            .map(|product| {
                let rank = Rank {
                    not_by_sku: !by_sku.contains(product),
                    not_good: !wanted.is_good(product),
                    worth: Reverse(wanted.worth(product, self.length(product))),
                    popularity: popularity.get(product).copied().unwrap_or(u32::MAX),
                };
                (rank, product)
            })
            .collect();
        // A word is only said to be misspelt when nothing that was found has it as it was typed.
        let spelled: Vec<(String, bool)> = wanted
            .reaches
            .into_iter()
            .zip(words)
            .map(|(reach, word)| {
                let as_typed =
                    ranked.iter().any(|(_, product)| reach.of(*product) > 0 && !reach.by_error.contains(*product));
                match reach.correction {
                    Some(correction) if !as_typed && !ranked.is_empty() => (correction, true),
                    _ => (word.text, false),
                }
            })
            .collect();
        let corrected = spelled.iter().any(|(_, corrected)| *corrected);
        let words: Vec<String> = spelled.into_iter().map(|(word, _)| word).collect();
        // A letter alone would be marked all over.
        let telling = others.iter().flat_map(|other| &other.instead).filter(|word| word.chars().nth(1).is_some());
        let others = telling.cloned().collect();
        let total = ranked.len();
        if most < total {
            // Who wants a few of thousands need not wait for all of them to be sorted.
            ranked.select_nth_unstable(most);
            ranked.truncate(most);
        }
        ranked.sort_unstable();
        Ok(RankedProducts {
            total,
            ranked: ranked.into_iter().map(|(_, product)| product).collect(),
            corrected: if corrected { words.join(" ") } else { String::new() },
            words,
            others,
        })
    }

    /// Other words reach what they are in as a whole, a little less well than words as they were typed.
    fn reach_others(&self, others: &[OtherWords], reaches: &mut [Reach]) -> io::Result<()> {
        let mut stems = Stems::default();
        for other in others {
            let mut words = Vec::new();
            for word in &other.instead {
                words.push(self.reach_whole(word, &mut stems)?);
            }
            let Some(least) = words.iter().map(Reach::products).reduce(|mut all, next| {
                all.intersect(&next);
                all
            }) else {
                continue;
            };
            for product in least.iter() {
                let worth = words.iter().map(|word| word.of(product)).min().unwrap_or(0);
                let worth = worth.saturating_mul(OTHER.0).div_euclid(OTHER.1);
                let thing = words.iter().any(|word| word.heads.contains(product));
                for reach in reaches.iter_mut().skip(other.first).take(other.length) {
                    reach.raise(product, worth);
                    if thing {
                        reach.heads.insert(product);
                    }
                }
            }
        }
        Ok(())
    }

    /// What each word reaches as it was typed, alone and as one with its neighbour, and the products in whose names
    /// neighbours are neighbours.
    fn reach_all(&self, words: &[Word]) -> io::Result<(Vec<Reach>, Vec<Bits>)> {
        let mut stems = Stems::default();
        let mut reaches: Vec<Reach> =
            words.iter().map(|word| self.reach_known(&word.text, &mut stems)).collect::<Result<_, _>>()?;
        let mut neighbours = Vec::new();
        for (nth, (one, other)) in words.iter().zip(words.iter().skip(1)).enumerate() {
            let joined = self.reach_joined(&one.text, &other.text, &mut stems)?;
            for product in joined.products().iter() {
                for reach in reaches.iter_mut().skip(nth).take(2) {
                    reach.raise(product, joined.of(product));
                    if joined.heads.contains(product) {
                        reach.heads.insert(product);
                    }
                }
            }
            neighbours.push(self.with_neighbours(&one.text, &other.text, &mut stems)?);
        }
        Ok((reaches, neighbours))
    }
}

/// Products without all words that are worth showing where few have them well: what is looked for, and what has more
/// than half of the words. Where none is good at all, also those with the most words.
fn near_misses(wanted: &Wanted, allowed: &Bits, good: usize) -> Bits {
    let mut near = wanted.things().cloned().unwrap_or_default();
    near.intersect(allowed);
    let all = wanted.reaches.len();
    let words = |product: usize| all.saturating_sub(wanted.missing(product));
    let most = if good == 0 { allowed.iter().map(words).max().unwrap_or(0) } else { all };
    let least = most.min(all.div_euclid(2).saturating_add(1)).max(1);
    let mut misses = Bits::of(allowed.bound(), allowed.iter().filter(|product| words(*product) >= least));
    misses.unite(&near);
    misses
}
