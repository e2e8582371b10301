//! Rows of checkout: what a shopper saved of shipping and payment for a cart.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ActiveValue::Set, DbErr, entity::prelude::*, sea_query::OnConflict};

/// A row of `checkout`.
pub mod row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "checkout")]
    pub struct Model {
        /// Cart it is about.
        #[sea_orm(primary_key, auto_increment = false)]
        pub cart_id: String,
        /// Shipping as typed, JSON.
        pub shipping: Option<String>,
        /// Payment as typed, JSON.
        pub payment: Option<String>,
        /// Milliseconds since 1970.
        pub changed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use row::Model as CheckoutRow;

/// What was saved for a cart.
pub async fn find_checkout(db: &impl ConnectionTrait, cart_id: &str) -> Result<Option<CheckoutRow>, DbErr> {
    row::Entity::find_by_id(cart_id).one(db).await
}

/// Saves shipping and leaves payment as it is.
pub async fn write_shipping(tx: &WriteTx, cart_id: &str, shipping: String, now: i64) -> Result<(), DbErr> {
    write(tx, cart_id, row::Column::Shipping, (Some(shipping), None), now).await
}

/// Saves payment and leaves shipping as it is.
pub async fn write_payment(tx: &WriteTx, cart_id: &str, payment: String, now: i64) -> Result<(), DbErr> {
    write(tx, cart_id, row::Column::Payment, (None, Some(payment)), now).await
}

async fn write(
    tx: &WriteTx,
    cart_id: &str,
    column: row::Column,
    (shipping, payment): (Option<String>, Option<String>),
    now: i64,
) -> Result<(), DbErr> {
    let row = row::ActiveModel {
        cart_id: Set(cart_id.to_owned()),
        shipping: Set(shipping),
        payment: Set(payment),
        changed_at: Set(now),
    };
    row::Entity::insert(row)
        .on_conflict(
            OnConflict::column(row::Column::CartId).update_columns([column, row::Column::ChangedAt]).to_owned(),
        )
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}
