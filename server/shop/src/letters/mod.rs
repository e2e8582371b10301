//! The letters that were left (`mail`): each kind is written by its feature, in its `letters.rs`, and sent by the worker.

pub mod worker;

use fieldhouse_core::brand::Site;

use crate::{
    buying::orders::{self, approvals},
    env::Env,
    mail::{
        Kind,
        layout::{Addressee, Letter},
    },
    people::{account, change_requests, members},
    publishing::{forms, newsletter},
};

/// What a letter says; nothing when there is nothing to say any more. Every kind has its own arm: none may fall into
/// another one's, least of all into that of a link that opens an account.
async fn compose(env: &Env, site: Site, kind: Kind, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    match kind {
        Kind::Welcome => account::letters::welcome(env, to).await,
        Kind::Reset => account::letters::reset(env, site, to).await,
        Kind::PasswordChanged => account::letters::password_changed(env, to).await,
        Kind::EmailChanged => account::letters::email_changed(env, to).await,
        Kind::ConfirmEmail => account::letters::confirm_email(env, to).await,
        Kind::OrderPlaced => orders::letters::placed(env, to).await.map(Some),
        Kind::NewsletterJoined => newsletter::letters::joined(env, to).await.map(Some),
        Kind::FormSent => forms::letters::sent(env, to).await.map(Some),
        Kind::ChangeRequested => change_requests::letters::requested(env, to).await,
        Kind::ChangeRequestClosed => change_requests::letters::closed(env, to).await,
        Kind::Invitation => members::letters::invitation(env, to).await,
        Kind::OrderWaiting => approvals::letters::waiting(env, to).await,
        Kind::ApprovalAsked => approvals::letters::asked(env, to).await,
        Kind::OrderDecided => approvals::letters::decided(env, to).await,
    }
}
