//! Wrong codes, by who tried them: whoever tries many learns nothing more for an hour, whichever door they use and
//! whatever cookies they bring (R73). Trying the same code again is no new guess.

use std::{collections::hash_map::RandomState, hash::BuildHasher};

use fieldhouse_kernel::{db::Db, failure::Failure, http::address::ClientAddress};

use super::{
    rate::{network, too_often},
    shared::{self, Tried},
    windows::{Counted, HOUR, Windows},
};
use crate::owner::VisitorId;

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

impl Counted for Key {
    fn lasts(&self) -> i64 {
        HOUR
    }

    fn shared(&self) -> Self {
        Self::Everyone
    }
}

/// Wrong codes by asker.
#[derive(Debug, Default)]
pub struct Guesses {
    wrong: Windows<Key, Vec<u64>, ASKERS>,
    seed: RandomState,
}

impl Asker {
    /// The asker's counts with the most each may have: a visitor's is lower, since many share an address.
    fn counts(self, most: u32) -> impl Iterator<Item = (Key, u32)> {
        let visitor = self.visitor.map(|visitor| visitor.0.as_u128()).filter(|visitor| *visitor != 0);
        let address = (Key::Address(network(self.address.0)), most);
        std::iter::once(address).chain(visitor.map(|visitor| (Key::Visitor(visitor), most.div_ceil(3))))
    }
}

/// A code that is being tried. It counts as wrong from the start, so that asking for many at once is no way round the
/// limit, and is given back when it turns out right or when nobody could say.
#[derive(Debug)]
#[must_use]
pub struct Guess<'a> {
    guesses: &'a Guesses,
    code: u64,
    /// Where it was not counted before.
    counted: Vec<Key>,
    /// As all nodes know it.
    tried: Option<Tried>,
    wrong: bool,
}

impl Guess<'_> {
    /// It does not hold.
    pub fn wrong(mut self) {
        self.wrong = true;
    }
}

impl Drop for Guess<'_> {
    fn drop(&mut self) {
        if !self.wrong {
            self.guesses.give_back(&self.counted, self.code);
            if let Some(tried) = self.tried.take() {
                tried.give_back();
            }
        }
    }
}

impl Guesses {
    /// Begins to try a code, when the asker may still learn whether one holds, from whichever node.
    pub async fn admit(&self, db: &Db, asker: Asker, code: &str, most: u32, now: i64) -> Result<Guess<'_>, Failure> {
        let mut guess = self.begin(asker, code, most, now).map_err(|millis| too_often(HOUR, millis))?;
        let askers: Vec<_> = asker.counts(most).map(|(key, most)| (format!("{key:?}"), capped(most))).collect();
        let tried = shared::try_code(db, &askers, code, now).await?;
        guess.tried = tried.map_err(|millis| too_often(HOUR, millis))?;
        Ok(guess)
    }

    /// Counts a code as wrong, or says how long the asker has to wait, when there were too many.
    fn begin(&self, asker: Asker, code: &str, most: u32, now: i64) -> Result<Guess<'_>, i64> {
        let code = self.seed.hash_one(code);
        let mut all = self.wrong.hold(now);
        let keys: Vec<_> = asker.counts(most).map(|(key, most)| (all.key(key), capped(most))).collect();
        let spent = keys.iter().filter_map(|(key, most)| all.find(key, now).filter(|tried| tried.count.len() >= *most));
        if let Some(wait) = spent.map(|tried| tried.over_in(HOUR, now)).max() {
            return Err(wait);
        }
        let mut counted = Vec::new();
        for (key, most) in keys {
            let wrong = &mut all.window(key, now).count;
            // More than the most tells nothing more and would only fill the memory.
            if wrong.len() < most && !wrong.contains(&code) {
                wrong.push(code);
                counted.push(key);
            }
        }
        Ok(Guess { guesses: self, code, counted, tried: None, wrong: false })
    }

    fn give_back(&self, counted: &[Key], code: u64) {
        let mut all = self.wrong.lock();
        for key in counted {
            if let Some(tried) = all.find_mut(key) {
                tried.count.retain(|wrong| *wrong != code);
            }
        }
    }
}

fn capped(most: u32) -> usize {
    usize::try_from(most).unwrap_or(usize::MAX).min(MOST_REMEMBERED)
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

    fn wrong(guesses: &Guesses, asker: Asker, code: &str, now: i64) {
        if let Ok(guess) = guesses.begin(asker, code, 30, now) {
            guess.wrong();
        }
    }

    /// How long an asker has to wait; asking that counts nothing.
    fn wait(guesses: &Guesses, asker: Asker, now: i64) -> Option<i64> {
        guesses.begin(asker, "RIGHT", 30, now).err()
    }

    #[test]
    fn r73_an_address_tries_so_many_wrong_codes_an_hour_and_a_visitor_a_third() {
        let guesses = Guesses::default();
        for number in 0..30 {
            assert_eq!(wait(&guesses, asker(1, 0), 0), None, "{number}");
            wrong(&guesses, asker(1, 0), &format!("A{number}"), 0);
        }
        assert_eq!(wait(&guesses, asker(1, 7), 60_000), Some(HOUR - 60_000), "another session does not help");
        assert_eq!(wait(&guesses, asker(2, 0), 60_000), None, "somebody else");
        assert_eq!(wait(&guesses, asker(1, 0), HOUR), None, "an hour later");
        for number in 0..10 {
            assert_eq!(wait(&guesses, asker(3, 9), 0), None);
            wrong(&guesses, asker(3 + number, 9), &format!("B{number}"), 0);
        }
        assert!(wait(&guesses, asker(99, 9), 0).is_some(), "another address does not help a visitor");
        assert_eq!(wait(&guesses, asker(99, 0), 0), None);
    }

    #[test]
    fn r73_the_same_code_again_is_no_new_guess() {
        let guesses = Guesses::default();
        for _ in 0..1_000 {
            wrong(&guesses, asker(1, 1), "OLD26", 0);
        }
        assert_eq!(wait(&guesses, asker(1, 1), 0), None);
    }

    #[test]
    fn r73_many_codes_at_once_are_no_way_round_and_what_was_right_is_given_back() {
        let guesses = Guesses::default();
        let asked: Vec<_> = (0..200).map(|code| guesses.begin(asker(1, 0), &code.to_string(), 30, 0)).collect();
        assert_eq!(asked.iter().filter(|guess| guess.is_ok()).count(), 30);
        drop(asked);
        for code in 0..200 {
            drop(guesses.begin(asker(1, 0), &code.to_string(), 30, 0).expect("right codes are no guesses"));
        }
        let first = guesses.begin(asker(1, 1), "SAME", 30, 0).unwrap();
        let second = guesses.begin(asker(1, 1), "SAME", 30, 0).unwrap();
        first.wrong();
        drop(second);
        for number in 0..9 {
            assert_eq!(wait(&guesses, asker(1, 1), 0), None);
            wrong(&guesses, asker(1, 1), &format!("C{number}"), 0);
        }
        assert!(wait(&guesses, asker(1, 1), 0).is_some(), "who gives back takes nothing of another's");
    }

    #[test]
    fn r73_however_many_ask_the_memory_is_bounded() {
        let guesses = Guesses::default();
        for number in 0..200_000_u32 {
            let address = ClientAddress(IpAddr::from(number.to_be_bytes()));
            wrong(&guesses, Asker { address, visitor: None }, &number.to_string(), 0);
        }
        let all = guesses.wrong.hold(0);
        assert!(all.size().0 <= ASKERS + 1, "{}", all.size().0);
        assert_eq!(all.find(&Key::Everyone, 0).unwrap().count.len(), 30);
        drop(all);
        assert!(wait(&guesses, asker(1, 0), 0).is_some(), "who comes after that shares one count");
        wrong(&guesses, asker(1, 0), "LATER", HOUR);
        assert_eq!(guesses.wrong.hold(HOUR).size().0, 1, "an hour later all of them are forgotten");
    }
}
