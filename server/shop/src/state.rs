//! What every handler can reach.

use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::extract::FromRef;
use fieldhouse_kernel::{background::Background, http::address::Proxies, jobs::Bell, live::Live, upstream::Upstream};

use crate::{
    buying::{
        certificates::source::Certificates,
        kept::{KeptCarts, KeptLines},
        offers::friendly::FriendlyCodes,
        pricing::PriceService,
    },
    env::Env,
    finding::{analytics::Interest, missed::Missed, snapshot::Snapshot},
    idempotency::Running,
    mail::send::Post,
    passwords::Passwords,
    people::addresses::Verifier,
    publishing::content::{Contents, client::ContentService, preview::Previews},
};

/// Shared by all requests; cloning is a pointer copy.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

/// The parts of [`AppState`].
pub struct Inner {
    /// What runs for as long as the store does.
    pub background: Background,
    /// What every feature may use.
    pub env: Env,
    /// The catalogue with its search index.
    pub catalog: Live<Snapshot>,
    /// Views of carts that are still the same.
    pub kept_carts: KeptCarts,
    /// Lines of carts that are still the same.
    pub kept_lines: KeptLines,
    /// Idempotency keys being worked on.
    pub running: Running,
    /// Content of the sites.
    pub contents: Live<Contents>,
    /// Content with drafts, for those who may see them.
    pub previews: Previews,
    /// Where content comes from, when not from imports.
    pub content_service: Option<ContentService>,
    /// Password hashes, two at once.
    pub passwords: Passwords,
    /// Where letters go.
    pub mail: ArcSwap<Post>,
    /// Rung when jobs were left.
    pub bell: Bell,
    /// What shoppers do with products, until it is written.
    pub interest: Interest,
    /// What shoppers looked for and did not find, until it is written.
    pub missed: Missed,
    /// Where personal prices come from.
    pub prices: PriceService,
    /// Where friendly codes are looked up.
    pub friendly_codes: FriendlyCodes,
    /// Where certificates are looked up.
    pub certificates: Certificates,
    /// The ERP that orders are told to, when there is one.
    pub erp_orders: Option<Upstream>,
    /// The issuer of single sign-on at the desk, when there is one.
    pub sso_issuer: Option<Upstream>,
    /// Who verifies addresses.
    pub verifier: Verifier,
}

impl AppState {
    /// State from its parts.
    pub fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }
}

impl std::ops::Deref for AppState {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl std::ops::Deref for Inner {
    type Target = Env;
    fn deref(&self) -> &Env {
        &self.env
    }
}

impl FromRef<AppState> for Env {
    fn from_ref(state: &AppState) -> Self {
        state.env.clone()
    }
}

impl FromRef<AppState> for Proxies {
    fn from_ref(state: &AppState) -> Self {
        Self(state.config.proxies)
    }
}

impl AsRef<Background> for AppState {
    fn as_ref(&self) -> &Background {
        &self.background
    }
}
