//! Stock that the store counts itself: no more is sold than was counted, every act of an order moves what it moves, shoppers
//! read how it stands, and what nobody counts stays as it was imported.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, money::Cents, stock::drafts::Count};
use fieldhouse_kernel::pauses::PausePoint;
use fieldhouse_shop::{
    desk::stock::write_count,
    finding::{
        catalog::{self, record::VariantRecord},
        snapshot::{self, Snapshot},
    },
    stock::store::{find_stock, list_entries},
};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::{
    approvals::{decide, order, school},
    desk::{grants, member},
    desk_orders::{act, code, done, show, staff},
    fixture,
    shopping::{add, add_one, assert_books, broken, cart, check_out, place, placing, set_quantity, try_add},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const BALL: &str = "BAL100";
const GLOVE: &str = "GLV100-L";

async fn stock(desk: &Visitor, sku: &str) -> Value {
    let answer = desk.get(&format!("/desk/api/stock/{sku}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

/// An act on an article as it stands.
async fn try_stock(desk: &Visitor, sku: &str, what: &str, draft: Value) -> Answer {
    let version = stock(desk, sku).await["article"]["version"].clone();
    desk.post(&format!("/desk/api/stock/{sku}/{what}"), &json!({"version": version, "draft": draft})).await
}

async fn stocked(desk: &Visitor, sku: &str, what: &str, draft: Value) -> Value {
    let answer = try_stock(desk, sku, what, draft).await;
    assert_eq!(answer.status, StatusCode::OK, "{what}: {}", answer.text);
    answer.json()
}

async fn counted(desk: &Visitor, sku: &str, pieces: u32) -> Value {
    stocked(desk, sku, "count", json!({"onHand": pieces})).await
}

/// On hand and promised.
async fn shelf(app: &TestApp, sku: &str) -> (i64, i64) {
    assert_books(app).await;
    let row = find_stock(app.state.db.read(), sku).await.unwrap().unwrap();
    (row.on_hand, row.reserved)
}

/// What happened, the first first: kind, on hand, promised.
async fn entries(app: &TestApp, sku: &str) -> Vec<(String, i64, i64)> {
    let mut rows = list_entries(app.state.db.read(), sku, None, 1000).await.unwrap();
    rows.reverse();
    rows.into_iter().map(|row| (row.kind.to_string(), row.on_hand, row.reserved)).collect()
}

fn told(kind: &str, on_hand: i64, reserved: i64) -> (String, i64, i64) {
    (kind.to_owned(), on_hand, reserved)
}

/// An order of a guest with these lines; its id.
async fn ordered(app: &TestApp, lines: Value) -> String {
    let visitor = app.visitor(SITE);
    bought(&visitor, lines).await["id"].as_str().unwrap().to_owned()
}

async fn bought(visitor: &Visitor, lines: Value) -> Value {
    let added = add(visitor, lines).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let review = check_out(visitor).await;
    let answer = place(visitor, "bought", &placing(&review)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}

/// What the pages of this node show now.
async fn shown(app: &TestApp) {
    snapshot::restock(&app.state, &app.state.catalog).await.unwrap();
}

/// The one size of a product page.
async fn size(app: &TestApp, slug: &str) -> Value {
    let page = app.visitor(SITE).get(&format!("/api/catalog/products/{slug}")).await.json();
    page["variants"][0]["sizes"][0].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn stock_of_two_hundred_who_want_fifty_fifty_have_one() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    counted(&desk, BALL, 50).await;
    let rivals: Vec<Visitor> = (0..200).map(|_| app.visitor(SITE)).collect();
    let mut wanted = Vec::new();
    for rival in &rivals {
        add_one(rival, BALL, 1).await;
        wanted.push(placing(&check_out(rival).await));
    }
    app.state.pauses.hold(PausePoint::PlaceOrder, 200);
    let tries = rivals.iter().zip(&wanted).map(async |(rival, body)| {
        loop {
            let answer = place(rival, "rival", body).await;
            // Too many wait for the same: asked again, as the storefront does.
            if answer.status != StatusCode::SERVICE_UNAVAILABLE {
                return answer;
            }
            app.state.pauses.open(PausePoint::PlaceOrder);
        }
    });
    let answers = join_all(tries).await;
    let (sold, refused): (Vec<&Answer>, Vec<&Answer>) =
        answers.iter().partition(|answer| answer.status == StatusCode::CREATED);
    assert_eq!((sold.len(), refused.len()), (50, 150));
    for answer in refused {
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
        assert_eq!(broken(answer), [("lines.0.sku".to_owned(), "article_unavailable".to_owned())]);
    }
    assert_eq!(shelf(&app, BALL).await, (50, 50));
    shown(&app).await;
    assert_eq!(size(&app, "match-soccer-ball").await["unavailable"], true);
    assert_eq!(
        broken(&try_add(&rivals[0], BALL, 1).await),
        [("lines.0.sku".to_owned(), "article_unavailable".to_owned())]
    );
}

#[tokio::test]
async fn stock_a_line_that_wants_more_than_is_left_says_how_many_there_are() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    counted(&desk, BALL, 5).await;
    let visitor = app.visitor(SITE);
    add_one(&visitor, GLOVE, 1).await;
    add_one(&visitor, BALL, 5).await;
    assert_eq!(cart(&visitor).await["items"][1]["lineItems"][0]["errors"], json!([]));
    let review = check_out(&visitor).await;
    // Somebody else is faster.
    ordered(&app, json!([{"sku": BALL, "quantity": 2}])).await;
    let line = cart(&visitor).await["items"][1]["lineItems"][0].clone();
    assert_eq!(
        (&line["errors"][0]["field"], &line["errors"][0]["message"], &line["unavailable"]),
        (&json!("quantity"), &json!("Only 3 left"), &json!(false))
    );
    let refused = place(&visitor, "late", &placing(&review)).await;
    assert_eq!(
        (refused.status.as_u16(), broken(&refused)),
        (422, vec![("lines.1.quantity".to_owned(), "stock_short".to_owned())])
    );
    assert_eq!(shelf(&app, BALL).await, (5, 2), "nothing is kept of an order that was refused");
    let checkout = visitor.get("/api/checkout").await.json();
    assert_eq!(checkout["items"][1]["lineItems"][0]["errors"][0]["code"], "stock_short", "{checkout}");
    // Fewer, and still too many: the answer to that says so, too.
    let line_id = line["lineItemId"].as_str().unwrap();
    let version = cart(&visitor).await["version"].as_i64().unwrap();
    let fewer = set_quantity(&visitor, line_id, 4, version).await.json();
    let of_change = &fewer["cards"][0]["lineItems"][0]["errors"];
    assert_eq!((&of_change[0]["code"], &of_change[0]["params"]["left"]), (&json!("stock_short"), &json!(3)), "{fewer}");
    // The last three go, too: the line is out, before the pages know.
    ordered(&app, json!([{"sku": BALL, "quantity": 3}])).await;
    let line = cart(&visitor).await["items"][1]["lineItems"][0].clone();
    assert_eq!((&line["errors"][0]["message"], &line["unavailable"]), (&json!("Out of stock"), &json!(true)));
}

#[tokio::test]
async fn stock_follows_an_order_that_is_picked_shipped_comes_back_and_is_canceled() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    counted(&desk, GLOVE, 20).await;
    let id = ordered(&app, json!([{"sku": GLOVE, "quantity": 12}, {"sku": "BAL200-5", "quantity": 3}])).await;
    assert_eq!(shelf(&app, GLOVE).await, (20, 12));
    let picked = done(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 8}]})).await;
    assert_eq!(shelf(&app, GLOVE).await, (20, 12), "what was picked is still here");
    let shipment = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    assert_eq!(shelf(&app, GLOVE).await, (12, 4));
    done(&desk, &id, &format!("shipments/{shipment}/exception"), json!({})).await;
    done(&desk, &id, &format!("shipments/{shipment}/take-back"), json!({})).await;
    assert_eq!(shelf(&app, GLOVE).await, (20, 12), "outstanding again");
    let cancelled = json!({"lines": [{"position": 1, "quantity": 5}], "reason": "customer"});
    let after = done(&desk, &id, "cancellations", cancelled).await;
    assert_eq!(shelf(&app, GLOVE).await, (20, 7));
    let event = after["timeline"].as_array().unwrap().iter().find(|event| event["kind"] == "order.cancelled").unwrap();
    let undo = format!("cancellations/{}/undo", event["sequence"]);
    // Somebody else bought what was given back.
    ordered(&app, json!([{"sku": GLOVE, "quantity": 10}])).await;
    let refused = act(&desk, &id, &undo, json!({})).await;
    assert_eq!(code(&refused), (422, "stock_short".to_owned()));
    assert!(refused.text.contains("GLV100-L: Only 3 left"), "{}", refused.text);
    assert_eq!(shelf(&app, GLOVE).await, (20, 17));
    stocked(&desk, GLOVE, "adjust", json!({"quantity": 2, "reason": "found"})).await;
    done(&desk, &id, &undo, json!({})).await;
    assert_eq!(shelf(&app, GLOVE).await, (22, 22));
    let all = ["counted", "reserved", "shipped", "came_back", "released", "reserved", "adjusted", "reserved"];
    let kinds: Vec<String> = entries(&app, GLOVE).await.into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, all);
    let view = stock(&desk, GLOVE).await;
    assert_eq!(view["entries"][0]["orderNumber"], show(&desk, &id).await["order"]["number"]);
    assert_eq!((&view["entries"][0]["by"], &view["entries"][6]["by"]), (&json!("Sam"), &json!("")));
    assert_eq!(shelf_is_whole_after_cancelling_all(&app, &desk, &id).await, (22, 10));
}

async fn shelf_is_whole_after_cancelling_all(app: &TestApp, desk: &Visitor, id: &str) -> (i64, i64) {
    let all = json!({"lines": [{"position": 1, "quantity": 12}, {"position": 2, "quantity": 3}], "reason": "customer"});
    let after = done(desk, id, "cancellations", all).await;
    assert_eq!(after["lifecycle"], "cancelled");
    shelf(app, GLOVE).await
}

#[tokio::test]
async fn stock_is_given_back_by_a_buyer_who_cancels_and_by_an_approver_who_declines() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    counted(&desk, GLOVE, 100).await;
    let visitor = app.visitor(SITE);
    let order_of_guest = bought(&visitor, json!([{"sku": GLOVE, "quantity": 4}])).await;
    assert_eq!(shelf(&app, GLOVE).await, (100, 4));
    let path = format!("/api/orders/{}/cancellation", order_of_guest["id"].as_str().unwrap());
    let body = json!({"version": order_of_guest["version"], "note": ""});
    let gone = visitor.send(axum::http::Method::POST, &path, &[("idempotency-key", "gone")], Some(&body)).await;
    assert_eq!(gone.status, StatusCode::OK, "{}", gone.text);
    assert_eq!(shelf(&app, GLOVE).await, (100, 0));
    let (buyer, approver) = school(&app, SITE).await;
    let waiting = order(&buyer, "waits", 30).await;
    assert_eq!(waiting["lifecycle"], "awaiting_approval");
    let reserved = shelf(&app, GLOVE).await.1;
    assert_eq!(reserved, 30, "promised while somebody has to approve it");
    assert_eq!(decide(&approver, &waiting, "declined", "Too many").await.status, StatusCode::OK);
    assert_eq!(shelf(&app, GLOVE).await, (100, 0));
    let again = order(&buyer, "again", 30).await;
    assert_eq!(decide(&approver, &again, "approved", "").await.status, StatusCode::OK);
    assert_eq!(shelf(&app, GLOVE).await, (100, 30));
}

#[tokio::test]
async fn stock_follows_an_edit_and_refuses_one_that_wants_more_than_is_there() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    counted(&desk, GLOVE, 15).await;
    counted(&desk, BALL, 4).await;
    let id = ordered(&app, json!([{"sku": GLOVE, "quantity": 12}, {"sku": "BAL200-5", "quantity": 3}])).await;
    let edit = async |draft: Value| {
        let staged = act(&desk, &id, "edits", draft).await;
        assert_eq!(staged.status, StatusCode::CREATED, "{}", staged.text);
        let edit = staged.json()["id"].as_str().unwrap().to_owned();
        act(&desk, &id, &format!("edits/{edit}/apply"), json!({})).await
    };
    let amounts = |gloves: u32, balls: u32| {
        json!({"amounts": {"lines": [{"position": 1, "quantity": gloves}, {"position": 3, "quantity": balls}]},
            "added": [{"sku": BALL}], "reason": "Called"})
    };
    assert_eq!(code(&edit(amounts(10, 5)).await), (422, "stock_short".to_owned()));
    assert_eq!((shelf(&app, GLOVE).await, shelf(&app, BALL).await), ((15, 12), (4, 0)));
    let done = edit(amounts(10, 4)).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    assert_eq!((shelf(&app, GLOVE).await, shelf(&app, BALL).await), ((15, 10), (4, 4)));
    let more = json!({"amounts": {"lines": [{"position": 1, "quantity": 16}]}, "reason": "Called"});
    assert_eq!(code(&edit(more.clone()).await), (422, "stock_short".to_owned()));
    stocked(&desk, GLOVE, "adjust", json!({"quantity": 1, "reason": "found"})).await;
    assert_eq!(edit(more).await.status, StatusCode::OK);
    assert_eq!(shelf(&app, GLOVE).await, (16, 16));
}

#[tokio::test]
async fn stock_what_nobody_counts_stays_as_it_was_imported() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = ordered(&app, json!([{"sku": GLOVE, "quantity": 12}])).await;
    assert_eq!(find_stock(app.state.db.read(), GLOVE).await.unwrap(), None);
    let seen = stock(&desk, GLOVE).await;
    assert_eq!((&seen["article"]["counted"], &seen["article"]["version"]), (&json!(false), &json!(0)));
    // The helmet is out, says the import: the store has four.
    assert_eq!(size(&app, "youth-helmet").await["unavailable"], true);
    let found = async |query: &str| {
        let list = app.visitor(SITE).get(&format!("/api/search?{query}")).await.json();
        let tiles = list["hits"].as_array().unwrap().clone();
        tiles.iter().any(|tile| tile["productText"]["title"] == "Youth Helmet")
    };
    let (out, of_size) = ("availability=out-of-stock", "availability=in-stock&size=M&category=football/protection");
    assert_eq!((found(out).await, found(of_size).await), (true, false));
    counted(&desk, "HLM100", 4).await;
    assert_eq!(size(&app, "youth-helmet").await["unavailable"], false);
    assert_eq!((found(out).await, found(of_size).await), (false, true), "lists are those of what is counted");
    assert!(found("query=helmet").await, "words find what they found");
    // What orders wait for is promised to them when counting begins, also when there is less.
    let glove = counted(&desk, GLOVE, 10).await["article"].clone();
    assert_eq!(
        (&glove["reserved"], &glove["available"], &glove["missing"], &glove["state"]),
        (&json!(12), &json!(0), &json!(2), &json!("out"))
    );
    assert_eq!(entries(&app, GLOVE).await, [told("counted", 10, 12)]);
    done(&desk, &id, "shipments", json!({})).await;
    let shipment = show(&desk, &id).await["shipments"][0]["id"].as_str().unwrap().to_owned();
    let ship = format!("shipments/{shipment}/ship");
    assert_eq!(code(&act(&desk, &id, &ship, json!({})).await), (422, "stock_not_on_hand".to_owned()));
    counted(&desk, GLOVE, 13).await;
    done(&desk, &id, &ship, json!({})).await;
    assert_eq!(shelf(&app, GLOVE).await, (1, 0));
    // Given back: what was imported counts again, and no order moves anything.
    assert_eq!(code(&try_stock(&desk, GLOVE, "end", json!({})).await), (422, "stock_note_missing".to_owned()));
    stocked(&desk, GLOVE, "end", json!({"note": "The ERP counts it"})).await;
    stocked(&desk, "HLM100", "end", json!({"note": "The ERP counts it"})).await;
    assert_eq!(size(&app, "youth-helmet").await["unavailable"], true);
    done(&desk, &id, &format!("shipments/{shipment}/exception"), json!({})).await;
    done(&desk, &id, &format!("shipments/{shipment}/take-back"), json!({})).await;
    assert_eq!(shelf(&app, GLOVE).await, (0, 0));
    assert_eq!(entries(&app, GLOVE).await.last().unwrap(), &told("ended", -1, 0));
    assert_eq!(try_stock(&desk, GLOVE, "adjust", json!({"quantity": 1, "reason": "found"})).await.status, 404);
    // Counted once more: its orders' pieces are promised again, under the new count.
    counted(&desk, GLOVE, 30).await;
    assert_eq!(shelf(&app, GLOVE).await, (30, 12));
    done(&desk, &id, "cancellations", json!({"lines": [{"position": 1, "quantity": 12}], "reason": "stock"})).await;
    assert_eq!(shelf(&app, GLOVE).await, (30, 0));
}

#[tokio::test]
async fn stock_that_is_counted_stays_when_an_import_changes_what_an_article_costs() {
    let app = TestApp::start().await;
    let import = async |cents: i64| {
        let mut records = fixture::records();
        let articles = records.products.iter_mut().flat_map(|product| &mut product.variants);
        articles.filter(|article| article.sku == "HLM100").for_each(|article| article.price = Cents::new(cents));
        catalog::load_demo(&app.state.db, records).await.unwrap();
        assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    };
    let seen = async || {
        let size = size(&app, "youth-helmet").await;
        (size["unavailable"].as_bool().unwrap(), size["price"].as_i64().unwrap())
    };
    import(20_00).await;
    assert_eq!(seen().await, (true, 20_00), "none is there, says the import");
    let desk = staff(&app, "manager").await;
    counted(&desk, "HLM100", 4).await;
    assert_eq!(seen().await, (false, 20_00));
    import(21_00).await;
    assert_eq!(seen().await, (false, 21_00), "the store's own count goes first");
    stocked(&desk, "HLM100", "end", json!({"note": "The ERP counts it"})).await;
    assert_eq!(seen().await, (true, 21_00), "what was imported since counts again");
}

#[tokio::test]
async fn stock_shows_shoppers_the_day_more_is_expected_and_is_received_in_parts() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    counted(&desk, BALL, 0).await;
    let expect = |pieces: i64, day: &str| json!({"quantity": pieces, "expected": day, "reference": "PO 7"});
    assert_eq!(
        code(&try_stock(&desk, BALL, "incoming", expect(5, "11/19/2026")).await),
        (422, "stock_expected_past".to_owned())
    );
    let later = stocked(&desk, BALL, "incoming", expect(20, "12/24/2026")).await;
    let sooner = stocked(&desk, BALL, "incoming", expect(40, "12/05/2026")).await;
    assert_eq!((&sooner["article"]["incoming"], &sooner["article"]["incomingOn"]), (&json!(60), &json!("12/05/2026")));
    assert_eq!(size(&app, "match-soccer-ball").await["availableDate"], "12/05/2026");
    let visitor = app.visitor(SITE);
    let refused = try_add(&visitor, BALL, 1).await;
    assert_eq!(refused.json()["errors"][0]["message"], "Available on 12/05");
    let id = |view: &Value, nth: usize| view["incoming"][nth]["id"].as_str().unwrap().to_owned();
    let first = id(&sooner, 0);
    assert_eq!(id(&sooner, 1), id(&later, 0));
    let receive = format!("incoming/{first}/receive");
    assert_eq!(
        code(&try_stock(&desk, BALL, &receive, json!({"quantity": 41})).await),
        (422, "stock_receive".to_owned())
    );
    let part = stocked(&desk, BALL, &receive, json!({"quantity": 15})).await;
    assert_eq!((&part["incoming"][0]["left"], &part["article"]["onHand"]), (&json!(25), &json!(15)));
    assert_eq!(size(&app, "match-soccer-ball").await["unavailable"], false);
    assert_eq!(
        code(&try_stock(&desk, BALL, "end", json!({"note": "Enough"})).await),
        (422, "stock_still_expected".to_owned())
    );
    // The rest is late: nobody is told a day that has gone.
    app.state.clock.advance_seconds(30 * 86_400);
    let desk = staff(&app, "owner").await;
    let late = desk.get("/desk/api/stock?show=late").await.json();
    assert_eq!((&late["articles"][0]["sku"], &late["articles"][0]["late"]), (&json!(BALL), &json!(true)));
    bought(&visitor, json!([{"sku": BALL, "quantity": 15}])).await;
    shown(&app).await;
    assert_eq!(size(&app, "match-soccer-ball").await["availableDate"], "");
    let gone = stocked(&desk, BALL, &format!("incoming/{first}/withdraw"), json!({"note": "Never sent"})).await;
    assert_eq!(gone["incoming"].as_array().unwrap().len(), 1);
    assert_eq!(size(&app, "match-soccer-ball").await["availableDate"], "12/24/2026");
    assert_eq!(try_stock(&desk, BALL, &receive, json!({"quantity": 1})).await.status, StatusCode::NOT_FOUND);
    let whole = stocked(&desk, BALL, &format!("incoming/{}/receive", id(&gone, 0)), json!({"quantity": 20})).await;
    assert_eq!((whole["incoming"].as_array().unwrap().len(), &whole["article"]["incoming"]), (0, &json!(0)));
    assert_eq!(shelf(&app, BALL).await, (35, 15));
    let kinds: Vec<String> = entries(&app, BALL).await.into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["counted", "expected", "expected", "received", "reserved", "withdrawn", "received"]);
}

#[tokio::test]
async fn stock_of_an_order_of_six_hundred_counted_articles_is_promised_whole_or_not_at_all() {
    let mut records = fixture::records();
    let bag = records.products.iter_mut().find(|product| product.facts.sku == "BAG100").unwrap();
    let like = bag.variants[0].clone();
    let sku = |nth: usize| format!("BULK-{nth}");
    bag.variants.extend((0..600).map(|nth| VariantRecord { sku: sku(nth), ..like.clone() }));
    let app = TestApp::start_with(Snapshot::build(1, records)).await;
    let lines: Vec<Value> = (0..600).map(|nth| json!({"sku": sku(nth), "quantity": 2})).collect();
    ordered(&app, json!(lines)).await;
    let tx = app.state.db.write_durable().await.unwrap();
    for nth in 0..600 {
        // All but one have enough for one order more, beside those that wait.
        let count = Count { on_hand: if nth == 555 { 5 } else { 4 }, low_at: 0, note: String::new() };
        let article = (&*sku(nth), "Duffel Bag");
        write_count(&app.state, &tx, article, (None, &count), ("", "")).await.unwrap();
    }
    tx.commit().await.unwrap();
    shown(&app).await;
    ordered(&app, json!(lines)).await;
    assert_eq!((shelf(&app, "BULK-0").await, shelf(&app, "BULK-555").await), ((4, 4), (5, 4)));
    shown(&app).await;
    let visitor = app.visitor(SITE);
    assert_eq!(broken(&try_add(&visitor, "BULK-599", 1).await).len(), 1);
    add_one(&visitor, "BULK-555", 1).await;
    ordered(&app, json!([{"sku": "BULK-555", "quantity": 1}])).await;
    assert_eq!(shelf(&app, "BULK-555").await, (5, 5));
}

#[tokio::test]
async fn stock_is_listed_by_what_is_out_low_or_on_its_way_and_by_fragments_page_by_page() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let listed = async |query: &str| -> Vec<String> {
        let answer = desk.get(&format!("/desk/api/stock{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let rows = answer.json()["articles"].as_array().unwrap().clone();
        rows.iter().map(|row| row["sku"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed("").await, Vec::<String>::new());
    for (sku, pieces, low) in [(BALL, 0, 0), (GLOVE, 5, 5), ("BAL200-4", 6, 5)] {
        app.state.clock.advance_seconds(1);
        stocked(&desk, sku, "count", json!({"onHand": pieces, "lowAt": low})).await;
    }
    assert_eq!(listed("").await, ["BAL200-4", GLOVE, BALL]);
    assert_eq!(listed("?show=out").await, [BALL]);
    assert_eq!(listed("?show=low").await, [GLOVE]);
    assert_eq!(listed("?show=incoming").await, Vec::<String>::new());
    assert_eq!(listed("?q=soccer").await, ["BAL200-4", BALL]);
    assert_eq!(listed("?q=bal1&show=out").await, [BALL]);
    assert_eq!(listed("?q=%25").await, Vec::<String>::new(), "a sign of the database's is a sign like others");
    assert_eq!(desk.get("/desk/api/stock?show=in").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(desk.get("/desk/api/stock?after=x").await.status, StatusCode::BAD_REQUEST);
    // Pages of fifty.
    let sizes: Vec<String> = ["NAV", "RED", "WHT"]
        .iter()
        .flat_map(|color| ["S", "M", "L", "XL", "2XL"].map(|size| format!("JRS100-{color}-{size}")))
        .collect();
    for sku in &sizes {
        app.state.clock.advance_seconds(1);
        counted(&desk, sku, 1).await;
    }
    let page = desk.get("/desk/api/stock").await.json();
    assert_eq!((page["articles"].as_array().unwrap().len(), &page["next"]), (18, &Value::Null));
    // What is changed comes first.
    app.state.clock.advance_seconds(1);
    ordered(&app, json!([{"sku": GLOVE, "quantity": 1}])).await;
    assert_eq!(listed("").await[0], GLOVE);
}

#[tokio::test]
async fn stock_is_counted_by_who_may_at_every_brand_that_sells_it_on_the_version_that_was_seen() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    counted(&desk, BALL, 9).await;
    counted(&desk, "BAG100-BLK", 9).await;
    let of_one = |site: Site| grants(&[("manager", Some(&[site]))]);
    let (_, fieldhouse) = member(&app, "one@store.example", &of_one(SITE)).await;
    let (_, games) = member(&app, "games@store.example", &of_one(Site::US_GAMES)).await;
    // One shelf serves all brands: who counts it decides for all of them.
    assert_eq!(
        code(&try_stock(&fieldhouse, BALL, "count", json!({"onHand": 1})).await),
        (403, "not_permitted".to_owned())
    );
    assert_eq!(stock(&fieldhouse, BALL).await["adjustable"], false);
    counted(&fieldhouse, "BAG100-BLK", 8).await;
    assert_eq!(games.get("/desk/api/stock/BAG100-BLK").await.status, StatusCode::NOT_FOUND);
    let body = json!({"version": 2, "draft": {"onHand": 1}});
    assert_eq!(games.post("/desk/api/stock/BAG100-BLK/count", &body).await.status, StatusCode::NOT_FOUND);
    let seen = games.get("/desk/api/stock").await.json();
    let skus: Vec<&Value> = seen["articles"].as_array().unwrap().iter().map(|row| &row["sku"]).collect();
    assert_eq!(skus, [&json!(BALL)]);
    let stale = json!({"version": 1, "draft": {"quantity": 1, "reason": "found"}});
    let stale = desk.post("/desk/api/stock/BAG100-BLK/adjust", &stale).await;
    assert_eq!(code(&stale), (409, "stock_changed".to_owned()));
    // An order is no change that somebody at the desk has to look at again.
    let version = stock(&desk, BALL).await["article"]["version"].clone();
    ordered(&app, json!([{"sku": BALL, "quantity": 2}])).await;
    let adjust = json!({"version": version, "draft": {"quantity": -1, "reason": "damaged", "note": "Torn"}});
    let adjusted = desk.post(&format!("/desk/api/stock/{BALL}/adjust"), &adjust).await;
    assert_eq!(adjusted.status, StatusCode::OK, "{}", adjusted.text);
    assert_eq!(
        (&adjusted.json()["entries"][0]["reason"], &adjusted.json()["entries"][0]["note"]),
        (&json!("Damaged"), &json!("Torn"))
    );
    assert_eq!(shelf(&app, BALL).await, (8, 2));
    let audit = staff(&app, "owner").await.get("/desk/api/audit").await;
    assert!(audit.text.contains("stock.adjusted") && audit.text.contains("stock.counted"), "{}", audit.text);
    assert_eq!(desk.get("/desk/api/stock/NOTHING").await.status, StatusCode::NOT_FOUND);
}
