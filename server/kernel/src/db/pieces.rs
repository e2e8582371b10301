//! Tables that may be large, read a piece at a time: no statement takes longer than one may (R27), and the process, which
//! keeps its widest heap, has no more rows at once.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, Select,
    Value,
    sea_query::{Expr, ExprTrait},
};

/// Rows a statement.
const ROWS: u64 = 1000;

/// What rows are told apart by: the columns of an index, and a row's values of them.
pub type Key<'a, E, M> = (&'a [<E as EntityTrait>::Column], fn(&M) -> Vec<Value>);

/// Hands on all rows of a question in the order of a key. They are of one moment when `tx` is.
pub async fn each_row<E: EntityTrait, M: FromQueryResult + Send + Sync>(
    tx: &impl ConnectionTrait,
    rows: Select<E>,
    (columns, values_of): Key<'_, E, M>,
    mut take: impl FnMut(M) -> Result<(), DbErr>,
) -> Result<(), DbErr> {
    let rows = columns.iter().fold(rows, |rows, column| rows.order_by_asc(*column)).limit(ROWS);
    let key = Expr::tuple(columns.iter().map(|column| Expr::col(column.as_column_ref())));
    let mut next = rows.clone();
    loop {
        let piece: Vec<M> = next.into_model().all(tx).await?;
        let Some(last) = piece.last() else { return Ok(()) };
        let last = Expr::tuple(values_of(last).into_iter().map(Expr::val));
        next = rows.clone().filter(key.clone().gt(last));
        piece.into_iter().try_for_each(&mut take)?;
    }
}
