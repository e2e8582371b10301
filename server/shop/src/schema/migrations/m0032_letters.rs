//! Letters that are kept and not sent, mailboxes that were confirmed, and by whose mailbox and to which place orders
//! went: what is counted together.

use fieldhouse_core::{
    account::email::mailbox,
    addresses::{AddressFormDraft, place},
};
use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text},
    sea_orm::Statement,
};

use super::columns::index;

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        add(manager, "letter", text("mailbox").default("")).await?;
        add(manager, "letter", big_integer_null("held_at")).await?;
        index(manager, "letter_mailbox", "letter", "mailbox").await?;
        add(manager, "orders", text("mailbox").default("")).await?;
        add(manager, "orders", text("place").default("")).await?;
        add(manager, "orders", boolean("letter_held").default(false)).await?;
        index(manager, "orders_mailbox", "orders", "mailbox").await?;
        index(manager, "orders_place", "orders", "place").await?;
        index(manager, "orders_unit", "orders", "unit_key").await?;
        manager
            .create_table(
                Table::create()
                    .table("confirmed_mailbox")
                    .col(text("mailbox").primary_key())
                    .col(big_integer("confirmed_at"))
                    .to_owned(),
            )
            .await?;
        recent_orders(manager).await?;
        subscribers(manager).await
    }
}

async fn add(manager: &SchemaManager<'_>, table: &'static str, column: impl IntoColumnDef) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await
}

/// Only what may still be counted together with a new order; eight days before the newest.
async fn recent_orders(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    const RECENT: &str = "SELECT id, email, ship_to FROM orders \
                          WHERE placed_at > (SELECT MAX(placed_at) FROM orders) - 691200000";
    let db = manager.get_connection();
    for row in db.query_all_raw(Statement::from_string(manager.get_database_backend(), RECENT)).await? {
        let ship_to: String = row.try_get("", "ship_to")?;
        let place = serde_json::from_str::<AddressFormDraft>(&ship_to).map(|address| place(&address));
        let mut noted = Query::update();
        noted
            .table("orders")
            .value("mailbox", mailbox(&row.try_get::<String>("", "email")?))
            .value("place", place.unwrap_or_default())
            .and_where(Expr::col("id").eq(row.try_get::<String>("", "id")?));
        db.execute(&noted).await?;
    }
    Ok(())
}

/// Who followed the link of a newsletter's letter reads that mailbox.
async fn subscribers(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    const CONFIRMED: &str = "SELECT email, MIN(confirmed_at) AS confirmed_at FROM newsletter_subscription \
                             WHERE confirmed_at IS NOT NULL GROUP BY email";
    let db = manager.get_connection();
    for row in db.query_all_raw(Statement::from_string(manager.get_database_backend(), CONFIRMED)).await? {
        let mut noted = Query::insert();
        noted
            .into_table("confirmed_mailbox")
            .columns(["mailbox", "confirmed_at"])
            .values_panic([
                mailbox(&row.try_get::<String>("", "email")?).into(),
                row.try_get::<i64>("", "confirmed_at")?.into(),
            ])
            .on_conflict(OnConflict::column("mailbox").do_nothing().to_owned());
        db.execute(&noted).await?;
    }
    Ok(())
}
