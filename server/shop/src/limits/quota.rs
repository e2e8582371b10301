//! How many forms and subscriptions a store takes in an hour: few for one sender, more for a site, so
//! that a robot fills neither the tables nor somebody's mailbox.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{db::Db, failure::Failure};

use super::{
    shared::{self, Counted, Full},
    windows::{self, HOUR, Windows},
};

/// Of one sender of a form.
pub const OF_SENDER: u32 = 5;
/// Of one address that subscribes to the newsletter (R62).
pub const OF_SUBSCRIBER: u32 = 3;
/// Of all senders of a site.
pub const OF_SITE: u32 = 300;
/// Senders remembered.
const SENDERS: usize = 100_000;

/// Whose forms are counted, at a site or at all of them, and by subject.
type Key = (Option<Site>, String, Whose);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Whose {
    Sender(String),
    /// Senders who came when as many as are remembered had sent something.
    Others,
    /// All of the site.
    Site,
}

impl windows::Counted for Key {
    fn lasts(&self) -> i64 {
        HOUR
    }

    fn shared(&self) -> Self {
        let (site, subject, whose) = self;
        let whose = if *whose == Whose::Site { Whose::Site } else { Whose::Others };
        (*site, subject.clone(), whose)
    }
}

/// Counts by site, subject and sender.
#[derive(Debug, Default)]
pub struct Quota(Windows<Key, u32, SENDERS>);

/// Whom a count is of.
#[derive(Debug, Clone, Copy)]
pub enum Sender<'a> {
    /// At each site anew.
    OfSite(&'a str),
    /// At all sites together.
    Everywhere(&'a str),
}

impl Quota {
    /// Counts one more of a sender, who has `most`, on all nodes; 429 when it was too many.
    pub async fn admit(
        &self,
        db: &Db,
        (site, subject): (Site, &str),
        sender: &str,
        most: u32,
        now: i64,
    ) -> Result<(), Failure> {
        self.admit_of(db, (site, subject), Sender::OfSite(sender), (most, OF_SITE), now).await
    }

    /// The same, of a site that has another most.
    pub async fn admit_of(
        &self,
        db: &Db,
        (site, subject): (Site, &str),
        sender: Sender<'_>,
        most: (u32, u32),
        now: i64,
    ) -> Result<(), Failure> {
        let counted = self.admit_here(site, subject, sender, most, now)?;
        let named: Vec<_> = counted.iter().map(|(key, most)| (format!("{key:?}"), *most)).collect();
        let counts: Vec<_> = named.iter().map(|(key, most)| Counted { key, lasts: HOUR, most: *most }).collect();
        let Some(Full { place, since }) = shared::count(db, &counts, now).await? else { return Ok(()) };
        let mut counts = self.0.hold(now);
        if let Some((key, most)) = counted.into_iter().nth(place) {
            // From now on this node knows without asking.
            counts.put(key, since, most);
        }
        Err(too_many(HOUR.saturating_sub(now.saturating_sub(since))))
    }

    /// The same on this node; as what it was counted, with the most of each.
    fn admit_here(
        &self,
        site: Site,
        subject: &str,
        sender: Sender<'_>,
        (most, of_site): (u32, u32),
        now: i64,
    ) -> Result<Vec<(Key, u32)>, Failure> {
        let mut counts = self.0.hold(now);
        let (place, who) = match sender {
            Sender::OfSite(who) => (Some(site), who),
            Sender::Everywhere(who) => (None, who),
        };
        let sender = (place, Whose::Sender(who.to_owned()), most);
        let mut counted = Vec::with_capacity(2);
        for (place, whose, most) in [sender, (Some(site), Whose::Site, of_site)] {
            let key = counts.key((place, subject.to_owned(), whose));
            let window = counts.window(key.clone(), now);
            if window.count >= most {
                return Err(too_many(window.over_in(HOUR, now)));
            }
            window.count = window.count.saturating_add(1);
            counted.push((key, most));
        }
        Ok(counted)
    }
}

fn too_many(over: i64) -> Failure {
    let title = "We have received several of these from you already. Please try again in an hour, or call us.";
    Failure::too_often("too_many_forms", title, over)
}

#[cfg(test)]
mod tests {
    use fieldhouse_kernel::failure::FailureKind;

    use super::*;

    #[test]
    fn a_sender_has_five_an_hour_and_a_site_three_hundred() {
        let quota = Quota::default();
        for _ in 0..OF_SENDER {
            assert!(
                quota.admit_here(Site::US_GAMES, "contact", Sender::OfSite("a@b.co"), (OF_SENDER, OF_SITE), 0).is_ok()
            );
        }
        let refused = quota
            .admit_here(Site::US_GAMES, "contact", Sender::OfSite("a@b.co"), (OF_SENDER, OF_SITE), 60_000)
            .unwrap_err();
        assert_eq!((refused.kind, refused.retry_after), (FailureKind::TooOften, Some(3540)));
        assert!(
            quota.admit_here(Site::FIELDHOUSE, "contact", Sender::OfSite("a@b.co"), (OF_SENDER, OF_SITE), 0).is_ok(),
            "at another site"
        );
        assert!(
            quota.admit_here(Site::US_GAMES, "contact", Sender::OfSite("a@b.co"), (OF_SENDER, OF_SITE), HOUR).is_ok(),
            "an hour later"
        );
        let others = (0..OF_SITE)
            .filter(|n| {
                quota
                    .admit_here(Site::US_GAMES, "other", Sender::OfSite(&n.to_string()), (OF_SENDER, OF_SITE), 0)
                    .is_ok()
            })
            .count();
        assert_eq!(others, 300);
        assert!(
            quota.admit_here(Site::US_GAMES, "other", Sender::OfSite("one more"), (OF_SENDER, OF_SITE), 0).is_err()
        );
    }

    #[test]
    fn however_many_senders_come_the_memory_is_bounded() {
        let quota = Quota::default();
        for sender in 0..SENDERS + 1_000 {
            let admitted = quota.admit_here(
                Site::US_GAMES,
                "order",
                Sender::OfSite(&sender.to_string()),
                (OF_SENDER, u32::MAX),
                0,
            );
            let _ = admitted;
        }
        assert!(quota.0.hold(0).size().0 <= SENDERS + 2);
    }

    #[test]
    fn r74_a_sender_of_all_sites_has_one_count() {
        let quota = Quota::default();
        let admit = |site| quota.admit_here(site, "order", Sender::Everywhere("a@b.co"), (2, 100), 0).is_ok();
        assert!(admit(Site::US_GAMES) && admit(Site::FIELDHOUSE));
        assert!(!admit(Site::VARSITY_BRANDS));
    }
}
