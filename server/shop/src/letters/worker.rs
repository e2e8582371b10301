//! Sends what is due. A letter is claimed before a try and put off after a failed one, so that two
//! workers never send one letter, and a mail server that is down costs nothing but time.

use std::time::Duration;

use anyhow::Context;
use fieldhouse_core::brand::{Site, brand};

use crate::{
    mail::{
        Kind,
        layout::Addressee,
        send::message,
        store::{self, LetterRow},
    },
    state::AppState,
};

/// Between two rounds when nobody rings.
const PAUSE: Duration = Duration::from_secs(10);
const BATCH: u64 = 50;
/// A try takes less; after that another worker may take the letter.
const CLAIM_MILLIS: i64 = 5 * 60_000;
const FIRST_PAUSE_MILLIS: i64 = 30_000;
const LONGEST_PAUSE_MILLIS: i64 = 6 * 3_600_000;
/// About three days.
const TRIES: i64 = 20;
/// For one try.
const PATIENCE: Duration = Duration::from_mins(1);

/// Sends for as long as the server runs.
pub async fn run(state: AppState) {
    loop {
        if let Err(error) = send_due(&state).await {
            tracing::warn!(error = format!("{error:#}"), "letters could not be sent");
        }
        // Either somebody left a letter, or it is time to look.
        drop(tokio::time::timeout(PAUSE, state.post.notified()).await);
    }
}

/// Sends everything that is due now. The number of letters that went out.
pub async fn send_due(state: &AppState) -> anyhow::Result<usize> {
    let mut sent = 0_usize;
    loop {
        let due = store::list_due(state.db.read(), state.clock.millis(), BATCH).await?;
        if due.is_empty() {
            return Ok(sent);
        }
        for letter in due {
            sent = sent.saturating_add(usize::from(deliver(state, letter).await?));
        }
    }
}

async fn deliver(state: &AppState, letter: LetterRow) -> anyhow::Result<bool> {
    let now = state.clock.millis();
    let tx = state.db.write().await?;
    let claimed = store::claim(&tx, &letter, now.saturating_add(CLAIM_MILLIS)).await?;
    tx.commit().await?;
    if !claimed {
        return Ok(false);
    }
    let tried = tokio::time::timeout(PATIENCE, try_once(state, &letter)).await;
    let tried = tried.unwrap_or_else(|late| Err(anyhow::Error::from(late)));
    let tx = state.db.write().await?;
    let sent = match tried {
        Ok(sent) => {
            store::note_done(&tx, &letter.id, now).await?;
            sent
        }
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), letter = letter.id, "a letter could not be sent");
            if letter.attempts.saturating_add(1) >= TRIES {
                tracing::error!(letter = letter.id, kind = letter.kind, "a letter is given up");
                store::note_given_up(&tx, &letter.id, now).await?;
            } else {
                store::put_off(&tx, &letter.id, now.saturating_add(pause(letter.attempts))).await?;
            }
            false
        }
    };
    tx.commit().await?;
    Ok(sent)
}

/// Doubles from half a minute to six hours.
fn pause(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts).unwrap_or(u32::MAX).min(12);
    FIRST_PAUSE_MILLIS.saturating_mul(2_i64.saturating_pow(doublings)).min(LONGEST_PAUSE_MILLIS)
}

/// One try; false when there is nobody to write to.
async fn try_once(state: &AppState, row: &LetterRow) -> anyhow::Result<bool> {
    let site = Site::parse(&row.site).context("a letter of no site")?;
    let (recipient, subject) = (row.recipient.as_str(), row.subject.as_str());
    let to = Addressee { brand: brand(site), home: state.hosts.home(site, &state.config), recipient, subject };
    let kind = Kind::parse(&row.kind).context("an unknown kind of letter")?;
    let Some(letter) = super::compose(state, site, kind, &to).await? else { return Ok(false) };
    let from = state.config.sender(site);
    let parts = (letter.text(&to.brand), letter.html(&to.brand));
    let message = message(&row.id, (&to.brand.name, &from), &row.recipient, &letter.subject, parts)?;
    state.mail.send(&row.id, message).await?;
    Ok(true)
}
