//! The database: SQLite by default, PostgreSQL by address. Readers, one writer, and who prepares it alone.
//! Not here: its schema, and queries, which live in the features' `store.rs`.

pub mod alone;
pub mod columns;
mod insert;
mod lines;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use futures_util::future::BoxFuture;
use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    IsolationLevel, RuntimeErr, SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
    sqlx::{self, Connection, PgConnection, SqliteConnection},
};
use tokio::sync::{Mutex, OwnedMutexGuard};

use self::lines::{LinePlace, Lines};
pub use self::{alone::Alone, insert::insert_all};

/// Handles to one database. What waits for one of them waits for no other: orders that are blocked leave pages,
/// carts and the question whether this process is ready alone, and whoever waits for one cart or one certificate waits
/// without a connection (R77).
///
/// SQLite: a pool of readers and two single-connection writers that take turns: one with
/// synchronous=NORMAL for carts and sessions, one with FULL for commits that acknowledge an order.
/// PostgreSQL: a pool each.
#[derive(Clone)]
pub struct Db {
    reader: DatabaseConnection,
    writer: DatabaseConnection,
    durable: DatabaseConnection,
    /// For nothing but the question whether there is an answer.
    pulse: DatabaseConnection,
    /// Where an SQLite file lies.
    folder: Option<PathBuf>,
    /// SQLite has one writer at a time: waiting here is fair and costs nothing, waiting in the file is neither.
    turn: Option<Arc<Mutex<()>>>,
    lines: Lines,
}

/// The connections of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// At most.
    pub most: u32,
    /// Open.
    pub open: u32,
    /// Held by somebody.
    pub in_use: u32,
}

impl Connections {
    fn of<D: sqlx::Database>(pool: &sqlx::Pool<D>) -> Self {
        let open = pool.size();
        let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
        Self { most: pool.options().get_max_connections(), open, in_use: open.saturating_sub(idle) }
    }
}

/// An open writing transaction. Dropped without `commit`, it is rolled back.
pub struct WriteTx {
    tx: DatabaseTransaction,
    _turn: Option<OwnedMutexGuard<()>>,
    _places: Vec<LinePlace>,
}

impl std::ops::Deref for WriteTx {
    type Target = DatabaseTransaction;
    fn deref(&self) -> &DatabaseTransaction {
        &self.tx
    }
}

impl WriteTx {
    /// Waits until no other transaction that waited for the same name is open; short as a commit. SQLite has one
    /// writer anyway.
    pub async fn wait_for(&self, name: &str) -> Result<(), DbErr> {
        if self.tx.get_database_backend() == DbBackend::Postgres {
            let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
            self.tx.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, lock, [name.into()])).await?;
        }
        Ok(())
    }

    /// Makes it lasting.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.tx.commit().await
    }
}

/// False for a connection that still counts a transaction while nobody holds it; the pool replaces it.
///
/// A full disk or an I/O error makes SQLite roll back by itself. The ROLLBACK that follows then fails,
/// `sqlx` goes on counting the transaction, and what it begins next are savepoints: without the lock of
/// BEGIN IMMEDIATE, and never ended by a rollback.
fn in_step(connection: &SqliteConnection) -> BoxFuture<'_, Result<bool, sqlx::Error>> {
    let in_step = !connection.is_in_transaction();
    Box::pin(async move { Ok(in_step) })
}

/// False for a connection that was cut while nobody used it; the pool replaces it. One that was used a moment ago is
/// not asked: under load that would be a question more in every act.
fn is_there(connection: &mut PgConnection, idle_for: Duration) -> BoxFuture<'_, Result<bool, sqlx::Error>> {
    Box::pin(async move { Ok(idle_for < TRUSTED_FOR || connection.ping().await.is_ok()) })
}

/// True for SQLite's refusal to write at all.
fn is_read_only(error: &DbErr) -> bool {
    const READ_ONLY: i64 = 8;
    let (DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error))) = error else {
        return false;
    };
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i64>().ok());
    // The lowest byte is the kind, the others tell more about it.
    code.is_some_and(|code| code & 0xff == READ_ONLY)
}

/// For a connection, or the writer's turn: then the answer is 503 (R27).
pub const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// For the question whether there is an answer at all.
pub const MOMENT: Duration = Duration::from_millis(700);
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);
/// For a row somebody else is writing: then the answer is 503, and the connection is another's again.
const LOCK_TIMEOUT_MILLIS: &str = "1000";
/// For how long a connection to PostgreSQL that answered is taken to be there.
const TRUSTED_FOR: Duration = Duration::from_millis(20);
const READERS: u32 = 4;
/// Between a connection's thread and whoever asked it.
const ROWS_ON_THE_WAY: usize = 1000;
/// Of each pool; three processes share the hundred connections a PostgreSQL server takes unless it is told more.
const POSTGRES_CONNECTIONS: u32 = 8;

impl Db {
    /// Opens `sqlite:<file>` (created when missing) or `postgres://…`. Does not migrate.
    pub async fn connect(url: &str) -> Result<Self, DbErr> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            Self::connect_sqlite(path.trim_start_matches("//")).await
        } else {
            let open = |connections: u32| {
                let mut options = ConnectOptions::new(url);
                options
                    .max_connections(connections)
                    .acquire_timeout(ACQUIRE_TIMEOUT)
                    .connect_timeout(ACQUIRE_TIMEOUT)
                    .statement_timeout(STATEMENT_TIMEOUT)
                    .test_before_acquire(false)
                    .sqlx_logging(false)
                    .map_sqlx_postgres_pool_opts(|pool| {
                        pool.before_acquire(|connection, used| is_there(connection, used.idle_for))
                    })
                    .map_sqlx_postgres_opts(|options| options.options([("lock_timeout", LOCK_TIMEOUT_MILLIS)]));
                Database::connect(options)
            };
            let reader = open(POSTGRES_CONNECTIONS).await?;
            let writer = open(POSTGRES_CONNECTIONS).await?;
            let durable = open(POSTGRES_CONNECTIONS).await?;
            let pulse = open(1).await?;
            Ok(Self { reader, writer, durable, pulse, folder: None, turn: None, lines: Lines::default() })
        }
    }

    /// Opens a database that is there, to look at it: of SQLite nothing is made or changed, not even files beside it.
    pub async fn look(url: &str) -> Result<Self, DbErr> {
        let Some(path) = url.strip_prefix("sqlite:") else { return Self::connect(url).await };
        let path = path.trim_start_matches("//");
        // Without a log nobody has it open, and the file alone is the database.
        let closed = !Path::new(&[path, "-wal"].concat()).exists();
        let mut options = ConnectOptions::new(format!("sqlite:{path}?mode=ro&immutable={closed}"));
        options
            .max_connections(READERS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .sqlx_logging(false)
            .map_sqlx_sqlite_opts(|sqlite| sqlite.pragma("synchronous", "FULL").row_buffer_size(ROWS_ON_THE_WAY));
        let pool = Database::connect(options).await?;
        Ok(Self {
            reader: pool.clone(),
            writer: pool.clone(),
            durable: pool.clone(),
            pulse: pool,
            folder: None,
            turn: None,
            lines: Lines::default(),
        })
    }

    /// A database in memory, with nothing in it, not even a schema: for those who need none.
    pub async fn none() -> Result<Self, DbErr> {
        Self::connect_sqlite(":memory:").await
    }

    async fn connect_sqlite(path: &str) -> Result<Self, DbErr> {
        let folder = alone::folder_of(path)?;
        // Writers come back to the same pages again and again; what readers read is in the system's cache anyway.
        let open = |connections: u32, synchronous: &'static str, read_only: bool| {
            let cache = if read_only { "-4000" } else { "-16000" };
            let mut options = ConnectOptions::new(format!("sqlite:{path}?mode=rwc"));
            options
                .max_connections(connections)
                .acquire_timeout(ACQUIRE_TIMEOUT)
                .idle_timeout(None::<Duration>)
                .max_lifetime(None::<Duration>)
                .test_before_acquire(false)
                .sqlx_logging(false)
                .map_sqlx_sqlite_pool_opts(|pool| pool.before_acquire(|connection, _| in_step(connection)))
                .map_sqlx_sqlite_opts(move |sqlite| {
                    let sqlite = sqlite
                        .pragma("journal_mode", "WAL")
                        .pragma("synchronous", synchronous)
                        .pragma("foreign_keys", "ON")
                        .pragma("busy_timeout", "2000")
                        .pragma("cache_size", cache)
                        // 16 MB of log between checkpoints: each one syncs, and carts write many pages.
                        .pragma("wal_autocheckpoint", "4000")
                        // Whole tables and long carts are read: with few rows on the way, thread waits for thread.
                        .row_buffer_size(ROWS_ON_THE_WAY);
                    if read_only { sqlite.pragma("query_only", "ON") } else { sqlite }
                });
            Database::connect(options)
        };
        // One after the other: who comes while a new file is switched to a log is refused, and not asked to wait.
        let alone = Alone::in_folder(folder.clone()).await?;
        // The writer first: it creates the file and switches it to WAL.
        let writer = open(1, "NORMAL", false).await?;
        let durable = open(1, "FULL", false).await?;
        let reader = open(READERS, "NORMAL", true).await?;
        let pulse = open(1, "NORMAL", true).await?;
        drop(alone);
        let turn = Some(Arc::new(Mutex::new(())));
        Ok(Self { reader, writer, durable, pulse, folder: Some(folder), turn, lines: Lines::default() })
    }

    /// Waits until nobody else prepares this database, in this process or another one.
    pub async fn alone(&self) -> Result<Alone, DbErr> {
        match &self.folder {
            Some(folder) => Alone::in_folder(folder.clone()).await,
            None => Alone::in_postgres(&self.durable).await,
        }
    }

    /// The pool of commits that acknowledge something, for who prepares the database.
    pub const fn durable(&self) -> &DatabaseConnection {
        &self.durable
    }

    /// Asks for nothing, to see whether there is an answer.
    pub async fn ping(&self) -> Result<(), DbErr> {
        self.pulse.execute_unprepared("SELECT 1").await.map(drop)
    }

    /// False when there is no answer, or none within a moment: what waits for one waits in vain. A file of this machine
    /// is not asked.
    pub async fn answers(&self) -> bool {
        self.backend() == DbBackend::Sqlite
            || tokio::time::timeout(MOMENT, self.ping()).await.is_ok_and(|answer| answer.is_ok())
    }

    /// True when it answers but may not be written. Somebody who writes right now is answer enough.
    pub async fn is_read_only(&self) -> Result<bool, DbErr> {
        if self.backend() == DbBackend::Postgres {
            let statement = Statement::from_string(self.backend(), "SHOW transaction_read_only");
            let row = self.reader.query_one_raw(statement).await?;
            return row.map_or(Ok(false), |row| Ok(row.try_get_by_index::<String>(0)? == "on"));
        }
        let Some(turn) = &self.turn else { return Ok(false) };
        let Ok(_turn) = Arc::clone(turn).try_lock_owned() else { return Ok(false) };
        // Changes no row, and is refused where none may be changed.
        let tried = self.durable.execute_unprepared("UPDATE order_number SET next = next WHERE 1 = 0").await;
        Ok(tried.is_err_and(|error| is_read_only(&error)))
    }

    /// Tells how commits that acknowledge an order reach the disk; an error when they might not (R25).
    pub async fn check_durability(&self) -> anyhow::Result<String> {
        let ask = async |question: &str| -> anyhow::Result<String> {
            let statement = Statement::from_string(self.backend(), question);
            let row = self.durable.query_one_raw(statement).await?.context("no answer")?;
            Ok(row.try_get_by_index::<String>(0).or_else(|_| row.try_get_by_index::<i64>(0).map(|n| n.to_string()))?)
        };
        if self.backend() == DbBackend::Sqlite {
            let journal = ask("PRAGMA journal_mode").await?;
            let synchronous = ask("PRAGMA synchronous").await?;
            anyhow::ensure!(synchronous == "2", "synchronous is {synchronous}, not FULL (2)");
            if self.turn.is_none() && journal != "wal" {
                // Looked at while nobody has it open: whoever opens it to write switches it.
                return Ok("SQLite, WAL from its start on, synchronous=FULL for orders".to_owned());
            }
            anyhow::ensure!(journal == "wal", "journal_mode is {journal}, not wal");
            return Ok("SQLite, WAL, synchronous=FULL for orders".to_owned());
        }
        let commit = ask("SHOW synchronous_commit").await?;
        let fsync = ask("SHOW fsync").await?;
        anyhow::ensure!(["on", "remote_apply"].contains(&commit.as_str()), "synchronous_commit is {commit}, not on");
        anyhow::ensure!(fsync == "on", "fsync is {fsync}, not on");
        Ok(format!("PostgreSQL, synchronous_commit={commit}, fsync={fsync}"))
    }

    /// Which database it is.
    pub fn backend(&self) -> DbBackend {
        self.reader.get_database_backend()
    }

    /// How its pools are used.
    pub fn pools(&self) -> [(&'static str, Connections); 4] {
        let used = |pool: &DatabaseConnection| match pool.get_database_backend() {
            DbBackend::Postgres => Connections::of(pool.get_postgres_connection_pool()),
            _ => Connections::of(pool.get_sqlite_connection_pool()),
        };
        [
            ("reader", used(&self.reader)),
            ("writer", used(&self.writer)),
            ("durable", used(&self.durable)),
            ("pulse", used(&self.pulse)),
        ]
    }

    /// Closes all connections; SQLite folds its write-ahead log into the file.
    pub async fn close(self) -> Result<(), DbErr> {
        self.reader.close().await?;
        self.writer.close().await?;
        self.pulse.close().await?;
        self.durable.close().await
    }

    /// For reading.
    pub fn read(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// A reading transaction: all it reads is of one moment.
    pub async fn moment(&self) -> Result<DatabaseTransaction, DbErr> {
        // SQLite's are so by themselves.
        let postgres = self.backend() == DbBackend::Postgres;
        let options = TransactionOptions {
            isolation_level: postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: postgres.then_some(AccessMode::ReadOnly),
            ..TransactionOptions::default()
        };
        self.reader.begin_with_options(options).await
    }

    /// A writing transaction for carts, sessions and the catalogue.
    pub async fn write(&self) -> Result<WriteTx, DbErr> {
        self.begin(&self.writer, Vec::new()).await
    }

    /// A writing transaction whose commit is on disk before it returns: orders, payments, accounts.
    pub async fn write_durable(&self) -> Result<WriteTx, DbErr> {
        self.begin(&self.durable, Vec::new()).await
    }

    /// The same, for what all these names stand for: whoever else wants to write one of them waits without a connection.
    pub async fn write_for(&self, names: impl IntoIterator<Item = String>) -> Result<WriteTx, DbErr> {
        self.begin(&self.writer, self.lines.first_in(names.into_iter().collect()).await?).await
    }

    /// Both.
    pub async fn write_durable_for(&self, names: impl IntoIterator<Item = String>) -> Result<WriteTx, DbErr> {
        self.begin(&self.durable, self.lines.first_in(names.into_iter().collect()).await?).await
    }

    async fn begin(&self, connection: &DatabaseConnection, places: Vec<LinePlace>) -> Result<WriteTx, DbErr> {
        let turn = match &self.turn {
            Some(turn) => Some(
                tokio::time::timeout(ACQUIRE_TIMEOUT, Arc::clone(turn).lock_owned())
                    .await
                    .map_err(|_| DbErr::Custom("the writer is busy".to_owned()))?,
            ),
            None => None,
        };
        let tx = connection
            .begin_with_options(TransactionOptions {
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await?;
        Ok(WriteTx { tx, _turn: turn, _places: places })
    }
}
