//! Ordering by product number: which options of a product are still open beside what was chosen, and
//! when a row counts (cart §5). Not here: quantities (`cart::quantity`) and how a product is looked up
//! (the server).

mod views;

use serde::{Deserialize, Serialize};

pub use views::{
    QuickOrderAttributesView, QuickOrderPriceView, QuickOrderProductView, QuickOrderSkuView, QuickOrderVariantView,
};

use crate::cart::AddLineDraft;

/// The fifteen attributes a quick-order row offers, in the order of the specification (cart §3).
pub const OPTION_KINDS: [&str; 15] = [
    "color",
    "size",
    "hand",
    "style",
    "age",
    "team",
    "number",
    "adultOrYouth",
    "powerSource",
    "flavor",
    "border",
    "grade",
    "shoulderPadModel",
    "weight",
    "length",
];

/// What is open beside the choices made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct QuickChoicesView {
    /// Place of the article the choices lead to.
    pub article: Option<u32>,
    /// For each value of the table, whether it can be chosen beside the other choices.
    pub open: Vec<bool>,
    /// For each choice, the value that every article left has: chosen, or the only one. Else empty.
    pub settled: Vec<String>,
}

/// Which values can be chosen beside the other choices, and where the choices lead. `values` is a table:
/// one value a choice for each article that can be bought ([`size_selectable`](crate::catalog::size_selectable)),
/// article after article; an article without an attribute has an empty one. An empty choice is none.
/// As plain texts, because a phone pays for every shape that crosses the border.
pub fn quick_choices(values: &[String], choices: &[String]) -> QuickChoicesView {
    let articles: Vec<&[String]> = values.chunks_exact(choices.len().max(1)).collect();
    // An article fits when it has every choice; `except` is the one that is about to be changed.
    let fits = |article: &[String], except: usize| {
        let mut pairs = article.iter().zip(choices).enumerate();
        pairs.all(|(nth, (value, choice))| nth == except || choice.is_empty() || value == choice)
    };
    let mut open = Vec::with_capacity(values.len());
    let mut left: Vec<(usize, &[String])> = Vec::new();
    for (place, article) in articles.iter().enumerate() {
        open.extend((0..choices.len()).map(|kind| fits(article, kind)));
        if fits(article, usize::MAX) {
            left.push((place, article));
        }
    }
    let settled = |kind: usize| {
        let mut of_left = left.iter().filter_map(|(_, article)| article.get(kind));
        let first = of_left.next()?;
        of_left.all(|other| other == first).then(|| first.clone())
    };
    QuickChoicesView {
        article: match left.as_slice() {
            [(place, _)] => u32::try_from(*place).ok(),
            _ => None,
        },
        open,
        settled: (0..choices.len()).map(|kind| settled(kind).unwrap_or_default()).collect(),
    }
}

/// Whether a row counts: every option has an article, a quantity above 0 and all its texts (cart §5). A row
/// without an option does not. An option's texts are one entry for all its pieces. What is wrong with an
/// option that has an article is told by [`check_add_draft`](crate::cart::lines::check_add_draft).
pub fn quick_row_counts(options: &[AddLineDraft], labels: u32) -> bool {
    let complete = |option: &AddLineDraft| {
        let texts = option.free_form.iter().flatten().filter(|text| !text.trim().is_empty()).count();
        !option.sku.is_empty() && option.quantity > 0 && u32::try_from(texts).is_ok_and(|texts| texts >= labels)
    };
    !options.is_empty() && options.iter().all(complete)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    /// Color, hand, size.
    fn gloves() -> Vec<String> {
        texts(&["Tan", "Left", "11", "Tan", "Right", "11", "Tan", "Right", "12"])
    }

    /// The open values of a choice.
    fn open(values: &[String], choices: &[String], kind: usize) -> Vec<String> {
        let found = quick_choices(values, choices);
        let cells = values.iter().zip(found.open).enumerate();
        let mut open: Vec<String> = cells
            .filter(|(nth, (_, open))| nth % choices.len() == kind && *open)
            .map(|(_, (value, _))| value.clone())
            .collect();
        open.dedup();
        open
    }

    #[test]
    fn a_choice_closes_what_no_article_has_beside_it_and_settles_what_is_left() {
        let none = texts(&["", "", ""]);
        let found = quick_choices(&gloves(), &none);
        assert_eq!((found.article, found.settled), (None, texts(&["Tan", "", ""])));
        assert_eq!(open(&gloves(), &none, 1), ["Left", "Right"]);
        let left = texts(&["", "Left", ""]);
        let found = quick_choices(&gloves(), &left);
        assert_eq!((found.article, found.settled), (Some(0), texts(&["Tan", "Left", "11"])));
        assert_eq!(open(&gloves(), &left, 2), ["11"]);
        assert_eq!(open(&gloves(), &left, 1), ["Left", "Right"], "a choice can be changed");
        let larger = texts(&["", "", "12"]);
        assert_eq!(
            (quick_choices(&gloves(), &larger).article, open(&gloves(), &larger, 1)),
            (Some(2), texts(&["Right"]))
        );
    }

    #[test]
    fn an_unknown_choice_leaves_nothing_but_can_be_changed() {
        let unknown = texts(&["", "Both", ""]);
        let found = quick_choices(&gloves(), &unknown);
        assert_eq!((found.article, found.settled), (None, texts(&["", "", ""])));
        assert_eq!(open(&gloves(), &unknown, 1), ["Left", "Right"]);
        assert!(open(&gloves(), &unknown, 2).is_empty());
    }

    #[test]
    fn a_table_without_choices_or_with_a_torn_end_is_no_trouble() {
        assert_eq!(quick_choices(&[], &[]), QuickChoicesView { article: None, open: vec![], settled: vec![] });
        assert_eq!(quick_choices(&texts(&["A", "B"]), &[]).article, None);
        assert_eq!(quick_choices(&texts(&["A", "B", "C"]), &texts(&["", ""])).article, Some(0));
    }

    #[test]
    fn a_row_counts_when_every_option_is_complete() {
        let option = |sku: &str, quantity, text: &[&str]| AddLineDraft {
            sku: sku.to_owned(),
            quantity,
            free_form: vec![texts(text)],
        };
        let full = option("A", 1, &["RIVERA", "7"]);
        assert!(quick_row_counts(&[full.clone(), option("B", 2, &["CHEN", "12"])], 2));
        assert!(quick_row_counts(&[AddLineDraft { free_form: Vec::new(), ..full.clone() }], 0));
        assert!(!quick_row_counts(&[], 0));
        for lacking in [
            option("", 1, &["CHEN", "12"]),
            option("B", 0, &["CHEN", "12"]),
            option("B", -1, &["CHEN", "12"]),
            option("B", 1, &["CHEN"]),
            option("B", 1, &["CHEN", " \t"]),
        ] {
            assert!(!quick_row_counts(&[full.clone(), lacking.clone()], 2), "{lacking:?}");
        }
    }

    proptest! {
        #[test]
        fn choosing_open_values_one_after_the_other_never_ends_in_nothing(
            picks in prop::collection::vec((0_usize..4, 0_usize..4), 0..12),
            articles in prop::collection::vec(prop::collection::vec("[ABC]", 4), 1..12),
        ) {
            let values: Vec<String> = articles.concat();
            let mut choices = texts(&["", "", "", ""]);
            for (kind, nth) in picks {
                let values_open = open(&values, &choices, kind);
                prop_assert!(!values_open.is_empty());
                choices[kind].clone_from(&values_open[nth % values_open.len()]);
                let after = quick_choices(&values, &choices);
                for (choice, settled) in choices.iter().zip(&after.settled) {
                    prop_assert!(choice.is_empty() || choice == settled, "what was chosen is settled");
                }
                if let Some(place) = after.article {
                    prop_assert_eq!(&articles[usize::try_from(place).unwrap()], &after.settled);
                }
            }
        }
    }
}
