//! Who may do what at the desk: every operation with every role, nobody gives what they lack, the last owner stays, and a
//! role that is taken away is gone at once.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};
use fieldhouse_core::{
    brand::Site,
    staff::{Grants, Permission, seeded_roles},
};
use fieldhouse_kernel::failure::FailureKind;
use fieldhouse_server::surfaces::ops::openapi;
use fieldhouse_shop::staff::StaffMember;
use serde_json::{Value, json};

use crate::{
    access::smallest_body,
    desk::{acts, grants, member, owner, put},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// Who an operation of the desk is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    /// Whoever comes: it is how one signs in.
    Door,
    /// Whoever works for the store, each for what is their own.
    Own,
    /// Who has this permission.
    May(Permission),
}

const TABLE: &[(&str, For)] = &[
    ("get /desk/api/reports/late", For::May(Permission::OrdersView)),
    ("get /desk/api/reports/late.csv", For::May(Permission::OrdersView)),
    ("get /desk/api/reports/lines", For::May(Permission::AmountsView)),
    ("get /desk/api/reports/sales", For::May(Permission::AmountsView)),
    ("get /desk/api/reports/sales.csv", For::May(Permission::AmountsView)),
    ("get /desk/api/reports/searches", For::May(Permission::CatalogueView)),
    ("get /desk/api/reports/searches.csv", For::May(Permission::CatalogueView)),
    ("get /desk/api/stock", For::May(Permission::CatalogueView)),
    ("get /desk/api/stock/{sku}", For::May(Permission::CatalogueView)),
    ("post /desk/api/stock/{sku}/adjust", For::May(Permission::StockAdjust)),
    ("post /desk/api/stock/{sku}/count", For::May(Permission::StockAdjust)),
    ("post /desk/api/stock/{sku}/end", For::May(Permission::StockAdjust)),
    ("post /desk/api/stock/{sku}/incoming", For::May(Permission::StockAdjust)),
    ("post /desk/api/stock/{sku}/incoming/{incoming}/receive", For::May(Permission::StockAdjust)),
    ("post /desk/api/stock/{sku}/incoming/{incoming}/withdraw", For::May(Permission::StockAdjust)),
    ("delete /desk/api/customers/{id}/shop-as", For::May(Permission::CustomersView)),
    ("get /desk/api/customers", For::May(Permission::CustomersView)),
    ("get /desk/api/customers/{id}", For::May(Permission::CustomersView)),
    ("post /desk/api/customers/{id}/shop-as", For::May(Permission::ShopAs)),
    ("delete /desk/api/newsletter/{id}", For::May(Permission::InboxAnswer)),
    ("get /desk/api/inbox", For::May(Permission::InboxView)),
    ("get /desk/api/jobs", For::May(Permission::JobsRetry)),
    ("get /desk/api/letter-pages/{site}/{kind}", For::May(Permission::SettingsView)),
    ("get /desk/api/articles", For::May(Permission::CatalogueView)),
    ("get /desk/api/units", For::May(Permission::OrdersView)),
    ("post /desk/api/orders/{id}/look", For::May(Permission::OrdersView)),
    ("get /desk/api/letters", For::May(Permission::SettingsView)),
    ("get /desk/api/letters/{site}/{kind}/preview", For::May(Permission::SettingsView)),
    ("put /desk/api/letters/{site}/{kind}", For::May(Permission::SettingsEdit)),
    ("get /desk/api/messages", For::May(Permission::InboxView)),
    ("get /desk/api/messages/{id}", For::May(Permission::InboxView)),
    ("get /desk/api/newsletter", For::May(Permission::InboxView)),
    ("post /desk/api/jobs/{id}/drop", For::May(Permission::JobsRetry)),
    ("post /desk/api/jobs/{id}/retry", For::May(Permission::JobsRetry)),
    ("post /desk/api/messages/{id}/answers", For::May(Permission::InboxAnswer)),
    ("post /desk/api/messages/{id}/notes", For::May(Permission::InboxAnswer)),
    ("post /desk/api/messages/{id}/reopen", For::May(Permission::InboxAnswer)),
    ("put /desk/api/messages/{id}/assignee", For::May(Permission::InboxAnswer)),
    ("delete /desk/api/passkeys/{id}", For::Own),
    ("delete /desk/api/sessions/{id}", For::Own),
    ("get /desk/api/audit", For::May(Permission::AuditOwn)),
    ("get /desk/api/orders", For::May(Permission::OrdersView)),
    ("get /desk/api/orders/count", For::May(Permission::OrdersView)),
    ("get /desk/api/orders/{id}", For::May(Permission::OrdersView)),
    ("get /desk/api/orders/{id}/credits/{credit}/memo", For::May(Permission::OrdersView)),
    ("get /desk/api/orders/{id}/documents/{kind}", For::May(Permission::OrdersView)),
    ("get /desk/api/orders/{id}/events", For::May(Permission::OrdersView)),
    ("get /desk/api/orders/{id}/edits", For::May(Permission::OrdersEdit)),
    ("get /desk/api/orders/{id}/lines", For::May(Permission::OrdersView)),
    ("get /desk/api/orders/{id}/shipments/{shipment}/packing-slip", For::May(Permission::OrdersView)),
    ("post /desk/api/packing-slips", For::May(Permission::OrdersView)),
    ("get /desk/api/paper-templates", For::May(Permission::SettingsView)),
    ("put /desk/api/paper-templates/{site}", For::May(Permission::SettingsEdit)),
    ("post /desk/api/paper-templates/{site}/preview", For::May(Permission::SettingsView)),
    ("post /desk/api/papers", For::May(Permission::OrdersView)),
    ("get /desk/api/queues", For::May(Permission::OrdersView)),
    ("delete /desk/api/views/{id}", For::May(Permission::OrdersView)),
    ("get /desk/api/views", For::May(Permission::OrdersView)),
    ("post /desk/api/views", For::May(Permission::OrdersView)),
    ("post /desk/api/orders/bulk", For::May(Permission::OrdersView)),
    ("post /desk/api/orders/{id}/cancellations", For::May(Permission::OrdersCancel)),
    ("post /desk/api/orders/{id}/cancellations/{event}/undo", For::May(Permission::OrdersCancel)),
    ("post /desk/api/orders/{id}/events/{event}/letter", For::May(Permission::OrdersNote)),
    ("post /desk/api/orders/{id}/credits", For::May(Permission::RefundsCreate)),
    ("post /desk/api/orders/{id}/credits/{credit}/decision", For::May(Permission::RefundsApproveAboveCap)),
    ("post /desk/api/orders/{id}/credits/{credit}/withdrawal", For::May(Permission::RefundsCreate)),
    ("post /desk/api/orders/{id}/edits", For::May(Permission::OrdersEdit)),
    ("post /desk/api/orders/{id}/edits/preview", For::May(Permission::OrdersEdit)),
    ("post /desk/api/orders/{id}/edits/{edit}/apply", For::May(Permission::OrdersEdit)),
    ("post /desk/api/orders/{id}/edits/{edit}/discard", For::May(Permission::OrdersEdit)),
    ("post /desk/api/orders/{id}/holds", For::May(Permission::OrdersHold)),
    ("post /desk/api/orders/{id}/holds/{hold}/close", For::May(Permission::OrdersHold)),
    ("put /desk/api/orders/{id}/holds/{hold}", For::May(Permission::OrdersHold)),
    ("get /desk/api/orders/{id}/colleagues", For::May(Permission::OrdersHold)),
    ("post /desk/api/orders/{id}/notes", For::May(Permission::OrdersNote)),
    ("post /desk/api/orders/{id}/release", For::May(Permission::OrdersApproveRelease)),
    ("post /desk/api/orders/{id}/shipments", For::May(Permission::ShipmentsWrite)),
    ("post /desk/api/orders/{id}/shipments/{shipment}/deliver", For::May(Permission::ShipmentsWrite)),
    ("post /desk/api/orders/{id}/shipments/{shipment}/exception", For::May(Permission::ShipmentsWrite)),
    ("post /desk/api/orders/{id}/shipments/{shipment}/pack", For::May(Permission::ShipmentsWrite)),
    ("post /desk/api/orders/{id}/shipments/{shipment}/ship", For::May(Permission::ShipmentsWrite)),
    ("post /desk/api/orders/{id}/shipments/{shipment}/take-back", For::May(Permission::ShipmentsWrite)),
    ("post /desk/api/orders/{id}/shipments/{shipment}/undo", For::May(Permission::ShipmentsWrite)),
    ("get /desk/api/passkeys", For::Own),
    ("get /desk/api/roles", For::May(Permission::StaffView)),
    ("get /desk/api/session", For::Own),
    ("get /desk/api/sessions", For::Own),
    ("get /desk/api/sign-in/sso", For::Door),
    ("get /desk/api/sign-in/sso/callback", For::Door),
    ("get /desk/api/staff", For::May(Permission::StaffView)),
    ("get /desk/api/staff/{id}", For::May(Permission::StaffView)),
    ("post /desk/api/audit/export", For::May(Permission::AuditExport)),
    ("post /desk/api/codes/options", For::Own),
    ("post /desk/api/invitations/accept", For::Door),
    ("post /desk/api/invitations/codes", For::Door),
    ("post /desk/api/invitations/look", For::Door),
    ("post /desk/api/invitations/passkey", For::Door),
    ("post /desk/api/passkeys", For::Own),
    ("post /desk/api/passkeys/options", For::Own),
    ("post /desk/api/recovery-codes", For::Own),
    ("post /desk/api/session/confirm/passkey", For::Own),
    ("post /desk/api/session/confirm/password", For::Own),
    ("post /desk/api/sign-in/passkey", For::Door),
    ("post /desk/api/sign-in/passkey/options", For::Door),
    ("post /desk/api/sign-in/password", For::Door),
    ("post /desk/api/sign-out", For::Own),
    ("post /desk/api/staff", For::May(Permission::StaffManage)),
    ("post /desk/api/staff/{id}/invitation", For::May(Permission::StaffManage)),
    ("post /desk/api/staff/{id}/restore", For::May(Permission::StaffManage)),
    ("post /desk/api/staff/{id}/suspend", For::May(Permission::StaffManage)),
    ("put /desk/api/codes", For::Own),
    ("put /desk/api/password", For::Own),
    ("put /desk/api/roles/{key}", For::May(Permission::RolesEdit)),
    ("put /desk/api/staff/{id}/roles", For::May(Permission::StaffManage)),
];

/// The desk's operations, from the routes themselves.
fn operations(document: &Value) -> Vec<String> {
    let paths = document["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/desk/"));
    let mut all: Vec<String> = paths
        .flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |method| format!("{method} {path}")))
        .collect();
    all.sort();
    all
}

async fn call(document: &Value, visitor: &Visitor, operation: &str) -> Answer {
    let (method, path) = operation.split_once(' ').unwrap();
    let method: Method = method.to_uppercase().parse().unwrap();
    let path = path.replace("{id}", "00000000-0000-4000-8000-000000000000").replace("{key}", "night_shift");
    let path = ["{hold}", "{credit}", "{shipment}", "{site}", "{kind}", "{sku}", "{incoming}"]
        .iter()
        .fold(path.replace("{event}", "1"), |path, name| path.replace(name, "none"));
    let path = if path.ends_with("/lines") || path.ends_with("/events") { path + "?after=1" } else { path };
    let path = if path == "/desk/api/messages" { path + "?kind=form" } else { path };
    visitor.send(method, &path, &[], smallest_body(document, operation).as_ref()).await
}

#[tokio::test]
async fn staff_every_operation_lets_in_the_roles_of_the_matrix_and_nobody_else() {
    let app = TestApp::start().await;
    let document = serde_json::to_value(openapi::document()).unwrap();
    let table: BTreeMap<&str, For> = TABLE.iter().copied().collect();
    assert_eq!(
        operations(&document),
        table.keys().map(|key| (*key).to_owned()).collect::<Vec<_>>(),
        "an operation without a row, or a row without one"
    );
    // Somebody keeps the store, whatever the others do to each other.
    member(&app, "first@store.example", &grants(&[("owner", None)])).await;
    for role in seeded_roles() {
        // One for all brands, one for a single brand: what is of the whole store comes only from the first.
        for (place, sites) in [("all", None), ("one", Some(&[SITE][..]))] {
            let given = grants(&[(&role.key, sites)]);
            let email = format!("{}.{place}@store.example", role.key);
            for (operation, expected) in &table {
                // A session of its own each time: some operations end it.
                let (_, visitor) = member(&app, &email, &given).await;
                let answer = call(&document, &visitor, operation).await;
                let told = || format!("{} ({place}): {operation}: {} {}", role.key, answer.status, answer.text);
                let code =
                    serde_json::from_str::<Value>(&answer.text).map(|body| body["code"].clone()).unwrap_or_default();
                assert!(answer.status.as_u16() < 500, "{}", told());
                match expected {
                    For::Door => assert_ne!(code, "not_permitted", "{}", told()),
                    For::Own => {
                        assert!(![json!("not_permitted"), json!("sign_in_first")].contains(&code), "{}", told());
                    }
                    For::May(permission) if given.may_somewhere(*permission) => {
                        assert!(
                            answer.status != StatusCode::UNAUTHORIZED && answer.status != StatusCode::FORBIDDEN,
                            "{}",
                            told()
                        );
                    }
                    For::May(_) => {
                        assert_eq!(
                            (answer.status, code),
                            (StatusCode::FORBIDDEN, json!("not_permitted")),
                            "{}",
                            told()
                        );
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn staff_nobody_and_who_was_suspended_is_let_in_nowhere() {
    let app = TestApp::start().await;
    let document = serde_json::to_value(openapi::document()).unwrap();
    let first = owner(&app).await;
    let (id, gone) = member(&app, "gone@store.example", &grants(&[("owner", None)])).await;
    let person = first.visitor.get(&format!("/desk/api/staff/{id}")).await.json();
    let body = json!({"version": person["version"], "reason": "left"});
    let suspended = first.visitor.post(&format!("/desk/api/staff/{id}/suspend"), &body).await;
    assert_eq!(
        (suspended.status, suspended.json()["state"].as_str()),
        (StatusCode::OK, Some("suspended")),
        "{}",
        suspended.text
    );
    for (operation, expected) in TABLE {
        for visitor in [&app.visitor(SITE), &gone] {
            let answer = call(&document, visitor, operation).await;
            if *expected == For::Door {
                assert!(answer.status.as_u16() < 500, "{operation}");
            } else {
                assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{operation}: {}", answer.text);
            }
        }
    }
}

/// Somebody as the desk's operations know them.
async fn as_member(app: &TestApp, email: &str, given: &Grants) -> StaffMember {
    use axum::extract::FromRequestParts;
    let (_, visitor) = member(app, email, given).await;
    let cookie = format!("fieldhouse-desk={}", visitor.cookie("fieldhouse-desk").unwrap());
    let request = axum::http::Request::builder().header("cookie", cookie).body(()).unwrap();
    StaffMember::from_request_parts(&mut request.into_parts().0, &app.state).await.unwrap()
}

#[tokio::test]
async fn staff_by_direct_id_another_brands_things_are_not_there_and_ones_own_need_the_permission() {
    let app = TestApp::start().await;
    for role in seeded_roles().into_iter().filter(|role| !role.permissions.is_empty()) {
        let email = format!("{}@store.example", role.key);
        let one = as_member(&app, &email, &grants(&[(&role.key, Some(&[Site::US_GAMES]))])).await;
        for permission in Permission::ALL {
            let elsewhere = one.require(*permission, SITE).unwrap_err();
            assert_eq!(
                (elsewhere.kind, elsewhere.code),
                (FailureKind::NotFound, "not_found"),
                "{}: {}",
                role.key,
                permission.key()
            );
            let has = role.permissions.contains(permission) && !permission.is_of_the_whole_store();
            match one.require(*permission, Site::US_GAMES) {
                Ok(()) => assert!(has, "{}: {}", role.key, permission.key()),
                Err(failure) => assert!(!has && failure.code == "not_permitted", "{}: {}", role.key, permission.key()),
            }
        }
    }
}

#[tokio::test]
async fn staff_nobody_gives_or_takes_what_they_lack() {
    let app = TestApp::start().await;
    let first = owner(&app).await;
    let (_, manager) = member(&app, "manager@store.example", &grants(&[("manager", None)])).await;
    let invite = async |by: &Visitor, email: &str, role: &str| {
        by.post("/desk/api/staff", &json!({"email": email, "name": "N", "roles": [{"role": role}]})).await
    };
    let refused = invite(&manager, "a@store.example", "owner").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.json()["errors"][0]["code"], "grants_what_they_lack");
    assert_eq!(
        invite(&manager, "a@store.example", "finance").await.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "its cap is higher"
    );
    assert_eq!(invite(&manager, "a@store.example", "nothing").await.json()["errors"][0]["code"], "staff_role_unknown");
    let made = invite(&manager, "a@store.example", "order_desk").await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    assert_eq!(invite(&manager, "A@store.example", "order_desk").await.status, StatusCode::CONFLICT);
    let a = made.json();
    let path = |id: &Value, what: &str| format!("/desk/api/staff/{}/{what}", id.as_str().unwrap());
    let raise = json!({"version": a["version"], "roles": [{"role": "owner"}]});
    assert_eq!(put(&manager, &path(&a["id"], "roles"), &raise).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    // Nor do they touch who stands higher, themselves raised least of all.
    let owners_id = first.visitor.get("/desk/api/session").await.json()["id"].clone();
    let owners = first.visitor.get(&format!("/desk/api/staff/{}", owners_id.as_str().unwrap())).await.json();
    let version = json!({"version": owners["version"]});
    assert_eq!(manager.post(&path(&owners_id, "suspend"), &version).await.json()["code"], "not_permitted");
    assert_eq!(
        manager.send(Method::POST, &path(&owners_id, "invitation"), &[], None).await.json()["code"],
        "not_permitted"
    );
    let own = manager.get("/desk/api/session").await.json()["id"].clone();
    let version = manager.get(&format!("/desk/api/staff/{}", own.as_str().unwrap())).await.json()["version"].clone();
    let raise = json!({"version": version, "roles": [{"role": "manager"}, {"role": "auditor"}]});
    assert_eq!(put(&manager, &path(&own, "roles"), &raise).await.status, StatusCode::UNPROCESSABLE_ENTITY);

    let role = |version: i64, permissions: &[&str], cap: i64| json!({"version": version, "name": "Order desk", "permissions": permissions, "caps": {"refunds.create": cap}});
    let edit = async |by: &Visitor, key: &str, body: &Value| put(by, &format!("/desk/api/roles/{key}"), body).await;
    let keys = role(1, &["orders.view", "refunds.create", "keys.manage"], 100);
    assert_eq!(edit(&manager, "order_desk", &keys).await.json()["errors"][0]["code"], "grants_what_they_lack");
    let high = role(1, &["orders.view", "refunds.create"], 100_001);
    assert_eq!(edit(&manager, "order_desk", &high).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let owner_role = role(1, &["orders.view", "refunds.create"], 1);
    assert_eq!(edit(&first.visitor, "owner", &owner_role).await.json()["errors"][0]["code"], "owner_role_fixed");
    let low = role(1, &["orders.view", "refunds.create"], 5_000);
    assert_eq!(edit(&manager, "order_desk", &low).await.status, StatusCode::OK);
    let stale = edit(&manager, "order_desk", &low).await;
    assert_eq!((stale.status, &stale.json()["currentVersion"]), (StatusCode::CONFLICT, &json!(2)));
    let new = role(0, &["orders.view", "refunds.create"], 1);
    assert_eq!(edit(&manager, "night_shift", &new).await.status, StatusCode::OK);
    let told = acts(&manager, "role.edited").await;
    assert_eq!((told.len(), &told[0]["after"]["caps"]["refunds.create"]), (1, &json!(5_000)));
    assert_eq!(told[0]["before"]["caps"]["refunds.create"], 20_000);
}

#[tokio::test]
async fn staff_the_last_owner_stays_whoever_asks_and_however_many_at_once() {
    let app = TestApp::start().await;
    let (one, first) = member(&app, "one@store.example", &grants(&[("owner", None)])).await;
    let version = async |visitor: &Visitor, id: &str| {
        visitor.get(&format!("/desk/api/staff/{id}")).await.json()["version"].clone()
    };
    let suspend = async |by: &Visitor, id: &str, version: &Value| {
        by.post(&format!("/desk/api/staff/{id}/suspend"), &json!({"version": version})).await
    };
    let seen = version(&first, &one).await;
    let refused = suspend(&first, &one, &seen).await;
    assert_eq!(refused.json()["errors"][0]["code"], "last_owner", "{}", refused.text);
    let demote = json!({"version": seen, "roles": [{"role": "manager"}]});
    assert_eq!(
        put(&first, &format!("/desk/api/staff/{one}/roles"), &demote).await.json()["errors"][0]["code"],
        "last_owner"
    );
    // Not only at all brands.
    let narrow = json!({"version": seen, "roles": [{"role": "owner", "sites": ["usgames"]}]});
    assert_eq!(
        put(&first, &format!("/desk/api/staff/{one}/roles"), &narrow).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let by_command =
        fieldhouse_shop::staff::members::set_suspended_by_command(&app.state, "one@store.example", true).await;
    assert_eq!(by_command.unwrap_err().errors[0].code, "last_owner");
    // Who was invited and never came is no owner who could manage the store.
    crate::desk::invited(&app, "never@store.example", &grants(&[("owner", None)])).await;
    assert_eq!(suspend(&first, &one, &seen).await.status, StatusCode::UNPROCESSABLE_ENTITY);

    let (two, second) = member(&app, "two@store.example", &grants(&[("owner", None)])).await;
    let versions = [version(&first, &two).await, version(&first, &one).await];
    let (a, b) =
        futures_util::future::join(suspend(&first, &two, &versions[0]), suspend(&second, &one, &versions[1])).await;
    assert_eq!([a.status, b.status].iter().filter(|status| status.is_success()).count(), 1, "{} {}", a.text, b.text);
    let left = if a.status.is_success() { &first } else { &second };
    let states: Vec<Value> =
        left.get("/desk/api/staff").await.json().as_array().unwrap().iter().map(|one| one["state"].clone()).collect();
    assert_eq!(states.iter().filter(|state| **state == "active").count(), 1, "{states:?}");
}

#[tokio::test]
async fn staff_a_role_taken_away_in_the_middle_of_an_act_stops_it() {
    let app = TestApp::start().await;
    let first = owner(&app).await;
    let given = grants(&[("order_desk", None)]);
    let acting = as_member(&app, "desk@store.example", &given).await;
    assert!(acting.require(Permission::OrdersEdit, SITE).is_ok());
    // Taken away after the request was let in and before its transaction.
    let person = first.visitor.get(&format!("/desk/api/staff/{}", acting.id)).await.json();
    let body = json!({"version": person["version"], "roles": [{"role": "warehouse"}]});
    let changed = put(&first.visitor, &format!("/desk/api/staff/{}/roles", acting.id), &body).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    let tx = app.state.db.write_durable().await.unwrap();
    let refused = acting.still_may(&tx, Permission::OrdersEdit, SITE).await.unwrap_err();
    assert_eq!(refused.code, "not_permitted");
    assert!(acting.still_may(&tx, Permission::OrdersView, SITE).await.is_ok());
    drop(tx);
    // A role that is edited counts as much.
    let body = json!({"version": 1, "name": "Warehouse", "permissions": ["catalogue.view"]});
    let edited = put(&first.visitor, "/desk/api/roles/warehouse", &body).await;
    assert_eq!(edited.status, StatusCode::OK, "{}", edited.text);
    let tx = app.state.db.write_durable().await.unwrap();
    assert_eq!(acting.still_may(&tx, Permission::OrdersView, SITE).await.unwrap_err().code, "not_permitted");
    drop(tx);
    let version = first.visitor.get(&format!("/desk/api/staff/{}", acting.id)).await.json()["version"].clone();
    first.visitor.post(&format!("/desk/api/staff/{}/suspend", acting.id), &json!({"version": version})).await;
    let tx = app.state.db.write_durable().await.unwrap();
    assert_eq!(acting.still(&tx).await.unwrap_err().code, "sign_in_first");
}
