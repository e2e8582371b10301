//! Holds: why an order waits at the desk, until when, and in whose words. An order with an open hold is handed neither to
//! picking nor to the ERP.

use serde::{Deserialize, Serialize};

use crate::{
    addresses::states::ChoiceView,
    catalog::AvailableDate,
    rule::{Broken, FieldError, broken_rules},
    text::clean_lines,
};

/// Unicode scalar values of a reason or a note: a paragraph.
pub const LONGEST_TEXT: u32 = 2_000;

broken_rules! {
    /// What is wrong with a hold.
    pub enum HoldError {
        /// A hold is of a kind that the desk knows.
        Kind => "hold_kind", "Please choose what the order waits for";
        /// A due date is a day.
        Due => "hold_due", "Please enter the date as MM/DD/YYYY";
        /// A text that nobody reads.
        Reason => "hold_reason", "Please keep the reason under 2,000 characters";
        /// Only 'other' says nothing by itself.
        ReasonMissing => "hold_reason_missing", "Please say what the order waits for";
    }
}

/// What an order waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum HoldKind {
    /// Payment, or a purchase order that does not fit.
    Payment,
    /// An address nobody delivers to.
    Address,
    /// The customer has to approve the art.
    ArtProof,
    /// A tax certificate.
    TaxCertificate,
    /// The unit's credit.
    Credit,
    /// Goods that are not there.
    Stock,
    /// The customer asked to wait.
    CustomerAsked,
    /// Anything else; its reason says what.
    Other,
}

impl HoldKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Payment,
        Self::Address,
        Self::ArtProof,
        Self::TaxCertificate,
        Self::Credit,
        Self::Stock,
        Self::CustomerAsked,
        Self::Other,
    ];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Address => "address",
            Self::ArtProof => "art_proof",
            Self::TaxCertificate => "tax_certificate",
            Self::Credit => "credit",
            Self::Stock => "stock",
            Self::CustomerAsked => "customer_asked",
            Self::Other => "other",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// As the desk shows it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Payment => "Payment",
            Self::Address => "Address",
            Self::ArtProof => "Art proof",
            Self::TaxCertificate => "Tax certificate",
            Self::Credit => "Credit",
            Self::Stock => "Stock",
            Self::CustomerAsked => "Customer asked",
            Self::Other => "Other",
        }
    }
}

/// The kinds as they are offered.
pub fn hold_kinds() -> Vec<ChoiceView> {
    HoldKind::ALL.into_iter().map(|kind| ChoiceView { code: kind.key(), name: kind.label() }).collect()
}

/// A hold as somebody asks for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct HoldDraft {
    /// A kind's key.
    pub kind: String,
    /// In words.
    pub reason: String,
    /// Day by which somebody looks again, MM/DD/YYYY or YYYY-MM-DD; or empty.
    pub due: String,
}

/// What of an open hold is to be otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct HoldChangeDraft {
    /// Id of who looks after it from now on; empty for nobody.
    pub owner: String,
    /// Day by which somebody looks again, MM/DD/YYYY or YYYY-MM-DD; or empty.
    pub due: String,
}

/// A hold that can be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// What the order waits for.
    pub kind: HoldKind,
    /// In words; needed where the kind says nothing.
    pub reason: String,
    /// YYYY-MM-DD, or empty.
    pub due: String,
}

/// Reads a hold; all that is wrong with it, in the order of its fields.
pub fn parse_hold(draft: &HoldDraft) -> Result<Hold, Vec<FieldError>> {
    let mut errors = Vec::new();
    let kind = HoldKind::parse(&draft.kind);
    if kind.is_none() {
        errors.push(HoldError::Kind.at("kind"));
    }
    let reason = clean_lines(&draft.reason, LONGEST_TEXT).unwrap_or_else(|_| {
        errors.push(HoldError::Reason.at("reason"));
        draft.reason.clone()
    });
    if kind == Some(HoldKind::Other) && reason.is_empty() {
        errors.push(HoldError::ReasonMissing.at("reason"));
    }
    let due = parse_day(&draft.due).unwrap_or_else(|| {
        errors.push(HoldError::Due.at("due"));
        String::new()
    });
    match kind {
        Some(kind) if errors.is_empty() => Ok(Hold { kind, reason, due }),
        _ => Err(errors),
    }
}

/// Everything wrong with a hold.
pub fn check_hold(draft: &HoldDraft) -> Vec<FieldError> {
    parse_hold(draft).err().unwrap_or_default()
}

/// Reads the day by which somebody looks at a hold again: YYYY-MM-DD, or empty.
pub fn parse_due(typed: &str) -> Result<String, FieldError> {
    parse_day(typed).ok_or_else(|| HoldError::Due.at("due"))
}

/// Whether somebody is to look at a hold again: its day is there, or over. Both are YYYY-MM-DD; a hold may have no such day.
pub fn is_due(due: &str, today: &str) -> bool {
    !due.is_empty() && due <= today
}

/// What the timeline says of a hold that was handed over or put off: 'Art proof: Kim Lee looks after it, again by 2026-12-01'.
pub fn changed_text(kind: HoldKind, owner: &str, due: &str) -> String {
    let owner = if owner.is_empty() { "nobody" } else { owner };
    let again = if due.is_empty() { String::new() } else { [", again by ", due].concat() };
    [kind.label(), ": ", owner, " looks after it", &again].concat()
}

/// A day as YYYY-MM-DD; nothing for an empty one, none for what is no day.
pub(super) fn parse_day(typed: &str) -> Option<String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Some(String::new());
    }
    let iso = match typed.split('/').collect::<Vec<_>>().as_slice() {
        [month, day, year] if year.len() == 4 => {
            let two = |part: &str| if part.len() == 1 { ["0", part].concat() } else { part.to_owned() };
            [*year, "-", &two(month), "-", &two(day)].concat()
        }
        _ => typed.to_owned(),
    };
    AvailableDate::parse_iso(&iso).map(AvailableDate::iso)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back() {
        for kind in HoldKind::ALL {
            assert_eq!(HoldKind::parse(kind.key()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
    }

    #[test]
    fn days_are_read_as_people_and_browsers_write_them() {
        for (typed, read) in [
            ("", Some("")),
            ("2026-12-01", Some("2026-12-01")),
            ("12/01/2026", Some("2026-12-01")),
            (" 2/3/2027 ", Some("2027-02-03")),
            ("02/30/2027", None),
            ("12/01/26", None),
            ("soon", None),
        ] {
            assert_eq!(parse_day(typed).as_deref(), read, "{typed}");
        }
    }

    #[test]
    fn a_hold_is_due_on_its_day_and_after_it_and_one_without_never() {
        for (due, is) in [("2026-12-01", true), ("2026-11-30", true), ("2026-12-02", false), ("", false)] {
            assert_eq!(is_due(due, "2026-12-01"), is, "{due}");
        }
        assert_eq!(parse_due("12/1/2026").unwrap(), "2026-12-01");
        assert_eq!((parse_due("soon").unwrap_err().field.as_str(), parse_due("").unwrap().as_str()), ("due", ""));
        assert_eq!(
            changed_text(HoldKind::ArtProof, "Kim Lee", "2026-12-01"),
            "Art proof: Kim Lee looks after it, again by 2026-12-01"
        );
        assert_eq!(changed_text(HoldKind::Stock, "", ""), "Stock: nobody looks after it");
    }

    #[test]
    fn a_kind_that_says_nothing_needs_words() {
        let of = |kind: &str, reason: &str| {
            parse_hold(&HoldDraft { kind: kind.to_owned(), reason: reason.to_owned(), due: String::new() })
        };
        assert_eq!(of("stock", "").unwrap().kind, HoldKind::Stock);
        assert_eq!(of("other", "  ").unwrap_err()[0].code, "hold_reason_missing");
        assert_eq!(of("other", "Coach calls back").unwrap().reason, "Coach calls back");
        assert_eq!(of("", "").unwrap_err()[0].code, "hold_kind");
    }
}
