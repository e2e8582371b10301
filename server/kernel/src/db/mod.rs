//! The database: SQLite by default, PostgreSQL by address. Readers, one writer, and who prepares it alone.
//! Not here: its schema, and queries, which live in the features' `store.rs`.

pub mod alone;
pub mod built;
pub mod columns;
pub mod copies;
mod durability;
pub mod fragments;
mod hosts;
mod insert;
pub mod keyset;
pub mod late;
mod limited;
mod lines;
pub mod pieces;
mod postgres;
mod pulse;
pub mod stints;
mod together;

use std::{
    fs::OpenOptions,
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::BoxFuture;
use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, IsolationLevel,
    RuntimeErr, Statement, TransactionOptions,
    sqlx::{self, Connection, PgPool, SqliteConnection},
};
use tokio::sync::Mutex;

pub use self::{
    alone::Alone,
    insert::insert_all,
    limited::{Reader, Tx},
    postgres::Connecting,
    pulse::Connections,
};
use self::{
    late::LateReader,
    limited::{Lasting, Opened, Trust},
    lines::{LinePlace, Lines},
    pulse::Pulse,
    together::{Together, Writer},
};
use crate::{clock::Clock, tally::Tally};

/// Handles to one database. What waits for one of them waits for no other: orders that are blocked leave pages,
/// carts and the question whether this process is ready alone, and whoever waits for one cart or one certificate waits
/// without a connection (R77).
///
/// SQLite: a pool of readers and two single-connection writers that take turns: one with
/// synchronous=NORMAL for carts and sessions, one with FULL for commits that acknowledge an order.
/// PostgreSQL: a pool each.
#[derive(Clone)]
pub struct Db {
    reader: Reader,
    late: LateReader,
    writer: DatabaseConnection,
    durable: DatabaseConnection,
    /// Past a pooler, for who prepares the database.
    direct: DatabaseConnection,
    pulse: Pulse,
    /// Where an SQLite file lies.
    folder: Option<PathBuf>,
    /// SQLite has one writer at a time: waiting here is fair and costs nothing, waiting in the file is neither.
    turn: Option<Arc<Mutex<()>>>,
    together: Together,
    lines: Lines,
    waits: Arc<Waits>,
}

/// How long transactions were waited for, whether for a connection, the writer's turn or the server.
#[derive(Debug, Default)]
struct Waits {
    reader: Tally,
    writer: Tally,
    durable: Tally,
}

/// An open writing transaction. Dropped without `commit`, it is rolled back.
pub struct WriteTx {
    tx: Tx,
    _places: Vec<LinePlace>,
}

impl std::ops::Deref for WriteTx {
    type Target = Tx;
    fn deref(&self) -> &Tx {
        &self.tx
    }
}

/// How PostgreSQL waits for the name that is its first parameter, for whoever asks something else with it.
pub const LOCK: &str = "pg_advisory_xact_lock(hashtextextended($1, 0))";

impl WriteTx {
    /// Waits until no other transaction that waited for the same name is open; short as a commit. SQLite has one
    /// writer anyway.
    pub async fn wait_for(&self, name: &str) -> Result<(), DbErr> {
        if self.tx.get_database_backend() == DbBackend::Postgres {
            let lock = ["SELECT ", LOCK].concat();
            self.tx.query_one_raw(Statement::from_sql_and_values(DbBackend::Postgres, lock, [name.into()])).await?;
        }
        Ok(())
    }

    /// Makes it lasting.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.tx.commit().await
    }

    /// Ends what only read, once all that it saw is lasting. A commit that waited for a server that stands by, and whose own
    /// server ended meanwhile, is seen there once it runs again, though no other one has it and the next leader never will:
    /// whatever is acknowledged because it was found is found by this. Where nothing can be written it is refused.
    pub async fn commit_seen(self) -> Result<(), DbErr> {
        if self.tx.get_database_backend() == DbBackend::Postgres {
            // Who writes nothing waits for nobody.
            self.tx.execute_unprepared("SELECT pg_logical_emit_message(true, 'fieldhouse', 'seen')").await?;
        }
        self.commit().await
    }

    /// Makes it lasting if this statement, which goes before what was left for later, still finds its row and gives it back.
    /// False when it does not: then nothing is written.
    pub async fn commit_if(self, guard: Statement) -> Result<bool, DbErr> {
        self.tx.commit_if(Some(guard)).await
    }
}

/// Whether a database can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// It can.
    Open,
    /// It may only be read.
    ReadOnly,
    /// Commits wait for a server that stands by, and none does.
    Alone,
    /// The disk that a file lies on has no room.
    Full,
}

/// Makes a store's file where there is none, so that nobody but its owner reads what customers leave in it.
fn own_file(path: &Path) -> io::Result<()> {
    if path == Path::new(":memory:") {
        return Ok(());
    }
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Writes into a folder what is gone again at once and never had a name.
pub fn try_room(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder)?.write_all(&vec![0; 64 * 1024])
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

/// What kind of error SQLite tells.
fn sqlite_kind(error: &DbErr) -> Option<i64> {
    let code = limited::told(error)?.as_database_error()?.code()?.parse::<i64>().ok();
    // The lowest byte is the kind, the others tell more about it.
    code.map(|code| code & 0xff)
}

/// True for SQLite's refusal to write at all.
fn is_read_only(error: &DbErr) -> bool {
    const READ_ONLY: i64 = 8;
    sqlite_kind(error) == Some(READ_ONLY)
}

/// True where another process writes, and did so for as long as is waited for it.
fn is_busy(error: &DbErr) -> bool {
    const BUSY: i64 = 5;
    sqlite_kind(error) == Some(BUSY)
}

/// For a connection, or the writer's turn: then the answer is 503 (R27).
pub const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);
/// For the question whether there is an answer at all.
pub const MOMENT: Duration = Duration::from_millis(700);
const READERS: u32 = 4;
/// Between a connection's thread and whoever asked it.
const ROWS_ON_THE_WAY: usize = 1000;

impl Db {
    /// Opens `sqlite:<file>` (created when missing) or `postgres://…`. Does not migrate.
    pub async fn connect(url: &str) -> Result<Self, DbErr> {
        Self::connect_as(url, Connecting::default()).await
    }

    /// The same, connected to as somebody wishes; a file has nothing to wish for.
    pub async fn connect_as(url: &str, how: Connecting<'_>) -> Result<Self, DbErr> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            return Self::connect_sqlite(path.trim_start_matches("//")).await;
        }
        let postgres::Pools { reader, writer, durable, pulse, direct, trust, time, alone, in_use, several, following } =
            // As for a file: what connecting keeps is large, and lives no longer than this.
            Box::pin(postgres::connect(url, how)).await?;
        let reader = Reader { pool: reader, trust, in_transactions: how.pooler };
        let late = LateReader { leading: reader.clone(), following };
        let pulse = Pulse::Postgres { pool: pulse, time, alone, several, _in_use: in_use };
        let (lines, waits) = (Lines::default(), Arc::default());
        Ok(Self {
            reader,
            late,
            writer,
            durable,
            direct,
            pulse,
            folder: None,
            turn: None,
            together: Together::default(),
            lines,
            waits,
        })
    }

    /// Opens a database that is there, to look at it: of SQLite nothing is made or changed, not even files beside it.
    pub async fn look(url: &str, how: Connecting<'_>) -> Result<Self, DbErr> {
        let Some(path) = url.strip_prefix("sqlite:") else { return Self::connect_as(url, how).await };
        let path = path.trim_start_matches("//");
        // Without a log nobody has it open, and the file alone is the database.
        let closed = !Path::new(&[path, "-wal"].concat()).exists();
        let mut options = ConnectOptions::new(format!("sqlite:{path}?mode=ro&immutable={closed}"));
        options
            .max_connections(READERS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .sqlx_logging(false)
            .map_sqlx_sqlite_opts(|sqlite| sqlite.pragma("synchronous", "FULL").row_buffer_size(ROWS_ON_THE_WAY));
        let pool = Box::pin(Database::connect(options)).await?;
        let reader = Reader { pool: pool.clone(), trust: Trust::default(), in_transactions: false };
        Ok(Self {
            late: LateReader { leading: reader.clone(), following: None },
            reader,
            writer: pool.clone(),
            durable: pool.clone(),
            direct: pool.clone(),
            pulse: Pulse::Sqlite(pool),
            folder: None,
            turn: None,
            together: Together::default(),
            lines: Lines::default(),
            waits: Arc::default(),
        })
    }

    /// The same, telling somebody each statement it ran: whoever counts them, or asks how they are run.
    #[must_use]
    pub fn told_to(mut self, listener: impl Fn(&Statement) + Clone + Send + Sync + 'static) -> Self {
        for pool in [&mut self.reader.pool, &mut self.late.leading.pool, &mut self.writer, &mut self.durable] {
            let listener = listener.clone();
            pool.set_metric_callback(move |told| listener(told.statement));
        }
        self
    }

    /// A database in memory, with nothing in it, not even a schema: for those who need none.
    pub async fn none() -> Result<Self, DbErr> {
        Self::connect_sqlite(":memory:").await
    }

    async fn connect_sqlite(path: &str) -> Result<Self, DbErr> {
        let folder = alone::folder_of(path)?;
        own_file(Path::new(path)).map_err(|error| DbErr::Custom(format!("cannot create {path}: {error}")))?;
        // Writers come back to the same pages again and again; what readers read is in the system's cache anyway.
        let open = |connections: u32, synchronous: &'static str, read_only: bool| {
            let cache = if read_only { "-1000" } else { "-2000" };
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
            // Four of them at once are much to carry around.
            Box::pin(Database::connect(options))
        };
        // One after the other: who comes while a new file is switched to a log is refused, and not asked to wait.
        let alone = Alone::in_folder(folder.clone()).await?;
        // The writer first: it creates the file and switches it to WAL. The others wait for nothing more.
        let writer = open(1, "NORMAL", false).await?;
        let (durable, reader, pulse) =
            tokio::try_join!(open(1, "FULL", false), open(READERS, "NORMAL", true), open(1, "NORMAL", true))?;
        let reader = Reader { pool: reader, trust: Trust::default(), in_transactions: false };
        let late = LateReader { leading: reader.clone(), following: None };
        let pulse = Pulse::Sqlite(pulse);
        drop(alone);
        let (direct, turn) = (durable.clone(), Some(Arc::new(Mutex::new(()))));
        let (together, lines, waits) = (Together::default(), Lines::default(), Arc::default());
        Ok(Self { reader, late, writer, durable, direct, pulse, folder: Some(folder), turn, together, lines, waits })
    }

    /// Waits until nobody else prepares this database, in this process or another one.
    pub async fn alone(&self) -> Result<Alone, DbErr> {
        match &self.folder {
            Some(folder) => Alone::in_folder(folder.clone()).await,
            None => Alone::in_postgres(&self.direct).await,
        }
    }

    /// For who prepares the database: statements as long as they take, past a pooler.
    pub const fn direct(&self) -> &DatabaseConnection {
        &self.direct
    }

    /// The time that everybody who uses this database shares.
    pub fn clock(&self) -> Clock {
        match &self.pulse {
            Pulse::Sqlite(_) => Clock::Machine,
            Pulse::Postgres { time, .. } => Clock::Server(Arc::clone(time)),
        }
    }

    /// True when the address names several servers, one of which takes over when another one falls.
    pub const fn has_several_servers(&self) -> bool {
        matches!(self.pulse, Pulse::Postgres { several: true, .. })
    }

    /// Asks for nothing, to see whether there is an answer.
    pub async fn ping(&self) -> Result<(), DbErr> {
        match &self.pulse {
            Pulse::Sqlite(pool) => pool.execute_unprepared("SELECT 1").await.map(drop),
            Pulse::Postgres { pool, .. } => self.standing(pool).await.map(drop),
        }
    }

    async fn standing(&self, pool: &PgPool) -> Result<hosts::Standing, DbErr> {
        postgres::ask(pool).await.map_err(|error| DbErr::Query(RuntimeErr::SqlxError(Arc::new(error))))
    }

    /// False when there is no answer, or none within a moment: what waits for one waits in vain. A file of this machine
    /// is not asked.
    pub async fn answers(&self) -> bool {
        self.backend() == DbBackend::Sqlite
            || tokio::time::timeout(MOMENT, self.ping()).await.is_ok_and(|answer| answer.is_ok())
    }

    /// True when it answers but may not be written. Somebody who writes right now is answer enough.
    pub async fn is_read_only(&self) -> Result<bool, DbErr> {
        if let Pulse::Postgres { pool, .. } = &self.pulse {
            return self.standing(pool).await.map(|standing| standing.read_only);
        }
        self.ping().await?;
        let Some(turn) = &self.turn else { return Ok(false) };
        let Ok(_turn) = Arc::clone(turn).try_lock_owned() else { return Ok(false) };
        // Changes no row, and is refused where none may be changed.
        let tried = self.durable.execute_unprepared("UPDATE order_number SET next = next WHERE 1 = 0").await;
        Ok(tried.is_err_and(|error| is_read_only(&error)))
    }

    /// Whether it can be written, and if not, why. Nothing is written to find out, but for a file without a name beside a file.
    pub async fn writing(&self) -> Result<Writing, DbErr> {
        if let Pulse::Postgres { pool, .. } = &self.pulse {
            return self.standing(pool).await.map(|standing| match standing {
                hosts::Standing { read_only: true, .. } => Writing::ReadOnly,
                hosts::Standing { alone: true, .. } => Writing::Alone,
                _ => Writing::Open,
            });
        }
        if self.is_read_only().await? {
            return Ok(Writing::ReadOnly);
        }
        let Some(folder) = self.folder.clone() else { return Ok(Writing::Open) };
        let tried = tokio::task::spawn_blocking(move || try_room(&folder)).await;
        let full = tried.is_ok_and(|tried| tried.is_err_and(|error| error.kind() == io::ErrorKind::StorageFull));
        Ok(if full { Writing::Full } else { Writing::Open })
    }

    /// Which database it is.
    pub fn backend(&self) -> DbBackend {
        self.writer.get_database_backend()
    }

    /// How its pools are used.
    pub fn pools(&self) -> [(&'static str, Connections); 4] {
        let used = |pool: &DatabaseConnection| match pool.get_database_backend() {
            DbBackend::Postgres => Connections::of(pool.get_postgres_connection_pool()),
            _ => Connections::of(pool.get_sqlite_connection_pool()),
        };
        [
            ("reader", used(&self.reader.pool)),
            ("writer", used(&self.writer)),
            ("durable", used(&self.durable)),
            ("pulse", self.pulse.connections()),
        ]
    }

    /// How often a transaction of a pool was begun, and for how many microseconds it was waited for in all.
    pub fn waits(&self) -> [(&'static str, (u64, u64)); 3] {
        let Waits { reader, writer, durable } = &*self.waits;
        [("reader", reader.told()), ("writer", writer.told()), ("durable", durable.told())]
    }

    /// Closes all connections; SQLite folds its write-ahead log into the file.
    pub async fn close(self) -> Result<(), DbErr> {
        self.reader.pool.close().await?;
        if let Some(following) = self.late.following {
            following.reader.pool.close().await?;
        }
        self.writer.close().await?;
        match self.pulse {
            Pulse::Sqlite(pool) => pool.close().await?,
            Pulse::Postgres { pool, .. } => pool.close().await,
        }
        self.direct.close().await?;
        self.durable.close().await
    }

    /// For reading.
    pub const fn read(&self) -> &Reader {
        &self.reader
    }

    /// For lists and sums that somebody looks at: they may come from a server that follows, a few seconds late, where
    /// [`late::may_be_late`] says so.
    pub const fn late(&self) -> &LateReader {
        &self.late
    }

    /// A reading transaction: all it reads is of one moment.
    pub async fn moment(&self) -> Result<Tx, DbErr> {
        // SQLite's are so by themselves.
        let postgres = self.backend() == DbBackend::Postgres;
        let options = TransactionOptions {
            isolation_level: postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: postgres.then_some(AccessMode::ReadOnly),
            ..TransactionOptions::default()
        };
        let began = Instant::now();
        let opened = self.reader.open(&self.reader.pool, options, Lasting::Surely).await;
        self.waits.reader.add(began.elapsed());
        Ok(Tx::new(Opened { tx: opened?, _turn: None }, self.reader.trust.clone()))
    }

    /// A writing transaction. Of a server what it writes is on the disk before its commit returns; of a file it outlives the
    /// process, not the machine.
    pub async fn write(&self) -> Result<WriteTx, DbErr> {
        self.begin(self.as_usual(), Vec::new()).await
    }

    /// The same, for what all these names stand for: whoever else wants to write one of them waits without a connection.
    pub async fn write_for(&self, names: impl IntoIterator<Item = String>) -> Result<WriteTx, DbErr> {
        self.begin(self.as_usual(), self.lines.first_in(names.into_iter().collect()).await?).await
    }

    fn as_usual(&self) -> Lasting {
        if self.backend() == DbBackend::Postgres { Lasting::Surely } else { Lasting::Soon }
    }

    /// A writing transaction for carts and sessions: its commit waits for no disk, and for no server that stands by.
    pub async fn write_soon(&self) -> Result<WriteTx, DbErr> {
        self.begin(Lasting::Soon, Vec::new()).await
    }

    /// A writing transaction whose commit is on disk before it returns: orders, payments, accounts.
    pub async fn write_durable(&self) -> Result<WriteTx, DbErr> {
        self.begin(Lasting::Surely, Vec::new()).await
    }

    /// The same, for what all these names stand for.
    pub async fn write_soon_for(&self, names: impl IntoIterator<Item = String>) -> Result<WriteTx, DbErr> {
        self.begin(Lasting::Soon, self.lines.first_in(names.into_iter().collect()).await?).await
    }

    /// The same, whose commit is on disk before it returns.
    pub async fn write_durable_for(&self, names: impl IntoIterator<Item = String>) -> Result<WriteTx, DbErr> {
        self.begin(Lasting::Surely, self.lines.first_in(names.into_iter().collect()).await?).await
    }

    /// A writing transaction for carts and sessions that begins with what it asks first. One that asks nothing, and leaves all it
    /// writes for later, is written together with others that come at the same moment: see [`together`].
    pub async fn write_at_end_for(&self, names: impl IntoIterator<Item = String>) -> Result<WriteTx, DbErr> {
        let places = self.lines.first_in(names.into_iter().collect()).await?;
        let writer = Writer {
            reader: self.reader.clone(),
            pool: self.writer.clone(),
            turn: self.turn.clone(),
            together: self.together.clone(),
            waits: Arc::clone(&self.waits),
        };
        Ok(WriteTx { tx: Tx::unopened(writer), _places: places })
    }

    async fn begin(&self, lasting: Lasting, places: Vec<LinePlace>) -> Result<WriteTx, DbErr> {
        let (pool, waits) = match lasting {
            Lasting::Soon => (&self.writer, &self.waits.writer),
            Lasting::Surely => (&self.durable, &self.waits.durable),
        };
        if lasting == Lasting::Surely && self.pulse.is_alone() {
            // Its commit would not return, and hold a connection of the server's until a standby is there again.
            return Err(DbErr::Custom("no server stands by that a commit could wait for".to_owned()));
        }
        let began = Instant::now();
        let opened = together::begin(&self.reader, (pool, lasting), self.turn.as_ref()).await;
        waits.add(began.elapsed());
        Ok(WriteTx { tx: Tx::new(opened?, self.reader.trust.clone()), _places: places })
    }
}
