//! Password hashes that customers bring along: ours (argon2id), and salted ones of earlier stores. What a
//! hash is computed of is said here; it is computed by the server.

use crate::rule::broken_rules;

/// What every hash of ours begins with (requirement R43): another cost would tell who was imported.
const OURS: &str = "$argon2id$v=19$m=19456,t=2,p=1$";
/// Characters of a salt.
const LONGEST_SALT: usize = 64;

broken_rules! {
    /// Why a password hash is not taken.
    pub enum PasswordHashError {
        /// No form that is known; a plain password above all.
        Unknown => "import_hash_unknown", "This is no password hash of a known form";
        /// A hash without a salt can be looked up in a table.
        Unsalted => "import_hash_unsalted", "A password hash without a salt is not taken";
        /// An argon2 hash of another cost.
        OtherCost => "import_hash_cost", "An argon2 hash must be argon2id with v=19, m=19456, t=2, p=1";
    }
}

/// A step of a hash: each is computed of the salt and what the step before gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HashStep {
    /// MD5.
    Md5,
    /// SHA-256.
    Sha256,
}

impl HashStep {
    /// As it is stored.
    const fn key(self) -> &'static str {
        match self {
            Self::Md5 => "md5",
            Self::Sha256 => "sha256",
        }
    }

    /// Hexadecimal digits of its result.
    const fn digits(self) -> usize {
        match self {
            Self::Md5 => 32,
            Self::Sha256 => 64,
        }
    }
}

/// A salted hash of an earlier store. It does not show itself.
#[derive(Clone, PartialEq, Eq)]
pub struct LegacyHash {
    /// Steps in order: of the salt and the password, then of the salt and the hexadecimal result.
    pub steps: Vec<HashStep>,
    /// Salt.
    pub salt: String,
    /// Hexadecimal, lower-cased.
    pub digest: String,
}

impl core::fmt::Debug for LegacyHash {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("LegacyHash(…)")
    }
}

impl LegacyHash {
    /// As it is stored: `sha256$salt$digest`, `md5+sha256$salt$digest`.
    pub fn stored(&self) -> String {
        let steps: Vec<&str> = self.steps.iter().map(|step| step.key()).collect();
        [&steps.join("+"), "$", &self.salt, "$", &self.digest].concat()
    }

    /// Reads what was stored.
    pub fn parse(stored: &str) -> Option<Self> {
        let mut parts = stored.split('$');
        let (steps, salt, digest) = (parts.next()?, parts.next()?, parts.next()?);
        let steps = steps.split('+').map(|key| match key {
            "md5" => Some(HashStep::Md5),
            "sha256" => Some(HashStep::Sha256),
            _ => None,
        });
        parts.next().is_none().then(|| Self::of(steps.collect::<Option<Vec<_>>>()?, salt, digest)).flatten()
    }

    fn of(steps: Vec<HashStep>, salt: &str, digest: &str) -> Option<Self> {
        let salted = (1..=LONGEST_SALT).contains(&salt.len())
            && salt.bytes().all(|b| b.is_ascii_alphanumeric() || b"./+=_-".contains(&b));
        let whole = steps.last().is_some_and(|last| last.digits() == digest.len())
            && digest.bytes().all(|b| b.is_ascii_hexdigit());
        (salted && whole && steps.len() <= 2).then(|| Self {
            steps,
            salt: salt.to_owned(),
            digest: digest.to_ascii_lowercase(),
        })
    }
}

/// A customer's password as a file brings it. It does not show itself.
#[derive(Clone, PartialEq, Eq)]
pub enum BroughtPassword {
    /// None: the customer asks for a link.
    None,
    /// A hash of ours, in the PHC format.
    Ours(String),
    /// One of an earlier store: signs in once, then sets a new one.
    Legacy(LegacyHash),
}

impl core::fmt::Debug for BroughtPassword {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("BroughtPassword(…)")
    }
}

/// Reads a password hash: `$argon2id$…`, `sha256$salt$digest`, `md5$salt$digest`, or as Magento writes it:
/// `digest:salt` (MD5), `digest:salt:0` (MD5), `digest:salt:1` (SHA-256), `digest:salt:0:1` (one of the other).
pub fn parse_password_hash(raw: &str) -> Result<BroughtPassword, PasswordHashError> {
    let text = raw.trim();
    if text.is_empty() {
        return Ok(BroughtPassword::None);
    }
    if text.starts_with("$argon2") {
        return match text.strip_prefix(OURS).and_then(|rest| rest.split_once('$')) {
            Some((salt, hash)) if is_base64(salt, 11..=64) && is_base64(hash, 43..=43) => {
                Ok(BroughtPassword::Ours(text.to_owned()))
            }
            _ => Err(PasswordHashError::OtherCost),
        };
    }
    if let Some(legacy) = LegacyHash::parse(text) {
        return Ok(BroughtPassword::Legacy(legacy));
    }
    let parts: Vec<&str> = text.split(':').collect();
    let (digest, salt, versions) = match parts.as_slice() {
        [digest] if is_digest(digest) => return Err(PasswordHashError::Unsalted),
        [digest, "", ..] if is_digest(digest) => return Err(PasswordHashError::Unsalted),
        [digest, salt] => (digest, salt, &["0"][..]),
        [digest, salt, versions @ ..] => (digest, salt, versions),
        _ => return Err(PasswordHashError::Unknown),
    };
    let steps = versions.iter().map(|version| match *version {
        "0" => Some(HashStep::Md5),
        "1" => Some(HashStep::Sha256),
        _ => None,
    });
    steps
        .collect::<Option<Vec<_>>>()
        .and_then(|steps| LegacyHash::of(steps, salt, digest))
        .map(BroughtPassword::Legacy)
        .ok_or(PasswordHashError::Unknown)
}

fn is_digest(text: &str) -> bool {
    matches!(text.len(), 32 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

fn is_base64(text: &str, lengths: core::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stored(raw: &str) -> Option<String> {
        match parse_password_hash(raw) {
            Ok(BroughtPassword::Legacy(legacy)) => Some(legacy.stored()),
            _ => None,
        }
    }

    #[test]
    fn salted_hashes_of_earlier_stores_are_read() {
        let (md5, sha) = ("a".repeat(32), "B".repeat(64));
        let low = sha.to_lowercase();
        for (raw, expected) in [
            (format!("{md5}:Xy"), format!("md5$Xy${md5}")),
            (format!("{md5}:Xy:0"), format!("md5$Xy${md5}")),
            (format!("{sha}:Xy:1"), format!("sha256$Xy${low}")),
            (format!("{sha}:Xy:0:1"), format!("md5+sha256$Xy${low}")),
            (format!("sha256$Xy${sha}"), format!("sha256$Xy${low}")),
        ] {
            assert_eq!(stored(&raw), Some(expected.clone()), "{raw}");
            assert_eq!(stored(&expected), Some(expected));
        }
    }

    #[test]
    fn what_is_no_salted_hash_is_refused() {
        let (md5, sha) = ("a".repeat(32), "b".repeat(64));
        for raw in [md5.clone(), format!("{md5}:"), format!("{sha}::1")] {
            assert_eq!(parse_password_hash(&raw), Err(PasswordHashError::Unsalted), "{raw}");
        }
        for raw in [
            "hunter2hunter2".to_owned(),
            format!("{md5}:Xy:1"),
            format!("{sha}:Xy:2"),
            format!("{sha}:Xy:0:1:1"),
            format!("{sha}:{}:1", "x".repeat(65)),
            format!("{sha}:X y:1"),
            format!("$2y$10${}", "x".repeat(53)),
            format!("sha256$${sha}"),
        ] {
            assert_eq!(parse_password_hash(&raw), Err(PasswordHashError::Unknown), "{raw}");
        }
    }

    #[test]
    fn r43_a_hash_of_ours_has_our_cost() {
        let (salt, hash) = ("bm9ib2R5J3Mgc2FsdCBoZXJl", "A".repeat(43));
        assert!(matches!(parse_password_hash(&[OURS, salt, "$", &hash].concat()), Ok(BroughtPassword::Ours(_))));
        for other in [
            format!("$argon2id$v=19$m=4194304,t=2,p=1${salt}${hash}"),
            format!("$argon2i$v=19$m=19456,t=2,p=1${salt}${hash}"),
            format!("{OURS}{salt}${hash}A"),
            format!("{OURS}x${hash}"),
        ] {
            assert_eq!(parse_password_hash(&other), Err(PasswordHashError::OtherCost), "{other}");
        }
    }

    #[test]
    fn r64_a_hash_does_not_show_itself() {
        let brought = parse_password_hash(&format!("{}:Xy", "a".repeat(32))).unwrap();
        assert_eq!(format!("{brought:?}"), "BroughtPassword(…)");
    }

    proptest! {
        #[test]
        fn what_is_taken_reads_back(raw in "[a-f0-9]{32}([a-f0-9]{32})?(:[A-Za-z0-9]{0,3}){0,2}(:[012])?") {
            if let Ok(BroughtPassword::Legacy(legacy)) = parse_password_hash(&raw) {
                prop_assert_eq!(LegacyHash::parse(&legacy.stored()), Some(legacy));
            }
        }
    }
}
