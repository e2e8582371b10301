//! Letters: jobs that are left in the transaction of the act they tell of. How many a mailbox gets.
//! Not here: what an act is. What a letter says is its feature's, in a `letters.rs`.

pub mod layout;
pub mod ordered;
pub mod send;
pub mod store;

use std::time::Duration;

use fieldhouse_core::{account::email::mailbox, brand::Site};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    jobs::{self, NewJob, Queue},
};

use crate::env::Env;

/// Letters to be sent; the payload is the recipient. A letter is tried for about three days.
pub static LETTERS: Queue = Queue {
    name: "letters",
    patience: Duration::from_mins(1),
    look: Duration::from_secs(10),
    first_pause: Duration::from_secs(30),
    longest_pause: Duration::from_hours(6),
    tries: 20,
};

/// What a letter tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterKind {
    /// An account was made.
    Welcome,
    /// Somebody asked for a link to set a password.
    Reset,
    /// The password was changed.
    PasswordChanged,
    /// The e-mail was changed; goes to the old one.
    EmailChanged,
    /// An account has a new e-mail that is to be confirmed; goes to it.
    ConfirmEmail,
    /// An order was placed.
    OrderPlaced,
    /// An address joined the newsletter.
    NewsletterJoined,
    /// A visitor sent a form; goes to the store.
    FormSent,
    /// A customer asks to have the default information changed; goes to the store.
    ChangeRequested,
    /// The store answered such a request.
    ChangeRequestClosed,
    /// Somebody is invited into a business unit.
    Invitation,
    /// An order waits for approval; goes to its buyer.
    OrderWaiting,
    /// An order waits for approval; goes to who may decide.
    ApprovalAsked,
    /// It was decided about an order.
    OrderDecided,
}

impl LetterKind {
    const ALL: [Self; 14] = [
        Self::Welcome,
        Self::Reset,
        Self::PasswordChanged,
        Self::EmailChanged,
        Self::ConfirmEmail,
        Self::OrderPlaced,
        Self::NewsletterJoined,
        Self::FormSent,
        Self::ChangeRequested,
        Self::ChangeRequestClosed,
        Self::Invitation,
        Self::OrderWaiting,
        Self::ApprovalAsked,
        Self::OrderDecided,
    ];

    /// As it is stored.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Reset => "reset",
            Self::PasswordChanged => "password_changed",
            Self::EmailChanged => "email_changed",
            Self::ConfirmEmail => "confirm_email",
            Self::OrderPlaced => "order_placed",
            Self::NewsletterJoined => "newsletter_joined",
            Self::FormSent => "form_sent",
            Self::ChangeRequested => "change_requested",
            Self::ChangeRequestClosed => "change_request_closed",
            Self::Invitation => "invitation",
            Self::OrderWaiting => "order_waiting",
            Self::ApprovalAsked => "approval_asked",
            Self::OrderDecided => "order_decided",
        }
    }

    /// Goes to an address the store itself was told.
    const fn is_for_the_store(self) -> bool {
        matches!(self, Self::FormSent | Self::ChangeRequested)
    }

    /// Warns the owner of an account.
    const fn is_notice(self) -> bool {
        matches!(self, Self::PasswordChanged | Self::EmailChanged)
    }

    /// Tells of something that happened to an order.
    const fn is_about_an_order(self) -> bool {
        matches!(self, Self::OrderPlaced | Self::OrderWaiting | Self::ApprovalAsked | Self::OrderDecided)
    }

    /// Reads what was stored.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// Letters of the last hour count together.
const HOUR_MILLIS: i64 = 60 * 60_000;

/// Leaves a letter within the transaction of the act: sent once the act is there, never without it. Past what a mailbox
/// gets in an hour whose owner never confirmed it, the letter is kept and not sent (R75).
pub async fn leave(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    kind: LetterKind,
    recipient: &str,
    subject: &str,
) -> Result<(), Failure> {
    let held = !kind.is_for_the_store() && is_full_of(env, tx, recipient, kind.is_notice()).await?;
    write(env, tx, site, (kind, held), recipient, subject).await
}

/// Whether a mailbox got all the letters of this hour already. One whose owner once used a link of ours is never full.
pub async fn is_full(env: &Env, tx: &WriteTx, recipient: &str) -> Result<bool, Failure> {
    is_full_of(env, tx, recipient, false).await
}

/// The same; notices are counted among themselves, or whoever fills a mailbox first could change a password unseen.
async fn is_full_of(env: &Env, tx: &WriteTx, recipient: &str, notice: bool) -> Result<bool, Failure> {
    let (mailbox, since) = (mailbox(recipient), env.clock.millis().saturating_sub(HOUR_MILLIS));
    let most = u64::from(env.config.limits.letter);
    let notices: &[&str] =
        if notice { &[LetterKind::PasswordChanged.key(), LetterKind::EmailChanged.key()] } else { &[] };
    Ok(!store::is_confirmed(&**tx, &mailbox).await?
        && jobs::count_since(tx, LETTERS.name, (&mailbox, notices), since).await? >= most)
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

/// Writes a letter about which it was decided whether it is sent.
pub async fn write(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    (kind, held): (LetterKind, bool),
    recipient: &str,
    subject: &str,
) -> Result<(), Failure> {
    let mailbox = mailbox(recipient);
    // Whoever is written to about an order reads of its events in their order.
    let ordered_by = if kind.is_about_an_order() { [subject, " ", &mailbox].concat() } else { String::new() };
    let letter = NewJob {
        queue: &LETTERS,
        kind: kind.key(),
        site: site.key(),
        subject,
        ordered_by: &ordered_by,
        dedupe_key: None,
        counted_for: &mailbox,
        payload: recipient.to_owned(),
        held,
    };
    jobs::enqueue(tx, &env.clock, &env.ids, letter).await?;
    Ok(())
}
