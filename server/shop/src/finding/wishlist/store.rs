//! Rows of wishlists.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{ActiveValue::Set, DbErr, QueryOrder, entity::prelude::*, sea_query::OnConflict};

use crate::owner::VisitorId;

/// A row of `wishlist_item`.
pub mod item_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "wishlist_item")]
    pub struct Model {
        /// Visitor or customer.
        #[sea_orm(primary_key, auto_increment = false)]
        pub owner: String,
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// Product.
        #[sea_orm(primary_key, auto_increment = false)]
        pub product_id: String,
        /// Milliseconds since 1970.
        pub added_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use item_row::{ActiveModel, Column, Entity, Model};

/// An owner's items at a site, the newest first.
pub async fn list_items(db: &impl ConnectionTrait, owner: &str, site: &str) -> Result<Vec<Model>, DbErr> {
    Entity::find()
        .filter(Column::Owner.eq(owner))
        .filter(Column::Site.eq(site))
        .order_by_desc(Column::AddedAt)
        .order_by_asc(Column::ProductId)
        .all(db)
        .await
}

/// The same, ids alone.
pub async fn list_products(db: &impl ConnectionTrait, owner: &str, site: &str) -> Result<Vec<String>, DbErr> {
    Ok(list_items(db, owner, site).await?.into_iter().map(|item| item.product_id).collect())
}

/// Puts a product on a list, once.
pub async fn insert_product(
    tx: &WriteTx,
    owner: VisitorId,
    site: &str,
    product_id: &str,
    now: i64,
) -> Result<(), DbErr> {
    let row = ActiveModel {
        owner: Set(owner.to_string()),
        site: Set(site.to_owned()),
        product_id: Set(product_id.to_owned()),
        added_at: Set(now),
    };
    let once = OnConflict::columns([Column::Owner, Column::Site, Column::ProductId]).do_nothing().to_owned();
    match Entity::insert(row).on_conflict(once).exec_without_returning(&**tx).await {
        Ok(_) | Err(DbErr::RecordNotInserted) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Takes a product off a list.
pub async fn delete_product(tx: &WriteTx, owner: VisitorId, site: &str, product_id: &str) -> Result<(), DbErr> {
    Entity::delete_many()
        .filter(Column::Owner.eq(owner.to_string()))
        .filter(Column::Site.eq(site))
        .filter(Column::ProductId.eq(product_id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Takes the lists of some owners away.
pub async fn delete_of(tx: &WriteTx, owners: impl Iterator<Item = &str>) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::Owner.is_in(owners)).exec(&**tx).await?;
    Ok(())
}

/// Takes a list away.
pub async fn delete_all(tx: &WriteTx, owner: VisitorId, site: &str) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::Owner.eq(owner.to_string())).filter(Column::Site.eq(site)).exec(&**tx).await?;
    Ok(())
}
