//! Rows of newsletter subscriptions.

use sea_orm::{ActiveValue::Set, DbErr, PaginatorTrait, entity::prelude::*, sea_query::OnConflict};

use crate::db::WriteTx;

/// A row of `newsletter_subscription`.
pub mod subscription_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_subscription")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// Address, lower-cased.
        #[sea_orm(primary_key, auto_increment = false)]
        pub email: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use subscription_row::{ActiveModel, Column, Entity};

/// Subscribes an address; false when it is subscribed already.
pub async fn insert_subscription(tx: &WriteTx, site: &str, email: &str, now: i64) -> Result<bool, DbErr> {
    let row = ActiveModel { site: Set(site.to_owned()), email: Set(email.to_owned()), created_at: Set(now) };
    let once = OnConflict::columns([Column::Site, Column::Email]).do_nothing().to_owned();
    let written = Entity::insert(row).on_conflict(once).exec_without_returning(&**tx).await;
    match written {
        Ok(rows) => Ok(rows > 0),
        Err(DbErr::RecordNotInserted) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Subscriptions of a site.
pub async fn count_subscriptions(db: &impl ConnectionTrait, site: &str) -> Result<u64, DbErr> {
    Entity::find().filter(Column::Site.eq(site)).count(db).await
}
