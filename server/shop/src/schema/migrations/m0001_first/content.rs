//! Content with its history and drafts, and what visitors write to the store.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, text, text_null},
};

use super::parts::{index, key, row};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    content_meta(manager).await?;
    content_change(manager).await?;
    content_document(manager).await?;
    content_history(manager).await?;
    content_pruned(manager).await?;
    content_draft(manager).await?;
    form_submission(manager).await?;
    newsletter_subscription(manager).await
}

async fn content_meta(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("content_meta")
        .col(big_integer("id").primary_key())
        .col(big_integer("change"))
        .to_owned();
    manager.create_table(table).await?;
    manager.execute(row("content_meta", &["id", "change"], [1_i64.into(), 0_i64.into()])).await
}

async fn content_change(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("content_change")
        .col(big_integer("change").primary_key())
        .col(big_integer("made_at"))
        .col(text("made_by"))
        .col(text("act"))
        .to_owned();
    manager.create_table(table).await
}

async fn content_document(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("content_document")
        .col(text("site"))
        .col(text("kind").check(Expr::col("kind").is_in(["shell", "page", "form", "redirects", "synonyms"])))
        .col(text("slug"))
        .col(text("json"))
        .col(big_integer("version"))
        .primary_key(&mut key(&["site", "kind", "slug"]))
        .to_owned();
    manager.create_table(table).await
}

async fn content_history(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("content_history")
        .col(big_integer("change"))
        .col(text("site"))
        .col(text("kind"))
        .col(text("slug"))
        // The document as it was after the change; nothing when the change took it out.
        .col(text_null("json"))
        .primary_key(&mut key(&["change", "site", "kind", "slug"]))
        .to_owned();
    manager.create_table(table).await?;
    manager
        .create_index(index("content_history_document", "content_history", &["site", "kind", "slug", "change"]))
        .await
}

async fn content_pruned(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("content_pruned")
        .col(text("site"))
        .col(text("kind"))
        .col(text("slug"))
        .col(big_integer("until"))
        .primary_key(&mut key(&["site", "kind", "slug"]))
        .to_owned();
    manager.create_table(table).await
}

async fn content_draft(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("content_draft")
        .col(text("id").primary_key())
        .col(big_integer("made_at"))
        .col(text("made_by"))
        .col(text("documents"))
        .to_owned();
    manager.create_table(table).await
}

async fn form_submission(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("form_submission")
        .col(text("id").primary_key())
        .col(text("site"))
        .col(text("form"))
        .col(text("title"))
        // Labels and values in the form's order, JSON.
        .col(text("answers"))
        .col(big_integer("created_at"))
        .to_owned();
    manager.create_table(table).await
}

async fn newsletter_subscription(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("newsletter_subscription")
        .col(text("site"))
        .col(text("email"))
        .col(big_integer("created_at"))
        .col(text("id"))
        .col(big_integer_null("confirmed_at"))
        .primary_key(&mut key(&["site", "email"]))
        .to_owned();
    manager.create_table(table).await
}
