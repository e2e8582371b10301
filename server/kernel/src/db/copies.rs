//! Copies of an SQLite file, taken while others write it, and whether a file is whole (R29).

use std::{collections::BTreeMap, path::Path};

use anyhow::Context;
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, Statement,
    sea_query::{Alias, Expr, ExprTrait, Query},
};

use super::ACQUIRE_TIMEOUT;

/// Rows by table.
pub type Counts = BTreeMap<String, i64>;

/// Writes the database of a file, as it is at one moment, into another file that is not there yet. Nobody who reads or
/// writes meanwhile waits for it. What was freed is left out, so the copy may be smaller.
pub async fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let to = to.to_str().context("the copy's name cannot be read")?;
    // Not read-only: after a kill what is only in the log has to be found, and the log's index made.
    let source = open(from, "mode=rw").await?;
    let copied = source
        .execute_raw(Statement::from_sql_and_values(DbBackend::Sqlite, "VACUUM INTO ?", [to.into()]))
        .await
        .map(drop);
    source.close().await?;
    Ok(copied?)
}

/// Looks through every page, index and reference of a file that nobody writes; tells how many rows each table has, and
/// leaves nothing beside it.
pub async fn look_through(file: &Path) -> anyhow::Result<Counts> {
    let db = open(file, "mode=ro&immutable=true").await?;
    let found = examine(&db).await;
    db.close().await?;
    found
}

async fn open(file: &Path, how: &str) -> anyhow::Result<DatabaseConnection> {
    let shown = file.to_str().context("the database's name cannot be read")?;
    let mut options = ConnectOptions::new(["sqlite:", shown, "?", how].concat());
    options.max_connections(1).acquire_timeout(ACQUIRE_TIMEOUT).idle_timeout(None).sqlx_logging(false);
    // Copying waits for whoever opens or closes the file, not for who writes it.
    options.map_sqlx_sqlite_opts(|sqlite| sqlite.pragma("busy_timeout", "10000"));
    // What connecting keeps is large, and lives no longer than this.
    Ok(Box::pin(Database::connect(options)).await?)
}

async fn examine(db: &DatabaseConnection) -> anyhow::Result<Counts> {
    let told = texts(db, "PRAGMA integrity_check").await?;
    let whole = told.iter().all(|line| line == "ok");
    anyhow::ensure!(whole, "the database is damaged: {}", told.first().map_or("it says nothing", String::as_str));
    let loose = texts(db, "PRAGMA foreign_key_check").await?;
    anyhow::ensure!(loose.is_empty(), "rows of the table {} name rows that are not there", loose.join(", "));
    let mut counts = Counts::new();
    for table in
        texts(db, "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %'").await?
    {
        let count = Query::select().expr(Expr::cust("*").count()).from(Alias::new(&table)).to_owned();
        let row = db.query_one(&count).await?.context("a table that does not say how many rows it has")?;
        counts.insert(table, row.try_get_by_index(0)?);
    }
    Ok(counts)
}

/// The first column of each row, once.
async fn texts(db: &DatabaseConnection, question: &str) -> Result<Vec<String>, DbErr> {
    let rows = db.query_all_raw(Statement::from_string(DbBackend::Sqlite, question)).await?;
    let mut texts = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<String>, DbErr>>()?;
    texts.dedup();
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use crate::db::Db;

    use super::*;

    #[tokio::test]
    async fn r29_a_copy_is_of_one_moment_and_a_damaged_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let (file, copied) = (folder.path().join("store.db"), folder.path().join("copy.db"));
        let db = Db::connect(&["sqlite:", file.to_str().unwrap()].concat()).await.unwrap();
        let tell = async |statement: &str| {
            let tx = db.write().await.unwrap();
            tx.execute_unprepared(statement).await.unwrap();
            tx.commit().await.unwrap();
        };
        tell("CREATE TABLE shelf (id INTEGER PRIMARY KEY, what TEXT)").await;
        tell("CREATE TABLE piece (shelf_id INTEGER REFERENCES shelf (id))").await;
        tell("INSERT INTO shelf (what) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT 'ball ' || i FROM n").await;
        // Somebody is in the middle of writing.
        let tx = db.write().await.unwrap();
        tx.execute_unprepared("INSERT INTO shelf (what) VALUES ('not there yet')").await.unwrap();
        copy(&file, &copied).await.unwrap();
        tx.commit().await.unwrap();
        let expected = Counts::from([("piece".to_owned(), 0), ("shelf".to_owned(), 5000)]);
        assert_eq!(look_through(&copied).await.unwrap(), expected);
        assert!(copy(&file, &copied).await.is_err(), "nothing is written over");
        let beside: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(!beside.iter().any(|name| name.to_str().unwrap().starts_with("copy.db-")), "{beside:?}");

        let bytes = std::fs::read(&copied).unwrap();
        let mut flipped = bytes.clone();
        // A page in the middle: the header of its b-tree.
        flipped[bytes.len() / 4096 / 2 * 4096 + 3] ^= 0xff;
        std::fs::write(&copied, flipped).unwrap();
        let damaged = look_through(&copied).await.unwrap_err().to_string();
        assert!(damaged.contains("damaged") || damaged.contains("malformed"), "{damaged}");
        std::fs::write(&copied, &bytes[..bytes.len() / 2]).unwrap();
        assert!(look_through(&copied).await.is_err());
    }
}
