//! Rows of checkout: what a shopper saved of shipping and payment for a cart.

use fieldhouse_core::{brand::Site, letters::LetterKind};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, FromQueryResult, QueryResult,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, OnConflict, Order, Query, SelectStatement},
};

use crate::{
    buying::cart::store::{self as carts, CART, CartRow, LINE, LineRow, SESSION, cart_row, line_row},
    finding::wishlist::store::item_row,
    mail::store as mail,
    owner::VisitorId,
    people::account::store::has_reader,
    session::store::row as session_row,
    stock::store::stock_row,
};

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

/// A line of an open cart with everything that an order is made of, as it stood at one moment; without a line, of a cart that
/// has none.
#[derive(Debug)]
pub struct ReadyRow {
    /// The cart.
    pub row: CartRow,
    /// What was saved for it.
    pub shipping: Option<String>,
    /// What was saved for it.
    pub payment: Option<String>,
    /// Payments stand on it.
    pub payments: bool,
    /// The line.
    pub line: Option<LineRow>,
    /// Its article is counted.
    pub counted: bool,
    /// Its product is on the wishlist of the cart's owner.
    pub wished: bool,
}

impl FromQueryResult for ReadyRow {
    fn from_query_result(found: &QueryResult, _: &str) -> Result<Self, DbErr> {
        Ok(Self {
            row: CartRow::from_query_result(found, CART)?,
            shipping: found.try_get("", "shipping")?,
            payment: found.try_get("", "payment")?,
            payments: found.try_get("", "payments")?,
            line: LineRow::from_query_result_optional(found, LINE)?,
            counted: found.try_get::<Option<String>>("", "counted")?.is_some(),
            wished: found.try_get::<Option<String>>("", "wished")?.is_some(),
        })
    }
}

/// Adds what an order is made of to a query that has a cart, its lines in the order they were added.
fn with_order(query: &mut SelectStatement) {
    let line = |column: line_row::Column| Expr::col((line_row::Entity, column));
    let saved = |column: row::Column| Expr::col((row::Entity, column));
    let stock = |column: stock_row::Column| Expr::col((stock_row::Entity, column));
    carts::columns::<cart_row::Entity>(query, CART);
    carts::columns::<line_row::Entity>(query, LINE);
    query
        .expr_as(saved(row::Column::Shipping), "shipping")
        .expr_as(saved(row::Column::Payment), "payment")
        .expr_as(carts::has_payments(), "payments")
        .expr_as(stock(stock_row::Column::Sku), "counted")
        .expr_as(Expr::col((item_row::Entity, item_row::Column::ProductId)), "wished")
        .left_join(row::Entity, saved(row::Column::CartId).equals((cart_row::Entity, cart_row::Column::Id)))
        .left_join(line_row::Entity, line(line_row::Column::CartId).equals((cart_row::Entity, cart_row::Column::Id)))
        .left_join(
            stock_row::Entity,
            stock(stock_row::Column::Sku)
                .equals((line_row::Entity, line_row::Column::Sku))
                .and(stock(stock_row::Column::Counted).eq(true)),
        )
        .left_join(item_row::Entity, carts::is_wished())
        .order_by((line_row::Entity, line_row::Column::Position), Order::Asc);
}

/// Everything that an order of a visitor is made of: one row a line of their open cart.
pub async fn list_ready(db: &impl ConnectionTrait, visitor: VisitorId) -> Result<Vec<ReadyRow>, DbErr> {
    let mut query = Query::select();
    query.from(cart_row::Entity);
    with_order(&mut query);
    query
        .and_where(Expr::col((cart_row::Entity, cart_row::Column::Visitor)).eq(visitor.to_string()))
        .and_where(carts::is_open());
    ReadyRow::find_by_statement(db.get_database_backend().build(&query)).all(db).await
}

/// The same of a session that has not ended, with the session.
pub async fn list_ready_of_session(
    db: &impl ConnectionTrait,
    (id_hash, site): (&str, Site),
    now: i64,
) -> Result<Option<(session_row::Model, Vec<ReadyRow>)>, DbErr> {
    use session_row::{Column, Entity};
    let mut query = Query::select();
    carts::columns::<Entity>(&mut query, SESSION);
    let its_cart = Expr::col((cart_row::Entity, cart_row::Column::Visitor))
        .equals((Entity, Column::Visitor))
        .and(carts::is_open());
    query.from(Entity).left_join(cart_row::Entity, its_cart);
    with_order(&mut query);
    query
        .and_where(Expr::col((Entity, Column::IdHash)).eq(id_hash))
        .and_where(Expr::col((Entity, Column::Site)).eq(site.key()))
        .and_where(Expr::col((Entity, Column::ExpiresAt)).gt(now));
    let found = db.query_all(&query).await?;
    let Some(first) = found.first() else { return Ok(None) };
    let session = session_row::Model::from_query_result(first, SESSION)?;
    let has_cart = first.try_get::<Option<String>>(CART, "id")?.is_some();
    let rows = found.iter().filter(|_| has_cart);
    let ready = rows.map(|found| ReadyRow::from_query_result(found, "")).collect::<Result<_, _>>()?;
    Ok(Some((session, ready)))
}

/// Makes an open cart one that became an order, as long as it and what was saved for it are what they were when they were
/// read; true when they are. Whoever else changes it waits.
pub async fn close_as_read(
    tx: &WriteTx,
    cart: &CartRow,
    (shipping, payment): (Option<&str>, Option<&str>),
    now: i64,
) -> Result<bool, DbErr> {
    let text = |column: row::Column| Func::coalesce([Expr::col((row::Entity, column)), Expr::val("")]);
    let saved = Query::select()
        .expr(Expr::val(1))
        .from(row::Entity)
        .and_where(Expr::col((row::Entity, row::Column::CartId)).equals((cart_row::Entity, cart_row::Column::Id)))
        .and_where(
            Expr::expr(text(row::Column::Shipping))
                .ne(shipping.unwrap_or_default())
                .or(Expr::expr(text(row::Column::Payment)).ne(payment.unwrap_or_default())),
        )
        .to_owned();
    let closed = cart_row::Entity::update_many()
        .col_expr(cart_row::Column::Status, Expr::value(carts::ORDERED))
        .col_expr(cart_row::Column::Version, Expr::value(cart.version.saturating_add(1)))
        .col_expr(cart_row::Column::ChangedAt, Expr::value(now))
        .filter(cart_row::Column::Id.eq(&cart.id))
        .filter(cart_row::Column::Visitor.eq(&cart.visitor))
        .filter(cart_row::Column::Version.eq(cart.version))
        .filter(carts::is_open())
        .filter(Expr::exists(saved).not())
        .exec(&**tx)
        .await?;
    Ok(closed.rows_affected > 0)
}

/// What the store knows of the mailbox that an order names.
#[derive(Debug, FromQueryResult)]
pub struct ReaderRow {
    /// Its owner once used a link of ours.
    pub confirmed: bool,
    /// Letters to it that count.
    pub letters: i64,
    /// The brand does not send the letter about an order that was placed.
    pub switched_off: bool,
    /// A customer of the site reads it.
    pub known: bool,
}

/// The same. Whoever asks waited for the mailbox before.
pub async fn find_reader(
    tx: &WriteTx,
    (site, mailbox): (Site, &str),
    letters: SelectStatement,
) -> Result<Option<ReaderRow>, DbErr> {
    let mut query = Query::select();
    query
        .expr_as(mail::confirmed(mailbox), "confirmed")
        .expr_as(Expr::SubQuery(None, Box::new(letters.into())), "letters")
        .expr_as(mail::switched_off(site, LetterKind::OrderPlaced), "switched_off")
        .expr_as(has_reader(site, mailbox), "known");
    ReaderRow::find_by_statement(tx.get_database_backend().build(&query)).one(&**tx).await
}
