//! `fieldhouse serve`: opens the store, tells its addresses, and closes it without breaking an answer.

use std::{process::ExitCode, sync::Arc};

use anyhow::Context;
use fieldhouse_core::{
    brand::{Site, brand},
    staff::{Grant, Grants, Role, Scope},
};
use fieldhouse_kernel::{background::Background, failure::Failure, http::accept, traces};
use sd_notify::NotifyState;
use tokio::net::TcpListener;

use super::{opening, reading_again::Again, supervised};
use crate::{
    app, background,
    surfaces::{
        self,
        pages::{
            fallback::{Build, Pages},
            others,
        },
    },
};
use fieldhouse_shop::{
    config::{Config, Overrides},
    finding::{analytics, missed},
    mail::send::Post,
    staff::{INVITED, invitations, members},
    state::AppState,
};

/// Connections at once of those who ask for figures.
const FIGURES: usize = 64;
/// Whom the demo's first link is for.
const DEMO_OWNER: &str = "owner@demo.example";

/// Runs until a signal asks it to stop. What `told` the configuration is asked again at SIGHUP.
pub async fn run(config: Config, told: Overrides) -> anyhow::Result<ExitCode> {
    let limits = accept::Limits::for_connections(config.max_connections);
    let traces = traces::start(&config.otlp_endpoint, config.otlp_percent)?;
    // The port first: a second server on the same machine must not touch the database.
    let (port, address) = supervised::listen(config.listen).await?;
    let figures = match config.figures()? {
        Some(address) => Some(TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?),
        None => None,
    };
    let again = Again::new(&config, told)?;
    let port = port.encrypted(again.tls());
    // Before the database is touched: nobody would hear from the store.
    Post::checked(&config.mail)?;
    // Links name the port that is served: one that was free, or the one that was handed over.
    let config = Config { listen: address, ..config };
    // Without pages of an earlier start the engines read their script from now on, else when all processors are free again.
    let build = Build::load(&config)?;
    build.start();
    let db = opening::wait(&config).await?;
    let state =
        if config.no_migrate { opening::as_it_is(config, db).await? } else { opening::migrated(config, db).await? };
    state.db.check_durability().await.context("orders would not be safe in this database")?;
    state.db.check_rights().await.context("nothing could be ordered")?;
    let stop = stop_signal()?;
    let pages = Arc::new(Pages::of(state.clone(), build));
    // The ways are laid meanwhile, too.
    let (own, its) = (state.clone(), Arc::clone(&pages));
    let laid = tokio::task::spawn_blocking(move || surfaces::routers(own, its));
    // This release's files are kept before the first page names them: another release's node may be asked for them.
    let (begun, kept) = tokio::join!(app::begin(&state), others::keep(&state, &pages));
    begun?;
    pages.start();
    if let Err(error) = kept {
        // A database that may only be read: what it has is shown, and the files are kept the next time round.
        tracing::warn!(%error, "this release's files could not be kept for others");
    }
    app::stock(&state).await?;
    background::start(&state);
    if !state.config.no_workers {
        background::start_workers(&state);
    }
    let (db, closing) = (state.db.clone(), state.clone());
    background::keep_build(&state, Arc::clone(&pages));
    background::keep_pages_warm(&state, Arc::clone(&pages));
    background::write_pages_down(&state, Arc::clone(&pages));
    let (router, shown) = laid.await?;
    if let (Some(port), Some(shown)) = (figures, shown) {
        // Until the end: what a stop is like shows in the figures.
        let until = std::future::pending();
        let serve = accept::serve(port, shown, accept::Limits::for_connections(FIGURES), until);
        Background::watch(closing.clone(), "figures", serve);
    }
    supervised::watch(&closing);
    again.listen(&closing);
    supervised::tell(NotifyState::Ready);
    // Who waits for a page already need not wait for an invitation to be written.
    tokio::join!(accept::serve(port, router, limits, stop), announce(&closing, address.port()));
    supervised::tell(NotifyState::Stopping);
    closing.background.stop();
    pages.write_down().await;
    // What was counted since the last round.
    if let Err(error) = analytics::write(&closing, &closing.interest).await {
        tracing::warn!(%error, "events were lost");
    }
    if let Err(error) = missed::write(&closing, &closing.missed).await {
        tracing::warn!(%error, "searches without a result were lost");
    }
    db.close().await?;
    if let Some(traces) = traces {
        traces.close().await;
    }
    super::say("Fieldhouse is closed.");
    Ok(ExitCode::SUCCESS)
}

async fn announce(state: &AppState, port: u16) {
    super::say("Fieldhouse is open:");
    for site in Site::all() {
        let address = match state.hosts.host_of(site) {
            Some(host) => state.hosts.origin(site, host, state.config.secure) + "/",
            None if state.hosts.are_configured() => "no host: name one by --hosts, or nobody reaches it".to_owned(),
            None if state.config.tls().is_some() => format!("https://{}.localhost:{port}/", site.key()),
            None => format!("http://{}.localhost:{port}/", site.key()),
        };
        super::say(&format!("  {:<20} {address}", brand(site).name));
    }
    announce_desk(state).await;
    if state.catalog.load().change == 0 {
        super::say("The shelves are empty: import a catalog, or try the store with `fieldhouse serve --demo`.");
    }
}

/// Where those who work for the store sign in. With the demo, and as long as nobody works for it, the way in as its owner.
async fn announce_desk(state: &AppState) {
    super::say(&format!("  The desk {}/desk", invitations::home(&state.config)));
    if !state.config.demo {
        return;
    }
    match invite_demo_owner(state).await {
        Ok(Some(link)) => super::say(&format!("  … as its owner {link}")),
        Ok(None) => {}
        Err(failure) => tracing::warn!(?failure, "the demo's owner could not be invited"),
    }
}

async fn invite_demo_owner(state: &AppState) -> Result<Option<String>, Failure> {
    let is_new = |person: &members::StaffView| person.email == DEMO_OWNER && person.state == INVITED;
    if !members::list(state).await?.iter().all(is_new) {
        return Ok(None);
    }
    let grants = Grants::new(vec![Grant { role: Role::owner(), scope: Scope::All }]);
    invitations::invite_by_command(state, (DEMO_OWNER, "Demo Owner"), &grants).await.map(Some)
}

/// Resolves at the first SIGTERM or SIGINT.
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
