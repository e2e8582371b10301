//! The snapshot: who sees what.

use fieldhouse_core::brand::Site;

use crate::{fixture, support::TestApp};

#[test]
fn a_product_outside_the_sites_assortment_is_not_there() {
    let catalog = fixture::catalog();
    assert!(catalog.sellable(Site::US_GAMES, "CON100").is_some());
    assert!(catalog.sellable(Site::FIELDHOUSE, "CON100").is_none());
    assert!(catalog.by_slug(Site::FIELDHOUSE, "marker-cones").is_none());
    assert!(catalog.by_id(Site::US_GAMES, "con100").is_some());
    assert!(catalog.find_index(Site::FIELDHOUSE, "CON100").is_none());
    assert!(catalog.sellable(Site::FIELDHOUSE, "NOPE").is_none());
    assert!(catalog.category(Site::US_GAMES, "football").is_none());
}

#[test]
fn skus_are_found_as_typed_in_either_case() {
    let catalog = fixture::catalog();
    let found = catalog.sellable(Site::FIELDHOUSE, "jrs100-red-2xl").unwrap();
    assert_eq!(&*found.variant.sku, "JRS100-RED-2XL");
    assert_eq!(found.product.facts.sku, "JRS100");
    assert!(!found.variant.available);
}

#[test]
fn a_product_page_shows_colours_with_their_sizes_and_the_lowest_price() {
    let catalog = fixture::catalog();
    let product = catalog.by_slug(Site::FIELDHOUSE, "gridiron-practice-jersey").unwrap();
    let view = catalog.product_view(Site::FIELDHOUSE, product);
    let shape: Vec<(&str, usize)> =
        view.variants.iter().map(|group| (group.product_variant.title.as_str(), group.sizes.len())).collect();
    assert_eq!(shape, [("Navy", 5), ("Red", 5), ("White", 5)]);
    let last = view.variants[1].sizes.last().unwrap();
    assert_eq!((last.text.as_str(), last.unavailable, last.available_date.as_str()), ("2XL", true, "01/15/2027"));
    assert_eq!(view.regular_price.unwrap().get(), 2499);
    let trail: Vec<&str> = view.categories.iter().map(|category| category.href.as_str()).collect();
    assert_eq!(trail, ["/c/football/", "/c/football/jerseys/", "/c/football/jerseys/practice/"]);
    let related: Vec<&str> = view.related.iter().map(|tile| tile.pid.as_str()).collect();
    assert_eq!(related, ["jrs200", "hlm100"]);
}

#[test]
fn a_tile_tells_the_cheapest_price_and_whether_there_are_others() {
    let catalog = fixture::catalog();
    let tile = |slug| catalog.tile_view(Site::FIELDHOUSE, catalog.by_slug(Site::FIELDHOUSE, slug).unwrap());
    let jersey = tile("varsity-game-jersey");
    assert_eq!((jersey.price.regular_price.unwrap().get(), jersey.price.from), (5499, true));
    assert_eq!((jersey.sku.as_str(), jersey.sizes, jersey.colors.len()), ("JRS200-NAV-S", 2, 1));
    let ball = tile("training-soccer-ball");
    assert_eq!((ball.price.discounted_price.unwrap().get(), ball.price.from, ball.sizes), (1500, false, 2));
    let medal = tile("participation-medal");
    assert_eq!((medal.price.regular_price, medal.price.from), (None, false));
    assert!(tile("youth-helmet").out_of_stock);
    assert_eq!(tile("champion-medal").default_image.href, "/images/placeholder.svg");
}

#[test]
fn categories_hold_what_is_below_them_most_popular_first() {
    let catalog = fixture::catalog();
    let names =
        |site, path| -> Vec<String> { catalog.best_sellers(site, path, 10).into_iter().map(|tile| tile.pid).collect() };
    assert_eq!(names(Site::FIELDHOUSE, "football"), ["jrs100", "jrs200", "hlm100"]);
    assert_eq!(names(Site::US_GAMES, "soccer"), ["bal100"]);
    let facility = names(Site::FIELDHOUSE, "facility");
    let all = catalog.category(Site::FIELDHOUSE, "facility").unwrap().products.len();
    let unpriced = facility.iter().any(|pid| ["net100", "med200"].contains(&pid.as_str()));
    assert!(
        !facility.is_empty() && all > facility.len() && !unpriced,
        "a row shows nothing without a price: {facility:?}"
    );
    let roots: Vec<&str> =
        catalog.children(Site::US_GAMES, None).iter().map(|category| category.record.path.as_str()).collect();
    assert_eq!(roots, ["soccer", "facility"]);
}

#[tokio::test]
async fn a_product_is_answered_by_slug_and_by_sku_and_not_changed_while_the_client_has_it() {
    let visitor = TestApp::stocked().await.visitor(Site::FIELDHOUSE);
    let by_slug = visitor.get("/api/catalog/products/gridiron-practice-jersey").await;
    assert_eq!(by_slug.status, 200);
    assert_eq!(by_slug.json()["id"], "jrs100");
    let by_sku = visitor.get("/api/catalog/products/jrs100-red-m").await;
    assert_eq!(by_sku.text, by_slug.text);
    let tag = by_slug.headers["etag"].to_str().unwrap();
    let again = visitor
        .send(axum::http::Method::GET, "/api/catalog/products/JRS100-RED-M", &[("if-none-match", tag)], None)
        .await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
}

#[tokio::test]
async fn an_unknown_product_and_one_of_another_site_look_the_same() {
    let app = TestApp::stocked().await;
    for path in ["marker-cones", "no-such-product", "%F0%9F%8F%88", "..%2F..%2Fetc", "JRS100-NAV-S'"] {
        let answer = app.visitor(Site::FIELDHOUSE).get(&format!("/api/catalog/products/{path}")).await;
        assert_eq!((answer.status.as_u16(), answer.json()["code"].as_str().unwrap()), (404, "not_found"), "{path}");
    }
    assert_eq!(app.visitor(Site::US_GAMES).get("/api/catalog/products/marker-cones").await.status, 200);
}

#[tokio::test]
async fn recently_viewed_answers_in_the_order_asked_and_leaves_out_what_is_not_sold_here() {
    let visitor = TestApp::stocked().await.visitor(Site::FIELDHOUSE);
    let answer = visitor.get("/api/features/RecentlyViewed/?productIds=bag100,con100,nope,,jrs100").await;
    let ids: Vec<String> =
        answer.json().as_array().unwrap().iter().map(|tile| tile["pid"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids, ["bag100", "jrs100"]);
    assert_eq!(visitor.get("/api/features/RecentlyViewed/").await.json(), serde_json::json!([]));
}

#[tokio::test]
async fn r59_ten_thousand_ids_are_refused() {
    let visitor = TestApp::stocked().await.visitor(Site::FIELDHOUSE);
    let ids = vec!["a"; 10_000].join(",");
    assert_eq!(visitor.get(&format!("/api/features/RecentlyViewed/?productIds={ids}")).await.status, 400);
}
