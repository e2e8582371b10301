//! Acts that are written together. On SQLite each way to the thread that has the connection costs more than a row, and so do
//! beginning and ending a transaction: whoever knows all that is to be written leaves it here, and what came while others
//! were written is one transaction and, with its beginning and its end, one way there. Each is told of its own: when one of
//! them fails, or finds its row changed, nothing of all is kept, and each is written alone.

use std::{
    sync::{Arc, Mutex as Lock, MutexGuard, PoisonError},
    time::Instant,
};

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, QueryResult, SqliteTransactionMode, Statement,
    TransactionOptions,
};
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use super::{
    ACQUIRE_TIMEOUT, Waits, is_busy,
    limited::{Lasting, Opened, Reader, Trust, joined, run},
};

/// Acts that are taken at once: who waits for the writer's turn waits a few milliseconds.
const MOST: usize = 64;
/// Acts of the same statements in one transaction. Halves of it are, so that their texts are few and each is prepared once.
const AT_ONCE: usize = 32;

/// Bytes of such a text: it stays prepared, and one with long carts in it would be megabytes.
const LONGEST: usize = 64 * 1024;

const BEGIN: &str = "BEGIN IMMEDIATE";
/// Fails after a guard that found no row, so that the end is not come to.
const UNLESS_NONE: &str = "SELECT CASE changes() WHEN 0 THEN json('no row') END";
/// Comes after the commit.
const ENDED: &str = "SELECT TRUE AS ended";

/// All that one act writes.
pub struct Act {
    /// Changes a row and gives it back; goes first, and without one nothing is written.
    pub(super) guard: Option<Statement>,
    /// In their order.
    pub(super) writes: Vec<Statement>,
}

impl Act {
    /// The texts of its statements: who has the same goes with it.
    fn texts(&self) -> impl Iterator<Item = &str> {
        self.guard.iter().chain(&self.writes).map(|statement| statement.sql.as_str())
    }

    /// Writes it to what is open, and makes that lasting; false when the guard finds no row.
    pub(super) async fn end(self, trust: &Trust, opened: Opened) -> Result<bool, DbErr> {
        let Opened { tx, _turn } = opened;
        if let Some(guard) = self.guard
            && trust.within(tx.query_one_raw(guard)).await?.is_none()
        {
            return Ok(false);
        }
        run(trust, &tx, self.writes).await?;
        trust.within(tx.commit()).await?;
        Ok(true)
    }
}

/// What writes carts and sessions.
#[derive(Clone)]
pub struct Writer {
    pub(super) reader: Reader,
    pub(super) pool: DatabaseConnection,
    pub(super) turn: Option<Arc<Mutex<()>>>,
    pub(super) together: Together,
    pub(super) waits: Arc<Waits>,
}

/// Waits for the writer's turn.
async fn take(turn: Option<&Arc<Mutex<()>>>) -> Result<Option<OwnedMutexGuard<()>>, DbErr> {
    let Some(turn) = turn else { return Ok(None) };
    let taken = tokio::time::timeout(ACQUIRE_TIMEOUT, Arc::clone(turn).lock_owned());
    taken.await.map(Some).map_err(|_| DbErr::Custom("the writer is busy".to_owned()))
}

/// Begins a writing transaction at its turn.
pub async fn begin(
    reader: &Reader,
    (pool, lasting): (&DatabaseConnection, Lasting),
    turn: Option<&Arc<Mutex<()>>>,
) -> Result<Opened, DbErr> {
    let turn = take(turn).await?;
    let options = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    };
    Ok(Opened { tx: reader.open(pool, options, lasting).await?, _turn: turn })
}

impl Writer {
    /// Begins a transaction.
    pub(super) async fn begin(&self) -> Result<Opened, DbErr> {
        let began = Instant::now();
        let opened = begin(&self.reader, (&self.pool, Lasting::Soon), self.turn.as_ref()).await;
        self.waits.writer.add(began.elapsed());
        opened
    }

    /// Writes an act and makes it lasting; false when its guard finds no row.
    pub(super) async fn write(self, act: Act) -> Result<bool, DbErr> {
        if act.guard.is_none() && act.writes.is_empty() {
            return Ok(true);
        }
        if self.pool.get_database_backend() == DbBackend::Postgres {
            let opened = self.begin().await?;
            return act.end(&self.reader.trust, opened).await;
        }
        let (tell, told) = oneshot::channel();
        if self.together.add(Waiting { act, since: Instant::now(), tell }) {
            // Not within this request: it may be given up while others' acts are written with its own.
            tokio::spawn(self.write_all());
        }
        told.await.map_err(|_| DbErr::Custom("nobody wrote it".to_owned()))?
    }

    /// Writes what waits, and what comes meanwhile.
    async fn write_all(self) {
        let mut writing = Writing { together: &self.together, ended: false };
        loop {
            let turn = take(self.turn.as_ref()).await;
            let acts = writing.next();
            if acts.is_empty() {
                return;
            }
            for act in &acts {
                self.waits.writer.add(act.since.elapsed());
            }
            match turn {
                Ok(_turn) => self.write_some(acts).await,
                Err(error) => {
                    for act in acts {
                        drop(act.tell.send(Err(DbErr::Custom(error.to_string()))));
                    }
                }
            }
        }
    }

    async fn write_some(&self, acts: Vec<Waiting>) {
        // Who went away meanwhile wants nothing written.
        let mut rest: Vec<Waiting> = acts.into_iter().filter(|act| !act.tell.is_closed()).collect();
        rest.sort_by(|one, other| one.act.texts().cmp(other.act.texts()));
        // Another process writes, and was waited for: everybody else would wait as long once more, one after the other.
        let mut busy = None;
        while let Some(first) = rest.first() {
            let same = rest.iter().take_while(|act| act.act.texts().eq(first.act.texts())).count();
            let later = rest.split_off(in_one(same, first.act.texts().map(str::len).sum()));
            let now = std::mem::replace(&mut rest, later);
            let together = if busy.is_none() { self.write_in_one(&now).await } else { Ok(()) };
            busy = busy.or_else(|| told_busy(&together));
            for Waiting { act, tell, .. } in now {
                let written = match (&busy, &together) {
                    (Some(busy), _) => Err(DbErr::Custom(busy.clone())),
                    (None, Ok(())) => Ok(true),
                    (None, Err(_)) => self.write_alone(act).await,
                };
                busy = busy.or_else(|| told_busy(&written));
                // Nobody may be there any more.
                drop(tell.send(written));
            }
        }
    }

    /// Writes acts of the same statements as one text: all of them, or nothing and why.
    async fn write_in_one(&self, acts: &[Waiting]) -> Result<(), DbErr> {
        let plain = |sql: &str| Statement::from_string(DbBackend::Sqlite, sql);
        let each = acts.iter().flat_map(|Waiting { act: Act { guard, writes }, .. }| {
            let found = guard.as_ref().map(|_| plain(UNLESS_NONE));
            guard.iter().cloned().chain(found).chain(writes.iter().cloned())
        });
        let all = [plain(BEGIN)].into_iter().chain(each).chain(["COMMIT", ENDED].map(plain));
        let found = self.pool.query_all_raw(joined(DbBackend::Sqlite, all)).await;
        // A connection that is lost in the middle says nothing: rows end as if there were no more.
        let ended = |row: &QueryResult| row.try_get::<bool>("", "ended").unwrap_or(false);
        let written = found.and_then(|rows| match rows.last() {
            Some(last) if ended(last) => Ok(()),
            _ => Err(DbErr::Custom("the end of what was written was not come to".to_owned())),
        });
        if written.is_err() {
            // Which fails where SQLite ended the transaction by itself.
            drop(self.pool.execute_unprepared("ROLLBACK").await);
        }
        written
    }

    async fn write_alone(&self, act: Act) -> Result<bool, DbErr> {
        let opened = begin(&self.reader, (&self.pool, Lasting::Soon), None).await?;
        act.end(&self.reader.trust, opened).await
    }
}

/// What is said of another process that writes, if that is what failed.
fn told_busy<T>(written: &Result<T, DbErr>) -> Option<String> {
    written.as_ref().err().filter(|error| is_busy(error)).map(ToString::to_string)
}

/// The greatest of `most`, its half, and that one's half down to one, of which there are as many; none of none.
const fn halves(waiting: usize, most: usize) -> usize {
    let mut some = most;
    while some > waiting {
        some /= 2;
    }
    some
}

/// How many of the same acts, whose texts are so long, are one transaction.
fn in_one(same: usize, length: usize) -> usize {
    let fit = LONGEST.checked_div(length).unwrap_or(LONGEST).max(1);
    halves(same, halves(fit, AT_ONCE))
}

/// What waits to be written, and whether somebody writes.
#[derive(Clone, Default)]
pub struct Together(Arc<Lock<Queue>>);

#[derive(Default)]
struct Queue {
    waiting: Vec<Waiting>,
    is_written: bool,
}

/// An act with who is to be told of it.
struct Waiting {
    act: Act,
    since: Instant,
    tell: oneshot::Sender<Result<bool, DbErr>>,
}

impl Together {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an act; true when nobody writes, and whoever brought it sees to that.
    fn add(&self, act: Waiting) -> bool {
        let mut queue = self.queue();
        queue.waiting.push(act);
        !std::mem::replace(&mut queue.is_written, true)
    }
}

/// Somebody who writes, until nothing waits.
struct Writing<'t> {
    together: &'t Together,
    ended: bool,
}

impl Writing<'_> {
    /// The next acts; none when nothing waits, and then whoever comes next sees to being written.
    fn next(&mut self) -> Vec<Waiting> {
        let mut queue = self.together.queue();
        // As many as are few ways to the connection's thread: what is left goes with who comes next.
        let some = halves(queue.waiting.len(), MOST);
        self.ended = some == 0;
        queue.is_written = !self.ended;
        queue.waiting.drain(..some).collect()
    }
}

impl Drop for Writing<'_> {
    /// Given up in the middle, at the end of the process or of a test: what waits is told that nobody writes it.
    fn drop(&mut self) {
        if !self.ended {
            *self.together.queue() = Queue::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use sea_orm::sea_query::{Expr, ExprTrait, Query};

    use crate::db::Db;

    use super::*;

    async fn database() -> (Db, Arc<AtomicUsize>) {
        let heard = Arc::new(AtomicUsize::new(0));
        let hear = Arc::clone(&heard);
        let db = Db::none().await.unwrap().told_to(move |_| {
            hear.fetch_add(1, Ordering::Relaxed);
        });
        let tx = db.write().await.unwrap();
        tx.execute_unprepared("CREATE TABLE told (word TEXT PRIMARY KEY, version INTEGER)").await.unwrap();
        tx.commit().await.unwrap();
        heard.store(0, Ordering::Relaxed);
        (db, heard)
    }

    async fn unopened(db: &Db, word: &str) -> crate::db::WriteTx {
        let tx = db.write_at_end_for([word.to_owned()]).await.unwrap();
        let values = [word.into(), 1.into()];
        tx.later(Query::insert().into_table("told").columns(["word", "version"]).values_panic(values));
        tx
    }

    async fn write(db: &Db, word: &str) -> Result<(), DbErr> {
        unopened(db, word).await.commit().await
    }

    /// The next version of a word whose version was seen.
    fn step(word: &str, seen: i64) -> Statement {
        let mut write = Query::update();
        write.table("told").value("version", seen + 1).and_where(Expr::col("word").eq(word));
        DbBackend::Sqlite.build(write.and_where(Expr::col("version").eq(seen)).returning_col("word"))
    }

    async fn words(db: &Db) -> Vec<(String, i64)> {
        let tx = db.write().await.unwrap();
        let rows = tx.query_all_raw(Statement::from_string(DbBackend::Sqlite, "SELECT * FROM told ORDER BY word"));
        rows.await
            .unwrap()
            .iter()
            .map(|row| (row.try_get("", "word").unwrap(), row.try_get("", "version").unwrap()))
            .collect()
    }

    #[tokio::test]
    async fn acts_of_one_moment_are_written_together_and_each_is_told_of_its_own() {
        let (db, heard) = database().await;
        let all: Vec<String> = (10..30).map(|number| number.to_string()).collect();
        let written = join_all(all.iter().map(|word| write(&db, word))).await;
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        assert_eq!(words(&db).await.len(), 20);
        // Sixteen, and four; and the look.
        assert_eq!(heard.load(Ordering::Relaxed), 3);

        // Somebody writes what is there already, somebody of a version that has gone: they alone are told so.
        let of_a_version = async |word: &str, seen| {
            let tx = unopened(&db, &["of ", word].concat()).await;
            tx.commit_if(step(word, seen)).await
        };
        let (new, known, stepped, stale) =
            tokio::join!(write(&db, "new"), write(&db, "10"), of_a_version("11", 1), of_a_version("12", 7));
        assert!(new.is_ok() && known.is_err(), "{new:?} {known:?}");
        assert_eq!((stepped.unwrap(), stale.unwrap()), (true, false));
        let now = words(&db).await;
        let version = |word: &str| now.iter().find(|(known, _)| known == word).map(|(_, version)| *version);
        assert_eq!((version("new"), version("11"), version("12")), (Some(1), Some(2), Some(1)));
        assert_eq!((version("of 11"), version("of 12")), (Some(1), None), "nothing of an act without its row");
    }

    #[tokio::test]
    async fn who_gave_up_is_not_written_and_leaves_others_to_be_written() {
        let (db, _) = database().await;
        // The first brings who writes, and goes.
        let turn = db.write().await.unwrap();
        let mut gone = Box::pin(write(&db, "gone"));
        assert!(futures_util::poll!(&mut gone).is_pending());
        let mut stays = Box::pin(write(&db, "stays"));
        assert!(futures_util::poll!(&mut stays).is_pending());
        drop(gone);
        drop(turn);
        stays.await.unwrap();
        write(&db, "later").await.unwrap();
        let words: Vec<String> = words(&db).await.into_iter().map(|(word, _)| word).collect();
        assert_eq!(words, ["later", "stays"]);
    }

    #[tokio::test]
    async fn who_waits_for_another_process_waits_once() {
        let folder = tempfile::tempdir().unwrap();
        let url = ["sqlite:", folder.path().join("store.db").to_str().unwrap()].concat();
        let (tried, told) = (Arc::new(tokio::sync::Notify::new()), Db::connect(&url).await.unwrap());
        let other = Db::connect(&url).await.unwrap();
        let tx = other.write().await.unwrap();
        tx.execute_unprepared("CREATE TABLE told (word TEXT PRIMARY KEY, version INTEGER)").await.unwrap();
        tx.commit().await.unwrap();
        let (tell, seen) = (Arc::clone(&tried), join_all(["a", "b"].map(|word| write(&told, word))).await);
        assert!(seen.iter().all(Result::is_ok));
        let db = told.told_to(move |_| tell.notify_one());
        let elsewhere = other.write().await.unwrap();
        // It ends once it was waited for: who tried again would find it gone.
        let end = async {
            tried.notified().await;
            drop(elsewhere);
        };
        // Of two kinds, each of which would be a transaction.
        let guarded = async |word: &str, seen: &str| unopened(&db, word).await.commit_if(step(seen, 1)).await;
        let (one, two, three, four, ()) =
            tokio::join!(write(&db, "one"), write(&db, "two"), guarded("three", "a"), guarded("four", "b"), end);
        assert!(one.is_err() && two.is_err() && three.is_err() && four.is_err(), "{one:?} {two:?} {three:?} {four:?}");
        write(&db, "later").await.unwrap();
        assert_eq!(words(&db).await, ["a", "b", "later"].map(|word| (word.to_owned(), 1)));
    }

    #[tokio::test]
    async fn one_that_asks_begins_with_that_and_one_that_is_given_up_writes_nothing() {
        let (db, _) = database().await;
        drop(unopened(&db, "given up").await);
        let tx = unopened(&db, "asks").await;
        let asked = tx.query_all_raw(Statement::from_string(DbBackend::Sqlite, "SELECT * FROM told")).await.unwrap();
        assert_eq!(asked.len(), 1, "what was left for later is there");
        assert!(!tx.commit_if(step("asks", 7)).await.unwrap());
        assert!(words(&db).await.is_empty());
        let tx = unopened(&db, "asks").await;
        tx.execute_unprepared("SELECT 1").await.unwrap();
        assert!(tx.commit_if(step("asks", 1)).await.unwrap());
        assert_eq!(words(&db).await, [("asks".to_owned(), 2)]);
        assert!(db.write_at_end_for([]).await.unwrap().commit().await.is_ok(), "nothing to write");
    }

    #[test]
    fn many_of_the_same_are_few_texts() {
        let parts = |mut waiting: usize| {
            let mut parts = Vec::new();
            while waiting > 0 {
                parts.push(in_one(waiting, 100));
                waiting -= in_one(waiting, 100);
            }
            parts
        };
        assert_eq!(parts(39), [32, 4, 2, 1]);
        let long = [0, 3000, LONGEST / 2, LONGEST, LONGEST + 1].map(|length| in_one(64, length));
        assert_eq!(long, [32, 16, 2, 1, 1], "long ones are fewer");
        assert_eq!([0, 1, 3, 64, 200].map(|waiting| halves(waiting, MOST)), [0, 1, 2, 64, 64]);
    }
}
