//! An order as its buyer sees it after it was placed: what arrives when and for whom, and their own cancelling.

use std::{sync::Arc, time::Duration};

use axum::http::{Method, StatusCode};
use fieldhouse_core::{brand::Site, money::Cents, people::MemberRole};
use fieldhouse_kernel::upstream::{Limits, Upstream};
use fieldhouse_server::surfaces;
use fieldhouse_shop::buying::{
    certificates::store::CertificateRow,
    orders::{export::send_due, search::index_due},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{PASSWORD, confirm, customer, letters, register, sign_in},
    approvals::{decide, order, school},
    certificates::{certificate, issue, redeem},
    desk_orders::{act, assert_ledger, code, done, only, show, staff},
    erp_stub::{Manner, Stub, canary},
    fixture::repriced,
    people::join,
    shopping::{add, add_one, assert_books, cart, check_out, count, lines, messages_left, place, placing, texts},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// Twelve gloves, two jerseys with names, three of one player's balls; who ordered and the order.
async fn bought(app: &TestApp) -> (Visitor, Value) {
    let visitor = app.visitor(SITE);
    let wanted = json!([
        {"sku": "GLV100-L", "quantity": 12},
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann", "7"], ["Bea", "8"]]},
        {"sku": "BAL200-5", "quantity": 3},
    ]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let answer = place(&visitor, "bought", &placing(&review)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    (visitor, answer.json())
}

fn id(order: &Value) -> &str {
    order["id"].as_str().unwrap()
}

async fn seen(visitor: &Visitor, order: &Value) -> Value {
    let answer = visitor.get(&format!("/api/orders/{}", id(order))).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

async fn cancel(visitor: &Visitor, order: &Value, key: &str) -> Answer {
    let path = format!("/api/orders/{}/cancellation", id(order));
    let body = json!({"version": order["version"], "note": "Wrong size"});
    visitor.send(Method::POST, &path, &[("idempotency-key", key)], Some(&body)).await
}

/// The line of a sku.
fn line<'a>(order: &'a Value, sku: &str) -> &'a Value {
    order["lines"].as_array().unwrap().iter().find(|line| line["sku"] == sku).unwrap()
}

#[tokio::test]
async fn what_arrives_when_and_for_whom_is_told_as_far_as_it_is_known() {
    let app = TestApp::stocked().await;
    let (visitor, placed) = bought(&app).await;
    assert_eq!(seen(&visitor, &placed).await, placed, "the same as its placing told");
    assert_eq!(
        (&placed["lifecycle"], &placed["onHold"], &placed["mayCancel"]),
        (&json!("open"), &json!(false), &json!(true))
    );
    assert_eq!(placed["piecesText"], "17 still to come");
    let jerseys = line(&placed, "JRS200-NAV-S");
    assert_eq!(jerseys["players"], json!(["Name: Ann, Number: 7", "Name: Bea, Number: 8"]));
    assert!(jerseys["options"].as_str().unwrap().contains("Size: S"), "{jerseys}");
    let position = |sku: &str| line(&placed, sku)["position"].clone();
    let (gloves, jerseys, balls) = (position("GLV100-L"), position("JRS200-NAV-S"), position("BAL200-5"));

    let desk = staff(&app, "manager").await;
    let first = json!({"lines": [{"position": gloves, "quantity": 8}, {"position": jerseys, "quantity": 1}]});
    let picked = done(&desk, id(&placed), "shipments", first).await;
    let one = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    let told = seen(&visitor, &placed).await;
    assert_eq!((&told["shipments"][0]["label"], &told["mayCancel"]), (&json!("Being packed"), &json!(false)));
    let parcels = json!({"parcels": [{"carrier": "ups", "tracking": "1Z999AA10123456784"}]});
    done(&desk, id(&placed), &format!("shipments/{one}/pack"), parcels).await;
    assert_eq!(seen(&visitor, &placed).await["shipments"][0]["parcels"], json!([]), "it is still here");
    done(&desk, id(&placed), &format!("shipments/{one}/ship"), json!({})).await;
    let cancelled = json!({"lines": [{"position": gloves, "quantity": 1}], "reason": "stock"});
    done(&desk, id(&placed), "cancellations", cancelled).await;
    done(&desk, id(&placed), "notes", json!({"text": "The rest leaves on Monday.", "public": true})).await;
    done(&desk, id(&placed), "notes", json!({"text": "Coach is difficult.", "public": false})).await;

    let told = seen(&visitor, &placed).await;
    assert_eq!(
        (&told["status"], &told["piecesText"]),
        (&json!("Partly shipped"), &json!("9 on the way, 1 canceled, 7 still to come"))
    );
    let shipment = &told["shipments"][0];
    assert_eq!((&shipment["number"], &shipment["label"]), (&json!(1), &json!("On its way")));
    assert!(shipment["shippedAt"].is_string() && shipment["deliveredAt"].is_null());
    assert_eq!(shipment["parcels"][0]["link"], "https://www.ups.com/track?tracknum=1Z999AA10123456784");
    let of = |order: &Value, shipment: usize, sku: &str| {
        let lines = order["shipments"][shipment]["lines"].as_array().unwrap().clone();
        lines.into_iter().find(|line| line["sku"] == sku).unwrap()
    };
    // One of two named jerseys: the first one's.
    let jersey = of(&told, 0, "JRS200-NAV-S");
    assert_eq!((&jersey["players"], &jersey["playersUnknown"]), (&json!(["Name: Ann, Number: 7"]), &json!(false)));
    // A parcel of before names were written down: that is said, and not made up.
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("UPDATE shipment_line SET players = '[]'").await.unwrap();
    tx.commit().await.unwrap();
    let jersey = of(&seen(&visitor, &placed).await, 0, "JRS200-NAV-S");
    assert_eq!((&jersey["players"], &jersey["playersUnknown"]), (&json!([]), &json!(true)));
    assert_eq!(
        (&of(&told, 0, "GLV100-L")["quantity"], &of(&told, 0, "GLV100-L")["playersUnknown"]),
        (&json!(8), &json!(false))
    );
    let gone = line(&told, "GLV100-L");
    assert_eq!(
        (&gone["cancelled"], &gone["toCome"], &gone["text"]),
        (&json!(1), &json!(3), &json!("8 on the way, 1 canceled, 3 still to come"))
    );
    assert_eq!(told["notes"].as_array().unwrap().len(), 1);
    assert_eq!(told["notes"][0]["text"], "The rest leaves on Monday.");
    assert!(!told.to_string().contains("difficult"), "what is for the house stays there");

    let rest = json!({"lines": [{"position": jerseys, "quantity": 1}, {"position": balls, "quantity": 3}]});
    let picked = done(&desk, id(&placed), "shipments", rest).await;
    let two = picked["shipments"][1]["id"].as_str().unwrap().to_owned();
    done(&desk, id(&placed), &format!("shipments/{two}/undo"), json!({})).await;
    assert_eq!(seen(&visitor, &placed).await["shipments"].as_array().unwrap().len(), 1, "undone before it left");
}

#[tokio::test]
async fn the_players_of_a_whole_line_are_inside_its_shipment() {
    let app = TestApp::stocked().await;
    let (visitor, placed) = bought(&app).await;
    let desk = staff(&app, "warehouse").await;
    let picked = done(&desk, id(&placed), "shipments", json!({})).await;
    let one = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, id(&placed), &format!("shipments/{one}/ship"), json!({})).await;
    done(&desk, id(&placed), &format!("shipments/{one}/deliver"), json!({})).await;
    let told = seen(&visitor, &placed).await;
    assert_eq!((&told["lifecycle"], &told["piecesText"]), (&json!("complete"), &json!("17 delivered")));
    let lines = told["shipments"][0]["lines"].as_array().unwrap();
    let jersey = lines.iter().find(|line| line["sku"] == "JRS200-NAV-S").unwrap();
    assert_eq!(jersey["players"], json!(["Name: Ann, Number: 7", "Name: Bea, Number: 8"]));
    assert_eq!(told["shipments"][0]["label"], "Delivered");
}

#[tokio::test]
async fn a_held_order_says_so_and_not_why() {
    let app = TestApp::stocked().await;
    let (visitor, placed) = bought(&app).await;
    let desk = staff(&app, "manager").await;
    done(&desk, id(&placed), "holds", json!({"kind": "credit", "reason": "Owes us a lot"})).await;
    let mut told = seen(&visitor, &placed).await;
    assert_eq!((&told["status"], &told["onHold"]), (&json!("On hold"), &json!(true)));
    // What was given back has a name of its own; nothing was.
    assert_eq!(told.as_object_mut().unwrap().remove("credits"), Some(json!([])));
    assert!(!told.to_string().contains("Owes us") && !told.to_string().contains("credit"), "{told}");
    assert_eq!(told["mayCancel"], true);
}

#[tokio::test]
async fn a_buyer_cancels_an_order_nobody_works_on_and_gets_its_certificates_back() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    issue(&app, &[CertificateRow { value_cents: 500.into(), ..certificate("GC-5") }]).await;
    add_one(&visitor, "GLV100-L", 9).await;
    assert_eq!(redeem(&visitor, "GC-5").await.status, StatusCode::OK);
    let placed = place(&visitor, "one", &placing(&check_out(&visitor).await)).await.json();
    let text = placed["cancelText"].as_str().unwrap();
    assert!(text.starts_with("All 9 pieces of order FH-100001 will be canceled"), "{text}");
    assert!(text.contains("$5.00 can be used again"), "{text}");
    assert_eq!(count(&app, "certificate_use").await, 1);

    let answer = cancel(&visitor, &placed, "once").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let told = answer.json();
    assert_eq!(
        (&told["status"], &told["lifecycle"], &told["mayCancel"]),
        (&json!("Canceled"), &json!("cancelled"), &json!(false))
    );
    assert_eq!(
        (&told["piecesText"], &told["cancelText"], &told["version"]),
        (&json!("9 canceled"), &json!(""), &json!(2))
    );
    assert_eq!(seen(&visitor, &placed).await, told);
    assert_eq!(count(&app, "certificate_use").await, 0);
    // Asked again under the same key, and as the order stands now.
    assert_eq!(cancel(&visitor, &placed, "once").await.text, answer.text);
    assert_eq!(code(&cancel(&visitor, &told, "again").await), (422, "order_ended".to_owned()));
    let desk = staff(&app, "manager").await;
    let kinds: Vec<_> = show(&desk, id(&placed)).await["timeline"].as_array().unwrap().clone();
    assert_eq!(kinds[0]["kind"], "order.cancelled");
    assert_eq!(kinds[0]["text"], "The buyer canceled it: Wrong size");
    assert_ledger(&app, id(&placed)).await;
    let mail = letters(&app).await;
    let told: Vec<_> = mail.iter().filter(|letter| letter.contains("You canceled your order FH-100001.")).collect();
    assert!(told.len() == 1 && told[0].contains("9 \u{d7} "), "{mail:#?}");
    assert_books(&app).await;
    // Another order uses it.
    add_one(&visitor, "GLV100-L", 1).await;
    assert_eq!(redeem(&visitor, "GC-5").await.status, StatusCode::OK);
}

#[tokio::test]
async fn nobody_else_cancels_and_nobody_cancels_what_changed_or_is_worked_on() {
    let app = TestApp::stocked().await;
    let (visitor, placed) = bought(&app).await;
    let unknown = json!({"id": "00000000-0000-4000-8000-000000000000", "version": 1});
    for stranger in [app.visitor(SITE), app.visitor(Site::US_GAMES)] {
        assert_eq!(
            cancel(&stranger, &placed, "x").await.impersonal(),
            cancel(&stranger, &unknown, "y").await.impersonal()
        );
    }
    // Who holds its link reads it and no more.
    let link =
        visitor.post("/api/order-look-ups", &json!({"number": placed["number"], "email": placed["email"]})).await;
    let path = link.json()["path"].as_str().unwrap().replace("/order?id=", "/api/orders/").replace("&key=", "?key=");
    let holder = app.visitor(SITE);
    let read = holder.get(&path).await.json();
    assert_eq!((&read["mayCancel"], &read["cancelText"], &read["own"]), (&json!(false), &json!(""), &json!(false)));
    assert_eq!(cancel(&holder, &placed, "z").await.status, StatusCode::NOT_FOUND);

    let desk = staff(&app, "manager").await;
    done(&desk, id(&placed), "notes", json!({"text": "Called."})).await;
    let late = cancel(&visitor, &placed, "late").await;
    assert_eq!(code(&late), (409, "order_changed".to_owned()));
    let stands = seen(&visitor, &placed).await;
    done(&desk, id(&placed), "shipments", json!({"lines": [{"position": 1, "quantity": 1}]})).await;
    let worked_on = seen(&visitor, &placed).await;
    assert_eq!(code(&cancel(&visitor, &stands, "later").await), (409, "order_changed".to_owned()));
    assert_eq!(code(&cancel(&visitor, &worked_on, "too late").await), (422, "order_in_work".to_owned()));
    assert_eq!(seen(&visitor, &placed).await["lifecycle"], "open");
    assert_ledger(&app, id(&placed)).await;
}

#[tokio::test]
async fn of_a_buyer_who_cancels_and_an_approver_who_decides_at_once_one_does() {
    let app = TestApp::stocked().await;
    let (buyer, approver) = school(&app, SITE).await;
    for round in 0..4 {
        let waiting = order(&buyer, &format!("round {round}"), 2).await;
        assert_eq!((&waiting["mayCancel"], &waiting["piecesText"]), (&json!(true), &json!("2 to approve")));
        let key = format!("cancel {round}");
        let (cancelled, decided) =
            tokio::join!(cancel(&buyer, &waiting, &key), decide(&approver, &waiting, "approved", ""));
        let both = [cancelled.status, decided.status];
        assert!(both.contains(&StatusCode::OK) && both.contains(&StatusCode::CONFLICT), "{both:?}");
        let status = seen(&buyer, &waiting).await["status"].clone();
        assert_eq!(status, if cancelled.status == StatusCode::OK { "Canceled" } else { "Confirmed" });
        assert_ledger(&app, id(&waiting)).await;
        assert_books(&app).await;
    }
}

#[tokio::test]
async fn what_the_erp_has_is_not_cancelled_here_and_what_it_has_not_it_never_hears_of() {
    let app = TestApp::stocked().await;
    let stub = Stub::start(Manner::Good, &canary().await.0).await;
    let limits = Limits { patience: Duration::from_secs(5), ..Limits::default() };
    let state = app.exporting_to(Upstream::new("erp-orders", &stub.address, "", limits).unwrap());
    let mut visitor = app.visitor(SITE);
    visitor.turn_to(surfaces::router(state.clone(), Arc::clone(&app.pages)));
    let erp = state.erp_orders.as_ref().unwrap();
    let unsent = order(&visitor, "unsent", 2).await;
    assert_eq!(unsent["mayCancel"], true);
    assert_eq!(cancel(&visitor, &unsent, "in time").await.status, StatusCode::OK);
    assert_eq!(messages_left(&app).await, 0);
    assert_eq!(send_due(&state, erp).await.unwrap(), 0, "it never hears of it");

    let sent = order(&visitor, "sent", 2).await;
    assert_eq!(send_due(&state, erp).await.unwrap(), 1);
    let told = seen(&visitor, &sent).await;
    assert_eq!((&told["mayCancel"], &told["cancelText"]), (&json!(false), &json!("")));
    // The desk reads that the ERP has it, which is nobody's act.
    let desk = staff(&app, "manager").await;
    let timeline = show(&desk, id(&sent)).await["timeline"].clone();
    assert_eq!((&timeline[0]["kind"], &timeline[0]["version"]), (&json!("order.taken"), &sent["version"]));
    assert_eq!(code(&cancel(&visitor, &sent, "too late").await), (422, "order_in_work".to_owned()));
    assert_eq!(texts(&app, "orders", "lifecycle").await.iter().filter(|text| *text == "open").count(), 1);
}

#[tokio::test]
async fn what_a_killed_store_may_have_told_the_erp_is_not_cancelled_here() {
    let app = TestApp::stocked().await;
    let stub = Stub::start(Manner::Silent, &canary().await.0).await;
    let limits = Limits { patience: Duration::from_mins(1), ..Limits::default() };
    let state = app.exporting_to(Upstream::new("erp-orders", &stub.address, "", limits).unwrap());
    let mut visitor = app.visitor(SITE);
    visitor.turn_to(surfaces::router(state.clone(), Arc::clone(&app.pages)));
    let placed = order(&visitor, "killed", 2).await;
    assert_eq!(placed["mayCancel"], true);
    // The ERP has the order, and whoever told it dies before it answers.
    let dies = tokio::spawn({
        let state = state.clone();
        async move { send_due(&state, state.erp_orders.as_ref().unwrap()).await.unwrap() }
    });
    stub.arrivals(1).await;
    dies.abort();
    assert!(dies.await.unwrap_err().is_cancelled());
    assert_eq!(stub.taken(), only(&id(&placed).to_owned()));
    // The claim runs out: it looks as if it waited for its first try.
    for seconds in [0, 120] {
        state.clock.advance_seconds(seconds);
        assert_eq!(seen(&visitor, &placed).await["mayCancel"], false, "{seconds}");
        let late = cancel(&visitor, &placed, &format!("late {seconds}")).await;
        assert_eq!(code(&late), (422, "order_in_work".to_owned()));
    }
    stub.behave(Manner::Good);
    assert_eq!(send_due(&state, state.erp_orders.as_ref().unwrap()).await.unwrap(), 1, "told once more, by its key");
    assert_eq!(stub.taken().len(), 1);
}

async fn listed(visitor: &Visitor, query: &str) -> Vec<String> {
    let answer = visitor.get(&format!("/api/account/orders?{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
    let orders = answer.json()["orders"].as_array().unwrap().clone();
    orders.iter().map(|order| order["number"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_account_lists_its_own_orders_and_those_of_units_its_role_sees_and_nobody_elses() {
    let app = TestApp::stocked().await;
    let (buyer, approver) = school(&app, SITE).await;
    let waiting = order(&buyer, "one", 2).await;
    app.state.clock.advance_seconds(1);
    let own = order(&approver, "two", 3).await;
    app.state.clock.advance_seconds(1);
    let (_, guests) = bought(&app).await;
    index_due(&app.state).await.unwrap();
    let number = |order: &Value| order["number"].as_str().unwrap().to_owned();
    let (waiting_number, own_number) = (number(&waiting), number(&own));
    assert_eq!(listed(&approver, "").await, [own_number.clone(), waiting_number.clone()], "the newest first");
    assert_eq!(listed(&buyer, "").await, only(&waiting_number), "a buyer sees their own");
    let page = approver.get("/api/account/orders").await.json();
    assert_eq!((&page["orders"][1]["by"], &page["orders"][1]["own"]), (&json!("Pat Margolis"), &json!(false)));
    assert_eq!((&page["orders"][0]["by"], &page["orders"][0]["own"]), (&json!(""), &json!(true)));
    assert_eq!(page["people"].as_array().unwrap().len(), 2);
    assert_eq!(page["units"], json!([{"key": "NORTH", "label": "NORTH School"}]));
    let person = page["people"][0]["key"].as_str().unwrap().to_owned();
    assert_eq!(listed(&approver, &format!("person={person}")).await.len(), 1);
    assert_eq!(listed(&approver, "state=open").await.len(), 2);
    assert_eq!(listed(&approver, "state=ended").await.len(), 0);
    assert_eq!(listed(&approver, "unit=NORTH").await.len(), 2);
    assert_eq!(listed(&approver, "unit=SOUTH").await.len(), 0);
    assert_eq!(listed(&approver, "po=PO-4711").await.len(), 2);
    assert_eq!(listed(&approver, "from=2026-11-20&to=11/20/2026").await.len(), 2);
    assert_eq!(listed(&approver, "from=2026-11-21").await.len(), 0);
    // What everybody's orders have: only what one sees is found.
    assert_eq!(listed(&approver, "q=GLV100").await, [own_number.clone(), waiting_number.clone()]);
    assert_eq!(listed(&buyer, "q=GLV100").await, only(&waiting_number));
    assert_eq!(listed(&buyer, &format!("q={}", number(&guests))).await.len(), 0);
    let stranger = customer(&app, SITE, "stranger@club.example").await;
    assert_eq!(listed(&stranger, "").await.len(), 0);
    assert_eq!(listed(&stranger, &format!("unit=NORTH&person={person}")).await.len(), 0);
    assert_eq!(listed(&stranger, "q=GLV100").await.len(), 0);
    // The list opens what it shows, and nothing else does.
    assert_eq!(seen(&approver, &waiting).await["own"], false);
    assert_eq!(cancel(&approver, &waiting, "not mine").await.status, StatusCode::NOT_FOUND);
    for (visitor, order) in [(&buyer, &own), (&stranger, &waiting), (&approver, &guests)] {
        for path in ["", "/lines.csv", "/reorder"] {
            let answer = visitor.get(&format!("/api/orders/{}{path}", id(order))).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    // R09: an approver who is none any more sees none of it.
    join(&app, SITE, "approver@club.example", "NORTH", MemberRole::Buyer).await;
    assert_eq!(listed(&approver, "").await, [own_number]);
    assert_eq!(listed(&approver, "q=GLV100").await.len(), 1);

    let wrong = approver.get("/api/account/orders?state=lost&from=2026-02-30&q=ab").await;
    let codes: Vec<_> = wrong.json()["errors"].as_array().unwrap().iter().map(|error| error["code"].clone()).collect();
    assert_eq!(codes, ["orders_state", "orders_day", "orders_fragment"]);
    for malformed in ["colour=red", "after=yesterday"] {
        let answer = approver.get(&format!("/api/account/orders?{malformed}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{malformed}");
    }
    assert_eq!(app.visitor(SITE).get("/api/account/orders").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_list_of_an_account_goes_on_where_its_page_ended_also_within_one_moment() {
    let app = TestApp::stocked().await;
    let buyer = customer(&app, SITE, "many@club.example").await;
    for nth in 0..45 {
        order(&buyer, &format!("order {nth}"), 1).await;
    }
    index_due(&app.state).await.unwrap();
    for query in ["", "q=GLV100"] {
        let (mut told, mut after, mut pages) = (std::collections::BTreeSet::new(), String::new(), 0);
        loop {
            let page = buyer.get(&format!("/api/account/orders?{query}&after={after}")).await.json();
            for order in page["orders"].as_array().unwrap() {
                assert!(told.insert(order["id"].as_str().unwrap().to_owned()), "{query}: shown twice");
            }
            pages += 1;
            let Some(next) = page["next"].as_str() else { break };
            next.clone_into(&mut after);
        }
        assert_eq!((told.len(), pages), (45, 3), "{query}");
    }
}

#[tokio::test]
async fn what_a_guest_ordered_is_listed_once_its_email_is_confirmed_and_not_before() {
    let app = TestApp::stocked().await;
    let guest = app.visitor(SITE);
    let placed = order(&guest, "guest", 1).await;
    assert_eq!(placed["email"], "coach@example.com");
    register(&app, SITE, "coach@example.com").await;
    let coach = app.visitor(SITE);
    sign_in(&coach, "coach@example.com", PASSWORD).await;
    assert_eq!(listed(&coach, "").await.len(), 0, "whoever registers somebody's address sees nothing of theirs");
    assert_eq!(coach.get(&format!("/api/orders/{}", id(&placed))).await.status, StatusCode::NOT_FOUND);
    confirm(&app, SITE, "coach@example.com").await;
    assert_eq!(listed(&coach, "").await, [placed["number"].as_str().unwrap()]);
    let told = seen(&coach, &placed).await;
    assert_eq!((&told["own"], &told["mayCancel"]), (&json!(false), &json!(false)), "it is read");
    // Another account that says this e-mail keeps its own orders.
    let other = customer(&app, SITE, "secretary@club.example").await;
    let theirs = order(&other, "theirs", 1).await;
    assert_eq!(theirs["email"], "coach@example.com");
    assert_eq!(listed(&coach, "").await.len(), 1);
    assert_eq!(coach.get(&format!("/api/orders/{}", id(&theirs))).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_line_that_an_edit_took_out_is_told_as_what_it_was() {
    let app = TestApp::stocked().await;
    let (visitor, placed) = bought(&app).await;
    let desk = staff(&app, "manager").await;
    let ball = line(&placed, "BAL200-5").clone();
    assert!(ball["options"].as_str().unwrap().contains("Size: 5"), "{ball}");
    let at_desk = async |sku: &str| {
        let order = show(&desk, id(&placed)).await;
        order["lines"].as_array().unwrap().iter().find(|line| line["sku"] == sku).unwrap().clone()
    };
    let before = at_desk("BAL200-5").await;
    let draft = json!({"amounts": {"lines": [{"position": ball["position"], "quantity": 0}]}, "reason": "Called"});
    let staged = act(&desk, id(&placed), "edits", draft).await;
    assert_eq!(staged.status, StatusCode::CREATED, "{}", staged.text);
    let edit = staged.json()["id"].as_str().unwrap().to_owned();
    done(&desk, id(&placed), &format!("edits/{edit}/apply"), json!({})).await;
    let told = seen(&visitor, &placed).await;
    let gone = line(&told, "BAL200-5");
    assert_eq!((&gone["options"], &gone["cancelled"]), (&ball["options"], &json!(3)));
    assert_eq!((&gone["unitPrice"], &gone["linePrice"]), (&json!(1_500), &json!(0)));
    let skus: Vec<_> =
        told["items"].as_array().unwrap().iter().flat_map(|card| card["lineItems"].as_array().unwrap()).collect();
    assert!(skus.iter().all(|line| line["sku"] != "BAL200-5"), "it is no item of the order any more");
    assert_eq!(at_desk("BAL200-5").await["options"], before["options"]);
    // Nor is it ordered again.
    let again = visitor.get(&format!("/api/orders/{}/reorder", id(&placed))).await.json();
    assert_eq!(again["lines"].as_array().unwrap().len(), 2);
    assert_eq!(again["leftOut"], "3 pieces that were canceled are left out.");
}

#[tokio::test]
async fn the_lines_of_an_order_are_a_file_that_no_spreadsheet_runs() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    let wanted = json!([{"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["=cmd|' /C calc'!A0", "7"]]}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let placed = place(&visitor, "csv", &placing(&check_out(&visitor).await)).await.json();
    let file = visitor.get(&format!("/api/orders/{}/lines.csv", id(&placed))).await;
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"order-FH-100001.csv\"");
    assert!(file.text.starts_with("\u{feff}\"Order\",\"Purchase order\",\"Line\""), "{}", file.text);
    assert!(file.text.contains("\"FH-100001\",\"PO-4711\",\"1\",\"JRS200-NAV-S\""), "{}", file.text);
    let price = placed["lines"][0]["unitPrice"].as_i64().unwrap();
    let price = format!("\"{}.{:02}\"", price / 100, price % 100);
    assert!(file.text.contains("\"Price each\",\"Amount\",\"Names and numbers\""), "{}", file.text);
    assert!(file.text.contains(&format!("{price},{price},\"Name: =cmd")), "{price}: {}", file.text);
    assert!(file.text.contains("\"Name: =cmd|' /C calc'!A0, Number: 7\""), "{}", file.text);
}

async fn again(visitor: &Visitor, order: &Value, key: &str, body: &Value) -> Answer {
    let path = format!("/api/orders/{}/reorder", id(order));
    visitor.send(Method::POST, &path, &[("idempotency-key", key)], Some(body)).await
}

#[tokio::test]
async fn an_order_is_compared_with_today_line_by_line_and_ordered_again_in_one_act() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    let wanted = json!([
        {"sku": "GLV100-L", "quantity": 12},
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann", "7"], ["Bea", "8"]]},
        {"sku": "BAL200-5", "quantity": 3},
        {"sku": "BAL100", "quantity": 2},
    ]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let placed = place(&visitor, "then", &placing(&check_out(&visitor).await)).await.json();
    app.state.catalog.store(Arc::new(repriced(2, |variant| {
        if variant.sku == "BAL200-5" {
            variant.price = Cents::new(2_500);
            variant.discounted_price = None;
        }
        if variant.sku == "BAL100" {
            variant.available = false;
        }
    })));
    let preview = visitor.get(&format!("/api/orders/{}/reorder", id(&placed))).await;
    assert_eq!(preview.status, StatusCode::OK, "{}", preview.text);
    let preview = preview.json();
    let line = |sku: &str| preview["lines"].as_array().unwrap().iter().find(|line| line["sku"] == sku).unwrap().clone();
    assert_eq!((&line("GLV100-L")["state"], &line("GLV100-L")["had"]), (&json!("same"), &json!(true)));
    let ball = line("BAL200-5");
    assert_eq!((&ball["state"], &ball["was"], &ball["now"]), (&json!("price_changed"), &json!(1_500), &json!(2_500)));
    assert_eq!(ball["text"], "$15.00 then, $25.00 now");
    let gone = line("BAL100");
    assert_eq!((&gone["state"], &gone["had"], &gone["now"]), (&json!("unavailable"), &json!(false), &Value::Null));
    let jersey = line("JRS200-NAV-S");
    assert_eq!(
        (&jersey["labels"], &jersey["texts"]),
        (&json!(["Name", "Number"]), &json!([["Ann", "7"], ["Bea", "8"]]))
    );

    let chosen = |checked: bool| {
        json!({"textsChecked": checked, "lines": [
            {"position": ball["position"], "quantity": 4},
            {"position": jersey["position"], "quantity": 2, "freeForm": [["Ann", "7"], ["Cleo", "9"]]},
            {"position": gone["position"], "quantity": 2},
        ]})
    };
    assert_eq!(code(&again(&visitor, &placed, "a", &chosen(false)).await), (422, "reorder_texts".to_owned()));
    let added = again(&visitor, &placed, "b", &chosen(true)).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    assert_eq!(added.json()["change"]["addedQuantity"], 6);
    assert_eq!(added.json()["leftOut"][0]["sku"], "BAL100");
    assert_eq!(again(&visitor, &placed, "b", &chosen(true)).await.text, added.text, "once");
    let now = cart(&visitor).await;
    let pieces: Vec<_> = lines(&now).into_iter().map(|(sku, _, pieces)| (sku, pieces)).collect();
    assert_eq!(pieces, [("BAL200-5".to_owned(), 4), ("JRS200-NAV-S".to_owned(), 2)]);
    assert!(now.to_string().contains("Cleo") && !now.to_string().contains("Bea"));
    assert_books(&app).await;
    let twice = json!({"lines": [{"position": 1, "quantity": 1}, {"position": 1, "quantity": 1}]});
    assert_eq!(code(&again(&visitor, &placed, "c", &twice).await), (422, "order_line_twice".to_owned()));
    // Whoever holds its link orders the same into their own cart; others see nothing.
    let stranger = app.visitor(SITE);
    assert_eq!(again(&stranger, &placed, "d", &chosen(true)).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_article_that_is_gone_is_replaced_by_the_one_with_the_same_options() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    add_one(&visitor, "JRS100-NAV-M", 12).await;
    let placed = place(&visitor, "then", &placing(&check_out(&visitor).await)).await.json();
    app.state.catalog.store(Arc::new(repriced(2, |variant| {
        if variant.sku == "JRS100-NAV-M" {
            variant.sku = "JRS100-NAVY-M".to_owned();
        }
    })));
    let preview = visitor.get(&format!("/api/orders/{}/reorder", id(&placed))).await.json();
    let line = &preview["lines"][0];
    assert_eq!((&line["state"], &line["skuNow"]), (&json!("replaced"), &json!("JRS100-NAVY-M")));
    let chosen = json!({"lines": [{"position": 1, "quantity": 12}]});
    assert_eq!(again(&visitor, &placed, "again", &chosen).await.status, StatusCode::OK);
    assert_eq!(lines(&cart(&visitor).await)[0].0, "JRS100-NAVY-M");
}

#[tokio::test]
async fn an_order_of_five_hundred_lines_is_compared_and_ordered_again() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    let named = |nth: usize| json!([format!("Player {nth}"), (nth % 100).to_string()]);
    let wanted: Vec<Value> =
        (0..500).map(|nth| json!({"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [named(nth)]})).collect();
    assert_eq!(add(&visitor, json!(wanted)).await.status, StatusCode::OK);
    let placed = place(&visitor, "many", &placing(&check_out(&visitor).await)).await.json();
    let preview = visitor.get(&format!("/api/orders/{}/reorder", id(&placed))).await.json();
    let lines = preview["lines"].as_array().unwrap();
    assert_eq!(lines.iter().filter(|line| line["state"] == "same").count(), 500);
    let chosen: Vec<Value> = lines
        .iter()
        .map(|line| json!({"position": line["position"], "quantity": 1, "freeForm": line["texts"]}))
        .collect();
    let added = again(&visitor, &placed, "again", &json!({"textsChecked": true, "lines": chosen})).await;
    assert_eq!(added.json()["change"]["addedQuantity"], 500, "{}", added.text);
    assert_books(&app).await;
}

#[tokio::test]
async fn who_was_canceled_by_name_is_neither_ordered_again_nor_of_the_new_season() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    let wanted = json!([{
        "sku": "JRS200-NAV-S",
        "quantity": 4,
        "freeForm": [["Ann", "7"], ["Bea", "8"], ["Cleo", "9"], ["Bea", "8"]],
    }]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let placed = place(&visitor, "then", &placing(&check_out(&visitor).await)).await.json();
    let desk = staff(&app, "manager").await;
    let part = json!({
        "lines": [{"position": 1, "quantity": 2}],
        "players": [{"position": 1, "players": ["Name: Ann, Number: 7", "Name: Bea, Number: 8"]}],
        "reason": "customer",
    });
    done(&desk, id(&placed), "cancellations", part).await;
    let preview = async || {
        let told = visitor.get(&format!("/api/orders/{}/reorder", id(&placed))).await.json();
        (told["lines"][0].clone(), told["leftOut"].clone())
    };
    let (kept, left_out) = preview().await;
    assert_eq!(left_out, "2 pieces that were canceled are left out.");
    assert_eq!((&kept["quantity"], &kept["ownTexts"], &kept["state"]), (&json!(2), &json!(true), &json!("same")));
    assert_eq!(kept["texts"], json!([["Bea", "8"], ["Cleo", "9"]]));
    let season = visitor.get(&format!("/api/orders/{}/season", id(&placed))).await.json();
    let then = &season["before"];
    assert_eq!((&then["lines"][0]["pieces"], &then["lines"][0]["texts"]), (&json!(2), &kept["texts"]));
    assert_eq!(then["products"][0]["pieces"], 2);
    // Of an order that was canceled as a whole everybody is there.
    let rest = json!({"lines": [{"position": 1, "quantity": 2}], "reason": "customer"});
    done(&desk, id(&placed), "cancellations", rest).await;
    let (all, left_out) = preview().await;
    assert_eq!((&all["quantity"], left_out), (&json!(4), json!("")));
}

#[tokio::test]
async fn a_new_season_of_an_order_without_names_is_of_sizes() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    add_one(&visitor, "JRS100-NAV-L", 12).await;
    add_one(&visitor, "BAL100", 2).await;
    let placed = place(&visitor, "then", &placing(&check_out(&visitor).await)).await.json();
    let season = visitor.get(&format!("/api/orders/{}/season", id(&placed))).await.json();
    assert_eq!(season["styles"].as_array().unwrap().len(), 1, "{season}");
    let then = season["before"]["lines"].as_array().unwrap();
    assert_eq!(then.len(), 1, "{season}");
    assert_eq!((&then[0]["size"], &then[0]["pieces"]), (&json!("L"), &json!(12)));
    assert_eq!(season["beside"].as_array().unwrap().len(), 1, "{season}");
}

#[tokio::test]
async fn an_order_begins_a_new_season_with_what_each_player_gets() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(SITE);
    let wanted = json!([
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Ann", "7"], ["Bea", "8"]]},
        {"sku": "JRS100-NAV-L", "quantity": 12},
        {"sku": "JRS200-NAV-M", "quantity": 1, "freeForm": [["Cleo", "9"]]},
        {"sku": "BAL100", "quantity": 2},
        {"sku": "JRS100-NAV-M", "quantity": 12},
    ]);
    let added = add(&visitor, wanted).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let placed = place(&visitor, "then", &placing(&check_out(&visitor).await)).await.json();
    // Of a shirt four are canceled, and a shirt is not sold any more.
    let desk = staff(&app, "manager").await;
    let position =
        placed["lines"].as_array().unwrap().iter().find(|line| line["sku"] == "JRS100-NAV-L").unwrap()["position"]
            .clone();
    let part = json!({"lines": [{"position": position, "quantity": 4}], "reason": "customer"});
    done(&desk, id(&placed), "cancellations", part).await;
    app.state.catalog.store(Arc::new(repriced(2, |variant| {
        if variant.sku == "JRS100-NAV-M" {
            variant.sku = "JRS100-OLD-M".to_owned();
            variant.attributes.clear();
        }
    })));
    let path = format!("/api/orders/{}/season", id(&placed));
    let season = visitor.get(&path).await;
    assert_eq!(season.status, StatusCode::OK, "{}", season.text);
    let season = season.json();
    let named = |field: &str| {
        let styles = season["styles"].as_array().unwrap().iter();
        styles.map(|style| style["product"][field].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let then = season["before"]["lines"].as_array().unwrap();
    let told: Vec<_> =
        then.iter().map(|line| (line["size"].clone(), line["pieces"].clone(), line["texts"].clone())).collect();
    assert!(told.contains(&(json!("S"), json!(2), json!([["Ann", "7"], ["Bea", "8"]]))), "{told:?}");
    assert!(told.contains(&(json!("M"), json!(1), json!([["Cleo", "9"]]))), "{told:?}");
    assert_eq!(told.len(), 2, "what has no names is no player's, in sizes or not: {told:?}");
    assert_eq!(named("id").len(), 1, "each product in its color once: {:?}", named("name"));
    let jersey = &season["styles"][named("sku").iter().position(|sku| sku == "JRS200").unwrap()];
    let place = usize::try_from(jersey["variant"].as_u64().unwrap()).unwrap();
    let sizes = jersey["product"]["variants"][place]["sizes"].as_array().unwrap();
    assert!(sizes.iter().any(|size| size["sku"] == "JRS200-NAV-S"), "the color of then");
    let pieces: Vec<_> =
        season["before"]["products"].as_array().unwrap().iter().map(|it| it["pieces"].clone()).collect();
    assert_eq!(pieces, [json!(3)]);
    let beside: Vec<_> = season["beside"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(beside.len(), 2, "{season}");
    assert!(beside.iter().any(|text| text.ends_with(", 2 pieces")), "{season}");
    assert!(beside.iter().any(|text| text.ends_with(", 8 pieces")), "without those that were canceled: {season}");
    assert_eq!(season["gone"].as_array().unwrap().len(), 1, "{season}");
    assert!(season["gone"][0].as_str().unwrap().ends_with(", 12 pieces"), "{season}");
    // What was canceled is not ordered again either.
    let preview = visitor.get(&format!("/api/orders/{}/reorder", id(&placed))).await.json();
    let shirt = preview["lines"].as_array().unwrap().iter().find(|line| line["sku"] == "JRS100-NAV-L").unwrap().clone();
    assert_eq!(shirt["quantity"], 8);
    assert_eq!(app.visitor(SITE).get(&path).await.status, StatusCode::NOT_FOUND);
}
