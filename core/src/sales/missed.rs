//! Searches without a result, as they are told: what was looked for, where, how often.

use serde::{Deserialize, Serialize};

use super::file::{guarded, push};

/// What was looked for at a brand and not found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MissedSearchView {
    /// Site key.
    pub site: String,
    /// Name of the brand.
    pub brand: String,
    /// As it was counted ([`crate::search::missed`]).
    pub text: String,
    /// How often.
    pub searches: i64,
    /// The last day it was, YYYY-MM-DD in the store's time zone.
    pub last: String,
}

/// Searches without a result over some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MissedSearchesView {
    /// First day, YYYY-MM-DD in the store's time zone.
    pub from: String,
    /// Last day.
    pub to: String,
    /// The whole of it in a sentence.
    pub summary: String,
    /// What was looked for most often first.
    pub rows: Vec<MissedSearchView>,
}

/// '37 searches found nothing.'; of rows that are told when there are more.
pub fn missed_summary(rows: &[MissedSearchView], more: bool) -> String {
    let searches = rows.iter().fold(0_i64, |sum, row| sum.saturating_add(row.searches));
    match (searches, more) {
        (0, _) => "No search found nothing.".to_owned(),
        (1, _) => "1 search found nothing.".to_owned(),
        (searches, false) => format!("{searches} searches found nothing."),
        (searches, true) => {
            let told = rows.len();
            format!("{searches} searches for the {told} most wanted found nothing; others are in the file.")
        }
    }
}

/// The rows as a CSV file.
pub fn csv_of_missed(rows: &[MissedSearchView]) -> String {
    let mut csv = String::from("\u{feff}\"Brand\",\"Search\",\"Searches\",\"Last day\"\r\n");
    for row in rows {
        let cells = [guarded(&row.brand), guarded(&row.text), row.searches.to_string(), row.last.clone()];
        for (place, cell) in cells.iter().enumerate() {
            push(&mut csv, place, cell);
        }
        csv.push_str("\r\n");
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str, searches: i64) -> MissedSearchView {
        MissedSearchView {
            site: "usgames".to_owned(),
            brand: "US Games".to_owned(),
            text: text.to_owned(),
            searches,
            last: "2026-11-20".to_owned(),
        }
    }

    #[test]
    fn searches_are_told_in_a_sentence() {
        assert_eq!(missed_summary(&[], false), "No search found nothing.");
        assert_eq!(missed_summary(&[row("a", 1)], false), "1 search found nothing.");
        assert_eq!(missed_summary(&[row("a", 1), row("b", 2)], false), "3 searches found nothing.");
        let more = missed_summary(&[row("a", 4), row("b", 2)], true);
        assert_eq!(more, "6 searches for the 2 most wanted found nothing; others are in the file.");
    }

    #[test]
    fn what_was_typed_is_never_run_by_a_spreadsheet() {
        let csv = csv_of_missed(&[row("=hyperlink(\"x\")", 2)]);
        let rows: Vec<&str> = csv.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(
            rows,
            [
                "\"Brand\",\"Search\",\"Searches\",\"Last day\"",
                "\"US Games\",\"'=hyperlink(\"\"x\"\")\",\"2\",\"2026-11-20\"",
            ]
        );
    }
}
