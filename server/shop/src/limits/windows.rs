//! Counts within windows of time, by key: what is over counts no longer and is forgotten, and memory is bounded however many
//! keys come.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Milliseconds.
pub const MINUTE: i64 = 60_000;
/// Milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// Milliseconds between two looks for what is over: looking through all keys takes milliseconds, and while they are full a
/// flood would ask for it each time.
const SWEEP: i64 = 5_000;

/// Milliseconds by which a window begins later than now where the clock was set back since. Less is somebody who looked at it
/// before whoever began the window, and counts after them.
pub const SET_BACK: i64 = 60_000;

/// Whose counts they are.
pub trait Counted: Eq + Hash {
    /// How long a window lasts.
    fn lasts(&self) -> i64;
    /// Whose count it is while there are too many keys.
    fn shared(&self) -> Self;
}

/// What was counted since a window began.
#[derive(Debug, Clone, Default)]
pub struct Window<V> {
    since: i64,
    /// The count.
    pub count: V,
}

impl<V> Window<V> {
    /// False once it is over, and for what a clock that was set back has not reached.
    fn counts(&self, lasts: i64, now: i64) -> bool {
        (-SET_BACK..lasts).contains(&now.saturating_sub(self.since))
    }

    /// Milliseconds until a window of this length is over.
    pub const fn over_in(&self, lasts: i64, now: i64) -> i64 {
        lasts.saturating_sub(now.saturating_sub(self.since))
    }
}

/// Windows by key; of `MOST` keys, and one more for each that others share.
#[derive(Debug)]
pub struct Windows<K, V, const MOST: usize>(Mutex<Kept<K, V, MOST>>);

/// The same while nobody else counts.
#[derive(Debug)]
pub struct Kept<K, V, const MOST: usize> {
    by: HashMap<K, Window<V>>,
    /// When what is over was last forgotten.
    swept: i64,
}

impl<K, V, const MOST: usize> Default for Windows<K, V, MOST> {
    fn default() -> Self {
        Self(Mutex::new(Kept { by: HashMap::new(), swept: 0 }))
    }
}

impl<K: Counted, V: Default, const MOST: usize> Windows<K, V, MOST> {
    /// Lets nobody else count meanwhile, and makes room when there is none.
    pub fn hold(&self, now: i64) -> MutexGuard<'_, Kept<K, V, MOST>> {
        let mut kept = self.lock();
        if kept.by.len() >= MOST && now.saturating_sub(kept.swept) >= SWEEP {
            kept.by.retain(|key, window| window.counts(key.lasts(), now));
            kept.swept = now;
        }
        kept
    }

    /// Lets nobody else count meanwhile.
    pub fn lock(&self) -> MutexGuard<'_, Kept<K, V, MOST>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Counted, V: Default, const MOST: usize> Kept<K, V, MOST> {
    /// The key under which it is counted: its own, or the shared one of those who came when all were taken.
    pub fn key(&self, own: K) -> K {
        if self.by.len() < MOST || self.by.contains_key(&own) { own } else { own.shared() }
    }

    /// The window that counts now, if there is one.
    pub fn find(&self, key: &K, now: i64) -> Option<&Window<V>> {
        self.by.get(key).filter(|window| window.counts(key.lasts(), now))
    }

    /// The window that counts now; it begins when there is none.
    pub fn window(&mut self, key: K, now: i64) -> &mut Window<V> {
        let lasts = key.lasts();
        let begun = || Window { since: now, count: V::default() };
        let window = self.by.entry(key).or_insert_with(begun);
        if !window.counts(lasts, now) {
            *window = begun();
        }
        window
    }

    /// What others counted too: a window that began then, with as much in it.
    pub fn put(&mut self, key: K, since: i64, count: V) {
        self.by.insert(key, Window { since, count });
    }

    /// A window that was begun before, whether or not it is over.
    pub fn find_mut(&mut self, key: &K) -> Option<&mut Window<V>> {
        self.by.get_mut(key)
    }

    /// How many keys are remembered, and what each takes.
    #[cfg(test)]
    pub fn size(&self) -> (usize, usize) {
        (self.by.len(), self.by.capacity().saturating_mul(size_of::<(K, Window<V>)>().saturating_add(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who asks, and for how long it counts.
    #[derive(Debug, PartialEq, Eq, Hash)]
    struct Key(i64, u32);

    impl Counted for Key {
        fn lasts(&self) -> i64 {
            self.0
        }

        fn shared(&self) -> Self {
            Self(self.0, u32::MAX)
        }
    }

    type Counts = Windows<Key, u32, 100>;

    fn count(windows: &Counts, key: Key, now: i64) -> u32 {
        let mut kept = windows.hold(now);
        let key = kept.key(key);
        let window = kept.window(key, now);
        window.count += 1;
        window.count
    }

    #[test]
    fn a_window_begins_with_the_first_and_ends_by_its_own_length() {
        let windows = Counts::default();
        assert_eq!([0, 10, MINUTE - 1].map(|now| count(&windows, Key(MINUTE, 1), now)), [1, 2, 3]);
        assert_eq!(windows.hold(10).find(&Key(MINUTE, 1), 10).unwrap().over_in(MINUTE, 10), MINUTE - 10);
        assert_eq!(count(&windows, Key(HOUR, 1), 0), 1);
        assert!(windows.hold(MINUTE).find(&Key(MINUTE, 1), MINUTE).is_none());
        assert_eq!(count(&windows, Key(MINUTE, 1), MINUTE), 1);
        assert_eq!(count(&windows, Key(HOUR, 1), MINUTE), 2);
        assert_eq!(count(&windows, Key(HOUR, 1), -SET_BACK - 1), 1, "a clock that was set back locks nobody out");
    }

    #[test]
    fn keys_are_bounded_and_who_comes_when_all_are_taken_shares_one_count() {
        let windows = Counts::default();
        for key in 0..10_000 {
            count(&windows, Key(MINUTE, key), 0);
        }
        assert_eq!(windows.hold(0).size().0, 101);
        assert_eq!(count(&windows, Key(MINUTE, 20_000), 0), 9_901);
        assert_eq!(count(&windows, Key(MINUTE, 7), 0), 2, "who is remembered has a count still");
        // What is over makes room, not for each who asks but every few seconds.
        assert_eq!(count(&windows, Key(MINUTE, 20_000), MINUTE), 1);
        assert_eq!(windows.hold(MINUTE).size().0, 1);
        for key in 0..200 {
            count(&windows, Key(MINUTE, key), MINUTE);
        }
        assert_eq!(windows.hold(2 * MINUTE - 1).size().0, 101);
        assert_eq!(windows.hold(2 * MINUTE + SWEEP).size().0, 0);
    }
}
