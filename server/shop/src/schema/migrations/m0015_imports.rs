//! Keys of addresses that files bring, and how a change request ended.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text, text_null},
};

use super::columns::owned_by;

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        keys(manager, "customer_address_key", "customer_address", "customer_id").await?;
        keys(manager, "business_unit_address_key", "business_unit_address", "unit_id").await?;
        requests(manager).await
    }
}

/// The key a file knows an address by; nothing for those that were typed here.
async fn keys(
    manager: &SchemaManager<'_>,
    name: &'static str,
    table: &'static str,
    owner: &'static str,
) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table(table).add_column(text_null("key")).to_owned()).await?;
    let mut once = Index::create();
    once.name(name).table(table).col(owner).col("key").unique();
    manager.create_index(once).await
}

/// SQLite changes no constraint in place: the requests move into a table that also takes refusals.
async fn requests(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    const COLUMNS: [&str; 6] = ["id", "customer_id", "role", "message", "status", "sent_at"];
    manager
        .create_table(
            Table::create()
                .table("change_request_wider")
                .col(text("id").primary_key())
                .col(text("customer_id"))
                // sold-to, billed-to, payed-by
                .col(text("role"))
                .col(text("message"))
                .col(text("status").check(Expr::col("status").is_in(["open", "done", "declined"])))
                .col(big_integer("sent_at"))
                // What the store says to the customer; empty for nothing.
                .col(text("note").default(""))
                .foreign_key(&mut owned_by("change_request_owner", "change_request_wider", "customer_id", "customer"))
                .to_owned(),
        )
        .await?;
    let mut moved = Query::insert();
    moved
        .into_table("change_request_wider")
        .columns(COLUMNS)
        .select_from(Query::select().columns(COLUMNS).from("change_request").to_owned())
        .map_err(|error| DbErr::Custom(error.to_string()))?;
    manager.execute(moved).await?;
    manager.drop_table(Table::drop().table("change_request").to_owned()).await?;
    manager.rename_table(Table::rename().table("change_request_wider", "change_request").to_owned()).await?;
    // However often it is asked for: the last request counts.
    let mut once = Index::create();
    once.name("change_request_once").table("change_request").col("customer_id").col("role").unique();
    manager.create_index(once).await
}
