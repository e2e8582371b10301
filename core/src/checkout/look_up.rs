//! Looking an order up by its number and the e-mail of its confirmation, for whoever lost the letter's link.
//! Not here: finding it (the server).

use serde::{Deserialize, Serialize};

use crate::{
    account::email::{EMAIL, Email},
    form::{Checker, FieldView, InputKind, field},
    rule::{FieldError, broken_rules},
};

/// `number`: as long as any we give, and what is typed around it.
const NUMBER: FieldView = field("number", InputKind::Text, true, "off", 40);

broken_rules! {
    /// What can be wrong with a look-up.
    pub enum LookUpError {
        /// Nothing was typed.
        EnterOrderNumber => "enter_order_number", "Please enter your order number";
    }
}

/// What is typed to find an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderLookUpDraft {
    /// Number of the order.
    pub number: String,
    /// E-mail of its confirmation.
    pub email: String,
}

/// Where an order that was found is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderLinkView {
    /// A path of this site that opens it on any device.
    pub path: String,
}

/// A number and an e-mail as orders are stored with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLookUp {
    /// In capitals, without the blanks somebody copied along.
    pub number: String,
    /// E-mail.
    pub email: Email,
}

/// What is looked for, or everything wrong with it in field order.
pub fn parse_order_look_up(draft: &OrderLookUpDraft) -> Result<OrderLookUp, Vec<FieldError>> {
    let mut checker = Checker::default();
    let number = checker.required(&NUMBER, &draft.number, &LookUpError::EnterOrderNumber);
    let email = checker.take(&EMAIL, Email::parse(&draft.email));
    checker.finish(OrderLookUp { number: number.trim_start_matches('#').trim().to_uppercase(), email })
}

/// Everything wrong with a look-up, in field order.
pub fn check_order_look_up(draft: &OrderLookUpDraft) -> Vec<FieldError> {
    parse_order_look_up(draft).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(number: &str, email: &str) -> OrderLookUpDraft {
        OrderLookUpDraft { number: number.to_owned(), email: email.to_owned() }
    }

    #[test]
    fn numbers_and_emails_are_read_as_people_type_them() {
        let found = parse_order_look_up(&draft(" #fh-100023 ", " Coach@Club.org ")).unwrap();
        assert_eq!((found.number.as_str(), found.email.as_str()), ("FH-100023", "coach@club.org"));
    }

    #[test]
    fn what_is_missing_is_told_at_once() {
        let codes = |number: &str, email: &str| -> Vec<String> {
            check_order_look_up(&draft(number, email)).into_iter().map(|error| error.code).collect()
        };
        assert_eq!(codes(" ", ""), ["enter_order_number", "enter_email"]);
        assert_eq!(codes("FH-1", "nobody"), ["email_invalid"]);
        assert!(codes("FH-1", "a@b.co").is_empty());
    }
}
