//! One's own password at the desk, changed by who knows the one it was. Not here: a first password, and the way back in for
//! who forgot theirs, which both come with an invitation.

use std::collections::BTreeMap;

use fieldhouse_core::{
    account::PasswordDraft,
    rule::FieldError,
    text::{SecretText, compose},
};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::address::ClientAddress,
};
use serde::Deserialize;
use serde_json::json;

use super::{
    StaffMember,
    audit::{self, Entry},
    invitations, session, store,
};
use crate::{
    limits::rate::Rated,
    lockout::{self, Subject},
    state::AppState,
};

/// Another password.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnPasswordDraft {
    /// The one it was.
    pub current: SecretText,
    /// The one it will be.
    pub new: SecretText,
    /// Again.
    pub confirm: SecretText,
}

/// Changes it, and ends all other sessions: whoever knew the old one is out.
pub async fn change(
    state: &AppState,
    member: &StaffMember,
    (from, draft): (ClientAddress, OwnPasswordDraft),
) -> Result<(), Failure> {
    member.require_fresh()?;
    let OwnPasswordDraft { current, new, confirm } = draft;
    let form = PasswordDraft { change: true, current, new, confirm };
    let seen = store::find_staff(state.db.read(), &member.id).await?.ok_or_else(Failure::not_found)?;
    if seen.password_hash.is_empty() {
        let title = "You sign in without a password.";
        return Err(Failure::new(FailureKind::Conflict, "no_password", title));
    }
    let personal = [seen.email.as_str(), seen.name.as_str()];
    let password = invitations::check_password(&form, &personal).await?;
    state.admit(Rated::SignIn, from).await?;
    let subject = Subject::of_staff(&seen.email);
    let place = state.passwords.place()?;
    // A try is counted before it is made: a session left open guesses no password.
    lockout::admit(state, &subject).await?;
    if !state.passwords.verify(place, &compose(&form.current.0), Some(seen.password_hash.clone())).await? {
        return Err(Failure::broken(vec![FieldError {
            field: "password.current".to_owned(),
            code: "current_password_wrong".to_owned(),
            params: BTreeMap::new(),
            message: "The given current password does not match.".to_owned(),
        }]));
    }
    let password_hash = state.passwords.hash(&state.ids, password.expose()).await?;
    let tx = state.db.write_durable().await?;
    let now = member.still(&tx).await?;
    let (person, _) = store::hold_staff(&tx, &now.id).await?.ok_or_else(Failure::not_found)?;
    let unchanged = person.password_hash == seen.password_hash;
    if !unchanged || !store::update_staff(&tx, &store::StaffRow { password_hash, ..person }).await? {
        // Of two at once the first one's password is the old one by now.
        let title = "Your account changed meanwhile. Please try again.";
        return Err(Failure::new(FailureKind::Conflict, "staff_changed", title));
    }
    let ended = session::store::delete_sessions(&tx, &now.id, Some(&now.session.id)).await?;
    lockout::forget(&tx, &subject).await?;
    let actor = now.actor();
    let entry = Entry::new(&actor, "staff.password_changed", ("staff", &now.id));
    audit::append(state, &tx, &entry.changed(json!(null), json!({"sessionsEnded": ended}))).await?;
    tx.commit().await?;
    Ok(())
}
