//! Setting a password: by a token out of a letter, or by the present password (account §4, §8).
//! Either ends all other sessions and sends a notice (R44).

use fieldhouse_core::{
    account::{PasswordDraft, ResetRequestDraft, password::parse_password_form, sign_in::parse_reset_request},
    text::{SecretText, compose},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    http::address::ClientAddress,
    pauses::PausePoint,
};
use serde::Deserialize;

use super::{
    COMMON,
    common::is_listed,
    refused,
    store::{self, CustomerRow},
};
use crate::{
    env::Env,
    limits::rate::Rated,
    lockout::{self, Act, Subject, device::Asker},
    mail::{self, LetterKind},
    owner::CustomerId,
    session::{self, Visitor},
    state::AppState,
};

/// What a wrong present password says (account §8).
const NOT_PRESENT: &str = "The given current password does not match.";

/// `POST /api/features/Account/create-password` (account §7).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePasswordDraft {
    /// New password.
    pub password: SecretText,
    /// Out of the letter.
    pub token: String,
}

/// `POST /api/features/Account/update-password` (account §7).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdatePasswordDraft {
    /// Present password.
    pub current_password: SecretText,
    /// New password.
    pub new_password: SecretText,
}

/// Asks for a letter with a link. The answer is the same whether or not there is such an account:
/// whether anything is sent is decided where letters are written.
pub async fn request(
    state: &AppState,
    visitor: &Visitor,
    from: ClientAddress,
    draft: &ResetRequestDraft,
) -> Result<(), Failure> {
    let email = parse_reset_request(draft).map_err(Failure::broken)?;
    if !draft.store_key.is_empty() && draft.store_key != visitor.site.key() {
        return Err(Failure::malformed("\u{2018}storeKey\u{2019} is another store."));
    }
    state.admit(Rated::Reset, from).await?;
    match lockout::admit(state, &Subject::new(Act::Reset, visitor.site, email.as_str())).await {
        Ok(()) => {}
        // Whoever fills somebody's mailbox hears no more than whoever asks once.
        Err(failure) if failure.kind == FailureKind::TooOften => return Ok(()),
        Err(failure) => return Err(failure),
    }
    let tx = state.db.write().await?;
    mail::leave(state, &tx, visitor.site, LetterKind::Reset, email.as_str(), "").await?;
    tx.commit().await?;
    state.bell.ring();
    Ok(())
}

/// Sets the password of whoever holds the token.
pub async fn create_password(
    state: &AppState,
    visitor: &Visitor,
    from: ClientAddress,
    draft: &CreatePasswordDraft,
) -> Result<CustomerRow, Failure> {
    state.admit(Rated::SignIn, from).await?;
    let hash = fieldhouse_kernel::token::hash(&draft.token);
    let now = state.clock.millis();
    let token = store::find_token(state.db.read(), &hash, visitor.site, now).await?.ok_or_else(expired)?;
    let id = uuid::Uuid::parse_str(&token.customer_id).map(CustomerId).map_err(Failure::internal)?;
    let customer = store::find_customer(state.db.read(), id).await?.ok_or_else(expired)?;
    let password = new_password(&draft.password, &customer)
        .await?
        .map_err(|error| refused(FailureKind::Broken, "password_refused", error))?;
    let password_hash = state.passwords.hash(&state.ids, &password).await?;
    state.pauses.reach(PausePoint::Reset).await;
    let tx = state.db.write_durable().await?;
    // However many use it at once: the one who takes it out sets the password.
    if !store::take_token(&tx, &hash).await? {
        return Err(expired());
    }
    let customer = set(state, &tx, id, password_hash, None).await?.ok_or_else(expired)?;
    lockout::forget(&tx, &Subject::new(Act::Password, visitor.site, &customer.email)).await?;
    mail::confirm(state, &tx, &customer.email).await?;
    tx.commit().await?;
    state.bell.ring();
    Ok(customer)
}

/// Sets the password of the signed-in customer; the outer error is not about passwords. Signs this
/// browser in again and everyone else out.
pub async fn update_password(
    state: &AppState,
    (visitor, customer): (&mut Visitor, &CustomerRow),
    asker: &mut Asker,
    draft: &UpdatePasswordDraft,
) -> Result<Result<(), String>, Failure> {
    if !is_present(state, visitor, asker, customer, &draft.current_password).await? {
        return Ok(Err(NOT_PRESENT.to_owned()));
    }
    let password = match new_password(&draft.new_password, customer).await? {
        Ok(password) => password,
        Err(error) => return Ok(Err(error)),
    };
    let password_hash = state.passwords.hash(&state.ids, &password).await?;
    let id = customer.customer_id()?;
    state.pauses.reach(PausePoint::UpdatePassword).await;
    let tx = state.db.write_durable().await?;
    // Another request may have set one since it was compared.
    if set(state, &tx, id, password_hash, Some(&customer.password_hash)).await?.is_none() {
        return Ok(Err(NOT_PRESENT.to_owned()));
    }
    visitor.sign_in(&tx, id).await?;
    asker.remember(state, &tx, id).await?;
    tx.commit().await?;
    state.bell.ring();
    Ok(Ok(()))
}

/// True when it is the customer's present password; tries are counted with those of sign-in.
pub async fn is_present(
    state: &AppState,
    visitor: &Visitor,
    asker: &Asker,
    customer: &CustomerRow,
    typed: &SecretText,
) -> Result<bool, Failure> {
    state.admit(Rated::SignIn, asker.address).await?;
    let subject = asker.subject(state, visitor.site, &customer.email, Some(&customer.id)).await?;
    let place = state.passwords.place()?;
    lockout::admit(state, &subject).await?;
    let hash = Some(customer.password_hash.clone()).filter(|hash| !hash.is_empty());
    let right = state.passwords.verify(place, &compose(&typed.0), hash).await?;
    if right {
        let tx = state.db.write().await?;
        lockout::forget(&tx, &subject).await?;
        tx.commit().await?;
    }
    Ok(right)
}

/// A password that may be set, or the specification's error text for it.
async fn new_password(typed: &SecretText, customer: &CustomerRow) -> Result<Result<String, String>, Failure> {
    let draft = PasswordDraft { new: typed.clone(), confirm: typed.clone(), ..PasswordDraft::default() };
    match parse_password_form(&draft, &customer.personal()) {
        Err(errors) => {
            let error = errors.first().map(|error| (error.code.as_str(), error.message.as_str())).unwrap_or_default();
            Ok(Err(if error.0 == "password_common" { COMMON.to_owned() } else { format!("[1] {}", error.1) }))
        }
        Ok(password) if is_listed(password.expose(), &customer.personal()).await? => Ok(Err(COMMON.to_owned())),
        Ok(password) => Ok(Ok(password.expose().to_owned())),
    }
}

/// Writes the password, ends every session and token, and leaves the notice. Nothing when the present password
/// has to be the one that was `seen` and is not any more.
async fn set(
    env: &Env,
    tx: &WriteTx,
    id: CustomerId,
    password_hash: String,
    seen: Option<&str>,
) -> Result<Option<CustomerRow>, Failure> {
    let stepped = store::step_customer(tx, id, env.clock.millis()).await?.ok_or_else(expired)?;
    if seen.is_some_and(|seen| seen != stepped.password_hash) {
        return Ok(None);
    }
    // Whoever comes without the present password comes with a link of a letter to this e-mail, or with the password of
    // an account that the operator brought.
    let confirmed_at = stepped.confirmed_at.or_else(|| seen.is_none().then(|| env.clock.millis()));
    let customer = CustomerRow { password_hash, legacy_hash: String::new(), confirmed_at, ..stepped };
    store::update_customer(tx, &customer).await?;
    store::delete_tokens(tx, &customer.id).await?;
    session::store::delete_of_customer(tx, id).await?;
    mail::leave(env, tx, *customer.site, LetterKind::PasswordChanged, &customer.email, &customer.id).await?;
    Ok(Some(customer))
}

fn expired() -> Failure {
    refused(FailureKind::Malformed, "link_expired", "This link has expired or was used already.")
}
