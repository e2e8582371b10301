//! Who works for the store and what they may do: permissions, roles as data, and the one rule that decides. Not here:
//! the rows, sessions and signs-in (the server), and the people of a business unit (`people`).

mod drafts;
mod grants;
mod permission;
mod role;
pub mod shop_as;

pub use drafts::*;
pub use grants::*;
pub use permission::*;
pub use role::*;

use crate::rule::broken_rules;

broken_rules! {
    /// What is wrong with staff and roles.
    pub enum StaffError {
        /// Letters of the alphabet, digits and underscores.
        RoleKey => "role_key", "Please use small letters, digits and underscores, 60 at most";
        /// No name, or a long one.
        RoleName => "role_name", "Please enter a name of 60 characters at most";
        /// A cap of a permission that the role lacks, or that knows none.
        CapOfNothing => "cap_of_nothing", "Only refunds and discounts that the role may give have a cap";
        /// No name, or a long one.
        NameMissing => "staff_name", "Please enter a name of 100 characters at most";
        /// No role of the store.
        RoleUnknown => "staff_role_unknown", "Please choose a role of this store";
        /// A role for brands of which none is chosen.
        NoBrand => "staff_no_brand", "Please choose at least one brand";
        /// A permission that there is not.
        PermissionUnknown => "permission_unknown", "There is no such permission";
        /// More than oneself may do.
        GrantsWhatTheyLack => "grants_what_they_lack", "You can only give and take what you may do yourself";
        /// The role that may do everything.
        OwnerRoleFixed => "owner_role_fixed", "The owner's role stays as it is";
        /// Nobody could manage the store.
        LastOwner => "last_owner", "A store needs an owner. Please make somebody else one first";
    }
}
