//! Checkout, orders with their lines and numbers, and the outbox.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, text, text_null},
};

use super::columns::{index, owned_by};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// First numbers of the sites with their prefixes.
const NUMBERS: [(&str, &str); 4] =
    [("fieldhouse", "FH"), ("usgames", "UG"), ("athleticconnection", "AC"), ("varsitybrands", "VB")];
const FIRST_NUMBER: i64 = 100_001;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        checkout(manager).await?;
        numbers(manager).await?;
        orders(manager).await?;
        outbox(manager).await
    }
}

async fn checkout(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("checkout")
                .col(text("cart_id").primary_key())
                .col(text_null("shipping"))
                .col(text_null("payment"))
                .col(big_integer("changed_at"))
                .foreign_key(&mut owned_by("checkout_cart", "checkout", "cart_id", "cart"))
                .to_owned(),
        )
        .await
}

async fn numbers(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("order_number")
                .col(text("site").primary_key())
                .col(text("prefix"))
                .col(big_integer("next"))
                .to_owned(),
        )
        .await?;
    let mut first = Query::insert();
    first.into_table("order_number").columns(["site", "prefix", "next"]);
    for (site, prefix) in NUMBERS {
        first.values_panic([site.into(), prefix.into(), FIRST_NUMBER.into()]);
    }
    manager.execute(first).await
}

async fn orders(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("orders")
                .col(text("id").primary_key())
                .col(text("number").unique_key())
                .col(text("site"))
                .col(text("visitor"))
                // No foreign key: an order outlives its cart.
                .col(text("cart_id").unique_key())
                .col(big_integer("cart_version"))
                .col(text("status"))
                .col(big_integer("placed_at"))
                .col(text("email"))
                .col(text("ship_to"))
                .col(text("shipping_method"))
                .col(text("instructions"))
                .col(text("po_number"))
                .col(text("po_file_name"))
                .col(big_integer("total_quantity"))
                .col(big_integer("merch_cents"))
                .col(big_integer("your_cents"))
                .col(big_integer("freight_cents"))
                .col(big_integer("tax_cents"))
                .col(big_integer("total_cents"))
                .col(text("items"))
                .col(text("summary"))
                .to_owned(),
        )
        .await?;
    index(manager, "orders_visitor", "orders", "visitor").await?;
    manager
        .create_table(
            Table::create()
                .table("order_line")
                .col(text("order_id"))
                .col(big_integer("position"))
                .col(text("sku"))
                .col(text("product_id"))
                .col(text("name"))
                .col(big_integer("quantity").check(Expr::col("quantity").gt(0)))
                .col(text("free_form"))
                .col(big_integer("unit_base_cents"))
                .col(big_integer("unit_your_cents"))
                .col(big_integer("base_cents"))
                .col(big_integer("your_cents"))
                .primary_key(Index::create().col("order_id").col("position"))
                .foreign_key(&mut owned_by("order_line_order", "order_line", "order_id", "orders"))
                .to_owned(),
        )
        .await
}

async fn outbox(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("outbox")
                .col(text("id").primary_key())
                .col(text("kind"))
                .col(text("site"))
                .col(text("subject"))
                .col(big_integer("created_at"))
                .col(big_integer_null("done_at"))
                .to_owned(),
        )
        .await?;
    // What happened to a thing is told once.
    manager
        .create_index(
            Index::create().name("outbox_once").table("outbox").col("kind").col("subject").unique().to_owned(),
        )
        .await
}
