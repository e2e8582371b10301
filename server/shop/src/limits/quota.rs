//! How many forms and subscriptions a store takes in an hour: few for one sender, more for a site, so
//! that a robot fills neither the tables nor somebody's mailbox.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::failure::Failure;

use crate::limits::rate::{HOUR, SWEEP};

/// Of one sender of a form.
pub const OF_SENDER: u32 = 5;
/// Of one address that subscribes to the newsletter (R62).
pub const OF_SUBSCRIBER: u32 = 3;
/// Of all senders of a site.
pub const OF_SITE: u32 = 300;
/// Senders remembered.
const SENDERS: usize = 100_000;

#[derive(Debug, Clone, Copy)]
struct Window {
    since: i64,
    count: u32,
}

/// Counts by site, subject and sender.
#[derive(Debug, Default)]
pub struct Quota(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// By site, or of all sites together.
    by: HashMap<(Option<Site>, String, String), Window>,
    /// When those whose hour is over were last looked for.
    swept: i64,
}

/// Whom a count is of.
#[derive(Debug, Clone, Copy)]
pub enum Sender<'a> {
    /// At each site anew.
    OfSite(&'a str),
    /// At all sites together.
    Everywhere(&'a str),
}

impl Quota {
    /// Counts one more of a sender, who has `most`; 429 when it was too many.
    pub fn admit(&self, site: Site, subject: &str, sender: &str, most: u32, now: i64) -> Result<(), Failure> {
        self.admit_of(site, subject, Sender::OfSite(sender), (most, OF_SITE), now)
    }

    /// The same, of a site that has another most.
    pub fn admit_of(
        &self,
        site: Site,
        subject: &str,
        sender: Sender<'_>,
        (most, of_site): (u32, u32),
        now: i64,
    ) -> Result<(), Failure> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { by, swept } = &mut *counts;
        // Not with every form of a flood: looking through all of them takes milliseconds.
        if by.len() >= SENDERS && now.saturating_sub(*swept) >= SWEEP {
            by.retain(|_, window| now.saturating_sub(window.since) < HOUR);
            *swept = now;
        }
        let (place, who) = match sender {
            Sender::OfSite(who) => (Some(site), who),
            Sender::Everywhere(who) => (None, who),
        };
        for (place, who, most) in [(place, who, most), (Some(site), "", of_site)] {
            let window = by
                .entry((place, subject.to_owned(), who.to_owned()))
                .and_modify(|window| {
                    if now.saturating_sub(window.since) >= HOUR {
                        *window = Window { since: now, count: 0 };
                    }
                })
                .or_insert(Window { since: now, count: 0 });
            if window.count >= most {
                return Err(Failure::too_often(
                    "too_many_forms",
                    "We have received several of these from you already. Please try again in an hour, or call us.",
                    HOUR.saturating_sub(now.saturating_sub(window.since)),
                ));
            }
            window.count = window.count.saturating_add(1);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use fieldhouse_kernel::failure::FailureKind;

    use super::*;

    #[test]
    fn a_sender_has_five_an_hour_and_a_site_three_hundred() {
        let quota = Quota::default();
        for _ in 0..OF_SENDER {
            assert!(quota.admit(Site::UsGames, "contact", "a@b.co", OF_SENDER, 0).is_ok());
        }
        let refused = quota.admit(Site::UsGames, "contact", "a@b.co", OF_SENDER, 60_000).unwrap_err();
        assert_eq!((refused.kind, refused.retry_after), (FailureKind::TooOften, Some(3540)));
        assert!(quota.admit(Site::Fieldhouse, "contact", "a@b.co", OF_SENDER, 0).is_ok(), "at another site");
        assert!(quota.admit(Site::UsGames, "contact", "a@b.co", OF_SENDER, HOUR).is_ok(), "an hour later");
        let others =
            (0..OF_SITE).filter(|n| quota.admit(Site::UsGames, "other", &n.to_string(), OF_SENDER, 0).is_ok()).count();
        assert_eq!(others, 300);
        assert!(quota.admit(Site::UsGames, "other", "one more", OF_SENDER, 0).is_err());
    }

    #[test]
    fn r74_a_sender_of_all_sites_has_one_count() {
        let quota = Quota::default();
        let admit = |site| quota.admit_of(site, "order", Sender::Everywhere("a@b.co"), (2, 100), 0).is_ok();
        assert!(admit(Site::UsGames) && admit(Site::Fieldhouse));
        assert!(!admit(Site::VarsityBrands));
    }
}
