//! Personal prices (cart §7): the store's own table of price conditions, or an ERP outside. What is
//! asked is fixed by the session, the site and checked codes; an outage is never an invalid code.

pub mod client;
pub mod import;
pub mod store;
pub mod table;
pub mod visit;

use std::{sync::Arc, time::Duration};

use arc_swap::ArcSwap;
use fieldhouse_core::{
    brand::Site,
    catalog::AvailableDate,
    money::Cents,
    pricing::{CodesDraft, ConditionHolder},
};
use fieldhouse_kernel::upstream::{Limits, UpstreamError};
use sea_orm::DbErr;

use crate::{config::Config, session::CustomerId, state::AppState};
use client::ErpPrices;
use table::PriceTable;

/// Skus of one question.
pub const MOST_SKUS: usize = 2_000;
/// How often a node looks whether another process changed the conditions.
const POLL: Duration = Duration::from_secs(1);

/// Who buys, as the session says; never as a request says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Buyer {
    /// The customer who signed in.
    pub customer: Option<CustomerId>,
    /// The sold-to unit of that customer, or empty.
    pub sold_to: String,
}

/// A question for personal prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceAsk {
    /// The site.
    pub site: Site,
    /// Who buys.
    pub buyer: Buyer,
    /// The codes brought.
    pub codes: CodesDraft,
    /// What is to be priced, each sku once.
    pub skus: Vec<String>,
    /// Pieces of each; 1 in every question for several skus (cart §7).
    pub quantity: u32,
}

impl PriceAsk {
    /// A question for one piece of each sku.
    pub const fn new(site: Site, buyer: Buyer, codes: CodesDraft, skus: Vec<String>) -> Self {
        Self { site, buyer, codes, skus, quantity: 1 }
    }
}

/// The personal price of one sku.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PersonalAnswer {
    /// Stock keeping unit.
    pub sku: String,
    /// Price of one piece; nothing when there is no personal one.
    pub unit_price: Option<Cents>,
    /// `ZW483` when the codes given do not price it; else empty.
    pub message_code: String,
    /// The flyer code, when the price is its.
    pub promo_code: String,
}

/// The price service could not be asked: codes stay, base prices are to be confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the price service {0}")]
pub struct PriceOutage(pub UpstreamError);

/// Where personal prices come from.
#[derive(Debug)]
pub enum PriceService {
    /// The store's own conditions.
    Embedded(ArcSwap<PriceTable>),
    /// An ERP.
    Erp(Box<ErpPrices>),
}

impl PriceService {
    /// The ERP at the configured address, or the store's own conditions.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        if config.erp.is_empty() {
            return Ok(Self::default());
        }
        Ok(Self::Erp(Box::new(ErpPrices::new(&config.erp, &config.erp_token, Limits::default())?)))
    }
}

impl Default for PriceService {
    fn default() -> Self {
        Self::Embedded(ArcSwap::default())
    }
}

/// The personal prices of all skus asked, in their order, in one question.
pub async fn personal_prices(state: &AppState, ask: &PriceAsk) -> Result<Vec<PersonalAnswer>, PriceOutage> {
    answers(state, ask, false).await
}

/// The same, never from what was answered before: for an order about to be placed (decisions: prices).
pub async fn confirm_prices(state: &AppState, ask: &PriceAsk) -> Result<Vec<PersonalAnswer>, PriceOutage> {
    answers(state, ask, true).await
}

async fn answers(state: &AppState, ask: &PriceAsk, anew: bool) -> Result<Vec<PersonalAnswer>, PriceOutage> {
    if ask.skus.is_empty() {
        return Ok(Vec::new());
    }
    match &state.prices {
        PriceService::Embedded(table) => {
            let today = AvailableDate::parse_iso(&state.today()).unwrap_or_else(AvailableDate::first);
            Ok(table.load().answer(ask, today))
        }
        PriceService::Erp(erp) => erp.answer(&state.clock, ask, anew).await,
    }
}

/// Whether a holder of conditions is known today; nothing when only prices can be asked for.
pub fn knows(state: &AppState, site: Site, holder: ConditionHolder) -> Option<bool> {
    let PriceService::Embedded(table) = &state.prices else { return None };
    let today = AvailableDate::parse_iso(&state.today()).unwrap_or_else(AvailableDate::first);
    Some(table.load().knows(site, holder, today))
}

/// Swaps the conditions if the database has another change number; true when it did.
pub async fn refresh(state: &AppState) -> Result<bool, DbErr> {
    let PriceService::Embedded(table) = &state.prices else { return Ok(false) };
    if store::load_change(state.db.read()).await? == table.load().change {
        return Ok(false);
    }
    let (change, conditions) = store::load_conditions(&state.db).await?;
    table.store(Arc::new(PriceTable::build(change, conditions)));
    Ok(true)
}

/// Keeps the conditions current until the task is dropped.
pub async fn keep_current(state: AppState) {
    loop {
        tokio::time::sleep(POLL).await;
        match refresh(&state).await {
            Ok(true) => tracing::info!("price conditions reloaded"),
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "price conditions could not be reloaded; the old ones stay"),
        }
    }
}
