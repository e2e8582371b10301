//! Rows of carts and their lines. Every change begins by raising the cart's version, which also
//! holds the row: two changes of one cart never mix, on either database.

use fieldhouse_kernel::db::columns::Money;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::{
    WriteTx,
    built::{BuiltForRows, BuiltOnce, place},
};
use sea_orm::{
    ActiveValue::Set,
    FromQueryResult, IdenStatic, Iterable, QueryOrder, QueryResult, QuerySelect,
    entity::prelude::*,
    sea_query::{Alias, Expr, ExprTrait, Func, OnConflict, Order, Query, SelectStatement},
};

use crate::{
    buying::payments::store::cart_payment_row, finding::wishlist::store::item_row, owner::VisitorId,
    session::store::row::Model as SessionRow,
};

pub use crate::buying::cart_rows::store::{cart_row, line_row};
pub use cart_row::Model as CartRow;
pub use line_row::Model as LineRow;

/// Of a cart that can be changed.
pub const OPEN: &str = "open";
/// Of a cart that became an order.
pub const ORDERED: &str = "ordered";

/// As a literal: SQLite uses a partial index only when it sees the condition of the index.
pub fn is_open() -> Expr {
    Expr::col(cart_row::Column::Status).eq(Expr::cust("'open'"))
}

/// The visitor's open cart.
pub async fn find_open(db: &impl ConnectionTrait, visitor: VisitorId) -> Result<Option<CartRow>, DbErr> {
    cart_row::Entity::find().filter(cart_row::Column::Visitor.eq(visitor.to_string())).filter(is_open()).one(db).await
}

/// An open cart with what else its view depends on.
#[derive(Debug, Clone)]
pub struct SeenRow {
    /// The row.
    pub row: CartRow,
    /// Payments stand on it.
    pub payments: bool,
    /// Products its owner wishes for.
    pub wished: i64,
    /// When they were added, together: milliseconds since 1970.
    pub wished_at: Option<i64>,
}

/// What names of the columns of a row begin with beside those of others.
pub const CART: &str = "cart_";
/// The same of a session.
pub const SESSION: &str = "session_";
/// The same of a line.
pub const LINE: &str = "line_";

/// Asks for all columns of a row, under names that no other row's columns have.
pub fn columns<E: EntityTrait>(query: &mut SelectStatement, prefix: &str) {
    for column in E::Column::iter() {
        query.expr_as(Expr::col(column.as_column_ref()), Alias::new([prefix, column.as_str()].concat()));
    }
}

impl FromQueryResult for SeenRow {
    fn from_query_result(found: &QueryResult, _: &str) -> Result<Self, DbErr> {
        Ok(Self {
            row: CartRow::from_query_result(found, CART)?,
            payments: found.try_get("", "payments")?,
            wished: found.try_get("", "wished")?,
            wished_at: found.try_get("", "wished_at")?,
        })
    }
}

/// Bytes of all names and numbers of a cart's lines.
pub async fn bytes_of_texts(tx: &WriteTx, cart_id: &str) -> Result<u64, DbErr> {
    let bytes = Func::cust("octet_length").arg(Expr::col(line_row::Column::FreeForm));
    let sum = Expr::from(bytes).sum().cast_as("bigint");
    let found = line_row::Entity::find().select_only().expr(sum).filter(line_row::Column::CartId.eq(cart_id));
    let sum = found.into_tuple::<Option<i64>>().one(&**tx).await?.flatten();
    Ok(sum.and_then(|sum| u64::try_from(sum).ok()).unwrap_or(0))
}

/// Whether payments stand on a cart.
pub fn has_payments() -> Expr {
    let its = Expr::col((cart_payment_row::Entity, cart_payment_row::Column::CartId))
        .equals((cart_row::Entity, cart_row::Column::Id));
    let payments = Query::select().expr(Expr::val(1)).from(cart_payment_row::Entity).and_where(its).to_owned();
    Expr::exists(payments)
}

/// Which wishes an owner has at a site: how many, and when they were added, together. A list that was merged has old times among it,
/// so the last of them would not tell it from another.
fn with_wishes(query: &mut SelectStatement, owner: &Expr, site: &Expr, [many, when]: [&'static str; 2]) {
    let item = |column: item_row::Column| Expr::col((item_row::Entity, column));
    let wishes = |of_them: Expr| {
        let all = Query::select()
            .expr(of_them)
            .from(item_row::Entity)
            .and_where(item(item_row::Column::Owner).eq(owner.clone()))
            .and_where(item(item_row::Column::Site).eq(site.clone()))
            .to_owned();
        Expr::SubQuery(None, Box::new(all.into()))
    };
    query
        .expr_as(wishes(item(item_row::Column::ProductId).count()), many)
        .expr_as(wishes(item(item_row::Column::AddedAt).sum().cast_as("bigint")), when);
}

/// What a view of a cart depends on beside its row: whether payments stand on it, and which wishes its owner has at a site.
fn with_dependencies(query: &mut SelectStatement, site: &Value) {
    columns::<cart_row::Entity>(query, CART);
    query.expr_as(has_payments(), "payments");
    let owner = Expr::col((cart_row::Entity, cart_row::Column::Visitor));
    with_wishes(query, &owner, &Expr::val(site.clone()), ["wished", "wished_at"]);
}

/// The visitor's open cart with what its view depends on.
pub async fn find_seen(db: &impl ConnectionTrait, visitor: VisitorId, site: Site) -> Result<Option<SeenRow>, DbErr> {
    static QUERY: BuiltOnce = BuiltOnce::new();
    let query = QUERY.with(db.get_database_backend(), &[visitor.to_string().into(), site.key().into()], || {
        let mut query = Query::select();
        with_dependencies(&mut query, &place(1));
        query
            .from(cart_row::Entity)
            .and_where(Expr::col((cart_row::Entity, cart_row::Column::Visitor)).eq(place(0)))
            .and_where(is_open());
        query
    });
    SeenRow::find_by_statement(query).one(db).await
}

/// A session that has not ended, and the open cart of its visitor.
pub async fn find_of_session(
    db: &impl ConnectionTrait,
    (id_hash, site): (&str, Site),
    now: i64,
) -> Result<Option<(SessionRow, Option<SeenRow>)>, DbErr> {
    use crate::session::store::row::{Column, Entity};
    static QUERY: BuiltOnce = BuiltOnce::new();
    let query = QUERY.with(db.get_database_backend(), &[id_hash.into(), site.key().into(), now.into()], || {
        let mut query = Query::select();
        columns::<Entity>(&mut query, SESSION);
        with_dependencies(&mut query, &place(1));
        let its_cart =
            Expr::col((cart_row::Entity, cart_row::Column::Visitor)).equals((Entity, Column::Visitor)).and(is_open());
        query
            .from(Entity)
            .left_join(cart_row::Entity, its_cart)
            .and_where(Expr::col((Entity, Column::IdHash)).eq(place(0)))
            .and_where(Expr::col((Entity, Column::Site)).eq(place(1)))
            .and_where(Expr::col((Entity, Column::ExpiresAt)).gt(place(2)));
        query
    });
    let Some(found) = db.query_one_raw(query).await? else { return Ok(None) };
    let session = SessionRow::from_query_result(&found, SESSION)?;
    let has_cart = found.try_get::<Option<String>>(CART, "id")?.is_some();
    let cart = if has_cart { Some(SeenRow::from_query_result(&found, "")?) } else { None };
    Ok(Some((session, cart)))
}

/// A line with the version its cart had when it was read.
#[derive(Debug)]
pub struct SeenLine {
    /// The row.
    pub row: LineRow,
    /// The cart's version.
    pub version: i64,
    /// The cart's owner wishes for its product.
    pub wished: bool,
    /// Products they wish for, and when these were added, together.
    pub wishes: (i64, i64),
}

impl FromQueryResult for SeenLine {
    fn from_query_result(found: &QueryResult, _: &str) -> Result<Self, DbErr> {
        Ok(Self {
            row: LineRow::from_query_result(found, LINE)?,
            version: found.try_get("", "version")?,
            wished: found.try_get::<Option<String>>("", "wished")?.is_some(),
            wishes: (found.try_get("", "wishes")?, found.try_get::<Option<i64>>("", "wished_at")?.unwrap_or_default()),
        })
    }
}

/// An item of the wishlist of a cart's owner that is the product of one of its lines.
pub fn is_wished() -> Expr {
    let item = |column: item_row::Column| Expr::col((item_row::Entity, column));
    let cart = |column: cart_row::Column| (cart_row::Entity, column);
    item(item_row::Column::Owner)
        .equals(cart(cart_row::Column::Visitor))
        .and(item(item_row::Column::Site).equals(cart(cart_row::Column::Site)))
        .and(item(item_row::Column::ProductId).equals((line_row::Entity, line_row::Column::ProductId)))
}

/// All lines of an open cart in the order they were added, with what its owner wishes for at that moment.
pub async fn list_seen_lines(db: &impl ConnectionTrait, seen: &CartRow) -> Result<Vec<SeenLine>, DbErr> {
    static QUERY: BuiltOnce = BuiltOnce::new();
    let values = [&seen.id, &seen.visitor, &seen.site].map(|value| value.as_str().into());
    let query = QUERY.with(db.get_database_backend(), &values, || {
        let line = |column: line_row::Column| Expr::col((line_row::Entity, column));
        let cart = |column: cart_row::Column| (cart_row::Entity, column);
        let of_cart = line(line_row::Column::CartId).equals(cart(cart_row::Column::Id)).and(is_open());
        let mut query = Query::select();
        columns::<line_row::Entity>(&mut query, LINE);
        query
            .expr_as(Expr::col(cart(cart_row::Column::Version)), "version")
            .expr_as(Expr::col((item_row::Entity, item_row::Column::ProductId)), "wished");
        // The cart's owner and site, as values: counted once, and not for each line.
        with_wishes(&mut query, &Expr::val(place(1)), &Expr::val(place(2)), ["wishes", "wished_at"]);
        query
            .from(line_row::Entity)
            .inner_join(cart_row::Entity, of_cart)
            .left_join(item_row::Entity, is_wished())
            .and_where(line(line_row::Column::CartId).eq(place(0)))
            .order_by((line_row::Entity, line_row::Column::Position), Order::Asc);
        query
    });
    SeenLine::find_by_statement(query).all(db).await
}

/// Whose an open cart is.
pub async fn find_owner(tx: &WriteTx, id: &str) -> Result<Option<VisitorId>, DbErr> {
    let cart = cart_row::Entity::find_by_id(id).filter(is_open()).one(&**tx).await?;
    Ok(cart.and_then(|cart| cart.visitor.parse().ok()).map(VisitorId))
}

/// Raises the version of the visitor's open cart and holds it; the row is as after the step.
pub async fn bump_version(tx: &WriteTx, visitor: VisitorId, now: i64) -> Result<Option<CartRow>, DbErr> {
    let stepped = cart_row::Entity::update_many()
        .col_expr(cart_row::Column::Version, Expr::col(cart_row::Column::Version).add(1))
        .col_expr(cart_row::Column::ChangedAt, Expr::value(now))
        .filter(cart_row::Column::Visitor.eq(visitor.to_string()))
        .filter(is_open())
        .exec_with_returning(&**tx)
        .await?;
    Ok(stepped.into_iter().next())
}

/// Writes a new cart, unless the visitor has an open one already: then false.
pub async fn insert_cart(tx: &WriteTx, cart: &CartRow) -> Result<bool, DbErr> {
    let written = cart_row::Entity::insert(cart_row::ActiveModel::from(cart.clone()).reset_all())
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(written > 0)
}

/// Writes the first cart of a visitor whom nobody knew before this request.
pub fn insert_first_cart(tx: &WriteTx, cart: &CartRow) {
    static WRITE: BuiltOnce = BuiltOnce::new();
    tx.later_as_built(WRITE.inserting::<cart_row::Entity>(tx.get_database_backend(), cart, || None));
}

/// Notes for whom a cart is ordered.
pub async fn write_buys_for(tx: &WriteTx, id: &str, buys_for: &str) -> Result<(), DbErr> {
    cart_row::Entity::update_many()
        .col_expr(cart_row::Column::BuysFor, Expr::value(buys_for))
        .filter(cart_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Notes the sum of a cart's certificates.
pub async fn update_certificates(tx: &WriteTx, id: &str, cents: Money) -> Result<(), DbErr> {
    cart_row::Entity::update_many()
        .col_expr(cart_row::Column::CertificateCents, Expr::value(cents))
        .filter(cart_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes the codes of a cart.
pub async fn update_codes(tx: &WriteTx, cart: &CartRow) -> Result<(), DbErr> {
    cart_row::Entity::update_many()
        .col_expr(cart_row::Column::FlyerCode, Expr::value(cart.flyer_code.as_str()))
        .col_expr(cart_row::Column::FriendlyFlyerCode, Expr::value(cart.friendly_flyer_code.as_str()))
        .col_expr(cart_row::Column::ProgramId, Expr::value(cart.program_id.as_str()))
        .col_expr(cart_row::Column::CertFlyerCode, Expr::value(cart.cert_flyer_code.as_str()))
        .col_expr(cart_row::Column::CustomType, Expr::value(cart.custom_type))
        .filter(cart_row::Column::Id.eq(&cart.id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Gives a cart to somebody who has no open one.
pub async fn give_cart(tx: &WriteTx, id: &str, owner: VisitorId) -> Result<(), DbErr> {
    cart_row::Entity::update_many()
        .col_expr(cart_row::Column::Visitor, Expr::value(owner.to_string()))
        .filter(cart_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// All lines of a cart in the order they were added.
pub async fn list_lines(db: &impl ConnectionTrait, cart_id: &str) -> Result<Vec<LineRow>, DbErr> {
    line_row::Entity::find()
        .filter(line_row::Column::CartId.eq(cart_id))
        .order_by_asc(line_row::Column::Position)
        .all(db)
        .await
}

/// The lines of some products in the order they were added.
pub async fn list_lines_of(
    db: &impl ConnectionTrait,
    cart_id: &str,
    products: impl IntoIterator<Item = &str>,
) -> Result<Vec<LineRow>, DbErr> {
    line_row::Entity::find()
        .filter(line_row::Column::CartId.eq(cart_id))
        .filter(line_row::Column::ProductId.is_in(products))
        .order_by_asc(line_row::Column::Position)
        .all(db)
        .await
}

/// Writes lines: new ones, and what changed of those that are there. The caller holds the cart, so
/// what it read of a line is still true.
pub fn write_lines(tx: &WriteTx, lines: &[LineRow]) {
    use line_row::Column::{
        BaseCents, ConfirmedAt, FreeForm, Id, Identity, PersonalCents, ProductId, PromoCode, Quantity, YourCents,
    };
    static WRITE: BuiltForRows = BuiltForRows::new();
    let over = || {
        OnConflict::column(Id)
            .update_columns([
                ProductId,
                Identity,
                Quantity,
                FreeForm,
                BaseCents,
                YourCents,
                PersonalCents,
                PromoCode,
                ConfirmedAt,
            ])
            .to_owned()
    };
    for some in WRITE.inserting::<line_row::Entity>(tx.get_database_backend(), lines, || Some(over())) {
        tx.later_as_built(some);
    }
}

/// Lines a statement: below what either database takes as parameters.
const BATCH: usize = 500;

/// Deletes lines.
pub async fn delete_lines(tx: &WriteTx, lines: &[LineRow]) -> Result<(), DbErr> {
    for some in lines.chunks(BATCH) {
        let ids = some.iter().map(|line| line.id.as_str());
        line_row::Entity::delete_many().filter(line_row::Column::Id.is_in(ids)).exec(&**tx).await?;
    }
    Ok(())
}

/// Writes a cart's row as it was before, with the version and time of now.
pub async fn restore_cart(tx: &WriteTx, before: &CartRow, now: &CartRow) -> Result<CartRow, DbErr> {
    let mut row = cart_row::ActiveModel::from(before.clone()).reset_all();
    row.version = Set(now.version);
    row.changed_at = Set(now.changed_at);
    row.update(&**tx).await
}

/// Ids of up to `limit` open carts that nobody can come back to: no session, no bearer token, no customer, silent
/// since `then`. Looked for without holding the writer.
pub async fn list_lost_before(db: &impl ConnectionTrait, then: i64, limit: u64) -> Result<Vec<String>, DbErr> {
    let visitor = || Expr::col((cart_row::Entity, cart_row::Column::Visitor));
    let session = Query::select()
        .expr(Expr::val(1))
        .from("session")
        .and_where(Expr::col(("session", "visitor")).equals((cart_row::Entity, cart_row::Column::Visitor)))
        .to_owned();
    let customer = Query::select()
        .expr(Expr::val(1))
        .from("customer")
        .and_where(visitor().eq(Expr::col(("customer", "id"))))
        .to_owned();
    let grant = Query::select()
        .expr(Expr::val(1))
        .from("platform_grant")
        .and_where(visitor().eq(Expr::col(("platform_grant", "visitor"))))
        .to_owned();
    cart_row::Entity::find()
        .select_only()
        .column(cart_row::Column::Id)
        .filter(is_open())
        .filter(cart_row::Column::ChangedAt.lt(then))
        .filter(Expr::exists(session).not())
        .filter(Expr::exists(grant).not())
        .filter(Expr::exists(customer).not())
        .limit(limit)
        .into_tuple()
        .all(db)
        .await
}

/// Deletes the open carts of visitors that are gone.
pub async fn delete_open_of(tx: &WriteTx, visitors: impl IntoIterator<Item = &str>) -> Result<(), DbErr> {
    cart_row::Entity::delete_many()
        .filter(is_open())
        .filter(cart_row::Column::Visitor.is_in(visitors))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Ids of up to `limit` carts that became orders before `then`. Looked for without holding the writer.
pub async fn list_ordered_before(db: &impl ConnectionTrait, then: i64, limit: u64) -> Result<Vec<String>, DbErr> {
    cart_row::Entity::find()
        .select_only()
        .column(cart_row::Column::Id)
        .filter(cart_row::Column::Status.eq(ORDERED))
        .filter(cart_row::Column::ChangedAt.lt(then))
        .limit(limit)
        .into_tuple()
        .all(db)
        .await
}

/// Deletes carts with their lines and checkouts.
pub async fn delete_carts(tx: &WriteTx, ids: &[String]) -> Result<(), DbErr> {
    cart_row::Entity::delete_many().filter(cart_row::Column::Id.is_in(ids)).exec(&**tx).await?;
    Ok(())
}
