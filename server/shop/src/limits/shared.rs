//! What all nodes count together (R78): a row a key, counted in a transaction of its own that nothing else waits in. What a
//! node refuses by its own count never comes here. A file is one node's, whose memory knows all of it.

use std::fmt;

use fieldhouse_kernel::{db::Db, token};
use sea_orm::{DbBackend, DbErr};

use super::{
    store::{self, CountRow, GuessRow},
    windows::HOUR,
};

/// One count of a request.
#[derive(Debug, Clone, Copy)]
pub struct Counted<'a> {
    /// What is counted, and of whom.
    pub key: &'a str,
    /// How long a window lasts, in milliseconds.
    pub lasts: i64,
    /// The most in a window.
    pub most: u32,
}

/// A window that is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full {
    /// Which of the counts it is.
    pub place: usize,
    /// When it began.
    pub since: i64,
}

/// Whether several nodes may use this database.
pub fn is_shared(db: &Db) -> bool {
    db.backend() == DbBackend::Postgres
}

/// Counts one more in each, or in none when one of them is full: the first of those. When the database is away nothing is
/// admitted: what is limited here needs it anyway.
pub async fn count(db: &Db, counts: &[Counted<'_>], now: i64) -> Result<Option<Full>, DbErr> {
    if !is_shared(db) {
        return Ok(None);
    }
    let mut rows: Vec<_> = counts.iter().map(|counted| counted.begun(now)).collect();
    // Everybody takes them in one order: of two who count the same ones none waits for the other for ever.
    rows.sort_unstable_by(|one, other| one.counted.cmp(&other.counted));
    // Who waits for one of them waits without a connection (R77).
    let tx = db.write_soon_for(counts.iter().map(|counted| counted.key.to_owned())).await?;
    let now_in = store::count_each(&tx, rows).await?;
    let full = counts.iter().enumerate().find_map(|(place, counted)| {
        let key = token::hash(counted.key);
        let row = now_in.iter().find(|row| row.counted == key)?;
        (row.in_window > i64::from(counted.most)).then_some(Full { place, since: row.since })
    });
    // What is refused is not counted: a sender who has too many takes nothing from the others of a site.
    if full.is_none() {
        tx.commit().await?;
    }
    Ok(full)
}

impl Counted<'_> {
    /// A window of its own that begins.
    fn begun(&self, now: i64) -> CountRow {
        CountRow { counted: token::hash(self.key), since: now, ends_at: now.saturating_add(self.lasts), in_window: 1 }
    }
}

/// A code that is tried, as all nodes know it: it counts as wrong until it is given back.
pub struct Tried {
    db: Db,
    /// Where it was not counted before: hashes of askers.
    askers: Vec<String>,
    code: String,
}

/// Counts a code as wrong for askers with the most of each; how many milliseconds to wait when it is one too many.
pub async fn try_code(
    db: &Db,
    askers: &[(String, usize)],
    code: &str,
    now: i64,
) -> Result<Result<Option<Tried>, i64>, DbErr> {
    if !is_shared(db) {
        return Ok(Ok(None));
    }
    let code = token::hash(code);
    let mut tried = Tried { db: db.clone(), askers: Vec::new(), code };
    let tx = db.write_soon_for(askers.iter().map(|(asker, _)| asker.clone())).await?;
    for (asker, most) in askers {
        let asker = token::hash(asker);
        // Whoever else counts for the same asker comes after this.
        tx.wait_for(&asker).await?;
        let (codes, ends_at) = store::guesses_of(&tx, &asker, now).await?;
        if usize::try_from(codes).is_ok_and(|codes| codes >= *most) {
            return Ok(Err(ends_at.unwrap_or(now).saturating_sub(now)));
        }
        if !store::is_guessed(&tx, &asker, &tried.code, now).await? {
            let row = GuessRow { asker: asker.clone(), code: tried.code.clone(), ends_at: now.saturating_add(HOUR) };
            store::write_guess(&tx, row).await?;
            tried.askers.push(asker);
        }
    }
    tx.commit().await?;
    Ok(Ok(Some(tried)))
}

impl fmt::Debug for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tried").field("askers", &self.askers).finish_non_exhaustive()
    }
}

impl Tried {
    /// It is no wrong one. When that cannot be written it counts as wrong for an hour.
    pub fn give_back(self) {
        if self.askers.is_empty() {
            return;
        }
        tokio::spawn(async move {
            let given = async {
                let tx = self.db.write_soon().await?;
                for asker in &self.askers {
                    store::delete_guess(&tx, asker, &self.code).await?;
                }
                tx.commit().await
            };
            if let Err(error) = given.await {
                tracing::warn!(%error, "a code that holds stays counted as one that does not");
            }
        });
    }
}
