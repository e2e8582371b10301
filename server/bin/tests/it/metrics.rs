//! `/metrics`: what it tells, in which names, and that what anybody asks for makes no figures of its own.

use std::{collections::BTreeSet, path::Path};

use axum::{Router, http::Method};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::{self, ops::metrics::FIGURES};
use fieldhouse_shop::{config::Config, finding::snapshot};

use crate::support::{TestApp, Visitor};

/// The same store, watched.
fn watched(app: &TestApp) -> (fieldhouse_shop::state::AppState, Router) {
    let state = app.again(Config { metrics: true, ..app.state.config.clone() });
    (state.clone(), surfaces::router(state, app.pages.clone()))
}

/// Lines of figures, without what they say.
async fn told(router: &Router) -> Vec<String> {
    let answer = Visitor::at(router.clone(), Site::FIELDHOUSE).get("/metrics").await;
    assert_eq!(answer.status, 200);
    answer.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// The value of the one line that begins so.
fn value<'a>(lines: &'a [String], start: &str) -> &'a str {
    let mut found = lines.iter().filter_map(|line| line.strip_prefix(start)?.strip_prefix(' '));
    let value = found.next().unwrap_or_else(|| panic!("{start} in {lines:#?}"));
    assert_eq!(found.next(), None);
    value
}

fn number(lines: &[String], start: &str) -> f64 {
    value(lines, start).parse().unwrap()
}

#[tokio::test]
async fn how_long_answers_take_is_told_by_surface_route_and_class_whatever_is_asked_for() {
    let app = TestApp::stocked().await;
    let (_, router) = watched(&app);
    let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
    for path in ["/api/search?query=ball", "/api/search?query=bat", "/api/account"] {
        visitor.get(path).await;
    }
    for path in ["/", "/nowhere-canary/", "/assets/canary.js"] {
        visitor.get(path).await;
    }
    for number in 0..50 {
        visitor.get(&format!("/api/made-up-{number}")).await;
        visitor.get(&format!("/api/catalog/products/canary-{number}")).await;
        visitor.send(Method::GET, &format!("/platform/canary-{number}/in-store/key=usgames/me"), &[], None).await;
        visitor.get(&format!("/1/indexes/canary-{number}")).await;
    }
    let lines = told(&router).await;
    let count = |surface: &str, route: &str, status: &str| {
        let labels = format!("{{surface=\"{surface}\",route=\"{route}\",status=\"{status}\"}}");
        value(&lines, &format!("fieldhouse_http_request_duration_seconds_count{labels}"))
    };
    assert_eq!(count("storefront", "/api/search", "2xx"), "2");
    assert_eq!(count("storefront", "/api/account", "4xx"), "1");
    assert_eq!(count("storefront", "/api/", "4xx"), "50");
    assert_eq!(count("storefront", "/api/catalog/products/{slugOrSku}", "4xx"), "50");
    let pages = ["2xx", "4xx"].map(|status| count("pages", "/", status));
    assert_eq!(pages, ["1", "1"]);
    assert_eq!(count("pages", "/assets/", "4xx"), "1");
    assert_eq!(count("platform", "/platform/", "4xx"), "50");
    assert_eq!(count("hosted_search", "/1/indexes/{index}", "4xx"), "50");
    assert!(!lines.iter().any(|line| line.contains("canary")), "{lines:#?}");
}

#[tokio::test]
async fn pools_engines_queues_and_snapshots_are_told() {
    let app = TestApp::start().await;
    let (state, router) = watched(&app);
    let before = told(&router).await;
    for pool in ["reader", "writer", "durable", "pulse"] {
        assert!(number(&before, &format!("fieldhouse_database_connections_max{{pool=\"{pool}\"}}")) >= 1.0);
    }
    let durable = "fieldhouse_database_connections_in_use{pool=\"durable\"}";
    // What opened the connections hands them back beside the test: asked until it has.
    while value(&told(&router).await, durable) != "0" {
        tokio::task::yield_now().await;
    }
    assert!(number(&before, "fieldhouse_page_engines") >= 1.0);
    assert_eq!(value(&before, "fieldhouse_jobs{queue=\"letters\",state=\"parked\"}"), "0");
    assert_eq!(value(&before, "fieldhouse_snapshot_change{what=\"catalog\"}"), "0");
    assert_eq!(value(&before, "fieldhouse_snapshot_build_seconds{what=\"catalog\"}"), "0");

    fieldhouse_shop::finding::catalog::reindex(&state.db).await.unwrap();
    assert!(snapshot::refresh(&state, &state.catalog).await.unwrap());
    let tx = state.db.write_durable().await.unwrap();
    let during = told(&router).await;
    assert_eq!(value(&during, durable), "1");
    drop(tx);
    assert_eq!(value(&during, "fieldhouse_snapshot_change{what=\"catalog\"}"), "1");
    assert!(number(&during, "fieldhouse_snapshot_build_seconds{what=\"catalog\"}") > 0.0);
    assert!(number(&during, "fieldhouse_snapshot_age_seconds{what=\"catalog\"}") < 60.0);
}

#[tokio::test]
async fn waits_for_the_database_pages_and_refusals_are_counted() {
    let app = TestApp::stocked().await;
    let (state, router) = watched(&app);
    let before = told(&router).await;
    let durable = "fieldhouse_database_transactions_total{pool=\"durable\"}";
    let waited = "fieldhouse_database_wait_microseconds_total{pool=\"durable\"}";
    // The second one waits for the first, whether for the writer's turn or for its row.
    let first = state.db.write_durable_for(["one".to_owned()]).await.unwrap();
    drop(first);
    drop(state.db.write_durable().await.unwrap());
    let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
    visitor.get("/").await;
    for _ in 0..3 {
        let typed = serde_json::json!({"email": "nobody@example.com", "password": "no such thing at all"});
        visitor.send(Method::POST, "/api/auth/signin", &[], Some(&typed)).await;
    }
    visitor.get("/api/account").await;
    let after = told(&router).await;
    assert!(number(&after, durable) >= number(&before, durable) + 2.0);
    assert!(number(&after, waited) > number(&before, waited));
    assert_eq!(value(&after, "fieldhouse_watched_requests_total{event=\"sign_in\",outcome=\"refused\"}"), "3");
    assert_eq!(value(&after, "fieldhouse_watched_requests_total{event=\"request\",outcome=\"refused\"}"), "1");
    let rendered = number(&after, "fieldhouse_pages_rendered_total");
    assert!(rendered >= number(&before, "fieldhouse_pages_rendered_total"));
}

#[tokio::test]
async fn what_is_kept_in_memory_is_told_by_what_it_is() {
    let app = TestApp::stocked().await;
    let (_, router) = watched(&app);
    let kept = async |what: &str| {
        let lines = told(&router).await;
        number(&lines, &format!("fieldhouse_kept_bytes{{what=\"{what}\"}}"))
    };
    let visitor = Visitor::at(router.clone(), Site::FIELDHOUSE);
    for (what, address) in [
        ("products", "/api/catalog/products/BAL100"),
        ("lists", "/api/search"),
        ("found", "/api/search?query=jersey"),
        ("suggestions", "/api/search/suggest?query=jer"),
        ("drawings", "/images/jersey-front.svg?c=12335B"),
        ("pages", "/"),
    ] {
        let before = kept(what).await;
        assert_eq!(visitor.get(address).await.status, 200, "{address}");
        assert!(kept(what).await > before, "{what}");
    }
}

#[tokio::test]
async fn every_figure_is_in_the_manual_and_nothing_else_is_told() {
    let app = TestApp::start().await;
    let (_, router) = watched(&app);
    // Nothing was answered before the first look.
    told(&router).await;
    let known: BTreeSet<&str> = FIGURES.iter().map(|(_, name, _)| *name).collect();
    for line in told(&router).await {
        let name = line.split(['{', ' ']).next().unwrap();
        let name = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        assert!(known.contains(name), "{line}");
    }
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/OPERATING.md");
    let manual = std::fs::read_to_string(manual).unwrap();
    let missing: Vec<&&str> = known.iter().filter(|name| !manual.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "not in docs/OPERATING.md: {missing:?}");
}

/// Names of figures in a text, without what a histogram's lines add to its name.
fn figures_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let figures = words.filter(|word| word.starts_with("fieldhouse_"));
    figures
        .map(|name| {
            let bare = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            bare.unwrap_or(name).to_owned()
        })
        .collect()
}

#[test]
fn rules_and_dashboards_ask_for_figures_that_are_told_and_dashboards_for_all_of_them() {
    let read = |file: &str| {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file)).unwrap()
    };
    let known: BTreeSet<String> = FIGURES.iter().map(|(_, name, _)| (*name).to_owned()).collect();
    let dashboard = figures_in(&read("grafana/fieldhouse.json"));
    assert_eq!(dashboard, known, "each figure is drawn");
    let rules = figures_in(&read("prometheus/alerts.yml"));
    assert!(rules.len() > 8 && rules.is_subset(&known), "{:?}", rules.difference(&known));
    assert!(figures_in(&read("prometheus/alerts.test.yml")).is_superset(&rules), "each rule's figures are tried");
}
