//! Prices of one article: your price, quantity prices, personal prices, and how they read (cart §9).
//! Not here: the sums of a cart (see `cart::evaluation`), units (see `catalog::units`).

mod conditions;
mod personal;
mod text;
mod your_price;

use serde::{Deserialize, Serialize};

use crate::money::Cents;

pub use conditions::{
    ConditionError, ConditionHolder, ConditionTerms, PersonalPrice, PersonalPriceAskDraft, PriceCondition,
    PriceConditionDraft, parse_price_condition, personal_price_of, select_personal_price,
};
pub use personal::{CodesDraft, PersonalPriceDraft, flyer_that_counts, personal_price, wants_personal_prices};
pub use text::{PriceStateDraft, PriceTextView, price_text, tier_text};
pub use your_price::{ArticlePrices, MAX_PRICE, PricesDraft, YourPrice, lowest_price, your_price};

/// A quantity price: 'Buy N+ for price unit' (cart §9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tier {
    /// From this many pieces of the product, any variant.
    pub minimum_quantity: u32,
    /// Price of one piece.
    pub value: Cents,
}
