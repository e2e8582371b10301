//! Business units to try: each brand has a school with a warehouse, and a district that pays for two schools.

use fieldhouse_core::{addresses::AddressFormDraft, brand::Site, business_units::PartyRole};

use super::customers::SOLD_TO;
use crate::{
    account::store::find_by_email,
    business_units::{
        self,
        store::{self, UnitAddressRow, UnitRow},
    },
    state::AppState,
};

struct Unit {
    key: &'static str,
    name: &'static str,
    /// Streets with the name of who is asked for there.
    addresses: &'static [(&'static str, &'static str)],
    /// Keys of what it refers to.
    parties: &'static [(PartyRole, &'static str)],
}

const UNITS: [Unit; 5] = [
    Unit {
        key: "LINCOLN-WAREHOUSE",
        name: "Lincoln High School Field House",
        addresses: &[("48 Stadium Drive", "Receiving"), ("50 Stadium Drive", "Equipment")],
        parties: &[],
    },
    Unit {
        key: "DALLAS-ISD",
        name: "Dallas District Accounts",
        addresses: &[("9400 Ross Avenue", "Accounts")],
        parties: &[],
    },
    Unit {
        key: SOLD_TO,
        name: "Lincoln High School",
        addresses: &[("2826 Hatcher Street", "Athletics")],
        parties: &[
            (PartyRole::SoldTo, SOLD_TO),
            (PartyRole::BillTo, SOLD_TO),
            (PartyRole::Payer, "DALLAS-ISD"),
            (PartyRole::ShipTo, "LINCOLN-WAREHOUSE"),
        ],
    },
    Unit {
        key: "ADAMS-MS",
        name: "Adams Middle School",
        addresses: &[("2239 Dowdy Ferry Road", "Athletics")],
        parties: &[
            (PartyRole::SoldTo, "ADAMS-MS"),
            (PartyRole::BillTo, "DALLAS-ISD"),
            (PartyRole::Payer, "DALLAS-ISD"),
            (PartyRole::ShipTo, "ADAMS-MS"),
        ],
    },
    Unit {
        key: "LAKESIDE-CLUB",
        name: "Lakeside Youth Club",
        addresses: &[("710 Lakeside Road", "Front Desk")],
        parties: &[
            (PartyRole::SoldTo, "LAKESIDE-CLUB"),
            (PartyRole::BillTo, "LAKESIDE-CLUB"),
            (PartyRole::Payer, "LAKESIDE-CLUB"),
            (PartyRole::ShipTo, "LAKESIDE-CLUB"),
        ],
    },
];

/// Who belongs where; everyone else has no business unit.
const MEMBERS: [(&str, &[&str]); 2] =
    [("buyer@demo.example", &[SOLD_TO]), ("director@demo.example", &["ADAMS-MS", SOLD_TO, "LAKESIDE-CLUB"])];

impl Unit {
    fn address(&self, street: &str, desk: &str) -> AddressFormDraft {
        AddressFormDraft {
            first_name: desk.to_owned(),
            last_name: "Office".to_owned(),
            company: self.name.to_owned(),
            phone_number: "555-201-7700".to_owned(),
            address: street.to_owned(),
            country: "US".to_owned(),
            city: "Dallas".to_owned(),
            state: "TX".to_owned(),
            zip: "75201".to_owned(),
            ..AddressFormDraft::default()
        }
    }
}

/// Puts them into the database with their members; sites that have them stay as they are.
pub async fn load(state: &AppState) -> anyhow::Result<()> {
    let now = state.clock.millis();
    for site in Site::ALL {
        let tx = state.db.write().await?;
        if store::find_by_key(&*tx, site.key(), SOLD_TO).await?.is_some() {
            continue;
        }
        let ids = UNITS.map(|unit| (unit.key, state.ids.random().to_string()));
        let id_of =
            |key: &str| ids.iter().find(|(known, _)| *known == key).map(|(_, id)| id.clone()).unwrap_or_default();
        for unit in &UNITS {
            let id = id_of(unit.key);
            let row = UnitRow {
                id: id.clone(),
                site: site.key().to_owned(),
                key: unit.key.to_owned(),
                name: unit.name.to_owned(),
                version: 1,
                created_at: now,
                changed_at: now,
            };
            store::write_unit(&tx, &row).await?;
            let addresses = unit.addresses.iter().zip(1..).map(|((street, desk), position)| {
                Ok(UnitAddressRow {
                    id: state.ids.random().to_string(),
                    unit_id: id.clone(),
                    position,
                    address: serde_json::to_string(&unit.address(street, desk))?,
                })
            });
            store::replace_addresses(&tx, &id, addresses.collect::<anyhow::Result<Vec<_>>>()?).await?;
        }
        for unit in &UNITS {
            let parties: Vec<_> = unit.parties.iter().map(|(role, key)| (*role, id_of(key))).collect();
            business_units::refer(&tx, &id_of(unit.key), &parties).await?;
        }
        for (email, keys) in MEMBERS {
            let Some(customer) = find_by_email(&*tx, site, email).await? else { continue };
            let unit_ids: Vec<String> = keys.iter().map(|key| id_of(key)).collect();
            business_units::assign(&tx, &customer.id, &unit_ids).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}
