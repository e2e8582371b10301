//! What the desk's pickers find: business units and articles by a fragment, of one's own brands only.

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::{
    business_units::unit,
    desk::{grants, member},
    desk_orders::staff,
    support::{TestApp, Visitor},
};

async fn found(desk: &Visitor, path: &str) -> Vec<Value> {
    let answer = desk.get(&format!("/desk/api/{path}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    answer.json().as_array().unwrap().clone()
}

fn all<'a>(rows: &'a [Value], name: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[name].as_str().unwrap()).collect()
}

#[tokio::test]
async fn articles_are_picked_by_a_fragment_of_sku_name_or_options() {
    let app = TestApp::stocked().await;
    let desk = staff(&app, "order_desk").await;
    assert_eq!(found(&desk, "articles").await, Vec::<Value>::new(), "nothing typed");
    let exact = found(&desk, "articles?site=fieldhouse&q=bal100").await;
    assert_eq!(exact[0]["sku"], "BAL100");
    assert_eq!(exact[0]["name"], "Match Soccer Ball");
    assert_eq!(exact[0]["orderable"], true);
    assert!(exact[0]["price"].as_str().unwrap().starts_with('$'), "{}", exact[0]);
    // A fragment from the middle, in either case; what begins with it comes first.
    let within = found(&desk, "articles?site=fieldhouse&q=100").await;
    assert!(all(&within, "sku").iter().all(|sku| sku.contains("100")), "{within:?}");
    assert!(within.len() > 2 && within.len() <= 20, "{}", within.len());
    let begins = found(&desk, "articles?site=fieldhouse&q=GLV").await;
    assert!(all(&begins, "sku").iter().all(|sku| sku.starts_with("GLV")), "{begins:?}");
    // By name, and narrowed by what is chosen of it.
    let by_name = found(&desk, "articles?site=fieldhouse&q=soccer%20ball").await;
    assert!(all(&by_name, "sku").contains(&"BAL100"), "{by_name:?}");
    let gloves = found(&desk, "articles?site=fieldhouse&q=glove").await;
    assert_eq!(all(&gloves, "sku"), ["GLV100-L", "GLV100-R"]);
    let left = found(&desk, "articles?site=fieldhouse&q=Left%20glove").await;
    assert_eq!((all(&left, "sku"), left[0]["options"].as_str().unwrap().contains("Left")), (vec!["GLV100-L"], true));
    // What cannot be bought is found, and said.
    let helmet = found(&desk, "articles?site=fieldhouse&q=hlm100").await;
    assert_eq!(helmet[0]["orderable"], false);
    let goal = found(&desk, "articles?site=fieldhouse&q=net100").await;
    assert_eq!((&goal[0]["orderable"], &goal[0]["price"]), (&json!(false), &json!("")));
    for nothing in ["zzz", "soccer%20zzz", "%25", "_"] {
        assert_eq!(found(&desk, &format!("articles?q={nothing}")).await, Vec::<Value>::new(), "{nothing}");
    }
    let twice = found(&desk, "articles?q=BAL100").await;
    assert_eq!(all(&twice, "sku").iter().filter(|sku| **sku == "BAL100").count(), 1, "sold by several brands");
}

#[tokio::test]
async fn units_are_picked_by_a_fragment_of_key_or_name_and_those_of_other_brands_are_not_there() {
    let app = TestApp::stocked().await;
    for (site, key) in
        [(Site::FIELDHOUSE, "LINCOLN-HS"), (Site::FIELDHOUSE, "ADAMS_MS"), (Site::US_GAMES, "LINCOLN-HS")]
    {
        unit(&app, site, key, &[]).await;
    }
    let desk = staff(&app, "order_desk").await;
    let lincoln = found(&desk, "units?q=coln").await;
    assert_eq!(all(&lincoln, "key"), ["LINCOLN-HS", "LINCOLN-HS"]);
    let mut sites = all(&lincoln, "site");
    sites.sort_unstable();
    assert_eq!(sites, ["fieldhouse", "usgames"]);
    assert_eq!(all(&found(&desk, "units?site=fieldhouse&q=COLN").await, "key"), ["LINCOLN-HS"]);
    assert_eq!(all(&found(&desk, "units?site=fieldhouse&q=_").await, "key"), ["ADAMS_MS"], "no sign means anything");
    assert_eq!(found(&desk, "units?site=fieldhouse").await.len(), 2);
    let given = grants(&[("order_desk", Some(&[Site::US_GAMES]))]);
    let (_, theirs) = member(&app, "theirs@store.example", &given).await;
    assert_eq!(all(&found(&theirs, "units").await, "site"), ["usgames"]);
    for path in
        ["units?site=fieldhouse", "units?site=nobrand", "articles?site=fieldhouse&q=bal", "articles?site=nobrand"]
    {
        let answer = theirs.get(&format!("/desk/api/{path}")).await;
        assert_eq!(
            (answer.status, answer.json()["code"].clone()),
            (StatusCode::NOT_FOUND, json!("not_found")),
            "{path}"
        );
    }
    let content = staff(&app, "content").await;
    assert_eq!(content.get("/desk/api/units").await.status, StatusCode::FORBIDDEN);
}
