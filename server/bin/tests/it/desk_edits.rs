//! Edits of placed orders: previewed without being written, applied on the version they were previewed on, with sold prices
//! kept, approvals asked again, and books that stay sound.

use std::sync::Arc;

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    buying::{
        certificates::store::CertificateRow,
        orders::{
            search::{index_due, read_due, write_due},
            store as orders,
        },
    },
    staff::audit,
};
use serde_json::{Value, json};

use crate::{
    accounts::letters,
    approvals::{BUYER, decide, order, school},
    certificates::{certificate, issue, redeem},
    desk::{acts, grants, member, owner, with_rights},
    desk_orders::{act, assert_ledger, code, done, placed, show, staff},
    erp_orders::Exporting,
    erp_stub::Manner,
    fixture::repriced,
    shopping::{add, add_one, assert_books, check_out, place, placing},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

fn lines(edits: &[(u32, u32, bool)]) -> Value {
    let line = |(position, quantity, today): &(u32, u32, bool)| json!({"position": position, "quantity": quantity, "today": today});
    json!({"amounts": {"lines": edits.iter().map(line).collect::<Vec<_>>()}})
}

async fn previewed(desk: &Visitor, id: &str, draft: Value) -> Value {
    let answer = act(desk, id, "edits/preview", draft).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

/// What a preview says is wrong.
async fn wrong(desk: &Visitor, id: &str, draft: Value) -> Vec<(String, String)> {
    let preview = previewed(desk, id, draft.clone()).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let errors = preview["preview"]["errors"].as_array().unwrap().clone();
    let told: Vec<_> = errors.iter().map(|error| (text(&error["field"]), text(&error["code"]))).collect();
    let staged = act(desk, id, "edits", draft).await;
    assert_eq!(staged.status.as_u16(), if told.is_empty() { 201 } else { 422 }, "{}", staged.text);
    told
}

async fn staged(desk: &Visitor, id: &str, draft: Value) -> String {
    let answer = act(desk, id, "edits", draft).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn apply(desk: &Visitor, id: &str, edit: &str) -> Answer {
    act(desk, id, &format!("edits/{edit}/apply"), json!({})).await
}

async fn edited(desk: &Visitor, id: &str, draft: Value) -> Value {
    let edit = staged(desk, id, draft).await;
    let answer = apply(desk, id, &edit).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

async fn state_of(desk: &Visitor, id: &str, edit: &str) -> Value {
    let list = desk.get(&format!("/desk/api/orders/{id}/edits")).await.json();
    list.as_array().unwrap().iter().find(|row| row["id"] == edit).unwrap()["state"].clone()
}

fn cents(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

#[tokio::test]
async fn lines_are_raised_lowered_taken_out_and_added_and_the_others_keep_their_price() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let before = show(&desk, &id).await;
    let draft = json!({
        "amounts": {"lines": [{"position": 1, "quantity": 10}, {"position": 2, "quantity": 0}, {"position": 3, "quantity": 4}]},
        "added": [{"sku": "bal100"}], "poNumber": "PO-NEW", "note": "As you asked on the phone", "reason": "Called",
    });
    let preview = previewed(&desk, &id, draft.clone()).await;
    assert_eq!(preview["added"][0]["name"], "Match Soccer Ball");
    assert_eq!(show(&desk, &id).await["order"]["version"], before["order"]["version"], "a preview writes nothing");
    let after = edited(&desk, &id, draft).await;
    assert_eq!(cents(&after["order"]["total"]), total_of(&preview));
    assert_eq!(after["order"]["poNumber"], "PO-NEW");
    let pieces: Vec<_> = after["lines"].as_array().unwrap().iter().map(|line| line["outstanding"].clone()).collect();
    assert_eq!(pieces, [10, 0, 4]);
    assert_eq!(after["lines"][0]["unitPrice"], before["lines"][0]["unitPrice"]);
    assert_eq!(after["lines"][2]["linePrice"], 4 * 3999);
    let timeline = after["timeline"].as_array().unwrap();
    assert_eq!(timeline[0]["kind"], "order.edited");
    assert!(timeline[0]["text"].as_str().unwrap().contains("10 instead of 12"), "{timeline:?}");
    assert_ledger(&app, &id).await;
    assert_books(&app).await;
    assert!(matches!(audit::verify(app.state.db.read()).await.unwrap(), audit::Verified::Whole { .. }));

    // The buyer reads the same, in the letter and on the page; the order is found by what it has now.
    let told = letters(&app).await;
    let letter = told.iter().find(|letter| letter.contains("was changed")).expect("a letter");
    for text in
        ["10 instead of 12", "Taken out: Training Soccer Ball", "Added: 4", "As you asked on the phone", "Total: $"]
    {
        assert!(letter.contains(text), "{text}: {letter}");
    }
    let row = orders::find_placed(app.state.db.read(), &id).await.unwrap().unwrap();
    let items: Value = serde_json::from_str(&row.items).unwrap();
    let skus: Vec<_> = items
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|card| card["lineItems"].as_array().unwrap())
        .map(|line| (line["sku"].as_str().unwrap(), line["quantity"].as_i64().unwrap()))
        .collect();
    assert_eq!(skus, [("GLV100-L", 10), ("BAL100", 4)]);
    index_due(&app.state).await.unwrap();
    let found = desk.get("/desk/api/orders?q=PO-NEW").await.json();
    assert_eq!(found["orders"][0]["id"], id.as_str());
}

#[tokio::test]
async fn a_node_that_read_an_order_before_its_edit_does_not_write_over_what_another_one_indexed() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let before = read_due(&app.state).await.unwrap();
    let draft = json!({"poNumber": "PO-NEW", "reason": "Called"});
    edited(&desk, &id, draft).await;
    index_due(&app.state).await.unwrap();
    assert!(!write_due(&app.state, before).await.unwrap());
    let found = desk.get("/desk/api/orders?q=PO-NEW").await.json();
    assert_eq!(found["orders"][0]["id"], id.as_str());
}

fn total_of(preview: &Value) -> i64 {
    let after = &preview["preview"]["after"];
    let part = |name: &str| after[name].as_i64().unwrap_or_default();
    (part("merchandise") - part("savings") + part("freight") + part("tax") - part("certificates")).max(0)
}

#[tokio::test]
async fn a_raised_line_costs_what_it_was_sold_at_or_todays_price_as_staff_choose() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let dearer = repriced(2, |variant| {
        if variant.sku == "GLV100-L" {
            variant.price = fieldhouse_core::money::Cents::new(10_000);
        }
    });
    app.state.catalog.store(Arc::new(dearer));
    let more_than_a_line_holds = wrong(&desk, &id, lines(&[(1, 10_000, false)])).await;
    assert_eq!(more_than_a_line_holds, [("amounts.lines.0.quantity".to_owned(), "quantity_too_large".to_owned())]);
    let preview = previewed(&desk, &id, lines(&[(1, 13, false)])).await;
    let line = &preview["basis"]["lines"][0];
    assert_eq!((&line["sold"]["your"], &line["today"]["your"]), (&json!(8999), &json!(10_000)));
    let before = cents(&preview["preview"]["before"]["merchandise"]);
    assert_eq!(cents(&preview["preview"]["after"]["merchandise"]) - before, 8_999);
    let today = previewed(&desk, &id, lines(&[(1, 13, true)])).await;
    assert_eq!(cents(&today["preview"]["after"]["merchandise"]) - before, 13 * 10_000 - 12 * 8_999);
    let after = edited(&desk, &id, lines(&[(1, 13, true)])).await;
    assert_eq!((&after["lines"][0]["unitPrice"], &after["lines"][0]["linePrice"]), (&json!(10_000), &json!(130_000)));
    assert_eq!(after["lines"][1]["unitPrice"], show(&desk, &id).await["lines"][1]["unitPrice"]);
    assert_books(&app).await;
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn picked_pieces_leave_their_shipment_and_no_fewer_than_were_shipped() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let picked = done(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 4}]})).await;
    let shipment = picked["shipments"][0]["id"].as_str().unwrap().to_owned();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    done(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 8}]})).await;
    let expected = [("amounts.lines.0.quantity".to_owned(), "edit_below_shipped".to_owned())];
    assert_eq!(wrong(&desk, &id, lines(&[(1, 3, false)])).await, expected);
    let after = edited(&desk, &id, lines(&[(1, 9, false)])).await;
    assert_eq!(after["shipments"][1]["lines"], json!([{"position": 1, "quantity": 5}]));
    assert_eq!((&after["ledger"]["picked"], &after["ledger"]["cancelled"]), (&json!(9), &json!(3)));
    let kept = edited(&desk, &id, lines(&[(1, 4, false), (2, 0, false)])).await;
    assert_eq!((&kept["lifecycle"], &kept["order"]["status"]), (&json!("complete"), &json!("Shipped")));
    assert_eq!(code(&act(&desk, &id, "edits", lines(&[(1, 5, false)])).await).1, "order_nothing_outstanding");
    assert_ledger(&app, &id).await;
    assert_books(&app).await;
}

#[tokio::test]
async fn address_method_and_discount_make_freight_and_tax_anew_and_not_after_all_was_shipped() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let preview = previewed(&desk, &id, json!({"poNumber": "PO-1"})).await;
    assert_eq!(preview["preview"]["before"], preview["preview"]["after"]);
    let mut address = preview["address"].clone();
    for (field, value) in [("state", "CA"), ("city", "Fresno"), ("zip", "93701"), ("company", "Fresno Eagles")] {
        address[field] = json!(value);
    }
    let amounts = json!({"discount": "50", "discountReason": "Late last time"});
    let draft = json!({"address": address, "shippingMethod": "expedited", "amounts": amounts});
    let after = edited(&desk, &id, draft).await;
    assert!(after["address"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().contains("Fresno")));
    assert_eq!(after["shippingMethod"], "Expedited (2-3 business days)");
    let row = orders::find_placed(app.state.db.read(), &id).await.unwrap().unwrap();
    assert_eq!(row.discount_cents.get(), 5_000);
    let expected = (row.your_cents.get() * 7_250 + 50_000) / 100_000;
    assert_eq!(row.tax_cents.get(), expected, "what is taken off is not taxed");
    assert_books(&app).await;
    let mut nowhere = address.clone();
    nowhere["zip"] = json!("nowhere");
    let far = json!({"address": nowhere, "shippingMethod": "pigeon", "poNumber": " "});
    let told = wrong(&desk, &id, far).await;
    for expected in ["enter_po_number", "shipping_method_unknown"] {
        assert!(told.iter().any(|(_, code)| code == expected), "{told:?}");
    }
    assert!(told.iter().any(|(field, _)| field == "address.zip"), "{told:?}");
    let nothing = wrong(&desk, &id, json!({"reason": "None"})).await;
    assert_eq!(nothing, [(String::new(), "edit_nothing".to_owned())]);
    // Of an order desk, no more than its cap.
    let clerk = staff(&app, "order_desk").await;
    let together = staged(&clerk, &id, discount("210")).await;
    let refused = code(&apply(&clerk, &id, &together).await);
    let above = (422, "edit_discount_above_cap".to_owned());
    assert_eq!(refused, above, "all that is taken off counts, in however many steps");
    edited(&clerk, &id, discount("60")).await;
}

fn discount(amount: &str) -> Value {
    json!({"amounts": {"discount": amount, "discountReason": "Nice people"}})
}

#[tokio::test]
async fn a_discount_above_ones_cap_is_kept_and_applied_by_somebody_whose_cap_covers_it() {
    let app = TestApp::stocked().await;
    let boss = owner(&app).await.visitor;
    let (clerk, manager) = (staff(&app, "order_desk").await, staff(&app, "manager").await);
    let second = member(&app, "second@store.example", &grants(&[("order_desk", None)])).await.1;
    let id = placed(&app).await;
    let kept = staged(&clerk, &id, discount("200.01")).await;
    let waits = show(&manager, &id).await["keptEdits"].clone();
    assert_eq!(waits[0]["id"], kept.as_str(), "whoever may apply it sees it");
    for short in [&clerk, &second] {
        let refused = apply(short, &id, &kept).await;
        let told = refused.json()["errors"][0].clone();
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
        assert_eq!(
            (&told["field"], &told["code"]),
            (&json!("amounts.discount"), &json!("edit_discount_above_cap")),
            "neither one's own nor another one's"
        );
        assert_eq!(state_of(&clerk, &id, &kept).await, "open");
    }
    let row = orders::find_placed(app.state.db.read(), &id).await.unwrap().unwrap();
    assert_eq!(row.discount_cents.get(), 0, "what is kept gives nothing away");
    let applied = apply(&manager, &id, &kept).await;
    assert_eq!(applied.status, StatusCode::OK, "{}", applied.text);
    let row = orders::find_placed(app.state.db.read(), &id).await.unwrap().unwrap();
    assert_eq!(row.discount_cents.get(), 20_001);
    assert_books(&app).await;
    // A lower one is within every cap; and who gives none at all keeps none either.
    edited(&clerk, &id, discount("200")).await;
    let lacking = with_rights(&boss, &["orders.view", "amounts.view", "orders.edit"]).await;
    let lacking = member(&app, "lacking@store.example", &lacking).await.1;
    assert_eq!(act(&lacking, &id, "edits", discount("250")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(act(&lacking, &id, "edits", discount("1")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(acts(&boss, "order.edit_staged").await.len(), 2, "who kept them");
    assert_eq!(acts(&boss, "order.edited").await.len(), 2, "and who applied them");
}

#[tokio::test]
async fn no_edit_leaves_a_total_below_what_was_credited() {
    let app = TestApp::stocked().await;
    let (desk, finance) = (staff(&app, "manager").await, staff(&app, "finance").await);
    let id = placed(&app).await;
    let total = cents(&show(&desk, &id).await["order"]["total"]);
    let most = format!("{}.{:02}", total / 100, total % 100);
    let credit = json!({"amount": most, "method": "store_credit", "reason": "All of it"});
    done(&finance, &id, "credits", credit).await;
    let lower = lines(&[(1, 10, false)]);
    assert_eq!(wrong(&desk, &id, lower.clone()).await, [(String::new(), "edit_credited".to_owned())]);
    let higher = lines(&[(1, 14, false)]);
    let raised = edited(&desk, &id, higher).await;
    assert!(cents(&raised["order"]["total"]) > total);
    assert_eq!(wrong(&desk, &id, lower).await, [(String::new(), "edit_credited".to_owned())], "and not afterwards");
}

#[tokio::test]
async fn neither_what_an_edit_took_off_nor_what_was_canceled_is_credited() {
    let app = TestApp::stocked().await;
    let (desk, finance) = (staff(&app, "manager").await, staff(&app, "finance").await);
    let id = placed(&app).await;
    edited(&desk, &id, lines(&[(1, 10, false)])).await;
    done(&desk, &id, "cancellations", json!({"reason": "stock", "lines": [{"position": 1, "quantity": 1}]})).await;
    let credit = json!({"amount": "1", "method": "store_credit", "reason": "Canceled",
        "lines": [{"position": 1, "quantity": 1}]});
    assert_eq!(code(&act(&finance, &id, "credits", credit).await), (422, "ledger_refund".to_owned()));
    // The letter of an edit says what the pages say: without what was canceled.
    let before = cents(&show(&desk, &id).await["creditable"]);
    edited(&desk, &id, lines(&[(1, 8, false)])).await;
    let after = cents(&show(&desk, &id).await["creditable"]);
    let text = |cents: i64| format!("${}.{:02}", cents / 100, cents % 100);
    let total = format!("Total: {} instead of {}", text(after), text(before));
    assert!(letters(&app).await.iter().any(|letter| letter.contains(&total)), "{total}");
    edited(&desk, &id, lines(&[(1, 9, false)])).await;
    // What may be credited, and what no edit goes below, is what is charged without what was canceled.
    let left = cents(&show(&desk, &id).await["creditable"]);
    let all = format!("{}.{:02}", left / 100, left % 100);
    done(&finance, &id, "credits", json!({"amount": all, "method": "store_credit", "reason": "All of it"})).await;
    assert_eq!(wrong(&desk, &id, lines(&[(1, 8, false)])).await, [(String::new(), "edit_credited".to_owned())]);
    edited(&desk, &id, lines(&[(1, 12, false)])).await;
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn an_edit_of_another_version_turns_stale_and_says_who_changed_what() {
    let app = TestApp::stocked().await;
    let (desk, other) = (staff(&app, "manager").await, staff(&app, "order_desk").await);
    let id = placed(&app).await;
    let (edit, discarded) =
        (staged(&desk, &id, lines(&[(1, 10, false)])).await, staged(&desk, &id, lines(&[(1, 9, false)])).await);
    done(&desk, &id, &format!("edits/{discarded}/discard"), json!({})).await;
    assert_eq!(state_of(&desk, &id, &discarded).await, "discarded");
    assert_eq!(apply(&desk, &id, &discarded).await.status, StatusCode::NOT_FOUND);
    done(&other, &id, "notes", json!({"text": "Call first", "public": false})).await;
    let refused = apply(&desk, &id, &edit).await;
    assert_eq!(code(&refused), (409, "order_changed".to_owned()));
    let title = refused.json()["title"].as_str().unwrap().to_owned();
    assert!(title.contains("Sam") && title.contains("note added"), "{title}");
    assert_eq!(state_of(&desk, &id, &edit).await, "stale");
    assert_eq!(apply(&desk, &id, &edit).await.status, StatusCode::NOT_FOUND);
    assert_eq!(show(&desk, &id).await["ledger"]["ordered"], 15);
    let old = desk.post(&format!("/desk/api/orders/{id}/edits/preview"), &json!({"version": 1, "draft": {}})).await;
    assert_eq!(code(&old), (409, "order_changed".to_owned()));
}

#[tokio::test]
async fn of_rivals_only_one_edit_is_applied() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let id = placed(&app).await;
    let mut edits = Vec::new();
    for quantity in 4..10 {
        edits.push(staged(&desk, &id, lines(&[(1, quantity, false)])).await);
    }
    let version = show(&desk, &id).await["order"]["version"].clone();
    let body = json!({"version": version, "draft": {}});
    let paths: Vec<_> = edits.iter().map(|edit| format!("/desk/api/orders/{id}/edits/{edit}/apply")).collect();
    let answers = futures_util::future::join_all(paths.iter().map(|path| desk.post(path, &body))).await;
    let mut told: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    told.sort_unstable();
    assert_eq!(told, [200, 409, 409, 409, 409, 409]);
    assert_ledger(&app, &id).await;
    assert_books(&app).await;
}

#[tokio::test]
async fn a_total_above_what_was_approved_waits_again_and_what_is_declined_then_ends() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (buyer, approver) = school(&app, SITE).await;
    let waiting = order(&buyer, "one", 2).await;
    let id = waiting["id"].as_str().unwrap().to_owned();
    // While it waits staff may edit; the approver decides about what it is then.
    let raised = edited(&desk, &id, lines(&[(1, 3, false)])).await;
    assert_eq!(raised["lifecycle"], "awaiting_approval");
    assert_eq!(decide(&approver, &waiting, "approved", "").await.status, StatusCode::OK);
    let released = show(&desk, &id).await;
    assert_eq!((&released["lifecycle"], &released["order"]["queue"]), (&json!("open"), &json!("to_pick")));
    let lower = edited(&desk, &id, lines(&[(1, 2, false)])).await;
    assert_eq!(lower["lifecycle"], "open", "less than was approved");
    let same = edited(&desk, &id, lines(&[(1, 3, false)])).await;
    assert_eq!(same["lifecycle"], "open", "no more than was approved");
    let preview = previewed(&desk, &id, lines(&[(1, 4, false)])).await;
    assert_eq!(preview["preview"]["approval"], true);
    let again = edited(&desk, &id, lines(&[(1, 4, false)])).await;
    assert_eq!(
        (&again["lifecycle"], &again["order"]["queue"]),
        (&json!("awaiting_approval"), &json!("awaiting_approval"))
    );
    assert_eq!(code(&act(&desk, &id, "shipments", json!({})).await), (422, "order_waits_for_approval".to_owned()));
    let asked = letters(&app).await;
    assert!(asked.iter().any(|letter| letter.contains(&format!("To: {}", "approver@club.example"))), "{asked:?}");
    let listed = approver.get("/api/account/approvals").await.json();
    assert_eq!(listed["orders"][0]["decision"], "waiting");
    assert_eq!(decide(&approver, &waiting, "approved", "").await.status, StatusCode::OK);
    assert_eq!(show(&desk, &id).await["order"]["queue"], "to_pick");
    assert_books(&app).await;
    // What is picked by then goes back on the shelf.
    done(&desk, &id, "shipments", json!({"lines": [{"position": 1, "quantity": 2}]})).await;
    edited(&desk, &id, lines(&[(1, 9, false)])).await;
    assert_eq!(decide(&approver, &waiting, "declined", "Too much.").await.status, StatusCode::OK);
    let ended = show(&desk, &id).await;
    assert_eq!((&ended["lifecycle"], &ended["ledger"]["picked"]), (&json!("declined"), &json!(0)));
    assert_eq!(ended["shipments"][0]["state"], "cancelled");
    assert_ledger(&app, &id).await;
    assert_eq!(code(&act(&desk, &id, "edits", lines(&[(1, 1, false)])).await).1, "order_ended");
    let confirmations =
        letters(&app).await.iter().filter(|letter| letter.contains("Thank you for your order. Its number is")).count();
    assert!(confirmations <= 1, "{confirmations}: a confirmed order is not confirmed again");
    assert_books(&app).await;
    let told = buyer.get(&format!("/api/orders/{id}")).await.json();
    assert_eq!(told["email"], "coach@example.com", "{BUYER} sees it");
}

#[tokio::test]
async fn nobody_approves_a_total_they_did_not_read() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (buyer, approver) = school(&app, SITE).await;
    let waiting = order(&buyer, "one", 2).await;
    let id = waiting["id"].as_str().unwrap().to_owned();
    let read = waiting["summary"]["total"]["text"].as_str().unwrap().to_owned();
    edited(&desk, &id, lines(&[(1, 3, false)])).await;
    let decided = async |total: &str| {
        let draft = json!({"decision": "approved", "note": "", "total": total});
        approver.post(&format!("/api/account/approvals/{id}"), &draft).await
    };
    let refused = decided(&read).await;
    assert_eq!(code(&refused), (409, "total_changed".to_owned()));
    assert_eq!(show(&desk, &id).await["lifecycle"], "awaiting_approval");
    let now = show(&desk, &id).await["sums"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap().to_owned();
    assert!(refused.text.contains(&now), "{}", refused.text);
    assert_eq!(decided(&now).await.status, StatusCode::OK);
    assert_eq!(show(&desk, &id).await["lifecycle"], "open");
}

#[tokio::test]
async fn a_total_does_not_fall_below_what_certificates_paid() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    issue(&app, &[CertificateRow { value_cents: 10_000.into(), ..certificate("GC-100") }]).await;
    let visitor = app.visitor(SITE);
    add_one(&visitor, "BAL100", 5).await;
    assert_eq!(redeem(&visitor, "GC-100").await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let id = place(&visitor, "paid", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(wrong(&desk, &id, lines(&[(1, 1, false)])).await, [(String::new(), "edit_certificates".to_owned())]);
    let all = wrong(&desk, &id, lines(&[(1, 0, false)])).await;
    assert!(all.contains(&(String::new(), "edit_nothing_left".to_owned())), "{all:?}");
    edited(&desk, &id, lines(&[(1, 4, false)])).await;
    assert_books(&app).await;
}

#[tokio::test]
async fn names_follow_their_pieces_and_what_is_in_production_needs_the_right() {
    let app = TestApp::stocked().await;
    let clerk = staff(&app, "order_desk").await;
    let visitor = app.visitor(SITE);
    let names = json!([["RIVERA", "12"], ["OKAFOR", "7"]]);
    let wanted = json!([{"sku": "JRS200-NAV-M", "quantity": 2, "freeForm": names}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let id = place(&visitor, "names", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    let printed = wrong(&clerk, &id, json!({"texts": [{"position": 1, "freeForm": [["A", "1"], ["B", "2"]]}]})).await;
    let manager = staff(&app, "manager").await;
    let texts = json!({
        "amounts": {"lines": [{"position": 1, "quantity": 1}]},
        "texts": [{"position": 1, "freeForm": [["OKAFOR", "8"]]}],
    });
    assert_eq!(printed, [("texts.0.freeForm".to_owned(), "edit_in_production".to_owned())]);
    let miscounted = wrong(&manager, &id, lines(&[(1, 1, false)])).await;
    assert_eq!(miscounted, [("amounts.lines.0.quantity".to_owned(), "free_form_piece_count".to_owned())]);
    let after = edited(&manager, &id, texts).await;
    assert!(after["lines"][0]["texts"][0].as_str().unwrap().contains("OKAFOR"), "{}", after["lines"]);
    assert_books(&app).await;
}

#[tokio::test]
async fn who_lacks_the_right_or_the_brand_edits_nothing_and_nothing_is_taken_from_the_browser() {
    let app = TestApp::stocked().await;
    let id = placed(&app).await;
    let draft = lines(&[(1, 10, false)]);
    for lacking in ["warehouse", "auditor", "finance"] {
        let desk = staff(&app, lacking).await;
        for what in ["edits/preview", "edits"] {
            assert_eq!(act(&desk, &id, what, draft.clone()).await.status, StatusCode::FORBIDDEN, "{lacking}: {what}");
        }
    }
    let manager = staff(&app, "manager").await;
    let edit = staged(&manager, &id, draft.clone()).await;
    let (_, elsewhere) = member(&app, "u@store.example", &grants(&[("manager", Some(&[Site::US_GAMES]))])).await;
    for path in ["edits/preview".to_owned(), "edits".to_owned(), format!("edits/{edit}/apply")] {
        let body = if path.ends_with("apply") { json!({}) } else { draft.clone() };
        let answer =
            elsewhere.post(&format!("/desk/api/orders/{id}/{path}"), &json!({"version": 1, "draft": body})).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    for forged in [
        json!({"totalCents": 1}),
        json!({"amounts": {"lines": [{"position": 1, "quantity": 1, "unitPrice": 1}]}}),
        json!({"amounts": {"discountCents": 500}}),
        json!({"approval": false}),
    ] {
        assert_eq!(act(&manager, &id, "edits", forged.clone()).await.status, StatusCode::BAD_REQUEST, "{forged}");
    }
    let other = placed_ball(&app).await;
    assert_eq!(apply(&manager, &other, &edit).await.status, StatusCode::NOT_FOUND, "another order's edit");
}

async fn placed_ball(app: &TestApp) -> String {
    let visitor = app.visitor(SITE);
    add_one(&visitor, "BAL100", 5).await;
    let review = check_out(&visitor).await;
    place(&visitor, "ball", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_the_erp_has_is_edited_once_it_answered_and_it_is_told_each_change_in_order() {
    let exporting = Exporting::start().await;
    let app = &exporting.app;
    let signed_in = staff(app, "manager").await;
    let desk = Visitor::at(exporting.router(), SITE);
    desk.forge_cookie("fieldhouse-desk", &signed_in.cookie("fieldhouse-desk").unwrap());
    let visitor = Visitor::at(exporting.router(), SITE);
    add_one(&visitor, "BAL100", 12).await;
    let review = check_out(&visitor).await;
    let id = place(&visitor, "erp", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned();
    let unanswered = [(String::new(), "edit_unanswered".to_owned())];
    assert_eq!(wrong(&desk, &id, lines(&[(1, 10, false)])).await, unanswered);
    assert_eq!(exporting.send().await, 1);
    edited(&desk, &id, lines(&[(1, 10, false)])).await;
    assert_eq!(wrong(&desk, &id, lines(&[(1, 9, false)])).await, unanswered, "the change is not answered yet");
    assert_eq!(show(&desk, &id).await["erpWaits"], true);
    let part = json!({"lines": [{"position": 1, "quantity": 1}], "reason": "stock"});
    done(&desk, &id, "cancellations", part).await;
    assert_eq!(exporting.send().await, 2);
    let asked = exporting.stub.asked();
    let told: Vec<_> = asked.iter().map(|asked| asked.path.as_str()).collect();
    assert_eq!(told, ["/orders/", "/orders/changes/", "/orders/changes/"]);
    let change = &asked[1].body;
    assert_eq!((&change["orderId"], &change["outstanding"][0]["outstanding"]), (&json!(id), &json!(9)));
    assert!(asked[1].head.contains(&format!("idempotency-key: {}", change["sequence"].as_str().unwrap())));
    let taken = show(&desk, &id).await;
    assert_eq!((&taken["timeline"][0]["kind"], &taken["erpWaits"]), (&json!("order.change_taken"), &json!(false)));

    // It refuses with its words: staff are told, and may do something about it.
    edited(&desk, &id, lines(&[(1, 20, false)])).await;
    exporting.stub.behave(Manner::Refuses);
    assert_eq!(exporting.send().await, 1);
    let held = show(&desk, &id).await;
    assert_eq!((&held["order"]["queue"], &held["holds"][0]["kind"]), (&json!("on_hold"), &json!("stock")));
    assert_eq!(held["holds"][0]["reason"], "The ERP refused a change: Only 5 on hand");
    exporting.stub.behave(Manner::Good);
    edited(&desk, &id, lines(&[(1, 5, false)])).await;
    // Away is not refused: it is told later.
    exporting.stub.behave(Manner::HangsUp);
    assert_eq!(exporting.send().await, 0);
    exporting.stub.behave(Manner::Good);
    exporting.state.clock.advance_seconds(700);
    assert_eq!(exporting.send().await, 1);
    let last = exporting.stub.asked().pop().unwrap();
    assert_eq!(last.body["outstanding"][0]["outstanding"], 5);

    // A cancellation that is taken back is told, too, behind the cancellation itself.
    let part = json!({"lines": [{"position": 1, "quantity": 2}], "reason": "stock"});
    let cut = done(&desk, &id, "cancellations", part).await;
    let event = cut["timeline"].as_array().unwrap().iter().find(|event| event["kind"] == "order.cancelled").unwrap();
    assert_eq!(exporting.send().await, 1);
    done(&desk, &id, &format!("cancellations/{}/undo", event["sequence"]), json!({})).await;
    assert_eq!(exporting.send().await, 1);
    let asked = exporting.stub.asked();
    let left = asked.iter().rev().take(2).map(|asked| asked.body["outstanding"][0]["outstanding"].clone());
    assert_eq!(left.collect::<Vec<_>>(), [json!(5), json!(3)], "the newest first");
    assert_books(app).await;
}
