//! Changes of lines that are there. One whose cart is as it was seen needs to hold nothing: its lines are kept or read as they are
//! at that version, and what comes of them is written only if it still has it. All else is done while the cart is held.

use std::collections::BTreeSet;

use fieldhouse_core::{
    cart::{
        CartChangeView, ChangeLineDraft,
        lines::{CartError, MAX_LINES, are_too_many},
    },
    rule::Broken,
};
use fieldhouse_kernel::failure::Failure;

use super::{
    Asked, ask_for, check_version,
    edit::{Edit, is_priced},
    held::{self, Held},
    seen, store, undo,
};
use crate::{finding::catalog::Catalog, session::Visitor, state::AppState};

/// Sets the quantity of a line that was seen at a version, and its texts where they are given.
pub async fn change_line(
    state: &AppState,
    visitor: &Visitor,
    id: &str,
    draft: ChangeLineDraft,
) -> Result<CartChangeView, Failure> {
    let catalog = state.catalog.load_full();
    let asked = ask_for(state, visitor, Vec::new()).await?;
    let act = |edit: &mut Edit<'_>| match &draft.free_form {
        Some(texts) => edit.set_texts(id, draft.quantity, texts.clone()),
        None => edit.set(id, draft.quantity),
    };
    if let Some(told) = change_seen((state, visitor), (&catalog, &asked), id, draft.version, act).await? {
        return Ok(told);
    }
    let ids = BTreeSet::from([id]);
    edit_lines((state, visitor), (&catalog, &asked), Held::Pools(&ids), draft.version, act).await
}

/// Removes lines that were seen at a version; all of them or none. The answer says how to undo it.
pub async fn remove_lines(
    state: &AppState,
    visitor: &Visitor,
    ids: &[&str],
    version: i64,
) -> Result<CartChangeView, Failure> {
    let ids: BTreeSet<&str> = ids.iter().copied().collect();
    if ids.is_empty() {
        return Err(Failure::broken(vec![CartError::Empty.at("lineItemIds")]));
    }
    // No card has more of them, and a body has place for many times as many.
    if are_too_many(ids.len()) {
        return Err(Failure::broken(vec![CartError::TooManyLines { maximum: MAX_LINES }.at("lineItemIds")]));
    }
    let catalog = state.catalog.load_full();
    let asked = ask_for(state, visitor, Vec::new()).await?;
    edit_lines((state, visitor), (&catalog, &asked), Held::Pools(&ids), version, |edit| {
        edit.remove(&ids);
        Ok(())
    })
    .await
}

/// Empties the cart that was seen at a version. The answer says how to undo it.
pub async fn empty(state: &AppState, visitor: &Visitor, version: i64) -> Result<CartChangeView, Failure> {
    let catalog = state.catalog.load_full();
    let asked = ask_for(state, visitor, Vec::new()).await?;
    edit_lines((state, visitor), (&catalog, &asked), Held::All, version, |edit| {
        edit.clear();
        Ok(())
    })
    .await
}

/// Changes a line of a cart that is as it was seen, with all others of its product; nothing when the cart has to be held for it.
async fn change_seen(
    (state, visitor): (&AppState, &Visitor),
    (catalog, asked): (&Catalog, &Asked),
    id: &str,
    version: i64,
    act: impl FnOnce(&mut Edit<'_>) -> Result<(), Failure>,
) -> Result<Option<CartChangeView>, Failure> {
    let (Some(known), Some(seen)) = (visitor.known().await?, &asked.seen) else { return Ok(None) };
    let before = &seen.row;
    if before.version != version || !is_priced(before, catalog, &asked.prices) {
        return Ok(None);
    }
    let tx = state.db.write_at_end_for([known.to_string()]).await?;
    let Some(kept) = seen::lines_of(state, before).await? else { return Ok(None) };
    let Some(touched) = kept.iter().find(|line| line.id == id) else { return Ok(None) };
    let stored = kept.iter().filter(|line| line.product_id == touched.product_id).cloned().collect();
    let stepped = before.clone().stepped(state.clock.millis());
    let mut edit = Edit::open(catalog, visitor.site, &asked.prices, stepped, stored)?;
    act(&mut edit)?;
    let mut change = edit.finish(0);
    if !change.gone.is_empty() || change.names_grew > 0 {
        // What undoes it is written as well, and names are counted.
        return Ok(None);
    }
    change.check_size()?;
    let (cart, changed) = (change.cart.clone(), std::mem::take(&mut change.changed));
    store::write_lines(&tx, &changed);
    let told = change.into_view(state, state.db.read(), (catalog, asked.wishes)).await?;
    if !tx.commit_if(held::step_from(state.db.backend(), before, &cart)).await? {
        return Ok(None);
    }
    state.kept_lines.keep_changed(cart, &kept, changed);
    Ok(Some(told))
}

async fn edit_lines(
    (state, visitor): (&AppState, &Visitor),
    (catalog, asked): (&Catalog, &Asked),
    touched: Held<'_>,
    seen: i64,
    act: impl FnOnce(&mut Edit<'_>) -> Result<(), Failure>,
) -> Result<CartChangeView, Failure> {
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let tx = state.db.write_soon_for([known.to_string()]).await?;
    let (cart, pools) = held::hold_open(&tx, known, touched).await?.ok_or_else(Failure::not_found)?;
    if pools.is_empty() {
        return Err(Failure::not_found());
    }
    let cart = cart.stepped(state.clock.millis());
    check_version(&cart, seen)?;
    let stored =
        if is_priced(&cart, catalog, &asked.prices) { pools } else { store::list_lines(&*tx, &cart.id).await? };
    let mut edit = Edit::open(catalog, visitor.site, &asked.prices, cart, stored)?;
    act(&mut edit)?;
    let mut change = edit.finish(0);
    if change.gone.is_empty() {
        change.check_size()?;
    } else {
        change.view.undo = undo::keep_lines(state, &tx, known, &change).await?;
    }
    change.write(&tx).await?;
    let told = change.into_view(state, &*tx, (catalog, asked.wishes)).await?;
    tx.commit().await?;
    Ok(told)
}
