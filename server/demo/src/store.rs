//! Which first load was begun and not finished.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ActiveValue::Set, DbErr, entity::prelude::*, sea_query::OnConflict};

/// A row of `first_load`.
pub mod row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "first_load")]
    pub struct Model {
        /// What is loaded.
        #[sea_orm(primary_key, auto_increment = false)]
        pub what: String,
        /// Milliseconds since 1970.
        pub begun_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// True when a load was begun and not finished.
pub async fn is_begun(db: &impl ConnectionTrait, what: &str) -> Result<bool, DbErr> {
    Ok(row::Entity::find_by_id(what).one(db).await?.is_some())
}

/// Notes that a load begins.
pub async fn begin(tx: &WriteTx, what: &str, now: i64) -> Result<(), DbErr> {
    let row = row::ActiveModel { what: Set(what.to_owned()), begun_at: Set(now) };
    row::Entity::insert(row)
        .on_conflict(OnConflict::column(row::Column::What).update_column(row::Column::BegunAt).to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// Notes that it is finished.
pub async fn finish(tx: &WriteTx, what: &str) -> Result<(), DbErr> {
    row::Entity::delete_by_id(what).exec(&**tx).await?;
    Ok(())
}
