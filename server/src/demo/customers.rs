//! Customers to try the account area with, on each brand; the README lists them with their passwords.

use fieldhouse_core::{addresses::AddressFormDraft, brand::Site};

use crate::{
    account::{
        passwords::legacy_digest,
        registration::SHIP_TO,
        store::{self, AddressRow, CustomerRow},
    },
    state::AppState,
};

/// Password of all of them.
const PASSWORD: &str = "seven green llamas";
/// Password of the one who comes from the old store, hashed as that store did.
const LEGACY_PASSWORD: &str = "from the old store";

/// Sold-to unit of the one who buys at contract prices.
pub const SOLD_TO: &str = "LINCOLN-HS";

struct Person {
    name: &'static str,
    first_name: &'static str,
    last_name: &'static str,
    title: &'static str,
    addresses: u32,
    cert_reporting: bool,
    legacy: bool,
}

const PEOPLE: [Person; 4] = [
    Person::new("coach", "Dana", "Reyes", "Head Coach", 1),
    Person::new("buyer", "Robin", "Okafor", "Purchasing Manager", 20),
    Person { cert_reporting: true, ..Person::new("director", "Lee", "Margolis", "Athletic Director", 3) },
    Person { legacy: true, ..Person::new("legacy", "Sam", "Whitfield", "Equipment Manager", 1) },
];

const STREETS: [&str; 5] = ["Field Street", "Stadium Drive", "Gymnasium Road", "Bleacher Avenue", "Locker Lane"];

impl Person {
    const fn new(
        name: &'static str,
        first_name: &'static str,
        last_name: &'static str,
        title: &'static str,
        addresses: u32,
    ) -> Self {
        Self { name, first_name, last_name, title, addresses, cert_reporting: false, legacy: false }
    }

    fn address(&self, number: u32) -> AddressFormDraft {
        let street = STREETS.get(usize::try_from(number).unwrap_or(0) % STREETS.len()).copied().unwrap_or_default();
        AddressFormDraft {
            first_name: self.first_name.to_owned(),
            last_name: self.last_name.to_owned(),
            company: "Lincoln High School".to_owned(),
            phone_number: "555-201-7788".to_owned(),
            address: format!("{} {street}", number.saturating_mul(12).saturating_add(12)),
            city: "Dallas".to_owned(),
            state: "TX".to_owned(),
            zip: "75201".to_owned(),
            ..AddressFormDraft::default()
        }
    }
}

/// Puts them into the database with their business units; those who are there stay as they are.
pub async fn load(state: &AppState) -> anyhow::Result<()> {
    let problem = |problem: crate::http::problem::Problem| anyhow::anyhow!("{problem:?}");
    let now = state.clock.millis();
    for person in &PEOPLE {
        // One hash for the same person at the four brands: the passwords are no secret.
        let password_hash = if person.legacy {
            String::new()
        } else {
            state.passwords.hash(&state.ids, PASSWORD).await.map_err(problem)?
        };
        for site in Site::ALL {
            let tx = state.db.write().await?;
            let id = state.ids.random().to_string();
            let addresses = (0..person.addresses)
                .map(|number| {
                    Ok(AddressRow {
                        id: state.ids.random().to_string(),
                        customer_id: id.clone(),
                        position: i64::from(number).saturating_add(1),
                        address_type: SHIP_TO.to_owned(),
                        address: serde_json::to_string(&person.address(number))?,
                    })
                })
                .collect::<anyhow::Result<Vec<_>>>()?;
            let customer = CustomerRow {
                id,
                site: site.key().to_owned(),
                email: format!("{}@demo.example", person.name),
                password_hash: password_hash.clone(),
                legacy_hash: if person.legacy {
                    format!("sha256$demo${}", legacy_digest("demo", LEGACY_PASSWORD))
                } else {
                    String::new()
                },
                first_name: person.first_name.to_owned(),
                last_name: person.last_name.to_owned(),
                title: person.title.to_owned(),
                classification: "School".to_owned(),
                newsletter: false,
                show_cert_reporting: person.cert_reporting,
                default_shipping_address_id: addresses.first().map(|address| address.id.clone()),
                sold_to: String::new(),
                version: 1,
                created_at: now,
                changed_at: now,
            };
            if store::insert_customer(&tx, customer).await? {
                for address in addresses {
                    store::write_address(&tx, address).await?;
                }
                tx.commit().await?;
            }
        }
    }
    super::business_units::load(state).await
}
