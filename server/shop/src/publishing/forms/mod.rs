//! Hosted forms: what a visitor sends is checked against the form in the content, stored, and told to the
//! store by letter, in one commit (shell §2 'Form drawer').

pub mod letters;
pub mod store;

use fieldhouse_core::{
    brand::Site,
    content::{FormSubmissionDraft, forms::parse_submission},
    inbox::RequestStatus,
};
use fieldhouse_kernel::failure::Failure;

use crate::{
    limits,
    mail::{self, LetterKind},
    state::AppState,
};
use store::SubmissionRow;

/// Takes what was sent in. What no person can have filled in is answered like any other and forgotten.
pub async fn submit(state: &AppState, site: Site, slug: &str, draft: &FormSubmissionDraft) -> Result<(), Failure> {
    let contents = state.contents.load_full();
    let document = contents.form(site, slug).ok_or_else(Failure::not_found)?;
    if !document.form.frame.is_empty() {
        // It is filled in elsewhere.
        return Err(Failure::not_found());
    }
    let values = parse_submission(&document.form, draft).map_err(Failure::broken)?;
    if draft.is_spam() {
        return Ok(());
    }
    let now = state.clock.millis();
    let labelled = document.form.fields.iter().map(|field| field.label.as_str()).zip(&values);
    let answers: Vec<(&str, &String)> = labelled.filter(|(_, value)| !value.is_empty()).collect();
    // Whoever can be told apart has a share of their own.
    let email = document.form.fields.iter().position(|field| field.name == "email").and_then(|at| values.get(at));
    let email = email.cloned().unwrap_or_default();
    let sender = if email.is_empty() { "somebody" } else { &email };
    state.quota.admit(&state.db, (site, slug), sender, limits::quota::OF_SENDER, now).await?;
    let id = state.ids.random().to_string();
    let row = SubmissionRow {
        id: id.clone(),
        site: site.into(),
        form: slug.to_owned(),
        title: document.form.title.clone(),
        answers: serde_json::to_string(&answers).map_err(Failure::internal)?,
        created_at: now,
        email,
        status: RequestStatus::Open.into(),
        assignee: String::new(),
        assignee_name: String::new(),
        version: 1,
    };
    let tx = state.db.write().await?;
    store::insert_submission(&tx, row).await?;
    mail::leave(state, &tx, site, LetterKind::FormSent, &document.recipient, &id).await?;
    tx.commit().await?;
    state.bell.ring();
    Ok(())
}
