//! SIGHUP: settings that may change while the store runs are read again, and the certificate with them. All of it is taken over
//! or nothing; the log says which. A closed terminal sends the same signal, and closes no store.

use std::{fs, sync::Arc};

use anyhow::Context;
use fieldhouse_kernel::{
    background::Background,
    clock::Clock,
    http::tls::{Identity, Tls},
    logging,
};
use fieldhouse_shop::{
    config::{Config, Overrides, running::Running},
    mail::send::Post,
    state::AppState,
};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// What is read again, and how it was told.
pub struct Again {
    hangup: Signal,
    told: Overrides,
    /// As it was read last.
    config: Config,
    /// As it was when the store started: what waits for the next start is another than this.
    started: Config,
    tls: Option<Arc<Tls>>,
    /// The file of the certificates that are shown.
    certificate: Vec<u8>,
}

impl Again {
    /// From here on SIGHUP is heard. Reads the certificate, when the store speaks TLS.
    pub fn new(config: &Config, told: Overrides) -> anyhow::Result<Self> {
        let certificate = certificate_of(config);
        let tls = config.tls().map(|(certificate, key)| Identity::read(certificate, key)).transpose()?;
        if let Some(Err(error)) = tls.as_ref().map(|identity| identity.check(Clock::Machine.now())) {
            // Better than no store: it may be told to whoever runs a proxy before it.
            tracing::warn!(%error, "browsers refuse the store until there is another one");
        }
        let tls = tls.map(|identity| Arc::new(Tls::new(identity)));
        let (config, started) = (config.clone(), config.clone());
        Ok(Self { hangup: signal(SignalKind::hangup())?, told, config, started, tls, certificate })
    }

    /// What connections are encrypted with, if anything.
    pub fn tls(&self) -> Option<Arc<Tls>> {
        self.tls.clone()
    }

    /// Reads again at each SIGHUP.
    pub fn listen(mut self, state: &AppState) {
        let own = state.clone();
        let read = async move {
            while self.hangup.recv().await.is_some() {
                if let Err(error) = self.read(&own) {
                    let error = format!("{error:#}");
                    tracing::error!(%error, "SIGHUP: the settings cannot be read again, the old ones stay");
                }
            }
        };
        Background::watch(state.clone(), "settings", read);
    }

    /// Takes over what may change, whole or not at all, and says what that was.
    fn read(&mut self, state: &AppState) -> anyhow::Result<()> {
        let newer = self.config.load_again(self.told.clone())?;
        let (mut taken, _) = self.config.changes(&newer);
        let filter = logging::filter(&newer.log)?;
        let mail = (newer.mail != self.config.mail).then(|| Post::checked(&newer.mail)).transpose()?;
        let certificate = certificate_of(&newer);
        let identity = match (&self.tls, newer.tls()) {
            (Some(_), Some((certificate, key))) => {
                let identity = Identity::read(certificate, key)?;
                identity.check(Clock::Machine.now()).with_context(|| certificate.display().to_string())?;
                Some(identity)
            }
            (None, None) => None,
            _ => anyhow::bail!("whether the store speaks TLS itself is decided when it starts"),
        };
        if certificate != self.certificate {
            taken.push("the certificate");
        }
        // Said where the old filter lets it through, or else the new one may.
        let now = said(&taken, &self.started.changes(&newer).1);
        let say = || tracing::info!(%now, "SIGHUP: the settings were read again");
        let said_before = tracing::enabled!(tracing::Level::INFO);
        if said_before {
            say();
        }
        // Nothing can fail from here on but the log, whose filter goes first.
        logging::replace_filter(filter).context("the log cannot be filtered anew")?;
        if let Some(mail) = mail {
            state.mail.store(Arc::new(mail));
        }
        if let (Some(tls), Some(identity)) = (&self.tls, identity) {
            tls.replace(identity);
        }
        state.take_over(Running::from(&newer));
        (self.config, self.certificate) = (newer, certificate);
        if !said_before {
            say();
        }
        Ok(())
    }
}

/// The bytes of the certificates' file, by which another one is told. Taken before it is read as such, so that none goes unsaid.
fn certificate_of(config: &Config) -> Vec<u8> {
    config.tls().and_then(|(certificate, _)| fs::read(certificate).ok()).unwrap_or_default()
}

/// What was taken over and what waits, in words.
fn said(taken: &[&str], waiting: &[&str]) -> String {
    let taken = if taken.is_empty() { "nothing is another".to_owned() } else { taken.join(", ") };
    if waiting.is_empty() { taken } else { [&taken, "; after the next start: ", &waiting.join(", ")].concat() }
}
