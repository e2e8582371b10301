//! What the demo catalogue promises.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use fieldhouse_core::brand::Site;

use super::*;
use fieldhouse_shop::finding::catalog::record::{ProductRecord, VariantRecord};

fn variants(records: &CatalogRecords) -> impl Iterator<Item = (&ProductRecord, &VariantRecord)> {
    records.products.iter().flat_map(|product| product.variants.iter().map(move |variant| (product, variant)))
}

fn count(records: &CatalogRecords, holds: impl Fn(&ProductRecord) -> bool) -> usize {
    records.products.iter().filter(|product| holds(product)).count()
}

#[test]
fn it_is_a_store_full_and_every_name_is_its_own() {
    let records = records();
    let styles = records.products.len();
    let skus = variants(&records).count();
    println!("{styles} styles, {skus} skus, {} categories", records.categories.len());
    for site in Site::BUILT_IN {
        let sold = count(&records, |product| product.facts.sites.contains(&site));
        println!("{}: {sold} styles", site.key());
        assert!(sold >= 80, "{}: {sold}", site.key());
    }
    assert!(styles >= 600, "{styles} styles");
    assert!((10_000..20_000).contains(&skus), "{skus} skus");
    let unique = |texts: Vec<&str>| {
        let mut seen = HashSet::new();
        for text in texts {
            assert!(!text.is_empty() && seen.insert(text), "{text:?} is used twice");
        }
    };
    unique(variants(&records).map(|(_, variant)| variant.sku.as_str()).collect());
    unique(records.products.iter().map(|product| product.facts.slug.as_str()).collect());
    unique(records.products.iter().map(|product| product.facts.id.as_str()).collect());
    unique(records.categories.iter().map(|category| category.path.as_str()).collect());
    for product in &records.products {
        let slug = &product.facts.slug;
        assert!(slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{slug}");
    }
    for (_, variant) in variants(&records) {
        let sku = &variant.sku;
        assert!(sku.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-'), "{sku}");
    }
}

#[test]
fn every_category_is_three_deep_reachable_and_sells_something_on_its_site() {
    let records = records();
    let known: BTreeMap<&str, &CategoryRecord> =
        records.categories.iter().map(|category| (category.path.as_str(), category)).collect();
    for category in &records.categories {
        let depth = category.path.split('/').count();
        assert!((1..=3).contains(&depth), "{}", category.path);
        if let Some((above, _)) = category.path.rsplit_once('/') {
            assert_eq!(known[above].sites, category.sites, "{}", category.path);
        }
        let site = category.sites[0];
        let below = format!("{}/", category.path);
        let sold = count(&records, |product| {
            let facts = &product.facts;
            facts.sites.contains(&site)
                && facts.categories.iter().any(|path| *path == category.path || path.starts_with(&below))
        });
        assert!(sold > 0, "{} is empty", category.path);
        let leaf = !known.keys().any(|path| path.starts_with(&below));
        assert_eq!(leaf, depth == 3, "{}", category.path);
    }
    for product in &records.products {
        assert!(!product.facts.categories.is_empty(), "{}", product.facts.slug);
        for path in &product.facts.categories {
            let category =
                known.get(path.as_str()).unwrap_or_else(|| panic!("{}: no category {path}", product.facts.slug));
            assert!(product.facts.sites.contains(&category.sites[0]), "{}: {path}", product.facts.slug);
        }
        for site in &product.facts.sites {
            assert!(
                product.facts.categories.iter().any(|path| known[path.as_str()].sites.contains(site)),
                "{}",
                product.facts.slug
            );
        }
    }
}

#[test]
fn every_kind_of_article_is_there() {
    let records = records();
    let keys: BTreeSet<&str> = variants(&records)
        .flat_map(|(_, variant)| variant.attributes.iter().map(|attribute| attribute.name.as_str()))
        .collect();
    for key in [
        "materialNumber",
        "brandName",
        "color",
        "size",
        "weight",
        "age",
        "style",
        "team",
        "number",
        "adultOrYouth",
        "hand",
        "powerSource",
        "flavor",
        "border",
        "grade",
        "shoulderPadModel",
        "shippingMethod",
        "length",
    ] {
        assert!(keys.contains(key), "no variant has {key}");
    }
    let units: BTreeSet<&str> = records.products.iter().map(|product| product.facts.unit_of_measure.as_str()).collect();
    for unit in ["EA", "PR", "DZN", "SET", "CS", "KIT", "PAC", "ROL"] {
        assert!(units.contains(unit), "no product is sold by {unit}");
    }
    let some = |what: &str, least: usize, holds: &dyn Fn(&ProductRecord) -> bool| {
        let found = count(&records, holds);
        assert!(found >= least, "{found} products {what}");
    };
    let any = |product: &ProductRecord, holds: &dyn Fn(&VariantRecord) -> bool| product.variants.iter().any(holds);
    some("are ordered by phone", 10, &|it| it.facts.call_to_order);
    some("have free texts", 40, &|it| !it.facts.free_form_options.is_empty());
    some("have two free texts", 20, &|it| it.facts.free_form_options.len() == 2);
    some("have no price", 3, &|it| it.variants.iter().all(|variant| variant.price.is_none()));
    some("are discounted", 60, &|it| any(it, &|variant| variant.discounted_price.is_some()));
    some("have quantity prices", 300, &|it| any(it, &|variant| variant.tiers.len() >= 2));
    some("have four quantity prices", 60, &|it| any(it, &|variant| variant.tiers.len() == 4));
    some("have a minimum", 20, &|it| any(it, &|variant| variant.min_order_qty > 1));
    some("have a delivery unit", 20, &|it| any(it, &|variant| variant.delivery_unit > 1));
    some("come back some day", 100, &|it| any(it, &|variant| variant.restock_on.is_some()));
    some("are out without a date", 5, &|it| any(it, &|variant| !variant.available && variant.restock_on.is_none()));
    some("are all out", 4, &|it| it.variants.iter().all(|variant| !variant.available));
    some("carry a warning", 10, &|it| !it.facts.warnings.is_empty());
    for flag in ["New", "Best seller", "Clearance"] {
        some(flag, 15, &|it| it.facts.flags.iter().any(|known| known == flag));
    }
    some("are sold on several sites", 80, &|it| it.facts.sites.len() > 1);
    let colours: HashSet<&str> = variants(&records)
        .flat_map(|(_, variant)| variant.attributes.iter())
        .filter(|attribute| attribute.name == "color")
        .map(|attribute| attribute.value.as_str())
        .collect();
    assert!(colours.len() >= 24, "{} colours", colours.len());
}

#[test]
fn prices_make_sense() {
    for (product, variant) in variants(&records()) {
        let sku = &variant.sku;
        let Some(price) = variant.price else {
            assert!(variant.tiers.is_empty() && variant.discounted_price.is_none(), "{sku}");
            continue;
        };
        assert!(price.get() >= 99 && price.get() < 2_500_000, "{sku}: {price:?}");
        assert!(variant.discounted_price.is_none_or(|discounted| discounted < price && discounted.get() > 0), "{sku}");
        let mut before = (1, price);
        for tier in &variant.tiers {
            assert!(tier.minimum_quantity > before.0 && tier.value < before.1, "{sku}: {:?}", variant.tiers);
            before = (tier.minimum_quantity, tier.value);
        }
        assert!(variant.available || variant.stock.is_none_or(|stock| stock == 0), "{sku}");
        assert!(variant.available || !product.facts.call_to_order, "{sku}");
        assert!(variant.restock_on.is_none_or(|day| day > style::BASE && !variant.available), "{sku}");
        if variant.delivery_unit > 1 {
            assert_eq!(variant.min_order_qty % variant.delivery_unit, 0, "{sku}");
        }
    }
}

#[test]
fn every_text_is_finished_and_says_no_real_name() {
    for product in &records().products {
        let facts = &product.facts;
        let texts =
            facts.description.iter().chain(&facts.features).chain([&facts.subtitle, &facts.name, &facts.shipping_info]);
        for text in texts {
            assert!(!text.trim().is_empty() && !text.contains(['{', '}']), "{}: {text:?}", facts.slug);
            let lower = text.to_lowercase();
            assert!(
                !text.contains("  ") && !lower.contains("lorem") && !lower.contains("colour"),
                "{}: {text:?}",
                facts.slug
            );
            assert!(text.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit()), "{text:?}");
            assert!(!text.split(". ").skip(1).any(|next| next.starts_with(char::is_lowercase)), "{text:?}");
        }
        assert_eq!(facts.description.len(), 2, "{}", facts.slug);
        assert!(facts.description.iter().all(|text| text.ends_with('.')), "{}", facts.slug);
        assert!(facts.features.len() >= 3, "{}", facts.slug);
    }
}

#[test]
fn every_picture_is_one_that_is_drawn() {
    let names: HashSet<&str> = images::names().collect();
    let mut used = HashSet::new();
    let records = records();
    for (product, variant) in variants(&records) {
        for image in &variant.images {
            let (name, query) = image.href.strip_prefix("/images/").unwrap().split_once(".svg?").unwrap();
            assert!(names.contains(name), "{}: there is no drawing {name}", product.facts.slug);
            for (parameter, value) in query.split('&').map(|pair| pair.split_once('=').unwrap()) {
                let known = match parameter {
                    "c" | "c2" => images::Hex::parse(value).is_some(),
                    "s" => product.facts.sku.ends_with(value) && images::Design::parse(value).is_some(),
                    "v" => images::View::parse(value).is_some(),
                    _ => false,
                };
                assert!(known, "{}", image.href);
            }
            assert!(!image.alt.is_empty());
            used.insert(name.to_owned());
        }
    }
    for product in &records.products {
        assert!(!product.variants[0].images.is_empty(), "{}", product.facts.slug);
    }
    let unused: Vec<&&str> = names
        .iter()
        .filter(|name| !used.contains(**name) && !name.starts_with("scene-") && **name != "placeholder")
        .collect();
    assert!(unused.is_empty(), "drawn for nothing: {unused:?}");
}

/// The picture behind an address of the catalogue, in colours that are the same for all, without its ids.
fn picture(href: &str) -> String {
    use crate::images::{Design, Hex, View, show};
    let (name, query) = href.strip_prefix("/images/").unwrap().split_once(".svg?").unwrap();
    let one = |wanted: &str| query.split('&').find_map(|pair| pair.strip_prefix(wanted)?.strip_prefix('='));
    let view = one("v").map_or(View::Front, |word| View::parse(word).unwrap());
    let svg = show(name, &[Hex::rgb(0x14, 0x29, 0x4B)], view, Some(Design::parse(one("s").unwrap()).unwrap())).unwrap();
    assert!(svg.len() <= 11_000, "{href}: {} bytes", svg.len());
    let id = svg.split_once(" id=\"").unwrap().1.split_once("w\"").unwrap().0;
    svg.replace(id, "")
}

#[test]
fn every_style_has_three_views_and_no_two_styles_share_a_drawing() {
    let mut seen: HashMap<String, String> = HashMap::new();
    for product in records().products {
        let images = &product.variants[0].images;
        assert!(images.len() >= 3, "{}: {} views", product.facts.slug, images.len());
        let told: HashSet<&str> = images.iter().map(|image| image.alt.as_str()).collect();
        assert_eq!(told.len(), images.len(), "{}: two views read the same", product.facts.slug);
        for image in images {
            if let Some(other) = seen.insert(picture(&image.href), image.href.clone()) {
                panic!("{} and {other} are one drawing", image.href);
            }
        }
        // Each color shows the same views, tinted.
        for variant in product.variants.iter().filter(|variant| !variant.images.is_empty()) {
            assert_eq!(variant.images.len(), images.len(), "{}", product.facts.slug);
        }
    }
    assert!(seen.len() >= 2_000, "{}", seen.len());
}

/// What a style's name calls it and the drawing that shows it.
const NAMED: [(&str, &str); 23] = [
    ("Batting Tee", "batting-tee"),
    ("Stepping Stones Balance Set", "balance-stones"),
    ("Beam & Spots Balance Set", "balance-beam"),
    ("Numbered Spot Markers", "spot-markers"),
    ("Plain Poly Spot Markers", "spot-plain"),
    ("Footprint Spot Markers", "spot-footprints"),
    ("Alphabet Spot Markers", "spot-letters"),
    ("Arrows Spot Markers", "spot-arrows"),
    ("Race Timer", "race-timer"),
    ("Scoreboard", "scoreboard"),
    ("Tag Games Activity Kit", "tag-kit"),
    ("First Day of PE Activity Kit", "pe-kit"),
    ("Recess in a Bag Activity Kit", "ball-bag"),
    ("Lockable Steel Ball Cart", "cart"),
    ("Folding Ball Cart", "cart-folding"),
    ("Double Wide Ball Cart", "cart-double"),
    ("Vertical Rack Ball Cart", "cart-vertical"),
    ("Torch Participation Medal", "medal-torch"),
    ("Number One Participation Medal", "medal-number-one"),
    ("Finisher Participation Medal", "medal-finisher"),
    ("Tower Cup Trophy", "trophy-tower"),
    ("Classroom Cup Trophy", "trophy-classroom"),
    ("MVP Cup Trophy", "trophy-mvp"),
];

#[test]
fn a_picture_shows_what_the_name_says() {
    let records = records();
    for (named, drawing) in NAMED {
        let styles: Vec<&ProductRecord> =
            records.products.iter().filter(|product| product.facts.name.ends_with(named)).collect();
        assert!(!styles.is_empty(), "no {named}");
        for product in styles {
            let shown = format!("/images/{drawing}.svg?");
            let images = product.variants.iter().flat_map(|variant| &variant.images);
            assert!(
                images.clone().count() >= 3 && images.clone().all(|image| image.href.starts_with(&shown)),
                "{}: not a {drawing}",
                product.facts.name
            );
        }
    }
}

#[test]
fn it_is_the_same_every_time() {
    assert!(records() == records());
    let first = records().products.swap_remove(0);
    assert_eq!((first.facts.slug.as_str(), first.facts.sku.as_str()), ("ironvale-redzone-game-jersey", "IV1000"));
}

#[test]
fn what_the_readme_lets_try_in_quick_order_can_be_ordered() {
    let records = records();
    let numbers = include_str!("../../../README.md").split('`').skip(1).step_by(2);
    let tried: Vec<&ProductRecord> =
        numbers.filter_map(|number| records.products.iter().find(|it| it.facts.sku == number)).collect();
    assert!(tried.len() >= 12, "{} products", tried.len());
    for product in tried {
        let open = product.variants.iter().filter(|it| it.available && it.price.is_some()).count();
        assert!(open >= 2 && !product.facts.call_to_order, "{} cannot be chosen from", product.facts.sku);
    }
}

#[test]
fn each_of_the_fifteen_options_can_be_chosen_on_the_flagship() {
    let records = records();
    for kind in fieldhouse_core::quick_order::OPTION_KINDS {
        let choice = records.products.iter().find(|product| {
            let values = product.variants.iter().flat_map(|variant| &variant.attributes);
            let values: BTreeSet<&str> = values.filter(|it| it.name == kind).map(|it| it.value.as_str()).collect();
            product.facts.sites.contains(&Site::FIELDHOUSE) && !product.facts.call_to_order && values.len() > 1
        });
        let choice = choice.unwrap_or_else(|| panic!("nothing to choose a {kind} of"));
        println!("{kind}: {} {}", choice.facts.sku, choice.facts.name);
    }
}
