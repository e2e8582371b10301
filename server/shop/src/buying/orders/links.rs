//! Signed links that open one order for whoever holds them, on any device: those of letters, and those that a
//! look-up by number and e-mail answers with. Not here: what is shown of the order.

use fieldhouse_core::{
    brand::Site,
    checkout::look_up::{OrderLinkView, OrderLookUpDraft, parse_order_look_up},
};
use fieldhouse_kernel::{failure::Failure, http::address::ClientAddress};
use sea_orm::DbErr;

use super::store;
use crate::{env::Env, limits::rate::Rated, signing::Purpose};

const DAY_SECONDS: i64 = 24 * 60 * 60;
/// Days the link of a letter opens its order: a season, as links of shared carts.
const LETTER_DAYS: i64 = 90;
/// Days the link of a look-up does: it can be asked for again.
const LOOK_UP_DAYS: i64 = 1;

/// The path in a letter that opens an order.
pub async fn for_letter(env: &Env, order_id: &str) -> Result<String, DbErr> {
    path(env, order_id, LETTER_DAYS).await
}

async fn path(env: &Env, order_id: &str, days: i64) -> Result<String, DbErr> {
    let ends = env.clock.now().as_second().saturating_add(days.saturating_mul(DAY_SECONDS));
    let signed = env.sign(Purpose::Order, order_id, ends).await?;
    // The id stands in the address already.
    let key = signed.strip_prefix(order_id).and_then(|rest| rest.strip_prefix('.')).unwrap_or_default();
    Ok(["/order?id=", order_id, "&key=", key].concat())
}

/// Whether a key opens an order now.
pub async fn opens(env: &Env, order_id: &str, key: &str) -> Result<bool, DbErr> {
    if key.is_empty() {
        return Ok(false);
    }
    let about = env.open_signed(Purpose::Order, &[order_id, ".", key].concat()).await?;
    Ok(about.is_some_and(|(subject, _)| subject == order_id))
}

/// The order of a number and the e-mail of its confirmation. One that is not there and one of somebody else are
/// the same answer.
pub async fn look_up(
    env: &Env,
    (site, from): (Site, ClientAddress),
    draft: &OrderLookUpDraft,
) -> Result<OrderLinkView, Failure> {
    env.admit(Rated::OrderLookUp, from).await?;
    let wanted = parse_order_look_up(draft).map_err(Failure::broken)?;
    let found = store::find_by_number(env.db.read(), site.key(), &wanted.number).await?;
    let order = found.filter(|order| order.email == wanted.email.as_str()).ok_or_else(Failure::not_found)?;
    Ok(OrderLinkView { path: path(env, &order.id, LOOK_UP_DAYS).await? })
}
