//! Lists of orders: the newest first, by keyset, a brand at a time and put together, so that no page and no filter costs more
//! than another. What is typed is looked up in the search index (`buying/orders/search`).

use std::collections::HashMap;

use fieldhouse_core::{
    account::email::mailbox,
    addresses::AddressFormDraft,
    brand::Site,
    orders::{
        hold::{HoldKind, is_due},
        late::late_before,
        status::OrderQueue,
        views::{
            CountView, MOST_COUNTED, OpenHoldView, OrderListView, OrderRowView, QueueCountView, QueueView, QueuesView,
        },
    },
    staff::Permission,
};
use fieldhouse_kernel::{
    db::keyset::{cut, merge, read_place},
    failure::Failure,
};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use super::{
    sites,
    store::{self, Waits},
    wanted_sites,
};
use crate::{
    buying::orders::{
        holds::{self, store::HoldWanted},
        search,
        settled::after_changes,
        store::OrderRow,
    },
    env::{Env, time},
    staff::StaffMember,
};

/// Orders of a page.
const PAGE: usize = 50;

/// What a list is asked for, as the address has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ListAsk {
    /// A queue's key; or `late`.
    pub queue: String,
    /// Site key.
    pub site: String,
    /// Key of a business unit.
    pub unit: String,
    /// E-mail of a buyer.
    pub email: String,
    /// First day, YYYY-MM-DD in the store's time zone.
    pub from: String,
    /// Last day, likewise.
    pub to: String,
    /// Key of what an order on hold waits for.
    pub hold: String,
    /// Who looks after it: `me`, `nobody`, or an id.
    pub owner: String,
    /// `yes` for what is to be looked at again today or earlier.
    pub due: String,
    /// What of it waits for somebody: `credit` or `edit`.
    pub waits: String,
    /// Any fragment of anything on the order.
    pub q: String,
    /// Where the page begins, as the page before said.
    pub after: String,
}

/// Whether something can be asked for.
pub fn check(env: &Env, member: &StaffMember, ask: &ListAsk) -> Result<(), Failure> {
    let known = ask.site.is_empty() || Site::parse(&ask.site).is_some();
    if !known {
        return Err(Failure::malformed("There is no such brand."));
    }
    wanted(env, &member.id, ask).map(|_| ())
}

/// A page of the orders that somebody may see.
pub async fn list(env: &Env, member: &StaffMember, ask: &ListAsk) -> Result<OrderListView, Failure> {
    let wanted = wanted(env, &member.id, ask)?;
    let sites = sites_of(member, ask, &wanted)?;
    let after = read_place(&ask.after)?;
    let db = env.db.late();
    let limit = PAGE.saturating_add(1);
    let mut rows: Vec<OrderRow> = Vec::new();
    if ask.q.trim().is_empty() {
        let limit = u64::try_from(limit).map_err(Failure::internal)?;
        for site in &sites {
            for wanted in wanted.by_queue() {
                rows.extend(store::list_orders(db, *site, &wanted, after.as_ref(), limit).await?);
            }
        }
        merge(&mut rows, |row| (row.placed_at, &row.id));
    } else {
        rows = search::find(env, &ask.q, store::wanted(&sites, &wanted), (after.as_ref(), limit)).await?;
    }
    let next = cut(&mut rows, PAGE, |row| (row.placed_at, &row.id));
    let mut orders = rows.iter().map(|row| row_view(member, row)).collect::<Result<Vec<_>, Failure>>()?;
    tell_holds(env, &rows, &mut orders).await?;
    tell_totals(db, &rows, &mut orders).await?;
    Ok(OrderListView { orders, next })
}

/// The brands of a list: those that somebody may see, and where they may know of what is asked for.
fn sites_of(member: &StaffMember, ask: &ListAsk, wanted: &store::Wanted) -> Result<Vec<Site>, Failure> {
    let mut sites = wanted_sites(member, Permission::OrdersView, &ask.site)?;
    let asked = wanted.waits.map_or(&[][..], Waits::permissions);
    sites.retain(|site| asked.iter().all(|permission| member.grants.may(*permission, *site)));
    Ok(sites)
}

/// Tells what orders of a list come to once something was canceled or credited, to who sees amounts.
pub async fn tell_totals(
    db: &impl ConnectionTrait,
    rows: &[OrderRow],
    orders: &mut [OrderRowView],
) -> Result<(), Failure> {
    if orders.iter().all(|order| order.total.is_none()) {
        return Ok(());
    }
    let after = after_changes(db, rows).await?;
    for order in orders.iter_mut().filter(|order| order.total.is_some()) {
        order.total = after.get(&order.id).copied().or(order.total);
    }
    Ok(())
}

/// Tells what orders of a list wait for, those that are due first.
async fn tell_holds(env: &Env, rows: &[OrderRow], orders: &mut [OrderRowView]) -> Result<(), Failure> {
    let held: Vec<String> = rows.iter().filter(|row| row.open_holds > 0).map(|row| row.id.clone()).collect();
    if held.is_empty() {
        return Ok(());
    }
    let today = env.today();
    let mut by_order: HashMap<String, Vec<OpenHoldView>> = HashMap::new();
    for row in holds::store::list_open(env.db.read(), held).await? {
        by_order.entry(row.order_id).or_default().push(OpenHoldView {
            label: row.kind.label().to_owned(),
            is_due: is_due(&row.due, &today),
            reason: row.reason,
            owner: row.owner_name,
            due: row.due,
        });
    }
    for order in orders {
        let mut holds = by_order.remove(&order.id).unwrap_or_default();
        holds.sort_by_key(|hold| !hold.is_due);
        order.holds = holds;
    }
    Ok(())
}

/// How many orders are in each queue.
pub async fn queues(env: &Env, member: &StaffMember) -> Result<QueuesView, Failure> {
    let sites = sites(member, Permission::OrdersView);
    let mut queues = Vec::new();
    for queue in OrderQueue::ALL {
        let orders = count(env, &sites, &store::Wanted::of_queue(queue)).await?;
        queues.push(QueueView { queue, label: queue.label().to_owned(), orders, text: orders.text() });
    }
    let orders = count(env, &sites, &late(env)).await?;
    let late = QueueCountView { orders, text: orders.text() };
    let due = HoldWanted { due_by: Some(env.today()), ..HoldWanted::default() };
    let due = store::Wanted { hold: Some(due), ..store::Wanted::of_queue(OrderQueue::OnHold) };
    let orders = count(env, &sites, &due).await?;
    let due = QueueCountView { orders, text: orders.text() };
    let waits =
        async |waits: &str| count_listed(env, member, &ListAsk { waits: waits.to_owned(), ..ListAsk::default() }).await;
    Ok(QueuesView { queues, late, due, credits: waits("credit").await?, edits: waits("edit").await? })
}

/// How many orders a list has.
pub async fn count_listed(env: &Env, member: &StaffMember, ask: &ListAsk) -> Result<QueueCountView, Failure> {
    let wanted = wanted(env, &member.id, ask)?;
    let sites = sites_of(member, ask, &wanted)?;
    let orders = if ask.q.trim().is_empty() {
        count(env, &sites, &wanted).await?
    } else {
        // Whoever sees every brand asks for none: then the index alone is counted.
        let is_everywhere = sites.len() == Site::all().count();
        let within = if is_everywhere { store::wanted_anywhere(&wanted) } else { store::wanted(&sites, &wanted) };
        CountView::of(search::count(env, &ask.q, within, most()).await?)
    };
    Ok(QueueCountView { orders, text: orders.text() })
}

/// Counted no further: one more than is told.
fn most() -> u64 {
    u64::from(MOST_COUNTED).saturating_add(1)
}

async fn count(env: &Env, sites: &[Site], wanted: &store::Wanted) -> Result<CountView, Failure> {
    let mut counted = 0_u64;
    for site in sites {
        for wanted in wanted.by_queue() {
            let left = most().saturating_sub(counted);
            if left > 0 {
                counted = counted.saturating_add(store::count_orders(env.db.late(), *site, &wanted, left).await?);
            }
        }
    }
    Ok(CountView::of(counted))
}

fn wanted(env: &Env, who: &str, ask: &ListAsk) -> Result<store::Wanted, Failure> {
    let some = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let day = |text: &str, days: i64| {
        some(text)
            .map(|text| env.moment_of_day(&text, days).ok_or_else(|| Failure::malformed("That is no day.")))
            .transpose()
    };
    let mut wanted = match ask.queue.as_str() {
        "" => store::Wanted::default(),
        "late" => late(env),
        key => {
            let queue = OrderQueue::parse(key).ok_or_else(|| Failure::malformed("There is no such queue."))?;
            store::Wanted::of_queue(queue)
        }
    };
    wanted.hold = hold_wanted(env, who, ask)?;
    wanted.held |= wanted.hold.is_some() && wanted.queues.is_empty();
    let waits = |key: String| Waits::parse(&key).ok_or_else(|| Failure::malformed("Nothing waits like that."));
    wanted.waits = some(&ask.waits).map(waits).transpose()?;
    wanted.unit_key = some(&ask.unit);
    wanted.mailbox = some(&ask.email).map(|email| mailbox(&email));
    wanted.from = day(&ask.from, 0)?;
    let until = day(&ask.to, 1)?;
    wanted.until = match (wanted.until, until) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    Ok(wanted)
}

/// Which holds are asked for; nothing when none are.
fn hold_wanted(env: &Env, who: &str, ask: &ListAsk) -> Result<Option<HoldWanted>, Failure> {
    if [&ask.hold, &ask.owner, &ask.due].iter().all(|asked| asked.is_empty()) {
        return Ok(None);
    }
    let kind = match ask.hold.as_str() {
        "" => None,
        key => Some(HoldKind::parse(key).ok_or_else(|| Failure::malformed("There is no such hold."))?),
    };
    let owner = match ask.owner.as_str() {
        "" => None,
        "me" => Some(who.to_owned()),
        "nobody" => Some(String::new()),
        id => Some(id.to_owned()),
    };
    let due_by = match ask.due.as_str() {
        "" => None,
        "yes" => Some(env.today()),
        _ => return Err(Failure::malformed("A hold is due or it is not.")),
    };
    Ok(Some(HoldWanted { kind, owner, due_by }))
}

fn late(env: &Env) -> store::Wanted {
    let until = late_before(env.clock.millis());
    let queues = OrderQueue::ALL.into_iter().filter(|queue| queue.is_work()).collect();
    store::Wanted { until: Some(until), queues, ..store::Wanted::default() }
}

/// What is late now of the orders that were placed between two days of the store.
pub fn late_between(env: &Env, from: &str, to: &str) -> Result<store::Wanted, Failure> {
    wanted(
        env,
        "",
        &ListAsk { queue: "late".to_owned(), from: from.to_owned(), to: to.to_owned(), ..ListAsk::default() },
    )
}

/// An order in a list, as somebody may see it.
pub fn row_view(member: &StaffMember, row: &OrderRow) -> Result<OrderRowView, Failure> {
    let sees_amounts = member.grants.may(Permission::AmountsView, *row.site);
    let ledger = row.ledger();
    let address: AddressFormDraft = serde_json::from_str(&row.ship_to).map_err(Failure::internal)?;
    let person = [address.first_name.trim(), address.last_name.trim()].join(" ").trim().to_owned();
    let company = address.company.trim().to_owned();
    let ship_to = if company.is_empty() { person } else { company };
    Ok(OrderRowView {
        id: row.id.clone(),
        number: row.number.clone(),
        site: row.site.key().to_owned(),
        placed_at: time(row.placed_at)?,
        queue: *row.queue,
        status: row.status().to_owned(),
        ship_to,
        email: row.email.clone(),
        unit: row.unit_name.clone(),
        po_number: row.po_number.clone(),
        pieces: ledger.ordered.saturating_sub(ledger.cancelled),
        outstanding: ledger.outstanding(),
        total: sees_amounts.then_some(*row.total_cents),
        version: row.version,
        holds: Vec::new(),
    })
}
