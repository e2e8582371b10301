//! Sales figures: what is counted of an order ([`counting`]), and how the counted figures are told ([`report`], [`file`]).
//! Amounts are goods at the customer's price less discounts, without freight and tax. Not here: what a day is, which the
//! store's time zone says, and where figures are kept.

pub mod counting;
pub mod file;
pub mod late;
pub mod missed;
pub mod report;

use serde::{Deserialize, Serialize};

use crate::money::Cents;

/// What moved a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SalesKind {
    /// Somebody ordered.
    Placed,
    /// Lines of it are others: pieces and amounts in either direction.
    Edited,
    /// Pieces will not be shipped, or will be after all.
    Cancelled,
    /// It was not approved: all that was left of it.
    Declined,
    /// An amount was credited. It stands beside the others: mostly it gives back what was canceled before.
    Credited,
}

impl SalesKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Placed, Self::Edited, Self::Cancelled, Self::Declined, Self::Credited];

    /// As it is stored.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Placed => "placed",
            Self::Edited => "edited",
            Self::Cancelled => "cancelled",
            Self::Declined => "declined",
            Self::Credited => "credited",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// By how much something moved: what is taken away is below zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moved {
    /// Orders.
    pub orders: i64,
    /// Pieces.
    pub pieces: i64,
    /// Cents.
    pub amount: Cents,
}

impl Moved {
    /// Nothing moved.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }

    /// Two together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            orders: self.orders.saturating_add(other.orders),
            pieces: self.pieces.saturating_add(other.pieces),
            amount: both(self.amount, other.amount),
        }
    }
}

/// Figures of some days of a brand, a business unit, a style or a size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SalesFigures {
    /// Orders that were placed, less those that were canceled whole or declined.
    pub orders: i64,
    /// Pieces, likewise.
    pub pieces: i64,
    /// What was ordered, and added or taken out by edits.
    pub sold: Cents,
    /// What was canceled or declined of it.
    pub canceled: Cents,
    /// What is left: sold less canceled.
    pub net: Cents,
    /// What was credited: beside the others, as most of it was canceled before.
    pub credited: Cents,
}

impl SalesFigures {
    /// With what a kind moved.
    #[must_use]
    pub fn with(self, kind: SalesKind, moved: Moved) -> Self {
        let Moved { orders, pieces, amount } = moved;
        if kind == SalesKind::Credited {
            return Self { credited: both(self.credited, amount), ..self };
        }
        let counted = Self {
            orders: self.orders.saturating_add(orders),
            pieces: self.pieces.saturating_add(pieces),
            net: both(self.net, amount),
            ..self
        };
        match kind {
            SalesKind::Cancelled | SalesKind::Declined => Self { canceled: less(self.canceled, amount), ..counted },
            _ => Self { sold: both(self.sold, amount), ..counted },
        }
    }

    /// Two together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            orders: self.orders.saturating_add(other.orders),
            pieces: self.pieces.saturating_add(other.pieces),
            sold: both(self.sold, other.sold),
            canceled: both(self.canceled, other.canceled),
            net: both(self.net, other.net),
            credited: both(self.credited, other.credited),
        }
    }
}

/// A sum; the largest amount of either sign where it is out of range.
fn both(one: Cents, other: Cents) -> Cents {
    clamped(one.get().saturating_add(other.get()))
}

/// A difference, likewise.
fn less(one: Cents, other: Cents) -> Cents {
    clamped(one.get().saturating_sub(other.get()))
}

fn clamped(cents: i64) -> Cents {
    let most = Cents::MAX.get();
    Cents::new(cents.clamp(most.saturating_neg(), most)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(orders: i64, pieces: i64, cents: i64) -> Moved {
        Moved { orders, pieces, amount: Cents::new(cents).unwrap() }
    }

    #[test]
    fn kinds_read_back() {
        for kind in SalesKind::ALL {
            assert_eq!(SalesKind::parse(kind.key()), Some(kind));
        }
        assert_eq!(SalesKind::parse("returned"), None);
    }

    #[test]
    fn what_was_canceled_is_told_apart_and_a_credit_takes_nothing_away() {
        let figures = SalesFigures::default()
            .with(SalesKind::Placed, moved(1, 12, 12_000))
            .with(SalesKind::Edited, moved(0, -2, -2_000))
            .with(SalesKind::Cancelled, moved(0, -3, -3_000))
            .with(SalesKind::Credited, moved(0, 0, 3_000));
        let told = [figures.sold, figures.canceled, figures.net, figures.credited].map(Cents::get);
        assert_eq!((figures.orders, figures.pieces, told), (1, 7, [10_000, 3_000, 7_000, 3_000]));
        let twice = figures.plus(figures);
        assert_eq!((twice.orders, twice.net.get()), (2, 14_000));
        let declined = figures.with(SalesKind::Declined, moved(-1, -7, -7_000));
        assert_eq!((declined.orders, declined.pieces, declined.net.get()), (0, 0, 0));
        assert_eq!(declined.canceled.get(), 10_000);
    }

    #[test]
    fn no_sum_leaves_what_an_amount_can_hold() {
        let most = SalesFigures::default().with(SalesKind::Placed, Moved { amount: Cents::MAX, ..Moved::default() });
        assert_eq!(most.plus(most).net, Cents::MAX);
    }
}
