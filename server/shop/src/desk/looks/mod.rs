//! Who has an order open: everybody who looks says so every few seconds and hears who else does. Rows, so that it holds over
//! several nodes; nobody is kept from anything by one.

pub mod store;

use fieldhouse_core::orders::looking::looking_text;
use fieldhouse_kernel::failure::Failure;
use serde::Serialize;

use super::load;
use crate::{env::Env, staff::StaffMember};
use store::LookRow;

/// Who has not said so for this long has gone: three looks, so that a late one is no coming and going.
pub const LASTS_MILLIS: i64 = 30_000;

/// Who else has an order open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLookView {
    /// 'Dana Reyes has it open'; empty while nobody else has.
    pub text: String,
}

/// Notes that somebody has an order open; who else has.
pub async fn look(env: &Env, member: &StaffMember, id: &str) -> Result<OrderLookView, Failure> {
    let order = load(env.db.read(), member, id).await?;
    let now = env.clock.millis();
    let gone = now.saturating_sub(LASTS_MILLIS);
    let tx = env.db.write().await?;
    store::write_look(&tx, LookRow { order_id: order.id, staff_id: member.id.clone(), seen_at: now }).await?;
    let names = store::list_names(&*tx, id, &member.id, gone).await?;
    tx.commit().await?;
    Ok(OrderLookView { text: looking_text(&names) })
}
