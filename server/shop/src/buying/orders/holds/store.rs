//! Rows of holds.

use fieldhouse_core::orders::hold::HoldKind;
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, ExprTrait, IntoActiveModel, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Condition, Expr},
};

use crate::{buying::orders::store::order_row, columns::Key};

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

/// Hands an open hold over, or puts it off; false when it is closed, or none of the order.
pub async fn change_hold(
    tx: &WriteTx,
    (order_id, id): (&str, &str),
    (owner, owner_name): (&str, &str),
    due: &str,
) -> Result<bool, DbErr> {
    let changed = hold_row::Entity::update_many()
        .col_expr(hold_row::Column::Owner, Expr::value(owner))
        .col_expr(hold_row::Column::OwnerName, Expr::value(owner_name))
        .col_expr(hold_row::Column::Due, Expr::value(due))
        .filter(hold_row::Column::Id.eq(id))
        .filter(hold_row::Column::OrderId.eq(order_id))
        .filter(hold_row::Column::ClosedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(changed.rows_affected == 1)
}

/// The open holds of some orders, the first opened first.
pub async fn list_open(db: &impl ConnectionTrait, order_ids: Vec<String>) -> Result<Vec<HoldRow>, DbErr> {
    hold_row::Entity::find()
        .filter(hold_row::Column::OrderId.is_in(order_ids))
        .filter(hold_row::Column::ClosedAt.is_null())
        .order_by_asc(hold_row::Column::OpenedAt)
        .order_by_asc(hold_row::Column::Id)
        .all(db)
        .await
}

/// Which open holds are wanted.
#[derive(Debug, Clone, Default)]
pub struct HoldWanted {
    /// Of this kind.
    pub kind: Option<HoldKind>,
    /// Of whom; empty for those that nobody looks after.
    pub owner: Option<String>,
    /// To be looked at again by this day, YYYY-MM-DD.
    pub due_by: Option<String>,
}

/// That an order has such a hold.
pub fn held(wanted: &HoldWanted) -> Expr {
    use hold_row::Column as Hold;
    let holds = hold_row::Entity::find()
        .select_only()
        .column(Hold::Id)
        .filter(Expr::col((hold_row::Entity, Hold::OrderId)).equals((order_row::Entity, order_row::Column::Id)))
        .filter(Hold::ClosedAt.is_null())
        .filter(
            Condition::all()
                .add_option(wanted.kind.map(|kind| Hold::Kind.eq(Key(kind))))
                .add_option(wanted.owner.as_ref().map(|owner| Hold::Owner.eq(owner)))
                .add_option(wanted.due_by.as_ref().map(|day| Hold::Due.ne("").and(Hold::Due.lte(day)))),
        );
    Expr::exists(holds.into_query())
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
