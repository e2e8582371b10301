//! Which article of a product a size word means, and which come close when none does.

use super::{
    RosterArticle,
    size_words::{Cut, Letter, cut_of_name, guess_letter, has_marks, is_one_size, leaves_aside_unread, read_letter},
};
use crate::{catalog::ten_thousandths, text::lower_case};

/// What a size word comes to among the articles of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Match {
    /// Place of the article.
    One(usize),
    /// The same size misspelt: to be asked, and the only one it can be.
    Misspelt(usize),
    /// None surely; places of those that come close, the closest first.
    Near(Vec<usize>),
}

/// The articles of a product, their sizes read once.
pub(super) struct Sizes<'a> {
    articles: &'a [RosterArticle],
    read: Vec<(String, Option<Letter>, Option<u64>)>,
    /// Whom all sizes are for that do not say it: of a 'Women's Jersey' M is a women's M.
    cut: Option<Cut>,
}

/// Without blanks, quotes and case: '7 1/8' is '71/8', '28"' is '28'.
fn compact(text: &str) -> String {
    lower_case(text).chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '”' | '″' | '-')).collect()
}

/// '2XL (3)' may well ask for three pieces: a lone number in parentheses is asked about, 'M (38-40)' is not.
fn may_count_pieces(text: &str) -> bool {
    let aside = text.split_once('(').map_or("", |(_, aside)| aside).trim_end_matches([')', ' ']);
    !aside.is_empty() && aside.bytes().all(|b| b.is_ascii_digit())
}

fn number(text: &str) -> Option<u64> {
    let text = lower_case(text);
    let text = text.trim().trim_start_matches("size").trim_start_matches("waist").trim();
    let plain = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | ' ' | '"'));
    if plain { ten_thousandths(text) } else { None }
}

impl<'a> Sizes<'a> {
    pub(super) fn new(articles: &'a [RosterArticle], name: &str) -> Self {
        let cut = cut_of_name(name);
        let letter = |text| read_letter(text).map(|it| Letter { cut: it.cut.or(cut), ..it });
        let read = articles.iter().map(|it| (compact(&it.text), letter(&it.text), number(&it.text))).collect();
        Self { articles, read, cut }
    }

    /// The product's name says that it is for children.
    pub(super) fn are_for_youth(&self) -> bool {
        self.cut == Some(Cut::Youth)
    }

    fn places(&self, wanted: impl Fn(&(String, Option<Letter>, Option<u64>)) -> bool) -> Vec<usize> {
        self.read.iter().enumerate().filter(|(_, size)| wanted(size)).map(|(place, _)| place).collect()
    }

    /// The article a size word means.
    pub(super) fn find(&self, typed: &str) -> Match {
        if self.articles.len() == 1 && is_one_size(typed) {
            return Match::One(0);
        }
        let wanted = compact(typed);
        if let [place, ..] = self.places(|(text, ..)| *text == wanted && !typed.ends_with('-')).as_slice() {
            return Match::One(*place);
        }
        if let Some(letter) = read_letter(typed) {
            let found = self.of_letter(letter);
            return match found.as_slice() {
                [] => Match::Near(self.near(letter)),
                [place] if may_count_pieces(typed) => Match::Misspelt(*place),
                // What was not understood is asked about, and nothing is proposed for all rows at once.
                [place] if leaves_aside_unread(typed) || has_marks(typed) => Match::Near(vec![*place]),
                [place] => Match::One(*place),
                _ => Match::Near(found),
            };
        }
        if let Some(value) = number(typed)
            && let [place] = self.places(|(.., size)| *size == Some(value)).as_slice()
        {
            return Match::One(*place);
        }
        match guess_letter(typed) {
            Some(letter) => match self.of_letter(letter).as_slice() {
                [place] => Match::Misspelt(*place),
                _ => Match::Near(self.near(letter)),
            },
            None if self.articles.len() == 1 => Match::Near(vec![0]),
            None => Match::Near(Vec::new()),
        }
    }

    /// The articles of a letter, in the cut that answers best to what was said.
    fn of_letter(&self, letter: Letter) -> Vec<usize> {
        let of_cuts = |cuts: &&[Option<Cut>]| {
            self.places(|(_, size, _)| size.is_some_and(|size| size.rank == letter.rank && cuts.contains(&size.cut)))
        };
        acceptable(letter.cut.or(self.cut)).iter().map(of_cuts).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// Sizes by how far they are from a letter: first the cut, then the step.
    fn near(&self, letter: Letter) -> Vec<usize> {
        // By insertion: the standard sort is 5 kB of the browser's file.
        let mut near: Vec<(bool, bool, i32, usize)> = Vec::new();
        for (place, (_, size, _)) in self.read.iter().enumerate() {
            if let Some(size) = size {
                let other = match letter.cut {
                    Some(Cut::Youth) => size.cut != Some(Cut::Youth),
                    _ => size.cut == Some(Cut::Youth),
                };
                let step = size.rank.saturating_sub(letter.rank).saturating_abs();
                // The same letter of another cut before another letter of the same.
                let entry = (step > 0, other, step, place);
                near.insert(near.partition_point(|known| *known < entry), entry);
            }
        }
        self.open(near.into_iter().map(|(.., place)| place))
    }

    /// Of places, those that can be bought, at most two.
    fn open(&self, places: impl Iterator<Item = usize>) -> Vec<usize> {
        places.filter(|place| self.articles.get(*place).is_some_and(|it| !it.unavailable)).take(2).collect()
    }

    /// Sizes to take in place of one that is out: the next larger, the next smaller.
    pub(super) fn instead(&self, place: usize) -> Vec<usize> {
        let larger = self.open(place.saturating_add(1)..self.articles.len());
        let smaller = self.open((0..place).rev());
        larger.into_iter().take(1).chain(smaller.into_iter().take(1)).collect()
    }
}

/// Cuts that answer to what was said, the best first.
fn acceptable(said: Option<Cut>) -> &'static [&'static [Option<Cut>]] {
    match said {
        None => &[&[None], &[Some(Cut::Adult)], &[Some(Cut::Women)]],
        Some(Cut::Adult) => &[&[Some(Cut::Adult)], &[None]],
        // A women's size is cut in another way: that another is taken instead is for the shopper to say.
        Some(Cut::Women) => &[&[Some(Cut::Women)]],
        Some(Cut::Youth) => &[&[Some(Cut::Youth)]],
    }
}

/// The size of a list that a word means; nothing when that is not sure.
pub fn read_size(typed: &str, sizes: &[String]) -> Option<String> {
    let articles: Vec<RosterArticle> =
        sizes.iter().map(|text| RosterArticle { text: text.clone(), ..RosterArticle::default() }).collect();
    match Sizes::new(&articles, "").find(typed) {
        Match::One(place) => sizes.get(place).cloned(),
        Match::Misspelt(_) | Match::Near(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(list: &str) -> Vec<RosterArticle> {
        let article = |text: &str| RosterArticle { text: text.to_owned(), ..RosterArticle::default() };
        list.split(',').map(article).collect()
    }

    fn found(typed: &str, list: &str) -> String {
        found_of("", typed, list)
    }

    fn found_of(name: &str, typed: &str, list: &str) -> String {
        let articles = sizes(list);
        match Sizes::new(&articles, name).find(typed) {
            Match::One(place) => articles[place].text.clone(),
            Match::Misspelt(place) => ["~ ", &articles[place].text].concat(),
            Match::Near(places) => {
                let near: Vec<&str> = places.iter().map(|place| articles[*place].text.as_str()).collect();
                format!("? {}", near.join(" "))
            }
        }
    }

    const BOTH: &str = "YS,YM,YL,S,M,L,XL,2XL";

    #[test]
    fn what_parentheses_say_beside_a_size_is_read_or_asked_about() {
        assert_eq!(found("2XL (3)", BOTH), "~ 2XL");
        assert_eq!(found("2XL (12", BOTH), "~ 2XL");
        assert_eq!(found("2XL (48-50)", BOTH), "2XL");
        assert_eq!(found("2XL (tall)", BOTH), "? 2XL");
        assert_eq!(found("M (or L)", BOTH), "? M");
        assert_eq!(found("M (youth)", BOTH), "YM");
        assert_eq!(found("L (womens)", BOTH), found("womens L", BOTH));
        assert_eq!(found("L tall", BOTH), "? ");
        assert_eq!(found("2XL ()", BOTH), "2XL");
        assert_eq!(found("2XL (3)", "XL,2XL (3)"), "2XL (3)", "it is what the size is called");
    }

    #[test]
    fn a_word_means_one_size_of_the_product() {
        for (typed, size) in
            [("youth med", "YM"), ("ym", "YM"), ("Adult M", "M"), ("m", "M"), ("XX-Large", "2XL"), ("mens l", "L")]
        {
            assert_eq!(found(typed, BOTH), size, "{typed}");
        }
        assert_eq!(found("medium", "Youth M,Adult M"), "Adult M");
        assert_eq!(found("Small", "S (4-6),M (6-9)"), "S (4-6)");
        assert_eq!(found("10 1/2", "10,10.5,11"), "10.5");
        assert_eq!(found("size 10", "10,10.5,11"), "10");
        assert_eq!(found("7 1/8", "7,7 1/8"), "7 1/8");
        assert_eq!(found("28", "28\",30\""), "28\"");
        assert_eq!(found("osfa", "One size"), "One size");
        assert_eq!(found("osfa", BOTH), "? ");
        assert_eq!(found("goalie", "One size"), "? One size");
    }

    #[test]
    fn a_youth_size_is_never_taken_for_an_adult_one() {
        assert_eq!(found("YM", "S,M,L"), "? M S");
        assert_eq!(found("M", "YS,YM,YL"), "? YM YS");
        assert_eq!(found("4XL", BOTH), "? 2XL XL");
        assert_eq!(found("mediun", BOTH), "~ M");
        assert_eq!(found("mediun", "S,L"), "? S L");
        assert_eq!(found("goalie", BOTH), "? ");
    }

    #[test]
    fn a_womens_size_is_never_silently_unisex() {
        assert_eq!(found("Womens M", "S,M,L"), "? M S");
        assert_eq!(found("ladies med", "Adult M,Women's M"), "Women's M");
        // What the product is called says whom its sizes are for.
        assert_eq!(found_of("Women's Jersey, Navy", "Womens M", "S,M,L"), "M");
        assert_eq!(found_of("Women's Jersey, Navy", "M", "S,M,L"), "M");
        assert_eq!(found_of("Youth Jersey", "YM", "S,M,L"), "M");
        assert_eq!(found_of("Youth Jersey", "medium", "S,M,L"), "M");
        assert_eq!(found_of("Youth Jersey", "Adult M", "S,M,L"), "? M S");
    }

    #[test]
    fn marks_beside_a_size_are_asked_about() {
        for typed in ["M?", "M*", "~M", "M!", "M+", "M-"] {
            assert_eq!(found(typed, BOTH), "? M", "{typed}");
        }
        assert_eq!(found("M+", "M,M+"), "M+", "it is what the size is called");
    }

    #[test]
    fn what_is_out_is_not_proposed() {
        let mut articles = sizes("S,M,L,XL");
        articles[1].unavailable = true;
        articles[2].unavailable = true;
        let sizes = Sizes::new(&articles, "");
        assert_eq!(sizes.instead(1), [3, 0]);
        assert_eq!(sizes.instead(3), [0]);
    }
}
