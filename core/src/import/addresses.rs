//! A row of addresses: of a customer or of a business unit, by the rules of the address form.

use serde::{Deserialize, Serialize};

use super::{ImportRowError, check_formula, check_key, check_site, check_yes};
use crate::{
    account::{
        email::{EMAIL, Email},
        person::{FIRST_NAME, LAST_NAME},
    },
    addresses::{
        AddressFormDraft,
        address::{ADDRESS, ADDRESS2, Address, CITY, COMPANY, parse_address},
    },
    brand::Site,
    form::{Checker, FieldView, InputKind, field},
    rule::FieldError,
};

const BUSINESS_UNIT: FieldView = field("businessUnit", InputKind::Text, false, "off", 64);
const KEY: FieldView = field("key", InputKind::Text, true, "off", 64);
const DEFAULT: FieldView = field("default", InputKind::Text, false, "off", 5);

/// A row as a file brings it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AddressRowDraft {
    /// Site key.
    pub site: String,
    /// The customer's e-mail, or empty.
    pub email: String,
    /// The business unit's key, or empty.
    pub business_unit: String,
    /// The name other systems know the address by.
    pub key: String,
    /// Yes or no; empty is no.
    pub default: String,
    /// The form's fields.
    pub address: AddressFormDraft,
}

/// Whose an address is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AddressOwner {
    /// A customer's: a ship-to address.
    Customer(Email),
    /// A business unit's, by its key.
    BusinessUnit(String),
}

/// An address that can be taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroughtAddress {
    /// The site.
    pub site: Site,
    /// Whose it is.
    pub owner: AddressOwner,
    /// With the owner it tells addresses apart.
    pub key: String,
    /// It becomes the default ship-to address.
    pub default: bool,
    /// The address.
    pub address: Address,
}

/// The address a row means, or everything wrong with it.
pub fn parse_address_row(draft: &AddressRowDraft) -> Result<BroughtAddress, Vec<FieldError>> {
    let mut checker = Checker::below("");
    let site = check_site(&mut checker, &draft.site);
    let owner = match (draft.email.trim().is_empty(), draft.business_unit.trim().is_empty()) {
        (false, true) => AddressOwner::Customer(checker.take(&EMAIL, Email::parse_brought(&draft.email))),
        (true, false) => AddressOwner::BusinessUnit(check_key(&mut checker, &BUSINESS_UNIT, &draft.business_unit)),
        (true, true) => {
            checker.add(&EMAIL, &ImportRowError::OwnerMissing);
            AddressOwner::BusinessUnit(String::new())
        }
        (false, false) => {
            checker.add(&BUSINESS_UNIT, &ImportRowError::SeveralOwners);
            AddressOwner::BusinessUnit(String::new())
        }
    };
    let key = check_key(&mut checker, &KEY, &draft.key);
    let default = check_yes(&mut checker, &DEFAULT, &draft.default).unwrap_or_default();
    if default && matches!(owner, AddressOwner::BusinessUnit(_)) {
        checker.add(&DEFAULT, &ImportRowError::DefaultOfUnit);
    }
    let typed = &draft.address;
    let texts = [
        (&FIRST_NAME, &typed.first_name),
        (&LAST_NAME, &typed.last_name),
        (&COMPANY, &typed.company),
        (&ADDRESS, &typed.address),
        (&ADDRESS2, &typed.address2),
        (&CITY, &typed.city),
    ];
    for (field, raw) in texts {
        check_formula(&mut checker, field, raw);
    }
    let address = AddressFormDraft { set_as_default_ship_to_address: false, ..typed.clone() };
    match parse_address(&address) {
        Ok(address) => checker.finish(BroughtAddress { site, owner, key, default, address }),
        Err(broken) => {
            checker.append(broken);
            checker.finish(()).and(Err(Vec::new()))
        }
    }
}

/// Everything wrong with a row of addresses, in column order.
pub fn check_address_row(draft: &AddressRowDraft) -> Vec<FieldError> {
    parse_address_row(draft).err().unwrap_or_default()
}
