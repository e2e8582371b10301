//! Rows of invitations and approval limits, and the customers behind members.

use fieldhouse_core::money::Cents;
use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

use crate::people::account::store::{CustomerRow, customer_row};

/// A row of `invitation`.
pub mod invitation_row {
    use fieldhouse_core::{brand::Site, people::MemberRole};
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "invitation")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Into which unit.
        pub unit_id: String,
        /// Site key.
        pub site: Key<Site>,
        /// Lower-cased.
        pub email: String,
        /// Key of the role.
        pub role: Key<MemberRole>,
        /// Base64 of the token's SHA-256; nothing before the letter is written.
        pub token_hash: Option<String>,
        /// Customer who invited.
        pub invited_by: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// When it counts no longer.
        pub expires_at: i64,
    }

    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "invitation {}", self.id)
        }
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `approval_limit`.
pub mod limit_row {
    use fieldhouse_kernel::db::columns::Money;
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "approval_limit")]
    pub struct Model {
        /// Unit.
        #[sea_orm(primary_key, auto_increment = false)]
        pub unit_id: String,
        /// Orders above it need approval.
        pub above_cents: Money,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use invitation_row::Model as InvitationRow;
pub use limit_row::Model as LimitRow;

/// Customers by their ids, in no order.
pub async fn find_customers(db: &impl ConnectionTrait, ids: Vec<String>) -> Result<Vec<CustomerRow>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    customer_row::Entity::find().filter(customer_row::Column::Id.is_in(ids)).all(db).await
}

/// The invitations into some units that can be accepted, newest first.
pub async fn list_open(
    db: &impl ConnectionTrait,
    unit_ids: Vec<String>,
    now: i64,
) -> Result<Vec<InvitationRow>, DbErr> {
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    invitation_row::Entity::find()
        .filter(invitation_row::Column::UnitId.is_in(unit_ids))
        .filter(invitation_row::Column::ExpiresAt.gt(now))
        .order_by_desc(invitation_row::Column::CreatedAt)
        .order_by_asc(invitation_row::Column::Id)
        .all(db)
        .await
}

/// The invitations of an e-mail into some units.
pub async fn list_of_email(
    db: &impl ConnectionTrait,
    unit_ids: Vec<String>,
    email: &str,
) -> Result<Vec<InvitationRow>, DbErr> {
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    invitation_row::Entity::find()
        .filter(invitation_row::Column::UnitId.is_in(unit_ids))
        .filter(invitation_row::Column::Email.eq(email))
        .all(db)
        .await
}

/// Writes an invitation in the place of an earlier one to the same e-mail.
pub async fn replace_invitation(tx: &WriteTx, row: InvitationRow) -> Result<(), DbErr> {
    invitation_row::Entity::delete_many()
        .filter(invitation_row::Column::UnitId.eq(&row.unit_id))
        .filter(invitation_row::Column::Email.eq(&row.email))
        .exec(&**tx)
        .await?;
    let row = invitation_row::ActiveModel {
        id: Set(row.id),
        unit_id: Set(row.unit_id),
        site: Set(row.site),
        email: Set(row.email),
        role: Set(row.role),
        token_hash: Set(row.token_hash),
        invited_by: Set(row.invited_by),
        created_at: Set(row.created_at),
        expires_at: Set(row.expires_at),
    };
    invitation_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Withdraws an invitation of a unit; false when there is none of this id.
pub async fn delete_invitation(tx: &WriteTx, unit_id: &str, id: &str) -> Result<bool, DbErr> {
    let deleted =
        invitation_row::Entity::delete_by_id(id).filter(invitation_row::Column::UnitId.eq(unit_id)).exec(&**tx).await?;
    Ok(deleted.rows_affected > 0)
}

/// An invitation that can be accepted.
pub async fn find_invitation(db: &impl ConnectionTrait, id: &str, now: i64) -> Result<Option<InvitationRow>, DbErr> {
    invitation_row::Entity::find_by_id(id).filter(invitation_row::Column::ExpiresAt.gt(now)).one(db).await
}

/// The invitation of a token that can be accepted at a site.
pub async fn find_by_token(
    db: &impl ConnectionTrait,
    token_hash: &str,
    site: &str,
    now: i64,
) -> Result<Option<InvitationRow>, DbErr> {
    invitation_row::Entity::find()
        .filter(invitation_row::Column::TokenHash.eq(token_hash))
        .filter(invitation_row::Column::Site.eq(site))
        .filter(invitation_row::Column::ExpiresAt.gt(now))
        .one(db)
        .await
}

/// Notes the token that goes out with the letter; one of an earlier try counts no longer.
pub async fn write_token(tx: &WriteTx, id: &str, token_hash: &str) -> Result<(), DbErr> {
    invitation_row::Entity::update_many()
        .col_expr(invitation_row::Column::TokenHash, Expr::value(token_hash))
        .filter(invitation_row::Column::Id.eq(id))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Takes an invitation out by its token; true for the one who did it.
pub async fn take_invitation(tx: &WriteTx, token_hash: &str) -> Result<bool, DbErr> {
    let taken = invitation_row::Entity::delete_many()
        .filter(invitation_row::Column::TokenHash.eq(token_hash))
        .exec(&**tx)
        .await?;
    Ok(taken.rows_affected == 1)
}

/// Deletes invitations that nobody can accept any more.
pub async fn delete_expired(tx: &WriteTx, now: i64) -> Result<u64, DbErr> {
    let expired =
        invitation_row::Entity::delete_many().filter(invitation_row::Column::ExpiresAt.lte(now)).exec(&**tx).await?;
    Ok(expired.rows_affected)
}

/// Above which amounts orders of some units need approval.
pub async fn list_limits(db: &impl ConnectionTrait, unit_ids: Vec<String>) -> Result<Vec<LimitRow>, DbErr> {
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    limit_row::Entity::find().filter(limit_row::Column::UnitId.is_in(unit_ids)).all(db).await
}

/// Writes the limit of a unit; none takes it away.
pub async fn write_limit(tx: &WriteTx, unit_id: &str, above_cents: Option<Cents>) -> Result<(), DbErr> {
    let Some(above_cents) = above_cents else {
        limit_row::Entity::delete_by_id(unit_id).exec(&**tx).await?;
        return Ok(());
    };
    let row = limit_row::ActiveModel { unit_id: Set(unit_id.to_owned()), above_cents: Set(above_cents.into()) };
    let known = OnConflict::column(limit_row::Column::UnitId).update_column(limit_row::Column::AboveCents).to_owned();
    limit_row::Entity::insert(row).on_conflict(known).exec_without_returning(&**tx).await?;
    Ok(())
}
