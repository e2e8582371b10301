//! The only place that asks the machine for the time and for chance. Tests bring their own.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use jiff::Timestamp;
use uuid::Uuid;

/// Where the time comes from.
#[derive(Debug)]
pub enum Clock {
    /// The machine's.
    Machine,
    /// The database server's, which all nodes share however their own clocks are set.
    Server(Arc<ServerTime>),
    /// Stands still until it is moved: milliseconds since 1970.
    Fixed(AtomicI64),
}

impl Clock {
    /// A clock that stands at `now`.
    pub fn fixed(now: Timestamp) -> Self {
        Self::Fixed(AtomicI64::new(now.as_millisecond()))
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        match self {
            #[expect(clippy::disallowed_methods, reason = "this is the one place")]
            Self::Machine => Timestamp::now(),
            Self::Server(time) => time.now().unwrap_or_else(|| Self::Machine.now()),
            Self::Fixed(millis) => {
                Timestamp::from_millisecond(millis.load(Ordering::SeqCst)).unwrap_or(Timestamp::UNIX_EPOCH)
            }
        }
    }

    /// Milliseconds since 1970: how times are stored.
    pub fn millis(&self) -> i64 {
        self.now().as_millisecond()
    }

    /// Moves a fixed clock; the machine's stays.
    pub fn advance_seconds(&self, seconds: i64) {
        if let Self::Fixed(millis) = self {
            millis.fetch_add(seconds.saturating_mul(1000), Ordering::SeqCst);
        }
    }
}

/// The time of a server, as it was told and has run on since, whatever the machine's clock is set to meanwhile.
#[derive(Debug)]
pub struct ServerTime {
    began: Instant,
    /// The server's time at that moment: microseconds since 1970, or [`UNTOLD`].
    at_began: AtomicI64,
}

const UNTOLD: i64 = i64::MIN;
/// As far as two clocks may be apart in microseconds before one is set: an answer takes its time, and a clock that is set
/// each second runs backwards half of the time.
const APART: u64 = 50_000;

impl Default for ServerTime {
    fn default() -> Self {
        Self { began: Instant::now(), at_began: AtomicI64::new(UNTOLD) }
    }
}

impl ServerTime {
    /// Takes over what the server told, in microseconds since 1970, in an answer that took so long.
    pub fn set(&self, told: i64, took: Duration) {
        let at_began = told.saturating_add(micros(took / 2)).saturating_sub(micros(self.began.elapsed()));
        let known = self.at_began.load(Ordering::Relaxed);
        if known == UNTOLD || known.abs_diff(at_began) > APART {
            self.at_began.store(at_began, Ordering::Relaxed);
        }
    }

    /// The server's time, once it told it.
    fn now(&self) -> Option<Timestamp> {
        let at_began = Some(self.at_began.load(Ordering::Relaxed)).filter(|at_began| *at_began != UNTOLD)?;
        Timestamp::from_microsecond(at_began.saturating_add(micros(self.began.elapsed()))).ok()
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

/// Where ids come from. Order, cart and session ids carry at least 122 random bits (R05).
#[derive(Debug)]
pub enum Ids {
    /// The machine's randomness.
    Random,
    /// 1, 2, 3 …: for snapshots in tests.
    Counted(AtomicU64),
}

impl Ids {
    /// Ids that count up from one.
    pub const fn counted() -> Self {
        Self::Counted(AtomicU64::new(1))
    }

    /// A new id without order: nothing can be learned or guessed from it.
    pub fn random(&self) -> Uuid {
        match self {
            #[expect(clippy::disallowed_methods, reason = "this is the one place")]
            Self::Random => Uuid::new_v4(),
            Self::Counted(next) => counted(next),
        }
    }

    /// A new id after all that this process made before: what is written together lies together in an index, not each row on
    /// a page of its own. It tells its moment and is no secret: for rows that knowing their id does not open.
    pub fn in_order(&self) -> Uuid {
        match self {
            #[expect(clippy::disallowed_methods, reason = "this is the one place")]
            Self::Random => Uuid::now_v7(),
            Self::Counted(next) => counted(next),
        }
    }
}

fn counted(next: &AtomicU64) -> Uuid {
    Uuid::from_u128(u128::from(next.fetch_add(1, Ordering::SeqCst)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_order_follow_each_other_and_others_do_not() {
        for ids in [Ids::Random, Ids::counted()] {
            let made: Vec<String> = (0..1_000).map(|_| ids.in_order().to_string()).collect();
            assert!(made.is_sorted_by(|one, next| one < next), "{ids:?}");
        }
        let made: Vec<Uuid> = (0..100).map(|_| Ids::Random.random()).collect();
        assert!(!made.is_sorted() && made.iter().all(|id| id.get_version_num() == 4), "122 random bits");
    }

    #[test]
    fn a_servers_time_counts_once_it_was_told_and_follows_it() {
        let time = Arc::new(ServerTime::default());
        let clock = Clock::Server(Arc::clone(&time));
        let untold = Clock::Machine.millis().abs_diff(clock.millis());
        assert!(untold < 1_000, "the machine's until then");
        let ahead = |told: i64| Timestamp::from_microsecond(told).unwrap().as_millisecond();
        let told = micros(Duration::from_hours(24 * 365 * 40));
        time.set(told, Duration::from_millis(200));
        let first = clock.millis();
        assert!((100..1_000).contains(&(first - ahead(told))), "half of the way there has passed: {first}");
        // An answer that was slow on one way says little, one that is minutes off says that it is another server.
        time.set(told + 40_000, Duration::from_millis(200));
        assert!(clock.millis() - first < 40, "a clock does not jump for nothing");
        time.set(told - 600_000_000, Duration::ZERO);
        assert!(clock.millis() < first - 590_000);
    }
}
