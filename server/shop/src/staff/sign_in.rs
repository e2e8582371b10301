//! Signing in at the desk: with a passkey, or with password and one-time or recovery code. Whatever is wrong is one answer;
//! tries are counted as customers' are.

use fieldhouse_core::{
    account::email::Email,
    text::{SecretText, compose},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    http::{address::ClientAddress, audit as trail},
};
use serde::Deserialize;
use serde_json::json;

use super::{
    ACTIVE, StaffMember,
    audit::{self, Actor, ActorKind, Entry, Origin},
    factors::{
        passkeys::{self, AnsweredDraft, AskedView},
        recovery,
        store::{self as factor_store, take_step},
        totp,
    },
    session::{self, SignedInBy},
    store::{self, StaffRow},
};
use crate::{
    env::Env,
    limits::rate::Rated,
    lockout::{self, Subject},
    state::AppState,
};

/// Somebody who has not signed in yet, and from where they come.
#[derive(Debug, Clone)]
pub struct Newcomer {
    /// The host they asked: passkeys are bound to it.
    pub host: String,
    /// What the browser says of itself.
    pub user_agent: String,
    /// From where.
    pub address: ClientAddress,
    /// As the audit log has it.
    pub origin: Origin,
}

/// E-mail, password and code.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordSignIn {
    /// E-mail; lower-cased here too.
    pub email: String,
    /// Password.
    pub password: SecretText,
    /// Six digits of an authenticator app, or a recovery code.
    pub code: SecretText,
}

fn refused() -> Failure {
    let title = "The email, the password or the code is not right.";
    Failure::new(FailureKind::Unauthenticated, "sign_in_refused", title)
}

/// Signs in with password and code; what the cookie is to hold.
pub async fn with_password(state: &AppState, who: &Newcomer, draft: &PasswordSignIn) -> Result<String, Failure> {
    let tried = try_password(state, who, draft).await;
    if matches!(&tried, Err(failure) if failure.kind == FailureKind::Unauthenticated) {
        note_locked(state, who, &draft.email).await?;
    }
    tried
}

/// Writes down that tries at somebody's sign-in have to wait from now on: those who look at the log are to know of guesses.
async fn note_locked(env: &Env, who: &Newcomer, typed: &str) -> Result<(), Failure> {
    let Ok(email) = Email::parse_loose(typed) else { return Ok(()) };
    if !lockout::is_waiting(env, &Subject::of_staff(email.as_str())).await? {
        return Ok(());
    }
    let Some(person) = store::find_by_email(env.db.read(), email.as_str()).await? else { return Ok(()) };
    let tx = env.db.write().await?;
    let actor = Actor {
        network: who.origin.network.clone(),
        request_id: who.origin.request_id.clone(),
        ..Actor::system("sign-in")
    };
    let entry = Entry::new(&actor, "staff.sign_in_locked", ("staff", &person.id));
    audit::append(env, &tx, &entry.changed(json!(null), json!({"email": person.email}))).await?;
    tx.commit().await?;
    Ok(())
}

async fn try_password(state: &AppState, who: &Newcomer, draft: &PasswordSignIn) -> Result<String, Failure> {
    let (person, subject) = check_password(state, who.address, draft).await?;
    let tx = state.db.write_durable().await?;
    let (person, by) = check_code(state, &tx, person, &draft.code.0).await?;
    lockout::forget(&tx, &subject).await?;
    let token = enter(state, &tx, who, &person, by).await?;
    tx.commit().await?;
    Ok(token)
}

/// Asks for a passkey.
pub async fn ask_passkey(env: &Env, who: &Newcomer) -> Result<AskedView, Failure> {
    env.admit(Rated::SignIn, who.address).await?;
    let tx = env.db.write().await?;
    let asked = passkeys::ask(env, &tx, &who.host).await?;
    tx.commit().await?;
    Ok(asked)
}

/// Signs in with a passkey; what the cookie is to hold.
pub async fn with_passkey(env: &Env, who: &Newcomer, answer: AnsweredDraft) -> Result<String, Failure> {
    env.admit(Rated::SignIn, who.address).await?;
    let tx = env.db.write_durable().await?;
    let id = passkeys::show(env, &tx, &who.host, answer).await?;
    let person = store::find_staff(&*tx, &id).await?.filter(|row| row.state == ACTIVE).ok_or_else(refused)?;
    let token = enter(env, &tx, who, &person, SignedInBy::Passkey).await?;
    tx.commit().await?;
    Ok(token)
}

/// Begins the session of somebody who showed who they are, and writes it down.
pub(super) async fn enter(
    env: &Env,
    tx: &WriteTx,
    who: &Newcomer,
    person: &StaffRow,
    by: SignedInBy,
) -> Result<String, Failure> {
    let (token, row) = session::begin(env, tx, (&person.id, by), (&who.user_agent, &who.origin)).await?;
    let actor = Actor { session: row.id, ..actor_of(person, &who.origin) };
    let entry = Entry::new(&actor, "staff.signed_in", ("staff", &person.id));
    let told = entry.changed(json!(null), json!({"by": by.key(), "device": row.device}));
    audit::append(env, tx, &told).await?;
    Ok(token)
}

/// Somebody as the log names them, before they have a session.
pub(super) fn actor_of(person: &StaffRow, origin: &Origin) -> Actor {
    Actor { kind: ActorKind::Staff, id: person.id.clone(), name: person.name.clone(), ..Actor::at(origin) }
}

/// Whose e-mail and password these are; a try is counted before it is made.
async fn check_password(
    state: &AppState,
    from: ClientAddress,
    draft: &PasswordSignIn,
) -> Result<(StaffRow, Subject), Failure> {
    let email = Email::parse_loose(&draft.email).map_err(|_| refused())?;
    state.admit(Rated::SignIn, from).await?;
    let found = store::find_by_email(state.db.read(), email.as_str()).await?;
    trail::asks(found.as_ref().and_then(|row| uuid::Uuid::parse_str(&row.id).ok()));
    let subject = Subject::of_staff(email.as_str());
    let place = state.passwords.place()?;
    lockout::admit(state, &subject).await?;
    let hash = found.as_ref().map(|row| row.password_hash.clone()).filter(|hash| !hash.is_empty());
    let right = state.passwords.verify(place, &compose(&draft.password.0), hash).await?;
    let person = found.filter(|row| right && row.state == ACTIVE).ok_or_else(refused)?;
    Ok((person, subject))
}

/// The second factor beside a password, taken so that it counts once; with the person as of now.
async fn check_code(env: &Env, tx: &WriteTx, seen: StaffRow, typed: &str) -> Result<(StaffRow, SignedInBy), Failure> {
    let (person, _) = store::hold_staff(tx, &seen.id).await?.ok_or_else(refused)?;
    // A password that was changed while this one was being compared is the one that counts.
    if person.state != ACTIVE || person.password_hash != seen.password_hash {
        return Err(refused());
    }
    let secret = factor_store::find_totp(&**tx, &person.id).await?;
    let step = match secret {
        Some(row) => totp::step_now(env, &person.id, (&row.secret, typed)).await?,
        None => None,
    };
    if let Some(step) = step {
        return if take_step(tx, &person.id, step).await? {
            Ok((person, SignedInBy::Password))
        } else {
            Err(refused())
        };
    }
    if recovery::take(tx, &person.id, typed).await? {
        return Ok((person, SignedInBy::Recovery));
    }
    Err(refused())
}

/// Shows once more who one is, with password and code: dangerous acts want it.
pub async fn confirm_password(
    state: &AppState,
    member: &StaffMember,
    (from, draft): (ClientAddress, &PasswordSignIn),
) -> Result<(), Failure> {
    let (person, subject) = check_password(state, from, draft).await?;
    if person.id != member.id {
        return Err(refused());
    }
    let tx = state.db.write_durable().await?;
    check_code(state, &tx, person, &draft.code.0).await?;
    lockout::forget(&tx, &subject).await?;
    confirmed(state, tx, member, SignedInBy::Password).await
}

/// The same with a passkey.
pub async fn confirm_passkey(
    env: &Env,
    member: &StaffMember,
    (who, answer): (&Newcomer, AnsweredDraft),
) -> Result<(), Failure> {
    env.admit(Rated::SignIn, who.address).await?;
    let tx = env.db.write_durable().await?;
    if passkeys::show(env, &tx, &who.host, answer).await? != member.id {
        return Err(refused());
    }
    confirmed(env, tx, member, SignedInBy::Passkey).await
}

async fn confirmed(env: &Env, tx: WriteTx, member: &StaffMember, by: SignedInBy) -> Result<(), Failure> {
    if !session::store::update_confirmed(&tx, &member.session.id, env.clock.millis()).await? {
        return Err(Failure::sign_in_first());
    }
    let actor = member.actor();
    let entry = Entry::new(&actor, "staff.confirmed", ("staff", &member.id));
    audit::append(env, &tx, &entry.changed(json!(null), json!({"by": by.key()}))).await?;
    tx.commit().await?;
    Ok(())
}

/// Ends one of one's sessions; false when there is none of this id.
pub async fn end_session(env: &Env, member: &StaffMember, id: &str) -> Result<bool, Failure> {
    let tx = env.db.write().await?;
    if !session::store::delete_session(&tx, &member.id, id).await? {
        return Ok(false);
    }
    let actor = member.actor();
    let action = if id == member.session.id { "staff.signed_out" } else { "staff.session_ended" };
    audit::append(env, &tx, &Entry::new(&actor, action, ("staff_session", id))).await?;
    tx.commit().await?;
    Ok(true)
}
