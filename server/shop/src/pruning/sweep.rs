//! Forgets what nobody comes back for: ended sessions and bearer tokens, their carts, old idempotency keys,
//! what can no longer be undone, links and invitations that are no longer valid, tries at accounts of long ago.

use crate::{
    buying::{cart, payments, sharing},
    env::Env,
    finding::wishlist,
    idempotency, limits, lockout,
    people::members,
    session::{IDLE_DAYS, grants::store as grants},
    staff,
};

/// Rows a transaction: the writer is never held for long.
const BATCH: u64 = 500;

/// One round. Returns the number of sessions forgotten.
pub async fn sweep(env: &Env) -> Result<usize, sea_orm::DbErr> {
    let now = env.clock.millis();
    staff::shop_as::end_dead(env).await?;
    let mut forgotten = 0_usize;
    loop {
        let ended = crate::session::store::list_ended(env.db.read(), now, BATCH).await?;
        let ordered = cart::store::list_ordered_before(env.db.read(), kept_since(now), BATCH).await?;
        let lost = cart::store::list_lost_before(env.db.read(), kept_since(now), BATCH).await?;
        let undos = cart::undo::store::list_expired(env.db.read(), now, BATCH).await?;
        let grants = grants::list_ended(env.db.read(), now, BATCH).await?;
        let tx = env.db.write().await?;
        if !ended.is_empty() {
            crate::session::store::delete_sessions(&tx, &ended).await?;
            // A customer's cart waits for the next sign-in.
            let strangers = ended.iter().filter(|session| session.customer_id.is_none());
            let strangers = strangers.map(|session| session.visitor.as_str());
            cart::store::delete_open_of(&tx, strangers.clone()).await?;
            wishlist::store::delete_of(&tx, strangers.clone()).await?;
            payments::store::delete_unused_of(&tx, strangers).await?;
        }
        if !ordered.is_empty() {
            cart::store::delete_carts(&tx, &ordered).await?;
        }
        if !grants.is_empty() {
            grants::delete_grants(&tx, &grants).await?;
            let strangers = grants.iter().filter(|grant| grant.customer_id.is_none());
            let strangers = strangers.map(|grant| grant.visitor.as_str());
            cart::store::delete_open_of(&tx, strangers.clone()).await?;
            wishlist::store::delete_of(&tx, strangers.clone()).await?;
            payments::store::delete_unused_of(&tx, strangers).await?;
        }
        grants::delete_ended_tokens(&tx, now).await?;
        if !lost.is_empty() {
            payments::store::delete_on(&tx, &lost).await?;
            cart::store::delete_carts(&tx, &lost).await?;
        }
        if !undos.is_empty() {
            // The cart that came into a merge waited for it to be undone.
            let waiting: Vec<String> = undos.iter().filter_map(|undo| undo.waiting_cart.clone()).collect();
            payments::store::delete_on(&tx, &waiting).await?;
            cart::store::delete_carts(&tx, &waiting).await?;
            cart::undo::store::delete(&tx, undos.iter().map(|undo| undo.id.as_str())).await?;
        }
        let invitations = members::store::delete_expired(&tx, now).await?;
        let shares = sharing::store::delete_expired(&tx, now).await?;
        let keys = idempotency::store::delete_old(&tx, now, BATCH).await?;
        let tries = lockout::sweep(&tx, now, BATCH).await?;
        let limits = limits::sweep::sweep(&tx, now, BATCH).await?;
        let staff = staff::sweep::sweep(&tx, now, BATCH).await?;
        tx.commit().await?;
        forgotten = forgotten.saturating_add(ended.len());
        let nothing =
            ended.is_empty() && ordered.is_empty() && lost.is_empty() && undos.is_empty() && grants.is_empty();
        if nothing && keys == 0 && shares == 0 && tries == 0 && invitations == 0 && limits == 0 && staff == 0 {
            return Ok(forgotten);
        }
    }
}

/// An ordered cart is kept as long as a silent session; its order stays.
const fn kept_since(now: i64) -> i64 {
    now.saturating_sub(IDLE_DAYS.saturating_mul(86_400_000))
}
