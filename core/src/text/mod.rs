//! What a person typed into one field: NFC, trimmed, limits in Unicode scalar values, and the
//! characters that are refused everywhere. Not here: what a field means.

pub mod card_number;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rule::broken_rules;
use card_number::holds_card_number;

broken_rules! {
    /// What any text field refuses (requirements R57, R65).
    pub enum TextError {
        /// More Unicode scalar values than the field holds.
        TooLong { maximum: u32 } => "too_long", "Please use at most {maximum} characters";
        /// NUL, a line break or another control character.
        ControlCharacter => "control_character", "Please remove line breaks and control characters";
        /// A character that turns the direction of the text around.
        BidiControl => "bidi_control", "Please remove characters that change the direction of the text";
        /// A payment card's number, which is stored nowhere.
        CardNumber => "card_number", "Please do not enter a card number here";
    }
}

/// A text nobody may read over a shoulder or in a log: its `Debug` form hides it.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct SecretText(pub String);

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(…)")
    }
}

/// Composed form (NFC): one spelling for what looks and compares alike.
pub fn compose(raw: &str) -> String {
    if raw.is_ascii() { raw.to_owned() } else { unicode::compose(raw) }
}

/// Lower case, the form in which two texts are compared.
pub fn lower_case(raw: &str) -> String {
    if raw.is_ascii() { raw.to_ascii_lowercase() } else { unicode::lower_case(raw) }
}

#[cfg(not(all(feature = "wasm", target_arch = "wasm32")))]
mod unicode {
    use unicode_normalization::UnicodeNormalization;

    pub(super) fn compose(raw: &str) -> String {
        raw.nfc().collect()
    }

    pub(super) fn lower_case(raw: &str) -> String {
        raw.to_lowercase()
    }
}

/// The browser brings the tables of Unicode; ours would be a third of what it loads.
#[cfg(all(feature = "wasm", target_arch = "wasm32"))]
mod unicode {
    use js_sys::JsString;

    pub(super) fn compose(raw: &str) -> String {
        JsString::from(raw).normalize("NFC").into()
    }

    pub(super) fn lower_case(raw: &str) -> String {
        JsString::from(raw).to_lower_case().into()
    }
}

/// Number of Unicode scalar values, the unit of every limit.
pub fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// True when nothing can be seen: empty, blanks and zero-width characters only.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{2800}' | '\u{3164}' | '\u{feff}')
    })
}

/// True for the characters that change the direction of text around them.
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// True for control characters and the two Unicode line separators.
pub fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Yes or no as files write it, in either case; nothing for anything else.
pub fn parse_yes(raw: &str) -> Option<bool> {
    match raw.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" | "1" => Some(true),
        "false" | "no" | "n" | "0" => Some(false),
        _ => None,
    }
}

/// One line of text: NFC, trimmed; a blank one becomes empty. At most `maximum` scalar values.
pub fn clean_line(raw: &str, maximum: u32) -> Result<String, TextError> {
    clean(raw, maximum, is_control)
}

/// Several lines of text, line ends written `\n`; else as [`clean_line`].
pub fn clean_lines(raw: &str, maximum: u32) -> Result<String, TextError> {
    clean(&raw.replace("\r\n", "\n"), maximum, |c| c != '\n' && is_control(c))
}

fn clean(raw: &str, maximum: u32, refused: fn(char) -> bool) -> Result<String, TextError> {
    let composed = compose(raw);
    let text = composed.trim();
    if is_blank(text) {
        return Ok(String::new());
    }
    if text.chars().any(refused) {
        return Err(TextError::ControlCharacter);
    }
    if text.chars().any(is_bidi_control) {
        return Err(TextError::BidiControl);
    }
    if length(text) > maximum {
        return Err(TextError::TooLong { maximum });
    }
    if holds_card_number(text) {
        return Err(TextError::CardNumber);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rule::Broken;

    #[test]
    fn trims_and_composes() {
        assert_eq!(clean_line("  Rene\u{301} ", 4), Ok("René".to_owned()));
    }

    #[test]
    fn a_text_of_zero_width_characters_is_empty() {
        assert_eq!(clean_line(" \u{200b}\u{feff} ", 4), Ok(String::new()));
    }

    #[test]
    fn r57_refuses_nul_line_ends_and_direction_marks() {
        for bad in ["a\0b", "a\nb", "a\r\nBcc: x", "a\tb", "a\u{85}b", "a\u{2028}b"] {
            assert_eq!(clean_line(bad, 40), Err(TextError::ControlCharacter), "{bad:?}");
        }
        for bad in ["a\u{202e}b", "\u{200f}a", "a\u{2066}b\u{2069}"] {
            assert_eq!(clean_line(bad, 40), Err(TextError::BidiControl), "{bad:?}");
        }
    }

    #[test]
    fn limits_count_scalar_values() {
        assert_eq!(clean_line("🏈🏈", 2), Ok("🏈🏈".to_owned()));
        assert_eq!(clean_line("🏈🏈🏈", 2), Err(TextError::TooLong { maximum: 2 }));
        assert_eq!(TextError::TooLong { maximum: 2 }.sentence(), "Please use at most 2 characters");
    }

    #[test]
    fn several_lines_keep_their_line_ends() {
        assert_eq!(clean_lines("Dock 4\r\nring twice", 40), Ok("Dock 4\nring twice".to_owned()));
        assert_eq!(clean_lines("a\0", 40), Err(TextError::ControlCharacter));
    }

    #[test]
    fn a_secret_does_not_show_itself() {
        assert_eq!(format!("{:?}", SecretText("hunter2".to_owned())), "SecretText(…)");
    }

    proptest! {
        #[test]
        fn cleaning_again_changes_nothing(raw in any::<String>()) {
            if let Ok(text) = clean_line(&raw, 40) {
                prop_assert_eq!(clean_line(&text, 40), Ok(text.clone()));
                prop_assert!(length(&text) <= 40);
                prop_assert!(!text.chars().any(|c| is_control(c) || is_bidi_control(c)));
            }
        }
    }
}
