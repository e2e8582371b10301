//! Sales figures by day, kept beside the orders: counted from the log of events within moments of each act, in transactions of
//! their own, so that nobody who buys waits for a sum. What an event counts as follows from its order alone, so events are
//! counted in whatever order they become visible, by whichever node, each one once. Reports read nothing else.

mod facts;
pub mod late;
pub mod missed;
pub mod period;
pub mod report;
pub mod store;
mod sums;

use std::time::Duration;

use fieldhouse_core::{
    brand::Site,
    money::Cents,
    orders::late::left_late,
    sales::{Moved, SalesKind, counting::sold_steps, report::decided_within},
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::{
    env::Env,
    events::{
        EventKind,
        store::{EventRow, forget_counted, list_to_count, write_counted},
    },
    staff::{
        StaffMember,
        audit::{self, Entry},
    },
    state::AppState,
};
use facts::Facts;
use sums::Sums;

/// Events counted in one transaction.
const BATCH: u64 = 100;
/// Between two looks at the log: figures are that old.
const LOOKED: Duration = Duration::from_secs(2);
/// Who writes figures waits for who does already.
const TURN: &str = "sales figures";

/// Writes down that somebody took a report along as a file, of one brand or of all.
async fn taken_along(env: &Env, member: &StaffMember, name: &str, site: &str, rows: usize) -> Result<(), Failure> {
    let tx = env.db.write_durable().await?;
    let actor = member.still(&tx).await?.actor();
    let entry = Entry { site: Site::parse(site), ..Entry::new(&actor, "report.exported", ("report", name)) };
    audit::append(env, &tx, &entry.changed(json!(null), json!({"rows": rows}))).await?;
    Ok(tx.commit().await?)
}

/// Counts for as long as the server runs.
pub async fn run(state: AppState) {
    loop {
        if let Err(error) = count_due(&state).await {
            tracing::warn!(error = format!("{error:#}"), "sales could not be counted; they are tried again");
        }
        tokio::time::sleep(LOOKED).await;
    }
}

/// Counts what happened since it was last done. How many events.
pub async fn count_due(env: &Env) -> anyhow::Result<u64> {
    let mut counted = 0_u64;
    loop {
        // One moment: no edit comes between an order's lines and its entries.
        let moment = env.db.moment().await?;
        let events = list_to_count(&moment, BATCH).await?;
        let sums = sums(env, &moment, &events).await.map_err(told)?;
        moment.commit().await?;
        if events.is_empty() {
            return Ok(counted);
        }
        let seqs: Vec<i64> = events.iter().map(|event| event.seq).collect();
        let tx = env.db.write().await?;
        tx.wait_for(TURN).await?;
        // Another node may have counted one of them meanwhile: nothing is written, and they are looked at anew.
        if write_counted(&tx, seqs).await? {
            store::add(&tx, &sums).await?;
            tx.commit().await?;
            counted = counted.saturating_add(u64::try_from(events.len())?);
        }
    }
}

/// Forgets all figures: every event is to be counted anew. How many.
pub async fn forget(env: &Env) -> anyhow::Result<u64> {
    let tx = env.db.write().await?;
    tx.wait_for(TURN).await?;
    store::delete_all(&tx).await?;
    let events = forget_counted(&tx).await?;
    tx.commit().await?;
    Ok(events)
}

fn told(failure: Failure) -> anyhow::Error {
    failure.cause.unwrap_or_else(|| anyhow::anyhow!("{}", failure.title))
}

/// What events count as.
async fn sums(env: &Env, db: &impl ConnectionTrait, events: &[EventRow]) -> Result<Sums, Failure> {
    let facts = Facts::load(db, events).await?;
    let mut sums = Sums::default();
    for (id, order) in facts.orders() {
        let sold = facts.sold(id, order)?;
        let steps = sold_steps(&sold);
        for event in events.iter().filter(|event| event.subject == id) {
            let (site, day) = (*event.site, env.day_of(event.at)?);
            let kind = EventKind::parse(&event.kind);
            if matches!(kind, Some(EventKind::RefundCreated | EventKind::RefundWithdrawn)) {
                let given = facts.credited(event)?;
                let back = Cents::ZERO.checked_sub(given).unwrap_or_default();
                let amount = if kind == Some(EventKind::RefundCreated) { given } else { back };
                let credited = Moved { amount, ..Moved::default() };
                sums.add_to_days((site, &day, order), SalesKind::Credited, credited);
            }
            if kind == Some(EventKind::ShipmentShipped) {
                sums.add_shipment(site, &day, left_late(order.placed_at, event.at));
            }
            if let Some(step) = steps.iter().find(|step| step.event == event.seq) {
                sums.add_to_days((site, &day, order), step.kind, step.whole());
                for (position, moved) in &step.lines {
                    if let Some(line) = facts.line(id, *position) {
                        sums.add_to_articles((site, &day, line), step.kind, *moved);
                    }
                }
            }
            if matches!(kind, Some(EventKind::OrderApproved | EventKind::OrderDeclined))
                && let Some(asked) = facts.asked_before(event)
            {
                sums.add_decision(site, &day, decided_within(event.at.saturating_sub(asked)));
            }
        }
    }
    Ok(sums)
}
