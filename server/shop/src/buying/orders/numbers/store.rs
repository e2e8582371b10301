//! The counts of the sites' orders.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbBackend, DbErr, Statement,
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

/// Counts on: on PostgreSQL by a sequence, so that no order waits for another one's commit.
pub async fn take_next(tx: &WriteTx, site: Site) -> Result<i64, DbErr> {
    let next = if tx.get_database_backend() == DbBackend::Postgres {
        let ask = "SELECT nextval($1::regclass) AS next";
        let next = Statement::from_sql_and_values(DbBackend::Postgres, ask, [sequence_of(site).into()]);
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
