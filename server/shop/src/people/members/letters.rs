//! Letters about the people of business units.

use fieldhouse_core::people::invitation::INVITATION_DAYS;

use super::invitations;
use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To who is invited into a unit.
pub async fn invitation(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(invitations::letter(env, to.subject)
        .await?
        .map(|invited| write_invitation(to, (&invited.unit, &invited.inviter, invited.role.key()), &invited.token)))
}

/// With unit, who invites and role, and the token that goes into the link.
pub fn write_invitation(to: &Addressee<'_>, (unit, inviter, role): (&str, &str, &str), token: &str) -> Letter {
    let name = &to.brand.name;
    Letter {
        subject: format!("You are invited to {name}"),
        paragraphs: vec![
            "Hello,".to_owned(),
            format!("{inviter} invites you to order for {unit} at {name}, as {role}."),
            format!("The link works once, for {INVITATION_DAYS} days. With it you sign in, or make an account."),
            "If you do not know who this is, nothing happens and you can put this letter away.".to_owned(),
        ],
        button: Some(("Accept the invitation", format!("{}/account/invitation?token={token}", to.home))),
        ..Letter::default()
    }
}
