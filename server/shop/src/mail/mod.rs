//! Letters: jobs that are left in the transaction of the act they tell of. How many a mailbox gets, and which letters a brand
//! does not send. Not here: what an act is. What a letter says is its feature's, in a `letters.rs`.

pub mod layout;
pub mod ordered;
pub mod send;
pub mod store;

use std::time::Duration;

pub use fieldhouse_core::letters::LetterKind;
use fieldhouse_core::{account::email::mailbox, brand::Site};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    jobs::{self, Job, NewJob, Queue},
};

use sea_orm::{ConnectionTrait, DbErr, sea_query::SelectStatement};
use serde_json::json;

use crate::{
    env::Env,
    events::{self, Doer, EventKind, NewEvent},
};

/// Letters to be sent; the payload is the recipient. A letter is tried for about three days.
pub static LETTERS: Queue = Queue {
    name: "letters",
    patience: Duration::from_mins(1),
    look: Duration::from_secs(10),
    first_pause: Duration::from_secs(30),
    longest_pause: Duration::from_hours(6),
    tries: 20,
    together: 16,
    parked_blocks: false,
};

/// Letters of the last hour count together.
const HOUR_MILLIS: i64 = 60 * 60_000;

/// What becomes of a letter, and what it counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sending {
    /// Sent, and counted for its mailbox.
    Counted,
    /// Kept: the mailbox is full.
    Held,
    /// Sent. Somebody of the house asked for it, whom nobody else can make ask: it neither waits for what strangers asked for
    /// nor takes their place.
    FromHouse,
}

impl Sending {
    const fn of(held: bool) -> Self {
        if held { Self::Held } else { Self::Counted }
    }
}

/// Leaves a letter within the transaction of the act: sent once the act is there, never without it. Past what a mailbox
/// gets in an hour whose owner never confirmed it, the letter is kept and not sent (R75). One that its brand switched off is
/// not left; where it tells of an order, the order's log says so.
pub async fn leave(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    kind: LetterKind,
    recipient: &str,
    subject: &str,
) -> Result<(), Failure> {
    leave_all(env, tx, site, kind, &[recipient], subject).await
}

/// The same of an act of the house: however many letters a mailbox got, this one is sent.
pub async fn leave_from_house(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    kind: LetterKind,
    recipient: &str,
    subject: &str,
) -> Result<(), Failure> {
    let order = if kind.is_about_an_order() { subject } else { "" };
    if is_off(&**tx, site, kind).await? {
        return if order.is_empty() { Ok(()) } else { note_unsent(env, tx, site, kind, order).await };
    }
    enqueue(env, tx, site, (kind, Sending::FromHouse), recipient, (subject, order)).await
}

/// The same to several people.
pub async fn leave_all(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    kind: LetterKind,
    recipients: &[&str],
    subject: &str,
) -> Result<(), Failure> {
    if is_off(&**tx, site, kind).await? {
        if kind.is_about_an_order() && !recipients.is_empty() {
            note_unsent(env, tx, site, kind, subject).await?;
        }
        return Ok(());
    }
    for recipient in recipients {
        let held = !kind.is_for_the_store() && is_full_of(env, tx, recipient, kind.is_notice()).await?;
        write(env, tx, site, (kind, held), recipient, subject).await?;
    }
    Ok(())
}

/// Whether a brand does not send letters of a kind. One that always goes is sent whatever a row says.
pub async fn is_off(db: &impl ConnectionTrait, site: Site, kind: LetterKind) -> Result<bool, DbErr> {
    Ok(kind.stays().is_none() && store::find_switch(db, site, kind).await?.is_some_and(|row| row.off))
}

/// The letters that a brand does not send.
pub async fn off_at(db: &impl ConnectionTrait, site: Site) -> Result<Vec<LetterKind>, DbErr> {
    let rows = store::list_switches(db, &[site]).await?;
    let off = rows.into_iter().filter(|row| row.off).filter_map(|row| LetterKind::parse(&row.kind));
    Ok(off.filter(|kind| kind.stays().is_none()).collect())
}

/// Writes into an order's log that its letter was not sent.
pub async fn note_unsent(env: &Env, tx: &WriteTx, site: Site, kind: LetterKind, order_id: &str) -> Result<(), Failure> {
    let version = events::store::find_last(&**tx, order_id).await?.map_or(0, |event| event.version);
    let event = NewEvent { kind: EventKind::LetterNotSent, subject: order_id, version, site, by: &Doer::system() };
    events::record(env, tx, event, &json!({"letter": kind.key(), "label": kind.name()})).await?;
    Ok(())
}

/// Whether a mailbox got all the letters of this hour already. One whose owner once used a link of ours is never full.
pub async fn is_full(env: &Env, tx: &WriteTx, recipient: &str) -> Result<bool, Failure> {
    is_full_of(env, tx, recipient, false).await
}

/// Letters to a mailbox that are counted together with one of any kind but a notice: whoever asks for their number first waits
/// for the mailbox, or two at once would not see each other.
pub fn counted(env: &Env, mailbox: &str) -> SelectStatement {
    let (since, most) = of_an_hour(env);
    jobs::counted_since(LETTERS.name, (mailbox, &[]), since, most)
}

/// Since when letters count, and how many of them fill a mailbox.
fn of_an_hour(env: &Env) -> (i64, u32) {
    (env.clock.millis().saturating_sub(HOUR_MILLIS), env.settings().limits.letter)
}

/// Whether a mailbox that is not confirmed got all the letters of an hour with these.
pub fn fills(env: &Env, letters: u64) -> bool {
    letters >= u64::from(of_an_hour(env).1)
}

/// The same; notices are counted among themselves, or whoever fills a mailbox first could change a password unseen.
async fn is_full_of(env: &Env, tx: &WriteTx, recipient: &str, notice: bool) -> Result<bool, Failure> {
    let (mailbox, (since, most)) = (mailbox(recipient), of_an_hour(env));
    let notices: &[&str] =
        if notice { &[LetterKind::PasswordChanged.key(), LetterKind::EmailChanged.key()] } else { &[] };
    Ok(!store::is_confirmed(&**tx, &mailbox).await?
        && fills(env, jobs::count_since(tx, LETTERS.name, (&mailbox, notices), since, most).await?))
}

/// Refuses a letter that is nothing but a letter to a mailbox that is full: whoever asks for it is told.
pub async fn admit(env: &Env, tx: &WriteTx, recipient: &str) -> Result<(), Failure> {
    if !is_full(env, tx, recipient).await? {
        return Ok(());
    }
    let title = "We have sent several letters to this address within the last hour. Please try again later.";
    Err(Failure::too_often("too_many_letters", title, HOUR_MILLIS))
}

/// Notes that whoever reads a mailbox used a link that was sent there.
pub async fn confirm(env: &Env, tx: &WriteTx, email: &str) -> Result<(), Failure> {
    store::insert_confirmed(tx, &mailbox(email), env.clock.millis()).await?;
    Ok(())
}

/// Writes a letter about which it was decided whether it is sent: nobody asks again whether its brand sends such letters.
pub async fn write(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    (kind, held): (LetterKind, bool),
    recipient: &str,
    subject: &str,
) -> Result<(), Failure> {
    let order = if kind.is_about_an_order() { subject } else { "" };
    enqueue(env, tx, site, (kind, Sending::of(held)), recipient, (subject, order)).await
}

/// Leaves a letter about an event of an order within the transaction of the act: it tells what the log has of it.
pub async fn leave_about(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    (kind, recipient): (LetterKind, &str),
    about: (&str, i64),
) -> Result<(), Failure> {
    let sending = Sending::of(is_full_of(env, tx, recipient, kind.is_notice()).await?);
    leave_of(env, tx, site, (kind, sending, recipient), about).await
}

/// The same of an act of the house.
pub async fn leave_about_from_house(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    (kind, recipient): (LetterKind, &str),
    about: (&str, i64),
) -> Result<(), Failure> {
    leave_of(env, tx, site, (kind, Sending::FromHouse, recipient), about).await
}

async fn leave_of(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    (kind, sending, recipient): (LetterKind, Sending, &str),
    (order_id, event): (&str, i64),
) -> Result<(), Failure> {
    if is_off(&**tx, site, kind).await? {
        return note_unsent(env, tx, site, kind, order_id).await;
    }
    enqueue(env, tx, site, (kind, sending), recipient, (&event.to_string(), order_id)).await
}

/// The id of the order that a letter is about, or nothing.
pub fn order_of(letter: &Job) -> &str {
    letter.ordered_by.split_once(' ').map_or("", |(order, _)| order)
}

async fn enqueue(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    (kind, sending): (LetterKind, Sending),
    recipient: &str,
    (subject, order): (&str, &str),
) -> Result<(), Failure> {
    let mailbox = mailbox(recipient);
    // Whoever is written to about an order reads of its events in their order.
    let ordered_by = if order.is_empty() { String::new() } else { [order, " ", &mailbox].concat() };
    let letter = NewJob {
        queue: &LETTERS,
        kind: kind.key(),
        site: site.key(),
        subject,
        ordered_by: &ordered_by,
        dedupe_key: None,
        counted_for: if sending == Sending::FromHouse { "" } else { &mailbox },
        payload: recipient.to_owned(),
        held: sending == Sending::Held,
    };
    jobs::enqueue(tx, &env.clock, &env.ids, letter).await?;
    Ok(())
}
