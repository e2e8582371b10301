//! Cleaning a typed search query, and whether it is searched for (shell §5, §9; requirement R68).

use serde::Serialize;

use crate::text::{compose, is_bidi_control, is_control, length};

/// Fewest scalar values that make a call (shell §9).
const SHORTEST: u32 = 3;
/// A query is cut here (requirement R68).
const LONGEST: usize = 200;

/// What becomes of a typed query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct QueryView {
    /// What the search box goes on showing: without the stripped characters, blanks kept.
    pub typed: String,
    /// What is searched for.
    pub query: String,
    /// Long enough for a call; below that there are no results (shell §5).
    pub searches: bool,
    /// Not empty: Enter goes to the results page (shell §5).
    pub submits: bool,
}

/// The query as searched for: `\`, `*`, `<` and `>` stripped, control characters read as blanks,
/// blanks folded and trimmed, composed, cut at 200 scalar values.
pub fn clean_query(raw: &str) -> String {
    let mut words = String::new();
    for word in strip(raw).split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    let cut: String = compose(&words).chars().take(LONGEST).collect();
    cut.trim_end().to_owned()
}

/// True when a cleaned query is long enough to be searched for.
pub fn is_searchable(query: &str) -> bool {
    length(query) >= SHORTEST
}

/// A typed query, cleaned and judged.
pub fn read_query(raw: &str) -> QueryView {
    let query = clean_query(raw);
    let typed = strip(raw).chars().take(LONGEST).collect();
    QueryView { typed, searches: is_searchable(&query), submits: !query.is_empty(), query }
}

fn strip(raw: &str) -> String {
    let kept = raw.chars().filter(|c| !matches!(c, '\\' | '*' | '<' | '>'));
    kept.map(|c| if is_control(c) || is_bidi_control(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn strips_the_four_characters_and_folds_blanks() {
        assert_eq!(clean_query("  <b>red\\ *jersey*</b>\t XL\0"), "bred jersey/b XL");
    }

    #[test]
    fn the_box_keeps_the_blank_that_is_being_typed() {
        let view = read_query("red* ");
        assert_eq!((view.typed.as_str(), view.query.as_str()), ("red ", "red"));
    }

    #[test]
    fn three_scalar_values_are_searched_for() {
        assert!(!read_query(" ab ").searches);
        assert!(read_query("abc").searches);
        assert!(read_query("🏈🏀⚾").searches);
        assert!(!read_query("<*>a").searches);
    }

    #[test]
    fn any_character_left_goes_to_the_results_page() {
        assert!(read_query("ab").submits);
        assert!(!read_query(" <> ").submits);
    }

    #[test]
    fn r68_is_cut_at_200_scalar_values() {
        assert_eq!(length(&clean_query(&"🏈".repeat(300))), 200);
        assert_eq!(length(&clean_query(&["a".repeat(199), "b".repeat(9)].join(" "))), 199);
    }

    proptest! {
        #[test]
        fn cleaning_again_changes_nothing(raw in any::<String>()) {
            let query = clean_query(&raw);
            prop_assert!(length(&query) <= 200);
            prop_assert!(!query.chars().any(|c| is_control(c) || "\\*<>".contains(c)));
            prop_assert_eq!(clean_query(&query), query);
        }
    }
}
