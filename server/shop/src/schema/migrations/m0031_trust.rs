//! Order numbers that nobody waits for, which first load was begun and not finished, and who brings a flyer code.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text},
    sea_orm::{DbBackend, Statement},
};

use super::columns::index;

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("first_load")
                    .col(text("what").primary_key())
                    .col(big_integer("begun_at"))
                    .to_owned(),
            )
            .await?;
        index(manager, "certificate_flyer", "certificate", "flyer").await?;
        index(manager, "friendly_code_flyer", "friendly_code", "flyer_code").await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            numbers(manager).await?;
        }
        Ok(())
    }
}

/// A row that counts is held until its order is on disk, and every other order waits for it; a sequence is not.
/// SQLite has one writer at a time and goes on counting in the row.
async fn numbers(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    const SEQUENCES: [(&str, &str, &str); 4] = [
        ("fieldhouse", "CREATE SEQUENCE order_number_fieldhouse", "order_number_fieldhouse"),
        ("usgames", "CREATE SEQUENCE order_number_usgames", "order_number_usgames"),
        ("athleticconnection", "CREATE SEQUENCE order_number_athleticconnection", "order_number_athleticconnection"),
        ("varsitybrands", "CREATE SEQUENCE order_number_varsitybrands", "order_number_varsitybrands"),
    ];
    let db = manager.get_connection();
    for (site, create, name) in SEQUENCES {
        db.execute_unprepared(create).await?;
        let go_on = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "SELECT setval($1::regclass, next, false) FROM order_number WHERE site = $2",
            [name.into(), site.into()],
        );
        db.query_one_raw(go_on).await?;
    }
    Ok(())
}
