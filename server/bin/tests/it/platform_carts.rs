//! Carts and orders of the customer API.

use fieldhouse_core::brand::Site;
use fieldhouse_shop::pruning::sweep::sweep;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, sign_in},
    platform::{Client, ask, code},
    shopping::{add, assert_books, check_out, count, lines, place, placing},
    support::TestApp,
};

#[tokio::test]
async fn carts_change_by_the_actions_of_cart_7() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    assert_eq!(code(&client.get("/me/active-cart").await), "ResourceNotFound");
    let cart = client.good("/in-store/key=fieldhouse/me/carts", &json!({"currency": "USD"})).await;
    assert_eq!(
        (&cart["lineItems"], &cart["cartState"], &cart["store"]["key"]),
        (&json!([]), &json!("Active"), &json!("fieldhouse"))
    );
    let path = format!("/me/carts/{}", cart["id"].as_str().unwrap());
    let at = |version: &Value, actions: Value| json!({"version": version, "actions": actions});
    let cart = client
        .good(&path, &at(&cart["version"], json!([{"action": "addLineItem", "sku": "BAL100", "quantity": 3}])))
        .await;
    let line = &cart["lineItems"][0];
    assert_eq!(
        (&line["variant"]["sku"], &line["quantity"], &line["name"]["en"].is_string()),
        (&json!("BAL100"), &json!(3), &true)
    );
    let unit = line["price"]["value"]["centAmount"].as_i64().unwrap();
    assert_eq!(
        line["price"]["value"],
        json!({"type": "centPrecision", "currencyCode": "USD", "centAmount": unit, "fractionDigits": 2})
    );
    // The storefront shows the same cart.
    let visitor = app.visitor(Site::FIELDHOUSE);
    sign_in(&visitor, COACH, PASSWORD).await;
    let shown = crate::shopping::cart(&visitor).await;
    assert_eq!((&shown["id"], &shown["totalCents"]), (&cart["id"], &cart["totalPrice"]["centAmount"]));
    let id = line["id"].clone();
    let cart = client
        .good(
            &path,
            &at(
                &cart["version"],
                json!([
                    {"action": "changeLineItemQuantity", "lineItemId": id, "quantity": 5},
                    {"action": "removeLineItem", "lineItemId": id, "quantity": 1},
                    {"action": "recalculate", "updateProductData": true},
                ]),
            ),
        )
        .await;
    assert_eq!(cart["lineItems"][0]["quantity"], 4);
    let cart_type = visitor.get("/api/cart/types/").await.json()["types"]["body"]["id"].clone();
    let cart = client
        .good(
            &path,
            &at(
                &cart["version"],
                json!([
                    {"action": "setCustomType", "type": {"typeId": "type", "id": cart_type}},
                    {"action": "setCustomField", "name": "program_id", "value": "P1"},
                ]),
            ),
        )
        .await;
    assert_eq!(cart["custom"], json!({"type": {"typeId": "type", "id": cart_type}, "fields": {"program_id": "P1"}}));
    let cart = client
        .good(
            &path,
            &at(&cart["version"], json!([{"action": "setCustomField", "name": "program_id", "value": "remove"}])),
        )
        .await;
    assert_eq!(cart["custom"]["fields"], json!({}));
    let cart = client.good(&path, &at(&cart["version"], json!([{"action": "removeLineItem", "lineItemId": id}]))).await;
    assert_eq!(cart["lineItems"], json!([]));
    assert_eq!(client.get("/me/carts?limit=1").await.json()["results"][0], cart);
    assert_eq!(client.get("/me/active-cart").await.json(), cart);
    assert_books(&app).await;
}

#[tokio::test]
async fn r10_r13_no_action_names_an_amount_and_quantities_keep_the_rules() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::FIELDHOUSE).await;
    let cart =
        client.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})).await;
    let (path, id) = (format!("/me/carts/{}", cart["id"].as_str().unwrap()), cart["lineItems"][0]["id"].clone());
    for (action, expected, field) in [
        (
            json!({"action": "addLineItem", "sku": "BAL100", "externalPrice": {"centAmount": 1}}),
            "InvalidJsonInput",
            Some("actions.0.externalPrice"),
        ),
        (json!({"action": "setLineItemPrice", "lineItemId": id}), "InvalidJsonInput", Some("actions.0.action")),
        (json!({"action": "addLineItem", "sku": "NOPE"}), "InvalidField", Some("actions.0.sku")),
        (json!({"action": "addLineItem", "sku": "BAL100", "quantity": -1}), "InvalidField", Some("actions.0.quantity")),
        (
            json!({"action": "addLineItem", "sku": "BAL100", "quantity": 1.5}),
            "InvalidJsonInput",
            Some("actions.0.quantity"),
        ),
        (
            json!({"action": "addLineItem", "sku": "BAL100", "quantity": 9_223_372_036_854_775_807_i64}),
            "InvalidField",
            Some("actions.0.quantity"),
        ),
        (
            json!({"action": "changeLineItemQuantity", "lineItemId": id, "quantity": 10_000}),
            "InvalidField",
            Some("actions.0.quantity"),
        ),
        (
            json!({"action": "changeLineItemQuantity", "lineItemId": id, "quantity": -1}),
            "InvalidField",
            Some("actions.0.quantity"),
        ),
        (json!({"action": "changeLineItemQuantity", "lineItemId": "x", "quantity": 1}), "ResourceNotFound", None),
        (json!({"action": "setCustomField", "name": "price", "value": "1"}), "InvalidJsonInput", None),
        (json!({"action": "setCustomField", "name": "flyer_code", "value": "<script>"}), "InvalidJsonInput", None),
        (json!({"action": "setCustomType", "type": {"typeId": "type", "id": "x"}}), "InvalidJsonInput", None),
    ] {
        let answer = client.post(&path, &json!({"version": cart["version"], "actions": [action]})).await;
        assert_eq!(code(&answer), expected, "{action}: {}", answer.text);
        if let Some(field) = field {
            assert_eq!(answer.json()["errors"][0]["field"], field, "{action}");
        }
        assert_eq!(client.get("/me/active-cart").await.json(), cart, "{action}");
    }
    for draft in [
        json!({"currency": "EUR"}),
        json!({"currency": "USD", "totalPrice": 1}),
        json!({"currency": "USD", "customerId": "x"}),
    ] {
        assert_eq!(code(&client.post("/me/carts", &draft).await), "InvalidJsonInput", "{draft}");
    }
    let elsewhere = json!({"currency": "USD", "store": {"typeId": "store", "key": "usgames"}});
    assert_eq!(client.post("/me/carts", &elsewhere).await.status, 404);
    let late = client.post(&path, &json!({"version": 99, "actions": []})).await;
    assert_eq!((late.status.as_u16(), code(&late).as_str()), (409, "ConcurrentModification"));
    assert_eq!(late.json()["errors"][0]["currentVersion"], cart["version"]);
    assert_books(&app).await;
}

#[tokio::test]
async fn r02_r03_what_is_somebody_elses_does_not_exist() {
    let app = TestApp::stocked().await;
    let owner = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let cart =
        owner.good("/me/carts", &json!({"currency": "USD", "lineItems": [{"sku": "BAL100", "quantity": 1}]})).await;
    let (id, line) = (cart["id"].as_str().unwrap(), cart["lineItems"][0]["id"].clone());
    let rivals = [
        Client::registered(&app, Site::FIELDHOUSE, "rival@club.example").await,
        Client::anonymous(&app, Site::FIELDHOUSE).await,
        Client::registered(&app, Site::US_GAMES, COACH).await,
    ];
    for rival in &rivals {
        rival.good("/me/carts", &json!({"currency": "USD"})).await;
        for kind in ["carts", "orders"] {
            let made_up = rival.get(&format!("/me/{kind}/00000000-0000-4000-8000-000000000000")).await;
            for id in [id, "1%20or%201=1", "..%2f", "'"] {
                let answer = rival.get(&format!("/me/{kind}/{id}")).await;
                assert_eq!((answer.status.as_u16(), answer.json()), (404, made_up.json()), "{kind} {id}");
            }
        }
        let remove = json!({"version": cart["version"], "actions": [{"action": "removeLineItem", "lineItemId": line}]});
        assert_eq!(rival.post(&format!("/me/carts/{id}"), &remove).await.status, 404);
        let own = rival.get("/me/active-cart").await.json();
        let remove = json!({"version": own["version"], "actions": [{"action": "removeLineItem", "lineItemId": line}]});
        assert_eq!(rival.post(&format!("/me/carts/{}", own["id"].as_str().unwrap()), &remove).await.status, 404);
    }
    assert_eq!(owner.get("/me/active-cart").await.json(), cart);
}

#[tokio::test]
async fn a_cart_does_not_grow_past_its_limit_by_giving_a_line_away() {
    let app = TestApp::stocked().await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    sign_in(&visitor, COACH, PASSWORD).await;
    let named: Value = (0..2_000)
        .map(|n| json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [[format!("P{n}"), "1"]]}))
        .collect();
    assert_eq!(add(&visitor, named).await.status, 200);
    let cart = crate::shopping::cart(&visitor).await;
    let path = format!("/me/carts/{}", cart["id"].as_str().unwrap());
    let line = lines(&cart)[0].1.clone();
    let away = json!({"action": "removeLineItem", "lineItemId": line});
    let more = |sku: &str| json!({"action": "addLineItem", "sku": sku, "quantity": 1});
    let at = |actions: Value| json!({"version": cart["version"], "actions": actions});
    let refused = client.post(&path, &at(json!([away, more("BAL100"), more("GLV100-L")]))).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(refused.text.contains("A cart holds at most 2,000 lines"), "{}", refused.text);
    assert_eq!(crate::shopping::cart(&visitor).await["lineCount"], 2_000);
    client.good(&path, &at(json!([away, more("BAL100")]))).await;
    assert_eq!(crate::shopping::cart(&visitor).await["lineCount"], 2_000);
    assert_books(&app).await;
}

#[tokio::test]
async fn a_cart_stays_as_long_as_somebody_holds_a_token_that_opens_it() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::FIELDHOUSE).await;
    client.good("/me/carts", &json!({"currency": "USD"})).await;
    app.state.clock.advance_seconds(20 * 86_400);
    let form = format!("grant_type=refresh_token&refresh_token={}", client.refresh);
    assert_eq!(ask(&client.visitor, "/oauth/token", &form).await.status, 200);
    app.state.clock.advance_seconds(20 * 86_400);
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "cart").await, 1);
    app.state.clock.advance_seconds(20 * 86_400);
    sweep(&app.state).await.unwrap();
    assert_eq!(count(&app, "cart").await, 0);
}

#[tokio::test]
async fn orders_are_read_as_they_were_placed() {
    let app = TestApp::stocked().await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    let wishes =
        json!([{"sku": "BAL200-4", "quantity": 2}, {"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["Kim", "7"]]}]);
    add(&visitor, wishes).await;
    let placed = place(&visitor, "one", &placing(&check_out(&visitor).await)).await.json();
    let client = Client::customer(&app, Site::FIELDHOUSE, COACH).await;
    let path = format!("/me/orders/{}", placed["id"].as_str().unwrap());
    let order = client.get(&[&path, "?expand=paymentInfo.payments[*]"].concat()).await.json();
    assert_eq!(
        [&order["id"], &order["orderNumber"], &order["customerEmail"], &order["orderState"]],
        [&placed["id"], &placed["number"], &placed["email"], &json!("Confirmed")]
    );
    let cents = |money: &Value| money["centAmount"].as_i64().unwrap();
    assert_eq!(cents(&order["taxedPrice"]["totalGross"]), placed["totalCents"].as_i64().unwrap());
    let (gross, tax) = (cents(&order["taxedPrice"]["totalGross"]), cents(&order["taxedPrice"]["totalTax"]));
    assert_eq!((tax, gross - tax), (placed["summary"]["tax"]["cents"].as_i64().unwrap(), cents(&order["totalPrice"])));
    let freight = &order["shippingInfo"]["price"];
    assert_eq!((&freight["currencyCode"], &freight["fractionDigits"]), (&json!("USD"), &json!(2)));
    let lines = order["lineItems"].as_array().unwrap();
    let sum: i64 = lines.iter().map(|line| cents(&line["totalPrice"])).sum();
    assert_eq!(cents(&order["totalPrice"]), sum + cents(&order["shippingInfo"]["price"]));
    let ball = lines.iter().find(|line| line["variant"]["sku"] == "BAL200-4").unwrap();
    assert_eq!((cents(&ball["price"]["value"]), cents(&ball["price"]["discounted"]["value"])), (2000, 1500));
    assert_eq!(cents(&ball["totalPrice"]), 3000);
    let jersey = lines.iter().find(|line| line["variant"]["sku"] == "JRS200-NAV-S").unwrap();
    assert_eq!(jersey["custom"]["fields"], json!({"freeForm": ["Kim", "7"]}));
    let page = client.get("/in-store/key=fieldhouse/me/orders?limit=50").await.json();
    assert_eq!((&page["total"], &page["results"][0]["id"]), (&json!(1), &order["id"]));
    let rival = Client::registered(&app, Site::FIELDHOUSE, "rival@club.example").await;
    let made_up = rival.get("/me/orders/00000000-0000-4000-8000-000000000000").await;
    let theirs = rival.get(&path).await;
    assert_eq!((theirs.status.as_u16(), theirs.json()), (404, made_up.json()));
}
