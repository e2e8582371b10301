//! Tax exemptions of customers and business units.

use sea_orm_migration::{prelude::*, schema::text};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["customer", "business_unit"] {
            // Empty, `yes` or the last day, YYYY-MM-DD.
            let mut column = text("tax_exempt");
            column.default("");
            manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
