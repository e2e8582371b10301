//! Letters that hosted forms become.

use anyhow::Context;

use super::store;
use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To the store: what a visitor sent.
pub async fn sent(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Letter> {
    let sent = store::find_submission(env.db.read(), to.subject).await?.context("the form is gone")?;
    Ok(write_sent(to, &sent.title, &serde_json::from_str::<Vec<_>>(&sent.answers)?))
}

/// With the form's title, labels and values.
pub fn write_sent(to: &Addressee<'_>, title: &str, answers: &[(String, String)]) -> Letter {
    Letter {
        subject: format!("{}: {title}", to.brand.name),
        paragraphs: answers.iter().map(|(label, value)| format!("{label}: {value}")).collect(),
        ..Letter::default()
    }
}
