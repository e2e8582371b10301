//! The ledger of an order line: what happened to its pieces, as entries that are only ever appended. Quantities are pieces.
//! An entry that would break an invariant is refused with how many there are left.

use serde::{Deserialize, Serialize, Serializer};

use crate::rule::broken_rules;

broken_rules! {
    /// What keeps an entry from being appended. `left` is how many pieces there are for it.
    pub enum LedgerError {
        /// An entry is about pieces.
        Nothing => "ledger_nothing", "Please enter a quantity of at least 1";
        /// More than a ledger counts.
        TooMany => "ledger_too_many", "This is more than an order can hold";
        /// Shipped, cancelled or picked pieces cannot be cancelled.
        Cancel { left: u32 } => "ledger_cancel", "Only {left} can still be canceled";
        /// What was not cancelled cannot be restored.
        Restore { left: u32 } => "ledger_restore", "Only {left} can be restored";
        /// No more is picked than was ordered and not cancelled.
        Pick { left: u32 } => "ledger_pick", "Only {left} are left to pick";
        /// Only what was picked and is still here can be put back.
        Unpick { left: u32 } => "ledger_unpick", "Only {left} can be put back";
        /// No more is shipped than was picked.
        Ship { left: u32 } => "ledger_ship", "Only {left} are left to ship";
        /// Only what is on its way can come back to us.
        Unship { left: u32 } => "ledger_unship", "Only {left} are on their way";
        /// No more arrives than was shipped.
        Deliver { left: u32 } => "ledger_deliver", "Only {left} are on their way";
        /// Only what was said to have arrived can be taken back.
        Undeliver { left: u32 } => "ledger_undeliver", "Only {left} were delivered";
        /// No more is returned than was shipped.
        Return { left: u32 } => "ledger_return", "Only {left} can be returned";
        /// Only what was returned or written off is credited: what was cancelled is never charged.
        Refund { left: u32 } => "ledger_refund", "Only {left} can be credited";
        /// Only what was shipped and did not come back is written off.
        WriteOff { left: u32 } => "ledger_write_off", "Only {left} can be written off";
    }
}

/// Pieces an entry and a sum of entries hold at most: far above any order, so that sums of sums never overflow.
const MOST: u64 = 1_000_000_000;
/// The largest sum a browser's numbers hold: what is said to be more is no order's.
const LARGEST_SUM: u64 = 9_007_199_254_740_991;

/// What an entry tells. Each one that can be taken back has a kind for that: an entry is never changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// Placed, or added by an edit.
    Ordered,
    /// Will not be shipped.
    Cancelled,
    /// A cancellation was taken back.
    Restored,
    /// Taken from the shelf.
    Picked,
    /// Put back on the shelf.
    Unpicked,
    /// Handed to the carrier.
    Shipped,
    /// Came back from the carrier without having arrived: outstanding again.
    Unshipped,
    /// Arrived.
    Delivered,
    /// Did not arrive after all.
    Undelivered,
    /// Sent back by the customer.
    Returned,
    /// Credited.
    Refunded,
    /// Lost or damaged after it was shipped.
    WrittenOff,
}

impl EntryKind {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Ordered,
        Self::Cancelled,
        Self::Restored,
        Self::Picked,
        Self::Unpicked,
        Self::Shipped,
        Self::Unshipped,
        Self::Delivered,
        Self::Undelivered,
        Self::Returned,
        Self::Refunded,
        Self::WrittenOff,
    ];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ordered => "ordered",
            Self::Cancelled => "cancelled",
            Self::Restored => "restored",
            Self::Picked => "picked",
            Self::Unpicked => "unpicked",
            Self::Shipped => "shipped",
            Self::Unshipped => "unshipped",
            Self::Delivered => "delivered",
            Self::Undelivered => "undelivered",
            Self::Returned => "returned",
            Self::Refunded => "refunded",
            Self::WrittenOff => "written_off",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// How the pieces of a line stand, or those of a whole order: the sums of the ledger's entries. What is not said is none
/// ([`brief`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ledger {
    /// Asked for.
    pub ordered: u64,
    /// Of these, what will not be shipped.
    #[serde(default)]
    pub cancelled: u64,
    /// Taken from the shelf, shipped since or not.
    #[serde(default)]
    pub picked: u64,
    /// Handed to the carrier.
    #[serde(default)]
    pub shipped: u64,
    /// Arrived.
    #[serde(default)]
    pub delivered: u64,
    /// Sent back by the customer.
    #[serde(default)]
    pub returned: u64,
    /// Credited.
    #[serde(default)]
    pub refunded: u64,
    /// Lost or damaged on the way.
    #[serde(default)]
    pub written_off: u64,
}

/// Writes a ledger without the sums that are zero: of most lines, all but the first are.
pub fn brief<S: Serializer>(ledger: &Ledger, serializer: S) -> Result<S::Ok, S::Error> {
    let Ledger { ordered, cancelled, picked, shipped, delivered, returned, refunded, written_off } = *ledger;
    let others = [
        ("cancelled", cancelled),
        ("picked", picked),
        ("shipped", shipped),
        ("delivered", delivered),
        ("returned", returned),
        ("refunded", refunded),
        ("writtenOff", written_off),
    ];
    let told = others.into_iter().filter(|(_, sum)| *sum > 0);
    serializer.collect_map([("ordered", ordered)].into_iter().chain(told))
}

impl Ledger {
    /// A line as it was placed.
    pub fn placed(quantity: u64) -> Self {
        Self { ordered: quantity, ..Self::default() }
    }

    /// After one more entry; refused when it would break an invariant ([`Self::is_sound`]).
    pub fn after(self, kind: EntryKind, quantity: u64) -> Result<Self, LedgerError> {
        if quantity == 0 {
            return Err(LedgerError::Nothing);
        }
        let left = self.left(kind);
        if quantity > left {
            return Err(too_many(kind, left));
        }
        let (more, less) = (|sum: u64| both(sum, quantity), |sum: u64| sum.saturating_sub(quantity));
        Ok(match kind {
            EntryKind::Ordered => Self { ordered: more(self.ordered), ..self },
            EntryKind::Cancelled => Self { cancelled: more(self.cancelled), ..self },
            EntryKind::Restored => Self { cancelled: less(self.cancelled), ..self },
            EntryKind::Picked => Self { picked: more(self.picked), ..self },
            EntryKind::Unpicked => Self { picked: less(self.picked), ..self },
            EntryKind::Shipped => Self { shipped: more(self.shipped), ..self },
            EntryKind::Unshipped => Self { shipped: less(self.shipped), ..self },
            EntryKind::Delivered => Self { delivered: more(self.delivered), ..self },
            EntryKind::Undelivered => Self { delivered: less(self.delivered), ..self },
            EntryKind::Returned => Self { returned: more(self.returned), ..self },
            EntryKind::Refunded => Self { refunded: more(self.refunded), ..self },
            EntryKind::WrittenOff => Self { written_off: more(self.written_off), ..self },
        })
    }

    /// Pieces that an entry of a kind can be about now.
    pub fn left(self, kind: EntryKind) -> u64 {
        match kind {
            EntryKind::Ordered => MOST.saturating_sub(self.ordered),
            EntryKind::Cancelled | EntryKind::Picked => self.to_pick(),
            EntryKind::Restored => self.cancelled,
            EntryKind::Unpicked | EntryKind::Shipped => self.to_ship(),
            EntryKind::Unshipped => {
                let gone = self.returned.saturating_add(self.written_off);
                self.shipped.saturating_sub(self.delivered.max(gone))
            }
            EntryKind::Delivered => self.on_the_way(),
            EntryKind::Undelivered => self.delivered,
            EntryKind::Returned | EntryKind::WrittenOff => {
                self.shipped.saturating_sub(self.returned).saturating_sub(self.written_off)
            }
            EntryKind::Refunded => self.refundable(),
        }
    }

    /// Without pieces that an edit took out: as if they had never been ordered.
    #[must_use]
    pub fn without_taken_out(self, pieces: u64) -> Self {
        let less = |sum: u64| sum.saturating_sub(pieces);
        Self { ordered: less(self.ordered), cancelled: less(self.cancelled), ..self }
    }

    /// What the customer is to get or got.
    pub fn kept(self) -> u64 {
        self.ordered.saturating_sub(self.cancelled)
    }

    /// Neither shipped nor cancelled.
    pub fn outstanding(self) -> u64 {
        self.ordered.saturating_sub(self.cancelled).saturating_sub(self.shipped)
    }

    /// Outstanding and still on the shelf.
    pub fn to_pick(self) -> u64 {
        self.ordered.saturating_sub(self.cancelled).saturating_sub(self.picked)
    }

    /// Picked and still here.
    pub fn to_ship(self) -> u64 {
        self.picked.saturating_sub(self.shipped)
    }

    /// Shipped and not arrived.
    pub fn on_the_way(self) -> u64 {
        self.shipped.saturating_sub(self.delivered)
    }

    /// Returned or written off, and not credited. What was cancelled is not charged, so nothing of it is given back.
    pub fn refundable(self) -> u64 {
        self.returned.saturating_add(self.written_off).saturating_sub(self.refunded)
    }

    /// The invariants: no piece is cancelled and picked, shipped without having been picked, delivered, returned or lost
    /// without having been shipped, or credited while it is the customer's.
    pub fn is_sound(self) -> bool {
        let ends = self.returned.saturating_add(self.written_off);
        self.cancelled.saturating_add(self.picked) <= self.ordered
            && self.shipped <= self.picked
            && self.delivered <= self.shipped
            && ends <= self.shipped
            && self.refunded <= ends
            && self.ordered <= MOST
    }

    /// Two ledgers together: an order's is that of all its lines.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            ordered: both(self.ordered, other.ordered),
            cancelled: both(self.cancelled, other.cancelled),
            picked: both(self.picked, other.picked),
            shipped: both(self.shipped, other.shipped),
            delivered: both(self.delivered, other.delivered),
            returned: both(self.returned, other.returned),
            refunded: both(self.refunded, other.refunded),
            written_off: both(self.written_off, other.written_off),
        }
    }

    /// An order's ledger when a part of its lines stands otherwise: what the part was goes, what it is comes.
    #[must_use]
    pub fn with_part(self, was: Self, is: Self) -> Self {
        let rest = Self {
            ordered: self.ordered.saturating_sub(was.ordered),
            cancelled: self.cancelled.saturating_sub(was.cancelled),
            picked: self.picked.saturating_sub(was.picked),
            shipped: self.shipped.saturating_sub(was.shipped),
            delivered: self.delivered.saturating_sub(was.delivered),
            returned: self.returned.saturating_sub(was.returned),
            refunded: self.refunded.saturating_sub(was.refunded),
            written_off: self.written_off.saturating_sub(was.written_off),
        };
        rest.plus(is)
    }
}

/// Two counts of pieces together.
pub(super) fn both(one: u64, other: u64) -> u64 {
    one.saturating_add(other).min(LARGEST_SUM)
}

fn too_many(kind: EntryKind, left: u64) -> LedgerError {
    let left = u32::try_from(left).unwrap_or(u32::MAX);
    match kind {
        EntryKind::Ordered => LedgerError::TooMany,
        EntryKind::Cancelled => LedgerError::Cancel { left },
        EntryKind::Restored => LedgerError::Restore { left },
        EntryKind::Picked => LedgerError::Pick { left },
        EntryKind::Unpicked => LedgerError::Unpick { left },
        EntryKind::Shipped => LedgerError::Ship { left },
        EntryKind::Unshipped => LedgerError::Unship { left },
        EntryKind::Delivered => LedgerError::Deliver { left },
        EntryKind::Undelivered => LedgerError::Undeliver { left },
        EntryKind::Returned => LedgerError::Return { left },
        EntryKind::Refunded => LedgerError::Refund { left },
        EntryKind::WrittenOff => LedgerError::WriteOff { left },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_brief_ledger_says_what_there_is_and_reads_back_whole() {
        #[derive(Serialize, Deserialize)]
        struct Told(#[serde(serialize_with = "brief")] Ledger);
        let placed = serde_json::to_string(&Told(Ledger::placed(12))).unwrap();
        assert_eq!(placed, r#"{"ordered":12}"#);
        let some = Ledger {
            ordered: 9,
            cancelled: 8,
            picked: 7,
            shipped: 6,
            delivered: 5,
            returned: 4,
            refunded: 3,
            written_off: 2,
        };
        let told = serde_json::to_value(Told(some)).unwrap();
        assert_eq!(told, serde_json::to_value(some).unwrap());
        for one in [some, Ledger::placed(12), Ledger { picked: 0, refunded: 0, ..some }] {
            let told = serde_json::to_string(&Told(one)).unwrap();
            assert_eq!(serde_json::from_str::<Told>(&told).unwrap().0, one);
        }
    }

    #[test]
    fn a_part_that_stands_otherwise_changes_the_whole_by_just_that() {
        let line = |seven: [u64; 8]| {
            let [ordered, cancelled, picked, shipped, delivered, returned, refunded, written_off] = seven;
            Ledger { ordered, cancelled, picked, shipped, delivered, returned, refunded, written_off }
        };
        let rest = line([90, 8, 70, 60, 50, 40, 30, 20]);
        let (was, is) = (line([10, 1, 2, 3, 4, 5, 6, 7]), line([20, 2, 12, 13, 14, 15, 16, 17]));
        assert_eq!(rest.plus(was).with_part(was, is), rest.plus(is));
        assert_eq!(was.with_part(was, Ledger::default()), Ledger::default());
    }

    #[test]
    fn kinds_read_back() {
        for kind in EntryKind::ALL {
            assert_eq!(EntryKind::parse(kind.key()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
        assert_eq!(EntryKind::parse("lost"), None);
    }

    #[test]
    fn an_order_shipped_in_two_parts_with_a_part_cancelled() {
        let mut line = Ledger::placed(12);
        for (kind, quantity) in [
            (EntryKind::Picked, 8),
            (EntryKind::Shipped, 8),
            (EntryKind::Cancelled, 1),
            (EntryKind::Picked, 3),
            (EntryKind::Shipped, 3),
            (EntryKind::Delivered, 11),
            (EntryKind::WrittenOff, 1),
            (EntryKind::Refunded, 1),
        ] {
            line = line.after(kind, quantity).unwrap();
            assert!(line.is_sound(), "{kind:?}");
        }
        assert_eq!((line.outstanding(), line.to_pick(), line.to_ship(), line.on_the_way()), (0, 0, 0, 0));
        assert_eq!(line.refundable(), 0);
    }

    #[test]
    fn what_came_back_from_the_carrier_is_outstanding_again() {
        let shipped = Ledger { ordered: 5, picked: 5, shipped: 5, delivered: 2, ..Ledger::default() };
        assert_eq!(shipped.left(EntryKind::Unshipped), 3);
        let back = shipped.after(EntryKind::Unshipped, 3).unwrap();
        assert_eq!((back.outstanding(), back.to_ship()), (3, 3));
        let lost = Ledger { written_off: 2, returned: 1, ..shipped };
        assert_eq!(lost.left(EntryKind::Unshipped), 2, "a lost piece comes from no carrier");
    }

    #[test]
    fn no_sum_is_larger_than_a_browser_can_say() {
        let most = Ledger {
            ordered: LARGEST_SUM,
            cancelled: LARGEST_SUM,
            returned: LARGEST_SUM,
            written_off: 9,
            ..Ledger::default()
        };
        let two = most.plus(most);
        assert_eq!((two.ordered, two.cancelled, two.returned), (LARGEST_SUM, LARGEST_SUM, LARGEST_SUM));
        let credited = Ledger { refunded: LARGEST_SUM, ..most }.after(EntryKind::Refunded, 5).unwrap();
        assert_eq!(credited.refunded, LARGEST_SUM);
    }

    #[test]
    fn what_was_canceled_is_restored_and_never_credited() {
        let line = Ledger { ordered: 5, cancelled: 3, picked: 1, shipped: 1, written_off: 1, ..Ledger::default() };
        assert_eq!(line.after(EntryKind::Restored, 4), Err(LedgerError::Restore { left: 3 }));
        assert_eq!(line.after(EntryKind::Restored, 3).unwrap().cancelled, 0);
        assert_eq!(line.after(EntryKind::Refunded, 2), Err(LedgerError::Refund { left: 1 }));
    }

    fn kind() -> impl Strategy<Value = EntryKind> {
        (0..EntryKind::ALL.len()).prop_map(|place| EntryKind::ALL[place])
    }

    proptest! {
        /// Whatever is tried in whatever order: what is taken leaves a sound ledger, and what is refused says how many
        /// there are, which is then taken.
        #[test]
        fn no_entries_break_an_invariant(placed in 1_u64..40, tried in prop::collection::vec((kind(), 0_u64..50), 0..60)) {
            let mut line = Ledger::placed(placed);
            let mut entries = vec![(EntryKind::Ordered, placed)];
            for (kind, quantity) in tried {
                match line.after(kind, quantity) {
                    Ok(next) => {
                        entries.push((kind, quantity));
                        line = next;
                    }
                    Err(LedgerError::Nothing) => prop_assert_eq!(quantity, 0),
                    Err(_) => {
                        let left = line.left(kind);
                        prop_assert!(quantity > left);
                        if left > 0 {
                            line = line.after(kind, left).unwrap();
                            entries.push((kind, left));
                        }
                        prop_assert!(line.after(kind, line.left(kind) + 1).is_err());
                    }
                }
                prop_assert!(line.is_sound(), "{:?}", line);
                let cancelled_and_shipped = line.cancelled + line.shipped;
                prop_assert!(cancelled_and_shipped <= line.ordered);
                prop_assert!(line.picked <= line.ordered - line.cancelled);
                prop_assert!(line.delivered <= line.shipped && line.returned <= line.shipped);
                prop_assert!(line.refunded <= line.returned + line.written_off);
                prop_assert_eq!(line.outstanding(), line.ordered - line.cancelled - line.shipped);
                prop_assert_eq!(line.outstanding(), line.to_pick() + line.to_ship());
            }
            // The sums are those of the entries, counted apart.
            let sum = |kind: EntryKind| entries.iter().filter(|entry| entry.0 == kind).map(|entry| entry.1).sum::<u64>();
            prop_assert_eq!(line.ordered, sum(EntryKind::Ordered));
            prop_assert_eq!(line.cancelled, sum(EntryKind::Cancelled) - sum(EntryKind::Restored));
            prop_assert_eq!(line.picked, sum(EntryKind::Picked) - sum(EntryKind::Unpicked));
            prop_assert_eq!(line.shipped, sum(EntryKind::Shipped) - sum(EntryKind::Unshipped));
            prop_assert_eq!(line.delivered, sum(EntryKind::Delivered) - sum(EntryKind::Undelivered));
            prop_assert_eq!(line.refunded, sum(EntryKind::Refunded));
        }
    }
}
