//! Orders told to an ERP that loses answers, answers twice or late, or not at all: exactly one order there
//! by its key, and a poisonous one parked (R31).

use std::{sync::Arc, time::Duration};

use axum::{Router, http::StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    jobs::{self, State},
    upstream::{Limits, Upstream},
};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    buying::{certificates::store::CertificateRow, orders::export::send_due},
    state::AppState,
};
use serde_json::json;

use crate::{
    approvals::{decide, limit, order, school},
    certificates::{certificate, issue, redeem},
    desk_orders::{act, done, staff},
    erp_stub::{Manner, Stub, canary},
    shopping::{add, add_one, check_out, count, number_in, place, placing, put},
    support::{TestApp, Visitor},
};

/// A store whose orders go to an ERP.
pub struct Exporting {
    pub app: TestApp,
    pub state: AppState,
    pub stub: Stub,
}

impl Exporting {
    pub async fn start() -> Self {
        let app = TestApp::stocked().await;
        let stub = Stub::start(Manner::Good, &canary().await.0).await;
        let limits = Limits { patience: Duration::from_millis(500), ..Limits::default() };
        let state = app.exporting_to(Upstream::new("erp-orders", &stub.address, "", limits).unwrap());
        Self { app, state, stub }
    }

    /// The way into the store that exports.
    pub fn router(&self) -> Router {
        surfaces::router(self.state.clone(), Arc::clone(&self.app.pages))
    }

    /// Somebody at the desk of the store that exports.
    async fn desk(&self, role: &str) -> Visitor {
        let signed_in = staff(&self.app, role).await;
        let desk = Visitor::at(self.router(), Site::FIELDHOUSE);
        desk.forge_cookie("fieldhouse-desk", &signed_in.cookie("fieldhouse-desk").unwrap());
        desk
    }

    /// Places an order; its id.
    async fn order(&self, quantity: i64) -> String {
        let visitor = Visitor::at(self.router(), Site::FIELDHOUSE);
        add_one(&visitor, "BAL100", quantity).await;
        let review = check_out(&visitor).await;
        let placed = place(&visitor, "key", &placing(&review)).await;
        assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
        // Orders of one moment would have no order.
        self.state.clock.advance_seconds(1);
        placed.json()["id"].as_str().unwrap().to_owned()
    }

    pub async fn send(&self) -> usize {
        send_due(&self.state, self.state.erp_orders.as_ref().unwrap()).await.unwrap()
    }

    async fn parked(&self) -> i64 {
        number_in(self.state.db.read(), "SELECT count(*) AS n FROM job WHERE state = 'parked'").await
    }
}

#[tokio::test]
async fn r31_an_order_becomes_one_order_of_the_erp_whatever_happens_to_the_answers() {
    let exporting = Exporting::start().await;
    let mut placed = Vec::new();
    for quantity in 1..=3 {
        placed.push(exporting.order(quantity).await);
    }
    // The answer gets lost, comes too late, is an error: the ERP may or may not have the order.
    for manner in [Manner::HangsUp, Manner::ServerError, Manner::Silent, Manner::Html, Manner::HangsUp] {
        exporting.stub.behave(manner);
        assert_eq!(exporting.send().await, usize::from(manner == Manner::Html) * 3, "{manner:?}");
        if manner == Manner::Html {
            break;
        }
        // Nothing goes out while nobody is home.
        assert_eq!(exporting.send().await, 0);
        exporting.state.clock.advance_seconds(700);
    }
    assert_eq!(exporting.stub.taken(), placed);
    assert_eq!(exporting.parked().await, 0);
    let asked = exporting.stub.asked();
    assert!(asked.len() > placed.len(), "nothing was repeated");
    assert_eq!(asked[0].body["orderId"], json!(placed[0]));
    assert_eq!(asked[0].body["lines"][0]["sku"], "BAL100");
    assert_eq!(asked[0].body["lines"][0]["unitPrice"], "39.99");
    assert_eq!(asked[0].body["shipTo"]["city"], "Austin");
    // What is done is done.
    exporting.state.clock.advance_seconds(86_400);
    assert_eq!(exporting.send().await, 0);
    assert_eq!(exporting.stub.taken(), placed);
}

#[tokio::test]
async fn the_export_tells_notes_file_and_certificates_and_its_total_is_the_sum_of_its_parts() {
    let exporting = Exporting::start().await;
    // Without a certificate; with one that is used up; and with a second that is worth more than what is left.
    for used in 0..=2 {
        let visitor = Visitor::at(exporting.router(), Site::FIELDHOUSE);
        add_one(&visitor, "BAL100", 3).await;
        for (nth, value) in [2_000_u32, 500_000].into_iter().take(used).enumerate() {
            let number = format!("GC-{used}{nth}");
            issue(&exporting.app, &[CertificateRow { value_cents: value.into(), ..certificate(&number) }]).await;
            assert_eq!(redeem(&visitor, &number).await.status, StatusCode::OK);
        }
        check_out(&visitor).await;
        let paid = json!({"poNumber": "PO-4711", "poFileName": "po-4711.pdf"});
        let review = put(&visitor, "/api/checkout/payment", &paid).await.json();
        let placed = place(&visitor, "key", &placing(&review)).await;
        assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
        exporting.state.clock.advance_seconds(1);
    }
    assert_eq!(exporting.send().await, 3);
    let cents = |amount: &serde_json::Value| -> i64 { amount.as_str().unwrap().replace('.', "").parse().unwrap() };
    for (used, asked) in exporting.stub.asked().iter().enumerate() {
        let body = &asked.body;
        assert_eq!((&body["instructions"], &body["poFileName"]), (&json!("Gym entrance"), &json!("po-4711.pdf")));
        let parts = body["certificates"].as_array().unwrap();
        assert_eq!(parts.len(), used);
        let lines = body["lines"].as_array().unwrap();
        for line in lines {
            assert_eq!(cents(&line["lineTotal"]), cents(&line["unitPrice"]) * line["quantity"].as_i64().unwrap());
        }
        let goods: i64 = lines.iter().map(|line| cents(&line["lineTotal"])).sum();
        let applied: i64 = parts.iter().map(|part| cents(&part["applied"])).sum();
        assert_eq!(cents(&body["total"]), goods + cents(&body["freight"]) + cents(&body["tax"]) - applied, "{body}");
    }
    let last = exporting.stub.asked().pop().unwrap().body;
    assert_eq!(last["total"], "0.00");
    assert_eq!(
        (&last["certificates"][0]["applied"], &last["certificates"][1]["value"]),
        (&json!("20.00"), &json!("5000.00"))
    );
}

#[tokio::test]
async fn the_erp_is_told_what_was_not_canceled_at_what_it_comes_to() {
    let exporting = Exporting::start().await;
    let (desk, visitor) = (exporting.desk("manager").await, Visitor::at(exporting.router(), Site::FIELDHOUSE));
    let wanted = json!([
        {"sku": "JRS200-NAV-S", "quantity": 3, "freeForm": [["Ann", "7"], ["Bea", "8"], ["Cleo", "9"]]},
        {"sku": "BAL100", "quantity": 12},
    ]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let id = place(&visitor, "key", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(exporting.send().await, 1);
    let cut = json!({
        "lines": [{"position": 1, "quantity": 1}, {"position": 2, "quantity": 12}],
        "players": [{"position": 1, "players": ["Name: Bea, Number: 8"]}],
        "reason": "stock",
    });
    done(&desk, &id, "cancellations", cut).await;
    assert_eq!(exporting.send().await, 1);
    let told = exporting.stub.asked().pop().unwrap().body;
    let after = visitor.get(&format!("/api/orders/{id}")).await.json()["afterChanges"].clone();
    let after = after.as_array().unwrap().last().unwrap()["text"].as_str().unwrap().replace(['$', ','], "");
    assert_eq!(told["total"], json!(after));
    let lines = told["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["quantity"]), (1, &json!(2)));
    assert_eq!(lines[0]["freeForm"], json!([["Ann", "7"], ["Cleo", "9"]]));
    let cents = |amount: &serde_json::Value| -> i64 { amount.as_str().unwrap().replace('.', "").parse().unwrap() };
    assert_eq!(cents(&lines[0]["lineTotal"]), cents(&lines[0]["unitPrice"]) * 2);
    assert_eq!(cents(&told["total"]), cents(&lines[0]["lineTotal"]) + cents(&told["freight"]) + cents(&told["tax"]));
    // Nothing is left of it.
    done(&desk, &id, "cancellations", json!({"lines": [{"position": 1, "quantity": 2}], "reason": "stock"})).await;
    assert_eq!(exporting.send().await, 1);
    let ended = exporting.stub.asked().pop().unwrap().body;
    assert_eq!(
        (&ended["lines"], &ended["total"], &ended["lifecycle"]),
        (&json!([]), &json!("0.00"), &json!("cancelled"))
    );
}

#[tokio::test]
async fn the_erp_hears_nothing_of_an_order_that_waits_again_until_it_is_decided() {
    let exporting = Exporting::start().await;
    let desk = exporting.desk("manager").await;
    let (mut buyer, mut approver) = school(&exporting.app, Site::FIELDHOUSE).await;
    buyer.turn_to(exporting.router());
    approver.turn_to(exporting.router());
    limit(&exporting.app, Site::FIELDHOUSE, Some(1_000)).await;
    let placed = order(&buyer, "one", 2).await;
    let id = placed["id"].as_str().unwrap();
    assert_eq!(decide(&approver, &placed, "approved", "").await.status, StatusCode::OK);
    assert_eq!(exporting.send().await, 1);
    let raise = json!({"amounts": {"lines": [{"position": 1, "quantity": 9}]}});
    let staged = act(&desk, id, "edits", raise).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(done(&desk, id, &format!("edits/{staged}/apply"), json!({})).await["lifecycle"], "awaiting_approval");
    done(&desk, id, "cancellations", json!({"lines": [{"position": 1, "quantity": 1}], "reason": "stock"})).await;
    assert_eq!(exporting.send().await, 0);
    assert_eq!(decide(&approver, &placed, "declined", "No.").await.status, StatusCode::OK);
    assert_eq!(exporting.send().await, 1);
    let told = exporting.stub.asked().pop().unwrap().body;
    assert_eq!((&told["lifecycle"], &told["outstanding"][0]["outstanding"]), (&json!("declined"), &json!(0)));
    assert_eq!((&told["lines"], &told["total"]), (&json!([]), &json!("0.00")));
}

#[tokio::test]
async fn r31_two_workers_tell_an_order_once() {
    let exporting = Exporting::start().await;
    let placed = exporting.order(1).await;
    let (one, other) = tokio::join!(exporting.send(), exporting.send());
    assert_eq!(one + other, 1);
    assert_eq!(exporting.stub.taken(), [placed]);
    assert_eq!(exporting.stub.asked().len(), 1);
}

#[tokio::test]
async fn r31_a_poisonous_order_is_parked_and_blocks_nobody() {
    let exporting = Exporting::start().await;
    exporting.order(1).await;
    exporting.stub.behave(Manner::Forbidden);
    assert_eq!(exporting.send().await, 0);
    assert_eq!(exporting.parked().await, 1);
    exporting.stub.behave(Manner::Good);
    let second = exporting.order(2).await;
    assert_eq!(exporting.send().await, 1);
    assert_eq!(exporting.stub.taken(), std::slice::from_ref(&second));
    // Ten answers that are none park it too; nobody home counts for nothing.
    exporting.order(3).await;
    let fourth = exporting.order(4).await;
    exporting.stub.behave(Manner::ServerError);
    for _ in 0..10 {
        exporting.state.clock.advance_seconds(700);
        exporting.send().await;
    }
    assert_eq!(exporting.parked().await, 2);
    exporting.stub.behave(Manner::Good);
    exporting.state.clock.advance_seconds(700);
    exporting.send().await;
    assert_eq!(exporting.stub.taken(), [second, fourth]);
}

#[tokio::test]
async fn r80_a_parked_order_is_told_and_goes_out_or_is_dropped_by_hand() {
    let exporting = Exporting::start().await;
    exporting.stub.behave(Manner::Forbidden);
    let wanted = exporting.order(1).await;
    exporting.order(2).await;
    assert_eq!(exporting.send().await, 0);
    let mut told = jobs::list(exporting.state.db.read(), State::Parked).await.unwrap();
    // Both were placed at the same moment of the fixed clock.
    told.sort_by_key(|line| !line.contains(&wanted));
    assert!(told.len() == 2 && told[0].contains(&format!("  orders placed  fieldhouse  {wanted}  since ")), "{told:?}");
    exporting.stub.behave(Manner::Good);
    jobs::retry(&exporting.state.db, &exporting.state.clock, &told[0][..36]).await.unwrap();
    jobs::drop_job(&exporting.state.db, &told[1][..36]).await.unwrap();
    assert_eq!(exporting.send().await, 1);
    assert_eq!(exporting.stub.taken(), [wanted]);
    assert!(jobs::list(exporting.state.db.read(), State::Parked).await.unwrap().is_empty());
    assert!(jobs::drop_job(&exporting.state.db, &told[0][..36]).await.is_err(), "what was told is no longer parked");
}

#[tokio::test]
async fn r31_the_message_is_there_with_the_order_and_never_without() {
    let exporting = Exporting::start().await;
    let exports =
        async || number_in(exporting.state.db.read(), "SELECT count(*) AS n FROM job WHERE queue = 'orders'").await;
    let visitor = Visitor::at(exporting.router(), Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let review = check_out(&visitor).await;
    let mut wrong = placing(&review);
    wrong["totalCents"] = json!(1);
    assert_eq!(place(&visitor, "wrong", &wrong).await.status, StatusCode::CONFLICT);
    assert_eq!((count(&exporting.app, "orders").await, exports().await), (0, 0));
    assert_eq!(place(&visitor, "right", &placing(&review)).await.status, StatusCode::CREATED);
    assert_eq!(place(&visitor, "right", &placing(&review)).await.status, StatusCode::CREATED);
    assert_eq!((count(&exporting.app, "orders").await, exports().await), (1, 1));
}

#[tokio::test]
async fn r34_the_breaker_shows_in_the_metrics_which_are_off_unless_configured() {
    let exporting = Exporting::start().await;
    let shown = async |metrics: bool| {
        let config = fieldhouse_shop::config::Config { metrics, ..exporting.app.state.config.clone() };
        let outside = Upstream::new("erp-orders", &exporting.stub.address, "canary-token", Limits::default()).unwrap();
        let state = exporting.app.configured(config, outside);
        let visitor = Visitor::at(surfaces::router(state, Arc::clone(&exporting.app.pages)), Site::FIELDHOUSE);
        visitor.get("/metrics").await
    };
    assert_eq!(shown(false).await.status, StatusCode::NOT_FOUND);
    let metrics = shown(true).await;
    assert_eq!(metrics.status, StatusCode::OK);
    assert!(metrics.text.contains("fieldhouse_upstream_breaker{system=\"erp-orders\"} 0"), "{}", metrics.text);
    assert!(!metrics.text.contains("canary-token"));
}
