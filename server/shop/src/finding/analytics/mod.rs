//! What shoppers do with products, counted for the search: clicks and 'added to cart' (cart §7). Nobody is
//! in it: a row is a site, a product, a day and two numbers. What was done is gathered in memory and written in
//! batches, somebody's act on a product once a day over all nodes; the snapshot reads them as popularity, the last word of a ranking (decision 0013).

pub mod store;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
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
    signing::Purpose,
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
/// Visitors remembered for a minute, and things they did for a day; beyond it, a node counts nothing more.
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

/// What was done with a product at a site.
type Row = ((Site, String), Counts);

/// Clicks and additions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Chosen from a list.
    pub clicks: u32,
    /// Visits that put it into a cart.
    pub added: u32,
}

impl Counts {
    const fn add(&mut self, act: Act) {
        let count = match act {
            Act::Click => &mut self.clicks,
            Act::AddedToCart => &mut self.added,
        };
        *count = count.saturating_add(1);
    }
}

/// What somebody did with a product.
#[derive(Debug, Clone)]
struct Deed {
    who: Who,
    site: Site,
    product: String,
    act: Act,
}

impl Deed {
    /// Nobody is read from it, and every node makes the same of the same.
    async fn mark(&self, env: &Env, day: &str) -> Result<String, DbErr> {
        let Self { who, site, product, act } = self;
        let text = format!("{day}\0{who:?}\0{}\0{act:?}\0{product}", site.key());
        env.mark(Purpose::Interest, &text).await
    }
}

#[derive(Debug, Default)]
struct Gathered {
    /// Of strangers, of whom nobody is told from another.
    counts: HashMap<(Site, String), Counts>,
    /// Of everybody else.
    deeds: Vec<Deed>,
    /// Events since the minute began: of all strangers together.
    minute: i64,
    sent: HashMap<Who, u32>,
    /// What was done with a product today, as a number nothing can be read from: each is written once.
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

    /// Gathers an act; a visitor's or an address's act on a product once a day, and no additions of somebody
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
                if gathered.done.len() < REMEMBERED && gathered.done.insert(done) {
                    gathered.deeds.push(Deed { who, site, product: product.to_owned(), act });
                }
            }
            Who::Stranger if act == Act::AddedToCart => {}
            Who::Stranger => gathered.counts.entry((site, product.to_owned())).or_default().add(act),
        }
    }

    fn take(&self) -> (Vec<Deed>, Vec<Row>) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut gathered.deeds), gathered.counts.drain().collect())
    }

    /// Back into the gathering: they could not be written.
    fn put_back(&self, deeds: &[Deed], rows: &[Row]) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        gathered.deeds.extend_from_slice(deeds);
        for (of, counts) in rows {
            let known = gathered.counts.entry(of.clone()).or_default();
            known.clicks = known.clicks.saturating_add(counts.clicks);
            known.added = known.added.saturating_add(counts.added);
        }
    }
}

/// Writes what was gathered; whether there was something. What could not be written is kept for the next time.
pub async fn write(env: &Env, interest: &Interest) -> Result<bool, DbErr> {
    let (deeds, rows) = interest.take();
    let any = !deeds.is_empty() || !rows.is_empty();
    let (mut deeds, mut rows) = (deeds.as_slice(), rows.as_slice());
    let today = env.today();
    while !deeds.is_empty() || !rows.is_empty() {
        let (some, later) = deeds.split_at(BATCH.min(deeds.len()));
        let (few, rest) = rows.split_at(BATCH.min(rows.len()));
        if let Err(error) = write_batch(env, &today, some, few).await {
            interest.put_back(deeds, rows);
            return Err(error);
        }
        (deeds, rows) = (later, rest);
    }
    Ok(any)
}

/// Writes some of it in one transaction: of what somebody did, what no node has written yet.
async fn write_batch(env: &Env, today: &str, deeds: &[Deed], rows: &[Row]) -> Result<(), DbErr> {
    // By name: nodes that write the same rows at once wait for one another in turn.
    let mut marked = BTreeMap::new();
    for deed in deeds {
        marked.insert(deed.mark(env, today).await?, deed);
    }
    let mut counts: BTreeMap<(Site, String), Counts> = rows.iter().cloned().collect();
    let tx = env.db.write().await?;
    for mark in store::insert_marks(&tx, today, marked.keys()).await? {
        if let Some(Deed { site, product, act, .. }) = marked.get(&mark) {
            counts.entry((*site, product.clone())).or_default().add(*act);
        }
    }
    store::add_counts(&tx, today, &counts).await?;
    tx.commit().await
}

/// Forgets days that no longer count, and lets every node rank by what was counted since.
pub async fn turn_day(env: &Env) -> Result<(), DbErr> {
    let today = env.clock.now().to_zoned(env.config.time_zone.clone()).date();
    let first = today.saturating_sub(jiff::Span::new().days(DAYS_KEPT));
    store::delete_before(&env.db, &first.to_string()).await?;
    catalog::reindex(&env.db).await
}

/// Adds what shoppers did to the popularity the catalogue gives its products. The popularity that those had without it, by id.
pub async fn weigh(db: &Db, products: &mut [ProductRecord]) -> Result<HashMap<String, u32>, DbErr> {
    let counted = store::load_counts(db).await?;
    let mut own = HashMap::new();
    for ProductRecord { facts, .. } in products {
        if let Some(counts) = counted.get(&facts.id) {
            own.insert(facts.id.clone(), facts.popularity);
            facts.popularity = popularity(facts.popularity, counts.clicks, counts.added);
        }
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use fieldhouse_kernel::failure::FailureKind;

    use super::*;

    const fn visitor(number: u128) -> Who {
        Who::Visitor(VisitorId(Uuid::from_u128(number)))
    }

    /// What is to be written: of somebody, and of strangers.
    fn gathered(interest: &Interest) -> (Vec<(Who, Act)>, Vec<Counts>) {
        let (deeds, rows) = interest.take();
        (deeds.iter().map(|deed| (deed.who, deed.act)).collect(), rows.into_iter().map(|(_, counts)| counts).collect())
    }

    #[test]
    fn a_visitors_act_is_written_once_a_day_and_a_stranger_adds_nothing() {
        let interest = Interest::default();
        let count = |act, who, today| interest.count(Site::US_GAMES, "bal100", act, who, today);
        for _ in 0..3 {
            count(Act::AddedToCart, visitor(1), "2026-11-20");
            count(Act::Click, visitor(1), "2026-11-20");
            count(Act::AddedToCart, Who::Stranger, "2026-11-20");
        }
        count(Act::AddedToCart, visitor(2), "2026-11-20");
        count(Act::AddedToCart, visitor(1), "2026-11-21");
        let (one, two) = (visitor(1), visitor(2));
        let deeds = vec![(one, Act::AddedToCart), (one, Act::Click), (two, Act::AddedToCart), (one, Act::AddedToCart)];
        assert_eq!(gathered(&interest), (deeds, vec![]));
        assert_eq!(gathered(&interest), (vec![], vec![]));
    }

    #[test]
    fn what_could_not_be_written_is_added_to_what_came_since() {
        let interest = Interest::default();
        let count = |who| interest.count(Site::US_GAMES, "a", Act::Click, who, "d");
        count(Who::Stranger);
        count(visitor(1));
        let (deeds, rows) = interest.take();
        count(Who::Stranger);
        count(visitor(2));
        interest.put_back(&deeds, &rows);
        let (deeds, rows) = gathered(&interest);
        assert_eq!(deeds, [(visitor(2), Act::Click), (visitor(1), Act::Click)]);
        assert_eq!(rows, [Counts { clicks: 2, added: 0 }]);
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
