//! Whether somebody can come back to a cart is asked of bearer tokens, too: by whose they are. An index more, which programs of
//! the step before do not notice.

use sea_orm_migration::prelude::*;

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0002_grants_by_visitor"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut index = Index::create();
        index.name("platform_grant_visitor").table("platform_grant").col("visitor");
        manager.create_index(index).await
    }
}
