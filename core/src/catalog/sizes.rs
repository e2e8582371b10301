//! Sizes: which can be chosen (cart §5), and the order they are listed in.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::money::Cents;

/// What decides whether a size can be chosen. A size of the product page fits as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct SizeChoiceDraft {
    /// Stock keeping unit.
    pub sku: String,
    /// Base price.
    pub price: Option<Cents>,
    /// It cannot be bought now.
    pub unavailable: bool,
}

/// A size can be chosen unless it is unavailable, has no price above 0, or is chosen in another row
/// already: `chosen_elsewhere` are the skus of the other rows (cart §5).
pub fn size_selectable(size: &SizeChoiceDraft, chosen_elsewhere: &[String]) -> bool {
    !size.unavailable && size.price.is_some_and(|price| price > Cents::ZERO) && !chosen_elsewhere.contains(&size.sku)
}

/// Letter sizes from the smallest, each with its spellings.
const LETTERS: [&[&str]; 13] = [
    &["XXXS", "3XS"],
    &["XXS", "2XS"],
    &["XS", "XSMALL", "X-SMALL"],
    &["S", "SM", "SMALL"],
    &["M", "MD", "MED", "MEDIUM"],
    &["L", "LG", "LARGE"],
    &["XL", "XLARGE", "X-LARGE"],
    &["2XL", "XXL"],
    &["3XL", "XXXL"],
    &["4XL", "XXXXL"],
    &["5XL"],
    &["6XL"],
    &["7XL"],
];

/// Where a size stands in a list: youth before adult letters, letters before numbers, numbers by
/// value, everything else last; equal ones by their text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum SizeRank {
    Letter { adult: bool, rank: usize },
    Number(u64),
    Other,
}

fn letter_rank(text: &str) -> Option<usize> {
    LETTERS.iter().position(|spellings| spellings.contains(&text))
}

fn place(size: &str) -> SizeRank {
    let text = size.trim().to_ascii_uppercase();
    // 'S/M' stands where 'S' does, 'Youth / S' where 'Youth S' does.
    let mut parts = text.split('/').map(str::trim);
    let first = parts.next().unwrap_or_default();
    let (youth, adult) = match first {
        "YOUTH" => (parts.next(), None),
        "ADULT" => (None, parts.next()),
        _ => (
            first.strip_prefix("YOUTH ").or_else(|| first.strip_prefix('Y')),
            first.strip_prefix("ADULT ").or_else(|| first.strip_prefix('A')),
        ),
    };
    if let Some(rank) = youth.and_then(|rest| letter_rank(rest.trim())) {
        return SizeRank::Letter { adult: false, rank };
    }
    if let Some(rank) = letter_rank(first).or_else(|| adult.and_then(|rest| letter_rank(rest.trim()))) {
        return SizeRank::Letter { adult: true, rank };
    }
    ten_thousandths(&text).map_or(SizeRank::Other, SizeRank::Number)
}

/// '7 1/8', '10.5', '28"', '5 oz' in ten-thousandths; nothing when it does not start with a number.
pub(crate) fn ten_thousandths(text: &str) -> Option<u64> {
    const ONE: u64 = 10_000;
    let mut words = text.split_whitespace();
    let first = words.next()?;
    if let Some(fraction) = fraction_of(first) {
        return Some(fraction);
    }
    let end = first.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(first.len());
    let (whole, decimals) = first.get(..end)?.split_once('.').unwrap_or((first.get(..end)?, ""));
    let mut value = whole.parse::<u64>().ok()?.checked_mul(ONE)?;
    let mut unit = ONE;
    for digit in decimals.chars().take(4) {
        unit /= 10;
        value = value.checked_add(u64::from(digit.to_digit(10)?).checked_mul(unit)?)?;
    }
    value.checked_add(words.next().and_then(fraction_of).unwrap_or(0))
}

/// '1/8' in ten-thousandths.
fn fraction_of(word: &str) -> Option<u64> {
    let (above, below) = word.split_once('/')?;
    let end = below.find(|c: char| !c.is_ascii_digit()).unwrap_or(below.len());
    let (above, below) = (above.parse::<u64>().ok()?, below.get(..end)?.parse::<u64>().ok()?);
    above.checked_mul(10_000)?.checked_div(below)
}

/// The order of two sizes in a list: YXS … YXL, XS … 4XL, then numbers and fractions by value, then
/// the rest by its text.
pub fn size_order(a: &str, b: &str) -> Ordering {
    place(a).cmp(&place(b)).then_with(|| a.cmp(b))
}

/// The sizes in the order they are listed in.
pub fn sort_sizes(sizes: Vec<String>) -> Vec<String> {
    // By insertion: a run of sizes is short, and the standard sort is 5 kB of the browser's file.
    let mut sorted: Vec<String> = Vec::with_capacity(sizes.len());
    for size in sizes {
        sorted.insert(sorted.partition_point(|before| size_order(before, &size).is_le()), size);
    }
    sorted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sorted(sizes: &str) -> String {
        sort_sizes(sizes.split(',').map(str::to_owned).collect()).join(",")
    }

    #[test]
    fn lists_youth_then_adult_letters() {
        assert_eq!(sorted("4XL,L,YXL,2XL,S,YS,XL,M,YXS,3XL,XS,YM,YL"), "YXS,YS,YM,YL,YXL,XS,S,M,L,XL,2XL,3XL,4XL");
        assert_eq!(sorted("Adult / S,Youth / L,Youth / S"), "Youth / S,Youth / L,Adult / S");
        assert_eq!(
            sorted("Large,Youth Small,XXL,Adult Medium,L/XL,S/M"),
            "Youth Small,S/M,Adult Medium,L/XL,Large,XXL"
        );
    }

    #[test]
    fn lists_numbers_and_fractions_by_value() {
        assert_eq!(sorted("10,9,8.5,10 1/2,11,8"), "8,8.5,9,10,10 1/2,11");
        assert_eq!(sorted("7 3/8,7,7 1/8,6 7/8,7 1/4,1/2"), "1/2,6 7/8,7,7 1/8,7 1/4,7 3/8");
        assert_eq!(sorted("32\",28\",30\",5 oz"), "5 oz,28\",30\",32\"");
    }

    #[test]
    fn letters_come_before_numbers_and_the_rest_last() {
        assert_eq!(sorted("One size,10,S,Goalie"), "S,10,Goalie,One size");
    }

    #[test]
    fn a_size_is_unselectable_when_out_without_price_or_taken() {
        let size = SizeChoiceDraft { sku: "A-1".to_owned(), price: Cents::new(500), unavailable: false };
        assert!(size_selectable(&size, &["B-1".to_owned()]));
        assert!(!size_selectable(&size, &["A-1".to_owned()]));
        assert!(!size_selectable(&SizeChoiceDraft { unavailable: true, ..size.clone() }, &[]));
        for price in [None, Some(Cents::ZERO), Cents::new(-1)] {
            assert!(!size_selectable(&SizeChoiceDraft { price, ..size.clone() }, &[]));
        }
    }

    proptest! {
        #[test]
        fn the_order_is_total(a in "[A-Z0-9/ .\"]{0,6}", b in "[A-Z0-9/ .\"]{0,6}", c in any::<String>()) {
            prop_assert_eq!(size_order(&a, &b), size_order(&b, &a).reverse());
            prop_assert_eq!(size_order(&a, &b) == Ordering::Equal, a == b);
            let one = sort_sizes(vec![a.clone(), b.clone(), c.clone()]);
            prop_assert_eq!(one, sort_sizes(vec![c, b, a]));
        }
    }
}
