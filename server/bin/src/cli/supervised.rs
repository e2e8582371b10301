//! What a service manager (systemd) and the store say to each other: the socket that is handed over and outlives a process, when
//! it is ready, and that it is still well. Without one nothing is said, and the port is the store's own.

use std::net::SocketAddr;

use anyhow::Context;
use fieldhouse_kernel::{background::Background, http::accept::Port};
use fieldhouse_shop::{config::Config, state::AppState};
use listenfd::ListenFd;
use sd_notify::NotifyState;
use tokio::net::TcpListener;

/// The port: the one that was handed over, else the one that is configured.
pub async fn listen(configured: SocketAddr) -> anyhow::Result<(Port, SocketAddr)> {
    let mut handed_over = ListenFd::from_env();
    let sockets = handed_over.len();
    anyhow::ensure!(sockets <= 1, "{sockets} sockets were handed over: the store listens on one");
    let given = handed_over.take_tcp_listener(0).context("what was handed over cannot be listened on")?;
    if let Some(given) = given {
        given.set_nonblocking(true)?;
        let address = given.local_addr()?;
        if configured != address && configured != Config::default().listen {
            tracing::warn!(listen = %configured, %address, "a socket was handed over: listen and port count for nothing");
        }
        return Ok((Port::kept(TcpListener::from_std(given)?), address));
    }
    let own = TcpListener::bind(configured).await.with_context(|| match configured.port() {
        0 => "cannot listen".to_owned(),
        port => format!("cannot listen on {configured}: choose another port than {port} with --port"),
    })?;
    let address = own.local_addr()?;
    Ok((own.into(), address))
}

/// Says how things stand to whoever started this process, if they want to hear it.
pub fn tell(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager could not be told");
    }
}

/// Says again and again that all is well, when somebody waits for it and as long as it is: a process of which a background
/// task fell is started again.
pub fn watch(state: &AppState) {
    let Some(patience) = sd_notify::watchdog_enabled() else { return };
    let own = state.clone();
    let say = async move {
        let mut rounds = tokio::time::interval(patience / 3);
        loop {
            rounds.tick().await;
            if own.background.fallen().is_none() {
                tell(NotifyState::Watchdog);
            }
        }
    };
    Background::watch(state.clone(), "watchdog", say);
}
