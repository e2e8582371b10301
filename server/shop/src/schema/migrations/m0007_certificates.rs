//! Payments with the carts they are on, certificates, and which order used one.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, boolean, text, text_null},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        payments(manager).await?;
        certificates(manager).await?;
        sums(manager).await
    }
}

async fn payments(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("payment")
                .col(text("id").primary_key())
                .col(text("site"))
                // A customer's payments belong to the visitor of the same id.
                .col(text("visitor"))
                .col(text("method"))
                .col(text("interface"))
                .col(big_integer("amount_cents").check(Expr::col("amount_cents").gte(0)))
                .col(text("currency").check(Expr::col("currency").eq("USD")))
                .col(text("certificate_number"))
                .col(text("fields"))
                // The order it paid, once there is one. No foreign key: written before the order's row.
                .col(text_null("order_id"))
                .col(big_integer("version"))
                .col(big_integer("created_at"))
                .col(big_integer("changed_at"))
                .to_owned(),
        )
        .await?;
    index(manager, "payment_visitor", "payment", "visitor").await?;
    index(manager, "payment_order", "payment", "order_id").await?;
    manager
        .create_table(
            Table::create()
                .table("cart_payment")
                // A payment is on one cart.
                .col(text("payment_id").primary_key())
                .col(text("cart_id"))
                // The cart it came from in a merge that can still be undone.
                .col(text_null("from_cart"))
                .col(big_integer("position"))
                .foreign_key(
                    ForeignKey::create()
                        .name("cart_payment_payment")
                        .from("cart_payment", "payment_id")
                        .to("payment", "id")
                        .on_delete(ForeignKeyAction::Cascade),
                )
                .foreign_key(
                    ForeignKey::create()
                        .name("cart_payment_cart")
                        .from("cart_payment", "cart_id")
                        .to("cart", "id")
                        .on_delete(ForeignKeyAction::Cascade),
                )
                .to_owned(),
        )
        .await?;
    index(manager, "cart_payment_cart", "cart_payment", "cart_id").await
}

async fn certificates(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
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
                .primary_key(Index::create().col("catalog").col("number"))
                .to_owned(),
        )
        .await?;
    // However many carts hold a certificate: one order uses it (R18). Beside the table above, since
    // an outside service may be the one that knows the certificates.
    manager
        .create_table(
            Table::create()
                .table("certificate_use")
                .col(text("catalog"))
                .col(text("number"))
                .col(text("order_id"))
                .col(big_integer("value_cents"))
                .col(big_integer("used_at"))
                .primary_key(Index::create().col("catalog").col("number"))
                .to_owned(),
        )
        .await?;
    index(manager, "certificate_use_order", "certificate_use", "order_id").await
}

async fn sums(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for table in ["cart", "orders"] {
        let mut certificates = big_integer("certificate_cents");
        manager.alter_table(Table::alter().table(table).add_column(certificates.default(0)).to_owned()).await?;
    }
    let mut lines = text("certificates");
    manager.alter_table(Table::alter().table("orders").add_column(lines.default("[]")).to_owned()).await
}

async fn index(
    manager: &SchemaManager<'_>,
    name: &'static str,
    table: &'static str,
    column: &'static str,
) -> Result<(), DbErr> {
    manager.create_index(Index::create().name(name).table(table).col(column).to_owned()).await
}
