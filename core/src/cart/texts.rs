//! How many names and numbers a cart holds (R14). Every look at a cart shows all of them, so they are bounded as its lines are.
//! Not here: what a single text may be (`free_form`).

use crate::rule::{Broken, FieldError, broken_rules};

/// Bytes of names and numbers that a cart may hold, written down as JSON: those of ten thousand players with long names, and twice
/// what one request can bring.
pub const MAX_TEXTS: u64 = 2 * 1024 * 1024;

broken_rules! {
    /// What is wrong with the names and numbers of a cart as a whole.
    pub enum TextsError {
        /// More than a cart holds.
        TooMany => "cart_too_many_texts", "A cart holds no more names and numbers: please order some of them first";
    }
}

/// Checks how many bytes of names and numbers a cart would hold.
pub fn check_cart_texts(bytes: u64) -> Option<TextsError> {
    (bytes > MAX_TEXTS).then_some(TextsError::TooMany)
}

/// The same, as it goes out.
pub fn check_texts(bytes: u32) -> Vec<FieldError> {
    check_cart_texts(u64::from(bytes)).iter().map(|error| error.at("")).collect()
}
