//! What every handler can reach.

use std::sync::Arc;

use arc_swap::ArcSwap;
use fieldhouse_kernel::{
    clock::{Clock, Ids},
    db::Db,
    pauses::Pauses,
    upstream::Upstream,
};
use jiff::{Timestamp, tz::TimeZone};
use tokio::sync::Notify;

use crate::{
    buying::{certificates::source::Certificates, offers::friendly::FriendlyCodes, pricing::PriceService},
    config::Config,
    finding::{analytics::Interest, catalog::Catalog},
    idempotency::Running,
    limits::{quota::Quota, rate::Rates},
    mail::send::Post,
    people::{account::passwords::Passwords, addresses::Verifier},
    publishing::content::{Contents, client::ContentService, preview::Previews},
    signing::Signing,
    site::Hosts,
};

/// Shared by all requests; cloning is a pointer copy.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

/// The parts of [`AppState`].
pub struct Inner {
    /// Configuration.
    pub config: Config,
    /// Time.
    pub clock: Clock,
    /// Ids.
    pub ids: Ids,
    /// Host names.
    pub hosts: Hosts,
    /// Database.
    pub db: Db,
    /// The catalogue with its search index: an immutable snapshot, swapped whole.
    pub catalog: ArcSwap<Catalog>,
    /// Idempotency keys being worked on.
    pub running: Running,
    /// Content of the sites, swapped whole.
    pub contents: ArcSwap<Contents>,
    /// Content with drafts, for those who may see them.
    pub previews: Previews,
    /// Where content comes from, when not from imports.
    pub content_service: Option<ContentService>,
    /// What signs links.
    pub signing: Signing,
    /// Password hashes, two at once.
    pub passwords: Passwords,
    /// How often an address asked for what is limited.
    pub rates: Rates,
    /// How many forms and subscriptions are taken.
    pub quota: Quota,
    /// Where letters go.
    pub mail: Post,
    /// Rings when a letter was left.
    pub post: Notify,
    /// What shoppers do with products, until it is written.
    pub interest: Interest,
    /// Where personal prices come from.
    pub prices: PriceService,
    /// Where friendly codes are looked up.
    pub friendly_codes: FriendlyCodes,
    /// Where certificates are looked up.
    pub certificates: Certificates,
    /// The ERP that orders are told to, when there is one.
    pub erp_orders: Option<Upstream>,
    /// Where tests hold rivals between a check and its write.
    pub pauses: Pauses,
    /// Who verifies addresses.
    pub verifier: Verifier,
}

impl AppState {
    /// State from its parts.
    pub fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    /// The store's day, YYYY-MM-DD: what the first and last day of a code or certificate are held against (R69).
    pub fn today(&self) -> String {
        day(self.clock.now(), &self.config.time_zone)
    }
}

fn day(now: Timestamp, zone: &TimeZone) -> String {
    now.to_zoned(zone.clone()).date().to_string()
}

impl std::ops::Deref for AppState {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, tz::TimeZone};

    #[test]
    fn r69_the_day_changes_at_the_stores_midnight_also_when_clocks_change() {
        let zone = TimeZone::get("America/Chicago").unwrap();
        let day = |now: &str| super::day(now.parse::<Timestamp>().unwrap(), &zone);
        assert_eq!([day("2026-11-21T05:59:59Z"), day("2026-11-21T06:00:00Z")], ["2026-11-20", "2026-11-21"]);
        // Summer time is an hour ahead; it begins on 8 March 2026 and ends on 1 November 2026.
        assert_eq!([day("2026-07-01T04:59:59Z"), day("2026-07-01T05:00:00Z")], ["2026-06-30", "2026-07-01"]);
        assert_eq!([day("2026-03-08T06:00:00Z"), day("2026-03-09T05:00:00Z")], ["2026-03-08", "2026-03-09"]);
        assert_eq!([day("2026-11-01T05:00:00Z"), day("2026-11-02T05:59:59Z")], ["2026-11-01", "2026-11-01"]);
        assert_eq!([day("2028-02-29T06:00:00Z"), day("2028-03-01T05:59:59Z")], ["2028-02-29", "2028-02-29"]);
    }
}
