//! How often something may be tried at an account: sign-in, reset requests (R42). What is counted
//! is the name that was typed, whether or not there is such an account, so the answer tells nothing.
//! Counts are rows: a restart forgives nothing, and all servers of a store count together.

pub mod device;
pub mod store;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{db::WriteTx, failure::Failure, token};

use crate::{env::Env, lockout::store::TryRow};

const MINUTE: i64 = 60_000;
/// Tries are counted this long.
const WINDOW: i64 = 15 * MINUTE;
/// Tries in a window before the first wait.
const FREE: i64 = 10;
/// The first wait; each further try doubles it.
const FIRST_WAIT: i64 = MINUTE / 2;
/// The longest of the growing waits.
const LONGEST_WAIT: i64 = WINDOW;
/// Tries without a success in between, after which the account waits a day.
const IN_A_ROW: i64 = 100;
const DAY: i64 = 24 * 60 * MINUTE;
/// Counts nobody added to are kept this long.
const KEPT: i64 = 30 * DAY;

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A password.
    Password,
    /// A password, from a device the account was signed in from: such a device has tries of its own, so
    /// that whoever locks an account from elsewhere does not lock out its owner.
    PasswordOfDevice,
    /// A request for a reset link.
    Reset,
    /// A registration.
    Registration,
    /// An invitation to somebody.
    Invitation,
}

/// What is counted: an act at a name of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject(String);

impl Subject {
    /// An act at a name.
    pub fn new(act: Act, site: Site, name: &str) -> Self {
        let act = match act {
            Act::Password => "password",
            Act::PasswordOfDevice => "device",
            Act::Reset => "reset",
            Act::Registration => "registration",
            Act::Invitation => "invitation",
        };
        Self(token::hash(&[act, "\n", site.key(), "\n", name].concat()))
    }
}

impl Subject {
    /// Signing in at the desk under an e-mail: one person over all brands.
    pub fn of_staff(email: &str) -> Self {
        Self(token::hash(&["staff", "\n", email].concat()))
    }
}

/// Counts a try before it is made, so that many at once count as many; 429 when it must wait.
pub async fn admit(env: &Env, subject: &Subject) -> Result<(), Failure> {
    let now = env.clock.millis();
    let tx = env.db.write_soon().await?;
    let mut first = TryRow::new(&subject.0, now);
    let mut judged = first.count(now);
    // Most people know their password: there is nothing to add to.
    if !store::insert_tries(&tx, first).await? {
        let mut tries = store::hold_tries(&tx, &subject.0, now).await?;
        judged = tries.count(now);
        store::update_tries(&tx, tries).await?;
    }
    tx.commit().await?;
    judged.map_err(|wait| {
        let title = "There were too many tries. Please wait a while, or ask for a new password.";
        Failure::too_often("too_many_tries", title, wait)
    })
}

/// Whether the next try has to wait.
pub async fn is_waiting(env: &Env, subject: &Subject) -> Result<bool, Failure> {
    let tries = store::find_tries(env.db.read(), &subject.0).await?;
    Ok(tries.is_some_and(|tries| tries.wait_until > env.clock.millis()))
}

/// It was the owner.
pub async fn forget(tx: &WriteTx, subject: &Subject) -> Result<(), Failure> {
    Ok(store::delete_tries(tx, &subject.0).await?)
}

/// Forgets what was tried long ago, and devices nobody came back with. Returns the number of rows.
pub async fn sweep(tx: &WriteTx, now: i64, limit: u64) -> Result<u64, sea_orm::DbErr> {
    let tries = store::delete_tries_before(tx, now.saturating_sub(KEPT), limit).await?;
    Ok(tries.saturating_add(store::delete_ended_devices(tx, now).await?))
}

impl TryRow {
    /// Counts one try; the milliseconds to wait when it may not be made.
    fn count(&mut self, now: i64) -> Result<(), i64> {
        // A clock that was set back must not turn a wait of minutes into one of days.
        self.since = self.since.min(now);
        self.wait_until = self.wait_until.min(now.saturating_add(DAY));
        if self.wait_until > now {
            return Err(self.wait_until.saturating_sub(now));
        }
        if now.saturating_sub(self.since) >= WINDOW {
            (self.since, self.in_window) = (now, 0);
        }
        self.in_window = self.in_window.saturating_add(1);
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.changed_at = now;
        if self.in_a_row >= IN_A_ROW {
            self.wait_until = now.saturating_add(DAY);
        } else if self.in_window >= FREE {
            let doublings = self.in_window.saturating_sub(FREE).min(16);
            let wait = FIRST_WAIT.saturating_mul(1_i64 << doublings).min(LONGEST_WAIT);
            self.wait_until = now.saturating_add(wait);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r42_ten_tries_are_free_then_the_wait_grows() {
        let mut tries = TryRow::new("a", 0);
        for _ in 0..FREE {
            assert_eq!(tries.count(0), Ok(()));
        }
        assert_eq!(tries.count(0), Err(30_000));
        assert_eq!(tries.count(30_000), Ok(()));
        assert_eq!(tries.count(30_000), Err(60_000));
        assert_eq!(tries.count(30_000 + WINDOW), Ok(()), "another quarter of an hour");
    }

    #[test]
    fn r42_never_more_than_a_hundred_in_a_row() {
        let mut tries = TryRow::new("a", 0);
        let (mut now, mut admitted) = (0, 0_i64);
        // A patient guesser who comes back as soon as the wait is over, for a day.
        while now < DAY {
            match tries.count(now) {
                Ok(()) => admitted += 1,
                Err(wait) => now += wait,
            }
        }
        assert!(admitted <= IN_A_ROW, "{admitted}");
    }

    #[test]
    fn r46_a_clock_set_back_makes_no_wait_longer_than_the_longest() {
        let mut tries = TryRow::new("a", 400 * DAY);
        for _ in 0..FREE {
            assert_eq!(tries.count(400 * DAY), Ok(()));
        }
        assert_eq!(tries.count(0), Err(DAY));
        assert_eq!(tries.count(DAY), Ok(()));
    }

    #[test]
    fn what_is_counted_is_an_act_at_a_name_of_a_site() {
        let one = Subject::new(Act::Password, Site::US_GAMES, "a@b.co");
        assert_eq!(one, Subject::new(Act::Password, Site::US_GAMES, "a@b.co"));
        for other in [
            Subject::new(Act::Password, Site::FIELDHOUSE, "a@b.co"),
            Subject::new(Act::Reset, Site::US_GAMES, "a@b.co"),
            Subject::new(Act::PasswordOfDevice, Site::US_GAMES, "a@b.co"),
            Subject::new(Act::Password, Site::US_GAMES, "b@b.co"),
        ] {
            assert_ne!(one, other);
        }
        assert!(!format!("{one:?}").contains("a@b.co"), "nobody's name is kept");
    }
}
