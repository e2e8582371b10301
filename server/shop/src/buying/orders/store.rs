//! Rows of orders: whole in themselves, so that no later change of catalogue or cart changes them.

use fieldhouse_core::{brand::Site, orders::status::Lifecycle};
use fieldhouse_kernel::db::{WriteTx, insert_all};
use sea_orm::{
    ActiveValue::Set,
    Condition, DbErr, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict, Query, UnionType},
};

use crate::{columns::Key, owner::VisitorId};

/// A row of `orders`.
pub mod order_row {
    use fieldhouse_core::{
        brand::Site,
        orders::status::{Lifecycle, OrderQueue},
    };
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
        /// Whoever placed it had no account.
        pub guest: bool,
        /// The cart it was.
        pub cart_id: String,
        /// Version of the cart that was reviewed.
        pub cart_version: i64,
        /// The one thing of its status that is stored and not derived.
        pub lifecycle: Key<Lifecycle>,
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
        /// Σ your price × quantity, less what the store took off later.
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
        /// What the store took off later.
        pub discount_cents: Money,
        /// Cards as ordered, JSON.
        pub items: String,
        /// Cards of lines that an edit took out, JSON.
        pub taken_out: String,
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
        /// Its brand sent no confirmations when it was placed.
        pub letter_off: bool,
        /// One more with each act.
        pub version: i64,
        /// When the last act was: milliseconds since 1970.
        pub changed_at: i64,
        /// When it was handed to picking and to the ERP: milliseconds since 1970.
        pub released_at: Option<i64>,
        /// Holds that nobody closed.
        pub open_holds: i64,
        /// Where the desk finds it: follows from the rest.
        pub queue: Key<OrderQueue>,
        /// Id of who of the store placed it in the customer's name, or empty.
        pub placed_by: String,
        /// Their name then, or empty.
        pub placed_by_name: String,
        /// While shopping as the customer, of which this is the id; or empty.
        pub shop_as_id: String,
        /// Pieces that will not be shipped.
        pub cancelled: i64,
        /// Pieces taken from the shelf.
        pub picked: i64,
        /// Pieces handed to the carrier.
        pub shipped: i64,
        /// Pieces that arrived.
        pub delivered: i64,
        /// Pieces sent back.
        pub returned: i64,
        /// Pieces credited.
        pub refunded: i64,
        /// Pieces lost on the way.
        pub written_off: i64,
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
        /// Pieces that were ordered, those added later among them.
        pub quantity: i64,
        /// Free texts, JSON.
        pub free_form: String,
        /// Whose pieces were canceled, of a line with a name for each: a JSON list, as it is printed.
        pub canceled_players: String,
        /// Base price of a piece.
        pub unit_base_cents: Money,
        /// Price paid for a piece.
        pub unit_your_cents: Money,
        /// Base price of the line.
        pub base_cents: Money,
        /// Price paid for the line.
        pub your_cents: Money,
        /// Which count of its article it belongs to; 0 while nobody counts it.
        pub stock_epoch: i64,
        /// Pieces that will not be shipped.
        pub cancelled: i64,
        /// Pieces taken from the shelf.
        pub picked: i64,
        /// Pieces handed to the carrier.
        pub shipped: i64,
        /// Pieces that arrived.
        pub delivered: i64,
        /// Pieces sent back.
        pub returned: i64,
        /// Pieces credited.
        pub refunded: i64,
        /// Pieces lost on the way.
        pub written_off: i64,
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
    let own = own(visitor, site);
    let total = own.clone().count(db).await?;
    Ok((newest(own).offset(offset).limit(limit).all(db).await?, total))
}

/// The visitor's newest orders. How many there are is not asked: a count reads as far as they go.
pub async fn list_newest(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    site: &str,
    limit: u64,
) -> Result<Vec<OrderRow>, DbErr> {
    newest(own(visitor, site)).limit(limit).all(db).await
}

fn own(visitor: VisitorId, site: &str) -> Select<order_row::Entity> {
    order_row::Entity::find()
        .filter(order_row::Column::Visitor.eq(visitor.to_string()))
        .filter(order_row::Column::Site.eq(site))
}

fn newest(orders: Select<order_row::Entity>) -> Select<order_row::Entity> {
    orders.order_by_desc(order_row::Column::PlacedAt).order_by_asc(order_row::Column::Id)
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
    /// The one thing of its status that is stored.
    pub lifecycle: Key<Lifecycle>,
    /// Milliseconds since 1970.
    pub placed_at: i64,
}

/// What tells the visitor's orders apart, newest first.
pub async fn list_order_facts(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    site: &str,
) -> Result<Vec<OrderFacts>, DbErr> {
    newest(own(visitor, site))
        .select_only()
        .columns([
            order_row::Column::Id,
            order_row::Column::Number,
            order_row::Column::PoNumber,
            order_row::Column::Email,
            order_row::Column::Lifecycle,
            order_row::Column::PlacedAt,
        ])
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
        // A declined or cancelled order gave its certificates back.
        .filter(order_row::Column::Lifecycle.is_not_in([Lifecycle::Declined, Lifecycle::Cancelled].map(Key)))
        .order_by_desc(order_row::Column::PlacedAt)
        .order_by_asc(order_row::Column::Id)
        .limit(limit)
        .all(db)
        .await
}

/// True when somebody has ordered something.
pub async fn is_any(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    Ok(order_row::Entity::find().select_only().column(order_row::Column::Id).limit(1).count(db).await? > 0)
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

/// Orders that were placed while shopping as a customer, by the ids of that, the oldest first.
pub async fn list_of_shop_as(
    db: &impl ConnectionTrait,
    (site, customer): (Site, &str),
    ids: &[&str],
) -> Result<Vec<OrderRow>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    order_row::Entity::find()
        .filter(order_row::Column::Site.eq(Key(site)))
        .filter(order_row::Column::Visitor.eq(customer))
        .filter(order_row::Column::ShopAsId.is_in(ids.iter().copied()))
        .order_by_asc(order_row::Column::PlacedAt)
        .order_by_asc(order_row::Column::Id)
        .all(db)
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

/// What was charged since a time at a site for orders that belong together and that nobody had to approve; for one that was canceled
/// nothing is.
pub async fn sum_together(db: &impl ConnectionTrait, site: &str, with: &Together, since: i64) -> Result<i64, DbErr> {
    use order_row::Column::{Id, Mailbox, Place, PlacedAt, PoNumber, Site, TotalCents, UnitKey, Visitor};
    // A branch for each way in which they belong together: each one is read by its own index.
    let branch = |belong: Expr| {
        order_row::Entity::find()
            .select_only()
            .column(Id)
            .filter(Site.eq(site))
            .filter(PlacedAt.gt(since))
            .filter(order_row::Column::Lifecycle.ne(Key(Lifecycle::Cancelled)))
            .filter(belong)
            .into_query()
    };
    let mut together = branch(Visitor.eq(&with.visitor));
    together
        .union(UnionType::Distinct, branch(Mailbox.is_in(with.mailboxes.iter().filter(|mailbox| !mailbox.is_empty()))));
    if !with.place.is_empty() {
        together.union(UnionType::Distinct, branch(Place.eq(&with.place)));
    }
    if !with.po_number.is_empty() && !with.unit_key.is_empty() {
        let purchase = UnitKey.eq(&with.unit_key).and(PoNumber.eq(&with.po_number));
        together.union(UnionType::Distinct, branch(purchase));
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
        .filter(Id.in_subquery(together))
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
        guest: Set(order.guest),
        cart_id: Set(order.cart_id),
        cart_version: Set(order.cart_version),
        lifecycle: Set(order.lifecycle),
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
        discount_cents: Set(order.discount_cents),
        items: Set(order.items),
        taken_out: Set(order.taken_out),
        summary: Set(order.summary),
        unit_key: Set(order.unit_key),
        unit_name: Set(order.unit_name),
        mailbox: Set(order.mailbox),
        place: Set(order.place),
        letter_held: Set(order.letter_held),
        letter_off: Set(order.letter_off),
        version: Set(order.version),
        changed_at: Set(order.changed_at),
        released_at: Set(order.released_at),
        open_holds: Set(order.open_holds),
        queue: Set(order.queue),
        placed_by: Set(order.placed_by),
        placed_by_name: Set(order.placed_by_name),
        shop_as_id: Set(order.shop_as_id),
        cancelled: Set(order.cancelled),
        picked: Set(order.picked),
        shipped: Set(order.shipped),
        delivered: Set(order.delivered),
        returned: Set(order.returned),
        refunded: Set(order.refunded),
        written_off: Set(order.written_off),
    };
    let written = order_row::Entity::insert(row)
        .on_conflict(OnConflict::column(order_row::Column::CartId).do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(written > 0)
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
        canceled_players: Set(line.canceled_players),
        unit_base_cents: Set(line.unit_base_cents),
        unit_your_cents: Set(line.unit_your_cents),
        base_cents: Set(line.base_cents),
        your_cents: Set(line.your_cents),
        stock_epoch: Set(line.stock_epoch),
        cancelled: Set(line.cancelled),
        picked: Set(line.picked),
        shipped: Set(line.shipped),
        delivered: Set(line.delivered),
        returned: Set(line.returned),
        refunded: Set(line.refunded),
        written_off: Set(line.written_off),
    });
    // More values than a statement binds, where an order has two thousand lines.
    insert_all(&**tx, rows.collect(), None).await
}

/// Writes what an edit changes of an order beside its version and its ledger.
pub async fn write_edited(tx: &WriteTx, order: &OrderRow) -> Result<(), DbErr> {
    use order_row::Column;
    order_row::Entity::update_many()
        .col_expr(Column::ShipTo, Expr::value(&order.ship_to))
        .col_expr(Column::Place, Expr::value(&order.place))
        .col_expr(Column::ShippingMethod, Expr::value(&order.shipping_method))
        .col_expr(Column::PoNumber, Expr::value(&order.po_number))
        .col_expr(Column::MerchCents, Expr::value(order.merch_cents))
        .col_expr(Column::YourCents, Expr::value(order.your_cents))
        .col_expr(Column::DiscountCents, Expr::value(order.discount_cents))
        .col_expr(Column::FreightCents, Expr::value(order.freight_cents))
        .col_expr(Column::TaxCents, Expr::value(order.tax_cents))
        .col_expr(Column::TotalCents, Expr::value(order.total_cents))
        .col_expr(Column::Certificates, Expr::value(&order.certificates))
        .col_expr(Column::Items, Expr::value(&order.items))
        .col_expr(Column::TakenOut, Expr::value(&order.taken_out))
        .col_expr(Column::Summary, Expr::value(&order.summary))
        .filter(Column::Id.eq(&order.id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes prices and texts of a line.
pub async fn write_line(tx: &WriteTx, line: &OrderLineRow) -> Result<(), DbErr> {
    use order_line_row::Column;
    order_line_row::Entity::update_many()
        .col_expr(Column::FreeForm, Expr::value(&line.free_form))
        .col_expr(Column::UnitBaseCents, Expr::value(line.unit_base_cents))
        .col_expr(Column::UnitYourCents, Expr::value(line.unit_your_cents))
        .col_expr(Column::BaseCents, Expr::value(line.base_cents))
        .col_expr(Column::YourCents, Expr::value(line.your_cents))
        .filter(Column::OrderId.eq(&line.order_id))
        .filter(Column::Position.eq(line.position))
        .exec(&**tx)
        .await?;
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

/// The lines of an order that say something, in their order; some of them, or all.
pub async fn list_named_lines(
    db: &impl ConnectionTrait,
    order_id: &str,
    positions: Option<&[u32]>,
) -> Result<Vec<OrderLineRow>, DbErr> {
    use order_line_row::Column;
    let some = positions.map(|positions| Column::Position.is_in(positions.iter().copied().map(i64::from)));
    order_line_row::Entity::find()
        .filter(Condition::all().add(Column::OrderId.eq(order_id)).add(Column::FreeForm.ne("[]")).add_option(some))
        .order_by_asc(Column::Position)
        .all(db)
        .await
}

/// Whose pieces of a line were canceled.
pub async fn write_canceled_players(tx: &WriteTx, order_id: &str, position: u32, players: &str) -> Result<(), DbErr> {
    use order_line_row::Column;
    order_line_row::Entity::update_many()
        .col_expr(Column::CanceledPlayers, Expr::value(players))
        .filter(Column::OrderId.eq(order_id))
        .filter(Column::Position.eq(i64::from(position)))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Lets all lines of an article belong to a count of it that begins: what becomes of them later moves its stock.
pub async fn note_epoch(tx: &WriteTx, sku: &str, epoch: i64) -> Result<(), DbErr> {
    use order_line_row::Column;
    order_line_row::Entity::update_many()
        .col_expr(Column::StockEpoch, Expr::value(epoch))
        .filter(Column::Sku.eq(sku))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// The lines of an article, each with the lifecycle of its order.
pub async fn list_lines_of_article(
    db: &impl ConnectionTrait,
    sku: &str,
) -> Result<Vec<(Lifecycle, OrderLineRow)>, DbErr> {
    let lines = order_line_row::Entity::find().filter(order_line_row::Column::Sku.eq(sku)).all(db).await?;
    let outstanding = |line: &OrderLineRow| line.ledger().outstanding() > 0;
    let lines: Vec<OrderLineRow> = lines.into_iter().filter(outstanding).collect();
    let mut lifecycles = std::collections::HashMap::new();
    let mut ids: Vec<String> = lines.iter().map(|line| line.order_id.clone()).collect();
    ids.dedup();
    for some in ids.chunks(500) {
        for order in find_orders(db, some.to_vec()).await? {
            lifecycles.insert(order.id, *order.lifecycle);
        }
    }
    Ok(lines.into_iter().filter_map(|line| Some((*lifecycles.get(&line.order_id)?, line))).collect())
}

/// The lines of some orders, by order and position.
pub async fn list_lines_of(db: &impl ConnectionTrait, orders: Vec<String>) -> Result<Vec<OrderLineRow>, DbErr> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    order_line_row::Entity::find()
        .filter(order_line_row::Column::OrderId.is_in(orders))
        .order_by_asc(order_line_row::Column::OrderId)
        .order_by_asc(order_line_row::Column::Position)
        .all(db)
        .await
}

/// The order of a message, whoever placed it.
pub async fn find_placed(db: &impl ConnectionTrait, id: &str) -> Result<Option<OrderRow>, DbErr> {
    order_row::Entity::find_by_id(id).one(db).await
}

/// The same, held until the transaction ends: who acts on it now is before this act or after it.
pub async fn hold_order(tx: &WriteTx, id: &str) -> Result<Option<OrderRow>, DbErr> {
    order_row::Entity::find_by_id(id).lock_exclusive().one(&**tx).await
}
