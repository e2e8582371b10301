//! Sessions, carts with their lines, and the keys that make a repeated request harmless.

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
        sessions(manager).await?;
        carts(manager).await?;
        keys(manager).await
    }
}

async fn sessions(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("session")
                // Only the hash: whoever reads the table cannot become anyone.
                .col(text("id_hash").primary_key())
                .col(text("visitor"))
                .col(text("site"))
                .col(text("data"))
                .col(big_integer("created_at"))
                .col(big_integer("seen_at"))
                .col(big_integer("expires_at"))
                .to_owned(),
        )
        .await?;
    index(manager, "session_expires", "session", "expires_at").await
}

async fn carts(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("cart")
                .col(text("id").primary_key())
                .col(text("site"))
                .col(text("visitor"))
                .col(text("status").check(Expr::col("status").is_in(["open", "ordered"])))
                .col(big_integer("version"))
                .col(big_integer("next_position"))
                .col(big_integer("line_count").check(Expr::col("line_count").gte(0)))
                .col(big_integer("total_quantity").check(Expr::col("total_quantity").gte(0)))
                .col(big_integer("merch_cents"))
                .col(big_integer("your_cents"))
                .col(big_integer("priced_change"))
                .col(big_integer("created_at"))
                .col(big_integer("changed_at"))
                .to_owned(),
        )
        .await?;
    // However many first adds race: a visitor has one open cart.
    manager
        .create_index(
            Index::create()
                .name("cart_one_open")
                .table("cart")
                .col("visitor")
                .unique()
                .and_where(Expr::col("status").eq("open"))
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("cart_line")
                .col(text("id").primary_key())
                .col(text("cart_id"))
                .col(text("product_id"))
                .col(text("sku"))
                .col(text("identity"))
                .col(big_integer("quantity").check(Expr::col("quantity").gt(0)))
                .col(text("free_form"))
                .col(big_integer("position"))
                .col(big_integer("base_cents"))
                .col(big_integer("your_cents"))
                .foreign_key(&mut owned_by("cart_line_cart", "cart_line", "cart_id", "cart"))
                .to_owned(),
        )
        .await?;
    // The lines of a product are found together, and none is there twice.
    manager
        .create_index(
            Index::create()
                .name("cart_line_pool")
                .table("cart_line")
                .col("cart_id")
                .col("product_id")
                .col("identity")
                .unique()
                .to_owned(),
        )
        .await
}

async fn keys(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("idempotency_key")
                .col(text("visitor"))
                .col(text("operation"))
                .col(text("key"))
                .col(text("request_hash"))
                .col(big_integer("status"))
                .col(text("body"))
                .col(big_integer("created_at"))
                .primary_key(Index::create().col("visitor").col("operation").col("key"))
                .to_owned(),
        )
        .await?;
    index(manager, "idempotency_key_created", "idempotency_key", "created_at").await
}
