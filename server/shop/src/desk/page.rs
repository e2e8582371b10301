//! An order at the desk: what was ordered, what happened to it, and what may be done now.

use std::collections::HashMap;

use fieldhouse_core::{
    addresses::address::address_lines,
    cart::{SummaryLineView, SummaryView, ordered::printed_texts},
    orders::{
        acts::{Act, LineState, open_acts},
        invoice::settled_sums,
        ledger::{EntryKind, Ledger},
        players::{NamedLine, without},
        refund::{creditable, credited, granted},
        views::{
            DeskOrderView, HoldView, LineStandView, OrderEntryView, OrderEventView, OrderLineView, OrderLinesView,
            OrderPickedView, RefundView, SumView,
        },
    },
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::{afterwards, edits, letters, list::row_view, load, shipping::Picked, store};
use crate::{
    buying::orders::{
        credits::credits,
        described, export, holds, notes, players,
        progress::store::{EntryRow, list_entries, list_entries_of},
        shipments,
        store::{OrderLineRow, OrderRow, list_lines},
        told_of_skus,
    },
    env::{Env, time},
    events::store::{EventRow, list_events, list_since},
    mail::{self, LetterKind},
    owner::CustomerId,
    people::account::store::find_customer,
    staff::StaffMember,
    state::AppState,
};

/// Lines of a first answer: an order of two thousand opens as quickly as one of two.
const LINES: usize = 200;
/// Events of a first answer.
const EVENTS: u64 = 50;

/// An order, as somebody may see it.
pub async fn show(state: &AppState, member: &StaffMember, id: &str) -> Result<DeskOrderView, Failure> {
    let db = state.db.read();
    let order = load(db, member, id).await?;
    let sees_amounts = member.grants.may(Permission::AmountsView, *order.site);
    let rows = list_lines(db, id).await?;
    let line_count = u32::try_from(rows.len()).map_err(Failure::internal)?;
    let has_players = rows.iter().any(|row| row.free_form != "[]");
    let refunds = store::list_refunds(db, id).await?;
    let summary: SummaryView = decode(&order.summary)?;
    let address = address_lines(&decode(&order.ship_to)?);
    let (settled, given) = (order.settled(&rows)?, credits(&refunds));
    let left = creditable(settled.given(), credited(&given));
    let after = settled_sums(*order.total_cents, settled, granted(&given));
    let off = mail::off_at(db, *order.site).await?;
    Ok(DeskOrderView {
        lifecycle: *order.lifecycle,
        released_at: order.released_at.map(time).transpose()?,
        erp_waits: export::is_unanswered(state, db, &order).await?,
        ledger: order.ledger(),
        acts: acts(member, &order),
        address,
        sums: if sees_amounts { sums(&summary).into_iter().chain(after).collect() } else { Vec::new() },
        creditable: sees_amounts.then_some(left),
        lines: lines(db, &order, rows, (0, sees_amounts)).await?,
        line_count,
        holds: holds_of(db, id).await?,
        shipments: shipments::list(db, id).await?,
        notes: notes::list(db, id, false).await?,
        refunds: if sees_amounts { refunds.into_iter().map(refund).collect::<Result<_, _>>()? } else { Vec::new() },
        kept_edits: edits::kept(db, member, &order).await?,
        documents: order.papers(has_players).all(sees_amounts, true),
        timeline: timeline(state, &order, (None, &off), sees_amounts).await?,
        letters_off: off.iter().map(|kind| kind.key().to_owned()).collect(),
        order: row_view(member, &order)?,
        customer: customer_of(db, member, &order).await?,
        placed_by: order.placed_by_name,
        shipping_method: order.shipping_method,
        instructions: order.instructions,
        po_file_name: order.po_file_name,
    })
}

/// What picking changed, as who picked may see it.
pub(super) async fn picked(env: &Env, member: &StaffMember, picked: Picked) -> Result<OrderPickedView, Failure> {
    let Picked { order, lines, shipment, seq } = picked;
    let db = env.db.read();
    let sees_amounts = member.grants.may(Permission::AmountsView, *order.site);
    let has_players = store::has_players(db, &order.id).await?;
    let some: Vec<u32> = lines.iter().map(|line| line.position).collect();
    let named = if has_players { players::named(db, &order, Some(&some)).await? } else { players::Named::new() };
    let stand = |line: LineState| {
        let (to_pick_players, outstanding_players) = open_players(named.get(&line.position));
        LineStandView {
            position: line.position,
            ledger: line.ledger,
            outstanding: line.ledger.outstanding(),
            to_pick: line.ledger.to_pick(),
            to_pick_players,
            outstanding_players,
        }
    };
    let entries = list_entries_of(db, &order.id, seq).await?;
    let mut by_event = HashMap::from([(seq, entries)]);
    // No letter tells it, and nothing takes it back from the timeline.
    let events = list_events(db, &order.id, Some(seq.saturating_add(1)), 1).await?.into_iter();
    Ok(OrderPickedView {
        ledger: order.ledger(),
        acts: acts(member, &order),
        picked: lines.into_iter().map(stand).collect(),
        shipments: shipments::views(db, vec![shipment]).await?,
        documents: order.papers(has_players).all(sees_amounts, true),
        timeline: events.map(|event| event_view(event, &mut by_event, sees_amounts)).collect::<Result<_, Failure>>()?,
        order: row_view(member, &order)?,
    })
}

/// Whose it is, where that is a customer whom somebody may see.
async fn customer_of(db: &impl ConnectionTrait, member: &StaffMember, order: &OrderRow) -> Result<String, Failure> {
    let Ok(id) = Uuid::parse_str(&order.visitor) else { return Ok(String::new()) };
    if !member.grants.may(Permission::CustomersView, *order.site) {
        return Ok(String::new());
    }
    Ok(find_customer(db, CustomerId(id)).await?.map(|customer| customer.id).unwrap_or_default())
}

/// Lines of an order from a place on.
pub async fn more_lines(env: &Env, member: &StaffMember, id: &str, after: u32) -> Result<OrderLinesView, Failure> {
    let db = env.db.read();
    let order = load(db, member, id).await?;
    let sees_amounts = member.grants.may(Permission::AmountsView, *order.site);
    let rows = list_lines(db, id).await?;
    let line_count = u32::try_from(rows.len()).map_err(Failure::internal)?;
    Ok(OrderLinesView { lines: lines(db, &order, rows, (after, sees_amounts)).await?, line_count })
}

/// Events of an order before a number.
pub async fn more_events(
    env: &Env,
    member: &StaffMember,
    id: &str,
    before: i64,
) -> Result<Vec<OrderEventView>, Failure> {
    let db = env.db.read();
    let order = load(db, member, id).await?;
    let sees_amounts = member.grants.may(Permission::AmountsView, *order.site);
    let off = mail::off_at(db, *order.site).await?;
    timeline(env, &order, (Some(before), &off), sees_amounts).await
}

/// What may be done as the order stands, by somebody with these rights.
fn acts(member: &StaffMember, order: &OrderRow) -> Vec<Act> {
    let permission = |act: Act| match act {
        Act::Hold => Some(Permission::OrdersHold),
        Act::Release => Some(Permission::OrdersApproveRelease),
        Act::Pick | Act::Ship | Act::Deliver => Some(Permission::ShipmentsWrite),
        Act::Cancel => Some(Permission::OrdersCancel),
        Act::Refund => Some(Permission::RefundsCreate),
        Act::Edit => Some(Permission::OrdersEdit),
        Act::CancelOwn => None,
    };
    let may = |act: &Act| permission(*act).is_some_and(|permission| member.grants.may(permission, *order.site));
    open_acts(order.state()).into_iter().filter(may).collect()
}

/// A page of an order's lines after a place.
async fn lines(
    db: &impl ConnectionTrait,
    order: &OrderRow,
    rows: Vec<OrderLineRow>,
    (after, sees_amounts): (u32, bool),
) -> Result<Vec<OrderLineView>, Failure> {
    let rows: Vec<OrderLineRow> = rows.into_iter().filter(|row| row.position > i64::from(after)).take(LINES).collect();
    let named = players::with_recorded(db, order, players::of_rows(order, &rows)?).await?;
    let cards = described(order)?;
    let told = told_of_skus(&cards);
    rows.into_iter()
        .map(|row| {
            let (labels, options) = told.get(row.sku.as_str()).copied().unwrap_or_default();
            let entries: Vec<Vec<String>> = decode(&row.free_form)?;
            let ledger = row.ledger();
            let position = u32::try_from(row.position).map_err(Failure::internal)?;
            let (to_pick_players, outstanding_players) = open_players(named.get(&position));
            let canceled_players: Vec<String> = decode(&row.canceled_players)?;
            let texts = printed_texts(labels, &entries, u32::try_from(ledger.kept()).unwrap_or(u32::MAX));
            Ok(OrderLineView {
                position,
                texts: without(texts, &canceled_players),
                canceled_players,
                to_pick_players,
                outstanding_players,
                options: options.to_vec(),
                sku: row.sku,
                name: row.name,
                ledger,
                outstanding: ledger.outstanding(),
                to_pick: ledger.to_pick(),
                unit_price: sees_amounts.then_some(*row.unit_your_cents),
                line_price: sees_amounts.then_some(*row.your_cents),
            })
        })
        .collect()
}

/// Whose pieces are on the shelf, and whose did not leave.
fn open_players(line: Option<&(NamedLine, Ledger)>) -> (Vec<String>, Vec<String>) {
    let Some((line, ledger)) = line else { return Default::default() };
    let (picked, to_pick) = (ledger.to_ship(), ledger.to_pick());
    (line.to_pick(to_pick), line.outstanding((picked, to_pick)))
}

fn sums(summary: &SummaryView) -> Vec<SumView> {
    let rows = [Some(&summary.merchandise), summary.savings.as_ref(), Some(&summary.freight), Some(&summary.tax)];
    let rows = rows.into_iter().flatten().chain(summary.certificates.as_ref()).chain([&summary.total]);
    rows.map(|row: &SummaryLineView| SumView { label: row.label.clone(), text: row.text.clone() }).collect()
}

async fn holds_of(db: &impl ConnectionTrait, id: &str) -> Result<Vec<HoldView>, Failure> {
    let mut rows = holds::store::list_holds(db, id).await?;
    rows.sort_by_key(|row| row.closed_at.is_some());
    rows.into_iter()
        .map(|row| {
            Ok(HoldView {
                id: row.id,
                kind: *row.kind,
                label: row.kind.label().to_owned(),
                reason: row.reason,
                due: row.due,
                owner: row.owner_name,
                owner_id: row.owner,
                opened_at: time(row.opened_at)?,
                closed_at: row.closed_at.map(time).transpose()?,
            })
        })
        .collect()
}

fn refund(row: store::RefundRow) -> Result<RefundView, Failure> {
    Ok(RefundView {
        method: row.method_label(),
        id: row.id,
        amount: *row.amount_cents,
        reason: row.reason,
        lines: decode(&row.lines)?,
        created_by: row.created_by_name,
        created_by_id: row.created_by,
        created_at: time(row.created_at)?,
        state: *row.state,
        decided_by: row.decided_by_name.unwrap_or_default(),
    })
}

async fn timeline(
    env: &Env,
    order: &OrderRow,
    (before, off): (Option<i64>, &[LetterKind]),
    sees_amounts: bool,
) -> Result<Vec<OrderEventView>, Failure> {
    let db = env.db.read();
    let events = list_events(db, &order.id, before, EVENTS).await?;
    let first = events.last().map_or(i64::MAX, |event| event.seq);
    let mut by_event: HashMap<i64, Vec<EntryRow>> = HashMap::new();
    for entry in list_entries(db, &order.id).await? {
        if entry.event_seq >= first {
            by_event.entry(entry.event_seq).or_default().push(entry);
        }
    }
    let now = env.clock.millis();
    let since = list_since(db, &order.id, first.saturating_sub(1), &afterwards::SINCE_A_CANCELLATION).await?;
    let mut told = Vec::new();
    for event in &events {
        let view = event_view(event.clone(), &mut by_event, sees_amounts)?;
        let cancelled = view.entries.iter().filter(|entry| entry.kind == EntryKind::Cancelled);
        let cancelled = cancelled.map(|entry| entry.quantity).fold(0, u64::saturating_add);
        told.push(OrderEventView {
            letter: letters::of_event(event, &events)?.is_some_and(|kind| !off.contains(&kind)),
            undoable: afterwards::is_undoable(order, (event, &since), cancelled, now),
            ..view
        });
    }
    Ok(told)
}

fn event_view(
    event: EventRow,
    entries: &mut HashMap<i64, Vec<EntryRow>>,
    sees_amounts: bool,
) -> Result<OrderEventView, Failure> {
    let data: serde_json::Value = decode(&event.data)?;
    let text = |name: &str| data.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
    let present = |texts: &[&str], between: &str| {
        texts.iter().copied().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
    };
    let said = present(&["label", "note", "reason", "parcels"].map(text), ": ");
    let amount = if sees_amounts { text("amount") } else { "" };
    let entries = entries.remove(&event.seq).unwrap_or_default().into_iter().map(|entry| {
        Ok(OrderEntryView {
            position: u32::try_from(entry.position).map_err(Failure::internal)?,
            kind: *entry.kind,
            quantity: entry.quantity.unsigned_abs(),
        })
    });
    Ok(OrderEventView {
        sequence: event.seq,
        text: present(&[&said, amount], " \u{b7} "),
        entries: entries.collect::<Result<_, Failure>>()?,
        kind: event.kind,
        at: time(event.at)?,
        by: event.actor_name,
        version: event.version,
        letter: false,
        undoable: false,
    })
}

fn decode<T: DeserializeOwned>(stored: &str) -> Result<T, Failure> {
    serde_json::from_str(stored).map_err(Failure::internal)
}
