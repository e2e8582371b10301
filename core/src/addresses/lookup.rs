//! The offline address verifier (account §3, §4, §7): what it suggests for an address of the United
//! States, from the words of an address and the places of its ZIP Code. Not here: where places come
//! from (the server). A suggestion is made only when it differs from what was typed.

use serde::{Deserialize, Serialize};

use super::{
    postal_words::state_of_zip,
    states::{choices_of, state_code},
    street::{Street, read_second_line, read_street},
};

/// Suggestions of one answer.
const MOST: usize = 5;

/// What is sent to be looked up (account §7 'Address validation lookup').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressLookupDraft {
    /// Street and number.
    pub street: String,
    /// Second line, or empty.
    #[serde(default)]
    pub street2: String,
    /// City.
    pub city: String,
    /// State: code or name.
    pub state: String,
    /// ZIP Code: five digits, or five and four.
    pub zip_code: String,
}

/// A suggested address (account §3 'Address lookup result').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddressSuggestionView {
    /// `123`.
    pub street_number: String,
    /// `Main`.
    pub street_name: String,
    /// `St`.
    pub suffix: String,
    /// `N`.
    pub pre_direction: String,
    /// `SW`.
    pub post_direction: String,
    /// The street line.
    pub delivery_line1: String,
    /// The second line.
    pub delivery_line2: String,
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// ZIP Code, with a hyphen and the plus-4 when known.
    pub zip: String,
}

/// The suggestions for one address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LookupView {
    /// Best first; empty when the address is right as typed, or nothing can be said of it.
    pub result: Vec<AddressSuggestionView>,
}

/// Everything a look-up by rule needs: the vectors' way in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressLookup {
    /// What was typed.
    pub typed: AddressLookupDraft,
    /// Places of the ZIP Code.
    pub of_zip: Vec<ZipPlace>,
    /// Places of that name in that state.
    pub of_city: Vec<ZipPlace>,
}

/// The answer of an address look-up: its first entry counts (account §7).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddressLookupView {
    /// One entry an address asked.
    pub lookups: Vec<LookupView>,
}

/// A city that a ZIP Code serves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ZipPlace {
    /// Five digits.
    pub zip: String,
    /// City as it is written.
    pub city: String,
    /// Two letters.
    pub state: String,
}

/// A place of a file: five digits, a city, a state of the United States; cleaned.
pub fn parse_place(zip: &str, city: &str, state: &str) -> Option<ZipPlace> {
    let zip = zip.trim();
    let zip_is_one = zip.len() == 5 && zip.bytes().all(|b| b.is_ascii_digit());
    let city = crate::text::clean_line(city, 40).ok().filter(|city| !city.is_empty())?;
    let state = state_code("US", state.trim())?;
    zip_is_one.then(|| ZipPlace { zip: zip.to_owned(), city, state: state.to_owned() })
}

/// What two spellings of a city have in common: letters and digits, 'Saint' as 'St'; blanks and apostrophes do not
/// count, so that `DeWitt` is `De Witt` and `DIberville` is `D'Iberville`.
pub fn fold_place(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let word: String = word.chars().flat_map(char::to_lowercase).collect();
            match word.as_str() {
                "saint" => "st".to_owned(),
                "fort" => "ft".to_owned(),
                "mount" => "mt".to_owned(),
                _ => word,
            }
        })
        .collect::<Vec<_>>()
        .concat()
}

/// Letters and digits of a line, without case: 'P.O.' is 'PO'.
fn fold_line(text: &str) -> String {
    let text = text.replace('.', "");
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join(" ")
}

fn differs(suggestion: &AddressSuggestionView, typed: &AddressLookupDraft, typed_state: &str) -> bool {
    let lines = [
        (&suggestion.delivery_line1, &typed.street),
        (&suggestion.delivery_line2, &typed.street2),
        (&suggestion.zip, &typed.zip_code),
    ];
    suggestion.state != typed_state
        || fold_place(&suggestion.city) != fold_place(&typed.city)
        || lines.iter().any(|(ours, theirs)| fold_line(ours) != fold_line(theirs))
}

/// Whether addresses of a country (two letters, any case) are looked up: only the United States' (account §9).
pub const fn is_address_verified(country: &str) -> bool {
    country.eq_ignore_ascii_case("US")
}

/// Whether a suggestion of a hosted verifier is shown: only when it differs (account §4).
pub fn is_suggested(suggestion: &AddressSuggestionView, typed: &AddressLookupDraft) -> bool {
    differs(suggestion, typed, read_state(&typed.state).unwrap_or_default())
}

/// The code of a state typed as a code or by its name.
fn read_state(typed: &str) -> Option<&'static str> {
    let typed = typed.trim();
    let by_name = || choices_of("US").find(|state| state.name.eq_ignore_ascii_case(typed)).map(|state| state.code);
    state_code("US", typed).or_else(by_name)
}

/// The states an address speaks of: the typed one, and the one its ZIP Code lies in.
pub fn states_of(typed: &AddressLookupDraft) -> Vec<&'static str> {
    let of_zip = typed.zip_code.trim().get(..5).and_then(state_of_zip);
    let mut states: Vec<&'static str> = read_state(&typed.state).into_iter().chain(of_zip).collect();
    states.dedup();
    states
}

/// What the verifier suggests for an address. `of_zip` are the places of the ZIP Code, `of_city` the
/// places with the same name in one of [`states_of`] (see [`fold_place`]); both may be empty. A city is only
/// suggested where it is: no place is made up of a name here and a state there.
pub fn suggest_addresses(
    typed: &AddressLookupDraft,
    of_zip: &[ZipPlace],
    of_city: &[ZipPlace],
) -> Vec<AddressSuggestionView> {
    let Some(street) = read_street(&typed.street) else { return Vec::new() };
    let state = read_state(&typed.state).unwrap_or_default();
    let city = fold_place(&typed.city);
    let zip = typed.zip_code.trim();
    let five = zip.get(..5).unwrap_or_default();
    let is_here = |place: &ZipPlace| fold_place(&place.city) == city && place.state == state;
    let in_typed_state = || {
        let here = of_city.iter().filter(|place| place.state == state);
        here.map(|place| (place.city.clone(), place.state.clone(), place.zip.clone()))
    };
    let typed_place = || (typed.city.trim().to_owned(), state.to_owned(), zip.to_owned());

    let places: Vec<(String, String, String)> = if let Some(place) = of_zip.iter().find(|place| is_here(place)) {
        vec![(place.city.clone(), place.state.clone(), zip.to_owned())]
    } else if of_zip.is_empty() {
        match state_of_zip(five) {
            Some(of_zip) if of_zip != state => {
                let there = of_city.iter().find(|place| place.state == of_zip && fold_place(&place.city) == city);
                let there = there.map(|place| (place.city.clone(), place.state.clone(), zip.to_owned()));
                in_typed_state().chain(there).collect()
            }
            // Nothing is known of the place: only the street is looked at.
            _ => vec![typed_place()],
        }
    } else {
        // The ZIP Code and the city disagree, and nobody but the shopper knows which is wrong.
        let of_zip = of_zip.iter().map(|place| (place.city.clone(), place.state.clone(), zip.to_owned()));
        of_zip.chain(in_typed_state()).collect()
    };
    let second = read_second_line(&typed.street2);
    let suggestions = places.into_iter().map(|place| suggestion(&street, &second, place));
    suggestions.filter(|suggestion| differs(suggestion, typed, state)).take(MOST).collect()
}

fn suggestion(street: &Street, second: &str, (city, state, zip): (String, String, String)) -> AddressSuggestionView {
    AddressSuggestionView {
        street_number: street.number.clone(),
        street_name: street.name.clone(),
        suffix: street.suffix.clone(),
        pre_direction: street.pre_direction.clone(),
        post_direction: street.post_direction.clone(),
        delivery_line1: street.line(),
        delivery_line2: second.to_owned(),
        city,
        state,
        zip,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn typed(street: &str, city: &str, state: &str, zip_code: &str) -> AddressLookupDraft {
        let own = str::to_owned;
        AddressLookupDraft {
            street: own(street),
            street2: String::new(),
            city: own(city),
            state: own(state),
            zip_code: own(zip_code),
        }
    }

    fn place(zip: &str, city: &str, state: &str) -> ZipPlace {
        parse_place(zip, city, state).unwrap()
    }

    fn shown(suggestions: &[AddressSuggestionView]) -> Vec<String> {
        suggestions.iter().map(|s| format!("{}, {}, {} {}", s.delivery_line1, s.city, s.state, s.zip)).collect()
    }

    #[test]
    fn an_address_that_is_right_gets_no_suggestion() {
        let dallas = [place("75201", "Dallas", "TX")];
        for street in ["1 Main St", "1 MAIN ST.", "1 main st"] {
            assert!(suggest_addresses(&typed(street, "dallas", "TX", "75201"), &dallas, &[]).is_empty(), "{street}");
        }
        assert!(suggest_addresses(&typed("1 Main St", "Dallas", "TX", "75201-1234"), &dallas, &[]).is_empty());
    }

    #[test]
    fn a_street_is_suggested_in_the_standard_way() {
        let found = suggest_addresses(&typed("1 main street", "Dallas", "TX", "75201"), &[], &[]);
        assert_eq!(shown(&found), ["1 Main St, Dallas, TX 75201"]);
    }

    #[test]
    fn a_zip_code_of_another_city_gives_both_ways_out() {
        let of_zip = [place("75201", "Dallas", "TX")];
        let of_city = [place("78701", "Austin", "TX"), place("78702", "Austin", "TX")];
        let found = suggest_addresses(&typed("1 Main St", "Austin", "TX", "75201"), &of_zip, &of_city);
        assert_eq!(
            shown(&found),
            ["1 Main St, Dallas, TX 75201", "1 Main St, Austin, TX 78701", "1 Main St, Austin, TX 78702"]
        );
    }

    #[test]
    fn an_unknown_zip_code_still_tells_its_state() {
        let dallas = [place("75201", "Dallas", "TX")];
        let found = suggest_addresses(&typed("1 Main St", "Dallas", "OK", "75299"), &[], &dallas);
        assert_eq!(shown(&found), ["1 Main St, Dallas, TX 75299"]);
        assert_eq!(states_of(&typed("1 Main St", "Dallas", "OK", "75299")), ["OK", "TX"]);
        assert_eq!(states_of(&typed("1 Main St", "Dallas", "Texas", "75299")), ["TX"]);
        assert!(suggest_addresses(&typed("1 Main St", "Dallas", "Texas", "75299"), &[], &[]).is_empty());
    }

    #[test]
    fn no_place_is_made_up() {
        let norman = [place("73069", "Norman", "OK")];
        let found = suggest_addresses(&typed("1 Main St", "Norman", "OK", "75299"), &[], &norman);
        assert_eq!(shown(&found), ["1 Main St, Norman, OK 73069"], "there is no Norman in Texas");
        assert!(suggest_addresses(&typed("1 Main St", "Nowhere", "OK", "75299"), &[], &[]).is_empty());
    }

    #[test]
    fn blanks_and_apostrophes_make_no_other_city() {
        for (written, others) in [
            ("DeWitt", ["De Witt", "dewitt", "DEWITT"]),
            ("D'Iberville", ["DIberville", "d iberville", "D\u{2019}IBERVILLE"]),
        ] {
            let of_zip = [place("39540", written, "MS")];
            for other in others {
                let found = suggest_addresses(&typed("1 Main St", other, "MS", "39540"), &of_zip, &[]);
                assert!(found.is_empty(), "{other}: {found:?}");
            }
        }
    }

    #[test]
    fn saint_and_st_are_one_city() {
        let of_zip = [place("63101", "Saint Louis", "MO")];
        assert!(suggest_addresses(&typed("1 Main St", "St. Louis", "MO", "63101"), &of_zip, &[]).is_empty());
        let found = suggest_addresses(&typed("1 Main Street", "St. Louis", "MO", "63101"), &of_zip, &[]);
        assert_eq!(shown(&found), ["1 Main St, Saint Louis, MO 63101"]);
    }

    #[test]
    fn what_is_no_street_is_left_alone() {
        for street in ["The Gym", "", "Main Street"] {
            assert!(suggest_addresses(&typed(street, "Dallas", "OK", "75201"), &[], &[]).is_empty());
        }
    }

    #[test]
    fn a_place_of_a_file_is_five_digits_a_city_and_a_state() {
        assert!(parse_place("75201", " Dallas ", "tx").is_some_and(|place| place.city == "Dallas"));
        for (zip, city, state) in [("7520", "Dallas", "TX"), ("75201", "", "TX"), ("75201", "Dallas", "XX")] {
            assert_eq!(parse_place(zip, city, state), None);
        }
    }

    proptest! {
        #[test]
        fn any_address_gets_at_most_five_suggestions_that_all_differ(
            street in ".{0,40}|[0-9]{1,4} [A-Za-z ]{1,20}", street2 in ".{0,20}", city in ".{0,20}|Dallas",
            state in ".{0,4}|TX", zip_code in ".{0,10}|[0-9]{5}",
        ) {
            let draft = AddressLookupDraft { street, street2, city, state, zip_code };
            let many: Vec<ZipPlace> = (0..9).map(|n| place(&format!("7520{n}"), "Plano", "TX")).collect();
            let found = suggest_addresses(&draft, &many, &many);
            prop_assert!(found.len() <= MOST);
            let state = read_state(&draft.state).unwrap_or_default();
            prop_assert!(found.iter().all(|suggestion| differs(suggestion, &draft, state)));
        }
    }
}
