//! Tries at accounts, kept over a restart, and the devices an account was signed in from (R42).

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text},
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
                    .table("account_try")
                    // Only the hash of what is tried at which name: people type passwords into the wrong field.
                    .col(text("subject_hash").primary_key())
                    .col(big_integer("since"))
                    .col(big_integer("in_window"))
                    .col(big_integer("in_a_row"))
                    .col(big_integer("wait_until"))
                    .col(big_integer("changed_at"))
                    .to_owned(),
            )
            .await?;
        index(manager, "account_try_changed", "account_try", "changed_at").await?;
        manager
            .create_table(
                Table::create()
                    .table("known_device")
                    // Only the hash: whoever reads the table cannot use it.
                    .col(text("device_hash"))
                    .col(text("customer_id"))
                    .col(big_integer("expires_at"))
                    .primary_key(Index::create().col("device_hash").col("customer_id"))
                    .foreign_key(&mut owned_by("known_device_customer", "known_device", "customer_id", "customer"))
                    .to_owned(),
            )
            .await?;
        index(manager, "known_device_customer", "known_device", "customer_id").await?;
        index(manager, "known_device_expires", "known_device", "expires_at").await
    }
}
