//! What an act writes of an order: its row, the sums of its lines, the entries.

use std::num::TryFromIntError;

use fieldhouse_core::orders::{
    acts::{Entry, LineState},
    ledger::Ledger,
};
use fieldhouse_kernel::db::{WriteTx, insert_all};
use sea_orm::{
    ActiveValue::{NotSet, Set},
    Condition, DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::Expr,
};

use super::ledger_of;
use crate::buying::orders::store::{OrderRow, order_line_row, order_row};

/// A row of `order_entry`.
pub mod entry_row {
    use fieldhouse_core::orders::ledger::EntryKind;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_entry")]
    pub struct Model {
        /// Counted up.
        #[sea_orm(primary_key)]
        pub seq: i64,
        /// Its order.
        pub order_id: String,
        /// Its line.
        pub position: i64,
        /// What it tells.
        pub kind: Key<EntryKind>,
        /// Pieces.
        pub quantity: i64,
        /// The event it belongs to.
        pub event_seq: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use entry_row::Model as EntryRow;

/// What is kept of a ledger's sums.
fn pieces(sum: u64) -> i64 {
    i64::try_from(sum).unwrap_or(i64::MAX)
}

/// Puts the sums of all lines into the row of their order.
pub fn set_sums(order: &mut OrderRow, sums: Ledger) {
    order.total_quantity = pieces(sums.ordered);
    order.cancelled = pieces(sums.cancelled);
    order.picked = pieces(sums.picked);
    order.shipped = pieces(sums.shipped);
    order.delivered = pieces(sums.delivered);
    order.returned = pieces(sums.returned);
    order.refunded = pieces(sums.refunded);
    order.written_off = pieces(sums.written_off);
}

/// Writes what acts change of an order; false when it is not of the version any more that was seen.
pub async fn step(tx: &WriteTx, order: &OrderRow, seen: i64) -> Result<bool, DbErr> {
    use order_row::Column;
    let stepped = order_row::Entity::update_many()
        .col_expr(Column::Lifecycle, Expr::value(order.lifecycle))
        .col_expr(Column::Queue, Expr::value(order.queue))
        .col_expr(Column::Version, Expr::value(order.version))
        .col_expr(Column::ChangedAt, Expr::value(order.changed_at))
        .col_expr(Column::ReleasedAt, Expr::value(order.released_at))
        .col_expr(Column::OpenHolds, Expr::value(order.open_holds))
        .col_expr(Column::TotalQuantity, Expr::value(order.total_quantity))
        .col_expr(Column::Cancelled, Expr::value(order.cancelled))
        .col_expr(Column::Picked, Expr::value(order.picked))
        .col_expr(Column::Shipped, Expr::value(order.shipped))
        .col_expr(Column::Delivered, Expr::value(order.delivered))
        .col_expr(Column::Returned, Expr::value(order.returned))
        .col_expr(Column::Refunded, Expr::value(order.refunded))
        .col_expr(Column::WrittenOff, Expr::value(order.written_off))
        .filter(Column::Id.eq(&order.id))
        .filter(Column::Version.eq(seen))
        .exec(&**tx)
        .await?;
    Ok(stepped.rows_affected == 1)
}

/// A line of a counted article.
#[derive(Debug, sea_orm::FromQueryResult)]
pub struct CountedLine {
    /// From 1.
    pub position: i64,
    /// Stock keeping unit.
    pub sku: String,
    /// Which count of it the line belongs to.
    pub stock_epoch: i64,
}

/// The lines of an order that belong to a count of their article.
pub async fn list_counted_lines(tx: &WriteTx, order_id: &str) -> Result<Vec<CountedLine>, DbErr> {
    use order_line_row::Column;
    order_line_row::Entity::find()
        .select_only()
        .columns([Column::Position, Column::Sku, Column::StockEpoch])
        .filter(Column::OrderId.eq(order_id))
        .filter(Column::StockEpoch.gt(0))
        .order_by_asc(Column::Position)
        .into_model()
        .all(&**tx)
        .await
}

/// Writes the sums of a line.
pub async fn write_line_sums(tx: &WriteTx, order_id: &str, line: &LineState) -> Result<(), DbErr> {
    use order_line_row::Column;
    let Ledger { ordered, cancelled, picked, shipped, delivered, returned, refunded, written_off } = line.ledger;
    order_line_row::Entity::update_many()
        .col_expr(Column::Quantity, Expr::value(pieces(ordered)))
        .col_expr(Column::Cancelled, Expr::value(pieces(cancelled)))
        .col_expr(Column::Picked, Expr::value(pieces(picked)))
        .col_expr(Column::Shipped, Expr::value(pieces(shipped)))
        .col_expr(Column::Delivered, Expr::value(pieces(delivered)))
        .col_expr(Column::Returned, Expr::value(pieces(returned)))
        .col_expr(Column::Refunded, Expr::value(pieces(refunded)))
        .col_expr(Column::WrittenOff, Expr::value(pieces(written_off)))
        .filter(Column::OrderId.eq(order_id))
        .filter(Column::Position.eq(i64::from(line.position)))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// What happened to a line, and nothing else of it.
#[derive(Debug, sea_orm::FromQueryResult)]
struct StateRow {
    position: i64,
    quantity: i64,
    cancelled: i64,
    picked: i64,
    shipped: i64,
    delivered: i64,
    returned: i64,
    refunded: i64,
    written_off: i64,
}

/// Lines of an order with what happened to them: all, or those at some positions. A position that is none is told.
pub async fn list_states(
    db: &impl ConnectionTrait,
    order_id: &str,
    positions: Option<&[u32]>,
) -> Result<Vec<Result<LineState, TryFromIntError>>, DbErr> {
    use order_line_row::Column;
    let columns = [
        Column::Position,
        Column::Quantity,
        Column::Cancelled,
        Column::Picked,
        Column::Shipped,
        Column::Delivered,
        Column::Returned,
        Column::Refunded,
        Column::WrittenOff,
    ];
    let some = positions.map(|positions| Column::Position.is_in(positions.iter().copied().map(i64::from)));
    let rows: Vec<StateRow> = order_line_row::Entity::find()
        .select_only()
        .columns(columns)
        .filter(Condition::all().add(Column::OrderId.eq(order_id)).add_option(some))
        .order_by_asc(Column::Position)
        .into_model()
        .all(db)
        .await?;
    let state = |row: StateRow| {
        let sums = [row.cancelled, row.picked, row.shipped, row.delivered, row.returned, row.refunded, row.written_off];
        Ok(LineState { position: u32::try_from(row.position)?, ledger: ledger_of(row.quantity, sums) })
    };
    Ok(rows.into_iter().map(state).collect())
}

/// Appends entries of an event.
pub async fn insert_entries(tx: &WriteTx, order_id: &str, event_seq: i64, entries: &[Entry]) -> Result<(), DbErr> {
    let rows = entries.iter().map(|entry| entry_row::ActiveModel {
        seq: NotSet,
        order_id: Set(order_id.to_owned()),
        position: Set(i64::from(entry.position)),
        kind: Set(entry.kind.into()),
        quantity: Set(pieces(entry.quantity)),
        event_seq: Set(event_seq),
    });
    insert_all(&**tx, rows.collect(), None).await
}

/// All entries of an order since it was placed, the oldest first.
pub async fn list_entries(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<EntryRow>, DbErr> {
    entry_row::Entity::find()
        .filter(entry_row::Column::OrderId.eq(order_id))
        .order_by_asc(entry_row::Column::Seq)
        .all(db)
        .await
}

/// The entries of one event of an order.
pub async fn list_entries_of(
    db: &impl ConnectionTrait,
    order_id: &str,
    event_seq: i64,
) -> Result<Vec<EntryRow>, DbErr> {
    entry_row::Entity::find()
        .filter(entry_row::Column::OrderId.eq(order_id))
        .filter(entry_row::Column::EventSeq.eq(event_seq))
        .order_by_asc(entry_row::Column::Seq)
        .all(db)
        .await
}
