//! Certificates over HTTP: looked up at their own store, put on the cart in six steps, taken off again.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    buying::certificates::store::{self, CertificateRow},
    config::Config,
};
use serde_json::{Value, json};

use crate::{
    shopping::{add_one, assert_books, broken, cart, count},
    support::{Answer, TestApp, Visitor},
};

/// A valid certificate of 50.00 in the catalog of fieldhouse.
pub fn certificate(number: &str) -> CertificateRow {
    CertificateRow {
        catalog: "BS".to_owned(),
        number: number.to_owned(),
        site_code: String::new(),
        status: String::new(),
        is_valid: true,
        expires_on: "2026-12-31".to_owned(),
        value_cents: 5_000.into(),
        organization: "Lincoln Eagles".to_owned(),
        participant: "J. Smith".to_owned(),
        flyer: String::new(),
    }
}

/// Puts certificates into the table, over those that are there.
pub async fn issue(app: &TestApp, rows: &[CertificateRow]) {
    let tx = app.state.db.write().await.unwrap();
    store::write_certificates(&tx, rows).await.unwrap();
    tx.commit().await.unwrap();
}

/// Adds a certificate in the box of cart and checkout.
pub async fn redeem(visitor: &Visitor, number: &str) -> Answer {
    visitor.post("/api/cart/certificates", &json!({"certificateNumber": number, "place": "order"})).await
}

async fn ask(visitor: &Visitor, site: Site, number: &str) -> Answer {
    let brand = brand(site);
    let question = json!({"certificateNumber": number, "catalog": brand.certificate_catalog, "siteCode": brand.certificate_site_code});
    visitor.post("/api/features/CertificateInput", &question).await
}

fn payment_ids(cart: &Value) -> Vec<String> {
    let payments = cart["paymentInfo"]["payments"].as_array().unwrap();
    payments.iter().map(|payment| payment["id"].as_str().unwrap().to_owned()).collect()
}

fn set_cookies(answer: &Answer) -> Vec<String> {
    let set = answer.headers.get_all("set-cookie").iter();
    set.map(|value| value.to_str().unwrap().split(';').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_look_up_answers_in_the_fields_of_the_specification_at_every_site() {
    let app = TestApp::stocked().await;
    for site in Site::BUILT_IN {
        let catalog = brand(site).certificate_catalog.to_string();
        issue(&app, &[CertificateRow { catalog, flyer: "AB".to_owned(), ..certificate("GC-100") }]).await;
        let visitor = app.visitor(site);
        let answer = ask(&visitor, site, " gc-100 ").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let expected = json!({
            "certificateNumber": "GC-100", "isValid": true, "status": "", "expireDate": "12/31/2026",
            "redemptionValue": "50.00", "name1": "Lincoln Eagles", "name2": "J. Smith", "flyer": "AB",
        });
        assert_eq!(answer.json(), expected);
        assert_eq!(answer.headers["cache-control"], "no-store");
        assert!(set_cookies(&answer).is_empty(), "looking begins no session");
        let by_page =
            json!({"certificateNumber": "GC-100", "catalog": brand(site).certificate_catalog, "siteCode": site.key()});
        assert_eq!(visitor.post("/api/features/CertificateInput", &by_page).await.json(), expected);
    }
}

#[tokio::test]
async fn a_certificate_is_told_by_its_state() {
    let app = TestApp::stocked().await;
    let states = [
        ("GOOD", certificate("GOOD"), "", true),
        ("USED", CertificateRow { status: "C".to_owned(), ..certificate("USED") }, "C", false),
        ("VOID", CertificateRow { status: "E".to_owned(), ..certificate("VOID") }, "E", false),
        ("OVER", CertificateRow { expires_on: "2026-11-19".to_owned(), ..certificate("OVER") }, "D", false),
        ("LAST", CertificateRow { expires_on: "2026-11-20".to_owned(), ..certificate("LAST") }, "", true),
        ("OFF", CertificateRow { is_valid: false, ..certificate("OFF") }, "", false),
    ];
    issue(&app, &states.clone().map(|(_, row, ..)| row)).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for (number, _, status, is_valid) in &states {
        let told = ask(&visitor, Site::FIELDHOUSE, number).await.json();
        assert_eq!((told["status"].as_str(), told["isValid"].as_bool()), (Some(*status), Some(*is_valid)), "{number}");
        let added = redeem(&app.visitor(Site::FIELDHOUSE), number).await;
        let expected = if *is_valid { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        assert_eq!(added.status, expected, "{number}: {}", added.text);
        if !is_valid {
            assert_eq!(added.json()["errors"][0]["message"], "Please enter a valid certificate number.", "{number}");
        }
    }
    let unknown = ask(&visitor, Site::FIELDHOUSE, "NONE-1").await.json();
    assert_eq!((unknown["certificateNumber"].as_str(), unknown["name2"].as_str()), (Some(""), Some("")));
    // The store's midnight, not the world's: at six in the morning of London it is still yesterday there.
    app.state.clock.advance_seconds(18 * 3600 - 1);
    assert_eq!(ask(&visitor, Site::FIELDHOUSE, "LAST").await.json()["status"], "", "R69: the last day counts whole");
    app.state.clock.advance_seconds(1);
    assert_eq!(ask(&visitor, Site::FIELDHOUSE, "LAST").await.json()["status"], "D");
}

#[tokio::test]
async fn r04_a_store_knows_only_its_own_certificates() {
    let app = TestApp::stocked().await;
    let for_clubs = CertificateRow { catalog: "US".to_owned(), site_code: "M_TAC".to_owned(), ..certificate("CLUB-1") };
    issue(&app, &[certificate("GC-100"), for_clubs]).await;
    let (flagship, games, club) =
        (app.visitor(Site::FIELDHOUSE), app.visitor(Site::US_GAMES), app.visitor(Site::ATHLETIC_CONNECTION));
    assert_eq!(ask(&games, Site::US_GAMES, "GC-100").await.json()["certificateNumber"], "");
    assert_eq!(ask(&games, Site::US_GAMES, "CLUB-1").await.json()["certificateNumber"], "");
    assert_eq!(ask(&club, Site::ATHLETIC_CONNECTION, "CLUB-1").await.json()["certificateNumber"], "CLUB-1");
    for visitor in [&flagship, &games] {
        assert_eq!(redeem(visitor, "CLUB-1").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let foreign = ask(&games, Site::FIELDHOUSE, "GC-100").await;
    assert_eq!(foreign.status, StatusCode::UNPROCESSABLE_ENTITY);
    let expected = [("catalog", "certificate_other_store"), ("siteCode", "certificate_other_store")];
    assert_eq!(broken(&foreign), expected.map(|(field, code)| (field.to_owned(), code.to_owned())));
}

#[tokio::test]
async fn a_certificate_is_added_in_six_steps() {
    let app = TestApp::stocked().await;
    issue(&app, &[CertificateRow { flyer: "AB".to_owned(), ..certificate("GC-100") }]).await;
    // No session and no cart yet: both are made.
    let visitor = app.visitor(Site::FIELDHOUSE);
    let added = redeem(&visitor, "gc-100").await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text);
    let view = added.json();
    assert_eq!(view["totalLineItemQuantity"], 0);
    let payment = &view["paymentInfo"]["payments"][0];
    assert_eq!(
        payment["obj"],
        json!({
            "paymentMethodInfo": {"method": "CERTIFICATE", "paymentInterface": "SAP"},
            "amountPlanned": {"centAmount": 5000, "fractionDigits": 2, "currencyCode": "USD"},
            "custom": {"fields": {"certificate_number": "GC-100"}},
        })
    );
    assert!(!added.text.contains("J. Smith"), "participant names are on the certificate page only");
    assert_eq!(view["custom"]["fields"]["flyer_code"], "AB");
    assert_eq!(view["custom"]["type"]["typeId"], "type");
    assert_eq!(view["certFlyerCode"], "AB");
    let cookies = set_cookies(&added);
    assert!(cookies.contains(&"certFlyerCode=AB".to_owned()), "{cookies:?}");
    assert_eq!(cart(&visitor).await, view);

    // Twice, with the sentence of the place it was entered at.
    for (place, message) in [
        ("order", "This certificate is already added to this order."),
        ("page", "This certificate is already in your cart."),
    ] {
        let again = json!({"certificateNumber": "GC-100", "place": place});
        let refused = visitor.post("/api/cart/certificates", &again).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refused.json()["errors"][0]["message"], message);
    }
    for (typed, message) in
        [(" ", "Please input a valid certificate."), ("12;34", "Please enter a valid certificate number.")]
    {
        assert_eq!(redeem(&visitor, typed).await.json()["errors"][0]["message"], message);
    }
    // Its value is taken off the total, which stays above nothing.
    add_one(&visitor, "BAL100", 1).await;
    let with_ball = cart(&visitor).await;
    assert_eq!(with_ball["summary"]["certificates"]["text"], "-$50.00");
    assert_eq!(
        (with_ball["totalCents"].as_i64(), with_ball["summary"]["total"]["cents"].as_i64()),
        (Some(3999), Some(0))
    );
    let head = visitor.get("/api/cart/head").await.json();
    assert_eq!((&head["summary"], &head["totalCents"]), (&with_ball["summary"], &with_ball["totalCents"]));
    assert_books(&app).await;
}

#[tokio::test]
async fn removing_the_last_certificate_takes_its_flyer_along() {
    let app = TestApp::stocked().await;
    let with_flyer = |number| CertificateRow { flyer: "AB".to_owned(), ..certificate(number) };
    issue(&app, &[with_flyer("GC-100"), with_flyer("GC-200")]).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 3).await;
    redeem(&visitor, "GC-100").await;
    let both = redeem(&visitor, "GC-200").await.json();
    assert_eq!(both["summary"]["certificates"]["cents"], -10_000);
    let [first, second] = payment_ids(&both).try_into().unwrap();
    let remove =
        async |id: &str| visitor.send(Method::DELETE, &format!("/api/cart/certificates/{id}"), &[], None).await;
    let one_left = remove(&first).await;
    assert_eq!(one_left.status, StatusCode::OK, "{}", one_left.text);
    assert_eq!(payment_ids(&one_left.json()), [second.as_str()]);
    assert_eq!(one_left.json()["custom"]["fields"]["flyer_code"], "AB", "one certificate is still there");
    assert!(set_cookies(&one_left).is_empty());
    let none_left = remove(&second).await;
    assert_eq!(none_left.json()["certFlyerCode"], "");
    assert_eq!(none_left.json()["custom"]["fields"]["flyer_code"], Value::Null);
    assert_eq!(none_left.json()["summary"]["certificates"], Value::Null);
    assert!(set_cookies(&none_left).contains(&"certFlyerCode=".to_owned()));
    assert_eq!(remove(&second).await.status, StatusCode::NOT_FOUND);
    assert_eq!(count(&app, "payment").await, 0);
    assert_eq!(redeem(&visitor, "GC-100").await.status, StatusCode::OK, "it was never used");
    assert_books(&app).await;
}

#[tokio::test]
async fn r02_r03_nobody_reaches_anothers_payment() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-100")]).await;
    let (owner, other) = (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    let held = redeem(&owner, "GC-100").await.json();
    add_one(&other, "BAL100", 1).await;
    let id = &payment_ids(&held)[0];
    let theirs = other.send(Method::DELETE, &format!("/api/cart/certificates/{id}"), &[], None).await;
    let nothing = format!("/api/cart/certificates/{}", uuid::Uuid::from_u128(0x4000_8000 << 64));
    let nothing = other.send(Method::DELETE, &nothing, &[], None).await;
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);
    assert_eq!(theirs.impersonal(), nothing.impersonal());
    assert_eq!(cart(&owner).await, held);
}

#[tokio::test]
async fn r12_an_amount_of_the_request_is_refused() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-100")]).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for field in ["centAmount", "amountPlanned", "redemptionValue", "price"] {
        let mut body = json!({"certificateNumber": "GC-100", "place": "order"});
        body[field] = json!(1_000_000);
        let refused = visitor.post("/api/cart/certificates", &body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}: {}", refused.text);
    }
    let added = redeem(&visitor, "GC-100").await.json();
    assert_eq!(added["paymentInfo"]["payments"][0]["obj"]["amountPlanned"]["centAmount"], 5_000);
}

#[tokio::test]
async fn r62_look_ups_are_limited_by_the_minute() {
    let app = TestApp::stocked().await;
    issue(&app, &[certificate("GC-100")]).await;
    let config = Config { database_url: app.state.config.database_url.clone(), ..Config::default() };
    let router = surfaces::router(app.again(config), std::sync::Arc::clone(&app.pages));
    let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
    for number in 0..9 {
        assert_eq!(ask(&visitor, Site::FIELDHOUSE, &format!("GUESS-{number}")).await.status, StatusCode::OK);
    }
    assert_eq!(redeem(&visitor, "GC-100").await.status, StatusCode::OK, "adding looks up as well");
    // Another session does not help, nor does a claimed address.
    let fresh = Visitor::at(router, Site::FIELDHOUSE);
    for refused in [
        ask(&fresh, Site::FIELDHOUSE, "GUESS-11").await,
        redeem(&fresh, "GUESS-12").await,
        fresh
            .send(
                Method::POST,
                "/api/cart/certificates",
                &[("x-forwarded-for", "9.9.9.9")],
                Some(&json!({"certificateNumber": "GUESS-13", "place": "page"})),
            )
            .await,
    ] {
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.text);
        assert_eq!(refused.headers["retry-after"], "60");
        assert_eq!(refused.json()["code"], "too_many_requests");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn adding_a_certificate_many_times_at_once_adds_it_once() {
    let app = std::sync::Arc::new(TestApp::stocked().await);
    issue(&app, &[certificate("GC-100")]).await;
    let visitor = std::sync::Arc::new(app.visitor(Site::FIELDHOUSE));
    add_one(&visitor, "BAL100", 2).await;
    let adds: Vec<_> = (0..10)
        .map(|_| {
            let visitor = std::sync::Arc::clone(&visitor);
            tokio::spawn(async move { redeem(&visitor, "GC-100").await.status })
        })
        .collect();
    let mut added = 0;
    for add in adds {
        match add.await.unwrap() {
            StatusCode::OK => added += 1,
            other => assert_eq!(other, StatusCode::UNPROCESSABLE_ENTITY),
        }
    }
    assert_eq!(added, 1);
    assert_eq!(payment_ids(&cart(&visitor).await).len(), 1);
    assert_books(&app).await;
}
