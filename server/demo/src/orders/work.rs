//! What happened to an order after it was placed, act by act, by the rules that the desk goes by.

use fieldhouse_core::{
    money::{Cents, format_cents},
    orders::{
        acts::{CancelReason, LineQuantity, PieceMove, all_open, plan},
        hold::HoldKind,
        ledger::Ledger,
        refund::RefundMethod,
        shipment::ShipmentState,
        status::Lifecycle,
        views::RefundState,
    },
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use fieldhouse_shop::{
    buying::orders::{
        approvals,
        holds::store::{HoldRow, insert_hold},
        notes::store::{NoteRow, insert_note},
        players::{self, Choosing},
        progress::Acting,
        shipments::{
            shipment_line,
            store::{ParcelRow, ShipmentRow, insert_shipment, write_parcels, write_shipment},
        },
        store::OrderRow,
    },
    desk::store::{RefundRow, insert_refund},
    env::Env,
    events::{Doer, EventKind},
};
use serde_json::{Value, json};

use super::{HOUR_MILLIS, fate::Fate};
use crate::chance::Chance;

/// Who works at the demo's desk.
const DESK: [(&str, &str); 3] =
    [("demo-ellis", "Morgan Ellis"), ("demo-park", "Jamie Park"), ("demo-diaz", "Rosa Diaz")];

/// All that happened to an order whose fate is known.
pub(super) async fn after(
    env: &Env,
    tx: &WriteTx,
    order: OrderRow,
    (fate, now): (&Fate, i64),
    chance: &mut Chance,
) -> Result<(), Failure> {
    let (id, name) = chance.one_of(&DESK);
    let mut work = Work { env, tx, order, by: Doer::staff(id, name), now };
    let tracking = tracking(chance);
    match *fate {
        Fate::Waiting | Fate::ToRelease | Fate::ToPick => {}
        Fate::Declined => work.declined().await?,
        Fate::Held(kind) => work.held(kind).await?,
        Fate::Cancelled => {
            let all = work.outstanding(1, 1).await?;
            work.cancelled(&all, CancelReason::Duplicate).await?;
        }
        Fate::Picked => drop(work.picked(1, 1).await?),
        Fate::Packed => {
            let shipment = work.picked(1, 1).await?;
            work.went(shipment, ShipmentState::Packed, &tracking).await?;
        }
        Fate::PartShipped => {
            let shipment = work.picked(1, 2).await?;
            work.went(shipment, ShipmentState::Shipped, &tracking).await?;
            work.noted("The second part leaves as soon as the printing is done.", true).await?;
        }
        Fate::Shipped => {
            let shipment = work.picked(1, 1).await?;
            work.went(shipment, ShipmentState::Shipped, &tracking).await?;
        }
        Fate::Exception => {
            let shipment = work.picked(1, 1).await?;
            let shipment = work.went(shipment, ShipmentState::Shipped, &tracking).await?;
            work.went(shipment, ShipmentState::Exception, &tracking).await?;
            work.noted("The carrier found nobody at the door; Receiving was called.", false).await?;
        }
        Fate::Delivered => work.delivered(&tracking).await?,
        Fate::PartDelivered => {
            let first = work.outstanding(1, 3).await?;
            work.cancelled(&first, CancelReason::Stock).await?;
            work.delivered(&tracking).await?;
        }
        Fate::Credited => {
            work.delivered(&tracking).await?;
            work.credited(RefundState::Granted).await?;
        }
        Fate::CreditAsked => {
            work.delivered(&tracking).await?;
            work.credited(RefundState::Asked).await?;
        }
    }
    Ok(())
}

/// A number as the carrier prints it.
fn tracking(chance: &mut Chance) -> String {
    (0..12).map(|_| char::from_digit(chance.between(0, 9), 10).unwrap_or('0')).collect()
}

/// An order somebody works on.
struct Work<'a> {
    env: &'a Env,
    tx: &'a WriteTx,
    order: OrderRow,
    by: Doer,
    /// Nothing happened later.
    now: i64,
}

impl Work<'_> {
    /// Some hours pass.
    fn wait(&self, hours: i64) {
        let left = self.now.saturating_sub(self.env.clock.millis()).max(0);
        self.env.clock.advance_seconds(hours.saturating_mul(HOUR_MILLIS).min(left).div_euclid(1000));
    }

    /// Writes an act down: the pieces it moves, and what it changes of the order.
    async fn act(
        &mut self,
        moved: Option<(PieceMove, &[LineQuantity])>,
        (kind, told): (EventKind, Value),
        change: impl FnOnce(&mut OrderRow),
    ) -> Result<(), Failure> {
        let mut acting = Acting::begin(self.env, self.tx, (self.order.clone(), self.by.clone()), None).await?;
        if let Some((moved, wanted)) = moved {
            let plan = plan(acting.lines().await?, moved, wanted);
            if !plan.errors.is_empty() {
                return Err(Failure::broken(plan.errors));
            }
            acting.append(&plan.entries, plan.sums)?;
        }
        change(&mut acting.order);
        acting.finish(kind, &told).await?;
        self.order = acting.order;
        Ok(())
    }

    /// What is outstanding of some of its lines, so many out of so many.
    async fn outstanding(&self, part: usize, of: usize) -> Result<Vec<LineQuantity>, Failure> {
        let mut acting = Acting::begin(self.env, self.tx, (self.order.clone(), self.by.clone()), None).await?;
        let lines = acting.lines().await?;
        let mut left = all_open(lines, Ledger::outstanding);
        match left.as_mut_slice() {
            // Half of its pieces where there is one line.
            [only] if part < of => only.quantity = only.quantity.div_ceil(2),
            lines => {
                let take = lines.len().saturating_mul(part).div_ceil(of);
                left.truncate(take);
            }
        }
        Ok(left)
    }

    async fn declined(&mut self) -> Result<(), Failure> {
        // A guest's is never asked for.
        if *self.order.lifecycle != Lifecycle::AwaitingApproval {
            return Ok(());
        }
        self.wait(5);
        self.by = Doer::customer("", "Toni Brandt".to_owned());
        let note = "We still have these from last season.";
        let decided = (Lifecycle::Declined.key(), note);
        approvals::store::decide(self.tx, &self.order.id, decided, ("", self.env.clock.millis())).await?;
        let told = (EventKind::OrderDeclined, json!({"note": note}));
        self.act(None, told, |order| order.lifecycle = Lifecycle::Declined.into()).await
    }

    async fn held(&mut self, kind: HoldKind) -> Result<(), Failure> {
        self.wait(1);
        let reason = match kind {
            HoldKind::Payment => "The purchase order is for less than the total.",
            HoldKind::Address => "The carrier does not know the street.",
            HoldKind::ArtProof => "The coach has to approve the crest.",
            _ => "Please wait until the season's schedule is out.",
        };
        let row = HoldRow {
            id: self.env.ids.random().to_string(),
            order_id: self.order.id.clone(),
            kind: kind.into(),
            reason: reason.to_owned(),
            due: String::new(),
            owner: self.by.id.clone(),
            owner_name: self.by.name.clone(),
            opened_at: self.env.clock.millis(),
            closed_by: None,
            closed_at: None,
        };
        let told = json!({"hold": row.id, "label": kind.label(), "reason": reason, "due": ""});
        insert_hold(self.tx, row).await?;
        self.act(None, (EventKind::OrderHeld, told), |order| order.open_holds = 1).await
    }

    async fn cancelled(&mut self, lines: &[LineQuantity], reason: CancelReason) -> Result<(), Failure> {
        self.wait(2);
        let told = json!({"label": reason.label(), "reasonKey": reason.key(), "note": ""});
        self.act(Some((PieceMove::Cancel, lines)), (EventKind::OrderCancelled, told), |_| ()).await
    }

    /// Takes some of its lines from the shelf into a shipment.
    async fn picked(&mut self, part: usize, of: usize) -> Result<(ShipmentRow, Vec<LineQuantity>), Failure> {
        self.wait(20);
        let lines = self.outstanding(part, of).await?;
        let row = ShipmentRow {
            id: self.env.ids.random().to_string(),
            order_id: self.order.id.clone(),
            number: 1,
            state: ShipmentState::Picked.into(),
            created_at: self.env.clock.millis(),
            shipped_at: None,
            delivered_at: None,
        };
        let some: Vec<u32> = lines.iter().map(|line| line.position).collect();
        let names = players::named(&**self.tx, &self.order, Some(&some)).await?;
        let chosen = Choosing { wanted: &lines, named: &[], last: false };
        let chosen = chosen.of(&names, |line, ledger| line.to_pick(ledger.to_pick())).map_err(Failure::broken)?;
        let inside = lines.iter().map(|line| shipment_line(&row.id, line, &chosen)).collect::<Result<_, _>>()?;
        insert_shipment(self.tx, row.clone(), inside).await?;
        let told = json!({"shipment": row.id, "label": "Shipment 1"});
        self.act(Some((PieceMove::Pick, &lines)), (EventKind::ShipmentCreated, told), |_| ()).await?;
        Ok((row, lines))
    }

    /// A shipment on to a state.
    async fn went(
        &mut self,
        (mut row, lines): (ShipmentRow, Vec<LineQuantity>),
        to: ShipmentState,
        tracking: &str,
    ) -> Result<(ShipmentRow, Vec<LineQuantity>), Failure> {
        let (hours, kind, moved) = match to {
            ShipmentState::Shipped => (4, EventKind::ShipmentShipped, Some(PieceMove::Ship)),
            ShipmentState::Delivered => (70, EventKind::ShipmentDelivered, Some(PieceMove::Deliver)),
            ShipmentState::Exception => (50, EventKind::ShipmentException, None),
            _ => (2, EventKind::ShipmentPacked, None),
        };
        self.wait(hours);
        let now = self.env.clock.millis();
        row.state = to.into();
        match to {
            ShipmentState::Shipped => row.shipped_at = Some(now),
            ShipmentState::Delivered => row.delivered_at = Some(now),
            _ => {}
        }
        write_shipment(self.tx, &row).await?;
        let parcel = ParcelRow {
            shipment_id: row.id.clone(),
            number: 1,
            carrier: "fedex".to_owned(),
            tracking: tracking.to_owned(),
        };
        write_parcels(self.tx, &row.id, vec![parcel]).await?;
        let told = json!({"shipment": row.id, "label": "Shipment 1", "parcels": format!("FedEx {tracking}")});
        self.act(moved.map(|moved| (moved, lines.as_slice())), (kind, told), |_| ()).await?;
        Ok((row, lines))
    }

    /// All that is left of it, until it is there.
    async fn delivered(&mut self, tracking: &str) -> Result<(), Failure> {
        // A part of one piece was all of it.
        if self.outstanding(1, 1).await?.is_empty() {
            return Ok(());
        }
        let shipment = self.picked(1, 1).await?;
        let shipment = self.went(shipment, ShipmentState::Shipped, tracking).await?;
        self.went(shipment, ShipmentState::Delivered, tracking).await.map(drop)
    }

    async fn noted(&mut self, text: &str, public: bool) -> Result<(), Failure> {
        self.wait(1);
        let row = NoteRow {
            id: self.env.ids.random().to_string(),
            order_id: self.order.id.clone(),
            public,
            text: text.to_owned(),
            author: self.by.id.clone(),
            author_name: self.by.name.clone(),
            at: self.env.clock.millis(),
        };
        insert_note(self.tx, row).await?;
        self.act(None, (EventKind::OrderNoteAdded, json!({"note": text, "public": public})), |_| ()).await
    }

    /// What the freight was, or all of a total without any: given, or left to a second person.
    async fn credited(&mut self, state: RefundState) -> Result<(), Failure> {
        self.wait(30);
        let amount = if *self.order.freight_cents > *self.order.total_cents || *self.order.freight_cents == Cents::ZERO
        {
            *self.order.total_cents
        } else {
            *self.order.freight_cents
        };
        let (method, reason) = (RefundMethod::TermsCredit, "Two seams were torn; freight is on us.");
        let row = RefundRow {
            id: self.env.ids.random().to_string(),
            order_id: self.order.id.clone(),
            amount_cents: amount.into(),
            method: method.key().to_owned(),
            reason: reason.to_owned(),
            lines: "[]".to_owned(),
            created_by: self.by.id.clone(),
            created_by_name: self.by.name.clone(),
            created_at: self.env.clock.millis(),
            state: state.into(),
            decided_by: None,
            decided_by_name: None,
            decided_at: None,
        };
        let told =
            json!({"refund": row.id, "amount": format_cents(amount), "method": method.label(), "reason": reason});
        insert_refund(self.tx, row).await?;
        let kind = if state == RefundState::Asked { EventKind::RefundAsked } else { EventKind::RefundCreated };
        self.act(None, (kind, told), |_| ()).await
    }
}
