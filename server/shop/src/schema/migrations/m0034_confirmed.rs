//! When a customer's e-mail was confirmed. Of those who are there already, the ones an operator put into a business
//! unit, or brought without a password of this store, count as confirmed.

use sea_orm_migration::{prelude::*, schema::big_integer_null};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = big_integer_null("confirmed_at");
        manager.alter_table(Table::alter().table("customer").add_column(column).to_owned()).await?;
        let members = Query::select().column("customer_id").from("business_unit_member").to_owned();
        let mut known = Query::update();
        known
            .table("customer")
            .value("confirmed_at", Expr::col("created_at"))
            .cond_where(Expr::col("id").in_subquery(members).or(Expr::col("password_hash").eq("")));
        manager.execute(known).await
    }
}
