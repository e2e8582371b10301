//! The letter with which the store answers a form.

use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
    publishing::forms::store::find_submission,
};

use super::store::find_note;

/// To whoever sent a form: what the store answers, and what was asked.
pub async fn answered(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    let db = env.db.read();
    let Some(note) = find_note(db, to.subject).await? else { return Ok(None) };
    let Some(form) = find_submission(db, &note.message_id).await? else { return Ok(None) };
    let answers: Vec<(String, String)> = serde_json::from_str(&form.answers)?;
    Ok(Some(write_answered(to, &form.title, &note.text, &answers)))
}

/// The answer first, and below it what was sent.
pub fn write_answered(to: &Addressee<'_>, title: &str, text: &str, answers: &[(String, String)]) -> Letter {
    let name = &to.brand.name;
    let sent = answers.iter().map(|(label, value)| format!("{label}: {value}")).collect::<Vec<_>>().join("\n");
    Letter {
        subject: format!("Re: {title} ({name})"),
        paragraphs: vec![text.to_owned(), format!("You wrote to {name}:"), sent],
        ..Letter::default()
    }
}
