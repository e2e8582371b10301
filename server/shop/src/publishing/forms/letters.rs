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
    let answers: Vec<(String, String)> = serde_json::from_str(&sent.answers)?;
    Ok(Letter {
        subject: format!("{}: {}", to.brand.name, sent.title),
        paragraphs: answers.iter().map(|(label, value)| format!("{label}: {value}")).collect(),
        ..Letter::default()
    })
}
