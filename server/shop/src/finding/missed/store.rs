//! Queries of searches without a result: a row a brand, a day and a text.

use std::collections::HashSet;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::{WriteTx, insert_all};
use sea_orm::{
    DbErr, ExprTrait, FromQueryResult, Order, QuerySelect,
    entity::prelude::*,
    sea_query::{Alias, OnConflict, Query, SelectStatement},
};

use crate::columns::Key;

/// A row of `missed_search`.
pub mod missed_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "missed_search")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// YYYY-MM-DD in the store's time zone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        /// What was looked for.
        #[sea_orm(primary_key, auto_increment = false)]
        pub text: String,
        /// How often.
        pub searches: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The texts of a brand's day.
pub async fn list_texts(tx: &WriteTx, site: Site, day: &str) -> Result<HashSet<String>, DbErr> {
    use missed_row::Column;
    let texts: Vec<String> = missed_row::Entity::find()
        .select_only()
        .column(Column::Text)
        .filter(Column::Site.eq(Key(site)))
        .filter(Column::Day.eq(day))
        .into_tuple()
        .all(&**tx)
        .await?;
    Ok(texts.into_iter().collect())
}

/// Adds to a brand's day.
pub async fn add(tx: &WriteTx, (site, day): (Site, &str), texts: &[(&str, u32)]) -> Result<(), DbErr> {
    use missed_row::{ActiveModel, Column, Entity, Model};
    let rows = texts.iter().map(|(text, searches)| {
        ActiveModel::from(Model {
            site: Key(site),
            day: day.to_owned(),
            text: (*text).to_owned(),
            searches: i64::from(*searches),
        })
    });
    let more = Expr::col((Entity, Column::Searches)).add(Expr::col((Alias::new("excluded"), Column::Searches)));
    let over = OnConflict::columns([Column::Site, Column::Day, Column::Text]).value(Column::Searches, more).to_owned();
    insert_all(&**tx, rows.collect(), Some(&over)).await
}

/// A text of a brand over some days.
#[derive(Debug, FromQueryResult)]
pub struct MissedSum {
    /// Site key.
    pub site: Key<Site>,
    /// What was looked for.
    pub text: String,
    /// How often.
    pub searches: i64,
    /// The last day it was.
    pub last: String,
}

/// The question for what was looked for at brands between two days, both included: most often first.
pub fn sums(sites: &[Site], (from, to): (&str, &str), most: u64) -> SelectStatement {
    let searches = || Expr::col("searches").sum().cast_as("bigint");
    Query::select()
        .from("missed_search")
        .columns(["site", "text"])
        .expr_as(searches(), "searches")
        .expr_as(Expr::col("day").max(), "last")
        .and_where(Expr::col("site").is_in(sites.iter().map(|site| site.key())))
        .and_where(Expr::col("day").between(from, to))
        .add_group_by([Expr::col("site"), Expr::col("text")])
        .order_by_expr(searches(), Order::Desc)
        .order_by("text", Order::Asc)
        .order_by("site", Order::Asc)
        .limit(most)
        .to_owned()
}

/// What was looked for at brands between two days, added up.
pub async fn list_sums(
    db: &impl ConnectionTrait,
    sites: &[Site],
    days: (&str, &str),
    most: u64,
) -> Result<Vec<MissedSum>, DbErr> {
    let rows = db.query_all(&sums(sites, days, most)).await?;
    rows.iter().map(|row| MissedSum::from_query_result(row, "")).collect()
}
