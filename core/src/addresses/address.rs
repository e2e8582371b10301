//! The address form: every message of account §5's table, all errors at once, in field order.

use super::{
    AddressFormDraft,
    countries::country_code,
    postal_code::{PostalCodeError, parse_postal_code},
    states::{has_states, state_code},
};
use crate::{
    account::{
        person::{FIRST_NAME, LAST_NAME, PersonError},
        phone::{ADDITIONAL_PHONE, PHONE, check_phone},
    },
    form::{Checker, FieldView, InputKind, field},
    rule::{FieldError, broken_rules},
};

/// Optional.
pub(crate) const COMPANY: FieldView = field("company", InputKind::Text, false, "organization", 60);
/// Street and number.
pub(crate) const ADDRESS: FieldView = field("address", InputKind::Text, true, "address-line1", 60);
/// Optional.
pub(crate) const ADDRESS2: FieldView = field("address2", InputKind::Text, false, "address-line2", 60);
/// Two letters.
pub(crate) const COUNTRY: FieldView = field("country", InputKind::Select, true, "country", 2);
/// City.
pub(crate) const CITY: FieldView = field("city", InputKind::Text, true, "address-level2", 40);
/// State or province: a list where the country has one, else text.
pub(crate) const STATE: FieldView = field("state", InputKind::Select, true, "address-level1", 40);
/// ZIP or postal code.
pub(crate) const ZIP: FieldView = field("zip", InputKind::Text, true, "postal-code", 12);
/// Only in the address book.
const SET_AS_DEFAULT: FieldView = field("setAsDefaultShipToAddress", InputKind::Checkbox, false, "off", 0);

/// Fields of the form, in order.
pub(crate) const ADDRESS_FORM: [FieldView; 12] = [
    FIRST_NAME,
    LAST_NAME,
    COMPANY,
    PHONE,
    ADDITIONAL_PHONE,
    ADDRESS,
    ADDRESS2,
    COUNTRY,
    CITY,
    STATE,
    ZIP,
    SET_AS_DEFAULT,
];

/// An address as it stands on a label, line by line, without empty ones.
pub fn address_lines(address: &AddressFormDraft) -> Vec<String> {
    let joined = |parts: [&str; 2], between: &str| {
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
    };
    let region = joined([&address.state, &address.zip], " ");
    let abroad = address.country != super::countries::DEFAULT_COUNTRY;
    let lines = [
        joined([&address.first_name, &address.last_name], " "),
        address.company.clone(),
        address.address.clone(),
        address.address2.clone(),
        joined([&address.city, &region], ", "),
        if abroad { address.country.clone() } else { String::new() },
        address.phone_number.clone(),
        address.additional_phone_number.clone(),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

broken_rules! {
    /// What can be wrong with a place.
    pub enum AddressError {
        /// No street.
        EnterAddress => "enter_address", "Please enter your Address";
        /// No country.
        EnterCountry => "enter_country", "Please select your Country";
        /// Not a country's two letters.
        CountryUnknown => "country_unknown", "Please select your Country";
        /// No city.
        EnterCity => "enter_city", "Please enter your City";
        /// No state.
        EnterState => "enter_state", "Please select your State";
        /// Not a state of the country.
        StateUnknown => "state_unknown", "Please select your State";
    }
}

/// A valid address: cleaned, country and state as codes in capitals, postal code in its shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(AddressFormDraft);

impl Address {
    /// Its fields, in the shape of the form.
    pub const fn draft(&self) -> &AddressFormDraft {
        &self.0
    }

    /// Its fields, in the shape of the form.
    pub fn into_draft(self) -> AddressFormDraft {
        self.0
    }
}

/// The address, or everything wrong with it.
pub fn parse_address(draft: &AddressFormDraft) -> Result<Address, Vec<FieldError>> {
    parse_address_below("", draft)
}

/// Everything wrong with an address form, in field order.
pub fn check_address(draft: &AddressFormDraft) -> Vec<FieldError> {
    parse_address(draft).err().unwrap_or_default()
}

/// As [`parse_address`], for a form whose address lies below `prefix`.
pub(crate) fn parse_address_below(prefix: &'static str, draft: &AddressFormDraft) -> Result<Address, Vec<FieldError>> {
    let mut checker = Checker::below(prefix);
    let mut address = draft.clone();
    address.first_name = checker.required(&FIRST_NAME, &draft.first_name, &PersonError::EnterFirstName);
    address.last_name = checker.required(&LAST_NAME, &draft.last_name, &PersonError::EnterLastName);
    address.company = checker.optional(&COMPANY, &draft.company);
    address.phone_number = check_phone(&mut checker, &PHONE, &draft.phone_number, &draft.country);
    address.additional_phone_number =
        check_phone(&mut checker, &ADDITIONAL_PHONE, &draft.additional_phone_number, &draft.country);
    let address = check_place(&mut checker, address);
    checker.finish(address)
}

/// Notes what is wrong with the place of an address, street to ZIP, and cleans it. The name, company
/// and phones are taken as they are.
pub(crate) fn check_place(checker: &mut Checker, mut place: AddressFormDraft) -> Address {
    place.address = checker.required(&ADDRESS, &place.address, &AddressError::EnterAddress);
    place.address2 = checker.optional(&ADDRESS2, &place.address2);
    let typed = checker.required(&COUNTRY, &place.country, &AddressError::EnterCountry);
    let country = country_code(&typed);
    if country.is_none() && !typed.is_empty() {
        checker.add(&COUNTRY, &AddressError::CountryUnknown);
    }
    country.unwrap_or_default().clone_into(&mut place.country);
    place.city = checker.required(&CITY, &place.city, &AddressError::EnterCity);
    let typed = checker.required(&STATE, &place.state, &AddressError::EnterState);
    let state = state_code(&place.country, &typed);
    if state.is_none() && has_states(&place.country) && !typed.is_empty() {
        checker.add(&STATE, &AddressError::StateUnknown);
    }
    place.state = state.map_or(typed, str::to_owned);
    let zip = checker.required(&ZIP, &place.zip, &PostalCodeError::EnterZip);
    place.zip = if zip.is_empty() { zip } else { checker.take(&ZIP, parse_postal_code(&place.country, &zip)) };
    Address(place)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn good() -> AddressFormDraft {
        let text = str::to_owned;
        AddressFormDraft {
            first_name: text("Pat"),
            last_name: text("Margolis"),
            phone_number: text("214-555-0142"),
            address: text(" 1 Main St "),
            country: text("us"),
            city: text("Dallas"),
            state: text("tx"),
            zip: text("75201"),
            ..AddressFormDraft::default()
        }
    }

    fn told(draft: &AddressFormDraft) -> Vec<(String, String)> {
        check_address(draft).into_iter().map(|e| (e.field, e.code)).collect()
    }

    #[test]
    fn a_good_address_is_cleaned() {
        let address = parse_address(&good()).unwrap();
        let draft = address.draft();
        assert_eq!((draft.country.as_str(), draft.state.as_str(), draft.address.as_str()), ("US", "TX", "1 Main St"));
    }

    #[test]
    fn an_empty_form_tells_the_specifications_messages_in_order() {
        let draft = AddressFormDraft { country: String::new(), ..AddressFormDraft::default() };
        let told: Vec<(String, String)> = check_address(&draft).into_iter().map(|e| (e.field, e.message)).collect();
        let expected = [
            ("firstName", "Please enter your First Name"),
            ("lastName", "Please enter your Last Name"),
            ("phoneNumber", "Please enter your Phone Number"),
            ("address", "Please enter your Address"),
            ("country", "Please select your Country"),
            ("city", "Please enter your City"),
            ("state", "Please select your State"),
            ("zip", "Zip/Postal Code is required"),
        ];
        assert_eq!(told, expected.map(|(field, message)| (field.to_owned(), message.to_owned())));
    }

    #[test]
    fn the_country_defaults_to_the_united_states() {
        assert_eq!(AddressFormDraft::default().country, "US");
    }

    #[test]
    fn the_table_and_the_check_agree_on_what_is_required() {
        let draft = AddressFormDraft { country: String::new(), ..AddressFormDraft::default() };
        let missing: Vec<String> = told(&draft).into_iter().map(|(field, _)| field).collect();
        let required: Vec<&str> = ADDRESS_FORM.iter().filter(|f| f.required).map(|f| f.field).collect();
        assert_eq!(missing, required);
        assert!(ADDRESS_FORM.iter().all(|f| f.on_blur));
    }

    #[test]
    fn state_and_zip_follow_the_country() {
        let draft = AddressFormDraft { country: "CA".to_owned(), ..good() };
        assert_eq!(
            told(&draft),
            [("state".into(), "state_unknown".into()), ("zip".into(), "postal_code_invalid".into())]
        );
        let draft = AddressFormDraft {
            country: "DE".to_owned(),
            state: "Bayern".to_owned(),
            zip: "80331".to_owned(),
            ..good()
        };
        assert!(told(&draft).is_empty());
        assert_eq!(
            told(&AddressFormDraft { country: "XX".to_owned(), ..good() }),
            [("country".into(), "country_unknown".into())]
        );
    }

    #[test]
    fn r57_direction_marks_and_line_ends_are_refused() {
        let draft = AddressFormDraft { last_name: "Mar\u{202e}golis".into(), city: "Dal\r\nlas".into(), ..good() };
        assert_eq!(
            told(&draft),
            [("lastName".into(), "bidi_control".into()), ("city".into(), "control_character".into())]
        );
    }

    #[test]
    fn too_long_a_text_is_told_with_the_limit() {
        let found = check_address(&AddressFormDraft { address: "x".repeat(61), ..good() });
        assert_eq!(found[0].message, "Please use at most 60 characters");
    }

    #[test]
    fn fields_below_a_prefix_carry_it() {
        let found = parse_address_below("address.", &AddressFormDraft { city: String::new(), ..good() }).unwrap_err();
        assert_eq!(found[0].field, "address.city");
    }

    proptest! {
        #[test]
        fn a_parsed_address_parses_to_itself(
            first in any::<String>(), company in any::<String>(), street in ".{0,70}",
            country in "US|us|CA|DE|XX|", state in "TX|on|Bayern|", zip in "75201|k1a0b1|80331| ",
        ) {
            let draft = AddressFormDraft { first_name: first, company, address: street, country, state, zip, ..good() };
            if let Ok(address) = parse_address(&draft) {
                prop_assert_eq!(parse_address(address.draft()), Ok(address.clone()));
            }
        }
    }
}
