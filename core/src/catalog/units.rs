//! Units of measure: the word of a code, and when it is shown (cart §9).

/// Codes and their words. Not listed codes, `EA` and `ITM` read 'each'.
const WORDS: [(&str, &str); 18] = [
    ("BAG", "bag"),
    ("BOT", "bottle"),
    ("BOX", "box"),
    ("CAN", "can"),
    ("CS", "case"),
    ("DZN", "dozen"),
    ("FT", "foot"),
    ("FT2", "square foot"),
    ("GRO", "gross"),
    ("KIT", "kit"),
    ("LB", "pound"),
    ("LF", "LF"),
    ("PAC", "pack"),
    ("PR", "pair"),
    ("ROL", "roll"),
    ("SET", "set"),
    ("TB", "tube"),
    ("TON", "ton"),
];

/// The word of a unit that is never shown.
const EACH: &str = "each";

/// The word of a unit code, in any case and with blanks around: `PR` pair, unknown each (cart §9).
pub fn unit_word(code: &str) -> &'static str {
    let code = code.trim();
    WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map_or(EACH, |(_, word)| word)
}

/// The word to show after a price; empty when the unit is 'each' (cart §9).
pub fn unit_suffix(code: &str) -> &'static str {
    match unit_word(code) {
        EACH => "",
        word => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_whole_table_of_the_specification() {
        let table = "BAG bag, BOT bottle, BOX box, CAN can, CS case, DZN dozen, EA each, ITM each, FT foot, \
            FT2 square foot, GRO gross, KIT kit, LB pound, LF LF, PAC pack, PR pair, ROL roll, SET set, TB tube, TON ton";
        for row in table.split(", ") {
            let (code, word) = row.split_once(' ').unwrap();
            assert_eq!(unit_word(code), word, "{code}");
            assert_eq!(unit_suffix(code), if word == "each" { "" } else { word }, "{code}");
        }
    }

    #[test]
    fn an_unknown_code_is_each_and_not_shown() {
        for code in ["", "XYZ", "FT3", "P R"] {
            assert_eq!((unit_word(code), unit_suffix(code)), ("each", ""), "{code:?}");
        }
        assert_eq!(unit_word(" pr "), "pair");
    }
}
