//! What is said of an order: one stored lifecycle, and all else from its ledger, its holds and whether it was released.

use serde::{Deserialize, Serialize};

use super::ledger::Ledger;

/// The one thing of an order that is stored and not derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// Somebody of its business unit has to approve it.
    AwaitingApproval,
    /// To be filled.
    Open,
    /// Nothing is outstanding.
    Complete,
    /// Every piece was cancelled.
    Cancelled,
    /// Its approver declined it.
    Declined,
}

impl Lifecycle {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::AwaitingApproval, Self::Open, Self::Complete, Self::Cancelled, Self::Declined];

    /// Canceled or declined: nothing is charged and nothing leaves.
    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Cancelled | Self::Declined)
    }

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::AwaitingApproval => "awaiting_approval",
            Self::Open => "open",
            Self::Complete => "complete",
            Self::Cancelled => "cancelled",
            Self::Declined => "declined",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lifecycle| lifecycle.key() == key)
    }

    /// Whether it may become another one. Declined and cancelled are final; what is complete opens again only when goods
    /// came back from the carrier or more was added; what is open waits for approval again when an edit raises its total.
    pub const fn may_become(self, next: Self) -> bool {
        match self {
            Self::AwaitingApproval => matches!(next, Self::Open | Self::Declined | Self::Cancelled),
            Self::Open => matches!(next, Self::AwaitingApproval | Self::Complete | Self::Cancelled),
            Self::Complete => matches!(next, Self::Open),
            Self::Cancelled | Self::Declined => false,
        }
    }

    /// What the ledger makes of it: open and complete follow from what is outstanding, and an order of which every piece
    /// was cancelled is cancelled.
    #[must_use]
    pub fn settled(self, sums: Ledger) -> Self {
        let nothing_left = sums.outstanding() == 0;
        match self {
            Self::Open | Self::AwaitingApproval if nothing_left && sums.shipped == 0 => Self::Cancelled,
            Self::Open if nothing_left => Self::Complete,
            Self::Complete if !nothing_left => Self::Open,
            unchanged => unchanged,
        }
    }
}

/// How far an order's goods are on their way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShipmentProgress {
    /// Nothing was shipped.
    None,
    /// Something was, and something is outstanding.
    Partial,
    /// Nothing is outstanding.
    Shipped,
    /// All of it arrived.
    Delivered,
}

/// How far the goods of a line or an order are.
pub fn shipment_progress(sums: Ledger) -> ShipmentProgress {
    if sums.shipped == 0 {
        ShipmentProgress::None
    } else if sums.outstanding() > 0 {
        ShipmentProgress::Partial
    } else if sums.delivered == sums.shipped {
        ShipmentProgress::Delivered
    } else {
        ShipmentProgress::Shipped
    }
}

/// How much of what was shipped was sent back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReturnProgress {
    /// Nothing.
    None,
    /// A part.
    Partial,
    /// All of it.
    Full,
}

/// How much of what was shipped of a line or an order was sent back.
pub fn return_progress(sums: Ledger) -> ReturnProgress {
    match sums.returned {
        0 => ReturnProgress::None,
        returned if returned < sums.shipped => ReturnProgress::Partial,
        _ => ReturnProgress::Full,
    }
}

/// What an order is, for whom it waits: everything its status and its queue follow from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OrderState {
    /// As stored.
    pub lifecycle: Lifecycle,
    /// Of all lines together.
    pub ledger: Ledger,
    /// It has a hold that nobody closed.
    pub held: bool,
    /// It was handed to picking and to the ERP.
    pub released: bool,
}

/// Where an order stands at the desk: each order is in one of them, and staff work through them from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OrderQueue {
    /// Its business unit has to approve it.
    AwaitingApproval,
    /// Somebody holds it.
    OnHold,
    /// Staff have to release it.
    ToRelease,
    /// Something is to be taken from the shelf.
    ToPick,
    /// Something picked is to be shipped.
    ToShip,
    /// All is shipped, not all has arrived.
    OnTheWay,
    /// All of it arrived.
    Delivered,
    /// All of it was cancelled.
    Cancelled,
    /// Its approver declined it.
    Declined,
}

impl OrderQueue {
    /// All of them, in the order of the work.
    pub const ALL: [Self; 9] = [
        Self::AwaitingApproval,
        Self::OnHold,
        Self::ToRelease,
        Self::ToPick,
        Self::ToShip,
        Self::OnTheWay,
        Self::Delivered,
        Self::Cancelled,
        Self::Declined,
    ];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::AwaitingApproval => "awaiting_approval",
            Self::OnHold => "on_hold",
            Self::ToRelease => "to_release",
            Self::ToPick => "to_pick",
            Self::ToShip => "to_ship",
            Self::OnTheWay => "on_the_way",
            Self::Delivered => "delivered",
            Self::Cancelled => "cancelled",
            Self::Declined => "declined",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|queue| queue.key() == key)
    }

    /// As the desk shows it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::AwaitingApproval => "To approve",
            Self::OnHold => "On hold",
            Self::ToRelease => "To release",
            Self::ToPick => "To pick",
            Self::ToShip => "To ship",
            Self::OnTheWay => "On the way",
            Self::Delivered => "Delivered",
            Self::Cancelled => "Canceled",
            Self::Declined => "Declined",
        }
    }

    /// Somebody at the desk has something to do about it.
    pub const fn is_work(self) -> bool {
        matches!(self, Self::OnHold | Self::ToRelease | Self::ToPick | Self::ToShip)
    }
}

/// The queue an order is in.
pub fn order_queue(state: OrderState) -> OrderQueue {
    let OrderState { lifecycle, ledger, held, released } = state;
    match lifecycle {
        Lifecycle::AwaitingApproval => OrderQueue::AwaitingApproval,
        Lifecycle::Declined => OrderQueue::Declined,
        Lifecycle::Cancelled => OrderQueue::Cancelled,
        Lifecycle::Complete if shipment_progress(ledger) == ShipmentProgress::Delivered => OrderQueue::Delivered,
        Lifecycle::Complete => OrderQueue::OnTheWay,
        Lifecycle::Open if held => OrderQueue::OnHold,
        Lifecycle::Open if !released => OrderQueue::ToRelease,
        Lifecycle::Open if ledger.to_pick() > 0 => OrderQueue::ToPick,
        Lifecycle::Open => OrderQueue::ToShip,
    }
}

/// The status of an order as its buyer reads it.
pub fn order_status(state: OrderState) -> &'static str {
    match state.lifecycle {
        Lifecycle::AwaitingApproval => "Waiting for approval",
        Lifecycle::Declined => "Declined",
        Lifecycle::Cancelled => "Canceled",
        Lifecycle::Open | Lifecycle::Complete => match shipment_progress(state.ledger) {
            ShipmentProgress::None if state.held => "On hold",
            ShipmentProgress::None => "Confirmed",
            ShipmentProgress::Partial => "Partly shipped",
            ShipmentProgress::Shipped => "Shipped",
            ShipmentProgress::Delivered => "Delivered",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACED: OrderState = OrderState {
        lifecycle: Lifecycle::Open,
        ledger: Ledger {
            ordered: 10,
            cancelled: 0,
            picked: 0,
            shipped: 0,
            delivered: 0,
            returned: 0,
            refunded: 0,
            written_off: 0,
        },
        held: false,
        released: true,
    };

    fn with(change: impl FnOnce(&mut Ledger)) -> OrderState {
        let mut state = PLACED;
        change(&mut state.ledger);
        OrderState { lifecycle: state.lifecycle.settled(state.ledger), ..state }
    }

    #[test]
    fn keys_read_back() {
        for lifecycle in Lifecycle::ALL {
            assert_eq!(Lifecycle::parse(lifecycle.key()), Some(lifecycle));
            assert_eq!(serde_json::to_value(lifecycle).unwrap(), lifecycle.key());
        }
        for queue in OrderQueue::ALL {
            assert_eq!(OrderQueue::parse(queue.key()), Some(queue));
            assert_eq!(serde_json::to_value(queue).unwrap(), queue.key());
        }
    }

    #[test]
    fn an_order_goes_from_queue_to_queue() {
        let told = |state| (order_queue(state), order_status(state));
        let waiting = OrderState { lifecycle: Lifecycle::AwaitingApproval, released: false, ..PLACED };
        assert_eq!(told(waiting), (OrderQueue::AwaitingApproval, "Waiting for approval"));
        assert_eq!(told(OrderState { released: false, ..PLACED }), (OrderQueue::ToRelease, "Confirmed"));
        assert_eq!(told(OrderState { held: true, released: false, ..PLACED }), (OrderQueue::OnHold, "On hold"));
        assert_eq!(told(PLACED), (OrderQueue::ToPick, "Confirmed"));
        assert_eq!(told(with(|sums| sums.picked = 10)), (OrderQueue::ToShip, "Confirmed"));
        let part = with(|sums| (sums.picked, sums.shipped) = (4, 4));
        assert_eq!(told(part), (OrderQueue::ToPick, "Partly shipped"));
        assert_eq!(told(OrderState { held: true, ..part }), (OrderQueue::OnHold, "Partly shipped"));
        let shipped = with(|sums| (sums.picked, sums.shipped) = (10, 10));
        assert_eq!(shipped.lifecycle, Lifecycle::Complete);
        assert_eq!(told(shipped), (OrderQueue::OnTheWay, "Shipped"));
        let delivered = with(|sums| (sums.picked, sums.shipped, sums.delivered) = (10, 10, 10));
        assert_eq!(told(delivered), (OrderQueue::Delivered, "Delivered"));
        assert_eq!(told(with(|sums| sums.cancelled = 10)), (OrderQueue::Cancelled, "Canceled"));
        let declined = OrderState { lifecycle: Lifecycle::Declined, ..waiting };
        assert_eq!(told(declined), (OrderQueue::Declined, "Declined"));
    }

    #[test]
    fn the_rest_of_a_partly_shipped_order_cancelled_leaves_it_complete() {
        let rest = with(|sums| (sums.picked, sums.shipped, sums.cancelled) = (4, 4, 6));
        assert_eq!((rest.lifecycle, order_status(rest)), (Lifecycle::Complete, "Shipped"));
    }

    #[test]
    fn what_comes_back_opens_a_complete_order_and_nothing_opens_a_final_one() {
        let back = Ledger { picked: 10, shipped: 7, ..PLACED.ledger };
        assert_eq!(Lifecycle::Complete.settled(back), Lifecycle::Open);
        for ended in [Lifecycle::Cancelled, Lifecycle::Declined] {
            assert_eq!(ended.settled(back), ended);
            assert!(Lifecycle::ALL.iter().all(|next| !ended.may_become(*next)));
        }
        for (from, to) in [
            (Lifecycle::AwaitingApproval, Lifecycle::Complete),
            (Lifecycle::Complete, Lifecycle::AwaitingApproval),
            (Lifecycle::Open, Lifecycle::Declined),
            (Lifecycle::Complete, Lifecycle::Cancelled),
        ] {
            assert!(!from.may_become(to), "{from:?} {to:?}");
        }
        for (from, to) in [
            (Lifecycle::AwaitingApproval, Lifecycle::Open),
            (Lifecycle::AwaitingApproval, Lifecycle::Declined),
            (Lifecycle::AwaitingApproval, Lifecycle::Cancelled),
            (Lifecycle::Open, Lifecycle::AwaitingApproval),
            (Lifecycle::Open, Lifecycle::Complete),
            (Lifecycle::Open, Lifecycle::Cancelled),
            (Lifecycle::Complete, Lifecycle::Open),
        ] {
            assert!(from.may_become(to), "{from:?} {to:?}");
        }
    }

    #[test]
    fn returns_are_none_part_or_all() {
        let of = |returned| return_progress(Ledger { shipped: 4, returned, ..PLACED.ledger });
        assert_eq!([of(0), of(3), of(4)], [ReturnProgress::None, ReturnProgress::Partial, ReturnProgress::Full]);
    }
}
