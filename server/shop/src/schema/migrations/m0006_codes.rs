//! The codes of a cart, friendly codes with their flyers, and what is shown of a flyer.

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
        // One column a statement: SQLite adds no two at once.
        for column in ["flyer_code", "friendly_flyer_code", "program_id", "cert_flyer_code"] {
            add(manager, text(column).default("").take()).await?;
        }
        add(manager, boolean("custom_type").default(false).take()).await?;
        friendly_codes(manager).await?;
        flyer_groups(manager).await
    }
}

async fn add(manager: &SchemaManager<'_>, mut column: ColumnDef) -> Result<(), DbErr> {
    manager.alter_table(Table::alter().table("cart").add_column(&mut column).to_owned()).await
}

async fn friendly_codes(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("friendly_code")
                .col(text("site"))
                // In small letters: that is how it is looked for.
                .col(text("code"))
                .col(text("flyer_code"))
                .col(text("start_date"))
                .col(text("end_date"))
                // What the service says instead of a flyer, or nothing.
                .col(text("error"))
                .primary_key(Index::create().col("site").col("code"))
                .to_owned(),
        )
        .await
}

async fn flyer_groups(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("flyer_group")
                .col(text("site"))
                .col(text("flyer_code"))
                // Logos, fine print and where to redeem it, as JSON.
                .col(text("content"))
                .primary_key(Index::create().col("site").col("flyer_code"))
                .to_owned(),
        )
        .await
}
