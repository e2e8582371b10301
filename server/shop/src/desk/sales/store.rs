//! Queries of sales figures.

use fieldhouse_core::{brand::Site, sales::SalesKind};
use fieldhouse_kernel::db::{WriteTx, columns::Money, insert_all};
use sea_orm::{
    DbErr, ExprTrait, FromQueryResult, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Alias, OnConflict, Query, SelectStatement},
};

use super::sums::{OfArticle, Sums};
use crate::columns::Key;

/// A row of `sales_day`.
pub mod day_row {
    use fieldhouse_core::{brand::Site, sales::SalesKind};
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sales_day")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// YYYY-MM-DD in the store's time zone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        /// What moved them.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: Key<SalesKind>,
        /// Orders; what is taken away is below zero.
        pub orders: i64,
        /// Pieces, likewise.
        pub pieces: i64,
        /// Cents, likewise.
        pub amount_cents: Money,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `sales_unit_day`.
pub mod unit_row {
    use fieldhouse_core::{brand::Site, sales::SalesKind};
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sales_unit_day")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// YYYY-MM-DD in the store's time zone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        /// Key of the business unit; empty for who ordered for themselves.
        #[sea_orm(primary_key, auto_increment = false)]
        pub unit_key: String,
        /// What moved them.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: Key<SalesKind>,
        /// Name of the unit as an order had it.
        pub name: String,
        /// Orders; what is taken away is below zero.
        pub orders: i64,
        /// Pieces, likewise.
        pub pieces: i64,
        /// Cents, likewise.
        pub amount_cents: Money,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `sales_article_day`.
pub mod article_row {
    use fieldhouse_core::{brand::Site, sales::SalesKind};
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sales_article_day")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// YYYY-MM-DD in the store's time zone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        /// Stock keeping unit.
        #[sea_orm(primary_key, auto_increment = false)]
        pub sku: String,
        /// What moved them.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: Key<SalesKind>,
        /// Its style.
        pub product_id: String,
        /// Name of the style as an order had it.
        pub name: String,
        /// Pieces; what is taken away is below zero.
        pub pieces: i64,
        /// Cents, likewise.
        pub amount_cents: Money,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `sales_decision_day`.
pub mod decision_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sales_decision_day")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// YYYY-MM-DD in the store's time zone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        /// Decided within so many hours.
        #[sea_orm(primary_key, auto_increment = false)]
        pub within_hours: i64,
        /// How many.
        pub approvals: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `sales_shipment_day`.
pub mod shipment_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sales_shipment_day")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// YYYY-MM-DD in the store's time zone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        /// Shipments that left.
        pub shipments: i64,
        /// Of these, those that left late.
        pub late: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A column to which more is added.
fn more<E: EntityTrait, C: ColumnTrait>(entity: E, column: C) -> (C, Expr) {
    (column, Expr::col((entity, column)).add(Expr::col((Alias::new("excluded"), column))))
}

/// Adds to the figures.
pub async fn add(tx: &WriteTx, sums: &Sums) -> Result<(), DbErr> {
    let rows = sums.days.iter().map(|((site, day, kind), moved)| {
        day_row::ActiveModel::from(day_row::Model {
            site: Key(*site),
            day: day.clone(),
            kind: Key(*kind),
            orders: moved.orders,
            pieces: moved.pieces,
            amount_cents: moved.amount.into(),
        })
    });
    {
        use day_row::{Column, Entity};
        let over = OnConflict::columns([Column::Site, Column::Day, Column::Kind])
            .values([Column::Orders, Column::Pieces, Column::AmountCents].map(|column| more(Entity, column)))
            .to_owned();
        insert_all(&**tx, rows.collect(), Some(&over)).await?;
    }
    let rows = sums.units.iter().map(|((site, day, unit_key, kind), (name, moved))| {
        unit_row::ActiveModel::from(unit_row::Model {
            site: Key(*site),
            day: day.clone(),
            unit_key: unit_key.clone(),
            kind: Key(*kind),
            name: name.clone(),
            orders: moved.orders,
            pieces: moved.pieces,
            amount_cents: moved.amount.into(),
        })
    });
    {
        use unit_row::{Column, Entity};
        let over = OnConflict::columns([Column::Site, Column::Day, Column::UnitKey, Column::Kind])
            .values([Column::Orders, Column::Pieces, Column::AmountCents].map(|column| more(Entity, column)))
            .to_owned();
        insert_all(&**tx, rows.collect(), Some(&over)).await?;
    }
    let rows = sums.articles.iter().map(|((site, day, sku, kind), OfArticle { product_id, name, moved })| {
        article_row::ActiveModel::from(article_row::Model {
            site: Key(*site),
            day: day.clone(),
            sku: sku.clone(),
            kind: Key(*kind),
            product_id: product_id.clone(),
            name: name.clone(),
            pieces: moved.pieces,
            amount_cents: moved.amount.into(),
        })
    });
    {
        use article_row::{Column, Entity};
        let over = OnConflict::columns([Column::Site, Column::Day, Column::Sku, Column::Kind])
            .values([Column::Pieces, Column::AmountCents].map(|column| more(Entity, column)))
            .to_owned();
        insert_all(&**tx, rows.collect(), Some(&over)).await?;
    }
    let rows = sums.decisions.iter().map(|((site, day, within), approvals)| {
        decision_row::ActiveModel::from(decision_row::Model {
            site: Key(*site),
            day: day.clone(),
            within_hours: i64::from(*within),
            approvals: *approvals,
        })
    });
    let over = {
        use decision_row::{Column, Entity};
        OnConflict::columns([Column::Site, Column::Day, Column::WithinHours])
            .values([more(Entity, Column::Approvals)])
            .to_owned()
    };
    insert_all(&**tx, rows.collect(), Some(&over)).await?;
    let rows = sums.shipments.iter().map(|((site, day), (shipments, late))| {
        shipment_row::ActiveModel::from(shipment_row::Model {
            site: Key(*site),
            day: day.clone(),
            shipments: *shipments,
            late: *late,
        })
    });
    let over = {
        use shipment_row::{Column, Entity};
        OnConflict::columns([Column::Site, Column::Day])
            .values([Column::Shipments, Column::Late].map(|column| more(Entity, column)))
            .to_owned()
    };
    insert_all(&**tx, rows.collect(), Some(&over)).await
}

/// Takes all figures out.
pub async fn delete_all(tx: &WriteTx) -> Result<(), DbErr> {
    day_row::Entity::delete_many().exec(&**tx).await?;
    unit_row::Entity::delete_many().exec(&**tx).await?;
    article_row::Entity::delete_many().exec(&**tx).await?;
    decision_row::Entity::delete_many().exec(&**tx).await?;
    shipment_row::Entity::delete_many().exec(&**tx).await?;
    Ok(())
}

/// Which figures are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figures {
    /// Of brands.
    Brands,
    /// Of a business unit, or of each.
    Units(Option<String>),
    /// Of a style's articles, or of all.
    Articles(Option<String>),
}

/// What they are added up by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouped {
    /// Days.
    Day,
    /// Brands.
    Site,
    /// Business units.
    Unit,
    /// Styles.
    Style,
    /// Articles.
    Sku,
}

/// Figures added up.
#[derive(Debug, FromQueryResult)]
pub struct SumRow {
    /// Day, site, unit, style or sku.
    pub key: String,
    /// A name it has, or empty.
    pub name: String,
    /// What moved them.
    pub kind: Key<SalesKind>,
    /// Orders; none of articles.
    pub orders: i64,
    /// Pieces.
    pub pieces: i64,
    /// Cents.
    pub amount_cents: Money,
}

/// The question for figures of brands between two days, both included.
pub fn sums(figures: &Figures, sites: &[Site], (from, to): (&str, &str), by: Grouped) -> SelectStatement {
    let (table, named) = match figures {
        Figures::Brands => ("sales_day", false),
        Figures::Units(_) => ("sales_unit_day", true),
        Figures::Articles(_) => ("sales_article_day", true),
    };
    let key = match by {
        Grouped::Day => "day",
        Grouped::Site => "site",
        Grouped::Unit => "unit_key",
        Grouped::Style => "product_id",
        Grouped::Sku => "sku",
    };
    let sum = |column: &'static str| Expr::col(column).sum().cast_as("bigint");
    let orders =
        if matches!(figures, Figures::Articles(_)) { Expr::val(0_i64).cast_as("bigint") } else { sum("orders") };
    let mut query = Query::select();
    query
        .from(table)
        .expr_as(Expr::col(key), "key")
        .expr_as(if named { Expr::col("name").max() } else { Expr::val("") }, "name")
        .column("kind")
        .expr_as(orders, "orders")
        .expr_as(sum("pieces"), "pieces")
        .expr_as(sum("amount_cents"), "amount_cents")
        .and_where(Expr::col("site").is_in(sites.iter().map(|site| site.key())))
        .and_where(Expr::col("day").between(from, to))
        .add_group_by([Expr::col(key), Expr::col("kind")]);
    match figures {
        Figures::Units(Some(unit)) => query.and_where(Expr::col("unit_key").eq(unit.as_str())),
        Figures::Articles(Some(style)) => query.and_where(Expr::col("product_id").eq(style.as_str())),
        _ => &mut query,
    };
    query
}

/// Figures of brands between two days, added up.
pub async fn list_sums(
    db: &impl ConnectionTrait,
    figures: &Figures,
    (sites, days, by): (&[Site], (&str, &str), Grouped),
) -> Result<Vec<SumRow>, DbErr> {
    let rows = db.query_all(&sums(figures, sites, days, by)).await?;
    rows.iter().map(|row| SumRow::from_query_result(row, "")).collect()
}

/// How soon approvals of brands were decided between two days: hours, and how many within them.
pub async fn list_decisions(
    db: &impl ConnectionTrait,
    sites: &[Site],
    (from, to): (&str, &str),
) -> Result<Vec<(i64, i64)>, DbErr> {
    use decision_row::Column;
    decision_row::Entity::find()
        .select_only()
        .column(Column::WithinHours)
        .column_as(Column::Approvals.sum().cast_as("bigint"), "approvals")
        .filter(Column::Site.is_in(sites.iter().map(|site| Key(*site))))
        .filter(Column::Day.between(from, to))
        .group_by(Column::WithinHours)
        .into_tuple()
        .all(db)
        .await
}

/// Shipments of brands between two days, a row a brand and a day.
pub async fn list_shipments(
    db: &impl ConnectionTrait,
    sites: &[Site],
    (from, to): (&str, &str),
) -> Result<Vec<shipment_row::Model>, DbErr> {
    use shipment_row::Column;
    shipment_row::Entity::find()
        .filter(Column::Site.is_in(sites.iter().map(|site| Key(*site))))
        .filter(Column::Day.between(from, to))
        .all(db)
        .await
}

/// The name of a business unit as an order at one of these brands had it.
pub async fn find_unit_name(db: &impl ConnectionTrait, sites: &[Site], unit: &str) -> Result<Option<String>, DbErr> {
    let row = unit_row::Entity::find()
        .filter(unit_row::Column::Site.is_in(sites.iter().map(|site| Key(*site))))
        .filter(unit_row::Column::UnitKey.eq(unit))
        .order_by_desc(unit_row::Column::Day)
        .one(db)
        .await?;
    Ok(row.map(|row| row.name))
}
