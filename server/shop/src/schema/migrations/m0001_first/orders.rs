//! Orders with their lines, numbers and approvals. What happens to them later is in `desk`.

use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, big_integer_null, boolean, text, text_null},
};

use super::parts::{index, key, owned_by};

/// Makes them.
pub async fn create(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    order_number(manager).await?;
    orders(manager).await?;
    order_line(manager).await?;
    order_approval(manager).await
}

/// The sums of a ledger, of a line or of a whole order: the entries (`order_entry`) are what counts, these are what is
/// read. What was ordered stands in the quantity.
trait TakeSums {
    fn take_sums(&mut self) -> TableCreateStatement;
}

impl TakeSums for TableCreateStatement {
    fn take_sums(&mut self) -> TableCreateStatement {
        for sum in ["cancelled", "picked", "shipped", "delivered", "returned", "refunded", "written_off"] {
            self.col(big_integer(sum).default(0).check(Expr::col(sum).gte(0)));
        }
        self.take()
    }
}

/// One row a site, made when a store that has the site comes to its database (`schema/sites.rs`).
async fn order_number(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_number")
        .col(text("site").primary_key())
        .col(text("prefix").unique_key())
        .col(big_integer("next"))
        .to_owned();
    manager.create_table(table).await
}

async fn orders(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("orders")
        .col(text("id").primary_key())
        .col(text("number").unique_key())
        .col(text("site"))
        .col(text("visitor"))
        // Whoever placed it had no account: no customer has that visitor's id, then or ever.
        .col(boolean("guest"))
        // No foreign key: an order outlives its cart.
        .col(text("cart_id").unique_key())
        .col(big_integer("cart_version"))
        .col(text("lifecycle"))
        .col(big_integer("placed_at"))
        .col(text("email"))
        .col(text("ship_to"))
        .col(text("shipping_method"))
        .col(text("instructions"))
        .col(text("po_number"))
        .col(text("po_file_name"))
        .col(big_integer("total_quantity"))
        .col(big_integer("merch_cents"))
        .col(big_integer("your_cents"))
        .col(big_integer("freight_cents"))
        .col(big_integer("tax_cents"))
        .col(big_integer("total_cents"))
        .col(text("items"))
        // Cards of lines that an edit took out: what they were is told of them still.
        .col(text("taken_out").default("[]"))
        .col(text("summary"))
        .col(big_integer("certificate_cents"))
        .col(text("certificates"))
        // What the store took off later; `your_cents` are without it.
        .col(big_integer("discount_cents").default(0))
        // Key and name as they were at the time of the order.
        .col(text("unit_key"))
        .col(text("unit_name"))
        .col(text("mailbox"))
        .col(text("place"))
        .col(boolean("letter_held"))
        .col(boolean("letter_off"))
        // One more with each act.
        .col(big_integer("version"))
        .col(big_integer("changed_at"))
        .col(big_integer_null("released_at"))
        .col(big_integer("open_holds").check(Expr::col("open_holds").gte(0)))
        // Follows from the rest: what the desk lists by.
        .col(text("queue"))
        // Who of the store placed it in the customer's name, as they were called then, and while shopping as them; empty
        // for who ordered for themselves.
        .col(text("placed_by").default(""))
        .col(text("placed_by_name").default(""))
        .col(text("shop_as_id").default(""))
        .take_sums();
    manager.create_table(table).await?;
    // The desk reads a brand's orders newest first, whole or a queue of them.
    manager.create_index(index("orders_placed", "orders", &["site", "placed_at", "id"])).await?;
    manager.create_index(index("orders_queue", "orders", &["site", "queue", "placed_at", "id"])).await?;
    // What is on hold, whichever queue it is in: few among all.
    let mut held = index("orders_held", "orders", &["site", "placed_at", "id"]);
    held.and_where(Expr::col("open_holds").gt(0));
    manager.create_index(held).await?;
    manager.create_index(index("orders_mailbox", "orders", &["site", "mailbox", "placed_at", "id"])).await?;
    // What was ordered with an e-mail by nobody's account: an account's own orders, of which there may be thousands, are not
    // among them.
    let mut of_guests = index("orders_guest", "orders", &["site", "email", "placed_at", "id"]);
    of_guests.and_where(Expr::col("guest"));
    manager.create_index(of_guests).await?;
    manager.create_index(index("orders_place", "orders", &["site", "place", "placed_at"])).await?;
    manager.create_index(index("orders_unit", "orders", &["site", "unit_key", "placed_at", "id"])).await?;
    manager.create_index(index("orders_visitor", "orders", &["site", "visitor", "placed_at"])).await
}

async fn order_line(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_line")
        .col(text("order_id"))
        .col(big_integer("position"))
        .col(text("sku"))
        .col(text("product_id"))
        .col(text("name"))
        .col(big_integer("quantity").check(Expr::col("quantity").gt(0)))
        .col(text("free_form"))
        // Whose pieces were canceled, where each has a name.
        .col(text("canceled_players").default("[]"))
        .col(big_integer("unit_base_cents"))
        .col(big_integer("unit_your_cents"))
        .col(big_integer("base_cents"))
        .col(big_integer("your_cents"))
        // Which count of its article it belongs to; 0 while nobody counts it.
        .col(big_integer("stock_epoch").default(0))
        .primary_key(&mut key(&["order_id", "position"]))
        .foreign_key(&mut owned_by("order_line", "order_id", "orders"))
        .take_sums();
    manager.create_table(table).await?;
    // What is promised of an article when its count begins.
    manager.create_index(index("order_line_sku", "order_line", &["sku"])).await
}

async fn order_approval(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let table = Table::create()
        .table("order_approval")
        .col(text("order_id").primary_key())
        .col(text("unit_id"))
        .col(text("decision").check(Expr::col("decision").is_in(["waiting", "approved", "declined"])))
        .col(text("note"))
        .col(text_null("decided_by"))
        .col(big_integer("asked_at"))
        .col(big_integer_null("decided_at"))
        // What was approved, and whether an edit asked once more.
        .col(big_integer_null("approved_cents"))
        .col(boolean("again").default(false))
        .foreign_key(&mut owned_by("order_approval", "order_id", "orders"))
        .foreign_key(&mut owned_by("order_approval", "unit_id", "business_unit"))
        .to_owned();
    manager.create_table(table).await?;
    manager.create_index(index("order_approval_unit", "order_approval", &["unit_id", "decided_at", "order_id"])).await
}
