//! A cart shared by a link: what is asked for, what the link shows, what a copy left out.

use serde::{Deserialize, Serialize};

use super::views::{CartCardView, CartChangeView, SummaryView};
use crate::rule::{Broken, FieldError, broken_rules};

/// Links of one visitor that may be open at once.
pub const MAX_SHARES: u32 = 20;

broken_rules! {
    /// What is wrong with sharing a cart.
    pub enum ShareError {
        /// One link too many.
        TooMany { maximum: u32 } => "cart_share_too_many", "You share {maximum} carts already. Please stop sharing one first.";
    }
}

/// What keeps a cart from being shared beside the links that are open.
pub fn check_share(open: u32) -> Option<FieldError> {
    (open >= MAX_SHARES).then(|| ShareError::TooMany { maximum: MAX_SHARES }.at(""))
}

/// `POST /api/cart/shares`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct ShareDraft {
    /// Names and numbers of players go along. They are personal: left out unless asked for.
    pub with_texts: bool,
}

/// A link to what was in a cart when it was shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShareView {
    /// Id, to stop sharing.
    pub id: String,
    /// Path of the page, told only when the link is made.
    pub path: String,
    /// RFC 3339.
    pub shared_at: String,
    /// RFC 3339.
    pub expires_at: String,
    /// Pieces.
    pub total_line_item_quantity: u64,
    /// With names and numbers of players.
    pub with_texts: bool,
}

/// The visitor's open links, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SharesView {
    /// Links.
    pub shares: Vec<ShareView>,
}

/// What a link shows: the lines that were shared, at today's prices of whoever looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SharedCartView {
    /// RFC 3339.
    pub shared_at: String,
    /// With names and numbers of players.
    pub with_texts: bool,
    /// Cards.
    pub items: Vec<CartCardView>,
    /// Pieces.
    pub total_line_item_quantity: u64,
    /// Lines.
    pub line_count: u32,
    /// Sums.
    pub summary: SummaryView,
}

/// A line that a copy left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeftOutView {
    /// Stock keeping unit.
    pub sku: String,
    /// Name of the product, or the sku when it is gone.
    pub name: String,
    /// Size, or empty.
    pub size: String,
    /// Pieces.
    pub quantity: u32,
    /// Path of the product, or `/`.
    pub href: String,
    /// Why.
    pub errors: Vec<FieldError>,
}

/// What came of copying a shared cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CopiedCartView {
    /// What it did to the copier's cart; nothing when no line could be copied.
    pub change: Option<CartChangeView>,
    /// What could not be copied.
    pub left_out: Vec<LeftOutView>,
}
