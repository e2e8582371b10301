//! The demo store as a shopper meets it: the whole catalogue through the database, and its pictures.

use axum::http::Method;
use fieldhouse_core::{brand::Site, content::BlockView};
use fieldhouse_demo as demo;
use fieldhouse_kernel::jobs::{self, State};
use fieldhouse_shop::{
    desk::sales::count_due,
    finding::{
        catalog::{self, view::tile_price},
        snapshot::{Snapshot, refresh},
    },
};

use crate::{
    content::with_content,
    desk::{grants, member},
    sales::assert_figures,
    shopping::assert_books_but,
    support::TestApp,
};

#[tokio::test]
async fn the_demo_catalogue_goes_through_the_database_whole_and_keeps_the_trees_apart() {
    let app = TestApp::start().await;
    let db = &app.state.db;
    let records = demo::records();
    let skus: usize = records.products.iter().map(|product| product.variants.len()).sum();
    let changes = catalog::load_demo(db, demo::records()).await.unwrap();
    assert_eq!((changes.products.added, changes.variants.added), (records.products.len(), skus));
    let read = Snapshot::from_db(db).await.unwrap();
    for category in &records.categories {
        for site in Site::BUILT_IN {
            let own = category.sites.contains(&site);
            assert_eq!(read.category(site, &category.path).is_some(), own, "{} on {}", category.path, site.key());
        }
    }
    for record in &records.products {
        for site in Site::BUILT_IN {
            let product = read.by_slug(site, &record.facts.slug);
            assert_eq!(product.is_some(), record.facts.sites.contains(&site), "{}", record.facts.slug);
            let Some(product) = product else { continue };
            let trail = read.main_category(site, product).unwrap();
            assert!(trail.record.sites.contains(&site), "{} on {}", record.facts.slug, site.key());
            assert_eq!(product.variants.len(), record.variants.len());
        }
    }
    let again = catalog::load_demo(db, demo::records()).await.unwrap();
    assert_eq!((again.products.unchanged, again.variants.unchanged), (records.products.len(), skus));
}

#[tokio::test]
async fn the_demo_has_a_year_of_orders_in_every_queue_and_tells_nobody_about_them() {
    let app = TestApp::start().await;
    demo::loading::load(&app.state).await.unwrap();
    refresh(&app.state, &app.state.catalog).await.unwrap();
    assert_eq!(demo::orders::load(&app.state).await.unwrap(), 400);
    assert_books_but(app.state.db.read(), "letter").await;
    let jobs = jobs::counts(app.state.db.read()).await.unwrap();
    let jobs: Vec<_> = jobs.iter().map(|count| (count.queue.as_str(), count.state, count.jobs)).collect();
    assert_eq!(jobs, [("letters", State::Parked, 1)], "one that was given up, and none that leaves");
    let (_, desk) = member(&app, "manager@store.example", &grants(&[("manager", None)])).await;
    let queues = desk.get("/desk/api/queues").await.json();
    let count = |queue: &serde_json::Value| queue["orders"]["count"].as_u64().unwrap();
    let counts: Vec<u64> = queues["queues"].as_array().unwrap().iter().map(count).collect();
    assert!(counts.iter().all(|count| *count >= 3), "{counts:?}");
    assert_eq!(counts.iter().sum::<u64>(), 400, "each has a cart of at least one article");
    assert!(queues["late"]["orders"]["count"].as_u64().unwrap() > 0);
    assert!(queues["credits"]["orders"]["count"].as_u64().unwrap() > 0);
    for site in Site::BUILT_IN {
        let of_brand = desk.get(&format!("/desk/api/orders/count?site={}", site.key())).await.json();
        assert!(of_brand["orders"]["count"].as_u64().unwrap() > 50, "{of_brand}");
    }
    // What the store counts itself: something is out, low, on its way and late, and shoppers read it.
    let listed = async |show: &str| {
        let list = desk.get(&format!("/desk/api/stock?show={show}")).await.json();
        list["articles"].as_array().unwrap().clone()
    };
    assert_eq!(listed("counted").await.len(), 25);
    for show in ["out", "low", "incoming", "late"] {
        assert!(listed(show).await.len() >= 3, "{show}");
    }
    refresh(&app.state, &app.state.catalog).await.unwrap();
    let out = listed("out").await;
    let catalog = app.state.catalog.load_full();
    for row in &out {
        let sku = row["sku"].as_str().unwrap();
        let found = Site::BUILT_IN.iter().find_map(|site| catalog.sellable(*site, sku)).unwrap();
        assert!(!found.variant.available, "{sku}");
        assert_eq!(found.variant.restock_on.is_some(), row["late"] == false && row["incoming"] != 0, "{row}");
    }
    // Its figures are those of its orders.
    assert!(count_due(&app.state).await.unwrap() > 400);
    assert_figures(&app).await;
    let year = desk.get("/desk/api/reports/sales?from=2025-11-20&by=brand").await.json();
    assert_eq!(year["rows"].as_array().unwrap().len(), Site::BUILT_IN.len(), "{year}");
    assert_ne!(year["approvals"], "", "{year}");
    let month = desk.get("/desk/api/reports/sales?days=30&by=day").await.json();
    assert_ne!(month["total"]["before"], 0, "{month}");
    let first = desk.get("/desk/api/orders").await.json()["orders"][0].clone();
    let now = app.state.clock.now().to_string();
    assert!(first["placedAt"].as_str().unwrap() <= now.as_str(), "{first}");
    assert_eq!(demo::orders::load(&app.state).await.unwrap(), 0, "not a second time");
}

#[tokio::test]
async fn the_homes_and_articles_of_all_brands_show_products_with_a_price_and_nothing_else() {
    let app = with_content().await;
    let catalog = Snapshot::build(1, demo::records());
    let contents = app.state.contents.load();
    for site in Site::BUILT_IN {
        let slugs: Vec<&str> =
            contents.slugs(site).filter(|slug| *slug == "home" || slug.starts_with("learning-corner/")).collect();
        assert!(slugs.len() >= 4, "{}: {slugs:?}", site.key());
        for slug in slugs {
            let page = contents.page(&catalog, site, slug).unwrap();
            let rows: Vec<_> = page
                .blocks
                .iter()
                .filter_map(|block| match block {
                    BlockView::Products { products, title, .. } => Some((title, products)),
                    _ => None,
                })
                .collect();
            assert!(!rows.is_empty(), "{}: {slug}", site.key());
            for (title, products) in rows {
                assert!(products.len() >= 3, "{}: {slug}: {title}", site.key());
                for tile in products {
                    let shown = tile_price(tile).text;
                    assert!(shown.starts_with('$'), "{}: {slug}: {} says '{shown}'", site.key(), tile.href);
                    assert!(tile.default_image.href.contains("&s="), "{}", tile.default_image.href);
                }
            }
        }
    }
}

#[tokio::test]
async fn a_picture_is_drawn_in_the_colors_asked_for() {
    let visitor = TestApp::start().await.visitor(Site::FIELDHOUSE);
    let picture = visitor.get("/images/jersey-front.svg?c=12335B&c2=FFFFFF").await;
    assert_eq!(picture.status, 200);
    assert_eq!(picture.headers["content-type"], "image/svg+xml");
    assert_eq!(picture.headers["cache-control"], "public, max-age=604800");
    assert!(picture.text.contains("#12335B"), "tinted");
    assert_ne!(picture.text, visitor.get("/images/jersey-front.svg?c=C8102E&c2=FFFFFF").await.text);
    assert_eq!(visitor.get("/images/placeholder.svg").await.status, 200);
    let styled = "/images/jersey-front.svg?c=12335B&c2=FFFFFF&s=1364";
    let mut views = vec![picture.text.clone()];
    for shown in ["", "&v=back", "&v=detail", "&v=worn"] {
        views.push(visitor.get(&format!("{styled}{shown}")).await.text);
    }
    views.push(visitor.get("/images/jersey-front.svg?c=12335B&c2=FFFFFF&s=1365").await.text);
    views.sort();
    views.dedup();
    assert_eq!(views.len(), 6, "four views of a style, another style, and the plain cut");
    let known = [("if-none-match", picture.headers["etag"].to_str().unwrap())];
    let again = visitor.send(Method::GET, "/images/jersey-front.svg?c=12335B&c2=FFFFFF", &known, None).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
}

#[tokio::test]
async fn a_picture_that_cannot_be_drawn_is_refused() {
    let visitor = TestApp::start().await.visitor(Site::US_GAMES);
    for (path, status) in [
        ("/images/no-such-thing.svg", 404),
        ("/images/jersey-front.png", 404),
        ("/images/jersey-front.svg?c=blue", 400),
        ("/images/jersey-front.svg?c=12335B&c2=%22%2F%3E%3Cscript", 400),
        ("/images/jersey-front.svg?c2=FFFFFF", 400),
        ("/images/jersey-front.svg?c=12335B&c=FFFFFF", 400),
        ("/images/jersey-front.svg?s=12", 400),
        ("/images/jersey-front.svg?s=+123", 400),
        ("/images/jersey-front.svg?v=inside", 404),
        ("/images/duffel.svg?v=worn", 404),
        ("/images/scene-gym.svg?s=1364", 404),
    ] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        assert_eq!(answer.headers["content-type"], "application/problem+json", "{path}");
    }
}
