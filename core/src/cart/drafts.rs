//! What comes in: adding, changing and removing lines. Amounts are never among it.

use serde::{Deserialize, Serialize};

/// One article to add. Quantities are signed here so that a negative one is told, not wrapped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct AddLineDraft {
    /// Stock keeping unit.
    pub sku: String,
    /// Pieces.
    pub quantity: i64,
    /// Free texts: one entry for all pieces, or one a piece; each entry has one text a label, in
    /// the order of the product's `freeFormOptions`. Left out when the product has none.
    #[serde(default)]
    pub free_form: Vec<Vec<String>>,
}

/// `POST /api/cart/lines`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct AddLinesDraft {
    /// At least one; at most the line limit of a cart.
    pub lines: Vec<AddLineDraft>,
}

/// `PATCH /api/cart/lines/{id}`: an absolute quantity, with the texts of all pieces where those change too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct ChangeLineDraft {
    /// New quantity.
    pub quantity: i64,
    /// New texts of all pieces, as for adding; left out, the texts stay as they are.
    #[serde(default)]
    pub free_form: Option<Vec<Vec<String>>>,
    /// The cart version this was seen at; a newer one refuses the change with 409.
    pub version: i64,
}
