//! What becomes of an order: of the old ones nearly always a delivery, of the last ones everything that the desk has a
//! queue for.

use fieldhouse_core::orders::hold::HoldKind;

use crate::chance::Chance;

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Somebody of the unit has to approve it.
    Waiting,
    /// They did not.
    Declined,
    /// It waits for something.
    Held(HoldKind),
    /// Nobody let it go yet.
    ToRelease,
    /// Nothing was done yet.
    ToPick,
    /// On the packing table.
    Picked,
    /// In its parcels.
    Packed,
    /// A part has left.
    PartShipped,
    /// All of it is on its way.
    Shipped,
    /// Something went wrong on its way.
    Exception,
    /// All arrived.
    Delivered,
    /// A part arrived, the rest was canceled.
    PartDelivered,
    /// Delivered, and something was credited.
    Credited,
    /// Delivered, and a credit waits for a second person.
    CreditAsked,
    /// Canceled as a whole.
    Cancelled,
}

/// One after the other for the last orders: each queue gets some.
const LATELY: [Fate; 18] = [
    Fate::Delivered,
    Fate::Shipped,
    Fate::ToPick,
    Fate::Waiting,
    Fate::Picked,
    Fate::Held(HoldKind::Payment),
    Fate::Shipped,
    Fate::PartShipped,
    Fate::ToRelease,
    Fate::Packed,
    Fate::Held(HoldKind::ArtProof),
    Fate::ToPick,
    Fate::Exception,
    Fate::Cancelled,
    Fate::Held(HoldKind::Address),
    Fate::Shipped,
    Fate::ToPick,
    Fate::Held(HoldKind::CustomerAsked),
];
/// How many of the last ones.
const LAST: u32 = 54;

impl Fate {
    /// Of the order of a number among so many, the oldest first.
    pub(super) fn of(number: u32, orders: u32, chance: &mut Chance) -> Self {
        if let Some(lately) = number.checked_sub(orders.saturating_sub(LAST)) {
            let nth = usize::try_from(lately).unwrap_or_default();
            return LATELY.iter().cycle().nth(nth).copied().unwrap_or(Self::ToPick);
        }
        let fate = chance.below(100);
        // The last one of those that are over.
        if number.saturating_add(LAST).saturating_add(1) == orders {
            return Self::CreditAsked;
        }
        match fate {
            0..4 => Self::Declined,
            4..9 => Self::Cancelled,
            9..16 => Self::PartDelivered,
            16..21 => Self::Credited,
            _ => Self::Delivered,
        }
    }

    /// Somebody of its unit was asked whether it may be placed.
    pub(super) const fn was_asked_for(self) -> bool {
        matches!(self, Self::Waiting | Self::Declined)
    }

    /// It was handed to picking as it was placed.
    pub(super) const fn was_released(self) -> bool {
        !matches!(self, Self::Waiting | Self::Declined | Self::Held(_) | Self::ToRelease)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_orders_are_in_every_state_there_is() {
        let mut chance = Chance::named("fates");
        let all: Vec<Fate> = (0..400).map(|number| Fate::of(number, 400, &mut chance)).collect();
        for fate in LATELY.into_iter().chain([
            Fate::Declined,
            Fate::PartDelivered,
            Fate::Credited,
            Fate::CreditAsked,
            Fate::Cancelled,
        ]) {
            assert!(all.contains(&fate), "{fate:?}");
        }
        let delivered = all.iter().filter(|fate| **fate == Fate::Delivered).count();
        assert!(delivered > 200, "{delivered}");
    }
}
