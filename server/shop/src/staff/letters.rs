//! Letters to who works for the store.

use fieldhouse_kernel::token;

use super::{
    invitations::{self, LASTS_MILLIS},
    store,
};
use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To who is invited; the link is made here and now. Nothing when it was withdrawn.
pub async fn invitation(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    let Some(row) = store::find_invitation(env.db.read(), to.subject, env.clock.millis()).await? else {
        return Ok(None);
    };
    let issued = token::issue(&env.ids);
    let tx = env.db.write_durable().await?;
    store::write_invitation_token(&tx, &row.staff_id, &token::hash(&issued)).await?;
    tx.commit().await?;
    Ok(Some(write_staff_invitation(to, &row.invited_by, invitations::link(&env.config, &issued))))
}

/// With who invites, and the link.
pub fn write_staff_invitation(to: &Addressee<'_>, inviter: &str, link: String) -> Letter {
    let days = LASTS_MILLIS.checked_div(86_400_000).unwrap_or_default();
    Letter {
        subject: format!("Your access to the desk of {}", to.brand.name),
        paragraphs: vec![
            "Hello,".to_owned(),
            format!("{inviter} invites you to the desk of {}.", to.brand.name),
            format!("The link works once, for {days} days. With it you choose how you sign in."),
            "If you do not know who this is, nothing happens and you can put this letter away.".to_owned(),
        ],
        button: Some(("Accept the invitation", link)),
        ..Letter::default()
    }
}
