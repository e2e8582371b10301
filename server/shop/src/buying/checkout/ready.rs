//! What an order is made of, read in one statement before anything is held: whoever places it writes it only while it is
//! still so.

use std::collections::BTreeSet;

use fieldhouse_kernel::{db::WriteTx, failure::Failure};

use super::{
    Saved, decode,
    store::{self, ReadyRow},
};
use crate::{
    buying::cart::store::{CartRow, LineRow},
    env::Env,
    session::Visitor,
};

/// A cart that may become an order.
#[derive(Debug)]
pub struct Ready {
    /// The row.
    pub row: CartRow,
    /// Its lines in the order they were added.
    pub lines: Vec<LineRow>,
    /// Products of its lines that its owner wishes for.
    pub wished: BTreeSet<String>,
    /// Payments stand on it.
    pub has_payments: bool,
    /// Articles of its lines that are counted.
    pub counted: BTreeSet<String>,
    /// Both steps as they are stored.
    stored: (Option<String>, Option<String>),
}

impl Ready {
    /// The visitor's open cart, with its lines and what was saved for it.
    pub async fn read(env: &Env, visitor: &Visitor) -> Result<Option<Self>, Failure> {
        let db = env.db.read();
        let rows = match visitor.unread_session() {
            Some(id_hash) => {
                let found = store::list_ready_of_session(db, (&id_hash, visitor.site), env.clock.millis()).await?;
                let (session, rows) = found.map_or((None, Vec::new()), |(session, rows)| (Some(session), rows));
                visitor.read_session(session);
                rows
            }
            None => match visitor.known().await? {
                Some(known) => store::list_ready(db, known).await?,
                None => Vec::new(),
            },
        };
        Ok(Self::of(rows))
    }

    fn of(rows: Vec<ReadyRow>) -> Option<Self> {
        let mut rows = rows.into_iter();
        let ReadyRow { row, shipping, payment, payments, line, counted, wished } = rows.next()?;
        let mut ready = Self {
            row,
            lines: Vec::new(),
            wished: BTreeSet::new(),
            has_payments: payments,
            counted: BTreeSet::new(),
            stored: (shipping, payment),
        };
        ready.take(line, (counted, wished));
        for ReadyRow { line, counted, wished, .. } in rows {
            ready.take(line, (counted, wished));
        }
        Some(ready)
    }

    fn take(&mut self, line: Option<LineRow>, (counted, wished): (bool, bool)) {
        let Some(line) = line else { return };
        if counted {
            self.counted.insert(line.sku.clone());
        }
        if wished {
            self.wished.insert(line.product_id.clone());
        }
        self.lines.push(line);
    }

    /// What was saved for it.
    pub fn saved(&self) -> Result<Saved, Failure> {
        let (shipping, payment) = self.stored.clone();
        Ok(Saved { shipping: decode(shipping)?, payment: decode(payment)? })
    }

    /// Ends the cart within the transaction of its order; false when it, or what was saved for it, is another by now.
    pub async fn close(&self, tx: &WriteTx, now: i64) -> Result<bool, Failure> {
        let (shipping, payment) = &self.stored;
        Ok(store::close_as_read(tx, &self.row, (shipping.as_deref(), payment.as_deref()), now).await?)
    }
}
