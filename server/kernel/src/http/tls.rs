//! TLS that the store speaks itself: a certificate with its key from two files, which can be read again while connections are open.
//! Whoever is connected keeps the certificate they were shown.

use std::{path::Path, sync::Arc};

use anyhow::Context;
use arc_swap::ArcSwap;
use jiff::Timestamp;
use rustls::{
    ServerConfig,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use tokio_rustls::TlsAcceptor;
use x509_parser::parse_x509_certificate;

use crate::encryption;

/// What connections are encrypted with.
#[derive(Debug)]
pub struct Tls(ArcSwap<ServerConfig>);

/// A certificate and its key, read and found to belong together.
#[derive(Debug)]
pub struct Identity {
    config: Arc<ServerConfig>,
    /// When it ends, in seconds since 1970.
    pub ends: i64,
}

impl Identity {
    /// Reads both files. Fails when either is none, or when the key is another certificate's.
    pub fn read(certificate: &Path, key: &Path) -> anyhow::Result<Self> {
        encryption::install();
        let shown = certificate.display();
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
            .and_then(Iterator::collect)
            .with_context(|| format!("no certificate can be read from {shown}"))?;
        let own = chain.first().with_context(|| format!("{shown} has no certificate"))?;
        let (_, own) = parse_x509_certificate(own).with_context(|| format!("{shown} has no certificate"))?;
        let ends = own.validity().not_after.timestamp();
        // Not said why not: the answer could have a part of the key in it.
        let secret = PrivateKeyDer::from_pem_file(key)
            .map_err(|_| anyhow::anyhow!("no key can be read from {}", key.display()))?;
        let mut config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(chain, secret)
            .with_context(|| format!("the key of {} is not that of {shown}", key.display()))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { config: Arc::new(config), ends })
    }

    /// Fails once it has ended.
    pub fn check(&self, now: Timestamp) -> anyhow::Result<()> {
        anyhow::ensure!(now.as_second() < self.ends, "the certificate ended at {}", Timestamp::from_second(self.ends)?);
        Ok(())
    }
}

impl Tls {
    /// Encrypts with this.
    pub fn new(identity: Identity) -> Self {
        Self(ArcSwap::new(identity.config))
    }

    /// Encrypts with that from the next connection on.
    pub fn replace(&self, identity: Identity) {
        self.0.store(identity.config);
    }

    /// For one connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.0.load_full())
    }
}
