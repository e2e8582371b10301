//! `fieldhouse import customers`. E-mail and site tell customers apart; an empty cell leaves what is there.
//! A password that was set here stays, whatever a file says: its hash is not taken over again.

use std::collections::{HashMap, HashSet};

use argon2::PasswordHash;
use fieldhouse_core::{
    brand::Site,
    checkout::exemption::Exemption,
    import::{
        customers::{BroughtCustomer, CustomerRowDraft, parse_customer_row},
        password_hash::{BroughtPassword, PasswordHashError},
    },
    people::MemberRole,
    rule::Broken,
    text::SecretText,
};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ConnectionTrait, DbErr};

use crate::{
    env::Env,
    import::{
        Errors, TAX_EXEMPT,
        batches::{Keys, Record},
        report::{Counts, Fate},
        rows::Row,
    },
    owner::CustomerId,
    people::{
        account::store::{self, CustomerRow},
        business_units::store as units,
        members::{self, invitations},
    },
};

/// A customer beside what the store knows.
pub struct Planned {
    brought: BroughtCustomer,
    /// Nothing when there is no such customer yet.
    before: Option<CustomerRow>,
    /// Business units with what is said of the role, when others than now.
    units: Option<Vec<(String, Option<MemberRole>)>>,
    /// Roles that would be given: those of units that are new, and those that change.
    roles: Vec<MemberRole>,
    /// What is not given before the e-mail is confirmed (R74): words for the report.
    waits: String,
    /// Units into which the e-mail is invited instead.
    invited: Vec<(String, MemberRole)>,
}

/// What would be given to a customer whose e-mail is not confirmed.
struct Waiting {
    /// Unit, its key, role.
    units: Vec<(String, String, MemberRole)>,
    reporting: bool,
}

impl Waiting {
    fn note_for(&self, email: &str) -> String {
        let units = self.units.iter().map(|(_, key, role)| format!("{key} as {}, by invitation", role.key()));
        let reporting = self.reporting.then(|| "certificate reporting".to_owned());
        let all: Vec<String> = units.chain(reporting).collect();
        if all.is_empty() { String::new() } else { format!("{email}: {}", all.join("; ")) }
    }
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
    const OPTIONAL: &'static [&'static str] = &[TAX_EXEMPT];
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
            tax_exempt: text(TAX_EXEMPT),
        });
        // What looks like a hash must be one: it is first read when its owner signs in.
        let read = read.and_then(|customer| match &customer.password {
            BroughtPassword::Ours(hash) if PasswordHash::new(hash).is_err() => {
                Err(vec![PasswordHashError::Unknown.at("passwordHash")])
            }
            _ => Ok(customer),
        });
        read.map_err(|broken| errors.record_broken(row.number, &[Self::COLUMNS, Self::OPTIONAL].concat(), &broken)).ok()
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
        let mut known: HashMap<(Site, String), CustomerRow> = HashMap::new();
        let mut unit_ids: HashMap<(Site, String), String> = HashMap::new();
        for site in Site::all() {
            let here = || batch.iter().map(|(_, customer)| customer).filter(|customer| customer.site == site);
            let rows = store::list_by_emails(db, site, here().map(|customer| customer.email.as_str())).await?;
            known.extend(rows.into_iter().map(|row| ((row.site.0, row.email.clone()), row)));
            let keys: HashSet<&str> =
                here().filter_map(|c| c.business_units.as_ref()).flatten().map(|unit| unit.key.as_str()).collect();
            let rows = units::list_by_keys(db, site, keys.into_iter()).await?;
            unit_ids.extend(rows.into_iter().map(|unit| ((site, unit.key), unit.id)));
        }
        let ids: Vec<&str> = known.values().map(|row| row.id.as_str()).collect();
        let mut belongs: HashMap<String, Vec<(String, Option<MemberRole>)>> = HashMap::new();
        for member in units::list_memberships(db, &ids).await? {
            let role = Some(member.role.0);
            belongs.entry(member.customer_id).or_default().push((member.unit_id, role));
        }
        let mut planned = Vec::with_capacity(batch.len());
        for (number, brought) in batch {
            let mut wanted = brought.business_units.is_some().then(Vec::new);
            let mut keys = HashMap::new();
            for unit in brought.business_units.iter().flatten() {
                match unit_ids.get(&(brought.site, unit.key.clone())) {
                    Some(id) => {
                        keys.insert(id.clone(), unit.key.clone());
                        wanted.get_or_insert_default().push((id.clone(), unit.role));
                    }
                    None => errors.record_unknown_unit(number, "business_units", &unit.key),
                }
            }
            let before = known.remove(&(brought.site, brought.email.as_str().to_owned()));
            let now = before.as_ref().and_then(|row| belongs.remove(&row.id)).unwrap_or_default();
            let role_now = |id: &String| now.iter().find(|(known, _)| known == id).map(|(_, role)| *role);
            let given = |(id, said): &(String, Option<MemberRole>)| match role_now(id) {
                None => Some(said.unwrap_or_default()),
                Some(role) => said.filter(|said| role != Some(*said)),
            };
            let roles: Vec<MemberRole> = wanted.iter().flatten().filter_map(given).collect();
            let (mut waits, mut invited) = (String::new(), Vec::new());
            let (units, roles) = match &before {
                Some(row) if row.confirmed_at.is_none() => {
                    let units = wanted
                        .iter()
                        .flatten()
                        .filter_map(|unit| Some((unit.0.clone(), keys.get(&unit.0)?.clone(), given(unit)?)));
                    let reporting = brought.show_cert_reporting == Some(true) && !row.show_cert_reporting;
                    let waiting = Waiting { units: units.collect(), reporting };
                    waits = waiting.note_for(brought.email.as_str());
                    invited = not_invited(db, waiting.units, brought.email.as_str()).await?;
                    // What the file takes away is gone at once.
                    (wanted.filter(|wanted| wanted.is_empty() && !now.is_empty()), Vec::new())
                }
                _ => {
                    let same_units =
                        |wanted: &Vec<(String, _)>| wanted.iter().map(|(id, _)| id).eq(now.iter().map(|(id, _)| id));
                    (wanted.filter(|wanted| !roles.is_empty() || !same_units(wanted)), roles)
                }
            };
            let same = units.is_none() && invited.is_empty();
            let fate = match &before {
                None => Fate::Added,
                Some(row) if same && after(row.clone(), &brought) == *row => Fate::Unchanged,
                Some(_) => Fate::Changed,
            };
            planned.push((fate, Planned { brought, before, units, roles, waits, invited }));
        }
        Ok(planned)
    }

    fn note(planned: &Planned, counts: &mut Counts) {
        for role in &planned.roles {
            let given = counts.roles.entry(*role).or_default();
            *given = given.saturating_add(1);
        }
        if !planned.waits.is_empty() {
            counts.wait(&planned.waits);
        }
    }

    async fn write(env: &Env, tx: &WriteTx, planned: Vec<(Fate, Planned)>) -> Result<(), DbErr> {
        let now = env.clock.millis();
        let (mut added, mut memberships) = (Vec::new(), Vec::new());
        for (fate, Planned { brought, before, units, invited, .. }) in planned {
            for (unit_id, role) in invited {
                let whom = (unit_id.as_str(), brought.email.as_str(), role);
                let written = invitations::write(env, tx, brought.site, whom, "").await;
                written.map_err(|failure| DbErr::Custom(format!("{failure:?}")))?;
            }
            let id = match before {
                None => {
                    let id = env.ids.random().to_string();
                    let new = CustomerRow::new(id.clone(), brought.site, brought.email.as_str(), now);
                    // Whose it is the operator knows.
                    added.push(after(CustomerRow { confirmed_at: Some(now), ..new }, &brought));
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
        crate::people::memberships::assign_all(tx, &memberships).await
    }
}

/// Those of some units that an e-mail is not invited into yet as the file says.
async fn not_invited(
    db: &impl ConnectionTrait,
    units: Vec<(String, String, MemberRole)>,
    email: &str,
) -> Result<Vec<(String, MemberRole)>, DbErr> {
    let open = members::store::list_of_email(db, units.iter().map(|(id, ..)| id.clone()).collect(), email).await?;
    let is_open = |id: &str, role: MemberRole| open.iter().any(|one| one.unit_id == id && *one.role == role);
    Ok(units.into_iter().map(|(id, _, role)| (id, role)).filter(|(id, role)| !is_open(id, *role)).collect())
}

/// Changes a customer as they are now, who is held.
async fn change(tx: &WriteTx, seen: &CustomerRow, brought: &BroughtCustomer, now: i64) -> Result<(), DbErr> {
    let id = uuid::Uuid::parse_str(&seen.id).map_err(|error| DbErr::Custom(error.to_string()))?;
    match store::step_customer(tx, CustomerId(id), now).await? {
        Some(row) => store::update_customer(tx, &after(row, brought)).await,
        None => Ok(()),
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
        tax_exempt: brought.tax_exempt.map_or(row.tax_exempt, Exemption::kept),
        // Given to confirmed e-mails alone, taken from everybody (R74).
        show_cert_reporting: match brought.show_cert_reporting {
            Some(true) => row.show_cert_reporting || row.confirmed_at.is_some(),
            Some(false) => false,
            None => row.show_cert_reporting,
        },
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
