//! Finds payment card numbers in text (requirement R65): they are refused before they are stored.

/// Digits of a card number, shortest and longest (ISO/IEC 7812).
const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// People write digits in groups; this many other characters may stand between two groups.
const LONGEST_GAP: usize = 3;

/// Where digits begin besides ASCII's, and how many: of other keyboards (Arabic, Persian, Devanagari, full width), and of formulas, five
/// times ten.
const OTHERS: [(u32, u32); 5] = [(0x660, 10), (0x6f0, 10), (0x966, 10), (0xff10, 10), (0x1d7ce, 50)];

/// The value of a decimal digit.
fn digit(c: char) -> Option<u32> {
    let other = || {
        let values = OTHERS.iter().map(|(first, count)| (u32::from(c).wrapping_sub(*first), count));
        values.filter(|(value, count)| value < count).map(|(value, _)| value % 10).next()
    };
    c.to_digit(10).or_else(other)
}

/// True when `text` holds 13 to 19 digits that pass the Luhn check: as one group of digits, or as
/// neighbouring groups with blanks, dashes or the like between them. A group is taken whole, so
/// that a long document number is not refused for a stretch inside it.
pub fn holds_card_number(text: &str) -> bool {
    // The digits of neighbouring groups, and where each group begins.
    let (mut digits, mut groups) = (Vec::new(), Vec::new());
    let mut gap = 0_usize;
    for c in text.chars() {
        if let Some(digit) = digit(c) {
            if gap > 0 || groups.is_empty() {
                groups.push(digits.len());
            }
            digits.push(digit);
            gap = 0;
            continue;
        }
        gap = gap.saturating_add(1);
        if c.is_ascii_alphabetic() || gap > LONGEST_GAP {
            if holds_in_neighbours(&digits, &groups) {
                return true;
            }
            digits.clear();
            groups.clear();
        }
    }
    holds_in_neighbours(&digits, &groups)
}

/// True when some neighbouring groups together are a card number.
fn holds_in_neighbours(digits: &[u32], groups: &[usize]) -> bool {
    groups.iter().enumerate().any(|(nth, first)| {
        let ends = groups.iter().copied().chain([digits.len()]).skip(nth.saturating_add(1));
        ends.map_while(|end| digits.get(*first..end).filter(|some| some.len() <= *DIGITS.end()))
            .any(|some| some.len() >= *DIGITS.start() && passes_luhn(some))
    })
}

/// The Luhn check: from the right, every second digit doubled, the sum of digits a multiple of ten.
fn passes_luhn(digits: &[u32]) -> bool {
    let sum = digits.iter().rev().enumerate().fold(0_u32, |sum, (place, digit)| {
        let weighed = if place % 2 == 1 { digit.saturating_mul(2) } else { *digit };
        sum.saturating_add(if weighed > 9 { weighed.saturating_sub(9) } else { weighed })
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
            "４１１１１１１１１１１１１１１１",
            "４111 １１１１ 1111 １１１１",
            "٤١١١ ١١١١ ١١١١ ١١١١",
            "४१११११११११११११११",
            "𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏",
            "𝟺𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷𝟷",
        ] {
            assert!(holds_card_number(text), "{text}");
        }
    }

    #[test]
    fn ordinary_numbers_pass() {
        for text in [
            "4500012345",
            "4111111111111112",
            "PO-2026-000123",
            "(214) 555-0142 or 214 555 0143",
            "４１１１１１１１１１１１１１１２",
            "",
        ] {
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
