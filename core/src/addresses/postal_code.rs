//! ZIP and postal codes by country (account §5): the United States' and Canada's shapes are known,
//! others are free text.

use crate::rule::broken_rules;

broken_rules! {
    /// What can be wrong with a ZIP or postal code.
    pub enum PostalCodeError {
        /// Nothing was typed.
        EnterZip => "enter_zip", "Zip/Postal Code is required";
        /// United States: not five digits, nor five and four.
        ZipInvalid => "zip_invalid", "Please enter a ZIP Code like 75201 or 75201-1234";
        /// Canada: not a letter, a digit, a letter; a digit, a letter, a digit.
        PostalCodeInvalid => "postal_code_invalid", "Please enter a Postal Code like K1A 0B1";
    }
}

/// A code as it is stored: `75201`, `75201-1234`, `K1A 0B1`; other countries' in capitals.
/// `text` is trimmed and not empty, `country` two capitals.
pub(super) fn parse_postal_code(country: &str, text: &str) -> Result<String, PostalCodeError> {
    match country {
        "US" => united_states(text).ok_or(PostalCodeError::ZipInvalid),
        "CA" => canada(text).ok_or(PostalCodeError::PostalCodeInvalid),
        _ => Ok(text.to_ascii_uppercase()),
    }
}

fn united_states(text: &str) -> Option<String> {
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    let (five, four) = text.split_once('-').map_or((text, None), |(five, four)| (five, Some(four)));
    (digits(five, 5) && four.is_none_or(|four| digits(four, 4))).then(|| text.to_owned())
}

/// Canada Post: no D, F, I, O, Q, U; a first letter is no W or Z either.
fn canada(text: &str) -> Option<String> {
    let plain = text.to_ascii_uppercase();
    let (area, unit) = match plain.split_once([' ', '-']) {
        Some(parts) => parts,
        None => plain.split_at_checked(3)?,
    };
    let letter = |c: char| c.is_ascii_uppercase() && !"DFIOQU".contains(c);
    let fits = |part: &str, shape: [fn(char) -> bool; 3]| {
        part.chars().count() == 3 && part.chars().zip(shape).all(|(c, right)| right(c))
    };
    let is_digit: fn(char) -> bool = |c| c.is_ascii_digit();
    let is_letter: fn(char) -> bool = letter;
    let shaped = fits(area, [is_letter, is_digit, is_letter]) && fits(unit, [is_digit, is_letter, is_digit]);
    (shaped && !area.starts_with(['W', 'Z'])).then(|| [area, " ", unit].concat())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn united_states_has_five_or_five_and_four_digits() {
        for good in ["75201", "00501", "75201-1234"] {
            assert_eq!(parse_postal_code("US", good), Ok(good.to_owned()));
        }
        for bad in ["7520", "752011", "75201-", "75201-123", "75201 1234", "ABCDE", "７５２０１"] {
            assert_eq!(parse_postal_code("US", bad), Err(PostalCodeError::ZipInvalid), "{bad}");
        }
    }

    #[test]
    fn canada_is_written_in_two_groups() {
        for good in ["K1A 0B1", "k1a0b1", "K1A-0B1"] {
            assert_eq!(parse_postal_code("CA", good), Ok("K1A 0B1".to_owned()));
        }
        for bad in ["K1A 0B", "K1A  0B1", "D1A 0B1", "W1A 0B1", "K1O 0B1", "11A 0B1", "75201", "é1A 0B1"] {
            assert_eq!(parse_postal_code("CA", bad), Err(PostalCodeError::PostalCodeInvalid), "{bad}");
        }
    }

    #[test]
    fn elsewhere_it_is_free() {
        assert_eq!(parse_postal_code("GB", "sw1a 1aa"), Ok("SW1A 1AA".to_owned()));
    }

    proptest! {
        #[test]
        fn what_is_stored_is_taken_again(country in "US|CA|GB", text in "[0-9A-Za-z -]{3,10}") {
            if let Ok(stored) = parse_postal_code(&country, &text) {
                prop_assert_eq!(parse_postal_code(&country, &stored), Ok(stored.clone()));
            }
        }

        #[test]
        fn any_text_is_judged_without_failing(country in "US|CA|GB", text in any::<String>()) {
            let _ = parse_postal_code(&country, &text);
        }
    }
}
