//! The registration form: all its errors at once, in field order (account §5).

use super::{
    RegistrationDraft,
    email::{CONFIRM_EMAIL, EMAIL, Email, check_confirmed},
    password::{CONFIRM, NEW, Password, check_new},
    person::{CLASSIFICATION, FIRST_NAME, LAST_NAME, PersonError, TITLE},
    phone::{ADDITIONAL_PHONE, PHONE, check_phone},
};
use crate::{
    addresses::{
        AddressFormDraft,
        address::{ADDRESS, ADDRESS2, Address, CITY, COMPANY, COUNTRY, STATE, ZIP, check_place},
    },
    form::{Checker, FieldView, InputKind, field},
    rule::FieldError,
};

/// `subscribeNewsletter`, checked from the start (account §9).
const NEWSLETTER: FieldView = field("subscribeNewsletter", InputKind::Checkbox, false, "off", 0);

/// Fields of the form, in order.
pub(crate) const REGISTRATION: [FieldView; 18] = [
    EMAIL,
    CONFIRM_EMAIL,
    NEWSLETTER,
    TITLE,
    FIRST_NAME,
    LAST_NAME,
    PHONE,
    ADDITIONAL_PHONE,
    CLASSIFICATION,
    COMPANY,
    ADDRESS,
    ADDRESS2,
    COUNTRY,
    CITY,
    STATE,
    ZIP,
    NEW,
    CONFIRM,
];

/// A valid registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// The account's e-mail.
    pub email: Email,
    /// Wants the newsletter.
    pub subscribe_newsletter: bool,
    /// Title.
    pub title: String,
    /// Kind of customer.
    pub classification: String,
    /// First ship-to address, with name and phones.
    pub address: Address,
    /// Password to hash.
    pub password: Password,
}

/// The registration, or everything wrong with it.
pub fn parse_registration(draft: &RegistrationDraft) -> Result<Registration, Vec<FieldError>> {
    let mut checker = Checker::default();
    let email = check_confirmed(&mut checker, &draft.email, &draft.confirm_email);
    let title = checker.required(&TITLE, &draft.title, &PersonError::EnterTitle);
    let mut address = AddressFormDraft {
        first_name: checker.required(&FIRST_NAME, &draft.first_name, &PersonError::EnterFirstName),
        last_name: checker.required(&LAST_NAME, &draft.last_name, &PersonError::EnterLastName),
        phone_number: check_phone(&mut checker, &PHONE, &draft.phone_number, &draft.country),
        additional_phone_number: check_phone(
            &mut checker,
            &ADDITIONAL_PHONE,
            &draft.additional_phone_number,
            &draft.country,
        ),
        ..AddressFormDraft::default()
    };
    let classification = checker.required(&CLASSIFICATION, &draft.classification, &PersonError::EnterClassification);
    address.company = checker.optional(&COMPANY, &draft.company);
    address.address.clone_from(&draft.address);
    address.address2.clone_from(&draft.address2);
    address.country.clone_from(&draft.country);
    address.city.clone_from(&draft.city);
    address.state.clone_from(&draft.state);
    address.zip.clone_from(&draft.zip);
    let address = check_place(&mut checker, address);
    let personal = [draft.email.as_str(), &draft.first_name, &draft.last_name, &draft.company];
    let password = check_new(&mut checker, &draft.password, &personal);
    checker.finish(Registration {
        email,
        subscribe_newsletter: draft.subscribe_newsletter,
        title,
        classification,
        address,
        password,
    })
}

/// Everything wrong with the registration form, in field order.
pub fn check_registration(draft: &RegistrationDraft) -> Vec<FieldError> {
    parse_registration(draft).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::PasswordDraft, text::SecretText};

    fn good() -> RegistrationDraft {
        let text = str::to_owned;
        let password = SecretText(text("seven green llamas"));
        RegistrationDraft {
            email: text("Coach@Club.org"),
            confirm_email: text("coach@club.org "),
            title: text("Head Coach"),
            first_name: text("Pat"),
            last_name: text("Margolis"),
            phone_number: text("214-555-0142"),
            classification: text("school"),
            address: text("1 Main St"),
            city: text("Dallas"),
            state: text("TX"),
            zip: text("75201"),
            password: PasswordDraft { new: password.clone(), confirm: password, ..PasswordDraft::default() },
            ..RegistrationDraft::default()
        }
    }

    #[test]
    fn a_whole_registration_is_taken() {
        let registration = parse_registration(&good()).unwrap();
        assert_eq!(registration.email.as_str(), "coach@club.org");
        assert!(registration.subscribe_newsletter);
        assert_eq!(registration.address.draft().state, "TX");
        assert_eq!(registration.password.expose(), "seven green llamas");
    }

    #[test]
    fn an_empty_form_tells_every_required_field_in_order() {
        let found = check_registration(&RegistrationDraft { country: String::new(), ..RegistrationDraft::default() });
        let fields: Vec<&str> = found.iter().map(|e| e.field.as_str()).collect();
        let required: Vec<&str> = REGISTRATION.iter().filter(|f| f.required).map(|f| f.field).collect();
        assert_eq!(fields, required);
        let codes: Vec<&str> = found.iter().map(|e| e.code.as_str()).collect();
        assert_eq!(
            codes,
            [
                "enter_email",
                "enter_confirm_email",
                "enter_title",
                "enter_first_name",
                "enter_last_name",
                "enter_phone_number",
                "enter_classification",
                "enter_address",
                "enter_country",
                "enter_city",
                "enter_state",
                "enter_zip",
                "enter_password",
                "enter_confirm_password",
            ]
        );
    }

    #[test]
    fn a_password_built_on_the_name_is_refused() {
        let secret = SecretText("margolis2024!".to_owned());
        let password = PasswordDraft { new: secret.clone(), confirm: secret, ..PasswordDraft::default() };
        let found = check_registration(&RegistrationDraft { password, ..good() });
        assert_eq!(found.iter().map(|e| e.code.as_str()).collect::<Vec<_>>(), ["password_common"]);
    }

    #[test]
    fn another_confirmation_is_told() {
        let found = check_registration(&RegistrationDraft { confirm_email: "coach@club.com".to_owned(), ..good() });
        assert_eq!((found[0].field.as_str(), found[0].code.as_str()), ("confirmEmail", "email_not_match"));
    }
}
