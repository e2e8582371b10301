//! Lists of orders that somebody keeps under a name.

use crate::{
    rule::{Broken, FieldError, broken_rules},
    text::clean_line,
};

/// Characters of a name.
const LONGEST_NAME: u32 = 60;
/// Lists that one person keeps.
pub const MOST_KEPT: u32 = 50;

broken_rules! {
    /// What keeps a list from being kept.
    pub enum SavedError {
        /// No name, or a long one.
        Name => "view_name", "Please enter a name of 60 characters at most";
        /// Nobody finds a list among so many.
        TooMany { maximum: u32 } => "view_too_many", "You keep {maximum} lists already. Please drop one first";
    }
}

/// Reads the name of a list of somebody who keeps so many already.
pub fn parse_view_name(typed: &str, kept: u32) -> Result<String, FieldError> {
    if kept >= MOST_KEPT {
        return Err(SavedError::TooMany { maximum: MOST_KEPT }.at("name"));
    }
    let name = clean_line(typed, LONGEST_NAME).ok().filter(|name| !name.is_empty());
    name.ok_or_else(|| SavedError::Name.at("name"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_a_name_and_nobody_keeps_too_many() {
        assert_eq!(parse_view_name(" Late at US Games ", 0).unwrap(), "Late at US Games");
        for wrong in ["", " ", &"a".repeat(61)] {
            assert_eq!(parse_view_name(wrong, 0).unwrap_err().code, "view_name");
        }
        assert!(parse_view_name("One more", MOST_KEPT - 1).is_ok());
        assert_eq!(parse_view_name("One more", MOST_KEPT).unwrap_err().code, "view_too_many");
    }
}
