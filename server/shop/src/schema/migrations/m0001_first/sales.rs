//! Sales figures by day: sums of what the log of events tells, which are read in its place. They are never the truth: what is
//! there can be made again of the log at any time.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text},
};

use super::parts::{index, key};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    sales_day(manager).await?;
    sales_unit_day(manager).await?;
    sales_article_day(manager).await?;
    sales_decision_day(manager).await?;
    sales_shipment_day(manager).await
}

/// A brand's day.
async fn sales_day(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("sales_day")
        .col(text("site"))
        // YYYY-MM-DD in the store's time zone.
        .col(text("day"))
        .col(text("kind"))
        // What is taken away is below zero.
        .col(big_integer("orders"))
        .col(big_integer("pieces"))
        .col(big_integer("amount_cents"))
        .primary_key(&mut key(&["site", "day", "kind"]))
        .to_owned();
    manager.create_table(table).await
}

/// The same of a business unit; an empty key is everybody who ordered for themselves.
async fn sales_unit_day(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("sales_unit_day")
        .col(text("site"))
        .col(text("day"))
        .col(text("unit_key"))
        .col(text("kind"))
        .col(text("name"))
        .col(big_integer("orders"))
        .col(big_integer("pieces"))
        .col(big_integer("amount_cents"))
        .primary_key(&mut key(&["site", "day", "unit_key", "kind"]))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("sales_unit_day_unit", "sales_unit_day", &["site", "unit_key", "day"])).await
}

/// The same of an article; its size is told by the catalog.
async fn sales_article_day(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("sales_article_day")
        .col(text("site"))
        .col(text("day"))
        .col(text("sku"))
        .col(text("kind"))
        .col(text("product_id"))
        .col(text("name"))
        .col(big_integer("pieces"))
        .col(big_integer("amount_cents"))
        .primary_key(&mut key(&["site", "day", "sku", "kind"]))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("sales_article_day_style", "sales_article_day", &["site", "product_id", "day"])).await
}

/// Approvals of a day by how soon they were decided.
async fn sales_decision_day(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("sales_decision_day")
        .col(text("site"))
        .col(text("day"))
        .col(big_integer("within_hours"))
        .col(big_integer("approvals"))
        .primary_key(&mut key(&["site", "day", "within_hours"]))
        .to_owned();
    manager.create_table(table).await
}

/// Shipments that left on a day, and how many of them left late.
async fn sales_shipment_day(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("sales_shipment_day")
        .col(text("site"))
        .col(text("day"))
        .col(big_integer("shipments"))
        .col(big_integer("late"))
        .primary_key(&mut key(&["site", "day"]))
        .to_owned();
    manager.create_table(table).await
}
