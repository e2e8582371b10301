//! The catalogue in the database: shown whole or not at all, only what differs is written.

use std::sync::Arc;

use fieldhouse_core::{brand::Site, money::Cents};
use fieldhouse_kernel::db::Db;
use fieldhouse_shop::{
    config::Config,
    finding::{
        catalog::{
            self, Product, Update, UpdateError,
            record::{CatalogRecords, ProductRecord},
            update::Changes,
        },
        search::{ByWords, list::ListRequest},
        snapshot::{self, Snapshot},
    },
};
use sea_orm::ConnectionTrait;

use crate::{fixture, support::TestApp};

async fn view(db: &Db, site: Site, slug: &str) -> fieldhouse_core::catalog::ProductView {
    let catalog = Snapshot::from_db(db).await.unwrap();
    catalog.product_view(site, catalog.by_slug(site, slug).unwrap())
}

fn numbers(changes: &Changes) -> [usize; 8] {
    let (products, variants) = (&changes.products, &changes.variants);
    [
        products.added,
        products.changed,
        products.unchanged,
        products.missing.unwrap(),
        variants.added,
        variants.changed,
        variants.unchanged,
        variants.missing.unwrap(),
    ]
}

#[tokio::test]
async fn what_was_stored_reads_back_the_same() {
    let app = TestApp::start().await;
    let db = &app.state.db;
    let changes = catalog::load_demo(db, fixture::records()).await.unwrap();
    assert_eq!(numbers(&changes), [12, 0, 0, 0, 29, 0, 0, 0]);
    let (built, read) = (fixture::catalog(), Snapshot::from_db(db).await.unwrap());
    for site in Site::BUILT_IN {
        let views = |catalog: &Snapshot| -> Vec<_> {
            catalog.products_of(site).map(|product| catalog.product_view(site, product)).collect()
        };
        assert_eq!(views(&read), views(&built));
    }
    let bag = read.sellable(Site::FIELDHOUSE, "BAG100-BLK").unwrap().variant;
    assert_eq!((bag.stock, bag.restockable_in_days), (Some(40), Some(10)));
}

#[tokio::test]
async fn a_second_load_changes_nothing_and_a_changed_price_only_that() {
    let app = TestApp::start().await;
    let db = &app.state.db;
    catalog::load_demo(db, fixture::records()).await.unwrap();
    let first = Snapshot::from_db(db).await.unwrap().change;
    let again = catalog::load_demo(db, fixture::records()).await.unwrap();
    assert_eq!(numbers(&again), [0, 0, 12, 0, 0, 0, 29, 0]);
    assert_eq!(Snapshot::from_db(db).await.unwrap().change, first);

    let mut records = fixture::records();
    records.products[0].variants[3].price = Cents::new(2600);
    records.products[2].facts.sites = vec![Site::US_GAMES];
    let changes = catalog::load_demo(db, records).await.unwrap();
    assert_eq!(numbers(&changes), [0, 1, 11, 0, 0, 1, 28, 0]);
    assert_eq!(changes.variants.examples, ["~ JRS100-NAV-XL"]);
    let read = Snapshot::from_db(db).await.unwrap();
    assert!(read.change > first);
    assert!(read.sellable(Site::FIELDHOUSE, "BAL100").is_none());
    assert!(read.sellable(Site::US_GAMES, "BAL100").is_some());
    assert_eq!(read.sellable(Site::FIELDHOUSE, "JRS100-NAV-XL").unwrap().variant.price.unwrap().get(), 2600);
}

#[tokio::test]
async fn what_is_missing_stays_unless_it_is_to_go() {
    let app = TestApp::start().await;
    let db = &app.state.db;
    catalog::load_demo(db, fixture::records()).await.unwrap();
    let mut records = fixture::records();
    records.products[0].variants.truncate(14);
    records.products.pop();
    let keep = Update { source: "demo".to_owned(), ..Update::default() };
    let kept = catalog::update(db, records.clone(), &keep).await.unwrap();
    assert_eq!((kept.products.missing, kept.variants.missing, kept.is_empty()), (Some(1), Some(1), true));
    assert!(Snapshot::from_db(db).await.unwrap().sellable(Site::FIELDHOUSE, "BAG100-BLK").is_some());

    let dry = Update { remove_missing: true, dry_run: true, ..keep.clone() };
    let told = catalog::update(db, records.clone(), &dry).await.unwrap();
    assert_eq!(told.products.examples, ["- bag100"]);
    assert!(Snapshot::from_db(db).await.unwrap().sellable(Site::FIELDHOUSE, "BAG100-BLK").is_some());

    catalog::update(db, records, &Update { remove_missing: true, ..keep }).await.unwrap();
    let read = Snapshot::from_db(db).await.unwrap();
    assert!(read.sellable(Site::FIELDHOUSE, "BAG100-BLK").is_none());
    assert!(read.sellable(Site::FIELDHOUSE, "JRS100-WHT-2XL").is_none());
    assert!(read.sellable(Site::FIELDHOUSE, "JRS100-WHT-XL").is_some());
}

#[tokio::test]
async fn another_sources_products_are_not_touched_and_contradictions_change_nothing() {
    let app = TestApp::start().await;
    let db = &app.state.db;
    catalog::load_demo(db, fixture::records()).await.unwrap();
    let before = Snapshot::from_db(db).await.unwrap().change;
    let mut records = fixture::records();
    records.products.truncate(3);
    records.products[0].facts.id = "other".to_owned();
    records.products[1].facts.slug = records.products[2].facts.slug.clone();
    let other = Update { source: "other".to_owned(), remove_missing: true, ..Update::default() };
    let Err(UpdateError::Conflicts(conflicts)) = catalog::update(db, records, &other).await else {
        panic!("contradictions were taken over");
    };
    let told: Vec<&str> = conflicts.iter().map(|conflict| conflict.message.as_str()).collect();
    assert!(told.contains(&"the slug 'gridiron-practice-jersey' belongs to another product"), "{told:?}");
    assert!(told.contains(&"the sku 'JRS100-NAV-S' belongs to another product"), "{told:?}");
    assert!(told.contains(&"the product id 'jrs200' belongs to the source 'demo'"), "{told:?}");
    assert!(told.contains(&"the slug 'match-soccer-ball' is used twice"), "{told:?}");
    assert_eq!(Snapshot::from_db(db).await.unwrap().change, before);
}

#[tokio::test]
async fn a_change_by_another_process_is_picked_up_by_its_number() {
    let app = TestApp::start().await;
    catalog::load_demo(&app.state.db, fixture::records()).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    assert!(!snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let elsewhere = Db::connect(&app.state.config.database_url).await.unwrap();
    let mut records = fixture::records();
    records.products[2].facts.name = "Match Ball Pro".to_owned();
    catalog::load_demo(&elsewhere, records).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let catalog = app.state.catalog.load();
    assert_eq!(catalog.by_id(Site::US_GAMES, "bal100").unwrap().facts.name, "Match Ball Pro");
    catalog::reindex(&elsewhere).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    assert_eq!(view(&app.state.db, Site::US_GAMES, "match-soccer-ball").await.name, "Match Ball Pro");
}

/// Everything that a catalogue shows and finds, at every site.
fn shown(snapshot: &Snapshot) -> Vec<String> {
    let mut shown = Vec::new();
    for site in Site::BUILT_IN {
        shown.extend(snapshot.products_of(site).map(|product| {
            let (view, tile) = (snapshot.product_view(site, product), snapshot.tile_view(site, product));
            serde_json::to_string(&(view, tile)).unwrap()
        }));
        for address in [
            "",
            "query=jersey",
            "query=navy",
            "sort=price-asc",
            "sort=price-desc",
            "sort=name",
            "price=0-2500",
            "price=1000-1999",
            "availability=in-stock",
            "availability=out-of-stock&color=Navy",
            "color=Navy&size=S",
        ] {
            let pairs = fieldhouse_kernel::http::extract::QueryPairs::parse(address).unwrap();
            let list = snapshot.search.list(snapshot, site, &ListRequest::parse(&pairs).unwrap()).unwrap();
            shown.push(serde_json::to_string(&list).unwrap());
        }
    }
    shown
}

fn kept(before: &Snapshot, now: &Snapshot) -> Vec<bool> {
    let same = |(one, other): (&Arc<Product>, &Arc<Product>)| Arc::ptr_eq(one, other);
    before.products().iter().zip(now.products()).map(same).collect()
}

/// Loads records, brings the store's snapshot up to them, and holds it against one that is built of all there is. The
/// snapshots before and after.
async fn refreshed(app: &TestApp, records: CatalogRecords) -> (Arc<Snapshot>, Arc<Snapshot>) {
    let before = app.state.catalog.load_full();
    catalog::load_demo(&app.state.db, records).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    assert!(!snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    snapshot::read_words(&app.state.catalog).await.unwrap();
    let now = app.state.catalog.load_full();
    let whole = Snapshot::from_db(&app.state.db).await.unwrap();
    assert_eq!(now.change, whole.change);
    assert_eq!(shown(&now), shown(&whole));
    (before, now)
}

#[tokio::test]
async fn what_changes_of_articles_is_shown_without_building_anything_else_anew() {
    let app = TestApp::start().await;
    refreshed(&app, fixture::records()).await;

    let mut records = fixture::records();
    records.products[0].variants[3].price = Cents::new(1);
    records.products[2].variants[0].available = false;
    let (before, now) = refreshed(&app, records.clone()).await;
    let untouched: Vec<bool> = (0..12).map(|index| index != 0 && index != 2).collect();
    assert_eq!(kept(&before, &now), untouched, "two products are new, the others are the very same");
    let request = ListRequest::parse(&fieldhouse_kernel::http::extract::QueryPairs::parse("sort=price-asc").unwrap());
    let cheapest = now.search.list(&now, Site::FIELDHOUSE, &request.unwrap()).unwrap();
    assert_eq!(cheapest.hits[0].pid, records.products[0].facts.id);

    // Two imports between two looks are one step.
    records.products[1].variants[0].min_order_qty = 4;
    catalog::load_demo(&app.state.db, records.clone()).await.unwrap();
    records.products[3].variants[0].discounted_price = Cents::new(2);
    let (before, now) = refreshed(&app, records.clone()).await;
    assert_eq!(kept(&before, &now).iter().filter(|kept| !**kept).count(), 2);

    // What comes or goes, or stands elsewhere, is found otherwise: everything is built anew.
    for change in 0..7 {
        let mut told = records.clone();
        match change {
            0 => told.products[2].facts.brand = "Another".to_owned(),
            1 => told.products[0].variants[0].attributes[0].value = "Teal".to_owned(),
            2 => drop(told.products[0].variants.pop()),
            3 => drop(told.products.pop()),
            4 => told.products[2].facts.popularity += 1,
            5 => told.products[2].facts.sites.truncate(1),
            _ => drop(told.products[0].facts.categories.pop()),
        }
        let (before, now) = refreshed(&app, told).await;
        assert!(!kept(&before, &now).contains(&true), "change {change}");
        refreshed(&app, records.clone()).await;
    }
}

#[tokio::test]
async fn a_product_told_in_other_words_is_shown_at_once_and_found_by_them_once_they_are_read() {
    let app = TestApp::start().await;
    refreshed(&app, fixture::records()).await;
    let found = |snapshot: &Snapshot, query: &str| {
        let pairs = fieldhouse_kernel::http::extract::QueryPairs::parse(query).unwrap();
        let list = snapshot.search.list(snapshot, Site::US_GAMES, &ListRequest::parse(&pairs).unwrap()).unwrap();
        list.hits.into_iter().map(|hit| hit.product_text.title).collect::<Vec<_>>()
    };

    let mut records = fixture::records();
    records.products[2].facts.name = "Zeppelin".to_owned();
    records.products[2].variants[0].price = Cents::new(7);
    let before = app.state.catalog.load_full();
    catalog::load_demo(&app.state.db, records.clone()).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let told = app.state.catalog.load_full();
    let untouched: Vec<bool> = (0..12).map(|index| index != 2).collect();
    assert_eq!(kept(&before, &told), untouched, "one product is new, the others are the very same");
    assert_eq!(told.by_id(Site::US_GAMES, "bal100").unwrap().facts.name, "Zeppelin");
    assert_eq!(found(&told, "sort=name").last().unwrap(), "Zeppelin", "it has its place by the new name");
    assert!(told.has_unread_words());
    assert_eq!(found(&told, "query=zeppelin"), Vec::<String>::new());

    // A price that changes meanwhile is shown, and the words that are read of before are still those of now.
    records.products[0].variants[0].price = Cents::new(8);
    catalog::load_demo(&app.state.db, records.clone()).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let dearer = app.state.catalog.load_full();
    assert!(dearer.has_unread_words());
    assert!(snapshot::read_words(&app.state.catalog).await.unwrap());
    assert!(!snapshot::read_words(&app.state.catalog).await.unwrap(), "once");
    let now = app.state.catalog.load_full();
    assert_eq!(found(&now, "query=zeppelin"), ["Zeppelin"]);
    assert_eq!((now.change, now.words_of), (dearer.change, told.change));
    assert!(dearer.words_of < now.words_of, "pages that were kept of before are made again");

    // Words that were read of others before are not taken for those of now.
    records.products[2].facts.name = "Dirigible".to_owned();
    catalog::load_demo(&app.state.db, records.clone()).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let dirigible = ByWords::read(&app.state.catalog.load());
    let of = app.state.catalog.load_full();
    records.products[2].facts.keywords = vec!["balloon".to_owned()];
    catalog::load_demo(&app.state.db, records.clone()).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    assert!(app.state.catalog.load().found_by(dirigible.clone(), &of).is_none());
    assert!(of.found_by(dirigible, &of).is_some_and(|read| !read.has_unread_words()));
    assert!(snapshot::read_words(&app.state.catalog).await.unwrap());
    let now = app.state.catalog.load_full();
    assert_eq!(found(&now, "query=balloon"), ["Dirigible"]);
    assert_eq!(shown(&now), shown(&Snapshot::from_db(&app.state.db).await.unwrap()));
}

#[tokio::test]
async fn what_shoppers_made_popular_stays_so_when_it_is_told_in_other_words() {
    let app = TestApp::start().await;
    refreshed(&app, fixture::records()).await;
    let raise = "INSERT INTO product_interest (site, product_id, day, clicks, added) VALUES ('usgames', 'bal100', '2026-01-01', 7, 0)";
    let count = async |sql: &str| {
        let tx = app.state.db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    };
    count(raise).await;
    catalog::reindex(&app.state.db).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    let popularity = || app.state.catalog.load().by_id(Site::US_GAMES, "bal100").unwrap().facts.popularity;
    let weighed = popularity();
    // Counted since, and not weighed before the day is over.
    count("UPDATE product_interest SET clicks = 70").await;
    let mut records = fixture::records();
    records.products[2].facts.subtitle = "Stitched by hand".to_owned();
    let before = app.state.catalog.load_full();
    catalog::load_demo(&app.state.db, records.clone()).await.unwrap();
    assert!(snapshot::refresh(&app.state, &app.state.catalog).await.unwrap());
    assert!(kept(&before, &app.state.catalog.load_full()).contains(&true));
    assert_eq!((popularity(), weighed), (weighed, records.products[2].facts.popularity + 7));
    // What the catalogue itself gives it counts at once.
    records.products[2].facts.popularity += 100;
    let (_, _) = refreshed(&app, records.clone()).await;
    assert_eq!(popularity(), records.products[2].facts.popularity + 70);
}

#[tokio::test]
async fn a_program_that_knows_nothing_of_words_has_everything_built_anew() {
    let app = TestApp::start().await;
    let mut records = fixture::records();
    refreshed(&app, records.clone()).await;
    let by_hand = async |sql: &str| {
        let tx = app.state.db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    };
    records.products[2].facts.name = "Zeppelin".to_owned();
    let (before, now) = refreshed(&app, records.clone()).await;
    assert!(kept(&before, &now).contains(&true));
    // As a former release takes a product out.
    by_hand("DELETE FROM product WHERE id = 'bag100'").await;
    by_hand("UPDATE catalog_meta SET change = change + 1, whole = change + 1, stamp = 'former'").await;
    // This one tells another in other words before anybody looked.
    records.products[2].facts.name = "Dirigible".to_owned();
    records.products.retain(|product| product.facts.id != "bag100");
    let (before, now) = refreshed(&app, records.clone()).await;
    assert!(!kept(&before, &now).contains(&true));
    assert!(now.by_id_anywhere("bag100").is_none());
    records.products[2].facts.name = "Zeppelin".to_owned();
    let (before, now) = refreshed(&app, records).await;
    assert!(kept(&before, &now).contains(&true), "and after that, less is enough again");
}

#[tokio::test]
async fn an_article_that_moves_to_another_product_is_there_alone() {
    let app = TestApp::start().await;
    refreshed(&app, fixture::records()).await;
    let mut records = fixture::records();
    let article = records.products[0].variants.pop().unwrap();
    let sku = article.sku.clone();
    records.products[1].variants.push(article);
    let (_, now) = refreshed(&app, records).await;
    assert_eq!(now.sellable(Site::FIELDHOUSE, &sku).unwrap().product.facts.id, now.products()[1].facts.id);
}

/// What a night's import finds changed where its products come from.
#[tokio::test]
async fn slugs_and_articles_go_from_one_product_to_another_in_any_order() {
    let app = TestApp::start().await;
    let first = fixture::records();
    let source = &Update { source: catalog::DEMO_SOURCE.to_owned(), remove_missing: true, ..Update::default() };
    let [one, other] = [0, 1].map(|nth| first.products[nth].facts.clone());
    let taken_over = async |records: &CatalogRecords| {
        let (_, now) = refreshed(&app, records.clone()).await;
        let there = |record: &ProductRecord| {
            let found = now.by_id_anywhere(&record.facts.id).unwrap();
            assert_eq!(found.facts.slug, record.facts.slug);
            let own: Vec<_> = record.variants.iter().map(|variant| variant.sku.as_str()).collect();
            assert_eq!(found.variants.iter().map(|variant| &*variant.sku).collect::<Vec<_>>(), own);
        };
        records.products.iter().for_each(there);
        assert_eq!(now.products().len(), records.products.len());
    };
    taken_over(&first).await;

    let mut exchanged = first.clone();
    (exchanged.products[0].facts.slug, exchanged.products[1].facts.slug) = (other.slug.clone(), one.slug.clone());
    taken_over(&exchanged).await;
    taken_over(&first).await;
    let mut around = first.clone();
    let last = around.products.len() - 1;
    for nth in 0..=last {
        around.products[nth].facts.slug = first.products[if nth == last { 0 } else { nth + 1 }].facts.slug.clone();
    }
    taken_over(&around).await;

    // Taken out and made again under another id, with its slug and its articles; another one takes the slug of what went.
    let mut again = around.clone();
    again.products[0].facts.id = "made-again".to_owned();
    again.products[1].facts.slug = "a-new-one".to_owned();
    taken_over(&again).await;
    again.products[2].facts.slug = around.products[1].facts.slug.clone();
    let gone = again.products.remove(0);
    again.products[0].facts.slug = gone.facts.slug.clone();
    taken_over(&again).await;

    // What is left alone keeps what it has.
    let mut mine = again.clone();
    mine.products.retain(|product| product.facts.id == again.products[0].facts.id);
    mine.products[0].facts.slug = again.products[1].facts.slug.clone();
    let stays = Update { remove_missing: false, ..source.clone() };
    let refused = catalog::update(&app.state.db, mine, &stays).await.unwrap_err().to_string();
    assert!(refused.contains("contradict"), "{refused}");
}

/// One that was stopped after slugs were let go of leaves none without.
#[tokio::test]
async fn a_slug_that_was_let_go_of_is_there_again_after_the_next_import() {
    let app = TestApp::start().await;
    let records = fixture::records();
    refreshed(&app, records.clone()).await;
    let tx = app.state.db.write().await.unwrap();
    let own = "UPDATE product SET slug = '~' || id, hash = '', changed = changed + 1 WHERE position < 2";
    tx.execute_unprepared(own).await.unwrap();
    tx.commit().await.unwrap();
    let (_, now) = refreshed(&app, records.clone()).await;
    for record in &records.products {
        assert_eq!(now.by_id_anywhere(&record.facts.id).unwrap().facts.slug, record.facts.slug);
    }
}

#[tokio::test]
async fn a_store_that_starts_reads_what_is_kept_of_the_very_change_and_else_the_database() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.catalog");
    let state = app.again(Config { catalog_file: file.clone(), ..app.state.config.clone() });
    snapshot::keep(&state).await.unwrap();
    assert!(!file.exists(), "of a store without a catalog there is nothing to keep");
    catalog::load_demo(&state.db, fixture::records()).await.unwrap();
    snapshot::keep(&state).await.unwrap();

    // What nobody told the store by a change number is seen by whoever reads the database.
    let by_hand = async |sql: &str| {
        let tx = state.db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    };
    let whole = Snapshot::from_db(&state.db).await.unwrap();
    by_hand("UPDATE variant SET price_cents = 1").await;
    let first = async || {
        let snapshot = Snapshot::first(&state).await.unwrap();
        snapshot.search.read_words();
        snapshot
    };
    let dearest = |snapshot: &Snapshot| snapshot.sellable(Site::FIELDHOUSE, "JRS100-NAV-XL").unwrap().variant.price;
    assert_eq!(shown(&first().await), shown(&whole), "the file was read, and it has everything");

    // A database that was put back, and came to the same number by another way.
    by_hand("UPDATE catalog_meta SET stamp = 'another'").await;
    assert_eq!(dearest(&first().await), Cents::new(1), "read from the database");
    snapshot::keep(&state).await.unwrap();
    by_hand("UPDATE variant SET price_cents = 2").await;
    assert_eq!(dearest(&first().await), Cents::new(1), "kept anew");
    std::fs::write(&file, "what is this").unwrap();
    assert_eq!(dearest(&first().await), Cents::new(2), "what cannot be read is not there");
    catalog::load_demo(&state.db, fixture::records()).await.unwrap();
    snapshot::keep(&state).await.unwrap();
    let kept = std::fs::read(&file).unwrap();
    catalog::reindex(&state.db).await.unwrap();
    snapshot::keep(&state).await.unwrap();
    assert_ne!(std::fs::read(&file).unwrap(), kept, "every change has a stamp of its own");
}

/// More products than a statement reads, and than two stints write, all in these words.
fn many(words: &str) -> CatalogRecords {
    let mut records = fixture::records();
    let mut ball = records.products.swap_remove(2);
    ball.variants.truncate(1);
    records.products = (0..1300)
        .map(|number| {
            let mut one = ball.clone();
            one.facts.id = format!("ball{number}");
            one.facts.slug = format!("ball-{number}");
            one.facts.name = format!("{words} {number}");
            one.variants[0].sku = format!("BALL{number}");
            one.variants[0].price = Cents::new(i64::from(number) + 100);
            one
        })
        .collect();
    records
}

#[tokio::test]
async fn a_catalogue_that_many_statements_read_is_read_whole_and_in_its_order() {
    let app = TestApp::start().await;
    let (_, now) = refreshed(&app, many("Ball")).await;
    let names = |snapshot: &Snapshot| -> Vec<String> {
        snapshot.products().iter().map(|product| product.facts.name.clone()).collect()
    };
    let wanted: Vec<String> = (0..1300).map(|number| format!("Ball {number}")).collect();
    assert_eq!(names(&now), wanted);
    // By the order of their keys the last of these numbers are in the middle.
    let prices = |snapshot: &Snapshot| {
        (0..1300)
            .map(|number| {
                snapshot.sellable(Site::US_GAMES, &format!("BALL{number}")).unwrap().variant.price.unwrap().get()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(prices(&now), (100..1400).collect::<Vec<i64>>());
    let again = catalog::load_demo(&app.state.db, many("Ball")).await.unwrap();
    assert_eq!(numbers(&again), [0, 0, 1300, 0, 0, 0, 1300, 0]);
    // All of them at other prices: read again, and nothing else is built anew.
    let mut dearer = many("Ball");
    dearer.products.iter_mut().for_each(|product| product.variants[0].price = Cents::new(99_900));
    let (_, now) = refreshed(&app, dearer).await;
    assert_eq!(names(&now), wanted);
    assert!(prices(&now).iter().all(|price| *price == 99_900));
}

/// Where everybody waits for one writer: a catalogue of several stints.
mod on_sqlite {
    use super::*;

    async fn by_hand(app: &TestApp, sql: &str) {
        let tx = app.state.db.write().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn count(app: &TestApp, sql: &str) -> i64 {
        let asked = sea_orm::Statement::from_string(app.state.db.backend(), sql);
        app.state.db.read().query_one_raw(asked).await.unwrap().unwrap().try_get_by_index(0).unwrap()
    }

    const NAMED: &str = "SELECT count(*) FROM product WHERE facts LIKE '%Second%'";

    #[tokio::test]
    async fn an_import_that_stops_between_two_stints_shows_nothing_and_the_next_one_shows_all() {
        let app = TestApp::start().await;
        let (_, first) = refreshed(&app, many("First")).await;
        // The disk is full, or the process is killed, when the last but one is written.
        by_hand(
            &app,
            "CREATE TRIGGER stopped BEFORE UPDATE ON product WHEN NEW.id = 'ball1298' \
             BEGIN SELECT RAISE(ABORT, 'stopped'); END",
        )
        .await;
        let stopped = catalog::load_demo(&app.state.db, many("Second")).await;
        assert!(matches!(stopped, Err(UpdateError::Database(_))));
        let written = count(&app, NAMED).await;
        assert!((1..1300).contains(&written), "{written}: whole stints, and others had their turn between them");
        assert!(!snapshot::refresh(&app.state, &app.state.catalog).await.unwrap(), "no node was told");
        assert_eq!(app.state.catalog.load().change, first.change);

        by_hand(&app, "DROP TRIGGER stopped").await;
        // What is left is found to differ; what was written already is shown as well.
        let (_, now) = refreshed(&app, many("Second")).await;
        assert_eq!(now.by_id(Site::US_GAMES, "ball0").unwrap().facts.name, "Second 0");
        assert_eq!(count(&app, NAMED).await, 1300);

        // Stopped before its very last step, with nothing left to write: it is shown all the same.
        by_hand(&app, "UPDATE product SET changed = changed + 1, facts = replace(facts, 'Second 7\"', 'Third 7\"')")
            .await;
        let (_, now) = refreshed(&app, many("Second")).await;
        assert_eq!(now.by_id(Site::US_GAMES, "ball7").unwrap().facts.name, "Third 7");
    }

    #[tokio::test]
    async fn what_is_written_after_another_change_was_told_is_told_by_a_later_number() {
        let app = TestApp::start().await;
        let (_, first) = refreshed(&app, many("First")).await;
        let mut dearer = many("First");
        dearer.products.iter_mut().for_each(|product| product.variants[0].price = Cents::new(99_900));
        dearer.products[5].facts.name = "Told in the first stint".to_owned();
        // Somebody else's change, of articles alone, is told within the second stint.
        by_hand(
            &app,
            "CREATE TRIGGER told AFTER UPDATE ON variant WHEN NEW.sku = 'BALL600' \
             BEGIN UPDATE catalog_meta SET change = change + 1; END",
        )
        .await;
        let (_, now) = refreshed(&app, dearer).await;
        assert_eq!(now.change, first.change + 2);
        assert_eq!(now.sellable(Site::US_GAMES, "BALL1299").unwrap().variant.price, Cents::new(99_900));
        // Who looked when the other change was told has these still to come.
        let later = format!("SELECT count(*) FROM product WHERE changed > {}", first.change + 1);
        assert!((1..1300).contains(&count(&app, &later).await));
    }

    #[tokio::test]
    async fn what_another_import_wrote_and_never_told_is_told_with_the_number_it_bears() {
        let app = TestApp::start().await;
        refreshed(&app, many("First")).await;
        let mut dearer = many("First");
        dearer.products.iter_mut().skip(100).for_each(|product| product.variants[0].price = Cents::new(99_900));
        // It writes another product's name while this one writes prices, and is killed before it comes to its end.
        by_hand(
            &app,
            "CREATE TRIGGER another AFTER UPDATE ON variant WHEN NEW.sku = 'BALL150' BEGIN UPDATE product \
             SET changed = changed + 1, facts = replace(facts, 'First 7\"', 'Third 7\"') WHERE id = 'ball7'; END",
        )
        .await;
        let (_, now) = refreshed(&app, dearer).await;
        assert_eq!(now.by_id(Site::US_GAMES, "ball7").unwrap().facts.name, "Third 7");
    }
}
