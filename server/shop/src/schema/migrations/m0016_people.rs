//! Roles in business units, invitations, orders that wait for approval, and what a session's browser is.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, text, text_null},
};

use super::columns::{index, owned_by};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut role = text("role");
        role.default("buyer").check(Expr::col("role").is_in(["buyer", "approver", "administrator"]));
        manager.alter_table(Table::alter().table("business_unit_member").add_column(role).to_owned()).await?;
        // What the browser said of itself at sign-in.
        let mut device = text("device");
        device.default("");
        manager.alter_table(Table::alter().table("session").add_column(device).to_owned()).await?;
        invitations(manager).await?;
        approvals(manager).await
    }
}

async fn invitations(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("invitation")
                .col(text("id").primary_key())
                .col(text("unit_id"))
                .col(text("site"))
                .col(text("email"))
                .col(text("role").check(Expr::col("role").is_in(["buyer", "approver", "administrator"])))
                // Made with the letter; only the hash: whoever reads the table cannot use it.
                .col(text_null("token_hash").unique_key())
                // Who invited; they may be gone.
                .col(text("invited_by"))
                .col(big_integer("created_at"))
                .col(big_integer("expires_at"))
                .foreign_key(&mut owned_by("invitation_unit", "invitation", "unit_id", "business_unit"))
                .to_owned(),
        )
        .await?;
    // The newest one counts.
    let mut once = Index::create();
    once.name("invitation_once").table("invitation").col("unit_id").col("email").unique();
    manager.create_index(once).await
}

async fn approvals(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("approval_limit")
                .col(text("unit_id").primary_key())
                .col(big_integer("above_cents").check(Expr::col("above_cents").gte(0)))
                .foreign_key(&mut owned_by("approval_limit_unit", "approval_limit", "unit_id", "business_unit"))
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("order_approval")
                .col(text("order_id").primary_key())
                .col(text("unit_id"))
                .col(text("decision").check(Expr::col("decision").is_in(["waiting", "approved", "declined"])))
                .col(text("note"))
                .col(text_null("decided_by"))
                .col(big_integer("asked_at"))
                .col(big_integer_null("decided_at"))
                .foreign_key(&mut owned_by("order_approval_order", "order_approval", "order_id", "orders"))
                .foreign_key(&mut owned_by("order_approval_unit", "order_approval", "unit_id", "business_unit"))
                .to_owned(),
        )
        .await?;
    index(manager, "order_approval_unit", "order_approval", "unit_id").await
}
