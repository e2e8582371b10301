//! How prices read (cart §8, §9; shell §8).

use serde::{Deserialize, Serialize};

use super::Tier;
use crate::{
    cart::PricePairView,
    catalog::unit_suffix,
    money::{Cents, format_cents},
};

/// What is known of a price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PriceStateDraft {
    /// Base price, nothing when there is none.
    pub regular_price: Option<Cents>,
    /// Your price or the discounted one, when lower.
    #[serde(default)]
    pub discounted_price: Option<Cents>,
    /// Personal unit price, when there is one.
    #[serde(default)]
    pub personal_price: Option<Cents>,
    /// Unit code.
    #[serde(default)]
    pub unit_of_measure: String,
    /// Only by phone.
    #[serde(default)]
    pub call_to_order: bool,
    /// The personal price is still being asked for.
    #[serde(default)]
    pub loading: bool,
}

/// A price to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PriceTextView {
    /// '$12.00', or why there is none: 'Loading your price...', 'Price not available', 'Price Not Available'.
    pub text: String,
    /// The base price to be struck through; empty when nothing is lower.
    pub struck: String,
    /// Unit word, empty for 'each'.
    pub unit: String,
    /// True when `text` is an amount.
    pub is_amount: bool,
}

impl PriceTextView {
    fn words(text: &str) -> Self {
        Self { text: text.to_owned(), struck: String::new(), unit: String::new(), is_amount: false }
    }
}

/// The texts of a price. A price of 0 or less is none.
pub fn price_text(state: &PriceStateDraft) -> PriceTextView {
    if state.call_to_order {
        return PriceTextView::words("Price Not Available");
    }
    if state.loading {
        return PriceTextView::words("Loading your price...");
    }
    let Some(base) = state.regular_price.filter(|base| *base > Cents::ZERO) else {
        return PriceTextView::words("Price not available");
    };
    let lower = [state.discounted_price, state.personal_price].into_iter().flatten();
    let pair = PricePairView {
        regular_price: base,
        discounted_price: lower.filter(|lower| *lower > Cents::ZERO && *lower < base).min(),
    };
    PriceTextView {
        text: format_cents(pair.discounted_price.unwrap_or(base)),
        struck: pair.discounted_price.map(|_| format_cents(base)).unwrap_or_default(),
        unit: unit_suffix(&state.unit_of_measure).to_owned(),
        is_amount: true,
    }
}

/// 'Buy 12+ for $9.50 pair'; the unit is omitted when it is 'each' (cart §9).
pub fn tier_text(tier: &Tier, unit_of_measure: &str) -> String {
    let unit = unit_suffix(unit_of_measure);
    let gap = if unit.is_empty() { "" } else { " " };
    format!("Buy {}+ for {}{gap}{unit}", tier.minimum_quantity, format_cents(tier.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(regular: Option<i64>, discounted: Option<i64>) -> PriceStateDraft {
        PriceStateDraft {
            regular_price: regular.and_then(Cents::new),
            discounted_price: discounted.and_then(Cents::new),
            personal_price: None,
            unit_of_measure: "PR".to_owned(),
            call_to_order: false,
            loading: false,
        }
    }

    #[test]
    fn strikes_the_base_when_a_lower_price_exists() {
        let shown = price_text(&state(Some(1500), Some(1200)));
        assert_eq!((shown.text.as_str(), shown.struck.as_str(), shown.unit.as_str()), ("$12.00", "$15.00", "pair"));
        assert_eq!(price_text(&state(Some(1500), Some(1500))).struck, "");
        assert_eq!(price_text(&state(Some(1500), Some(0))).text, "$15.00");
        let personal = |cents| PriceStateDraft { personal_price: Cents::new(cents), ..state(Some(1500), Some(1200)) };
        assert_eq!(price_text(&personal(1100)).text, "$11.00");
        assert_eq!(price_text(&personal(1300)).text, "$12.00");
    }

    #[test]
    fn says_why_there_is_no_price() {
        assert_eq!(price_text(&state(None, Some(5))).text, "Price not available");
        assert_eq!(price_text(&state(Some(0), None)).text, "Price not available");
        assert_eq!(
            price_text(&PriceStateDraft { loading: true, ..state(Some(5), None) }).text,
            "Loading your price..."
        );
        let call = PriceStateDraft { call_to_order: true, loading: true, ..state(Some(5), None) };
        assert_eq!(price_text(&call).text, "Price Not Available");
    }

    #[test]
    fn tiers_read_as_specified() {
        let tier = Tier { minimum_quantity: 12, value: Cents::new(950).unwrap() };
        assert_eq!(tier_text(&tier, "PR"), "Buy 12+ for $9.50 pair");
        assert_eq!(tier_text(&tier, "EA"), "Buy 12+ for $9.50");
    }
}
