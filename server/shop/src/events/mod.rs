//! The log of what happened, one for the whole store: written in each act's own transaction, read by the timeline of the
//! desk, named by letters and by messages to systems upstream. A row is never changed, but for the notes that the search index
//! and the sales figures know of it. Not here: what follows from an event, which its feature leaves as a job (`kernel/jobs`).

pub mod store;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use serde::Serialize;

use crate::env::Env;

macro_rules! kinds {
    ($($(#[$doc:meta])+ $variant:ident => $key:literal;)+) => {
        /// What happened. Stored and sent by its key: what it is about, a dot, what was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum EventKind {
            $($(#[$doc])+ $variant,)+
        }

        impl EventKind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// As it is stored and sent.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }

            /// Reads a key.
            pub fn parse(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.key() == key)
            }
        }
    };
}

kinds! {
    /// Somebody ordered.
    OrderPlaced => "order.placed";
    /// It has to be approved first.
    OrderAwaitingApproval => "order.awaiting_approval";
    /// It was.
    OrderApproved => "order.approved";
    /// It was not.
    OrderDeclined => "order.declined";
    /// Handed to picking and to the ERP.
    OrderReleased => "order.released";
    /// It waits for something.
    OrderHeld => "order.held";
    /// Somebody else looks after a hold, or on another day.
    OrderHoldChanged => "order.hold_changed";
    /// It does not any more.
    OrderHoldReleased => "order.hold_released";
    /// Lines, address, purchase order or notes are others.
    OrderEdited => "order.edited";
    /// The ERP has it.
    OrderTaken => "order.taken";
    /// The ERP took a change of an order that it has.
    OrderChangeTaken => "order.change_taken";
    /// Somebody wrote something down.
    OrderNoteAdded => "order.note_added";
    /// Pieces of it will not be shipped.
    OrderCancelled => "order.cancelled";
    /// A cancellation was taken back.
    OrderRestored => "order.restored";
    /// Nothing of it is outstanding.
    OrderCompleted => "order.completed";
    /// Pieces were put together to leave together.
    ShipmentCreated => "shipment.created";
    /// It is in its parcels.
    ShipmentPacked => "shipment.packed";
    /// It was undone before it left.
    ShipmentCancelled => "shipment.cancelled";
    /// It left.
    ShipmentShipped => "shipment.shipped";
    /// It arrived.
    ShipmentDelivered => "shipment.delivered";
    /// Something went wrong on its way.
    ShipmentException => "shipment.exception";
    /// It came back.
    ShipmentCameBack => "shipment.came_back";
    /// An amount is credited.
    RefundCreated => "refund.created";
    /// An amount above somebody's cap waits for a second person.
    RefundAsked => "refund.asked";
    /// The second person said no.
    RefundRefused => "refund.refused";
    /// A credit that counted was taken back.
    RefundWithdrawn => "refund.withdrawn";
    /// A letter was sent once more.
    LetterResent => "letter.resent";
    /// A letter was not sent: its brand switched such letters off.
    LetterNotSent => "letter.not_sent";
}

impl EventKind {
    /// It changed what an order is found by.
    const fn changes_what_is_searched(self) -> bool {
        matches!(self, Self::OrderPlaced | Self::OrderEdited | Self::ShipmentShipped)
    }

    /// All that move sales figures, or tell how soon something was approved or left.
    pub const COUNTED: &'static [Self] = &[
        Self::OrderPlaced,
        Self::OrderApproved,
        Self::OrderDeclined,
        Self::OrderEdited,
        Self::OrderCancelled,
        Self::OrderRestored,
        Self::RefundCreated,
        Self::RefundWithdrawn,
        Self::ShipmentShipped,
    ];
}

/// Who did something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doer {
    /// `staff`, `customer`, `visitor` or `system`.
    pub kind: &'static str,
    /// Id; empty for the system.
    pub id: String,
    /// Name as it was then; empty for a visitor.
    pub name: String,
}

impl Doer {
    /// The store itself.
    pub fn system() -> Self {
        Self { kind: "system", id: String::new(), name: String::new() }
    }

    /// Somebody who bought, signed in or not.
    pub fn buyer(id: &str) -> Self {
        Self { kind: "buyer", id: id.to_owned(), name: String::new() }
    }

    /// A customer.
    pub fn customer(id: &str, name: String) -> Self {
        Self { kind: "customer", id: id.to_owned(), name }
    }

    /// Somebody who works for the store.
    pub fn staff(id: &str, name: &str) -> Self {
        Self { kind: "staff", id: id.to_owned(), name: name.to_owned() }
    }
}

/// Something that happened.
#[derive(Debug)]
pub struct NewEvent<'a> {
    /// What.
    pub kind: EventKind,
    /// The order's id; events of one are in the order of their numbers.
    pub subject: &'a str,
    /// Its version after the act.
    pub version: i64,
    /// Brand.
    pub site: Site,
    /// By whom.
    pub by: &'a Doer,
}

/// Writes it down in the transaction of the act. Its number: later ones of the same subject have higher ones.
pub async fn record(env: &Env, tx: &WriteTx, event: NewEvent<'_>, data: &impl Serialize) -> Result<i64, Failure> {
    let data = serde_json::to_string(data).map_err(Failure::internal)?;
    Ok(store::insert_event(tx, &event, (env.clock.millis(), data)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::parse(kind.key()), Some(*kind));
        }
    }
}
