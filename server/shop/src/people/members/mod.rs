//! The people of business units: who they are, what each is there, and who looks after them. Which role may do
//! what is a rule (`core::people`); it is asked with the rows of the moment, so a role taken away ends at once (R09).

pub mod invitations;
pub mod letters;
pub mod store;

use std::collections::HashMap;

use fieldhouse_core::{
    money::Cents,
    people::{
        InvitationView, MemberRole, MemberView, PeopleError, PeopleView, UnitAct, UnitPeopleView,
        approval::{ApprovalLimitDraft, parse_approval_limit},
        check_role_change, may,
    },
    rule::Broken,
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use jiff::Timestamp;
use sea_orm::ConnectionTrait;

use crate::{
    env::Env,
    people::{
        account::{Customer, store::CustomerRow},
        business_units::{
            self,
            store::{UnitRow, find_member, find_units, hold_unit, list_memberships, list_people},
        },
    },
    state::AppState,
};
use store::InvitationRow;

/// The units in which a customer may do something, in the customer's order.
pub async fn units_where(db: &impl ConnectionTrait, customer_id: &str, act: UnitAct) -> Result<Vec<UnitRow>, Failure> {
    let mut ids = Vec::new();
    for member in list_memberships(db, &[customer_id]).await? {
        if may(*member.role, act) {
            ids.push(member.unit_id);
        }
    }
    let mut units = find_units(db, ids.clone()).await?;
    units.sort_by_key(|unit| ids.iter().position(|id| *id == unit.id));
    Ok(units)
}

/// What people are called, by id.
pub async fn names(db: &impl ConnectionTrait, mut ids: Vec<String>) -> Result<HashMap<String, String>, Failure> {
    ids.sort_unstable();
    ids.dedup();
    let people = store::find_customers(db, ids).await?;
    let named = people.into_iter().map(|person| {
        let name = [person.first_name.as_str(), &person.last_name].join(" ").trim().to_owned();
        (person.id, name)
    });
    Ok(named.collect())
}

/// Lets through who may do this in the unit; for everyone else the unit does not exist.
pub async fn admit(db: &impl ConnectionTrait, unit_id: &str, customer_id: &str, act: UnitAct) -> Result<(), Failure> {
    let member = find_member(db, unit_id, customer_id).await?.ok_or_else(Failure::not_found)?;
    if may(*member.role, act) { Ok(()) } else { Err(Failure::not_found()) }
}

/// The units the customer looks after, with their people.
pub async fn list(env: &Env, customer: &CustomerRow) -> Result<PeopleView, Failure> {
    let db = env.db.read();
    let units = units_where(db, &customer.id, UnitAct::SeePeople).await?;
    let ids: Vec<String> = units.iter().map(|unit| unit.id.clone()).collect();
    let members = list_people(db, ids.clone()).await?;
    let people = store::find_customers(db, members.iter().map(|member| member.customer_id.clone()).collect()).await?;
    let people: HashMap<&str, &CustomerRow> = people.iter().map(|person| (person.id.as_str(), person)).collect();
    let invitations = store::list_open(db, ids.clone(), env.clock.millis()).await?;
    let limits = store::list_limits(db, ids).await?;
    let mut views = Vec::new();
    for unit in units {
        let mut found = Vec::new();
        for member in members.iter().filter(|member| member.unit_id == unit.id) {
            if let Some(person) = people.get(member.customer_id.as_str()) {
                found.push(member_view(person, *member.role, customer));
            }
        }
        found.sort_by_cached_key(|person| {
            (person.last_name.to_lowercase(), person.first_name.to_lowercase(), person.email.clone())
        });
        let limit = limits.iter().find(|limit| limit.unit_id == unit.id).map(|limit| limit.above_cents);
        views.push(UnitPeopleView {
            approval_above: limit.map(Cents::from),
            personal_orders: unit.personal_orders,
            members: found,
            invitations: invitations
                .iter()
                .filter(|invitation| invitation.unit_id == unit.id)
                .map(invitation_view)
                .collect::<Result<_, _>>()?,
            id: unit.id,
            key: unit.key,
            name: unit.name,
        });
    }
    Ok(PeopleView { units: views })
}

fn member_view(person: &CustomerRow, role: MemberRole, looks: &CustomerRow) -> MemberView {
    MemberView {
        id: person.id.clone(),
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        email: person.email.clone(),
        role,
        you: person.id == looks.id,
    }
}

fn invitation_view(row: &InvitationRow) -> Result<InvitationView, Failure> {
    let time = |millis| Timestamp::from_millisecond(millis).map(|time| time.to_string()).map_err(Failure::internal);
    Ok(InvitationView {
        id: row.id.clone(),
        email: row.email.clone(),
        role: row.role.0,
        sent_at: time(row.created_at)?,
        expires_at: time(row.expires_at)?,
    })
}

/// Begins a change of a unit by somebody who may make it: from here on nobody else changes its people.
async fn begin(env: &Env, customer: &CustomerRow, unit_id: &str, act: UnitAct) -> Result<WriteTx, Failure> {
    // Those who may not are told so before anybody is kept waiting.
    admit(env.db.read(), unit_id, &customer.id, act).await?;
    let tx = env.db.write_durable().await?;
    if !hold_unit(&tx, unit_id).await? {
        return Err(Failure::not_found());
    }
    admit(&*tx, unit_id, &customer.id, act).await?;
    Ok(tx)
}

/// Gives somebody another role, or takes them out of the unit (`role` is none).
pub async fn change_member(
    state: &AppState,
    Customer { row: customer, .. }: &Customer,
    (unit_id, member_id): (&str, &str),
    role: Option<&str>,
) -> Result<PeopleView, Failure> {
    let act = if role.is_some() { UnitAct::ChangeRole } else { UnitAct::Remove };
    let tx = begin(state, customer, unit_id, act).await?;
    let new = role.map(|role| MemberRole::parse(role).ok_or_else(unknown_role)).transpose()?;
    let member = find_member(&*tx, unit_id, member_id).await?.ok_or_else(Failure::not_found)?;
    let administrators = list_people(&*tx, vec![unit_id.to_owned()])
        .await?
        .iter()
        .filter(|member| *member.role == MemberRole::Administrator)
        .count();
    let administrators = u32::try_from(administrators).map_err(Failure::internal)?;
    if let Some(refusal) = check_role_change(*member.role, new, administrators) {
        return Err(Failure::broken(vec![refusal]));
    }
    match new {
        Some(new) => crate::people::memberships::join(&tx, member_id, unit_id, new).await?,
        None => crate::people::memberships::leave(&tx, member_id, unit_id).await?,
    }
    tx.commit().await?;
    list(state, customer).await
}

fn unknown_role() -> Failure {
    Failure::broken(vec![PeopleError::RoleUnknown.at("role")])
}

/// Says above which amount orders of the unit need approval, and whether its people may order for themselves.
pub async fn limit_approval(
    state: &AppState,
    Customer { row: customer, .. }: &Customer,
    unit_id: &str,
    draft: &ApprovalLimitDraft,
) -> Result<PeopleView, Failure> {
    let tx = begin(state, customer, unit_id, UnitAct::SetApprovalLimit).await?;
    let above = parse_approval_limit(draft).map_err(Failure::broken)?;
    store::write_limit(&tx, unit_id, above).await?;
    business_units::store::write_personal_orders(&tx, unit_id, draft.personal_orders).await?;
    tx.commit().await?;
    list(state, customer).await
}
