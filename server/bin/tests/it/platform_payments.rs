//! Payments of the customer API: of three kinds, each worth what the store says.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::certificates::store::CertificateRow;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, customer},
    certificates::{certificate, issue, redeem},
    platform::{Client, code},
    shopping::{assert_books, check_out, count, place, placing},
    support::TestApp,
};

/// A payment as clients plan it.
pub fn planned(interface: &str, method: &str, cents: i64, fields: &Value) -> Value {
    json!({
        "amountPlanned": {"currencyCode": "USD", "centAmount": cents},
        "paymentMethodInfo": {"paymentInterface": interface, "method": method},
        "custom": {"type": {"typeId": "type", "key": "payment"}, "fields": fields},
    })
}

#[tokio::test]
async fn payments_of_the_three_kinds_are_planned_read_and_deleted() {
    let app = TestApp::stocked().await;
    let gift = CertificateRow { flyer: "AB".to_owned(), ..certificate("GC-1") };
    issue(&app, &[gift, certificate("GC-2")]).await;
    let client = Client::registered(&app, Site::FIELDHOUSE, COACH).await;
    let lines = json!([{"sku": "BAL100", "quantity": 2}]);
    let cart = client.good("/me/carts", &json!({"currency": "USD", "lineItems": lines})).await;
    let total = cart["totalPrice"]["centAmount"].clone();
    // R12: whatever was sent, a certificate is worth what the look-up says, an order what it comes to.
    let number = json!({"certificate_number": "gc-1"});
    let gift = client.good("/me/payments", &planned("SAP", "CERTIFICATE", 1_000_000, &number)).await;
    assert_eq!(gift["amountPlanned"]["centAmount"], 5_000);
    assert_eq!(gift["custom"]["fields"], json!({"certificate_number": "GC-1"}));
    let order = client.good("/me/payments", &planned("SAP", "PURCHASE_ORDER", 1, &json!({"po_number": "PO-1"}))).await;
    assert_eq!(
        (&order["amountPlanned"]["centAmount"], &order["custom"]["fields"]["po_number"]),
        (&total, &json!("PO-1"))
    );
    let fields = json!({"card_token": "tok-1", "exp_month": "12", "exp_year": "2030"});
    let visa = client.good("/me/payments", &planned("card-payment-provider", "VISA", 1, &fields)).await;
    assert_eq!(visa["custom"]["fields"], json!({"exp_month": "12", "exp_year": "2030"}), "R08: the token stays here");
    let listed = client.get("/me/payments/?limit=50").await.json();
    assert_eq!((&listed["limit"], &listed["total"]), (&json!(50), &json!(3)));
    let one = |payment: &Value| format!("/me/payments/{}", payment["id"].as_str().unwrap());
    assert_eq!(client.get(&one(&visa)).await.json(), visa);

    // On the cart, in place of its reference when asked for.
    let path = format!("/me/carts/{}", cart["id"].as_str().unwrap());
    let act = async |cart: &Value, action: Value| {
        client.post(&path, &json!({"version": cart["version"], "actions": [action]})).await
    };
    let reference = json!({"typeId": "payment", "id": gift["id"]});
    let cart = act(&cart, json!({"action": "addPayment", "payment": reference})).await.json();
    assert_eq!(cart["paymentInfo"]["payments"], json!([reference]));
    assert_eq!(cart["custom"]["fields"]["flyer_code"], "AB", "cart §4: its flyer comes along");
    let whole = client.get("/me/active-cart?expand=paymentInfo.payments[*]").await.json();
    assert_eq!(whole["paymentInfo"]["payments"][0]["obj"]["amountPlanned"]["centAmount"], 5_000);
    // A change answers as a look does.
    let changed = json!({"version": cart["version"], "actions": [{"action": "recalculate"}]});
    let cart = client.post(&[&path, "?expand=paymentInfo.payments[*]"].concat(), &changed).await.json();
    assert_eq!(cart["paymentInfo"], whole["paymentInfo"]);
    for value in [json!("remove"), json!("XY"), Value::Null] {
        let locked = act(&cart, json!({"action": "setCustomField", "name": "flyer_code", "value": value})).await;
        assert_eq!(locked.status, 400);
        assert!(locked.text.contains("is being used by a certificate in your cart"), "{}", locked.text);
    }
    let twice = planned("SAP", "CERTIFICATE", 1, &json!({"certificate_number": "GC-1"}));
    assert_eq!(client.post("/me/payments", &twice).await.status, 400, "it is on the cart already");
    let cart = act(&cart, json!({"action": "removePayment", "payment": reference})).await.json();
    assert_eq!((&cart["paymentInfo"], &cart["custom"]["fields"]), (&Value::Null, &json!({})));

    let stale = client.send(Method::DELETE, &[&one(&order), "?version=9"].concat(), None).await;
    assert_eq!((stale.status.as_u16(), code(&stale).as_str()), (409, "ConcurrentModification"));
    for query in ["", "?version=", "?version=x", "?version=1&version=1", "?version=-1"] {
        let answer = client.send(Method::DELETE, &[&one(&order), query].concat(), None).await;
        assert_eq!(answer.status, 400, "{query}");
    }
    let gone = client.send(Method::DELETE, &[&one(&order), "/?version=1"].concat(), None).await;
    assert_eq!((gone.status, gone.json()), (StatusCode::OK, order.clone()));
    assert_eq!(client.get(&one(&order)).await.status, 404);

    // R02, R03: somebody else's payment does not exist.
    let rival = Client::registered(&app, Site::FIELDHOUSE, "rival@club.example").await;
    let made_up = rival.get("/me/payments/00000000-0000-4000-8000-000000000000").await;
    assert_eq!(rival.get(&one(&visa)).await.json(), made_up.json());
    assert_eq!(rival.send(Method::DELETE, &[&one(&visa), "?version=1"].concat(), None).await.status, 404);
    let theirs = rival.good("/me/carts", &json!({"currency": "USD"})).await;
    let steal = json!({"version": theirs["version"], "actions": [{"action": "addPayment", "payment": {"typeId": "payment", "id": visa["id"]}}]});
    assert_eq!(rival.post(&format!("/me/carts/{}", theirs["id"].as_str().unwrap()), &steal).await.status, 404);
    assert_eq!(client.get(&one(&visa)).await.json(), visa);
    assert_books(&app).await;
}

#[tokio::test]
async fn r12_a_payment_of_an_order_stays_and_is_told_with_it() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-1")]).await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    crate::shopping::add_one(&visitor, "BAL100", 2).await;
    assert_eq!(redeem(&visitor, "GC-1").await.status, StatusCode::OK);
    let placed = place(&visitor, "one", &placing(&check_out(&visitor).await)).await.json();
    let client = Client::customer(&app, Site::FIELDHOUSE, COACH).await;
    let path = format!("/me/orders/{}?expand=paymentInfo.payments[*]", placed["id"].as_str().unwrap());
    let order = client.get(&path).await.json();
    let payments = order["paymentInfo"]["payments"].as_array().unwrap();
    assert_eq!(payments.len(), 2, "the certificate and the purchase order for the rest: {order}");
    let is_certificate = |payment: &&Value| payment["obj"]["paymentMethodInfo"]["method"] == "CERTIFICATE";
    let payment = payments.iter().find(is_certificate).unwrap();
    assert_eq!(payment["obj"]["custom"]["fields"], json!({"certificate_number": "GC-1"}));
    let listed = client.get("/me/orders?expand=paymentInfo.payments[*]").await.json();
    assert_eq!(listed["results"], json!([order]), "a list has its orders whole");
    let plain = client.get("/me/orders").await.json();
    let references: Vec<Value> =
        payments.iter().map(|payment| json!({"typeId": "payment", "id": payment["id"]})).collect();
    assert_eq!(plain["results"][0]["paymentInfo"]["payments"], json!(references));
    let path = format!("/me/payments/{}?version={}", payment["id"].as_str().unwrap(), payment["obj"]["version"]);
    let kept = client.send(Method::DELETE, &path, None).await;
    assert_eq!((kept.status.as_u16(), code(&kept).as_str()), (409, "ReferenceExists"));
}

#[tokio::test]
async fn r65_payments_are_of_their_kind_whole_and_never_hold_a_card_number() {
    let app = TestApp::stocked().await;
    let client = Client::anonymous(&app, Site::FIELDHOUSE).await;
    let card =
        |token: &str, month: &str, year: &str| json!({"card_token": token, "exp_month": month, "exp_year": year});
    for (interface, method, fields) in [
        ("SAP", "CERTIFICATE", json!({})),
        ("SAP", "CERTIFICATE", json!({"certificate_number": "NOPE"})),
        ("SAP", "CERTIFICATE", json!({"certificate_number": "GC-1", "po_number": "x"})),
        ("SAP", "PURCHASE_ORDER", json!({"po_number": " "})),
        ("SAP", "PURCHASE_ORDER", json!({"po_number": "4111 1111 1111 1111"})),
        ("SAP", "VISA", card("tok", "12", "2030")),
        ("card-payment-provider", "VISA", card("4111111111111111", "12", "2030")),
        ("card-payment-provider", "4111-1111-1111-1111", card("tok", "12", "2030")),
        ("card-payment-provider", "VISA", card("tok", "13", "2030")),
        ("card-payment-provider", "VISA", card("", "12", "2030")),
        (
            "card-payment-provider",
            "VISA",
            json!({"card_token": "tok", "exp_month": "12", "exp_year": "2030", "cvv": "123"}),
        ),
        ("other", "CASH", json!({})),
    ] {
        let answer = client.post("/me/payments", &planned(interface, method, 1, &fields)).await;
        assert_eq!(answer.status, 400, "{interface} {method} {fields}: {}", answer.text);
        assert!(!answer.text.contains("4111"), "{}", answer.text);
        code(&answer);
    }
    let mut euros = planned("SAP", "PURCHASE_ORDER", 1, &json!({"po_number": "PO-1"}));
    euros["amountPlanned"]["currencyCode"] = json!("EUR");
    assert_eq!(client.post("/me/payments", &euros).await.status, 400);
    assert_eq!(count(&app, "payment").await, 0);
}
