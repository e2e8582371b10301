//! Rows of bearer tokens and of the grants they belong to: a grant ends with all its tokens.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

use crate::owner::CustomerId;

/// A row of `platform_grant`.
pub mod grant_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "platform_grant")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key: the store its tokens are good for.
        pub site: String,
        /// Whose carts and orders they are; empty for a client that speaks for nobody.
        pub visitor: String,
        /// The customer who gave the password.
        pub customer_id: Option<String>,
        /// The name an anonymous session was asked for by.
        pub anonymous_id: Option<String>,
        /// What its tokens may do, apart by blanks.
        pub scopes: String,
        /// When a password was given; 0 when none was.
        pub password_at: i64,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// When its last token ends.
        pub expires_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `platform_token`.
pub mod token_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "platform_token")]
    pub struct Model {
        /// Base64 of the token's SHA-256.
        #[sea_orm(primary_key, auto_increment = false)]
        pub token_hash: String,
        /// Its grant.
        pub grant_id: String,
        /// It is good for new tokens, and for nothing else.
        pub refresh: bool,
        /// When it counts no longer.
        pub expires_at: i64,
        /// When a refresh token was exchanged.
        pub used_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use grant_row::Model as GrantRow;
pub use token_row::Model as TokenRow;

/// Writes a grant; false when its anonymous id is taken.
pub async fn insert_grant(tx: &WriteTx, row: GrantRow) -> Result<bool, DbErr> {
    let row = grant_row::ActiveModel {
        id: Set(row.id),
        site: Set(row.site),
        visitor: Set(row.visitor),
        customer_id: Set(row.customer_id),
        anonymous_id: Set(row.anonymous_id),
        scopes: Set(row.scopes),
        password_at: Set(row.password_at),
        created_at: Set(row.created_at),
        expires_at: Set(row.expires_at),
    };
    let written = grant_row::Entity::insert(row)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(&**tx)
        .await?;
    Ok(written > 0)
}

/// Moves the end of a grant.
pub async fn prolong_grant(tx: &WriteTx, id: &str, expires_at: i64) -> Result<(), DbErr> {
    grant_row::Entity::update_many()
        .col_expr(grant_row::Column::ExpiresAt, Expr::value(expires_at))
        .filter(grant_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes a token.
pub async fn insert_token(tx: &WriteTx, row: TokenRow) -> Result<(), DbErr> {
    let row = token_row::ActiveModel {
        token_hash: Set(row.token_hash),
        grant_id: Set(row.grant_id),
        refresh: Set(row.refresh),
        expires_at: Set(row.expires_at),
        used_at: Set(row.used_at),
    };
    token_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// A token that has not ended, with its grant.
pub async fn find_token(
    db: &impl ConnectionTrait,
    token_hash: &str,
    refresh: bool,
    now: i64,
) -> Result<Option<(TokenRow, GrantRow)>, DbErr> {
    let token = token_row::Entity::find_by_id(token_hash)
        .filter(token_row::Column::Refresh.eq(refresh))
        .filter(token_row::Column::ExpiresAt.gt(now))
        .one(db)
        .await?;
    let Some(token) = token else { return Ok(None) };
    let grant = grant_row::Entity::find_by_id(&token.grant_id).one(db).await?;
    Ok(grant.map(|grant| (token, grant)))
}

/// Notes that a refresh token was exchanged; true for the one who did it first.
pub async fn use_token(tx: &WriteTx, token_hash: &str, now: i64) -> Result<bool, DbErr> {
    let used = token_row::Entity::update_many()
        .col_expr(token_row::Column::UsedAt, Expr::value(now))
        .filter(token_row::Column::TokenHash.eq(token_hash))
        .filter(token_row::Column::UsedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(used.rows_affected == 1)
}

/// Ends a grant with all its tokens.
pub async fn delete_grant(tx: &WriteTx, id: &str) -> Result<(), DbErr> {
    grant_row::Entity::delete_by_id(id).exec(&**tx).await?;
    Ok(())
}

/// Ends all grants of a customer.
pub async fn delete_of_customer(tx: &WriteTx, customer: CustomerId) -> Result<(), DbErr> {
    grant_row::Entity::delete_many().filter(grant_row::Column::CustomerId.eq(customer.to_string())).exec(&**tx).await?;
    Ok(())
}

/// Up to `limit` grants whose last token ended before `now`.
pub async fn list_ended(db: &impl ConnectionTrait, now: i64, limit: u64) -> Result<Vec<GrantRow>, DbErr> {
    grant_row::Entity::find().filter(grant_row::Column::ExpiresAt.lte(now)).limit(limit).all(db).await
}

/// Deletes grants with their tokens.
pub async fn delete_grants(tx: &WriteTx, ended: &[GrantRow]) -> Result<(), DbErr> {
    grant_row::Entity::delete_many()
        .filter(grant_row::Column::Id.is_in(ended.iter().map(|grant| grant.id.as_str())))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Deletes tokens that ended while their grant goes on.
pub async fn delete_ended_tokens(tx: &WriteTx, now: i64) -> Result<(), DbErr> {
    token_row::Entity::delete_many().filter(token_row::Column::ExpiresAt.lte(now)).exec(&**tx).await?;
    Ok(())
}
