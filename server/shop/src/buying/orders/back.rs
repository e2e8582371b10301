//! A declined order back into its buyer's cart, line by line as if it were typed anew: what is not sold any more
//! is left out and told, and all of it can be taken back.

use fieldhouse_core::{
    cart::{AddLineDraft, CopiedCartView},
    people::approval::check_return,
};
use fieldhouse_kernel::failure::Failure;

use super::store;
use crate::{
    buying::{
        cart::{
            self,
            edit::{Edit, accept_some, pieces_of},
            undo,
        },
        orders::approvals,
    },
    idempotency::{IdempotencyKey, StoredResponse},
    session::Visitor,
    state::AppState,
};

/// Puts the lines of a declined order of the visitor into their cart.
pub async fn put_into_cart(
    state: &AppState,
    visitor: &Visitor,
    id: &str,
    keyed: Option<&IdempotencyKey>,
) -> Result<StoredResponse, Failure> {
    let catalog = state.catalog.load_full();
    let (site, db) = (visitor.site, state.db.read());
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let order = store::find_order(db, known, site.key(), id).await?.ok_or_else(Failure::not_found)?;
    let approval = approvals::of_order(db, &order.id).await?;
    if let Some(refusal) = check_return(approval.map(|approval| approval.decision)) {
        return Err(Failure::broken(vec![refusal]));
    }
    let mut drafts = Vec::new();
    for line in store::list_lines(db, &order.id).await? {
        let free_form = serde_json::from_str(&line.free_form).map_err(Failure::internal)?;
        drafts.push(AddLineDraft { sku: line.sku, quantity: line.quantity, free_form });
    }
    let (accepted, left_out) = accept_some(&catalog, site, drafts);
    if accepted.is_empty() {
        return StoredResponse::done(&CopiedCartView { change: None, left_out });
    }
    let skus = accepted.iter().map(|line| line.found.variant.sku.to_string()).collect();
    let cart::Asked { prices, wishes, .. } = cart::ask_for(state, visitor, skus).await?;
    let _turn = keyed.map(|keyed| state.running.start(known, keyed)).transpose()?;
    let tx = state.db.write_for([known.to_string()]).await?;
    if let Some(keyed) = keyed
        && let Some(kept) = keyed.find(&*tx, known).await?
    {
        return Ok(kept);
    }
    let before = cart::step_or_begin(state, &tx, &catalog, visitor, known).await?;
    let stored = cart::store::list_lines(&*tx, &before.id).await?;
    let mut edit = Edit::open(&catalog, site, &prices, before.clone(), stored.clone())?;
    edit.add(state, &accepted)?;
    let mut change = edit.finish(pieces_of(&accepted));
    change.check_size()?;
    change.view.undo = undo::keep_addition(state, &tx, known, &change, (&before, &stored)).await?;
    change.write(&tx).await?;
    let change = Some(change.into_view(state, &*tx, (&catalog, wishes)).await?);
    let answer = StoredResponse::done(&CopiedCartView { change, left_out })?;
    if let Some(keyed) = keyed {
        keyed.keep(&tx, known, state.clock.millis(), &answer).await?;
    }
    tx.commit().await?;
    Ok(answer)
}
