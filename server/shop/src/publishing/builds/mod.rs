//! Files of builds under names that say what is in them, kept for whoever has a page of another release open: while nodes are
//! changed one after the other, a page of the newer one may ask the older one for its style sheet, and a page of the older
//! one is open in a browser long after (docs/decisions/0052).

mod store;

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use sea_orm::DbErr;

pub use self::store::delete_before;
use crate::env::Env;

/// Days after a node last noted that they are in its build: thirty after it had them, as it notes so once a day.
pub const KEPT_DAYS: i64 = 31;
/// Milliseconds for which a note is good: otherwise each start would write all of them again.
const NOTED: i64 = 24 * 60 * 60 * 1_000;
/// Files a transaction: the writer is never held for long.
const BATCH: usize = 20;
/// Milliseconds between two looks at which files there are: whoever asks for what is nowhere asks the database no more often.
const LOOK: i64 = 1_000;

/// Files of other releases, as far as a node knows them.
#[derive(Debug, Default)]
pub struct Others(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    addresses: HashSet<String>,
    looked_at: Option<i64>,
}

/// Keeps a build's files, by their addresses, for nodes and browsers of other releases. Of nodes that start at once one keeps
/// them and the others wait for it.
pub async fn keep(env: &Env, files: &[(String, bytes::Bytes)]) -> Result<usize, DbErr> {
    let _alone = env.db.alone().await?;
    let now = env.clock.millis();
    let set = |addresses: Vec<String>| addresses.into_iter().collect::<HashSet<_>>();
    let known = set(store::list_addresses(env.db.read()).await?);
    let noted = set(store::list_addresses_since(env.db.read(), now.saturating_sub(NOTED)).await?);
    let (old, new): (Vec<_>, Vec<_>) = files.iter().partition(|(address, _)| known.contains(address));
    let old = old.into_iter().map(|(address, _)| address.as_str());
    let unnoted = old.filter(|address| !noted.contains(*address)).collect::<Vec<_>>();
    for some in unnoted.chunks(500) {
        let tx = env.db.write().await?;
        store::touch(&tx, some, now).await?;
        tx.commit().await?;
    }
    for some in new.chunks(BATCH) {
        let tx = env.db.write().await?;
        for (address, bytes) in some {
            store::keep(&tx, address, bytes, now).await?;
        }
        tx.commit().await?;
    }
    Ok(new.len())
}

impl Others {
    /// A file of another release.
    pub async fn find(&self, env: &Env, address: &str) -> Result<Option<Vec<u8>>, DbErr> {
        if !self.is_known(address) {
            if !self.may_look(env.clock.millis()) {
                return Ok(None);
            }
            let addresses = store::list_addresses(env.db.read()).await?.into_iter().collect();
            self.lock().addresses = addresses;
            if !self.is_known(address) {
                return Ok(None);
            }
        }
        store::find(env.db.read(), address).await
    }

    fn is_known(&self, address: &str) -> bool {
        self.lock().addresses.contains(address)
    }

    fn may_look(&self, now: i64) -> bool {
        let mut known = self.lock();
        let may = known.looked_at.is_none_or(|at| !(0..LOOK).contains(&now.saturating_sub(at)));
        if may {
            known.looked_at = Some(now);
        }
        may
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
