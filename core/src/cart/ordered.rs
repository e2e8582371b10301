//! A line in words wherever it is shown: what was chosen, with labels, and what is printed on its pieces
//! (cart §3). Not here: prices (see `evaluation`).

use serde::{Deserialize, Serialize};

use crate::{catalog::AttributeView, quick_order::OPTION_KINDS};

/// An option that was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OptionView {
    /// 'Flavor'.
    pub label: String,
    /// 'Lemon Lime'.
    pub value: String,
}

/// What an attribute is called; nothing for those that nobody chooses by.
fn option_label(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "color" => "Color",
        "size" => "Size",
        "hand" => "Hand",
        "style" => "Style",
        "age" => "Age",
        "team" => "Team",
        "number" => "Number",
        "adultOrYouth" => "Adult or youth",
        "powerSource" => "Power source",
        "flavor" => "Flavor",
        "border" => "Border",
        "grade" => "Grade",
        "shoulderPadModel" => "Shoulder pad model",
        "weight" => "Weight",
        "length" => "Length",
        _ => return None,
    })
}

/// The chosen options of an article out of its attributes, in the order of the specification. What else an
/// attribute tells (material number, brand, shipping) was not chosen.
pub fn chosen_options(attributes: &[AttributeView]) -> Vec<OptionView> {
    let value_of =
        |kind: &str| attributes.iter().find(|attribute| attribute.name == kind && !attribute.value.is_empty());
    OPTION_KINDS
        .into_iter()
        .filter_map(|kind| {
            Some(OptionView { label: option_label(kind)?.to_owned(), value: value_of(kind)?.value.clone() })
        })
        .collect()
}

/// 'Color: Navy, Size: L'.
pub fn options_text(options: &[OptionView]) -> String {
    labelled(options.iter().map(|option| (option.label.as_str(), option.value.as_str())))
}

/// What sizes of one style and color have in common, 'Color: Navy', and the size itself, or empty.
pub fn style_and_size(options: &[OptionView]) -> (String, &str) {
    let is_size = |option: &&OptionView| option_label("size") == Some(option.label.as_str());
    let common = options.iter().filter(|option| !is_size(option));
    let size = options.iter().find(is_size).map_or("", |option| option.value.as_str());
    (labelled(common.map(|option| (option.label.as_str(), option.value.as_str()))), size)
}

/// What is printed, one text an entry: 'Name: Rivera, Number: 12', and on how many pieces when it is more than one.
pub fn printed_texts(labels: &[String], entries: &[Vec<String>], pieces: u32) -> Vec<String> {
    let each = u32::try_from(entries.len()).ok().and_then(|entries| pieces.checked_div(entries)).unwrap_or(1);
    entries
        .iter()
        .map(|texts| {
            let labels = labels.iter().map(String::as_str).chain(std::iter::repeat("Text"));
            let text = labelled(labels.zip(texts.iter().map(String::as_str)));
            if each > 1 { format!("{text} ({each} pieces)") } else { text }
        })
        .collect()
}

/// A value that says itself what it is, 'Size 3', needs no label.
fn labelled<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let told = |(label, value): (&str, &str)| match value.strip_prefix(label) {
        Some(rest) if rest.starts_with(' ') => value.to_owned(),
        _ => [label, ": ", value].concat(),
    };
    pairs.map(told).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(name: &str, value: &str) -> AttributeView {
        AttributeView { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn every_option_the_store_knows_is_told_with_a_label_of_its_own() {
        let all: Vec<AttributeView> = OPTION_KINDS.iter().rev().map(|kind| attribute(kind, kind)).collect();
        let told = chosen_options(&all);
        let values: Vec<&str> = told.iter().map(|option| option.value.as_str()).collect();
        assert_eq!(values, OPTION_KINDS, "in the order of the specification");
        let mut labels: Vec<&str> = told.iter().map(|option| option.label.as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), OPTION_KINDS.len());
    }

    #[test]
    fn three_flavors_of_one_drink_are_told_apart() {
        let drink = |flavor: &str| {
            let attributes =
                [attribute("materialNumber", "4711"), attribute("brandName", "Fizz"), attribute("flavor", flavor)];
            options_text(&chosen_options(&attributes))
        };
        assert_eq!(drink("Grape"), "Flavor: Grape");
        assert_ne!(drink("Grape"), drink("Lemon Lime"));
        let navy = chosen_options(&[attribute("color", "Navy"), attribute("size", "L")]);
        assert_eq!(style_and_size(&navy), ("Color: Navy".to_owned(), "L"));
        assert_eq!(style_and_size(&[]), (String::new(), ""));
        let sized = |size: &str| options_text(&chosen_options(&[attribute("color", "Navy"), attribute("size", size)]));
        assert_eq!(
            (sized("Size 3"), sized("Sizeable")),
            ("Color: Navy, Size 3".into(), "Color: Navy, Size: Sizeable".into())
        );
        assert_eq!(options_text(&chosen_options(&[attribute("size", ""), attribute("shippingMethod", "Truck")])), "");
    }

    #[test]
    fn what_is_printed_says_on_how_many_pieces() {
        let labels = ["Name".to_owned(), "Number".to_owned()];
        let entry = |name: &str, number: &str| vec![name.to_owned(), number.to_owned()];
        assert_eq!(printed_texts(&labels, &[entry("Rivera", "12")], 1), ["Name: Rivera, Number: 12"]);
        assert_eq!(printed_texts(&labels, &[entry("Rivera", "12")], 3), ["Name: Rivera, Number: 12 (3 pieces)"]);
        let two = printed_texts(&labels, &[entry("Rivera", "12"), entry("Okafor", "7")], 2);
        assert_eq!(two, ["Name: Rivera, Number: 12", "Name: Okafor, Number: 7"]);
        assert!(printed_texts(&labels, &[], 4).is_empty());
        assert_eq!(printed_texts(&[], &[vec!["Rivera".to_owned()]], 1), ["Text: Rivera"]);
    }
}
