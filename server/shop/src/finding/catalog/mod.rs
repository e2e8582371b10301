//! The catalogue: an immutable snapshot of products, categories and assortments in memory, built
//! from the database and swapped whole when the change number there moves.

mod entity;
pub mod import;
pub mod kept;
pub mod product;
pub mod record;
pub mod shelves;
pub mod snapshot;
pub mod store;
pub mod update;
pub mod view;

use fieldhouse_kernel::db::Db;
use sea_orm::DbErr;

pub use product::{Attribute, Group, Product, Text, Variant};
pub use snapshot::{Catalog, Category, ProductIndex, Sellable, Touched};

use self::{
    record::CatalogRecords,
    update::{Changes, Conflict, Reach},
};

/// Why records could not be taken over. Nothing of them is shown.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// Records contradict each other or what is there.
    #[error("{} records contradict each other or what the catalog has", .0.len())]
    Conflicts(Vec<Conflict>),
    /// The database refused.
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// How records are taken over.
#[derive(Debug, Clone, Default)]
pub struct Update {
    /// Name of where the records come from: only its own products are touched.
    pub source: String,
    /// Take out what the source had before and has no longer.
    pub remove_missing: bool,
    /// Tell what would change, change nothing.
    pub dry_run: bool,
    /// Categories that are there take the records' names and order; otherwise they stay as they are.
    pub owns_categories: bool,
}

/// Takes records over, only what differs. Shown is all of it or nothing: nodes look at the number of the change, which is
/// raised last. Where all wait for one writer it is written in stints; an import that was stopped is started again.
pub async fn update(db: &Db, records: CatalogRecords, how: &Update) -> Result<Changes, UpdateError> {
    let mut told = None;
    loop {
        let mut known = store::load_known(db).await?;
        // What was written before another one's change was told may have been taken for a part of it.
        known.unshown |= told.is_some();
        let plan = update::plan(&records, how, &known).map_err(UpdateError::Conflicts)?;
        let changes = plan.changes(&records, how.remove_missing);
        if how.dry_run || changes.is_empty() && plan.categories.is_empty() && !known.unshown {
            return Ok(told.unwrap_or(changes));
        }
        // When another one changed the catalogue meanwhile, the rest is planned anew; what was written stays.
        let first = told.get_or_insert(changes);
        if store::take_over(db, &records, how, (&plan, &known)).await? {
            return Ok(std::mem::take(first));
        }
    }
}

/// Source of the built-in catalogue.
pub const DEMO_SOURCE: &str = "demo";

/// Puts the built-in catalogue into the database, replacing an earlier one of the same source.
pub async fn load_demo(db: &Db, records: CatalogRecords) -> Result<Changes, UpdateError> {
    update(
        db,
        records,
        &Update { source: DEMO_SOURCE.to_owned(), remove_missing: true, dry_run: false, owns_categories: true },
    )
    .await
}

/// Makes every node build its snapshot and search index anew.
pub async fn reindex(db: &Db) -> Result<(), DbErr> {
    let tx = db.write().await?;
    store::update_change(&*tx, Reach::Whole).await?;
    tx.commit().await
}
