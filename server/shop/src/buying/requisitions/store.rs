//! Rows of saved lists.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, ExprTrait, IntoActiveModel, QueryOrder, entity::prelude::*, sea_query::Expr};

use fieldhouse_core::brand::Site;

use crate::columns::Key;

/// A row of `requisition`.
pub mod row {
    use crate::columns::Key;
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "requisition")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Where its articles are sold.
        pub site: Key<Site>,
        /// Whose it is.
        pub customer_id: String,
        /// The unit whose people see it.
        pub unit_id: Option<String>,
        /// Name.
        pub name: String,
        /// Its articles as they were saved, JSON.
        pub lines: String,
        /// How many they are.
        pub line_count: i64,
        /// Pieces.
        pub pieces: i64,
        /// Counts its changes, from 1.
        pub version: i64,
        /// Milliseconds since 1970.
        pub changed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use row::Model as RequisitionRow;
use row::{Column, Entity};

fn seen(site: Site, customer: &str, units: Vec<String>) -> Select<Entity> {
    let reasons = Column::CustomerId.eq(customer).or(Column::UnitId.is_in(units));
    Entity::find().filter(Column::Site.eq(Key(site))).filter(reasons)
}

/// Somebody's lists and those of their units, by name; without their articles.
pub async fn list(
    db: &impl ConnectionTrait,
    site: Site,
    customer: &str,
    units: Vec<String>,
) -> Result<Vec<RequisitionRow>, DbErr> {
    seen(site, customer, units).order_by_asc(Column::Name).order_by_asc(Column::Id).all(db).await
}

/// A list that somebody sees.
pub async fn find(
    db: &impl ConnectionTrait,
    (site, id): (Site, &str),
    customer: &str,
    units: Vec<String>,
) -> Result<Option<RequisitionRow>, DbErr> {
    seen(site, customer, units).filter(Column::Id.eq(id)).one(db).await
}

/// How many lists are somebody's own.
pub async fn count_own(tx: &WriteTx, site: Site, customer: &str) -> Result<u64, DbErr> {
    Entity::find().filter(Column::Site.eq(Key(site))).filter(Column::CustomerId.eq(customer)).count(&**tx).await
}

/// Saves a list.
pub async fn insert(tx: &WriteTx, row: RequisitionRow) -> Result<(), DbErr> {
    Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Changes a list of somebody's own on the version they saw; false where it is none, or another version by now.
pub async fn change(tx: &WriteTx, row: RequisitionRow, seen: i64) -> Result<bool, DbErr> {
    let changed = Entity::update_many()
        .col_expr(Column::Name, Expr::value(row.name))
        .col_expr(Column::UnitId, Expr::value(row.unit_id))
        .col_expr(Column::Lines, Expr::value(row.lines))
        .col_expr(Column::LineCount, Expr::value(row.line_count))
        .col_expr(Column::Pieces, Expr::value(row.pieces))
        .col_expr(Column::Version, Expr::value(seen.saturating_add(1)))
        .col_expr(Column::ChangedAt, Expr::value(row.changed_at))
        .filter(Column::Id.eq(row.id).and(Column::CustomerId.eq(row.customer_id)).and(Column::Version.eq(seen)))
        .exec(&**tx)
        .await?;
    Ok(changed.rows_affected == 1)
}

/// Drops a list of somebody's own; false where it is none.
pub async fn delete(tx: &WriteTx, (site, id): (Site, &str), customer: &str) -> Result<bool, DbErr> {
    let own = Column::Id.eq(id).and(Column::Site.eq(Key(site))).and(Column::CustomerId.eq(customer));
    Ok(Entity::delete_many().filter(own).exec(&**tx).await?.rows_affected == 1)
}
