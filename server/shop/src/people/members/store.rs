//! Rows of invitations and approval limits, and the customers behind members.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    ActiveValue::Set,
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};

use crate::people::account::store::{CustomerRow, customer_row};

/// A row of `invitation`.
pub mod invitation_row {
    use sea_orm::entity::prelude::*;

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
        pub site: String,
        /// Lower-cased.
        pub email: String,
        /// Key of the role.
        pub role: String,
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
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "approval_limit")]
    pub struct Model {
        /// Unit.
        #[sea_orm(primary_key, auto_increment = false)]
        pub unit_id: String,
        /// Orders above it need approval.
        pub above_cents: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row of `order_approval`.
pub mod approval_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_approval")]
    pub struct Model {
        /// The order.
        #[sea_orm(primary_key, auto_increment = false)]
        pub order_id: String,
        /// Whose approval it needs.
        pub unit_id: String,
        /// `waiting`, `approved` or `declined`.
        pub decision: String,
        /// In the approver's words.
        pub note: String,
        /// Customer who decided.
        pub decided_by: Option<String>,
        /// Milliseconds since 1970.
        pub asked_at: i64,
        /// Milliseconds since 1970.
        pub decided_at: Option<i64>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use approval_row::Model as ApprovalRow;
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
pub async fn write_limit(tx: &WriteTx, unit_id: &str, above_cents: Option<i64>) -> Result<(), DbErr> {
    let Some(above_cents) = above_cents else {
        limit_row::Entity::delete_by_id(unit_id).exec(&**tx).await?;
        return Ok(());
    };
    let row = limit_row::ActiveModel { unit_id: Set(unit_id.to_owned()), above_cents: Set(above_cents) };
    let known = OnConflict::column(limit_row::Column::UnitId).update_column(limit_row::Column::AboveCents).to_owned();
    limit_row::Entity::insert(row).on_conflict(known).exec_without_returning(&**tx).await?;
    Ok(())
}

/// Lets an order wait.
pub async fn insert_approval(tx: &WriteTx, row: ApprovalRow) -> Result<(), DbErr> {
    let row = approval_row::ActiveModel {
        order_id: Set(row.order_id),
        unit_id: Set(row.unit_id),
        decision: Set(row.decision),
        note: Set(row.note),
        decided_by: Set(row.decided_by),
        asked_at: Set(row.asked_at),
        decided_at: Set(row.decided_at),
    };
    approval_row::Entity::insert(row).exec_without_returning(&**tx).await?;
    Ok(())
}

/// The approval of an order.
pub async fn find_approval(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<ApprovalRow>, DbErr> {
    approval_row::Entity::find_by_id(order_id).one(db).await
}

/// What waits for a decision in some units, the oldest first; or what was decided, the newest first.
pub async fn list_approvals(
    db: &impl ConnectionTrait,
    unit_ids: Vec<String>,
    decided: bool,
    limit: u64,
) -> Result<Vec<ApprovalRow>, DbErr> {
    use approval_row::Column;
    if unit_ids.is_empty() {
        return Ok(Vec::new());
    }
    let of_units = approval_row::Entity::find().filter(Column::UnitId.is_in(unit_ids)).limit(limit);
    let ordered = if decided {
        of_units.filter(Column::DecidedAt.is_not_null()).order_by_desc(Column::DecidedAt)
    } else {
        of_units.filter(Column::DecidedAt.is_null()).order_by_asc(Column::AskedAt)
    };
    ordered.order_by_asc(Column::OrderId).all(db).await
}

/// Decides about an order that waits; false when it does not wait any more.
pub async fn decide(
    tx: &WriteTx,
    order_id: &str,
    (decision, note): (&str, &str),
    (decided_by, now): (&str, i64),
) -> Result<bool, DbErr> {
    let decided = approval_row::Entity::update_many()
        .col_expr(approval_row::Column::Decision, Expr::value(decision))
        .col_expr(approval_row::Column::Note, Expr::value(note))
        .col_expr(approval_row::Column::DecidedBy, Expr::value(decided_by))
        .col_expr(approval_row::Column::DecidedAt, Expr::value(now))
        .filter(approval_row::Column::OrderId.eq(order_id))
        .filter(approval_row::Column::DecidedAt.is_null())
        .exec(&**tx)
        .await?;
    Ok(decided.rows_affected == 1)
}
