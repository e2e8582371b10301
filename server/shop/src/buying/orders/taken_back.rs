//! Certificates of an order that will never be filled are free again, also at the service that was told of their redemption.

use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    jobs::{self, NewJob},
    upstream::Question,
};
use jiff::Timestamp;
use serde_json::Value;

use super::{export::REDEMPTIONS, progress::PLACED, store::OrderRow};
use crate::{
    buying::certificates::{
        client::{RedeemedBody, TAKEN_BACK, TakenBackBody},
        store::list_uses_of,
    },
    env::Env,
};

/// Kind of the message that what an order redeemed was taken back.
pub const KIND: &str = "taken_back";

/// Takes back what the certificate service was told, or is about to be told, that an order redeemed: in the act's
/// transaction, before its certificates are given back.
pub async fn tell(env: &Env, tx: &WriteTx, order: &OrderRow) -> Result<(), Failure> {
    // Without a service nobody was told; before the release nobody was either.
    if env.config.certificates.is_empty() || order.released_at.is_none() {
        return Ok(());
    }
    let uses = list_uses_of(&**tx, &order.id).await?;
    if uses.is_empty() || jobs::take_untried(tx, (REDEMPTIONS.name, PLACED), &order.id).await? {
        return Ok(());
    }
    let certificates = uses.iter().map(RedeemedBody::from);
    // Whole in the message: when it is sent the order has none of them any more.
    let body = TakenBackBody {
        kind: KIND,
        order_id: &order.id,
        order_number: &order.number,
        store_key: order.site.key(),
        taken_back_at: Timestamp::from_millisecond(env.clock.millis()).map_err(Failure::internal)?.to_string(),
        certificates: certificates.collect(),
    };
    let message = NewJob {
        queue: &REDEMPTIONS,
        kind: KIND,
        site: order.site.key(),
        subject: &order.id,
        ordered_by: &order.id,
        dedupe_key: Some(&order.id),
        counted_for: "",
        payload: serde_json::to_string(&body).map_err(Failure::internal)?,
        held: false,
    };
    Ok(jobs::enqueue(tx, &env.clock, &env.ids, message).await?)
}

/// The message as the service is asked to take it.
pub fn question(payload: &str) -> anyhow::Result<Question<'static>> {
    Ok(Question::post(TAKEN_BACK, &serde_json::from_str::<Value>(payload)?)?)
}
