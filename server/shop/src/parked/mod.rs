//! What was given up on the way out: messages the systems outside do not take, and letters nobody takes. It is seen
//! in `doctor` and in the metrics, and people try it again or drop it; nothing is marked sent that was not (R80).

pub mod store;

use anyhow::Context;
use jiff::Timestamp;

use crate::env::Env;
pub use store::Parked;

/// How much is given up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Messages to systems outside.
    pub messages: u64,
    /// Letters.
    pub letters: u64,
}

impl Counts {
    /// What is given up now.
    pub async fn of(env: &Env) -> Result<Self, sea_orm::DbErr> {
        let db = env.db.read();
        Ok(Self { messages: store::count_messages(db).await?, letters: store::count_letters(db).await? })
    }
}

/// What is given up, the oldest first, a line each: id, what it is, brand, what it is about, and since when.
pub async fn list(env: &Env) -> anyhow::Result<Vec<String>> {
    let mut all = store::list_messages(env.db.read()).await?;
    all.extend(store::list_letters(env.db.read()).await?);
    all.sort_by(|a, b| (a.since, &a.id).cmp(&(b.since, &b.id)));
    all.into_iter().map(|parked| tell(&parked)).collect()
}

fn tell(parked: &Parked) -> anyhow::Result<String> {
    let Parked { id, what, site, about, since } = parked;
    Ok(format!("{id}  {what}  {site}  {about}  since {}", Timestamp::from_millisecond(*since)?))
}

/// Puts one back on its way.
pub async fn retry(env: &Env, id: &str) -> anyhow::Result<()> {
    let tx = env.db.write_durable().await?;
    let now = env.clock.millis();
    let found = store::retry_message(&tx, id, now).await? || store::retry_letter(&tx, id, now).await?;
    anyhow::ensure!(found, "nothing is parked under {id}");
    tx.commit().await.context("cannot put it back on its way")
}

/// Drops one: it is never sent.
pub async fn drop(env: &Env, id: &str) -> anyhow::Result<()> {
    let tx = env.db.write_durable().await?;
    let found = store::drop_message(&tx, id).await? || store::drop_letter(&tx, id).await?;
    anyhow::ensure!(found, "nothing is parked under {id}");
    tx.commit().await.context("cannot drop it")
}
