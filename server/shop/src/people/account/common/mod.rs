//! Easily guessed passwords by the long list, which only the server has (decisions: identity): whether one may be set,
//! asked when it is set and while it is typed. Where the list is from is told in LICENSE.txt.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

use fieldhouse_core::{
    account::{
        PasswordDraft,
        common_password::{folded, is_near_listed},
        password::{PasswordError, parse_password_form},
    },
    rule::{Broken, FieldError},
    text::SecretText,
};
use fieldhouse_kernel::{failure::Failure, http::address::ClientAddress};
use serde::{Deserialize, Serialize};

use crate::{env::Env, limits::rate::Rated};

/// Written by `scripts/common-passwords.mjs`.
static COMPRESSED: &[u8] = include_bytes!("passwords.txt.br");

/// The list as sorted digests: half a megabyte. Empty only when the shipped file is broken, which a test would tell.
static LISTED: LazyLock<Box<[u64]>> = LazyLock::new(|| {
    let mut text = Vec::new();
    if let Err(error) = brotli::BrotliDecompress(&mut &*COMPRESSED, &mut text) {
        tracing::error!(%error, "the list of common passwords cannot be read");
    }
    let mut digests: Vec<u64> = String::from_utf8_lossy(&text).lines().map(|line| digest(&folded(line))).collect();
    digests.sort_unstable();
    digests.into()
});

/// Keyed alike in every process: nobody chooses what is on the list.
fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// True for a password that is easily guessed although its structure is not. `personal` are words about the person.
pub async fn is_listed(password: &str, personal: &[&str]) -> Result<bool, Failure> {
    let password = password.to_owned();
    let personal: Vec<String> = personal.iter().map(|text| (*text).to_owned()).collect();
    let judged = tokio::task::spawn_blocking(move || {
        let personal: Vec<&str> = personal.iter().map(String::as_str).collect();
        judge(&password, &personal)
    });
    judged.await.map_err(Failure::internal)
}

fn judge(password: &str, personal: &[&str]) -> bool {
    is_near_listed(password, personal, |text| LISTED.binary_search(&digest(text)).is_ok())
        || zxcvbn::zxcvbn(password, personal).score() < zxcvbn::Score::Three
}

/// `POST /api/features/Account/password-check`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordCheckDraft {
    /// What was typed so far: never logged, never kept.
    password: SecretText,
    /// What else was typed about the person: e-mail, names, company.
    #[serde(default)]
    #[schema(max_items = 8)]
    personal: Vec<String>,
}

/// What is wrong with a password that is being chosen.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordCheckView {
    /// Nothing when it may be set; at `password.new`.
    errors: Vec<FieldError>,
}

/// Texts about a person that are looked at.
const MOST_TEXTS: usize = 8;
/// Scalar values of one that are looked at.
const LONGEST_TEXT: usize = 254;

/// Judges a password as it will be judged when it is set.
pub async fn check(env: &Env, from: ClientAddress, draft: &PasswordCheckDraft) -> Result<PasswordCheckView, Failure> {
    env.admit(Rated::PasswordCheck, from).await?;
    let cut: Vec<String> =
        draft.personal.iter().take(MOST_TEXTS).map(|text| text.chars().take(LONGEST_TEXT).collect()).collect();
    let personal: Vec<&str> = cut.iter().map(String::as_str).collect();
    let typed =
        PasswordDraft { new: draft.password.clone(), confirm: draft.password.clone(), ..PasswordDraft::default() };
    let errors = match parse_password_form(&typed, &personal) {
        Err(errors) => errors.into_iter().filter(|error| error.field == NEW).collect(),
        Ok(password) if is_listed(password.expose(), &personal).await? => vec![PasswordError::Common.at(NEW)],
        Ok(_) => Vec::new(),
    };
    Ok(PasswordCheckView { errors })
}

const NEW: &str = "password.new";

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<String> {
        let mut text = Vec::new();
        brotli::BrotliDecompress(&mut &*COMPRESSED, &mut text).unwrap();
        String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn r41_the_long_list_and_the_person_are_refused() {
        for bad in ["passwordpassword", "thunderbird1", "manchesterunited"] {
            assert!(is_listed(bad, &[]).await.unwrap(), "{bad}");
        }
        for good in ["seven green llamas", "correct horse battery staple", "k3$Vq9!xLm2#"] {
            assert!(!is_listed(good, &["pat@club.org"]).await.unwrap(), "{good}");
        }
    }

    #[test]
    fn r41_every_entry_of_the_list_that_is_long_enough_is_refused() {
        let entries = entries();
        assert!(entries.len() > 60_000, "{}", entries.len());
        let long: Vec<&String> = entries.iter().filter(|entry| (12..=64).contains(&entry.chars().count())).collect();
        assert!(long.len() > 12_000, "{}", long.len());
        for entry in long {
            let near = is_near_listed(entry, &[], |text| LISTED.binary_search(&digest(text)).is_ok());
            assert!(near, "{entry}");
        }
    }

    #[test]
    fn r41_a_common_word_with_a_mark_and_a_repeated_digit_is_refused() {
        for word in ["elephant", "champion", "thunder", "sunflower", "mountain", "trustno1", "M0nkeys"] {
            for tail in ["!7777", "!!!11111", "-2026!!", "#99999999", "?12345678", ".0000000", "$$$$55555"] {
                let password = format!("{word}{tail}");
                assert!(judge(&password, &[]), "{password}");
            }
        }
    }

    /// Numbers that look random and are the same each time (splitmix64).
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = self.0;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            usize::try_from((mixed ^ (mixed >> 31)) >> 16).unwrap() % bound
        }

        fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
            &all[self.below(all.len())]
        }

        fn signs(&mut self, all: &[u8], length: usize) -> String {
            (0..length).map(|_| char::from(*self.pick(all))).collect()
        }
    }

    /// The worst case: the words of the passphrases are the words of the list itself.
    #[test]
    fn r41_of_random_passphrases_at_most_one_in_ten_thousand_is_refused() {
        let many = std::env::var("FIELDHOUSE_PASSPHRASES").map_or(20_000, |many| many.parse().unwrap());
        let entries = entries();
        let words: Vec<&String> =
            entries.iter().filter(|entry| entry.len() < 12 && entry.chars().all(|c| c.is_ascii_lowercase())).collect();
        let all: Vec<u8> = (b'!'..=b'~').collect();
        let plain: Vec<u8> = (b'a'..=b'z').chain(b'0'..=b'9').collect();
        let mut chance = Chance(1);
        let mut refused = Vec::new();
        for turn in 0..many {
            let separator = ["-", " ", "", "."][turn % 4];
            let count = if separator.is_empty() { 4 } else { 3 + chance.below(3) };
            let password = match turn % 5 {
                0 => chance.signs(&plain, 12 + turn % 9),
                1 => chance.signs(&all, 12 + turn % 9),
                _ => (0..count).map(|_| chance.pick(&words).as_str()).collect::<Vec<_>>().join(separator),
            };
            let length = password.chars().count();
            if (12..=64).contains(&length)
                && (judge(&password, &[]) || fieldhouse_core::account::common_password::is_common(&password, &[]))
            {
                refused.push(password);
            }
        }
        assert!(refused.len() * 10_000 <= many, "{} of {many}: {refused:?}", refused.len());
    }
}
