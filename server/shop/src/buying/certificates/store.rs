//! Rows of certificates, and which order used one.

use fieldhouse_core::offers::code_key;
use fieldhouse_kernel::db::{WriteTx, insert_all};
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder,
    entity::prelude::*,
    sea_query::{ExprTrait, Func, OnConflict},
};

/// A row of `certificate`.
pub mod certificate_row {
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "certificate")]
    pub struct Model {
        /// `BS` or `US`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub catalog: String,
        /// Number, in capitals.
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: String,
        /// The one store it is for; empty: every store of the catalog.
        pub site_code: String,
        /// `C`, `E`, `D` or empty.
        pub status: String,
        /// Whether it is valid at all.
        pub is_valid: bool,
        /// Last day, YYYY-MM-DD, or empty.
        pub expires_on: String,
        /// Value.
        pub value_cents: Money,
        /// Organization.
        pub organization: String,
        /// Participant.
        pub participant: String,
        /// Flyer code, or empty.
        pub flyer: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `certificate_use`.
pub mod use_row {
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "certificate_use")]
    pub struct Model {
        /// `BS` or `US`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub catalog: String,
        /// Number, in capitals.
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: String,
        /// The order it paid.
        pub order_id: String,
        /// What it was worth.
        pub value_cents: Money,
        /// Milliseconds since 1970.
        pub used_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use certificate_row::Model as CertificateRow;
pub use use_row::Model as UseRow;

/// Rows of one statement; SQLite binds 32,766 values.
const AT_ONCE: usize = 1_000;

/// A certificate of a catalog.
pub async fn find_certificate(
    db: &impl ConnectionTrait,
    catalog: &str,
    number: &str,
) -> Result<Option<CertificateRow>, DbErr> {
    certificate_row::Entity::find_by_id((catalog.to_owned(), number.to_owned())).one(db).await
}

/// True when some certificate of a catalog comes with a flyer code, in whatever case either is written.
pub async fn brings_flyer(db: &impl ConnectionTrait, catalog: &str, flyer: &str) -> Result<bool, DbErr> {
    let some = certificate_row::Entity::find()
        .filter(ExprTrait::eq(Func::upper(Expr::col(certificate_row::Column::Flyer)), code_key(flyer)))
        .filter(certificate_row::Column::Catalog.eq(catalog));
    Ok(some.one(db).await?.is_some())
}

/// The order that used a certificate.
pub async fn find_use(db: &impl ConnectionTrait, catalog: &str, number: &str) -> Result<Option<UseRow>, DbErr> {
    use_row::Entity::find_by_id((catalog.to_owned(), number.to_owned())).one(db).await
}

/// Uses a certificate for an order; false when another order did.
pub async fn insert_use(tx: &WriteTx, row: UseRow) -> Result<bool, DbErr> {
    let row = use_row::ActiveModel {
        catalog: Set(row.catalog),
        number: Set(row.number),
        order_id: Set(row.order_id),
        value_cents: Set(row.value_cents),
        used_at: Set(row.used_at),
    };
    let written = use_row::Entity::insert(row)
        .on_conflict(OnConflict::columns([use_row::Column::Catalog, use_row::Column::Number]).do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(written > 0)
}

/// What an order used.
pub async fn list_uses_of(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<UseRow>, DbErr> {
    use_row::Entity::find()
        .filter(use_row::Column::OrderId.eq(order_id))
        .order_by_asc(use_row::Column::Number)
        .all(db)
        .await
}

/// Takes back what an order used.
pub async fn delete_uses_of(tx: &WriteTx, order_id: &str) -> Result<(), DbErr> {
    use_row::Entity::delete_many().filter(use_row::Column::OrderId.eq(order_id)).exec(&**tx).await?;
    Ok(())
}

/// The certificates of a catalog among some numbers.
pub async fn list_certificates(
    db: &impl ConnectionTrait,
    catalog: &str,
    numbers: &[String],
) -> Result<Vec<CertificateRow>, DbErr> {
    let mut found = Vec::new();
    for numbers in numbers.chunks(AT_ONCE) {
        let some = certificate_row::Entity::find()
            .filter(certificate_row::Column::Catalog.eq(catalog))
            .filter(certificate_row::Column::Number.is_in(numbers));
        found.extend(some.all(db).await?);
    }
    Ok(found)
}

/// Writes certificates over those of the same catalog and number.
pub async fn write_certificates(tx: &WriteTx, rows: &[CertificateRow]) -> Result<(), DbErr> {
    use certificate_row::Column::{
        Catalog, ExpiresOn, Flyer, IsValid, Number, Organization, Participant, SiteCode, Status, ValueCents,
    };
    let over = OnConflict::columns([Catalog, Number])
        .update_columns([SiteCode, Status, IsValid, ExpiresOn, ValueCents, Organization, Participant, Flyer])
        .to_owned();
    insert_all(&**tx, rows.iter().cloned().map(certificate_row::ActiveModel::from).collect(), Some(&over)).await
}
