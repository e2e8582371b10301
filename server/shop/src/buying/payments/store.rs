//! Rows of payments, and which cart they are on.

use fieldhouse_core::payments::CERTIFICATE;
use fieldhouse_kernel::db::WriteTx;
use fieldhouse_kernel::db::columns::Money;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};

use crate::owner::VisitorId;

/// A row of `payment`.
pub mod payment_row {
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "payment")]
    pub struct Model {
        /// Payment id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: String,
        /// Whose it is.
        pub visitor: String,
        /// `CERTIFICATE`, `PURCHASE_ORDER`, or a card's type.
        pub method: String,
        /// `SAP`, or the card provider's.
        pub interface: String,
        /// Planned amount.
        pub amount_cents: Money,
        /// `USD`.
        pub currency: String,
        /// Of a certificate, else empty.
        pub certificate_number: String,
        /// Further custom fields, JSON.
        pub fields: String,
        /// The order it paid.
        pub order_id: Option<String>,
        /// Raised by every change.
        pub version: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Milliseconds since 1970.
        pub changed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `cart_payment`.
pub mod cart_payment_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "cart_payment")]
    pub struct Model {
        /// Payment id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub payment_id: String,
        /// The cart it is on.
        pub cart_id: String,
        /// The cart it came from in a merge.
        pub from_cart: Option<String>,
        /// Order of adding.
        pub position: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use payment_row::Model as PaymentRow;

/// Up to `limit` payments of a visitor at a site, newest first.
pub async fn list_of(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    site: &str,
    limit: u64,
) -> Result<Vec<PaymentRow>, DbErr> {
    payment_row::Entity::find()
        .filter(payment_row::Column::Visitor.eq(visitor.to_string()))
        .filter(payment_row::Column::Site.eq(site))
        .order_by_desc(payment_row::Column::CreatedAt)
        .order_by_desc(payment_row::Column::Id)
        .limit(limit)
        .all(db)
        .await
}

/// A payment of a visitor at a site.
pub async fn find_payment(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    site: &str,
    id: &str,
) -> Result<Option<PaymentRow>, DbErr> {
    payment_row::Entity::find_by_id(id)
        .filter(payment_row::Column::Visitor.eq(visitor.to_string()))
        .filter(payment_row::Column::Site.eq(site))
        .one(db)
        .await
}

/// The payments of a cart in the order they were added.
pub async fn list_on_cart(db: &impl ConnectionTrait, cart_id: &str) -> Result<Vec<PaymentRow>, DbErr> {
    let places = cart_payment_row::Entity::find()
        .filter(cart_payment_row::Column::CartId.eq(cart_id))
        .order_by_asc(cart_payment_row::Column::Position)
        .all(db)
        .await?;
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let ids = places.iter().map(|place| place.payment_id.as_str());
    let mut rows = payment_row::Entity::find().filter(payment_row::Column::Id.is_in(ids)).all(db).await?;
    rows.sort_by_key(|row| places.iter().position(|place| place.payment_id == row.id));
    Ok(rows)
}

/// The payments an order was paid with, oldest first.
pub async fn list_of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<PaymentRow>, DbErr> {
    payment_row::Entity::find()
        .filter(payment_row::Column::OrderId.eq(order_id))
        .order_by_asc(payment_row::Column::CreatedAt)
        .order_by_asc(payment_row::Column::Id)
        .all(db)
        .await
}

/// The payments some orders were paid with, oldest first.
pub async fn list_of_orders(db: &impl ConnectionTrait, order_ids: Vec<String>) -> Result<Vec<PaymentRow>, DbErr> {
    if order_ids.is_empty() {
        return Ok(Vec::new());
    }
    payment_row::Entity::find()
        .filter(payment_row::Column::OrderId.is_in(order_ids))
        .order_by_asc(payment_row::Column::CreatedAt)
        .order_by_asc(payment_row::Column::Id)
        .all(db)
        .await
}

/// The cart a payment is on.
pub async fn find_cart_of(db: &impl ConnectionTrait, payment_id: &str) -> Result<Option<String>, DbErr> {
    let place = cart_payment_row::Entity::find_by_id(payment_id).one(db).await?;
    Ok(place.map(|place| place.cart_id))
}

/// Writes a new payment.
pub async fn insert_payment(tx: &WriteTx, row: PaymentRow) -> Result<(), DbErr> {
    let row = payment_row::ActiveModel {
        id: Set(row.id),
        site: Set(row.site),
        visitor: Set(row.visitor),
        method: Set(row.method),
        interface: Set(row.interface),
        amount_cents: Set(row.amount_cents),
        currency: Set(row.currency),
        certificate_number: Set(row.certificate_number),
        fields: Set(row.fields),
        order_id: Set(row.order_id),
        version: Set(row.version),
        created_at: Set(row.created_at),
        changed_at: Set(row.changed_at),
    };
    payment_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Notes another amount and other fields.
pub async fn restate(tx: &WriteTx, id: &str, (cents, fields): (Money, &str), now: i64) -> Result<(), DbErr> {
    payment_row::Entity::update_many()
        .col_expr(payment_row::Column::Fields, Expr::value(fields))
        .filter(payment_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    update_amount(tx, id, cents, now).await
}

/// Another planned amount, and the next version.
pub async fn update_amount(tx: &WriteTx, id: &str, cents: Money, now: i64) -> Result<(), DbErr> {
    payment_row::Entity::update_many()
        .col_expr(payment_row::Column::AmountCents, Expr::value(cents))
        .col_expr(payment_row::Column::Version, Expr::col(payment_row::Column::Version).add(1))
        .col_expr(payment_row::Column::ChangedAt, Expr::value(now))
        .filter(payment_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Notes the order a payment paid.
pub async fn note_order(tx: &WriteTx, ids: &[String], order_id: &str, now: i64) -> Result<(), DbErr> {
    payment_row::Entity::update_many()
        .col_expr(payment_row::Column::OrderId, Expr::value(order_id))
        .col_expr(payment_row::Column::Version, Expr::col(payment_row::Column::Version).add(1))
        .col_expr(payment_row::Column::ChangedAt, Expr::value(now))
        .filter(payment_row::Column::Id.is_in(ids))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Deletes the certificates' payments of an order that was declined, with their places on its cart.
pub async fn delete_certificates_of(tx: &WriteTx, order_id: &str) -> Result<(), DbErr> {
    let held = list_of_order(&**tx, order_id).await?;
    let ids: Vec<String> = held.into_iter().filter(|row| row.method == CERTIFICATE).map(|row| row.id).collect();
    cart_payment_row::Entity::delete_many()
        .filter(cart_payment_row::Column::PaymentId.is_in(ids.clone()))
        .exec(&**tx)
        .await?;
    payment_row::Entity::delete_many().filter(payment_row::Column::Id.is_in(ids)).exec(&**tx).await?;
    Ok(())
}

/// Deletes a payment seen at a version, with its place on a cart; false when it is another version
/// now, or paid an order.
pub async fn delete_payment(tx: &WriteTx, id: &str, version: i64) -> Result<bool, DbErr> {
    let deleted = payment_row::Entity::delete_many()
        .filter(payment_row::Column::Id.eq(id))
        .filter(payment_row::Column::Version.eq(version))
        .filter(payment_row::Column::OrderId.is_null())
        .exec(&**tx)
        .await?;
    Ok(deleted.rows_affected > 0)
}

/// Puts a payment on a cart, after those that are there; `from_cart` is the cart of a merge.
pub async fn insert_on_cart(
    tx: &WriteTx,
    cart_id: &str,
    payment_id: &str,
    from_cart: Option<&str>,
) -> Result<(), DbErr> {
    let last: Option<i64> = cart_payment_row::Entity::find()
        .select_only()
        .column(cart_payment_row::Column::Position)
        .filter(cart_payment_row::Column::CartId.eq(cart_id))
        .order_by_desc(cart_payment_row::Column::Position)
        .limit(1)
        .into_tuple()
        .one(&**tx)
        .await?;
    let row = cart_payment_row::ActiveModel {
        payment_id: Set(payment_id.to_owned()),
        cart_id: Set(cart_id.to_owned()),
        from_cart: Set(from_cart.map(str::to_owned)),
        position: Set(last.unwrap_or(0).saturating_add(1)),
    };
    cart_payment_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Takes a payment off a cart; false when it is not there.
pub async fn delete_from_cart(tx: &WriteTx, cart_id: &str, payment_id: &str) -> Result<bool, DbErr> {
    let deleted = cart_payment_row::Entity::delete_many()
        .filter(cart_payment_row::Column::PaymentId.eq(payment_id))
        .filter(cart_payment_row::Column::CartId.eq(cart_id))
        .exec(&**tx)
        .await?;
    Ok(deleted.rows_affected > 0)
}

/// Gives payments to another visitor.
pub async fn give_payments(tx: &WriteTx, ids: &[String], to: VisitorId) -> Result<(), DbErr> {
    payment_row::Entity::update_many()
        .col_expr(payment_row::Column::Visitor, Expr::value(to.to_string()))
        .filter(payment_row::Column::Id.is_in(ids))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Ids of the payments that came onto a cart from another one in a merge.
pub async fn list_brought(tx: &WriteTx, cart_id: &str, from_cart: &str) -> Result<Vec<String>, DbErr> {
    let places = cart_payment_row::Entity::find()
        .filter(cart_payment_row::Column::CartId.eq(cart_id))
        .filter(cart_payment_row::Column::FromCart.eq(from_cart))
        .order_by_asc(cart_payment_row::Column::Position)
        .all(&**tx)
        .await?;
    Ok(places.into_iter().map(|place| place.payment_id).collect())
}

/// Deletes the payments on carts that nobody comes back for.
pub async fn delete_on(tx: &WriteTx, carts: &[String]) -> Result<(), DbErr> {
    let places =
        cart_payment_row::Entity::find().filter(cart_payment_row::Column::CartId.is_in(carts)).all(&**tx).await?;
    let ids: Vec<String> = places.into_iter().map(|place| place.payment_id).collect();
    payment_row::Entity::delete_many()
        .filter(payment_row::Column::OrderId.is_null())
        .filter(payment_row::Column::Id.is_in(ids))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Deletes what visitors who are gone planned and never paid with.
pub async fn delete_unused_of(tx: &WriteTx, visitors: impl IntoIterator<Item = &str>) -> Result<(), DbErr> {
    payment_row::Entity::delete_many()
        .filter(payment_row::Column::OrderId.is_null())
        .filter(payment_row::Column::Visitor.is_in(visitors))
        .exec(&**tx)
        .await?;
    Ok(())
}
