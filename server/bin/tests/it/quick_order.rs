//! Product look-ups of quick order and quick edit.

use fieldhouse_core::brand::Site;
use serde_json::{Value, json};

use crate::support::TestApp;

async fn look_up(app: &TestApp, site: Site, number: &str) -> (u16, Value) {
    let answer = app.visitor(site).get(&format!("/api/features/QuickOrder/?productId={number}")).await;
    let body = if answer.status == 200 { answer.json() } else { Value::Null };
    (answer.status.into(), body)
}

#[tokio::test]
async fn a_product_number_is_a_sku_a_style_number_or_an_id_in_either_case() {
    let app = TestApp::stocked().await;
    for number in ["JRS100", "jrs100", "jrs100-red-m", "JRS100-RED-M", "%20JRS100%20"] {
        let (status, product) = look_up(&app, Site::FIELDHOUSE, number).await;
        assert_eq!((status, &product["id"]), (200, &json!("jrs100")), "{number}");
    }
    for number in ["NOPE", "CON100", "gridiron", "%25"] {
        assert_eq!(look_up(&app, Site::FIELDHOUSE, number).await.0, 404, "{number}");
    }
    assert_eq!(look_up(&app, Site::US_GAMES, "con100").await.0, 200);
}

#[tokio::test]
async fn a_quick_order_product_has_every_field_of_the_specification() {
    let app = TestApp::stocked().await;
    let (_, product) = look_up(&app, Site::FIELDHOUSE, "JRS100").await;
    let keys = [
        "colorKeys",
        "sizeKeys",
        "handKeys",
        "styleKeys",
        "ageKeys",
        "teamKeys",
        "numberKeys",
        "adultOrYouthKeys",
        "powerSourceKeys",
        "flavorKeys",
        "borderKeys",
        "gradeKeys",
        "shoulderPadModelKeys",
        "weightKeys",
        "lengthKeys",
    ];
    for key in keys {
        assert!(product[key].is_array(), "{key}");
    }
    assert_eq!(product["colorKeys"], json!(["Navy", "Red", "White"]));
    assert_eq!(product["sizeKeys"], json!(["S", "M", "L", "XL", "2XL"]));
    assert_eq!(product["handKeys"], json!([]));
    assert_eq!((&product["hasVariants"], &product["callToOrder"]), (&json!(true), &json!(false)));
    assert_eq!(product["masterVariantSku"], product["colors"][0]["productVariant"]["sku"]);
    assert_eq!(product["price"]["regularPrice"], 2499);
    assert_eq!(product["freeFormOptions"], json!([]));
    assert!(product["defaultImage"]["href"].is_string() && product["defaultImage"]["alt"].is_string());
    assert!(product["name"].is_string());
    let colors = product["colors"].as_array().unwrap();
    assert_eq!(colors.len(), 15);
    let out = colors.iter().find(|color| color["productVariant"]["sku"] == "JRS100-RED-2XL").unwrap();
    assert_eq!(out["attributesData"]["unavailable"], true);
    let pairs: Vec<(&str, &str)> = out["attributesData"]["attributes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| (pair["name"].as_str().unwrap(), pair["value"].as_str().unwrap()))
        .collect();
    assert!(pairs.contains(&("color", "Red")) && pairs.contains(&("size", "2XL")), "{pairs:?}");
    for field in ["minOrderQty", "deliveryUnit"] {
        assert!(out["productVariant"][field].is_u64(), "{field}");
    }
}

#[tokio::test]
async fn quick_edit_answers_with_the_product_of_a_sku() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let edit = visitor.get("/api/features/QuickEdit/?productId=JRS100-RED-M").await;
    assert_eq!(edit.status, 200);
    assert_eq!(edit.text, visitor.get("/api/catalog/products/gridiron-practice-jersey").await.text);
    assert_eq!(visitor.get("/api/features/QuickEdit/?productId=CON100").await.status, 404);
}

#[tokio::test]
async fn a_look_up_without_a_number_or_with_a_novel_is_malformed() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let novel = "A".repeat(201);
    for feature in ["QuickEdit", "QuickOrder"] {
        for query in ["", "?productId=", "?productId=%20", "?productId=A&productId=B", &format!("?productId={novel}")] {
            let answer = visitor.get(&format!("/api/features/{feature}/{query}")).await;
            assert_eq!(answer.status, 400, "{feature}{query}");
        }
    }
}
