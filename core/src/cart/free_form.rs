//! Free texts of a line: name, number and the like, once for all pieces or once a piece (cart §5,
//! decisions: quantities). Not here: which labels an article has (the catalogue).

use std::collections::BTreeMap;

use crate::{
    rule::{Broken, FieldError, Param, fill},
    text::clean_line,
};

/// Unicode scalar values one text may hold: what fits on a jersey's back, and a team's full name.
pub const MAX_FREE_FORM: u32 = 40;

/// What is wrong with the free texts of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FreeFormError {
    /// A text is missing.
    Required {
        /// The label of the text.
        label: String,
    },
    /// The article takes no free texts.
    Unexpected,
    /// An entry has not one text a label.
    LabelCount {
        /// Number of labels.
        expected: u32,
    },
    /// There is neither one entry for all pieces nor one a piece.
    PieceCount {
        /// Number of pieces.
        pieces: u32,
    },
}

impl FreeFormError {
    /// All codes, for the check that each one has a vector.
    pub const CODES: &'static [&'static str] =
        &["free_form_required", "free_form_unexpected", "free_form_label_count", "free_form_piece_count"];
}

impl Broken for FreeFormError {
    fn code(&self) -> &'static str {
        match self {
            Self::Required { .. } => "free_form_required",
            Self::Unexpected => "free_form_unexpected",
            Self::LabelCount { .. } => "free_form_label_count",
            Self::PieceCount { .. } => "free_form_piece_count",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Required { label } => format!("{label} (Required)"),
            Self::Unexpected => "This product takes no personal texts".to_owned(),
            Self::LabelCount { expected } => {
                fill("Please enter {expected} texts for each piece", &[("expected", i64::from(*expected))])
            }
            Self::PieceCount { pieces } => fill(
                "Please enter the texts once for all pieces, or for each of the {pieces} pieces",
                &[("pieces", i64::from(*pieces))],
            ),
        }
    }

    fn params(&self) -> BTreeMap<String, Param> {
        match self {
            Self::Required { label } => crate::rule::text("label", label),
            Self::Unexpected => BTreeMap::new(),
            Self::LabelCount { expected } => crate::rule::numbers(&[("expected", i64::from(*expected))]),
            Self::PieceCount { pieces } => crate::rule::numbers(&[("pieces", i64::from(*pieces))]),
        }
    }
}

/// The free texts of a line: none, one entry for all pieces, or one a piece. Equal entries for all
/// pieces are kept as one, so that the same order typed both ways is the same line.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FreeForm(Vec<Vec<String>>);

impl FreeForm {
    /// Checks typed texts against the labels of the article: every text is required, one line, at
    /// most [`MAX_FREE_FORM`] scalar values, without control and direction characters. `path` is the
    /// path of the line in the draft; errors stand at `freeForm.{entry}.{label}` below it.
    pub fn parse(typed: &[Vec<String>], labels: &[String], pieces: u32, path: &str) -> Result<Self, Vec<FieldError>> {
        let at = |rest: &str| if path.is_empty() { rest.to_owned() } else { format!("{path}.{rest}") };
        let entries = count(typed.len());
        if labels.is_empty() {
            return if typed.iter().all(Vec::is_empty) {
                Ok(Self::default())
            } else {
                Err(vec![FreeFormError::Unexpected.at(at("freeForm"))])
            };
        }
        if typed.is_empty() {
            let missing = |(index, label): (usize, &String)| {
                FreeFormError::Required { label: label.clone() }.at(at(&format!("freeForm.0.{index}")))
            };
            return Err(labels.iter().enumerate().map(missing).collect());
        }
        if entries != 1 && entries != pieces {
            return Err(vec![FreeFormError::PieceCount { pieces }.at(at("freeForm"))]);
        }
        let mut errors = Vec::new();
        let mut clean: Vec<Vec<String>> = Vec::with_capacity(typed.len());
        for (entry, texts) in typed.iter().enumerate() {
            if texts.len() != labels.len() {
                let expected = count(labels.len());
                errors.push(FreeFormError::LabelCount { expected }.at(at(&format!("freeForm.{entry}"))));
                continue;
            }
            let mut cleaned = Vec::with_capacity(texts.len());
            for (index, (text, label)) in texts.iter().zip(labels).enumerate() {
                let field = || at(&format!("freeForm.{entry}.{index}"));
                match clean_line(text, MAX_FREE_FORM) {
                    Ok(text) if text.is_empty() => {
                        errors.push(FreeFormError::Required { label: label.clone() }.at(field()));
                    }
                    Ok(text) => cleaned.push(text),
                    Err(error) => errors.push(error.at(field())),
                }
            }
            clean.push(cleaned);
        }
        if errors.is_empty() { Ok(Self::collapsed(clean)) } else { Err(errors) }
    }

    /// Texts that were checked before, as a store kept them.
    pub fn stored(entries: Vec<Vec<String>>) -> Self {
        Self::collapsed(entries)
    }

    fn collapsed(mut entries: Vec<Vec<String>>) -> Self {
        let alike = entries.split_first().is_some_and(|(first, rest)| rest.iter().all(|entry| entry == first));
        if alike {
            entries.truncate(1);
        }
        Self(entries.into_iter().filter(|entry| !entry.is_empty()).collect())
    }

    /// The entries: none, one, or one a piece.
    pub fn entries(&self) -> &[Vec<String>] {
        &self.0
    }

    /// Whether the texts fit another number of pieces: a list with one entry a piece does not, as
    /// nobody could say whose text goes.
    pub fn fits(&self, pieces: u32) -> Result<(), FreeFormError> {
        match count(self.0.len()) {
            0 | 1 => Ok(()),
            listed if listed == pieces => Ok(()),
            _ => Err(FreeFormError::PieceCount { pieces }),
        }
    }

    /// The texts of a line to which the same line was added once more: lists follow each other.
    #[must_use]
    pub fn joined(mut self, added: &Self) -> Self {
        if self.0.len() > 1 {
            self.0.extend(added.0.iter().cloned());
        }
        self
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// What makes two adds the same line: the sku and its texts. Texts hold no control characters, so
/// the separators cannot be forged. It grows with the texts; a store may keep a digest of it.
pub fn line_identity(sku: &str, free_form: &FreeForm) -> String {
    let mut identity = sku.to_owned();
    for entry in free_form.entries() {
        identity.push('\u{1e}');
        identity.push_str(&entry.join("\u{1f}"));
    }
    identity
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(entries: &[&[&str]]) -> Vec<Vec<String>> {
        entries.iter().map(|entry| entry.iter().map(|text| (*text).to_owned()).collect()).collect()
    }

    fn labels() -> Vec<String> {
        vec!["Name".to_owned(), "Number".to_owned()]
    }

    fn codes(typed: &[&[&str]], pieces: u32) -> Vec<(String, String)> {
        let errors = FreeForm::parse(&texts(typed), &labels(), pieces, "lines.0").unwrap_err();
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn takes_one_entry_for_all_pieces_or_one_a_piece() {
        let one = FreeForm::parse(&texts(&[&[" SMITH ", "12"]]), &labels(), 30, "").unwrap();
        assert_eq!(one.entries(), texts(&[&["SMITH", "12"]]));
        let each = FreeForm::parse(&texts(&[&["SMITH", "12"], &["JONES", "7"]]), &labels(), 2, "").unwrap();
        assert_eq!(each.entries().len(), 2);
        assert_eq!(
            codes(&[&["A", "1"], &["B", "2"]], 3),
            [("lines.0.freeForm".into(), "free_form_piece_count".into())]
        );
    }

    #[test]
    fn every_text_is_required_and_named_by_its_label() {
        let errors = FreeForm::parse(&[], &labels(), 1, "").unwrap_err();
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(messages, ["Name (Required)", "Number (Required)"]);
        assert_eq!(codes(&[&["A", " \u{200b} "]], 1), [("lines.0.freeForm.0.1".into(), "free_form_required".into())]);
        assert_eq!(codes(&[&["A"]], 1), [("lines.0.freeForm.0".into(), "free_form_label_count".into())]);
    }

    #[test]
    fn refuses_control_direction_and_endless_texts() {
        let long = "x".repeat(41);
        assert_eq!(codes(&[&["A\nB", "1"]], 1)[0].1, "control_character");
        assert_eq!(codes(&[&["A\u{202e}B", "1"]], 1)[0].1, "bidi_control");
        assert_eq!(codes(&[&[&long, "1"]], 1)[0].1, "too_long");
    }

    #[test]
    fn an_article_without_labels_takes_none() {
        assert_eq!(FreeForm::parse(&[], &[], 5, ""), Ok(FreeForm::default()));
        let errors = FreeForm::parse(&texts(&[&["A"]]), &[], 5, "").unwrap_err();
        assert_eq!(errors[0].code, "free_form_unexpected");
    }

    #[test]
    fn the_same_order_typed_both_ways_is_the_same_line() {
        let once = FreeForm::parse(&texts(&[&["EAGLES", "1"]]), &labels(), 2, "").unwrap();
        let each = FreeForm::parse(&texts(&[&["EAGLES", "1"], &["EAGLES ", "1"]]), &labels(), 2, "").unwrap();
        assert_eq!(line_identity("A-1", &once), line_identity("A-1", &each));
    }

    #[test]
    fn a_list_keeps_to_its_pieces_and_grows_when_added_again() {
        let list = FreeForm::parse(&texts(&[&["A", "1"], &["B", "2"]]), &labels(), 2, "").unwrap();
        assert_eq!(list.fits(2), Ok(()));
        assert_eq!(list.fits(3), Err(FreeFormError::PieceCount { pieces: 3 }));
        let grown = list.clone().joined(&list);
        assert_eq!((grown.entries().len(), grown.fits(4)), (4, Ok(())));
        let one = FreeForm::stored(texts(&[&["A", "1"]]));
        assert_eq!(one.clone().joined(&one), one);
        assert_eq!(one.fits(900), Ok(()));
    }

    proptest! {
        #[test]
        fn different_texts_are_different_lines(a in prop::collection::vec("[A-Z0-9 ]{1,6}", 2), b in prop::collection::vec("[A-Z0-9 ]{1,6}", 2)) {
            let parse = |texts: &[String]| FreeForm::parse(&[texts.to_vec()], &labels(), 3, "").ok();
            if let (Some(one), Some(other)) = (parse(&a), parse(&b)) {
                prop_assert_eq!(line_identity("S", &one) == line_identity("S", &other), one == other);
            }
        }

        #[test]
        fn what_was_accepted_is_accepted_again(typed in prop::collection::vec(prop::collection::vec(any::<String>(), 0..3), 0..4), pieces in 0_u32..5) {
            if let Ok(free_form) = FreeForm::parse(&typed, &labels(), pieces, "x") {
                prop_assert_eq!(FreeForm::parse(free_form.entries(), &labels(), pieces, "x"), Ok(free_form.clone()));
                prop_assert_eq!(free_form.fits(pieces), Ok(()));
            }
        }
    }
}
