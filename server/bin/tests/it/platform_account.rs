//! The customer API in use by an account: payments of orders, first addresses, keys, lists that are narrowed, tokens
//! that are looked at.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, sign_in},
    import_tables::{CUSTOMERS, Kind, UNITS, bytes},
    platform::{Client, ask, code},
    platform_customers::address,
    platform_payments::planned,
    shopping::{add_one, assert_books, check_out, place, placing},
    support::{TestApp, Visitor},
};

/// A hash of `seven green llamas`, as the demo's customers have it.
const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$ZmllbGRob3VzZSBkZW1vIQ$On2DWDwPUP0oEROHdNLchRR48FGniM/AeCa/AAz7MRs";

/// A customer that a file brought: without an address, in these units.
async fn brought(app: &TestApp, units: &str) -> Client {
    let row = format!("{CUSTOMERS}fieldhouse,{COACH},Pat,Margolis,Coach,Club,,,\"{HASH}\",{units}\n");
    bytes(app, Kind::Customers, "customers.csv", row.as_bytes(), false).await.unwrap();
    Client::customer(app, Site::FIELDHOUSE, COACH).await
}

async fn order(visitor: &Visitor, key: &str) -> Value {
    add_one(visitor, "BAL100", 2).await;
    let placed = place(visitor, key, &placing(&check_out(visitor).await)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    placed.json()
}

fn results(page: &Value, field: &str) -> Vec<String> {
    page["results"].as_array().unwrap().iter().map(|entry| entry[field].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_order_by_purchase_order_has_its_payment() {
    let app = TestApp::stocked().await;
    let client = brought(&app, "").await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    sign_in(&visitor, COACH, crate::accounts::PASSWORD).await;
    let placed = order(&visitor, "one").await;
    let read = async |placed: &Value| {
        let path = format!("/me/orders/{}?expand=paymentInfo.payments[*]", placed["id"].as_str().unwrap());
        client.get(&path).await.json()["paymentInfo"]["payments"].clone()
    };
    let paid = read(&placed).await;
    assert_eq!(paid.as_array().unwrap().len(), 1, "{paid}");
    let payment = &paid[0]["obj"];
    assert_eq!(
        payment["paymentMethodInfo"],
        json!({"paymentInterface": "SAP", "method": "PURCHASE_ORDER", "name": {"en": "Purchase order"}})
    );
    assert_eq!(payment["amountPlanned"]["centAmount"], placed["totalCents"]);
    assert_eq!(payment["custom"]["fields"], json!({"po_number": "PO-4711"}));
    let path = format!("/me/payments/{}", payment["id"].as_str().unwrap());
    assert_eq!(client.get(&path).await.json()["amountPlanned"], payment["amountPlanned"]);
    let kept = client.send(Method::DELETE, &format!("{path}?version={}", payment["version"]), None).await;
    assert_eq!((kept.status.as_u16(), code(&kept).as_str()), (409, "ReferenceExists"));
    // One that was planned for this number, and is on the cart, is the payment; one for another number is not.
    add_one(&visitor, "BAL100", 1).await;
    let mut planned_ids = Vec::new();
    for number in ["PO-4711", "PO-9"] {
        let drafted =
            client.good("/me/payments", &planned("SAP", "PURCHASE_ORDER", 1, &json!({"po_number": number}))).await;
        let cart = client.get("/me/active-cart").await.json();
        let action = json!({"action": "addPayment", "payment": {"typeId": "payment", "id": drafted["id"]}});
        let path = format!("/me/carts/{}", cart["id"].as_str().unwrap());
        client.good(&path, &json!({"version": cart["version"], "actions": [action]})).await;
        planned_ids.push(drafted["id"].clone());
    }
    let second = order(&visitor, "two").await;
    let paid = read(&second).await;
    assert_eq!(paid.as_array().unwrap().len(), 1, "{paid}");
    assert_eq!(
        (&paid[0]["id"], &paid[0]["obj"]["amountPlanned"]["centAmount"]),
        (&planned_ids[0], &second["totalCents"])
    );
    assert_books(&app).await;
}

#[tokio::test]
async fn the_save_flow_works_for_a_first_address_and_what_is_set_is_no_change() {
    let app = TestApp::start().await;
    let client = brought(&app, "").await;
    assert_eq!(client.me().await["addresses"], json!([]));
    let mut first = address("1 Main St");
    first["key"] = json!("GYM");
    let added = client.change(json!([{"action": "addAddress", "address": first}])).await.json();
    assert_eq!((&added["addresses"][0]["key"], &added["version"]), (&json!("GYM"), &json!(2)));
    let id = &added["addresses"][0]["id"];
    let marked = client
        .change(json!([
            {"action": "addShippingAddressId", "addressId": id},
            {"action": "setDefaultShippingAddress", "addressId": id},
            {"action": "setDefaultShippingAddress", "addressKey": "GYM"},
        ]))
        .await;
    assert_eq!((marked.status, marked.json()), (StatusCode::OK, added.clone()), "nothing changed, nor did the version");
    // All at once as well, by key.
    let mut second = address("2 Main St");
    second["key"] = json!("POOL");
    let both = client
        .change(json!([
            {"action": "addAddress", "address": second},
            {"action": "addShippingAddressId", "addressKey": "POOL"},
            {"action": "setDefaultShippingAddress", "addressKey": "POOL"},
            {"action": "changeAddress", "addressKey": "GYM", "address": address("3 Main St")},
        ]))
        .await
        .json();
    assert_eq!((&both["defaultShippingAddressId"], &both["version"]), (&both["addresses"][1]["id"], &json!(3)));
    assert_eq!(
        (&both["addresses"][0]["streetName"], &both["addresses"][0]["key"]),
        (&json!("3 Main St"), &json!("GYM"))
    );
    // What is as it was is no change, the e-mail neither: it needs no password given lately.
    app.state.clock.advance_seconds(16 * 60);
    let pool = both["addresses"][1].clone();
    let same = client
        .change(json!([
            {"action": "setTitle", "title": "Coach"},
            {"action": "setFirstName", "firstName": "Pat"},
            {"action": "changeEmail", "email": COACH.to_uppercase()},
            {"action": "changeAddress", "addressId": pool["id"], "address": pool},
        ]))
        .await;
    assert_eq!((same.status, same.json()), (StatusCode::OK, both.clone()), "{}", same.text);
    let moved = client.change(json!([{"action": "setTitle", "title": "Director"}])).await.json();
    assert_eq!(moved["version"], 4);
    assert_eq!(client.change(json!([{"action": "removeAddress", "addressKey": "GYM"}])).await.status, StatusCode::OK);
    assert_eq!(client.change(json!([{"action": "removeAddress", "addressKey": "GYM"}])).await.status, 400);
}

#[tokio::test]
async fn refusals_name_the_field() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let with = |name: &str, value: Value| {
        let mut changed = address("1 Main St");
        changed[name] = value;
        changed
    };
    let sold_to = json!({"type": {"typeId": "type", "id": "x"}, "fields": {"address_type": "sold-to"}});
    client.change(json!([{"action": "addAddress", "address": with("key", json!("GYM"))}])).await;
    for (action, field) in [
        (json!({"action": "addAddress", "address": with("key", json!("a b"))}), "actions.0.address.key"),
        (json!({"action": "addAddress", "address": with("key", json!("GYM"))}), "actions.0.address.key"),
        (
            json!({"action": "addAddress", "address": with("custom", sold_to)}),
            "actions.0.address.custom.fields.address_type",
        ),
        (json!({"action": "removeAddress"}), "actions.0.addressId"),
        (json!({"action": "removeAddress", "addressId": "a", "addressKey": "GYM"}), "actions.0.addressId"),
        (json!({"action": "setCustomField", "name": "showCertReporting", "value": "true"}), "actions.0.name"),
    ] {
        let answer = client.change(json!([action])).await;
        assert_eq!(answer.status, 400, "{action}: {}", answer.text);
        assert_eq!(answer.json()["errors"][0]["field"], field, "{action}");
    }
    let card =
        |token: &str, month: &str, year: &str| json!({"card_token": token, "exp_month": month, "exp_year": year});
    for (interface, method, fields, field) in [
        ("SAP", "CASH", json!({}), "paymentMethodInfo.method"),
        ("other", "CASH", json!({}), "paymentMethodInfo.paymentInterface"),
        ("SAP", "PURCHASE_ORDER", json!({}), "custom.fields.po_number"),
        ("SAP", "PURCHASE_ORDER", json!({"po_number": " "}), "custom.fields.po_number"),
        ("SAP", "CERTIFICATE", json!({"certificate_number": "x", "po_number": "x"}), "custom.fields.po_number"),
        ("SAP", "CERTIFICATE", json!({"certificate_number": "NOPE"}), "custom.fields.certificate_number"),
        ("card-payment-provider", "VISA", card("tok", "13", "2030"), "custom.fields.exp_month"),
        ("card-payment-provider", "VISA", card("", "12", "2030"), "custom.fields.card_token"),
        ("card-payment-provider", "VISA", card("tok", "10", "2026"), "custom.fields.exp_year"),
        ("card-payment-provider", "VI SA", card("tok", "12", "2030"), "paymentMethodInfo.method"),
    ] {
        let answer = client.post("/me/payments", &planned(interface, method, 1, &fields)).await;
        assert_eq!(answer.status, 400, "{interface} {method} {fields}: {}", answer.text);
        assert_eq!(answer.json()["errors"][0]["field"], field, "{interface} {method} {fields}");
    }
    let mut euros = planned("SAP", "PURCHASE_ORDER", 1, &json!({"po_number": "PO-1"}));
    euros["amountPlanned"]["currencyCode"] = json!("EUR");
    assert_eq!(client.post("/me/payments", &euros).await.json()["errors"][0]["field"], "amountPlanned.currencyCode");
}

#[tokio::test]
async fn an_expired_card_is_refused_and_a_method_has_its_name() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let card = |year: &str, month: &str| {
        planned("card-payment-provider", "VISA", 1, &json!({"card_token": "t", "exp_month": month, "exp_year": year}))
    };
    let last = client.good("/me/payments", &card("2026", "11")).await;
    assert_eq!(last["paymentMethodInfo"]["name"], json!({"en": "VISA"}), "the month of today");
    let expired = client.post("/me/payments", &card("2026", "10")).await;
    assert_eq!((expired.status.as_u16(), &expired.json()["errors"][0]["rule"]), (400, &json!("card_expired")));
    let mut named = card("26", "12");
    named["paymentMethodInfo"]["name"] = json!({"en": " Club card "});
    let named = client.good("/me/payments", &named).await;
    assert_eq!(named["paymentMethodInfo"]["name"], json!({"en": "Club card"}));
    let read = client.get(&format!("/me/payments/{}", named["id"].as_str().unwrap())).await.json();
    assert_eq!(read, named);
    for wrong in [
        json!({"de": "Karte"}),
        json!({"en": ""}),
        json!({"en": "4111 1111 1111 1111"}),
        json!({"en": "x".repeat(101)}),
    ] {
        let mut draft = card("2030", "12");
        draft["paymentMethodInfo"]["name"] = wrong;
        let answer = client.post("/me/payments", &draft).await;
        assert_eq!(answer.json()["errors"][0]["field"], "paymentMethodInfo.name", "{}", answer.text);
    }
    let visa =
        client.get("/me/payments?where=paymentMethodInfo(method%3D%22VISA%22)&sort=createdAt%20desc").await.json();
    assert_eq!(visa["total"], 2);
    assert_eq!(client.get("/me/payments?where=paymentMethodInfo(method%3D%22SAP%22)").await.json()["total"], 0);
}

#[tokio::test]
async fn a_business_unit_is_read_by_id_and_by_key() {
    let app = TestApp::start().await;
    let units = format!("{UNITS}fieldhouse,NORTH,North School,,,,\nfieldhouse,SOUTH,South School,,,,\n");
    bytes(&app, Kind::Units, "units.csv", units.as_bytes(), false).await.unwrap();
    let client = brought(&app, "NORTH|SOUTH").await;
    let all = client.get("/me/business-units").await.json();
    for unit in all["results"].as_array().unwrap() {
        let (id, key) = (unit["id"].as_str().unwrap(), unit["key"].as_str().unwrap());
        assert_eq!(client.get(&format!("/me/business-units/{id}")).await.json(), *unit);
        assert_eq!(client.get(&format!("/in-store/key=fieldhouse/me/business-units/key={key}")).await.json(), *unit);
    }
    for none in ["key=EAST", "EAST", "key=", "00000000-0000-4000-8000-000000000000"] {
        assert_eq!(client.get(&format!("/me/business-units/{none}")).await.status, 404, "{none}");
    }
    let rival = Client::registered(&app, Site::FIELDHOUSE, "rival@club.example").await;
    assert_eq!(rival.get("/me/business-units/key=NORTH").await.status, 404, "nobody else's");
    let south = client.get("/me/business-units?where=key%3D%22SOUTH%22").await.json();
    assert_eq!(results(&south, "name"), ["South School"]);
    let down = client.get("/me/business-units?sort=name%20desc").await.json();
    assert_eq!(results(&down, "key"), ["SOUTH", "NORTH"]);
}

#[tokio::test]
async fn orders_are_narrowed_and_ordered() {
    let app = TestApp::stocked().await;
    let client = brought(&app, "").await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    sign_in(&visitor, COACH, crate::accounts::PASSWORD).await;
    for key in ["one", "two", "three"] {
        order(&visitor, key).await;
        app.state.clock.advance_seconds(60);
    }
    let numbers = async |query: &str| {
        let answer = client
            .get(&format!("/me/orders?{}", query.replace(' ', "%20").replace('"', "%22").replace('>', "%3E")))
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
        (results(&answer.json(), "orderNumber"), answer.json()["total"].as_i64().unwrap())
    };
    let told =
        |numbers: &[&str], total: i64| (numbers.iter().map(|n| format!("FH-10000{n}")).collect::<Vec<_>>(), total);
    assert_eq!(numbers("").await, told(&["3", "2", "1"], 3));
    assert_eq!(numbers("sort=createdAt asc").await, told(&["1", "2", "3"], 3));
    assert_eq!(numbers("sort=orderNumber desc&limit=1&offset=1").await, told(&["2"], 3));
    assert_eq!(numbers("where=orderNumber=\"FH-100002\"").await, told(&["2"], 1));
    assert_eq!(numbers("where=orderNumber=:n&var.n=FH-100001").await, told(&["1"], 1));
    assert_eq!(
        numbers("where=createdAt>\"2026-11-20T12:00:30.000Z\" and orderState=\"Confirmed\"").await,
        told(&["3", "2"], 2)
    );
    assert_eq!(numbers("where=purchaseOrderNumber in (\"PO-4711\")&where=orderState=\"Open\"").await, told(&[], 0));
    let rival = Client::registered(&app, Site::FIELDHOUSE, "rival@club.example").await;
    let theirs = rival.get("/me/orders?where=orderNumber%3D%22FH-100001%22").await.json();
    assert_eq!(theirs["total"], 0, "nobody else's");
}

#[tokio::test]
async fn r45_a_token_is_looked_at_by_the_client_alone() {
    let app = TestApp::start().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let look = async |token: &str| ask(&client.visitor, "/oauth/introspect", &format!("token={token}")).await.json();
    let now = app.state.clock.millis() / 1000;
    let told = look(&client.token).await;
    assert_eq!(
        (&told["active"], &told["client_id"], &told["exp"]),
        (&json!(true), &json!("storefront"), &json!(now + 3600))
    );
    assert!(told["scope"].as_str().unwrap().starts_with("manage_my_profile:fieldhouse"), "{told}");
    assert_eq!(look(&client.refresh).await["active"], true);
    assert_eq!(look("made-up").await, json!({"active": false}));
    app.state.clock.advance_seconds(3600);
    assert_eq!(look(&client.token).await, json!({"active": false}), "over");
    ask(&client.visitor, "/oauth/token/revoke", &format!("token={}", client.refresh)).await;
    assert_eq!(look(&client.refresh).await, json!({"active": false}), "given back");
    let nobody = client.visitor.send(Method::POST, "/oauth/introspect", &[], None).await;
    assert_eq!(nobody.status, 401);
}
