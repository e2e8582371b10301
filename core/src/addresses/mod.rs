//! Addresses: the form, its rules on blur, states by country (account §5).

use serde::{Deserialize, Serialize};

/// The address form as typed (account §3 'Address form values').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressFormDraft {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Optional.
    #[serde(default)]
    pub company: String,
    /// Phone.
    pub phone_number: String,
    /// Optional.
    #[serde(default)]
    pub additional_phone_number: String,
    /// Street and number.
    pub address: String,
    /// Optional.
    #[serde(default)]
    pub address2: String,
    /// Two letters.
    pub country: String,
    /// City.
    pub city: String,
    /// State or province code.
    pub state: String,
    /// ZIP or postal code.
    pub zip: String,
    /// Only in the address book.
    #[serde(default)]
    pub set_as_default_ship_to_address: bool,
}
