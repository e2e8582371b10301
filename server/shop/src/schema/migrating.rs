//! Bringing the schema to this binary's version: every step with the note that it was taken is one transaction, on
//! both databases (R71). A process that is killed leaves a step whole or not at all.

use fieldhouse_kernel::db::alone::take_time;
use sea_orm::{
    ActiveValue::Set, DatabaseConnection, DbErr, EntityTrait, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager, seaql_migrations};

use super::migrations::Migrator;

/// Takes the steps that are missing. Whoever calls is alone with the database.
pub async fn bring_up(connection: &DatabaseConnection, now: i64) -> Result<(), DbErr> {
    for step in missing(connection).await? {
        take(connection, step.as_ref(), now).await?;
    }
    Ok(())
}

/// Steps this database has not taken, in order. Changes nothing. Fails when it has taken one that this binary does not
/// know: a newer version may have moved what this one would write to.
pub async fn missing(connection: &DatabaseConnection) -> Result<Vec<Box<dyn MigrationTrait>>, DbErr> {
    let steps = Migrator::migrations();
    let taken = taken(connection).await?;
    if let Some(unknown) = taken.iter().find(|name| !steps.iter().any(|step| step.name() == name.as_str())) {
        let newest = steps.last().map_or("", |step| step.name());
        return Err(DbErr::Migration(
            ["the database's schema has the step ", unknown, ", this version knows those up to ", newest].concat()
                + ": start the version that made it, or use another database",
        ));
    }
    Ok(steps.into_iter().filter(|step| !taken.iter().any(|name| step.name() == name.as_str())).collect())
}

/// Names of the steps a database has taken.
async fn taken(connection: &DatabaseConnection) -> Result<Vec<String>, DbErr> {
    if !SchemaManager::new(connection).has_table("seaql_migrations").await? {
        return Ok(Vec::new());
    }
    let notes = seaql_migrations::Entity::find().all(connection).await?;
    Ok(notes.into_iter().map(|note| note.version).collect())
}

/// How many steps there are: the schema's version.
pub fn steps() -> usize {
    Migrator::migrations().len()
}

async fn take(connection: &DatabaseConnection, step: &dyn MigrationTrait, now: i64) -> Result<(), DbErr> {
    let tx = connection
        .begin_with_options(TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        })
        .await?;
    take_time(&tx).await?;
    Migrator::install(&tx).await?;
    step.up(&SchemaManager::new(&tx)).await?;
    let note = seaql_migrations::ActiveModel { version: Set(step.name().to_owned()), applied_at: Set(now / 1000) };
    seaql_migrations::Entity::insert(note).exec_without_returning(&tx).await?;
    tx.commit().await
}
