//! Rows of newsletter subscriptions.

use fieldhouse_kernel::db::{
    WriteTx,
    keyset::{Place, page},
};
use sea_orm::{ActiveValue::Set, DbErr, PaginatorTrait, entity::prelude::*, sea_query::OnConflict};

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
        /// When it was asked for: milliseconds since 1970.
        pub created_at: i64,
        /// What the letter's link is about.
        pub id: String,
        /// When its owner consented by the letter's link; nothing before.
        pub confirmed_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use subscription_row::Model as SubscriptionRow;
use subscription_row::{ActiveModel, Column, Entity};

/// Puts an address down; false when it is there already.
pub async fn insert_subscription(tx: &WriteTx, site: &str, email: &str, id: &str, now: i64) -> Result<bool, DbErr> {
    let row = ActiveModel {
        site: Set(site.to_owned()),
        email: Set(email.to_owned()),
        created_at: Set(now),
        id: Set(id.to_owned()),
        confirmed_at: Set(None),
    };
    let once = OnConflict::columns([Column::Site, Column::Email]).do_nothing().to_owned();
    let written = Entity::insert(row).on_conflict(once).exec_without_returning(&**tx).await;
    match written {
        Ok(rows) => Ok(rows > 0),
        Err(DbErr::RecordNotInserted) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Begins an address anew that nobody confirmed since `before`; true when it did.
pub async fn ask_again(tx: &WriteTx, site: &str, email: &str, id: &str, now: i64, before: i64) -> Result<bool, DbErr> {
    let changed = Entity::update_many()
        .col_expr(Column::Id, Expr::value(id))
        .col_expr(Column::CreatedAt, Expr::value(now))
        .filter(Column::Site.eq(site))
        .filter(Column::Email.eq(email))
        .filter(Column::ConfirmedAt.is_null())
        .filter(Column::CreatedAt.lte(before))
        .exec(&**tx)
        .await?;
    Ok(changed.rows_affected > 0)
}

/// The subscription that a letter's link is about.
pub async fn find_subscription(
    db: &impl ConnectionTrait,
    site: &str,
    id: &str,
) -> Result<Option<subscription_row::Model>, DbErr> {
    Entity::find().filter(Column::Site.eq(site)).filter(Column::Id.eq(id)).one(db).await
}

/// Puts down that the owner of an address consented; true when there is such a subscription.
pub async fn confirm_subscription(tx: &WriteTx, site: &str, id: &str, now: i64) -> Result<bool, DbErr> {
    let of = || Entity::find().filter(Column::Site.eq(site)).filter(Column::Id.eq(id));
    Entity::update_many()
        .col_expr(Column::ConfirmedAt, Expr::value(now))
        .filter(Column::Site.eq(site))
        .filter(Column::Id.eq(id))
        .filter(Column::ConfirmedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(of().count(&**tx).await? > 0)
}

/// Addresses of a site whose owners consented.
pub async fn count_confirmed(db: &impl ConnectionTrait, site: &str) -> Result<u64, DbErr> {
    Entity::find().filter(Column::Site.eq(site)).filter(Column::ConfirmedAt.is_not_null()).count(db).await
}

/// Subscriptions of a site.
pub async fn count_subscriptions(db: &impl ConnectionTrait, site: &str) -> Result<u64, DbErr> {
    Entity::find().filter(Column::Site.eq(site)).count(db).await
}

/// Subscriptions of a site, confirmed or not, whose address holds a fragment, after a place in the list, the newest first.
pub async fn list_subscriptions(
    db: &impl ConnectionTrait,
    (site, confirmed): (&str, bool),
    fragment: &str,
    after: Option<&Place>,
    limit: u64,
) -> Result<Vec<SubscriptionRow>, DbErr> {
    let consented = if confirmed { Column::ConfirmedAt.is_not_null() } else { Column::ConfirmedAt.is_null() };
    let rows = Entity::find().filter(Column::Site.eq(site)).filter(consented).filter(Column::Email.contains(fragment));
    page(rows, (Column::CreatedAt, Column::Id), after, limit).all(db).await
}

/// Takes an address off; true when it was there.
pub async fn delete_subscription(tx: &WriteTx, site: &str, id: &str) -> Result<bool, DbErr> {
    let gone = Entity::delete_many().filter(Column::Site.eq(site)).filter(Column::Id.eq(id)).exec(&**tx).await?;
    Ok(gone.rows_affected == 1)
}

/// The subscription of an id, whatever its site.
pub async fn find_by_id(db: &impl ConnectionTrait, id: &str) -> Result<Option<SubscriptionRow>, DbErr> {
    Entity::find().filter(Column::Id.eq(id)).one(db).await
}
