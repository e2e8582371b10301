//! The shipping step: e-mail, ship-to address, method (decisions: checkout).

use super::ShippingDraft;
use crate::{
    account::{
        AddressView,
        email::{EMAIL, Email},
        person::{FIRST_NAME, LAST_NAME},
        phone::{ADDITIONAL_PHONE, PHONE},
    },
    addresses::{
        AddressFormDraft,
        address::{ADDRESS, ADDRESS2, Address, CITY, COMPANY, COUNTRY, STATE, ZIP, parse_address_below},
    },
    form::{Checker, FieldView, InputKind, field},
    rule::{FieldError, broken_rules},
    text::{clean_lines, is_blank},
};

/// `method`, a key of the freight table.
const METHOD: FieldView = field("method", InputKind::Select, true, "off", 40);
/// `instructions`, optional.
const INSTRUCTIONS: FieldView = field("instructions", InputKind::Textarea, false, "off", 500);

/// Fields of the step, in order; the address lies below `address.`.
pub(crate) const FIELDS: [FieldView; 14] = [
    EMAIL,
    FieldView { field: "address.firstName", autocomplete: "shipping given-name", ..FIRST_NAME },
    FieldView { field: "address.lastName", autocomplete: "shipping family-name", ..LAST_NAME },
    FieldView { field: "address.company", autocomplete: "shipping organization", ..COMPANY },
    FieldView { field: "address.phoneNumber", autocomplete: "shipping tel", ..PHONE },
    FieldView { field: "address.additionalPhoneNumber", ..ADDITIONAL_PHONE },
    FieldView { field: "address.address", autocomplete: "shipping address-line1", ..ADDRESS },
    FieldView { field: "address.address2", autocomplete: "shipping address-line2", ..ADDRESS2 },
    FieldView { field: "address.country", autocomplete: "shipping country", ..COUNTRY },
    FieldView { field: "address.city", autocomplete: "shipping address-level2", ..CITY },
    FieldView { field: "address.state", autocomplete: "shipping address-level1", ..STATE },
    FieldView { field: "address.zip", autocomplete: "shipping postal-code", ..ZIP },
    METHOD,
    INSTRUCTIONS,
];

broken_rules! {
    /// What can be wrong with the shipping method.
    pub enum ShippingError {
        /// None chosen.
        EnterShippingMethod => "enter_shipping_method", "Please select a shipping method";
        /// Not a method of the freight table.
        ShippingMethodUnknown => "shipping_method_unknown", "This shipping method is not available. Please select another one";
    }
}

/// A valid shipping step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shipping {
    /// Where the confirmation goes.
    pub email: Email,
    /// Ship-to.
    pub address: Address,
    /// Key of the method.
    pub method: String,
    /// Notes for the carrier, or empty.
    pub instructions: String,
}

impl Shipping {
    /// The cleaned step in the shape of the form, as it is stored and shown again.
    pub fn into_draft(self) -> ShippingDraft {
        ShippingDraft {
            email: self.email.as_str().to_owned(),
            address: self.address.into_draft(),
            method: self.method,
            instructions: self.instructions,
        }
    }
}

/// The step, or everything wrong with it in field order. `methods` are the keys on offer.
pub fn parse_shipping(draft: &ShippingDraft, methods: &[String]) -> Result<Shipping, Vec<FieldError>> {
    let mut checker = Checker::default();
    let email = checker.take(&EMAIL, Email::parse(&draft.email));
    let address = parse_address_below("address.", &draft.address).map_err(|errors| checker.append(errors));
    let method = draft.method.trim();
    if is_blank(method) {
        checker.add(&METHOD, &ShippingError::EnterShippingMethod);
    } else if !methods.iter().any(|key| key == method) {
        checker.add(&METHOD, &ShippingError::ShippingMethodUnknown);
    }
    let instructions = checker.take(&INSTRUCTIONS, clean_lines(&draft.instructions, INSTRUCTIONS.max_length));
    match (address, checker.finish(())) {
        (Ok(address), Ok(())) => Ok(Shipping { email, address, method: method.to_owned(), instructions }),
        (_, found) => Err(found.err().unwrap_or_default()),
    }
}

/// What the step begins with: a customer's e-mail and their default address, or the only one they have; a guest
/// begins with nothing. The first method is chosen.
pub fn starting_shipping(email: &str, book: &[AddressView], methods: &[String]) -> ShippingDraft {
    let only = match book {
        [only] => Some(only),
        _ => None,
    };
    let address = book.iter().find(|known| known.is_default).or(only).map(|known| known.address.clone());
    ShippingDraft {
        email: email.to_owned(),
        address: AddressFormDraft { set_as_default_ship_to_address: false, ..address.unwrap_or_default() },
        method: methods.first().cloned().unwrap_or_default(),
        instructions: String::new(),
    }
}

/// Everything wrong with the shipping step, in field order.
pub fn check_shipping(draft: &ShippingDraft, methods: &[String]) -> Vec<FieldError> {
    parse_shipping(draft, methods).err().unwrap_or_default()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn good() -> ShippingDraft {
        let text = str::to_owned;
        ShippingDraft {
            email: text("Coach@Club.org"),
            address: AddressFormDraft {
                first_name: text("Pat"),
                last_name: text("Margolis"),
                phone_number: text("214-555-0142"),
                address: text("1 Main St"),
                city: text("Dallas"),
                state: text("TX"),
                zip: text("75201"),
                ..AddressFormDraft::default()
            },
            method: text("standard"),
            instructions: text("Dock 4\r\nring twice"),
        }
    }

    fn methods() -> Vec<String> {
        vec!["standard".to_owned(), "express".to_owned()]
    }

    #[test]
    fn a_good_step_is_cleaned_and_stays_good() {
        let cleaned = parse_shipping(&good(), &methods()).unwrap().into_draft();
        assert_eq!((cleaned.email.as_str(), cleaned.instructions.as_str()), ("coach@club.org", "Dock 4\nring twice"));
        assert_eq!(parse_shipping(&cleaned, &methods()).map(Shipping::into_draft), Ok(cleaned));
    }

    #[test]
    fn an_empty_step_tells_every_required_field_in_order() {
        let address = AddressFormDraft { country: String::new(), ..AddressFormDraft::default() };
        let draft = ShippingDraft { email: String::new(), address, method: String::new(), instructions: String::new() };
        let found = check_shipping(&draft, &methods());
        let fields: Vec<&str> = found.iter().map(|e| e.field.as_str()).collect();
        let required: Vec<&str> = FIELDS.iter().filter(|f| f.required).map(|f| f.field).collect();
        assert_eq!(fields, required);
    }

    #[test]
    fn a_customer_begins_with_their_email_and_default_address_and_a_guest_with_nothing() {
        let address = |id: &str, is_default: bool| AddressView {
            id: id.to_owned(),
            address_type: "ship-to".to_owned(),
            label: "ship to".to_owned(),
            is_default,
            editable: true,
            business_unit_id: None,
            named_by: Vec::new(),
            key: String::new(),
            address: AddressFormDraft {
                company: id.to_owned(),
                set_as_default_ship_to_address: is_default,
                ..good().address
            },
        };
        let start = |book: &[AddressView]| starting_shipping("coach@club.org", book, &methods());
        let chosen = start(&[address("a", false), address("b", true)]);
        assert_eq!((chosen.email.as_str(), chosen.address.company.as_str()), ("coach@club.org", "b"));
        assert_eq!(chosen.method, "standard");
        assert!(check_shipping(&chosen, &methods()).is_empty() && !chosen.address.set_as_default_ship_to_address);
        assert_eq!(start(&[address("only", false)]).address.company, "only");
        assert_eq!(start(&[address("a", false), address("b", false)]).address, AddressFormDraft::default());
        assert_eq!(starting_shipping("", &[], &[]).address, AddressFormDraft::default());
    }

    #[test]
    fn an_unknown_method_is_told() {
        let found = check_shipping(&ShippingDraft { method: "pigeon".to_owned(), ..good() }, &methods());
        assert_eq!((found[0].field.as_str(), found[0].code.as_str()), ("method", "shipping_method_unknown"));
    }

    #[test]
    fn r65_a_card_number_in_the_instructions_is_refused() {
        let found =
            check_shipping(&ShippingDraft { instructions: "4111 1111 1111 1111".to_owned(), ..good() }, &methods());
        assert_eq!((found[0].field.as_str(), found[0].code.as_str()), ("instructions", "card_number"));
    }
}
