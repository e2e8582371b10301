//! Sends letters: each is a job of [`LETTERS`], composed when it is sent.

use anyhow::Context;
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::jobs::{self, Job, Outcome};
use sea_orm::DbErr;

use crate::{
    mail::{LETTERS, LetterKind, layout::Addressee, send::message},
    state::AppState,
};

/// Sends for as long as the server runs.
pub async fn run(state: AppState) {
    jobs::work(&state.db, &state.clock, &state.bell, &LETTERS, |letter| send(&state, letter)).await;
}

/// Sends everything that is due now. The number of letters that went out.
pub async fn send_due(state: &AppState) -> Result<usize, DbErr> {
    jobs::work_off(&state.db, &state.clock, &LETTERS, |letter| send(state, letter)).await
}

async fn send(state: &AppState, letter: Job) -> Outcome {
    match try_once(state, &letter).await {
        Ok(true) => Outcome::Done,
        Ok(false) => Outcome::Moot,
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

/// One try; false when there is nobody to write to.
async fn try_once(state: &AppState, job: &Job) -> anyhow::Result<bool> {
    let site = Site::parse(&job.site).context("a letter of no site")?;
    let (recipient, subject) = (job.payload.as_str(), job.subject.as_str());
    let to = Addressee { brand: brand(site), home: state.hosts.home(site, &state.config), recipient, subject };
    let kind = LetterKind::parse(&job.kind).context("an unknown kind of letter")?;
    let Some(letter) = super::compose(state, site, kind, &to).await? else { return Ok(false) };
    let from = state.settings().sender(site);
    let parts = (letter.text(to.brand), letter.html(to.brand));
    let message = message(&job.id, (&to.brand.name, &from), recipient, &letter.subject, parts)?;
    state.mail.load_full().send(&job.id, message).await?;
    Ok(true)
}
