//! What the address book shows of business units (account §2).

use serde::{Deserialize, Serialize};

use crate::account::AddressView;

/// One party of the default information: sold to, bill to or payer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DefaultPartyView {
    /// `sold-to`, `billed-to` or `payed-by`.
    pub role: String,
    /// What it is displayed as.
    pub label: String,
    /// Addresses of the units in this role, in the order of the customer's business units.
    pub addresses: Vec<AddressView>,
    /// A change of it may be asked for here, of one of the units below (account §6).
    pub change_request_link: bool,
    /// The customer's units a change may be asked for now, in order: those without an open request.
    pub change_request_units: Vec<UnitNameView>,
    /// The request for a change that was sent last for each unit, the newest first.
    pub change_requests: Vec<ChangeRequestView>,
}

/// A sent request for a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangeRequestView {
    /// What was asked for.
    pub message: String,
    /// `open`, `done` once the information was changed, or `declined`.
    pub status: String,
    /// What the store says to it; empty for nothing.
    pub note: String,
    /// When it was sent, ISO 8601.
    pub sent_at: String,
    /// Name of the unit it is about; empty in requests of before.
    pub unit: String,
}

/// A business unit of the customer, to be named in a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnitNameView {
    /// Key.
    pub key: String,
    /// Shown name.
    pub name: String,
}
