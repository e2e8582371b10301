//! Rows of orders: whole in themselves, so that no later change of catalogue or cart changes them.

use fieldhouse_core::people::approval::Decision;
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Condition, Expr, ExprTrait, OnConflict, Query},
};

use crate::owner::VisitorId;

/// A row of `orders`.
pub mod order_row {
    use fieldhouse_core::brand::Site;
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "orders")]
    pub struct Model {
        /// Unguessable id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Number for people.
        pub number: String,
        /// Site key.
        pub site: Key<Site>,
        /// Whose it is.
        pub visitor: String,
        /// The cart it was.
        pub cart_id: String,
        /// Version of the cart that was reviewed.
        pub cart_version: i64,
        /// As shown.
        pub status: String,
        /// Milliseconds since 1970.
        pub placed_at: i64,
        /// For the confirmation.
        pub email: String,
        /// Address, JSON.
        pub ship_to: String,
        /// Label of the shipping method.
        pub shipping_method: String,
        /// Notes for the carrier.
        pub instructions: String,
        /// Purchase-order number.
        pub po_number: String,
        /// Name of the purchase order's file.
        pub po_file_name: String,
        /// Pieces.
        pub total_quantity: i64,
        /// Σ base × quantity.
        pub merch_cents: Money,
        /// Σ your price × quantity.
        pub your_cents: Money,
        /// Freight.
        pub freight_cents: Money,
        /// Tax.
        pub tax_cents: Money,
        /// What is charged.
        pub total_cents: Money,
        /// What its certificates were worth.
        pub certificate_cents: Money,
        /// Its certificates, JSON.
        pub certificates: String,
        /// Cards as ordered, JSON.
        pub items: String,
        /// Sums as shown, JSON.
        pub summary: String,
        /// Key of the business unit it is for, or empty.
        pub unit_key: String,
        /// Its name then, or empty.
        pub unit_name: String,
        /// The mailbox its e-mail reaches.
        pub mailbox: String,
        /// The place it goes to, as places are counted; empty when unreadable.
        pub place: String,
        /// Its confirmation is kept and not sent.
        pub letter_held: bool,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `order_line`.
pub mod order_line_row {
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_line")]
    pub struct Model {
        /// Its order.
        #[sea_orm(primary_key, auto_increment = false)]
        pub order_id: String,
        /// From 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i64,
        /// Stock keeping unit.
        pub sku: String,
        /// Product.
        pub product_id: String,
        /// Name as ordered.
        pub name: String,
        /// Pieces.
        pub quantity: i64,
        /// Free texts, JSON.
        pub free_form: String,
        /// Base price of a piece.
        pub unit_base_cents: Money,
        /// Price paid for a piece.
        pub unit_your_cents: Money,
        /// Base price of the line.
        pub base_cents: Money,
        /// Price paid for the line.
        pub your_cents: Money,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use order_line_row::Model as OrderLineRow;
pub use order_row::Model as OrderRow;

/// The visitor's order.
pub async fn find_order(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    site: &str,
    id: &str,
) -> Result<Option<OrderRow>, DbErr> {
    order_row::Entity::find_by_id(id)
        .filter(order_row::Column::Visitor.eq(visitor.to_string()))
        .filter(order_row::Column::Site.eq(site))
        .one(db)
        .await
}

/// An order of a site, whosever it is.
pub async fn find_at(db: &impl ConnectionTrait, site: &str, id: &str) -> Result<Option<OrderRow>, DbErr> {
    order_row::Entity::find_by_id(id).filter(order_row::Column::Site.eq(site)).one(db).await
}

/// The order of a number at a site, whosever it is.
pub async fn find_by_number(db: &impl ConnectionTrait, site: &str, number: &str) -> Result<Option<OrderRow>, DbErr> {
    order_row::Entity::find()
        .filter(order_row::Column::Number.eq(number))
        .filter(order_row::Column::Site.eq(site))
        .one(db)
        .await
}

/// A part of the visitor's orders, newest first, and how many there are.
pub async fn list_orders(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    site: &str,
    (offset, limit): (u64, u64),
) -> Result<(Vec<OrderRow>, u64), DbErr> {
    let own = order_row::Entity::find()
        .filter(order_row::Column::Visitor.eq(visitor.to_string()))
        .filter(order_row::Column::Site.eq(site));
    let total = own.clone().count(db).await?;
    let rows = own
        .order_by_desc(order_row::Column::PlacedAt)
        .order_by_asc(order_row::Column::Id)
        .offset(offset)
        .limit(limit)
        .all(db)
        .await?;
    Ok((rows, total))
}

/// What tells a visitor's orders apart.
#[derive(Debug, sea_orm::FromQueryResult)]
pub struct OrderFacts {
    /// Id.
    pub id: String,
    /// Number for people.
    pub number: String,
    /// Purchase-order number, or empty.
    pub po_number: String,
    /// E-mail of the confirmation.
    pub email: String,
    /// Status.
    pub status: String,
    /// Milliseconds since 1970.
    pub placed_at: i64,
}

/// What tells the visitor's orders apart, newest first.
pub async fn list_order_facts(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    site: &str,
) -> Result<Vec<OrderFacts>, DbErr> {
    order_row::Entity::find()
        .select_only()
        .columns([
            order_row::Column::Id,
            order_row::Column::Number,
            order_row::Column::PoNumber,
            order_row::Column::Email,
            order_row::Column::Status,
            order_row::Column::PlacedAt,
        ])
        .filter(order_row::Column::Visitor.eq(visitor.to_string()))
        .filter(order_row::Column::Site.eq(site))
        .order_by_desc(order_row::Column::PlacedAt)
        .order_by_asc(order_row::Column::Id)
        .into_model()
        .all(db)
        .await
}

/// Orders of some visitors at a site that certificates paid for, newest first.
pub async fn list_paid_by_certificates(
    db: &impl ConnectionTrait,
    visitors: Vec<String>,
    site: &str,
    limit: u64,
) -> Result<Vec<OrderRow>, DbErr> {
    if visitors.is_empty() {
        return Ok(Vec::new());
    }
    order_row::Entity::find()
        .filter(order_row::Column::Visitor.is_in(visitors))
        .filter(order_row::Column::Site.eq(site))
        .filter(order_row::Column::CertificateCents.gt(0))
        // A declined order gave its certificates back.
        .filter(order_row::Column::Status.ne(Decision::Declined.order_status()))
        .order_by_desc(order_row::Column::PlacedAt)
        .order_by_asc(order_row::Column::Id)
        .limit(limit)
        .all(db)
        .await
}

/// Some orders by their ids, in no order.
pub async fn find_orders(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<OrderRow>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    order_row::Entity::find().filter(order_row::Column::Id.is_in(ids)).all(db).await
}

/// Id of the order that the visitor's cart became.
pub async fn find_order_of_cart(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    cart_id: &str,
) -> Result<Option<OrderRow>, DbErr> {
    order_row::Entity::find()
        .filter(order_row::Column::CartId.eq(cart_id))
        .filter(order_row::Column::Visitor.eq(visitor.to_string()))
        .one(db)
        .await
}

/// What belongs together with an order when it is asked how much was ordered without anybody's approval.
#[derive(Debug, Clone, Default)]
pub struct Together {
    /// Whose orders.
    pub visitor: String,
    /// Mailboxes of the buyer: the account's and the order's.
    pub mailboxes: Vec<String>,
    /// Place it goes to, or empty.
    pub place: String,
    /// Key of the unit it is for, or empty.
    pub unit_key: String,
    /// Purchase-order number, or empty.
    pub po_number: String,
}

/// What was charged since a time at a site for orders that belong together and that nobody had to approve.
pub async fn sum_together(db: &impl ConnectionTrait, site: &str, with: &Together, since: i64) -> Result<i64, DbErr> {
    use order_row::Column::{Id, Mailbox, Place, PlacedAt, PoNumber, Site, TotalCents, UnitKey, Visitor};
    let mut any = Condition::any()
        .add(Visitor.eq(&with.visitor))
        .add(Mailbox.is_in(with.mailboxes.iter().filter(|mailbox| !mailbox.is_empty())));
    if !with.place.is_empty() {
        any = any.add(Place.eq(&with.place));
    }
    if !with.po_number.is_empty() && !with.unit_key.is_empty() {
        any = any.add(UnitKey.eq(&with.unit_key).and(PoNumber.eq(&with.po_number)));
    }
    // What waits, and what was decided about, is in other hands already.
    let asked = Query::select()
        .column("order_id")
        .from("order_approval")
        .and_where(Expr::col("order_id").equals((order_row::Entity, Id)))
        .to_owned();
    let sum: Option<Option<i64>> = order_row::Entity::find()
        .select_only()
        .column_as(TotalCents.sum().cast_as("bigint"), "sum")
        .filter(Site.eq(site))
        .filter(PlacedAt.gt(since))
        .filter(any)
        .filter(Expr::exists(asked).not())
        .into_tuple()
        .one(db)
        .await?;
    Ok(sum.flatten().unwrap_or_default())
}

/// Writes an order; false when its cart became one already.
pub async fn insert_order(tx: &WriteTx, order: OrderRow) -> Result<bool, DbErr> {
    let row = order_row::ActiveModel {
        id: Set(order.id),
        number: Set(order.number),
        site: Set(order.site),
        visitor: Set(order.visitor),
        cart_id: Set(order.cart_id),
        cart_version: Set(order.cart_version),
        status: Set(order.status),
        placed_at: Set(order.placed_at),
        email: Set(order.email),
        ship_to: Set(order.ship_to),
        shipping_method: Set(order.shipping_method),
        instructions: Set(order.instructions),
        po_number: Set(order.po_number),
        po_file_name: Set(order.po_file_name),
        total_quantity: Set(order.total_quantity),
        merch_cents: Set(order.merch_cents),
        your_cents: Set(order.your_cents),
        freight_cents: Set(order.freight_cents),
        tax_cents: Set(order.tax_cents),
        total_cents: Set(order.total_cents),
        certificate_cents: Set(order.certificate_cents),
        certificates: Set(order.certificates),
        items: Set(order.items),
        summary: Set(order.summary),
        unit_key: Set(order.unit_key),
        unit_name: Set(order.unit_name),
        mailbox: Set(order.mailbox),
        place: Set(order.place),
        letter_held: Set(order.letter_held),
    };
    let written = order_row::Entity::insert(row)
        .on_conflict(OnConflict::column(order_row::Column::CartId).do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(written > 0)
}

/// Another status of an order.
pub async fn write_status(tx: &WriteTx, id: &str, status: &str) -> Result<(), DbErr> {
    order_row::Entity::update_many()
        .col_expr(order_row::Column::Status, Expr::value(status))
        .filter(order_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes the lines of an order.
pub async fn insert_lines(tx: &WriteTx, lines: impl IntoIterator<Item = OrderLineRow>) -> Result<(), DbErr> {
    let rows = lines.into_iter().map(|line| order_line_row::ActiveModel {
        order_id: Set(line.order_id),
        position: Set(line.position),
        sku: Set(line.sku),
        product_id: Set(line.product_id),
        name: Set(line.name),
        quantity: Set(line.quantity),
        free_form: Set(line.free_form),
        unit_base_cents: Set(line.unit_base_cents),
        unit_your_cents: Set(line.unit_your_cents),
        base_cents: Set(line.base_cents),
        your_cents: Set(line.your_cents),
    });
    order_line_row::Entity::insert_many(rows).exec_without_returning(&**tx).await?;
    Ok(())
}

/// The lines of an order.
pub async fn list_lines(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<OrderLineRow>, DbErr> {
    order_line_row::Entity::find()
        .filter(order_line_row::Column::OrderId.eq(order_id))
        .order_by_asc(order_line_row::Column::Position)
        .all(db)
        .await
}

/// The order of a message, whoever placed it.
pub async fn find_placed(db: &impl ConnectionTrait, id: &str) -> Result<Option<OrderRow>, DbErr> {
    order_row::Entity::find_by_id(id).one(db).await
}
