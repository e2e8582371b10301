//! A row of customers. The forms' rules hold, but what an old account may lack may be empty.

use serde::{Deserialize, Serialize};

use super::{check_formula, check_keys, check_site, check_yes, password_hash};
use crate::{
    account::{
        email::{EMAIL, Email},
        person::{CLASSIFICATION, FIRST_NAME, LAST_NAME, PersonError, TITLE},
    },
    brand::Site,
    form::{Checker, FieldView, InputKind, field},
    rule::FieldError,
    text::SecretText,
};
use password_hash::{BroughtPassword, parse_password_hash};

const NEWSLETTER: FieldView = field("newsletter", InputKind::Text, false, "off", 5);
const CERT_REPORTING: FieldView = field("showCertReporting", InputKind::Text, false, "off", 5);
const PASSWORD_HASH: FieldView = field("passwordHash", InputKind::Text, false, "off", 0);
const BUSINESS_UNITS: FieldView = field("businessUnits", InputKind::Text, false, "off", 0);

/// A row as a file brings it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CustomerRowDraft {
    /// Site key.
    pub site: String,
    /// E-mail.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Title, or empty.
    pub title: String,
    /// Kind of customer, or empty.
    pub classification: String,
    /// Yes or no, or empty.
    pub newsletter: String,
    /// Yes or no, or empty.
    pub show_cert_reporting: String,
    /// Password hash, or empty.
    pub password_hash: SecretText,
    /// Keys of business units, parted by `|`; `-` for none.
    pub business_units: String,
}

/// A customer that can be taken over. What is empty or absent stays as it is with a known customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroughtCustomer {
    /// The site.
    pub site: Site,
    /// E-mail; with the site it tells customers apart.
    pub email: Email,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Title.
    pub title: String,
    /// Kind of customer.
    pub classification: String,
    /// Wants the newsletter.
    pub newsletter: Option<bool>,
    /// Sees certificate reporting.
    pub show_cert_reporting: Option<bool>,
    /// Password.
    pub password: BroughtPassword,
    /// Keys of business units, in order.
    pub business_units: Option<Vec<String>>,
}

/// The customer a row means, or everything wrong with it.
pub fn parse_customer_row(draft: &CustomerRowDraft) -> Result<BroughtCustomer, Vec<FieldError>> {
    let mut checker = Checker::below("");
    let site = check_site(&mut checker, &draft.site);
    let email = checker.take(&EMAIL, Email::parse_brought(&draft.email));
    let texts = [
        (&FIRST_NAME, &draft.first_name),
        (&LAST_NAME, &draft.last_name),
        (&TITLE, &draft.title),
        (&CLASSIFICATION, &draft.classification),
    ];
    for (field, raw) in texts {
        check_formula(&mut checker, field, raw);
    }
    let first_name = checker.required(&FIRST_NAME, &draft.first_name, &PersonError::EnterFirstName);
    let last_name = checker.required(&LAST_NAME, &draft.last_name, &PersonError::EnterLastName);
    let title = checker.optional(&TITLE, &draft.title);
    let classification = checker.optional(&CLASSIFICATION, &draft.classification);
    let newsletter = check_yes(&mut checker, &NEWSLETTER, &draft.newsletter);
    let show_cert_reporting = check_yes(&mut checker, &CERT_REPORTING, &draft.show_cert_reporting);
    let password = parse_password_hash(&draft.password_hash.0).unwrap_or_else(|broken| {
        checker.add(&PASSWORD_HASH, &broken);
        BroughtPassword::None
    });
    let business_units = match draft.business_units.trim() {
        "" => None,
        "-" => Some(Vec::new()),
        keys => Some(check_keys(&mut checker, &BUSINESS_UNITS, keys)),
    };
    checker.finish(BroughtCustomer {
        site,
        email,
        first_name,
        last_name,
        title,
        classification,
        newsletter,
        show_cert_reporting,
        password,
        business_units,
    })
}

/// Everything wrong with a row of customers, in column order.
pub fn check_customer_row(draft: &CustomerRowDraft) -> Vec<FieldError> {
    parse_customer_row(draft).err().unwrap_or_default()
}
