//! Rows of holds.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, IntoActiveModel, QueryOrder, entity::prelude::*, sea_query::Expr};

/// A row of `order_hold`.
pub mod hold_row {
    use fieldhouse_core::orders::hold::HoldKind;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_hold")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Its order.
        pub order_id: String,
        /// What the order waits for.
        pub kind: Key<HoldKind>,
        /// In words.
        pub reason: String,
        /// YYYY-MM-DD, or empty.
        pub due: String,
        /// Who looks after it.
        pub owner: String,
        /// Their name then.
        pub owner_name: String,
        /// Milliseconds since 1970.
        pub opened_at: i64,
        /// Who closed it.
        pub closed_by: Option<String>,
        /// Milliseconds since 1970.
        pub closed_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use hold_row::Model as HoldRow;

/// Opens a hold.
pub async fn insert_hold(tx: &WriteTx, row: HoldRow) -> Result<(), DbErr> {
    hold_row::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Closes a hold of an order; false when it is closed, or none of it.
pub async fn close_hold(tx: &WriteTx, (order_id, id): (&str, &str), (by, now): (&str, i64)) -> Result<bool, DbErr> {
    let closed = hold_row::Entity::update_many()
        .col_expr(hold_row::Column::ClosedBy, Expr::value(by))
        .col_expr(hold_row::Column::ClosedAt, Expr::value(now))
        .filter(hold_row::Column::Id.eq(id))
        .filter(hold_row::Column::OrderId.eq(order_id))
        .filter(hold_row::Column::ClosedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(closed.rows_affected == 1)
}

/// The holds of an order, the last opened first.
pub async fn list_holds(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<HoldRow>, DbErr> {
    hold_row::Entity::find()
        .filter(hold_row::Column::OrderId.eq(order_id))
        .order_by_desc(hold_row::Column::OpenedAt)
        .order_by_asc(hold_row::Column::Id)
        .all(db)
        .await
}
