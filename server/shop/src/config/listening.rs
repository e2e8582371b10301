//! Where the store listens and how it is spoken to: its own TLS, and a port of its own for figures.

use std::{net::SocketAddr, path::Path};

use anyhow::Context;

use super::Config;

impl Config {
    /// Files of the certificates and of their key, when the store speaks TLS itself.
    pub fn tls(&self) -> Option<(&Path, &Path)> {
        let is_told = !self.tls_certificate.as_os_str().is_empty();
        is_told.then_some((self.tls_certificate.as_path(), self.tls_key.as_path()))
    }

    /// Where figures are shown and nothing else, when they have a port of their own.
    pub fn figures(&self) -> anyhow::Result<Option<SocketAddr>> {
        let told = self.metrics_listen.as_str();
        let address = (!told.is_empty()).then(|| told.parse().with_context(|| not_an_address(told)));
        address.transpose()
    }

    /// Refuses what cannot work. The store's own TLS makes cookies and links as TLS in front does.
    pub(super) fn settle_listening(&mut self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.tls_certificate.as_os_str().is_empty() == self.tls_key.as_os_str().is_empty(),
            "tls_certificate and tls_key name two files: neither works without the other"
        );
        self.secure |= self.tls().is_some();
        self.figures().map(drop)
    }
}

fn not_an_address(told: &str) -> String {
    format!("metrics_listen: {told:?} is not an address and a port, such as 127.0.0.1:9420")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(config: Config) -> Result<Config, String> {
        let mut config = config;
        config.settle_listening().map_err(|error| format!("{error:#}")).map(|()| config)
    }

    #[test]
    fn tls_of_its_own_needs_two_files_and_makes_the_store_a_secure_one() {
        let config = Config { tls_certificate: "shop.pem".into(), tls_key: "shop.key".into(), ..Config::default() };
        assert!(settled(config).unwrap().secure && !settled(Config::default()).unwrap().secure);
        let half = Config { tls_key: "shop.key".into(), ..Config::default() };
        assert!(settled(half).unwrap_err().contains("neither works without the other"));
    }

    #[test]
    fn figures_have_a_port_of_their_own_where_one_is_told() {
        let figures = |told: &str| settled(Config { metrics_listen: told.to_owned(), ..Config::default() });
        assert_eq!(figures("").unwrap().figures().unwrap(), None);
        assert_eq!(figures("[::]:9420").unwrap().figures().unwrap().unwrap().port(), 9420);
        assert!(figures("9420").unwrap_err().contains("not an address and a port"));
    }
}
