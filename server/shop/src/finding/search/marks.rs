//! Where the words that were looked for stand in a text: by offsets, never as HTML (R53).

use crate::words::{Stems, words};

/// Part of a text that matches, in scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// First character.
    pub start: usize,
    /// One after the last.
    pub end: usize,
    /// Which word it is.
    pub word: usize,
}

/// The words of one query.
pub struct Marker {
    words: Vec<(String, String)>,
    stems: Stems,
}

impl Marker {
    /// Looks for these folded words.
    pub fn new(words: &[String]) -> Self {
        let mut stems = Stems::default();
        let words = words.iter().map(|word| (word.clone(), stems.stem(word))).collect();
        Self { words, stems }
    }

    /// The word of a number, as it was looked for.
    pub fn word(&self, number: usize) -> &str {
        self.words.get(number).map_or("", |(word, _)| word)
    }

    /// How many words are looked for.
    pub const fn count(&self) -> usize {
        self.words.len()
    }

    /// The beginning that was typed, or the whole word when only its stem fits; in order.
    pub fn marks(&mut self, text: &str) -> Vec<Mark> {
        let mut marks = Vec::new();
        if self.words.is_empty() {
            return marks;
        }
        for known in words(text) {
            let begun = self.words.iter().enumerate().filter(|(_, (typed, _))| known.text.starts_with(typed.as_str()));
            let longest =
                begun.map(|(word, (typed, _))| (typed.chars().count(), word)).max_by_key(|(length, _)| *length);
            let (length, word) = if let Some(found) = longest {
                found
            } else {
                let stem = self.stems.stem(&known.text);
                let Some(word) = self.words.iter().position(|(_, typed)| *typed == stem) else { continue };
                (usize::MAX, word)
            };
            marks.push(Mark { start: known.start, end: known.end.min(known.start.saturating_add(length)), word });
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, looked_for: &[&str]) -> Vec<(usize, usize, usize)> {
        let looked_for: Vec<String> = looked_for.iter().map(|word| (*word).to_owned()).collect();
        let marks = Marker::new(&looked_for).marks(text);
        marks.into_iter().map(|mark| (mark.start, mark.end, mark.word)).collect()
    }

    #[test]
    fn what_was_typed_is_marked_by_offsets() {
        assert_eq!(marked("Gridiron Practice Jersey", &["prac", "jerseys"]), [(9, 13, 0), (18, 24, 1)]);
        assert_eq!(marked("Été <b>Ball</b>", &["ete", "ball"]), [(0, 3, 0), (7, 11, 1)]);
        assert_eq!(marked("Ball", &["net"]), []);
        assert_eq!(marked("Basketball", &["ba", "basket"]), [(0, 6, 1)]);
    }
}
