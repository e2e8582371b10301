//! Business units: the roles of their parties, what a customer sees of them, and requests to change the
//! default information (account §1, §2, §6). Not here: the rows (the server).

mod change_request;
mod views;

use crate::{
    account::SessionUnitView,
    brand::{Site, brand},
};

pub use change_request::{
    ChangeRequestDraft, ChangeRequestError, change_request_unit, check_change_request, check_change_request_unit,
    check_change_requests, parse_change_request,
};
pub use views::{ChangeRequestView, DefaultPartyView, UnitNameView};

/// What a referenced unit is to a business unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartyRole {
    /// Buys: its contract prices hold.
    SoldTo,
    /// Gets the invoice.
    BillTo,
    /// Pays it.
    Payer,
    /// Gets the goods.
    ShipTo,
}

impl PartyRole {
    /// All, in the order a session names them.
    pub const ALL: [Self; 4] = [Self::SoldTo, Self::BillTo, Self::Payer, Self::ShipTo];
    /// The address book's default information, in its order (account §2).
    pub const DEFAULTS: [Self; 3] = [Self::SoldTo, Self::BillTo, Self::Payer];

    /// The type of its addresses, and its name in the session (account §2, §3).
    pub const fn key(self) -> &'static str {
        match self {
            Self::SoldTo => "sold-to",
            Self::BillTo => "billed-to",
            Self::Payer => "payed-by",
            Self::ShipTo => "ship-to",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.key() == key)
    }
}

/// The unit whose contract prices hold: the first with role sold-to; empty when there is none.
pub fn sold_to_of(units: &[SessionUnitView]) -> &str {
    units.iter().find(|unit| unit.role == PartyRole::SoldTo.key()).map_or("", |unit| &unit.key)
}

/// Change-request links: only with business units, and only where the brand has them (account §6).
pub fn shows_change_requests(site: Site, has_units: bool) -> bool {
    has_units && brand(site).change_requests
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(role: &str, key: &str) -> SessionUnitView {
        SessionUnitView { role: role.to_owned(), key: key.to_owned() }
    }

    #[test]
    fn roles_read_back_and_are_labelled_as_addresses_are() {
        for role in PartyRole::ALL {
            assert_eq!(PartyRole::parse(role.key()), Some(role));
        }
        assert_eq!(PartyRole::parse("sold to"), None);
        let labels = PartyRole::DEFAULTS.map(|role| crate::account::address_type_label(role.key()));
        assert_eq!(labels, ["sold to", "bill to", "payer"]);
    }

    #[test]
    fn prices_are_those_of_the_first_sold_to_unit() {
        let units = [unit("billed-to", "B"), unit("sold-to", "S1"), unit("sold-to", "S2")];
        assert_eq!(sold_to_of(&units), "S1");
        assert_eq!(sold_to_of(&units[..1]), "");
    }

    #[test]
    fn change_requests_need_business_units_and_a_brand_that_has_them() {
        // fieldhouse, usgames, athleticconnection, varsitybrands
        assert_eq!(Site::BUILT_IN.map(|site| shows_change_requests(site, true)), [true, true, false, true]);
        assert_eq!(Site::BUILT_IN.map(|site| shows_change_requests(site, false)), [false; 4]);
    }
}
