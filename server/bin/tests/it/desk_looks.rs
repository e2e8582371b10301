//! Who has an order open at the desk: seen by others within seconds, gone soon after, and no reason to stay signed in.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::{
    pruning::prune,
    staff::store::{find_by_email, update_staff},
};

use crate::{
    desk::{grants, member},
    desk_orders::placed,
    shopping::count,
    support::{Answer, TestApp, Visitor},
};

/// Somebody of the order desk with a name of their own.
async fn named(app: &TestApp, name: &str) -> Visitor {
    let email = format!("{}@store.example", name.to_lowercase().replace(' ', "."));
    let (_, visitor) = member(app, &email, &grants(&[("order_desk", None)])).await;
    let tx = app.state.db.write().await.unwrap();
    let mut row = find_by_email(&*tx, &email).await.unwrap().unwrap();
    name.clone_into(&mut row.name);
    assert!(update_staff(&tx, &row).await.unwrap());
    tx.commit().await.unwrap();
    visitor
}

async fn ask(desk: &Visitor, path: &str) -> Answer {
    desk.send(Method::POST, path, &[], None).await
}

async fn look(desk: &Visitor, id: &str) -> String {
    let answer = ask(desk, &format!("/desk/api/orders/{id}/look")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["text"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn who_has_an_order_open_is_seen_by_others_and_soon_gone() {
    let app = TestApp::stocked().await;
    let [id, other] = [placed(&app).await, placed(&app).await];
    let [dana, kim, pat, sam] = [
        named(&app, "Dana Reyes").await,
        named(&app, "Kim Lee").await,
        named(&app, "Pat Diaz").await,
        named(&app, "Sam Roe").await,
    ];
    assert_eq!(look(&dana, &id).await, "", "nobody else");
    assert_eq!(look(&kim, &id).await, "Dana Reyes has it open");
    assert_eq!(look(&dana, &id).await, "Kim Lee has it open");
    assert_eq!(look(&pat, &id).await, "Dana Reyes and Kim Lee have it open");
    assert_eq!(look(&sam, &id).await, "Dana Reyes, Kim Lee and 1 more have it open");
    assert_eq!(look(&sam, &other).await, "", "another order");
    assert_eq!(look(&dana, &other).await, "Sam Roe has it open");

    // Whoever stops saying so has gone; whoever goes on stays.
    app.state.clock.advance_seconds(20);
    assert_eq!(look(&kim, &id).await, "Dana Reyes, Pat Diaz and 1 more have it open");
    app.state.clock.advance_seconds(10);
    assert_eq!(look(&dana, &id).await, "Kim Lee has it open");
    assert_eq!(count(&app, "desk_look").await, 6);
    assert!(prune(&app.state).await.unwrap() > 0);
    assert_eq!(count(&app, "desk_look").await, 2, "the rows of who still looks");
    app.state.clock.advance_seconds(30);
    prune(&app.state).await.unwrap();
    assert_eq!(count(&app, "desk_look").await, 0);

    // One who works here no more is nobody to wait for.
    look(&dana, &id).await;
    let tx = app.state.db.write().await.unwrap();
    let mut row = find_by_email(&*tx, "dana.reyes@store.example").await.unwrap().unwrap();
    "suspended".clone_into(&mut row.state);
    assert!(update_staff(&tx, &row).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(look(&kim, &id).await, "");

    let given = grants(&[("order_desk", Some(&[Site::US_GAMES]))]);
    let (_, elsewhere) = member(&app, "games@store.example", &given).await;
    for path in [format!("/desk/api/orders/{id}/look"), "/desk/api/orders/none/look".to_owned()] {
        assert_eq!(ask(&elsewhere, &path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(look(&kim, &id).await, "", "who may not see it has it not open");
}

#[tokio::test]
async fn staff_a_page_that_only_asks_who_else_is_there_keeps_no_session_alive() {
    let app = TestApp::stocked().await;
    let id = placed(&app).await;
    let [leaves, stays] = [named(&app, "Dana Reyes").await, named(&app, "Kim Lee").await];
    for _ in 0..29 {
        app.state.clock.advance_seconds(60);
        look(&leaves, &id).await;
        assert_eq!(stays.get("/desk/api/session").await.status, StatusCode::OK);
    }
    app.state.clock.advance_seconds(60);
    let path = format!("/desk/api/orders/{id}/look");
    assert_eq!(ask(&leaves, &path).await.status, StatusCode::UNAUTHORIZED, "half an hour without a sign of life");
    assert_eq!(leaves.get("/desk/api/session").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(ask(&stays, &path).await.status, StatusCode::OK);
}
