//! Stock of an article that the store counts itself: what is on hand, what of it is promised to orders, and what each act of
//! an order does to both. Quantities are pieces. Not here: articles that nobody counts (`catalog::availability`), what the
//! desk types (`drafts`).

pub mod drafts;

use serde::{Deserialize, Serialize};

use crate::{
    orders::{ledger::Ledger, status::Lifecycle},
    rule::{Broken, FieldError, broken_rules},
};

/// Pieces that a shelf holds at most: far above any, so that sums never overflow.
pub const MOST_PIECES: u64 = 1_000_000_000;

broken_rules! {
    /// What keeps pieces from being moved.
    pub enum StockError {
        /// More than can still be promised.
        Short { left: u32 } => "stock_short", "Only {left} left";
        /// More leave the house than are on hand in the books.
        NotOnHand { left: u32 } => "stock_not_on_hand", "Only {left} are on hand in the books. Count them first";
        /// More than a shelf counts, or less than nothing.
        OutOfRange => "stock_out_of_range", "This is more than a shelf can hold";
    }
}

/// What an entry of an article's stock tells. Entries are only ever appended; their sums are the shelf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StockKind {
    /// Somebody counted.
    Counted,
    /// Somebody put it right, with a reason.
    Adjusted,
    /// Promised to an order.
    Reserved,
    /// An order does not need it any more.
    Released,
    /// Left the house.
    Shipped,
    /// Came back from the carrier, for the same order.
    CameBack,
    /// Is on its way to us.
    Expected,
    /// Came in of what was on its way.
    Received,
    /// Will not come.
    Withdrawn,
    /// Is not counted any more.
    Ended,
}

impl StockKind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Counted,
        Self::Adjusted,
        Self::Reserved,
        Self::Released,
        Self::Shipped,
        Self::CameBack,
        Self::Expected,
        Self::Received,
        Self::Withdrawn,
        Self::Ended,
    ];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Counted => "counted",
            Self::Adjusted => "adjusted",
            Self::Reserved => "reserved",
            Self::Released => "released",
            Self::Shipped => "shipped",
            Self::CameBack => "came_back",
            Self::Expected => "expected",
            Self::Received => "received",
            Self::Withdrawn => "withdrawn",
            Self::Ended => "ended",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// How a counted article stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StockState {
    /// Nothing can be promised.
    Out,
    /// No more than the quantity at which somebody wants to know.
    Low,
    /// More than that.
    In,
}

impl StockState {
    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Low => "low",
            Self::In => "in",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        [Self::Out, Self::Low, Self::In].into_iter().find(|state| state.key() == key)
    }
}

/// How many pieces more (or fewer) are on hand, and promised.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StockMove {
    /// On hand.
    pub on_hand: i64,
    /// Promised to orders.
    pub reserved: i64,
}

impl StockMove {
    /// Pieces that come in or go out by hand.
    pub const fn by_hand(on_hand: i64) -> Self {
        Self { on_hand, reserved: 0 }
    }

    /// Both moves as one.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            on_hand: self.on_hand.saturating_add(other.on_hand),
            reserved: self.reserved.saturating_add(other.reserved),
        }
    }

    /// Whether it moves nothing.
    pub const fn is_nothing(self) -> bool {
        self.on_hand == 0 && self.reserved == 0
    }

    /// What an entry of an order's act is called.
    pub const fn kind(self) -> StockKind {
        match (self.on_hand, self.reserved) {
            (..=-1, _) => StockKind::Shipped,
            (1.., _) => StockKind::CameBack,
            (0, 1..) => StockKind::Reserved,
            (0, _) => StockKind::Released,
        }
    }

    /// Pieces an entry is about.
    pub const fn pieces(self) -> u64 {
        if self.on_hand == 0 { self.reserved.unsigned_abs() } else { self.on_hand.unsigned_abs() }
    }
}

/// The stock of a counted article.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shelf {
    /// Pieces in the house.
    pub on_hand: u64,
    /// Of these, promised to orders that were not shipped.
    pub reserved: u64,
}

impl Shelf {
    /// Pieces that can still be promised.
    pub const fn available(self) -> u64 {
        self.on_hand.saturating_sub(self.reserved)
    }

    /// Pieces that were promised and are not there: somebody counted fewer than orders wait for.
    pub const fn missing(self) -> u64 {
        self.reserved.saturating_sub(self.on_hand)
    }

    /// How it stands; at `low` pieces somebody wants to know.
    pub const fn state(self, low: u64) -> StockState {
        match self.available() {
            0 => StockState::Out,
            left if left <= low => StockState::Low,
            _ => StockState::In,
        }
    }

    /// After a move. What is promised has to be there; what somebody counts, loses or ships is what is so, though never less
    /// than nothing.
    pub fn after(self, moved: StockMove) -> Result<Self, StockError> {
        let taken = moved.reserved.saturating_sub(moved.on_hand);
        if moved.reserved > 0 && taken > 0 && taken.unsigned_abs() > self.available() {
            return Err(StockError::Short { left: told(self.available()) });
        }
        let on_hand = self.on_hand.checked_add_signed(moved.on_hand);
        let on_hand = on_hand.ok_or(StockError::NotOnHand { left: told(self.on_hand) })?;
        let reserved = self.reserved.checked_add_signed(moved.reserved).ok_or(StockError::OutOfRange)?;
        if on_hand > MOST_PIECES || reserved > MOST_PIECES {
            return Err(StockError::OutOfRange);
        }
        Ok(Self { on_hand, reserved })
    }

    /// The move that makes this shelf the other one.
    pub fn to(self, other: Self) -> StockMove {
        StockMove { on_hand: more(self.on_hand, other.on_hand), reserved: more(self.reserved, other.reserved) }
    }
}

fn told(left: u64) -> u32 {
    u32::try_from(left).unwrap_or(u32::MAX)
}

fn more(before: u64, after: u64) -> i64 {
    let pieces = |sum: u64| i64::try_from(sum).unwrap_or(i64::MAX);
    pieces(after).saturating_sub(pieces(before))
}

/// Pieces of a line that an order still waits for: none once it ended.
pub fn owed(lifecycle: Lifecycle, line: Ledger) -> u64 {
    match lifecycle {
        Lifecycle::Cancelled | Lifecycle::Declined => 0,
        Lifecycle::AwaitingApproval | Lifecycle::Open | Lifecycle::Complete => line.outstanding(),
    }
}

/// What an act does to the stock of a line's article, whatever act it was: promised is what the order waits for, also while
/// somebody has to approve it, and what was shipped is not on hand. What comes back from the carrier is on hand and promised
/// again; what a customer sends back is not, until somebody looked at it.
pub fn stock_move(before: (Lifecycle, Ledger), after: (Lifecycle, Ledger)) -> StockMove {
    StockMove {
        on_hand: more(after.1.shipped, before.1.shipped),
        reserved: more(owed(before.0, before.1), owed(after.0, after.1)),
    }
}

/// What keeps pieces of an article from being promised, of which so many are on hand and promised already.
pub fn check_promise(on_hand: u32, reserved: u32, pieces: u32) -> Option<FieldError> {
    let shelf = Shelf { on_hand: u64::from(on_hand), reserved: u64::from(reserved) };
    let moved = StockMove { on_hand: 0, reserved: i64::from(pieces) };
    shelf.after(moved).err().map(|error| error.at("quantity"))
}

/// A line of an order about to be placed, of an article that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedLine {
    /// Its place in the order, from 0.
    pub place: usize,
    /// Which of the counted articles.
    pub article: usize,
    /// Pieces.
    pub quantity: u64,
}

/// The lines for which there is not enough, with how many of their article can be promised in all. Lines of one article are
/// served in their order.
pub fn short_lines(lines: &[WantedLine], shelves: &[Shelf]) -> Vec<(usize, u64)> {
    let mut served = vec![0_u64; shelves.len()];
    let mut short = Vec::new();
    for line in lines {
        let (Some(shelf), Some(sum)) = (shelves.get(line.article), served.get_mut(line.article)) else { continue };
        *sum = sum.saturating_add(line.quantity);
        if *sum > shelf.available() {
            short.push((line.place, shelf.available()));
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::orders::ledger::EntryKind;

    const fn shelf(on_hand: u64, reserved: u64) -> Shelf {
        Shelf { on_hand, reserved }
    }

    #[test]
    fn keys_read_back() {
        for kind in StockKind::ALL {
            assert_eq!(StockKind::parse(kind.key()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
        for state in [StockState::Out, StockState::Low, StockState::In] {
            assert_eq!(StockState::parse(state.key()), Some(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.key());
        }
        assert_eq!((StockKind::parse("lost"), StockState::parse("some")), (None, None));
    }

    #[test]
    fn no_more_is_promised_than_is_there_and_the_refusal_says_how_many_are_left() {
        let promise = |pieces| StockMove { on_hand: 0, reserved: pieces };
        assert_eq!(shelf(50, 48).after(promise(2)), Ok(shelf(50, 50)));
        assert_eq!(shelf(50, 48).after(promise(3)), Err(StockError::Short { left: 2 }));
        assert_eq!(shelf(5, 8).after(promise(1)), Err(StockError::Short { left: 0 }));
        assert_eq!(shelf(50, 48).after(promise(-48)), Ok(shelf(50, 0)));
        assert_eq!(shelf(50, 48).after(promise(-49)), Err(StockError::OutOfRange));
    }

    #[test]
    fn what_is_so_is_written_down_even_when_it_was_promised() {
        assert_eq!(shelf(10, 8).after(StockMove::by_hand(-5)), Ok(shelf(5, 8)), "three that orders wait for are lost");
        assert_eq!((shelf(5, 8).available(), shelf(5, 8).missing()), (0, 3));
        assert_eq!(shelf(10, 8).missing(), 0);
        assert_eq!(shelf(10, 8).after(StockMove::by_hand(-11)), Err(StockError::NotOnHand { left: 10 }));
        let shipped = StockMove { on_hand: -6, reserved: -6 };
        assert_eq!(shelf(5, 8).after(shipped), Err(StockError::NotOnHand { left: 5 }));
        assert_eq!(shelf(6, 8).after(shipped), Ok(shelf(0, 2)));
        // Nothing is promised anew: it was sold before.
        assert_eq!(shelf(0, 2).after(StockMove { on_hand: 6, reserved: 6 }), Ok(shelf(6, 8)));
        assert_eq!(shelf(MOST_PIECES, 0).after(StockMove::by_hand(1)), Err(StockError::OutOfRange));
        assert_eq!(shelf(10, 8).to(shelf(7, 9)), StockMove { on_hand: -3, reserved: 1 });
    }

    #[test]
    fn a_shelf_is_out_low_or_in() {
        assert_eq!(shelf(8, 8).state(5), StockState::Out);
        assert_eq!([shelf(9, 8).state(5), shelf(13, 8).state(5)], [StockState::Low, StockState::Low]);
        assert_eq!(shelf(14, 8).state(5), StockState::In);
        assert_eq!([shelf(0, 0).state(0), shelf(1, 0).state(0)], [StockState::Out, StockState::In]);
    }

    #[test]
    fn each_act_of_an_order_moves_what_it_moves() {
        let line = Ledger::placed(12);
        let open = Lifecycle::Open;
        let none = (open, Ledger::default());
        let moved = |before, after| {
            let moved = stock_move(before, after);
            (moved.on_hand, moved.reserved, moved.kind(), moved.pieces())
        };
        assert_eq!(moved(none, (open, line)), (0, 12, StockKind::Reserved, 12));
        assert_eq!(moved(none, (Lifecycle::AwaitingApproval, line)), (0, 12, StockKind::Reserved, 12));
        let less = line.after(EntryKind::Cancelled, 5).unwrap();
        assert_eq!(moved((open, line), (open, less)), (0, -5, StockKind::Released, 5));
        assert_eq!(moved((open, less), (open, line)), (0, 5, StockKind::Reserved, 5));
        let picked = line.after(EntryKind::Picked, 12).unwrap();
        assert!(stock_move((open, line), (open, picked)).is_nothing());
        let shipped = picked.after(EntryKind::Shipped, 4).unwrap();
        assert_eq!(moved((open, picked), (open, shipped)), (-4, -4, StockKind::Shipped, 4));
        assert_eq!(moved((open, shipped), (open, picked)), (4, 4, StockKind::CameBack, 4));
        let declined = (Lifecycle::Declined, line);
        assert_eq!(moved((Lifecycle::AwaitingApproval, line), declined), (0, -12, StockKind::Released, 12));
        let delivered = shipped.after(EntryKind::Delivered, 4).unwrap();
        let returned = delivered.after(EntryKind::Returned, 4).unwrap();
        assert!(stock_move((open, shipped), (open, returned)).is_nothing());
    }

    #[test]
    fn lines_of_one_article_are_served_in_their_order() {
        let lines = [(0, 0, 30), (2, 1, 1), (3, 0, 20), (5, 0, 1)];
        let lines = lines.map(|(place, article, quantity)| WantedLine { place, article, quantity });
        assert_eq!(short_lines(&lines, &[shelf(51, 0), shelf(1, 0)]), []);
        assert_eq!(short_lines(&lines, &[shelf(52, 3), shelf(4, 4)]), [(2, 0), (3, 49), (5, 49)]);
    }

    fn kind() -> impl Strategy<Value = EntryKind> {
        (0..EntryKind::ALL.len()).prop_map(|place| EntryKind::ALL[place])
    }

    #[derive(Debug, Clone)]
    enum Step {
        /// Some order's ledger, an entry.
        Entry(usize, EntryKind, u64),
        /// Some order ends.
        Decline(usize),
        /// Somebody counts.
        Count(u64),
        /// Something gets lost or found.
        Adjust(i64),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            8 => (0..4_usize, kind(), 1..30_u64).prop_map(|(order, kind, pieces)| Step::Entry(order, kind, pieces)),
            1 => (0..4_usize).prop_map(Step::Decline),
            1 => (0..60_u64).prop_map(Step::Count),
            1 => (-20..20_i64).prop_map(Step::Adjust),
        ]
    }

    proptest! {
        /// Whatever orders and people do: nothing is below zero, what is promised is what orders wait for, no order is
        /// promised what is not there, and the sums of the moves are the shelf.
        #[test]
        fn the_books_hold(first in 0_u64..60, steps in prop::collection::vec(step(), 0..80)) {
            let mut now = shelf(first, 0);
            let mut sums = StockMove::by_hand(i64::try_from(first).unwrap());
            let mut orders = [(Lifecycle::Open, Ledger::default()); 4];
            for step in steps {
                let mut after = orders;
                let moved = match step {
                    Step::Entry(order, kind, pieces) => {
                        let (lifecycle, line) = orders[order];
                        if !matches!(lifecycle, Lifecycle::Open | Lifecycle::Complete) { continue }
                        let Ok(line) = line.after(kind, pieces) else { continue };
                        after[order] = (lifecycle.settled(line), line);
                        stock_move(orders[order], after[order])
                    }
                    Step::Decline(order) => {
                        if orders[order].1.shipped > 0 { continue }
                        after[order].0 = Lifecycle::Declined;
                        stock_move(orders[order], after[order])
                    }
                    Step::Count(on_hand) => now.to(Shelf { on_hand, ..now }),
                    Step::Adjust(pieces) => StockMove::by_hand(pieces),
                };
                match now.after(moved) {
                    Ok(next) => {
                        let promised = next.reserved > now.reserved && moved.on_hand <= 0;
                        prop_assert!(!promised || next.reserved <= next.on_hand, "{:?} {:?}", now, moved);
                        (now, orders, sums) = (next, after, sums.plus(moved));
                    }
                    Err(StockError::Short { left }) => {
                        prop_assert!(moved.reserved > 0 && u64::from(left) == now.available());
                    }
                    Err(StockError::NotOnHand { left }) => {
                        prop_assert!(moved.on_hand.unsigned_abs() > u64::from(left));
                    }
                    Err(StockError::OutOfRange) => prop_assert!(false, "nobody is promised less than nothing"),
                }
                prop_assert_eq!(now.reserved, orders.iter().map(|(lifecycle, line)| owed(*lifecycle, *line)).sum::<u64>());
                prop_assert_eq!(Shelf::default().to(now), sums);
                prop_assert_eq!(now.available() + now.reserved, now.on_hand + now.missing());
            }
        }
    }
}
