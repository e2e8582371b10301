//! Personal prices (cart §7): the store's own table of price conditions, or an ERP outside. What is
//! asked is fixed by the session, the site and checked codes; an outage is never an invalid code.

pub mod client;
pub mod import;
pub mod store;
pub mod table;

use fieldhouse_core::{
    brand::Site,
    catalog::AvailableDate,
    money::Cents,
    pricing::{CodesDraft, ConditionHolder},
};
use fieldhouse_kernel::{
    live::Live,
    upstream::{Limits, UpstreamError},
};
use sea_orm::DbErr;

use crate::{config::Config, env::Env, owner::CustomerId};
use client::ErpPrices;
use table::PriceTable;

/// Skus of one question.
pub const MOST_SKUS: usize = 2_000;

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
    Embedded(Live<PriceTable>),
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

impl PriceService {
    /// The personal prices of all skus asked, in their order, in one question.
    pub async fn personal(&self, env: &Env, ask: &PriceAsk) -> Result<Vec<PersonalAnswer>, PriceOutage> {
        self.answers(env, ask, false).await
    }

    /// The same, never from what was answered before: for an order about to be placed (decisions: prices).
    pub async fn confirm(&self, env: &Env, ask: &PriceAsk) -> Result<Vec<PersonalAnswer>, PriceOutage> {
        self.answers(env, ask, true).await
    }

    async fn answers(&self, env: &Env, ask: &PriceAsk, anew: bool) -> Result<Vec<PersonalAnswer>, PriceOutage> {
        if ask.skus.is_empty() {
            return Ok(Vec::new());
        }
        match self {
            Self::Embedded(table) => {
                let today = AvailableDate::parse_iso(&env.today()).unwrap_or_else(AvailableDate::first);
                Ok(table.load().answer(ask, today))
            }
            Self::Erp(erp) => erp.answer(&env.clock, ask, anew).await,
        }
    }

    /// What the store's own conditions say is the same under the same mark: all that was changed of them, and the day. Empty for an
    /// ERP, of whose changes nobody tells.
    pub fn mark(&self, env: &Env) -> String {
        match self {
            Self::Embedded(table) => [&table.load().change.to_string(), " ", &env.today()].concat(),
            Self::Erp(_) => String::new(),
        }
    }

    /// Whether a holder of conditions is known today; nothing when only prices can be asked for.
    pub fn knows(&self, env: &Env, site: Site, holder: ConditionHolder) -> Option<bool> {
        let Self::Embedded(table) = self else { return None };
        let today = AvailableDate::parse_iso(&env.today()).unwrap_or_else(AvailableDate::first);
        Some(table.load().knows(site, holder, today))
    }

    /// Swaps the conditions if the database has another change number; true when it did.
    pub async fn refresh(&self, env: &Env) -> Result<bool, DbErr> {
        let Self::Embedded(table) = self else { return Ok(false) };
        // Mostly nothing is new: what reading them takes is not carried along.
        let build = Box::pin(async {
            let (change, conditions) = store::load_conditions(&env.db).await?;
            Ok(PriceTable::build(change, conditions))
        });
        table.refresh(store::load_change(env.db.read()), build).await
    }
}

impl Default for PriceService {
    fn default() -> Self {
        Self::Embedded(Live::default())
    }
}
