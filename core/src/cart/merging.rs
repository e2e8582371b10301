//! The cart of an anonymous visit becomes part of the customer's at sign-in (decisions: identity).

use super::quantity::MAX_PIECES;

/// Pieces of a line that both carts hold: all of them, as far as a line can hold them.
pub const fn merged_pieces(held: u32, brought: u32) -> u32 {
    let sum = held.saturating_add(brought);
    if sum > MAX_PIECES { MAX_PIECES } else { sum }
}

/// What the shopper is told; `left_out` are the pieces that no line can hold.
pub fn merged_text(brought: u64, left_out: u64) -> String {
    let pieces = |count: u64| if count == 1 { "1 item".to_owned() } else { format!("{count} items") };
    let joined = brought.saturating_sub(left_out);
    let mut text = format!("We added {} from this visit to the cart you had.", pieces(joined));
    if left_out > 0 {
        let sentence = format!(" {} more did not fit: a line holds at most {MAX_PIECES}.", pieces(left_out));
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
        assert_eq!(merged_text(1, 0), "We added 1 item from this visit to the cart you had.");
        assert_eq!(
            merged_text(1_000, 1),
            "We added 999 items from this visit to the cart you had. 1 item more did not fit: a line holds at most 9999."
        );
    }
}
