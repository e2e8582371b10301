//! How often something was done and how long it took in all: two numbers, from which monitoring makes means.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// Both, since the start.
#[derive(Debug, Default)]
pub struct Tally {
    times: AtomicU64,
    micros: AtomicU64,
}

impl Tally {
    /// Once more, and so long.
    pub fn add(&self, took: Duration) {
        self.times.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// How often, and how many microseconds in all.
    pub fn told(&self) -> (u64, u64) {
        (self.times.load(Ordering::Relaxed), self.micros.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_durations_add_up() {
        let tally = Tally::default();
        assert_eq!(tally.told(), (0, 0));
        tally.add(Duration::from_millis(3));
        tally.add(Duration::from_micros(4));
        assert_eq!(tally.told(), (2, 3_004));
    }
}
