//! Letters that were given up: not sent, and seen by people.

use sea_orm_migration::{prelude::*, schema::big_integer_null};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.alter_table(Table::alter().table("letter").add_column(big_integer_null("given_up_at")).to_owned()).await
    }
}
