//! Price conditions, personal prices on cart lines, sold-to units of customers, and how often a
//! message was tried.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, text},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        conditions(manager).await?;
        add(manager, "customer", text("sold_to").default("")).await?;
        add(manager, "cart", text("price_key").default("")).await?;
        add(manager, "cart_line", big_integer_null("personal_cents")).await?;
        add(manager, "cart_line", text("promo_code").default("")).await?;
        add(manager, "cart_line", big_integer_null("confirmed_at")).await?;
        add(manager, "outbox", big_integer("attempts").default(0)).await?;
        add(manager, "outbox", big_integer("due_at").default(0)).await?;
        add(manager, "outbox", big_integer_null("parked_at")).await
    }
}

/// SQLite takes one new column a statement.
async fn add(manager: &SchemaManager<'_>, table: &'static str, column: impl IntoColumnDef) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await
}

async fn conditions(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("price_condition")
                .col(text("site"))
                // everyone, flyer_code, program_id, sold_to
                .col(text("holder"))
                .col(text("code"))
                .col(text("sku"))
                .col(big_integer("minimum_quantity").check(Expr::col("minimum_quantity").gt(0)))
                .col(big_integer("unit_price_cents").check(Expr::col("unit_price_cents").gt(0)))
                // YYYY-MM-DD, or empty
                .col(text("valid_from"))
                .col(text("valid_to"))
                // What is said of the same thing from the same day is said once.
                .primary_key(
                    Index::create()
                        .col("site")
                        .col("holder")
                        .col("code")
                        .col("sku")
                        .col("minimum_quantity")
                        .col("valid_from"),
                )
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("price_meta")
                .col(big_integer("id").primary_key())
                .col(big_integer("change"))
                .to_owned(),
        )
        .await?;
    let mut first = Query::insert();
    first.into_table("price_meta").columns(["id", "change"]).values_panic([1.into(), 0.into()]);
    manager.execute(first).await
}
