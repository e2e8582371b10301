//! Searches that found nothing, counted for who buys for the store. Nobody is in it: a row is a brand, a day, a text and a
//! number, and what may say who searched is not counted (`core/src/search/missed.rs`). Counts are gathered in memory and
//! written in batches, so that no search waits for a write; several nodes add up. What is found while somebody types is no
//! search yet, and neither is one narrowed down by filters.

pub mod store;

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    sync::{Arc, Mutex, PoisonError},
};

use fieldhouse_core::{brand::Site, search::missed::missed_text};
use fieldhouse_kernel::{failure::Failure, http::prepared::Prepared};
use sea_orm::DbErr;

use crate::{
    env::Env,
    finding::{search::list::ListRequest, snapshot::Snapshot},
};

/// Texts counted a brand and a day: whoever types nonsense fills no more than these.
pub const MOST_TEXTS: usize = 200;
/// Days for which they are kept.
pub const KEPT_DAYS: i64 = 92;
/// Who writes counts waits for who does already: a brand's texts of a day are no more than [`MOST_TEXTS`] over all nodes.
const TURN: &str = "searches without a result";

/// Texts of a brand's day with how often each was looked for.
type Texts = HashMap<String, u32>;

/// What was gathered since the last write.
#[derive(Debug, Default)]
pub struct Missed {
    gathered: Mutex<BTreeMap<(Site, String), Texts>>,
}

impl Missed {
    /// Counts a search that found nothing.
    pub fn count(&self, site: Site, typed: &str, today: String) {
        if let Some(text) = missed_text(typed) {
            self.add((site, today), text, 1);
        }
    }

    fn add(&self, of: (Site, String), text: String, searches: u32) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = gathered.entry(of).or_default();
        let is_full = texts.len() >= MOST_TEXTS;
        match texts.entry(text) {
            Entry::Occupied(mut known) => *known.get_mut() = known.get().saturating_add(searches),
            Entry::Vacant(_) if is_full => {}
            Entry::Vacant(new) => {
                new.insert(searches);
            }
        }
    }

    fn take(&self) -> BTreeMap<(Site, String), Texts> {
        std::mem::take(&mut *self.gathered.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Back into the gathering: they could not be written.
    fn put_back(&self, gathered: BTreeMap<(Site, String), Texts>) {
        for (of, texts) in gathered {
            for (text, searches) in texts {
                self.add(of.clone(), text, searches);
            }
        }
    }
}

/// The body of a list page's data; a search that finds nothing is counted.
pub async fn list_answer(
    (env, missed): (&Env, &Missed),
    snapshot: Arc<Snapshot>,
    site: Site,
    request: ListRequest,
) -> Result<Prepared, Failure> {
    let typed = (request.is_plain() && request.page == 1).then(|| request.query.clone());
    let answer = snapshot.list_answer(site, request).await?;
    if let Some(typed) = typed.filter(|_| answer.is_empty) {
        missed.count(site, &typed, env.today());
    }
    Ok(answer)
}

/// Writes what was gathered; how many texts. What could not be written is kept for the next time.
pub async fn write(env: &Env, missed: &Missed) -> Result<usize, DbErr> {
    let gathered = missed.take();
    if gathered.is_empty() {
        return Ok(0);
    }
    let written = write_all(env, &gathered).await;
    if written.is_err() {
        missed.put_back(gathered);
    }
    written
}

async fn write_all(env: &Env, gathered: &BTreeMap<(Site, String), Texts>) -> Result<usize, DbErr> {
    let tx = env.db.write().await?;
    tx.wait_for(TURN).await?;
    let mut written = 0_usize;
    for ((site, day), texts) in gathered {
        let known = store::list_texts(&tx, *site, day).await?;
        let mut room = MOST_TEXTS.saturating_sub(known.len());
        let mut rows: Vec<(&str, u32)> = Vec::new();
        for (text, searches) in texts {
            if known.contains(text) {
                rows.push((text, *searches));
            } else if room > 0 {
                room = room.saturating_sub(1);
                rows.push((text, *searches));
            }
        }
        store::add(&tx, (*site, day), &rows).await?;
        written = written.saturating_add(rows.len());
    }
    tx.commit().await?;
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(missed: &Missed) -> Vec<(String, u32)> {
        let mut rows: Vec<(String, u32)> = missed.take().into_values().flatten().collect();
        rows.sort();
        rows
    }

    #[test]
    fn what_could_not_be_written_is_added_to_what_came_since() {
        let missed = Missed::default();
        let count = |typed| missed.count(Site::US_GAMES, typed, "2026-11-20".to_owned());
        count("Pickle Ball");
        let taken = missed.take();
        count("pickle ball");
        count("coach@lincoln.example");
        missed.put_back(taken);
        assert_eq!(counted(&missed), [("pickle ball".to_owned(), 2)]);
        assert_eq!(counted(&missed), []);
    }

    #[test]
    fn nonsense_fills_no_memory_and_what_is_known_goes_on_being_counted() {
        let missed = Missed::default();
        let day = || "2026-11-20".to_owned();
        missed.count(Site::US_GAMES, "pickle ball", day());
        for number in 0..1_000 {
            missed.count(Site::US_GAMES, &format!("nonsense {number}"), day());
        }
        missed.count(Site::US_GAMES, "pickle ball", day());
        missed.count(Site::FIELDHOUSE, "pickle ball", day());
        let rows = counted(&missed);
        assert_eq!(rows.len(), MOST_TEXTS + 1);
        let pickles: Vec<u32> = rows.iter().filter(|(text, _)| text == "pickle ball").map(|(_, many)| *many).collect();
        assert_eq!(pickles, [1, 2]);
    }
}
