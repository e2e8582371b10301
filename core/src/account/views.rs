//! What the account area shows (account §2, §3).

use serde::{Deserialize, Serialize};

use crate::{addresses::AddressFormDraft, business_units::DefaultPartyView, people::MemberRole};

/// Who a session belongs to (account §3 'Session user').
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SessionType {
    /// Nobody has signed in.
    #[default]
    Anon,
    /// A registered customer.
    Customer,
}

/// A business unit as the session names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionUnitView {
    /// `sold-to` and others.
    pub role: String,
    /// Key of the unit.
    pub key: String,
}

/// `GET /api/auth/session`: the session user without the token, which the browser never holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// Anonymous or customer.
    #[serde(rename = "type")]
    pub kind: SessionType,
    /// E-mail; empty when anonymous.
    pub email: String,
    /// First name; empty when anonymous.
    pub first_name: String,
    /// Sees the certificate reporting section.
    pub show_cert_reporting: bool,
    /// Business units.
    pub business_unit: Vec<SessionUnitView>,
    /// Looks after the people of a unit.
    pub sees_people: bool,
    /// Decides about orders of a unit that wait for approval.
    pub decides_orders: bool,
    /// Somebody of the store shops as this customer: the account itself is closed meanwhile.
    pub shop_as: bool,
}

/// Answer to a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SignedInView {
    /// Where to go: a path of this site.
    pub redirect: String,
    /// One sentence about the cart that was merged; empty when there was nothing to merge.
    pub merged: String,
    /// Parts the two carts again (`POST /api/cart/undo`); empty when there was nothing to merge.
    pub merged_undo: String,
    /// The session from now on.
    pub session: SessionView,
}

/// What the account's home tells at a glance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountHomeView {
    /// The last ones, newest first.
    pub orders: Vec<HomeOrderView>,
    /// Business units in the customer's order.
    pub units: Vec<HomeUnitView>,
    /// Orders of others that wait for this customer's decision.
    pub waiting: u32,
}

/// An order on the account's home.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct HomeOrderView {
    /// Id.
    pub id: String,
    /// Number.
    pub number: String,
    /// ISO 8601.
    pub placed_at: String,
    /// As shown.
    pub status: String,
    /// Purchase order, or empty.
    pub po_number: String,
    /// Pieces.
    pub pieces: u64,
    /// In dollars; empty of one that ended.
    pub total: String,
}

/// A business unit on the account's home, and what the customer is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct HomeUnitView {
    /// The name other systems know it by.
    pub key: String,
    /// Shown name.
    pub name: String,
    /// What the customer is in it.
    pub role: MemberRole,
}

/// Account information (account §2, §3 'Customer').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CustomerView {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Title.
    pub title: String,
    /// E-mail.
    pub email: String,
    /// Kind of customer.
    pub classification: String,
    /// Tax exemptions that hold today: 'Lincoln High School: Tax exempt until 06/30/2027'.
    pub tax_exemptions: Vec<String>,
    /// Raised by every change.
    pub version: i64,
}

/// Answer to a change of account information.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountChangeView {
    /// As it is now.
    pub customer: CustomerView,
    /// The e-mail changed: this and every other session ended.
    pub signed_out: bool,
}

/// An address of the address book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddressView {
    /// Id.
    pub id: String,
    /// `ship-to`, `sold-to`, `billed-to` or `payed-by`.
    pub address_type: String,
    /// What the type is displayed as (account §2): `ship to`, `sold to`, `bill to`, `payer`.
    pub label: String,
    /// It is the default ship-to address.
    pub is_default: bool,
    /// It may be edited, removed or made the default (account §6).
    pub editable: bool,
    /// The business unit it comes from; absent for their own.
    pub business_unit_id: Option<String>,
    /// Ids of the customer's business units that name the one it comes from, in order; empty for their own addresses.
    #[serde(default)]
    pub named_by: Vec<String>,
    /// What other systems know it by: its own key, else its business unit's; may be empty.
    #[serde(default)]
    pub key: String,
    /// The address, in the shape of the form.
    pub address: AddressFormDraft,
}

/// The address book.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddressBookView {
    /// Sold to, bill to and payer.
    pub defaults: Vec<DefaultPartyView>,
    /// Ship-to addresses: the default first, then in the order they were added, then those of business units.
    pub addresses: Vec<AddressView>,
}

/// The customer's gift certificates.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountCertificatesView {
    /// Newest first.
    pub certificates: Vec<AccountCertificateView>,
}

/// A certificate the customer added to a cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountCertificateView {
    /// Number.
    pub number: String,
    /// '$50.00'.
    pub amount: String,
    /// The order that used it; absent while it is on the cart.
    pub order_id: Option<String>,
    /// That order's number.
    pub order_number: Option<String>,
}

/// What an address type is displayed as (account §2); one we do not know shows as it is.
pub fn address_type_label(address_type: &str) -> &str {
    match address_type {
        "ship-to" => "ship to",
        "billed-to" => "bill to",
        "sold-to" => "sold to",
        "payed-by" => "payer",
        other => other,
    }
}

/// An address may be changed when it is not the default and comes from no business unit (account §6).
pub const fn is_address_editable(is_default: bool, from_business_unit: bool) -> bool {
    !is_default && !from_business_unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_types_have_their_labels() {
        let label = address_type_label;
        assert_eq!(
            ["ship-to", "billed-to", "sold-to", "payed-by"].map(label),
            ["ship to", "bill to", "sold to", "payer"]
        );
    }

    #[test]
    fn only_own_addresses_that_are_not_the_default_are_editable() {
        assert!(is_address_editable(false, false));
        assert!(!is_address_editable(true, false) && !is_address_editable(false, true));
    }
}
