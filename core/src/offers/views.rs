//! What goes out about the codes of a visitor, and the content shown for a flyer (cart §3).

use serde::{Deserialize, Serialize};

/// A logo of a flyer's group.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FlyerLogoView {
    /// Address of the picture: a path of this store.
    pub url: String,
    /// What it shows.
    pub title: String,
}

/// Where a flyer is redeemed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RedemptionLinkView {
    /// Shown text.
    pub title: String,
    /// http(s) or a path.
    pub href: String,
}

/// Flyer group content (cart §3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FlyerGroupView {
    /// The flyer code it belongs to.
    pub flyer_code: String,
    /// Logos of who offers it.
    pub logos: Vec<FlyerLogoView>,
    /// The terms, or empty.
    pub fine_print: String,
    /// Where to redeem it.
    pub redemption_url: Option<RedemptionLinkView>,
}

/// The codes a visitor has: those of the cart, else those carried in cookies that hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CodesView {
    /// Offer (flyer) code, or empty.
    pub flyer_code: String,
    /// What was typed when it was looked up, or empty.
    pub friendly_flyer_code: String,
    /// Program id, or empty.
    pub program_id: String,
    /// Flyer code of a certificate on the cart, or empty: while there is one the offer code is locked.
    pub cert_flyer_code: String,
    /// The code as the shopper knows it: what was typed, or the flyer code itself; empty without one.
    pub shown_code: String,
    /// What is shown of the flyer, when there is anything.
    pub flyer: Option<FlyerGroupView>,
}
