//! The letters that were left (`mail`): each kind is written by its feature, in its `letters.rs`, and sent by the worker.
//! Which of them a brand sends is switched here, and each can be looked at.

pub mod preview;
pub mod switches;
pub mod worker;

use fieldhouse_core::brand::Site;

use crate::{
    buying::orders::{self, approvals},
    desk,
    env::Env,
    mail::{
        LetterKind,
        layout::{Addressee, Letter},
    },
    people::{account, change_requests, members},
    publishing::{forms, newsletter},
    staff,
};

/// What a letter says; nothing when there is nothing to say any more. Every kind has its own arm: none may fall into
/// another one's, least of all into that of a link that opens an account.
async fn compose(env: &Env, site: Site, kind: LetterKind, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    match kind {
        LetterKind::Welcome => account::letters::welcome(env, to).await,
        LetterKind::Reset => account::letters::reset(env, site, to).await,
        LetterKind::PasswordChanged => account::letters::password_changed(env, to).await,
        LetterKind::EmailChanged => account::letters::email_changed(env, to).await,
        LetterKind::ConfirmEmail => account::letters::confirm_email(env, to).await,
        LetterKind::OrderPlaced => orders::letters::placed(env, to).await.map(Some),
        LetterKind::NewsletterJoined => newsletter::letters::joined(env, to).await.map(Some),
        LetterKind::FormSent => forms::letters::sent(env, to).await.map(Some),
        LetterKind::ChangeRequested => change_requests::letters::requested(env, to).await,
        LetterKind::ChangeRequestClosed => change_requests::letters::closed(env, to).await,
        LetterKind::Invitation => members::letters::invitation(env, to).await,
        LetterKind::OrderWaiting => approvals::letters::waiting(env, to).await,
        LetterKind::ApprovalAsked => approvals::letters::asked(env, to).await,
        LetterKind::OrderDecided => approvals::letters::decided(env, to).await,
        LetterKind::StaffInvitation => staff::letters::invitation(env, to).await,
        LetterKind::OrderEdited
        | LetterKind::OrderShipped
        | LetterKind::OrderDelivered
        | LetterKind::OrderCancelled
        | LetterKind::OrderRestored
        | LetterKind::OrderCredited
        | LetterKind::OrderNoted => desk::letters::about_event(env, kind, to).await,
        LetterKind::MessageAnswered => desk::inbox::letters::answered(env, to).await,
    }
}
