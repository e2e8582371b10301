//! Letters about the people of business units.

use fieldhouse_core::people::invitation::INVITATION_DAYS;

use super::invitations;
use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To who is invited into a unit.
pub async fn invitation(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    let name = &to.brand.name;
    Ok(invitations::letter(env, to.subject).await?.map(|invited| Letter {
        subject: format!("You are invited to {name}"),
        paragraphs: vec![
            "Hello,".to_owned(),
            format!(
                "{} invites you to order for {} at {name}, as {}.",
                invited.inviter,
                invited.unit,
                invited.role.key()
            ),
            format!("The link works once, for {INVITATION_DAYS} days. With it you sign in, or make an account."),
            "If you do not know who this is, nothing happens and you can put this letter away.".to_owned(),
        ],
        button: Some(("Accept the invitation", format!("{}/account/invitation?token={}", to.home, invited.token))),
        ..Letter::default()
    }))
}
