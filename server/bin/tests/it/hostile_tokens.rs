//! The customer API under attack: hostile texts in every place of every operation, sent with a good token (R55), and
//! tokens that are none, are over, or are somebody else's, sent to every operation (R45). What is counted before is
//! counted after.

use axum::http::Method;
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::pages::address::encode;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer},
    hostile::{Operation, TEXTS, judge, operations, texts_in},
    platform::{Client, ask, password_form},
    platform_payments::planned,
    shopping::{add_one, assert_books, cart, check_out, count, place, placing},
    support::{Answer, TestApp},
};

const ATTACKER: &str = "attacker@club.example";
/// What nobody adds to without wanting to.
const TABLES: [&str; 9] = [
    "session",
    "cart",
    "orders",
    "customer",
    "customer_address",
    "payment",
    "product",
    "platform_grant",
    "platform_token",
];

async fn rows(app: &TestApp, tables: &[&str]) -> Vec<i64> {
    let mut counted = Vec::new();
    for table in tables {
        counted.push(count(app, table).await);
    }
    counted
}

fn customer_api() -> Vec<Operation> {
    let found: Vec<Operation> =
        operations().into_iter().filter(|operation| operation.path.starts_with("/platform/")).collect();
    assert!(found.len() >= 17, "{}", found.len());
    found
}

fn address() -> Value {
    json!({"firstName": "Pat", "lastName": "Margolis", "phone": "214-555-0142", "streetName": "1 Main St",
        "city": "Dallas", "state": "TX", "postalCode": "75201", "country": "US"})
}

/// Bodies that an operation takes as they are, but for the version.
fn bodies(operation: &Operation, own: &Own) -> Vec<Value> {
    let acting = |actions: Vec<Value>| actions.into_iter().map(|action| json!({"actions": [action]})).collect();
    match (operation.method.as_str(), operation.path.strip_prefix("/platform/{projectKey}").unwrap()) {
        ("POST", "/me") => acting(vec![
            json!({"action": "setTitle", "title": "Director"}),
            json!({"action": "setFirstName", "firstName": "Robin"}),
            json!({"action": "setLastName", "lastName": "Coach"}),
            json!({"action": "setCustomField", "name": "customer_classification_id", "value": "School"}),
            json!({"action": "changeEmail", "email": ATTACKER}),
            json!({"action": "changeAddress", "addressId": own.address, "address": address()}),
            json!({"action": "removeAddress", "addressId": "a"}),
            json!({"action": "addShippingAddressId", "addressId": "a"}),
            json!({"action": "setDefaultShippingAddress", "addressId": "a"}),
        ]),
        ("POST", "/me/carts/{id}") => acting(vec![
            json!({"action": "addLineItem", "sku": "BAL100", "quantity": 1}),
            json!({"action": "removeLineItem", "lineItemId": own.line, "quantity": 1}),
            json!({"action": "changeLineItemQuantity", "lineItemId": own.line, "quantity": 2}),
            json!({"action": "setCustomType", "type": {"typeId": "type", "id": "a"}, "fields": {"program_id": "P1"}}),
            json!({"action": "setCustomField", "name": "program_id", "value": "P1"}),
            json!({"action": "addPayment", "payment": {"typeId": "payment", "id": "a"}}),
            json!({"action": "removePayment", "payment": {"typeId": "payment", "id": "a"}}),
        ]),
        ("POST", "/me/payments") => vec![
            planned("SAP", "PURCHASE_ORDER", 1_000, &json!({"po_number": "PO-1"})),
            planned("SAP", "CERTIFICATE", 1_000, &json!({"certificate_number": "GC-1"})),
        ],
        ("POST", "/me/carts") => {
            vec![json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})]
        }
        ("POST", "/me/password") => {
            vec![json!({"version": 1, "currentPassword": "x", "newPassword": "eight green llamas"})]
        }
        _ => operation.body.iter().cloned().collect(),
    }
}

/// The attacker's own, as the operations name them.
struct Own {
    client: Client,
    cart: String,
    line: Value,
    /// One that may be changed.
    address: Value,
}

impl Own {
    async fn of(app: &TestApp) -> Self {
        let client = Client::registered(app, Site::FIELDHOUSE, ATTACKER).await;
        let draft = json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 2}]});
        let made = client.good("/me/carts", &draft).await;
        let added = client.change(json!([{"action": "addAddress", "address": address()}])).await.json();
        Self {
            client,
            cart: made["id"].as_str().unwrap().to_owned(),
            line: made["lineItems"][0]["id"].clone(),
            address: added["addresses"][1]["id"].clone(),
        }
    }

    fn path(&self, operation: &Operation) -> String {
        let id = if operation.path.contains("/carts/") { self.cart.as_str() } else { "a" };
        operation.path.strip_prefix("/platform/{projectKey}").unwrap().replace("{id}", id)
    }

    /// With the version of now, where one is asked for.
    async fn current(&self, operation: &Operation, mut body: Value) -> Value {
        let seen = match operation.path.rsplit('/').next() {
            Some("me") => "/me".to_owned(),
            Some("{id}") => self.path(operation),
            _ => return body,
        };
        body["version"] = self.client.get(&seen).await.json()["version"].clone();
        body
    }

    async fn send(&self, operation: &Operation, path: &str, body: Option<&Value>, what: &str) {
        let answer = self.client.send(operation.method.clone(), path, body).await;
        let what = format!("{what} of {} {}", operation.method, operation.path);
        judge(&what, &answer);
        if answer.status.is_client_error() {
            assert_eq!(answer.json()["statusCode"], answer.status.as_u16(), "{what}: {}", answer.text);
        }
    }
}

/// Sends every text to every place of the operations asked for; how many that were.
async fn attack(own: &Own, about: impl Fn(&Operation) -> bool) -> usize {
    let mut sent = 0;
    for operation in customer_api().iter().filter(|operation| about(operation)) {
        let harmless = own.path(operation);
        let bodies = bodies(operation, own);
        for text in TEXTS {
            let encoded = encode(text);
            if operation.path.contains("{id}") {
                let path = operation.path.strip_prefix("/platform/{projectKey}").unwrap().replace("{id}", &encoded);
                own.send(operation, &path, bodies.first(), &format!("{text:?} as id")).await;
                sent += 1;
            }
            for name in ["expand", "limit", "offset", "sort", "where", "version", "withTotal", *text] {
                let path = format!("{harmless}?{}={encoded}", encode(name));
                own.send(operation, &path, bodies.first(), &format!("{text:?} as {name}")).await;
                sent += 1;
            }
            for body in &bodies {
                let mut places = Vec::new();
                texts_in(body, "", &mut places);
                for place in places {
                    let mut body = own.current(operation, body.clone()).await;
                    *body.pointer_mut(&place).unwrap() = json!(text);
                    own.send(operation, &harmless, Some(&body), &format!("{text:?} at {place}")).await;
                    sent += 1;
                }
            }
        }
    }
    sent
}

#[tokio::test]
async fn r55_no_text_sent_with_a_bearer_token_is_anything_but_text() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let owner = customer(&app, site, COACH).await;
    add_one(&owner, "BAL100", 2).await;
    let order = place(&owner, "one", &placing(&check_out(&owner).await)).await.json();
    add_one(&owner, "BAL100", 3).await;
    let theirs = Client::customer(&app, site, COACH).await;
    let possessions = async || {
        let order = owner.get(&format!("/api/orders/{}", order["id"].as_str().unwrap())).await.json();
        [cart(&owner).await, order, theirs.me().await, theirs.get("/me/payments").await.json()]
    };
    let own = Own::of(&app).await;
    let before = possessions().await;
    let counted = rows(&app, &TABLES).await;
    let makes = |operation: &Operation| {
        operation.method == Method::POST
            && ["/me/carts", "/me/payments"].iter().any(|end| operation.path.ends_with(end))
    };
    let sent = attack(&own, |operation| !makes(operation)).await;
    assert!(sent > TEXTS.len() * 100, "{sent}");
    assert_eq!(rows(&app, &TABLES).await, counted, "{TABLES:?}");
    // What makes carts and payments may make the attacker's own.
    attack(&own, makes).await;
    let others = ["session", "orders", "customer", "product", "platform_grant", "platform_token"];
    let unmoved: Vec<i64> =
        TABLES.iter().zip(&counted).filter(|(table, _)| others.contains(*table)).map(|(_, rows)| *rows).collect();
    assert_eq!(rows(&app, &others).await, unmoved, "{others:?}");
    assert_eq!(possessions().await, before);
    assert_books(&app).await;
}

#[tokio::test]
async fn r55_no_text_in_a_form_of_the_token_endpoints_is_anything_but_text() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let counted = rows(&app, &TABLES).await;
    let forms = [
        ("/oauth/token", "grant_type=refresh_token&refresh_token=~"),
        ("/oauth/token", "grant_type=~"),
        ("/oauth/token", "grant_type=client_credentials&scope=~"),
        ("/oauth/token/revoke", "token=~&token_type_hint=~"),
        ("/oauth/introspect", "token=~&token_type_hint=~"),
        ("/oauth/fieldhouse/anonymous/token", "grant_type=client_credentials&scope=~"),
        ("/oauth/fieldhouse/customers/token", "grant_type=password&username=~&password=x"),
        ("/oauth/fieldhouse/customers/token", "grant_type=password&username=a&password=~"),
        ("/oauth/~/customers/token", "grant_type=password&username=a&password=b"),
        ("/oauth/fieldhouse/in-store/~/customers/token", "grant_type=password&username=a&password=b"),
        ("/oauth/fieldhouse/in-store/key=~/anonymous/token", "grant_type=client_credentials"),
    ];
    for text in TEXTS {
        for (path, form) in forms {
            if form.contains("scope=") && text.trim().is_empty() {
                // Asks for every scope, as leaving it out does.
                continue;
            }
            let (path, form) = (path.replace('~', &encode(text)), form.replace('~', &encode(text)));
            let answer = ask(&visitor, &path, &form).await;
            judge(&format!("{form} to {path}"), &answer);
            // Revoking what nobody holds is done already (RFC 7009 §2.2), and it does not count (RFC 7662 §2.2).
            let done = answer.status.is_success();
            let known = path.ends_with("/revoke") || answer.text == r#"{"active":false}"#;
            assert!(!done || known, "{form} to {path}: {}", answer.text);
        }
    }
    assert_eq!(rows(&app, &TABLES).await, counted, "{TABLES:?}");
}

/// Headers with something that is no token of anybody, made from one that is good.
fn forgeries(good: &Client) -> Vec<Vec<u8>> {
    let token = good.token.as_str();
    let other = if token.ends_with('A') { "B" } else { "A" };
    let mut all: Vec<Vec<u8>> = [
        String::new(),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        "Bearer  ".to_owned(),
        token.to_owned(),
        format!("Bearer{token}"),
        format!("Basic {token}"),
        format!("Token {token}"),
        format!("Bearer {}", good.refresh),
        format!("Bearer {token}A"),
        format!("Bearer A{token}"),
        format!("Bearer {}{other}", &token[..token.len() - 1]),
        format!("Bearer {}", &token[1..]),
        format!("Bearer {}", &token[..token.len() / 2]),
        format!("Bearer {}", token.chars().rev().collect::<String>()),
        format!("Bearer {}", token.to_lowercase()),
        format!("Bearer {}", token.to_uppercase()),
        format!("Bearer {token} {token}"),
        format!("Bearer {token}, Bearer {token}"),
        format!("Bearer \"{token}\""),
        format!("Bearer {}", encode(&format!(" {token}"))),
        format!("Bearer {}", "A".repeat(8_000)),
        "Bearer null".to_owned(),
        "Bearer undefined".to_owned(),
        "Bearer 00000000-0000-4000-8000-000000000000".to_owned(),
        "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.".to_owned(),
    ]
    .into_iter()
    .map(String::into_bytes)
    .collect();
    // A header holds no control character; everything else a client could send is sent.
    let headers = TEXTS.iter().map(|text| ["Bearer ", text].concat().into_bytes());
    all.extend(headers.filter(|header| header.iter().all(|byte| *byte == b'\t' || *byte >= b' ' && *byte != 0x7f)));
    all.extend([b"Bearer \xff\xfe".to_vec(), b"\xff".to_vec()]);
    all
}

async fn call(own: &Own, operation: &Operation, path: &str, headers: &[(&str, &[u8])]) -> Answer {
    let body = bodies(operation, own).first().cloned().map(|mut body| {
        if operation.path.ends_with("/me") || operation.path.ends_with("/{id}") {
            body["version"] = json!(1);
        }
        body.to_string()
    });
    let mut all = headers.to_vec();
    if body.is_some() {
        all.push(("content-type", b"application/json"));
    }
    let path = format!("{path}{}", if operation.method == Method::DELETE { "?version=1" } else { "" });
    own.client.visitor.send_bytes(operation.method.clone(), &path, &all, body.unwrap_or_default()).await
}

#[tokio::test]
async fn r45_no_operation_answers_a_token_that_is_made_up_over_given_back_or_anothers() {
    let app = TestApp::stocked().await;
    let own = Own::of(&app).await;
    let revoked = Client::customer(&app, Site::FIELDHOUSE, ATTACKER).await;
    let given_back = ask(&own.client.visitor, "/oauth/token/revoke", &format!("token={}", revoked.token)).await;
    assert_eq!(given_back.status, 200);
    let counted = rows(&app, &TABLES).await;
    let before = own.client.me().await;
    let (mut headers, operations) = (forgeries(&own.client), customer_api());
    headers.push(["Bearer ", &revoked.token].concat().into_bytes());
    let bearer = ["Bearer ", &own.client.token].concat().into_bytes();
    for operation in &operations {
        let (what, path) = (format!("{} {}", operation.method, operation.path), own.path(operation));
        let plain = ["/platform/fieldhouse", &path].concat();
        let mut refused = vec![("none", call(&own, operation, &plain, &[]).await)];
        let twice: [(&str, &[u8]); 2] = [("authorization", &bearer), ("authorization", &bearer)];
        refused.push(("twice", call(&own, operation, &plain, &twice).await));
        for header in &headers {
            refused.push(("forged", call(&own, operation, &plain, &[("authorization", header)]).await));
        }
        for (how, answer) in &refused {
            judge(&format!("{how} to {what}"), answer);
            assert_eq!(answer.status, 401, "{how} to {what}: {}", answer.text);
            assert_eq!(answer.json()["error"], "invalid_token", "{what}");
        }
        // A good one below another project and another store.
        for elsewhere in ["/platform/other", "/platform/fieldhouse/in-store/key=usgames", "/platform/FIELDHOUSE"] {
            let path = [elsewhere, &path].concat();
            let answer = call(&own, operation, &path, &[("authorization", &bearer)]).await;
            judge(&format!("{what} at {elsewhere}"), &answer);
            assert_eq!(answer.status, 404, "{what} at {elsewhere}: {}", answer.text);
        }
    }
    assert_eq!(rows(&app, &TABLES).await, counted, "{TABLES:?}");
    assert_eq!(own.client.me().await, before);
    // An hour later the good one is over.
    app.state.clock.advance_seconds(3_600);
    for operation in &operations {
        let path = ["/platform/fieldhouse", &own.path(operation)].concat();
        let answer = call(&own, operation, &path, &[("authorization", &bearer)]).await;
        assert_eq!(answer.status, 401, "{} {}: {}", operation.method, operation.path, answer.text);
    }
    assert_eq!(rows(&app, &TABLES).await, counted, "{TABLES:?}");
    let fresh = ask(&own.client.visitor, "/oauth/fieldhouse/customers/token", &password_form(ATTACKER, PASSWORD)).await;
    assert_eq!(fresh.status, 200, "{}", fresh.text);
    assert_books(&app).await;
}
