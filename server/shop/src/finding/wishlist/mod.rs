//! Wishlists where the brand has them: product ids of a visitor or a customer, shown as tiles.

pub mod store;

use std::collections::BTreeSet;

use fieldhouse_core::{
    brand::{Site, brand},
    cart::CartCardView,
    catalog::WishlistView,
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};

use crate::{
    owner::{CustomerId, VisitorId},
    session::Visitor,
    state::AppState,
};

/// Products one wishlist holds.
const MOST: usize = 500;

fn enabled(site: Site) -> Result<(), Failure> {
    if brand(site).wishlist { Ok(()) } else { Err(Failure::not_found()) }
}

/// The visitor's wishlist; what is no longer sold here is left out.
pub async fn view(state: &AppState, visitor: &Visitor) -> Result<WishlistView, Failure> {
    enabled(visitor.site)?;
    let Some(owner) = visitor.known().await? else { return Ok(WishlistView::default()) };
    shown(state, state.db.read(), visitor.site, owner).await
}

async fn shown(
    state: &AppState,
    db: &impl sea_orm::ConnectionTrait,
    site: Site,
    owner: VisitorId,
) -> Result<WishlistView, Failure> {
    let ids = store::list_products(db, &owner.to_string(), site.key()).await?;
    let catalog = state.catalog.load();
    let products = ids.iter().filter_map(|id| catalog.by_id(site, id));
    Ok(WishlistView { items: products.map(|product| catalog.tile_view(site, product)).collect() })
}

/// Puts a product on the list; it is there once.
pub async fn add(state: &AppState, visitor: &Visitor, product_id: &str) -> Result<WishlistView, Failure> {
    enabled(visitor.site)?;
    if state.catalog.load().by_id(visitor.site, product_id).is_none() {
        return Err(Failure::not_found());
    }
    visitor.known().await?;
    let tx = state.db.write().await?;
    let owner = visitor.remember(&tx).await?;
    if store::list_products(&*tx, &owner.to_string(), visitor.site.key()).await?.len() >= MOST {
        let title = format!("A wishlist holds at most {MOST} products.");
        return Err(Failure::new(FailureKind::Broken, "wishlist_full", title));
    }
    store::insert_product(&tx, owner, visitor.site.key(), product_id, state.clock.millis()).await?;
    let view = shown(state, &*tx, visitor.site, owner).await?;
    tx.commit().await?;
    Ok(view)
}

/// Takes a product off the list.
pub async fn remove(state: &AppState, visitor: &Visitor, product_id: &str) -> Result<WishlistView, Failure> {
    enabled(visitor.site)?;
    let Some(owner) = visitor.known().await? else { return Ok(WishlistView::default()) };
    let tx = state.db.write().await?;
    store::delete_product(&tx, owner, visitor.site.key(), product_id).await?;
    let view = shown(state, &*tx, visitor.site, owner).await?;
    tx.commit().await?;
    Ok(view)
}

/// Marks the cards whose product is among those that the owner of a cart wishes for (cart §2).
pub fn mark(site: Site, wished: &BTreeSet<String>, cards: &mut [CartCardView]) {
    if !brand(site).wishlist {
        return;
    }
    for card in cards {
        card.is_favourite = wished.contains(&card.id);
    }
}

/// The same where the wishes are still to be read.
pub async fn read_and_mark(
    db: &impl sea_orm::ConnectionTrait,
    site: Site,
    owner: &str,
    cards: &mut [CartCardView],
) -> Result<(), Failure> {
    if !brand(site).wishlist || cards.is_empty() {
        return Ok(());
    }
    let wished = store::list_products(db, owner, site.key()).await?;
    mark(site, &wished.into_iter().collect(), cards);
    Ok(())
}

/// At sign-in what this browser wished for joins the customer's list, within the sign-in's transaction.
pub async fn merge(tx: &WriteTx, site: Site, stranger: VisitorId, customer: CustomerId) -> Result<(), Failure> {
    let owner = VisitorId(customer.0);
    for item in store::list_items(&**tx, &stranger.to_string(), site.key()).await? {
        store::insert_product(tx, owner, site.key(), &item.product_id, item.added_at).await?;
    }
    store::delete_all(tx, stranger, site.key()).await?;
    Ok(())
}
