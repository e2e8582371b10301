//! The open cart as a request sees it: the session it comes with and the cart's row are one read, and so are its lines with what
//! their owner wishes for. A change between the two shows in the version.

use std::{collections::BTreeSet, sync::Arc};

use fieldhouse_kernel::failure::Failure;

use super::store::{self, CartRow, LineRow, SeenRow};
use crate::{
    buying::{kept::Key, payments::PaymentRow},
    env::Env,
    session::Visitor,
    state::AppState,
};

/// The visitor's open cart, and what else its view depends on.
#[derive(Debug, Clone)]
pub struct SeenCart {
    /// The row.
    pub row: CartRow,
    /// Payments stand on it.
    pub has_payments: bool,
    /// Products its owner wishes for, and when these were added, together: another list has another of the two.
    pub wishes: (i64, i64),
}

impl SeenCart {
    /// What its view is kept under.
    pub fn key(&self) -> Result<Key, Failure> {
        Ok((serde_json::to_vec(&self.row).map_err(Failure::internal)?, self.wishes))
    }
}

/// A cart with its lines as they stood at one version.
#[derive(Debug)]
pub struct WholeCart {
    /// The row.
    pub row: CartRow,
    /// Its lines in the order they were added.
    pub lines: Vec<LineRow>,
    /// Its payments in the order they were added.
    pub payments: Vec<PaymentRow>,
    /// Products of its lines that its owner wishes for.
    pub wished: BTreeSet<String>,
    /// All that they wished for at that moment, as in [`SeenCart`].
    pub wishes: (i64, i64),
}

/// The visitor's open cart.
pub async fn look(env: &Env, visitor: &Visitor) -> Result<Option<SeenCart>, Failure> {
    let db = env.db.read();
    let seen = match visitor.unread_session() {
        Some(id_hash) => {
            let found = store::find_of_session(db, (&id_hash, visitor.site), env.clock.millis()).await?;
            let (session, seen) = found.map_or((None, None), |(session, seen)| (Some(session), seen));
            visitor.read_session(session);
            // Whoever has no session has no cart.
            if visitor.known().await?.is_some() { seen } else { None }
        }
        None => match visitor.known().await? {
            Some(known) => store::find_seen(db, known, visitor.site).await?,
            None => None,
        },
    };
    Ok(seen.map(|SeenRow { row, payments, wished, wished_at }| SeenCart {
        row,
        has_payments: payments,
        wishes: (wished, wished_at.unwrap_or_default()),
    }))
}

/// All of a cart that was seen; nothing when it is not there any more.
pub async fn whole(state: &AppState, visitor: &Visitor, mut seen: SeenCart) -> Result<Option<WholeCart>, Failure> {
    let db = state.db.read();
    // Which products its owner wishes for, and payments, change without the cart.
    if !seen.has_payments
        && seen.wishes.0 == 0
        && let Some(kept) = state.kept_lines.find(&seen.row)
    {
        let (lines, payments, wished) = (kept.to_vec(), Vec::new(), BTreeSet::new());
        return Ok(Some(WholeCart { row: seen.row, lines, payments, wished, wishes: seen.wishes }));
    }
    loop {
        // First: lines of the version that was seen say that nothing changed before them.
        let payments = if seen.has_payments {
            crate::buying::payments::store::list_on_cart(db, &seen.row.id).await?
        } else {
            Vec::new()
        };
        let found = store::list_seen_lines(db, &seen.row).await?;
        let version = seen.row.version;
        // Without lines nothing tells their version but the cart itself.
        let mut is_whole = !found.is_empty() && found.iter().all(|line| line.version == version);
        if !is_whole {
            let Some(now) = look(state, visitor).await? else { return Ok(None) };
            is_whole = found.is_empty() && (&now.row.id, now.row.version) == (&seen.row.id, version);
            seen = now;
        }
        if is_whole {
            let all_wishes = found.first().map_or(seen.wishes, |line| line.wishes);
            let wished = found.iter().filter(|line| line.wished).map(|line| line.row.product_id.clone()).collect();
            let lines: Vec<LineRow> = found.into_iter().map(|line| line.row).collect();
            state.kept_lines.keep(seen.row.clone(), lines.clone());
            return Ok(Some(WholeCart { row: seen.row, lines, payments, wished, wishes: all_wishes }));
        }
    }
}

/// The lines of a cart as it was seen, kept or read; nothing when it is another one by now, or has none.
pub async fn lines_of(state: &AppState, seen: &CartRow) -> Result<Option<Arc<[LineRow]>>, Failure> {
    if let Some(kept) = state.kept_lines.find(seen) {
        return Ok(Some(kept));
    }
    let found = store::list_seen_lines(state.db.read(), seen).await?;
    if found.is_empty() || found.iter().any(|line| line.version != seen.version) {
        return Ok(None);
    }
    let lines = found.into_iter().map(|line| line.row).collect();
    Ok(Some(state.kept_lines.keep(seen.clone(), lines)))
}
