//! The desk's pages over HTTP: one document for every address, files that are kept, and what their answers carry.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use fieldhouse_server::surfaces::{
    self,
    pages::{fallback::Pages, others},
};
use fieldhouse_shop::config::Config;
use tempfile::TempDir;

use crate::support::{TestApp, Visitor};

const SITE: Site = Site::FIELDHOUSE;
const SCRIPT: &str = "/desk/assets/desk-1.js";

/// A store with a desk that was built. Its database lies in a folder of the first, which has to outlive what is asked.
async fn built(change: impl FnOnce(&mut Config)) -> (TestApp, axum::Router, TempDir) {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let desk = folder.path().join("dist-desk");
    std::fs::create_dir_all(desk.join("assets")).unwrap();
    std::fs::create_dir_all(desk.join(".vite")).unwrap();
    std::fs::write(desk.join("assets/desk-1.js"), "export {}").unwrap();
    let manifest = r#"{"main.tsx": {"file": "assets/desk-1.js", "isEntry": true}}"#;
    std::fs::write(desk.join(".vite/manifest.json"), manifest).unwrap();
    let mut config = Config { web: Some(folder.path().to_owned()), ..app.state.config.clone() };
    change(&mut config);
    let state = app.again(config);
    let pages = Arc::new(Pages::new(state.clone()).unwrap());
    (app, surfaces::router(state, pages), folder)
}

#[tokio::test]
async fn every_address_of_the_desk_is_one_document_that_nobody_keeps() {
    let (_app, router, _folder) = built(|_| {}).await;
    let visitor = Visitor::at(router, SITE);
    for path in ["/desk", "/desk/", "/desk/orders?q=a", "/desk/invitation", "/desk/orders/0b4e"] {
        let page = visitor.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(page.text.contains(SCRIPT) && page.text.contains("<noscript>"), "{path}");
        let said = |name: &str| page.headers[name].to_str().unwrap().to_owned();
        assert_eq!(said("content-type"), "text/html; charset=utf-8");
        assert_eq!((said("cache-control"), said("x-robots-tag")), ("no-store".to_owned(), "noindex".to_owned()));
        assert_eq!(said("referrer-policy"), "no-referrer");
        let policy = said("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    }
    let shut = visitor.send(Method::POST, "/desk/orders", &[], None).await;
    assert_eq!(shut.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn files_of_the_desk_are_kept_and_what_is_none_is_not_there() {
    let (_app, router, _folder) = built(|_| {}).await;
    let visitor = Visitor::at(router, SITE);
    let script = visitor.get(SCRIPT).await;
    assert_eq!((script.status, script.text.as_str()), (StatusCode::OK, "export {}"));
    assert_eq!(script.headers["cache-control"], "public, max-age=31536000, immutable");
    for path in ["/desk/assets/desk-2.js", "/desk/robots.txt", "/desk/api/nothing", "/desk/..%2fCargo.toml", "/desks"] {
        let answer = visitor.get(path).await;
        assert!(!answer.text.contains(SCRIPT) && !answer.text.contains("[workspace"), "{path}");
        assert!(path == "/desks" || answer.status == StatusCode::NOT_FOUND, "{path}: {}", answer.status);
    }
}

#[tokio::test]
async fn a_desk_with_a_host_of_its_own_has_its_pages_there_alone() {
    let (_app, router, _folder) = built(|config| config.desk_host = "usgames.localhost:8420".to_owned()).await;
    for (site, status) in [(Site::US_GAMES, StatusCode::OK), (Site::FIELDHOUSE, StatusCode::NOT_FOUND)] {
        for path in ["/desk", "/desk/orders", SCRIPT] {
            assert_eq!(Visitor::at(router.clone(), site).get(path).await.status, status, "{} {path}", site.key());
        }
    }
    let opened = Visitor::at(router, Site::US_GAMES).get("/").await;
    assert_eq!((opened.status, opened.headers["location"].to_str().unwrap()), (StatusCode::SEE_OTHER, "/desk"));
}

/// A build of both bundles, with a file each that only it has.
fn release(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for build in ["dist", "dist-desk"] {
        std::fs::create_dir_all(folder.path().join(build).join("assets")).unwrap();
        std::fs::write(folder.path().join(build).join(format!("assets/{name}.css")), format!("/* {name} */")).unwrap();
    }
    std::fs::write(folder.path().join("dist/favicon.svg"), "<svg/>").unwrap();
    folder
}

const FIRST_NOTED: &str = "SELECT MIN(built_in_at) AS n FROM build_file WHERE address LIKE '%newer%'";

#[tokio::test]
async fn a_node_has_the_files_of_another_release_too_for_thirty_days() {
    let app = TestApp::start().await;
    let open = async |folder: &TempDir| {
        let state = app.again(Config { web: Some(folder.path().to_owned()), ..app.state.config.clone() });
        let pages = Arc::new(Pages::new(state.clone()).unwrap());
        (state.clone(), Arc::clone(&pages), Visitor::at(surfaces::router(state, pages), SITE))
    };
    let (older, newer) = (release("older-1a2b"), release("newer-3c4d"));
    let (former, its_pages, at_former) = open(&older).await;
    assert_eq!(others::keep(&former, &its_pages).await.unwrap(), 2);
    assert_eq!(others::keep(&former, &its_pages).await.unwrap(), 0, "they are there");
    assert_eq!(at_former.get("/assets/newer-3c4d.css").await.status, StatusCode::NOT_FOUND, "not there yet");
    let (latter, latters_pages, at_latter) = open(&newer).await;
    others::keep(&latter, &latters_pages).await.unwrap();
    former.clock.advance_seconds(1);
    for (visitor, path, text) in [
        (&at_latter, "/assets/older-1a2b.css", "/* older-1a2b */"),
        (&at_latter, "/desk/assets/older-1a2b.css", "/* older-1a2b */"),
        (&at_former, "/assets/newer-3c4d.css", "/* newer-3c4d */"),
        (&at_former, "/desk/assets/newer-3c4d.css", "/* newer-3c4d */"),
    ] {
        for _ in 0..2 {
            let file = visitor.get(path).await;
            assert_eq!((file.status, file.text.as_str()), (StatusCode::OK, text), "{path}");
            assert_eq!(file.headers["cache-control"], "public, max-age=31536000, immutable");
            assert_eq!(file.headers["content-type"], "text/css; charset=utf-8");
        }
    }
    assert_eq!(at_latter.get("/assets/no-such.css").await.status, StatusCode::NOT_FOUND);
    assert_eq!(crate::shopping::count(&app, "build_file").await, 4, "what is no file of `assets` is nobody else's");

    // What was noted within a day is not written again.
    let noted = async || crate::shopping::number_in(app.state.db.read(), FIRST_NOTED).await;
    let first = noted().await;
    latter.clock.advance_seconds(86_000);
    others::keep(&latter, &latters_pages).await.unwrap();
    assert_eq!(noted().await, first);
    latter.clock.advance_seconds(31 * 86_400);
    assert_eq!(others::keep(&latter, &latters_pages).await.unwrap(), 0);
    assert_eq!(noted().await, latter.clock.millis());
    fieldhouse_shop::pruning::prune(&latter).await.unwrap();
    assert_eq!(crate::shopping::count(&app, "build_file").await, 2, "a month after the last node that had them");
    let (_, _, at_another) = open(&newer).await;
    assert_eq!(at_another.get("/assets/older-1a2b.css").await.status, StatusCode::NOT_FOUND);
}
