//! The schema of the store's database: its steps, and bringing a database to this binary's version.

mod migrating;
pub mod migrations;
mod sites;

use fieldhouse_kernel::db::Db;
use sea_orm::DbErr;
use sea_orm_migration::MigratorTrait;

use migrations::Migrator;

/// Brings the schema to this binary's version and to this store's sites; processes that start together wait for each
/// other.
pub async fn migrate(db: &Db) -> Result<(), DbErr> {
    let connection = db.direct();
    let has_schema = migrating::missing(connection, Migrator::migrations()).await?.is_empty();
    if has_schema && sites::missing(connection).await?.is_empty() {
        return Ok(());
    }
    let _alone = db.alone().await?;
    migrating::bring_up(connection, Migrator::migrations(), db.clock().millis()).await?;
    sites::bring_up(connection).await
}

/// Steps of the schema this database has not taken yet. Changes nothing. Fails when the database is ahead, or has a site
/// that this store has not.
pub async fn pending_migrations(db: &Db) -> Result<usize, DbErr> {
    let missing = migrating::missing(db.direct(), Migrator::migrations()).await?.len();
    if missing == 0 {
        sites::missing(db.direct()).await?;
    }
    Ok(missing)
}

/// The version of the schema this binary works with: how many steps lead to it.
pub fn version() -> usize {
    Migrator::migrations().len()
}

/// True when no step of the schema was ever taken. Changes nothing.
pub async fn is_unprepared(db: &Db) -> Result<bool, DbErr> {
    Ok(pending_migrations(db).await? == Migrator::migrations().len())
}
