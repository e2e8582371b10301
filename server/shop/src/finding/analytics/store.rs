//! Queries of counted interest: one row a site, product and day, and one each thing somebody did today.

use std::collections::{BTreeMap, HashMap};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::{Db, WriteTx};
use sea_orm::{
    DbErr, ExprTrait, QuerySelect,
    entity::prelude::*,
    sea_query::{Alias, OnConflict},
};

use super::Counts;

/// A row of `product_interest`.
mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "product_interest")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub product_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        pub clicks: i64,
        pub added: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `interest_mark`: something that is counted already.
pub mod mark_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "interest_mark")]
    pub struct Model {
        /// On which it was done, YYYY-MM-DD.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        /// Stands for who did what with which product.
        #[sea_orm(primary_key, auto_increment = false)]
        pub mark: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Marks of things somebody did; those that were not there yet.
pub async fn insert_marks<'a>(
    tx: &WriteTx,
    day: &str,
    marks: impl Iterator<Item = &'a String>,
) -> Result<Vec<String>, DbErr> {
    let rows: Vec<_> = marks
        .map(|mark| mark_row::ActiveModel::from(mark_row::Model { day: day.to_owned(), mark: mark.clone() }))
        .collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let once = OnConflict::columns([mark_row::Column::Day, mark_row::Column::Mark]).do_nothing().to_owned();
    let new = mark_row::Entity::insert_many(rows).on_conflict(once).exec_with_returning_keys(&**tx).await?;
    Ok(new.into_iter().map(|(_, mark)| mark).collect())
}

/// Adds counts to a day's rows.
pub async fn add_counts(tx: &WriteTx, day: &str, counts: &BTreeMap<(Site, String), Counts>) -> Result<(), DbErr> {
    if counts.is_empty() {
        return Ok(());
    }
    let rows = counts.iter().map(|((site, product), counts)| {
        row::ActiveModel::from(row::Model {
            site: site.key().to_owned(),
            product_id: product.clone(),
            day: day.to_owned(),
            clicks: i64::from(counts.clicks),
            added: i64::from(counts.added),
        })
    });
    let sum = |column: row::Column| {
        (column, Expr::col((row::Entity, column)).add(Expr::col((Alias::new("excluded"), column))))
    };
    let (clicks, added) = (sum(row::Column::Clicks), sum(row::Column::Added));
    let merge = OnConflict::columns([row::Column::Site, row::Column::ProductId, row::Column::Day])
        .value(clicks.0, clicks.1)
        .value(added.0, added.1)
        .to_owned();
    row::Entity::insert_many(rows).on_conflict(merge).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Everything counted, by product over all sites and days.
pub async fn load_counts(db: &Db) -> Result<HashMap<String, Counts>, DbErr> {
    let rows = row::Entity::find()
        .select_only()
        .columns([row::Column::ProductId, row::Column::Clicks, row::Column::Added])
        .into_tuple::<(String, i64, i64)>()
        .all(db.read())
        .await?;
    let mut counted: HashMap<String, Counts> = HashMap::new();
    for (product, clicks, added) in rows {
        let counts = counted.entry(product).or_default();
        counts.clicks = counts.clicks.saturating_add(u32::try_from(clicks).unwrap_or(u32::MAX));
        counts.added = counts.added.saturating_add(u32::try_from(added).unwrap_or(u32::MAX));
    }
    Ok(counted)
}

/// Forgets days before `first`, YYYY-MM-DD.
pub async fn delete_before(db: &Db, first: &str) -> Result<(), DbErr> {
    let tx = db.write().await?;
    row::Entity::delete_many().filter(row::Column::Day.lt(first)).exec(&*tx).await?;
    tx.commit().await
}
