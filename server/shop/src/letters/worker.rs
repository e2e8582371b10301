//! Sends what is due. A letter is claimed before a try and put off after a failed one, so that two
//! workers never send one letter, and a mail server that is down costs nothing but time.

use std::time::Duration;

use anyhow::Context;
use fieldhouse_core::{
    brand::{Site, brand},
    business_units::ChangeRequestStatus,
};

use crate::{
    buying::orders::{self, approvals},
    letters::text::{self, About, Letter},
    mail::{
        Kind,
        send::message,
        store::{self, LetterRow},
    },
    owner::CustomerId,
    people::{
        account::{confirmation, store as customers, tokens},
        change_requests, members,
    },
    publishing::{forms, newsletter},
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
    let Some(letter) = compose(state, site, row).await? else { return Ok(false) };
    let brand = brand(site);
    let from = state.config.sender(site);
    let parts = (letter.text(&brand), letter.html(&brand));
    let message = message(&row.id, (&brand.name, &from), &row.recipient, &letter.subject, parts)?;
    state.mail.send(&row.id, message).await?;
    Ok(true)
}

/// What a letter says. Nothing for a link that was asked for an account that is not there.
async fn compose(state: &AppState, site: Site, row: &LetterRow) -> anyhow::Result<Option<Letter>> {
    let kind = Kind::parse(&row.kind).context("an unknown kind of letter")?;
    let brand = brand(site);
    let home = state.hosts.home(site, &state.config);
    if kind == Kind::OrderPlaced {
        let order = orders::store::find_placed(state.db.read(), &row.subject).await?.context("the order is gone")?;
        // The link is made here and now: nothing that opens an order waits in a table.
        let path = orders::links::for_letter(state, &order.id).await?;
        let order = orders::view(order, None, false).map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
        return Ok(Some(text::write(&brand, &home, &About::OrderPlaced { order: &order, path: &path })));
    }
    if kind == Kind::NewsletterJoined {
        // The link is made here and now: nothing that confirms waits in a table.
        let link = newsletter::link(state, &home, &row.subject).await?;
        return Ok(Some(text::write(&brand, &home, &About::NewsletterJoined { link })));
    }
    if kind == Kind::FormSent {
        let sent = forms::store::find_submission(state.db.read(), &row.subject).await?.context("the form is gone")?;
        let about = About::FormSent { title: &sent.title, answers: serde_json::from_str(&sent.answers)? };
        return Ok(Some(text::write(&brand, &home, &about)));
    }
    if kind == Kind::ChangeRequested {
        let found = change_requests::letter(state, &row.subject).await?;
        return Ok(found.map(|(label, answers)| text::write(&brand, &home, &About::ChangeRequested { label, answers })));
    }
    if kind == Kind::ChangeRequestClosed {
        let found = change_requests::answered(state, &row.subject).await?;
        return Ok(found.map(|(request, customer, label)| {
            let done = request.status == ChangeRequestStatus::Done.key();
            let (first_name, note) = (customer.first_name.as_str(), request.note.as_str());
            text::write(&brand, &home, &About::ChangeRequestClosed { first_name, label, done, note })
        }));
    }
    if kind == Kind::Invitation {
        let invited = members::invitations::letter(state, &row.subject).await?;
        return Ok(invited.map(|invited| {
            let role = invited.role.key();
            let about =
                About::Invitation { unit: &invited.unit, inviter: &invited.inviter, role, token: &invited.token };
            text::write(&brand, &home, &about)
        }));
    }
    if let Kind::OrderWaiting | Kind::ApprovalAsked | Kind::OrderDecided = kind {
        let asked = approvals::letter(state, &row.subject, &row.recipient).await?;
        return Ok(asked.map(|asked| {
            let about = match kind {
                Kind::OrderWaiting => About::OrderWaiting(&asked),
                Kind::ApprovalAsked => About::ApprovalAsked(&asked),
                _ => About::OrderDecided(&asked),
            };
            text::write(&brand, &home, &about)
        }));
    }
    let customer = if kind == Kind::Reset {
        customers::find_by_email(state.db.read(), site, &row.recipient).await?
    } else {
        customers::find_customer(state.db.read(), CustomerId(uuid::Uuid::parse_str(&row.subject)?)).await?
    };
    let Some(customer) = customer else { return Ok(None) };
    let first_name = customer.first_name.as_str();
    let about = match kind {
        Kind::Welcome => About::Welcome { first_name, confirm: confirmation::link(state, &home, &customer).await? },
        Kind::ConfirmEmail => match confirmation::link(state, &home, &customer).await? {
            // Confirmed since, or another e-mail again.
            Some(link) if customer.email == row.recipient => About::ConfirmEmail { first_name, link },
            _ => return Ok(None),
        },
        Kind::PasswordChanged => About::PasswordChanged { first_name },
        Kind::EmailChanged => About::EmailChanged { first_name },
        Kind::Reset
        | Kind::OrderPlaced
        | Kind::NewsletterJoined
        | Kind::FormSent
        | Kind::ChangeRequested
        | Kind::ChangeRequestClosed
        | Kind::Invitation
        | Kind::OrderWaiting
        | Kind::ApprovalAsked
        | Kind::OrderDecided => {
            // The token is made here and now: nothing that opens an account waits in a table.
            let tx = state.db.write_durable().await?;
            let issued = tokens::issue(state, &tx, &customer).await;
            let token = issued.map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
            tx.commit().await?;
            return Ok(Some(text::write(&brand, &home, &About::Reset { first_name, token: &token })));
        }
    };
    Ok(Some(text::write(&brand, &home, &about)))
}
