//! At sign-in the cart of the anonymous visit becomes part of the customer's, within the sign-in's
//! own transaction (decisions: identity).

use fieldhouse_core::{
    brand::Site,
    cart::merging::{merged_pieces, merged_text, merged_texts},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};

use super::{
    edit::Edit,
    fields,
    personal::Prices,
    pool::Line,
    store,
    undo::{self, Parted},
};
use crate::{
    buying::payments,
    env::Env,
    finding::catalog::Catalog,
    owner::{CustomerId, VisitorId},
};

/// What a merge is told as.
#[derive(Debug, Default)]
pub struct Merged {
    /// One sentence; empty when there was nothing to merge into or from.
    pub told: String,
    /// What parts the carts again; empty likewise.
    pub undo: String,
}

/// Merges. The cart of the visit waits as it is, reachable for nobody, until the merge can no longer be undone.
pub async fn merge(
    env: &Env,
    tx: &WriteTx,
    catalog: &Catalog,
    site: Site,
    (stranger, customer): (VisitorId, CustomerId),
    now: i64,
) -> Result<Merged, Failure> {
    let owner = VisitorId(customer.0);
    let Some(brought) = store::bump_version(tx, stranger, now).await? else { return Ok(Merged::default()) };
    let Some(mut held) = store::bump_version(tx, owner, now).await? else {
        store::give_cart(tx, &brought.id, owner).await?;
        payments::give_with(tx, &brought.id, owner).await?;
        return Ok(Merged::default());
    };
    let before = held.clone();
    fields::merge(tx, &mut held, &brought).await?;
    held.certificate_cents = super::payments::bring_along(tx, owner, &brought.id, &held.id).await?;
    let lines = store::list_lines(&**tx, &brought.id).await?;
    if lines.is_empty() {
        store::delete_carts(tx, &[brought.id]).await?;
        return Ok(Merged::default());
    }
    let pieces = u64::try_from(brought.total_quantity).map_err(Failure::internal)?;
    let stored = store::list_lines(&**tx, &held.id).await?;
    let prices = Prices::of_merge(&held, &brought, now);
    let mut edit = Edit::open(catalog, site, &prices, held, stored.clone())?;
    let lines = lines.into_iter().map(|row| Line::read(row, catalog, site)).collect::<Result<Vec<_>, _>>()?;
    let left_out = edit.merge(env, lines)?;
    // A cart that holds more than it may is told so at checkout.
    let change = edit.finish(pieces);
    change.put(tx).await?;
    // Nobody's until then: another sign-in of the same visit, at the same moment, finds nothing to merge.
    store::give_cart(tx, &brought.id, VisitorId(env.ids.random())).await?;
    let before = Parted { held: &before, lines: &stored, waiting: &brought.id };
    let undo = undo::keep_merge(env, tx, owner, &change, &before).await?;
    Ok(Merged { told: merged_text(pieces, left_out), undo })
}

impl Line<'_> {
    /// Adds the pieces and texts of the same line of another cart; the pieces that do not fit.
    pub fn join(&mut self, brought: &Line<'_>) -> Result<u64, Failure> {
        let quantity = merged_pieces(self.pieces(), brought.pieces());
        let wanted = u64::from(self.pieces()).saturating_add(u64::from(brought.pieces()));
        self.row.quantity = i64::from(quantity);
        self.free_form = merged_texts(std::mem::take(&mut self.free_form), &brought.free_form, quantity);
        self.row.free_form = serde_json::to_string(self.free_form.entries()).map_err(Failure::internal)?;
        Ok(wanted.saturating_sub(u64::from(quantity)))
    }
}
