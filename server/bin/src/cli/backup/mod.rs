//! `fieldhouse backup` and `fieldhouse restore`: the store's file and its letters, copied while the store is open, and put
//! back whole or not at all (R29). Pictures lie in the file. PostgreSQL is copied by its own programs (docs/OPERATING.md).

mod sums;

use std::{
    collections::BTreeMap,
    fs::{self, File, Permissions, TryLockError},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::Context;
use clap::Args;
use fieldhouse_kernel::{
    clock::Clock,
    db::{
        Connecting, Db,
        copies::{self, Counts},
    },
};
use fieldhouse_shop::{
    config::Config,
    mail::send::Post,
    schema,
    staff::audit::{self, Verified},
};
use serde::{Deserialize, Serialize};
use tempfile::{Builder, TempDir};

/// The store's file, and how it is called where it is put back.
const DATABASE: &str = "fieldhouse.db";
/// Letters that are files.
const MAIL: &str = "mail";
/// The table that every store has, of whichever release.
const ORDERS: &str = "orders";
/// What was copied.
const TOLD: &str = "backup.json";
/// What is not whole yet is called so.
const UNFINISHED: &str = ".unfinished-";
/// A backup is called by its time.
const BY_TIME: &str = "%Y%m%dT%H%M%SZ";

/// What is copied where.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// Folder of backups; each is a folder in it, called by its time
    folder: PathBuf,
    /// Take out the oldest ones, so that so many stay
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
}

/// What is put back where.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// One backup: the folder that is called by its time; of a folder of backups the newest one
    backup: PathBuf,
    /// Empty folder that gets the store's file and its letters
    #[arg(long, value_name = "FOLDER", required_unless_present = "test", conflicts_with = "test")]
    to: Option<PathBuf>,
    /// Only try it: put it back aside, look through all of it, and throw that away
    #[arg(long)]
    test: bool,
}

/// What a backup says of itself.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    /// The version that made it.
    program: String,
    /// When it began: what was acknowledged before that is in it.
    taken: jiff::Timestamp,
    /// Counted up from the last one of its folder, whatever the clock says; 0 of those made before this was counted.
    #[serde(default)]
    number: u64,
    /// How many bytes each file has.
    bytes: BTreeMap<String, u64>,
    #[serde(flatten)]
    content: Content,
}

/// Of what a backup says, its number.
#[derive(Deserialize)]
struct Numbered {
    #[serde(default)]
    number: u64,
}

/// What a store's file has in it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    /// Rows by table.
    tables: Counts,
    /// The audit log; nothing when the schema is an older one, which the next start brings up.
    audit: Option<Chain>,
}

/// The audit log, looked through row by row.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Chain {
    rows: u64,
    /// The hash of the last row.
    head: String,
}

impl BackupArgs {
    /// Copies the store; what came of it.
    pub async fn run(self, config: &Config) -> anyhow::Result<String> {
        let (began, taken) = (Instant::now(), Clock::Machine.now());
        let shown = config.database_shown();
        let file = config.sqlite_path().with_context(|| {
            format!("{shown} is a server's: pg_basebackup copies it, as docs/OPERATING.md says under Backup")
        })?;
        anyhow::ensure!(file.exists(), "there is no database {}", file.display());
        fs::create_dir_all(&self.folder).with_context(|| format!("{} cannot be made", self.folder.display()))?;
        // For as long as this runs.
        let lock = File::open(&self.folder)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                anyhow::bail!("another backup is being written to {}", self.folder.display())
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        clear(&self.folder)?;
        let name = taken.strftime(BY_TIME).to_string();
        let whole = self.folder.join(&name);
        anyhow::ensure!(!whole.exists(), "{} is there already", whole.display());
        let number =
            in_order(&self.folder)?.iter().filter_map(|(number, _)| *number).max().unwrap_or(0).saturating_add(1);
        // It has everybody's addresses in it: whoever else has an account on the machine has no business there.
        let owners = Permissions::from_mode(0o700);
        let aside = Builder::new().prefix(UNFINISHED).permissions(owners).tempdir_in(&self.folder)?;
        let copied = aside.path().join(DATABASE);
        copies::copy(&file, &copied).await.with_context(|| format!("{} cannot be copied", file.display()))?;
        if let Post::Folder(folder) = Post::new(&config.mail)? {
            copy_letters(&folder, &aside.path().join(MAIL))?;
        }
        let content = examine(&copied).await.context("the copy is not whole")?;
        anyhow::ensure!(content.tables.contains_key(ORDERS), "{} is no store's: it has no orders", file.display());
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let told = Told { program, taken, number, bytes: lengths(aside.path())?, content };
        fs::write(aside.path().join(TOLD), serde_json::to_string_pretty(&told)? + "\n")?;
        sums::write(aside.path())?;
        // From here on it is one.
        fs::rename(aside.keep(), &whole)?;
        lock.sync_all()?;
        let mut lines = vec![format!("{}: {}, in {}", whole.display(), told.summary(), seconds(began))];
        for old in self.too_many(&whole)? {
            fs::remove_dir_all(&old)?;
            lines.push(format!("{} is gone: {} are kept", old.display(), self.keep.unwrap_or_default()));
        }
        Ok(lines.join("\n"))
    }

    /// The oldest ones beyond those that stay, of which the one that was just made is one.
    fn too_many(&self, made: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let Some(keep) = self.keep else { return Ok(Vec::new()) };
        let all = in_order(&self.folder)?.into_iter().map(|(_, backup)| backup);
        let mut others: Vec<PathBuf> = all.filter(|backup| backup != made).collect();
        let stay = usize::from(keep).saturating_sub(1);
        others.truncate(others.len().saturating_sub(stay));
        Ok(others)
    }
}

impl RestoreArgs {
    /// Puts a backup back, or tries it; what came of it.
    pub async fn run(self) -> anyhow::Result<String> {
        let began = Instant::now();
        let shown = self.backup.display();
        anyhow::ensure!(self.backup.is_dir(), "there is no backup {shown}");
        let newest = in_order(&self.backup)?.pop().map(|(_, newest)| newest);
        let is_one =
            newest.is_some() || [TOLD, DATABASE, sums::NAME].iter().any(|file| self.backup.join(file).exists());
        anyhow::ensure!(is_one, "{shown} is no backup, and has none in it");
        let backup = newest.unwrap_or(self.backup);
        let shown = backup.display();
        let told = whole(&backup).with_context(|| format!("{shown} is damaged, nothing was restored"))?;
        let (folder, tried) = if let Some(folder) = self.to {
            (folder, None)
        } else {
            let tried = tempfile::tempdir().context("no folder to try it in")?;
            (tried.path().to_owned(), Some(tried))
        };
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let is_empty = fs::read_dir(&folder)?.next().is_none();
        anyhow::ensure!(is_empty, "{} is not empty: a backup is restored to a folder of its own", folder.display());
        let aside = TempDir::with_prefix_in(UNFINISHED, &folder)?;
        let copied = aside.path().join(DATABASE);
        fs::copy(backup.join(DATABASE), &copied)?;
        let letters = backup.join(MAIL);
        if letters.is_dir() {
            copy_letters(&letters, &aside.path().join(MAIL))?;
        }
        let found = examine(&copied).await.with_context(|| format!("{shown} is damaged, nothing was restored"))?;
        told.content.compare(&found).with_context(|| format!("{shown} is damaged, nothing was restored"))?;
        sync(aside.path())?;
        if letters.is_dir() {
            fs::rename(aside.path().join(MAIL), folder.join(MAIL))?;
        }
        // Last: with it the store is there.
        fs::rename(&copied, folder.join(DATABASE))?;
        File::open(&folder)?.sync_all()?;
        let summary = told.summary();
        Ok(match tried {
            Some(_) => format!("{shown} can be restored: {summary}, looked through in {}", seconds(began)),
            None => format!("{}: {summary}, as of {}, in {}", folder.display(), told.taken, seconds(began)),
        })
    }
}

impl Told {
    fn summary(&self) -> String {
        let rows = |table: &str| self.content.tables.get(table).copied().unwrap_or_default();
        let audit = self.content.audit.as_ref().map_or(0, |chain| chain.rows);
        let letters = self.bytes.keys().filter(|name| name.starts_with(MAIL)).count();
        let (orders, customers, pictures) = (rows("orders"), rows("customer"), rows("picture_file"));
        format!(
            "orders: {orders}, customers: {customers}, files of pictures: {pictures}, letters: {letters}, audit log: {audit}"
        )
    }
}

impl Content {
    /// The same, or what is not.
    fn compare(&self, found: &Self) -> anyhow::Result<()> {
        for (table, rows) in &self.tables {
            let now = found.tables.get(table).copied().unwrap_or_default();
            anyhow::ensure!(now == *rows, "{table} has {now} rows, {rows} were written");
        }
        anyhow::ensure!(self.audit.is_none() || self.audit == found.audit, "the audit log is another one");
        Ok(())
    }
}

/// What a backup says of itself, if each of its files is what was written.
fn whole(backup: &Path) -> anyhow::Result<Told> {
    let written = sums::read(backup)?;
    let file = backup.join(TOLD);
    anyhow::ensure!(file.is_file(), "{TOLD} is missing");
    // How long the others were says only a file that is whole.
    let is_whole = written.get(TOLD) == Some(&sums::of(&file)?);
    let told = fs::read_to_string(&file).ok().filter(|_| is_whole);
    let told: Option<Told> = told.map(|text| serde_json::from_str(&text)).transpose()?;
    let length = |name: &str| told.as_ref()?.bytes.get(name).copied();
    sums::check(backup, &written, length)?;
    let told = told.with_context(|| format!("{TOLD} is not what was written: its checksum is another one"))?;
    let missing = told.bytes.keys().find(|name| !written.contains_key(*name));
    anyhow::ensure!(missing.is_none(), "{} is missing", missing.map_or("", String::as_str));
    anyhow::ensure!(told.bytes.contains_key(DATABASE), "{DATABASE} is missing");
    Ok(told)
}

/// Looks through a store's file that nobody has open: pages, references, the schema and the audit log's chain.
async fn examine(file: &Path) -> anyhow::Result<Content> {
    let tables = copies::look_through(file).await?;
    let url = ["sqlite:", file.to_str().context("the database's name cannot be read")?].concat();
    let db = Db::look(&url, Connecting::default()).await?;
    let audit = match schema::pending_migrations(&db).await? {
        0 => match audit::verify(db.read()).await? {
            Verified::Whole { rows, head } => Some(Chain { rows, head }),
            Verified::Broken { seq, why } => anyhow::bail!("row {seq} of the audit log: {why}"),
        },
        _ => None,
    };
    db.close().await?;
    Ok(Content { tables, audit })
}

/// A letter is a file under its own name once it is whole; others are still being written.
fn copy_letters(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir(to)?;
    if !from.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_file() && !name.as_encoded_bytes().starts_with(b".") {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

/// How many bytes each file has, by its path within.
fn lengths(folder: &Path) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut lengths = BTreeMap::new();
    for below in ["", MAIL] {
        let within = folder.join(below);
        if !within.is_dir() {
            continue;
        }
        for entry in fs::read_dir(within)? {
            let entry = entry?;
            let (path, found) = (entry.path(), entry.metadata()?);
            if found.is_file() {
                let name = path.strip_prefix(folder)?.to_str().context("a file's name cannot be read")?.to_owned();
                lengths.insert(name, found.len());
            }
        }
    }
    Ok(lengths)
}

/// Backups of a folder with their numbers, the one that was made first first; whatever else lies there is somebody else's. One
/// whose number cannot be read counts as the last: whoever wants the newest learns that it is damaged.
fn in_order(folder: &Path) -> anyhow::Result<Vec<(Option<u64>, PathBuf)>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if jiff::civil::DateTime::strptime(BY_TIME, name).is_ok() && path.join(TOLD).is_file() {
            let told: Option<Numbered> =
                fs::read(path.join(TOLD)).ok().and_then(|told| serde_json::from_slice(&told).ok());
            all.push((told.map(|told| told.number), path));
        }
    }
    all.sort_unstable_by(|(one, at), (other, there)| {
        let place = |number: &Option<u64>| number.unwrap_or(u64::MAX);
        place(one).cmp(&place(other)).then_with(|| at.cmp(there))
    });
    Ok(all)
}

/// What a backup that was killed left behind.
fn clear(folder: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Waits until a file of the store, and its letters, are on the disk.
fn sync(folder: &Path) -> anyhow::Result<()> {
    for below in [folder.to_owned(), folder.join(MAIL)] {
        if !below.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&below)? {
            File::open(entry?.path())?.sync_all()?;
        }
        File::open(below)?.sync_all()?;
    }
    Ok(())
}

fn seconds(began: Instant) -> String {
    format!("{:.1} s", began.elapsed().as_secs_f64())
}
