//! Letters: left in the transaction of the act they tell of, sent by a worker, retried, never doubled.
//! Not here: what an act is. What a letter says is in `letters`.

pub mod letters;
pub mod send;
pub mod store;
pub mod worker;

use fieldhouse_core::brand::Site;

use crate::{db::WriteTx, http::problem::Problem, state::AppState};

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

    /// Reads what was stored.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// Leaves a letter within the transaction of the act: sent once the act is there, never without it.
pub async fn leave(
    state: &AppState,
    tx: &WriteTx,
    site: Site,
    kind: Kind,
    recipient: &str,
    subject: &str,
) -> Result<(), Problem> {
    let now = state.clock.millis();
    let row = store::LetterRow {
        id: state.ids.random().to_string(),
        site: site.key().to_owned(),
        kind: kind.key().to_owned(),
        recipient: recipient.to_owned(),
        subject: subject.to_owned(),
        attempts: 0,
        created_at: now,
        due_at: now,
        done_at: None,
        given_up_at: None,
    };
    store::insert_letter(tx, row).await?;
    Ok(())
}
