//! The cart: adding, changing, removing and pricing its lines. A change evaluates only the product
//! it touches and moves the cart's sums by the difference; another catalogue prices it whole.

pub mod certificates;
pub mod change;
pub mod codes;
pub mod edit;
pub mod fields;
pub mod held;
pub mod merge;
pub mod payments;
pub mod personal;
pub mod pool;
pub mod seen;
pub mod stock;
pub mod store;
pub mod undo;
pub mod view;
pub mod visit;

use std::collections::BTreeSet;

use fieldhouse_core::{
    brand::Site,
    cart::{
        AddLinesDraft, CartChangeView, CartHeadView, CartView,
        evaluation::{LineOutcome, Sums},
    },
};
use fieldhouse_kernel::db::columns::Money;
use fieldhouse_kernel::{db::WriteTx, failure::Failure, http::prepared::json_of};

use axum::body::Bytes;

use crate::{
    buying::payments::PaymentRow,
    env::Env,
    finding::{catalog::Catalog, wishlist},
    idempotency::{IdempotencyKey, StoredResponse},
    owner::VisitorId,
    session::{Visitor, codes::Codes},
    state::AppState,
};
use edit::{Accepted, Change, Edit, accept, is_priced, pieces_of};
use held::Held;
use personal::{Prices, Which};
use pool::{Line, QuantityPool, evaluate};
use seen::{SeenCart, WholeCart};
use store::{CartRow, LineRow};
use visit::PriceVisit;

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
    /// Products of its lines that its owner wishes for.
    pub wished: BTreeSet<String>,
    /// All that they wish for ([`SeenCart`]).
    pub wishes: (i64, i64),
}

impl<'a> PricedCart<'a> {
    /// True when nothing changed between a look at its row and the reading of its lines: not what its owner wishes for, either.
    pub fn is_as_seen(&self, seen: &SeenCart) -> bool {
        (&self.row.id, self.row.version, self.wishes) == (&seen.row.id, seen.row.version, seen.wishes)
    }

    /// All lines with what they come to, in the order they were added.
    pub fn in_order(&self) -> Vec<(&Line<'a>, &LineOutcome)> {
        let mut members: Vec<_> = self.pools.iter().flat_map(QuantityPool::outcomes).collect();
        members.sort_by_key(|(line, _)| line.row.position);
        members
    }
}

/// The header's part of the cart. Its sums are those of the last change, as long as the same codes, buyer and
/// conditions hold and the catalogue is the same.
pub async fn load_head(state: &AppState, visitor: &Visitor) -> Result<CartHeadView, Failure> {
    let site = visitor.site;
    let Some(seen) = seen::look(state, visitor).await? else { return Ok(view::no_head(site)) };
    let key = PriceVisit::of(state, visitor, Some(&seen.row)).await?.map(|visit| visit.key()).unwrap_or_default();
    let catalog = state.catalog.load_full();
    let stays = key == seen.row.price_key && seen.row.priced_change == catalog.change;
    if stays || seen.row.line_count == 0 {
        return Ok(view::head(site, &seen.row, pool::cart_sums(&seen.row)));
    }
    let cart = priced_of(state, &catalog, visitor, seen).await?;
    Ok(cart.map_or_else(|| view::no_head(site), |cart| view::head(site, &cart.row, cart.sums)))
}

/// The visitor's cart as it goes out, or `null`: the kept view as long as the cart is the same.
pub async fn active(state: &AppState, visitor: &Visitor) -> Result<Bytes, Failure> {
    const NONE: Bytes = Bytes::from_static(b"null");
    let catalog = state.catalog.load_full();
    let Some(seen) = seen::look(state, visitor).await? else { return Ok(NONE) };
    // Payments, personal prices and counts change without the cart.
    let stays = !seen.has_payments && PriceVisit::of(state, visitor, Some(&seen.row)).await?.is_none();
    let key = seen.key()?;
    if stays && let Some(kept) = state.kept_carts.find(&catalog, &key) {
        return Ok(kept);
    }
    let Some(cart) = priced_of(state, &catalog, visitor, seen.clone()).await? else { return Ok(NONE) };
    let stays = stays
        && cart.is_as_seen(&seen)
        && !cart.pools.iter().flat_map(|pool| &pool.lines).any(|line| catalog.is_counted(&line.row.sku));
    let view = shown(state, (visitor.site, &catalog), &cart).await?;
    let view = json_of(&view)?;
    if stays {
        state.kept_carts.keep(&catalog, key, view.clone());
    }
    Ok(view)
}

/// The visitor's cart at today's prices.
pub async fn find_cart(state: &AppState, visitor: &Visitor) -> Result<Option<CartView>, Failure> {
    let catalog = state.catalog.load_full();
    match find_priced(state, &catalog, visitor).await? {
        Some(cart) => Ok(Some(shown(state, (visitor.site, &catalog), &cart).await?)),
        None => Ok(None),
    }
}

/// A cart as its owner sees it: with what is left of what is counted, and the marks of the wishlist.
async fn shown(env: &Env, (site, catalog): (Site, &Catalog), cart: &PricedCart<'_>) -> Result<CartView, Failure> {
    let mut view = view::cart_view(site, cart);
    stock::tell(env, env.db.read(), catalog, &mut view.items).await?;
    wishlist::mark(site, &cart.wished, &mut view.items);
    Ok(view)
}

/// The visitor's cart with its lines at today's prices.
pub async fn find_priced<'a>(
    state: &AppState,
    catalog: &'a Catalog,
    visitor: &Visitor,
) -> Result<Option<PricedCart<'a>>, Failure> {
    let Some(seen) = seen::look(state, visitor).await? else { return Ok(None) };
    priced_of(state, catalog, visitor, seen).await
}

/// A cart that was seen with its lines at today's prices; nothing when it is not there any more.
pub async fn priced_of<'a>(
    state: &AppState,
    catalog: &'a Catalog,
    visitor: &Visitor,
    seen: SeenCart,
) -> Result<Option<PricedCart<'a>>, Failure> {
    let Some(WholeCart { row, lines, payments, wished, wishes }) = seen::whole(state, visitor, seen).await? else {
        return Ok(None);
    };
    let skus = lines.iter().map(|line| line.sku.clone()).collect();
    let prices = Prices::ask(state, visitor, Some(&row), skus, Which::All).await?;
    Ok(Some(PricedCart { payments, wished, wishes, ..price(row, lines, catalog, visitor.site, &prices)? }))
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
    Ok(PricedCart { row, pools, sums, payments: Vec::new(), wished: BTreeSet::new(), wishes: (0, 0) })
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
    let skus = accepted.iter().map(|line| line.found.variant.sku.to_string()).collect();
    let asked = ask_for(state, visitor, skus).await?;
    let known = visitor.known().await?;
    let _turn = match (keyed, known) {
        (Some(keyed), Some(known)) => Some(state.running.start(known, keyed)?),
        _ => None,
    };
    let now = state.clock.millis();
    let tx = match known {
        Some(known) => state.db.write_soon_for([known.to_string()]).await?,
        // Nothing of somebody new is there to be held or read.
        None => state.db.write_at_end_for([]).await?,
    };
    if let (Some(keyed), Some(known)) = (keyed, known)
        && let Some(kept) = keyed.find(&*tx, known).await?
    {
        return Ok(kept);
    }
    let owner = visitor.remember(&tx).await?;
    let (site, is_new) = (visitor.site, known.is_none());
    let adding = Adding { state, visitor, tx: &tx, catalog, asked: &asked, site, owner, is_new, claimed, accepted };
    let change = match known {
        Some(_) => adding.to_open().await?,
        None => None,
    };
    let change = match change {
        Some(change) => change,
        None => adding.to_new().await?,
    };
    let answer = tell(change)?;
    if let Some(keyed) = keyed {
        keyed.keep(&tx, owner, now, &answer).await?;
    }
    tx.commit().await?;
    Ok(answer)
}

/// Accepted lines on their way into a cart.
struct Adding<'a> {
    state: &'a AppState,
    visitor: &'a Visitor,
    tx: &'a WriteTx,
    catalog: &'a Catalog,
    asked: &'a Asked,
    site: Site,
    owner: VisitorId,
    /// Nobody knew the owner before this request, nor has another one begun a cart for them.
    is_new: bool,
    claimed: &'a Codes,
    accepted: &'a [Accepted<'a>],
}

impl Adding<'_> {
    /// Adds to the owner's open cart; nothing when there is none.
    async fn to_open(&self) -> Result<Option<CartChangeView>, Failure> {
        let products: BTreeSet<&str> = self.accepted.iter().map(|line| line.found.product.facts.id.as_str()).collect();
        let held = held::hold_open(self.tx, self.owner, Held::Products(&products)).await?;
        let Some((cart, of_products)) = held else { return Ok(None) };
        let mut cart = cart.stepped(self.state.clock.millis());
        fields::attach(self.tx, &mut cart, self.claimed).await?;
        let stored = if is_priced(&cart, self.catalog, &self.asked.prices) {
            of_products
        } else {
            store::list_lines(&**self.tx, &cart.id).await?
        };
        let change = self.change(cart, stored)?;
        change.write(self.tx).await?;
        self.tell(change).await.map(Some)
    }

    /// Begins the owner's cart with its first lines.
    async fn to_new(&self) -> Result<CartChangeView, Failure> {
        let cart = new_cart(self.state, self.site, self.owner, self.catalog.change);
        let mut cart = CartRow { price_key: self.asked.prices.key.clone(), ..cart };
        fields::take(&mut cart, self.claimed);
        let change = self.change(cart, Vec::new())?;
        change.check_names(0)?;
        if !self.is_new {
            self.visitor.hold(self.tx).await?;
        }
        let begun = if self.is_new {
            store::insert_first_cart(self.tx, &change.cart);
            true
        } else {
            store::insert_cart(self.tx, &change.cart).await?
        };
        if begun {
            store::write_lines(self.tx, &change.changed);
            return self.tell(change).await;
        }
        // Another request of this visitor began one at the same moment: add to that.
        self.to_open().await?.ok_or_else(|| Failure::internal(anyhow::anyhow!("no cart")))
    }

    fn change(&self, cart: CartRow, stored: Vec<LineRow>) -> Result<Change, Failure> {
        let mut edit = Edit::open(self.catalog, self.site, &self.asked.prices, cart, stored)?;
        edit.add(self.state, self.accepted)?;
        let change = edit.finish(pieces_of(self.accepted));
        change.check_size()?;
        Ok(change)
    }

    async fn tell(&self, change: Change) -> Result<CartChangeView, Failure> {
        change.into_view(self.state, &**self.tx, (self.catalog, self.asked.wishes)).await
    }
}

/// The visitor's open cart with its version raised, or a new one without lines: what a certificate or
/// a code goes on.
pub async fn step_or_begin(
    env: &Env,
    tx: &WriteTx,
    catalog: &Catalog,
    visitor: &Visitor,
    owner: VisitorId,
) -> Result<CartRow, Failure> {
    let now = env.clock.millis();
    if let Some(cart) = store::bump_version(tx, owner, now).await? {
        return Ok(cart);
    }
    visitor.hold(tx).await?;
    let cart = new_cart(env, visitor.site, owner, catalog.change);
    if store::insert_cart(tx, &cart).await? {
        return Ok(cart);
    }
    // Another request of this visitor began one at the same moment.
    store::bump_version(tx, owner, now).await?.ok_or_else(|| Failure::internal(anyhow::anyhow!("no cart")))
}

/// A cart without lines that nobody has seen yet.
pub fn new_cart(env: &Env, site: Site, owner: VisitorId, priced_change: i64) -> CartRow {
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
    visitor.known().await?;
    let tx = state.db.write_soon().await?;
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

/// Refuses what was asked of another version than the one before this request's step.
pub fn check_version(stepped: &CartRow, seen: i64) -> Result<(), Failure> {
    check_seen(stepped.version.saturating_sub(1), seen)
}

/// Refuses what was asked of another version than the current one.
pub fn check_seen(current: i64, seen: i64) -> Result<(), Failure> {
    if seen == current {
        return Ok(());
    }
    Err(Failure::conflict("cart_changed", "Your cart was changed meanwhile. Please look at it again.", current))
}

/// What is asked before a cart is held.
#[derive(Debug)]
pub struct Asked {
    /// The personal prices that hold for it.
    pub prices: Prices,
    /// Its owner may wish for something.
    pub wishes: bool,
    /// The cart as it was then.
    pub seen: Option<SeenCart>,
}

/// The personal prices of skus that come into the visitor's cart; of all its lines when those it has are
/// of another visit: other codes, or signed in meanwhile.
pub async fn ask_for(state: &AppState, visitor: &Visitor, skus: Vec<String>) -> Result<Asked, Failure> {
    let seen = seen::look(state, visitor).await?;
    // Who has no cart may have wishes; who is not known has none.
    let wishes = match &seen {
        Some(seen) => seen.wishes.0 > 0,
        None => visitor.known().await?.is_some(),
    };
    let prices = Prices::ask(state, visitor, seen.as_ref().map(|seen| &seen.row), skus, Which::Given).await?;
    Ok(Asked { prices, wishes, seen })
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
        return shown(state, (visitor.site, &catalog), &found).await;
    }
    let tx = state.db.write_soon_for([known.to_string()]).await?;
    let cart = store::bump_version(&tx, known, state.clock.millis()).await?;
    let cart = cart.filter(|cart| cart.id == cart_id).ok_or_else(Failure::not_found)?;
    let stored = store::list_lines(&*tx, &cart.id).await?;
    Edit::open_whole(&catalog, visitor.site, &prices, cart, stored)?.finish(0).write(&tx).await?;
    tx.commit().await?;
    find_cart(state, visitor).await?.ok_or_else(Failure::not_found)
}
