//! Who works for the store: people, roles, what they sign in with, and the audit log.

use fieldhouse_core::staff::seeded_roles;
use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
};

use super::parts::{index, key, owned_by, row, unique};
use crate::staff::{audit::FIRST_HASH, store::RoleText};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    staff(manager).await?;
    staff_role(manager).await?;
    staff_grant(manager).await?;
    staff_session(manager).await?;
    staff_invitation(manager).await?;
    staff_credential(manager).await?;
    staff_totp(manager).await?;
    staff_recovery_code(manager).await?;
    staff_ceremony(manager).await?;
    audit_entry(manager).await?;
    audit_head(manager).await?;
    desk_view(manager).await?;
    desk_look(manager).await?;
    letter_switch(manager).await?;
    shop_as(manager).await
}

async fn staff(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff")
        .col(text("id").primary_key())
        // Lower-cased; one person over all brands.
        .col(text("email").unique_key())
        .col(text("name"))
        .col(text("state").check(Expr::col("state").is_in(["invited", "active", "suspended"])))
        // PHC format; empty for who signs in otherwise.
        .col(text("password_hash"))
        // Issuer and subject of single sign-on.
        .col(text_null("sso_subject").unique_key())
        .col(big_integer("version"))
        .col(big_integer("created_at"))
        .to_owned();
    manager.create_table(table).await
}

/// Lists of orders that somebody keeps.
async fn desk_view(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("desk_view")
        .col(text("id").primary_key())
        .col(text("staff_id"))
        .col(text("name"))
        // What the list is asked for, JSON.
        .col(text("ask"))
        .col(boolean("shared"))
        .col(big_integer("created_at"))
        .foreign_key(&mut owned_by("desk_view", "staff_id", "staff"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("desk_view_staff", "desk_view", &["staff_id"])).await
}

/// Who has which order open.
async fn desk_look(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("desk_look")
        .col(text("order_id"))
        .col(text("staff_id"))
        .col(big_integer("seen_at"))
        .primary_key(&mut key(&["order_id", "staff_id"]))
        .foreign_key(&mut owned_by("desk_look", "order_id", "orders"))
        .foreign_key(&mut owned_by("desk_look", "staff_id", "staff"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("desk_look_seen_at", "desk_look", &["seen_at"])).await
}

/// Letters that somebody switched off or on again.
async fn letter_switch(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("letter_switch")
        .col(text("site"))
        .col(text("kind"))
        .col(boolean("off"))
        .col(big_integer("version"))
        .col(text("switched_by"))
        .col(text("switched_by_name"))
        .col(big_integer("switched_at"))
        .primary_key(&mut key(&["site", "kind"]))
        .to_owned();
    manager.create_table(table).await
}

/// When somebody shopped as a customer, and why.
async fn shop_as(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("shop_as")
        .col(text("id").primary_key())
        .col(text("staff_id"))
        .col(text("staff_name"))
        // The desk's session it was begun from. No foreign key: what happened stays when that is gone.
        .col(text("staff_session"))
        .col(text("customer_id"))
        .col(text("site"))
        .col(text("reason"))
        // What the browser said of itself at the desk.
        .col(text("device"))
        // Where the desk was asked: its end leads back there.
        .col(text("desk_host"))
        // Of what the cookie holds; none until the address was opened.
        .col(text_null("token_hash").unique_key())
        .col(big_integer("begun_at"))
        .col(big_integer("ends_at"))
        .col(big_integer_null("taken_at"))
        .col(big_integer_null("ended_at"))
        // A key; empty while it lasts.
        .col(text("ended_by"))
        .foreign_key(&mut owned_by("shop_as", "staff_id", "staff"))
        .foreign_key(&mut owned_by("shop_as", "customer_id", "customer"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("shop_as_customer", "shop_as", &["customer_id", "begun_at", "id"])).await?;
    manager.create_index(index("shop_as_staff", "shop_as", &["staff_id", "ended_at"])).await?;
    manager.create_index(index("shop_as_ended", "shop_as", &["ended_at", "begun_at"])).await?;
    manager.create_index(index("shop_as_begun", "shop_as", &["begun_at"])).await
}

async fn staff_role(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_role")
        .col(text("key").primary_key())
        .col(text("name"))
        // Keys, blanks between.
        .col(text("permissions"))
        // `key=cents`, blanks between.
        .col(text("caps"))
        .col(big_integer("position"))
        .col(big_integer("version"))
        .to_owned();
    manager.create_table(table).await?;
    for (role, position) in seeded_roles().iter().zip(1_i64..) {
        let RoleText { permissions, caps } = RoleText::of(role);
        let columns = ["key", "name", "permissions", "caps", "position", "version"];
        let values = [
            role.key.as_str().into(),
            role.name.as_str().into(),
            permissions.into(),
            caps.into(),
            position.into(),
            1_i64.into(),
        ];
        manager.execute(row("staff_role", &columns, values)).await?;
    }
    Ok(())
}

async fn staff_grant(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_grant")
        .col(text("staff_id"))
        .col(text("role_key"))
        // `*` for all brands, else their keys, blanks between.
        .col(text("sites"))
        .primary_key(&mut key(&["staff_id", "role_key"]))
        .foreign_key(&mut owned_by("staff_grant", "staff_id", "staff"))
        .foreign_key(ForeignKey::create().from("staff_grant", "role_key").to("staff_role", "key"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("staff_grant_role", "staff_grant", &["role_key"])).await
}

async fn staff_session(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_session")
        .col(text("id").primary_key())
        // Only the hash: whoever reads the table cannot use it.
        .col(text("token_hash").unique_key())
        .col(text("staff_id"))
        .col(text("signed_in_by"))
        .col(big_integer("created_at"))
        .col(big_integer("seen_at"))
        .col(big_integer("confirmed_at"))
        .col(text("device"))
        .col(text("network"))
        .foreign_key(&mut owned_by("staff_session", "staff_id", "staff"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("staff_session_created", "staff_session", &["created_at"])).await?;
    manager.create_index(index("staff_session_staff", "staff_session", &["staff_id"])).await
}

async fn staff_invitation(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_invitation")
        .col(text("staff_id").primary_key())
        .col(text_null("token_hash").unique_key())
        .col(text("invited_by"))
        .col(big_integer("created_at"))
        .col(big_integer("expires_at"))
        .foreign_key(&mut owned_by("staff_invitation", "staff_id", "staff"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("staff_invitation_expires", "staff_invitation", &["expires_at"])).await
}

async fn staff_credential(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_credential")
        // The authenticator's id of it, base64.
        .col(text("id").primary_key())
        .col(text("staff_id"))
        .col(text("name"))
        // Public key, counter and flags, JSON.
        .col(text("passkey"))
        .col(big_integer("created_at"))
        .col(big_integer_null("used_at"))
        .foreign_key(&mut owned_by("staff_credential", "staff_id", "staff"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("staff_credential_staff", "staff_credential", &["staff_id"])).await
}

async fn staff_totp(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_totp")
        .col(text("staff_id").primary_key())
        // Base32, as authenticator apps take it.
        .col(text("secret"))
        // The last step a code was taken of: each counts once.
        .col(big_integer("last_step"))
        .foreign_key(&mut owned_by("staff_totp", "staff_id", "staff"))
        .to_owned();
    manager.create_table(table).await
}

async fn staff_recovery_code(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_recovery_code")
        .col(text("code_hash").primary_key())
        .col(text("staff_id"))
        .foreign_key(&mut owned_by("staff_recovery_code", "staff_id", "staff"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("staff_recovery_code_staff", "staff_recovery_code", &["staff_id"])).await
}

async fn staff_ceremony(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("staff_ceremony")
        .col(text("token_hash").primary_key())
        .col(text("kind"))
        // What has to be known when the answer comes, JSON.
        .col(text("state"))
        .col(big_integer("expires_at"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("staff_ceremony_expires", "staff_ceremony", &["expires_at"])).await
}

async fn audit_entry(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("audit_entry")
        .col(big_integer("seq").primary_key())
        .col(text("id").unique_key())
        .col(big_integer("at"))
        .col(text("actor_kind").check(Expr::col("actor_kind").is_in(["staff", "key", "system", "customer"])))
        .col(text("actor_id"))
        .col(text("actor_name"))
        .col(text("on_behalf_of"))
        .col(text("session"))
        .col(text("network"))
        .col(text("action"))
        .col(text("subject_kind"))
        .col(text("subject_id"))
        // Empty for what belongs to no brand.
        .col(text("site"))
        // JSON, kept to the letter: the hash is over it.
        .col(text("before"))
        .col(text("after"))
        .col(text("reason"))
        .col(text("request_id"))
        .col(text("previous_hash"))
        .col(text("hash"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("audit_entry_action", "audit_entry", &["action", "seq"])).await?;
    manager.create_index(index("audit_entry_actor", "audit_entry", &["actor_id", "seq"])).await?;
    manager.create_index(index("audit_entry_at", "audit_entry", &["at"])).await?;
    // Each hash stands on one other: a chain that forks is refused.
    manager.create_index(unique("audit_entry_chain", "audit_entry", &["previous_hash"])).await?;
    manager.create_index(index("audit_entry_subject", "audit_entry", &["subject_kind", "subject_id", "seq"])).await
}

async fn audit_head(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("audit_head")
        .col(big_integer("id").primary_key())
        // The last row of the chain.
        .col(big_integer("seq"))
        .col(text("hash"))
        // The last row that went for its age: what is left begins behind it.
        .col(big_integer("pruned_seq"))
        .col(text("pruned_hash"))
        .to_owned();
    manager.create_table(table).await?;
    let columns = ["id", "seq", "hash", "pruned_seq", "pruned_hash"];
    let values = [1_i64.into(), 0_i64.into(), FIRST_HASH.into(), 0_i64.into(), FIRST_HASH.into()];
    manager.execute(row("audit_head", &columns, values)).await
}
