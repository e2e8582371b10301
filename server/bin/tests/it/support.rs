//! An isolated store a test, and visitors who use it over HTTP.

use std::sync::{Arc, Mutex};

use axum::{
    Extension, Router,
    body::Body,
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    clock::Clock,
    db::{Connecting, Db},
    live::Live,
    upstream::Upstream,
};
use fieldhouse_server::{
    app,
    surfaces::{self, pages::fallback::Pages},
};
use fieldhouse_shop::{
    buying::pricing::PriceService,
    config::{Config, limits::Limits},
    finding::snapshot::Snapshot,
    state::{AppState, Inner},
};
use http_body_util::BodyExt;
use sea_orm::Statement;
use serde_json::Value;
use tower::ServiceExt;

use crate::databases::{Place, migrated_database};

/// A log that a test reads: give `move || kept.clone()` to a subscriber.
#[derive(Clone, Default)]
pub struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// What was logged since it was asked last.
    pub fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut self.0.lock().unwrap())).unwrap()
    }
}

impl std::io::Write for Kept {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(line)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A store of its own.
pub struct TestApp {
    pub state: AppState,
    pub router: Router,
    pub pages: Arc<Pages>,
    folder: Arc<Place>,
}

/// The store's ways in. They keep its folder: a visitor may outlive the test's own hold of the store, and connections to
/// the database in it are opened as they are needed.
fn ways_in(state: &AppState, pages: &Arc<Pages>, folder: &Arc<Place>) -> Router {
    surfaces::router(state.clone(), Arc::clone(pages)).layer(Extension(Arc::clone(folder)))
}

impl TestApp {
    /// An empty, migrated store.
    pub async fn start() -> Self {
        Self::start_with(Snapshot::default()).await
    }

    /// A store that sells the small catalogue of [`crate::fixture`].
    pub async fn stocked() -> Self {
        Self::start_with(crate::fixture::catalog()).await
    }

    /// A migrated store that sells `catalog`.
    pub async fn start_with(catalog: Snapshot) -> Self {
        // As in the store itself: what making one keeps does not belong into every test.
        Box::pin(Self::made(catalog)).await
    }

    async fn made(catalog: Snapshot) -> Self {
        let (url, folder) = migrated_database().await;
        let db = Db::connect(&url).await.unwrap();
        let config = Config {
            database_url: url,
            mail: format!("file:{}", folder.path().join("mail").display()),
            // All visitors of a test come from one address; what R62 allows has a test of its own.
            certificate_lookups_per_minute: u32::MAX,
            friendly_code_lookups_per_minute: u32::MAX,
            limits: Limits::all(u32::MAX),
            ..Config::default()
        };
        let clock = Clock::fixed("2026-11-20T12:00:00Z".parse().unwrap());
        let parts = app::parts(config, db, clock).unwrap();
        let state = AppState::new(Inner { catalog: Live::new(catalog), ..parts });
        let pages = Arc::new(Pages::new(state.clone()).unwrap());
        let folder = Arc::new(folder);
        let router = ways_in(&state, &pages, &folder);
        Self { state, router, pages, folder }
    }

    /// The same store, told something else.
    pub fn again(&self, config: Config) -> AppState {
        self.anew(config, self.state.db.clone())
    }

    /// Tells this store something else.
    pub fn reconfigure(&mut self, change: impl FnOnce(&mut Config)) {
        let mut config = self.state.config.clone();
        change(&mut config);
        self.state = self.again(config);
        self.router = ways_in(&self.state, &self.pages, &self.folder);
    }

    /// The same store with its prices from elsewhere.
    pub fn priced_by(&self, prices: PriceService) -> AppState {
        self.with(self.state.config.clone(), self.state.db.clone(), prices, None)
    }

    /// The same store with an ERP that takes its orders.
    pub fn exporting_to(&self, erp: Upstream) -> AppState {
        self.configured(self.state.config.clone(), erp)
    }

    /// The same store, told something else, with an ERP that takes its orders.
    pub fn configured(&self, config: Config, erp: Upstream) -> AppState {
        self.with(config, self.state.db.clone(), PriceService::default(), Some(erp))
    }

    fn anew(&self, config: Config, db: Db) -> AppState {
        let prices = PriceService::new(&config).unwrap();
        self.with(config, db, prices, None)
    }

    fn with(&self, config: Config, db: Db, prices: PriceService, erp_orders: Option<Upstream>) -> AppState {
        let parts = app::parts(config, db, Clock::fixed(self.state.clock.now())).unwrap();
        AppState::new(Inner {
            prices,
            erp_orders,
            catalog: Live::new(self.state.catalog.load_full()),
            contents: Live::new(self.state.contents.load_full()),
            content_service: None,
            ..parts
        })
    }

    /// Where this store's letters lie.
    pub fn mail_folder(&self) -> std::path::PathBuf {
        self.folder.path().join("mail")
    }

    /// The same store with new connections to the same database, as after a restart.
    pub async fn reopen(&mut self) {
        let config = self.state.config.clone();
        let db = Db::connect(&config.database_url).await.unwrap();
        self.state = self.anew(config, db);
        self.router = ways_in(&self.state, &self.pages, &self.folder);
    }

    /// Another node at the same database, with its own connections and nothing kept.
    pub async fn another_node(&self) -> AppState {
        let config = self.state.config.clone();
        let db = Db::connect(&config.database_url).await.unwrap();
        self.anew(config, db)
    }

    /// The same store with its database at another address.
    pub async fn moved_to(&mut self, url: &str) {
        let db = Db::connect(url).await.unwrap();
        self.state = self.anew(self.state.config.clone(), db);
        self.router = ways_in(&self.state, &self.pages, &self.folder);
    }

    /// The same store, connected to its database in another way.
    pub async fn connected_as(&mut self, how: Connecting<'_>) {
        let config = self.state.config.clone();
        let db = Db::connect_as(&config.database_url, how).await.unwrap();
        self.state = self.anew(config, db);
        self.router = ways_in(&self.state, &self.pages, &self.folder);
    }

    /// The statements this store runs from now on, in their order.
    pub async fn statements(&mut self) -> Arc<Mutex<Vec<Statement>>> {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&heard);
        let config = self.state.config.clone();
        let db = Db::connect(&config.database_url).await.unwrap();
        let db = db.told_to(move |statement| told.lock().unwrap().push(statement.clone()));
        self.state = self.anew(config, db);
        self.router = ways_in(&self.state, &self.pages, &self.folder);
        heard
    }

    /// Somebody with a cookie jar at a brand's storefront.
    pub fn visitor(&self, site: Site) -> Visitor {
        Visitor::at(self.router.clone(), site)
    }
}

/// A visitor: keeps cookies as a browser does.
pub struct Visitor {
    router: Router,
    site: Site,
    cookies: Mutex<Vec<(String, String)>>,
}

/// What came back.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The body; empty for a PDF and for what is packed.
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("not JSON ({error}): {}", self.text))
    }
}

impl Answer {
    /// The body without the request's id: what can be compared with another answer.
    pub fn impersonal(&self) -> Value {
        let mut body = self.json();
        body["requestId"] = Value::Null;
        body
    }
}

impl Visitor {
    /// Somebody at a router.
    pub const fn at(router: Router, site: Site) -> Self {
        Self { router, site, cookies: Mutex::new(Vec::new()) }
    }

    /// The same person, cookies and all, at another router.
    pub fn turn_to(&mut self, router: Router) {
        self.router = router;
    }

    /// The value of a cookie the browser keeps.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    /// Puts a cookie of the visitor's own making into the browser.
    pub fn forge_cookie(&self, name: &str, value: &str) {
        let mut jar = self.cookies.lock().unwrap();
        jar.retain(|(known, _)| known != name);
        jar.push((name.to_owned(), value.to_owned()));
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], None).await
    }

    /// POST of a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, &[], Some(body)).await
    }

    /// Any request with a JSON body.
    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Option<&Value>) -> Answer {
        let mut headers: Vec<(&str, &[u8])> = headers.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
        if body.is_some() {
            headers.push(("content-type", b"application/json"));
        }
        self.send_bytes(method, path, &headers, body.map(Value::to_string).unwrap_or_default()).await
    }

    /// Any request at all.
    pub async fn send_bytes(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &[u8])],
        body: impl Into<Body>,
    ) -> Answer {
        let host = format!("{}.localhost:8420", self.site.key());
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, &host);
        let cookies =
            self.cookies.lock().unwrap().iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join("; ");
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.router.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        self.keep_cookies(&parts.headers);
        let bytes = body.collect().await.unwrap().to_bytes();
        let bytes = bytes.to_vec();
        // A document is read by who looks for something in it, and what is packed by nobody.
        let is_text = !bytes.starts_with(b"%PDF") && !parts.headers.contains_key(header::CONTENT_ENCODING);
        let text = if is_text { bytes.clone() } else { Vec::new() };
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8(text).unwrap(), bytes }
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        let mut jar = self.cookies.lock().unwrap();
        for cookie in headers.get_all(header::SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            jar.retain(|(n, _)| n != name);
            if !value.is_empty() {
                jar.push((name.to_owned(), value.to_owned()));
            }
        }
    }
}
