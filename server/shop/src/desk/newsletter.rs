//! Who subscribed to the newsletter, as the desk sees it. Not here: how somebody subscribes (`publishing/newsletter`).

use fieldhouse_core::{brand::Site, staff::Permission};
use fieldhouse_kernel::{
    db::keyset::{cut, merge, read_place},
    failure::Failure,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::wanted_sites;
use crate::{
    env::{Env, time},
    publishing::newsletter::store,
    staff::{
        StaffMember,
        audit::{self, Entry},
    },
};

/// Addresses of a page.
const PAGE: usize = 100;

/// What the list is asked for, as the address has it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SubscribersAsk {
    /// Site key.
    pub site: String,
    /// `waiting` for those who did not confirm yet.
    pub status: String,
    /// A fragment of an address.
    pub q: String,
    /// Where the page begins, as the page before said.
    pub after: String,
}

/// Somebody who subscribed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriberView {
    /// Id.
    pub id: String,
    /// Site key.
    pub site: String,
    /// E-mail.
    pub email: String,
    /// When they asked, RFC 3339.
    pub asked_at: String,
    /// When they confirmed, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<String>,
}

/// A page of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribersView {
    /// The newest first.
    pub subscribers: Vec<SubscriberView>,
    /// How many of these brands confirmed.
    pub confirmed: u64,
    /// Where the next page begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A page of who subscribed, the newest first.
pub async fn list(env: &Env, member: &StaffMember, ask: &SubscribersAsk) -> Result<SubscribersView, Failure> {
    let wanted = wanted_sites(member, Permission::InboxView, &ask.site)?;
    let confirmed = match ask.status.as_str() {
        "" => true,
        "waiting" => false,
        _ => return Err(Failure::malformed("There is no such status.")),
    };
    let after = read_place(&ask.after)?;
    let fragment = ask.q.trim().to_lowercase();
    let limit = u64::try_from(PAGE.saturating_add(1)).map_err(Failure::internal)?;
    let db = env.db.read();
    let (mut rows, mut counted) = (Vec::new(), 0_u64);
    for site in wanted {
        let of = (site.key(), confirmed);
        rows.extend(store::list_subscriptions(db, of, &fragment, after.as_ref(), limit).await?);
        counted = counted.saturating_add(store::count_confirmed(db, site.key()).await?);
    }
    merge(&mut rows, |row| (row.created_at, &row.id));
    let next = cut(&mut rows, PAGE, |row| (row.created_at, &row.id));
    let view = |row: store::SubscriptionRow| {
        Ok(SubscriberView {
            id: row.id,
            site: row.site,
            email: row.email,
            asked_at: time(row.created_at)?,
            confirmed_at: row.confirmed_at.map(time).transpose()?,
        })
    };
    let subscribers = rows.into_iter().map(view).collect::<Result<_, Failure>>()?;
    Ok(SubscribersView { subscribers, confirmed: counted, next })
}

/// Takes somebody off who asked for it.
pub async fn remove(env: &Env, member: &StaffMember, id: &str) -> Result<(), Failure> {
    let tx = env.db.write().await?;
    let row = store::find_by_id(&*tx, id).await?.ok_or_else(Failure::not_found)?;
    let site = Site::parse(&row.site).ok_or_else(Failure::not_found)?;
    let member = member.still_may(&tx, Permission::InboxAnswer, site).await?;
    if !store::delete_subscription(&tx, site.key(), id).await? {
        return Err(Failure::not_found());
    }
    let actor = member.actor();
    let entry = Entry::new(&actor, "newsletter.removed", ("subscription", id))
        .at(site)
        .changed(json!({"email": row.email}), Value::Null);
    audit::append(env, &tx, &entry).await?;
    tx.commit().await?;
    Ok(())
}
