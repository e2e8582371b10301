//! One style of a family as a product with its articles: colours, sizes, prices, stock.

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, ImageView},
    money::Cents,
    pricing::Tier,
};
use jiff::{ToSpan, civil::Date};

use super::{
    chance::Chance,
    copy,
    family::{Breaks, Family, Shipping, StyleKind, Tint},
    makers::{Maker, by_code},
    palette::{PAIRS, SIGNAL, SOLIDS, some_shades},
    sizes::{self, Cut, Run},
    trees,
};
use crate::images::{View, caption, views};
use fieldhouse_shop::finding::catalog::record::{ProductFacts, ProductRecord, VariantRecord};

/// The demo catalogue's own today: restock dates lie after it, 'new' lies before it.
pub const BASE: Date = jiff::civil::date(2026, 12, 1);

/// The number of the first style, in skus and in pictures.
const STYLES_FROM: usize = 1000;

/// Sizes from which a style is stocked in fewer colours, as a shop would.
const LONG_RUN: usize = 9;
const COLOURS_OF_A_LONG_RUN: usize = 4;

/// A colour of a style: name, code, and what tints its picture.
struct Tone {
    name: &'static str,
    code: &'static str,
    hex: Vec<&'static str>,
}

/// The style `nth` of a family; `number` is its place in the whole catalogue.
pub fn product(family: &Family, nth: usize, number: usize) -> Option<ProductRecord> {
    let model = *family.models.get(nth)?;
    let mut chance = Chance::named(&format!("{model} {}", family.noun));
    let maker = by_code(family.makers.get(nth % family.makers.len().max(1))?)?;
    let name = format!("{model} {}", family.noun);
    let style = format!("{}{}", maker.code, STYLES_FROM + number);
    let made = material(family, model, &mut chance);
    let tones = tones(family, &mut chance);
    let drawing = *family.drawings.get(nth % family.drawings.len().max(1))?;
    let base = base_price(family, nth, &mut chance);
    let flags = flags(family, &mut chance);
    let variants = Articles {
        family,
        maker,
        style: &style,
        design: STYLES_FROM + number,
        name: &name,
        drawing,
        tones: &tones,
        base,
        flags: &flags,
    }
    .build(&mut chance);
    let (shipping_info, shipping_method) = copy::shipping(family, chance.percent(65));
    let sites = sites(family);
    let facts = ProductFacts {
        id: style.to_lowercase(),
        slug: slug(&format!("{} {name}", maker.name)),
        sku: style.clone(),
        brand: maker.name.to_owned(),
        subtitle: subtitle(family, made, tones.len()),
        description: copy::paragraphs(family, &name, maker.name, made, &mut chance),
        features: features(family, &mut chance),
        pricing_message: pricing_message(family, tones.len(), &variants),
        shipping_info: shipping_info.to_owned(),
        shipping_method: shipping_method.to_owned(),
        manufacturer: maker.company.to_owned(),
        warnings: owned(family.warnings),
        free_form_options: owned(family.texts),
        call_to_order: family.by_phone,
        unit_of_measure: family.unit.to_owned(),
        attributes: vec![attribute("material", &copy::capital(bare(made))), attribute("style number", &style)],
        keywords: owned(family.words),
        categories: family
            .places
            .iter()
            .filter_map(|place| place.split_once(':'))
            .map(|(_, path)| path.to_owned())
            .collect(),
        sites,
        popularity: popularity(&flags, &mut chance),
        added_on: added_on(&flags, &mut chance),
        images: Vec::new(),
        flags,
        name,
    };
    Some(ProductRecord { facts, variants })
}

/// A material the model's name speaks of, else any of the family's.
fn material(family: &Family, model: &str, chance: &mut Chance) -> &'static str {
    let any = chance.one_of(family.made_of);
    let words = || model.split([' ', '-']).filter(|word| word.len() > 3).map(str::to_lowercase);
    let spoken_of = |made: &&&'static str| words().any(|word| made.to_lowercase().contains(&word));
    family.made_of.iter().find(spoken_of).copied().unwrap_or(any)
}

fn tones(family: &Family, chance: &mut Chance) -> Vec<Tone> {
    let long_run = family.run.cuts().len() > LONG_RUN;
    let picked = |list, low, high, chance: &mut Chance| {
        let count = usize::try_from(chance.between(low, high)).unwrap_or(1);
        let count = if long_run { count.min(COLOURS_OF_A_LONG_RUN) } else { count };
        let shades = some_shades(list, count, chance);
        let tone = |shade: super::palette::Shade| Tone {
            name: shade.name,
            code: shade.code,
            hex: shade.hex.into_iter().filter(|hex| !hex.is_empty()).collect(),
        };
        let mut tones: Vec<Tone> = shades.into_iter().map(tone).collect();
        // Lists would be a row of navy if every style showed its most usual color first.
        let first = chance.below(tones.len());
        tones.rotate_left(first);
        tones
    };
    match family.tint {
        Tint::Solid(low, high) => picked(SOLIDS, low, high, chance),
        Tint::Pair(low, high) => picked(PAIRS, low, high, chance),
        Tint::Signal(low, high) => picked(SIGNAL, low, high, chance),
        Tint::Only(list) => {
            list.iter().map(|(name, code, main, trim)| Tone { name, code, hex: vec![main, trim] }).collect()
        }
        Tint::Plain(main, trim) => vec![Tone { name: "", code: "", hex: vec![main, trim] }],
    }
}

/// Everything the articles of a style have in common.
struct Articles<'a> {
    family: &'a Family,
    maker: &'a Maker,
    style: &'a str,
    /// The number its pictures are told apart by.
    design: usize,
    name: &'a str,
    drawing: &'static str,
    tones: &'a [Tone],
    base: i64,
    flags: &'a [String],
}

impl Articles<'_> {
    fn build(&self, chance: &mut Chance) -> Vec<VariantRecord> {
        let family = self.family;
        let lots = family.lots.filter(|lots| chance.percent(lots.percent));
        let with_breaks = chance.percent(82);
        let sale = self.sale(chance);
        // What is chosen by an option of its own is the only style to try that option with.
        let sold_out_style = chance.percent(3) && !self.is("Best seller") && !self.is("New") && family.axis.is_none();
        let cuts = family.run.cuts();
        let choices: Vec<&str> = family.axis.map_or_else(|| vec![""], |axis| axis.values.to_vec());
        let mut articles = Vec::with_capacity(self.tones.len() * choices.len() * cuts.len());
        for tone in self.tones {
            let discount = sale.filter(|_| chance.percent(if self.is("Clearance") { 100 } else { 45 }));
            // What comes in one color only would be sold out as a whole.
            let sold_out_tone = chance.percent(5) && self.tones.len() > 1;
            let back = chance.percent(65).then(|| chance.between(9, 110));
            for choice in &choices {
                for (nth, cut) in cuts.iter().enumerate() {
                    let price = round_price(self.base + self.base * cut.percent / 100);
                    let sold_out = !family.by_phone && (sold_out_style || sold_out_tone || chance.percent(4));
                    let restock = if sold_out_tone || sold_out_style { back } else { Some(chance.between(5, 60)) };
                    articles.push(VariantRecord {
                        sku: self.sku(tone, choice, cut),
                        price: (!family.unpriced).then(|| cents(price)),
                        discounted_price: discount
                            .filter(|_| !family.unpriced)
                            .map(|percent| cents(round_price(price - price * percent / 100))),
                        tiers: if with_breaks && !family.unpriced {
                            tiers(family.breaks, price, self.base)
                        } else {
                            Vec::new()
                        },
                        available: !sold_out,
                        restock_on: restock
                            .filter(|_| sold_out)
                            .and_then(|days| BASE.checked_add(i64::from(days).days()).ok()),
                        stock: if family.by_phone {
                            None
                        } else {
                            Some(if sold_out { 0 } else { chance.between(6, 900) })
                        },
                        restockable_in_days: chance.percent(50).then(|| chance.between(7, 45)),
                        min_order_qty: lots.map_or(0, |lots| lots.minimum),
                        delivery_unit: lots.map_or(0, |lots| lots.unit),
                        attributes: self.attributes(tone, choice, cut),
                        hex: if tone.name.is_empty() {
                            Vec::new()
                        } else {
                            tone.hex.iter().map(|hex| format!("#{hex}")).collect()
                        },
                        images: if nth == 0 { self.images(tone, choice) } else { Vec::new() },
                    });
                }
            }
        }
        articles
    }

    fn is(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }

    /// Percent off in a sale, if there is one.
    fn sale(&self, chance: &mut Chance) -> Option<i64> {
        if self.is("Clearance") {
            return Some(i64::from(chance.between(25, 50)));
        }
        (!self.family.by_phone && chance.percent(16)).then(|| i64::from(chance.between(8, 20)))
    }

    fn sku(&self, tone: &Tone, choice: &str, cut: &Cut) -> String {
        let parts = [self.style.to_owned(), tone.code.to_owned(), initials(choice), sizes::code(cut.text)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    }

    fn attributes(&self, tone: &Tone, choice: &str, cut: &Cut) -> Vec<AttributeView> {
        let number = Chance::named(&self.sku(tone, choice, cut)).below(89_999_999) + 10_000_000;
        let mut attributes =
            vec![attribute("materialNumber", &number.to_string()), attribute("brandName", self.maker.name)];
        let mut add = |name: &str, value: &str| {
            if !name.is_empty() && !value.is_empty() {
                attributes.push(attribute(name, value));
            }
        };
        add("color", tone.name);
        add(self.family.axis.map_or("", |axis| axis.key), choice);
        add("adultOrYouth", cut.age);
        add(cut.axis, cut.text);
        add("shippingMethod", copy::shipping(self.family, true).1);
        attributes
    }

    fn images(&self, tone: &Tone, choice: &str) -> Vec<ImageView> {
        let colours: Vec<String> =
            ["c", "c2"].iter().zip(&tone.hex).map(|(parameter, hex)| format!("{parameter}={hex}")).collect();
        let words: Vec<&str> = [tone.name, choice].into_iter().filter(|word| !word.is_empty()).collect();
        let told = if words.is_empty() { String::new() } else { format!(", {}", words.join(", ")) };
        let image = |view: View| {
            let shown = if view == View::Front { String::new() } else { format!("&v={}", view.word()) };
            let seen = caption(self.drawing, view);
            ImageView {
                href: format!("/images/{}.svg?{}&s={}{shown}", self.drawing, colours.join("&"), self.design),
                alt: format!("{}{told}{}{seen}", self.name, if seen.is_empty() { "" } else { ", " }),
                width: 800,
                height: 800,
                srcset: String::new(),
            }
        };
        views(self.drawing).into_iter().map(image).collect()
    }
}

fn attribute(name: &str, value: &str) -> AttributeView {
    AttributeView { name: name.to_owned(), value: value.to_owned() }
}

fn owned(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn cents(amount: i64) -> Cents {
    Cents::new(amount).unwrap_or_default()
}

/// Styles of a family spread from its cheapest to its dearest price.
fn base_price(family: &Family, nth: usize, chance: &mut Chance) -> i64 {
    let (low, high) = family.price;
    let steps = u32::try_from(family.models.len()).unwrap_or(1).saturating_sub(1).max(1);
    let nth = u32::try_from(nth).unwrap_or(0);
    let even = low + (high - low) / steps * ((nth * 5 + 2) % (steps + 1));
    let spread = (high - low) / 12;
    let price = even.saturating_sub(spread / 2) + chance.between(0, spread);
    round_price(i64::from(price.clamp(low, high)))
}

/// Prices end the way shop prices do: .49 and .99 for small ones, .99 above, whole fives for large ones.
fn round_price(amount: i64) -> i64 {
    match amount {
        ..1_000 => (amount / 50 * 50 + 49).max(99),
        1_000..15_000 => amount / 100 * 100 + 99,
        15_000..100_000 => amount / 500 * 500 + 499 + 1,
        _ => amount / 2_500 * 2_500 + 2_500,
    }
}

/// Quantity prices below `price`; the breaks of a style are set by its `base` price.
fn tiers(breaks: Breaks, price: i64, base: i64) -> Vec<Tier> {
    let steps: &[(u32, i64)] = match breaks {
        Breaks::None => &[],
        Breaks::Team if base < 3_000 => &[(12, 5), (24, 9), (48, 13), (96, 17)],
        Breaks::Team => &[(12, 4), (24, 8), (48, 12)],
        Breaks::Gear if base < 3_000 => &[(6, 4), (12, 8), (24, 12)],
        Breaks::Gear => &[(6, 4), (12, 8)],
        Breaks::Small => &[(10, 5), (25, 10), (50, 15), (100, 20)],
        Breaks::Large => &[(3, 4), (6, 7)],
    };
    let value = |percent: i64| {
        let lowered = price - price * percent / 100;
        cents(if lowered < 1_000 { lowered } else { lowered / 10 * 10 + 9 }.min(price - 1))
    };
    steps
        .iter()
        .map(|(minimum_quantity, percent)| Tier { minimum_quantity: *minimum_quantity, value: value(*percent) })
        .collect()
}

fn flags(family: &Family, chance: &mut Chance) -> Vec<String> {
    let flag = match chance.below(100) {
        0..=9 => "New",
        10..=20 if !family.by_phone && !family.unpriced => "Best seller",
        21..=25 if !family.by_phone && !family.unpriced && family.shipping == Shipping::Stock => "Clearance",
        26..=30 => "Staff pick",
        _ => return Vec::new(),
    };
    vec![flag.to_owned()]
}

fn popularity(flags: &[String], chance: &mut Chance) -> u32 {
    let (low, high) = match flags.first().map(String::as_str) {
        Some("Best seller") => (700, 999),
        Some("New" | "Staff pick") => (450, 820),
        Some("Clearance") => (60, 300),
        _ => (100, 699),
    };
    chance.between(low, high)
}

fn added_on(flags: &[String], chance: &mut Chance) -> Option<Date> {
    let days = if flags.iter().any(|flag| flag == "New") { chance.between(3, 60) } else { chance.between(90, 1_400) };
    BASE.checked_sub(i64::from(days).days()).ok()
}

fn sites(family: &Family) -> Vec<Site> {
    let letters: Vec<char> = family.places.iter().filter_map(|place| place.chars().next()).collect();
    let mut sites: Vec<Site> =
        trees::TREES.iter().filter(|(_, letter, _)| letters.contains(letter)).map(|(site, ..)| *site).collect();
    sites.sort();
    sites
}

/// 'a mesh' without its article.
fn bare(made: &str) -> &str {
    made.strip_prefix("a ").or_else(|| made.strip_prefix("an ")).unwrap_or(made)
}

fn subtitle(family: &Family, made: &str, tones: usize) -> String {
    let what = copy::capital(bare(made));
    match family.kind {
        StyleKind::Uniform | StyleKind::Apparel | StyleKind::Spirit if tones > 1 => format!("{what}, {tones} colors"),
        _ => what,
    }
}

fn features(family: &Family, chance: &mut Chance) -> Vec<String> {
    let count = family.details.len().min(5);
    owned(&chance.some_of(family.details, count))
}

/// Which step is the first that lowers what somebody pays depends on the brand and on who asks: the steps say it themselves.
fn pricing_message(family: &Family, tones: usize, variants: &[VariantRecord]) -> String {
    if variants.iter().all(|variant| variant.tiers.is_empty()) {
        return String::new();
    }
    let mixed = match (tones > 1, family.run != Run::One) {
        (true, true) => ", sizes and colors mixed",
        (true, false) => ", colors mixed",
        (false, true) => ", sizes mixed",
        (false, false) => "",
    };
    ["Team prices by quantity", mixed].concat()
}

/// 'Right Hand Throw' is RHT in a sku, 'K-2' is K2.
fn initials(choice: &str) -> String {
    if choice.contains(' ') {
        let first = |word: &str| word.chars().find(char::is_ascii_alphanumeric);
        let long = choice.split(' ').filter_map(first).collect::<String>().to_uppercase();
        return if choice.chars().any(|letter| letter.is_ascii_digit()) { sizes::code(choice) } else { long };
    }
    let code = sizes::code(choice);
    code.get(..5).map_or(code.clone(), str::to_owned)
}

/// Lower-case letters, digits and single dashes.
fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => slug.push(letter.to_ascii_lowercase()),
            '\'' => {}
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.trim_end_matches('-').to_owned()
}
