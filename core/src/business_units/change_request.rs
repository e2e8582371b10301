//! A customer asks to have sold to, bill to or payer changed (account §6): nothing changes by it, the store
//! is told.

use serde::{Deserialize, Serialize};

use super::{PartyRole, shows_change_requests};
use crate::{
    brand::Site,
    form::{Checker, FieldView, InputKind, field},
    rule::{Broken, FieldError, broken_rules},
    text::{clean_lines, is_blank},
};

const ROLE: FieldView = field("role", InputKind::Text, true, "off", 10);
const MESSAGE: FieldView = field("message", InputKind::Text, true, "off", 1000);
const UNIT: FieldView = field("unit", InputKind::Text, true, "off", 64);

broken_rules! {
    /// Why a change is not asked for.
    pub enum ChangeRequestError {
        /// Neither sold to, bill to nor payer.
        RoleUnknown => "change_request_role_unknown", "Please choose what should be changed";
        /// Nothing was said.
        MessageEmpty => "change_request_empty", "Please tell us what should be changed";
        /// Several units and none named, or one that is not theirs.
        UnitUnknown => "change_request_unit_unknown", "Please choose the business unit";
        /// No business units, or a brand without change requests.
        NotHere => "change_request_not_here", "Please contact us to change your default information.";
    }
}

/// What a customer asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ChangeRequestDraft {
    /// `sold-to`, `billed-to` or `payed-by`.
    pub role: String,
    /// In the customer's words.
    pub message: String,
    /// Key of the business unit it is about; may be left out by who has one.
    pub unit: String,
}

/// What is asked for, when a change of it may be.
pub fn parse_change_request(draft: &ChangeRequestDraft) -> Result<(PartyRole, String), Vec<FieldError>> {
    let mut check = Checker::below("");
    let role = PartyRole::parse(&draft.role).filter(|role| PartyRole::DEFAULTS.contains(role));
    if role.is_none() {
        check.add(&ROLE, &ChangeRequestError::RoleUnknown);
    }
    let message = if is_blank(&draft.message) {
        check.add(&MESSAGE, &ChangeRequestError::MessageEmpty);
        String::new()
    } else {
        check.take(&MESSAGE, clean_lines(&draft.message, MESSAGE.max_length))
    };
    check.finish((role.unwrap_or(PartyRole::SoldTo), message))
}

/// The unit a request is about: the one that is named, or the only one there is.
pub fn change_request_unit<'a>(units: &[&'a str], named: &str) -> Result<&'a str, FieldError> {
    let found = match (units, named) {
        ([only], "") => Some(*only),
        _ => units.iter().copied().find(|key| *key == named),
    };
    found.ok_or_else(|| ChangeRequestError::UnitUnknown.at(UNIT.field))
}

/// What is wrong with the unit a request names, of those its customer has.
pub fn check_change_request_unit(units: &[String], named: &str) -> Option<FieldError> {
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    change_request_unit(&units, named).err()
}

/// What is wrong with a request.
pub fn check_change_request(draft: &ChangeRequestDraft) -> Vec<FieldError> {
    parse_change_request(draft).err().unwrap_or_default()
}

/// What keeps a customer from asking for changes at all.
pub fn check_change_requests(site: Site, has_units: bool) -> Option<FieldError> {
    (!shows_change_requests(site, has_units)).then(|| ChangeRequestError::NotHere.at(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_its_unit_where_there_are_several() {
        let code = |units: &[&str], named: &str| {
            change_request_unit(units, named)
                .map(str::to_owned)
                .map_err(|error| [&error.field, " ", &error.code].concat())
        };
        assert_eq!(code(&["NORTH"], ""), Ok("NORTH".to_owned()));
        assert_eq!(code(&["NORTH", "SOUTH"], "SOUTH"), Ok("SOUTH".to_owned()));
        for (units, named) in [(&["NORTH", "SOUTH"][..], ""), (&["NORTH"][..], "SOUTH"), (&[][..], "")] {
            assert_eq!(code(units, named), Err("unit change_request_unit_unknown".to_owned()), "{named}");
        }
    }
}
