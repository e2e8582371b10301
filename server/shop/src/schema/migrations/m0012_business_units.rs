//! Business units with their parties and members, and requests to change the default information.

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
        units(manager).await?;
        parties(manager).await?;
        members(manager).await?;
        manager
            .create_table(
                Table::create()
                    .table("change_request")
                    .col(text("id").primary_key())
                    .col(text("customer_id"))
                    // sold-to, billed-to, payed-by
                    .col(text("role"))
                    .col(text("message"))
                    .col(text("status").check(Expr::col("status").is_in(["open", "done"])))
                    .col(big_integer("sent_at"))
                    .foreign_key(&mut owned_by("change_request_customer", "change_request", "customer_id", "customer"))
                    .to_owned(),
            )
            .await?;
        // However often it is asked for: the last request counts.
        let mut once = Index::create();
        once.name("change_request_once").table("change_request").col("customer_id").col("role").unique();
        manager.create_index(once).await
    }
}

async fn units(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("business_unit")
                .col(text("id").primary_key())
                .col(text("site"))
                .col(text("key"))
                .col(text("name"))
                .col(big_integer("version"))
                .col(big_integer("created_at"))
                .col(big_integer("changed_at"))
                .to_owned(),
        )
        .await?;
    let mut once = Index::create();
    once.name("business_unit_key").table("business_unit").col("site").col("key").unique();
    manager.create_index(once).await?;
    manager
        .create_table(
            Table::create()
                .table("business_unit_address")
                .col(text("id").primary_key())
                .col(text("unit_id"))
                .col(big_integer("position"))
                // The form's fields, JSON.
                .col(text("address"))
                .foreign_key(&mut owned_by(
                    "business_unit_address_unit",
                    "business_unit_address",
                    "unit_id",
                    "business_unit",
                ))
                .to_owned(),
        )
        .await?;
    index(manager, "business_unit_address_unit", "business_unit_address", "unit_id").await
}

async fn parties(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("business_unit_party")
                .col(text("unit_id"))
                .col(text("role").check(Expr::col("role").is_in(["sold-to", "billed-to", "payed-by", "ship-to"])))
                // The referenced unit.
                .col(text("party_id"))
                .col(big_integer("position"))
                .primary_key(Index::create().col("unit_id").col("role").col("party_id"))
                .foreign_key(&mut owned_by(
                    "business_unit_party_unit",
                    "business_unit_party",
                    "unit_id",
                    "business_unit",
                ))
                .foreign_key(&mut owned_by(
                    "business_unit_party_party",
                    "business_unit_party",
                    "party_id",
                    "business_unit",
                ))
                .to_owned(),
        )
        .await?;
    index(manager, "business_unit_party_party", "business_unit_party", "party_id").await
}

async fn members(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("business_unit_member")
                .col(text("customer_id"))
                .col(text("unit_id"))
                // The first one's sold-to unit has the contract prices.
                .col(big_integer("position"))
                .primary_key(Index::create().col("customer_id").col("unit_id"))
                .foreign_key(&mut owned_by(
                    "business_unit_member_customer",
                    "business_unit_member",
                    "customer_id",
                    "customer",
                ))
                .foreign_key(&mut owned_by(
                    "business_unit_member_unit",
                    "business_unit_member",
                    "unit_id",
                    "business_unit",
                ))
                .to_owned(),
        )
        .await?;
    index(manager, "business_unit_member_unit", "business_unit_member", "unit_id").await
}
