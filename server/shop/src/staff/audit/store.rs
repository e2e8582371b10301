//! Rows of the audit log and the head of its chain.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{
    DbErr, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};

/// A row of `audit_entry`.
pub mod entry_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_entry")]
    pub struct Model {
        /// Place in the chain, from 1 on without gaps.
        #[sea_orm(primary_key, auto_increment = false)]
        pub seq: i64,
        /// Id.
        pub id: String,
        /// Milliseconds since 1970.
        pub at: i64,
        /// `staff`, `key`, `system` or `customer`.
        pub actor_kind: String,
        /// Who.
        pub actor_id: String,
        /// Their name at the time.
        pub actor_name: String,
        /// In whose name.
        pub on_behalf_of: String,
        /// Session.
        pub session: String,
        /// Network, cut.
        pub network: String,
        /// What was done.
        pub action: String,
        /// To what sort of thing.
        pub subject_kind: String,
        /// To which.
        pub subject_id: String,
        /// Site key; empty for what belongs to no brand.
        pub site: String,
        /// JSON.
        pub before: String,
        /// JSON.
        pub after: String,
        /// Why.
        pub reason: String,
        /// Of the request.
        pub request_id: String,
        /// Of the row before.
        pub previous_hash: String,
        /// SHA-256 over all of the above, hexadecimal.
        pub hash: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The row of `audit_head`.
pub mod head_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_head")]
    pub struct Model {
        /// 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        /// The last row of the chain.
        pub seq: i64,
        /// Its hash.
        pub hash: String,
        /// The last row that went for its age.
        pub pruned_seq: i64,
        /// Its hash.
        pub pruned_hash: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use entry_row::Model as EntryRow;
pub use head_row::Model as HeadRow;

/// Takes the next place in the chain, held until the transaction ends; with the hash of the row before.
pub async fn hold_head(tx: &WriteTx) -> Result<(i64, String), DbErr> {
    let held = head_row::Entity::update_many()
        .col_expr(head_row::Column::Seq, Expr::col(head_row::Column::Seq).add(1))
        .filter(head_row::Column::Id.eq(1))
        .exec_with_returning(&**tx)
        .await?;
    let taken = held.into_iter().next().ok_or_else(|| DbErr::RecordNotFound("the audit log has no head".to_owned()))?;
    Ok((taken.seq, taken.hash))
}

/// Writes the hash of the row that is now the last.
pub async fn write_head(tx: &WriteTx, hash: &str) -> Result<(), DbErr> {
    head_row::Entity::update_many()
        .col_expr(head_row::Column::Hash, Expr::value(hash))
        .filter(head_row::Column::Id.eq(1))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// Writes a row.
pub async fn insert_entry(tx: &WriteTx, row: EntryRow) -> Result<(), DbErr> {
    entry_row::Entity::insert(entry_row::ActiveModel::from(row).reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// The head of the chain.
pub async fn load_head(db: &impl ConnectionTrait) -> Result<HeadRow, DbErr> {
    let head = head_row::Entity::find_by_id(1).one(db).await?;
    head.ok_or_else(|| DbErr::RecordNotFound("the audit log has no head".to_owned()))
}

/// Rows behind a place, in the chain's order.
pub async fn list_from(db: &impl ConnectionTrait, after: i64, limit: u64) -> Result<Vec<EntryRow>, DbErr> {
    entry_row::Entity::find()
        .filter(entry_row::Column::Seq.gt(after))
        .order_by_asc(entry_row::Column::Seq)
        .limit(limit)
        .all(db)
        .await
}

/// Which rows are wanted; what is absent does not count.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Before this one.
    pub before: Option<i64>,
    /// Of this actor alone, whatever else is asked.
    pub only: Option<String>,
    /// Of this actor.
    pub actor: Option<String>,
    /// What was done.
    pub action: Option<String>,
    /// To what sort of thing.
    pub subject_kind: Option<String>,
    /// To which.
    pub subject_id: Option<String>,
    /// At which brand.
    pub site: Option<String>,
    /// Not before.
    pub from: Option<i64>,
    /// Before.
    pub to: Option<i64>,
}

/// Rows that are wanted, the newest first.
pub async fn list_entries(db: &impl ConnectionTrait, wanted: &Wanted, limit: u64) -> Result<Vec<EntryRow>, DbErr> {
    use entry_row::Column;
    let mut query = entry_row::Entity::find();
    let texts = [
        (Column::ActorId, &wanted.only),
        (Column::ActorId, &wanted.actor),
        (Column::Action, &wanted.action),
        (Column::SubjectKind, &wanted.subject_kind),
        (Column::SubjectId, &wanted.subject_id),
        (Column::Site, &wanted.site),
    ];
    for (column, value) in texts {
        if let Some(value) = value {
            query = query.filter(column.eq(value.as_str()));
        }
    }
    if let Some(before) = wanted.before {
        query = query.filter(Column::Seq.lt(before));
    }
    if let Some(from) = wanted.from {
        query = query.filter(Column::At.gte(from));
    }
    if let Some(to) = wanted.to {
        query = query.filter(Column::At.lt(to));
    }
    query.order_by_desc(Column::Seq).limit(limit).all(db).await
}

/// Deletes up to `limit` rows from the beginning of the chain that are older than a time, and notes where what is left
/// begins. Rows behind a younger one stay, however old a clock made them.
pub async fn prune(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    let head = load_head(&**tx).await?;
    let rows = list_from(&**tx, head.pruned_seq, limit).await?;
    let old: Vec<EntryRow> = rows.into_iter().take_while(|row| row.at < before).collect();
    let Some(last) = old.last() else { return Ok(0) };
    entry_row::Entity::delete_many().filter(entry_row::Column::Seq.lte(last.seq)).exec(&**tx).await?;
    head_row::Entity::update_many()
        .col_expr(head_row::Column::PrunedSeq, Expr::value(last.seq))
        .col_expr(head_row::Column::PrunedHash, Expr::value(last.hash.as_str()))
        .filter(head_row::Column::Id.eq(1))
        .exec(&**tx)
        .await?;
    Ok(u64::try_from(old.len()).unwrap_or_default())
}
