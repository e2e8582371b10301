//! Rows of what all nodes count together: requests of an address, forms of a sender, wrong codes. A key is a hash: whoever
//! reads the tables learns nobody's address.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Alias, Expr, ExprTrait, OnConflict, Query, SimpleExpr},
};

use super::windows::SET_BACK;

/// A row of `rate_count`.
pub mod count_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "rate_count")]
    pub struct Model {
        /// Hash of what is counted, and of whom.
        #[sea_orm(primary_key, auto_increment = false)]
        pub counted: String,
        /// When the window began.
        pub since: i64,
        /// When it ends.
        pub ends_at: i64,
        /// How many in it.
        pub in_window: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `code_guess`.
pub mod guess_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "code_guess")]
    pub struct Model {
        /// Hash of who tries.
        #[sea_orm(primary_key, auto_increment = false)]
        pub asker: String,
        /// Hash of the code.
        #[sea_orm(primary_key, auto_increment = false)]
        pub code: String,
        /// When it counts no longer.
        pub ends_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use count_row::Model as CountRow;
pub use guess_row::Model as GuessRow;

/// Counts one more in each window, beginning anew those that are over or that a clock began which was set back since; as they
/// are now, held until the transaction ends.
pub async fn count_each(tx: &WriteTx, begun: Vec<CountRow>) -> Result<Vec<CountRow>, DbErr> {
    use count_row::{ActiveModel, Column, Entity};
    let kept = |column| Expr::col((Entity, column));
    let begun_now = |column| Expr::col((Alias::new("excluded"), column));
    let over = || {
        let ended = kept(Column::EndsAt).lte(begun_now(Column::Since));
        ended.or(kept(Column::Since).gt(begun_now(Column::Since).add(SET_BACK)))
    };
    let next =
        |column: Column, going_on: SimpleExpr| (column, Expr::case(over(), begun_now(column)).finally(going_on).into());
    let count = OnConflict::column(Column::Counted)
        .values([
            next(Column::Since, kept(Column::Since)),
            next(Column::EndsAt, kept(Column::EndsAt)),
            next(Column::InWindow, kept(Column::InWindow).add(1)),
        ])
        .to_owned();
    Entity::insert_many(begun.into_iter().map(ActiveModel::from)).on_conflict(count).exec_with_returning(&**tx).await
}

/// Deletes up to `limit` counts whose window is over.
pub async fn delete_counts_over(tx: &WriteTx, now: i64, limit: u64) -> Result<u64, DbErr> {
    use count_row::{Column, Entity};
    let over =
        Query::select().column(Column::Counted).from(Entity).and_where(Column::EndsAt.lte(now)).limit(limit).to_owned();
    Ok(Entity::delete_many().filter(Column::Counted.in_subquery(over)).exec(&**tx).await?.rows_affected)
}

/// Wrong codes of an asker that count: how many, and when the first of them ends.
pub async fn guesses_of(tx: &WriteTx, asker: &str, now: i64) -> Result<(i64, Option<i64>), DbErr> {
    use guess_row::{Column, Entity};
    let counted = Entity::find()
        .select_only()
        .column_as(Column::Code.count(), "codes")
        .column_as(Column::EndsAt.min(), "ends_at")
        .filter(Column::Asker.eq(asker))
        .filter(Column::EndsAt.gt(now));
    Ok(counted.into_tuple().one(&**tx).await?.unwrap_or((0, None)))
}

/// Whether a code counts as wrong for an asker already.
pub async fn is_guessed(tx: &WriteTx, asker: &str, code: &str, now: i64) -> Result<bool, DbErr> {
    let found = guess_row::Entity::find_by_id((asker.to_owned(), code.to_owned())).one(&**tx).await?;
    Ok(found.is_some_and(|row| row.ends_at > now))
}

/// Counts a code as wrong, in the place of one that counts no longer.
pub async fn write_guess(tx: &WriteTx, row: GuessRow) -> Result<(), DbErr> {
    use guess_row::{ActiveModel, Column, Entity};
    Entity::insert(ActiveModel::from(row))
        .on_conflict(OnConflict::columns([Column::Asker, Column::Code]).update_column(Column::EndsAt).to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// A code turned out right.
pub async fn delete_guess(tx: &WriteTx, asker: &str, code: &str) -> Result<(), DbErr> {
    guess_row::Entity::delete_by_id((asker.to_owned(), code.to_owned())).exec(&**tx).await?;
    Ok(())
}

/// Deletes up to `limit` codes that count no longer.
pub async fn delete_guesses_over(tx: &WriteTx, now: i64, limit: u64) -> Result<u64, DbErr> {
    use guess_row::{Column, Entity};
    let key = Expr::tuple([Expr::col(Column::Asker), Expr::col(Column::Code)]);
    let over = Query::select()
        .columns([Column::Asker, Column::Code])
        .from(Entity)
        .and_where(Column::EndsAt.lte(now))
        .limit(limit)
        .to_owned();
    Ok(Entity::delete_many().filter(key.in_subquery(over)).exec(&**tx).await?.rows_affected)
}
