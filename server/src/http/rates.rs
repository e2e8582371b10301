//! How often an address may ask for what is worth guessing: look-ups a minute, by class (R62). The
//! memory is bounded however many addresses come.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use axum::http::StatusCode;

use super::{problem::Problem, visitor::ClientAddress};

const MINUTE: i64 = 60_000;
const SWEEP: i64 = 5_000;
/// Addresses remembered at once: about 20 MiB. More than these in one minute share one count.
const ADDRESSES: usize = 200_000;

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rated {
    /// Certificates looked up or added.
    CertificateLookUp,
    /// Friendly codes looked up or applied.
    FriendlyCode,
}

#[derive(Debug, Default, Clone, Copy)]
struct Asked {
    since: i64,
    times: u32,
}

/// Counts by class and address.
#[derive(Debug, Default)]
pub struct Rates(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    all: HashMap<(Rated, u128), Asked>,
    /// When what is over was last forgotten.
    swept: i64,
}

impl Rates {
    /// Counts one request before it is worked on; 429 when `most` were made within a minute.
    pub fn admit(&self, what: Rated, from: ClientAddress, most: u32, now: i64) -> Result<(), Problem> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { all, swept } = &mut *counts;
        // Not with every request of a flood: looking through all of them takes milliseconds.
        if all.len() >= ADDRESSES && now.saturating_sub(*swept) >= SWEEP {
            all.retain(|_, asked| now.saturating_sub(asked.since) < MINUTE);
            *swept = now;
        }
        let own = (what, network(from.0));
        let key = if all.len() < ADDRESSES || all.contains_key(&own) { own } else { (what, u128::MAX) };
        let asked = all.entry(key).or_default();
        if asked.times == 0 || now.saturating_sub(asked.since) >= MINUTE {
            *asked = Asked { since: now, times: 0 };
        }
        if asked.times >= most {
            let wait = MINUTE.saturating_sub(now.saturating_sub(asked.since)).saturating_add(999) / 1000;
            return Err(Problem {
                retry_after: u32::try_from(wait).ok(),
                ..Problem::new(
                    StatusCode::TOO_MANY_REQUESTS,
                    "too_many_requests",
                    "That was asked too often. Please wait a minute and try again.",
                )
            });
        }
        asked.times = asked.times.saturating_add(1);
        Ok(())
    }
}

/// An address as one asker: a whole /64 of IPv6 belongs to one.
fn network(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => u128::from(u32::from(address)),
        IpAddr::V6(address) => u128::from(address) >> 64 << 64,
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    fn ask(rates: &Rates, from: IpAddr, now: i64) -> Option<u32> {
        let asked = rates.admit(Rated::CertificateLookUp, ClientAddress(from), 10, now);
        asked.err().and_then(|refused| refused.retry_after)
    }

    #[test]
    fn r62_ten_a_minute_then_wait() {
        let rates = Rates::default();
        let (here, there) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for _ in 0..10 {
            assert_eq!(ask(&rates, here, 1_000), None);
        }
        assert_eq!(ask(&rates, here, 1_000), Some(60));
        assert_eq!(ask(&rates, here, 60_500), Some(1));
        assert_eq!(ask(&rates, there, 60_500), None, "somebody else");
        assert_eq!(ask(&rates, here, 61_000), None, "a minute later");
    }

    #[test]
    fn r62_neighbours_in_one_ipv6_network_are_one() {
        let rates = Rates::default();
        for host in 0..10_u128 {
            assert_eq!(ask(&rates, Ipv6Addr::from((0x2001_0db8_u128 << 96) + host).into(), 0), None);
        }
        assert_eq!(ask(&rates, Ipv6Addr::from((0x2001_0db8_u128 << 96) + 99).into(), 0), Some(60));
        assert_eq!(ask(&rates, Ipv6Addr::from((0x2001_0db8_u128 << 96) + (1 << 64)).into(), 0), None);
    }

    #[test]
    fn r62_a_million_addresses_stay_bounded() {
        let rates = Rates::default();
        for number in 0..1_000_000_u32 {
            ask(&rates, Ipv4Addr::from(number).into(), 0);
        }
        let all = &rates.0.lock().unwrap().all;
        let entry = size_of::<((Rated, u128), Asked)>();
        assert!(all.len() <= ADDRESSES + 1, "{}", all.len());
        assert!(all.capacity() * (entry + 1) < 64 * 1024 * 1024, "{} entries of {entry}", all.capacity());
    }
}
