//! Your price: the least of base or quantity price, discounted price and personal price (cart §9,
//! decisions: prices).

use serde::{Deserialize, Serialize};

use super::Tier;
use crate::{cart::PricePairView, money::Cents};

/// No article costs more: a cart's limit (decisions: prices). A dearer one counts as without price.
pub const MAX_PRICE: Cents = match Cents::new(1_000_000_000) {
    Some(limit) => limit,
    None => Cents::ZERO,
};

/// All prices of one article, as the server's snapshot holds them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ArticlePrices<'a> {
    /// Base price of one piece.
    pub base: Option<Cents>,
    /// Discounted price, when there is one.
    pub discounted: Option<Cents>,
    /// Personal unit price, when there is one.
    pub personal: Option<Cents>,
    /// Quantity prices of this very sku, in any order.
    pub tiers: &'a [Tier],
}

/// The same, as the browser sends it. A size of the product page fits as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PricesDraft {
    /// Base price of one piece.
    pub price: Option<Cents>,
    /// Discounted price, when there is one.
    #[serde(default)]
    pub discounted_price: Option<Cents>,
    /// Personal unit price, when there is one.
    #[serde(default)]
    pub personal_price: Option<Cents>,
    /// Quantity prices of this very sku, in any order.
    #[serde(default)]
    pub tiers: Vec<Tier>,
}

impl PricesDraft {
    /// As the rules read it.
    pub fn as_prices(&self) -> ArticlePrices<'_> {
        ArticlePrices {
            base: self.price,
            discounted: self.discounted_price,
            personal: self.personal_price,
            tiers: &self.tiers,
        }
    }
}

/// The price of one piece. `your` is never above `base`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YourPrice {
    /// Base price, struck through when `your` is lower.
    pub base: Cents,
    /// What is paid.
    pub your: Cents,
}

impl YourPrice {
    /// As it goes out: the lower price only when there is one.
    pub fn view(self) -> PricePairView {
        PricePairView { regular_price: self.base, discounted_price: (self.your < self.base).then_some(self.your) }
    }
}

/// A price that can be charged: above 0 and not above [`MAX_PRICE`].
fn chargeable(price: Cents) -> Option<Cents> {
    (price > Cents::ZERO && price <= MAX_PRICE).then_some(price)
}

/// Your price of an article when `pooled` pieces of its product, of any variant, are bought together.
/// Nothing when it has no base price above 0: then it cannot be bought, whatever other prices say.
/// Of the quantity prices reached the least counts, so that more pieces never cost more each.
pub fn your_price(prices: ArticlePrices<'_>, pooled: u64) -> Option<YourPrice> {
    let base = prices.base.and_then(chargeable)?;
    let reached = prices.tiers.iter().filter(|tier| u64::from(tier.minimum_quantity) <= pooled).map(|tier| tier.value);
    let your = reached.chain(prices.discounted).chain(prices.personal).filter_map(chargeable).fold(base, Ord::min);
    Some(YourPrice { base, your })
}

/// The lowest your price over articles at a single piece, with the base beside it: what a product
/// without chosen size shows (cart §3 `regularPrice`, `yourPrice`).
pub fn lowest_price<'a>(articles: impl IntoIterator<Item = ArticlePrices<'a>>) -> Option<YourPrice> {
    articles.into_iter().filter_map(|prices| your_price(prices, 1)).min_by_key(|price| (price.your, price.base))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    fn tier(minimum_quantity: u32, value: i64) -> Tier {
        Tier { minimum_quantity, value: cents(value) }
    }

    #[test]
    fn is_the_least_of_all_prices() {
        let tiers = [tier(12, 900), tier(24, 800)];
        let mut prices = ArticlePrices { base: Some(cents(1000)), tiers: &tiers, ..ArticlePrices::default() };
        for (pooled, paid) in [(1, 1000), (11, 1000), (12, 900), (23, 900), (24, 800), (10_000, 800)] {
            assert_eq!(your_price(prices, pooled).unwrap().your, cents(paid), "{pooled}");
        }
        prices.discounted = Some(cents(950));
        assert_eq!(your_price(prices, 1).unwrap().your, cents(950));
        prices.personal = Some(cents(850));
        assert_eq!(your_price(prices, 12).unwrap().your, cents(850));
        assert_eq!(your_price(prices, 24).unwrap().your, cents(800));
    }

    #[test]
    fn strikes_the_base_only_for_a_lower_price() {
        let mut prices =
            ArticlePrices { base: Some(cents(1000)), personal: Some(cents(1000)), ..ArticlePrices::default() };
        assert_eq!(your_price(prices, 1).unwrap().view().discounted_price, None);
        prices.personal = Some(cents(1100));
        assert_eq!(your_price(prices, 1).unwrap().view().discounted_price, None);
        prices.personal = Some(cents(999));
        assert_eq!(your_price(prices, 1).unwrap().view().discounted_price, Some(cents(999)));
    }

    #[test]
    fn without_a_base_price_there_is_no_price() {
        for base in [None, Some(Cents::ZERO), Some(cents(-5)), Some(Cents::MAX)] {
            let prices = ArticlePrices { base, personal: Some(cents(5)), ..ArticlePrices::default() };
            assert_eq!(your_price(prices, 1), None);
        }
    }

    #[test]
    fn other_prices_of_zero_or_less_are_no_prices() {
        let tiers = [tier(1, 0)];
        let prices = ArticlePrices {
            base: Some(cents(1000)),
            discounted: Some(Cents::ZERO),
            personal: Some(cents(-1)),
            tiers: &tiers,
        };
        assert_eq!(your_price(prices, 1).unwrap().your, cents(1000));
    }

    #[test]
    fn the_lowest_over_articles_skips_those_without_price() {
        let dear = ArticlePrices { base: Some(cents(1500)), discounted: Some(cents(1200)), ..ArticlePrices::default() };
        let plain = ArticlePrices { base: Some(cents(1300)), ..ArticlePrices::default() };
        let lowest = lowest_price([ArticlePrices::default(), plain, dear]).unwrap();
        assert_eq!((lowest.your, lowest.base), (cents(1200), cents(1500)));
        assert_eq!(lowest_price([ArticlePrices::default()]), None);
    }

    prop_compose! {
        fn any_tiers()(rows in prop::collection::vec((0_u32..500, -10_i64..3000), 0..5)) -> Vec<Tier> {
            rows.into_iter().map(|(minimum, value)| tier(minimum, value)).collect()
        }
    }

    proptest! {
        #[test]
        fn never_above_base_and_never_rising_with_quantity(
            base in -5_i64..3000, discounted in prop::option::of(-5_i64..3000), personal in prop::option::of(-5_i64..3000),
            tiers in any_tiers(), pooled in 0_u64..600, more in 0_u64..600,
        ) {
            let prices = ArticlePrices {
                base: Some(cents(base)), discounted: discounted.map(cents), personal: personal.map(cents), tiers: &tiers,
            };
            let now = your_price(prices, pooled);
            prop_assert_eq!(now.is_some(), base > 0);
            if let Some(now) = now {
                prop_assert!(now.your <= now.base && now.your > Cents::ZERO);
                prop_assert!(your_price(prices, pooled + more).unwrap().your <= now.your);
                for other in [discounted, personal].into_iter().flatten().filter(|other| *other > 0) {
                    prop_assert!(now.your.get() <= other);
                }
            }
        }
    }
}
