//! Random inputs for every call, grown from the vectors: each value is kept, nudged, taken from
//! elsewhere or made up, so that types stay right and edges are hit often. Deterministic by seed.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use crate::{Vector, answer};

/// A small generator of pseudo-random numbers (splitmix64): the same seed, the same corpus.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Starts at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, 0 when that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        usize::try_from(self.roll().checked_rem(limit).unwrap_or(0)).unwrap_or(0)
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

/// Whole numbers at which rules turn.
const NUMBERS: [i64; 26] = [
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    11,
    12,
    13,
    23,
    24,
    25,
    48,
    99,
    100,
    144,
    999,
    1_000,
    1_999,
    2_000,
    2_001,
    9_999,
    10_000,
    1_000_000_000,
    9_007_199_254_740_991,
];

/// Texts at which rules turn, and characters that surprise.
const TEXTS: [&str; 30] = [
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "12",
    "1e3",
    "NaN",
    "9999",
    "10000",
    "A",
    "AB",
    "EA",
    "PR",
    "02/29/2028",
    "02/30/2026",
    "280229",
    "é",
    "e\u{301}",
    "🏈",
    "\u{200b}",
    "\u{202e}",
    "\u{feff}",
    "\n",
    "\u{0}",
    "İ",
    "ß",
    "4111111111111111",
    "a,b,c,a",
    "//evil.example",
];

/// The calls with their vectors, and every text that occurs anywhere.
#[derive(Debug, Clone)]
pub struct Garden {
    by_call: BTreeMap<String, Vec<Vec<Value>>>,
    texts: Vec<String>,
}

impl Garden {
    /// Plants the vectors.
    pub fn new(vectors: &[Vector]) -> Self {
        let mut by_call: BTreeMap<String, Vec<Vec<Value>>> = BTreeMap::new();
        let mut texts: Vec<String> = TEXTS.iter().map(|text| (*text).to_owned()).collect();
        for vector in vectors {
            by_call.entry(vector.call.clone()).or_default().push(vector.given.clone());
            vector.given.iter().for_each(|value| gather(value, &mut texts));
        }
        texts.sort();
        texts.dedup();
        Self { by_call, texts }
    }

    /// The calls there are inputs for.
    pub fn calls(&self) -> impl Iterator<Item = &str> {
        self.by_call.keys().map(String::as_str)
    }

    /// A random input of `call` that the native rules accept, with their answer. Nothing when none
    /// was found in a fair number of tries.
    pub fn grow(&self, call: &str, dice: &mut Dice) -> Option<(Vec<Value>, Value)> {
        let seeds = self.by_call.get(call)?;
        (0..50).find_map(|_| {
            let given: Vec<Value> = dice.pick(seeds)?.iter().map(|value| self.nudge(value, dice)).collect();
            let answered = answer(call, &given).ok()?;
            Some((given, answered))
        })
    }

    fn nudge(&self, value: &Value, dice: &mut Dice) -> Value {
        match value {
            Value::Null => Value::Null,
            Value::Bool(truth) => Value::Bool(if dice.once_in(3) { !truth } else { *truth }),
            Value::Number(number) => nudge_number(number, dice),
            Value::String(text) => Value::String(self.text(text, dice)),
            Value::Array(items) => {
                let mut grown: Vec<Value> = Vec::new();
                for item in items {
                    if !dice.once_in(8) {
                        grown.push(self.nudge(item, dice));
                    }
                    if dice.once_in(8) {
                        grown.push(self.nudge(item, dice));
                    }
                }
                Value::Array(grown)
            }
            Value::Object(fields) => {
                let nudged = fields.iter().map(|(name, field)| {
                    let gone = dice.once_in(30) && field.is_number();
                    (name.clone(), if gone { Value::Null } else { self.nudge(field, dice) })
                });
                Value::Object(nudged.collect::<Map<String, Value>>())
            }
        }
    }

    fn text(&self, text: &str, dice: &mut Dice) -> String {
        match dice.below(8) {
            0..=2 => text.to_owned(),
            3 => dice.pick(&self.texts).cloned().unwrap_or_default(),
            4 => {
                // One text put into another.
                let at = dice.below(text.chars().count().saturating_add(1));
                let added = dice.pick(&self.texts).map(String::as_str).unwrap_or_default();
                text.chars().take(at).chain(added.chars()).chain(text.chars().skip(at)).collect()
            }
            5 => {
                let gone = dice.below(text.chars().count());
                text.chars().enumerate().filter(|(at, _)| *at != gone).map(|(_, c)| c).collect()
            }
            6 => {
                let changed = dice.below(text.chars().count());
                let other = any_char(dice);
                text.chars().enumerate().map(|(at, c)| if at == changed { other } else { c }).collect()
            }
            _ => (0..dice.below(12)).map(|_| any_char(dice)).collect(),
        }
    }
}

fn nudge_number(number: &Number, dice: &mut Dice) -> Value {
    let Some(known) = number.as_i64() else { return Value::Number(number.clone()) };
    let near = i64::try_from(dice.below(5)).unwrap_or(0).saturating_sub(2);
    Value::from(match dice.below(6) {
        0 | 1 => known,
        2 | 3 => known.saturating_add(near),
        4 => dice.pick(&NUMBERS).copied().unwrap_or(known),
        _ if dice.once_in(4) => -dice.pick(&NUMBERS).copied().unwrap_or(known),
        _ => i64::try_from(dice.below(50_000)).unwrap_or(known),
    })
}

/// Mostly ASCII, sometimes of the planes whose characters are older than any runtime in use: the
/// tables of Unicode grow, and the browser's may be newer than ours.
fn any_char(dice: &mut Dice) -> char {
    let code = match dice.below(10) {
        0..=6 => 0x20_usize.saturating_add(dice.below(0x5f)),
        7 => 0xa0_usize.saturating_add(dice.below(0x1b0)),
        8 => 0x300_usize.saturating_add(dice.below(0x70)),
        _ => 0x2000_usize.saturating_add(dice.below(0x70)),
    };
    u32::try_from(code).ok().and_then(char::from_u32).unwrap_or('x')
}

fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() <= 80 => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| gather(field, texts)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_grows_the_same_corpus() {
        let vectors: Vec<Vector> = crate::load_vectors().unwrap().into_iter().flat_map(|file| file.vectors).collect();
        let garden = Garden::new(&vectors);
        let grown = |seed| {
            let mut dice = Dice::new(seed);
            (0..200).map(|_| garden.grow("evaluateCart", &mut dice)).collect::<Vec<_>>()
        };
        assert_eq!(grown(1), grown(1));
        assert_ne!(grown(1), grown(2));
    }
}
