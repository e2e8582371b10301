//! Databases for tests: one of its own for each, copied from a template with today's schema, so that no test pays for
//! the migrations.

use std::{
    ops::Deref,
    path::{Path, PathBuf},
    thread,
    time::UNIX_EPOCH,
};

use fieldhouse_kernel::db::Db;
use fieldhouse_shop::schema;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};
use tempfile::TempDir;

/// A server where databases may be created; it need not sync, as nothing in it outlives the run.
const POSTGRES: &str = "FIELDHOUSE_TEST_POSTGRES";
/// One that syncs, as the store's binary insists on.
const POSTGRES_DURABLE: &str = "FIELDHOUSE_TEST_POSTGRES_DURABLE";

/// What a test's database takes: a folder, and on PostgreSQL a database that goes with it. Hundreds of them left until
/// the run ends would fill the disk.
pub struct Place {
    folder: TempDir,
    /// The server and the database's name there.
    database: Option<(String, String)>,
}

impl Deref for Place {
    type Target = TempDir;

    fn deref(&self) -> &TempDir {
        &self.folder
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((server, name)) = self.database.take() else { return };
        let dropped = async move {
            let admin = admin(&server).await;
            // Whoever of the store still holds a connection is cut off.
            let sql = ["DROP DATABASE IF EXISTS ", &name, " WITH (FORCE)"].concat();
            admin.execute_unprepared(&sql).await.unwrap();
            admin.close().await.unwrap();
        };
        // On a thread of its own, as the test's runtime is at its end.
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        drop(thread::spawn(move || runtime().block_on(dropped)).join());
    }
}

/// The address of a database with today's schema and nothing in it, and where it lies.
pub async fn migrated_database() -> (String, Place) {
    let folder = tempfile::tempdir().unwrap();
    if let Ok(server) = std::env::var(POSTGRES) {
        let admin = admin(&server).await;
        let template = postgres_template(&admin, &server).await;
        let made = create(&admin, server, folder, &[" TEMPLATE ", &template, copied(&admin).await].concat()).await;
        admin.close().await.unwrap();
        made
    } else {
        let file = folder.path().join("store.db");
        std::fs::copy(sqlite_template().await, &file).unwrap();
        (sqlite(&file), Place { folder, database: None })
    }
}

/// The address of an empty database, and where it lies.
pub async fn fresh_database() -> (String, Place) {
    empty(POSTGRES).await
}

/// An empty database that the binary serves from: acknowledged is on disk.
pub async fn durable_database() -> (String, Place) {
    let postgres = std::env::var_os(POSTGRES_DURABLE).map_or(POSTGRES, |_| POSTGRES_DURABLE);
    empty(postgres).await
}

async fn empty(postgres: &str) -> (String, Place) {
    let folder = tempfile::tempdir().unwrap();
    if let Ok(server) = std::env::var(postgres) {
        let admin = admin(&server).await;
        let made = create(&admin, server, folder, "").await;
        admin.close().await.unwrap();
        made
    } else {
        (sqlite(&folder.path().join("store.db")), Place { folder, database: None })
    }
}

fn sqlite(file: &Path) -> String {
    format!("sqlite:{}", file.display())
}

/// Migrated once for each build of the tests.
async fn sqlite_template() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("templates");
    let key = build();
    let template = folder.join(format!("{key}.db"));
    if !template.exists() {
        std::fs::create_dir_all(&folder).unwrap();
        // Those of earlier builds are nobody's any more.
        for old in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if !old.file_name().unwrap().to_string_lossy().starts_with(&key) {
                drop(std::fs::remove_file(old));
            }
        }
        // Several tests may begin at once: each makes one aside, and a name is taken in one step.
        let aside = folder.join(format!("{key}-{}.new", std::process::id()));
        let db = Db::connect(&sqlite(&aside)).await.unwrap();
        schema::migrate(&db).await.unwrap();
        db.close().await.unwrap();
        std::fs::rename(&aside, &template).unwrap();
    }
    template
}

/// The name of the template on this server, made by the first test that asks.
async fn postgres_template(admin: &DatabaseConnection, server: &str) -> String {
    let name = format!("template_{}", build());
    if !is_template(admin, &name).await {
        // Held by this connection until the template is there; the others wait.
        admin.execute_unprepared("SELECT pg_advisory_lock(710710)").await.unwrap();
        if !is_template(admin, &name).await {
            admin.execute_unprepared(&["DROP DATABASE IF EXISTS ", &name, " WITH (FORCE)"].concat()).await.unwrap();
            admin.execute_unprepared(&["CREATE DATABASE ", &name].concat()).await.unwrap();
            let db = Db::connect(&at(server, &name)).await.unwrap();
            schema::migrate(&db).await.unwrap();
            db.close().await.unwrap();
            admin.execute_unprepared(&["ALTER DATABASE ", &name, " WITH IS_TEMPLATE true"].concat()).await.unwrap();
        }
        admin.execute_unprepared("SELECT pg_advisory_unlock(710710)").await.unwrap();
    }
    name
}

/// How a template is copied soonest: file by file, which is what servers before 15 always do.
async fn copied(admin: &DatabaseConnection) -> &'static str {
    let asked =
        Statement::from_string(admin.get_database_backend(), "SELECT current_setting('server_version_num')::int");
    let version: i32 = admin.query_one_raw(asked).await.unwrap().unwrap().try_get_by_index(0).unwrap();
    if version < 150_000 { "" } else { " STRATEGY FILE_COPY" }
}

async fn is_template(admin: &DatabaseConnection, name: &str) -> bool {
    let question = "SELECT datname FROM pg_database WHERE datname = $1 AND datistemplate";
    let asked = Statement::from_sql_and_values(admin.get_database_backend(), question, [name.into()]);
    admin.query_one_raw(asked).await.unwrap().is_some()
}

async fn admin(server: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(server);
    options.max_connections(1).sqlx_logging(false);
    connection(options).await
}

/// Connections of nobody's store. What connecting keeps is large, and does not belong into every test.
pub async fn connection(options: impl Into<ConnectOptions>) -> DatabaseConnection {
    Box::pin(Database::connect(options.into())).await.unwrap()
}

async fn create(admin: &DatabaseConnection, server: String, folder: TempDir, like: &str) -> (String, Place) {
    let name = format!("t{}", uuid::Uuid::from_u128(rand_u128()).simple());
    admin.execute_unprepared(&["CREATE DATABASE ", &name, like].concat()).await.unwrap();
    (at(&server, &name), Place { folder, database: Some((server, name)) })
}

fn at(server: &str, name: &str) -> String {
    format!("{}/{name}", server.rsplit_once('/').unwrap().0)
}

/// Which build of the tests this is: another one may bring another schema.
fn build() -> String {
    let file = std::fs::metadata(std::env::current_exe().unwrap()).unwrap();
    let made = file.modified().unwrap().duration_since(UNIX_EPOCH).unwrap();
    format!("b{}_{}", made.as_nanos(), file.len())
}

/// Names of test databases must differ between processes.
fn rand_u128() -> u128 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let half = || u128::from(RandomState::new().build_hasher().finish());
    (half() << 64) | half()
}
