//! What ends by its age (R79): rows that nobody needs any more go, a batch a transaction. How long each table keeps
//! what, and what bounds it until then, is told in docs/RETENTION.md.

mod store;
pub mod sweep;

use fieldhouse_kernel::jobs;
use sea_orm::DbErr;

use crate::{
    desk::looks::LASTS_MILLIS,
    env::Env,
    finding::missed,
    people::account::addresses::KEPT_DAYS,
    publishing::{builds, content},
};

const DAY: i64 = 86_400_000;
/// Letters that are sent and other jobs that are done: long enough to answer "did you write to me?".
const SENT_DAYS: i64 = 90;
/// What visitors wrote, jobs that were put aside, and requests that were answered: a year, and a little more.
const TOLD_DAYS: i64 = 400;
/// Subscriptions nobody confirmed; their links work for seven days.
const UNCONFIRMED_DAYS: i64 = 30;
/// Drafts of content; links to them work for thirty days at most.
const DRAFT_DAYS: i64 = 60;
/// Rows a transaction: the writer is never held for long.
const BATCH: u64 = 500;

/// One round. How many rows went.
pub async fn prune(env: &Env) -> Result<u64, DbErr> {
    let now = env.clock.millis();
    let before = |days: i64| now.saturating_sub(days.saturating_mul(DAY));
    let first_day = env.day_of(before(missed::KEPT_DAYS)).map_err(|failure| DbErr::Custom(failure.title))?;
    let mut gone = 0_u64;
    loop {
        let tx = env.db.write().await?;
        let counts = [
            jobs::delete_old(&tx, before(SENT_DAYS), before(TOLD_DAYS), BATCH).await?,
            store::delete_submissions(&tx, before(TOLD_DAYS), BATCH).await?,
            store::delete_inbox_notes(&tx, before(TOLD_DAYS), BATCH).await?,
            store::delete_answered_requests(&tx, before(TOLD_DAYS), BATCH).await?,
            store::delete_unconfirmed_subscriptions(&tx, before(UNCONFIRMED_DAYS), BATCH).await?,
            content::delete_drafts(&tx, before(DRAFT_DAYS), BATCH).await?,
            store::delete_removed_addresses(&tx, before(KEPT_DAYS), BATCH).await?,
            builds::delete_before(&tx, before(builds::KEPT_DAYS), BATCH).await?,
            store::delete_tokens(&tx, now, BATCH).await?,
            store::delete_missed_searches(&tx, &first_day, BATCH).await?,
            store::delete_interest_marks(&tx, &env.today(), BATCH).await?,
            store::delete_looks(&tx, now.saturating_sub(LASTS_MILLIS), BATCH).await?,
        ];
        tx.commit().await?;
        gone = counts.iter().fold(gone, |gone, count| gone.saturating_add(*count));
        if counts.iter().all(|count| *count < BATCH) {
            return Ok(gone);
        }
    }
}
