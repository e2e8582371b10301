//! Whose pieces are where: of a line with a name for each, the desk, the letters and the buyer say who is in which parcel and whose
//! piece was canceled.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    accounts::letters,
    desk_orders::{act, assert_ledger, code, done, show, staff},
    shopping::{add, check_out, place, placing},
    support::{TestApp, Visitor},
};

const TEAM: [&str; 6] = ["Ann", "Bea", "Cleo", "Dana", "Eve", "Fay"];

/// An order of six jerseys, each with a name; who ordered it and its id.
async fn team(app: &TestApp) -> (Visitor, String) {
    let visitor = app.visitor(Site::FIELDHOUSE);
    let texts: Vec<_> = TEAM.iter().map(|name| json!([name, "7"])).collect();
    let wanted = json!([{"sku": "JRS200-NAV-S", "quantity": 6, "freeForm": texts}]);
    assert_eq!(add(&visitor, wanted).await.status, StatusCode::OK);
    let review = check_out(&visitor).await;
    let answer = place(&visitor, "team", &placing(&review)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    (visitor, id)
}

fn named(names: &[&str]) -> Value {
    names.iter().map(|name| format!("Name: {name}, Number: 7")).collect()
}

fn some(pieces: u32) -> Value {
    json!([{"position": 1, "quantity": pieces}])
}

fn chosen(pieces: u32, names: &[&str]) -> Value {
    json!({"lines": some(pieces), "players": [{"position": 1, "players": named(names)}]})
}

fn cancel(pieces: u32, names: &[&str]) -> Value {
    let mut draft = chosen(pieces, names);
    draft["reason"] = json!("stock");
    if names.is_empty() {
        draft["players"] = json!([]);
    }
    draft
}

/// Who is on the shelf, and in each shipment that is not undone.
fn places(order: &Value) -> (Value, Vec<Value>) {
    let live = order["shipments"].as_array().unwrap().iter().filter(|shipment| shipment["state"] != "cancelled");
    let inside = live.map(|shipment| shipment["lines"][0]["players"].clone());
    (order["lines"][0]["toPickPlayers"].clone(), inside.collect())
}

#[tokio::test]
async fn who_is_in_which_parcel_is_recorded_and_told_to_the_buyer() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (visitor, id) = team(&app).await;
    let before = show(&desk, &id).await;
    assert_eq!(places(&before), (named(&TEAM), Vec::new()));
    let first = done(&desk, &id, "shipments", json!({"lines": some(2)})).await;
    assert_eq!(places(&first), (named(&TEAM[2..]), vec![named(&["Ann", "Bea"])]));
    // Somebody else's than the next ones'.
    let second = done(&desk, &id, "shipments", chosen(2, &["Fay", "Dana"])).await;
    assert_eq!(places(&second), (named(&["Cleo", "Eve"]), vec![named(&["Ann", "Bea"]), named(&["Fay", "Dana"])]));
    for (draft, wrong) in [
        (chosen(2, &["Cleo"]), "players_count"),
        (chosen(1, &["Ann"]), "players_unknown"),
        (json!({"lines": some(1), "players": [{"position": 2, "players": []}]}), "order_line_unknown"),
    ] {
        assert_eq!(code(&act(&desk, &id, "shipments", draft).await), (422, wrong.to_owned()));
    }
    let shipment = second["shipments"][1]["id"].as_str().unwrap().to_owned();
    done(&desk, &id, &format!("shipments/{shipment}/ship"), json!({})).await;
    let mail = letters(&app).await;
    let letter = mail.iter().find(|letter| letter.contains("are on their way")).unwrap();
    assert!(
        letter.contains("2 \u{d7} ") && letter.contains("for Name: Fay, Number: 7; Name: Dana, Number: 7"),
        "{letter}"
    );
    let seen = visitor.get(&format!("/api/orders/{id}")).await.json();
    let inside = |nth: usize| {
        (&seen["shipments"][nth]["lines"][0]["players"], &seen["shipments"][nth]["lines"][0]["playersUnknown"])
    };
    assert_eq!(inside(0), (&named(&["Ann", "Bea"]), &json!(false)));
    assert_eq!(inside(1), (&named(&["Fay", "Dana"]), &json!(false)));
    // Back from the carrier: on the shelf again, in the order of the list.
    done(&desk, &id, &format!("shipments/{shipment}/exception"), json!({})).await;
    let back = done(&desk, &id, &format!("shipments/{shipment}/take-back"), json!({})).await;
    assert_eq!(back["lines"][0]["toPickPlayers"], named(&["Cleo", "Dana", "Eve", "Fay"]));
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn whose_piece_is_canceled_is_recorded_taken_out_of_its_parcel_and_taken_back() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (visitor, id) = team(&app).await;
    done(&desk, &id, "shipments", json!({"lines": some(3)})).await;
    // Nobody says whose: the last one's on the shelf.
    let last = done(&desk, &id, "cancellations", cancel(1, &[])).await;
    assert_eq!(places(&last), (named(&["Dana", "Eve"]), vec![named(&["Ann", "Bea", "Cleo"])]));
    assert_eq!(last["lines"][0]["texts"], named(&["Ann", "Bea", "Cleo", "Dana", "Eve"]));
    assert_eq!(last["lines"][0]["canceledPlayers"], named(&["Fay"]));
    // One who is picked, while others are on the shelf.
    let cut = done(&desk, &id, "cancellations", cancel(2, &["Bea", "Eve"])).await;
    assert_eq!(places(&cut), (named(&["Dana"]), vec![named(&["Ann", "Cleo"])]));
    assert_eq!((&cut["ledger"]["picked"], &cut["ledger"]["cancelled"]), (&json!(2), &json!(3)));
    assert_eq!(cut["lines"][0]["outstandingPlayers"], named(&["Ann", "Cleo", "Dana"]));
    let mail = letters(&app).await;
    assert!(mail.iter().any(|letter| letter.contains("for Name: Bea, Number: 7; Name: Eve, Number: 7")), "{mail:#?}");
    let seen = visitor.get(&format!("/api/orders/{id}")).await.json();
    assert_eq!(seen["lines"][0]["players"], named(&["Ann", "Cleo", "Dana"]));
    assert_eq!(seen["lines"][0]["canceledPlayers"], named(&["Fay", "Bea", "Eve"]));
    let items = seen["items"][0]["lineItems"][0]["freeForm"].as_array().unwrap();
    let marked = items.iter().filter(|entry| entry[1].as_str().unwrap().ends_with(" (canceled)"));
    assert_eq!(marked.count(), 3, "{items:?}");
    assert_eq!(code(&act(&desk, &id, "cancellations", cancel(1, &["Eve"])).await), (422, "players_unknown".to_owned()));
    // Taken back: on the shelf, as everybody else's there.
    let event = cut["timeline"].as_array().unwrap().iter().find(|event| event["kind"] == "order.cancelled").unwrap();
    let back = done(&desk, &id, &format!("cancellations/{}/undo", event["sequence"]), json!({})).await;
    assert_eq!(places(&back), (named(&["Bea", "Dana", "Eve"]), vec![named(&["Ann", "Cleo"])]));
    let all = done(&desk, &id, "cancellations", cancel(5, &[])).await;
    assert_eq!((&all["lifecycle"], places(&all).1), (&json!("cancelled"), Vec::new()));
    assert_ledger(&app, &id).await;
}

#[tokio::test]
async fn names_that_an_edit_wrote_anew_are_told_of_parcels_that_are_here() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "manager").await;
    let (visitor, id) = team(&app).await;
    done(&desk, &id, "shipments", json!({"lines": some(2)})).await;
    let edit = async |draft: Value| {
        let staged = act(&desk, &id, "edits", draft).await;
        assert_eq!(staged.status, StatusCode::CREATED, "{}", staged.text);
        let edit = staged.json()["id"].as_str().unwrap().to_owned();
        let applied = act(&desk, &id, &format!("edits/{edit}/apply"), json!({})).await;
        assert_eq!(applied.status, StatusCode::OK, "{}", applied.text);
        applied.json()
    };
    let texts = |names: &[&str]| json!([{"position": 1, "freeForm": names.iter().map(|name| json!([name, "7"])).collect::<Vec<_>>()}]);
    let renamed = ["Anna", "Bea", "Cleo", "Dana", "Eva", "Fay"];
    let after = edit(json!({"texts": texts(&renamed)})).await;
    assert_eq!(places(&after), (named(&renamed[2..]), vec![named(&["Anna", "Bea"])]));
    // One is canceled, and somebody else comes in: nobody of the new list is canceled.
    let cut = done(&desk, &id, "cancellations", cancel(1, &[])).await;
    let event = cut["timeline"].as_array().unwrap().iter().find(|event| event["kind"] == "order.cancelled").unwrap();
    let joined = ["Anna", "Bea", "Cleo", "Dana", "Eva", "Gina"];
    let more = json!({"texts": texts(&joined), "amounts": {"lines": [{"position": 1, "quantity": 6, "today": false}]}});
    let after = edit(more).await;
    assert_eq!(places(&after), (named(&joined[2..]), vec![named(&["Anna", "Bea"])]));
    assert_eq!(after["lines"][0]["canceledPlayers"], Value::Null);
    let undo = act(&desk, &id, &format!("cancellations/{}/undo", event["sequence"]), json!({})).await;
    assert_eq!(code(&undo), (422, "undo_edited".to_owned()));
    // Fewer: whoever is not on the list is neither on the shelf nor to be picked.
    let fewer = ["Anna", "Bea", "Dana", "Gina"];
    let lower = json!({"texts": texts(&fewer), "amounts": {"lines": [{"position": 1, "quantity": 4, "today": false}]}});
    let after = edit(lower).await;
    assert_eq!(places(&after), (named(&["Dana", "Gina"]), vec![named(&["Anna", "Bea"])]));
    assert_ledger(&app, &id).await;
    // To its buyer, what an edit took out was never ordered: one of five was canceled.
    let seen = visitor.get(&format!("/api/orders/{id}")).await.json();
    let line = &seen["lines"][0];
    assert_eq!((&line["ordered"], &line["cancelled"]), (&json!(5), &json!(1)));
    assert_eq!(seen["piecesText"], "1 canceled, 4 still to come");
}
