//! Size words as people type them: 'YM', 'youth med', 'Adult L', '2XL', 'xxl', 'extra large'. Not
//! here: which article a word means (`matching`).

use super::{is_of, words};
use crate::text::lower_case;

/// Whom a size is cut for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// Children.
    Youth,
    /// Men and everybody.
    Adult,
    /// Women and girls' cut.
    Women,
}

/// A letter size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letter {
    /// Whom for, when said.
    pub(super) cut: Option<Cut>,
    /// 0 small, 1 medium, 2 large, 3 XL …; -1 XS …
    pub(super) rank: i32,
}

const CUTS: [(&str, Cut); 25] = [
    ("youths", Cut::Youth),
    ("youth", Cut::Youth),
    ("yth", Cut::Youth),
    ("kids", Cut::Youth),
    ("kid", Cut::Youth),
    ("junior", Cut::Youth),
    ("jr", Cut::Youth),
    ("children", Cut::Youth),
    ("childrens", Cut::Youth),
    ("child", Cut::Youth),
    ("boys", Cut::Youth),
    ("boy", Cut::Youth),
    ("y", Cut::Youth),
    ("womens", Cut::Women),
    ("women", Cut::Women),
    ("ladies", Cut::Women),
    ("lady", Cut::Women),
    ("w", Cut::Women),
    ("adults", Cut::Adult),
    ("adult", Cut::Adult),
    ("mens", Cut::Adult),
    ("men", Cut::Adult),
    ("unisex", Cut::Adult),
    ("ad", Cut::Adult),
    ("a", Cut::Adult),
];

/// Whom a product is for, when its name says that it is not for everybody.
pub(super) fn cut_of_name(name: &str) -> Option<Cut> {
    let lower = lower_case(name);
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
    words.find_map(|word| CUTS.iter().find(|(known, cut)| *known == word && *cut != Cut::Adult)).map(|(_, cut)| *cut)
}

/// A letter size, when a text is one.
pub(super) fn read_letter(text: &str) -> Option<Letter> {
    let (cut, rest) = without_cut(text)?;
    letter_rank(&rest).map(|rank| Letter { cut, rank }).or_else(|| {
        // 'YM', 'AXL', 'medyouth': said within one word.
        CUTS.iter().filter(|_| cut.is_none()).find_map(|(word, cut)| {
            let rest = rest.strip_prefix(word).or_else(|| rest.strip_suffix(word).filter(|_| word.len() > 1))?;
            letter_rank(rest).map(|rank| Letter { cut: Some(*cut), rank })
        })
    })
}

/// The letter size a misspelt word comes close to: 'mediun', 'lrage'. To be proposed, never taken.
pub(super) fn guess_letter(text: &str) -> Option<Letter> {
    let (cut, rest) = without_cut(text)?;
    // 'L tall' holds a size already: what stands beside it misspells no other one.
    if lower_case(text).split(|c: char| !c.is_alphanumeric()).any(|word| letter_rank(word).is_some()) {
        return None;
    }
    let close = [("small", 0), ("medium", 1), ("large", 2), ("xlarge", 3), ("xxlarge", 4)];
    let near = close.iter().filter(|(word, _)| rest.len() >= 4 && distance(word, &rest) <= 2);
    near.min_by_key(|(word, _)| distance(word, &rest)).map(|(_, rank)| Letter { cut, rank: *rank })
}

/// Whom a size is for, said by words of its own, and the other letters and digits together. Nothing
/// for 'S/M', which is a size of its own.
fn without_cut(text: &str) -> Option<(Option<Cut>, String)> {
    let text = lower_case(text).replace(['\'', '’'], "");
    let (text, aside) = text.split_once('(').unwrap_or((text.as_str(), ""));
    let mut cut = cut_in(aside);
    let mut sides = Vec::new();
    for side in text.split('/') {
        let mut rest = String::new();
        for word in side.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            match CUTS.iter().find(|(known, _)| *known == word) {
                Some((_, said)) if cut.is_none_or(|cut| cut == *said) => cut = Some(*said),
                _ if matches!(word, "size" | "sz" | "fit") => {}
                _ => rest.push_str(word),
            }
        }
        if !rest.is_empty() {
            sides.push(rest);
        }
    }
    match sides.len() {
        1 => sides.pop().map(|rest| (cut, rest)),
        _ => None,
    }
}

/// Whom a size is for, said in parentheses behind it: '(youth)', '(ladies cut)', '(W)'.
fn cut_in(aside: &str) -> Option<Cut> {
    let words: Vec<&str> = aside.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let alone = words.len() == 1;
    let said = |word: &&str| CUTS.iter().find(|(known, _)| known == word && (alone || word.len() > 1));
    words.iter().find_map(said).map(|(_, cut)| *cut)
}

/// Whom the sizes of a row are for, said beside them: below a heading about it ('Gender', 'Fit', 'Age group'), or as all
/// that a remark says.
pub(super) fn cut_beside(heading: &str, cell: &str) -> Option<&'static str> {
    let heading = words(heading);
    let about = |list| heading.iter().any(|word| is_of(list, word));
    let (whom, age) = (about("gender sex cut fit"), about("age youth adult"));
    let remark = heading.is_empty() || about("note comment remark");
    if !whom && !age && !remark {
        return None;
    }
    let lower = lower_case(cell).replace(['\'', '’'], "");
    let mut said = None;
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let cut = if is_of("youth youths yth kid kids junior jr child children childrens", word) || age && word == "y" {
            "youth"
        } else if is_of("womens women woman ladies lady female females girl girls", word)
            || whom && matches!(word, "f" | "w")
        {
            "womens"
        } else if is_of("adult adults mens men unisex ad", word) || age && word == "a" {
            "adult"
        } else if remark && !is_of("cut fit size sizes", word) {
            return None;
        } else {
            continue;
        };
        said = said.or(Some(cut));
    }
    said
}

/// Whether a size is followed or begun by marks that say more than it: 'M?', '~L', 'L+'.
pub(super) fn has_marks(text: &str) -> bool {
    text.contains(['?', '*', '!', '~', '+']) || text.ends_with('-')
}

/// Whether words in parentheses behind a size say something that was not read: '(tall)', '(or L)', '(x2)'. Measures
/// ('38-40', '34"') and whom the size is for are read; a lone number may ask for pieces.
pub(super) fn leaves_aside_unread(text: &str) -> bool {
    let text = lower_case(text);
    let aside = text.split_once('(').map_or("", |(_, aside)| aside).trim_end_matches([')', ' ']);
    let rank = |text| read_letter(text).map(|letter| letter.rank);
    let letters = aside.chars().any(char::is_alphabetic);
    letters && (aside.contains('(') || cut_in(aside).is_none() && rank(aside) != rank(&text))
}

/// The place of a letter size: '2xl', 'xxl', 'xxlarge', '2extralarge' are all 4.
fn letter_rank(word: &str) -> Option<i32> {
    let (mut times, mut rest) = (0_i32, word);
    for (said, number) in [("double", 2), ("triple", 3)] {
        if let Some(beyond) = rest.strip_prefix(said) {
            (times, rest) = (number, beyond);
        }
    }
    if let Some(digit) = rest.chars().next().and_then(|c| c.to_digit(10)) {
        times = i32::try_from(digit).ok().filter(|digit| *digit > 0)?;
        rest = rest.get(1..)?;
    }
    let counted = times > 0;
    let mut letters = 0_i32;
    while let Some(beyond) = rest.strip_prefix("extra").or_else(|| rest.strip_prefix('x')) {
        letters = letters.checked_add(1)?;
        rest = beyond;
    }
    match (counted, letters) {
        (true, 1) => {}
        (false, 0..=7) => times = letters,
        _ => return None,
    }
    match rest {
        "s" | "sm" | "sml" | "small" => Some(times.saturating_neg()),
        "m" | "md" | "med" | "medium" if times == 0 => Some(1),
        "l" | "lg" | "lrg" | "lge" | "large" => times.checked_add(2),
        // '2x', 'xx'; one x alone may be anything.
        "" if counted || times > 1 => times.checked_add(2),
        _ => None,
    }
}

/// Edits between two short words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(20).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, x) in a.chars().enumerate() {
        let mut corner = at;
        let mut left = at.saturating_add(1);
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (place, y) in row.iter_mut().skip(1).zip(&b) {
            let best =
                corner.saturating_add(usize::from(x != *y)).min(left.saturating_add(1)).min(place.saturating_add(1));
            corner = *place;
            *place = best;
            left = best;
        }
    }
    row.last().copied().unwrap_or(0)
}

/// Whether a cell says that nothing of a product is wanted.
pub(super) fn is_none(text: &str) -> bool {
    is_of("- -- – — none n/a na no 0", &lower_case(text.trim()))
}

/// Whether a cell says 'one size'.
pub(super) fn is_one_size(text: &str) -> bool {
    is_of("os osfa osfm one onesize onesizefitsall onesizefitsmost 1size", &super::folded(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn understands_size_words() {
        let (youth, adult, women) = (Some(Cut::Youth), Some(Cut::Adult), Some(Cut::Women));
        for (words, cut, rank) in [
            (
                "YM,youth med,Youth Medium,youth-m,Medium Youth,med (youth),Y M,yth md,Kids M,boys medium,Youth / M",
                youth,
                1,
            ),
            ("YXS,youth x-small,youth extra small", youth, -1),
            ("YXL,Youth XL,youth xlarge", youth, 3),
            ("Adult L,AL,A-Large,adult lg,Men's Large,mens l,Unisex L,L adult", adult, 2),
            ("2XL,xxl,XX-Large,2X,xx,2 XL,2x-large,double xl,extra extra large", None, 4),
            ("3XL,xxxl,3X,triple xl", None, 5),
            ("xl,X-Large,Extra Large,1XL,x large,XLG", None, 3),
            ("s,SM,Small,sml.,size S", None, 0),
            ("M,md,Med.,MEDIUM", None, 1),
            ("XXS,2XS,xx-small", None, -2),
            ("Women's M,ladies med,WM,Womens Medium", women, 1),
            ("A2XL,adult 2xl,Adult XXL", adult, 4),
        ] {
            for word in words.split(',') {
                assert_eq!(read_letter(word), Some(Letter { cut, rank }), "{word}");
            }
        }
        for word in ["", "S/M", "10", "7 1/8", "x", "one size", "28\"", "Smith", "mx", "2m", "xxxxxxxxl", "0xl"] {
            assert_eq!(read_letter(word), None, "{word}");
        }
    }

    #[test]
    fn what_parentheses_say_is_read_or_asked_about() {
        for (text, cut) in [("L (womens)", Cut::Women), ("M (youth)", Cut::Youth), ("L (W)", Cut::Women)] {
            assert_eq!(read_letter(text).and_then(|letter| letter.cut), Some(cut), "{text}");
            assert!(!leaves_aside_unread(text), "{text}");
        }
        assert_eq!(read_letter("L (ladies cut)").and_then(|letter| letter.cut), Some(Cut::Women));
        for text in ["M", "M (38-40)", "M (34\")", "Large (L)", "L (ladies cut)", "M ()"] {
            assert!(!leaves_aside_unread(text), "{text}");
        }
        for text in ["M (tall)", "M (or L)", "S (x2)", "L (S)", "YM(4) S(6)", "L (youth) (x2)"] {
            assert!(leaves_aside_unread(text), "{text}");
        }
    }

    #[test]
    fn what_stands_beside_a_size_misspells_no_other_one() {
        for text in ["L tall", "M tall", "S tall", "M small", "XL lrage"] {
            assert_eq!(guess_letter(text), None, "{text}");
        }
    }

    #[test]
    fn guesses_what_was_misspelt() {
        assert_eq!(guess_letter("youth mediun"), Some(Letter { cut: Some(Cut::Youth), rank: 1 }));
        assert_eq!(guess_letter("lrage").map(|letter| letter.rank), Some(2));
        assert_eq!(guess_letter("goalie"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_a_size_or_not(text in any::<String>(), near in "[yawxsml0-9 /-]{0,8}") {
            for text in [text, near] {
                let _ = (read_letter(&text), guess_letter(&text), is_none(&text), is_one_size(&text));
            }
        }
    }
}
