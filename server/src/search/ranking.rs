//! What a query finds, and in which order (decision 0006): a tuple decides, first things first, not a formula over
//! frequencies. Not here: which products a word reaches.

use std::{cmp::Reverse, io};

use super::{
    bits::Bits,
    synonyms::OtherWords,
    text::{Reach, TextIndex},
    words::{Stems, Word, compact, query_words},
};

/// Words of a query that are looked for.
pub(super) const MOST_WORDS: usize = 10;
/// What it is worth that two words are neighbours in the name as in the query: less than a better field.
const NEIGHBOURS: u32 = 150;
/// What a synonym is worth of a word as it was typed.
const OTHER: (u32, u32) = (4, 5);

/// What a query found.
#[derive(Debug, Default)]
pub struct Found {
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

/// What decides the order, first things first; the smallest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    not_by_sku: bool,
    missing: usize,
    errors: usize,
    worth: Reverse<u32>,
    popularity: u32,
}

impl TextIndex {
    /// The products of `allowed` that a cleaned query finds: those with all its words, else those with
    /// the most. `others` stand for stretches of it. `popularity` orders what is otherwise equal, smaller first. Only
    /// the first `most` are told.
    pub fn find(
        &self,
        query: &str,
        others: &[OtherWords],
        allowed: &Bits,
        popularity: &[u32],
        most: usize,
    ) -> io::Result<Found> {
        let words = query_words(query, MOST_WORDS);
        if words.is_empty() {
            return Ok(Found::default());
        }
        let (mut reaches, neighbours) = self.reach_all(&words)?;
        self.reach_others(others, &mut reaches)?;
        for (reach, word) in reaches.iter_mut().zip(&words) {
            if allowed.iter().all(|product| reach.of(product) == 0) {
                *reach = self.reach_misspelt(&word.text)?;
            }
        }
        let by_sku = self.containing_sku(&compact(query))?;
        let mut matched = with_all(&reaches, allowed);
        matched.unite(&by_sku);
        matched.intersect(allowed);
        if matched.is_empty() && words.len() > 1 {
            // A word that is there may still be a slip for another: `form roller`.
            let mut forgiving = reaches.clone();
            for (reach, word) in forgiving.iter_mut().zip(&words) {
                reach.or_by_error(&self.reach_misspelt(&word.text)?);
            }
            matched = with_all(&forgiving, allowed);
            if !matched.is_empty() {
                reaches = forgiving;
            }
        }
        if matched.is_empty() {
            matched = with_most(self.len(), &reaches, allowed);
        }
        let mut ranked: Vec<(Rank, usize)> = matched
            .iter()
            .map(|product| {
                let near = neighbours.iter().filter(|pair| pair.contains(product)).count();
                let near = u32::try_from(near).unwrap_or(0).saturating_mul(NEIGHBOURS);
                let worths = reaches.iter().map(|reach| reach.of(product)).filter(|worth| *worth > 0);
                let rank = Rank {
                    not_by_sku: !by_sku.contains(product),
                    missing: reaches.len().saturating_sub(worths.clone().count()),
                    errors: reaches.iter().filter(|reach| reach.by_error.contains(product)).count(),
                    worth: Reverse(worths.sum::<u32>().saturating_add(near)),
                    popularity: popularity.get(product).copied().unwrap_or(u32::MAX),
                };
                (rank, product)
            })
            .collect();
        // A word is only said to be misspelt when nothing that was found has it as it was typed.
        let spelled: Vec<(String, bool)> = reaches
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
        Ok(Found {
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
                for reach in reaches.iter_mut().skip(other.first).take(other.length) {
                    reach.raise(product, worth);
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
                }
            }
            neighbours.push(self.with_neighbours(&one.text, &other.text, &mut stems)?);
        }
        Ok((reaches, neighbours))
    }
}

fn with_all(reaches: &[Reach], allowed: &Bits) -> Bits {
    let mut all = allowed.clone();
    for reach in reaches {
        all.intersect(&reach.products());
    }
    all
}

/// Products with as many of the words as any product has.
fn with_most(bound: usize, reaches: &[Reach], allowed: &Bits) -> Bits {
    let words = |product: usize| reaches.iter().filter(|reach| reach.of(product) > 0).count();
    let most = allowed.iter().map(words).max().unwrap_or(0);
    let mut best = Bits::none(bound);
    for product in allowed.iter().filter(|product| most > 0 && words(*product) == most) {
        best.insert(product);
    }
    best
}
