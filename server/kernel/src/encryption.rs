//! Which library encrypts, for connections in and out.

/// Says it. Whoever comes first: the binary installs the same one.
pub fn install() {
    drop(rustls::crypto::ring::default_provider().install_default());
}
