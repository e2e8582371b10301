//! Newsletter subscriptions, sent forms and wishlists; forms among the content's documents.

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
        content(manager).await?;
        manager
            .create_table(
                Table::create()
                    .table("newsletter_subscription")
                    .col(text("site"))
                    .col(text("email"))
                    .col(big_integer("created_at"))
                    // However often it is asked for: an address is subscribed once at a site.
                    .primary_key(Index::create().col("site").col("email"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("form_submission")
                    .col(text("id").primary_key())
                    .col(text("site"))
                    .col(text("form"))
                    .col(text("title"))
                    // Labels and values in the form's order, JSON.
                    .col(text("answers"))
                    .col(big_integer("created_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("wishlist_item")
                    .col(text("owner"))
                    .col(text("site"))
                    .col(text("product_id"))
                    .col(big_integer("added_at"))
                    .primary_key(Index::create().col("owner").col("site").col("product_id"))
                    .to_owned(),
            )
            .await
    }
}

/// SQLite changes no constraint in place: the documents move into a table that also takes forms.
async fn content(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    const COLUMNS: [&str; 5] = ["site", "kind", "slug", "json", "version"];
    manager
        .create_table(
            Table::create()
                .table("content_document_wider")
                .col(text("site"))
                .col(text("kind").check(Expr::col("kind").is_in(["shell", "page", "form"])))
                .col(text("slug"))
                .col(text("json"))
                .col(big_integer("version"))
                .primary_key(Index::create().col("site").col("kind").col("slug"))
                .to_owned(),
        )
        .await?;
    let mut moved = Query::insert();
    moved
        .into_table("content_document_wider")
        .columns(COLUMNS)
        .select_from(Query::select().columns(COLUMNS).from("content_document").to_owned())
        .map_err(|error| DbErr::Custom(error.to_string()))?;
    manager.execute(moved).await?;
    manager.drop_table(Table::drop().table("content_document").to_owned()).await?;
    manager.rename_table(Table::rename().table("content_document_wider", "content_document").to_owned()).await
}
