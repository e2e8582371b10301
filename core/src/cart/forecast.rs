//! A whole cart evaluated at once, from values: what the browser shows while the shopper types, and
//! what conformance compares. The rules are those of `evaluation`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    NextTierView, PricePairView,
    evaluation::{LineFacts, Sums, evaluate_product},
    lines::{Article, check_cart_totals},
    quantity::QuantityRule,
};
use crate::{
    brand::Site,
    money::Cents,
    pricing::{ArticlePrices, Tier},
    rule::FieldError,
};

/// One line of a cart to be evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct CartLineDraft {
    /// Any key the caller knows the line by.
    pub key: String,
    /// Product id: lines of one product pool their quantities.
    pub product: String,
    /// Key of the card it stands on, for the card's subtotal; lines without one stand on none.
    #[serde(default)]
    pub card: String,
    /// Pieces.
    pub quantity: u32,
    /// Base price of one piece.
    pub price: Option<Cents>,
    /// The lower of discounted and personal price, when there is one.
    #[serde(default)]
    pub offer_price: Option<Cents>,
    /// Personal unit price, when it is not in `offer_price` already.
    #[serde(default)]
    pub personal_price: Option<Cents>,
    /// Quantity prices.
    #[serde(default)]
    pub tiers: Vec<Tier>,
    /// Minimum order quantity.
    #[serde(default)]
    pub min_order_qty: u32,
    /// Delivery unit.
    #[serde(default)]
    pub delivery_unit: u32,
    /// It cannot be bought now.
    #[serde(default)]
    pub unavailable: bool,
    /// MM/DD/YYYY, or empty.
    #[serde(default)]
    pub available_date: String,
    /// Only by phone.
    #[serde(default)]
    pub call_to_order: bool,
}

/// What a line comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct LineForecastView {
    /// The key given.
    pub key: String,
    /// Price of one piece, nothing when it has none.
    pub unit_price: Option<PricePairView>,
    /// Price of the line, 0 when it has none.
    pub line_price: PricePairView,
    /// What keeps it from being ordered.
    pub errors: Vec<FieldError>,
}

/// What the lines of one product come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ProductForecastView {
    /// Product id.
    pub product: String,
    /// Price of all its lines.
    pub subtotal: PricePairView,
    /// The tier pool.
    pub pooled_quantity: u64,
    /// The way to the next quantity price.
    pub next_tier: Option<NextTierView>,
}

/// What the lines of one card come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct CardForecastView {
    /// Key of the card.
    pub card: String,
    /// Price of its lines.
    pub subtotal: PricePairView,
}

/// What a cart comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct CartForecastView {
    /// Lines, in the order given.
    pub lines: Vec<LineForecastView>,
    /// Products, in the order of their first line.
    pub products: Vec<ProductForecastView>,
    /// Cards, by key.
    pub cards: Vec<CardForecastView>,
    /// Σ base × quantity.
    pub merchandise: Cents,
    /// Σ (base − your) × quantity.
    pub savings: Cents,
    /// Pieces.
    pub total_line_item_quantity: u64,
    /// What keeps the cart from being ordered as a whole.
    pub errors: Vec<FieldError>,
}

impl CartLineDraft {
    fn facts(&self) -> LineFacts<'_> {
        LineFacts {
            pieces: self.quantity,
            free_form_entries: 0,
            article: Some(Article {
                rule: QuantityRule { min_order_qty: self.min_order_qty, delivery_unit: self.delivery_unit },
                prices: ArticlePrices {
                    base: self.price,
                    discounted: self.offer_price,
                    personal: self.personal_price,
                    tiers: &self.tiers,
                },
                unavailable: self.unavailable,
                available_date: &self.available_date,
                call_to_order: self.call_to_order,
                free_form_options: &[],
            }),
        }
    }
}

/// Base and yours as they go out.
fn pair(sums: Sums) -> PricePairView {
    PricePairView {
        regular_price: sums.merchandise,
        discounted_price: (sums.yours < sums.merchandise).then_some(sums.yours),
    }
}

/// Evaluates a whole cart.
pub fn evaluate_cart(site: Site, lines: &[CartLineDraft]) -> CartForecastView {
    // Places of the lines of each product, products in the order of their first line.
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_product: Vec<Vec<usize>> = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        let product = *known.entry(&line.product).or_insert(by_product.len());
        match by_product.get_mut(product) {
            Some(places) => places.push(place),
            None => by_product.push(vec![place]),
        }
    }

    let mut sums = Sums::default();
    let mut told: Vec<Option<LineForecastView>> = vec![None; lines.len()];
    let mut products = Vec::with_capacity(by_product.len());
    let mut cards: BTreeMap<&str, Sums> = BTreeMap::new();
    for places in by_product {
        let of_product: Vec<&CartLineDraft> = places.iter().filter_map(|place| lines.get(*place)).collect();
        let facts: Vec<LineFacts<'_>> = of_product.iter().map(|line| line.facts()).collect();
        let outcome = evaluate_product(&facts, site);
        sums = sums.plus(outcome.sums);
        products.push(ProductForecastView {
            product: of_product.first().map(|line| line.product.clone()).unwrap_or_default(),
            subtotal: pair(outcome.sums),
            pooled_quantity: outcome.pooled,
            next_tier: outcome.next_tier,
        });
        for ((place, line), found) in places.into_iter().zip(of_product).zip(outcome.lines) {
            if !line.card.is_empty() {
                let part = Sums { merchandise: found.line.base, yours: found.line.your, ..Sums::default() };
                let card = cards.entry(&line.card).or_default();
                *card = card.plus(part);
            }
            if let Some(slot) = told.get_mut(place) {
                *slot = Some(LineForecastView {
                    key: line.key.clone(),
                    unit_price: found.unit.map(crate::pricing::YourPrice::view),
                    line_price: found.line.view(),
                    errors: found.errors.iter().map(|error| error.at("")).collect(),
                });
            }
        }
    }
    CartForecastView {
        lines: told.into_iter().flatten().collect(),
        products,
        cards: cards
            .into_iter()
            .map(|(card, sums)| CardForecastView { card: card.to_owned(), subtotal: pair(sums) })
            .collect(),
        merchandise: sums.merchandise,
        savings: sums.savings(),
        total_line_item_quantity: sums.pieces,
        errors: check_cart_totals(sums.lines, sums.merchandise),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(key: &str, product: &str, quantity: u32) -> CartLineDraft {
        CartLineDraft {
            key: key.to_owned(),
            product: product.to_owned(),
            card: String::new(),
            quantity,
            price: Cents::new(1_000),
            offer_price: None,
            personal_price: None,
            tiers: vec![Tier { minimum_quantity: 24, value: Cents::new(800).unwrap() }],
            min_order_qty: 0,
            delivery_unit: 0,
            unavailable: false,
            available_date: String::new(),
            call_to_order: false,
        }
    }

    #[test]
    fn keeps_the_order_given_and_pools_by_product() {
        let told = evaluate_cart(Site::FIELDHOUSE, &[line("1", "b", 12), line("2", "a", 12), line("3", "b", 12)]);
        let keys: Vec<&str> = told.lines.iter().map(|line| line.key.as_str()).collect();
        assert_eq!(keys, ["1", "2", "3"]);
        let pools: Vec<(&str, u64)> =
            told.products.iter().map(|product| (product.product.as_str(), product.pooled_quantity)).collect();
        assert_eq!(pools, [("b", 24), ("a", 12)]);
        assert_eq!((told.merchandise.get(), told.savings.get(), told.total_line_item_quantity), (36_000, 4_800, 36));
    }

    #[test]
    fn cards_of_one_product_share_its_pool_and_have_their_own_subtotals() {
        let on = |card: &str, key| CartLineDraft { card: card.to_owned(), ..line(key, "a", 12) };
        let told = evaluate_cart(Site::FIELDHOUSE, &[on("a/red", "1"), on("a/navy", "2"), on("a/red", "3")]);
        let subtotals: Vec<(&str, i64, Option<i64>)> = told
            .cards
            .iter()
            .map(|card| {
                (card.card.as_str(), card.subtotal.regular_price.get(), card.subtotal.discounted_price.map(Cents::get))
            })
            .collect();
        assert_eq!(subtotals, [("a/navy", 12_000, Some(9_600)), ("a/red", 24_000, Some(19_200))]);
    }

    #[test]
    fn tells_the_limits_of_a_cart() {
        let many: Vec<CartLineDraft> =
            (0..2_001).map(|index| line(&index.to_string(), &index.to_string(), 1)).collect();
        assert_eq!(evaluate_cart(Site::FIELDHOUSE, &many).errors[0].code, "cart_too_many_lines");
        let dear = CartLineDraft { price: Cents::new(1_000_000_000), ..line("1", "a", 2) };
        assert_eq!(evaluate_cart(Site::FIELDHOUSE, &[dear]).errors[0].code, "cart_too_much_money");
    }

    #[test]
    fn an_empty_cart_comes_to_nothing() {
        let told = evaluate_cart(Site::FIELDHOUSE, &[]);
        assert!(told.lines.is_empty() && told.errors.is_empty() && told.merchandise == Cents::ZERO);
    }
}
