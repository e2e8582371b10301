//! `fieldhouse import addresses`: ship-to addresses of customers, and those of business units. The owner and
//! the key tell addresses apart.

use std::collections::{HashMap, HashSet};

use fieldhouse_core::{
    addresses::AddressFormDraft,
    brand::Site,
    import::addresses::{AddressOwner, AddressRowDraft, BroughtAddress, parse_address_row},
};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ConnectionTrait, DbErr};

use crate::{
    env::Env,
    import::{
        Errors,
        batches::{Keys, Record},
        report::{Counts, Fate},
        rows::Row,
    },
    people::{
        account::{
            addresses::MOST,
            registration::SHIP_TO,
            store::{self, AddressRow},
        },
        business_units::store::{self as units, UnitAddressRow},
    },
};

/// An address beside what the store knows.
pub struct Planned {
    of_unit: bool,
    /// Id of the customer or the business unit.
    owner_id: String,
    /// Id of the address; nothing when it is new.
    id: Option<String>,
    key: String,
    position: i64,
    /// The form's fields, JSON.
    address: String,
    default: bool,
    /// For the report: whose address it is, when their e-mail is not confirmed. Nothing is written then (R74).
    waits: Option<String>,
}

/// An owner as the store knows them.
struct Owner {
    id: String,
    /// Of a customer.
    default: Option<String>,
    confirmed: bool,
    count: usize,
    last: i64,
    /// Id and form of those that have a key.
    keyed: HashMap<String, (String, String)>,
}

impl Owner {
    fn new(id: String, default: Option<String>, confirmed: bool) -> Self {
        Self { id, default, confirmed, count: 0, last: 0, keyed: HashMap::new() }
    }
}

type Owners = HashMap<(Site, AddressOwner), Owner>;

/// Everyone a batch speaks of.
async fn owners(db: &impl ConnectionTrait, batch: &[(u64, BroughtAddress)]) -> Result<Owners, DbErr> {
    let (mut customers, mut of_units): (Owners, Owners) = (HashMap::new(), HashMap::new());
    for site in Site::all() {
        let here = || batch.iter().map(|(_, address)| address).filter(|address| address.site == site);
        let emails: HashMap<&str, &AddressOwner> = here()
            .filter_map(|address| match &address.owner {
                AddressOwner::Customer(email) => Some((email.as_str(), &address.owner)),
                AddressOwner::BusinessUnit(_) => None,
            })
            .collect();
        for row in store::list_by_emails(db, site, emails.keys().copied()).await? {
            if let Some(owner) = emails.get(row.email.as_str()) {
                let known = Owner::new(row.id, row.default_shipping_address_id, row.confirmed_at.is_some());
                customers.insert((site, (*owner).clone()), known);
            }
        }
        let keys: HashSet<&str> = here()
            .filter_map(|address| match &address.owner {
                AddressOwner::BusinessUnit(key) => Some(key.as_str()),
                AddressOwner::Customer(_) => None,
            })
            .collect();
        for row in units::list_by_keys(db, site, keys.into_iter()).await? {
            of_units.insert((site, AddressOwner::BusinessUnit(row.key)), Owner::new(row.id, None, true));
        }
    }
    let keys: Vec<&str> = batch.iter().map(|(_, address)| address.key.as_str()).collect();
    let ids = ids_of(&customers);
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let counts = store::count_addresses(db, &ids).await?;
    let rows = store::list_keyed_addresses(db, &ids, &keys).await?;
    fill(&mut customers, counts, rows.into_iter().map(|row| (row.customer_id, row.key, row.id, row.address)));
    let ids = ids_of(&of_units);
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let counts = units::count_addresses(db, &ids).await?;
    let rows = units::list_keyed_addresses(db, &ids, &keys).await?;
    fill(&mut of_units, counts, rows.into_iter().map(|row| (row.unit_id, row.key, row.id, row.address)));
    customers.extend(of_units);
    Ok(customers)
}

fn ids_of(owners: &Owners) -> Vec<String> {
    owners.values().map(|owner| owner.id.clone()).collect()
}

/// Puts in what the owners have: how many, and those with a key.
fn fill(
    owners: &mut Owners,
    counts: Vec<(String, i64, Option<i64>)>,
    keyed: impl Iterator<Item = (String, Option<String>, String, String)>,
) {
    let mut by_id: HashMap<String, &mut Owner> = owners.values_mut().map(|owner| (owner.id.clone(), owner)).collect();
    for (id, count, last) in counts {
        if let Some(owner) = by_id.get_mut(&id) {
            owner.count = usize::try_from(count).unwrap_or(usize::MAX);
            owner.last = last.unwrap_or_default();
        }
    }
    for (owner_id, key, id, address) in keyed {
        if let (Some(owner), Some(key)) = (by_id.get_mut(&owner_id), key) {
            owner.keyed.insert(key, (id, address));
        }
    }
}

impl Record for BroughtAddress {
    const WHAT: &'static str = "addresses";
    const COLUMNS: &'static [&'static str] = &[
        "site",
        "email",
        "business_unit",
        "key",
        "default",
        "first_name",
        "last_name",
        "company",
        "phone_number",
        "additional_phone_number",
        "address",
        "address2",
        "country",
        "city",
        "state",
        "zip",
    ];
    type Planned = Planned;
    type Coming = HashMap<String, usize>;

    fn read(row: &Row, errors: &mut Errors) -> Option<Self> {
        let text = |column| row.text(column).to_owned();
        let read = parse_address_row(&AddressRowDraft {
            site: text("site"),
            email: text("email"),
            business_unit: text("business_unit"),
            key: text("key"),
            default: text("default"),
            address: AddressFormDraft {
                first_name: text("first_name"),
                last_name: text("last_name"),
                company: text("company"),
                phone_number: text("phone_number"),
                additional_phone_number: text("additional_phone_number"),
                address: text("address"),
                address2: text("address2"),
                country: text("country"),
                city: text("city"),
                state: text("state"),
                zip: text("zip"),
                set_as_default_ship_to_address: false,
            },
        });
        read.map_err(|broken| errors.record_broken(row.number, Self::COLUMNS, &broken)).ok()
    }

    fn once(&self) -> Vec<(&'static str, String)> {
        let owner = match &self.owner {
            AddressOwner::Customer(email) => email.as_str(),
            AddressOwner::BusinessUnit(key) => key,
        };
        let said = [self.site.key(), " ", owner].concat();
        let default = self.default.then(|| ("default", said.clone()));
        [("key", [&said, " ", &self.key].concat())].into_iter().chain(default).collect()
    }

    async fn plan(
        db: &impl ConnectionTrait,
        _keys: &Keys,
        coming: &mut Self::Coming,
        batch: Vec<(u64, Self)>,
        errors: &mut Errors,
    ) -> Result<Vec<(Fate, Planned)>, DbErr> {
        let mut owners = owners(db, &batch).await?;
        let mut planned = Vec::with_capacity(batch.len());
        for (number, Self { site, owner: whose, key, default, address }) in batch {
            let of_unit = matches!(whose, AddressOwner::BusinessUnit(_));
            let Some(owner) = owners.get_mut(&(site, whose.clone())) else {
                match &whose {
                    AddressOwner::BusinessUnit(key) => errors.record_unknown_unit(number, "business_unit", key),
                    AddressOwner::Customer(_) => {
                        errors.record(number, "email", "import_customer_unknown", "There is no such customer");
                    }
                }
                continue;
            };
            let address = serde_json::to_string(address.draft()).map_err(|error| DbErr::Custom(error.to_string()))?;
            if !owner.confirmed {
                let waits = match &whose {
                    AddressOwner::Customer(email) => Some(format!("{}: address {key}", email.as_str())),
                    AddressOwner::BusinessUnit(_) => None,
                };
                let (owner_id, position) = (owner.id.clone(), owner.last);
                let waiting = Planned { of_unit, owner_id, id: None, key, position, address, default: false, waits };
                planned.push((Fate::Unchanged, waiting));
                continue;
            }
            let before = owner.keyed.get(&key);
            let is_default = before.is_some_and(|(id, _)| owner.default.as_deref() == Some(id.as_str()));
            let fate = match before {
                None => Fate::Added,
                Some((_, before)) if *before == address && (is_default || !default) => Fate::Unchanged,
                Some(_) => Fate::Changed,
            };
            let id = before.map(|(id, _)| id.clone());
            if fate == Fate::Added {
                let more = coming.entry(owner.id.clone()).or_default();
                *more = more.saturating_add(1);
                if owner.count.saturating_add(*more) > MOST {
                    errors.record(number, "key", "import_address_book_full", "At most 1,000 addresses can be kept");
                }
                owner.last = owner.last.saturating_add(1);
            }
            // The first address is the default one until another is chosen.
            let first = fate == Fate::Added && !of_unit && owner.default.is_none();
            if first {
                owner.default = Some(String::new());
            }
            let (owner_id, position) = (owner.id.clone(), owner.last);
            let default = first || (default && !is_default);
            planned.push((fate, Planned { of_unit, owner_id, id, key, position, address, default, waits: None }));
        }
        Ok(planned)
    }

    fn note(planned: &Planned, counts: &mut Counts) {
        if let Some(waits) = &planned.waits {
            counts.wait(waits);
        }
    }

    async fn write(env: &Env, tx: &WriteTx, planned: Vec<(Fate, Planned)>) -> Result<(), DbErr> {
        let planned: Vec<Planned> =
            planned.into_iter().filter(|(fate, _)| *fate != Fate::Unchanged).map(|(_, planned)| planned).collect();
        let customers: HashSet<&str> =
            planned.iter().filter(|planned| !planned.of_unit).map(|planned| planned.owner_id.as_str()).collect();
        store::step_customers(tx, &customers.into_iter().collect::<Vec<_>>(), env.clock.millis()).await?;
        let (mut own, mut of_units, mut defaults) = (Vec::new(), Vec::new(), Vec::new());
        for Planned { of_unit, owner_id, id, key, position, address, default, waits: _ } in planned {
            let (id, key) = (id.unwrap_or_else(|| env.ids.random().to_string()), Some(key));
            if of_unit {
                of_units.push(UnitAddressRow { id, unit_id: owner_id, position, address, key });
                continue;
            }
            if default {
                defaults.push((owner_id.clone(), id.clone()));
            }
            let address_type = SHIP_TO.to_owned();
            own.push(AddressRow { id, customer_id: owner_id, position, address_type, address, key });
        }
        store::write_addresses(tx, own).await?;
        units::write_addresses(tx, of_units).await?;
        for (customer_id, id) in defaults {
            store::write_default_address(tx, &customer_id, &id).await?;
        }
        Ok(())
    }
}
