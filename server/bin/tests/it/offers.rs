//! Offer codes and program ids: applied, taken away, looked up, and carried in cookies anybody can write.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::failure::FailureKind;
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    buying::{
        cart::fields::{self, CustomField},
        offers::store::{self, FriendlyRow, GroupRow},
    },
    config::Config,
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, sign_in},
    price_table::price,
    shopping::{add_one, assert_books, broken, cart, check_out, place, placing},
    support::{Answer, TestApp, Visitor},
};

/// The clock of the tests stands on 2026-11-20.
const PRICES: &str = "fieldhouse,AB,,,BAL100,,29.99,,\nfieldhouse,SPR26,,,BAL100,,25.00,,\n\
    fieldhouse,OLD1,,,BAL100,,1.00,,\nfieldhouse,ZZ,,,BAL100,,1.00,2026-01-01,2026-06-30\n\
    fieldhouse,,P-1,,BAL100,,27.50,,\nusgames,UG,,,BAL100,,1.00,,\nusgames,,U-1,,BAL100,,1.00,,\n";

fn friendly(site: &str, code: &str, flyer: &str, days: [&str; 2], error: &str) -> FriendlyRow {
    FriendlyRow {
        site: site.to_owned(),
        code: code.to_owned(),
        flyer_code: flyer.to_owned(),
        start_date: days[0].to_owned(),
        end_date: days[1].to_owned(),
        error: error.to_owned(),
    }
}

/// A store with codes of every kind.
pub async fn store() -> TestApp {
    let app = TestApp::stocked().await;
    price(&app, PRICES).await;
    let year = ["01/01/2026", "12/31/2026"];
    let rows = [
        friendly("fieldhouse", "spring26", "SPR26", year, ""),
        friendly("fieldhouse", "coach 25", "AB", year, ""),
        friendly("fieldhouse", "last-year", "OLD1", ["01/01/2025", "12/31/2025"], ""),
        friendly("fieldhouse", "closed", "", year, "This offer has ended."),
        friendly("fieldhouse", "no-letters", "SP-26", year, ""),
        friendly("fieldhouse", "no-days", "SPR26", ["02/30/2026", "soon"], ""),
        friendly("usgames", "gym26", "UG", year, ""),
    ];
    let group = json!({
        "flyerCode": "AB", "logos": [{"url": "/images/ball.svg", "title": "Coaches’ club"}],
        "finePrint": "One per team.", "redemptionUrl": {"title": "How it works", "href": "/offers"},
    });
    let tx = app.state.db.write().await.unwrap();
    store::write_friendly(&tx, &rows).await.unwrap();
    let group = GroupRow { site: "fieldhouse".into(), flyer_code: "AB".into(), content: group.to_string() };
    store::write_groups(&tx, &[group]).await.unwrap();
    tx.commit().await.unwrap();
    app
}

pub async fn apply(visitor: &Visitor, code: &str) -> Answer {
    visitor.post("/api/cart/flyer-code", &json!({ "code": code })).await
}

pub async fn enroll(visitor: &Visitor, id: &str) -> Answer {
    visitor.post("/api/cart/program-id", &json!({ "code": id })).await
}

async fn take_away(visitor: &Visitor, what: &str) -> Answer {
    visitor.send(Method::DELETE, &format!("/api/cart/{what}"), &[], None).await
}

pub async fn codes(visitor: &Visitor) -> Value {
    visitor.get("/api/cart/codes").await.json()
}

pub fn sentence(answer: &Answer) -> String {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    answer.json()["errors"][0]["message"].as_str().unwrap().to_owned()
}

/// Flyer code, what was typed for it, and program id in the browser's cookies.
pub fn carried(visitor: &Visitor) -> [String; 3] {
    ["flyercode", "friendlyFlyercode", "programId"].map(|name| visitor.cookie(name).unwrap_or_default())
}

#[tokio::test]
async fn a_code_of_two_characters_is_used_directly() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 2).await;
    assert_eq!(cart(&visitor).await["custom"], Value::Null);
    let applied = apply(&visitor, " AB ").await;
    assert_eq!(applied.status, StatusCode::OK, "{}", applied.text);
    assert_eq!(applied.json()["shownCode"], "AB");
    assert_eq!(applied.json()["flyer"]["finePrint"], "One per team.");
    assert_eq!(applied.json()["flyer"]["redemptionUrl"]["href"], "/offers");
    assert_eq!(carried(&visitor), ["AB", "", ""]);
    let types = visitor.get("/api/cart/types/").await.json();
    let view = cart(&visitor).await;
    assert_eq!(view["custom"]["type"], json!({"typeId": "type", "id": types["types"]["body"]["id"]}));
    assert_eq!(view["custom"]["fields"]["flyer_code"], "AB");
    assert_eq!(view["custom"]["fields"]["friendly_flyer_code"], Value::Null);
    assert_eq!(codes(&visitor).await, applied.json());

    let gone = take_away(&visitor, "flyer-code").await;
    assert_eq!((gone.status, &gone.json()["shownCode"]), (StatusCode::OK, &json!("")));
    assert_eq!(carried(&visitor), ["", "", ""]);
    let view = cart(&visitor).await;
    assert_eq!(view["custom"]["fields"]["flyer_code"], Value::Null, "the type stays, the code does not");
    assert_books(&app).await;
}

#[tokio::test]
async fn any_other_code_is_looked_up() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let applied = apply(&visitor, "Spring26").await;
    assert_eq!(applied.status, StatusCode::OK, "{}", applied.text);
    assert_eq!((&applied.json()["flyerCode"], &applied.json()["shownCode"]), (&json!("SPR26"), &json!("Spring26")));
    assert_eq!(carried(&visitor), ["SPR26", "Spring26", ""]);
    assert_eq!(cart(&visitor).await["custom"]["fields"]["friendly_flyer_code"], "Spring26");
    // A cookie holds letters and digits: what else was typed travels escaped, and comes back.
    assert_eq!(apply(&visitor, "COACH 25").await.json()["shownCode"], "COACH 25");
    assert_eq!(carried(&visitor), ["AB", "COACH%2025", ""]);
    assert_eq!(codes(&visitor).await["friendlyFlyerCode"], "COACH 25");
    // A direct code takes the place of both.
    assert_eq!(apply(&visitor, "AB").await.status, StatusCode::OK);
    assert_eq!(carried(&visitor), ["AB", "", ""]);
    assert_eq!(cart(&visitor).await["custom"]["fields"]["friendly_flyer_code"], Value::Null);
}

#[tokio::test]
async fn the_look_up_answers_as_specified() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let look = async |input: &str| visitor.get(&format!("/api/flyer-code/friendly/?input={input}")).await;
    let found = look("SPRING26").await;
    let whole = json!({"sapFlyerValue": "SPR26", "startDate": "01/01/2026", "endDate": "12/31/2026"});
    assert_eq!((found.status, found.json()), (StatusCode::OK, whole));
    let closed = look("closed").await;
    assert_eq!((closed.status, &closed.json()["error"]), (StatusCode::OK, &json!("This offer has ended.")));
    for unknown in ["nope", "gym26", "AB"] {
        let answer = look(unknown).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]),
            (StatusCode::NOT_FOUND, &json!("This flyer code is invalid."))
        );
    }
    assert_eq!(sentence(&look("%20").await), "Please provide a valid promotion code.");
    assert_eq!(visitor.get("/api/flyer-code/friendly/").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(look("a&input=b").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_refused_code_says_why_and_never_clears_one_that_held() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(apply(&visitor, "spring26").await.status, StatusCode::OK);
    assert_eq!(enroll(&visitor, "P-1").await.status, StatusCode::OK);
    for (typed, message) in [
        ("nope", "This flyer code is invalid."),
        ("last-year", "This flyer code is invalid."),
        ("closed", "This offer has ended."),
        ("no-letters", "This flyer code is invalid."),
        ("no-days", "This flyer code is invalid."),
        ("gym26", "This flyer code is invalid."),
        ("A\u{202e}B", "This flyer code is invalid."),
        ("QQ", "This flyer code is invalid..."),
        ("  ", "Please provide a valid promotion code."),
    ] {
        assert_eq!(sentence(&apply(&visitor, typed).await), message, "{typed:?}");
        assert_eq!(carried(&visitor), ["SPR26", "spring26", "P-1"], "{typed:?}");
        let fields = &cart(&visitor).await["custom"]["fields"];
        let held = (&fields["flyer_code"], &fields["friendly_flyer_code"]);
        assert_eq!(held, (&json!("SPR26"), &json!("spring26")), "{typed:?}");
    }
    for typed in ["P-2", "P 1", ""] {
        sentence(&enroll(&visitor, typed).await);
        assert_eq!(carried(&visitor)[2], "P-1", "{typed:?}");
    }
    // Without a cart as well.
    let early = app.visitor(Site::FIELDHOUSE);
    assert_eq!(apply(&early, "AB").await.status, StatusCode::OK);
    assert_eq!(sentence(&apply(&early, "nope").await), "This flyer code is invalid.");
    assert_eq!(carried(&early), ["AB", "", ""]);
}

#[tokio::test]
async fn codes_are_the_same_in_either_case() {
    let app = store().await;
    price(&app, &[PRICES, "fieldhouse,,lower-1,,BAL100,,27.00,,\nfieldhouse,q2,,,BAL100,,26.00,,\n"].concat()).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let applied = apply(&visitor, "ab").await;
    assert_eq!((applied.status, &applied.json()["shownCode"]), (StatusCode::OK, &json!("AB")), "{}", applied.text);
    assert_eq!(applied.json()["flyer"]["finePrint"], "One per team.");
    assert_eq!(cart(&visitor).await["totalCents"], 2999);
    let applied = enroll(&visitor, "p-1").await;
    assert_eq!((applied.status, &applied.json()["programId"]), (StatusCode::OK, &json!("P-1")), "{}", applied.text);
    assert_eq!(cart(&visitor).await["totalCents"], 2750);
    // However the store's own table writes them.
    assert_eq!(enroll(&visitor, "Lower-1").await.status, StatusCode::OK);
    assert_eq!(cart(&visitor).await["totalCents"], 2700);
    assert_eq!(apply(&visitor, "Q2").await.status, StatusCode::OK);
    assert_eq!(cart(&visitor).await["totalCents"], 2600);
    // A cookie of an earlier visit holds as well.
    let early = app.visitor(Site::FIELDHOUSE);
    early.forge_cookie("flyercode", "ab");
    assert_eq!(codes(&early).await["flyerCode"], "ab");
    add_one(&early, "BAL100", 1).await;
    assert_eq!(cart(&early).await["totalCents"], 2999);
}

#[tokio::test]
async fn a_code_that_prices_nothing_in_the_cart_is_invalid() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "GLV100-L", 1).await;
    assert_eq!(sentence(&apply(&visitor, "AB").await), "This flyer code is invalid...");
    assert_eq!(broken(&apply(&visitor, "AB").await), [("code".into(), "offer_code_prices_nothing".into())]);
    assert_eq!(sentence(&enroll(&visitor, "P-1").await), "This Program ID is invalid.");
    assert_eq!(carried(&visitor), ["", "", ""]);
    // One article that it prices is enough.
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(apply(&visitor, "AB").await.status, StatusCode::OK);
    assert_eq!(enroll(&visitor, "P-1").await.status, StatusCode::OK);
    assert_eq!(carried(&visitor), ["AB", "", "P-1"]);
    // The other code's prices are no excuse for this one.
    assert_eq!(sentence(&apply(&visitor, "QQ").await), "This flyer code is invalid...");
    assert_eq!(carried(&visitor), ["AB", "", "P-1"]);
}

#[tokio::test]
async fn a_program_id_is_applied_and_taken_away_with_and_without_a_cart() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert_eq!(sentence(&enroll(&visitor, "").await), "Please provide a valid Program ID.");
    for invalid in ["P-2", "U-1", "P 1", "\u{0}x", "'; DROP TABLE cart; --"] {
        let refused = enroll(&visitor, invalid).await;
        assert!(refused.status.is_client_error(), "{invalid:?}: {}", refused.text);
    }
    assert_eq!(sentence(&enroll(&visitor, "P-2").await), "This Program ID is invalid.");
    let applied = enroll(&visitor, " P-1 ").await;
    assert_eq!((applied.status, &applied.json()["programId"]), (StatusCode::OK, &json!("P-1")), "{}", applied.text);
    assert_eq!(visitor.get("/api/cart/active").await.text, "null", "no cart is begun for a code");
    assert_eq!(codes(&visitor).await["programId"], "P-1");
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(cart(&visitor).await["custom"]["fields"]["program_id"], "P-1");
    assert_eq!(sentence(&enroll(&visitor, "P-2").await), "This Program ID is invalid.");
    assert_eq!(codes(&visitor).await["programId"], "P-1", "what held stays");
    assert_eq!(take_away(&visitor, "program-id").await.json()["programId"], "");
    assert_eq!(carried(&visitor), ["", "", ""]);
}

#[tokio::test]
async fn adding_gives_the_cart_the_codes_it_lacks_and_leaves_those_it_has() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert_eq!(apply(&visitor, "spring26").await.status, StatusCode::OK);
    add_one(&visitor, "GLV100-L", 1).await;
    let fields = &cart(&visitor).await["custom"]["fields"];
    assert_eq!((&fields["flyer_code"], &fields["friendly_flyer_code"]), (&json!("SPR26"), &json!("spring26")));
    visitor.forge_cookie("flyercode", "AB");
    visitor.forge_cookie("friendlyFlyercode", "");
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(cart(&visitor).await["custom"]["fields"]["flyer_code"], "SPR26");
    // The cart's code is the one that counts, and the cookies follow.
    assert_eq!(codes(&visitor).await["flyerCode"], "SPR26");
    assert_eq!(carried(&visitor), ["SPR26", "spring26", ""]);
    assert_books(&app).await;
}

#[tokio::test]
async fn r11_a_forged_cookie_is_taken_away_and_never_comes_onto_the_cart() {
    let app = store().await;
    let long = "A".repeat(4096);
    for (flyer, typed, program) in [
        ("QQ", "", ""),
        ("SPR26", "", ""),
        ("SPR26", "coach 25", ""),
        ("OLD1", "last-year", ""),
        ("ZZ", "", ""),
        ("UG", "", "U-1"),
        ("UG", "gym26", ""),
        (&long, "", &long),
        ("A B", "", "P-1'--"),
        ("A%42", "%00", "%50-1"),
        ("", "spring26", "P-9"),
    ] {
        let visitor = app.visitor(Site::FIELDHOUSE);
        visitor.forge_cookie("flyercode", flyer);
        visitor.forge_cookie("friendlyFlyercode", &typed.replace(' ', "%20"));
        visitor.forge_cookie("programId", program);
        visitor.forge_cookie("certFlyerCode", "AB");
        add_one(&visitor, "BAL100", 2).await;
        assert_eq!(carried(&visitor), ["", "", ""], "{flyer:?} {typed:?} {program:?}");
        let view = cart(&visitor).await;
        assert_eq!((&view["custom"], &view["totalCents"]), (&Value::Null, &json!(2 * 3999)), "{flyer:?} {program:?}");
        assert_eq!(codes(&visitor).await["certFlyerCode"], "");
        assert_eq!(visitor.cookie("certFlyerCode"), None, "no certificate, no code of one");
    }
    let visitor = app.visitor(Site::FIELDHOUSE);
    let binary: [(&str, &[u8]); 2] =
        [("content-type", b"application/json"), ("cookie", b"flyercode=\xff\xfe; programId=P-1; programId=P-1")];
    let body = r#"{"lines":[{"sku":"BAL100","quantity":1}]}"#;
    let added = visitor.send_bytes(Method::POST, "/api/cart/lines", &binary, body).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    assert_eq!(cart(&visitor).await["custom"], Value::Null);
    assert_books(&app).await;
}

#[tokio::test]
async fn while_a_certificates_flyer_is_in_use_the_code_neither_changes_nor_goes() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("UPDATE cart SET cert_flyer_code = 'AB', flyer_code = 'AB', custom_type = TRUE")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let before = cart(&visitor).await;
    assert_eq!(before["certFlyerCode"], "AB");
    let in_use = "Your current offer code is being used by a certificate in your cart. Please remove your certificate";
    assert_eq!(sentence(&apply(&visitor, "spring26").await), [in_use, " to change this code."].concat());
    assert_eq!(sentence(&apply(&visitor, "nope").await), [in_use, " to change this code."].concat());
    assert_eq!(sentence(&take_away(&visitor, "flyer-code").await), [in_use, " to remove this code."].concat());
    assert_eq!(cart(&visitor).await, before);
    // Cookies: the certificate's code alone. Another one carried neither counts nor stays.
    visitor.forge_cookie("flyercode", "AB");
    let shown = codes(&visitor).await;
    assert_eq!((&shown["flyerCode"], &shown["certFlyerCode"]), (&json!("AB"), &json!("AB")));
    assert_eq!(carried(&visitor), ["", "", ""]);
    assert_eq!(visitor.cookie("certFlyerCode").as_deref(), Some("AB"));
    // A program id is another matter.
    assert_eq!(enroll(&visitor, "P-1").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_price_service_that_is_away_says_nothing_about_a_code() {
    let app = store().await;
    let mut visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    // Nobody listens on this port.
    let away = app.again(Config { erp: "http://127.0.0.1:9/".to_owned(), ..app.state.config.clone() });
    visitor.turn_to(surfaces::router(away, app.pages.clone()));
    let applied = apply(&visitor, "QQ").await;
    assert_eq!((applied.status, &applied.json()["flyerCode"]), (StatusCode::OK, &json!("QQ")), "{}", applied.text);
    assert_eq!(enroll(&visitor, "P-7").await.status, StatusCode::OK);
    assert_eq!(carried(&visitor), ["QQ", "", "P-7"]);
    let fields = &cart(&visitor).await["custom"]["fields"];
    assert_eq!((&fields["flyer_code"], &fields["program_id"]), (&json!("QQ"), &json!("P-7")));
}

#[tokio::test]
async fn a_site_without_boxes_takes_no_codes() {
    let app = store().await;
    let visitor = app.visitor(Site::ATHLETIC_CONNECTION);
    add_one(&visitor, "BAL100", 1).await;
    for answer in [
        apply(&visitor, "AB").await,
        enroll(&visitor, "P-1").await,
        take_away(&visitor, "flyer-code").await,
        take_away(&visitor, "program-id").await,
    ] {
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.text);
    }
    visitor.forge_cookie("flyercode", "AB");
    visitor.forge_cookie("programId", "P-1");
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(cart(&visitor).await["custom"], Value::Null);
    assert_eq!(carried(&visitor), ["", "", ""]);
}

#[tokio::test]
async fn r55_nothing_typed_breaks_anything() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let long = "x".repeat(100_000);
    for typed in
        ["' OR 1=1 --", "AB'; DROP TABLE cart; --", "\\", "%00", "{{7*7}}", "<script>", "\u{1F3C0}", "AB\r\n", &long]
    {
        for answer in [apply(&visitor, typed).await, enroll(&visitor, typed).await] {
            assert!(
                answer.status == StatusCode::UNPROCESSABLE_ENTITY || typed == "AB\r\n",
                "{typed:?}: {} {}",
                answer.status,
                answer.text
            );
        }
    }
    assert_eq!(cart(&visitor).await["totalLineItemQuantity"], 1);
    assert_books(&app).await;
}

#[tokio::test]
async fn custom_fields_take_a_code_the_marker_or_nothing() {
    let app = store().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let set = async |field, value: Option<&str>| {
        let tx = app.state.db.write().await.unwrap();
        let id = cart(&visitor).await["id"].as_str().unwrap().to_owned();
        let mut row = cart_row(&app, &id).await;
        let outcome = fields::set_custom_field(&tx, &mut row, field, value).await.map_err(|refused| refused.kind);
        tx.commit().await.unwrap();
        outcome
    };
    let now = async || cart(&visitor).await["custom"]["fields"].clone();
    assert_eq!(set(CustomField::FlyerCode, Some("AB")).await, Ok(()));
    assert_eq!(set(CustomField::FriendlyFlyerCode, Some("Spring 26")).await, Ok(()));
    assert_eq!(set(CustomField::ProgramId, Some("P-1")).await, Ok(()));
    assert_eq!(now().await, json!({"flyer_code": "AB", "friendly_flyer_code": "Spring 26", "program_id": "P-1"}));
    assert_eq!(set(CustomField::FlyerCode, Some("remove")).await, Ok(()));
    assert_eq!(set(CustomField::FriendlyFlyerCode, None).await, Ok(()));
    assert_eq!(now().await, json!({"flyer_code": null, "friendly_flyer_code": null, "program_id": "P-1"}));
    for bad in ["A B", "é", "a;b"] {
        assert_eq!(set(CustomField::FlyerCode, Some(bad)).await, Err(FailureKind::Malformed), "{bad}");
    }
    let tx = app.state.db.write().await.unwrap();
    let mut row = cart_row(&app, cart(&visitor).await["id"].as_str().unwrap()).await;
    fields::set_custom_type(&tx, &mut row).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(now().await, json!({"flyer_code": null, "friendly_flyer_code": null, "program_id": null}));
    assert_eq!(CustomField::parse("program_id"), Some(CustomField::ProgramId));
    assert_eq!(CustomField::parse("cert_flyer_code"), None, "a certificate's is not for others to set");
}

pub async fn cart_row(app: &TestApp, id: &str) -> fieldhouse_shop::buying::cart::store::CartRow {
    use sea_orm::EntityTrait;
    fieldhouse_shop::buying::cart::store::cart_row::Entity::find_by_id(id)
        .one(app.state.db.read())
        .await
        .unwrap()
        .unwrap()
}

/// Brings a cart with one article and a code through both steps of checkout.
pub async fn ready(app: &TestApp, code: &str, program: &str) -> (Visitor, Value) {
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 2).await;
    if !code.is_empty() {
        assert_eq!(apply(&visitor, code).await.status, StatusCode::OK);
    }
    if !program.is_empty() {
        assert_eq!(enroll(&visitor, program).await.status, StatusCode::OK);
    }
    let review = check_out(&visitor).await;
    (visitor, review)
}

#[tokio::test]
async fn r11_codes_are_looked_up_anew_when_the_order_is_placed() {
    let app = store().await;
    // While it holds, the order is charged at the code's price.
    let (visitor, review) = ready(&app, "spring26", "").await;
    let placed = place(&visitor, "k1", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(placed.json()["summary"]["savings"]["cents"], -2 * (3999 - 2500));
    assert_eq!(placed.json()["items"][0]["promoCode"], "spring26");

    let (visitor, review) = ready(&app, "spring26", "").await;
    let tx = app.state.db.write().await.unwrap();
    let over = friendly("fieldhouse", "spring26", "SPR26", ["01/01/2026", "11/19/2026"], "");
    store::write_friendly(&tx, &[over]).await.unwrap();
    tx.commit().await.unwrap();
    let refused = place(&visitor, "k2", &placing(&review)).await;
    assert_eq!(sentence(&refused), "This flyer code is invalid.");
    assert_eq!(cart(&visitor).await["custom"]["fields"]["flyer_code"], Value::Null, "it is taken off");
    // What is charged now was seen first.
    let stale = place(&visitor, "k3", &placing(&review)).await;
    assert_eq!(stale.status, StatusCode::CONFLICT, "{}", stale.text);
    let review = visitor.get("/api/checkout").await.json();
    assert_eq!(review["summary"]["savings"], Value::Null);
    let placed = place(&visitor, "k4", &placing(&review)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    // The answer kept for the key is told again, whatever became of the code.
    assert_eq!(place(&visitor, "k4", &placing(&review)).await.json(), placed.json());
    assert_books(&app).await;
}

#[tokio::test]
async fn r11_a_code_nobody_knows_any_more_is_taken_off_when_the_order_is_placed() {
    let app = store().await;
    let (visitor, review) = ready(&app, "AB", "P-1").await;
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared("UPDATE cart SET flyer_code = 'QQ', program_id = 'P-9'").await.unwrap();
    tx.commit().await.unwrap();
    visitor.forge_cookie("flyercode", "QQ");
    visitor.forge_cookie("programId", "P-9");
    assert_eq!(sentence(&place(&visitor, "k1", &placing(&review)).await), "This flyer code is invalid.");
    assert_eq!(sentence(&place(&visitor, "k2", &placing(&review)).await), "This Program ID is invalid.");
    let fields = &cart(&visitor).await["custom"]["fields"];
    assert_eq!((&fields["flyer_code"], &fields["program_id"]), (&Value::Null, &Value::Null));
    assert_eq!(cart(&visitor).await["totalCents"], 2 * 3999);
}

#[tokio::test]
async fn a_sign_in_brings_the_codes_of_the_visit_to_a_cart_that_lacks_them() {
    let app = store().await;
    let other = customer(&app, Site::FIELDHOUSE, COACH).await;
    add_one(&other, "GLV100-L", 1).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(apply(&visitor, "spring26").await.status, StatusCode::OK);
    sign_in(&visitor, COACH, PASSWORD).await;
    let fields = &cart(&visitor).await["custom"]["fields"];
    assert_eq!((&fields["flyer_code"], &fields["friendly_flyer_code"]), (&json!("SPR26"), &json!("spring26")));
    assert_eq!(enroll(&visitor, "P-1").await.status, StatusCode::OK);
    // The cart's own stay; the other device's browser learns of them.
    let third = app.visitor(Site::FIELDHOUSE);
    add_one(&third, "BAL100", 1).await;
    assert_eq!(apply(&third, "AB").await.status, StatusCode::OK);
    sign_in(&third, COACH, PASSWORD).await;
    assert_eq!(cart(&third).await["custom"]["fields"]["flyer_code"], "SPR26");
    assert_eq!(codes(&third).await["shownCode"], "spring26");
    assert_eq!(carried(&third), ["SPR26", "spring26", "P-1"]);
    assert_books(&app).await;
}
