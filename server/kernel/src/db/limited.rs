//! Statements that end. What waits for a PostgreSQL server that went away without a word would wait for as long as the
//! system believes in the connection, a quarter of an hour; here it waits as long as a statement may take, and the
//! connection is thrown away. Behind a pooler that hands connections out by the transaction, every statement is one.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use futures_util::{
    StreamExt, TryStreamExt,
    stream::{BoxStream, try_unfold},
};
use sea_orm::{
    AccessMode, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult,
    RuntimeErr, Statement, StatementBuilder, StreamTrait, TransactionOptions, TransactionTrait, sqlx,
};
use tokio::sync::{Notify, OnceCell, OwnedMutexGuard};

use super::together::{Act, Writer};

/// How long a statement may take at the server. The browser has its answer before: see `Db::answers`.
pub const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long it is waited for here: a server that is there has said by then that it took too long.
pub const STATEMENT_LIMIT: Duration = Duration::from_secs(6);
/// How long a transaction may stand between two statements. A node that is paused, or whose machine is lost without a word, holds what
/// others wait for no longer.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(10);
/// Between two times that all connections are distrusted: while a database may only be read, every change is refused.
const DISTRUSTED_AT_MOST: Duration = Duration::from_secs(1);

/// The driver names statements by its own count even when it keeps none: what another client, or a transaction that was given up,
/// left at a pooler's connection would be in the way.
const OWN: &str = "DEALLOCATE ALL; SET LOCAL statement_timeout = 5000; SET LOCAL lock_timeout = 1000; \
                   SET LOCAL idle_in_transaction_session_timeout = 10000";
/// The same where carts and sessions are written, whose commits wait for no disk.
const OWN_SOON: &str = "DEALLOCATE ALL; SET LOCAL statement_timeout = 5000; SET LOCAL lock_timeout = 1000; \
                        SET LOCAL idle_in_transaction_session_timeout = 10000; SET LOCAL synchronous_commit = off";
/// The same for what reads all of one moment.
const OF_ONE_MOMENT: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; DEALLOCATE ALL; \
                             SET LOCAL statement_timeout = 5000; SET LOCAL lock_timeout = 1000; \
                             SET LOCAL idle_in_transaction_session_timeout = 10000";

/// Since when connections are what they are taken for: older ones may lead to a server that is the wrong one by now.
#[derive(Clone, Default)]
pub struct Trust {
    /// How long an answer is waited for. None for a file of this machine, where a long statement is only that.
    limit: Option<Duration>,
    since: Arc<Mutex<Option<Instant>>>,
    doubted: Arc<Notify>,
    /// When a connection was found cut.
    lost: Arc<Mutex<Option<Instant>>>,
}

impl Trust {
    /// In connections to a server.
    pub fn of_server() -> Self {
        Self { limit: Some(STATEMENT_LIMIT), ..Self::default() }
    }

    /// Connections that are open now are used no more, and somebody looks whether the server is the right one.
    pub fn doubt(&self) {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        if since.is_none_or(|since| since.elapsed() >= DISTRUSTED_AT_MOST) {
            *since = Some(Instant::now());
            self.doubted.notify_one();
        }
    }

    /// The server is another one: connections that are open now are used no more.
    pub fn renew(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// False for a connection of this age that is used no more.
    pub fn covers(&self, age: Duration) -> bool {
        self.since.lock().unwrap_or_else(PoisonError::into_inner).is_none_or(|since| age < since.elapsed())
    }

    /// A connection is no more: others may have been cut with it.
    fn lose(&self) {
        *self.lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// False for a connection nobody used since another one was found cut.
    pub fn is_used_since_loss(&self, idle_for: Duration) -> bool {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).is_none_or(|lost| idle_for < lost.elapsed())
    }

    /// Until somebody doubts.
    pub async fn doubted(&self) {
        self.doubted.notified().await;
    }

    /// An answer within its time. That nothing may be written says that this may be a former leader.
    pub(super) async fn within<T>(&self, ask: impl Future<Output = Result<T, DbErr>> + Send) -> Result<T, DbErr> {
        let Some(limit) = self.limit else { return ask.await };
        let late = || DbErr::Custom("the database does not answer a statement".to_owned());
        let answer = tokio::time::timeout(limit, ask).await.map_err(|_| late()).flatten();
        match &answer {
            Err(error) if is_read_only(error) => self.doubt(),
            Err(error) if is_lost(error) => self.lose(),
            _ => {}
        }
        answer
    }

    /// The same of what changes nothing: on a connection that was cut while nobody looked it is asked once more, of another.
    pub(super) async fn surely<T, A>(&self, ask: impl Fn() -> A + Send) -> Result<T, DbErr>
    where
        A: Future<Output = Result<T, DbErr>> + Send,
    {
        match self.within(ask()).await {
            Err(error) if self.limit.is_some() && is_lost(&error) => self.within(ask()).await,
            answer => answer,
        }
    }
}

/// What the driver says of it.
pub(super) fn told(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| codes.contains(&&*code))
}

/// True for PostgreSQL's refusal to write at all.
fn is_read_only(error: &DbErr) -> bool {
    told(error).is_some_and(|error| has_code(error, &["25006"]))
}

/// True for a connection that is no more: cut on its way, or ended by the server.
fn is_lost(error: &DbErr) -> bool {
    told(error).is_some_and(|error| matches!(error, sqlx::Error::Io(_)) || has_code(error, &["57P01", "57P02"]))
}

/// A pool whose statements end.
#[derive(Clone)]
pub struct Reader {
    pub(super) pool: DatabaseConnection,
    pub(super) trust: Trust,
    /// Behind a pooler, what prepares a statement and what runs it may reach two servers' connections, unless both are
    /// within one transaction.
    pub(super) in_transactions: bool,
}

/// What is open at the database, and the turn it has there: given up in this order.
pub struct Opened {
    pub(super) tx: DatabaseTransaction,
    pub(super) _turn: Option<OwnedMutexGuard<()>>,
}

/// A transaction whose statements end.
pub struct Tx {
    opened: OnceCell<Opened>,
    /// What begins it, when it begins with what is asked first.
    writer: Option<Writer>,
    backend: DbBackend,
    trust: Trust,
    later: Mutex<Vec<Statement>>,
}

/// What a transaction of carts and sessions begins with, and every other one, where nothing can be said of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasting {
    /// On the disk before its commit returns.
    Surely,
    /// Soon after.
    Soon,
}

impl Reader {
    /// Opens a transaction; behind a pooler with what a connection of our own knows from its start.
    pub(super) async fn open(
        &self,
        pool: &DatabaseConnection,
        options: TransactionOptions,
        lasting: Lasting,
    ) -> Result<DatabaseTransaction, DbErr> {
        self.trust.surely(|| self.begin(pool, options, lasting)).await
    }

    async fn begin(
        &self,
        pool: &DatabaseConnection,
        options: TransactionOptions,
        lasting: Lasting,
    ) -> Result<DatabaseTransaction, DbErr> {
        if !self.in_transactions {
            return pool.begin_with_options(options).await;
        }
        // Nothing is prepared before this: not how the transaction reads either.
        let own = match lasting {
            _ if options.access_mode == Some(AccessMode::ReadOnly) => OF_ONE_MOMENT,
            Lasting::Surely => OWN,
            Lasting::Soon => OWN_SOON,
        };
        let tx = pool.begin().await?;
        tx.execute_unprepared(own).await?;
        Ok(tx)
    }

    /// A transaction for one statement, where one needs it.
    async fn alone(&self) -> Result<Option<DatabaseTransaction>, DbErr> {
        if !self.in_transactions {
            return Ok(None);
        }
        self.begin(&self.pool, TransactionOptions::default(), Lasting::Surely).await.map(Some)
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Reader {
    fn get_database_backend(&self) -> DbBackend {
        self.pool.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let ask = async {
            let Some(tx) = self.alone().await? else { return self.pool.execute_raw(statement).await };
            let answer = tx.execute_raw(statement).await?;
            tx.commit().await.map(|()| answer)
        };
        self.trust.within(ask).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.trust.within(self.pool.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        if self.trust.limit.is_none() {
            return self.pool.query_one_raw(statement).await;
        }
        let ask = async || {
            let Some(tx) = self.alone().await? else { return self.pool.query_one_raw(statement.clone()).await };
            let answer = tx.query_one_raw(statement.clone()).await?;
            tx.commit().await.map(|()| answer)
        };
        self.trust.surely(ask).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        if self.trust.limit.is_none() {
            return self.pool.query_all_raw(statement).await;
        }
        let ask = async || {
            let Some(tx) = self.alone().await? else { return self.pool.query_all_raw(statement.clone()).await };
            let answer = tx.query_all_raw(statement.clone()).await?;
            tx.commit().await.map(|()| answer)
        };
        self.trust.surely(ask).await
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Tx {
    fn get_database_backend(&self) -> DbBackend {
        self.backend
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let open = self.caught_up().await?;
        self.trust.within(open.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let open = self.caught_up().await?;
        self.trust.within(open.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let open = self.caught_up().await?;
        self.trust.within(open.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let open = self.caught_up().await?;
        self.trust.within(open.query_all_raw(statement)).await
    }
}

/// As long as it may be, each row of it comes in its time.
impl StreamTrait for Tx {
    type Stream<'a> = BoxStream<'a, Result<QueryResult, DbErr>>;

    fn get_database_backend(&self) -> DbBackend {
        self.backend
    }

    fn stream_raw<'a>(
        &'a self,
        statement: Statement,
    ) -> Pin<Box<dyn Future<Output = Result<Self::Stream<'a>, DbErr>> + 'a + Send>> {
        Box::pin(async move {
            let open = self.caught_up().await?;
            let rows = Box::pin(self.trust.within(open.stream_raw(statement)).await?);
            let each = try_unfold(rows, move |mut rows| async move {
                Ok(self.trust.within(rows.try_next()).await?.map(|row| (row, rows)))
            });
            Ok(each.boxed())
        })
    }
}

impl Tx {
    pub(super) fn new(opened: Opened, trust: Trust) -> Self {
        let backend = ConnectionTrait::get_database_backend(&opened.tx);
        Self { opened: OnceCell::new_with(Some(opened)), writer: None, backend, trust, later: Mutex::default() }
    }

    /// One that begins with what is asked first, if anything is.
    pub(super) fn unopened(writer: Writer) -> Self {
        let (backend, trust) = (writer.pool.get_database_backend(), writer.reader.trust.clone());
        Self { opened: OnceCell::new(), writer: Some(writer), backend, trust, later: Mutex::default() }
    }

    /// Writes rows of which nobody asks how many they were: at the latest before what is asked next and before the end, all
    /// that is written so far together. On SQLite each way to the thread that has the connection costs more than a row.
    pub fn later(&self, write: &impl StatementBuilder) {
        self.later_as_built(self.backend.build(write));
    }

    /// The same of a statement that is built already.
    pub fn later_as_built(&self, statement: Statement) {
        self.later.lock().unwrap_or_else(PoisonError::into_inner).push(statement);
    }

    fn left(&self) -> Vec<Statement> {
        std::mem::take(&mut *self.later.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The open transaction with all written that was left for later.
    async fn caught_up(&self) -> Result<&DatabaseTransaction, DbErr> {
        let begin = async || match &self.writer {
            Some(writer) => writer.begin().await,
            None => Err(DbErr::Custom("a transaction that nobody begins".to_owned())),
        };
        let open = &self.opened.get_or_try_init(begin).await?.tx;
        run(&self.trust, open, self.left()).await?;
        Ok(open)
    }

    /// Makes it lasting. Whether it did is not known when there is no answer: acts are told apart by their keys.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.commit_if(None).await.map(drop)
    }

    /// The same, unless a guard does not find its row any more.
    pub(super) async fn commit_if(mut self, guard: Option<Statement>) -> Result<bool, DbErr> {
        let act = Act { guard, writes: self.left() };
        match (self.opened.take(), self.writer) {
            (Some(opened), _) => act.end(&self.trust, opened).await,
            (None, Some(writer)) => writer.write(act).await,
            (None, None) => Ok(true),
        }
    }
}

/// Runs statements, on SQLite in one piece.
pub(super) async fn run(trust: &Trust, open: &DatabaseTransaction, statements: Vec<Statement>) -> Result<(), DbErr> {
    let backend = ConnectionTrait::get_database_backend(open);
    let together = match backend {
        // Values belong to the places in their order, over all statements.
        DbBackend::Sqlite if statements.len() > 1 => vec![joined(backend, statements)],
        _ => statements,
    };
    for statement in together {
        trust.within(open.execute_raw(statement)).await?;
    }
    Ok(())
}

/// Statements one after the other, as one.
pub(super) fn joined(backend: DbBackend, statements: impl IntoIterator<Item = Statement>) -> Statement {
    let mut sql = String::new();
    let mut values = Vec::new();
    for statement in statements {
        sql.push_str(&statement.sql);
        sql.push(';');
        values.extend(statement.values.into_iter().flat_map(|values| values.0));
    }
    Statement::from_sql_and_values(backend, sql, values)
}

#[cfg(test)]
mod tests {
    use sea_orm::sea_query::{Expr, ExprTrait, Query};

    use super::*;

    #[tokio::test]
    async fn r27_a_statement_without_an_answer_ends() {
        let trust = Trust { limit: Some(Duration::from_millis(1)), ..Trust::default() };
        let never = std::future::pending::<Result<(), DbErr>>();
        assert!(trust.within(never).await.unwrap_err().to_string().contains("does not answer"));
        let file = Trust::default();
        let long = async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            Ok(())
        };
        assert!(file.within(long).await.is_ok(), "nobody hurries a file");
        const { assert!(STATEMENT_TIMEOUT.as_secs() < STATEMENT_LIMIT.as_secs()) };
    }

    #[tokio::test]
    async fn what_is_written_later_is_there_in_its_order_before_anything_is_asked_and_at_the_end() {
        let db = crate::db::Db::none().await.unwrap();
        let insert = |value: i64, word: &str| {
            Query::insert()
                .into_table("told")
                .columns(["value", "word"])
                .values_panic([value.into(), word.into()])
                .to_owned()
        };
        let of = async |tx: &Tx| {
            let rows = tx.query_all_raw(Statement::from_string(DbBackend::Sqlite, "SELECT * FROM told ORDER BY value"));
            let rows = rows.await.unwrap();
            let told = |row: &QueryResult| (row.try_get("", "value").unwrap(), row.try_get("", "word").unwrap());
            rows.iter().map(told).collect::<Vec<(i64, String)>>()
        };
        let tx = db.write().await.unwrap();
        tx.execute_unprepared("CREATE TABLE told (value INTEGER, word TEXT)").await.unwrap();
        tx.later(&insert(1, "one"));
        tx.later(&insert(2, "two"));
        let more = Query::update().table("told").value("word", "more").and_where(Expr::col("value").eq(2)).to_owned();
        tx.later(&more);
        assert_eq!(of(&tx).await, [(1, "one".to_owned()), (2, "more".to_owned())]);
        tx.later(&insert(3, "three"));
        tx.commit().await.unwrap();

        let tx = db.write().await.unwrap();
        assert_eq!(of(&tx).await.len(), 3, "the end is late enough");
        tx.later(&insert(4, "four"));
        drop(tx);
        let tx = db.write().await.unwrap();
        assert_eq!(of(&tx).await.len(), 3, "what is given up is not written");
        tx.later(&Query::insert().into_table("nowhere").columns(["value"]).values_panic([1.into()]).to_owned());
        tx.later(&insert(5, "five"));
        assert!(tx.commit().await.is_err(), "told at the latest at the end");
        assert_eq!(of(&db.write().await.unwrap()).await.len(), 3, "and nothing of it is kept");
    }

    #[tokio::test]
    async fn connections_older_than_a_doubt_are_used_no_more_and_doubts_come_one_a_second() {
        let trust = Trust::default();
        assert!(trust.covers(Duration::from_hours(1)), "nobody doubted yet");
        trust.doubt();
        trust.doubted().await;
        assert!(!trust.covers(Duration::from_hours(1)), "it was open before");
        assert!(trust.covers(Duration::ZERO), "it was opened since");
        let first = *trust.since.lock().unwrap();
        trust.doubt();
        assert_eq!(*trust.since.lock().unwrap(), first, "not for each change that is refused");
        trust.renew();
        assert_ne!(*trust.since.lock().unwrap(), first, "another server, whenever it came");
        assert!(trust.is_used_since_loss(Duration::from_hours(1)), "none was cut");
        trust.lose();
        assert!(!trust.is_used_since_loss(Duration::from_hours(1)));
        assert!(trust.is_used_since_loss(Duration::ZERO), "it answered since");
    }
}
