//! What tests of carts and orders have in common: small acts of a shopper, a look into the tables,
//! and the check that the books are right.

use axum::http::{Method, StatusCode};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, Visitor};

/// Puts pieces of one article into the cart.
pub async fn add_one(visitor: &Visitor, sku: &str, quantity: i64) -> Answer {
    let answer = try_add(visitor, sku, quantity).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer
}

/// The same, whatever comes of it.
pub async fn try_add(visitor: &Visitor, sku: &str, quantity: i64) -> Answer {
    visitor.post("/api/cart/lines", &json!({"lines": [{"sku": sku, "quantity": quantity}]})).await
}

/// Adds several lines.
pub async fn add(visitor: &Visitor, lines: Value) -> Answer {
    visitor.post("/api/cart/lines", &json!({ "lines": lines })).await
}

/// Sets a line's quantity as seen at a version.
pub async fn set_quantity(visitor: &Visitor, line: &str, quantity: i64, version: i64) -> Answer {
    let path = format!("/api/cart/lines/{line}");
    visitor.send(Method::PATCH, &path, &[], Some(&json!({"quantity": quantity, "version": version}))).await
}

/// Removes a line as seen at a version.
pub async fn remove(visitor: &Visitor, line: &str, version: i64) -> Answer {
    visitor.send(Method::DELETE, &format!("/api/cart/lines/{line}?version={version}"), &[], None).await
}

/// The cart.
pub async fn cart(visitor: &Visitor) -> Value {
    visitor.get("/api/cart/active").await.json()
}

/// All lines of a cart by sku: id and quantity.
pub fn lines(cart: &Value) -> Vec<(String, String, i64)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    cart["items"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|card| card["lineItems"].as_array().unwrap())
        .map(|line| (text(&line["sku"]), text(&line["lineItemId"]), line["quantity"].as_i64().unwrap()))
        .collect()
}

/// Codes of the broken rules with their fields.
pub fn broken(answer: &Answer) -> Vec<(String, String)> {
    let errors = answer.json()["errors"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    errors.iter().map(|error| (text(&error["field"]), text(&error["code"]))).collect()
}

/// Rows of a table.
pub async fn count(app: &TestApp, table: &str) -> i64 {
    number_in(app.state.db.read(), &["SELECT COUNT(*) AS n FROM ", table].concat()).await
}

/// One text column of a table.
pub async fn texts(app: &TestApp, table: &str, column: &str) -> Vec<String> {
    let sql = ["SELECT ", column, " AS t FROM ", table].concat();
    query(app.state.db.read(), &sql).await.iter().map(|row| row.try_get("", "t").unwrap()).collect()
}

/// The number `n` that a query finds.
pub async fn number_in(db: &impl ConnectionTrait, sql: &str) -> i64 {
    query(db, sql).await[0].try_get("", "n").unwrap()
}

pub async fn query(db: &impl ConnectionTrait, sql: &str) -> Vec<sea_orm::QueryResult> {
    db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await.unwrap()
}

/// [`assert_books_of`] a store under test, and what it keeps of carts.
pub async fn assert_books(app: &TestApp) {
    assert_books_of(app.state.db.read()).await;
    crate::kept_lines::assert_kept(&app.state).await;
}

/// What must hold of the tables: whatever is wrong is counted.
const BOOKS: &[(&str, &str)] = &[
    (
        "cart sums are the fold of its lines",
        "SELECT COUNT(*) AS n FROM cart c LEFT JOIN (SELECT cart_id, COUNT(*) AS lines, SUM(quantity) AS pieces, \
         SUM(base_cents) AS base, SUM(your_cents) AS your FROM cart_line GROUP BY cart_id) l ON l.cart_id = c.id \
         WHERE c.line_count <> COALESCE(l.lines, 0) OR c.total_quantity <> COALESCE(l.pieces, 0) \
         OR c.merch_cents <> COALESCE(l.base, 0) OR c.your_cents <> COALESCE(l.your, 0)",
    ),
    (
        "no price is above its base",
        "SELECT COUNT(*) AS n FROM cart_line WHERE your_cents > base_cents OR your_cents < 0",
    ),
    (
        "a visitor has one open cart",
        "SELECT COUNT(*) AS n FROM (SELECT visitor FROM cart WHERE status = 'open' GROUP BY visitor \
         HAVING COUNT(*) > 1) twice",
    ),
    (
        "order sums are those of its lines",
        "SELECT COUNT(*) AS n FROM orders o LEFT JOIN (SELECT order_id, SUM(quantity) AS pieces, \
         SUM(base_cents) AS base, SUM(your_cents) AS your FROM order_line GROUP BY order_id) l \
         ON l.order_id = o.id WHERE l.pieces IS NULL OR o.total_quantity <> l.pieces OR o.merch_cents <> l.base \
         OR o.your_cents <> l.your - o.discount_cents OR o.total_cents <> CASE WHEN o.your_cents + o.freight_cents + o.tax_cents > o.certificate_cents \
         THEN o.your_cents + o.freight_cents + o.tax_cents - o.certificate_cents ELSE 0 END",
    ),
    (
        "order lines are piece price times pieces, but for those that edits took out",
        "SELECT COUNT(*) AS n FROM order_line l LEFT JOIN (SELECT e.order_id, e.position, SUM(e.quantity) AS pieces \
         FROM order_entry e JOIN event v ON v.seq = e.event_seq WHERE e.kind = 'cancelled' AND v.kind = 'order.edited' \
         GROUP BY e.order_id, e.position) x ON x.order_id = l.order_id AND x.position = l.position \
         WHERE your_cents <> unit_your_cents * (quantity - COALESCE(x.pieces, 0)) \
         OR base_cents <> unit_base_cents * (quantity - COALESCE(x.pieces, 0))",
    ),
    (
        "a cart's and an order's certificates are those of their payments",
        "SELECT (SELECT COUNT(*) FROM cart c LEFT JOIN (SELECT l.cart_id, SUM(p.amount_cents) AS cents FROM \
         cart_payment l JOIN payment p ON p.id = l.payment_id WHERE p.method = 'CERTIFICATE' GROUP BY l.cart_id) s \
         ON s.cart_id = c.id WHERE c.certificate_cents <> COALESCE(s.cents, 0) AND c.status = 'open') \
         + (SELECT COUNT(*) FROM orders o LEFT JOIN (SELECT order_id, SUM(amount_cents) AS cents FROM payment \
         WHERE method = 'CERTIFICATE' GROUP BY order_id) s ON s.order_id = o.id \
         WHERE o.certificate_cents <> COALESCE(s.cents, 0) AND o.lifecycle NOT IN ('declined', 'cancelled')) AS n",
    ),
    (
        "a certificate is used by one order, for what it is worth, and every order's certificates are used",
        "SELECT (SELECT COUNT(*) FROM certificate_use u LEFT JOIN payment p ON p.order_id = u.order_id \
         AND p.certificate_number = u.number LEFT JOIN certificate c ON c.catalog = u.catalog \
         AND c.number = u.number WHERE p.id IS NULL OR p.amount_cents <> u.value_cents \
         OR u.value_cents > c.value_cents) + (SELECT COUNT(*) FROM payment p WHERE p.method = 'CERTIFICATE' \
         AND p.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM certificate_use u WHERE u.order_id = p.order_id \
         AND u.number = p.certificate_number)) AS n",
    ),
    (
        "no payment belongs to nobody: its order is there, its cart is its visitor's",
        "SELECT (SELECT COUNT(*) FROM payment p WHERE p.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders o \
         WHERE o.id = p.order_id)) + (SELECT COUNT(*) FROM cart_payment l JOIN payment p ON p.id = l.payment_id \
         JOIN cart c ON c.id = l.cart_id WHERE c.visitor <> p.visitor) AS n",
    ),
    (
        "every order has its letter and every letter its order; one that waits or was declined has none, one that was canceled may",
        "SELECT (SELECT COUNT(*) FROM orders o WHERE o.lifecycle <> 'cancelled' AND NOT EXISTS (SELECT 1 FROM order_approval a \
         WHERE a.order_id = o.id AND a.again) AND (o.lifecycle IN ('open', 'complete')) <> EXISTS (SELECT 1 FROM job l \
         WHERE l.subject = o.id AND l.kind = 'order_placed')) + (SELECT COUNT(*) FROM orders o JOIN job m \
         ON m.subject = o.id WHERE m.kind = 'placed' AND o.released_at IS NULL) + (SELECT COUNT(*) FROM job l \
         WHERE l.kind = 'order_placed' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = l.subject)) AS n",
    ),
    (
        "the sums of every line are those of its entries",
        "SELECT COUNT(*) AS n FROM order_line l LEFT JOIN (SELECT order_id, position, \
         SUM(CASE kind WHEN 'cancelled' THEN quantity WHEN 'restored' THEN -quantity ELSE 0 END) AS cancelled, \
         SUM(CASE kind WHEN 'picked' THEN quantity WHEN 'unpicked' THEN -quantity ELSE 0 END) AS picked, \
         SUM(CASE kind WHEN 'shipped' THEN quantity WHEN 'unshipped' THEN -quantity ELSE 0 END) AS shipped, \
         SUM(CASE kind WHEN 'delivered' THEN quantity WHEN 'undelivered' THEN -quantity ELSE 0 END) AS delivered, \
         SUM(CASE kind WHEN 'refunded' THEN quantity ELSE 0 END) AS refunded \
         FROM order_entry GROUP BY order_id, position) e ON e.order_id = l.order_id AND e.position = l.position \
         WHERE l.cancelled <> COALESCE(e.cancelled, 0) OR l.picked <> COALESCE(e.picked, 0) \
         OR l.shipped <> COALESCE(e.shipped, 0) OR l.delivered <> COALESCE(e.delivered, 0) \
         OR l.refunded <> COALESCE(e.refunded, 0) OR l.cancelled + l.picked > l.quantity OR l.shipped > l.picked",
    ),
    (
        "the sums of every order are those of its lines, its open holds are counted",
        "SELECT COUNT(*) AS n FROM orders o LEFT JOIN (SELECT order_id, SUM(quantity) AS quantity, \
         SUM(cancelled) AS cancelled, SUM(picked) AS picked, SUM(shipped) AS shipped, SUM(delivered) AS delivered, \
         SUM(refunded) AS refunded FROM order_line GROUP BY order_id) l ON l.order_id = o.id \
         WHERE o.total_quantity <> l.quantity OR o.cancelled <> l.cancelled OR o.picked <> l.picked \
         OR o.shipped <> l.shipped OR o.delivered <> l.delivered OR o.refunded <> l.refunded \
         OR o.open_holds <> (SELECT COUNT(*) FROM order_hold h WHERE h.order_id = o.id AND h.closed_at IS NULL)",
    ),
    (
        "every order was placed once in the log, which knows its last version; what was not placed is not in it",
        "SELECT (SELECT COUNT(*) FROM orders o WHERE (SELECT COUNT(*) FROM event e WHERE e.subject = o.id \
         AND e.kind = 'order.placed') <> 1) + (SELECT COUNT(*) FROM orders o WHERE o.version <> (SELECT MAX(e.version) \
         FROM event e WHERE e.subject = o.id)) + (SELECT COUNT(*) FROM event e WHERE NOT EXISTS (SELECT 1 \
         FROM orders o WHERE o.id = e.subject)) AS n",
    ),
    (
        "what is on hand and promised of an article is what its entries add up to, and nothing of one that nobody counts",
        "SELECT COUNT(*) AS n FROM stock s LEFT JOIN (SELECT sku, SUM(on_hand) AS on_hand, SUM(reserved) AS reserved \
         FROM stock_entry GROUP BY sku) e ON e.sku = s.sku WHERE s.on_hand <> COALESCE(e.on_hand, 0) \
         OR s.reserved <> COALESCE(e.reserved, 0) OR NOT s.counted AND (s.on_hand <> 0 OR s.reserved <> 0)",
    ),
    (
        "what is promised of a counted article is what orders wait for",
        "SELECT COUNT(*) AS n FROM stock s WHERE s.counted AND s.reserved <> (SELECT COALESCE(SUM(l.quantity - l.cancelled \
         - l.shipped), 0) FROM order_line l JOIN orders o ON o.id = l.order_id WHERE l.sku = s.sku \
         AND l.stock_epoch = s.epoch AND o.lifecycle NOT IN ('cancelled', 'declined'))",
    ),
    (
        "what is on its way of an article is what its deliveries add up to",
        "SELECT COUNT(*) AS n FROM stock s LEFT JOIN (SELECT sku, SUM(quantity - received) AS pieces, MIN(expected) AS first \
         FROM stock_incoming WHERE open GROUP BY sku) i ON i.sku = s.sku WHERE s.incoming <> COALESCE(i.pieces, 0) \
         OR COALESCE(s.incoming_on, '') <> COALESCE(i.first, '')",
    ),
    (
        "an ordered cart has its order, and an order an ordered cart",
        "SELECT (SELECT COUNT(*) FROM cart c WHERE c.status = 'ordered' AND NOT EXISTS (SELECT 1 FROM orders o \
         WHERE o.cart_id = c.id)) + (SELECT COUNT(*) FROM cart c JOIN orders o ON o.cart_id = c.id \
         WHERE c.status <> 'ordered') AS n",
    ),
];

/// What must be true of the tables at any moment: sums are those of the lines, one open cart a
/// visitor, one order a cart, one message an order.
pub async fn assert_books_of(db: &impl ConnectionTrait) {
    assert_books_but(db, "nothing").await;
}

/// The same but for what speaks of a thing.
pub async fn assert_books_but(db: &impl ConnectionTrait, left_out: &str) {
    for (wrong, sql) in BOOKS.iter().filter(|(wrong, _)| !wrong.contains(left_out)) {
        assert_eq!(number_in(db, sql).await, 0, "{wrong}");
    }
}

/// Letters that were left.
pub async fn letters_left(app: &TestApp) -> i64 {
    number_in(app.state.db.read(), "SELECT COUNT(*) AS n FROM job WHERE queue = 'letters'").await
}

/// Messages to systems outside that were left.
pub async fn messages_left(app: &TestApp) -> i64 {
    number_in(app.state.db.read(), "SELECT COUNT(*) AS n FROM job WHERE queue <> 'letters'").await
}

/// Empties the carts behind everyone's back; sessions stay.
pub async fn forget_carts(app: &TestApp) {
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("DELETE FROM cart").await.unwrap();
    tx.commit().await.unwrap();
}

/// A complete shipping step.
pub fn shipping() -> Value {
    json!({
        "email": "coach@example.com",
        "address": {
            "firstName": "Robin", "lastName": "Coach", "company": "Lincoln High School", "phoneNumber": "555-555-0142",
            "address": "100 Field Road", "country": "US", "city": "Austin", "state": "TX", "zip": "78701",
        },
        "method": "standard",
        "instructions": "Gym entrance",
    })
}

/// PUT of a JSON body.
pub async fn put(visitor: &Visitor, path: &str, body: &Value) -> Answer {
    visitor.send(Method::PUT, path, &[], Some(body)).await
}

/// Goes through both steps and gives the review.
pub async fn check_out(visitor: &Visitor) -> Value {
    let shipped = put(visitor, "/api/checkout/shipping", &shipping()).await;
    assert_eq!(shipped.status, StatusCode::OK, "{}", shipped.text);
    let paid = put(visitor, "/api/checkout/payment", &json!({"poNumber": "PO-4711"})).await;
    assert_eq!(paid.status, StatusCode::OK, "{}", paid.text);
    paid.json()
}

/// What placing says about a review.
pub fn placing(review: &Value) -> Value {
    let marks: Vec<&Value> = review["reviewed"].as_array().unwrap().iter().map(|part| &part["mark"]).collect();
    json!({
        "cartId": review["cartId"], "cartVersion": review["cartVersion"], "totalCents": review["totalCents"],
        "reviewed": marks,
    })
}

/// Places with a key.
pub async fn place(visitor: &Visitor, key: &str, body: &Value) -> Answer {
    visitor.send(Method::POST, "/api/orders", &[("idempotency-key", key)], Some(body)).await
}
