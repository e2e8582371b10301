//! What any service needs: jobs, the keys that sign, and programs that were let in.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, blob, boolean, text, text_null},
};

use super::parts::{index, owned_by, unique};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    job(manager).await?;
    store_secret(manager).await?;
    rate_count(manager).await?;
    code_guess(manager).await?;
    build_file(manager).await?;
    platform_grant(manager).await?;
    platform_token(manager).await
}

async fn job(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("job")
        .col(big_integer("seq").primary_key().auto_increment())
        .col(text("id").unique_key())
        .col(text("queue"))
        .col(text("kind"))
        .col(text("site"))
        .col(text("subject"))
        .col(text("ordered_by"))
        .col(text_null("dedupe_key"))
        .col(text("counted_for"))
        .col(text("payload"))
        .col(big_integer("attempts"))
        .col(big_integer("created_at"))
        .col(big_integer("due_at"))
        .col(text("state"))
        .col(big_integer("state_at"))
        .col(text("last_error"))
        .col(text("trace").default(""))
        // When a worker last took it on, or 0: what it is told to may know of it since.
        .col(big_integer("claimed_at").default(0))
        .to_owned();
    manager.create_table(table).await?;
    // How many letters a mailbox got.
    manager.create_index(index("job_counted", "job", &["counted_for", "created_at"])).await?;
    // What happened to a thing is told once.
    manager.create_index(unique("job_dedupe", "job", &["queue", "kind", "dedupe_key"])).await?;
    // What is due, the oldest first.
    manager.create_index(index("job_due", "job", &["queue", "state", "seq"])).await?;
    // Whether one stands before another, and what was told of an order.
    manager.create_index(index("job_order", "job", &["queue", "ordered_by", "state", "seq"])).await?;
    // What is parked, and what was done long ago.
    manager.create_index(index("job_state", "job", &["state", "state_at"])).await
}

async fn store_secret(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create().table("store_secret").col(text("name").primary_key()).col(text("value")).to_owned();
    manager.create_table(table).await
}

/// What all nodes count together.
async fn rate_count(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("rate_count")
        .col(text("counted").primary_key())
        .col(big_integer("since"))
        .col(big_integer("ends_at"))
        .col(big_integer("in_window"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("rate_count_ends", "rate_count", &["ends_at"])).await
}

/// Codes that do not hold, by who tried them.
async fn code_guess(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("code_guess")
        .col(text("asker"))
        .col(text("code"))
        .col(big_integer("ends_at"))
        .primary_key(Index::create().col("asker").col("code"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("code_guess_ends", "code_guess", &["ends_at"])).await
}

/// Files of releases that other nodes and open pages ask for.
async fn build_file(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("build_file")
        .col(text("address").primary_key())
        .col(blob("bytes"))
        .col(big_integer("built_in_at"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("build_file_built_in", "build_file", &["built_in_at"])).await
}

async fn platform_grant(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("platform_grant")
        .col(text("id").primary_key())
        .col(text("site"))
        // Whose carts and orders they are; empty for a client that speaks for nobody.
        .col(text("visitor"))
        .col(text_null("customer_id"))
        .col(text_null("anonymous_id"))
        .col(text("scopes"))
        .col(big_integer("password_at"))
        .col(big_integer("created_at"))
        .col(big_integer("expires_at"))
        .foreign_key(&mut owned_by("platform_grant", "customer_id", "customer"))
        .to_owned();
    manager.create_table(table).await?;
    // However many ask for the same name at once: one of them gets it.
    manager.create_index(unique("platform_grant_anonymous", "platform_grant", &["site", "anonymous_id"])).await?;
    manager.create_index(index("platform_grant_customer", "platform_grant", &["customer_id"])).await?;
    manager.create_index(index("platform_grant_expires", "platform_grant", &["expires_at"])).await
}

async fn platform_token(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("platform_token")
        // Only the hash: whoever reads the table cannot use it.
        .col(text("token_hash").primary_key())
        .col(text("grant_id"))
        .col(boolean("refresh"))
        .col(big_integer("expires_at"))
        .col(big_integer_null("used_at"))
        .foreign_key(&mut owned_by("platform_token", "grant_id", "platform_grant"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("platform_token_expires", "platform_token", &["expires_at"])).await?;
    manager.create_index(index("platform_token_grant", "platform_token", &["grant_id"])).await
}
