//! Search in the hosted service's shape: what its clients send and what comes back. The clients themselves are in
//! tests/e2e/instant-search.mjs.

use std::sync::Arc;

use axum::http::Method;
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces;
use fieldhouse_shop::{
    config::{Config, hosted_search::HostedSearchConfig},
    finding::{analytics, catalog, snapshot::Snapshot},
};
use serde_json::{Value, json};

use crate::{
    content::with_content,
    fixture,
    shopping::query,
    support::{Answer, TestApp, Visitor},
};

const APPLICATION: (&str, &str) = ("x-algolia-application-id", "fieldhouse");

fn key(site: Site) -> (&'static str, String) {
    ("x-algolia-api-key", format!("search-only-{}", site.key()))
}

/// A client with a brand's key. The host it asks is another brand's: it says nothing here.
struct Client {
    visitor: Visitor,
    key: String,
}

impl Client {
    fn of(app: &TestApp, site: Site) -> Self {
        Self { visitor: app.visitor(Site::ATHLETIC_CONNECTION), key: key(site).1 }
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        self.visitor.send(method, path, &[APPLICATION, ("x-algolia-api-key", &self.key)], body).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    /// Searches the fieldhouse's products.
    async fn search(&self, params: Value) -> Value {
        let answer = self.post("/1/indexes/fieldhouse_products/query", &params).await;
        assert_eq!(answer.status, 200, "{params}: {}", answer.text);
        answer.json()
    }

    async fn found(&self, params: Value) -> Vec<String> {
        ids(&self.search(params).await)
    }

    async fn refused(&self, params: Value) -> String {
        let answer = self.post("/1/indexes/fieldhouse_products/query", &params).await;
        let body = answer.json();
        assert_eq!((answer.status.as_u16(), &body["status"]), (400, &json!(400)), "{params}: {}", answer.text);
        assert_eq!(body.as_object().unwrap().len(), 2, "{body}");
        body["message"].as_str().unwrap().to_owned()
    }
}

fn encode(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn ids(answer: &Value) -> Vec<String> {
    let hits = answer["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["objectID"].as_str().unwrap().to_owned()).collect()
}

async fn shop() -> Client {
    Client::of(&TestApp::stocked().await, Site::FIELDHOUSE)
}

#[tokio::test]
async fn an_answer_has_hits_pages_and_marks() {
    let shop = shop().await;
    let answer = shop.search(json!({"query": "soc bal", "hitsPerPage": 1, "page": 1, "clickAnalytics": true})).await;
    for (field, value) in [
        ("nbHits", json!(2)),
        ("page", json!(1)),
        ("nbPages", json!(2)),
        ("hitsPerPage", json!(1)),
        ("query", json!("soc bal")),
        ("index", json!("fieldhouse_products")),
        ("exhaustiveNbHits", json!(true)),
        ("params", json!("clickAnalytics=true&hitsPerPage=1&page=1&query=soc%20bal")),
    ] {
        assert_eq!(answer[field], value, "{field}");
    }
    assert_eq!(answer["queryID"].as_str().unwrap().len(), 32);
    assert!(answer["processingTimeMS"].as_u64().unwrap() >= 1);
    let hit = &answer["hits"][0];
    assert_eq!(
        hit["_highlightResult"]["name"],
        json!({"value": "Training <em>Soc</em>cer <em>Bal</em>l", "matchLevel": "full",
            "matchedWords": ["soc", "bal"], "fullyHighlighted": false})
    );
    for (field, value) in [
        ("objectID", json!("bal200")),
        ("name", json!("Training Soccer Ball")),
        ("slug", json!("training-soccer-ball")),
        ("price", json!(2000)),
        ("discountedPrice", json!(1500)),
        ("masterVariant", json!("BAL200-4")),
        ("variantSKUs", json!(["BAL200-4", "BAL200-5"])),
        ("thumbnail", json!("/images/placeholder.svg")),
        ("callToOrder", json!(false)),
        ("categories", json!(["Soccer", "Balls"])),
        ("hierarchicalCategories", json!({"lvl0": ["Soccer"], "lvl1": ["Soccer > Balls"]})),
    ] {
        assert_eq!(hit[field], value, "{field}");
    }
    let plain = shop.search(json!({"query": "ball"})).await;
    assert!(plain.get("queryID").is_none() && plain.get("facets").is_none());
}

#[tokio::test]
async fn the_order_is_that_of_the_stores_own_search() {
    let app = TestApp::stocked().await;
    let shop = Client::of(&app, Site::FIELDHOUSE);
    let storefront = app.visitor(Site::FIELDHOUSE);
    for (sort, index) in [
        ("relevance", "fieldhouse_products"),
        ("price-asc", "fieldhouse_products_price_asc"),
        ("price-desc", "fieldhouse_products_price_desc"),
        ("name", "fieldhouse_products_name"),
        ("newest", "fieldhouse_products_newest"),
    ] {
        for query in ["", "ball", "jresey", "soccer training jersey", "JRS100-RED", "nothing-of-the-kind"] {
            let list =
                storefront.get(&format!("/api/search?query={query}&sort={sort}").replace(' ', "%20")).await.json();
            let shown: Vec<&str> =
                list["hits"].as_array().unwrap().iter().map(|hit| hit["pid"].as_str().unwrap()).collect();
            let answer = shop.post(&format!("/1/indexes/{index}/query"), &json!({"query": query})).await;
            assert_eq!(ids(&answer.json()), shown, "{index} {query:?}");
        }
    }
}

#[tokio::test]
async fn filters_narrow_by_one_article_and_whole_products() {
    let shop = shop().await;
    for (params, found) in [
        (json!({"filters": "color:Red"}), vec!["jrs100"]),
        (json!({"filters": "color:Red OR color:Tan"}), vec!["jrs100", "glv100"]),
        (json!({"filters": "color:Red AND size:2XL"}), vec!["jrs100"]),
        (json!({"filters": "color:Red AND size:2XL AND availability:in-stock"}), vec![]),
        (json!({"filters": "color:Red AND color:Navy AND size:S"}), vec!["jrs100"]),
        (json!({"filters": "color:Red AND color:Tan"}), vec![]),
        (json!({"filters": "color:Navy AND NOT color:Red"}), vec!["jrs200"]),
        (json!({"filters": "color:Navy AND brand:Kestrel"}), vec![]),
        (json!({"filters": "brand:Kestrel AND price < 1000"}), vec!["sck100"]),
        (json!({"filters": "yourPrice:1500 TO 2499"}), vec!["jrs100", "bal200"]),
        (json!({"filters": "price=2000 AND discountedPrice<=1500"}), vec!["bal200"]),
        (json!({"filters": "price!=2000 AND brand:Kestrel"}), vec!["bal100", "sck100"]),
        (json!({"filters": "callToOrder:true"}), vec!["net100"]),
        (json!({"filters": "objectID:med100 OR objectID:con100"}), vec!["med100"]),
        (json!({"filters": "categories:Jerseys"}), vec!["jrs100", "jrs200"]),
        (json!({"filters": "hierarchicalCategories.lvl1:\"Football > Jerseys\""}), vec!["jrs100", "jrs200"]),
        (json!({"filters": "hierarchicalCategories.lvl2:\"Football > Jerseys > Practice jerseys\""}), vec!["jrs100"]),
        (json!({"filters": "color:Chartreuse"}), vec![]),
        (json!({"facetFilters": [["color:Red", "color:Tan"], "size:S"]}), vec!["jrs100"]),
        (json!({"facetFilters": "color:-Navy", "query": "jersey"}), vec![]),
        (json!({"facetFilters": ["brand:Dugout"], "numericFilters": ["price>=8999"]}), vec!["glv100"]),
        (json!({"numericFilters": [["price<800", "price>12000"]]}), vec!["sck100", "hlm100"]),
        (json!({"params": "query=ball&facetFilters=%5B%22brand%3AKestrel%22%5D"}), vec!["bal100", "bal200"]),
    ] {
        assert_eq!(shop.found(params.clone()).await, found, "{params}");
    }
}

#[tokio::test]
async fn facets_are_counted_with_the_range_of_numbers() {
    let shop = shop().await;
    let answer = shop.search(json!({"query": "jersey", "facets": ["*"]})).await;
    assert_eq!(answer["facets"]["color"], json!({"Navy": 2, "Red": 1, "White": 1}));
    assert_eq!(answer["facets"]["hierarchicalCategories.lvl0"], json!({"Football": 2}));
    assert_eq!(answer["facets"]["callToOrder"], json!({"false": 2}));
    assert_eq!(answer["facets"]["price"], json!({"2499": 1, "5499": 1}));
    assert_eq!(answer["facets_stats"]["price"], json!({"min": 2499, "max": 5499, "avg": 3999, "sum": 7998}));
    let one = shop.search(json!({"query": "jersey", "facets": ["color", "no-such"], "maxValuesPerFacet": 1})).await;
    assert_eq!(one["facets"], json!({"color": {"Navy": 2}}));
    // A size is counted where it comes in the colour that was chosen.
    let sizes = shop.search(json!({"filters": "color:Navy", "query": "varsity", "facets": "size"})).await;
    assert_eq!(sizes["facets"], json!({"size": {"M": 1, "S": 1}}));
    // All colours of what is left stay countable, as 'and' refinements need it.
    let both = shop.search(json!({"filters": "color:Navy AND size:2XL", "facets": ["color"]})).await;
    assert_eq!(both["facets"]["color"], json!({"Navy": 1, "Red": 1, "White": 1}));
    let none = shop.search(json!({"query": "medal", "facets": ["price"]})).await;
    assert_eq!((&none["facets"], none.get("facets_stats")), (&json!({}), None), "what has no price has no range");
}

#[tokio::test]
async fn facet_values_are_found_by_their_beginnings() {
    let shop = shop().await;
    let path = "/1/indexes/fieldhouse_products/facets/brand/query";
    let answer = shop.post(path, &json!({"facetQuery": "iro"})).await.json();
    assert_eq!(answer["facetHits"], json!([{"value": "Ironside", "highlighted": "<em>Iro</em>nside", "count": 4}]));
    let narrowed = shop.post(path, &json!({"facetQuery": "", "query": "soccer", "maxFacetHits": 1})).await.json();
    assert_eq!(narrowed["facetHits"][0]["value"], "Kestrel");
    let unknown = shop.post("/1/indexes/fieldhouse_products/facets/name/query", &json!({"facetQuery": "a"})).await;
    assert_eq!(unknown.status, 400);
}

#[tokio::test]
async fn fields_of_hits_and_answers_are_those_asked_for() {
    let shop = shop().await;
    let params = json!({"query": "ball", "attributesToRetrieve": ["name"], "attributesToHighlight": [],
        "attributesToSnippet": ["description:2"], "highlightPreTag": "__a__", "highlightPostTag": "__b__",
        "responseFields": ["hits", "nbHits"], "offset": 1, "length": 1});
    let answer = shop.search(params).await;
    assert_eq!(
        answer,
        json!({
            "hits": [{
                "objectID": "bal200", "name": "Training Soccer Ball",
                "_snippetResult": {"description": {"value": "…__a__Ball__b__ by…", "matchLevel": "full"}},
            }],
            "nbHits": 2,
            "index": "fieldhouse_products",
        })
    );
}

#[tokio::test]
async fn what_is_not_done_here_is_refused_in_the_services_form() {
    let shop = shop().await;
    for (params, told) in [
        (json!({"aroundLatLng": "1,2"}), "aroundLatLng"),
        (json!({"optionalFilters": ["a:b"]}), "optionalFilters"),
        (json!({"hitsPerPage": 1001}), "hitsPerPage must be between 0 and 1000"),
        (json!({"filters": "(color:Red AND size:S) OR brand:A"}), "only (X OR Y) AND Z is allowed"),
        (json!({"filters": "stock:7"}), "Attribute stock cannot be filtered by"),
        (json!({"filters": "color<7"}), "Attribute color is no number here"),
        (json!({"numericFilters": ["price:cheap"]}), "cannot be read"),
        (json!([1]), "wrong type"),
    ] {
        let message = shop.refused(params.clone()).await;
        assert!(message.contains(told), "{params}: {message}");
    }
}

#[tokio::test]
async fn r04_a_key_opens_its_own_brand_and_nothing_else() {
    let app = TestApp::stocked().await;
    let path = "/1/indexes/fieldhouse_products/query";
    let anybody = app.visitor(Site::FIELDHOUSE);
    let invalid = json!({"message": "Invalid Application-ID or API key", "status": 403});
    let wrong = [
        vec![],
        vec![APPLICATION],
        vec![APPLICATION, ("x-algolia-api-key", "wrong")],
        vec![("x-algolia-application-id", "other"), ("x-algolia-api-key", "search-only-fieldhouse")],
    ];
    for headers in wrong {
        let answer = anybody.send(Method::POST, path, &headers, Some(&json!({}))).await;
        assert_eq!((answer.status.as_u16(), answer.json()), (403, invalid.clone()), "{headers:?}");
    }
    let in_address = "?x-algolia-application-id=FIELDHOUSE&x-algolia-api-key=search-only-fieldhouse&x-algolia-agent=a";
    assert_eq!(anybody.post(&format!("{path}{in_address}"), &json!({})).await.status, 200);
    assert_eq!(
        anybody.get(&format!("/1/indexes/fieldhouse_products{in_address}&query=ball")).await.json()["nbHits"],
        2
    );

    let games = Client::of(&app, Site::US_GAMES);
    let answer = games.post(path, &json!({})).await;
    assert_eq!(
        (answer.status.as_u16(), answer.json()["message"].as_str().unwrap()),
        (403, "Index not allowed with this API key")
    );
    let unknown = games.post("/1/indexes/nothing/query", &json!({})).await;
    assert_eq!(
        (unknown.status.as_u16(), unknown.json()),
        (404, json!({"message": "Index nothing does not exist", "status": 404}))
    );
    let own = games.post("/1/indexes/usgames_products/query", &json!({})).await.json();
    assert_eq!(ids(&own), ["bal100", "con100"]);
    let shop = Client::of(&app, Site::FIELDHOUSE);
    for path in ["/1/indexes/fieldhouse_products/con100", "/1/indexes/fieldhouse_products/nothing"] {
        let answer = shop.send(Method::GET, path, None).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()),
            (404, json!({"message": "ObjectID does not exist", "status": 404}))
        );
    }
    for (method, path, status) in
        [(Method::GET, "/1/keys", 404), (Method::PUT, "/1/indexes/fieldhouse_products/settings", 405)]
    {
        let answer = shop.send(method, path, None).await;
        assert_eq!((answer.status.as_u16(), answer.json()["status"].as_u64()), (status, Some(status.into())), "{path}");
    }
    assert_eq!(shop.send(Method::DELETE, "/1/indexes/fieldhouse_products", None).await.status, 405);
}

#[tokio::test]
async fn nothing_tells_how_many_pieces_there_are_and_what_is_by_phone_has_no_price() {
    let mut records = fixture::records();
    for product in &mut records.products {
        product.facts.call_to_order = product.facts.id == "bag100";
    }
    let app = TestApp::start_with(Snapshot::build(1, records)).await;
    let shop = Client::of(&app, Site::FIELDHOUSE);
    let bag = shop.send(Method::GET, "/1/indexes/fieldhouse_products/bag100", None).await.json();
    assert_eq!(
        (&bag["price"], &bag["discountedPrice"], &bag["yourPrice"], &bag["callToOrder"]),
        (&Value::Null, &Value::Null, &Value::Null, &json!(true))
    );
    assert_eq!(shop.found(json!({"query": "duffel", "filters": "price > 0"})).await, Vec::<String>::new());
    for id in ["bag100", "jrs100"] {
        let object = shop.send(Method::GET, &format!("/1/indexes/fieldhouse_products/{id}"), None).await.text;
        for word in ["\"stock", ":40", "restock", "popularity", "keywords", "usgames"] {
            assert!(!object.contains(word), "{word} in {object}");
        }
    }
}

#[tokio::test]
async fn several_searches_and_objects_come_in_one_call() {
    let shop = shop().await;
    let requests = json!({"requests": [
        {"indexName": "fieldhouse_products", "query": "ball", "hitsPerPage": 1},
        {"indexName": "fieldhouse_products", "type": "facet", "facet": "color", "params": "facetQuery=na"},
        {"indexName": "fieldhouse_products_name", "type": "default", "params": "query=jersey"},
    ]});
    let answer = shop.post("/1/indexes/*/queries", &requests).await.json();
    let results = answer["results"].as_array().unwrap();
    assert_eq!(
        (results.len(), &results[0]["nbHits"], &results[2]["index"]),
        (3, &json!(2), &json!("fieldhouse_products_name"))
    );
    assert_eq!(results[1]["facetHits"][0]["highlighted"], "<em>Na</em>vy");
    let enough = json!({"strategy": "stopIfEnoughMatches", "requests": [
        {"indexName": "fieldhouse_products", "query": "ball", "hitsPerPage": 2},
        {"indexName": "fieldhouse_products", "query": "jersey"},
    ]});
    let answer = shop.post("/1/indexes/*/queries", &enough).await.json();
    assert_eq!((&answer["results"][0]["nbHits"], &answer["results"][1]["processed"]), (&json!(2), &json!(false)));
    let objects = json!({"requests": [
        {"indexName": "fieldhouse_products", "objectID": "glv100", "attributesToRetrieve": ["brand"]},
        {"indexName": "fieldhouse_products", "objectID": "con100"},
    ]});
    let answer = shop.post("/1/indexes/*/objects", &objects).await.json();
    assert_eq!(answer, json!({"results": [{"objectID": "glv100", "brand": "Dugout"}, null]}));
    let many: Vec<Value> = (0..51).map(|_| json!({"indexName": "fieldhouse_products"})).collect();
    assert_eq!(shop.post("/1/indexes/*/queries", &json!({"requests": many})).await.status, 400);
    for bad in [json!({"requests": [{}]}), json!({"requests": [{"indexName": 1}]}), json!({})] {
        assert_eq!(shop.post("/1/indexes/*/queries", &bad).await.status, 400, "{bad}");
    }
}

#[tokio::test]
async fn the_learning_corner_is_an_index_of_its_own() {
    let app = with_content().await;
    for site in Site::BUILT_IN {
        let corner = Client::of(&app, site);
        let path = format!("/1/indexes/{}_learning_corner/query", site.key());
        let all = corner.post(&path, &json!({})).await.json();
        let title = all["hits"][0]["title"].as_str().unwrap().to_owned();
        let typed = json!({"query": title, "filters": "content_type:page_content", "facets": ["content_type"],
            "attributesToSnippet": ["content:8"]});
        let found = corner.post(&path, &typed).await.json();
        let shown = app.visitor(site).get(&format!("/api/content/search?query={}", encode(&title))).await.json();
        let titles: Vec<&Value> = shown["hits"].as_array().unwrap().iter().map(|hit| &hit["title"]).collect();
        let hits = found["hits"].as_array().unwrap();
        assert!(!titles.is_empty());
        assert_eq!(hits.iter().map(|hit| &hit["title"]).collect::<Vec<_>>(), titles, "one engine answers both");
        assert_eq!(found["facets"], json!({"content_type": {"page_content": titles.len()}}));
        assert!(hits[0]["objectID"].as_str().unwrap().starts_with("learning-corner/"));
        assert!(found["hits"].to_string().contains("<em>"));
        assert!(all["nbHits"].as_u64() >= found["nbHits"].as_u64());
        let none = corner.post(&path, &json!({"filters": "NOT content_type:page_content"})).await.json();
        assert_eq!(none["nbHits"], 0);
        assert_eq!(corner.post(&path, &json!({"filters": "color:Red"})).await.status, 400);
    }
}

#[tokio::test]
async fn any_kind_of_body_is_read_and_only_configured_origins_may_look() {
    let mut app = TestApp::stocked().await;
    let hosted_search = HostedSearchConfig { origins: vec!["https://front.example".to_owned()], ..Default::default() };
    app.state = app.again(Config { hosted_search, ..app.state.config.clone() });
    let router = surfaces::router(app.state.clone(), Arc::clone(&app.pages));
    let visitor = Visitor::at(router, Site::FIELDHOUSE);
    let path = "/1/indexes/*/queries?x-algolia-application-id=fieldhouse&x-algolia-api-key=search-only-fieldhouse";
    let body = r#"{"requests":[{"indexName":"fieldhouse_products","query":"ball"}]}"#;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8"] {
        let headers: [(&str, &[u8]); 3] = [
            ("content-type", kind.as_bytes()),
            ("origin", b"https://front.example"),
            ("sec-fetch-site", b"cross-site"),
        ];
        let answer = visitor.send_bytes(Method::POST, path, &headers, body).await;
        assert_eq!(answer.status, 200, "{kind}: {}", answer.text);
        assert_eq!(answer.headers["access-control-allow-origin"], "https://front.example");
        assert_eq!(answer.headers["vary"], "Origin");
        assert!(!answer.headers.contains_key("access-control-allow-credentials"));
        assert!(!answer.headers.contains_key("set-cookie"));
    }
    let preflight = |origin: &'static str| {
        let headers: [(&str, &[u8]); 2] = [("origin", origin.as_bytes()), ("access-control-request-method", b"POST")];
        let visitor = &visitor;
        async move { visitor.send_bytes(Method::OPTIONS, path, &headers, "").await }
    };
    let allowed = preflight("https://front.example").await;
    assert_eq!(allowed.status, 204);
    assert_eq!(allowed.headers["access-control-allow-methods"], "GET, POST, OPTIONS");
    assert!(allowed.headers["access-control-allow-headers"].to_str().unwrap().contains("x-algolia-api-key"));
    assert!(!preflight("https://evil.example").await.headers.contains_key("access-control-allow-origin"));
    let stranger = visitor
        .send_bytes(Method::POST, path, &[("content-type", b"text/plain"), ("origin", b"https://evil.example")], body)
        .await;
    assert_eq!((stranger.status.as_u16(), stranger.json()["status"].as_u64()), (403, Some(403)));
    assert!(!stranger.headers.contains_key("access-control-allow-origin"));
    // A refusal can be read by those who may look.
    let bad = visitor
        .send_bytes(Method::POST, path, &[("content-type", b"text/plain"), ("origin", b"https://front.example")], "{")
        .await;
    assert_eq!(
        (bad.status.as_u16(), &bad.headers["access-control-allow-origin"]),
        (400, &"https://front.example".parse().unwrap())
    );
    // Nothing else is opened by it: everything but search still refuses other origins and other bodies (R49).
    for path in ["/api/wishlist", "/api/analytics/events"] {
        let headers: [(&str, &[u8]); 2] = [("content-type", b"application/json"), ("origin", b"https://front.example")];
        assert_eq!(visitor.send_bytes(Method::POST, path, &headers, "{}").await.status, 403, "{path}");
        let plain = visitor.send_bytes(Method::POST, path, &[("content-type", b"text/plain")], "{}").await;
        assert_eq!(plain.status, 415, "{path}");
        assert_eq!(visitor.send_bytes(Method::OPTIONS, path, &[], "").await.status, 405, "{path}");
    }
}

/// An event as the service's client sends it.
fn event(kind: &str, subtype: Option<&str>, product: &str) -> Value {
    json!({"events": [{"eventType": kind, "eventSubtype": subtype, "eventName": "Product", "userToken": "anonymous-1",
        "index": "fieldhouse_products", "objectIDs": [product], "positions": [1], "queryID": "0".repeat(32),
        "timestamp": 1_795_176_000_000_i64}]})
}

#[tokio::test]
async fn clicks_and_conversions_count_once_a_day_of_an_address_and_rank_last() {
    let app = TestApp::start().await;
    let mut records = fixture::records();
    for product in &mut records.products {
        product.facts.popularity = 10;
        if product.facts.id.starts_with("med") {
            "Medal".clone_into(&mut product.facts.name);
        }
    }
    catalog::load_demo(&app.state.db, records).await.unwrap();
    assert!(fieldhouse_shop::finding::snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let front = Client::of(&app, Site::FIELDHOUSE);
    let before = front.found(json!({"query": "medal"})).await;
    assert_eq!(before.len(), 2);
    for token in 0..30 {
        let mut forged = event("conversion", Some("addToCart"), &before[1]);
        forged["events"][0]["userToken"] = json!(format!("somebody-{token}"));
        let answer = front.post("/1/events", &forged).await;
        assert_eq!((answer.status.as_u16(), answer.json()), (200, json!({"message": "OK", "status": 200})));
        front.post("/1/events", &event("click", None, &before[1])).await;
        front.post("/1/events", &event("view", None, &before[0])).await;
    }
    front.post("/1/events", &event("click", None, "con100")).await;
    front.post("/1/events", &event("click", None, "nothing")).await;
    analytics::write(&app.state, &app.state.interest).await.unwrap();
    let rows = query(app.state.db.read(), "SELECT clicks, added FROM product_interest").await;
    let counts: Vec<(i64, i64)> =
        rows.iter().map(|row| (row.try_get("", "clicks").unwrap(), row.try_get("", "added").unwrap())).collect();
    assert_eq!(counts, [(1, 1)], "once, whatever is made up");
    catalog::reindex(&app.state.db).await.unwrap();
    assert!(fieldhouse_shop::finding::snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    assert_eq!(front.found(json!({"query": "medal"})).await, before.iter().rev().cloned().collect::<Vec<_>>());
}

#[tokio::test]
async fn events_are_bounded_and_wrong_ones_are_refused() {
    let app = TestApp::stocked().await;
    let front = Client::of(&app, Site::FIELDHOUSE);
    let with = |field: &str, value: Value| {
        let mut event = event("click", None, "bal100");
        event["events"][0][field] = value;
        event
    };
    for (body, status) in [
        (with("eventType", json!("bought")), 400),
        (with("eventSubtype", json!("addToCart")), 200),
        (with("eventName", json!("")), 400),
        (json!({"events": [{"eventType": "instantsearch", "eventName": "__start__", "userToken": "a"}]}), 200),
        (json!({"events": [{"eventType": "click", "eventName": "a", "userToken": "a"}]}), 404),
        (with("eventName", json!("a".repeat(65))), 400),
        (with("index", json!("usgames_products")), 403),
        (with("index", json!("nothing")), 404),
        (with("objectIDs", json!(vec!["bal100"; 21])), 400),
        (with("objectIDs", json!("bal100")), 400),
        (json!({"events": vec![event("click", None, "bal100")["events"][0].clone(); 101]}), 400),
        (json!({}), 400),
    ] {
        let answer = front.post("/1/events", &body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()["status"].as_u64()),
            (status, Some(u64::from(status))),
            "{body}"
        );
    }
    assert_eq!(app.visitor(Site::FIELDHOUSE).post("/1/events", &event("click", None, "bal100")).await.status, 403);
    let many = json!({"events": vec![event("click", None, "bal100")["events"][0].clone(); 100]});
    let mut last = 200;
    for _ in 0..7 {
        let answer = front.post("/1/events", &many).await;
        last = answer.status.as_u16();
        if last == 429 {
            assert!(answer.headers.contains_key("retry-after") && answer.json()["status"] == 429);
        }
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn r55_every_published_naughty_string_is_answered_at_every_door_of_the_search() {
    let strings: Vec<String> = serde_json::from_str(include_str!("../fixtures/naughty-strings/blns.json")).unwrap();
    assert!(strings.len() > 480);
    let app = TestApp::stocked().await;
    let shopper = app.visitor(Site::FIELDHOUSE);
    let front = Client::of(&app, Site::FIELDHOUSE);
    let index = "fieldhouse_products";
    for naughty in &strings {
        let typed = encode(naughty);
        for path in ["/api/search?query=", "/api/search/suggest?query=", "/api/content/search?query="] {
            assert_eq!(shopper.get(&format!("{path}{typed}")).await.status, 200, "{path}{naughty:?}");
        }
        let narrowed = format!("/api/search?color={typed}&size={typed}&brand={typed}&price={typed}&sort={typed}");
        assert_eq!(shopper.get(&narrowed).await.status, 200, "{naughty:?}");
        let by_address = format!("/1/indexes/{index}?query={typed}");
        assert_eq!(front.send(Method::GET, &by_address, None).await.status, 200, "{naughty:?}");
        let object = front.send(Method::GET, &format!("/1/indexes/{index}/{typed}"), None).await.status;
        assert!([404, 200].contains(&object.as_u16()), "{naughty:?}: {object}");
        for (path, body) in [
            ("query", json!({"query": naughty, "highlightPreTag": "a", "attributesToSnippet": ["name:3"]})),
            ("query", json!({"filters": naughty})),
            ("query", json!({"facetFilters": [[naughty], format!("color:{naughty}")]})),
            ("query", json!({"numericFilters": naughty})),
            ("query", json!({"params": naughty})),
            ("facets/brand/query", json!({"facetQuery": naughty})),
        ] {
            let answer = front.post(&format!("/1/indexes/{index}/{path}"), &body).await;
            assert!([200, 400].contains(&answer.status.as_u16()), "{body}: {}", answer.text);
            if body.get("query").is_some() || body.get("facetQuery").is_some() {
                assert_eq!(answer.status, 200, "{body}: {}", answer.text);
            }
        }
        let several = json!({"requests": [{"indexName": index, "query": naughty}, {"indexName": naughty}]});
        let status = front.post("/1/indexes/*/queries", &several).await.status;
        assert_eq!(status, 404, "there is no index {naughty:?}");
    }
}

#[tokio::test]
async fn content_may_send_a_query_elsewhere() {
    let app = with_content().await;
    let shop = Client::of(&app, Site::FIELDHOUSE);
    let answer = shop.search(json!({"query": "Size  CHART"})).await;
    assert_eq!(answer["renderingContent"], json!({"redirect": {"url": "/size-guide/"}}));
    assert!(shop.search(json!({"query": "size chart jersey"})).await.get("renderingContent").is_none());
}
