//! Rows of who has which order open.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, IntoActiveModel, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};

use crate::staff::{ACTIVE, store::staff_row};

/// A row of `desk_look`.
pub mod look_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "desk_look")]
    pub struct Model {
        /// The order.
        #[sea_orm(primary_key, auto_increment = false)]
        pub order_id: String,
        /// Who has it open.
        #[sea_orm(primary_key, auto_increment = false)]
        pub staff_id: String,
        /// When they said so last: milliseconds since 1970.
        pub seen_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use look_row::Model as LookRow;
use look_row::{Column, Entity};

/// Notes that somebody has an order open.
pub async fn write_look(tx: &WriteTx, row: LookRow) -> Result<(), DbErr> {
    Entity::insert(row.into_active_model().reset_all())
        .on_conflict(OnConflict::columns([Column::OrderId, Column::StaffId]).update_column(Column::SeenAt).to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// The names of those others who have an order open since a time and still work here.
pub async fn list_names(
    db: &impl ConnectionTrait,
    order_id: &str,
    but: &str,
    since: i64,
) -> Result<Vec<String>, DbErr> {
    let looking = Query::select()
        .column(Column::StaffId)
        .from(Entity)
        .and_where(Expr::col(Column::OrderId).eq(order_id))
        .and_where(Expr::col(Column::StaffId).ne(but))
        .and_where(Expr::col(Column::SeenAt).gt(since))
        .to_owned();
    staff_row::Entity::find()
        .select_only()
        .column(staff_row::Column::Name)
        .filter(staff_row::Column::State.eq(ACTIVE))
        .filter(staff_row::Column::Id.in_subquery(looking))
        .order_by_asc(staff_row::Column::Name)
        .order_by_asc(staff_row::Column::Id)
        .into_tuple()
        .all(db)
        .await
}
