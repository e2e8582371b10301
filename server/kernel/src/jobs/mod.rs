//! The one outbox: what an act leaves to be done once it is there (a letter, a message to a system upstream). A job is
//! left in the act's own transaction, claimed by one worker for the time of a try, put off when the try goes wrong, and
//! parked for people when it goes wrong for good. Jobs that share an order are done one after the other; no other one
//! waits for them. A try may be repeated after a crash: a receiver knows a job by its id.
//! Not here: what a job says and to whom, which its feature's handler knows.

mod store;

use std::{fmt::Write as _, panic::AssertUnwindSafe, pin::pin, time::Duration};

use anyhow::Context;
use futures_util::{FutureExt, StreamExt, stream};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbErr};
use tokio::sync::watch;

pub use self::store::{
    Job, count_since, counted_since, delete_old, drop_job as drop_within, find_job, is_unfinished, is_untried,
    list_after, retry_job as retry_within, take_untried,
};
use crate::{
    clock::{Clock, Ids},
    db::{Db, WriteTx},
    traces,
};

/// Jobs of one sort, with workers of their own: a receiver that is away holds no other one's jobs up.
#[derive(Debug)]
pub struct Queue {
    /// As it is stored and shown.
    pub name: &'static str,
    /// For one try; it is claimed for twice as long.
    pub patience: Duration,
    /// Between two looks for what is due, when nobody rings.
    pub look: Duration,
    /// Before the second try; doubles with each one.
    pub first_pause: Duration,
    /// Between two tries at most.
    pub longest_pause: Duration,
    /// A job that went wrong so often is parked.
    pub tries: i64,
    /// As many are claimed and done at once, none of them beside another one of its order.
    pub together: usize,
    /// What comes after a parked job of its order waits until people try that one again or drop it: its receiver must not
    /// hear of something later first.
    pub parked_blocks: bool,
}

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// To be done as soon as it is due.
    Waiting,
    /// Done, or there was nothing left to do.
    Done,
    /// Given up: for people to try again or drop.
    Parked,
    /// Kept on purpose when it was left; people may let it go.
    Held,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Done, Self::Parked, Self::Held];
    /// Those of jobs that somebody still may do something about.
    pub const OPEN: [Self; 3] = [Self::Waiting, Self::Parked, Self::Held];

    /// As it is stored.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Done => "done",
            Self::Parked => "parked",
            Self::Held => "held",
        }
    }

    /// Reads what was stored.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }
}

/// A job to be left.
#[derive(Debug)]
pub struct NewJob<'a> {
    /// Whose work it is.
    pub queue: &'static Queue,
    /// What it is.
    pub kind: &'a str,
    /// Site key.
    pub site: &'a str,
    /// The id of what it is about, or nothing.
    pub subject: &'a str,
    /// Jobs of the queue that share it are done one after the other; without it a job stands for itself.
    pub ordered_by: &'a str,
    /// The queue takes one job of a kind and a key.
    pub dedupe_key: Option<&'a str>,
    /// Jobs that share it are counted together ([`count_since`]); or nothing.
    pub counted_for: &'a str,
    /// What else is needed to do it.
    pub payload: String,
    /// It is kept and not done.
    pub held: bool,
}

/// What came of a try.
#[derive(Debug)]
pub enum Outcome {
    /// The receiver has it.
    Done,
    /// There is nothing to do any more.
    Moot,
    /// It went wrong: later again, and parked when it does so too often.
    Failed(String),
    /// The receiver is not there, which says nothing about this job: later again, and so are all others.
    Away(String),
    /// It will never go well: parked.
    Refused(String),
}

/// Wakes the workers when jobs were left. What is rung while they work is not lost.
#[derive(Debug, Default)]
pub struct Bell(watch::Sender<()>);

impl Bell {
    /// A job was left and its transaction is there.
    pub fn ring(&self) {
        self.0.send_replace(());
    }

    /// Whoever else has to know that something was done.
    pub fn subscribe(&self) -> watch::Receiver<()> {
        self.0.subscribe()
    }
}

/// Leaves a job within the transaction of the act: done once the act is there, never without it.
pub async fn enqueue(tx: &WriteTx, clock: &Clock, ids: &Ids, job: NewJob<'_>) -> Result<(), DbErr> {
    store::insert_job(tx, ids.random().to_string(), job, clock.millis()).await
}

/// Leaves a job that was given up after so many tries, and why: what a demo has of them.
pub async fn leave_parked(
    tx: &WriteTx,
    (clock, ids): (&Clock, &Ids),
    job: NewJob<'_>,
    (attempts, why): (i64, &str),
) -> Result<(), DbErr> {
    store::write_job(tx, ids.random().to_string(), job, (State::Parked, attempts, why), clock.millis()).await
}

/// Does a queue's jobs for as long as the service runs.
pub async fn work<F>(db: &Db, clock: &Clock, bell: &Bell, queue: &'static Queue, handle: impl Fn(Job) -> F)
where
    F: Future<Output = Outcome> + Send,
{
    let mut rung = bell.subscribe();
    loop {
        rung.mark_unchanged();
        if let Err(error) = work_off(db, clock, queue, &handle).await {
            tracing::warn!(queue = queue.name, %error, "jobs could not be done");
        }
        // Either somebody left a job, or it is time to look. The bell is as old as the service.
        drop(tokio::time::timeout(queue.look, rung.changed()).await);
    }
}

/// Does what is due of a queue now. How many jobs were done.
pub async fn work_off<F>(
    db: &Db,
    clock: &Clock,
    queue: &'static Queue,
    handle: impl Fn(Job) -> F,
) -> Result<usize, DbErr>
where
    F: Future<Output = Outcome> + Send,
{
    let mut done = 0_usize;
    loop {
        let claimed = claim(db, clock, queue).await?;
        if claimed.is_empty() {
            return Ok(done);
        }
        // Each notes itself what came of it: a try may need the writer's turn, and gets it only while it goes on.
        let tries = claimed.into_iter().map(|job| try_and_note(db, clock, queue, &handle, job));
        let mut tries = pin!(stream::iter(tries).buffer_unordered(queue.together.max(1)));
        let (mut away, mut failure) = (false, None);
        while let Some(tried) = tries.next().await {
            match tried {
                Ok(Outcome::Done) => done = done.saturating_add(1),
                Ok(Outcome::Away(_)) => away = true,
                Ok(Outcome::Moot | Outcome::Failed(_) | Outcome::Refused(_)) => {}
                // The others that began go on to their end.
                Err(error) => failure = Some(error),
            }
        }
        if let Some(error) = failure {
            return Err(error);
        }
        // These are enough to know: the others need not ask.
        if away {
            return Ok(done);
        }
    }
}

/// One try, noted.
async fn try_and_note<F>(
    db: &Db,
    clock: &Clock,
    queue: &Queue,
    handle: impl Fn(Job) -> F,
    job: Job,
) -> Result<Outcome, DbErr>
where
    F: Future<Output = Outcome> + Send,
{
    let (seq, id, before) = (job.seq, job.id.clone(), job.attempts);
    let attempts = before.saturating_add(1);
    let span = traces::trying(queue.name, &job.trace);
    let outcome = span.of(attempt(queue, handle, job)).await;
    span.tried(matches!(outcome, Outcome::Done | Outcome::Moot));
    let now = clock.millis();
    let tx = db.write().await?;
    match &outcome {
        Outcome::Done | Outcome::Moot => store::settle(&tx, seq, State::Done, (before, ""), now).await?,
        Outcome::Away(why) => {
            let due = now.saturating_add(millis(queue.first_pause));
            store::put_off(&tx, seq, (before, why), due).await?;
        }
        Outcome::Failed(why) if attempts < queue.tries => {
            tracing::warn!(queue = queue.name, job = id, why, "a job went wrong");
            store::put_off(&tx, seq, (attempts, why), now.saturating_add(queue.pause(attempts))).await?;
        }
        Outcome::Failed(why) | Outcome::Refused(why) => {
            tracing::error!(queue = queue.name, job = id, why, "a job is parked");
            store::settle(&tx, seq, State::Parked, (attempts, why), now).await?;
        }
    }
    tx.commit().await?;
    Ok(outcome)
}

/// One try. What panics has failed like anything else: the worker goes on with the others, and the job is parked in time.
async fn attempt<F>(queue: &Queue, handle: impl Fn(Job) -> F, job: Job) -> Outcome
where
    F: Future<Output = Outcome> + Send,
{
    let tried = AssertUnwindSafe(async { handle(job).await }).catch_unwind();
    match tokio::time::timeout(queue.patience, tried).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => Outcome::Failed("it panicked".to_owned()),
        Err(_) => Outcome::Failed("it took too long".to_owned()),
    }
}

async fn claim(db: &Db, clock: &Clock, queue: &Queue) -> Result<Vec<Job>, DbErr> {
    let now = clock.millis();
    // Whoever only reads takes nobody's turn.
    if !store::is_any_due(db.read(), queue, now).await? {
        return Ok(Vec::new());
    }
    let tx = db.write().await?;
    let until = now.saturating_add(millis(queue.patience).saturating_mul(2));
    let most = u64::try_from(queue.together).unwrap_or(u64::MAX).max(1);
    let claimed = store::claim_next(&tx, queue, (now, until), most).await?;
    tx.commit().await?;
    Ok(claimed)
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl Queue {
    /// What holds a later job of the same order up while it stands so.
    fn blocking(&self) -> &'static [State] {
        if self.parked_blocks { &[State::Waiting, State::Parked] } else { &[State::Waiting] }
    }

    /// After so many tries in vain, in milliseconds.
    fn pause(&self, attempts: i64) -> i64 {
        let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(u32::MAX).min(16);
        millis(self.first_pause).saturating_mul(2_i64.saturating_pow(doublings)).min(millis(self.longest_pause))
    }
}

/// How many jobs of a queue stand how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The queue's name.
    pub queue: String,
    /// How they stand.
    pub state: State,
    /// How many.
    pub jobs: u64,
    /// When the oldest of them was left: milliseconds since 1970.
    pub oldest: i64,
}

/// What is not done, counted.
pub async fn counts(db: &impl ConnectionTrait) -> Result<Vec<Count>, DbErr> {
    let rows = store::count_by_state(db).await?;
    let count = |(queue, state, jobs, oldest): (String, String, i64, i64)| {
        State::parse(&state).map(|state| Count { queue, state, jobs: jobs.unsigned_abs(), oldest })
    };
    Ok(rows.into_iter().filter_map(count).collect())
}

/// Lines a list has at most.
const LISTED: u64 = 1_000;

/// Jobs that stand so, the oldest first, a line each: id, queue and kind, brand, what it is about, since when, and why
/// the last try went wrong.
pub async fn list(db: &impl ConnectionTrait, state: State) -> anyhow::Result<Vec<String>> {
    store::list_jobs(db, state, LISTED).await?.iter().map(line).collect()
}

fn line(job: &Job) -> anyhow::Result<String> {
    let Job { id, queue, kind, site, subject, attempts, last_error, .. } = job;
    let since = Timestamp::from_millisecond(job.state_at)?;
    let mut line = format!("{id}  {queue} {kind}  {site}  {subject}  since {since}");
    if *attempts > 0 {
        write!(line, "  tried {attempts} times: {last_error}").context("a line")?;
    }
    Ok(line)
}

/// Puts a parked or held job back on its way.
pub async fn retry(db: &Db, clock: &Clock, id: &str) -> anyhow::Result<()> {
    let tx = db.write_durable().await?;
    anyhow::ensure!(store::retry_job(&tx, id, clock.millis()).await?, "no job {id} is parked or held");
    tx.commit().await.context("cannot put it back on its way")
}

/// Drops a parked or held job: it is never done.
pub async fn drop_job(db: &Db, id: &str) -> anyhow::Result<()> {
    let tx = db.write_durable().await?;
    anyhow::ensure!(store::drop_job(&tx, id).await?, "no job {id} is parked or held");
    tx.commit().await.context("cannot drop it")
}
