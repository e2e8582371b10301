//! Content with its history and drafts, and what visitors write to the store.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, text, text_null},
};

use super::parts::{index, key, row, unique};

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
    manager.create_table(table).await?;
    manager.create_index(index("content_draft_made", "content_draft", &["made_at"])).await
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
        // Of whoever sent it; empty when the form asks for none.
        .col(text("email"))
        .col(text("status").check(Expr::col("status").is_in(["open", "done", "declined"])))
        // Who of the store looks after it; empty for nobody.
        .col(text("assignee"))
        .col(text("assignee_name"))
        .col(big_integer("version"))
        .to_owned();
    manager.create_table(table).await?;
    let inbox = index("form_submission_inbox", "form_submission", &["site", "status", "created_at", "id"]);
    manager.create_index(inbox).await?;
    manager.create_index(index("form_submission_created", "form_submission", &["created_at"])).await
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
    manager.create_table(table).await?;
    let listed = index("newsletter_listed", "newsletter_subscription", &["site", "created_at", "id"]);
    manager.create_index(listed).await?;
    manager.create_index(unique("newsletter_id", "newsletter_subscription", &["id"])).await?;
    // Those that go when nobody confirms them.
    let unconfirmed = index("newsletter_unconfirmed", "newsletter_subscription", &["created_at"])
        .and_where(Expr::col("confirmed_at").is_null())
        .to_owned();
    manager.create_index(unconfirmed).await
}
