//! Prices of an ERP that is slow, silent or talks rubbish: base prices to be confirmed, codes kept,
//! nobody else's price, and no order on a price that nobody confirmed (R32-R34, R36).

use std::{sync::Arc, time::Duration};

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::upstream::{Limits, UpstreamError, breaker::Standing};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    buying::pricing::{Buyer, PriceAsk, PriceService, client::ErpPrices},
    owner::CustomerId,
    state::AppState,
};
use serde_json::{Value, json};

use crate::{
    erp_stub::{Manner, Stub, canary},
    personal_prices::{ALL, apply, question},
    price_table::codes,
    shopping::{add_one, cart, check_out, count, place, placing},
    support::{Answer, TestApp, Visitor},
};

/// A store whose prices come from a stub, and somebody with a code and a cart in it.
struct Priced {
    app: TestApp,
    state: AppState,
    stub: Stub,
    visitor: Visitor,
}

/// Shorter than in life where nothing is ever answered: only how it ends is looked at.
const IMPATIENT: Duration = Duration::from_millis(120);

async fn priced(patience: Duration) -> Priced {
    let app = TestApp::stocked().await;
    let (canary, _) = canary().await;
    let stub = Stub::start(Manner::Good, &canary).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    visitor.forge_cookie("flyercode", "AB");
    let mut priced = Priced { state: app.state.clone(), app, stub, visitor };
    priced.ask_stub(patience);
    priced
}

impl Priced {
    /// A new client of the same stub: nothing kept, the breaker closed.
    fn ask_stub(&mut self, patience: Duration) {
        let limits = Limits { patience, ..Limits::default() };
        let erp = ErpPrices::new(&self.stub.address, "canary-token", limits).unwrap();
        let prices = PriceService::Erp(Box::new(erp));
        self.state = self.app.priced_by(prices);
        self.visitor.turn_to(surfaces::router(self.state.clone(), Arc::clone(&self.app.pages)));
    }

    fn erp(&self) -> &ErpPrices {
        match &self.state.prices {
            PriceService::Erp(erp) => erp,
            PriceService::Embedded(_) => panic!("the store has its own prices"),
        }
    }

    async fn ask(&self) -> Answer {
        self.visitor.post(ALL, &question("fieldhouse", &["BAL100", "BAG100-BLK"])).await
    }
}

fn unit(cart: &Value) -> (Option<i64>, Option<i64>) {
    let price = &cart["items"][0]["lineItems"][0]["unitPrice"];
    (price["regularPrice"].as_i64(), price["discountedPrice"].as_i64())
}

#[tokio::test]
async fn the_erp_is_asked_once_for_many_skus_with_what_the_session_knows() {
    let priced = priced(Limits::default().patience).await;
    let answer = priced.ask().await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.json()["data"]["results"][1]["unitPrice"], "10.00");
    // Again within five minutes: nobody is asked.
    assert_eq!(priced.ask().await.text, answer.text);
    let asked = priced.stub.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].path, "/price-personalized/all/");
    assert!(asked[0].head.contains("authorization: Bearer canary-token"));
    let product = |sku: &str| json!({"sku": sku, "quantity": 1, "flyer": "AB", "programId": ""});
    assert_eq!(
        asked[0].body,
        json!({
            "storeKey": "fieldhouse", "flyer": "AB", "programId": "", "customer": "", "soldTo": "",
            "products": [product("BAL100"), product("BAG100-BLK")],
        })
    );
    priced.state.clock.advance_seconds(301);
    priced.ask().await;
    assert_eq!(priced.stub.asked().len(), 2);
}

#[tokio::test]
async fn r32_r33_whatever_the_erp_does_codes_stay_and_base_prices_are_to_be_confirmed() {
    let mut priced = priced(Limits::default().patience).await;
    let (canary, mut hits) = canary().await;
    priced.stub = Stub::start(Manner::Good, &canary).await;
    priced.stub.behave(Manner::ServerError);
    priced.ask_stub(IMPATIENT);
    // A cart whose price was never confirmed, ready to be placed.
    add_one(&priced.visitor, "BAL100", 1).await;
    let review = check_out(&priced.visitor).await;
    let id = cart(&priced.visitor).await["id"].clone();
    for manner in Manner::BAD {
        priced.stub.behave(manner);
        for operation in 0..6 {
            let mut patience = IMPATIENT;
            let answer = loop {
                priced.ask_stub(patience);
                let before = priced.stub.asked().len();
                let visitor = &priced.visitor;
                let answer = match operation {
                    0 => priced.ask().await,
                    1 => {
                        let one = json!({"sku": "BAL100", "storeKey": "fieldhouse", "quantity": 1});
                        visitor.post("/api/erp/price-personalized/", &one).await
                    }
                    2 => visitor.get("/api/cart/active").await,
                    3 => visitor.get("/api/checkout").await,
                    4 => visitor.post("/api/cart/recalculate", &json!({"cartId": id})).await,
                    _ => place(visitor, &format!("{manner:?}{patience:?}"), &placing(&review)).await,
                };
                if priced.stub.asked().len() > before {
                    break answer;
                }
                // On a busy machine so short a patience may end before the question is out.
                patience *= 2;
                assert!(patience < Duration::from_mins(1), "{manner:?} {operation}: the stub was not asked");
            };
            let told = answer.json();
            match operation {
                0 | 1 => {
                    let (status, code) = (StatusCode::SERVICE_UNAVAILABLE, json!("prices_unavailable"));
                    assert_eq!((answer.status, &told["code"]), (status, &code), "{manner:?}");
                }
                2..=4 => {
                    assert_eq!(answer.status, StatusCode::OK, "{manner:?} {}", answer.text);
                    assert_eq!(unit(&told), (Some(3999), None), "{manner:?}");
                    assert_eq!(told["items"][0]["lineItems"][0]["priceToBeConfirmed"], true, "{manner:?}");
                }
                _ => {
                    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{manner:?} {}", answer.text);
                    assert_eq!(told["errors"][0]["code"], "price_not_confirmed", "{manner:?}");
                }
            }
            // Codes are never cleared by it, and nothing of the rubbish is shown.
            assert_eq!(priced.visitor.cookie("flyercode").as_deref(), Some("AB"), "{manner:?}");
            assert!(!answer.text.contains("<script>") && !answer.text.contains("NOT-ASKED"), "{manner:?}");
        }
        assert_eq!(count(&priced.app, "orders").await, 0, "{manner:?}");
    }
    assert!(hits.try_recv().is_err(), "a redirect was followed");
    // It recovers: the same cart is priced and placed.
    priced.stub.behave(Manner::Good);
    priced.ask_stub(Limits::default().patience);
    assert_eq!(unit(&cart(&priced.visitor).await), (Some(3999), Some(1000)));
    let review = priced.visitor.get("/api/checkout").await.json();
    let placed = place(&priced.visitor, "well", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
}

#[tokio::test]
async fn r33_a_huge_answer_is_not_read_to_its_end() {
    let priced = priced(Limits::default().patience).await;
    priced.stub.behave(Manner::FiftyMegabytes);
    assert_eq!(priced.ask().await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(priced.stub.sent() < 25 << 20, "{} bytes were taken", priced.stub.sent());
}

#[tokio::test]
async fn nobody_listening_is_an_outage_too() {
    let mut priced = priced(Limits::default().patience).await;
    let gone = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let erp = ErpPrices::new(&format!("http://{gone}/"), "", Limits::default()).unwrap();
    let state = priced.app.priced_by(PriceService::Erp(Box::new(erp)));
    priced.visitor.turn_to(surfaces::router(state, Arc::clone(&priced.app.pages)));
    assert_eq!(priced.ask().await.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn r32_prices_confirmed_within_a_day_outlive_an_outage_and_no_longer() {
    let priced = priced(Limits::default().patience).await;
    add_one(&priced.visitor, "BAL100", 1).await;
    let review = check_out(&priced.visitor).await;
    assert_eq!(unit(&review), (Some(3999), Some(1000)));
    priced.stub.behave(Manner::ServerError);
    // Nothing kept is fresh any more, but the line's own price was confirmed today.
    priced.state.clock.advance_seconds(24 * 3600);
    let shown = cart(&priced.visitor).await;
    assert_eq!((unit(&shown), &shown["pricesToBeConfirmed"]), ((Some(3999), Some(1000)), &json!(false)));
    priced.state.clock.advance_seconds(1);
    let shown = cart(&priced.visitor).await;
    assert_eq!((unit(&shown), &shown["pricesToBeConfirmed"]), ((Some(3999), None), &json!(true)));
    let refused = place(&priced.visitor, "old", &placing(&review)).await;
    assert_eq!(refused.json()["errors"][0]["code"], "price_not_confirmed", "{}", refused.text);
    // A second before, the order is placed on the confirmed price.
    priced.state.clock.advance_seconds(-1);
    let placed = place(&priced.visitor, "fresh", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
}

#[tokio::test]
async fn r32_another_code_during_an_outage_never_shows_the_price_of_the_first() {
    let priced = priced(Limits::default().patience).await;
    add_one(&priced.visitor, "BAL100", 1).await;
    priced.stub.behave(Manner::ServerError);
    apply(&priced.visitor, "CD").await;
    let shown = cart(&priced.visitor).await;
    assert_eq!((unit(&shown), &shown["pricesToBeConfirmed"]), ((Some(3999), None), &json!(true)));
    // The code of before comes back with its confirmed price.
    apply(&priced.visitor, "AB").await;
    assert_eq!(unit(&cart(&priced.visitor).await), (Some(3999), Some(1000)));
}

#[tokio::test]
async fn r32_what_is_kept_is_kept_for_one_site_code_program_and_buyer() {
    let priced = priced(Limits::default().patience).await;
    let erp = priced.erp();
    let skus = || vec!["BAL100".to_owned()];
    let buyer = |id: u128, unit: &str| Buyer {
        customer: Some(CustomerId(uuid::Uuid::from_u128(id))),
        sold_to: unit.to_owned(),
    };
    let asks = [
        PriceAsk::new(Site::FIELDHOUSE, Buyer::default(), codes("AB", ""), skus()),
        PriceAsk::new(Site::US_GAMES, Buyer::default(), codes("AB", ""), skus()),
        PriceAsk::new(Site::FIELDHOUSE, Buyer::default(), codes("AC", ""), skus()),
        PriceAsk::new(Site::FIELDHOUSE, Buyer::default(), codes("AB", "P"), skus()),
        PriceAsk::new(Site::FIELDHOUSE, buyer(1, ""), codes("AB", ""), skus()),
        PriceAsk::new(Site::FIELDHOUSE, buyer(2, ""), codes("AB", ""), skus()),
        PriceAsk::new(Site::FIELDHOUSE, buyer(1, "S-1"), codes("AB", ""), skus()),
    ];
    for (price, ask) in (1_000..).zip(&asks) {
        priced.stub.charge(price);
        assert_eq!(erp.answer(&priced.state.clock, ask, false).await.unwrap()[0].unit_price.unwrap().get(), price);
    }
    for (price, ask) in (1_000..).zip(&asks) {
        assert_eq!(erp.answer(&priced.state.clock, ask, false).await.unwrap()[0].unit_price.unwrap().get(), price);
    }
    assert_eq!(priced.stub.asked().len(), asks.len());
    // Before an order, what is kept does not count.
    assert_eq!(erp.answer(&priced.state.clock, &asks[0], true).await.unwrap()[0].unit_price.unwrap().get(), 1_006);
}

#[tokio::test]
async fn r34_five_failures_open_the_breaker_and_one_good_probe_closes_it() {
    let priced = priced(Limits::default().patience).await;
    priced.stub.behave(Manner::ServerError);
    let standing = || priced.erp().upstream.breaker.standing(priced.state.clock.millis());
    for _ in 0..5 {
        assert_eq!(standing(), Standing::Closed);
        priced.ask().await;
    }
    assert_eq!(standing(), Standing::Open);
    for _ in 0..20 {
        assert_eq!(priced.ask().await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    assert_eq!(priced.stub.asked().len(), 5);
    // One probe in ten seconds, and as long as it fails no other.
    priced.state.clock.advance_seconds(10);
    assert_eq!(standing(), Standing::HalfOpen);
    for _ in 0..20 {
        priced.ask().await;
    }
    assert_eq!(priced.stub.asked().len(), 6);
    priced.stub.behave(Manner::Good);
    priced.state.clock.advance_seconds(10);
    assert_eq!(priced.ask().await.status, StatusCode::OK);
    assert_eq!(standing(), Standing::Closed);
}

#[tokio::test]
async fn r32_a_silent_erp_holds_no_more_than_its_share_of_exchanges() {
    let priced = priced(Limits::default().patience).await;
    priced.stub.behave(Manner::Silent);
    let limits = Limits { at_once: 3, ..Limits::default() };
    let erp = Arc::new(ErpPrices::new(&priced.stub.address, "", limits).unwrap());
    let ask = |number: u32| {
        let sku = vec![format!("S{number}")];
        PriceAsk::new(Site::FIELDHOUSE, Buyer::default(), codes("AB", ""), sku)
    };
    let waiting: Vec<_> = (0..3)
        .map(|number| {
            let (erp, state, ask) = (Arc::clone(&erp), priced.state.clone(), ask(number));
            tokio::spawn(async move { erp.answer(&state.clock, &ask, false).await })
        })
        .collect();
    priced.stub.arrivals(3).await;
    // The fourth is refused at once: it does not queue behind what may never end.
    let fourth = erp.answer(&priced.state.clock, &ask(4), false).await;
    assert_eq!(fourth.unwrap_err().0, UpstreamError::Busy);
    assert_eq!(priced.stub.asked().len(), 3);
    for task in waiting {
        assert_eq!(task.await.unwrap().unwrap_err().0, UpstreamError::Late);
    }
}
