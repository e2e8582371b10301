//! The order desk: what those who work for the store see of orders, and what they do to them. Each act is one transaction:
//! the ledger's entries, the event, the audit row, what follows for the buyer, and the order a version further.
//! Not here: what an act makes of an order (the rules), who somebody is (`staff`).

pub mod acts;
pub mod afterwards;
pub mod bulk;
pub mod colleagues;
pub mod customers;
pub mod documents;
pub mod edits;
pub mod inbox;
pub mod letters;
pub mod list;
pub mod looks;
pub mod newsletter;
pub mod page;
pub mod parked;
pub mod references;
pub mod sales;
pub mod saved;
pub mod shipping;
pub mod stock;
pub mod store;
pub mod templates;

use fieldhouse_core::{brand::Site, orders::acts::Act, staff::Permission};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    buying::orders::{
        progress::Acting,
        store::{OrderRow, find_placed, hold_order},
    },
    env::Env,
    events::{Doer, EventKind},
    mail::{self, LetterKind},
    staff::{
        StaffMember,
        audit::{self, Entry},
    },
};

/// The brands where somebody may do something.
pub fn sites(member: &StaffMember, permission: Permission) -> Vec<Site> {
    let scope = member.grants.scope(permission);
    Site::all().filter(|site| scope.has(*site)).collect()
}

/// The same, of which one is asked for by its key; one of those that they know nothing of is not there.
pub fn wanted_sites(member: &StaffMember, permission: Permission, asked: &str) -> Result<Vec<Site>, Failure> {
    let seen = sites(member, permission);
    if asked.is_empty() {
        return Ok(seen);
    }
    let site = Site::parse(asked).filter(|site| seen.contains(site)).ok_or_else(Failure::not_found)?;
    Ok(vec![site])
}

/// An order for somebody who may see it; one of a brand they know nothing of is not there.
async fn load(db: &impl ConnectionTrait, member: &StaffMember, id: &str) -> Result<OrderRow, Failure> {
    let order = find_placed(db, id).await?.ok_or_else(Failure::not_found)?;
    member.require(Permission::OrdersView, *order.site)?;
    Ok(order)
}

/// An act of somebody at the desk, within its transaction.
struct DeskAct<'a> {
    env: &'a Env,
    tx: &'a WriteTx,
    /// Who, with the rights of this moment.
    member: StaffMember,
    /// What the rules are asked about, and what is written at the end.
    acting: Acting<'a>,
    before: Value,
}

impl<'a> DeskAct<'a> {
    /// Begins an act on an order as somebody saw it, when they still may and the order stands so.
    async fn begin(
        env: &'a Env,
        tx: &'a WriteTx,
        (member, permission): (&StaffMember, Permission),
        (id, seen): (&str, i64),
        act: Option<Act>,
    ) -> Result<Self, Failure> {
        let order = hold_order(tx, id).await?.ok_or_else(Failure::not_found)?;
        member.require(Permission::OrdersView, *order.site)?;
        let member = member.still_may(tx, permission, *order.site).await?;
        let before = told(&order);
        let by = Doer::staff(&member.id, &member.name);
        let acting = Acting::begin(env, tx, (order, by), Some(seen)).await?;
        if let Some(act) = act {
            acting.check(act)?;
        }
        Ok(Self { env, tx, member, acting, before })
    }

    /// Writes the act down: order, event and audit row. The event's number.
    async fn finish(&mut self, kind: EventKind, data: Value, reason: &str) -> Result<i64, Failure> {
        let seq = self.acting.finish(kind, &data).await?;
        let order = &self.acting.order;
        let mut after = told(order);
        if let (Some(after), Value::Object(data)) = (after.as_object_mut(), data) {
            after.extend(data);
        }
        let actor = self.member.actor();
        let entry = Entry::new(&actor, kind.key(), ("order", &order.id))
            .at(*order.site)
            .changed(std::mem::take(&mut self.before), after)
            .because(reason);
        audit::append(self.env, self.tx, &entry).await?;
        Ok(seq)
    }

    /// Writes down an act that changes nothing of the order yet.
    async fn note(&self, action: &'static str, what: &str, reason: &str) -> Result<(), Failure> {
        let order = &self.acting.order;
        let actor = self.member.actor();
        let entry = Entry::new(&actor, action, ("order", &order.id))
            .at(*order.site)
            .changed(Value::Null, json!({"number": order.number, "edit": what}))
            .because(reason);
        Ok(audit::append(self.env, self.tx, &entry).await?)
    }

    /// Leaves a letter to the buyer about an event of this act.
    async fn write_to_buyer(&self, kind: LetterKind, seq: i64) -> Result<(), Failure> {
        let order = &self.acting.order;
        mail::leave_about_from_house(self.env, self.tx, *order.site, (kind, &order.email), (&order.id, seq)).await
    }
}

/// An order as the audit log tells it before and after an act.
fn told(order: &OrderRow) -> Value {
    json!({
        "number": order.number,
        "version": order.version,
        "lifecycle": order.lifecycle.key(),
        "queue": order.queue.key(),
        "ledger": order.ledger(),
        "total": order.total_cents.get(),
        "purchaseOrder": order.po_number,
        "shippingMethod": order.shipping_method,
    })
}
