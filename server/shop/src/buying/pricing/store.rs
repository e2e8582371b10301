//! Rows of price conditions. Read whole into memory; an import writes them and raises the change number.

use fieldhouse_core::{
    catalog::AvailableDate,
    pricing::{ConditionHolder, ConditionTerms, PriceCondition},
};
use fieldhouse_kernel::db::columns::Money;
use fieldhouse_kernel::db::{Db, WriteTx, insert_all};
use futures_util::TryStreamExt;
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};

/// A row of `price_condition`.
pub mod condition_row {
    use fieldhouse_core::brand::Site;
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, Hash, DeriveEntityModel)]
    #[sea_orm(table_name = "price_condition")]
    pub struct Model {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// Kind of holder.
        #[sea_orm(primary_key, auto_increment = false)]
        pub holder: String,
        /// Flyer code, program id or sold-to unit; empty for everyone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub code: String,
        /// Stock keeping unit.
        #[sea_orm(primary_key, auto_increment = false)]
        pub sku: String,
        /// Pieces from which it holds.
        #[sea_orm(primary_key, auto_increment = false)]
        pub minimum_quantity: i64,
        /// Price of one piece.
        pub unit_price_cents: Money,
        /// YYYY-MM-DD, or empty.
        #[sea_orm(primary_key, auto_increment = false)]
        pub valid_from: String,
        /// YYYY-MM-DD, or empty.
        pub valid_to: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The row of `price_meta`.
pub mod meta_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "price_meta")]
    pub struct Model {
        /// 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        /// Raised by every import.
        pub change: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

fn holder_of(kind: &str, code: String) -> Option<ConditionHolder> {
    match kind {
        "everyone" => Some(ConditionHolder::Everyone),
        "flyer_code" => Some(ConditionHolder::FlyerCode(code)),
        "program_id" => Some(ConditionHolder::ProgramId(code)),
        "sold_to" => Some(ConditionHolder::SoldTo(code)),
        _ => None,
    }
}

fn row_of(condition: &PriceCondition) -> condition_row::Model {
    let (holder, code) = match &condition.holder {
        ConditionHolder::Everyone => ("everyone", ""),
        ConditionHolder::FlyerCode(code) => ("flyer_code", code.as_str()),
        ConditionHolder::ProgramId(code) => ("program_id", code.as_str()),
        ConditionHolder::SoldTo(code) => ("sold_to", code.as_str()),
    };
    let terms = &condition.terms;
    condition_row::Model {
        site: condition.site.into(),
        holder: holder.to_owned(),
        code: code.to_owned(),
        sku: condition.sku.clone(),
        minimum_quantity: i64::from(terms.minimum_quantity),
        unit_price_cents: terms.unit_price.into(),
        valid_from: terms.valid_from.map(AvailableDate::iso).unwrap_or_default(),
        valid_to: terms.valid_to.map(AvailableDate::iso).unwrap_or_default(),
    }
}

fn condition_of(row: condition_row::Model) -> Result<PriceCondition, DbErr> {
    let bad = |what: &str| DbErr::Type(["a price condition with a wrong ", what].concat());
    let day = |text: &str| match text {
        "" => Ok(None),
        text => AvailableDate::parse_iso(text).map(Some).ok_or_else(|| bad("day")),
    };
    Ok(PriceCondition {
        site: row.site.0,
        holder: holder_of(&row.holder, row.code).ok_or_else(|| bad("holder"))?,
        sku: row.sku,
        terms: ConditionTerms {
            minimum_quantity: u32::try_from(row.minimum_quantity).map_err(|_| bad("quantity"))?,
            unit_price: row.unit_price_cents.into(),
            valid_from: day(&row.valid_from)?,
            valid_to: day(&row.valid_to)?,
        },
    })
}

/// The change number now.
pub async fn load_change(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let row = meta_row::Entity::find_by_id(1).one(db).await?;
    row.map(|row| row.change).ok_or_else(|| DbErr::RecordNotFound("price_meta".to_owned()))
}

/// All conditions and their change number, of one moment.
pub async fn load_conditions(db: &Db) -> Result<(i64, Vec<PriceCondition>), DbErr> {
    let tx = db.moment().await?;
    let change = load_change(&tx).await?;
    let rows = condition_row::Entity::find().stream(&tx).await?;
    let conditions = rows.and_then(async |row| condition_of(row)).try_collect().await?;
    tx.commit().await?;
    Ok((change, conditions))
}

/// Rows that are there, as conditions are told apart.
pub async fn list_rows(db: &impl ConnectionTrait) -> Result<Vec<condition_row::Model>, DbErr> {
    condition_row::Entity::find().all(db).await
}

/// Writes conditions, over those that say something else of the same thing, and raises the change number.
pub async fn write_conditions(tx: &WriteTx, conditions: &[PriceCondition]) -> Result<(), DbErr> {
    use condition_row::Column::{Code, Holder, MinimumQuantity, Site, Sku, UnitPriceCents, ValidFrom, ValidTo};
    let over = OnConflict::columns([Site, Holder, Code, Sku, MinimumQuantity, ValidFrom])
        .update_columns([UnitPriceCents, ValidTo])
        .to_owned();
    let rows = conditions.iter().map(row_of).map(condition_row::ActiveModel::from);
    insert_all(&**tx, rows.collect(), Some(&over)).await?;
    meta_row::Entity::update_many()
        .col_expr(meta_row::Column::Change, Expr::col(meta_row::Column::Change).add(1_i64))
        .filter(meta_row::Column::Id.eq(1))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Takes all conditions out.
pub async fn delete_conditions(tx: &WriteTx) -> Result<(), DbErr> {
    condition_row::Entity::delete_many().exec(&**tx).await?;
    Ok(())
}

/// What tells a condition from another, and what it says.
pub fn parts(condition: &PriceCondition) -> (condition_row::Model, (Money, String)) {
    let row = row_of(condition);
    let says = (row.unit_price_cents, row.valid_to.clone());
    (condition_row::Model { unit_price_cents: Money::default(), valid_to: String::new(), ..row }, says)
}
