//! Rows of orders that need approval.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ActiveValue::Set, DbErr, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};

/// A row of `order_approval`.
pub mod approval_row {
    use fieldhouse_core::people::approval::Decision;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_approval")]
    pub struct Model {
        /// The order.
        #[sea_orm(primary_key, auto_increment = false)]
        pub order_id: String,
        /// Whose approval it needs.
        pub unit_id: String,
        /// `waiting`, `approved` or `declined`.
        pub decision: Key<Decision>,
        /// In the approver's words.
        pub note: String,
        /// Customer who decided.
        pub decided_by: Option<String>,
        /// Milliseconds since 1970.
        pub asked_at: i64,
        /// Milliseconds since 1970.
        pub decided_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use approval_row::Model as ApprovalRow;

/// Lets an order wait.
pub async fn insert_approval(tx: &WriteTx, row: ApprovalRow) -> Result<(), DbErr> {
    let row = approval_row::ActiveModel {
        order_id: Set(row.order_id),
        unit_id: Set(row.unit_id),
        decision: Set(row.decision),
        note: Set(row.note),
        decided_by: Set(row.decided_by),
        asked_at: Set(row.asked_at),
        decided_at: Set(row.decided_at),
    };
    approval_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// The approval of an order.
pub async fn find_approval(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<ApprovalRow>, DbErr> {
    approval_row::Entity::find_by_id(order_id).one(db).await
}

/// What waits for a decision in some units, the oldest first; or what was decided, the newest first.
pub async fn list_approvals(
    db: &impl ConnectionTrait,
    unit_ids: Vec<String>,
    decided: bool,
    limit: u64,
) -> Result<Vec<ApprovalRow>, DbErr> {
    use approval_row::Column;
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    let of_units = approval_row::Entity::find().filter(Column::UnitId.is_in(unit_ids)).limit(limit);
    let ordered = if decided {
        of_units.filter(Column::DecidedAt.is_not_null()).order_by_desc(Column::DecidedAt)
    } else {
        of_units.filter(Column::DecidedAt.is_null()).order_by_asc(Column::AskedAt)
    };
    ordered.order_by_asc(Column::OrderId).all(db).await
}

/// Decides about an order that waits; false when it does not wait any more.
pub async fn decide(
    tx: &WriteTx,
    order_id: &str,
    (decision, note): (&str, &str),
    (decided_by, now): (&str, i64),
) -> Result<bool, DbErr> {
    let decided = approval_row::Entity::update_many()
        .col_expr(approval_row::Column::Decision, Expr::value(decision))
        .col_expr(approval_row::Column::Note, Expr::value(note))
        .col_expr(approval_row::Column::DecidedBy, Expr::value(decided_by))
        .col_expr(approval_row::Column::DecidedAt, Expr::value(now))
        .filter(approval_row::Column::OrderId.eq(order_id))
        .filter(approval_row::Column::DecidedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(decided.rows_affected == 1)
}
