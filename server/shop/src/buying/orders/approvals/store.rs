//! Rows of orders that need approval.

use fieldhouse_core::{orders::status::Lifecycle, people::approval::Decision};
use fieldhouse_kernel::db::{WriteTx, columns::Money};
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SelectStatement},
};

/// A row of `order_approval`.
pub mod approval_row {
    use fieldhouse_core::people::approval::Decision;
    use fieldhouse_kernel::db::columns::Money;
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
        /// What was charged when it was approved.
        pub approved_cents: Option<Money>,
        /// An edit asked once more, of an order that was confirmed before.
        pub again: bool,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use approval_row::Model as ApprovalRow;

use crate::{buying::orders::store::order_row, columns::Key};

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
        approved_cents: Set(row.approved_cents),
        again: Set(row.again),
    };
    approval_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// The approval of an order.
pub async fn find_approval(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<ApprovalRow>, DbErr> {
    approval_row::Entity::find_by_id(order_id).one(db).await
}

/// The approvals of some orders.
pub async fn list_approvals_of(db: &impl ConnectionTrait, orders: Vec<String>) -> Result<Vec<ApprovalRow>, DbErr> {
    approval_row::Entity::find().filter(approval_row::Column::OrderId.is_in(orders)).all(db).await
}

/// What waits for a decision in some units, the oldest first; or what was decided, the newest first. An order that was
/// canceled meanwhile is neither: nobody decides about it, and it takes nobody's place.
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
        let decided = of_units.filter(Column::DecidedAt.is_not_null());
        decided.order_by_desc(Column::DecidedAt).order_by_desc(Column::OrderId)
    } else {
        let waiting = of_units.filter(Expr::exists(its_order_waits())).filter(Column::DecidedAt.is_null());
        waiting.order_by_asc(Column::AskedAt).order_by_asc(Column::OrderId)
    };
    ordered.all(db).await
}

/// The order of an approval, while it waits for one.
fn its_order_waits() -> SelectStatement {
    let own = Expr::col((approval_row::Entity, approval_row::Column::OrderId));
    order_row::Entity::find()
        .select_only()
        .column(order_row::Column::Id)
        .filter(own.equals((order_row::Entity, order_row::Column::Id)))
        .filter(order_row::Column::Lifecycle.eq(Key(Lifecycle::AwaitingApproval)))
        .into_query()
}

/// Lets an order wait once more; false when nobody was ever asked about it.
pub async fn ask_again(tx: &WriteTx, order_id: &str, now: i64) -> Result<bool, DbErr> {
    use approval_row::Column;
    let asked = approval_row::Entity::update_many()
        .col_expr(Column::Decision, Expr::value(Key(Decision::Waiting)))
        .col_expr(Column::Note, Expr::value(""))
        .col_expr(Column::DecidedBy, Expr::value(None::<String>))
        .col_expr(Column::DecidedAt, Expr::value(None::<i64>))
        .col_expr(Column::AskedAt, Expr::value(now))
        .col_expr(Column::Again, Expr::value(true))
        .filter(Column::OrderId.eq(order_id))
        .exec(&**tx)
        .await?;
    Ok(asked.rows_affected == 1)
}

/// Notes what was charged when an order was approved.
pub async fn note_approved(tx: &WriteTx, order_id: &str, charged: Money) -> Result<(), DbErr> {
    approval_row::Entity::update_many()
        .col_expr(approval_row::Column::ApprovedCents, Expr::value(charged))
        .filter(approval_row::Column::OrderId.eq(order_id))
        .exec(&**tx)
        .await?;
    Ok(())
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
