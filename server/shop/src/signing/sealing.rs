//! Secrets of people that the store has to read again, as those of one-time codes are: sealed in the database, each for what it
//! belongs to. The key is the configuration's, or one of the store's own that is made once and kept there too.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use fieldhouse_kernel::{clock::Ids, db::Db, failure::Failure, token};
use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sea_orm::DbErr;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use super::store;

/// Name of the key among the store's secrets.
const NAME: &str = "sealing";
/// What a sealed text begins with: how it was sealed.
const MARK: &str = "1.";

/// The key, read when it is first needed.
#[derive(Default)]
pub struct Sealing(OnceCell<String>);

impl std::fmt::Debug for Sealing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealing(…)")
    }
}

impl Sealing {
    /// Seals a secret for what it belongs to. Not within a transaction: the first time the key is written.
    pub async fn seal(
        &self,
        (configured, db, ids): (&str, &Db, &Ids),
        (belongs_to, secret): (&str, &str),
    ) -> Result<String, Failure> {
        let made = self.0.get_or_try_init(async || {
            if !configured.is_empty() {
                return Ok(configured.to_owned());
            }
            store::find_or_insert_secret(db, NAME, token::issue(ids)).await
        });
        let key = made.await?;
        // Each text has a number of its own: twelve bytes of chance.
        let chance = Sha256::digest(token::issue(ids).as_bytes());
        let number = chance.first_chunk::<NONCE_LEN>().copied().unwrap_or_default();
        seal(key, number, (belongs_to, secret)).ok_or_else(|| Failure::internal(anyhow::anyhow!("cannot be sealed")))
    }

    /// What was sealed for what it belongs to; nothing for what another key sealed, or for something else.
    pub async fn open(
        &self,
        (configured, db): (&str, &Db),
        (belongs_to, sealed): (&str, &str),
    ) -> Result<Option<String>, DbErr> {
        if let Some(key) = self.0.get() {
            return Ok(open(key, (belongs_to, sealed)));
        }
        let key = match configured {
            // What was sealed has a key that is there.
            "" => store::find_secret(db, NAME).await?,
            configured => Some(configured.to_owned()),
        };
        Ok(key.and_then(|key| open(&key, (belongs_to, sealed))))
    }
}

fn cipher(key: &str) -> Option<LessSafeKey> {
    // A key of our length of one of any.
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).ok()?;
    mac.update(b"fieldhouse sealing 1");
    UnboundKey::new(&CHACHA20_POLY1305, &mac.finalize().into_bytes()).ok().map(LessSafeKey::new)
}

fn seal(key: &str, number: [u8; NONCE_LEN], (belongs_to, secret): (&str, &str)) -> Option<String> {
    let mut text = secret.as_bytes().to_vec();
    let nonce = Nonce::assume_unique_for_key(number);
    cipher(key)?.seal_in_place_append_tag(nonce, Aad::from(belongs_to.as_bytes()), &mut text).ok()?;
    Some([MARK, &URL_SAFE_NO_PAD.encode([number.as_slice(), &text].concat())].concat())
}

fn open(key: &str, (belongs_to, sealed): (&str, &str)) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(sealed.strip_prefix(MARK)?).ok()?;
    let (number, text) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let mut text = text.to_vec();
    let nonce = Nonce::assume_unique_for_key(*number);
    let opened = cipher(key)?.open_in_place(nonce, Aad::from(belongs_to.as_bytes()), &mut text).ok()?;
    String::from_utf8(opened.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "a key of thirty-two characters…!";

    #[test]
    fn a_sealed_secret_is_read_by_its_key_for_what_it_belongs_to_and_by_nothing_else() {
        let sealed = seal(KEY, [7; NONCE_LEN], ("totp sam", "GEZDGNBVGY3TQOJQ")).unwrap();
        assert!(!sealed.contains("GEZDGNBVGY3TQOJQ"));
        assert_eq!(open(KEY, ("totp sam", &sealed)).as_deref(), Some("GEZDGNBVGY3TQOJQ"));
        assert_eq!(open(KEY, ("totp pat", &sealed)), None, "of somebody else");
        assert_eq!(open("another key of 32 characters…!!!", ("totp sam", &sealed)), None);
        let other = seal(KEY, [8; NONCE_LEN], ("totp sam", "GEZDGNBVGY3TQOJQ")).unwrap();
        assert_ne!(sealed, other, "the same secret twice tells nothing");
        for place in 2..sealed.len() {
            let mut bent = sealed.clone().into_bytes();
            bent[place] = if bent[place] == b'A' { b'B' } else { b'A' };
            // The last sign holds bits that mean nothing: those are no base64 then.
            assert_eq!(open(KEY, ("totp sam", &String::from_utf8(bent).unwrap())), None, "{place}");
        }
        for wrong in ["", "1.", "1.AAAA", "GEZDGNBVGY3TQOJQ", "2.AAAA"] {
            assert_eq!(open(KEY, ("totp sam", wrong)), None, "{wrong}");
        }
    }
}
