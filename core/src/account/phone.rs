//! Telephone numbers (account §5): required or optional, with a sensible shape.

use crate::{
    form::{Checker, FieldView, InputKind, field},
    rule::broken_rules,
    text::{TextError, card_number::holds_card_number, compose, is_bidi_control, is_blank, is_control, length},
};

/// Longest text of the field: a number with its punctuation and an extension.
const LONGEST: u32 = 30;
/// Digits of an international number (E.164), and the fewest of any in use.
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// `phoneNumber` of every form.
pub(crate) const PHONE: FieldView = field("phoneNumber", InputKind::Tel, true, "tel", LONGEST);
/// `additionalPhoneNumber`, always optional.
pub(crate) const ADDITIONAL_PHONE: FieldView = field("additionalPhoneNumber", InputKind::Tel, false, "off", LONGEST);

broken_rules! {
    /// What can be wrong with a telephone number.
    pub enum PhoneError {
        /// Nothing was typed.
        EnterPhoneNumber => "enter_phone_number", "Please enter your Phone Number";
        /// Not a telephone number.
        PhoneNumberInvalid => "phone_number_invalid", "Please enter a valid Phone Number";
    }
}

/// True for digits with the usual punctuation, an optional leading `+`, and an optional extension
/// (`x12`, `ext. 12`). In the United States and Canada a number has ten digits, or eleven with the
/// leading 1; elsewhere 7 to 15.
fn is_phone(text: &str, country: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let (number, extension) = match lower.split_once('x') {
        Some((before, after)) => {
            (before.strip_suffix('e').unwrap_or(before), Some(after.strip_prefix('t').unwrap_or(after)))
        }
        None => (lower.as_str(), None),
    };
    let digits = phone_digits(number);
    let punctuation = number.strip_prefix('+').unwrap_or(number);
    let foreign = number.starts_with('+') && !digits.starts_with('1');
    let count = digits.len();
    let counted = if matches!(country, "US" | "CA") && !foreign {
        count == 10 || (count == 11 && digits.starts_with('1'))
    } else {
        DIGITS.contains(&count)
    };
    let extended = extension.is_none_or(|after| {
        let after = after.trim_start_matches(['.', ':', ' ']);
        (1..=6).contains(&after.len()) && after.bytes().all(|b| b.is_ascii_digit())
    });
    counted
        && extended
        && punctuation.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '(' | ')' | '-' | '.' | '/'))
}

/// The digits by which a number of the United States or Canada is found, however whoever looks for it wrote it; nothing for what
/// is no such number.
pub fn sought_phone(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let digits = phone_digits(typed);
    let national = digits.strip_prefix('1').filter(|rest| rest.len() == 10).unwrap_or(&digits);
    (national.len() == 10 && !typed.contains(['x', 'X']) && is_phone(typed, "US")).then(|| national.to_owned())
}

/// The digits of a telephone number as somebody wrote it, by which it is found.
pub fn phone_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Notes what is wrong with a telephone number; the text trimmed, or empty.
pub(crate) fn check_phone(checker: &mut Checker, field: &FieldView, raw: &str, country: &str) -> String {
    if is_blank(raw) {
        if field.required {
            checker.add(field, &PhoneError::EnterPhoneNumber);
        }
        return String::new();
    }
    let text = compose(raw.trim());
    // Numbers abroad have up to 15 digits and may pass a card's check digit by chance; then their
    // plus sign tells them apart.
    let card = !text.starts_with('+') && holds_card_number(&text);
    if text.chars().any(is_control) {
        checker.add(field, &TextError::ControlCharacter);
    } else if text.chars().any(is_bidi_control) {
        checker.add(field, &TextError::BidiControl);
    } else if length(&text) > field.max_length {
        checker.add(field, &TextError::TooLong { maximum: field.max_length });
    } else if card {
        checker.add(field, &TextError::CardNumber);
    } else if !is_phone(&text, country) {
        checker.add(field, &PhoneError::PhoneNumberInvalid);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_number_is_looked_for_by_its_digits_however_it_is_written() {
        for typed in
            ["(555) 201-7788", "555.201.7788", " 555 201 7788 ", "+1 (555) 201-7788", "1-555-201-7788", "5552017788"]
        {
            assert_eq!(sought_phone(typed).as_deref(), Some("5552017788"), "{typed}");
        }
        for other in ["FH-100023", "PO 555-2017", "555-201-7788 x12", "2026-0119", "Rivera", ""] {
            assert_eq!(sought_phone(other), None, "{other}");
        }
    }

    #[test]
    fn takes_the_usual_ways_of_writing() {
        for good in [
            "2145550142",
            "(214) 555-0142",
            "214.555.0142",
            "+1 214 555 0142",
            "1-214-555-0142",
            "214-555-0142 x12",
            "214-555-0142 ext. 7",
            "+44 20 7946 0000",
        ] {
            assert!(is_phone(good, "US"), "{good}");
        }
        assert!(is_phone("020 7946 000", "GB"));
        assert!(is_phone("+86 138 0013 8000", "CN"));
    }

    #[test]
    fn refuses_what_nobody_can_dial() {
        for bad in [
            "555-0142",
            "call me",
            "214-555-014",
            "2 145 550 142 999",
            "214-555-0142 x",
            "214-555-0142 x1234567",
            "214+5550142",
            "+",
            "12345678901234567890",
        ] {
            assert!(!is_phone(bad, "US"), "{bad}");
        }
        assert!(!is_phone("123456", "GB"));
    }

    #[test]
    fn a_card_number_is_told_as_one() {
        let mut checker = Checker::default();
        check_phone(&mut checker, &PHONE, "4111 1111 1111 1111", "US");
        assert_eq!(checker.finish(()).unwrap_err()[0].code, "card_number");
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_failing(raw in any::<String>(), country in "[A-Z]{2}") {
            let mut checker = Checker::default();
            check_phone(&mut checker, &PHONE, &raw, &country);
        }

        #[test]
        fn ten_digits_are_a_number_in_the_united_states(raw in "[2-9][0-9]{9}") {
            prop_assert!(is_phone(&raw, "US"));
        }
    }
}
