//! A clock that is set while orders are worked on: what was done later stands later whatever the clock said, and nobody stays at
//! the desk for longer than they may.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{desk::sales::count_due, staff::audit};
use serde_json::json;

use crate::{
    accounts::letters,
    desk_orders::{assert_ledger, done, placed, show, staff},
    shopping::{add, assert_books},
    support::TestApp,
};

const SITE: Site = Site::FIELDHOUSE;
const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

#[tokio::test]
async fn what_is_done_after_the_clock_was_set_back_stands_after_what_was_done_before() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let art_proof = json!({"kind": "art_proof", "reason": "Coach looks at it"});
    let waiting = done(&desk, &id, "holds", art_proof).await;
    app.state.clock.advance_seconds(-40 * DAY);
    let desk = staff(&app, "order_desk").await;
    let hold = waiting["holds"][0]["id"].as_str().unwrap();
    done(&desk, &id, &format!("holds/{hold}/close"), json!({})).await;
    let first = done(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 8}]})).await;
    let shipment = first["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    app.state.clock.advance_seconds(41 * DAY);
    let desk = staff(&app, "owner").await;
    let cancel = json!({"lines": [{"position": 1, "quantity": 1}], "reason": "stock", "note": "Sold out this season."});
    done(&desk, &id, "cancellations", cancel).await;

    let seen = show(&desk, &id).await;
    let kinds: Vec<_> = seen["timeline"].as_array().unwrap().iter().map(|event| event["kind"].clone()).collect();
    let told = [
        "order.cancelled",
        "shipment.shipped",
        "shipment.created",
        "order.hold_released",
        "order.held",
        "order.placed",
    ];
    assert_eq!(kinds, told, "in the order of the acts, not of the clock");
    assert_eq!((&seen["order"]["status"], &seen["ledger"]["shipped"]), (&json!("Partly shipped"), &json!(8)));
    assert_ledger(&app, &id).await;
    assert_books(&app).await;
    assert!(matches!(audit::verify(app.state.db.read()).await.unwrap(), audit::Verified::Whole { .. }));
    count_due(&app.state).await.unwrap();
    let mail = letters(&app).await;
    for text in ["is on its way", "Sold out this season."] {
        assert_eq!(mail.iter().filter(|letter| letter.contains(text)).count(), 1, "{text}: once");
    }
}

#[tokio::test]
async fn a_clock_that_is_set_asks_everybody_at_the_desk_to_sign_in_anew_and_nobody_who_shops() {
    let app = TestApp::stocked().await;
    let shopper = app.visitor(SITE);
    assert_eq!(add(&shopper, json!([{"sku": "BAL200-5", "quantity": 1}])).await.status, StatusCode::OK);
    // Back, or a session of now would count until the clock has come as far again; and forward.
    for (role, set) in [("manager", -2 * HOUR), ("order_desk", DAY)] {
        let desk = staff(&app, role).await;
        assert_eq!(desk.get("/desk/api/orders").await.status, StatusCode::OK);
        app.state.clock.advance_seconds(set);
        let refused = desk.get("/desk/api/orders").await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{set}: {}", refused.text);
        assert_eq!(shopper.get("/api/cart/active").await.json()["lineCount"], 1, "{set}");
    }
}
