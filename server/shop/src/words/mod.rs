//! Words: how texts and queries are cut, folded and compared. Nothing here knows products.

pub mod english;

use std::collections::BTreeSet;

use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, TokenStream};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A word of a text: lower-case, without accents, with its place in scalar values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Folded.
    pub text: String,
    /// First character in the original.
    pub start: usize,
    /// One after the last.
    pub end: usize,
}

/// Characters of a word that count; what follows cannot tell products apart.
const LONGEST_WORD: usize = 40;
/// Words that join others and say nothing about a product.
pub const FILLERS: [&str; 14] =
    ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"];

/// The words of a text. Apostrophes vanish (`men's` is `mens`), a point stays between digits (`11.5`),
/// everything else that is neither letter nor digit parts words.
pub fn words(text: &str) -> Vec<Word> {
    let letters: Vec<char> = text.chars().collect();
    let mut words: Vec<Word> = Vec::new();
    let mut open: Option<Word> = None;
    for (at, letter) in letters.iter().copied().enumerate() {
        let digit_at =
            |place: Option<usize>| place.and_then(|place| letters.get(place)).is_some_and(char::is_ascii_digit);
        let joins = matches!(letter, '\'' | '\u{2019}')
            || is_combining_mark(letter)
            || (letter == '.' && digit_at(at.checked_sub(1)) && digit_at(at.checked_add(1)));
        if letter.is_alphanumeric() || (joins && open.is_some()) {
            let word = open.get_or_insert_with(|| Word { text: String::new(), start: at, end: at });
            word.end = at.saturating_add(1);
            if letter == '.' {
                word.text.push('.');
            } else if word.text.chars().count() < LONGEST_WORD {
                word.text.extend(fold(letter));
            }
        } else if let Some(word) = open.take() {
            words.push(word);
        }
    }
    words.extend(open);
    words.retain(|word| !word.text.is_empty());
    words
}

/// A text as it is looked for by fragments: small letters without their marks. 'NÚÑEZ' is found by 'nunez', and 'nunez' by 'Núñez'.
pub fn plain(text: &str) -> String {
    text.nfd().filter(|letter| !is_combining_mark(*letter)).nfc().flat_map(char::to_lowercase).collect()
}

/// One letter without case and accents.
fn fold(letter: char) -> impl Iterator<Item = char> {
    let lower: Vec<char> = letter.to_lowercase().nfkd().filter(|c| c.is_alphanumeric()).collect();
    lower.into_iter()
}

/// Letters and digits alone, folded: how skus are compared.
pub fn compact(text: &str) -> String {
    text.chars().flat_map(fold).collect()
}

/// The words to look for; fillers only when there is nothing else.
pub fn query_words(query: &str, most: usize) -> Vec<Word> {
    let all = words(query);
    let telling: Vec<Word> = all.iter().filter(|word| !FILLERS.contains(&word.text.as_str())).cloned().collect();
    let mut words = if telling.is_empty() { all } else { telling };
    words.truncate(most);
    words
}

/// What a text is found by: its words, and what a hyphen joins as one (`t-shirt` is also `tshirt`).
pub fn index_words(text: &str, into: &mut BTreeSet<String>) {
    for chunk in text.split_whitespace() {
        let parts = words(chunk);
        if parts.len() > 1 {
            into.insert(parts.iter().map(|word| word.text.as_str()).collect());
        }
        into.extend(parts.into_iter().map(|word| word.text));
    }
}

/// Brings English words to their stems: `jerseys` and `jersey` meet.
pub struct Stems(TextAnalyzer);

impl Default for Stems {
    fn default() -> Self {
        Self(TextAnalyzer::builder(RawTokenizer::default()).filter(stemmer()).build())
    }
}

fn stemmer() -> Stemmer {
    Stemmer::new(Language::English)
}

impl Stems {
    /// The stem of a folded word.
    pub fn stem(&mut self, word: &str) -> String {
        let mut stream = self.0.token_stream(word);
        stream.next().map_or_else(|| word.to_owned(), |token| token.text.clone())
    }
}

/// Typing errors forgiven in a word of this many letters.
pub fn forgiven(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// How far a typed word is from a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// Errors against the whole known word.
    pub whole: usize,
    /// Errors against the best beginning of it.
    pub beginning: usize,
}

/// Letters missing, added, wrong or swapped between `typed` and `known` (optimal string alignment).
pub fn distance(typed: &[char], known: &[char]) -> Distance {
    let width = known.len().saturating_add(1);
    let mut before: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (row, letter) in typed.iter().enumerate() {
        let mut next = Vec::with_capacity(width);
        next.push(row.saturating_add(1));
        for (column, other) in known.iter().enumerate() {
            let at = |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX);
            let right = column.saturating_add(1);
            let changed = at(&last, column).saturating_add(usize::from(letter != other));
            let mut best = changed.min(at(&last, right).saturating_add(1)).min(at(&next, column).saturating_add(1));
            if let (Some(row_before), Some(column_before)) = (row.checked_sub(1), column.checked_sub(1))
                && typed.get(row_before) == Some(other)
                && known.get(column_before) == Some(letter)
            {
                best = best.min(at(&before, column_before).saturating_add(1));
            }
            next.push(best);
        }
        before = std::mem::replace(&mut last, next);
    }
    Distance {
        whole: last.last().copied().unwrap_or(usize::MAX),
        beginning: last.iter().copied().min().unwrap_or(usize::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).collect()
    }

    fn apart(typed: &str, known: &str) -> (usize, usize) {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        let distance = distance(&letters(typed), &letters(known));
        (distance.whole, distance.beginning)
    }

    #[test]
    fn words_are_folded_and_keep_their_place() {
        assert_eq!(texts("Men's Été-Jersey, 11.5\" (XL)"), ["mens", "ete", "jersey", "11.5", "xl"]);
        assert_eq!(texts("e\u{301}te\u{301}"), ["ete"]);
        assert_eq!(texts("...'' -- \u{301}"), Vec::<String>::new());
        let places: Vec<(usize, usize)> = words("Über Ball").iter().map(|word| (word.start, word.end)).collect();
        assert_eq!(places, [(0, 4), (5, 9)]);
    }

    #[test]
    fn a_hyphen_joins_too() {
        let mut known = BTreeSet::new();
        index_words("T-Shirt V-neck", &mut known);
        assert_eq!(known.into_iter().collect::<Vec<_>>(), ["neck", "shirt", "t", "tshirt", "v", "vneck"]);
    }

    #[test]
    fn fillers_count_only_when_alone() {
        let texts = |query| query_words(query, 10).into_iter().map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(texts("balls for the gym"), ["balls", "gym"]);
        assert_eq!(texts("the"), ["the"]);
    }

    #[test]
    fn errors_are_counted_as_people_make_them() {
        assert_eq!(apart("jersey", "jersey"), (0, 0));
        assert_eq!(apart("jresey", "jersey"), (1, 1));
        assert_eq!(apart("helmt", "helmet"), (1, 1));
        assert_eq!(apart("jersi", "jersey"), (2, 1));
        assert_eq!(apart("", "ball"), (4, 0));
        assert_eq!(apart("ball", ""), (4, 4));
    }

    #[test]
    fn stems_bring_singular_and_plural_together() {
        let mut stems = Stems::default();
        assert_eq!(stems.stem("jerseys"), stems.stem("jersey"));
        assert_eq!(stems.stem("balls"), "ball");
    }
}
