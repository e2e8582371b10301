//! Rows of credits.

use sea_orm::{DbErr, QueryOrder, entity::prelude::*};

/// A row of `order_refund`.
pub mod refund_row {
    use fieldhouse_core::orders::views::RefundState;
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_refund")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Its order.
        pub order_id: String,
        /// How much.
        pub amount_cents: Money,
        /// A method's key.
        pub method: String,
        /// In words.
        pub reason: String,
        /// Pieces it is for, JSON.
        pub lines: String,
        /// Who gave it.
        pub created_by: String,
        /// Their name then.
        pub created_by_name: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// How it stands.
        pub state: Key<RefundState>,
        /// The second person.
        pub decided_by: Option<String>,
        /// Their name then.
        pub decided_by_name: Option<String>,
        /// Milliseconds since 1970.
        pub decided_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use refund_row::Model as RefundRow;

/// The credits of an order, the newest first.
pub async fn list_refunds(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<RefundRow>, DbErr> {
    refund_row::Entity::find()
        .filter(refund_row::Column::OrderId.eq(order_id))
        .order_by_desc(refund_row::Column::CreatedAt)
        .order_by_asc(refund_row::Column::Id)
        .all(db)
        .await
}

/// Those of some orders.
pub async fn list_refunds_of(db: &impl ConnectionTrait, orders: Vec<String>) -> Result<Vec<RefundRow>, DbErr> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    refund_row::Entity::find().filter(refund_row::Column::OrderId.is_in(orders)).all(db).await
}
