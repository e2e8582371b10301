//! Reads that may be late: lists and sums that somebody looks at go to a server that follows the one that is written
//! (`DATABASE_READ_URL`), as long as it is known to have everything that was older than [`AS_OLD_AS`]. Whoever wrote within
//! [`OWN_WRITES`] reads where they wrote, and so does everything that decides anything.

use std::{
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, ExecResult, QueryResult, Statement,
    sqlx::{self, PgPool, Row},
};

use super::{
    MOMENT,
    limited::Reader,
    postgres::{READ_URL, compared},
    pulse::Connections,
};

/// The most that a read may be late.
pub const AS_OLD_AS: Duration = Duration::from_secs(5);
/// For how long after a change somebody reads where it was written: longer than a read may be late, and than a look takes.
pub const OWN_WRITES: Duration = Duration::from_secs(10);
/// Between two looks at how far the server that follows has come.
const LOOK: Duration = Duration::from_millis(500);

tokio::task_local! {
    static MAY_BE_LATE: ();
}

/// Runs what only shows something to somebody who wrote nothing lately.
pub async fn may_be_late<F: Future>(show: F) -> F::Output {
    MAY_BE_LATE.scope((), show).await
}

/// Up to when the server that follows is known to have everything.
#[derive(Debug, Default)]
pub struct Freshness {
    known: Mutex<Option<Instant>>,
    reads: AtomicU64,
}

impl Freshness {
    fn is_known_at(&self, moment: Option<Instant>) {
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = moment;
    }

    /// How long ago that was; nothing while nobody knows.
    pub fn age(&self) -> Option<Duration> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).map(|known| known.elapsed())
    }

    fn is_enough(&self) -> bool {
        self.age().is_some_and(|age| age <= AS_OLD_AS)
    }
}

/// Reads from the server that follows, when there is one, it may be late and is not too late; from the one that is written
/// otherwise, also when the other one fails.
#[derive(Clone)]
pub struct LateReader {
    pub(super) leading: Reader,
    pub(super) following: Option<Following>,
}

/// The server that follows.
#[derive(Clone)]
pub struct Following {
    pub(super) reader: Reader,
    pub(super) freshness: Arc<Freshness>,
}

impl LateReader {
    /// How old at most what is read there is, how often it was read there, and its connections.
    pub fn standing(&self) -> Option<(Option<Duration>, u64, Connections)> {
        let Following { reader, freshness } = self.following.as_ref()?;
        let pool = Connections::of(reader.pool.get_postgres_connection_pool());
        Some((freshness.age(), freshness.reads.load(Ordering::Relaxed), pool))
    }

    fn following(&self) -> Option<&Following> {
        let may = MAY_BE_LATE.try_with(|()| ()).is_ok();
        self.following.as_ref().filter(|following| may && following.freshness.is_enough())
    }

    /// An answer of the one or the other.
    async fn ask<T>(
        &self,
        ask: impl AsyncFn(&Reader, Statement) -> Result<T, DbErr>,
        statement: Statement,
    ) -> Result<T, DbErr> {
        if let Some(Following { reader, freshness }) = self.following() {
            match ask(reader, statement.clone()).await {
                Ok(answer) => {
                    freshness.reads.fetch_add(1, Ordering::Relaxed);
                    return Ok(answer);
                }
                // Until the next look it is left alone.
                Err(error) => {
                    tracing::warn!(%error, "the server that is only read did not answer");
                    freshness.is_known_at(None);
                }
            }
        }
        ask(&self.leading, statement).await
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for LateReader {
    fn get_database_backend(&self) -> DbBackend {
        self.leading.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.leading.execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.leading.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.ask(async |reader, statement| reader.query_one_raw(statement).await, statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.ask(async |reader, statement| reader.query_all_raw(statement).await, statement).await
    }
}

/// Looks how far the server that follows has come, for as long as somebody uses it. A place of the log that was written is
/// kept until it was followed: what is older than that place is at both.
pub async fn follow(leading: PgPool, following: PgPool, freshness: Weak<Freshness>) {
    let mut sought: Option<(String, Instant)> = None;
    loop {
        let Some(known) = freshness.upgrade() else { return };
        if sought.is_none() {
            let asked = Instant::now();
            sought = within(written(&leading)).await.map(|place| (place, asked));
        }
        if let Some((place, asked)) = &sought
            && within(has_followed(&following, place)).await == Some(true)
            // A server that came back, or another one in its place, may have another database by that name.
            && tokio::time::timeout(MOMENT, compared(READ_URL, &leading, &following)).await == Ok(Ok(()))
        {
            known.is_known_at(Some(*asked));
            sought = None;
        }
        drop(known);
        tokio::time::sleep(LOOK).await;
    }
}

async fn within<T>(ask: impl Future<Output = Result<T, sqlx::Error>>) -> Option<T> {
    tokio::time::timeout(MOMENT, ask).await.ok()?.ok()
}

/// Up to where the log is written. A former leader that follows now refuses to say.
async fn written(leading: &PgPool) -> Result<String, sqlx::Error> {
    sqlx::raw_sql("SELECT pg_current_wal_insert_lsn()::text").fetch_one(leading).await?.try_get(0)
}

/// Whether all up to a place of the log is there. One that follows nobody never says yes.
async fn has_followed(following: &PgPool, place: &str) -> Result<bool, sqlx::Error> {
    let ask = "SELECT COALESCE(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)";
    sqlx::query_scalar(ask).persistent(false).bind(place).fetch_one(following).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_what_may_be_late_is_and_only_while_it_is_known_not_to_be_too_late() {
        let freshness = Freshness::default();
        assert!(!freshness.is_enough(), "nobody knows yet");
        freshness.is_known_at(Some(Instant::now()));
        assert!(freshness.is_enough());
        freshness.is_known_at(Instant::now().checked_sub(AS_OLD_AS + Duration::from_secs(1)));
        assert!(!freshness.is_enough(), "too old");
        assert!(MAY_BE_LATE.try_with(|()| ()).is_err(), "nothing is late by itself");
        may_be_late(async { assert!(MAY_BE_LATE.try_with(|()| ()).is_ok()) }).await;
        const { assert!(AS_OLD_AS.as_secs() * 2 <= OWN_WRITES.as_secs()) };
    }
}
