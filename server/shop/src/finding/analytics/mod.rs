//! What shoppers do with products, counted for the search: clicks and 'added to cart' (cart §7). Nobody is
//! in it: a row is a site, a product, a day and two numbers. Counts are gathered in memory and written in
//! batches; the snapshot reads them as popularity, the last word of a ranking (decision 0013).

mod store;

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasher, RandomState},
    sync::{Mutex, PoisonError},
};

use fieldhouse_core::{brand::Site, search::popularity::popularity};
use fieldhouse_kernel::{db::Db, failure::Failure};
use sea_orm::DbErr;

use crate::{
    env::Env,
    finding::catalog::{self, record::ProductRecord},
    owner::VisitorId,
};

/// Rows a transaction: the writer is never held for long.
const BATCH: usize = 500;
/// Days that count.
const DAYS_KEPT: i64 = 90;
const MINUTE: i64 = 60_000;
/// Events a visitor may send in a minute.
const OF_A_VISITOR: u32 = 120;
/// Events a network may send in a minute: a school is behind one address.
const OF_AN_ADDRESS: u32 = 600;
/// Events all those without a session may send in a minute, together.
const OF_STRANGERS: u32 = 6_000;
/// Visitors remembered for a minute, and things they did for a day; beyond it, nothing more is counted.
const REMEMBERED: usize = 100_000;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// A product was chosen from a list.
    Click,
    /// 'Added to cart'.
    AddedToCart,
}

impl Act {
    /// As an event names it.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "click" => Some(Self::Click),
            "addedToCart" => Some(Self::AddedToCart),
            _ => None,
        }
    }
}

/// Who did it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    /// Somebody with a session.
    Visitor(VisitorId),
    /// A network's address, of front ends without sessions.
    Address(u128),
    /// Somebody without a session.
    Stranger,
}

/// Clicks and additions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Chosen from a list.
    pub clicks: u32,
    /// Visits that put it into a cart.
    pub added: u32,
}

#[derive(Debug, Default)]
struct Gathered {
    counts: HashMap<(Site, String), Counts>,
    /// Events since the minute began: of all strangers together.
    minute: i64,
    sent: HashMap<Who, u32>,
    /// What a visitor did with a product today, as a number nothing can be read from: each counts once.
    day: String,
    done: HashSet<u64>,
}

/// What was gathered since the last write.
#[derive(Debug, Default)]
pub struct Interest {
    gathered: Mutex<Gathered>,
    hasher: RandomState,
}

impl Interest {
    /// Counts events before they are looked at; 429 when there were too many in this minute.
    pub fn admit(&self, who: Who, events: usize, now: i64) -> Result<(), Failure> {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = now.div_euclid(MINUTE);
        if gathered.minute != minute || gathered.sent.len() >= REMEMBERED {
            gathered.minute = minute;
            gathered.sent.clear();
        }
        let most = match who {
            Who::Visitor(_) => OF_A_VISITOR,
            Who::Address(_) => OF_AN_ADDRESS,
            Who::Stranger => OF_STRANGERS,
        };
        let sent = gathered.sent.entry(who).or_default();
        *sent = sent.saturating_add(u32::try_from(events).unwrap_or(u32::MAX));
        if *sent <= most {
            return Ok(());
        }
        let left = MINUTE.saturating_sub(now.rem_euclid(MINUTE));
        Err(Failure::too_often("too_many_events", "There were too many events.", left))
    }

    /// Counts an act; a visitor's or an address's act on a product counts once a day, and no additions of somebody
    /// without a session here, as everybody has who added something.
    pub fn count(&self, site: Site, product: &str, act: Act, who: Who, today: &str) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        if gathered.day != today {
            today.clone_into(&mut gathered.day);
            gathered.done.clear();
        }
        match who {
            Who::Visitor(_) | Who::Address(_) => {
                let done = self.hasher.hash_one((who, site, product, act));
                if gathered.done.len() >= REMEMBERED || !gathered.done.insert(done) {
                    return;
                }
            }
            Who::Stranger if act == Act::AddedToCart => return,
            Who::Stranger => {}
        }
        let counts = gathered.counts.entry((site, product.to_owned())).or_default();
        match act {
            Act::Click => counts.clicks = counts.clicks.saturating_add(1),
            Act::AddedToCart => counts.added = counts.added.saturating_add(1),
        }
    }

    fn take(&self) -> Vec<((Site, String), Counts)> {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        gathered.counts.drain().collect()
    }

    /// Back into the gathering: they could not be written.
    fn put_back(&self, rows: Vec<((Site, String), Counts)>) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        for (of, counts) in rows {
            let known = gathered.counts.entry(of).or_default();
            known.clicks = known.clicks.saturating_add(counts.clicks);
            known.added = known.added.saturating_add(counts.added);
        }
    }
}

/// Writes what was gathered; how many rows. What could not be written is kept for the next time.
pub async fn write(env: &Env, interest: &Interest) -> Result<usize, DbErr> {
    let mut rows = interest.take();
    let all = rows.len();
    let today = env.today();
    while !rows.is_empty() {
        let batch = rows.split_off(rows.len().saturating_sub(BATCH));
        if let Err(error) = store::add_counts(&env.db, &today, &batch).await {
            interest.put_back(batch);
            interest.put_back(rows);
            return Err(error);
        }
    }
    Ok(all)
}

/// Forgets days that no longer count, and lets every node rank by what was counted since.
pub async fn turn_day(env: &Env) -> Result<(), DbErr> {
    let today = env.clock.now().to_zoned(env.config.time_zone.clone()).date();
    let first = today.saturating_sub(jiff::Span::new().days(DAYS_KEPT));
    store::delete_before(&env.db, &first.to_string()).await?;
    catalog::reindex(&env.db).await
}

/// Adds what shoppers did to the popularity the catalogue gives its products.
pub async fn weigh(db: &Db, products: &mut [ProductRecord]) -> Result<(), DbErr> {
    let counted = store::load_counts(db).await?;
    for product in products {
        if let Some(counts) = counted.get(&product.facts.id) {
            product.facts.popularity = popularity(product.facts.popularity, counts.clicks, counts.added);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use fieldhouse_kernel::failure::FailureKind;

    use super::*;

    const fn visitor(number: u128) -> Who {
        Who::Visitor(VisitorId(Uuid::from_u128(number)))
    }

    fn counted(interest: &Interest) -> Vec<(String, Counts)> {
        let mut rows: Vec<(String, Counts)> =
            interest.take().into_iter().map(|((_, product), counts)| (product, counts)).collect();
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    }

    #[test]
    fn a_visitors_act_counts_once_a_day_and_a_stranger_adds_nothing() {
        let interest = Interest::default();
        let count = |act, who, today| interest.count(Site::US_GAMES, "bal100", act, who, today);
        for _ in 0..3 {
            count(Act::AddedToCart, visitor(1), "2026-11-20");
            count(Act::Click, visitor(1), "2026-11-20");
            count(Act::AddedToCart, Who::Stranger, "2026-11-20");
        }
        count(Act::AddedToCart, visitor(2), "2026-11-20");
        count(Act::AddedToCart, visitor(1), "2026-11-21");
        assert_eq!(counted(&interest), [("bal100".to_owned(), Counts { clicks: 1, added: 3 })]);
        assert_eq!(counted(&interest), []);
    }

    #[test]
    fn what_could_not_be_written_is_added_to_what_came_since() {
        let interest = Interest::default();
        interest.count(Site::US_GAMES, "a", Act::Click, Who::Stranger, "d");
        let rows = interest.take();
        interest.count(Site::US_GAMES, "a", Act::Click, Who::Stranger, "d");
        interest.put_back(rows);
        assert_eq!(counted(&interest), [("a".to_owned(), Counts { clicks: 2, added: 0 })]);
    }

    #[test]
    fn a_visitor_and_all_strangers_have_a_limit_a_minute() {
        let interest = Interest::default();
        assert!(interest.admit(visitor(1), 120, 0).is_ok());
        let refused = interest.admit(visitor(1), 1, 1_000).unwrap_err();
        assert_eq!((refused.kind, refused.retry_after), (FailureKind::TooOften, Some(59)));
        assert!(interest.admit(visitor(2), 1, 1_000).is_ok());
        assert!(interest.admit(visitor(1), 1, MINUTE).is_ok());
        assert!(interest.admit(Who::Stranger, 6_000, MINUTE).is_ok());
        assert!(interest.admit(Who::Stranger, 1, MINUTE).is_err());
        assert!(interest.admit(Who::Address(1), 600, MINUTE).is_ok());
        assert!(interest.admit(Who::Address(1), 1, MINUTE).is_err());
        assert!(interest.admit(Who::Address(2), 1, MINUTE).is_ok());
    }

    #[test]
    fn a_million_visitors_do_not_fill_the_memory() {
        let interest = Interest::default();
        for number in 0..300_000 {
            assert!(interest.admit(visitor(number), 1, 0).is_ok());
            interest.count(Site::US_GAMES, "a", Act::Click, visitor(number), "d");
        }
        let gathered = interest.gathered.lock().unwrap();
        assert!(gathered.sent.len() <= REMEMBERED && gathered.done.len() <= REMEMBERED);
    }
}
