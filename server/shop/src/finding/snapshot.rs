//! The catalogue with what finds products in it: immutable, built from the database, swapped whole.

use std::{ops::Deref, sync::Arc};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    db::Db,
    failure::Failure,
    http::prepared::Prepared,
    live::{self, Live},
    turns::uncached,
};
use sea_orm::DbErr;

use super::{
    analytics,
    catalog::{self, Catalog, record::CatalogRecords},
    search::{SearchIndex, list::ListRequest},
};
use crate::env::Env;

/// The catalogue at one change number, and its search.
#[derive(Debug)]
pub struct Snapshot {
    catalog: Catalog,
    /// Finds products of this snapshot.
    pub search: SearchIndex,
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
        let catalog = Catalog::build(change, records);
        let search = SearchIndex::build(&catalog);
        Self { catalog, search }
    }

    /// The body of a list page's data, kept with the snapshot.
    pub async fn list_answer(self: Arc<Self>, site: Site, request: ListRequest) -> Result<Prepared, Failure> {
        let key = (site, request);
        if let Some(known) = self.search.answers.get(&key) {
            return Ok(known);
        }
        let made = uncached(move || {
            self.search.answers.get_or_make(key, |(site, request)| {
                self.search.list_json(&self, *site, request).map(Prepared::from_json)
            })
        });
        made.await
    }
}

impl Snapshot {
    /// The snapshot of what the database has now.
    pub async fn from_db(db: &Db) -> Result<Self, DbErr> {
        Self::load(db, true).await
    }

    /// The same; without image optimisation every picture is the placeholder (cart §9).
    pub async fn load(db: &Db, image_optimisation: bool) -> Result<Self, DbErr> {
        let (change, mut records) = catalog::store::load_records(db).await?;
        analytics::weigh(db, &mut records.products).await?;
        if !image_optimisation {
            for product in &mut records.products {
                product.facts.images.clear();
                for variant in &mut product.variants {
                    variant.images.clear();
                }
            }
        }
        let built = tokio::task::spawn_blocking(move || Self::build(change, records)).await;
        built.map_err(|error| DbErr::Custom(format!("the catalog could not be built: {error}")))
    }
}

/// Swaps the snapshot if the database has another change number; true when it did.
pub async fn refresh(env: &Env, snapshot: &Live<Snapshot>) -> Result<bool, DbErr> {
    let build = Snapshot::load(&env.db, env.config.image_optimisation);
    snapshot.refresh(catalog::store::load_change(env.db.read()), build).await
}
