//! How far old versions of content documents are kept no longer; versions are found by their document; synonyms
//! among the documents.

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
        documents(manager).await?;
        manager
            .create_table(
                Table::create()
                    .table("content_pruned")
                    .col(text("site"))
                    .col(text("kind"))
                    .col(text("slug"))
                    .col(big_integer("until"))
                    .primary_key(Index::create().col("site").col("kind").col("slug"))
                    .to_owned(),
            )
            .await?;
        let versions = Index::create()
            .name("content_history_document")
            .table("content_history")
            .col("site")
            .col("kind")
            .col("slug")
            .col("change")
            .to_owned();
        manager.create_index(versions).await
    }
}

/// SQLite changes no constraint in place: the documents move into a table that also takes synonyms.
async fn documents(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    const COLUMNS: [&str; 5] = ["site", "kind", "slug", "json", "version"];
    const KINDS: [&str; 5] = ["shell", "page", "form", "redirects", "synonyms"];
    manager
        .create_table(
            Table::create()
                .table("content_document_next")
                .col(text("site"))
                .col(text("kind").check(Expr::col("kind").is_in(KINDS)))
                .col(text("slug"))
                .col(text("json"))
                .col(big_integer("version"))
                .primary_key(Index::create().col("site").col("kind").col("slug"))
                .to_owned(),
        )
        .await?;
    let mut moved = Query::insert();
    moved
        .into_table("content_document_next")
        .columns(COLUMNS)
        .select_from(Query::select().columns(COLUMNS).from("content_document").to_owned())
        .map_err(|error| DbErr::Custom(error.to_string()))?;
    manager.execute(moved).await?;
    manager.drop_table(Table::drop().table("content_document").to_owned()).await?;
    manager.rename_table(Table::rename().table("content_document_next", "content_document").to_owned()).await
}
