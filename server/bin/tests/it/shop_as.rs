//! Shopping as a customer: who may begin it and how it reaches the brand's host, what stays closed, when it is over, and what
//! both sides are told.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode, header};
use fieldhouse_core::{brand::Site, staff::shop_as::is_open};
use fieldhouse_kernel::token;
use fieldhouse_server::surfaces::ops::openapi;
use fieldhouse_shop::{
    letters::worker::send_due,
    pruning::sweep::sweep,
    staff::{
        audit::{self, Origin, Verified},
        shop_as,
    },
};
use serde_json::{Value, json};

use crate::{
    access::{self, smallest_body},
    accounts::{COACH, customer, letters, session_type},
    approvals::{self, APPROVER, BUYER, decide, school},
    desk::{acts, grants, member, put},
    desk_orders::{code, staff},
    shopping::{add_one, assert_books, cart, check_out, count, lines, place, placing},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const REASON: &str = "Orders by phone";
const HOST: &str = "http://fieldhouse.localhost:8420";

/// The id of a customer, as the desk finds them.
async fn find(desk: &Visitor, q: &str) -> String {
    let found = desk.get(&format!("/desk/api/customers?q={q}")).await;
    assert_eq!(found.status, StatusCode::OK, "{}", found.text);
    found.json()["customers"][0]["id"].as_str().unwrap().to_owned()
}

async fn begin(desk: &Visitor, id: &str, reason: &str) -> Answer {
    desk.post(&format!("/desk/api/customers/{id}/shop-as"), &json!({"reason": reason})).await
}

/// The path that begins it on the brand's host.
async fn address(desk: &Visitor, id: &str) -> String {
    let begun = begin(desk, id, REASON).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.text);
    begun.json()["address"].as_str().unwrap().strip_prefix(HOST).unwrap().to_owned()
}

/// A browser in which somebody of the store shops as a customer.
async fn shopper(app: &TestApp, desk: &Visitor, id: &str) -> Visitor {
    let path = address(desk, id).await;
    let visitor = app.visitor(SITE);
    let opened = visitor.get(&path).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    assert_eq!(session_type(&visitor).await, "customer");
    visitor
}

#[tokio::test]
async fn shop_as_begun_several_times_at_once_is_begun_once() {
    let app = TestApp::start().await;
    customer(&app, SITE, COACH).await;
    let desk = staff(&app, "manager").await;
    let id = find(&desk, "coach").await;
    let begun = futures_util::future::join_all((0..6).map(|_| address(&desk, &id))).await;
    let mut alive = 0;
    for path in begun {
        let visitor = app.visitor(SITE);
        alive += usize::from(visitor.get(&path).await.status == StatusCode::SEE_OTHER);
    }
    assert_eq!(alive, 1, "each ends those before it");
}

#[tokio::test]
async fn shop_as_needs_the_permission_a_reason_a_fresh_proof_and_the_brand() {
    let app = TestApp::start().await;
    customer(&app, SITE, COACH).await;
    let manager = staff(&app, "manager").await;
    let id = find(&manager, "coach").await;
    for reason in ["", "Call", "   \t  "] {
        assert_eq!(code(&begin(&manager, &id, reason).await), (422, "shop_as_reason".to_owned()), "{reason:?}");
    }
    assert_eq!(code(&begin(&manager, &id, &"a".repeat(201)).await), (422, "shop_as_reason_long".to_owned()));
    for role in ["warehouse", "finance", "catalogue", "auditor"] {
        let other = staff(&app, role).await;
        assert_eq!(code(&begin(&other, &id, REASON).await), (403, "not_permitted".to_owned()), "{role}");
    }
    for role in ["owner", "order_desk", "support"] {
        assert_eq!(begin(&staff(&app, role).await, &id, REASON).await.status, StatusCode::OK, "{role}");
    }
    // Of a brand that the role does not cover the customer is not there.
    let elsewhere = member(&app, "else@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await.1;
    assert_eq!(elsewhere.get("/desk/api/customers?q=coach").await.json()["customers"], json!([]));
    assert_eq!(elsewhere.get(&format!("/desk/api/customers/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(begin(&elsewhere, &id, REASON).await.status, StatusCode::NOT_FOUND);
    for nobody in ["00000000-0000-4000-8000-000000000000", "none"] {
        assert_eq!(begin(&manager, nobody, REASON).await.status, StatusCode::NOT_FOUND);
    }
    // A page elsewhere begins nothing.
    let body = json!({"reason": REASON});
    let path = format!("/desk/api/customers/{id}/shop-as");
    let foreign = manager.send(Method::POST, &path, &[("origin", "https://evil.example")], Some(&body)).await;
    assert_eq!(code(&foreign), (403, "origin_refused".to_owned()));
    assert_eq!(begin(&manager, &id, REASON).await.status, StatusCode::OK);
    app.state.clock.advance_seconds(15 * 60 + 1);
    assert_eq!(code(&begin(&manager, &id, REASON).await), (403, "reauthenticate".to_owned()));
}

#[tokio::test]
async fn shop_as_opens_once_within_a_minute_in_the_browser_that_asked_and_nowhere_else() {
    let app = TestApp::start().await;
    customer(&app, SITE, COACH).await;
    let desk = staff(&app, "order_desk").await;
    let id = find(&desk, "coach").await;
    let path = address(&desk, &id).await;
    let forged = format!("{path}x");
    assert_eq!(app.visitor(SITE).get(&forged).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.visitor(Site::US_GAMES).get(&path).await.status, StatusCode::NOT_FOUND, "another brand's host");
    let chrome =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36";
    let other = app.visitor(SITE).send(Method::GET, &path, &[("user-agent", chrome)], None).await;
    assert_eq!(other.status, StatusCode::NOT_FOUND, "another browser");
    let own = app.visitor(SITE);
    let opened = own.get(&path).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER);
    assert_eq!(opened.headers[header::REFERRER_POLICY], "no-referrer");
    assert_eq!(opened.headers[header::CACHE_CONTROL], "no-store");
    let cookie = opened.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("; Max-Age=3600; HttpOnly; SameSite=Lax"), "{cookie}");
    assert_eq!(session_type(&own).await, "customer");
    let again = app.visitor(SITE);
    let twice = again.get(&path).await;
    assert_eq!(twice.status, StatusCode::NOT_FOUND);
    assert!(twice.text.contains("begin again at the desk"), "{}", twice.text);
    assert_eq!(session_type(&again).await, "anon");
    // Elsewhere its cookie counts for nothing.
    let stolen = app.visitor(Site::US_GAMES);
    stolen.forge_cookie("fieldhouse-shop-as", &own.cookie("fieldhouse-shop-as").unwrap());
    assert_eq!(session_type(&stolen).await, "anon");

    let late = address(&desk, &id).await;
    assert_eq!(session_type(&own).await, "anon", "one at a time: the other one ended");
    app.state.clock.advance_seconds(60);
    assert_eq!(app.visitor(SITE).get(&late).await.status, StatusCode::NOT_FOUND, "a minute later");
    // Whoever has left the desk meanwhile opens nothing.
    let left = address(&desk, &id).await;
    assert_eq!(desk.send(Method::POST, "/desk/api/sign-out", &[], None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.visitor(SITE).get(&left).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn shop_as_begins_and_ends_where_the_desk_has_a_host_of_its_own() {
    let mut app = TestApp::start().await;
    customer(&app, SITE, COACH).await;
    app.reconfigure(|config| config.desk_host = "usgames.localhost:8420".to_owned());
    let (_, known) = member(&app, "kim@store.example", &grants(&[("support", None)])).await;
    let desk = app.visitor(Site::US_GAMES);
    desk.forge_cookie("fieldhouse-desk", &known.cookie("fieldhouse-desk").unwrap());
    let id = find(&desk, "coach").await;
    let path = address(&desk, &id).await;
    assert_eq!(desk.get(&path).await.status, StatusCode::NOT_FOUND, "the desk's own host is no store");
    let shopping = app.visitor(SITE);
    assert_eq!(shopping.get(&path).await.status, StatusCode::SEE_OTHER);
    assert_eq!(session_type(&shopping).await, "customer");
    let ended = shopping.send(Method::POST, "/shop-as/end", &[], None).await;
    assert!(ended.text.contains(&format!("url=http://usgames.localhost:8420/desk/customers/{id}\"")), "{}", ended.text);
}

#[tokio::test]
async fn shop_as_ends_after_an_hour_by_hand_at_sign_out_and_with_the_right() {
    let app = TestApp::start().await;
    customer(&app, SITE, COACH).await;
    let (_, desk) = member(&app, "kim@store.example", &grants(&[("support", None)])).await;
    let id = find(&desk, "coach").await;

    let hour = shopper(&app, &desk, &id).await;
    app.state.clock.advance_seconds(60 * 60 - 1);
    assert_eq!(session_type(&hour).await, "customer", "the desk's own silence does not end it");
    assert_eq!(hour.get("/shop-as/left").await.text, "1 minute left");
    app.state.clock.advance_seconds(1);
    assert_eq!(session_type(&hour).await, "anon");
    assert_eq!(hour.get("/shop-as/left").await.status, StatusCode::NO_CONTENT);

    let (_, desk) = member(&app, "lou@store.example", &grants(&[("support", None)])).await;
    let by_hand = shopper(&app, &desk, &id).await;
    let foreign = by_hand.send(Method::POST, "/shop-as/end", &[("origin", "https://evil.example")], None).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    let ended = by_hand.send(Method::POST, "/shop-as/end", &[], None).await;
    assert!(!ended.text.contains("id=\"shop-as\""), "it is over: {}", ended.text);
    assert!(ended.text.contains(&format!("url={HOST}/desk/customers/{id}\"")), "{}", ended.text);
    assert_eq!((by_hand.cookie("fieldhouse-shop-as"), session_type(&by_hand).await.as_str()), (None, "anon"));

    let from_desk = shopper(&app, &desk, &id).await;
    let path = format!("/desk/api/customers/{id}/shop-as");
    assert_eq!(desk.get(&format!("/desk/api/customers/{id}")).await.json()["shopping"], true);
    assert_eq!(desk.send(Method::DELETE, &path, &[], None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(session_type(&from_desk).await, "anon");
    assert_eq!(desk.send(Method::DELETE, &path, &[], None).await.status, StatusCode::NOT_FOUND);

    let signed_out = shopper(&app, &desk, &id).await;
    assert_eq!(desk.send(Method::POST, "/desk/api/sign-out", &[], None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(session_type(&signed_out).await, "anon");

    let (_, first) = member(&app, "boss@store.example", &grants(&[("owner", None)])).await;
    let version = async |id: &str| first.get(&format!("/desk/api/staff/{id}")).await.json()["version"].clone();
    let (robbed, desk) = member(&app, "max@store.example", &grants(&[("support", None)])).await;
    let shopping = shopper(&app, &desk, &id).await;
    let packs = json!({"version": version(&robbed).await, "roles": [{"role": "warehouse"}]});
    assert_eq!(put(&first, &format!("/desk/api/staff/{robbed}/roles"), &packs).await.status, StatusCode::OK);
    assert_eq!(session_type(&shopping).await, "anon", "the permission is gone");
    let narrow = json!({"version": version(&robbed).await, "roles": [{"role": "support", "sites": ["usgames"]}]});
    assert_eq!(put(&first, &format!("/desk/api/staff/{robbed}/roles"), &narrow).await.status, StatusCode::OK);
    assert_eq!(session_type(&shopping).await, "anon", "over is over");

    let (gone, desk) = member(&app, "gone@store.example", &grants(&[("support", None)])).await;
    let shopping = shopper(&app, &desk, &id).await;
    let body = json!({"version": version(&gone).await, "reason": "left"});
    assert_eq!(first.post(&format!("/desk/api/staff/{gone}/suspend"), &body).await.status, StatusCode::OK);
    assert_eq!(session_type(&shopping).await, "anon");

    // Nobody asked again after the beginning: the sweep writes the end.
    let (_, desk) = member(&app, "idle@store.example", &grants(&[("support", None)])).await;
    shopper(&app, &desk, &id).await;
    app.state.clock.advance_seconds(2 * 60 * 60);
    sweep(&app.state).await.unwrap();
    let auditor = staff(&app, "auditor").await;
    let ends = acts(&auditor, "shop_as.ended").await;
    let by: Vec<&str> = ends.iter().map(|end| end["after"]["by"].as_str().unwrap()).collect();
    assert_eq!(by, ["time", "rights", "rights", "signed_out", "staff", "staff", "time"]);
    assert_eq!(acts(&auditor, "shop_as.begun").await.len(), ends.len(), "both ends");
    assert!(ends.iter().all(|end| end["subjectId"] == json!(id)), "{ends:?}");
    assert!(matches!(audit::verify(app.state.db.read()).await.unwrap(), Verified::Whole { .. }));
    let kept = count(&app, "shop_as").await;
    app.state.clock.advance_seconds(400 * 86_400 - 2 * 60 * 60 - 1);
    sweep(&app.state).await.unwrap();
    assert!(count(&app, "shop_as").await > 0 && kept == 7);
    app.state.clock.advance_seconds(2);
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "shop_as").await, 0, "the audit log keeps both ends longer");
}

/// Every operation of the store: whether somebody who shops as a customer may call it.
const OPERATIONS: &[(&str, bool)] = &[
    ("delete /api/account/addresses/{id}", false),
    ("delete /api/account/devices/{id}", false),
    ("delete /api/account/people/{id}/invitations/{invitation}", false),
    ("delete /api/account/people/{id}/members/{member}", false),
    ("delete /api/cart/certificates/{id}", true),
    ("delete /api/cart/flyer-code", true),
    ("delete /api/cart/lines", true),
    ("delete /api/cart/lines/{id}", true),
    ("delete /api/cart/program-id", true),
    ("delete /api/cart/shares/{id}", true),
    ("delete /api/wishlist/{id}", true),
    ("get /api/account", false),
    ("get /api/account/activity", false),
    ("get /api/account/addresses", true),
    ("get /api/account/approvals", false),
    ("get /api/account/lists", true),
    ("get /api/account/lists/{id}", true),
    ("post /api/account/lists", false),
    ("post /api/account/lists/{id}/cart", true),
    ("put /api/account/lists/{id}", false),
    ("delete /api/account/lists/{id}", false),
    ("get /api/account/certificates", false),
    ("get /api/account/devices", false),
    ("get /api/account/home", true),
    ("get /api/account/orders", true),
    ("get /api/account/people", false),
    ("get /api/auth/session", true),
    ("get /api/cart/active", true),
    ("get /api/cart/codes", true),
    ("get /api/cart/head", true),
    ("get /api/cart/shared/{token}", true),
    ("get /api/cart/shares", true),
    ("get /api/cart/types/", true),
    ("get /api/catalog/products/{slugOrSku}", true),
    ("get /api/checkout", true),
    ("get /api/content/pages/{slug}", true),
    ("get /api/content/search", true),
    ("get /api/features/QuickEdit/", true),
    ("get /api/features/QuickOrder/", true),
    ("get /api/features/RecentlyViewed/", true),
    ("get /api/flyer-code/friendly/", true),
    ("get /api/forms/{slug}", true),
    ("get /api/invitations/{token}", false),
    ("get /api/orders/{id}", true),
    ("get /api/orders/{id}/credits/{credit}/memo", true),
    ("get /api/orders/{id}/documents/{kind}", true),
    ("get /api/orders/{id}/lines.csv", true),
    ("get /api/orders/{id}/reorder", true),
    ("get /api/orders/{id}/season", true),
    ("get /api/search", true),
    ("get /api/search/suggest", true),
    ("get /api/shell", true),
    ("get /api/wishlist", true),
    ("patch /api/cart/lines/{id}", true),
    ("post /api/account/addresses", false),
    ("post /api/account/addresses/{id}/default", false),
    ("post /api/account/addresses/{id}/restore", false),
    ("post /api/account/approvals/{id}", false),
    ("post /api/account/change-requests", false),
    ("post /api/account/devices/sign-out-others", false),
    ("post /api/account/people/{id}/invitations", false),
    ("post /api/addresses/lookup", true),
    ("post /api/analytics/events", true),
    ("post /api/auth/signin", false),
    ("post /api/auth/signout", false),
    ("post /api/cart/certificates", true),
    ("post /api/cart/flyer-code", true),
    ("post /api/cart/lines", true),
    ("post /api/cart/program-id", true),
    ("post /api/cart/recalculate", true),
    ("post /api/cart/removals", true),
    ("post /api/cart/shared/{token}/copy", true),
    ("post /api/cart/shares", true),
    ("post /api/cart/undo", true),
    ("post /api/catalog/articles", true),
    ("post /api/erp/price-personalized/", true),
    ("post /api/erp/price-personalized/all/", true),
    ("post /api/features/Account/create-password", false),
    ("post /api/features/Account/password-check", false),
    ("post /api/features/Account/password-token", false),
    ("post /api/features/Account/register", false),
    ("post /api/features/Account/update-password", false),
    ("post /api/features/CertificateInput", true),
    ("post /api/features/Newsletter01", false),
    ("post /api/forms/{slug}", false),
    ("post /api/invitations/accept", false),
    ("post /api/invitations/register", false),
    ("post /api/order-look-ups", false),
    ("post /api/orders", true),
    // At the desk, with a permission of its own.
    ("post /api/orders/{id}/cancellation", false),
    ("post /api/orders/{id}/cart", true),
    ("post /api/orders/{id}/reorder", true),
    ("post /api/wishlist", true),
    ("put /api/account", false),
    ("put /api/account/addresses/{id}", false),
    ("put /api/account/people/{id}/approval", false),
    ("put /api/account/people/{id}/members/{member}", false),
    ("put /api/checkout/buyer", true),
    ("put /api/checkout/payment", true),
    ("put /api/checkout/shipping", true),
];

#[tokio::test]
async fn shop_as_every_operation_of_the_store_is_open_or_closed_as_the_table_says() {
    let app = TestApp::start().await;
    customer(&app, SITE, COACH).await;
    let desk = staff(&app, "manager").await;
    let id = find(&desk, "coach").await;
    let shopping = shopper(&app, &desk, &id).await;
    let document = serde_json::to_value(openapi::document()).unwrap();
    let table: BTreeMap<&str, bool> = OPERATIONS.iter().copied().collect();
    let all: Vec<String> = access::operations().into_iter().filter(|operation| operation.contains(" /api/")).collect();
    assert_eq!(all, table.keys().map(|key| (*key).to_owned()).collect::<Vec<_>>(), "a row for each operation");
    for (operation, open) in table {
        assert_eq!(is_open(operation), open, "{operation}");
        let (method, path) = operation.split_once(' ').unwrap();
        let path = path.replace("{id}", "00000000-0000-4000-8000-000000000000").replace(['{', '}'], "");
        let body = smallest_body(&document, operation);
        let method: Method = method.to_uppercase().parse().unwrap();
        let answer = shopping.send(method, &path, &[("idempotency-key", "any")], body.as_ref()).await;
        assert_eq!(answer.text.contains("shop_as_closed"), !open, "{operation}: {} {}", answer.status, answer.text);
        assert_eq!(session_type(&shopping).await, "customer", "{operation}");
    }
    // What pages post without a script is closed likewise, and the customer's own session is not.
    let form = shopping.send(Method::POST, "/forms/contact", &[], None).await;
    assert_eq!(form.status, StatusCode::FORBIDDEN, "{}", form.text);
    assert_eq!(shopping.get("/api/account").await.json()["code"], "shop_as_closed");
    // Pages that show what only the customer may read, too; those that everybody sees are open.
    let certificates = shopping.get("/reports/certificates").await;
    assert_eq!(certificates.status, StatusCode::FORBIDDEN, "{}", certificates.text);
    for open in ["/", "/my-account/", "/reports/order-status", "/reports/catalog", "/newsletter/join", "/shop-as/left"]
    {
        assert_eq!(shopping.get(open).await.status, StatusCode::OK, "{open}");
    }
}

#[tokio::test]
async fn shop_as_the_order_says_who_placed_it_to_desk_customer_and_log() {
    let app = TestApp::stocked().await;
    let own = customer(&app, SITE, COACH).await;
    add_one(&own, "BAL200-5", 1).await;
    let desk = staff(&app, "order_desk").await;
    let id = find(&desk, "coach").await;
    let begun = begin(&desk, &id, "Orders <b>by phone</b>").await.json();
    let path = begun["address"].as_str().unwrap().strip_prefix(HOST).unwrap().to_owned();
    let shopping = app.visitor(SITE);
    add_one(&shopping, "GLV100-L", 5).await;
    let strangers = cart(&shopping).await;
    assert_eq!(shopping.get(&path).await.status, StatusCode::SEE_OTHER);
    assert_eq!(lines(&cart(&shopping).await)[0].0, "BAL200-5", "the customer's very cart");
    add_one(&shopping, "GLV100-L", 2).await;
    assert_eq!(lines(&cart(&own).await).len(), 2, "and the customer sees what is put there");
    let review = check_out(&shopping).await;
    let placed = place(&shopping, "one", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    let order = placed.json()["id"].as_str().unwrap().to_owned();
    assert_books(&app).await;
    let seen = own.get(&format!("/api/orders/{order}")).await.json();
    assert_eq!((&seen["placedByText"], &seen["own"]), (&json!("Placed for you by the store."), &json!(true)));

    let at_desk = desk.get(&format!("/desk/api/orders/{order}")).await.json();
    let name = desk.get("/desk/api/session").await.json()["name"].clone();
    assert_eq!(at_desk["placedBy"], name);
    let event = at_desk["timeline"].as_array().unwrap().iter().find(|event| event["kind"] == "order.placed").unwrap();
    assert_eq!((&event["by"], &event["text"]), (&name, &json!("For Pat Margolis: Orders <b>by phone</b>")));

    let log = acts(&staff(&app, "auditor").await, "order.placed").await;
    assert_eq!((log.len(), &log[0]["subjectId"], &log[0]["onBehalfOf"]), (1, &json!(order), &json!(id)));
    assert_eq!((&log[0]["actorName"], &log[0]["actorKind"]), (&name, &json!("staff")));
    let begun = acts(&staff(&app, "auditor").await, "shop_as.begun").await;
    assert_eq!((&begun[0]["reason"], &begun[0]["onBehalfOf"]), (&json!("Orders <b>by phone</b>"), &json!(id)));

    let told = own.get("/api/account/activity").await.json()["activities"][0].clone();
    assert_eq!((&told["staff"], &told["reason"]), (&name, &json!("Orders <b>by phone</b>")));
    assert_eq!((&told["orders"][0]["id"], &told["endedAt"]), (&json!(order), &Value::Null));
    let shown = desk.get(&format!("/desk/api/customers/{id}")).await.json();
    assert_eq!((&shown["orders"][0]["id"], &shown["orderCount"]), (&json!(order), &json!(1)));
    assert_eq!((&shown["activities"][0]["orders"][0]["id"], &shown["mayShopAs"]), (&json!(order), &json!(true)));

    app.state.clock.advance_seconds(1);
    send_due(&app.state).await.unwrap();
    let mailed = letters(&app).await;
    assert!(mailed.iter().any(|letter| letter.contains("Thank you for your order.")), "as any buyer");

    // A page says it, as text, and is kept nowhere.
    let page = shopping.send(Method::GET, "/", &[("accept-encoding", "br")], None).await;
    assert!(
        page.text.contains("You are shopping as <strong>Pat Margolis</strong> (Orders &#60;b&#62;by phone"),
        "{}",
        page.text
    );
    assert!(page.text.contains("60 minutes left</span>") && page.text.contains("action=\"/shop-as/end\""));
    assert_eq!(page.headers[header::CACHE_CONTROL], "no-store");
    assert!(!page.headers.contains_key(header::ETAG));
    for path in ["/order?id=x", "/cart", "/newsletter/joined"] {
        let page = shopping.get(path).await;
        assert!(page.text.contains("id=\"shop-as\""), "{path}: {}", page.text);
        assert_ne!(page.headers[header::REFERRER_POLICY], "no-referrer", "{path}: its form tells where it comes from");
    }
    assert!(!own.get("/").await.text.contains("id=\"shop-as\""), "the customer's own pages");
    assert_eq!(own.get("/order?id=x").await.headers[header::REFERRER_POLICY], "no-referrer");

    // The browser's own session waited.
    assert_eq!(shopping.send(Method::POST, "/shop-as/end", &[], None).await.status, StatusCode::OK);
    assert_eq!(cart(&shopping).await["id"], strangers["id"]);
    assert_eq!(session_type(&own).await, "customer", "nor did the customer's end");
    let devices = own.get("/api/account/devices").await.json();
    assert_eq!(devices["devices"].as_array().unwrap().len(), 1, "nor is it one of theirs");
    let ended = own.get("/api/account/activity").await.json()["activities"][0]["endedAt"].clone();
    assert!(ended.is_string());
}

#[tokio::test]
async fn shop_as_an_order_above_the_customers_limit_waits_and_is_not_approved_so() {
    let app = TestApp::stocked().await;
    let (_, approver) = school(&app, SITE).await;
    let desk = staff(&app, "manager").await;
    let buyer = shopper(&app, &desk, &find(&desk, &BUYER.replace('@', "%40")).await).await;
    let placed = approvals::order(&buyer, "one", 2).await;
    assert_eq!(placed["status"], "Waiting for approval");
    let (_, second) = member(&app, "two@store.example", &grants(&[("manager", None)])).await;
    let as_approver = shopper(&app, &second, &find(&second, &APPROVER.replace('@', "%40")).await).await;
    assert_eq!(code(&decide(&as_approver, &placed, "approved", "").await), (403, "shop_as_closed".to_owned()));
    let seen = as_approver.get(&format!("/api/orders/{}", placed["id"].as_str().unwrap())).await.json();
    assert_eq!(seen["placedByText"], "Placed by the store for its buyer.");
    assert_eq!(decide(&approver, &placed, "approved", "").await.status, StatusCode::OK);
}

#[tokio::test]
async fn shop_as_an_order_is_not_placed_by_who_lost_the_right_since_the_request_began() {
    let app = TestApp::stocked().await;
    customer(&app, SITE, COACH).await;
    let boss = member(&app, "boss@store.example", &grants(&[("owner", None)])).await.1;
    let (person, desk) = member(&app, "kim@store.example", &grants(&[("support", None)])).await;
    let shopping = shopper(&app, &desk, &find(&desk, "coach").await).await;
    let hash = token::hash(&shopping.cookie("fieldhouse-shop-as").unwrap());
    let found = shop_as::find(&app.state, SITE, (&hash, &Origin::default())).await.unwrap();
    let still = async || {
        let tx = app.state.db.write().await.unwrap();
        shop_as::still(&app.state, &tx, found.as_ref()).await
    };
    assert!(found.is_some() && still().await.is_ok());
    let packs = json!({"version": 2, "roles": [{"role": "warehouse"}]});
    let changed = put(&boss, &format!("/desk/api/staff/{person}/roles"), &packs).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    assert_eq!(still().await.unwrap_err().code, "sign_in_first");
}

#[tokio::test]
async fn customers_are_found_by_name_email_and_unit_a_page_at_a_time() {
    let app = TestApp::start().await;
    let (_, _) = school(&app, SITE).await;
    customer(&app, SITE, COACH).await;
    customer(&app, Site::US_GAMES, COACH).await;
    let desk = staff(&app, "support").await;
    let emails = async |query: &str| {
        let page = desk.get(&format!("/desk/api/customers?{query}")).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        let rows = page.json()["customers"].as_array().unwrap().clone();
        let mut emails: Vec<String> = rows.iter().map(|row| row["email"].as_str().unwrap().to_owned()).collect();
        emails.sort();
        emails
    };
    assert_eq!(emails("q=north").await, [APPROVER, BUYER], "by unit");
    assert_eq!(emails("q=BUYER%40").await, [BUYER], "by e-mail, in either case");
    assert_eq!(emails("q=margolis%20pat&site=usgames").await, [COACH], "by name, last and first");
    assert_eq!(emails("").await.len(), 4);
    for nothing in ["q=%25%25%25", "q=___", "q=%5C%5C%5C", "q=%22OR%22", "q=nor*", "q=nobody", "q=north%20nobody"] {
        assert!(emails(nothing).await.is_empty(), "{nothing}");
    }
    assert_eq!(desk.get("/desk/api/customers?site=nowhere").await.status, StatusCode::NOT_FOUND);
    let id = find(&desk, "buyer").await;
    let shown = desk.get(&format!("/desk/api/customers/{id}")).await.json();
    assert_eq!(shown["units"], json!([{"key": "NORTH", "name": "NORTH School", "role": "buyer"}]));
    assert_eq!((&shown["customer"]["name"], &shown["addresses"]), (&json!("Pat Margolis"), &json!(1)));
    for at in 0..60 {
        crate::accounts::register(&app, SITE, &format!("p{at}@club.example")).await;
        app.state.clock.advance_seconds(1);
    }
    let (mut after, mut seen) = (String::new(), Vec::new());
    loop {
        let page = desk.get(&format!("/desk/api/customers?q=club&after={after}")).await.json();
        seen.extend(page["customers"].as_array().unwrap().iter().map(|row| row["id"].to_string()));
        match page["next"].as_str() {
            Some(next) => next.clone_into(&mut after),
            None => break,
        }
    }
    let all = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!((all, seen.len()), (64, 64), "each once");
}
