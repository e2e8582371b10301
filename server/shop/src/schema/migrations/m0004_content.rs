//! Content documents: a shell and pages a site, as JSON.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("content_document")
                    .col(text("site"))
                    .col(text("kind").check(Expr::col("kind").is_in(["shell", "page"])))
                    .col(text("slug"))
                    .col(text("json"))
                    .col(big_integer("version"))
                    .primary_key(Index::create().col("site").col("kind").col("slug"))
                    .to_owned(),
            )
            .await
    }
}
