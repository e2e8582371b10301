//! What shoppers did with products, counted by site and day.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("product_interest")
                    .col(text("site"))
                    .col(text("product_id"))
                    .col(text("day"))
                    .col(big_integer("clicks").check(Expr::col("clicks").gte(0)))
                    .col(big_integer("added").check(Expr::col("added").gte(0)))
                    .primary_key(Index::create().col("day").col("site").col("product_id"))
                    .to_owned(),
            )
            .await
    }
}
