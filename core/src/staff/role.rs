//! Roles as data: what each may do and up to which amount, and the ones a new store begins with. Not here: who has one
//! (`grants`).

use std::collections::{BTreeMap, BTreeSet};

use super::{Permission, Permission as P, StaffError};
use crate::{
    money::Cents,
    rule::{Broken, FieldError},
    text::is_blank,
};

/// The key of the role that may do everything, whatever comes to be allowed later. It cannot be edited.
pub const OWNER: &str = "owner";
/// Characters of a role's key and of its name.
const LONGEST: usize = 60;

/// A named set of permissions. A row of the store, editable; the owner's is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// Key, `snake_case`.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it allows.
    pub permissions: BTreeSet<Permission>,
    /// Up to which amount, in cents, inclusive, for permissions that may be capped; one without a row has no cap.
    pub caps: BTreeMap<Permission, Cents>,
}

impl Role {
    /// The role that may do everything.
    pub fn owner() -> Self {
        let permissions = Permission::ALL.iter().copied().collect();
        Self { key: OWNER.to_owned(), name: "Owner".to_owned(), permissions, caps: BTreeMap::new() }
    }

    /// A stored role: keys of permissions that this version does not know are left out, and the owner's role is what it
    /// is by definition, not by its row.
    pub fn stored<'a>(
        key: &str,
        name: &str,
        permissions: impl IntoIterator<Item = &'a str>,
        caps: impl IntoIterator<Item = (&'a str, Cents)>,
    ) -> Self {
        if key == OWNER {
            return Self { name: name.to_owned(), ..Self::owner() };
        }
        let caps = caps.into_iter().filter_map(|(key, cap)| Some((Permission::parse(key)?, cap)));
        Self {
            key: key.to_owned(),
            name: name.to_owned(),
            permissions: permissions.into_iter().filter_map(Permission::parse).collect(),
            caps: caps.filter(|(permission, _)| permission.is_capped()).collect(),
        }
    }

    /// True for the role that may do everything.
    pub fn is_owner(&self) -> bool {
        self.key == OWNER
    }
}

/// What keeps a role from being stored: without a name, with a key that is none, with a cap of what knows none.
pub fn check_role(role: &Role) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let is_key = !role.key.is_empty()
        && role.key.len() <= LONGEST
        && role.key.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !is_key {
        errors.push(StaffError::RoleKey.at("key"));
    }
    if is_blank(&role.name) || role.name.chars().count() > LONGEST {
        errors.push(StaffError::RoleName.at("name"));
    }
    for (permission, cap) in &role.caps {
        if !permission.is_capped() || !role.permissions.contains(permission) || *cap < Cents::ZERO {
            errors.push(StaffError::CapOfNothing.at(["caps.", permission.key()].concat()));
        }
    }
    errors
}

/// A seeded role: key, name, permissions, cap of refunds and discounts in cents.
type Seed = (&'static str, &'static str, &'static [Permission], Option<i64>);

/// What everybody sees of the catalogue, and of their own acts.
const ORDER_DESK: &[Permission] = &[
    P::OrdersView,
    P::AmountsView,
    P::OrdersNote,
    P::OrdersEdit,
    P::OrdersCancel,
    P::OrdersHold,
    P::OrdersApproveRelease,
    P::OrdersDiscount,
    P::ShipmentsWrite,
    P::RefundsCreate,
    P::ReturnsPropose,
    P::ReturnsReceive,
    P::ReturnsDecide,
    P::CatalogueView,
    P::CustomersView,
    P::CustomersEdit,
    P::QuotesWrite,
    P::ShopAs,
    P::InboxView,
    P::InboxAnswer,
    P::AuditOwn,
];
const WAREHOUSE: &[Permission] = &[
    P::OrdersView,
    P::OrdersNote,
    P::ShipmentsWrite,
    P::ReturnsReceive,
    P::CatalogueView,
    P::StockAdjust,
    P::AuditOwn,
];
const CATALOGUE: &[Permission] =
    &[P::CatalogueView, P::CatalogueEdit, P::CataloguePublish, P::PricesEdit, P::StockAdjust, P::AuditOwn];
const CONTENT: &[Permission] =
    &[P::CatalogueView, P::ContentView, P::ContentEdit, P::ContentPublish, P::InboxView, P::AuditOwn];
const FINANCE: &[Permission] = &[
    P::OrdersView,
    P::AmountsView,
    P::OrdersNote,
    P::OrdersApproveRelease,
    P::OrdersDiscount,
    P::RefundsCreate,
    P::RefundsApproveAboveCap,
    P::ReturnsPropose,
    P::ReturnsReceive,
    P::ReturnsDecide,
    P::CatalogueView,
    P::PricesEdit,
    P::CostView,
    P::CustomersView,
    P::LimitsEdit,
    P::CertificatesVerify,
    P::TermsEdit,
    P::QuotesDiscountAbove,
    P::AuditOwn,
];
const SUPPORT: &[Permission] = &[
    P::OrdersView,
    P::AmountsView,
    P::OrdersNote,
    P::OrdersHold,
    P::ReturnsPropose,
    P::CatalogueView,
    P::CustomersView,
    P::CustomersEdit,
    P::QuotesWrite,
    P::ShopAs,
    P::InboxView,
    P::InboxAnswer,
    P::AuditOwn,
];
const AUDITOR: &[Permission] = &[
    P::OrdersView,
    P::AmountsView,
    P::CatalogueView,
    P::CostView,
    P::CustomersView,
    P::ContentView,
    P::InboxView,
    P::StaffView,
    P::SettingsView,
    P::AuditOwn,
    P::AuditView,
    P::AuditExport,
];
/// What a manager lacks of what an owner has.
const NOT_THE_MANAGERS: &[Permission] = &[P::CustomersExport, P::CustomersErase, P::KeysManage, P::AuditExport];

const SEEDS: [Seed; 7] = [
    ("order_desk", "Order desk", ORDER_DESK, Some(20_000)),
    ("warehouse", "Warehouse", WAREHOUSE, None),
    ("catalogue", "Catalog", CATALOGUE, None),
    ("content", "Content", CONTENT, None),
    ("finance", "Finance", FINANCE, Some(1_000_000)),
    ("support", "Support", SUPPORT, None),
    ("auditor", "Auditor", AUDITOR, None),
];

/// What a manager may refund alone, in cents.
const MANAGERS_CAP: i64 = 100_000;

/// The roles a new store begins with: the matrix of roles and permissions.
pub fn seeded_roles() -> Vec<Role> {
    let managers: Vec<Permission> =
        Permission::ALL.iter().copied().filter(|permission| !NOT_THE_MANAGERS.contains(permission)).collect();
    let mut roles = vec![Role::owner(), seeded("manager", "Manager", &managers, Some(MANAGERS_CAP))];
    roles.extend(SEEDS.iter().map(|(key, name, permissions, cap)| seeded(key, name, permissions, *cap)));
    roles
}

fn seeded(key: &str, name: &str, permissions: &[Permission], cap: Option<i64>) -> Role {
    let cap = cap.and_then(Cents::new);
    let capped = permissions.iter().copied().filter(|permission| permission.is_capped());
    Role {
        key: key.to_owned(),
        name: name.to_owned(),
        permissions: permissions.iter().copied().collect(),
        caps: capped.filter_map(|permission| Some((permission, cap?))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [&str; 9] =
        ["owner", "manager", "order_desk", "warehouse", "catalogue", "content", "finance", "support", "auditor"];

    /// The matrix, column by column as `COLUMNS`; `x` has it, `.` has it not.
    const MATRIX: &[(Permission, &str)] = &[
        (P::OrdersView, "xxxx..xxx"),
        (P::AmountsView, "xxx...xxx"),
        (P::OrdersNote, "xxxx..xx."),
        (P::OrdersEdit, "xxx......"),
        (P::OrdersCancel, "xxx......"),
        (P::OrdersHold, "xxx....x."),
        (P::OrdersApproveRelease, "xxx...x.."),
        (P::OrdersOverride, "xx......."),
        (P::OrdersDiscount, "xxx...x.."),
        (P::ShipmentsWrite, "xxxx....."),
        (P::RefundsCreate, "xxx...x.."),
        (P::RefundsApproveAboveCap, "xx....x.."),
        (P::ReturnsPropose, "xxx...xx."),
        (P::ReturnsReceive, "xxxx..x.."),
        (P::ReturnsDecide, "xxx...x.."),
        (P::CatalogueView, "xxxxxxxxx"),
        (P::CatalogueEdit, "xx..x...."),
        (P::CataloguePublish, "xx..x...."),
        (P::PricesEdit, "xx..x.x.."),
        (P::CostView, "xx....x.x"),
        (P::StockAdjust, "xx.xx...."),
        (P::CustomersView, "xxx...xxx"),
        (P::CustomersEdit, "xxx....x."),
        (P::CustomersExport, "x........"),
        (P::CustomersErase, "x........"),
        (P::LimitsEdit, "xx....x.."),
        (P::CertificatesVerify, "xx....x.."),
        (P::TermsEdit, "xx....x.."),
        (P::QuotesWrite, "xxx....x."),
        (P::QuotesDiscountAbove, "xx....x.."),
        (P::ShopAs, "xxx....x."),
        (P::ContentView, "xx...x..x"),
        (P::ContentEdit, "xx...x..."),
        (P::ContentPublish, "xx...x..."),
        (P::InboxView, "xxx..x.xx"),
        (P::InboxAnswer, "xxx....x."),
        (P::JobsRetry, "xx......."),
        (P::StaffView, "xx......x"),
        (P::StaffManage, "xx......."),
        (P::RolesEdit, "xx......."),
        (P::KeysManage, "x........"),
        (P::WebhooksManage, "xx......."),
        (P::SettingsView, "xx......x"),
        (P::SettingsEdit, "xx......."),
        (P::AuditOwn, "xxxxxxxxx"),
        (P::AuditView, "xx......x"),
        (P::AuditExport, "x.......x"),
    ];

    #[test]
    fn the_seeded_roles_are_the_matrix() {
        let roles = seeded_roles();
        assert_eq!(roles.iter().map(|role| role.key.as_str()).collect::<Vec<_>>(), COLUMNS);
        assert_eq!(MATRIX.iter().map(|(permission, _)| *permission).collect::<Vec<_>>(), Permission::ALL);
        for (permission, row) in MATRIX {
            let held: String =
                roles.iter().map(|role| if role.permissions.contains(permission) { 'x' } else { '.' }).collect();
            assert_eq!(held, *row, "{}", permission.key());
        }
        assert!(roles.iter().all(|role| check_role(role).is_empty()));
    }

    #[test]
    fn who_may_refund_alone_may_do_it_up_to_the_caps_of_the_matrix() {
        let caps: Vec<(String, Option<i64>)> = seeded_roles()
            .into_iter()
            .filter(|role| role.permissions.contains(&P::RefundsCreate))
            .map(|role| (role.key.clone(), role.caps.get(&P::RefundsCreate).map(|cap| cap.get())))
            .collect();
        let expected =
            [("owner", None), ("manager", Some(100_000)), ("order_desk", Some(20_000)), ("finance", Some(1_000_000))];
        assert_eq!(caps, expected.map(|(key, cap)| (key.to_owned(), cap)));
    }

    #[test]
    fn a_role_that_is_none_is_refused_field_by_field() {
        let good = seeded("night_shift", "Night shift", &[P::OrdersView, P::RefundsCreate], Some(100));
        assert!(check_role(&good).is_empty());
        let fields = |role: &Role| check_role(role).into_iter().map(|error| error.field).collect::<Vec<_>>();
        for key in ["", "Night", "night shift", "night-shift", &"a".repeat(61)] {
            assert_eq!(fields(&Role { key: key.to_owned(), ..good.clone() }), ["key"], "{key:?}");
        }
        for name in ["", "  ", &"a".repeat(61)] {
            assert_eq!(fields(&Role { name: name.to_owned(), ..good.clone() }), ["name"], "{name:?}");
        }
        let caps = |permission, cap| BTreeMap::from([(permission, Cents::new(cap).unwrap())]);
        assert_eq!(fields(&Role { caps: caps(P::OrdersView, 1), ..good.clone() }), ["caps.orders.view"]);
        assert_eq!(fields(&Role { caps: caps(P::OrdersDiscount, 1), ..good.clone() }), ["caps.orders.discount"]);
        assert_eq!(fields(&Role { caps: caps(P::RefundsCreate, -1), ..good.clone() }), ["caps.refunds.create"]);
        assert!(
            fields(&Role { caps: caps(P::RefundsCreate, 0), ..good }).is_empty(),
            "every refund needs a second person"
        );
    }

    #[test]
    fn a_stored_role_has_what_this_version_knows_and_an_owner_has_everything() {
        let cents = |cents| Cents::new(cents).unwrap();
        let caps = [("refunds.create", cents(5)), ("orders.view", cents(5)), ("later.thing", cents(5))];
        let role = Role::stored("mine", "Mine", ["orders.view", "refunds.create", "later.thing"], caps);
        assert_eq!(role.permissions, BTreeSet::from([P::OrdersView, P::RefundsCreate]));
        assert_eq!(role.caps, BTreeMap::from([(P::RefundsCreate, cents(5))]));
        let owner = Role::stored(OWNER, "Boss", ["orders.view"], [("refunds.create", cents(5))]);
        assert_eq!(
            (owner.permissions.len(), owner.caps.len(), owner.name.as_str()),
            (Permission::ALL.len(), 0, "Boss")
        );
    }
}
