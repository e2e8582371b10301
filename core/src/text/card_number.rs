//! Finds payment card numbers in text (requirement R65): they are refused before they are stored.

/// Digits of a card number, shortest and longest (ISO/IEC 7812).
const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// People write digits in groups; this many other characters may stand between two groups.
const LONGEST_GAP: usize = 3;

/// True when `text` holds 13 to 19 digits that pass the Luhn check: as one group of digits, or as
/// neighbouring groups with blanks, dashes or the like between them. A group is taken whole, so
/// that a long document number is not refused for a stretch inside it.
pub fn holds_card_number(text: &str) -> bool {
    if text.chars().filter(char::is_ascii_digit).count() < *DIGITS.start() {
        return false;
    }
    let mut groups: Vec<String> = Vec::new();
    let mut gap: Option<usize> = None;
    for c in text.chars() {
        if c.is_ascii_digit() {
            match groups.last_mut() {
                Some(group) if gap == Some(0) => group.push(c),
                _ => groups.push(c.to_string()),
            }
            gap = Some(0);
            continue;
        }
        gap = gap.map(|n| n.saturating_add(1));
        if (c.is_ascii_alphabetic() || gap.is_some_and(|n| n > LONGEST_GAP)) && gap.is_some() {
            if holds_in_neighbours(&groups) {
                return true;
            }
            groups.clear();
            gap = None;
        }
    }
    holds_in_neighbours(&groups)
}

/// True when some neighbouring groups together are a card number.
fn holds_in_neighbours(groups: &[String]) -> bool {
    (0..groups.len()).any(|start| {
        let mut digits = String::new();
        groups.iter().skip(start).any(|group| {
            if digits.len() > *DIGITS.end() {
                return false;
            }
            digits.push_str(group);
            DIGITS.contains(&digits.len()) && passes_luhn(&digits)
        })
    })
}

/// The Luhn check: from the right, every second digit doubled, the sum of digits a multiple of ten.
fn passes_luhn(digits: &str) -> bool {
    let sum = digits.chars().rev().filter_map(|c| c.to_digit(10)).enumerate().fold(0_u32, |sum, (place, digit)| {
        let doubled = digit.saturating_mul(2);
        let part = match (place % 2 == 1, doubled > 9) {
            (false, _) => digit,
            (true, false) => doubled,
            (true, true) => doubled.saturating_sub(9),
        };
        sum.saturating_add(part)
    });
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r65_finds_a_card_number_anywhere() {
        for text in [
            "4111111111111111",
            "4111 1111 1111 1111",
            "4111-1111-1111-1111",
            "PO4111111111111111",
            "PO 12 / 4111 1111 1111 1111 exp 12/30",
            "378282246310005",
            "4222222222222",
            "4111 - 1111 - 1111 - 1111",
        ] {
            assert!(holds_card_number(text), "{text}");
        }
    }

    #[test]
    fn ordinary_numbers_pass() {
        for text in ["4500012345", "4111111111111112", "PO-2026-000123", "(214) 555-0142 or 214 555 0143", ""] {
            assert!(!holds_card_number(text), "{text}");
        }
    }

    #[test]
    fn letters_between_digits_part_them() {
        assert!(!holds_card_number("41111111 and 11111111"));
    }

    proptest! {
        #[test]
        fn a_check_digit_makes_it_a_card_number_and_any_other_does_not(
            stem in "[1-9][0-9]{11,17}",
            prefix in "[A-Z ]{0,5}",
        ) {
            let found: Vec<bool> =
                ('0'..='9').map(|check| holds_card_number(&format!("{prefix}{stem}{check}"))).collect();
            prop_assert_eq!(found.iter().filter(|hit| **hit).count(), 1);
        }

        #[test]
        fn never_fails(text in any::<String>()) {
            holds_card_number(&text);
        }
    }
}
