//! What customers are found by at the desk is kept by the database, whatever changes it.

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, people::MemberRole};
use sea_orm::ConnectionTrait;

use crate::{
    accounts::{COACH, register},
    approvals::{APPROVER, BUYER, school},
    desk_orders::staff,
    people::join,
    shopping::count,
    support::TestApp,
};

const SITE: Site = Site::FIELDHOUSE;

async fn run(app: &TestApp, sql: &str) {
    let tx = app.state.db.write().await.unwrap();
    tx.execute_unprepared(sql).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_customer_is_found_by_what_they_are_called_now_and_by_nothing_they_were() {
    let app = TestApp::start().await;
    let _ = school(&app, SITE).await;
    register(&app, SITE, COACH).await;
    let desk = staff(&app, "support").await;
    let found = async |q: &str| {
        let page = desk.get(&format!("/desk/api/customers?q={q}")).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        let rows = page.json()["customers"].as_array().unwrap().clone();
        rows.iter().map(|row| row["email"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("north").await, [APPROVER, BUYER], "the newest first");
    join(&app, SITE, COACH, "NORTH", MemberRole::Buyer).await;
    assert_eq!(found("north").await, [COACH, APPROVER, BUYER], "who joined");
    run(
        &app,
        &format!(
            "DELETE FROM business_unit_member WHERE customer_id = (SELECT id FROM customer WHERE email = '{COACH}')"
        ),
    )
    .await;
    assert_eq!(found("north").await, [APPROVER, BUYER], "not who left");
    run(&app, "UPDATE business_unit SET name = 'Lakeside Academy'").await;
    assert_eq!(found("lakeside").await, [APPROVER, BUYER], "a unit's other name");
    assert_eq!(found("school").await, [""; 0], "not its old one");
    assert_eq!(found("north").await, [APPROVER, BUYER], "its key stays");
    run(&app, &format!("UPDATE customer SET last_name = 'Quarterman' WHERE email = '{BUYER}'")).await;
    run(&app, &format!("UPDATE customer SET email = 'zara@harbor.example' WHERE email = '{COACH}'")).await;
    assert_eq!(found("quarterman").await, [BUYER]);
    assert_eq!(found("quarter%20lakes").await, [BUYER], "of all of it together");
    assert_eq!(found("zara@harbor").await, ["zara@harbor.example"]);
    assert_eq!(found(COACH).await, [""; 0]);
    let short = desk.get("/desk/api/customers?q=ab").await;
    assert_eq!(short.status, StatusCode::BAD_REQUEST, "{}", short.text);
    let elsewhere = desk.get("/desk/api/customers?q=north&after=1.nobody").await;
    assert_eq!(elsewhere.status, StatusCode::BAD_REQUEST, "{}", elsewhere.text);
    run(&app, "DELETE FROM customer WHERE email = 'zara@harbor.example'").await;
    assert_eq!(found("harbor").await, [""; 0]);
    assert_eq!((count(&app, "searched_customer").await, count(&app, "customer_search").await), (2, 2));
}
