//! Tax exemptions on file: brought by files, decided on the store's day, applied in review and order.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::certificates::store::CertificateRow;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, confirm, customer, letters},
    certificates::{certificate, issue, redeem},
    erp_orders::Exporting,
    import_tables::{CUSTOMERS, Kind, UNITS, bytes},
    shopping::{add_one, assert_books, check_out, place, placing, put, texts},
    support::{TestApp, Visitor},
};

/// A file with the column of exemptions.
async fn file(app: &TestApp, kind: Kind, rows: &str) -> (usize, usize, usize) {
    let header = if matches!(kind, Kind::Units) { UNITS } else { CUSTOMERS };
    let text = [header.trim_end(), ",tax_exempt\n", rows].concat();
    let counts = bytes(app, kind, "file.csv", text.as_bytes(), false).await.unwrap();
    (counts.added, counts.changed, counts.unchanged)
}

fn tax(view: &Value) -> (i64, String) {
    let tax = &view["summary"]["tax"];
    (tax["cents"].as_i64().unwrap(), tax["note"].as_str().unwrap().to_owned())
}

async fn review(visitor: &Visitor) -> Value {
    add_one(visitor, "BAL100", 2).await;
    check_out(visitor).await
}

/// Tax on two balls with freight, in Texas.
const DUE: i64 = 593;

#[tokio::test]
async fn an_exemption_of_a_unit_is_applied_until_its_day_is_over() {
    let app = TestApp::stocked().await;
    let unit = |until: &str| format!("fieldhouse,NORTH,North School,NORTH,,,,{until}\n");
    assert_eq!(file(&app, Kind::Units, &unit("2026-11-20")).await, (1, 0, 0));
    assert_eq!(file(&app, Kind::Units, &unit("2026-11-20")).await, (0, 0, 1));
    assert_eq!(file(&app, Kind::Units, &unit("")).await, (0, 0, 1), "an empty cell leaves what is there");
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    confirm(&app, Site::FIELDHOUSE, COACH).await;
    file(&app, Kind::Customers, &format!("fieldhouse,{COACH},Pat,Margolis,,,,,,NORTH,\n")).await;
    let account = visitor.get("/api/account").await.json();
    assert_eq!(account["taxExemptions"], json!(["North School: Tax exempt until 11/20/2026"]));

    let shown = review(&visitor).await;
    assert_eq!(tax(&shown), (0, "Tax exempt: North School".to_owned()));
    let total = shown["totalCents"].as_i64().unwrap();
    // The store is in Chicago: its day ends six hours after that of Greenwich.
    app.state.clock.advance_seconds(17 * 3600);
    assert_eq!(tax(&visitor.get("/api/checkout").await.json()).0, 0);
    app.state.clock.advance_seconds(3600);
    let refused = place(&visitor, "late", &placing(&shown)).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (StatusCode::CONFLICT, Some("total_changed")));
    let later = visitor.get("/api/checkout").await.json();
    assert_eq!(tax(&later), (DUE, String::new()));
    assert_eq!(later["totalCents"], total + DUE);
    assert_eq!(visitor.get("/api/account").await.json()["taxExemptions"], json!([]));

    assert_eq!(file(&app, Kind::Units, &unit("2027-11-20")).await, (0, 1, 0));
    let again = visitor.get("/api/checkout").await.json();
    let placed = place(&visitor, "in time", &placing(&again)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    assert_eq!(tax(&placed.json()), (0, "Tax exempt: North School".to_owned()));
    assert_eq!(placed.json()["totalCents"], total);
    // What was ordered stays what it was, whatever is on file later.
    assert_eq!(file(&app, Kind::Units, &unit("-")).await, (0, 1, 0));
    let order = placed.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(visitor.get(&format!("/api/orders/{order}")).await.json(), placed.json());
    assert_eq!(tax(&review(&visitor).await).0, DUE);
    assert_books(&app).await;
}

#[tokio::test]
async fn order_letter_and_export_tell_an_exemption_and_what_a_certificate_leaves() {
    let exporting = Exporting::start().await;
    let app = &exporting.app;
    file(app, Kind::Units, "fieldhouse,NORTH,North <b>School</b>,NORTH,,,,2026-11-20\n").await;
    let mut visitor = customer(app, Site::FIELDHOUSE, COACH).await;
    confirm(app, Site::FIELDHOUSE, COACH).await;
    file(app, Kind::Customers, &format!("fieldhouse,{COACH},Pat,Margolis,,,,,,NORTH,\n")).await;
    visitor.turn_to(exporting.router());
    issue(app, &[CertificateRow { value_cents: 500_000_u32.into(), ..certificate("GC-BIG") }]).await;
    assert_eq!(redeem(&visitor, "GC-BIG").await.status, StatusCode::OK);
    let placed = place(&visitor, "exempt", &placing(&review(&visitor).await)).await;
    assert_eq!(placed.status, StatusCode::CREATED, "{}", placed.text);
    let note = "Tax exempt: North <b>School</b>";
    assert_eq!(tax(&placed.json()), (0, note.to_owned()));
    let rest = placed.json()["certificates"][0]["remainder"].as_str().unwrap().to_owned();
    assert!(rest.starts_with("The remaining $"), "{rest}");
    let all = letters(app).await;
    let letter = all.iter().find(|letter| letter.contains("Thank you for your order")).unwrap();
    assert!(letter.contains(&format!("Tax ({note}): $0.00")), "{letter}");
    assert!(letter.contains("Tax (Tax exempt: North &#60;b&#62;School&#60;/b&#62;)</td>"), "as text in the HTML");
    assert!(letter.contains(&format!("GC-BIG: $5,000.00 ({rest})")), "{letter}");
    // An order that is taxed says nothing of the kind.
    for state in [&exporting.state, &app.state] {
        state.clock.advance_seconds(18 * 3600);
    }
    let taxed = place(&visitor, "taxed", &placing(&review(&visitor).await)).await;
    assert_eq!(taxed.status, StatusCode::CREATED, "{}", taxed.text);
    let told = letters(app).await;
    let letter = told.iter().find(|letter| letter.contains(taxed.json()["number"].as_str().unwrap())).unwrap();
    assert!(letter.contains("Tax: $5.93") && !letter.contains("exempt"), "{letter}");
    assert_eq!(exporting.send().await, 2);
    let asked = exporting.stub.asked();
    let told: Vec<_> = asked.iter().map(|asked| (&asked.body["tax"], &asked.body["taxNote"])).collect();
    assert_eq!(told, [(&json!("0.00"), &json!(note)), (&json!("5.93"), &json!(""))]);
}

#[tokio::test]
async fn a_units_exemption_is_not_for_ones_own_orders_and_ones_own_is_for_all() {
    let app = TestApp::stocked().await;
    file(&app, Kind::Units, "fieldhouse,NORTH,North School,,,,,yes\nfieldhouse,SOUTH,South School,,,,,\n").await;
    let visitor = customer(&app, Site::FIELDHOUSE, COACH).await;
    confirm(&app, Site::FIELDHOUSE, COACH).await;
    let row = |exempt: &str| format!("fieldhouse,{COACH},Pat,Margolis,,,,,,NORTH|SOUTH,{exempt}\n");
    file(&app, Kind::Customers, &row("")).await;
    let shown = review(&visitor).await;
    assert_eq!(tax(&shown).0, 0, "for the first unit");
    let south = json!({"buysFor": shown["buying"]["choices"][1]["key"]});
    let chosen = put(&visitor, "/api/checkout/buyer", &south).await;
    assert_eq!((chosen.status, tax(&chosen.json())), (StatusCode::OK, (DUE, String::new())), "the other unit pays");
    assert_eq!(file(&app, Kind::Customers, &row("yes")).await, (0, 1, 0));
    assert_eq!(tax(&visitor.get("/api/checkout").await.json()), (0, "Tax exempt".to_owned()));
    assert_eq!(file(&app, Kind::Customers, &row("no")).await, (0, 1, 0));
    assert_eq!(tax(&visitor.get("/api/checkout").await.json()).0, DUE);
    // Nobody can say it of themselves.
    let account = visitor.get("/api/account").await.json();
    let mut draft = json!({"firstName": "Pat", "lastName": "Margolis", "title": "Coach", "email": COACH,
        "classification": "school", "version": account["version"], "currentPassword": ""});
    draft["taxExempt"] = json!("yes");
    assert_eq!(put(&visitor, "/api/account", &draft).await.status, StatusCode::BAD_REQUEST);
    assert!(texts(&app, "customer", "tax_exempt").await.iter().all(String::is_empty));
    // A guest pays.
    assert_eq!(tax(&review(&app.visitor(Site::FIELDHOUSE)).await).0, DUE);
}

#[tokio::test]
async fn a_wrong_day_is_told_with_its_column() {
    let app = TestApp::start().await;
    for (kind, header, row) in [
        (Kind::Units, UNITS, "fieldhouse,NORTH,North School,,,,,06/30/2027\n".to_owned()),
        (Kind::Customers, CUSTOMERS, format!("fieldhouse,{COACH},Pat,Margolis,,,,,,,2027-02-30\n")),
    ] {
        let text = [header.trim_end(), ",tax_exempt\n", &row].concat();
        let refused = bytes(&app, kind, "file.csv", text.as_bytes(), true).await.unwrap_err().to_string();
        assert!(refused.contains("tax_exempt") && refused.contains("yes, no or the last day"), "{refused}");
    }
}
