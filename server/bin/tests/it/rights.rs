//! R09: a right that is taken away during a session is gone with the very next call: on every device, by bearer token,
//! at every server of the store.

use axum::http::{Method, StatusCode};
use fieldhouse_core::{brand::Site, business_units::PartyRole, people::MemberRole};
use fieldhouse_server::surfaces;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    accounts::{COACH, PASSWORD, customer, sign_in},
    approvals::{BUYER, decide, limit, order},
    business_units::{id_of, unit},
    people::{invite, join},
    platform::Client,
    support::{TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;
const OTHER: &str = "administrator@club.example";

/// The same customer on one device after the other, the last of them at another server.
async fn seats(app: &TestApp) -> Vec<Visitor> {
    let first = customer(app, SITE, COACH).await;
    let second = app.visitor(SITE);
    sign_in(&second, COACH, PASSWORD).await;
    let mut third = app.visitor(SITE);
    sign_in(&third, COACH, PASSWORD).await;
    third.turn_to(surfaces::router(app.again(app.state.config.clone()), app.pages.clone()));
    vec![first, second, third]
}

/// What somebody sees because of a business unit.
async fn by_unit(visitor: &Visitor) -> Vec<(&'static str, bool)> {
    let json = async |path| visitor.get(path).await.json();
    let filled = |value: &Value| value.as_array().is_some_and(|all| !all.is_empty());
    let session = json("/api/auth/session").await;
    vec![
        ("unit of the session", filled(&session["businessUnit"])),
        ("people of the session", session["seesPeople"] == true),
        ("approvals of the session", session["decidesOrders"] == true),
        ("people", filled(&json("/api/account/people").await["units"])),
        ("approvals", filled(&json("/api/account/approvals").await["orders"])),
        ("address book", json("/api/account/addresses").await.to_string().contains("1 NORTH Road")),
    ]
}

async fn assert_all(seats: &[Visitor], client: &Client, expected: bool) {
    // Each seat is asked first by one of the calls, so that none of them refreshes what another reads.
    for visitor in seats {
        for (name, open) in by_unit(visitor).await {
            assert_eq!(open, expected, "{name}");
        }
    }
    let units = client.get("/me/business-units").await.json();
    assert_eq!(units["total"] == 1, expected, "{units}");
}

#[tokio::test]
async fn r09_who_is_taken_out_of_a_unit_sees_and_does_nothing_of_it_with_the_next_call() {
    let app = TestApp::stocked().await;
    unit(&app, SITE, "NORTH", &[(PartyRole::SoldTo, "NORTH")]).await;
    let seats = seats(&app).await;
    let client = Client::customer(&app, SITE, COACH).await;
    let administrator = customer(&app, SITE, OTHER).await;
    let buyer = customer(&app, SITE, BUYER).await;
    join(&app, SITE, COACH, "NORTH", MemberRole::Administrator).await;
    join(&app, SITE, OTHER, "NORTH", MemberRole::Administrator).await;
    join(&app, SITE, BUYER, "NORTH", MemberRole::Buyer).await;
    limit(&app, SITE, Some(1_000)).await;
    let waiting = order(&buyer, "one", 2).await;
    assert_all(&seats, &client, true).await;

    let people = administrator.get("/api/account/people").await.json();
    let members = people["units"][0]["members"].as_array().unwrap().clone();
    let coach = members.iter().find(|member| member["email"] == COACH).unwrap()["id"].as_str().unwrap().to_owned();
    let member = format!("/api/account/people/{}/members/{coach}", id_of(SITE, "NORTH"));
    let removed = administrator.send(Method::DELETE, &member, &[], None).await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.text);
    // What changes something comes first: nothing was looked at since.
    for seat in &seats {
        assert_eq!(decide(seat, &waiting, "approved", "").await.status, StatusCode::NOT_FOUND);
        assert_eq!(invite(seat, SITE, "new@club.example", "buyer").await.status, StatusCode::NOT_FOUND);
        assert_eq!(seat.send(Method::DELETE, &member, &[], None).await.status, StatusCode::NOT_FOUND);
        let request = json!({"role": "sold-to", "message": "x"});
        let refused = seat.post("/api/account/change-requests", &request).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    }
    assert_all(&seats, &client, false).await;
    assert_eq!(decide(&administrator, &waiting, "approved", "").await.status, StatusCode::OK);
}

#[tokio::test]
async fn r09_certificate_reporting_ends_with_the_next_call_when_its_flag_is_taken_away() {
    let app = TestApp::stocked().await;
    let seats = seats(&app).await;
    let set = async |sql: &str| {
        let tx = app.state.db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    };
    let refused = async |seat: &Visitor| {
        seat.get("/reports/certificates").await.text.contains("You do not have access to gift certificate reporting.")
    };
    let shown = async |seat: &Visitor| seat.get("/api/auth/session").await.json()["showCertReporting"] == true;
    for _ in 0..2 {
        set("UPDATE customer SET show_cert_reporting = TRUE").await;
        for seat in &seats {
            assert!(!refused(seat).await && shown(seat).await);
        }
        set("UPDATE customer SET show_cert_reporting = FALSE").await;
        // The report is asked first: what the session says may not be what it goes by.
        for seat in &seats {
            assert!(refused(seat).await && !shown(seat).await);
        }
    }
    // Nor does anything that the browser sends bring it back.
    let headers = [("cookie", "showCertReporting=true; show_cert_reporting=true"), ("x-show-cert-reporting", "true")];
    let forged = "/reports/certificates?showCertReporting=true&EMAILORCUSTNUM=other%40club.example";
    for header in headers {
        let answer = seats[0].send(Method::GET, forged, &[header], None).await;
        assert!(answer.text.contains("You do not have access"), "{}", answer.text);
    }
    let account = json!({"version": 1, "firstName": "Pat", "lastName": "Margolis", "title": "Head Coach", "email": COACH,
        "classification": "Club", "showCertReporting": true});
    assert_eq!(seats[0].send(Method::PUT, "/api/account", &[], Some(&account)).await.status, StatusCode::BAD_REQUEST);
    assert!(refused(&seats[0]).await);
}
