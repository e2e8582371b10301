//! Searches that found nothing: under which text one is counted. Nothing is counted that may say who searched.

use super::query::{clean_query, is_searchable};
use crate::text::{length, lower_case};

/// Most words of a text: what is longer was pasted, or tells something.
const MOST_WORDS: usize = 4;
/// Most scalar values of a text.
const LONGEST: u32 = 40;
/// Most digits of a text: a telephone number has seven, without its area.
const MOST_DIGITS: usize = 6;
/// What an e-mail address has, however it was typed.
const AT: [char; 3] = ['@', '＠', '﹫'];

/// The text under which a search is counted; nothing where it may be an e-mail address, a telephone number or whatever else
/// somebody pasted, and where it was too short to be searched for.
pub fn missed_text(typed: &str) -> Option<String> {
    let text = lower_case(&clean_query(typed));
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let is_told = is_searchable(&text)
        && length(&text) <= LONGEST
        && text.split(' ').count() <= MOST_WORDS
        && digits <= MOST_DIGITS
        && !text.contains(AT);
    is_told.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_counted_however_it_was_typed() {
        for typed in ["Pickle Ball", "  pickle   BALL ", "<pickle> ball*"] {
            assert_eq!(missed_text(typed).as_deref(), Some("pickle ball"));
        }
        assert_eq!(missed_text("DD136499 red youth large").as_deref(), Some("dd136499 red youth large"));
        assert_eq!(missed_text("ÉCHARPE").as_deref(), Some("écharpe"));
    }

    #[test]
    fn what_may_say_who_searched_is_not_counted() {
        for typed in [
            "coach@lincoln.example",
            "coach＠lincoln.example",
            "coach﹫lincoln.example",
            "555 0199 1",
            "(214) 555-0199",
            "٢١٤٥٥٥٠",
            "jerseys for coach dana reyes",
            "12345678901234567890123456789012345678901",
            "abcdefghijklmnopqrstuvwxyzabcdefghijklmno",
        ] {
            assert_eq!(missed_text(typed), None, "{typed}");
        }
        assert!(missed_text("abcdefghijklmnopqrstuvwxyzabcdefghijklmn").is_some(), "forty are");
        assert!(missed_text("a b c dd").is_some(), "four words are");
        assert!(missed_text("model 123456").is_some(), "six digits are");
    }

    #[test]
    fn what_is_not_searched_for_found_nothing_to_tell() {
        assert_eq!(missed_text("ab"), None);
        assert_eq!(missed_text(" <*> "), None);
    }
}
