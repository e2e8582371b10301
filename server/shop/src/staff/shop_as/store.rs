//! Rows of who shopped as which customer.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};

/// A row of `shop_as`.
pub mod shop_as_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "shop_as")]
    pub struct Model {
        /// Id; the address that begins it is its signed form.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Who.
        pub staff_id: String,
        /// Their name then.
        pub staff_name: String,
        /// Id of the desk's session it was begun from.
        pub staff_session: String,
        /// As whom.
        pub customer_id: String,
        /// Where.
        pub site: Key<Site>,
        /// Why.
        pub reason: String,
        /// What the browser said of itself at the desk.
        pub device: String,
        /// Where the desk was asked.
        pub desk_host: String,
        /// Hash of what the cookie holds; none until the address was opened.
        pub token_hash: Option<String>,
        /// Milliseconds since 1970.
        pub begun_at: i64,
        /// When it ends by itself.
        pub ends_at: i64,
        /// When the address was opened.
        pub taken_at: Option<i64>,
        /// When it ended.
        pub ended_at: Option<i64>,
        /// An end's key; empty while it lasts.
        pub ended_by: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use shop_as_row::{Column, Entity, Model as ShopAsRow};

/// Writes that it begins.
pub async fn insert(tx: &WriteTx, row: ShopAsRow) -> Result<(), DbErr> {
    Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// One by its id.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<ShopAsRow>, DbErr> {
    Entity::find_by_id(id).one(db).await
}

/// The one of a cookie.
pub async fn find_by_token(db: &impl ConnectionTrait, token_hash: &str) -> Result<Option<ShopAsRow>, DbErr> {
    Entity::find().filter(Column::TokenHash.eq(token_hash)).one(db).await
}

/// Hands it to a browser; true for the one who came first, while it lasts.
pub async fn take(tx: &WriteTx, id: &str, token_hash: &str, now: i64) -> Result<bool, DbErr> {
    let taken = Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(token_hash))
        .col_expr(Column::TakenAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::TakenAt.is_null())
        .filter(Column::EndedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(taken.rows_affected == 1)
}

/// Ends it; true for the one who did.
pub async fn end(tx: &WriteTx, id: &str, ended_by: &str, at: i64) -> Result<bool, DbErr> {
    let ended = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(at))
        .col_expr(Column::EndedBy, Expr::value(ended_by))
        .filter(Column::Id.eq(id))
        .filter(Column::EndedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(ended.rows_affected == 1)
}

/// What somebody began and did not end.
pub async fn list_open_of(db: &impl ConnectionTrait, staff_id: &str) -> Result<Vec<ShopAsRow>, DbErr> {
    Entity::find().filter(Column::StaffId.eq(staff_id)).filter(Column::EndedAt.is_null()).all(db).await
}

/// What nobody ended.
pub async fn list_open(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<ShopAsRow>, DbErr> {
    Entity::find().filter(Column::EndedAt.is_null()).order_by_asc(Column::BegunAt).limit(limit).all(db).await
}

/// Who shopped as a customer, the last first.
pub async fn list_of_customer(
    db: &impl ConnectionTrait,
    customer_id: &str,
    limit: u64,
) -> Result<Vec<ShopAsRow>, DbErr> {
    Entity::find()
        .filter(Column::CustomerId.eq(customer_id))
        .order_by_desc(Column::BegunAt)
        .order_by_desc(Column::Id)
        .limit(limit)
        .all(db)
        .await
}

/// Deletes what ended and began before a time.
pub async fn delete_before(tx: &WriteTx, before: i64) -> Result<u64, DbErr> {
    let old = Entity::delete_many().filter(Column::BegunAt.lt(before)).filter(Column::EndedAt.is_not_null());
    Ok(old.exec(&**tx).await?.rows_affected)
}
