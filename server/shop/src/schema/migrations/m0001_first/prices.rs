//! Price conditions, offer codes and certificates.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, boolean, text},
};

use super::parts::{index, key, row};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    price_meta(manager).await?;
    price_condition(manager).await?;
    friendly_code(manager).await?;
    flyer_group(manager).await?;
    certificate(manager).await?;
    certificate_use(manager).await
}

async fn price_meta(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table =
        Table::create().table("price_meta").col(big_integer("id").primary_key()).col(big_integer("change")).to_owned();
    manager.create_table(table).await?;
    manager.execute(row("price_meta", &["id", "change"], [1_i64.into(), 0_i64.into()])).await
}

async fn price_condition(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("price_condition")
        .col(text("site"))
        // everyone, flyer_code, program_id, sold_to
        .col(text("holder"))
        .col(text("code"))
        .col(text("sku"))
        .col(big_integer("minimum_quantity").check(Expr::col("minimum_quantity").gt(0)))
        .col(big_integer("unit_price_cents").check(Expr::col("unit_price_cents").gt(0)))
        // YYYY-MM-DD, or empty.
        .col(text("valid_from"))
        .col(text("valid_to"))
        .primary_key(&mut key(&["site", "holder", "code", "sku", "minimum_quantity", "valid_from"]))
        .to_owned();
    manager.create_table(table).await
}

async fn friendly_code(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("friendly_code")
        .col(text("site"))
        // In small letters: that is how it is looked for.
        .col(text("code"))
        .col(text("flyer_code"))
        .col(text("start_date"))
        .col(text("end_date"))
        // What the service says instead of a flyer, or nothing.
        .col(text("error"))
        .primary_key(&mut key(&["site", "code"]))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("friendly_code_flyer", "friendly_code", &["flyer_code"])).await
}

async fn flyer_group(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("flyer_group")
        .col(text("site"))
        .col(text("flyer_code"))
        // Logos, fine print and where to redeem it, as JSON.
        .col(text("content"))
        .primary_key(&mut key(&["site", "flyer_code"]))
        .to_owned();
    manager.create_table(table).await
}

async fn certificate(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("certificate")
        .col(text("catalog"))
        .col(text("number"))
        // Empty: at every store of the catalog.
        .col(text("site_code"))
        .col(text("status").check(Expr::col("status").is_in(["", "C", "D", "E"])))
        .col(boolean("is_valid"))
        .col(text("expires_on"))
        .col(big_integer("value_cents").check(Expr::col("value_cents").gte(0)))
        .col(text("organization"))
        .col(text("participant"))
        .col(text("flyer"))
        .primary_key(&mut key(&["catalog", "number"]))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("certificate_flyer", "certificate", &["flyer"])).await
}

async fn certificate_use(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    // However many carts hold a certificate: one order uses it (R18). Beside the table above, since
    // an outside service may be the one that knows the certificates.
    let table = Table::create()
        .table("certificate_use")
        .col(text("catalog"))
        .col(text("number"))
        .col(text("order_id"))
        .col(big_integer("value_cents"))
        .col(big_integer("used_at"))
        .primary_key(&mut key(&["catalog", "number"]))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("certificate_use_order", "certificate_use", &["order_id"])).await
}
