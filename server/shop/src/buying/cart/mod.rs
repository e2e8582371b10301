//! The cart: adding, changing, removing and pricing its lines. A change evaluates only the product
//! it touches and moves the cart's sums by the difference; another catalogue prices it whole.

pub mod certificates;
pub mod codes;
pub mod edit;
pub mod fields;
pub mod merge;
pub mod payments;
pub mod personal;
pub mod pool;
pub mod store;
pub mod undo;
pub mod view;
pub mod visit;

use std::collections::BTreeSet;

use fieldhouse_core::{
    brand::Site,
    cart::{
        AddLinesDraft, CartChangeView, CartHeadView, CartView, ChangeLineDraft,
        evaluation::{LineOutcome, Sums},
        lines::CartError,
    },
    rule::Broken,
};
use fieldhouse_kernel::db::columns::Money;
use fieldhouse_kernel::{db::WriteTx, failure::Failure};

use crate::{
    buying::payments::PaymentRow,
    env::Env,
    finding::{catalog::Catalog, wishlist},
    idempotency::{IdempotencyKey, StoredResponse},
    owner::VisitorId,
    session::{Visitor, codes::Codes},
    state::AppState,
};
use edit::{Accepted, Edit, accept, is_priced, pieces_of};
use personal::{Prices, Which};
use pool::{Line, QuantityPool, evaluate};
use store::{CartRow, LineRow};

/// A cart with all its lines at today's prices.
pub struct PricedCart<'a> {
    /// The row as stored.
    pub row: CartRow,
    /// Lines by product.
    pub pools: Vec<QuantityPool<'a>>,
    /// What they come to today.
    pub sums: Sums,
    /// Its payments in the order they were added.
    pub payments: Vec<PaymentRow>,
}

impl<'a> PricedCart<'a> {
    /// All lines with what they come to, in the order they were added.
    pub fn in_order(&self) -> Vec<(&Line<'a>, &LineOutcome)> {
        let mut members: Vec<_> = self.pools.iter().flat_map(QuantityPool::outcomes).collect();
        members.sort_by_key(|(line, _)| line.row.position);
        members
    }
}

/// The header's part of the cart.
pub async fn load_head(env: &Env, visitor: &Visitor) -> Result<CartHeadView, Failure> {
    let Some(known) = visitor.known().await? else { return Ok(view::no_head(visitor.site)) };
    let cart = store::find_open(env.db.read(), known).await?;
    Ok(cart.map_or_else(|| view::no_head(visitor.site), |cart| view::head(visitor.site, &cart)))
}

/// The visitor's cart at today's prices.
pub async fn find_cart(state: &AppState, visitor: &Visitor) -> Result<Option<CartView>, Failure> {
    let catalog = state.catalog.load_full();
    match find_priced(state, &catalog, visitor).await? {
        Some(cart) => Ok(Some(shown(state, visitor.site, &cart).await?)),
        None => Ok(None),
    }
}

/// A cart as its owner sees it: with the marks of the wishlist.
async fn shown(env: &Env, site: Site, cart: &PricedCart<'_>) -> Result<CartView, Failure> {
    let mut view = view::cart_view(site, cart);
    wishlist::mark(env.db.read(), site, &cart.row.visitor, &mut view.items).await?;
    Ok(view)
}

/// The visitor's cart with its lines at today's prices.
pub async fn find_priced<'a>(
    state: &AppState,
    catalog: &'a Catalog,
    visitor: &Visitor,
) -> Result<Option<PricedCart<'a>>, Failure> {
    let db = state.db.read();
    let Some(known) = visitor.known().await? else { return Ok(None) };
    let Some(mut row) = store::find_open(db, known).await? else { return Ok(None) };
    // Row and lines are two reads: a change between them shows in the version.
    let (lines, payments) = loop {
        let lines = store::list_lines(db, &row.id).await?;
        let payments = crate::buying::payments::store::list_on_cart(db, &row.id).await?;
        match store::find_open(db, known).await? {
            Some(now) if now.id == row.id && now.version == row.version => break (lines, payments),
            Some(now) => row = now,
            None => return Ok(None),
        }
    };
    let skus = lines.iter().map(|line| line.sku.clone()).collect();
    let prices = Prices::ask(state, visitor, Some(&row), skus, Which::All).await?;
    Ok(Some(PricedCart { payments, ..price(row, lines, catalog, visitor.site, &prices)? }))
}

/// A cart's lines at the prices of a snapshot and the personal ones; its payments are not looked at.
pub fn price<'a>(
    row: CartRow,
    lines: Vec<LineRow>,
    catalog: &'a Catalog,
    site: Site,
    prices: &Prices,
) -> Result<PricedCart<'a>, Failure> {
    let same = prices.are_of(&row);
    let line = |mut line: LineRow| {
        prices.apply(&mut line, same);
        Line::read(line, catalog, site)
    };
    let lines = lines.into_iter().map(line).collect::<Result<_, _>>()?;
    let pools = evaluate(lines, site);
    let sums = pool::sums_of(&pools);
    Ok(PricedCart { row, pools, sums, payments: Vec::new() })
}

/// Adds lines, all or none; the cart takes the codes it lacks from `claimed`. With a key, a repeated
/// call answers as the first did.
pub async fn add_lines(
    state: &AppState,
    visitor: &Visitor,
    draft: &AddLinesDraft,
    keyed: Option<&IdempotencyKey>,
    claimed: &Codes,
) -> Result<StoredResponse, Failure> {
    let catalog = state.catalog.load_full();
    let accepted = accept(&catalog, visitor.site, draft)?;
    add_accepted(state, visitor, &catalog, &accepted, keyed, claimed, |change| StoredResponse::done(&change)).await
}

/// Adds accepted lines; `tell` makes the answer that is kept with the key.
pub async fn add_accepted(
    state: &AppState,
    visitor: &Visitor,
    catalog: &Catalog,
    accepted: &[Accepted<'_>],
    keyed: Option<&IdempotencyKey>,
    claimed: &Codes,
    tell: impl FnOnce(CartChangeView) -> Result<StoredResponse, Failure>,
) -> Result<StoredResponse, Failure> {
    let known = visitor.known().await?;
    let skus = accepted.iter().map(|line| line.found.variant.sku.to_string()).collect();
    let prices = ask_for(state, visitor, known, skus).await?;
    let _turn = match (keyed, known) {
        (Some(keyed), Some(known)) => Some(state.running.start(known, keyed)?),
        _ => None,
    };
    let now = state.clock.millis();
    let tx = state.db.write_for(known.map(|known| known.to_string())).await?;
    if let (Some(keyed), Some(known)) = (keyed, known)
        && let Some(kept) = keyed.find(&tx, known).await?
    {
        return Ok(kept);
    }
    let owner = visitor.remember(&tx).await?;
    let open = match known {
        Some(known) => store::bump_version(&tx, known, now).await?,
        None => None,
    };
    let change = match open {
        Some(mut cart) => {
            fields::attach(&tx, &mut cart, claimed).await?;
            add_to_cart(state, &tx, (catalog, &prices), visitor.site, cart, accepted).await?
        }
        None => begin_cart(state, &tx, (catalog, &prices), visitor.site, (owner, claimed), accepted).await?,
    };
    let answer = tell(change)?;
    if let Some(keyed) = keyed {
        keyed.keep(&tx, owner, now, &answer).await?;
    }
    tx.commit().await?;
    Ok(answer)
}

/// Adds to a cart whose version was raised.
async fn add_to_cart(
    state: &AppState,
    tx: &WriteTx,
    (catalog, prices): (&Catalog, &Prices),
    site: Site,
    cart: CartRow,
    accepted: &[Accepted<'_>],
) -> Result<CartChangeView, Failure> {
    let products: BTreeSet<&str> = accepted.iter().map(|line| line.found.product.facts.id.as_str()).collect();
    let stored = if is_priced(&cart, catalog, prices) {
        store::list_lines_of(&**tx, &cart.id, products).await?
    } else {
        store::list_lines(&**tx, &cart.id).await?
    };
    let mut edit = Edit::open(catalog, site, prices, cart, stored)?;
    edit.add(state, accepted)?;
    let change = edit.finish(pieces_of(accepted));
    change.check_size()?;
    change.write(tx).await?;
    change.into_view(tx).await
}

/// The visitor's open cart with its version raised, or a new one without lines: what a certificate or
/// a code goes on.
pub async fn step_or_begin(
    env: &Env,
    tx: &WriteTx,
    catalog: &Catalog,
    site: Site,
    owner: VisitorId,
) -> Result<CartRow, Failure> {
    let now = env.clock.millis();
    if let Some(cart) = store::bump_version(tx, owner, now).await? {
        return Ok(cart);
    }
    let cart = new_cart(env, site, owner, catalog.change);
    if store::insert_cart(tx, &cart).await? {
        return Ok(cart);
    }
    // Another request of this visitor began one at the same moment.
    store::bump_version(tx, owner, now).await?.ok_or_else(|| Failure::internal(anyhow::anyhow!("no cart")))
}

/// A cart without lines that nobody has seen yet.
fn new_cart(env: &Env, site: Site, owner: VisitorId, priced_change: i64) -> CartRow {
    let now = env.clock.millis();
    CartRow {
        id: env.ids.random().to_string(),
        site: site.key().to_owned(),
        visitor: owner.to_string(),
        status: store::OPEN.to_owned(),
        version: 1,
        next_position: 0,
        line_count: 0,
        total_quantity: 0,
        merch_cents: Money::default(),
        your_cents: Money::default(),
        priced_change,
        price_key: String::new(),
        created_at: now,
        changed_at: now,
        flyer_code: String::new(),
        friendly_flyer_code: String::new(),
        program_id: String::new(),
        cert_flyer_code: String::new(),
        custom_type: false,
        certificate_cents: Money::default(),
        buys_for: String::new(),
    }
}

/// The visitor's open cart; an empty one is begun when there is none.
pub async fn open_cart(state: &AppState, visitor: &Visitor) -> Result<CartRow, Failure> {
    let change = state.catalog.load().change;
    let tx = state.db.write().await?;
    let owner = visitor.remember(&tx).await?;
    let cart = new_cart(state, visitor.site, owner, change);
    if store::insert_cart(&tx, &cart).await? {
        tx.commit().await?;
        return Ok(cart);
    }
    store::find_open(&*tx, owner).await?.ok_or_else(|| Failure::internal(anyhow::anyhow!("no cart")))
}

/// Holds the visitor's open cart, which was seen at a version, at the one after it.
pub async fn load_at_version(
    env: &Env,
    tx: &WriteTx,
    visitor: VisitorId,
    cart_id: &str,
    seen: i64,
) -> Result<CartRow, Failure> {
    let cart = store::bump_version(tx, visitor, env.clock.millis()).await?.filter(|cart| cart.id == cart_id);
    let cart = cart.ok_or_else(Failure::not_found)?;
    check_version(&cart, seen)?;
    Ok(cart)
}

/// Begins the visitor's cart with its first lines.
async fn begin_cart(
    state: &AppState,
    tx: &WriteTx,
    (catalog, prices): (&Catalog, &Prices),
    site: Site,
    (owner, claimed): (VisitorId, &Codes),
    accepted: &[Accepted<'_>],
) -> Result<CartChangeView, Failure> {
    let now = state.clock.millis();
    let mut cart = CartRow { price_key: prices.key.clone(), ..new_cart(state, site, owner, catalog.change) };
    fields::take(&mut cart, claimed);
    let mut edit = Edit::open(catalog, site, prices, cart, Vec::new())?;
    edit.add(state, accepted)?;
    let change = edit.finish(pieces_of(accepted));
    change.check_size()?;
    if store::insert_cart(tx, &change.cart).await? {
        store::write_lines(tx, &change.changed).await?;
        return change.into_view(tx).await;
    }
    // Another request of this visitor began one at the same moment: add to that.
    let mut cart =
        store::bump_version(tx, owner, now).await?.ok_or_else(|| Failure::internal(anyhow::anyhow!("no cart")))?;
    fields::attach(tx, &mut cart, claimed).await?;
    add_to_cart(state, tx, (catalog, prices), site, cart, accepted).await
}

/// Sets the quantity of a line that was seen at a version, and its texts where they are given.
pub async fn change_line(
    state: &AppState,
    visitor: &Visitor,
    id: &str,
    draft: ChangeLineDraft,
) -> Result<CartChangeView, Failure> {
    let ids = BTreeSet::from([id]);
    edit_lines(state, visitor, Touched::Some(&ids), draft.version, |edit| match draft.free_form {
        Some(texts) => edit.set_texts(id, draft.quantity, texts),
        None => edit.set(id, draft.quantity),
    })
    .await
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
    edit_lines(state, visitor, Touched::Some(&ids), version, |edit| {
        edit.remove(&ids);
        Ok(())
    })
    .await
}

/// Empties the cart that was seen at a version. The answer says how to undo it.
pub async fn empty(state: &AppState, visitor: &Visitor, version: i64) -> Result<CartChangeView, Failure> {
    edit_lines(state, visitor, Touched::All, version, |edit| {
        edit.clear();
        Ok(())
    })
    .await
}

/// Which lines a change is about.
#[derive(Clone, Copy)]
enum Touched<'i> {
    /// These; all of them must be there.
    Some(&'i BTreeSet<&'i str>),
    /// Whatever is in the cart.
    All,
}

async fn edit_lines(
    state: &AppState,
    visitor: &Visitor,
    touched: Touched<'_>,
    seen: i64,
    act: impl FnOnce(&mut Edit<'_>) -> Result<(), Failure>,
) -> Result<CartChangeView, Failure> {
    let catalog = state.catalog.load_full();
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let prices = ask_for(state, visitor, Some(known), Vec::new()).await?;
    let tx = state.db.write_for([known.to_string()]).await?;
    let cart = store::bump_version(&tx, known, state.clock.millis()).await?.ok_or_else(Failure::not_found)?;
    let pools = match touched {
        Touched::Some(ids) => store::list_pools(&*tx, &cart.id, ids).await?,
        Touched::All => store::list_lines(&*tx, &cart.id).await?,
    };
    if pools.is_empty() {
        return Err(Failure::not_found());
    }
    check_version(&cart, seen)?;
    let stored = if is_priced(&cart, &catalog, &prices) { pools } else { store::list_lines(&*tx, &cart.id).await? };
    let mut edit = Edit::open(&catalog, visitor.site, &prices, cart, stored)?;
    act(&mut edit)?;
    let mut change = edit.finish(0);
    if change.gone.is_empty() {
        change.check_size()?;
    } else {
        change.view.undo = undo::keep_lines(state, &tx, known, &change).await?;
    }
    change.write(&tx).await?;
    let told = change.into_view(&tx).await?;
    tx.commit().await?;
    Ok(told)
}

/// Refuses what was asked of another version than the one before this request's step.
pub fn check_version(stepped: &CartRow, seen: i64) -> Result<(), Failure> {
    let current = stepped.version.saturating_sub(1);
    if seen == current {
        return Ok(());
    }
    Err(Failure::conflict("cart_changed", "Your cart was changed meanwhile. Please look at it again.", current))
}

/// The personal prices of skus that come into the visitor's cart; of all its lines when those it has are
/// of another visit: other codes, or signed in meanwhile.
pub async fn ask_for(
    state: &AppState,
    visitor: &Visitor,
    known: Option<VisitorId>,
    skus: Vec<String>,
) -> Result<Prices, Failure> {
    let cart = match known {
        Some(known) => store::find_open(state.db.read(), known).await?,
        None => None,
    };
    Prices::ask(state, visitor, cart.as_ref(), skus, Which::Given).await
}

/// Prices the visitor's cart again and gives it. The version is raised only when the catalogue, the codes
/// or the buyer are others than before, or a price is.
pub async fn recalculate(state: &AppState, visitor: &Visitor, cart_id: &str) -> Result<CartView, Failure> {
    let catalog = state.catalog.load_full();
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let found = find_priced(state, &catalog, visitor).await?.filter(|cart| cart.row.id == cart_id);
    let found = found.ok_or_else(Failure::not_found)?;
    let skus = found.in_order().iter().map(|(line, _)| line.row.sku.clone()).collect();
    let prices = Prices::ask(state, visitor, Some(&found.row), skus, Which::All).await?;
    if is_priced(&found.row, &catalog, &prices) && found.sums == pool::cart_sums(&found.row) {
        return shown(state, visitor.site, &found).await;
    }
    let tx = state.db.write_for([known.to_string()]).await?;
    let cart = store::bump_version(&tx, known, state.clock.millis()).await?;
    let cart = cart.filter(|cart| cart.id == cart_id).ok_or_else(Failure::not_found)?;
    let stored = store::list_lines(&*tx, &cart.id).await?;
    Edit::open_whole(&catalog, visitor.site, &prices, cart, stored)?.finish(0).write(&tx).await?;
    tx.commit().await?;
    find_cart(state, visitor).await?.ok_or_else(Failure::not_found)
}
