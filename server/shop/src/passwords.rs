//! Password hashes: argon2id with 19 MiB, 2 rounds, 1 lane (R43). At most two are computed at once,
//! so that a crowd signing in does not take the processors from those who browse.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use argon2::{
    Argon2, PasswordHash, PasswordHasher, PasswordVerifier,
    password_hash::{Salt, SaltString},
};
use fieldhouse_core::import::password_hash::{HashStep, LegacyHash};
use fieldhouse_kernel::{clock::Ids, failure::Failure};
use md5::Md5;
use sha2::{Digest, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hashes computed at once.
const AT_ONCE: usize = 2;
/// Hashes computed or waited for; more are told to come back.
const QUEUE: usize = 64;
/// A password can hold 64 scalar values; what is longer than any of them is not hashed.
const LONGEST_BYTES: usize = 64 * 4 * 3;
/// Nobody's password: compared with when there is no account, so that both answers take as long (R40).
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdCBoZXJl$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A place in the queue: whoever has one gets an answer.
#[derive(Debug)]
pub struct HashingPlace(OwnedSemaphorePermit);

/// The machinery behind passwords.
#[derive(Debug)]
pub struct Passwords {
    queue: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    computed: AtomicU64,
}

impl Default for Passwords {
    fn default() -> Self {
        Self {
            queue: Arc::new(Semaphore::new(QUEUE)),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            computed: AtomicU64::new(0),
        }
    }
}

impl Passwords {
    /// A place in the queue, or 503 at once. Taken before a try is counted: who was never heard did not guess.
    pub fn place(&self) -> Result<HashingPlace, Failure> {
        let full = |_| Failure::unavailable(anyhow::anyhow!("too many passwords at once"));
        Arc::clone(&self.queue).try_acquire_owned().map(HashingPlace).map_err(full)
    }

    /// The hash of a password, in the PHC format.
    pub async fn hash(&self, ids: &Ids, password: &str) -> Result<String, Failure> {
        let salt = ids.random();
        let password = password.to_owned();
        self.work(self.place()?, move || {
            let salt = SaltString::encode_b64(salt.as_bytes()).map_err(hashing)?;
            let salt: Salt<'_> = salt.as_salt();
            Ok(Argon2::default().hash_password(password.as_bytes(), salt).map_err(hashing)?.to_string())
        })
        .await
    }

    /// True when `password` (composed) is the one of `hash`. Without a hash it takes as long and is false.
    pub async fn verify(&self, place: HashingPlace, password: &str, hash: Option<String>) -> Result<bool, Failure> {
        let usable = password.len() <= LONGEST_BYTES;
        let password = if usable { password.to_owned() } else { String::new() };
        let known = hash.is_some() && usable;
        let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
        self.work(place, move || {
            let parsed = PasswordHash::new(&hash).map_err(hashing)?;
            Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok() && known)
        })
        .await
    }

    /// Hashes computed so far: what an answer cost, whatever the machine's speed (R40).
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    async fn work<T: Send + 'static>(
        &self,
        place: HashingPlace,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(Failure::internal)?;
        self.computed.fetch_add(1, Ordering::Relaxed);
        // The permits go along: a request that is given up does not free its turn before the work is done.
        let done = tokio::task::spawn_blocking(move || {
            let _held = (place.0, turn);
            work()
        });
        done.await.map_err(Failure::internal)?
    }
}

fn hashing(error: argon2::password_hash::Error) -> Failure {
    Failure::internal(anyhow::anyhow!("password hash: {error}"))
}

/// True when `password` is the one of a salted hash of an earlier store.
pub fn is_legacy(password: &str, stored: &str) -> bool {
    let Some(hash) = LegacyHash::parse(stored) else { return false };
    let digest = hash.steps.iter().fold(password.to_owned(), |text, step| legacy_digest(*step, &hash.salt, &text));
    digest == hash.digest
}

/// One step of a legacy hash, hexadecimal.
pub fn legacy_digest(step: HashStep, salt: &str, text: &str) -> String {
    use std::fmt::Write as _;
    let salted = [salt.as_bytes(), text.as_bytes()].concat();
    let digest = match step {
        HashStep::Md5 => Md5::digest(&salted).to_vec(),
        HashStep::Sha256 => Sha256::digest(&salted).to_vec(),
    };
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _written = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldhouse_kernel::failure::FailureKind;

    #[tokio::test]
    async fn r43_a_hash_has_its_cost_and_only_its_password_matches() {
        let passwords = Passwords::default();
        let hash = passwords.hash(&Ids::Random, "seven green llamas").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify(passwords.place().unwrap(), "seven green llamas", Some(hash.clone())).await.unwrap());
        assert!(
            !passwords.verify(passwords.place().unwrap(), "seven green llamas ", Some(hash.clone())).await.unwrap()
        );
        assert_ne!(hash, passwords.hash(&Ids::Random, "seven green llamas").await.unwrap(), "salted");
    }

    #[tokio::test]
    async fn r40_nobody_has_no_password() {
        let passwords = Passwords::default();
        for guess in ["", "seven green llamas", &"x".repeat(100_000)] {
            assert!(!passwords.verify(passwords.place().unwrap(), guess, None).await.unwrap());
        }
        assert_eq!(
            PasswordHash::new(NOBODY).unwrap().params,
            PasswordHash::new(&passwords.hash(&Ids::Random, "x").await.unwrap()).unwrap().params
        );
    }

    #[tokio::test]
    async fn r43_a_full_queue_is_told_to_come_back() {
        let passwords = Passwords::default();
        let _all = Arc::clone(&passwords.queue).acquire_many_owned(u32::try_from(QUEUE).unwrap()).await.unwrap();
        let refused = passwords.place().unwrap_err();
        assert_eq!((refused.kind, refused.retry_after), (FailureKind::Unavailable, Some(2)));
    }

    #[test]
    fn a_legacy_hash_is_compared_with_its_salt() {
        let sha = legacy_digest(HashStep::Sha256, "salt", "old pass");
        let stored = format!("sha256$salt${sha}");
        assert!(is_legacy("old pass", &stored));
        assert!(!is_legacy("old pass ", &stored) && !is_legacy("old pass", "") && !is_legacy("", "sha256$$"));
        // RFC 1321: the digest of "abc".
        assert!(is_legacy("bc", "md5$a$900150983cd24fb0d6963f7d28e17f72"));
        let md5 = legacy_digest(HashStep::Md5, "Xy", "old pass");
        assert!(is_legacy("old pass", &format!("md5$Xy${md5}")));
        let upgraded = legacy_digest(HashStep::Sha256, "Xy", &md5);
        assert!(is_legacy("old pass", &format!("md5+sha256$Xy${upgraded}")));
        assert!(!is_legacy("old pass", &format!("sha256$Xy${upgraded}")));
    }
}
