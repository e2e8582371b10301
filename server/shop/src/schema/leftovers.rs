//! What a step of the schema left in an SQLite file when it was killed and ran in no transaction, as versions
//! before this one did: found by comparing with the schemas before and after the step, and put away.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseTransaction, DbBackend, DbErr, Statement};
use sea_orm_migration::{MigrationTrait, MigratorTrait, SchemaManager};

use super::migrations::Migrator;

/// Tables with their columns, and indexes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shape {
    tables: BTreeMap<String, BTreeSet<String>>,
    indexes: BTreeSet<String>,
}

/// Tables that steps of those versions copied into, to put them in another's place.
const COPIES: [(&str, &str); 4] = [
    ("content_document_wider", "content_document"),
    ("content_document_versioned", "content_document"),
    ("content_document_next", "content_document"),
    ("change_request_wider", "change_request"),
];

/// Takes away what a step made before it was killed; true when there was something. No store ever ran on such a
/// schema, so that all it holds is what the step wrote, and a copy whose original is gone is the original.
pub async fn put_away(tx: &DatabaseTransaction, step: &dyn MigrationTrait) -> Result<bool, DbErr> {
    if tx.get_database_backend() != DbBackend::Sqlite {
        return Ok(false);
    }
    let (before, after) = around(tx, step).await?;
    tx.execute_unprepared("PRAGMA defer_foreign_keys = ON").await?;
    let found = shape(tx).await?;
    let mut any = false;
    for (copy, original) in COPIES {
        if !found.tables.contains_key(copy) {
            continue;
        }
        any = true;
        if found.tables.contains_key(original) {
            change(tx, &["DROP TABLE ", &quoted(copy)]).await?;
        } else {
            change(tx, &["ALTER TABLE ", &quoted(copy), " RENAME TO ", &quoted(original)]).await?;
        }
    }
    let found = shape(tx).await?;
    for index in found.indexes.iter().filter(|index| after.indexes.contains(*index) && !before.indexes.contains(*index))
    {
        any = true;
        change(tx, &["DROP INDEX ", &quoted(index)]).await?;
    }
    for (table, columns) in &found.tables {
        let Some(made) = after.tables.get(table) else { continue };
        let Some(kept) = before.tables.get(table) else {
            any = true;
            change(tx, &["DROP TABLE ", &quoted(table)]).await?;
            continue;
        };
        for column in columns.iter().filter(|column| made.contains(*column) && !kept.contains(*column)) {
            any = true;
            change(tx, &["ALTER TABLE ", &quoted(table), " DROP COLUMN ", &quoted(column)]).await?;
        }
    }
    Ok(any)
}

/// The schema of the steps that were finished, and the one after this step: both made anew in memory.
async fn around(tx: &DatabaseTransaction, step: &dyn MigrationTrait) -> Result<(Shape, Shape), DbErr> {
    let steps = Migrator::get_applied_migrations_read_only(tx).await?;
    let done: BTreeSet<String> = steps.iter().map(|step| step.name().to_owned()).collect();
    let memory = Database::connect(ConnectOptions::new("sqlite::memory:").max_connections(1).to_owned()).await?;
    Migrator::install(&memory).await?;
    for step in Migrator::migrations().into_iter().filter(|step| done.contains(step.name())) {
        step.up(&SchemaManager::new(&memory)).await?;
    }
    let before = shape(&memory).await?;
    step.up(&SchemaManager::new(&memory)).await?;
    let after = shape(&memory).await?;
    memory.close().await?;
    Ok((before, after))
}

async fn shape(db: &impl ConnectionTrait) -> Result<Shape, DbErr> {
    let ask = |sql: &str| Statement::from_string(DbBackend::Sqlite, sql);
    let columns = "SELECT t.name AS made, c.name AS part FROM sqlite_master t, pragma_table_info(t.name) c \
                   WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";
    let mut shape = Shape::default();
    for row in db.query_all_raw(ask(columns)).await? {
        shape.tables.entry(row.try_get("", "made")?).or_default().insert(row.try_get("", "part")?);
    }
    let indexes = "SELECT name AS made FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
    for row in db.query_all_raw(ask(indexes)).await? {
        shape.indexes.insert(row.try_get("", "made")?);
    }
    Ok(shape)
}

async fn change(tx: &DatabaseTransaction, words: &[&str]) -> Result<(), DbErr> {
    tx.execute_unprepared(&words.concat()).await.map(drop)
}

/// A name out of the schema itself, as an identifier.
fn quoted(name: &str) -> String {
    ["\"", &name.replace('"', "\"\""), "\""].concat()
}
