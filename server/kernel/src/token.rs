//! Texts that open something to whoever holds them: 256 bits from at least as much chance, told once,
//! and only their hash is stored.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use crate::clock::Ids;

/// A new one.
pub fn issue(ids: &Ids) -> String {
    let mut chance = Sha256::new();
    for _ in 0..3 {
        chance.update(ids.random().as_bytes());
    }
    URL_SAFE_NO_PAD.encode(chance.finalize())
}

/// What is stored of it.
pub fn hash(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}
