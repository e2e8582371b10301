//! Orders with their lines, numbers and approvals.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
};

use super::parts::{index, key, owned_by};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    order_number(manager).await?;
    orders(manager).await?;
    order_line(manager).await?;
    order_approval(manager).await
}

/// One row a site, made when a store that has the site comes to its database (`schema/sites.rs`).
async fn order_number(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_number")
        .col(text("site").primary_key())
        .col(text("prefix").unique_key())
        .col(big_integer("next"))
        .to_owned();
    manager.create_table(table).await
}

async fn orders(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
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
        .col(big_integer("certificate_cents"))
        .col(text("certificates"))
        // Key and name as they were at the time of the order.
        .col(text("unit_key"))
        .col(text("unit_name"))
        .col(text("mailbox"))
        .col(text("place"))
        .col(boolean("letter_held"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("orders_mailbox", "orders", &["mailbox"])).await?;
    manager.create_index(index("orders_place", "orders", &["place"])).await?;
    manager.create_index(index("orders_unit", "orders", &["unit_key"])).await?;
    manager.create_index(index("orders_visitor", "orders", &["visitor"])).await
}

async fn order_line(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
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
        .primary_key(&mut key(&["order_id", "position"]))
        .foreign_key(&mut owned_by("order_line", "order_id", "orders"))
        .to_owned();
    manager.create_table(table).await
}

async fn order_approval(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_approval")
        .col(text("order_id").primary_key())
        .col(text("unit_id"))
        .col(text("decision").check(Expr::col("decision").is_in(["waiting", "approved", "declined"])))
        .col(text("note"))
        .col(text_null("decided_by"))
        .col(big_integer("asked_at"))
        .col(big_integer_null("decided_at"))
        .foreign_key(&mut owned_by("order_approval", "order_id", "orders"))
        .foreign_key(&mut owned_by("order_approval", "unit_id", "business_unit"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("order_approval_unit", "order_approval", &["unit_id"])).await
}
