//! What an order comes to after its cancellations and credits. Nothing of it is stored: it follows from the order's sums, its
//! lines and their ledgers. Not here: how it is worked out (`fieldhouse_core::orders::invoice`).

use fieldhouse_core::{
    money::Cents,
    orders::{
        invoice::{InvoicedLine, InvoicedOrder, Settled, settle, taken_out},
        ledger::Ledger,
        status::Lifecycle,
    },
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;

use super::store::{OrderLineRow, OrderRow, list_lines};

/// The amounts of an order cannot be told.
#[derive(Debug, thiserror::Error)]
#[error("the amounts of an order cannot be invoiced")]
pub struct OutOfRange;

/// Line of an order as it is invoiced: price of the line, of a piece, and what happened to its pieces.
pub type Priced = (Cents, Cents, Ledger);

impl OrderLineRow {
    /// What happened to its pieces as its buyer is told: what an edit took out was never ordered.
    pub fn told_ledger(&self) -> Ledger {
        let ledger = self.ledger();
        let line = InvoicedLine {
            price: *self.your_cents,
            unit: *self.unit_your_cents,
            ordered: ledger.ordered,
            cancelled: ledger.cancelled,
            shipped: ledger.shipped,
        };
        ledger.without_taken_out(taken_out(&line))
    }
}

impl OrderRow {
    /// What it came to before certificates paid.
    fn gross(&self) -> Cents {
        self.your_cents.saturating_add(*self.freight_cents).saturating_add(*self.tax_cents)
    }

    /// As it is invoiced. Nothing is charged of one that ended.
    pub fn invoiced(&self, lines: impl Iterator<Item = Priced>) -> InvoicedOrder {
        self.invoiced_as(*self.lifecycle, lines)
    }

    fn invoiced_as(&self, lifecycle: Lifecycle, lines: impl Iterator<Item = Priced>) -> InvoicedOrder {
        let ended = matches!(lifecycle, Lifecycle::Cancelled | Lifecycle::Declined);
        let line = |(price, unit, ledger): Priced| InvoicedLine {
            price,
            unit,
            ordered: ledger.ordered,
            cancelled: if ended { ledger.ordered } else { ledger.cancelled },
            shipped: ledger.shipped,
        };
        InvoicedOrder {
            lines: lines.map(line).collect(),
            discount: *self.discount_cents,
            freight: *self.freight_cents,
            tax: *self.tax_cents,
            // The certificates of one that ended pay for another.
            certificates: if ended { Cents::ZERO } else { self.gross().minus_floored(*self.total_cents) },
        }
    }

    /// What it comes to without its canceled pieces. `rows` are its lines.
    pub fn settled(&self, rows: &[OrderLineRow]) -> Result<Settled, Failure> {
        self.settled_with(*self.lifecycle, rows, OrderLineRow::ledger)
    }

    /// The same once it and its lines stand otherwise.
    pub fn settled_with(
        &self,
        lifecycle: Lifecycle,
        rows: &[OrderLineRow],
        ledger: impl Fn(&OrderLineRow) -> Ledger,
    ) -> Result<Settled, Failure> {
        let lines = rows.iter().map(|row| (*row.your_cents, *row.unit_your_cents, ledger(row)));
        settle(&self.invoiced_as(lifecycle, lines)).ok_or_else(|| Failure::internal(OutOfRange))
    }

    /// What of it is not charged, before certificates: its pieces were canceled.
    pub fn canceled(&self, settled: Settled) -> Cents {
        self.gross().minus_floored(settled.charged.saturating_add(settled.covered))
    }
}

/// The same of an order whose lines nobody has read yet.
pub async fn settled(db: &impl ConnectionTrait, row: &OrderRow) -> Result<Settled, Failure> {
    row.settled(&list_lines(db, &row.id).await?)
}
