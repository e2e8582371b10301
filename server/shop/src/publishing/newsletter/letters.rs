//! Letters about the newsletter.

use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To whoever subscribed, who has to confirm it. The link is made here and now: nothing that confirms waits in a table.
pub async fn joined(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Letter> {
    Ok(write_joined(to, super::link(env, &to.home, to.subject).await?))
}

/// With what confirms it.
pub fn write_joined(to: &Addressee<'_>, link: String) -> Letter {
    let name = &to.brand.name;
    Letter {
        subject: format!("Please confirm the {name} newsletter"),
        paragraphs: vec![
            "Thank you for joining our Team!".to_owned(),
            format!("Please confirm your email and your subscription to the {name} newsletter within seven days."),
            "If you did not ask for it, nothing comes and you can put this letter away.".to_owned(),
        ],
        button: Some(("Confirm your subscription", link)),
        ..Letter::default()
    }
}
