//! A street line read into its parts and written in the standard way (account §3 'Address lookup
//! result', USPS Publication 28). Reading never loses a word: what fits no part stays in the name.

use super::postal_words::{direction, is_small, may_be_a_name, numbered_unit, plain_unit, stays_capital, suffix};

/// A delivery address in parts; each empty when there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Street {
    /// `123`, `12-34`, `123 1/2`; the box of a post office box.
    pub number: String,
    /// `N`.
    pub pre_direction: String,
    /// `Main`; `PO Box`.
    pub name: String,
    /// `St`.
    pub suffix: String,
    /// `SW`.
    pub post_direction: String,
    /// `Apt 4B`.
    pub unit: String,
}

impl Street {
    /// The street line: `123 N Main St SW Apt 4B`, `PO Box 12`.
    pub fn line(&self) -> String {
        let Self { number, pre_direction, name, suffix, post_direction, unit } = self;
        let parts = if name == PO_BOX {
            [name.as_str(), number, "", "", "", unit]
        } else {
            [number.as_str(), pre_direction, name, suffix, post_direction, unit]
        };
        parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
    }
}

const PO_BOX: &str = "PO Box";

/// The words of a line, without dots and commas.
fn words(line: &str) -> Vec<String> {
    let line = line.replace('.', "").replace(',', " ").replace('#', " # ");
    line.split_whitespace().map(str::to_owned).collect()
}

fn capitals(word: &str) -> String {
    word.to_ascii_uppercase()
}

/// A word of a name: written in one case only, it gets a capital and small letters; otherwise it is
/// left as typed, so that `McKinney` stays. In a line that has small letters, capitals were meant: `US`, `NW`, `JFK`.
fn cased(word: &str, shouted: bool) -> String {
    let has = |is: fn(&u8) -> bool| word.as_bytes().iter().any(is);
    let (capital, small) = (has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase));
    let meant = capital && !small && (!shouted || stays_capital(word)) && !has(u8::is_ascii_digit);
    if meant || (capital && small) { word.to_owned() } else { titled(word) }
}

/// `Main`; ordinals as `42nd`; `D'Iberville` and `O'Neil`, but `King's`.
fn titled(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut letters = 0_usize;
    for c in word.chars() {
        let begins = letters == 0;
        out.push(if begins { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
        // One letter before an apostrophe is a part of the name that follows.
        let joins = matches!(c, '\'' | '\u{2019}') && letters == 1;
        letters = if joins { 0 } else { letters.saturating_add(usize::from(c.is_alphanumeric())) };
    }
    out
}

fn joined(words: &[String], shouted: bool) -> String {
    let inside = |at: usize, word: &str| at > 0 && is_small(&capitals(word));
    let cased = |(at, word): (usize, &String)| {
        if inside(at, word) { word.to_ascii_lowercase() } else { cased(word, shouted) }
    };
    words.iter().enumerate().map(cased).collect::<Vec<_>>().join(" ")
}

fn starts_with_digit(word: &str) -> bool {
    word.bytes().next().is_some_and(|b| b.is_ascii_digit())
}

fn is_fraction(word: &str) -> bool {
    word.split_once('/').is_some_and(|(over, under)| {
        [over, under].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// The number of an ordinal: 2 of `2nd`.
fn ordinal(word: &str) -> Option<&str> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = capitals(word.get(digits.len()..).unwrap_or_default());
    let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (whole && matches!(ending.as_str(), "ST" | "ND" | "RD" | "TH")).then_some(digits)
}

/// Takes `2nd Floor` off the end of a line: `Fl 2`.
fn split_floor(words: &mut Vec<String>, at: usize) -> Option<String> {
    let begins = words.len().checked_sub(2).filter(|begins| *begins >= at)?;
    let is_floor = words.last().and_then(|word| numbered_unit(&capitals(word))) == Some("FL");
    let floor = format!("Fl {}", words.get(begins).filter(|_| is_floor).and_then(|word| ordinal(word))?);
    words.truncate(begins);
    Some(floor)
}

/// Takes `Apt 4B` off the end of a line; `at` is the first word it may begin at.
fn split_unit(words: &mut Vec<String>, at: usize) -> String {
    if let Some(floor) = split_floor(words, at) {
        return floor;
    }
    let begins = words.iter().enumerate().skip(at).find_map(|(index, word)| {
        let unit = numbered_unit(&capitals(word))?;
        let id = words.get(index.saturating_add(1))?;
        // 'Lot' or 'Key' may be part of a name: a unit's number has a digit, or is one letter.
        let is_id = id.bytes().any(|b| b.is_ascii_digit()) || id.len() == 1;
        is_id.then_some((index, unit))
    });
    let Some((index, unit)) = begins else { return String::new() };
    let rest: Vec<String> = words.drain(index..).skip(1).map(|word| capitals(&word)).collect();
    let unit = if unit == "#" { unit.to_owned() } else { titled(unit) };
    [&[unit], rest.as_slice()].concat().join(" ")
}

/// The second line in the standard way when it is a unit, else as typed.
pub(super) fn read_second_line(line: &str) -> String {
    let mut found = words(line);
    let alone = || match found.as_slice() {
        [only] => plain_unit(&capitals(only)).map(titled),
        _ => None,
    };
    if let Some(unit) = alone() {
        return unit;
    }
    let starts_with_unit = found.first().is_some_and(|word| numbered_unit(&capitals(word)).is_some())
        || found.first().is_some_and(|word| found.len() == 2 && ordinal(word).is_some());
    let unit = if starts_with_unit { split_unit(&mut found, 0) } else { String::new() };
    if unit.is_empty() { line.trim().to_owned() } else { unit }
}

/// True for a name made of two directions, 'East West Highway': neither of them says where on it. In 'N West St' the
/// first one does: a direction that is a part of a name is written out.
fn is_named_by_directions(words: &[String]) -> bool {
    let [one, other] = words else { return false };
    let whole = |word: &String| direction(&capitals(word)).is_some_and(|short| short.len() < word.len());
    whole(one) && whole(other)
}

/// Reads a street line; nothing when it has no number and is no post office box: then there is
/// nothing a verifier could say of it.
pub(super) fn read_street(line: &str) -> Option<Street> {
    // A lone small letter, as in 'APARTMENT 4b', makes no line of small letters.
    let small = |word: &str| word.bytes().filter(u8::is_ascii_lowercase).count();
    let shouted = !line.split_whitespace().any(|word| small(word) > 1);
    let mut words = words(line);
    if let Some(street) = post_office_box(&words) {
        return Some(street);
    }
    let number = words.first().filter(|word| starts_with_digit(word)).cloned()?;
    words.remove(0);
    let fraction = words.first().filter(|word| is_fraction(word)).cloned();
    if fraction.is_some() {
        words.remove(0);
    }
    let number = [Some(capitals(&number)), fraction].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let unit = split_unit(&mut words, 1);
    let mut street = Street { number, unit, ..Street::default() };

    // A direction or suffix is one only when a name is left without it: 'North St', 'Avenue B'.
    if words.len() > 1
        && let Some(post) = words.last().and_then(|word| direction(&capitals(word)))
        && words.len() > 2
    {
        post.clone_into(&mut street.post_direction);
        words.pop();
    }
    // 'Rolling Green' and 'Sunset View' are names that end in a word for a street: they stay as they are.
    if words.len() > 1
        && let Some(found) = words.last().map(|word| capitals(word)).filter(|word| !may_be_a_name(word))
        && let Some(found) = suffix(&found)
    {
        street.suffix = titled(found);
        words.pop();
    }
    if words.len() > 1
        && !is_named_by_directions(&words)
        && let Some(pre) = words.first().and_then(|word| direction(&capitals(word)))
    {
        pre.clone_into(&mut street.pre_direction);
        words.remove(0);
    }
    street.name = joined(&words, shouted);
    (!street.name.is_empty()).then_some(street)
}

/// 'P.O. Box 12', 'Post Office Box 12', 'POB 12'.
fn post_office_box(words: &[String]) -> Option<Street> {
    let capitals: Vec<String> = words.iter().map(|word| capitals(word)).collect();
    let capitals: Vec<&str> = capitals.iter().map(String::as_str).collect();
    let number = match capitals.as_slice() {
        ["PO" | "POST", "BOX", number]
        | ["P", "O", "BOX", number]
        | ["POST", "OFFICE", "BOX", number]
        | ["POB" | "POBOX", number] => *number,
        _ => return None,
    };
    let number = number.trim_start_matches('#').to_owned();
    (!number.is_empty()).then(|| Street { number, name: PO_BOX.to_owned(), ..Street::default() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_street_is_written_in_the_standard_way() {
        for (typed, line) in [
            ("123 main street", "123 Main St"),
            ("123 N. Main St.", "123 N Main St"),
            ("123 north main street southwest", "123 N Main St SW"),
            ("4500 MOCKINGBIRD LANE, APARTMENT 4b", "4500 Mockingbird Ln Apt 4B"),
            ("12 McKinney Ave #7", "12 McKinney Ave # 7"),
            ("1600 Pennsylvania Avenue NW", "1600 Pennsylvania Ave NW"),
            ("350 5th avenue suite 3301", "350 5th Ave Ste 3301"),
            ("12 1/2 Oak Road", "12 1/2 Oak Rd"),
            ("100 North Street", "100 North St"),
            ("8600 East West Highway", "8600 East West Hwy"),
            ("8600 EAST WEST HWY", "8600 East West Hwy"),
            ("12 north south road NE", "12 North South Rd NE"),
            ("12 N West Street", "12 N West St"),
            ("12 East North Shore Drive", "12 E North Shore Dr"),
            ("22 Avenue B", "22 Avenue B"),
            ("7 Lake Shore Drive", "7 Lake Shore Dr"),
            ("9 Broadway", "9 Broadway"),
            ("123A 42ND STREET", "123A 42nd St"),
            ("p.o. box 99", "PO Box 99"),
            ("Post Office Box 12", "PO Box 12"),
            ("50 Park Lot Road", "50 Park Lot Rd"),
            ("350 5th Avenue, 2nd Floor", "350 5th Ave Fl 2"),
            ("350 FIFTH AVE 21ST FL", "350 Fifth Ave Fl 21"),
            ("12 2nd Street", "12 2nd St"),
            ("100 NW Street", "100 NW St"),
            ("100 Old NW road", "100 Old NW Rd"),
            ("6000 US Highway 1", "6000 US Highway 1"),
            ("6000 US HIGHWAY 1", "6000 US Highway 1"),
            ("12 ELM ROAD NW", "12 Elm Rd NW"),
            ("7 Rolling Green", "7 Rolling Green"),
            ("7 Sunset View", "7 Sunset View"),
            ("7 Forest Hill Road", "7 Forest Hill Rd"),
            ("9 Park Hts", "9 Park Hts"),
            ("4 d'iberville boulevard", "4 D'Iberville Blvd"),
            ("4 King's way", "4 King's Way"),
            ("4 o'neil dr", "4 O'Neil Dr"),
            ("4 DeWitt ave", "4 DeWitt Ave"),
            ("1211 Avenue of the Americas", "1211 Avenue of the Americas"),
            ("500 PASEO DE LA PLAYA", "500 Paseo de la Playa"),
            ("12 La Jolla Blvd", "12 La Jolla Blvd"),
        ] {
            assert_eq!(read_street(typed).map(|street| street.line()), Some(line.to_owned()), "{typed}");
        }
    }

    #[test]
    fn the_parts_are_told_apart() {
        let street = read_street("4500 N Mockingbird Lane SW Apt 4").unwrap();
        let expect = Street {
            number: "4500".to_owned(),
            pre_direction: "N".to_owned(),
            name: "Mockingbird".to_owned(),
            suffix: "Ln".to_owned(),
            post_direction: "SW".to_owned(),
            unit: "Apt 4".to_owned(),
        };
        assert_eq!(street, expect);
    }

    #[test]
    fn without_a_number_there_is_nothing_to_say() {
        for typed in ["", "Main Street", "The Gym", "123", "   ", "PO Box", "# 4"] {
            assert_eq!(read_street(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_second_line_is_standard_only_when_it_is_a_unit() {
        for (typed, line) in [
            ("suite 200", "Ste 200"),
            ("Apartment 4b", "Apt 4B"),
            ("basement", "Bsmt"),
            ("2nd floor", "Fl 2"),
            ("3rd base", "3rd base"),
            ("Attn: Coach Lee", "Attn: Coach Lee"),
            ("Room service door", "Room service door"),
            ("", ""),
        ] {
            assert_eq!(read_second_line(typed), line, "{typed}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_left(typed in ".{0,80}") {
            read_street(&typed);
            read_second_line(&typed);
        }

        #[test]
        fn what_was_written_in_the_standard_way_stays(
            number in 1_u32..99_999,
            pre in prop::sample::select(vec!["", "N ", "sw "]),
            name in "[A-Z][a-z]{3,9}( [A-Z][a-z]{3,9})?",
            kind in prop::sample::select(vec!["street", "Ave", "BLVD", "terrace"]),
            unit in prop::sample::select(vec!["", " apt 3", ", Suite 12b", " # 9"]),
        ) {
            let once = read_street(&format!("{number} {pre}{name} {kind}{unit}")).unwrap().line();
            prop_assert_eq!(read_street(&once).unwrap().line(), once);
        }
    }
}
