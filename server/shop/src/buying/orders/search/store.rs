//! The index of what orders are found by. Its row has the number of the event that placed the order: the newest are read
//! first, and never sorted.

use fieldhouse_kernel::db::{
    WriteTx,
    fragments::{pattern, phrases},
};
use sea_orm::{
    Condition, DbBackend, DbErr, Order, QueryOrder, QuerySelect, QueryTrait, Select, Statement, Value,
    entity::prelude::*,
    sea_query::{Asterisk, Expr, ExprTrait, Query},
};

use crate::{
    buying::orders::store::{OrderRow, order_row},
    events::{EventKind, store::event_row},
};

/// The number of the event that placed an order.
pub async fn find_seq(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<i64>, DbErr> {
    let placed = event_row::Entity::find()
        .filter(event_row::Column::Subject.eq(order_id))
        .filter(event_row::Column::Kind.eq(EventKind::OrderPlaced.key()))
        .order_by_asc(event_row::Column::Seq)
        .one(db)
        .await?;
    Ok(placed.map(|event| event.seq))
}

/// Some orders, each with the number of the event that placed it.
pub async fn list_placed(db: &impl ConnectionTrait, orders: &[String]) -> Result<Vec<(i64, String)>, DbErr> {
    let placed = event_row::Entity::find()
        .select_only()
        .expr_as(event_row::Column::Seq.min(), "seq")
        .column(event_row::Column::Subject)
        .filter(event_row::Column::Subject.is_in(orders))
        .filter(event_row::Column::Kind.eq(EventKind::OrderPlaced.key()))
        .group_by(event_row::Column::Subject);
    placed.into_tuple().all(db).await
}

/// Orders with all fragments, placed before a number, the newest first.
pub async fn find(
    db: &impl ConnectionTrait,
    fragments: &[String],
    wanted: Condition,
    (before, limit): (i64, usize),
) -> Result<Vec<OrderRow>, DbErr> {
    let (backend, limit) = (db.get_database_backend(), u64::try_from(limit).unwrap_or(u64::MAX));
    if wanted.is_empty() && backend == DbBackend::Postgres {
        return find_all(db, fragments, (before, limit)).await;
    }
    let (mut query, seq) = found(backend, fragments, wanted);
    QueryTrait::query(&mut query).and_where(seq.clone().lt(before)).order_by_expr(seq, Order::Desc);
    query.limit(limit).all(db).await
}

/// Rows of the index that are read one by one, from the newest on: some milliseconds.
const LOOKED_AT: u64 = 10_000;

/// The same in PostgreSQL where nothing but the fragments counts. Its planner reads from the newest row on, however far it is to
/// the first one that has what many have: the newest rows are looked at, and after them the index is asked for all.
async fn find_all(
    db: &impl ConnectionTrait,
    fragments: &[String],
    (before, limit): (i64, u64),
) -> Result<Vec<OrderRow>, DbErr> {
    let seq = seq(DbBackend::Postgres);
    let newest = Query::select()
        .columns(["seq", "words"])
        .from("order_search")
        .and_where(seq.clone().lt(before))
        .order_by_expr(seq.clone(), Order::Desc)
        .limit(LOOKED_AT)
        .to_owned();
    let mut near = Query::select();
    near.from_subquery(newest, "order_search").order_by_expr(seq.clone(), Order::Desc);
    let mut far = Query::select();
    // No index has its rows in the order of a sum.
    far.from("order_search").and_where(seq.clone().lt(before)).order_by_expr(seq.clone().add(0), Order::Desc);
    let mut seqs: Vec<i64> = Vec::new();
    for mut rows in [near, far] {
        rows.expr(seq.clone()).cond_where(matches(DbBackend::Postgres, fragments)).limit(limit);
        let found = db.query_all(&rows).await?;
        seqs = found.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
        if u64::try_from(seqs.len()) == Ok(limit) {
            break;
        }
    }
    let placed = Expr::col(("event", "seq"));
    let mut query = order_row::Entity::find();
    QueryTrait::query(&mut query)
        .inner_join("event", Expr::col(("event", "subject")).equals((order_row::Entity, order_row::Column::Id)))
        .and_where(placed.clone().is_in(seqs))
        .order_by_expr(placed, Order::Desc);
    query.all(db).await
}

/// How many there are, counted no further than to `most`.
pub async fn count(
    db: &impl ConnectionTrait,
    fragments: &[String],
    wanted: Condition,
    most: u64,
) -> Result<u64, DbErr> {
    let backend = db.get_database_backend();
    if wanted.is_empty() {
        return count_all(db, backend, fragments, most).await;
    }
    let (query, _) = found(backend, fragments, wanted);
    query.select_only().column(order_row::Column::Id).limit(most).count(db).await
}

/// The same where nothing but the fragments counts: the index alone knows.
async fn count_all(
    db: &impl ConnectionTrait,
    backend: DbBackend,
    fragments: &[String],
    most: u64,
) -> Result<u64, DbErr> {
    let mut some = Query::select();
    some.expr(seq(backend)).from("order_search").cond_where(matches(backend, fragments)).limit(most);
    let counted = Query::select().expr(Expr::col(Asterisk).count()).from_subquery(some, "sub_query").to_owned();
    let row = db.query_one(&counted).await?.ok_or_else(|| DbErr::RecordNotFound("a count".to_owned()))?;
    let count: i64 = row.try_get_by_index(0)?;
    Ok(count.try_into().unwrap_or_default())
}

/// The number of the event that placed what a row of the index stands for.
fn seq(backend: DbBackend) -> Expr {
    Expr::col(("order_search", if backend == DbBackend::Postgres { "seq" } else { "rowid" }))
}

/// A row of the index has all fragments. Both are plain already: to compare without looking at case makes small letters of each
/// row anew.
fn matches(backend: DbBackend, fragments: &[String]) -> Condition {
    if backend != DbBackend::Postgres {
        return Condition::all().add(Expr::cust_with_values("order_search MATCH ?", [phrases(fragments)]));
    }
    let like = |fragment: &String| Expr::col(("order_search", "words")).like(pattern(fragment));
    fragments.iter().map(like).fold(Condition::all(), Condition::add)
}

/// Orders with all fragments, and the number of the event that placed each.
fn found(backend: DbBackend, fragments: &[String], wanted: Condition) -> (Select<order_row::Entity>, Expr) {
    let seq = seq(backend);
    let mut query = order_row::Entity::find().filter(wanted).filter(matches(backend, fragments));
    QueryTrait::query(&mut query)
        .inner_join("event", Expr::col(("event", "subject")).equals((order_row::Entity, order_row::Column::Id)))
        .inner_join("order_search", seq.clone().equals(("event", "seq")));
    (query, seq)
}

/// Writes what orders are found by, in place of what they were.
pub async fn write(tx: &WriteTx, backend: DbBackend, rows: &[(i64, String)]) -> Result<(), DbErr> {
    let sql = if backend == DbBackend::Postgres {
        "INSERT INTO order_search (seq, words) VALUES ($1, $2) ON CONFLICT (seq) DO UPDATE SET words = excluded.words"
    } else {
        "INSERT OR REPLACE INTO order_search (rowid, words) VALUES (?, ?)"
    };
    for (seq, words) in rows {
        let values = [Value::from(*seq), Value::from(words.clone())];
        tx.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
    Ok(())
}
