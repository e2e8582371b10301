//! The network a session began in, for the list of signed-in devices, and the business unit a change is asked for.

use sea_orm_migration::{prelude::*, schema::text};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // A part of the address, `203.0.113.*`, never all of it; the key of the unit. Empty in rows of before.
        for (table, column) in [("session", "network"), ("change_request", "unit_key")] {
            let mut column = text(column);
            column.default("");
            manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
