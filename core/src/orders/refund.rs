//! Credits: how much of what was charged may be given back, how, and why.

use serde::{Deserialize, Serialize};

use crate::{
    addresses::states::ChoiceView,
    money::{Cents, format_cents},
    rule::{Broken, FieldError, Param, broken_rules, text},
    text::clean_lines,
};

use super::{acts::LineQuantity, hold::LONGEST_TEXT, views::RefundState};

broken_rules! {
    /// What is wrong with a credit.
    pub enum RefundError {
        /// Not an amount of dollars above nothing.
        Amount => "refund_amount", "Please enter an amount in dollars, such as 500 or 1,250.00";
        /// One of the ways there are.
        Method => "refund_method", "Please choose how the amount is given back";
        /// Somebody reads it on the credit memo.
        Reason => "refund_reason", "Please say what the credit is for";
        /// One decides once.
        Decided => "refund_decided", "Somebody else has decided about this credit already";
        /// Four eyes are those of two.
        OwnCredit => "refund_own", "Somebody else has to approve your own credit";
    }
}

broken_rules! {
    /// What keeps a credit from being taken back. Apart from the others: no browser asks, and each word is loaded.
    pub enum WithdrawalError {
        /// Only what counts is taken back.
        NotGiven => "refund_not_given", "This credit does not count any more";
        /// Its pieces left and were written off with it.
        ForPieces => "refund_for_pieces", "This credit is for pieces that were written off with it: it stays";
        /// It took two persons to give it.
        AboveCap => "refund_above_cap", "This is more than you may credit alone. Somebody who approves such credits can take it back";
    }
}

/// How an amount is given back. Until cards are taken it is a credit memo, whichever way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RefundMethod {
    /// Taken off what the unit owes.
    TermsCredit,
    /// A gift certificate.
    Certificate,
    /// For the next order.
    StoreCredit,
}

impl RefundMethod {
    /// All of them, as they are offered.
    pub const ALL: [Self; 3] = [Self::TermsCredit, Self::Certificate, Self::StoreCredit];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::TermsCredit => "terms_credit",
            Self::Certificate => "certificate",
            Self::StoreCredit => "store_credit",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.key() == key)
    }

    /// As the desk and the buyer read it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::TermsCredit => "Credit on the account",
            Self::Certificate => "Gift certificate",
            Self::StoreCredit => "Store credit",
        }
    }
}

/// The ways as they are offered.
pub fn refund_methods() -> Vec<ChoiceView> {
    RefundMethod::ALL.into_iter().map(|method| ChoiceView { code: method.key(), name: method.label() }).collect()
}

/// A credit as somebody asks for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RefundDraft {
    /// As typed: `500`, `$1,250.00`.
    pub amount: String,
    /// A method's key.
    pub method: String,
    /// In words.
    pub reason: String,
    /// Pieces it is for; none for a courtesy.
    pub lines: Vec<LineQuantity>,
}

/// A credit that can be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// How much.
    pub amount: Cents,
    /// How.
    pub method: RefundMethod,
    /// In words.
    pub reason: String,
}

/// A credit of an order, as far as sums of credits ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credit {
    /// How much.
    pub amount: Cents,
    /// How it stands.
    pub state: RefundState,
    /// A second person decided about it.
    pub decided: bool,
}

fn sum_of(credits: &[Credit], counts: impl Fn(&Credit) -> bool) -> Cents {
    let counted = credits.iter().filter(|credit| counts(credit));
    counted.fold(Cents::ZERO, |sum, credit| sum.saturating_add(credit.amount))
}

/// What was credited of an order, and what waits for a second person.
pub fn credited(credits: &[Credit]) -> Cents {
    sum_of(credits, |credit| matches!(credit.state, RefundState::Granted | RefundState::Asked))
}

/// What of it counts: nobody has to agree any more.
pub fn granted(credits: &[Credit]) -> Cents {
    sum_of(credits, |credit| credit.state == RefundState::Granted)
}

/// What of it nobody but its giver agreed to: a cap is for an order, so it counts with what is given next, in however many parts.
pub fn credited_alone(credits: &[Credit]) -> Cents {
    sum_of(credits, |credit| credit.state == RefundState::Granted && !credit.decided)
}

/// What may still be credited of an order: what was charged less what was credited or waits for a second person.
pub fn creditable(charged: Cents, credited: Cents) -> Cents {
    charged.minus_floored(credited)
}

/// Reads a credit for an order of which so much may still be credited.
pub fn parse_refund(draft: &RefundDraft, creditable: Cents) -> Result<Refund, Vec<FieldError>> {
    let mut errors = Vec::new();
    let amount = Cents::parse_typed(&draft.amount).filter(|amount| *amount > Cents::ZERO);
    match amount {
        None => errors.push(RefundError::Amount.at("amount")),
        Some(amount) if amount > creditable => errors.push(above(creditable)),
        Some(_) => {}
    }
    let method = RefundMethod::parse(&draft.method);
    if method.is_none() {
        errors.push(RefundError::Method.at("method"));
    }
    let reason = clean_lines(&draft.reason, LONGEST_TEXT).ok().filter(|reason| !reason.is_empty());
    if reason.is_none() {
        errors.push(RefundError::Reason.at("reason"));
    }
    match (amount, method, reason) {
        (Some(amount), Some(method), Some(reason)) if errors.is_empty() => Ok(Refund { amount, method, reason }),
        _ => Err(errors),
    }
}

/// Everything wrong with a credit.
pub fn check_refund(draft: &RefundDraft, creditable: Cents) -> Vec<FieldError> {
    parse_refund(draft, creditable).err().unwrap_or_default()
}

/// A credit that is granted is still within what is left, whatever became of the order since it was asked.
pub fn check_granted(amount: Cents, creditable: Cents) -> Option<FieldError> {
    (amount > creditable).then(|| above(creditable))
}

/// What keeps somebody from being the second person of a credit: it is their own, or it was decided about already.
pub fn check_refund_decider(own: bool, state: RefundState) -> Option<FieldError> {
    if state != RefundState::Asked {
        return Some(RefundError::Decided.at(""));
    }
    own.then(|| RefundError::OwnCredit.at(""))
}

/// What keeps somebody from taking a credit back: it does not count, is for pieces, or they `may` neither give so much alone nor
/// approve it.
pub fn check_withdrawal(state: RefundState, pieces: u32, may: bool) -> Option<FieldError> {
    let refusal = match state {
        RefundState::Granted if pieces > 0 => WithdrawalError::ForPieces,
        RefundState::Granted if !may => WithdrawalError::AboveCap,
        RefundState::Granted => return None,
        RefundState::Asked | RefundState::Refused | RefundState::Withdrawn => WithdrawalError::NotGiven,
    };
    Some(refusal.at(""))
}

/// What keeps pieces from being canceled: more was credited than the order would come to without them.
pub fn check_credited(given: Cents, credited: Cents) -> Option<FieldError> {
    (credited > given).then(|| TooMuch(credited).at(""))
}

/// More was credited than would be charged.
struct TooMuch(Cents);

impl Broken for TooMuch {
    fn code(&self) -> &'static str {
        match self {
            Self(_) => "cancel_credited",
        }
    }

    fn sentence(&self) -> String {
        let credited = format_cents(self.0);
        [&credited, " was credited already, and without these pieces the order comes to less. Take a credit back first"]
            .concat()
    }

    fn params(&self) -> std::collections::BTreeMap<String, Param> {
        text("credited", &format_cents(self.0))
    }
}

/// More than is left of what was charged.
struct Above(Cents);

impl Broken for Above {
    fn code(&self) -> &'static str {
        match self {
            Self(_) => "refund_above",
        }
    }

    fn sentence(&self) -> String {
        ["At most ", &format_cents(self.0), " can still be credited"].concat()
    }

    fn params(&self) -> std::collections::BTreeMap<String, Param> {
        text("left", &format_cents(self.0))
    }
}

fn above(left: Cents) -> FieldError {
    Above(left).at("amount")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_counts_as_credited_and_what_somebody_agreed_to_is_nobodys_alone() {
        let credit = |cents, state, decided| Credit { amount: Cents::new(cents).unwrap(), state, decided };
        let credits = [
            credit(1, RefundState::Granted, false),
            credit(10, RefundState::Granted, true),
            credit(100, RefundState::Asked, false),
            credit(1_000, RefundState::Refused, true),
            credit(10_000, RefundState::Withdrawn, false),
        ];
        assert_eq!((credited(&credits).get(), credited_alone(&credits).get()), (111, 1));
        assert_eq!(granted(&credits).get(), 11);
        assert_eq!((credited(&[]), credited_alone(&[])), (Cents::ZERO, Cents::ZERO));
    }

    fn draft(amount: &str) -> RefundDraft {
        RefundDraft {
            amount: amount.to_owned(),
            method: "terms_credit".to_owned(),
            reason: "Torn seam".to_owned(),
            lines: Vec::new(),
        }
    }

    #[test]
    fn methods_read_back() {
        for method in RefundMethod::ALL {
            assert_eq!(RefundMethod::parse(method.key()), Some(method));
            assert_eq!(serde_json::to_value(method).unwrap(), method.key());
        }
    }

    #[test]
    fn no_more_is_credited_than_was_charged() {
        let cents = |cents| Cents::new(cents).unwrap();
        let left = creditable(cents(10_000), cents(2_500));
        assert_eq!(left, cents(7_500));
        assert_eq!(parse_refund(&draft("$75.00"), left).unwrap().amount, left);
        let error = &check_refund(&draft("75.01"), left)[0];
        assert_eq!(
            (error.code.as_str(), error.message.as_str()),
            ("refund_above", "At most $75.00 can still be credited")
        );
        assert_eq!(creditable(cents(100), cents(200)), Cents::ZERO);
        for none in ["", "0", "-5", "ten"] {
            assert_eq!(check_refund(&draft(none), left)[0].code, "refund_amount", "{none}");
        }
        let empty = check_refund(&RefundDraft::default(), left);
        let codes: Vec<_> = empty.iter().map(|error| error.code.as_str()).collect();
        assert_eq!(codes, ["refund_amount", "refund_method", "refund_reason"]);
    }
}
