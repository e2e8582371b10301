//! The cart of an anonymous visit becomes part of the customer's at sign-in (decisions: identity).

use super::{
    free_form::FreeForm,
    lines::{CartError, MAX_LINES},
    quantity::MAX_PIECES,
    texts::TextsError,
};
use crate::rule::Broken;

/// Pieces of a line that both carts hold: all of them, as far as a line can hold them.
pub const fn merged_pieces(held: u32, brought: u32) -> u32 {
    let sum = held.saturating_add(brought);
    if sum > MAX_PIECES { MAX_PIECES } else { sum }
}

/// Texts of a line that both carts hold, which has so many pieces: of a list, those of the first.
pub fn merged_texts(held: FreeForm, brought: &FreeForm, pieces: u32) -> FreeForm {
    let joined = held.joined(brought);
    let most = usize::try_from(pieces).unwrap_or(usize::MAX);
    if joined.entries().len() <= most {
        joined
    } else {
        FreeForm::stored(joined.entries().iter().take(most).cloned().collect())
    }
}

/// Pieces of a visit that did not come into the cart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Those that no line can hold.
    pub of_lines: u64,
    /// Those of lines that the cart has no place for: it holds too many already.
    pub of_cart: u64,
    /// Those with a name each that the cart has no place for.
    pub of_texts: u64,
}

/// What the shopper is told.
pub fn merged_text(brought: u64, left_out: LeftOut) -> String {
    let pieces = |count: u64| if count == 1 { "1 item".to_owned() } else { format!("{count} items") };
    let LeftOut { of_lines, of_cart, of_texts } = left_out;
    let joined = [of_lines, of_cart, of_texts].into_iter().fold(brought, u64::saturating_sub);
    let mut text = format!("We added {} from this visit to the cart you had.", pieces(joined));
    if of_lines > 0 {
        let sentence = format!(" {} more did not fit: a line holds at most {MAX_PIECES}.", pieces(of_lines));
        text.push_str(&sentence);
    }
    let full = [
        (of_cart, CartError::TooManyLines { maximum: MAX_LINES }.sentence()),
        (of_texts, TextsError::TooMany.sentence()),
    ];
    for (left, full) in full.into_iter().filter(|(left, _)| *left > 0) {
        let sentence = format!(" {} more did not fit: {}.", pieces(left), full.replacen('A', "a", 1));
        text.push_str(&sentence);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_add_up_to_what_a_line_holds() {
        assert_eq!(merged_pieces(6, 12), 18);
        assert_eq!(merged_pieces(9_000, 1_000), 9_999);
        assert_eq!(merged_pieces(u32::MAX, 1), 9_999);
    }

    #[test]
    fn one_sentence_says_what_was_added() {
        assert_eq!(merged_text(1, LeftOut::default()), "We added 1 item from this visit to the cart you had.");
        assert_eq!(
            merged_text(1_000, LeftOut { of_lines: 1, of_cart: 0, ..LeftOut::default() }),
            "We added 999 items from this visit to the cart you had. 1 item more did not fit: a line holds at most 9999."
        );
        assert_eq!(
            merged_text(7, LeftOut { of_lines: 0, of_cart: 5, ..LeftOut::default() }),
            "We added 2 items from this visit to the cart you had. 5 items more did not fit: a cart holds at most 2,000 lines."
        );
    }
}
