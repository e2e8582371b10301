//! The access table (R01): every operation with who may call it. An operation that is not listed
//! here, or a line here without an operation, fails.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::ops::openapi;
use serde_json::{Value, json};

use crate::support::TestApp;

/// Who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    /// The same answer for everyone.
    Everyone,
    /// Everyone, each for what belongs to their own session; nobody else's can be named.
    OwnSession,
    /// Only signed-in customers, each for what is theirs.
    Customer,
    /// Only who it belongs to; for everyone else it does not exist.
    Owner,
    /// Whoever holds the token in its path; for everyone else it does not exist.
    Holder,
    /// Only the configured client of the customer API, by its secret.
    Client,
    /// Only who sends a brand's public search-only key; the same answer for all of them.
    SearchKey,
    /// Only who holds a bearer token, each for what is theirs; no cookie counts.
    Bearer,
    /// Whoever comes to the desk's door: it is how they sign in there.
    DeskDoor,
    /// Only who works for the store, each for what is their own.
    DeskOwn,
    /// Only who works for the store and has the permission in the handler's signature.
    Desk,
}

const TABLE: &[(&str, Who)] = &[
    ("get /1/indexes/{index}", Who::SearchKey),
    ("get /1/indexes/{index}/{id}", Who::SearchKey),
    ("post /1/events", Who::SearchKey),
    ("post /1/indexes/{index}/facets/{facet}/query", Who::SearchKey),
    ("post /1/indexes/{index}/objects", Who::SearchKey),
    ("post /1/indexes/{index}/queries", Who::SearchKey),
    ("post /1/indexes/{index}/query", Who::SearchKey),
    ("delete /api/account/addresses/{id}", Who::Customer),
    ("delete /api/account/devices/{id}", Who::Customer),
    ("delete /api/account/people/{id}/invitations/{invitation}", Who::Customer),
    ("delete /api/account/people/{id}/members/{member}", Who::Customer),
    ("delete /api/account/lists/{id}", Who::Customer),
    ("get /api/account/lists", Who::Customer),
    ("get /api/account/lists/{id}", Who::Customer),
    ("post /api/account/lists", Who::Customer),
    ("post /api/account/lists/{id}/cart", Who::Customer),
    ("put /api/account/lists/{id}", Who::Customer),
    ("delete /api/cart/certificates/{id}", Who::OwnSession),
    ("delete /api/cart/flyer-code", Who::OwnSession),
    ("delete /api/cart/lines", Who::OwnSession),
    ("delete /api/cart/lines/{id}", Who::OwnSession),
    ("delete /api/cart/program-id", Who::OwnSession),
    ("delete /api/cart/shares/{id}", Who::OwnSession),
    ("delete /api/wishlist/{id}", Who::OwnSession),
    ("delete /desk/api/customers/{id}/shop-as", Who::Desk),
    ("get /desk/api/customers", Who::Desk),
    ("get /desk/api/customers/{id}", Who::Desk),
    ("post /desk/api/customers/{id}/shop-as", Who::Desk),
    ("delete /desk/api/newsletter/{id}", Who::Desk),
    ("get /desk/api/inbox", Who::Desk),
    ("get /desk/api/jobs", Who::Desk),
    ("get /desk/api/letter-pages/{site}/{kind}", Who::Desk),
    ("get /desk/api/letters", Who::Desk),
    ("get /desk/api/articles", Who::Desk),
    ("get /desk/api/units", Who::Desk),
    ("post /desk/api/orders/{id}/look", Who::Desk),
    ("get /desk/api/letters/{site}/{kind}/preview", Who::Desk),
    ("put /desk/api/letters/{site}/{kind}", Who::Desk),
    ("get /desk/api/stock", Who::Desk),
    ("get /desk/api/stock/{sku}", Who::Desk),
    ("post /desk/api/stock/{sku}/adjust", Who::Desk),
    ("post /desk/api/stock/{sku}/count", Who::Desk),
    ("post /desk/api/stock/{sku}/end", Who::Desk),
    ("post /desk/api/stock/{sku}/incoming", Who::Desk),
    ("post /desk/api/stock/{sku}/incoming/{incoming}/receive", Who::Desk),
    ("post /desk/api/stock/{sku}/incoming/{incoming}/withdraw", Who::Desk),
    ("get /desk/api/messages", Who::Desk),
    ("get /desk/api/messages/{id}", Who::Desk),
    ("get /desk/api/newsletter", Who::Desk),
    ("post /desk/api/jobs/{id}/drop", Who::Desk),
    ("post /desk/api/jobs/{id}/retry", Who::Desk),
    ("post /desk/api/messages/{id}/answers", Who::Desk),
    ("post /desk/api/messages/{id}/notes", Who::Desk),
    ("post /desk/api/messages/{id}/reopen", Who::Desk),
    ("put /desk/api/messages/{id}/assignee", Who::Desk),
    ("delete /desk/api/passkeys/{id}", Who::DeskOwn),
    ("delete /desk/api/sessions/{id}", Who::DeskOwn),
    ("get /desk/api/audit", Who::Desk),
    ("get /desk/api/orders", Who::Desk),
    ("get /desk/api/orders/count", Who::Desk),
    ("get /desk/api/orders/{id}", Who::Desk),
    ("get /desk/api/orders/{id}/credits/{credit}/memo", Who::Desk),
    ("get /desk/api/orders/{id}/documents/{kind}", Who::Desk),
    ("get /desk/api/orders/{id}/events", Who::Desk),
    ("get /desk/api/orders/{id}/edits", Who::Desk),
    ("get /desk/api/orders/{id}/lines", Who::Desk),
    ("get /desk/api/orders/{id}/shipments/{shipment}/packing-slip", Who::Desk),
    ("get /desk/api/queues", Who::Desk),
    ("get /desk/api/reports/late", Who::Desk),
    ("get /desk/api/reports/late.csv", Who::Desk),
    ("get /desk/api/reports/lines", Who::Desk),
    ("get /desk/api/reports/sales", Who::Desk),
    ("get /desk/api/reports/sales.csv", Who::Desk),
    ("get /desk/api/reports/searches", Who::Desk),
    ("get /desk/api/reports/searches.csv", Who::Desk),
    ("delete /desk/api/views/{id}", Who::Desk),
    ("get /desk/api/views", Who::Desk),
    ("post /desk/api/views", Who::Desk),
    ("post /desk/api/orders/bulk", Who::Desk),
    ("post /desk/api/orders/{id}/cancellations", Who::Desk),
    ("post /desk/api/orders/{id}/cancellations/{event}/undo", Who::Desk),
    ("post /desk/api/orders/{id}/events/{event}/letter", Who::Desk),
    ("post /desk/api/orders/{id}/credits", Who::Desk),
    ("post /desk/api/orders/{id}/credits/{credit}/decision", Who::Desk),
    ("post /desk/api/orders/{id}/credits/{credit}/withdrawal", Who::Desk),
    ("post /desk/api/orders/{id}/edits", Who::Desk),
    ("post /desk/api/orders/{id}/edits/preview", Who::Desk),
    ("post /desk/api/orders/{id}/edits/{edit}/apply", Who::Desk),
    ("post /desk/api/orders/{id}/edits/{edit}/discard", Who::Desk),
    ("post /desk/api/orders/{id}/holds", Who::Desk),
    ("post /desk/api/orders/{id}/holds/{hold}/close", Who::Desk),
    ("put /desk/api/orders/{id}/holds/{hold}", Who::Desk),
    ("get /desk/api/orders/{id}/colleagues", Who::Desk),
    ("post /desk/api/orders/{id}/notes", Who::Desk),
    ("post /desk/api/orders/{id}/release", Who::Desk),
    ("post /desk/api/orders/{id}/shipments", Who::Desk),
    ("post /desk/api/orders/{id}/shipments/{shipment}/deliver", Who::Desk),
    ("post /desk/api/orders/{id}/shipments/{shipment}/exception", Who::Desk),
    ("post /desk/api/orders/{id}/shipments/{shipment}/pack", Who::Desk),
    ("post /desk/api/orders/{id}/shipments/{shipment}/ship", Who::Desk),
    ("post /desk/api/orders/{id}/shipments/{shipment}/take-back", Who::Desk),
    ("post /desk/api/orders/{id}/shipments/{shipment}/undo", Who::Desk),
    ("get /desk/api/passkeys", Who::DeskOwn),
    ("get /desk/api/roles", Who::Desk),
    ("get /desk/api/session", Who::DeskOwn),
    ("get /desk/api/sessions", Who::DeskOwn),
    ("get /desk/api/sign-in/sso", Who::DeskDoor),
    ("get /desk/api/sign-in/sso/callback", Who::DeskDoor),
    ("get /desk/api/staff", Who::Desk),
    ("get /desk/api/staff/{id}", Who::Desk),
    ("post /desk/api/audit/export", Who::Desk),
    ("post /desk/api/codes/options", Who::DeskOwn),
    ("post /desk/api/invitations/accept", Who::DeskDoor),
    ("post /desk/api/invitations/codes", Who::DeskDoor),
    ("post /desk/api/invitations/look", Who::DeskDoor),
    ("post /desk/api/invitations/passkey", Who::DeskDoor),
    ("post /desk/api/packing-slips", Who::Desk),
    ("get /desk/api/paper-templates", Who::Desk),
    ("put /desk/api/paper-templates/{site}", Who::Desk),
    ("post /desk/api/paper-templates/{site}/preview", Who::Desk),
    ("post /desk/api/papers", Who::Desk),
    ("post /desk/api/passkeys", Who::DeskOwn),
    ("post /desk/api/passkeys/options", Who::DeskOwn),
    ("post /desk/api/recovery-codes", Who::DeskOwn),
    ("post /desk/api/session/confirm/passkey", Who::DeskOwn),
    ("post /desk/api/session/confirm/password", Who::DeskOwn),
    ("post /desk/api/sign-in/passkey", Who::DeskDoor),
    ("post /desk/api/sign-in/passkey/options", Who::DeskDoor),
    ("post /desk/api/sign-in/password", Who::DeskDoor),
    ("post /desk/api/sign-out", Who::DeskOwn),
    ("post /desk/api/staff", Who::Desk),
    ("post /desk/api/staff/{id}/invitation", Who::Desk),
    ("post /desk/api/staff/{id}/restore", Who::Desk),
    ("post /desk/api/staff/{id}/suspend", Who::Desk),
    ("put /desk/api/codes", Who::DeskOwn),
    ("put /desk/api/password", Who::DeskOwn),
    ("put /desk/api/roles/{key}", Who::Desk),
    ("put /desk/api/staff/{id}/roles", Who::Desk),
    ("delete /platform/{projectKey}/me/payments/{id}", Who::Bearer),
    ("get /api/account", Who::Customer),
    ("get /api/account/activity", Who::Customer),
    ("get /api/account/addresses", Who::Customer),
    ("get /api/account/approvals", Who::Customer),
    ("get /api/account/certificates", Who::Customer),
    ("get /api/account/devices", Who::Customer),
    ("get /api/account/home", Who::Customer),
    ("get /api/account/orders", Who::Customer),
    ("get /api/account/people", Who::Customer),
    ("get /api/auth/session", Who::OwnSession),
    ("get /api/cart/active", Who::OwnSession),
    ("get /api/cart/codes", Who::OwnSession),
    ("get /api/cart/head", Who::OwnSession),
    ("get /api/cart/shared/{token}", Who::Holder),
    ("get /api/cart/shares", Who::OwnSession),
    ("get /api/cart/types/", Who::Everyone),
    ("get /api/catalog/products/{slugOrSku}", Who::Everyone),
    ("get /api/checkout", Who::OwnSession),
    ("get /api/content/pages/{slug}", Who::Everyone),
    ("get /api/content/search", Who::Everyone),
    ("get /api/features/QuickEdit/", Who::Everyone),
    ("get /api/features/QuickOrder/", Who::Everyone),
    ("get /api/features/RecentlyViewed/", Who::Everyone),
    ("get /api/flyer-code/friendly/", Who::Everyone),
    ("get /api/forms/{slug}", Who::Everyone),
    ("get /api/invitations/{token}", Who::Holder),
    ("get /api/orders/{id}", Who::Owner),
    ("get /api/orders/{id}/credits/{credit}/memo", Who::Owner),
    ("get /api/orders/{id}/documents/{kind}", Who::Owner),
    ("get /api/orders/{id}/lines.csv", Who::Owner),
    ("get /api/orders/{id}/reorder", Who::Owner),
    ("get /api/orders/{id}/season", Who::Owner),
    ("get /api/search", Who::Everyone),
    ("get /api/search/suggest", Who::Everyone),
    ("get /api/shell", Who::Everyone),
    ("get /api/wishlist", Who::OwnSession),
    ("get /platform/{projectKey}/me", Who::Bearer),
    ("get /platform/{projectKey}/me/active-cart", Who::Bearer),
    ("get /platform/{projectKey}/me/business-units", Who::Bearer),
    ("get /platform/{projectKey}/me/business-units/{id}", Who::Bearer),
    ("get /platform/{projectKey}/me/carts", Who::Bearer),
    ("get /platform/{projectKey}/me/carts/{id}", Who::Bearer),
    ("get /platform/{projectKey}/me/orders", Who::Bearer),
    ("get /platform/{projectKey}/me/orders/{id}", Who::Bearer),
    ("get /platform/{projectKey}/me/payments", Who::Bearer),
    ("get /platform/{projectKey}/me/payments/{id}", Who::Bearer),
    ("patch /api/cart/lines/{id}", Who::OwnSession),
    ("post /api/account/addresses", Who::Customer),
    ("post /api/account/addresses/{id}/default", Who::Customer),
    ("post /api/account/addresses/{id}/restore", Who::Customer),
    ("post /api/account/approvals/{id}", Who::Customer),
    ("post /api/account/change-requests", Who::Customer),
    ("post /api/account/devices/sign-out-others", Who::Customer),
    ("post /api/account/people/{id}/invitations", Who::Customer),
    ("post /api/addresses/lookup", Who::Everyone),
    ("post /api/analytics/events", Who::OwnSession),
    ("post /api/auth/signin", Who::OwnSession),
    ("post /api/auth/signout", Who::OwnSession),
    ("post /api/cart/certificates", Who::OwnSession),
    ("post /api/cart/flyer-code", Who::OwnSession),
    ("post /api/cart/lines", Who::OwnSession),
    ("post /api/cart/program-id", Who::OwnSession),
    ("post /api/cart/recalculate", Who::OwnSession),
    ("post /api/cart/removals", Who::OwnSession),
    ("post /api/cart/shared/{token}/copy", Who::Holder),
    ("post /api/cart/shares", Who::OwnSession),
    ("post /api/cart/undo", Who::OwnSession),
    ("post /api/catalog/articles", Who::Everyone),
    ("post /api/erp/price-personalized/", Who::OwnSession),
    ("post /api/erp/price-personalized/all/", Who::OwnSession),
    ("post /api/features/Account/create-password", Who::OwnSession),
    ("post /api/features/Account/password-check", Who::Everyone),
    ("post /api/features/Account/password-token", Who::OwnSession),
    ("post /api/features/Account/register", Who::OwnSession),
    ("post /api/features/Account/update-password", Who::Customer),
    ("post /api/features/CertificateInput", Who::Everyone),
    ("post /api/features/Newsletter01", Who::Everyone),
    ("post /api/forms/{slug}", Who::Everyone),
    ("post /api/invitations/accept", Who::Customer),
    ("post /api/invitations/register", Who::OwnSession),
    ("post /api/order-look-ups", Who::Everyone),
    ("post /api/orders", Who::OwnSession),
    ("post /api/orders/{id}/cancellation", Who::Owner),
    ("post /api/orders/{id}/cart", Who::Owner),
    ("post /api/orders/{id}/reorder", Who::Owner),
    ("post /api/wishlist", Who::OwnSession),
    ("post /oauth/introspect", Who::Client),
    ("post /oauth/token", Who::Client),
    ("post /oauth/token/revoke", Who::Client),
    ("post /oauth/{projectKey}/anonymous/token", Who::Client),
    ("post /oauth/{projectKey}/customers/token", Who::Client),
    ("post /oauth/{projectKey}/in-store/{store}/anonymous/token", Who::Client),
    ("post /oauth/{projectKey}/in-store/{store}/customers/token", Who::Client),
    ("post /platform/{projectKey}/me", Who::Bearer),
    ("post /platform/{projectKey}/me/carts", Who::Bearer),
    ("post /platform/{projectKey}/me/carts/{id}", Who::Bearer),
    ("post /platform/{projectKey}/me/login", Who::Bearer),
    ("post /platform/{projectKey}/me/password", Who::Bearer),
    ("post /platform/{projectKey}/me/password/reset", Who::Bearer),
    ("post /platform/{projectKey}/me/payments", Who::Bearer),
    ("post /platform/{projectKey}/me/signup", Who::Bearer),
    ("put /api/account", Who::Customer),
    ("put /api/account/addresses/{id}", Who::Customer),
    ("put /api/account/people/{id}/approval", Who::Customer),
    ("put /api/account/people/{id}/members/{member}", Who::Customer),
    ("put /api/checkout/buyer", Who::Customer),
    ("put /api/checkout/payment", Who::OwnSession),
    ("put /api/checkout/shipping", Who::OwnSession),
];

/// All operations, as they are routed.
pub fn operations() -> BTreeSet<String> {
    let document = serde_json::to_value(openapi::document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().unwrap();
            methods.iter().filter(|method| item.contains_key(**method)).map(move |method| format!("{method} {path}"))
        })
        .collect()
}

#[test]
fn r01_every_operation_is_in_the_access_table() {
    let table: BTreeMap<&str, Who> = TABLE.iter().copied().collect();
    assert_eq!(table.len(), TABLE.len(), "a line twice");
    let operations = operations();
    let missing: Vec<&String> = operations.iter().filter(|operation| !table.contains_key(operation.as_str())).collect();
    assert!(missing.is_empty(), "not in the access table: {missing:?}");
    let stale: Vec<&&str> = table.keys().filter(|line| !operations.contains(**line)).collect();
    assert!(stale.is_empty(), "in the access table only: {stale:?}");
}

/// The smallest body of an operation's own shape: with it the question who asks is reached. Nothing for one without a body,
/// or with a form.
pub fn smallest_body(document: &Value, operation: &str) -> Option<Value> {
    let (method, path) = operation.split_once(' ').unwrap();
    let described = &document["paths"][path][method];
    let schema = described.pointer("/requestBody/content/application~1json/schema")?;
    Some(smallest(document, schema))
}

fn smallest(document: &Value, schema: &Value) -> Value {
    if let Some(named) = schema["$ref"].as_str() {
        return smallest(document, document.pointer(named.trim_start_matches('#')).unwrap());
    }
    if let Some(any) = ["oneOf", "anyOf"].iter().find_map(|any| schema[any].as_array()) {
        return any.first().map_or(Value::Null, |first| smallest(document, first));
    }
    if let Some(all) = schema["allOf"].as_array() {
        let parts = all.iter().map(|part| smallest(document, part));
        let fields = parts.filter_map(|part| part.as_object().cloned()).flatten();
        return Value::Object(fields.collect());
    }
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"].as_array()?.first()?.as_str());
    match kind {
        Some("object") | None => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            Value::Object(
                required.map(|name| (name.to_owned(), smallest(document, &schema["properties"][name]))).collect(),
            )
        }
        Some("array") => json!([]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(false),
        Some("string") => json!(""),
        Some(other) => panic!("a {other} in a body"),
    }
}

#[tokio::test]
async fn r01_what_is_for_everyone_asks_nothing_and_what_has_an_owner_does_not_exist_for_others() {
    let app = TestApp::start().await;
    let document = serde_json::to_value(openapi::document()).unwrap();
    for (operation, who) in TABLE {
        let (method, path) = operation.split_once(' ').unwrap();
        let method: Method = method.to_uppercase().parse().unwrap();
        let path = path.replace("{id}", "00000000-0000-4000-8000-000000000000").replace("{projectKey}", "fieldhouse");
        let path = path.replace("{store}", "key=fieldhouse").replace(['{', '}'], "");
        let visitor = app.visitor(Site::FIELDHOUSE);
        let body = smallest_body(&document, operation);
        let answer = visitor.send(method.clone(), &path, &[], body.as_ref()).await;
        let told = || format!("{operation} with {body:?}: {} {}", answer.status, answer.text);
        match who {
            Who::Everyone => {
                assert!(![401, 403, 405].contains(&answer.status.as_u16()), "{operation}: {}", answer.status);
                assert!(!answer.headers.contains_key("set-cookie"), "{operation}: reading begins no session");
            }
            Who::OwnSession | Who::DeskDoor => assert!(answer.status.as_u16() < 500, "{operation}: {}", answer.status),
            Who::Customer | Who::Client | Who::DeskOwn | Who::Desk => assert_eq!(answer.status, 401, "{}", told()),
            Who::Owner | Who::Holder => assert_eq!(answer.status, 404, "{}", told()),
            Who::SearchKey => assert_eq!(answer.status, 403, "{}", told()),
            Who::Bearer => {
                assert_eq!(answer.status, 401, "{}", told());
                let in_store = path.replace("/fieldhouse/me", "/fieldhouse/in-store/key=usgames/me");
                assert_eq!(visitor.send(method, &in_store, &[], body.as_ref()).await.status, 401, "{in_store}");
            }
        }
    }
}
