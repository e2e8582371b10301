//! Long work among shoppers who write: where all wait for one writer, it is done a stint at a time. Not here: what a stint does.

use sea_orm::{DbBackend, DbErr};
use tokio::time::{Instant, sleep_until};

use super::{Db, WriteTx};

/// The part of a stint's time that the others have at least before the next one. They come from another process, and look
/// whether it is their turn every few milliseconds.
const OTHERS: u32 = 3;

/// The stints of one piece of work.
pub struct Stints<'a> {
    db: &'a Db,
    next: Instant,
}

/// One of them: a transaction of its own.
pub struct Stint<'a, 'b> {
    stints: &'b mut Stints<'a>,
    began: Instant,
    /// What is written in it.
    pub tx: WriteTx,
}

impl<'a> Stints<'a> {
    /// Work begins.
    pub fn new(db: &'a Db) -> Self {
        Self { db, next: Instant::now() }
    }

    /// True where who writes waits for who writes something else.
    pub fn are_needed(&self) -> bool {
        self.db.backend() == DbBackend::Sqlite
    }

    /// The next one. What is put together since the one before is the others' time as well.
    pub async fn next(&mut self) -> Result<Stint<'a, '_>, DbErr> {
        sleep_until(self.next).await;
        let tx = self.db.write().await?;
        Ok(self.begun(tx))
    }

    /// The same, on disk before its commit returns.
    pub async fn next_durable(&mut self) -> Result<Stint<'a, '_>, DbErr> {
        sleep_until(self.next).await;
        let tx = self.db.write_durable().await?;
        Ok(self.begun(tx))
    }

    fn begun(&mut self, tx: WriteTx) -> Stint<'a, '_> {
        Stint { stints: self, began: Instant::now(), tx }
    }
}

impl Stint<'_, '_> {
    /// Makes it lasting.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.tx.commit().await?;
        if self.stints.are_needed() {
            let done = Instant::now();
            self.stints.next = done + (done - self.began) / OTHERS;
        }
        Ok(())
    }
}
