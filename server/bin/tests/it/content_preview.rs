//! Drafts are seen by whoever holds a signed link, in that browser, and by nobody else.

use std::path::Path;

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_shop::publishing::content::{self, document::Address, history, import, preview};
use serde_json::{Value, json};

use crate::{
    content::{page, with_content},
    support::{Answer, TestApp, Visitor},
};

/// Keeps drafts for two brands; the paths of their links, and the draft's id.
async fn drafts(app: &TestApp, hours: u32) -> ([String; 2], String) {
    let folder = tempfile::tempdir().unwrap();
    for (name, title) in [("fieldhouse", "Drafted field"), ("usgames", "Drafted games")] {
        let shell = json!({"announcement": title});
        let redirects = json!([{"queries": ["secret sale"], "href": "/about-us/"}]);
        let file =
            json!({"shell": shell, "pages": [page("about-us", title), page("soon", title)], "redirects": redirects});
        std::fs::write(folder.path().join(format!("{name}.json")), file.to_string()).unwrap();
    }
    let (links, id) = kept(app, folder.path(), hours).await;
    (["fieldhouse", "usgames"].map(|site| path_of(&links, site).unwrap()), id)
}

/// Keeps the drafts of a folder; their links and their id.
async fn kept(app: &TestApp, folder: &Path, hours: u32) -> (Vec<String>, String) {
    let drafts = import::read(&app.state, folder, None).await.unwrap();
    let id = preview::keep_draft(&app.state, &drafts, "pat".to_owned()).await.unwrap();
    (preview::links(&app.state, &id, &drafts, hours).await.unwrap().0, id)
}

/// The path of a site's link.
fn path_of(links: &[String], site: &str) -> Option<String> {
    let home = format!("http://{site}.localhost:8420");
    links.iter().find_map(|link| link.strip_prefix(&home)).map(str::to_owned)
}

fn assert_unkept(answer: &Answer) {
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert!(!answer.headers.contains_key("etag"));
}

async fn announcement(visitor: &Visitor) -> Value {
    visitor.get("/api/shell").await.json()["announcement"].clone()
}

#[tokio::test]
async fn a_link_shows_drafts_to_its_browser_and_to_nobody_else() {
    let app = with_content().await;
    let ([link, _], _) = drafts(&app, 24).await;
    let (reader, other) = (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    let before = other.get("/about-us/").await;
    let opened = reader.get(&link).await;
    assert_eq!((opened.status, opened.headers["location"].to_str().unwrap()), (StatusCode::SEE_OTHER, "/"));
    assert_eq!(opened.headers["referrer-policy"], "no-referrer");
    assert_eq!(opened.headers["x-robots-tag"], "noindex");
    assert_unkept(&opened);
    let cookie = opened.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax") && cookie.contains("Max-Age=86400"),
        "{cookie}"
    );

    assert_eq!(announcement(&reader).await, "Drafted field");
    let shell = reader.get("/api/shell").await;
    assert_unkept(&shell);
    assert_eq!(shell.json()["preview"], json!({"until": "2026-11-21T12:00:00Z", "leaveHref": "/preview/leave"}));
    for path in ["/about-us/", "/soon/"] {
        let page = reader.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert_unkept(&page);
        assert_eq!(page.headers["x-robots-tag"], "noindex");
        assert!(page.text.contains("Drafted field") && page.text.contains("Leave preview"), "{path}");
    }
    let known = [("if-none-match", before.headers["etag"].to_str().unwrap())];
    assert_eq!(reader.send(Method::GET, "/about-us/", &known, None).await.status, StatusCode::OK);
    let redirect = |answer: Answer| answer.json()["redirect"].clone();
    assert_eq!(redirect(reader.get("/api/search/suggest?query=secret%20sale").await), "/about-us/");

    // Nobody else sees any of it, before and after, and the cache has everybody's page.
    assert_eq!(redirect(other.get("/api/search/suggest?query=secret%20sale").await), "");
    assert_eq!(other.get("/soon/").await.status, StatusCode::NOT_FOUND);
    let after = other.get("/about-us/").await;
    assert_eq!((after.text == before.text, &after.headers["etag"]), (true, &before.headers["etag"]));
    assert_eq!(other.get("/api/shell").await.json()["preview"], Value::Null);
    assert!(!other.get("/sitemap.xml").await.text.contains("/soon/"));
    assert!(!reader.get("/sitemap.xml").await.text.contains("/soon/"));

    let left = reader.get("/preview/leave").await;
    assert_eq!(left.status, StatusCode::SEE_OTHER);
    assert_eq!(reader.get("/about-us/").await.text, before.text);
}

#[tokio::test]
async fn a_drafted_article_is_found_by_whoever_sees_it_alone() {
    let app = with_content().await;
    let (reader, other) = (app.visitor(Site::FIELDHOUSE), app.visitor(Site::FIELDHOUSE));
    let found = async |visitor: &Visitor| {
        let answer = visitor.get("/api/content/search?query=zamboni").await.json();
        answer["hits"].as_array().unwrap().iter().map(|hit| hit["href"].clone()).collect::<Vec<_>>()
    };
    // The words of everybody's articles are known by now.
    assert!(found(&other).await.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let mut article = page("learning-corner/ice", "Behind a Zamboni");
    article["contentType"] = json!("page_content");
    std::fs::write(folder.path().join("fieldhouse.json"), json!({"pages": [article]}).to_string()).unwrap();
    let (links, _) = kept(&app, folder.path(), 24).await;
    reader.get(&path_of(&links, "fieldhouse").unwrap()).await;
    assert_eq!(found(&reader).await, ["/learning-corner/ice/"]);
    assert!(found(&other).await.is_empty());
}

#[tokio::test]
async fn a_link_that_was_tampered_with_or_is_over_or_is_another_brands_is_not_there() {
    let app = with_content().await;
    let ([link, games], _) = drafts(&app, 1).await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let mut forged = vec![
        games.clone(),
        format!("{link}x"),
        link[..link.len() - 1].to_owned(),
        link.replace(":fieldhouse.", ":usgames."),
        "/preview/x".to_owned(),
        "/preview/a.b.c".to_owned(),
        "/preview/%00".to_owned(),
    ];
    let ends = link.split('.').nth(1).unwrap();
    forged.push(link.replace(ends, &(ends.parse::<i64>().unwrap() + 1).to_string()));
    for path in &forged {
        let answer = visitor.get(path).await;
        assert!(answer.status == StatusCode::NOT_FOUND || answer.status == StatusCode::BAD_REQUEST, "{path}");
        assert!(!answer.headers.contains_key("set-cookie"), "{path}");
    }
    for path in &forged {
        visitor.forge_cookie("preview", path.trim_start_matches("/preview/").trim_end_matches("%00"));
        assert_ne!(announcement(&visitor).await, "Drafted field", "{path}");
    }
    assert_eq!(visitor.get(&link).await.status, StatusCode::SEE_OTHER);
    assert_eq!(announcement(&visitor).await, "Drafted field");
    app.state.clock.advance_seconds(3_600);
    assert_ne!(announcement(&visitor).await, "Drafted field", "the browser's cookie ends with the link");
    let over = visitor.get(&link).await;
    assert_eq!(over.status, StatusCode::NOT_FOUND);
    assert_unkept(&over);
}

#[tokio::test]
async fn a_preview_follows_the_content_under_it_until_its_drafts_are_published() {
    let app = with_content().await;
    let ([link, _], id) = drafts(&app, 24).await;
    let reader = app.visitor(Site::FIELDHOUSE);
    reader.get(&link).await;
    crate::content::import_json(&app, &json!({"site": "fieldhouse", "pages": [page("terms", "New terms")]}))
        .await
        .unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    assert_eq!(reader.get("/api/content/pages/terms").await.json()["title"], "New terms");
    assert_eq!(announcement(&reader).await, "Drafted field");
    let kept = preview::draft(&app.state, &id).await.unwrap();
    assert_eq!(kept.documents.len(), 8, "both brands' shells, pages and redirects");
    assert!(preview::draft(&app.state, "none").await.is_err());
}

#[tokio::test]
async fn a_draft_takes_documents_out_and_the_history_brings_them_back() {
    let app = with_content().await;
    let before = app.state.contents.load().version;
    let folder = tempfile::tempdir().unwrap();
    let remove = json!(["page/returns", "form/contact", "redirects", "page/never-there"]);
    let file = json!({"site": "fieldhouse", "pages": [page("soon", "Soon")], "remove": remove});
    std::fs::write(folder.path().join("draft.json"), file.to_string()).unwrap();
    let (links, id) = kept(&app, folder.path(), 24).await;
    assert_eq!(path_of(&links, "usgames"), None, "a site the draft says nothing about");

    let reader = app.visitor(Site::FIELDHOUSE);
    let other = app.visitor(Site::FIELDHOUSE);
    reader.get(&path_of(&links, "fieldhouse").unwrap()).await;
    let redirect = async |visitor: &Visitor| {
        visitor.get("/api/search/suggest?query=size%20chart").await.json()["redirect"].clone()
    };
    let send = async |visitor: &Visitor| {
        visitor.post("/api/forms/contact", &json!({"values": {}, "website": ""})).await.status
    };
    let gone = StatusCode::NOT_FOUND;
    assert_eq!(reader.get("/returns/").await.status, gone);
    assert_eq!(reader.get("/api/content/pages/returns").await.status, gone);
    assert_eq!(reader.get("/soon/").await.status, StatusCode::OK);
    assert_eq!(redirect(&reader).await, "");
    let there = async |visitor: &Visitor| {
        assert_eq!(visitor.get("/returns/").await.status, StatusCode::OK);
        assert_eq!(redirect(visitor).await, "/size-guide/");
        assert_ne!(send(visitor).await, gone);
    };
    there(&other).await;
    assert_eq!(other.get("/soon/").await.status, gone);
    assert_eq!(app.visitor(Site::US_GAMES).get("/returns/").await.status, StatusCode::OK);

    // Published: gone for everybody, at that brand alone.
    let report = preview::publish(&app.state, &id, "pat".to_owned()).await.unwrap();
    let addresses = |list: &[Address]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(addresses(&report.added), ["fieldhouse/page/soon"]);
    let removed = ["fieldhouse/page/returns", "fieldhouse/form/contact", "fieldhouse/redirects"];
    assert_eq!(addresses(&report.removed), removed);
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    assert_eq!(other.get("/returns/").await.status, gone);
    assert_eq!((redirect(&other).await, send(&other).await), (json!(""), gone));
    assert_eq!(app.visitor(Site::US_GAMES).get("/returns/").await.status, StatusCode::OK);
    let told = history::show_change(&app.state, report.change).await.unwrap();
    assert!(told.contains("fieldhouse/page/returns (removed)"), "{told}");
    assert!(told.contains(&format!("publish draft {id}")), "{told}");
    let again = preview::publish(&app.state, &id, "pat".to_owned()).await.unwrap();
    assert_eq!((again.change, again.unchanged), (0, 1), "what is gone stays gone");

    // Back, one document and then all of it.
    let returns = Address::parse("fieldhouse/page/returns").unwrap();
    history::restore(&app.state, before, Some(&returns), "sam".to_owned()).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    assert_eq!(other.get("/returns/").await.status, StatusCode::OK);
    assert_eq!(redirect(&other).await, "");
    history::restore(&app.state, before, None, "sam".to_owned()).await.unwrap();
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    there(&other).await;
    assert_eq!(other.get("/soon/").await.status, gone);
}
