//! Rows of what may be put back into a cart.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ActiveValue::Set, DbErr, QueryOrder, QuerySelect, entity::prelude::*};

use crate::owner::VisitorId;

/// A row of `cart_undo`.
pub mod row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "cart_undo")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Whose it is.
        pub visitor: String,
        /// The cart that was changed.
        pub cart_id: String,
        /// Its version after the change.
        pub version: i64,
        /// Rows to put back, JSON; of a merge or an addition, all of before.
        pub lines: String,
        /// Of a merge or an addition: the row of the cart as it was, JSON.
        pub cart: Option<String>,
        /// Of a merge: the cart that came in.
        pub waiting_cart: Option<String>,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// When it can no longer be undone.
        pub expires_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use row::Model as UndoRow;

/// Changes a visitor may take back, the newest ones.
const KEPT: u64 = 20;

/// Writes one, and lets the visitor's oldest go.
pub async fn insert(tx: &WriteTx, undo: UndoRow) -> Result<(), DbErr> {
    let too_old: Vec<String> = row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::Visitor.eq(&undo.visitor))
        // A merge is kept for its time: another cart waits for it.
        .filter(row::Column::WaitingCart.is_null())
        .order_by_desc(row::Column::CreatedAt)
        .order_by_desc(row::Column::Version)
        .offset(KEPT - 1)
        // SQLite knows no offset without a limit.
        .limit(KEPT)
        .into_tuple()
        .all(&**tx)
        .await?;
    if !too_old.is_empty() {
        row::Entity::delete_many().filter(row::Column::Id.is_in(too_old)).exec(&**tx).await?;
    }
    let undo = row::ActiveModel {
        id: Set(undo.id),
        visitor: Set(undo.visitor),
        cart_id: Set(undo.cart_id),
        version: Set(undo.version),
        lines: Set(undo.lines),
        cart: Set(undo.cart),
        waiting_cart: Set(undo.waiting_cart),
        created_at: Set(undo.created_at),
        expires_at: Set(undo.expires_at),
    };
    row::Entity::insert(undo).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Forgets a visitor's merges; the carts that waited for them.
pub async fn delete_merges(tx: &WriteTx, visitor: VisitorId) -> Result<Vec<String>, DbErr> {
    let merges = row::Entity::delete_many()
        .filter(row::Column::Visitor.eq(visitor.to_string()))
        .filter(row::Column::WaitingCart.is_not_null());
    let gone = merges.exec_with_returning(&**tx).await?;
    Ok(gone.into_iter().filter_map(|merge| merge.waiting_cart).collect())
}

/// A visitor's, while it lasts.
pub async fn find(db: &impl ConnectionTrait, id: &str, visitor: VisitorId, now: i64) -> Result<Option<UndoRow>, DbErr> {
    row::Entity::find_by_id(id)
        .filter(row::Column::Visitor.eq(visitor.to_string()))
        .filter(row::Column::ExpiresAt.gt(now))
        .one(db)
        .await
}

/// Up to `limit` that can no longer be undone. Looked for without holding the writer.
pub async fn list_expired(db: &impl ConnectionTrait, now: i64, limit: u64) -> Result<Vec<UndoRow>, DbErr> {
    row::Entity::find().filter(row::Column::ExpiresAt.lte(now)).limit(limit).all(db).await
}

/// Deletes some.
pub async fn delete(tx: &WriteTx, ids: impl IntoIterator<Item = &str>) -> Result<(), DbErr> {
    row::Entity::delete_many().filter(row::Column::Id.is_in(ids)).exec(&**tx).await?;
    Ok(())
}
