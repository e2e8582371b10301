//! Content with its history: changes of documents, drafts for previews, redirects among the documents, and
//! the store's own secrets; when a newsletter subscription was confirmed.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, text, text_null},
};

/// The step.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        documents(manager).await?;
        history(manager).await?;
        manager
            .create_table(
                Table::create()
                    .table("content_draft")
                    .col(text("id").primary_key())
                    .col(big_integer("made_at"))
                    .col(text("made_by"))
                    .col(text("documents"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create().table("store_secret").col(text("name").primary_key()).col(text("value")).to_owned(),
            )
            .await?;
        for column in [text("id").default("").to_owned(), big_integer_null("confirmed_at")] {
            let alter = Table::alter().table("newsletter_subscription").add_column(column).to_owned();
            manager.alter_table(alter).await?;
        }
        Ok(())
    }
}

/// SQLite changes no constraint in place: the documents move into a table that also takes redirects.
async fn documents(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    const COLUMNS: [&str; 5] = ["site", "kind", "slug", "json", "version"];
    manager
        .create_table(
            Table::create()
                .table("content_document_versioned")
                .col(text("site"))
                .col(text("kind").check(Expr::col("kind").is_in(["shell", "page", "form", "redirects"])))
                .col(text("slug"))
                .col(text("json"))
                .col(big_integer("version"))
                .primary_key(Index::create().col("site").col("kind").col("slug"))
                .to_owned(),
        )
        .await?;
    copy(manager, "content_document", "content_document_versioned", &COLUMNS).await?;
    manager.drop_table(Table::drop().table("content_document").to_owned()).await?;
    manager.rename_table(Table::rename().table("content_document_versioned", "content_document").to_owned()).await
}

async fn history(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("content_meta")
                .col(big_integer("id").primary_key())
                .col(big_integer("change"))
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("content_change")
                .col(big_integer("change").primary_key())
                .col(big_integer("made_at"))
                .col(text("made_by"))
                .col(text("act"))
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("content_history")
                .col(big_integer("change").default(1))
                .col(text("site"))
                .col(text("kind"))
                .col(text("slug"))
                // The document as it was after the change; nothing when the change took it out.
                .col(text_null("json"))
                .primary_key(Index::create().col("change").col("site").col("kind").col("slug"))
                .to_owned(),
        )
        .await?;
    // What is there already is the first change; when and by whom it was made, nobody wrote down.
    let mut meta = Query::insert();
    meta.into_table("content_meta").columns(["id", "change"]).values_panic([1_i64.into(), 1_i64.into()]);
    manager.execute(meta).await?;
    let mut first = Query::insert();
    let columns = ["change", "made_at", "made_by", "act"];
    // As the store itself writes them: PostgreSQL keeps a statement with the types it was first given.
    let values = [1_i64.into(), 0_i64.into(), "".into(), "what there was before changes were kept".into()];
    first.into_table("content_change").columns(columns).values_panic(values);
    manager.execute(first).await?;
    let document = ["site", "kind", "slug", "json"];
    copy(manager, "content_document", "content_history", &document).await
}

async fn copy(
    manager: &SchemaManager<'_>,
    from: &'static str,
    to: &'static str,
    columns: &[&'static str],
) -> Result<(), DbErr> {
    let mut moved = Query::insert();
    moved
        .into_table(to)
        .columns(columns.to_vec())
        .select_from(Query::select().columns(columns.to_vec()).from(from).to_owned())
        .map_err(|error| DbErr::Custom(error.to_string()))?;
    manager.execute(moved).await
}
