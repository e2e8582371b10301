//! Many rows in few statements.

use sea_orm::{
    ActiveModelTrait, ConnectionTrait, DbErr, EntityTrait, IntoActiveModel, Iterable, sea_query::OnConflict,
};

/// Values a statement may bind: SQLite takes 32,766, PostgreSQL 65,535.
const VALUES: usize = 32_000;
/// Rows a statement, however narrow: longer ones are no faster.
const ROWS: usize = 500;

/// Rows of so many columns a statement.
pub(super) fn rows_at_once(columns: usize) -> usize {
    VALUES.checked_div(columns).unwrap_or(1).clamp(1, ROWS)
}

/// Inserts rows; with `over`, in place of what is there already.
pub async fn insert_all<A>(db: &impl ConnectionTrait, rows: Vec<A>, over: Option<&OnConflict>) -> Result<(), DbErr>
where
    A: ActiveModelTrait,
    <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
{
    let at_once = rows_at_once(<A::Entity as EntityTrait>::Column::iter().count());
    let mut rows = rows.into_iter();
    loop {
        let some: Vec<A> = rows.by_ref().take(at_once).collect();
        if some.is_empty() {
            return Ok(());
        }
        let mut insert = <A::Entity as EntityTrait>::insert_many(some);
        if let Some(over) = over {
            insert = insert.on_conflict(over.clone());
        }
        insert.exec_without_returning(db).await?;
    }
}
