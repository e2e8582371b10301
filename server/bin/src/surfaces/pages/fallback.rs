//! Pages over HTTP: address → answers → renderer → document → cache. The same for every visitor.

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use anyhow::Context;
use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::host_of,
        cached::{Cached, REVALIDATED, kept},
        prepared::{bytes_kept, tag_of},
        problem,
    },
    turns::{Length, processors, uncached},
};
use tokio::sync::OnceCell;

use super::{
    address::{Answer, PageAddress},
    answers,
    document::{self, Rendered},
    engine::RenderError,
    images,
    others::Others,
    pool::RendererPool,
    sitemap,
    written::{self, HOME, Place, WrittenPage},
};
use crate::surfaces::pages::assets::{Assets, Entry};
use fieldhouse_shop::{
    config::Config, finding::catalog::shelves::ShelfMark, publishing::content::Contents, state::AppState,
};

/// The one page below `/api/` (account §2).
const SIGN_IN: &str = "/api/auth/signin";

/// Bytes of pages kept, all encodings counted.
const KEPT: u64 = 32 * 1024 * 1024;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const NO_INDEX: HeaderValue = HeaderValue::from_static("noindex");

/// One document of the cache.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    site: Site,
    origin: String,
    url: String,
}

/// What catalogue and content were when a page was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Moment {
    catalog: i64,
    /// The change whose words find products.
    words: i64,
    stock: ShelfMark,
    content: i64,
}

/// A page that is kept. At another moment it is looked at anew, and stays while what it shows is the same: a price that
/// changes costs the pages that show it, and no other.
#[derive(Debug, Clone)]
struct Kept {
    /// Unknown of a page that an earlier start made.
    moment: Option<Moment>,
    /// Of what it was made from.
    tag: String,
    page: Page,
    /// How often it was asked for, of late.
    visits: Arc<AtomicU32>,
}

/// A page that is being made; whoever else wants it waits for it.
type Flight = Arc<OnceCell<Result<Page, Unrendered>>>;

/// What an address comes to.
#[derive(Debug, Clone)]
enum Page {
    Document(Finished),
    Redirect(HeaderValue),
}

/// A document, and what it was made from: the browser asks for that once the page can be seen, so that text and
/// pictures come a round trip earlier on a slow line.
#[derive(Debug, Clone)]
struct Finished {
    document: Arc<Cached>,
    data: Arc<Cached>,
}

impl Finished {
    fn new(document: Vec<u8>, data: Vec<u8>, status: StatusCode) -> Self {
        Self {
            document: Arc::new(Cached::compressible(kept(document), HTML, REVALIDATED).with_status(status)),
            data: Arc::new(Cached::compressible(kept(data), JSON, REVALIDATED)),
        }
    }

    fn weight(&self) -> usize {
        self.document.weight().saturating_add(self.data.weight())
    }

    fn part(&self, wanted: Wanted) -> &Arc<Cached> {
        match wanted {
            Wanted::Document => &self.document,
            Wanted::Data => &self.data,
        }
    }

    /// Makes the encoding that is asked for, in its turn. While too much is waiting it goes out as it is.
    async fn encode(&self, wanted: Wanted, asked: &HeaderMap) {
        let part = self.part(wanted);
        if let Some(encoding) = part.unmade(asked) {
            let part = Arc::clone(part);
            let making = uncached(Length::Long, move || {
                part.make(encoding);
                Ok(())
            });
            drop(making.await);
        }
    }

    async fn answer(&self, wanted: Wanted, asked: &HeaderMap) -> Response {
        self.encode(wanted, asked).await;
        match wanted {
            Wanted::Document => self.document.answer(asked),
            Wanted::Data => {
                let mut response = self.data.answer(asked);
                response.headers_mut().insert(ROBOTS, NO_INDEX);
                response
            }
        }
    }
}

/// What a page is made from: nothing else makes one page differ from another.
struct Source {
    /// The brand's frame, which is the same for most pages.
    shell: String,
    /// The page's own answer by its address, as a member of a JSON object; empty where it has none.
    own: String,
    /// Of the data: on every node the same.
    tag: String,
    /// The page is there.
    complete: bool,
}

impl Source {
    /// All answers by their addresses.
    fn data(shell: &str, own: &str) -> String {
        let comma = if own.is_empty() { "" } else { "," };
        ["{", &quoted(&Answer::Shell.url()), ":", shell, comma, own, "}"].concat()
    }
}

/// What of a page is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Document,
    Data,
}

/// Why a page went out unrendered or not at all.
#[derive(Debug, Clone)]
enum Unrendered {
    /// The document without markup: the browser renders it.
    Shell(Finished, RenderError),
    /// Its data could not be had.
    NoData,
}

/// The storefront: build, renderer and finished pages.
pub struct Pages {
    state: AppState,
    /// The build.
    pub assets: Assets,
    /// The desk's build.
    pub desk: Assets,
    /// What renders.
    pub pool: RendererPool,
    kept: moka::sync::Cache<Key, Kept>,
    written_to: Option<Place>,
    flights: Mutex<HashMap<(Key, Moment), Flight>>,
    /// Files of other releases.
    pub others: Others,
}

/// What pages are made with: known before there is a database.
pub struct Build {
    assets: Assets,
    desk: Assets,
    pool: RendererPool,
    written_to: Option<Place>,
    written: Vec<WrittenPage>,
}

impl Build {
    /// Reads the build; engines start with [`Self::start`] or the first page.
    pub fn load(config: &Config) -> anyhow::Result<Self> {
        let assets = Assets::load(config)?;
        let desk = Assets::of_desk(config)?;
        let pool = RendererPool::new(assets.renderer.clone(), config.page_renderers, processors());
        let written_to = match config.pages_path() {
            Some(path) => Some(Place::of(path, &assets).context("this program cannot be looked at")?),
            None => None,
        };
        let written = written_to.as_ref().map(Place::read).unwrap_or_default();
        Ok(Self { assets, desk, pool, written_to, written })
    }

    /// Starts the engines, unless a home is known that was made before: then the store is open first.
    pub fn start(&self) {
        if !self.written.iter().any(WrittenPage::is_home) {
            self.pool.start();
        }
    }
}

impl Kept {
    fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }
}

impl Pages {
    /// The pages of a store whose build is read here.
    pub fn new(state: AppState) -> anyhow::Result<Self> {
        let build = Build::load(&state.config)?;
        Ok(Self::of(state, build))
    }

    /// The pages of a store.
    pub fn of(state: AppState, Build { assets, desk, pool, written_to, written }: Build) -> Self {
        let weigh = |key: &Key, kept: &Kept| match &kept.page {
            Page::Document(page) => page.weight().saturating_add(key.url.len()).try_into().unwrap_or(u32::MAX),
            Page::Redirect(_) => 256,
        };
        let kept = moka::sync::Cache::builder().max_capacity(KEPT).weigher(weigh).build();
        for page in written {
            let visits = Arc::new(AtomicU32::new(page.visits));
            if let Some(site) = Site::parse(&page.site) {
                let finished = Finished::new(page.document, page.data, StatusCode::OK);
                let key = Key { site, origin: page.origin, url: page.url };
                kept.insert(key, Kept { moment: None, tag: page.tag, page: Page::Document(finished), visits });
            }
        }
        let (flights, others) = Default::default();
        Self { state, assets, desk, pool, kept, written_to, flights, others }
    }

    /// What is kept, each with its bytes: pages, files of other releases, and what was drawn.
    pub fn bytes(&self) -> [(&'static str, u64); 3] {
        [("pages", bytes_kept(&self.kept)), ("files", self.others.bytes()), ("drawings", images::drawn_bytes())]
    }

    /// Whatever is not an API operation: a file of the build, a page, or nothing.
    pub async fn show(&self, request: Request) -> Response {
        let (method, path) = (request.method(), request.uri().path());
        if path == "/api" || path.starts_with("/api/") && path != SIGN_IN {
            return Failure::not_found().into_response();
        }
        if !(*method == Method::GET || *method == Method::HEAD) {
            let allow = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
            return (allow, problem::method_not_allowed()).into_response();
        }
        if let Some(answer) = self.assets.answer(path, request.headers()) {
            return answer;
        }
        let (wanted, path) = match path.strip_prefix(document::DATA).filter(|page| page.starts_with('/')) {
            Some(page) => (Wanted::Data, page),
            None => (Wanted::Document, path),
        };
        if path.starts_with("/assets/") {
            return self.others.answer(&self.state, path, request.headers()).await;
        }
        if path.starts_with("/images/") {
            return Failure::not_found().into_response();
        }
        let host = host_of(request.headers(), request.uri());
        let Some(site) = self.state.hosts.site(host) else { return problem::misdirected().into_response() };
        let origin = self.state.hosts.origin(site, host, self.state.config.secure);
        if wanted == Wanted::Document && path == "/robots.txt" {
            return sitemap::robots(&origin).answer(request.headers());
        }
        if wanted == Wanted::Document
            && let Some(part) = sitemap::part(path)
        {
            return self.sitemap(site, origin, part, request.headers()).await.unwrap_or_else(Failure::into_response);
        }
        if is_file(path) && !path.starts_with("/p/") {
            return Failure::not_found().into_response();
        }
        let address = PageAddress::parse(path, request.uri().query().unwrap_or_default());
        let seen = crate::surfaces::preview::seen(&self.state, site, request.headers()).await;
        let moment = self.moment(&seen.contents);
        let key = Key { site, origin, url: address.url.clone() };
        let made = if seen.is_preview {
            // Neither taken from the cache nor put there.
            self.make(&key, &address, &seen.contents).await
        } else {
            self.page(key, moment, &address, &seen.contents).await
        };
        if seen.is_preview {
            return match made {
                Ok(Page::Document(page)) | Err(Unrendered::Shell(page, _)) => {
                    unkept(page.answer(wanted, &preview_headers(request.headers())).await)
                }
                // Another time the address may lead elsewhere: a browser keeps what moved for ever.
                Ok(Page::Redirect(location)) => (StatusCode::FOUND, [(header::LOCATION, location)]).into_response(),
                Err(Unrendered::NoData) => Failure::unavailable(anyhow::anyhow!("no data for a page")).into_response(),
            };
        }
        match made {
            Ok(Page::Document(page)) => page.answer(wanted, request.headers()).await,
            Ok(Page::Redirect(location)) => {
                (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, location)]).into_response()
            }
            Err(Unrendered::Shell(page, error)) => {
                tracing::error!(path, %error, "a page went out unrendered");
                page.answer(wanted, request.headers()).await
            }
            Err(Unrendered::NoData) => Failure::unavailable(anyhow::anyhow!("no data for a page")).into_response(),
        }
    }

    /// A part of the sitemap, made when its turn comes: it names everything a site sells.
    async fn sitemap(&self, site: Site, origin: String, part: usize, asked: &HeaderMap) -> Result<Response, Failure> {
        let (state, asked) = (self.state.clone(), asked.clone());
        let made = uncached(Length::Long, move || {
            let map = sitemap::build(&state, site, &origin, part).ok_or_else(Failure::not_found)?;
            if let Some(encoding) = map.unmade(&asked) {
                map.make(encoding);
            }
            Ok(map.answer(&asked))
        });
        made.await
    }

    /// From the cache, from whoever is making it, or made now.
    async fn page(
        &self,
        key: Key,
        moment: Moment,
        address: &PageAddress,
        contents: &Contents,
    ) -> Result<Page, Unrendered> {
        if let Some(kept) = self.kept.get(&key)
            && kept.moment.as_ref() == Some(&moment)
        {
            kept.visits.fetch_add(1, Ordering::Relaxed);
            return Ok(kept.page);
        }
        let place = (key, moment);
        let flight = {
            let mut flights = self.flights.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(flights.entry(place.clone()).or_default())
        };
        // Also when the visitor goes away before the page is there.
        let _landing = Landing { flights: &self.flights, place: &place };
        let (key, moment) = &place;
        flight.get_or_init(|| self.look_again(key, moment, address, contents)).await.clone()
    }

    /// What is kept of another moment while it shows the same, else made now.
    async fn look_again(
        &self,
        key: &Key,
        moment: &Moment,
        address: &PageAddress,
        contents: &Contents,
    ) -> Result<Page, Unrendered> {
        let source = self.source(key, address, contents).await?;
        let (tag, kept) = (source.tag.clone(), self.kept.get(key));
        let visits = kept.as_ref().map(|kept| Arc::clone(&kept.visits)).unwrap_or_default();
        let page = match kept.filter(|kept| kept.tag == tag) {
            Some(same) => same.page,
            None => self.render(key, address, source).await?,
        };
        self.kept.insert(key.clone(), Kept { moment: Some(moment.clone()), tag, page: page.clone(), visits });
        Ok(page)
    }

    /// What catalogue and content are at this moment.
    fn moment(&self, contents: &Contents) -> Moment {
        let catalog = self.state.catalog.load();
        Moment {
            catalog: catalog.change,
            words: catalog.words_of,
            stock: catalog.shelf_mark(),
            content: contents.version,
        }
    }

    /// Looks again at the `most` pages that were visited most, once catalogue or content are others than in `looked`: the first of
    /// their next visitors wait for no engine. One page at a time, so that visitors of other pages do not wait, either.
    pub async fn warm(&self, most: usize, looked: &mut (i64, i64)) {
        let contents = self.state.contents.load_full();
        let now = self.moment(&contents);
        if std::mem::replace(looked, (now.catalog, now.content)) == (now.catalog, now.content) {
            return;
        }
        let browsers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static("br"))]);
        for (key, _) in self.most_visited().take(most) {
            let (path, query) = key.url.split_once('?').unwrap_or((&key.url, ""));
            let address = PageAddress::parse(path, query);
            // What fails here fails for its next visitor as well, and is told then.
            if let Ok(Page::Document(page)) = self.page(Key::clone(&key), now.clone(), &address, &contents).await {
                page.encode(Wanted::Document, &browsers).await;
                page.encode(Wanted::Data, &browsers).await;
            }
        }
        // What is visited now counts for more than what was.
        for (_, kept) in &self.kept {
            kept.visits.store(kept.visits() / 2, Ordering::Relaxed);
        }
    }

    fn most_visited(&self) -> impl Iterator<Item = (Arc<Key>, Kept)> {
        let mut pages = self.kept.iter().collect::<Vec<_>>();
        pages.sort_by_cached_key(|(_, kept)| Reverse(kept.visits()));
        pages.into_iter()
    }

    /// Writes the most visited pages down, where there is a place for it: the next start has them at once.
    pub async fn write_down(self: Arc<Self>) {
        let written = tokio::task::spawn_blocking(move || {
            let Some(place) = &self.written_to else { return Ok(()) };
            let written = |(key, kept): (Arc<Key>, Kept)| {
                let visits = kept.visits();
                let Page::Document(Finished { document, data }) = kept.page else { return None };
                (document.status == StatusCode::OK).then(|| WrittenPage {
                    site: key.site.key().to_owned(),
                    origin: key.origin.clone(),
                    url: key.url.clone(),
                    tag: kept.tag,
                    visits,
                    document: document.identity.to_vec(),
                    data: data.identity.to_vec(),
                })
            };
            let mut pages = self.most_visited().collect::<Vec<_>>();
            // Homes first: they are what is asked for first.
            pages.sort_by_key(|(key, _)| key.url != HOME);
            place.write(&pages.into_iter().filter_map(written).take(written::MOST).collect::<Vec<_>>())
        });
        if let Err(error) = written.await.unwrap_or_else(|panicked| Err(panicked.into())) {
            tracing::warn!(%error, "the most visited pages could not be written down for the next start");
        }
    }

    async fn make(&self, key: &Key, address: &PageAddress, contents: &Contents) -> Result<Page, Unrendered> {
        let source = self.source(key, address, contents).await?;
        self.render(key, address, source).await
    }

    async fn render(&self, key: &Key, address: &PageAddress, source: Source) -> Result<Page, Unrendered> {
        let request = [
            "{\"site\":\"",
            key.site.key(),
            "\",\"url\":",
            &quoted(&key.url),
            ",\"origin\":",
            &quoted(&key.origin),
            ",\"data\":{",
            &source.own,
            // The renderer reads a frame once and knows it again by its text.
            "}}\n",
            &source.shell,
        ];
        let rendered = self.pool.render(request.concat()).await;
        let (entry, key) = (self.assets.entry_of(address.kind()), key.clone());
        let made = uncached(Length::Long, move || Ok(finish(&entry, &key, rendered, &source))).await;
        made.map_err(|failure| {
            tracing::error!(?failure, "a page could not be finished");
            Unrendered::NoData
        })?
    }

    /// What a page is made from.
    async fn source(&self, key: &Key, address: &PageAddress, contents: &Contents) -> Result<Source, Unrendered> {
        self.answers(key.site, address, contents).await.map_err(|failure| {
            tracing::error!(url = key.url, ?failure, "no data for a page");
            Unrendered::NoData
        })
    }

    async fn answers(&self, site: Site, address: &PageAddress, contents: &Contents) -> Result<Source, Failure> {
        let answer = async |answer| answers::json(&self.state, contents, site, answer).await;
        let shell = answer(&Answer::Shell).await?.ok_or_else(Failure::not_found)?;
        let (mut own, mut complete) = (String::new(), address.known);
        if let Some(wanted) = &address.main {
            match answer(wanted).await? {
                Some(json) => own = format!("{}:{json}", quoted(&wanted.url())),
                None => complete = false,
            }
        }
        // Pages that are not there are told from those that are by their data already.
        Ok(Source { tag: tag_of(Source::data(&shell, &own).as_bytes()), shell, own, complete })
    }

    /// Starts the engines, where they are not yet: what is not known need not wait for them to read their script.
    pub fn start(&self) {
        self.pool.start();
    }

    /// Renders a page as a visitor would get it; for `doctor`.
    pub async fn probe(&self, site: Site, path: &str) -> Result<StatusCode, RenderError> {
        let address = PageAddress::parse(path, "");
        let key = Key { site, origin: String::new(), url: address.url.clone() };
        match self.make(&key, &address, &self.state.contents.load_full()).await {
            Ok(Page::Document(page)) => Ok(page.document.status),
            Ok(Page::Redirect(_)) => Ok(StatusCode::MOVED_PERMANENTLY),
            Err(Unrendered::Shell(_, error)) => Err(error),
            Err(Unrendered::NoData) => Err(RenderError::Failed("no data".to_owned())),
        }
    }
}

/// The document of what was rendered, or without its markup, and what it was made from.
fn finish(
    entry: &Entry,
    key: &Key,
    rendered: Result<String, RenderError>,
    source: &Source,
) -> Result<Page, Unrendered> {
    let rendered = rendered.and_then(|text| Rendered::read(&text));
    let (mut page, failure) = match rendered {
        Ok(page) => (page, None),
        Err(error) => {
            let head = format!("<title>{}</title>", brand(key.site).name);
            (Rendered { status: 200, head, ..Rendered::default() }, Some(error))
        }
    };
    if let Some(location) = page.location.take().filter(|to| to.starts_with('/') && !to.starts_with("//"))
        && let Ok(location) = HeaderValue::try_from(location)
    {
        return Ok(Page::Redirect(location));
    }
    let status =
        if source.complete { StatusCode::from_u16(page.status).unwrap_or_default() } else { StatusCode::NOT_FOUND };
    let of = source.tag.as_str();
    let document = document::build(key.site, entry, &page, (&key.url, of));
    let data = ["{\"of\":\"", of, "\",\"data\":", &Source::data(&source.shell, &source.own), "}"].concat();
    let finished = Finished::new(document.into_bytes(), data.into_bytes(), status);
    match failure {
        None => Ok(Page::Document(finished)),
        Some(error) => Err(Unrendered::Shell(finished, error)),
    }
}

/// What a preview's page is asked with: nothing of it is known already.
fn preview_headers(asked: &HeaderMap) -> HeaderMap {
    let accepted = asked.get(header::ACCEPT_ENCODING).cloned();
    accepted.into_iter().map(|value| (header::ACCEPT_ENCODING, value)).collect()
}

/// A page with drafts: for this browser, now.
fn unkept(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.remove(header::ETAG);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(ROBOTS, NO_INDEX);
    response
}

/// Takes a flight off the board.
struct Landing<'a> {
    flights: &'a Mutex<HashMap<(Key, Moment), Flight>>,
    place: &'a (Key, Moment),
}

impl Drop for Landing<'_> {
    fn drop(&mut self) {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner).remove(self.place);
    }
}

/// True for what scanners and old browsers ask for: `/favicon.ico`, `/wp-login.php`. Not worth a page.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending).unwrap_or_default();
    (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
