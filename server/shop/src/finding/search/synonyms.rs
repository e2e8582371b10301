//! What else a query looks for: words that content says mean the same. Not here: which words those are, and how well
//! they fit.

use std::collections::HashMap;

use super::ranking::MOST_WORDS;
use crate::words::{Stems, query_words};

/// Stretches one query is looked for by beside its own words.
const MOST: usize = 20;

/// Words in the place of a stretch of the query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OtherWords {
    /// The first of the query's words they stand for.
    pub first: usize,
    /// How many of them.
    pub length: usize,
    /// What is looked for instead.
    pub instead: Vec<String>,
}

impl OtherWords {
    /// Bytes they hold, roughly.
    pub fn weight(&self) -> usize {
        self.instead.iter().map(String::len).sum()
    }
}

/// A member of a group: a word, or several in a row.
#[derive(Debug, Clone)]
struct Phrase {
    words: Vec<String>,
    stems: Vec<String>,
}

/// All groups of a site, ready to be asked.
#[derive(Debug, Clone, Default)]
pub struct Synonyms {
    groups: Vec<Vec<Phrase>>,
    /// Groups with members that begin with this stem.
    beginnings: HashMap<String, Vec<usize>>,
}

impl Synonyms {
    /// Groups of words that mean the same.
    pub fn new<'a>(groups: impl Iterator<Item = &'a [String]>) -> Self {
        let mut stems = Stems::default();
        let mut synonyms = Self::default();
        for (nth, group) in groups.enumerate() {
            let phrases = group.iter().map(|text| {
                let words: Vec<String> = query_words(text, MOST_WORDS).into_iter().map(|word| word.text).collect();
                Phrase { stems: words.iter().map(|word| stems.stem(word)).collect(), words }
            });
            let phrases: Vec<Phrase> = phrases.collect();
            for first in phrases.iter().filter_map(|phrase| phrase.stems.first()) {
                let beginning = synonyms.beginnings.entry(first.clone()).or_default();
                if beginning.last() != Some(&nth) {
                    beginning.push(nth);
                }
            }
            synonyms.groups.push(phrases);
        }
        synonyms
    }

    /// What a cleaned query looks for beside its own words. Singular and plural are the same; a member that is met
    /// brings all others of its group.
    pub fn of(&self, query: &str) -> Vec<OtherWords> {
        if self.groups.is_empty() {
            return Vec::new();
        }
        let mut stems = Stems::default();
        let typed: Vec<String> = query_words(query, MOST_WORDS).iter().map(|word| stems.stem(&word.text)).collect();
        let mut others = Vec::new();
        for (first, stem) in typed.iter().enumerate() {
            let here = typed.get(first..).unwrap_or_default();
            let groups = self.beginnings.get(stem).into_iter().flatten().filter_map(|nth| self.groups.get(*nth));
            for group in groups {
                for (met, phrase) in group.iter().enumerate().filter(|(_, phrase)| here.starts_with(&phrase.stems)) {
                    let rest = group.iter().enumerate().filter(|(other, _)| *other != met);
                    let length = phrase.stems.len();
                    others.extend(rest.map(|(_, other)| OtherWords { first, length, instead: other.words.clone() }));
                }
            }
        }
        others.truncate(MOST);
        others
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(query: &str) -> Vec<(usize, usize, String)> {
        let groups: [&[&str]; 2] = [&["tee", "t-shirt", "tshirt"], &["hoodie", "hooded sweatshirt"]];
        let groups = groups.map(|words| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        let others = Synonyms::new(groups.iter().map(Vec::as_slice)).of(query);
        others.into_iter().map(|other| (other.first, other.length, other.instead.join(" "))).collect()
    }

    #[test]
    fn a_group_stands_for_its_words_wherever_they_are_in_the_query() {
        let of = |first, length, words: &str| (first, length, words.to_owned());
        assert_eq!(told("red tees"), [of(1, 1, "t shirt"), of(1, 1, "tshirt")]);
        assert_eq!(told("T-Shirts for kids"), [of(0, 2, "tee"), of(0, 2, "tshirt")]);
        assert_eq!(told("hooded sweatshirts tee"), [of(0, 2, "hoodie"), of(2, 1, "t shirt"), of(2, 1, "tshirt")]);
        assert_eq!(told("sweatshirt hooded"), []);
        assert_eq!(told("hooded"), []);
        assert_eq!(told("teeth"), []);
        assert_eq!(told(""), []);
        assert_eq!(told(&"tee ".repeat(50)).len(), MOST);
        assert_eq!(Synonyms::default().of("tee"), []);
    }
}
