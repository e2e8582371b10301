//! What stands around the shop: newsletter, hosted forms, the learning corner, wishlists and reports.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use fieldhouse_core::{brand::Site, inbox::RequestStatus};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    config::Config,
    limits,
    publishing::{content::Contents, forms, newsletter},
};
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, letters, register, sign_in},
    shopping::{add_one, cart, check_out, place, placing, remove},
    support::{Answer, TestApp, Visitor},
};

/// A store with its content.
pub async fn with_content() -> TestApp {
    let app = TestApp::stocked().await;
    fieldhouse_demo::content::load(&app.state.db, &app.state.clock).await.unwrap();
    app.state.contents.store(Arc::new(Contents::from_db(&app.state.db, &[]).await.unwrap()));
    app
}

/// What was sent at a brand and waits for an answer.
pub async fn submissions(app: &TestApp, site: Site) -> Vec<forms::store::SubmissionRow> {
    let open = (site, RequestStatus::Open);
    forms::store::list_submissions(app.state.db.read(), open, None, None, 100).await.unwrap()
}

pub async fn subscribe(visitor: &Visitor, email: &str) -> Answer {
    visitor.post("/api/features/Newsletter01", &json!({ "email": email })).await
}

#[tokio::test]
async fn an_address_is_subscribed_once_and_told_so_by_letter_once() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::US_GAMES);
    for email in ["Coach@Club.example", "coach@club.example", " coach@club.example "] {
        let answer = subscribe(&visitor, email).await;
        assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, r#"{"ok":true}"#));
        assert!(!answer.headers.contains_key("set-cookie"));
    }
    let count = async |site| newsletter::store::count_subscriptions(app.state.db.read(), site).await.unwrap();
    assert_eq!((count("usgames").await, count("fieldhouse").await), (1, 0));
    let letters = letters(&app).await;
    assert_eq!(letters.len(), 1);
    assert!(letters[0].contains("To: coach@club.example") && letters[0].contains("Thank you for joining our Team!"));
    assert!(letters[0].contains("confirm your email and your subscription to the US Games newsletter"));
}

/// The path of the link that a letter has for a confirmation.
fn confirmation(letter: &str) -> String {
    let whole = letter.replace("=\r\n", "").replace("=3D", "=");
    let from = whole.find("/newsletter/confirm/").unwrap_or_else(|| panic!("no link in {whole}"));
    whole[from..].split(|c: char| c.is_whitespace() || c == '"').next().unwrap().to_owned()
}

/// Presses the one button of the page, as a browser without scripts does.
async fn press(visitor: &Visitor, link: &str, origin: &[u8]) -> Answer {
    let headers: [(&str, &[u8]); 2] = [("content-type", b"application/x-www-form-urlencoded"), ("origin", origin)];
    visitor.send_bytes(Method::POST, link, &headers, "").await
}

const OWN: &[u8] = b"http://usgames.localhost:8420";
const JOIN: &str = "/newsletter/join";

/// A link of a letter that opens nothing is told by a page with a way on, not by the calls' JSON.
pub fn told_by_a_page(answer: &Answer, way_on: &str) {
    assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8", "{}", answer.text);
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert!(answer.text.contains("<h1>This link does not work</h1>"), "{}", answer.text);
    for href in [way_on, "/"] {
        assert!(answer.text.contains(&format!("href=\"{href}\"")), "{href}: {}", answer.text);
    }
    assert!(!answer.text.contains("<button"), "there is nothing to confirm: {}", answer.text);
}

#[tokio::test]
async fn an_address_is_subscribed_by_its_letters_link_and_by_nothing_else() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::US_GAMES);
    subscribe(&visitor, COACH).await;
    let confirmed = async || newsletter::store::count_confirmed(app.state.db.read(), "usgames").await.unwrap();
    assert_eq!(confirmed().await, 0, "asking is no consent");
    let link = confirmation(&letters(&app).await[0]);
    for forged in [format!("{link}A"), link.replace('.', ""), "/newsletter/confirm/x".to_owned()] {
        told_by_a_page(&visitor.get(&forged).await, JOIN);
        told_by_a_page(&press(&visitor, &forged, OWN).await, JOIN);
    }
    told_by_a_page(&visitor.get(&format!("{link}.")).await, JOIN);
    let elsewhere = app.visitor(Site::FIELDHOUSE);
    assert_eq!(elsewhere.get(&link).await.status, StatusCode::NOT_FOUND, "another brand's");
    assert_eq!(press(&elsewhere, &link, b"http://fieldhouse.localhost:8420").await.status, StatusCode::NOT_FOUND);
    // Scanners of mail open every link, some by HEAD; a page of somebody else's could send the form.
    for method in [Method::GET, Method::HEAD, Method::GET] {
        let page = visitor.send(method, &link, &[], None).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text.contains("is confirmed"), "{}", page.text);
        assert_eq!(page.headers["cache-control"], "no-store");
        assert_eq!(page.headers["referrer-policy"], "same-origin", "nobody else learns the link (R44)");
    }
    assert_eq!(press(&visitor, &link, b"https://evil.example").await.status, StatusCode::FORBIDDEN);
    assert_eq!(confirmed().await, 0, "looking is no consent");
    let page = visitor.get(&link).await.text;
    let button =
        format!("<form method=\"post\" action=\"{link}\"><button type=\"submit\">Confirm your subscription</button>");
    assert!(page.contains(&button) && page.contains("href=\"/\"") && !page.contains("<script"), "{page}");
    for page in [press(&visitor, &link, OWN).await, press(&visitor, &link, OWN).await, visitor.get(&link).await] {
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert!(page.text.contains("Your subscription is confirmed") && page.text.contains("href=\"/\""));
        assert_eq!(page.headers["cache-control"], "no-store");
        assert_eq!(confirmed().await, 1);
    }
    app.state.clock.advance_seconds(7 * 86_400);
    told_by_a_page(&visitor.get(&link).await, JOIN);
    told_by_a_page(&press(&visitor, &link, OWN).await, JOIN);
    subscribe(&visitor, COACH).await;
    assert_eq!((letters(&app).await.len(), confirmed().await), (1, 1), "who consented is not asked again");
}

#[tokio::test]
async fn who_let_the_link_pass_is_asked_again_by_another_letter() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::US_GAMES);
    subscribe(&visitor, COACH).await;
    let first = confirmation(&letters(&app).await[0]);
    app.state.clock.advance_seconds(7 * 86_400 - 1);
    subscribe(&visitor, COACH).await;
    assert_eq!(letters(&app).await.len(), 1, "the first link still works");
    app.state.clock.advance_seconds(1);
    subscribe(&visitor, COACH).await;
    let all = letters(&app).await;
    assert_eq!(all.len(), 2);
    let second = all.iter().map(|letter| confirmation(letter)).find(|link| *link != first).unwrap();
    assert_eq!(visitor.get(&first).await.status, StatusCode::NOT_FOUND);
    assert_eq!(visitor.get(&second).await.status, StatusCode::OK);
}

#[tokio::test]
async fn many_who_subscribe_one_address_at_once_are_one_subscription() {
    let app = TestApp::start().await;
    let visitors: Vec<Visitor> = (0..3).map(|_| app.visitor(Site::FIELDHOUSE)).collect();
    let tries = visitors.iter().map(|visitor| subscribe(visitor, COACH));
    for answer in futures_util::future::join_all(tries).await {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    }
    assert_eq!(newsletter::store::count_subscriptions(app.state.db.read(), "fieldhouse").await.unwrap(), 1);
    assert_eq!(letters(&app).await.len(), 1);
}

#[tokio::test]
async fn r62_a_newsletter_needs_a_valid_address_and_takes_three_an_hour() {
    let app = TestApp::start().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for (email, message) in [("", "Please enter your Email"), ("coach", "Please enter a valid email")] {
        let answer = subscribe(&visitor, email).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.json()["errors"][0]["field"], "email");
        assert_eq!(answer.json()["errors"][0]["message"], message);
    }
    for _ in 0..limits::quota::OF_SUBSCRIBER {
        assert_eq!(subscribe(&visitor, COACH).await.status, StatusCode::OK);
    }
    let refused = subscribe(&visitor, COACH).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
}

pub fn contact(over: &Value) -> Value {
    let mut values = json!({
        "name": "Pat Margolis", "email": "pat@club.example", "organization": "", "phone": "214-555-0142",
        "topic": "A quote", "message": "Forty jerseys.\nBy Friday.",
    });
    for (name, value) in over.as_object().unwrap() {
        values[name] = value.clone();
    }
    json!({ "values": values, "website": "" })
}

#[tokio::test]
async fn a_form_is_stored_and_told_to_the_store_by_letter() {
    let app = with_content().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let form = visitor.get("/api/forms/contact").await.json();
    assert_eq!(form["title"], "Write to us");
    assert!(form.get("recipient").is_none(), "to whom it goes is not told");
    let answer = visitor.post("/api/forms/contact", &contact(&json!({}))).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    let stored = submissions(&app, Site::FIELDHOUSE).await;
    assert_eq!(stored.len(), 1);
    let answers: Vec<(String, String)> = serde_json::from_str(&stored[0].answers).unwrap();
    assert_eq!(answers[0], ("Your name".to_owned(), "Pat Margolis".to_owned()));
    assert!(!answers.iter().any(|(label, _)| label == "School or club"), "what was left empty is left out");
    let letters = letters(&app).await;
    assert_eq!(letters.len(), 1);
    assert!(letters[0].contains("To: team@fieldhouse.example") && letters[0].contains("Email: pat@club.example"));
}

#[tokio::test]
async fn a_form_tells_everything_that_is_wrong_by_field() {
    let app = with_content().await;
    let visitor = app.visitor(Site::US_GAMES);
    let wrong = json!({"email": "pat", "topic": "Something of my own", "message": " ", "name": "Pat\r\nBcc: x@y.z"});
    let answer = visitor.post("/api/forms/contact", &contact(&wrong)).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let errors: Vec<String> = answer.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| format!("{} {}", error["field"].as_str().unwrap(), error["code"].as_str().unwrap()))
        .collect();
    let expected = ["name control_character", "email email_invalid", "topic choose_from_list", "message fill_in_field"];
    assert_eq!(errors, expected);
    assert_eq!(visitor.post("/api/forms/nothing", &contact(&json!({}))).await.status, StatusCode::NOT_FOUND);
    assert!(submissions(&app, Site::US_GAMES).await.is_empty());
    assert!(letters(&app).await.is_empty());
}

#[tokio::test]
async fn a_robot_is_thanked_and_forgotten_and_a_busy_sender_waits() {
    let app = with_content().await;
    let visitor = app.visitor(Site::VARSITY_BRANDS);
    let mut robot = contact(&json!({"topic": "A fitting"}));
    robot["website"] = json!("https://spam.example");
    assert_eq!(visitor.post("/api/forms/contact", &robot).await.status, StatusCode::NO_CONTENT);
    let stored = async || submissions(&app, Site::VARSITY_BRANDS).await.len();
    assert_eq!(stored().await, 0);
    let person = contact(&json!({"topic": "A fitting"}));
    for _ in 0..limits::quota::OF_SENDER {
        assert_eq!(visitor.post("/api/forms/contact", &person).await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(visitor.post("/api/forms/contact", &person).await.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(stored().await, 5);
}

#[tokio::test]
async fn the_learning_corner_is_searched_by_every_word_with_slips_forgiven() {
    let app = with_content().await;
    let first = async |site: Site, query: &str| {
        let answer = app.visitor(site).get(&format!("/api/content/search?query={query}")).await;
        assert_eq!(answer.status, StatusCode::OK);
        answer.json()["hits"].as_array().unwrap().first().map(|hit| hit["href"].as_str().unwrap().to_owned())
    };
    assert_eq!(first(Site::VARSITY_BRANDS, "gowns").await.unwrap(), "/learning-corner/measuring-for-gowns/");
    assert_eq!(first(Site::VARSITY_BRANDS, "leter+jaket").await.unwrap(), "/learning-corner/letter-jacket-lettering/");
    assert_eq!(first(Site::VARSITY_BRANDS, "chenille").await.unwrap(), "/learning-corner/letter-jacket-lettering/");
    assert_eq!(first(Site::FIELDHOUSE, "purch").await.unwrap(), "/learning-corner/purchase-orders/");
    assert_eq!(first(Site::FIELDHOUSE, "gowns").await, None, "each brand has its own");
    for nothing in ["", "%20%20", "%3C%3E", "zzzzzz", "shipping"] {
        // Shipping is a page too, but no article (content type page_content).
        let hits = app.visitor(Site::VARSITY_BRANDS).get(&format!("/api/content/search?query={nothing}")).await;
        let hits = hits.json()["hits"].as_array().unwrap().clone();
        assert!(hits.iter().all(|hit| hit["href"].as_str().unwrap().starts_with("/learning-corner/")), "{nothing}");
        assert!(hits.is_empty() || nothing == "shipping", "{nothing}");
    }
    let article =
        app.visitor(Site::VARSITY_BRANDS).get("/api/content/pages/learning-corner%2Fmeasuring-for-gowns").await;
    assert_eq!(article.json()["contentType"], "page_content");
    assert_eq!(app.visitor(Site::VARSITY_BRANDS).get("/learning-corner/nothing/").await.status, StatusCode::NOT_FOUND);
}

async fn wished(visitor: &Visitor) -> Vec<String> {
    let view = visitor.get("/api/wishlist").await.json();
    view["items"].as_array().unwrap().iter().map(|item| item["pid"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_wishlist_is_kept_and_joins_the_customers_at_sign_in() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let id = async |sku: &str| {
        let product = app.visitor(Site::FIELDHOUSE).get(&format!("/api/catalog/products/{sku}")).await.json();
        product["id"].as_str().unwrap().to_owned()
    };
    let (ball, bag) = (id("BAL100").await, id("BAG100-BLK").await);
    assert!(wished(&visitor).await.is_empty());
    let first = visitor.post("/api/wishlist", &json!({ "productId": ball })).await;
    assert!(first.headers.contains_key("set-cookie"), "a wish is something to remember");
    for _ in 0..2 {
        app.state.clock.advance_seconds(1);
        let answer = visitor.post("/api/wishlist", &json!({ "productId": bag })).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    assert_eq!(wished(&visitor).await, [bag.clone(), ball.clone()]);
    assert_eq!(visitor.post("/api/wishlist", &json!({"productId": "nothing"})).await.status, StatusCode::NOT_FOUND);
    assert!(wished(&app.visitor(Site::FIELDHOUSE)).await.is_empty(), "it is nobody else's");

    // The same article wished for before and after: it is on the customer's list once.
    register(&app, Site::FIELDHOUSE, COACH).await;
    let elsewhere = app.visitor(Site::FIELDHOUSE);
    sign_in(&elsewhere, COACH, PASSWORD).await;
    elsewhere.post("/api/wishlist", &json!({ "productId": ball })).await;
    sign_in(&visitor, COACH, PASSWORD).await;
    let mut both = wished(&elsewhere).await;
    both.sort();
    let mut expected = vec![bag.clone(), ball.clone()];
    expected.sort();
    assert_eq!(both, expected);
    let left = visitor.send(Method::DELETE, &format!("/api/wishlist/{bag}"), &[], None).await;
    assert_eq!(left.json()["items"].as_array().unwrap().len(), 1);
    assert_eq!(wished(&elsewhere).await, [ball]);
}

/// Sku and favourite flag of each card.
fn hearts(cards: &Value) -> Vec<(&str, bool)> {
    let cards = cards.as_array().unwrap().iter();
    cards.map(|card| (card["sku"].as_str().unwrap(), card["isFavourite"].as_bool().unwrap())).collect()
}

#[tokio::test]
async fn the_cards_of_a_cart_tell_what_is_wished_for() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let ball = visitor.get("/api/catalog/products/BAL100").await.json()["id"].as_str().unwrap().to_owned();
    let first = add_one(&visitor, "BAL100", 1).await.json();
    assert_eq!(hearts(&first["cards"]), [("BAL100", false)]);
    visitor.post("/api/wishlist", &json!({ "productId": ball })).await;
    let more = add_one(&visitor, "BAL100", 1).await.json();
    assert_eq!(hearts(&more["cards"]), [("BAL100", true)]);
    add_one(&visitor, "BAG100-BLK", 1).await;
    let view = cart(&visitor).await;
    assert_eq!(hearts(&view["items"]), [("BAL100", true), ("BAG100-BLK", false)]);
    let again = visitor.post("/api/cart/recalculate", &json!({ "cartId": view["id"] })).await.json();
    assert_eq!(hearts(&again["items"]), [("BAL100", true), ("BAG100-BLK", false)]);
    // What is taken out and put back still is.
    let line = view["items"][0]["lineItems"][0]["lineItemId"].as_str().unwrap();
    let gone = remove(&visitor, line, view["version"].as_i64().unwrap()).await.json();
    let back = visitor.post("/api/cart/undo", &json!({ "undo": gone["undo"] })).await;
    assert_eq!(hearts(&back.json()["cards"]), [("BAL100", true)], "{}", back.text);
    visitor.send(Method::DELETE, &format!("/api/wishlist/{ball}"), &[], None).await;
    assert_eq!(hearts(&cart(&visitor).await["items"]), [("BAL100", false), ("BAG100-BLK", false)]);
}

#[tokio::test]
async fn checkout_and_order_tell_what_is_wished_for_as_the_cart_does() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let ball = visitor.get("/api/catalog/products/BAL100").await.json()["id"].as_str().unwrap().to_owned();
    visitor.post("/api/wishlist", &json!({ "productId": ball })).await;
    add_one(&visitor, "BAL100", 1).await;
    add_one(&visitor, "BAG100-BLK", 1).await;
    let review = check_out(&visitor).await;
    assert_eq!(hearts(&review["items"]), [("BAL100", true), ("BAG100-BLK", false)]);
    let order = place(&visitor, "one", &placing(&review)).await.json();
    let id = order["id"].as_str().unwrap();
    let wished = [("BAL100", true), ("BAG100-BLK", false)];
    assert_eq!(hearts(&visitor.get(&format!("/api/orders/{id}")).await.json()["items"]), wished);
    // An order shows what was stored, nothing of today.
    visitor.send(Method::DELETE, &format!("/api/wishlist/{ball}"), &[], None).await;
    assert_eq!(hearts(&visitor.get(&format!("/api/orders/{id}")).await.json()["items"]), wished);
}

#[tokio::test]
async fn only_brands_with_wishlists_have_them() {
    let app = TestApp::stocked().await;
    for site in [Site::US_GAMES, Site::ATHLETIC_CONNECTION, Site::VARSITY_BRANDS] {
        assert_eq!(app.visitor(site).get("/api/wishlist").await.status, StatusCode::NOT_FOUND);
        let answer = app.visitor(site).post("/api/wishlist", &json!({"productId": "BAL100"})).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn r54_a_report_shows_what_the_session_may_see_whatever_its_parameters_say() {
    let app = TestApp::stocked().await;
    let coach = customer(&app, Site::FIELDHOUSE, COACH).await;
    add_one(&coach, "GLV100-L", 1).await;
    let review = check_out(&coach).await;
    let order = place(&coach, "one", &placing(&review)).await.json();
    let number = order["number"].as_str().unwrap();
    let parameters = "SITEID=M_BSN&EMAILORCUSTNUM=coach%40club.example&custdisplay=true";
    let path = format!("/reports/order-status?{parameters}");
    let own = coach.get(&path).await;
    assert!(own.text.contains(number) && own.text.contains("<table>"), "{}", own.text);
    assert_eq!(own.headers["cache-control"], "no-store");
    assert!(own.headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'self'"));
    register(&app, Site::FIELDHOUSE, "other@club.example").await;
    let other = app.visitor(Site::FIELDHOUSE);
    assert!(other.get(&path).await.text.contains("Please sign in"));
    sign_in(&other, "other@club.example", PASSWORD).await;
    let others = other.get(&path).await;
    assert!(!others.text.contains(number) && others.text.contains("no orders"), "{}", others.text);
    let certificates = coach.get(&format!("/reports/certificates?{parameters}")).await;
    assert!(certificates.text.contains("do not have access"));
    let page = coach.get("/about-us/").await;
    assert!(page.headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
}

#[tokio::test]
async fn the_catalog_report_is_a_table_or_a_bookshelf() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let all = visitor.get("/reports/catalog").await.text;
    assert!(all.contains("<table>") && all.contains("Gridiron Practice Jersey"));
    let socks = visitor.get("/reports/catalog?category=soccer%2Fsocks&anything=else").await.text;
    assert!(socks.contains("Team Socks") && !socks.contains("Gridiron"));
    assert!(visitor.get("/reports/catalog?category=nothing").await.text.contains("There are no styles here."));
    let shelf = visitor.get("/reports/catalog?BookshelfFilter=SOC").await.text;
    assert!(shelf.contains("class=\"shelf\"") && shelf.contains("/c/soccer/") && !shelf.contains("/c/football/"));
    let hostile = visitor.get("/reports/catalog?BookshelfFilter=%3Cscript%3Ealert(1)%3C%2Fscript%3E").await.text;
    assert!(!hostile.contains("<script") && hostile.contains("There is no catalog of this name."));
}

#[tokio::test]
async fn a_configured_chat_is_told_to_its_brand_and_alone_allowed_by_the_policy() {
    let app = TestApp::start().await;
    let chat = toml::from_str(
        "script = 'https://chat.example/widget.js'\norigins = ['wss://live.chat.example']\n\
         [applications]\nusgames = 'app-7'",
    )
    .unwrap();
    let router = surfaces::router(app.again(Config { chat, ..app.state.config.clone() }), Arc::clone(&app.pages));
    let games = Visitor::at(router.clone(), Site::US_GAMES).get("/api/shell").await;
    let expected = json!({"script": "https://chat.example/widget.js", "object": "Chat", "applicationId": "app-7"});
    assert_eq!(games.json()["chat"], expected);
    assert_eq!(Visitor::at(router, Site::FIELDHOUSE).get("/api/shell").await.json()["chat"], Value::Null);
    let policy = games.headers["content-security-policy"].to_str().unwrap();
    for part in [
        "script-src 'self' 'wasm-unsafe-eval' https://chat.example wss://live.chat.example;",
        "connect-src 'self' https://chat.example wss://live.chat.example;",
        "default-src 'self';",
        "object-src 'none';",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    let without = app.visitor(Site::US_GAMES).get("/api/shell").await;
    assert_eq!(without.json()["chat"], Value::Null);
    assert!(!without.headers["content-security-policy"].to_str().unwrap().contains("example"));
}
