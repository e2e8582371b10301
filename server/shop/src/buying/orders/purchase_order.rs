//! The payment of an order by purchase order.

use fieldhouse_core::payments::{CURRENCY, PURCHASE_ORDER, SAP};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use serde::{Deserialize, Serialize};

use super::store::OrderRow;
use crate::{
    buying::payments::{self, PaymentRow},
    env::Env,
};

/// An order by purchase order has its payment (account §3): the one that was planned for this number and put on the
/// cart, else a new one. What it is about is what the order comes to.
pub async fn settle_purchase_order(
    env: &Env,
    tx: &WriteTx,
    order: &OrderRow,
    on_cart: &[PaymentRow],
) -> Result<(), Failure> {
    if order.po_number.is_empty() {
        return Ok(());
    }
    let now = env.clock.millis();
    let number = PurchaseOrderFields { po_number: order.po_number.clone() };
    let is_planned = |payment: &&PaymentRow| {
        payment.method == PURCHASE_ORDER
            && serde_json::from_str::<PurchaseOrderFields>(&payment.fields).is_ok_and(|fields| fields == number)
    };
    if let Some(planned) = on_cart.iter().find(is_planned) {
        payments::store::update_amount(tx, &planned.id, order.total_cents, now).await?;
        return Ok(payments::store::note_order(tx, std::slice::from_ref(&planned.id), &order.id, now).await?);
    }
    let row = PaymentRow {
        id: env.ids.random().to_string(),
        site: order.site.to_string(),
        visitor: order.visitor.clone(),
        method: PURCHASE_ORDER.to_owned(),
        interface: SAP.to_owned(),
        amount_cents: order.total_cents,
        currency: CURRENCY.to_owned(),
        certificate_number: String::new(),
        fields: serde_json::to_string(&number).map_err(Failure::internal)?,
        order_id: Some(order.id.clone()),
        version: 1,
        created_at: now,
        changed_at: now,
    };
    Ok(payments::store::insert_payment(tx, row).await?)
}

/// The payment of an order that was edited: its number and what it is about now.
pub async fn restate_purchase_order(env: &Env, tx: &WriteTx, order: &OrderRow) -> Result<(), Failure> {
    let held = payments::store::list_of_order(&**tx, &order.id).await?;
    let Some(planned) = held.iter().find(|payment| payment.method == PURCHASE_ORDER) else {
        return settle_purchase_order(env, tx, order, &[]).await;
    };
    let number = PurchaseOrderFields { po_number: order.po_number.clone() };
    let fields = serde_json::to_string(&number).map_err(Failure::internal)?;
    let now = env.clock.millis();
    Ok(payments::store::restate(tx, &planned.id, (order.total_cents, &fields), now).await?)
}

/// What is kept of a purchase order beside its payment.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PurchaseOrderFields {
    po_number: String,
}
