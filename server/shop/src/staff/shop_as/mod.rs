//! Shopping as a customer: begun at the desk with a reason, handed over to a browser on the brand's host by an address that
//! opens once and for a minute, looked at anew with every request, and told to both sides. Not here: which operations are open
//! meanwhile (the rules), and what is done with them (the store as any customer uses it).

pub mod activity;
pub mod store;

use axum::http::HeaderMap;
use fieldhouse_core::{
    account::device::device_text,
    brand::Site,
    staff::{
        Permission,
        shop_as::{HAND_OVER_MILLIS, LASTS_MILLIS, ShopAsDraft, lasts, parse_shop_as},
    },
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    http::cookies::{self, SetCookie},
    token,
};
use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    ACTIVE, StaffMember,
    audit::{self, Actor, ActorKind, Entry, Origin},
    session::store::is_there,
    store::{find_staff, hold_staff, load_grants, take_turn},
};
use crate::{
    env::{Env, time},
    owner::CustomerId,
    people::account::store::{CustomerRow, find_customer},
    session::shop_as::ShopAs,
    signing::Purpose,
};
use store::ShopAsRow;

/// Below it lie the address that begins it and what belongs to the banner.
pub const BELOW: &str = "/shop-as/";
/// Where a browser ends it.
pub const END: &str = "/shop-as/end";
/// How long it still lasts, in words.
pub const LEFT: &str = "/shop-as/left";

/// With TLS the browser itself guarantees that no other host or path set it.
const SECURE_NAME: &str = "__Host-fieldhouse-shop-as";
const PLAIN_NAME: &str = "fieldhouse-shop-as";
/// Characters of what the cookie holds.
const LENGTH: usize = 43;
/// Looked at in one round of the sweep.
const ROUND: u64 = 200;

/// Why it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Who began it ended it.
    Staff,
    /// They began another one.
    Another,
    /// It lasted as long as it may.
    Time,
    /// They have signed out at the desk.
    SignedOut,
    /// They may not any more.
    Rights,
}

impl End {
    const fn key(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Another => "another",
            Self::Time => "time",
            Self::SignedOut => "signed_out",
            Self::Rights => "rights",
        }
    }
}

/// What somebody has who begins.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopAsBegunView {
    /// Opens the brand's store as this customer, once and for a minute.
    pub address: String,
    /// When it ends by itself, RFC 3339.
    pub ends_at: String,
}

const fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { PLAIN_NAME }
}

/// The hash of what a request's cookie holds. Anything but exactly one well-formed cookie counts as none (R48).
pub fn read(headers: &HeaderMap, secure: bool) -> Option<String> {
    let text = std::str::from_utf8(cookies::only(headers, cookie_name(secure))?).ok()?;
    let well_formed = text.len() == LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    well_formed.then(|| token::hash(text))
}

/// The header that hands it to the browser, for as long as it lasts. Lax: the browser comes from the desk's host.
pub fn cookie(token: &str, secure: bool) -> SetCookie {
    set_cookie(token, LASTS_MILLIS / 1000, secure)
}

/// The header that takes it away.
pub fn removal(secure: bool) -> SetCookie {
    set_cookie("", 0, secure)
}

fn set_cookie(value: &str, seconds: i64, secure: bool) -> SetCookie {
    let flag = if secure { "; Secure" } else { "" };
    let header =
        [cookie_name(secure), "=", value, "; Path=/; Max-Age=", &seconds.to_string(), "; HttpOnly; SameSite=Lax", flag];
    SetCookie::of(header.concat().parse().ok())
}

/// What a customer is called.
pub fn name_of(customer: &CustomerRow) -> String {
    let name = [customer.first_name.trim(), customer.last_name.trim()].join(" ").trim().to_owned();
    if name.is_empty() { customer.email.clone() } else { name }
}

/// Where somebody begins it.
#[derive(Debug, Clone, Copy)]
pub struct From<'a> {
    /// What the browser says of itself.
    pub user_agent: &'a str,
    /// The host of the desk, which was admitted.
    pub host: &'a str,
}

/// Begins it: whatever else this person began ends.
pub async fn begin(
    env: &Env,
    member: &StaffMember,
    (customer, draft, from): (&str, &ShopAsDraft, From<'_>),
) -> Result<ShopAsBegunView, Failure> {
    let id = Uuid::parse_str(customer).map_err(|_| Failure::not_found())?;
    let tx = env.db.write().await?;
    let customer = find_customer(&*tx, CustomerId(id)).await?.ok_or_else(Failure::not_found)?;
    let site = *customer.site;
    // Two that begin at once would not see each other.
    take_turn(&tx, &member.id).await?;
    let member = member.still_may(&tx, Permission::ShopAs, site).await?;
    let reason = parse_shop_as(draft).map_err(|error| Failure::broken(vec![error]))?;
    let now = env.clock.millis();
    let open = store::list_open_of(&*tx, &member.id).await?;
    let row = ShopAsRow {
        id: env.ids.random().to_string(),
        staff_id: member.id.clone(),
        staff_name: member.name.clone(),
        staff_session: member.session.id.clone(),
        customer_id: customer.id.clone(),
        site: site.into(),
        reason,
        device: device_text(from.user_agent),
        desk_host: from.host.to_owned(),
        token_hash: None,
        begun_at: now,
        ends_at: now.saturating_add(LASTS_MILLIS),
        taken_at: None,
        ended_at: None,
        ended_by: String::new(),
    };
    store::insert(&tx, row.clone()).await?;
    let actor = member.actor_for(&customer.id);
    for before in open {
        end_row(env, &tx, &before, End::Another, &Actor { on_behalf_of: before.customer_id.clone(), ..actor.clone() })
            .await?;
    }
    let entry = Entry::new(&actor, "shop_as.begun", ("customer", &customer.id)).at(site).because(&row.reason);
    let told = json!({"customer": customer.email, "ends": time(row.ends_at)?});
    audit::append(env, &tx, &entry.changed(Value::Null, told)).await?;
    tx.commit().await?;
    let until = now.saturating_add(HAND_OVER_MILLIS) / 1000;
    let signed = env.sign(Purpose::ShopAs, &row.id, until).await?;
    Ok(ShopAsBegunView {
        address: [&env.hosts.home(site, &env.config), BELOW, &signed].concat(),
        ends_at: time(row.ends_at)?,
    })
}

/// Hands it to the browser that opens its address; what the cookie is to hold. An address that was opened before, that is
/// older than a minute, of another brand, opened by another browser or once its person has left is not there.
pub async fn take(env: &Env, site: Site, (signed, user_agent): (&str, &str)) -> Result<String, Failure> {
    let (id, _) = env.open_signed(Purpose::ShopAs, signed).await?.ok_or_else(Failure::not_found)?;
    let tx = env.db.write().await?;
    let row = store::find(&*tx, &id).await?.filter(|row| *row.site == site && row.device == device_text(user_agent));
    let row = row.ok_or_else(Failure::not_found)?;
    let now = env.clock.millis();
    let issued = token::issue(&env.ids);
    if why_over(&*tx, &row, now).await?.is_some() || !store::take(&tx, &id, &token::hash(&issued), now).await? {
        return Err(Failure::not_found());
    }
    tx.commit().await?;
    Ok(issued)
}

/// Who shops as whom, for a request with such a cookie; nothing once it is over, which is written down then.
pub async fn find(env: &Env, site: Site, (token_hash, origin): (&str, &Origin)) -> Result<Option<ShopAs>, Failure> {
    let db = env.db.read();
    let row = store::find_by_token(db, token_hash).await?.filter(|row| *row.site == site && row.ended_at.is_none());
    let Some(row) = row else { return Ok(None) };
    if let Some(end) = why_over(db, &row, env.clock.millis()).await? {
        end_by_itself(env, &row, end).await?;
        return Ok(None);
    }
    let customer = Uuid::parse_str(&row.customer_id).map(CustomerId).map_err(Failure::internal)?;
    let Some(found) = find_customer(db, customer).await? else { return Ok(None) };
    Ok(Some(ShopAs {
        id: row.id,
        site,
        customer,
        customer_name: name_of(&found),
        staff_id: row.staff_id,
        staff_name: row.staff_name,
        staff_session: row.staff_session,
        desk_host: row.desk_host,
        reason: row.reason,
        ends_at: row.ends_at,
        network: origin.network.clone(),
        request_id: origin.request_id.clone(),
    }))
}

/// Why it counts no longer, as the rows are now; nothing while it does.
async fn why_over(db: &impl ConnectionTrait, row: &ShopAsRow, now: i64) -> Result<Option<End>, DbErr> {
    if !lasts(row.begun_at, row.ends_at, now) {
        return Ok(Some(End::Time));
    }
    if find_staff(db, &row.staff_id).await?.is_none_or(|person| person.state != ACTIVE)
        || !load_grants(db, &row.staff_id).await?.may(Permission::ShopAs, *row.site)
    {
        return Ok(Some(End::Rights));
    }
    Ok((!is_there(db, &row.staff_session).await?).then_some(End::SignedOut))
}

/// Within the transaction of an order, where somebody shops as a customer: it still counts, and who takes the right away waits for the order.
pub async fn still(env: &Env, tx: &WriteTx, shop_as: Option<&ShopAs>) -> Result<(), Failure> {
    let Some(shop_as) = shop_as else { return Ok(()) };
    hold_staff(tx, &shop_as.staff_id).await?;
    let row = store::find(&**tx, &shop_as.id).await?.filter(|row| row.ended_at.is_none());
    let row = row.ok_or_else(Failure::sign_in_first)?;
    match why_over(&**tx, &row, env.clock.millis()).await? {
        None => Ok(()),
        Some(_) => Err(Failure::sign_in_first()),
    }
}

/// Writes into the audit log that an order was placed in a customer's name, where it was; the last thing before the commit.
pub async fn note_order(
    env: &Env,
    tx: &WriteTx,
    shop_as: Option<&ShopAs>,
    (id, number): (&str, &str),
) -> Result<(), Failure> {
    let Some(shop_as) = shop_as else { return Ok(()) };
    let actor = actor(shop_as);
    let entry = Entry::new(&actor, "order.placed", ("order", id)).at(shop_as.site).because(&shop_as.reason);
    Ok(audit::append(env, tx, &entry.changed(Value::Null, json!({"number": number, "shopAs": shop_as.id}))).await?)
}

fn actor(shop_as: &ShopAs) -> Actor {
    Actor {
        kind: ActorKind::Staff,
        id: shop_as.staff_id.clone(),
        name: shop_as.staff_name.clone(),
        on_behalf_of: shop_as.customer.to_string(),
        session: shop_as.staff_session.clone(),
        network: shop_as.network.clone(),
        request_id: shop_as.request_id.clone(),
    }
}

/// Ends it from the store's pages.
pub async fn end(env: &Env, shop_as: &ShopAs) -> Result<(), Failure> {
    let tx = env.db.write().await?;
    if let Some(row) = store::find(&*tx, &shop_as.id).await? {
        end_row(env, &tx, &row, End::Staff, &actor(shop_as)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Ends from the desk what somebody began as a customer; nothing of the kind is not there.
pub async fn end_own(env: &Env, member: &StaffMember, customer: &str) -> Result<(), Failure> {
    let tx = env.db.write().await?;
    let member = member.still(&tx).await?;
    let mut open = store::list_open_of(&*tx, &member.id).await?;
    open.retain(|row| row.customer_id == customer);
    if open.is_empty() {
        return Err(Failure::not_found());
    }
    for row in open {
        end_row(env, &tx, &row, End::Staff, &member.actor_for(customer)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Writes down what is over though nobody ended it.
pub async fn end_dead(env: &Env) -> Result<(), DbErr> {
    for row in store::list_open(env.db.read(), ROUND).await? {
        if let Some(end) = why_over(env.db.read(), &row, env.clock.millis()).await? {
            end_by_itself(env, &row, end).await?;
        }
    }
    Ok(())
}

async fn end_by_itself(env: &Env, row: &ShopAsRow, end: End) -> Result<(), DbErr> {
    let actor = Actor { on_behalf_of: row.customer_id.clone(), ..Actor::system("shop as") };
    let tx = env.db.write().await?;
    end_row(env, &tx, row, end, &actor).await?;
    tx.commit().await
}

/// The end with its audit row, once.
async fn end_row(env: &Env, tx: &WriteTx, row: &ShopAsRow, end: End, by: &Actor) -> Result<(), DbErr> {
    // What was found out later ended when its time was over.
    let at = env.clock.millis().min(row.ends_at);
    if !store::end(tx, &row.id, end.key(), at).await? {
        return Ok(());
    }
    let entry = Entry::new(by, "shop_as.ended", ("customer", &row.customer_id)).at(*row.site);
    let told = json!({"by": end.key(), "staff": row.staff_name, "opened": row.taken_at.is_some()});
    audit::append(env, tx, &entry.changed(Value::Null, told)).await
}

/// Whether somebody shops as a customer now, or may open the address that they were given.
pub async fn is_open(env: &Env, staff_id: &str, customer_id: &str) -> Result<bool, Failure> {
    let db = env.db.read();
    for row in store::list_open_of(db, staff_id).await? {
        if row.customer_id == customer_id && why_over(db, &row, env.clock.millis()).await?.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}
