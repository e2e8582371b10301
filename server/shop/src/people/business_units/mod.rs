//! Business units: what a customer belongs to, and what of it shows in session, address book and prices
//! (account §1, §3, §6).

pub mod buying;
pub mod store;

use std::collections::HashMap;

use fieldhouse_core::{
    account::{AddressView, SessionUnitView, address_type_label, is_address_editable},
    brand::Site,
    business_units::{ChangeRequestView, DefaultPartyView, PartyRole, UnitNameView, shows_change_requests},
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::{ConnectionTrait, DbErr};

use jiff::Timestamp;
use store::{PartyRow, UnitAddressRow, UnitRow};

/// The units a customer belongs to, with the units these refer to.
#[derive(Debug, Default)]
pub struct Belonging {
    /// In the customer's order.
    pub units: Vec<UnitRow>,
    parties: Vec<PartyRow>,
    named: Vec<UnitRow>,
}

impl Belonging {
    /// Of a customer.
    pub async fn of(db: &impl ConnectionTrait, customer_id: &str) -> Result<Self, DbErr> {
        Self::to(db, store::list_units_of(db, customer_id).await?).await
    }

    /// To units.
    pub async fn to(db: &impl ConnectionTrait, units: Vec<UnitRow>) -> Result<Self, DbErr> {
        let parties = store::list_parties(db, units.iter().map(|unit| unit.id.clone()).collect()).await?;
        let named = store::find_units(db, parties.iter().map(|party| party.party_id.clone()).collect()).await?;
        Ok(Self { units, parties, named })
    }

    /// The units that are `role` to the unit with this id, in order.
    pub fn parties_of<'a>(&'a self, unit_id: &'a str, role: PartyRole) -> impl Iterator<Item = &'a UnitRow> {
        let fits = move |party: &&PartyRow| party.unit_id == unit_id && *party.role == role;
        let parties = self.parties.iter().filter(fits);
        parties.filter_map(|party| self.named.iter().find(|unit| unit.id == party.party_id))
    }

    /// Ids of everything it refers to.
    pub fn party_ids(&self) -> impl Iterator<Item = &str> {
        self.named.iter().map(|unit| unit.id.as_str())
    }

    /// The units in a role, each once, in the order of the customer's units.
    fn in_role(&self, role: PartyRole) -> Vec<&UnitRow> {
        let mut found: Vec<&UnitRow> = Vec::new();
        for party in self.units.iter().flat_map(|unit| self.parties_of(&unit.id, role)) {
            if !found.iter().any(|known| known.id == party.id) {
                found.push(party);
            }
        }
        found
    }

    /// Ids of the customer's units that name another one in a role.
    fn naming(&self, party_id: &str, role: PartyRole) -> Vec<String> {
        let names = |unit: &&UnitRow| self.parties_of(&unit.id, role).any(|party| party.id == party_id);
        self.units.iter().filter(names).map(|unit| unit.id.clone()).collect()
    }

    /// As the session names them: unit by unit, each role and key once.
    pub fn session_units(&self) -> Vec<SessionUnitView> {
        let mut found = Vec::new();
        for unit in &self.units {
            for role in PartyRole::ALL {
                for party in self.parties_of(&unit.id, role) {
                    let view = SessionUnitView { role: role.key().to_owned(), key: party.key.clone() };
                    if !found.contains(&view) {
                        found.push(view);
                    }
                }
            }
        }
        found
    }

    /// Addresses of everything it refers to.
    pub async fn addresses(&self, db: &impl ConnectionTrait) -> Result<Vec<UnitAddressRow>, DbErr> {
        store::list_addresses(db, self.party_ids().map(str::to_owned).collect()).await
    }
}

/// What business units bring into an address book.
pub struct UnitPart {
    /// Sold to, bill to, payer.
    pub defaults: Vec<DefaultPartyView>,
    /// Ship-to addresses, read-only.
    pub ship_to: Vec<AddressView>,
    /// The customer's units, in order.
    pub units: Vec<UnitNameView>,
}

/// The part of a customer's address book that comes from business units.
pub async fn part_of_book(db: &impl ConnectionTrait, site: Site, customer_id: &str) -> Result<UnitPart, Failure> {
    let belonging = Belonging::of(db, customer_id).await?;
    let rows = belonging.addresses(db).await?;
    let change_request_link = shows_change_requests(site, !belonging.units.is_empty());
    let mut requests = shown_requests(db, customer_id, &belonging.units).await?;
    let mut defaults = Vec::new();
    for role in PartyRole::DEFAULTS {
        defaults.push(DefaultPartyView {
            role: role.key().to_owned(),
            label: address_type_label(role.key()).to_owned(),
            addresses: views(&belonging, &rows, role)?,
            change_request_link,
            change_request: requests.remove(role.key()),
        });
    }
    let ship_to = views(&belonging, &rows, PartyRole::ShipTo)?;
    let named = |unit: &UnitRow| UnitNameView { key: unit.key.clone(), name: unit.name.clone() };
    Ok(UnitPart { defaults, ship_to, units: belonging.units.iter().map(named).collect() })
}

fn views(belonging: &Belonging, rows: &[UnitAddressRow], role: PartyRole) -> Result<Vec<AddressView>, Failure> {
    let rows = belonging.in_role(role).into_iter().flat_map(|unit| {
        let of_unit = rows.iter().filter(|row| row.unit_id == unit.id);
        of_unit.map(|row| (unit, row)).collect::<Vec<_>>()
    });
    rows.map(|(unit, row)| {
        Ok(AddressView {
            id: row.id.clone(),
            address_type: role.key().to_owned(),
            label: address_type_label(role.key()).to_owned(),
            is_default: false,
            editable: is_address_editable(false, true),
            business_unit_id: Some(row.unit_id.clone()),
            named_by: belonging.naming(&row.unit_id, role),
            key: unit.key.clone(),
            address: serde_json::from_str(&row.address).map_err(Failure::internal)?,
        })
    })
    .collect()
}

/// A customer's requests as they are shown, by role.
async fn shown_requests(
    db: &impl ConnectionTrait,
    customer_id: &str,
    units: &[UnitRow],
) -> Result<HashMap<String, ChangeRequestView>, Failure> {
    let rows = store::list_requests(db, customer_id).await?;
    let name_of = |key: &str| units.iter().find(|unit| unit.key == key).map(|unit| unit.name.clone());
    rows.into_iter()
        .map(|row| {
            let sent_at = Timestamp::from_millisecond(row.sent_at).map_err(Failure::internal)?.to_string();
            let unit = name_of(&row.unit_key).unwrap_or(row.unit_key);
            Ok((
                row.role.to_string(),
                ChangeRequestView {
                    message: row.message,
                    status: row.status.to_string(),
                    note: row.note,
                    sent_at,
                    unit,
                },
            ))
        })
        .collect()
}
