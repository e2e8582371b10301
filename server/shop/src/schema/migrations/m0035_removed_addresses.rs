//! Addresses that were taken out of address books and may be put back.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text, text_null},
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
                    .table("removed_address")
                    .col(text("id").primary_key())
                    .col(text("customer_id"))
                    .col(big_integer("position"))
                    .col(text("address_type"))
                    .col(text("address"))
                    .col(text_null("key"))
                    .col(big_integer("removed_at"))
                    .foreign_key(&mut owned_by("removed_address_owner", "removed_address", "customer_id", "customer"))
                    .to_owned(),
            )
            .await?;
        index(manager, "removed_address_customer", "removed_address", "customer_id").await?;
        index(manager, "removed_address_age", "removed_address", "removed_at").await
    }
}
