//! Quantities: minimum, multiples and limits, while typing and when adding (cart §5, decisions:
//! quantities). Not here: prices, and how many lines a cart holds (`lines`).

use serde::{Deserialize, Serialize};

use crate::rule::{Broken, FieldError, broken_rules};

/// Pieces a line may hold (decisions: prices).
pub const MAX_PIECES: u32 = 9_999;

broken_rules! {
    /// What is wrong with a quantity.
    pub enum QuantityError {
        /// Nothing was typed where a quantity is needed.
        Missing => "quantity_missing", "Please enter a quantity";
        /// What was typed is not a number.
        NotANumber => "quantity_not_a_number", "Please enter a whole number";
        /// A part of a piece.
        Fractional => "quantity_fractional", "Please enter whole pieces only";
        /// Below zero.
        Negative => "quantity_negative", "Please enter a quantity above 0";
        /// More than a line holds.
        TooLarge { maximum: u32 } => "quantity_too_large", "Maximum Quantity is {maximum}";
        /// Below the larger of delivery unit and minimum order quantity.
        BelowMinimum { minimum: u32 } => "quantity_below_minimum", "Minimum Quantity is {minimum}";
        /// Not a whole multiple of the delivery unit.
        NotAMultiple { unit: u32 } => "quantity_not_a_multiple", "Quantity must be in multiples of {unit}";
    }
}

/// What an article asks of a quantity (cart §3: `minOrderQty`, `deliveryUnit`; 0 when none).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuantityRule {
    /// Minimum order quantity, 0 when none.
    #[serde(default)]
    pub min_order_qty: u32,
    /// Delivery unit; 0 and 1 allow any quantity.
    #[serde(default)]
    pub delivery_unit: u32,
}

impl QuantityRule {
    /// The smallest quantity named to the shopper: the larger of both, 0 when there is none.
    pub fn minimum(self) -> u32 {
        self.min_order_qty.max(self.delivery_unit)
    }

    /// The smallest quantity that breaks nothing: the minimum, raised to a whole multiple. Nothing
    /// when that exceeds [`MAX_PIECES`]: then the article cannot be ordered at all.
    pub fn first_valid(self) -> Option<u32> {
        let minimum = self.minimum().max(1);
        let first =
            if self.delivery_unit > 1 { minimum.checked_next_multiple_of(self.delivery_unit)? } else { minimum };
        (first <= MAX_PIECES).then_some(first)
    }

    /// Checks a quantity above 0.
    fn check(self, pieces: u32) -> Result<u32, QuantityError> {
        let minimum = self.minimum();
        if pieces > MAX_PIECES {
            return Err(QuantityError::TooLarge { maximum: MAX_PIECES });
        }
        if pieces < minimum {
            return Err(QuantityError::BelowMinimum { minimum });
        }
        if self.delivery_unit > 1 && !pieces.is_multiple_of(self.delivery_unit) {
            return Err(QuantityError::NotAMultiple { unit: self.delivery_unit });
        }
        Ok(pieces)
    }
}

/// A quantity that may be ordered of one article: 1 to [`MAX_PIECES`], not below its minimum, a
/// whole multiple of its delivery unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(u32);

impl Quantity {
    /// Checks a quantity to be added or set. 0 is below any minimum: a line is removed, not emptied.
    pub fn parse(pieces: i64, rule: QuantityRule) -> Result<Self, QuantityError> {
        if pieces < 0 {
            return Err(QuantityError::Negative);
        }
        let pieces = u32::try_from(pieces).map_err(|_| QuantityError::TooLarge { maximum: MAX_PIECES })?;
        if pieces == 0 {
            return Err(QuantityError::BelowMinimum { minimum: rule.minimum().max(1) });
        }
        rule.check(pieces).map(Self)
    }

    /// Number of pieces.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// Where a quantity is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum QuantityMode {
    /// A cell of the size grid, and the cart: 0 and empty are skipped.
    Grid,
    /// The list of sizes: any quantity from 0 while typing; adding checks all.
    List,
    /// An article with a single variant: minimum 1, starts at 1.
    Single,
    /// The quick-add drawer: as the grid, but the sign of what was typed is dropped first.
    QuickAdd,
}

/// What a typed quantity comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QuantityVerdict {
    /// The number of pieces meant, for the price shown beside it; 0 when it is none.
    pub quantity: u32,
    /// What is wrong with it, to be shown when the field loses focus; its `field` is `quantity`.
    pub error: Option<FieldError>,
}

/// The quantity a field of this mode starts with (cart §5).
pub fn default_quantity(mode: QuantityMode) -> u32 {
    match mode {
        QuantityMode::Single => 1,
        QuantityMode::Grid | QuantityMode::List | QuantityMode::QuickAdd => 0,
    }
}

/// Reads a typed quantity and checks it as the field's mode asks (cart §5).
pub fn check_typed_quantity(text: &str, rule: QuantityRule, mode: QuantityMode) -> QuantityVerdict {
    match read(text, mode).and_then(|pieces| check_typed(pieces, rule, mode).map_err(|error| (pieces, error))) {
        Ok(quantity) => QuantityVerdict { quantity, error: None },
        Err((quantity, error)) => QuantityVerdict { quantity, error: Some(error.at("quantity")) },
    }
}

fn check_typed(pieces: u32, rule: QuantityRule, mode: QuantityMode) -> Result<u32, QuantityError> {
    match (pieces, mode) {
        (0, QuantityMode::Single) => Err(QuantityError::BelowMinimum { minimum: rule.minimum().max(1) }),
        (0, _) | (_, QuantityMode::List) => Ok(pieces),
        _ => rule.check(pieces),
    }
}

/// The number typed, or what is wrong with it and the number of pieces to price meanwhile.
fn read(text: &str, mode: QuantityMode) -> Result<u32, (u32, QuantityError)> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (mode != QuantityMode::QuickAdd, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if text.is_empty() {
        return match mode {
            QuantityMode::Single => Err((0, QuantityError::Missing)),
            QuantityMode::Grid | QuantityMode::List | QuantityMode::QuickAdd => Ok(0),
        };
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(whole) || !all_digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return Err((0, QuantityError::NotANumber));
    }
    if fraction.bytes().any(|b| b != b'0') {
        return Err((0, QuantityError::Fractional));
    }
    let whole = whole.trim_start_matches('0');
    if negative && !whole.is_empty() {
        return Err((0, QuantityError::Negative));
    }
    let pieces = if whole.is_empty() { 0 } else { whole.parse().unwrap_or(u32::MAX) };
    if pieces > MAX_PIECES {
        return Err((0, QuantityError::TooLarge { maximum: MAX_PIECES }));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DOZEN: QuantityRule = QuantityRule { min_order_qty: 24, delivery_unit: 12 };

    fn message(text: &str, rule: QuantityRule, mode: QuantityMode) -> Option<String> {
        check_typed_quantity(text, rule, mode).error.map(|error| error.message)
    }

    #[test]
    fn names_minimum_and_multiple_to_the_letter() {
        assert_eq!(message("12", DOZEN, QuantityMode::Grid).unwrap(), "Minimum Quantity is 24");
        assert_eq!(message("25", DOZEN, QuantityMode::Grid).unwrap(), "Quantity must be in multiples of 12");
        assert_eq!(message("36", DOZEN, QuantityMode::Grid), None);
    }

    #[test]
    fn the_minimum_is_the_larger_of_both() {
        assert_eq!(QuantityRule { min_order_qty: 6, delivery_unit: 12 }.minimum(), 12);
        assert_eq!(QuantityRule { min_order_qty: 13, delivery_unit: 12 }.first_valid(), Some(24));
        assert_eq!(QuantityRule::default().first_valid(), Some(1));
        assert_eq!(QuantityRule { min_order_qty: 10_000, delivery_unit: 0 }.first_valid(), None);
        assert_eq!(QuantityRule { min_order_qty: u32::MAX, delivery_unit: 2 }.first_valid(), None);
    }

    #[test]
    fn zero_is_skipped_but_not_for_a_single_variant() {
        for text in ["", "0", " 00 ", "-0", "0.0"] {
            assert_eq!(message(text, DOZEN, QuantityMode::Grid), None, "{text:?}");
        }
        assert_eq!(message("", DOZEN, QuantityMode::Single).unwrap(), "Please enter a quantity");
        assert_eq!(message("0", QuantityRule::default(), QuantityMode::Single).unwrap(), "Minimum Quantity is 1");
    }

    #[test]
    fn list_mode_accepts_anything_from_zero_while_typing_and_adding_checks_it() {
        assert_eq!(check_typed_quantity("7", DOZEN, QuantityMode::List), QuantityVerdict { quantity: 7, error: None });
        assert_eq!(Quantity::parse(7, DOZEN), Err(QuantityError::BelowMinimum { minimum: 24 }));
        assert!(message("-7", DOZEN, QuantityMode::List).is_some());
    }

    #[test]
    fn quick_add_drops_the_sign_first() {
        assert_eq!(check_typed_quantity("-36", DOZEN, QuantityMode::QuickAdd).quantity, 36);
        assert_eq!(message("-25", DOZEN, QuantityMode::QuickAdd).unwrap(), "Quantity must be in multiples of 12");
    }

    #[test]
    fn every_kind_of_nonsense_has_its_own_code() {
        for (text, code) in [
            ("-1", "quantity_negative"),
            ("\u{2212}5", "quantity_negative"),
            ("1.5", "quantity_fractional"),
            (".5", "quantity_fractional"),
            ("abc", "quantity_not_a_number"),
            ("1e3", "quantity_not_a_number"),
            ("1,000", "quantity_not_a_number"),
            (".", "quantity_not_a_number"),
            ("٣", "quantity_not_a_number"),
            ("--1", "quantity_not_a_number"),
            ("10000", "quantity_too_large"),
            ("99999999999999999999999999", "quantity_too_large"),
        ] {
            let verdict = check_typed_quantity(text, QuantityRule::default(), QuantityMode::Grid);
            assert_eq!(verdict.error.unwrap().code, code, "{text:?}");
        }
    }

    #[test]
    fn adding_refuses_zero_negative_and_huge() {
        let any = QuantityRule::default();
        assert_eq!(Quantity::parse(0, any), Err(QuantityError::BelowMinimum { minimum: 1 }));
        assert_eq!(Quantity::parse(i64::MIN, any), Err(QuantityError::Negative));
        assert_eq!(Quantity::parse(i64::MAX, any), Err(QuantityError::TooLarge { maximum: 9_999 }));
        assert_eq!(Quantity::parse(9_999, any).unwrap().get(), 9_999);
    }

    proptest! {
        #[test]
        fn typing_and_adding_agree_above_zero(pieces in 1_i64..20_000, min in 0_u32..200, unit in 0_u32..50) {
            let rule = QuantityRule { min_order_qty: min, delivery_unit: unit };
            let typed = check_typed_quantity(&pieces.to_string(), rule, QuantityMode::Grid);
            match Quantity::parse(pieces, rule) {
                Ok(quantity) => {
                    prop_assert_eq!(typed, QuantityVerdict { quantity: quantity.get(), error: None });
                    prop_assert!(quantity.get() >= rule.minimum());
                    prop_assert!(unit <= 1 || quantity.get() % unit == 0);
                }
                Err(error) => prop_assert_eq!(typed.error, Some(error.at("quantity"))),
            }
        }

        #[test]
        fn the_first_valid_quantity_is_valid_and_nothing_below_it(min in 0_u32..300, unit in 0_u32..60) {
            let rule = QuantityRule { min_order_qty: min, delivery_unit: unit };
            let first = rule.first_valid().unwrap();
            prop_assert!(Quantity::parse(i64::from(first), rule).is_ok());
            for below in 0..first {
                prop_assert!(Quantity::parse(i64::from(below), rule).is_err());
            }
        }

        #[test]
        fn any_text_gets_an_answer(text in any::<String>(), min in any::<u32>(), unit in any::<u32>()) {
            for mode in [QuantityMode::Grid, QuantityMode::List, QuantityMode::Single, QuantityMode::QuickAdd] {
                let verdict = check_typed_quantity(&text, QuantityRule { min_order_qty: min, delivery_unit: unit }, mode);
                prop_assert!(verdict.quantity <= MAX_PIECES);
            }
        }
    }
}
