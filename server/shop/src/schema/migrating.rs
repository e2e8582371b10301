//! Bringing the schema to this binary's version: every step with the note that it was taken is one transaction, on
//! both databases (R71). A process that is killed leaves a step whole or not at all.

use fieldhouse_kernel::db::alone::take_time;
use sea_orm::{
    ActiveValue::Set, DatabaseConnection, DbErr, EntityTrait, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager, seaql_migrations};

use super::migrations::Migrator;

/// Steps, in order.
pub type Steps = Vec<Box<dyn MigrationTrait>>;

/// Takes the steps that are missing. Whoever calls is alone with the database.
pub async fn bring_up(connection: &DatabaseConnection, steps: Steps, now: i64) -> Result<(), DbErr> {
    for step in missing(connection, steps).await? {
        take(connection, step.as_ref(), now).await?;
    }
    Ok(())
}

/// Those of the steps this database has not taken. Changes nothing. Fails when it has taken one that is none of them: a
/// newer version may have moved what this one would write to.
pub async fn missing(connection: &DatabaseConnection, steps: Steps) -> Result<Steps, DbErr> {
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

#[cfg(test)]
mod tests {
    use fieldhouse_kernel::db::Db;
    use sea_orm_migration::prelude::*;

    use super::*;

    /// Makes a table by the name, and then may fail.
    struct Step(&'static str, bool);

    impl MigrationName for Step {
        fn name(&self) -> &str {
            self.0
        }
    }

    #[async_trait::async_trait]
    impl MigrationTrait for Step {
        async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
            let column = ColumnDef::new("id").text().to_owned();
            manager.create_table(Table::create().table(self.0).col(column).to_owned()).await?;
            if self.1 { Err(DbErr::Custom("on purpose".to_owned())) } else { Ok(()) }
        }
    }

    fn steps(fails: bool) -> Steps {
        vec![Box::new(Step("one", false)), Box::new(Step("two", fails)), Box::new(Step("three", false))]
    }

    #[tokio::test]
    async fn r71_an_upgrade_that_fails_stops_between_two_whole_steps_and_goes_on_from_there() {
        let db = Db::none().await.unwrap();
        let there = async |table: &str| SchemaManager::new(db.direct()).has_table(table).await.unwrap();
        bring_up(db.direct(), steps(true), 0).await.unwrap_err();
        assert_eq!((there("one").await, there("two").await, there("three").await), (true, false, false));
        let left = missing(db.direct(), steps(false)).await.unwrap();
        assert_eq!(left.iter().map(|step| step.name()).collect::<Vec<_>>(), ["two", "three"]);
        bring_up(db.direct(), steps(false), 0).await.unwrap();
        assert!(there("two").await && there("three").await);
        assert!(missing(db.direct(), steps(false)).await.unwrap().is_empty());
        // A version that knows the first step alone leaves the database as it is.
        let refused = missing(db.direct(), vec![Box::new(Step("one", false))]).await.err().unwrap().to_string();
        assert!(refused.contains("\"two\"") || refused.contains("two,"), "{refused}");
    }
}
