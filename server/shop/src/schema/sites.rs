//! What each site has in the database besides the schema: the count of its orders. Made when a store that has the site
//! comes to its database, so that a brand can be added without a step of the schema.

use std::collections::BTreeSet;

use fieldhouse_core::brand::Site;
use sea_orm::{
    ActiveValue::Set, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, EntityTrait, QuerySelect, TransactionTrait,
};

use crate::buying::orders::numbers::{sequence_of, store::number_row};

/// The first number of every site.
const FIRST: i64 = 100_001;

/// Sites of this store that have no count yet. Changes nothing. Fails when the database has a site that this store has
/// not: its orders and carts could not be read.
pub async fn missing(connection: &DatabaseConnection) -> Result<Vec<Site>, DbErr> {
    let rows = number_row::Entity::find().select_only().column(number_row::Column::Site);
    let known: BTreeSet<String> = rows.into_tuple().all(connection).await?.into_iter().collect();
    if let Some(foreign) = known.iter().find(|key| Site::parse(key).is_none()) {
        let told = [
            "the database has the site ",
            foreign,
            ", and this store has no such brand: name the folder of its brands",
        ];
        return Err(DbErr::Migration(told.concat()));
    }
    Ok(Site::all().filter(|site| !known.contains(site.key())).collect())
}

/// Makes the counts that are missing. Whoever calls is alone with the database.
pub async fn bring_up(connection: &DatabaseConnection) -> Result<(), DbErr> {
    for site in missing(connection).await? {
        let tx = connection.begin().await?;
        let count = number_row::ActiveModel { site: Set(site.key().to_owned()), next: Set(FIRST) };
        number_row::Entity::insert(count).exec_without_returning(&tx).await?;
        // A row that counts is held until its order is on disk, and every other order waits for it; a sequence is not.
        // SQLite has one writer at a time and goes on counting in the row.
        if tx.get_database_backend() == DbBackend::Postgres {
            let sequence = ["CREATE SEQUENCE ", &sequence_of(site), " START ", &FIRST.to_string()].concat();
            tx.execute_unprepared(&sequence).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}
