//! Customers with their addresses and one-time tokens, whose session it is, and letters to be sent.

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
        customers(manager).await?;
        sessions(manager).await?;
        letters(manager).await
    }
}

async fn customers(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("customer")
                .col(text("id").primary_key())
                .col(text("site"))
                .col(text("email"))
                .col(text("password_hash"))
                .col(text("legacy_hash"))
                .col(text("first_name"))
                .col(text("last_name"))
                .col(text("title"))
                .col(text("classification"))
                .col(boolean("newsletter"))
                .col(boolean("show_cert_reporting"))
                .col(text_null("default_shipping_address_id"))
                .col(big_integer("version"))
                .col(big_integer("created_at"))
                .col(big_integer("changed_at"))
                .to_owned(),
        )
        .await?;
    // However many registrations race: an e-mail has one account at a site.
    manager
        .create_index(
            Index::create().name("customer_email").table("customer").col("site").col("email").unique().to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("customer_address")
                .col(text("id").primary_key())
                .col(text("customer_id"))
                .col(big_integer("position"))
                .col(text("address_type"))
                .col(text("address"))
                .foreign_key(&mut owned_by("customer_address_customer", "customer_address", "customer_id", "customer"))
                .to_owned(),
        )
        .await?;
    index(manager, "customer_address_customer", "customer_address", "customer_id").await?;
    manager
        .create_table(
            Table::create()
                .table("password_token")
                // Only the hash: whoever reads the table cannot use it.
                .col(text("token_hash").primary_key())
                .col(text("customer_id"))
                .col(text("site"))
                .col(big_integer("expires_at"))
                .foreign_key(&mut owned_by("password_token_customer", "password_token", "customer_id", "customer"))
                .to_owned(),
        )
        .await?;
    index(manager, "password_token_customer", "password_token", "customer_id").await
}

async fn sessions(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table("session").add_column(text_null("customer_id")).to_owned()).await?;
    index(manager, "session_customer", "session", "customer_id").await
}

async fn letters(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("letter")
                .col(text("id").primary_key())
                .col(text("site"))
                .col(text("kind"))
                .col(text("recipient"))
                // A customer's or an order's id, or nothing.
                .col(text("subject"))
                .col(big_integer("attempts"))
                .col(big_integer("created_at"))
                .col(big_integer("due_at"))
                .col(big_integer_null("done_at"))
                .to_owned(),
        )
        .await?;
    manager
        .create_index(
            Index::create()
                .name("letter_due")
                .table("letter")
                .col("due_at")
                .and_where(Expr::col("done_at").is_null())
                .to_owned(),
        )
        .await
}
