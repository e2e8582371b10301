//! Size runs: what a style is cut in, and what each size adds to the price.

/// What tells the articles of one colour apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run {
    /// One article a colour.
    One,
    /// Youth sizes.
    Youth,
    /// Men's and unisex sizes to 4XL.
    Adult,
    /// Youth to 4XL in one style.
    YouthToAdult,
    /// Women's and girls' cut.
    Women,
    /// Whole and half shoe sizes.
    Shoes,
    /// Socks by shoe size.
    Socks,
    /// Fitted hats.
    Hats,
    /// Sizes of its own: ball sizes, glove lengths.
    Sizes(&'static [&'static str]),
    /// Sold by weight, dearer the heavier.
    Weights(&'static [&'static str]),
    /// Sold by length, dearer the longer.
    Lengths(&'static [&'static str]),
}

/// One article of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// Attribute it is told by: `size`, `weight`, `length`; empty for one size.
    pub axis: &'static str,
    /// Its value.
    pub text: &'static str,
    /// `Youth`, `Adult` or empty.
    pub age: &'static str,
    /// Added to the base price, in percent of it.
    pub percent: i64,
}

const YOUTH: &[&str] = &["YXS", "YS", "YM", "YL", "YXL"];
const ADULT: &[(&str, i64)] =
    &[("XS", 0), ("S", 0), ("M", 0), ("L", 0), ("XL", 0), ("2XL", 8), ("3XL", 12), ("4XL", 16)];
const WOMEN: &[(&str, i64)] = &[("XS", 0), ("S", 0), ("M", 0), ("L", 0), ("XL", 0), ("2XL", 8)];
const SHOES: &[&str] = &["6", "6.5", "7", "7.5", "8", "8.5", "9", "9.5", "10", "10.5", "11", "11.5", "12", "13", "14"];
const SOCKS: &[(&str, &str)] =
    &[("S (4-6)", "Youth"), ("M (6-9)", "Adult"), ("L (9-12)", "Adult"), ("XL (12-15)", "Adult")];
const HATS: &[&str] = &["6 7/8", "7", "7 1/8", "7 1/4", "7 3/8", "7 1/2", "7 5/8"];

impl Run {
    /// The articles, smallest first.
    pub fn cuts(self) -> Vec<Cut> {
        let cut = |axis, text, age, percent| Cut { axis, text, age, percent };
        let youth = || YOUTH.iter().map(move |text| cut("size", *text, "Youth", -10));
        let adult = || ADULT.iter().map(move |(text, percent)| cut("size", *text, "Adult", *percent));
        let scaled = |axis, list: &'static [&'static str], step: i64| {
            list.iter().zip(0..).map(move |(text, nth)| cut(axis, *text, "", nth * step)).collect()
        };
        match self {
            Self::One => vec![cut("", "", "", 0)],
            Self::Youth => youth().collect(),
            Self::Adult => adult().collect(),
            Self::YouthToAdult => youth().skip(1).chain(adult().skip(1)).collect(),
            Self::Women => WOMEN.iter().map(|(text, percent)| cut("size", *text, "Adult", *percent)).collect(),
            Self::Shoes => scaled("size", SHOES, 0),
            Self::Socks => SOCKS.iter().map(|(text, age)| cut("size", *text, *age, 0)).collect(),
            Self::Hats => scaled("size", HATS, 0),
            Self::Sizes(list) => scaled("size", list, 4),
            Self::Weights(list) => scaled("weight", list, 32),
            Self::Lengths(list) => scaled("length", list, 14),
        }
    }
}

/// A size in a sku: letters and digits only.
pub fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => code.push(letter.to_ascii_uppercase()),
            '.' | '/' | '-' => code.push('H'),
            '"' => code.push('N'),
            '\'' => code.push('F'),
            _ => {}
        }
    }
    code
}
