//! Acts on several orders at once: each is an act of its own, done or refused for itself.

use serde::{Deserialize, Serialize};

use super::hold::HoldDraft;
use crate::rule::{Broken, FieldError, broken_rules};

/// Orders of one act.
pub const MOST_AT_ONCE: u32 = 200;

broken_rules! {
    /// What keeps an act on several orders from beginning.
    pub enum BulkError {
        /// None was chosen.
        NoOrders => "bulk_no_orders", "Please choose at least one order";
        /// More than are done at once.
        TooMany { maximum: u32 } => "bulk_too_many", "Please choose at most {maximum} orders";
    }
}

/// What is done to each of several orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BulkAct {
    /// Handed to picking and to the ERP.
    #[default]
    Release,
    /// Held, all for the same reason.
    Hold,
    /// All that is left to pick of it taken from the shelf.
    Pick,
}

/// One of several orders, as it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeenOrder {
    /// Id.
    pub id: String,
    /// Version.
    pub version: i64,
}

/// An act on several orders.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BulkDraft {
    /// To which something is done.
    pub orders: Vec<SeenOrder>,
    /// What.
    pub act: BulkAct,
    /// Why they are held, where they are.
    pub hold: HoldDraft,
}

/// What keeps an act on so many orders from beginning.
pub fn check_bulk(orders: u32) -> Option<FieldError> {
    let wrong = match orders {
        0 => BulkError::NoOrders,
        1..=MOST_AT_ONCE => return None,
        _ => BulkError::TooMany { maximum: MOST_AT_ONCE },
    };
    Some(wrong.at("orders"))
}

/// What came of an act on one of several orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BulkResultView {
    /// Id.
    pub id: String,
    /// Why it was not done; empty when it was.
    pub problem: String,
}

/// What came of all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BulkView {
    /// To how many it was done.
    pub done: u32,
    /// One each, in the order in which they were named.
    pub results: Vec<BulkResultView>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_two_hundred_orders_are_done_at_once() {
        let code = |orders| check_bulk(orders).map(|error| error.code);
        assert_eq!(code(0).as_deref(), Some("bulk_no_orders"));
        assert_eq!([code(1), code(200)], [None, None]);
        assert_eq!(code(201).as_deref(), Some("bulk_too_many"));
    }
}
