//! Bringing the schema to this binary's version: every step with the note that it was taken is one transaction, on
//! both databases (R71). A process that is killed leaves a step whole or not at all.

use fieldhouse_kernel::db::alone::take_time;
use sea_orm::{
    ActiveValue::Set, DatabaseConnection, DbErr, EntityTrait, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager, seaql_migrations};

use super::{leftovers, migrations::Migrator};

/// Takes the steps that are missing. Whoever calls is alone with the database.
pub async fn bring_up(connection: &DatabaseConnection, now: i64) -> Result<(), DbErr> {
    for step in missing(connection).await? {
        let Err(error) = take(connection, step.as_ref(), false, now).await else { continue };
        // An earlier version took its steps in no transaction: what one of them left behind is put away.
        if !matches!(take(connection, step.as_ref(), true, now).await, Ok(true)) {
            return Err(error);
        }
    }
    Ok(())
}

/// Steps this database has not taken, in order. Changes nothing.
pub async fn missing(connection: &DatabaseConnection) -> Result<Vec<Box<dyn MigrationTrait>>, DbErr> {
    let pending = Migrator::get_pending_migrations_read_only(connection).await?;
    let named = |step: &dyn MigrationTrait| pending.iter().any(|pending| pending.name() == step.name());
    Ok(Migrator::migrations().into_iter().filter(|step| named(step.as_ref())).collect())
}

/// How many steps there are.
pub fn steps() -> usize {
    Migrator::migrations().len()
}

/// Takes a step; false when something should have been put away before, and there was nothing.
async fn take(connection: &DatabaseConnection, step: &dyn MigrationTrait, mend: bool, now: i64) -> Result<bool, DbErr> {
    let tx = connection
        .begin_with_options(TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        })
        .await?;
    take_time(&tx).await?;
    Migrator::install(&tx).await?;
    if mend && !leftovers::put_away(&tx, step).await? {
        return Ok(false);
    }
    step.up(&SchemaManager::new(&tx)).await?;
    let note = seaql_migrations::ActiveModel { version: Set(step.name().to_owned()), applied_at: Set(now / 1000) };
    seaql_migrations::Entity::insert(note).exec_without_returning(&tx).await?;
    tx.commit().await?;
    Ok(true)
}
