//! Names and roles as people type them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Grant, Grants, Permission, Role, Scope, StaffError, check_giving, check_role, check_role_edit};
use crate::{
    brand::Site,
    money::Cents,
    rule::{Broken, FieldError},
    text::clean_line,
};

/// Characters of a name.
const LONGEST_NAME: u32 = 100;

/// A role as somebody edits it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleText {
    /// Its key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Keys of what it allows.
    pub permissions: Vec<String>,
    /// Up to which amount, in cents, by the permission's key.
    pub caps: BTreeMap<String, Cents>,
}

/// A role given to somebody, for all brands or for some.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GivenRoleText {
    /// Which.
    pub role: RoleText,
    /// Site keys; nothing for all.
    pub sites: Option<Vec<Site>>,
}

/// Reads a role: a permission that there is not is told, and all else that keeps it from being stored.
pub fn parse_role(text: &RoleText) -> Result<Role, Vec<FieldError>> {
    let unknown = |field: String| vec![StaffError::PermissionUnknown.at(field)];
    let mut permissions = BTreeSet::new();
    for key in &text.permissions {
        permissions.insert(Permission::parse(key).ok_or_else(|| unknown("permissions".to_owned()))?);
    }
    let mut caps = BTreeMap::new();
    for (key, cap) in &text.caps {
        caps.insert(Permission::parse(key).ok_or_else(|| unknown(["caps.", key].concat()))?, *cap);
    }
    let role = Role { key: text.key.clone(), name: text.name.trim().to_owned(), permissions, caps };
    let errors = check_role(&role);
    if errors.is_empty() { Ok(role) } else { Err(errors) }
}

/// Everything that keeps a role from being stored.
pub fn check_role_text(text: &RoleText) -> Vec<FieldError> {
    parse_role(text).err().unwrap_or_default()
}

/// Reads the name of somebody who works for the store.
pub fn parse_staff_name(typed: &str) -> Result<String, FieldError> {
    let name = clean_line(typed, LONGEST_NAME).ok().filter(|name| !name.is_empty());
    name.ok_or_else(|| StaffError::NameMissing.at("name"))
}

/// What keeps a role from being given: the store does not have it.
pub fn check_role_known(key: &str, known: &[String]) -> Option<FieldError> {
    (!known.iter().any(|known| known == key)).then(|| StaffError::RoleUnknown.at("roles"))
}

/// What keeps somebody with some roles from giving others.
pub fn check_giving_text(by: &[GivenRoleText], given: &[GivenRoleText]) -> Option<FieldError> {
    check_giving(&grants(by), &grants(given))
}

/// What keeps somebody with some roles from making one role of another.
pub fn check_role_edit_text(by: &[GivenRoleText], before: Option<&RoleText>, after: &RoleText) -> Option<FieldError> {
    check_role_edit(&grants(by), before.map(stored).as_ref(), &stored(after))
}

fn grants(given: &[GivenRoleText]) -> Grants {
    let scope = |sites: &Option<Vec<Site>>| {
        sites.as_ref().map_or(Scope::All, |sites| Scope::Some(sites.iter().copied().collect()))
    };
    Grants::new(given.iter().map(|given| Grant { role: stored(&given.role), scope: scope(&given.sites) }).collect())
}

fn stored(text: &RoleText) -> Role {
    let caps = text.caps.iter().map(|(key, cap)| (key.as_str(), *cap));
    Role::stored(&text.key, &text.name, text.permissions.iter().map(String::as_str), caps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permission_that_there_is_not_is_told_where_it_stands() {
        let text = |permissions: &[&str], caps: &[&str]| RoleText {
            key: "night_shift".to_owned(),
            name: "Night shift".to_owned(),
            permissions: permissions.iter().map(|key| (*key).to_owned()).collect(),
            caps: caps.iter().map(|key| ((*key).to_owned(), Cents::ZERO)).collect(),
        };
        assert!(parse_role(&text(&["orders.view", "refunds.create"], &["refunds.create"])).is_ok());
        let fields = |text: &RoleText| check_role_text(text).into_iter().map(|error| error.field).collect::<Vec<_>>();
        assert_eq!(fields(&text(&["orders.fly"], &[])), ["permissions"]);
        assert_eq!(fields(&text(&["orders.view"], &["orders.fly"])), ["caps.orders.fly"]);
    }

    #[test]
    fn names_are_cleaned_and_not_empty() {
        assert_eq!(parse_staff_name("  Dana Ruiz ").unwrap(), "Dana Ruiz");
        for wrong in ["", " \t", &"a".repeat(101)] {
            assert_eq!(parse_staff_name(wrong).unwrap_err().code, "staff_name");
        }
    }
}
