//! Rows of jobs.

use sea_orm::{
    ActiveValue::{NotSet, Set},
    DbBackend, DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Alias, Asterisk, Condition, Expr, ExprTrait, LockBehavior, LockType, Query, SelectStatement},
};

use super::{NewJob, Queue, State};
use crate::{
    db::{
        WriteTx,
        keyset::{Place, page},
    },
    traces,
};

/// A row of `job`.
pub mod job_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "job")]
    pub struct Model {
        /// In the order in which they were left.
        #[sea_orm(primary_key)]
        pub seq: i64,
        /// Unguessable id: what a receiver knows a repetition by.
        pub id: String,
        /// Whose work it is.
        pub queue: String,
        /// What it is.
        pub kind: String,
        /// Site key.
        pub site: String,
        /// The id of what it is about, or nothing.
        pub subject: String,
        /// Jobs of a queue that share it are done one after the other; without it a job stands for itself.
        pub ordered_by: String,
        /// A queue takes one job of a kind and a key.
        pub dedupe_key: Option<String>,
        /// Jobs that share it are counted together; or nothing.
        pub counted_for: String,
        /// What else is needed to do it.
        pub payload: String,
        /// Times it was tried and went wrong.
        pub attempts: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Not before; a claimed one is due again once the claim has run out.
        pub due_at: i64,
        /// How it stands.
        pub state: String,
        /// Since when.
        pub state_at: i64,
        /// Why the last try went wrong, or nothing.
        pub last_error: String,
        /// The trace of the act that left it, as it is handed on; or nothing.
        pub trace: String,
        /// When a worker last took it on: its receiver may have it since. 0 when none ever did.
        pub claimed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use job_row::Model as Job;
use job_row::{Column, Entity};

/// Writes a job.
pub async fn insert_job(tx: &WriteTx, id: String, job: NewJob<'_>, now: i64) -> Result<(), DbErr> {
    let state = if job.held { State::Held } else { State::Waiting };
    write_job(tx, id, job, (state, 0, ""), now).await
}

/// Writes a job as it stands after so many tries in vain.
pub async fn write_job(
    tx: &WriteTx,
    id: String,
    job: NewJob<'_>,
    (state, attempts, why): (State, i64, &str),
    now: i64,
) -> Result<(), DbErr> {
    let row = job_row::ActiveModel {
        seq: NotSet,
        id: Set(id),
        queue: Set(job.queue.name.to_owned()),
        kind: Set(job.kind.to_owned()),
        site: Set(job.site.to_owned()),
        subject: Set(job.subject.to_owned()),
        ordered_by: Set(job.ordered_by.to_owned()),
        dedupe_key: Set(job.dedupe_key.map(str::to_owned)),
        counted_for: Set(job.counted_for.to_owned()),
        payload: Set(job.payload),
        attempts: Set(attempts),
        created_at: Set(now),
        due_at: Set(now),
        state: Set(state.key().to_owned()),
        state_at: Set(now),
        last_error: Set(why.to_owned()),
        trace: Set(traces::handed_on()),
        // What was tried was claimed.
        claimed_at: Set(if attempts > 0 { now } else { 0 }),
    };
    Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// The oldest jobs of a queue that are due and have none before them in their order; so many at most.
fn next_due(queue: &Queue, now: i64, most: u64) -> SelectStatement {
    let before = Alias::new("earlier");
    let earlier = |column: Column| Expr::col((before.clone(), column));
    let own = |column: Column| Expr::col((Entity, column));
    let waits = Query::select()
        .expr(Expr::value(1))
        .from_as(Entity, before.clone())
        .and_where(earlier(Column::Queue).eq(queue.name))
        .and_where(earlier(Column::State).is_in(queue.blocking().iter().map(|state| state.key())))
        .and_where(earlier(Column::OrderedBy).eq(own(Column::OrderedBy)))
        .and_where(earlier(Column::Seq).lt(own(Column::Seq)))
        .to_owned();
    Query::select()
        .column((Entity, Column::Seq))
        .from(Entity)
        .and_where(own(Column::Queue).eq(queue.name))
        .and_where(own(Column::State).eq(State::Waiting.key()))
        .and_where(own(Column::DueAt).lte(now))
        .and_where(own(Column::OrderedBy).eq("").or(Expr::exists(waits).not()))
        .order_by((Entity, Column::Seq), sea_orm::Order::Asc)
        .limit(most)
        .to_owned()
}

/// Whether a job of a queue may be claimed. What waits behind a parked one may do so for days.
pub async fn is_any_due(db: &impl ConnectionTrait, queue: &Queue, now: i64) -> Result<bool, DbErr> {
    Ok(db.query_one(&next_due(queue, now, 1)).await?.is_some())
}

/// Claims the oldest jobs of a queue that are due and have none before them in their order, until a time; so many at most.
pub async fn claim_next(tx: &WriteTx, queue: &Queue, (now, until): (i64, i64), most: u64) -> Result<Vec<Job>, DbErr> {
    let mut next = next_due(queue, now, most);
    if tx.get_database_backend() == DbBackend::Postgres {
        // Two workers take two jobs, and neither waits.
        next.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    }
    let mut claimed = Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(until))
        .col_expr(Column::ClaimedAt, Expr::value(now))
        .filter(Column::Seq.in_subquery(next))
        .exec_with_returning(&**tx)
        .await?;
    claimed.sort_by_key(|job| job.seq);
    Ok(claimed)
}

/// Notes how a job stands from now on, after so many tries in vain.
pub async fn settle(tx: &WriteTx, seq: i64, state: State, (attempts, why): (i64, &str), now: i64) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::State, Expr::value(state.key()))
        .col_expr(Column::StateAt, Expr::value(now))
        .col_expr(Column::Attempts, Expr::value(attempts))
        .col_expr(Column::LastError, Expr::value(why))
        .filter(Column::Seq.eq(seq))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Notes a try in vain, and when the next one is due.
pub async fn put_off(tx: &WriteTx, seq: i64, (attempts, why): (i64, &str), due_at: i64) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::Attempts, Expr::value(attempts))
        .col_expr(Column::DueAt, Expr::value(due_at))
        .col_expr(Column::LastError, Expr::value(why))
        .filter(Column::Seq.eq(seq))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Jobs of a queue that are counted together since a time, without those that were kept; of some kinds, or of all. Nobody counts
/// beyond `most`. Whoever else counts the same waits until the transaction ends.
pub async fn count_since(
    tx: &WriteTx,
    queue: &str,
    counted: (&str, &[&str]),
    since: i64,
    most: u32,
) -> Result<u64, DbErr> {
    tx.wait_for(counted.0).await?;
    let found = tx.query_one(&counted_since(queue, counted, since, most)).await?;
    let jobs = found.map(|found| found.try_get_by_index::<i64>(0)).transpose()?.unwrap_or_default();
    Ok(u64::try_from(jobs).unwrap_or_default())
}

/// The question how many that are, for whoever asks something else with it and waited by themselves.
pub fn counted_since(queue: &str, (counted_for, kinds): (&str, &[&str]), since: i64, most: u32) -> SelectStatement {
    let mut jobs = Query::select();
    jobs.column(Column::Seq)
        .from(Entity)
        .and_where(Column::Queue.eq(queue))
        .and_where(Column::CountedFor.eq(counted_for))
        .and_where(Column::CreatedAt.gt(since))
        .and_where(Column::State.ne(State::Held.key()));
    if !kinds.is_empty() {
        jobs.and_where(Column::Kind.is_in(kinds.iter().copied()));
    }
    // As many as are asked about cost something, however many there are. Called as every counted question is.
    jobs.limit(most.into());
    Query::select().expr(Expr::col(Asterisk).count()).from_subquery(jobs, "sub_query").to_owned()
}

/// How many jobs of a queue stand how, and since when the first of them: those that are done are left out.
pub async fn count_by_state(db: &impl ConnectionTrait) -> Result<Vec<(String, String, i64, i64)>, DbErr> {
    Entity::find()
        .select_only()
        .columns([Column::Queue, Column::State])
        .column_as(Column::Seq.count(), "jobs")
        .column_as(Column::CreatedAt.min(), "oldest")
        .filter(Column::State.is_in(State::OPEN.map(State::key)))
        .group_by(Column::Queue)
        .group_by(Column::State)
        .order_by_asc(Column::Queue)
        .order_by_asc(Column::State)
        .into_tuple()
        .all(db)
        .await
}

/// Jobs that stand so, the oldest first.
pub async fn list_jobs(db: &impl ConnectionTrait, state: State, limit: u64) -> Result<Vec<Job>, DbErr> {
    let jobs = Entity::find().filter(Column::State.eq(state.key()));
    jobs.order_by_asc(Column::StateAt).order_by_asc(Column::Seq).limit(limit).all(db).await
}

/// Jobs that stand so after a place in the list, the newest first.
pub async fn list_after(
    db: &impl ConnectionTrait,
    state: State,
    after: Option<&Place>,
    limit: u64,
) -> Result<Vec<Job>, DbErr> {
    let rows = Entity::find().filter(Column::State.eq(state.key()));
    page(rows, (Column::StateAt, Column::Id), after, limit).all(db).await
}

/// A job by its id.
pub async fn find_job(db: &impl ConnectionTrait, id: &str) -> Result<Option<Job>, DbErr> {
    Entity::find().filter(Column::Id.eq(id)).one(db).await
}

/// Makes a parked or held job due as if it was new; false when there is none of this id.
pub async fn retry_job(tx: &WriteTx, id: &str, now: i64) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Waiting.key()))
        .col_expr(Column::StateAt, Expr::value(now))
        .col_expr(Column::Attempts, Expr::value(0_i64))
        .col_expr(Column::DueAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::State.is_in([State::Parked.key(), State::Held.key()]))
        .exec(&**tx)
        .await?;
    Ok(done.rows_affected > 0)
}

/// Takes a parked or held job out; false when there is none of this id.
pub async fn drop_job(tx: &WriteTx, id: &str) -> Result<bool, DbErr> {
    let done = Entity::delete_many()
        .filter(Column::Id.eq(id))
        .filter(Column::State.is_in([State::Parked.key(), State::Held.key()]))
        .exec(&**tx)
        .await?;
    Ok(done.rows_affected > 0)
}

/// What of a queue is left to be done about a subject and nobody ever took on: its receiver cannot know of it. A claim that
/// ran out counts: whoever had it may have told it before they died.
fn untried(queue: &str, subject: &str) -> Condition {
    Condition::all()
        .add(Column::Queue.eq(queue))
        .add(Column::OrderedBy.eq(subject))
        .add(Column::State.eq(State::Waiting.key()))
        .add(Column::ClaimedAt.eq(0))
        .add(Column::Attempts.eq(0))
        .add(Column::LastError.eq(""))
}

/// Whether the job of a kind about a subject was never tried.
pub async fn is_untried(db: &impl ConnectionTrait, (queue, kind): (&str, &str), subject: &str) -> Result<bool, DbErr> {
    let found =
        Entity::find().select_only().column(Column::Seq).filter(untried(queue, subject)).filter(Column::Kind.eq(kind));
    Ok(found.into_tuple::<i64>().one(db).await?.is_some())
}

/// Whether anything of a queue is left to be done about a subject, parked or held jobs among it.
pub async fn is_unfinished(db: &impl ConnectionTrait, queue: &str, subject: &str) -> Result<bool, DbErr> {
    let found = Entity::find()
        .select_only()
        .column(Column::Seq)
        .filter(Column::Queue.eq(queue))
        .filter(Column::OrderedBy.eq(subject))
        .filter(Column::State.is_in([State::Waiting, State::Parked, State::Held].map(State::key)));
    Ok(found.into_tuple::<i64>().one(db).await?.is_some())
}

/// Takes the job of a kind about a subject out when it was never tried, and those behind it with it; false when there is none.
pub async fn take_untried(tx: &WriteTx, (queue, kind): (&str, &str), subject: &str) -> Result<bool, DbErr> {
    let first = Entity::delete_many().filter(untried(queue, subject)).filter(Column::Kind.eq(kind)).exec(&**tx).await?;
    if first.rows_affected == 0 {
        return Ok(false);
    }
    // They waited for it: nobody took one on.
    Entity::delete_many().filter(untried(queue, subject)).exec(&**tx).await?;
    Ok(true)
}

/// Deletes up to `limit` jobs that were done before one time, or are parked or held since before another.
pub async fn delete_old(tx: &WriteTx, done: i64, put_aside: i64, limit: u64) -> Result<u64, DbErr> {
    let aside = Column::State.is_in([State::Parked.key(), State::Held.key()]).and(Column::StateAt.lt(put_aside));
    let old = Column::State.eq(State::Done.key()).and(Column::StateAt.lt(done)).or(aside);
    let rows = Query::select().column(Column::Seq).from(Entity).and_where(old).limit(limit).to_owned();
    let deleted = Entity::delete_many().filter(Column::Seq.in_subquery(rows)).exec(&**tx).await?;
    Ok(deleted.rows_affected)
}
