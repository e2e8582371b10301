//! Money: integer cents in US dollars, checked sums, and the one rounding (cart §9).

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// An amount in US cents, at most 2^53 − 1 either way so that JavaScript holds it exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "i64", into = "i64")]
#[cfg_attr(feature = "openapi", schema(value_type = i64))]
#[cfg_attr(feature = "wasm", tsify(type = "number"))]
pub struct Cents(i64);

/// An amount left the range of [`Cents`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

impl std::fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the amount is out of range")
    }
}

impl std::error::Error for OutOfRange {}

impl Cents {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount: 2^53 − 1 cents.
    pub const MAX: Self = Self(9_007_199_254_740_991);

    /// An amount of `cents`, if in range.
    pub const fn new(cents: i64) -> Option<Self> {
        if cents >= -Self::MAX.0 && cents <= Self::MAX.0 { Some(Self(cents)) } else { None }
    }

    /// The number of cents.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Sum, if in range.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).and_then(Self::new)
    }

    /// Difference, if in range.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).and_then(Self::new)
    }

    /// Times a number of pieces, if in range.
    pub fn checked_mul(self, pieces: u32) -> Option<Self> {
        self.0.checked_mul(i64::from(pieces)).and_then(Self::new)
    }

    /// Sum, or the largest amount: only for sums that a limit far below has already refused.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        self.checked_add(other).unwrap_or(Self::MAX)
    }

    /// Difference, not below nothing.
    #[must_use]
    pub fn minus_floored(self, other: Self) -> Self {
        self.checked_sub(other).unwrap_or(Self::ZERO).max(Self::ZERO)
    }

    /// A decimal amount of dollars as outside systems write it, in cents rounded half away from
    /// zero: the one rounding. Digits with at most one point between them and an optional minus in
    /// front; anything else (`NaN`, `1e30`, `1,234.50`, more than 40 characters) is nothing. It works
    /// on the digits, so that the browser's build carries no decimal arithmetic.
    pub fn parse_dollars(text: &str) -> Option<Self> {
        let magnitude = text.strip_prefix('-').unwrap_or(text);
        let (whole, decimals) = magnitude.split_once('.').unwrap_or((magnitude, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if text.len() > 40 || !is_digits(whole) || !is_digits(decimals) {
            return None;
        }
        let mut cents = 0_i64;
        for digit in whole.chars().chain(decimals.chars().chain("00".chars()).take(2)) {
            cents = cents.checked_mul(10)?.checked_add(i64::from(digit.to_digit(10)?))?;
        }
        if decimals.chars().nth(2).is_some_and(|digit| digit >= '5') {
            cents = cents.checked_add(1)?;
        }
        Self::new(if magnitude.len() == text.len() { cents } else { cents.checked_neg()? })
    }

    /// An amount as people type it, `500`, `$1,250.00`: nothing below zero, and not a tenth of a cent, which is a slip.
    pub fn parse_typed(text: &str) -> Option<Self> {
        let typed = text.trim();
        let typed = typed.strip_prefix('$').unwrap_or(typed).trim();
        let digits = ungrouped(typed)?;
        let whole_cents = digits.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2);
        Self::parse_dollars(&digits).filter(|cents| whole_cents && *cents >= Self::ZERO)
    }

    /// Decimal dollars as outside systems write them: `12.35`.
    pub fn dollars(self) -> String {
        let magnitude = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", magnitude / 100, magnitude % 100)
    }

    /// A decimal amount of dollars in cents, rounded as [`Cents::parse_dollars`] does.
    pub fn from_dollars(dollars: Decimal) -> Option<Self> {
        Self::parse_dollars(&dollars.to_string())
    }
}

impl From<u32> for Cents {
    fn from(cents: u32) -> Self {
        Self(cents.into())
    }
}

impl TryFrom<i64> for Cents {
    type Error = OutOfRange;
    fn try_from(cents: i64) -> Result<Self, Self::Error> {
        Self::new(cents).ok_or(OutOfRange)
    }
}

impl From<Cents> for i64 {
    fn from(cents: Cents) -> Self {
        cents.0
    }
}

/// Digits without the commas between their thousands. Nothing where a comma stands elsewhere: `1,50` is not a hundred and fifty.
fn ungrouped(typed: &str) -> Option<String> {
    let (whole, decimals) = typed.split_at(typed.find('.').unwrap_or(typed.len()));
    if decimals.contains(',') {
        return None;
    }
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let is_grouped = whole.contains(',');
    let holds = !is_grouped || ((1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3));
    holds.then(|| [&whole.replace(',', ""), decimals].concat())
}

/// Shown in US dollars with two decimals and thousands separators: `$1,234.50`, `-$3.00` (cart §9).
pub fn format_cents(cents: Cents) -> String {
    let value = cents.get();
    let magnitude = value.unsigned_abs();
    let (dollars, rest) = (magnitude / 100, magnitude % 100);
    let mut out = String::from(if value < 0 { "-$" } else { "$" });
    let digits = dollars.to_string();
    let mut left = digits.len();
    for digit in digits.chars() {
        out.push(digit);
        left = left.saturating_sub(1);
        if left > 0 && left.is_multiple_of(3) {
            out.push(',');
        }
    }
    out.push('.');
    if rest < 10 {
        out.push('0');
    }
    out.push_str(&rest.to_string());
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::{RoundingStrategy, prelude::ToPrimitive};

    use super::*;

    #[test]
    fn shows_dollars_with_separators_and_two_decimals() {
        for (cents, text) in [
            (0, "$0.00"),
            (5, "$0.05"),
            (100_000, "$1,000.00"),
            (99_999, "$999.99"),
            (123_450, "$1,234.50"),
            (-300, "-$3.00"),
            (9_007_199_254_740_991, "$90,071,992,547,409.91"),
        ] {
            assert_eq!(format_cents(Cents::new(cents).unwrap()), text);
        }
    }

    #[test]
    fn rounds_half_away_from_zero() {
        for (dollars, cents) in [
            ("1.005", 101),
            ("-1.005", -101),
            ("1.0049", 100),
            ("0.004", 0),
            ("0.995", 100),
            ("12", 1200),
            ("1.5", 150),
            ("007.10", 710),
            ("-0.00", 0),
        ] {
            assert_eq!(Cents::parse_dollars(dollars), Cents::new(cents), "{dollars}");
        }
    }

    #[test]
    fn refuses_what_is_not_a_plain_decimal() {
        for text in [
            "",
            "-",
            ".",
            "1.",
            ".5",
            "1e30",
            "NaN",
            "1,000",
            "1_000",
            " 1",
            "1.2.3",
            "+1",
            "--1",
            "١",
            "0".repeat(41).as_str(),
        ] {
            assert_eq!(Cents::parse_dollars(text), None, "{text:?}");
        }
        assert_eq!(Cents::parse_dollars(&"0".repeat(40)), Some(Cents::ZERO));
    }

    #[test]
    fn stays_in_the_range_javascript_holds() {
        assert_eq!(Cents::MAX.checked_add(Cents::new(1).unwrap()), None);
        assert_eq!(Cents::MAX.checked_mul(2), None);
        assert_eq!(Cents::parse_dollars("90071992547409.92"), None);
        assert_eq!(Cents::new(i64::MIN), None);
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back(cents in -9_007_199_254_740_991_i64..=9_007_199_254_740_991) {
            let shown = format_cents(Cents::new(cents).unwrap()).replace(['$', ','], "");
            prop_assert_eq!(Cents::parse_dollars(&shown), Cents::new(cents));
        }

        #[test]
        fn any_text_is_read_without_panic(text in any::<String>()) {
            let _ = Cents::parse_dollars(&text);
        }

        #[test]
        fn agrees_with_decimal_arithmetic(units in -1_000_000_000_000_i64..1_000_000_000_000, scale in 0_u32..10) {
            let dollars = Decimal::new(units, scale);
            let cents = (dollars * Decimal::ONE_HUNDRED)
                .round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
                .to_i64();
            prop_assert_eq!(Cents::from_dollars(dollars).map(Cents::get), cents);
        }
    }
}
