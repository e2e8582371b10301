//! The store's parts put together: one builder for `serve`, the command line and tests; and its first content.

use std::time::Duration;

use anyhow::Context;
use arc_swap::ArcSwap;
use fieldhouse_kernel::{
    background::Background,
    clock::{Clock, Ids},
    db::Db,
    jobs::Bell,
    live::Live,
    turns,
    upstream::{self, Upstream},
};
use fieldhouse_shop::{
    buying::{
        certificates::source::Certificates,
        kept::{KeptCarts, KeptLines},
        offers::friendly::FriendlyCodes,
        pricing::PriceService,
    },
    config::Config,
    env::Env,
    finding::{analytics::Interest, missed::Missed, snapshot::Snapshot},
    idempotency::Running,
    mail::send::Post,
    passwords::Passwords,
    people::addresses::Verifier,
    publishing::content::{Contents, client::ContentService, preview::Previews, service},
    staff::sso,
    state::{AppState, Inner},
};

/// The store over a database, with nothing read yet.
pub fn state(config: Config, db: Db) -> anyhow::Result<AppState> {
    let clock = db.clock();
    Ok(AppState::new(parts(config, db, clock)?))
}

/// Its parts as configured; tests put others in the place of some.
pub fn parts(config: Config, db: Db, clock: Clock) -> anyhow::Result<Inner> {
    Ok(Inner {
        catalog: Live::default(),
        kept_carts: KeptCarts::default(),
        kept_lines: KeptLines::default(),
        running: Running::default(),
        contents: Live::default(),
        previews: Previews::default(),
        content_service: content_service(&config)?,
        passwords: Passwords::default(),
        mail: ArcSwap::from_pointee(Post::new(&config.mail)?),
        bell: Bell::default(),
        interest: Interest::default(),
        missed: Missed::default(),
        prices: PriceService::new(&config)?,
        friendly_codes: FriendlyCodes::new(&config)?,
        certificates: Certificates::new(&config)?,
        erp_orders: erp_orders(&config)?,
        sso_issuer: sso::issuer(&config)?,
        verifier: Verifier::new(&config)?,
        background: Background::default(),
        // Last: the parts above are told from the configuration.
        env: Env::new(config, db, clock, Ids::Random),
    })
}

/// The ERP that takes orders: a guard of its own, so that orders and prices do not wait for each other.
fn erp_orders(config: &Config) -> anyhow::Result<Option<Upstream>> {
    if config.erp.is_empty() {
        return Ok(None);
    }
    // Nobody waits for an order's export: it may take its time.
    let limits = upstream::Limits { patience: Duration::from_secs(30), ..upstream::Limits::default() };
    Upstream::new("erp-orders", &config.erp, &config.erp_token, limits).map(Some)
}

/// Where content comes from, when not from imports.
fn content_service(config: &Config) -> anyhow::Result<Option<ContentService>> {
    if config.content.is_empty() {
        return Ok(None);
    }
    ContentService::new(&config.content, &config.content_token).map(Some)
}

/// Reads content and catalogue into memory.
pub async fn read(state: &AppState) -> anyhow::Result<()> {
    // Each in a task of its own, so that all processors read.
    let own = state.clone();
    let contents =
        tokio::spawn(async move { own.contents.replace(Contents::from_db(&own.db, &own.config.frames)).await });
    let own = state.clone();
    let catalog = tokio::spawn(async move { own.catalog.replace(Snapshot::first(&own)).await });
    let own = state.clone();
    let prices = tokio::spawn(async move { own.prices.refresh(&own).await });
    prices.await?.context("cannot read the price conditions")?;
    contents.await?.context("cannot read the content")?;
    catalog.await?.context("cannot read the catalog")?;
    let catalog = state.catalog.load_full();
    // The first pages need no words, and the processor.
    turns::beside(move || catalog.search.read_words()).context("cannot read the catalog's words")
}

/// Takes over what a content service has, and reads content and catalogue into memory.
pub async fn begin(state: &AppState) -> anyhow::Result<()> {
    if let Some(content) = &state.content_service {
        service::take_all(state, content).await;
    }
    read(state).await
}

/// Gives an empty store the content and the catalogue that ship with it, where it is to have them.
pub async fn stock(state: &AppState) -> anyhow::Result<()> {
    if state.config.demo { fill_with_demo(state).await } else { Ok(()) }
}

/// Without the demo there is nothing to fill a store with.
#[cfg(not(feature = "demo"))]
#[expect(clippy::unused_async, reason = "with the demo it reads and writes")]
async fn fill_with_demo(_state: &AppState) -> anyhow::Result<()> {
    anyhow::bail!("this binary was built without the demo")
}

#[cfg(feature = "demo")]
async fn fill_with_demo(state: &AppState) -> anyhow::Result<()> {
    if needs_demo(state).await? == Needs::default() {
        return Ok(());
    }
    let _alone = state.db.alone().await?;
    // Another process that starts may have loaded it meanwhile.
    read(state).await?;
    let needs = needs_demo(state).await?;
    if needs.content {
        fieldhouse_demo::content::load(&state.db, &state.clock)
            .await
            .context("cannot load the content that ships with the store")?;
    }
    if needs.catalog {
        fieldhouse_demo::loading::load(state).await?;
    }
    if needs != Needs::default() {
        read(state).await?;
    }
    if needs.catalog {
        fieldhouse_demo::orders::load(state).await.context("cannot load the demo's orders")?;
    }
    Ok(())
}

/// What of the demo a store without anything of its own gets.
#[cfg(feature = "demo")]
#[derive(Debug, Default, PartialEq, Eq)]
struct Needs {
    content: bool,
    catalog: bool,
}

#[cfg(feature = "demo")]
async fn needs_demo(state: &AppState) -> anyhow::Result<Needs> {
    Ok(Needs {
        // A content service that is away at the first start is waited for: nothing else stands in its place.
        content: state.contents.load().is_empty() && state.content_service.is_none(),
        // Nothing was ever imported: a shop with an empty shelf on purpose keeps it.
        catalog: state.catalog.load().change == 0 || fieldhouse_demo::loading::is_unfinished(state).await?,
    })
}
