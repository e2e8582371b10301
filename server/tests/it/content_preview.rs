//! Drafts are seen by whoever holds a signed link, in that browser, and by nobody else.

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_server::content::{self, import, preview};
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
    let documents = import::read(&app.state, folder.path(), None).await.unwrap().documents;
    let id = preview::keep_draft(&app.state, &documents, "pat".to_owned()).await.unwrap();
    let (links, _) = preview::links(&app.state, &id, &documents, hours).await.unwrap();
    let path = |site: &str| {
        let home = format!("http://{site}.localhost:8420");
        links.iter().find_map(|link| link.strip_prefix(&home)).unwrap().to_owned()
    };
    ([path("fieldhouse"), path("usgames")], id)
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
    let (reader, other) = (app.visitor(Site::Fieldhouse), app.visitor(Site::Fieldhouse));
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
async fn a_link_that_was_tampered_with_or_is_over_or_is_another_brands_is_not_there() {
    let app = with_content().await;
    let ([link, games], _) = drafts(&app, 1).await;
    let visitor = app.visitor(Site::Fieldhouse);
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
    let reader = app.visitor(Site::Fieldhouse);
    reader.get(&link).await;
    crate::content::import_json(&app, &json!({"site": "fieldhouse", "pages": [page("terms", "New terms")]}))
        .await
        .unwrap();
    content::refresh(&app.state).await.unwrap();
    assert_eq!(reader.get("/api/content/pages/terms").await.json()["title"], "New terms");
    assert_eq!(announcement(&reader).await, "Drafted field");
    let kept = preview::draft(&app.state, &id).await.unwrap();
    assert_eq!(kept.len(), 8, "both brands' shells, pages and redirects");
    assert!(preview::draft(&app.state, "none").await.is_err());
}
