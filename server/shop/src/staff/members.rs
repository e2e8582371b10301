//! Who works for the store: listed, invited, suspended, restored, given other roles. Whoever does it has to have what they
//! give and take, and the last owner stays.

use fieldhouse_core::{
    account::email::Email,
    brand::Site,
    orders::note::parse_remark,
    rule::Broken,
    staff::{Grant, Grants, Permission, Scope, check_giving, check_last_owner, check_role_known},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    ACTIVE, INVITED, SUSPENDED, StaffMember,
    audit::{self, Actor, Entry},
    factors, invitations, not_permitted, session,
    store::{self, StaffRow},
};
use crate::{env::Env, state::AppState};

/// A role given to somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenRole {
    /// Key of the role.
    pub role: String,
    /// The brands where it counts; absent for all of them.
    #[serde(default)]
    pub sites: Option<Vec<Site>>,
}

/// Somebody who works for the store.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffView {
    /// Id.
    pub id: String,
    /// E-mail.
    pub email: String,
    /// Name.
    pub name: String,
    /// `invited`, `active` or `suspended`.
    pub state: String,
    /// What they were given.
    pub roles: Vec<GivenRole>,
    /// Since when, milliseconds since 1970.
    pub created_at: i64,
    /// To be sent back with a change.
    pub version: i64,
}

/// Whom to invite.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteDraft {
    /// E-mail.
    pub email: String,
    /// Name.
    pub name: String,
    /// What they will be given.
    pub roles: Vec<GivenRole>,
}

/// Other roles for somebody.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RolesDraft {
    /// As it was seen.
    pub version: i64,
    /// All of them.
    pub roles: Vec<GivenRole>,
}

/// A change of somebody.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StateDraft {
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// As it was seen.
    pub version: i64,
}

/// Roles as they are shown.
pub fn given(grants: &Grants) -> Vec<GivenRole> {
    let sites = |scope: &Scope| scope.sites().map(|sites| sites.iter().copied().collect());
    grants.iter().map(|grant| GivenRole { role: grant.role.key.clone(), sites: sites(&grant.scope) }).collect()
}

/// Somebody as the audit log has them.
pub(super) fn told(person: &StaffRow, grants: &Grants) -> Value {
    json!({"email": person.email, "name": person.name, "state": person.state, "roles": given(grants)})
}

/// Everybody.
pub async fn list(env: &Env) -> Result<Vec<StaffView>, Failure> {
    let db = env.db.read();
    let grants = store::list_all_grants(db).await?;
    let people = store::list_staff(db).await?.into_iter().map(|person| {
        let own = grants.iter().filter(|grant| grant.staff_id == person.id);
        let sites = |scope: Scope| scope.sites().map(|sites| sites.iter().copied().collect());
        let roles = own.map(|grant| GivenRole { role: grant.role_key.clone(), sites: sites(grant.scope()) }).collect();
        view(person, roles)
    });
    Ok(people.collect())
}

fn view(person: StaffRow, roles: Vec<GivenRole>) -> StaffView {
    let StaffRow { id, email, name, state, created_at, version, .. } = person;
    StaffView { id, email, name, state, roles, created_at, version }
}

/// One of them.
pub async fn show(env: &Env, id: &str) -> Result<StaffView, Failure> {
    let db = env.db.read();
    let person = store::find_staff(db, id).await?.ok_or_else(Failure::not_found)?;
    let roles = given(&store::load_grants(db, id).await?);
    Ok(view(person, roles))
}

/// An e-mail as typed.
pub(super) fn check_email(typed: &str) -> Result<Email, Failure> {
    Email::parse(typed).map_err(|error| Failure::broken(vec![error.at("email")]))
}

/// The roles that a draft names; one that there is not is refused.
async fn read_roles(tx: &WriteTx, draft: &[GivenRole]) -> Result<Grants, Failure> {
    let known = store::list_roles(&**tx).await?;
    // Each once.
    let mut left: Vec<String> = known.iter().map(|row| row.key.clone()).collect();
    let mut grants: Vec<Grant> = Vec::new();
    for given in draft {
        if let Some(refusal) = check_role_known(&given.role, &left) {
            return Err(Failure::broken(vec![refusal]));
        }
        left.retain(|key| *key != given.role);
        let Some(row) = known.iter().find(|row| row.key == given.role) else { continue };
        let scope = given.sites.as_ref().map_or(Scope::All, |sites| Scope::Some(sites.iter().copied().collect()));
        grants.push(Grant { role: row.role(), scope });
    }
    Ok(Grants::new(grants))
}

/// Somebody of an e-mail, new or not here yet; what was so before.
pub(super) async fn prepare(env: &Env, tx: &WriteTx, email: &Email, name: &str) -> Result<(StaffRow, Value), Failure> {
    let name = invitations::check_name(if name.is_empty() { email.as_str() } else { name })?;
    if let Some(known) = store::find_by_email(&**tx, email.as_str()).await? {
        let grants = store::load_grants(&**tx, &known.id).await?;
        let before = told(&known, &grants);
        return Ok((known, before));
    }
    let person = StaffRow {
        id: env.ids.random().to_string(),
        email: email.as_str().to_owned(),
        name,
        state: INVITED.to_owned(),
        password_hash: String::new(),
        sso_subject: None,
        version: 1,
        created_at: env.clock.millis(),
    };
    if !store::insert_staff(tx, person.clone()).await? {
        return Err(taken());
    }
    Ok((person, Value::Null))
}

fn taken() -> Failure {
    let title = "Somebody with this email works here already.";
    Failure::new(FailureKind::Conflict, "staff_exists", title)
}

/// Begins an act at somebody: one after the other, with who acts as of now.
async fn begin(env: &Env, by: &StaffMember, permission: Permission) -> Result<(WriteTx, StaffMember), Failure> {
    let tx = env.db.write_durable().await?;
    tx.wait_for("staff").await?;
    let now = by.still(&tx).await?;
    now.require_somewhere(permission)?;
    now.require_fresh()?;
    Ok((tx, now))
}

/// Invites somebody: a letter goes out.
pub async fn invite(state: &AppState, by: &StaffMember, draft: &InviteDraft) -> Result<StaffView, Failure> {
    let email = check_email(&draft.email)?;
    let name = invitations::check_name(&draft.name)?;
    let (tx, by) = begin(state, by, Permission::StaffManage).await?;
    if store::find_by_email(&*tx, email.as_str()).await?.is_some() {
        return Err(taken());
    }
    let grants = read_roles(&tx, &draft.roles).await?;
    if let Some(refusal) = check_giving(&by.grants, &grants) {
        return Err(Failure::broken(vec![refusal]));
    }
    let (person, before) = prepare(state, &tx, &email, &name).await?;
    store::replace_grants(&tx, &person.id, &grants).await?;
    invitations::write(state, &tx, &person, (&by.name, invitations::LASTS_MILLIS, None)).await?;
    let actor = by.actor();
    let entry = Entry::new(&actor, "staff.invited", ("staff", &person.id));
    audit::append(state, &tx, &entry.changed(before, told(&person, &grants))).await?;
    tx.commit().await?;
    state.bell.ring();
    show(state, &person.id).await
}

/// Invites somebody again who was invited, or who lost what they sign in with.
pub async fn invite_again(state: &AppState, by: &StaffMember, id: &str) -> Result<StaffView, Failure> {
    let (tx, by) = begin(state, by, Permission::StaffManage).await?;
    let (person, _) = target(&tx, &by, id).await?;
    if person.state == SUSPENDED {
        return Err(suspended());
    }
    invitations::write(state, &tx, &person, (&by.name, invitations::LASTS_MILLIS, None)).await?;
    let actor = by.actor();
    audit::append(state, &tx, &Entry::new(&actor, "staff.invited_again", ("staff", id))).await?;
    tx.commit().await?;
    state.bell.ring();
    show(state, id).await
}

fn suspended() -> Failure {
    Failure::new(FailureKind::Conflict, "staff_suspended", "They are suspended. Please restore them first.")
}

/// Whom an act is at: who acts has to stand at least as high.
async fn target(tx: &WriteTx, by: &StaffMember, id: &str) -> Result<(StaffRow, Grants), Failure> {
    let found = store::find_staff(&**tx, id).await?.ok_or_else(Failure::not_found)?;
    let grants = store::load_grants(&**tx, id).await?;
    if by.grants.cover(&grants) { Ok((found, grants)) } else { Err(not_permitted()) }
}

fn check_version(person: &StaffRow, seen: i64) -> Result<(), Failure> {
    if person.version == seen {
        return Ok(());
    }
    Err(Failure::conflict("staff_changed", "Somebody else has changed this person.", person.version))
}

/// Refuses what would leave the store without an owner who can sign in.
pub(super) async fn keep_an_owner(
    tx: &WriteTx,
    person: &StaffRow,
    grants: &Grants,
    stays: bool,
) -> Result<(), Failure> {
    let is_owner = person.state == ACTIVE && grants.are_an_owners();
    match check_last_owner(is_owner, stays, store::count_owners(tx).await?) {
        Some(refusal) => Err(Failure::broken(vec![refusal])),
        None => Ok(()),
    }
}

/// Gives somebody other roles; counts with their very next request.
pub async fn change_roles(env: &Env, by: &StaffMember, (id, draft): (&str, &RolesDraft)) -> Result<StaffView, Failure> {
    let (tx, by) = begin(env, by, Permission::StaffManage).await?;
    let (person, before) = target(&tx, &by, id).await?;
    let after = read_roles(&tx, &draft.roles).await?;
    if let Some(refusal) = check_giving(&by.grants, &after) {
        return Err(Failure::broken(vec![refusal]));
    }
    check_version(&person, draft.version)?;
    keep_an_owner(&tx, &person, &before, after.are_an_owners()).await?;
    if !store::update_staff(&tx, &person).await? {
        return Err(Failure::unavailable(anyhow::anyhow!("changed while it was held")));
    }
    store::replace_grants(&tx, id, &after).await?;
    let actor = by.actor();
    let entry = Entry::new(&actor, "staff.roles_changed", ("staff", id));
    audit::append(env, &tx, &entry.changed(told(&person, &before), told(&person, &after))).await?;
    tx.commit().await?;
    show(env, id).await
}

/// Suspends somebody, and ends their sessions; or restores them.
pub async fn set_suspended(
    env: &Env,
    by: &StaffMember,
    (id, draft, suspend): (&str, &StateDraft, bool),
) -> Result<StaffView, Failure> {
    let reason = parse_remark(&draft.reason, "reason").map_err(|error| Failure::broken(vec![error]))?;
    let (tx, by) = begin(env, by, Permission::StaffManage).await?;
    let (person, grants) = target(&tx, &by, id).await?;
    check_version(&person, draft.version)?;
    write_state(env, &tx, (person, grants), suspend, (&by.actor(), &reason)).await?;
    tx.commit().await?;
    show(env, id).await
}

/// The same by the command line.
pub async fn set_suspended_by_command(env: &Env, email: &str, suspend: bool) -> Result<(), Failure> {
    let email = check_email(email)?;
    let tx = env.db.write_durable().await?;
    tx.wait_for("staff").await?;
    let person = store::find_by_email(&*tx, email.as_str()).await?.ok_or_else(Failure::not_found)?;
    let grants = store::load_grants(&*tx, &person.id).await?;
    write_state(env, &tx, (person, grants), suspend, (&Actor::system("command line"), "")).await?;
    tx.commit().await?;
    Ok(())
}

async fn write_state(
    env: &Env,
    tx: &WriteTx,
    (person, grants): (StaffRow, Grants),
    suspend: bool,
    (actor, reason): (&Actor, &str),
) -> Result<(), Failure> {
    if suspend {
        keep_an_owner(tx, &person, &grants, false).await?;
    }
    let has_way_in = !person.password_hash.is_empty()
        || person.sso_subject.is_some()
        || !factors::store::list_credentials(&**tx, &person.id).await?.is_empty();
    let restored = if has_way_in { ACTIVE } else { INVITED };
    let state = if suspend { SUSPENDED } else { restored };
    let after = StaffRow { state: state.to_owned(), ..person.clone() };
    if !store::update_staff(tx, &after).await? {
        return Err(Failure::unavailable(anyhow::anyhow!("changed while it was held")));
    }
    if suspend {
        session::store::delete_sessions(tx, &person.id, None).await?;
        store::delete_invitation(tx, &person.id).await?;
    }
    let action = if suspend { "staff.suspended" } else { "staff.restored" };
    let entry = Entry::new(actor, action, ("staff", &person.id)).because(reason);
    let changed = entry.changed(json!({"state": person.state}), json!({"state": after.state}));
    audit::append(env, tx, &changed).await?;
    Ok(())
}
