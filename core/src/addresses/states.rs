//! States and provinces by country (account §5): a list for the United States and Canada, free text
//! elsewhere.

use serde::Serialize;

/// One choice of a select.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ChoiceView {
    /// What is stored.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub code: &'static str,
    /// What is shown.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub name: &'static str,
}

/// Fifty states, the district, the territories and the armed forces' mail regions (USPS
/// Publication 28, appendix B).
const UNITED_STATES: &str = "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|\
DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|\
KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|\
MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|\
ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|\
TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|\
AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands|\
AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific";

/// Ten provinces and three territories.
const CANADA: &str = "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|\
NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon";

/// The choices written in a table as `CODE Name|CODE Name`.
pub(super) fn choices(table: &'static str) -> impl Iterator<Item = ChoiceView> {
    table.split('|').filter_map(|row| row.split_once(' ')).map(|(code, name)| ChoiceView { code, name })
}

fn table(country: &str) -> &'static str {
    match country {
        "US" => UNITED_STATES,
        "CA" => CANADA,
        _ => "",
    }
}

/// The choices for a country, two capitals.
pub(super) fn choices_of(country: &str) -> impl Iterator<Item = ChoiceView> {
    choices(table(country))
}

/// The choices for a country (two letters, any case); none where a state is free text.
pub fn states(country: &str) -> Vec<ChoiceView> {
    choices(table(&country.to_ascii_uppercase())).collect()
}

/// The code of a state as stored, when a country has choices and `typed` is one of them.
pub(super) fn state_code(country: &str, typed: &str) -> Option<&'static str> {
    choices(table(country)).find(|state| state.code.eq_ignore_ascii_case(typed)).map(|state| state.code)
}

/// True when the state is chosen from a list.
pub(super) fn has_states(country: &str) -> bool {
    !table(country).is_empty()
}

/// The state after the country was set: another country clears it (account §5).
pub fn state_after_country(before: &str, after: &str, state: &str) -> String {
    if before.eq_ignore_ascii_case(after) { state.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_whole() {
        assert_eq!(states("US").len(), 50 + 1 + 5 + 3);
        assert_eq!(states("ca").len(), 13);
        assert!(states("DE").is_empty());
        for country in ["US", "CA"] {
            let mut codes: Vec<&str> = states(country).iter().map(|state| state.code).collect();
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes.len(), states(country).len());
            assert!(codes.iter().all(|code| code.len() == 2));
        }
    }

    #[test]
    fn a_state_is_found_in_any_case_in_its_country_only() {
        assert_eq!(state_code("US", "tx"), Some("TX"));
        assert_eq!(state_code("CA", "TX"), None);
        assert_eq!(state_code("US", "Texas"), None);
    }

    #[test]
    fn another_country_clears_the_state() {
        assert_eq!(state_after_country("US", "us", "TX"), "TX");
        assert_eq!(state_after_country("US", "CA", "TX"), "");
    }
}
