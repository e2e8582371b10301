//! A content service outside: what it says becomes the store's content; down or talking rubbish, the last good
//! content stays, also over a restart (R33, R36).

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{clock::Clock, upstream::UpstreamError};
use fieldhouse_shop::publishing::content::{self, client::ContentService, import::export_content, service::take_all};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::{
    content::{page, with_content},
    erp_stub::{Manner, Stub, canary},
    support::TestApp,
};

/// Files by their names, with their tags.
#[derive(Default)]
struct Files {
    by_name: BTreeMap<String, (String, String)>,
    asked: Vec<String>,
    status: Option<StatusCode>,
}

/// A web server with a folder of files.
#[derive(Clone, Default)]
struct Served(Arc<Mutex<Files>>);

impl Served {
    async fn start(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/site", listener.local_addr().unwrap());
        let router = Router::new().route("/site/{file}", get(serve)).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        address
    }

    fn put(&self, site: Site, text: &str, tag: &str) {
        let name = format!("{}.json", site.key());
        self.0.lock().unwrap().by_name.insert(name, (text.to_owned(), tag.to_owned()));
    }

    fn fail(&self, status: Option<StatusCode>) {
        self.0.lock().unwrap().status = status;
    }

    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().asked)
    }
}

async fn serve(State(served): State<Served>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    let mut files = served.0.lock().unwrap();
    let known = headers.get("if-none-match").map(|tag| tag.to_str().unwrap().to_owned());
    let token = headers.get("authorization").map(|token| token.to_str().unwrap()).unwrap_or_default();
    files.asked.push(format!("{file} {} {token}", known.as_deref().unwrap_or("-")));
    if let Some(status) = files.status {
        return status.into_response();
    }
    match files.by_name.get(&file) {
        None => StatusCode::NOT_FOUND.into_response(),
        Some((_, tag)) if known.as_ref() == Some(tag) => StatusCode::NOT_MODIFIED.into_response(),
        Some((text, tag)) => {
            ([("etag", tag.clone()), ("content-type", "application/json".to_owned())], text.clone()).into_response()
        }
    }
}

fn service(address: &str) -> ContentService {
    patient(address, Duration::from_mins(1))
}

fn patient(address: &str, patience: Duration) -> ContentService {
    ContentService::with_patience(address, "canary-token", patience).unwrap()
}

/// A site's whole content: a shell and a home page that say `what`.
fn site(what: &str) -> Value {
    json!({"shell": {"announcement": what}, "pages": [page("home", what), page("about-us", what)]})
}

async fn announcement(app: &TestApp, of: Site) -> String {
    content::refresh(&app.state, &app.state.contents).await.unwrap();
    let shell = app.visitor(of).get("/api/shell").await.json();
    shell["announcement"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_the_service_says_becomes_the_content_and_a_tag_spares_the_rest() {
    let app = with_content().await;
    let folder = tempfile::tempdir().unwrap();
    export_content(&app.state, folder.path(), None).await.unwrap();
    let served = Served::default();
    for site in Site::BUILT_IN {
        let text = std::fs::read_to_string(folder.path().join(format!("{}.json", site.key()))).unwrap();
        served.put(site, &text, "\"one\"");
    }
    let service = service(&served.start().await);
    assert_eq!(
        take_all(&app.state, &service).await,
        (true, 0),
        "exported files served by any web server are the same content"
    );
    assert_eq!(served.asked()[0], "fieldhouse.json - Bearer canary-token");
    served.put(Site::US_GAMES, &site("From the service").to_string(), "\"two\"");
    assert_eq!(take_all(&app.state, &service).await, (true, 1));
    assert_eq!(served.asked().len(), 4);
    assert_eq!(announcement(&app, Site::US_GAMES).await, "From the service");
    assert_eq!(
        app.visitor(Site::US_GAMES).get("/returns/").await.status,
        StatusCode::NOT_FOUND,
        "what it no longer has is gone"
    );
    assert_eq!(app.visitor(Site::FIELDHOUSE).get("/returns/").await.status, StatusCode::OK);
    assert_eq!(take_all(&app.state, &service).await, (true, 0));
    assert!(served.asked().iter().any(|asked| asked.starts_with("usgames.json \"two\" ")));
}

#[tokio::test]
async fn r33_rubbish_of_the_service_changes_nothing() {
    let app = with_content().await;
    let (canary, mut hits) = canary().await;
    let before = app.state.contents.load().version;
    let good = announcement(&app, Site::FIELDHOUSE).await;
    for manner in Manner::BAD.into_iter().chain([Manner::Good]) {
        let stub = Stub::start(manner, &canary).await;
        // Only where no answer ends does it matter how long is waited.
        let patience = if manner.never_ends() { Duration::from_millis(700) } else { Duration::from_mins(1) };
        let (_, changes) = take_all(&app.state, &patient(&stub.address, patience)).await;
        assert_eq!(changes, 0, "{manner:?}");
        assert!(!stub.asked().is_empty(), "{manner:?}");
        assert!(!content::refresh(&app.state, &app.state.contents).await.unwrap(), "{manner:?}");
        assert!(stub.sent() < 64 << 20, "{manner:?}");
    }
    assert!(hits.try_recv().is_err(), "a redirect was followed");
    assert_eq!((app.state.contents.load().version, announcement(&app, Site::FIELDHOUSE).await), (before, good));
}

#[tokio::test]
async fn r33_half_a_site_hostile_documents_and_endless_answers_are_refused_whole() {
    let app = with_content().await;
    let before = app.state.contents.load().version;
    let served = Served::default();
    let address = served.start().await;
    let mut wrong = vec![
        ("nothing".to_owned(), "{}".to_owned()),
        ("no home".to_owned(), json!({"shell": {}, "pages": [page("about-us", "a")]}).to_string()),
        ("no shell".to_owned(), json!({"pages": [page("home", "h")]}).to_string()),
        (
            "another site's".to_owned(),
            json!({"site": "usgames", "shell": {}, "pages": [page("home", "h")]}).to_string(),
        ),
        ("a list".to_owned(), "[]".to_owned()),
        ("cut off".to_owned(), site("x").to_string()[..40].to_owned()),
        ("twice".to_owned(), site("x").to_string().replacen("\"shell\"", "\"shell\":{},\"shell\"", 1)),
        ("deep".to_owned(), format!("{{\"shell\":{}1{}}}", "{\"a\":".repeat(3_000), "}".repeat(3_000))),
        ("ten megabytes".to_owned(), site(&"a".repeat(10 << 20)).to_string()),
        ("two megabytes in a document".to_owned(), site(&"a".repeat(2 << 20)).to_string()),
        ("turned around".to_owned(), site("a\u{202e}b").to_string()),
    ];
    let mut script = site("x");
    script["pages"][0]["blocks"] =
        json!([{"kind": "banner", "title": "b", "text": "t", "cta": {"href": "javascript:alert(1)", "title": "t"}}]);
    wrong.push(("a script".to_owned(), script.to_string()));
    let mut strange = site("x");
    strange["pages"][0]["blocks"] = json!([{"kind": "marquee"}]);
    wrong.push(("a strange kind".to_owned(), strange.to_string()));
    for (name, text) in wrong {
        served.put(Site::FIELDHOUSE, &text, "\"x\"");
        let service = service(&address);
        let refused = service.news(&Clock::Machine, Site::FIELDHOUSE, &[]).await.unwrap_err();
        let expected = if name == "ten megabytes" { UpstreamError::TooLarge } else { UpstreamError::Unreadable };
        assert_eq!(refused, expected, "{name}");
        assert_eq!(take_all(&app.state, &service).await, (false, 0), "{name}");
    }
    // An answer that nothing changed, to a question that named nothing.
    served.fail(Some(StatusCode::NOT_MODIFIED));
    assert_eq!(take_all(&app.state, &service(&address)).await, (false, 0));
    assert_eq!(app.state.contents.load().version, before);
    assert!(!content::refresh(&app.state, &app.state.contents).await.unwrap());
}

#[tokio::test]
async fn the_last_good_content_stays_over_a_restart_and_the_next_good_answer_is_taken() {
    let mut app = TestApp::stocked().await;
    let served = Served::default();
    let address = served.start().await;
    served.put(Site::FIELDHOUSE, &site("Good").to_string(), "\"1\"");
    assert_eq!(take_all(&app.state, &service(&address)).await, (true, 1), "a site it has nothing for is no failure");
    assert_eq!(announcement(&app, Site::FIELDHOUSE).await, "Good");
    served.fail(Some(StatusCode::SERVICE_UNAVAILABLE));
    app.reopen().await;
    let service = service(&address);
    assert_eq!(take_all(&app.state, &service).await, (false, 0));
    assert_eq!(announcement(&app, Site::FIELDHOUSE).await, "Good");
    assert_eq!(app.visitor(Site::FIELDHOUSE).get("/about-us/").await.status, StatusCode::OK);
    served.fail(None);
    served.put(Site::FIELDHOUSE, &site("Better").to_string(), "\"2\"");
    // The breaker lets one question through when its time has come.
    app.state.clock.advance_seconds(11);
    assert_eq!(take_all(&app.state, &service).await, (true, 1));
    assert_eq!(announcement(&app, Site::FIELDHOUSE).await, "Better");
}
