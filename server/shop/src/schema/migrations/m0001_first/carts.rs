//! Sessions, carts with their lines and payments, checkout, wishlists.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
};

use super::parts::{index, key, owned_by, unique};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    session(manager).await?;
    idempotency_key(manager).await?;
    wishlist_item(manager).await?;
    cart(manager).await?;
    cart_line(manager).await?;
    cart_undo(manager).await?;
    cart_share(manager).await?;
    requisition(manager).await?;
    payment(manager).await?;
    cart_payment(manager).await?;
    checkout(manager).await
}

async fn session(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("session")
        // Only the hash: whoever reads the table cannot become anyone.
        .col(text("id_hash").primary_key())
        .col(text("visitor"))
        .col(text("site"))
        .col(text("data"))
        .col(big_integer("created_at"))
        .col(big_integer("seen_at"))
        .col(big_integer("expires_at"))
        .col(text_null("customer_id"))
        // What the browser said of itself at sign-in.
        .col(text("device"))
        // A part of the address, `203.0.113.*`, never all of it.
        .col(text("network"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("session_customer", "session", &["customer_id"])).await?;
    // Whether somebody still comes back to a cart.
    manager.create_index(index("session_visitor", "session", &["visitor"])).await?;
    manager.create_index(index("session_expires", "session", &["expires_at"])).await
}

async fn idempotency_key(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("idempotency_key")
        .col(text("visitor"))
        .col(text("operation"))
        .col(text("key"))
        .col(text("request_hash"))
        .col(big_integer("status"))
        .col(text("body"))
        .col(big_integer("created_at"))
        .primary_key(&mut key(&["visitor", "operation", "key"]))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("idempotency_key_created", "idempotency_key", &["created_at"])).await
}

async fn wishlist_item(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("wishlist_item")
        .col(text("owner"))
        .col(text("site"))
        .col(text("product_id"))
        .col(big_integer("added_at"))
        .primary_key(&mut key(&["owner", "site", "product_id"]))
        .to_owned();
    manager.create_table(table).await
}

async fn cart(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("cart")
        .col(text("id").primary_key())
        .col(text("site"))
        .col(text("visitor"))
        .col(text("status").check(Expr::col("status").is_in(["open", "ordered"])))
        .col(big_integer("version"))
        .col(big_integer("next_position"))
        .col(big_integer("line_count").check(Expr::col("line_count").gte(0)))
        .col(big_integer("total_quantity").check(Expr::col("total_quantity").gte(0)))
        .col(big_integer("merch_cents"))
        .col(big_integer("your_cents"))
        .col(big_integer("priced_change"))
        .col(big_integer("created_at"))
        .col(big_integer("changed_at"))
        .col(text("flyer_code"))
        .col(text("friendly_flyer_code"))
        .col(text("program_id"))
        .col(text("cert_flyer_code"))
        .col(boolean("custom_type"))
        .col(big_integer("certificate_cents"))
        .col(text("price_key"))
        // Id of a unit or `personal`; empty: nothing was chosen.
        .col(text("buys_for"))
        .to_owned();
    manager.create_table(table).await?;
    // However many first adds race: a visitor has one open cart.
    let one_open = unique("cart_one_open", "cart", &["visitor"]).and_where(Expr::col("status").eq("open")).to_owned();
    manager.create_index(one_open).await?;
    // What ends by its age.
    manager.create_index(index("cart_changed", "cart", &["status", "changed_at"])).await
}

async fn cart_line(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("cart_line")
        .col(text("id").primary_key())
        .col(text("cart_id"))
        .col(text("product_id"))
        .col(text("sku"))
        .col(text("identity"))
        .col(big_integer("quantity").check(Expr::col("quantity").gt(0)))
        .col(text("free_form"))
        .col(big_integer("position"))
        .col(big_integer("base_cents"))
        .col(big_integer("your_cents"))
        .col(big_integer_null("personal_cents"))
        .col(text("promo_code"))
        .col(big_integer_null("confirmed_at"))
        .foreign_key(&mut owned_by("cart_line", "cart_id", "cart"))
        .to_owned();
    manager.create_table(table).await?;
    // The lines of a product are found together, and none is there twice.
    manager.create_index(unique("cart_line_pool", "cart_line", &["cart_id", "product_id", "identity"])).await
}

async fn cart_undo(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
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
        .foreign_key(&mut owned_by("cart_undo", "cart_id", "cart"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("cart_undo_cart", "cart_undo", &["cart_id"])).await?;
    manager.create_index(index("cart_undo_expires", "cart_undo", &["expires_at"])).await?;
    manager.create_index(index("cart_undo_visitor", "cart_undo", &["visitor"])).await
}

async fn cart_share(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
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
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("cart_share_expires", "cart_share", &["expires_at"])).await?;
    manager.create_index(index("cart_share_visitor", "cart_share", &["visitor"])).await
}

/// Saved lists.
async fn requisition(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    // A list outlives the unit it was shown to.
    let mut unit = owned_by("requisition", "unit_id", "business_unit");
    unit.on_delete(ForeignKeyAction::SetNull);
    let table = Table::create()
        .table("requisition")
        .col(text("id").primary_key())
        .col(text("site"))
        .col(text("customer_id"))
        .col(text_null("unit_id"))
        .col(text("name"))
        // Its articles as they were saved, JSON.
        .col(text("lines"))
        .col(big_integer("line_count"))
        .col(big_integer("pieces"))
        .col(big_integer("version"))
        .col(big_integer("changed_at"))
        .foreign_key(&mut owned_by("requisition", "customer_id", "customer"))
        .foreign_key(&mut unit)
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("requisition_customer", "requisition", &["customer_id"])).await?;
    manager.create_index(index("requisition_unit", "requisition", &["unit_id"])).await
}

async fn payment(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("payment")
        .col(text("id").primary_key())
        .col(text("site"))
        // A customer's payments belong to the visitor of the same id.
        .col(text("visitor"))
        .col(text("method"))
        .col(text("interface"))
        .col(big_integer("amount_cents").check(Expr::col("amount_cents").gte(0)))
        .col(text("currency").check(Expr::col("currency").eq("USD")))
        .col(text("certificate_number"))
        .col(text("fields"))
        // The order it paid, once there is one. No foreign key: written before the order's row.
        .col(text_null("order_id"))
        .col(big_integer("version"))
        .col(big_integer("created_at"))
        .col(big_integer("changed_at"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("payment_order", "payment", &["order_id"])).await?;
    manager.create_index(index("payment_visitor", "payment", &["visitor", "site", "created_at", "id"])).await
}

async fn cart_payment(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("cart_payment")
        // A payment is on one cart.
        .col(text("payment_id").primary_key())
        .col(text("cart_id"))
        // The cart it came from in a merge that can still be undone.
        .col(text_null("from_cart"))
        .col(big_integer("position"))
        .foreign_key(&mut owned_by("cart_payment", "payment_id", "payment"))
        .foreign_key(&mut owned_by("cart_payment", "cart_id", "cart"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("cart_payment_cart", "cart_payment", &["cart_id"])).await
}

async fn checkout(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("checkout")
        .col(text("cart_id").primary_key())
        .col(text_null("shipping"))
        .col(text_null("payment"))
        .col(big_integer("changed_at"))
        .foreign_key(&mut owned_by("checkout", "cart_id", "cart"))
        .to_owned();
    manager.create_table(table).await
}
