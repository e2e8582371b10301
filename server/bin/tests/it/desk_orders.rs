//! The order desk: what staff see of orders and what they do to them, whose books stay sound, and what the buyer is told.

use axum::http::{Method, StatusCode};
use fieldhouse_core::{
    brand::Site,
    orders::{acts::LineState, acts::sums, invoice::invoice, ledger::Ledger},
};
use fieldhouse_shop::{
    buying::{
        certificates::store::CertificateRow,
        orders::{
            progress::store::list_entries,
            store::{self as orders, find_placed, list_lines},
        },
    },
    staff::audit,
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::letters,
    approvals::{decide, order, school},
    certificates::{certificate, issue, redeem},
    desk::{grants, member},
    shopping::{add, assert_books, check_out, count, messages_left, place, placing, texts},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// Somebody at the desk with a seeded role for all brands.
pub async fn staff(app: &TestApp, role: &str) -> Visitor {
    member(app, &format!("{role}@store.example"), &grants(&[(role, None)])).await.1
}

/// An order of twelve gloves and three balls, placed by a guest; its id.
pub async fn placed(app: &TestApp) -> String {
    let visitor = app.visitor(SITE);
    let wanted = json!([{"sku": "GLV100-L", "quantity": 12}, {"sku": "BAL200-5", "quantity": 3}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let answer = place(&visitor, "desk", &placing(&review)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().to_owned()
}

pub async fn show(desk: &Visitor, id: &str) -> Value {
    let answer = desk.get(&format!("/desk/api/orders/{id}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

/// An act on the order as it stands.
pub async fn act(desk: &Visitor, id: &str, what: &str, draft: Value) -> Answer {
    let version = show(desk, id).await["order"]["version"].clone();
    act_on(desk, id, what, version, draft).await
}

async fn act_on(desk: &Visitor, id: &str, what: &str, version: Value, draft: Value) -> Answer {
    desk.post(&format!("/desk/api/orders/{id}/{what}"), &json!({"version": version, "draft": draft})).await
}

pub async fn done(desk: &Visitor, id: &str, what: &str, draft: Value) -> Value {
    let answer = act(desk, id, what, draft).await;
    assert_eq!(answer.status, StatusCode::OK, "{what}: {}", answer.text);
    // Picking tells what it changed; everything else tells the order.
    if what == "shipments" { show(desk, id).await } else { answer.json() }
}

pub fn only<T: Clone>(one: &T) -> Vec<T> {
    vec![one.clone()]
}

pub fn code(answer: &Answer) -> (u16, String) {
    let json = answer.json();
    let broken = json["errors"][0]["code"].as_str().or_else(|| json["code"].as_str()).unwrap_or_default();
    (answer.status.as_u16(), broken.to_owned())
}

/// What the rows say of an order is what its entries say, line by line and in all.
pub async fn assert_ledger(app: &TestApp, id: &str) {
    assert_ledger_of(app.state.db.read(), id).await;
}

pub async fn assert_ledger_of(db: &impl ConnectionTrait, id: &str) {
    let row = find_placed(db, id).await.unwrap().unwrap();
    let lines = list_lines(db, id).await.unwrap();
    let entries = list_entries(db, id).await.unwrap();
    let mut states = Vec::new();
    for line in lines {
        let added: i64 = entries
            .iter()
            .filter(|e| e.position == line.position && e.kind.key() == "ordered")
            .map(|e| e.quantity)
            .sum();
        let mut ledger = Ledger::placed((line.quantity - added).unsigned_abs());
        for entry in entries.iter().filter(|entry| entry.position == line.position) {
            ledger = ledger.after(*entry.kind, entry.quantity.unsigned_abs()).unwrap();
        }
        assert_eq!(line.ledger(), ledger, "line {}", line.position);
        states.push(LineState { position: u32::try_from(line.position).unwrap(), ledger });
    }
    assert_eq!(row.ledger(), sums(&states));
    assert!(row.ledger().is_sound());
}

#[tokio::test]
async fn an_order_is_held_released_picked_shipped_in_two_parts_partly_cancelled_and_credited() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let seen = show(&desk, &id).await;
    assert_eq!((&seen["order"]["queue"], &seen["lifecycle"]), (&json!("to_pick"), &json!("open")));
    assert_eq!(seen["lines"][0]["ledger"]["ordered"], 12);
    assert_eq!(seen["timeline"][0]["kind"], "order.placed");

    let art_proof = json!({"kind": "art_proof", "reason": "Coach looks at it", "due": "12/01/2026"});
    let waiting = done(&desk, &id, "holds", art_proof).await;
    assert_eq!((&waiting["order"]["queue"], &waiting["order"]["status"]), (&json!("on_hold"), &json!("On hold")));
    assert_eq!(
        (&waiting["holds"][0]["label"], &waiting["holds"][0]["due"]),
        (&json!("Art proof"), &json!("2026-12-01"))
    );
    assert_eq!(code(&act(&desk, &id, "shipments", json!({})).await), (422, "order_on_hold".to_owned()));
    let hold = waiting["holds"][0]["id"].as_str().unwrap();
    let free = done(&desk, &id, &format!("holds/{hold}/close"), json!({})).await;
    assert_eq!(free["order"]["queue"], "to_pick");
    assert_eq!(act(&desk, &id, &format!("holds/{hold}/close"), json!({})).await.status, StatusCode::NOT_FOUND);

    let first = done(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 8}]})).await;
    assert_eq!(first["shipments"][0]["state"], "picked");
    let shipment = first["shipments"][0]["id"].as_str().unwrap().to_owned();
    let parcels = json!({"parcels": [{"carrier": "ups", "tracking": "1z 999 aa1 0123 456 784"}]});
    done(&desk, &id, &format!("shipments/{shipment}/pack"), parcels).await;
    let shipped = done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    assert_eq!(
        (&shipped["order"]["queue"], &shipped["order"]["status"]),
        (&json!("to_pick"), &json!("Partly shipped"))
    );
    assert_eq!(shipped["shipments"][0]["parcels"][0]["tracking"], "1Z999AA10123456784");
    assert_eq!(
        code(&act(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 5}]})).await),
        (422, "ledger_pick".to_owned())
    );
    assert_eq!(
        code(&act(&desk, &id, &format!("shipments/{shipment}/undo"), json!({})).await),
        (422, "shipment_move".to_owned())
    );

    let cancel = json!({"lines": [{"position": 1, "quantity": 1}], "reason": "stock", "note": "Sold out this season."});
    let cancelled = done(&desk, &id, "cancellations", cancel).await;
    assert_eq!(cancelled["ledger"]["cancelled"], 1);

    let second = done(&desk, &id, "shipments", json!({})).await;
    assert_eq!(
        second["shipments"][1]["lines"],
        json!([{"position": 1, "quantity": 3}, {"position": 2, "quantity": 3}])
    );
    let rest = second["shipments"][1]["id"].as_str().unwrap().to_owned();
    let shipped = done(&desk, &id, &format!("shipments/{rest}/ship"), json!({})).await;
    assert_eq!((&shipped["lifecycle"], &shipped["order"]["queue"]), (&json!("complete"), &json!("on_the_way")));
    for shipment in [&shipment, &rest] {
        done(&desk, &id, &format!("shipments/{shipment}/deliver"), json!({})).await;
    }
    let credit = json!({"amount": "12.50", "method": "terms_credit", "reason": "One pair missing",
        "lines": [{"position": 1, "quantity": 1}]});
    let credited = done(&desk, &id, "credits", credit.clone()).await;
    assert_eq!((&credited["order"]["status"], &credited["refunds"][0]["amount"]), (&json!("Delivered"), &json!(1250)));
    assert_eq!((&credited["ledger"]["writtenOff"], &credited["ledger"]["refunded"]), (&json!(1), &json!(1)));
    let more = json!({"amount": "1", "method": "terms_credit", "reason": "All of it",
        "lines": [{"position": 1, "quantity": 11}]});
    assert_eq!(code(&act(&desk, &id, "credits", more).await), (422, "ledger_refund".to_owned()), "once a piece");
    assert_ledger(&app, &id).await;

    let kinds: Vec<_> =
        show(&desk, &id).await["timeline"].as_array().unwrap().iter().map(|e| e["kind"].clone()).collect();
    let told = [
        "refund.created",
        "shipment.delivered",
        "shipment.delivered",
        "order.completed",
        "shipment.shipped",
        "shipment.created",
        "order.cancelled",
        "shipment.shipped",
        "shipment.packed",
        "shipment.created",
        "order.hold_released",
        "order.held",
        "order.placed",
    ];
    assert_eq!(kinds, told);
    let mail = letters(&app).await;
    for text in [
        "is on its way",
        "1Z999AA10123456784",
        "<a href=\"https://www.ups.com/track?tracknum=1Z999AA10123456784\">",
        "Sold out this season.",
        "was delivered",
        "$12.50 is credited",
        "8 \u{d7} ",
    ] {
        assert!(mail.iter().any(|letter| letter.contains(text)), "{text}: {mail:#?}");
    }
    let credit = mail.iter().find(|letter| letter.contains("$12.50 is credited")).unwrap();
    assert!(credit.contains("1 \u{d7} "), "its pieces: {credit}");
    assert!(matches!(audit::verify(app.state.db.read()).await.unwrap(), audit::Verified::Whole { .. }));
    assert_books(&app).await;
}

#[tokio::test]
async fn two_at_one_order_the_second_is_told_who_did_what() {
    let app = TestApp::stocked().await;
    let (one, other) = (staff(&app, "manager").await, staff(&app, "order_desk").await);
    let id = placed(&app).await;
    let version = show(&other, &id).await["order"]["version"].clone();
    done(&one, &id, "notes", json!({"text": "Called the coach."})).await;
    let late = act_on(&other, &id, "holds", version, json!({"kind": "stock"})).await;
    assert_eq!(code(&late), (409, "order_changed".to_owned()));
    assert!(late.json()["title"].as_str().unwrap().contains("note added"), "{}", late.text);
    assert_eq!(late.json()["currentVersion"], 2);
    assert_eq!(show(&one, &id).await["holds"], json!([]));
    assert_eq!(count(&app, "event").await, 2);
}

#[tokio::test]
async fn rivals_on_one_version_only_one_acts() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let version = show(&desk, &id).await["order"]["version"].clone();
    let tries = (0..8).map(|_| act_on(&desk, &id, "shipments", version.clone(), json!({})));
    let answers = futures_util::future::join_all(tries).await;
    let mut told: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    told.sort_unstable();
    assert_eq!(told, [200, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(show(&desk, &id).await["shipments"].as_array().unwrap().len(), 1);
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn cancelling_takes_picked_pieces_out_of_their_shipment_and_all_of_it_ends_the_order() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    done(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 10}]})).await;
    let part = json!({"lines": [{"position": 1, "quantity": 5}], "reason": "customer"});
    let cancelled = done(&desk, &id, "cancellations", part).await;
    assert_eq!(cancelled["shipments"][0]["lines"], json!([{"position": 1, "quantity": 7}]));
    assert_eq!(cancelled["ledger"]["picked"], 7);
    let rest =
        json!({"lines": [{"position": 1, "quantity": 7}, {"position": 2, "quantity": 3}], "reason": "duplicate"});
    let ended = done(&desk, &id, "cancellations", rest).await;
    assert_eq!((&ended["lifecycle"], &ended["order"]["status"]), (&json!("cancelled"), &json!("Canceled")));
    assert_eq!((&ended["shipments"][0]["state"], &ended["acts"]), (&json!("cancelled"), &json!([])));
    assert_eq!(code(&act(&desk, &id, "holds", json!({"kind": "stock"})).await), (422, "order_ended".to_owned()));
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn what_is_canceled_is_not_charged_and_total_invoice_and_credits_say_the_same() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let before = show(&desk, &id).await;
    let (total, sums) = (before["order"]["total"].as_i64().unwrap(), before["sums"].as_array().unwrap().len());
    assert_eq!(before["creditable"], total);
    let cut = json!({"lines": [{"position": 1, "quantity": 4}], "reason": "stock"});
    let after = done(&desk, &id, "cancellations", cut).await;
    let charged = after["creditable"].as_i64().unwrap();
    // At least the goods: their share of freight and tax goes with them.
    let goods = 4 * after["lines"][0]["unitPrice"].as_i64().unwrap();
    assert!(charged <= total - goods && charged > total - 2 * goods, "{charged} of {total}");
    let told = |order: &Value| order["sums"].as_array().unwrap()[sums..].to_vec();
    let sum = |label: &str, cents: i64| {
        let sign = if cents < 0 { "-" } else { "" };
        json!({"label": label, "text": format!("{sign}${}.{:02}", cents.abs() / 100, cents.abs() % 100)})
    };
    let expected = [sum("Canceled", charged - total), sum("Total after changes", charged)];
    assert_eq!(told(&after), expected);
    let letter = format!("Without them your order comes to {}.", expected[1]["text"].as_str().unwrap());
    assert!(letters(&app).await.iter().any(|told| told.contains(&letter)), "{letter}");
    // No piece of it is credited, and no more than what is charged.
    let credit = |amount: &str, lines: Value| json!({"amount": amount, "method": "store_credit", "reason": "Late", "lines": lines});
    let canceled = credit("1", json!([{"position": 1, "quantity": 1}]));
    assert_eq!(code(&act(&desk, &id, "credits", canceled).await), (422, "ledger_refund".to_owned()));
    let above = format!("{}.{:02}", (charged + 1) / 100, (charged + 1) % 100);
    assert_eq!(code(&act(&desk, &id, "credits", credit(&above, json!([]))).await), (422, "refund_above".to_owned()));
    let credited = done(&desk, &id, "credits", credit("5", json!([]))).await;
    assert_eq!(credited["creditable"], charged - 500);
    let expected = [sum("Canceled", charged - total), sum("Credited", -500), sum("Total after changes", charged - 500)];
    assert_eq!(told(&credited), expected);
    // The invoice of what is left is what is charged.
    let picked = done(&desk, &id, "shipments", json!({})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    let order = find_placed(app.state.db.read(), &id).await.unwrap().unwrap();
    let rows = list_lines(app.state.db.read(), &id).await.unwrap();
    let lines = rows.iter().map(|row| (*row.your_cents, *row.unit_your_cents, row.ledger()));
    assert_eq!(invoice(&order.invoiced(lines)).unwrap().total.get(), charged);
    // Taken back within the ten minutes, it is charged again.
    let id = placed(&app).await;
    let cut = json!({"lines": [{"position": 1, "quantity": 4}], "reason": "stock"});
    let cut = done(&desk, &id, "cancellations", cut).await;
    let event = cut["timeline"].as_array().unwrap().iter().find(|event| event["kind"] == "order.cancelled").unwrap();
    let back = done(&desk, &id, &format!("cancellations/{}/undo", event["sequence"]), json!({})).await;
    assert_eq!((&back["creditable"], told(&back)), (&json!(total), Vec::new()));
    assert_ledger(&app, &id).await;
    assert_books(&app).await;
}

#[tokio::test]
async fn nobody_keeps_a_credit_for_what_is_not_charged_any_more() {
    let app = TestApp::stocked().await;
    let (desk, finance) = (staff(&app, "manager").await, staff(&app, "finance").await);
    let visitor = app.visitor(SITE);
    add(&visitor, json!([{"sku": "GLV100-L", "quantity": 12}])).await;
    let review = check_out(&visitor).await;
    let order = place(&visitor, "kept", &placing(&review)).await.json();
    let id = order["id"].as_str().unwrap().to_owned();
    let most = show(&desk, &id).await["creditable"].as_i64().unwrap();
    let all = format!("{}.{:02}", most / 100, most % 100);
    let given =
        done(&finance, &id, "credits", json!({"amount": all, "method": "store_credit", "reason": "Late"})).await;
    let credit = given["refunds"][0]["id"].as_str().unwrap().to_owned();
    let cut = json!({"lines": [{"position": 1, "quantity": 1}], "reason": "stock"});
    assert_eq!(code(&act(&desk, &id, "cancellations", cut.clone()).await), (422, "cancel_credited".to_owned()));
    // Nor does its buyer, who has to ask.
    let seen = visitor.get(&format!("/api/orders/{id}")).await.json();
    assert_eq!((&seen["mayCancel"], &seen["cancelText"]), (&json!(false), &json!("")));
    let body = json!({"version": seen["version"], "note": ""});
    let path = format!("/api/orders/{id}/cancellation");
    let refused = visitor.send(Method::POST, &path, &[("idempotency-key", "mine")], Some(&body)).await;
    assert_eq!(code(&refused), (422, "order_in_work".to_owned()));
    // Taken back, once, and told; then it is canceled.
    let path = format!("credits/{credit}/withdrawal");
    let back = done(&finance, &id, &path, json!({"reason": "It comes after all."})).await;
    assert_eq!((&back["refunds"][0]["state"], &back["creditable"]), (&json!("withdrawn"), &json!(most)));
    assert_eq!(back["timeline"][0]["kind"], "refund.withdrawn");
    assert_eq!(code(&act(&finance, &id, &path, json!({})).await), (422, "refund_not_given".to_owned()));
    let mail = letters(&app).await;
    assert!(mail.iter().any(|letter| letter.contains("does not count any more") && letter.contains("after all")));
    let seen = visitor.get(&format!("/api/orders/{id}")).await.json();
    assert_eq!((&seen["credits"], &seen["afterChanges"]), (&json!([]), &json!([])));
    done(&desk, &id, "cancellations", cut).await;
    // A credit for pieces stays: they were written off with it.
    let picked = done(&desk, &id, "shipments", json!({})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    let torn =
        json!({"amount": "1", "method": "store_credit", "reason": "Torn", "lines": [{"position": 1, "quantity": 1}]});
    let torn = done(&finance, &id, "credits", torn).await;
    let pieces = torn["refunds"].as_array().unwrap().iter().find(|refund| refund["amount"] == 100).unwrap();
    assert_eq!(pieces["lines"], json!([{"position": 1, "quantity": 1}]), "whoever looks at it sees what it is for");
    assert_eq!(pieces["createdById"], finance.get("/desk/api/session").await.json()["id"]);
    let path = format!("credits/{}/withdrawal", pieces["id"].as_str().unwrap());
    assert_eq!(code(&act(&finance, &id, &path, json!({})).await), (422, "refund_for_pieces".to_owned()));
    assert_ledger(&app, &id).await;
    assert_books(&app).await;
}

#[tokio::test]
async fn certificates_are_not_free_again_while_what_they_paid_is_credited() {
    let app = TestApp::stocked().await;
    let (desk, finance) = (staff(&app, "manager").await, staff(&app, "finance").await);
    issue(&app, &[CertificateRow { value_cents: 500_000.into(), ..certificate("GC-5000") }]).await;
    let visitor = app.visitor(SITE);
    add(&visitor, json!([{"sku": "GLV100-L", "quantity": 12}])).await;
    assert_eq!(redeem(&visitor, "GC-5000").await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let id = place(&visitor, "free", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    let most = show(&desk, &id).await["creditable"].as_i64().unwrap();
    assert!(most > 0, "what certificates paid was given, too");
    let all = format!("{}.{:02}", most / 100, most % 100);
    done(&finance, &id, "credits", json!({"amount": all, "method": "certificate", "reason": "Late"})).await;
    let part = json!({"lines": [{"position": 1, "quantity": 5}], "reason": "stock"});
    let cut = done(&desk, &id, "cancellations", part).await;
    assert_eq!(cut["creditable"], 0, "they paid beyond what is left, and all of it is credited");
    let rest = json!({"lines": [{"position": 1, "quantity": 7}], "reason": "stock"});
    assert_eq!(code(&act(&desk, &id, "cancellations", rest).await), (422, "cancel_credited".to_owned()));
}

#[tokio::test]
async fn who_sees_no_amounts_finds_none_in_their_audit_log() {
    let app = TestApp::stocked().await;
    let (packer, boss) = (staff(&app, "warehouse").await, staff(&app, "owner").await);
    let id = placed(&app).await;
    done(&packer, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 1}]})).await;
    let log = packer.get("/desk/api/audit").await.text;
    assert!(log.contains("picked") && !log.contains("total"), "{log}");
    assert!(boss.get("/desk/api/audit").await.text.contains("\"total\":"));
}

#[tokio::test]
async fn an_act_of_more_lines_than_there_are_keeps_nobody_waiting() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let players: Vec<_> = (1..=10_001).map(|position| json!({"position": position, "players": []})).collect();
    let lines: Vec<_> = (1..=10_001).map(|position| json!({"position": position, "quantity": 1})).collect();
    for draft in [json!({"players": players}), json!({"lines": lines})] {
        assert_eq!(act(&desk, &id, "shipments", draft).await.status, StatusCode::BAD_REQUEST);
    }
    assert_eq!(show(&desk, &id).await["shipments"], json!([]));
}

#[tokio::test]
async fn what_comes_back_is_outstanding_again() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "warehouse").await;
    let id = placed(&app).await;
    let picked = done(&desk, &id, "shipments", json!({})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    done(&desk, &id, &format!("shipments/{shipment}/deliver"), json!({})).await;
    let wrong = done(&desk, &id, &format!("shipments/{shipment}/exception"), json!({})).await;
    assert_eq!((&wrong["order"]["queue"], &wrong["ledger"]["delivered"]), (&json!("on_the_way"), &json!(0)));
    let back = done(&desk, &id, &format!("shipments/{shipment}/take-back"), json!({})).await;
    assert_eq!((&back["lifecycle"], &back["order"]["queue"]), (&json!("open"), &json!("to_pick")));
    assert_eq!(back["order"]["outstanding"], 15);
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn who_packs_sees_no_amounts_and_who_lacks_a_right_does_nothing() {
    let app = TestApp::stocked().await;
    let id = placed(&app).await;
    let warehouse = staff(&app, "warehouse").await;
    let seen = show(&warehouse, &id).await;
    assert_eq!((&seen["order"]["total"], &seen["sums"], &seen["creditable"]), (&Value::Null, &json!([]), &Value::Null));
    assert!(seen["lines"].as_array().unwrap().iter().all(|line| line["unitPrice"].is_null()));
    assert_eq!(seen["acts"], json!(["pick", "ship"]));
    let text = warehouse.get(&format!("/desk/api/orders/{id}")).await.text;
    assert!(!text.contains('$'), "{text}");
    assert_eq!(code(&act(&warehouse, &id, "holds", json!({"kind": "stock"})).await), (403, "not_permitted".to_owned()));
    let auditor = staff(&app, "auditor").await;
    for what in ["holds", "release", "cancellations", "notes", "credits", "shipments"] {
        assert_eq!(act(&auditor, &id, what, json!({})).await.status, StatusCode::FORBIDDEN, "{what}");
    }
    assert_eq!(app.visitor(SITE).get(&format!("/desk/api/orders/{id}")).await.status, StatusCode::UNAUTHORIZED);
    let (_, elsewhere) = member(&app, "u@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await;
    let hidden = elsewhere.get(&format!("/desk/api/orders/{id}")).await;
    let none = elsewhere.get("/desk/api/orders/00000000-0000-4000-8000-000000000000").await;
    assert_eq!((hidden.status, hidden.json()["code"].clone()), (none.status, none.json()["code"].clone()));
    assert_eq!(elsewhere.get("/desk/api/orders").await.json()["orders"], json!([]));
}

#[tokio::test]
async fn a_credit_above_the_cap_waits_for_a_second_person_and_no_more_is_credited_than_was_charged() {
    let app = TestApp::stocked().await;
    let (clerk, finance) = (staff(&app, "order_desk").await, staff(&app, "finance").await);
    let visitor = app.visitor(SITE);
    let wanted = json!([{"sku": "JRS100-NAV-M", "quantity": 48}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let id = place(&visitor, "much", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    let credit = |amount: &str| json!({"amount": amount, "method": "store_credit", "reason": "Late"});
    let asked = done(&clerk, &id, "credits", credit("250")).await;
    assert_eq!(asked["refunds"][0]["state"], "asked");
    let refund = asked["refunds"][0]["id"].as_str().unwrap().to_owned();
    let decision = format!("credits/{refund}/decision");
    assert_eq!(act(&clerk, &id, &decision, json!({"granted": true})).await.status, StatusCode::FORBIDDEN);
    let total = show(&finance, &id).await["order"]["total"].as_i64().unwrap();
    let too_much = format!("{}.{:02}", (total - 25_000 + 1) / 100, (total - 25_000 + 1) % 100);
    assert_eq!(code(&act(&finance, &id, "credits", credit(&too_much)).await), (422, "refund_above".to_owned()));
    let granted = done(&finance, &id, &decision, json!({"granted": true})).await;
    assert_eq!(
        (&granted["refunds"][0]["state"], &granted["timeline"][0]["kind"]),
        (&json!("granted"), &json!("refund.created"))
    );
    assert_eq!(granted["timeline"][0]["text"], "Late \u{b7} $250.00");
    assert_eq!(
        code(&act(&finance, &id, &decision, json!({"granted": false})).await),
        (422, "refund_decided".to_owned())
    );
    // One alone takes back no more than they give alone; who approves such credits does.
    let back = format!("credits/{refund}/withdrawal");
    assert_eq!(code(&act(&clerk, &id, &back, json!({})).await), (422, "refund_above_cap".to_owned()));
    done(&finance, &id, &back, json!({})).await;
    let pieces = json!([{"position": 9, "quantity": 1}]);
    let nowhere = json!({"amount": "250", "method": "store_credit", "reason": "Late", "lines": pieces});
    assert_eq!(
        code(&act(&clerk, &id, "credits", nowhere).await),
        (422, "order_line_unknown".to_owned()),
        "also above the cap"
    );
    let own = done(&clerk, &id, "credits", credit("201")).await;
    let above = own["refunds"].as_array().unwrap().iter().find(|refund| refund["amount"] == 20_100).unwrap();
    assert_eq!(above["state"], "asked");
    let mail = letters(&app).await;
    assert_eq!(mail.iter().filter(|letter| letter.contains("is credited")).count(), 1, "{mail:#?}");
}

#[tokio::test]
async fn a_cap_is_for_an_order_and_what_waited_is_granted_only_where_a_credit_still_may_be() {
    let app = TestApp::stocked().await;
    let (clerk, finance) = (staff(&app, "order_desk").await, staff(&app, "finance").await);
    let visitor = app.visitor(SITE);
    add(&visitor, json!([{"sku": "JRS100-NAV-M", "quantity": 48}])).await;
    let review = check_out(&visitor).await;
    let id = place(&visitor, "parts", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    let credit = |amount: &str| json!({"amount": amount, "method": "store_credit", "reason": "Late"});
    let states = |order: &Value| -> Vec<(i64, String)> {
        let refunds = order["refunds"].as_array().unwrap().iter();
        let mut told: Vec<_> = refunds
            .map(|refund| (refund["amount"].as_i64().unwrap(), refund["state"].as_str().unwrap().to_owned()))
            .collect();
        told.sort();
        told
    };
    done(&clerk, &id, "credits", credit("150")).await;
    done(&clerk, &id, "credits", credit("50")).await;
    let third = done(&clerk, &id, "credits", credit("0.01")).await;
    let [granted, asked] = ["granted", "asked"].map(str::to_owned);
    assert_eq!(states(&third), [(1, asked), (5_000, granted.clone()), (15_000, granted)], "200 in all is the cap");

    let waiting = third["refunds"].as_array().unwrap().iter().find(|refund| refund["state"] == "asked").unwrap();
    let decision = format!("credits/{}/decision", waiting["id"].as_str().unwrap());
    let by_hand = async |sql: &str| {
        let tx = app.state.db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    };
    let grant = json!({"granted": true});
    by_hand("UPDATE orders SET lifecycle = 'awaiting_approval' WHERE visitor <> ''").await;
    let refused = act(&finance, &id, &decision, grant.clone()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    let costs = async |cents: u32| {
        let amounts = format!("your_cents = {cents}, total_cents = {cents}, freight_cents = 0, tax_cents = 0");
        by_hand(&format!("UPDATE orders SET lifecycle = 'open', {amounts} WHERE visitor <> ''")).await;
        by_hand(&format!("UPDATE order_line SET unit_your_cents = 0, your_cents = {cents} WHERE order_id <> ''")).await;
    };
    costs(20_000).await;
    assert_eq!(code(&act(&finance, &id, &decision, grant.clone()).await), (422, "refund_above".to_owned()));
    costs(20_001).await;
    done(&finance, &id, &decision, grant).await;
    // What a second person agreed to is not the first one's.
    costs(90_000).await;
    let fourth = done(&clerk, &id, "credits", credit("1")).await;
    assert!(states(&fourth).contains(&(100, "asked".to_owned())));
}

#[tokio::test]
async fn an_order_that_the_store_cancelled_waits_for_no_approver() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (buyer, approver) = school(&app, SITE).await;
    let waiting = order(&buyer, "one", 2).await;
    let id = waiting["id"].as_str().unwrap();
    let all = json!({"lines": [{"position": 1, "quantity": 2}], "reason": "customer"});
    assert_eq!(done(&desk, id, "cancellations", all).await["lifecycle"], "cancelled");
    assert_eq!(approver.get("/api/account/approvals").await.json()["orders"], json!([]));
    let late = decide(&approver, &waiting, "approved", "").await;
    assert_eq!(code(&late), (409, "already_decided".to_owned()));
    assert_eq!(buyer.get(&format!("/api/orders/{id}")).await.json()["status"], "Canceled");
    assert_eq!(messages_left(&app).await, 0, "nobody outside hears of it");
    assert_books(&app).await;
}

#[tokio::test]
async fn orders_released_by_hand_leave_the_house_when_somebody_lets_them() {
    let mut app = TestApp::stocked().await;
    app.reconfigure(|config| config.release_by_hand = true);
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    assert_eq!(show(&desk, &id).await["order"]["queue"], "to_release");
    assert_eq!(code(&act(&desk, &id, "shipments", json!({})).await), (422, "order_not_released".to_owned()));
    let released = done(&desk, &id, "release", json!({})).await;
    assert_eq!((&released["order"]["queue"], released["releasedAt"].is_string()), (&json!("to_pick"), true));
    assert_eq!(code(&act(&desk, &id, "release", json!({})).await), (422, "order_released_already".to_owned()));
    assert!(texts(&app, "job", "kind").await.contains(&"order_placed".to_owned()), "the letter did not wait");
}

#[tokio::test]
async fn a_forged_origin_changes_nothing() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let path = format!("/desk/api/orders/{id}/notes");
    let body = json!({"version": 1, "draft": {"text": "Hello"}});
    let forged = desk.send(Method::POST, &path, &[("origin", "https://evil.example")], Some(&body)).await;
    assert_eq!(forged.status, StatusCode::FORBIDDEN, "{}", forged.text);
    assert_eq!(show(&desk, &id).await["notes"], json!([]));
}

#[tokio::test]
async fn a_cancellation_is_taken_back_while_it_is_fresh_and_a_letter_is_sent_once_more() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let event_of = |seen: &Value, kind: &str| {
        let all = seen["timeline"].as_array().unwrap();
        all.iter().find(|event| event["kind"] == kind).unwrap().clone()
    };
    let undo =
        async |event: &Value| act(&desk, &id, &format!("cancellations/{}/undo", event["sequence"]), json!({})).await;
    let part = json!({"reason": "stock", "note": "", "lines": [{"position": 1, "quantity": 5}]});
    let cut = done(&desk, &id, "cancellations", part.clone()).await;
    let cancelled = event_of(&cut, "order.cancelled");
    assert_eq!((&cancelled["undoable"], &cancelled["letter"]), (&json!(true), &json!(true)));
    assert_eq!(cut["lines"][0]["outstanding"], 7);
    app.state.clock.advance_seconds(9 * 60 + 59);
    let back = undo(&cancelled).await.json();
    assert_eq!((&back["lines"][0]["outstanding"], &back["order"]["queue"]), (&json!(12), &json!("to_pick")));
    assert_eq!(event_of(&back, "order.cancelled")["undoable"], false);
    assert_eq!(code(&undo(&cancelled).await), (422, "undo_done".to_owned()));
    let again = done(&desk, &id, "cancellations", part).await;
    let cancelled = event_of(&again, "order.cancelled");
    app.state.clock.advance_seconds(10 * 60);
    assert_eq!(event_of(&show(&desk, &id).await, "order.cancelled")["undoable"], false);
    assert_eq!(code(&undo(&cancelled).await), (422, "undo_late".to_owned()));
    let two = json!([{"position": 2, "quantity": 2}]);
    let cut = done(&desk, &id, "cancellations", json!({"reason": "stock", "note": "", "lines": two})).await;
    assert_eq!(event_of(&cut, "order.cancelled")["undoable"], true);
    assert_ledger(&app, &id).await;
    let told = letters(&app).await;
    let of = |subject: &str| told.iter().filter(|letter| letter.contains(subject)).count();
    assert_eq!((of("With them your order comes to $"), of("A change to your")), (1, 3));

    // The same letter once more, for whoever may write to the buyer.
    let resend = async |desk: &Visitor, event: &Value| {
        act(desk, &id, &format!("events/{}/letter", event["sequence"]), json!({})).await
    };
    let sent = resend(&desk, &cancelled).await;
    assert_eq!(
        (sent.status, event_of(&sent.json(), "letter.resent")["letter"].clone()),
        (StatusCode::OK, json!(false))
    );
    let placed = event_of(&again, "order.placed");
    assert_eq!(resend(&desk, &placed).await.status, StatusCode::OK);
    let told = letters(&app).await;
    let of = |subject: &str| told.iter().filter(|letter| letter.contains(subject)).count();
    assert_eq!((of("A change to your"), of("Subject: Your Fieldhouse order")), (4, 2));
    let silent = event_of(&sent.json(), "letter.resent");
    assert_eq!(resend(&desk, &silent).await.status, StatusCode::NOT_FOUND, "nobody was written to about it");
    // Nobody's mailbox is filled from the desk: three times an hour, each letter.
    for _ in 0..2 {
        assert_eq!(resend(&desk, &cancelled).await.status, StatusCode::OK);
    }
    assert_eq!(code(&resend(&desk, &cancelled).await), (409, "letter_resent_often".to_owned()));
    assert_eq!(resend(&desk, &placed).await.status, StatusCode::OK, "another letter");
    // Whoever sits there goes on using the desk.
    for _ in 0..3 {
        app.state.clock.advance_seconds(20 * 60 + 1);
        show(&desk, &id).await;
    }
    assert_eq!(resend(&desk, &cancelled).await.status, StatusCode::OK);
    let other = self::placed(&app).await;
    let elsewhere = act(&desk, &other, &format!("events/{}/letter", cancelled["sequence"]), json!({})).await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND, "of another order");
    let elsewhere = act(&desk, &other, &format!("cancellations/{}/undo", cancelled["sequence"]), json!({})).await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND);
    // An order that ended by it stays ended.
    let all = json!({"reason": "customer", "note": "", "lines": [{"position": 1, "quantity": 7}, {"position": 2, "quantity": 1}]});
    let ended = done(&desk, &id, "cancellations", all).await;
    assert_eq!(code(&undo(&event_of(&ended, "order.cancelled")).await), (422, "order_ended".to_owned()));
    let reads = staff(&app, "auditor").await;
    assert_eq!(resend(&reads, &cancelled).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn an_order_takes_two_thousand_lines_at_once() {
    let app = TestApp::stocked().await;
    let id = placed(&app).await;
    let db = app.state.db.read();
    let held = list_lines(db, &id).await.unwrap();
    let more = (101..2_101).map(|position| orders::OrderLineRow { position, ..held[0].clone() });
    let tx = app.state.db.write().await.unwrap();
    orders::insert_lines(&tx, more).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(list_lines(db, &id).await.unwrap().len(), held.len() + 2_000);
}

/// An order of 2,002 lines; its id.
pub async fn placed_big(app: &TestApp) -> String {
    let id = placed(app).await;
    let held = list_lines(app.state.db.read(), &id).await.unwrap();
    let more = (3..2_003).map(|position| orders::OrderLineRow { position, ..held[0].clone() });
    let tx = app.state.db.write().await.unwrap();
    orders::insert_lines(&tx, more).await.unwrap();
    tx.commit().await.unwrap();
    id
}

#[tokio::test]
async fn the_first_answer_of_a_big_order_is_small_and_a_line_says_only_what_happened() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed_big(&app).await;
    let answer = desk.get(&format!("/desk/api/orders/{id}")).await;
    let seen = answer.json();
    assert_eq!((&seen["lineCount"], seen["lines"].as_array().unwrap().len()), (&json!(2_002), 200));
    assert_eq!(seen["lines"][7]["ledger"], json!({"ordered": 12}), "sums that are zero are left out");
    assert!(answer.text.len() <= 60 * 1024, "{} bytes", answer.text.len());
    for line in seen["lines"].as_array().unwrap() {
        let told = line.to_string().len();
        assert!(told <= 280, "{told} bytes: {line}");
    }
}

#[tokio::test]
async fn picking_one_line_of_a_big_order_answers_what_it_changed_and_nothing_else() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed_big(&app).await;
    let before = show(&desk, &id).await;
    let lines = json!([{"position": 1_500, "quantity": 5}, {"position": 2, "quantity": 3}]);
    let answer = act(&desk, &id, "shipments", json!({"lines": lines})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert!(answer.text.len() <= 3 * 1024, "{} bytes", answer.text.len());
    // What was seen before with what is told now is the order.
    let (told, after) = (answer.json(), show(&desk, &id).await);
    let mut merged = before.clone();
    for name in ["order", "ledger", "acts", "documents"] {
        merged[name] = told[name].clone();
    }
    for name in ["shipments", "timeline"] {
        let mut all = told[name].as_array().unwrap().clone();
        all.extend(before[name].as_array().unwrap().iter().cloned());
        merged[name] = json!(all);
    }
    for stand in told["picked"].as_array().unwrap() {
        let lines = merged["lines"].as_array_mut().unwrap().iter_mut();
        for line in lines.filter(|line| line["position"] == stand["position"]) {
            for name in ["ledger", "outstanding", "toPick"] {
                line[name] = stand[name].clone();
            }
        }
    }
    assert_eq!(merged, after);
    let at: Vec<_> = told["picked"].as_array().unwrap().iter().map(|line| line["position"].clone()).collect();
    assert_eq!(at, [json!(2), json!(1_500)]);
    assert_eq!(
        told["picked"][1],
        json!({"position": 1_500, "ledger": {"ordered": 12, "picked": 5}, "outstanding": 12, "toPick": 7})
    );
    assert_eq!(told["timeline"][0]["entries"].as_array().unwrap().len(), 2);
    // All that is left of the others goes on as before, and what is wrong is told at its place.
    let wrong = json!({"lines": [{"position": 2, "quantity": 1}, {"position": 9_999, "quantity": 1}, {"position": 1_500, "quantity": 8}]});
    let refused = act(&desk, &id, "shipments", wrong).await.json();
    let named: Vec<_> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| (error["field"].clone(), error["code"].clone()))
        .collect();
    assert_eq!(
        named,
        [
            (json!("lines.0.quantity"), json!("ledger_pick")),
            (json!("lines.1.position"), json!("order_line_unknown")),
            (json!("lines.2.quantity"), json!("ledger_pick")),
        ]
    );
}

#[tokio::test]
async fn the_order_at_the_desk_tells_which_letters_its_brand_does_not_send() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "owner").await;
    let id = placed(&app).await;
    assert_eq!(show(&desk, &id).await["lettersOff"], json!([]));
    for (site, kind) in [("fieldhouse", "order_shipped"), ("usgames", "order_cancelled")] {
        let wanted = json!({"version": 0, "on": false});
        let answer = crate::desk::put(&desk, &format!("/desk/api/letters/{site}/{kind}"), &wanted).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
    assert_eq!(show(&desk, &id).await["lettersOff"], json!(["order_shipped"]), "of its brand alone");
}
