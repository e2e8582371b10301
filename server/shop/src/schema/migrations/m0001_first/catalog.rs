//! Products, variants, categories, assortments, pictures, what shoppers did with them, and the change number that tells every node to
//! reload.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, blob, boolean, text, text_null},
};

use super::parts::{index, key, owned_by, row};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    catalog_meta(manager).await?;
    product(manager).await?;
    assortment(manager).await?;
    variant(manager).await?;
    category(manager).await?;
    product_category(manager).await?;
    picture_file(manager).await?;
    product_interest(manager).await?;
    missed_search(manager).await?;
    first_load(manager).await
}

async fn catalog_meta(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("catalog_meta")
        .col(big_integer("id").primary_key())
        .col(big_integer("change"))
        .col(big_integer("whole"))
        .col(text("stamp"))
        .to_owned();
    manager.create_table(table).await?;
    let start = [1_i64.into(), 0_i64.into(), 0_i64.into(), "".into()];
    manager.execute(row("catalog_meta", &["id", "change", "whole", "stamp"], start)).await
}

async fn product(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("product")
        .col(text("id").primary_key())
        .col(text("slug").unique_key())
        .col(text("source"))
        .col(big_integer("position"))
        .col(text("hash"))
        .col(text("facts"))
        .col(big_integer("changed"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("product_changed", "product", &["changed"])).await
}

async fn assortment(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("assortment")
        .col(text("product_id"))
        .col(text("site"))
        .primary_key(&mut key(&["product_id", "site"]))
        .foreign_key(&mut owned_by("assortment", "product_id", "product"))
        .to_owned();
    manager.create_table(table).await
}

async fn variant(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("variant")
        .col(text("sku").primary_key())
        .col(text("product_id"))
        .col(big_integer("position"))
        .col(text("hash"))
        .col(big_integer_null("price_cents"))
        .col(big_integer_null("discounted_cents"))
        .col(boolean("available"))
        .col(text_null("restock_on"))
        .col(big_integer_null("stock"))
        .col(big_integer_null("restockable_in_days"))
        .col(big_integer("min_order_qty").check(Expr::col("min_order_qty").gte(0)))
        .col(big_integer("delivery_unit").check(Expr::col("delivery_unit").gte(0)))
        .col(text("tiers"))
        .col(text("attributes"))
        .col(text("hex"))
        .col(text("images"))
        .foreign_key(&mut owned_by("variant", "product_id", "product"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("variant_product", "variant", &["product_id", "position"])).await
}

async fn category(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("category")
        .col(text("path").primary_key())
        .col(text("name"))
        .col(big_integer("position"))
        .col(text("sites"))
        .to_owned();
    manager.create_table(table).await
}

async fn product_category(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("product_category")
        .col(text("product_id"))
        .col(text("category_path"))
        .col(big_integer("position"))
        .primary_key(&mut key(&["product_id", "category_path"]))
        .foreign_key(&mut owned_by("product_category", "product_id", "product"))
        .foreign_key(ForeignKey::create().from("product_category", "category_path").to("category", "path"))
        .to_owned();
    manager.create_table(table).await
}

async fn picture_file(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("picture_file")
        // Tells the content: the bytes under a name never change.
        .col(text("name").primary_key())
        .col(blob("bytes"))
        .to_owned();
    manager.create_table(table).await
}

async fn product_interest(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("product_interest")
        .col(text("site"))
        .col(text("product_id"))
        .col(text("day"))
        .col(big_integer("clicks").check(Expr::col("clicks").gte(0)))
        .col(big_integer("added").check(Expr::col("added").gte(0)))
        .primary_key(&mut key(&["day", "site", "product_id"]))
        .to_owned();
    manager.create_table(table).await
}

/// What shoppers looked for and did not find.
async fn missed_search(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("missed_search")
        .col(text("site"))
        .col(text("day"))
        .col(text("text"))
        .col(big_integer("searches").check(Expr::col("searches").gt(0)))
        .primary_key(&mut key(&["day", "site", "text"]))
        .to_owned();
    manager.create_table(table).await
}

async fn first_load(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table =
        Table::create().table("first_load").col(text("what").primary_key()).col(big_integer("begun_at")).to_owned();
    manager.create_table(table).await
}
