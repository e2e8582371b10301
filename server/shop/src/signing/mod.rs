//! Signed texts that open something for a while: links of previews, of newsletter and e-mail confirmations, and of
//! orders. The key is the configuration's, or one of the store's own that is made once and kept in the database.

pub mod sealing;
mod store;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use fieldhouse_kernel::{clock::Ids, db::Db, token};
use hmac::{Hmac, KeyInit, Mac};
use sea_orm::DbErr;
use sha2::Sha256;
use tokio::sync::OnceCell;

/// Name of the key among the store's secrets.
const NAME: &str = "signing";

/// What a signature is for: one made for something else opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Drafts of content.
    Preview,
    /// A newsletter subscription.
    Newsletter,
    /// A placed order, to be read.
    Order,
    /// The e-mail of an account.
    Email,
    /// The address that begins to shop as a customer.
    ShopAs,
    /// That what somebody did with a product was counted.
    Interest,
}

impl Purpose {
    const fn key(self) -> &'static str {
        match self {
            Self::Preview => "preview",
            Self::Newsletter => "newsletter",
            Self::Order => "order",
            Self::Email => "email",
            Self::ShopAs => "shop-as",
            Self::Interest => "interest",
        }
    }
}

/// The key, read when it is first needed.
#[derive(Default)]
pub struct Signing(OnceCell<String>);

impl std::fmt::Debug for Signing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signing(…)")
    }
}

impl Signing {
    /// The configured key, or the store's own.
    async fn key(&self, configured: &str, db: &Db, ids: &Ids) -> Result<&str, DbErr> {
        let found = self.0.get_or_try_init(async || {
            if !configured.is_empty() {
                return Ok(configured.to_owned());
            }
            store::find_or_insert_secret(db, NAME, token::issue(ids)).await
        });
        found.await.map(String::as_str)
    }

    /// `{subject}.{seconds since 1970 at which it ends}.{signature}`; a subject has no dots.
    pub async fn sign(
        &self,
        (configured, db, ids): (&str, &Db, &Ids),
        purpose: Purpose,
        subject: &str,
        ends: i64,
    ) -> Result<String, DbErr> {
        let text = [subject, ".", &ends.to_string()].concat();
        let key = self.key(configured, db, ids).await?;
        let signature = mac(key, purpose, &text).map(|mac| mac.finalize().into_bytes());
        Ok([&text, ".", &URL_SAFE_NO_PAD.encode(signature.unwrap_or_default())].concat())
    }

    /// What stands for a text at every node, and from which nobody learns it: 22 letters.
    pub async fn mark(
        &self,
        (configured, db, ids): (&str, &Db, &Ids),
        purpose: Purpose,
        text: &str,
    ) -> Result<String, DbErr> {
        let key = self.key(configured, db, ids).await?;
        let marked = mac(key, purpose, text).map(|mac| mac.finalize().into_bytes()).unwrap_or_default();
        Ok(URL_SAFE_NO_PAD.encode(marked.get(..16).unwrap_or_default()))
    }

    /// What a signed text is about and when it ends; nothing for one that is over, or that we did not sign.
    pub async fn open(
        &self,
        (configured, db, ids): (&str, &Db, &Ids),
        purpose: Purpose,
        signed: &str,
        now: i64,
    ) -> Result<Option<(String, i64)>, DbErr> {
        Ok(read(self.key(configured, db, ids).await?, purpose, signed, now))
    }
}

fn mac(key: &str, purpose: Purpose, text: &str) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).ok()?;
    mac.update(purpose.key().as_bytes());
    mac.update(b"\0");
    mac.update(text.as_bytes());
    Some(mac)
}

fn read(key: &str, purpose: Purpose, signed: &str, now: i64) -> Option<(String, i64)> {
    let (text, signature) = signed.rsplit_once('.')?;
    let (subject, ends) = text.rsplit_once('.')?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    // In constant time: how far a guess is right is not told.
    mac(key, purpose, text)?.verify_slice(&signature).ok()?;
    let ends: i64 = ends.parse().ok()?;
    (now < ends).then(|| (subject.to_owned(), ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(subject: &str, ends: i64) -> String {
        let text = format!("{subject}.{ends}");
        let signature = mac("key", Purpose::Preview, &text).unwrap().finalize().into_bytes();
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    #[test]
    fn only_the_very_text_that_was_signed_opens_and_only_in_its_time() {
        let link = signed("a:usgames", 1_000);
        let opens = |text: &str, now| read("key", Purpose::Preview, text, now);
        assert_eq!(opens(&link, 999), Some(("a:usgames".to_owned(), 1_000)));
        assert_eq!(opens(&link, 1_000), None, "over");
        assert_eq!(read("other", Purpose::Preview, &link, 0), None);
        assert_eq!(read("key", Purpose::Newsletter, &link, 0), None);
        for at in 0..link.len() {
            let mut forged = link.clone().into_bytes();
            forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
            let forged = String::from_utf8(forged).unwrap();
            assert_eq!(opens(&forged, 0), None, "{forged}");
        }
        for forged in ["", ".", "..", "a:usgames.9999", "a:usgames.9999.", &link[..link.len() - 1], &format!("{link}A")]
        {
            assert_eq!(opens(forged, 0), None, "{forged}");
        }
    }
}
