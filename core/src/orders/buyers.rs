//! An order as its buyer reads it: which pieces are still to come, on the way, delivered or canceled, in which shipment, for
//! which player, and what their own cancelling does. Not here: amounts (`checkout`), what the desk sees (`views`).

use serde::{Deserialize, Serialize};

use super::{
    acts::{Act, ActError, check_act},
    ledger::Ledger,
    shipment::ShipmentState,
    status::{Lifecycle, OrderState},
    views::ParcelView,
};
use crate::{
    money::{Cents, format_cents},
    rule::{Broken, FieldError},
};

/// A line with what became of its pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoughtLineView {
    /// From 1.
    pub position: u32,
    /// Stock keeping unit.
    pub sku: String,
    /// Name of the article.
    pub name: String,
    /// 'Color: Navy, Size: M', or empty.
    pub options: String,
    /// Pieces that were ordered.
    pub ordered: u64,
    /// Of these, what will not be sent.
    pub cancelled: u64,
    /// What left the house, arrived or not.
    pub shipped: u64,
    /// Of these, what arrived.
    pub delivered: u64,
    /// What is still to leave.
    pub to_come: u64,
    /// Of these, what is in no parcel yet.
    pub to_pack: u64,
    /// Whose these are, where it was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_pack_players: Vec<String>,
    /// All that in words: '8 on the way, 1 canceled, 3 still to come'.
    pub text: String,
    /// Names and numbers, one text an entry, without those whose pieces were canceled: 'Name: Rivera, Number: 12'.
    pub players: Vec<String>,
    /// Those whose pieces were canceled, where it was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub canceled_players: Vec<String>,
    /// Price of a piece, as it was sold.
    pub unit_price: Cents,
    /// What the line costs: without what an edit took out of it.
    pub line_price: Cents,
}

/// Pieces of a line in a shipment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoughtPiecesView {
    /// The line, from 1.
    pub position: u32,
    /// Stock keeping unit.
    pub sku: String,
    /// Name of the article.
    pub name: String,
    /// 'Color: Navy, Size: M', or empty.
    pub options: String,
    /// Pieces inside.
    pub quantity: u64,
    /// For whom they are; nothing where the line has no names, or where it is not recorded whose pieces these are.
    pub players: Vec<String>,
    /// The line has names, and whose pieces these are is not recorded: they stand at the line.
    pub players_unknown: bool,
}

/// A shipment as the buyer follows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BoughtShipmentView {
    /// From 1 within its order.
    pub number: u32,
    /// How far it is.
    pub state: ShipmentState,
    /// The same in words.
    pub label: String,
    /// RFC 3339; nothing before it left.
    pub shipped_at: Option<String>,
    /// RFC 3339; nothing before it arrived.
    pub delivered_at: Option<String>,
    /// Its parcels, once it left.
    pub parcels: Vec<ParcelView>,
    /// What is inside.
    pub lines: Vec<BoughtPiecesView>,
}

/// Words of the store for the buyer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BuyerNoteView {
    /// Its text.
    pub text: String,
    /// RFC 3339.
    pub at: String,
}

/// An amount credited for an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BuyerCreditView {
    /// Part of its memo's address.
    pub id: String,
    /// How much.
    pub amount: Cents,
    /// How it is given back: 'Store credit'.
    pub method: String,
    /// In words.
    pub reason: String,
    /// Since when it counts: RFC 3339.
    pub at: String,
}

/// A buyer cancels an order as they saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CancelOwnDraft {
    /// Why, in the buyer's words, for the store; may be empty.
    #[serde(default)]
    pub note: String,
    /// Version of the order.
    pub version: i64,
}

/// What a shipment is called for its buyer; nothing for one that was undone before it left.
pub const fn shipment_label(state: ShipmentState) -> Option<&'static str> {
    match state {
        ShipmentState::Draft | ShipmentState::Picked | ShipmentState::Packed => Some("Being packed"),
        ShipmentState::Shipped => Some("On its way"),
        ShipmentState::Delivered => Some("Delivered"),
        ShipmentState::Exception => Some("Delayed: the carrier reports a problem"),
        ShipmentState::CameBack => Some("Came back to us: we will be in touch"),
        ShipmentState::Cancelled => None,
    }
}

/// Pieces that are still to leave. Nothing more leaves of an order that ended.
pub fn to_come(lifecycle: Lifecycle, ledger: Ledger) -> u64 {
    match lifecycle {
        Lifecycle::Declined | Lifecycle::Cancelled => 0,
        Lifecycle::AwaitingApproval | Lifecycle::Open | Lifecycle::Complete => ledger.outstanding(),
    }
}

/// What became of the pieces of a line or an order: '4 delivered, 8 on the way, 1 canceled, 3 still to come'.
pub fn pieces_text(lifecycle: Lifecycle, ledger: Ledger) -> String {
    // What was lost is first of all one of those that did not arrive, and no piece is told twice.
    let lost_there = ledger.written_off.min(ledger.on_the_way());
    let arrived = ledger.delivered.saturating_sub(ledger.written_off.saturating_sub(lost_there));
    let parts = [
        (arrived, "delivered"),
        (ledger.on_the_way().saturating_sub(lost_there), "on the way"),
        (ledger.written_off, "credited"),
        (ledger.returned, "sent back"),
        (ledger.cancelled, "canceled"),
        (
            to_come(lifecycle, ledger),
            if lifecycle == Lifecycle::AwaitingApproval { "to approve" } else { "still to come" },
        ),
    ];
    let told = parts.into_iter().filter(|(pieces, _)| *pieces > 0);
    told.map(|(pieces, what)| [&pieces.to_string(), " ", what].concat()).collect::<Vec<_>>().join(", ")
}

/// Whether it follows from the numbers whose pieces are together: all of them are, or all of them are one player's. What of
/// a line with several players left in parts nobody writes down.
pub fn tells_players(players: usize, ordered: u64, together: u64) -> bool {
    players == 1 || together == ordered
}

/// What keeps a buyer from canceling their own order: that it ended, that work on it began, or that another system has it
/// already (`handed_over`).
pub fn check_own_cancel(state: OrderState, handed_over: bool) -> Option<FieldError> {
    let refusal = check_act(Act::CancelOwn, state);
    refusal.or(handed_over.then_some(ActError::InWork)).map(|error| error.at(""))
}

/// What canceling an order of one's own does, before it is done. `freed` is what its gift certificates are worth.
pub fn own_cancel_text(number: &str, pieces: u64, charged: Cents, freed: Cents) -> String {
    let all = if pieces == 1 { "The 1 piece".to_owned() } else { ["All ", &pieces.to_string(), " pieces"].concat() };
    let certificates = if freed == Cents::ZERO {
        String::new()
    } else {
        [" Its gift certificates of ", &format_cents(freed), " can be used again."].concat()
    };
    let total = format_cents(charged);
    [&all, " of order ", number, " will be canceled, and the ", &total, " will not be charged.", &certificates].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(change: impl FnOnce(&mut Ledger)) -> Ledger {
        let mut ledger = Ledger::placed(16);
        change(&mut ledger);
        ledger
    }

    #[test]
    fn what_became_of_pieces_is_said_in_words() {
        let text = |lifecycle, change: fn(&mut Ledger)| pieces_text(lifecycle, ledger(change));
        assert_eq!(text(Lifecycle::Open, |_| ()), "16 still to come");
        assert_eq!(text(Lifecycle::AwaitingApproval, |_| ()), "16 to approve");
        assert_eq!(text(Lifecycle::Declined, |_| ()), "");
        let parts = |sums: &mut Ledger| {
            (sums.picked, sums.shipped, sums.delivered, sums.cancelled) = (12, 12, 4, 1);
        };
        assert_eq!(text(Lifecycle::Open, parts), "4 delivered, 8 on the way, 1 canceled, 3 still to come");
        assert_eq!(text(Lifecycle::Cancelled, |sums| sums.cancelled = 16), "16 canceled");
        let back = |sums: &mut Ledger| {
            (sums.picked, sums.shipped, sums.delivered) = (16, 16, 14);
            (sums.returned, sums.written_off) = (3, 2);
        };
        assert_eq!(text(Lifecycle::Complete, back), "14 delivered, 2 credited, 3 sent back");
        let damaged = |sums: &mut Ledger| {
            (sums.picked, sums.shipped, sums.delivered, sums.written_off) = (10, 10, 10, 1);
        };
        assert_eq!(text(Lifecycle::Open, damaged), "9 delivered, 1 credited, 6 still to come");
    }

    #[test]
    fn whose_pieces_are_together_is_told_only_where_it_follows() {
        assert!(tells_players(2, 2, 2), "all of the line");
        assert!(tells_players(1, 12, 5), "all one player's");
        assert!(!tells_players(2, 2, 1), "either one's");
        assert!(!tells_players(3, 6, 4));
    }

    #[test]
    fn a_buyer_cancels_what_nobody_works_on_and_nobody_else_was_told() {
        let placed = OrderState { lifecycle: Lifecycle::Open, ledger: ledger(|_| ()), held: false, released: true };
        assert_eq!(check_own_cancel(placed, false), None);
        let code = |state, handed_over| check_own_cancel(state, handed_over).unwrap().code;
        assert_eq!(code(placed, true), "order_in_work");
        assert_eq!(code(OrderState { ledger: ledger(|sums| sums.picked = 1), ..placed }, false), "order_in_work");
        assert_eq!(code(OrderState { lifecycle: Lifecycle::Declined, ..placed }, true), "order_ended");
    }

    #[test]
    fn what_canceling_does_is_said_in_numbers() {
        let cents = |cents| Cents::new(cents).unwrap();
        let text = |pieces, freed| own_cancel_text("FH-100001", pieces, cents(12_345), cents(freed));
        assert_eq!(
            text(15, 0),
            "All 15 pieces of order FH-100001 will be canceled, and the $123.45 will not be charged."
        );
        assert_eq!(
            text(1, 5_000),
            "The 1 piece of order FH-100001 will be canceled, and the $123.45 will not be charged. \
             Its gift certificates of $50.00 can be used again."
        );
    }

    #[test]
    fn every_shipment_that_is_one_has_a_label() {
        for state in ShipmentState::ALL {
            assert_eq!(shipment_label(state).is_none(), state == ShipmentState::Cancelled, "{state:?}");
        }
    }
}
