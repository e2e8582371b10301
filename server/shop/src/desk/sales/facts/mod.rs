//! What is known of the orders that some events are about, as the rule of counting wants it.

mod store;

use std::collections::{BTreeMap, HashMap};

use fieldhouse_core::{
    money::Cents,
    orders::acts::Entry,
    sales::{
        SalesKind,
        counting::{SoldAct, SoldBefore, SoldLine, SoldOrder},
    },
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde::Deserialize;

pub use store::{CountedLineRow, CountedOrderRow};

use crate::{
    buying::orders::progress::store::EntryRow,
    desk::edits::store::EditRow,
    events::{
        EventKind,
        store::{EventRow, list_of_kinds},
    },
};

/// Orders with all that was done to them.
pub(super) struct Facts {
    orders: BTreeMap<String, CountedOrderRow>,
    lines: HashMap<String, Vec<CountedLineRow>>,
    entries: HashMap<i64, Vec<EntryRow>>,
    edits: HashMap<String, Vec<EditRow>>,
    events: HashMap<String, Vec<EventRow>>,
    credits: HashMap<String, Cents>,
}

/// What is kept of an order as it was before an edit, as far as it is counted.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Before {
    discount_cents: Cents,
    lines: Vec<BeforeLine>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BeforeLine {
    position: u32,
    line_cents: Cents,
}

/// What an event of an order counts as, when it moves its pieces or amounts.
fn kind_of(event: &EventRow) -> Option<SalesKind> {
    match EventKind::parse(&event.kind)? {
        EventKind::OrderPlaced => Some(SalesKind::Placed),
        EventKind::OrderEdited => Some(SalesKind::Edited),
        EventKind::OrderCancelled | EventKind::OrderRestored => Some(SalesKind::Cancelled),
        EventKind::OrderDeclined => Some(SalesKind::Declined),
        _ => None,
    }
}

fn refund_of(event: &EventRow) -> Option<String> {
    let data: serde_json::Value = serde_json::from_str(&event.data).ok()?;
    data.get("refund")?.as_str().map(str::to_owned)
}

/// Rows by the key of each.
fn by<K: std::hash::Hash + Eq, T>(rows: Vec<T>, key: impl Fn(&T) -> K) -> HashMap<K, Vec<T>> {
    let mut by: HashMap<K, Vec<T>> = HashMap::new();
    for row in rows {
        by.entry(key(&row)).or_default().push(row);
    }
    by
}

impl Facts {
    /// Those of all orders that the events are about, in few questions.
    pub(super) async fn load(db: &impl ConnectionTrait, events: &[EventRow]) -> Result<Self, Failure> {
        let mut ids: Vec<String> = events.iter().map(|event| event.subject.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        let kinds = [EventKind::COUNTED, &[EventKind::OrderAwaitingApproval]].concat();
        let refunds = events.iter().filter_map(refund_of).collect();
        let orders = store::find_counted_orders(db, ids.clone()).await?;
        Ok(Self {
            orders: orders.into_iter().map(|order| (order.id.clone(), order)).collect(),
            lines: by(store::list_counted_lines(db, ids.clone()).await?, |line| line.order_id.clone()),
            entries: by(store::list_counted_entries(db, ids.clone()).await?, |entry| entry.event_seq),
            edits: by(store::list_applied_edits(db, ids.clone()).await?, |edit| edit.order_id.clone()),
            events: by(list_of_kinds(db, ids, &kinds).await?, |event| event.subject.clone()),
            credits: store::find_credits(db, refunds).await?.into_iter().collect(),
        })
    }

    /// The orders by their ids.
    pub(super) fn orders(&self) -> impl Iterator<Item = (&str, &CountedOrderRow)> {
        self.orders.iter().map(|(id, order)| (id.as_str(), order))
    }

    /// A line of an order.
    pub(super) fn line(&self, id: &str, position: u32) -> Option<&CountedLineRow> {
        self.lines.get(id)?.iter().find(|line| line.position == i64::from(position))
    }

    /// What a credit gave back.
    pub(super) fn credited(&self, event: &EventRow) -> Result<Cents, Failure> {
        let amount = refund_of(event).and_then(|refund| self.credits.get(&refund).copied());
        amount.ok_or_else(|| Failure::internal(anyhow::anyhow!("event {} tells of no credit", event.seq)))
    }

    /// When an approval was asked for that an event decided.
    pub(super) fn asked_before(&self, event: &EventRow) -> Option<i64> {
        let asked = EventKind::OrderAwaitingApproval.key();
        let before = self.events.get(&event.subject)?.iter().rev();
        before.filter(|other| other.seq < event.seq).find(|other| other.kind == asked).map(|other| other.at)
    }

    /// An order as it is counted.
    pub(super) fn sold(&self, id: &str, order: &CountedOrderRow) -> Result<SoldOrder, Failure> {
        let lines = self.lines.get(id).map_or(&[][..], Vec::as_slice);
        let line = |line: &CountedLineRow| {
            Ok(SoldLine {
                position: u32::try_from(line.position).map_err(Failure::internal)?,
                price: *line.your_cents,
                ordered: line.quantity.unsigned_abs(),
            })
        };
        let edits = self.edits.get(id).map_or(&[][..], Vec::as_slice);
        let events = self.events.get(id).map_or(&[][..], Vec::as_slice);
        let acts = events.iter().filter_map(|event| Some((event, kind_of(event)?)));
        Ok(SoldOrder {
            lines: lines.iter().map(line).collect::<Result<_, Failure>>()?,
            discount: *order.discount_cents,
            edits: edits.iter().map(before).collect::<Result<_, Failure>>()?,
            acts: acts.map(|(event, kind)| self.act(event, kind)).collect::<Result<_, Failure>>()?,
        })
    }

    fn act(&self, event: &EventRow, kind: SalesKind) -> Result<SoldAct, Failure> {
        let entries = self.entries.get(&event.seq).map_or(&[][..], Vec::as_slice).iter().map(|row| {
            let position = u32::try_from(row.position).map_err(Failure::internal)?;
            Ok(Entry { position, kind: *row.kind, quantity: row.quantity.unsigned_abs() })
        });
        let entries = entries.collect::<Result<_, Failure>>()?;
        Ok(SoldAct { event: event.seq, kind, version: event.version, entries })
    }
}

fn before(edit: &EditRow) -> Result<SoldBefore, Failure> {
    let before: Before = serde_json::from_str(&edit.before).map_err(Failure::internal)?;
    let prices = before.lines.into_iter().map(|line| (line.position, line.line_cents)).collect();
    Ok(SoldBefore { version: edit.version, prices, discount: before.discount_cents })
}
