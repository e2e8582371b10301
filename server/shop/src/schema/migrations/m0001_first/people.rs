//! Customers, business units, who belongs to which, and what guards accounts.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
};

use super::parts::{index, key, owned_by, unique};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    customer(manager).await?;
    customer_address(manager).await?;
    removed_address(manager).await?;
    password_token(manager).await?;
    known_device(manager).await?;
    account_try(manager).await?;
    confirmed_mailbox(manager).await?;
    business_unit(manager).await?;
    business_unit_address(manager).await?;
    business_unit_party(manager).await?;
    business_unit_member(manager).await?;
    super::customer_search::create(manager).await?;
    invitation(manager).await?;
    approval_limit(manager).await?;
    change_request(manager).await
}

async fn customer(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("customer")
        .col(text("id").primary_key())
        .col(text("site"))
        .col(text("email"))
        .col(text("password_hash"))
        .col(text("legacy_hash"))
        .col(text("first_name"))
        .col(text("last_name"))
        .col(text("title"))
        .col(text("classification"))
        .col(boolean("newsletter"))
        .col(boolean("show_cert_reporting"))
        .col(text_null("default_shipping_address_id"))
        .col(big_integer("version"))
        .col(big_integer("created_at"))
        .col(big_integer("changed_at"))
        .col(text("sold_to"))
        // Empty, `yes` or the last day, YYYY-MM-DD.
        .col(text("tax_exempt"))
        .col(big_integer_null("confirmed_at"))
        .to_owned();
    manager.create_table(table).await?;
    // However many registrations race: an e-mail has one account at a site.
    manager.create_index(unique("customer_email", "customer", &["site", "email"])).await?;
    // The desk reads a brand's customers newest first.
    manager.create_index(index("customer_created", "customer", &["site", "created_at", "id"])).await
}

async fn customer_address(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("customer_address")
        .col(text("id").primary_key())
        .col(text("customer_id"))
        .col(big_integer("position"))
        .col(text("address_type"))
        .col(text("address"))
        .col(text_null("key"))
        .foreign_key(&mut owned_by("customer_address", "customer_id", "customer"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("customer_address_customer", "customer_address", &["customer_id"])).await?;
    manager.create_index(unique("customer_address_key", "customer_address", &["customer_id", "key"])).await
}

/// What may still be put back.
async fn removed_address(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("removed_address")
        .col(text("id").primary_key())
        .col(text("customer_id"))
        .col(big_integer("position"))
        .col(text("address_type"))
        .col(text("address"))
        .col(text_null("key"))
        .col(big_integer("removed_at"))
        .foreign_key(&mut owned_by("removed_address", "customer_id", "customer"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("removed_address_customer", "removed_address", &["customer_id"])).await?;
    manager.create_index(index("removed_address_age", "removed_address", &["removed_at"])).await
}

async fn password_token(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("password_token")
        // Only the hash: whoever reads the table cannot use it.
        .col(text("token_hash").primary_key())
        .col(text("customer_id"))
        .col(text("site"))
        .col(big_integer("expires_at"))
        .foreign_key(&mut owned_by("password_token", "customer_id", "customer"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("password_token_customer", "password_token", &["customer_id"])).await?;
    manager.create_index(index("password_token_expires", "password_token", &["expires_at"])).await
}

async fn known_device(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("known_device")
        // Only the hash: whoever reads the table cannot use it.
        .col(text("device_hash"))
        .col(text("customer_id"))
        .col(big_integer("expires_at"))
        .primary_key(&mut key(&["device_hash", "customer_id"]))
        .foreign_key(&mut owned_by("known_device", "customer_id", "customer"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("known_device_customer", "known_device", &["customer_id"])).await?;
    manager.create_index(index("known_device_expires", "known_device", &["expires_at"])).await
}

async fn account_try(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("account_try")
        // Only the hash of what is tried at which name: people type passwords into the wrong field.
        .col(text("subject_hash").primary_key())
        .col(big_integer("since"))
        .col(big_integer("in_window"))
        .col(big_integer("in_a_row"))
        .col(big_integer("wait_until"))
        .col(big_integer("changed_at"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("account_try_changed", "account_try", &["changed_at"])).await
}

async fn confirmed_mailbox(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("confirmed_mailbox")
        .col(text("mailbox").primary_key())
        .col(big_integer("confirmed_at"))
        .to_owned();
    manager.create_table(table).await
}

async fn business_unit(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("business_unit")
        .col(text("id").primary_key())
        .col(text("site"))
        .col(text("key"))
        .col(text("name"))
        .col(big_integer("version"))
        .col(big_integer("created_at"))
        .col(big_integer("changed_at"))
        .col(boolean("personal_orders"))
        // Empty, `yes` or the last day, YYYY-MM-DD.
        .col(text("tax_exempt"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(unique("business_unit_key", "business_unit", &["site", "key"])).await
}

async fn business_unit_address(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("business_unit_address")
        .col(text("id").primary_key())
        .col(text("unit_id"))
        .col(big_integer("position"))
        // The form's fields, JSON.
        .col(text("address"))
        .col(text_null("key"))
        .foreign_key(&mut owned_by("business_unit_address", "unit_id", "business_unit"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(unique("business_unit_address_key", "business_unit_address", &["unit_id", "key"])).await?;
    manager.create_index(index("business_unit_address_unit", "business_unit_address", &["unit_id"])).await
}

async fn business_unit_party(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("business_unit_party")
        .col(text("unit_id"))
        .col(text("role").check(Expr::col("role").is_in(["sold-to", "billed-to", "payed-by", "ship-to"])))
        // The referenced unit.
        .col(text("party_id"))
        .col(big_integer("position"))
        .primary_key(&mut key(&["unit_id", "role", "party_id"]))
        .foreign_key(&mut owned_by("business_unit_party", "unit_id", "business_unit"))
        .foreign_key(&mut owned_by("business_unit_party", "party_id", "business_unit"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("business_unit_party_party", "business_unit_party", &["party_id"])).await
}

async fn business_unit_member(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("business_unit_member")
        .col(text("customer_id"))
        .col(text("unit_id"))
        // The first one's sold-to unit has the contract prices.
        .col(big_integer("position"))
        .col(text("role").check(Expr::col("role").is_in(["buyer", "approver", "administrator"])))
        .primary_key(&mut key(&["customer_id", "unit_id"]))
        .foreign_key(&mut owned_by("business_unit_member", "customer_id", "customer"))
        .foreign_key(&mut owned_by("business_unit_member", "unit_id", "business_unit"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("business_unit_member_unit", "business_unit_member", &["unit_id"])).await
}

async fn invitation(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
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
        .foreign_key(&mut owned_by("invitation", "unit_id", "business_unit"))
        .to_owned();
    manager.create_table(table).await?;
    // The newest one counts.
    manager.create_index(unique("invitation_once", "invitation", &["unit_id", "email"])).await?;
    manager.create_index(index("invitation_expires", "invitation", &["expires_at"])).await
}

async fn approval_limit(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("approval_limit")
        .col(text("unit_id").primary_key())
        .col(big_integer("above_cents").check(Expr::col("above_cents").gte(0)))
        .foreign_key(&mut owned_by("approval_limit", "unit_id", "business_unit"))
        .to_owned();
    manager.create_table(table).await
}

async fn change_request(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("change_request")
        .col(text("id").primary_key())
        .col(text("customer_id"))
        // sold-to, billed-to, payed-by
        .col(text("role"))
        .col(text("message"))
        .col(text("status").check(Expr::col("status").is_in(["open", "done", "declined"])))
        .col(big_integer("sent_at"))
        // What the store says to the customer; empty for nothing.
        .col(text("note"))
        // Of the unit it is about; empty where none was named.
        .col(text("unit_key"))
        .col(text("site"))
        // Who of the store looks after it; empty for nobody.
        .col(text("assignee"))
        .col(text("assignee_name"))
        .col(big_integer("version"))
        .foreign_key(&mut owned_by("change_request", "customer_id", "customer"))
        .to_owned();
    manager.create_table(table).await?;
    let inbox = index("change_request_inbox", "change_request", &["site", "status", "sent_at", "id"]);
    manager.create_index(inbox).await?;
    // What ends by its age.
    manager.create_index(index("change_request_sent", "change_request", &["status", "sent_at"])).await?;
    // However often it is asked for: the last request of a unit counts.
    manager.create_index(unique("change_request_once", "change_request", &["customer_id", "role", "unit_key"])).await
}
