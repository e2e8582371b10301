//! Ordering again: line by line whether an article is the same as then, costs something else, was replaced, or cannot be had.
//! Not here: today's prices (`cart::evaluation`), and putting lines into a cart (`cart::lines`).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::acts::ActError;
use crate::{
    brand::Site,
    cart::{
        AddLineDraft,
        lines::{Article, ArticleError, check_add_line, check_article},
        ordered::OptionView,
    },
    money::{Cents, format_cents},
    rule::{Broken, FieldError, broken_rules},
};

broken_rules! {
    /// What keeps lines from being ordered again.
    pub enum ReorderError {
        /// Players of last year are not those of this one.
        TextsUnchecked => "reorder_texts", "Please check the names and numbers, and say that they are right";
    }
}

/// How a line stands today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReorderState {
    /// The article, at the price of then.
    Same,
    /// The article, at another price.
    PriceChanged,
    /// The article; its price is to be confirmed.
    PriceOpen,
    /// Another article of the product with the same options.
    Replaced,
    /// The article, but not as it was ordered: quantity or texts have other rules now.
    Changed,
    /// Out of stock.
    Unavailable,
    /// Only by phone.
    CallToOrder,
    /// Not sold any more.
    Gone,
}

impl ReorderState {
    /// Whether a line can go into the cart, changed or not.
    pub const fn is_had(self) -> bool {
        matches!(self, Self::Same | Self::PriceChanged | Self::PriceOpen | Self::Replaced | Self::Changed)
    }
}

/// A line as it was ordered, and today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReorderLineView {
    /// In the order, from 1.
    pub position: u32,
    /// The article then.
    pub sku: String,
    /// The article that would be added; empty where there is none.
    pub sku_now: String,
    /// Name of the article.
    pub name: String,
    /// 'Color: Navy, Size: M', or empty.
    pub options: String,
    /// Pieces that were ordered.
    pub quantity: u64,
    /// What is asked for on each piece now: 'Name', 'Number'.
    pub labels: Vec<String>,
    /// The texts of then: an entry a piece, or one for all; none where they were not kept.
    pub texts: Vec<Vec<String>>,
    /// Each piece had texts of its own.
    pub own_texts: bool,
    /// How it stands.
    pub state: ReorderState,
    /// It can go into the cart.
    pub had: bool,
    /// The same in words.
    pub text: String,
    /// Price of a piece then.
    pub was: Cents,
    /// Price of a piece now; nothing where there is none, or where it is to be confirmed.
    pub now: Option<Cents>,
    /// What has to be changed before it can be added.
    pub errors: Vec<FieldError>,
}

/// An order as it could be ordered again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReorderView {
    /// The order's id.
    pub id: String,
    /// Its number.
    pub number: String,
    /// All its lines, but for those that were taken out of it.
    pub lines: Vec<ReorderLineView>,
    /// What of it is not ordered again, in words; empty where that is nothing.
    pub left_out: String,
}

/// A line to be ordered again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReorderLineDraft {
    /// In the order, from 1.
    pub position: u32,
    /// Pieces.
    pub quantity: i64,
    /// Texts, as for any line that is added.
    #[serde(default)]
    pub free_form: Vec<Vec<String>>,
}

/// What is ordered again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReorderDraft {
    /// Which lines, each once.
    pub lines: Vec<ReorderLineDraft>,
    /// Somebody looked at the names and numbers. Needed where a line has some.
    #[serde(default)]
    pub texts_checked: bool,
}

/// Everything wrong with what is ordered again of what has lines at these positions, but for the articles.
pub fn check_reorder(draft: &ReorderDraft, positions: &[u32]) -> Vec<FieldError> {
    let (mut errors, mut named) = (Vec::new(), BTreeSet::new());
    if draft.lines.is_empty() {
        errors.push(ActError::NoLines.at("lines"));
    }
    for (place, line) in draft.lines.iter().enumerate() {
        let field = ["lines.", &place.to_string(), ".position"].concat();
        if !positions.contains(&line.position) {
            errors.push(ActError::LineUnknown.at(field));
        } else if !named.insert(line.position) {
            errors.push(ActError::LineTwice.at(field));
        }
    }
    if !draft.texts_checked && draft.lines.iter().any(|line| !line.free_form.is_empty()) {
        errors.push(ReorderError::TextsUnchecked.at("textsChecked"));
    }
    errors
}

/// Pieces of a line that count when it is ordered again: those that were not canceled; where each piece has its text, as many
/// as there are texts but for those of who was canceled by name, as nobody knows whose the others were. None of a line that was
/// taken out.
pub fn kept_pieces(quantity: u64, cancelled: u64, texts: usize) -> u64 {
    let kept = quantity.saturating_sub(cancelled);
    if kept > 0 && texts > 1 { u64::try_from(texts).unwrap_or(kept) } else { kept }
}

/// What is said of pieces that were canceled, where others of the order were not.
pub fn left_out_text(pieces: u64) -> String {
    match pieces {
        0 => String::new(),
        1 => "1 piece that was canceled is left out.".to_owned(),
        more => format!("{more} pieces that were canceled are left out."),
    }
}

/// Whether each of so many pieces has texts of its own, and not the same ones as all others.
pub fn has_own_texts(pieces: u64, texts: usize) -> bool {
    u64::try_from(texts) == Ok(pieces)
}

/// Which of a product's articles stands in for one that is gone: the first with the very same options. One that has no
/// options tells nothing.
pub fn replacement(options: &[OptionView], articles: &[Vec<OptionView>]) -> Option<usize> {
    if options.is_empty() {
        return None;
    }
    articles.iter().position(|article| article == options)
}

/// What a line is judged by.
#[derive(Debug, Clone, Copy)]
pub struct ReorderFacts<'a> {
    /// The article of today; nothing where there is none.
    pub article: Option<Article<'a>>,
    /// It is another one than then.
    pub replaced: bool,
    /// Price of a piece then.
    pub was: Cents,
    /// Price of a piece now; nothing while it is to be confirmed.
    pub now: Option<Cents>,
    /// Its texts were not kept: who orders is asked for them, so that none is missing before.
    pub asked: bool,
}

/// How a line stands today, in words too, and what has to be changed before it can be added.
pub fn judge(facts: ReorderFacts<'_>, wanted: &AddLineDraft, site: Site) -> (ReorderState, String, Vec<FieldError>) {
    let ReorderFacts { article, replaced, was, now, asked } = facts;
    if let Err(error) = check_article(article.as_ref(), site) {
        let state = match &error {
            ArticleError::UnknownSku => ReorderState::Gone,
            ArticleError::CallToOrder { .. } => ReorderState::CallToOrder,
            ArticleError::Unavailable { .. } | ArticleError::NoPrice => ReorderState::Unavailable,
        };
        let told = error.at("");
        return (state, told.message, Vec::new());
    }
    let article = article.map(|article| if asked { Article { free_form_options: &[], ..article } } else { article });
    let errors = check_add_line(wanted, article.as_ref(), site, "").err().unwrap_or_default();
    let price = match now {
        None => "The price is to be confirmed".to_owned(),
        Some(now) if now == was => ["The same price as then: ", &format_cents(now)].concat(),
        Some(now) => [&format_cents(was), " then, ", &format_cents(now), " now"].concat(),
    };
    let state = if !errors.is_empty() {
        ReorderState::Changed
    } else if replaced {
        ReorderState::Replaced
    } else {
        match now {
            None => ReorderState::PriceOpen,
            Some(now) if now == was => ReorderState::Same,
            Some(_) => ReorderState::PriceChanged,
        }
    };
    (state, price, errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cart::quantity::QuantityRule, pricing::ArticlePrices};

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    fn option(label: &str, value: &str) -> OptionView {
        OptionView { label: label.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn each_line_says_what_became_of_its_article() {
        use ReorderState::{CallToOrder, Changed, Gone, PriceChanged, PriceOpen, Replaced, Same, Unavailable};
        let prices = ArticlePrices { base: Some(cents(1_000)), ..ArticlePrices::default() };
        let article = Article {
            rule: QuantityRule { min_order_qty: 0, delivery_unit: 6 },
            prices,
            unavailable: false,
            available_date: "",
            call_to_order: false,
            free_form_options: &[],
        };
        let facts = |article: Option<Article<'static>>, now: i64| ReorderFacts {
            article,
            replaced: false,
            was: cents(1_000),
            now: Some(cents(now)),
            asked: false,
        };
        let wanted = |quantity| AddLineDraft { sku: "A".to_owned(), quantity, free_form: Vec::new() };
        let told = |facts: ReorderFacts<'_>, quantity| {
            let (state, text, errors) = judge(facts, &wanted(quantity), Site::FIELDHOUSE);
            (state, text, errors.len())
        };
        assert_eq!(told(facts(Some(article), 1_000), 6), (Same, "The same price as then: $10.00".to_owned(), 0));
        assert_eq!(told(facts(Some(article), 1_250), 6), (PriceChanged, "$10.00 then, $12.50 now".to_owned(), 0));
        let open = ReorderFacts { now: None, ..facts(Some(article), 0) };
        assert_eq!(told(open, 6).0, PriceOpen);
        let other = ReorderFacts { replaced: true, ..facts(Some(article), 1_000) };
        assert_eq!(told(other, 6).0, Replaced);
        let (state, _, errors) = told(facts(Some(article), 1_000), 7);
        assert_eq!((state, errors), (Changed, 1));
        assert_eq!(told(facts(None, 0), 6).0, Gone);
        assert_eq!(told(facts(Some(Article { unavailable: true, ..article }), 1_000), 6).0, Unavailable);
        let (state, text, _) = told(facts(Some(Article { call_to_order: true, ..article }), 1_000), 6);
        assert_eq!(state, CallToOrder);
        assert!(text.contains("to order this product"), "{text}");
        for state in [Same, PriceChanged, PriceOpen, Replaced, Changed] {
            assert!(state.is_had());
        }
        for state in [Unavailable, CallToOrder, Gone] {
            assert!(!state.is_had());
        }
    }

    #[test]
    fn texts_that_were_not_kept_are_asked_for_and_not_missing() {
        let labels = ["Name".to_owned()];
        let prices = ArticlePrices { base: Some(cents(1_000)), ..ArticlePrices::default() };
        let article = Article { prices, free_form_options: &labels, ..Article::default() };
        let told = |asked, quantity| {
            let (was, now) = (cents(1_000), Some(cents(1_000)));
            let facts = ReorderFacts { article: Some(article), replaced: false, was, now, asked };
            let wanted = AddLineDraft { sku: "A".to_owned(), quantity, free_form: Vec::new() };
            let (state, _, errors) = judge(facts, &wanted, Site::FIELDHOUSE);
            (state, errors.into_iter().map(|error| error.code).collect::<Vec<_>>())
        };
        assert_eq!(told(true, 2), (ReorderState::Same, Vec::new()));
        assert_eq!(told(false, 2), (ReorderState::Changed, vec!["free_form_required".to_owned()]));
        assert_eq!(told(true, 0).0, ReorderState::Changed, "all else is judged");
    }

    #[test]
    fn each_piece_has_its_own_texts_where_there_are_as_many() {
        assert!(has_own_texts(3, 3) && has_own_texts(1, 1));
        assert!(!has_own_texts(3, 1) && !has_own_texts(3, 0));
    }

    #[test]
    fn an_article_is_replaced_by_the_one_with_the_very_same_options() {
        let navy = |size: &str| vec![option("Color", "Navy"), option("Size", size)];
        assert_eq!(replacement(&navy("M"), &[navy("S"), navy("M")]), Some(1));
        assert_eq!(replacement(&navy("XL"), &[navy("S"), navy("M")]), None);
        assert_eq!(replacement(&[], &[Vec::new()]), None, "no options tell nothing");
    }

    #[test]
    fn what_was_canceled_is_not_ordered_again_but_where_names_do_not_tell_whose_it_was() {
        assert_eq!(kept_pieces(12, 0, 0), 12);
        assert_eq!(kept_pieces(12, 4, 0), 8);
        assert_eq!(kept_pieces(12, 4, 1), 8, "one text for all");
        assert_eq!(kept_pieces(12, 2, 12), 12, "canceled, and nobody said whose");
        assert_eq!(kept_pieces(12, 2, 10), 10, "two were canceled by name, or an edit took them out");
        assert_eq!(kept_pieces(12, 2, 11), 11, "one by name, and nobody said whose the other was");
        assert_eq!(kept_pieces(2, 1, 1), 1, "one of two by name");
        assert_eq!(kept_pieces(12, 12, 12), 0);
        assert_eq!(left_out_text(0), "");
        assert_eq!(left_out_text(1), "1 piece that was canceled is left out.");
        assert_eq!(left_out_text(12), "12 pieces that were canceled are left out.");
    }

    #[test]
    fn what_is_ordered_again_names_lines_once_and_texts_are_looked_at() {
        let line = |position, free_form: Vec<Vec<String>>| ReorderLineDraft { position, quantity: 1, free_form };
        let codes = |lines: Vec<ReorderLineDraft>, texts_checked| {
            let errors = check_reorder(&ReorderDraft { lines, texts_checked }, &[1, 2]);
            errors.into_iter().map(|error| error.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(Vec::new(), false), ["order_no_lines"]);
        let wrong = vec![line(0, Vec::new()), line(3, Vec::new()), line(2, Vec::new()), line(2, Vec::new())];
        assert_eq!(codes(wrong, false), ["order_line_unknown", "order_line_unknown", "order_line_twice"]);
        let named = || vec![line(1, vec![vec!["Ann".to_owned()]])];
        assert_eq!(codes(named(), false), ["reorder_texts"]);
        assert!(codes(named(), true).is_empty());
    }
}
