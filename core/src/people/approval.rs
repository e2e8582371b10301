//! Orders that somebody else of the business unit has to approve first: which ones, and who may decide.

use serde::{Deserialize, Serialize};

use super::{MemberRole, UnitAct, may};
use crate::{
    form::{Checker, FieldView, InputKind, field},
    money::{Cents, format_cents},
    orders::status::Lifecycle,
    rule::{Broken, FieldError, broken_rules},
    text::{clean_lines, is_blank},
};

const ABOVE: FieldView = field("above", InputKind::Text, false, "off", 20);
const NOTE: FieldView = field("note", InputKind::Textarea, false, "off", 500);
/// Largest limit: what a cart can hold.
const LARGEST: i64 = 1_000_000_000;

broken_rules! {
    /// What is wrong with approving.
    pub enum ApprovalError {
        /// Not an amount of dollars.
        LimitUnreadable => "approval_limit_unreadable", "Please enter an amount in dollars, such as 500 or 1,250.00";
        /// Neither approved nor declined.
        DecisionUnknown => "approval_decision_unknown", "Please approve or decline the order";
        /// Declining says why.
        NoteMissing => "approval_note_missing", "Please say why the order is declined";
        /// The order is one's own.
        OwnOrder => "approval_own_order", "Somebody else has to approve your own order";
        /// It was not declined, so it stays an order.
        NotDeclined => "order_not_declined", "Only an order that was declined can be put into the cart";
    }
}

/// What an approver decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Nobody has decided yet.
    Waiting,
    /// It goes its way.
    Approved,
    /// It does not.
    Declined,
}

impl Decision {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Approved, Self::Declined];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::Declined => "declined",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|decision| decision.key() == key)
    }

    /// What it makes of an order.
    pub const fn lifecycle(self) -> Lifecycle {
        match self {
            Self::Waiting => Lifecycle::AwaitingApproval,
            Self::Approved => Lifecycle::Open,
            Self::Declined => Lifecycle::Declined,
        }
    }
}

/// What an approver says about an order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct DecisionDraft {
    /// `approved` or `declined`.
    pub decision: String,
    /// In the approver's words; declining needs some.
    pub note: String,
    /// The total that was decided about, as it was read: '$1,250.00'. Empty: whatever it is.
    pub total: String,
}

/// Above which amount orders of a unit need approval.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ApprovalLimitDraft {
    /// As typed: `500`, `$1,250.00`; empty: no order needs approval.
    pub above: String,
    /// People may also order for themselves.
    pub personal_orders: bool,
}

/// Whether an order of so much waits for approval: where the unit has a limit, what is charged is above it, and the
/// one who orders could not approve it.
pub fn needs_approval(role: MemberRole, limit: Option<Cents>, charged: Cents) -> bool {
    !may(role, UnitAct::Decide) && limit.is_some_and(|limit| charged > limit)
}

/// What somebody may order without approval beside what was ordered lately; nothing when it is any amount.
pub fn left_without_approval(role: MemberRole, limit: Cents, lately: Cents) -> Option<Cents> {
    (!may(role, UnitAct::Decide)).then(|| limit.minus_floored(lately))
}

/// Days whose orders count together.
pub const APPROVAL_DAYS: i64 = 7;

/// What counts against a limit: an order that charges nothing needs nobody, others count with what was ordered lately
/// without approval to the same place, on the same purchase order or by the same person.
pub fn counted(charged: Cents, lately: Cents) -> Cents {
    if charged == Cents::ZERO { charged } else { charged.saturating_add(lately) }
}

/// What the review says of orders that count together with this one; nothing when there are none. Not how much: among
/// them may be orders of strangers to the same place.
pub fn lately_text(lately: Cents) -> String {
    if lately == Cents::ZERO {
        return String::new();
    }
    [" Orders of the last ", &APPROVAL_DAYS.to_string(), " days count together with this one."].concat()
}

/// Approvers named before the rest is counted.
const NAMED: usize = 3;

/// What the review says of an order that will wait: of which unit, above which amount, who can approve it.
pub fn approval_forecast_text(unit: &str, above: Cents, approvers: &[String]) -> String {
    let which = if above == Cents::ZERO {
        ["Every order for ", unit, " needs approval. "].concat()
    } else {
        ["Orders for ", unit, " above ", &format_cents(above), " need approval. "].concat()
    };
    let who = match approvers {
        [] => "An approver of the unit has to approve it".to_owned(),
        [only] => [only, " can approve it"].concat(),
        _ => [&one_of(approvers), " can approve it"].concat(),
    };
    [&which, &who, "; nothing is charged and nothing is sent before."].concat()
}

/// 'A, B or C', 'A, B, C or 2 others'.
fn one_of(names: &[String]) -> String {
    let (mut told, rest) = names.split_at(names.len().min(NAMED));
    let rest = match rest.len() {
        0 => None,
        1 => Some("1 other".to_owned()),
        more => Some([&more.to_string(), " others"].concat()),
    };
    let last = rest.or_else(|| {
        let (last, before) = told.split_last()?;
        told = before;
        Some(last.clone())
    });
    [&told.join(", "), " or ", &last.unwrap_or_default()].concat()
}

/// What keeps an order from being put into the cart again. Nothing is decided about one that needed no approval.
pub fn check_return(decision: Option<Decision>) -> Option<FieldError> {
    (decision != Some(Decision::Declined)).then(|| ApprovalError::NotDeclined.at(""))
}

/// A typed limit; none when nothing is typed.
pub fn parse_approval_limit(draft: &ApprovalLimitDraft) -> Result<Option<Cents>, Vec<FieldError>> {
    if is_blank(&draft.above) {
        return Ok(None);
    }
    let cents = Cents::parse_typed(&draft.above).filter(|cents| cents.get() <= LARGEST);
    cents.map(Some).ok_or_else(|| vec![ApprovalError::LimitUnreadable.at(ABOVE.field)])
}

/// What is wrong with a typed limit.
pub fn check_approval_limit(draft: &ApprovalLimitDraft) -> Vec<FieldError> {
    parse_approval_limit(draft).err().unwrap_or_default()
}

/// A decision with its note.
pub fn parse_decision(draft: &DecisionDraft) -> Result<(Decision, String), Vec<FieldError>> {
    let mut checker = Checker::default();
    let decision = Decision::parse(&draft.decision).filter(|decision| *decision != Decision::Waiting);
    if decision.is_none() {
        checker.append(vec![ApprovalError::DecisionUnknown.at("decision")]);
    }
    let note = if is_blank(&draft.note) {
        if decision == Some(Decision::Declined) {
            checker.add(&NOTE, &ApprovalError::NoteMissing);
        }
        String::new()
    } else {
        checker.take(&NOTE, clean_lines(&draft.note, NOTE.max_length))
    };
    checker.finish((decision.unwrap_or(Decision::Waiting), note))
}

/// What is wrong with a decision.
pub fn check_decision(draft: &DecisionDraft) -> Vec<FieldError> {
    parse_decision(draft).err().unwrap_or_default()
}

/// What keeps somebody who may decide from deciding about an order: that it is their own.
pub fn check_decider(own_order: bool) -> Option<FieldError> {
    own_order.then(|| ApprovalError::OwnOrder.at(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_some_days_count_together_and_one_that_charges_nothing_counts_nothing() {
        let cents = |amount| Cents::new(amount).unwrap();
        assert_eq!(counted(cents(900), cents(200)), cents(1_100));
        assert_eq!(counted(Cents::ZERO, cents(200)), Cents::ZERO);
        assert_eq!(lately_text(Cents::ZERO), "");
        assert_eq!(lately_text(cents(900)), " Orders of the last 7 days count together with this one.");
    }

    #[test]
    fn a_buyers_order_above_the_limit_waits_and_nobody_elses() {
        let limit = Cents::new(50_000);
        let waits = |role, limit, charged| needs_approval(role, limit, Cents::new(charged).unwrap());
        assert!(waits(MemberRole::Buyer, limit, 50_001));
        assert!(!waits(MemberRole::Buyer, limit, 50_000), "up to the limit");
        assert!(!waits(MemberRole::Buyer, None, 900_000), "a unit without one");
        assert!(waits(MemberRole::Buyer, Cents::new(0), 1), "every order that costs something");
        assert!(!waits(MemberRole::Buyer, Cents::new(0), 0), "certificates paid for all of it");
        for role in [MemberRole::Approver, MemberRole::Administrator] {
            assert!(!waits(role, limit, 900_000), "{role:?}");
        }
    }

    #[test]
    fn the_review_says_who_approves() {
        let names = |count: usize| ["Ann", "Ben", "Cem", "Dee", "Eva"].map(str::to_owned)[..count].to_vec();
        let who = |count| {
            let text = approval_forecast_text("North School", Cents::new(50_000).unwrap(), &names(count));
            let (_, rest) = text.split_once("need approval. ").unwrap();
            rest.split_once(" can").or(rest.split_once(" has")).unwrap().0.to_owned()
        };
        let told = ["An approver of the unit", "Ann", "Ann or Ben", "Ann, Ben or Cem", "Ann, Ben, Cem or 1 other"];
        assert_eq!([0, 1, 2, 3, 4].map(who), told);
        assert_eq!(who(5), "Ann, Ben, Cem or 2 others");
    }

    #[test]
    fn decisions_read_back_and_have_a_status() {
        for decision in Decision::ALL {
            assert_eq!(Decision::parse(decision.key()), Some(decision));
        }
        let lifecycles = [Lifecycle::AwaitingApproval, Lifecycle::Open, Lifecycle::Declined];
        assert_eq!(Decision::ALL.map(Decision::lifecycle), lifecycles);
    }
}
