//! Customers to try the account area with, on each brand, with their business units and addresses; the
//! README lists them with their passwords. They come in files as an operator's own would.

use crate::{
    import::{import_addresses, import_business_units, import_customers, rows::Source},
    state::AppState,
};

/// Sold-to unit of the one who buys at contract prices.
pub const SOLD_TO: &str = "LINCOLN-HS";

/// Puts them into the database, over what was there of the same name; passwords that were set stay.
pub async fn load(state: &AppState) -> anyhow::Result<()> {
    let units = Source::Shipped(include_str!("business-units.csv"));
    import_business_units(state, &units, false).await?;
    // Hashes are computed beforehand: the passwords are no secret, and the first start is to be quick.
    let customers = Source::Shipped(include_str!("customers.csv"));
    import_customers(state, &customers, false).await?;
    let addresses = Source::Shipped(include_str!("addresses.csv"));
    import_addresses(state, &addresses, false).await?;
    Ok(())
}
