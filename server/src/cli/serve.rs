//! `fieldhouse serve`: opens the store, tells its addresses, and closes it without breaking an answer.

use std::process::ExitCode;

use anyhow::Context;
use fieldhouse_core::brand::{Site, brand};
use tokio::net::TcpListener;

use crate::{
    config::Config,
    http::{self, accept},
};

/// Runs until a signal asks it to stop.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let listen = config.listen;
    let limits = accept::Limits::for_connections(config.max_connections);
    // The port first: a second server on the same machine must not touch the database.
    let listener = TcpListener::bind(listen).await.with_context(|| match listen.port() {
        0 => "cannot listen".to_owned(),
        port => format!("cannot listen on {listen}: choose another port than {port} with --port"),
    })?;
    let address = listener.local_addr()?;
    let state = super::open(config).await?;
    state.db.check_durability().await.context("orders would not be safe in this database")?;
    let stop = stop_signal()?;
    let router = http::router(state);
    announce(address.port());
    accept::serve(listener, router, limits, stop).await;
    println!("Fieldhouse is closed.");
    Ok(ExitCode::SUCCESS)
}

fn announce(port: u16) {
    println!("Fieldhouse is open:");
    for site in Site::ALL {
        println!("  {:<20} http://{}.localhost:{port}/", brand(site).name, site.key());
    }
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
