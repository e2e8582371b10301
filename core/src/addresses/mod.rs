//! Addresses: the form, its rules on blur, states by country (account §5).

pub mod address;
pub mod countries;
pub mod lookup;
pub mod postal_code;
mod postal_words;
pub mod states;
mod street;

use serde::{Deserialize, Serialize};

/// The place an address means, however it is written: ZIP, number and the first word that names the street. Empty
/// without a ZIP or a street. Rooms and names are no other place.
pub fn place(address: &AddressFormDraft) -> String {
    const DIRECTIONS: [&str; 12] = ["n", "s", "e", "w", "ne", "nw", "se", "sw", "north", "south", "east", "west"];
    let plain: String = address.address.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let plain = plain.to_lowercase();
    let mut words = plain.split_whitespace();
    let number = words.clone().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or_default();
    let street = words.find(|word| *word != number && !DIRECTIONS.contains(word)).unwrap_or_default();
    let zip: String = address.zip.chars().filter(char::is_ascii_alphanumeric).take(5).collect();
    if zip.is_empty() || street.is_empty() {
        return String::new();
    }
    [&zip.to_ascii_lowercase(), " ", number, " ", street].concat()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_place_however_it_is_written() {
        let at = |address: &str, zip: &str| {
            let form = serde_json::json!({"firstName": "", "lastName": "", "phoneNumber": "", "address": address,
                "country": "US", "city": "", "state": "TX", "zip": zip});
            place(&serde_json::from_value(form).unwrap())
        };
        let home = at("100 Field Road", "78701");
        for same in ["100 Field Rd.", " 100  FIELD road, Room 4", "100 N. Field Rd", "Field Road 100"] {
            assert_eq!(at(same, "78701-1234"), home, "{same}");
        }
        for (other, zip) in [("101 Field Road", "78701"), ("100 Elm Road", "78701"), ("100 Field Road", "78702")] {
            assert_ne!(at(other, zip), home, "{other}");
        }
        assert_eq!((at("", "78701"), at("100 Field Road", "")), (String::new(), String::new()));
    }
}
