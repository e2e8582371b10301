//! Rows of mailboxes whose owners used a link of ours, and of letters that brands switched.

use fieldhouse_core::{brand::Site, letters::LetterKind};
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, IntoActiveModel,
    entity::prelude::*,
    sea_query::{Expr, OnConflict, Query},
};

use crate::columns::Key;

/// A row of `confirmed_mailbox`.
pub mod confirmed_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "confirmed_mailbox")]
    pub struct Model {
        /// As letters and orders are counted.
        #[sea_orm(primary_key, auto_increment = false)]
        pub mailbox: String,
        /// Milliseconds since 1970.
        pub confirmed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// True for a mailbox whose owner once used a link that was sent there.
pub async fn is_confirmed(db: &impl ConnectionTrait, mailbox: &str) -> Result<bool, DbErr> {
    Ok(confirmed_row::Entity::find_by_id(mailbox).one(db).await?.is_some())
}

/// The same, for whoever asks something else with it.
pub fn confirmed(mailbox: &str) -> Expr {
    let row = Query::select()
        .expr(Expr::val(1))
        .from(confirmed_row::Entity)
        .and_where(confirmed_row::Column::Mailbox.eq(mailbox))
        .to_owned();
    Expr::exists(row)
}

/// Whether a letter of a brand is switched off, for whoever asks something else with it.
pub fn switched_off(site: Site, kind: LetterKind) -> Expr {
    let row = Query::select()
        .expr(Expr::val(1))
        .from(switch_row::Entity)
        .and_where(switch_row::Column::Site.eq(Key(site)))
        .and_where(switch_row::Column::Kind.eq(kind.key()))
        .and_where(switch_row::Column::Off.eq(true))
        .to_owned();
    Expr::exists(row)
}

/// Notes that the owner of a mailbox used a link that was sent there.
pub async fn insert_confirmed(tx: &WriteTx, mailbox: &str, now: i64) -> Result<(), DbErr> {
    let row = confirmed_row::ActiveModel { mailbox: Set(mailbox.to_owned()), confirmed_at: Set(now) };
    confirmed_row::Entity::insert(row)
        .on_conflict(OnConflict::column(confirmed_row::Column::Mailbox).do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// A row of `letter_switch`: a letter without one is sent.
pub mod switch_row {
    use fieldhouse_core::brand::Site;
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "letter_switch")]
    pub struct Model {
        /// Brand.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: Key<Site>,
        /// A letter's key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        /// It is not sent.
        pub off: bool,
        /// One more with each switch.
        pub version: i64,
        /// Who switched it last: somebody of the store.
        pub switched_by: String,
        /// Their name then.
        pub switched_by_name: String,
        /// Milliseconds since 1970.
        pub switched_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use switch_row::Model as SwitchRow;

/// How a letter of a brand is switched, if anybody ever did.
pub async fn find_switch(db: &impl ConnectionTrait, site: Site, kind: LetterKind) -> Result<Option<SwitchRow>, DbErr> {
    switch_row::Entity::find_by_id((Key(site), kind.key().to_owned())).one(db).await
}

/// Everything that was switched at some brands.
pub async fn list_switches(db: &impl ConnectionTrait, sites: &[Site]) -> Result<Vec<SwitchRow>, DbErr> {
    let at = switch_row::Column::Site.is_in(sites.iter().copied().map(Key));
    switch_row::Entity::find().filter(at).all(db).await
}

/// Writes how a letter is switched, its version one more than the one that was seen; false when it is another one by now.
pub async fn write_switch(tx: &WriteTx, row: SwitchRow) -> Result<bool, DbErr> {
    use switch_row::{Column, Entity};
    if row.version == 1 {
        let first = Entity::insert(row.into_active_model().reset_all())
            .on_conflict(OnConflict::columns([Column::Site, Column::Kind]).do_nothing().to_owned())
            .exec_without_returning(&**tx)
            .await?;
        return Ok(first == 1);
    }
    let written = Entity::update_many()
        .col_expr(Column::Off, Expr::value(row.off))
        .col_expr(Column::Version, Expr::value(row.version))
        .col_expr(Column::SwitchedBy, Expr::value(row.switched_by))
        .col_expr(Column::SwitchedByName, Expr::value(row.switched_by_name))
        .col_expr(Column::SwitchedAt, Expr::value(row.switched_at))
        .filter(Column::Site.eq(row.site))
        .filter(Column::Kind.eq(row.kind))
        .filter(Column::Version.eq(row.version.saturating_sub(1)))
        .exec(&**tx)
        .await?;
    Ok(written.rows_affected == 1)
}
