//! What was taken out of carts and may be put back, and carts that were shared by a link.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, boolean, text, text_null},
};

use super::columns::{index, owned_by};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        undos(manager).await?;
        shares(manager).await
    }
}

async fn undos(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("cart_undo")
                .col(text("id").primary_key())
                .col(text("visitor"))
                .col(text("cart_id"))
                // What the cart's version was after the change.
                .col(big_integer("version"))
                // Rows to put back, JSON.
                .col(text("lines"))
                // Of a merge: the row of the cart as it was, JSON, and the cart that came in.
                .col(text_null("cart"))
                .col(text_null("waiting_cart"))
                .col(big_integer("created_at"))
                .col(big_integer("expires_at"))
                .foreign_key(&mut owned_by("cart_undo_cart", "cart_undo", "cart_id", "cart"))
                .to_owned(),
        )
        .await?;
    index(manager, "cart_undo_cart", "cart_undo", "cart_id").await?;
    index(manager, "cart_undo_visitor", "cart_undo", "visitor").await?;
    index(manager, "cart_undo_expires", "cart_undo", "expires_at").await
}

async fn shares(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("cart_share")
                .col(text("id").primary_key())
                // Only the hash: whoever reads the table cannot open what was shared.
                .col(text("token_hash").unique_key())
                .col(text("site"))
                .col(text("visitor"))
                .col(text("lines"))
                .col(boolean("with_texts"))
                .col(big_integer("total_quantity"))
                .col(big_integer("created_at"))
                .col(big_integer("expires_at"))
                .to_owned(),
        )
        .await?;
    index(manager, "cart_share_visitor", "cart_share", "visitor").await?;
    index(manager, "cart_share_expires", "cart_share", "expires_at").await
}
