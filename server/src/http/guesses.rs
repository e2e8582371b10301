//! Wrong codes, by who tried them: whoever tries many learns nothing more for an hour, whichever door they use and
//! whatever cookies they bring (R73). Trying the same code again is no new guess.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
    sync::{Mutex, PoisonError},
};

use super::{
    problem::Problem,
    rates::{HOUR, SWEEP, network, too_often},
    visitor::ClientAddress,
};
use crate::{session::VisitorId, state::AppState};

/// Askers remembered at once. More than these within an hour share one count.
const ASKERS: usize = 50_000;

/// Who tries a code: an address, and the visitor when there is a session.
#[derive(Debug, Clone, Copy)]
pub struct Asker {
    /// Where the request comes from.
    pub address: ClientAddress,
    /// Whose session it brings.
    pub visitor: Option<VisitorId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Address(u128),
    Visitor(u128),
    Everyone,
}

#[derive(Debug, Default)]
struct Tried {
    since: i64,
    wrong: Vec<u64>,
}

impl Tried {
    /// False once the hour is over, and for what a clock that was set back has not reached.
    fn counts(&self, now: i64) -> bool {
        (0..HOUR).contains(&now.saturating_sub(self.since))
    }
}

/// Wrong codes by asker.
#[derive(Debug, Default)]
pub struct Guesses {
    all: Mutex<Remembered>,
    seed: RandomState,
}

#[derive(Debug, Default)]
struct Remembered {
    by: HashMap<Key, Tried>,
    /// When those whose hour is over were last looked for.
    swept: i64,
}

impl Remembered {
    /// Forgets those whose hour is over, not with every wrong code: while all are full, looking through
    /// them each time would be what a flood is after.
    fn make_room(&mut self, now: i64) {
        if self.by.len() >= ASKERS && now.saturating_sub(self.swept) >= SWEEP {
            self.by.retain(|_, tried| tried.counts(now));
            self.swept = now;
        }
    }
}

impl Asker {
    /// The asker's counts with the most each may have: a visitor's is lower, since many share an address.
    fn counts(self, most: u32) -> impl Iterator<Item = (Key, u32)> {
        let visitor = self.visitor.map(|visitor| visitor.0.as_u128()).filter(|visitor| *visitor != 0);
        let address = (Key::Address(network(self.address.0)), most);
        std::iter::once(address).chain(visitor.map(|visitor| (Key::Visitor(visitor), most.div_ceil(3))))
    }
}

/// Goes on while the asker may still learn whether a code holds.
pub fn admit(state: &AppState, asker: Asker) -> Result<(), Problem> {
    let wait = state.rates.guesses.wait(asker, state.config.limits.code, state.clock.millis());
    wait.map_or(Ok(()), |millis| Err(too_often(HOUR, millis)))
}

/// Notes that a code did not hold.
pub fn note_wrong(state: &AppState, asker: Asker, code: &str) {
    state.rates.guesses.note(asker, code, state.config.limits.code, state.clock.millis());
}

impl Guesses {
    /// How long the asker has to wait, when there were too many.
    fn wait(&self, asker: Asker, most: u32, now: i64) -> Option<i64> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let full = all.by.len() >= ASKERS;
        let waits = asker.counts(most).filter_map(|(key, most)| {
            let tried = all.by.get(&key).or_else(|| all.by.get(&Key::Everyone).filter(|_| full))?;
            let spent = tried.counts(now) && tried.wrong.len() >= usize::try_from(most).unwrap_or(usize::MAX);
            spent.then(|| HOUR.saturating_sub(now.saturating_sub(tried.since)))
        });
        waits.max()
    }

    fn note(&self, asker: Asker, code: &str, most: u32, now: i64) {
        let code = self.seed.hash_one(code);
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.make_room(now);
        for (key, most) in asker.counts(most) {
            let key = if all.by.len() < ASKERS || all.by.contains_key(&key) { key } else { Key::Everyone };
            let tried = all.by.entry(key).or_default();
            if !tried.counts(now) {
                *tried = Tried { since: now, wrong: Vec::new() };
            }
            // More than the most tells nothing more and would only fill the memory.
            let room = tried.wrong.len() < usize::try_from(most).unwrap_or(usize::MAX).min(MOST_REMEMBERED);
            if room && !tried.wrong.contains(&code) {
                tried.wrong.push(code);
            }
        }
    }
}

/// Codes remembered of one asker, whatever the limit.
const MOST_REMEMBERED: usize = 1_000;

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use uuid::Uuid;

    use super::*;

    fn asker(address: u8, visitor: u128) -> Asker {
        let visitor = (visitor > 0).then(|| VisitorId(Uuid::from_u128(visitor)));
        Asker { address: ClientAddress(IpAddr::from([10, 0, 0, address])), visitor }
    }

    #[test]
    fn r73_an_address_tries_so_many_wrong_codes_an_hour_and_a_visitor_a_third() {
        let guesses = Guesses::default();
        for number in 0..30 {
            assert_eq!(guesses.wait(asker(1, 0), 30, 0), None, "{number}");
            guesses.note(asker(1, 0), &format!("A{number}"), 30, 0);
        }
        assert_eq!(guesses.wait(asker(1, 7), 30, 60_000), Some(HOUR - 60_000), "another session does not help");
        assert_eq!(guesses.wait(asker(2, 0), 30, 60_000), None, "somebody else");
        assert_eq!(guesses.wait(asker(1, 0), 30, HOUR), None, "an hour later");
        for number in 0..10 {
            assert_eq!(guesses.wait(asker(3, 9), 30, 0), None);
            guesses.note(asker(3 + number, 9), &format!("B{number}"), 30, 0);
        }
        assert!(guesses.wait(asker(99, 9), 30, 0).is_some(), "another address does not help a visitor");
        assert_eq!(guesses.wait(asker(99, 0), 30, 0), None);
    }

    #[test]
    fn r73_the_same_code_again_is_no_new_guess() {
        let guesses = Guesses::default();
        for _ in 0..1_000 {
            guesses.note(asker(1, 1), "OLD26", 30, 0);
        }
        assert_eq!(guesses.wait(asker(1, 1), 30, 0), None);
    }

    #[test]
    fn r73_however_many_ask_the_memory_is_bounded() {
        let guesses = Guesses::default();
        for number in 0..200_000_u32 {
            let address = ClientAddress(IpAddr::from(number.to_be_bytes()));
            guesses.note(Asker { address, visitor: None }, &number.to_string(), 30, 0);
        }
        let all = guesses.all.lock().unwrap();
        assert!(all.by.len() <= ASKERS + 1, "{}", all.by.len());
        assert!(all.by.values().all(|tried| tried.wrong.len() <= 30));
        drop(all);
        assert!(guesses.wait(asker(1, 0), 30, 0).is_some(), "who comes after that shares one count");
        guesses.note(asker(1, 0), "LATER", 30, HOUR);
        assert_eq!(guesses.all.lock().unwrap().by.len(), 1, "an hour later all of them are forgotten");
    }
}
