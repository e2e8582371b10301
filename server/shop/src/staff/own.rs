//! What somebody sees and changes of themselves: who they are and may do, their sessions, passkeys, one-time codes and
//! recovery codes.

use fieldhouse_core::{
    account::device::describe_device,
    brand::Site,
    money::Cents,
    staff::{Cap, Permission, Scope},
    text::{SecretText, clean_line},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    StaffMember,
    audit::{self, Entry},
    factors::{
        self,
        passkeys::{self, AnsweredDraft, AskedView},
        recovery,
    },
    invitations::{self, TotpView},
    members::{GivenRole, given},
    session::{self, ABSOLUTE_MILLIS, FRESH_MILLIS},
    store,
};
use crate::env::Env;

/// Something that somebody may do.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AllowedView {
    /// Key of the permission.
    pub permission: &'static str,
    /// At which brands; absent for all of them.
    pub sites: Option<Vec<Site>>,
    /// Up to which amount alone, in cents, the least of these brands; absent without a cap.
    pub cap: Option<Cents>,
}

/// Who one is.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSessionView {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// E-mail.
    pub email: String,
    /// What one was given.
    pub roles: Vec<GivenRole>,
    /// What one may do.
    pub allowed: Vec<AllowedView>,
    /// How one signed in.
    pub signed_in_by: String,
    /// Until when dangerous acts go without showing once more who one is, milliseconds since 1970.
    pub fresh_until: i64,
    /// When the session ends at the latest, milliseconds since 1970.
    pub ends_at: i64,
    /// Recovery codes left.
    pub recovery_codes: u64,
    /// One has a password, and may change it.
    pub has_password: bool,
}

/// Who one is, and what one may do.
pub async fn session(env: &Env, member: &StaffMember) -> Result<DeskSessionView, Failure> {
    let allowed = Permission::ALL.iter().filter_map(|permission| {
        let scope = member.grants.scope(*permission);
        if scope == Scope::NOWHERE {
            return None;
        }
        let least = Site::all().filter(|site| scope.has(*site)).map(|site| member.grants.cap(*permission, site)).min();
        let cap = match least {
            Some(Cap::UpTo(cap)) => Some(cap),
            _ => None,
        };
        let sites = scope.sites().map(|sites| sites.iter().copied().collect());
        Some(AllowedView { permission: permission.key(), sites, cap })
    });
    let person = store::find_staff(env.db.read(), &member.id).await?.ok_or_else(Failure::sign_in_first)?;
    Ok(DeskSessionView {
        has_password: !person.password_hash.is_empty(),
        id: member.id.clone(),
        name: member.name.clone(),
        email: member.email.clone(),
        roles: given(&member.grants),
        allowed: allowed.collect(),
        signed_in_by: member.session.signed_in_by.clone(),
        fresh_until: member.session.confirmed_at.saturating_add(FRESH_MILLIS),
        ends_at: member.session.created_at.saturating_add(ABSOLUTE_MILLIS),
        recovery_codes: factors::store::count_recovery_codes(env.db.read(), &member.id).await?,
    })
}

/// One of one's sessions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSessionView {
    /// Id.
    pub id: String,
    /// The browser in words.
    pub device: String,
    /// The network it began in, cut.
    pub network: String,
    /// How it began.
    pub signed_in_by: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// Milliseconds since 1970.
    pub seen_at: i64,
    /// This one.
    pub current: bool,
}

/// One's sessions that count.
pub async fn list_sessions(env: &Env, member: &StaffMember) -> Result<Vec<OwnSessionView>, Failure> {
    let (now, idle) = (env.clock.millis(), i64::from(env.config.desk_idle_minutes).saturating_mul(60_000));
    let rows = session::store::list_sessions(env.db.read(), &member.id).await?;
    let counting = rows.into_iter().filter(|row| row.counts(now, idle));
    Ok(counting
        .map(|row| OwnSessionView {
            current: row.id == member.session.id,
            id: row.id,
            device: describe_device(&row.device).name,
            network: row.network,
            signed_in_by: row.signed_in_by,
            created_at: row.created_at,
            seen_at: row.seen_at,
        })
        .collect())
}

/// One of one's passkeys.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyView {
    /// Id.
    pub id: String,
    /// What one calls it.
    pub name: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// When one signed in with it last.
    pub used_at: Option<i64>,
}

/// One's passkeys.
pub async fn list_passkeys(env: &Env, member: &StaffMember) -> Result<Vec<PasskeyView>, Failure> {
    let rows = factors::store::list_credentials(env.db.read(), &member.id).await?;
    let view = |row: factors::store::CredentialRow| PasskeyView {
        id: row.id,
        name: row.name,
        created_at: row.created_at,
        used_at: row.used_at,
    };
    Ok(rows.into_iter().map(view).collect())
}

/// A new passkey, and what one calls it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasskeyDraft {
    /// What one calls it.
    pub name: String,
    /// The browser's answer.
    pub answer: AnsweredDraft,
}

/// The first code of a new secret.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TotpDraft {
    /// Of the secret.
    pub ceremony: String,
    /// Six digits.
    pub code: SecretText,
}

/// Recovery codes, told once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodesView {
    /// Ten.
    pub recovery_codes: Vec<String>,
}

/// Asks the browser for another passkey.
pub async fn ask_passkey(env: &Env, member: &StaffMember, host: &str) -> Result<AskedView, Failure> {
    member.require_fresh()?;
    let person = store::find_staff(env.db.read(), &member.id).await?.ok_or_else(Failure::not_found)?;
    let tx = env.db.write().await?;
    let asked = passkeys::ask_new(env, &tx, host, &person).await?;
    tx.commit().await?;
    Ok(asked)
}

/// Takes it over.
pub async fn make_passkey(
    env: &Env,
    member: &StaffMember,
    (host, draft): (&str, PasskeyDraft),
) -> Result<Vec<PasskeyView>, Failure> {
    member.require_fresh()?;
    let name = clean_line(&draft.name, 60).ok().filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| "Passkey".to_owned());
    let tx = env.db.write_durable().await?;
    let now = member.still(&tx).await?;
    let row = passkeys::make(env, &tx, (host, &now.id, &name), draft.answer).await?;
    changed(env, tx, &now, ("staff.passkey_added", &row.id, &name)).await?;
    list_passkeys(env, member).await
}

/// Takes one out. The last way in stays.
pub async fn remove_passkey(env: &Env, member: &StaffMember, id: &str) -> Result<Vec<PasskeyView>, Failure> {
    member.require_fresh()?;
    let tx = env.db.write_durable().await?;
    let now = member.still(&tx).await?;
    let own = factors::store::list_credentials(&*tx, &now.id).await?;
    let Some(row) = own.iter().find(|row| row.id == id) else { return Err(Failure::not_found()) };
    let person = store::find_staff(&*tx, &now.id).await?.ok_or_else(Failure::not_found)?;
    if own.len() == 1 && person.password_hash.is_empty() && person.sso_subject.is_none() {
        let title = "This is your only way in. Please add another one first.";
        return Err(Failure::new(FailureKind::Conflict, "last_way_in", title));
    }
    factors::store::delete_credential(&tx, &now.id, id).await?;
    changed(env, tx, &now, ("staff.passkey_removed", id, &row.name)).await?;
    list_passkeys(env, member).await
}

/// A new secret for one-time codes; the earlier one counts until its first code came.
pub async fn ask_totp(env: &Env, member: &StaffMember) -> Result<TotpView, Failure> {
    member.require_fresh()?;
    invitations::begin_totp(env, &member.id, &member.email).await
}

/// Takes it over.
pub async fn make_totp(env: &Env, member: &StaffMember, draft: &TotpDraft) -> Result<(), Failure> {
    member.require_fresh()?;
    let tx = env.db.write_durable().await?;
    let now = member.still(&tx).await?;
    invitations::make_totp(env, &tx, &now.id, (&draft.ceremony, &draft.code.0)).await?;
    changed(env, tx, &now, ("staff.codes_changed", &now.id, "")).await
}

/// New recovery codes; all earlier ones count no longer.
pub async fn replace_recovery_codes(env: &Env, member: &StaffMember) -> Result<RecoveryCodesView, Failure> {
    member.require_fresh()?;
    let tx = env.db.write_durable().await?;
    let now = member.still(&tx).await?;
    let recovery_codes = recovery::replace(&tx, &env.ids, &now.id).await?;
    changed(env, tx, &now, ("staff.recovery_codes_changed", &now.id, "")).await?;
    Ok(RecoveryCodesView { recovery_codes })
}

async fn changed(
    env: &Env,
    tx: WriteTx,
    member: &StaffMember,
    (action, id, name): (&str, &str, &str),
) -> Result<(), Failure> {
    let actor = member.actor();
    let entry = Entry::new(&actor, action, ("staff", &member.id));
    audit::append(env, &tx, &entry.changed(json!(null), json!({"id": id, "name": name}))).await?;
    tx.commit().await?;
    Ok(())
}
