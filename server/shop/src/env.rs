//! What every feature may use: configuration, time, ids, host names, the database, and what is counted or signed.

use std::{ops::Deref, sync::Arc};

use arc_swap::ArcSwap;
use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    clock::{Clock, Ids},
    db::Db,
    failure::Failure,
    http::{
        address::{ClientAddress, host_of},
        problem,
    },
    pauses::Pauses,
};
use jiff::{Span, Timestamp, civil::Date, tz::TimeZone};
use sea_orm::DbErr;

use crate::{
    config::{Config, running::Running},
    limits::{
        guesses::{Asker, Guess},
        quota::Quota,
        rate::{Rated, Rates},
    },
    signing::{Purpose, Signing, sealing::Sealing},
    site::Hosts,
};

/// Shared by everything; cloning is a pointer copy.
#[derive(Clone)]
pub struct Env(Arc<EnvParts>);

/// The parts of [`Env`].
pub struct EnvParts {
    /// Configuration, as it was at the start.
    pub config: Config,
    /// What of it may have changed since.
    running: ArcSwap<Running>,
    /// Time.
    pub clock: Clock,
    /// Ids.
    pub ids: Ids,
    /// Host names.
    pub hosts: Hosts,
    /// Database.
    pub db: Db,
    /// What signs links.
    signing: Signing,
    /// What seals secrets of people.
    sealing: Sealing,
    /// How often an address asked for what is limited.
    rates: Rates,
    /// How many forms and subscriptions are taken.
    pub quota: Quota,
    /// Where tests hold rivals between a check and its write.
    pub pauses: Pauses,
}

impl Env {
    /// With nothing counted yet.
    pub fn new(config: Config, db: Db, clock: Clock, ids: Ids) -> Self {
        let hosts = Hosts::new(config.hosts.clone());
        let running = ArcSwap::from_pointee(Running::from(&config));
        let (signing, sealing, rates, quota, pauses) = Default::default();
        Self(Arc::new(EnvParts { config, running, clock, ids, hosts, db, signing, sealing, rates, quota, pauses }))
    }

    /// What of the configuration may change while the store runs, as it is now.
    pub fn settings(&self) -> Arc<Running> {
        self.running.load_full()
    }

    /// Takes what was read again.
    pub fn take_over(&self, settings: Running) {
        self.running.store(Arc::new(settings));
    }

    /// The store's day, YYYY-MM-DD: what the first and last day of a code or certificate are held against (R69).
    pub fn today(&self) -> String {
        day(self.clock.now(), &self.config.time_zone)
    }

    /// The store's day of a moment, in milliseconds since 1970.
    pub fn day_of(&self, millis: i64) -> Result<String, Failure> {
        Ok(day(Timestamp::from_millisecond(millis).map_err(Failure::internal)?, &self.config.time_zone))
    }

    /// When a day of the store begins, so many days later: milliseconds since 1970. Nothing for what is no day.
    pub fn moment_of_day(&self, day: &str, later: i64) -> Option<i64> {
        let begins = day.parse::<Date>().ok()?.checked_add(Span::new().try_days(later).ok()?).ok()?;
        Some(begins.to_zoned(self.config.time_zone.clone()).ok()?.timestamp().as_millisecond())
    }

    /// Counts one request before it is worked on; 429 when its address made too many.
    pub async fn admit(&self, what: Rated, from: ClientAddress) -> Result<(), Failure> {
        let most = what.most(&self.running.load());
        self.rates.admit(&self.db, what, from, most, self.clock.millis()).await
    }

    /// Begins to try a code, when the asker may still learn whether one holds.
    pub async fn guess(&self, asker: Asker, code: &str) -> Result<Guess<'_>, Failure> {
        let most = self.running.load().limits.code;
        self.rates.guesses.admit(&self.db, asker, code, most, self.clock.millis()).await
    }

    /// Signs what opens something until `ends`, in seconds since 1970; a subject has no dots.
    pub async fn sign(&self, purpose: Purpose, subject: &str, ends: i64) -> Result<String, DbErr> {
        self.signing.sign((&self.config.signing_key, &self.db, &self.ids), purpose, subject, ends).await
    }

    /// What stands for a text at every node, and from which nobody learns it. Not within a transaction.
    pub async fn mark(&self, purpose: Purpose, text: &str) -> Result<String, DbErr> {
        self.signing.mark((&self.config.signing_key, &self.db, &self.ids), purpose, text).await
    }

    /// What a signed text is about and when it ends; nothing for one that is over, or that we did not sign.
    pub async fn open_signed(&self, purpose: Purpose, signed: &str) -> Result<Option<(String, i64)>, DbErr> {
        let now = self.clock.now().as_second();
        self.signing.open((&self.config.signing_key, &self.db, &self.ids), purpose, signed, now).await
    }

    /// Seals a secret for what it belongs to. Not within a transaction.
    pub async fn seal(&self, belongs_to: &str, secret: &str) -> Result<String, Failure> {
        self.sealing.seal((&self.config.secrets_key, &self.db, &self.ids), (belongs_to, secret)).await
    }

    /// What was sealed for what it belongs to; nothing where another key sealed it.
    pub async fn unseal(&self, belongs_to: &str, sealed: &str) -> Result<Option<String>, DbErr> {
        self.sealing.open((&self.config.secrets_key, &self.db), (belongs_to, sealed)).await
    }
}

impl Deref for Env {
    type Target = EnvParts;
    fn deref(&self) -> &EnvParts {
        &self.0
    }
}

/// A moment as it goes out: RFC 3339.
pub fn time(millis: i64) -> Result<String, Failure> {
    Ok(Timestamp::from_millisecond(millis).map_err(Failure::internal)?.to_string())
}

fn day(now: Timestamp, zone: &TimeZone) -> String {
    now.to_zoned(zone.clone()).date().to_string()
}

/// The brand's storefront this request is for, by its `Host`.
#[derive(Debug, Clone, Copy)]
pub struct SiteOf(pub Site);

impl<S: Send + Sync> FromRequestParts<S> for SiteOf
where
    Env: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let env = Env::from_ref(state);
        env.hosts.site(host_of(&parts.headers, &parts.uri)).map(Self).ok_or_else(problem::misdirected)
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
