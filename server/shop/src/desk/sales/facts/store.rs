//! Queries of what sales are counted from.

use fieldhouse_core::{
    money::Cents,
    orders::{edit::EditState, ledger::EntryKind},
};
use fieldhouse_kernel::db::columns::Money;
use sea_orm::{DbErr, FromQueryResult, QueryOrder, QuerySelect, entity::prelude::*};

use crate::{
    buying::orders::{
        credits::store::refund_row,
        progress::store::{EntryRow, entry_row},
        store::{order_line_row, order_row},
    },
    columns::Key,
    desk::edits::store::{EditRow, edit_row},
};

/// What an order is counted by.
#[derive(Debug, FromQueryResult)]
pub struct CountedOrderRow {
    /// Id.
    pub id: String,
    /// Key of the business unit it is for, or empty.
    pub unit_key: String,
    /// Its name then.
    pub unit_name: String,
    /// What the store took off.
    pub discount_cents: Money,
    /// Milliseconds since 1970.
    pub placed_at: i64,
}

/// What a line is counted by.
#[derive(Debug, FromQueryResult)]
pub struct CountedLineRow {
    /// Its order.
    pub order_id: String,
    /// From 1.
    pub position: i64,
    /// Stock keeping unit.
    pub sku: String,
    /// Its style.
    pub product_id: String,
    /// Name of the style.
    pub name: String,
    /// Pieces ever ordered.
    pub quantity: i64,
    /// What they were sold for.
    pub your_cents: Money,
}

/// Orders by their ids.
pub async fn find_counted_orders(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<CountedOrderRow>, DbErr> {
    use order_row::Column;
    order_row::Entity::find()
        .select_only()
        .columns([Column::Id, Column::UnitKey, Column::UnitName, Column::DiscountCents, Column::PlacedAt])
        .filter(Column::Id.is_in(ids))
        .into_model()
        .all(db)
        .await
}

/// The lines of orders, those of one order by position.
pub async fn list_counted_lines(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<CountedLineRow>, DbErr> {
    use order_line_row::Column;
    order_line_row::Entity::find()
        .select_only()
        .columns([
            Column::OrderId,
            Column::Position,
            Column::Sku,
            Column::ProductId,
            Column::Name,
            Column::Quantity,
            Column::YourCents,
        ])
        .filter(Column::OrderId.is_in(ids))
        .order_by_asc(Column::OrderId)
        .order_by_asc(Column::Position)
        .into_model()
        .all(db)
        .await
}

/// Entries of orders that change what is kept of them, the oldest first.
pub async fn list_counted_entries(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<EntryRow>, DbErr> {
    let kinds = [EntryKind::Ordered, EntryKind::Cancelled, EntryKind::Restored];
    entry_row::Entity::find()
        .filter(entry_row::Column::OrderId.is_in(ids))
        .filter(entry_row::Column::Kind.is_in(kinds.map(Key)))
        .order_by_asc(entry_row::Column::Seq)
        .all(db)
        .await
}

/// Edits of orders that were applied, the oldest first.
pub async fn list_applied_edits(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<EditRow>, DbErr> {
    edit_row::Entity::find()
        .filter(edit_row::Column::OrderId.is_in(ids))
        .filter(edit_row::Column::State.eq(Key(EditState::Applied)))
        .order_by_asc(edit_row::Column::Version)
        .all(db)
        .await
}

/// What credits gave back, by id.
pub async fn find_credits(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<(String, Cents)>, DbErr> {
    let rows = refund_row::Entity::find().filter(refund_row::Column::Id.is_in(ids)).all(db).await?;
    Ok(rows.into_iter().map(|row| (row.id, *row.amount_cents)).collect())
}
