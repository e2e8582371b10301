//! `fieldhouse import business-units`. Key and site tell units apart. Units are written first, then what they
//! refer to: a row may name a unit of a later row.

use std::collections::{HashMap, HashSet};

use fieldhouse_core::{
    brand::Site,
    business_units::PartyRole,
    checkout::exemption::Exemption,
    import::business_units::{BroughtUnit, BusinessUnitRowDraft, parse_business_unit_row},
};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ConnectionTrait, DbErr};

use crate::{
    env::Env,
    import::{
        Errors, ImportError, TAX_EXEMPT,
        batches::{self, Keys, Record},
        report::{Fate, TableReport},
        rows::{Row, Source},
    },
    people::{
        business_units::store::{self, UnitRow},
        memberships::refer,
    },
};

/// A unit beside what the store knows.
pub struct Planned {
    brought: BroughtUnit,
    before: Option<UnitRow>,
}

/// Imports units, then what they refer to.
pub async fn import(env: &Env, source: &Source, dry_run: bool) -> Result<TableReport, ImportError> {
    let keys = batches::check::<BroughtUnit>(source).await?;
    let mut counts = batches::look::<BroughtUnit>(env, source, &keys).await?;
    if !dry_run {
        counts = batches::apply::<BroughtUnit>(env, source, &keys).await?;
        batches::apply::<Parties>(env, source, &keys).await?;
    }
    Ok(TableReport { what: BroughtUnit::WHAT, dry_run, counts })
}

/// The units of a batch and of what it refers to, by site and key; what each known one refers to, by its id.
type Known = (HashMap<(Site, String), UnitRow>, HashMap<String, Vec<(PartyRole, String)>>);

async fn known(db: &impl ConnectionTrait, batch: &[(u64, BroughtUnit)]) -> Result<Known, DbErr> {
    let mut rows = HashMap::new();
    let mut ids = Vec::new();
    for site in Site::all() {
        let here = || batch.iter().map(|(_, unit)| unit).filter(|unit| unit.site == site);
        let own: HashSet<&str> = here().map(|unit| unit.key.as_str()).collect();
        let mut keys = own.clone();
        keys.extend(here().flat_map(|unit| &unit.parties).map(|(_, key)| key.as_str()));
        for row in store::list_by_keys(db, site, keys.into_iter()).await? {
            if own.contains(row.key.as_str()) {
                ids.push(row.id.clone());
            }
            rows.insert((site, row.key.clone()), row);
        }
    }
    let mut refers: HashMap<String, Vec<(PartyRole, String)>> = HashMap::new();
    let mut parties = store::list_parties(db, ids).await?;
    parties.sort_by_key(|party| party.position);
    for party in parties {
        refers.entry(party.unit_id).or_default().push((party.role.0, party.party_id));
    }
    Ok((rows, refers))
}

/// Ids of what a unit refers to; nothing when one of them is not there yet.
fn party_ids(brought: &BroughtUnit, rows: &HashMap<(Site, String), UnitRow>) -> Option<Vec<(PartyRole, String)>> {
    let parties = brought.parties.iter();
    parties.map(|(role, key)| Some((*role, rows.get(&(brought.site, key.clone()))?.id.clone()))).collect()
}

impl Record for BroughtUnit {
    const WHAT: &'static str = "business units";
    const COLUMNS: &'static [&'static str] = &["site", "key", "name", "sold_to", "bill_to", "payer", "ship_to"];
    const OPTIONAL: &'static [&'static str] = &[TAX_EXEMPT];
    type Planned = Planned;
    type Coming = ();

    fn read(row: &Row, errors: &mut Errors) -> Option<Self> {
        let text = |column| row.text(column).to_owned();
        let read = parse_business_unit_row(&BusinessUnitRowDraft {
            site: text("site"),
            key: text("key"),
            name: text("name"),
            sold_to: text("sold_to"),
            bill_to: text("bill_to"),
            payer: text("payer"),
            ship_to: text("ship_to"),
            tax_exempt: text(TAX_EXEMPT),
        });
        read.map_err(|broken| errors.record_broken(row.number, &[Self::COLUMNS, Self::OPTIONAL].concat(), &broken)).ok()
    }

    fn once(&self) -> Vec<(&'static str, String)> {
        vec![("key", said(self.site, &self.key))]
    }

    async fn plan(
        db: &impl ConnectionTrait,
        keys: &Keys,
        _coming: &mut (),
        batch: Vec<(u64, Self)>,
        errors: &mut Errors,
    ) -> Result<Vec<(Fate, Planned)>, DbErr> {
        let (mut rows, refers) = known(db, &batch).await?;
        let mut planned = Vec::with_capacity(batch.len());
        for (number, brought) in batch {
            for (role, key) in &brought.parties {
                let there = rows.contains_key(&(brought.site, key.clone()));
                if !there && !keys.contains("key", &said(brought.site, key)) {
                    errors.record_unknown_unit(number, column(*role), key);
                }
            }
            let fate = match rows.get(&(brought.site, brought.key.clone())) {
                None => Fate::Added,
                Some(row) => {
                    let refers = refers.get(&row.id).map_or(&[][..], Vec::as_slice);
                    let same = row.name == brought.name
                        && brought.tax_exempt.is_none_or(|said| said.kept() == row.tax_exempt)
                        && party_ids(&brought, &rows).is_some_and(|ids| ids == refers);
                    if same { Fate::Unchanged } else { Fate::Changed }
                }
            };
            planned.push((fate, brought));
        }
        let mut beside = |brought: Self| {
            let before = rows.remove(&(brought.site, brought.key.clone()));
            Planned { brought, before }
        };
        Ok(planned.into_iter().map(|(fate, brought)| (fate, beside(brought))).collect())
    }

    async fn write(env: &Env, tx: &WriteTx, planned: Vec<(Fate, Planned)>) -> Result<(), DbErr> {
        let now = env.clock.millis();
        let row = |Planned { brought, before }: Planned| match before {
            Some(row) => UnitRow {
                name: brought.name,
                tax_exempt: brought.tax_exempt.map_or(row.tax_exempt, Exemption::kept),
                version: row.version.saturating_add(1),
                changed_at: now,
                ..row
            },
            None => UnitRow {
                id: env.ids.random().to_string(),
                site: brought.site.into(),
                key: brought.key,
                name: brought.name,
                personal_orders: false,
                tax_exempt: brought.tax_exempt.unwrap_or_default().kept(),
                version: 1,
                created_at: now,
                changed_at: now,
            },
        };
        let rows = planned.into_iter().filter(|(fate, _)| *fate != Fate::Unchanged).map(|(_, planned)| row(planned));
        store::write_units(tx, rows.collect()).await
    }
}

/// What units refer to: the same rows once all units are there.
struct Parties(BroughtUnit);

impl Record for Parties {
    const WHAT: &'static str = BroughtUnit::WHAT;
    const COLUMNS: &'static [&'static str] = BroughtUnit::COLUMNS;
    const OPTIONAL: &'static [&'static str] = BroughtUnit::OPTIONAL;
    type Planned = (String, Vec<(PartyRole, String)>);
    type Coming = ();

    fn read(row: &Row, errors: &mut Errors) -> Option<Self> {
        BroughtUnit::read(row, errors).map(Self)
    }

    fn once(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    async fn plan(
        db: &impl ConnectionTrait,
        _keys: &Keys,
        _coming: &mut (),
        batch: Vec<(u64, Self)>,
        errors: &mut Errors,
    ) -> Result<Vec<(Fate, Self::Planned)>, DbErr> {
        let batch: Vec<(u64, BroughtUnit)> = batch.into_iter().map(|(number, Self(unit))| (number, unit)).collect();
        let (rows, mut refers) = known(db, &batch).await?;
        let mut planned = Vec::new();
        for (number, brought) in batch {
            let row = rows.get(&(brought.site, brought.key.clone()));
            let (Some(row), Some(parties)) = (row, party_ids(&brought, &rows)) else {
                errors.record_unknown_unit(number, "key", &brought.key);
                continue;
            };
            if refers.remove(&row.id).unwrap_or_default() != parties {
                planned.push((Fate::Changed, (row.id.clone(), parties)));
            }
        }
        Ok(planned)
    }

    async fn write(_env: &Env, tx: &WriteTx, planned: Vec<(Fate, Self::Planned)>) -> Result<(), DbErr> {
        for (_, (unit_id, parties)) in planned {
            refer(tx, &unit_id, &parties).await?;
        }
        Ok(())
    }
}

fn said(site: Site, key: &str) -> String {
    [site.key(), " ", key].concat()
}

/// The column of a role.
const fn column(role: PartyRole) -> &'static str {
    match role {
        PartyRole::SoldTo => "sold_to",
        PartyRole::BillTo => "bill_to",
        PartyRole::Payer => "payer",
        PartyRole::ShipTo => "ship_to",
    }
}
