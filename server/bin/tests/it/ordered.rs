//! What was ordered is said wherever it is shown: options, prices, names and numbers at review, on the order, in its
//! letter and to who approves it; and who may open an order at all.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, people::MemberRole};
use fieldhouse_server::surfaces;
use fieldhouse_shop::config::{Config, limits::Limits};
use sea_orm::ConnectionTrait as _;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, customer, letters},
    approvals::{APPROVER, BUYER, order, school},
    business_units::unit,
    people::join,
    shopping::{add, broken, check_out, place, placing, put, shipping},
    support::{Answer, TestApp, Visitor},
};

/// Two gloves that differ in the hand alone, and jerseys with names.
fn kit() -> Value {
    json!([
        {"sku": "GLV100-L", "quantity": 1},
        {"sku": "GLV100-R", "quantity": 2},
        {"sku": "JRS200-NAV-M", "quantity": 2, "freeForm": [["Rivera", "12"], ["Okafor", "7"]]},
    ])
}

/// Orders the kit with a purchase-order file.
async fn kit_ordered(visitor: &Visitor) -> Value {
    assert_eq!(add(visitor, kit()).await.status, StatusCode::OK);
    check_out(visitor).await;
    let paid = json!({"poNumber": "PO-4711", "poFileName": "po-4711.pdf"});
    let review = put(visitor, "/api/checkout/payment", &paid).await.json();
    let placed = place(visitor, "kit", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    placed.json()
}

/// Skus with their options in words.
fn options(items: &Value) -> Vec<(String, String)> {
    let words = |line: &Value| {
        let told = line["options"].as_array().unwrap().iter();
        let words =
            told.map(|option| format!("{} {}", option["label"].as_str().unwrap(), option["value"].as_str().unwrap()));
        words.collect::<Vec<_>>().join(", ")
    };
    let cards = items.as_array().unwrap().iter();
    let lines = cards.flat_map(|card| card["lineItems"].as_array().unwrap());
    let mut all: Vec<_> = lines.map(|line| (line["sku"].as_str().unwrap().to_owned(), words(line))).collect();
    all.sort();
    all
}

fn kit_options() -> Vec<(String, String)> {
    [
        ("GLV100-L", "Color Tan, Size 11.5\", Hand Left"),
        ("GLV100-R", "Color Tan, Size 11.5\", Hand Right"),
        ("JRS200-NAV-M", "Color Navy, Size M"),
    ]
    .map(|(sku, words)| (sku.to_owned(), words.to_owned()))
    .to_vec()
}

async fn opened(visitor: &Visitor, path: &str) -> Answer {
    // The page's address and the order's differ in their start alone.
    let (id, key) = path.strip_prefix("/order?id=").unwrap().split_once("&key=").unwrap();
    visitor.get(&format!("/api/orders/{id}?key={key}")).await
}

/// The signed path of a letter.
fn link_in(letter: &str) -> String {
    let start = letter.find("/order?id=").expect("a link");
    letter[start..].split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn every_chosen_option_is_told_in_the_cart_at_review_and_on_the_order() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let placed = kit_ordered(&visitor).await;
    assert_eq!(options(&placed["items"]), kit_options());
    let shown = visitor.get(&format!("/api/orders/{}", placed["id"].as_str().unwrap())).await.json();
    assert_eq!(shown, placed);
    assert_eq!(
        (&shown["instructions"], &shown["poFileName"], &shown["own"]),
        (&json!("Gym entrance"), &json!("po-4711.pdf"), &json!(true))
    );
    let other = app.visitor(Site::FIELDHOUSE);
    assert_eq!(add(&other, kit()).await.status, StatusCode::OK);
    assert_eq!(options(&other.get("/api/cart/active").await.json()["items"]), kit_options());
    assert_eq!(options(&check_out(&other).await["items"]), kit_options());
}

#[tokio::test]
async fn an_order_of_before_options_were_kept_tells_them_all_the_same() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let placed = kit_ordered(&visitor).await;
    let mut items = placed["items"].clone();
    for card in items.as_array_mut().unwrap() {
        for line in card["lineItems"].as_array_mut().unwrap() {
            line.as_object_mut().unwrap().remove("options").unwrap();
        }
    }
    let tx = app.state.db.write().await.unwrap();
    let text = items.to_string().replace('\'', "''");
    tx.execute_unprepared(&["UPDATE orders SET items = '", &text, "'"].concat()).await.unwrap();
    tx.commit().await.unwrap();
    let shown = visitor.get(&format!("/api/orders/{}", placed["id"].as_str().unwrap())).await.json();
    assert_eq!(options(&shown["items"]), kit_options());
}

#[tokio::test]
async fn the_letter_tells_lines_address_sums_and_purchase_order() {
    let app = TestApp::stocked().await;
    let placed = kit_ordered(&app.visitor(Site::FIELDHOUSE)).await;
    let all = letters(&app).await;
    assert_eq!(all.len(), 1);
    let letter = all[0].replace("\r\n", "\n");
    let total = placed["summary"]["total"]["text"].as_str().unwrap();
    let tax = placed["summary"]["tax"]["text"].as_str().unwrap();
    for told in [
        "1 \u{d7} Fielding Glove 11.5\"\n  GLV100-L, Color: Tan, Size: 11.5\", Hand: Left\n  $89.99 each, $89.99",
        "2 \u{d7} Fielding Glove 11.5\"\n  GLV100-R, Color: Tan, Size: 11.5\", Hand: Right\n  $89.99 each, $179.98",
        "JRS200-NAV-M, Color: Navy, Size: M\n  $59.99 each, $119.98\n  Name: Rivera, Number: 12\n  Name: Okafor, Number: 7",
        "Ship to:\nRobin Coach\nLincoln High School\n100 Field Road\nAustin, TX 78701\n555-555-0142",
        "Purchase order:\nPO-4711 (po-4711.pdf)",
        "Notes for the carrier:\nGym entrance",
        "Merchandise Total: $389.95",
        &format!("Tax: {tax}\nTotal: {total}"),
        "/order/look-up",
    ] {
        assert!(letter.contains(told), "{told}\n{letter}");
    }
    assert!(letter.contains("<td style=") && letter.contains("Hand: Right"), "the HTML tells them too");
}

#[tokio::test]
async fn the_letters_link_opens_the_order_for_a_guest_on_any_device_and_nothing_else_does() {
    let app = TestApp::stocked().await;
    let placed = kit_ordered(&app.visitor(Site::FIELDHOUSE)).await;
    let second = {
        let other = app.visitor(Site::FIELDHOUSE);
        assert_eq!(add(&other, kit()).await.status, StatusCode::OK);
        let review = check_out(&other).await;
        place(&other, "second", &placing(&review)).await.json()["id"].as_str().unwrap().to_owned()
    };
    let first = placed["id"].as_str().unwrap();
    let path = letters(&app).await.iter().map(|letter| link_in(letter)).find(|path| path.contains(first)).unwrap();
    let phone = app.visitor(Site::FIELDHOUSE);
    let shown = opened(&phone, &path).await;
    assert_eq!(shown.status, StatusCode::OK, "{}", shown.text);
    assert!(!shown.headers.contains_key("set-cookie"), "reading begins no session");
    assert_eq!((&shown.json()["number"], &shown.json()["own"]), (&placed["number"], &json!(false)));

    let page = phone.get(&path).await;
    assert_eq!(page.headers["referrer-policy"], "no-referrer", "the page tells nobody where it was");

    let nothing = phone.get("/api/orders/00000000-0000-4000-8000-000000000000").await;
    let bare = format!("/order?id={first}&key=");
    let forged = format!("{}A", &path[..path.len() - 1]);
    let forged = if forged == path { format!("{}B", &path[..path.len() - 1]) } else { forged };
    for wrong in [bare, path.replace(first, &second), forged] {
        let refused = opened(&phone, &wrong).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{wrong}");
        assert_eq!(refused.impersonal(), nothing.impersonal());
    }
    assert_eq!(opened(&app.visitor(Site::US_GAMES), &path).await.status, StatusCode::NOT_FOUND, "another brand");
    app.state.clock.advance_seconds(90 * 24 * 60 * 60 - 1);
    assert_eq!(opened(&phone, &path).await.status, StatusCode::OK);
    app.state.clock.advance_seconds(1);
    assert_eq!(opened(&phone, &path).await.status, StatusCode::NOT_FOUND, "over");
}

async fn look_up(visitor: &Visitor, number: &str, email: &str) -> Answer {
    visitor.post("/api/order-look-ups", &json!({"number": number, "email": email})).await
}

#[tokio::test]
async fn an_order_is_found_by_number_and_email_and_not_there_and_not_yours_look_the_same() {
    let app = TestApp::stocked().await;
    let placed = kit_ordered(&app.visitor(Site::FIELDHOUSE)).await;
    let number = placed["number"].as_str().unwrap();
    let stranger = app.visitor(Site::FIELDHOUSE);
    let found = look_up(&stranger, &format!(" #{} ", number.to_lowercase()), "Coach@Example.com").await;
    assert_eq!(found.status, StatusCode::OK, "{}", found.text);
    let path = found.json()["path"].as_str().unwrap().to_owned();
    assert_eq!(opened(&stranger, &path).await.json()["number"], placed["number"]);
    app.state.clock.advance_seconds(24 * 60 * 60);
    assert_eq!(opened(&stranger, &path).await.status, StatusCode::NOT_FOUND, "it can be asked for again");

    let absent = look_up(&stranger, "FH-999999", "coach@example.com").await;
    let not_theirs = look_up(&stranger, number, "somebody@example.com").await;
    let elsewhere = look_up(&app.visitor(Site::US_GAMES), number, "coach@example.com").await;
    for refused in [&not_theirs, &elsewhere] {
        assert_eq!((refused.status, refused.headers.len()), (StatusCode::NOT_FOUND, absent.headers.len()));
        assert_eq!(refused.impersonal(), absent.impersonal());
    }
    let empty = look_up(&stranger, " ", "nobody").await;
    assert_eq!(
        broken(&empty),
        [("number".to_owned(), "enter_order_number".to_owned()), ("email".to_owned(), "email_invalid".to_owned())]
    );
}

#[tokio::test]
async fn r62_orders_are_looked_up_ten_times_a_minute() {
    let app = TestApp::stocked().await;
    let config = Config { limits: Limits::default(), ..app.state.config.clone() };
    let visitor = Visitor::at(surfaces::router(app.again(config), app.pages.clone()), Site::FIELDHOUSE);
    for tried in 0..10 {
        assert_eq!(look_up(&visitor, &format!("FH-{tried}"), "a@b.co").await.status, StatusCode::NOT_FOUND);
    }
    let refused = look_up(&visitor, "FH-11", "a@b.co").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn an_approver_reads_the_order_with_address_freight_and_tax_and_nobody_else_of_the_unit_does() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let (buyer, approver) = school(&app, site).await;
    let colleague = customer(&app, site, "colleague@club.example").await;
    join(&app, site, "colleague@club.example", "NORTH", MemberRole::Buyer).await;
    unit(&app, site, "SOUTH", &[]).await;
    let stranger = customer(&app, site, "south@club.example").await;
    join(&app, site, "south@club.example", "SOUTH", MemberRole::Approver).await;
    let placed = order(&buyer, "one", 2).await;
    let seen = approver.get("/api/account/approvals").await.json()["orders"][0].clone();
    let told = &seen["order"];
    assert_eq!((&told["number"], &told["own"]), (&placed["number"], &json!(false)));
    assert_eq!(told["shipTo"]["city"], "Austin");
    assert_eq!((&told["instructions"], &told["poNumber"]), (&json!("Gym entrance"), &json!("PO-4711")));
    for sum in ["merchandise", "freight", "tax", "total"] {
        assert_eq!(told["summary"][sum], placed["summary"][sum], "{sum}");
        assert!(told["summary"][sum]["text"].as_str().unwrap().starts_with('$'), "{sum}");
    }
    assert_eq!(options(&told["items"]), [("GLV100-L".to_owned(), kit_options()[0].1.clone())]);
    let path = format!("/api/orders/{}", placed["id"].as_str().unwrap());
    let opened = approver.get(&path).await;
    assert_eq!((opened.status, &opened.json()["own"]), (StatusCode::OK, &json!(false)));
    for other in [&colleague, &stranger, &app.visitor(site)] {
        assert_eq!(other.get(&path).await.status, StatusCode::NOT_FOUND);
    }
    // Both letters tell it whole; the buyer's opens it.
    let all = letters(&app).await;
    let about = |email: &str, letter: &str| letter.contains(&format!("To: {email}")) && letter.contains("Ship to:");
    let to = |email: &str| all.iter().find(|letter| about(email, letter));
    for email in [APPROVER, "coach@example.com"] {
        let letter = to(email).unwrap().replace("\r\n", "\n");
        assert!(letter.contains("Hand: Left") && letter.contains("Ship to:\nRobin Coach"), "{letter}");
        assert!(letter.contains("Freight: $") && letter.contains("Tax: $"), "{letter}");
    }
    assert!(!to(APPROVER).unwrap().contains("&key="), "what opens it is the buyer's");
    let path = link_in(to("coach@example.com").unwrap());
    assert_eq!(self::opened(&app.visitor(site), &path).await.status, StatusCode::OK);
    // An order that needs nobody's approval is open to those who oversee the unit, and to no other.
    crate::approvals::limit(&app, site, None).await;
    let free = order(&buyer, "two", 1).await;
    let path = format!("/api/orders/{}", free["id"].as_str().unwrap());
    for one in [&approver, &buyer] {
        assert_eq!(one.get(&path).await.status, StatusCode::OK, "{BUYER}");
    }
    for other in [&colleague, &stranger, &app.visitor(site)] {
        assert_eq!(other.get(&path).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_customer_begins_checkout_with_email_and_default_address() {
    let app = TestApp::stocked().await;
    let site = Site::FIELDHOUSE;
    let guest = app.visitor(site);
    assert_eq!(add(&guest, kit()).await.status, StatusCode::OK);
    let start = guest.get("/api/checkout").await.json()["start"].clone();
    assert_eq!(
        (&start["email"], &start["address"]["city"], &start["method"]),
        (&json!(""), &json!(""), &json!("standard"))
    );

    let visitor = customer(&app, site, COACH).await;
    let mut gym = shipping()["address"].clone();
    gym["company"] = json!("Gym");
    assert_eq!(visitor.post("/api/account/addresses", &gym).await.status, StatusCode::OK);
    gym["company"] = json!("Stadium");
    gym["setAsDefaultShipToAddress"] = json!(true);
    assert_eq!(visitor.post("/api/account/addresses", &gym).await.status, StatusCode::OK);
    assert_eq!(add(&visitor, kit()).await.status, StatusCode::OK);
    let start = visitor.get("/api/checkout").await.json()["start"].clone();
    assert_eq!((&start["email"], &start["address"]["company"]), (&json!(COACH), &json!("Stadium")));
    assert_eq!(start["address"]["setAsDefaultShipToAddress"], false);
}
