//! The one outbox in place of two.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text, text_null},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["outbox", "letter"] {
            manager.drop_table(Table::drop().table(table).to_owned()).await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("job")
                    .col(big_integer("seq").primary_key().auto_increment())
                    .col(text("id").unique_key())
                    .col(text("queue"))
                    .col(text("kind"))
                    .col(text("site"))
                    .col(text("subject"))
                    .col(text("ordered_by"))
                    .col(text_null("dedupe_key"))
                    .col(text("counted_for"))
                    .col(text("payload"))
                    .col(big_integer("attempts"))
                    .col(big_integer("created_at"))
                    .col(big_integer("due_at"))
                    .col(text("state"))
                    .col(big_integer("state_at"))
                    .col(text("last_error"))
                    .to_owned(),
            )
            .await?;
        let index = |name: &'static str, columns: &[&'static str]| {
            let mut index = Index::create();
            index.name(name).table("job");
            for column in columns {
                index.col(*column);
            }
            index
        };
        for index in [
            // What is due, the oldest first.
            index("job_due", &["queue", "state", "seq"]),
            // What is parked, and what was done long ago.
            index("job_state", &["state", "state_at"]),
            // Whether one stands before another.
            index("job_order", &["ordered_by", "seq"]),
            // How many a mailbox got.
            index("job_counted", &["counted_for", "created_at"]),
            index("job_dedupe", &["queue", "dedupe_key"]).unique().to_owned(),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }
}
