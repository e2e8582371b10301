//! Numbers of orders: the brand's letters, and a count of each site's own.

pub mod store;

use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::DbErr;

/// The sequence that counts a site's orders on PostgreSQL.
pub fn sequence_of(site: Site) -> String {
    ["order_number_", site.key()].concat()
}

/// Takes the site's next number, and waits for a name until no other transaction has it. The number of an order that comes to
/// nothing is left out.
pub async fn take(tx: &WriteTx, site: Site, name: &str) -> Result<String, DbErr> {
    let next = store::take_next(tx, site, name).await?;
    Ok(format!("{}-{next}", brand(site).order_prefix))
}
