//! Customers to try the account area with, on each brand, with their business units and addresses; the
//! README lists them with their passwords. They come in files as an operator's own would.

use fieldhouse_core::{brand::Site, people::MemberRole};

use fieldhouse_shop::{
    import::rows::Source,
    people::{
        account::store::find_by_email,
        business_units::store as units,
        import::{import_addresses, import_business_units, import_customers},
    },
    state::AppState,
};

/// Sold-to unit of the one who buys at contract prices.
pub const SOLD_TO: &str = "LINCOLN-HS";

/// Who decides about orders of a unit, and who looks after it; everyone else of a unit is a buyer.
const ROLES: [(&str, MemberRole, &[&str]); 2] = [
    ("approver@demo.example", MemberRole::Approver, &[SOLD_TO]),
    ("director@demo.example", MemberRole::Administrator, &["ADAMS-MS", SOLD_TO, "LAKESIDE-CLUB"]),
];

/// Puts them into the database, over what was there of the same name; passwords that were set stay.
pub async fn load(state: &AppState) -> anyhow::Result<()> {
    let units = Source::Shipped(include_str!("business-units.csv"));
    import_business_units(state, &units, false).await?;
    // Hashes are computed beforehand: the passwords are no secret, and the first start is to be quick.
    let customers = Source::Shipped(include_str!("customers.csv"));
    import_customers(state, &customers, false).await?;
    let addresses = Source::Shipped(include_str!("addresses.csv"));
    import_addresses(state, &addresses, false).await?;
    give_roles(state).await
}

/// The files leave roles unsaid, so that loading them again takes none away. A unit that has an administrator stays as its people have made it.
async fn give_roles(state: &AppState) -> anyhow::Result<()> {
    for site in Site::BUILT_IN {
        let tx = state.db.write().await?;
        for (email, role, keys) in ROLES {
            let customer = find_by_email(&*tx, site, email).await?;
            // Not for somebody who registered the name first.
            let Some(customer) = customer.filter(|customer| customer.confirmed_at.is_some()) else { continue };
            for key in keys {
                let Some(unit) = units::find_by_key(&*tx, site.key(), key).await? else { continue };
                let people = units::list_people(&*tx, vec![unit.id.clone()]).await?;
                if !people.iter().any(|member| *member.role == MemberRole::Administrator) {
                    fieldhouse_shop::people::memberships::join(&tx, &customer.id, &unit.id, role).await?;
                }
            }
        }
        tx.commit().await?;
    }
    Ok(())
}
