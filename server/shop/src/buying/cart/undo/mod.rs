//! Taking back what was taken out of a cart: lines, a whole card, everything, a merge at sign-in, or what came in
//! from an order. What was there is kept for a day; putting it back is one transaction, and happens once.

pub mod store;

use fieldhouse_core::{brand::Site, cart::CartChangeView};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};

use super::{
    edit::{Change, Edit, is_priced},
    personal::Prices,
    pool::Line,
    store::{CartRow, LineRow},
};
use crate::{
    buying::payments, env::Env, finding::catalog::Catalog, owner::VisitorId, session::Visitor, state::AppState,
};
use store::UndoRow;

/// A day: long enough to find out what is missing.
const LIFE_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// Keeps the lines a change took out; what undoes it.
pub async fn keep_lines(env: &Env, tx: &WriteTx, visitor: VisitorId, change: &Change) -> Result<String, Failure> {
    keep(env, tx, visitor, (&change.cart, &change.gone), None, None).await
}

/// Two carts before they became one.
pub struct Parted<'a> {
    /// The customer's cart as it was.
    pub held: &'a CartRow,
    /// Its lines as they were.
    pub lines: &'a [LineRow],
    /// The cart of the visit: it waits as it is.
    pub waiting: &'a str,
}

/// Keeps both carts of a merge; what undoes it.
pub async fn keep_merge(
    env: &Env,
    tx: &WriteTx,
    visitor: VisitorId,
    change: &Change,
    before: &Parted<'_>,
) -> Result<String, Failure> {
    // An earlier merge can be undone no more: the cart was changed since, by this one. The cart that waited for it goes with it.
    let waited = store::delete_merges(tx, visitor).await?;
    payments::store::delete_on(tx, &waited).await?;
    super::store::delete_carts(tx, &waited).await?;
    keep(env, tx, visitor, (&change.cart, before.lines), Some(before.held), Some(before.waiting)).await
}

/// Keeps a cart as it was before many lines came in at once; what undoes it.
pub async fn keep_addition(
    env: &Env,
    tx: &WriteTx,
    visitor: VisitorId,
    change: &Change,
    (before, lines): (&CartRow, &[LineRow]),
) -> Result<String, Failure> {
    keep(env, tx, visitor, (&change.cart, lines), Some(before), None).await
}

async fn keep(
    env: &Env,
    tx: &WriteTx,
    visitor: VisitorId,
    (cart, lines): (&CartRow, &[LineRow]),
    before: Option<&CartRow>,
    waiting: Option<&str>,
) -> Result<String, Failure> {
    let (id, now) = (env.ids.random().to_string(), env.clock.millis());
    let row = UndoRow {
        id: id.clone(),
        visitor: visitor.to_string(),
        cart_id: cart.id.clone(),
        version: cart.version,
        lines: serde_json::to_string(lines).map_err(Failure::internal)?,
        cart: before.map(serde_json::to_string).transpose().map_err(Failure::internal)?,
        waiting_cart: waiting.map(str::to_owned),
        created_at: now,
        expires_at: now.saturating_add(LIFE_MILLIS),
    };
    store::insert(tx, row).await?;
    Ok(id)
}

/// Takes a change back.
pub async fn undo(state: &AppState, visitor: &mut Visitor, id: &str) -> Result<CartChangeView, Failure> {
    let catalog = state.catalog.load_full();
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let now = state.clock.millis();
    let kept = store::find(state.db.read(), id, known, now).await?.ok_or_else(too_late)?;
    let rows: Vec<LineRow> = serde_json::from_str(&kept.lines).map_err(Failure::internal)?;
    let skus = rows.into_iter().map(|row| row.sku).collect();
    let super::Asked { prices, wishes, .. } = super::ask_for(state, visitor, skus).await?;
    let tx = state.db.write_soon_for([known.to_string()]).await?;
    let cart = super::store::bump_version(&tx, known, now).await?.ok_or_else(too_late)?;
    let kept = store::find(&*tx, id, known, now).await?.filter(|kept| kept.cart_id == cart.id).ok_or_else(too_late)?;
    let change = match &kept.waiting_cart {
        None if kept.cart.is_none() => put_back(&tx, (&catalog, &prices), visitor.site, cart, &kept).await?,
        None => part(&tx, (&catalog, &prices), visitor.site, cart, &kept).await?,
        Some(waiting) => {
            let stranger = super::store::find_owner(&tx, waiting).await?;
            if let Some(stranger) = stranger {
                crate::buying::cart::payments::part(&tx, stranger, waiting, &cart.id).await?;
            }
            let change = part(&tx, (&catalog, &prices), visitor.site, cart, &kept).await?;
            if let Some(stranger) = stranger {
                visitor.await_return(&tx, stranger).await?;
            }
            change
        }
    };
    change.write(&tx).await?;
    store::delete(&tx, [id]).await?;
    let told = change.into_view(state, &*tx, (&catalog, wishes)).await?;
    tx.commit().await?;
    Ok(told)
}

/// Puts lines back, whatever else has happened to the cart since.
async fn put_back(
    tx: &WriteTx,
    (catalog, prices): (&Catalog, &Prices),
    site: Site,
    cart: CartRow,
    kept: &UndoRow,
) -> Result<Change, Failure> {
    let mut lines = read_lines(catalog, site, kept)?;
    // Codes or buyer may be others than when they were taken out.
    for line in &mut lines {
        prices.apply(&mut line.row, false);
    }
    let pieces = lines.iter().fold(0_u64, |sum, line| sum.saturating_add(u64::from(line.pieces())));
    let stored = if is_priced(&cart, catalog, prices) {
        let products = lines.iter().map(|line| line.row.product_id.as_str());
        super::store::list_lines_of(&**tx, &cart.id, products).await?
    } else {
        super::store::list_lines(&**tx, &cart.id).await?
    };
    let mut edit = Edit::open(catalog, site, prices, cart, stored)?;
    let left_out = edit.put_back(lines)?;
    let change = edit.finish(pieces.saturating_sub(left_out));
    change.check_size()?;
    Ok(change)
}

/// Makes a cart what it was before a merge, or before an order came back into it. Only while nothing was changed since: what
/// was done to both at once belongs to neither.
async fn part(
    tx: &WriteTx,
    (catalog, prices): (&Catalog, &Prices),
    site: Site,
    cart: CartRow,
    kept: &UndoRow,
) -> Result<Change, Failure> {
    super::check_version(&cart, kept.version)?;
    let before: CartRow = serde_json::from_str(kept.cart.as_deref().unwrap_or_default()).map_err(Failure::internal)?;
    let stored = super::store::list_lines(&**tx, &cart.id).await?;
    let again = super::store::restore_cart(tx, &before, &cart).await?;
    let mut edit = Edit::open(catalog, site, prices, cart, stored)?;
    edit.become_again(again, read_lines(catalog, site, kept)?);
    Ok(edit.finish(0))
}

fn read_lines<'a>(catalog: &'a Catalog, site: Site, kept: &UndoRow) -> Result<Vec<Line<'a>>, Failure> {
    let rows: Vec<LineRow> = serde_json::from_str(&kept.lines).map_err(Failure::internal)?;
    rows.into_iter().map(|row| Line::read(row, catalog, site)).collect()
}

fn too_late() -> Failure {
    Failure::new(FailureKind::NotFound, "undo_gone", "This can no longer be undone.")
}
