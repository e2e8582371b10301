//! Bearer tokens of the customer API: whom they speak for, and the hashes of what is handed out.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
};

use super::columns::{index, owned_by};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("platform_grant")
                    .col(text("id").primary_key())
                    .col(text("site"))
                    // Whose carts and orders they are; empty for a client that speaks for nobody.
                    .col(text("visitor"))
                    .col(text_null("customer_id"))
                    .col(text_null("anonymous_id"))
                    .col(text("scopes"))
                    .col(big_integer("password_at"))
                    .col(big_integer("created_at"))
                    .col(big_integer("expires_at"))
                    .foreign_key(&mut owned_by("platform_grant_customer", "platform_grant", "customer_id", "customer"))
                    .to_owned(),
            )
            .await?;
        index(manager, "platform_grant_customer", "platform_grant", "customer_id").await?;
        index(manager, "platform_grant_expires", "platform_grant", "expires_at").await?;
        // However many ask for the same name at once: one of them gets it.
        manager
            .create_index(
                Index::create()
                    .name("platform_grant_anonymous")
                    .table("platform_grant")
                    .col("site")
                    .col("anonymous_id")
                    .unique()
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("platform_token")
                    // Only the hash: whoever reads the table cannot use it.
                    .col(text("token_hash").primary_key())
                    .col(text("grant_id"))
                    .col(boolean("refresh"))
                    .col(big_integer("expires_at"))
                    .col(big_integer_null("used_at"))
                    .foreign_key(&mut owned_by("platform_token_grant", "platform_token", "grant_id", "platform_grant"))
                    .to_owned(),
            )
            .await?;
        index(manager, "platform_token_grant", "platform_token", "grant_id").await?;
        index(manager, "platform_token_expires", "platform_token", "expires_at").await
    }
}
