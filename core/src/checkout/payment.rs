//! The payment step: a purchase order with an optional file name (decisions: checkout). A card
//! number is refused and stored nowhere (requirement R65).

use super::PaymentDraft;
use crate::{
    form::{Checker, FieldView, InputKind, field},
    rule::{FieldError, broken_rules},
};

/// `poNumber`: 35 characters, as the resource-planning system holds.
const PO_NUMBER: FieldView = field("poNumber", InputKind::Text, true, "off", 35);
/// `poFileName`, optional: a name, never a path.
const PO_FILE_NAME: FieldView = field("poFileName", InputKind::Text, false, "off", 255);

/// Fields of the step, in order.
pub(crate) const FIELDS: [FieldView; 2] = [PO_NUMBER, PO_FILE_NAME];

broken_rules! {
    /// What can be wrong with a purchase order.
    pub enum PaymentError {
        /// Nothing was typed.
        EnterPoNumber => "enter_po_number", "Please enter your Purchase Order Number";
        /// A folder in the file's name.
        FileNameInvalid => "file_name_invalid", "Please choose a file with a plain name";
    }
}

/// A valid purchase order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseOrder {
    /// Number, 1 to 35 characters, the first and last visible.
    pub number: String,
    /// Name of the file, or empty.
    pub file_name: String,
}

impl PurchaseOrder {
    /// The cleaned step in the shape of the form, as it is stored and shown again.
    pub fn into_draft(self) -> PaymentDraft {
        PaymentDraft { po_number: self.number, po_file_name: self.file_name }
    }
}

/// The purchase order, or everything wrong with it in field order.
pub fn parse_payment(draft: &PaymentDraft) -> Result<PurchaseOrder, Vec<FieldError>> {
    let mut checker = Checker::default();
    let number = checker.required(&PO_NUMBER, &draft.po_number, &PaymentError::EnterPoNumber);
    let file_name = checker.optional(&PO_FILE_NAME, &draft.po_file_name);
    if file_name.contains(['/', '\\']) || file_name.starts_with('.') {
        checker.add(&PO_FILE_NAME, &PaymentError::FileNameInvalid);
    }
    checker.finish(PurchaseOrder { number, file_name })
}

/// Everything wrong with the payment step, in field order.
pub fn check_payment(draft: &PaymentDraft) -> Vec<FieldError> {
    parse_payment(draft).err().unwrap_or_default()
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::length;

    pub(crate) fn purchase_order(number: &str, file_name: &str) -> PaymentDraft {
        PaymentDraft { po_number: number.to_owned(), po_file_name: file_name.to_owned() }
    }

    fn codes(number: &str, file_name: &str) -> Vec<String> {
        check_payment(&purchase_order(number, file_name)).into_iter().map(|e| e.code).collect()
    }

    #[test]
    fn a_number_of_1_to_35_characters_is_taken() {
        assert!(codes("7", "").is_empty());
        assert!(codes(&"7".repeat(35), "").is_empty());
        assert_eq!(codes(&"A".repeat(36), ""), ["too_long"]);
        assert_eq!(codes(" \u{200b} ", ""), ["enter_po_number"]);
    }

    #[test]
    fn r65_a_card_number_is_refused_in_either_field() {
        assert_eq!(codes("4111 1111 1111 1111", "card 4111111111111111.pdf"), ["card_number", "card_number"]);
    }

    #[test]
    fn a_file_name_is_no_path() {
        assert!(codes("7", "PO 2026.pdf").is_empty());
        for bad in ["../po.pdf", "C:\\po.pdf", ".htaccess"] {
            assert_eq!(codes("7", bad), ["file_name_invalid"], "{bad}");
        }
    }

    proptest! {
        #[test]
        fn a_purchase_order_parses_to_itself(number in any::<String>(), file_name in ".{0,30}") {
            if let Ok(order) = parse_payment(&purchase_order(&number, &file_name)) {
                prop_assert!((1..=35).contains(&length(&order.number)));
                prop_assert_eq!(parse_payment(&order.clone().into_draft()), Ok(order));
            }
        }
    }
}
