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

/// Days after the last node had them in its build.
pub const KEPT_DAYS: i64 = 30;
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
    let known: HashSet<String> = store::list_addresses(env.db.read()).await?.into_iter().collect();
    let (old, new): (Vec<_>, Vec<_>) = files.iter().partition(|(address, _)| known.contains(address));
    for some in old.chunks(500) {
        let tx = env.db.write().await?;
        store::touch(&tx, &some.iter().map(|(address, _)| address.as_str()).collect::<Vec<_>>(), now).await?;
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
