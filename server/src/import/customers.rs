//! `fieldhouse import customers`. E-mail and site tell customers apart; an empty cell leaves what is there.
//! A password that was set here stays, whatever a file says: its hash is not taken over again.

use std::collections::{HashMap, HashSet};

use argon2::PasswordHash;
use fieldhouse_core::{
    brand::Site,
    import::{
        customers::{BroughtCustomer, CustomerRowDraft, parse_customer_row},
        password_hash::{BroughtPassword, PasswordHashError},
    },
    rule::Broken,
    text::SecretText,
};
use sea_orm::{ConnectionTrait, DbErr};

use super::{
    Errors,
    batches::{Keys, Record},
    report::Fate,
    rows::Row,
};
use crate::{
    account::store::{self, CustomerRow},
    business_units::{self, store as units},
    db::WriteTx,
    session::CustomerId,
    state::AppState,
};

/// A customer beside what the store knows.
pub struct Planned {
    brought: BroughtCustomer,
    /// Nothing when there is no such customer yet.
    before: Option<CustomerRow>,
    /// Ids of business units, when others than now.
    units: Option<Vec<String>>,
}

impl Record for BroughtCustomer {
    const WHAT: &'static str = "customers";
    const COLUMNS: &'static [&'static str] = &[
        "site",
        "email",
        "first_name",
        "last_name",
        "title",
        "classification",
        "newsletter",
        "show_cert_reporting",
        "password_hash",
        "business_units",
    ];
    type Planned = Planned;
    type Coming = ();

    fn read(row: &Row, errors: &mut Errors) -> Option<Self> {
        let text = |column| row.text(column).to_owned();
        let read = parse_customer_row(&CustomerRowDraft {
            site: text("site"),
            email: text("email"),
            first_name: text("first_name"),
            last_name: text("last_name"),
            title: text("title"),
            classification: text("classification"),
            newsletter: text("newsletter"),
            show_cert_reporting: text("show_cert_reporting"),
            password_hash: SecretText(text("password_hash")),
            business_units: text("business_units"),
        });
        // What looks like a hash must be one: it is first read when its owner signs in.
        let read = read.and_then(|customer| match &customer.password {
            BroughtPassword::Ours(hash) if PasswordHash::new(hash).is_err() => {
                Err(vec![PasswordHashError::Unknown.at("passwordHash")])
            }
            _ => Ok(customer),
        });
        read.map_err(|broken| errors.tell_broken(row.number, Self::COLUMNS, &broken)).ok()
    }

    fn once(&self) -> Vec<(&'static str, String)> {
        vec![("email", [self.site.key(), " ", self.email.as_str()].concat())]
    }

    async fn plan(
        db: &impl ConnectionTrait,
        _keys: &Keys,
        _coming: &mut (),
        batch: Vec<(u64, Self)>,
        errors: &mut Errors,
    ) -> Result<Vec<(Fate, Planned)>, DbErr> {
        let mut known: HashMap<(String, String), CustomerRow> = HashMap::new();
        let mut unit_ids: HashMap<(Site, String), String> = HashMap::new();
        for site in Site::ALL {
            let here = || batch.iter().map(|(_, customer)| customer).filter(|customer| customer.site == site);
            let rows = store::list_by_emails(db, site, here().map(|customer| customer.email.as_str())).await?;
            known.extend(rows.into_iter().map(|row| ((row.site.clone(), row.email.clone()), row)));
            let keys: HashSet<&str> =
                here().filter_map(|c| c.business_units.as_ref()).flatten().map(String::as_str).collect();
            let rows = units::list_by_keys(db, site, keys.into_iter()).await?;
            unit_ids.extend(rows.into_iter().map(|unit| ((site, unit.key), unit.id)));
        }
        let ids: Vec<&str> = known.values().map(|row| row.id.as_str()).collect();
        let mut belongs: HashMap<String, Vec<String>> = HashMap::new();
        for member in units::list_memberships(db, &ids).await? {
            belongs.entry(member.customer_id).or_default().push(member.unit_id);
        }
        let mut planned = Vec::with_capacity(batch.len());
        for (number, brought) in batch {
            let mut wanted = brought.business_units.is_some().then(Vec::new);
            for key in brought.business_units.iter().flatten() {
                match unit_ids.get(&(brought.site, key.clone())) {
                    Some(id) => wanted.get_or_insert_default().push(id.clone()),
                    None => errors.tell_unknown_unit(number, "business_units", key),
                }
            }
            let before = known.remove(&(brought.site.key().to_owned(), brought.email.as_str().to_owned()));
            let now = before.as_ref().and_then(|row| belongs.remove(&row.id)).unwrap_or_default();
            let units = wanted.filter(|wanted| *wanted != now);
            let fate = match &before {
                None => Fate::Added,
                Some(row) if units.is_none() && after(row.clone(), &brought) == *row => Fate::Unchanged,
                Some(_) => Fate::Changed,
            };
            planned.push((fate, Planned { brought, before, units }));
        }
        Ok(planned)
    }

    async fn write(state: &AppState, tx: &WriteTx, planned: Vec<(Fate, Planned)>) -> Result<(), DbErr> {
        let now = state.clock.millis();
        let (mut added, mut memberships) = (Vec::new(), Vec::new());
        for (fate, Planned { brought, before, units }) in planned {
            let id = match before {
                None => {
                    let id = state.ids.random().to_string();
                    added.push(after(new(&id, &brought, now), &brought));
                    id
                }
                Some(row) => {
                    if fate == Fate::Changed {
                        change(tx, &row, &brought, now).await?;
                    }
                    row.id
                }
            };
            memberships.extend(units.map(|units| (id, units)));
        }
        store::insert_customers(tx, added).await?;
        business_units::assign_all(tx, &memberships).await
    }
}

/// Changes a customer as they are now, who is held.
async fn change(tx: &WriteTx, seen: &CustomerRow, brought: &BroughtCustomer, now: i64) -> Result<(), DbErr> {
    let id = uuid::Uuid::parse_str(&seen.id).map_err(|error| DbErr::Custom(error.to_string()))?;
    match store::step_customer(tx, CustomerId(id), now).await? {
        Some(row) => store::update_customer(tx, &after(row, brought)).await,
        None => Ok(()),
    }
}

/// A customer of whom nothing is known but who it is.
fn new(id: &str, brought: &BroughtCustomer, now: i64) -> CustomerRow {
    CustomerRow {
        id: id.to_owned(),
        site: brought.site.key().to_owned(),
        email: brought.email.as_str().to_owned(),
        password_hash: String::new(),
        legacy_hash: String::new(),
        first_name: String::new(),
        last_name: String::new(),
        title: String::new(),
        classification: String::new(),
        newsletter: false,
        show_cert_reporting: false,
        default_shipping_address_id: None,
        sold_to: String::new(),
        version: 1,
        created_at: now,
        changed_at: now,
    }
}

/// A customer after the row.
fn after(row: CustomerRow, brought: &BroughtCustomer) -> CustomerRow {
    let said = |text: &String, before: String| if text.is_empty() { before } else { text.clone() };
    let mut row = CustomerRow {
        first_name: brought.first_name.clone(),
        last_name: brought.last_name.clone(),
        title: said(&brought.title, row.title),
        classification: said(&brought.classification, row.classification),
        newsletter: brought.newsletter.unwrap_or(row.newsletter),
        show_cert_reporting: brought.show_cert_reporting.unwrap_or(row.show_cert_reporting),
        ..row
    };
    if row.password_hash.is_empty() {
        match &brought.password {
            BroughtPassword::None => {}
            BroughtPassword::Ours(hash) => {
                row.password_hash.clone_from(hash);
                row.legacy_hash.clear();
            }
            BroughtPassword::Legacy(hash) => row.legacy_hash = hash.stored(),
        }
    }
    row
}
