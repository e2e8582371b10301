//! `fieldhouse serve`: opens the store, tells its addresses, and closes it without breaking an answer.

use std::{process::ExitCode, sync::Arc};

use anyhow::Context;
use fieldhouse_core::{
    brand::{Site, brand},
    staff::{Grant, Grants, Role, Scope},
};
use fieldhouse_kernel::{failure::Failure, http::accept};
use sd_notify::NotifyState;

use super::{opening, supervised};
use crate::{
    app, background,
    surfaces::{
        self,
        pages::{fallback::Pages, others},
    },
};
use fieldhouse_shop::{
    config::Config,
    finding::{analytics, missed},
    staff::{INVITED, invitations, members},
    state::AppState,
};

/// Whom the demo's first link is for.
const DEMO_OWNER: &str = "owner@demo.example";

/// Runs until a signal asks it to stop.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let listen = config.listen;
    let limits = accept::Limits::for_connections(config.max_connections);
    // The port first: a second server on the same machine must not touch the database.
    let (port, address) = supervised::listen(listen).await?;
    // From here on: whoever closes the terminal does not close the store.
    outlive_the_terminal()?;
    let db = opening::wait(&config).await?;
    let state =
        if config.no_migrate { opening::as_it_is(config, db).await? } else { opening::migrated(config, db).await? };
    state.db.check_durability().await.context("orders would not be safe in this database")?;
    let stop = stop_signal()?;
    // The engines read their script while the catalogue is read and indexed.
    let pages = Arc::new(Pages::new(state.clone())?);
    pages.start();
    app::fill(&state).await?;
    // Before the first page names them: another release's node may be asked for them.
    others::keep(&state, &pages).await.context("cannot keep this release's files for others")?;
    background::start(&state);
    if !state.config.no_workers {
        background::start_workers(&state);
    }
    let (db, closing) = (state.db.clone(), state.clone());
    background::keep_build(&state, Arc::clone(&pages));
    let router = surfaces::router(state, pages);
    announce(&closing, address.port());
    announce_desk(&closing).await;
    if closing.catalog.load().change == 0 {
        super::say("The shelves are empty: import a catalog, or try the store with `fieldhouse serve --demo`.");
    }
    supervised::watch(&closing);
    supervised::tell(NotifyState::Ready);
    accept::serve(port, router, limits, stop).await;
    supervised::tell(NotifyState::Stopping);
    closing.background.stop();
    // What was counted since the last round.
    if let Err(error) = analytics::write(&closing, &closing.interest).await {
        tracing::warn!(%error, "events were lost");
    }
    if let Err(error) = missed::write(&closing, &closing.missed).await {
        tracing::warn!(%error, "searches without a result were lost");
    }
    db.close().await?;
    super::say("Fieldhouse is closed.");
    Ok(ExitCode::SUCCESS)
}

fn announce(state: &AppState, port: u16) {
    super::say("Fieldhouse is open:");
    for site in Site::all() {
        let address = match state.hosts.host_of(site) {
            Some(host) => state.hosts.origin(site, host, state.config.secure) + "/",
            None if state.hosts.are_configured() => "no host: name one by --hosts, or nobody reaches it".to_owned(),
            None => format!("http://{}.localhost:{port}/", site.key()),
        };
        super::say(&format!("  {:<20} {address}", brand(site).name));
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

/// SIGHUP, which a closed terminal sends, is heard and does nothing.
fn outlive_the_terminal() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            tracing::info!("SIGHUP changes nothing: SIGTERM stops the store");
        }
    });
    Ok(())
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
