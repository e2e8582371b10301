//! How often an address may ask for what is worth guessing or costs somebody something: by class, within a
//! minute or an hour (R42, R62). The memory is bounded however many addresses come.

use std::net::IpAddr;

use fieldhouse_kernel::{db::Db, failure::Failure, http::address::ClientAddress};

use super::{
    guesses::Guesses,
    shared::{self, Counted, Full},
    windows::{self, HOUR, MINUTE, Windows},
};
use crate::config::running::Running;

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

    /// How many requests an address may make within the window.
    pub const fn most(self, settings: &Running) -> u32 {
        let limits = &settings.limits;
        match self {
            Self::CertificateLookUp => settings.certificate_lookups_per_minute,
            Self::FriendlyCode => settings.friendly_code_lookups_per_minute,
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

/// A class, and an address as one asker.
type Asker = (Rated, u128);

impl windows::Counted for Asker {
    fn lasts(&self) -> i64 {
        self.0.window()
    }

    fn shared(&self) -> Self {
        (self.0, u128::MAX)
    }
}

/// Counts by class and address, and what was guessed.
#[derive(Debug, Default)]
pub struct Rates {
    counts: Windows<Asker, u32, ADDRESSES>,
    /// Wrong codes.
    pub guesses: Guesses,
}

impl Rates {
    /// Counts one request before it is worked on, on all nodes; 429 when its address made too many.
    pub async fn admit(&self, db: &Db, what: Rated, from: ClientAddress, most: u32, now: i64) -> Result<(), Failure> {
        let asker = self.admit_here(what, from, most, now)?;
        let key = format!("{what:?} {}", asker.1);
        let counted = Counted { key: &key, lasts: what.window(), most };
        let Some(Full { since, .. }) = shared::count(db, &[counted], now).await? else { return Ok(()) };
        // From now on this node knows without asking.
        let mut counts = self.counts.hold(now);
        counts.put(asker, since, most);
        let over = counts.window(asker, now).over_in(what.window(), now);
        Err(too_often(what.window(), over))
    }

    /// The same on this node; as whom it was counted.
    fn admit_here(&self, what: Rated, from: ClientAddress, most: u32, now: i64) -> Result<Asker, Failure> {
        let mut counts = self.counts.hold(now);
        let key = counts.key((what, network(from.0)));
        let window = counts.window(key, now);
        if window.count >= most {
            return Err(too_often(what.window(), window.over_in(what.window(), now)));
        }
        window.count = window.count.saturating_add(1);
        Ok(key)
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
        let asked = rates.admit_here(Rated::CertificateLookUp, ClientAddress(from), 10, now);
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
            let ask = |now| rates.admit_here(what, address, 5, now).err().and_then(|refused| refused.retry_after);
            assert_eq!((0..5).filter_map(|_| ask(HOUR)).count(), 0, "{what:?}");
            assert_eq!(ask(HOUR + MINUTE), Some(3540), "{what:?}");
            assert_eq!(ask(0), None, "a clock that was set back locks nobody out");
            assert_eq!(ask(2 * HOUR), None, "an hour later");
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
        let (addresses, bytes) = rates.counts.hold(0).size();
        assert!(addresses <= ADDRESSES + 1, "{addresses}");
        assert!(bytes < 64 * 1024 * 1024, "{bytes}");
    }
}
