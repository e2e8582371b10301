//! Words that are right whether or not this store sells what they name: who looks for a lacrosse stick did not mean
//! `across`. Where the list is from is told in LICENSE.txt.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

/// Written by `scripts/english-words.mjs`.
static COMPRESSED: &[u8] = include_bytes!("words.txt.br");

/// The list as sorted digests, a third of a megabyte: one misspelling in fifty thousand is taken for right. Empty only
/// when the shipped file is broken, which a test would tell.
static WORDS: LazyLock<Box<[u32]>> = LazyLock::new(|| {
    let mut text = Vec::new();
    if let Err(error) = brotli::BrotliDecompress(&mut &*COMPRESSED, &mut text) {
        tracing::error!(%error, "the list of words cannot be read");
    }
    let mut digests: Vec<u32> = String::from_utf8_lossy(&text).lines().map(digest).collect();
    digests.sort_unstable();
    digests.into()
});

fn digest(word: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// True for an English word in small letters, and for one of sports gear.
pub fn is_word(text: &str) -> bool {
    WORDS.binary_search(&digest(text)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_and_misspellings_are_not() {
        for word in ["lacrosse", "skate", "swim", "band", "pants", "cone", "tent", "sock", "coat", "cage", "bocce"] {
            assert!(is_word(word), "{word}");
        }
        for typo in ["hemlet", "jersy", "basball", "socer", "bascketball", "glov", "shose", "hocky", "dumbell", ""] {
            assert!(!is_word(typo), "{typo}");
        }
    }
}
