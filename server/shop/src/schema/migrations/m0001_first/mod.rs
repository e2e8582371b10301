//! All tables of the first release: a file a group.

mod carts;
mod catalog;
mod content;
mod customer_search;
mod desk;
mod orders;
mod parts;
mod people;
mod prices;
mod sales;
mod service;
mod staff;
mod stock;

use sea_orm_migration::prelude::*;

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0001_first"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        catalog::create(manager).await?;
        content::create(manager).await?;
        people::create(manager).await?;
        carts::create(manager).await?;
        prices::create(manager).await?;
        orders::create(manager).await?;
        desk::create(manager).await?;
        stock::create(manager).await?;
        sales::create(manager).await?;
        service::create(manager).await?;
        staff::create(manager).await
    }
}
