//! Addresses: the form, its rules on blur, states by country (account §5).

pub mod address;
pub mod countries;
pub mod lookup;
pub mod postal_code;
mod postal_words;
pub mod states;
mod street;

use serde::{Deserialize, Serialize};

/// The address form as typed (account §3 'Address form values').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

/// An empty form: country US (account §5).
impl Default for AddressFormDraft {
    fn default() -> Self {
        Self {
            first_name: String::new(),
            last_name: String::new(),
            company: String::new(),
            phone_number: String::new(),
            additional_phone_number: String::new(),
            address: String::new(),
            address2: String::new(),
            country: countries::DEFAULT_COUNTRY.to_owned(),
            city: String::new(),
            state: String::new(),
            zip: String::new(),
            set_as_default_ship_to_address: false,
        }
    }
}
