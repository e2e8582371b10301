//! Prices: your price, tiers pooled across the variants of a product, personal prices (cart §9).

use serde::{Deserialize, Serialize};

use crate::money::Cents;

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
