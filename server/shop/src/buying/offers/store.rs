//! Queries of friendly codes and of what is shown for a flyer.

use fieldhouse_core::offers::code_key;
use fieldhouse_kernel::db::{WriteTx, insert_all};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{ExprTrait, Func, OnConflict},
};

/// A row of `friendly_code`.
pub mod friendly_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "friendly_code")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// As it is compared.
        #[sea_orm(primary_key, auto_increment = false)]
        pub code: String,
        /// The flyer code it stands for.
        pub flyer_code: String,
        /// First day as it was written.
        pub start_date: String,
        /// Last day as it was written.
        pub end_date: String,
        /// What is said instead, or empty.
        pub error: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `flyer_group`.
pub mod group_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "flyer_group")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// Flyer code.
        #[sea_orm(primary_key, auto_increment = false)]
        pub flyer_code: String,
        /// The content, JSON.
        pub content: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use friendly_row::Model as FriendlyRow;
pub use group_row::Model as GroupRow;

/// A friendly code as it is compared.
pub async fn find_friendly(db: &impl ConnectionTrait, site: &str, key: &str) -> Result<Option<FriendlyRow>, DbErr> {
    friendly_row::Entity::find_by_id((site.to_owned(), key.to_owned())).one(db).await
}

/// True when some friendly code of a site stands for a flyer code.
pub async fn stands_for(db: &impl ConnectionTrait, site: &str, flyer_code: &str) -> Result<bool, DbErr> {
    let some = friendly_row::Entity::find()
        .filter(ExprTrait::eq(Func::upper(Expr::col(friendly_row::Column::FlyerCode)), code_key(flyer_code)))
        .filter(friendly_row::Column::Site.eq(site));
    Ok(some.one(db).await?.is_some())
}

/// All friendly codes.
pub async fn list_friendly(db: &impl ConnectionTrait) -> Result<Vec<FriendlyRow>, DbErr> {
    friendly_row::Entity::find().all(db).await
}

/// Puts friendly codes in place, over those of the same name.
pub async fn write_friendly(tx: &WriteTx, rows: &[FriendlyRow]) -> Result<(), DbErr> {
    use friendly_row::Column::{Code, EndDate, Error, FlyerCode, Site, StartDate};
    let over = OnConflict::columns([Site, Code]).update_columns([FlyerCode, StartDate, EndDate, Error]).to_owned();
    insert_all(&**tx, rows.iter().cloned().map(friendly_row::ActiveModel::from).collect(), Some(&over)).await
}

/// Takes all friendly codes out.
pub async fn delete_friendly(tx: &WriteTx) -> Result<(), DbErr> {
    friendly_row::Entity::delete_many().exec(&**tx).await?;
    Ok(())
}

/// What is shown for a flyer.
pub async fn find_group(db: &impl ConnectionTrait, site: &str, flyer_code: &str) -> Result<Option<GroupRow>, DbErr> {
    let same = ExprTrait::eq(Func::upper(Expr::col(group_row::Column::FlyerCode)), code_key(flyer_code));
    group_row::Entity::find().filter(group_row::Column::Site.eq(site)).filter(same).one(db).await
}

/// Puts what is shown for flyers in place, over what was there.
pub async fn write_groups(tx: &WriteTx, rows: &[GroupRow]) -> Result<(), DbErr> {
    use group_row::Column::{Content, FlyerCode, Site};
    let over = OnConflict::columns([Site, FlyerCode]).update_column(Content).to_owned();
    insert_all(&**tx, rows.iter().cloned().map(group_row::ActiveModel::from).collect(), Some(&over)).await
}

/// All that is shown for flyers.
pub async fn list_groups(db: &impl ConnectionTrait) -> Result<Vec<GroupRow>, DbErr> {
    group_row::Entity::find().all(db).await
}

/// Takes out all that is shown for flyers.
pub async fn delete_groups(tx: &WriteTx) -> Result<(), DbErr> {
    group_row::Entity::delete_many().exec(&**tx).await?;
    Ok(())
}
