//! What a visitor may ask: site and buyer by the session, codes by the cart and the cookies. Whether
//! anything is asked at all is a rule (cart §7).

use std::collections::{HashMap, HashSet};

use base64::Engine as _;
use fieldhouse_core::{
    brand::Site,
    pricing::{CodesDraft, wants_personal_prices},
};
use fieldhouse_kernel::failure::{Failure, FailureKind};
use sha2::{Digest, Sha256};

use crate::{
    buying::{
        cart::{self, codes::claims, store::CartRow},
        pricing::{Buyer, PersonalAnswer, PriceAsk, PriceOutage},
    },
    env::Env,
    people::{account, business_units::buying::Units},
    session::Visitor,
    state::AppState,
};

/// Whose prices are asked for, with which codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceVisit {
    site: Site,
    buyer: Buyer,
    codes: CodesDraft,
    friendly: String,
    /// What was changed of the prices, where that is known.
    mark: String,
}

impl PriceVisit {
    /// The visit of a visitor with a cart; nothing when no personal prices are asked for.
    pub async fn of(state: &AppState, visitor: &Visitor, cart: Option<&CartRow>) -> Result<Option<Self>, Failure> {
        let claimed = claims::judge(state, visitor, &visitor.codes).await?.sure;
        let verified = claims::verified(cart, &claimed);
        let codes = verified.draft();
        if !wants_personal_prices(visitor.site, &codes, 1) {
            return Ok(None);
        }
        Ok(Some(Self {
            site: visitor.site,
            buyer: buyer_of(state, visitor, cart.map_or("", |cart| &cart.buys_for)).await?,
            codes,
            friendly: verified.friendly_flyer_code,
            mark: state.prices.mark(state),
        }))
    }

    /// What the prices depend on, as one short text: prices kept under another key are not this visit's.
    pub fn key(&self) -> String {
        let customer = self.buyer.customer.map(|id| id.to_string()).unwrap_or_default();
        let Self { site, buyer, codes, mark, .. } = self;
        let parts = [site.key(), codes.flyer(), &codes.program_id, &customer, &buyer.sold_to, mark];
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(parts.join("\u{1f}")))
    }

    /// The flyer code as the shopper knows it, or empty.
    pub fn shown_flyer(&self) -> &str {
        if self.friendly.is_empty() { self.codes.flyer() } else { &self.friendly }
    }

    /// Asks; `anew` for an order about to be placed.
    pub async fn ask(
        &self,
        state: &AppState,
        skus: Vec<String>,
        quantity: u32,
        anew: bool,
    ) -> Result<Vec<PersonalAnswer>, PriceOutage> {
        let Self { site, buyer, codes, .. } = self.clone();
        let ask = PriceAsk { quantity, ..PriceAsk::new(site, buyer, codes, skus) };
        if anew { state.prices.confirm(state, &ask).await } else { state.prices.personal(state, &ask).await }
    }
}

/// The buyer of a session, for whom its cart is ordered.
pub async fn buyer(env: &Env, visitor: &Visitor) -> Result<Buyer, Failure> {
    let cart = match visitor.known().await? {
        Some(known) => cart::store::find_open(env.db.read(), known).await?,
        None => None,
    };
    buyer_of(env, visitor, cart.as_ref().map_or("", |cart| &cart.buys_for)).await
}

async fn buyer_of(env: &Env, visitor: &Visitor, chosen: &str) -> Result<Buyer, Failure> {
    let Some(customer) = visitor.customer().await? else { return Ok(Buyer::default()) };
    let db = env.db.read();
    let sold_to = if chosen.is_empty() {
        account::store::find_customer(db, customer).await?.map(|row| row.sold_to).unwrap_or_default()
    } else {
        Units::of(db, Some(customer)).await?.sold_to(db, chosen).await?
    };
    Ok(Buyer { customer: Some(customer), sold_to })
}

/// Personal prices of a page's skus, each told once for every time it is asked. What the site does not
/// sell has none and is asked of nobody.
pub async fn prices(
    state: &AppState,
    visitor: &Visitor,
    skus: Vec<String>,
    quantity: u32,
) -> Result<Vec<PersonalAnswer>, Failure> {
    let catalog = state.catalog.load_full();
    let cart = match visitor.known().await? {
        Some(known) => cart::store::find_open(state.db.read(), known).await?,
        None => None,
    };
    let mut asked = HashSet::new();
    let sold: Vec<String> = skus
        .iter()
        .filter_map(|sku| catalog.sellable(visitor.site, sku))
        .map(|found| found.variant.sku.to_string())
        .filter(|sku| asked.insert(sku.clone()))
        .collect();
    let found = match PriceVisit::of(state, visitor, cart.as_ref()).await? {
        Some(visit) => visit.ask(state, sold, quantity, false).await.map_err(unavailable)?,
        None => Vec::new(),
    };
    let by_sku: HashMap<&str, &PersonalAnswer> = found.iter().map(|answer| (answer.sku.as_str(), answer)).collect();
    let answer = |sku: String| {
        let known = catalog.sellable(visitor.site, &sku).and_then(|found| by_sku.get(&*found.variant.sku));
        let answer = known.map(|answer| (*answer).clone()).unwrap_or_default();
        PersonalAnswer { sku, ..answer }
    };
    Ok(skus.into_iter().map(answer).collect())
}

/// The price service is away: a dependency, not a broken rule.
fn unavailable(outage: PriceOutage) -> Failure {
    Failure {
        retry_after: Some(10),
        cause: Some(outage.into()),
        ..Failure::new(
            FailureKind::Unavailable,
            "prices_unavailable",
            "Your prices cannot be asked for right now. Please try again in a moment.",
        )
    }
}
