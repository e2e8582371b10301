//! Invitations into a business unit by mail. Whoever holds the token of the letter accepts once: with the account of
//! the invited e-mail, or by making it. Nothing that is answered to who invites tells whether there is an account.

use fieldhouse_core::{
    account::{SessionView, SignedInView},
    brand::Site,
    people::{
        InvitationDraft, InvitedPersonDraft, MemberRole, PeopleView, ReceivedInvitationView, UnitAct,
        invitation::{INVITATION_DAYS, check_accepting, parse_invitation, parse_invited_person},
    },
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    http::address::ClientAddress,
    token,
};
use serde::Deserialize;

use super::{
    admit, begin, list,
    store::{self, InvitationRow},
};
use crate::{
    buying::cart::merge::Merged,
    env::Env,
    limits::rate::Rated,
    lockout::{self, Act, Subject},
    mail::{self, LetterKind},
    people::{
        account::{
            self, COMMON, Customer,
            common::is_listed,
            store::{CustomerRow, confirm_customer, find_by_email, insert_customer},
        },
        business_units::store::{find_member, find_units, hold_unit, list_people},
        sign_in::bring,
    },
    session::Visitor,
    state::AppState,
};

const DAY_MILLIS: i64 = 86_400_000;

/// `POST /api/invitations/accept`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptDraft {
    /// Out of the letter.
    pub token: String,
}

/// `POST /api/invitations/register`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterInvitedDraft {
    /// Out of the letter.
    pub token: String,
    /// Who accepts.
    pub person: InvitedPersonDraft,
}

/// Invites somebody: a letter goes to the e-mail, whether or not it has an account.
pub async fn invite(
    state: &AppState,
    Customer { visitor, row: customer }: &Customer,
    from: ClientAddress,
    (unit_id, draft): (&str, &InvitationDraft),
) -> Result<PeopleView, Failure> {
    let now = state.clock.millis();
    admit(state.db.read(), unit_id, &customer.id, UnitAct::Invite).await?;
    let (email, _) = parse_invitation(draft, &[], 0).map_err(Failure::broken)?;
    state.admit(Rated::Invitation, from).await?;
    // Nobody's mailbox is filled by inviting them again and again.
    lockout::admit(state, &Subject::new(Act::Invitation, visitor.site, email.as_str())).await?;
    let tx = begin(state, customer, unit_id, UnitAct::Invite).await?;
    let members = list_people(&*tx, vec![unit_id.to_owned()]).await?;
    let people = store::find_customers(&*tx, members.into_iter().map(|member| member.customer_id).collect()).await?;
    let members: Vec<String> = people.into_iter().map(|person| person.email).collect();
    let open = store::list_open(&*tx, vec![unit_id.to_owned()], now).await?;
    let others = open.iter().filter(|invitation| invitation.email != email.as_str()).count();
    let others = u32::try_from(others).map_err(Failure::internal)?;
    let (email, role) = parse_invitation(draft, &members, others).map_err(Failure::broken)?;
    mail::admit(state, &tx, email.as_str()).await?;
    write(state, &tx, visitor.site, (unit_id, email.as_str(), role), &customer.id).await?;
    tx.commit().await?;
    state.bell.ring();
    list(state, customer).await
}

/// Writes an invitation in the place of an earlier one, and leaves its letter. `invited_by` is nobody for a file's.
pub async fn write(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    (unit_id, email, role): (&str, &str, MemberRole),
    invited_by: &str,
) -> Result<(), Failure> {
    let now = env.clock.millis();
    let row = InvitationRow {
        id: env.ids.random().to_string(),
        unit_id: unit_id.to_owned(),
        site: site.into(),
        email: email.to_owned(),
        role: role.into(),
        token_hash: None,
        invited_by: invited_by.to_owned(),
        created_at: now,
        expires_at: now.saturating_add(i64::from(INVITATION_DAYS).saturating_mul(DAY_MILLIS)),
    };
    let id = row.id.clone();
    store::replace_invitation(tx, row).await?;
    mail::leave(env, tx, site, LetterKind::Invitation, email, &id).await
}

/// Withdraws an invitation: its link opens nothing from then on.
pub async fn withdraw(
    state: &AppState,
    Customer { row: customer, .. }: &Customer,
    (unit_id, id): (&str, &str),
) -> Result<PeopleView, Failure> {
    let tx = begin(state, customer, unit_id, UnitAct::Invite).await?;
    if !store::delete_invitation(&tx, unit_id, id).await? {
        return Err(Failure::not_found());
    }
    tx.commit().await?;
    list(state, customer).await
}

/// What whoever holds a token sees of its invitation.
pub async fn received(env: &Env, site: Site, held: &str) -> Result<ReceivedInvitationView, Failure> {
    let db = env.db.read();
    let row = store::find_by_token(db, &token::hash(held), site.key(), env.clock.millis()).await?;
    let row = row.ok_or_else(Failure::not_found)?;
    let unit = find_units(db, vec![row.unit_id.clone()]).await?.into_iter().next().ok_or_else(Failure::not_found)?;
    Ok(ReceivedInvitationView {
        unit: unit.name,
        role: row.role.0,
        registered: find_by_email(db, site, &row.email).await?.is_some(),
        email: row.email,
    })
}

/// Accepts with the account that is signed in; it must be the one of the invited e-mail.
pub async fn accept(
    env: &Env,
    Customer { visitor, row: customer }: &Customer,
    draft: &AcceptDraft,
) -> Result<SessionView, Failure> {
    let hash = token::hash(&draft.token);
    let row = find(env, visitor.site, &hash).await?;
    if let Some(refusal) = check_accepting(&row.email, &customer.email) {
        let title = refusal.message.clone();
        let refused = Failure::new(FailureKind::Conflict, "invitation_other_email", title);
        return Err(Failure { errors: vec![refusal], ..refused });
    }
    let tx = env.db.write_durable().await?;
    enter(&tx, &hash, &row, &customer.id).await?;
    mail::confirm(env, &tx, &row.email).await?;
    if customer.confirmed_at.is_none() {
        // The token came by letter to this very e-mail.
        confirm_customer(&tx, &customer.id, env.clock.millis()).await?;
    }
    tx.commit().await?;
    account::session(env, visitor).await
}

/// Makes the account of the invited e-mail, whose mailbox was just shown to be theirs, and signs in.
pub async fn register(
    state: &AppState,
    visitor: &mut Visitor,
    draft: &RegisterInvitedDraft,
) -> Result<SignedInView, Failure> {
    let hash = token::hash(&draft.token);
    let site = visitor.site;
    let row = find(state, site, &hash).await?;
    if find_by_email(state.db.read(), site, &row.email).await?.is_some() {
        return Err(registered());
    }
    let person = parse_invited_person(&draft.person, &row.email).map_err(Failure::broken)?;
    let personal = [row.email.as_str(), &person.first_name, &person.last_name];
    if is_listed(person.password.expose(), &personal).await? {
        return Err(account::refused(FailureKind::Broken, "password_common", COMMON));
    }
    let password_hash = state.passwords.hash(&state.ids, person.password.expose()).await?;
    let customer = CustomerRow {
        password_hash,
        first_name: person.first_name,
        last_name: person.last_name,
        title: person.title,
        classification: person.classification,
        confirmed_at: Some(state.clock.millis()),
        ..CustomerRow::new(state.ids.random().to_string(), site, &row.email, state.clock.millis())
    };
    let id = customer.customer_id()?;
    let stranger = if visitor.customer().await?.is_some() { None } else { visitor.known().await? };
    let tx = state.db.write_durable().await?;
    if !insert_customer(&tx, customer.clone()).await? {
        return Err(registered());
    }
    enter(&tx, &hash, &row, &customer.id).await?;
    let Merged { told, undo } = match stranger {
        Some(stranger) => {
            visitor.leave(&tx).await?;
            bring(state, &tx, site, (stranger, id)).await?
        }
        None => Merged::default(),
    };
    visitor.sign_in(&tx, id).await?;
    mail::confirm(state, &tx, &customer.email).await?;
    mail::leave(state, &tx, site, LetterKind::Welcome, &customer.email, &customer.id).await?;
    tx.commit().await?;
    state.bell.ring();
    let session = account::session(state, visitor).await?;
    Ok(SignedInView { redirect: "/".to_owned(), merged: told, merged_undo: undo, session })
}

async fn find(env: &Env, site: Site, hash: &str) -> Result<InvitationRow, Failure> {
    let found = store::find_by_token(env.db.read(), hash, site.key(), env.clock.millis()).await?;
    found.ok_or_else(Failure::not_found)
}

/// Takes the invitation and makes its person a member: however many accept at once, the one who takes it out.
async fn enter(tx: &WriteTx, hash: &str, row: &InvitationRow, customer_id: &str) -> Result<(), Failure> {
    if !hold_unit(tx, &row.unit_id).await? || !store::take_invitation(tx, hash).await? {
        return Err(Failure::not_found());
    }
    let invited = row.role.0;
    // Who became a member in the meantime loses nothing by an older invitation.
    let present = find_member(&**tx, &row.unit_id, customer_id).await?.map(|member| member.role.0);
    let role = present.map_or(invited, |present| present.max(invited));
    crate::people::memberships::join(tx, customer_id, &row.unit_id, role).await?;
    Ok(())
}

fn registered() -> Failure {
    let title = "There is already an account with this email. Please sign in to accept.";
    Failure::new(FailureKind::Conflict, "email_exists", title)
}

/// What the letter about an invitation says.
pub struct Invited {
    /// Name of the unit.
    pub unit: String,
    /// First and last name of who invites.
    pub inviter: String,
    /// As what.
    pub role: MemberRole,
    /// Goes into the link.
    pub token: String,
}

/// What the letter about an invitation says; its token is made here and now. Nothing when it was withdrawn.
pub async fn letter(env: &Env, id: &str) -> anyhow::Result<Option<Invited>> {
    let Some(row) = store::find_invitation(env.db.read(), id, env.clock.millis()).await? else { return Ok(None) };
    let Some(unit) = find_units(env.db.read(), vec![row.unit_id.clone()]).await?.into_iter().next() else {
        return Ok(None);
    };
    let inviter = store::find_customers(env.db.read(), vec![row.invited_by.clone()]).await?.into_iter().next();
    let inviter = inviter.map_or_else(|| unit.name.clone(), |person| [person.first_name, person.last_name].join(" "));
    let issued = token::issue(&env.ids);
    let tx = env.db.write_durable().await?;
    store::write_token(&tx, id, &token::hash(&issued)).await?;
    tx.commit().await?;
    let role = row.role.0;
    Ok(Some(Invited { unit: unit.name, inviter, role, token: issued }))
}
