//! What became of an order, for its buyer: line by line, shipment by shipment, and what they may do about it themselves.

use fieldhouse_core::{
    cart::ordered::{options_text, printed_texts},
    checkout::OrderView,
    money::Cents,
    orders::{
        buyers::{
            BoughtLineView, BoughtPiecesView, BoughtShipmentView, BuyerNoteView, check_own_cancel, own_cancel_text,
            pieces_text, shipment_label, tells_players, to_come,
        },
        documents::PaperView,
        invoice::{Settled, settled_sums},
        ledger::Ledger,
        players::{which_canceled, without},
        refund::{credited, granted},
        views::ShipmentView,
    },
    people::OrderApprovalView,
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;

use super::{
    cancel, credits, decode, described, notes, players, shipments,
    store::{OrderLineRow, OrderRow, list_lines},
    told_of_skus, view,
};
use crate::state::AppState;

/// An order with everything its buyer is told.
pub(super) async fn whole(
    state: &AppState,
    row: OrderRow,
    approval: Option<OrderApprovalView>,
    own: bool,
) -> Result<OrderView, Failure> {
    whole_in(state, state.db.read(), row, approval, own).await
}

/// The same within a transaction that changed it.
pub(super) async fn whole_in(
    state: &AppState,
    db: &impl ConnectionTrait,
    row: OrderRow,
    approval: Option<OrderApprovalView>,
    own: bool,
) -> Result<OrderView, Failure> {
    let rows = list_lines(db, &row.id).await?;
    let settled = row.settled(&rows)?;
    let pieces = rows.iter().fold(Ledger::default(), |sum, line| sum.plus(line.told_ledger()));
    let pieces_text = pieces_text(*row.lifecycle, pieces);
    let canceled = canceled_entries(&row, &rows)?;
    let credits = credits::store::list_refunds(db, &row.id).await?;
    let sums = credits::credits(&credits);
    let (credited, given) = (granted(&sums), credited(&sums) > Cents::ZERO);
    // Nothing was put together yet of an order that nobody acted on.
    let shipped = if row.picked > 0 { shipments::list(db, &row.id).await? } else { Vec::new() };
    let public = notes::list(db, &row.id, true).await?;
    let handed_over = given || cancel::is_handed_over(state, db, &row).await?;
    let may_cancel = own && check_own_cancel(row.state(), handed_over).is_none();
    let named = players::with_recorded(db, &row, players::of_rows(&row, &rows)?).await?;
    let lines = lines(&row, rows, &named)?;
    Ok(OrderView {
        may_cancel,
        cancel_text: if may_cancel { text_of_cancel(&row, settled) } else { String::new() },
        after_changes: settled_sums(*row.total_cents, settled, credited),
        documents: papers(&row, &lines),
        shipments: shipped.into_iter().filter_map(|shipment| shipment_view(shipment, &lines)).collect(),
        lines,
        pieces_text,
        notes: public.into_iter().map(|note| BuyerNoteView { text: note.text, at: note.at }).collect(),
        credits: credits::told(credits)?,
        ..marked(view(row, approval, own)?, &canceled)
    })
}

/// Entries of a line whose pieces were canceled, by what is printed on all of them.
type CanceledEntries = Vec<(String, Vec<Vec<String>>, Vec<bool>)>;

fn canceled_entries(order: &OrderRow, rows: &[OrderLineRow]) -> Result<CanceledEntries, Failure> {
    let some: Vec<OrderLineRow> = rows.iter().filter(|row| row.canceled_players != "[]").cloned().collect();
    let mut named = players::of_rows(order, &some)?;
    let mut entries = Vec::new();
    for row in some {
        let position = u32::try_from(row.position).map_err(Failure::internal)?;
        let Some((line, _)) = named.remove(&position) else { continue };
        entries.push((row.sku, decode(&row.free_form)?, which_canceled(&line.names, &line.canceled)));
    }
    Ok(entries)
}

/// The order with a word at the names whose pieces were canceled.
fn marked(mut order: OrderView, canceled: &CanceledEntries) -> OrderView {
    let lines = order.items.iter_mut().flat_map(|card| &mut card.line_items);
    for line in lines {
        let found = canceled.iter().find(|(sku, entries, _)| *sku == line.sku && *entries == line.free_form);
        let Some((_, _, marks)) = found else { continue };
        for (entry, _) in line.free_form.iter_mut().zip(marks).filter(|(_, canceled)| **canceled) {
            if let Some(last) = entry.last_mut() {
                last.push_str(" (canceled)");
            }
        }
    }
    order
}

/// One that was placed this moment, by whoever looks.
pub(super) fn placed(
    row: OrderRow,
    approval: Option<OrderApprovalView>,
    rows: Vec<OrderLineRow>,
) -> Result<OrderView, Failure> {
    let may_cancel = check_own_cancel(row.state(), false).is_none();
    let settled = row.settled(&rows)?;
    let named = players::of_rows(&row, &rows)?;
    let lines = lines(&row, rows, &named)?;
    Ok(OrderView {
        may_cancel,
        cancel_text: if may_cancel { text_of_cancel(&row, settled) } else { String::new() },
        documents: papers(&row, &lines),
        lines,
        ..view(row, approval, true)?
    })
}

/// What its buyer can print.
fn papers(row: &OrderRow, lines: &[BoughtLineView]) -> Vec<PaperView> {
    let named = |line: &BoughtLineView| !line.players.is_empty() || !line.canceled_players.is_empty();
    row.papers(lines.iter().any(named)).all(true, false)
}

fn text_of_cancel(row: &OrderRow, settled: Settled) -> String {
    own_cancel_text(&row.number, to_come(*row.lifecycle, row.ledger()), settled.charged, *row.certificate_cents)
}

fn lines(order: &OrderRow, rows: Vec<OrderLineRow>, named: &players::Named) -> Result<Vec<BoughtLineView>, Failure> {
    let cards = described(order)?;
    let told = told_of_skus(&cards);
    let view = |row: OrderLineRow| {
        let ledger = row.told_ledger();
        let (labels, options) = told.get(row.sku.as_str()).copied().unwrap_or_default();
        let entries: Vec<Vec<String>> = decode(&row.free_form)?;
        let canceled_players: Vec<String> = decode(&row.canceled_players)?;
        let position = u32::try_from(row.position).map_err(Failure::internal)?;
        let to_come = to_come(*order.lifecycle, ledger);
        let to_pack = to_come.saturating_sub(ledger.to_ship());
        Ok(BoughtLineView {
            position,
            to_pack,
            to_pack_players: named.get(&position).map(|(line, _)| line.to_pick(to_pack)).unwrap_or_default(),
            players: without(
                printed_texts(labels, &entries, u32::try_from(ledger.kept()).unwrap_or(u32::MAX)),
                &canceled_players,
            ),
            canceled_players,
            options: options_text(options),
            sku: row.sku,
            name: row.name,
            ordered: ledger.ordered,
            cancelled: ledger.cancelled,
            shipped: ledger.shipped,
            delivered: ledger.delivered,
            to_come,
            text: pieces_text(*order.lifecycle, ledger),
            unit_price: *row.unit_your_cents,
            line_price: *row.your_cents,
        })
    };
    rows.into_iter().map(view).collect()
}

/// A shipment with the players inside, where it follows from the numbers whose pieces they are.
fn shipment_view(shipment: ShipmentView, lines: &[BoughtLineView]) -> Option<BoughtShipmentView> {
    let label = shipment_label(shipment.state)?.to_owned();
    let pieces = shipment.lines.into_iter().filter_map(|inside| {
        // Lines are in the order of their positions.
        let place = lines.binary_search_by_key(&inside.position, |line| line.position).ok()?;
        let line = lines.get(place)?;
        let known = tells_players(line.players.len(), line.ordered, inside.quantity);
        Some(BoughtPiecesView {
            position: line.position,
            sku: line.sku.clone(),
            name: line.name.clone(),
            options: line.options.clone(),
            quantity: inside.quantity,
            players_unknown: inside.players.is_empty() && !known && !line.players.is_empty(),
            players: match inside.players {
                recorded if !recorded.is_empty() => recorded,
                _ if known => line.players.clone(),
                _ => Vec::new(),
            },
        })
    });
    Some(BoughtShipmentView {
        lines: pieces.collect(),
        number: shipment.number,
        label,
        // Numbers of parcels that are still here lead to nothing.
        parcels: if shipment.shipped_at.is_some() { shipment.parcels } else { Vec::new() },
        state: shipment.state,
        shipped_at: shipment.shipped_at,
        delivered_at: shipment.delivered_at,
    })
}
