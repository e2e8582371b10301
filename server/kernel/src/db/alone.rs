//! Being the only one who prepares a database, whichever process or machine asks: migrations, the first load.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, Statement, TransactionTrait,
};

/// Nobody else holds one of the same database while this lives; the system takes it from who was killed.
pub enum Alone {
    /// An advisory lock, given back with its transaction.
    Postgres(DatabaseTransaction),
    /// A lock on the folder the file lies in. Not on the file: closing a second handle of it would take away
    /// the locks that SQLite holds in this process.
    Sqlite(File),
}

/// Of every lock this store asks PostgreSQL for by number: 'FIELDHOU'.
const POSTGRES_LOCK: i64 = 0x4649_454c_4448_4f55;

impl Alone {
    /// Waits until nobody else prepares this PostgreSQL database.
    pub async fn in_postgres(connection: &DatabaseConnection) -> Result<Self, DbErr> {
        let tx = connection.begin().await?;
        take_time(&tx).await?;
        let lock = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "SELECT pg_advisory_xact_lock($1)",
            [POSTGRES_LOCK.into()],
        );
        tx.query_one_raw(lock).await?;
        Ok(Self::Postgres(tx))
    }

    /// Waits until nobody else prepares an SQLite file of this folder.
    pub async fn in_folder(folder: PathBuf) -> Result<Self, DbErr> {
        let shown = folder.display().to_string();
        let locked = tokio::task::spawn_blocking(move || {
            let folder = File::open(folder)?;
            folder.lock()?;
            Ok::<_, std::io::Error>(folder)
        });
        let locked = locked.await.map_err(|error| DbErr::Custom(error.to_string()))?;
        locked
            .map(Self::Sqlite)
            .map_err(|error| DbErr::Custom(["cannot lock ", &shown, ": ", &error.to_string()].concat()))
    }
}

/// Steps of a schema and who waits for them take as long as they take: within this transaction no time runs out.
pub async fn take_time(tx: &DatabaseTransaction) -> Result<(), DbErr> {
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared(
            "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
             SET LOCAL idle_in_transaction_session_timeout = 0",
        )
        .await?;
    }
    Ok(())
}

/// The folder of an SQLite file, made when it is missing.
pub fn folder_of(path: &str) -> Result<PathBuf, DbErr> {
    let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_owned();
    fs::create_dir_all(&folder)
        .map_err(|error| DbErr::Custom(format!("cannot create {}: {error}", folder.display())))?;
    Ok(folder)
}
