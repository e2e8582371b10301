//! How often an address may ask for what is worth guessing or costs somebody something: by class, within a
//! minute or an hour (R42, R62). The memory is bounded however many addresses come.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use fieldhouse_kernel::{failure::Failure, http::address::ClientAddress};
use serde::Deserialize;

use super::guesses::Guesses;
use crate::{config::Config, state::AppState};

const MINUTE: i64 = 60_000;
/// Milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// Milliseconds between two looks for what is over, where a flood could ask for one each time.
pub const SWEEP: i64 = 5_000;
/// Addresses remembered at once: about 20 MiB. More than these in one minute share one count.
const ADDRESSES: usize = 200_000;

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rated {
    /// Certificates looked up or added.
    CertificateLookUp,
    /// Friendly codes looked up or applied.
    FriendlyCode,
    /// Passwords tried or set.
    SignIn,
    /// Passwords judged while they are typed.
    PasswordCheck,
    /// Tokens of the customer API asked for, renewed or given back.
    Token,
    /// Accounts made.
    Registration,
    /// Letters with a link to set a password.
    Reset,
    /// Newsletters subscribed to.
    Newsletter,
    /// Hosted forms sent.
    Form,
    /// Changes of business units asked for.
    ChangeRequest,
    /// Invitations sent.
    Invitation,
    /// Orders of visitors who have not signed in.
    GuestOrder,
    /// Orders looked up by number and e-mail.
    OrderLookUp,
}

impl Rated {
    /// How long requests count.
    const fn window(self) -> i64 {
        match self {
            Self::CertificateLookUp
            | Self::FriendlyCode
            | Self::SignIn
            | Self::PasswordCheck
            | Self::Token
            | Self::OrderLookUp => MINUTE,
            Self::Registration
            | Self::Reset
            | Self::Newsletter
            | Self::Form
            | Self::ChangeRequest
            | Self::Invitation
            | Self::GuestOrder => HOUR,
        }
    }

    const fn most(self, config: &Config) -> u32 {
        let limits = &config.limits;
        match self {
            Self::CertificateLookUp => config.certificate_lookups_per_minute,
            Self::FriendlyCode => config.friendly_code_lookups_per_minute,
            Self::SignIn => limits.sign_in,
            Self::PasswordCheck => limits.password_check,
            Self::Token => limits.token,
            Self::Registration => limits.registration,
            Self::Reset => limits.reset,
            Self::Newsletter => limits.newsletter,
            Self::Form => limits.form,
            Self::ChangeRequest => limits.change_request,
            Self::Invitation => limits.invitation,
            Self::GuestOrder => limits.guest_order,
            Self::OrderLookUp => limits.order_look_up,
        }
    }
}

/// Requests one address may make, `[limits]`: sign-ins, tokens, passwords that are judged and looked-up orders in a minute,
/// the rest in an hour. Behind
/// proxies `proxies` has to be told, or all shoppers share one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Passwords tried or set.
    pub sign_in: u32,
    /// Passwords judged while they are typed.
    pub password_check: u32,
    /// Tokens of the customer API.
    pub token: u32,
    /// Accounts made.
    pub registration: u32,
    /// Letters with a link to set a password.
    pub reset: u32,
    /// Newsletters subscribed to.
    pub newsletter: u32,
    /// Hosted forms sent.
    pub form: u32,
    /// Changes of business units asked for.
    pub change_request: u32,
    /// Invitations into business units sent.
    pub invitation: u32,
    /// Codes and program ids that do not hold, tried; a visitor may try a third.
    pub code: u32,
    /// Orders placed without an account.
    pub guest_order: u32,
    /// The same with one e-mail, wherever they come from.
    pub guest_email: u32,
    /// The same of a whole site.
    pub guest_site: u32,
    /// Letters to an e-mail whose owner never used a link of ours.
    pub letter: u32,
    /// Orders looked up by number and e-mail.
    pub order_look_up: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sign_in: 30,
            password_check: 120,
            token: 120,
            registration: 5,
            reset: 5,
            newsletter: 20,
            form: 20,
            change_request: 10,
            invitation: 60,
            code: 30,
            guest_order: 20,
            guest_email: 5,
            guest_site: 600,
            letter: 3,
            order_look_up: 10,
        }
    }
}

impl Limits {
    /// The same for everything.
    pub const fn all(most: u32) -> Self {
        Self {
            sign_in: most,
            password_check: most,
            token: most,
            registration: most,
            reset: most,
            newsletter: most,
            form: most,
            change_request: most,
            invitation: most,
            code: most,
            guest_order: most,
            guest_email: most,
            guest_site: most,
            letter: most,
            order_look_up: most,
        }
    }

    /// Takes `sign_in=60` or `all=60`; false when there is no such limit.
    pub fn set(&mut self, pair: &str) -> bool {
        let Some((name, Ok(most))) = pair.split_once('=').map(|(name, most)| (name.trim(), most.trim().parse())) else {
            return false;
        };
        let limit = match name {
            "all" => {
                *self = Self::all(most);
                return true;
            }
            "sign_in" => &mut self.sign_in,
            "password_check" => &mut self.password_check,
            "token" => &mut self.token,
            "registration" => &mut self.registration,
            "reset" => &mut self.reset,
            "newsletter" => &mut self.newsletter,
            "form" => &mut self.form,
            "change_request" => &mut self.change_request,
            "invitation" => &mut self.invitation,
            "code" => &mut self.code,
            "guest_order" => &mut self.guest_order,
            "guest_email" => &mut self.guest_email,
            "guest_site" => &mut self.guest_site,
            "letter" => &mut self.letter,
            "order_look_up" => &mut self.order_look_up,
            _ => return false,
        };
        *limit = most;
        true
    }
}

/// Counts one request before it is worked on; 429 when its address made too many.
pub fn admit(state: &AppState, what: Rated, from: ClientAddress) -> Result<(), Failure> {
    state.rates.admit(what, from, what.most(&state.config), state.clock.millis())
}

#[derive(Debug, Default, Clone, Copy)]
struct Asked {
    since: i64,
    times: u32,
}

impl Asked {
    /// False once the window is over, and for what a clock that was set back has not reached.
    fn counts(self, what: Rated, now: i64) -> bool {
        (0..what.window()).contains(&now.saturating_sub(self.since))
    }
}

/// Counts by class and address, and what was guessed.
#[derive(Debug, Default)]
pub struct Rates {
    counts: Mutex<Counts>,
    /// Wrong codes.
    pub(super) guesses: Guesses,
}

#[derive(Debug, Default)]
struct Counts {
    all: HashMap<(Rated, u128), Asked>,
    /// When what is over was last forgotten.
    swept: i64,
}

impl Rates {
    fn admit(&self, what: Rated, from: ClientAddress, most: u32, now: i64) -> Result<(), Failure> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { all, swept } = &mut *counts;
        // Not with every request of a flood: looking through all of them takes milliseconds.
        if all.len() >= ADDRESSES && now.saturating_sub(*swept) >= SWEEP {
            all.retain(|(what, _), asked| asked.counts(*what, now));
            *swept = now;
        }
        let own = (what, network(from.0));
        let key = if all.len() < ADDRESSES || all.contains_key(&own) { own } else { (what, u128::MAX) };
        let asked = all.entry(key).or_default();
        if asked.times == 0 || !asked.counts(what, now) {
            *asked = Asked { since: now, times: 0 };
        }
        if asked.times >= most {
            let over = what.window().saturating_sub(now.saturating_sub(asked.since));
            return Err(too_often(what.window(), over));
        }
        asked.times = asked.times.saturating_add(1);
        Ok(())
    }
}

/// Refuses what was asked too often within a window that is over in so many milliseconds.
pub(super) fn too_often(window: i64, over: i64) -> Failure {
    let title = match window {
        MINUTE => "That was asked too often. Please wait a minute and try again.",
        _ => "That was asked too often. Please wait a while and try again, or call us.",
    };
    Failure::too_often("too_many_requests", title, over)
}

/// An address as one asker: a whole /64 of IPv6 belongs to one.
pub fn network(address: IpAddr) -> u128 {
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
    fn r62_what_costs_somebody_something_is_limited_by_the_hour() {
        let rates = Rates::default();
        let address = ClientAddress(IpAddr::from([10, 0, 0, 1]));
        for what in [Rated::Registration, Rated::Reset, Rated::Newsletter, Rated::Form, Rated::ChangeRequest] {
            let ask = |now| rates.admit(what, address, 5, now).err().and_then(|refused| refused.retry_after);
            assert_eq!((0..5).filter_map(|_| ask(HOUR)).count(), 0, "{what:?}");
            assert_eq!(ask(HOUR + MINUTE), Some(3540), "{what:?}");
            assert_eq!(ask(0), None, "a clock that was set back locks nobody out");
            assert_eq!(ask(2 * HOUR), None, "an hour later");
        }
    }

    #[test]
    fn limits_are_told_by_name() {
        let mut limits = Limits::default();
        assert!(limits.set("sign_in=60") && limits.set(" registration = 9 "));
        assert_eq!(limits, Limits { sign_in: 60, registration: 9, ..Limits::default() });
        assert!(limits.set("all=1000000") && limits == Limits::all(1_000_000));
        for wrong in ["", "sign_in", "sign_in=", "sign_in=-1", "sign_in=x", "signin=5", "all=5000000000"] {
            assert!(!limits.set(wrong), "{wrong}");
        }
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
        let all = &rates.counts.lock().unwrap().all;
        let entry = size_of::<((Rated, u128), Asked)>();
        assert!(all.len() <= ADDRESSES + 1, "{}", all.len());
        assert!(all.capacity() * (entry + 1) < 64 * 1024 * 1024, "{} entries of {entry}", all.capacity());
    }
}
