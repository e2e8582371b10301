//! What runs beside the answers for as long as the store does: a row a task. One that falls takes readiness down.

use std::{sync::Arc, time::Duration};

use fieldhouse_kernel::background::Background;
use fieldhouse_shop::{
    buying::{certificates::source::Certificates, orders},
    desk::sales,
    finding::{analytics, missed, snapshot},
    letters,
    pruning::{self, sweep},
    publishing::content::{self, service},
    state::AppState,
};
use sea_orm::DbErr;

use crate::surfaces::pages::{fallback::Pages, others};

/// How often a node looks whether another process changed catalogue, prices or content.
const POLL: Duration = Duration::from_millis(250);
/// Between two questions to a content service, while it answers.
const ASKED: Duration = Duration::from_millis(500);
/// The same while it does not.
const ASKED_IN_VAIN: Duration = Duration::from_secs(5);
/// Between two writes of what shoppers did.
const COUNTED: Duration = Duration::from_secs(10);
/// Between two notes of which files are built in; they are kept for days.
const KEPT: Duration = Duration::from_hours(6);
/// Between two looks for what has come of age.
const SWEPT: Duration = Duration::from_mins(10);

/// Between two looks whether what is kept of the catalogue and of pages for the next start is still what it is.
const WRITTEN_DOWN: Duration = Duration::from_mins(10);
/// Of the kept pages so many are looked at again after a change: a second or two of one engine, if all of them show
/// something else.
const WARMED: usize = 100;

/// Starts what every node does for itself: what others changed is seen, what happened here is counted.
pub fn start(state: &AppState) {
    let own = || state.clone();
    Background::watch(own(), "catalog", keep_catalog(own()));
    Background::watch(own(), "words", keep_words(own()));
    Background::watch(own(), "catalog file", write_catalog_down(own()));
    Background::watch(own(), "prices", keep_prices(own()));
    Background::watch(own(), "content", keep_content(own()));
    Background::watch(own(), "analytics", count(own()));
}

/// Says every few hours which files are in this node's build, so that they outlive their releases and no longer.
pub fn keep_build(state: &AppState, pages: Arc<Pages>) {
    let own = state.clone();
    let keep = async move {
        loop {
            tokio::time::sleep(KEPT).await;
            if let Err(error) = others::keep(&own, &pages).await {
                tracing::warn!(%error, "this release's files could not be kept for others");
            }
        }
    };
    Background::watch(state.clone(), "build", keep);
}

/// Looks again at the most visited pages when catalogue or content changed.
pub fn keep_pages_warm(state: &AppState, pages: Arc<Pages>) {
    let warm = async move {
        let mut looked = Default::default();
        loop {
            tokio::time::sleep(POLL).await;
            pages.warm(WARMED, &mut looked).await;
        }
    };
    Background::watch(state.clone(), "pages", warm);
}

/// Writes the most visited pages down every few minutes: a store that falls has them as well.
pub fn write_pages_down(state: &AppState, pages: Arc<Pages>) {
    let write = async move {
        loop {
            tokio::time::sleep(WRITTEN_DOWN).await;
            Arc::clone(&pages).write_down().await;
        }
    };
    Background::watch(state.clone(), "pages file", write);
}

/// Starts what one node may do for all of them.
pub fn start_workers(state: &AppState) {
    let own = || state.clone();
    if state.content_service.is_some() {
        Background::watch(own(), "content service", ask_for_content(own()));
    }
    Background::watch(own(), "sweep", sweep_and_prune(own()));
    if state.erp_orders.is_some() {
        Background::watch(own(), "orders", orders::export::run_orders(own()));
    }
    if matches!(state.certificates, Certificates::Service(_)) {
        Background::watch(own(), "redemptions", orders::export::run_redemptions(own()));
    }
    Background::watch(own(), "letters", letters::worker::run(own()));
    Background::watch(own(), "order index", orders::search::run(own()));
    Background::watch(own(), "sales figures", sales::run(own()));
}

// What another process changed shows within `POLL` and the time it takes to build.

async fn keep_catalog(state: AppState) {
    loop {
        tokio::time::sleep(POLL).await;
        log_refresh("catalog", snapshot::refresh(&state, &state.catalog).await);
    }
}

/// The words of products that are told in others: read beside, so that a price that changes meanwhile need not wait.
async fn keep_words(state: AppState) {
    loop {
        tokio::time::sleep(POLL).await;
        log_refresh("words of the catalog", snapshot::read_words(&state.catalog).await);
    }
}

async fn write_catalog_down(state: AppState) {
    loop {
        if let Err(error) = snapshot::keep(&state).await {
            tracing::warn!(%error, "the catalog could not be read to be kept");
        }
        tokio::time::sleep(WRITTEN_DOWN).await;
    }
}

async fn keep_prices(state: AppState) {
    loop {
        tokio::time::sleep(POLL).await;
        log_refresh("prices", state.prices.refresh(&state).await);
    }
}

async fn keep_content(state: AppState) {
    loop {
        tokio::time::sleep(POLL).await;
        log_refresh("content", content::refresh(&state, &state.contents).await);
    }
}

fn log_refresh(what: &str, refreshed: Result<bool, DbErr>) {
    match refreshed {
        Ok(true) => tracing::info!(what, "reloaded"),
        Ok(false) => {}
        Err(error) => tracing::warn!(what, %error, "could not be reloaded; the old one stays"),
    }
}

async fn ask_for_content(state: AppState) {
    while let Some(service) = &state.content_service {
        let (well, changes) = service::take_all(&state, service).await;
        if changes > 0 {
            tracing::info!(changes, "content of the content service was taken over");
        }
        tokio::time::sleep(if well { ASKED } else { ASKED_IN_VAIN }).await;
    }
}

async fn sweep_and_prune(state: AppState) {
    let mut rounds = tokio::time::interval(SWEPT);
    loop {
        rounds.tick().await;
        match sweep::sweep(&state).await {
            Ok(0) => {}
            Ok(forgotten) => tracing::info!(forgotten, "ended sessions forgotten"),
            Err(error) => tracing::warn!(%error, "ended sessions could not be forgotten"),
        }
        match pruning::prune(&state).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "what has come of age is gone"),
            Err(error) => tracing::warn!(%error, "what has come of age is still there"),
        }
    }
}

/// Writes what shoppers did, and lets products be ranked by it once a day.
async fn count(state: AppState) {
    let mut rounds = tokio::time::interval(COUNTED);
    let mut day = state.today();
    let mut counted = false;
    loop {
        rounds.tick().await;
        match analytics::write(&state, &state.interest).await {
            Ok(any) => counted |= any,
            Err(error) => tracing::warn!(%error, "events could not be written; they are kept"),
        }
        if let Err(error) = missed::write(&state, &state.missed).await {
            tracing::warn!(%error, "searches without a result could not be written; they are kept");
        }
        if day == state.today() {
            continue;
        }
        day = state.today();
        if std::mem::take(&mut counted)
            && let Err(error) = analytics::turn_day(&state).await
        {
            tracing::warn!(%error, "products could not be ranked anew");
        }
    }
}
