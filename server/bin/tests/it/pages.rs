//! Pages over HTTP, rendered by the storefront's own build.

use std::sync::{Arc, Mutex};

use axum::http::Method;
use fieldhouse_core::{brand::Site, money::Cents};
use fieldhouse_kernel::turns::processors;
use fieldhouse_server::surfaces::{
    self,
    pages::{assets::Assets, fallback::Pages, written::MOST},
};
use fieldhouse_shop::{
    config::Config,
    finding::{
        catalog::record::{CatalogRecords, VariantRecord},
        snapshot::Snapshot,
    },
    publishing::content::Contents,
    state::AppState,
};

use crate::{
    fixture,
    support::{Answer, TestApp, Visitor},
};

const SITE: Site = Site::FIELDHOUSE;

/// What a page was made from, from where its document says.
async fn data(visitor: &Visitor, page: &Answer) -> serde_json::Value {
    let attribute = |name: &str| {
        let (_, rest) = page.text.split_once(&format!(" {name}=\"")).expect("the root names its data");
        rest.split('"').next().unwrap().replace("&#39;", "'").replace("&#34;", "\"").replace("&#38;", "&")
    };
    let answer = visitor.get(&attribute("data-page")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.headers["x-robots-tag"], "noindex");
    let mut json = answer.json();
    assert_eq!(json["of"], attribute("data-of"), "of the same page");
    json["data"].take()
}

#[tokio::test]
async fn a_page_carries_the_very_answers_the_api_gives() {
    let app = TestApp::stocked().await;
    for site in Site::BUILT_IN {
        let visitor = app.visitor(site);
        let page = visitor.get("/cart").await;
        assert_eq!(page.status, 200);
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        assert!(page.text.contains(&format!("<html lang=\"en\" data-site=\"{0}\" data-design=\"{0}\">", site.key())));
        assert_eq!(data(&visitor, &page).await["/api/shell"], visitor.get("/api/shell").await.json());
    }
}

#[tokio::test]
async fn public_pages_can_be_read_before_any_script_has_run() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let catalog = app.state.catalog.load();
    let product = catalog.products_of(Site::FIELDHOUSE).next().unwrap();
    let (name, slug, sku) = (&product.facts.name, &product.facts.slug, &product.variants[0].sku);
    for path in [format!("/p/{slug}/"), format!("/p/{slug}"), format!("/p/{sku}")] {
        let page = visitor.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        let root = page.text.split("id=\"root\"").nth(1).unwrap().split("<script").next().unwrap();
        assert!(root.contains(name.as_str()), "{path}: the name is in the markup");
        let canonical = format!("<link rel=\"canonical\" href=\"http://fieldhouse.localhost:8420/p/{slug}/\">");
        assert!(page.text.contains(&canonical), "{path}: one address a product");
        for part in ["<title>", "name=\"description\"", "property=\"og:title\"", "application/ld+json"] {
            assert!(page.text.contains(part), "{path}: {part}");
        }
        let key = path.trim_matches('/').trim_start_matches("p/").to_owned();
        let api = format!("/api/catalog/products/{key}");
        assert_eq!(data(&visitor, &page).await[&api], visitor.get(&api).await.json(), "{path}");
    }
    let list = visitor.get("/search/?utm_source=x&sort=name&query=").await;
    assert_eq!(list.status, 200);
    assert!(list.text.contains(&format!("/p/{slug}/")), "links to products are in the markup");
    assert_eq!(data(&visitor, &list).await["/api/search?sort=name"], visitor.get("/api/search?sort=name").await.json());
}

/// The server and the storefront each build the address of a list's answer. Where they differ, the
/// storefront does not find its data and says that the page is not there.
#[tokio::test]
async fn the_storefront_finds_its_data_under_the_servers_addresses() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let category = app.state.catalog.load().categories_of(Site::FIELDHOUSE).next().unwrap().record.path.clone();
    for address in [
        "/search/".to_owned(),
        "/search".to_owned(),
        "/search/?query=it%27s%20(1)*!~".to_owned(),
        "/search/?query=caf%C3%A9+%26+bar&page=2".to_owned(),
        "/search/?query=%F0%9F%8F%80".to_owned(),
        "/search/?query=a%2Bb%25&query=second".to_owned(),
        "/search/?size=M&brand=A%26B&size=L&color=Navy/White&price=0-2500&availability=in-stock&sort=price-asc"
            .to_owned(),
        "/search/?sort=relevance&page=1&brand=".to_owned(),
        "/search/?sort=sideways&page=2.0".to_owned(),
        "/search/?page=1e1".to_owned(),
        "/search/?page=0x2".to_owned(),
        "/search/?page=%202".to_owned(),
        "/search/?page=5000000000".to_owned(),
        "/search/?page=20000&query=100%25".to_owned(),
        format!("/search/?category={category}"),
        format!("/c/{category}/?size=XL&sort=name"),
        format!("/c/{category}?utm_source=mail"),
        format!("/shop/{category}/"),
    ] {
        let page = visitor.get(&address).await;
        assert_eq!(page.status, 200, "{address}");
        assert!(!page.text.contains("<title>Page not found"), "{address}");
        assert_eq!(data(&visitor, &page).await.as_object().unwrap().len(), 2, "{address}: the shell and the list");
    }
}

#[tokio::test]
async fn a_change_of_the_catalogue_shows_on_the_next_page() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let slug = app.state.catalog.load().products_of(Site::FIELDHOUSE).next().unwrap().facts.slug.clone();
    assert_eq!(visitor.get(&format!("/p/{slug}/")).await.status, 200);
    let empty = Snapshot::build(99, CatalogRecords::default());
    app.state.catalog.store(Arc::new(empty));
    assert_eq!(visitor.get(&format!("/p/{slug}/")).await.status, 404);
}

/// The store with one engine that runs `script`, its pages, and the folder they lie in.
fn rendered_by(app: &TestApp, script: &str) -> (AppState, Arc<Pages>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("dist-server")).unwrap();
    std::fs::write(folder.path().join("dist-server/entry-server.js"), script).unwrap();
    let config = Config { web: Some(folder.path().to_owned()), page_renderers: 1, ..app.state.config.clone() };
    let state = app.again(config);
    (state.clone(), Arc::new(Pages::new(state).unwrap()), folder)
}

/// A store whose one engine writes into each page how many it rendered.
fn counting(app: &TestApp) -> (AppState, Arc<Pages>, tempfile::TempDir) {
    let script = "let pages = 0; globalThis.__fieldhouseRender = () => {
        pages += 1;
        return `${JSON.stringify({ status: 200, head: '' })}\\n<p>rendered ${pages}</p>`;
    };";
    rendered_by(app, script)
}

/// Parts of pages are drawn once and kept as text. None of them may show what another page, brand or filter shows.
#[tokio::test]
async fn a_page_is_the_same_whatever_is_kept_of_others() {
    let app = TestApp::start_with(Snapshot::build(1, fieldhouse_demo::records())).await;
    fieldhouse_demo::content::load(&app.state.db, &app.state.clock).await.unwrap();
    let script = Assets::load(&app.state.config).unwrap().renderer.expect("the storefront is built");
    let stores =
        [(*script).to_owned(), format!("globalThis.__fieldhouseKeepsNothing = true;\n{script}")].map(|script| {
            let (state, pages, folder) = rendered_by(&app, &script);
            (surfaces::router(state.clone(), Arc::clone(&pages)), state, pages, folder)
        });
    for (_, state, ..) in &stores {
        state.contents.store(Arc::new(Contents::from_db(&state.db, &[]).await.unwrap()));
    }
    let catalog = app.state.catalog.load();
    let mut looked = 0;
    for site in Site::BUILT_IN {
        let slugs = catalog.products_of(site).step_by(50).map(|product| format!("/p/{}/", product.facts.slug));
        let category = &catalog.categories_of(site).next().unwrap().record.path;
        let lists = [
            "",
            "?page=2",
            "?sort=name",
            "?size=M&size=L",
            "?color=Navy&page=2",
            "?price=0-2500&availability=in-stock",
        ];
        let lists = lists.map(|filters| format!("/c/{category}/{filters}"));
        let searches =
            ["", "?query=ball", "?query=%26%22%27%3Cb%3E", "?query=jersey&brand=%26%27%22%3E&price=1-9999999"];
        let searches = searches.map(|filters| format!("/search/{filters}"));
        let others = ["/", "/learning-corner/", "/no-such-page/", "/cart"].map(str::to_owned);
        for address in others.into_iter().chain(lists).chain(searches).chain(slugs) {
            let [kept, anew] = stores.each_ref().map(|(router, ..)| Visitor::at(router.clone(), site));
            let (kept, anew) = (kept.get(&address).await, anew.get(&address).await);
            assert_eq!(kept.text, anew.text, "{address} of {}", site.key());
            looked += usize::from(kept.text.contains("id=\"footer-1\""));
        }
    }
    assert!(looked > 50, "{looked} pages were rendered with what they keep");
}

#[tokio::test]
async fn a_page_stays_until_what_it_shows_changes_whatever_else_does() {
    let app = TestApp::stocked().await;
    let (state, pages, _folder) = counting(&app);
    let visitor = Visitor::at(surfaces::router(state.clone(), pages), SITE);
    let rendered = async |path: &str| {
        let page = visitor.get(path).await;
        let (_, rest) = page.text.split_once("<p>rendered ").expect("it was rendered");
        (rest.split('<').next().unwrap().parse::<u32>().unwrap(), page.headers["etag"].clone())
    };
    let (ball, bag) = ("/p/match-soccer-ball/", "/p/BAG100-BLK/");
    let (of_ball, of_bag) = (rendered(ball).await, rendered(bag).await);
    assert_eq!((of_ball.0, of_bag.0), (1, 2));
    let dearer = |variant: &mut VariantRecord| {
        if variant.sku == "BAL100" {
            variant.price = Cents::new(99_99);
        }
    };
    state.catalog.store(Arc::new(fixture::repriced(2, dearer)));
    assert_eq!(rendered(bag).await, of_bag, "a ball's price is not on it");
    let anew = rendered(ball).await;
    assert_eq!(anew.0, 3);
    assert_ne!(anew.1, of_ball.1);
    assert_eq!(rendered(ball).await, anew);
    state.catalog.store(Arc::new(fixture::repriced(3, dearer)));
    assert_eq!((rendered(ball).await, rendered(bag).await), (anew, of_bag), "nothing is different at all");
}

#[tokio::test]
async fn after_a_change_the_most_visited_pages_are_made_before_their_next_visitors_come() {
    let app = TestApp::stocked().await;
    let (state, pages, _folder) = counting(&app);
    let visitor = Visitor::at(surfaces::router(state.clone(), Arc::clone(&pages)), SITE);
    let made = || pages.pool.rendered.told().0;
    let mut looked = Default::default();
    let (ball, bag) = ("/p/match-soccer-ball/", "/p/BAG100-BLK/");
    for path in [ball, bag, bag, bag] {
        assert_eq!(visitor.get(path).await.status, 200, "{path}");
    }
    pages.warm(1, &mut looked).await;
    assert_eq!(made(), 2, "they show what is so");
    let dearer = |variant: &mut VariantRecord| variant.price = Cents::new(99_99);
    state.catalog.store(Arc::new(fixture::repriced(2, dearer)));
    pages.warm(1, &mut looked).await;
    assert_eq!(made(), 3, "one is looked at again");
    pages.warm(1, &mut looked).await;
    assert_eq!(made(), 3, "and none while nothing else changes");
    visitor.get(bag).await;
    assert_eq!(made(), 3, "it is the one that was visited most");
    visitor.get(ball).await;
    assert_eq!(made(), 4);
}

#[tokio::test]
async fn the_most_visited_pages_are_there_at_the_next_start_as_long_as_they_show_what_is_so() {
    let app = TestApp::stocked().await;
    let (state, pages, folder) = counting(&app);
    let again = |folder: &tempfile::TempDir| {
        let config = Config {
            web: Some(folder.path().to_owned()),
            catalog_file: folder.path().join("store.catalog"),
            ..state.config.clone()
        };
        let state = app.again(config);
        let pages = Arc::new(Pages::new(state.clone()).unwrap());
        (Visitor::at(surfaces::router(state.clone(), Arc::clone(&pages)), SITE), state, pages)
    };
    drop(pages);
    let (ball, bag) = ("/p/match-soccer-ball/", "/p/BAG100-BLK/");
    let (visitor, _, first) = again(&folder);
    let others = (0..MOST).map(|page| format!("/search/?query=ball&page={}", page + 2));
    for path in others.chain(["/no-such-page/", ball, ball, bag, bag, bag].map(str::to_owned)) {
        visitor.get(&path).await;
    }
    let of = [visitor.get(ball).await.text, visitor.get(bag).await.text];
    first.write_down().await;

    let (visitor, restarted, second) = again(&folder);
    let made = |pages: &Arc<Pages>| pages.pool.rendered.told().0;
    assert_eq!([visitor.get(ball).await.text, visitor.get(bag).await.text], of);
    assert_eq!(visitor.get(&format!("/page-data{ball}")).await.status, 200);
    assert_eq!(made(&second), 0);
    let rest = (0..MOST).map(|page| format!("/search/?query=ball&page={}", page + 2));
    for path in rest.chain(["/no-such-page/".to_owned()]) {
        visitor.get(&path).await;
    }
    assert_eq!(
        made(&second),
        3,
        "two of the lists gave way to what was visited more, and what is not there is not kept"
    );
    let dearer = |variant: &mut VariantRecord| {
        if variant.sku == "BAL100" {
            variant.price = Cents::new(99_99);
        }
    };
    restarted.catalog.store(Arc::new(fixture::repriced(2, dearer)));
    assert_eq!(visitor.get(bag).await.text, of[1]);
    assert!(visitor.get(ball).await.text.contains("<p>rendered 4<"), "it costs something else");

    let script = std::fs::read_to_string(folder.path().join("dist-server/entry-server.js")).unwrap();
    std::fs::write(folder.path().join("dist-server/entry-server.js"), script + ";").unwrap();
    let (visitor, _, third) = again(&folder);
    visitor.get(bag).await;
    assert_eq!(made(&third), 1, "another build made them");
}

#[tokio::test]
async fn what_a_page_was_made_from_is_no_page_of_its_own() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    for path in ["/page-data", "/page-datax/", "/page-data/robots.txt", "/page-data/x.php"] {
        assert_eq!(visitor.get(path).await.status, 404, "{path}");
    }
    assert_eq!(visitor.get("/page-data/no-such-page/").await.status, 200, "the page that says so has data too");
    assert_eq!(visitor.send(Method::POST, "/page-data/", &[], None).await.status, 405);
}

#[tokio::test]
async fn a_page_that_is_not_there_is_a_404_in_the_brands_clothes() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::US_GAMES);
    for path in ["/p/no-such-jersey/", "/no-such-page/", "/a/b/c", "/c/no-such-category/"] {
        let page = visitor.get(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text.contains("data-site=\"usgames\""), "{path}");
        assert!(data(&visitor, &page).await["/api/shell"].is_object());
    }
}

#[tokio::test]
async fn a_page_is_the_same_for_everyone_and_not_sent_twice() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let first = visitor.get("/cart?secret=1").await;
    assert!(!first.text.contains("secret"));
    assert!(!first.headers.contains_key("set-cookie"));
    assert_eq!(first.headers["cache-control"], "public, no-cache");
    let tag = first.headers["etag"].to_str().unwrap();
    let again = visitor.send(Method::GET, "/cart", &[("if-none-match", tag)], None).await;
    assert_eq!(again.status, 304);
}

#[tokio::test]
async fn without_the_storefronts_build_the_api_still_works() {
    let app = TestApp::stocked().await;
    let folder = tempfile::tempdir().unwrap();
    let mut config = app.state.config.clone();
    config.web = Some(folder.path().to_owned());
    let state = app.again(config);
    let pages = Arc::new(Pages::new(state.clone()).unwrap());
    let visitor = Visitor::at(surfaces::router(state, pages), SITE);
    assert_eq!(visitor.get("/api/shell").await.status, 200);
    let page = visitor.get("/cart").await;
    assert_eq!(page.status, 200, "the document without markup, for the browser to render");
    assert!(page.text.contains("<div id=\"root\" data-page=\"/page-data/cart\" "));
    assert!(page.text.contains("\"></div>"), "nothing in the root");
}

#[tokio::test]
async fn robots_and_sitemap_tell_the_sites_own_assortment() {
    let app = TestApp::stocked().await;
    for site in Site::BUILT_IN {
        let visitor = app.visitor(site);
        let robots = visitor.get("/robots.txt").await.text;
        assert!(robots.contains(&format!("Sitemap: http://{}.localhost:8420/sitemap.xml", site.key())));
        let map = visitor.get("/sitemap.xml").await;
        assert_eq!(map.headers["content-type"], "application/xml");
        let packed = visitor.send(Method::GET, "/sitemap.xml", &[("accept-encoding", "gzip")], None).await;
        let is_packed = packed.headers.get("content-encoding").is_some_and(|encoding| encoding == "gzip");
        assert_eq!(is_packed, map.text.len() >= 512, "{} bytes", map.text.len());
        let tag = map.headers["etag"].to_str().unwrap();
        let known = visitor.send(Method::GET, "/sitemap.xml", &[("if-none-match", tag)], None).await;
        assert_eq!(known.status, 304);
        let catalog = app.state.catalog.load();
        for product in catalog.products() {
            let listed =
                map.text.contains(&format!("{}</loc>", fieldhouse_shop::finding::catalog::view::product_href(product)));
            assert_eq!(listed, product.is_sold_by(site), "{} at {site:?}", product.facts.slug);
        }
        assert_eq!(visitor.get("/sitemap-2.xml").await.status, 404);
    }
}

#[tokio::test]
async fn r81_the_sitemap_and_the_search_of_the_learning_corner_wait_for_their_turn() {
    let app = crate::content::with_content().await;
    let visitor = app.visitor(SITE);
    let turns = processors();
    let until = async |there_are: &dyn Fn((usize, usize)) -> bool| {
        while !there_are(turns.standing()) {
            tokio::task::yield_now().await;
        }
    };
    // One more after the other until one waits: then every processor has something to do.
    let (release, held) = std::sync::mpsc::channel::<()>();
    let held = Arc::new(Mutex::new(held));
    for begun in 1.. {
        let (turns, held) = (Arc::clone(&turns), Arc::clone(&held));
        tokio::spawn(async move { turns.run(move || held.lock().unwrap().recv()).await });
        until(&|(work, wait)| work + wait == begun).await;
        if processors().standing().1 > 0 {
            break;
        }
    }
    let asked = futures_util::future::join_all(
        ["/sitemap.xml", "/api/content/search?query=gowns"].map(|path| visitor.get(path)),
    );
    tokio::pin!(asked);
    tokio::select! {
        _ = &mut asked => panic!("they did not wait"),
        () = until(&|(_, wait)| wait == 3) => {}
    }
    drop(release);
    assert!(asked.await.iter().all(|answer| answer.status == 200));
}

/// An operator's own catalogue can be walked from `/` before anybody wrote content.
#[tokio::test]
async fn a_brand_without_content_has_a_plain_home_of_what_it_sells() {
    let app = TestApp::stocked().await;
    for site in Site::BUILT_IN {
        let visitor = app.visitor(site);
        let home = visitor.get("/").await;
        assert_eq!(home.status, 200, "{site:?}");
        assert_eq!(home.text.matches("<h1").count(), 1, "{site:?}");
        let json = visitor.get("/api/content/pages/home").await.json();
        assert_eq!(data(&visitor, &home).await["/api/content/pages/home"], json);
        let catalog = app.state.catalog.load();
        let departments = json["blocks"][0]["departments"].as_array().cloned().unwrap_or_default();
        assert_eq!(departments.is_empty(), catalog.categories_of(site).next().is_none(), "{site:?}: {json}");
        for department in departments {
            let href = department["link"]["href"].as_str().unwrap().to_owned();
            assert!(home.text.contains(&format!("href=\"{href}\"")), "{href}");
            assert_eq!(visitor.get(&href).await.status, 200, "{href}");
        }
    }
    // Nothing to sell yet: still a page with the store's name.
    let empty = TestApp::start().await;
    let home = empty.visitor(Site::FIELDHOUSE).get("/").await;
    assert_eq!((home.status.as_u16(), home.text.matches("<h1").count()), (200, 1));
}

#[tokio::test]
async fn content_loaded_again_is_no_change_and_new_content_shows() {
    let app = TestApp::stocked().await;
    let db = &app.state.db;
    let documents = fieldhouse_demo::content::load(db, &app.state.clock).await.unwrap();
    assert!(documents.added.len() >= 8, "a shell and pages for four sites");
    let first = Contents::from_db(db, &[]).await.unwrap();
    fieldhouse_demo::content::load(db, &app.state.clock).await.unwrap();
    let second = Contents::from_db(db, &[]).await.unwrap();
    assert_eq!(first.version, second.version);
    let visitor = app.visitor(Site::US_GAMES);
    assert_eq!(visitor.get("/about-us/").await.status, 404, "a store without content has no pages but its home");
    app.state.contents.store(Arc::new(second));
    let home = visitor.get("/").await;
    assert_eq!(home.status, 200);
    assert_eq!(
        data(&visitor, &home).await["/api/content/pages/home"],
        visitor.get("/api/content/pages/home").await.json()
    );
    for slug in app.state.contents.load().slugs(Site::US_GAMES).filter(|slug| *slug != "home") {
        assert_eq!(visitor.get(&format!("/{slug}/")).await.status, 200, "{slug}");
    }
}
