//! Rows of passkeys, secrets of one-time codes, recovery codes, and what was begun and not answered yet.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, QueryOrder,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

/// A row of `staff_credential`.
pub mod credential_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_credential")]
    pub struct Model {
        /// The authenticator's id of it, base64.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Whose.
        pub staff_id: String,
        /// What its owner calls it.
        pub name: String,
        /// Public key, counter and flags, JSON.
        pub passkey: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// When somebody signed in with it last.
        pub used_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `staff_totp`.
pub mod totp_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_totp")]
    pub struct Model {
        /// Whose.
        #[sea_orm(primary_key, auto_increment = false)]
        pub staff_id: String,
        /// Base32, sealed.
        pub secret: String,
        /// The last step a code was taken of.
        pub last_step: i64,
    }

    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "totp of {}", self.staff_id)
        }
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `staff_recovery_code`.
pub mod recovery_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_recovery_code")]
    pub struct Model {
        /// Of the code and whose it is.
        #[sea_orm(primary_key, auto_increment = false)]
        pub code_hash: String,
        /// Whose.
        pub staff_id: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `staff_ceremony`.
pub mod ceremony_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_ceremony")]
    pub struct Model {
        /// Hash of what names it.
        #[sea_orm(primary_key, auto_increment = false)]
        pub token_hash: String,
        /// What was begun.
        pub kind: String,
        /// JSON.
        pub state: String,
        /// When it is too late.
        pub expires_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use credential_row::Model as CredentialRow;
pub use totp_row::Model as TotpRow;

/// The passkeys of somebody, the oldest first.
pub async fn list_credentials(db: &impl ConnectionTrait, staff_id: &str) -> Result<Vec<CredentialRow>, DbErr> {
    credential_row::Entity::find()
        .filter(credential_row::Column::StaffId.eq(staff_id))
        .order_by_asc(credential_row::Column::CreatedAt)
        .order_by_asc(credential_row::Column::Id)
        .all(db)
        .await
}

/// A passkey by the authenticator's id of it.
pub async fn find_credential(db: &impl ConnectionTrait, id: &str) -> Result<Option<CredentialRow>, DbErr> {
    credential_row::Entity::find_by_id(id).one(db).await
}

/// Writes a passkey; false when there is one of this id.
pub async fn insert_credential(tx: &WriteTx, row: CredentialRow) -> Result<bool, DbErr> {
    let known = OnConflict::column(credential_row::Column::Id).do_nothing().to_owned();
    let inserted = credential_row::Entity::insert(credential_row::ActiveModel::from(row).reset_all())
        .on_conflict(known)
        .exec_without_returning(&**tx)
        .await?;
    Ok(inserted > 0)
}

/// Notes a sign-in with a passkey, with its counter; false when it is no longer there.
pub async fn update_credential(tx: &WriteTx, id: &str, passkey: &str, now: i64) -> Result<bool, DbErr> {
    let updated = credential_row::Entity::update_many()
        .col_expr(credential_row::Column::Passkey, Expr::value(passkey))
        .col_expr(credential_row::Column::UsedAt, Expr::value(now))
        .filter(credential_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(updated.rows_affected > 0)
}

/// Takes a passkey of somebody out.
pub async fn delete_credential(tx: &WriteTx, staff_id: &str, id: &str) -> Result<bool, DbErr> {
    let deleted = credential_row::Entity::delete_by_id(id).filter(credential_row::Column::StaffId.eq(staff_id));
    Ok(deleted.exec(&**tx).await?.rows_affected > 0)
}

/// Takes all of them out.
pub async fn delete_credentials(tx: &WriteTx, staff_id: &str) -> Result<(), DbErr> {
    credential_row::Entity::delete_many().filter(credential_row::Column::StaffId.eq(staff_id)).exec(&**tx).await?;
    Ok(())
}

/// The secret of somebody's one-time codes.
pub async fn find_totp(db: &impl ConnectionTrait, staff_id: &str) -> Result<Option<TotpRow>, DbErr> {
    totp_row::Entity::find_by_id(staff_id).one(db).await
}

/// All of them, for a look whether they can be read.
pub async fn list_totps(db: &impl ConnectionTrait) -> Result<Vec<TotpRow>, DbErr> {
    totp_row::Entity::find().all(db).await
}

/// Writes it in the place of an earlier one.
pub async fn replace_totp(tx: &WriteTx, row: TotpRow) -> Result<(), DbErr> {
    totp_row::Entity::delete_by_id(row.staff_id.clone()).exec(&**tx).await?;
    totp_row::Entity::insert(totp_row::ActiveModel::from(row).reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Takes a step; true for the first one, and for none that lies before one that was taken.
pub async fn take_step(tx: &WriteTx, staff_id: &str, step: i64) -> Result<bool, DbErr> {
    let taken = totp_row::Entity::update_many()
        .col_expr(totp_row::Column::LastStep, Expr::value(step))
        .filter(totp_row::Column::StaffId.eq(staff_id))
        .filter(totp_row::Column::LastStep.lt(step))
        .exec(&**tx)
        .await?;
    Ok(taken.rows_affected > 0)
}

/// Takes the secret out.
pub async fn delete_totp(tx: &WriteTx, staff_id: &str) -> Result<(), DbErr> {
    totp_row::Entity::delete_by_id(staff_id).exec(&**tx).await?;
    Ok(())
}

/// Writes a recovery code.
pub async fn insert_recovery_code(tx: &WriteTx, staff_id: &str, code_hash: &str) -> Result<(), DbErr> {
    let row = recovery_row::Model { code_hash: code_hash.to_owned(), staff_id: staff_id.to_owned() };
    let row = recovery_row::ActiveModel::from(row).reset_all();
    recovery_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Takes one out; true for the one who did it.
pub async fn take_recovery_code(tx: &WriteTx, staff_id: &str, code_hash: &str) -> Result<bool, DbErr> {
    let taken = recovery_row::Entity::delete_by_id(code_hash).filter(recovery_row::Column::StaffId.eq(staff_id));
    Ok(taken.exec(&**tx).await?.rows_affected > 0)
}

/// How many somebody has left.
pub async fn count_recovery_codes(db: &impl ConnectionTrait, staff_id: &str) -> Result<u64, DbErr> {
    recovery_row::Entity::find().filter(recovery_row::Column::StaffId.eq(staff_id)).count(db).await
}

/// Takes all of them out.
pub async fn delete_recovery_codes(tx: &WriteTx, staff_id: &str) -> Result<(), DbErr> {
    recovery_row::Entity::delete_many().filter(recovery_row::Column::StaffId.eq(staff_id)).exec(&**tx).await?;
    Ok(())
}

/// Keeps what was begun.
pub async fn insert_ceremony(
    tx: &WriteTx,
    token_hash: &str,
    kind: &str,
    state: String,
    expires_at: i64,
) -> Result<(), DbErr> {
    let row = ceremony_row::Model { token_hash: token_hash.to_owned(), kind: kind.to_owned(), state, expires_at };
    let row = ceremony_row::ActiveModel::from(row).reset_all();
    ceremony_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Takes out what was begun; nothing for the second who asks, and when it is too late.
pub async fn take_ceremony(tx: &WriteTx, token_hash: &str, kind: &str, now: i64) -> Result<Option<String>, DbErr> {
    let taken = ceremony_row::Entity::delete_many()
        .filter(ceremony_row::Column::TokenHash.eq(token_hash))
        .filter(ceremony_row::Column::Kind.eq(kind))
        .filter(ceremony_row::Column::ExpiresAt.gt(now))
        .exec_with_returning(&**tx)
        .await?;
    Ok(taken.into_iter().next().map(|row| row.state))
}

/// Forgets what was begun and never answered.
pub async fn delete_ended_ceremonies(tx: &WriteTx, now: i64) -> Result<u64, DbErr> {
    let ended = ceremony_row::Column::ExpiresAt.lte(now);
    Ok(ceremony_row::Entity::delete_many().filter(ended).exec(&**tx).await?.rows_affected)
}
