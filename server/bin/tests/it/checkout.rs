//! Checkout over HTTP: its steps, its sums, what it refuses.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use serde_json::json;

use crate::{
    shopping::{add_one, broken, check_out, put, shipping},
    support::TestApp,
};

#[tokio::test]
async fn the_steps_follow_one_another_and_the_sums_become_known() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert_eq!(visitor.get("/api/checkout").await.status, StatusCode::NOT_FOUND, "no cart yet");
    add_one(&visitor, "BAL100", 2).await;
    let start = visitor.get("/api/checkout").await.json();
    assert_eq!((start["step"].as_str(), start["shipping"].is_null()), (Some("shipping"), true));
    assert!(start["summary"]["freight"]["cents"].is_null());
    assert_eq!(start["summary"]["freight"]["text"], "--");
    assert_eq!(start["methods"][0]["key"], "standard");

    let shipped = put(&visitor, "/api/checkout/shipping", &shipping()).await;
    assert_eq!(shipped.status, StatusCode::OK, "{}", shipped.text);
    let shipped = shipped.json();
    assert_eq!(shipped["step"], "payment");
    assert_eq!(shipped["shipping"]["address"]["city"], "Austin");
    // 79.98 ships for 14.95; Texas taxes both at 6.25 %: 5.93.
    assert_eq!(shipped["summary"]["freight"]["cents"], 1495);
    assert_eq!(shipped["summary"]["tax"]["cents"], 593);
    assert_eq!(shipped["totalCents"], 7998 + 1495 + 593);

    let paid = put(&visitor, "/api/checkout/payment", &json!({"poNumber": " PO-4711 ", "poFileName": "po.pdf"})).await;
    assert_eq!(paid.status, StatusCode::OK, "{}", paid.text);
    assert_eq!(paid.json()["step"], "review");
    assert_eq!(paid.json()["payment"]["poNumber"], "PO-4711");

    // What was saved stays, over changes of the cart too; the sums follow.
    add_one(&visitor, "BAL100", 1).await;
    let later = visitor.get("/api/checkout").await.json();
    assert_eq!((later["step"].as_str(), later["totalLineItemQuantity"].as_i64()), (Some("review"), Some(3)));
    assert_eq!(later["cartVersion"], 2);
    assert_eq!(later["items"][0]["subtotal"]["regularPrice"], 3 * 3999);
}

#[tokio::test]
async fn broken_steps_are_refused_with_every_error_and_leave_what_was_saved() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for (path, body) in [("/api/checkout/shipping", shipping()), ("/api/checkout/payment", json!({"poNumber": "1"}))] {
        assert_eq!(put(&visitor, path, &body).await.status, StatusCode::NOT_FOUND, "no cart");
    }
    add_one(&visitor, "BAL100", 2).await;
    check_out(&visitor).await;
    let before = visitor.get("/api/checkout").await.json();

    let mut empty = shipping();
    empty["email"] = json!("");
    empty["address"]["zip"] = json!("1");
    empty["method"] = json!("pigeon");
    let refused = put(&visitor, "/api/checkout/shipping", &empty).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let fields: Vec<_> = broken(&refused).into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, ["email", "address.zip", "method"], "{}", refused.text);
    let refused = put(&visitor, "/api/checkout/payment", &json!({"poNumber": "  "})).await;
    assert_eq!(broken(&refused)[0].0, "poNumber");
    for (path, body) in [
        ("/api/checkout/shipping", json!({"email": "a@b.co"})),
        ("/api/checkout/payment", json!({"poNumber": "1", "amount": 5})),
        ("/api/checkout/payment", json!({"poNumber": 1})),
    ] {
        assert_eq!(put(&visitor, path, &body).await.status, StatusCode::BAD_REQUEST, "{path} {body}");
    }
    assert_eq!(visitor.get("/api/checkout").await.json(), before);
}

#[tokio::test]
async fn a_card_number_is_not_a_purchase_order_number() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let refused = put(&visitor, "/api/checkout/payment", &json!({"poNumber": "4111 1111 1111 1111"})).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    assert!(visitor.get("/api/checkout").await.json()["payment"].is_null(), "stored nowhere");
}
