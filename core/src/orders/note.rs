//! Notes at an order: for the house, or for its buyer too.

use serde::{Deserialize, Serialize};

use super::hold::LONGEST_TEXT;
use crate::{
    rule::{Broken, FieldError, broken_rules},
    text::clean_lines,
};

broken_rules! {
    /// What is wrong with a note.
    pub enum NoteError {
        /// A note has words.
        Missing => "note_missing", "Please write something";
        /// A text that nobody reads.
        TooLong => "note_too_long", "Please keep the note under 2,000 characters";
    }
}

/// A note as somebody writes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct NoteDraft {
    /// Its text.
    pub text: String,
    /// The buyer reads it too, and gets it by mail.
    pub public: bool,
}

/// Reads a note.
pub fn parse_note(draft: &NoteDraft) -> Result<String, FieldError> {
    let text = parse_remark(&draft.text, "text")?;
    if text.is_empty() { Err(NoteError::Missing.at("text")) } else { Ok(text) }
}

/// Everything wrong with a note.
pub fn check_note(draft: &NoteDraft) -> Option<FieldError> {
    parse_note(draft).err()
}

/// Words beside an act, or none.
pub fn parse_remark(text: &str, field: &str) -> Result<String, FieldError> {
    clean_lines(text, LONGEST_TEXT).map_err(|_| NoteError::TooLong.at(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_words_and_not_too_many() {
        let of = |text: &str| parse_note(&NoteDraft { text: text.to_owned(), public: false });
        assert_eq!(of(" Call first ").unwrap(), "Call first");
        assert_eq!(of(" \n ").unwrap_err().code, "note_missing");
        assert_eq!(of(&"a".repeat(2_001)).unwrap_err().code, "note_too_long");
        assert_eq!(parse_remark("", "note").unwrap(), "");
        assert_eq!(parse_remark(&"a".repeat(2_001), "note").unwrap_err().field, "note");
    }
}
