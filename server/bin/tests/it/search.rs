//! Search and lists over the small catalogue.

use std::sync::Arc;

use axum::http::StatusCode;
use fieldhouse_core::{brand::Site, catalog::AttributeView, search::SearchView};
use fieldhouse_kernel::{http::extract::QueryPairs, turns::Length};
use fieldhouse_shop::finding::{catalog::record::VariantRecord, search::list::ListRequest, snapshot::Snapshot};
use proptest::prelude::*;

use crate::{
    fixture,
    support::{TestApp, Visitor},
};

async fn shop() -> Visitor {
    TestApp::stocked().await.visitor(Site::FIELDHOUSE)
}

fn encode(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

async fn list(visitor: &Visitor, address: &str) -> SearchView {
    let answer = visitor.get(&format!("/api/search{address}")).await;
    assert_eq!(answer.status, 200, "{address}: {}", answer.text);
    serde_json::from_str(&answer.text).unwrap()
}

fn ids(view: &SearchView) -> Vec<&str> {
    view.hits.iter().map(|tile| tile.pid.as_str()).collect()
}

async fn found(visitor: &Visitor, query: &str) -> Vec<String> {
    let view = list(visitor, &format!("?query={}", encode(query))).await;
    ids(&view).into_iter().map(str::to_owned).collect()
}

fn counts(view: &SearchView, facet: &str) -> Vec<(String, u32, bool)> {
    let facet = view.facets.iter().find(|known| known.name == facet);
    facet.map_or_else(Vec::new, |facet| {
        facet.values.iter().map(|value| (value.value.clone(), value.count, value.selected)).collect()
    })
}

#[tokio::test]
async fn words_beginnings_stems_and_accents_find() {
    let shop = shop().await;
    assert_eq!(found(&shop, "duffel").await, ["bag100"]);
    assert_eq!(found(&shop, "duff").await, ["bag100"]);
    assert_eq!(found(&shop, "JERSEYS").await, ["jrs100", "jrs200"]);
    assert_eq!(found(&shop, "gríd Jersey").await, ["jrs100", "jrs200"], "the other jersey follows");
    assert_eq!(found(&shop, "kestrel socks").await, ["sck100"]);
    assert_eq!(found(&shop, "navy jersey").await, ["jrs100", "jrs200"]);
    assert_eq!(found(&shop, "marker cones").await, Vec::<String>::new(), "another site's product");
}

#[tokio::test]
async fn skus_are_found_by_any_part_with_or_without_punctuation() {
    let shop = shop().await;
    for query in ["JRS100-RED-2XL", "jrs100red2xl", "jrs 100 red 2xl", "100-red", "S100RED"] {
        assert_eq!(found(&shop, query).await.first().map(String::as_str), Some("jrs100"), "{query}");
    }
    assert_eq!(found(&shop, "glv100").await, ["glv100"]);
    assert_eq!(found(&shop, "con100").await, Vec::<String>::new());
}

#[tokio::test]
async fn typing_errors_are_forgiven_and_told() {
    let shop = shop().await;
    for (typed, meant) in
        [("jresey", "jersey"), ("helmt", "helmet"), ("socer bal", "soccer bal"), ("gridirom", "gridiron")]
    {
        let view = list(&shop, &format!("?query={}", encode(typed))).await;
        assert!(view.nb_hits > 0, "{typed}");
        assert_eq!(view.corrected_query, meant, "{typed}");
    }
    let right = list(&shop, "?query=jersey").await;
    assert_eq!(right.corrected_query, "");
    // Each is held against every known word: three of a query are, whatever it costs to type more.
    let four = list(&shop, "?query=jresey%20helmt%20gridirom%20socer").await;
    assert_eq!(four.corrected_query, "jersey helmet gridiron socer");
    let nothing = list(&shop, "?query=xqzwvk").await;
    assert_eq!((nothing.nb_hits, nothing.corrected_query.as_str(), nothing.nb_pages), (0, "", 0));
}

#[tokio::test]
async fn all_words_come_before_some_and_the_name_before_the_rest() {
    let shop = shop().await;
    assert_eq!(found(&shop, "training soccer ball").await, ["bal200", "bal100"], "the other ball follows");
    assert_eq!(found(&shop, "soccer ball").await, ["bal100", "bal200"], "in the name, the popular one first");
    assert_eq!(found(&shop, "duffel zzzzzz").await, ["bag100"], "nothing has both words");
    let near = found(&shop, "soccer training jersey").await;
    assert_eq!(near, ["bal200", "jrs100", "jrs200"], "two words of three, then what is looked for");
}

#[tokio::test]
async fn a_list_is_the_same_whether_its_tiles_were_shown_before_or_not() {
    let app = TestApp::stocked().await;
    let visitor = app.visitor(Site::FIELDHOUSE);
    let catalog = app.state.catalog.load_full();
    for address in ["", "?query=ball&color=Red", "?query=%22hits%22%3A%5B", "?category=football", "?page=7"] {
        let pairs = QueryPairs::parse(address.trim_start_matches('?')).unwrap();
        let whole = catalog.search.list(&catalog, Site::FIELDHOUSE, &ListRequest::parse(&pairs).unwrap());
        assert_eq!(list(&visitor, address).await, whole.unwrap(), "{address}");
    }
}

#[tokio::test]
async fn categories_hold_what_is_below_and_unknown_ones_are_not_there() {
    let shop = shop().await;
    let view = list(&shop, "?category=football").await;
    assert_eq!(ids(&view), ["jrs100", "jrs200", "hlm100"]);
    assert_eq!((view.title.as_str(), view.category.as_str()), ("Football", "football"));
    let children: Vec<&str> = view.children.iter().map(|child| child.path.as_str()).collect();
    assert_eq!(children, ["football/jerseys", "football/protection"]);
    let deep = list(&shop, "?category=football%2Fjerseys%2Fpractice").await;
    let trail: Vec<&str> = deep.trail.iter().map(|category| category.name.as_str()).collect();
    assert_eq!((ids(&deep), trail), (vec!["jrs100"], vec!["Football", "Jerseys", "Practice jerseys"]));
    assert_eq!(shop.get("/api/search?category=nope").await.status, 404);
    let all = list(&shop, "").await;
    assert_eq!((all.nb_hits, all.title.as_str()), (11, "All products"));
}

#[tokio::test]
async fn a_facets_counts_respect_the_other_facets_but_not_itself() {
    let shop = shop().await;
    let all = list(&shop, "?category=football").await;
    assert_eq!(
        counts(&all, "color"),
        [("Navy".into(), 2, false), ("Red".into(), 1, false), ("White".into(), 1, false)]
    );
    assert_eq!(counts(&all, "availability"), [("in-stock".into(), 2, false), ("out-of-stock".into(), 1, false)]);
    let red = list(&shop, "?category=football&color=Red").await;
    assert_eq!(ids(&red), ["jrs100"]);
    assert_eq!(counts(&red, "color"), [("Navy".into(), 2, false), ("Red".into(), 1, true), ("White".into(), 1, false)]);
    assert_eq!(counts(&red, "brand"), [("Ironside".into(), 1, false)]);
    let either = list(&shop, "?color=Red&color=Tan").await;
    assert_eq!(ids(&either), ["jrs100", "glv100"]);
    let none = list(&shop, "?color=Red&brand=Kestrel").await;
    assert_eq!(none.nb_hits, 0);
    assert_eq!(counts(&none, "brand"), [("Ironside".into(), 1, false), ("Kestrel".into(), 0, true)]);
    let swatch = all.facets.iter().find(|facet| facet.name == "color").unwrap().values[0].hex.clone();
    assert_eq!(swatch, ["#12335B"]);
}

/// A store with a bag that comes in small red, medium blue and large red, the last one sold out.
async fn with_red_and_blue_bags() -> Visitor {
    let mut records = fixture::records();
    let bag = records.products.iter_mut().find(|product| product.facts.id == "bag100").unwrap();
    let first = bag.variants[0].clone();
    bag.variants = [("Red", "S", true), ("Blue", "M", true), ("Red", "L", false)]
        .map(|(color, size, available)| VariantRecord {
            sku: format!("BAG100-{color}-{size}"),
            available,
            attributes: [("color", color), ("size", size)]
                .map(|(name, value)| AttributeView { name: name.to_owned(), value: value.to_owned() })
                .into(),
            ..first.clone()
        })
        .into();
    TestApp::start_with(Snapshot::build(1, records)).await.visitor(Site::FIELDHOUSE)
}

#[tokio::test]
async fn a_colour_and_a_size_are_met_by_one_article_that_has_both() {
    let shop = with_red_and_blue_bags().await;
    for (address, found) in [
        ("color=Red&size=S", true),
        ("color=Blue&size=M", true),
        ("color=Red&size=M", false),
        ("color=Blue&size=S", false),
        ("color=Red&color=Blue&size=M", true),
        ("color=Blue&size=S&size=M", true),
        ("color=Blue&size=S&size=L", false),
        ("color=Red&availability=in-stock", true),
        ("size=L&availability=in-stock", false),
        ("color=Red&size=L&availability=in-stock", false),
        ("color=Red&size=L&availability=in-stock&availability=out-of-stock", false),
        ("color=Red&size=L", true),
        ("availability=out-of-stock", false),
    ] {
        let view = list(&shop, &format!("?query=duffel&{address}")).await;
        assert_eq!(view.nb_hits == 1, found, "{address}");
    }
}

#[tokio::test]
async fn values_are_counted_by_articles_that_meet_the_other_choices() {
    let shop = with_red_and_blue_bags().await;
    let red = list(&shop, "?query=duffel&color=Red").await;
    assert_eq!(counts(&red, "size"), [("L".into(), 1, false), ("S".into(), 1, false)]);
    assert_eq!(counts(&red, "color"), [("Blue".into(), 1, false), ("Red".into(), 1, true)]);
    assert_eq!(counts(&red, "brand"), [("Ironside".into(), 1, false)]);
    let medium = list(&shop, "?query=duffel&size=M").await;
    assert_eq!(counts(&medium, "color"), [("Blue".into(), 1, false)]);
    let now = list(&shop, "?query=duffel&availability=in-stock").await;
    assert_eq!(counts(&now, "size"), [("M".into(), 1, false), ("S".into(), 1, false)]);
    let neither = list(&shop, "?query=duffel&color=Blue&size=S").await;
    assert_eq!(counts(&neither, "color"), [("Red".into(), 1, false), ("Blue".into(), 0, true)]);
    assert_eq!(counts(&neither, "size"), [("M".into(), 1, false), ("S".into(), 0, true)]);
    assert_eq!(counts(&neither, "brand"), Vec::new());
    // What a count promises is what choosing it finds.
    for facet in ["brand", "color", "size", "availability"] {
        for chosen in ["", "&color=Red", "&size=S", "&availability=in-stock", "&color=Navy&availability=in-stock"] {
            let before = list(&shop, &format!("?{}", &chosen.trim_start_matches('&'))).await;
            for (value, count, _) in counts(&before, facet) {
                let other = chosen.split('&').filter(|part| !part.starts_with(facet)).collect::<Vec<_>>().join("&");
                let narrowed = format!("?{facet}={}&{other}", encode(&value));
                assert_eq!(list(&shop, &narrowed).await.nb_hits, count, "{chosen} then {facet}={value}");
            }
        }
    }
}

#[tokio::test]
async fn prices_are_ranges_in_cents_of_what_is_paid() {
    let shop = shop().await;
    let cheap = list(&shop, "?price=1000-2500&sort=price-asc").await;
    assert_eq!(ids(&cheap), ["bal200", "jrs100"], "1500 discounted, 2499");
    let values: Vec<(&str, bool)> = cheap
        .facets
        .iter()
        .find(|facet| facet.name == "price")
        .unwrap()
        .values
        .iter()
        .map(|value| (value.label.as_str(), value.selected))
        .collect();
    assert_eq!(
        values,
        [
            ("Under $10.00", false),
            ("$10.00 to $25.00", true),
            ("$25.00 to $50.00", false),
            ("$50.00 to $100.00", false),
            ("$100.00 to $200.00", false),
        ]
    );
    assert_eq!(ids(&list(&shop, "?price=700-800").await), ["sck100"], "a range of one's own");
    assert_eq!(list(&shop, "?price=cheap").await.nb_hits, 0);
}

#[tokio::test]
async fn lists_sort_as_asked_and_what_has_no_price_comes_last() {
    let shop = shop().await;
    let asc = list(&shop, "?sort=price-asc").await;
    assert_eq!(ids(&asc)[..2], ["sck100", "bal200"]);
    let last: Vec<&str> = ids(&asc)[8..].to_vec();
    let desc = list(&shop, "?sort=price-desc").await;
    assert_eq!(ids(&desc)[..2], ["hlm100", "glv100"]);
    for id in ["net100", "med100", "med200"] {
        assert!(last.contains(&id) && ids(&desc)[8..].contains(&id));
    }
    assert_eq!(ids(&list(&shop, "?sort=name&category=football").await), ["jrs100", "jrs200", "hlm100"]);
    let odd = list(&shop, "?sort=sideways&page=-3").await;
    assert_eq!((odd.sort.as_str(), odd.page), ("relevance", 1));
    assert!(list(&shop, "?page=9000").await.hits.is_empty());
}

#[tokio::test]
async fn suggestions_start_at_three_characters_and_mark_what_matched() {
    let shop = shop().await;
    let short = shop.get("/api/search/suggest?query=b*a").await.json();
    assert_eq!((short["query"].as_str(), short["hits"].as_array().map(Vec::len)), (Some(""), Some(0)));
    let view = shop.get("/api/search/suggest?query=soc%20bal").await.json();
    assert_eq!(view["nbHits"], 2);
    let hit = &view["hits"][0];
    assert_eq!((hit["slug"].as_str(), hit["price"].as_i64()), (Some("match-soccer-ball"), Some(3999)));
    assert_eq!(hit["highlights"], serde_json::json!([{"start": 6, "end": 9}, {"start": 13, "end": 16}]));
    assert_eq!(hit["variantSKUs"], serde_json::json!(["BAL100"]));
    assert_eq!(shop.get("/api/search/suggest?query=net100").await.json()["hits"][0]["callToOrder"], true);
}

#[tokio::test]
async fn r55_hostile_queries_are_answered() {
    let shop = shop().await;
    let hostile = [
        "\" OR 1=1 --",
        "AND OR NOT ()[]{}:^~",
        "name:[* TO *]",
        "+-&&||!(){}[]^\"~*?:\\/",
        "\u{202e}jersey\u{feff}",
        "🏈🏈🏈",
        "'; DROP TABLE product; --",
        "%s%s%n",
        "=jersey",
        "ﬁ İ ß ẞ ǰ",
        "1.1.1.1.1.1.1.",
    ];
    for query in hostile {
        list(&shop, &format!("?query={}", encode(query))).await;
        assert_eq!(shop.get(&format!("/api/search/suggest?query={}", encode(query))).await.status, 200, "{query}");
    }
    list(&shop, &format!("?query={}", encode(&"a ".repeat(2000)))).await;
    let many = (0..500).map(|nth| format!("&x{nth}=1")).collect::<Vec<_>>().concat();
    assert_eq!(shop.get(&format!("/api/search?query=a{many}")).await.status, 400);
}

#[test]
fn r55_any_text_can_be_searched_for() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let shop = runtime.block_on(shop());
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig { cases: 400, ..ProptestConfig::default() });
    let texts = prop_oneof![any::<String>(), "[a-z ]{0,12}", "[jrsbal0-9 .'-]{0,20}"];
    runner
        .run(&(texts, "[a-z-]{0,10}", any::<i64>()), |(query, sort, page)| {
            let query = query.replace('\0', "");
            let address = format!("?query={}&sort={sort}&page={page}&color={}", encode(&query), encode(&query));
            for path in [format!("/api/search{address}"), format!("/api/search/suggest{address}")] {
                let answer = runtime.block_on(shop.get(&path));
                prop_assert_eq!(answer.status.as_u16(), 200, "{}", path);
            }
            Ok(())
        })
        .unwrap();
}

#[tokio::test]
async fn a_store_that_starts_shows_pages_is_not_ready_and_lets_who_searches_wait() {
    let app = TestApp::start().await;
    app.state.catalog.store(Arc::new(Snapshot::begin(1, fixture::records())));
    let visitor = app.visitor(Site::FIELDHOUSE);
    assert_eq!(visitor.get("/api/catalog/products/gridiron-practice-jersey").await.status, StatusCode::OK);
    assert_eq!(list(&visitor, "?page=1").await.query, "");
    let ready = visitor.get("/readyz").await;
    assert_eq!(ready.status, StatusCode::SERVICE_UNAVAILABLE, "{}", ready.text);
    assert!(list(&visitor, "?query=gridiron").await.nb_hits > 0, "found once it is read");
    assert_eq!(visitor.get("/readyz").await.status, StatusCode::OK);
}

#[test]
fn r81_what_people_ask_of_few_products_is_short_and_what_asks_for_much_is_not() {
    let catalog = fixture::catalog();
    let of = |query: &str, brands: usize| {
        let brand = (0..brands).map(|nth| format!("a brand with a long name {nth}")).collect();
        let request = ListRequest { query: query.to_owned(), brand, ..ListRequest::default() };
        catalog.search.length_of_list(Site::FIELDHOUSE, &request)
    };
    assert_eq!((of("navy jersey", 0), of("navy jersey", 2)), (Length::Short, Length::Short));
    assert_eq!((of(&"jersey ".repeat(20), 0), of("", 20)), (Length::Long, Length::Long));
    assert_eq!(catalog.search.length_of_suggestion("jer", &[]), Length::Short);
    let begun = Snapshot::begin(1, fixture::records());
    let whole = begun.search.length_of_list(Site::FIELDHOUSE, &ListRequest::default());
    assert_eq!(whole, Length::Long, "it may have to wait");
}

#[test]
fn r81_among_many_products_words_are_looked_for_in_turn_and_what_they_found_is_counted_at_once() {
    let mut records = fixture::records();
    let one = records.products.first().unwrap().clone();
    records.products.extend((0..2_501).map(|nth| {
        let mut product = one.clone();
        (product.facts.id, product.facts.slug) = (format!("many-{nth}"), format!("many-{nth}"));
        product.facts.sku = format!("MANY{nth}");
        product.variants.truncate(1);
        product.variants[0].sku = format!("MANY{nth}-1");
        product
    }));
    let catalog = Snapshot::build(1, records);
    let site = Site::FIELDHOUSE;
    let asked = ListRequest { query: "jersey".to_owned(), ..ListRequest::default() };
    let priced = ListRequest { price: vec!["0-99999".to_owned()], ..asked.clone() };
    assert_eq!(catalog.search.length_of_list(site, &asked), Length::Long);
    assert_eq!(catalog.search.length_of_list(site, &ListRequest::default()), Length::Short, "there are no words");
    catalog.search.list_json(&catalog, site, &asked).unwrap();
    assert_eq!(catalog.search.length_of_list(site, &priced), Length::Short);
    assert_eq!(catalog.search.length_of_list(Site::US_GAMES, &priced), Length::Long, "other products are sold there");
}
