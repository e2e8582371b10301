//! A row of customers. The forms' rules hold, but what an old account may lack may be empty.

use serde::{Deserialize, Serialize};

use super::{
    ImportRowError, check_each_key, check_exemption, check_formula, check_site, check_yes, parts, password_hash,
};
use crate::{
    account::{
        email::{EMAIL, Email},
        person::{CLASSIFICATION, FIRST_NAME, LAST_NAME, PersonError, TITLE},
    },
    brand::Site,
    checkout::exemption::Exemption,
    form::{Checker, FieldView, InputKind, field},
    people::MemberRole,
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
    /// Keys of business units, parted by `|`, each with a role behind a colon or without; `-` for none.
    pub business_units: String,
    /// Yes, no, the last day of a tax exemption, or empty.
    pub tax_exempt: String,
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
    /// Business units, in order.
    pub business_units: Option<Vec<BroughtMembership>>,
    /// Tax exemption.
    pub tax_exempt: Option<Exemption>,
}

/// A business unit a customer belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroughtMembership {
    /// Key of the unit.
    pub key: String,
    /// What they are there; without one they stay what they are, or begin as a buyer.
    pub role: Option<MemberRole>,
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
        cell => Some(check_memberships(&mut checker, cell)),
    };
    let tax_exempt = check_exemption(&mut checker, &draft.tax_exempt);
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
        tax_exempt,
    })
}

/// `LINCOLN-HS|ADAMS-MS:approver`.
fn check_memberships(checker: &mut Checker, cell: &str) -> Vec<BroughtMembership> {
    let split = |part| match str::split_once(part, ':') {
        Some((key, role)) => (key.trim_end(), Some(role.trim_start())),
        None => (part, None),
    };
    let split: Vec<(&str, Option<&str>)> = parts(cell).map(split).collect();
    let keys = check_each_key(checker, &BUSINESS_UNITS, split.iter().map(|(key, _)| *key));
    let mut memberships = Vec::with_capacity(keys.len());
    for (key, (_, said)) in keys.into_iter().zip(split) {
        let role = said.map(MemberRole::parse);
        if role == Some(None) {
            checker.add(&BUSINESS_UNITS, &ImportRowError::RoleUnknown);
            return memberships;
        }
        memberships.push(BroughtMembership { key, role: role.flatten() });
    }
    memberships
}

/// Everything wrong with a row of customers, in column order.
pub fn check_customer_row(draft: &CustomerRowDraft) -> Vec<FieldError> {
    parse_customer_row(draft).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memberships(cell: &str) -> Result<Vec<(String, Option<MemberRole>)>, Vec<String>> {
        let row = CustomerRowDraft {
            site: "fieldhouse".to_owned(),
            email: "coach@club.org".to_owned(),
            first_name: "Dana".to_owned(),
            last_name: "Reyes".to_owned(),
            business_units: cell.to_owned(),
            ..CustomerRowDraft::default()
        };
        let codes = |errors: Vec<FieldError>| errors.into_iter().map(|error| error.code).collect::<Vec<_>>();
        let read = parse_customer_row(&row).map_err(codes)?;
        let units = read.business_units.unwrap_or_default();
        Ok(units.into_iter().map(|unit| (unit.key, unit.role)).collect())
    }

    #[test]
    fn a_unit_comes_with_a_role_or_without() {
        let told = memberships("A-1 : approver | B_2\nC.3:administrator");
        let expected = [("A-1", Some(MemberRole::Approver)), ("B_2", None), ("C.3", Some(MemberRole::Administrator))];
        assert_eq!(told, Ok(expected.map(|(key, role)| (key.to_owned(), role)).to_vec()));
        for (cell, code) in [
            ("A:boss", "import_role_unknown"),
            ("A:", "import_role_unknown"),
            ("A:buyer:buyer", "import_role_unknown"),
            (":buyer", "import_key_empty"),
            ("A:buyer|A:approver", "import_key_twice"),
        ] {
            assert_eq!(memberships(cell), Err(vec![code.to_owned()]), "{cell:?}");
        }
    }
}
