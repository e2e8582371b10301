//! How often something may be tried at an account: sign-in, reset requests (R42). What is counted
//! is the name that was typed, whether or not there is such an account, so the answer tells nothing.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use axum::http::StatusCode;
use fieldhouse_core::brand::Site;

use crate::http::problem::Problem;

const MINUTE: i64 = 60_000;
/// Tries are counted this long.
const WINDOW: i64 = 15 * MINUTE;
/// Tries in a window before the first wait.
const FREE: u32 = 10;
/// The first wait; each further try doubles it.
const FIRST_WAIT: i64 = MINUTE / 2;
/// The longest of the growing waits.
const LONGEST_WAIT: i64 = WINDOW;
/// Tries without a success in between, after which the account waits a day.
const IN_A_ROW: u32 = 100;
const DAY: i64 = 24 * 60 * MINUTE;
/// Names remembered.
const NAMES: usize = 100_000;

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// A password.
    Password,
    /// A request for a reset link.
    Reset,
    /// A registration.
    Registration,
}

#[derive(Debug, Default, Clone, Copy)]
struct Tries {
    since: i64,
    in_window: u32,
    in_a_row: u32,
    wait_until: i64,
}

/// Tries by name.
#[derive(Debug, Default)]
pub struct Guesses(Mutex<HashMap<(Act, Site, String), Tries>>);

impl Guesses {
    /// Counts a try before it is made, so that many at once count as many; 429 when it must wait.
    pub fn admit(&self, act: Act, site: Site, name: &str, now: i64) -> Result<(), Problem> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= NAMES {
            all.retain(|_, tries| tries.wait_until > now || tries.since.saturating_add(WINDOW) > now);
        }
        let tries = all.entry((act, site, name.to_owned())).or_default();
        if tries.wait_until > now {
            let seconds = tries.wait_until.saturating_sub(now).saturating_add(999) / 1000;
            return Err(Problem {
                retry_after: u32::try_from(seconds).ok(),
                ..Problem::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "too_many_tries",
                    "There were too many tries. Please wait a while, or ask for a new password.",
                )
            });
        }
        if now.saturating_sub(tries.since) >= WINDOW {
            (tries.since, tries.in_window) = (now, 0);
        }
        tries.in_window = tries.in_window.saturating_add(1);
        tries.in_a_row = tries.in_a_row.saturating_add(1);
        if tries.in_a_row >= IN_A_ROW {
            tries.wait_until = now.saturating_add(DAY);
        } else if tries.in_window >= FREE {
            let doublings = tries.in_window.saturating_sub(FREE).min(16);
            let wait = FIRST_WAIT.saturating_mul(1_i64 << doublings).min(LONGEST_WAIT);
            tries.wait_until = now.saturating_add(wait);
        }
        Ok(())
    }

    /// It was the owner.
    pub fn forget(&self, act: Act, site: Site, name: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(&(act, site, name.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(guesses: &Guesses, now: i64) -> Option<u32> {
        guesses.admit(Act::Password, Site::UsGames, "a@b.co", now).err().and_then(|refused| refused.retry_after)
    }

    #[test]
    fn r42_ten_tries_are_free_then_the_wait_grows() {
        let guesses = Guesses::default();
        for _ in 0..FREE {
            assert_eq!(wait(&guesses, 0), None);
        }
        assert_eq!(wait(&guesses, 0), Some(30));
        assert_eq!(wait(&guesses, 30_000), None);
        assert_eq!(wait(&guesses, 30_000), Some(60));
        assert!(guesses.admit(Act::Password, Site::Fieldhouse, "a@b.co", 0).is_ok(), "at another site");
        assert!(guesses.admit(Act::Reset, Site::UsGames, "a@b.co", 0).is_ok(), "something else");
        guesses.forget(Act::Password, Site::UsGames, "a@b.co");
        assert_eq!(wait(&guesses, 30_000), None);
    }

    #[test]
    fn r42_never_more_than_a_hundred_in_a_row() {
        let guesses = Guesses::default();
        let (mut now, mut admitted) = (0, 0_u32);
        // A patient guesser who comes back as soon as the wait is over, for a day.
        while now < DAY {
            match wait(&guesses, now) {
                None => admitted += 1,
                Some(seconds) => now += i64::from(seconds) * 1000,
            }
        }
        assert!(admitted <= IN_A_ROW, "{admitted}");
    }
}
