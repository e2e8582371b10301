//! Letters: left in the transaction of the act they tell of, sent by a worker, retried, never doubled.
//! Not here: what an act is. What a letter says is its feature's, in a `letters.rs`.

pub mod layout;
pub mod ordered;
pub mod send;
pub mod store;

use fieldhouse_core::{account::email::mailbox, brand::Site};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};

use crate::env::Env;

/// What a letter tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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

impl Kind {
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
    kind: Kind,
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
async fn is_full_of(env: &Env, tx: &WriteTx, recipient: &str, notices: bool) -> Result<bool, Failure> {
    let (mailbox, since) = (mailbox(recipient), env.clock.millis().saturating_sub(HOUR_MILLIS));
    let most = u64::from(env.config.limits.letter);
    Ok(!store::is_confirmed(&**tx, &mailbox).await? && store::count_recent(tx, &mailbox, since, notices).await? >= most)
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
    (kind, held): (Kind, bool),
    recipient: &str,
    subject: &str,
) -> Result<(), Failure> {
    let now = env.clock.millis();
    let row = store::LetterRow {
        id: env.ids.random().to_string(),
        site: site.key().to_owned(),
        kind: kind.key().to_owned(),
        recipient: recipient.to_owned(),
        subject: subject.to_owned(),
        attempts: 0,
        created_at: now,
        due_at: now,
        done_at: None,
        mailbox: mailbox(recipient),
        held_at: held.then_some(now),
        given_up_at: None,
    };
    store::insert_letter(tx, row).await?;
    Ok(())
}
