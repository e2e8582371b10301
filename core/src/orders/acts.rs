//! What may be done to an order, and which entries of the ledger an act appends. Not here: who may (`staff`).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    ledger::{EntryKind, Ledger, LedgerError},
    note::parse_remark,
    status::{Lifecycle, OrderState},
};
use crate::{
    addresses::states::ChoiceView,
    rule::{Broken, FieldError, broken_rules},
};

broken_rules! {
    /// What keeps an act from an order.
    pub enum ActError {
        /// Its business unit decides first.
        Waits => "order_waits_for_approval", "This order waits for its approver";
        /// Cancelled and declined are final.
        Ended => "order_ended", "This order was canceled or declined: nothing more can be done to it";
        /// All was shipped or cancelled.
        NothingOutstanding => "order_nothing_outstanding", "Nothing of this order is outstanding";
        /// An open hold.
        Held => "order_on_hold", "This order is on hold. Close its holds first";
        /// Not handed to picking.
        NotReleased => "order_not_released", "This order is not released yet";
        /// Once is enough.
        Released => "order_released_already", "This order was released already";
        /// Nothing has left the house.
        NothingShipped => "order_nothing_shipped", "Nothing of this order was shipped";
        /// The buyer's own cancelling ends when work has begun.
        InWork => "order_in_work", "This order is being worked on already. Please call us to change it";
        /// An act about lines is about one at least.
        NoLines => "order_no_lines", "Please choose at least one line";
        /// Not a line of this order.
        LineUnknown => "order_line_unknown", "This order has no such line";
        /// Each line once.
        LineTwice => "order_line_twice", "This line is named twice";
        /// Of the list.
        Reason => "order_cancel_reason", "Please choose a reason";
    }
}

/// Something that is done to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Opens a hold.
    Hold,
    /// Hands it to picking and to the ERP.
    Release,
    /// Takes pieces from the shelf.
    Pick,
    /// Hands pieces to the carrier.
    Ship,
    /// Says that pieces arrived.
    Deliver,
    /// Cancels pieces for the customer or the house.
    Cancel,
    /// Cancels all of it, by its buyer.
    CancelOwn,
    /// Credits pieces or an amount.
    Refund,
    /// Changes lines, address, shipping method, purchase order or prices.
    Edit,
}

impl Act {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Hold,
        Self::Release,
        Self::Pick,
        Self::Ship,
        Self::Deliver,
        Self::Cancel,
        Self::CancelOwn,
        Self::Refund,
        Self::Edit,
    ];
}

/// What keeps an act from an order as it stands.
pub fn check_act(act: Act, state: OrderState) -> Option<ActError> {
    let OrderState { lifecycle, ledger, held, released } = state;
    match (act, lifecycle) {
        // Nothing of it is charged.
        (_, Lifecycle::Cancelled | Lifecycle::Declined) => Some(ActError::Ended),
        (Act::Refund, Lifecycle::Open | Lifecycle::Complete) => None,
        (Act::Deliver, _) => (ledger.on_the_way() == 0).then_some(ActError::NothingShipped),
        (_, Lifecycle::Complete) => Some(ActError::NothingOutstanding),
        (Act::Hold | Act::Cancel | Act::Edit, _) => None,
        (Act::CancelOwn, _) => (ledger.picked > 0).then_some(ActError::InWork),
        (_, Lifecycle::AwaitingApproval) => Some(ActError::Waits),
        _ if held => Some(ActError::Held),
        (Act::Release, _) => released.then_some(ActError::Released),
        _ => (!released).then_some(ActError::NotReleased),
    }
}

/// The same as it is told.
pub fn check_order_act(act: Act, state: OrderState) -> Option<FieldError> {
    check_act(act, state).map(|error| error.at(""))
}

/// What may be done to an order as it stands.
pub fn open_acts(state: OrderState) -> Vec<Act> {
    Act::ALL.into_iter().filter(|act| check_act(*act, state).is_none()).collect()
}

/// Why staff cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CancelReason {
    /// The customer asked.
    Customer,
    /// The goods are not to be had.
    Stock,
    /// It was ordered twice.
    Duplicate,
    /// Somebody else ordered.
    Fraud,
    /// The price was wrong.
    PriceError,
    /// Anything else.
    Other,
}

impl CancelReason {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Customer, Self::Stock, Self::Duplicate, Self::Fraud, Self::PriceError, Self::Other];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Stock => "stock",
            Self::Duplicate => "duplicate",
            Self::Fraud => "fraud",
            Self::PriceError => "price_error",
            Self::Other => "other",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.key() == key)
    }

    /// As the desk and the buyer read it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Customer => "The customer asked",
            Self::Stock => "Not in stock",
            Self::Duplicate => "Ordered twice",
            Self::Fraud => "Not ordered by the customer",
            Self::PriceError => "Wrong price",
            Self::Other => "Other",
        }
    }
}

/// The reasons as they are offered.
pub fn cancel_reasons() -> Vec<ChoiceView> {
    CancelReason::ALL.into_iter().map(|reason| ChoiceView { code: reason.key(), name: reason.label() }).collect()
}

/// Pieces that will not be shipped, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CancelDraft {
    /// Which pieces.
    pub lines: Vec<LineQuantity>,
    /// A reason's key.
    pub reason: String,
    /// In words, for the buyer.
    pub note: String,
}

/// Reads why pieces are cancelled, and the words for the buyer.
pub fn parse_cancel(draft: &CancelDraft) -> Result<(CancelReason, String), Vec<FieldError>> {
    let reason = CancelReason::parse(&draft.reason).ok_or_else(|| ActError::Reason.at("reason"));
    match (reason, parse_remark(&draft.note, "note")) {
        (Ok(reason), Ok(note)) => Ok((reason, note)),
        (reason, note) => Err(reason.err().into_iter().chain(note.err()).collect()),
    }
}

/// Everything wrong with cancelling, but for the pieces ([`plan`]).
pub fn check_cancel(draft: &CancelDraft) -> Vec<FieldError> {
    parse_cancel(draft).err().unwrap_or_default()
}

/// A line of an order with what happened to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LineState {
    /// From 1.
    pub position: u32,
    /// Its ledger.
    pub ledger: Ledger,
}

/// So many pieces of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LineQuantity {
    /// Which line, from 1.
    pub position: u32,
    /// Pieces.
    pub quantity: u32,
}

/// All pieces of lines that are `open`: to be picked, picked and here, outstanding.
pub fn all_open(lines: &[LineState], open: impl Fn(Ledger) -> u64) -> Vec<LineQuantity> {
    let of = |line: &LineState| {
        let quantity = u32::try_from(open(line.ledger)).unwrap_or(u32::MAX);
        (quantity > 0).then_some(LineQuantity { position: line.position, quantity })
    };
    lines.iter().filter_map(of).collect()
}

/// An entry to be appended to a line's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// Which line, from 1.
    pub position: u32,
    /// What it tells.
    pub kind: EntryKind,
    /// Pieces.
    pub quantity: u64,
}

/// What an act makes of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PieceMove {
    /// Taken from the shelf.
    Pick,
    /// Put back on it.
    PutBack,
    /// Handed to the carrier; what was not picked is picked with it.
    Ship,
    /// Arrived.
    Deliver,
    /// Did not arrive after all.
    NotDelivered,
    /// Back from the carrier, on the shelf.
    CameBack,
    /// Will not be shipped; what was picked of it goes back first.
    Cancel,
    /// The cancellation is taken back.
    Restore,
    /// Sent back by the customer.
    Return,
    /// Lost or damaged on the way.
    WriteOff,
    /// Added to the line.
    Add,
    /// Credited; what did not come back is written off with it.
    Refund,
}

/// Entries that an act appends, and all lines as they stand then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlanView {
    /// In the order of the lines that were named.
    pub entries: Vec<Entry>,
    /// The order's sums afterwards.
    pub sums: Ledger,
    /// All that is wrong: then there are no entries.
    pub errors: Vec<FieldError>,
}

/// The sums of all lines.
pub fn sums(lines: &[LineState]) -> Ledger {
    lines.iter().fold(Ledger::default(), |sum, line| sum.plus(line.ledger))
}

/// The entries of an act on some pieces of an order: all of them, or everything that is wrong.
pub fn plan(lines: &[LineState], moved: PieceMove, wanted: &[LineQuantity]) -> PlanView {
    let mut after = lines.to_vec();
    let (mut entries, mut errors, mut named) = (Vec::new(), Vec::new(), BTreeSet::new());
    if wanted.is_empty() {
        errors.push(ActError::NoLines.at("lines"));
    }
    for (place, wish) in wanted.iter().enumerate() {
        let field = |name: &str| ["lines.", &place.to_string(), ".", name].concat();
        let Some(line) = after.iter_mut().find(|line| line.position == wish.position) else {
            errors.push(ActError::LineUnknown.at(field("position")));
            continue;
        };
        if !named.insert(wish.position) {
            errors.push(ActError::LineTwice.at(field("position")));
            continue;
        }
        match steps(line.ledger, moved, u64::from(wish.quantity)) {
            Ok((steps, ledger)) => {
                line.ledger = ledger;
                entries.extend(steps.into_iter().map(|(kind, quantity)| Entry {
                    position: wish.position,
                    kind,
                    quantity,
                }));
            }
            Err(error) => errors.push(error.at(field("quantity"))),
        }
    }
    if !errors.is_empty() {
        return PlanView { entries: Vec::new(), sums: sums(lines), errors };
    }
    PlanView { entries, sums: sums(&after), errors }
}

type Steps = Vec<(EntryKind, u64)>;

/// The entries of one line, and how it stands then.
pub(super) fn steps(line: Ledger, moved: PieceMove, quantity: u64) -> Result<(Steps, Ledger), LedgerError> {
    let outstanding = u32::try_from(line.outstanding()).unwrap_or(u32::MAX);
    let creditable = line.refundable().saturating_add(line.left(EntryKind::WrittenOff));
    let beyond = |left: u64| quantity.saturating_sub(left);
    let kinds = match moved {
        PieceMove::Pick => vec![(EntryKind::Picked, quantity)],
        PieceMove::PutBack => vec![(EntryKind::Unpicked, quantity)],
        PieceMove::Ship if quantity > line.outstanding() => return Err(LedgerError::Ship { left: outstanding }),
        PieceMove::Ship => vec![(EntryKind::Picked, beyond(line.to_ship())), (EntryKind::Shipped, quantity)],
        PieceMove::Deliver => vec![(EntryKind::Delivered, quantity)],
        PieceMove::NotDelivered => vec![(EntryKind::Undelivered, quantity)],
        PieceMove::CameBack => vec![(EntryKind::Unshipped, quantity), (EntryKind::Unpicked, quantity)],
        PieceMove::Cancel if quantity > line.outstanding() => return Err(LedgerError::Cancel { left: outstanding }),
        PieceMove::Cancel => vec![(EntryKind::Unpicked, beyond(line.to_pick())), (EntryKind::Cancelled, quantity)],
        PieceMove::Restore => vec![(EntryKind::Restored, quantity)],
        PieceMove::Return => vec![(EntryKind::Returned, quantity)],
        PieceMove::WriteOff => vec![(EntryKind::WrittenOff, quantity)],
        PieceMove::Add => vec![(EntryKind::Ordered, quantity)],
        PieceMove::Refund if quantity > creditable => {
            return Err(LedgerError::Refund { left: u32::try_from(creditable).unwrap_or(u32::MAX) });
        }
        PieceMove::Refund => vec![(EntryKind::WrittenOff, beyond(line.refundable())), (EntryKind::Refunded, quantity)],
    };
    let (mut after, mut done) = (line, Vec::new());
    // A step that is only needed beyond some number of pieces, and here is not.
    let last = kinds.len().saturating_sub(1);
    for (place, (kind, pieces)) in kinds.into_iter().enumerate() {
        if pieces > 0 || place == last {
            after = after.after(kind, pieces)?;
            done.push((kind, pieces));
        }
    }
    Ok((done, after))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn state(change: impl FnOnce(&mut OrderState)) -> OrderState {
        let mut state =
            OrderState { lifecycle: Lifecycle::Open, ledger: Ledger::placed(10), held: false, released: true };
        change(&mut state);
        state
    }

    #[test]
    fn what_may_be_done_follows_from_how_the_order_stands() {
        use Act::{Cancel, CancelOwn, Deliver, Edit, Hold, Pick, Refund, Release, Ship};
        assert_eq!(open_acts(state(|_| ())), [Hold, Pick, Ship, Cancel, CancelOwn, Refund, Edit]);
        assert_eq!(open_acts(state(|order| order.released = false)), [Hold, Release, Cancel, CancelOwn, Refund, Edit]);
        assert_eq!(open_acts(state(|order| order.held = true)), [Hold, Cancel, CancelOwn, Refund, Edit]);
        let waiting = state(|order| (order.lifecycle, order.released) = (Lifecycle::AwaitingApproval, false));
        assert_eq!(open_acts(waiting), [Hold, Cancel, CancelOwn, Edit]);
        let part = state(|order| (order.ledger.picked, order.ledger.shipped) = (4, 4));
        assert_eq!(open_acts(part), [Hold, Pick, Ship, Deliver, Cancel, Refund, Edit]);
        let complete = state(|order| {
            (order.ledger.picked, order.ledger.shipped) = (10, 10);
            order.lifecycle = Lifecycle::Complete;
        });
        assert_eq!(open_acts(complete), [Deliver, Refund]);
        assert_eq!(open_acts(state(|order| order.lifecycle = Lifecycle::Cancelled)), []);
        assert_eq!(open_acts(state(|order| order.lifecycle = Lifecycle::Declined)), []);
    }

    #[test]
    fn what_keeps_an_act_is_told() {
        let waiting = state(|order| order.lifecycle = Lifecycle::AwaitingApproval);
        assert_eq!(check_act(Act::Release, waiting), Some(ActError::Waits));
        assert_eq!(check_act(Act::Refund, waiting), Some(ActError::Waits));
        assert_eq!(check_act(Act::Pick, state(|order| order.held = true)), Some(ActError::Held));
        assert_eq!(check_act(Act::Ship, state(|order| order.released = false)), Some(ActError::NotReleased));
        assert_eq!(check_act(Act::Release, state(|_| ())), Some(ActError::Released));
        assert_eq!(check_act(Act::Deliver, state(|_| ())), Some(ActError::NothingShipped));
        assert_eq!(check_act(Act::CancelOwn, state(|order| order.ledger.picked = 1)), Some(ActError::InWork));
        assert_eq!(
            check_act(Act::Cancel, state(|order| order.lifecycle = Lifecycle::Complete)),
            Some(ActError::NothingOutstanding)
        );
    }

    fn line(position: u32, ledger: Ledger) -> LineState {
        LineState { position, ledger }
    }

    fn some(position: u32, quantity: u32) -> LineQuantity {
        LineQuantity { position, quantity }
    }

    #[test]
    fn shipping_picks_what_was_not_picked_and_cancelling_puts_back_what_was() {
        let lines = [line(1, Ledger { picked: 2, ..Ledger::placed(5) })];
        let entry = |kind, quantity| Entry { position: 1, kind, quantity };
        let shipped = plan(&lines, PieceMove::Ship, &[some(1, 5)]);
        assert_eq!(shipped.entries, [entry(EntryKind::Picked, 3), entry(EntryKind::Shipped, 5)]);
        assert_eq!(plan(&lines, PieceMove::Ship, &[some(1, 2)]).entries, [entry(EntryKind::Shipped, 2)]);
        let cancelled = plan(&lines, PieceMove::Cancel, &[some(1, 4)]);
        assert_eq!(cancelled.entries, [entry(EntryKind::Unpicked, 1), entry(EntryKind::Cancelled, 4)]);
        assert_eq!(cancelled.sums.outstanding(), 1);
    }

    #[test]
    fn an_act_is_done_whole_or_says_all_that_is_wrong() {
        let lines = [line(1, Ledger::placed(5)), line(2, Ledger { cancelled: 1, ..Ledger::placed(3) })];
        let wanted = [some(1, 6), some(1, 1), some(2, 3), some(9, 1), some(2, 0)];
        let plan = plan(&lines, PieceMove::Cancel, &wanted);
        assert!(plan.entries.is_empty());
        assert_eq!(plan.sums, sums(&lines));
        let told: Vec<_> = plan.errors.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect();
        assert_eq!(
            told,
            [
                ("lines.0.quantity", "ledger_cancel"),
                ("lines.1.position", "order_line_twice"),
                ("lines.2.quantity", "ledger_cancel"),
                ("lines.3.position", "order_line_unknown"),
                ("lines.4.position", "order_line_twice"),
            ]
        );
        assert_eq!(super::plan(&lines, PieceMove::Pick, &[]).errors[0].code, "order_no_lines");
        assert_eq!(super::plan(&lines, PieceMove::Pick, &[some(1, 0)]).errors[0].code, "ledger_nothing");
    }

    const MOVES: [PieceMove; 12] = [
        PieceMove::Return,
        PieceMove::WriteOff,
        PieceMove::Add,
        PieceMove::Pick,
        PieceMove::PutBack,
        PieceMove::Ship,
        PieceMove::Deliver,
        PieceMove::NotDelivered,
        PieceMove::CameBack,
        PieceMove::Cancel,
        PieceMove::Restore,
        PieceMove::Refund,
    ];

    proptest! {
        /// Whatever is done to an order: the entries lead from the lines before to sums that are sound, and the lifecycle
        /// moves only as it may.
        #[test]
        fn entries_lead_where_the_plan_says(
            placed in prop::collection::vec(1_u32..20, 1..5),
            tried in prop::collection::vec((0_usize..12, prop::collection::vec((1_u32..6, 0_u32..22), 1..4)), 0..40),
        ) {
            let mut lines: Vec<LineState> =
                (1..).zip(&placed).map(|(position, pieces)| line(position, Ledger::placed(u64::from(*pieces)))).collect();
            let mut lifecycle = Lifecycle::Open;
            for (moved, wanted) in tried {
                let wanted: Vec<_> = wanted.into_iter().map(|(position, quantity)| some(position, quantity)).collect();
                let plan = plan(&lines, MOVES[moved], &wanted);
                prop_assert_eq!(plan.entries.is_empty(), !plan.errors.is_empty());
                for entry in &plan.entries {
                    let line = lines.iter_mut().find(|line| line.position == entry.position).unwrap();
                    line.ledger = line.ledger.after(entry.kind, entry.quantity).unwrap();
                }
                prop_assert_eq!(sums(&lines), plan.sums);
                prop_assert!(lines.iter().all(|line| line.ledger.is_sound()));
                let next = lifecycle.settled(plan.sums);
                prop_assert!(next == lifecycle || lifecycle.may_become(next));
                // Somebody cancelled all of it and thought better of it: not after it ended.
                if next != Lifecycle::Cancelled {
                    lifecycle = next;
                }
            }
        }
    }
}
