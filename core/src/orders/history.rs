//! The orders that somebody may look back on: their own, those of a business unit where their role may, and what is asked of
//! the list. Not here: one order (`buyers`), the desk's lists (`views`).

use serde::{Deserialize, Serialize};

use super::{hold::parse_day, status::OrderQueue};
use crate::{
    checkout::OrderView,
    roster::{RosterRow, export::export_csv},
    rule::{Broken, FieldError, broken_rules},
    text::is_blank,
};

/// Letters of a fragment that can be looked for.
pub const SHORTEST_FRAGMENT: usize = 3;

broken_rules! {
    /// What is wrong with what a list of orders is asked for.
    pub enum HistoryError {
        /// None of the ways an order stands.
        State => "orders_state", "Please choose one of the listed states";
        /// No day of the calendar.
        Day => "orders_day", "Please enter a day as mm/dd/yyyy";
        /// Nothing that can be looked for.
        Fragment => "orders_fragment", "Please type at least 3 letters or digits that stand together";
    }
}

/// How an order stands, as whoever bought looks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BoughtState {
    /// It waits, or something of it is still to leave.
    Open,
    /// All of it left.
    OnTheWay,
    /// All of it arrived.
    Delivered,
    /// Nothing of it will be sent.
    Ended,
}

impl BoughtState {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::Open, Self::OnTheWay, Self::Delivered, Self::Ended];

    /// As it is sent and stands in the address.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::OnTheWay => "on_the_way",
            Self::Delivered => "delivered",
            Self::Ended => "ended",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }

    /// As it is offered.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::OnTheWay => "On the way",
            Self::Delivered => "Delivered",
            Self::Ended => "Canceled or declined",
        }
    }

    /// Of a queue of the desk.
    pub const fn of(queue: OrderQueue) -> Self {
        match queue {
            OrderQueue::AwaitingApproval
            | OrderQueue::OnHold
            | OrderQueue::ToRelease
            | OrderQueue::ToPick
            | OrderQueue::ToShip => Self::Open,
            OrderQueue::OnTheWay => Self::OnTheWay,
            OrderQueue::Delivered => Self::Delivered,
            OrderQueue::Cancelled | OrderQueue::Declined => Self::Ended,
        }
    }

    /// The queues of the desk that it is.
    pub fn queues(self) -> Vec<OrderQueue> {
        OrderQueue::ALL.into_iter().filter(|queue| Self::of(*queue) == self).collect()
    }
}

/// What a list of orders is asked for, as the address has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct HistoryDraft {
    /// A state's key; empty for any.
    pub state: String,
    /// First day, as somebody types it or as YYYY-MM-DD; empty for any.
    pub from: String,
    /// Last day, likewise.
    pub to: String,
    /// Purchase-order number.
    pub po: String,
    /// Key of a business unit.
    pub unit: String,
    /// Id of who placed it.
    pub person: String,
    /// Any fragment of anything on the order.
    pub q: String,
    /// Where the page begins, as the page before said.
    pub after: String,
}

/// The same, read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// None for any.
    pub state: Option<BoughtState>,
    /// YYYY-MM-DD, or empty.
    pub from: String,
    /// YYYY-MM-DD, or empty.
    pub to: String,
    /// What is looked for, or empty.
    pub fragment: String,
}

/// Reads what a list is asked for; all that is wrong with it, in the order of its fields.
pub fn parse_history(draft: &HistoryDraft) -> Result<History, Vec<FieldError>> {
    let mut errors = Vec::new();
    let state = BoughtState::parse(&draft.state);
    if state.is_none() && !draft.state.is_empty() {
        errors.push(HistoryError::State.at("state"));
    }
    let mut day = |field: &str, typed: &str| {
        parse_day(typed).unwrap_or_else(|| {
            errors.push(no_day(field));
            String::new()
        })
    };
    let (from, to) = (day("from", &draft.from), day("to", &draft.to));
    let long_enough = |word: &str| word.chars().count() >= SHORTEST_FRAGMENT;
    if !is_blank(&draft.q) && !draft.q.split_whitespace().any(long_enough) {
        errors.push(HistoryError::Fragment.at("q"));
    }
    let fragment = if is_blank(&draft.q) { String::new() } else { draft.q.clone() };
    if errors.is_empty() { Ok(History { state, from, to, fragment }) } else { Err(errors) }
}

/// Everything wrong with what a list is asked for.
pub fn check_history(draft: &HistoryDraft) -> Vec<FieldError> {
    parse_history(draft).err().unwrap_or_default()
}

/// What is said of a day that is none.
pub fn no_day(field: &str) -> FieldError {
    HistoryError::Day.at(field)
}

/// An order in the account's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoughtOrderView {
    /// Id.
    pub id: String,
    /// Number for people.
    pub number: String,
    /// RFC 3339.
    pub placed_at: String,
    /// As its buyer reads it: 'Partly shipped'.
    pub status: String,
    /// What it is looked for by.
    pub state: BoughtState,
    /// What became of its pieces, in words.
    pub pieces: String,
    /// '$123.45'.
    pub total: String,
    /// Purchase-order number, or empty.
    pub po_number: String,
    /// Name of the business unit it is for, or empty.
    pub unit: String,
    /// Who placed it; empty for whoever looks, and for a guest.
    pub by: String,
    /// Whoever looks placed it.
    pub own: bool,
}

/// Something a list can be narrowed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderChoiceView {
    /// As it stands in the address.
    pub key: String,
    /// As it is read.
    pub label: String,
}

/// A page of the account's orders, with what it can be narrowed to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct HistoryView {
    /// The newest first.
    pub orders: Vec<BoughtOrderView>,
    /// What `after` is for the next page; nothing at the end.
    pub next: Option<String>,
    /// How orders stand.
    pub states: Vec<OrderChoiceView>,
    /// Units whose orders are seen; none for who sees their own only.
    pub units: Vec<OrderChoiceView>,
    /// Their people; none for who sees their own only.
    pub people: Vec<OrderChoiceView>,
}

/// The columns of an order's lines as a file.
const COLUMNS: [&str; 13] = [
    "Order",
    "Purchase order",
    "Line",
    "Item number",
    "Name",
    "Options",
    "Ordered",
    "Canceled",
    "Shipped",
    "Still to come",
    "Price each",
    "Amount",
    "Names and numbers",
];

/// What the file of an order's lines is called: its number, without anything that a file's name must not have.
pub fn csv_name(number: &str) -> String {
    let plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
    let number: String = number.chars().filter(plain).collect();
    ["order-", &number, ".csv"].concat()
}

/// The lines of an order as CSV that no spreadsheet takes for formulas.
pub fn csv_of(order: &OrderView) -> String {
    let head = RosterRow { cells: COLUMNS.map(str::to_owned).to_vec() };
    let rows = order.lines.iter().map(|line| RosterRow {
        cells: vec![
            order.number.clone(),
            order.po_number.clone(),
            line.position.to_string(),
            line.sku.clone(),
            line.name.clone(),
            line.options.clone(),
            line.ordered.to_string(),
            line.cancelled.to_string(),
            line.shipped.to_string(),
            line.to_come.to_string(),
            line.unit_price.dollars(),
            line.line_price.dollars(),
            line.players.join("; "),
        ],
    });
    export_csv(&[head].into_iter().chain(rows).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_queue_is_one_state_and_states_read_back() {
        let mut all = Vec::new();
        for state in BoughtState::ALL {
            assert_eq!(BoughtState::parse(state.key()), Some(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.key());
            assert!(!state.label().is_empty());
            all.extend(state.queues());
        }
        all.sort_unstable();
        assert_eq!(all, OrderQueue::ALL);
    }

    #[test]
    fn the_name_of_a_file_is_plain() {
        assert_eq!(csv_name("FH-100\"\r\n/../1"), "order-FH-1001.csv");
    }

    #[test]
    fn all_that_is_wrong_with_a_question_is_said_at_once() {
        let asked = |state: &str, from: &str, q: &str| HistoryDraft {
            state: state.to_owned(),
            from: from.to_owned(),
            q: q.to_owned(),
            ..HistoryDraft::default()
        };
        let codes = |draft: HistoryDraft| check_history(&draft).into_iter().map(|error| error.code).collect::<Vec<_>>();
        assert_eq!(codes(asked("lost", "02/30/2026", "a b cd")), ["orders_state", "orders_day", "orders_fragment"]);
        let read = parse_history(&asked("ended", "11/20/2026", "FH 100")).unwrap();
        assert_eq!(
            (read.state, read.from.as_str(), read.fragment.as_str()),
            (Some(BoughtState::Ended), "2026-11-20", "FH 100")
        );
        assert_eq!(parse_history(&asked("", "", "  ")).unwrap(), History::default());
    }
}
