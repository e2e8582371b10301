//! Newsletter subscriptions, sent forms and wishlists.

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
