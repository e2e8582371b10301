//! Rows of shared carts.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ActiveValue::Set, DbErr, PaginatorTrait, QueryOrder, entity::prelude::*, sea_query::Expr};

use crate::owner::VisitorId;

/// A row of `cart_share`.
pub mod row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "cart_share")]
    pub struct Model {
        /// Id, for the owner.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Hash of what the link carries.
        pub token_hash: String,
        /// Site key.
        pub site: String,
        /// Who shared it.
        pub visitor: String,
        /// What was shared, JSON.
        pub lines: String,
        /// With names and numbers of players.
        pub with_texts: bool,
        /// Pieces.
        pub total_quantity: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// When the link opens nothing any more.
        pub expires_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use row::Model as ShareRow;

/// Writes one.
pub async fn insert(tx: &WriteTx, share: ShareRow) -> Result<(), DbErr> {
    let share = row::ActiveModel {
        id: Set(share.id),
        token_hash: Set(share.token_hash),
        site: Set(share.site),
        visitor: Set(share.visitor),
        lines: Set(share.lines),
        with_texts: Set(share.with_texts),
        total_quantity: Set(share.total_quantity),
        created_at: Set(share.created_at),
        expires_at: Set(share.expires_at),
    };
    row::Entity::insert(share).exec_without_returning(&**tx).await?;
    Ok(())
}

/// What a link opens at a site.
pub async fn find_by_token(
    db: &impl ConnectionTrait,
    site: &str,
    token_hash: &str,
    now: i64,
) -> Result<Option<ShareRow>, DbErr> {
    row::Entity::find()
        .filter(row::Column::TokenHash.eq(token_hash))
        .filter(row::Column::Site.eq(site))
        .filter(row::Column::ExpiresAt.gt(now))
        .one(db)
        .await
}

/// A visitor's links that open something, newest first.
pub async fn list_of(db: &impl ConnectionTrait, visitor: VisitorId, now: i64) -> Result<Vec<ShareRow>, DbErr> {
    row::Entity::find()
        .filter(row::Column::Visitor.eq(visitor.to_string()))
        .filter(row::Column::ExpiresAt.gt(now))
        .order_by_desc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await
}

/// How many links of a visitor open something.
pub async fn count_of(tx: &WriteTx, visitor: VisitorId, now: i64) -> Result<u64, DbErr> {
    row::Entity::find()
        .filter(row::Column::Visitor.eq(visitor.to_string()))
        .filter(row::Column::ExpiresAt.gt(now))
        .count(&**tx)
        .await
}

/// Deletes a visitor's link; false when it is not there or not theirs.
pub async fn delete(tx: &WriteTx, visitor: VisitorId, id: &str) -> Result<bool, DbErr> {
    let deleted = row::Entity::delete_many()
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::Visitor.eq(visitor.to_string()))
        .exec(&**tx)
        .await?;
    Ok(deleted.rows_affected > 0)
}

/// Gives the links of an anonymous visit to the customer who signed in.
pub async fn give(tx: &WriteTx, from: VisitorId, to: VisitorId) -> Result<(), DbErr> {
    row::Entity::update_many()
        .col_expr(row::Column::Visitor, Expr::value(to.to_string()))
        .filter(row::Column::Visitor.eq(from.to_string()))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Deletes what opens nothing any more; how many.
pub async fn delete_expired(tx: &WriteTx, now: i64) -> Result<u64, DbErr> {
    let deleted = row::Entity::delete_many().filter(row::Column::ExpiresAt.lte(now)).exec(&**tx).await?;
    Ok(deleted.rows_affected)
}
