//! Rows of idempotency keys.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};

use super::StoredResponse;
use crate::owner::VisitorId;

/// Kept for two days: a retry is promised at least one.
const KEEP_MILLIS: i64 = 172_800_000;

/// A row of `idempotency_key`.
pub mod row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency_key")]
    pub struct Model {
        /// Whose key it is.
        #[sea_orm(primary_key, auto_increment = false)]
        pub visitor: String,
        /// What it was used for.
        #[sea_orm(primary_key, auto_increment = false)]
        pub operation: String,
        /// As sent.
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        /// Of the request's body.
        pub request_hash: String,
        /// Of the answer.
        pub status: i64,
        /// Of the answer.
        pub body: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The row of a key.
pub async fn find(
    db: &impl ConnectionTrait,
    visitor: VisitorId,
    operation: &str,
    key: &str,
) -> Result<Option<row::Model>, DbErr> {
    row::Entity::find_by_id((visitor.to_string(), operation.to_owned(), key.to_owned())).one(db).await
}

/// Writes a key with its answer, unless the key is there: then false.
pub async fn insert(
    tx: &WriteTx,
    visitor: VisitorId,
    operation: &str,
    key: &str,
    request_hash: &str,
    answer: &StoredResponse,
    now: i64,
) -> Result<bool, DbErr> {
    let written = row::Entity::insert(row::ActiveModel {
        visitor: Set(visitor.to_string()),
        operation: Set(operation.to_owned()),
        key: Set(key.to_owned()),
        request_hash: Set(request_hash.to_owned()),
        status: Set(i64::from(answer.status)),
        body: Set(answer.body.clone()),
        created_at: Set(now),
    })
    .on_conflict(OnConflict::new().do_nothing().to_owned())
    .exec_without_returning(&**tx)
    .await?;
    Ok(written > 0)
}

/// Whether a visitor has `most` keys or more.
pub async fn is_full(tx: &WriteTx, visitor: VisitorId, most: u64) -> Result<bool, DbErr> {
    let last = row::Entity::find()
        .select_only()
        .column(row::Column::Key)
        .filter(row::Column::Visitor.eq(visitor.to_string()))
        .offset(most.saturating_sub(1))
        .limit(1)
        .into_tuple::<String>();
    Ok(last.one(&**tx).await?.is_some())
}

/// Deletes up to `limit` keys whose time is over.
pub async fn delete_old(tx: &WriteTx, now: i64, limit: u64) -> Result<u64, DbErr> {
    use row::Column::{CreatedAt, Key, Operation, Visitor};
    let old = Query::select()
        .columns([Visitor, Operation, Key])
        .from(row::Entity)
        .and_where(CreatedAt.lt(now.saturating_sub(KEEP_MILLIS)))
        .limit(limit)
        .to_owned();
    let id = Expr::tuple([Expr::col(Visitor), Expr::col(Operation), Expr::col(Key)]);
    Ok(row::Entity::delete_many().filter(id.in_subquery(old)).exec(&**tx).await?.rows_affected)
}
