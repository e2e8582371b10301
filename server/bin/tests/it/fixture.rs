//! A small catalogue with every kind of article the rules tell apart.

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, ImageView},
    money::Cents,
    pricing::Tier,
};
use fieldhouse_shop::finding::{
    catalog::record::{CatalogRecords, CategoryRecord, ProductFacts, ProductRecord, VariantRecord},
    snapshot::Snapshot,
};

/// The snapshot of [`records`].
pub fn catalog() -> Snapshot {
    Snapshot::build(1, records())
}

/// The snapshot of change `change`, with each article altered first.
pub fn repriced(change: i64, alter: impl Fn(&mut VariantRecord)) -> Snapshot {
    let mut records = records();
    records.products.iter_mut().flat_map(|product| &mut product.variants).for_each(alter);
    Snapshot::build(change, records)
}

/// Twelve products. By style: what is special about it.
///
/// - `JRS100` colours × sizes, tiers 24/48 per variant, min 6 in multiples of 6; `JRS100-RED-2XL` out with a restock date
/// - `JRS200` name and number per piece; `JRS200-NAV-S` has another base price
/// - `BAL100` one article, any quantity, sold by all sites
/// - `BAL200` discounted
/// - `SCK100` pairs, delivery unit 12, minimum 24
/// - `GLV100` left and right hand
/// - `NET100` call to order, without price
/// - `MED100` price 0; `MED200` no price
/// - `HLM100` out of stock, nobody knows until when
/// - `CON100` sold by usgames alone
/// - `BAG100` sold by fieldhouse alone, counted stock, tiers below a discounted price
pub fn records() -> CatalogRecords {
    let categories = [
        ("football", "Football"),
        ("football/jerseys", "Jerseys"),
        ("football/jerseys/practice", "Practice jerseys"),
        ("football/protection", "Protection"),
        ("soccer", "Soccer"),
        ("soccer/balls", "Balls"),
        ("soccer/socks", "Socks"),
        ("baseball", "Baseball"),
        ("baseball/gloves", "Gloves"),
        ("facility", "Facility"),
    ];
    let categories = categories.iter().enumerate().map(|(position, (path, name))| CategoryRecord {
        path: (*path).to_owned(),
        name: (*name).to_owned(),
        position: u32::try_from(position).unwrap(),
        sites: Vec::new(),
    });
    CatalogRecords { categories: categories.collect(), products: products() }
}

fn products() -> Vec<ProductRecord> {
    let mut practice = product("JRS100", "Gridiron Practice Jersey", "Ironside", "football/jerseys/practice");
    practice.facts.popularity = 90;
    practice.facts.flags = vec!["Best seller".to_owned()];
    for (color, code, hex) in [("Navy", "NAV", "#12335B"), ("Red", "RED", "#B3202A"), ("White", "WHT", "#FFFFFF")] {
        for size in ["S", "M", "L", "XL", "2XL"] {
            let mut variant = article(&format!("JRS100-{code}-{size}"), 2499, &[("color", color), ("size", size)]);
            variant.hex = vec![hex.to_owned()];
            variant.images = vec![image(&format!("/images/jersey.svg?c={}", &hex[1..]), color)];
            variant.tiers = vec![tier(24, 2199), tier(48, 1999)];
            (variant.min_order_qty, variant.delivery_unit) = (6, 6);
            practice.variants.push(variant);
        }
    }
    for variant in practice.variants.iter_mut().filter(|variant| variant.sku == "JRS100-RED-2XL") {
        variant.available = false;
        variant.restock_on = Some(jiff::civil::date(2027, 1, 15));
    }

    let mut named = product("JRS200", "Varsity Game Jersey", "Ironside", "football/jerseys");
    named.facts.free_form_options = vec!["Name".to_owned(), "Number".to_owned()];
    named.variants = vec![
        article("JRS200-NAV-S", 5499, &[("color", "Navy"), ("size", "S")]),
        article("JRS200-NAV-M", 5999, &[("color", "Navy"), ("size", "M")]),
    ];

    let mut ball = product("BAL100", "Match Soccer Ball", "Kestrel", "soccer/balls");
    ball.facts.sites = Site::BUILT_IN.to_vec();
    ball.facts.popularity = 50;
    ball.variants = vec![article("BAL100", 3999, &[])];

    let mut sale_ball = product("BAL200", "Training Soccer Ball", "Kestrel", "soccer/balls");
    sale_ball.variants = vec![article("BAL200-4", 2000, &[("size", "4")]), article("BAL200-5", 2000, &[("size", "5")])];
    for variant in &mut sale_ball.variants {
        variant.discounted_price = Some(cents(1500));
    }

    let mut socks = product("SCK100", "Team Socks", "Kestrel", "soccer/socks");
    "PR".clone_into(&mut socks.facts.unit_of_measure);
    socks.variants = vec![article("SCK100-BLK", 799, &[("color", "Black"), ("size", "M")])];
    (socks.variants[0].min_order_qty, socks.variants[0].delivery_unit) = (24, 12);

    let mut glove = product("GLV100", "Fielding Glove 11.5\"", "Dugout", "baseball/gloves");
    glove.variants = vec![
        article("GLV100-L", 8999, &[("color", "Tan"), ("hand", "Left"), ("size", "11.5\"")]),
        article("GLV100-R", 8999, &[("color", "Tan"), ("hand", "Right"), ("size", "11.5\"")]),
    ];

    let mut goal = product("NET100", "Portable Steel Goal", "Kestrel", "soccer");
    goal.facts.call_to_order = true;
    goal.variants = vec![VariantRecord { price: None, ..article("NET100", 0, &[]) }];

    let mut free = product("MED100", "Participation Medal", "Podium", "facility");
    free.variants = vec![article("MED100", 0, &[])];
    let mut unpriced = product("MED200", "Champion Medal", "Podium", "facility");
    unpriced.variants = vec![VariantRecord { price: None, ..article("MED200", 0, &[]) }];

    let mut helmet = product("HLM100", "Youth Helmet", "Ironside", "football/protection");
    helmet.facts.warnings = vec!["Not for use without a chin strap.".to_owned()];
    helmet.variants = vec![VariantRecord { available: false, ..article("HLM100", 12_999, &[("size", "M")]) }];

    let mut cones = product("CON100", "Marker Cones", "Playground", "facility");
    cones.facts.sites = vec![Site::US_GAMES];
    "SET".clone_into(&mut cones.facts.unit_of_measure);
    cones.variants = vec![article("CON100", 1299, &[("color", "Orange")])];

    let mut bag = product("BAG100", "Duffel Bag", "Ironside", "facility");
    bag.facts.sites = vec![Site::FIELDHOUSE];
    bag.variants = vec![article("BAG100-BLK", 4500, &[("color", "Black")])];
    bag.variants[0].discounted_price = Some(cents(4200));
    bag.variants[0].tiers = vec![tier(12, 3900)];
    bag.variants[0].stock = Some(40);
    bag.variants[0].restockable_in_days = Some(10);

    vec![practice, named, ball, sale_ball, socks, glove, goal, free, unpriced, helmet, cones, bag]
}

fn product(style: &str, name: &str, brand: &str, category: &str) -> ProductRecord {
    ProductRecord {
        facts: ProductFacts {
            id: style.to_lowercase(),
            slug: name.to_lowercase().replace([' ', '.'], "-").replace('"', ""),
            sku: style.to_owned(),
            name: name.to_owned(),
            brand: brand.to_owned(),
            description: vec![format!("{name} by {brand}.")],
            shipping_method: "Standard".to_owned(),
            unit_of_measure: "EA".to_owned(),
            categories: vec![category.to_owned()],
            sites: vec![Site::FIELDHOUSE, Site::VARSITY_BRANDS],
            added_on: Some(jiff::civil::date(2026, 3, 1)),
            ..ProductFacts::default()
        },
        variants: Vec::new(),
    }
}

fn article(sku: &str, price: i64, attributes: &[(&str, &str)]) -> VariantRecord {
    VariantRecord {
        sku: sku.to_owned(),
        price: Some(cents(price)),
        attributes: attributes
            .iter()
            .map(|(name, value)| AttributeView { name: (*name).to_owned(), value: (*value).to_owned() })
            .collect(),
        ..VariantRecord::default()
    }
}

fn image(href: &str, alt: &str) -> ImageView {
    ImageView { href: href.to_owned(), alt: alt.to_owned(), width: 800, height: 800, srcset: String::new() }
}

fn tier(minimum_quantity: u32, value: i64) -> Tier {
    Tier { minimum_quantity, value: cents(value) }
}

fn cents(cents: i64) -> Cents {
    Cents::new(cents).unwrap()
}
