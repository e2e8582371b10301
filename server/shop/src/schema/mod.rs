//! The schema of the store's database: its steps, and bringing a database to this binary's version.

mod migrating;
pub mod migrations;

use fieldhouse_kernel::{clock::Clock, db::Db};
use sea_orm::DbErr;

/// Brings the schema to this binary's version; processes that start together wait for each other.
pub async fn migrate(db: &Db) -> Result<(), DbErr> {
    if migrating::missing(db.durable()).await?.is_empty() {
        return Ok(());
    }
    let _alone = db.alone().await?;
    migrating::bring_up(db.durable(), Clock::Machine.millis()).await
}

/// Steps of the schema this database has not taken yet. Changes nothing. Fails when the database is ahead.
pub async fn pending_migrations(db: &Db) -> Result<usize, DbErr> {
    migrating::missing(db.durable()).await.map(|missing| missing.len())
}

/// The version of the schema this binary works with: how many steps lead to it.
pub fn version() -> usize {
    migrating::steps()
}

/// True when no step of the schema was ever taken. Changes nothing.
pub async fn is_unprepared(db: &Db) -> Result<bool, DbErr> {
    Ok(pending_migrations(db).await? == migrating::steps())
}
