//! The people of a business unit: who may do what, invitations, approval of orders. Not here: the rows, the
//! letters (the server), and what a unit is (`business_units`).

pub mod approval;
pub mod buying;
pub mod invitation;
pub mod views;

use serde::{Deserialize, Serialize};

pub use invitation::{InvitationDraft, InvitedPersonDraft};
pub use views::*;

use crate::rule::{Broken, FieldError, broken_rules};

/// What a person is in a business unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemberRole {
    /// Orders.
    #[default]
    Buyer,
    /// Orders, and decides about orders that wait.
    Approver,
    /// All that, and looks after the people.
    Administrator,
}

impl MemberRole {
    /// All, from the one who may least.
    pub const ALL: [Self; 3] = [Self::Buyer, Self::Approver, Self::Administrator];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Buyer => "buyer",
            Self::Approver => "approver",
            Self::Administrator => "administrator",
        }
    }

    /// Reads a key, exactly as written.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.key() == key)
    }
}

/// Something that not everybody in a unit may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UnitAct {
    /// Order for the unit.
    Order,
    /// Approve or decline orders that wait.
    Decide,
    /// See all orders for the unit, whoever placed them.
    SeeOrders,
    /// See the people and the open invitations.
    SeePeople,
    /// Invite somebody, and withdraw an invitation.
    Invite,
    /// Change the role of somebody.
    ChangeRole,
    /// Remove somebody.
    Remove,
    /// Say above which amount orders need approval.
    SetApprovalLimit,
}

/// Whether a role may do something. Nothing else decides it.
pub const fn may(role: MemberRole, act: UnitAct) -> bool {
    match act {
        UnitAct::Order => true,
        UnitAct::Decide | UnitAct::SeeOrders => {
            matches!(role, MemberRole::Approver | MemberRole::Administrator)
        }
        UnitAct::SeePeople | UnitAct::Invite | UnitAct::ChangeRole | UnitAct::Remove | UnitAct::SetApprovalLimit => {
            matches!(role, MemberRole::Administrator)
        }
    }
}

broken_rules! {
    /// What keeps the people of a unit as they are.
    pub enum PeopleError {
        /// Neither buyer, approver nor administrator.
        RoleUnknown => "role_unknown", "Please choose a role";
        /// Nobody would look after the unit.
        LastAdministrator => "last_administrator", "A business unit needs an administrator. Please make somebody else one first.";
    }
}

/// What keeps somebody from being given another role, or from being removed (`new` is none): a unit that has
/// administrators never loses the last one.
pub fn check_role_change(present: MemberRole, new: Option<MemberRole>, administrators: u32) -> Option<FieldError> {
    let leaves = present == MemberRole::Administrator && new != Some(MemberRole::Administrator);
    (leaves && administrators <= 1).then(|| PeopleError::LastAdministrator.at("role"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r09_who_may_do_what_in_a_unit() {
        use UnitAct::{ChangeRole, Decide, Invite, Order, Remove, SeeOrders, SeePeople, SetApprovalLimit};
        // buyer, approver, administrator
        let table = [
            (Order, [true, true, true]),
            (Decide, [false, true, true]),
            (SeeOrders, [false, true, true]),
            (SeePeople, [false, false, true]),
            (Invite, [false, false, true]),
            (ChangeRole, [false, false, true]),
            (Remove, [false, false, true]),
            (SetApprovalLimit, [false, false, true]),
        ];
        for (act, allowed) in table {
            assert_eq!(MemberRole::ALL.map(|role| may(role, act)), allowed, "{act:?}");
        }
    }

    #[test]
    fn roles_read_back_and_nothing_else_is_one() {
        for role in MemberRole::ALL {
            assert_eq!(MemberRole::parse(role.key()), Some(role));
        }
        for key in ["", "Buyer", "admin", "owner"] {
            assert_eq!(MemberRole::parse(key), None, "{key:?}");
        }
    }

    #[test]
    fn a_unit_keeps_an_administrator() {
        use MemberRole::{Administrator, Approver, Buyer};
        for new in [None, Some(Buyer), Some(Approver)] {
            assert!(check_role_change(Administrator, new, 1).is_some(), "{new:?}");
            assert!(check_role_change(Administrator, new, 2).is_none(), "{new:?}");
            assert!(check_role_change(Buyer, new, 1).is_none() && check_role_change(Approver, new, 0).is_none());
        }
        assert!(check_role_change(Administrator, Some(Administrator), 1).is_none());
    }
}
