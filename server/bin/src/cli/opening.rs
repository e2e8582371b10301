//! How a command comes to its database: made and migrated, only read, or waited for.

use std::time::{Duration, Instant};

use anyhow::Context;
use fieldhouse_kernel::db::Db;
use sea_orm::{DbErr, RuntimeErr, sqlx};
use tempfile::TempDir;

use crate::app;
use fieldhouse_shop::{config::Config, schema, state::AppState};

/// Between two tries of a database that does not answer yet.
const PAUSE: Duration = Duration::from_millis(500);

/// Waits for the database and brings its schema to this version; catalogue and content may be empty.
pub async fn open(config: Config) -> anyhow::Result<AppState> {
    let db = wait(&config).await?;
    migrated(config, db).await
}

/// For a command that reads what is in a store, or changes it.
pub async fn open_there(config: Config, only_reads: bool) -> anyhow::Result<AppState> {
    if only_reads { open_to_read(config).await } else { open_to_change(config).await }
}

/// For a command that changes something in a store: where there is none, it makes none. Steps of the schema are taken; a
/// server that is not up yet is waited for.
pub async fn open_to_change(config: Config) -> anyhow::Result<AppState> {
    is_there(&config)?;
    open(config).await
}

/// For a command that reads: the database has to be there and at this version; neither is brought about.
pub async fn open_to_read(config: Config) -> anyhow::Result<AppState> {
    is_there(&config)?;
    let db = connect(&config).await.with_context(|| not_opened(&config))?;
    as_it_is(config, db).await
}

/// Refuses a file that is not there; a server says so itself.
fn is_there(config: &Config) -> anyhow::Result<()> {
    if let Some(file) = config.sqlite_path() {
        anyhow::ensure!(file.exists(), "there is no database {}: `fieldhouse migrate` makes it", file.display());
    }
    Ok(())
}

/// For a dry run: like reading, but a database that was never prepared is held to be an empty store. It stays as it
/// is: the empty one lies in a folder that lives as long as the answer.
pub async fn open_to_tell(config: Config) -> anyhow::Result<(AppState, Option<TempDir>)> {
    let absent = match config.sqlite_path() {
        Some(file) => !file.exists(),
        None => schema::is_unprepared(&connect(&config).await.with_context(|| not_opened(&config))?).await?,
    };
    if !absent {
        return Ok((open_to_read(config).await?, None));
    }
    let folder = tempfile::tempdir().context("no folder for an empty store")?;
    let file = folder.path().join("empty.db");
    let file = file.to_str().context("the folder for an empty store has a name that cannot be read")?;
    let state = open(Config { database_url: ["sqlite:", file].concat(), ..config }).await?;
    Ok((state, Some(folder)))
}

/// Brings the schema to this version.
pub async fn migrated(config: Config, db: Db) -> anyhow::Result<AppState> {
    schema::migrate(&db).await.with_context(|| format!("cannot prepare the database {}", config.database_shown()))?;
    app::state(config, db)
}

/// For a node that takes no steps of the schema: whoever does has to have been there before.
pub async fn as_it_is(config: Config, db: Db) -> anyhow::Result<AppState> {
    let pending = schema::pending_migrations(&db).await.with_context(|| not_opened(&config))?;
    let shown = config.database_shown();
    anyhow::ensure!(pending == 0, "{shown} is {pending} steps behind this version: `fieldhouse migrate` takes them");
    app::state(config, db)
}

/// Connects; a server that is not up yet gets as long as configured.
pub async fn wait(config: &Config) -> anyhow::Result<Db> {
    let patience = Duration::from_secs(config.database_wait);
    let began = Instant::now();
    loop {
        match connect(config).await {
            Err(error) if is_not_up(&error) && began.elapsed() < patience => {
                tracing::warn!(%error, database = config.database_shown(), "waiting for the database");
                tokio::time::sleep(PAUSE).await;
            }
            tried => return tried.with_context(|| not_opened(config)),
        }
    }
}

async fn connect(config: &Config) -> Result<Db, DbErr> {
    Db::connect_as(&config.database_url, config.connecting()).await
}

fn not_opened(config: &Config) -> String {
    format!("cannot open the database {}", config.database_shown())
}

/// True for a database server that may be there in a moment: nobody listens, or it is still starting. A wrong
/// password or name is no matter of time.
fn is_not_up(error: &DbErr) -> bool {
    /// "The database system is starting up", and "sorry, too many clients already".
    const LATER: [&str; 2] = ["57P03", "53300"];
    let (DbErr::Conn(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error))) = error else {
        return matches!(error, DbErr::ConnectionAcquire(_));
    };
    match &**error {
        // What hangs up in the middle of a greeting is told as a breach of protocol.
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| LATER.contains(&&*code)),
        _ => false,
    }
}
