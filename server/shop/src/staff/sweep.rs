//! What of staff ends by its age: sessions, invitations nobody came for, what was begun and not answered, and the beginning
//! of the audit log.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::DbErr;

use super::{
    audit, factors,
    session::{self, ABSOLUTE_MILLIS},
    shop_as, store,
};

/// Seven years, with two leap days.
const AUDIT_KEPT_MILLIS: i64 = (7 * 365 + 2) * 86_400_000;

/// How long a customer is shown who shopped for them; the audit log keeps it longer.
const SHOP_AS_KEPT_MILLIS: i64 = 400 * 86_400_000;

/// One round; the number of rows that went.
pub async fn sweep(tx: &WriteTx, now: i64, limit: u64) -> Result<u64, DbErr> {
    let sessions = session::store::delete_sessions_before(tx, now.saturating_sub(ABSOLUTE_MILLIS), limit).await?;
    let invitations = store::delete_ended_invitations(tx, now).await?;
    let ceremonies = factors::store::delete_ended_ceremonies(tx, now).await?;
    let shopped = shop_as::store::delete_before(tx, now.saturating_sub(SHOP_AS_KEPT_MILLIS)).await?;
    let entries = audit::store::prune(tx, now.saturating_sub(AUDIT_KEPT_MILLIS), limit).await?;
    Ok(sessions.saturating_add(invitations).saturating_add(ceremonies).saturating_add(shopped).saturating_add(entries))
}
