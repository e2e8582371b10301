//! What each site has in the database besides the schema: the count of its orders. Made when a store that has the site
//! comes to its database, so that a brand can be added without a step of the schema.

use fieldhouse_core::brand::{Site, brand};
use sea_orm::{DatabaseConnection, DbErr, TransactionTrait};

use crate::buying::orders::numbers::store;

/// The first number of every site.
const FIRST: i64 = 100_001;

/// Sites of this store that have no count yet. Changes nothing. Fails when the database has a site that this store has
/// not, whose orders and carts could not be read; and when a number could come twice, because a site's letters changed or
/// another site has them.
pub async fn missing(connection: &DatabaseConnection) -> Result<Vec<Site>, DbErr> {
    let rows = store::list_counts(connection).await?;
    for row in &rows {
        let Some(site) = Site::parse(&row.site) else {
            let told = "and this store has no such brand: name the folder of its brands";
            return Err(DbErr::Migration(["the database has the site ", &row.site, ", ", told].concat()));
        };
        let prefix = &brand(site).order_prefix;
        if **prefix != row.prefix {
            let told = [&row.site, " in this database begin with ", &row.prefix, ", and its brand says ", prefix];
            return Err(DbErr::Migration(["the numbers of orders of ", &told.concat()].concat()));
        }
    }
    let is_counted = |site: &Site| rows.iter().any(|row| row.site == site.key());
    Ok(Site::all().filter(|site| !is_counted(site)).collect())
}

/// Makes the counts that are missing. Whoever calls is alone with the database.
pub async fn bring_up(connection: &DatabaseConnection) -> Result<(), DbErr> {
    for site in missing(connection).await? {
        let tx = connection.begin().await?;
        store::insert_count(&tx, site, FIRST).await?;
        tx.commit().await?;
    }
    Ok(())
}
