//! One-time codes by the clock (RFC 6238): SHA-1, 30 seconds, six digits, as every authenticator app has them. A code of
//! the step before and of the next one counts too, and each step once.

use fieldhouse_kernel::{clock::Ids, failure::Failure, token};
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

use crate::env::Env;

/// Seconds of a step.
const STEP: i64 = 30;
/// Steps before and after that count.
const DRIFT: i64 = 1;
/// Bytes of a secret (RFC 4226 §4: 160 bits).
const SECRET_BYTES: usize = 20;
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A new secret, base32.
pub fn new_secret(ids: &Ids) -> String {
    base32(token::issue(ids).as_bytes().get(..SECRET_BYTES).unwrap_or_default())
}

/// What an authenticator app takes, by hand or as a picture.
pub fn address(secret: &str, store: &str, email: &str) -> String {
    let encode =
        |text: &str| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string();
    let [store, email] = [encode(store), encode(email)];
    format!("otpauth://totp/{store}:{email}?secret={secret}&issuer={store}&algorithm=SHA1&digits=6&period=30")
}

/// A secret as it is stored: it opens nothing for who reads the database.
pub async fn seal(env: &Env, staff_id: &str, secret: &str) -> Result<String, Failure> {
    env.seal(&belongs_to(staff_id), secret).await
}

/// The step that a typed code is of, by the stored secret of somebody. One that the key does not open counts as none: passkeys and
/// recovery codes are the way in then.
pub async fn step_now(env: &Env, staff_id: &str, (sealed, typed): (&str, &str)) -> Result<Option<i64>, Failure> {
    let Some(secret) = env.unseal(&belongs_to(staff_id), sealed).await? else {
        tracing::error!(staff = staff_id, "a secret of one-time codes was sealed with another key");
        return Ok(None);
    };
    Ok(step_of(&secret, typed, env.clock.now().as_second()))
}

/// Whether the key opens a stored secret.
pub async fn is_readable(env: &Env, staff_id: &str, sealed: &str) -> Result<bool, Failure> {
    Ok(env.unseal(&belongs_to(staff_id), sealed).await?.is_some())
}

fn belongs_to(staff_id: &str) -> String {
    ["totp ", staff_id].concat()
}

/// The step that a typed code is of, around a time in seconds since 1970. Blanks inside do not count.
pub fn step_of(secret: &str, typed: &str, now: i64) -> Option<i64> {
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let key = from_base32(secret)?;
    let step = now.div_euclid(STEP);
    // All of them are compared: how long it takes does not tell which one was near.
    let mut found = None;
    for step in step.saturating_sub(DRIFT)..=step.saturating_add(DRIFT) {
        let code = code_at(&key, u64::try_from(step).ok()?)?;
        let differs = code.bytes().zip(typed.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
        if differs == 0 && typed.len() == code.len() {
            found = Some(step);
        }
    }
    found
}

/// The code of a step.
fn code_at(key: &[u8], step: u64) -> Option<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(key).ok()?;
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest.last()? & 0xf);
    let four: [u8; 4] = digest.get(offset..offset.checked_add(4)?)?.try_into().ok()?;
    let number = (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000;
    Some(format!("{number:06}"))
}

fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    for five in bytes.chunks(5) {
        let bits = five.iter().fold(0_u64, |bits, byte| (bits << 8) | u64::from(*byte)) << (40 - 8 * five.len());
        for place in 0..8 {
            let index = usize::try_from((bits >> (35 - 5 * place)) & 31).unwrap_or_default();
            text.push(ALPHABET.get(index).copied().map_or('A', char::from));
        }
    }
    text
}

fn from_base32(text: &str) -> Option<Vec<u8>> {
    let (mut bits, mut held, mut bytes) = (0_u32, 0_u32, Vec::new());
    for byte in text.bytes() {
        let value = ALPHABET.iter().position(|letter| *letter == byte)?;
        bits = (bits << 5) | u32::try_from(value).ok()?;
        held = held.saturating_add(5);
        if held >= 8 {
            held = held.saturating_sub(8);
            bytes.push(u8::try_from((bits >> held) & 0xff).ok()?);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// '12345678901234567890' of the RFC's appendix.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_the_standard() {
        assert_eq!(base32(b"12345678901234567890"), SECRET);
        assert_eq!(from_base32(SECRET).unwrap(), b"12345678901234567890");
        // RFC 6238, appendix B, the last six of its eight digits.
        for (now, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(step_of(SECRET, code, now), Some(now / 30), "{now}");
        }
    }

    #[test]
    fn a_code_counts_one_step_before_and_after_and_no_longer() {
        let step = 1_234_567_890 / 30;
        for (seconds, counts) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let found = step_of(SECRET, "005924", 1_234_567_890 + seconds * 30);
            assert_eq!(found, counts.then_some(step), "{seconds}");
        }
        assert_eq!(step_of(SECRET, " 005 924 ", 1_234_567_890), Some(step));
        for wrong in ["", "00592", "0059244", "005925", "a05924", "\u{ff10}05924"] {
            assert_eq!(step_of(SECRET, wrong, 1_234_567_890), None, "{wrong:?}");
        }
    }

    #[test]
    fn an_address_says_all_that_an_app_needs() {
        let told = address("ABC", "Field & House", "a+b@c.co");
        let expected = "otpauth://totp/Field%20%26%20House:a%2Bb%40c%2Eco?secret=ABC&issuer=Field%20%26%20House&algorithm=SHA1&digits=6&period=30";
        assert_eq!(told, expected);
        let secret = new_secret(&Ids::Random);
        assert_eq!((secret.len(), from_base32(&secret).unwrap().len()), (32, 20));
        assert_ne!(secret, new_secret(&Ids::Random));
    }
}
