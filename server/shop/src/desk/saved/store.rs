//! Rows of kept lists.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, ExprTrait, IntoActiveModel, QueryOrder, entity::prelude::*};

/// A row of `desk_view`.
pub mod view_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "desk_view")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Whose it is.
        pub staff_id: String,
        /// Name.
        pub name: String,
        /// What the list is asked for, JSON.
        pub ask: String,
        /// Everybody at the desk has it.
        pub shared: bool,
        /// Milliseconds since 1970.
        pub created_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use view_row::Model as ViewRow;
use view_row::{Column, Entity};

/// What somebody keeps, and what others share, by name.
pub async fn list_views(db: &impl ConnectionTrait, staff_id: &str) -> Result<Vec<ViewRow>, DbErr> {
    let seen = Column::StaffId.eq(staff_id).or(Column::Shared.eq(true));
    Entity::find().filter(seen).order_by_asc(Column::Name).order_by_asc(Column::Id).all(db).await
}

/// How many somebody keeps.
pub async fn count_views(tx: &WriteTx, staff_id: &str) -> Result<u64, DbErr> {
    Entity::find().filter(Column::StaffId.eq(staff_id)).count(&**tx).await
}

/// Keeps a list.
pub async fn insert_view(tx: &WriteTx, row: ViewRow) -> Result<(), DbErr> {
    Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Drops a list of somebody; false when they keep none of this id.
pub async fn delete_view(tx: &WriteTx, staff_id: &str, id: &str) -> Result<bool, DbErr> {
    let gone = Entity::delete_many().filter(Column::StaffId.eq(staff_id)).filter(Column::Id.eq(id)).exec(&**tx).await?;
    Ok(gone.rows_affected == 1)
}
