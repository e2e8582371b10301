//! Raster pictures of imported catalogues.

use sea_orm_migration::{
    prelude::*,
    schema::{blob, text},
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
                    .table("picture_file")
                    // Tells the content: the bytes under a name never change.
                    .col(text("name").primary_key())
                    .col(blob("bytes"))
                    .to_owned(),
            )
            .await
    }
}
