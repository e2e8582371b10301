//! The store's own reports of certificates: who sees which, and for how long.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, people::MemberRole};
use fieldhouse_shop::people::business_units::store::write_personal_orders;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::{
    accounts::{COACH, customer},
    business_units::{id_of, unit},
    certificates::{certificate, issue, redeem},
    people::join,
    shopping::{add_one, check_out, place, placing, put},
    support::TestApp,
};

#[tokio::test]
async fn r54_r09_certificate_reporting_shows_what_orders_of_ones_units_used_while_the_flag_is_set() {
    let app = TestApp::stocked().await;
    issue(&app, &["GC-50", "GC-75", "GC-ALL", "GC-OWN"].map(certificate)).await;
    let site = Site::FIELDHOUSE;
    unit(&app, site, "NORTH", &[]).await;
    let coach = customer(&app, site, COACH).await;
    let buyer = customer(&app, site, "buyer@club.example").await;
    let stranger = customer(&app, site, "other@club.example").await;
    for (email, role) in [(COACH, MemberRole::Buyer), ("buyer@club.example", MemberRole::Buyer)] {
        join(&app, site, email, "NORTH", role).await;
    }
    let mut numbers = Vec::new();
    for (visitor, certificate) in [(&coach, "GC-50"), (&buyer, "GC-75"), (&stranger, "GC-ALL")] {
        add_one(visitor, "GLV100-L", 1).await;
        let held = redeem(visitor, certificate).await;
        assert_eq!(held.status, StatusCode::OK, "{}", held.text);
        let review = check_out(visitor).await;
        numbers
            .push(place(visitor, certificate, &placing(&review)).await.json()["number"].as_str().unwrap().to_owned());
    }
    // What the buyer orders for themselves is nobody else's to see.
    let tx = app.state.db.write().await.unwrap();
    write_personal_orders(&tx, &id_of(site, "NORTH"), true).await.unwrap();
    tx.commit().await.unwrap();
    add_one(&buyer, "GLV100-L", 1).await;
    assert_eq!(redeem(&buyer, "GC-OWN").await.status, StatusCode::OK);
    check_out(&buyer).await;
    let review = put(&buyer, "/api/checkout/buyer", &json!({"buysFor": "personal"})).await.json();
    assert_eq!(place(&buyer, "own", &placing(&review)).await.status, StatusCode::CREATED);
    let report = "/reports/certificates?SITEID=M_BSN&EMAILORCUSTNUM=other%40club.example";
    assert!(coach.get(report).await.text.contains("do not have access"));
    flag(&app, true).await;
    let seen = coach.get(report).await.text;
    assert!(seen.contains("GC-50") && seen.contains("GC-75"), "{seen}");
    assert!(seen.contains(&numbers[0]) && seen.contains(&numbers[1]) && !seen.contains(&numbers[2]), "{seen}");
    assert_eq!(seen.matches("/order?id=").count(), 1, "only one's own order is a link");
    assert!(!seen.contains("GC-ALL") && !seen.contains("GC-OWN"), "{seen}");
    // The flag is taken away during the session, and so is the unit.
    flag(&app, false).await;
    assert!(coach.get(report).await.text.contains("do not have access"));
    assert_eq!(coach.get("/api/auth/session").await.json()["showCertReporting"], false);
    flag(&app, true).await;
    let tx = app.state.db.write().await.unwrap();
    let id = fieldhouse_shop::people::account::store::find_by_email(&*tx, site, COACH).await.unwrap().unwrap().id;
    fieldhouse_shop::people::memberships::assign(&tx, &id, &[]).await.unwrap();
    tx.commit().await.unwrap();
    let alone = coach.get(report).await.text;
    assert!(alone.contains("GC-50") && !alone.contains("GC-75"), "{alone}");
    // The customer's own list needs no flag.
    let own = buyer.get("/api/account/certificates").await.json();
    let own = own["certificates"].as_array().unwrap();
    let of_unit = own.iter().find(|used| used["number"] == "GC-75").unwrap();
    assert_eq!(of_unit["orderNumber"], numbers[1].as_str());
    assert!(own.len() == 2 && own.iter().any(|used| used["number"] == "GC-OWN"), "{own:?}");
}

/// Sets what nobody can set over HTTP, for every customer.
async fn flag(app: &TestApp, shown: bool) {
    let tx = app.state.db.write().await.unwrap();
    let sql = if shown {
        "UPDATE customer SET show_cert_reporting = TRUE"
    } else {
        "UPDATE customer SET show_cert_reporting = FALSE"
    };
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
}
