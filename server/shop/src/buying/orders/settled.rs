//! What an order comes to after its cancellations and credits. Nothing of it is stored: it follows from the order's sums, its
//! lines and their ledgers. Not here: how it is worked out (`fieldhouse_core::orders::invoice`).

use std::collections::HashMap;

use fieldhouse_core::{
    money::Cents,
    orders::{
        invoice::{InvoicedLine, InvoicedOrder, Settled, settle, taken_out},
        ledger::Ledger,
        refund::{Credit, granted},
        status::Lifecycle,
    },
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;

use super::{
    credits::{credits, store::list_refunds_of},
    store::{OrderLineRow, OrderRow, list_lines, list_lines_of},
};

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
        let ended = lifecycle.has_ended();
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

    /// As it is invoiced once all that is kept of it was shipped.
    pub fn without_canceled(&self, rows: &[OrderLineRow]) -> InvoicedOrder {
        let mut order = self.invoiced(rows.iter().map(|row| (*row.your_cents, *row.unit_your_cents, row.ledger())));
        for line in &mut order.lines {
            line.shipped = line.ordered.saturating_sub(line.cancelled);
        }
        order
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
}

/// The same of an order whose lines nobody has read yet.
pub async fn settled(db: &impl ConnectionTrait, row: &OrderRow) -> Result<Settled, Failure> {
    row.settled(&list_lines(db, &row.id).await?)
}

/// What a list says that an order comes to: after changes, where there are some.
pub fn told_total(row: &OrderRow, after: Option<&Cents>) -> Cents {
    after.copied().unwrap_or(*row.total_cents)
}

/// What some orders come to after changes, by id: those of which something was canceled or credited.
pub async fn after_changes(db: &impl ConnectionTrait, orders: &[OrderRow]) -> Result<HashMap<String, Cents>, Failure> {
    let given = list_refunds_of(db, orders.iter().map(|order| order.id.clone()).collect()).await?;
    let mut credits_of: HashMap<&str, Vec<Credit>> = HashMap::new();
    for row in &given {
        credits_of.entry(&row.order_id).or_default().extend(credits(std::slice::from_ref(row)));
    }
    // Of one that ended nothing is charged, whatever its lines are.
    let cut = |order: &&OrderRow| order.cancelled > 0 && !order.lifecycle.has_ended();
    let mut lines: HashMap<String, Vec<OrderLineRow>> = HashMap::new();
    for line in list_lines_of(db, orders.iter().filter(cut).map(|order| order.id.clone()).collect()).await? {
        lines.entry(line.order_id.clone()).or_default().push(line);
    }
    let mut told = HashMap::new();
    for order in orders {
        let charged = match lines.get(&order.id) {
            Some(rows) => order.settled(rows)?.charged,
            None if order.lifecycle.has_ended() => Cents::ZERO,
            None => *order.total_cents,
        };
        let credited = granted(credits_of.get(&*order.id).map(Vec::as_slice).unwrap_or_default());
        let is = charged.minus_floored(credited);
        if is != *order.total_cents {
            told.insert(order.id.clone(), is);
        }
    }
    Ok(told)
}
