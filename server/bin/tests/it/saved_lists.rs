//! Saved lists: of a cart or an order, one's own or a unit's, ordered again as things are today.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    accounts::customer,
    approvals::school,
    desk_orders::{done, staff},
    shopping::{add, assert_books, cart, check_out, lines, place, placing},
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const LISTS: &str = "/api/account/lists";

async fn save(visitor: &Visitor, draft: Value) -> Answer {
    visitor.send(Method::POST, LISTS, &[], Some(&draft)).await
}

async fn saved(visitor: &Visitor, draft: Value) -> String {
    let answer = save(visitor, draft.clone()).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    let lists = answer.json()["lists"].as_array().unwrap().clone();
    lists.iter().find(|list| list["name"] == draft["name"]).unwrap()["id"].as_str().unwrap().to_owned()
}

async fn names(visitor: &Visitor) -> Vec<String> {
    let answer = visitor.get(LISTS).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["lists"].as_array().unwrap().iter().map(|list| list["name"].as_str().unwrap().to_owned()).collect()
}

async fn seen(visitor: &Visitor, id: &str) -> Value {
    let answer = visitor.get(&format!("{LISTS}/{id}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

fn articles(list: &Value) -> Vec<(String, u64)> {
    let lines = list["lines"].as_array().unwrap().iter();
    lines.map(|line| (line["sku"].as_str().unwrap().to_owned(), line["quantity"].as_u64().unwrap())).collect()
}

fn codes(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    let text = |error: &Value, field: &str| error[field].as_str().unwrap().to_owned();
    let answer = answer.json();
    answer["errors"].as_array().unwrap().iter().map(|error| (text(error, "field"), text(error, "code"))).collect()
}

async fn fill(visitor: &Visitor) {
    let wanted = json!([
        {"sku": "GLV100-L", "quantity": 12},
        {"sku": "JRS200-NAV-S", "quantity": 1, "freeForm": [["Ann", "7"]]},
        {"sku": "JRS200-NAV-S", "quantity": 2, "freeForm": [["Bea", "8"], ["Cleo", "9"]]},
    ]);
    assert_eq!(add(visitor, wanted).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_cart_is_saved_as_a_list_without_names_and_ordered_again_at_todays_prices() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, SITE, "coach@example.com").await;
    assert_eq!(codes(&save(&coach, json!({"name": "Empty"})).await), [("order".to_owned(), "cart_empty".to_owned())]);
    fill(&coach).await;
    assert_eq!(codes(&save(&coach, json!({"name": " "})).await), [("name".to_owned(), "view_name".to_owned())]);
    let id = saved(&coach, json!({"name": "Practice week"})).await;
    let list = seen(&coach, &id).await;
    assert_eq!(articles(&list), [("GLV100-L".to_owned(), 12), ("JRS200-NAV-S".to_owned(), 3)]);
    assert!(!list.to_string().contains("Ann"), "names are of one order: {list}");
    assert_eq!((&list["own"], &list["version"], &list["unit"]), (&json!(true), &json!(1), &json!("")));
    let gloves = &list["lines"][0];
    assert_eq!((&gloves["state"], &gloves["was"], &gloves["now"]), (&json!("same"), &gloves["now"], &gloves["was"]));
    let summary = coach.get(LISTS).await.json()["lists"][0].clone();
    assert_eq!((&summary["lines"], &summary["pieces"]), (&json!(2), &json!(15)));

    let path = format!("{LISTS}/{id}/cart");
    let wanted = json!({"textsChecked": true, "lines": [
        {"position": 1, "quantity": 6},
        {"position": 2, "quantity": 1, "freeForm": [["Dora", "5"]]},
    ]});
    let added = coach.send(Method::POST, &path, &[("idempotency-key", "a")], Some(&wanted)).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    assert_eq!(added.json()["change"]["addedQuantity"], 7);
    let again = coach.send(Method::POST, &path, &[("idempotency-key", "a")], Some(&wanted)).await;
    assert_eq!(again.text, added.text, "once");
    let pieces: i64 = lines(&cart(&coach).await).iter().map(|(_, _, pieces)| *pieces).sum();
    assert_eq!(pieces, 15 + 7);
    let unknown = json!({"lines": [{"position": 3, "quantity": 1}]});
    let refused = coach.send(Method::POST, &path, &[], Some(&unknown)).await;
    assert_eq!(codes(&refused), [("lines.0.position".to_owned(), "order_line_unknown".to_owned())]);
    assert_books(&app).await;
}

#[tokio::test]
async fn an_order_is_saved_as_a_list_by_who_sees_it() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, SITE, "coach@example.com").await;
    fill(&coach).await;
    let placed = place(&coach, "then", &placing(&check_out(&coach).await)).await.json();
    let draft = json!({"name": "Last year", "order": placed["id"]});
    let id = saved(&coach, draft.clone()).await;
    assert_eq!(articles(&seen(&coach, &id).await), [("GLV100-L".to_owned(), 12), ("JRS200-NAV-S".to_owned(), 3)]);
    let other = customer(&app, SITE, "other@example.com").await;
    assert_eq!(save(&other, draft).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_list_of_a_roster_asks_for_texts_and_says_whether_each_piece_had_its_own() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, SITE, "coach@example.com").await;
    let wanted = json!([
        {"sku": "JRS200-NAV-S", "quantity": 3, "freeForm": [["Ann", "7"], ["Bea", "8"], ["Cleo", "9"]]},
        {"sku": "JRS200-NAV-M", "quantity": 4, "freeForm": [["Lions", "0"]]},
    ]);
    assert_eq!(add(&coach, wanted).await.status, StatusCode::OK);
    let of_cart = saved(&coach, json!({"name": "Of the cart"})).await;
    let placed = place(&coach, "then", &placing(&check_out(&coach).await)).await.json();
    // Who was canceled by name counts no more.
    let desk = staff(&app, "manager").await;
    let order = placed["id"].as_str().unwrap();
    let small = placed["lines"].as_array().unwrap().iter().find(|line| line["sku"] == "JRS200-NAV-S").unwrap();
    let part = json!({
        "lines": [{"position": small["position"], "quantity": 1}],
        "players": [{"position": small["position"], "players": ["Name: Bea, Number: 8"]}],
        "reason": "customer",
    });
    done(&desk, order, "cancellations", part).await;
    let of_order = saved(&coach, json!({"name": "Of the order", "order": order})).await;
    for (id, kept) in [(&of_cart, 3), (&of_order, 2)] {
        let list = seen(&coach, id).await;
        for (sku, pieces, own) in [("JRS200-NAV-S", kept, true), ("JRS200-NAV-M", 4, false)] {
            let line = list["lines"].as_array().unwrap().iter().find(|line| line["sku"] == sku).unwrap();
            assert_eq!((&line["quantity"], &line["ownTexts"]), (&json!(pieces), &json!(own)), "{line}");
            assert_eq!((&line["labels"], &line["texts"]), (&json!(["Name", "Number"]), &json!([])));
            assert_eq!((&line["state"], &line["errors"]), (&json!("same"), &json!([])), "asked for, not missing");
        }
    }
}

#[tokio::test]
async fn a_list_is_changed_by_its_owner_on_the_version_that_was_seen() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, SITE, "coach@example.com").await;
    fill(&coach).await;
    let id = saved(&coach, json!({"name": "Practice week"})).await;
    let path = format!("{LISTS}/{id}");
    let put = async |body: Value| coach.send(Method::PUT, &path, &[], Some(&body)).await;
    let rows = json!([{"sku": "BAL200-5", "quantity": 4}, {"sku": "GLV100-L", "quantity": 24}]);
    let changed = put(json!({"name": "Game week", "version": 1, "rows": rows})).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    let list = changed.json();
    assert_eq!(articles(&list), [("BAL200-5".to_owned(), 4), ("GLV100-L".to_owned(), 24)]);
    assert_eq!((&list["name"], &list["version"]), (&json!("Game week"), &json!(2)));
    assert_eq!((&list["lines"][0]["was"], &list["lines"][0]["now"]), (&json!(1_500), &json!(1_500)));
    let late = put(json!({"name": "Late", "version": 1, "rows": rows})).await;
    assert_eq!((late.status, &late.json()["code"]), (StatusCode::CONFLICT, &json!("list_changed")));
    assert_eq!(late.json()["currentVersion"], 2);
    let wrong = json!([{"sku": "NO-SUCH", "quantity": 1}]);
    assert_eq!(
        codes(&put(json!({"name": "Game week", "version": 2, "rows": wrong})).await),
        [("rows.0.sku".to_owned(), "sku_unknown".to_owned())]
    );
    let none = json!([{"sku": "GLV100-L", "quantity": 0}]);
    assert_eq!(
        codes(&put(json!({"name": "Game week", "unit": "SOUTH", "version": 2, "rows": none})).await),
        [("rows.0.quantity".to_owned(), "list_pieces".to_owned()), ("unit".to_owned(), "list_unit".to_owned())]
    );
    assert_eq!(seen(&coach, &id).await["name"], "Game week");
    assert_eq!(coach.send(Method::DELETE, &path, &[], None).await.status, StatusCode::OK);
    assert!(names(&coach).await.is_empty());
    assert_eq!(coach.get(&path).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_list_is_seen_by_its_owner_and_by_the_people_of_the_unit_it_is_shown_to() {
    let app = TestApp::stocked().await;
    let (buyer, approver) = school(&app, SITE).await;
    let stranger = customer(&app, SITE, "stranger@example.com").await;
    fill(&buyer).await;
    let own = saved(&buyer, json!({"name": "Mine"})).await;
    let shared = saved(&buyer, json!({"name": "Everybody's", "unit": "NORTH"})).await;
    assert_eq!(names(&approver).await, ["Everybody's"]);
    let list = seen(&approver, &shared).await;
    assert_eq!((&list["own"], &list["unit"]), (&json!(false), &json!("NORTH")));
    let path = format!("{LISTS}/{shared}");
    let body = json!({"name": "Stolen", "version": 1, "rows": []});
    assert_eq!(approver.send(Method::PUT, &path, &[], Some(&body)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(approver.send(Method::DELETE, &path, &[], None).await.status, StatusCode::NOT_FOUND);
    let wanted = json!({"lines": [{"position": 1, "quantity": 12}]});
    let ordered = approver.send(Method::POST, &format!("{path}/cart"), &[], Some(&wanted)).await;
    assert_eq!(ordered.status, StatusCode::OK, "{}", ordered.text);
    for id in [&own, &shared] {
        let path = format!("{LISTS}/{id}");
        assert_eq!(stranger.get(&path).await.status, StatusCode::NOT_FOUND);
        let ordered = stranger.send(Method::POST, &format!("{path}/cart"), &[], Some(&wanted)).await;
        assert_eq!(ordered.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(approver.get(&format!("{LISTS}/{own}")).await.status, StatusCode::NOT_FOUND);
    // Shown to nobody else again.
    let rows = json!([{"sku": "GLV100-L", "quantity": 12}]);
    let body = json!({"name": "Everybody's", "unit": "", "version": 1, "rows": rows});
    assert_eq!(buyer.send(Method::PUT, &path, &[], Some(&body)).await.status, StatusCode::OK);
    assert!(names(&approver).await.is_empty());
    // Another brand sells other articles.
    assert_eq!(names(&buyer).await, ["Everybody's", "Mine"]);
}

#[tokio::test]
async fn nobody_keeps_more_than_fifty_lists() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, SITE, "coach@example.com").await;
    fill(&coach).await;
    for nth in 0..50 {
        assert_eq!(save(&coach, json!({"name": format!("List {nth:02}")})).await.status, StatusCode::CREATED);
    }
    assert_eq!(codes(&save(&coach, json!({"name": "More"})).await), [("name".to_owned(), "view_too_many".to_owned())]);
    assert_eq!(names(&coach).await.len(), 50);
}
