//! Rows of price conditions. Read whole into memory; an import writes what differs and raises the change number.

use std::collections::HashMap;

use fieldhouse_core::{
    catalog::AvailableDate,
    pricing::{ConditionHolder, ConditionTerms, PriceCondition},
};
use fieldhouse_kernel::db::{Db, columns::Money, insert_all, pieces::each_row};
use sea_orm::{
    Condition, DbErr,
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

/// What tells rows apart.
const KEY: [condition_row::Column; 6] = {
    use condition_row::Column::{Code, Holder, MinimumQuantity, Site, Sku, ValidFrom};
    [Site, Holder, Code, Sku, MinimumQuantity, ValidFrom]
};

/// Rows that one statement takes out: a condition each.
const TAKEN: usize = 100;

/// Hands on all rows and gives the change number of the same moment.
async fn load_rows(db: &Db, mut take: impl FnMut(condition_row::Model) -> Result<(), DbErr>) -> Result<i64, DbErr> {
    let tx = db.moment().await?;
    let change = load_change(&tx).await?;
    each_row(&tx, condition_row::Entity::find(), (&KEY, values_of), &mut take).await?;
    tx.commit().await?;
    Ok(change)
}

/// Its values in a row.
fn values_of(row: &condition_row::Model) -> Vec<Value> {
    let condition_row::Model { site, holder, code, sku, minimum_quantity, valid_from, .. } = row.clone();
    vec![site.into(), holder.into(), code.into(), sku.into(), minimum_quantity.into(), valid_from.into()]
}

/// All conditions, and the change number they are of.
pub async fn load_conditions(db: &Db) -> Result<(i64, Vec<PriceCondition>), DbErr> {
    let mut conditions = Vec::new();
    let change = load_rows(db, |row| {
        conditions.push(condition_of(row)?);
        Ok(())
    });
    Ok((change.await?, conditions))
}

/// What the database has: what tells each condition from another, and what it says.
pub async fn load_known(db: &Db) -> Result<(i64, HashMap<condition_row::Model, Said>), DbErr> {
    let mut known = HashMap::new();
    let change = load_rows(db, |row| {
        known.extend([parts(row)]);
        Ok(())
    });
    Ok((change.await?, known))
}

/// Writes conditions over those that say something else of the same thing, takes others out, and raises the change number.
/// False, and nothing is written, when it was raised by another one since `change`.
pub async fn take_over(
    db: &Db,
    change: i64,
    written: Vec<condition_row::Model>,
    missing: &[condition_row::Model],
) -> Result<bool, DbErr> {
    use condition_row::Column::{UnitPriceCents, ValidTo};
    let tx = db.write().await?;
    let raised = meta_row::Entity::update_many()
        .col_expr(meta_row::Column::Change, Expr::col(meta_row::Column::Change).add(1_i64))
        .filter(meta_row::Column::Id.eq(1))
        .filter(meta_row::Column::Change.eq(change))
        .exec(&*tx)
        .await?;
    if raised.rows_affected == 0 {
        return Ok(false);
    }
    let key = Expr::tuple(KEY.map(Expr::col));
    for rows in missing.chunks(TAKEN) {
        let those = rows.iter().map(|row| key.clone().eq(Expr::tuple(values_of(row).into_iter().map(Expr::val))));
        let those = those.fold(Condition::any(), Condition::add);
        condition_row::Entity::delete_many().filter(those).exec(&*tx).await?;
    }
    let over = OnConflict::columns(KEY).update_columns([UnitPriceCents, ValidTo]).to_owned();
    insert_all(&*tx, written.into_iter().map(condition_row::ActiveModel::from).collect(), Some(&over)).await?;
    tx.commit().await?;
    Ok(true)
}

/// What a condition says beside what tells it from another: the price of a piece, and its last day.
pub type Said = (Money, String);

/// What tells a condition from another, and what it says.
fn parts(row: condition_row::Model) -> (condition_row::Model, Said) {
    let said = (row.unit_price_cents, row.valid_to.clone());
    (condition_row::Model { unit_price_cents: Money::default(), valid_to: String::new(), ..row }, said)
}

/// The parts of a condition.
pub fn parts_of(condition: &PriceCondition) -> (condition_row::Model, Said) {
    parts(row_of(condition))
}
