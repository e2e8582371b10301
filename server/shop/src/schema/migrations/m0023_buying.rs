//! For whom a cart is ordered, and whether people of a business unit may also order for themselves.

use sea_orm_migration::{
    prelude::*,
    schema::{boolean, text},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        add(manager, "business_unit", boolean("personal_orders").default(false)).await?;
        // Id of a unit or `personal`; empty: nothing was chosen.
        add(manager, "cart", text("buys_for").default("")).await?;
        // Key and name as they were at the time of the order.
        add(manager, "orders", text("unit_key").default("")).await?;
        add(manager, "orders", text("unit_name").default("")).await?;
        manager.get_connection().execute_unprepared(ORDERED_SO_FAR).await?;
        Ok(())
    }
}

/// Until now every order was for the first of its buyer's units.
const ORDERED_SO_FAR: &str = "UPDATE orders SET \
    unit_key = COALESCE((SELECT u.key FROM business_unit_member m JOIN business_unit u ON u.id = m.unit_id \
        WHERE m.customer_id = orders.visitor ORDER BY m.position LIMIT 1), ''), \
    unit_name = COALESCE((SELECT u.name FROM business_unit_member m JOIN business_unit u ON u.id = m.unit_id \
        WHERE m.customer_id = orders.visitor ORDER BY m.position LIMIT 1), '')";

async fn add(manager: &SchemaManager<'_>, table: &'static str, column: impl IntoColumnDef) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await
}
