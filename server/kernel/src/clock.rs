//! The only place that asks the machine for the time and for chance. Tests bring their own.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicI64, AtomicU64, Ordering},
};

use jiff::Timestamp;
use uuid::Uuid;

/// Where the time comes from.
#[derive(Debug)]
pub enum Clock {
    /// The machine's.
    Machine,
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

/// Where ids come from. Order, cart and session ids carry at least 122 random bits (R05).
#[derive(Debug)]
pub enum Ids {
    /// The machine's randomness.
    Random,
    /// 1, 2, 3 …: for snapshots in tests.
    Counted(AtomicU64, Mutex<()>),
}

impl Ids {
    /// Ids that count up from one.
    pub const fn counted() -> Self {
        Self::Counted(AtomicU64::new(1), Mutex::new(()))
    }

    /// A new id without order: nothing can be learned or guessed from it.
    pub fn random(&self) -> Uuid {
        match self {
            #[expect(clippy::disallowed_methods, reason = "this is the one place")]
            Self::Random => Uuid::new_v4(),
            Self::Counted(next, turn) => {
                let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
                Uuid::from_u128(u128::from(next.fetch_add(1, Ordering::SeqCst)))
            }
        }
    }
}
