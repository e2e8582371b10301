//! The counts of the sites' orders.

use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::db::{LOCK, WriteTx};
use sea_orm::{
    ActiveValue::Set,
    DatabaseTransaction, DbBackend, DbErr, Statement,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};

use super::sequence_of;

/// A row of `order_number`.
pub mod number_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_number")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// What its numbers begin with, for good.
        pub prefix: String,
        /// The next number.
        pub next: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use number_row::Model as CountRow;

/// Counts on: on PostgreSQL by a sequence, so that no order waits for another one's commit. Waits for a name, too, as
/// [`WriteTx::wait_for`] does: one statement for both.
pub async fn take_next(tx: &WriteTx, site: Site, name: &str) -> Result<i64, DbErr> {
    let next = if tx.get_database_backend() == DbBackend::Postgres {
        let ask = ["SELECT nextval($2::regclass) AS next, ", LOCK].concat();
        let next = Statement::from_sql_and_values(DbBackend::Postgres, ask, [name.into(), sequence_of(site).into()]);
        tx.query_one_raw(next).await?.map(|row| row.try_get::<i64>("", "next")).transpose()?
    } else {
        let taken = number_row::Entity::update_many()
            .col_expr(number_row::Column::Next, Expr::col(number_row::Column::Next).add(1))
            .filter(number_row::Column::Site.eq(site.key()))
            .exec_with_returning(&**tx)
            .await?;
        taken.first().map(|row| row.next.saturating_sub(1))
    };
    next.ok_or_else(|| DbErr::RecordNotFound(["no order numbers for ", site.key()].concat()))
}

/// All counts.
pub async fn list_counts(db: &impl ConnectionTrait) -> Result<Vec<CountRow>, DbErr> {
    number_row::Entity::find().all(db).await
}

/// Makes the count of a site. On PostgreSQL a sequence counts: a row that counts is held until its order is on disk, and
/// every other order waits for it. SQLite has one writer at a time and goes on counting in the row.
pub async fn insert_count(tx: &DatabaseTransaction, site: Site, first: i64) -> Result<(), DbErr> {
    let count = number_row::ActiveModel {
        site: Set(site.key().to_owned()),
        prefix: Set(brand(site).order_prefix.to_string()),
        next: Set(first),
    };
    number_row::Entity::insert(count).exec_without_returning(tx).await?;
    if tx.get_database_backend() == DbBackend::Postgres {
        let sequence = ["CREATE SEQUENCE ", &sequence_of(site), " START ", &first.to_string()].concat();
        tx.execute_unprepared(&sequence).await?;
    }
    Ok(())
}
