//! Pools of connections to PostgreSQL: opened, kept on the server that may be written, and told the server's time.

use std::{
    io,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::future::BoxFuture;
use sea_orm::{
    DatabaseConnection, DbErr, RuntimeErr, SqlxPostgresConnector,
    sqlx::{
        self, ConnectOptions, Connection, PgConnection, PgPool, Row,
        pool::PoolConnectionMetadata,
        postgres::{PgConnectOptions, PgPoolOptions},
    },
};

use super::{
    ACQUIRE_TIMEOUT, MOMENT,
    hosts::{STANDING, Standing, each, writable},
    late::{Following, follow},
    limited::{IDLE_TIMEOUT, Reader, STATEMENT_TIMEOUT, Trust},
};
use crate::clock::ServerTime;

/// For a row somebody else is writing: then the answer is 503, and the connection is another's again.
const LOCK_TIMEOUT_MILLIS: &str = "1000";
/// For how long a connection to PostgreSQL that answered is taken to be there.
const TRUSTED_FOR: Duration = Duration::from_millis(20);
/// The address of a server that follows.
pub const READ_URL: &str = "DATABASE_READ_URL";
const ALONE: &str = "no server stands by, and orders wait for one: until it is there, what is to be lasting is refused";
/// Between two looks at the server: whether it may be written, and what time it has.
const LOOK: Duration = Duration::from_secs(1);

/// How a database is connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connecting<'a> {
    /// Of each pool, to PostgreSQL.
    pub connections: u32,
    /// A pooler hands connections out by the transaction: nothing is prepared, nothing belongs to a session.
    pub pooler: bool,
    /// Past the pooler, for steps of the schema; the address itself when empty.
    pub direct: &'a str,
    /// A server that follows, for reads that may be late; none when empty.
    pub read: &'a str,
}

impl Default for Connecting<'_> {
    /// Three processes share the hundred connections a PostgreSQL server takes unless it is told more.
    fn default() -> Self {
        Self { connections: 8, pooler: false, direct: "", read: "" }
    }
}

/// The pools of a database.
pub struct Pools {
    pub reader: DatabaseConnection,
    pub writer: DatabaseConnection,
    pub durable: DatabaseConnection,
    pub pulse: PgPool,
    pub direct: DatabaseConnection,
    pub trust: Trust,
    pub time: Arc<ServerTime>,
    /// Commits wait for a server that stands by, and none does.
    pub alone: Arc<AtomicBool>,
    /// Whoever keeps the pools on their server does so while somebody has this.
    pub in_use: Arc<()>,
    /// The address names several servers.
    pub several: bool,
    /// The server that follows, when it has an address.
    pub following: Option<Following>,
}

/// False for a connection that leads to a former server or was cut while nobody used it; the pool replaces it. One that
/// was used a moment ago is not asked: under load that would be a question more in every act.
fn is_there<'a>(
    connection: &'a mut PgConnection,
    used: &PoolConnectionMetadata,
    trust: &Trust,
) -> BoxFuture<'a, Result<bool, sqlx::Error>> {
    let covered = trust.covers(used.age);
    let trusted = used.idle_for < TRUSTED_FOR && trust.is_used_since_loss(used.idle_for);
    Box::pin(async move { Ok(covered && (trusted || connection.ping().await.is_ok())) })
}

/// Whoever gave up on an answer leaves a connection on which it may never come: it is closed, not waited for.
fn is_done(connection: &mut PgConnection) -> BoxFuture<'_, Result<bool, sqlx::Error>> {
    Box::pin(async move {
        let done = tokio::time::timeout(ACQUIRE_TIMEOUT, connection.flush()).await;
        done.map_err(|_| sqlx::Error::PoolTimedOut).flatten().map(|()| true)
    })
}

/// How one server is connected to.
fn options(url: &str, pooler: bool) -> Result<PgConnectOptions, sqlx::Error> {
    let options = url.parse::<PgConnectOptions>()?.disable_statement_logging();
    Ok(if pooler {
        // A pooler takes no settings for a session that is not one: they are said in each transaction.
        options.statement_cache_capacity(0).extra_float_digits(None)
    } else {
        let [statement, idle] = [STATEMENT_TIMEOUT, IDLE_TIMEOUT].map(|limit| limit.as_millis().to_string());
        options.options([
            ("statement_timeout", statement.as_str()),
            ("idle_in_transaction_session_timeout", &idle),
            ("lock_timeout", LOCK_TIMEOUT_MILLIS),
        ])
    })
}

/// The same for carts and sessions, which are acknowledged before they are on the disk. Behind a pooler each transaction says so.
fn soon(server: &PgConnectOptions, pooler: bool) -> PgConnectOptions {
    let server = server.clone();
    if pooler { server } else { server.options([("synchronous_commit", "off")]) }
}

async fn open(most: u32, server: PgConnectOptions, trust: &Trust) -> Result<PgPool, sqlx::Error> {
    match pool_of(most, trust).connect_with(server.clone()).await {
        Err(sqlx::Error::PoolTimedOut) => Err(why_not(&server).await),
        Err(error) => Err(advised(error)),
        pool => pool,
    }
}

/// Why there is no connection: a pool tries again and again, and then says only that it did.
async fn why_not(server: &PgConnectOptions) -> sqlx::Error {
    match tokio::time::timeout(ACQUIRE_TIMEOUT, PgConnection::connect_with(server)).await {
        Ok(Ok(_)) => sqlx::Error::PoolTimedOut,
        Ok(Err(error)) => advised(error),
        Err(_) => sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the server does not answer")),
    }
}

/// What a pooler says to somebody who takes it for a server.
fn advised(error: sqlx::Error) -> sqlx::Error {
    let told = error.to_string();
    if !told.contains("unsupported startup parameter") {
        return error;
    }
    sqlx::Error::Configuration([&told, " (behind PgBouncer it is FIELDHOUSE_DATABASE_POOLER=true)"].concat().into())
}

/// The same, connected when the first one asks.
fn lazily(most: u32, server: PgConnectOptions, trust: &Trust) -> PgPool {
    pool_of(most, trust).connect_lazy_with(server)
}

fn pool_of(most: u32, trust: &Trust) -> PgPoolOptions {
    let trust = trust.clone();
    PgPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(move |connection, used| is_there(connection, &used, &trust))
        .after_release(|connection, _| is_done(connection))
}

fn refused(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

fn nowhere() -> DbErr {
    refused(sqlx::Error::Configuration("the address of the database names no server".into()))
}

/// Opens the pools of a database. Of several servers the one that may be written.
pub async fn connect(url: &str, how: Connecting<'_>) -> Result<Pools, DbErr> {
    let servers = |url: &str, pooler| -> Result<Vec<_>, DbErr> {
        each(url)?.iter().map(|url| options(url, pooler).map_err(refused)).collect()
    };
    let all = servers(url, how.pooler)?;
    let place = chosen(&all).await?;
    let server = all.get(place).ok_or_else(nowhere)?;
    let trust = Trust::of_server();
    let opened = async |most, server: &PgConnectOptions| open(most, server.clone(), &trust).await.map_err(refused);
    let reader = opened(how.connections, server).await?;
    let writer = opened(how.connections, &soon(server, how.pooler)).await?;
    let durable = opened(how.connections, server).await?;
    let pulse = opened(1, server).await?;
    let direct = if how.direct.is_empty() {
        durable.clone()
    } else {
        let past = servers(how.direct, false)?;
        // One holds the lock of who prepares the database, another one takes its steps.
        let past = opened(2, past.get(chosen(&past).await?).ok_or_else(nowhere)?).await?;
        same(&pulse, &past).await?;
        past
    };
    let following = follower(how, &pulse).await?;
    let in_use = Arc::new(());
    let time = Arc::new(ServerTime::default());
    let alone = Arc::new(AtomicBool::default());
    let several = all.len() > 1;
    let keeper = Keeper {
        pools: [&reader, &durable, &pulse].map(PgPool::clone),
        writer: writer.clone(),
        pooler: how.pooler,
        pulse: pulse.clone(),
        servers: all,
        place: AtomicUsize::new(place),
        trust: trust.clone(),
        time: Arc::clone(&time),
        alone: Arc::clone(&alone),
    };
    keeper.look().await;
    tokio::spawn(keep(keeper, Arc::downgrade(&in_use)));
    let pool = SqlxPostgresConnector::from_sqlx_postgres_pool;
    Ok(Pools {
        reader: pool(reader),
        writer: pool(writer),
        durable: pool(durable),
        pulse,
        direct: pool(direct),
        trust,
        time,
        alone,
        in_use,
        several,
        following,
    })
}

/// Refuses a way past a pooler that ends at another database: its steps would be taken where nobody looks. Where a server does
/// not say which one it is, there is nothing to compare.
async fn same(pooled: &PgPool, past: &PgPool) -> Result<(), DbErr> {
    compared("DATABASE_DIRECT_URL", pooled, past).await.map_err(|why| refused(sqlx::Error::Configuration(why.into())))
}

/// Why an address leads elsewhere than the one that is written, if it does.
pub async fn compared(name: &str, written: &PgPool, other: &PgPool) -> Result<(), String> {
    let (Ok(one), Ok(other)) = tokio::join!(identity(written), identity(other)) else { return Ok(()) };
    if one == other {
        return Ok(());
    }
    Err([name, " leads to another database (", &other.0, ") than DATABASE_URL (", &one.0, ")"].concat())
}

/// A database: its name, and its number in a cluster, which servers that follow share.
async fn identity(pool: &PgPool) -> Result<(String, String), sqlx::Error> {
    const ASK: &str = "SELECT datname::text AS name, oid::text || ' ' || (pg_control_system()).system_identifier AS number \
                       FROM pg_database WHERE datname = current_database()";
    let row = sqlx::raw_sql(ASK).fetch_one(pool).await?;
    Ok((row.try_get("name")?, row.try_get("number")?))
}

/// The pool for reads that may be late, and somebody who looks how late it is. It is asked for nothing yet: a server that is
/// away at the start is left out until it is there.
async fn follower(how: Connecting<'_>, leading: &PgPool) -> Result<Option<Following>, DbErr> {
    if how.read.is_empty() {
        return Ok(None);
    }
    let [url]: [String; 1] = each(how.read)?.try_into().map_err(|_| nowhere())?;
    let trust = Trust::of_server();
    let server = options(&url, false).map_err(refused)?;
    let pool = lazily(how.connections, server, &trust);
    // Of a server that is away now it is asked once it is there, before anything is read from it.
    let asked = tokio::time::timeout(MOMENT, compared(READ_URL, leading, &pool)).await;
    asked.unwrap_or(Ok(())).map_err(|why| refused(sqlx::Error::Configuration(why.into())))?;
    let freshness = Arc::default();
    tokio::spawn(follow(leading.clone(), pool.clone(), Arc::downgrade(&freshness)));
    let pool = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    Ok(Some(Following { reader: Reader { pool, trust, in_transactions: false }, freshness }))
}

/// Which of the servers it is.
async fn chosen(servers: &[PgConnectOptions]) -> Result<usize, DbErr> {
    if servers.len() == 1 {
        // It may be read only: whoever looks at it says so.
        return Ok(0);
    }
    writable(servers).await.map(|(place, _)| place).map_err(refused)
}

/// Looks after pools.
struct Keeper {
    pools: [PgPool; 3],
    /// Carts and sessions.
    writer: PgPool,
    pooler: bool,
    pulse: PgPool,
    servers: Vec<PgConnectOptions>,
    /// Which of them the pools lead to.
    place: AtomicUsize,
    trust: Trust,
    time: Arc<ServerTime>,
    alone: Arc<AtomicBool>,
}

impl Keeper {
    /// Takes the server's time, and whether it is alone; of several servers, takes the one that may be written when this one may not.
    async fn look(&self) {
        let began = Instant::now();
        let asked = tokio::time::timeout(MOMENT, ask(&self.pulse)).await;
        let standing = asked.ok().and_then(Result::ok);
        match standing {
            Some(standing) if !standing.read_only || self.servers.len() < 2 => {
                self.time.set(standing.now, began.elapsed());
                if self.alone.swap(standing.alone, Ordering::Relaxed) != standing.alone {
                    let told = if standing.alone { ALONE } else { "a server stands by again" };
                    tracing::warn!("{told}");
                }
                if standing.read_only {
                    // Whether a session may write is settled when it begins: only a new one knows what holds now.
                    self.trust.renew();
                }
                return;
            }
            _ if self.servers.len() < 2 => return,
            _ => {}
        }
        let Ok((place, _)) = writable(&self.servers).await else { return };
        let Some(server) = self.servers.get(place) else { return };
        if self.place.swap(place, Ordering::Relaxed) != place {
            let (host, port) = (server.get_host(), server.get_port());
            tracing::warn!(host, port, "another server of the database is written to from now on");
        }
        for pool in &self.pools {
            pool.set_connect_options(server.clone());
        }
        self.writer.set_connect_options(soon(server, self.pooler));
        self.trust.renew();
    }
}

/// How the server stands that a pool is connected to.
pub async fn ask(pool: &PgPool) -> Result<Standing, sqlx::Error> {
    Standing::of(&sqlx::raw_sql(STANDING).fetch_one(pool).await?)
}

/// Looks every second, and when somebody doubts.
async fn keep(keeper: Keeper, in_use: Weak<()>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = keeper.trust.doubted() => {}
        }
        if in_use.strong_count() == 0 || keeper.pulse.is_closed() {
            return;
        }
        keeper.look().await;
    }
}
