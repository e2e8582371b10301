//! What somebody did with a product counts once a day, whichever node it was told: a row each, which only says that it was
//! counted. A table more, which programs of the step before do not notice.

use sea_orm_migration::{prelude::*, schema::text};

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0003_marks_of_interest"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("interest_mark")
            .col(text("day"))
            .col(text("mark"))
            .primary_key(Index::create().col("day").col("mark"))
            .to_owned();
        manager.create_table(table).await
    }
}
