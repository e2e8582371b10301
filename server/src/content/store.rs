//! Queries of content documents.

use sea_orm::{
    DbErr, ExprTrait,
    entity::prelude::*,
    sea_query::{Alias, OnConflict},
};

use crate::db::Db;

/// A row of `content_document`.
pub mod row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "content_document")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// `shell`, `page` or `form`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        /// Slug of a page or a form; empty for the shell.
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        /// The document.
        pub json: String,
        /// Raised by every change.
        pub version: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// All documents.
pub async fn list_documents(db: &Db) -> Result<Vec<row::Model>, DbErr> {
    row::Entity::find().all(db.read()).await
}

/// Puts documents in place, over those of the same address.
pub async fn write_documents(db: &Db, documents: Vec<row::Model>) -> Result<(), DbErr> {
    let tx = db.write().await?;
    for document in documents {
        let address = [row::Column::Site, row::Column::Kind, row::Column::Slug];
        let change = OnConflict::columns(address)
            .update_column(row::Column::Json)
            .value(row::Column::Version, Expr::col((row::Entity, row::Column::Version)).add(1))
            // The same text again is no change: pages made from it stay.
            .action_and_where(
                Expr::col((row::Entity, row::Column::Json)).ne(Expr::col((Alias::new("excluded"), row::Column::Json))),
            )
            .to_owned();
        row::Entity::insert(row::ActiveModel::from(document)).on_conflict(change).exec_without_returning(&*tx).await?;
    }
    tx.commit().await
}
