//! Shipments of an order: what left together, in which parcels. Not here: who moves them (`desk`).

pub mod store;

use fieldhouse_core::orders::{
    acts::{Entry, LineQuantity, PieceMove, all_open, plan},
    ledger::{EntryKind, Ledger},
    players::without,
    shipment::{ShipmentState, carrier_name, tracking_link},
    views::{ParcelView, ShipmentLineView, ShipmentView},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::ConnectionTrait;

use self::store::{ShipmentLineRow, ShipmentRow};
use super::{
    decode,
    players::{Chosen, encode},
    progress::Acting,
};
use crate::{columns::Key, env::time};

/// The shipments of an order with what is inside.
pub async fn list(db: &impl ConnectionTrait, id: &str) -> Result<Vec<ShipmentView>, Failure> {
    let rows = store::list_shipments(db, id).await?;
    views(db, rows).await
}

/// Shipments with what is inside, in the order given.
pub async fn views(db: &impl ConnectionTrait, rows: Vec<ShipmentRow>) -> Result<Vec<ShipmentView>, Failure> {
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let lines = store::list_shipment_lines(db, ids.clone()).await?;
    let parcels = store::list_parcels(db, ids).await?;
    rows.into_iter()
        .map(|row| {
            let inside = lines.iter().filter(|line| line.shipment_id == row.id).map(|line| {
                Ok(ShipmentLineView {
                    position: u32::try_from(line.position).map_err(Failure::internal)?,
                    quantity: line.quantity.unsigned_abs(),
                    players: decode(&line.players)?,
                })
            });
            let parcels = parcels.iter().filter(|parcel| parcel.shipment_id == row.id).map(|parcel| ParcelView {
                carrier: carrier_name(&parcel.carrier).to_owned(),
                tracking: parcel.tracking.clone(),
                link: tracking_link(&parcel.carrier, &parcel.tracking),
            });
            Ok(ShipmentView {
                number: u32::try_from(row.number).map_err(Failure::internal)?,
                state: *row.state,
                lines: inside.collect::<Result<_, Failure>>()?,
                parcels: parcels.collect(),
                shipped_at: row.shipped_at.map(time).transpose()?,
                delivered_at: row.delivered_at.map(time).transpose()?,
                id: row.id,
            })
        })
        .collect()
}

/// What is inside a new shipment of a line, and for whom.
pub fn shipment_line(shipment: &str, line: &LineQuantity, chosen: &Chosen) -> Result<ShipmentLineRow, Failure> {
    let players = chosen.get(&line.position).map(Vec::as_slice).unwrap_or_default();
    Ok(ShipmentLineRow {
        shipment_id: shipment.to_owned(),
        position: i64::from(line.position),
        quantity: i64::from(line.quantity),
        players: encode(players)?,
    })
}

/// Puts everything that is picked and here back on the shelf, in the act that ends its order: nothing of it will leave.
pub async fn put_all_back(tx: &WriteTx, acting: &mut Acting<'_>) -> Result<(), Failure> {
    if acting.order.ledger().to_ship() == 0 {
        return Ok(());
    }
    let lines = acting.lines().await?;
    let here = all_open(lines, Ledger::to_ship);
    let plan = plan(lines, PieceMove::PutBack, &here);
    if !plan.errors.is_empty() {
        return Err(Failure::broken(plan.errors));
    }
    acting.append(&plan.entries, plan.sums)?;
    take_out(tx, &acting.order.id, &plan.entries, &Chosen::new()).await
}

/// Takes pieces that are cancelled out of the shipments they were picked into: those of `gone`, where they have names, and of
/// the others the newest shipment's first. A shipment that nothing is left of is undone.
pub async fn take_out(tx: &WriteTx, order_id: &str, entries: &[Entry], gone: &Chosen) -> Result<(), Failure> {
    let unpicked: Vec<&Entry> = entries.iter().filter(|entry| entry.kind == EntryKind::Unpicked).collect();
    if unpicked.is_empty() {
        return Ok(());
    }
    let mut shipments = store::list_shipments(&**tx, order_id).await?;
    shipments.retain(|shipment| shipment.state.is_here());
    shipments.reverse();
    let mut inside = store::list_shipment_lines(&**tx, shipments.iter().map(|row| row.id.clone()).collect()).await?;
    // The newest first, as the shipments are.
    inside.sort_by_key(|line| shipments.iter().position(|shipment| shipment.id == line.shipment_id));
    for entry in unpicked {
        let mut left = i64::try_from(entry.quantity).map_err(Failure::internal)?;
        let mut gone = gone.get(&entry.position).cloned().unwrap_or_default();
        let of_line = |line: &&mut ShipmentLineRow| line.position == i64::from(entry.position);
        for named in [true, false] {
            for line in inside.iter_mut().filter(of_line) {
                let mut players: Vec<String> = decode(&line.players)?;
                let out = if named {
                    let mut out = without(gone.clone(), &without(gone.clone(), &players));
                    out.truncate(usize::try_from(left).map_err(Failure::internal)?);
                    gone = without(gone, &out);
                    players = without(players, &out);
                    i64::try_from(out.len()).map_err(Failure::internal)?
                } else {
                    let out = left.min(line.quantity);
                    let rest = usize::try_from(line.quantity.saturating_sub(out)).map_err(Failure::internal)?;
                    players.truncate(rest);
                    out
                };
                if out > 0 {
                    line.quantity = line.quantity.saturating_sub(out);
                    line.players = encode(&players)?;
                    left = left.saturating_sub(out);
                    store::write_shipment_line(tx, line).await?;
                }
            }
        }
    }
    for shipment in &mut shipments {
        let empty = inside.iter().filter(|line| line.shipment_id == shipment.id).all(|line| line.quantity == 0);
        if empty {
            shipment.state = Key(ShipmentState::Cancelled);
            store::write_shipment(tx, shipment).await?;
        }
    }
    Ok(())
}
