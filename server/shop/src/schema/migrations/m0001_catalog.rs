//! Products, variants, categories, assortments, and the change number that tells every node to reload.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        meta(manager).await?;
        products(manager).await?;
        variants(manager).await?;
        categories(manager).await
    }
}

async fn meta(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("catalog_meta")
        .col(big_integer("id").primary_key())
        .col(big_integer("change"))
        .to_owned();
    manager.create_table(table).await?;
    let first = Query::insert()
        .into_table("catalog_meta")
        .columns(["id", "change"])
        .values_panic([1_i64.into(), 0_i64.into()])
        .to_owned();
    manager.execute(first).await
}

async fn products(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let product = Table::create()
        .table("product")
        .col(text("id").primary_key())
        .col(text("slug").unique_key())
        .col(text("source"))
        .col(big_integer("position"))
        .col(text("hash"))
        .col(text("facts"))
        .to_owned();
    manager.create_table(product).await?;
    let assortment = Table::create()
        .table("assortment")
        .col(text("product_id"))
        .col(text("site"))
        .primary_key(Index::create().col("product_id").col("site"))
        .foreign_key(&mut of_product("assortment"))
        .to_owned();
    manager.create_table(assortment).await
}

async fn variants(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let variant = Table::create()
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
        .foreign_key(&mut of_product("variant"))
        .to_owned();
    manager.create_table(variant).await?;
    let by_product =
        Index::create().name("variant_product").table("variant").col("product_id").col("position").to_owned();
    manager.create_index(by_product).await
}

async fn categories(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let category = Table::create()
        .table("category")
        .col(text("path").primary_key())
        .col(text("name"))
        .col(big_integer("position"))
        .col(text("sites"))
        .to_owned();
    manager.create_table(category).await?;
    let membership = Table::create()
        .table("product_category")
        .col(text("product_id"))
        .col(text("category_path"))
        .col(big_integer("position"))
        .primary_key(Index::create().col("product_id").col("category_path"))
        .foreign_key(&mut of_product("product_category"))
        .foreign_key(ForeignKey::create().from("product_category", "category_path").to("category", "path"))
        .to_owned();
    manager.create_table(membership).await
}

fn of_product(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create().from(table, "product_id").to("product", "id").on_delete(ForeignKeyAction::Cascade).to_owned()
}
