//! The catalogue with what finds products in it: immutable, built from the database, swapped whole.

use std::{collections::HashMap, ops::Deref, sync::Arc};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    db::Db,
    failure::Failure,
    http::prepared::Prepared,
    live::{self, Live},
    turns::{self, uncached},
};
use jiff::civil::Date;
use sea_orm::DbErr;

use super::{
    analytics,
    catalog::{
        self, Catalog,
        record::CatalogRecords,
        shelves::{Shelves, Supply},
        store::{Changed, Mark},
    },
    search::{ByWords, SearchIndex, list::ListRequest},
};
use crate::{env::Env, stock::store};

/// The catalogue at one change number, and its search.
#[derive(Debug)]
pub struct Snapshot {
    catalog: Arc<Catalog>,
    /// Finds products of this snapshot.
    pub search: SearchIndex,
    /// The last change that told products in other words.
    worded: i64,
    /// The change whose words find them: an earlier one until those are read.
    pub words_of: i64,
    /// The popularity that the catalogue itself gives those that shoppers made more popular, by id.
    own_popularity: Arc<HashMap<String, u32>>,
}

impl Default for Snapshot {
    fn default() -> Self {
        Self::build(0, CatalogRecords::default())
    }
}

impl live::Snapshot for Snapshot {
    fn change(&self) -> i64 {
        self.catalog.change
    }
}

impl Deref for Snapshot {
    type Target = Catalog;
    fn deref(&self) -> &Catalog {
        &self.catalog
    }
}

impl Snapshot {
    /// The snapshot of `records`. Ids, slugs and skus are unique in them: the database holds them so.
    pub fn build(change: i64, records: CatalogRecords) -> Self {
        let snapshot = Self::of_catalog(change, Catalog::build(change, records, 1));
        snapshot.search.read_words();
        snapshot
    }

    /// The same by all processors, as nobody is answered yet; words find nothing until they are read.
    pub fn begin(change: i64, records: CatalogRecords) -> Self {
        Self::of_catalog(change, Catalog::build(change, records, turns::at_once()))
    }

    fn of_catalog(change: i64, catalog: Catalog) -> Self {
        let search = SearchIndex::begin(&catalog);
        let own_popularity = Arc::default();
        Self { catalog: Arc::new(catalog), search, worded: change, words_of: change, own_popularity }
    }

    /// The body of a list page's data, kept with the snapshot.
    pub async fn list_answer(self: Arc<Self>, site: Site, request: ListRequest) -> Result<Prepared, Failure> {
        let key = (site, request);
        if let Some(known) = self.search.answers.get(&key) {
            return Ok(known);
        }
        let made = uncached(self.search.length_of_list(key.0, &key.1), move || {
            self.search.answers.get_or_make(key, |(site, request)| {
                let (json, is_empty) = self.search.list_json(&self, *site, request)?;
                Ok(Prepared::from_json(json, is_empty))
            })
        });
        made.await
    }
}

impl Snapshot {
    /// This snapshot with what the store counts itself as it stands on `shelves`.
    #[must_use]
    pub fn restocked(&self, shelves: Shelves) -> Self {
        let catalog = self.catalog.restocked(shelves);
        let search = self.search.restocked(&catalog);
        self.amended_to(catalog, search)
    }

    fn amended_to(&self, catalog: Catalog, search: SearchIndex) -> Self {
        let own_popularity = Arc::clone(&self.own_popularity);
        Self { catalog: Arc::new(catalog), search, own_popularity, ..*self }
    }

    /// This snapshot at another change, which touched articles of some products and what is said of them: it is shown, and
    /// found by the words of before until the new ones are read. Nothing where more is different.
    pub fn with_changes(&self, change: i64, mut changed: Vec<Changed>) -> Option<Self> {
        for Changed { id, facts, .. } in &mut changed {
            let Some(facts) = facts else { continue };
            let held = self.catalog.by_id_anywhere(id)?.facts.popularity;
            match self.own_popularity.get(id) {
                // What shoppers did is weighed once a day.
                Some(own) if *own == facts.popularity => facts.popularity = held,
                Some(_) => return None,
                None => {}
            }
        }
        let (catalog, touched) = self.catalog.with_changes(change, changed)?;
        let search = self.search.with_changes(&catalog, &touched);
        let amended = self.amended_to(catalog, search);
        Some(Self { worded: if touched.words { change } else { self.worded }, ..amended })
    }

    /// True when products are told in other words than those that find them.
    pub const fn has_unread_words(&self) -> bool {
        self.words_of != self.worded
    }

    /// This snapshot, whose products are found by words that were read of another one; nothing where they are told in others
    /// since.
    pub fn found_by(&self, words: ByWords, of: &Self) -> Option<Self> {
        let same = self.worded == of.worded && self.catalog.stands_like(&of.catalog);
        let (catalog, own_popularity) = (Arc::clone(&self.catalog), Arc::clone(&self.own_popularity));
        let search = || self.search.found_by(words);
        same.then(|| Self { catalog, search: search(), own_popularity, words_of: self.worded, ..*self })
    }

    /// The snapshot of what the database has now.
    pub async fn from_db(db: &Db) -> Result<Self, DbErr> {
        Self::of(db, true, catalog::store::load_records(db).await?, Self::build).await
    }

    /// The snapshot of these records; without image optimisation every picture is the placeholder (cart §9).
    async fn of(
        db: &Db,
        image_optimisation: bool,
        (mark, mut records): (Mark, CatalogRecords),
        build: fn(i64, CatalogRecords) -> Self,
    ) -> Result<Self, DbErr> {
        let own_popularity = analytics::weigh(db, &mut records.products).await?;
        if !image_optimisation {
            for product in &mut records.products {
                product.facts.images.clear();
                product.variants.iter_mut().for_each(|variant| variant.images.clear());
            }
        }
        built(move || Self { own_popularity: Arc::new(own_popularity), ..build(mark.change, records) }).await
    }

    /// This snapshot with what changed since it was made, when products and articles stayed what they are: a price or a name is
    /// there without anything being built anew.
    async fn amended(self: Arc<Self>, env: &Env) -> Result<Option<Self>, DbErr> {
        let Some((change, mut changed)) = catalog::store::load_changed(&env.db, self.catalog.change).await? else {
            return Ok(None);
        };
        if !env.config.image_optimisation {
            changed.iter_mut().for_each(Changed::drop_images);
        }
        built(move || self.with_changes(change, changed)).await
    }
}

/// Makes a snapshot beside the answers: a large catalogue takes its time.
async fn built<T: Send + 'static>(make: impl FnOnce() -> T + Send + 'static) -> Result<T, DbErr> {
    let snapshot = tokio::task::spawn_blocking(make).await;
    snapshot.map_err(|error| DbErr::Custom(format!("the catalog could not be built: {error}")))
}

impl Snapshot {
    /// The snapshot of what the database has now, on the store's day.
    pub async fn current(env: &Env) -> Result<Self, DbErr> {
        Self::made(env, catalog::store::load_records(&env.db).await?, Self::build).await
    }

    /// The same for a store that starts: from what is kept, where it is of this moment, and pages are there before words find
    /// something.
    pub async fn first(env: &Env) -> Result<Self, DbErr> {
        let records = match kept(env).await? {
            Some(kept) => kept,
            None => catalog::store::load_records(&env.db).await?,
        };
        Self::made(env, records, Self::begin).await
    }

    async fn made(
        env: &Env,
        records: (Mark, CatalogRecords),
        build: fn(i64, CatalogRecords) -> Self,
    ) -> Result<Self, DbErr> {
        let listed = Self::of(&env.db, env.config.image_optimisation, records, build).await?;
        let shelves = shelves(env).await?;
        Ok(if shelves.counted.is_empty() { listed } else { listed.restocked(shelves) })
    }
}

/// What a file keeps of the catalogue, where it is of this moment.
async fn kept(env: &Env) -> Result<Option<(Mark, CatalogRecords)>, DbErr> {
    let Some(path) = env.config.catalog_path() else { return Ok(None) };
    let mark = catalog::store::load_mark(env.db.read()).await?;
    built(move || match catalog::kept::read(&path, &mark) {
        Ok(records) => Some((mark, records?)),
        Err(error) => {
            tracing::debug!(%error, "the catalog is read from the database: nothing kept of it can be read");
            None
        }
    })
    .await
}

/// Writes the catalogue down for the next start, unless the file has it as it is.
pub async fn keep(env: &Env) -> Result<(), DbErr> {
    let Some(path) = env.config.catalog_path() else { return Ok(()) };
    let mark = catalog::store::load_mark(env.db.read()).await?;
    if mark.change == 0 || catalog::kept::read_mark(&path).is_ok_and(|kept| kept == mark) {
        return Ok(());
    }
    let (mark, records) = catalog::store::load_records(&env.db).await?;
    built(move || match catalog::kept::write(&path, &mark, records) {
        Ok(()) => tracing::debug!(change = mark.change, "the catalog is kept for the next start"),
        Err(error) => tracing::warn!(%error, path = %path.display(), "the catalog cannot be kept for the next start"),
    })
    .await
}

/// What the store counts itself, at this moment.
async fn shelves(env: &Env) -> Result<Shelves, DbErr> {
    // Read first: what is changed meanwhile is read again.
    let change = store::load_change(env.db.read()).await?;
    let day = env.today();
    let today = day.parse::<Date>().ok();
    let row = |row: store::ShownRow| {
        let incoming = row.incoming_on.and_then(|day| day.parse::<Date>().ok());
        (row.sku, Supply::counted(*row.state, incoming, today))
    };
    let counted = store::list_shown(env.db.read()).await?.into_iter().map(row).collect();
    Ok(Shelves { change, day, counted })
}

/// Swaps the snapshot if the database has another change number; true when it did. What is counted is brought up to this
/// moment without building it.
pub async fn refresh(env: &Env, snapshot: &Live<Snapshot>) -> Result<bool, DbErr> {
    let change = catalog::store::load_change(env.db.read());
    let read = Box::pin(async {
        match snapshot.load_full().amended(env).await? {
            Some(amended) => Ok(amended),
            None => Snapshot::current(env).await,
        }
    });
    if snapshot.refresh(change, read).await? {
        return Ok(true);
    }
    restock(env, snapshot).await?;
    Ok(false)
}

/// Reads the words of products that are told in other words since they were read; true when there were some. Whatever else
/// changes meanwhile is shown, and waits for nothing.
pub async fn read_words(snapshot: &Live<Snapshot>) -> Result<bool, DbErr> {
    let held = snapshot.load_full();
    if !held.has_unread_words() {
        return Ok(false);
    }
    let of = Arc::clone(&held);
    let words = built(move || ByWords::read(&held.catalog)).await?;
    let amended = async {
        let now = snapshot.load_full();
        built(move || now.found_by(words, &of)).await
    };
    snapshot.amend(amended).await
}

/// Brings what is counted up to this moment; true when that changed something.
pub async fn restock(env: &Env, snapshot: &Live<Snapshot>) -> Result<bool, DbErr> {
    let restocked = async {
        let held = snapshot.load_full();
        let known = held.shelves();
        let same_day = known.counted.is_empty() || known.day == env.today();
        if same_day && store::load_change(env.db.read()).await? == known.change {
            return Ok::<_, DbErr>(None);
        }
        let shelves = shelves(env).await?;
        built(move || held.restocked(shelves)).await.map(Some)
    };
    snapshot.amend(restocked).await
}
