//! What the demo content promises: every document reads as what the pages take, and no link is dead.

use std::collections::{BTreeSet, HashSet};

use fieldhouse_core::{
    brand::Site,
    content::{
        AccountGroupView, BlockView, FooterView, FormDrawerView, FormView, LinkView, NavigationItemView, PageView,
    },
};
use serde_json::Value;

use super::records;

/// Pages every site has; the footer and the help links count on them.
const PAGES: [&str; 14] = [
    "home",
    "about-us",
    "contact-us",
    "shipping",
    "returns",
    "privacy",
    "terms",
    "accessibility",
    "size-guide",
    "learning-corner",
    "club-select",
    "order-status",
    "certificate-reporting",
    "ship-to-home-styles",
];

/// All of a site's content: its files in one.
fn file(site: Site) -> Value {
    let read = |part: &str| -> Value {
        let path = format!("{}/content/{}{part}.json", env!("CARGO_MANIFEST_DIR"), site.key());
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    let mut whole = read("");
    for part in [".learning", ".service"] {
        let part = read(part);
        whole["pages"].as_array_mut().unwrap().extend(part["pages"].as_array().unwrap().clone());
        if let Some(forms) = part.get("forms") {
            whole["forms"] = forms.clone();
        }
        if let Some(redirects) = part.get("redirects") {
            whole["redirects"] = redirects.clone();
        }
    }
    whole
}

fn pages(file: &Value) -> Vec<PageView> {
    serde_json::from_value(file["pages"].clone()).unwrap()
}

/// Every value of the given name, at any depth.
fn all<'a>(value: &'a Value, name: &str) -> Vec<&'a str> {
    match value {
        Value::Array(items) => items.iter().flat_map(|item| all(item, name)).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, value)| match value.as_str() {
                Some(text) if key == name => vec![text],
                _ => all(value, name),
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn every_document_reads_as_what_the_pages_take() {
    for site in Site::BUILT_IN {
        let file = file(site);
        let shell = &file["shell"];
        serde_json::from_value::<FooterView>(shell["footer"].clone()).unwrap();
        let navigation: Vec<NavigationItemView> = serde_json::from_value(shell["navigation"].clone()).unwrap();
        let help: Vec<LinkView> = serde_json::from_value(shell["help"].clone()).unwrap();
        assert!(help.len() >= 3 && navigation.len() >= 6, "{}", site.key());
        assert!(!shell["announcement"].as_str().unwrap().is_empty());
        let pages = pages(&file);
        let slugs: Vec<&str> = pages.iter().map(|page| page.slug.as_str()).filter(|slug| !slug.contains('/')).collect();
        assert_eq!(slugs, PAGES, "{}", site.key());
        for page in &pages {
            assert!(!page.title.is_empty() && page.description.len() > 40 && !page.blocks.is_empty(), "{}", page.slug);
        }
    }
}

#[test]
fn the_navigation_is_the_sites_tree_three_deep() {
    let records = records();
    for site in Site::BUILT_IN {
        let navigation: Vec<NavigationItemView> =
            serde_json::from_value(file(site)["shell"]["navigation"].clone()).unwrap();
        let mut linked = BTreeSet::new();
        let mut waiting: Vec<(&NavigationItemView, u8)> = navigation.iter().map(|item| (item, 1)).collect();
        while let Some((item, depth)) = waiting.pop() {
            assert!(depth <= 3, "{}", item.href);
            linked.insert(item.href.clone());
            waiting.extend(item.navigation.iter().map(|below| (below, depth + 1)));
        }
        let categories = records.categories.iter().filter(|category| category.sites.contains(&site));
        for category in categories {
            assert!(linked.contains(&format!("/c/{}/", category.path)), "{}: {}", site.key(), category.path);
        }
        assert!(navigation.iter().filter(|item| item.spotlight.is_some()).count() >= 5, "{}", site.key());
    }
}

#[test]
fn no_link_is_dead_and_every_picture_is_drawn() {
    let records = records();
    let drawings: HashSet<&str> = crate::images::names().collect();
    for site in Site::BUILT_IN {
        let file = file(site);
        let categories: HashSet<String> = records
            .categories
            .iter()
            .filter(|category| category.sites.contains(&site))
            .map(|category| format!("/c/{}/", category.path))
            .collect();
        let articles: HashSet<String> =
            pages(&file).iter().filter(|page| page.slug.contains('/')).map(|page| format!("/{}/", page.slug)).collect();
        // What stands for `#footer` has no address of its own; reports are the store's own pages.
        for href in all(&file, "href").into_iter().filter(|href| !href.is_empty() && !href.starts_with("/reports/")) {
            let slug = href.trim_matches('/');
            let goes_somewhere = if let Some(image) = href.strip_prefix("/images/") {
                drawings.contains(image.split(".svg?").next().unwrap())
            } else {
                categories.contains(href)
                    || (PAGES.contains(&slug) && href == format!("/{slug}/") && slug != "home")
                    || articles.contains(href)
                    || href.starts_with("/my-account/")
                    || (href.starts_with("https://") && href.contains(".example/"))
                    || ["/", "/cart", "/quick-order/", "/quick-order/?tab=team-roster", "#chat", "/account/register"]
                        .contains(&href)
                    || href.starts_with("/search/?")
                    || href.starts_with("tel:+1800555")
                    || (href.starts_with("mailto:") && href.ends_with(".example"))
            };
            assert!(goes_somewhere, "{}: {href}", site.key());
        }
    }
}

#[test]
fn the_home_page_has_a_hero_tiles_and_rows_that_are_full() {
    let records = records();
    for site in Site::BUILT_IN {
        let file = file(site);
        let pages = pages(&file);
        let blocks = &pages[0].blocks;
        assert!(matches!(&blocks[0], BlockView::Hero { hero } if hero.value_props.len() == 3));
        let tiles = blocks.iter().filter(|block| matches!(block, BlockView::Tiles { .. })).count();
        let rows: Vec<&str> = blocks
            .iter()
            .filter_map(|block| match block {
                BlockView::Products { category, .. } => Some(category.as_str()),
                _ => None,
            })
            .collect();
        assert!(tiles >= 1 && (2..=3).contains(&rows.len()), "{}", site.key());
        for row in rows {
            let of = |path: &String| path == row || path.starts_with(&format!("{row}/"));
            let sold = records
                .products
                .iter()
                .filter(|product| product.facts.sites.contains(&site) && product.facts.categories.iter().any(of))
                .filter(|product| product.variants.iter().any(|variant| variant.price.is_some()));
            assert!(sold.count() >= 4, "{}: {row}", site.key());
        }
        let mut uids: Vec<&str> = all(&file, "uid");
        let count = uids.len();
        uids.sort_unstable();
        uids.dedup();
        assert_eq!(uids.len(), count, "{}", site.key());
    }
}

#[test]
fn an_article_is_worth_reading_has_a_picture_and_shows_products_that_have_a_price() {
    let records = records();
    let mut articles = 0;
    for site in Site::BUILT_IN {
        for page in pages(&file(site)).iter().filter(|page| page.slug.starts_with("learning-corner/")) {
            articles += 1;
            let mut words = 0;
            let mut headings = HashSet::new();
            let mut rows = Vec::new();
            for block in &page.blocks {
                match block {
                    BlockView::Text { title, paragraphs } => {
                        assert!(headings.insert(title.clone()), "{}: {title:?} twice", page.slug);
                        assert!(paragraphs.iter().all(|text| text.len() > 40), "{}: {title:?}", page.slug);
                        words += paragraphs.iter().map(|text| text.split_whitespace().count()).sum::<usize>();
                    }
                    BlockView::Products { category, .. } => rows.push(category.clone()),
                    _ => {}
                }
            }
            assert!(words >= 600, "{} has {words} words", page.slug);
            assert!(headings.len() >= 5, "{}", page.slug);
            let image = page.image.as_ref().unwrap();
            assert!(image.alt.split(' ').count() >= 5, "{}: {:?}", page.slug, image.alt);
            assert!(!rows.is_empty(), "{} shows no product", page.slug);
            for row in rows {
                let of = |path: &String| *path == row || path.starts_with(&format!("{row}/"));
                let priced = records
                    .products
                    .iter()
                    .filter(|product| product.facts.sites.contains(&site) && product.facts.categories.iter().any(of))
                    .filter(|product| product.variants.iter().any(|variant| variant.price.is_some()));
                assert!(priced.count() >= 3, "{}: {row}", page.slug);
            }
        }
    }
    assert!(articles >= 14, "{articles}");
}

/// What a home is made of, without what is said.
fn composition(site: Site) -> Vec<String> {
    let blocks = file(site)["pages"][0]["blocks"].as_array().unwrap().clone();
    blocks.iter().map(|block| block["kind"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_brand_has_a_home_of_its_own() {
    let homes: BTreeSet<Vec<String>> = Site::BUILT_IN.into_iter().map(composition).collect();
    assert_eq!(homes.len(), Site::BUILT_IN.len());
    let grounds: BTreeSet<String> = Site::BUILT_IN
        .into_iter()
        .map(|site| {
            let hero = &file(site)["pages"][0]["blocks"][0]["hero"];
            format!("{} {}", hero["selectBackgroundColor"], hero["headerAlignment"])
        })
        .collect();
    assert_eq!(grounds.len(), Site::BUILT_IN.len(), "{grounds:?}");
}

#[test]
fn no_form_asks_for_the_same_twice() {
    for site in Site::BUILT_IN {
        let forms: Vec<FormView> = serde_json::from_value(file(site)["forms"].clone()).unwrap();
        for form in forms {
            let mut asked: Vec<String> = Vec::new();
            for field in &form.fields {
                // 'School or club' asks for a school and for a club.
                let things = field.label.split(" or ").map(str::to_lowercase);
                asked.extend(things);
            }
            let once: BTreeSet<&String> = asked.iter().collect();
            assert_eq!(once.len(), asked.len(), "{}, {}: {asked:?}", site.key(), form.slug);
        }
    }
}

#[test]
fn every_form_that_is_named_is_there_and_every_brand_has_articles() {
    for site in Site::BUILT_IN {
        let file = file(site);
        let shell = &file["shell"];
        let forms: Vec<FormView> = serde_json::from_value(file["forms"].clone()).unwrap();
        let known: BTreeSet<&str> = forms.iter().map(|form| form.slug.as_str()).collect();
        let drawer: FormDrawerView = serde_json::from_value(shell["formDrawer"].clone()).unwrap();
        let account: AccountGroupView = serde_json::from_value(shell["account"].clone()).unwrap();
        assert!(!drawer.header.is_empty() && !drawer.sticky_button_text.is_empty());
        assert!(drawer.forms.iter().all(|slug| known.contains(slug.as_str())), "{}", site.key());
        assert!(account.greeting.contains("{userName}") && !account.new_customer.items.is_empty());
        let pages = pages(&file);
        for page in &pages {
            for block in &page.blocks {
                if let BlockView::Form { slug, .. } = block {
                    assert!(known.contains(slug.as_str()), "{}: {slug}", site.key());
                }
            }
        }
        let articles = pages.iter().filter(|page| page.content_type == "page_content");
        assert!(articles.filter(|page| page.image.is_some()).count() >= 3, "{}", site.key());
        let footer: FooterView = serde_json::from_value(shell["footer"].clone()).unwrap();
        let brand = fieldhouse_core::brand::brand(site);
        assert_eq!(footer.division_links.len(), if brand.alternate_shell { 2 } else { 0 });
        assert_eq!(!footer.open_url.is_empty() && !footer.bsn_url.is_empty(), brand.satisfaction_badge);
        assert!(!footer.social_icons.links.is_empty() && !footer.social_icons_2.links.is_empty());
    }
}

#[test]
fn the_words_are_finished_and_the_phone_is_the_brands() {
    for site in Site::BUILT_IN {
        let file = file(site);
        let text = file.to_string();
        let lower = text.to_lowercase();
        for unfinished in ["lorem", "todo", "tbd", "xxx", "colour"] {
            assert!(!lower.contains(unfinished), "{}: {unfinished}", site.key());
        }
        assert!(text.contains(&*fieldhouse_core::brand::brand(site).call_to_order_phone), "{}", site.key());
        for page in pages(&file) {
            for block in page.blocks {
                if let BlockView::Text { paragraphs, .. } = block {
                    assert!(paragraphs.iter().all(|text| text.ends_with('.')), "{}: {paragraphs:?}", page.slug);
                }
            }
        }
    }
}

#[test]
fn every_site_says_the_sentences_of_registration_by_their_keys() {
    // The keys of account §5 and §8.
    let keys = [
        "enterEmail",
        "enterConfirmEmail",
        "emailNotMatch",
        "enterTitle",
        "enterFirstName",
        "enterLastName",
        "enterPhoneNumber",
        "enterClassification",
        "enterAddress",
        "enterCountry",
        "enterCity",
        "enterState",
        "enterZip",
        "enterPassword",
        "enterConfirmPassword",
        "passwordNotMatch",
        "emailExists",
        "commonPassword",
    ];
    for site in Site::BUILT_IN {
        let file = file(site);
        let texts = &file["shell"]["texts"];
        for key in keys {
            assert!(texts[key].as_str().is_some_and(|text| !text.is_empty()), "{} says nothing for {key}", site.key());
        }
    }
}
