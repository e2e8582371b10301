//! Large tables: checked whole, then taken over a batch at a time, so that a file of any size needs the
//! memory of a few batches. Each batch is a commit. Whoever is stopped in between starts again: a row that
//! is there already changes nothing.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use fieldhouse_kernel::db::{WriteTx, stints::Stints};
use sea_orm::{ConnectionTrait, DbErr};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use super::{
    Errors, ImportError, read_rows_with,
    report::{Counts, Fate, TableReport},
    rows::{Row, Source},
    spawn_blocking,
};
use crate::env::Env;

/// Rows of a batch: 17 columns of them stay below both databases' limits on parameters.
const BATCH: usize = 500;
/// Batches that wait while one is written.
const WAITING: usize = 2;

/// What a table has a row for.
pub(crate) trait Record: Send + Sized + 'static {
    /// What a report calls them.
    const WHAT: &'static str;
    /// Columns a file must have.
    const COLUMNS: &'static [&'static str];
    /// Columns a file may have.
    const OPTIONAL: &'static [&'static str] = &[];
    /// A record beside what the store knows of it.
    type Planned;
    /// What earlier batches of a file would bring, while nothing is written.
    type Coming: Default;

    /// Reads a row; nothing when something is wrong with it.
    fn read(row: &Row, errors: &mut Errors) -> Option<Self>;

    /// What may be said once in a file: the column, and what is said there.
    fn once(&self) -> Vec<(&'static str, String)>;

    /// Holds a batch against what the store knows. What is wrong is put down, and left out.
    async fn plan(
        db: &impl ConnectionTrait,
        keys: &Keys,
        coming: &mut Self::Coming,
        batch: Vec<(u64, Self)>,
        errors: &mut Errors,
    ) -> Result<Vec<(Fate, Self::Planned)>, DbErr>;

    /// Counts what of a record a report tells beside its fate.
    fn note(_planned: &Self::Planned, _counts: &mut Counts) {}

    /// Writes what is new or differs.
    async fn write(env: &Env, tx: &WriteTx, planned: Vec<(Fate, Self::Planned)>) -> Result<(), DbErr>;
}

/// What the rows of a table are told apart by; kept as hashes, whatever the length.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys(Arc<HashSet<[u8; 16]>>);

impl Keys {
    /// True when a row says it.
    pub fn contains(&self, column: &str, said: &str) -> bool {
        self.0.contains(&short(column, said))
    }
}

fn short(column: &str, said: &str) -> [u8; 16] {
    let digest = Sha256::digest([column.as_bytes(), b"\0", said.as_bytes()].concat());
    std::array::from_fn(|at| digest.get(at).copied().unwrap_or_default())
}

/// Imports a table: first all errors are found, then it is taken over.
pub(crate) async fn import<R: Record>(env: &Env, source: &Source, dry_run: bool) -> Result<TableReport, ImportError> {
    let keys = check::<R>(source).await?;
    let counts = look::<R>(env, source, &keys).await?;
    let counts = if dry_run { counts } else { apply::<R>(env, source, &keys).await? };
    Ok(TableReport { what: R::WHAT, dry_run, counts })
}

/// Reads all of a table once: every row that is wrong by itself, or says what an earlier one says.
pub async fn check<R: Record>(source: &Source) -> Result<Keys, ImportError> {
    let source = source.clone();
    spawn_blocking(move || {
        let mut errors = Errors::default();
        let mut told: HashMap<[u8; 16], u64> = HashMap::new();
        read_rows_with(&source, (R::COLUMNS, R::OPTIONAL), &mut errors, |row, errors| {
            let Some(record) = R::read(&row, errors) else { return };
            for (column, said) in record.once() {
                if let Some(before) = told.insert(short(column, &said), row.number) {
                    errors.record_twice(row.number, column, before);
                }
            }
        })?;
        errors.into_result()?;
        Ok(Keys(Arc::new(told.into_keys().collect())))
    })
    .await
}

/// What taking a table over would do, and what of it cannot be.
pub(crate) async fn look<R: Record>(env: &Env, source: &Source, keys: &Keys) -> Result<Counts, ImportError> {
    let (mut counts, mut coming) = (Counts::default(), R::Coming::default());
    each_batch(source, async |batch, errors| {
        let planned: Vec<(Fate, R::Planned)> = R::plan(env.db.read(), keys, &mut coming, batch, errors).await?;
        for (fate, planned) in &planned {
            counts.count(*fate);
            R::note(planned, &mut counts);
        }
        Ok(())
    })
    .await?;
    Ok(counts)
}

/// Takes a table over that was checked.
pub(crate) async fn apply<R: Record>(env: &Env, source: &Source, keys: &Keys) -> Result<Counts, ImportError> {
    let mut counts = Counts::default();
    let mut stints = Stints::new(&env.db);
    let done = each_batch(source, async |batch, errors| {
        let stint = stints.next_durable().await?;
        let mut coming = R::Coming::default();
        let planned: Vec<(Fate, R::Planned)> = R::plan(&*stint.tx, keys, &mut coming, batch, errors).await?;
        if errors.is_empty() {
            for (fate, planned) in &planned {
                counts.count(*fate);
                R::note(planned, &mut counts);
            }
            R::write(env, &stint.tx, planned).await?;
            stint.commit().await?;
        }
        Ok(())
    });
    match done.await {
        Err(ImportError::Rows { .. }) => Err(ImportError::Unreadable(
            "the file or the store changed meanwhile and a part was not taken over; please start again".to_owned(),
        )),
        done => done.map(|()| counts),
    }
}

/// Hands on the rows a batch at a time. Errors that `take` puts down are told once all batches were taken;
/// those of the rows themselves end it.
async fn each_batch<R: Record>(
    source: &Source,
    mut take: impl AsyncFnMut(Vec<(u64, R)>, &mut Errors) -> Result<(), DbErr>,
) -> Result<(), ImportError> {
    let (sender, mut batches) = mpsc::channel(WAITING);
    let source = source.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let mut errors = Errors::default();
        let mut batch = Vec::with_capacity(BATCH);
        read_rows_with(&source, (R::COLUMNS, R::OPTIONAL), &mut errors, |row, errors| {
            batch.extend(R::read(&row, errors).map(|record| (row.number, record)));
            if batch.len() >= BATCH {
                // When nobody takes them any longer the rest is read for nothing.
                drop(sender.blocking_send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH))));
            }
        })?;
        errors.into_result()?;
        drop(sender.blocking_send(batch));
        Ok(())
    });
    let mut errors = Errors::default();
    while let Some(batch) = batches.recv().await {
        take(batch, &mut errors).await.map_err(ImportError::Database)?;
    }
    let read: Result<Result<(), ImportError>, _> = reading.await;
    read.map_err(|error| ImportError::Unreadable(format!("the file could not be read: {error}")))??;
    errors.into_result()
}
