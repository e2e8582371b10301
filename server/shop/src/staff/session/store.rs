//! Rows of staff's sessions.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};

/// A row of `staff_session`.
pub mod session_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_session")]
    pub struct Model {
        /// Id; opens nothing.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Hash of what the cookie holds.
        pub token_hash: String,
        /// Whose.
        pub staff_id: String,
        /// `passkey`, `password`, `recovery`, `sso` or `invitation`.
        pub signed_in_by: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Last request, to the minute.
        pub seen_at: i64,
        /// When who it is was shown last.
        pub confirmed_at: i64,
        /// What the browser said of itself.
        pub device: String,
        /// The network it began in, cut.
        pub network: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use session_row::{Column, Model as SessionRow};

/// The session of a cookie.
pub async fn find_session(db: &impl ConnectionTrait, token_hash: &str) -> Result<Option<SessionRow>, DbErr> {
    session_row::Entity::find().filter(Column::TokenHash.eq(token_hash)).one(db).await
}

/// Writes a session.
pub async fn insert_session(tx: &WriteTx, row: SessionRow) -> Result<(), DbErr> {
    session_row::Entity::insert(session_row::ActiveModel::from(row).reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Notes a request.
pub async fn update_seen(tx: &WriteTx, id: &str, now: i64) -> Result<(), DbErr> {
    let update = session_row::Entity::update_many().col_expr(Column::SeenAt, Expr::value(now));
    update.filter(Column::Id.eq(id)).exec(&**tx).await?;
    Ok(())
}

/// Notes that who it is was shown again.
pub async fn update_confirmed(tx: &WriteTx, id: &str, now: i64) -> Result<bool, DbErr> {
    let update = session_row::Entity::update_many()
        .col_expr(Column::SeenAt, Expr::value(now))
        .col_expr(Column::ConfirmedAt, Expr::value(now));
    Ok(update.filter(Column::Id.eq(id)).exec(&**tx).await?.rows_affected > 0)
}

/// The sessions of somebody, the newest first.
pub async fn list_sessions(db: &impl ConnectionTrait, staff_id: &str) -> Result<Vec<SessionRow>, DbErr> {
    session_row::Entity::find()
        .filter(Column::StaffId.eq(staff_id))
        .order_by_desc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .all(db)
        .await
}

/// Ends one session of somebody.
pub async fn delete_session(tx: &WriteTx, staff_id: &str, id: &str) -> Result<bool, DbErr> {
    let deleted = session_row::Entity::delete_many().filter(Column::Id.eq(id)).filter(Column::StaffId.eq(staff_id));
    Ok(deleted.exec(&**tx).await?.rows_affected > 0)
}

/// Ends all sessions of somebody, or all but one.
pub async fn delete_sessions(tx: &WriteTx, staff_id: &str, but: Option<&str>) -> Result<u64, DbErr> {
    let mut deleted = session_row::Entity::delete_many().filter(Column::StaffId.eq(staff_id));
    if let Some(kept) = but {
        deleted = deleted.filter(Column::Id.ne(kept));
    }
    Ok(deleted.exec(&**tx).await?.rows_affected)
}

/// Deletes up to `limit` sessions that began before a time.
pub async fn delete_sessions_before(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    let old: Vec<String> = session_row::Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::CreatedAt.lt(before))
        .limit(limit)
        .into_tuple()
        .all(&**tx)
        .await?;
    if old.is_empty() {
        return Ok(0);
    }
    Ok(session_row::Entity::delete_many().filter(Column::Id.is_in(old)).exec(&**tx).await?.rows_affected)
}

/// Whether a session is there still: nobody ended it.
pub async fn is_there(db: &impl ConnectionTrait, id: &str) -> Result<bool, DbErr> {
    Ok(session_row::Entity::find_by_id(id).select_only().column(Column::Id).limit(1).count(db).await? > 0)
}
