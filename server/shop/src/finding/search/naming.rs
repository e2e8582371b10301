//! What a name says: the words that tell what a thing is, and what it is only for, with or of. A `Chin Strap for
//! Helmets` is a strap, a `Helmet - Matte Black` a helmet. Not here: what that is worth.

use std::collections::BTreeSet;

use crate::words::{FILLERS, Word, words};

/// A name, read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// Places in `main` of the words that say what the thing is: one, or several that are as good.
    pub heads: Vec<usize>,
    /// The words up to what it is for.
    pub main: Vec<String>,
    /// The same as it is written.
    pub text: String,
    /// The words of what it is for, with or of.
    pub rest: Vec<String>,
}

impl Naming {
    /// The words that say what the thing is.
    pub fn heads(&self) -> impl Iterator<Item = &String> {
        self.heads.iter().filter_map(|at| self.main.get(*at))
    }

    /// How many words tell something: measures, sizes, colors and fillers do not.
    pub fn telling(&self) -> usize {
        let idle = |word: &&String| is_number(word) || is_aside(word) || FILLERS.contains(&word.as_str());
        self.main.iter().chain(&self.rest).filter(|word| !idle(word)).count()
    }

    /// The same as one word with the one before: a `Hair Dryer` is a hairdryer.
    pub fn joined_heads(&self) -> Vec<String> {
        let before = |at: &usize| self.main.get(at.checked_sub(1)?).zip(self.main.get(*at));
        self.heads.iter().filter_map(before).map(|(one, head)| [one.as_str(), head].concat()).collect()
    }
}

/// What follows them is another thing.
const JOINTS: &str =
    "for with without of made w fits fitting featuring including includes from compatible against designed plus";
/// Before `of` they count or hold what is meant: a box of pencils is pencils.
const HOLDERS: &str = "set sets pack packs box boxes pair pairs case cases bag bags bottle bottles jar jars can cans tin tube roll \
    rolls dozen bundle carton lot sheet sheets stack ream assortment piece";
/// At the end they say how many of what stands before them.
const COUNTS: &str = "set sets pair pairs pack bundle assortment collection";
/// Behind a number they measure.
const UNITS: &str = "in inch inches ft foot feet yd yard yards mm cm m meter meters oz ounce ounces lb lbs pound pounds g gram \
    grams kg ml l liter liters qt quart pt gal gallon cu ct count pk pack pc pcs piece pieces w watt watts v \
    volt volts ton mil gauge ply x";
/// Sizes, and whom a thing is made for.
const SIZES: &str = "xxs xs s m l xl xxl xxxl 2xl 3xl 4xl sm md lg small medium large xlarge extra size sized sizes regular \
    standard junior jr youth adult adults kid kids child childrens toddler infant men mens women womens boys \
    girls unisex twin queen king osfa assorted";
/// Colors and finishes that are nothing else.
const COLORS: &str = "black white red blue green yellow purple pink brown gray grey beige tan navy royal teal maroon burgundy \
    crimson scarlet cardinal magenta cyan aqua turquoise indigo fuchsia khaki charcoal heather camo camouflage \
    neon multicolor multi colored matte matt glossy satin brushed polished antique antiqued rubbed galvanized \
    anodized chrome chromed nickel stainless coated plated metallic weathered distressed dark bright pale clear \
    transparent silver";
/// Colors, woods and metals that may also be the thing: a `Navel Orange` is one, a `Tower Fan Orange` is not.
const ALSO_THINGS: &str = "orange gold golden bronze copper brass steel graphite pewter titanium zinc iron aluminum olive lime plum \
    peach cherry cream rose salmon coral mint lavender violet lilac mauve ivory pearl slate stone sand amber \
    ruby emerald jade sapphire mustard chocolate espresso cocoa caramel oak walnut maple pine mahogany teak \
    birch ash ebony bamboo sky forest kelly hunter midnight ocean denim wood light color gloss finish";

/// How a word at the end of a name is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It may say what the thing is.
    Thing,
    /// It may be a color as well.
    Either,
    /// A measure, a size, a color or a finish.
    Aside,
}

/// True for a color, a finish or a size, whatever else it may be.
pub fn is_aside(word: &str) -> bool {
    [SIZES, COLORS, ALSO_THINGS].iter().any(|list| has(list, word))
}

/// The place of the first word that says what a thing is for, with or of; nothing when it stands first.
fn joint(words: &[Word]) -> Option<usize> {
    let text = |at: usize| words.get(at).map(|word| word.text.as_str());
    (1..words.len()).find(|at| {
        let before = at.checked_sub(1).and_then(text).unwrap_or_default();
        match text(*at).unwrap_or_default() {
            "of" => !has(HOLDERS, before) && !is_number(before),
            "to" => text(at.saturating_add(1)).is_some_and(|next| next.starts_with("fit")),
            // A number of watts.
            "w" => !is_number(before),
            word => has(JOINTS, word),
        }
    })
}

/// How many of a query's words, fillers left out, come before what the thing is for; all of them where nothing is said.
pub fn words_before_joint(query: &str) -> usize {
    let all = words(query);
    let end = joint(&all).unwrap_or(all.len());
    let telling = all.iter().take(end).filter(|word| !FILLERS.contains(&word.text.as_str())).count();
    if telling == 0 { all.len() } else { telling }
}

/// Reads a name. `asides` are words of the product's own colors and sizes; they and its brand are no thing.
pub fn read_name(name: &str, brand: &str, asides: &BTreeSet<String>) -> Naming {
    let all = words(name);
    let letters: Vec<char> = name.chars().collect();
    let end = joint(&all).unwrap_or(all.len());
    let (main, rest) = all.split_at_checked(end).unwrap_or((&all, &[]));
    let brand: Vec<String> = words(brand).into_iter().map(|word| word.text).collect();
    let listed = main.iter().zip(main.iter().skip(1)).any(|(one, next)| has_and(between(&letters, one, next)));
    let mut heads = Vec::new();
    let mut first = 0;
    while first < main.len() && heads.is_empty() {
        // The first part that is more than a maker or a measure: `Hammer, Claw, 16 oz`, `Helmet - Matte Black`.
        let parted = |at: usize| match (main.get(at), main.get(at.saturating_add(1))) {
            (Some(one), Some(next)) => parts(between(&letters, one, next), listed),
            _ => true,
        };
        let last = (first..main.len()).find(|at| parted(*at)).unwrap_or(first);
        let part = main.get(first..=last).unwrap_or_default();
        let own = if part.len() > brand.len()
            && part.iter().rev().zip(brand.iter().rev()).all(|(word, of)| word.text == *of)
        {
            part.get(..part.len().saturating_sub(brand.len())).unwrap_or_default()
        } else {
            part
        };
        if !own.iter().map(|word| &word.text).eq(&brand) {
            heads = heads_of(own, asides, &letters).into_iter().map(|at| at.saturating_add(first)).collect();
        }
        first = last.saturating_add(1);
    }
    if heads.is_empty() {
        heads.extend(main.iter().rposition(|word| !is_number(&word.text)));
    }
    let texts = |words: &[Word]| words.iter().map(|word| word.text.clone()).collect();
    let upto = rest.first().map_or(letters.len(), |word| word.start);
    Naming { heads, main: texts(main), text: letters.iter().take(upto).collect(), rest: texts(rest) }
}

/// The places of the heads in a part of a name: its last word that is a thing, and the ones that are as good.
fn heads_of(part: &[Word], asides: &BTreeSet<String>, letters: &[char]) -> Vec<usize> {
    let text = |at: usize| part.get(at).map(|word| word.text.as_str()).unwrap_or_default();
    let before = |at: usize| at.checked_sub(1).map(text).unwrap_or_default();
    let read = |at: usize| {
        let word = text(at);
        let measures = has(UNITS, word) && is_number(before(at));
        // `Oil-Rubbed` is a finish as a whole.
        let compound = part.get(at).zip(part.get(at.saturating_add(1))).is_some_and(|(one, next)| {
            between(letters, one, next) == ['-'] && (has(COLORS, &next.text) || has(SIZES, &next.text))
        });
        let aside = compound || is_number(word) || measures || asides.contains(word) || FILLERS.contains(&word);
        if aside || has(SIZES, word) || has(COLORS, word) {
            End::Aside
        } else if part.get(at).is_some_and(|one| is_code(letters, one)) {
            End::Either
        } else if has(ALSO_THINGS, word) {
            if is_aside(before(at)) { End::Aside } else { End::Either }
        } else {
            End::Thing
        }
    };
    let mut heads = Vec::new();
    for at in (0..part.len()).rev() {
        match read(at) {
            End::Aside => continue,
            End::Either => {
                heads.push(at);
                continue;
            }
            End::Thing => heads.push(at),
        }
        // A `Dumbbell Pair` is dumbbells, a `Rim & Net` both.
        let Some(other) = at.checked_sub(1) else { break };
        let joined = part.get(other).zip(part.get(at)).is_some_and(|(one, next)| has_and(between(letters, one, next)));
        if has(COUNTS, text(at)) || (joined && read(other) == End::Thing) {
            heads.push(other);
        }
        break;
    }
    heads
}

/// True for one of the words of a list.
fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

fn is_number(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// True for two or three capitals in a name of small letters, such as what a cleat is soled for (`FG`).
fn is_code(letters: &[char], word: &Word) -> bool {
    let own = letters.get(word.start..word.end).unwrap_or_default();
    (2..=3).contains(&own.len())
        && own.iter().all(char::is_ascii_uppercase)
        && letters.iter().any(|letter| letter.is_lowercase())
}

/// What stands between two words.
fn between<'a>(letters: &'a [char], one: &Word, next: &Word) -> &'a [char] {
    letters.get(one.end..next.start).unwrap_or_default()
}

fn has_and(between: &[char]) -> bool {
    between.contains(&'&') || between.contains(&'+')
}

/// True when a name goes on with something beside; commas of a list part nothing.
fn parts(between: &[char], listed: bool) -> bool {
    let dash = |c: &char| matches!(c, '-' | '\u{2013}' | '\u{2014}');
    between.iter().any(|c| matches!(c, '(' | ')' | '[' | ']' | '|' | ':' | ';') || (*c == ',' && !listed))
        || (between.iter().any(dash) && between.first().is_some_and(|c| c.is_whitespace()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(name: &str) -> String {
        let naming = read_name(name, "Acme", &BTreeSet::from(["columbia".to_owned()]));
        let heads: Vec<&str> = naming.heads.iter().map(|at| naming.main[*at].as_str()).collect();
        heads.join(" ")
    }

    #[test]
    fn what_a_thing_is_stands_before_what_it_is_for() {
        for (name, head) in [
            ("Chin Strap for Football Helmet", "strap"),
            ("Visor to fit Acme Helmets", "visor"),
            ("Skillet with Lid", "skillet"),
            ("Leg of Lamb", "leg"),
            ("Hammer by Acme", "hammer"),
            ("Charger, compatible with Acme Drill", "charger"),
            ("Laptop & Cleats Backpack", "backpack"),
            ("For Kids", "kids"),
        ] {
            assert_eq!(heads(name), head, "{name}");
        }
    }

    #[test]
    fn colors_sizes_and_finishes_at_the_end_do_not_count() {
        for (name, head) in [
            ("Speed Helmet Matte Black", "helmet"),
            ("Speed Helmet - Navy Blue/White", "helmet"),
            ("Speed Helmet, Large (Royal)", "helmet"),
            ("Speed Helmet Columbia", "helmet"),
            ("Faucet Oil-Rubbed Bronze", "faucet"),
            ("Table Weathered Walnut", "table"),
            ("Men's Basketball Short 2XL", "short"),
            ("Tower Fan 100 cm White", "fan"),
            ("Hammer, Claw, 16 oz, Galvanized", "hammer"),
            ("Acme - Claw Hammer", "hammer"),
            ("Navel Orange", "orange navel"),
            ("Red", "red"),
            ("Shaver 9000", "shaver"),
            ("Predator Soccer Cleat FG - White/Black - Size 9", "fg cleat"),
            ("Wall-Mount TV", "tv mount"),
            ("USA", "usa"),
            ("", ""),
        ] {
            assert_eq!(heads(name), head, "{name}");
        }
    }

    #[test]
    fn what_counts_or_holds_a_thing_is_not_the_thing() {
        for (name, head) in [
            ("Set of 4 Claw Hammers", "hammers"),
            ("Box of Pencils", "pencils"),
            ("Claw Hammers (Pack of 6)", "hammers"),
            ("Razor Blades 5 Pack", "blades"),
            ("Dumbbell Pair", "pair dumbbell"),
            ("Rim & Net", "net rim"),
            ("Salt, Pepper & Spice Rack", "rack"),
        ] {
            assert_eq!(heads(name), head, "{name}");
        }
    }

    #[test]
    fn a_query_is_read_the_same_way() {
        assert_eq!(words_before_joint("chin strap for a helmet"), 2);
        assert_eq!(words_before_joint("football helmet"), 2);
        assert_eq!(words_before_joint("for the gym"), 1);
        assert_eq!(words_before_joint("pack of 6 socks"), 3);
    }
}
