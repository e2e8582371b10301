//! The breaker: after failures in a row a system is left alone, then one question every so often
//! looks whether it is back (R34).

use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many failures in a row open it.
const FAILURES: u32 = 5;
/// One question a span of this is let through while it is open.
const PROBE_MILLIS: i64 = 10_000;

/// How it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Everything is let through.
    Closed,
    /// Nothing is, until the next probe.
    Open,
    /// A probe was let through or is due.
    HalfOpen,
}

/// A breaker. It knows no clock: times are given, in milliseconds.
#[derive(Debug, Default)]
pub struct Breaker(Mutex<Count>);

#[derive(Debug, Default)]
struct Count {
    failures: u32,
    /// When the next probe may go, while open.
    probe_at: Option<i64>,
}

impl Count {
    /// A clock that was set back must not keep it open for longer.
    fn is_due(&self, now: i64) -> bool {
        self.probe_at.is_none_or(|at| at <= now || at.saturating_sub(now) > PROBE_MILLIS)
    }
}

impl Breaker {
    fn count(&self) -> MutexGuard<'_, Count> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a question may go now. While open, one that may is the span's probe: whatever becomes of
    /// it, the next one waits its turn.
    pub fn admits(&self, now: i64) -> bool {
        let mut count = self.count();
        let admits = count.is_due(now);
        if admits && count.probe_at.is_some() {
            count.probe_at = Some(now.saturating_add(PROBE_MILLIS));
        }
        admits
    }

    /// It answered: closed.
    pub fn succeeded(&self) {
        *self.count() = Count::default();
    }

    /// It failed.
    pub fn failed(&self, now: i64) {
        let mut count = self.count();
        count.failures = count.failures.saturating_add(1);
        if count.failures >= FAILURES {
            count.probe_at = Some(now.saturating_add(PROBE_MILLIS));
        }
    }

    /// How it stands now.
    pub fn standing(&self, now: i64) -> Standing {
        let count = self.count();
        match count.probe_at {
            None => Standing::Closed,
            Some(_) if count.is_due(now) => Standing::HalfOpen,
            Some(_) => Standing::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn opened(now: i64) -> Breaker {
        let breaker = Breaker::default();
        for _ in 0..FAILURES {
            assert!(breaker.admits(now));
            breaker.failed(now);
        }
        breaker
    }

    #[test]
    fn r34_five_failures_open_it_and_one_probe_in_ten_seconds_goes_through() {
        let breaker = opened(0);
        assert_eq!(breaker.standing(0), Standing::Open);
        assert!(!breaker.admits(0) && !breaker.admits(9_999));
        assert_eq!(breaker.standing(10_000), Standing::HalfOpen);
        assert!(breaker.admits(10_000));
        assert!(!breaker.admits(10_000) && !breaker.admits(19_999));
        breaker.failed(10_100);
        assert!(!breaker.admits(20_099) && breaker.admits(20_100));
        breaker.succeeded();
        assert_eq!(breaker.standing(20_100), Standing::Closed);
        assert!(breaker.admits(20_100) && breaker.admits(20_100));
    }

    #[test]
    fn r34_a_probe_that_never_came_back_does_not_keep_it_open_for_ever() {
        let breaker = opened(0);
        assert!(breaker.admits(10_000));
        assert!(breaker.admits(20_000));
    }

    #[test]
    fn four_failures_and_an_answer_leave_it_closed() {
        let breaker = Breaker::default();
        for _ in 0..3 {
            for _ in 1..FAILURES {
                breaker.failed(0);
            }
            breaker.succeeded();
        }
        assert_eq!(breaker.standing(0), Standing::Closed);
    }

    #[test]
    fn a_clock_set_back_does_not_shut_it() {
        let breaker = opened(1_000_000);
        assert!(breaker.admits(0));
    }

    proptest! {
        #[test]
        fn r34_while_nothing_succeeds_at_most_one_probe_a_span_goes(steps in prop::collection::vec(0_i64..4_000, 1..60)) {
            let breaker = opened(0);
            let (mut now, mut last) = (0, 0);
            for step in steps {
                now += step;
                if breaker.admits(now) {
                    prop_assert!(now - last >= PROBE_MILLIS);
                    last = now;
                    breaker.failed(now);
                }
            }
        }
    }
}
