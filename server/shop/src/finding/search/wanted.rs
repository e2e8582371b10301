//! A query, read: how much each of its words tells, which one says what is looked for, and what a product is worth to
//! it. Not here: which products are the answer, and in which order.

use super::{
    bits::Bits,
    naming::{is_aside, words_before_joint},
    text::{EXACT, NAME_WORTH, Reach, STEM, TEXT_WORTH},
};
use crate::words::Word;

/// What it is worth that a product has a word at all, wherever: twice what the place of it adds. So many words that
/// tell little never outweigh one that tells much, and a product with more of the words mostly comes first.
const PRESENT: u64 = 4000;
/// For each further kind of place that has the word: name and category agree.
const AGREEING: u64 = 300;
/// For being what is looked for: the difference between a helmet and its chin strap. More than one word that tells as
/// much: for `football helmet` any helmet comes before the strap of a football helmet, and after football helmets.
const THING: u64 = 4000;
/// For a name that says all of what was typed and nothing else; a share of it for a share of that.
const WHOLE_NAME: u64 = 1000;
/// For each two words that are neighbours in the name as in the query: less than a better place.
const NEIGHBOURS: u64 = 150;
/// What the commonest word tells, in tenths; a word that half as many products have tells one word more.
const TELLS: u64 = 10;
/// A word may say what is looked for when it does so in names this much as often as the best of the query: `claw` in
/// `hammer claw` is seldom a thing of its own.
const SELDOM: u32 = 4;
/// A color is a thing in few names: `hammer orange` looks for a hammer also where oranges are sold.
const SELDOM_ASIDE: u32 = 8;

/// The words of a query with what each reaches.
pub(super) struct Wanted {
    pub reaches: Vec<Reach>,
    /// The products each reaches.
    pub products: Vec<Bits>,
    /// How much each tells.
    weights: Vec<u64>,
    /// Products in whose names two of them are neighbours.
    neighbours: Vec<Bits>,
    /// The products that are what is looked for, and how much the word that says so tells.
    things: Option<(Bits, u64)>,
}

impl Wanted {
    /// `words` of a query with what they reach, looked for among the products of `allowed`.
    pub fn read(query: &str, words: &[Word], reaches: Vec<Reach>, neighbours: Vec<Bits>, allowed: &Bits) -> Self {
        let mut products: Vec<Bits> = reaches.iter().map(Reach::products).collect();
        for products in &mut products {
            products.intersect(allowed);
        }
        let all = allowed.count_common(allowed);
        let numbers: Vec<u32> = products.iter().map(|products| products.count_common(allowed)).collect();
        let weights: Vec<u64> = numbers.iter().map(|with| TELLS.saturating_add(rarity(all, *with))).collect();
        let things = things(query, words, &reaches, &products, allowed)
            .map(|(nth, things)| (things, weights.get(nth).copied().unwrap_or(TELLS)));
        Self { reaches, products, weights, neighbours, things }
    }

    /// The products that are what is looked for, where a word of the query says what that is.
    pub fn things(&self) -> Option<&Bits> {
        self.things.as_ref().map(|(things, _)| things)
    }

    /// How many of the words a product does not have.
    pub fn missing(&self, product: usize) -> usize {
        self.reaches.iter().filter(|reach| reach.of(product) == 0).count()
    }

    /// True when a product has all words, and more than in passing: it is what is looked for. Where no word says what
    /// that is, none of them stands only in a text.
    pub fn is_good(&self, product: usize) -> bool {
        let said = |reach: &Reach| reach.of(product) > TEXT_WORTH.saturating_mul(EXACT);
        self.missing(product) == 0
            && self.things().map_or_else(|| self.reaches.iter().all(said), |things| things.contains(product))
    }

    /// What a product is worth to the query; `length` is how many telling words its name has.
    pub fn worth(&self, product: usize, length: u8) -> u64 {
        let mut worth = 0_u64;
        let mut named = 0_u64;
        for (reach, weight) in self.reaches.iter().zip(&self.weights) {
            let fit = u64::from(reach.of(product));
            if fit == 0 {
                continue;
            }
            named = named.saturating_add(u64::from(reach.is_named(product)));
            let agreeing = u64::from(reach.places(product).saturating_sub(1)).saturating_mul(AGREEING);
            let found = fit.saturating_add(PRESENT).saturating_add(agreeing);
            worth = worth.saturating_add(found.saturating_mul(*weight));
        }
        if let Some((things, weight)) = &self.things
            && things.contains(product)
        {
            worth = worth.saturating_add(weight.saturating_mul(THING));
        }
        let length = u64::from(length.max(1));
        let whole = WHOLE_NAME.saturating_mul(named.min(length)).div_euclid(length);
        let near = u64::try_from(self.neighbours.iter().filter(|pair| pair.contains(product)).count()).unwrap_or(0);
        let of_the_name = whole.saturating_add(near.saturating_mul(NEIGHBOURS));
        worth.saturating_add(of_the_name.saturating_mul(TELLS))
    }
}

/// The products that are what a query looks for, and which of its words says so: the last one before what it is for
/// that is what something is. While it is still being typed its beginning has to do.
fn things(query: &str, words: &[Word], reaches: &[Reach], products: &[Bits], allowed: &Bits) -> Option<(usize, Bits)> {
    let mut shares = Vec::new();
    let before = words_before_joint(query);
    for (nth, ((reach, products), word)) in reaches.iter().zip(products).zip(words).enumerate().take(before) {
        let heads = reach.heads.count_common(allowed);
        if heads > 0 {
            let named = products.iter().filter(|product| reach.of(*product) >= NAME_WORTH.saturating_mul(STEM)).count();
            let named = u32::try_from(named).unwrap_or(u32::MAX).max(heads);
            let share = heads.saturating_mul(1000).checked_div(named).unwrap_or(0);
            shares.push((nth, if is_aside(&word.text) { share.div_euclid(SELDOM_ASIDE) } else { share }));
        }
    }
    let best = shares.iter().map(|(_, share)| *share).max().unwrap_or(0);
    let often = shares.iter().rev().find(|(_, share)| share.saturating_mul(SELDOM) >= best);
    let whole = often.and_then(|(nth, _)| Some((*nth, reaches.get(*nth)?.heads.clone())));
    whole.or_else(|| {
        let last = reaches.last().filter(|last| last.begun.count_common(allowed) > 0)?;
        Some((reaches.len().checked_sub(1)?, last.begun.clone()))
    })
}

/// How rare a word is: ten times the logarithm (to 2) of how many products there are for each that has it.
fn rarity(all: u32, with: u32) -> u64 {
    /// Sixteenths, so that the fifth power of the largest number still fits.
    const PARTS: u128 = 16;
    let parts = u128::from(all).saturating_mul(PARTS).checked_div(u128::from(with.max(1))).unwrap_or(PARTS);
    let fifths = parts.clamp(PARTS, 1 << 24).pow(5).ilog2().saturating_sub(PARTS.pow(5).ilog2());
    u64::from(fifths).saturating_mul(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_half_as_many_have_tells_ten_more() {
        assert_eq!([1000, 500, 250, 1].map(|with| rarity(1000, with)), [0, 10, 20, 98]);
        assert_eq!(rarity(0, 0), 0);
        assert_eq!(rarity(5, 50), 0);
        assert_eq!(rarity(u32::MAX, 1), 200);
    }
}
