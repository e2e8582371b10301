//! Finds payment card numbers in text (requirement R65): they are refused before they are stored.

/// Digits of a card number, shortest and longest (ISO/IEC 7812).
const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// People write digits in groups; this many other characters may stand between two groups.
const LONGEST_GAP: usize = 3;

/// Where the ten digits of other scripts begin (Unicode, decimal numbers of the basic plane): a card number is one in any of them.
const ZEROS: [u16; 36] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
    0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
    0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];
/// The digits of formulas: five times ten.
const OF_FORMULAS: std::ops::RangeInclusive<u32> = 0x1d7ce..=0x1d7ff;

/// The value of a decimal digit.
fn digit(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
    }
    let code = u32::from(c);
    let value = if OF_FORMULAS.contains(&code) {
        (code - OF_FORMULAS.start()) % 10
    } else {
        ZEROS.iter().filter_map(|zero| code.checked_sub(u32::from(*zero))).find(|value| *value < 10)?
    };
    u8::try_from(value).ok()
}

/// True when `text` holds 13 to 19 digits that pass the Luhn check: as one group of digits, or as
/// neighbouring groups with blanks, dashes or the like between them. A group is taken whole, so
/// that a long document number is not refused for a stretch inside it.
pub fn holds_card_number(text: &str) -> bool {
    if text.chars().filter_map(digit).count() < *DIGITS.start() {
        return false;
    }
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut gap: Option<usize> = None;
    for c in text.chars() {
        if let Some(digit) = digit(c) {
            match groups.last_mut() {
                Some(group) if gap == Some(0) => group.push(digit),
                _ => groups.push(vec![digit]),
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
fn holds_in_neighbours(groups: &[Vec<u8>]) -> bool {
    (0..groups.len()).any(|start| {
        let mut digits = Vec::new();
        groups.iter().skip(start).any(|group| {
            if digits.len() > *DIGITS.end() {
                return false;
            }
            digits.extend_from_slice(group);
            DIGITS.contains(&digits.len()) && passes_luhn(&digits)
        })
    })
}

/// The Luhn check: from the right, every second digit doubled, the sum of digits a multiple of ten.
fn passes_luhn(digits: &[u8]) -> bool {
    let sum = digits.iter().rev().enumerate().fold(0_u32, |sum, (place, digit)| {
        let digit = u32::from(*digit);
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
