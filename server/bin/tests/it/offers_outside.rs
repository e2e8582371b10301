//! Offer codes from elsewhere: a look-up service outside, and files of the operator.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    buying::offers::{
        import::{import_flyers, import_friendly},
        store,
    },
    config::Config,
    import::TableImport,
};
use serde_json::{Value, json};

use crate::{
    offers::{apply, carried, sentence, store},
    shopping::{add_one, cart},
    support::TestApp,
};

/// A friendly-code service on loopback that answers each code as its name says.
async fn service() -> String {
    use axum::{extract::Query, routing::get};
    let answer = async |Query(query): Query<std::collections::HashMap<String, String>>| {
        let status = |code: u16| StatusCode::from_u16(code).unwrap();
        let good = r#"{"sapFlyerValue":"SPR26","startDate":"01/01/2026","endDate":"12/31/2026"}"#;
        match query["input"].as_str() {
            "good" if query["storeKey"] == "fieldhouse" => (status(200), good),
            "over" => (status(200), r#"{"sapFlyerValue":"SPR26","startDate":"01/01/2025","endDate":"12/31/2025"}"#),
            "said" => (status(200), r#"{"error":"Only for clubs."}"#),
            "nope" => (status(404), r#"{"error":"We do not know this code."}"#),
            "html" => (status(200), "<html>"),
            _ => (status(500), "{}"),
        }
    };
    let router = axum::Router::new().route("/svc/flyer-code/friendly/", get(answer));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/svc", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    base
}

#[tokio::test]
async fn a_service_outside_says_yes_or_no_and_its_outage_says_nothing() {
    let app = store().await;
    let mut visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 1).await;
    let config = Config { friendly_codes: service().await, ..app.state.config.clone() };
    let outside = app.again(config);
    outside.prices.refresh(&outside).await.unwrap();
    visitor.turn_to(surfaces::router(outside, app.pages.clone()));
    let applied = apply(&visitor, "good").await;
    assert_eq!((applied.status, &applied.json()["flyerCode"]), (StatusCode::OK, &json!("SPR26")), "{}", applied.text);
    for away in ["html", "boom"] {
        assert_eq!(apply(&visitor, away).await.status, StatusCode::SERVICE_UNAVAILABLE, "{away}");
        assert_eq!(carried(&visitor), ["SPR26", "good", ""], "{away}: the code stays");
    }
    for (typed, message) in
        [("over", "This flyer code is invalid."), ("said", "Only for clubs."), ("nope", "We do not know this code.")]
    {
        assert_eq!(sentence(&apply(&visitor, typed).await), message, "{typed}");
        assert_eq!(carried(&visitor), ["SPR26", "good", ""], "{typed}: the code that held stays");
    }
    let answer = visitor.get("/api/flyer-code/friendly/?input=nope").await;
    assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::NOT_FOUND, &json!("We do not know this code.")));
    assert_eq!(visitor.get("/api/flyer-code/friendly/?input=boom").await.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn r11_while_the_look_up_is_away_a_forged_pair_gives_nothing_and_stays_a_wish() {
    let app = store().await;
    let mut visitor = app.visitor(Site::FIELDHOUSE);
    let away = app.again(Config { friendly_codes: "http://127.0.0.1:9/".to_owned(), ..app.state.config.clone() });
    away.prices.refresh(&away).await.unwrap();
    visitor.turn_to(surfaces::router(away, app.pages.clone()));
    visitor.forge_cookie("flyercode", "SPR26");
    visitor.forge_cookie("friendlyFlyercode", "made-up");
    add_one(&visitor, "BAL100", 2).await;
    let view = cart(&visitor).await;
    assert_eq!((&view["custom"], &view["totalCents"]), (&Value::Null, &json!(2 * 3999)));
    assert_eq!(carried(&visitor), ["SPR26", "made-up", ""], "nothing is known against it yet");
    // Back again, it is judged.
    visitor.turn_to(app.router.clone());
    add_one(&visitor, "BAL100", 1).await;
    assert_eq!(carried(&visitor), ["", "", ""]);
}

#[tokio::test]
async fn files_of_codes_and_flyers_come_whole_or_not_at_all() {
    let app = TestApp::stocked().await;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let import = |file, dry_run, remove_missing| TableImport { file, dry_run, remove_missing };
    let head = "site,code,flyer_code,start_date,end_date,error\n";
    let good =
        [head, "fieldhouse,COACH25,K7,01/01/2026,12/31/2026,\nusgames,coach25,UG,2026-01-01,2026-12-31,\n"].concat();
    let codes = file("codes.csv", &good);
    let look = async || store::list_friendly(app.state.db.read()).await.unwrap().len();
    let dry = import_friendly(&app.state.db, import(codes.clone(), true, false)).await.unwrap();
    assert_eq!((dry.counts.added, look().await), (2, 0));
    let report = import_friendly(&app.state.db, import(codes.clone(), false, false)).await.unwrap();
    assert_eq!(
        report.to_string(),
        "friendly codes: 2 were added, 0 changed, 0 not in the file and kept, 0 are the same"
    );
    let wrong = file(
        "wrong.csv",
        &[head, "fieldhouse,AB,K7,,,\nbsn,X,K7,,,\nfieldhouse,NEW,,,,\nusgames,One,A,,,\nusgames,ONE,A,,,\n"].concat(),
    );
    let refused = import_friendly(&app.state.db, import(wrong, false, false)).await.unwrap_err().to_string();
    for told in ["row 2", "row 3", "row 4", "row 6"] {
        assert!(refused.contains(told), "{told}: {refused}");
    }
    assert_eq!(look().await, 2, "nothing half done");
    let fewer = file("fewer.csv", &[head, "fieldhouse,COACH25,K8,01/01/2026,12/31/2026,\n"].concat());
    let report = import_friendly(&app.state.db, import(fewer, false, true)).await.unwrap();
    assert_eq!(
        (report.counts.changed, report.counts.missing, report.counts.removed, look().await),
        (1, Some(1), true, 1)
    );

    let head = "site,flyer_code,logo_url,logo_title,fine_print,redemption_title,redemption_href\n";
    let rows = "fieldhouse,AB,/images/ball.svg,Ball,One per team.,How,https://example.com/how\nfieldhouse,AB,/images/cap.svg,Cap,,,\n";
    let flyers = file("flyers.csv", &[head, rows].concat());
    let report = import_flyers(&app.state.db, import(flyers.clone(), false, false)).await.unwrap();
    assert_eq!(report.counts.added, 1);
    let again = import_flyers(&app.state.db, import(flyers, false, true)).await.unwrap();
    assert_eq!((again.counts.unchanged, again.counts.changed), (1, 0));
    let group = store::find_group(app.state.db.read(), "fieldhouse", "AB").await.unwrap().unwrap();
    let group: Value = serde_json::from_str(&group.content).unwrap();
    assert_eq!((group["logos"].as_array().unwrap().len(), &group["finePrint"]), (2, &json!("One per team.")));
    let evil = file(
        "evil.csv",
        &[head, "fieldhouse,AB,https://evil.example/x.png,X,,,\nfieldhouse,AB,//evil.example/x.png,X,,,\nfieldhouse,AB,,,,Go,javascript:alert(1)\nfieldhouse,A B,,,,,\n"].concat(),
    );
    let refused = import_flyers(&app.state.db, import(evil, false, false)).await.unwrap_err().to_string();
    for told in ["row 2", "row 3", "row 4", "row 5"] {
        assert!(refused.contains(told), "{told}: {refused}");
    }
}
