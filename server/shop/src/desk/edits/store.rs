//! Rows of staged edits.

use fieldhouse_core::orders::edit::EditState;
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};

use crate::columns::Key;

/// A row of `order_edit`.
pub mod edit_row {
    use fieldhouse_core::orders::edit::EditState;
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_edit")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Its order.
        pub order_id: String,
        /// How it stands.
        pub state: Key<EditState>,
        /// The version of the order it was previewed on.
        pub version: i64,
        /// What is wanted, JSON.
        pub draft: String,
        /// What it makes of the total, in words.
        pub told: String,
        /// What the order comes to with it.
        pub total_cents: Money,
        /// Who staged it.
        pub created_by: String,
        /// Their name then.
        pub created_by_name: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Who applied or discarded it.
        pub closed_by: Option<String>,
        /// Milliseconds since 1970.
        pub closed_at: Option<i64>,
        /// The order as it stood before it was applied, JSON; nothing before.
        pub before: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use edit_row::Model as EditRow;

/// Edits of an order that are told at most.
const MOST: u64 = 100;

/// Stages an edit.
pub async fn insert_edit(tx: &WriteTx, row: EditRow) -> Result<(), DbErr> {
    edit_row::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// An edit of an order.
pub async fn find_edit(db: &impl ConnectionTrait, order_id: &str, id: &str) -> Result<Option<EditRow>, DbErr> {
    edit_row::Entity::find_by_id(id).filter(edit_row::Column::OrderId.eq(order_id)).one(db).await
}

/// The edits of an order, the newest first.
pub async fn list_edits(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<EditRow>, DbErr> {
    edit_row::Entity::find()
        .filter(edit_row::Column::OrderId.eq(order_id))
        .order_by_desc(edit_row::Column::CreatedAt)
        .order_by_asc(edit_row::Column::Id)
        .limit(MOST)
        .all(db)
        .await
}

/// Those of an order that are kept for later, the newest first.
pub async fn list_kept(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<EditRow>, DbErr> {
    edit_row::Entity::find()
        .filter(edit_row::Column::OrderId.eq(order_id))
        .filter(edit_row::Column::State.eq(Key(EditState::Open)))
        .order_by_desc(edit_row::Column::CreatedAt)
        .order_by_asc(edit_row::Column::Id)
        .limit(MOST)
        .all(db)
        .await
}

/// Closes an open edit; false when it is not open any more.
pub async fn close_edit(
    tx: &WriteTx,
    (id, state): (&str, EditState),
    (by, now): (&str, i64),
    before: &str,
) -> Result<bool, DbErr> {
    use edit_row::Column;
    let closed = edit_row::Entity::update_many()
        .col_expr(Column::State, Expr::value(Key(state)))
        .col_expr(Column::ClosedBy, Expr::value(by))
        .col_expr(Column::ClosedAt, Expr::value(now))
        .col_expr(Column::Before, Expr::value(before))
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(Key(EditState::Open)))
        .exec(&**tx)
        .await?;
    Ok(closed.rows_affected == 1)
}
