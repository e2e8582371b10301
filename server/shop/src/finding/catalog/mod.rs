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
pub use snapshot::{Catalog, Category, ProductIndex, Sellable};

use self::{
    record::CatalogRecords,
    update::{Changes, Conflict},
};

/// Why records could not be taken over. Nothing was changed.
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

/// Takes records over in one transaction: all or nothing, only what differs.
pub async fn update(db: &Db, records: CatalogRecords, how: &Update) -> Result<Changes, UpdateError> {
    if how.dry_run {
        let plan = update::plan(&records, how, &store::load_known(db.read()).await?);
        return Ok(plan.map_err(UpdateError::Conflicts)?.changes(&records, how.remove_missing));
    }
    let tx = db.write().await?;
    let plan = update::plan(&records, how, &store::load_known(&*tx).await?).map_err(UpdateError::Conflicts)?;
    let changes = plan.changes(&records, how.remove_missing);
    if changes.is_empty() && plan.categories.is_empty() {
        return Ok(changes);
    }
    let change = store::update_change(&*tx, !plan.is_of_articles(how.remove_missing)).await?;
    store::write(&*tx, records, (&how.source, change), &plan, how.remove_missing).await?;
    tx.commit().await?;
    Ok(changes)
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
    store::update_change(&*tx, true).await?;
    tx.commit().await
}
