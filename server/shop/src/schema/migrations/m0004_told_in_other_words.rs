//! Products that are told in other words and stay where they are need nothing built anew but what finds words. Programs of the
//! step before neither read nor write these two: to them such a change is a whole one, and `reworded` tells whether it was.

use sea_orm_migration::{prelude::*, schema::big_integer};

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0004_told_in_other_words"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["placed", "reworded"] {
            let mut number = big_integer(column);
            let table = Table::alter().table("catalog_meta").add_column(number.default(0)).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
