//! What happens to orders after they were placed, and the log of everything that happened.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
    sea_orm::DatabaseBackend,
};

use super::parts::{index, key, owned_by, unique};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    event(manager).await?;
    order_entry(manager).await?;
    order_hold(manager).await?;
    shipment(manager).await?;
    shipment_line(manager).await?;
    shipment_parcel(manager).await?;
    order_note(manager).await?;
    order_refund(manager).await?;
    order_edit(manager).await?;
    order_search(manager).await?;
    inbox_note(manager).await
}

async fn event(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("event")
        .col(big_integer("seq").primary_key().auto_increment())
        .col(big_integer("at"))
        .col(text("kind"))
        .col(text("subject"))
        .col(big_integer("version"))
        .col(text("site"))
        .col(text("actor_kind"))
        .col(text("actor"))
        .col(text("actor_name"))
        .col(text("data"))
        // What it changed is not in the search index yet.
        .col(boolean("to_index"))
        // It moved sales figures that do not know of it yet.
        .col(boolean("to_count"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("event_subject", "event", &["subject", "seq"])).await?;
    // Empty but for the last moment: whatever waits is found at once, however long the log is.
    for waiting in [
        "CREATE INDEX event_to_index ON event (seq) WHERE to_index",
        "CREATE INDEX event_to_count ON event (seq) WHERE to_count",
    ] {
        manager.get_connection().execute_unprepared(waiting).await?;
    }
    Ok(())
}

/// What happened to the pieces of a line since it was placed. Never changed, never taken out.
async fn order_entry(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_entry")
        .col(big_integer("seq").primary_key().auto_increment())
        .col(text("order_id"))
        .col(big_integer("position"))
        .col(text("kind"))
        .col(big_integer("quantity").check(Expr::col("quantity").gt(0)))
        // The event it belongs to: who, when and why.
        .col(big_integer("event_seq"))
        .foreign_key(&mut owned_by("order_entry", "order_id", "orders"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("order_entry_order", "order_entry", &["order_id", "seq"])).await
}

async fn order_hold(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_hold")
        .col(text("id").primary_key())
        .col(text("order_id"))
        .col(text("kind"))
        .col(text("reason"))
        .col(text("due"))
        .col(text("owner"))
        .col(text("owner_name"))
        .col(big_integer("opened_at"))
        .col(text_null("closed_by"))
        .col(big_integer_null("closed_at"))
        .foreign_key(&mut owned_by("order_hold", "order_id", "orders"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("order_hold_order", "order_hold", &["order_id", "opened_at"])).await
}

async fn shipment(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("shipment")
        .col(text("id").primary_key())
        .col(text("order_id"))
        // From 1 within its order.
        .col(big_integer("number"))
        .col(text("state"))
        .col(big_integer("created_at"))
        .col(big_integer_null("shipped_at"))
        .col(big_integer_null("delivered_at"))
        .foreign_key(&mut owned_by("shipment", "order_id", "orders"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(unique("shipment_number", "shipment", &["order_id", "number"])).await
}

async fn shipment_line(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("shipment_line")
        .col(text("shipment_id"))
        .col(big_integer("position"))
        .col(big_integer("quantity").check(Expr::col("quantity").gt(0)))
        // Whose they are, where each piece has a name.
        .col(text("players").default("[]"))
        .primary_key(&mut key(&["shipment_id", "position"]))
        .foreign_key(&mut owned_by("shipment_line", "shipment_id", "shipment"))
        .to_owned();
    manager.create_table(table).await
}

async fn shipment_parcel(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("shipment_parcel")
        .col(text("shipment_id"))
        .col(big_integer("number"))
        .col(text("carrier"))
        .col(text("tracking"))
        .primary_key(&mut key(&["shipment_id", "number"]))
        .foreign_key(&mut owned_by("shipment_parcel", "shipment_id", "shipment"))
        .to_owned();
    manager.create_table(table).await
}

async fn order_note(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_note")
        .col(text("id").primary_key())
        .col(text("order_id"))
        // The buyer reads it too.
        .col(boolean("public"))
        .col(text("text"))
        .col(text("author"))
        .col(text("author_name"))
        .col(big_integer("at"))
        .foreign_key(&mut owned_by("order_note", "order_id", "orders"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("order_note_order", "order_note", &["order_id", "at"])).await
}

/// What the store wrote about a form or a change request, to its sender or for the house.
async fn inbox_note(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("inbox_note")
        .col(text("id").primary_key())
        // Id of the form or the request.
        .col(text("message_id"))
        .col(boolean("sent"))
        .col(text("text"))
        .col(text("author"))
        .col(text("author_name"))
        .col(big_integer("at"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("inbox_note_message", "inbox_note", &["message_id", "at"])).await?;
    manager.create_index(index("inbox_note_at", "inbox_note", &["at"])).await
}

async fn order_refund(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_refund")
        .col(text("id").primary_key())
        .col(text("order_id"))
        .col(big_integer("amount_cents").check(Expr::col("amount_cents").gt(0)))
        .col(text("method"))
        .col(text("reason"))
        // Pieces it is for, JSON.
        .col(text("lines"))
        .col(text("created_by"))
        .col(text("created_by_name"))
        .col(big_integer("created_at"))
        // The second person, where one was needed.
        .col(text("state"))
        .col(text_null("decided_by"))
        .col(text_null("decided_by_name"))
        .col(big_integer_null("decided_at"))
        .foreign_key(&mut owned_by("order_refund", "order_id", "orders"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("order_refund_order", "order_refund", &["order_id", "created_at"])).await?;
    // Those that wait for somebody are few among all that ever were.
    manager.create_index(index("order_refund_state", "order_refund", &["state", "order_id"])).await
}

async fn order_edit(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_edit")
        .col(text("id").primary_key())
        .col(text("order_id"))
        .col(text("state"))
        // Of the order it was previewed on.
        .col(big_integer("version"))
        // What is wanted, JSON, and what it came to when it was previewed.
        .col(text("draft"))
        .col(text("told"))
        .col(big_integer("total_cents"))
        .col(text("created_by"))
        .col(text("created_by_name"))
        .col(big_integer("created_at"))
        .col(text_null("closed_by"))
        .col(big_integer_null("closed_at"))
        // The order as it stood before it was applied, JSON.
        .col(text("before"))
        .foreign_key(&mut owned_by("order_edit", "order_id", "orders"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("order_edit_order", "order_edit", &["order_id", "created_at"])).await?;
    manager.create_index(index("order_edit_state", "order_edit", &["state", "order_id"])).await
}

/// What orders are found by, whichever fragment is typed: an index of three letters, in both databases their own. A row
/// has the number of the event that placed its order, so that the newest are found first without being sorted.
async fn order_search(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let statements: &[&str] = match manager.get_database_backend() {
        DatabaseBackend::Postgres => &[
            "CREATE EXTENSION IF NOT EXISTS pg_trgm",
            "CREATE TABLE order_search (seq BIGINT PRIMARY KEY, words TEXT NOT NULL)",
            "CREATE INDEX order_search_words ON order_search USING gin (words gin_trgm_ops)",
        ],
        _ => &[
            "CREATE VIRTUAL TABLE order_search USING fts5(words, tokenize = 'trigram', content = '', contentless_delete = 1)",
        ],
    };
    for statement in statements {
        manager.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}
