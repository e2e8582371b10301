//! Hostile texts in every place of every operation that takes one, made from the description of the
//! interface itself, so that no operation can be forgotten (R55, R36); ids nobody was given (R05); what may
//! stand in an answer (R08). Whatever is sent, a bystander's cart and order stay as they are.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::upstream::Limits;
use fieldhouse_server::surfaces::{self, ops::openapi, pages::address::encode};
use fieldhouse_shop::buying::pricing::{PriceService, client::ErpPrices};
use serde_json::{Map, Value, json};
use tokio::net::{TcpListener, TcpStream};

use crate::{
    accounts::customer,
    erp_stub::{Manner, Stub},
    shopping::{add_one, assert_books, cart, check_out, count, lines, place, placing, shipping},
    support::{Answer, TestApp, Visitor},
};

/// Texts that break out of SQL, shells, templates, paths, headers and markup where those are glued together.
#[rustfmt::skip]
pub const TEXTS: &[&str] = &[
    "'", "\"", "`", "\\", "';", "' OR 1=1--", "' OR '1'='1' /*", "\" OR \"\"=\"", "1) OR (1=1", "') OR ('1'='1",
    "'; DROP TABLE cart;--", "x'; UPDATE cart_line SET your_cents = 0;--", "'; DELETE FROM session WHERE 'a'='a",
    "' UNION SELECT NULL,NULL,NULL--", "' UNION ALL SELECT id_hash, data FROM session--", "admin'--", "'||(SELECT 1)||'",
    "1;SELECT pg_sleep(5)", "' AND 1=(SELECT COUNT(*) FROM information_schema.tables)--", "' WAITFOR DELAY '0:0:5'--", "1 AND SLEEP(5)",
    "$1", "?1", ":id", "@id", "$$;SELECT 1;$$", "E'\\047'", "/**/OR/**/1=1", "%", "_", "%' ESCAPE '\\", "*", "NEAR/2", "a* OR b:*",
    "${7*7}", "{{7*7}}", "<%= 7*7 %>", "#{7*7}", "$(id)", "|id", "; id", "& id", "%0aid", "../../etc/passwd", "..\\..\\x", "file:///etc/passwd",
    "\r\nSet-Cookie: a=b", "\n.\nMAIL FROM:<a@b>", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)",
    "%s%s%n", "%x%x", "0x31", "1e309", "-1", "NaN", "null", "undefined", "true", "[]", "{}", "__proto__", "constructor",
    "\u{202e}abc", "\u{feff}", "\u{200b}", "\u{1f3c0}", "\u{ffff}", "ＳＥＬＥＣＴ", "İ", "\u{212a}", "ﷺ", "\t", " ",
];

/// One operation with its places for text.
pub struct Operation {
    pub method: Method,
    pub path: String,
    /// Names in the path.
    pub names: Vec<String>,
    /// Names of text in the query, with a harmless value where one must be there.
    pub query: Vec<String>,
    /// A body as its schema wants it.
    pub body: Option<Value>,
}

pub fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(openapi::document()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let named = |place: &str| {
                let of = parameters.iter().filter(|parameter| parameter["in"] == place);
                of.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
            };
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            found.push(Operation {
                method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                path: path.clone(),
                names: named("path"),
                query: named("query"),
                body: (!schema.is_null()).then(|| sample(&document, schema)),
            });
        }
    }
    found
}

/// The smallest value a schema takes, with one entry in each list.
fn sample(document: &Value, schema: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        return sample(document, &document["components"]["schemas"][name.rsplit('/').next().unwrap()]);
    }
    if let Some(choice) = schema["enum"].as_array() {
        return choice[0].clone();
    }
    for many in ["oneOf", "anyOf", "allOf"] {
        if let Some(choices) = schema[many].as_array() {
            let real = choices.iter().find(|choice| choice["type"] != "null").unwrap();
            return sample(document, real);
        }
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => vec!["object"],
    };
    match kinds.iter().find(|kind| **kind != "null").copied().unwrap_or("null") {
        "string" => json!("a"),
        "integer" | "number" => json!(1),
        "boolean" => json!(false),
        "array" => json!([sample(document, &schema["items"])]),
        "object" => {
            let properties = schema["properties"].as_object().cloned().unwrap_or_default();
            Value::Object(properties.iter().map(|(name, inner)| (name.clone(), sample(document, inner))).collect())
        }
        _ => Value::Null,
    }
}

/// Pointers to all texts in a body.
pub fn texts_in(body: &Value, at: &str, found: &mut Vec<String>) {
    match body {
        Value::String(_) => found.push(at.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| texts_in(item, &format!("{at}/{i}"), found));
        }
        Value::Object(fields) => {
            fields
                .iter()
                .for_each(|(name, value)| texts_in(value, &format!("{at}/{}", name.replace('/', "~1")), found));
        }
        _ => {}
    }
}

/// What makes an operation's text reach as far as it can: the rest of the body is right.
pub fn complete(operation: &Operation, cart: &Value) -> Option<Value> {
    let line = || lines(cart)[0].1.clone();
    Some(match (operation.method.as_str(), operation.path.as_str()) {
        ("POST", "/api/cart/lines") => {
            json!({"lines": [{"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["Ann", "7"]]}]})
        }
        ("POST", "/api/cart/removals") => json!({"lineItemIds": [line()], "version": -1}),
        ("POST", "/api/cart/recalculate") => json!({"cartId": cart["id"]}),
        ("PUT", "/api/checkout/shipping") => shipping(),
        ("PUT", "/api/checkout/payment") => json!({"poNumber": "PO-1", "poFileName": "po.pdf"}),
        ("POST", "/api/account/addresses") | ("PUT", "/api/account/addresses/{id}") => shipping()["address"].clone(),
        ("POST", "/1/indexes/{index}/query" | "/1/indexes/{index}/facets/{facet}/query") => json!({
            "query": "ball", "filters": "color:Red", "facetFilters": ["color:Red"], "numericFilters": ["price>1"],
            "facets": ["color"], "facetQuery": "a", "attributesToRetrieve": ["name"], "highlightPreTag": "b",
            "attributesToHighlight": ["name"], "attributesToSnippet": ["description:5"], "params": "hitsPerPage=3",
        }),
        ("POST", "/1/indexes/{index}/queries") => {
            json!({"requests": [{"indexName": "fieldhouse_products", "params": "query=ball", "filters": "brand:a"}]})
        }
        ("POST", "/1/events") => json!({"events": [{"eventType": "click", "eventName": "a", "userToken": "a",
            "index": "fieldhouse_products", "objectIDs": ["bal100"]}]}),
        _ => operation.body.clone()?,
    })
}

/// Nothing of the machinery shows in an answer.
pub fn judge(what: &str, answer: &Answer) {
    assert!(!answer.status.is_server_error(), "{what}: {} {}", answer.status, answer.text);
    let told = answer.text.to_lowercase();
    for word in ["sqlite", "postgres", "syntax error", "sqlx", "sea_orm", "panicked", "stack backtrace", ".rs:"] {
        assert!(!told.contains(word), "{what} tells of '{word}': {}", answer.text);
    }
    for (name, value) in &answer.headers {
        assert!(name != "a" && !value.as_bytes().starts_with(b"a=b"), "{what} made a header");
    }
}

pub async fn send(visitor: &Visitor, operation: &Operation, path: &str, body: Option<&Value>) -> Answer {
    let key = [("x-algolia-application-id", "fieldhouse"), ("x-algolia-api-key", "search-only-fieldhouse")];
    let headers = [("idempotency-key", "any"), key[0], key[1]];
    visitor.send(operation.method.clone(), path, &headers, body).await
}

/// Sends every text to every place of every operation that is asked for.
async fn attack(visitor: &Visitor, cart: &Value, texts: &[&str], about: fn(&str) -> bool) -> usize {
    let mut sent = 0;
    for operation in operations() {
        if operation.path == "/api/auth/signout" || !about(&operation.path) {
            continue;
        }
        // The indexes of the hosted search: one, or all of the key.
        let index = if operation.path.ends_with("/query") { "fieldhouse_products" } else { "*" };
        let harmless = operation.path.replace("{index}", index).replace("{facet}", "brand");
        let harmless = operation.names.iter().fold(harmless, |path, name| path.replace(&format!("{{{name}}}"), "a"));
        for text in texts {
            for name in &operation.names {
                let path = operation.path.replace(&format!("{{{name}}}"), &encode(text));
                let path = path.replace(['{', '}'], "");
                let answer = send(visitor, &operation, &path, operation.body.as_ref()).await;
                judge(&format!("{text:?} as {name} of {} {}", operation.method, operation.path), &answer);
                sent += 1;
            }
            for name in &operation.query {
                let pairs = operation.query.iter().map(|other| {
                    let value = if other == name { encode(text) } else { "1".to_owned() };
                    format!("{other}={value}")
                });
                let path = format!("{harmless}?{}", pairs.collect::<Vec<_>>().join("&"));
                let answer = send(visitor, &operation, &path, operation.body.as_ref()).await;
                judge(&format!("{text:?} as {name} of {} {}", operation.method, operation.path), &answer);
                sent += 1;
            }
            let Some(body) = complete(&operation, cart) else { continue };
            let mut places = Vec::new();
            texts_in(&body, "", &mut places);
            for place in places {
                let mut body = body.clone();
                *body.pointer_mut(&place).unwrap() = json!(text);
                let answer = send(visitor, &operation, &harmless, Some(&body)).await;
                judge(&format!("{text:?} at {place} of {} {}", operation.method, operation.path), &answer);
                sent += 1;
            }
        }
    }
    sent
}

/// Somebody with an order and a cart who does nothing at all.
async fn bystander(app: &TestApp) -> (Visitor, String) {
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 2).await;
    let review = check_out(&visitor).await;
    let order = place(&visitor, "order", &placing(&review)).await.json();
    add_one(&visitor, "BAL100", 3).await;
    (visitor, order["id"].as_str().unwrap().to_owned())
}

async fn possessions(visitor: &Visitor, order: &str) -> [Value; 2] {
    [cart(visitor).await, visitor.get(&format!("/api/orders/{order}")).await.json()]
}

#[tokio::test]
async fn r55_no_text_anywhere_reaches_the_database_as_anything_but_text() {
    let app = TestApp::stocked().await;
    let (owner, order) = bystander(&app).await;
    let before = possessions(&owner, &order).await;
    let tables = ["session", "cart", "orders", "customer", "product", "variant"];
    let mut rows = Vec::new();
    let stranger = app.visitor(Site::FIELDHOUSE);
    add_one(&stranger, "BAL100", 1).await;
    for table in tables {
        rows.push(count(&app, table).await);
    }
    let sent = attack(&stranger, &cart(&stranger).await, TEXTS, |_| true).await;
    assert!(sent > TEXTS.len() * 60, "{sent}");
    for (table, before) in tables.iter().zip(&rows) {
        assert_eq!(count(&app, table).await, *before, "{table}");
    }
    assert_eq!(possessions(&owner, &order).await, before);
    assert_books(&app).await;
}

#[tokio::test]
async fn r55_a_customers_texts_are_texts_too() {
    let app = TestApp::stocked().await;
    let (owner, order) = bystander(&app).await;
    let before = possessions(&owner, &order).await;
    let attacker = customer(&app, Site::FIELDHOUSE, "attacker@club.example").await;
    let other = customer(&app, Site::FIELDHOUSE, "other@club.example").await;
    let books = other.get("/api/account/addresses").await.json();
    add_one(&attacker, "BAL100", 1).await;
    attack(&attacker, &cart(&attacker).await, TEXTS, |path| path.to_lowercase().contains("account")).await;
    assert_eq!(count(&app, "customer").await, 2);
    assert_eq!(other.get("/api/account/addresses").await.json(), books);
    assert_eq!(possessions(&owner, &order).await, before);
    assert_books(&app).await;
}

/// Addresses of a listener, in the forms in which a text could be taken for something to be fetched.
fn addresses(port: u16) -> Vec<String> {
    let place = format!("127.0.0.1:{port}");
    vec![
        place.clone(),
        format!("http://{place}/a"),
        format!("https://{place}/a"),
        format!("ftp://{place}/a"),
        format!("ws://{place}/a"),
        format!("smtp://{place}"),
        format!("redis://a:b@{place}/0"),
        format!("//{place}/a"),
        format!("\\\\{place}\\a"),
        format!("/\\{place}/a"),
        format!("@{place}"),
        format!("@{place}/a"),
        format!(":b@{place}/a"),
        format!("a@{place}"),
        format!("a@[127.0.0.1]:{port}"),
        format!("http://localhost:{port}/a"),
        format!("http://2130706433:{port}/a"),
        format!("http://[::ffff:127.0.0.1]:{port}/a"),
        format!("http://erp.example@{place}/a"),
        format!("../../../{place}/a"),
        format!("\r\nHost: {place}\r\n\r\n"),
        format!("<img src=\"http://{place}/a\">"),
        format!("<!DOCTYPE a [<!ENTITY b SYSTEM \"http://{place}/a\">]><a>&b;</a>"),
        format!("${{jndi:ldap://{place}/a}}"),
        format!("$(curl http://{place}/a)"),
    ]
}

#[tokio::test]
async fn r36_no_address_anybody_sends_is_ever_connected_to() {
    let app = TestApp::stocked().await;
    // Nobody accepts: whoever connected first is the first in the line.
    let canary = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stub = Stub::start(Manner::Good, "http://127.0.0.1/").await;
    let erp = ErpPrices::new(&stub.address, "", Limits::default()).unwrap();
    let mut attacker = customer(&app, Site::FIELDHOUSE, "attacker@club.example").await;
    attacker.turn_to(surfaces::router(app.priced_by(PriceService::Erp(Box::new(erp))), Arc::clone(&app.pages)));
    attacker.forge_cookie("flyercode", "AB");
    add_one(&attacker, "BAL100", 1).await;
    let texts = addresses(canary.local_addr().unwrap().port());
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let sent = attack(&attacker, &cart(&attacker).await, &texts, |_| true).await;
    assert!(sent > texts.len() * 60, "{sent}");
    // What is outside was asked meanwhile, only not there.
    assert!(!stub.asked().is_empty());
    let ours = TcpStream::connect(canary.local_addr().unwrap()).await.unwrap();
    let (_, first) = canary.accept().await.unwrap();
    assert_eq!(first, ours.local_addr().unwrap(), "something that was sent was connected to");
}

/// A call that names something by an id.
type Guess = fn(&str) -> (Method, String);

#[tokio::test]
async fn r05_ten_thousand_ids_nobody_was_given_open_nothing() {
    let app = TestApp::stocked().await;
    let (owner, order) = bystander(&app).await;
    let before = possessions(&owner, &order).await;
    add_one(&app.visitor(Site::FIELDHOUSE), "BAL100", 1).await;
    let guesser = app.visitor(Site::FIELDHOUSE);
    add_one(&guesser, "BAL100", 1).await;
    let paths: [Guess; 5] = [
        |id| (Method::GET, format!("/api/orders/{id}")),
        |id| (Method::DELETE, format!("/api/cart/lines/{id}?version=1")),
        |id| (Method::GET, format!("/api/cart/shared/{id}")),
        |id| (Method::DELETE, format!("/api/cart/shares/{id}")),
        |id| (Method::POST, format!("/api/cart/shared/{id}/copy")),
    ];
    for guess in 0..10_000_usize {
        let id = app.state.ids.random().to_string();
        let (method, path) = paths[guess % paths.len()](&id);
        let answer = guesser.send(method, &path, &[], None).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text);
    }
    for strange in ["", "..", "1 or 1=1", &format!("{order}&id={order}"), &format!("{order},{order}"), "*", "%"] {
        let answer = guesser.get(&format!("/api/orders/{}", encode(strange))).await;
        assert!(answer.status.is_client_error(), "{strange}: {}", answer.text);
    }
    assert_eq!(possessions(&owner, &order).await, before);
}

/// Words that name what no answer holds.
const NEVER: [&str; 11] =
    ["hash", "password", "secret", "cardtoken", "card_token", "cvv", "visitor", "cookie", "salt", "stack", "sql"];

/// All names of fields in an answer, by the path of names that leads there.
fn names_in(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| names_in(item, at, found)),
        Value::Object(fields) => {
            for (name, inner) in fields {
                let place = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
                names_in(inner, &place, found);
                found.insert(place);
            }
        }
        _ => {}
    }
}

/// The names a schema allows, in the same form; `*` where any name may stand.
fn allowed(document: &Value, schema: &Value, at: &str, deep: usize, found: &mut BTreeSet<String>) {
    if deep > 12 {
        return;
    }
    if let Some(name) = schema["$ref"].as_str() {
        let inner = &document["components"]["schemas"][name.rsplit('/').next().unwrap()];
        return allowed(document, inner, at, deep + 1, found);
    }
    for many in ["oneOf", "anyOf", "allOf"] {
        for choice in schema[many].as_array().into_iter().flatten() {
            allowed(document, choice, at, deep + 1, found);
        }
    }
    if schema["items"].is_object() {
        allowed(document, &schema["items"], at, deep + 1, found);
    }
    if schema["additionalProperties"].is_object() {
        found.insert(format!("{at}.*"));
    }
    for (name, inner) in schema["properties"].as_object().unwrap_or(&Map::new()) {
        let place = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
        allowed(document, inner, &place, deep + 1, found);
        found.insert(place);
    }
}

/// What is so named and meant to be told: the audit log's chain, by which anybody can check it, and what an authenticator app
/// takes, to its owner, once.
const TOLD_ON_PURPOSE: [(&str, &str); 4] = [
    ("get /desk/api/audit", "entries.hash"),
    ("get /desk/api/audit", "entries.previousHash"),
    ("post /desk/api/codes/options", "secret"),
    ("post /desk/api/invitations/codes", "secret"),
];

#[tokio::test]
async fn r08_an_answer_holds_the_fields_that_are_described_and_no_secret() {
    let document = serde_json::to_value(openapi::document()).unwrap();
    let mut described: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            for status in ["200", "201"] {
                let schema = &operation["responses"][status]["content"]["application/json"]["schema"];
                let names = described.entry(format!("{method} {path}")).or_default();
                allowed(&document, schema, "", 0, names);
            }
        }
    }
    for (operation, names) in &described {
        for name in names {
            let last = name.rsplit('.').next().unwrap().to_lowercase();
            // Whether there is one, to its owner.
            if last == "haspassword" || TOLD_ON_PURPOSE.contains(&(operation.as_str(), name.as_str())) {
                continue;
            }
            assert!(!NEVER.iter().any(|word| last.contains(word)), "{operation} answers with {name}");
        }
    }

    // And what is really said is among it.
    let app = TestApp::stocked().await;
    let buyer = customer(&app, Site::FIELDHOUSE, "buyer@club.example").await;
    let added = add_one(&buyer, "BAL100", 2).await;
    let shared = buyer.post("/api/cart/shares", &json!({"withTexts": true})).await;
    let shared_path = shared.json()["path"].as_str().unwrap().replace("/cart/shared/", "/api/cart/shared/");
    let mut said = vec![("post /api/cart/lines", added), ("post /api/cart/shares", shared)];
    for (operation, path) in [
        ("get /api/cart/head", "/api/cart/head"),
        ("get /api/cart/active", "/api/cart/active"),
        ("get /api/cart/shares", "/api/cart/shares"),
        ("get /api/cart/shared/{token}", shared_path.as_str()),
        ("get /api/cart/types/", "/api/cart/types/"),
        ("get /api/account", "/api/account"),
        ("get /api/account/addresses", "/api/account/addresses"),
        ("get /api/auth/session", "/api/auth/session"),
        ("get /api/checkout", "/api/checkout"),
        ("get /api/search", "/api/search?query=jersey"),
        ("get /api/catalog/products/{slugOrSku}", "/api/catalog/products/BAL100"),
        ("get /api/shell", "/api/shell"),
    ] {
        said.push((operation, buyer.get(path).await));
    }
    let review = check_out(&buyer).await;
    let order = place(&buyer, "order", &placing(&review)).await;
    let order_path = format!("/api/orders/{}", order.json()["id"].as_str().unwrap());
    said.push(("post /api/orders", order));
    said.push(("get /api/orders/{id}", buyer.get(&order_path).await));
    for (operation, answer) in said {
        assert!(answer.status.is_success(), "{operation}: {}", answer.text);
        let mut names = BTreeSet::new();
        names_in(&answer.json(), "", &mut names);
        let known = &described[operation];
        let free: Vec<&str> = known.iter().filter_map(|name| name.strip_suffix(".*")).collect();
        for name in names {
            let of_a_map = free.iter().any(|start| name.starts_with(start));
            assert!(known.contains(&name) || of_a_map, "{operation} answers with {name}, which is not described");
        }
    }
}
