//! Rows of tries and of known devices.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

/// A row of `account_try`.
pub mod try_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account_try")]
    pub struct Model {
        /// Hash of what is tried, and at which name.
        #[sea_orm(primary_key, auto_increment = false)]
        pub subject_hash: String,
        /// When the window began.
        pub since: i64,
        /// Tries in it.
        pub in_window: i64,
        /// Tries without a success in between.
        pub in_a_row: i64,
        /// No try before.
        pub wait_until: i64,
        /// The last try.
        pub changed_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `known_device`.
pub mod device_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "known_device")]
    pub struct Model {
        /// Hash of what the device keeps in its cookie.
        #[sea_orm(primary_key, auto_increment = false)]
        pub device_hash: String,
        /// Who signed in from it.
        #[sea_orm(primary_key, auto_increment = false)]
        pub customer_id: String,
        /// When it is known no longer.
        pub expires_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use device_row::Model as DeviceRow;
pub use try_row::Model as TryRow;

impl TryRow {
    /// Nothing was tried yet.
    pub fn new(subject_hash: &str, now: i64) -> Self {
        let subject_hash = subject_hash.to_owned();
        Self { subject_hash, since: now, in_window: 0, in_a_row: 0, wait_until: 0, changed_at: now }
    }
}

/// The tries at a subject, held until the transaction ends: rivals wait for each other.
pub async fn hold_tries(tx: &WriteTx, subject_hash: &str, now: i64) -> Result<TryRow, DbErr> {
    let fresh = try_row::ActiveModel::from(TryRow::new(subject_hash, now));
    try_row::Entity::insert(fresh)
        .on_conflict(
            OnConflict::column(try_row::Column::SubjectHash).update_column(try_row::Column::SubjectHash).to_owned(),
        )
        .exec_with_returning(&**tx)
        .await
}

/// The tries at a subject.
pub async fn find_tries(db: &impl ConnectionTrait, subject_hash: &str) -> Result<Option<TryRow>, DbErr> {
    try_row::Entity::find_by_id(subject_hash).one(db).await
}

/// Writes the first tries at a subject; false when there are some.
pub async fn insert_tries(tx: &WriteTx, first: TryRow) -> Result<bool, DbErr> {
    let written = try_row::Entity::insert(try_row::ActiveModel::from(first))
        .on_conflict(OnConflict::column(try_row::Column::SubjectHash).do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(written > 0)
}

/// Writes tries that are held.
pub async fn update_tries(tx: &WriteTx, row: TryRow) -> Result<(), DbErr> {
    try_row::Entity::update_many()
        .col_expr(try_row::Column::Since, Expr::value(row.since))
        .col_expr(try_row::Column::InWindow, Expr::value(row.in_window))
        .col_expr(try_row::Column::InARow, Expr::value(row.in_a_row))
        .col_expr(try_row::Column::WaitUntil, Expr::value(row.wait_until))
        .col_expr(try_row::Column::ChangedAt, Expr::value(row.changed_at))
        .filter(try_row::Column::SubjectHash.eq(row.subject_hash))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Deletes the tries at a subject.
pub async fn delete_tries(tx: &WriteTx, subject_hash: &str) -> Result<(), DbErr> {
    try_row::Entity::delete_by_id(subject_hash).exec(&**tx).await?;
    Ok(())
}

/// Deletes up to `limit` counts that nobody added to since.
pub async fn delete_tries_before(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    let old: Vec<String> = try_row::Entity::find()
        .select_only()
        .column(try_row::Column::SubjectHash)
        .filter(try_row::Column::ChangedAt.lt(before))
        .limit(limit)
        .into_tuple()
        .all(&**tx)
        .await?;
    if old.is_empty() {
        return Ok(0);
    }
    let deleted = try_row::Entity::delete_many().filter(try_row::Column::SubjectHash.is_in(old)).exec(&**tx).await?;
    Ok(deleted.rows_affected)
}

/// True when the customer signed in from the device.
pub async fn is_known_device(
    db: &impl ConnectionTrait,
    device_hash: &str,
    customer_id: &str,
    now: i64,
) -> Result<bool, DbErr> {
    let found = device_row::Entity::find_by_id((device_hash.to_owned(), customer_id.to_owned()))
        .filter(device_row::Column::ExpiresAt.gt(now))
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// Gives a device another name; it is known to the same customers.
pub async fn rename_device(tx: &WriteTx, old_hash: &str, new_hash: &str) -> Result<(), DbErr> {
    device_row::Entity::update_many()
        .col_expr(device_row::Column::DeviceHash, Expr::value(new_hash))
        .filter(device_row::Column::DeviceHash.eq(old_hash))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes that a customer signed in from a device.
pub async fn write_device(tx: &WriteTx, row: DeviceRow) -> Result<(), DbErr> {
    device_row::Entity::insert(device_row::ActiveModel::from(row))
        .on_conflict(
            OnConflict::columns([device_row::Column::DeviceHash, device_row::Column::CustomerId])
                .update_column(device_row::Column::ExpiresAt)
                .to_owned(),
        )
        .exec_without_returning(&**tx)
        .await?;
    Ok(())
}

/// Deletes the devices of a customer.
pub async fn delete_devices_of(tx: &WriteTx, customer_id: &str) -> Result<(), DbErr> {
    device_row::Entity::delete_many().filter(device_row::Column::CustomerId.eq(customer_id)).exec(&**tx).await?;
    Ok(())
}

/// Deletes devices that are known no longer.
pub async fn delete_ended_devices(tx: &WriteTx, now: i64) -> Result<u64, DbErr> {
    let ended = device_row::Column::ExpiresAt.lte(now);
    Ok(device_row::Entity::delete_many().filter(ended).exec(&**tx).await?.rows_affected)
}
