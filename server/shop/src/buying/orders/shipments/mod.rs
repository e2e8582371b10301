//! Shipments of an order: what left together, in which parcels. Not here: who moves them (`desk`).

pub mod store;

use fieldhouse_core::orders::{
    acts::Entry,
    ledger::EntryKind,
    shipment::{ShipmentState, carrier_name, tracking_link},
    views::{ParcelView, ShipmentLineView, ShipmentView},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::ConnectionTrait;

use self::store::{ShipmentLineRow, ShipmentRow};
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

/// Takes pieces that are cancelled out of the shipments they were picked into, the newest first. A shipment that nothing is
/// left of is undone.
pub async fn take_out(tx: &WriteTx, order_id: &str, entries: &[Entry]) -> Result<(), Failure> {
    let unpicked: Vec<&Entry> = entries.iter().filter(|entry| entry.kind == EntryKind::Unpicked).collect();
    if unpicked.is_empty() {
        return Ok(());
    }
    let mut shipments = store::list_shipments(&**tx, order_id).await?;
    shipments.retain(|shipment| shipment.state.is_here());
    shipments.reverse();
    let mut inside = store::list_shipment_lines(&**tx, shipments.iter().map(|row| row.id.clone()).collect()).await?;
    for entry in unpicked {
        let mut left = i64::try_from(entry.quantity).map_err(Failure::internal)?;
        for shipment in &shipments {
            let of_line = |line: &&mut ShipmentLineRow| {
                line.shipment_id == shipment.id && line.position == i64::from(entry.position)
            };
            if let Some(line) = inside.iter_mut().find(of_line) {
                let taken = left.min(line.quantity);
                line.quantity = line.quantity.saturating_sub(taken);
                left = left.saturating_sub(taken);
                store::write_shipment_line(tx, line).await?;
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
