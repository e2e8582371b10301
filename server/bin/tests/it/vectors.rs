//! The vectors of `tests/vectors`, asked of the page renderer's engine and, where a rule has an endpoint, over HTTP:
//! the same file, the same answers.

use axum::http::StatusCode;
use fieldhouse_conformance::{Vector, load_vectors};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::pages::engine::Engine;
use serde_json::{Value, json};

use crate::{
    shopping::{add_one, put},
    support::TestApp,
};

/// All vectors that make one call.
pub fn vectors_of(call: &str) -> Vec<Vector> {
    let vectors: Vec<Vector> = load_vectors()
        .unwrap()
        .into_iter()
        .flat_map(|file| file.vectors)
        .filter(|vector| vector.call == call)
        .collect();
    assert!(vectors.len() > 5, "only {} vectors call {call}", vectors.len());
    vectors
}

/// True when something in it holds NUL, which is refused at the door and never reaches a rule (R57).
fn holds_nul(given: &Value) -> bool {
    given.to_string().contains("\\u0000")
}

/// As the storefront's own wrapper does it: arguments as JSON into the host's function, the answer read back.
const ASK: &str = "globalThis.__fieldhouseRender = (vector) => {
    const { call, given } = JSON.parse(vector);
    return JSON.stringify(JSON.parse(__fieldhouseRule(call, JSON.stringify(given))));
}";

#[test]
fn every_vector_holds_in_the_page_renderer() {
    let mut engine = Engine::start(ASK).unwrap();
    let mut broken = Vec::new();
    let mut asked = 0;
    for file in load_vectors().unwrap() {
        for Vector { description, call, given, expect } in file.vectors {
            asked += 1;
            let request = json!({"call": call, "given": given}).to_string();
            let answer = engine.render(&request).map(|text| serde_json::from_str::<Value>(&text).unwrap());
            if answer.as_ref().ok() != Some(&expect) {
                broken.push(format!("{}: {description} ({call})\n  {expect}\n  {answer:?}", file.name));
            }
        }
    }
    assert!(asked > 100, "only {asked} vectors were found");
    assert!(broken.is_empty(), "{} of {asked}:\n{}", broken.len(), broken.join("\n"));
}

#[tokio::test]
async fn the_steps_of_checkout_answer_over_http_as_their_vectors_say() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    add_one(&visitor, "BAL100", 2).await;
    for (call, path) in [("checkShipping", "/api/checkout/shipping"), ("checkPayment", "/api/checkout/payment")] {
        for Vector { description, given, expect, .. } in vectors_of(call) {
            let answer = put(&visitor, path, &given[0]).await;
            if holds_nul(&given[0]) {
                assert!(answer.status.is_client_error(), "{call}, {description}: {}", answer.text);
            } else if expect == json!([]) {
                assert_eq!(answer.status, StatusCode::OK, "{call}, {description}: {}", answer.text);
            } else {
                assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{call}, {description}: {}", answer.text);
                assert_eq!(answer.json()["errors"], expect, "{call}, {description}");
            }
        }
    }
}

#[tokio::test]
async fn a_search_cleans_its_query_as_the_vectors_say() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for Vector { description, given, expect, .. } in vectors_of("readQuery") {
        let typed = given[0].as_str().unwrap();
        let encoded = percent_encoding::utf8_percent_encode(typed, percent_encoding::NON_ALPHANUMERIC).to_string();
        let answer = visitor.get(&format!("/api/search/suggest?query={encoded}")).await;
        if holds_nul(&given[0]) && answer.status.is_client_error() {
            continue;
        }
        assert_eq!(answer.status, StatusCode::OK, "{description}: {}", answer.text);
        let searched = if expect["searches"] == json!(true) { &expect["query"] } else { &json!("") };
        assert_eq!(&answer.json()["query"], searched, "{description}");
    }
}

#[tokio::test]
async fn a_list_page_is_made_from_the_answer_its_vectors_name() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for Vector { description, given, expect, .. } in vectors_of("listQuery") {
        let (path, search) = (given[0].as_str().unwrap(), given[1].as_str().unwrap());
        // What no request line can hold is refused before any rule is asked.
        // A category of the vectors need not be sold here.
        if expect.as_str().unwrap().contains("category=") || search.contains("%zz") || !search.is_ascii() {
            continue;
        }
        let search = search.strip_prefix('?').unwrap_or(search);
        let answer = visitor.get(&format!("/page-data{path}?{search}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{description}: {}", answer.text);
        let query = expect.as_str().unwrap();
        let address = if query.is_empty() { "/api/search".to_owned() } else { format!("/api/search?{query}") };
        assert!(answer.json()["data"].get(&address).is_some(), "{description}: {address}");
    }
}
