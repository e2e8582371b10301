//! Stock that the store counts itself: articles, what happened to them, what is on its way, and the change number that tells
//! every node what can be bought.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, boolean, text, text_null},
};

use super::parts::{index, row};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    stock_meta(manager).await?;
    stock(manager).await?;
    stock_entry(manager).await?;
    stock_incoming(manager).await
}

async fn stock_meta(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table =
        Table::create().table("stock_meta").col(big_integer("id").primary_key()).col(big_integer("change")).to_owned();
    manager.create_table(table).await?;
    manager.execute(row("stock_meta", &["id", "change"], [1_i64.into(), 0_i64.into()])).await
}

async fn stock(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("stock")
        // No foreign key: what happened to an article outlives an import that takes it out.
        .col(text("sku").primary_key())
        .col(text("name"))
        .col(text("words"))
        .col(boolean("counted"))
        .col(big_integer("epoch").check(Expr::col("epoch").gt(0)))
        .col(big_integer("on_hand").check(Expr::col("on_hand").gte(0)))
        .col(big_integer("reserved").check(Expr::col("reserved").gte(0)))
        .col(big_integer("low_at").check(Expr::col("low_at").gte(0)))
        .col(text("state").check(Expr::col("state").is_in(["out", "low", "in"])))
        .col(big_integer("incoming").check(Expr::col("incoming").gte(0)))
        .col(text_null("incoming_on"))
        .col(big_integer("version"))
        .col(big_integer("moves"))
        .col(big_integer("changed_at"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("stock_changed", "stock", &["counted", "changed_at", "sku"])).await?;
    manager.create_index(index("stock_state", "stock", &["counted", "state", "changed_at", "sku"])).await
}

/// What happened to an article. Never changed, never taken out: the sums are the row of `stock`.
async fn stock_entry(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("stock_entry")
        .col(big_integer("seq").primary_key().auto_increment())
        .col(text("sku"))
        .col(text("kind"))
        .col(big_integer("quantity").check(Expr::col("quantity").gte(0)))
        .col(big_integer("on_hand"))
        .col(big_integer("reserved"))
        .col(text("reason"))
        .col(text("note"))
        // No foreign key: it outlives an order that is forgotten.
        .col(text("order_id"))
        .col(text("incoming_id"))
        .col(text("actor"))
        .col(text("actor_name"))
        .col(big_integer("at"))
        .foreign_key(ForeignKey::create().from("stock_entry", "sku").to("stock", "sku"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("stock_entry_sku", "stock_entry", &["sku", "seq"])).await
}

async fn stock_incoming(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("stock_incoming")
        .col(text("id").primary_key())
        .col(text("sku"))
        .col(big_integer("quantity").check(Expr::col("quantity").gt(0)))
        .col(big_integer("received").check(Expr::col("received").gte(0)))
        .col(text("expected"))
        .col(text("reference"))
        .col(boolean("open"))
        .col(text("created_by_name"))
        .col(big_integer("created_at"))
        .check(Expr::col("received").lte(Expr::col("quantity")))
        .foreign_key(ForeignKey::create().from("stock_incoming", "sku").to("stock", "sku"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("stock_incoming_sku", "stock_incoming", &["sku", "open", "expected"])).await
}
