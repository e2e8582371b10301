//! Forgets windows that are over.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::DbErr;

use super::store;

/// Up to `limit` rows of each; how many went.
pub async fn sweep(tx: &WriteTx, now: i64, limit: u64) -> Result<u64, DbErr> {
    let counts = store::delete_counts_over(tx, now, limit).await?;
    Ok(counts.saturating_add(store::delete_guesses_over(tx, now, limit).await?))
}
