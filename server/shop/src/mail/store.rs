//! Rows of mailboxes whose owners used a link of ours.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ActiveValue::Set, DbErr, entity::prelude::*, sea_query::OnConflict};

/// A row of `confirmed_mailbox`.
pub mod confirmed_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "confirmed_mailbox")]
    pub struct Model {
        /// As letters and orders are counted.
        #[sea_orm(primary_key, auto_increment = false)]
        pub mailbox: String,
        /// Milliseconds since 1970.
        pub confirmed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// True for a mailbox whose owner once used a link that was sent there.
pub async fn is_confirmed(db: &impl ConnectionTrait, mailbox: &str) -> Result<bool, DbErr> {
    Ok(confirmed_row::Entity::find_by_id(mailbox).one(db).await?.is_some())
}

/// Notes that the owner of a mailbox used a link that was sent there.
pub async fn insert_confirmed(tx: &WriteTx, mailbox: &str, now: i64) -> Result<(), DbErr> {
    let row = confirmed_row::ActiveModel { mailbox: Set(mailbox.to_owned()), confirmed_at: Set(now) };
    confirmed_row::Entity::insert(row)
        .on_conflict(OnConflict::column(confirmed_row::Column::Mailbox).do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}
