//! How an order goes on after it was placed: entries are appended to its ledger, its lifecycle and its queue follow by the
//! rules, and each act steps its version. Whoever acts names the version they saw.

pub mod store;

use std::collections::HashMap;

use fieldhouse_core::{
    orders::{
        acts::{Act, Entry, LineState, check_order_act, sums as sums_of},
        invoice::Settled,
        ledger::Ledger,
        status::{Lifecycle, OrderState, order_queue, order_status},
    },
    stock::stock_move,
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    jobs::{self, NewJob},
};
use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use serde_json::json;

use super::{
    export,
    store::{OrderLineRow, OrderRow, list_lines},
    taken_back,
};
use crate::{
    buying::{
        certificates::{self, source::Certificates, store::list_uses_of},
        payments,
    },
    env::Env,
    events::{self, Doer, EventKind, NewEvent},
    state::AppState,
    stock::Held,
};

/// Kind of the message that an order was placed. A queue takes one of an order.
pub const PLACED: &str = "placed";

impl OrderRow {
    /// Its ledger: that of all its lines together.
    pub fn ledger(&self) -> Ledger {
        ledger_of(
            self.total_quantity,
            [self.cancelled, self.picked, self.shipped, self.delivered, self.returned, self.refunded, self.written_off],
        )
    }

    /// What its status, its queue and what may be done to it follow from.
    pub fn state(&self) -> OrderState {
        OrderState {
            lifecycle: *self.lifecycle,
            ledger: self.ledger(),
            held: self.open_holds > 0,
            released: self.released_at.is_some(),
        }
    }

    /// As its buyer reads it.
    pub fn status(&self) -> &'static str {
        order_status(self.state())
    }
}

impl OrderLineRow {
    /// Its ledger.
    pub fn ledger(&self) -> Ledger {
        ledger_of(
            self.quantity,
            [self.cancelled, self.picked, self.shipped, self.delivered, self.returned, self.refunded, self.written_off],
        )
    }
}

fn ledger_of(ordered: i64, sums: [i64; 7]) -> Ledger {
    let [cancelled, picked, shipped, delivered, returned, refunded, written_off] = sums.map(i64::unsigned_abs);
    Ledger { ordered: ordered.unsigned_abs(), cancelled, picked, shipped, delivered, returned, refunded, written_off }
}

/// An act on an order within its transaction: what it changes is written when it is [finished](Self::finish).
pub struct Acting<'a> {
    env: &'a Env,
    tx: &'a WriteTx,
    /// The order; what is changed of it here is written at the end.
    pub order: OrderRow,
    by: Doer,
    entries: Vec<Entry>,
    lines: Vec<LineState>,
    /// Lifecycle and lines as they were when it began.
    was: (Lifecycle, Vec<LineState>),
}

impl<'a> Acting<'a> {
    /// Begins an act on an order as its actor saw it. Another version is answered with who changed what.
    pub async fn begin(
        env: &'a Env,
        tx: &'a WriteTx,
        (order, by): (OrderRow, Doer),
        seen: Option<i64>,
    ) -> Result<Self, Failure> {
        if let Some(seen) = seen
            && seen != order.version
        {
            return Err(Self::changed(&**tx, &order).await?);
        }
        let was = (*order.lifecycle, Vec::new());
        Ok(Self { env, tx, order, by, entries: Vec::new(), lines: Vec::new(), was })
    }

    /// Writes down that something follows from an act that was finished.
    pub async fn also(&self, kind: EventKind, data: &impl Serialize) -> Result<i64, Failure> {
        let (order, by) = (&self.order, &self.by);
        let event = NewEvent { kind, subject: &order.id, version: order.version, site: *order.site, by };
        events::record(self.env, self.tx, event, data).await
    }

    /// Refuses what may not be done to the order as it stands.
    pub fn check(&self, act: Act) -> Result<(), Failure> {
        check_order_act(act, self.order.state()).map_or(Ok(()), |refusal| Err(Failure::broken(vec![refusal])))
    }

    /// The lines as they stand, once read.
    pub async fn lines(&mut self) -> Result<&[LineState], Failure> {
        if self.lines.is_empty() {
            self.lines = lines_of(&**self.tx, &self.order.id).await?;
            self.was.1.clone_from(&self.lines);
        }
        Ok(&self.lines)
    }

    /// Some lines as they stand: all that an act needs which moves pieces of these alone. No other line is read after it.
    pub async fn lines_at(&mut self, positions: &[u32]) -> Result<&[LineState], Failure> {
        let states = store::list_states(&**self.tx, &self.order.id, Some(positions)).await?;
        self.lines = states.into_iter().collect::<Result<_, _>>().map_err(Failure::internal)?;
        self.was.1.clone_from(&self.lines);
        Ok(&self.lines)
    }

    /// The order's sums once the lines that were read have these: they may be some of its lines, or all.
    pub fn sums_with(&self, sums: Ledger) -> Ledger {
        self.order.ledger().with_part(sums_of(&self.was.1), sums)
    }

    /// What the order comes to without what is canceled, with what this act cancels.
    pub async fn settled(&mut self) -> Result<Settled, Failure> {
        let rows = list_lines(&**self.tx, &self.order.id).await?;
        let after: HashMap<i64, Ledger> =
            self.lines().await?.iter().map(|line| (i64::from(line.position), line.ledger)).collect();
        let lifecycle = self.order.lifecycle.settled(self.order.ledger());
        self.order
            .settled_with(lifecycle, &rows, |row| after.get(&row.position).copied().unwrap_or_else(|| row.ledger()))
    }

    /// A line that is added: the entries that follow put its pieces there.
    pub async fn add_line(&mut self, position: u32) -> Result<(), Failure> {
        self.lines().await?;
        self.lines.push(LineState { position, ledger: Ledger::default() });
        Ok(())
    }

    /// Appends entries that a plan made.
    pub fn append(&mut self, entries: &[Entry], sums: Ledger) -> Result<(), Failure> {
        for entry in entries {
            let line = self.lines.iter_mut().find(|line| line.position == entry.position);
            let line = line.ok_or_else(|| Failure::internal(anyhow::anyhow!("an entry of no line")))?;
            line.ledger = line
                .ledger
                .after(entry.kind, entry.quantity)
                .map_err(|error| Failure::internal(anyhow::anyhow!("an entry that no plan makes: {error:?}")))?;
        }
        self.entries.extend_from_slice(entries);
        store::set_sums(&mut self.order, sums);
        Ok(())
    }

    /// Writes the act down: entries, event, and the order with the lifecycle and queue that follow. Its event's number.
    pub async fn finish(&mut self, kind: EventKind, data: &impl Serialize) -> Result<i64, Failure> {
        let now = self.env.clock.millis();
        let before = *self.order.lifecycle;
        let state = self.order.state();
        let after = before.settled(state.ledger);
        self.order.lifecycle = after.into();
        self.order.queue = order_queue(self.order.state()).into();
        self.order.changed_at = now;
        let seen = self.order.version;
        self.order.version = seen.saturating_add(1);
        if !store::step(self.tx, &self.order, seen).await? {
            return Err(Self::changed(&**self.tx, &self.order).await?);
        }
        let (order, by) = (&self.order, &self.by);
        let event = |kind| NewEvent { kind, subject: &order.id, version: order.version, site: *order.site, by };
        let seq = events::record(self.env, self.tx, event(kind), data).await?;
        store::insert_entries(self.tx, &order.id, seq, &self.entries).await?;
        for line in &self.lines {
            if self.entries.iter().any(|entry| entry.position == line.position) {
                store::write_line_sums(self.tx, &order.id, line).await?;
            }
        }
        self.move_stock(after).await?;
        self.entries.clear();
        let (order, by) = (&self.order, &self.by);
        let event = |kind| NewEvent { kind, subject: &order.id, version: order.version, site: *order.site, by };
        if before != after {
            match after {
                Lifecycle::Complete => {
                    events::record(self.env, self.tx, event(EventKind::OrderCompleted), &json!({})).await?;
                }
                // Another order may use them.
                Lifecycle::Cancelled | Lifecycle::Declined => {
                    taken_back::tell(self.env, self.tx, order).await?;
                    give_certificates_back(self.tx, &order.id).await?;
                }
                Lifecycle::AwaitingApproval | Lifecycle::Open => {}
            }
        }
        Ok(seq)
    }
}

impl Acting<'_> {
    /// Moves the stock of counted articles as the act moved their lines, after these were written: whoever begins to count
    /// one now waits for that, and sees it.
    async fn move_stock(&mut self, after: Lifecycle) -> Result<(), Failure> {
        let (before, _) = self.was;
        let ends = Lifecycle::has_ended;
        if ends(before) != ends(after) && self.entries.is_empty() {
            // Declined: no entry told its lines, and all of them are given back.
            self.lines().await?;
            for line in &self.lines {
                store::write_line_sums(self.tx, &self.order.id, line).await?;
            }
        }
        let was: HashMap<u32, Ledger> = self.was.1.iter().map(|was| (was.position, was.ledger)).collect();
        let of_line = |line: &LineState| {
            let was = was.get(&line.position).copied().unwrap_or_default();
            stock_move((before, was), (after, line.ledger))
        };
        let of_lines: HashMap<u32, _> = self.lines.iter().map(|line| (line.position, of_line(line))).collect();
        if !of_lines.values().all(|moved| moved.is_nothing()) {
            let counted = store::list_counted_lines(self.tx, &self.order.id).await?;
            let of = |line: &store::CountedLine| {
                let position = u32::try_from(line.position).ok()?;
                let moved = of_lines.get(&position)?;
                (!moved.is_nothing()).then(|| (line.sku.clone(), line.stock_epoch, *moved))
            };
            let known: Vec<_> = counted.iter().filter_map(of).collect();
            let held = Held::of(self.tx, known.iter().map(|(sku, _, _)| sku.clone()).collect()).await?;
            held.apply(self.env, self.tx, (&self.order.id, &self.by), &known).await?;
        }
        self.was = (after, self.lines.clone());
        Ok(())
    }
}

/// Frees the certificates of an order that will never be filled. A service that heard of them is told before
/// ([`taken_back::tell`]).
pub async fn give_certificates_back(tx: &WriteTx, order_id: &str) -> Result<(), DbErr> {
    certificates::store::delete_uses_of(tx, order_id).await?;
    payments::store::delete_certificates_of(tx, order_id).await
}

impl Acting<'_> {
    /// Somebody else was faster: who, and what they did.
    pub async fn changed(db: &impl ConnectionTrait, order: &OrderRow) -> Result<Failure, Failure> {
        let last = events::store::find_last(db, &order.id).await?;
        let who = last.as_ref().map(|event| event.actor_name.clone()).filter(|name| !name.is_empty());
        // As the house spells it.
        let what = |kind: &str| kind.replace(['.', '_'], " ").replace("cancelled", "canceled");
        let what = last.map(|event| what(&event.kind)).unwrap_or_default();
        let title = match who {
            Some(who) => format!("{who} changed this order since you opened it ({what}). Look again before you go on."),
            None => format!("This order changed since you opened it ({what}). Look again before you go on."),
        };
        let current = super::store::find_placed(db, &order.id).await?.map_or(order.version, |order| order.version);
        Ok(Failure::conflict("order_changed", title, current))
    }
}

/// The lines of an order with what happened to them.
pub async fn lines_of(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<LineState>, Failure> {
    let states = store::list_states(db, order_id, None).await?;
    states.into_iter().collect::<Result<_, _>>().map_err(Failure::internal)
}

/// Hands an order to picking and, by its message, to the ERP; what it redeemed is told to the certificate service.
pub async fn release(state: &AppState, tx: &WriteTx, order: &mut OrderRow) -> Result<(), Failure> {
    order.released_at = Some(state.clock.millis());
    let enqueue = async |queue| {
        let message = NewJob {
            queue,
            kind: PLACED,
            site: order.site.key(),
            subject: &order.id,
            ordered_by: &order.id,
            dedupe_key: Some(&order.id),
            counted_for: "",
            payload: String::new(),
            held: false,
        };
        jobs::enqueue(tx, &state.clock, &state.ids, message).await
    };
    if state.erp_orders.is_some() {
        enqueue(&export::ORDERS).await?;
    }
    // A service would go on calling them valid.
    let service = matches!(state.certificates, Certificates::Service(_));
    if service && !list_uses_of(&**tx, &order.id).await?.is_empty() {
        enqueue(&export::REDEMPTIONS).await?;
    }
    Ok(())
}
