//! Money: integer cents in US dollars, checked sums, and the one rounding (cart §9).

use rust_decimal::{Decimal, RoundingStrategy, prelude::ToPrimitive};
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

    /// A decimal amount of dollars in cents, rounded half away from zero: the one rounding.
    pub fn from_dollars(dollars: Decimal) -> Option<Self> {
        dollars
            .checked_mul(Decimal::ONE_HUNDRED)?
            .round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
            .to_i64()
            .and_then(Self::new)
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

/// Shown in US dollars with two decimals and thousands separators: `$1,234.50`, `-$3.00` (cart §9).
pub fn format_cents(cents: Cents) -> String {
    let value = cents.get();
    let magnitude = value.unsigned_abs();
    let (dollars, rest) = (magnitude / 100, magnitude % 100);
    let digits = dollars.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 5);
    if value < 0 {
        out.push('-');
    }
    out.push('$');
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out.push('.');
    if rest < 10 {
        out.push('0');
    }
    out.push_str(&rest.to_string());
    out
}
