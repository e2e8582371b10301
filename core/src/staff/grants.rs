//! What somebody may do where: the roles they were given, each for all brands or for some. The one place that decides it.

use std::collections::BTreeSet;

use super::{OWNER, Permission, Role, StaffError};
use crate::{
    brand::Site,
    money::Cents,
    rule::{Broken, FieldError},
};

/// Where a role counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// At all brands, those that come later too.
    All,
    /// At these.
    Some(BTreeSet<Site>),
}

impl Scope {
    /// Nowhere.
    pub const NOWHERE: Self = Self::Some(BTreeSet::new());

    /// True when it counts at a brand.
    pub fn has(&self, site: Site) -> bool {
        match self {
            Self::All => true,
            Self::Some(sites) => sites.contains(&site),
        }
    }

    /// The sites, when they are not simply all.
    pub const fn sites(&self) -> Option<&BTreeSet<Site>> {
        match self {
            Self::All => None,
            Self::Some(sites) => Some(sites),
        }
    }

    /// Both places.
    #[must_use]
    pub fn with(self, other: &Self) -> Self {
        match (self, other) {
            (Self::Some(mut sites), Self::Some(more)) => {
                sites.extend(more);
                Self::Some(sites)
            }
            _ => Self::All,
        }
    }
}

/// A role given to somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// What they may do.
    pub role: Role,
    /// Where.
    pub scope: Scope,
}

/// Up to which amount somebody may do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cap {
    /// Not at all.
    Nothing,
    /// So many cents, inclusive.
    UpTo(Cents),
    /// Any amount.
    Any,
}

/// Whether somebody may do something of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Not at all.
    NotPermitted,
    /// Alone.
    Permitted,
    /// Once somebody else, who has this permission there, agrees.
    WithSecondPerson(Permission),
}

/// All that somebody was given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grants(Vec<Grant>);

impl Grants {
    /// From the roles and where they count.
    pub const fn new(grants: Vec<Grant>) -> Self {
        Self(grants)
    }

    /// Each role with its place.
    pub fn iter(&self) -> impl Iterator<Item = &Grant> {
        self.0.iter()
    }

    /// True when they have the role that may do everything, at all brands.
    pub fn are_an_owners(&self) -> bool {
        self.0.iter().any(|grant| grant.role.key == OWNER && grant.scope == Scope::All)
    }

    /// Whether they may do something at a brand.
    pub fn may(&self, permission: Permission, site: Site) -> bool {
        self.scope(permission).has(site)
    }

    /// Whether they may do it at some brand: the question before it is known at which.
    pub fn may_somewhere(&self, permission: Permission) -> bool {
        self.scope(permission) != Scope::NOWHERE
    }

    /// Whether they may do what belongs to no brand, or something at all of them.
    pub fn may_everywhere(&self, permission: Permission) -> bool {
        self.scope(permission) == Scope::All
    }

    /// Where they may do it: what a list of things of several brands shows. What is of the whole store comes only from a
    /// role for all brands.
    pub fn scope(&self, permission: Permission) -> Scope {
        let giving = self.0.iter().filter(|grant| grant.role.permissions.contains(&permission));
        let counting = giving.filter(|grant| !permission.is_of_the_whole_store() || grant.scope == Scope::All);
        counting.fold(Scope::NOWHERE, |scope, grant| scope.with(&grant.scope))
    }

    /// Whether anything of a brand is theirs to see: without, its things are not there for them.
    pub fn know(&self, site: Site) -> bool {
        self.0.iter().any(|grant| grant.scope.has(site) && !grant.role.permissions.is_empty())
    }

    /// Up to which amount they may do something at a brand: the most that any of their roles gives.
    pub fn cap(&self, permission: Permission, site: Site) -> Cap {
        if !self.may(permission, site) {
            return Cap::Nothing;
        }
        let giving =
            self.0.iter().filter(|grant| grant.scope.has(site) && grant.role.permissions.contains(&permission));
        let caps = giving.map(|grant| grant.role.caps.get(&permission).copied().map_or(Cap::Any, Cap::UpTo));
        caps.max().unwrap_or(Cap::Nothing)
    }

    /// Whether they may do something of so many cents at a brand, alone or with a second person.
    pub fn judge(&self, permission: Permission, site: Site, amount: Cents) -> Verdict {
        match self.cap(permission, site) {
            Cap::Nothing => Verdict::NotPermitted,
            Cap::Any => Verdict::Permitted,
            Cap::UpTo(cap) if amount <= cap => Verdict::Permitted,
            Cap::UpTo(_) => permission.approved_by().map_or(Verdict::NotPermitted, Verdict::WithSecondPerson),
        }
    }

    /// Whether they may give a role for a scope, or edit one that counts there: nobody gives what they lack, neither
    /// elsewhere nor above their own cap.
    pub fn may_give(&self, role: &Role, scope: &Scope) -> bool {
        role.permissions.iter().all(|permission| {
            let own = self.scope(*permission);
            let wide_enough = match scope {
                Scope::All => own == Scope::All,
                // What is of the whole store is not given by a role for some brands.
                Scope::Some(_) if permission.is_of_the_whole_store() => true,
                Scope::Some(sites) => sites.iter().all(|site| own.has(*site)),
            };
            wide_enough && self.reaches_cap(*permission, role, scope)
        })
    }

    fn reaches_cap(&self, permission: Permission, role: &Role, scope: &Scope) -> bool {
        if !permission.is_capped() {
            return true;
        }
        let given = role.caps.get(&permission).copied().map_or(Cap::Any, Cap::UpTo);
        match scope {
            Scope::All => Site::all().all(|site| self.cap(permission, site) >= given),
            Scope::Some(sites) => sites.iter().all(|site| self.cap(permission, *site) >= given),
        }
    }

    /// Whether they stand at least as high as somebody: who lacks something of another one's may neither suspend them nor
    /// change their roles.
    pub fn cover(&self, others: &Self) -> bool {
        others.0.iter().all(|grant| self.may_give(&grant.role, &grant.scope))
    }
}

/// What keeps `by` from giving these roles.
pub fn check_giving(by: &Grants, given: &Grants) -> Option<FieldError> {
    if given.iter().any(|grant| grant.scope.sites().is_some_and(BTreeSet::is_empty)) {
        return Some(StaffError::NoBrand.at("roles"));
    }
    (!by.cover(given)).then(|| StaffError::GrantsWhatTheyLack.at("roles"))
}

/// What keeps `by` from making one role of another: they must have both what it was and what it is to be, and the
/// owner's stays what it is.
pub fn check_role_edit(by: &Grants, before: Option<&Role>, after: &Role) -> Option<FieldError> {
    if after.is_owner() || before.is_some_and(Role::is_owner) {
        return Some(StaffError::OwnerRoleFixed.at("key"));
    }
    let had = before.is_none_or(|before| by.may_give(before, &Scope::All));
    (!had || !by.may_give(after, &Scope::All)).then(|| StaffError::GrantsWhatTheyLack.at("permissions"))
}

/// What keeps somebody from being suspended, removed or given other roles: a store keeps an owner. `owners` counts those
/// who can sign in, this one among them.
pub fn check_last_owner(is_owner: bool, stays_owner: bool, owners: u64) -> Option<FieldError> {
    (is_owner && !stays_owner && owners <= 1).then(|| StaffError::LastOwner.at("roles"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::staff::{Permission as P, seeded_roles};

    const ONE: Site = Site::FIELDHOUSE;
    const OTHER: Site = Site::US_GAMES;

    fn role(key: &str) -> Role {
        seeded_roles().into_iter().find(|role| role.key == key).unwrap()
    }

    fn at(sites: &[Site]) -> Scope {
        Scope::Some(sites.iter().copied().collect())
    }

    fn grants(given: &[(&str, Scope)]) -> Grants {
        Grants::new(given.iter().map(|(key, scope)| Grant { role: role(key), scope: scope.clone() }).collect())
    }

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    #[test]
    fn a_role_counts_at_its_brands_and_nowhere_else() {
        let desk = grants(&[("order_desk", at(&[ONE]))]);
        assert!(desk.may(P::OrdersEdit, ONE) && !desk.may(P::OrdersEdit, OTHER));
        assert!(desk.may_somewhere(P::OrdersEdit) && !desk.may_everywhere(P::OrdersEdit));
        assert!(desk.know(ONE) && !desk.know(OTHER));
        assert_eq!(desk.scope(P::OrdersView), at(&[ONE]));
        assert_eq!(desk.scope(P::KeysManage), Scope::NOWHERE);
        let both = grants(&[("order_desk", at(&[ONE])), ("warehouse", at(&[OTHER]))]);
        assert_eq!(both.scope(P::OrdersView), at(&[ONE, OTHER]));
        assert_eq!(both.scope(P::AmountsView), at(&[ONE]));
        assert!(!Grants::default().know(ONE));
    }

    #[test]
    fn what_is_of_the_whole_store_comes_only_from_a_role_for_all_brands() {
        assert!(!grants(&[("manager", at(&[ONE, OTHER]))]).may_somewhere(P::StaffManage));
        assert!(grants(&[("manager", Scope::All)]).may_everywhere(P::StaffManage));
        assert!(grants(&[("auditor", Scope::All)]).may(P::AuditView, ONE));
    }

    #[test]
    fn above_the_cap_a_second_person_is_needed() {
        let desk = grants(&[("order_desk", at(&[ONE]))]);
        let second = Verdict::WithSecondPerson(P::RefundsApproveAboveCap);
        assert_eq!(desk.judge(P::RefundsCreate, ONE, cents(20_000)), Verdict::Permitted);
        assert_eq!(desk.judge(P::RefundsCreate, ONE, cents(20_001)), second);
        assert_eq!(desk.judge(P::OrdersDiscount, ONE, cents(20_001)), second);
        assert_eq!(desk.judge(P::RefundsCreate, OTHER, cents(1)), Verdict::NotPermitted);
        let owner = grants(&[("owner", Scope::All)]);
        assert_eq!(owner.judge(P::RefundsCreate, OTHER, Cents::MAX), Verdict::Permitted);
        let two = grants(&[("order_desk", at(&[ONE])), ("finance", at(&[OTHER]))]);
        assert_eq!(
            [two.cap(P::RefundsCreate, ONE), two.cap(P::RefundsCreate, OTHER)],
            [Cap::UpTo(cents(20_000)), Cap::UpTo(cents(1_000_000))]
        );
        let more = grants(&[("order_desk", Scope::All), ("manager", Scope::All)]);
        assert_eq!(more.cap(P::RefundsCreate, ONE), Cap::UpTo(cents(100_000)), "the most of their roles");
        assert_eq!(Grants::default().judge(P::RefundsCreate, ONE, Cents::ZERO), Verdict::NotPermitted);
    }

    #[test]
    fn nobody_gives_what_they_lack() {
        let manager = grants(&[("manager", Scope::All)]);
        let lacking = |role: &str, scope: Scope| check_giving(&manager, &grants(&[(role, scope)])).is_some();
        for key in ["manager", "order_desk", "warehouse", "catalogue", "content", "support"] {
            assert!(!lacking(key, Scope::All), "{key}");
        }
        assert!(lacking("owner", Scope::All) && lacking("owner", at(&[ONE])));
        assert!(lacking("finance", Scope::All), "refunds up to 10,000 are more than 1,000");
        assert!(lacking("auditor", Scope::All), "exports the audit log");
        let of_one = grants(&[("manager", at(&[ONE]))]);
        assert!(check_giving(&of_one, &grants(&[("warehouse", at(&[ONE]))])).is_none());
        for scope in [at(&[OTHER]), at(&[ONE, OTHER]), Scope::All] {
            assert!(check_giving(&of_one, &grants(&[("warehouse", scope)])).is_some());
        }
        assert!(check_giving(&manager, &Grants::default()).is_none());
    }

    #[test]
    fn a_role_is_edited_only_by_who_has_all_that_it_was_and_will_be() {
        let (owner, manager) = (grants(&[("owner", Scope::All)]), grants(&[("manager", Scope::All)]));
        let desk = role("order_desk");
        let mut with_keys = desk.clone();
        with_keys.permissions.insert(P::KeysManage);
        let mut higher = desk.clone();
        higher.caps.insert(P::RefundsCreate, cents(100_001));
        let refused = |by: &Grants, before: Option<&Role>, after: &Role| {
            check_role_edit(by, before, after).map(|error| error.code)
        };
        assert_eq!(refused(&manager, Some(&desk), &desk), None);
        for after in [&with_keys, &higher] {
            assert_eq!(refused(&owner, Some(&desk), after), None);
            assert_eq!(refused(&manager, Some(&desk), after).as_deref(), Some("grants_what_they_lack"));
            assert_eq!(refused(&manager, None, after).as_deref(), Some("grants_what_they_lack"));
        }
        assert_eq!(
            refused(&manager, Some(&with_keys), &desk).as_deref(),
            Some("grants_what_they_lack"),
            "nor taken away"
        );
        assert_eq!(refused(&owner, Some(&Role::owner()), &Role::owner()).as_deref(), Some("owner_role_fixed"));
        let renamed = Role { key: OWNER.to_owned(), ..desk.clone() };
        assert_eq!(refused(&owner, Some(&desk), &renamed).as_deref(), Some("owner_role_fixed"));
    }

    #[test]
    fn the_last_owner_stays() {
        assert!(check_last_owner(true, false, 1).is_some());
        assert!(check_last_owner(true, false, 2).is_none());
        assert!(check_last_owner(true, true, 1).is_none() && check_last_owner(false, false, 1).is_none());
        assert!(grants(&[("owner", Scope::All)]).are_an_owners());
        assert!(
            !grants(&[("owner", at(&[ONE]))]).are_an_owners() && !grants(&[("manager", Scope::All)]).are_an_owners()
        );
    }

    fn any_scope() -> impl Strategy<Value = Scope> {
        let some = proptest::collection::btree_set(proptest::sample::select(Site::BUILT_IN.to_vec()), 0..4);
        prop_oneof![Just(Scope::All), some.prop_map(Scope::Some)]
    }

    fn any_role() -> impl Strategy<Value = Role> {
        let permissions = proptest::collection::btree_set(proptest::sample::select(P::ALL.to_vec()), 0..8);
        (permissions, proptest::option::of(0_i64..100)).prop_map(|(permissions, cap)| {
            let caps = permissions.iter().copied().filter(|one| one.is_capped());
            let caps = caps.filter_map(|one| Some((one, Cents::new(cap?)?))).collect();
            Role { key: "any".to_owned(), name: "Any".to_owned(), permissions, caps }
        })
    }

    fn any_grants() -> impl Strategy<Value = Grants> {
        let grant = (any_role(), any_scope()).prop_map(|(role, scope)| Grant { role, scope });
        proptest::collection::vec(grant, 0..4).prop_map(Grants::new)
    }

    proptest! {
        /// However roles are given on and on, nobody comes to do anything that the first one could not.
        #[test]
        fn what_is_given_is_never_more_than_what_the_giver_has(by in any_grants(), given in any_grants()) {
            prop_assume!(check_giving(&by, &given).is_none());
            for permission in P::ALL {
                for site in Site::all() {
                    prop_assert!(!given.may(*permission, site) || by.may(*permission, site));
                    prop_assert!(given.cap(*permission, site) <= by.cap(*permission, site));
                }
                prop_assert!(!given.may_everywhere(*permission) || by.may_everywhere(*permission));
            }
        }
    }
}
