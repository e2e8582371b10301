//! Queries of files of builds.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict, Query},
};

mod file_row {
    //! A row of `build_file`.
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "build_file")]
    pub struct Model {
        /// Where browsers ask for it.
        #[sea_orm(primary_key, auto_increment = false)]
        pub address: String,
        /// As it is, without a smaller encoding.
        pub bytes: Vec<u8>,
        /// When a node last had it in its own build.
        pub built_in_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use file_row::{ActiveModel, Column, Entity};

/// Addresses of all files.
pub async fn list_addresses(db: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    Entity::find().select_only().column(Column::Address).into_tuple().all(db).await
}

/// Addresses of files that a node had in its build since.
pub async fn list_addresses_since(db: &impl ConnectionTrait, since: i64) -> Result<Vec<String>, DbErr> {
    let lately = Entity::find().filter(Column::BuiltInAt.gte(since));
    lately.select_only().column(Column::Address).into_tuple().all(db).await
}

/// A file's bytes.
pub async fn find(db: &impl ConnectionTrait, address: &str) -> Result<Option<Vec<u8>>, DbErr> {
    Ok(Entity::find_by_id(address).one(db).await?.map(|row| row.bytes))
}

/// Keeps a file; what lies at its address already stays and counts as built in now.
pub async fn keep(tx: &WriteTx, address: &str, bytes: &[u8], now: i64) -> Result<(), DbErr> {
    let row = file_row::Model { address: address.to_owned(), bytes: bytes.to_vec(), built_in_at: now };
    Entity::insert(ActiveModel::from(row))
        .on_conflict(OnConflict::column(Column::Address).update_column(Column::BuiltInAt).to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// Notes that these are built in now.
pub async fn touch(tx: &WriteTx, addresses: &[&str], now: i64) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::BuiltInAt, Expr::value(now))
        .filter(Column::Address.is_in(addresses.iter().copied()))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Deletes up to `limit` files that no node had in its build since.
pub async fn delete_before(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    let old = Query::select()
        .column(Column::Address)
        .from(Entity)
        .and_where(Column::BuiltInAt.lt(before))
        .limit(limit)
        .to_owned();
    Ok(Entity::delete_many().filter(Column::Address.in_subquery(old)).exec(&**tx).await?.rows_affected)
}
