//! Business units: what a customer belongs to, and what of it shows in session, address book and prices
//! (account §1, §3, §6).

pub mod buying;
pub mod store;

use fieldhouse_core::{
    account::{AddressView, SessionUnitView, address_type_label, is_address_editable},
    brand::Site,
    business_units::{ChangeRequestView, DefaultPartyView, PartyRole, UnitNameView, shows_change_requests},
    inbox::RequestStatus,
    people::MemberRole,
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::{ConnectionTrait, DbErr};

use jiff::Timestamp;
use store::{PartyRow, PlaceRow, RequestRow, UnitAddressRow, UnitRow};

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

    /// As the session names them.
    pub fn session_units(&self) -> Vec<SessionUnitView> {
        let named = self.parties.iter().filter_map(|party| {
            let unit = self.named.iter().find(|unit| unit.id == party.party_id)?;
            Some((party.unit_id.as_str(), *party.role, unit.key.as_str()))
        });
        session_units(&self.units.iter().map(|unit| unit.id.as_str()).collect::<Vec<_>>(), &named.collect::<Vec<_>>())
    }

    /// Addresses of everything it refers to.
    pub async fn addresses(&self, db: &impl ConnectionTrait) -> Result<Vec<UnitAddressRow>, DbErr> {
        store::list_addresses(db, self.party_ids().map(str::to_owned).collect()).await
    }
}

/// What units refer to, as a session names it: unit by unit, each role and key once. `parties` are `(unit, role, key)`.
fn session_units(units: &[&str], parties: &[(&str, PartyRole, &str)]) -> Vec<SessionUnitView> {
    let mut found = Vec::new();
    for unit in units {
        for role in PartyRole::ALL {
            for (_, _, key) in parties.iter().filter(|(of, as_what, _)| of == unit && *as_what == role) {
                let view = SessionUnitView { role: role.key().to_owned(), key: (*key).to_owned() };
                if !found.contains(&view) {
                    found.push(view);
                }
            }
        }
    }
    found
}

/// What a customer is in their units, and what a session names of these.
pub fn places(rows: &[PlaceRow]) -> (Vec<MemberRole>, Vec<SessionUnitView>) {
    let (mut units, mut roles, mut parties) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let (Some(unit), Some(role)) = (row.unit_id.as_deref(), row.member_role) else { continue };
        if !units.contains(&unit) {
            units.push(unit);
            roles.push(*role);
        }
        if let (Some(role), Some(key)) = (row.party_role, row.party_key.as_deref()) {
            parties.push((unit, *role, key));
        }
    }
    (roles, session_units(&units, &parties))
}

/// What business units bring into an address book.
pub struct UnitPart {
    /// Sold to, bill to, payer.
    pub defaults: Vec<DefaultPartyView>,
    /// Ship-to addresses, read-only.
    pub ship_to: Vec<AddressView>,
}

/// The part of a customer's address book that comes from business units.
pub async fn part_of_book(db: &impl ConnectionTrait, site: Site, customer_id: &str) -> Result<UnitPart, Failure> {
    let belonging = Belonging::of(db, customer_id).await?;
    let rows = belonging.addresses(db).await?;
    let shows_link = shows_change_requests(site, !belonging.units.is_empty());
    let requests = store::list_requests(db, customer_id).await?;
    let mut defaults = Vec::new();
    for role in PartyRole::DEFAULTS {
        let of_role: Vec<&RequestRow> = requests.iter().filter(|request| *request.role == role).collect();
        let waits = |unit: &UnitRow| {
            of_role.iter().any(|request| *request.status == RequestStatus::Open && request.unit_key == unit.key)
        };
        let free = belonging.units.iter().filter(|unit| shows_link && !waits(unit));
        let change_request_units: Vec<UnitNameView> =
            free.map(|unit| UnitNameView { key: unit.key.clone(), name: unit.name.clone() }).collect();
        defaults.push(DefaultPartyView {
            role: role.key().to_owned(),
            label: address_type_label(role.key()).to_owned(),
            addresses: views(&belonging, &rows, role)?,
            change_request_link: !change_request_units.is_empty(),
            change_request_units,
            change_requests: of_role
                .iter()
                .map(|request| shown_request(request, &belonging.units))
                .collect::<Result<_, _>>()?,
        });
    }
    let ship_to = views(&belonging, &rows, PartyRole::ShipTo)?;
    Ok(UnitPart { defaults, ship_to })
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

/// A request as its customer is shown it, with the name of its unit among the customer's.
fn shown_request(request: &RequestRow, units: &[UnitRow]) -> Result<ChangeRequestView, Failure> {
    let unit = units.iter().find(|unit| unit.key == request.unit_key);
    Ok(ChangeRequestView {
        message: request.message.clone(),
        status: request.status.to_string(),
        note: request.note.clone(),
        sent_at: Timestamp::from_millisecond(request.sent_at).map_err(Failure::internal)?.to_string(),
        unit: unit.map_or_else(|| request.unit_key.clone(), |unit| unit.name.clone()),
    })
}
