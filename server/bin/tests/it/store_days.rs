//! Days of the store: certificates and offer codes hold from midnight to midnight in its own time zone,
//! also on the day of 23 hours and the one of 25 (R69).

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_shop::buying::{
    certificates::store::CertificateRow,
    offers::store::{self, FriendlyRow},
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    certificates::{certificate, issue, redeem},
    offers::apply,
    price_table::price,
    shopping::add_one,
    support::TestApp,
};

/// In Chicago clocks go forward on the first of these days and back on the second.
const DAYS: [(&str, &str, [&str; 2]); 2] = [
    ("2027-03-14", "03/14/2027", ["2027-03-14T06:00:00Z", "2027-03-15T05:00:00Z"]),
    ("2027-11-07", "11/07/2027", ["2027-11-07T05:00:00Z", "2027-11-08T06:00:00Z"]),
];

fn turn_to(app: &TestApp, time: Timestamp) {
    app.state.clock.advance_seconds(time.as_second() - app.state.clock.now().as_second());
}

/// Whether a certificate and a friendly code that end, or begin, on a day are taken now by somebody new.
async fn taken(app: &TestApp, number: &str, code: &str) -> [bool; 2] {
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let applied = apply(&visitor, code).await;
    let added = redeem(&visitor, number).await;
    [applied, added].map(|answer| match answer.status {
        StatusCode::OK => true,
        StatusCode::UNPROCESSABLE_ENTITY => false,
        other => panic!("{other}: {}", answer.text),
    })
}

#[tokio::test]
async fn r69_a_day_ends_at_the_stores_midnight_also_when_clocks_change() {
    let app = TestApp::stocked().await;
    assert_eq!(app.state.config.time_zone.iana_name(), Some("America/Chicago"));
    price(&app, "fieldhouse,SPR26,,,BAL100,,25.00,,\n").await;
    for (day, us_day, [begins, ends]) in DAYS {
        issue(&app, &[CertificateRow { expires_on: day.to_owned(), ..certificate("LAST-DAY") }]).await;
        let row = |code: &str, [start, end]: [&str; 2]| FriendlyRow {
            site: "fieldhouse".to_owned(),
            code: code.to_owned(),
            flyer_code: "SPR26".to_owned(),
            start_date: start.to_owned(),
            end_date: end.to_owned(),
            error: String::new(),
        };
        let tx = app.state.db.write().await.unwrap();
        let rows = [row("one-day", [us_day, us_day]), row("until", ["01/01/2026", us_day])];
        store::write_friendly(&tx, &rows).await.unwrap();
        tx.commit().await.unwrap();
        let [begins, ends] = [begins, ends].map(|time| time.parse::<Timestamp>().unwrap());
        let second = jiff::SignedDuration::from_secs(1);
        for (time, first_day, until) in
            [(begins - second, false, true), (begins, true, true), (ends - second, true, true), (ends, false, false)]
        {
            turn_to(&app, time);
            assert_eq!(taken(&app, "LAST-DAY", "one-day").await, [first_day, until], "{time}");
            assert_eq!(taken(&app, "LAST-DAY", "until").await, [until, until], "{time}");
        }
        let told = json!({"certificateNumber": "LAST-DAY", "catalog": "BS", "siteCode": "M_BSN2"});
        let told = app.visitor(Site::FIELDHOUSE).post("/api/features/CertificateInput", &told).await.json();
        assert_eq!((told["status"].as_str(), told["expireDate"].as_str()), (Some("D"), Some(us_day)));
    }
}

#[tokio::test]
async fn r69_prices_of_a_code_hold_for_the_stores_days_as_well() {
    let app = TestApp::stocked().await;
    for (day, _, [begins, ends]) in DAYS {
        price(&app, &format!("fieldhouse,K7,,,BAL100,,25.00,{day},{day}\n")).await;
        let [begins, ends] = [begins, ends].map(|time| time.parse::<Timestamp>().unwrap());
        let second = jiff::SignedDuration::from_secs(1);
        for (time, holds) in [(begins - second, false), (begins, true), (ends - second, true), (ends, false)] {
            turn_to(&app, time);
            let visitor = app.visitor(Site::FIELDHOUSE);
            add_one(&visitor, "BAL100", 1).await;
            assert_eq!(apply(&visitor, "K7").await.status == StatusCode::OK, holds, "{time}");
        }
    }
}
