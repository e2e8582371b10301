//! Holds a cart and reads its lines, in one statement.

use std::collections::BTreeSet;

use fieldhouse_kernel::db::{
    WriteTx,
    built::{BuiltOnce, place},
};
use sea_orm::{
    DbBackend, FromQueryResult, QueryResult, Statement,
    entity::prelude::*,
    sea_query::{Alias, Expr, ExprTrait, LockType, Order, Query, SelectStatement, UpdateStatement},
};

use crate::{
    buying::cart::store::{CART, CartRow, LINE, LineRow, cart_row, columns, is_open, line_row},
    owner::VisitorId,
};

/// Which lines of a held cart are read with it.
#[derive(Debug, Clone, Copy)]
pub enum Held<'i> {
    /// Those of some products.
    Products(&'i BTreeSet<&'i str>),
    /// Some lines with all others of their products.
    Pools(&'i BTreeSet<&'i str>),
    /// All of them.
    All,
}

/// Lines of the cart.
fn of_cart() -> Expr {
    Expr::col((line_row::Entity, line_row::Column::CartId)).equals((cart_row::Entity, cart_row::Column::Id))
}

/// Lines of the products that some lines are of. For one line it is asked which product that is: PostgreSQL then goes to its
/// lines by the index, where it goes through all lines of the cart to see which are of one of some products.
fn pools(ids: Vec<Value>) -> Expr {
    use line_row::Column::{Id, ProductId};
    let (other, is_one) = (Alias::new("other"), ids.len() == 1);
    let products = Query::select()
        .column((other.clone(), ProductId))
        .from_as(line_row::Entity, other.clone())
        .and_where(Expr::col((other, Id)).is_in(ids))
        .to_owned();
    let product = Expr::col((line_row::Entity, ProductId));
    of_cart().and(if is_one {
        product.eq(Expr::SubQuery(None, Box::new(products.into())))
    } else {
        product.in_subquery(products)
    })
}

/// The open cart of a visitor with the lines that are wanted, held.
fn held(backend: DbBackend, visitor: &Value, wanted: Expr) -> SelectStatement {
    // Whoever waited for the row has it as it is now, and beside it what was there when the statement began.
    let begun = Alias::new("begun");
    let seen = Query::select()
        .column((begun.clone(), cart_row::Column::Version))
        .from_as(cart_row::Entity, begun.clone())
        .and_where(Expr::col((begun.clone(), cart_row::Column::Visitor)).eq(visitor.clone()))
        .and_where(Expr::col((begun, cart_row::Column::Status)).eq(Expr::cust("'open'")))
        .to_owned();
    let mut query = Query::select();
    columns::<cart_row::Entity>(&mut query, CART);
    columns::<line_row::Entity>(&mut query, LINE);
    query
        .expr_as(Expr::SubQuery(None, Box::new(seen.into())), "seen")
        .from(cart_row::Entity)
        .left_join(line_row::Entity, wanted)
        .and_where(Expr::col((cart_row::Entity, cart_row::Column::Visitor)).eq(visitor.clone()))
        .and_where(is_open())
        .order_by((line_row::Entity, line_row::Column::Position), Order::Asc);
    if backend == DbBackend::Postgres {
        query.lock_with_tables(LockType::Update, [cart_row::Entity]);
    }
    query
}

/// The visitor's open cart with some of its lines in the order they were added, held until the transaction ends.
pub async fn hold_open(
    tx: &WriteTx,
    visitor: VisitorId,
    which: Held<'_>,
) -> Result<Option<(CartRow, Vec<LineRow>)>, DbErr> {
    static OF_ONE_LINE: BuiltOnce = BuiltOnce::new();
    let (backend, visitor) = (tx.get_database_backend(), Value::from(visitor.to_string()));
    let query = match which {
        Held::Pools(ids) if ids.len() == 1 => {
            let given = [visitor, ids.first().copied().unwrap_or_default().into()];
            OF_ONE_LINE.with(backend, &given, || held(backend, &place(0), pools(vec![place(1)])))
        }
        Held::Pools(ids) => backend.build(&held(backend, &visitor, pools(ids.iter().map(|id| (*id).into()).collect()))),
        Held::Products(products) => {
            let of_products =
                Expr::col((line_row::Entity, line_row::Column::ProductId)).is_in(products.iter().copied());
            backend.build(&held(backend, &visitor, of_cart().and(of_products)))
        }
        Held::All => backend.build(&held(backend, &visitor, of_cart())),
    };
    let mut found = tx.query_all_raw(query.clone()).await?;
    let Some(mut row) = held_row(&found)? else { return Ok(None) };
    if found.first().map(|found| found.try_get::<i64>("", "seen")).transpose()? != Some(row.version) {
        // Held by now: this time both are of one moment.
        found = tx.query_all_raw(query).await?;
        let Some(now) = held_row(&found)? else { return Ok(None) };
        row = now;
    }
    let lines = found.iter().filter_map(|found| LineRow::from_query_result_optional(found, LINE).transpose());
    let lines: Vec<LineRow> = lines.collect::<Result<_, _>>()?;
    let is_whole = match which {
        Held::Pools(ids) => ids.iter().all(|id| lines.iter().any(|line| line.id == *id)),
        Held::Products(_) | Held::All => true,
    };
    Ok(Some((row, if is_whole { lines } else { Vec::new() })))
}

/// The cart that all of some rows are of: what else stands in them is its lines.
fn held_row(found: &[QueryResult]) -> Result<Option<CartRow>, DbErr> {
    found.first().map(|found| CartRow::from_query_result(found, CART)).transpose()
}

/// What the step of a cart writes to its row.
const STEP: [cart_row::Column; 9] = {
    use cart_row::Column::{
        ChangedAt, LineCount, MerchCents, NextPosition, PriceKey, PricedChange, TotalQuantity, Version, YourCents,
    };
    [Version, ChangedAt, NextPosition, LineCount, TotalQuantity, MerchCents, YourCents, PricedChange, PriceKey]
};

/// The values of a step's places, and after them those of its conditions.
fn step_values(cart: &CartRow, conditions: impl IntoIterator<Item = Value>) -> Vec<Value> {
    STEP.into_iter().map(|column| cart.get(column)).chain([cart.get(cart_row::Column::Id)]).chain(conditions).collect()
}

/// The step, with places for its values and the cart's id.
fn step() -> UpdateStatement {
    let mut write = Query::update();
    write.table(cart_row::Entity).and_where(Expr::col(cart_row::Column::Id).eq(place(STEP.len())));
    for (number, column) in STEP.into_iter().enumerate() {
        write.value(column, place(number));
    }
    write
}

/// Writes the step of a held cart, and what it made of its sums.
pub fn update_sums(tx: &WriteTx, cart: &CartRow) {
    static WRITE: BuiltOnce = BuiltOnce::new();
    tx.later_as_built(WRITE.with(tx.get_database_backend(), &step_values(cart, []), step));
}

/// The step of a cart that nobody holds, while it is open, its owner's and at the version it was seen at: then it gives its
/// id back.
pub fn step_from(backend: DbBackend, seen: &CartRow, cart: &CartRow) -> Statement {
    use cart_row::Column::{Id, Version, Visitor};
    static WRITE: BuiltOnce = BuiltOnce::new();
    let given = step_values(cart, [seen.get(Version), seen.get(Visitor)]);
    let (version, visitor) = (STEP.len().saturating_add(1), STEP.len().saturating_add(2));
    WRITE.with(backend, &given, || {
        let mut write = step();
        write
            .and_where(Expr::col(Version).eq(place(version)))
            .and_where(Expr::col(Visitor).eq(place(visitor)))
            .and_where(is_open())
            .returning_col(Id);
        write
    })
}
