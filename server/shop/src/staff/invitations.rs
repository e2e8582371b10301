//! Invitations to work for the store: a link that counts once, and what somebody chooses to sign in with from then on. For
//! somebody who works here already it is the way back in: what they signed in with before counts no longer.

use fieldhouse_core::{
    account::{
        PasswordDraft,
        password::{Password, parse_password_form},
    },
    staff::parse_staff_name,
    text::SecretText,
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    token,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    ACTIVE, SUSPENDED,
    audit::{self, Actor, Entry},
    factors::{
        self, Ceremony,
        passkeys::{self, AnsweredDraft, AskedView},
        recovery,
        store::{self as factor_store, TotpRow},
        totp,
    },
    session::{self, SignedInBy},
    sign_in::{self, Newcomer},
    store::{self, InvitationRow, StaffRow},
};
use crate::{
    config::Config,
    env::Env,
    limits::rate::Rated,
    mail::{self, LetterKind},
    people::account::{self, COMMON, common::is_listed},
    state::AppState,
};

/// The first owner's link, by the command line.
pub const OWNERS_MILLIS: i64 = 24 * 60 * 60_000;
/// Everybody else's.
pub const LASTS_MILLIS: i64 = 7 * OWNERS_MILLIS;

/// What the link carries.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationToken {
    /// Out of the link.
    pub token: String,
}

/// Who is invited.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitedView {
    /// E-mail.
    pub email: String,
    /// Name, as whoever invited wrote it.
    pub name: String,
    /// Who invited.
    pub invited_by: String,
    /// When the link ends, milliseconds since 1970.
    pub expires_at: i64,
}

/// A secret for one-time codes that waits for its first code.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TotpView {
    /// To be sent back with the first code.
    pub ceremony: String,
    /// Base32, to be typed by hand.
    pub secret: String,
    /// The same as an address, for a picture to scan.
    pub address: String,
}

/// How somebody wants to sign in from now on: with one of the two.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StaffAcceptDraft {
    /// Out of the link.
    pub token: String,
    /// What people call them.
    pub name: String,
    /// With a passkey.
    #[serde(default)]
    pub passkey: Option<AnsweredDraft>,
    /// With a password and one-time codes.
    #[serde(default)]
    pub password: Option<NewPassword>,
}

/// A password with its second factor.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// Password.
    pub new: SecretText,
    /// Again.
    pub confirm: SecretText,
    /// Of the secret.
    pub ceremony: String,
    /// Its first code.
    pub code: SecretText,
}

/// What somebody has who accepted.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedView {
    /// Told once; none with a passkey.
    pub recovery_codes: Vec<String>,
}

/// A secret in the making.
#[derive(Serialize, Deserialize)]
struct Making {
    staff_id: String,
    sealed: String,
}

/// Start of the desk's addresses, for links.
pub fn home(config: &Config) -> String {
    let scheme = if config.secure { "https" } else { "http" };
    if config.desk_host.is_empty() {
        return config.hosts.keys().next().map_or_else(
            || format!("{scheme}://localhost:{}", config.listen.port()),
            |host| format!("{scheme}://{host}"),
        );
    }
    format!("{scheme}://{}", config.desk_host)
}

/// The link that a token makes. Behind the `#`: no server's log ever sees it.
pub fn link(config: &Config, token: &str) -> String {
    format!("{}/desk/invitation#{token}", home(config))
}

/// Writes an invitation in the place of an earlier one. With a token its link counts at once; without, a letter makes one.
pub(super) async fn write(
    env: &Env,
    tx: &WriteTx,
    person: &StaffRow,
    (invited_by, lasts, token): (&str, i64, Option<&str>),
) -> Result<(), Failure> {
    let now = env.clock.millis();
    let row = InvitationRow {
        staff_id: person.id.clone(),
        token_hash: token.map(token::hash),
        invited_by: invited_by.to_owned(),
        created_at: now,
        expires_at: now.saturating_add(lasts),
    };
    store::replace_invitation(tx, row).await?;
    if token.is_none() {
        let site = fieldhouse_core::brand::Site::FIELDHOUSE;
        mail::leave(env, tx, site, LetterKind::StaffInvitation, &person.email, &person.id).await?;
    }
    Ok(())
}

async fn find(env: &Env, who: &Newcomer, token: &str) -> Result<(InvitationRow, StaffRow), Failure> {
    env.admit(Rated::SignIn, who.address).await?;
    let db = env.db.read();
    let row = store::find_invitation_of(db, &token::hash(token), env.clock.millis()).await?;
    let row = row.ok_or_else(Failure::not_found)?;
    let person = store::find_staff(db, &row.staff_id).await?.filter(|person| person.state != SUSPENDED);
    Ok((row, person.ok_or_else(Failure::not_found)?))
}

/// Who is invited, for whoever holds the link.
pub async fn look(env: &Env, who: &Newcomer, draft: &InvitationToken) -> Result<InvitedView, Failure> {
    let (row, person) = find(env, who, &draft.token).await?;
    Ok(InvitedView { email: person.email, name: person.name, invited_by: row.invited_by, expires_at: row.expires_at })
}

/// Asks the browser for a passkey of who is invited.
pub async fn ask_passkey(env: &Env, who: &Newcomer, draft: &InvitationToken) -> Result<AskedView, Failure> {
    let (_, person) = find(env, who, &draft.token).await?;
    let tx = env.db.write().await?;
    let asked = passkeys::ask_new(env, &tx, &who.host, &person).await?;
    tx.commit().await?;
    Ok(asked)
}

/// A secret for the one-time codes of who is invited.
pub async fn ask_totp(env: &Env, who: &Newcomer, draft: &InvitationToken) -> Result<TotpView, Failure> {
    let (_, person) = find(env, who, &draft.token).await?;
    begin_totp(env, &person.id, &person.email).await
}

/// A secret in the making for somebody.
pub(super) async fn begin_totp(env: &Env, staff_id: &str, email: &str) -> Result<TotpView, Failure> {
    let secret = totp::new_secret(&env.ids);
    let making = Making { staff_id: staff_id.to_owned(), sealed: totp::seal(env, staff_id, &secret).await? };
    let tx = env.db.write().await?;
    let ceremony = factors::begin(env, &tx, Ceremony::NewTotp, &making).await?;
    tx.commit().await?;
    Ok(TotpView { ceremony, address: totp::address(&secret, "Fieldhouse", email), secret })
}

/// Takes a secret over with its first code, which counts as used.
pub(super) async fn make_totp(
    env: &Env,
    tx: &WriteTx,
    staff_id: &str,
    (ceremony, code): (&str, &str),
) -> Result<(), Failure> {
    let wrong = || {
        let title = "The code is not right. Please scan the picture again.";
        Failure::new(FailureKind::Broken, "code_wrong", title)
    };
    let making = factors::take::<Making>(env, tx, Ceremony::NewTotp, ceremony).await?;
    let making = making.filter(|making| making.staff_id == staff_id).ok_or_else(wrong)?;
    let step = totp::step_now(env, staff_id, (&making.sealed, code)).await?.ok_or_else(wrong)?;
    let row = TotpRow { staff_id: staff_id.to_owned(), secret: making.sealed, last_step: step };
    factor_store::replace_totp(tx, row).await?;
    Ok(())
}

/// Accepts: the link counts no longer, a session begins.
pub async fn accept(
    state: &AppState,
    who: &Newcomer,
    draft: StaffAcceptDraft,
) -> Result<(String, AcceptedView), Failure> {
    let (_, person) = find(state, who, &draft.token).await?;
    let name = check_name(&draft.name)?;
    let password_hash = match &draft.password {
        Some(password) => {
            let form = PasswordDraft {
                change: false,
                current: SecretText::default(),
                new: password.new.clone(),
                confirm: password.confirm.clone(),
            };
            let checked = check_password(&form, &[&person.email, &name]).await?;
            state.passwords.hash(&state.ids, checked.expose()).await?
        }
        None => String::new(),
    };
    let tx = state.db.write_durable().await?;
    tx.wait_for("staff").await?;
    let now = state.clock.millis();
    if !store::take_invitation(&tx, &token::hash(&draft.token), now).await? {
        return Err(Failure::not_found());
    }
    let held = store::hold_staff(&tx, &person.id).await?.filter(|(row, _)| row.state != SUSPENDED);
    let (before, _) = held.ok_or_else(Failure::not_found)?;
    // Whoever had a way in before has it no longer.
    factors::forget(&tx, &before.id).await?;
    session::store::delete_sessions(&tx, &before.id, None).await?;
    let (by, recovery_codes) = match (draft.passkey, &draft.password) {
        (Some(answer), None) => {
            passkeys::make(state, &tx, (&who.host, &before.id, "First passkey"), answer).await?;
            ("passkey", Vec::new())
        }
        (None, Some(password)) => {
            make_totp(state, &tx, &before.id, (&password.ceremony, &password.code.0)).await?;
            ("password", recovery::replace(&tx, &state.ids, &before.id).await?)
        }
        _ => return Err(Failure::malformed("Either a passkey or a password is expected.")),
    };
    let after = StaffRow { name, state: ACTIVE.to_owned(), password_hash, sso_subject: None, ..before.clone() };
    if !store::update_staff(&tx, &after).await? {
        return Err(Failure::unavailable(anyhow::anyhow!("changed while it was held")));
    }
    let actor = sign_in::actor_of(&after, &who.origin);
    let entry = Entry::new(&actor, "staff.invitation_accepted", ("staff", &after.id));
    let told = json!({"name": after.name, "state": after.state, "signsInBy": by});
    audit::append(state, &tx, &entry.changed(json!({"state": before.state}), told)).await?;
    let token = sign_in::enter(state, &tx, who, &after, SignedInBy::Invitation).await?;
    mail::confirm(state, &tx, &after.email).await?;
    tx.commit().await?;
    Ok((token, AcceptedView { recovery_codes }))
}

/// A name as typed.
pub(super) fn check_name(typed: &str) -> Result<String, Failure> {
    parse_staff_name(typed).map_err(|error| Failure::broken(vec![error]))
}

/// A new password, by the rules of customers' passwords.
pub(super) async fn check_password(form: &PasswordDraft, personal: &[&str]) -> Result<Password, Failure> {
    let password = parse_password_form(form, personal).map_err(Failure::broken)?;
    if is_listed(password.expose(), personal).await? {
        return Err(account::refused(FailureKind::Broken, "password_common", COMMON));
    }
    Ok(password)
}

/// Makes the first owner, or one more, with a link for whoever reads the terminal.
pub async fn invite_by_command(
    env: &Env,
    (email, name): (&str, &str),
    grants: &fieldhouse_core::staff::Grants,
) -> Result<String, Failure> {
    let email = super::members::check_email(email)?;
    let issued = token::issue(&env.ids);
    let tx = env.db.write_durable().await?;
    tx.wait_for("staff").await?;
    let (person, before) = super::members::prepare(env, &tx, &email, name).await?;
    let had = store::load_grants(&*tx, &person.id).await?;
    super::members::keep_an_owner(&tx, &person, &had, grants.are_an_owners()).await?;
    store::replace_grants(&tx, &person.id, grants).await?;
    let lasts = if grants.are_an_owners() { OWNERS_MILLIS } else { LASTS_MILLIS };
    write(env, &tx, &person, ("the command line", lasts, Some(&issued))).await?;
    let actor = Actor::system("command line");
    let entry = Entry::new(&actor, "staff.invited", ("staff", &person.id));
    let told = super::members::told(&person, grants);
    audit::append(env, &tx, &entry.changed(before, told)).await?;
    tx.commit().await?;
    Ok(link(&env.config, &issued))
}
