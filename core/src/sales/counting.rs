//! What each act on an order counts as: the difference between what the order was worth before it and after it. So the steps
//! of an order always add up to what is left of it, in whatever order they are counted.

use std::collections::BTreeMap;

use super::{Moved, SalesKind, less};
use crate::{
    checkout::split::split_cents,
    money::Cents,
    orders::{acts::Entry, ledger::EntryKind},
};

/// A line as it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoldLine {
    /// From 1.
    pub position: u32,
    /// What its pieces were sold for; those that were canceled are in it, those that an edit took out are not.
    pub price: Cents,
    /// All pieces that were ever ordered.
    pub ordered: u64,
}

/// What the store knows of an order's amounts before an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldBefore {
    /// Version of the order that it was applied on.
    pub version: i64,
    /// Prices by position, as of [`SoldLine::price`].
    pub prices: BTreeMap<u32, Cents>,
    /// What the store had taken off.
    pub discount: Cents,
}

/// Something that was done to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldAct {
    /// Number of its event.
    pub event: i64,
    /// What it counts as.
    pub kind: SalesKind,
    /// The order's version after it.
    pub version: i64,
    /// What it appended to the ledger.
    pub entries: Vec<Entry>,
}

/// An order as far as it is counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SoldOrder {
    /// Its lines.
    pub lines: Vec<SoldLine>,
    /// What the store took off.
    pub discount: Cents,
    /// How it was before each edit, the oldest first.
    pub edits: Vec<SoldBefore>,
    /// What was done to it, the oldest first, the placing included.
    pub acts: Vec<SoldAct>,
}

/// What an act counts as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldStep {
    /// Number of its event.
    pub event: i64,
    /// Kind.
    pub kind: SalesKind,
    /// Orders: one more, one fewer, or as many as before.
    pub orders: i64,
    /// Pieces and amounts of the lines that moved, by position.
    pub lines: Vec<(u32, Moved)>,
}

impl SoldStep {
    /// All its lines together.
    pub fn whole(&self) -> Moved {
        let lines = self.lines.iter().fold(Moved::default(), |sum, (_, moved)| sum.plus(*moved));
        Moved { orders: self.orders, ..lines }
    }
}

/// Pieces of a line: those that are kept, and those that were canceled though their price is still in the line's.
#[derive(Debug, Clone, Copy, Default)]
struct Pieces {
    kept: u64,
    dropped: u64,
}

impl Pieces {
    fn after(self, entry: Entry, edited: bool) -> Self {
        let (kept, dropped, pieces) = (self.kept, self.dropped, entry.quantity);
        match entry.kind {
            EntryKind::Ordered => Self { kept: kept.saturating_add(pieces), ..self },
            // An edit takes the price of what it takes out off the line.
            EntryKind::Cancelled if edited => Self { kept: kept.saturating_sub(pieces), ..self },
            EntryKind::Cancelled => Self { kept: kept.saturating_sub(pieces), dropped: dropped.saturating_add(pieces) },
            EntryKind::Restored => Self { kept: kept.saturating_add(pieces), dropped: dropped.saturating_sub(pieces) },
            _ => self,
        }
    }
}

/// What is kept of a line, and what it is worth.
type Worth = BTreeMap<u32, (u64, Cents)>;

/// What each act on an order counts as.
pub fn sold_steps(order: &SoldOrder) -> Vec<SoldStep> {
    let mut pieces: BTreeMap<u32, Pieces> =
        order.lines.iter().map(|line| (line.position, Pieces { kept: at_first(order, line), dropped: 0 })).collect();
    let (mut steps, mut was) = (Vec::with_capacity(order.acts.len()), Worth::new());
    for act in &order.acts {
        for entry in &act.entries {
            if let Some(line) = pieces.get_mut(&entry.position) {
                *line = line.after(*entry, act.kind == SalesKind::Edited);
            }
        }
        let is = if act.kind == SalesKind::Declined { Worth::new() } else { worth(order, act.version, &pieces) };
        steps.push(SoldStep {
            event: act.event,
            kind: act.kind,
            orders: i64::from(is_order(&is)).saturating_sub(i64::from(is_order(&was))),
            lines: order.lines.iter().filter_map(|line| moved(line.position, &was, &is)).collect(),
        });
        was = is;
    }
    steps
}

/// Pieces of a line when it was placed.
fn at_first(order: &SoldOrder, line: &SoldLine) -> u64 {
    let entries = order.acts.iter().flat_map(|act| &act.entries);
    let added = entries.filter(|entry| entry.position == line.position && entry.kind == EntryKind::Ordered);
    added.fold(line.ordered, |pieces, entry| pieces.saturating_sub(entry.quantity))
}

fn is_order(worth: &Worth) -> bool {
    worth.values().any(|(pieces, _)| *pieces > 0)
}

fn moved(position: u32, was: &Worth, is: &Worth) -> Option<(u32, Moved)> {
    let of = |worth: &Worth| worth.get(&position).copied().unwrap_or_default();
    let ((pieces_were, cents_were), (pieces_are, cents_are)) = (of(was), of(is));
    let moved = Moved { orders: 0, pieces: difference(pieces_are, pieces_were), amount: less(cents_are, cents_were) };
    (!moved.is_nothing()).then_some((position, moved))
}

fn difference(one: u64, other: u64) -> i64 {
    let pieces = |pieces| i64::try_from(pieces).unwrap_or(i64::MAX);
    pieces(one).saturating_sub(pieces(other))
}

/// What an order of a version is worth, with so many pieces.
fn worth(order: &SoldOrder, version: i64, pieces: &BTreeMap<u32, Pieces>) -> Worth {
    // As it was before the first edit that came later; as it stands when none did.
    let before = order.edits.iter().find(|edit| edit.version >= version);
    let price = |line: &SoldLine| match before {
        Some(before) => before.prices.get(&line.position).copied().unwrap_or_default(),
        None => line.price,
    };
    let prices: Vec<Cents> = order.lines.iter().map(price).collect();
    let discount = before.map_or(order.discount, |before| before.discount);
    let off = split_cents(discount, &prices).unwrap_or_else(|| vec![Cents::ZERO; prices.len()]);
    let of_line = |((line, price), off): ((&SoldLine, Cents), Cents)| {
        let Pieces { kept, dropped } = pieces.get(&line.position).copied().unwrap_or_default();
        (line.position, (kept, part(price.minus_floored(off), kept, dropped)))
    };
    order.lines.iter().zip(prices.iter().copied()).zip(off).map(of_line).collect()
}

/// What is kept of a line's amount when so many of its pieces are.
fn part(amount: Cents, kept: u64, dropped: u64) -> Cents {
    let weight = |pieces: u64| i64::try_from(pieces).ok().and_then(Cents::new).unwrap_or(Cents::MAX);
    let parts = split_cents(amount, &[weight(kept), weight(dropped)]);
    parts.and_then(|parts| parts.first().copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    fn line(position: u32, price: i64, ordered: u64) -> SoldLine {
        SoldLine { position, price: cents(price), ordered }
    }

    fn act(event: i64, kind: SalesKind, entries: &[(u32, EntryKind, u64)]) -> SoldAct {
        let entry = |(position, kind, quantity): &(u32, EntryKind, u64)| Entry {
            position: *position,
            kind: *kind,
            quantity: *quantity,
        };
        SoldAct { event, kind, version: event, entries: entries.iter().map(entry).collect() }
    }

    fn told(steps: &[SoldStep]) -> Vec<(&'static str, i64, i64, i64)> {
        let told = |step: &SoldStep| {
            let Moved { orders, pieces, amount } = step.whole();
            (step.kind.key(), orders, pieces, amount.get())
        };
        steps.iter().map(told).collect()
    }

    #[test]
    fn pieces_that_are_canceled_take_their_share_and_bring_it_back_when_restored() {
        let order = SoldOrder {
            lines: vec![line(1, 1_000, 3), line(2, 500, 1)],
            acts: vec![
                act(1, SalesKind::Placed, &[]),
                act(2, SalesKind::Cancelled, &[(1, EntryKind::Cancelled, 1)]),
                act(3, SalesKind::Cancelled, &[(1, EntryKind::Restored, 1)]),
                act(4, SalesKind::Cancelled, &[(1, EntryKind::Cancelled, 3), (2, EntryKind::Cancelled, 1)]),
            ],
            ..SoldOrder::default()
        };
        assert_eq!(
            told(&sold_steps(&order)),
            [
                ("placed", 1, 4, 1_500),
                ("cancelled", 0, -1, -333),
                ("cancelled", 0, 1, 333),
                ("cancelled", -1, -4, -1_500)
            ]
        );
    }

    #[test]
    fn an_edit_counts_what_it_changes_at_the_prices_before_and_after_it() {
        // Ten at $10.00; two canceled; an edit takes three out, adds a line and takes $10.00 off.
        let order = SoldOrder {
            lines: vec![line(1, 7_000, 10), line(2, 2_000, 2)],
            discount: cents(1_000),
            edits: vec![SoldBefore { version: 2, prices: BTreeMap::from([(1, cents(10_000))]), discount: Cents::ZERO }],
            acts: vec![
                act(1, SalesKind::Placed, &[]),
                act(2, SalesKind::Cancelled, &[(1, EntryKind::Cancelled, 2)]),
                act(3, SalesKind::Edited, &[(1, EntryKind::Cancelled, 3), (2, EntryKind::Ordered, 2)]),
            ],
        };
        let steps = sold_steps(&order);
        // $70.00 less its share of the discount ($7.78), of which five of seven pieces are kept; $20.00 less $2.22.
        let kept = 4_444 + 1_778;
        assert_eq!(
            told(&steps),
            [("placed", 1, 10, 10_000), ("cancelled", 0, -2, -2_000), ("edited", 0, -1, kept - 8_000)]
        );
        assert_eq!(
            steps[2].lines.iter().map(|(position, moved)| (*position, moved.pieces)).collect::<Vec<_>>(),
            [(1, -3), (2, 2)]
        );
    }

    #[test]
    fn what_is_declined_is_gone_whole() {
        let acts = vec![act(1, SalesKind::Placed, &[]), act(2, SalesKind::Declined, &[])];
        let order = SoldOrder { lines: vec![line(1, 999, 3)], acts, ..SoldOrder::default() };
        assert_eq!(told(&sold_steps(&order)), [("placed", 1, 3, 999), ("declined", -1, -3, -999)]);
    }

    #[test]
    fn what_is_given_away_counts_its_pieces() {
        let acts = vec![act(1, SalesKind::Placed, &[])];
        let order = SoldOrder { lines: vec![line(1, 0, 3)], acts, ..SoldOrder::default() };
        assert_eq!(told(&sold_steps(&order)), [("placed", 1, 3, 0)]);
    }

    proptest! {
        /// Whatever is canceled and restored: the steps add up to what is left, nothing is ever worth less than nothing, and
        /// all that is canceled leaves nothing.
        #[test]
        fn steps_add_up_to_what_is_left(
            lines in prop::collection::vec((0..1_000_000_i64, 1..50_u64), 1..6),
            discount in 0..100_i64,
            moves in prop::collection::vec((0..6_usize, 1..20_u64, any::<bool>()), 0..20),
        ) {
            let all = (1_u32..).zip(&lines).map(|(position, (price, ordered))| line(position, *price, *ordered));
            let goods: i64 = lines.iter().map(|(price, _)| *price).sum();
            let mut order = SoldOrder { lines: all.collect(), discount: cents(goods * discount / 100), ..SoldOrder::default() };
            order.acts.push(act(1, SalesKind::Placed, &[]));
            let mut dropped = vec![0_u64; lines.len()];
            for (event, (place, pieces, restore)) in (2..).zip(&moves) {
                let place = place % lines.len();
                let position = u32::try_from(place).unwrap() + 1;
                let (kind, most) =
                    if *restore { (EntryKind::Restored, dropped[place]) } else { (EntryKind::Cancelled, lines[place].1 - dropped[place]) };
                let pieces = (*pieces).min(most);
                if pieces > 0 {
                    dropped[place] = if *restore { dropped[place] - pieces } else { dropped[place] + pieces };
                    order.acts.push(act(event, SalesKind::Cancelled, &[(position, kind, pieces)]));
                }
            }
            let mut sum = Moved::default();
            for step in sold_steps(&order) {
                sum = sum.plus(step.whole());
                prop_assert!(sum.amount >= Cents::ZERO && sum.pieces >= 0 && (0..=1).contains(&sum.orders));
            }
            let kept: u64 = lines.iter().zip(&dropped).map(|((_, ordered), dropped)| ordered - dropped).sum();
            prop_assert_eq!(sum.pieces, i64::try_from(kept).unwrap());
            prop_assert_eq!(sum.orders, i64::from(kept > 0));
            if kept == 0 {
                prop_assert_eq!(sum.amount, Cents::ZERO);
            }
            if dropped.iter().all(|dropped| *dropped == 0) {
                prop_assert_eq!(sum.amount, cents(goods - order.discount.get()));
            }
        }
    }
}
