//! Goods on their way: picked into a shipment, packed, shipped, delivered, come back. A shipment's pieces are entries of the
//! ledger the moment they move.

use std::collections::HashSet;

use fieldhouse_core::orders::{
    acts::{Act, LineQuantity, LineState, PieceMove, all_open, plan},
    ledger::Ledger,
    players::LinePlayersDraft,
    shipment::{ParcelDraft, ShipmentState, carrier_name, check_move, parse_parcels},
    views::{DeskOrderView, OrderPickedView},
};
use fieldhouse_core::staff::Permission;
use fieldhouse_kernel::failure::Failure;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    DeskAct,
    acts::{NothingDraft, Seen, bounded, commit, done},
    page,
};
use crate::{
    buying::orders::{
        players::{self, Choosing},
        shipments::shipment_line,
        shipments::store::{self, ParcelRow, ShipmentLineRow, ShipmentRow},
        store::OrderRow,
    },
    events::EventKind,
    mail::LetterKind,
    staff::StaffMember,
    state::AppState,
};

/// Pieces to be taken from the shelf together.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PickDraft {
    /// Which pieces; none for all that is left to pick.
    pub lines: Vec<LineQuantity>,
    /// Whose pieces, of lines with a name for each; the first ones of a line where nobody says it.
    pub players: Vec<LinePlayersDraft>,
}

/// The parcels of a shipment.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ParcelsDraft {
    /// In place of those it has; none leaves them as they are.
    pub parcels: Vec<ParcelDraft>,
}

/// Takes pieces from the shelf into a new shipment, and tells what that changed: of a big order that is little.
pub async fn pick(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<PickDraft>,
) -> Result<OrderPickedView, Failure> {
    let picked = pick_it(state, member, id, asked).await?;
    page::picked(state, member, picked).await
}

/// What was picked: the order and its lines as they stand then.
pub(super) struct Picked {
    /// The order.
    pub order: OrderRow,
    /// The lines that something was picked of.
    pub lines: Vec<LineState>,
    /// The new shipment.
    pub shipment: ShipmentRow,
    /// The event's number.
    pub seq: i64,
}

/// The same without showing it.
pub(super) async fn pick_it(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<PickDraft>,
) -> Result<Picked, Failure> {
    bounded(&asked.draft.lines, &asked.draft.players)?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::ShipmentsWrite);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), Some(Act::Pick)).await?;
    let asked_for: Vec<u32> = asked.draft.lines.iter().map(|line| line.position).collect();
    let lines = if asked_for.is_empty() { act.acting.lines().await? } else { act.acting.lines_at(&asked_for).await? };
    let wanted = if asked_for.is_empty() { all_open(lines, Ledger::to_pick) } else { asked.draft.lines };
    let plan = plan(lines, PieceMove::Pick, &wanted);
    if !plan.errors.is_empty() {
        return Err(Failure::broken(plan.errors));
    }
    let some: Vec<u32> = wanted.iter().map(|line| line.position).collect();
    let names = players::named(&*tx, &act.acting.order, Some(&some)).await?;
    let choosing = Choosing { wanted: &wanted, named: &asked.draft.players, last: false };
    let chosen = choosing.of(&names, |line, ledger| line.to_pick(ledger.to_pick())).map_err(Failure::broken)?;
    let number = i64::try_from(store::list_shipments(&*tx, id).await?.len()).map_err(Failure::internal)?;
    let row = ShipmentRow {
        id: state.ids.random().to_string(),
        order_id: id.to_owned(),
        number: number.saturating_add(1),
        state: ShipmentState::Picked.into(),
        created_at: state.clock.millis(),
        shipped_at: None,
        delivered_at: None,
    };
    let inside: Vec<ShipmentLineRow> =
        wanted.iter().map(|line| shipment_line(&row.id, line, &chosen)).collect::<Result<_, _>>()?;
    let told = json!({"shipment": row.id, "label": format!("Shipment {}", row.number)});
    store::insert_shipment(&tx, row.clone(), inside).await?;
    let sums = act.acting.sums_with(plan.sums);
    act.acting.append(&plan.entries, sums)?;
    let seq = act.finish(EventKind::ShipmentCreated, told, "").await?;
    let moved: HashSet<u32> = wanted.iter().map(|line| line.position).collect();
    let lines = act.acting.lines().await?.iter().filter(|line| moved.contains(&line.position)).copied().collect();
    let picked = Picked { order: act.acting.order, lines, shipment: row, seq };
    commit(state, tx).await?;
    Ok(picked)
}

/// Notes the parcels of a shipment that is here.
pub async fn pack(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
    asked: Seen<ParcelsDraft>,
) -> Result<DeskOrderView, Failure> {
    let step = Step { to: ShipmentState::Packed, moved: None, kind: EventKind::ShipmentPacked, letter: None };
    go(state, member, (id, shipment), (asked.version, &asked.draft.parcels), step).await
}

/// Hands a shipment to the carrier; its buyer is told, with the tracking numbers.
pub async fn ship(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
    asked: Seen<ParcelsDraft>,
) -> Result<DeskOrderView, Failure> {
    let step = Step {
        to: ShipmentState::Shipped,
        moved: Some(PieceMove::Ship),
        kind: EventKind::ShipmentShipped,
        letter: Some(LetterKind::OrderShipped),
    };
    go(state, member, (id, shipment), (asked.version, &asked.draft.parcels), step).await
}

/// Notes that a shipment arrived.
pub async fn deliver(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let step = Step {
        to: ShipmentState::Delivered,
        moved: Some(PieceMove::Deliver),
        kind: EventKind::ShipmentDelivered,
        letter: Some(LetterKind::OrderDelivered),
    };
    go(state, member, (id, shipment), (asked.version, &[]), step).await
}

/// Notes that something is wrong on the way. What was said to have arrived did not.
pub async fn note_exception(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let step = Step {
        to: ShipmentState::Exception,
        moved: Some(PieceMove::NotDelivered),
        kind: EventKind::ShipmentException,
        letter: None,
    };
    go(state, member, (id, shipment), (asked.version, &[]), step).await
}

/// Notes that a shipment came back from the carrier: its pieces are outstanding again.
pub async fn take_back(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let step = Step {
        to: ShipmentState::CameBack,
        moved: Some(PieceMove::CameBack),
        kind: EventKind::ShipmentCameBack,
        letter: None,
    };
    go(state, member, (id, shipment), (asked.version, &[]), step).await
}

/// Undoes a shipment before it left: its pieces go back on the shelf.
pub async fn undo(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let step = Step {
        to: ShipmentState::Cancelled,
        moved: Some(PieceMove::PutBack),
        kind: EventKind::ShipmentCancelled,
        letter: None,
    };
    go(state, member, (id, shipment), (asked.version, &[]), step).await
}

/// A shipment on to another state.
struct Step {
    to: ShipmentState,
    /// What it makes of the pieces inside.
    moved: Option<PieceMove>,
    kind: EventKind,
    /// What its buyer is told.
    letter: Option<LetterKind>,
}

async fn go(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
    (seen, parcels): (i64, &[ParcelDraft]),
    step: Step,
) -> Result<DeskOrderView, Failure> {
    let parcels = parse_parcels(parcels).map_err(Failure::broken)?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::ShipmentsWrite);
    let ships = matches!(step.to, ShipmentState::Shipped).then_some(Act::Ship);
    let mut act = DeskAct::begin(state, &tx, who, (id, seen), ships).await?;
    let rows = store::list_shipments(&*tx, id).await?;
    let mut row = rows.into_iter().find(|row| row.id == shipment).ok_or_else(Failure::not_found)?;
    let from = *row.state;
    if let Some(refusal) = check_move(from, step.to) {
        return Err(Failure::broken(vec![refusal]));
    }
    let inside = store::list_shipment_lines(&*tx, vec![row.id.clone()]).await?;
    // Something may be wrong before it arrived, or turn out wrong after.
    let moved = step.moved.filter(|moved| *moved != PieceMove::NotDelivered || from == ShipmentState::Delivered);
    if let Some(moved) = moved {
        let wanted: Vec<LineQuantity> = inside.iter().map(quantity).collect::<Result<_, _>>()?;
        let plan = plan(act.acting.lines().await?, moved, &wanted);
        if !plan.errors.is_empty() {
            return Err(Failure::broken(plan.errors));
        }
        act.acting.append(&plan.entries, plan.sums)?;
    }
    let now = state.clock.millis();
    row.state = step.to.into();
    match step.to {
        ShipmentState::Shipped => row.shipped_at = Some(now),
        ShipmentState::Delivered => row.delivered_at = Some(now),
        ShipmentState::Exception | ShipmentState::CameBack => row.delivered_at = None,
        _ => {}
    }
    store::write_shipment(&tx, &row).await?;
    if !parcels.is_empty() {
        store::write_parcels(&tx, &row.id, parcel_rows(&row.id, &parcels)).await?;
    }
    let seq = act.finish(step.kind, told(&row, &parcels), "").await?;
    if let Some(letter) = step.letter {
        act.write_to_buyer(letter, seq).await?;
    }
    done(state, tx, member, id).await
}

fn quantity(line: &ShipmentLineRow) -> Result<LineQuantity, Failure> {
    Ok(LineQuantity {
        position: u32::try_from(line.position).map_err(Failure::internal)?,
        quantity: u32::try_from(line.quantity).map_err(Failure::internal)?,
    })
}

fn parcel_rows(shipment: &str, parcels: &[ParcelDraft]) -> Vec<ParcelRow> {
    let row = |(number, parcel): (i64, &ParcelDraft)| ParcelRow {
        shipment_id: shipment.to_owned(),
        number,
        carrier: parcel.carrier.clone(),
        tracking: parcel.tracking.clone(),
    };
    (1..).zip(parcels).map(row).collect()
}

fn told(row: &ShipmentRow, parcels: &[ParcelDraft]) -> Value {
    let parcel = |parcel: &ParcelDraft| [carrier_name(&parcel.carrier), &parcel.tracking].join(" ").trim().to_owned();
    let parcels: Vec<String> = parcels.iter().map(parcel).collect();
    json!({"shipment": row.id, "label": format!("Shipment {}", row.number), "parcels": parcels.join(", ")})
}
